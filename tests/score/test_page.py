"""The page to print and the plot: what stands beside each other, what may be broken, and nothing off the paper."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from sheepfold.registry import make_game
from sheepfold.score.entries import Agreed, Begun, Drawn, Entry, Misdealt, Opened, Scored
from sheepfold.score.evening import Evening, evening_of
from sheepfold.score.page import ACROSS, page
from sheepfold.score.plot import LETTER, WIDTH, courses, svg

NAMES = ("Maximilianepetronell", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gerd", "Hans")


def evening(game: str, *entries: Entry) -> Evening:
    made = make_game(game)
    opening = Opened(game, made.rules_version, NAMES[: made.seats], 5, "2026-11-18")
    found = evening_of([opening, Drawn(0, {"dealer": 0}), *entries])
    assert not found.faults
    return found


def alone(points: int = 75) -> Scored:
    return Scored("alone", {"picker": 0, "points": points})


def heads(found: str) -> list[list[str]]:
    """The headings of every table on a page."""
    return [re.findall(r"<th[^>]*>(.*?)</th>", table) for table in re.findall(r"<table.*?</table>", found, re.DOTALL)]


def made(declarer: int = 0) -> Scored:
    answers: dict[str, Any] = {"declarer": declarer, "points": [84, 66], "melds": [0, 0]}
    return Scored("suit", answers)


@pytest.mark.parametrize(("rounds", "widths"), [(1, [1]), (6, [6]), (7, [3, 4]), (8, [4, 4]), (12, [6, 6])])
def test_a_sheet_that_goes_across_is_broken_into_even_blocks(rounds: int, widths: list[int]) -> None:
    found = heads(page(evening("clover(rounds=12)", *[made()] * rounds)))
    assert [len(each) - 2 for each in found] == widths
    assert max(widths) <= ACROSS
    numbers = [int(head.split(":")[0]) for each in found for head in each[1:-1]]
    assert numbers == list(range(1, rounds + 1))


@pytest.mark.parametrize(("players", "shape"), [(5, "usual"), (8, "many")])
def test_many_columns_are_set_smaller_and_long_names_may_be_broken(players: int, shape: str) -> None:
    found = page(evening(f"sheepshead(players={players})", alone()))
    assert f'<table class="{shape}">' in found
    assert re.findall(r'<th scope="col" class="long">(.*?)</th>', found) == [NAMES[0]]


def test_a_page_has_the_date_the_notes_and_the_payments() -> None:
    found = page(evening("sheepshead", alone(), Agreed({NAMES[0]: -4, "Ben": 4}, "revoke")))
    assert "<h1>Sheepshead, 2026-11-18</h1>" in found
    assert "After Hand 1: Agreed (revoke)" in found
    assert found.count(" pays ") == 3
    assert "<svg" in found


def test_the_plot_goes_from_deal_to_deal_and_agreement() -> None:
    found = courses(evening("sheepshead", alone(), Misdealt(), Agreed({NAMES[0]: -4, "Ben": 4}), alone(40)))
    assert found["Ben"] == [0, -2, 2, 4]
    assert {len(course) for course in found.values()} == {4}


@pytest.mark.parametrize("game", ["sheepshead(players=8)", "grim"])
def test_no_name_of_the_plot_runs_off_the_paper(game: str) -> None:
    entries: list[Entry] = [alone(), alone(40)] if game != "grim" else [Scored("make5", {"tricks": 5})] * 2
    drawn = svg(evening(game, *entries), "t")
    names = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" fill="#[^"]*">([^<]+)</text>', drawn)
    assert sum(name.count(",") + 1 for _, _, name in names) == len(evening(game).players)
    assert all(float(x) + LETTER * len(name) <= WIDTH for x, _, name in names)
    places = sorted(float(y) for _, y, _ in names)
    assert all(lower - upper > 9 for upper, lower in pairwise(places))


def test_an_evening_of_two_matches_has_two_sheets() -> None:
    rounds = [Scored("suit", {"points": points}) for points in ([70, 51], [70, 51])]
    both = evening("widderkopf(rounds=2)", *rounds, Begun(), Drawn(4, {"dealer": 0}), *rounds)
    assert len(heads(page(both))) == 2
    assert "Widderkopf (2)" in page(both)
