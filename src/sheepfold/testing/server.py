"""A real table server in a process of its own, and clients that talk to it over the network, for the long tests.

``Server`` starts ``sheepfold serve``, keeps its log and can be killed and started again on the same port and store.
``Player`` is a client that plays at random, comes back by itself when the connection is lost, and remembers which of
its actions were acknowledged; ``OverSocket`` and ``OverLines`` are its two ways to the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

STARTING = 60.0
"""Seconds after which a server that cannot be reached is a fault."""
BACK_OFF, LONGEST_BACK_OFF = 0.25, 8.0
_PROGRAM = (
    "import logging, sys; logging.basicConfig(level=logging.getLevelName(sys.argv.pop(1)), "
    "format='%(asctime)s %(levelname)s %(name)s %(message)s'); from sheepfold.cli import main; main()"
)


class Answer(Struct, frozen=True):
    """What came back over HTTP."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as it was meant."""
        return json.loads(self.body)


class Server:
    """A server on a store, with settings as the environment gives them."""

    def __init__(self, folder: Path, *, level: str = "INFO", store: Path | None = None, **settings: Any) -> None:
        self.folder, self.level = folder, level
        self.store = store or folder / "table.db"
        self.log_file = folder / "server.log"
        self.port = free_port()
        texts = {f"SHEEPFOLD_{name.upper()}": _text(value) for name, value in settings.items()}
        self._env = {**os.environ, "SHEEPFOLD_HOME": str(folder), **texts}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """Everything that it has logged."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    @property
    def complaints(self) -> list[str]:
        """Lines of the log that tell of an error."""
        wanted = ("ERROR", "CRITICAL", "Traceback", "Exception", "never retrieved")
        return [line for line in self.log.splitlines() if any(word in line for word in wanted)]

    @property
    def first_error(self) -> str:
        """The log from the first error on, or its end."""
        complaints, log = self.complaints, self.log
        return log[log.index(complaints[0]) :][:6000] if complaints else log[-2000:]

    def start(self) -> None:
        """Start it, and do not wait."""
        arguments = ["serve", "--port", str(self.port), "--store", str(self.store), "--workers", "1"]
        with open(self.log_file, "ab") as log:
            command = [sys.executable, "-c", _PROGRAM, self.level, *arguments]
            self.process = subprocess.Popen(command, env=self._env, stdout=log, stderr=log, cwd=self.folder)

    async def ready(self, seconds: float = STARTING) -> None:
        """Until it says that it is ready."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.process is None or self.process.poll() is not None:
                raise AssertionError(f"the server has ended:\n{self.log[-3000:]}")
            try:
                if (await self.ask("GET", "/readyz")).status == 200:
                    return
            except OSError:
                pass
            await asyncio.sleep(0.05)
        raise AssertionError(f"the server is not ready after {seconds} s:\n{self.log[-3000:]}")

    def kill(self) -> None:
        """Kill it by surprise."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; its exit status. One that does not is killed."""
        if self.process is None or self.process.poll() is not None:
            return 0
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            return -signal.SIGKILL

    async def __aenter__(self) -> Server:
        self.start()
        try:
            await self.ready()
        except BaseException:
            self.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.stop)

    # -- HTTP ----------------------------------------------------------------------------------------------------

    async def ask(
        self, method: str, path: str, body: Any = None, *, token: str = "", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """A request and its answer; a body that is not bytes is sent as JSON."""
        reader, writer = await self.request(method, path, body, token=token, headers=headers)
        try:
            status, found = await read_head(reader)
            return Answer(status, found, await reader.read())
        finally:
            writer.close()

    async def request(
        self, method: str, path: str, body: Any = None, *, token: str = "", headers: Mapping[str, str] | None = None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A request on its way; the answer ends with the connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        lines = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(data)), "Connection": "close"}
        if method != "GET":
            lines["Content-Type"] = "application/json"
        if token:
            lines["Authorization"] = f"Bearer {token}"
        lines.update(headers or {})
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data)
        return reader, writer

    async def new_token(self, name: str) -> str:
        """A guest of that name, and a token for it."""
        answer = await self.ask("POST", "/api/bot", {"name": name})
        assert answer.status == 200, answer
        return str(answer.json["token"])

    async def new_table(self, token: str, game: str, **more: Any) -> str:
        """A table at which this guest plays against bots."""
        wanted = {"game": game, "start": True, "pace": "fast", "level": "random", **more}
        answer = await self.ask("POST", "/api/tables", wanted, token=token)
        assert answer.status == 201, answer
        return str(answer.json["id"])

    def socket(self, token: str = "", headers: Mapping[str, str] | None = None, **more: Any) -> connect:
        """A WebSocket that is not open yet."""
        found = {"Authorization": f"Bearer {token}"} if token else {}
        uri = f"ws://127.0.0.1:{self.port}/ws"
        return connect(uri, additional_headers={**found, **(headers or {})}, proxy=None, compression=None, **more)


def _text(value: Any) -> str:
    return (
        ",".join(value)
        if isinstance(value, list | tuple)
        else str(value).lower()
        if value in (True, False)
        else str(value)
    )


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in head[1:] if line)
    return int(head[0].split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


async def read_lines(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The lines of an answer that comes in chunks."""
    rest = b""
    while size := int(await reader.readline() or b"0", 16):
        *lines, rest = (rest + await reader.readexactly(size)).split(b"\n")
        await reader.readline()
        for line in lines:
            yield line


# -- players -----------------------------------------------------------------------------------------------------------


class Player:
    """Somebody who plays at random at one table, against bots, and comes back by themselves."""

    def __init__(self, server: Server, name: str, token: str, table: str, seed: str = "") -> None:
        self.server, self.name, self.token, self.table = server, name, token, table
        self.chance = random.Random(f"{name}/{seed}")
        self.v = -1
        self.acked: dict[str, int] = {}
        """By id, the number under which an action was acknowledged."""
        self.unsure: set[str] = set()
        """Actions that were sent and never answered."""
        self.naks: list[str] = []
        self.heard: list[int] = []
        self.connections = 0
        self.messages = 0
        self._count = 0
        self._pending: dict[str, Any] | None = None
        self._question: Any = None

    async def run(self) -> None:
        """Play until cancelled."""
        wait = BACK_OFF
        while True:
            try:
                async for message in self.stream():
                    wait = BACK_OFF
                    await self.take(message)
            except (OSError, WebSocketException, asyncio.IncompleteReadError, EOFError):
                pass
            await asyncio.sleep(wait * self.chance.uniform(0.8, 1.2))
            wait = min(LONGEST_BACK_OFF, wait * 2)

    def stream(self) -> AsyncIterator[dict[str, Any]]:
        """What the server sends, until the connection ends."""
        raise NotImplementedError

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message; its answer comes to ``take``."""
        raise NotImplementedError

    async def take(self, message: dict[str, Any]) -> None:
        """Put a message in its place, and answer if there is a question."""
        self.messages += 1
        kind = message["t"]
        if kind == "snap":
            self._new(message["v"], message["question"])
            await self._resend()
            await self._room(message["room"])
        elif kind == "ev":
            if message["v"] <= self.v:
                raise AssertionError(f"{self.name}: number {message['v']} came after {self.v}")
            self._new(message["v"], message.get("question"))
        elif kind in ("ack", "nak"):
            self._answered(message)
        elif kind == "room":
            await self._resend()
            await self._room(message.get("room", {}))
        if self._question is not None and self._pending is None:
            await self._act()

    def _new(self, v: int, question: Any) -> None:
        self.v, self._question = v, question

    def _answered(self, message: dict[str, Any]) -> None:
        if self._pending is None or message.get("id") != self._pending["id"]:
            return
        if message["t"] == "ack":
            self.acked[message["id"]] = message["v"]
        else:
            self.naks.append(message["code"])
            self.unsure.add(message["id"])
        self._pending = None

    async def _act(self) -> None:
        self._count += 1
        choice = self.chance.choice(self._question["legal"])
        id, self._question = f"{self.name}-{self._count}", None
        self._pending = {"t": "act", "id": id, "base": self.v, "a": choice["a"]}
        await self.send(self._pending)

    async def _resend(self) -> None:
        """After a lost connection nobody knows whether the last action was stored, so it is sent again."""
        if self._pending is not None and self._pending.pop("lost", False):
            await self.send(self._pending)

    def lost(self) -> None:
        """The connection is gone; what was sent may or may not have arrived."""
        if self._pending is not None:
            self._pending["lost"] = True

    async def _room(self, room: Mapping[str, Any]) -> None:
        """Be ready for the next deal, and want another match."""
        what = {"between": "ready", "over": "again"}.get(room.get("state", ""))
        if what is not None:
            self._count += 1
            await self.send({"t": "ask", "id": f"{self.name}-{self._count}", "what": what})


class OverSocket(Player):
    """By WebSocket."""

    _socket: Any = None

    async def stream(self) -> AsyncIterator[dict[str, Any]]:
        """What the server sends."""
        async with self.server.socket(self.token) as found:
            self._socket = found
            self.connections += 1
            await found.send(json.dumps({"t": "hello", "proto": 1, "table": self.table, "since": self.v}))
            try:
                async for text in found:
                    yield json.loads(text)
            finally:
                self.lost()

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        await self._socket.send(json.dumps({name: value for name, value in message.items() if name != "lost"}))


class OverLines(Player):
    """By lines of JSON, and POSTed actions."""

    async def stream(self) -> AsyncIterator[dict[str, Any]]:
        """What the server sends."""
        path = f"/api/tables/{self.table}/stream?since={self.v}"
        reader, writer = await self.server.request("GET", path, token=self.token)
        try:
            status, _ = await read_head(reader)
            if status != 200:
                raise EOFError
            self.connections += 1
            async for line in read_lines(reader):
                yield json.loads(line)
        finally:
            self.lost()
            writer.close()

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message, and take its answer."""
        plain = {name: value for name, value in message.items() if name != "lost"}
        answer = await self.server.ask("POST", f"/api/tables/{self.table}/send", plain, token=self.token)
        if answer.status in (200, 409):
            await self.take(answer.json)
        elif answer.status != 429:
            raise EOFError
