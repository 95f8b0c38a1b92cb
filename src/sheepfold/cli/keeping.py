"""The save of a match: a match file in the user's data folder, to which every entry is added as it is made.

Unfinished matches lie in ``matches``, finished ones in ``finished``. A person may also want a record, a file of their
own that is written anew after every deal and at the end. Whatever the disk refuses is one sentence, and play goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.errors import BadRecord, SheepfoldError
from sheepfold.files.folders import data_folder, make_folder
from sheepfold.files.writing import BadFile, Held, free_name, read_bytes, text_of
from sheepfold.notation.header import Given
from sheepfold.notation.match_file import MatchWriter, damaged_copy
from sheepfold.notation.records import Record, salvage_toml, write_toml
from sheepfold.play.log import Log
from sheepfold.play.match import Match
from sheepfold.registry import GAMES

SUFFIX = ".match"
RECORD = "_record"
"""The key of a save under which the person's own record of the match is named."""
_TRIES = 20
"""How often another name is tried when other programs take the names away."""


class NotSaved(SheepfoldError):
    """Something of a match is not, or is no longer, in a file."""


class Save(Struct, frozen=True):
    """An unfinished match in the data folder, by what its file says without being replayed."""

    path: Path
    game: str
    deal: int
    changed: float
    own: Mapping[str, Any] = {}

    @property
    def when(self) -> str:
        """When it was played last."""
        return datetime.fromtimestamp(self.changed).strftime("%Y-%m-%d %H:%M")


def saves(most: int | None = None) -> list[Save]:
    """Unfinished matches, the one played last first; none where the folder cannot be read."""
    found: list[Save] = []
    with suppress(BadFile, OSError):
        files = [(path.stat().st_mtime, path) for path in matches_folder().glob(f"*{SUFFIX}")]
        for changed, path in sorted(files, key=lambda each: each[0], reverse=True):
            if most is not None and len(found) == most:
                break
            found += _heading(path, changed)
    return found


def _heading(path: Path, changed: float) -> Iterator[Save]:
    """What the file of a match says of it, if it can be read and a deal has begun."""
    try:
        first, *lines = path.read_bytes().split(b"\n")
        header: Any = msgspec.json.decode(first)
    except (OSError, ValueError, RecursionError):
        return
    game = header.get("game") if isinstance(header, dict) else None
    deals = sum(line.startswith(b'{"table"') for line in lines)
    if isinstance(game, str) and deals:
        name = game.partition("(")[0]
        yield Save(path, GAMES[name].title if name in GAMES else name, deals, changed, header)


def last_save() -> Path:
    """The unfinished match that was played last."""
    for save in saves(1):
        return save.path
    raise BadFile("no_save", "There is no unfinished match to go on with; sheepfold play begins one.")


def save_of_record(path: Path) -> Path | None:
    """The save of the match whose record is kept in that file."""
    wanted = str(path.absolute())
    return next((save.path for save in saves() if save.own.get(RECORD) == wanted), None)


def matches_folder() -> Path:
    """The folder of unfinished matches."""
    return make_folder(data_folder() / "matches")


def finished_folder() -> Path:
    """The folder of finished matches."""
    return make_folder(data_folder() / "finished")


class Keeper:
    """Keeps the save of a match, and the record if there is one, up to date with its log."""

    def __init__(self, log: Log, name: str | None = None, *, record: Held | None = None) -> None:
        self.log = log
        self.record = record
        self.record_fault: BadFile | None = None
        """Why the record could not be written the last time."""
        self._name = name  # a seed that is not a secret, for the name of the file
        self._writer: MatchWriter | None = None
        self._fault: BadFile | None = None

    @classmethod
    def resumed(cls, writer: MatchWriter, *, record: Held | None = None) -> Keeper:
        """The keeper of a match that has its save already."""
        keeper = cls(writer.log, record=record)
        keeper._writer = writer
        return keeper

    @property
    def path(self) -> Path | None:
        """Where the save is; ``None`` if there is none."""
        return None if self._writer is None else self._writer.path

    @property
    def whole(self) -> bool:
        """Whether everything is saved."""
        return self._writer is not None and self._writer.written == self.log.number

    # -- the save ------------------------------------------------------------------------------------------------

    def begin(self, players: tuple[str, ...], own: Mapping[str, Any]) -> NotSaved | None:
        """Begin the save of a new match, or of one that was read from a record; what went wrong."""
        if self.record is not None:
            own = {**own, RECORD: str(self.record.path.absolute())}
        try:
            self._writer = self._new_file(players, own)
        except BadFile as error:
            self._fault = error
            return NotSaved("not_saved", "This match is not being saved: { $reason }", reason=error.message)
        return None

    def _new_file(self, players: tuple[str, ...], own: Mapping[str, Any]) -> MatchWriter:
        folder = matches_folder()
        for _ in range(_TRIES):
            path = free_name(self.log.game.id, self._name, folder, SUFFIX)
            try:
                return MatchWriter.begin(path, self.log, players, own)
            except BadFile:
                if not path.exists():  # else another program was faster
                    raise
        raise BadFile("file_exists", "{ $path } exists already; choose another name.", path=str(path))

    def keep_up(self, *, sync: bool = False) -> NotSaved | None:
        """Add whatever is new; what went wrong, unless that has been said before. The next call tries again."""
        if self._writer is None:
            return None
        try:
            self._writer.keep_up()
            if sync:
                self._writer.sync()
        except BadFile as error:
            said, self._fault = self._fault is not None, error
            sentence = "What happens from here on is not being saved: { $reason }"
            return None if said else NotSaved("not_saved", sentence, key="not_saved_on", reason=error.message)
        if self._fault is not None:
            self._fault = None
            return NotSaved("saved_again", "Everything is saved again.")
        return None

    def finish(self) -> None:
        """Put the save of a match that is over where finished ones lie, if it is one of this folder."""
        writer = self._writer
        if writer is None or not self.log.match.over:
            return
        with suppress(BadFile):  # it stays where it is
            if writer.path.parent == matches_folder():
                writer.move(free_name(writer.path.stem, None, finished_folder(), SUFFIX))

    # -- the record ----------------------------------------------------------------------------------------------

    def write_record(self, record: Record, path: Path | None = None) -> Path:
        """Write the record, to its file or from now on to this one."""
        held = self.record if path is None else Held(path)
        assert held is not None
        try:
            held.write(write_toml(record))
        except BadFile as error:
            self.record_fault = error if path is None else self.record_fault
            raise
        self.record_fault = None
        if held is not self.record and self.record is not None:
            self.record.close()
        self.record = held
        return held.path

    def let_go(self) -> None:
        """Let go of the save alone."""
        if self._writer is not None:
            self._writer.close()

    def close(self) -> None:
        """Let go of all files."""
        for file in (self._writer, self.record):
            if file is not None:
                file.close()


# -- taking a match up again -------------------------------------------------------------------------------------------


class Found(Struct, frozen=True):
    """A match to go on with: who sat where, what its owner wrote into the file, and what is to be told about it."""

    keeper: Keeper
    players: tuple[str, ...] = ()
    own: Mapping[str, Any] = {}
    deal_own: tuple[Mapping[str, Any], ...] = ()
    bots: Mapping[int, str] = {}
    notes: tuple[SheepfoldError, ...] = ()

    def of_record(self, record: Record) -> Found:
        """The same match with what its owner wrote into the record of it."""
        return replace(self, own=record.own, deal_own=record.deal_own)


def goes_on(later: Match, earlier: Match) -> bool:
    """Whether a match is another one, played on."""
    mine, other = later.records, earlier.records
    if (later.game, later.seed, later.opening) != (earlier.game, earlier.seed, earlier.opening):
        return False
    return len(mine) >= len(other) and all(
        (one.standing, one.deal) == (two.standing, two.deal) and one.actions[: len(two.actions)] == two.actions
        for one, two in zip(mine, other, strict=False)
    )


def take_up(path: Path, game: Given = None, held: Held | None = None) -> Found:
    """Go on with a match file, which is locked and added to; refused while another program has it.

    ``held`` is its record, where the caller has that already.
    """
    read, writer = MatchWriter.resume(path, game, salvage=True)
    try:
        record = read.record  # which refuses a file without a deal
    except BaseException:
        writer.close()
        raise
    notes: list[SheepfoldError] = []
    if read.torn:
        sentence = "The last line of { $path } had been cut short; the match goes on from the line before it."
        notes.append(NotSaved("torn_line", sentence, path=str(path)))
    if read.damage is not None:
        notes.append(_damaged(path, read.damage))
    own = dict(read.own)
    named = own.pop(RECORD, None)
    if held is None and isinstance(named, str) and Path(named).is_file():
        try:
            held = Held(Path(named))
        except BadFile as error:
            notes.append(error)
    bots = {seat: entry.bot for seat, entry in read.seated.items()}
    players = record.players if read.players else ()
    return Found(Keeper.resumed(writer, record=held), players, own, (), bots, tuple(notes))


def _damaged(path: Path, why: BadRecord) -> NotSaved:
    sentence = "{ $path } is damaged and was read as far as it is whole; it is kept as { $copy }. { $reason }"
    copy = str(damaged_copy(path))
    return NotSaved("damaged_save", sentence, path=str(path), copy=copy, reason=why.message)


def read_damaged(path: Path, game: Given = None) -> tuple[Record, NotSaved | None]:
    """A record in TOML; of one that was cut short what is whole, and a sentence about it. The file stays as a copy."""
    data = read_bytes(path)
    record, why = salvage_toml(text_of(data, path), game)
    if why is None:
        return record, None
    try:
        damaged_copy(path).write_bytes(data)
    except OSError:  # without a copy nothing may be written over it
        raise why from None
    return record, _damaged(path, why)
