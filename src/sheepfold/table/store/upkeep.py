"""What keeps a store in good health: retention, counts, a pulse."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, func, insert, select, update

from sheepfold.table.store import people
from sheepfold.table.store.schema import CHAT, CODE, GUEST, PULSE, SEAT, SESSION, STREAM, TABLE

DAY = 86_400.0
SLICE = 10
"""How many tables, or guests, are removed in one transaction: people are playing meanwhile."""
LINES = 1_000
"""The same for lines of chat."""


def pulse(db: Connection, now: float) -> None:
    """Write something small."""
    if not db.execute(update(PULSE).where(PULSE.c.id == 1).values(at=now)).rowcount:
        db.execute(insert(PULSE).values(id=1, at=now))


def counts(db: Connection) -> dict[str, int]:
    """How many guests, streams and tables there are, and of these how many in each state."""
    states = db.execute(select(TABLE.c.state, func.count()).group_by(TABLE.c.state))
    found = {f"tables_{state}": int(number) for state, number in states}
    found["tables"] = sum(found.values())
    for name, table in (("guests", GUEST), ("streams", STREAM)):
        found[name] = db.execute(select(func.count()).select_from(table)).scalar_one()
    return found


# -- retention ---------------------------------------------------------------------------------------------------------


def old_tables(db: Connection, before: float, spared: Collection[str]) -> list[str]:
    """Tables at which nothing has happened since."""
    rows = db.execute(select(TABLE.c.id).where(TABLE.c.touched < before).order_by(TABLE.c.number)).scalars()
    return [id for id in rows if id not in spared]


def remove_tables(db: Connection, ids: Collection[str], before: float) -> int:
    """Remove those of them that still are old, with all their matches."""
    where = TABLE.c.id.in_(list(ids)) & (TABLE.c.touched < before)
    return db.execute(delete(TABLE).where(where)).rowcount


def remove_chat(db: Connection, before: float) -> int:
    """Remove some old lines of chat; none when there are no more."""
    old = select(CHAT.c.id).where(CHAT.c.at < before).limit(LINES)
    return db.execute(delete(CHAT).where(CHAT.c.id.in_(old))).rowcount


def remove_codes(db: Connection, now: float) -> int:
    """Remove one-time codes that no longer work, also those of a future that has been set back."""
    old = (CODE.c.created < now - people.CODE_SECONDS) | (CODE.c.created > now)
    return db.execute(delete(CODE).where(old)).rowcount


def remove_guests(db: Connection, before: float) -> int:
    """Remove some guests of whom no device has been seen since and who sit and host nowhere any more."""
    seen = select(SESSION.c.id).where(SESSION.c.guest_id == GUEST.c.id, SESSION.c.seen >= before).exists()
    sits = select(SEAT.c.seat).where(SEAT.c.guest_id == GUEST.c.id).exists()
    hosts = select(TABLE.c.number).where(TABLE.c.host == GUEST.c.id).exists()
    query = select(GUEST.c.id).where(GUEST.c.created < before, ~seen, ~sits, ~hosts).limit(SLICE)
    ids = list(db.execute(query).scalars())
    for id in ids:
        people.forget(db, id)
    return db.execute(delete(GUEST).where(GUEST.c.id.in_(ids))).rowcount
