"""The store as the table server sees it: small asynchronous questions and requests.

Whatever writes goes through one thread (``writer``) and is durable when it returns; whatever reads goes through a few
threads with connections of their own, which never wait for the writer. A write whose caller was cancelled may still be
done. After a ``StoreFault`` nothing has been acknowledged; should the same entries be refused with a ``Conflict``
later, they had reached the disk after all, and the stream is read again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, Unpack

from sqlalchemy import Connection, Engine

from sheepfold.table.store import copies, people, tables, upkeep
from sheepfold.table.store.faults import CLOSED, SLOW, StoreFault, fault, in_words
from sheepfold.table.store.place import READERS, Place, path_of
from sheepfold.table.store.revisions import existing, migrated
from sheepfold.table.store.rows import (
    ChatRow,
    DealRow,
    Guest,
    Retention,
    SeatRow,
    SessionRow,
    StreamRow,
    TableChange,
    TableRow,
)
from sheepfold.table.store.writer import Append, Writer

P = ParamSpec("P")
T = TypeVar("T")

ANSWER_SECONDS = 4.0
"""How long the store may take to say that it is well."""


class Store:
    """An open store."""

    def __init__(self, place: Place, clock: Callable[[], float] = time.time) -> None:
        self._place = place
        self.clock = clock
        self._reader: Engine = place.reader()
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="sheepfold-read")
        self._writer = Writer(place, self._reader.dispose)
        self._closed = False

    @classmethod
    def open(cls, url: str, *, clock: Callable[[], float] = time.time, make: bool = True) -> Store:
        """The store at a URL, as in ``sqlite:////folder/table.db``, or a bare path; a new one is made, if it may be.

        Refused: anything else than SQLite, a file that is no store, one of another revision, one that cannot be
        written now.
        """
        place = Place(path_of(url)) if make else existing(url)
        if place.empty:
            place.make()
            migrated(place)
        store = cls(place, clock)
        try:
            store._writer.start(partial(upkeep.pulse, now=clock()))
        except BaseException:
            store._let_go()
            raise
        return store

    @property
    def path(self) -> Path:
        """The file of the store."""
        return self._place.path

    async def close(self) -> None:
        """Write what is still waiting and let go of the file."""
        await asyncio.get_running_loop().run_in_executor(None, self._let_go)

    def _let_go(self) -> None:
        self._closed = True
        self._threads.shutdown()
        self._reader.dispose()
        self._writer.close()

    # -- reading and writing -----------------------------------------------------------------------------------------

    async def _read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def reading() -> T:
            with self._reader.connect() as connection:
                return query(connection, *args, **kwargs)

        return await self._in_thread(reading)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise fault(CLOSED)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except Exception as error:
            raise in_words(error) from None

    async def _write(self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        done: T = await self._writer.submit(lambda connection: change(connection, *args, **kwargs))
        return done

    # -- entries -----------------------------------------------------------------------------------------------------

    async def append(
        self,
        stream: int,
        seq: int,
        rows: Sequence[bytes],
        deal: DealRow | None = None,
        result: DealRow | None = None,
        over: bool = False,
    ) -> None:
        """Add entries to a stream, as numbers ``seq``, ``seq + 1`` and so on; the first of a stream is 0.

        Together with them, or not at all: a deal that they begin, a deal that now has a result, the end of the match.
        A number that is taken is refused with ``Conflict``, and so is one that would leave a gap (``store_gap``).
        """
        await self._writer.submit(Append(stream, seq, rows, deal, result, over, self.clock()))

    async def entries(self, stream: int, since: int = 0) -> list[bytes]:
        """The lines of a stream from that number on."""
        return await self._read(tables.entries, stream, since)

    # -- people ------------------------------------------------------------------------------------------------------

    async def new_guest(self, name: str, language: str) -> Guest:
        """A new guest."""
        return await self._write(people.new_guest, name, language, self.clock())

    async def guest(self, id: str) -> Guest | None:
        """A guest by the id."""
        return await self._read(people.guest, id)

    async def rename(self, guest: str, name: str) -> bool:
        """Give a guest another name; whether there is such a guest."""
        return await self._write(people.rename, guest, name)

    async def set_language(self, guest: str, language: str) -> bool:
        """Have a guest spoken to in another language; whether there is such a guest."""
        return await self._write(people.set_language, guest, language)

    async def forget(self, guest: str) -> bool:
        """Take away name, devices, codes and chat of a guest; whether there is such a guest. The matches stay."""
        return await self._write(people.forget, guest)

    async def new_session(self, guest: str, label: str) -> tuple[SessionRow, str]:
        """A new device of a guest, and its token, which is told once and never again."""
        return await self._write(people.new_session, guest, label, self.clock())

    async def session_of(self, token: str) -> tuple[SessionRow, Guest] | None:
        """Whose token this is. That it was seen is noted at most once an hour, and nobody waits for it."""
        found = await self._read(people.session_of, token)
        if found is not None and abs(self.clock() - found[0].seen) >= people.SEEN_SECONDS:
            noted = self._writer.submit(partial(people.seen, session=found[0].id, now=self.clock()))
            noted.add_done_callback(_let_fail)
        return found

    async def sessions_of(self, guest: str) -> list[SessionRow]:
        """All devices of a guest, the one seen last first."""
        return await self._read(people.sessions_of, guest)

    async def revoke(self, session: str) -> bool:
        """End a session; whether there was one."""
        return await self._write(people.revoke, session)

    async def new_code(self, guest: str) -> str:
        """A one-time code for another device of this guest, valid for ten minutes; it ends the one before."""
        return await self._write(people.new_code, guest, self.clock())

    async def use_code(self, code: str, label: str) -> tuple[SessionRow, Guest, str] | None:
        """A session and its token for whoever has a code that is valid; it works once."""
        return await self._write(people.use_code, code, label, self.clock())

    # -- tables ------------------------------------------------------------------------------------------------------

    async def new_table(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        """A new table with its seats; ``new_id`` makes its id."""
        await self._write(tables.new_table, row, tuple(seats))

    async def table(self, id: str) -> TableRow | None:
        """A table by its id."""
        return await self._read(tables.table, id)

    async def tables(
        self, state: str | None = None, public: bool | None = None, limit: int = 100, host: str | None = None
    ) -> list[TableRow]:
        """Tables, the newest first."""
        return await self._read(tables.tables, state, public, host, limit)

    async def tables_of(self, guest: str) -> list[TableRow]:
        """Every table at which a guest sits or is host, the newest first."""
        return await self._read(tables.tables_of, guest)

    async def change_table(self, id: str, **fields: Unpack[TableChange]) -> bool:
        """Change some of what a table has; whether there is such a table. It counts as touched now."""
        change: TableChange = {"touched": self.clock(), **fields}
        return await self._write(tables.change_table, id, change)

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table, in order."""
        return await self._read(tables.seats, table)

    async def sit(self, table: str, seat: int, guest: str | None, bot: str = "") -> None:
        """Give a seat to a guest, to a bot or to nobody."""
        await self._write(tables.sit, SeatRow(table, seat, guest, bot))

    async def reseat(self, table: str, seats: Iterable[SeatRow]) -> None:
        """All seats of a table anew, at once."""
        await self._write(tables.reseat, table, tuple(seats))

    async def new_stream(self, table: str, header: bytes, first: int = 0) -> StreamRow:
        """A new match at a table."""
        return await self._write(tables.new_stream, table, header, first, self.clock())

    async def stream(self, id: int) -> StreamRow | None:
        """A stream by its number."""
        return await self._read(tables.stream, id)

    async def streams(self, table: str) -> list[StreamRow]:
        """All matches of a table, the first one first."""
        return await self._read(tables.streams, table)

    async def last_stream(self, table: str) -> StreamRow | None:
        """The match that was begun last at a table."""
        return await self._read(tables.last_stream, table)

    async def deals(self, stream: int) -> list[DealRow]:
        """The deals of a stream, in order."""
        return await self._read(tables.deals, stream)

    async def live(self) -> list[tuple[TableRow, StreamRow, DealRow | None]]:
        """Every table that is being played, with its last stream and the last deal of that; in one query."""
        return await self._read(tables.live)

    async def live_entries(self) -> dict[int, list[bytes]]:
        """By stream, the entries of every match that is being played from the last deal's on; in one query.

        In the first deal, and without any, they are all entries; a stream without entries is missing.
        """
        return await self._read(tables.live_entries)

    async def live_deals(self) -> dict[int, list[DealRow]]:
        """By stream, all deals of every match that is being played; in one query."""
        return await self._read(tables.live_deals)

    async def live_seats(self) -> dict[str, list[tuple[SeatRow, str]]]:
        """By table, the seats of every match that is being played, with the names of its guests; in one query."""
        return await self._read(tables.live_seats)

    # -- chat --------------------------------------------------------------------------------------------------------

    async def say(self, table: str, guest: str | None, name: str, text: str, kind: str = "said") -> ChatRow:
        """Somebody says something, or shows an emote (``kind="emote"``)."""
        return await self._write(tables.say, ChatRow(0, table, guest, name, text, self.clock(), kind))

    async def chat(self, table: str, last: int = 100) -> list[ChatRow]:
        """The last lines of a table's chat, the oldest first."""
        return await self._read(tables.chat, table, last)

    # -- for whoever runs it -----------------------------------------------------------------------------------------

    async def clean(
        self, now: float | None = None, keep: Retention = Retention(), spared: Collection[str] = ()
    ) -> dict[str, int]:
        """Remove what is too old, a little at a time; how many tables, lines of chat, codes and guests.

        ``spared`` are tables that must stay whatever their age, since they are open.
        """
        now = self.clock() if now is None else now
        before = now - keep.matches * upkeep.DAY
        old = await self._read(upkeep.old_tables, before, frozenset(spared))
        slices = [old[start : start + upkeep.SLICE] for start in range(0, len(old), upkeep.SLICE)]
        gone = [await self._write(upkeep.remove_tables, ids, before) for ids in slices]
        return {
            "tables": sum(gone),
            "chat": await self._repeated(upkeep.remove_chat, now - keep.chat * upkeep.DAY),
            "codes": await self._write(upkeep.remove_codes, now),
            "guests": await self._repeated(upkeep.remove_guests, now - keep.guests * upkeep.DAY),
        }

    async def _repeated(self, remove: Callable[[Connection, float], int], before: float) -> int:
        total = 0
        while removed := await self._write(remove, before):
            total += removed
        return total

    async def backup(self, path: Path) -> None:
        """Copy the store as it is at this moment into a new file, while people play."""
        await self._in_thread(partial(copies.copy_store, self._place, path))

    async def import_match(self, data: bytes) -> str:
        """A match file becomes a table of its own, over or being played; the id of the table."""
        match = await self._in_thread(partial(copies.read_match, data))
        return await self._write(copies.put_match, match, self.clock())

    async def match_file(self, stream: int) -> bytes | None:
        """A stream as a match file, with its seed and all cards: who may have it is for the caller to say."""
        row = await self.stream(stream)
        return None if row is None else copies.match_file(row.header, await self.entries(stream))

    async def healthy(self) -> StoreFault | None:
        """Write something small, and look at the space on the disk; what is wrong, or nothing."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._write(upkeep.pulse, self.clock())
        except TimeoutError:
            return fault(SLOW)
        except StoreFault as found:
            return found
        return self._place.space()

    async def counts(self) -> dict[str, int]:
        """How many guests, streams and tables there are, these also by state, and entries stored since the start."""
        return {**await self._read(upkeep.counts), "entries": self._writer.appended}


def _let_fail(future: asyncio.Future[Any]) -> None:
    """Nobody waits for this; a fault is met again by whoever does."""
    with suppress(asyncio.CancelledError):
        future.exception()
