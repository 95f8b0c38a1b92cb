"""How a program that plays is asked to end, and that it gives the signals back to whoever had them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from sheepfold.core.errors import SheepfoldError

_KILLS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # not all on Windows
LEAVING = [signal.SIGINT, *_KILLS]
"""The signals that ask a program to end."""


INTERNAL = 70
"""The exit status after a fault of the program itself, as ``sysexits.h`` has it."""


class ProgramFault(SheepfoldError):
    """The program itself has failed."""


def internal(error: Exception) -> ProgramFault:
    """A fault of the program as a sentence."""
    reason = f"{type(error).__name__}: {error}"
    return ProgramFault("internal", "Something went wrong inside the program ({ $reason }).", reason=reason)


class Interrupted(KeyboardInterrupt):
    """The system asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def status_of(stop: KeyboardInterrupt) -> int:
    """The exit status after Ctrl-C or a polite kill."""
    return 128 + stop.number if isinstance(stop, Interrupted) else 130


@contextmanager
def own_signals() -> Iterator[None]:
    """A closed terminal or a polite kill is like Ctrl-C; the caller gets its own signals back."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise Interrupted(number)

    before = {number: signal.getsignal(number) for number in LEAVING}
    for number in _KILLS:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
