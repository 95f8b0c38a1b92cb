"""Limits of rate and number, so that nobody can take the server from the others. All figures are settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sheepfold.core.errors import SheepfoldError
from sheepfold.table.settings import Settings


class TooMuch(SheepfoldError):
    """A limit was reached; later it will do."""


class Bucket:
    """So many at once, and so many per second after that."""

    __slots__ = ("_burst", "_full", "_now", "_rate", "at")

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._full = burst
        self.at = now()

    def take(self) -> bool:
        """Whether there is one left, which is then gone."""
        now = self._now()
        self._full = min(self._burst, self._full + (now - self.at) * self._rate)
        self.at = now
        if self._full < 1:
            return False
        self._full -= 1
        return True


class Limits:
    """The limits of a server: by address, by session, by guest."""

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self.settings = settings
        self._now = now
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._open: Counter[tuple[str, str]] = Counter()

    def messages(self) -> Bucket:
        """For the messages of one connection."""
        return Bucket(self.settings.messages, self.settings.messages_burst, self._now)

    def _take(self, kind: str, who: str, rate: float, burst: float) -> bool:
        if not self.settings.limits:
            return True
        bucket = self._buckets.get((kind, who))
        if bucket is None:
            bucket = self._buckets[kind, who] = Bucket(rate, burst, self._now)
        return bucket.take()

    def chat(self, session: str) -> None:
        """A line of chat."""
        if not self._take("chat", session, self.settings.chats, self.settings.chats_burst):
            raise TooMuch("chat_rate", "One thing after the other: please write more slowly.")

    def new_table(self, guest: str) -> None:
        """A new table of somebody."""
        most = self.settings.tables_per_hour
        if not self._take("table", guest, most / 3600, most):
            raise TooMuch("table_rate", "That is enough new tables for now; try again in a while.")

    def new_guest(self, address: str) -> None:
        """A new guest, or a code that is tried."""
        most = self.settings.guests_per_minute
        if not self._take("guest", address, most / 60, most):
            raise TooMuch("guest_rate", "Too many new guests come from your address; try again in a minute.")

    def request(self, address: str) -> None:
        """A request over HTTP."""
        rate, burst = self.settings.messages * 5, self.settings.messages_burst * 10
        if not self._take("request", address, rate, burst):
            raise TooMuch("request_rate", "Too many requests come from your address; try again in a moment.")

    def sent(self, session: str) -> None:
        """A message that a script sends over HTTP."""
        if not self._take("sent", session, self.settings.messages, self.settings.messages_burst):
            raise TooMuch("message_rate", "Too many messages; send them more slowly.")

    @contextmanager
    def connection(self, session: str, address: str) -> Iterator[None]:
        """An open connection counts for its session and its address for as long as it lasts."""
        settings = self.settings
        at = [("session", session), ("address", address)]
        most = [settings.sockets_per_session, settings.sockets_per_address]
        if settings.limits and any(self._open[each] >= limit for each, limit in zip(at, most, strict=True)):
            raise TooMuch("connections", "Too many connections are open already; close one of them.")
        self._open.update(at)
        try:
            yield
        finally:
            self._open.subtract(at)
            self._open += Counter()

    def forget_old(self) -> None:
        """Let go of whoever has been quiet for an hour."""
        before = self._now() - 3600
        self._buckets = {at: bucket for at, bucket in self._buckets.items() if bucket.at >= before}
