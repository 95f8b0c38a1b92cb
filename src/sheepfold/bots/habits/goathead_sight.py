"""How a Goathead player sees the table: who may hold what, who is with whom, and how a trick is likely to go.

Everything is read off the View once per decision and kept in masks, because the habits are also the playing-out of
every searching bot.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from sheepfold.core.cards import DECK32, Card, Mask, Rank, Seat, Suit
from sheepfold.core.events import Contract
from sheepfold.core.order import TRUMP, Order
from sheepfold.games.goathead import SEATS, order_for
from sheepfold.play.view import View

# Where the numbers of this file come from: docs/tuning.md.
LED_TRUMP_HINT = 3.0  # how much likelier somebody is the partner who led a trump with the choice of a fail


class Tables(Struct, frozen=True, gc=False):
    """What never changes under one contract. ``above[led class][card]`` are the cards that beat a card there."""

    cls: tuple[int, ...]
    classes: tuple[Mask, ...]
    trumps: Mask
    value: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]
    above: tuple[tuple[Mask, ...], ...]


@lru_cache(maxsize=64)
def tables_of(kind: str, suit: Suit | None, rank: Rank | None) -> Tables:
    """The tables of a contract, made once."""
    order: Order = order_for(Contract(kind, suit=suit, rank=rank))
    above = tuple(
        tuple(sum(1 << d for d in DECK32.cards if power[d] > power[c]) for c in range(36)) for power in order.power
    )
    return Tables(order.cls, order.classes, order.trump_mask, order.value, order.power, above)


class Sight(Struct, gc=False):
    """A moment in the tricks. ``out`` are the cards in other hands, ``may`` those that each seat can have of them.

    ``friend`` is the chance that a seat plays for the same side. ``best`` is the card that wins the trick so far and
    ``taker`` its seat; ``behind`` are the seats that still play to it. ``points`` and ``tricks`` are by seat.
    """

    seat: Seat
    contract: Contract
    tables: Tables
    mine: Mask
    out: Mask
    may: tuple[Mask, ...]
    counts: tuple[int, ...]
    friend: tuple[float, ...]
    trick: tuple[Card, ...]
    led: int
    best: Card
    taker: Seat
    worth: int
    behind: tuple[Seat, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]

    @property
    def declares(self) -> bool:
        """Whether this seat is of the declaring side."""
        declarer = self.contract.declarer
        return declarer is not None and self.friend[declarer] == 1.0


def sight_of(view: View) -> Sight:
    """What the seat on turn sees."""
    contract, seat = view.contract, view.seat
    assert contract is not None
    assert seat is not None
    tables = tables_of(contract.kind, contract.suit, contract.rank)
    played, void, drew, points, tricks = _past(view, tables)
    mine = view.hand
    out = DECK32.mask & ~(mine | played)
    may = [0 if s == seat else out & ~(void[s] | view.lacks[s]) for s in range(SEATS)]
    for s, known in enumerate(view.known):
        if known and s != seat:
            may = [cards if other == s else cards & ~known for other, cards in enumerate(may)]
    trick = view.trick
    leader = seat if not trick or view.leader is None else view.leader
    led, best, taker, worth = _table(trick, leader, tables)
    return Sight(
        seat,
        contract,
        tables,
        mine,
        out,
        tuple(may),
        view.counts,
        _friends(view, contract, seat, may, drew),
        trick,
        led,
        best,
        taker,
        worth,
        _BEHIND[seat][len(trick)],
        tuple(points),
        tuple(tricks),
    )


_BEHIND = tuple(tuple(tuple((s + n) % SEATS for n in range(1, SEATS - k)) for k in range(SEATS)) for s in range(SEATS))


def _past(view: View, tables: Tables) -> tuple[Mask, list[Mask], int, list[int], list[int]]:
    """Cards played, what each seat has shown not to have, who led trumps (as bits), points and tricks by seat."""
    cls, classes = tables.cls, tables.classes
    played = drew = 0
    void, points, tricks = [0] * SEATS, [0] * SEATS, [0] * SEATS
    for trick in view.done:
        cards, s = trick.cards, trick.leader
        led = cls[cards[0]]
        if led == TRUMP:
            drew |= 1 << s
        for c in cards:
            played |= 1 << c
            if cls[c] != led:
                void[s] |= classes[led]
            s = (s + 1) % SEATS
        points[trick.winner] += trick.points
        tricks[trick.winner] += 1
    if view.trick and view.leader is not None:
        s = view.leader
        led = cls[view.trick[0]]
        if led == TRUMP:
            drew |= 1 << s
        for c in view.trick:
            played |= 1 << c
            if cls[c] != led:
                void[s] |= classes[led]
            s = (s + 1) % SEATS
    return played, void, drew, points, tricks


def _table(trick: tuple[Card, ...], leader: Seat, tables: Tables) -> tuple[int, Card, Seat, int]:
    """The class led, the card that wins so far, its seat, and the points on the table."""
    if not trick:
        return TRUMP, -1, leader, 0
    led = tables.cls[trick[0]]
    power, value = tables.power[led], tables.value
    best, taker, worth = trick[0], leader, 0
    for place, c in enumerate(trick):
        worth += value[c]
        if power[c] > power[best]:
            best, taker = c, (leader + place) % SEATS
    return led, best, taker, worth


def _friends(view: View, contract: Contract, seat: Seat, may: list[Mask], drew: int) -> tuple[float, ...]:
    """The chance that each seat is on one's own side: known sides first, then who can have the called card (GQ10)."""
    if contract.kind == "junk":
        return _ACROSS[seat]
    declarer, called = contract.declared_by, contract.partner_card
    if called is None:
        return _ALONE[declarer == seat][declarer]
    partner = seat if view.hand >> called & 1 else view.partner
    if partner is not None:
        own = seat in (declarer, partner)
        return tuple([float((s in (declarer, partner)) == own) for s in range(SEATS)])
    suspects = [
        0.0 if s in (declarer, seat) or not may[s] >> called & 1 else LED_TRUMP_HINT if drew >> s & 1 else 1.0
        for s in range(SEATS)
    ]
    total = sum(suspects) or 1.0
    if seat == declarer:
        return tuple([1.0 if s == seat else suspects[s] / total for s in range(SEATS)])
    return tuple([0.0 if s == declarer else 1.0 - suspects[s] / total for s in range(SEATS)])


_ACROSS = tuple(tuple(float((s - seat) % 2 == 0) for s in range(SEATS)) for seat in range(SEATS))
_ALONE = tuple(
    tuple(tuple(float((s == d) == own) for s in range(SEATS)) for d in range(SEATS)) for own in (False, True)
)
"""The sides when one plays against three: by whether the viewer is the one, and who that is."""


# -- chances -----------------------------------------------------------------------------------------------------------


def can_beat(now: Sight, seat: Seat, led: int, card: Card) -> float:
    """The chance that a seat has, and may play, a card that beats this one."""
    tables, pool = now.tables, now.may[seat]
    higher = tables.above[led][card] & pool
    if not higher:
        return 0.0
    miss = 1.0 - now.counts[seat] / pool.bit_count()
    if miss < 0.0:
        miss = 0.0
    if led == TRUMP:
        return 1.0 - miss ** higher.bit_count()
    suit = pool & tables.classes[led]
    chance = 1.0 - miss ** (higher & suit).bit_count()
    ruffs = higher & tables.trumps
    if ruffs:
        chance += miss ** suit.bit_count() * (1.0 - miss ** ruffs.bit_count())
    return chance


def must_beat(now: Sight, seat: Seat, led: int, card: Card) -> float:
    """The chance that a seat which wants no trick has to beat this card: it has that class, and only higher ones."""
    suit = now.may[seat] & now.tables.classes[led]
    higher = (now.tables.above[led][card] & suit).bit_count()
    if not higher:
        return 0.0
    miss = max(0.0, 1.0 - now.counts[seat] / now.may[seat].bit_count())
    return (1.0 - miss**higher) * miss ** (suit.bit_count() - higher)


def is_void(now: Sight, seat: Seat, cls: int) -> float:
    """The chance that a seat has no card of a class."""
    suit = now.may[seat] & now.tables.classes[cls]
    if not suit:
        return 1.0
    return max(0.0, 1.0 - now.counts[seat] / now.may[seat].bit_count()) ** suit.bit_count()


def holds(now: Sight, led: int, card: Card) -> float:
    """The chance that no opponent behind takes the trick away from this card."""
    chance = 1.0
    for seat in now.behind:
        foe = 1.0 - now.friend[seat]
        if foe:
            chance *= 1.0 - foe * can_beat(now, seat, led, card)
    return chance


def beats(now: Sight, card: Card) -> bool:
    """Whether a card would win the trick as it lies."""
    power = now.tables.power[now.led]
    return power[card] > power[now.best]


def ours(now: Sight, card: Card) -> float:
    """The chance that our side takes the trick if this card is played to it."""
    if not now.trick:
        return holds(now, now.tables.cls[card], card)
    if beats(now, card):
        return holds(now, now.led, card)
    return left_alone(now)


def left_alone(now: Sight) -> float:
    """The chance that our side takes the trick on the table if this seat does not beat it."""
    trust = now.friend[now.taker]
    chance = trust * holds(now, now.led, now.best) if trust else 0.0
    if trust < 1.0:
        lost = 1.0
        for seat in now.behind:
            if now.friend[seat]:
                rescue = RESCUE if len(now.behind) == 1 else RESCUE_EARLY
                lost *= 1.0 - rescue * now.friend[seat] * can_beat(now, seat, now.led, now.best)
        chance += (1.0 - trust) * (1.0 - lost)
    return chance


RESCUE, RESCUE_EARLY = 0.9, 0.6  # how often a friend who could beat their card does so and is not beaten again
