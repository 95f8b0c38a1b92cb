"""Fluent at work: values that leave marks in a sentence, the functions of our catalogues, and sentences cut into parts.

Importing this imports ``fluent.runtime``, which takes 80 ms; ``presentation.words`` does so for the first line.

The functions, beside Fluent's own: ``THE($card)`` is a card with its article, ``case:`` says in which case, and
``THE($cards)`` are several so, also those in a clause; ``BARE($card)`` is one without it. ``RANK($card)``,
``SUIT($card)``, ``GENDER($card)`` and ``COUNT($cards)`` are for choosing by. ``SEAT($who, "you")`` is a player called
by that word; ``ENDS($who, "sx")`` is ``yes`` if the name ends in one of these letters. ``SIGNED($n)`` is a number with
its sign. A player as a selector is ``you`` or ``other``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from babel import Locale
from babel.numbers import format_decimal, get_decimal_symbol
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import CurrentEnvironment, ResolverEnvironment
from fluent.runtime.types import FluentInt, FluentType
from fluent.syntax import ast

from sheepfold.core.cards import RANK_WORDS, SUIT_WORDS, Card, Seat
from sheepfold.presentation.line import CardPart, Line, NumberPart, Part, SeatPart, tight

MARK = "\ue000"
"""Stands before the number of a part in a sentence that Fluent has made; no text from outside may hold it."""
_FIRST = 0xE100
_MOST = 0x700
FORBIDDEN = frozenset(map(chr, range(0xE000, 0xF900)))
"""Characters without a meaning of their own, of which some serve as marks."""
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{6})")
"""How Fluent writes a character by its number."""

Says = Callable[[Card, str | None], str]
"""What a card is called: with its article in that case, or bare."""
Lists = Callable[[tuple[Card, ...], str | None], Line]
"""Several cards in a row, each with its article in that case, or bare."""


class Unspeakable(Exception):
    """A pattern could not be filled."""


class Marked(FluentType):
    """A value that stands in the sentence as a mark."""

    def __init__(self, parts: list[Line]) -> None:
        self.parts = parts

    def line(self) -> Line:
        """What the mark stands for."""
        raise NotImplementedError

    def format(self, locale: Locale) -> str:
        """The mark."""
        self.parts.append(self.line())
        if len(self.parts) > _MOST:
            raise Unspeakable("too many values in one sentence")
        return MARK + chr(_FIRST + len(self.parts) - 1)


class Spliced(Marked):
    """A whole line inside another."""

    def __init__(self, parts: list[Line], inner: Line, says: Says) -> None:
        super().__init__(parts)
        self.inner, self.says = inner, says

    def line(self) -> Line:
        """The line itself."""
        return self.inner

    def in_case(self, case: str | None) -> Spliced:
        """The same line, each of its cards with its article in a case, or bare."""
        cased = (
            CardPart(part.card, self.says(part.card, case)) if isinstance(part, CardPart) else part
            for part in self.inner
        )
        return Spliced(self.parts, tuple(cased), self.says)


class Player(Marked):
    """A player; chosen by, it is ``you`` or ``other``."""

    def __init__(self, parts: list[Line], seat: Seat, you: bool, say: str) -> None:
        super().__init__(parts)
        self.seat, self.you, self.say = seat, you, say

    def line(self) -> Line:
        """The name."""
        return (SeatPart(self.seat, self.say),)

    def __eq__(self, other: object) -> bool:
        return other == ("you" if self.you else "other")

    def __hash__(self) -> int:
        return hash((self.seat, self.you))


class Shown(Marked):
    """A card; ``case`` is set where it stands with its article."""

    def __init__(self, parts: list[Line], card: Card, says: Says, gender: str, case: str | None = None) -> None:
        super().__init__(parts)
        self.card, self.says, self.gender, self.case = card, says, gender, case

    def line(self) -> Line:
        """The card and its name."""
        return (CardPart(self.card, self.says(self.card, self.case)),)

    def in_case(self, case: str | None) -> Shown:
        """The same card with its article in a case, or bare."""
        return Shown(self.parts, self.card, self.says, self.gender, case)


class Several(Marked):
    """Cards in a row."""

    def __init__(self, parts: list[Line], cards: tuple[Card, ...], lists: Lists, case: str | None = None) -> None:
        super().__init__(parts)
        self.cards, self.lists, self.case = cards, lists, case

    def line(self) -> Line:
        """The cards and their names."""
        return self.lists(self.cards, self.case)

    def in_case(self, case: str | None) -> Several:
        """The same cards, each with its article in a case, or bare."""
        return Several(self.parts, self.cards, self.lists, case)


class Count(int, Marked):
    """A number; Fluent's plural forms choose by it."""

    parts: list[Line]

    def line(self) -> Line:
        """The number, in groups of three where it is long."""
        return (NumberPart(int(self), written(int(self), self._locale)),)

    def format(self, locale: Locale) -> str:
        """The mark."""
        self._locale = locale
        return Marked.format(self, locale)


class Measure(float, Marked):
    """A number with decimals."""

    parts: list[Line]

    def line(self) -> Line:
        """The number as it is."""
        return (NumberPart(float(self), written(float(self), self._locale, most=6)),)

    def format(self, locale: Locale) -> str:
        """The mark."""
        self._locale = locale
        return Marked.format(self, locale)


class Written(Marked):
    """A number with that many decimals, perhaps with its sign."""

    def __init__(
        self, parts: list[Line], number: int | float, least: int = 0, most: int = 0, signed: bool = False
    ) -> None:
        super().__init__(parts)
        self.number, self.least, self.most, self.signed = number, least, most, signed

    def line(self) -> Line:
        """The number as the language writes it."""
        return (NumberPart(self.number, written(self.number, self._locale, self.least, self.most, self.signed)),)

    def format(self, locale: Locale) -> str:
        """The mark."""
        self._locale = locale
        return super().format(locale)


def written(number: int | float, locale: Locale, least: int = 0, most: int = 0, signed: bool = False) -> str:
    """A number as a language writes it: thousands in groups, and from ``least`` to ``most`` decimals."""
    whole, _, decimals = f"{abs(number):.{most}f}".partition(".")
    decimals = decimals.rstrip("0").ljust(least, "0")
    text = whole if len(whole) < 4 else format_decimal(int(whole), locale=locale)
    if decimals:
        text += ("." if locale.language == "en" else get_decimal_symbol(locale)) + decimals
    if not text.strip("0.,"):
        return text
    return f"-{text}" if number < 0 else f"+{text}" if signed else text


def count(parts: list[Line], number: int) -> Count:
    """A whole number as a value."""
    made = Count(number)
    made.parts = parts
    return made


def measure(parts: list[Line], number: float) -> Measure:
    """A number with decimals as a value."""
    made = Measure(number)
    made.parts = parts
    return made


# -- functions ---------------------------------------------------------------------------------------------------------


_Cards: TypeAlias = Shown | Several | Spliced | str
"""Cards, or what may stand in their place: an action as it is typed."""


def _the(cards: _Cards, case: str = "nominative") -> _Cards:
    return cards if isinstance(cards, str) else cards.in_case(str(case))


def _bare(cards: _Cards) -> _Cards:
    return cards if isinstance(cards, str) else cards.in_case(None)


def _seat(who: Player, word: str) -> Player:
    return Player(who.parts, who.seat, who.you, str(word))


def _ends(who: Player, letters: str) -> str:
    return "yes" if who.say.casefold().endswith(tuple(letters)) else "no"


def _number(number: Any, **how: Any) -> Written:
    """Fluent's own function, as far as our patterns use it."""
    least, most = int(how.get("minimumFractionDigits", 0)), int(how.get("maximumFractionDigits", 3))
    return Written(number.parts, number + 0, least, most)


def _signed(number: Any, **how: Any) -> Written:
    made = _number(number, **how)
    made.signed = True
    return made


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "THE": _the,
    "BARE": _bare,
    "RANK": lambda card: RANK_WORDS[card.card % 9],
    "SUIT": lambda card: SUIT_WORDS[card.card // 9],
    "GENDER": lambda card: card.gender,
    "COUNT": lambda cards: FluentInt(len(cards.cards)),
    "SEAT": _seat,
    "ENDS": _ends,
    "NUMBER": _number,
    "SIGNED": _signed,
}


# -- bundles -----------------------------------------------------------------------------------------------------------


def bundle(language: str, sources: Mapping[str, str]) -> FluentBundle:
    """The messages of these texts, a later one before an earlier one; ``ValueError`` names the first fault."""
    made = FluentBundle([language], functions=dict(FUNCTIONS), use_isolating=False)
    for name, text in sources.items():
        if FORBIDDEN & {*text, *(chr(int(plain or long, 16)) for plain, long in _ESCAPED.findall(text))}:
            raise ValueError(f"{name}: a character of the private use area")
        resource = FluentResource(text)
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                line = text.count("\n", 0, entry.span.start if entry.span else 0) + 1
                raise ValueError(
                    f"{name}, line {line}: {entry.annotations[0].message if entry.annotations else 'junk'}"
                )
        made.add_resource(resource, allow_overrides=True)
    return made


def pattern(made: FluentBundle, key: str) -> Any | None:
    """The compiled pattern of a key; ``None`` if there is none."""
    return made.get_message(key).value if made.has_message(key) else None


def filled(made: FluentBundle, what: Any, values: Mapping[str, Any], parts: list[Line]) -> Line:
    """A pattern with values, as a line; whatever Fluent complains about raises ``Unspeakable``.

    The values go in as they are: ``FluentBundle.format_pattern`` would make plain numbers of ours.
    """
    errors: list[Exception] = []
    env = ResolverEnvironment(context=made, current=CurrentEnvironment(args=dict(values)), errors=errors)
    text = what(env)
    if errors:
        raise Unspeakable(str(errors[0]))
    pieces = str(text).split(MARK)
    result: list[Part] = [pieces[0]]
    for piece in pieces[1:]:
        result += [*parts[ord(piece[0]) - _FIRST], piece[1:]]
    return tight(result)
