"""What the tests of the store share: a store in a folder of the test, tables and streams in it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from sheepfold.table.store import SeatRow, Store, StoreFault, TableRow, new_id

T = TypeVar("T")
HEADER = b'{"sheepfold_match":1,"game":"grim","rules":1,"seed":"the-secret-seed"}'


class Clock:
    """A clock that a test sets, also back."""

    def __init__(self, now: float = 1_000_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def with_store(path: Path, work: Callable[[Store], Awaitable[T]], clock: Clock | None = None) -> T:
    """Open a store, do something with it and close it, whatever happens."""

    async def doing() -> T:
        store = Store.open(str(path), clock=clock or Clock())
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(doing())


def table_row(**changes: Any) -> TableRow:
    """A table that is being played."""
    values: dict[str, Any] = {
        "id": new_id(),
        "host": None,
        "game": "grim",
        "settings": b"{}",
        "public": True,
        "locked": False,
        "state": "playing",
        "created": 1_000_000_000.0,
        "touched": 1_000_000_000.0,
    }
    return TableRow(**{**values, **changes})


async def new_table(store: Store, seats: int = 4, **changes: Any) -> str:
    """A table with bots on its seats; its id."""
    row = table_row(**changes)
    await store.new_table(row, [SeatRow(row.id, seat, None, "club") for seat in range(seats)])
    return row.id


async def new_stream(store: Store) -> int:
    """A stream at a table of its own; its number."""
    return (await store.new_stream(await new_table(store), HEADER)).id


def line(stream: int, seq: int) -> bytes:
    """An entry that tells where it belongs."""
    return b'{"act":"%d play KS","id":"%d"}' % (stream % 4, seq)


async def outcome(waiting: Awaitable[object]) -> str:
    """The code of a fault, or nothing."""
    try:
        await waiting
    except StoreFault as found:
        fault = found
    else:
        return ""
    assert fault.sentence.endswith(".")
    assert "\n" not in fault.sentence
    return fault.code


def sql(path: Path, *statements: str) -> list[Any]:
    """Statements through a connection of their own, as another program would have them done; the rows of the last."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return [connection.execute(statement).fetchall() for statement in statements][-1]


def is_sound(path: Path) -> bool:
    """Whether the file is whole, every reference leads somewhere, and no stream has a gap."""
    gaps = "SELECT stream_id FROM entry GROUP BY stream_id HAVING count(*) != max(seq) + 1 OR min(seq) != 0"
    return (
        sql(path, "PRAGMA integrity_check") == [("ok",)]
        and sql(path, "PRAGMA foreign_key_check") == []
        and sql(path, gaps) == []
    )
