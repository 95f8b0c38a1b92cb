"""A table server in one thread and in its own time: for tests that compare what happens, and when, to the last digit.

``Clockwork`` is an event loop whose clock stands still while anything is to be done, and jumps when nothing is; no test
waits for it. ``prompt_store`` is a real store that answers at once, in the thread of the loop.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from sheepfold.table.store import Store

T = TypeVar("T")


class _Jumping(selectors.SelectSelector):
    """Never waits: when nothing has happened, so much time has passed."""

    def __init__(self, passed: Callable[[float], None]) -> None:
        super().__init__()
        self._passed = passed

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found and timeout is None:
            raise AssertionError("nothing would ever happen again")
        if not found and timeout:
            self._passed(timeout)
        return found


class Clockwork(asyncio.SelectorEventLoop):
    """A loop in its own time, which begins at 0."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Jumping(self._pass))

    def _pass(self, seconds: float) -> None:
        self.now += seconds

    def time(self) -> float:
        """Its own time, in seconds."""
        return self.now


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run something in a time of its own."""
    with asyncio.Runner(loop_factory=Clockwork) as runner:
        return runner.run(work)


def prompt_store(path: Path) -> Store:
    """A store that does everything at once, with the same statements, and waits for no disk; its clock stands still."""
    store = Store.open(str(path), clock=lambda: 1_700_000_000.0)
    writer, reader = store._writer, store._reader
    writer._connected().connection.cursor().execute("PRAGMA synchronous=OFF")

    async def read(query: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        with reader.connect() as connection:
            return query(connection, *args, **kwargs)

    def submit(work: Any) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        outcome = writer._together([work])[0]
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
        return done

    store._read = read  # type: ignore[method-assign]
    writer.submit = submit  # type: ignore[method-assign]
    return store
