"""Matches from files, whatever form they have: a record in TOML, records in JSON lines, a match file.

The form of a file is recognised by how it begins, never by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from sheepfold.core.message import Message
from sheepfold.files.writing import BadFile, name_of, read_bytes, text_of, write_text
from sheepfold.notation.header import Given
from sheepfold.notation.match_file import MatchFile, read_match_file
from sheepfold.notation.records import Record, read_jsonl, read_toml, write_toml

Form: TypeAlias = Literal["toml", "jsonl", "match"]
"""A record in TOML, records in JSON lines, a match file."""


def form_of(data: bytes | str) -> Form:
    """What these contents of a file are, by how they begin: no TOML begins with a brace, no line of JSON without."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    first = data.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
    if not first.startswith(b"{"):
        return "toml"
    try:
        header: Any = msgspec.json.decode(first)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        header = {}
    whole = isinstance(header, dict) and "sheepfold_match" in header
    return "match" if whole or first.startswith(b'{"sheepfold_match"') else "jsonl"


def form_of_file(path: Path) -> Form:
    """The form of a file."""
    return form_of(read_bytes(path))


def records_in(data: bytes | str, name: Path | str | Message, game: Given = None) -> Iterator[Record]:
    """The records in these contents; ``name`` is what the file is called in a refusal."""
    form = form_of(data)
    if form == "match":
        yield read_match_file(data, game).record
        return
    text = data if isinstance(data, str) else text_of(data, name)
    if form == "toml":
        yield read_toml(text, game)
    else:
        yield from read_jsonl(text, game)


def read_records(path: Path | str, game: Given = None) -> Iterator[Record]:
    """The records of a file, one after the other."""
    yield from records_in(read_bytes(Path(path)), path, game)


def read_record(path: Path | str, game: Given = None) -> Record:
    """The only record of a file. ``game`` is for a game that is not registered: ``module:Class``, or the game."""
    return only(read_records(path, game), path)


def only(records: Iterable[Record], name: Path | str | Message) -> Record:
    """The only one of these records; refused if there are more."""
    records = iter(records)
    first = next(records)
    if next(records, None) is not None:
        sentence = "{ $path } holds several matches; give a file with one."
        raise BadFile("many_records", sentence, path=name_of(name))
    return first


def read_match(path: Path, game: Given = None) -> MatchFile:
    """The match file at that path, with its log; records are refused."""
    return read_match_file(read_bytes(path), game)


def write_record(path: Path | str, record: Record) -> None:
    """Write a record in TOML so that a crash leaves the old file or the new one, never half of it."""
    write_text(Path(path), write_toml(record))
