"""The same task for many numbers, in one process or over several.

Processes are started afresh (``spawn``): a forked copy of a process that has threads, as the solver's and the
progress bar's, may hang. What a number gives depends on task and number only, so it does not matter which process does
it, nor how many there are. A process that would play with other code than the first, because the sources were changed
meanwhile, refuses.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import Message, say


class Line(Protocol):
    """What came of one number; the number is in it."""

    @property
    def number(self) -> int:
        """The number it came from."""


L = TypeVar("L", bound=Line)
L_co = TypeVar("L_co", bound=Line, covariant=True)


class Task(Protocol[L_co]):
    """Something to be done for each of many numbers. It is sent to other processes, so it must be a plain value."""

    @property
    def code(self) -> str:
        """The digest of the code that it is done with in this process."""

    def do(self, number: int) -> L_co:
        """What comes of a number, and nothing else."""


class LabFault(SheepfoldError):
    """A measurement could not go on; what was finished is kept."""


class _Failed(Struct, frozen=True):
    """What a worker sends instead of a line."""

    code: str
    message: Message


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def results(task: Task[L], numbers: Sequence[int], workers: int) -> Iterator[L]:
    """A line for each number, as they are finished; refused as ``LabFault`` when one cannot be done."""
    if workers > 1 and len(numbers) > 1:
        yield from _spread(task, numbers, min(workers, len(numbers)))
        return
    for number in numbers:
        line = _attempt(task, number)
        if isinstance(line, _Failed):
            raise LabFault(line.code, line.message)
        yield line


def _attempt(task: Task[L], number: int, code: str | None = None) -> L | _Failed:
    """The line of a number; with a ``code``, only if this process has the same."""
    try:
        if code is not None and task.code != code:
            changed = say("code_changed", "The sources were changed while this was running; begin again.")
            return _Failed("code_changed", changed)
        return task.do(number)
    except SheepfoldError as error:
        return _Failed(
            error.code,
            say("lab-deal-refused", "Deal { $number } failed. { $reason }", number=number, reason=error.message),
        )
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        return _Failed(
            "fault", say("lab-deal-failed", "Deal { $number } failed: { $reason }.", number=number, reason=reason)
        )


def _spread(task: Task[L], numbers: Sequence[int], workers: int) -> Iterator[L]:
    left = iter(numbers)
    crew: dict[Connection, tuple[BaseProcess, int]] = {}
    try:
        for _ in range(workers):
            _hire(crew, task, next(left))
        while crew:
            for pipe in wait(list(crew)):
                assert isinstance(pipe, Connection)
                process, number = crew[pipe]
                line = _receive(pipe, number)
                following = next(left, None)
                pipe.send(following)
                if following is None:
                    del crew[pipe]
                    process.join()
                else:
                    crew[pipe] = process, following
                yield line
    finally:
        for process, _ in crew.values():
            process.terminate()
            process.join()


def _hire(crew: dict[Connection, tuple[BaseProcess, int]], task: Task[Any], number: int) -> None:
    """Start a worker on its first number. It ignores Ctrl-C from the start, which is the parent's business."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(task, there, task.code), daemon=True)
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        process.start()
    finally:
        if main:
            signal.signal(signal.SIGINT, before)
    there.close()
    here.send(number)
    crew[here] = process, number


def _receive(pipe: Connection, number: int) -> Any:
    try:
        line = pipe.recv()
    except (EOFError, ConnectionResetError):
        raise LabFault("worker_died", "The process that did number { $number } died.", number=number) from None
    if isinstance(line, _Failed):
        raise LabFault(line.code, line.message)
    return line


def _serve(task: Task[Any], pipe: Connection, code: str) -> None:
    """The life of a worker: numbers in, lines out, until there are no more or the parent is gone."""
    try:
        while (number := pipe.recv()) is not None:
            pipe.send(_attempt(task, number, code))
    except (EOFError, BrokenPipeError):
        return
