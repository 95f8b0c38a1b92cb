"""The Python face of the kernel: checks every question, asks, and puts what was already taken on top of the answer."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from enum import IntFlag
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.cards import Card, Mask, Seat, card_text
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import TrickMelds, TrickProblem
from sheepfold.core.message import say
from sheepfold.core.order import TRUMP, Order

try:
    from sheepfold.solver import _kernel
except ImportError as missing:
    raise ImportError(
        "The compiled kernel of sheepfold.solver is missing. Install a C++17 compiler (Debian, Ubuntu: g++; Fedora: "
        "gcc-c++) and run 'pip install .' again; docs/install.md lists the compilers that were tried."
    ) from missing

Count: TypeAlias = Literal["points", "tricks", "points and melds"]
"""What is counted: card points with the bonus of the last trick, tricks, or points with the melds won in tricks."""

processor: str = _kernel.processor
"""The build of the kernel in use: ``modern`` or ``baseline``."""

PACK: Mask = (1 << 36) - 1
MEGABYTE = 1 << 20


class Switch(IntFlag):
    """The kernel's techniques. They change the work, never the value; each can be switched off for a test."""

    TABLE = 1
    CANONICAL = 2
    PARTITION = 4
    EQUAL = 8
    NEARLY = 16
    BOUNDS = 32
    ORDERING = 64
    TOLERANT = 128
    REPLIES = 256
    MELDS = 512


ALL = Switch(1023)
"""Every technique on."""


class BadProblem(SheepfoldError):
    """A position or a question that cannot come from a table."""


class CardValue(Struct, frozen=True):
    """What a card leads to with best play by everybody: between ``lo`` and ``hi``, equal when it was worked out."""

    card: Card
    lo: int
    hi: int

    @property
    def value(self) -> int | None:
        """The exact value, ``None`` if the search was stopped before it was known."""
        return self.lo if self.lo == self.hi else None

    def __str__(self) -> str:
        return (
            f"{card_text(self.card)} {self.lo}" if self.lo == self.hi else f"{card_text(self.card)} {self.lo}–{self.hi}"
        )


class Answer(Struct, frozen=True):
    """What the side takes in the whole deal, cards already taken included; ``lo`` and ``hi`` differ if not finished."""

    lo: int
    hi: int
    finished: bool
    nodes: int
    cards: tuple[CardValue, ...] = ()
    line: tuple[Card, ...] = ()

    @property
    def value(self) -> int | None:
        """The exact value, ``None`` if the search was stopped before it was known or only a threshold was asked."""
        return self.lo if self.lo == self.hi else None

    def best(self, most: bool = True) -> tuple[Card, ...]:
        """The cards whose value is the best for a side that wants most (or least)."""
        known = [c for c in self.cards if c.value is not None]
        if not known:
            return ()
        target = (max if most else min)(c.lo for c in known)
        return tuple(c.card for c in known if c.lo == target)


class Playouts(Struct, frozen=True):
    """How often the side ended with each result, and what each seat took on average."""

    total: int
    counts: dict[int, int]
    seats: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The side's average."""
        return sum(value * many for value, many in self.counts.items()) / self.total

    def share(self, target: int) -> float:
        """How often the side reached the target."""
        return sum(many for value, many in self.counts.items() if value >= target) / self.total


class MaxN(Struct, frozen=True):
    """Everybody for themselves: what each seat takes, and the play that leads to it."""

    values: tuple[int, ...]
    line: tuple[Card, ...]
    nodes: int


Weights: TypeAlias = tuple[float, ...]
"""36 weights of a playout policy, made by ``weights``."""

SITUATIONS = ("lead", "ahead", "behind")
"""On lead; the own side is winning the trick; the other side is."""


def weights(**factors: float) -> Weights:
    """A playout policy out of factors; a card's weight is the product of those that apply to it, 1 if none does.

    ``takes`` (the card takes the lead of the trick), ``fat`` (ten points or more), ``some`` (fewer), ``trump``; each
    alone, or in one situation only: ``lead_trump``, ``ahead_fat``, ``behind_takes`` ...

    >>> smear = weights(ahead_fat=4, behind_fat=0.2, behind_takes=3)
    >>> len(smear)
    36
    """
    names = {"takes", "fat", "some", "trump"}
    known = names | {f"{situation}_{name}" for situation in SITUATIONS for name in names}
    for name, factor in factors.items():
        if name not in known:
            raise BadProblem(
                "weight_name",
                "There is no weight '{ $name }'; there are { $known }.",
                name=name,
                known=", ".join(sorted(known)),
            )
        if not 0 < factor <= 1000:
            raise BadProblem("weight_range", "The weight { $name } must be above 0 and at most 1000.", name=name)
    made = []
    for situation in SITUATIONS:
        for takes in (False, True):
            for worth in (None, "some", "fat"):
                for trump in (False, True):
                    applying = [n for n, on in (("takes", takes), (worth, True), ("trump", trump)) if n and on]
                    product = 1.0
                    for name in applying:
                        product *= factors.get(name, 1.0) * factors.get(f"{situation}_{name}", 1.0)
                    made.append(max(min(product, 1e6), 1e-6))
    return tuple(made)


def solve(
    problem: TrickProblem,
    *,
    side: int | None = None,
    seat: Seat | None = None,
    least: bool = False,
    count: Count = "points",
    line: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 64,
    switches: Switch = ALL,
) -> Answer:
    """The exact value for a side, or for one ``seat`` against all others; by default the side of the player on turn.

    ``least``: the side wants to take as little as it can, and all others want it to take much. ``line``: also one line
    of best play, each time the first card in pack order that keeps the value. ``nodes`` and ``seconds`` limit the work,
    ``memory`` the table in megabytes.
    """
    ask = _Question(side, seat, least, count)
    return ask.solve([problem], (nodes, seconds, memory, switches, 1), line=line)[0]


def solve_all(
    problem: TrickProblem,
    *,
    side: int | None = None,
    seat: Seat | None = None,
    least: bool = False,
    count: Count = "points",
    line: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 64,
    switches: Switch = ALL,
) -> Answer:
    """As ``solve``, with the value of every card that may be played now, in pack order."""
    ask = _Question(side, seat, least, count)
    return ask.solve([problem], (nodes, seconds, memory, switches, 1), every_card=True, line=line)[0]


def reaches(
    problem: TrickProblem,
    target: int,
    *,
    side: int | None = None,
    seat: Seat | None = None,
    least: bool = False,
    count: Count = "points",
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 64,
    switches: Switch = ALL,
) -> bool | None:
    """Does the side end with at least ``target``, cards already taken included? ``None``: stopped before it was known.

    With ``least`` the side tries to stay below the target, and the answer says whether it must reach it.
    """
    ask = _Question(side, seat, least, count)
    answer = ask.solve([problem], (nodes, seconds, memory, switches, 1), target=target)[0]
    return True if answer.lo >= target else False if answer.hi < target else None


def solve_worlds(
    problems: Sequence[TrickProblem],
    *,
    side: int | None = None,
    seat: Seat | None = None,
    least: bool = False,
    count: Count = "points",
    every_card: bool = True,
    target: int | None = None,
    threads: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 64,
    switches: Switch = ALL,
) -> list[Answer]:
    """The same question for many worlds, over threads; answers in the order of the worlds.

    ``nodes`` limits each world, ``seconds`` the whole call, ``memory`` is megabytes per thread. Without ``seconds`` the
    answers do not depend on the number of threads. Ctrl-C ends it within a tenth of a second. With a ``target`` each
    answer only says whether it is reached (``lo >= target``) or not (``hi < target``).
    """
    if not 1 <= threads <= 256:
        raise BadProblem("threads", "The number of threads must be between 1 and 256.")
    ask = _Question(side, seat, least, count)
    limits = (nodes, seconds, memory, switches, threads)
    return ask.solve(problems, limits, every_card=every_card and target is None, target=target)


def playouts(
    problem: TrickProblem,
    number: int,
    *,
    side: int | None = None,
    seat: Seat | None = None,
    count: Count = "points",
    seed: int = 0,
    policy: Weights | None = None,
    threads: int = 1,
) -> Playouts:
    """Play the deal to its end many times, at random or by a policy; the same seed gives the same result."""
    if not 1 <= number <= 10**12:
        raise BadProblem("number", "The number of playouts must be between 1 and a million million.")
    if not 1 <= threads <= 256:
        raise BadProblem("threads", "The number of threads must be between 1 and 256.")
    if policy is not None and len(policy) != 36:
        raise BadProblem("policy", "A policy has 36 weights; make it with solver.weights().")
    ask = _Question(side, seat, False, count)
    native, base = ask.prepare(problem)
    taken = _taken(problem, count)
    counts, sums, total = _kernel.playouts(native, number, seed & (1 << 64) - 1, list(policy or ()), threads)
    means = tuple(each / total + before for each, before in zip(sums, taken, strict=True))
    return Playouts(total, {value + base: many for value, many in counts.items()}, means)


def perft(problem: TrickProblem, depth: int) -> int:
    """The number of ways to play exactly ``depth`` cards."""
    if not 0 <= depth <= 64:
        raise BadProblem("depth", "The depth must be between 0 and 64 cards.")
    native, _ = _Question(None, None, False, "points").prepare(problem)
    return int(_kernel.perft(native, depth))


def max_n(
    problem: TrickProblem, *, count: Count = "points", nodes: int = 20_000_000, seconds: float | None = None
) -> MaxN | None:
    """Everybody for themselves, exactly, for short endings; of equally good cards a seat plays the first in pack order.

    ``None``: the limit came first.
    """
    _check_limits(nodes, seconds, 1)
    native, _ = _Question(None, None, False, count).prepare(problem)
    found = _kernel.maxn(native, nodes, seconds or 0.0)
    if found is None:
        return None
    values, line, used = found
    taken = _taken(problem, count)
    return MaxN(tuple(a + b for a, b in zip(values, taken, strict=True)), tuple(line), used)


Limits: TypeAlias = tuple[int | None, float | None, int, Switch, int]


class _Question(Struct, frozen=True):
    """Which seats are asked about and what is counted."""

    side: int | None
    seat: Seat | None
    least: bool
    count: Count

    def seats_for(self, problem: TrickProblem) -> int:
        """The seats whose takings are the value, as bits."""
        seats = len(problem.hands)
        if self.seat is not None:
            if not 0 <= self.seat < seats:
                raise BadProblem(
                    "seat",
                    "There is no seat { $seat }; seats are 0 to { $last }.",
                    seat=self.seat,
                    last=seats - 1,
                    key="solver_seat",
                )
            return 1 << self.seat
        side = self.side
        if side is None:
            side = problem.sides[(problem.leader + len(problem.trick)) % seats]
        found = sum(1 << s for s in range(seats) if problem.sides[s] == side)
        if not found:
            raise BadProblem(
                "side",
                "Nobody is on side { $side }; the sides are { $sides }.",
                side=side,
                sides=str(sorted(set(problem.sides))),
            )
        return found

    def prepare(self, problem: TrickProblem) -> tuple[Any, int]:
        """The kernel's problem, and what the side has already."""
        check(problem)
        own = self.seats_for(problem)
        seats = len(problem.hands)
        melds = problem.melds if self.count == "points and melds" else None
        tricks = self.count == "tricks"
        native = _kernel.problem(
            _native_order(problem.order, tricks),
            problem.hands,
            problem.leader,
            problem.trick,
            own,
            ~own & (1 << seats) - 1 if self.least else own,
            problem.piles,
            [(duty.seat, duty.cls, duty.cards) for duty in problem.duties] if problem.duties else (),
            _native_melds(melds) if melds else None,
            0 if tricks else problem.last_trick,
            int(tricks),
        )
        taken = _taken(problem, self.count)
        return native, sum(taken[s] for s in range(seats) if own >> s & 1)

    def solve(
        self,
        problems: Sequence[TrickProblem],
        limits: Limits,
        every_card: bool = False,
        line: bool = False,
        target: int | None = None,
    ) -> list[Answer]:
        """Ask the kernel and turn its answers round."""
        nodes, seconds, memory, switches, threads = limits
        _check_limits(nodes, seconds, memory)
        ready = [self.prepare(problem) for problem in problems]
        options = (every_card, line, int(switches), memory * MEGABYTE, nodes or 0, seconds or 0.0, threads)
        if target is None:
            found = _kernel.solve([native for native, _ in ready], False, 0, *options)
        else:  # what is needed differs from world to world with what is already taken
            groups: dict[int, list[int]] = {}
            for place, (_, base) in enumerate(ready):
                groups.setdefault(max(min(target - base, 30000), -30000), []).append(place)
            found = [None] * len(ready)
            for need, places in groups.items():
                part = _kernel.solve([ready[p][0] for p in places], True, need, *options)
                for place, each in zip(places, part, strict=True):
                    found[place] = each
        return [_on_top(each, base) for each, (_, base) in zip(found, ready, strict=True)]


def _on_top(found: Any, base: int) -> Answer:
    """The kernel's answer with what was already taken."""
    lo, hi, finished, nodes, _, cards, line = found
    values = tuple(CardValue(card, low + base, high + base) for card, low, high in cards)
    return Answer(lo + base, hi + base, finished, nodes, values, tuple(line))


def _taken(problem: TrickProblem, count: Count) -> tuple[int, ...]:
    if count == "tricks":
        return problem.tricks
    if count == "points and melds" and problem.meld_points:
        return tuple(a + b for a, b in zip(problem.points, problem.meld_points, strict=True))
    return problem.points


_ORDERS: dict[tuple[int, bool], tuple[Order, Any]] = {}
atexit.register(_ORDERS.clear)  # or the binding complains at the end about what is still held here


def _native_order(order: Order, tricks: bool) -> Any:
    """The kernel's table of an order, made once: contracts are few and shared."""
    known = _ORDERS.get((id(order), tricks))
    if known is not None:
        return known[1]
    check_order(order)
    power = [order.power[order.cls[c]][c] for c in range(36)]
    native = _kernel.order(order.cls, power, (0,) * 36 if tricks else order.value)
    if len(_ORDERS) >= 512:
        _ORDERS.clear()
    _ORDERS[id(order), tricks] = (order, native)
    return native


def _native_melds(melds: TrickMelds) -> Any:
    if len(melds.set3) != 9 or len(melds.set4) != 9:
        raise BadProblem("melds", "Sets are priced for nine ranks, sixes first.", key="melds_ranks")
    prices = (melds.run3, melds.run4, *melds.set3, *melds.set4, *(points for _, points in melds.pairs))
    if not all(0 <= price <= 1000 for price in prices):
        raise BadProblem("melds", "A meld is worth between 0 and 1000 points.", key="melds_worth")
    if len(melds.pairs) > 8 or not all(0 < cards <= PACK for cards, _ in melds.pairs):
        raise BadProblem("melds", "At most eight pairs can be priced, each of cards of the pack.", key="melds_pairs")
    return melds.run3, melds.run4, melds.set3, melds.set4, melds.pairs, melds.spent & PACK


def _check_limits(nodes: int | None, seconds: float | None, memory: int) -> None:
    if nodes is not None and not 1 <= nodes < 1 << 60:
        raise BadProblem("nodes", "A limit of nodes must be at least 1.")
    if seconds is not None and not seconds > 0:
        raise BadProblem("seconds", "A time limit must be above zero seconds.")
    if not 1 <= memory <= 1 << 20:
        raise BadProblem("memory", "The memory must be between 1 megabyte and a million.")


def check_order(order: Order) -> None:
    """Refuse an order in which trumps do not beat plain cards, or two cards of a class are equally strong."""
    if len(order.cls) != 36 or len(order.power) != 5 or any(len(row) != 36 for row in order.power):
        raise BadProblem("order", "An order has five classes of the 36 cards.", key="order_classes")
    if len(order.value) != 36 or not all(0 <= worth <= 1000 for worth in order.value):
        raise BadProblem("order_value", "A card is worth between 0 and 1000 points.")
    known = 0
    for cls, mask in enumerate(order.classes):
        if mask & known or not 0 <= mask <= PACK or cls > TRUMP:
            raise BadProblem("order", "Every card belongs to one class.", key="order_card")
        known |= mask
        strengths = [order.power[cls][c] for c in range(36) if mask >> c & 1]
        if len(set(strengths)) != len(strengths) or not all(0 < s <= 1000 for s in strengths):
            raise BadProblem(
                "order_power", "Cards of one class need different strengths from 1 to 1000.", key="order_power_class"
            )
    _check_powers(order)


def _check_powers(order: Order) -> None:
    for c in range(36):
        own = order.cls[c]
        if not 0 <= own <= TRUMP:
            raise BadProblem("order", "A class is 0 to 4.", key="order_class")
        if not any(mask >> c & 1 for mask in order.classes):
            continue
        if not order.classes[own] >> c & 1:
            raise BadProblem("order", "The classes disagree about { $card }.", card=card_text(c))
        for led in range(5):
            power = order.power[led][c]
            if (power > 0) != (own in (led, TRUMP)) or (power and power != order.power[own][c]):
                raise BadProblem(
                    "order_power", "The strength of { $card } does not fit trumps over plain suits.", card=card_text(c)
                )
    plain = max((order.power[led][c] for led in range(4) for c in range(36) if order.cls[c] != TRUMP), default=0)
    trumps = [order.power[TRUMP][c] for c in range(36) if order.classes[TRUMP] >> c & 1]
    if trumps and min(trumps) <= plain:
        raise BadProblem("order_power", "Every trump must be stronger than every plain card.", key="order_power_trump")


def check(problem: TrickProblem) -> None:
    """Refuse, in words, a position that cannot come from a table."""
    _check_table(problem)
    known = 0
    for mask in problem.order.classes:
        known |= mask
    sizes = [mask.bit_count() for mask in problem.hands]
    seen = _check_trick(problem, _check_hands(problem, known), known, sizes)
    if problem.piles:
        _check_piles(problem, seen, known, sizes)
    if min(sizes) != max(sizes) or not sizes[0]:
        sentence = "The players have { $sizes } cards to play, this trick included; they need the same."
        raise BadProblem("hand_sizes", sentence, sizes=str(sizes))
    if problem.duties:
        _check_duties(problem)
    if not -1000 <= problem.last_trick <= 1000:
        raise BadProblem("last_trick", "The last trick may count between -1000 and 1000 points more.")
    if problem.melds and len(problem.hands) > 5:
        raise BadProblem("melds", "Melds in tricks are for at most five players.")


_BY_SEAT = {
    "points": say("solver-points", "points"),
    "tricks": say("solver-tricks", "tricks"),
    "sides": say("solver-sides", "sides"),
}


def _check_table(problem: TrickProblem) -> None:
    """As many of everything as there are seats, and a trick that is not over."""
    seats = len(problem.hands)
    if not 2 <= seats <= 8:
        raise BadProblem("seats", "There are { $seats } hands; two to eight can play.", seats=seats)
    for name, words in _BY_SEAT.items():
        given = len(getattr(problem, name))
        if given != seats:
            sentence = "There are { $seats } hands but { $given } { $name }."
            raise BadProblem("seats", sentence, seats=seats, given=given, name=words, key="seats_given")
    melds = len(problem.meld_points)
    if melds and melds != seats:
        sentence = "There are { $seats } hands but { $meld_points } meld points."
        raise BadProblem("seats", sentence, seats=seats, meld_points=melds, key="seats_meld_points")
    if not 0 <= problem.leader < seats:
        sentence = "Seat { $leader } leads, but seats are 0 to { $last }."
        raise BadProblem("leader", sentence, leader=problem.leader, last=seats - 1)
    if len(problem.trick) >= seats:
        sentence = "A trick of { $trick } cards among { $seats } players is over."
        raise BadProblem("trick", sentence, key="solver_trick", trick=len(problem.trick), seats=seats)


def _check_hands(problem: TrickProblem, known: Mask) -> Mask:
    """All cards that are held, each by one seat."""
    seen = 0
    for mask in problem.hands:
        if mask & seen:
            card = card_text(_first(mask & seen))
            raise BadProblem("card_twice", "{ $card } is in two hands.", card=card, key="card_in_two_hands")
        if mask < 0 or mask & ~known:
            raise BadProblem("foreign_card", "A hand has a card that the order does not know.", key="foreign_card_hand")
        seen |= mask
    return seen


def _check_trick(problem: TrickProblem, seen: Mask, known: Mask, sizes: list[int]) -> Mask:
    """The cards seen so far and those of the trick, which count for the hands they came from."""
    for place, c in enumerate(problem.trick):
        if not 0 <= c < 36 or not known >> c & 1:
            raise BadProblem("foreign_card", "The trick has a card that the order does not know.")
        if seen >> c & 1:
            sentence = "{ $card } lies in the trick and is somewhere else too."
            raise BadProblem("card_twice", sentence, card=card_text(c), key="card_in_trick_too")
        seen |= 1 << c
        sizes[(problem.leader + place) % len(sizes)] += 1
    return seen


def _first(mask: Mask) -> Card:
    return (mask & -mask).bit_length() - 1


def _check_piles(problem: TrickProblem, seen: Mask, known: Mask, sizes: list[int]) -> None:
    tops = 0
    seats = len(problem.hands)
    for seat, top, below in problem.piles:
        if not 0 <= seat < seats or not 0 <= top < 36 or not 0 <= below < 36 or not known >> below & 1:
            raise BadProblem("pile", "A pile is a seat, a card on top and a card below it.")
        if seen >> below & 1:
            raise BadProblem(
                "card_twice",
                "{ $card } is covered and somewhere else too.",
                card=card_text(below),
                key="card_covered_too",
            )
        played = {(problem.leader + place) % seats: c for place, c in enumerate(problem.trick)}
        if not problem.hands[seat] >> top & 1 and played.get(seat) != top:
            raise BadProblem(
                "pile",
                "Seat { $seat } does not have { $card } to cover { $lower_card }.",
                seat=seat,
                card=card_text(top),
                lower_card=card_text(below),
                key="pile_top",
            )
        if tops >> top & 1:
            raise BadProblem("pile", "{ $card } covers two cards.", card=card_text(top), key="pile_twice")
        seen |= 1 << below
        tops |= 1 << top
        sizes[seat] += 1


def _check_duties(problem: TrickProblem) -> None:
    bound = set()
    for duty in problem.duties:
        if not 0 <= duty.seat < len(problem.hands) or not 0 <= duty.cls <= TRUMP:
            raise BadProblem("duty", "A duty names a seat at the table and a class.")
        if duty.seat in bound:
            raise BadProblem(
                "duty", "Seat { $seat } has two duties; one at a time is allowed.", seat=duty.seat, key="duty_twice"
            )
        if duty.cards < 0 or duty.cards & ~problem.order.classes[duty.cls]:
            raise BadProblem("duty", "A duty's cards must belong to its class.", key="duty_cards")
        bound.add(duty.seat)
