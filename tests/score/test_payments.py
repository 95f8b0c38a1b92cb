"""Payments settle every balance, and nobody could settle them with fewer."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheepfold.score.payments import MOST_TRIED, payments

NAMES = tuple("abcdefgh")


@st.composite
def balances(draw: st.DrawFn, most_people: int = 8) -> dict[str, int]:
    """Balances of so many people at most; small numbers, so that groups often cancel out."""
    size = draw(st.integers(1, most_people))
    most = draw(st.sampled_from([3, 20, 100_000]))
    owed = draw(st.lists(st.integers(-most, most), min_size=size - 1, max_size=size - 1))
    return dict(zip(NAMES, [*owed, -sum(owed)], strict=False))


def fewest(owed: dict[str, int]) -> int:
    """The fewest payments, by trying all divisions of the people into groups that cancel out."""
    people = [name for name, cents in owed.items() if cents]

    def most_groups(rest: tuple[str, ...]) -> int:
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        best = 0
        for size in range(len(others) + 1):
            for group in combinations(others, size):
                if owed[first] + sum(owed[name] for name in group) == 0:
                    best = max(best, 1 + most_groups(tuple(name for name in others if name not in group)))
        return best

    return len(people) - most_groups(tuple(people))


@given(balances())
def test_payments_settle_everything_and_are_as_few_as_possible(owed: dict[str, int]) -> None:
    found = payments(owed)
    left = dict(owed)
    for each in found:
        assert each.cents > 0
        left[each.payer] += each.cents
        left[each.payee] -= each.cents
    assert not any(left.values())
    assert len(found) == fewest(owed)


def can_be_settled(owed: dict[str, int], pairs: tuple[tuple[str, str], ...]) -> bool:
    """Whether payments between these pairs alone can settle everything: what hangs together must cancel out."""
    group = {name: name for name in owed}
    for one, two in pairs:
        old, new = group[one], group[two]
        group = {name: new if its == old else its for name, its in group.items()}
    return all(sum(owed[name] for name in owed if group[name] == each) == 0 for each in set(group.values()))


@given(balances(most_people=5))
def test_no_choice_of_fewer_pairs_could_settle_it(owed: dict[str, int]) -> None:
    found = payments(owed)
    pairs = tuple((each.payer, each.payee) for each in found)
    assert can_be_settled(owed, pairs)
    fewer = combinations(list(combinations(owed, 2)), max(0, len(found) - 1))
    assert not found or not any(can_be_settled(owed, chosen) for chosen in fewer)


def test_balances_that_do_not_cancel_out_are_a_fault() -> None:
    with pytest.raises(ValueError, match="add up to 5"):
        payments({"a": 5})


def test_more_people_than_are_tried_are_settled_all_the_same() -> None:
    owed = {str(n): n for n in range(-MOST_TRIED, MOST_TRIED + 1)}
    found = payments(owed)
    assert sum(each.cents for each in found) == sum(n for n in owed.values() if n > 0)
    assert len(found) < len(owed)
