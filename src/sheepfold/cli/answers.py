"""Answers to the words of the prompt that are the same at home and at a table on a server."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from sheepfold.cli import sheets
from sheepfold.cli.faces import PACES, DrawnFace
from sheepfold.cli.screen import Screen
from sheepfold.core.errors import BadText
from sheepfold.presentation import Sheet
from sheepfold.presentation.prompting import Answer


def shown(screen: Screen, found: Answer) -> list[Text]:
    """An answer with its title and its sentences of the law."""
    title = [Text(found.title, "bold")] if found.title else []
    return [*title, *screen.ink.texts(found.lines), *screen.laws(found.laws)]


def score(screen: Screen, found: Sheet, asked: str) -> list[RenderableType]:
    """The sheet, its last rows or an earlier page of it."""
    most = 40 if screen.ink.plain else max(4, screen.ink.height - 12)
    last = sheets.pages(found, most)
    if asked and not (asked.isascii() and asked.isdigit() and 1 <= int(asked[:9]) <= last):
        sentence = "The sheet has pages 1 to { $last }, the newest first: score 2."
        raise BadText("score_page", sentence, last=last)
    return sheets.sheet(screen, found, most, int(asked or 1))


def pace(screen: Screen, face: object, asked: str) -> Text:
    """How long to look at what others play, for as long as this program runs."""
    if not isinstance(face, DrawnFace):
        raise BadText("no_pace", "Nothing waits in plain words, so there is no pace to change.")
    if not asked:
        now = next(name for name, pace in PACES.items() if pace == face.pace)
        return screen.say("pace-now", pace=now, paces=", ".join(PACES))
    if asked.lower() not in PACES:
        sentence = "There is no pace '{ $pace }'; there are { $paces }."
        raise BadText("pace", sentence, pace=asked, paces=", ".join(PACES))
    face.pace = PACES[asked.lower()]
    return screen.say("pace-changed", pace=asked.lower())


def ending(screen: Screen, told: Sequence[RenderableType], found: Sheet) -> list[RenderableType]:
    """The end of a deal: how it was settled and the cards, as they are told, and the last rows of the sheet."""
    lines = list(told)
    if not screen.ink.plain:
        lines.insert(0, screen.say("deal-over", "bold", word=screen.presenter.say("deal")))
    room = max(4, screen.ink.height - len(lines) - 10)
    return [*lines, *sheets.sheet(screen, found, 1 if screen.ink.plain else room)]
