"""Markup: elements that escape what is put into them, and the frame of every page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, TypeAlias

from msgspec import Struct
from starlette.responses import Response

from sheepfold.core.cards import SUIT_LETTERS, card_text
from sheepfold.core.errors import SheepfoldError
from sheepfold.presentation.line import CardPart, Line, NumberPart, Part, SeatPart, spoken
from sheepfold.presentation.reader import Reader
from sheepfold.presentation.words import Words


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Inside: TypeAlias = str | Part | Html | int | Iterable["Inside"] | None
"""What may stand in an element: text, which is escaped; markup; lines; and lists of all these."""

VOID = frozenset({"meta", "link", "input", "br", "hr"})


def el(name: str, /, *inside: Inside, **attributes: str | int | bool | None) -> Html:
    """An element. ``class_`` and ``for_`` are written without their last letter, ``aria_label`` with a hyphen."""
    shown = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{shown}>")
    return Html(f"<{name}{shown}>{markup(inside)}</{name}>")


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def markup(inside: Inside) -> Html:
    """Anything that may stand in an element, as markup."""
    if inside is None:
        return Html("")
    if isinstance(inside, Html):
        return inside
    if isinstance(inside, str | int):
        return Html(escape(str(inside)))
    if isinstance(inside, CardPart):
        return el("span", inside.say, class_=f"card {SUIT_LETTERS[inside.card // 9].lower()}")
    if isinstance(inside, SeatPart):
        return el("bdi", inside.say)
    if isinstance(inside, NumberPart):
        return Html(escape(inside.say))
    return Html("".join(map(markup, inside)))


def items(lines: Iterable[Inside], kind: str = "ul", **attributes: str | int | bool | None) -> Html:
    """A list."""
    return el(kind, [el("li", line) for line in lines], **attributes)


# -- words -------------------------------------------------------------------------------------------------------------


class Say:
    """The words of the pages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = Words(Reader(None, language=language))

    def __call__(self, key: str, **values: Any) -> Line:
        """The words of a key."""
        return self.words.line(key, **values)

    def text(self, key: str, **values: Any) -> str:
        """The words of a key, for an attribute."""
        return spoken(self(key, **values))

    def aloud(self, line: Line) -> Line:
        """A line in which cards are called by their names, not by the two letters with which they are typed."""
        found: list[Part] = []
        for part in line:
            if isinstance(part, CardPart) and part.say == card_text(part.card):
                if len(found) > 1 and found[-1] == " " and isinstance(found[-2], CardPart):
                    found[-1] = ", "
                part = CardPart(part.card, self.words.card(part.card, None))
            found.append(part)
        return tuple(found)

    def error(self, fault: SheepfoldError) -> Line:
        """A refusal with its code."""
        key = "refusal" if fault.rule is None else "refusal-rule"
        values = {} if fault.rule is None else {"rule": fault.rule}
        return self(key, sentence=self.words.message(fault.message), code=fault.code, **values)


@lru_cache(maxsize=32)
def say_in(language: str) -> Say:
    """The words of a language."""
    return Say(language)


# -- the frame ---------------------------------------------------------------------------------------------------------

CSS = (files("sheepfold.table.text") / "text.css").read_bytes()
VERSION = sha256(CSS).hexdigest()[:10]
STYLE = f"/static/{VERSION}/text.css"


class Page(Struct, kw_only=True):
    """A page before it is written out."""

    title: Line
    main: Inside
    head: Inside = None
    """What stands above everything: a refusal, an answer."""
    reload: tuple[int, str] | None = None
    """After how many seconds the browser is to load which address."""
    status: int = 200
    language: str | None = None
    """The language of what stands there, if it is another than that of the pages."""


def frame(say: Say, page: Page, person: str | None) -> Html:
    """A whole page."""
    heads: list[Inside] = [
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", say("text-title", page=spoken(page.title))),
        el("link", rel="stylesheet", href=STYLE),
    ]
    if page.reload is not None:
        seconds, address = page.reload
        heads.append(el("meta", http_equiv="refresh", content=f"{seconds};url={address}"))
    ways = [el("a", say("text-nav-start"), href="/text"), el("a", say("text-nav-law"), href="/law")]
    if person is not None:
        ways.append(el("a", say("text-nav-settings"), href="/text/settings"))
    body = (
        el("a", say("text-skip"), class_="skip", href="#main"),
        el("header", el("nav", items(ways), aria_label=say.text("text-nav"))),
        el("main", el("h1", page.title), page.head, page.main, id="main", tabindex="-1", lang=page.language),
    )
    return Html(f"<!doctype html>\n{el('html', el('head', heads), el('body', body), lang=say.language)}\n")


def respond(say: Say, page: Page, person: str | None) -> Response:
    """A page as an answer."""
    answer = Response(frame(say, page, person), page.status, media_type="text/html")
    answer.headers["cache-control"] = "no-store"
    return answer
