"""The catalogues: which words a key has in a language, and how a line is made of them.

Catalogues are Fluent files, ``words/<language>/<name>.ftl``: ``general`` for every game, ``terminal`` for prompts,
``text`` for the pages without scripts, ``messages`` for whatever the code says in messages (its English is generated
from the code), one per game, and ``client`` for the labels of a browser. A game from outside has its ``words`` folder
beside its presentation, or beside the game itself if it has none.

A key of a game comes before the general one: where Grim asks for ``deal`` it gets ``grim-deal``, and ``deal`` if there
is no such entry. What a language lacks is said in English; what nobody has words for is said by its key, and reported
once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from sheepfold.core.cards import RANK_WORDS, SUIT_WORDS, Card, Seat, parse_card
from sheepfold.core.errors import BadText, SheepfoldError
from sheepfold.core.message import Message, on_one_line
from sheepfold.presentation.homes import OURS, text_of
from sheepfold.presentation.kept import Kept
from sheepfold.presentation.line import CardPart, Face, Faces, Line, Part, Who, capital, joined, spoken, tight
from sheepfold.presentation.reader import Reader

if TYPE_CHECKING:  # 80 ms, which nobody waits for who needs no line
    from fluent.runtime import FluentBundle

Value: TypeAlias = str | int | float | Message | Line | Who | Face | Faces
"""What can be put into a line; text is taken as it is, so it must be a name or something that was typed."""

ENGLISH = "en"
NOMINATIVE = "nominative"
GENERAL = ("general", "terminal", "evening", "text", "messages")
"""The catalogues that every game has."""
MOST_KEPT = 12_000
"""Lines that are kept for the next time they are wanted."""
_LONG = 2000
"""Fluent puts no longer text into a sentence by itself."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


class BadCatalogue(SheepfoldError):
    """A catalogue that cannot be used, or that has no words for something."""


def catalogue(language: str, name: str, home: str = OURS) -> str | None:
    """The text of a catalogue; ``None`` if that language has none of that name."""
    return text_of(home, "words", language, f"{name}.ftl")


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a general catalogue."""
    folders = files(OURS).joinpath("words").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("general.ftl").is_file()))


@cache
def _patterns() -> Any:
    """Fluent, which takes 80 ms to import: for the first line, and only once."""
    from sheepfold.presentation import patterns

    return patterns


@cache
def _bundle(language: str, game: str, home: str) -> tuple[FluentBundle, BadCatalogue | None]:
    """All words of a language for a game; those of a game from outside are left out if they cannot be read."""
    patterns = _patterns()
    sources = {f"{language}/{name}.ftl": catalogue(language, name) for name in GENERAL}
    texts = {name: text for name, text in sources.items() if text is not None}
    try:
        own = catalogue(language, game, home)
        if own is None:
            return patterns.bundle(language, texts), None
        return patterns.bundle(language, {**texts, f"{language}/{game}.ftl": own}), None
    except (ValueError, UnicodeError) as error:
        sentence = "The words of { $game } cannot be read ({ $reason }); the general words are used instead."
        fault = BadCatalogue("catalogue_junk", sentence, game=game, reason=str(error))
        return patterns.bundle(language, texts), fault


class Words:
    """The words of one game, or of none, for one reader; ``faults`` are what could not be said as it should."""

    def __init__(self, reader: Reader, names: tuple[str, ...] = (), game: str = "", home: str = OURS) -> None:
        self.reader = reader
        self.names = tuple(map(on_one_line, names))
        self.faults: list[SheepfoldError] = []
        self._game, self._home = game, home
        self._chain: tuple[FluentBundle, ...] = ()
        self._patterns: dict[str, tuple[FluentBundle, Any] | None] = {}
        self._lines: Kept[object, Line] = Kept(MOST_KEPT)
        self._firsts: dict[tuple[str, ...], str] = {}
        self._cards: dict[tuple[Card, str | None], str] = {}
        self._genders: dict[Card, str] = {}

    # -- what is said --------------------------------------------------------------------------------------------

    def line(self, key: str, **values: Value) -> Line:
        """The words of a key with values in their places."""
        kept = self._lines.get(at := (key, *values.items()))
        if kept is not None:
            return kept
        return self._lines.made(at, lambda: self._spoken(key, values))

    def _spoken(self, key: str, values: Mapping[str, Value]) -> Line:
        made = self._filled(key, values)
        return self._missing(key) if made is None else made

    def has(self, key: str) -> bool:
        """Whether there are words for a key, the game's own or general ones."""
        return self._find(key) is not None

    def first(self, *keys: str, **values: Value) -> Line:
        """The words of the first key that has any."""
        found = self._firsts.get(keys)
        if found is None:
            found = self._firsts[keys] = next((key for key in keys if self.has(key)), keys[-1])
        return self.line(found, **values)

    def message(self, message: Message) -> Line:
        """A message of the code as a sentence; one that begins with a card gets a capital letter."""
        try:
            kept = self._lines.get(message)
        except TypeError:  # a message of a game from outside may hold anything
            return self._sentence(message)
        return kept if kept is not None else self._lines.made(message, lambda: self._sentence(message))

    def _sentence(self, message: Message) -> Line:
        line = self.clause(message)
        return capital(line) if line and isinstance(line[0], CardPart) else line

    def clause(self, message: Message) -> Line:
        """A message of the code: its words by its key, or its own English where no catalogue knows it."""
        if not message:
            return ()
        if self._find(message.key) is not None:
            values = {name: self.value(name, value) for name, value in message.values.items()}
            line = self._filled(message.key, values)
            if line is not None:
                return line
        parts: list[Part] = []
        for piece in message.pieces():
            parts += (clean(piece),) if isinstance(piece, str) else self.part(self.value(*piece))
        return tight(parts)

    def value(self, name: str, value: object) -> Value:
        """A value of a message as it goes into a line: cards are known by the name of their place."""
        if isinstance(value, Message):
            return self.clause(value)
        if isinstance(value, str) and name.endswith(("card", "cards")):
            try:
                cards = tuple(map(parse_card, value.split()))
            except BadText:
                return on_one_line(value)
            return Face(cards[0], NOMINATIVE) if name.endswith("card") and len(cards) == 1 else Faces(cards)
        return value if isinstance(value, int | float) else on_one_line(str(value))

    def part(self, value: Value) -> Line:
        """A value that stands alone."""
        return self.line("value", value=value)

    def listed(self, lines: Sequence[Line]) -> Line:
        """Several things in a row, the last joined by *and*."""
        if len(lines) < 2:
            return lines[0] if lines else ()
        between, last = ("".join(map(str, self.line(key))) for key in ("list-between", "list-last"))
        return joined((joined(lines[:-1], between), lines[-1]), last)

    def name(self, seat: Seat) -> str:
        """What a player is called, whoever reads."""
        return self.names[seat]

    def card(self, card: Card, case: str | None = None) -> str:
        """What a card is called: bare, or with its article in a case."""
        kept = self._cards.get((card, case))
        if kept is None:
            rank, suit = RANK_WORDS[card % 9], SUIT_WORDS[card // 9]
            how = {"case": case or NOMINATIVE}
            words = {"rank": self.line(f"rank-{rank}", **how), "suit": self.line(f"suit-{suit}")}
            key = "card-bare" if case is None else "card-the"
            kept = self._cards[card, case] = spoken(self.line(key, **words, gender=self.gender(card), **how))
        return kept

    def gender(self, card: Card) -> str:
        """The grammatical gender of a card, as the catalogue knows it."""
        kept = self._genders.get(card)
        if kept is None:
            kept = self._genders[card] = spoken(self.line(f"gender-{RANK_WORDS[card % 9]}"))
        return kept

    # -- how it is made ------------------------------------------------------------------------------------------

    def fault(self, fault: SheepfoldError) -> None:
        """Report something, once."""
        if str(fault) not in map(str, self.faults):
            self.faults.append(fault)

    def _bundles(self) -> tuple[FluentBundle, ...]:
        if not self._chain:
            own = self.reader.language
            wanted = dict.fromkeys((own if _LANGUAGE.fullmatch(own) else ENGLISH, ENGLISH))
            found = [_bundle(language, self._game, self._home) for language in wanted]
            for _, fault in found:
                if fault is not None:
                    self.fault(fault)
            self._chain = tuple(bundle for bundle, _ in found)
        return self._chain

    def _find(self, key: str) -> tuple[FluentBundle, Any] | None:
        if key in self._patterns:
            return self._patterns[key]
        found = next(iter(self._all(key)), None)
        self._patterns[key] = found
        return found

    def _all(self, key: str) -> list[tuple[FluentBundle, Any]]:
        """Every pattern that could serve, the best first."""
        patterns = _patterns()
        tried = ((made, patterns.pattern(made, name)) for made in self._bundles() for name in self._names(key))
        return [(made, what) for made, what in tried if what is not None]

    def _names(self, key: str) -> tuple[str, str]:
        return f"{self._game}-{key}", key

    def _missing(self, key: str) -> Line:
        sentence = "There are no words for '{ $entry }' in the catalogues of { $game }."
        self.fault(BadCatalogue("no_words", sentence, game=self._game, entry=key))
        return (key.replace("-", " ").replace("_", " "),)

    def _filled(self, key: str, values: Mapping[str, Value]) -> Line | None:
        """The first pattern that can be filled; one that cannot is reported and passed over. ``None``: no such one."""
        first = self._find(key)
        if first is None:
            return None
        made = self._fill(key, *first, values)
        if made is not None:
            return made
        others = (self._fill(key, *other, values) for other in self._all(key)[1:])
        return next((line for line in others if line is not None), None)

    def _fill(self, key: str, made: FluentBundle, what: Any, values: Mapping[str, Value]) -> Line | None:
        """One pattern with values; ``None`` if it cannot be filled, which is reported."""
        parts: list[Line] = []
        try:
            line: Line = _patterns().filled(made, what, self._arguments(values, parts), parts)
            return line
        except Exception as error:  # a catalogue from outside may hold anything
            sentence = "The words for '{ $entry }' cannot be used ({ $reason })."
            self.fault(BadCatalogue("bad_words", sentence, entry=key, reason=str(error)))
            return None

    def _arguments(self, values: Mapping[str, Value], parts: list[Line]) -> dict[str, Any]:
        return {name: self._argument(value, parts) for name, value in values.items()}

    def _argument(self, value: Value, parts: list[Line]) -> Any:
        patterns = _patterns()
        if isinstance(value, str):
            return clean(value) if len(value) < _LONG else patterns.Spliced(parts, (clean(value),), self.card)
        if isinstance(value, int):
            return patterns.count(parts, value)
        if isinstance(value, float):
            return patterns.measure(parts, value)
        if isinstance(value, Who):
            you = self.reader.is_you(value.seat)
            say = spoken(self.line("you")) if you else self.name(value.seat)
            return patterns.Player(parts, value.seat, you, say)
        if isinstance(value, Face):
            return patterns.Shown(parts, value.card, self.card, self.gender(value.card), value.case)
        if isinstance(value, Faces):
            return patterns.Several(parts, value.cards, self._several)
        return patterns.Spliced(parts, self.clause(value) if isinstance(value, Message) else value, self.card)

    def _several(self, cards: tuple[Card, ...], case: str | None) -> Line:
        return self.listed([(CardPart(card, self.card(card, case)),) for card in cards])


def clean(text: str) -> str:
    """Text from outside as it may stand in a line: nothing unprintable, and none of our marks."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
