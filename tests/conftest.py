"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


def pytest_configure() -> None:
    """Heed Ctrl-C: a shell that starts this in the background makes it, and every child of a test, ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def ctrl_c_is_heeded_afterwards() -> Iterator[None]:
    """A test that leaves this process deaf fails itself, not the next one that sends the signal."""
    yield
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have counted (``record_property("counts", …)``), also when they ran in other processes."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "counts" and report.when == "call":
                terminalreporter.write_line(str(value))
