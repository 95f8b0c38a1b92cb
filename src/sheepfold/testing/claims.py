"""Claims beside their definition: every world, every card, straight from the rules.

``python -m sheepfold.testing.claims --positions 500 GAME`` looks for late positions in which the definition proves a
claim, and counts how many of these the prover accepts; and how many of those that it disproves, which must be none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Event
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.shuffle import Stream
from sheepfold.play.replay import begin
from sheepfold.play.view import View, after, empty_view, seen_events
from sheepfold.play.worlds import NoWorld, Worlds
from sheepfold.registry import GAMES, make_game
from sheepfold.solver import solve
from sheepfold.solver.claim import prove, tricks_left
from sheepfold.testing.random_deals import random_deal
from sheepfold.testing.secrecy import tables_of

WORLDS = 2000
"""The definition is asked where there are no more worlds than that."""
STEPS = 400_000
"""And where it is finished after playing at most this many cards."""
SIZES = {2: (2, 5), 3: (2, 4), 4: (2, 4), 5: (2, 3)}
"""Fewest and most tricks left in a late position, by the number of seats; with more seats two."""


class TooLong(Exception):
    """The definition would take too long here."""


# -- the definition ----------------------------------------------------------------------------------------------------


def holds(game: Game[Any], view: View, tricks: int | None = None, worlds: int = WORLDS, steps: int = STEPS) -> bool:
    """Whether a claim is true by definition: one way to play reaches it in every world, whatever the others play.

    ``tricks``: at least that many of those left, 0: none, ``None``: all. ``TooLong`` where there are too many worlds.
    """
    states = []
    try:
        for _, state in Worlds(game, view).now(10 * worlds):
            states.append(state)
            if len(states) > worlds:
                raise TooLong
    except NoWorld as error:
        raise TooLong from error
    return _Definition(game, view, tricks, states, steps).reached(states)


class _Definition:
    """The claim as a question about sets of states that look alike to the claimer."""

    def __init__(self, game: Game[Any], view: View, tricks: int | None, states: list[Any], steps: int) -> None:
        self.game, self.me, self.steps = game, view.own_seat, steps
        self.own = [seat for seat in range(game.seats) if all(_together(game, s, seat, self.me) for s in states)]
        self.before = self.taken(states[0])
        self.left = tricks_left(view)
        self.tricks = self.left if tricks is None else tricks

    def taken(self, state: Any) -> tuple[int, int]:
        """Tricks of the own side, and of everybody."""
        tricks = self.game.taken(state).tricks
        return sum(tricks[seat] for seat in self.own), sum(tricks)

    def reached(self, states: list[Any]) -> bool:
        """Whether the claimer can reach the claim, knowing only that the state is one of these."""
        won, played = (now - before for now, before in zip(self.taken(states[0]), self.before, strict=True))
        turn = self.game.actor(states[0])
        if self.tricks == 0 and won:
            return False
        if self.tricks and won >= self.tricks:
            return True
        if won + self.left - played < self.tricks or turn is None:
            return turn is None and not self.tricks
        tried = (self.after(states, action) for action in self.possible(states))
        quantifier: Callable[[Iterator[bool]], bool] = any if turn == self.me else all
        return quantifier(all(map(self.reached, alike)) for alike in tried)

    def possible(self, states: list[Any]) -> list[Action]:
        """What may be done in some of these states; the claimer may do the same in all of them."""
        return list(dict.fromkeys(action for state in states for action in self.game.legal(state)))

    def after(self, states: list[Any], action: Action) -> list[list[Any]]:
        """The states after an action, wherever it is legal, sorted by what the claimer sees."""
        seen: dict[tuple[Event, ...], list[Any]] = {}
        for state in states:
            if action in self.game.legal(state):
                step = self.game.apply(state, action)
                events = () if self.game.actor(step.state) is None else tuple(seen_events(step.events, self.me))
                seen.setdefault(events, []).append(step.state)
                self.steps -= 1
        if self.steps < 0:
            raise TooLong
        return list(seen.values())


def _together(game: Game[Any], state: Any, one: Seat, other: Seat) -> bool:
    sides = game.problem(state).sides
    return sides[one] == sides[other]


# -- late positions ----------------------------------------------------------------------------------------------------


class Position(Struct, frozen=True):
    """A View near the end of a deal, and a claim to be made in it."""

    game: Game[Any]
    view: View
    tricks: int | None


def positions(name: str, seed: str = "claims") -> Iterator[Position]:
    """Late positions of random deals at the tables of a game, one a deal, with a claim at random; without end.

    Of claims that could not even be reached with open cards and a partner who helps, two in three are left out: the
    others are the ones that are hard to tell from true ones.
    """
    tables = [make_game(text) for text in tables_of(name)]
    number = 0
    while True:
        game = tables[number % len(tables)]
        draws = Stream(seed, f"{game.options.text()}/{number}")
        number += 1
        late = [(view, problem) for view, problem in _late(game, draws) if Worlds(game, view).placings <= 2 * WORLDS]
        if late:
            view, problem = late[draws.below(len(late))]
            tricks = _some_claim(tricks_left(view), draws)
            if _with_open_cards(view, problem, tricks) or not draws.below(3):
                yield Position(game, view, tricks)


def _late(game: Game[Any], draws: Stream) -> Iterator[tuple[View, TrickProblem]]:
    """The views of whoever is on turn in the last tricks of a random deal, and how the cards really lie."""
    record = random_deal(game, draws)
    step = begin(game, record.standing, record.deal)
    views = [after(empty_view(game, seat), step.events) for seat in range(game.seats)]
    fewest, most = SIZES.get(game.seats, (2, 2))
    for seat, action in record.actions:
        if game.phase(step.state) == "tricks" and fewest <= tricks_left(views[seat]) <= most:
            yield views[seat], game.problem(step.state)
        step = game.apply(step.state, action)
        views = [after(view, step.events) for view in views]


def _some_claim(left: int, draws: Stream) -> int | None:
    """All in two cases of five, none in one, else a number between."""
    kind = draws.below(5)
    return None if kind < 2 else 0 if kind == 2 else 1 + draws.below(left)


def _with_open_cards(view: View, problem: TrickProblem, tricks: int | None) -> bool:
    """Whether the side reaches the claim if it plays as one and sees all cards."""
    side = problem.sides[view.own_seat]
    taken = sum(each for each, own in zip(problem.tricks, problem.sides, strict=True) if own == side)
    need = tricks_left(view) if tricks is None else tricks
    value = solve(problem, side=side, least=need == 0, count="tricks").value
    assert value is not None
    return value == taken if need == 0 else value >= taken + need


# -- the measurement ---------------------------------------------------------------------------------------------------


class Tally(Struct):
    """What the definition said, and what the prover said to it."""

    proved: int = 0
    accepted: int = 0
    disproved: int = 0
    wrong: int = 0
    too_long: int = 0

    def text(self, name: str) -> str:
        """One line of a table."""
        share = f"{100 * self.accepted / self.proved:.1f} %" if self.proved else "–"
        return (
            f"{name:12} proved {self.proved:5}, accepted {self.accepted:5} ({share}); "
            f"disproved {self.disproved:5}, accepted {self.wrong:3}; not enumerated {self.too_long:5}"
        )


def measure(name: str, wanted: int, seed: str = "claims", progress: Callable[[], None] = lambda: None) -> Tally:
    """Ask the definition and the prover until that many claims are proved by definition."""
    tally = Tally()
    for position in positions(name, seed):
        if tally.proved >= wanted:
            break
        try:
            true = holds(position.game, position.view, position.tricks)
        except TooLong:
            tally.too_long += 1
            continue
        accepted = prove(position.game, position.view, position.tricks) is not None
        if true:
            tally.proved += 1
            tally.accepted += accepted
            progress()
        else:
            tally.disproved += 1
            tally.wrong += accepted
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: one line a game; exit status 1 if a wrong claim was accepted or one true one in twenty was not."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.claims", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game; all games if left out")
    parser.add_argument("--positions", type=int, default=500, metavar="N", help="claims proved a game (default 500)")
    parser.add_argument("--seed", default="claims", help="another seed makes other positions")
    given = parser.parse_args(arguments)
    good = True
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    for name in given.games or GAMES:
        try:
            make_game(name)
        except SheepfoldError as error:
            print(error)
            return 2
        with Progress(*columns, transient=True) as bar:
            task = bar.add_task(name, total=given.positions)
            tally = measure(name, given.positions, given.seed, lambda at=task: bar.advance(at))  # type: ignore[misc]
        print(tally.text(name), flush=True)
        good = good and not tally.wrong and 20 * tally.accepted >= 19 * tally.proved
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
