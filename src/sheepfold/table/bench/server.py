"""The server under measurement: tables with bots that draw lots, and a bare echo on the same stack in the same process.

It is started by ``bench.measure``, pinned to one core. ``/control`` switches between the two, so that table and echo
alternate in one run; whatever else the machine does meets both alike.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Stream
from sheepfold.play.log import Logged
from sheepfold.play.valuation import Valuation
from sheepfold.registry import OWN
from sheepfold.solver.claim import Plan
from sheepfold.table.app import Metrics, make_app
from sheepfold.table.hub import Hub
from sheepfold.table.serve import config, listen
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.sockets import write_out
from sheepfold.table.store import Store
from sheepfold.table.table import Table
from sheepfold.table.viewers import Person, Viewer
from sheepfold.table.workers import Task

MOST_DEALS = 20
"""Deals of a match that is not over by itself."""
NAMES = ("Anna", "Hans", "Olga", "Fritz", "Max", "Eva", "Tom", "Ida")
QUICK = TableSettings(pace="none", level="random")


class Lots:
    """Decides by lot, in the server's own process; waits while the tables are halted, and between paced actions."""

    def __init__(self) -> None:
        self.going = asyncio.Event()
        self.every = 0.0
        """Seconds between two actions of a table; 0: as fast as it goes."""

    async def decide(self, task: Task, deadline: float) -> Action:
        """Any legal action."""
        if self.every:
            await asyncio.sleep(self.every)
        elif not self.going.is_set():
            await self.going.wait()
        else:
            await asyncio.sleep(0)
        return task.legal[Stream.of_key(task.key).below(len(task.legal))]

    async def value(self, task: Task, seconds: float) -> Valuation:
        """Nobody asks here."""
        return Valuation(task.legal[0])

    async def claim(self, task: Task, seconds: float) -> Plan | None:
        """Nobody claims here."""
        return None


class Echo:
    """A bare echo: whatever a reader sends, it is sent a message of a given size.

    It is what a table would be without rules, words, sessions and a store: the same server, and the same line of
    waiting messages for each reader.
    """

    def __init__(self) -> None:
        self.message = b"x" * 1000

    async def serve(self, websocket: WebSocket) -> None:
        """One reader."""
        await websocket.accept()
        viewer = Viewer(Person("", "", ""), 10**6)
        writing = asyncio.create_task(write_out(websocket, viewer, 10.0))
        try:
            while True:
                await websocket.receive_text()
                viewer.send(self.message)
        except WebSocketDisconnect:
            return
        finally:
            writing.cancel()


class Bench:
    """Everything that the measuring process can ask of this one."""

    def __init__(self, hub: Hub, lots: Lots) -> None:
        self.hub, self.lots, self.echo = hub, lots, Echo()
        self.accepted: dict[tuple[str, int], float] = {}
        self.keeps = False
        self.actions = 0
        self.deals = 0
        self.endless = False

    def watch(self, table: Table) -> None:
        """Note when each action of a table is accepted, and what is sent."""
        enter = table.enter

        async def noted(do: Callable[[Any], Any]) -> Any:
            began = time.monotonic()
            entries: Sequence[Logged] = await enter(do)
            self.actions += len(entries)
            self.deals += table.driver is not None and table.driver.match.outcome is not None
            if table.driver is not None and table.driver.match.outcome is not None and self._long(table):
                table.submit(table.begin_match)  # random play need not end a match; one of many deals has a long sheet
            if self.keeps and table.stream is not None:
                for logged in entries:
                    self.accepted[table.row.id, table.stream.first + logged.number] = began
            return entries

        table.enter = noted  # type: ignore[method-assign]

    def _long(self, table: Table) -> bool:
        over = self.endless and table.state == "over"
        return over or (table.state == "between" and len(table.finished.entries) >= MOST_DEALS)

    async def control(self, request: Request) -> Response:
        """Do what the measuring process wants, and say how things stand."""
        asked: dict[str, Any] = msgspec.json.decode(await request.body())
        answer: Any = {}
        match asked["do"]:
            case "tables":
                self.endless = asked.get("endless", False)
                answer = [await self._table(n, asked["people"]) for n in range(asked["count"])]
            case "held":
                answer = max(
                    (_held(viewer) for table in self.hub.tables.values() for viewer in table.viewers), default=0
                )
            case "go":
                _set(self.lots.going, asked["table"])
            case "every":
                self.lots.every, self.keeps = asked["seconds"], True
            case "size":
                self.echo.message = b"x" * asked["bytes"]
            case "accepted":
                answer = [[id, v, at] for (id, v), at in self.accepted.items()]
        usage = resource.getrusage(resource.RUSAGE_SELF)
        figures = {
            "cpu": time.process_time(),
            "actions": self.actions,
            "deals": self.deals,
            "memory": _memory(),
            "peak": usage.ru_maxrss,
        }
        return Response(msgspec.json.encode({"answer": answer, **figures}), media_type="application/json")

    async def _table(self, number: int, people: bool) -> dict[str, Any]:
        """A table of the games in turn; with a guest on every seat, or of bots alone."""
        game = tuple(OWN["games"])[number % len(OWN["games"])]
        hub = self.hub
        if not people:
            table = await hub.create_of_bots(game, QUICK)
            self.watch(table)
            return {"id": table.row.id, "tokens": [await self._token(f"Guest {number}")]}
        tokens, first = [], None
        for seat in range(8):
            guest = await hub.store.new_guest(f"{NAMES[seat]} {number}", "en")
            session, token = await hub.store.new_session(guest.id, "bench")
            person = Person(guest.id, guest.name, session.id)
            if first is None:
                first = await hub.create(person, game, QUICK)
                self.watch(first)
            else:
                first.places[seat].guest, first.places[seat].name = guest.id, guest.name
            tokens.append(token)
            if seat + 1 == len(first.places):
                break
        assert first is not None
        await first.submit(first.begin_match)
        return {"id": first.row.id, "tokens": tokens}

    async def _token(self, name: str) -> str:
        guest = await self.hub.store.new_guest(name, "en")
        return (await self.hub.store.new_session(guest.id, "bench"))[1]


def _held(viewer: Viewer) -> int:
    """Bytes that wait for a reader."""
    return sum(map(len, viewer._waiting))


def _set(event: asyncio.Event, on: bool) -> None:
    if on:
        event.set()
    else:
        event.clear()


def _memory() -> int:
    """Bytes that this process holds now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def serve(folder: str) -> None:
    """Serve until the measuring process ends us; the address goes to standard output."""
    settings = Settings(port=0, limits=False, asleep=1e9, sockets_per_session=10**6)
    store = Store.open(f"{folder}/bench.db")
    lots = Lots()
    metrics = Metrics()
    hub = Hub(store, lots, settings, counted=metrics.count)
    bench = Bench(hub, lots)
    app = make_app(hub, metrics)
    own = Router(
        routes=[
            Route("/control", bench.control, methods=["POST"]),
            WebSocketRoute("/echo", bench.echo.serve),
        ]
    )

    async def both(scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
        mine = scope["type"] != "lifespan" and scope["path"].startswith(("/control", "/echo"))
        await (own if mine else app)(scope, receive, send)

    sock: socket.socket = listen(settings)
    server = uvicorn.Server(config(both, settings))
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    while not server.started:
        await asyncio.sleep(0.01)
    sys.stdout.write(f"http://127.0.0.1:{sock.getsockname()[1]}\n")
    sys.stdout.flush()
    await serving
    await store.close()


def main(folder: str, core: int | None) -> None:
    """Run pinned to one core."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    gc.set_threshold(50_000, 20, 50)
    with asyncio.Runner(loop_factory=_loop) as runner:
        runner.run(serve(folder))


def _loop() -> asyncio.AbstractEventLoop:
    import uvloop

    return uvloop.new_event_loop()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None)
