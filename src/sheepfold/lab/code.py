"""Which program played: a digest of the sources that decide how a deal goes and what is written of it."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath

import sheepfold
from sheepfold.registry import GAMES

PLAY = ("core", "games", "play", "solver", "bots", "lab/players.py", "lab/deals.py", "lab/facts.py", "lab/ismcts.py")
"""Folders and files that decide play."""
SOURCES = (".py", ".hpp", ".cpp")


def digests_of(root: Path) -> dict[str, bytes]:
    """The digest of every file that decides play, of the package in that folder."""
    files = [file for part in PLAY for file in ((root / part).rglob("*") if (root / part).is_dir() else [root / part])]
    return {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).digest()
        for file in sorted(files)
        if file.suffix in SOURCES and file.is_file()
    }


def foreign(file: str, game: str) -> bool:
    """Whether a file is about another game only: its rules or its conventions."""
    owner = PurePosixPath(file).stem.partition("_")[0]
    return owner in GAMES and owner != game


_LOADED = digests_of(Path(sheepfold.__file__).parent)  # taken when the code itself is loaded, not when somebody asks


def code_digest(game: str | None = None) -> str:
    """A short digest of the sources that this process plays with, whatever has become of the files since.

    With a ``game`` (its id) what is about other games does not count, so that their changes spoil no figures.
    """
    digest = hashlib.sha256()
    for file, own in _LOADED.items():
        if game is None or not foreign(file, game):
            digest.update(file.encode() + b"\0" + own)
    return digest.hexdigest()[:16]
