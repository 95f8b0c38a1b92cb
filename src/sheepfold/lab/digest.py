"""Which program played: a digest of everything that decides how a deal goes and what is written of it.

In it are our own Python sources (``PLAY``), the sources that the compiled kernel was built from, as the kernel itself
tells them, and whatever comes from outside the package: the game, its habits and the players. So a checkout and a wheel
of the same sources have one digest, wherever they lie.

Something from outside counts with the file of its module and, if the module is part of a package, with all Python files
of the topmost package; what these import from elsewhere does not count. Something that no file can be found for, as
a class written at Python's own prompt, counts by its name only: there a change goes unnoticed.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import sheepfold
from sheepfold.registry import GAMES, HABITS, OWN, TEMPTATIONS
from sheepfold.solver import _kernel

PLAY = (
    "core",
    "games",
    "play",
    "solver",
    "bots",
    "registry.py",
    "lab/players.py",
    "lab/deals.py",
    "lab/deal_facts.py",
    "lab/figures/deals",
    "lab/ismcts.py",
)
"""Folders and files that decide play; those that are not there are passed over."""


def digests_of(root: Path) -> dict[str, bytes]:
    """The digest of every Python file that decides play, of the package in that folder."""
    parts = [root / part for part in PLAY]
    folders = (file for part in parts if part.is_dir() for file in part.rglob("*.py"))
    return dict(_hashed(root, (*folders, *(part for part in parts if part.is_file()))))


def _hashed(root: Path, files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for file in sorted(files):
        yield file.relative_to(root).as_posix(), hashlib.sha256(file.read_bytes()).digest()


def foreign(file: str, game: str | None) -> bool:
    """Whether a file of ours is about another game of ours only: its rules or its habits.

    A game from outside may be made out of any of ours, so to it no file is foreign.
    """
    owner, ours = PurePosixPath(file).stem.partition("_")[0], OWN["games"]
    return game in ours and owner in ours and owner != game


# Taken when the code itself is loaded, not when somebody asks.
_LOADED = {**digests_of(Path(sheepfold.__file__).parent), "solver/_kernel": bytes.fromhex(_kernel.sources)}


def outside_digests(found: object) -> frozenset[tuple[str, bytes]]:
    """Every file behind a class, a function or an object of a class, with its digest; nothing if it is one of ours."""
    named = found if hasattr(found, "__qualname__") else type(found)
    name: str = named.__module__
    module = sys.modules.get(name)
    package = (getattr(module, "__package__", None) or name).partition(".")[0]
    if package == "sheepfold":
        return frozenset()
    file = getattr(module, "__file__", None)
    folders = getattr(sys.modules.get(package), "__path__", ())
    return _files_at(file, tuple(folders)) or frozenset({(f"{name}.{named.__qualname__}", b"")})


@cache  # as with our own: what the files were when they were first asked for, soon after they were loaded
def _files_at(file: str | None, folders: tuple[str, ...]) -> frozenset[tuple[str, bytes]]:
    found: set[tuple[str, bytes]] = set()
    for folder in map(Path, folders):
        found.update(_hashed(folder.parent, folder.rglob("*.py")))
    if file is not None and Path(file).is_file():  # not among them: a module outside any package, or a compiled one
        found.update(_hashed(Path(file).parent, [Path(file)]))
    return frozenset(found)


def code_digest(game: str | None = None, *players: object) -> str:
    """A short digest of the code that this process plays with, whatever has become of the files since.

    With a ``game`` (its id) what is about other games does not count, so that their changes spoil no figures. What
    comes from outside counts if it is that game, its habits or one of the ``players``.
    """
    digest = hashlib.sha256()
    for file, own in _LOADED.items():
        if not foreign(file, game):
            digest.update(file.encode() + b"\0" + own)
    groups = (GAMES, HABITS, TEMPTATIONS)
    rules = [group[game] for group in groups if game and game in group and game not in OWN[group.kind]]
    outside = {pair for found in (*rules, *players) for pair in outside_digests(found)}
    for file, own in sorted(outside):
        digest.update(b"outside\0" + file.encode() + b"\0" + own)
    return digest.hexdigest()[:16]
