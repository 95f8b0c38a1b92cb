"""A delay for whoever watches: they see every moment as it was, so much later, by whatever door they come."""

from __future__ import annotations

import asyncio
import copy
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from web import HOME, code_of, web
from wire import Client, Lots, alone, guest, opened, played, put_in_place, settled, together

from sheepfold.notation.forms import from_data
from sheepfold.table.hub import Hub
from sheepfold.table.later import MOST_MOMENTS, Later
from sheepfold.table.protocol import CLOSED_MALFORMED, Message, Ping, Sync
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.sockets import answered, lines
from sheepfold.table.table import Table
from sheepfold.table.viewers import Person, Viewer
from sheepfold.testing import clockwork

GAMES = ["goathead", "widderkopf:short", "grim", "sheepshead", "clover"]
LATE = TableSettings(pace="none", level="random", delay=30)
EPS = 1e-6


@asynccontextmanager
async def in_own_time(folder: Path) -> AsyncIterator[Hub]:
    """A hub whose time passes only when nothing is to be done."""
    store = clockwork.prompt_store(folder / "table.db")
    hub = Hub(store, Lots(), Settings(), rng=random.Random(1), now=asyncio.get_running_loop().time)
    try:
        yield hub
    finally:
        await hub.close()
        store._let_go()


class Timeline(Viewer):
    """Keeps its screen after every message, with the time at which it came."""

    def __init__(self, table: Table) -> None:
        super().__init__(Person("wim", "Wim", "session"))
        self.table = table
        self.kinds: set[str] = set()
        self.screens: list[tuple[float, dict[str, Any]]] = []

    def send(self, message: bytes) -> None:
        """Note a message."""
        data = msgspec.json.decode(message)
        from_data(Message, data)
        self.kinds.add(data["t"])
        screen = copy.deepcopy(self.screens[-1][1]) if self.screens else {}
        put_in_place(screen, data)
        self.screens.append((self.table.services.now(), screen))

    def replace(self, snapshot: bytes) -> None:
        """Note a snapshot."""
        self.send(snapshot)

    def at(self, when: float) -> dict[str, Any]:
        """The screen at that time."""
        return [screen for at, screen in self.screens if at <= when + EPS][-1]


def timeline(folder: Path, game: str, delay: int, seconds: float) -> Timeline:
    """What somebody who watches bots sees, who always do the same at the same time."""

    async def run() -> Timeline:
        async with in_own_time(folder) as hub:
            settings = TableSettings(pace="fast", level="random", seed=f"{game}-delay", delay=delay, clock="fast")
            table = await hub.create_of_bots(game, settings)
            watch = Timeline(table)
            table.join(watch)
            await asyncio.sleep(seconds)
            return watch

    folder.mkdir()
    return clockwork.run(run())


def without(screen: dict[str, Any], *names: str) -> dict[str, Any]:
    """A screen without fields of the room."""
    return {**screen, "room": {name: value for name, value in screen["room"].items() if name not in names}}


@pytest.mark.parametrize("game", GAMES)
def test_watchers_see_every_moment_as_it_was_so_much_later(game: str, tmp_path: Path) -> None:
    live = timeline(tmp_path / "live", game, 0, 60)
    late = timeline(tmp_path / "late", game, 20, 80)
    assert live.kinds == {"snap", "ev", "room"}
    assert late.kinds == {"snap"}
    first, *shown = late.screens
    assert (first[1]["v"], first[1]["view"], first[1]["lines"], first[1]["chat"]) == (-1, None, [], [])
    assert first[1]["room"]["time"] is None
    assert len(shown) > 20
    for at, screen in shown:
        assert at >= 20
        assert without(screen, "delay", "table") == without(live.at(at - 20), "delay", "table")
    numbers = {screen["v"] for _, screen in live.screens if _ < 59}
    assert numbers <= {screen["v"] for _, screen in shown}  # and nothing was left out


async def seen(table: Table, viewer: Viewer) -> dict[str, Any]:
    """What the table would send somebody now."""

    async def made() -> bytes:
        return table.snapshot(viewer)

    found: dict[str, Any] = msgspec.json.decode(await table.submit(made))
    return found


async def pong(hub: Hub, client: Client, message: Ping | Sync) -> int:
    """The number that is answered."""
    data = msgspec.json.decode(await answered(hub, client.table, client.viewer, message))
    assert data["t"] == "pong"
    return int(data["v"])


def test_players_are_not_delayed_and_no_door_shows_watchers_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_own_time(tmp_path) as hub:
            ann = await alone(hub, "grim", LATE)
            table, wim = ann.table, await guest(hub, "Wim")
            watcher = await Client(table, wim).join()
            await played([ann], random.Random(1).choice, 5)
            await settled(ann)
            assert ann.screen["v"] == table.number > 5
            await nothing_is_seen(hub, watcher)
            await asyncio.sleep(31)
            await watcher.read()
            assert watcher.screen["v"] == table.number == await pong(hub, watcher, Ping())
            assert watcher.screen["lines"]
            then = watcher.screen["v"]
            await played([ann], random.Random(1).choice, 2)
            await settled(ann)
            assert table.number > then
            again = await Client(table, wim).join(then)  # comes back, and has seen what there is to be seen
            assert [each["t"] for each in again.heard] == ["snap"]
            assert again.screen["v"] == then == await pong(hub, again, Sync(then))
            assert (await again.ask("pause"))["v"] == then
            assert (await seen(table, again.viewer))["lines"] == watcher.screen["lines"]

    clockwork.run(run())


async def nothing_is_seen(hub: Hub, watcher: Client) -> None:
    """Whatever somebody who watches tries, there is nothing of the match in it."""
    table, before = watcher.table, len(watcher.heard)
    for since in (-1, 0, 3, table.number):
        assert await pong(hub, watcher, Sync(since)) == -1
        await watcher.read()
    again = await Client(table, watcher.person).join(table.number - 1)
    await again.leave()
    watcher.viewer.behind = True
    stream = lines(hub, table, watcher.person, table.number - 1, "here")
    first = msgspec.json.decode(await anext(stream))
    await stream.aclose()  # type: ignore[attr-defined]
    await watcher.read()
    refusal = await watcher.ask("hint")
    assert (refusal["code"], refusal.get("v", -1)) == ("no_seat", -1)
    assert (await watcher.ask("again"))["code"] == "no_seat"  # and not whether the match is over
    found = [*watcher.heard[before:], *again.heard, first, await seen(table, watcher.viewer)]
    assert len(found) >= 6
    for each in found:
        assert each["t"] == "snap"
        assert (each["v"], each["view"], each["scene"], each["lines"], each["sheet"]) == (-1, None, None, [], None)
        assert (each["room"]["state"], each["room"]["time"], each["room"]["vote"]) == ("gathering", None, None)


def test_chat_and_pauses_are_seen_later_too(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_own_time(tmp_path) as hub:
            ann = await alone(hub, "grim", LATE)
            watcher = await Client(ann.table, await guest(hub, "Wim")).join()
            await asyncio.sleep(31)
            await watcher.read()
            before = len(watcher.heard)
            assert (await watcher.send({"t": "chat", "text": "hello"}))["t"] == "room"
            assert (await ann.ask("pause"))["t"] == "told"
            await ann.read()
            assert [said["text"] for said in ann.screen["chat"]] == ["hello"]
            assert ann.screen["room"]["state"] == "paused"
            await asyncio.sleep(29)
            await watcher.read()
            assert len(watcher.heard) == before
            await asyncio.sleep(2)
            await watcher.read()
            assert {each["t"] for each in watcher.heard} == {"snap"}
            assert [said["text"] for said in watcher.screen["chat"]] == ["hello"]
            assert watcher.screen["room"]["state"] == "paused"

    clockwork.run(run())


def test_the_end_of_a_match_is_shown_though_the_next_has_begun(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_own_time(tmp_path) as hub:
            ann = await alone(hub, "sheepshead(hands=5)", LATE)
            table, wim = ann.table, await guest(hub, "Wim")
            watcher = await Client(table, wim).join()
            await played([ann], random.Random(1).choice)
            assert ann.screen["room"]["state"] == "over"
            assert table.state_for_all == "playing"
            assert table.hides_records(wim)
            assert table.hides_records(None)
            assert not table.hides_records(ann.person)
            last = ann.screen["v"]
            await asyncio.sleep(10)
            assert (await ann.ask("again"))["t"] == "told"
            await watcher.read()
            assert watcher.screen["view"] is None
            await asyncio.sleep(22)
            await watcher.read()
            shown = {each["v"]: each for each in watcher.heard}
            assert shown[last]["ended"]["hands"]
            assert shown[last]["room"]["state"] == "over"
            assert not table.hides_records(wim)
            await asyncio.sleep(10)
            await watcher.read()
            assert watcher.screen["v"] > last
            assert watcher.screen["room"]["state"] == "playing"

    clockwork.run(run())


def test_the_delay_is_set_before_a_match_and_refused_in_words(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_own_time(tmp_path) as hub:
            ann = await Client(*(await gathered(hub))).join()
            wim = await Client(ann.table, await guest(hub, "Wim")).join()
            for value in ("-1", "601", "soon", "", "on", "yes", "1.5", "٣", "9" * 30):
                refused = await ann.ask("set", text="delay", value=value)
                assert refused["code"] == "table_setting", value
                assert "'delay' cannot be set to" in "".join(map(str, refused["say"]))
            assert ann.table.settings.delay == ann.screen["room"]["delay"] == 0
            assert (await wim.ask("set", text="delay", value="5"))["code"] == "host_only"
            assert (await ann.ask("set", text="delay", value="600"))["t"] == "told"
            assert (await ann.ask("set", text="delay", value="30"))["t"] == "told"
            await wim.read()
            assert wim.screen["room"]["delay"] == ann.screen["room"]["delay"] == 30
            assert wim.screen["room"]["state"] == "gathering"  # before the match everybody sees the room as it is
            assert (await wim.send({"t": "chat", "text": "hello"}))["t"] == "room"
            assert wim.screen["chat"]
            assert (await ann.ask("start"))["t"] == "told"
            assert (await ann.ask("set", text="delay", value="0"))["code"] == "playing"
            assert ann.table.settings.delay == 30
            row = await hub.store.table(ann.table.row.id)
            assert row is not None
            assert msgspec.json.decode(row.settings, type=TableSettings).delay == 30

    clockwork.run(run())


async def gathered(hub: Hub) -> tuple[Table, Person]:
    """A table at which nothing is played yet, and its host."""
    person = await guest(hub, "Ann")
    return await hub.create(person, "grim", TableSettings(pace="none", level="random")), person


def test_another_delay_after_a_match_forgets_what_waited(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_own_time(tmp_path) as hub:
            ann = await alone(hub, "sheepshead(hands=5)", LATE)
            watcher = await Client(ann.table, await guest(hub, "Wim")).join()
            await played([ann], random.Random(1).choice)
            assert (await ann.ask("set", text="delay", value="60"))["t"] == "told"
            await asyncio.sleep(50)
            await watcher.read()
            assert watcher.screen["view"] is None
            await asyncio.sleep(11)
            await watcher.read()
            assert watcher.screen["ended"]
            assert (await ann.ask("set", text="delay", value="0"))["t"] == "told"
            await watcher.read()
            assert watcher.screen["v"] == ann.screen["v"]
            assert (await ann.ask("options", text="grim"))["t"] == "told"
            assert (await ann.ask("set", text="delay", value="5"))["t"] == "told"
            await watcher.read()
            assert watcher.screen["room"]["game"].startswith("grim")

    clockwork.run(run())


def test_after_a_restart_nothing_is_seen_until_something_is_due(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_own_time(tmp_path) as hub:
            ann = await alone(hub, "grim", LATE)
            await played([ann], random.Random(1).choice, 3)
            await asyncio.sleep(31)
            wim, id = await guest(hub, "Wim"), ann.table.row.id
            assert (await Client(ann.table, wim).join()).screen["view"]
        async with in_own_time(tmp_path) as hub:
            watcher = await Client(await hub.table(id), wim).join()
            assert watcher.screen["view"] is None
            assert watcher.table.shown > 0
            await asyncio.sleep(31)
            await watcher.read()
            assert watcher.screen["v"] == watcher.table.number

    clockwork.run(run())


def test_whoever_sits_down_or_stands_up_sees_what_is_theirs_to_see(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_own_time(tmp_path) as hub:
            ann, ben = await together(hub, "sheepshead(hands=20)", "Ann", "Ben", settings=LATE)
            while ann.screen["room"]["state"] != "between":
                await played([ann, ben], random.Random(1).choice, 1)
            await ann.read()
            live = ann.screen["v"]
            assert (await ben.ask("stand"))["t"] == "told"
            assert (ben.screen["you"]["seat"], ben.screen["v"]) == (None, -1)
            assert (await ben.ask("sit", seat=1))["t"] == "told"
            assert ben.screen["you"]["seat"] == 1
            assert ben.screen["v"] > live

    clockwork.run(run())


def test_by_the_clock_of_the_machine_it_is_as_late(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim", TableSettings(pace="none", level="random", delay=1))
            watcher = await Client(ann.table, await guest(hub, "Wim")).join()
            await settled(ann)
            await ann.act(ann.question["legal"][0]["a"])
            done, number = time.monotonic(), ann.screen["v"]
            while watcher.screen["v"] < number:
                await asyncio.sleep(0.01)
                await watcher.read()
                assert time.monotonic() < done + 30
            assert time.monotonic() > done + 0.9

    asyncio.run(run())


def test_only_so_many_moments_wait(tmp_path: Path) -> None:
    async def run() -> None:
        loop, woken = asyncio.get_running_loop(), []
        later = Later(loop.time, lambda: woken.append(loop.time()))
        for number in range(5000):
            later.add(10, number, "playing", {"en": {}})
            await asyncio.sleep(0.001)
        assert len(later._waiting) <= MOST_MOMENTS + 2
        numbers = []
        while later._waiting:
            await asyncio.sleep(0.01)
            if later.take():
                numbers.append(later.number)
        assert numbers == sorted(numbers)
        assert numbers[-1] == 4999
        assert len(numbers) > 250  # something is shown all the time

    clockwork.run(run())


def test_http_gives_watchers_nothing_early(tmp_path: Path) -> None:
    with web(tmp_path, limits=False) as site:
        ann, wim = site.guest(), site.guest("Wim", "10.0.0.2")
        table = site.table(ann, delay=600)
        assert ann.get(f"/api/tables/{table}/snapshot").json()["view"]
        assert ann.get(f"/api/tables/{table}/snapshot").json()["room"]["delay"] == 600
        found = wim.get(f"/api/tables/{table}/snapshot").json()
        assert (found["v"], found["view"], found["lines"]) == (-1, None, [])
        assert wim.post(f"/api/tables/{table}/send", json={"t": "ping", "v": 3}).json()["v"] == -1
        with wim.websocket_connect("/ws", headers={"origin": HOME}) as socket:
            socket.send_json({"t": "hello", "proto": 1, "table": table, "since": 1})
            assert socket.receive_json()["view"] is None
            socket.send_json({"t": "sync", "since": 1})
            assert socket.receive_json()["view"] is None
            assert socket.receive_json() == {"t": "pong", "v": -1}
            for _ in range(5):
                socket.send_text("{")  # until the server closes it, as the test client cannot
            assert code_of(socket) == CLOSED_MALFORMED
        page = wim.get(f"/t/{table}/text").text
        assert "You see this table 600 seconds later than the players." in page
        assert "trump" not in page.lower()
        assert "later than the players" not in ann.get(f"/t/{table}/text").text


@pytest.mark.parametrize("value", [-1, 601, "soon", 1.5, True, None])
def test_a_new_table_has_a_delay_that_can_be(value: Any, tmp_path: Path) -> None:
    with web(tmp_path, limits=False) as site:
        ann = site.guest()
        answer = ann.post("/api/tables", json={"game": "grim", "delay": value})
        assert answer.status_code == 422, answer.text
        assert len(answer.json()["say"]) > 10
        assert not site.hub.tables
        assert ann.post("/api/tables", json={"game": "grim", "delay": 30}).status_code == 201
        assert [table.settings.delay for table in site.hub.tables.values()] == [30]


def test_the_record_waits_as_long(tmp_path: Path) -> None:
    with web(tmp_path, limits=False) as site:
        ann, wim = site.guest(), site.guest("Wim", "10.0.0.2")
        table = site.table(ann, "sheepshead(hands=5)", delay=600)
        finish(site.hub.tables[table], ann)
        assert ann.get(f"/api/tables/{table}/record").status_code == 200
        assert wim.get(f"/api/tables/{table}/record").json()["code"] == "match_not_over"
        assert wim.get(f"/api/tables/{table}").json()["state"] != "between"


def finish(table: Table, client: Any) -> None:
    """Play a match to its end over plain HTTP."""
    send: Callable[..., Any] = client.post
    path = f"/api/tables/{table.row.id}"
    until = time.monotonic() + 60
    while (found := client.get(f"{path}/snapshot").json())["room"]["state"] != "over":
        assert time.monotonic() < until
        if found["question"]:
            act = {"t": "act", "id": str(found["v"]), "base": found["v"], "a": found["question"]["legal"][0]["a"]}
            send(f"{path}/send", json=act)
        elif found["room"]["state"] == "between":
            send(f"{path}/send", json={"t": "ask", "id": "r", "what": "ready"})
