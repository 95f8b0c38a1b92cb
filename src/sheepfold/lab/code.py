"""Which program played: a digest of the sources that decide how a deal goes and what is written of it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import sheepfold

PLAY = ("core", "games", "play", "solver", "bots", "lab/players.py", "lab/deals.py", "lab/facts.py", "lab/ismcts.py")
"""Folders and files that decide play."""
SOURCES = (".py", ".hpp", ".cpp")


def digest_of(root: Path) -> str:
    """The digest of the package in that folder."""
    files = [file for part in PLAY for file in ((root / part).rglob("*") if (root / part).is_dir() else [root / part])]
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.suffix in SOURCES and file.is_file()):
        digest.update(f"{file.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


_LOADED = digest_of(Path(sheepfold.__file__).parent)  # taken when the code itself is loaded, not when somebody asks


def code_digest() -> str:
    """A short digest of the sources that this process plays with, whatever has become of the files since."""
    return _LOADED
