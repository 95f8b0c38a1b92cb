"""What a player of Clover sees in the tricks, and how much each card would bring.

A trick is worth its card points and the melds that lie in it, and a card that is spent now is missing later. How likely
our side takes the trick is counted from what is public: cards played, voids, cards shown or exchanged.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from operator import attrgetter
from typing import TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Show
from sheepfold.core.cards import DECK32, SEVEN, Card, Mask, Seat, Suit, card, mask_of
from sheepfold.core.order import TRUMP, Order
from sheepfold.games.clover import HAND_POINTS, ORDERS, SEATS, CloverOptions
from sheepfold.games.clover_melds import BELL_POINTS, BELLS, Set3Ranks, trick_meld_value
from sheepfold.play.view import View
from sheepfold.registry import game_of

Cards: TypeAlias = tuple[Card, ...]

# -- tables ------------------------------------------------------------------------------------------------------------


def _none_of(held: int, rest: int) -> tuple[float, ...]:
    if held > rest:
        return (0.0,) * (rest + 1)
    return tuple(comb(rest - some, held) / comb(rest, held) for some in range(rest + 1))


NONE_OF = tuple(tuple(_none_of(held, rest) for rest in range(33)) for held in range(9))
"""``NONE_OF[held][rest][some]``: how likely a hand of ``held`` among ``rest`` cards has none of ``some`` of them."""


class Ranks(Struct, frozen=True):
    """What a trump suit makes of the cards, ready to be looked up.

    ``beats`` are by led class and card all cards that beat it, ``above`` by card the higher ones of its own class.
    """

    order: Order
    beats: tuple[tuple[Mask, ...], ...]
    above: tuple[Mask, ...]
    bell: Mask


def _make_ranks(trump: Suit | None) -> Ranks:
    order, pack = ORDERS[trump], range(36)
    beats = tuple(tuple(mask_of(d for d in pack if power[d] > power[c]) for c in pack) for power in order.power)
    above = tuple(beats[order.cls[c]][c] & order.classes[order.cls[c]] for c in pack)
    return Ranks(order, beats, above, BELLS[trump])


RANKS: dict[Suit | None, Ranks] = {trump: _make_ranks(trump) for trump in ORDERS}

HALF = HAND_POINTS // 2
"""What sets the declarers; they need one point more."""

TALLY: tuple[int, ...] = tuple(1 << 3 * (c % 9) for c in range(36))
"""Three bits per rank: the sum over the cards of a trick says how often each rank lies in it."""


def _hopes(set3: Set3Ranks) -> dict[int, float]:
    """By tally: the melds of a full trick; while cards are missing, what they are on average if any rank may follow."""
    ranks = range(SEVEN, 9)
    hopes: dict[int, float] = {}
    for size in (4, 3, 2, 1, 0):
        for held in combinations_with_replacement(ranks, size):
            key = sum(1 << 3 * rank for rank in held)
            if size == SEATS:
                cards = mask_of(card(held[:place].count(rank), rank) for place, rank in enumerate(held))
                hopes[key] = trick_meld_value(cards, None, set3)
            else:
                hopes[key] = sum(hopes[key + (1 << 3 * rank)] for rank in ranks) / len(ranks)
    return hopes


HOPES: dict[Set3Ranks, dict[int, float]] = {"any": _hopes("any"), "AKQJ": _hopes("AKQJ")}

# Where the numbers of this file come from: docs/tuning.md.
# What a card would be worth later, by the number of higher cards of its class that are out: the share of its own points
# that it brings home, and the points of others that it catches. Measured on open cards with best play by everybody.
TRUMP_SHARE = (1.6, 0.8, 0.46, 0.67, 0.6, 0.6, 0.6, 0.6)
TRUMP_CATCH = (13.0, 8.0, 7.8, 5.9, 5.9, 5.9, 5.9, 5.9)
PLAIN_SHARE = (0.59, 0.5, 0.21, 0.35, 0.3, 0.3, 0.3, 0.3)
PLAIN_CATCH = (7.0, 1.6, 1.0, 0.6, -0.3, -0.3, -0.3, -0.3)
LENGTH = 0.6  # for each card of its suit: short suits are thrown away first
COMING, LEAD_COMING = 5.7, 10.5  # the points that each card to come brings to a trick
MELD, LEAD_MELD = 0.5, 1.3  # how much of a meld counts beside card points
HELP, LEAD_HELP = 0.6, 1.0  # how often a partner behind who can save the trick does so
OVERTRUMP = 10.0  # what it costs beside the card to trump a trick that is the partner's already
DECISIVE = 30.0  # what a trick is worth beside its points if it decides whether the contract is made
LEAD_LATER = 0.8  # a card that is led is missing later, but less than one that is thrown away
LEAD_TRUMP = {True: (6.6, -20.0, -6.0, -2.0), False: (6.0, -16.0, -1.2, -1.8)}  # by declaring and higher trumps out
LEAD_PLAIN = {True: (0.0, 4.8, 0.0, 0.6), False: (2.9, -6.0, -3.0, 4.8)}


# -- what a player sees ------------------------------------------------------------------------------------------------


class Sight(Struct, gc=False):
    """A moment in the tricks as one seat sees it.

    ``may`` are the cards each seat may hold, ``held`` those it surely holds, ``rest`` how many others it has.
    ``best`` is the best card of the trick so far, ``ours`` whether our side played it; ``behind`` are the seats that
    still play to this trick after this one. ``spent`` cards do not count in melds any more. ``need`` and
    ``foes_need`` are the card points that each side still lacks to decide the contract.
    """

    ranks: Ranks
    seat: Seat
    declares: bool
    mine: Mask
    out: Mask
    may: list[Mask]
    held: tuple[Mask, ...]
    rest: list[int]
    trick: Cards
    led: int
    best: Card
    ours: bool
    behind: tuple[Seat, ...]
    hopes: dict[int, float]
    spent: Mask
    need: int
    foes_need: int


_BEHIND = tuple(
    tuple(tuple((seat + n) % SEATS for n in range(1, SEATS - played)) for played in range(SEATS))
    for seat in range(SEATS)
)


def sight_of(view: View) -> Sight:
    """Everything public that matters for a card."""
    contract, seat, trick, known, leader = view.contract, view.seat, view.trick, view.known, view.leader
    assert contract is not None
    assert seat is not None
    ranks = RANKS[contract.suit]
    led, best, ours = TRUMP, -1, False
    if trick and leader is not None:
        led = ranks.order.cls[trick[0]]
        best = max(trick, key=ranks.order.power[led].__getitem__)
        ours = not (leader + trick.index(best) - seat) & 1
    out, lacks, taken = _walk(view, ranks.order)
    own, declares = seat & 1, not (contract.declared_by - seat) & 1
    free = out & ~(known[0] | known[1] | known[2] | known[3])
    options = game_of(view.game).options
    assert isinstance(options, CloverOptions)
    return Sight(
        ranks=ranks,
        seat=seat,
        declares=declares,
        mine=view.hand,
        out=out,
        may=[free & ~lack | sure for lack, sure in zip(lacks, known, strict=True)],
        held=known,
        rest=[count - sure.bit_count() for count, sure in zip(view.counts, known, strict=True)],
        trick=trick,
        led=led,
        best=best,
        ours=ours,
        behind=_BEHIND[seat][len(trick)],
        hopes=HOPES[options.set3_ranks],
        spent=0 if options.meld_reuse == "allowed" else shown_cards(view),
        need=HALF + declares - taken[own],
        foes_need=HALF + (not declares) - taken[1 - own],
    )


def _walk(view: View, order: Order) -> tuple[Mask, list[Mask], list[int]]:
    """The cards that may still fall from others, by seat those that it cannot have, and the points of both teams."""
    cls, classes, seen, lacks, taken = order.cls, order.classes, view.hand, list(view.lacks), [0, 0]
    for trick in view.done:
        cards = trick.cards
        first, second, third, fourth = cards
        seen |= 1 << first | 1 << second | 1 << third | 1 << fourth
        taken[trick.winner & 1] += trick.points
        led = cls[first]
        if not led == cls[second] == cls[third] == cls[fourth]:
            for place in (1, 2, 3):
                if cls[cards[place]] != led:
                    lacks[trick.leader + place & 3] |= classes[led]
    if view.trick and view.leader is not None:
        led = cls[view.trick[0]]
        for seat, c in enumerate(view.trick, view.leader):
            seen |= 1 << c
            if cls[c] != led:
                lacks[seat & 3] |= classes[led]
    return DECK32.mask & ~seen, lacks, taken


def shown_cards(view: View) -> Mask:
    """All cards that were shown in melds."""
    mask = 0
    for _, call in view.calls:
        if type(call) is Show:
            mask |= call.cards
    return mask


# -- weighing a card ---------------------------------------------------------------------------------------------------


class Weighed(Struct, gc=False):
    """A card, how likely our side takes the trick with it, the melds then in the trick, and what all that is worth."""

    card: Card
    chance: float
    meld: float
    gain: float


def beaten(now: Sight, best: Card, seat: Seat, led: int) -> float:
    """How likely a seat can beat a card that is the best of the trick so far."""
    may, held, rest = now.may[seat], now.held[seat], now.rest[seat]
    beats = now.ranks.beats[led][best]
    if not may & beats:
        return 0.0
    suit = now.ranks.order.classes[led]
    if held & beats & suit:
        return 1.0
    unsure = may & ~held
    total = unsure.bit_count()
    none_of = NONE_OF[rest][total]
    follows = 1.0 - none_of[(unsure & beats & suit).bit_count()]
    trumps = may & beats & ~suit
    if not trumps or held & suit:
        return follows
    length = (unsure & suit).bit_count()
    void = none_of[length]
    if held & trumps:
        return follows + void
    return follows + void * (1.0 - NONE_OF[rest][total - length][trumps.bit_count()])


def winning(now: Sight, best: Card, led: int, ours: bool) -> float:
    """How likely our side takes the trick if this is its best card when those behind are to play."""
    chance = 1.0 if ours else 0.0
    for seat in now.behind:
        if (seat ^ now.seat) & 1:
            chance *= 1.0 - beaten(now, best, seat, led)
        elif chance < 1.0:
            chance += (1.0 - chance) * (HELP if now.trick else LEAD_HELP) * beaten(now, best, seat, led)
    return chance


def later(now: Sight, c: Card) -> float:
    """What a card would be worth in a later trick."""
    order = now.ranks.order
    higher = (now.ranks.above[c] & now.out).bit_count()
    cls = order.cls[c]
    if cls == TRUMP:
        return order.value[c] * TRUMP_SHARE[higher] + TRUMP_CATCH[higher]
    length = (now.mine & order.classes[cls]).bit_count()
    return order.value[c] * PLAIN_SHARE[higher] + PLAIN_CATCH[higher] + LENGTH * length


def weigh_follow(now: Sight, cards: Cards) -> list[Weighed]:
    """The cards that may follow, the one with the greatest gain first."""
    order, bell, beats = now.ranks.order, now.ranks.bell, now.ranks.beats[now.led][now.best]
    value, coming, points, tally, ringing = order.value, COMING * len(now.behind), 0, 0, 0
    for c in now.trick:
        points += value[c]
        ringing |= 1 << c & bell
        if not now.spent >> c & 1:
            tally += TALLY[c]
    below = winning(now, now.best, now.led, now.ours)
    ours_anyway = below == 1.0 and now.led != TRUMP
    result = []
    for c in cards:
        chance = winning(now, c, now.led, True) if beats >> c & 1 else below
        meld = now.hopes[tally if now.spent >> c & 1 else tally + TALLY[c]]
        if ringing and bell >> c & 1:
            meld += BELL_POINTS
        worth = points + value[c]
        gain = chance * (worth + coming) + (2.0 * chance - 1.0) * MELD * meld - later(now, c)
        if ours_anyway and order.cls[c] == TRUMP:
            gain -= OVERTRUMP
        if worth >= now.need > 0:
            gain += DECISIVE * chance
        if worth >= now.foes_need > 0:
            gain -= DECISIVE * (1.0 - chance)
        result.append(Weighed(c, chance, meld, gain))
    result.sort(key=_GAIN, reverse=True)
    return result


def weigh_lead(now: Sight, cards: Cards) -> list[Weighed]:
    """The cards that may be led, the one with the greatest gain first."""
    order, above, result = now.ranks.order, now.ranks.above, []
    for c in cards:
        chance = winning(now, c, order.cls[c], True)
        meld = now.hopes[0 if now.spent >> c & 1 else TALLY[c]]
        bonus = (LEAD_TRUMP if order.cls[c] == TRUMP else LEAD_PLAIN)[now.declares]
        gain = chance * (order.value[c] + 3 * LEAD_COMING) + (2.0 * chance - 1.0) * LEAD_MELD * meld
        gain += bonus[min((above[c] & now.out).bit_count(), 3)] - LEAD_LATER * later(now, c)
        result.append(Weighed(c, chance, meld, gain))
    result.sort(key=_GAIN, reverse=True)
    return result


_GAIN = attrgetter("gain")
