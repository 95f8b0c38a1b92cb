"""A moment in the tricks of Grim as one seat sees it: what may be where, what beats what, how likely a card holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import TypeAlias

from msgspec import Struct

from sheepfold.core.cards import ALL_CARDS, DECK32, Card, Mask, Seat, Suit, mask_of, rank_of
from sheepfold.core.events import Contract
from sheepfold.core.order import Order
from sheepfold.games.grim import ORDERS
from sheepfold.play.view import View

Cards: TypeAlias = tuple[Card, ...]


class Ranking(Struct, frozen=True, gc=False):
    """An order made ready: for each card the cards that beat it once it leads a trick, and its strength by itself.

    ``tops`` are the three best of each suit, of which a bid is made.
    """

    cls: tuple[int, ...]
    classes: tuple[Mask, ...]
    trumps: Mask
    beats: tuple[Mask, ...]
    strength: tuple[int, ...]
    tops: Mask


def _ranking(order: Order) -> Ranking:
    rows = [order.power[order.cls[c]] for c in ALL_CARDS]
    beats = tuple(mask_of(o for o in DECK32.cards if rows[c][o] > rows[c][c]) for c in ALL_CARDS)
    strength = tuple(rows[c][c] for c in ALL_CARDS)
    tops = mask_of(c for c in DECK32.cards if rank_of(c) in order.plain[:3])
    return Ranking(order.cls, order.classes, order.trump_mask, beats, strength, tops)


RANKINGS: dict[tuple[Suit | None, bool], Ranking] = {key: _ranking(order) for key, order in ORDERS.items()}


@cache
def held(pool: int, size: int, wanted: int) -> float:
    """The chance that a hand of ``size`` cards out of ``pool`` has at least one of the ``wanted`` ones.

    >>> held(28, 4, 0), held(8, 2, 1)
    (0.0, 0.25)
    """
    if not wanted or not size:
        return 0.0
    return 1 - comb(max(0, pool - wanted), size) / comb(pool, size) if size <= pool else 1.0


_FOES_BEHIND: tuple[tuple[tuple[Seat, ...], ...], ...] = tuple(
    ((seat + 1 & 3, seat + 3 & 3), (seat + 1 & 3,), (seat + 1 & 3,), ()) for seat in range(4)
)
"""For a seat the opponents that play after it, by the number of cards that already lie in the trick."""


class Sight(Struct, frozen=True, gc=False):
    """What a seat that is to play a card takes in at a glance.

    ``may`` are the cards each seat can still hold, ``foes`` the opponents that play to this trick after it. ``best`` is
    the card that wins the trick so far (``None``: this seat leads) and ``taker`` who played it. Its side still needs
    ``need`` tricks to have its way and can ``spare`` that many.
    """

    seat: Seat
    contract: Contract
    ranking: Ranking
    mine: Mask
    out: Mask
    may: tuple[Mask, ...]
    counts: tuple[int, ...]
    trick: Cards
    foes: tuple[Seat, ...]
    best: Card | None
    taker: Seat
    need: int
    spare: int

    @property
    def ours(self) -> bool:
        """Whether the partner has the trick so far."""
        return self.taker == self.seat ^ 2

    @property
    def defends(self) -> bool:
        """Whether the other side has bid."""
        declarer = self.contract.declarer
        return declarer is not None and (declarer ^ self.seat) & 1 == 1

    def suit(self, card: Card) -> Mask:
        """All cards of the card's class."""
        return self.ranking.classes[self.ranking.cls[card]]

    def foes_may(self) -> Mask:
        """What the two opponents can hold between them."""
        return self.may[self.seat ^ 1] | self.may[self.seat ^ 3]

    def master(self, card: Card) -> bool:
        """Whether no opponent can have a better card of the same class."""
        return not self.ranking.beats[card] & self.suit(card) & self.foes_may()

    def risk(self, foe: Seat, card: Card) -> float:
        """How likely this opponent can beat the card in this trick."""
        can = self.may[foe]
        beat = can & self.ranking.beats[card]
        if not beat:
            return 0.0
        led = self.suit(self.trick[0] if self.trick else card)
        pool, size, follow = can.bit_count(), self.counts[foe], (can & led).bit_count()
        chance = held(pool, size, (beat & led).bit_count())
        ruffs = (beat & ~led).bit_count()
        if ruffs:
            chance += (1 - held(pool, size, follow)) * held(pool - follow, size, ruffs)
        return chance

    def holds(self, card: Card) -> float:
        """How likely the card, once it has the trick, keeps it from the opponents behind."""
        chance = 1.0
        for foe in self.foes:
            chance *= 1 - self.risk(foe, card)
        return chance

    def winners(self, cards: Cards) -> Cards:
        """The cards that beat what lies on the table."""
        assert self.best is not None
        better = self.ranking.beats[self.best]
        return tuple(c for c in cards if better >> c & 1)

    def lowest(self, cards: Sequence[Card]) -> Card:
        """The weakest of them; plain cards before trumps."""
        return min(cards, key=self.ranking.strength.__getitem__)

    def highest(self, cards: Sequence[Card]) -> Card:
        """The strongest of them."""
        return max(cards, key=self.ranking.strength.__getitem__)

    def cheapest_equal(self, card: Card, cards: Cards) -> Card:
        """The lowest card that does the work of this one because nothing that is out stands between them."""
        beats, out = self.ranking.beats, self.out
        equals = [c for c in cards if beats[c] >> card & 1 and not beats[c] & ~beats[card] & out]
        return self.lowest(equals) if equals else card

    def plain(self, cards: Cards) -> Cards:
        """Those that are not trumps."""
        return tuple(c for c in cards if not self.ranking.trumps >> c & 1)

    def count(self, card: Card) -> int:
        """How many of the card's class are in hand."""
        return (self.mine & self.suit(card)).bit_count()


def sight_of(view: View) -> Sight:
    """The View of a seat that is to play a card."""
    contract, seat, standing = view.contract, view.seat, view.standing
    assert contract is not None
    assert seat is not None
    assert standing is not None
    ranking = RANKINGS[contract.suit, contract.high]
    played, void = _seen(view, ranking)
    out = DECK32.mask & ~(view.hand | view.aside | played)
    best, taker = None, seat
    if view.trick:
        assert view.leader is not None
        best, taker = view.trick[0], view.leader
        for place, c in enumerate(view.trick):
            if ranking.beats[best] >> c & 1:
                best, taker = c, view.leader + place & 3
    done = len(view.done)
    taken = sum([(trick.winner ^ seat) & 1 == 0 for trick in view.done])
    need, spare = _wanted(contract, seat, standing.dealer, done + view.counts[seat])
    return Sight(
        seat=seat,
        contract=contract,
        ranking=ranking,
        mine=view.hand,
        out=out,
        may=tuple([out & ~gone & ~lacks for gone, lacks in zip(void, view.lacks, strict=True)]),
        counts=view.counts,
        trick=view.trick,
        foes=_FOES_BEHIND[seat][len(view.trick)],
        best=best,
        taker=taker,
        need=need - taken,
        spare=spare - (done - taken),
    )


def _seen(view: View, ranking: Ranking) -> tuple[Mask, list[Mask]]:
    """All cards played, and for each seat those of the suits it did not follow."""
    cls, classes = ranking.cls, ranking.classes
    played, void = 0, [0, 0, 0, 0]
    tricks = [(trick.leader, trick.cards) for trick in view.done]
    if view.leader is not None and view.trick:
        tricks.append((view.leader, view.trick))
    for leader, cards in tricks:
        led = cls[cards[0]]
        for place, c in enumerate(cards):
            played |= 1 << c
            if cls[c] != led:
                void[leader + place & 3] |= classes[led]
    return played, void


def _wanted(contract: Contract, seat: Seat, dealer: Seat, size: int) -> tuple[int, int]:
    """How many tricks this seat's side wants, and how many it can do without."""
    if contract.declarer is None:
        need = 5 if (dealer ^ seat) & 1 else 4
    else:
        need = 1 if (contract.declarer ^ seat) & 1 else size
    return need, size - need
