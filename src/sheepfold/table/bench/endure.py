"""What a server endures: a restart with many tables, everybody coming back at once, many deals, a deaf reader."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from sheepfold.notation.match_file import entry_line, write_header
from sheepfold.play.driver import drive
from sheepfold.play.log import Dealt
from sheepfold.play.match import Match
from sheepfold.registry import OWN, make_game
from sheepfold.table.bench.measure import Load, Paced, Server, delays_of, paced_points, started
from sheepfold.table.store import DealRow, SeatRow, Store, TableRow, new_id
from sheepfold.table.table import finished_entry, result_json


class Restart(Struct, frozen=True):
    """Seconds from the start of the process to /readyz, and until so many clients that come at once are served."""

    tables: int
    deals: int
    ready: float
    clients: int
    served: float


class Memory(Struct, frozen=True):
    """Bytes of the process after a quarter of the deals and after all of them."""

    deals: int
    early: int
    late: int


class Deaf(Struct, frozen=True):
    """Milliseconds of the others at p95 without and with a reader that does not read, and bytes held for it."""

    before: float
    during: float
    held: int
    seconds: float


# -- a restart ---------------------------------------------------------------------------------------------------------


class _Template(Struct):
    """A match of one game that has been played for some deals, as rows of a store."""

    game: str
    header: bytes
    rows: list[bytes]
    deals: list[tuple[int, bytes | None]]


def _template(name: str, deals: int) -> _Template:
    """A match after so many deals, or at the beginning of its last one if it has fewer."""
    driver, draw = drive(make_game(name), "bench"), random.Random(1)
    results: list[bytes] = []
    while len(results) < deals:
        for question in driver.questions():
            driver.answer(question, draw.choice(question.legal))
        if driver.match.over:
            break
        results.append(_result(driver.match))
        driver.deal()
    begun = [logged.number for logged in driver.log.entries if isinstance(logged.entry, Dealt)]
    rows = [entry_line(driver.log.game, logged) for logged in driver.log.entries[: begun[-1] + 1]]
    found = [(number, results[n] if n < len(results) else None) for n, number in enumerate(begun)]
    return _Template(driver.log.game.options.text(), write_header(driver.log), rows, found)


def _result(match: Match) -> bytes:
    return result_json(finished_entry(match))


async def _filled(path: str, tables: int, deals: int) -> None:
    """A store with so many tables at which a match is going on."""
    store = Store.open(path)
    templates = [_template(name, deals) for name in OWN["games"]]
    await asyncio.gather(*(_put(store, templates[number % len(templates)]) for number in range(tables)))
    await store.close()


async def _put(store: Store, made: _Template) -> None:
    """A table with a match of its own, deal by deal as it was played."""
    seats = make_game(made.game).seats
    row = TableRow(new_id(), None, made.game, b'{"level":"random"}', True, False, "playing", 0.0, store.clock())
    await store.new_table(row, [SeatRow(row.id, seat, None, "random") for seat in range(seats)])
    stream = (await store.new_stream(row.id, made.header, 0)).id
    ends = [seq for seq, _ in made.deals[1:]] + [len(made.rows)]
    begin = 0
    for number, ((seq, result), end) in enumerate(zip(made.deals, ends, strict=True), 1):
        done = None if result is None else DealRow(stream, number, seq, result)
        await store.append(stream, begin, made.rows[begin:end], DealRow(stream, number, seq), done)
        begin = end


async def restart(tables: int = 1000, deals: int = 20, clients: int = 500) -> Restart:
    """A server that starts on a full store, and everybody who comes back at once."""
    with tempfile.TemporaryDirectory() as folder:
        await _filled(f"{folder}/table.db", tables, deals)
        began = time.monotonic()
        command = [sys.executable, "-m", "sheepfold", "serve", "--port", "0", "--store", f"{folder}/table.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_free())
        try:
            assert process.stdout is not None
            address = (await asyncio.to_thread(process.stdout.readline)).split()[-1]
            await asyncio.to_thread(_until_ready, address)
            ready = time.monotonic() - began
            served = await _come_back(address, clients, f"{folder}/table.db")
        finally:
            process.kill()
            process.wait()
            process.stdout.close()  # type: ignore[union-attr]
    return Restart(tables, deals, ready, clients, served)


def _free() -> dict[str, str]:
    return {**os.environ, "SHEEPFOLD_LIMITS": "false", "SHEEPFOLD_ASLEEP": "1000000"}


def _until_ready(address: str) -> None:
    while True:
        try:
            with urlopen(f"{address}/readyz", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.005)


async def _come_back(address: str, clients: int, path: str) -> float:
    """Seconds until all of so many clients that connect at once have a snapshot."""
    store = Store.open(path)
    ids = [row.id for row in await store.tables(limit=clients)]
    guest = await store.new_guest("Ann", "en")
    _, token = await store.new_session(guest.id, "bench")
    await store.close()
    began = time.monotonic()
    url = address.replace("http", "ws", 1) + "/ws"
    sockets = await asyncio.gather(*(_snapped(url, token, ids[n % len(ids)]) for n in range(clients)))
    took = time.monotonic() - began
    for each in sockets:
        each.transport.abort()
    return took


async def _snapped(url: str, token: str, table: str) -> ClientConnection:
    headers = {"Authorization": f"Bearer {token}"}
    found = await connect(
        url, additional_headers=headers, compression=None, max_size=None, ping_interval=None, open_timeout=60
    )
    await found.send(msgspec.json.encode({"t": "hello", "proto": 1, "table": table}).decode())
    assert str(await found.recv()).startswith('{"t":"snap"')
    return found


# -- many deals --------------------------------------------------------------------------------------------------------


async def memory(deals: int = 20_000, progress: Callable[[], None] = lambda: None) -> Memory:
    """Bots play as fast as they can; what the process holds after a quarter of the deals and after all."""
    async with started() as server:
        load = Load()
        made = (await server.ask(do="tables", count=100, people=False, endless=True))["answer"]
        for table in made:
            await load.join(server, table)
        await server.ask(do="go", table=True)
        early = 0
        while True:
            await asyncio.sleep(1.0)
            stand = await server.ask(do="stand")
            progress()
            if not early and stand["deals"] >= deals / 4:
                early = stand["memory"]
            if stand["deals"] >= deals:
                break
        await load.close()
    return Memory(stand["deals"], early, stand["memory"])


# -- a deaf reader -----------------------------------------------------------------------------------------------------


async def deaf(tables: int = 200, seconds: float = 60.0) -> Deaf:
    """One reader of a busy table stops reading; what that does to all others, and what is held for it."""
    async with started() as server:
        load = Load()
        load.every = 1.0
        await server.ask(do="every", seconds=1.0)
        made = (await server.ask(do="tables", count=tables // 10, people=True))["answer"]
        made += (await server.ask(do="tables", count=tables - tables // 10, people=False))["answer"]
        for table in made:
            await load.join(server, table)
        quiet = await _others(server, load, 10.0)
        before = (await server.ask(do="stand"))["memory"]
        closed = await _stop_reading(server, made[-1])
        during = await _others(server, load, seconds)
        held = (await server.ask(do="held"))["answer"]
        closed.close()
        await load.close()
    assert before
    return Deaf(quiet.p95, during.p95, held, seconds)


async def _others(server: Server, load: Load, seconds: float) -> Paced:
    load.arrivals = []
    await asyncio.sleep(seconds)
    arrivals, load.arrivals = load.arrivals, None
    accepted = {(id, v): at for id, v, at in (await server.ask(do="accepted"))["answer"]}
    p50, p95, p99 = paced_points(delays_of(accepted, arrivals))
    return Paced(0, 0, len(arrivals), p50, p95, p99, 0.0)


async def _stop_reading(server: Server, table: dict[str, object]) -> socket.socket:
    """A socket that says hello and never reads again; its own buffer is as small as it can be."""
    host, _, port = server.address.rpartition("/")[2].partition(":")
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await asyncio.to_thread(found.connect, (host, int(port)))
    token = table["tokens"][0]  # type: ignore[index]
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Authorization: Bearer {token}",
    ]
    found.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    hello = msgspec.json.encode({"t": "hello", "proto": 1, "table": table["id"]})
    mask = b"\0\0\0\0"  # a mask of zeros leaves the bytes as they are
    found.sendall(bytes([0x81, 0x80 | len(hello)]) + mask + hello)
    return found
