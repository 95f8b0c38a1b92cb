"""Pages that stand on their own: the games, their options, a law book, a record."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sheepfold.cli import law, pages, sheets
from sheepfold.cli.files import BULK, read_record, read_records
from sheepfold.cli.ink import Ink
from sheepfold.cli.scene import Scene
from sheepfold.cli.speech import Speech, default_names
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions, BadRecord, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.options import OptionInfo, describe, value_text
from sheepfold.notation.records import Record
from sheepfold.play.match import DealRecord
from sheepfold.play.replay import replay
from sheepfold.play.view import empty_view, watch
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
    info = next((each for each in describe(game.options_type) if each.name == "players"), None)
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
    """The default at a table like this one; in Sheepshead two of them hang on the number of players."""
    kind = game.options_type
    given = {"players": getattr(game.options, "players", None)} if info.name != "players" else {}
    return value_text(kind.defaults({key: value for key, value in given.items() if value is not None})[info.name])


# -- the law -----------------------------------------------------------------------------------------------------------


def books() -> None:
    """List the law books."""
    grid = _grid("book", "title", "sentences")
    for name in law.BOOKS:
        found = law.book(name)
        ids = list(found.items)
        grid.add_row(name, found.title, f"{len(ids)}, {ids[0]} to {ids[-1]}")
    _console().print(grid)


def whole_book(name: str) -> None:
    """A law book: through a pager on a terminal, as it is written into a pipe."""
    found = law.book(name)
    console = _console()
    if not console.is_terminal:
        click.echo(found.text, nl=False)
        return
    from rich.markdown import Markdown  # heavy, and seldom wanted

    with console.capture() as capture:
        console.print(Markdown(found.text))
    click.echo_via_pager(capture.get(), color=not console.no_color)


def one_sentence(name: str, id: str) -> None:
    """A sentence of the law with the heading it stands under."""
    law.book(name)
    item = law.find(id, name)
    console = _console()
    console.print(Text(f"{item.section}", "italic"))
    console.print(pages.laws([item])[0], soft_wrap=not console.is_terminal)


# -- records -----------------------------------------------------------------------------------------------------------


def replay_file(path: Path, deal: int | None, seat: Seat | None, everything: bool) -> None:
    """A record in words, deal by deal, as one seat, the public or everybody saw it; then the sheet."""
    record = read_record(path)
    match = record.match
    if seat is not None and not 0 <= seat < match.game.seats:
        raise BadOptions(
            "seat",
            "The seat must be from 0 to { $last } here, not { $seat }.",
            "X1",
            last=match.game.seats - 1,
            seat=seat,
        )
    deals = match.records
    if deal is not None and not 1 <= deal <= len(deals):
        raise BadOptions(
            "deal",
            "The record has the deals 1 to { $deals }, and no { $deal }.",
            deals=len(deals),
            deal=deal,
            key="no_such_deal_of",
        )
    names = record.players or default_names(match.game)
    scene = Scene(match.game, Speech(match.game, seat, names, own_name=True), Ink())
    ink = scene.ink
    ink.write(f"{match.game.title}: {match.game.options.text()}")
    for number, each in enumerate(deals, 1):
        if deal in (None, number):
            ink.write("", *told(scene, each, seat, everything))
    if deal is None or deal == len(deals):
        found = sheets.sheet(scene, sheets.entries(match), match.scores)
        parts: Sequence[RenderableType] = sheets.in_words(scene, found) if ink.plain else sheets.drawn(scene, found)
        ink.write("")
        for part in parts:
            if isinstance(part, Text):
                ink.write(part)
            else:
                ink.console.print(part)
        ink.write(*(scene.speech.sentence(event) for event in match.closing))


def told(scene: Scene, record: DealRecord, seat: Seat | None, everything: bool) -> Iterator[Text]:
    """A deal event by event, then its settlement and its cards."""
    game = scene.game
    events = replay(game, record.standing, record.deal, record.actions).all_events
    view = blank = empty_view(game, seat)
    for event, (seen, after) in zip(events, watch(blank, events), strict=True):
        view = after
        words = scene.speech.sentence(event if everything else seen)
        if words:
            yield Text(words)
    if view.outcome is None:
        yield Text("Here the record stops.")
        return
    yield from sheets.taken(scene, sheets.Entry(record.standing, view, view.outcome))
    yield from sheets.reasons(scene, view.outcome)
    yield from pages.all_hands(scene, view)


def check_file(path: Path) -> bool:
    """Read all records of a file, which replays them, and say how it went."""
    try:
        for number, record in enumerate(read_records(path), 1):
            which = f", match {number}" if path.suffix in BULK else ""
            click.echo(f"{path}{which}: OK, {_summary(record)}")
    except SheepfoldError as error:
        where = f"{path}: " if isinstance(error, BadRecord) else ""
        click.echo(f"Error: {where}{error}", err=True)
        return False
    return True


def _summary(record: Record) -> str:
    match = record.match
    deals = f"{len(match.records)} deal" + ("s" if len(match.records) > 1 else "")
    state = "the match is over" if match.over else "not finished"
    return f"{match.game.options.text()}, {deals}, {state}"
