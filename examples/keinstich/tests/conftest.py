"""What the tests of Kein Stich share: the package is found beside them, installed or not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parent.parent / "src"
HELPERS = Path(__file__).resolve().parents[3] / "tests" / "cli"
"""Sheepfold's own helpers for whoever runs the command: a scripted player, a pseudo-terminal."""
for folder in (SOURCES, HELPERS):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def pytest_configure(config: pytest.Config) -> None:
    """Know the mark of the law also where another project's settings are in force."""
    config.addinivalue_line("markers", "rule(*ids): the sentences of the law that this test checks")
