"""One connection to a table: what waits to be sent to it, and whether it keeps up."""

from __future__ import annotations

import asyncio
from collections import deque

from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.table.protocol import CLOSED_SLOW


class Person(Struct, frozen=True):
    """Who is at the other end: a guest, by which of their devices, reading in which language."""

    guest: str
    name: str
    session: str
    language: str = "en"


class Viewer:
    """Messages on their way to one reader.

    Whoever owns the table only ever puts messages here and never waits. A reader that falls behind loses what was
    waiting and gets one snapshot when it reads again (``behind``).
    """

    def __init__(self, person: Person, most: int = 64) -> None:
        self.person = person
        self.seat: Seat | None = None
        self.language = person.language
        self.behind = False
        self.closed: int | None = None
        """The code with which the connection is to be closed."""
        self._most = most
        self._waiting: deque[tuple[bytes, bool]] = deque()  # each with whether it is an answer
        self._news = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Put news in line."""
        if self.closed is not None or self.behind:
            return
        if len(self._waiting) >= self._most:
            self._drop_news()
            self.behind = True
        else:
            self._waiting.append((message, False))
        self._news.set()

    def answer(self, message: bytes) -> None:
        """Put an answer in line: no snapshot takes its place. Who asks on and on and does not read is closed."""
        if self.closed is not None:
            return
        self._waiting.append((message, True))
        self._news.set()
        if len(self._waiting) > 2 * self._most:
            self._waiting.clear()
            self.close(CLOSED_SLOW)

    def replace(self, snapshot: bytes) -> None:
        """A snapshot takes the place of whatever news waited."""
        if self.closed is None:
            self._drop_news()
            self.behind = False
            self._waiting.append((snapshot, False))
            self._news.set()

    def _drop_news(self) -> None:
        self._waiting = deque(each for each in self._waiting if each[1])

    def close(self, code: int) -> None:
        """Close the connection once what waits has been sent."""
        if self.closed is None:
            self.closed = code
            self._news.set()

    async def take(self) -> list[bytes]:
        """What waits, as soon as there is something; empty when the reader is behind or is to be closed."""
        while not (self._waiting or self.behind or self.closed is not None):
            self._news.clear()
            await self._news.wait()
        found = [message for message, _ in self._waiting]
        self._waiting.clear()
        return found
