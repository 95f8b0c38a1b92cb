"""Where a store is: its URL, its file, and the connections to it.

Only SQLite is known now. Whatever is special about it stands here and in ``faults``: another database needs another
place, and nothing else.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool, QueuePool

from sheepfold.files.folders import make_folder
from sheepfold.files.writing import in_words
from sheepfold.table.store.faults import FULL, GONE, READ_ONLY, REPLACED, BadStore, StoreFault, fault

BUSY_SECONDS = 2.0
"""For how long another program may hold the lock before a write is refused."""
SPARE_BYTES = 1 << 20
"""With less space on the disk than this the store counts as full: the next page may not fit."""
READERS = 4
"""How many reads go on at once."""

_PRAGMAS = ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")


def path_of(url: str) -> Path:
    """The file of a store, from its URL or its bare path.

    >>> path_of("sqlite:////var/lib/sheepfold/table.db").name
    'table.db'
    """
    if "://" not in url:
        return _file(url)
    kind = url.partition("://")[0]
    if kind != "sqlite":
        sentence = "A store is an SQLite file, as in sqlite:////folder/table.db; '{ $kind }' is not supported."
        raise BadStore("store_kind", sentence, kind=kind)  # and not the URL: it may have a password in it
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        raise _no_url() from None
    if parts.query or parts.host or parts.username:
        raise _no_url()
    return _file(parts.database or "")


def _file(text: str) -> Path:
    if not text or text.startswith(":") or "\0" in text:
        raise _no_url()
    path = Path(text).expanduser().absolute()
    if path.is_dir():
        raise BadStore("store_folder", "{ $path } is a folder, not a store.", path=str(path))
    return path


def _no_url() -> BadStore:
    return BadStore("store_url", "The store must be named as a file, as in sqlite:////folder/table.db.")


class Place:
    """The file of a store, watched: what is written into a file that was deleted is lost without an error."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._known: tuple[tuple[int, int] | None, tuple[int, int] | None] = (None, None)

    # -- the file ----------------------------------------------------------------------------------------------------

    def make(self) -> None:
        """An empty file for a new store, readable by its owner alone: seeds are in it."""
        make_folder(self.path.parent)
        with in_words(self.path):
            os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))

    @property
    def empty(self) -> bool:
        """Whether there is nothing yet."""
        return not self.path.exists() or self.path.stat().st_size == 0

    def check_writable(self) -> None:
        """Refuse, before it is opened, what may not be written: SQLite would only say that it cannot open it."""
        if not self.path.exists():
            raise fault(GONE)
        if not (os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)):
            raise fault(READ_ONLY)

    def remember(self) -> None:
        """Take note of which files a connection writes."""
        self._known = (_identity(self.path), _identity(self._log))

    def forget(self) -> None:
        """A new connection takes what it finds."""
        self._known = (None, None)

    def check(self) -> None:
        """Refuse if what was remembered is no longer what stands there."""
        main, log = self._known
        found = _identity(self.path)
        if found is None:
            raise fault(GONE)
        if main is not None and (found != main or _identity(self._log) != log):
            raise fault(REPLACED)

    def space(self) -> StoreFault | None:
        """A fault if the disk is nearly full. The log is written over again and again, so a write may not show it."""
        try:
            found = os.statvfs(self.path)
        except OSError:
            return fault(GONE)
        return fault(FULL) if found.f_bavail * found.f_frsize < SPARE_BYTES else None

    # -- connections -------------------------------------------------------------------------------------------------

    def writer(self) -> Engine:
        """For the one who writes: every transaction has the lock from its beginning."""
        engine = create_engine("sqlite://", creator=self._connecting(), poolclass=NullPool, hide_parameters=True)
        event.listen(engine, "begin", _begin_to_write)
        return engine

    def migrator(self) -> Engine:
        """For migrations: references are checked at their end, for a table that is made anew is gone for a moment."""
        engine = create_engine(
            "sqlite://", creator=self._connecting("foreign_keys=OFF"), poolclass=NullPool, hide_parameters=True
        )
        event.listen(engine, "begin", _begin_to_write)
        return engine

    def reader(self) -> Engine:
        """For those who read, several at once and beside the writer; one transaction sees one moment."""
        engine = create_engine(
            "sqlite://",
            creator=self._connecting("query_only=ON"),
            poolclass=QueuePool,
            pool_size=READERS,
            max_overflow=1,
            hide_parameters=True,
        )
        event.listen(engine, "begin", _begin_to_read)
        return engine

    def bare(self) -> sqlite3.Connection:
        """A connection that creates nothing and begins no transaction by itself."""
        uri = f"{self.path.as_uri()}?mode=rw"
        return sqlite3.connect(
            uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=256
        )

    def _connecting(self, *more: str) -> Callable[[], Any]:
        def connect() -> sqlite3.Connection:
            connection = self.bare()
            try:
                for pragma in ("journal_mode=WAL", *_PRAGMAS, *more):
                    connection.execute(f"PRAGMA {pragma}").fetchall()
            except BaseException:
                connection.close()
                raise
            return connection

        return connect


def fold_in(connection: Connection) -> None:
    """Put what stands in the log into the file itself, should the log have been deleted."""
    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


def _begin_to_write(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_to_read(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
