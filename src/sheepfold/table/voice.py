"""Words as bytes: what one kind of reader is sent, made once and used at every table where it fits.

Making sentences is what costs most at a busy table, and most sentences are said at many tables. So one presenter serves
all readers with the same game, seat and language, whatever the players are called: it calls them by marks, and each
table puts its own names into the bytes. A mark ends in the last letter of the name where grammar may ask for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import astuple

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat, cards_in
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import CardsDealt, DealScored, DealShown, Event, MeldWon, RowLaid, TrickWon
from sheepfold.core.game import Game
from sheepfold.core.message import Message
from sheepfold.notation.actions import action_text
from sheepfold.notation.shapes import Record, Row, Shape, shape_of
from sheepfold.play.player import Refused
from sheepfold.play.view import View
from sheepfold.presentation import Entry, Line, Presenter, Reader
from sheepfold.presentation.kept import Kept
from sheepfold.presentation.scene import Scene
from sheepfold.presentation.score import Sheet
from sheepfold.registry import OWN, make_game
from sheepfold.table.protocol import Choice, Denied, Ended, Hand, Room

encode = msgspec.json.encode

MOST_KEPT = 12_000
"""Pieces of JSON that one voice keeps for the next time."""
ONCE = frozenset({CardsDealt, RowLaid, DealScored, DealShown, MeldWon})
"""Events that hardly come again, or whose words may depend on anything in the View: their lines are not kept."""
MOST_VOICES = 400
_OPEN = "⟦".encode()
_ZERO = ord("0")
_ENDINGS = "sxzß"
"""Last letters of a name by which a language may choose another form."""

_VIEW = shape_of(View)
_SCENE = shape_of(Scene)
_ROOM = shape_of(Room)
_SHEET = shape_of(Sheet)
assert isinstance(_VIEW, Record)
assert isinstance(_SCENE, Record)
assert isinstance(_ROOM, Record)
assert isinstance(_SHEET, Record)
_VIEW_WRITERS = {name: shape.write for name, shape in _VIEW.shapes.items()}
_SCENE_WRITERS = {name: shape.write for name, shape in _SCENE.shapes.items()}
_SHEET_SHAPES = _SHEET.shapes
_ROOM_WRITERS = {name: shape.write for name, shape in _ROOM.shapes.items()}
_VIEW_FIELDS = tuple(name for name in View.__struct_fields__ if name != "events")
_IN_PIECES = {
    name: shape.item for name in ("offers", "taken", "groups", "chips") if isinstance(shape := _SCENE.shapes[name], Row)
}
"""Parts of a Scene that are lists, whose items come again more often than the whole."""
COMMON_FIELDS = frozenset(
    {"standing", "phase", "turn", "counts", "calls", "contract", "leader", "trick", "done", "melds", "outcome"}
)
"""Fields of a View that are the same for everybody."""


def json_of(value: Any, kind: Any = None) -> bytes:
    """A value in the public JSON form."""
    write = shape_of(type(value) if kind is None else kind).write
    return encode(value if write is None else write(value))


# -- names -------------------------------------------------------------------------------------------------------------


def marks(names: Sequence[str]) -> tuple[str, ...]:
    """What stands for each name in the bytes of a voice."""
    return tuple(f"⟦{seat}⟧{_ending(name)}" for seat, name in enumerate(names))


def _ending(name: str) -> str:
    last = name[-1:].lower()
    return last if last and last in _ENDINGS else "a"


class Names:
    """The names at one table, and how they are put in the place of their marks."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(name.replace("⟦", "[") for name in names)  # no name is taken for a mark
        self.marks = marks(self.names)
        pairs = zip(self.marks, self.names, strict=True)
        self._by_seat = [(mark.encode()[len(_OPEN) :], encode(name)[1:-1]) for mark, name in pairs]

    def put(self, data: bytes) -> bytes:
        """The bytes with the names of this table, in one go, since most marks are in long messages."""
        first, *rest = data.split(_OPEN)
        pieces = [first]
        for piece in rest:
            seat = piece[0] - _ZERO if piece else -1
            mark, name = self._by_seat[seat] if 0 <= seat < len(self._by_seat) else (b"", _OPEN)
            pieces += (name, piece[len(mark) :]) if piece.startswith(mark) else (_OPEN, piece)
        return b"".join(pieces) if rest else data


@lru_cache(maxsize=MOST_VOICES)
def voice_of(game: str, seat: Seat | None, language: str, called: tuple[str, ...]) -> Voice:
    """The voice for a kind of reader."""
    return Voice(make_game(game), seat, language, called)


# -- the voice ---------------------------------------------------------------------------------------------------------


class Voice:
    """A presenter for one kind of reader, and the JSON of what it has said before."""

    def __init__(self, game: Game[Any], seat: Seat | None, language: str, called: tuple[str, ...]) -> None:
        self.game = game
        self.language = language
        self.presenter = Presenter(game, Reader(seat, called, language=language))
        self.ours = game.id in OWN["games"]
        self._kept: Kept[object, bytes] = Kept(MOST_KEPT)

    def line(self, line: Line) -> bytes:
        """A line."""
        kept = self._kept.get(at := ("line", line))
        return kept if kept is not None else self._kept.made(at, lambda: json_of(line, Line))

    def event(self, event: Event, view: View) -> bytes:
        """The line of an event; empty bytes for what is not news."""
        if not self.ours or type(event) in ONCE:
            return self._happened(event, view)
        at = (event, view.contract) if type(event) is TrickWon else event
        kept = self._kept.get(at)
        return kept if kept is not None else self._kept.made(at, lambda: self._happened(event, view))

    def _happened(self, event: Event, view: View) -> bytes:
        line = self.presenter.happened(event, view)
        return json_of(line, Line) if line else b""

    def message(self, message: Message) -> Line:
        """A refusal, a label or a reason as a line."""
        return self.presenter.message(message)

    def error(self, error: SheepfoldError) -> Line:
        """The sentence of a refusal, without its code."""
        return self.presenter.message(error.message)

    # -- parts of the screen -------------------------------------------------------------------------------------

    def scene_json(self, parts: Mapping[str, Any]) -> bytes:
        """Parts of a Scene."""
        return encode({name: self._part(name, value) for name, value in parts.items()})

    def _part(self, name: str, value: Any) -> Raw:
        if name in _IN_PIECES:
            return Raw(row([self._piece(_IN_PIECES[name], item) for item in value]))
        kept = self._kept.get(at := (name, value))
        return Raw(kept if kept is not None else self._kept.made(at, lambda: _json(_SCENE_WRITERS[name], value)))

    def _piece(self, shape: Shape, item: Any) -> bytes:
        """An item of a list."""
        kept = self._kept.get(at := ("piece", item))
        return kept if kept is not None else self._kept.made(at, lambda: _json(shape.write, item))

    def choice(self, action: Action) -> bytes:
        """Something that may be done."""
        kept = self._kept.get(at := ("choice", action))
        if kept is None:
            made = Choice(action, action_text(action), self.presenter.short(action))
            kept = self._kept.made(at, lambda: json_of(made))
        return kept

    def denied(self, no: Refused) -> bytes:
        """Something that may not be done, and why."""
        kept = self._kept.get(at := ("denied", no.action, str(no.message), no.rule))
        if kept is None:
            kept = self._kept.made(at, lambda: json_of(Denied(no.action, no.code, self.message(no.message), no.rule)))
        return kept

    def ended(self, entry: Entry, view: View) -> bytes:
        """The end of a deal."""
        presenter = self.presenter
        settlement = presenter.settlement(entry)
        hands = tuple(Hand(name, tuple(cards_in(cards))) for name, cards in presenter.all_hands(view))
        lines = presenter.score_lines(settlement)
        return json_of(Ended(settlement, lines, hands, presenter.out_of_sight(view)))

    def sheet(self, entries: Sequence[Entry], scores: Sequence[int]) -> bytes:
        """The score sheet so far."""
        sheet = self.presenter.sheet(entries, scores)
        return encode({name: self._sheet_part(name, getattr(sheet, name)) for name in Sheet.__struct_fields__})

    def _sheet_part(self, name: str, value: Any) -> Any:
        shape = _SHEET_SHAPES[name]
        if isinstance(shape, Row):
            return Raw(row([self._piece(shape.item, item) for item in value]))
        return _written(shape.write, value)


# -- what is the same for every reader ---------------------------------------------------------------------------------


def event_json(event: Event) -> bytes:
    """An event as somebody sees it."""
    return _event_json(event)


@lru_cache(maxsize=8_192)
def _event_json(event: Event) -> bytes:
    return json_of(event)


def view_changes(before: View, after: View) -> dict[str, Any]:
    """The fields of a View that differ, by name."""
    pairs = zip(View.__struct_fields__, astuple(before), astuple(after), strict=True)
    found = {name: new for name, old, new in pairs if new is not old and new != old}
    found.pop("events", None)
    return found


def view_json(fields: Mapping[str, Any], common: dict[str, Raw] | None = None) -> bytes:
    """Fields of a View; ``common`` are those of the same moment that were written before, and new ones are added."""
    shared = {} if common is None else common
    found = {}
    for name, value in fields.items():
        if name not in COMMON_FIELDS:
            found[name] = _written(_VIEW_WRITERS[name], value)
        elif name in shared:
            found[name] = shared[name]
        else:
            found[name] = shared[name] = Raw(_json(_VIEW_WRITERS[name], value))
    return encode(found)


def whole_view(view: View) -> dict[str, Any]:
    """All fields of a View but its events."""
    return {name: getattr(view, name) for name in _VIEW_FIELDS}


def room_json(fields: Mapping[str, Any]) -> bytes:
    """Fields of a Room."""
    return encode({name: _written(_ROOM_WRITERS[name], value) for name, value in fields.items()})


def _json(write: Any, value: Any) -> bytes:
    return encode(_written(write, value))


def _written(write: Any, value: Any) -> Any:
    return value if write is None else write(value)


def row(pieces: Iterable[bytes]) -> bytes:
    """Pieces of JSON as a list."""
    return b"[" + b",".join(pieces) + b"]"
