"""Arrival times of forced and of free plays at a real table server: nobody can tell them apart.

A bot with one card to play must take as long as one with a choice, also when the machine is busy. Spectators watch
tables at which bots play at a fast pace, several at once, and note how long after the one before each card arrives.
Whether a play was forced is looked up in the store afterwards. ``python -m sheepfold.testing.arrivals`` waits for 2,000
of each and prints what a Kolmogorov–Smirnov test says.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct
from websockets.exceptions import ConnectionClosed

from sheepfold.core.actions import Play
from sheepfold.lab.stats import same_distribution
from sheepfold.notation.match_file import read_entry
from sheepfold.play.log import Acted, Log
from sheepfold.registry import OWN, make_game
from sheepfold.table.hub import Hub
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.store import Store
from sheepfold.testing.server import Server
from sheepfold.testing.table_kills import Nobody

LEVEL = "regular"
CHECK = 20.0
"""Seconds between two looks at how many there are."""


class Arrivals(Struct, frozen=True):
    """Seconds from the message before it to each play, and what the test says of the two."""

    forced: tuple[float, ...]
    free: tuple[float, ...]

    @property
    def p(self) -> float:
        """How likely a difference like this is if there is none."""
        return same_distribution(self.forced, self.free)

    @property
    def line(self) -> str:
        """In words."""
        means = [sum(times) / len(times) for times in (self.forced, self.free)]
        return (
            f"{len(self.forced)} forced plays, {len(self.free)} free ones; means {means[0]:.4f} and {means[1]:.4f} s; "
            f"Kolmogorov–Smirnov p = {self.p:.3f}"
        )


async def _lay_out(store: Path, tables: int) -> list[str]:
    """Tables of bots, which begin to play when the server starts."""
    opened = Store.open(str(store))
    hub = Hub(opened, Nobody(), Settings())
    games = list(OWN["games"])
    settings = TableSettings(pace="fast", level=LEVEL)
    made = [await hub.create_of_bots(games[number % len(games)], settings) for number in range(tables)]
    await hub.close()
    await opened.close()
    return [table.row.id for table in made]


async def _watch(server: Server, token: str, table: str, heard: dict[tuple[str, int], float]) -> None:
    """Note how long after the message before it each entry arrives."""
    async with server.socket(token) as found:
        await found.send(json.dumps({"t": "hello", "proto": 1, "table": table}))
        last, before = -1, 0.0
        try:
            async for text in found:
                now, message = time.monotonic(), json.loads(text)
                if message["t"] == "ev":
                    if last == message["v"] - 1:
                        heard[table, message["v"]] = now - before
                    last, before = message["v"], now
        except ConnectionClosed:
            return


def _sorted_out(store: Path, heard: dict[tuple[str, int], float]) -> Arrivals:
    """The times of plays, by whether there was a choice."""
    forced: list[float] = []
    free: list[float] = []
    with closing(sqlite3.connect(store, timeout=30)) as rows:
        streams = rows.execute("SELECT id, table_id, header, first FROM stream").fetchall()
        for stream, table, header, first in streams:
            lines = rows.execute("SELECT line FROM entry WHERE stream_id = ? ORDER BY seq", (stream,)).fetchall()
            head = msgspec.json.decode(header)
            log = Log(make_game(head["game"]), head["seed"])
            for number, (line,) in enumerate(lines):
                choices = len(log.match.legal) if log.begun else 0
                entry = read_entry(log, msgspec.json.decode(line))
                log.again(entry)
                took = heard.get((table, first + number))
                if took is not None and isinstance(entry, Acted) and isinstance(entry.action, Play):
                    (forced if choices == 1 else free).append(took)
    return Arrivals(tuple(forced), tuple(free))


async def measured(folder: Path, wanted: int, tables: int) -> Arrivals:
    """Watch until there are so many of each."""
    ids = await _lay_out(folder / "table.db", tables)
    heard: dict[tuple[str, int], float] = {}
    async with Server(folder, limits=False) as server:
        token = await server.new_token("Wim")
        watching = [asyncio.create_task(_watch(server, token, table, heard)) for table in ids]
        while True:
            await asyncio.sleep(min(CHECK, wanted / 50))
            found = _sorted_out(folder / "table.db", heard)
            if len(found.forced) >= wanted <= len(found.free):
                break
            if all(task.done() for task in watching):
                raise AssertionError(f"nobody plays any more: {server.log[-2000:]}")
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    return Arrivals(found.forced[:wanted], found.free[:wanted])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: exit status 1 if forced and free plays can be told apart (p at most 0.01)."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.arrivals", description=main.__doc__)
    parser.add_argument("--plays", type=int, default=2000, help="of each kind (default 2000)")
    parser.add_argument("--tables", type=int, default=20, help="tables at once (default 20)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measured(Path(folder), given.plays, given.tables))
    print(found.line)
    return 0 if found.p > 0.01 else 1


if __name__ == "__main__":
    sys.exit(main())
