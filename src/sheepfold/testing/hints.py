"""Hints put to the test: are their tables honest, and how long do they take?

Each hint is asked for at a moment of its own deal, which players partly at random and partly by the conventions have
led to. Then the same actions are tried in ten times as many fresh worlds, which the hint has not seen, and every
interval is held against the mean found there.

``python -m sheepfold.testing.hints --hints 500 grim`` prints the figures of a game, or of all games if none is named.
``--fresh 0`` leaves the fresh worlds out and only looks at the tables and the time. Ctrl-C ends a game with its figures
so far.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import suppress
from time import thread_time

from msgspec import Struct
from rich.console import Console
from rich.progress import track

from sheepfold.bots import make_bot
from sheepfold.bots.search import Effort
from sheepfold.bots.valuation import EFFORT, HINT, Trials, valuation
from sheepfold.core.shuffle import Stream
from sheepfold.play.driver import drive
from sheepfold.play.player import ENDLESS, NO_LIMIT, Budget, Question
from sheepfold.play.valuation import Valuation, Valued
from sheepfold.registry import OWN, game_of, make_game
from sheepfold.testing.random_deals import random_standing

TIMES = 10
"""How many fresh worlds are looked at for each world of the hint."""
WILD = 4
"""One action in so many is any legal one; the others are by the conventions."""


class Trial(Struct, frozen=True):
    """One hint: its table, the CPU seconds it took, and for each row the difference to the advice in fresh worlds."""

    question: Question
    found: Valuation
    seconds: float
    fresh: tuple[float, ...] | None

    @property
    def contradicted(self) -> bool:
        """Whether by the table's own intervals an action is clearly better than the advice."""
        return any(row.clear > 0 for row in self.found.rows)

    @property
    def covered(self) -> list[bool]:
        """For each row with an interval: whether it covers what the fresh worlds say."""
        if self.fresh is None:
            return []
        pairs = zip(self.found.rows, self.fresh, strict=True)
        return [row.low <= there <= row.high for row, there in pairs if row.low < row.high]


class Figures(Struct, frozen=True):
    """What many hints of a game amount to."""

    hints: int
    contradicted: int
    rows: int
    covered: int
    slowest: float
    usual_slow: float
    worlds: int

    @property
    def coverage(self) -> float | None:
        """The share of the intervals that cover the mean of the fresh worlds."""
        return self.covered / self.rows if self.rows else None


def moment(name: str, seed: str, number: int) -> Question:
    """A question with more than one answer, somewhere in a deal of its own; every third match is near its end."""
    game = make_game(name)
    draws = Stream(seed, f"hints/{name}/{number}")
    player = make_bot("conventions")
    while True:
        standing = random_standing(game, draws) if number % 3 == 0 else None
        driver = drive(game, f"{seed}/{number}/{draws.below(1 << 30)}", standing=standing)
        asked = []
        for question in driver.questions():
            if len(question.legal) > 1:
                asked.append(question)
            usual = player.choose(question.view, question.legal, draws).action
            wild = draws.below(WILD) == 0
            driver.answer(question, question.legal[draws.below(len(question.legal))] if wild else usual)
        if asked:
            return asked[draws.below(len(asked))]


def trial(name: str, seed: str, number: int, times: int = TIMES, budget: Budget = HINT) -> Trial:
    """One hint and what fresh worlds say of it."""
    question = moment(name, seed, number)
    began = thread_time()
    found = valuation(question.view, question.legal, Stream(seed, f"hint/{name}/{number}"), budget)
    seconds = thread_time() - began
    fresh = in_fresh_worlds(question, found, Stream(seed, f"fresh/{name}/{number}"), times) if times else None
    return Trial(question, found, seconds, fresh)


def in_fresh_worlds(question: Question, found: Valuation, rng: Stream, times: int) -> tuple[float, ...]:
    """For each row the mean difference to the advice, in ``times`` as many worlds of another stream."""
    if not found.rows:
        return ()
    worlds = times * found.worlds
    effort = Effort(worlds, ENDLESS, worlds * len(question.legal), EFFORT.infer)
    trials = Trials(game_of(question.view.game), question.view, question.legal, effort, found.exact)
    tally = trials.think(rng, NO_LIMIT)
    assert tally.exact == found.exact, "the fresh worlds were priced in another way"
    total = sum(tally.weights)

    def mean(row: Valued) -> float:
        values = (each.points + found.match_worth * each.match for each in tally.stakes[row.action])
        return sum(value * weight for value, weight in zip(values, tally.weights, strict=True)) / total

    advised = mean(found.row(found.advice))
    return tuple(mean(row) - advised for row in found.rows)


def figures(trials: Sequence[Trial]) -> Figures:
    """What these trials amount to."""
    covered = [each for one in trials for each in one.covered]
    seconds = sorted(one.seconds for one in trials)
    return Figures(
        hints=len(trials),
        contradicted=sum(one.contradicted for one in trials),
        rows=len(covered),
        covered=sum(covered),
        slowest=seconds[-1],
        usual_slow=seconds[(len(seconds) * 95 - 1) // 100],
        worlds=sorted(one.found.worlds for one in trials)[len(trials) // 2],
    )


def run(name: str, seed: str, numbers: Iterable[int], times: int) -> list[Trial]:
    """The trials of a game, one after the other, until somebody presses Ctrl-C."""
    trials: list[Trial] = []
    with suppress(KeyboardInterrupt):
        for number in numbers:
            trials.append(trial(name, seed, number, times))
    return trials


def told(name: str, found: Figures) -> str:
    """The figures of a game in a line."""
    share = "" if found.coverage is None else f" of {found.rows} intervals {100 * found.coverage:.1f} % cover;"
    return (
        f"{name}: {found.hints} hints, {found.contradicted} contradicted;{share} "
        f"95 % within {found.usual_slow:.2f} s, slowest {found.slowest:.2f} s; median {found.worlds} worlds"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, with a progress bar."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.hints", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(OWN["games"]), help="all of ours if none is named")
    parser.add_argument("--hints", type=int, default=50, help="hints of each game")
    parser.add_argument("--seed", default="hints", help="another seed, other deals")
    parser.add_argument("--fresh", type=int, default=TIMES, help="fresh worlds for each world of a hint; 0: none")
    given = parser.parse_args(arguments)
    for name in given.games:
        numbers = track(range(given.hints), name, console=Console(stderr=True), transient=True)
        trials = run(name, given.seed, numbers, given.fresh)
        if trials:
            print(told(name, figures(trials)), flush=True)


if __name__ == "__main__":
    main()
