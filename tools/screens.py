"""Draw the table of every phase of every game into a folder of SVG files, to look at: ``python tools/screens.py OUT``.

Deals are played by sound habits, except that in every other deal the person on seat 0 bids whenever that is possible,
so that each phase comes up. Each file is named by game, phase and size; what is below the table is the prompt.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from sheepfold.bots.habits import convention
from sheepfold.cli import draw, sheets
from sheepfold.cli.faces import QUIET
from sheepfold.cli.ink import Ink
from sheepfold.cli.screen import Screen
from sheepfold.core.actions import Action, Pass
from sheepfold.play.driver import Driver, drive
from sheepfold.play.player import Question
from sheepfold.play.view import View
from sheepfold.presentation import Entry, Presenter, Reader, entries
from sheepfold.registry import make_game

SIZES = ((60, 24), (80, 24), (100, 32), (200, 50))
TABLES = ("goathead", "widderkopf", "grim", "sheepshead", "sheepshead(players=8)", "clover")
DEALS = 6
SEAT = 0


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def screen_of(presenter: Presenter, size: tuple[int, int]) -> Screen:
    """A screen of that size that can be written to a file."""
    ink = Ink(stream=Terminal())
    ink.console.size = size
    ink.console.record = True
    return Screen(presenter, ink)


def save(screen: Screen, lines: Sequence[RenderableType], file: Path) -> None:
    """Write lines as they would stand on the screen."""
    for line in lines:
        parts = screen.ink.rows(line, screen.ink.console.width) if isinstance(line, Text) else [line]
        screen.ink.console.print(*parts, sep="\n")
    file.write_text(screen.ink.console.export_svg(title=file.stem), encoding="utf-8")


def wanted(question: Question, deal: int) -> Action:
    """What is done: the habit, or in every other deal anything but a pass."""
    habit = convention(question.view, question.legal)[0]
    if question.seat == SEAT and deal % 2 and isinstance(habit, Pass):
        return next((action for action in question.legal if not isinstance(action, Pass)), habit)
    return habit


def moments(driver: Driver) -> Iterator[tuple[str, View, tuple[Action, ...]]]:
    """Each phase in which the person is asked, with and without a trick on the table, once."""
    seen = set()
    for deal in range(DEALS):
        for question in driver.questions():
            name = question.view.phase + ("-trick" if question.view.trick else "-late" if question.view.done else "")
            if question.seat == SEAT and name not in seen:
                seen.add(name)
                yield name, question.view, question.legal
            driver.answer(question, wanted(question, deal))
        yield f"end-{deal}", driver.view(SEAT), ()
        if driver.match.over:
            return
        driver.deal()


def ending(screen: Screen, driver: Driver, view: View) -> list[RenderableType]:
    """The end of a deal as the table shows it."""
    match = driver.match
    assert match.outcome is not None
    entry = Entry(match.standing, match.game.facts_of(match.state), match.outcome, view)
    sheet = screen.presenter.sheet(entries(match), match.scores)
    return [
        *sheets.settlement(screen, entry),
        *sheets.all_hands(screen, view),
        *sheets.sheet(screen, sheet, 8),
    ]


def draw_all(table: str, folder: Path) -> int:
    """Every phase of a table at every size; how many files."""
    driver, count = drive(make_game(table), "screens"), 0
    presenter = Presenter(driver.match.game, Reader(SEAT))
    for name, view, legal in moments(driver):
        news = [presenter.event(event) for event in view.events if not isinstance(event, QUIET)]
        for size in SIZES:
            screen = screen_of(presenter, size)
            if legal:
                prompt = screen.say("ask-prompt", question=presenter.question(legal, screen.ink.width))
                frame = draw.frame(screen, view, presenter.scene(view), draw.Moment(legal, tuple(filter(None, news))))
                lines: list[RenderableType] = [*frame, prompt]
            else:
                lines = ending(screen, driver, view)
            file = folder / f"{table.translate(_NAME)}-{name}-{size[0]}x{size[1]}.svg"
            save(screen, lines, file)
            count += 1
    return count


_NAME = str.maketrans("(=", "-_", ")")


def main() -> None:
    """Draw all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("tables", nargs="*", default=TABLES)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for table in given.tables:
        print(f"{table}: {draw_all(table, given.folder)} screens")


if __name__ == "__main__":
    main()
