"""What is remembered of a reader between two pages: forms that were done, answers, what was told, that they are here.

All of it is in memory and may be lost with the server; then a reader is told the whole deal once more, and never less.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sheepfold.presentation.prompting import Answer
from sheepfold.presentation.score import Sheet
from sheepfold.table.table import Table
from sheepfold.table.viewers import Person, Viewer

HERE = 30.0
"""Seconds for which whoever has loaded a page that loads itself again counts as present."""
STILL = 180.0
"""The same for a page that waits for its reader: to read and to decide takes longer."""
MOST_READERS = 2000
MOST_FORMS = 64
MOST_ANSWERS = 16
MOST_TABLES = 8
MOST_LINES = 500


class Told(Struct, frozen=True):
    """An answer that stands at the head of the next page; ``refused``: nothing was done."""

    answer: Answer
    refused: bool = False
    sheet: Sheet | None = None


class Outcome(Struct, frozen=True):
    """What a form has led to: the page to go to, and cookies for the browser."""

    location: str
    cookies: tuple[str, ...] = ()


class Heard:
    """What one reader has heard of one table: lines under running numbers.

    A page says up to which number it has shown them, and the next one begins after that. A number that comes back in an
    address was on a page that arrived; so whoever opens the bare address begins after the last of those.
    """

    def __init__(self) -> None:
        self._tag = secrets.token_hex(3)
        self.last = 0
        """The number of the last line."""
        self.arrived = 0
        """The number of the last line on a page that has surely arrived."""
        self._lines: deque[tuple[int, Any]] = deque(maxlen=MOST_LINES)
        self._deal: object = None
        self._told: list[Any] = []

    @property
    def mark(self) -> str:
        """What a page carries that shows everything up to here."""
        return f"{self._tag}.{self.last}"

    def since(self, mark: str) -> list[Any]:
        """The lines after a mark, in the public JSON form; a taking-back stands as ``None``."""
        tag, _, text = mark.partition(".")
        if tag == self._tag and text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= self.last:
            number = int(text)
            self.arrived = max(self.arrived, number)
        else:
            number = self.arrived
        return [line for at, line in self._lines if at > number]

    def event(self, message: dict[str, Any]) -> None:
        """An entry of the match."""
        if message.get("fresh"):
            self._told, self._deal = [], message["view"].get("standing", self._deal)
        self._add(message.get("say", ()))

    def snapshot(self, snap: dict[str, Any]) -> None:
        """Everything that was told of this deal: what was not heard yet is new."""
        lines, view = snap["lines"], snap["view"]
        deal = None if view is None else view["standing"]
        if deal != self._deal:
            self._deal, self._told = deal, []
        shared = self._shared(lines)
        if shared < len(self._told):
            self._add([None])
        self._told = list(lines[:shared])
        self._add(lines[shared:])

    def _shared(self, lines: Sequence[Any]) -> int:
        """How many lines at the beginning are those that were heard; players may have other names by now."""
        pairs = zip(map(_shape, self._told), map(_shape, lines), strict=False)
        return next(
            (place for place, (one, other) in enumerate(pairs) if one != other), min(len(self._told), len(lines))
        )

    def _add(self, lines: Sequence[Any]) -> None:
        for line in lines:
            self.last += 1
            self._lines.append((self.last, line))
            if line is not None:
                self._told.append(line)


def _shape(line: Any) -> Any:
    """A line without what players are called."""
    if line is None:
        return None
    return [part["seat"] if isinstance(part, dict) and part.get("part") == "seat" else part for part in line]


class Stand(Viewer):
    """Stands at a table in the place of somebody who reads pages, and hears what they would be sent."""

    def __init__(self, person: Person, table: Table, heard: Heard) -> None:
        super().__init__(person)
        self.table = table
        self.heard = heard
        self.leaving: asyncio.TimerHandle | None = None

    def send(self, message: bytes) -> None:
        """Hear a message; only entries of the match matter, the rest is on the next page anyway."""
        if message.startswith(b'{"t":"ev"'):
            self.heard.event(msgspec.json.decode(message))

    def replace(self, snapshot: bytes) -> None:
        """Hear a snapshot."""
        self.heard.snapshot(msgspec.json.decode(snapshot))

    def close(self, code: int) -> None:
        """The server ends what would be a connection."""
        super().close(code)
        self.leave()

    def stay(self, seconds: float) -> None:
        """Be here for so long, if no further page is loaded."""
        if self.leaving is not None:
            self.leaving.cancel()
        self.leaving = asyncio.get_running_loop().call_later(seconds, self.leave)

    def leave(self) -> None:
        """Be gone."""
        if self.leaving is not None:
            self.leaving.cancel()
            self.leaving = None

        async def left() -> None:
            self.table.leave(self)

        self.table.submit(left)


class Memory:
    """What is remembered of one device."""

    def __init__(self) -> None:
        self._forms: OrderedDict[str, asyncio.Future[Outcome]] = OrderedDict()
        self._answers: OrderedDict[str, Told] = OrderedDict()
        self._heard: OrderedDict[str, Heard] = OrderedDict()
        self._stands: dict[str, Stand] = {}

    async def once(self, form: str, do: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """Do what a form says, or what it led to when it was first sent; what was refused may be tried again."""
        known = self._forms.get(form)
        if known is not None:
            return await asyncio.shield(known)
        future = self._forms[form] = asyncio.ensure_future(do())
        while len(self._forms) > MOST_FORMS:
            self._forms.popitem(last=False)
        try:
            return await asyncio.shield(future)
        except Exception:
            self._forms.pop(form, None)
            raise

    def keep(self, told: Told) -> str:
        """Keep an answer for the next page; its name."""
        name = secrets.token_urlsafe(6)
        self._answers[name] = told
        while len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)
        return name

    def told(self, name: str) -> Told | None:
        """An answer by its name."""
        return self._answers.get(name)

    def heard(self, table: str) -> Heard:
        """What was heard of a table."""
        found = self._heard.setdefault(table, Heard())
        self._heard.move_to_end(table)
        while len(self._heard) > MOST_TABLES:
            self._heard.popitem(last=False)
        return found

    async def stand(self, table: Table, person: Person) -> tuple[Stand, int | None]:
        """Be at a table, and with which code the server has ended what was there before."""
        stand, ended = self._stands.get(table.row.id), None
        if stand is not None:
            ended = stand.closed
            if stand in table.viewers and stand.person == person and ended is None:
                return stand, None
            stand.leave()
        stand = self._stands[table.row.id] = Stand(person, table, self.heard(table.row.id))
        joined = stand

        async def join() -> None:
            table.join(joined)

        await table.submit(join)
        stand.stay(HERE)
        return stand, ended


class Memories:
    """What is remembered of all devices, the last ones only."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, Memory] = OrderedDict()

    def of(self, who: str) -> Memory:
        """What is remembered of a device."""
        found = self._of.setdefault(who, Memory())
        self._of.move_to_end(who)
        while len(self._of) > MOST_READERS:
            self._of.popitem(last=False)
        return found
