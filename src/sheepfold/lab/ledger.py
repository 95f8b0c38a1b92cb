"""A measurement in a file: what is measured, then one line for each number as soon as it is finished.

The file is JSON lines. A run that was broken off goes on where the file ends, whatever ended it: a line that was being
written then is dropped and done again. A file of another measurement is refused with what differs, and so is one
that was made by other code: figures of two programs must not be mixed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import Pattern, joined, say
from sheepfold.files.writing import Appender, BadFile
from sheepfold.lab.workers import Line

FORMAT = 1
"""The version of the file's shape."""

Header: TypeAlias = Mapping[str, Any]
"""What is measured, in JSON values; it decides every line of the file."""


class BadLedger(SheepfoldError):
    """A file that is not a measurement, or another one."""


class Ledger:
    """An open file, or none at all: then nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._file = None if path is None else _opened(path)

    def cut(self, end: int) -> None:
        """Drop what comes after that byte."""
        if self._file is not None:
            self._file.cut(end)

    def write(self, value: Any) -> None:
        """Add a line, whole or not at all."""
        if self._file is not None:
            self._file.write(msgspec.json.encode(value))

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def _opened(path: Path) -> Appender:
    """The file, for this run alone: two runs on one file would both do the same numbers."""
    try:
        return Appender(path)
    except BadFile:
        sentence = "Another run is writing { $path }; let it end or name another file."
        raise BadLedger("ledger_busy", sentence, path=str(path)) from None


@contextmanager
def open_ledger(path: Path | None, header: Header, kind: type[Line]) -> Iterator[tuple[Ledger, dict[int, Any]]]:
    """The file to write on, and the lines it already has by their number."""
    header = {"sheepfold_lab": FORMAT, **header}
    ledger = Ledger(path)  # before it is read: what is read must still be true when it is written on
    try:
        done, end = ({}, 0) if path is None else read_lines(path, header, kind)
        ledger.cut(end)
        if not end:
            ledger.write(header)
        yield ledger, done
    finally:
        ledger.close()


def read_lines(path: Path, header: Header, kind: type[Line]) -> tuple[dict[int, Any], int]:
    """The finished lines of a file of this measurement, and where the next one goes; 0 if there is nothing yet."""
    found, done, end = read_ledger(path, kind)
    if found:
        _check_header(path, found, header)
    return done, end


def read_ledger(path: Path, kind: type[Line]) -> tuple[Header, dict[int, Any], int]:
    """What a file measures (nothing if it has no whole line yet), its lines by number, and where the next one goes."""
    if not path.exists():
        return {}, {}, 0
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1  # what comes after it was being written when the run was broken off
    lines = data[:end].split(b"\n")[:-1]
    if not lines:
        _check_beginning(path, data)
        return {}, {}, 0
    header = _read_header(path, lines[0])
    done = {}
    for number, text in enumerate(lines[1:], 2):
        try:
            line: Any = msgspec.json.decode(text, type=kind)
        except msgspec.MsgspecError as error:
            sentence = "Line { $number } of { $path } is damaged: { $reason }."
            raise BadLedger("ledger_line", sentence, number=str(number), path=str(path), reason=str(error)) from None
        done[line.number] = line
    return header, done, end


def _check_beginning(path: Path, data: bytes) -> None:
    """A file without a whole line must be the beginning of a header, or it is somebody else's."""
    beginning = b'{"sheepfold_lab":'
    if not (data.startswith(beginning) or beginning.startswith(data)):
        raise _foreign(path)


def _read_header(path: Path, text: bytes) -> Header:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict) or "sheepfold_lab" not in found:
        raise _foreign(path)
    return found


def _foreign(path: Path) -> BadLedger:
    sentence = "{ $path } is not a file of the laboratory; name another one."
    return BadLedger("ledger_foreign", sentence, path=str(path))


def _check_header(path: Path, found: Header, header: Header) -> None:
    wanted = json.loads(msgspec.json.encode(header))
    keys = (*wanted, *(key for key in found if key not in wanted))
    other = [key for key in keys if found.get(key) != wanted.get(key)]
    if not other:
        return
    each = [
        say(
            "ledger-difference",
            "{ $name } was { $there } there and is { $now } now",
            name=key,
            there=json.dumps(found.get(key), ensure_ascii=False),
            now=json.dumps(wanted.get(key), ensure_ascii=False),
        )
        for key in other
    ]
    differences = joined(each, Pattern("ledger-differences", "{ $first }; { $second }"))
    sentence = "{ $path } holds another measurement: { $differences }. Name another file."
    raise BadLedger("ledger_differs", sentence, path=str(path), differences=differences)
