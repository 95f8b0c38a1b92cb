"""The first schema: guests with their sessions and codes, tables with seats, streams of entries, deals, chat."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _people()
    _tables()
    _matches()
    _talk()


def downgrade() -> None:
    """Take all tables away, and all that is in them."""
    for name in ("pulse", "chat", "deal", "entry", "stream", "seat", "table_", "code", "session", "guest"):
        op.drop_table(name)


def _people() -> None:
    op.create_table(
        "guest",
        Column("id", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("created", Double, nullable=False),
        PrimaryKeyConstraint("id", name="pk_guest"),
    )
    op.create_table(
        "session",
        Column("id", Text, nullable=False),
        _guest("session", "CASCADE", nullable=False),
        Column("token", LargeBinary, nullable=False),
        Column("label", Text, nullable=False),
        Column("created", Double, nullable=False),
        Column("seen", Double, nullable=False),
        PrimaryKeyConstraint("id", name="pk_session"),
        _unique("session", "token"),
    )
    op.create_index("ix_session_guest_id", "session", ["guest_id"])
    op.create_table(
        "code",
        Column("code", LargeBinary, nullable=False),
        _guest("code", "CASCADE", nullable=False),
        Column("created", Double, nullable=False),
        PrimaryKeyConstraint("code", name="pk_code"),
    )
    op.create_index("ix_code_guest_id", "code", ["guest_id"])


def _tables() -> None:
    op.create_table(
        "table_",
        Column("number", Integer, nullable=False),
        Column("id", Text, nullable=False),
        Column("host", Text, ForeignKey("guest.id", name="fk_table__host_guest", ondelete="SET NULL")),
        Column("game", Text, nullable=False),
        Column("settings", LargeBinary, nullable=False),
        Column("public", Boolean, nullable=False),
        Column("locked", Boolean, nullable=False),
        Column("state", Text, nullable=False),
        Column("created", Double, nullable=False),
        Column("touched", Double, nullable=False),
        PrimaryKeyConstraint("number", name="pk_table_"),
        _unique("table_", "id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_table__host", "table_", ["host"])
    op.create_index("ix_table__state", "table_", ["state"])
    op.create_table(
        "seat",
        _table("seat"),
        Column("seat", Integer, nullable=False),
        _guest("seat", "SET NULL"),
        Column("bot", Text, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", name="pk_seat"),
    )
    op.create_index("ix_seat_guest_id", "seat", ["guest_id"])


def _matches() -> None:
    op.create_table(
        "stream",
        Column("id", Integer, nullable=False),
        _table("stream"),
        Column("header", LargeBinary, nullable=False),
        Column("first", Integer, nullable=False),
        Column("over", Boolean, nullable=False),
        Column("created", Double, nullable=False),
        PrimaryKeyConstraint("id", name="pk_stream"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_stream_table_id", "stream", ["table_id"])
    op.create_table(
        "entry",
        _stream("entry"),
        Column("seq", Integer, nullable=False),
        Column("line", LargeBinary, nullable=False),
        PrimaryKeyConstraint("stream_id", "seq", name="pk_entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deal",
        _stream("deal"),
        Column("number", Integer, nullable=False),
        Column("seq", Integer, nullable=False),
        Column("result", LargeBinary),
        PrimaryKeyConstraint("stream_id", "number", name="pk_deal"),
        sqlite_with_rowid=False,
    )


def _talk() -> None:
    op.create_table(
        "chat",
        Column("id", Integer, nullable=False),
        _table("chat"),
        _guest("chat", "SET NULL"),
        Column("name", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("at", Double, nullable=False),
        PrimaryKeyConstraint("id", name="pk_chat"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_chat_guest_id", "chat", ["guest_id"])
    op.create_index("ix_chat_table", "chat", ["table_id", "id"])
    op.create_table(
        "pulse",
        Column("id", Integer, nullable=False),
        Column("at", Double, nullable=False),
        PrimaryKeyConstraint("id", name="pk_pulse"),
    )


# -- columns that several tables have ----------------------------------------------------------------------------------


def _guest(owner: str, ondelete: str, *, nullable: bool = True) -> Column[str]:
    key = ForeignKey("guest.id", name=f"fk_{owner}_guest_id_guest", ondelete=ondelete)
    return Column("guest_id", Text, key, nullable=nullable)


def _table(owner: str) -> Column[str]:
    key = ForeignKey("table_.id", name=f"fk_{owner}_table_id_table_", ondelete="CASCADE")
    return Column("table_id", Text, key, nullable=False)


def _stream(owner: str) -> Column[int]:
    key = ForeignKey("stream.id", name=f"fk_{owner}_stream_id_stream", ondelete="CASCADE")
    return Column("stream_id", Integer, key, nullable=False)


def _unique(owner: str, column: str) -> UniqueConstraint:
    return UniqueConstraint(column, name=f"uq_{owner}_{column}")
