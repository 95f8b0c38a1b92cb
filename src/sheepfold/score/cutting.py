"""Every way to cut a line into pieces that mean something in one kind of deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.cards import Seat
from sheepfold.core.form import Field, FormKind
from sheepfold.score.people import People, Team
from sheepfold.score.tokens import Token
from sheepfold.score.vocabulary import PLAYER, VALUE, Meaning, Phrase, Vocabulary

Sort: TypeAlias = Literal[
    "fill",
    "kind",
    "said",
    "threshold",
    "none",
    "each",
    "person",
    "team",
    "number",
    "suit",
    "card",
    "cue",
    "names",
    "unknown",
]
MOST_CUTS = 400
"""Nobody types a line that can be cut in more ways; of one that can, some are left out."""

WASTE: dict[str, int] = {"unknown": 3, "names": 2, "cue": 1}
"""How bad it is to leave a piece without its meaning."""


class Run(Struct, frozen=True):
    """Numbers in a row, each with the place of its owner if one is named."""

    numbers: tuple[tuple[int | None, int], ...]


class Piece(Struct, frozen=True):
    """Some words of the line from ``start`` to ``end`` and what they are; ``named`` are the places of names in them."""

    sort: Sort
    start: int
    end: int
    field: str = ""
    value: Any = None
    meanings: tuple[Meaning, ...] = ()
    named: tuple[int, ...] = ()


class Cutter:
    """Cuts lines about one kind of deal."""

    def __init__(self, kind: FormKind, people: People, words: Vocabulary, asked: bool = False) -> None:
        self.kind, self._people, self._words = kind, people, words
        self.fields = {field.name: field for field in kind.fields}
        self.phrases = words.phrases(kind, asked)
        self._kinds = {field.kind for field in kind.fields}
        by_team = any(field.by_team or field.each == "team" for field in kind.fields)
        self._by_team = bool(people.teams) and (by_team or people.side(kind) is not None)
        self._tokens: Sequence[Token] = ()
        self._taken: frozenset[str] = frozenset()

    def cuts(self, tokens: Sequence[Token], taken: frozenset[str]) -> Iterator[tuple[Piece, ...]]:
        """The cuts that waste the fewest words; ``taken`` are words that no shortened name can be."""
        self._tokens, self._taken = tokens, taken
        here = {token.text for token in tokens}
        fitting = [phrase for phrase in self.phrases if phrase.literals <= here]
        pieces = [self._pieces_at(at, fitting) for at in range(len(tokens))]
        cost = [0] * (len(tokens) + 1)
        for at in reversed(range(len(tokens))):
            cost[at] = min(WASTE.get(piece.sort, 0) + cost[piece.end] for piece in pieces[at])
        left = MOST_CUTS

        def walk(at: int) -> Iterator[tuple[Piece, ...]]:
            nonlocal left
            if at == len(tokens):
                left -= 1
                yield ()
                return
            for piece in pieces[at]:
                if WASTE.get(piece.sort, 0) + cost[piece.end] == cost[at]:
                    for rest in walk(piece.end):
                        yield (piece, *rest)
                        if left <= 0:
                            return

        yield from walk(0)

    # -- what begins at a place ----------------------------------------------------------------------------------

    def _pieces_at(self, at: int, phrases: Sequence[Phrase]) -> list[Piece]:
        found = [*self._phrases_at(at, phrases), *self._owned_at(at, phrases), *self._bare_at(at)]
        if not found:
            known = self._names_at(at)
            return known or [Piece("unknown", at, at + 1)]
        return sorted(dict.fromkeys(found), key=lambda piece: (-piece.end, piece.sort == "fill"))

    def _names_at(self, at: int) -> list[Piece]:
        """A name that is not clear, if that is all there is."""
        seats = self._people.seats_at(self._tokens, at, self._taken)
        return [Piece("names", at, end, value=who) for end, who in seats[-1:] if len(who) > 1]

    def _person_at(self, at: int) -> Iterator[tuple[int, Seat]]:
        if at < len(self._tokens):
            for end, seats in self._people.seats_at(self._tokens, at, self._taken):
                if len(seats) == 1:
                    yield end, seats[0]

    def _team_at(self, at: int) -> Iterator[tuple[int, Team]]:
        """A team by its name, by one of its players, or by all of them with no comma between."""
        if not self._by_team or at >= len(self._tokens):
            return
        named = self._people.team_at(self._tokens, at)
        if named is not None:
            yield named
        for items in self._people.team_phrases:
            for end, seat in self._person_in(items, at):
                yield end, self._people.team_with(seat)
        for end, one in self._person_at(at):
            start = self._after_fill(end)
            if start >= len(self._tokens) or self._tokens[start].begins:
                continue
            for last, other in self._person_at(start):
                team = self._people.team_of((one, other))
                if team is not None:
                    yield last, team

    def _person_in(self, items: tuple[str, ...], at: int) -> Iterator[tuple[int, Seat]]:
        """Somebody whose name stands in its place among these words."""
        place = items.index(PLAYER)
        if place and self._literally(items[:place], at) is None:
            return
        for end, seat in self._person_at(at + place):
            if place + 1 == len(items) or self._literally(items[place + 1 :], end) is not None:
                yield end + len(items) - place - 1, seat

    def _owner_at(self, at: int) -> Iterator[tuple[int, Seat | Team]]:
        yield from self._team_at(at)
        yield from self._person_at(at)

    def _after_fill(self, at: int) -> int:
        while at < len(self._tokens) and (self._tokens[at].text,) in self._words.fills:
            at += 1
        return at

    def _number_at(self, at: int) -> tuple[int, int] | None:
        if at >= len(self._tokens) or self._tokens[at].quoted:
            return None
        token = self._tokens[at]
        number = token.number
        if number is None:
            number = self._words.numbers.said.get((token.text,))
        return None if number is None else (at + 1, number)

    def _bare_at(self, at: int) -> Iterator[Piece]:
        """Values that stand alone."""
        for end, seat in self._person_at(at):
            yield Piece("person", at, end, value=seat, named=tuple(range(at, end)))
        for end, team in self._team_at(at):
            yield Piece("team", at, end, value=team, named=self._names_in(at, end))
        number = self._number_at(at)
        if number is not None:
            yield Piece("number", at, number[0], value=number[1])
        bare: tuple[Sort, ...] = ("suit", "card")
        for sort in bare:
            for end, value in self._called_at(sort, at) if sort in self._kinds else ():
                yield Piece(sort, at, end, value=value)

    def _called_at(self, sort: str, at: int) -> Iterator[tuple[int, int]]:
        """Suits, cards and ranks in letters or signs."""
        names = {"suit": self._words.suits.said, "rank": self._words.ranks.said, "card": self._words.cards}[sort]
        for end in range(at + 1, min(at + 4, len(self._tokens)) + 1):
            if any(token.quoted for token in self._tokens[at:end]):
                return
            value = names.get(tuple(token.text for token in self._tokens[at:end]))
            if value is not None:
                yield end, value

    # -- phrases -------------------------------------------------------------------------------------------------

    def _phrases_at(self, at: int, phrases: Sequence[Phrase]) -> Iterator[Piece]:
        for phrase in phrases:
            for end, value, named in self._matched(phrase, 0, at):
                yield from self._piece(phrase, at, end, value, named)
            if VALUE in phrase.items:
                alone = self._literally(tuple(item for item in phrase.items if item not in (VALUE, PLAYER)), at)
                if alone is not None:
                    yield Piece("cue", at, alone, phrase.meanings[0].field, phrase.meanings[0].sort)

    def _piece(self, phrase: Phrase, at: int, end: int, value: Any, named: tuple[int, ...]) -> Iterator[Piece]:
        thresholds = tuple(meaning for meaning in phrase.meanings if meaning.sort == "threshold")
        if thresholds:
            yield Piece("threshold", at, end, meanings=thresholds, named=named)
        for meaning in phrase.meanings:
            if meaning.sort == "field":
                yield Piece("said", at, end, meaning.field, value, named=named)
            elif meaning.sort == "others":
                yield from self._of_others(Piece("said", at, end, meaning.field, value, named=named))
            elif meaning.sort == "choice":
                yield Piece("said", at, end, meaning.field, meaning.value, named=named)
            elif meaning.sort != "threshold":
                yield Piece(meaning.sort, at, end, meaning.field, named=named)

    def _of_others(self, piece: Piece) -> Iterator[Piece]:
        """One number as that of the side that is not asked for."""
        if len(piece.value.numbers) == 1:
            yield replace(piece, value=Run(((1, piece.value.numbers[0][1]),)))

    def _literally(self, items: tuple[str, ...], at: int) -> int | None:
        tokens = self._tokens[at : at + len(items)]
        same = tuple(token.text for token in tokens) == items and not any(token.quoted for token in tokens)
        return at + len(items) if same and items else None

    def _matched(self, phrase: Phrase, item: int, at: int) -> Iterator[tuple[int, Any, tuple[int, ...]]]:
        """Where a phrase that begins here ends, with the value in its place, and where names stand in it."""
        if item == len(phrase.items):
            yield at, None, ()
            return
        wanted = phrase.items[item]
        if wanted == VALUE:
            field = self.fields[phrase.meanings[0].field]
            for end, value in self._value_at(field, at):
                names = self._names_in(at, end) if field.kind in ("seat", "number") else ()
                for last, _, named in self._matched(phrase, item + 1, end):
                    yield last, value, (*names, *named)
        elif wanted == PLAYER:
            for end, _ in self._person_at(at):
                for last, value, named in self._matched(phrase, item + 1, end):
                    yield last, value, (*range(at, end), *named)
        elif self._literally((wanted,), at) is not None:
            yield from self._matched(phrase, item + 1, at + 1)

    def _names_in(self, start: int, end: int) -> tuple[int, ...]:
        """Where names stand among words that hold nothing but names, numbers and empty words."""
        empty = (at for at in range(start, end) if self._number_at(at) or self._after_fill(at) > at)
        return tuple(sorted(set(range(start, end)) - set(empty)))

    def _value_at(self, field: Field, at: int) -> Iterator[tuple[int, Any]]:
        """An answer to a field, empty words before it passed over."""
        at = self._after_fill(at) if not any(True for _ in self._person_at(at)) else at
        if field.kind == "seat":
            yield from self._person_at(at)
            if field.by_team:
                yield from self._team_at(at)
        elif field.kind == "number":
            yield from self._runs_at(field, at)
        elif field.kind in ("suit", "rank", "card"):
            yield from self._called_at(field.kind, at)
        elif field.kind == "choice":
            yield from self._chosen_at(field, at)

    def _chosen_at(self, field: Field, at: int) -> Iterator[tuple[int, Any]]:
        number = self._number_at(at)
        for choice in field.choices:
            if number is not None and type(choice.value) is int and choice.value == number[1]:
                yield number[0], choice.value
        for phrase in self.phrases:
            for meaning in phrase.meanings:
                if meaning.sort == "choice" and meaning.field == field.name and VALUE not in phrase.items:
                    yield from ((end, meaning.value) for end, _, _ in self._matched(phrase, 0, at))

    # -- numbers of several --------------------------------------------------------------------------------------

    def _runs_at(self, field: Field, at: int) -> Iterator[tuple[int, Run]]:
        """One number, or several in a row: one for each of those who have one, or each with its owner."""
        places = self._people.places(field)
        bare: list[tuple[int, tuple[int | None, int]]] = []
        owned: list[tuple[int, tuple[int | None, int]]] = []
        end = at
        while (number := self._number_at(self._after_fill(end) if bare else end)) is not None and len(bare) < places:
            end = number[0]
            bare.append((end, (None, number[1])))
        end = at
        while (pair := self._pair_at(field, end)) is not None and len(owned) < places:
            end = pair[0]
            owned.append(pair)
        for run in (bare, owned):
            lengths = {len(run), 1, places if len(run) >= places else 0} - {0}
            for length in sorted(lengths, reverse=True) if run else ():
                yield run[length - 1][0], Run(self._people.of_sides(field, [each for _, each in run[:length]]))

    def _pair_at(self, field: Field, at: int) -> tuple[int, tuple[int | None, int]] | None:
        """A name with its number."""
        if not self._people.groups(field):
            return None
        for end, who in self._owner_at(at):
            place = self._people.owner(field, who)
            number = self._number_at(self._after_fill(self._with_others(field, end, place)))
            if number is not None and place is not None:
                return number[0], (place, number[1])
        return None

    def _with_others(self, field: Field, at: int, place: int | None) -> int:
        """Where the names end of others who have the same number as the name before."""
        start = self._after_fill(at)
        for end, seat in self._person_at(start) if field.seats and self._number_at(start) is None else ():
            if place is not None and self._people.owner(field, seat) == place:
                return self._with_others(field, end, place)
        return at

    def _owned_at(self, at: int, phrases: Sequence[Phrase]) -> Iterator[Piece]:
        """``Ann melds 70``: the words of a field between a name and its number."""
        for phrase in phrases:
            meaning = phrase.meanings[0]
            if meaning.sort != "field" or phrase.items[-1] != VALUE:
                continue
            field = self.fields[meaning.field]
            if not self._people.groups(field):
                continue
            for end, who in self._owner_at(at):
                after = self._literally(phrase.items[:-1], self._after_fill(end))
                number = self._number_at(after) if after is not None else None
                place = self._people.owner(field, who)
                if number is not None and place is not None:
                    run = Run(((place, number[1]),))
                    yield Piece("said", at, number[0], field.name, run, named=tuple(range(at, end)))
