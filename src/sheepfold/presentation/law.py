"""The law books: found, taken apart into sentences, and looked up.

Our own lie in ``docs/rules`` of a checkout or inside the installed package; a game from outside has its book beside its
presentation, or beside the game itself: ``<id>.md`` in that package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import NOTHING, Message, say
from sheepfold.presentation.homes import home_of_game, text_of
from sheepfold.registry import GAMES, OWN

CONVENTIONS = "conventions"
"""The book of what all games share."""


class NoSuchRule(SheepfoldError):
    """A book or a sentence that does not exist."""


class Item(Struct, frozen=True):
    """One numbered sentence of the law and the heading it stands under."""

    id: str
    section: str
    text: str


class Row(Struct, frozen=True):
    """What a book says at a glance about one thing: the players, the aim."""

    head: str
    text: str


class Book(Struct, frozen=True):
    """A law book: its whole text, and its numbered sentences in order."""

    name: str
    title: str
    text: str
    items: Mapping[str, Item]


def books() -> tuple[str, ...]:
    """The books there are: of our own games, of games from outside that have one, and the conventions."""
    outside = [name for name in GAMES if name not in OWN["games"] and _outside(name) is not None]
    return (*OWN["games"], *outside, CONVENTIONS)


def _outside(name: str) -> str | None:
    """The text of the book of a game from outside."""
    if name not in GAMES or name in OWN["games"]:
        return None
    return text_of(home_of_game(name), f"{name}.md", errors="replace")


def _source(name: str) -> str:
    """The text of a book."""
    outside = _outside(name)
    if outside is not None:
        return outside
    installed = files("sheepfold") / "law" / f"{name}.md"
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    checkout = Path(__file__).resolve().parents[3] / "docs" / "rules" / f"{name}.md"
    if checkout.is_file():
        return checkout.read_text(encoding="utf-8")
    raise NoSuchRule("no_law", "The law book of { $name } was not installed with this program.", name=name)


def book(name: str) -> Book:
    """A law book by the name of its game, or ``conventions``."""
    known = (*OWN["games"], CONVENTIONS)
    if name in known or name in books():
        return _book(name, GAMES.version)
    if name in GAMES:
        raise NoSuchRule("no_law", "{ $name } has come without a law book.", name=name, key="no_law_outside")
    listed, near = ", ".join(books()), get_close_matches(name, books(), 1)
    if near:
        sentence = "There is no law book '{ $name }'; there are { $books }; did you mean { $near }?"
        raise NoSuchRule("unknown_book", sentence, key="unknown_book_near", name=name, books=listed, near=near[0])
    raise NoSuchRule("unknown_book", "There is no law book '{ $name }'; there are { $books }.", name=name, books=listed)


@lru_cache(maxsize=32)
def _book(name: str, version: int) -> Book:
    text = _source(name)
    title = text.partition("\n")[0].lstrip("# ").strip()
    items = _items(text)
    if not items:
        sentence = "The law book of { $name } has no numbered sentence (a line like '- **G51** …')."
        raise NoSuchRule("empty_law", sentence, name=name)
    return Book(name, title, text, items)


def _items(text: str) -> dict[str, Item]:
    """Sentences are list items that begin with a bold id; they run on over indented lines."""
    items: dict[str, Item] = {}
    section, current, lines = "", "", [""]
    for line in [*text.splitlines(), ""]:
        found = re.match(r"- \*\*([A-Z]{1,2}\d+)\*\* (.*)", line)
        if current and (found or not line.startswith("  ")):
            items[current] = Item(current, section, " ".join(lines))
            current = ""
        if found:
            current, lines = found[1], [found[2].strip()]
        elif current:
            lines.append(line.strip())
        if line.startswith("#"):
            section = line.lstrip("# ").strip()
    return items


def glance(name: str) -> tuple[Row, ...]:
    """The table *At a glance* of a book, row by row."""
    found = re.search(r"^## At a glance\n(.*?)(?=^## |\Z)", book(name).text, re.MULTILINE | re.DOTALL)
    cells = re.findall(r"^\| *([^|\n]*?) *\| *([^|\n]*?) *\|$", found[1] if found else "", re.MULTILINE)
    rows = tuple(Row(unmarked(head), unmarked(text)) for head, text in cells if head and not head.startswith("--"))
    if not rows:
        raise NoSuchRule("no_glance", "The law book of { $name } has no table 'At a glance'.", name=name)
    return rows


def _places(game: str | None) -> Iterable[str]:
    """The books in which a sentence may stand: of a game and the conventions, or all."""
    if game is None:
        return books()
    return (game, CONVENTIONS) if game in OWN["games"] or game in books() else (CONVENTIONS,)


def has(id: str, game: str) -> bool:
    """Whether there is such a sentence; a game from outside may have come without its book."""
    try:
        return any(id in book(name).items for name in _places(game))
    except NoSuchRule:
        return False


def find(id: str, game: str | None = None) -> Item:
    """A sentence by its id, in a game's book or in the conventions, or anywhere if no game is named."""
    wanted = id.strip().upper()
    known: dict[str, Item] = {}
    for name in _places(game):
        try:
            known.update(book(name).items)
        except NoSuchRule:
            if game is not None:  # elsewhere a book from outside that cannot be read is passed over
                raise
    if wanted in known:
        return known[wanted]
    near = get_close_matches(wanted, known, 3, 0.4)
    guess: Message = say("unknown_rule-near", "; near it are { $ids }", ids=", ".join(near)) if near else NOTHING
    asked = id.strip()[:20]
    if game is None:
        raise NoSuchRule("unknown_rule", "The law has no sentence '{ $id }'{ $guess }.", id=asked, guess=guess)
    sentence = "The law of { $game } has no sentence '{ $id }'{ $guess }."
    raise NoSuchRule("unknown_rule", sentence, key="unknown_rule_of", game=game, id=asked, guess=guess)


MOST_FOUND = 6
"""Sentences that are shown of those in which a word stands."""


def about(word: str, game: str) -> tuple[Item, ...]:
    """The first sentences of a game's book in which a word stands; none for what is no word."""
    wanted = word.strip()
    if len(wanted) < 3 or not wanted.replace(" ", "").replace("-", "").isalnum():
        return ()
    found = re.compile(rf"\b{re.escape(wanted)}", re.IGNORECASE)
    return tuple(item for item in book(game).items.values() if found.search(unmarked(item.text)))[:MOST_FOUND]


def unmarked(text: str) -> str:
    """A sentence without the marks of its typesetting."""
    return re.sub(r"\*\*|[*`]|~~", "", text)
