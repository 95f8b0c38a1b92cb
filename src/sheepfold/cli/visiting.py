"""Somebody at a table on a server: what comes is shown, what is typed is sent, until they leave."""

from __future__ import annotations

import shlex
import time
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

from sheepfold.cli import answers, sheets
from sheepfold.cli.faces import PACES
from sheepfold.cli.ink import Ink
from sheepfold.cli.keyboard import Inbox, Keyboard, Typed
from sheepfold.cli.live_faces import LiveFace, live_face
from sheepfold.cli.received import Asked, Echo, Received, lines_of, refusal_of
from sheepfold.cli.remote import FAILED, FOUND, LOST, Data, Server, Stream, Unreachable, pause
from sheepfold.cli.rooms import later_line, new_chat, room_lines, room_news, said_line
from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Action
from sheepfold.core.errors import BadText, SheepfoldError
from sheepfold.core.events import Event, MatchOver
from sheepfold.notation.forms import from_data, to_data
from sheepfold.notation.prompt import JOIN_WORDS, OF_THE_TABLE, Actions, Word, claimed_tricks, read, read_actions
from sheepfold.play.view import View
from sheepfold.presentation import Line, spoken
from sheepfold.presentation.prompting import answer, law_of

LAST_CHAT = 3
"""Lines of chat that are told to whoever comes in."""
EFFECT = 0.5
"""Seconds in which what was asked for comes back as news, before the person is asked again."""
TWICE = frozenset({"undo", "takeback", "claim", "swap", "options"})
"""What must not be asked a second time if only the answer was lost."""
PLAIN_ASKS = frozenset(
    {"ready", "again", "pause", "resume", "agree", "refuse", "stand", "start", "lock", "unlock", "back"}
)
"""Words that are asked of the table as they stand."""
SEAT_ASKS = frozenset({"sit", "swap", "open", "remove", "time"})
"""Words that name a seat."""


AT_ANY_TIME = frozenset({*OF_THE_TABLE, "say", "chat", "quit", "undo", "takeback"})
"""Words of a script that are not kept until the next question."""


class Left(Exception):
    """The person leaves."""


class Wishes(Struct, frozen=True):
    """How somebody wants to see a table."""

    pace: str = "normal"
    notes: tuple[SheepfoldError, ...] = ()


class Visit:
    """A person, a screen and a table somewhere else."""

    def __init__(self, server: Server, table: str, ink: Ink, wishes: Wishes) -> None:
        self.server = server
        self.table = table
        self.ink = ink
        self.wishes = wishes
        self.received = Received()
        self._inbox = Inbox()
        self._keyboard = Keyboard(self._inbox)
        self._face: LiveFace | None = None
        self._lost = False
        self._awaited = -1  # the number of the person's last action: before it has come, nothing is asked
        self._readied = -1  # where the person last said that they are ready
        self._settlement: list[RenderableType] = []
        self._kept: deque[Typed] = deque()  # of a script, for questions that are still to come
        self._chat: Sequence[Data] = ()  # as far as it was told
        self._told_of = ""  # the game whose table was told in words

    @property
    def url(self) -> str:
        """The address of the table."""
        return self.server.address.of_table(self.table)

    @property
    def at_keyboard(self) -> bool:
        """Whether a person types."""
        return self._keyboard.at_keyboard

    @property
    def face(self) -> LiveFace:
        """The screen; there is one from the first snapshot on."""
        assert self._face is not None
        return self._face

    @property
    def screen(self) -> Screen:
        """Who says it, and the ink."""
        return self.face.screen

    @property
    def echo(self) -> Echo:
        """Who says it."""
        presenter = self.screen.presenter
        assert isinstance(presenter, Echo)
        return presenter

    # -- the course of a visit -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Until the person leaves, which is ``Left``, ``EOFError`` or ``KeyboardInterrupt``, or the table is closed."""
        Stream(self.server, self.table, self._inbox.deliver).start()
        try:
            while True:
                self._handle(self._inbox.take())
                while (message := self._inbox.take_now()) is not None:
                    self._handle(message)
                self._go_on()
        finally:
            self._keyboard.release()

    def _handle(self, item: Typed | Data) -> None:
        if self._face is not None:
            self._face.busy()
        if isinstance(item, Typed) and (self._kept or self._too_early(item)):
            self._kept.append(item)
        elif isinstance(item, Typed):
            self._say(item)
        else:
            self._message(item)

    def _go_on(self) -> None:
        """Wait for the person, if there is anything that they could say now."""
        received = self.received
        if self._face is None or received.number < self._awaited:
            return
        if not self.at_keyboard and received.state == "over":
            raise Left
        if not self.at_keyboard and received.state == "between" and received.seat is not None:
            self._in_words(self._be_ready)
        if received.view is None:
            self._show_room()
        self.face.invite(received.view, received.legal)
        if self._kept and not self._too_early(self._kept[0]):
            self._say(self._kept.popleft())
            self._go_on()

    def _too_early(self, line: Typed) -> bool:
        """Whether a line of a script, which does not look at the table, is for a question that is still to come."""
        received = self.received
        if self.at_keyboard or received.seat is None or received.legal or received.view is None:
            return False
        return line.text is None or line.text.partition(" ")[0].lower() not in AT_ANY_TIME

    def _be_ready(self) -> None:
        if self._readied != self.received.number:
            self._readied = self.received.number
            self._ask("ready")

    def _message(self, message: Data) -> None:
        match message.get("t"):
            case "snap":
                self._snapshot(message)
            case "ev":
                self._entry(message)
            case "room":
                self._news(message)
            case str(kind) if kind == LOST:
                self._say_lost()
            case str(kind) if kind == FOUND and self._lost:
                self._lost = False
                self._tell([self.echo.say("join-found")])
            case str(kind) if kind == FAILED:
                raise message["fault"]

    def _say_lost(self) -> None:
        if not self._lost and self._face is not None:
            self._lost = True
            self._tell([self.echo.say("join-lost")])
            self.face.invite(self.received.view, ())

    def _tell(self, lines: Sequence[Line]) -> None:
        """Lines that are news: beside the table, or above the page that is there instead of it."""
        if self.received.view is None or self.received.ended is not None:
            self.face.answer(self.ink.texts(lines))
        else:
            self.face.begin(lines)

    # -- what comes ----------------------------------------------------------------------------------------------

    def _snapshot(self, message: Data) -> None:
        """Everything anew: the first time, after a change of seats, after a taking-back or a time away."""
        received, first = self.received, self._face is None
        before, lines, room, chat = received.view, received.lines, received.room, received.chat
        received.snapshot(message)
        screen = Screen(Echo(received), self.ink)
        if self._face is None:
            self._face = live_face(screen, PACES[self.wishes.pace], self._keyboard, self._inbox)
            self._greet()
        self._face.screen = screen
        if not first:
            self._tell([*room_news(screen.presenter, received, room), *self._chat_since(chat)])
        view = received.view
        if view is None:
            return
        if before is None or before.begun.deal != view.begun.deal or before.seat != view.seat:
            self._sit_down(view)
        elif received.lines[: len(lines)] == lines:
            self.face.begin(received.lines[len(lines) :])
        else:
            self.face.taken_back(self.echo.say("undone-live"))
        if received.ended is not None and (before is None or before.outcome is None):
            self._settle(())

    def _chat_since(self, before: Sequence[Data]) -> list[Line]:
        """Chat that came with a snapshot; where watchers see the table later it comes in no other way."""
        self._chat = before or self._chat  # before anything of a match is shown there is no chat either
        if not later_line(self.echo, self.received):
            return []
        return [said_line(self.echo, said) for said in new_chat(self._chat, self.received.chat)]

    def _greet(self) -> None:
        say = self.echo.say
        notes = [self.echo.error(note) for note in self.wishes.notes]
        if self.received.seat is None:
            notes.append(say("join-watching"))
        if later := later_line(self.echo, self.received):
            notes.append(later)
        self._tell([*notes, *(said_line(self.echo, said) for said in self.received.chat[-LAST_CHAT:])])

    def _sit_down(self, view: View) -> None:
        """Into a deal that has just begun, of which all is told, or into the middle of one."""
        if not view.done and not view.trick:
            self.face.begin(self.received.lines)
            self.face.dealt(view)
        else:
            self.face.begin([self.echo.say("match-goes-on")])
            self.face.resumed(view)

    def _entry(self, message: Data) -> None:
        """One entry of the match."""
        received = self.received
        received.entry(message)
        view = received.view
        events: tuple[Event, ...] = from_data(tuple[Event, ...], message.get("e", []))
        if view is None:
            self.face.begin(lines_of(message.get("say")))
            return
        self.face.begin(self.echo.heard(events, lines_of(message.get("say"))))
        last = [self.echo.happened(event, view) for event in events if isinstance(event, MatchOver)]
        for event in events:
            if not isinstance(event, MatchOver):
                self.face.happened(event, view)
        if message.get("ended"):
            self._settle(last)

    def _settle(self, last: Sequence[Line]) -> None:
        """The end of a deal: why who got what, all cards, the sheet."""
        received, screen = self.received, self.screen
        ended, view, sheet = received.ended, received.view, received.sheet
        assert ended is not None
        assert view is not None
        assert sheet is not None
        told = sheets.settled(screen, ended.settlement, ended.say)
        told += sheets.hands(screen, view, ended.hands, ended.out_of_sight)
        self._settlement = [*answers.ending(screen, told, sheet), *self.ink.texts(line for line in last if line)]
        self.face.deal_over(view, self._settlement)

    def _news(self, message: Data) -> None:
        """Something has changed beside the match."""
        received, before = self.received, self.received.room
        before = dict(before)
        received.news(message)
        lines = room_news(self.echo, received, before) if message.get("room") else []
        if message.get("said"):
            lines.append(said_line(self.echo, message["said"]))
        if lines:
            self._tell(lines)

    # -- the table before a match --------------------------------------------------------------------------------

    def _show_room(self) -> None:
        """Who sits where: drawn, a page that is always up to date; in words once, and again for another game."""
        game = str(self.received.room["game"])
        if not self.ink.plain or game != self._told_of:
            self.face.room(self.ink.texts(room_lines(self.echo, self.received, self.url)))
        self._told_of = game

    # -- what is typed -------------------------------------------------------------------------------------------

    def _say(self, line: Typed) -> None:
        if line.text is None:
            raise EOFError
        if not self.face.is_line(line.text):
            return
        text = line.text
        self._in_words((lambda: self._do_line(text)) if text.strip() else self._enter)

    def _in_words(self, do: Callable[[], None]) -> None:
        """Do something; what is refused is told, and nothing has changed."""
        try:
            do()
        except SheepfoldError as error:
            self.face.answer([self.screen.error(error)])

    def _enter(self) -> None:
        """Enter alone: ready for the next deal, or good-bye."""
        received = self.received
        if received.state == "over":
            raise Left
        if received.state == "between" and received.seat is not None and not received.ready:
            self._be_ready()
            if len(received.people) > 1:
                self.face.deal_over(self._view, self._settlement)

    def _do_line(self, text: str) -> None:
        reading = read(text, self.received.legal, JOIN_WORDS)
        if isinstance(reading, Word):
            self._word(reading)
        else:
            self._do(self._asked(), reading)

    def _asked(self) -> Asked:
        question = self.received.question
        if question is None:
            sentence = "It is not your turn; ? tells what you can ask."
            raise BadText("not_your_turn", sentence, "X6", key="not_your_turn_live")
        return question

    @property
    def _view(self) -> View:
        view = self.received.view
        if view is None:
            raise BadText("no_deal", "No cards have been dealt yet.", "X6", key="no_deal_yet")
        return view

    def _do(self, question: Asked, doing: Actions) -> None:
        """Staged actions, each read by what may be done after those before it; done whole or refused whole."""
        actions = read_actions(doing, question.legal, self._after)
        message = {"t": "act", "base": self.received.number, "a": [to_data(action) for action in actions]}
        self._awaited = int(self._send(message)["v"])

    def _after(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """What could be done after these, as the server says."""
        told = self._ask("check", a=[to_data(action) for action in actions])
        return tuple(from_data(Action, each["a"]) for each in told.get("legal", ()))

    # -- words ---------------------------------------------------------------------------------------------------

    def _word(self, word: Word) -> None:
        """Answer a word of the table."""
        match word.name:
            case "score":
                self.face.answer(self._score(word.rest))
            case "pace":
                self.face.answer([answers.pace(self.screen, self.face, word.rest)])
            case "hint" | "claim":
                self._think(word)
            case "undo":
                self._asked_for("undo" if len(self.received.people) < 2 else "takeback")
            case "say":
                self._send({"t": "chat", "text": word.rest})
                self._inbox.wait_for_message(EFFECT)
            case "who":
                self.face.answer(self.ink.texts(room_lines(self.echo, self.received, self.url)))
            case "quit":
                raise Left
            case "hand" if self.received.seat is None:
                self.face.answer([self.screen.say("join-watching")])
            case "?" | "rules" if self.received.view is None:
                self.face.answer(self._before_cards(word))
            case "?" | "why" | "rules" | "hand" | "table" | "last" | "tricks" | "log":
                found = answer(self.echo, self._view, self.received.legal, self._why_not, word, JOIN_WORDS)
                self.face.answer(answers.shown(self.screen, found))
            case _:
                self._of_the_table(word)

    def _before_cards(self, word: Word) -> list[Text]:
        """What can be asked before the first deal."""
        if word.name == "?":
            return self.ink.texts(self.echo.words_now())
        return answers.shown(self.screen, law_of(self.echo, word.rest))

    def _why_not(self, action: Action) -> SheepfoldError | None:
        """Why not: the question says it of all that is shown to the person, the server of anything else."""
        question = self._asked()
        if action in question.refused or action in question.legal:
            return question.refused.get(action)
        try:
            self._after([action])
        except SheepfoldError as refused:
            return refused
        return None

    def _of_the_table(self, word: Word) -> None:
        """Seats, pauses, votes, the host's rights: asked as they are typed; the server says what cannot be."""
        name, rest = word.name, word.rest
        if name in PLAIN_ASKS:
            self._asked_for(name)
        elif name in SEAT_ASKS:
            self._asked_for(name, seat=_seat(name, rest))
        elif name == "bot":
            seat, _, level = rest.partition(" ")
            self._asked_for(name, seat=_seat(name, seat), text=level.strip())
        elif name == "auto":
            self._asked_for(name, value=rest or "on")
        elif name == "options":
            self._asked_for(name, text=rest or str(self.received.room["game"]))
        else:
            what, _, value = rest.partition(" ")
            self._asked_for(name, text=what, value=value.strip())

    def _asked_for(self, what: str, **more: Any) -> None:
        lines = lines_of(self._ask(what, **more).get("say"))
        if lines:
            self.face.answer(self.ink.texts(lines))
        if what != "auto":
            self._inbox.wait_for_message(EFFECT)

    def _score(self, asked: str) -> list[RenderableType]:
        sheet = self.received.sheet
        if sheet is None:
            raise BadText("no_deal", "No cards have been dealt yet.", "X6", key="no_deal_yet")
        return answers.score(self.screen, sheet, asked)

    def _think(self, word: Word) -> None:
        """What the server thinks about for a while: a hint, or whether a claim is proved."""
        more = {"tricks": claimed_tricks(word.rest)} if word.name == "claim" else {}
        self._asked()
        with self.face.thinking() if word.name == "hint" else nullcontext():
            told = self._ask(word.name, **more)
        self.face.answer(self.ink.texts(lines_of(told.get("say"))))

    # -- sending -------------------------------------------------------------------------------------------------

    def _ask(self, what: str, **more: Any) -> Data:
        """Ask something of the table; the answer; what is refused raises."""
        given = {name: value for name, value in more.items() if value is not None}
        return self._send({"t": "ask", "what": what, **given}, again=what not in TWICE)

    def _send(self, message: Mapping[str, Any], *, again: bool = True) -> Data:
        """Send a message until an answer comes: under the same id it is done once, however often it arrives."""
        if message["t"] != "chat":
            message = {**message, "id": uuid.uuid4().hex}
        tries = 0
        while True:
            try:
                told = self.server.send(self.table, message)
                break
            except Unreachable as fault:
                if fault.sent and not again:
                    sentence = (
                        "The connection was lost before the answer came; look at the table, and ask again if need be."
                    )
                    raise BadText("unsure", sentence) from None
                if fault.code not in BUSY:
                    self._say_lost()
                time.sleep(pause(tries))
                tries += 1
        if told.get("t") == "nak":
            raise refusal_of(told)
        return told

    # -- leaving -------------------------------------------------------------------------------------------------

    def last_words(self, again: Sequence[str]) -> list[str]:
        """How to come back, if there is something to come back to."""
        if self._face is None or self.received.state == "over":
            return []
        key = "join-back" if self.received.seat is not None else "join-watch-again"
        watch = [] if self.received.seat is not None else ["--watch"]
        return [spoken(self.echo.say(key)), shlex.join([*again, "join", self.url, *watch])]


BUSY = ("message_rate", "request_rate", "chat_rate")
"""Refusals after which the same is sent again a moment later."""


def _seat(word: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        sentence = "Name a seat by its number, as { $word } 2; who shows the seats."
        raise BadText("seat_number", sentence, word=word)
    return int(text[:9])
