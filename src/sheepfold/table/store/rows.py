"""What the store gives back: one value for each row, and how long rows are kept."""

from __future__ import annotations

from typing import Any, TypedDict

from msgspec import Struct


class Guest(Struct, frozen=True):
    """A person with a name; one who was forgotten has none."""

    id: str
    name: str
    language: str
    created: float


class SessionRow(Struct, frozen=True):
    """A device of a guest, or a token made for a program. ``seen`` is true to the hour."""

    id: str
    guest: str
    label: str
    created: float
    seen: float


class TableRow(Struct, frozen=True):
    """A table. ``settings`` is JSON that only the table reads; ``state`` is gathering, playing, over or closed."""

    id: str
    host: str | None
    game: str
    settings: bytes
    public: bool
    locked: bool
    state: str
    created: float
    touched: float


class TableChange(TypedDict, total=False):
    """What of a table may change."""

    host: str | None
    game: str
    settings: bytes
    public: bool
    locked: bool
    state: str
    touched: float


class SeatRow(Struct, frozen=True):
    """Who holds a seat of a table: a guest, a bot by its text, or nobody."""

    table: str
    seat: int
    guest: str | None
    bot: str


class StreamRow(Struct, frozen=True):
    """A match of a table. ``header`` is the first line of its match file, with the secret seed.

    ``first`` is the number of its first entry in the table's own numbering; in the store entries count from 0.
    """

    id: int
    table: str
    header: bytes
    first: int
    over: bool
    created: float

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__ if name != "header")
        return f"StreamRow({', '.join(shown)})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [(name, getattr(self, name)) for name in self.__struct_fields__ if name != "header"]


class DealRow(Struct, frozen=True):
    """A deal of a stream: the number of the entry that begins it and, once it is over, its result as JSON."""

    stream: int
    number: int
    seq: int
    result: bytes | None = None


class ChatRow(Struct, frozen=True):
    """A line that somebody said, or an emote; ``name`` is what they were called then."""

    id: int
    table: str
    guest: str | None
    name: str
    text: str
    at: float
    kind: str = "said"


class Retention(Struct, frozen=True):
    """For how many days things are kept: guests whom nobody has seen, chat, tables at which nothing happens."""

    guests: float = 365
    chat: float = 30
    matches: float = 90
