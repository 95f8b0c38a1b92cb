"""When the disk is full, the file read-only, locked or gone, or the process killed: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from store_helpers import is_sound, line, new_stream, outcome, sql, with_store

from sheepfold.table.store import Store, StoreFault, place
from sheepfold.table.store.faults import sentence_of

KILLS = 20


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


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


async def code_of(store: Store) -> str:
    """What ``healthy`` finds, as a code."""
    found = await store.healthy()
    return "" if found is None else found.code


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Store]:
    store = Store.open(str(path))
    try:
        yield store
    finally:
        await store.close()


# -- a full disk -------------------------------------------------------------------------------------------------------


def fill(disk: Path) -> Path:
    """Leave no byte on a disk."""
    filler = disk / "filler"
    with suppress(OSError), open(filler, "wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    assert shutil.disk_usage(disk).free == 0
    return filler


def test_a_full_disk_is_told_and_forgiven(disk: Path) -> None:
    path = disk / "table.db"

    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            assert await code_of(store) == ""
            filler, seq, code = fill(disk), 0, ""
            while not code:  # the log that is there already takes some more
                code = await outcome(store.append(stream, seq, [b"x" * 500]))
                seq += not code
            assert code == "store_full"
            assert await code_of(store) == "store_full"
            big = [b"x" * 1_000_000]  # closing the store gave back the space of its log, which is not enough for this
            codes = await asyncio.gather(*(outcome(store.append(stream, seq, big)) for _ in range(20)))
            assert set(codes) == {"store_full"}
            assert len(await store.entries(stream)) == seq
            filler.unlink()
            await store.append(stream, seq, [b"again"])
            assert await code_of(store) == ""
            assert (await store.entries(stream))[-1] == b"again"
            assert len(await store.entries(stream)) == seq + 1

    asyncio.run(work())
    assert is_sound(path)


def test_no_store_is_begun_on_a_full_disk_and_a_later_try_makes_it(disk: Path) -> None:
    filler = fill(disk)
    with pytest.raises(StoreFault) as refused:
        Store.open(str(disk / "table.db"))
    assert refused.value.code == "store_full"
    filler.unlink()
    with_store(disk / "table.db", new_stream)


def test_a_file_that_may_not_grow_is_told_and_forgiven(path: Path) -> None:
    """The same without a disk of its own: SQLite is told how many pages there may be."""

    def no_more(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1")  # which means no more than there are

    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            await store._write(no_more)
            assert await outcome(store.append(stream, 0, [b"x" * 100_000])) == "store_full"
            assert await store.entries(stream) == []
            await store.append(stream, 0, [b"x" * 100_000])  # a new connection has no such limit

    asyncio.run(work())


def test_little_space_counts_as_full(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "SPARE_BYTES", 1 << 60)

    async def work() -> str:
        async with opened(path) as store:
            return await code_of(store)

    assert asyncio.run(work()) == "store_full"


# -- read-only ---------------------------------------------------------------------------------------------------------


@contextmanager
def unchangeable(*files: Path) -> Iterator[None]:
    """Files that not even root may write, also not through what is open already."""
    names = [str(file) for file in files]
    change = shutil.which("chattr")
    if change is None or subprocess.run([change, "+i", *names], capture_output=True, check=False).returncode:
        pytest.skip("to make an open file read-only needs root and chattr")
    try:
        yield
    finally:
        subprocess.run([change, "-i", *names], check=True)


def test_a_store_that_becomes_read_only_is_told_and_forgiven(path: Path) -> None:
    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            await store.append(stream, 0, [b"0"])
            with unchangeable(path, path.with_name("table.db-wal")):
                codes = [await outcome(store.append(stream, 1, [b"1"])) for _ in range(3)]
                assert codes == ["store_disk", "store_read_only", "store_read_only"]
                assert await code_of(store) == "store_read_only"
                assert await store.entries(stream) == [b"0"]  # it can still be read
            await store.append(stream, 1, [b"1"])
            assert await code_of(store) == ""
            assert await store.entries(stream) == [b"0", b"1"]

    asyncio.run(work())
    assert is_sound(path)


def test_a_driver_that_says_read_only_is_understood(path: Path) -> None:
    def only_read(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            await store._write(only_read)
            assert await outcome(store.append(stream, 0, [b"0"])) == "store_read_only"
            await store.append(stream, 0, [b"0"])

    asyncio.run(work())


def test_a_store_on_a_read_only_disk_is_refused(disk: Path) -> None:
    path = disk / "table.db"
    with_store(path, new_stream)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(StoreFault) as refused:
        Store.open(str(path))
    assert refused.value.code == "store_read_only"
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    with_store(path, new_stream)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write whatever the mode of a file says")
def test_a_store_whose_mode_forbids_writing_is_refused(path: Path) -> None:
    with_store(path, new_stream)
    path.chmod(0o400)
    with pytest.raises(StoreFault) as refused:
        Store.open(str(path))
    assert refused.value.code == "store_read_only"


# -- locked ------------------------------------------------------------------------------------------------------------


def test_a_locked_store_is_told_after_a_while_and_can_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "BUSY_SECONDS", 0.3)

    async def work() -> None:
        async with opened(path) as store:
            streams = [await new_stream(store) for _ in range(20)]
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                begun = time.monotonic()
                codes = await asyncio.gather(*(outcome(store.append(stream, 0, [b"0"])) for stream in streams))
                assert set(codes) == {"store_locked"}
                assert time.monotonic() - begun < 3  # not each of them waits in turn
                assert await code_of(store) == "store_locked"
                assert await store.entries(streams[0]) == []
                other.execute("ROLLBACK")
            await asyncio.gather(*(store.append(stream, 0, [b"0"]) for stream in streams))
            assert await code_of(store) == ""

    asyncio.run(work())


def test_a_short_lock_is_waited_for(path: Path) -> None:
    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                waiting = asyncio.ensure_future(store.append(stream, 0, [b"0"]))
                await asyncio.sleep(0.3)
                assert not waiting.done()
                other.execute("COMMIT")
            await waiting

    asyncio.run(work())


def test_a_store_that_does_not_answer_is_not_well(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.table.store.store.ANSWER_SECONDS", 0.1)

    async def work() -> None:
        async with opened(path) as store:
            slow = asyncio.ensure_future(store._write(lambda connection: time.sleep(0.5)))
            await asyncio.sleep(0)
            assert await code_of(store) == "store_slow"
            await slow

    asyncio.run(work())


# -- gone --------------------------------------------------------------------------------------------------------------


def test_a_deleted_store_is_told_and_not_made_anew(path: Path) -> None:
    """SQLite itself writes on into a file that has no name any more, without a word."""

    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            await store.append(stream, 0, [b"0"])
            for file in path.parent.glob("table.db*"):
                file.unlink()
            assert await outcome(store.append(stream, 1, [b"1"])) == "store_gone"
            assert await outcome(store.append(stream, 1, [b"1"])) == "store_gone"
            assert await code_of(store) == "store_gone"
            assert await outcome(store.entries(stream)) == "store_unreachable"
            assert not path.exists()

    asyncio.run(work())


def test_a_store_that_was_moved_away_and_back_goes_on(path: Path) -> None:
    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            await store.append(stream, 0, [b"0"])
            away = path.with_name("away.db")
            path.rename(away)
            assert await outcome(store.append(stream, 1, [b"1"])) == "store_gone"
            away.rename(path)
            await store.append(stream, 1, [b"1"])
            assert await store.entries(stream) == [b"0", b"1"]
            assert await code_of(store) == ""

    asyncio.run(work())
    assert is_sound(path)


def test_a_store_that_is_replaced_by_a_backup_goes_on_from_there(path: Path) -> None:
    copy = path.with_name("copy.db")

    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            await store.append(stream, 0, [b"0"])
            await store.backup(copy)
            await store.append(stream, 1, [b"lost"])
            for file in path.parent.glob("table.db*"):
                file.unlink()
            copy.rename(path)
            assert await outcome(store.append(stream, 2, [b"2"])) == "store_replaced"
            assert await outcome(store.append(stream, 2, [b"2"])) == "store_gap"
            await store.append(stream, 1, [b"1"])
            assert await store.entries(stream) == [b"0", b"1"]

    asyncio.run(work())
    assert is_sound(path)


def test_a_log_that_is_deleted_takes_nothing_with_it(path: Path) -> None:
    async def work() -> None:
        async with opened(path) as store:
            stream = await new_stream(store)
            for seq in range(20):
                await store.append(stream, seq, [line(stream, seq)])
            path.with_name("table.db-wal").unlink()
            assert await outcome(store.append(stream, 20, [line(stream, 20)])) == "store_replaced"
            await store.append(stream, 20, [line(stream, 20)])
            assert await store.entries(stream) == [line(stream, seq) for seq in range(21)]

    asyncio.run(work())
    assert is_sound(path)


def test_a_sentence_for_people_tells_nothing_of_the_machine(path: Path) -> None:
    async def work() -> StoreFault | None:
        async with opened(path) as store:
            path.unlink()
            return await store.healthy()

    found = asyncio.run(work())
    assert found is not None
    assert "file" not in str(sentence_of(found))


# -- killed ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_whatever_was_acknowledged_survives_kill_9(path: Path, record_property: Any) -> None:
    async def prepare(store: Store) -> list[int]:
        return [await new_stream(store) for _ in range(8)]

    streams = with_store(path, prepare)
    chance, told, late = random.Random(14), dict.fromkeys(streams, 0), 0
    for _ in range(KILLS):
        before = dict(told)
        told.update(killed(path, chance.uniform(0.01, 0.25)))
        found = with_store(path, lambda store: _all(store, streams))
        assert is_sound(path)
        for stream in streams:
            assert found[stream] == [line(stream, seq) for seq in range(len(found[stream]))]
            assert len(found[stream]) >= told[stream] >= before[stream]
            late += len(found[stream]) > told[stream]
        deals = sql(path, "SELECT count(*) FROM deal d WHERE NOT EXISTS"
                          " (SELECT 1 FROM entry e WHERE e.stream_id = d.stream_id AND e.seq = d.seq)")  # fmt: skip
        assert deals == [(0,)]
        assert told != before, "nothing happened before the kill"
    kept = sum(told.values())
    record_property("counts", f"store: {KILLS} kills, {kept} entries acknowledged, none lost")


async def _all(store: Store, streams: list[int]) -> dict[int, list[bytes]]:
    return {stream: await store.entries(stream) for stream in streams}


def killed(path: Path, after: float) -> dict[int, int]:
    """Let the program run until some time after its first word, then kill it; how far each stream was told to be."""
    program = [sys.executable, str(Path(__file__).with_name("appender.py")), str(path)]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        lines = [first, *process.stdout.read().splitlines(keepends=True)]
    assert process.returncode == -signal.SIGKILL
    pairs = [text.split() for text in lines if text.endswith(b"\n")]
    return {int(stream): int(seq) for stream, seq in pairs}
