"""Hints put to the test: are their tables honest, and how long do they take?

Each hint is asked for at a moment of its own deal, which players partly at random and partly by the conventions have
led to. Then the same actions are tried in ten times as many fresh worlds, which the hint has not seen, and every
interval is held against the mean found there.

``python -m sheepfold.testing.hints --hints 500 grim`` prints the figures of a game, or of all games if none is named.
``--fresh 0`` leaves the fresh worlds out and only looks at the tables and the time. ``--folder`` keeps every hint as
soon as it is measured, in a file of its game; the same command later goes on from there. Ctrl-C ends a game with its
figures so far. A hint depends on the seed and its number only, not on the processes, unless it ran out of time.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import inf
from pathlib import Path
from statistics import median
from time import thread_time

from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sheepfold.bots import make_bot
from sheepfold.bots.search import Effort
from sheepfold.bots.valuation import EFFORT, HINT, Trials, valuation
from sheepfold.core.actions import Action
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.shuffle import Stream
from sheepfold.lab.digest import code_digest
from sheepfold.lab.ledger import Header
from sheepfold.lab.runs import carry_out
from sheepfold.lab.stats import Estimate, quantile, ratio
from sheepfold.notation.actions import action_text
from sheepfold.play.driver import drive
from sheepfold.play.player import ENDLESS, NO_LIMIT, Budget, Question
from sheepfold.play.valuation import Valuation, Valued
from sheepfold.registry import OWN, game_of, make_game
from sheepfold.testing.random_deals import random_standing

TIMES = 10
"""How many fresh worlds are looked at for each world of the hint."""
WILD = 4
"""One action in this many is any legal one; the others are by the conventions."""
DUST = 1e-9
"""Sums in another order differ by less."""


class Tried(Struct, frozen=True):
    """A row that is not the same as the advice in every world: its interval, and the difference in fresh worlds.

    Without ``low`` and ``high`` the table says nothing about it; without ``fresh`` nobody has looked.
    """

    action: str
    difference: float
    low: float | None
    high: float | None
    fresh: float | None = None

    @property
    def covers(self) -> bool:
        """Whether the interval covers what the fresh worlds say."""
        if self.low is None or self.high is None or self.fresh is None:
            return True
        return self.low - DUST <= self.fresh <= self.high + DUST


class Trial(Struct, frozen=True):
    """One hint: the advice, how many worlds it looked at, the CPU seconds it took, and its rows."""

    number: int
    advice: str
    worlds: int
    seconds: float
    rows: tuple[Tried, ...]

    @property
    def contradicted(self) -> bool:
        """Whether by the table's own intervals an action is clearly better than the advice."""
        return any(row.low is not None and row.low > 0 for row in self.rows)

    @property
    def covered(self) -> list[bool]:
        """For each row that was held against fresh worlds: whether its interval covers what they say."""
        return [row.covers for row in self.rows if row.fresh is not None]


class Hints(Struct, frozen=True):
    """What is measured: hints of a game, each held against ``times`` as many fresh worlds."""

    game: str
    seed: str
    times: int = TIMES

    @property
    def header(self) -> Header:
        """All that decides the hints but their time."""
        return {
            "what": "hints",
            "game": make_game(self.game).options.text(),
            "seed": self.seed,
            "fresh": self.times,
            "code": self.code,
        }

    @property
    def code(self) -> str:
        """The digest of the game and of whatever thinks about it."""
        return code_digest(make_game(self.game).id)

    @property
    def line_type(self) -> type[Trial]:
        """Lines are hints."""
        return Trial

    def do(self, number: int) -> Trial:
        """One hint and what fresh worlds say of it."""
        return trial(self.game, self.seed, number, self.times)


class Figures(Struct, frozen=True):
    """What many hints of a game amount to. ``reach``: how far an interval reaches to both sides, the median of all."""

    hints: int
    contradicted: int
    rows: int
    coverage: Estimate
    silent: int
    reach: float
    slowest: float
    usual_slow: float
    worlds: int


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
    rows = [row for row in found.rows if row.low < row.high]
    there: Sequence[float | None] = [None] * len(rows)
    if times and rows:
        there = in_fresh_worlds(question, found, rows, Stream(seed, f"fresh/{name}/{number}"), times)
    tried = tuple(_tried(row, mean) for row, mean in zip(rows, there, strict=True))
    return Trial(number, action_text(found.advice), found.worlds, seconds, tried)


def _tried(row: Valued, fresh: float | None) -> Tried:
    low, high = (None, None) if row.high == inf else (row.low, row.high)
    return Tried(action_text(row.action), row.difference, low, high, fresh)


def in_fresh_worlds(
    question: Question, found: Valuation, rows: Sequence[Valued], rng: Stream, times: int
) -> list[float]:
    """For each of the rows the mean difference to the advice, in ``times`` as many worlds of another stream."""
    worlds = times * found.worlds
    effort = Effort(worlds, ENDLESS, worlds * len(question.legal), EFFORT.infer)
    trials = Trials(game_of(question.view.game), question.view, question.legal, effort, found.exact)
    tally = trials.think(rng, NO_LIMIT)
    assert tally.exact == found.exact, "the fresh worlds were priced in another way"
    total = sum(tally.weights)

    def mean(action: Action) -> float:
        values = (each.points + found.match_worth * each.match for each in tally.stakes[action])
        return sum(value * weight for value, weight in zip(values, tally.weights, strict=True)) / total

    advised = mean(found.advice)
    return [mean(row.action) - advised for row in rows]


def figures(trials: Sequence[Trial]) -> Figures:
    """What these trials amount to. The rows of a hint share its luck, so hints are counted as the observations."""
    covered = [one.covered for one in trials if one.covered]
    seconds = [one.seconds for one in trials]
    rows = [row for one in trials for row in one.rows]
    reaches = [row.high - row.difference for row in rows if row.high is not None]
    return Figures(
        hints=len(trials),
        contradicted=sum(one.contradicted for one in trials),
        rows=sum(len(each) for each in covered),
        coverage=ratio([sum(each) for each in covered], [len(each) for each in covered]),
        silent=len(rows) - len(reaches),
        reach=median(reaches) if reaches else 0.0,
        slowest=max(seconds),
        usual_slow=quantile(seconds, 0.95) or 0.0,
        worlds=int(median(one.worlds for one in trials)),
    )


def told(name: str, found: Figures) -> str:
    """The figures of a game in a line."""
    share = found.coverage
    between = "" if share.low is None or share.high is None else f" ({100 * share.low:.1f} to {100 * share.high:.1f})"
    cover = "" if share.value is None else f" of {found.rows} intervals {100 * share.value:.1f} %{between} cover;"
    return (
        f"{name}: {found.hints} hints, {found.contradicted} contradicted;{cover} "
        f"median reach {found.reach:.2f}, {found.silent} without bounds; "
        f"95 % within {found.usual_slow:.2f} s, slowest {found.slowest:.2f} s; median {found.worlds} worlds"
    )


def measure(task: Hints, numbers: range, workers: int, file: Path | None) -> tuple[Trial, ...]:
    """The trials of a game with these numbers, with a progress bar, until somebody presses Ctrl-C."""
    columns = (TextColumn(task.game), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(task.game, total=len(numbers))
        run = carry_out(task, numbers, workers, file, lambda done, _: progress.update(bar, completed=done))
    return run.lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.hints", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(OWN["games"]), help="all of ours if none is named")
    parser.add_argument("--hints", type=int, default=50, help="hints of each game")
    parser.add_argument("--first", type=int, default=0, help="the number of the first hint; with another, other deals")
    parser.add_argument("--seed", default="hints", help="another seed, other deals")
    parser.add_argument("--fresh", type=int, default=TIMES, help="fresh worlds for each world of a hint; 0: none")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--folder", type=Path, help="keep every hint in this folder, and go on from what is there")
    given = parser.parse_args(arguments)
    if given.hints < 1 or given.first < 0 or given.fresh < 0 or given.workers < 1:
        parser.error("--hints and --workers are at least 1, --first and --fresh at least 0")
    numbers = range(given.first, given.first + given.hints)
    try:
        if given.folder:
            given.folder.mkdir(parents=True, exist_ok=True)
        for name in given.games:
            file = given.folder / f"hints-{name}.jsonl" if given.folder else None
            trials = measure(Hints(name, given.seed, given.fresh), numbers, given.workers, file)
            if trials:
                print(told(name, figures(trials)), flush=True)
    except (SheepfoldError, OSError) as error:
        parser.exit(2, f"{parser.prog}: error: {error}\n")


if __name__ == "__main__":
    main()
