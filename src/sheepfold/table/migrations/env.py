"""What Alembic runs: the migrations on the connection that it was given, in the transaction that is open on it."""

from __future__ import annotations

from alembic import context

from sheepfold.table.store.schema import METADATA


def run() -> None:
    """Run the migrations."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # so Alembic calls this file; others may only look at it
    run()
