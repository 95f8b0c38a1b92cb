"""Records on disk: read with a reason when they cannot be, written whole or not at all."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sheepfold.core.errors import SheepfoldError
from sheepfold.notation.records import Record, read_jsonl, read_toml, write_toml

BULK = (".jsonl", ".ndjson", ".json")
"""Files with one match a line; all others are read as TOML."""


class BadFile(SheepfoldError):
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = f"{path} is not a text in UTF-8 (byte {error.start + 1} is foreign), so it is no record."
        raise BadFile("not_text", sentence) from None
    except OSError as error:
        raise BadFile("unreadable", f"{path} cannot be read: {_reason(error)}.") from None


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file: one in TOML, or one a line in JSON lines."""
    text = read_text(path)
    if path.suffix in BULK:
        found = False
        for record in read_jsonl(text):
            found = True
            yield record
        if not found:
            raise BadFile("empty", f"{path} holds no record.")
    else:
        yield read_toml(text)


def read_record(path: Path) -> Record:
    """The only record of a file."""
    records = read_records(path)
    first = next(records)
    if next(records, None) is not None:
        raise BadFile("many_records", f"{path} holds several matches; give a file with one.")
    return first


def write_record(path: Path, record: Record) -> None:
    """Write a record so that a crash leaves the old file or the new one, never half of it."""
    written = write_toml(record)
    try:
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(written)
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
            os.chmod(temporary, mode)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise BadFile("unwritable", f"{path} cannot be written: {_reason(error)}.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def free_name(game: str, seed: str | None, folder: Path = Path()) -> Path:
    """A name for a new record: the game and a seed that is no secret, numbered if it is taken."""
    stem = game
    if seed is not None:
        known = re.sub(r"[^\w-]+", "_", seed, flags=re.ASCII).strip("_")[:40]
        stem = f"{game}-{known}" if known else game
    path, number = folder / f"{stem}.toml", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.toml"
    return path


def new_file(path: Path) -> Path:
    """A path that nothing stands at yet, in a folder that is there."""
    if path.exists():
        what = "is a directory" if path.is_dir() else "exists already"
        raise BadFile("file_exists", f"{path} {what}; --resume goes on with a record, another name begins a new one.")
    if not path.parent.is_dir():
        raise BadFile("unwritable", f"{path} cannot be written: there is no directory {path.parent}.")
    return path
