"""Copies: a backup of the whole store while people play, and matches that come in as files."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, insert, update

from sheepfold.files.writing import BadFile, new_file
from sheepfold.files.writing import in_words as file_in_words
from sheepfold.notation.header import whole_lines
from sheepfold.notation.match_file import read_match_file
from sheepfold.play.log import Dealt
from sheepfold.table.store import people, tables
from sheepfold.table.store.place import Place
from sheepfold.table.store.revisions import existing
from sheepfold.table.store.rows import DealRow, SeatRow, TableRow
from sheepfold.table.store.schema import DEAL, ENTRY, STREAM


def backup(url: str, path: Path) -> None:
    """Copy a store into a new file as it is at one moment, also while a server writes it or when nothing can be."""
    copy_store(existing(url), path)


def copy_store(place: Place, path: Path) -> None:
    """The same for a place. The file appears when it is whole."""
    new_file(path)
    with file_in_words(path):
        handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
        os.close(handle)
        try:
            _copy(place, Path(name))
            os.link(name, path)  # and not a renaming, which would take the place of a file that has come meanwhile
        finally:
            for left in (name, f"{name}-wal", f"{name}-shm", f"{name}-journal"):
                Path(left).unlink(missing_ok=True)


def _copy(place: Place, path: Path) -> None:
    try:
        with closing(place.bare()) as source, closing(sqlite3.connect(path, isolation_level=None)) as target:
            source.backup(target)  # all pages in one step, so from one moment
            sound = target.execute("PRAGMA quick_check").fetchone()[0]
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
    except sqlite3.Error as error:
        raise BadFile("no_backup", "The store cannot be copied: { $reason }.", reason=str(error)) from None
    with open(path, "rb") as file:
        os.fsync(file.fileno())


# -- matches as files --------------------------------------------------------------------------------------------------


class Imported(Struct, frozen=True):
    """A match from a file: the options text, the lines, where deals begin, who sits where, whether it is over."""

    game: str
    header: bytes
    lines: tuple[bytes, ...]
    deals: tuple[int, ...]
    bots: tuple[str, ...]
    over: bool

    def __repr__(self) -> str:
        return f"Imported({self.game!r}, {len(self.lines)} lines)"


def read_match(data: bytes) -> Imported:
    """A match file, replayed and found good; a torn last line is left out."""
    read = read_match_file(data)
    header, *lines = (line.strip() for _, line, _ in whole_lines(data)[0])
    deals = tuple(logged.number for logged in read.log.entries if isinstance(logged.entry, Dealt))
    bots = tuple(read.seated[seat].bot if seat in read.seated else "" for seat in range(read.log.game.seats))
    return Imported(read.log.game.options.text(), header, tuple(lines), deals, bots, read.log.match.over)


def put_match(db: Connection, match: Imported, now: float) -> str:
    """A table of its own for a match from a file; its entries are copied as they are."""
    state = "over" if match.over else tables.PLAYING
    row = TableRow(people.new_id(), None, match.game, b"{}", False, False, state, now, now)
    tables.new_table(db, row, [SeatRow(row.id, seat, None, bot) for seat, bot in enumerate(match.bots)])
    stream = tables.new_stream(db, row.id, match.header, 0, now).id
    db.execute(update(STREAM).where(STREAM.c.id == stream).values(over=match.over))
    lines = [{"stream_id": stream, "seq": seq, "line": line} for seq, line in enumerate(match.lines)]
    if lines:
        db.execute(insert(ENTRY), lines)
    deals = [DealRow(stream, number, seq) for number, seq in enumerate(match.deals, 1)]
    if deals:
        db.execute(insert(DEAL), [{"stream_id": d.stream, "number": d.number, "seq": d.seq} for d in deals])
    return row.id


def match_file(header: bytes, lines: Sequence[bytes]) -> bytes:
    """A stream as a match file."""
    return b"".join(line + b"\n" for line in (header, *lines))
