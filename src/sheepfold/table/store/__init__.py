"""The store: what must survive a restart, in one SQLite file. Nothing is acknowledged before it is on the disk.

``Store`` is what the table server uses; ``migrate`` and ``revision`` are for whoever runs it. ``schema`` says what the
tables are, ``writer`` how many tables share one commit, ``place`` all that is special about SQLite.
"""

from __future__ import annotations

from sheepfold.table.store.copies import backup
from sheepfold.table.store.faults import BadStore, Conflict, StoreFault
from sheepfold.table.store.people import new_id
from sheepfold.table.store.revisions import migrate, revision
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
from sheepfold.table.store.store import Store

__all__ = [
    "BadStore",
    "ChatRow",
    "Conflict",
    "DealRow",
    "Guest",
    "Retention",
    "SeatRow",
    "SessionRow",
    "Store",
    "StoreFault",
    "StreamRow",
    "TableChange",
    "TableRow",
    "backup",
    "migrate",
    "new_id",
    "revision",
]
