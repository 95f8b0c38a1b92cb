"""The two faces of the terminal game: a drawn table, and plain lines for screen readers and pipes."""

from __future__ import annotations

import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
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
from sheepfold.presentation.answering import from_strawmen
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

    def forced(self, line: Line) -> None:
        """Say that the card which is played next was the only one; a last card needs no words."""

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
    if at_keyboard():
        return input(prompt)
    found = sys.stdin.readline()
    if not found:
        raise EOFError
    return found.rstrip("\n")


def at_keyboard() -> bool:
    """Whether a person types and sees what is written."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


class PlainFace:
    """One event a line, in words; no colours, no boxes, no moving cursor, no waiting."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._order: list[Line] = []  # told once, until it changes
        self._hand: list[Line] = []
        self._asked: View | None = None  # the moment whose choices were told
        self._goal: tuple[int, str, Line] | None = None  # the goal that was told last, in which deal and phase

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
        own_cards = isinstance(event, CardsDealt) and event.seat == view.seat
        if isinstance(event, CardsDealt) and own_cards and event.cards == view.hand:
            line = presenter.event(replace(event, cards=None))  # the hand, which follows, names them
        else:
            line = presenter.happened(event, view)
        if line:
            ink.write(ink.text(line))
        moved = isinstance(event, Given) and view.seat in (event.giver, event.receiver)
        if isinstance(event, DealBegun):
            ink.write(*ink.texts(presenter.opening(view)))
        if isinstance(event, ContractSet):
            self._settled(view)
        if view.seat is not None and (isinstance(event, ContractSet | PickedUp) or own_cards or moved):
            hand = presenter.hand(view)
            ink.write(*ink.texts(hand if hand != self._hand else []))
            self._hand = hand

    def forced(self, line: Line) -> None:
        """Say it."""
        self.begin([line] if line else [])

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
        """Say what can be done, once per turn, then listen. Between deals only somebody at a keyboard is asked."""
        if not legal:
            return read_line(self.screen.word("ask-trick")) if at_keyboard() else ""
        self.offer(view, legal)
        return read_line("> ")

    def offer(self, view: View, legal: tuple[Action, ...]) -> None:
        """What can be done, or after the first time that something is to be done."""
        if self._asked is view:
            self.screen.ink.write(self.screen.say("ask-again"))
        else:
            self._tell_goal(view)
            self.screen.ink.write(self.screen.say("ask-choices-sentence", choices=self._choices(view, legal)))
        self._asked = view

    def _tell_goal(self, view: View) -> None:
        """What it is about, once in every phase; while tricks are played ``table`` tells how it stands."""
        goal = (view.begun.deal, view.phase, self.screen.presenter.part("goal", view).line)
        if self._goal is None or goal[:2] != self._goal[:2] or (view.phase != "tricks" and goal != self._goal):
            self.screen.ink.write(self.screen.say("sentence", clause=capital(goal[-1])))
            self._goal = goal

    def _choices(self, view: View, legal: tuple[Action, ...]) -> Line:
        """Cards of the hand as it is held, then those on the table, then words."""
        presenter = self.screen.presenter
        others, tops = from_strawmen(view, legal)
        rest = presenter.choices(presenter.in_order(others, view))
        if not tops:
            return (rest,)
        return presenter.say("choices-strawmen", hand=rest, strawmen=presenter.choices(tops), none=int(not rest))

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


def line_editor() -> Any:
    """The system's line editor, with the Tab key for completion; ``None`` where there is none."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    return readline


def _on_resize(handler: Callable[..., None]) -> None:
    """Call this when the window gets another size, where the system tells."""
    if hasattr(signal, "SIGWINCH") and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGWINCH, handler)


def _nth(found: Sequence[str], n: int) -> str | None:
    return found[n] if n < len(found) else None


SHORT = 3
"""Lines of an answer for which there is always room below the table."""

MORE = 16
"""Columns that the number of a page takes from the question."""

QUIET = (Played, Turn, CardsDealt, TrickWon, ContractSet)
"""Events that the drawn table shows by itself."""


def _doer(event: Event) -> Seat | None:
    """Whose action an event is."""
    if isinstance(event, Played | Said | Buried | Discarded):
        return event.seat
    return event.giver if isinstance(event, Given) else None


def _lies_there(event: Event, view: View) -> bool:
    """Whether an event is to be seen on the table: a card of this trick, or something that was said."""
    return isinstance(event, Said) or (isinstance(event, Played) and event.card in view.trick)


def _squeezed(lines: list[str], most: int) -> list[str]:
    """The lines without some empty ones, if that saves a page of so many lines."""
    empty = [place for place, line in enumerate(lines) if not line.strip()]
    spilt = len(lines) % most if len(lines) > most else 0
    gone = set(empty[-spilt:]) if 0 < spilt <= len(empty) else set()
    return [line for place, line in enumerate(lines) if place not in gone]


class DrawnFace:
    """A screen that is drawn anew after every event, slowly enough to be followed; Enter skips the waiting."""

    def __init__(self, screen: Screen, pace: Pace) -> None:
        self.screen = screen
        self.pace = pace
        self._news: list[Line] = []
        self._seen = 0  # news from here on came with the person's last action or after it
        self._below: list[Text] = []
        self._asked: tuple[View, tuple[Action, ...]] | None = None
        self._paper: Sequence[RenderableType] = ()  # what has the screen instead of the table
        self._page = 0
        self._settlement: Sequence[RenderableType] = ()
        self._prompted = ""
        self._forced: Line | None = None  # said when the card is on the table
        self._decided = 0  # tricks that were over when the person last decided something
        self._redraw: Callable[[], None] | None = None  # while the person is waited for
        _on_resize(self._resized)  # before the editor, which passes the signal on to whoever was there before it
        self._editor = line_editor()

    def begin(self, lines: Sequence[Line]) -> None:
        """Greet; the words stay on the first screens."""
        self._news += lines

    def resumed(self, view: View) -> None:
        """The next frame shows it all."""
        self._decided = len(view.done)

    def happened(self, event: Event, view: View) -> None:
        """Draw the table with the event, and wait a little if it was somebody else's doing."""
        self._settlement = ()
        if isinstance(event, DealBegun):
            self._decided = 0
        if _doer(event) == view.seat:
            self._own_doing(view)
        if not isinstance(event, QUIET) and (line := self.screen.presenter.happened(event, view)):
            self._news.append(line)
        if isinstance(event, TrickWon):
            self._redraw = self._drawn(view, draw.Moment(news=self._fresh, held=True))
            self._hold()
        elif _lies_there(event, view) and _doer(event) != view.seat:
            self._redraw = self._drawn(view, draw.Moment(news=self._fresh))
            if len(view.trick) < view.seats:  # a full trick waits only once
                self._wait(self.pace.bot)
        self._redraw = None

    def _own_doing(self, view: View) -> None:
        """What stood there before has been seen, unless the card was forced: then nobody was asked."""
        if self._forced is None:
            self._seen, self._decided = len(self._news), len(view.done)
        elif self._forced:
            self._news.append(self._forced)
        self._forced = None

    def forced(self, line: Line) -> None:
        """It is news as soon as the card lies there."""
        self._forced = line

    @property
    def _fresh(self) -> tuple[Line, ...]:
        return tuple(self._news[self._seen :])

    def ask(self, view: View, legal: tuple[Action, ...]) -> str:
        """Draw the table, or the page that was asked for, and listen; Enter turns the page as long as there is one."""
        self._complete(legal)
        while not self._is_for_us(line := self._listen(view, legal)):
            pass
        return line

    def _complete(self, legal: tuple[Action, ...], words: Iterable[str] = WORDS) -> None:
        """Let the Tab key complete what can be typed now."""
        if self._editor is not None:
            offers = [*(action_text(action).lower() for action in legal), *words]
            self._editor.set_completer(lambda typed, n: _nth([each for each in offers if each.startswith(typed)], n))

    def _is_for_us(self, line: str) -> bool:
        """Whether a line is more than the turning of a page; then what stood there has been read."""
        if not line.strip() and self._page + 1 < self._pages:
            self._page += 1
            return False
        self._below, self._paper, self._page = [], (), 0
        return True

    def _show(self, view: View | None, legal: tuple[Action, ...]) -> None:
        """The page that was asked for; or the table, with a short answer below it."""
        self._asked = None if view is None else (view, legal)
        if self._below and not self._fits_below(self._rows(self._below)):  # the window has become smaller
            self._paper, self._below = self._below, []
        if self._paper or view is None:
            self._paged()
            return
        rows = self._rows(self._below)
        self._draw(view, draw.Moment(legal, self._fresh, below=rows + self._prompt_rows, since=self._decided))
        self.screen.ink.write(*self._below)

    def _rows(self, texts: Sequence[Text]) -> int:
        ink = self.screen.ink
        return sum(len(ink.rows(each, ink.console.width)) for each in texts)

    def _listen(self, view: View, legal: tuple[Action, ...]) -> str:
        """Show what is to be shown, and read a line."""
        self._prompted = self._prompt(view, legal)
        self._show(view, legal)

        rows = self._prompt_rows

        def redraw() -> None:
            nonlocal rows
            self._show(view, legal)
            rows, before = self._prompt_rows, rows
            # The editor shows the prompt again, and what was typed; it goes up by the rows that the prompt had before.
            again = self._prompted if self._editor is None else "\n" * (before - 1)
            self.screen.ink.console.file.write(again)
            self.screen.ink.console.file.flush()

        self._redraw = redraw
        try:
            return read_line(self._prompted)
        finally:
            self._redraw = None

    def _prompt(self, view: View, legal: tuple[Action, ...]) -> str:
        width, presenter = self.screen.ink.width, self.screen.presenter
        if self._page + 1 < self._pages:
            page = {"next": self._page + 2, "pages": self._pages}
            if not legal:
                return self.screen.word("ask-prompt", question=presenter.say("ask-nothing-yet", **page))
            return self.screen.word("ask-more", question=presenter.question(legal, width - MORE, view), **page)
        return self.screen.word("ask-prompt", question=presenter.question(legal, width, view))

    @property
    def _prompt_rows(self) -> int:
        """Lines that the prompt takes; the window may have become narrower since it was written."""
        return sum(1 + cell_len(line) // self.screen.ink.console.width for line in self._prompted.split("\n"))

    def answer(self, lines: Sequence[RenderableType]) -> None:
        """An answer goes below the table if there is room, else it gets the screen until the next line is typed."""
        texts = [each for each in lines if isinstance(each, Text)]
        short = len(texts) == len(lines) and self._fits_below(self._rows(texts))
        if self._settlement and short:
            self._paper = [*texts, Text(), *self._settlement]
        elif short:
            self._below = texts
        else:
            self._paper = lines

    def _fits_below(self, rows: int) -> bool:
        if rows <= SHORT or self._settlement or self._asked is None:
            return rows <= SHORT
        view, legal = self._asked
        below = rows + self._prompt_rows
        moment = draw.Moment(legal, self._fresh, below=below, since=self._decided)
        frame = draw.frame(self.screen, view, self.screen.presenter.scene(view), moment)
        return len(frame) + below <= self.screen.ink.height

    def thinking(self) -> AbstractContextManager[object]:
        """A line that moves below the prompt, and goes when the answer is there."""
        return self.screen.ink.console.status(self.screen.say("hint-thinking"))

    def deal_over(self, view: View, lines: Sequence[RenderableType]) -> None:
        """The settlement has the screen to itself, also behind short answers: the table no longer holds."""
        self._seen = len(self._news)
        self._settlement = self._paper = lines
        pages, scene = self._pages, self.screen.presenter.scene(view)
        tricks = draw.tricks_since(self.screen, view, scene, self._decided)
        self._paper = [*lines, *tricks]
        while tricks and self._pages > pages:  # a trick that went by is worth a line, but no page
            del tricks[0]
            self._paper = [*lines, *tricks]
        self._settlement = self._paper

    def taken_back(self, line: Line) -> None:
        """It is the only news."""
        self._seen = len(self._news)
        self._news.append(line)

    def goodbye(self, lines: Sequence[Line]) -> None:
        """The last words stay on the screen."""
        self.screen.ink.write("", *self.screen.ink.texts(lines))

    def _resized(self, *_: object) -> None:
        """The window has another size: show the same once more. What was typed is shown again by the line editor."""
        if self._redraw is not None:
            self._redraw()

    @property
    def _pages(self) -> int:
        return max(1, len(self._split()))

    def _split(self) -> list[list[str]]:
        """What has the screen, in pages that fit it, each with a line for the prompt and an empty one."""
        if not self._paper:
            return []
        console = self.screen.ink.console
        with console.capture() as capture:
            for each in self._paper:
                parts = self.screen.ink.rows(each, console.width) if isinstance(each, Text) else [each]
                console.print(*parts, sep="\n")
        most = max(4, self.screen.ink.height - 1 - self._prompt_rows)
        lines = _squeezed(capture.get().split("\n")[:-1], most)
        return [lines[at : at + most] for at in range(0, len(lines), most)]

    def _paged(self) -> None:
        pages = self._split() or [[]]
        self._page = min(self._page, len(pages) - 1)
        self._write([*pages[self._page], ""])

    def _drawn(self, view: View, moment: draw.Moment) -> Callable[[], None]:
        """Draw the table, and how to draw it once more."""
        self._draw(view, moment)
        return lambda: self._draw(view, moment)

    def _draw(self, view: View, moment: draw.Moment) -> None:
        """Draw the table."""
        console = self.screen.ink.console
        frame = draw.frame(self.screen, view, self.screen.presenter.scene(view), moment)
        with console.capture() as capture:
            for each in frame:
                console.print(each)
        self._write(capture.get().split("\n")[:-1])

    def _write(self, lines: Sequence[str]) -> None:
        """Write over the old screen line by line, so that nothing flickers."""
        file = self.screen.ink.console.file
        file.write("\x1b[H" + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        file.flush()

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
