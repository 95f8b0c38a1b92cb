"""Saved matches, each read as far as it is whole: for the list of them and for one's own results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from sheepfold.cli.keeping import SUFFIX, finished_folder, matches_folder
from sheepfold.cli.seating import kept_seating
from sheepfold.core.cards import Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import DealScored, Outcome
from sheepfold.files.folders import data_folder
from sheepfold.files.writing import BadFile, is_busy, read_bytes
from sheepfold.notation.match_file import MatchFile, read_match_file
from sheepfold.play.log import Acted, Dealt, Logged, Seated, TakenBack

FINISHED = "finished/"
"""What the name of a match begins with that lies among the finished ones."""


class Saved(Struct, frozen=True):
    """A saved match. ``read`` is what could be read of it, ``fault`` why that is not all.

    ``name`` is what the person types to go on with it or to remove it, ``game`` the table as its file writes it.
    """

    name: str
    path: Path
    changed: float
    game: str
    read: MatchFile | None = None
    fault: SheepfoldError | None = None

    @property
    def when(self) -> datetime:
        """When it was played last."""
        return datetime.fromtimestamp(self.changed).astimezone()

    @property
    def over(self) -> bool:
        """Whether it came to its end."""
        return self.read is not None and self.read.log.match.over

    @property
    def foreign(self) -> bool:
        """Whether it is of a game that is not installed; then nothing is wrong with the file."""
        return self.fault is not None and self.fault.code == "unknown_game"

    @property
    def busy(self) -> bool:
        """Whether another program has it."""
        return is_busy(self.path)


def saved_matches() -> list[Saved]:
    """All of them: unfinished ones first, and the one played last before the others."""
    found: list[tuple[bool, float, Path]] = []
    for finished, folder in ((False, matches_folder()), (True, finished_folder())):
        for path in folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):  # somebody has just removed it
                found.append((finished, -path.stat().st_mtime, path))
    return [_saved(path, -changed, finished=finished) for finished, changed, path in sorted(found)]


def find_saved(name: str) -> Saved:
    """The saved match of a name as the list shows it; refused if there is none."""
    for save in saved_matches():
        if name in (save.name, f"{save.name}{SUFFIX}", str(save.path)):
            return save
    sentence = "There is no saved match '{ $name }'; sheepfold matches lists them."
    raise BadFile("no_such_match", sentence, name=name)


def path_of_name(name: str) -> Path | None:
    """Where the saved match of a name lies, without reading it; ``None`` if there is none."""
    stem = name.removesuffix(SUFFIX)
    folder, last = data_folder(), stem.removeprefix(FINISHED)
    path = folder / ("finished" if stem.startswith(FINISHED) else "matches") / f"{last}{SUFFIX}"
    return path if last and Path(last).name == last and path.is_file() else None


def _saved(path: Path, changed: float, *, finished: bool) -> Saved:
    name, game = (FINISHED if finished else "") + path.stem, ""
    try:
        data = read_bytes(path)
        game = _game_in(data)
        read = read_match_file(data, salvage=True)
        game = read.record.match.game.options.text()  # refused where nothing was dealt
    except SheepfoldError as error:
        return Saved(name, path, changed, game, None, error)
    return Saved(name, path, changed, game, read, read.damage)


def _game_in(data: bytes) -> str:
    """The game that a header names, though the rest of the file may be of no use."""
    try:
        header = msgspec.json.decode(data.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return ""
    game = header.get("game") if isinstance(header, dict) else None
    return game if isinstance(game, str) else ""


def seated_bots(read: MatchFile) -> dict[Seat, str]:
    """Who was seated last, bots by their texts and the person by none; empty where nobody was."""
    return {seat: entry.bot for seat, entry in read.seated.items()}


# -- deal by deal ------------------------------------------------------------------------------------------------------


class SavedDeal(Struct, frozen=True):
    """A finished deal of a saved match, counted from 1: where the person sat, against whom, and how it ended.

    ``helped``: something was taken back, a hint was asked for, or the person has looked into two hands.
    """

    number: int
    seat: Seat
    bots: tuple[str, ...]
    outcome: Outcome
    helped: bool


def saved_deals(read: MatchFile) -> Iterator[SavedDeal]:
    """The finished deals of a match, each with all the bots that decided anything in it."""
    seated: dict[Seat, str] = {}  # as the entries so far have it
    deals: list[list[Logged]] = [[]]
    for logged in read.log.entries:
        if isinstance(logged.entry, Dealt):
            deals.append([])
        deals[-1].append(logged)
    for number, entries in enumerate(deals):  # what comes before the first deal is number 0, and ends nothing
        found = _finished(read, number, entries, seated)
        if found is not None:
            yield found


def _finished(read: MatchFile, number: int, entries: list[Logged], seated: dict[Seat, str]) -> SavedDeal | None:
    """What these entries of one deal amount to; ``None`` if they do not end it."""
    outcome, helped = None, False
    seats: set[Seat] = set()
    bots: dict[str, None] = {}
    for logged in entries:
        entry = logged.entry
        if isinstance(entry, Seated):
            seated[entry.seat] = entry.bot
            continue
        seat, level = kept_seating(read.own, seated, read.log.game)
        seats.add(seat)
        if isinstance(entry, Acted):
            bots.update({level: None} if entry.seat != seat else {})
            helped = helped or entry.hinted
        helped = helped or isinstance(entry, TakenBack)
        outcome = next((event.outcome for event in logged.events if isinstance(event, DealScored)), outcome)
    if outcome is None:
        return None
    return SavedDeal(number, seat, tuple(bots), outcome, helped or len(seats) > 1)
