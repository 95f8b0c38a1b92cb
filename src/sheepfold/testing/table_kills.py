"""Kill the table server in the middle of deals, again and again, and see that nothing acknowledged is ever lost.

``python -m sheepfold.testing.table_kills`` starts ``sheepfold serve`` on a store with 50 tables at which bots play, and
8 clients that play at tables of their own, half of them over WebSockets and half over lines of JSON. It kills the
server (``SIGKILL``), looks at the store, and starts it again, 100 times. After every kill the store must begin with
everything it held before, without a gap; every action that was acknowledged must be there, under the number that was
told, and no action twice. After every start every table must go on and every client must have come back by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.play.valuation import Valuation
from sheepfold.registry import OWN
from sheepfold.solver.claim import Plan
from sheepfold.table.hub import Hub
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.store import Store
from sheepfold.table.workers import Task
from sheepfold.testing.server import OverLines, OverSocket, Player, Server

PATIENCE = 90.0
"""Seconds after a start within which every table must have gone on and every client must be back."""


class Lost(AssertionError):
    """Something that had been acknowledged is not in the store, or is there twice, or does not go on."""


class Kept(Struct):
    """What the store held of a match after the last kill: how many entries, and their digest."""

    entries: int = 0
    digest: bytes = b""
    over: bool = False


class Report(Struct):
    """What was seen."""

    kills: int = 0
    entries: int = 0
    acked: int = 0
    unsure: int = 0
    resumed: int = 0
    tables: int = 0
    matches: int = 0
    slowest: float = 0.0

    @property
    def line(self) -> str:
        """In words."""
        return (
            f"{self.kills} kills; {self.tables} tables, {self.matches} matches, {self.entries} entries stored, "
            f"{self.acked} actions acknowledged, none lost, none twice; {self.unsure} were refused after a kill; "
            f"clients came back {self.resumed} times by themselves; all tables went on, the last of them "
            f"{self.slowest:.1f} s after a start at most"
        )


class Killing:
    """A server, its tables and its clients through many kills."""

    def __init__(self, folder: Path, tables: int, clients: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.server = Server(folder, guests_per_minute=10_000, tables_per_hour=10_000, limits=False)
        self.bot_tables, self.clients = tables, clients
        self.players: list[Player] = []
        self.kept: dict[int, Kept] = {}
        self.report = Report()

    # -- the beginning -------------------------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Put tables of bots into the store; they begin to play when the server starts."""
        store = Store.open(str(self.server.store))
        hub = Hub(store, Nobody(), Settings())
        games = list(OWN["games"])
        for number in range(self.bot_tables):
            await hub.create_of_bots(games[number % len(games)], TableSettings(pace="fast", level="random"))
        await hub.close()
        await store.close()

    async def sit_down(self) -> None:
        """Clients at tables of their own."""
        games = list(OWN["games"])
        for number in range(self.clients):
            token = await self.server.new_token(f"Client{number}")
            table = await self.server.new_table(token, games[number % len(games)])
            kind = OverLines if number % 2 else OverSocket
            self.players.append(kind(self.server, f"Client{number}", token, table, str(self.chance.random())))

    # -- a round -------------------------------------------------------------------------------------------------

    async def run(self, kills: int) -> Report:
        """Kill so many times; raises ``Lost``."""
        await self.prepare()
        await self._start()
        await self.sit_down()
        playing = [asyncio.create_task(player.run()) for player in self.players]
        try:
            for _ in range(kills):
                await self._until_everybody_plays(playing)
                await asyncio.sleep(self.chance.uniform(0, 1.2))
                await asyncio.to_thread(self.server.kill)
                self.report.kills += 1
                self._look()
                await self._start()
                if self.report.kills % 10 == 0:
                    print(f"{self.report.kills} kills", file=sys.stderr, flush=True)
            await self._until_everybody_plays(playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await asyncio.to_thread(self.server.stop)
        self._look()
        if self.server.complaints:
            raise Lost(f"the log tells of errors:\n{self.server.first_error}")
        return self._reported()

    async def _start(self) -> None:
        self.server.start()
        self.started = time.monotonic()
        await self.server.ready()

    async def _until_everybody_plays(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Until every match has more entries than after the last kill, and every client an answer since the start."""
        before = [(player.connections, len(player.acked)) for player in self.players]
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            await asyncio.sleep(0.1)
            for task in playing:
                if task.done():
                    raise Lost(f"a client has given up: {task.exception()!r}")
            stuck = [stream for stream, kept in self._read().items() if not self._went_on(stream, kept)]
            silent = [p.name for p, (_, acked) in zip(self.players, before, strict=True) if len(p.acked) <= acked]
            if not stuck and not silent:
                self.report.slowest = max(self.report.slowest, time.monotonic() - self.started)
                return
        raise Lost(f"after {PATIENCE} s matches {stuck} have not gone on and {silent} have had no answer")

    def _went_on(self, stream: int, now: Kept) -> bool:
        before = self.kept.get(stream, Kept())
        return now.over or now.entries > before.entries

    # -- the store -----------------------------------------------------------------------------------------------

    def _read(self) -> dict[int, Kept]:
        """How many entries each match has."""
        with closing(sqlite3.connect(f"file:{self.server.store}?mode=ro", uri=True, timeout=30)) as store:
            rows = store.execute(
                "SELECT stream.id, count(entry.seq), stream.over FROM stream LEFT JOIN entry "
                "ON entry.stream_id = stream.id GROUP BY stream.id"
            )
            return {stream: Kept(count, b"", bool(over)) for stream, count, over in rows}

    def _look(self) -> None:
        """After a kill: everything from before is there, and all that was acknowledged."""
        with closing(sqlite3.connect(self.server.store, timeout=30)) as store:
            if store.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Lost("the store is damaged")
            streams = store.execute("SELECT id, table_id, first, over FROM stream ORDER BY id").fetchall()
            lines = {
                stream: store.execute(
                    "SELECT seq, line FROM entry WHERE stream_id = ? ORDER BY seq", (stream,)
                ).fetchall()
                for stream, *_ in streams
            }
        found: dict[str, dict[str, list[int]]] = {}
        for stream, table, first, over in streams:
            self._check(stream, lines[stream], bool(over))
            ids = found.setdefault(table, {})
            for seq, line in lines[stream]:
                if id := msgspec.json.decode(line).get("id"):
                    ids.setdefault(id.partition("/")[2], []).append(first + seq)
        for player in self.players:
            self._check_player(player, found.get(player.table, {}))

    def _check(self, stream: int, rows: Sequence[tuple[int, bytes]], over: bool) -> None:
        before = self.kept.get(stream, Kept())
        if [seq for seq, _ in rows] != list(range(len(rows))):
            raise Lost(f"match {stream} has a gap")
        if before.entries and _digest(rows[: before.entries]) != before.digest:
            raise Lost(f"match {stream} does not begin as it did before the kill")
        self.kept[stream] = Kept(len(rows), _digest(rows), over)

    def _check_player(self, player: Player, ids: dict[str, list[int]]) -> None:
        twice = {id: numbers for id, numbers in ids.items() if len(numbers) > 1}
        if twice:
            raise Lost(f"{player.name}: done twice: {twice}")
        for id, number in player.acked.items():
            if ids.get(id) != [number]:
                raise Lost(f"{player.name}: {id} was acknowledged as {number}, the store has it as {ids.get(id)}")

    def _reported(self) -> Report:
        report = self.report
        report.entries = sum(kept.entries for kept in self.kept.values())
        report.acked = sum(len(player.acked) for player in self.players)
        report.unsure = sum(len(player.naks) for player in self.players)
        report.resumed = sum(player.connections - 1 for player in self.players)
        report.tables, report.matches = self.bot_tables + len(self.players), len(self.kept)
        odd = Counter(code for player in self.players for code in player.naks if code != "stale_answer")
        if odd:
            raise Lost(f"clients were refused: {odd}")
        return report


def _digest(rows: Sequence[tuple[int, bytes]]) -> bytes:
    made = hashlib.sha256()
    for _, line in rows:
        made.update(line + b"\n")
    return made.digest()


class Nobody:
    """Never decides anything: the tables are only laid out."""

    async def decide(self, task: Task, deadline: float) -> Action:
        """Wait for ever."""
        await asyncio.get_running_loop().create_future()
        raise AssertionError("for ever is over")

    async def value(self, task: Task, seconds: float) -> Valuation:
        """Nobody asks."""
        raise NotImplementedError

    async def claim(self, task: Task, seconds: float) -> Plan | None:
        """Nobody claims."""
        raise NotImplementedError


def kill_often(kills: int, tables: int = 50, clients: int = 8, seed: int = 1) -> Report:
    """Kill a server so many times; raises ``Lost``."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(Killing(Path(folder), tables, clients, seed).run(kills))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: kills, and prints what was seen; exit status 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.table_kills", description=main.__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=50, help="tables of bots (default 50)")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    begun = time.monotonic()
    try:
        report = kill_often(given.kills, given.tables, given.clients, given.seed)
    except Lost as lost:
        print(f"LOST {lost}")
        return 1
    print(f"{report.line}; {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
