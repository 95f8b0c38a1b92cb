"""Who is meant: a name, whole or shortened as far as it stays clear, or a team."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.core.form import Field, FormKind
from sheepfold.score.tokens import Token, folded
from sheepfold.score.vocabulary import Vocabulary, items_of

SHORT = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that are no letter with an accent to Unicode."""
LONG = SHORT | str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
"""Letters that are written as two where the accent is missing."""


class Team(Struct, frozen=True):
    """A team, by its number from 0."""

    number: int


class People:
    """The players of a table by seat, and their teams if they have any."""

    def __init__(self, names: Sequence[str], teams: Sequence[tuple[Seat, ...]] | None, words: Vocabulary) -> None:
        self.names = tuple(names)
        self.teams = tuple(teams or ())
        self._spelled = [items_of(name) for name in names]
        self._without = [{items_of(text) for text in without_accents(name)} for name in names]
        self._team_words = dict(self._say_teams(words))
        self.team_phrases = [items_of(text) for text in words.alternatives("line-team-of")]

    def _say_teams(self, words: Vocabulary) -> list[tuple[tuple[str, ...], int]]:
        found = []
        for number in range(len(self.teams)):
            said = [words.numbers.written[number + 1], str(number + 1)]
            texts = [text for each in said for text in words.alternatives("line-team", number=each)]
            found += [(items_of(text), number) for text in (*texts, *words.alternatives(f"line-team-{number + 1}"))]
        return found

    @property
    def words(self) -> frozenset[str]:
        """The words by which teams are called."""
        return frozenset(word for items in self._team_words for word in items if not word.isdecimal())

    def seats_at(self, tokens: Sequence[Token], at: int, taken: frozenset[str]) -> list[tuple[int, tuple[Seat, ...]]]:
        """Where names that begin here end, and whose they may be.

        A shortening is no word that means something; neither is a whole name in a line that has some name in quotes.
        """
        found = []
        strict = any(token.quoted for token in tokens)
        if tokens[at].quoted:
            seats = tuple(seat for seat, name in enumerate(self.names) if folded(name) == tokens[at].text)
            return [(at + 1, seats)] if seats else []
        longest = max(map(len, self._spelled), default=0)
        for end in range(at + 1, min(at + longest, len(tokens)) + 1):
            typed = tuple(token.text for token in tokens[at:end])
            if any(token.quoted for token in tokens[at:end]):
                break
            whole = tuple(seat for seat, name in enumerate(self._spelled) if name == typed)
            whole = whole or tuple(seat for seat, ways in enumerate(self._without) if typed in ways)
            begun = tuple(seat for seat in range(len(self.names)) if self._begun(seat, typed))
            if not taken.issuperset(typed) or (whole and not strict):
                found += [(end, whole or begun)] if begun else []
        return found

    def _begun(self, seat: Seat, typed: tuple[str, ...]) -> bool:
        return any(_begins(name, typed) for name in (self._spelled[seat], *self._without[seat]))

    def team_at(self, tokens: Sequence[Token], at: int) -> tuple[int, Team] | None:
        """A team called by its number or its name."""
        for items, number in self._team_words.items():
            end = at + len(items)
            if tuple(token.text for token in tokens[at:end]) == items:
                return end, Team(number)
        return None

    def team_of(self, seats: Sequence[Seat]) -> Team | None:
        """The team that these players are, all of them."""
        for number, team in enumerate(self.teams):
            if len(set(seats)) > 1 and set(team) == set(seats):
                return Team(number)
        return None

    def team_with(self, seat: Seat) -> Team:
        """The team of one player."""
        return next(Team(number) for number, team in enumerate(self.teams) if seat in team)

    def groups(self, field: Field) -> tuple[tuple[Seat, ...], ...]:
        """Those who have a number of their own in a field; nobody where there is one number for the deal."""
        everybody = range(len(self.names))
        if field.each == "seat":
            return tuple((seat,) for seat in everybody)
        if field.each == "team":
            return self.teams
        return (field.seats, tuple(seat for seat in everybody if seat not in field.seats)) if field.seats else ()

    def places(self, field: Field) -> int:
        """How many numbers a field has; two for two sides, of which only one is asked for."""
        sides = 2 if field.kind == "number" and field.each == "deal" and field.total is not None else 1
        return len(self.groups(field)) or sides

    def side(self, kind: FormKind) -> Field | None:
        """The question for the number of one side in a deal that asks for no player, so that no name can tell it."""
        if any(field.kind == "seat" or self.groups(field) for field in kind.fields):
            return None
        return next((field for field in kind.fields if field.kind == "number"), None)

    def of_sides(self, field: Field, run: Sequence[tuple[int | None, int]]) -> tuple[tuple[int | None, int], ...]:
        """Two numbers in a row where only one side is asked for are its own and that of the others."""
        if self.groups(field) or len(run) != 2:
            return tuple(run)
        return tuple((place, number) for place, (_, number) in enumerate(run))

    def owner(self, field: Field, who: Seat | Team) -> int | None:
        """The place of a player or a team among those who have a number in a field."""
        groups = self.groups(field)
        seats = self.teams[who.number] if isinstance(who, Team) else (who,)
        return next((place for place, group in enumerate(groups) if set(seats) <= set(group)), None)

    def called(self, who: Seat | Team) -> str:
        """How a player or a team is called in a sentence."""
        return (
            "/".join(self.names[seat] for seat in self.teams[who.number]) if isinstance(who, Team) else self.names[who]
        )


def without_accents(name: str) -> list[str]:
    """A name as it is typed where a keyboard has no accents: Jurgen and Juergen for Jürgen."""
    texts = (unicodedata.normalize("NFD", folded(name).translate(letters)) for letters in (SHORT, LONG))
    return ["".join(letter for letter in text if not unicodedata.combining(letter)) for text in texts]


def _begins(name: tuple[str, ...], typed: tuple[str, ...]) -> bool:
    """Whether the typed words begin those of a name; a number must be typed whole."""
    if len(typed) > len(name):
        return False
    pairs = zip(typed, name, strict=False)
    return all(full == short if short[-1:].isdecimal() else full.startswith(short) for short, full in pairs)
