"""Files read with a reason when they cannot be, written whole or not at all, and added to line by line."""

from __future__ import annotations

import errno
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import Message

if sys.platform != "win32":
    import fcntl


class BadFile(SheepfoldError):
    """A file that cannot be read or written."""


def reason_of(error: OSError) -> str:
    """What the system says, to end a sentence."""
    return (error.strerror or type(error).__name__).lower()


# -- reading -----------------------------------------------------------------------------------------------------------


def read_bytes(path: Path) -> bytes:
    """What a file holds."""
    try:
        return path.read_bytes()
    except OSError as error:
        sentence = "{ $path } cannot be read: { $reason }."
        raise BadFile("unreadable", sentence, path=str(path), reason=reason_of(error)) from error


def read_text(path: Path) -> str:
    """The text of a file."""
    return text_of(read_bytes(path), path)


def name_of(path: Path | str | Message) -> str | Message:
    """What a file is called in a sentence; what is not a file has a name in words."""
    return path if isinstance(path, Message) else str(path)


def text_of(data: bytes, path: Path | str | Message) -> str:
    """The text that these bytes of a file are."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = "{ $path } is not UTF-8 text (invalid byte { $byte })."
        raise BadFile("not_text", sentence, path=name_of(path), byte=str(error.start + 1)) from None


# -- whole files -------------------------------------------------------------------------------------------------------


def write_text(path: Path, text: str) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of it."""
    with in_words(path):
        os.close(_replaced(path, text))


def _replaced(path: Path, text: str, *, locked: bool = False) -> int:
    """Put a new file in the place of the old one; the new one, open and, if wished, locked before anybody finds it."""
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n", closefd=False) as file:
            file.write(text)
        os.fsync(handle)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        if locked and sys.platform != "win32":
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if sys.platform == "win32":  # which replaces no file that is open
            os.close(handle)
            handle = os.open(os.devnull, os.O_RDONLY)
        os.replace(temporary, path)
    except BaseException:
        os.close(handle)
        os.unlink(temporary)
        raise
    return handle


class Held:
    """A file that is written whole, again and again, by one program at a time.

    The lock is on what stands at the path at any moment, whichever file that is. On Windows there is no lock.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None
        with in_words(path):
            if sys.platform != "win32" and path.is_file():
                self._take()

    def _take(self) -> None:
        """Lock the file that is there; if another one has come into its place meanwhile, its writer is at work."""
        self._file = os.open(self.path, os.O_RDONLY)
        try:
            lock(self._file, self.path)
            if not os.path.samestat(os.fstat(self._file), os.stat(self.path)):
                raise _busy(self.path)
        except BaseException:
            self.close()
            raise

    def write(self, text: str) -> None:
        """Rewrite the file, and keep it."""
        with in_words(self.path):
            new = _replaced(self.path, text, locked=True)
        self.close()
        self._file = new

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def lock(file: int, path: Path) -> None:
    """Take a file for this program; refused while another one has it. On Windows there is no lock."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _busy(path) from None


def is_busy(path: Path) -> bool:
    """Whether another program has the file; on Windows nobody can tell."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        lock(file, path)
    except BadFile:
        return True
    finally:
        os.close(file)
    return False


def _busy(path: Path) -> BadFile:
    sentence = "Another program is writing { $path }; let it end or name another file."
    return BadFile("file_busy", sentence, path=str(path))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Whatever the system refuses in here, or no file can hold, is refused in words."""
    try:
        yield
    except OSError as error:
        sentence = "{ $path } cannot be written: { $reason }."
        raise BadFile("unwritable", sentence, path=str(path), reason=reason_of(error)) from error
    except UnicodeEncodeError as error:
        sentence = "{ $path } cannot be written: a text has a character that cannot be encoded."
        raise BadFile("unwritable", sentence, key="unwritable_text", path=str(path)) from error


# -- names -------------------------------------------------------------------------------------------------------------


def free_name(game: str, seed: str | None, folder: Path = Path(), suffix: str = ".toml") -> Path:
    """A name for a new file: the game and a seed that is not a secret, numbered if it is taken."""
    stem = game
    if seed is not None:
        known = re.sub(r"[^\w-]+", "_", seed, flags=re.ASCII).strip("_")[:40]
        stem = f"{game}-{known}" if known else game
    path, number = folder / f"{stem}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path


def new_file(path: Path) -> Path:
    """A path that nothing stands at yet, in a folder that is there."""
    if path.is_dir():
        sentence = "{ $path } is a directory; choose another name."
        raise BadFile("file_exists", sentence, key="file_is_directory", path=str(path))
    if path.exists():
        sentence = "{ $path } exists already; choose another name."
        raise BadFile("file_exists", sentence, path=str(path))
    if not path.parent.is_dir():
        sentence = "{ $path } cannot be written: there is no directory { $folder }."
        raise BadFile("unwritable", sentence, key="no_directory", path=str(path), folder=str(path.parent))
    return path


# -- adding lines ------------------------------------------------------------------------------------------------------


class Appender:
    """A file that is only ever added to, by whole lines and by one program at a time.

    A lock sees to the latter, but not on Windows: there nothing keeps two programs from spoiling each other's file.
    Opening it changes nothing: who goes on with a file reads it first, then lets ``cut`` drop the line that was being
    written when its last writer was stopped. What the system refuses comes as it is; ``in_words`` puts it in words.
    """

    def __init__(self, path: Path, *, new: bool = False) -> None:
        self.path = path
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | (os.O_EXCL if new else 0)
        self._file: int | None = os.open(path, flags, 0o644)
        try:
            lock(self._file, path)
        except BaseException:
            self.close()
            raise

    @property
    def _open(self) -> int:
        if self._file is None:
            raise ValueError(f"{self.path} has been closed")
        return self._file

    def read(self) -> bytes:
        """All that it holds."""
        return self.path.read_bytes()

    def move(self, path: Path) -> None:
        """Put the file elsewhere in the same file system; it stays locked."""
        os.rename(self.path, path)
        self.path = path

    def cut(self, end: int | None = None) -> None:
        """Drop what comes after that byte, or after the last whole line, and end the last line that is left."""
        end = self.read().rfind(b"\n") + 1 if end is None else end
        os.ftruncate(self._open, end)
        if end and self._byte(end - 1) != b"\n":
            self._write(b"\n")

    def _byte(self, place: int) -> bytes:
        os.lseek(self._open, place, os.SEEK_SET)
        return os.read(self._open, 1)

    def write(self, *lines: bytes) -> None:
        """Add lines, all of them or none."""
        self._write(b"".join(line + b"\n" for line in lines))

    def _write(self, data: bytes) -> None:
        end = os.fstat(self._open).st_size
        if os.write(self._open, data) != len(data):
            os.ftruncate(self._open, end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))

    def sync(self) -> None:
        """Wait until the disk has what was written, so that not even a loss of power can take it."""
        os.fsync(self._open)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
