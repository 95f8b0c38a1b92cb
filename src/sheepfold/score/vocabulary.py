"""What can be said about a deal, as phrases: from the catalogue, or else from the labels of the game's form.

An entry of the catalogue lists alternatives separated by commas; the first is how a line is written. ``{ $value }``
stands where the answer stands, and words without it may have the answer on either side. ``{ $player }`` is somebody
whom the form does not ask for, as in ``Ann cracks``. The keys, each looked for under the name of the game first:

====================================  ==============================================================
``line-kind-<kind>``                  a kind of deal
``line-field-<field>``                words beside an answer
``line-choice-<field>-<value>``       an answer to choose
``line-threshold-<field>-<kind>``     a range of numbers: won, lost
``line-beside-<field>-<kind>``        what may be said beside such a number and does not name the range
``line-flag-<field>``, ``line-not-…``  yes and no to a field
``line-none-<field>``                 nobody, where that is an answer
``line-others-<field>``               words beside the number of the side that is not asked for
``line-each``                         the number before it is that of everybody
``line-elsewhere``                    kinds of deal that are played at other tables of the game
``line-number-<n>``, ``line-suit-…``,  numbers, suits and ranks in letters;
``line-rank-…``, ``line-card``        how a card is spoken
``line-team``, ``line-team-<n>``      a team by its number, or by a name of its own
``line-team-of``                      a team by one of its players
``line-fill``                         words that say nothing
====================================  ==============================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.cards import ALL_CARDS, CARD_TEXTS, RANK_TEXTS, RANK_WORDS, SUIT_SYMBOLS, SUIT_WORDS
from sheepfold.core.form import Field, FormKind
from sheepfold.core.message import Message
from sheepfold.presentation.line import spoken
from sheepfold.presentation.words import Words
from sheepfold.score.tokens import tokens_of

VALUE, PLAYER = "%", "@"
"""Where the answer stands in a phrase, and where a name stands that is not asked for."""
RANK, SUIT = "%", "@"
"""Where they stand in the name of a card."""

Sort: TypeAlias = Literal["kind", "field", "others", "choice", "threshold", "none", "each", "fill"]


class Meaning(Struct, frozen=True):
    """What a phrase says: the value of a field, a threshold of it, or the kind; ``first``: it is its own name."""

    sort: Sort
    field: str = ""
    value: Any = None
    first: bool = False


class Phrase(Struct, frozen=True):
    """Words in a row, some of them places, and what they mean; the same words may speak of two fields at once."""

    items: tuple[str, ...]
    meanings: tuple[Meaning, ...]

    @property
    def literals(self) -> frozenset[str]:
        """The words that must be there."""
        return frozenset(self.items) - {VALUE, PLAYER}


class Named(Struct, frozen=True):
    """Everything of one sort that has words: how it is written, and every way to say it."""

    written: dict[Any, str]
    said: dict[tuple[str, ...], Any]

    def ways(self, what: Any) -> list[tuple[str, ...]]:
        """Every way to say one of them."""
        return [items for items, found in self.said.items() if found == what]


class Vocabulary:
    """The words of a game in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.fills = frozenset(self._split("line-fill"))
        self.elsewhere = tuple(self._split("line-elsewhere"))
        self.numbers = self._named("line-number", range(21), lambda number: (str(number),))
        self.suits = self._named("line-suit", SUIT_WORDS, lambda word: (word, SUIT_SYMBOLS[SUIT_WORDS.index(word)]))
        self.ranks = self._named("line-rank", RANK_WORDS, lambda word: (word,))

    # -- what the catalogue has ----------------------------------------------------------------------------------

    def alternatives(self, key: str, **values: str) -> tuple[str, ...]:
        """The alternatives of an entry; none if no catalogue has it."""
        if not self._words.has(key):
            return ()
        text = spoken(self._words.line(key, value=VALUE, player=PLAYER, **values))
        return tuple(found for part in text.split(",") if (found := part.strip()))

    def example(self, key: str, names: Mapping[str, str]) -> str:
        """An example of a line with these players in it; nothing if no catalogue has it."""
        return spoken(self._words.line(key, **names)) if self._words.has(key) else ""

    def text(self, message: Message) -> str:
        """A label in the reader's language."""
        return spoken(self._words.clause(message))

    def _split(self, key: str) -> list[tuple[str, ...]]:
        return [items for each in self.alternatives(key) if (items := items_of(each))]

    def _named(self, key: str, what: Iterable[Any], fallback: Any) -> Named:
        written: dict[Any, str] = {}
        said: dict[tuple[str, ...], Any] = {}
        for place, each in enumerate(what):
            texts = (*self.alternatives(f"{key}-{each}"), *fallback(each))
            written[place] = texts[0]
            said |= {items_of(text): place for text in texts}
        return Named(written, said)

    @cached_property
    def cards(self) -> dict[tuple[str, ...], int]:
        """Every way to name a card: QC, Q♣, queen of clubs."""
        patterns = self.alternatives("line-card", rank=RANK, suit=SUIT)
        found = {}
        for card in ALL_CARDS:
            found[items_of(CARD_TEXTS[card])] = card
            found[items_of(RANK_TEXTS[card % 9] + SUIT_SYMBOLS[card // 9])] = card
            for rank, suit in product(self.ranks.ways(card % 9), self.suits.ways(card // 9)):
                texts = (pattern.replace(RANK, " ".join(rank)).replace(SUIT, " ".join(suit)) for pattern in patterns)
                found |= {items_of(text): card for text in texts}
        return found

    # -- phrases -------------------------------------------------------------------------------------------------

    def of_kind(self, kind: FormKind) -> tuple[str, ...]:
        """How a kind of deal is called."""
        return self.alternatives(f"line-kind-{kind.kind}") or (*self._label(kind.label), plain(kind.kind))

    def of_field(self, field: Field) -> tuple[str, ...]:
        """The words beside an answer, with a place for it."""
        key = f"line-flag-{field.name}" if field.kind == "flag" else f"line-field-{field.name}"
        return self.alternatives(key) or (*self._label(field.label), plain(field.name))

    def of_choice(self, field: Field, value: Any, label: Message) -> tuple[str, ...]:
        """How a choice is called."""
        own = self.alternatives(f"line-choice-{field.name}-{str(value).lower()}")
        return own or (*self._label(label), str(value) if isinstance(value, str) else "")

    def _numbers(self, value: Any) -> tuple[str, ...]:
        """A number as it is written and said; nothing for what is no number."""
        if type(value) is not int:
            return ()
        return (str(value), *(" ".join(items) for items in self.numbers.ways(value)))

    def of_none(self, field: Field, asked: bool = False) -> tuple[str, ...]:
        """How it is said that a field has no answer: nobody, no melds."""
        own = self.alternatives(f"line-none-{field.name}") if field.optional or field.none is not None else ()
        if field.none is None:
            return own
        return (*(own or self._label(field.none)), *(self.alternatives("line-none") if asked else ()))

    def _label(self, label: Message) -> tuple[str, ...]:
        """A label as words: whole, and what stands before a comma in it."""
        text = self.text(label)
        return (text.partition(",")[0], text)

    def phrases(self, kind: FormKind, asked: bool = False) -> tuple[Phrase, ...]:
        """All that can be said of a kind; ``asked``: it is the answer to a question, so yes and no are words too."""
        found: dict[tuple[str, ...], list[Meaning]] = {fill: [Meaning("fill")] for fill in self.fills}
        found |= {items: [Meaning("each")] for items in self._split("line-each")}
        for text, meaning in (*self._kind_said(kind), *self._fields_said(kind, asked)):
            for items in _orders(items_of(text), meaning):
                if items and meaning not in found.setdefault(items, []):
                    found[items].append(meaning)
        return tuple(
            Phrase(items, together)
            for items, meanings in found.items()
            for together in ([(each,) for each in meanings] if VALUE in items else [tuple(meanings)])
        )

    def _kind_said(self, kind: FormKind) -> Iterator[tuple[str, Meaning]]:
        for place, text in enumerate(self.of_kind(kind) if kind.kind else ()):
            yield text, Meaning("kind", first=not place)

    def _fields_said(self, kind: FormKind, asked: bool) -> Iterator[tuple[str, Meaning]]:
        for field in kind.fields:
            yield from self._flag(field, asked) if field.kind == "flag" else self._answers(field, asked)
            for place, text in enumerate(self.of_none(field, asked)):
                yield text, Meaning("none", field.name, first=not place)

    def _flag(self, field: Field, asked: bool) -> Iterator[tuple[str, Meaning]]:
        yes = self.of_field(field) + (self.alternatives("line-yes") if asked else ())
        no = self.alternatives(f"line-not-{field.name}") + (self.alternatives("line-no") if asked else ())
        for value, texts in ((True, yes), (False, no)):
            for place, text in enumerate(texts):
                yield text, Meaning("choice", field.name, value, not place)

    def _answers(self, field: Field, asked: bool) -> Iterator[tuple[str, Meaning]]:
        for place, text in enumerate(self.of_field(field)):
            yield text, Meaning("field", field.name, first=not place)
        for text in self.alternatives(f"line-others-{field.name}") if field.total and field.each == "deal" else ():
            yield text, Meaning("others", field.name)
        for choice in field.choices if field.kind in ("choice", "rank") else ():
            bare = self._numbers(choice.value) if asked and field.kind == "choice" else ()
            for place, text in enumerate((*self.of_choice(field, choice.value, choice.label), *bare)):
                yield text, Meaning("choice", field.name, choice.value, not place)
        for threshold in {each.kind: each for each in field.thresholds}.values():
            own = self.alternatives(f"line-threshold-{field.name}-{threshold.kind}") or self._label(threshold.label)
            beside = self.alternatives(f"line-beside-{field.name}-{threshold.kind}")
            for text in (*own, *beside):
                yield text, Meaning("threshold", field.name, threshold.kind, text in own)


def _orders(items: tuple[str, ...], meaning: Meaning) -> tuple[tuple[str, ...], ...]:
    """Words of a field without a place for the answer may stand before it or after it."""
    if meaning.sort != "field" or VALUE in items or not items:
        return (items,)
    return (*items, VALUE), (VALUE, *items)


def items_of(text: str) -> tuple[str, ...]:
    """A phrase as it is compared with tokens."""
    return tuple(token.text for token in tokens_of(text))


def plain(name: str) -> str:
    """The name of a field or a kind as words."""
    return name.replace("_", " ")


def first_words(texts: Sequence[str]) -> str:
    """How a phrase is written, its places left out."""
    return " ".join(word for word in texts[0].split() if word not in (VALUE, PLAYER))
