"""Answers to the words of the prompt that are the same at home and at a table on a server."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from sheepfold.cli import sheets
from sheepfold.cli.faces import PACES, DrawnFace
from sheepfold.cli.screen import Screen
from sheepfold.core.errors import BadText
from sheepfold.core.events import Outcome
from sheepfold.play.view import View
from sheepfold.presentation import Sheet, law


def why_trick(screen: Screen, view: View) -> list[Text]:
    """Why the best card of the trick on the table, or of the last one, wins."""
    lines = screen.presenter.why(view)
    if not lines:
        sentence = "No card has been played yet; why 7h tells why that card may not be played."
        raise BadText("no_trick", sentence, key="why_what")
    told = Text(" ").join(screen.ink.texts(lines))
    return [told, *screen.laws(screen.presenter.why_laws(view))]


def law_of(screen: Screen, rule: str | None) -> list[Text]:
    """The sentence of the law that a refusal names, if there is one."""
    game = screen.game.id
    return screen.laws((law.find(rule, game),)) if rule and law.has(rule, game) else []


def rules(screen: Screen, asked: str, ids: Sequence[str]) -> list[Text]:
    """The law: one sentence, all about a word, a game in short, or the sentences of this moment."""
    game = screen.game.id
    if asked.lower() == "glance":
        return glance(screen, game)
    if asked.lower() in law.books():
        return glance(screen, asked.lower())
    if asked:
        try:
            item = law.find(asked, game)
        except law.NoSuchRule:
            if items := law.about(asked, game):
                return screen.laws(items)
            raise
        return [screen.say("law-section", section=item.section), *screen.laws((item,))]
    return screen.laws(screen.presenter.laws(ids)) or [screen.say("law-silent")]


def glance(screen: Screen, book: str) -> list[Text]:
    """A game in short, as its law book begins."""
    title = Text(law.book(book).title, "bold")
    return [title, *(screen.say("glance-row", head=row.head, text=row.text) for row in law.glance(book))]


def rules_of_score(outcome: Outcome | None) -> list[str]:
    """The sentences by which a deal was scored."""
    items = () if outcome is None else outcome.items
    ids = [id for item in items for id in (item.rule, *(rule for factor in item.factors for rule in factor.rules))]
    return [*dict.fromkeys(id for id in ids if id)]


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
