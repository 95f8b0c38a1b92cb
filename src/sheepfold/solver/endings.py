"""Endings made to test a solver: of every shape, and made for the duties rather than by chance alone.

Nothing here depends on a game: orders, piles, duties and melds are built directly, in the shapes the games use.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from sheepfold.core.cards import (
    ACE,
    DECK32,
    DECK36,
    JACK,
    KING,
    QUEEN,
    SUITS,
    TEN,
    Card,
    Mask,
    card,
    mask_of,
    parse_cards,
)
from sheepfold.core.game import TrickMelds, TrickProblem
from sheepfold.core.order import ACE_TEN_VALUES, TRUMP, Order, make_order
from sheepfold.core.trick import Duty
from sheepfold.solver.oracle import Oracle

HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 3, 6: 2, 7: 2, 8: 2}
"""The most cards a hand of an ending by the number of players."""

KINDS = ("plain", "partner", "hold", "piles", "melds", "last trick", "crowd", "ruffs")
"""What endings are made for: nothing, the called card, hold cards, strawmen, melds, a last-trick bonus, a crowd,
seats that have little but trumps and must ruff their friends' winners."""

HIGH = (8, 7, 6, 5, 4, 3, 2, 1, 0)
ACE_TEN = (8, 4, 7, 6, 5, 3, 2, 1, 0)
BELL = 20


@cache
def orders() -> tuple[Order, ...]:
    """The orders of the games: with and without trumps, ace-ten and natural, high and low, special values."""
    tops = [card(suit, rank) for rank in (QUEEN, JACK) for suit in SUITS]
    found = []
    for suit in SUITS:
        rest = [card(suit, rank) for rank in ACE_TEN if rank not in (QUEEN, JACK) and rank > 0]
        found.append(make_order(DECK32, trumps=tops + rest, plain=ACE_TEN, values=ACE_TEN_VALUES))
        ruling = [card(suit, rank) for rank in (JACK, 3, ACE, TEN, KING, QUEEN, 2, 1)]
        special = {card(suit, JACK): 20, card(suit, 3): 14}
        found.append(make_order(DECK32, trumps=ruling, plain=ACE_TEN, values=ACE_TEN_VALUES, special=special))
        for plain in (HIGH, tuple(reversed(HIGH))):
            trumps = [card(suit, rank) for rank in plain if rank > 0]
            found.append(make_order(DECK32, trumps=trumps, plain=plain, values={}))
        spitzer = {card(suit, 1): 1}
        rest36 = [card(suit, rank) for rank in ACE_TEN if rank not in (QUEEN, JACK)]
        found.append(make_order(DECK36, trumps=tops + rest36, plain=ACE_TEN, values=ACE_TEN_VALUES, special=spitzer))
    found.append(make_order(DECK32, trumps=(), plain=ACE_TEN, values={**ACE_TEN_VALUES, 2: 8}))
    found.append(make_order(DECK32, trumps=(), plain=ACE_TEN, values=ACE_TEN_VALUES))
    found.append(make_order(DECK32, trumps=(), plain=HIGH, values={}))
    found.append(make_order(DECK32, trumps=tops, plain=ACE_TEN, values=ACE_TEN_VALUES))
    found += [
        make_order(DECK32, trumps=[card(s, rank) for s in SUITS], plain=ACE_TEN, values=ACE_TEN_VALUES)
        for rank in (KING, QUEEN, JACK)
    ]
    return tuple(found)


def clover_melds(order: Order, rng: random.Random) -> TrickMelds:
    """Prices as in Clover, now and then with spent cards."""
    pairs = []
    for suit in SUITS:
        bell = mask_of((card(suit, KING), card(suit, QUEEN)))
        if bell & order.trump_mask == bell and len(order.trumps) == 8:
            pairs.append((bell, BELL))
    set4 = [0] * 9
    for rank in (QUEEN, KING, ACE):
        set4[rank] = 100
    set4[JACK] = 200
    spent = rng.getrandbits(36) & rng.getrandbits(36) if rng.random() < 0.3 else 0
    return TrickMelds(20, 50, (20,) * 9, tuple(set4), tuple(pairs), spent)


def _sides(seats: int, rng: random.Random) -> tuple[int, ...]:
    while True:
        sides = tuple(rng.randrange(2) for _ in range(seats))
        if len(set(sides)) == 2:
            return sides


def _dealt(order: Order, seats: int, size: int, rng: random.Random) -> list[list[Card]]:
    """Hands out of a pack that is sometimes short of a suit or of low cards, so that voids and runs are common."""
    known = [c for c in range(36) if any(mask >> c & 1 for mask in order.classes)]
    if rng.random() < 0.5:
        favoured = rng.sample(range(5), 2)
        known.sort(key=lambda c: (order.cls[c] not in favoured) + rng.random() * 1.5)
        known = known[: max(seats * size + rng.randrange(4), seats * size)]
    cards = rng.sample(known, seats * size)
    return [cards[i * size : (i + 1) * size] for i in range(seats)]


def _trump_heavy(order: Order, seats: int, size: int, rng: random.Random) -> list[list[Card]]:
    """Seat 0 has high plain cards, seat 1 low trumps and little else, the others a high trump and cards to follow."""
    trumps = [c for c in order.trumps if rng.random() < 0.8]
    if len(trumps) < seats:
        return _dealt(order, seats, size, rng)
    plain = [c for c in order.listing if order.cls[c] != TRUMP]
    plain.sort(key=lambda c: -order.power[order.cls[c]][c] - rng.random() * 3)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    many = rng.randint(1, size)
    hands[1] = trumps[-many:]
    for seat in range(2, seats):
        if rng.random() < 0.7 and len(trumps) > many:
            hands[seat].append(trumps.pop(0))
    hands[0] = plain[: size - len(hands[0])]
    rest = [c for c in plain if c not in hands[0]] + [c for c in trumps if c not in hands[1]]
    rng.shuffle(rest)
    for hand in hands:
        hand += [rest.pop() for _ in range(size - len(hand))]
    return hands


def _called(hands: list[list[Card]], order: Order, rng: random.Random) -> tuple[Duty, ...]:
    """A called card with its holder, and a picker who holds the suit, where the hands allow it."""
    choices = []
    for cls in range(4):
        top = max(
            (c for hand in hands for c in hand if order.cls[c] == cls), key=lambda c: order.power[cls][c], default=None
        )
        if top is None:
            continue
        holder = next(seat for seat, hand in enumerate(hands) if top in hand)
        pickers = [s for s, hand in enumerate(hands) if s != holder and any(order.cls[c] == cls for c in hand)]
        choices += [(holder, picker, cls, top) for picker in pickers] or [(holder, holder, cls, top)]
    if not choices:
        return ()
    holder, picker, cls, top = rng.choice(choices)
    duties = [Duty(holder, cls, 1 << top)]
    if picker != holder:
        held = [c for c in hands[picker] if order.cls[c] == cls]
        if rng.random() < 0.3:
            held = [max(held, key=lambda c: order.power[cls][c])]  # a called ten: the ace is the hold card
        duties.append(Duty(picker, cls, mask_of(held)))
    return tuple(duties)


def _hold_only(hands: list[list[Card]], order: Order, rng: random.Random) -> tuple[Duty, ...]:
    """Duties of several cards for several seats, odder than any game's."""
    found = []
    for seat, hand in enumerate(hands):
        classes = sorted({order.cls[c] for c in hand})
        if rng.random() < 0.6:
            cls = rng.choice(classes)
            own = [c for c in hand if order.cls[c] == cls]
            found.append(Duty(seat, cls, mask_of(rng.sample(own, rng.randint(1, len(own))))))
    return tuple(found)


def _piles(hands: list[list[Card]], rng: random.Random) -> tuple[tuple[int, Card, Card], ...]:
    found = []
    for seat, hand in enumerate(hands):
        covered = rng.randint(0, len(hand) // 2)
        cards = rng.sample(hand, 2 * covered)
        found += [(seat, cards[2 * i], cards[2 * i + 1]) for i in range(covered)]
    return tuple(found)


def ending(kind: str, rng: random.Random, size: int | None = None, seats: int | None = None) -> TrickProblem:
    """One ending made for a kind, half of them in the middle of a trick."""
    if seats is None:
        seats = {"piles": rng.choice((2, 2, 3)), "melds": 4, "crowd": rng.randint(5, 8)}.get(kind) or rng.choice(
            (2, 3, 4, 4, 4, 5)
        )
    if size is None:
        size = rng.randint(max(2, HAND_SIZES[seats] - 1), HAND_SIZES[seats])
    order = rng.choice(orders())
    hands = _trump_heavy(order, seats, size, rng) if kind == "ruffs" else _dealt(order, seats, size, rng)
    duties: tuple[Duty, ...] = ()
    piles: tuple[tuple[int, Card, Card], ...] = ()
    if kind == "partner" or (kind in ("crowd", "ruffs") and rng.random() < 0.4):
        duties = _called(hands, order, rng)
    elif kind == "hold":
        duties = _hold_only(hands, order, rng)
    elif kind == "piles":
        piles = _piles(hands, rng)
    covered = mask_of(below for _, _, below in piles)
    problem = TrickProblem(
        order=order,
        hands=tuple(mask_of(hand) & ~covered for hand in hands),
        leader=0 if kind == "ruffs" and rng.random() < 0.8 else rng.randrange(seats),
        trick=(),
        points=tuple(rng.randrange(30) for _ in range(seats)),
        tricks=tuple(rng.randrange(3) for _ in range(seats)),
        sides=(0, 0) + (1,) * (seats - 2) if kind == "ruffs" and seats > 2 else _sides(seats, rng),
        piles=piles,
        duties=duties,
        melds=clover_melds(order, rng) if kind == "melds" else None,
        meld_points=tuple(20 * rng.randrange(3) for _ in range(seats)) if kind == "melds" else (),
        last_trick=rng.choice((-2, 10, 14, -30)) if kind in ("last trick", "melds") else 0,
    )
    return begun(problem, rng.randrange(1, seats), rng) if rng.random() < 0.5 else problem


def begun(problem: TrickProblem, cards: int, rng: random.Random) -> TrickProblem:
    """The problem after some legal cards of the first trick."""
    oracle = Oracle(problem, frozenset())
    at = oracle.start
    for _ in range(cards):
        at, _, _ = oracle.play(at, rng.choice(oracle.legal(at)))
    return replace(problem, hands=at.hands, trick=at.trick)


def endings(number: int, seed: int = 1) -> Iterator[tuple[str, TrickProblem]]:
    """Endings of all kinds in turn."""
    rng = random.Random(seed)
    for i in range(number):
        kind = KINDS[i % len(KINDS)]
        yield kind, ending(kind, rng)


def deal(
    order: Order, rng: random.Random, seats: int = 4, size: int = 8, sides: tuple[int, ...] = (0, 1, 0, 1)
) -> TrickProblem:
    """A whole deal at the first lead."""
    known = [c for c in range(36) if any(mask >> c & 1 for mask in order.classes)]
    cards = rng.sample(known, seats * size)
    hands: tuple[Mask, ...] = tuple(mask_of(cards[i * size : (i + 1) * size]) for i in range(seats))
    return TrickProblem(order, hands, rng.randrange(seats), (), (0,) * seats, (0,) * seats, sides)


def example() -> TrickProblem:
    """Two players, two tricks, hearts are trumps: the jack of spades draws the last spade."""
    order = make_order(DECK32, trumps=[card(2, rank) for rank in HIGH if rank], plain=HIGH, values={})
    hands = (mask_of(parse_cards("JS AH")), mask_of(parse_cards("10S KH")))
    return TrickProblem(order, hands, 0, (), (0, 0), (0, 0), (0, 1))
