"""Records read to people: told in words, or checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from sheepfold.cli import sheets
from sheepfold.cli.ink import Ink
from sheepfold.cli.screen import Screen
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions, BadRecord, SheepfoldError
from sheepfold.notation.reading import form_of_file, read_record, read_records
from sheepfold.notation.records import Record
from sheepfold.play.match import DealRecord
from sheepfold.play.replay import replay
from sheepfold.play.view import empty_view, watch
from sheepfold.presentation import Entry, Presenter, Reader, entries, spoken
from sheepfold.presentation.words import Words

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
    screen = Screen(Presenter(match.game, Reader(seat, record.players, by_name=True)), Ink())
    ink = screen.ink
    ink.write(f"{match.game.title}: {match.game.options.text()}")
    for number, each in enumerate(deals, 1):
        if deal in (None, number):
            ink.write("", *told(screen, each, seat, everything))
    if deal is None or deal == len(deals):
        found = screen.presenter.sheet(entries(match), match.scores)
        ink.write("")
        for part in sheets.sheet(screen, found, len(found.rows)):
            if isinstance(part, Text):
                ink.write(part)
            else:
                ink.console.print(part)
        ink.write(*ink.texts(map(screen.presenter.event, match.closing)))
    ink.write(*map(screen.error, screen.presenter.faults()))


def told(screen: Screen, record: DealRecord, seat: Seat | None, everything: bool) -> Iterator[Text]:
    """A deal event by event, then its settlement and its cards."""
    game = screen.game
    played = replay(game, record.standing, record.deal, record.actions)
    events = played.all_events
    view = blank = empty_view(game, seat)
    for event, (seen, after) in zip(events, watch(blank, events), strict=True):
        view = after
        line = screen.presenter.happened(event if everything else seen, after)
        if line:
            yield screen.ink.text(line)
    if view.outcome is None:
        yield screen.say("record-stops")
        return
    yield from sheets.settlement(screen, Entry(record.standing, game.facts_of(played.state), view.outcome, view))
    yield from sheets.all_hands(screen, view)


def check_file(path: Path, game: str | None) -> bool:
    """Read all records of a file, which replays them, and say how it went."""
    try:
        for number, record in enumerate(read_records(path, game), 1):
            click.echo(_summary(path, number, record))
    except SheepfoldError as error:
        where = f"{path}: " if isinstance(error, BadRecord) else ""
        click.echo(f"Error: {where}{error}", err=True)
        return False
    return True


def _summary(path: Path, number: int, record: Record) -> str:
    """A record that is in order, in one line; a file of many matches says which one it is."""
    match, words = record.match, Words(Reader(None))
    state = spoken(words.line("check-over" if match.over else "check-open"))
    table, deals = match.game.options.text(), len(match.records)
    if form_of_file(path) == "jsonl":
        return spoken(words.line("check-match", file=str(path), match=number, table=table, deals=deals, state=state))
    return spoken(words.line("check-record", file=str(path), table=table, deals=deals, state=state))
