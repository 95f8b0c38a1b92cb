"""Records read to people: told in words, or checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from sheepfold.cli import pages, sheets
from sheepfold.cli.ink import Ink
from sheepfold.cli.scene import Scene
from sheepfold.cli.speech import Speech, default_names
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions, BadRecord, SheepfoldError
from sheepfold.notation.reading import form_of_file, read_record, read_records
from sheepfold.notation.records import Record
from sheepfold.play.match import DealRecord
from sheepfold.play.replay import replay
from sheepfold.play.view import empty_view, watch

# -- records -----------------------------------------------------------------------------------------------------------


def replay_file(path: Path, deal: int | None, seat: Seat | None, everything: bool, game: str | None) -> None:
    """A record in words, deal by deal, as one seat, the public or everybody saw it; then the sheet."""
    record = read_record(path, game)
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


def check_file(path: Path, game: str | None) -> bool:
    """Read all records of a file, which replays them, and say how it went."""
    try:
        for number, record in enumerate(read_records(path, game), 1):
            which = f", match {number}" if form_of_file(path) == "jsonl" else ""
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
