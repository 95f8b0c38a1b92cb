"""Guests, their sessions and their one-time codes, each as a function of a connection.

Tokens and codes are never stored, only their SHA-256. A token has 256 random bits, so nothing slower is needed; a code
is short, but it lives for ten minutes and works once.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update

from sheepfold.table.store.rows import Guest, SessionRow
from sheepfold.table.store.schema import CHAT, CODE, GUEST, SESSION

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of ids: nothing that looks like something else."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of one-time codes."""
CODE_SECONDS = 600
"""For how long a one-time code is valid."""
SEEN_SECONDS = 3600
"""How old the time at which a session was seen may be."""


def new_id() -> str:
    """Ten characters that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def hashed(secret: str) -> bytes:
    """What is stored of a token or a code."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


# -- guests ------------------------------------------------------------------------------------------------------------


def new_guest(db: Connection, name: str, language: str, now: float) -> Guest:
    """A new guest."""
    guest = Guest(new_id(), name, language, now)
    db.execute(insert(GUEST).values(id=guest.id, name=name, language=language, created=now))
    return guest


def guest(db: Connection, id: str) -> Guest | None:
    """A guest by the id."""
    row = db.execute(select(*_GUEST).where(GUEST.c.id == id)).first()
    return None if row is None else Guest(*row)


def rename(db: Connection, id: str, name: str) -> bool:
    """Give a guest another name; whether there is such a guest."""
    return db.execute(update(GUEST).where(GUEST.c.id == id).values(name=name)).rowcount > 0


def set_language(db: Connection, id: str, language: str) -> bool:
    """Have a guest spoken to in another language."""
    return db.execute(update(GUEST).where(GUEST.c.id == id).values(language=language)).rowcount > 0


def forget(db: Connection, id: str) -> bool:
    """Take away all that tells who a guest was: the name, the devices, what was said. The matches stay."""
    db.execute(delete(SESSION).where(SESSION.c.guest_id == id))
    db.execute(delete(CODE).where(CODE.c.guest_id == id))
    db.execute(update(CHAT).where(CHAT.c.guest_id == id).values(name="", text=""))
    return db.execute(update(GUEST).where(GUEST.c.id == id).values(name="", language="")).rowcount > 0


# -- sessions ----------------------------------------------------------------------------------------------------------


def new_session(db: Connection, guest: str, label: str, now: float) -> tuple[SessionRow, str]:
    """A new device of a guest, and its token, which is told once and never again."""
    token = secrets.token_urlsafe(32)
    row = SessionRow(new_id(), guest, label, now, now)
    values = {"id": row.id, "guest_id": guest, "token": hashed(token), "label": label, "created": now, "seen": now}
    db.execute(insert(SESSION).values(values))
    return row, token


def session_of(db: Connection, token: str) -> tuple[SessionRow, Guest] | None:
    """Whose token this is."""
    row = db.execute(_WITH_GUEST.where(SESSION.c.token == hashed(token))).first()
    return None if row is None else (SessionRow(*row[:5]), Guest(*row[5:]))


def seen(db: Connection, session: str, now: float) -> None:
    """Take note that a session is in use."""
    db.execute(update(SESSION).where(SESSION.c.id == session).values(seen=now))


def sessions_of(db: Connection, guest: str) -> list[SessionRow]:
    """All devices of a guest, the one seen last first."""
    rows = db.execute(
        select(*_SESSION).where(SESSION.c.guest_id == guest).order_by(SESSION.c.seen.desc(), SESSION.c.id)
    )
    return [SessionRow(*row) for row in rows]


def revoke(db: Connection, session: str) -> bool:
    """End a session; whether there was one."""
    return db.execute(delete(SESSION).where(SESSION.c.id == session)).rowcount > 0


# -- one-time codes ----------------------------------------------------------------------------------------------------


def new_code(db: Connection, guest: str, now: float) -> str:
    """A code by which another device becomes this guest's; an older one no longer works."""
    code = "".join(secrets.choice(LETTERS) for _ in range(8))
    db.execute(delete(CODE).where(CODE.c.guest_id == guest))
    db.execute(insert(CODE).values(code=hashed(code), guest_id=guest, created=now))
    return code


def use_code(db: Connection, code: str, label: str, now: float) -> tuple[SessionRow, Guest, str] | None:
    """A session for whoever has the code; it is used up. If the clock was set back since, it counts as too old."""
    wanted = hashed("".join(code.split()).replace("-", "").upper())
    row = db.execute(select(CODE.c.guest_id, CODE.c.created).where(CODE.c.code == wanted)).first()
    if row is None or db.execute(delete(CODE).where(CODE.c.code == wanted)).rowcount == 0:
        return None
    found = guest(db, row.guest_id)
    if found is None or not 0 <= now - row.created <= CODE_SECONDS:
        return None
    session, token = new_session(db, found.id, label, now)
    return session, found, token


_GUEST = (GUEST.c.id, GUEST.c.name, GUEST.c.language, GUEST.c.created)
_SESSION = (SESSION.c.id, SESSION.c.guest_id, SESSION.c.label, SESSION.c.created, SESSION.c.seen)
_WITH_GUEST: Select[Any] = select(*_SESSION, *_GUEST).join_from(SESSION, GUEST)
