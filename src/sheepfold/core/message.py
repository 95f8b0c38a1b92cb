"""Sentences as data: a key for a catalogue, the values that go into its places, and the English pattern.

A pattern is written in Fluent's form: ``{ $card }`` is a place for a value, and
``{ NUMBER($gain, minimumFractionDigits: 1, maximumFractionDigits: 1) }`` one for a number with decimals. It is never a
finished sentence with the values already in it, so another language needs nothing but another pattern for the key.

What may go into a place: what a person typed, names and ids as they are written, lists of these joined by commas,
numbers, and the texts of foreign exceptions; whatever is words of ours is a message again, as suits are. A card goes in
as its text (``QC``), always at a place called ``card`` or ending in ``_card``; several cards, as ``cards_text`` writes
them, at one called ``cards`` or ending in ``_cards``. Nothing else stands at a place of such a name, so whoever shows a
message can draw the cards in it.

Keys are written out in the code, never computed, and are identifiers of Fluent; the English catalogue is made from them
(``sheepfold.testing.catalogue``).

>>> clubs = say("suit-clubs", "clubs")
>>> str(say("must_follow", "{ $card } was led, so follow in { $suit }.", card="QC", suit=clubs))
'QC was led, so follow in clubs.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TypeAlias, Union

from msgspec import Struct

Value: TypeAlias = Union[str, int, float, "Message"]
"""What can stand in a place: text (a card as ``QC``, something that was typed), a number, or another message."""

PLACE = re.compile(r"\{\s*(?:\$(\w+)|NUMBER\(\s*\$(\w+)([^)]*)\))\s*\}")
"""A place of a pattern: the name of its value, or that of a number and how it is written."""
_FRACTION = re.compile(r"maximumFractionDigits:\s*(\d)")


class Message(Struct, frozen=True):
    """A sentence, a label or a reason. ``str(message)`` is the English text."""

    key: str
    values: Mapping[str, Value]
    english: str

    def __str__(self) -> str:
        return PLACE.sub(self._fill, self.english) if self.values else self.english

    def _fill(self, place: re.Match[str]) -> str:
        """The value of a place; a message from elsewhere may lack one, and then the place itself is shown."""
        value = self.values.get(place[1] or place[2], place[0])
        if isinstance(value, str):
            return on_one_line(value)
        if place[1] is not None or isinstance(value, Message):
            return str(value)
        digits = _FRACTION.search(place[3])
        return f"{value:.{digits[1] if digits else 0}f}"

    def pieces(self) -> list[str | tuple[str, Value]]:
        """The pattern taken apart: texts, and for each place its name and value; numbers are rounded as it says."""
        found: list[str | tuple[str, Value]] = []
        end = 0
        for place in PLACE.finditer(self.english):
            name, value = place[1] or place[2], self.values.get(place[1] or place[2])
            plain = value is None or place[2] is not None
            found += [self.english[end : place.start()], self._fill(place) if plain or value is None else (name, value)]
            end = place.end()
        return [*found, self.english[end:]]

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.values.items())))

    def __bool__(self) -> bool:
        return bool(self.english)


LONGEST = 600
"""Longer texts are cut: what somebody typed may be a whole book."""


def on_one_line(text: str) -> str:
    """A text as it stands in a sentence: what cannot be printed, line breaks included, is replaced."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


_NO_VALUES: Mapping[str, Value] = {}
NOTHING = Message("", _NO_VALUES, "")
"""No words at all."""


def say(key: str, english: str, /, **values: Value) -> Message:
    """A message; ``key`` and ``english`` belong together everywhere, which a test checks."""
    return Message(key, values or _NO_VALUES, english)


class Pattern(Struct, frozen=True):
    """A message whose values come later, for tables of them: called with the values, it is the message.

    >>> made = Pattern("grim-made", "Grim on { $count } cards made")
    >>> str(made(count=4))
    'Grim on 4 cards made'
    """

    key: str
    english: str

    def __call__(self, **values: Value) -> Message:
        """The message with these values."""
        return say(self.key, self.english, **values)


def joined(messages: Sequence[Message], pair: Pattern) -> Message:
    """Several messages as one, two by two: ``pair`` has a place ``first`` and a place ``second``."""
    return reduce(lambda first, second: pair(first=first, second=second), messages)
