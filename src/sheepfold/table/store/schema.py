"""The tables of the store, one schema for SQLite and PostgreSQL; migrations make them, this says what they amount to.

An entry is one line of a match file; its primary key is the optimistic lock, and there is no second index to pay for.
Times are for people and for retention; whatever needs an order takes it from numbers, so a clock may be set back.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

REVISIONS = ("0001", "0002")
"""The revisions of the schema from the first to the one that this program needs; the files of migrations say the same.

They stand here too, so that a store can be opened without importing Alembic.
"""
HEAD = REVISIONS[-1]

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""Constraints have names, for without one nothing can be altered later."""

GUEST = Table(
    "guest",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", Double, nullable=False),
)

SESSION = Table(
    "session",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("token", LargeBinary, nullable=False, unique=True),  # its SHA-256; the token itself is nowhere
    Column("label", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

CODE = Table(
    "code",
    METADATA,
    Column("code", LargeBinary, primary_key=True),  # hashed too
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Double, nullable=False),
)

TABLE = Table(
    "table_",
    METADATA,
    Column("number", Integer, primary_key=True),  # newer ones are higher, whatever the clock says
    Column("id", Text, nullable=False, unique=True),
    Column("host", ForeignKey("guest.id", ondelete="SET NULL"), index=True),
    Column("game", Text, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("locked", Boolean, nullable=False),
    Column("state", Text, nullable=False, index=True),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    sqlite_autoincrement=True,  # a number is never given twice
)

SEAT = Table(
    "seat",
    METADATA,
    Column("table_id", ForeignKey("table_.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest_id", ForeignKey("guest.id", ondelete="SET NULL"), index=True),
    Column("bot", Text, nullable=False),
)

STREAM = Table(
    "stream",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("table_.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("header", LargeBinary, nullable=False),
    Column("first", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    sqlite_autoincrement=True,
)

ENTRY = Table(
    "entry",
    METADATA,
    Column("stream_id", ForeignKey("stream.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # the rows of a stream lie together, and there is one tree to write, not two
)

DEAL = Table(
    "deal",
    METADATA,
    Column("stream_id", ForeignKey("stream.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("result", LargeBinary),
    sqlite_with_rowid=False,
)

CHAT = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("table_.id", ondelete="CASCADE"), nullable=False),
    Column("guest_id", ForeignKey("guest.id", ondelete="SET NULL"), index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("kind", Text, nullable=False, server_default="said"),  # since revision 0002
    CheckConstraint("kind IN ('said', 'emote')", name="kind"),
    Index("ix_chat_table", "table_id", "id"),
    sqlite_autoincrement=True,
)

PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
)
"""One row, written to see whether anything can be."""
