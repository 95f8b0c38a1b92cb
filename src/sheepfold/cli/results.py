"""``sheepfold results``: how the person has done, per game and level of the others, read from the saved matches.

Nothing is kept for it: a deal counts as long as its match is kept. Deals in which the person had help (see
``saved.SavedDeal``), or whose cards they had seen before, count apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct
from rich import box
from rich.table import Table as Grid
from rich.text import Text

from sheepfold.cli.ink import Ink
from sheepfold.cli.plots import drawn, reach
from sheepfold.cli.saved import Saved, saved_deals, saved_matches
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.lab.stats import Estimate, mean
from sheepfold.presentation import Reader, spoken
from sheepfold.presentation.line import Line
from sheepfold.presentation.words import Words
from sheepfold.registry import make_game

MIXED = "mixed"
"""The level of others who were of several levels in one deal or one match, one after the other."""
HEADS = ("level", "matches", "deals", "points", "ahead")
"""The columns of the table; their keys are ``results-head-…``."""
NARROW, PLOT, WIDE_PLOT = 66, 11, 31
"""Columns of the narrowest screen that the table fits on, and of the plot, which gets what is left."""


class Result(Struct, frozen=True):
    """How the person has done at one table against one level. ``ahead``: above the average of the other sides."""

    game: str
    level: str
    helped: bool
    matches: int
    won: int
    deals: int
    points: Estimate
    ahead: Estimate


class _Tally:
    """What is counted for one result."""

    def __init__(self) -> None:
        self.matches = self.won = 0
        self.points: list[float] = []
        self.ahead: list[float] = []

    def result(self, game: str, level: str, helped: bool) -> Result:
        points, ahead = mean(self.points), mean(self.ahead)
        return Result(game, level, helped, self.matches, self.won, len(self.points), points, ahead)


class Counting:
    """Counts saved matches, the oldest first, so that cards seen once before are known when they come again."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str, bool], _Tally] = {}
        self._seen: dict[tuple[str, Any], Any] = {}

    def add(self, save: Saved) -> None:
        """Count the finished deals of a match, and the match itself if it is over."""
        if save.read is None:
            return
        match, records = save.read.log.match, save.read.log.match.records
        levels, helped, deals = set[str](), False, list(saved_deals(save.read))
        for deal in deals:
            played = records[deal.number - 1]
            key, new = (save.game, played.deal), (save.game, played.deal) not in self._seen
            if not new and self._seen[key] == played.actions:
                continue  # the same match in a second file
            self._seen.setdefault(key, played.actions)
            level, apart = deal.bots[0] if len(deal.bots) == 1 else MIXED, deal.helped or not new
            levels.add(level)
            helped = helped or apart
            if not deal.outcome.thrown_in:
                self._count(save, level, apart, match.game.side_of(deal.seat), deal.outcome.delta)
        if match.over and levels:
            tally = self._tally(save, levels.pop() if len(levels) == 1 else MIXED, helped)
            tally.matches += 1
            tally.won += match.game.side_of(deals[-1].seat) in match.game.winners(match.scores)

    def _tally(self, save: Saved, level: str, helped: bool) -> _Tally:
        return self._tallies.setdefault((save.game, level, helped), _Tally())

    def _count(self, save: Saved, level: str, helped: bool, side: int, delta: Sequence[int]) -> None:
        tally = self._tally(save, level, helped)
        tally.points.append(delta[side])
        tally.ahead.append(delta[side] - fmean(got for other, got in enumerate(delta) if other != side))

    def results(self) -> list[Result]:
        """What was counted, game by game."""
        return [tally.result(*key) for key, tally in sorted(self._tallies.items())]


def run_results(game: str | None, *, as_json: bool, plain: bool) -> None:
    """Show the person's results, of all games or of one."""
    wanted = None if game is None else make_game(game)
    counting, unread = Counting(), 0
    for save in sorted(saved_matches(), key=lambda save: save.changed):
        try:
            counting.add(save)
            unread += save.fault is not None and not save.foreign
        except SheepfoldError:  # the header makes no sense of who sat where
            unread += 1
    found = [result for result in counting.results() if _is_wanted(result, wanted)]
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    ink, words = Ink(plain=plain), Words(Reader(None))
    ink.write(*ink.texts(_none(words, wanted) if not found else ()))
    if found:
        _show(ink, words, found)
    if unread:
        ink.write(ink.text(words.line("results-unread", count=unread)))


def _is_wanted(result: Result, wanted: Game[Any] | None) -> bool:
    """Whether a result is of that table, or of any table of the game where no options were given."""
    if wanted is None or wanted.options.text() == result.game:
        return True
    return wanted.options.text() == wanted.id == result.game.partition("(")[0]


def _none(words: Words, wanted: Game[Any] | None) -> list[Line]:
    if wanted is None:
        return [words.line("results-none")]
    return [words.line("results-none-of", game=wanted.options.text())]


def _show(ink: Ink, words: Words, found: Sequence[Result]) -> None:
    """A table where a terminal can show it, else a line for each result."""
    if ink.signs and ink.console.width >= NARROW:
        ink.console.print(_drawn(ink, words, found))
        ink.write(ink.text(words.line("results-what")))
    else:
        ink.write(*ink.texts(_told(words, result) for result in found))
        ink.write(ink.text(words.line("results-what-plain")))
    ink.write(ink.text(words.line("results-what-counts")))


def _told(words: Words, result: Result) -> Line:
    """A result in one line."""
    points, ahead = (_figure(words, each, "results-give-or-take-plain") for each in (result.points, result.ahead))
    level, counts = _level(words, result), {"matches": result.matches, "won": result.won, "deals": result.deals}
    return words.line("results-line", game=result.game, level=level, **counts, points=points, ahead=ahead)


def _drawn(ink: Ink, words: Words, found: Sequence[Result]) -> Grid:
    """Game by game, each result with its interval beside zero where there is room for that."""
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for place, head in enumerate(HEADS):
        grid.add_column(
            spoken(words.line(f"results-head-{head}")), justify="right" if place else "left", overflow="fold"
        )
    room = min(WIDE_PLOT, ink.console.width - NARROW)
    if room >= PLOT:
        grid.add_column("", no_wrap=True)
    for game, results in groupby(found, key=lambda result: result.game):
        rows = list(results)
        scale = reach(result.ahead for result in rows)
        grid.add_row(Text(game, "bold"))
        for result in rows:
            level, *cells = (spoken(cell) for cell in _cells(words, result))
            plot = [drawn(result.ahead, scale, room - 1 + room % 2)] if room >= PLOT else []  # zero in the middle
            grid.add_row(f"  {level}", *cells, *plot)
    return grid


def _cells(words: Words, result: Result) -> Iterator[Line]:
    yield _level(words, result)
    yield words.line("results-won", won=result.won, matches=result.matches) if result.matches else ("–",)
    yield (str(result.deals),)
    yield _figure(words, result.points, "results-give-or-take")
    yield _figure(words, result.ahead, "results-give-or-take")


def _level(words: Words, result: Result) -> Line:
    level = words.line("results-mixed") if result.level == MIXED else (result.level,)
    return words.line("results-helped", level=level) if result.helped else level


def _figure(words: Words, estimate: Estimate, key: str) -> Line:
    """A mean with its sign, and how far it may be off where enough deals were played to say so."""
    if estimate.value is None:
        return ("–",)
    value = words.line("results-figure", value=estimate.value)
    if estimate.high is None:
        return value
    return words.line(key, value=value, margin=estimate.high - estimate.value)
