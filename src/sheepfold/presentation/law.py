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
"""Sentences that are shown of those that have some words in them and stand under no heading of these words."""


class Found(Struct, frozen=True):
    """What a book says about some words: sections that are called so, with their tables, and single sentences."""

    sections: tuple[str, ...]
    rows: tuple[Row, ...]
    items: tuple[Item, ...]
    more: int
    """Sentences that are not shown."""


def about(words: str, game: str) -> Found:
    """What a game's book says about some words: whole sections of that name, then sentences that have them all."""
    patterns = [_begins_so(word) for word in words.split()]

    def speaks(text: str) -> bool:
        return all(pattern.search(unmarked(text)) for pattern in patterns)

    items = tuple(book(game).items.values()) if patterns and len(words.strip()) > 2 else ()
    headed = [item for item in items if speaks(item.section)]
    # Sentences about seeds are for whoever reads records, not for players.
    elsewhere = sorted((item for item in items if item not in headed and speaks(item.text)), key=_names_a_seed)
    shown, sections = elsewhere[:MOST_FOUND], tuple(dict.fromkeys(item.section for item in headed))
    rows = tuple(row for section in sections for row in _table(game, section))
    return Found(sections, rows, (*headed, *shown), len(elsewhere) - len(shown))


def _begins_so(word: str) -> re.Pattern[str]:
    """A word, also in its plural or with another ending."""
    stem = word[:-1] if len(word) > 3 and word.lower().endswith("s") else word
    return re.compile(rf"(?<!\w){re.escape(stem)}", re.IGNORECASE)


def _names_a_seed(item: Item) -> bool:
    return re.search(r"\bseed\b", item.text) is not None


def _table(name: str, section: str) -> list[Row]:
    """The tables under a heading, row by row; each cell with the head of its column."""
    found = re.search(rf"^#+ {re.escape(section)}\n(.*?)(?=^#|\Z)", book(name).text, re.MULTILINE | re.DOTALL)
    rows: list[Row] = []
    heads: list[str] = []
    for line in (found[1] if found else "").splitlines():
        cells = [unmarked(cell.strip()) for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells or set(line) <= set("|-: "):
            heads = heads if cells else []
        elif not heads:
            heads = cells
        else:
            told = [f"{head} {cell}" for head, cell in zip(heads[1:], cells[1:], strict=False) if cell]
            rows.append(Row(f"{heads[0]} {cells[0]}".strip(), ", ".join(told)))
    return rows


def unmarked(text: str) -> str:
    """A sentence without the marks of its typesetting."""
    return re.sub(r"\*\*|[*`]|~~", "", text)
