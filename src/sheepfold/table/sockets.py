"""One connection after the other: a WebSocket, or lines of JSON over plain HTTP, around a ``Viewer``."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sheepfold.core.errors import SheepfoldError
from sheepfold.notation.forms import to_data
from sheepfold.notation.shapes import BadForm
from sheepfold.presentation.words import languages
from sheepfold.table.asks import SLOW, handle
from sheepfold.table.guard import address, check_socket, person_of
from sheepfold.table.hub import Hub, NoTable
from sheepfold.table.limits import TooMuch
from sheepfold.table.protocol import (
    CLOSED_AUTH,
    CLOSED_MALFORMED,
    CLOSED_RATE,
    CLOSED_SLOW,
    CLOSED_TABLE,
    PROTO,
    Ask,
    Chat,
    Closed,
    Hello,
    Nak,
    Ping,
    Pong,
    Sent,
    Sync,
    read_sent,
)
from sheepfold.table.store import StoreFault
from sheepfold.table.table import Table
from sheepfold.table.viewers import Person, Viewer
from sheepfold.table.voice import encode

log = logging.getLogger("sheepfold.table")

GREETING = 10.0
"""Seconds within which the first message must come."""
MOST_MALFORMED = 5
"""Messages that cannot be read, after which a connection is closed."""
BEAT = 15.0
"""Seconds after which a stream of lines says that it is still there."""


def language_of(wanted: str, fallback: str = "en") -> str:
    """A language that we have words in."""
    return wanted if wanted in languages() else fallback


def plain_nak(error: SheepfoldError, id: str = "") -> bytes:
    """A refusal before anybody is at a table: in English."""
    return encode(to_data(Nak(error.code, (error.sentence,), id, error.rule)))


class Closing(Exception):
    """The connection is to be closed with that code."""

    def __init__(self, code: int) -> None:
        self.code = code


async def serve_socket(socket: WebSocket, hub: Hub) -> None:
    """A WebSocket from its handshake to its end."""
    if not check_socket(socket, hub.settings):
        await socket.close()  # before it is accepted this is HTTP 403
        return
    code = 1000
    try:
        await socket.accept()
        person = await person_of(socket, hub.store, hub.settings)
        if person is None:
            raise Closing(CLOSED_AUTH)
        with hub.limits.connection(person.session, address(socket, hub.settings)):
            await _connected(socket, hub, person)
    except WebSocketDisconnect:
        return
    except Closing as closing:
        code = closing.code
    except TooMuch as fault:
        await _send(socket, plain_nak(fault))
        code = CLOSED_RATE
    except StoreFault as fault:
        await _send(socket, plain_nak(fault))
        code = 1013
    if socket.application_state != WebSocketState.DISCONNECTED:
        with suppress(RuntimeError, WebSocketDisconnect):  # the other side may have gone just now
            await socket.close(code)


async def _send(socket: WebSocket, data: bytes) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send({"type": "websocket.send", "text": data.decode()})


async def _connected(socket: WebSocket, hub: Hub, person: Person) -> None:
    hello = await _greeting(socket)
    try:
        table = await hub.table(hello.table)
    except NoTable as fault:
        await _send(socket, plain_nak(fault))
        raise Closing(CLOSED_TABLE) from None
    viewer = Viewer(_reading(person, hello.lang), hub.settings.outbox)
    connection = _Connection(socket, hub, table, viewer)
    await table.submit(lambda: _joined(table, viewer, hello.since))
    try:
        await connection.run()
    finally:
        _left(table, viewer)


async def _joined(table: Table, viewer: Viewer, since: int) -> None:
    table.join(viewer, since)


def _left(table: Table, viewer: Viewer) -> None:
    async def left() -> None:
        table.leave(viewer)

    table.submit(left)


def _reading(person: Person, lang: str) -> Person:
    return Person(person.guest, person.name, person.session, language_of(lang, language_of(person.language)))


async def _greeting(socket: WebSocket) -> Hello:
    """The first message, which must be a hello of our version."""
    try:
        async with asyncio.timeout(GREETING):
            message = read_sent(await _receive(socket))
    except TimeoutError:
        raise Closing(CLOSED_MALFORMED) from None
    except BadForm as fault:
        await _send(socket, plain_nak(fault))
        raise Closing(CLOSED_MALFORMED) from None
    if not isinstance(message, Hello) or message.proto != PROTO:
        sentence = "The first message must be a hello of version { $version } of the protocol; reload the page."
        await _send(socket, plain_nak(SheepfoldError("protocol", sentence, version=PROTO)))
        raise Closing(CLOSED_MALFORMED)
    return message


async def _receive(socket: WebSocket) -> bytes | str:
    """The next message; bytes are read as text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return message.get("bytes") or b"" if text is None else text


async def _sent(send: Callable[[Any], Awaitable[None]], message: bytes) -> None:
    try:
        await send({"type": "websocket.send", "text": message.decode()})
    except RuntimeError:  # the connection was cut off below us, for bytes that are no text or a frame that is too long
        raise WebSocketDisconnect(1006) from None


async def write_out(socket: WebSocket, viewer: Viewer, slow: float) -> None:
    """Send what waits until the reader has fallen behind or is to be closed; ``TimeoutError`` if it takes nothing."""
    send = socket.send
    while True:
        messages = await viewer.take()
        if messages:
            async with asyncio.timeout(slow):
                for message in messages:
                    await _sent(send, message)
        elif viewer.behind or viewer.closed is not None:
            return


class _Connection:
    """A reader and a writer around one socket."""

    def __init__(self, socket: WebSocket, hub: Hub, table: Table, viewer: Viewer) -> None:
        self.socket, self.hub, self.table, self.viewer = socket, hub, table, viewer
        self._bucket = hub.limits.messages()
        self._malformed = 0
        self._slow: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until either side ends."""
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*tasks, *self._slow):
                task.cancel()
            await asyncio.gather(*tasks, *self._slow, return_exceptions=True)
        for task in done:
            task.result()

    async def _write(self) -> None:
        while True:
            try:
                await write_out(self.socket, self.viewer, self.hub.settings.slow)
            except TimeoutError:
                self.hub.services.counted("slow")
                raise Closing(CLOSED_SLOW) from None
            if self.viewer.closed is not None:
                raise Closing(self.viewer.closed)
            await self.table.submit(self._snapshot)

    async def _snapshot(self) -> None:
        self.hub.services.counted("behind")
        self.viewer.replace(self.table.snapshot(self.viewer))

    async def _read(self) -> None:
        while True:
            text = await _receive(self.socket)
            if self.hub.settings.limits and not self._bucket.take():
                raise Closing(CLOSED_RATE)
            try:
                message = read_sent(text)
            except BadForm as fault:
                self._malformed += 1
                self.viewer.answer(plain_nak(fault))
                if self._malformed >= MOST_MALFORMED:
                    await asyncio.sleep(0)  # let the answer out
                    raise Closing(CLOSED_MALFORMED) from None
                continue
            await self._answer(message)

    async def _answer(self, message: Sent) -> None:
        if isinstance(message, Ask) and message.what in SLOW:
            task = asyncio.create_task(self._handled(message))
            self._slow.add(task)
            task.add_done_callback(self._slow.discard)
        else:
            await self._handled(message)

    async def _handled(self, message: Sent) -> None:
        self.viewer.answer(await answered(self.hub, self.table, self.viewer, message))


async def answered(hub: Hub, table: Table, viewer: Viewer, message: Sent) -> bytes:
    """The answer to a message of somebody who is connected."""
    match message:
        case Ping():
            return encode(to_data(Pong(table.shown_to(viewer.seat))))
        case Sync(since=since):

            async def again() -> None:
                table.send_since(viewer, since)

            await table.submit(again)
            return encode(to_data(Pong(table.shown_to(viewer.seat))))
        case Hello():
            return plain_nak(SheepfoldError("hello_twice", "You have said hello already."))
        case Chat():
            try:
                hub.limits.chat(viewer.person.session)
            except TooMuch as fault:
                return table.nak(viewer.person, fault)
            return await handle(table, viewer.person, message)
        case _:
            return await handle(table, viewer.person, message)


# -- lines of JSON over HTTP -------------------------------------------------------------------------------------------


async def lines(hub: Hub, table: Table, person: Person, since: int, address: str) -> AsyncIterator[bytes]:
    """What a WebSocket would get, a line each; a beat shows that the connection still lives."""
    viewer = Viewer(person, hub.settings.outbox)
    with hub.limits.connection(person.session, address):
        await table.submit(lambda: _joined(table, viewer, since))
        try:
            while True:
                try:
                    async with asyncio.timeout(BEAT):
                        messages = await viewer.take()
                except TimeoutError:
                    messages = [encode(to_data(Pong(table.shown_to(viewer.seat))))]
                for message in messages:
                    yield message + b"\n"
                if viewer.behind:

                    async def snapshot() -> None:
                        viewer.replace(table.snapshot(viewer))

                    await table.submit(snapshot)
                elif viewer.closed is not None and not messages:
                    yield encode(to_data(Closed(viewer.closed))) + b"\n"
                    return
        finally:
            _left(table, viewer)
