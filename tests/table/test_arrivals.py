"""Forced and free plays arrive alike; in a time of its own, so that no busy machine can spoil it.

``make arrivals`` measures the same at a real server by the clock.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from wire import Lots

from sheepfold.core.actions import Play
from sheepfold.play.log import Acted, Log
from sheepfold.table import pace
from sheepfold.table.hub import Hub
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.table import Table
from sheepfold.table.viewers import Person, Viewer
from sheepfold.testing import clockwork
from sheepfold.testing.arrivals import Arrivals

GAMES = ("goathead", "grim", "sheepshead", "clover")


class Watch(Viewer):
    """Notes when something came, by the number of entries at the table."""

    def __init__(self, table: Table) -> None:
        super().__init__(Person("wim", "Wim", "session"))
        self.table = table
        self.at: dict[int, float] = {}

    def send(self, message: bytes) -> None:
        """Note a message; of several about one entry the first."""
        self.at.setdefault(self.table.number, self.table.services.now())

    def replace(self, snapshot: bytes) -> None:
        """Note a snapshot."""
        self.send(snapshot)


def arrivals(folder: Path, seconds: float) -> Arrivals:
    """Tables of bots at a fast pace, watched for so many seconds."""

    async def run() -> Arrivals:
        store = clockwork.prompt_store(folder / "table.db")
        hub = Hub(store, Lots(), Settings(), rng=random.Random(1), now=asyncio.get_running_loop().time)
        logs: list[tuple[Watch, Log]] = []
        for game in GAMES:
            settings = TableSettings(pace="fast", level="random", seed=f"{game}-arrivals")
            table = await hub.create_of_bots(game, settings)
            watch = Watch(table)
            table.join(watch)
            assert table.driver is not None
            table.driver.log.forget_finished = lambda: None  # type: ignore[method-assign]
            logs.append((watch, table.driver.log))
        await asyncio.sleep(seconds)
        await hub.close()
        store._let_go()
        return sorted_out(logs)

    return clockwork.run(run())


def sorted_out(logs: list[tuple[Watch, Log]]) -> Arrivals:
    """How long after the one before each card came, by whether there was a choice."""
    times: dict[bool, list[float]] = {True: [], False: []}
    for watch, log in logs:
        again = Log(log.game, log.seed)
        for logged in log.entries:
            forced = again.begun and len(again.match.legal) == 1
            again.again(logged.entry)
            now, before = watch.at.get(logged.number), watch.at.get(logged.number - 1)
            if isinstance(logged.entry, Acted) and isinstance(logged.entry.action, Play) and now and before:
                times[forced].append(now - before)
    return Arrivals(tuple(times[True]), tuple(times[False]))


def test_forced_and_free_plays_arrive_alike(tmp_path: Path) -> None:
    found = arrivals(tmp_path, 200)
    assert min(len(found.forced), len(found.free)) > 200
    assert found.p > 0.01


def test_a_difference_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def eager(table: Table) -> float:
        """A bot without a choice does not wait quite as long."""
        assert table.driver is not None
        forced = len(table.driver.match.legal) == 1
        return pace.delay("fast", table.services.rng) * (0.8 if forced else 1.0)

    monkeypatch.setattr(Table, "_delay", eager)
    assert arrivals(tmp_path, 200).p < 0.01
