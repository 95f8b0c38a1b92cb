"""The commands for whoever runs a table server: migrate, backup, tables, close, forget, export, import.

They work on the store itself, also while a server is running on it. What they need is an extra, so it is imported only
when a command runs.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from sheepfold.cli.params import FILE
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import Message, say
from sheepfold.files.folders import data_folder
from sheepfold.files.writing import in_words, new_file, read_bytes

if TYPE_CHECKING:
    from sheepfold.table.store import SeatRow, Store, StreamRow, TableRow

T = TypeVar("T")

MANY = 1_000_000
"""More tables than any list has."""


class NotThere(SheepfoldError):
    """A table, guest or match that the store does not have, or does not give away."""


STORE = click.option(
    "--store", "url", metavar="URL", envvar="SHEEPFOLD_STORE",
    help="The store, as in sqlite:////folder/table.db.  [default: table.db in your data folder]",
)  # fmt: skip


def default_store() -> str:
    """The store in the user's data folder."""
    return f"sqlite:///{data_folder() / 'table.db'}"


def need_store() -> Any:
    """The package of the store, or a sentence that says how to get what it needs."""
    try:
        from sheepfold.table import store
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sheepfold"):
            raise
        sentence = "This needs more packages: pip install 'sheepfold[table]' brings { $name } and the others."
        raise SheepfoldError("no_table_packages", sentence, name=error.name or "") from None
    return store


def _with_store(url: str | None, work: Callable[[Store], Awaitable[T]], *, make: bool = False) -> T:
    """Open the store, do something with it and close it."""
    store: Store = need_store().Store.open(url or default_store(), make=make)

    async def doing() -> T:
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(doing())


def _tell(message: Message, *, err: bool = False) -> None:
    click.echo(str(message), err=err)


# -- the store itself --------------------------------------------------------------------------------------------------


@click.command()
@STORE
@click.option("--to", "revision", default="head", metavar="REV", help="The revision to go to, up or down.")
def migrate(url: str | None, revision: str) -> None:
    """Bring the store of a table server to the schema of this program, or to another one.

    Stop the server and make a backup first. All of it happens, or nothing.

    \b
    sheepfold migrate
    sheepfold migrate --store sqlite:////srv/table.db --to 0001
    """
    before, after = need_store().migrate(url or default_store(), revision)
    if before == after:
        _tell(say("migrated_already", "The store has revision { $after } already.", after=after or "0"))
    else:
        sentence = "The store had revision { $before } and has { $after } now."
        _tell(say("migrated", sentence, before=before or "0", after=after or "0"))


@click.command()
@click.argument("file", type=FILE)
@STORE
def backup(file: Path, url: str | None) -> None:
    """Copy the store of a table server into a new file, while people play.

    The copy is the store at one moment. To restore it, stop the server, take away table.db, table.db-wal and
    table.db-shm, and put the copy in the place of table.db.

    \b
    sheepfold backup /backups/table-monday.db
    """
    need_store().backup(url or default_store(), file)
    _tell(say("backed_up", "The store was copied to { $path }.", path=str(file)))


# -- tables and guests -------------------------------------------------------------------------------------------------


@click.command()
@STORE
@click.option("--json", "as_json", is_flag=True, help="JSON for machines.")
def tables(url: str | None, as_json: bool) -> None:
    """List the tables of a table server: id, game, state, who sits there, when something happened last.

    \b
    sheepfold tables
    sheepfold tables --json
    """
    found = _with_store(url, _listed)
    if as_json:
        click.echo(msgspec.json.encode([_data(*each) for each in found]))
    elif not found:
        _tell(say("tables_none", "There are no tables."))
    for table, seats in () if as_json else found:
        when = datetime.fromtimestamp(table.touched).strftime("%Y-%m-%d %H:%M")
        click.echo(f"{table.id}  {table.state:<9}  {when}  {table.game}  {', '.join(map(_sitter, seats))}".rstrip())


async def _listed(store: Store) -> list[tuple[TableRow, list[SeatRow]]]:
    return [(table, await store.seats(table.id)) for table in await store.tables(limit=MANY)]


def _sitter(seat: SeatRow) -> str:
    """Who sits there: a guest by the id that ``forget`` takes, a bot, or nobody."""
    return seat.guest or seat.bot or "-"


def _data(table: TableRow, seats: list[SeatRow]) -> dict[str, Any]:
    shown = {name: getattr(table, name) for name in table.__struct_fields__ if name != "settings"}
    return {**shown, "seats": [{"seat": seat.seat, "guest": seat.guest, "bot": seat.bot} for seat in seats]}


@click.command()
@click.argument("table")
@STORE
def close(table: str, url: str | None) -> None:
    """Close a table for good; its matches stay until retention takes them.

    \b
    sheepfold close 4kx7m2p9qa
    """

    async def closing(store: Store) -> bool:
        return await store.change_table(table, state="closed")

    if not _with_store(url, closing):
        raise _no_table(table)
    _tell(say("table_closed", "Table { $table } is closed.", table=table))


@click.command()
@click.argument("guest")
@STORE
def forget(guest: str, url: str | None) -> None:
    """Take away what tells who a guest was: name, devices, chat.

    The records of matches already played stay, with the names that were used in them, until retention takes them.

    \b
    sheepfold forget 9qa4kx7m2p
    """

    async def forgetting(store: Store) -> bool:
        return await store.forget(guest)

    if not _with_store(url, forgetting):
        raise NotThere("no_guest", "There is no guest '{ $guest }' in the store.", guest=guest)
    _tell(say("guest_forgotten", "Guest { $guest } is forgotten.", guest=guest))


def _no_table(table: str) -> NotThere:
    return NotThere("no_table", "There is no table '{ $table }' in the store.", table=table)


# -- matches as files --------------------------------------------------------------------------------------------------


@click.command()
@click.argument("table")
@click.argument("file", type=FILE, required=False)
@click.option("--match", "number", type=click.IntRange(1), metavar="N", help="The N-th match; the last if not given.")
@click.option("--live", is_flag=True, help="Also a match that is not over, with all its hidden cards.")
@STORE
def export(table: str, file: Path | None, number: int | None, live: bool, url: str | None) -> None:
    """Write the match file of a table, into a new file or to standard output.

    A match that is not over is refused, for the file tells all hidden cards and the seed of all that are to come.

    \b
    sheepfold export 4kx7m2p9qa evening.match
    sheepfold export 4kx7m2p9qa --match 1
    """

    async def exporting(store: Store) -> bytes:
        stream = await _stream(store, table, number)
        _check_over(stream, live)
        return await store.match_file(stream.id) or b""

    if file is not None:
        new_file(file)
    data = _with_store(url, exporting)
    if file is None:
        sys.stdout.buffer.write(data)
        return
    with in_words(file):
        file.write_bytes(data)


async def _stream(store: Store, table: str, number: int | None) -> StreamRow:
    if await store.table(table) is None:
        raise _no_table(table)
    streams = await store.streams(table)
    if not streams:
        raise NotThere("no_match", "Nothing has been played at table { $table } yet.", table=table)
    if number is not None and number > len(streams):
        sentence = "Table { $table } has { $count } matches, and no number { $number }."
        raise NotThere("no_match", sentence, key="no_match_number", table=table, count=len(streams), number=number)
    return streams[-1 if number is None else number - 1]


def _check_over(stream: StreamRow, live: bool) -> None:
    if stream.over:
        return
    if not live:
        sentence = "This match is not over, and its file would tell all hidden cards; --live writes it all the same."
        raise NotThere("match_live", sentence)
    sentence = "This match is not over: the file tells hidden cards, and the seed of all that are to come."
    _tell(say("match_live_warning", sentence), err=True)


@click.command("import")
@click.argument("files", type=FILE, nargs=-1, required=True)
@STORE
def import_(files: tuple[Path, ...], url: str | None) -> None:
    """Put match files into the store, each as a table of its own; the ids of the tables are printed.

    \b
    sheepfold import evening.match
    """
    data = [read_bytes(file) for file in files]

    async def importing(store: Store) -> None:
        for each in data:
            click.echo(await store.import_match(each))

    _with_store(url, importing, make=True)


COMMANDS: dict[str, click.Command] = {
    command.name or "": command for command in (migrate, backup, tables, close, forget, export, import_)
}
"""The commands by their names."""
