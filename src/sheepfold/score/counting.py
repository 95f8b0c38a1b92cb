"""The numbers of a line: whose each is, what follows from the total that the law fixes, and what cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.core.form import Field, Threshold
from sheepfold.score.bad_line import BadLine
from sheepfold.score.people import People


class Range(Struct, frozen=True):
    """A word for a range: whose result it is, the thresholds it may be said of, and those whose own name it is."""

    owner: int | None
    kinds: frozenset[str]
    own: frozenset[str]
    words: str


class Counted(Struct, frozen=True):
    """The answer to a question for numbers, if there is one; ``heard`` are words that another answer must explain."""

    answer: Any
    faults: tuple[BadLine, ...]
    by_range: bool
    heard: str


class Counting:
    """Counts one field. Its numbers belong to seats, to teams, to some seats and the others, or to two sides.

    Where the form does not say who the sides are, the first is the one that is asked for.
    """

    def __init__(
        self, field: Field, people: People, subject: Seat | None, known: Mapping[str, Any], asked: bool
    ) -> None:
        self._field, self._people, self._known, self._asked = field, people, known, asked
        self._groups = people.groups(field)
        self._places = people.places(field)
        self._main = None if subject is None else people.owner(field, subject)
        self._faults: list[BadLine] = []
        self._by_range = False
        self._heard = ""
        self._named = False

    def counted(self, run: Sequence[tuple[int | None, int]], ranges: Sequence[Range]) -> Counted:
        """What these numbers and words make together."""
        self._named = all(owner is not None for owner, _ in run)
        owners = {each.owner for each in ranges}
        if self._main is None and len(owners) == 1:
            self._main = owners.pop()  # Ann won with 70: the line is about her
        counts = self._counts(self._sided(run, ranges))
        if counts is not None and self._rest(counts):
            self._add_ranges(counts, ranges, bool(run))
        whole = bool(counts) and not self._faults and self._whole(counts or {})
        if not whole or counts is None or not self._fits(counts, ranges, bool(run)):
            return Counted(None, tuple(self._faults), False, self._heard)
        listed = tuple(counts[place] for place in range(len(counts)))
        answer = listed[0] if self._field.each == "deal" else listed
        return Counted(answer, (), self._by_range, "")

    # -- whose they are ------------------------------------------------------------------------------------------

    def _sided(
        self, run: Sequence[tuple[int | None, int]], ranges: Sequence[Range]
    ) -> Sequence[tuple[int | None, int]]:
        """Two numbers of two sides, that of the side that is asked for first: they lost 65 to 55 is 55 for them."""
        if self._groups or [owner for owner, _ in run] != [0, 1]:
            return run
        kinds = frozenset.intersection(*(each.kinds for each in ranges)) if ranges else frozenset[str]()
        meant = [each for each in self._field.thresholds if each.kind in kinds and self._given(each)]
        first, second = (any(each.least <= number <= each.most for each in meant) for _, number in run)
        return [(0, run[1][1]), (1, run[0][1])] if second and not first else run

    def _counts(self, run: Sequence[tuple[int | None, int]]) -> dict[int, int] | None:
        """The numbers that were said, by the place of their owner; ``None`` if something is wrong with them."""
        counts: dict[int, int] = {}
        bare = [number for owner, number in run if owner is None]
        several = self._field.each != "deal"
        if several and len(bare) == len(self._groups) == len(run):
            return dict(enumerate(bare)) if self._in_order(bare) else None
        if several and len(bare) > 1:
            self._not_one_each(len(run))
            return None
        for owner, number in run:
            place = self._whose(number) if owner is None else owner
            if place is None:
                return None
            if counts.setdefault(place, number) != number:
                self._twice(counts[place], number)
                return None
        return counts

    def _whose(self, number: int) -> int | None:
        """Whose a number without a name is: that of the side whom the line is about."""
        field = self._field
        if not self._groups or (field.each == "deal" and (self._asked or 2 * number == field.total)):
            return 0
        if self._main is None:
            self._faults.append(BadLine("line_whose", "Whose is { $number }? Write a name before it.", number=number))
        return self._main

    def _in_order(self, bare: Sequence[int]) -> bool:
        """Two numbers after the name of the second side could be meant in either order, and that is asked."""
        if len(bare) != 2 or self._main != 1 or bare[0] == bare[1]:
            return True
        (one, two), (first, second) = bare, (self._people.called(group[0]) for group in self._groups)
        sentence = "Whose are { $one } and { $two }? Write '{ $first } { $one } { $second } { $two }', or turned round."
        self._faults.append(
            BadLine("line_whose", sentence, key="line_whose_order", one=one, two=two, first=first, second=second)
        )
        return False

    def _twice(self, first: int, second: int) -> None:
        sentence = "{ $label } is said twice: { $first } and { $second }."
        label = self._field.label
        self._faults.append(
            BadLine("line_twice", sentence, key="line_twice_number", label=label, first=first, second=second)
        )

    def _not_one_each(self, given: int) -> None:
        sentence = "{ $label }: { $places } numbers are needed, one for each in the order of the table, not { $given }."
        label, places = self._field.label, self._places
        self._faults.append(BadLine("line_places", sentence, label=label, places=places, given=given))

    # -- ranges --------------------------------------------------------------------------------------------------

    def _add_ranges(self, counts: dict[int, int], ranges: Sequence[Range], numbers: bool) -> None:
        """Check the numbers against the ranges that were named; without a number, its answer stands for the range."""
        for owner in dict.fromkeys(each.owner for each in ranges):
            meant = self._meant([each for each in ranges if each.owner == owner], numbers)
            place = self._place_of(owner, meant[0]) if meant else None
            if place is None:
                return
            if place not in counts:
                counts[place] = meant[0].answer
                self._by_range = True
            elif not any(each.least <= counts[place] <= each.most for each in meant):
                self._no_such(counts[place], meant)
        self._rest(counts)

    def _no_such(self, number: int, meant: Sequence[Threshold]) -> None:
        """A number that is in none of the ranges that a word can name."""
        first, last = meant[0].label, meant[-1].label
        if first == last:
            fault = BadLine("line_threshold", "{ $number } is not '{ $range }'.", number=number, range=first)
        else:
            sentence = "{ $number } is neither '{ $range }' nor '{ $other }'."
            fault = BadLine(
                "line_threshold", sentence, key="line_threshold_both", number=number, range=first, other=last
            )
        self._faults.append(fault)

    def _meant(self, ranges: Sequence[Range], numbers: bool) -> list[Threshold]:
        """The ranges that words have in common, the one they name first; none if that cannot be told."""
        kinds = frozenset.intersection(*(each.kinds for each in ranges))
        here = [each for each in self._field.thresholds if each.kind in kinds]
        fit = [each for each in here if self._goes_with(each)]
        if not any(map(self._given, here)) and here:
            return []  # these words speak of another number then: a slam is made by its tricks
        own = [each for each in fit if any(each.kind in word.own for word in ranges)]
        first, last = ranges[0].words, ranges[-1].words
        if here and not fit:
            beside = next(self._known[name] for each in here for name, _, _ in each.beside if name in self._known)
            sentence = "'{ $word }' does not go with { $number }."
            self._faults.append(BadLine("line_threshold", sentence, key="line_beside", word=first, number=beside))
        elif not fit:
            sentence = "'{ $first }' and '{ $second }' do not go together."
            self._faults.append(BadLine("line_both", sentence, first=first, second=last))
        elif not numbers and len({each.kind for each in own or fit}) > 1:
            sentence = "'{ $word }' could be '{ $first }' or '{ $second }'."
            low, high = fit[0].label, fit[-1].label
            self._faults.append(BadLine("line_range", sentence, word=first, first=low, second=high))
        elif not numbers and any(name not in self._known for each in fit for name, _ in each.given):
            self._heard = " ".join(each.words for each in ranges)
        else:
            return own + [each for each in fit if each not in own]
        return []

    def _goes_with(self, threshold: Threshold) -> bool:
        """Whether a range can be meant beside the other answers, as far as they are known."""
        numbers = ((self._known.get(name, least), least, most) for name, least, most in threshold.beside)
        return self._given(threshold) and all(least <= number <= most for number, least, most in numbers)

    def _given(self, threshold: Threshold) -> bool:
        return all(self._known.get(name, value) == value for name, value in threshold.given)

    def _place_of(self, owner: int | None, threshold: Threshold) -> int | None:
        """Whose a range is; where there is one number, or both sides have the same, it is not asked."""
        if owner is not None or not self._groups:
            return owner or 0
        other = (self._field.total or 0) - threshold.answer
        if self._field.each == "deal" and threshold.least <= other <= threshold.most:
            return 0
        if self._main is None:
            sentence = "Whose result is it? Write a name before it."
            self._faults.append(BadLine("line_whose", sentence, key="line_whose_result"))
        return self._main

    # -- all of them ---------------------------------------------------------------------------------------------

    def _rest(self, counts: dict[int, int]) -> bool:
        """What follows from the total: the last number, or nothing for the others once it is reached; if it can be."""
        field = self._field
        left = [place for place in range(self._places) if place not in counts]
        if field.total is None or not left or not counts:
            return True
        rest = field.total - sum(counts.values())
        if len(left) == 1 and not self._inside(rest):
            self._out_of_range(next((number for number in counts.values() if not self._inside(number)), rest))
            return False
        if len(left) == 1 or (rest == 0 and field.ge == 0):
            counts |= dict.fromkeys(left, rest)
        return True

    def _whole(self, counts: dict[int, int]) -> bool:
        """Whether everybody has a number; where nothing must be said, whoever is not named has nothing."""
        left = [place for place in range(self._places) if place not in counts]
        nothing = self._named or not any(counts.values())
        if left and self._field.optional and self._field.ge == 0 and nothing:
            counts |= dict.fromkeys(left, 0)
        elif left:
            self._not_one_each(len(counts))
            return False
        return True

    def _fits(self, counts: dict[int, int], ranges: Sequence[Range], numbers: bool) -> bool:
        """Whether the numbers are in their range and make what the law says."""
        field, found = self._field, sum(counts.values())
        wrong = next((number for number in counts.values() if not self._inside(number)), None)
        if wrong is not None:
            self._out_of_range(wrong)
        elif self._places > 1 and field.total is not None and found != field.total:
            if numbers:
                sentence = "{ $label }: the numbers make { $found }, not { $total }."
                self._faults.append(BadLine("line_total", sentence, label=field.label, found=found, total=field.total))
            else:
                self._two_results(ranges)
        return not self._faults

    def _two_results(self, ranges: Sequence[Range]) -> None:
        """Two results that cannot both be: two winners, two losers."""
        one, two = (self._people.called(self._groups[each.owner or 0][0]) for each in (ranges[0], ranges[-1]))
        sentence = "{ $one } '{ $first }' and { $two } '{ $second }' do not go together."
        first, second = ranges[0].words, ranges[-1].words
        self._faults.append(
            BadLine("line_both", sentence, key="line_both_players", one=one, first=first, two=two, second=second)
        )

    def _out_of_range(self, number: int) -> None:
        field = self._field
        sentence = "{ $label } must be from { $least } to { $most }, not { $number }."
        least, most = field.ge if field.ge is not None else 0, field.le if field.le is not None else 0
        self._faults.append(
            BadLine("line_number_range", sentence, label=field.label, least=least, most=most, number=number)
        )

    def _inside(self, number: int) -> bool:
        field = self._field
        return (field.ge is None or field.ge <= number) and (field.le is None or number <= field.le)
