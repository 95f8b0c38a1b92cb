"""Malformed and hostile messages at a real table server, over real connections, by the ten thousand.

At two tables it is somebody's turn who sits there and does nothing. Others do what they can: a spectator, somebody with
a seat whose turn it is not, the host of another table, strangers with stolen ids, pages of another origin. They send
wrong types, bytes that are no text, endless nesting, messages that are too long, out of order or somebody else's,
requests that HTTP does not know; they open connections and say nothing. Every message must get a code (of a refusal, of
a closed connection or of HTTP), the server must log no error, and no match may have changed.

``python -m sheepfold.testing.hostile --messages 100000`` sends so many with all limits on and so many with none.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sheepfold.core.shuffle import Stream
from sheepfold.notation.forms import to_data
from sheepfold.registry import OWN
from sheepfold.testing.random_deals import random_action
from sheepfold.testing.server import Server, read_head

WORKERS = 8
PATIENCE = 30.0
"""Seconds within which every message must have its answer."""
BATCH = 6
PER_CONNECTION = 60
ASKS = (
    "agree", "again", "auto", "back", "bot", "check", "claim", "hint", "lock", "open", "options", "pause", "queue",
    "ready", "refuse", "remove", "resume", "set", "sit", "stand", "start", "swap", "takeback", "time", "undo", "unlock",
)  # fmt: skip
SAFE_ASKS = (
    "agree", "again", "auto", "back", "bot", "check", "claim", "hint", "lock", "open", "options", "pause", "queue",
    "ready", "refuse", "remove", "resume", "set", "sit", "stand", "start", "swap", "takeback", "time", "undo", "unlock",
)  # fmt: skip
"""Answered in the order in which they come."""

GAMES = tuple(OWN["games"])
"""Our own games; any will do."""


OWN_IDS = tuple(f"m{number}" for number in range(4))
"""Under these Mallory has acted before; sent again they are acknowledged again, and nothing is done."""


class Harmed(AssertionError):
    """A message without an answer, an error in the log, or a match that has changed."""


# -- what is sent ------------------------------------------------------------------------------------------------------


class Arsenal:
    """Messages of all kinds, drawn by lot."""

    def __init__(self, chance: random.Random, tables: Sequence[str], stolen: Sequence[str]) -> None:
        self.chance, self.tables, self.stolen = chance, tables, stolen
        self._actions = Stream("hostile", str(chance.random()))
        self._kinds: list[Callable[[], str | bytes]] = [
            self.junk, self.wrong_types, self.acts, self.acts, self.asks, self.asks, self.asks, self.mutated,
            self.syncs, self.chats, self.nested, self.unknown, self.again, self.pings,
        ]  # fmt: skip

    def message(self) -> str | bytes:
        """Any message."""
        return self.chance.choice(self._kinds)()

    def value(self, depth: int = 0) -> Any:
        """Any value of JSON."""
        draw = self.chance
        kind = draw.randrange(10 if depth < 3 else 7)
        if kind == 7:
            return [self.value(depth + 1) for _ in range(draw.randrange(4))]
        if kind > 7:
            return {
                draw.choice(("a", "t", "do", "card", "", "⟦0⟧")): self.value(depth + 1)
                for _ in range(draw.randrange(4))
            }
        return draw.choice(
            (None, True, False, 0, -1, 1 << 70, -(1 << 63), 0.5, 1e308, "", "x" * 200, "\x00", "⟦0⟧a", "\ud7ff",
             "__class__", "'; DROP TABLE entry; --", "<script>", draw.randrange(-5, 99), draw.choice(self.stolen))
        )  # fmt: skip

    def junk(self) -> str | bytes:
        """No JSON at all, as text or as bytes."""
        text = self.chance.choice(
            ("", "{", "nul", '{"t":"act"', "[]]", "\x00", "NaN", '{"t":NaN}', "{'t':'ping'}", "1e999")
        )
        return text if self.chance.random() < 0.5 else self.chance.randbytes(self.chance.randrange(1, 60))

    def wrong_types(self) -> str:
        """A known message with values of any type."""
        message = {"t": self.chance.choice(("act", "ask", "chat", "sync", "ping", "hello"))}
        for name in (
            "id",
            "base",
            "a",
            "what",
            "seat",
            "text",
            "value",
            "since",
            "v",
            "tricks",
            "emote",
            "proto",
            "table",
        ):
            if self.chance.random() < 0.5:
                message[name] = self.value()
        if message.get("what") in ("hint", "claim"):
            del message["what"]
        return json.dumps(message)

    def acts(self) -> str:
        """Actions of somebody whose turn it is not, with ids of others, from old and future moments."""
        actions = [to_data(random_action(self._actions)) for _ in range(self.chance.choice((1, 1, 1, 2, 30)))]
        base = self.chance.choice((-1, 0, 5, 6, 7, 8, 9, 10, 11, 10**6, -(10**9)))
        id = self.chance.choice((*self.stolen, "a", "x" * 64, "x" * 65, "", "⟦1⟧"))
        return json.dumps({"t": "act", "id": id, "base": base, "a": actions})

    def asks(self) -> str:
        """Rights that belong to others."""
        draw = self.chance
        message: dict[str, Any] = {"t": "ask", "id": str(draw.randrange(1000)), "what": draw.choice(SAFE_ASKS)}
        if draw.random() < 0.7:
            message["seat"] = draw.choice((0, 1, 2, 3, 4, 5, 99, -1))
        if draw.random() < 0.6:
            texts = (
                "clock",
                "pace",
                "level",
                "seed",
                "host",
                GAMES[0],
                f"{GAMES[-1]}(players=8)",
                "random",
                "club",
                "x" * 5000,
            )
            message["text"] = draw.choice(texts)
            message["value"] = draw.choice(("none", "fast", "on", "yes", "random", "", "\x07", "9" * 4000))
        if draw.random() < 0.3:
            message["a"] = [to_data(random_action(self._actions)) for _ in range(draw.randrange(4))]
        return json.dumps(message)

    def mutated(self) -> bytes:
        """A good message with a few bytes changed."""
        data = bytearray(self.chance.choice((self.acts, self.asks, self.chats))().encode())
        for _ in range(self.chance.randrange(1, 4)):
            data[self.chance.randrange(len(data))] = self.chance.randrange(32, 256)
        return bytes(data).replace(b"claim", b"claiM").replace(b"hint", b"hinT")

    def syncs(self) -> str:
        """From any number on."""
        return json.dumps({"t": "sync", "since": self.chance.choice((-1, 0, 3, 7, 8, 9, 10**9, -5, 1 << 62))})

    def chats(self) -> str:
        """Long, empty and odd lines."""
        text = self.chance.choice(("", "x" * 301, "x" * 4000, "\u202e", "⟦0⟧", "<img src=x>", "\x00\x01", "fine"))
        return json.dumps({"t": "chat", "text": text, "emote": self.chance.choice(("", "", "dance", "hello"))})

    def nested(self) -> str:
        """As deep as a message can be."""
        deep = self.chance.randrange(10, 8000)
        return self.chance.choice(("[" * deep, '{"a":' * (deep // 3) + "1", "[" * deep + "]" * deep))

    def unknown(self) -> str:
        """Messages and fields that there are not."""
        messages: tuple[Any, ...] = (
            {"t": "snap", "v": 1},
            {"t": "ev"},
            {"t": "ping", "v": 1, "admin": True},
            {"t": 5},
            {},
        )
        return json.dumps(self.chance.choice((*messages, [], "ping")))

    def again(self) -> str:
        """A second hello, to this table or another."""
        return json.dumps({"t": "hello", "proto": 1, "table": self.chance.choice(self.tables)})

    def pings(self) -> str:
        """Harmless by itself."""
        return json.dumps({"t": "ping", "v": self.chance.choice((-1, 0, 10**9))})


# -- the attack --------------------------------------------------------------------------------------------------------


class Attack:
    """A server under attack."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.codes: Counter[str] = Counter()
        self.sent = 0
        self.goal = 0
        self.tokens: dict[str, str] = {}
        self.tables: list[str] = []
        self._quiet: list[asyncio.Task[None]] = []

    async def prepare(self) -> None:
        """Two tables at which Ann is on turn, with a neighbour and a spectator, and a table of somebody else."""
        for name in ("Ann", "Mallory", "Wim", "Oscar"):
            self.tokens[name] = await self.server.new_token(name)
        for game in GAMES[2:4]:
            wanted = {"game": game, "level": "random", "pace": "none", "public": True, "clock": "none"}
            answer = await self.server.ask("POST", "/api/tables", wanted, token=self.tokens["Ann"])
            self.tables.append(answer.json["id"])
            await self._say("Mallory", self.tables[-1], {"t": "ask", "id": "1", "what": "sit", "seat": 2})
            await self._say("Ann", self.tables[-1], {"t": "ask", "id": "2", "what": "start"})
            self._quiet.append(asyncio.create_task(self._sits_there(self.tables[-1])))
            await self._ann_is_asked(self.tables[-1])
        self.tables.append(await self.server.new_table(self.tokens["Oscar"], GAMES[-1], level="random", pace="none"))

    async def _say(self, name: str, table: str, message: dict[str, Any]) -> Any:
        answer = await self.server.ask("POST", f"/api/tables/{table}/send", message, token=self.tokens[name])
        assert answer.status == 200, answer
        return answer.json

    async def _ann_is_asked(self, table: str) -> None:
        """Mallory plays along until it is Ann's turn."""
        for count in range(2000):
            asked = {}
            for name in ("Ann", "Mallory"):
                answer = await self.server.ask("GET", f"/api/tables/{table}/snapshot", token=self.tokens[name])
                asked[name] = answer.json
            if asked["Ann"]["question"]:
                return
            if (question := asked["Mallory"]["question"]) is not None:
                act = {"t": "act", "id": f"m{count}", "base": asked["Mallory"]["v"], "a": question["legal"][0]["a"]}
                await self.server.ask("POST", f"/api/tables/{table}/send", act, token=self.tokens["Mallory"])
            await asyncio.sleep(0.05)
        raise Harmed("Ann is never asked")

    async def _sits_there(self, table: str) -> None:
        """Ann is there and reads, so that nobody may ask for a bot in her place."""
        async with self.server.socket(self.tokens["Ann"]) as found:
            await found.send(json.dumps({"t": "hello", "proto": 1, "table": table}))
            with suppress(ConnectionClosed):
                async for _ in found:
                    pass

    async def run(self, messages: int) -> None:
        """Send so many messages, and compare the matches before and after."""
        before = self._matches()
        self.goal = messages
        half_open = [asyncio.create_task(self._half_open(number)) for number in range(6)]
        await asyncio.gather(*(self._worker(number) for number in range(WORKERS)))
        await asyncio.gather(*half_open)
        if any(task.done() for task in self._quiet):
            raise Harmed("Ann's connection was closed")
        for task in self._quiet:
            task.cancel()
        await asyncio.gather(*self._quiet, return_exceptions=True)
        after = self._matches()
        if {stream: after.get(stream) for stream in before} != before:
            raise Harmed("a match has changed")
        if (await self.server.ask("GET", "/readyz")).status != 200:
            raise Harmed("the server is not ready any more")

    def _matches(self) -> dict[int, tuple[int, str]]:
        """By match, how many entries it has and their digest."""
        found: dict[int, tuple[int, str]] = {}
        with closing(sqlite3.connect(self.server.store, timeout=30)) as store:
            marks = ",".join("?" * 2)
            wanted = f"SELECT id FROM stream WHERE table_id IN ({marks})"
            for (stream,) in store.execute(wanted, self.tables[:2]).fetchall():
                rows = store.execute("SELECT line FROM entry WHERE stream_id = ? ORDER BY seq", (stream,)).fetchall()
                found[stream] = (len(rows), hashlib.sha256(b"\n".join(line for (line,) in rows)).hexdigest())
        return found

    async def _worker(self, number: int) -> None:
        arsenal = Arsenal(
            random.Random(f"{self.chance.random()}/{number}"), self.tables, [*self.tables, "2", "m0", "m1"]
        )
        while self.sent < self.goal:
            kind = arsenal.chance.random()
            if kind < 0.6:
                await self._at_a_table(arsenal)
            elif kind < 0.8:
                await self._handshake(arsenal)
            else:
                await self._http(arsenal)

    def count(self, code: object, messages: int = 1) -> None:
        """So many messages have got this code."""
        self.codes[str(code)] += messages
        self.sent += messages

    # -- at a table ----------------------------------------------------------------------------------------------

    async def _at_a_table(self, arsenal: Arsenal) -> None:
        """Say hello as somebody who may, and then everything else."""
        name = arsenal.chance.choice(("Mallory", "Wim", "Oscar"))
        with suppress(InvalidStatus):
            async with self.server.socket(self.tokens[name], max_size=None) as found:
                try:
                    hello = {"t": "hello", "proto": 1, "table": arsenal.chance.choice(self.tables[:2])}
                    await found.send(json.dumps(hello))
                    for _ in range(PER_CONNECTION):
                        await self._batch(found, arsenal)
                        if self.sent >= self.goal:
                            return
                except ConnectionClosed:
                    pass

    async def _batch(self, found: ClientConnection, arsenal: Arsenal) -> None:
        """A few messages at once; each has its answer, or the connection is closed with a code."""
        waiting, cut = 0, False
        try:
            for _ in range(arsenal.chance.randrange(1, BATCH + 1)):
                kind = await self._shoot(found, arsenal)
                waiting += kind != "nothing"
                cut = cut or kind == "cut"
            while waiting:
                async with asyncio.timeout(PATIENCE):
                    message = json.loads(await found.recv())
                if (code := answer_code(message)) is not None:
                    self.count(code)
                    waiting -= 1
        except ConnectionClosed as closed:
            if closed.rcvd is None and not cut:
                raise Harmed(f"{waiting} messages were followed by a connection closed without a code") from None
            self.count("cut off" if closed.rcvd is None else closed.rcvd.code, max(1, waiting))
            raise
        except TimeoutError:
            raise Harmed(f"{waiting} messages have got no answer") from None

    async def _shoot(self, found: ClientConnection, arsenal: Arsenal) -> str:
        """Send a message: an ``ordinary`` one, or one at which a connection is ``cut`` off at once.

        The code of such an end may be lost on its way while more is being sent.
        """
        draw = arsenal.chance.random()
        if draw < 0.005:
            await found.send("x" * arsenal.chance.choice((16_385, 20_000, 100_000)))
            return "cut"
        if draw < 0.01:
            await found.send(b"\xff\xfe{}", text=True)
            return "cut"
        if draw < 0.012:
            await found.ping()
            return "nothing"
        await found.send(arsenal.message())
        return "ordinary"

    # -- before a table ------------------------------------------------------------------------------------------

    async def _handshake(self, arsenal: Arsenal) -> None:
        """Connections that should not come to a table at all."""
        draw = arsenal.chance
        token = draw.choice(("", "x", self.tables[0], "A" * 43, *self.tokens.values(), *self.tokens.values()))
        headers = draw.choice(
            (
                {},
                {},
                {},
                {"Origin": "https://evil.example"},
                {"Origin": "null"},
                {"Cookie": f"sid={self.tables[0]}"},
                {"Cookie": f"__Host-sid={token}"},
                {"Sec-Fetch-Site": "cross-site"},
            )
        )
        first = draw.choice(
            (
                {"t": "hello", "proto": 1, "table": draw.choice(("nothere", "../etc", "⟦0⟧", "", "x" * 3000, "0"))},
                {"t": "hello", "proto": draw.choice((0, 2, -1, 99))},
                {"t": "hello", "proto": 2, "table": self.tables[0]},
                {"t": "act", "id": "a", "base": 0, "a": []},
                {"t": "ping"},
                {},
                arsenal.value(),
            )
        )
        try:
            async with self.server.socket(token, headers) as found:
                with suppress(ConnectionClosed):
                    await found.send(json.dumps(first) if draw.random() < 0.8 else draw.randbytes(30))
                async with asyncio.timeout(PATIENCE):
                    await self._until_closed(found)
        except InvalidStatus as refused:
            self.count(f"HTTP {refused.response.status_code}")
        except TimeoutError:
            raise Harmed(f"{first} is still without an answer") from None

    async def _until_closed(self, found: ClientConnection) -> None:
        try:
            while True:
                await found.recv()
        except ConnectionClosed as closed:
            if closed.rcvd is None:
                raise Harmed("a connection was closed without a code") from None
            self.count(closed.rcvd.code)

    async def _half_open(self, number: int) -> None:
        """A connection that says nothing, or that goes away in the middle of a word."""
        if number % 2:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")
            await asyncio.sleep(1)
            writer.transport.abort()
            del reader
            return
        async with self.server.socket(self.tokens["Wim"]) as found:
            async with asyncio.timeout(PATIENCE):
                await self._until_closed(found)

    # -- HTTP ----------------------------------------------------------------------------------------------------

    async def _http(self, arsenal: Arsenal) -> None:
        draw = arsenal.chance
        token = draw.choice(("", "x", self.tokens["Wim"], self.tokens["Mallory"], self.tokens["Oscar"]))
        table = draw.choice((self.tables[0], self.tables[1], "nothere", "%2e%2e", "%00", "⟦"))
        rest = draw.choice(
            ("", "/send", "/send", "/send", "/snapshot", "/record", "/record?match=1", "/stream?since=x", "/x")
        )
        doors = (
            f"/api/tables/{table}{rest}",
            "/api/guest",
            "/api/code/use",
            "/api/devices/x",
            "/metrics/../api",
            "/ws",
        )
        path = draw.choice((doors[0], doors[0], doors[0], draw.choice(doors)))
        if draw.random() < 0.05:
            await self._raw(draw)
            return
        method = draw.choice(("POST", "POST", "POST", "PUT", "DELETE", "GET", "PATCH", "OPTIONS"))
        if rest == "/stream?since=x" and method == "GET":
            token = ""
        headers = draw.choice(({}, {}, {"Content-Type": "text/plain"}, {"Origin": "https://evil.example"}))
        if method == "DELETE" and path == "/api/guest":
            token = ""  # signing out is everybody's right
        body: Any = arsenal.message()
        body = b"x" * 70_000 if draw.random() < 0.02 else body.encode() if isinstance(body, str) else body
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self.server.ask(
                    method, path.encode().decode("latin-1"), body, token=token, headers=headers
                )
        except TimeoutError:
            raise Harmed(f"{method} {path} has got no answer") from None
        except (OSError, asyncio.IncompleteReadError):
            self.count("HTTP connection closed")
            return
        if answer.status >= 500:
            raise Harmed(f"{method} {path} {body[:300]!r}: {answer}")
        self.count(f"HTTP {answer.status}")

    async def _raw(self, draw: random.Random) -> None:
        """Bytes that are not HTTP."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        garbage = (
            draw.randbytes(100) + b"\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /api/games HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
            b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        )
        writer.write(draw.choice(garbage))
        try:
            async with asyncio.timeout(PATIENCE):
                status, _ = await read_head(reader)
            self.count(f"HTTP {status}")
        except (asyncio.IncompleteReadError, OSError):
            self.count("HTTP connection closed")
        except TimeoutError:
            raise Harmed("bytes that are no HTTP have got no answer") from None
        finally:
            writer.close()


def answer_code(message: Any) -> str | None:
    """The code of an answer; ``None`` for what is sent to everybody."""
    kind = message["t"]
    if kind == "nak":
        return f"nak {message['code']}"
    if kind == "ack" and message["id"] in OWN_IDS:
        return "ack again"
    if kind in ("told", "pong", "ack") or (kind == "room" and len(message) == 1):
        return str(kind)
    return None


def attack(messages: int, *, limits: bool, seed: int = 1) -> Counter[str]:
    """Attack a server with so many messages; how often each code was the answer. Raises ``Harmed``."""

    async def run(folder: Path) -> Counter[str]:
        server = Server(folder, limits=limits)
        try:
            async with server:
                made = Attack(server, seed)
                await made.prepare()
                await made.run(messages)
        except Harmed as harmed:
            raise Harmed(f"{harmed}\n{server.first_error}") from None
        if server.complaints:
            raise Harmed(f"the log tells of errors:\n{server.first_error}")
        if made.codes["ack"]:
            raise Harmed("an action of somebody who may not act was acknowledged")
        return made.codes

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints how often each code was the answer; exit status 1 if the server took harm."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.hostile", description=main.__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for limits in (False, True):
        begun = time.monotonic()
        try:
            codes = attack(given.messages, limits=limits, seed=given.seed)
        except Harmed as harmed:
            print(f"HARMED {harmed}")
            return 1
        shown = ", ".join(f"{code} {count}" for code, count in codes.most_common())
        how = "with all limits on" if limits else "without limits of rate and number"
        took = time.monotonic() - begun
        print(f"{codes.total()} hostile messages {how} in {took:.0f} s: each has a code, no error, no match changed")
        print(f"  {shown}", flush=True)
    return 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
