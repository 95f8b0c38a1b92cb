"""From the pieces of a line to answers: what goes where, and what has no place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.core.form import Field, FormKind
from sheepfold.score.bad_line import BadLine, unclear_name
from sheepfold.score.counting import Counting, Range
from sheepfold.score.cutting import Piece, Run
from sheepfold.score.people import People, Team
from sheepfold.score.tokens import Token

MAIN = ("contract", "declarer")
"""Where the facts keep the player whom a line is about."""

PARTNER = ("partner",)
"""Where they keep the player who helps."""


class Reading(Struct, frozen=True):
    """A line read as one kind of deal: the answers, what is missing, and whatever is wrong with it.

    ``named``: the kind was said. ``guessed`` counts the values that stood alone and were given their place by the form,
    and those that nobody said but that follow from another; ``crossed`` the commas inside of what was taken together.
    ``names`` are the words that were taken for names, ``by_team`` the fields for which a team was named, and
    ``by_range`` those of which only a range was named; ``heard`` are ranges that another answer must tell.
    """

    kind: FormKind
    answers: dict[str, Any]
    missing: tuple[Field, ...]
    by_team: tuple[str, ...]
    by_range: tuple[str, ...]
    heard: dict[str, str]
    named: bool
    faults: tuple[BadLine, ...]
    waste: int
    guessed: int
    crossed: int
    pieces: int
    names: frozenset[int]


class Known(Struct, frozen=True):
    """What is known already when one question is asked: the other answers, and the player whom they are about."""

    answers: Mapping[str, Any]
    subject: Seat | None


class Explainer:
    """Gives the pieces of one line their places in one kind of deal."""

    def __init__(
        self,
        kind: FormKind,
        people: People,
        tokens: Sequence[Token],
        fills: frozenset[tuple[str, ...]],
        known: Known | None = None,
    ) -> None:
        self.kind, self.people, self.tokens, self.fills = kind, people, tokens, fills
        self.known, self.asked = known or Known({}, None), known is not None
        self.fields = {field.name: field for field in kind.fields}
        self.answers: dict[str, Any] = {}
        self.faults: list[BadLine] = []
        self.by_team: list[str] = []
        self._ranged: set[str] = set()
        self.heard: dict[str, str] = {}
        self.named = False
        self.nobody: set[str] = set()
        self._runs: dict[str, list[tuple[int | None, int]]] = {}
        self._ranges: dict[str, list[Range]] = {}
        self._words: dict[str, str] = {}
        self._each: Piece | None = None
        self._each_of = ""
        self._then: dict[str, int] = {}
        self._joined: set[int] = set()  # where a name ends that is joined with the next one
        self._waste = self._guessed = 0

    def explained(self, pieces: Sequence[Piece]) -> Reading:
        """The line as these pieces say it."""
        self.named = any(piece.sort == "kind" for piece in pieces)
        self._hear_each([piece for piece in pieces if piece.sort != "fill"])
        for piece in pieces:
            self._take(piece)
        said = (piece for piece in pieces if piece.sort == "said" and piece.named)
        self._joined = {self._before(min(piece.named)) for piece in said if self.fields[piece.field].kind == "seat"}
        self._place_bare([piece for piece in pieces if piece.sort not in ("fill", "each")])
        for field in sorted((each for each in self.kind.fields if each.kind == "number"), key=self._order):
            self._count(field)
        if self._each is not None:
            self._unexplained(self._each)
        for field in self.kind.fields:
            self._check(field)
        for piece in pieces:
            if piece.sort == "cue" and piece.value == "field" and piece.field in self.answers:
                self.faults.insert(0, self._no_place(piece))  # its answer was said without it
        missing = tuple(field for field in self.kind.fields if self._is_missing(field))
        names = frozenset(place for piece in pieces for place in piece.named)
        return Reading(
            self.kind,
            {field.name: self.answers[field.name] for field in self.kind.fields if field.name in self.answers},
            missing,
            tuple(self.by_team),
            tuple(field.name for field in self.kind.fields if field.name in self._ranged),
            {name: words for name, words in self.heard.items() if name not in self.answers},
            self.named,
            tuple(self.faults),
            self._waste,
            self._guessed,
            sum(token.begins for piece in pieces for token in self.tokens[piece.start + 1 : piece.end]),
            len(pieces),
            names,
        )

    def _before(self, at: int) -> int:
        """Where what stands before a name ends, if nothing but empty words join the two; -1 after a comma."""
        begin = at
        while begin and (self.tokens[begin - 1].text,) in self.fills:
            begin -= 1
        return -1 if any(token.begins for token in self.tokens[begin : at + 1]) else begin

    def _hear_each(self, pieces: Sequence[Piece]) -> None:
        """Note that a number is everybody's, and of which field if the number before it says so."""
        self._each = next((piece for piece in pieces if piece.sort == "each"), None)
        for before, piece in pairwise(pieces):
            if piece.sort == "each" and before.sort in ("said", "number"):
                self._each_of = before.field

    def _is_missing(self, field: Field) -> bool:
        needed = not field.optional or field.none is not None
        return needed and field.name not in self.answers and field.name not in self.nobody

    def _typed(self, piece: Piece) -> str:
        return " ".join(token.shown for token in self.tokens[piece.start : piece.end])

    # -- pieces that say where they belong -----------------------------------------------------------------------

    def _take(self, piece: Piece) -> None:
        if piece.sort == "said":
            self._say(self.fields[piece.field], piece.value, piece)
        elif piece.sort == "none":
            self.nobody.add(piece.field)
        elif piece.sort == "cue":
            self._waste += 1
            field = self.fields[piece.field]
            if field.optional or piece.value == "others":
                sentence = "'{ $word }' stands alone; what belongs to it?"
                self.faults.append(BadLine("line_value", sentence, word=self._typed(piece)))
        elif piece.sort == "names":
            self.faults.append(unclear_name(self._typed(piece), [self.people.names[seat] for seat in piece.value]))
        elif piece.sort == "unknown":
            self._waste += 1
            self._unexplained(piece)

    def _unexplained(self, piece: Piece) -> None:
        self.faults.append(self._no_place(piece))

    def _no_place(self, piece: Piece) -> BadLine:
        word = self._typed(piece)
        if self.asked:
            sentence = "'{ $word }' is no answer to '{ $label }'."
            return BadLine("line_word", sentence, key="line_word_answer", word=word, label=self.kind.label)
        if self.named:
            sentence = "'{ $word }' does not go with '{ $kind }'."
            return BadLine("line_word", sentence, key="line_word_kind", word=word, kind=self.kind.label)
        return BadLine("line_word", "'{ $word }' has no place in this line.", word=word)

    def _say(self, field: Field, value: Any, piece: Piece) -> None:
        """An answer; the same one twice is fine. Of steps the last counts, and none is taken twice."""
        if isinstance(value, Run):
            self._runs.setdefault(field.name, []).extend(value.numbers)
            return
        if isinstance(value, Team):
            self.by_team.append(field.name)
            value = self.people.teams[value.number][0]
        old = self.answers.get(field.name)
        if field.steps and old is not None and old != value:
            value = max(old, value)
        elif old is not None and (field.steps or old != value or type(old) is not type(value)):
            sentence = "{ $label } is said twice: '{ $first }' and '{ $second }'."
            first, second = self._words[field.name], self._typed(piece)
            self.faults.append(BadLine("line_twice", sentence, label=field.label, first=first, second=second))
            return
        self.answers[field.name] = value
        self._words[field.name] = self._typed(piece)

    # -- values that stand alone ---------------------------------------------------------------------------------

    def _place_bare(self, pieces: Sequence[Piece]) -> None:
        """Suits and cards have one place each; a name before a number owns it; the rest goes in the form's order."""
        people: list[Piece] = []
        numbers: list[Piece] = []
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            if piece.sort in ("suit", "card"):
                self._place_value(piece)
            elif piece.sort == "number":
                numbers.append(piece)
            elif piece.sort == "threshold":
                self._place_threshold(piece, None)
            elif piece.sort in ("person", "team"):
                at += self._place_person(pieces, at, people)
            at += 1
        self._place_people(people, {piece.start for piece in pieces if piece.sort == "suit"})
        self._place_numbers(numbers)

    def _place_value(self, piece: Piece) -> None:
        field = next((each for each in self.kind.fields if each.kind == piece.sort), None)
        if field is None:
            self._unexplained(piece)
        else:
            self._say(field, piece.value, piece)

    def _place_person(self, pieces: Sequence[Piece], at: int, people: list[Piece]) -> int:
        """A name, with what follows it if that is its own; how many pieces more than the name were used."""
        who = [pieces[at]]
        while at + len(who) < len(pieces) and pieces[at + len(who)].sort == "person" and who[-1].sort == "person":
            who.append(pieces[at + len(who)])
        used, second = 0, False
        if self._whole_list(pieces[at + len(who) :]):
            people.append(who[0])
            return 0
        for after in pieces[at + len(who) : at + len(who) + 3]:  # won 71, or 71 and won, or won 71 to 50
            if after.sort not in ("number", "threshold") or not self._owned(who, after, second):
                break
            used += 1
            second = after.sort == "number"
        if used:
            return len(who) - 1 + used
        if not self._said_again(pieces[at : at + 2]):
            people.append(who[0])
        return 0

    def _said_again(self, pieces: Sequence[Piece]) -> bool:
        """Whether it is the player whom the line is about, right before the number of that side."""
        if len(pieces) < 2 or pieces[1].sort != "number" or self.tokens[pieces[1].start].begins:
            return False
        return bool(pieces[0].value == self._subject())

    def _whole_list(self, pieces: Sequence[Piece]) -> bool:
        """Whether a number for each player or team follows, so that the first is not that of the name before."""
        places = {len(self.people.groups(field)) for field in self.kind.fields if field.each != "deal"}
        count = next((count for count, piece in enumerate(pieces) if piece.sort != "number"), len(pieces))
        return count > 1 and count in places

    def _owned(self, who: Sequence[Piece], after: Piece, second: bool) -> bool:
        """Give a number or a threshold to those who are named before it, if some field has a number for them.

        A ``second`` number right after theirs is that of the other side, if there are two.
        """
        for field in self.kind.fields:
            if field.kind != "number" or (field.optional and not self.asked):
                continue
            owners = {owner for owner, _ in self._runs.get(field.name, ())}
            full = len(owners) >= len(self.people.groups(field)) - (field.total is not None)
            places = {self.people.owner(field, piece.value) for piece in who}
            if len(places) != 1 or (place := places.pop()) is None:
                continue
            if after.sort == "threshold":
                if any(meaning.field == field.name for meaning in after.meanings):
                    self._place_threshold(after, place)
                    return True
            elif place not in owners or not full:
                self._runs.setdefault(field.name, []).append((place, after.value))
                return True
            elif second and len(owners) == 1 and len(self.people.groups(field)) == 2 and field.total is not None:
                self._runs[field.name].append((1 - place, after.value))  # 71 to 50: the other side's
                return True
        return False

    def _place_people(self, people: Sequence[Piece], suits: set[int]) -> None:
        """Names without a word go to the questions for a player that must be answered, in the form's order.

        A name right before a suit is that of whoever named it, asked for or not. Of two that are joined, as in Ann and
        Ben play, it cannot be known who is meant.
        """
        for piece in people:
            if piece.end in self._joined:
                self._too_many(piece)
                continue
            named = piece.end in suits
            field = next((each for each in self.kind.fields if self._wants_person(each, piece.value, named)), None)
            if field is None:
                self._too_many(piece)
            else:
                self._guessed += 1
                self._say(field, piece.value, piece)

    def _wants_person(self, field: Field, who: Any, named: bool) -> bool:
        if field.kind != "seat" or field.name in self.answers or field.name in self.nobody:
            return False
        needed = not field.optional or field.none is not None or (named and field.path == MAIN)
        return needed and (field.by_team or not isinstance(who, Team))

    def _too_many(self, piece: Piece) -> None:
        self._waste += 1
        word = self._typed(piece)
        if self.asked:
            self._unexplained(piece)
        elif piece.sort == "number":
            sentence = "'{ $word }' is a number too many; say what each of them counts."
            self.faults.append(BadLine("line_number", sentence, word=word))
        elif (asked := self.people.side(self.kind)) is not None:
            sentence = "Leave out '{ $word }' and write one number: { $help }"
            self.faults.append(BadLine("line_whose", sentence, key="line_whose_name", word=word, help=asked.help))
        else:
            sentence = "'{ $word }' is a name too many; say what each of them did."
            self.faults.append(BadLine("line_player", sentence, word=word))

    def _place_numbers(self, numbers: list[Piece]) -> None:
        """Numbers without a word go to the counts that must be given, in the form's order.

        Two counts that make the same together could be meant in either order, so the second needs a word.
        """
        left, totals = self._choose(numbers), set[int | None]()
        for field in self.kind.fields:
            if field.kind != "number" or (field.optional and not self.asked):
                continue
            places = self._open_places(field)
            if not left or not places or field.total in totals:
                if places:
                    break
                continue
            totals.add(field.total)
            count = min(places, len(left))
            self._guessed += count
            run = self.people.of_sides(field, [(None, piece.value) for piece in left[:count]])
            self._runs.setdefault(field.name, []).extend(run)
            left = left[count:]
        for piece in left:
            self._too_many(piece)

    def _open_places(self, field: Field) -> int:
        """How many numbers without a name a field can still take."""
        runs = self._runs.get(field.name, [])
        if self.people.groups(field):
            return 0 if runs else self.people.places(field)
        if not runs:
            return self.people.places(field)
        return 1 if [owner for owner, _ in runs] == [1] else 0  # defenders 45 leaves a number for the others

    def _choose(self, numbers: list[Piece]) -> list[Piece]:
        """Numbers that choose something where they stand alone; what is left of them counts something.

        A number that could be either is asked about, unless it comes to the same.
        """
        open_fields = [each for each in self.kind.fields if each.kind == "choice" and not each.optional]
        choice = next((each for each in open_fields if each.name not in self.answers), None)
        count = next((each for each in self.kind.fields if each.kind == "number" and not each.optional), None)
        if not self.named or choice is None or count is None or len(numbers) != 1 or count.name in self._runs:
            return numbers
        piece = numbers[0]
        if not any(same(piece.value, each.value) for each in choice.choices):
            return numbers
        if self._counts_too(piece.value, choice, count):
            sentence = "Is { $number } '{ $choice }' or '{ $count }'? Say which."
            number, first, second = piece.value, choice.label, count.label
            self.faults.append(
                BadLine("line_number", sentence, key="line_number_which", number=number, choice=first, count=second)
            )
        else:
            self._guessed += 1
            self._say(choice, piece.value, piece)
        return []

    def _counts_too(self, number: int, choice: Field, count: Field) -> bool:
        """Whether a number may be a count of a deal in which something else was chosen, or nothing tells."""
        said = self._ranges.get(count.name, [])
        kinds = frozenset.intersection(*(each.kinds for each in said)) if said else frozenset[str]()
        fit = [each for each in count.thresholds if each.kind in kinds and each.least <= number <= each.most]
        return not said or any((choice.name, number) not in each.given for each in fit)

    def _place_threshold(self, piece: Piece, owner: int | None) -> None:
        for name in dict.fromkeys(meaning.field for meaning in piece.meanings):
            own = [meaning for meaning in piece.meanings if meaning.field == name]
            kinds = frozenset(meaning.value for meaning in own)
            main = frozenset(meaning.value for meaning in own if meaning.first)
            self._ranges.setdefault(name, []).append(Range(owner, kinds, main, self._typed(piece)))

    # -- numbers -------------------------------------------------------------------------------------------------

    def _count(self, field: Field) -> None:
        """The answer to a question for a number, or for one of each seat or team."""
        unsaid = {each.name: False for each in self.kind.fields if each.kind == "flag"}
        known = {**unsaid, **self.known.answers, **self.answers}
        runs, ranges = self._runs_of(field), self._ranges.get(field.name, [])
        self._check_sides(field, runs, ranges)
        follows = not runs and field.name in self._then
        if follows:
            runs = [(0, self._then[field.name])]
            self._guessed += 1
        counted = Counting(field, self.people, self._subject(), known, self.asked).counted(runs, ranges)
        self.faults += counted.faults
        self._ranged |= {field.name} if counted.by_range or follows else set()
        if counted.heard:
            self.heard[field.name] = counted.heard
        if counted.answer is not None:
            self.answers[field.name] = counted.answer
            leading = [each for each in field.thresholds if each.then]
            reached = (each for each in leading if each.least <= counted.answer <= each.most)
            self._then |= {name: answer for each in reached for name, answer in each.then}

    def _check_sides(self, field: Field, runs: Sequence[tuple[int | None, int]], ranges: Sequence[Range]) -> None:
        """Two numbers of two sides need somebody whom the line is about, or nobody knows whose the first is."""
        about = self.asked or ranges or any(each.path == MAIN for each in self.kind.fields)
        if not about and len({number for _, number in runs}) > 1 and not self.people.groups(field):
            sentence = "Write only one of these numbers: { $help }"
            self.faults.append(BadLine("line_whose", sentence, key="line_whose_side", help=field.help))

    def _order(self, field: Field) -> tuple[bool, bool]:
        """Numbers that were said are counted first, then those from which others follow."""
        return field.name not in self._runs, not any(each.then for each in field.thresholds)

    def _runs_of(self, field: Field) -> list[tuple[int | None, int]]:
        """The numbers that were said for a field; four each is four for everybody who has a number there."""
        runs, places = self._runs.get(field.name, []), self.people.places(field)
        meant = self._each is not None and self._each_of in ("", field.name)
        if not meant or len(runs) != 1 or runs[0][0] is not None or places == 1:
            return runs
        self._each = None
        return [(place, runs[0][1]) for place in range(places)]

    def _subject(self) -> Seat | None:
        """The player whom the line is about."""
        main = next((each.name for each in self.kind.fields if each.path == MAIN and not each.optional), "")
        seat: Seat | None = self.answers.get(main, self.known.subject)
        return seat

    # -- what cannot be ------------------------------------------------------------------------------------------

    def _check(self, field: Field) -> None:
        """Refuse what is no choice of the field, and nobody beside somebody."""
        if field.name not in self.answers or field.kind == "number":
            return
        word, answer = self._words[field.name], self.answers[field.name]
        if field.none is not None and field.name in self.nobody:
            sentence = "'{ $word }' and '{ $none }' do not go together."
            self.faults.append(BadLine("line_both", sentence, key="line_both_none", word=word, none=field.none))
        if field.choices and not any(same(answer, choice.value) for choice in field.choices):
            sentence = "'{ $word }' cannot be the answer to '{ $label }'."
            self.faults.append(BadLine("line_choice", sentence, label=field.label, word=word))
        self._check_seats(field)

    def _check_seats(self, field: Field) -> None:
        """Nobody is their own partner."""
        if field.path == PARTNER and self._subject() == self.answers[field.name]:
            sentence = "{ $name } cannot be their own partner."
            self.faults.append(BadLine("line_same", sentence, name=self.people.names[self.answers[field.name]]))


def same(answer: Any, value: Any) -> bool:
    """Whether an answer is that value and no number that equals it: 1 is not yes."""
    return type(answer) is type(value) and bool(answer == value)
