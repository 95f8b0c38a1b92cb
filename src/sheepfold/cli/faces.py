"""The two faces of the terminal game: a drawn table, and plain lines for screen readers and pipes."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

from sheepfold.cli import draw
from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.events import (
    Buried,
    CardsDealt,
    ContractSet,
    DealBegun,
    Discarded,
    Event,
    Given,
    PickedUp,
    Played,
    Said,
    TrickWon,
    Turn,
)
from sheepfold.notation.actions import action_text
from sheepfold.notation.prompt import WORDS
from sheepfold.play.view import View
from sheepfold.presentation.line import Line, capital


class Pace(Struct, frozen=True):
    """Seconds to look at what a computer player did, and at a full trick; ``key``: a trick waits for Enter."""

    bot: float
    trick: float
    key: bool = False


PACES: Mapping[str, Pace] = {
    "none": Pace(0, 0),
    "fast": Pace(0.3, 0.6),
    "normal": Pace(0.9, 1.5),
    "slow": Pace(1.8, 3.0),
    "enter": Pace(0.9, 0, key=True),
}


class Face(Protocol):
    """What the game loop needs of a terminal."""

    def begin(self, lines: Sequence[Line]) -> None:
        """Greet, before the first deal or after a resume."""

    def resumed(self, view: View) -> None:
        """Show where a match goes on in the middle of a deal."""

    def happened(self, event: Event, view: View) -> None:
        """Show an event, which is already part of the View."""

    def ask(self, view: View, legal: tuple[Action, ...]) -> str:
        """A line from the person; ``EOFError`` at the end of input."""

    def answer(self, lines: Sequence[RenderableType]) -> None:
        """Show what was asked for."""

    def thinking(self) -> AbstractContextManager[object]:
        """A sign that the program thinks, for as long as this lasts."""

    def deal_over(self, view: View, lines: Sequence[RenderableType]) -> None:
        """Show the end of a deal."""

    def taken_back(self, line: Line) -> None:
        """Say what has been taken back; what was shown since then no longer holds."""

    def goodbye(self, lines: Sequence[Line]) -> None:
        """The last words."""


def read_line(prompt: str) -> str:
    """One line of input; ``EOFError`` at its end."""
    if sys.stdin is None:
        raise EOFError
    if _at_keyboard():
        return input(prompt)
    found = sys.stdin.readline()
    if not found:
        raise EOFError
    return found.rstrip("\n")


def _at_keyboard() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


class PlainFace:
    """One event a line, in words; no colours, no boxes, no moving cursor, no waiting."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._order: list[Line] = []  # told once, until it changes
        self._hand: list[Line] = []

    def begin(self, lines: Sequence[Line]) -> None:
        """Greet."""
        self.screen.ink.write(*self.screen.ink.texts(lines))

    def resumed(self, view: View) -> None:
        """The table with its order, and the hand."""
        ink, presenter = self.screen.ink, self.screen.presenter
        self._hand = presenter.hand(view)
        ink.write(*ink.texts([*presenter.table(view), *self._hand]))
        if view.contract is not None or view.begun.deal > 1:
            self._order = presenter.order(view)

    def happened(self, event: Event, view: View) -> None:
        """A sentence, and the hand again when its order has changed."""
        ink, presenter = self.screen.ink, self.screen.presenter
        line = presenter.event(event)
        if line:
            ink.write(ink.text(line))
        own_cards = isinstance(event, CardsDealt) and event.seat == view.seat
        moved = isinstance(event, Given) and view.seat in (event.giver, event.receiver)
        if isinstance(event, DealBegun):
            ink.write(*ink.texts(presenter.opening(view)))
        if isinstance(event, ContractSet):
            self._settled(view)
        if isinstance(event, ContractSet | PickedUp) or own_cards or moved:
            hand = presenter.hand(view)
            ink.write(*ink.texts(hand if hand != self._hand else []))
            self._hand = hand

    def _settled(self, view: View) -> None:
        """What follows from the contract and cannot be heard in it: the own side, and the order if it is another."""
        ink, presenter = self.screen.ink, self.screen.presenter
        side, order = presenter.part("side", view), presenter.order(view)
        if side is not None:
            ink.write(ink.text(presenter.say("sentence", clause=capital(side.line))))
        if order != self._order:
            ink.write(*ink.texts(order))
            self._order = order

    def ask(self, view: View, legal: tuple[Action, ...]) -> str:
        """Say what can be done, then listen. Between deals a pipe is not asked; at a keyboard there is time to ask."""
        if not legal:
            if not _at_keyboard():
                return ""
            return read_line(self.screen.word("ask-trick"))
        choices = self.screen.presenter.choices(legal)
        self.screen.ink.write(self.screen.say("ask-choices-sentence", choices=choices))
        return read_line("> ")

    def answer(self, lines: Sequence[RenderableType]) -> None:
        """The lines asked for."""
        self.screen.ink.write(*(each for each in lines if isinstance(each, Text | str)))

    def thinking(self) -> AbstractContextManager[object]:
        """Nothing: a screen reader would read it out, and a pipe has no use for it."""
        return nullcontext()

    def deal_over(self, view: View, lines: Sequence[RenderableType]) -> None:
        """The settlement."""
        self.answer(lines)

    def taken_back(self, line: Line) -> None:
        """Say it."""
        self.begin([line])

    def goodbye(self, lines: Sequence[Line]) -> None:
        """The last words."""
        self.begin(lines)


def _line_editor() -> Any:
    """The system's line editor, with the Tab key for completion; ``None`` where there is none."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    return readline


def _nth(found: Sequence[str], n: int) -> str | None:
    return found[n] if n < len(found) else None


_QUIET = (Played, Turn, CardsDealt, TrickWon, ContractSet)
"""Events that the drawn table shows by itself."""


def _doer(event: Event) -> Seat | None:
    """Whose action an event is."""
    if isinstance(event, Played | Said | Buried | Discarded):
        return event.seat
    return event.giver if isinstance(event, Given) else None


class DrawnFace:
    """A screen that is drawn anew after every event, slowly enough to be followed; Enter skips the waiting."""

    def __init__(self, screen: Screen, pace: Pace) -> None:
        self.screen = screen
        self.pace = pace
        self._news: list[Line] = []
        self._seen = 0  # news from here on came with the person's last action or after it
        self._below: list[Text] = []
        self._on_page = False
        self._settlement: Sequence[RenderableType] = ()
        self._editor = _line_editor()

    def begin(self, lines: Sequence[Line]) -> None:
        """Greet; the words stay on the first screens."""
        self._news += lines

    def resumed(self, view: View) -> None:
        """The next frame shows it all."""

    def happened(self, event: Event, view: View) -> None:
        """Draw the table with the event, and wait a little if it was somebody else's doing."""
        self._settlement = ()
        if _doer(event) == view.seat:
            self._seen = len(self._news)
        if not isinstance(event, _QUIET) and (line := self.screen.presenter.event(event)):
            self._news.append(line)
        if isinstance(event, TrickWon):
            self._draw(view, draw.Moment(news=self._fresh, held=True))
            self._hold()
        elif isinstance(event, Played | Said) and event.seat != view.seat:
            self._draw(view, draw.Moment(news=self._fresh))
            if len(view.trick) < view.seats:  # a full trick waits only once
                self._wait(self.pace.bot)

    @property
    def _fresh(self) -> tuple[Line, ...]:
        return tuple(self._news[self._seen :])

    def ask(self, view: View, legal: tuple[Action, ...]) -> str:
        """Draw the table, or leave the page that was asked for, and listen."""
        if not self._on_page:
            rows = sum(1 + each.cell_len // self.screen.ink.width for each in self._below)
            self._draw(view, draw.Moment(legal, self._fresh, below=rows + 1))
            self.screen.ink.write(*self._below)
        self._below, self._on_page = [], False
        if self._editor is not None:
            offers = [*(action_text(action).lower() for action in legal), *WORDS]
            self._editor.set_completer(lambda typed, n: _nth([each for each in offers if each.startswith(typed)], n))
        question = self.screen.presenter.question(legal, self.screen.ink.width)
        return read_line(self.screen.word("ask-prompt", question=question))

    def answer(self, lines: Sequence[RenderableType]) -> None:
        """A short answer goes below the table, a long one gets the screen until the next line is typed."""
        texts = [each for each in lines if isinstance(each, Text)]
        rows = sum(1 + each.cell_len // self.screen.ink.width for each in texts)
        if self._settlement and len(texts) == len(lines) and rows <= 3:
            self._page([*self._settlement, Text(), *texts])
        elif len(texts) == len(lines) and rows <= 3:
            self._below = texts
        else:
            self._page(lines)

    def thinking(self) -> AbstractContextManager[object]:
        """A line that moves below the prompt, and goes when the answer is there."""
        return self.screen.ink.console.status(self.screen.say("hint-thinking"))

    def deal_over(self, view: View, lines: Sequence[RenderableType]) -> None:
        """The settlement has the screen to itself, also behind short answers: the table no longer holds."""
        self._seen = len(self._news)
        self._settlement = lines
        self._page(lines)

    def taken_back(self, line: Line) -> None:
        """It is the only news."""
        self._seen = len(self._news)
        self._news.append(line)

    def goodbye(self, lines: Sequence[Line]) -> None:
        """The last words stay on the screen."""
        self.screen.ink.write("", *self.screen.ink.texts(lines))

    def _page(self, lines: Sequence[RenderableType]) -> None:
        console = self.screen.ink.console
        console.file.write("\x1b[H\x1b[2J")
        for each in lines:
            console.print(each)
        console.print()
        self._on_page = True

    def _draw(self, view: View, moment: draw.Moment) -> None:
        """Write over the old screen line by line, so that nothing flickers."""
        console = self.screen.ink.console
        with console.capture() as capture:
            for each in draw.frame(self.screen, view, self.screen.presenter.scene(view), moment):
                console.print(each)
        console.file.write("\x1b[H" + capture.get().replace("\n", "\x1b[K\n") + "\x1b[J")
        console.file.flush()

    def _hold(self) -> None:
        if self.pace.key:
            read_line(self.screen.word("ask-trick"))
        else:
            self._wait(self.pace.trick)

    def _wait(self, seconds: float) -> None:
        """Wait, unless the person has pressed Enter; what was typed is left for the next question."""
        if seconds <= 0:
            return
        if not sys.stdin.isatty():
            return
        try:
            select.select([sys.stdin], [], [], seconds)
        except (OSError, ValueError):
            time.sleep(seconds)


def face_for(screen: Screen, pace: Pace) -> Face:
    """The face that the terminal can show."""
    return PlainFace(screen) if screen.ink.plain else DrawnFace(screen, pace)
