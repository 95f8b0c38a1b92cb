"""The measuring process: clients on the other core, slices of table and echo in turn, and what came of it."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

SLICE = 0.4
"""Seconds of the table, then of the echo."""
PAIRS = 14
"""Slices of each; the median of their ratios counts."""
SETTLE = 25.0
"""Seconds until what has been asked for is in full swing, and words that are said often have been said once."""
SENT = "y" * 90
"""What a client sends, about as long as an action."""


class Ratio(Struct, frozen=True):
    """One mix: messages per CPU second of the server beside the echo's, and what an action costs."""

    name: str
    tables: int
    readers: int
    ratio: float
    low: float
    high: float
    per_action: float
    echo_per_message: float
    bytes_per_action: float
    actions_per_second: float


class Paced(Struct, frozen=True):
    """So many tables at one action per second: milliseconds from acceptance to arrival, and the share of one core."""

    tables: int
    readers: int
    messages: int
    p50: float
    p95: float
    p99: float
    core: float


class Server:
    """The server under measurement."""

    def __init__(self, address: str, process: subprocess.Popen[str]) -> None:
        self.address, self.process = address, process

    def control(self, **asked: Any) -> dict[str, Any]:
        """Ask something of it; the answer and its figures."""
        data = msgspec.json.encode(asked)
        request = Request(f"{self.address}/control", data, {"content-type": "application/json"})
        with urlopen(request, timeout=300) as response:
            found: dict[str, Any] = msgspec.json.decode(response.read())
            return found

    async def ask(self, **asked: Any) -> dict[str, Any]:
        """The same, without holding up the clients."""
        return await asyncio.to_thread(self.control, **asked)

    @property
    def socket(self) -> str:
        """Where sockets are."""
        return self.address.replace("http", "ws", 1)


@asynccontextmanager
async def started() -> AsyncIterator[Server]:
    """A server on the first core; this process goes to the others."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sheepfold.table.bench.server", folder, str(cores[0])]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if len(cores) > 1:
            os.sched_setaffinity(0, set(cores[1:]))
        try:
            assert process.stdout is not None
            address = await asyncio.to_thread(process.stdout.readline)
            yield Server(address.strip(), process)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
            os.sched_setaffinity(0, set(cores))


class Client:
    """One reader; on a seat of a table it answers every question by lot as long as it is let."""

    def __init__(self, socket: ClientConnection, table: str, load: Load) -> None:
        self.socket, self.table, self.load = socket, table, load
        self.waiting: str | None = None
        self._count = 0

    async def read(self) -> None:
        """Read until the connection ends."""
        load = self.load
        async for data in self.socket:
            text = str(data)
            load.messages += 1
            load.bytes += len(text)
            if load.arrivals is not None:
                load.arrivals.append((self.table, text[:24], time.monotonic()))
            if '"question":{' in text[-40_000:] or '"state":"between"' in text:
                await self._asked(text)

    async def _asked(self, text: str) -> None:
        message = msgspec.json.decode(text)
        if message["t"] == "room" or not message.get("question"):
            if message.get("room", {}).get("state") == "between":
                await self.socket.send('{"t":"ask","id":"r","what":"ready"}')
            return
        action = random.choice(message["question"]["legal"])["a"]
        self._count += 1
        answer = {"t": "act", "id": str(self._count), "base": message["v"], "a": action}
        await self.load.answer(self, msgspec.json.encode(answer).decode())


class Load:
    """All clients, and what they have received."""

    def __init__(self) -> None:
        self.messages = 0
        self.bytes = 0
        self.arrivals: list[tuple[str, str, float]] | None = None
        self.going = asyncio.Event()
        self.every = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    async def answer(self, client: Client, text: str) -> None:
        """Send an answer as soon as clients are let."""
        if self.every:
            task = asyncio.create_task(self._later(client, text))
            self._tasks.append(task)
            return
        if not self.going.is_set():
            client.waiting = text
            return
        await client.socket.send(text)

    async def _later(self, client: Client, text: str) -> None:
        await asyncio.sleep(self.every)
        await client.socket.send(text)

    async def join(self, server: Server, table: dict[str, Any]) -> list[Client]:
        """A client for every token of a table."""
        made = []
        for token in table["tokens"]:
            headers = {"Authorization": f"Bearer {token}"}
            socket = await connect(
                f"{server.socket}/ws", additional_headers=headers, compression=None, max_size=None, ping_interval=None
            )
            await socket.send(msgspec.json.encode({"t": "hello", "proto": 1, "table": table["id"]}).decode())
            client = Client(socket, table["id"], self)
            self._tasks.append(asyncio.create_task(client.read()))
            made.append(client)
        return made

    async def close(self) -> None:
        """Stop reading."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


# -- full speed --------------------------------------------------------------------------------------------------------


class _Slice(Struct):
    messages: int
    bytes: int
    actions: int
    cpu: float
    seconds: float


async def _timed(server: Server, load: Load, seconds: float) -> _Slice:
    """What happens within some time."""
    before, messages, data, began = await server.ask(do="stand"), load.messages, load.bytes, time.monotonic()
    await asyncio.sleep(seconds)
    after = await server.ask(do="stand")
    passed = time.monotonic() - began
    actions, cpu = after["actions"] - before["actions"], after["cpu"] - before["cpu"]
    return _Slice(load.messages - messages, load.bytes - data, actions, cpu, passed)


async def full_speed(
    name: str, tables: int, people: bool, pairs: int = PAIRS, progress: Callable[[], None] = lambda: None
) -> Ratio:
    """Table and echo in turn: the mix F has a client on every seat, S one spectator at every table of bots."""
    async with started() as server:
        load, echo = Load(), _EchoLoad(server)
        made = (await server.ask(do="tables", count=tables, people=people))["answer"]
        clients = [client for table in made for client in await load.join(server, table)]
        await echo.join(len(clients))
        try:
            slices = await _slices(server, load, echo, clients, pairs, progress)
        finally:
            await load.close()
            await echo.close()
    return _ratio(name, tables, len(clients), slices)


async def _slices(
    server: Server, load: Load, echo: _EchoLoad, clients: Sequence[Client], pairs: int, progress: Callable[[], None]
) -> list[tuple[_Slice, _Slice]]:
    await _go(server, load, clients, True)
    await asyncio.sleep(SETTLE)
    warm = await _timed(server, load, SLICE)
    await server.ask(do="size", bytes=max(50, warm.bytes // max(1, warm.messages)))
    found = []
    for _ in range(pairs):
        await _go(server, load, clients, True)
        await asyncio.sleep(SLICE / 4)
        table = await _timed(server, load, SLICE)
        await _go(server, load, clients, False)
        await asyncio.sleep(SLICE / 4)
        await echo.go(True)
        await asyncio.sleep(SLICE / 4)
        found.append((table, await _timed(server, echo.load, SLICE)))
        await echo.go(False)
        await asyncio.sleep(SLICE / 4)
        progress()
    return found


async def _go(server: Server, load: Load, clients: Sequence[Client], on: bool) -> None:
    if on:
        load.going.set()
    else:
        load.going.clear()
    await server.ask(do="go", table=on)
    for client in clients if on else ():
        text, client.waiting = client.waiting, None
        if text is not None:
            await client.socket.send(text)


class _EchoLoad:
    """As many readers of the echo as the tables have; each sends as soon as it hears."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.load = Load()
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._on = False

    async def join(self, readers: int) -> None:
        """Open the sockets."""
        for _ in range(readers):
            address = f"{self.server.socket}/echo"
            socket = await connect(address, compression=None, max_size=None, ping_interval=None)
            self._sockets.append(socket)
            self._tasks.append(asyncio.create_task(self._read(socket)))

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.load.messages += 1
            self.load.bytes += len(text)
            if self._on:
                await socket.send(SENT)

    async def go(self, on: bool) -> None:
        """Begin or end."""
        self._on = on
        for socket in self._sockets if on else ():
            await socket.send(SENT)

    async def close(self) -> None:
        """Stop reading."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _ratio(name: str, tables: int, readers: int, slices: Sequence[tuple[_Slice, _Slice]]) -> Ratio:
    rates = sorted((t.messages / t.cpu) / (e.messages / e.cpu) for t, e in slices if t.cpu and e.cpu and e.messages)
    table, echo = [each[0] for each in slices], [each[1] for each in slices]
    actions = max(1, sum(each.actions for each in table))
    return Ratio(
        name,
        tables,
        readers,
        median(rates),
        rates[len(rates) // 10],
        rates[-1 - len(rates) // 10],
        sum(each.cpu for each in table) / actions * 1e6,
        sum(each.cpu for each in echo) / max(1, sum(each.messages for each in echo)) * 1e6,
        sum(each.bytes for each in table) / actions,
        actions / sum(each.seconds for each in table),
    )


# -- paced -------------------------------------------------------------------------------------------------------------


async def paced(tables: int, seconds: float = 15.0) -> Paced:
    """One action per second and table; a tenth of the tables with a client on every seat, the rest with a spectator."""
    async with started() as server:
        load = Load()
        load.every = 1.0
        await server.ask(do="every", seconds=1.0)
        made = (await server.ask(do="tables", count=tables // 10, people=True))["answer"]
        made += (await server.ask(do="tables", count=tables - tables // 10, people=False))["answer"]
        readers = sum([len(await load.join(server, table)) for table in made])
        try:
            await asyncio.sleep(2.0)
            load.arrivals = []
            timed = await _timed(server, load, seconds)
            arrivals, load.arrivals = load.arrivals, None
            accepted = {(id, v): at for id, v, at in (await server.ask(do="accepted"))["answer"]}
        finally:
            await load.close()
    delays = delays_of(accepted, arrivals)
    p50, p95, p99 = paced_points(delays)
    return Paced(tables, readers, len(delays), p50, p95, p99, timed.cpu / timed.seconds)


def paced_points(delays: Sequence[float]) -> tuple[float, float, float]:
    """The middle, and what 95 and 99 in a hundred stay below; in milliseconds."""
    found = sorted(delays) or [0.0]
    p50, p95, p99 = (found[min(len(found) - 1, int(len(found) * share))] * 1000 for share in (0.5, 0.95, 0.99))
    return p50, p95, p99


def delays_of(accepted: dict[tuple[str, int], float], arrivals: Sequence[tuple[str, str, float]]) -> list[float]:
    """Seconds from the acceptance of each action to its arrival at each reader."""
    found = []
    for table, head, at in arrivals:
        if not head.startswith('{"t":"ev","v":'):
            continue
        number = int(head[14:].partition(",")[0].rstrip("}"))
        began = accepted.get((table, number))
        if began is not None:
            found.append(at - began)
    return found
