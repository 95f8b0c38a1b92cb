"""Readers that stop reading: they hold little, delay nobody, and get one snapshot when they read again, or 4408."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from wire import Client, alone, guest, opened, played, put_in_place

from sheepfold.table.viewers import Person, Viewer
from sheepfold.testing.server import Server

PERSON = Person("guest", "Ann", "session")


def test_what_waits_for_a_reader_is_bounded_and_answers_are_kept() -> None:
    async def run() -> None:
        viewer = Viewer(PERSON, most=4)
        viewer.send(b"news")
        viewer.answer(b"answer")
        viewer.replace(b"snapshot")
        assert await viewer.take() == [b"answer", b"snapshot"]
        for number in range(10):
            viewer.send(b"%d" % number)
        assert viewer.behind
        viewer.answer(b"answer")
        assert await viewer.take() == [b"answer"]  # the news are gone, and a snapshot is due
        assert viewer.behind
        viewer.replace(b"snapshot")
        assert await viewer.take() == [b"snapshot"]
        for _ in range(100):
            viewer.answer(b"answer")
        assert viewer.closed == 4408
        assert len(viewer._waiting) <= 8

    asyncio.run(run())


def test_a_reader_who_falls_behind_gets_one_snapshot(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim")
            slow = Client(ann.table, await guest(hub, "Wim"), most=16)
            await slow.join()
            await played([ann], random.Random(1).choice, 12)
            assert slow.viewer.behind
            assert not slow.viewer._waiting
            slow.viewer.replace(ann.table.snapshot(slow.viewer))
            before = len(slow.heard)
            await slow.read()
            assert [message["t"] for message in slow.heard[before:]] == ["snap"]
            assert slow.screen["v"] == ann.table.number

    asyncio.run(run())


class Deaf:
    """A WebSocket by hand that reads nothing after the handshake."""

    def __init__(self, server: Server, token: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        head = f"GET /ws HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nUpgrade: websocket\r\n"
        rest = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        self.socket.sendall((head + rest).encode())
        assert b"101" in self.socket.recv(1024).split(b"\r\n")[0]

    def send(self, message: Any) -> None:
        """A masked frame of text; the mask is nought."""
        data = json.dumps(message).encode()
        assert len(data) < 126
        self.socket.sendall(bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data)

    def rest(self) -> bytes:
        """All that comes until the end."""
        self.socket.settimeout(30)
        found = b""
        try:
            while piece := self.socket.recv(65_536):
                found += piece
        except OSError:
            pass
        self.socket.close()
        return found


@pytest.mark.slow
def test_a_deaf_reader_is_closed_and_delays_nobody(tmp_path: Path) -> None:
    """At a table where much is said, a reader that takes nothing for two seconds is closed with 4408."""

    async def run() -> None:
        async with Server(tmp_path, limits=False, slow=2) as server:
            ann, wim = await server.new_token("Ann"), await server.new_token("Wim")
            table = await server.new_table(ann, "grim")
            before = _memory(server)
            deaf = Deaf(server, wim)
            deaf.send({"t": "hello", "proto": 1, "table": table})
            async with server.socket(ann) as reader:
                await reader.send(json.dumps({"t": "hello", "proto": 1, "table": table}))
                closed, slowest = await _until_closed(server, reader)
            assert closed, "a reader that takes nothing is never closed"
            assert slowest < 1.5
            assert _memory(server) - before < 20_000_000  # with all that a process gathers besides
            frames = await asyncio.to_thread(deaf.rest)
            assert len(frames) < 1_000_000  # so much was on its way, and nothing else is held
            assert frames.endswith(b"\x88\x02" + (4408).to_bytes(2, "big"))

    async def _until_closed(server: Server, reader: Any) -> tuple[bool, float]:
        slowest = 0.0
        for _ in range(4000):
            sent = time.monotonic()
            await reader.send(json.dumps({"t": "chat", "text": "x" * 300}))
            while json.loads(await reader.recv()) != {"t": "room"}:
                pass
            slowest = max(slowest, time.monotonic() - sent)
            if _ % 50 == 0:
                metrics = (await server.ask("GET", "/metrics")).body
                if b'sheepfold_events_total{what="slow"} 1.0' in metrics:
                    return True, slowest
        return False, slowest

    asyncio.run(run())


def _memory(server: Server) -> int:
    """Bytes that the server's process holds."""
    assert server.process is not None
    text = Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii")
    return int(text.split()[1]) * 4096


@pytest.mark.slow
def test_a_reader_who_pauses_is_up_to_date_afterwards(tmp_path: Path) -> None:
    """Whoever did not read for a while, and was not closed, has the same screen as everybody in the end."""

    async def run() -> None:
        async with Server(tmp_path, limits=False) as server:
            ann, wim = await server.new_token("Ann"), await server.new_token("Wim")
            table = await server.new_table(ann, "grim", pace="none")
            async with server.socket(ann) as quick, server.socket(wim, max_queue=1) as slow:
                for each in (quick, slow):
                    await each.send(json.dumps({"t": "hello", "proto": 1, "table": table}))
                for _ in range(1500):
                    await quick.send(json.dumps({"t": "chat", "text": "x" * 300}))
                    while json.loads(await quick.recv()) != {"t": "room"}:
                        pass
                screen: dict[str, Any] = {}
                kinds: list[str] = []
                try:
                    while len(screen.get("chat", ())) < 100 or kinds[-1] != "pong":
                        async with asyncio.timeout(20):
                            message = json.loads(await slow.recv())
                        kinds.append(message["t"])
                        put_in_place(screen, message)
                        if len(screen["chat"]) == 100 and kinds.count("snap") > 1 and "pong" not in kinds:
                            await slow.send(json.dumps({"t": "ping"}))
                except ConnectionClosed:
                    kinds.append(f"closed {slow.close_code}")
                if kinds[-1] == "closed 4408":
                    return
                assert kinds.count("snap") == 2
                assert kinds.count("room") < 1500  # what was missed is not told one by one

    asyncio.run(run())
