"""The two faces at a table on a server: the same as at home, but they go on while a line is being typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.console import RenderableType
from rich.text import Text

from sheepfold.cli.faces import DrawnFace, Face, Pace, PlainFace
from sheepfold.cli.keyboard import Inbox, Keyboard
from sheepfold.cli.received import Echo
from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Action
from sheepfold.core.events import Event
from sheepfold.notation.prompt import JOIN_WORDS
from sheepfold.play.view import View

PROMPT = "> "
"""The same all the time, for it stands before a line that is being typed while the question above it changes."""
LATELY = 6
"""Lines that are shown below the seats before a match."""


class LiveFace(Face, Protocol):
    """What a table on a server needs of a terminal beside what every game needs."""

    screen: Screen

    def invite(self, view: View | None, legal: tuple[Action, ...]) -> None:
        """Show what there is to see and to do, and let the person type; what they have begun stays."""

    def is_line(self, text: str) -> bool:
        """Whether a line is meant for the table."""

    def dealt(self, view: View) -> None:
        """Somebody sits down to a deal of which little has happened."""

    def room(self, lines: Sequence[Text]) -> None:
        """Show the table before a match, where there are no cards to look at."""

    def busy(self) -> None:
        """Something is being done; the screen will be shown anew."""


class LivePlain(PlainFace):
    """Plain lines. A line that is being typed is written again below what has come meanwhile."""

    def __init__(self, screen: Screen, keyboard: Keyboard) -> None:
        super().__init__(screen)
        self._keyboard = keyboard
        self._broken = False  # whether something was written since the prompt
        if keyboard.at_keyboard:
            screen.ink.before = self._make_room

    def _make_room(self) -> None:
        if self._keyboard.listening and not self._broken:
            self._broken = True
            if self._keyboard.prompt or self._keyboard.begun:
                self.screen.ink.console.file.write("\n")

    def invite(self, view: View | None, legal: tuple[Action, ...]) -> None:
        """Offer what can be done, once per turn and after every answer, and listen."""
        waits = self._keyboard.listening
        if view is not None and legal and (self._asked is not view or not waits):
            self.offer(view, legal)
        prompt = PROMPT if legal else self._prompt_for_a_word()
        if waits and self._broken:
            self.screen.ink.console.file.write(self._keyboard.prompt + self._keyboard.begun)
            self.screen.ink.console.file.flush()
        self._broken = False
        self._keyboard.listen(prompt)

    def _prompt_for_a_word(self) -> str:
        """What the person is waited for; nothing while others play, for that would be read out each time."""
        presenter = self.screen.presenter
        if isinstance(presenter, Echo) and presenter.waits_for_us:
            return self.screen.word("ask-prompt", question=presenter.question((), self.screen.ink.width))
        return ""

    def is_line(self, text: str) -> bool:
        """Every line is."""
        return True

    def dealt(self, view: View) -> None:
        """Which deal it is, and the cards."""
        ink, presenter = self.screen.ink, self.screen.presenter
        self._hand = presenter.hand(view) if view.seat is not None else []
        ink.write(*ink.texts([*presenter.opening(view), *self._hand]))

    def resumed(self, view: View) -> None:
        """The table, and the hand of somebody who has one."""
        if view.seat is not None:
            super().resumed(view)
        else:
            self.screen.ink.write(*self.screen.ink.texts(self.screen.presenter.table(view)))

    def room(self, lines: Sequence[Text]) -> None:
        """The lines."""
        self.screen.ink.write(*lines)

    def busy(self) -> None:
        """Nothing is shown that would have to be shown anew."""


class LiveDrawn(DrawnFace):
    """The drawn table. The server keeps the pace; only a full trick is held here, and Enter goes on."""

    def __init__(self, screen: Screen, pace: Pace, keyboard: Keyboard, inbox: Inbox) -> None:
        super().__init__(screen, pace)
        self._keyboard = keyboard
        self._inbox = inbox
        self._room: list[Text] = []
        self._told: list[RenderableType] = []
        self._on_room = True

    def invite(self, view: View | None, legal: tuple[Action, ...]) -> None:
        """Draw the table, or the page that was asked for, the question below it, and listen."""
        self._complete(legal, JOIN_WORDS)
        waits, file = self._keyboard.listening, self.screen.ink.console.file
        question = self._question(view, legal)
        self._prompted = f"{question}\n{PROMPT}"
        self._show(view, legal)
        file.write(f"{question}\n")
        if waits:
            file.write(PROMPT + self._keyboard.begun)
        file.flush()
        self._redraw = lambda: self.invite(view, legal)
        self._keyboard.listen(PROMPT)

    def _question(self, view: View | None, legal: tuple[Action, ...]) -> str:
        width, presenter = self.screen.ink.width, self.screen.presenter
        question = presenter.question(legal, width, view)
        if self._page + 1 < self._pages:
            return self.screen.word("ask-live-more", question=question, next=self._page + 2, pages=self._pages)
        return self.screen.word("ask-live", question=question)

    def is_line(self, text: str) -> bool:
        """Whether a line is more than the turning of a page."""
        return self._is_for_us(text)

    def answer(self, lines: Sequence[RenderableType]) -> None:
        """As at home; before a match short answers stand below the seats."""
        if self._asked is not None or self._settlement:
            super().answer(lines)
        elif len(lines) <= LATELY:
            self._told = [*self._told, *lines][-LATELY:]
            self._paper = [*self._room, Text(), *self._told]
        else:
            self._paper, self._on_room = lines, False

    def room(self, lines: Sequence[Text]) -> None:
        """A page with the seats, and what was told since."""
        self._room = list(lines)
        if self._on_room or not self._paper:
            self._paper, self._on_room = [*self._room, Text(), *self._told], True

    def happened(self, event: Event, view: View) -> None:
        """Cards are on the table: the page with the seats goes, and the answer to what was asked before."""
        self._room, self._told, self._below = [], [], []
        super().happened(event, view)

    def dealt(self, view: View) -> None:
        """Cards are on the table: the next frame shows it all."""
        self._room, self._told, self._paper = [], [], ()

    def busy(self) -> None:
        """Do not draw in between."""
        self._redraw = None

    def _wait(self, seconds: float) -> None:
        """The server waits before every action of a bot."""

    def _hold(self) -> None:
        if self.pace.key:
            self.screen.ink.console.file.write(self.screen.word("ask-trick"))
            self.screen.ink.console.file.flush()
            self._keyboard.listen("")
        if self.pace.key or self.pace.trick:
            self._inbox.rest(None if self.pace.key else self.pace.trick)


def live_face(screen: Screen, pace: Pace, keyboard: Keyboard, inbox: Inbox) -> LiveFace:
    """The face that the terminal can show."""
    if screen.ink.plain or not keyboard.at_keyboard:
        return LivePlain(screen, keyboard)
    return LiveDrawn(screen, pace, keyboard, inbox)
