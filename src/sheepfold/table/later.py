"""What whoever watches is shown at a table with a delay: whole moments as they were, each so many seconds later."""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from sheepfold.table.protocol import Room
from sheepfold.table.voice import encode, json_of

MOST_MOMENTS = 1200
"""So many moments wait at most. Where more happens in the time some are left out; the next one shows it too."""
NOTHING = -1
"""The number of what is seen before anything is shown."""


class Moment(Struct, frozen=True):
    """What a watcher may see at one moment: the parts of a snapshot by language, without who the reader is.

    They are kept as compressed JSON: many may wait, and they are much alike.
    """

    due: float
    number: int
    state: str
    parts: Mapping[str, bytes]


_READ = msgspec.json.Decoder(dict[str, Raw])


def no_match(number: int) -> dict[str, Any]:
    """The parts of a snapshot that follow from a match, where there is none to be seen."""
    return {"v": number, **dict.fromkeys(("view", "scene", "sheet", "ended", "question")), "lines": []}


def nothing_yet(room: Room) -> dict[str, Any]:
    """What is seen before anything is shown: who sits where, and nothing that could tell how the match goes."""
    seats = tuple(replace(seat, held=False, ready=False, away=False) for seat in room.seats)
    plain = replace(room, state="gathering", seats=seats, time=None, vote=None)
    return {**no_match(NOTHING), "room": Raw(json_of(plain)), "chat": []}


class Later:
    """Moments that wait until they may be seen, and the last one that was. ``wake`` is called when one is due."""

    def __init__(self, now: Callable[[], float], wake: Callable[[], None]) -> None:
        self.seen: Moment | None = None
        self._waiting: deque[Moment] = deque()
        self._now, self._wake = now, wake
        self._timer: asyncio.TimerHandle | None = None

    @property
    def number(self) -> int:
        """The number of the last entry that watchers have seen."""
        return NOTHING if self.seen is None else self.seen.number

    def parts(self, language: str, room: Room) -> Mapping[str, Any]:
        """What watchers see; ``room`` is the table now, for those who see nothing yet."""
        if self.seen is None:
            return nothing_yet(room)
        known = self.seen.parts
        return _READ.decode(zlib.decompress(known[language if language in known else "en"]))

    def add(self, delay: int, number: int, state: str, parts: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep this moment until it is due."""
        packed = {language: zlib.compress(encode(each), 1) for language, each in parts.items()}
        moment, waiting = Moment(self._now() + delay, number, state, packed), self._waiting
        # Of three moments within a short time the middle one goes: what stays for a while is always shown.
        if len(waiting) > 1 and moment.due - waiting[-2].due < 2 * delay / MOST_MOMENTS:
            waiting.pop()
        waiting.append(moment)
        self._arm()

    def take(self) -> bool:
        """Let everything be seen that is due; whether there was anything."""
        before, now = self.seen, self._now()
        while self._waiting and self._waiting[0].due <= now:
            self.seen = self._waiting.popleft()
        self._arm()
        return self.seen is not before

    def forget_seen(self) -> None:
        """A match begins: the one before is no longer looked at. What waits of it is still shown in its time."""
        self.seen = None

    def forget(self) -> None:
        """Forget everything."""
        self.seen = None
        self._waiting.clear()
        self.stop()

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        if self._timer is None and self._waiting:
            left = max(0.0, self._waiting[0].due - self._now())
            self._timer = asyncio.get_running_loop().call_later(left, self._due)

    def _due(self) -> None:
        self._timer = None
        self._wake()
