"""Chat knows emotes: every line has a kind; whatever was there had been said."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the kind. The table is made anew, for SQLite adds no constraint to one that is there."""
    with op.batch_alter_table("chat", recreate="auto", table_kwargs={"sqlite_autoincrement": True}) as chat:
        chat.add_column(Column("kind", Text, nullable=False, server_default="said"))
        chat.create_check_constraint(op.f("ck_chat_kind"), "kind IN ('said', 'emote')")


def downgrade() -> None:
    """Take the kind away; an emote stays as its text."""
    with op.batch_alter_table("chat", recreate="auto", table_kwargs={"sqlite_autoincrement": True}) as chat:
        chat.drop_constraint(op.f("ck_chat_kind"), type_="check")
        chat.drop_column("kind")
