"""An evening in its file: one entry per line, only ever added to, by one program at a time.

The first line is the opening, with ``"sheepfold_evening": 1`` for the version of the file's shape. A line is on the
disk before anybody is told that it was entered; a program that is stopped while it writes leaves a torn last line,
which the next one drops. What is wrong with a file is said with the line, and the file stays as it is.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

import msgspec
from msgspec import Struct

from sheepfold.core.errors import BadRecord, SheepfoldError
from sheepfold.files.folders import data_folder, make_folder
from sheepfold.files.writing import Appender, in_words, new_file, read_bytes
from sheepfold.notation.header import json_line, whole_lines
from sheepfold.score.entries import Drawn, Entry, Opened
from sheepfold.score.evening import Evening, evening_of

FORMAT = 1
"""The version of the file's shape."""
HEAD = "sheepfold_evening"
SUFFIX = ".evening"


class EveningFile(Struct, frozen=True):
    """An evening as it was read; ``torn``: a last line was dropped; ``end``: how many bytes are whole lines."""

    evening: Evening
    torn: bool
    end: int


def evenings_folder() -> Path:
    """Where evenings are kept that nobody has named a file for."""
    return make_folder(data_folder() / "evenings")


def kept_evenings() -> list[Path]:
    """The files in that folder, the one written last first."""
    files = [(path.stat().st_mtime, path) for path in evenings_folder().glob(f"*{SUFFIX}")]
    return [path for _, path in sorted(files, reverse=True)]


# -- reading -----------------------------------------------------------------------------------------------------------


def read_evening(path: Path) -> EveningFile:
    """The evening of a file; whatever is wrong with it is refused with its line."""
    return decode_evening(read_bytes(path))


def decode_evening(data: bytes) -> EveningFile:
    """The evening that these bytes of a file are."""
    lines, torn, end = whole_lines(data)
    if not lines:
        raise BadRecord("no_evening", "The file is empty, so it is not an evening.", key="evening_empty")
    entries = [_opening(json_line(lines[0][1], lines[0][0]), lines[0][0])]
    for number, text, _ in lines[1:]:
        entries.append(_entry(json_line(text, number), number))
        if isinstance(entries[-1], Opened):
            raise BadRecord("two_openings", "An evening is opened only once.", line=number)
    try:
        return EveningFile(evening_of(entries), torn, end)
    except SheepfoldError as error:
        raise BadRecord(error.code, error.message, error.rule) from None


def _opening(data: Any, line: int) -> Entry:
    if not isinstance(data, dict) or HEAD not in data:
        sentence = "The file is not an evening: it does not begin with 'sheepfold_evening'."
        raise BadRecord("no_evening", sentence, line=line)
    version = data.pop(HEAD)
    if type(version) is not int or version != FORMAT:
        sentence = "This evening has the format { $found }; this program reads format { $known }."
        raise BadRecord("evening_version", sentence, line=line, found=str(version), known=FORMAT)
    found = _entry(data, line)
    if not isinstance(found, Opened):
        raise BadRecord("no_evening", "The file does not begin with an opening.", line=line, key="evening_opening")
    return found


def _entry(data: Any, line: int) -> Entry:
    try:
        found: Entry = msgspec.convert(data, Entry)
    except msgspec.ValidationError as error:
        sentence = "The line is not an entry: { $reason }."
        raise BadRecord("entry", sentence, line=line, key="evening_entry", reason=str(error).rstrip(".")) from None
    return found


def entry_line(entry: Entry) -> bytes:
    """An entry as its line."""
    data = msgspec.to_builtins(entry)
    return msgspec.json.encode({HEAD: FORMAT, **data} if isinstance(entry, Opened) else data)


# -- writing -----------------------------------------------------------------------------------------------------------


class ScoreBook(AbstractContextManager["ScoreBook"]):
    """An evening that is being kept: what is entered is settled, then written, then counts."""

    def __init__(self, file: Appender, evening: Evening, *, torn: bool = False) -> None:
        self._file = file
        self.evening = evening
        self.torn = torn
        """Whether a last line had been cut short and was dropped."""

    @classmethod
    def create(cls, path: Path, opening: Opened) -> Self:
        """A new evening in a file that is not there yet."""
        evening = evening_of([opening])
        with in_words(path):
            file = Appender(new_file(path), new=True)
            try:
                file.write(entry_line(opening))
                file.sync()
            except BaseException:
                file.close()
                path.unlink(missing_ok=True)
                raise
        return cls(file, evening)

    @classmethod
    def resume(cls, path: Path) -> Self:
        """An evening that was begun before; a torn last line is cut off."""
        read_bytes(path)  # opening it for writing would make a file that is not there
        with in_words(path):
            file = Appender(path)
            try:
                read = decode_evening(file.read())
                file.cut(read.end)  # which also ends the last line, should an editor have left it open
            except BaseException:
                file.close()
                raise
        return cls(file, read.evening, torn=read.torn)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._file.path

    @property
    def unused(self) -> bool:
        """Whether nothing was ever entered but who deals first; what was taken back was entered, too."""
        return all(isinstance(entry, Opened | Drawn) for entry in self.evening.entries)

    def enter(self, *entries: Entry) -> Evening:
        """Enter something, all of it or nothing; refused in words if it cannot be, or if the disk refuses it."""
        evening = self.evening
        for entry in entries:
            evening = evening.adding(entry)
        with in_words(self.path):
            self._file.write(*map(entry_line, entries))
            self._file.sync()
        self.evening = evening
        return evening

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __exit__(self, *error: object) -> None:
        self.close()
