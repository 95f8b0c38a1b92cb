"""Where a game keeps its words and its law book: in the package of its presentation, else in that of the game."""

from __future__ import annotations

import sys
from importlib.resources import files

from sheepfold.core.errors import SheepfoldError
from sheepfold.registry import GAMES, OWN, PRESENTATIONS, Group

OURS = "sheepfold.presentation"
"""The package in which the words of our own games lie."""


def package_of(found: type) -> str:
    """The package in which a class is defined; a module that is not a package stands for itself."""
    module = sys.modules.get(found.__module__)
    return getattr(module, "__package__", "") or found.__module__


def home_of_game(name: str) -> str:
    """Where the words and the law of a game lie."""
    if name in OWN["games"]:
        return OURS
    return _package_in(PRESENTATIONS, name) or _package_in(GAMES, name) or OURS


def _package_in(group: Group, name: str) -> str:
    """The package of what is registered; nothing if it is not a class, or cannot be loaded."""
    try:
        found = group.get(name)
    except SheepfoldError:
        return ""
    return package_of(found) if isinstance(found, type) else ""


def text_of(home: str, *path: str, errors: str = "strict") -> str | None:
    """A text file of a package; ``None`` if there is none. ``errors`` says what becomes of bytes that are not UTF-8."""
    try:
        found = files(home).joinpath(*path)
        return found.read_bytes().decode("utf-8", errors).replace("\r\n", "\n") if found.is_file() else None
    except (AttributeError, ImportError, TypeError, OSError):  # a notebook or a single module has no folder
        return None
