"""Answers as a line that somebody would type: every answer in the first words that the catalogue has for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheepfold.core.cards import CARD_TEXTS, Seat
from sheepfold.core.form import Field, FormKind
from sheepfold.score.explaining import MAIN, same
from sheepfold.score.people import People
from sheepfold.score.vocabulary import PLAYER, VALUE, Vocabulary, first_words


class Writer:
    """Writes one line: every answer in the first words that the catalogue has for it."""

    def __init__(
        self, words: Vocabulary, people: People, kind: FormKind, answers: Mapping[str, Any], quoted: bool
    ) -> None:
        self._words, self._people, self._kind, self._answers, self._quoted = words, people, kind, answers, quoted

    def line(self, named: bool, full: bool) -> str:
        """The line, the kind of deal ``named`` or not; ``full``: with the words of every field."""
        parts = [part for field in self._kind.fields if (part := self._part(field, full))]
        called = first_words(self._words.of_kind(self._kind))
        main = self._kind.fields[0] if self._kind.fields else None
        if parts and not named:
            return ", ".join(parts)
        if main is not None and main.path == MAIN and main.name in self._answers:
            return ", ".join([f"{parts[0]} {called}", *parts[1:]])
        return " ".join([called, ", ".join(parts)]).strip()

    def _part(self, field: Field, full: bool) -> str:
        if field.name not in self._answers:
            nobody = self._words.of_none(field) if field.none is not None else ()
            return nobody[0] if nobody else ""
        value = self._answers[field.name]
        if field.kind == "flag":
            return self._flag(field, value)
        text = self._value(field, value)
        if field.kind in ("choice", "rank") and text:
            return text
        count = next((each.name for each in self._kind.fields if each.kind == "number" and not each.optional), "")
        lone = field.name == count or len(self._kind.fields) == 1
        if not full and (lone or field.kind in ("suit", "card")):
            return text
        pattern = self._words.of_field(field)[0]
        return pattern.replace(VALUE, text) if VALUE in pattern else f"{pattern} {text}"

    def _flag(self, field: Field, value: bool) -> str:
        texts = self._words.of_field(field) if value else self._words.alternatives(f"line-not-{field.name}")
        return texts[0] if texts else ""

    def _value(self, field: Field, value: Any) -> str:
        ways: dict[str, Callable[[Any], str]] = {
            "seat": self._name,
            "suit": lambda suit: self._words.suits.written[suit],
            "card": lambda card: CARD_TEXTS[card],
            "number": lambda number: self._numbers(field, number),
        }
        if field.kind in ways:
            return ways[field.kind](value)
        label = next((choice.label for choice in field.choices if same(choice.value, value)), None)
        texts = self._words.of_choice(field, value, label) if label is not None else ()
        plain = [text for text in texts if text and PLAYER not in text]
        return plain[0] if plain else str(value)

    def _numbers(self, field: Field, value: Any) -> str:
        if not isinstance(value, tuple):
            return f"{self._name(field.seats[0])} {value}" if field.seats else str(value)
        if not self._quoted and not (len(value) == 2 and self._main_is_second(field)):
            return " ".join(map(str, value))
        owners = [group[0] for group in self._people.groups(field)]
        return " ".join(f"{self._name(seat)} {number}" for seat, number in zip(owners, value, strict=False))

    def _main_is_second(self, field: Field) -> bool:
        main = next((each.name for each in self._kind.fields if each.path == MAIN), "")
        seat = self._answers.get(main)
        return seat is not None and self._people.owner(field, seat) == 1

    def _name(self, seat: Seat) -> str:
        name = self._people.names[seat].replace('"', "")
        return f'"{name}"' if self._quoted else name
