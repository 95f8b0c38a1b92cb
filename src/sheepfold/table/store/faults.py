"""What the store cannot do, in one sentence each; whatever a driver says becomes one of these.

A driver's error can hold the values of a statement, and with them the seed of a match. Only its short text is used.
"""

from __future__ import annotations

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import Message, Pattern, say


class StoreFault(SheepfoldError):
    """The store cannot do it now; nothing is acknowledged. What was asked may be tried again."""


class Conflict(StoreFault):
    """An entry with that number is there already; somebody else was faster."""


class BadStore(StoreFault):
    """This is not a store, or not one for this program."""


FULL = Pattern("store_full", "Nothing can be stored: the disk is full.")
READ_ONLY = Pattern("store_read_only", "Nothing can be stored: the store may only be read.")
LOCKED = Pattern("store_locked", "Nothing can be stored now: another program has locked the store.")
GONE = Pattern("store_gone", "Nothing can be stored: the file of the store is gone.")
REPLACED = Pattern("store_replaced", "Nothing was stored: the file of the store has been replaced by another one.")
UNREACHABLE = Pattern("store_unreachable", "The store cannot be opened: { $reason }.")
DAMAGED = Pattern("store_damaged", "The store is damaged: { $reason }.")
DISK = Pattern("store_disk", "Nothing can be stored: the disk fails ({ $reason }).")
OTHER = Pattern("not_stored", "Nothing was stored: { $reason }.")
SLOW = Pattern("store_slow", "The store does not answer in time.")
CLOSED = Pattern("store_closed", "The store has been closed.")

_KINDS = (
    ("SQLITE_FULL", FULL),
    ("SQLITE_READONLY_DBMOVED", GONE),
    ("SQLITE_READONLY", READ_ONLY),
    ("SQLITE_PERM", READ_ONLY),
    ("SQLITE_BUSY", LOCKED),
    ("SQLITE_LOCKED", LOCKED),
    ("SQLITE_CANTOPEN", UNREACHABLE),
    ("SQLITE_CORRUPT", DAMAGED),
    ("SQLITE_NOTADB", DAMAGED),
    ("SQLITE_IOERR", DISK),
)
"""What SQLite's codes mean, by how they begin; of two that fit, the first."""


def fault(pattern: Pattern, **values: str) -> StoreFault:
    """A fault with that sentence."""
    return StoreFault(pattern.key, pattern(**values))


def again(error: BaseException) -> BaseException:
    """The same fault as a new error: one that is raised in many tasks would gather the tracebacks of all."""
    return type(error)(error.code, error.message) if isinstance(error, StoreFault) else error


def is_request(error: BaseException) -> bool:
    """Whether one request is to blame, not the store: then the others of its batch are done without it."""
    if isinstance(error, SQLAlchemyError):
        return isinstance(error, IntegrityError | DataError)
    return not isinstance(error, StoreFault)


def in_words(error: BaseException) -> BaseException:
    """An error of the driver as a fault; anything else as it is."""
    if not isinstance(error, SQLAlchemyError):
        return error
    driver = error.orig if isinstance(error, DBAPIError) else None
    name = getattr(driver, "sqlite_errorname", "")
    pattern = next((pattern for code, pattern in _KINDS if name.startswith(code)), OTHER)
    return fault(pattern, **_reason(pattern, driver))


def _reason(pattern: Pattern, driver: BaseException | None) -> dict[str, str]:
    lines = str(driver or "").splitlines()
    return {"reason": lines[0] if lines else type(driver).__name__} if "$reason" in pattern.english else {}


def conflict(stream: int, seq: int) -> Conflict:
    """That entry is there already."""
    sentence = "Entry { $seq } of stream { $stream } is there already."
    return Conflict("conflict", sentence, seq=seq, stream=stream)


def gap(stream: int, seq: int, wanted: int) -> StoreFault:
    """An entry before that one is missing."""
    sentence = "Entry { $seq } of stream { $stream } cannot be stored before entry { $wanted }."
    return StoreFault("store_gap", sentence, seq=seq, stream=stream, wanted=wanted)


def no_stream(stream: int) -> StoreFault:
    """There is no such stream."""
    return StoreFault("no_stream", "There is no stream { $stream } in the store.", stream=stream)


def sentence_of(fault: StoreFault) -> Message:
    """What is told to people at a table; what the disk or the driver said is for the operator."""
    if isinstance(fault, Conflict):
        return fault.message
    return say("store_people", "This cannot be stored right now, so it does not count; the table goes on when it can.")
