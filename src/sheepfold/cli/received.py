"""What a server has sent of a table, kept as the protocol says, and a presenter that says it with the server's words.

A snapshot replaces everything; later messages replace fields of it; nothing is computed. Sentences about the match,
the question, the Scene, the settlement and the sheet are the server's; the words around them are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Mask, Seat, mask_of
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Event
from sheepfold.core.game import Game
from sheepfold.core.message import say
from sheepfold.notation.forms import from_data
from sheepfold.notation.prompt import IN_A_DEAL, JOIN_WORDS, OF_THE_TABLE
from sheepfold.play.view import View
from sheepfold.presentation import Line, Presenter, Reader, spoken
from sheepfold.presentation.reader import SEAT_NAMES
from sheepfold.presentation.scene import Scene
from sheepfold.presentation.score import Settlement, Sheet
from sheepfold.registry import GAMES, known_game

MOST_CHAT = 100
"""Lines of chat that are kept."""


class Denial(SheepfoldError):
    """A refusal of the server, in its own words."""

    def __init__(self, code: str, line: Line, rule: str | None = None) -> None:
        super().__init__(code, say("server_says", "{ $sentence }", sentence=spoken(line)), rule)
        self.line = line


class Asked(Struct, frozen=True):
    """The question to the person."""

    legal: tuple[Action, ...]
    refused: Mapping[Action, Denial]
    say: Line


class Ended(Struct, frozen=True):
    """The end of a deal as it was sent."""

    settlement: Settlement
    say: tuple[Line, ...]
    hands: tuple[tuple[Line, Mask], ...]
    out_of_sight: Line


def lines_of(data: Any) -> tuple[Line, ...]:
    """Lines of a message."""
    found: tuple[Line, ...] = from_data(tuple[Line, ...], data or [])
    return found


def refusal_of(data: Mapping[str, Any]) -> Denial:
    """A refusal of a message."""
    return Denial(str(data.get("code", "")), from_data(Line, data.get("say", [])), data.get("rule"))


class Received:
    """Everything that a table's screen shows, as the server has sent it."""

    def __init__(self) -> None:
        self.number = -1
        self.seat: Seat | None = None
        self.host = False
        self.room: dict[str, Any] = {}
        self.chat: list[dict[str, Any]] = []
        self.lines: tuple[Line, ...] = ()
        self.view: View | None = None
        self.scene: Scene | None = None
        self.sheet: Sheet | None = None
        self.ended: Ended | None = None
        self.question: Asked | None = None
        self._view: dict[str, Any] = {}
        self._scene: dict[str, Any] = {}

    def snapshot(self, message: Mapping[str, Any]) -> None:
        """Everything anew."""
        self.number = message["v"]
        self.seat, self.host = message["you"]["seat"], message["you"]["host"]
        self.room, self.chat = dict(message["room"]), list(message["chat"])
        self.lines = lines_of(message["lines"])
        self._view, self._scene = dict(message["view"] or {}), dict(message["scene"] or {})
        self.view = self.scene = None
        self._decode(bool(self._view), bool(self._scene))
        self.sheet = from_data(Sheet, message["sheet"]) if message["sheet"] else None
        self.ended = _ended(message["ended"])
        self.question = _question(message["question"])

    def entry(self, message: Mapping[str, Any]) -> None:
        """What an entry of the match has changed."""
        self.number = message["v"]
        if message.get("fresh"):
            self.lines, self.ended = (), None
        self.lines += lines_of(message.get("say"))
        view, scene = message.get("view") or {}, message.get("scene") or {}
        self._view.update(view)
        self._scene.update(scene)
        self._decode(bool(view), bool(scene))
        if message.get("sheet"):
            self.sheet = from_data(Sheet, message["sheet"])
        if message.get("ended"):
            self.ended = _ended(message["ended"])
        self.question = _question(message.get("question"))

    def news(self, message: Mapping[str, Any]) -> None:
        """What has changed beside the match."""
        self.room.update(message.get("room") or {})
        if message.get("said"):
            self.chat = [*self.chat, message["said"]][-MOST_CHAT:]
        if "seats" in (message.get("room") or {}) and self.seat is not None:
            self.host = bool(self.seats[self.seat].get("host"))

    def _decode(self, view: bool, scene: bool) -> None:
        if view:
            self.view = from_data(View, self._view)
        if scene:
            self.scene = from_data(Scene, self._scene)

    # -- the room ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """Where the table is between gathering and the end of the match; cards tell it before the room does."""
        state = str(self.room.get("state", ""))
        return "playing" if state in ("between", "over") and self.ended is None else state

    @property
    def seats(self) -> list[dict[str, Any]]:
        """Who holds which seat."""
        return list(self.room.get("seats", ()))

    @property
    def people(self) -> list[Seat]:
        """The seats that people hold."""
        return [seat for seat, each in enumerate(self.seats) if each["kind"] == "person"]

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called; a seat that is still free has its usual name."""
        taken = [each.get("name", "") for each in self.seats]
        spare = (name for name in SEAT_NAMES if name not in taken)
        return tuple(name or next(spare) for name in taken)

    @property
    def vote_is_ours(self) -> bool:
        """Whether something is asked that the person may answer, or take back."""
        vote = self.room.get("vote")
        return vote is not None and self.seat in (*vote["waiting"], vote["by"])

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the person may do now."""
        return () if self.question is None else self.question.legal

    @property
    def held(self) -> bool:
        """Whether a bot plays for the person."""
        return self.seat is not None and bool(self.seats[self.seat].get("held"))

    @property
    def ready(self) -> bool:
        """Whether the person has said that they are ready."""
        return self.seat is not None and bool(self.seats[self.seat].get("ready"))


def _question(data: Mapping[str, Any] | None) -> Asked | None:
    if not data:
        return None
    legal = tuple(from_data(Action, each["a"]) for each in data["legal"])
    refused = {from_data(Action, each["a"]): refusal_of(each) for each in data["refused"]}
    return Asked(legal, refused, from_data(Line, data["say"]))


def _ended(data: Mapping[str, Any] | None) -> Ended | None:
    if not data:
        return None
    hands = tuple(
        (from_data(Line, each["name"]), mask_of(from_data(tuple[Card, ...], each["cards"]))) for each in data["hands"]
    )
    settlement = from_data(Settlement, data["settlement"])
    return Ended(settlement, lines_of(data["say"]), hands, from_data(Line, data["out_of_sight"]))


# -- saying it ---------------------------------------------------------------------------------------------------------


class NotInstalled(SheepfoldError):
    """A game that the server has and this program has not."""


def game_of(room: Mapping[str, Any]) -> Game[Any]:
    """The game of a table, which must be installed here too: its law and its cards are drawn from it."""
    name = str(room["game"]).partition("(")[0].partition(":")[0]
    if name not in GAMES:
        sentence = "This table plays { $title }, which is not installed here; install it as on the server."
        raise NotInstalled("game_not_installed", sentence, title=str(room.get("title", name)))
    return known_game(str(room["game"]))


class Echo(Presenter):
    """A presenter that says what was received; only what a server does not send is made here, of the same View."""

    def __init__(self, received: Received) -> None:
        super().__init__(game_of(received.room), Reader(received.seat, received.names))
        self._received = received
        self._sent: list[tuple[Event, Line]] = []

    def scene(self, view: View, common: dict[str, Any] | None = None) -> Scene:
        """The Scene that was sent with this View."""
        assert self._received.scene is not None
        return self._received.scene

    def part(self, name: str, view: View) -> Any:
        """One part of it."""
        return getattr(self.scene(view), name)

    def log(self, view: View) -> list[Line]:
        """Everything that was told of this deal."""
        return list(self._received.lines)

    def heard(self, events: Sequence[Event], lines: Sequence[Line]) -> Sequence[Line]:
        """Put lines to their events, of which some have none; what cannot be put anywhere is given back."""
        view = self._received.view
        self._sent = []
        if view is None:
            return lines
        telling = [event for event in events if super(Echo, self).happened(event, view)]
        if len(telling) != len(lines):
            return lines
        self._sent = list(zip(telling, lines, strict=True))
        return ()

    def happened(self, event: Event, view: View) -> Line:
        """The line that was sent for an event; empty for what is not news."""
        return next((line for told, line in self._sent if told is event), ())

    def question(self, legal: Sequence[Action], width: int, view: View | None = None) -> Line:
        """What the person is asked, or what everybody waits for."""
        received = self._received
        if received.question is not None and legal:
            return (*received.question.say, *self._time())
        return self._waiting()

    def _time(self) -> Line:
        """How much time is left, where there is a clock."""
        clock = self._received.room.get("time")
        if not clock or clock.get("seat") != self._received.seat:
            return ()
        return self.say("ask-time", seconds=round(clock.get("left", 0) / 1000))

    @property
    def waits_for_us(self) -> bool:
        """Whether nothing goes on before the person says a word, though no card is asked for."""
        received = self._received
        if received.state == "between":
            return received.seat is not None and not received.ready
        return received.state in ("gathering", "over", "paused")

    def _waiting(self) -> Line:
        received, view = self._received, self._received.view
        match received.state:
            case "gathering":
                return self.say("ask-start" if received.host else "ask-wait-start")
            case "paused":
                return self.say("ask-paused")
            case "between" if received.seat is not None and not received.ready:
                return self.say("ask-ready")
            case "between":
                late = [seat for seat in received.people if not received.seats[seat].get("ready")]
                return self.say("ask-wait", who=self.general.players(late)) if late else self.say("ask-dealing")
            case "over":
                return self.say("ask-over" if received.seat is not None else "ask-over-watching")
        if view is None or view.turn is None:
            return self.say("ask-dealing")
        return self.say("ask-wait", who=self.player(view.turn))

    def error(self, error: SheepfoldError) -> Line:
        """A refusal; what the server refuses is said with its own cards and names."""
        if not isinstance(error, Denial):
            return super().error(error)
        if error.rule is None:
            return self.say("refusal", sentence=error.line, code=error.code)
        return self.say("refusal-rule", sentence=error.line, code=error.code, rule=error.rule)

    def what_now(self, legal: Sequence[Action], view: View, words: Mapping[str, str] = JOIN_WORDS) -> list[Line]:
        """What may be done, and the words that mean something now."""
        done = self.may_do(legal, view) if legal else []
        return [*done, *self.words_now(self.scene(view).clauses), *([self.say("help-shorten")] if legal else [])]

    def words_now(self, clauses: Sequence[str] = ()) -> list[Line]:
        """The words that mean something now."""
        received, room = self._received, self._received.room
        left_out = {"again"} if received.state != "over" else set()
        if received.view is None:
            left_out |= set(JOIN_WORDS) - set(OF_THE_TABLE) - {"?", "rules", "say", "quit"}
        if not received.legal:
            left_out |= set(IN_A_DEAL)
        left_out |= _BY_STATE.get(received.state, frozenset())
        left_out |= set() if received.vote_is_ours else {"agree", "refuse"}
        left_out |= set() if received.host else _OF_HOST
        left_out |= set() if received.seat is not None else _OF_PLAYERS
        left_out |= set() if len(received.people) > 1 else _OF_COMPANY
        left_out |= {"lock"} if room["locked"] else {"unlock"}
        left_out |= set() if room["clock"] != "none" else {"time"}
        left_out |= set() if received.held else {"back"}
        found = self.may_ask({word: key for word, key in JOIN_WORDS.items() if word not in left_out}, clauses)
        return found if received.legal else [self.say("help-type"), *found[1:]]


_OF_HOST = frozenset({"start", "bot", "open", "options", "set", "lock", "unlock", "remove", "time"})
_OF_PLAYERS = frozenset({"pause", "resume", "auto", "back", "ready", "swap", "stand", "again", *IN_A_DEAL})
_OF_COMPANY = frozenset({"swap", "remove", "time", "agree", "refuse"})
"""Words that mean nothing to somebody alone with bots."""
_BEFORE = frozenset({"start", "options", "open", "sit", "swap"})
_BY_STATE: Mapping[str, frozenset[str]] = {
    "gathering": frozenset({"pause", "resume", "auto", "back", "ready", "time"}),
    "playing": _BEFORE | {"set"} | {"resume", "ready", "remove"},
    "paused": _BEFORE | {"set"} | {"pause", "ready", "remove"},
    "between": frozenset({"start", "options", "set", "resume", "back"}),
    "over": frozenset({"start", "pause", "resume", "back", "ready", "auto", "time"}),
}
"""The words that mean nothing in each state of a table."""
