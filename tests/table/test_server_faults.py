"""The store fails while people play: they are told, nothing is acknowledged that is not stored, and it goes on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from wire import QUICK, Client, alone, opened, played, settled

from sheepfold.table.store import Store
from sheepfold.testing.server import Answer, Server


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk needs the right to mount a tmpfs")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


class Table:
    """Ann at a table of a real server."""

    def __init__(self, server: Server, token: str, id: str) -> None:
        self.server, self.token, self.id = server, token, id
        self.count = 0

    async def snapshot(self) -> dict[str, Any]:
        """What Ann sees, when it is her turn."""
        for _ in range(300):
            answer = await self.server.ask("GET", f"/api/tables/{self.id}/snapshot", token=self.token)
            if answer.status == 200:
                found: dict[str, Any] = answer.json
                if found["question"]:
                    return found
                if found["room"]["state"] == "between":
                    await self.send({"t": "ask", "id": f"r{self.count}", "what": "ready"})
            await asyncio.sleep(0.1)
        raise AssertionError(f"Ann is never asked: {answer}")

    def act(self, seen: dict[str, Any]) -> dict[str, Any]:
        """An action, with an id of its own."""
        self.count += 1
        return {"t": "act", "id": f"a{self.count}", "base": seen["v"], "a": seen["question"]["legal"][0]["a"]}

    async def send(self, message: dict[str, Any]) -> Answer:
        """Send something."""
        return await self.server.ask("POST", f"/api/tables/{self.id}/send", message, token=self.token)


@contextmanager
def full(store: Path) -> Iterator[None]:
    """No byte is left."""
    filler = store.parent / "filler"
    with suppress(OSError), open(filler, "wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def locked(store: Path) -> Iterator[None]:
    """Another program holds the lock."""
    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def gone(store: Path) -> Iterator[None]:
    """The file is somewhere else."""
    away = store.with_name("elsewhere.db")
    store.rename(away)
    try:
        yield
    finally:
        away.rename(store)


@contextmanager
def read_only(store: Path) -> Iterator[None]:
    """The file cannot be written any more, by nobody."""
    files = [str(store), str(store.with_name(f"{store.name}-wal"))]
    lock = ["chattr", "+i", *files]
    if shutil.which("chattr") is None or subprocess.run(lock, capture_output=True, check=False).returncode:
        subprocess.run(["chattr", "-i", *files], capture_output=True, check=False)
        pytest.skip("to make an open file read-only needs root and chattr")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


@asynccontextmanager
async def serving(folder: Path, store: Path) -> AsyncIterator[Table]:
    async with Server(folder, store=store) as server:
        token = await server.new_token("Ann")
        yield Table(server, token, await server.new_table(token, "grim", pace="none"))


async def until_ready(server: Server) -> None:
    """Until the server says so; it must come to that by itself."""
    for _ in range(200):
        if (await server.ask("GET", "/readyz")).status == 200:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the server does not recover")


async def through(table: Table, fault: Callable[[Path], Any]) -> None:
    """One fault, from before to after."""
    server = table.server
    before = await table.snapshot()
    wanted = table.act(before)
    with fault(server.store):
        answers = []
        for _ in range(60):  # on a full disk the log that is there already may take a few rows more
            answers.append(await table.send(wanted))
            if answers[-1].status != 200:
                break
            before = await table.snapshot()
            wanted = table.act(before)
        last = answers[-1]
        assert last.status in (409, 503), last
        assert last.json["code"].startswith("store"), last
        assert last.json["say"]
        assert str(server.store.parent).encode() not in last.body  # where things lie is the operator's business
        ready = await server.ask("GET", "/readyz")
        assert ready.status == 503
        assert b"[store" in ready.body
        assert (await server.ask("GET", "/healthz")).status == 200
    await until_ready(server)
    after = await table.snapshot()
    if after["v"] == before["v"]:
        assert after["question"] == before["question"]
    done = await table.send(wanted)  # what reached the disk just before the fault is acknowledged now, and done once
    assert done.json["t"] == "ack", done
    assert done.json["v"] > before["v"]
    await table.snapshot()
    assert _times_stored(server.store, wanted["id"]) == 1


def _times_stored(store: Path, id: str) -> int:
    with closing(sqlite3.connect(store, timeout=10)) as rows:
        lines = [line.decode() for (line,) in rows.execute("SELECT line FROM entry")]
    return sum(f'/{id}"' in line for line in lines)


@pytest.mark.slow
def test_faults_of_the_store_are_told_and_forgiven(tmp_path: Path, disk: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, disk / "table.db") as table:
            for fault in (full, locked, gone):
                await through(table, fault)
        assert not [line for line in table.server.complaints if "Traceback" in line or "Exception" in line]

    asyncio.run(run())


@pytest.mark.slow
def test_a_store_that_becomes_read_only_is_told_and_forgiven(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, tmp_path / "table.db") as table:
            await through(table, read_only)

    asyncio.run(run())


def test_a_clock_set_back_changes_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim")
            await played([ann], lambda legal: legal[0], 3)
            hub.store.clock = lambda: 1.0
            await played([ann], lambda legal: legal[0], 10)
            assert await hub.store.healthy() is None
            await settled(ann)
            id, person, screen = ann.table.row.id, ann.person, dict(ann.screen)
        async with opened(tmp_path) as hub:
            again = await Client(await hub.table(id), person).join()
            assert again.screen["view"] == screen["view"]
            await played([again], lambda legal: legal[0], 3)

    asyncio.run(run())


def test_a_backup_made_while_people_play_is_a_whole_store(tmp_path: Path) -> None:
    """Several copies are made in the middle of deals; each can be played on from."""

    async def run() -> list[tuple[Path, str, Any]]:
        async with opened(tmp_path) as hub:
            people = [await alone(hub, game, QUICK, name) for game, name in (("grim", "Ann"), ("clover", "Ben"))]
            copies = []
            for number in range(3):
                path = tmp_path / f"copy{number}.db"
                await asyncio.gather(hub.store.backup(path), *(played([each], lambda x: x[0], 9) for each in people))
                copies += [(path, each.table.row.id, each.person) for each in people]
            return copies

    async def restored(path: Path, id: str, person: Any, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        shutil.copy(path, folder / "table.db")
        with closing(sqlite3.connect(folder / "table.db")) as store:
            assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        async with opened(folder) as hub:
            again = await Client(await hub.table(id), person).join()
            await played([again], lambda legal: legal[0], 4)

    for number, (path, id, person) in enumerate(asyncio.run(run())):
        asyncio.run(restored(path, id, person, tmp_path / f"restored{number}"))


def test_nothing_is_shown_that_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action whose storing fails is refused to its sender, and nobody else ever hears of it."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim")
            await settled(ann)
            wim = await Client(ann.table, ann.person).join()
            heard, number, base = len(wim.heard), ann.table.number, ann.screen["v"]
            with monkeypatch.context() as patched:
                patched.setattr(Store, "append", _no_space)
                refused = await ann.act(ann.question["legal"][0]["a"])
                assert (refused["t"], refused["code"]) == ("nak", "store_full")
            for client in (ann, wim):
                await client.read()
                assert client.screen["v"] == base
            assert not [message for message in wim.heard[heard:] if message["t"] == "ev"]
            assert ann.table.number == number
            assert (await ann.act(ann.question["legal"][0]["a"]))["t"] == "ack"

    asyncio.run(run())


async def _no_space(*_: Any, **__: Any) -> None:
    from sheepfold.table.store.faults import FULL, fault

    raise fault(FULL)
