"""Lists that stand on their own: the games, their options, the law books."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from sheepfold.core.game import Game
from sheepfold.core.options import OptionInfo, describe, value_text
from sheepfold.registry import GAMES

PIPE_WIDTH = 120
"""Columns of a table that goes into a pipe, where nobody knows the screen."""


def _grid(*heads: str, whole: Sequence[str] = ()) -> Grid:
    """A table; the columns in ``whole`` are never broken."""
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for head in heads:
        grid.add_column(head, overflow="fold", no_wrap=head in whole)
    return grid


def _console() -> Console:
    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(highlight=False, emoji=False, markup=False, width=PIPE_WIDTH if piped else None)


# -- games and options -------------------------------------------------------------------------------------------------


def games() -> None:
    """List the games."""
    grid = _grid("game", "players", "pack", "presets", whole=("game", "players", "pack"))
    for name, kind in GAMES.items():
        game = kind()
        grid.add_row(name, _players(game), game.deck.name, ", ".join(game.options_type.presets))
    _console().print(grid)


def _players(game: Game[Any]) -> str:
    info = next((each for each in describe(game.options_type) if each.name == game.seats_option), None)
    return f"{info.ge} to {info.le}" if info else str(game.seats)


def options(game: Game[Any], *, chosen: bool) -> None:
    """List the options of a game, and its presets; ``chosen``: what this table has."""
    value = "here" if chosen else "default"
    grid = _grid("option", "values", value, "what it does", "rule", whole=("option", value, "rule"))
    for info in describe(game.options_type):
        usual, here = _default(info, game), value_text(getattr(game.options, info.name))
        mark = "*" if here != usual else ""
        grid.add_row(info.name, _values(info), f"{here}{mark}" if chosen else usual, str(info.help), info.rule)
    presets = _grid("preset", "table")
    for name, text in game.options_type.presets.items():
        presets.add_row(f"{game.id}:{name}", text)
    console = _console()
    console.print(grid)
    if chosen:
        console.print("* not the usual value")
    console.print(presets)


def _values(info: OptionInfo) -> str:
    words = [value_text(choice) for choice in info.choices]
    if info.number:
        first = "" if info.ge is None else str(info.ge)
        words.insert(0, f"{first} … {info.le}" if info.le is not None else f"{first} …".strip())
    return ", ".join(words)


def _default(info: OptionInfo, game: Game[Any]) -> str:
    """The default at a table like this one; in Sheepshead two of them depend on the number of players."""
    seats = game.seats_option
    given = {} if seats is None or info.name == seats else {seats: getattr(game.options, seats)}
    return value_text(game.options_type.defaults(given)[info.name])


def show_settings(found: Sequence[tuple[str, str, Sequence[str]]]) -> None:
    """List settings: the name, the value, what it may be, what it is for."""
    from sheepfold.presentation import Reader, spoken
    from sheepfold.presentation.words import Words

    words = Words(Reader(None))
    grid = _grid("setting", "value", "values", "what it does", whole=("setting", "value"))
    for name, value, choices in found:
        grid.add_row(name, value, ", ".join(choices), spoken(words.line(f"setting-{name}")))
    _console().print(grid)


# -- the law -----------------------------------------------------------------------------------------------------------


def books() -> None:
    """List the law books."""
    grid = _grid("book", "title", "sentences")
    from sheepfold.presentation import law

    for name in law.books():
        found = law.book(name)
        ids = list(found.items)
        grid.add_row(name, found.title, f"{len(ids)}, {ids[0]} to {ids[-1]}")
    _console().print(grid)


def whole_book(name: str) -> None:
    """A law book: through a pager on a terminal, as it is written into a pipe."""
    from sheepfold.presentation import law

    found = law.book(name)
    console = _console()
    if not console.is_terminal:
        click.echo(found.text, nl=False)
        return
    from rich.markdown import Markdown  # heavy, and seldom wanted

    colour = not console.no_color and _pager_shows_colours()
    if not colour:
        console = Console(highlight=False, emoji=False, markup=False, color_system=None)
    with console.capture() as capture:
        console.print(Markdown(found.text))
    click.echo_via_pager(capture.get(), color=colour)


def _pager_shows_colours() -> bool:
    """Whether the pager shows colours rather than their codes: ``less`` if it is told to, which we do if nobody has."""
    pager = Path((os.environ.get("PAGER", "").split() or ["less"])[0]).name
    if pager != "less":
        return False
    return "r" in os.environ.setdefault("LESS", "-R").lower()
