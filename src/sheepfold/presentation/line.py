"""Lines: what is said to one reader, as a tuple of parts, so that every client can draw cards, names and numbers.

A part is a piece of text, or a card, a seat or a number that stands in it. A client that only has letters reads a line
out by ``spoken``; one that draws replaces the parts it has a picture for.

>>> spoken((SeatPart(0, "Anna"), " plays ", CardPart(6, "the queen of clubs"), "."))
'Anna plays the queen of clubs.'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.cards import Card, Mask, Seat, cards_in


class CardPart(Struct, frozen=True, tag_field="part", tag="card"):
    """A card, and what it is called in this sentence, article and all: ``the queen of clubs``."""

    card: Card
    say: str


class SeatPart(Struct, frozen=True, tag_field="part", tag="seat"):
    """A player, and what they are called in this sentence: a name, or *you* in the form that fits."""

    seat: Seat
    say: str


class NumberPart(Struct, frozen=True, tag_field="part", tag="number"):
    """A number, and how the reader's language writes it."""

    number: int | float
    say: str


Part: TypeAlias = str | CardPart | SeatPart | NumberPart
Line: TypeAlias = tuple[Part, ...]


class Who(Struct, frozen=True):
    """A player, to be put into a line; as a selector ``you`` stands for the reader."""

    seat: Seat


class Face(Struct, frozen=True):
    """A card, to be put into a line; bare, or with its article in a case unless the words ask for another."""

    card: Card
    case: str | None = None


class Faces(Struct, frozen=True):
    """Several cards, to be put into a line as a list."""

    cards: tuple[Card, ...]


def faces(cards: Mask | Sequence[Card]) -> Faces:
    """The cards of a mask, or in the order given."""
    return Faces(cards_in(cards) if isinstance(cards, int) else tuple(cards))


def spoken(line: Line) -> str:
    """A line in letters only, as a screen reader or a pipe wants it."""
    return "".join(part if isinstance(part, str) else part.say for part in line)


def capital(line: Line) -> Line:
    """The line with a capital first letter, for a clause that begins a sentence; a card keeps its name."""
    for place, part in enumerate(line):
        if isinstance(part, str):
            if not part:
                continue
            first: Part = part[:1].upper() + part[1:]
        elif isinstance(part, NumberPart):
            return line
        else:
            first = replace(part, say=part.say[:1].upper() + part.say[1:])
        return (*line[:place], first, *line[place + 1 :])
    return line


def joined(lines: Iterable[Line], between: str) -> Line:
    """Lines one after the other with some text between them."""
    result: list[Part] = []
    for number, line in enumerate(lines):
        result += [between, *line] if number else line
    return tight(result)


def tight(parts: Iterable[Part]) -> Line:
    """The same line with neighbouring texts as one, and no empty ones."""
    result: list[Part] = []
    for part in parts:
        if isinstance(part, str) and result and isinstance(result[-1], str):
            result[-1] += part
        elif part != "":
            result.append(part)
    return tuple(result)
