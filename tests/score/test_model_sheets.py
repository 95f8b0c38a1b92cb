"""Every table of amounts under *Examples* in the law books, entered as a scorekeeper would, comes out as printed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sheepfold.presentation import law
from sheepfold.presentation.line import spoken
from sheepfold.registry import make_game
from sheepfold.score.entries import Drawn, Entry, Opened, Scored
from sheepfold.score.evening import Evening, evening_of
from sheepfold.score.telling import Teller

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gerd", "Hans")


def evening(game: str, *entries: Entry, dealer: int = 0) -> Evening:
    """An evening of entries that must all count."""
    made = make_game(game)
    opening = Opened(game, made.rules_version, NAMES[: made.seats])
    found = evening_of([opening, Drawn(0, {"dealer": dealer}), *entries])
    assert [str(row.fault) for row in found.faults] == []
    return found


def changes(game: str, *entries: Entry, dealer: int = 0) -> list[int]:
    """What the last entry has changed, by seat."""
    return list(evening(game, *entries, dealer=dealer).rows[-1].changes.values())


def table(book: str, first_head: str) -> list[list[str]]:
    """The rows of the table whose first heading is that, as printed."""
    before, heading, examples = law.book(book).text.partition("\n## Examples")
    lines = f"{examples}{before}".splitlines()  # the model sheet of Clover stands before its examples
    assert heading
    at = next(n for n, line in enumerate(lines) if line.startswith(f"| {first_head} |"))
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    assert rows
    return rows


@pytest.mark.parametrize(
    ("book", "heads"),
    [
        ("goathead", ["contract", "`failed_contract`"]),
        ("widderkopf", ["card points"]),
        ("grim", ["deal"]),
        ("sheepshead", ["hand"]),
        ("clover", ["declarers"]),
    ],
)
def test_no_table_of_examples_is_left_out(book: str, heads: list[str]) -> None:
    examples = law.book(book).text.partition("\n## Examples")[2].partition("\n## ")[0]
    lines = examples.splitlines()
    rules = [place for place, line in enumerate(lines) if line.startswith("|---")]
    assert [lines[place - 1].split("|")[1].strip() for place in rules] == heads
    for head in heads:
        assert all(f"| {' | '.join(row)} |".rstrip() in examples for row in table(book, head) if all(row))


def number(text: str) -> int:
    """A printed number: −4, +12, 0."""
    return int(text.replace("−", "-").replace("–", "0"))


# -- Goathead ----------------------------------------------------------------------------------------------------------

GOATHEAD = {"Suit": "suit", "Nil": "nil", "Jacks": "court", "Queens": "court", "Alone": "alone"}


@pytest.mark.parametrize("row", table("goathead", "contract"), ids=lambda row: " ".join(row[:3]))
def test_goathead_rounds(row: list[str]) -> None:
    name, slam = row[0].removesuffix(" Slam"), row[0].endswith(" Slam")
    answers: dict[str, Any] = {"declarer": 0, "points": int(row[1]), "tricks": int(row[2])}
    if slam:
        answers["slam"] = True
    if name in ("Jacks", "Queens"):
        answers["rank"] = name[:-1].lower()
    if name == "Suit":
        answers |= {"partner": 2, "suit": "spades"}
    partner = [number(row[4])] if name == "Suit" else [number(row[5])]
    wanted = [number(row[3]), number(row[5]), *partner, number(row[5])]
    assert changes("goathead", Scored(GOATHEAD[name], answers)) == wanted


@pytest.mark.parametrize("row", table("goathead", "`failed_contract`"), ids=lambda row: row[0])
@pytest.mark.parametrize("heavy", [False, True])
def test_goathead_failures(row: list[str], heavy: bool) -> None:
    options = f"failed_contract={row[0].strip('`')}" + (",loss_no_brush=true" if heavy else "")
    printed = [number(each) for each in row[3].split(" and ")] if heavy else [number(row[1]), number(row[2])]
    found = changes(f"goathead({options})", Scored("alone", {"declarer": 1, "points": 28, "tricks": 2}))
    assert found == [printed[1], printed[0], printed[1], printed[1]]


def test_goathead_in_words() -> None:
    assert changes("goathead", Scored("junk", {"points": 47})) == [4, -4, 4, -4]


# -- Widderkopf --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", table("widderkopf", "card points"), ids=lambda row: row[0])
def test_widderkopf_rounds(row: list[str]) -> None:
    points = [int(each) for each in row[0].split("–")]
    calls = row[1].count("!")
    found = changes("widderkopf", Scored("suit", {"points": points, "calls": calls}))
    assert found == [int(row[3].split("=")[-1]), 0]


def test_widderkopf_schwarz_by_tricks() -> None:
    entry = Scored("suit", {"points": [119, 2], "tricks": [17, 0]})
    assert changes("widderkopf(schwarz=tricks)", entry) == [4, 0]


# -- Grim --------------------------------------------------------------------------------------------------------------

GRIM: tuple[Entry, ...] = (
    Scored("grim", {"declarer": 2, "cards": 4, "tricks": 4}),
    Scored("make5", {"tricks": 4}),
    Scored("double", {"declarer": 1, "cards": 4, "tricks": 3}),
    Scored("grim", {"declarer": 2, "cards": 8, "tricks": 6}),
)
SEATS = ("North", "East", "South", "West")


def test_grim_start_of_a_match() -> None:
    found = evening("grim", *GRIM)
    rows = table("grim", "deal")
    for row, printed in zip(found.rows, rows, strict=False):
        assert row.deal is not None
        assert SEATS[row.deal.standing.dealer] == printed[1]
        assert list(row.deal.outcome.delta) == [number(printed[3]), number(printed[4])]
        assert list(row.deal.after) == [number(printed[5]), number(printed[6])]
        assert row.deal.after[0] - row.deal.after[1] == number(printed[7])
    assert len(found.rows) == len(rows) - 1
    assert found.standing is not None
    assert SEATS[found.standing.dealer] == rows[-1][1]
    ((_, sheet),) = Teller(found).sheets()
    shown = [[cell.number for cell in row.cells if cell.number is not None] for row in sheet.rows]
    assert [each[-5:] for each in shown] == [[number(cell) for cell in row[3:8]] for row in rows[:4]]


def test_grim_in_words() -> None:
    assert changes("grim", Scored("double", {"declarer": 1, "cards": 4, "tricks": 3})) == [0, -64, 0, -64]
    eight = {tricks: Scored("double", {"declarer": 0, "cards": 8, "tricks": tricks}) for tricks in (8, 7)}
    assert {tricks: changes("grim", entry)[0] for tricks, entry in eight.items()} == {8: 128, 7: -256}


# -- Sheepshead --------------------------------------------------------------------------------------------------------


def picked(points: int, **more: Any) -> Scored:
    """Seat 1 picks, seat 3 has the called card."""
    return Scored("called_card", {"picker": 1, "partner": 3, "points": points, **more})


DOUBLER = Scored("doubler", {})
SHEEPSHEAD: dict[str, tuple[str, tuple[Entry, ...]]] = {
    "simple win, 81 points": ("sheepshead", (picked(81),)),
    "90 points, Schneider": ("sheepshead", (picked(90),)),
    "90 points, `defenders_out_at = 30`": ("sheepshead(defenders_out_at=30)", (picked(90),)),
    "60 points after two doublers": ("sheepshead(all_pass=doubler)", (DOUBLER, DOUBLER, picked(60))),
    "60 points after two doublers, `partner_on_loss = exempt`": (
        "sheepshead(all_pass=doubler,partner_on_loss=exempt)",
        (DOUBLER, DOUBLER, picked(60)),
    ),
    "solo of seat 0 with seven players, 75 points": (
        "sheepshead(players=7)",
        (Scored("alone", {"picker": 0, "points": 75, "by_choice": True}),),
    ),
    "four Aces buried, no trick, called Ace": (
        "sheepshead(players=4,partner=called_ace)",
        (Scored("alone", {"picker": 0, "points": 44, "tricks": 0}),),
    ),
    "four Aces buried, no trick, fixed teams": (
        "sheepshead(players=4,partner=fixed)",
        (Scored("fixed_partners", {"picker": 0, "points": 44, "tricks": 0}),),
    ),
    "simple win, 81 points, `split = even`": ("sheepshead(split=even)", (picked(81),)),
    "simple win, 81 points, `split = picker_all`": ("sheepshead(split=picker_all)", (picked(81),)),
}


@pytest.mark.parametrize("row", table("sheepshead", "hand"), ids=lambda row: row[0])
def test_sheepshead_hands(row: list[str]) -> None:
    game, entries = SHEEPSHEAD[row[0]]
    assert changes(game, *entries) == [number(cell) for cell in row[1:] if cell]


def test_sheepshead_in_words() -> None:
    leaster = Scored("leaster", {"totals": [24, 25, 0, 49, 22], "taken": [1, 1, 0, 3, 1]})
    assert changes("sheepshead", leaster) == [-1, -1, -1, -1, 4]
    assert changes("sheepshead(split=even)", leaster) == [-2, -2, -2, -2, 8]
    totals = {"totals": [38, 27, 21, 18, 16, 0]}
    assert changes("sheepshead(players=6,all_pass=mittler)", Scored("upper_mittler", totals)) == [-1, -1, 5, -1, -1, -1]
    lower = "sheepshead(players=6,all_pass=mittler,mittler_even=lower)"
    assert changes(lower, Scored("lower_mittler", totals)) == [-1, -1, -1, 5, -1, -1]
    four = Scored("schneidster", {"totals": [52, 30, 29, 9]})
    assert changes("sheepshead(players=4,all_pass=schneidster)", four) == [-1, 3, -1, -1]
    pot, lost = Scored("pot", {}), Scored("called_card", {"picker": 0, "partner": 2, "points": 50})
    found = evening("sheepshead(all_pass=pot)", pot, pot, lost, dealer=4)
    assert [list(row.changes.values()) for row in found.rows] == [[-1] * 5, [-1] * 5, [-2, 5, -1, 4, 4]]


# -- Clover ------------------------------------------------------------------------------------------------------------


def hand(row: list[str]) -> Scored:
    """A hand of the table, declared by a player of the team that is named."""
    points, melds = ([number(each) for each in cell.split(" : ")] for cell in row[1:3])
    return Scored("suit", {"declarer": int(row[0][-1]) - 1, "points": points, "melds": melds})


def scored(game: str, *entries: Entry) -> list[int]:
    """What the last hand brought both teams."""
    return changes(game, *entries)[:2]


@pytest.mark.parametrize("row", table("clover", "declarers"), ids=lambda row: f"{row[0]} {row[1]}")
def test_clover_hands(row: list[str]) -> None:
    assert scored("clover", hand(row)) == [number(each) for each in row[4].split(" : ")]


def test_clover_hands_under_other_options() -> None:
    rows = table("clover", "declarers")
    assert scored("clover(set_melds=higher_side_only)", hand(rows[1])) == [29, 0]
    ties = {"none": [9, 5], "declarer": [14, 5], "defender": [9, 10]}
    assert {tie: scored(f"clover(meld_tie={tie})", hand(rows[3])) for tie in ties} == ties


@pytest.mark.parametrize(("first", "second"), [((125, 25), (74, 76)), ((121, 29), (75, 75)), ((129, 21), (71, 79))])
def test_clover_model_sheet(first: tuple[int, int], second: tuple[int, int]) -> None:
    """C53, with points chosen within its ranges."""
    found = evening(
        "clover",
        Scored("suit", {"declarer": 0, "points": list(first), "melds": [70, 140]}),
        Scored("suit", {"declarer": 2, "points": list(second), "melds": [120, 40]}),
    )
    ((_, sheet),) = Teller(found).sheets()
    assert found.stretches[-1].scores == (12, 46)
    printed = table("clover", "■ = digit struck off")
    for row, wanted in zip(sheet.rows, printed, strict=True):
        cells = [spoken(cell.line) for cell in row.cells]
        crossed = "crossed" in row.cells[0].marks
        assert crossed == wanted[1].startswith("~~")
        assert re.sub(r"[^\d■]", "", cells[0]) == re.sub(r"[^\d■]", "", wanted[1])
        assert re.findall(r"\d+■", cells[1]) == re.findall(r"\d+■", wanted[2])
        assert cells[-1] == wanted[3]
