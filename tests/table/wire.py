"""Tables in one process for tests: a hub on a real store, people who keep what they are sent, bots that draw lots."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from sheepfold.bots.valuation import valuation
from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Stream
from sheepfold.play.player import Budget
from sheepfold.play.valuation import Valuation
from sheepfold.registry import make_game
from sheepfold.solver.claim import Plan, prove
from sheepfold.table.asks import handle
from sheepfold.table.hub import Hub
from sheepfold.table.protocol import MOST_CHAT, Ask, read_sent
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.store import Store
from sheepfold.table.table import Table
from sheepfold.table.viewers import Person, Viewer
from sheepfold.table.workers import Task

QUICK = TableSettings(pace="none", level="random")


class Lots:
    """Decides by lot from the task's own numbers, at once and in this process."""

    async def decide(self, task: Task, deadline: float) -> Action:
        """Any legal action."""
        return task.legal[Stream.of_key(task.key).below(len(task.legal))]

    async def value(self, task: Task, seconds: float) -> Valuation:
        """A hint from few worlds."""
        return valuation(task.view, task.legal, Stream.of_key(task.key), Budget(worlds=6, nodes=20_000))

    async def claim(self, task: Task, seconds: float) -> Plan | None:
        """A plan, if there is one."""
        return prove(make_game(task.view.game), task.view, task.tricks)


class Client:
    """Somebody at a table who keeps the snapshot up to date as the protocol says, and computes nothing."""

    def __init__(self, table: Table, person: Person, most: int = 10**9) -> None:
        self.table, self.person = table, person
        self.viewer = Viewer(person, most)
        self.screen: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self._count = 0

    async def join(self, since: int = -1) -> Client:
        """Open the connection."""

        async def joined() -> None:
            self.table.join(self.viewer, since)

        await self.table.submit(joined)
        await self.read()
        return self

    async def leave(self) -> None:
        """Close the connection."""

        async def left() -> None:
            self.table.leave(self.viewer)

        await self.table.submit(left)

    async def read(self) -> None:
        """Take what waits, if anything does."""
        for _ in range(3):
            await asyncio.sleep(0)
        if self.viewer._waiting:
            for message in await self.viewer.take():
                self.raw.append(message)
                self.put(msgspec.json.decode(message))

    def put(self, message: dict[str, Any]) -> None:
        """Put a message in its place."""
        self.heard.append(message)
        put_in_place(self.screen, message)

    @property
    def question(self) -> Any:
        """What this person is asked."""
        return self.screen.get("question")

    async def send(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message; the answer."""
        answer: dict[str, Any] = msgspec.json.decode(
            await handle(self.table, self.person, read_sent(msgspec.json.encode(message)))
        )
        await self.read()
        return answer

    async def act(self, action: Any, **more: Any) -> dict[str, Any]:
        """Do something."""
        self._count += 1
        message = {"t": "act", "id": f"a{self._count}", "base": self.screen["v"], "a": action, **more}
        return await self.send(message)

    async def ask(self, what: str, **more: Any) -> dict[str, Any]:
        """Ask something."""
        self._count += 1
        return await self.send({"t": "ask", "id": f"q{self._count}", "what": what, **more})


def put_in_place(screen: dict[str, Any], message: dict[str, Any]) -> None:
    """What a client does with a message, and all it does."""
    match message["t"]:
        case "snap":
            screen.clear()
            screen.update({name: value for name, value in message.items() if name != "t"})
        case "ev":
            screen["v"] = message["v"]
            if message.get("fresh"):
                screen["lines"], screen["ended"] = [], None
            screen["lines"] = [*screen["lines"], *message.get("say", [])]
            for part in ("view", "scene"):
                if part in message:
                    screen[part] = {**(screen[part] or {}), **message[part]}
            for part in ("sheet", "ended"):
                if part in message:
                    screen[part] = message[part]
            screen["question"] = message.get("question")
        case "room":
            screen["room"] = {**screen["room"], **message.get("room", {})}
            screen["chat"] = message.get("chat", screen["chat"])
            if "said" in message:
                screen["chat"] = [*screen["chat"], message["said"]][-MOST_CHAT:]


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Hub]:
    """A hub on a store in that folder, with bots that draw lots."""
    store = Store.open(str(folder / "table.db"))
    hub = Hub(store, Lots(), Settings(**settings), rng=random.Random(1))
    hub.services.claim_delay = 0.0
    await hub.start()
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


async def guest(hub: Hub, name: str) -> Person:
    """A new guest."""
    made = await hub.store.new_guest(name, "en")
    session, _ = await hub.store.new_session(made.id, "test")
    return Person(made.id, name, session.id)


async def alone(hub: Hub, game: str, settings: TableSettings = QUICK, name: str = "Ann") -> Client:
    """Somebody who plays against bots."""
    person = await guest(hub, name)
    return await Client(await hub.create(person, game, settings, start=True), person).join()


async def together(hub: Hub, game: str, *names: str, settings: TableSettings = QUICK) -> list[Client]:
    """People at one table, the first of them its host; the match has begun, with bots on the other seats."""
    people = [await guest(hub, name) for name in names]
    table = await hub.create(people[0], game, settings)
    clients = [await Client(table, person).join() for person in people]
    for seat, client in enumerate(clients[1:], 1):
        assert (await client.ask("sit", seat=seat))["t"] == "told"
    assert (await clients[0].ask("start"))["t"] == "told"
    for client in clients:
        await client.read()
    return clients


async def played(clients: list[Client], choose: Callable[[list[Any]], Any], most: int = 10**6) -> int:
    """Answer questions, and be ready for every deal, until the match is over or so many have been answered."""
    done = 0
    for _ in range(10**7):
        for client in clients:
            await client.read()
        asked = next((client for client in clients if client.question), None)
        state = clients[0].screen["room"]["state"]
        if done >= most or state == "over":
            return done
        if asked is not None:
            answer = await asked.act(choose(asked.question["legal"])["a"])
            assert answer["t"] == "ack", answer
            done += 1
        elif state == "between":
            for client in clients:
                if client.screen["you"]["seat"] is not None and not _ready(client):
                    await client.ask("ready")
        await asyncio.sleep(0)
    raise AssertionError("the match does not go on")


async def settled(*clients: Client) -> None:
    """Until somebody is asked or the deal is over: nothing more happens by itself then."""
    for _ in range(10**5):
        for client in clients:
            await client.read()
        if any(client.question for client in clients) or clients[0].screen["room"]["state"] != "playing":
            return
        await asyncio.sleep(0.001)
    raise AssertionError("nobody is asked")


def _ready(client: Client) -> bool:
    return bool(client.screen["room"]["seats"][client.screen["you"]["seat"]].get("ready"))


def ask(what: str, **more: Any) -> Ask:
    """A request."""
    return Ask("id", what, **more)  # type: ignore[arg-type]
