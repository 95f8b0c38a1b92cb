"""The messages between a table and whoever sits at it or watches, as types.

Everything on the wire is one of these in the public JSON form (``notation.forms``), told apart by ``t``. The same
messages go over a WebSocket, and as lines of JSON over plain HTTP for bots and scripts. ``docs/protocol.md`` tells how
they follow each other; ``python -m sheepfold.table.schema`` prints their JSON Schema and TypeScript declarations.

A snapshot (``Snap``) holds all that a client shows. Every later message names what it replaces: ``Ev`` the parts that
an entry of the match has changed, ``Room`` the rest. A client puts them in place and computes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Seat
from sheepfold.core.events import Event
from sheepfold.core.message import say
from sheepfold.notation.forms import from_data, plain
from sheepfold.notation.shapes import BadForm
from sheepfold.play.view import View
from sheepfold.presentation.line import Line
from sheepfold.presentation.scene import Scene
from sheepfold.presentation.score import Settlement, Sheet

PROTO = 1
"""The version of the protocol; a client of another version is told so and closed with 4400."""

LONGEST_ID = 64
"""Characters of the id of a request."""

MOST_CHAT = 100
"""So many lines of chat are in a snapshot; a client keeps no more either."""

# -- close codes -------------------------------------------------------------------------------------------------------

CLOSED_MALFORMED = 4400
CLOSED_AUTH = 4401
CLOSED_SEAT = 4403
CLOSED_TABLE = 4404
CLOSED_SLOW = 4408
CLOSED_REPLACED = 4409
CLOSED_RATE = 4429
CLOSED_SIZE = 1009
CLOSED_RESTART = 1012

CLOSES: Mapping[int, str] = {
    CLOSED_MALFORMED: "a message that cannot be read, or of another version of the protocol",
    CLOSED_AUTH: "the session is missing, revoked or forgotten",
    CLOSED_SEAT: "the host has removed this player",
    CLOSED_TABLE: "there is no such table, or it has been closed",
    CLOSED_SLOW: "the reader has taken nothing for too long",
    CLOSED_REPLACED: "too many connections of one session; the oldest was closed",
    CLOSED_RATE: "too many messages",
    CLOSED_SIZE: "a message that is too long",
    CLOSED_RESTART: "the server restarts; come back in a moment",
}
"""What each code of a closed connection means."""


# -- what a client sends -----------------------------------------------------------------------------------------------


class _Sent(Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """What a client sends."""


class Hello(_Sent, frozen=True):
    """The first message: which table, and the number of the last entry this client has (-1: none)."""

    proto: int
    table: str
    since: int = -1
    lang: str = "en"


class Act(_Sent, frozen=True):
    """One action, or several of the same seat that are done together or not at all.

    ``id`` is the client's own name for the request: sent again it is done once. ``base`` is the number of the last
    entry that the client had seen; if the match has gone on since, it is refused as stale.
    """

    id: str
    base: int
    a: tuple[Action, ...]


class Sync(_Sent, frozen=True):
    """Send what came after this entry, or a snapshot."""

    since: int = -1


class Chat(_Sent, frozen=True):
    """A line of chat, or an emote by its name."""

    text: str = ""
    emote: str = ""


class Ping(_Sent, frozen=True):
    """A sign of life; ``v`` is the number of the last entry that was received."""

    v: int = -1


Asks: TypeAlias = Literal[
    "agree",
    "again",
    "auto",
    "back",
    "bot",
    "check",
    "claim",
    "hint",
    "lock",
    "open",
    "options",
    "pause",
    "queue",
    "ready",
    "refuse",
    "remove",
    "resume",
    "set",
    "sit",
    "stand",
    "start",
    "swap",
    "takeback",
    "time",
    "undo",
    "unlock",
]
"""What can be asked of a table: ``docs/protocol.md`` says what each is."""


class Ask(_Sent, frozen=True):
    """Something asked of the table that is not an action of the game; answered by ``told`` or ``nak``."""

    id: str
    what: Asks
    seat: Seat | None = None
    text: str = ""
    value: str = ""
    tricks: int | None = None
    a: tuple[Action, ...] = ()


Sent: TypeAlias = Hello | Act | Sync | Chat | Ping | Ask


def read_sent(text: bytes | str) -> Sent:
    """A message of a client; whatever is wrong raises ``BadForm``."""
    data = plain(text)
    if isinstance(data, dict) and data.get("t") == "act" and isinstance(data.get("a"), dict):
        data = {**data, "a": [data["a"]]}  # one action may stand without its list
    message: Sent = from_data(Sent, data)
    if isinstance(message, Act | Ask) and not 0 < len(message.id) <= LONGEST_ID:
        raise BadForm("message_id", say("message_id", "A message has an id of 1 to 64 characters."))
    return message


# -- what the server sends ---------------------------------------------------------------------------------------------


class Choice(Struct, frozen=True):
    """Something that may be done now: the action, how it is typed, and what it is called in a word or two."""

    a: Action
    text: str
    name: Line


class Denied(Struct, frozen=True, omit_defaults=True):
    """Something that is shown although it may not be done now, and why not."""

    a: Action
    code: str
    say: Line
    rule: str | None = None


class Asked(Struct, frozen=True):
    """The question to the seat on turn; only that seat gets it."""

    seat: Seat
    legal: tuple[Choice, ...]
    refused: tuple[Denied, ...]
    say: Line


class Hand(Struct, frozen=True):
    """Cards that belong together when a deal is over and shown: a hand, the blind, a row."""

    name: Line
    cards: tuple[Card, ...]


class Ended(Struct, frozen=True):
    """The end of a deal: the settlement, the same in sentences, all hands, and what was done out of sight."""

    settlement: Settlement
    say: tuple[Line, ...]
    hands: tuple[Hand, ...]
    out_of_sight: Line


class SeatState(Struct, frozen=True, omit_defaults=True):
    """Who holds a seat: ``kind`` is ``open``, ``person`` or ``bot``.

    ``held``: a bot plays for this person until they act. ``away``: no device of theirs is connected.
    """

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str = ""
    away: bool = False
    held: bool = False
    ready: bool = False
    host: bool = False


class Clock(Struct, frozen=True, omit_defaults=True):
    """Milliseconds: what is left of this decision, the seat it runs for, and each seat's bank."""

    seat: Seat | None = None
    left: int = 0
    bank: tuple[int, ...] = ()


class Vote(Struct, frozen=True):
    """Something that others must agree to: what, who asks, whom it is about, who is still to answer."""

    what: str
    by: Seat
    seat: Seat | None
    waiting: tuple[Seat, ...]


class Room(Struct, frozen=True):
    """What holds at a table and follows from no entry of the match.

    ``state``: ``gathering`` before the match, ``playing``, ``between`` deals, ``paused``, ``over``. ``delay``: so many
    seconds later whoever watches sees the table.
    """

    table: str
    game: str
    title: str
    state: str
    public: bool
    locked: bool
    clock: str
    pace: str
    level: str
    hints: bool
    takebacks: bool
    aids: bool
    delay: int
    seats: tuple[SeatState, ...]
    watching: int
    time: Clock | None
    vote: Vote | None


class ChatLine(Struct, frozen=True, omit_defaults=True):
    """A line of chat; a plain text, whoever reads it."""

    name: str
    text: str = ""
    emote: str = ""
    seat: Seat | None = None


class You(Struct, frozen=True):
    """Who the reader is: the seat, or ``None`` for somebody who watches; whether they are the host."""

    seat: Seat | None
    host: bool


ViewParts: TypeAlias = Annotated[Mapping[str, Any], Meta(extra={"parts_of": View})]
SceneParts: TypeAlias = Annotated[Mapping[str, Any], Meta(extra={"parts_of": Scene})]
RoomParts: TypeAlias = Annotated[Mapping[str, Any], Meta(extra={"parts_of": Room})]


class _Message(Struct, frozen=True, tag_field="t", tag=str.lower):
    """What the server sends."""


class Snap(_Message, frozen=True):
    """Everything that the reader's screen shows; it replaces all that came before.

    ``v`` is the number of the last entry. Before the first deal there is no view, scene or sheet.
    """

    v: int
    you: You
    view: View | None
    scene: Scene | None
    lines: tuple[Line, ...]
    sheet: Sheet | None
    ended: Ended | None
    question: Asked | None
    room: Room
    chat: tuple[ChatLine, ...]


class Ev(_Message, frozen=True, omit_defaults=True):
    """One entry of the match, as this reader sees it.

    ``e`` are its events and ``say`` their lines, to be added to ``lines``; ``fresh``: a deal begins, and the lines of
    the one before go. ``view`` and ``scene`` are the fields that have changed. ``sheet`` and ``ended`` come with the
    end of a deal; ``ended`` goes when ``fresh`` comes. ``question`` replaces the old one in every message.
    """

    v: int
    e: tuple[Event, ...] = ()
    say: tuple[Line, ...] = ()
    fresh: bool = False
    view: ViewParts = {}
    scene: SceneParts = {}
    sheet: Sheet | None = None
    ended: Ended | None = None
    question: Asked | None = None


class Ack(_Message, frozen=True):
    """An action was done and stored; ``v`` is the number of its last entry."""

    id: str
    v: int


class Nak(_Message, frozen=True, omit_defaults=True):
    """Something was refused, and nothing has changed; ``id`` is that of the request, if it had one."""

    code: str
    say: Line
    id: str = ""
    rule: str | None = None
    v: int = -1


class Told(_Message, frozen=True, omit_defaults=True):
    """The answer to ``ask``: lines for a person, and the action that a hint advises or the actions that may follow."""

    id: str
    say: tuple[Line, ...] = ()
    legal: tuple[Choice, ...] = ()
    advice: Action | None = None


class RoomNews(_Message, frozen=True, tag="room", omit_defaults=True):
    """What has changed at the table beside the match: fields of ``Room``, and a line of chat.

    ``chat`` is the whole chat, for whoever comes back; it replaces what was there.
    """

    room: RoomParts = {}
    said: ChatLine | None = None
    chat: tuple[ChatLine, ...] | None = None


class Pong(_Message, frozen=True):
    """The answer to ``ping``: the number of the last entry."""

    v: int


class Closed(_Message, frozen=True):
    """The last line of a stream over HTTP: the code with which a socket would be closed."""

    code: int


Message: TypeAlias = Snap | Ev | Ack | Nak | Told | RoomNews | Pong | Closed
