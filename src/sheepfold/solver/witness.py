"""The first witness: the kernel against the exhaustive oracle, ending by ending, every legal card compared."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sheepfold.core.actions import PASS, Play
from sheepfold.core.cards import Seat
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.options import describe
from sheepfold.core.shuffle import Chance
from sheepfold.registry import GAMES
from sheepfold.solver.endings import HAND_SIZES, endings
from sheepfold.solver.face import ALL, Count, Switch, reaches, solve, solve_all
from sheepfold.solver.oracle import Oracle

MORE_SEATS = (5, 4)
"""Where the number of seats can be chosen, these take another turn: most who play so are as many."""


def tables_of(kind: type[Game[Any]]) -> tuple[dict[str, Any], ...]:
    """The options of the tables to take endings from: the default, or one for each number of seats and more."""
    info = next((each for each in describe(kind.options_type) if each.name == kind.seats_option), None)
    if info is None:
        return ({},)
    numbers = info.choices or tuple(n for n in HAND_SIZES if (info.ge or n) <= n <= (info.le or n))
    return tuple({info.name: number} for number in (*numbers, *(each for each in MORE_SEATS if each in numbers)))


class Case(Struct, frozen=True):
    """An ending and the question asked about it."""

    kind: str
    problem: TrickProblem
    own: frozenset[Seat]
    count: Count
    switches: Switch
    least: bool


def cases(number: int, seed: int) -> Iterator[Case]:
    """Endings made for the duties and endings of the games in turn, each with a question; half with all techniques on,
    the others with one of them off."""
    rng = random.Random(seed)
    made, played = endings(number, seed), game_endings(seed)
    for i in range(number):
        kind, problem = next(made) if i % 2 else next(played)
        if problem.melds is not None and rng.random() < 0.8:
            count: Count = "points and melds"
        else:
            count = rng.choice(("points", "tricks"))
        one = rng.randrange(len(problem.hands))
        side = problem.sides[one]
        alone = rng.random() < 0.2
        own = frozenset(s for s, other in enumerate(problem.sides) if (s == one if alone else other == side))
        switches = ALL if rng.random() < 0.5 else ALL & ~rng.choice(list(Switch))
        yield Case(kind, problem, own, count, switches, least=rng.random() < 0.15)


def game_endings(seed: int) -> Iterator[tuple[str, TrickProblem]]:
    """Endings of real deals of every game, played at random to where few cards are left, also in mid-trick."""
    rng = random.Random(seed)
    chance = Chance(f"witness {seed}")
    games = [kind(kind.options_type.make(**given)) for kind in GAMES.values() for given in tables_of(kind)]
    for number in range(10**9):
        game = games[number % len(games)]
        problem = played_down(game, chance, number, rng)
        if problem is not None:
            yield game.id, problem


def played_down(game: Game[Any], chance: Chance, number: int, rng: random.Random) -> TrickProblem | None:
    """A deal played at random until few enough cards are left; ``None`` if it never came to tricks."""
    table, _ = game.first_standing(chance)
    state = game.begin(table, chance.deal(game.deck, number, 0)).state
    size = HAND_SIZES[game.seats] - (rng.random() < 0.5)
    shy = rng.random()
    while legal := game.legal(state):
        if game.phase(state) == "tricks" and all(type(action) is Play for action in legal):
            problem = game.problem(state)
            seat = (problem.leader + len(problem.trick)) % game.seats
            covered = sum(owner == seat for owner, _, _ in problem.piles)
            left = problem.hands[seat].bit_count() + covered
            if left <= size and (rng.random() < 0.5 or left < size or len(problem.trick) == game.seats - 1):
                return problem if left > 1 else None
        action = PASS if legal[0] == PASS and rng.random() < shy else rng.choice(legal)
        state = game.apply(state, action).state
    return None


def disagreement(case: Case) -> str | None:
    """What the kernel and the oracle say differently about a case, ``None`` if nothing."""
    problem, own = case.problem, case.own
    oracle = Oracle(problem, own, case.count, case.least)
    expected = dict(oracle.values(oracle.start))
    base = sum(_taken(problem, case.count)[seat] for seat in own)
    expected = {card: value + base for card, value in expected.items()}
    ask: dict[str, Any] = {"count": case.count, "least": case.least, "switches": case.switches}
    if len(own) == 1:
        ask["seat"] = min(own)
    else:
        ask["side"] = problem.sides[min(own)]
    answer = solve_all(problem, **ask)
    found = {card.card: card.value for card in answer.cards}
    if found != expected:
        return f"cards {found}, expected {expected}"
    best = (max if (oracle.turn(oracle.start) in own) != case.least else min)(expected.values())
    single = solve(problem, line=True, **ask)
    if answer.value != best or single.value != best:
        return f"value {answer.value} and {single.value}, expected {best}"
    if not reaches(problem, best, **ask) or reaches(problem, best + 1, **ask):
        return f"the threshold at {best} is wrong"
    return _wrong_line(oracle, single.line, best - base, case)


def _wrong_line(oracle: Oracle, line: tuple[int, ...], value: int, case: Case) -> str | None:
    at = oracle.start
    taken = 0
    for card in line:
        if card not in oracle.legal(at):
            return f"the line {line} is not legal"
        at, taker, worth = oracle.play(at, card)
        taken += worth if taker in case.own else 0
    return None if taken == value and not any(at.hands) else f"the line {line} gives {taken}, not {value}"


def _taken(problem: TrickProblem, count: Count) -> tuple[int, ...]:
    if count == "tricks":
        return problem.tricks
    melds = problem.meld_points if count == "points and melds" and problem.meld_points else (0,) * len(problem.hands)
    return tuple(a + b for a, b in zip(problem.points, melds, strict=True))
