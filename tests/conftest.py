"""What all tests share."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from sheepfold import registry

_HOMES = count()
_HELPERS = str(Path(__file__).parent / "cli")
"""Whoever runs the command, in whatever folder of tests, finds the scripted player and the pseudo-terminal."""
if _HELPERS not in sys.path:
    sys.path.insert(0, _HELPERS)


def pytest_configure() -> None:
    """Heed Ctrl-C, and look at our own games and bots only.

    A shell that starts this in the background makes it, and every child of a test, ignore the signal. Whoever has
    installed a game beside ours, as the guides say, has installed no law book of ours with it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    registry._entry_points = cache(lambda kind: {})


@pytest.fixture(autouse=True)
def ctrl_c_is_heeded_afterwards() -> Iterator[None]:
    """A test that leaves this process deaf fails itself, not the next one that sends the signal."""
    yield
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a test's matches and settings are kept, never the user's; made by whoever needs it."""
    folder = tmp_path_factory.getbasetemp() / f"home-{next(_HOMES)}"
    monkeypatch.setenv("SHEEPFOLD_HOME", str(folder))
    return folder


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have counted (``record_property("counts", …)``), also when they ran in other processes."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "counts" and report.when == "call":
                terminalreporter.write_line(str(value))
