"""How things look: cards and words for a coloured terminal, a plain one, and a pipe.

Every page of the terminal game is made of rich ``Text`` through an ``Ink``; the ink decides whether a card is ``Q♣`` in
its suit's colour or ``QC``. Four suit colours, and the suit always as a sign or letter too, so colour is never needed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

from sheepfold.core.cards import RANK_TEXTS, SUIT_SYMBOLS, SUIT_WORDS, Card, card_text
from sheepfold.presentation.line import CardPart, Line, spoken

FACE = ("bold green on white", "bold black on white", "bold red on white", "bold blue on white")
"""Clubs green, spades black, hearts red, diamonds blue, on a white card."""
BARE = ("bold green", "bold", "bold red", "bold bright_blue")
"""The same in running text, where spades have the colour of the text."""


_HEARD = {" · ": ", ", " − ": " minus ", "“": "'", "”": "'"}
"""Signs that say nothing to somebody who listens, and what is written instead."""


def heard(line: Line) -> str:
    """A line as it is written for somebody who listens."""
    return without_signs(spoken(line))


def without_signs(text: str) -> str:
    """A text without signs: a suit after a rank is a letter, alone it is a word."""
    for sign, instead in _HEARD.items():
        text = text.replace(sign, instead)
    return _SUIT_SIGN.sub(lambda found: _suit_in_letters(found[1], found[2]), text)


_SUIT_SIGN = re.compile(rf"(\w?)([{SUIT_SYMBOLS}])")


def _suit_in_letters(rank: str, sign: str) -> str:
    suit = SUIT_SYMBOLS.index(sign)
    return rank + SUIT_WORDS[suit][0].upper() if rank else SUIT_WORDS[suit]


def speaks(stream: TextIO, text: str) -> bool:
    """Whether a stream can write these characters."""
    try:
        text.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


class Ink:
    """Where and how to write. ``plain``: words and letters only, one line after the other."""

    def __init__(self, *, plain: bool = False, stream: TextIO | None = None) -> None:
        out = stream or sys.stdout
        self.console = Console(file=out, highlight=False, emoji=False, markup=False)
        able = out.isatty() and not self.console.is_dumb_terminal
        self.plain = plain or not able
        self.signs = not self.plain and speaks(out, SUIT_SYMBOLS + "▶★")
        self.colour = not self.plain and not self.console.no_color
        self.before: Callable[[], None] | None = None
        """Called before lines are written, by whoever has something unfinished on the screen."""

    @property
    def width(self) -> int:
        """Columns to write on."""
        return max(40, min(self.console.width, 100))

    @property
    def beside(self) -> int:
        """Columns beside the table on a wide screen; 0 where there is no room for words."""
        room = self.console.width - self.width - 4
        return min(room, 80) if room >= 40 else 0

    @property
    def height(self) -> int:
        """Lines of the screen."""
        return self.console.height

    def rows(self, line: Text, width: int) -> list[Text]:
        """A line broken into rows of that width; what has a column of its own before it keeps its column."""
        if line.cell_len <= width:
            return [line]
        column = re.match(r"\s*(?:\S+(?: \S+)*\s{2,})?", line.plain)
        indent = min(column.end() if column else 0, width // 2)
        first, rest = line.divide([indent]) if indent else (Text(), line)
        rows = rest.wrap(self.console, width - indent)
        return [Text(" " * indent).append_text(row) if place else first + row for place, row in enumerate(rows)]

    def _plain_rows(self, line: Text) -> list[Text]:
        """A line as it is; on a terminal, where somebody reads it, broken between words. A pipe gets it whole."""
        return self.rows(line, self.console.width) if self.console.file.isatty() else [line]

    def write(self, *lines: Text | str) -> None:
        """Write lines, whole, and let them be seen at once."""
        if self.before is not None and lines:
            self.before()
        for line in lines:
            if self.plain:
                for row in self._plain_rows(Text.assemble(line)):
                    self.console.file.write(f"{row.plain.rstrip()}\n")
            else:
                self.console.print(*self.rows(Text.assemble(line), self.console.width), sep="\n")
        self.console.file.flush()

    def sign(self, one: str, other: str) -> str:
        """A mark that every terminal can show: ``one`` if possible, else ``other``."""
        return one if self.signs else other

    def name(self, card: Card) -> str:
        """A card in two or three characters."""
        return RANK_TEXTS[card % 9] + SUIT_SYMBOLS[card // 9] if self.signs else card_text(card)

    def card(self, card: Card) -> Text:
        """A card in running text."""
        return Text(self.name(card), BARE[card // 9] if self.colour else "")

    def face(self, card: Card, mark: str = "") -> Text:
        """A card as it lies on the table: a small white card, or brackets where there is no colour."""
        text = f"{self.name(card)}{mark}"
        return Text(f" {text} ", FACE[card // 9]) if self.colour else Text(f"[{text}]")

    def cards(self, cards: Iterable[Card]) -> Text:
        """Cards in running text, separated by blanks."""
        return Text(" ").join(self.card(c) for c in cards)

    def text(self, line: Line, style: str = "") -> Text:
        """A line; on a drawn table its cards are drawn too, short and in their colours."""
        if self.plain:
            return Text(heard(line))
        found = Text(style=style)
        for part in line:
            if isinstance(part, CardPart):
                found.append_text(self.card(part.card))
            else:
                found.append(part if isinstance(part, str) else part.say)
        return found

    def texts(self, lines: Iterable[Line]) -> list[Text]:
        """Several lines."""
        return [self.text(line) for line in lines]
