"""What a player of Widderkopf sees in the tricks, and the price of every card: what it may still bring if it is kept.

The prices were measured: the margin at the end of some thousand deals, divided among the cards that both players still
had, then made finer where the open hands of other deals showed a better card.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from sheepfold.core.cards import ACE, DECK36, JACK, KING, QUEEN, TEN, Card, Mask, Seat, cards_in, rank_of
from sheepfold.core.events import RowLaid
from sheepfold.core.order import TRUMP, Order
from sheepfold.games.widderkopf import ORDERS
from sheepfold.play.view import View

PriceTable: TypeAlias = tuple[tuple[float, ...], ...]

# Where the numbers of this file come from: docs/tuning.md.
# What a trump is worth beyond this trick, by the number of higher ones against it: 0, 1, 2, … 6 or more.
TRUMP_PRICES: PriceTable = (
    (7.0, 5.0, 5.0, 3.5, 3.5, 3.5, 3.5),  # queens and jacks
    (12.0, 8.5, 7.5, 4.0, 2.5, 2.5, 0.0),  # the ace
    (9.0, 9.0, 5.5, 5.0, 4.0, 3.0, 1.0),  # the ten
    (2.0, 3.5, 4.0, 3.5, 2.5, 0.5, -0.5),  # the king
    (-3.5, 0.5, 1.5, 2.5, 2.5, 2.5, 2.0),  # the others
)
# The same for plain cards: by the higher ones against it (0, 1, 2 or more), and there by the length of the opponent's
# suit (0, 1, 2 or more); first while the opponent has trumps, then when there are none.
PLAIN_PRICES: tuple[tuple[PriceTable, PriceTable], ...] = (
    (((-12.5, -6.5, 2.5),) * 3, ((2.0, 6.0, 3.0),) * 3),  # aces
    (  # tens
        ((-9.5, -1.0, 5.0), (-18.0, -18.0, -4.5), (-18.0, -18.0, -4.5)),
        ((1.0, 5.5, 5.5), (-8.5, -8.5, -5.0), (-8.5, -8.5, -5.0)),
    ),
    (  # kings
        ((-2.5, -2.5, 1.0), (-5.5, -5.5, -3.0), (-8.5, -8.5, -8.5)),
        ((-1.5, 0.5, 0.0), (-7.0, -7.0, -6.5), (-11.5, -11.5, -11.5)),
    ),
    (  # the others
        ((-2.0, -3.0, -4.0), (-3.5, -3.5, -3.5), (-3.0, -3.0, -3.0)),
        ((-1.5, -3.5, -1.5), (-4.0, -4.0, -3.0), (-4.5, -4.5, -4.5)),
    ),
)


def _halves(row: Sequence[float]) -> tuple[float, ...]:
    """The row with the middles between its numbers, so that it can be read at every half."""
    return tuple(number for a, b in pairwise(row) for number in (a, (a + b) / 2)) + (row[-1],)


def _grid(prices: PriceTable) -> PriceTable:
    wide = [_halves(row) for row in prices]
    return tuple(zip(*(_halves(column) for column in zip(*wide, strict=True)), strict=True))


_TRUMPS: PriceTable = tuple(_halves(row) for row in TRUMP_PRICES)
_PLAIN = tuple((_grid(bare), _grid(armed)) for armed, bare in PLAIN_PRICES)


def _kind(order: Order, card: Card) -> int:
    """Which row of the prices a card stands in."""
    if order.cls[card] == TRUMP:
        return {QUEEN: 0, JACK: 0, ACE: 1, TEN: 2, KING: 3}.get(rank_of(card), 4)
    return {ACE: 0, TEN: 1, KING: 2}.get(rank_of(card), 3)


_KINDS = tuple(tuple(_kind(order, card) for card in range(36)) for order in ORDERS)
_DOWNWARDS = tuple(
    tuple(
        tuple(sorted(cards_in(order.classes[cls]), key=lambda c, power=order.power[cls]: -power[c]))  # type: ignore[misc]
        for cls in range(5)
    )
    for order in ORDERS
)


class Sight(Struct, frozen=True, gc=False):
    """A moment in the tricks as one seat reads it.

    ``mine`` are the cards it can play and ``tops`` those that cover another; ``shown`` the opponent's open cards;
    ``unseen`` all that were never seen, ``maybe`` those of them that the opponent can have in hand, each with the
    likelihood ``chance``. ``theirs`` and ``ours`` are the likelihoods that an unseen card is the opponent's, in hand or
    covered, and that it is one's own covered one. ``margin`` is what this seat is ahead by, its own discard included.
    """

    suit: int
    order: Order
    mine: Mask
    tops: Mask
    shown: Mask
    unseen: Mask
    maybe: Mask
    held: int
    covered: int
    chance: float
    theirs: float
    ours: float
    trick: tuple[Card, ...]
    margin: int

    def beats(self, card: Card) -> bool:
        """Whether a card beats the one that was led."""
        power = self.order.power[self.order.cls[self.trick[0]]]
        return power[card] > power[self.trick[0]]

    @property
    def out(self) -> Mask:
        """What the opponent may play."""
        return self.shown | self.maybe


def sight_of(view: View) -> Sight:
    """The View of a seat that is to play a card."""
    assert view.seat is not None
    assert view.contract is not None
    seat, foe, suit = view.seat, 1 - view.seat, view.contract.trump_suit
    order = ORDERS[suit]
    gone, void, margin = _past(view, seat, order)
    row, shown = open_cards(view, seat), open_cards(view, foe)
    mine = view.hand | row
    unseen = DECK36.mask & ~(mine | shown | gone)
    maybe = unseen & ~void
    held, many, places = view.counts[foe], unseen.bit_count() or 1, maybe.bit_count()
    return Sight(
        suit=suit,
        order=order,
        mine=mine,
        tops=_tops(view, seat) & row if view.covered[seat] else 0,
        shown=shown,
        unseen=unseen,
        maybe=maybe,
        held=held,
        covered=view.covered[seat] + view.covered[foe],
        chance=min(1.0, held / places) if places else 0.0,
        theirs=(held + view.covered[foe]) / many,
        ours=view.covered[seat] / many,
        trick=view.trick,
        margin=margin,
    )


def _past(view: View, seat: Seat, order: Order) -> tuple[Mask, Mask, int]:
    """The cards that are gone, those that the opponent's hand cannot hold, and what the seat is ahead by."""
    cls, value = order.cls, order.value
    gone = void = margin = 0
    if view.discard is not None:
        gone, margin = 1 << view.discard, -value[view.discard]
    for _, card in view.table_discards:
        gone |= 1 << card
    for trick in view.done:
        led, answer = trick.cards
        gone |= 1 << led | 1 << answer
        margin += trick.points if trick.winner == seat else -trick.points
        if trick.leader == seat and cls[led] != cls[answer]:
            void |= order.classes[cls[led]]
    return (gone | 1 << view.trick[0] if view.trick else gone), void, margin


def own_cards(view: View) -> Mask:
    """Everything the seat can play: its hand and its face-up table cards."""
    return view.hand | open_cards(view, view.own_seat)


def open_cards(view: View, seat: Seat) -> Mask:
    """The face-up table cards of a seat."""
    mask = 0
    for c in view.rows[seat]:
        if c >= 0:
            mask |= 1 << c
    return mask


def _tops(view: View, seat: Seat) -> Mask:
    """The cards that were dealt face up to a seat."""
    for event in view.events:
        if type(event) is RowLaid and event.seat == seat:
            return sum(1 << c for c in event.cards)
    return 0


# -- what a card is worth ----------------------------------------------------------------------------------------------


def prices(now: Sight, wanted: Mask = DECK36.mask) -> list[float]:
    """For every card that is left what its owner expects of it after this trick; unseen ones as the opponent's.

    Classes without a card that is ``wanted`` are left out.
    """
    price = [0.0] * 36
    order, mine, shown, unseen = now.order, now.mine, now.shown, now.unseen
    trumps = order.classes[TRUMP]
    many = (unseen & trumps).bit_count()
    armed = (shown & trumps).bit_count() + now.theirs * many >= 0.5
    arms = (mine & trumps).bit_count() + now.ours * many >= 0.5
    if wanted & trumps:
        _price_class(now, TRUMP, _TRUMPS, _TRUMPS, price)
    for cls in range(4):
        suit = order.classes[cls]
        if wanted & suit & (mine | shown | unseen):
            many = (unseen & suit).bit_count()
            length = min(4, int(2 * ((shown & suit).bit_count() + now.theirs * many) + 0.5))
            own = min(4, int(2 * ((mine & suit).bit_count() + now.ours * many) + 0.5))
            _price_class(now, cls, _COLUMNS[armed][length], _COLUMNS[arms][own], price)
    return price


# For a plain suit the prices by kind and higher cards, once the trumps and the length of the suit are known.
_COLUMNS: tuple[tuple[PriceTable, ...], ...] = tuple(
    tuple(tuple(tuple(row[length] for row in kind[armed]) for kind in _PLAIN) for length in range(5))
    for armed in (0, 1)
)


def _price_class(now: Sight, cls: int, own: PriceTable, foreign: PriceTable, price: list[float]) -> None:
    """Go down a class and count the higher cards on either side."""
    mine, shown, kinds = now.mine, now.shown, _KINDS[now.suit]
    live = mine | shown | now.unseen
    last = len(own[0]) - 1
    against = above = 0.5  # a half to round
    for card in _DOWNWARDS[now.suit][cls]:
        if not live >> card & 1:
            continue
        if mine >> card & 1:
            step = int(against)
            price[card] = own[kinds[card]][step if step < last else last]
            above += 2
        else:
            step = int(above)
            price[card] = foreign[kinds[card]][step if step < last else last]
            if shown >> card & 1:
                against += 2
            else:
                against += 2 * now.theirs
                above += 2 * now.ours
