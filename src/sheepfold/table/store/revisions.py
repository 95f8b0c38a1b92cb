"""Which revision of the schema a store has, and the way from one to another.

Alembic is imported only when something must be migrated; a server that starts on its own store needs none of it.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from sheepfold.table.store.faults import OTHER, BadStore, fault, in_words
from sheepfold.table.store.place import Place, path_of
from sheepfold.table.store.schema import HEAD, REVISIONS

_VERSION = table("alembic_version", column("version_num"))


def revision(url: str) -> str:
    """The revision of a store; empty if nothing has been made in it yet."""
    place = existing(url)
    engine = place.reader()
    try:
        with engine.connect() as connection:
            return found_revision(connection, place.path)
    except Exception as error:
        raise in_words(error) from None
    finally:
        engine.dispose()


def found_revision(connection: Connection, path: Path) -> str:
    """The revision that a store says it has; refused if it is something else than a store."""
    names = inspect(connection).get_table_names()
    if _VERSION.name not in names:
        if names:
            raise BadStore("not_a_store", "{ $path } is not a store of Sheepfold.", path=str(path))
        return ""
    return connection.execute(select(_VERSION.c.version_num)).scalar() or ""


def check_revision(connection: Connection, path: Path) -> None:
    """Refuse a store that is not of this program's revision."""
    found = found_revision(connection, path)
    if found == HEAD:
        return
    _check_known(found, path)
    sentence = (
        "The store { $path } has revision { $found } and this program needs { $needed }: "
        "make a copy with sheepfold backup, then run sheepfold migrate."
    )
    raise BadStore("store_old", sentence, path=str(path), found=found or "0", needed=HEAD)


def _check_known(found: str, path: Path) -> None:
    if found and found not in REVISIONS:
        sentence = "The store { $path } was made by a newer program (revision { $found }); install that one."
        raise BadStore("store_newer", sentence, path=str(path), found=found)


def migrate(url: str, revision: str = "head") -> tuple[str, str]:
    """Bring a store to a revision, up or down, in one transaction; the revisions before and after.

    ``head`` is the newest; ``base`` is before the first and takes everything away.
    """
    place = existing(url)
    wanted = {"head": HEAD, "base": ""}.get(revision, revision)
    if wanted and wanted not in REVISIONS:
        sentence = "There is no revision '{ $revision }'; there are { $known }."
        raise BadStore("no_revision", sentence, revision=revision, known=", ".join(REVISIONS))
    return migrated(place, wanted)


def migrated(place: Place, wanted: str = HEAD) -> tuple[str, str]:
    """The same for a file that is there, empty or not."""
    engine = place.migrator()
    try:
        with engine.connect() as connection, connection.begin():
            before = found_revision(connection, place.path)
            _check_known(before, place.path)
            if before != wanted:
                _run(connection, before, wanted)
                _check_references(connection)
            return before, wanted
    except Exception as error:
        raise in_words(error) from None
    finally:
        engine.dispose()


def _run(connection: Connection, before: str, wanted: str) -> None:
    from alembic import command
    from alembic.config import Config

    order = ("", *REVISIONS)
    up = order.index(wanted) > order.index(before)
    with as_file(files("sheepfold.table") / "migrations") as folder:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        (command.upgrade if up else command.downgrade)(config, wanted or "base")


def _check_references(connection: Connection) -> None:
    """A table that is made anew must not leave rows behind that point nowhere."""
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise fault(OTHER, reason="foreign_key_check")


def existing(url: str) -> Place:
    """The place of a store that is there."""
    path = path_of(url)
    if not path.is_file():
        sentence = "There is no store at { $path }; sheepfold serve makes one."
        raise BadStore("no_store", sentence, path=str(path))
    return Place(path)
