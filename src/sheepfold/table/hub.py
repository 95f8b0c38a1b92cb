"""All tables of a server: woken from the store when somebody opens them, and put to sleep when nobody looks."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sheepfold.bots.roster import known_bot
from sheepfold.core.errors import SheepfoldError
from sheepfold.registry import known_game
from sheepfold.table.limits import Limits
from sheepfold.table.protocol import CLOSED_AUTH, CLOSED_RESTART
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.store import Retention, SeatRow, Store, StoreFault, TableRow, new_id
from sheepfold.table.table import Decider, Place, Services, Table, TableFault
from sheepfold.table.viewers import Person

log = logging.getLogger("sheepfold.table")

LOOK_ROUND = 30.0
"""Seconds between two looks for tables that may sleep."""
CLEAN = 6 * 3600.0
"""Seconds between two cleanings of the store."""


class NoTable(TableFault):
    """There is no such table."""


class Hub:
    """The tables in memory, each with the task that owns it."""

    def __init__(
        self,
        store: Store,
        decider: Decider,
        settings: Settings,
        *,
        rng: random.Random | None = None,
        now: Callable[[], float] = time.monotonic,
        counted: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.limits = Limits(settings, now)
        self.services = Services(store, decider, settings, rng or random.SystemRandom(), now, counted=counted)
        self.tables: dict[str, Table] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waking: dict[str, asyncio.Task[Table]] = {}
        self._round: set[asyncio.Task[None]] = set()
        self.ready = False

    async def start(self) -> None:
        """Bring back every table at which a match is going on."""
        live = await self.store.live()
        entries, seats = await self.store.live_entries(), await self.store.live_seats()
        deals = await self.store.live_deals()
        for row, stream, deal in live:
            table = Table(self.services, row, _places(seats.get(row.id, [])))
            since = deal.seq if deal is not None and deal.number > 1 else 0
            try:
                table.take_up(stream, deals.get(stream.id, []), since, entries.get(stream.id, []))
            except SheepfoldError as error:  # one table that cannot be read must not keep the others from play
                log.error("table %s cannot be read again [%s]", row.id, error.code)
                continue
            self._own(table)
            table.go_on()
        self._round = {asyncio.create_task(self._look_round()), asyncio.create_task(self._clean())}
        self.ready = True

    def _own(self, table: Table) -> None:
        self.tables[table.row.id] = table
        self._tasks[table.row.id] = asyncio.create_task(table.run(), name=f"table {table.row.id}")

    def say_goodbye(self) -> None:
        """Close every connection so that its client comes back by itself; what was sent here is still done."""
        self.ready = False
        for table in self.tables.values():
            table.end(CLOSED_RESTART)

    async def close(self) -> None:
        """Leave memory; everything is stored already."""
        self.say_goodbye()
        await self._cancel([*self._round, *self._tasks.values()])

    async def _cancel(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- tables --------------------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """A table by its id, woken if it sleeps."""
        found = self.tables.get(id)
        if found is not None:
            return found
        waking = self._waking.get(id)
        if waking is None:
            waking = self._waking[id] = asyncio.create_task(self._wake(id))
            waking.add_done_callback(lambda _: self._waking.pop(id, None))
        return await asyncio.shield(waking)

    async def _wake(self, id: str) -> Table:
        row = await self.store.table(id) if id.isascii() and id.isalnum() else None
        if row is None or row.state == "closed":
            raise NoTable("no_table", "There is no such table; perhaps it has been closed.", key="no_table_here")
        self._room_for_one()
        seats = await self.store.seats(id)
        guests = {seat.guest: await self.store.guest(seat.guest) for seat in seats if seat.guest}
        named = [(seat, guest.name if (guest := guests.get(seat.guest or "")) else "") for seat in seats]
        table = Table(self.services, row, _places(named))
        await table.load()
        self._own(table)
        table.go_on()
        return table

    def _room_for_one(self) -> None:
        if len(self.tables) >= self.settings.most_tables:
            raise TableFault("server_full", "The server has as many tables as it can take; try again later.")

    async def create(
        self, person: Person, game: str, settings: TableSettings, *, public: bool = False, start: bool = False
    ) -> Table:
        """A new table with this person as its host on seat 0; ``start``: bots take the other seats, and it begins."""
        made = known_game(game)
        known_bot(settings.level)
        if settings.seed and not start:
            raise TableFault("seed_live", "A seed of your own is for playing alone against bots.")
        self._room_for_one()
        now = self.store.clock()
        data = msgspec.json.encode(settings)
        row = TableRow(
            new_id(), person.guest, made.options.text(), data, public, False, "gathering", now, now
        )  # fmt: skip
        seats = [SeatRow(row.id, seat, person.guest if seat == 0 else None, "") for seat in range(made.seats)]
        await self.store.new_table(row, seats)
        table = Table(self.services, row, [Place(person.guest, person.name), *(Place() for _ in seats[1:])])
        self._own(table)
        self.services.counted("table")
        if start:
            await table.submit(table.begin_match)
        return table

    async def create_of_bots(self, game: str, settings: TableSettings) -> Table:
        """A table at which only bots play, for measurements and tests."""
        made = known_game(game)
        now = self.store.clock()
        data = msgspec.json.encode(settings)
        row = TableRow(new_id(), None, made.options.text(), data, True, False, "gathering", now, now)
        await self.store.new_table(row, [SeatRow(row.id, seat, None, settings.level) for seat in range(made.seats)])
        table = Table(self.services, row, [Place(bot=settings.level) for _ in range(made.seats)])
        self._own(table)
        await table.submit(table.begin_match)
        return table

    async def close_table(self, id: str) -> None:
        """End a table for good."""
        table = await self.table(id)
        await table.submit(table.close)
        await self._forget(id)

    async def renamed(self, person: Person) -> None:
        """Somebody has another name: the tables in memory show it."""
        for table in list(self.tables.values()):
            seat = table.seat_of(person)
            if seat is not None:
                table.places[seat].name = person.name
                await table.submit(table.renamed)

    def signed_out(self, session: str) -> None:
        """A device has no session any more: its connections are closed."""
        for table in self.tables.values():
            for viewer in table.viewers:
                if viewer.person.session == session:
                    viewer.close(CLOSED_AUTH)

    async def _forget(self, id: str) -> None:
        table, task = self.tables.pop(id, None), self._tasks.pop(id, None)
        if table is not None:
            table.end(CLOSED_RESTART)
        if task is not None:
            await self._cancel([task])

    # -- from time to time ---------------------------------------------------------------------------------------

    async def _look_round(self) -> None:
        """Put tables to sleep that nobody looks at and at which nothing happens by itself."""
        while True:
            await asyncio.sleep(LOOK_ROUND)
            before = self.services.now() - self.settings.asleep
            for id, table in list(self.tables.items()):
                if not table.viewers and table.idle_since < before and table.quiet:
                    await self._forget(id)
            self.limits.forget_old()
            for id, task in list(self._tasks.items()):
                if (
                    task.done()
                ):  # the task of a table never ends by itself; whatever ended it, the store knows the table
                    log.error("table %s had ended and sleeps now", id)
                    await self._forget(id)

    async def _clean(self) -> None:
        """Let go of what is older than it should be."""
        settings = self.settings
        keep = Retention(settings.keep_guests_days, settings.keep_chat_days, settings.keep_matches_days)
        while True:
            await asyncio.sleep(secrets.randbelow(600))
            try:
                await self.store.clean(self.store.clock(), keep, spared=tuple(self.tables))
            except StoreFault as fault:
                log.error("the store could not be cleaned [%s]", fault.code)
            await asyncio.sleep(CLEAN)


def _places(seats: Sequence[tuple[SeatRow, str]]) -> list[Place]:
    return [Place(row.guest, name, row.bot) for row, name in sorted(seats, key=lambda each: each[0].seat)]
