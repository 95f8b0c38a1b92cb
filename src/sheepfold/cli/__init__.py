"""The command line: ``sheepfold play``, ``rules``, ``games``, ``options``, ``replay``, ``check`` and their kin."""

from __future__ import annotations

from sheepfold.cli.commands import main

__all__ = ["main"]
