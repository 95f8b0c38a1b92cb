"""The fixture runner: it runs what we have, and says what is wrong with what we have not."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sheepfold.testing.fixtures import check_entry, read_options, read_yaml, run
from sheepfold.testing.need import Missing, need
from sheepfold.testing.sections import SECTIONS
from sheepfold.testing.transcripts import check_transcript

FOLDER = Path(__file__).parent / "fixtures"


def runner(*arguments: str | Path) -> tuple[int, list[str]]:
    """Exit status and lines of the command."""
    command = [sys.executable, "-m", "sheepfold.testing.fixtures", *map(str, arguments)]
    made = subprocess.run(command, capture_output=True, text=True)
    assert not made.stderr, made.stderr
    return made.returncode, made.stdout.splitlines()


def written(folder: Path, text: str) -> Path:
    (folder / "made.yaml").write_text(text, encoding="utf-8")
    return folder


def faults(text: str) -> dict[str, list[str]]:
    """The results of a document by id."""
    return {result.id: result.faults for result in run(read_yaml(text), "made.yaml")}


def test_all_our_fixtures_pass() -> None:
    status, lines = runner(FOLDER)
    assert status == 0, lines
    passed, failed = lines[-1].split(", ")
    assert int(passed.removesuffix(" passed")) > 390
    assert failed == "0 failed"


def test_a_wrong_fixture_fails_with_id_expected_and_got(tmp_path: Path) -> None:
    text = """
goathead:
  tricks:
    - {id: GOOD, contract: "suit:H", plays: [10C, AC, 7H, KC], winner: 2, points: 25}
    - {id: BAD, contract: "suit:H", plays: [10C, AC, 7H, KC], winner: 1, points: 25}
"""
    status, lines = runner(written(tmp_path, text))
    assert status == 1
    assert lines == ["BAD: winner: expected 1, got 2", "1 passed, 1 failed"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("goathead: [1, 2", "is not YAML in line"),
        ("a: b: c", "is not YAML in line 1"),
        ("\x00", "is not YAML"),
    ],
)
def test_broken_yaml_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    status, lines = runner(written(tmp_path, text))
    assert status == 2
    assert len(lines) == 1
    assert sentence in lines[0]
    assert "made.yaml" in lines[0]


def test_missing_and_empty_folders_are_one_sentence(tmp_path: Path) -> None:
    assert runner(tmp_path / "nowhere") == (2, [f"There is no folder {tmp_path / 'nowhere'}."])
    assert runner(tmp_path) == (2, [f"There are no YAML files below {tmp_path}."])
    assert runner() == (2, ["Usage: python -m sheepfold.testing.fixtures DIR"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("whist: {tricks: []}", "There is no game 'whist'"),
        ("goathead: [1]", "a mapping of sections"),
        ("goathead: {melds: []}", "goathead has no section 'melds'"),
        ("goathead: {tricks: 7}", "A section is a list of fixtures"),
        ("goathead: {tricks: [7]}", "A fixture is a mapping"),
        ("goathead: {tricks: [{id: A, contract: nil}]}", "has no plays"),
        ("goathead: {tricks: [{id: A, contract: nil, plays: [7C, 8C, 9C, JC]}]}", "expects nothing"),
        ("goathead: {tricks: [{id: A, contract: nil, plays: [7C, 8C, 9C, JC], winer: 3}]}", "no key winer"),
        ("goathead: {tricks: [{id: A, contract: skat, plays: [7C, 8C, 9C, JC], winner: 3}]}", "is not a contract"),
        ("goathead: {tricks: [{id: A, contract: nil, plays: [7C, 8C], winner: 3}]}", "has 4 cards, not 2"),
        ("goathead: {tricks: [{id: A, contract: nil, plays: [7C, 8C, 9C, 1C], winner: 3}]}", "'1C' is not a card"),
        ("goathead: {game_end: [{id: A, totals: [1, 2, 3, 4], option: {goal: 9}, winner: 3}]}", "no option 'goal'"),
        ("goathead: {game_end: [{id: A, totals: [1, 2, 3, 4], option: {target: x}, winner: 3}]}", "whole number"),
        ("goathead: {scores: [{id: A, contract: nil, declarer: 0, points: 9, tricks: 0, delta: []}]}", "cannot be"),
        ("grim: {auctions: [{id: A, dealer: X, calls: [], result: {}}]}", "'X' is not a seat"),
        ("clover: {bidding: [{id: A, up: Z, result: {}}]}", "'Z' is not a suit"),
        ("just words", "neither a list"),
        ("- {id: A, game: goathead}", "has no table, deal, actions"),
        ("- {id: A, game: goathead, table: {dealer: 0}, deal: {}, actions: [], point: []}", "no key point"),
        ("- {id: A, game: whist, table: {dealer: 0}, deal: {}, actions: []}", "no game 'whist'"),
        ("- 7", "A fixture is a mapping"),
    ],
)
def test_what_cannot_be_checked_fails_with_a_sentence(text: str, sentence: str) -> None:
    (told,) = faults(text).values()
    assert len(told) == 1
    assert sentence in told[0]
    assert told[0].endswith((".", "]"))


def test_off_and_n_stay_words() -> None:
    assert read_yaml("{a: off, b: N, c: true, d: no, e: 12}") == {"a": "off", "b": "N", "c": True, "d": "no", "e": 12}
    assert read_options("clover", {"exchange": False}) == {"exchange": "off"}
    assert read_options("goathead", {"steal_enabled": False, "target": 12}) == {"steal_enabled": False, "target": 12}


# -- every expectation is compared ---------------------------------------------------------------------------------


def entries() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Every fixture of every section that we have."""
    for path in sorted(FOLDER.rglob("*.yaml")):
        document = read_yaml(path.read_text(encoding="utf-8"))
        if isinstance(document, dict):
            for game, sections in document.items():
                for section, fixtures in sections.items():
                    for fixture in fixtures if isinstance(fixtures, list) else []:
                        yield game, section, fixture


def spoiled(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case None:
            return "QC"
        case str():
            return "AS" if value != "AS" else "AC"
        case list():
            return [*value[1:], 99 if value and isinstance(value[0], int) else "JD"]
        case dict():
            key = next(iter(value))
            return {**value, key: spoiled(value[key])}
    raise AssertionError(value)


@pytest.mark.parametrize("game", list(SECTIONS))
def test_a_changed_expectation_fails(game: str) -> None:
    compared = set()
    for of, name, fixture in entries():
        if of != game:
            continue
        section = SECTIONS[game][name]
        for key in section.expects & fixture.keys():
            changed = {**copy.deepcopy(dict(fixture)), key: spoiled(fixture[key])}
            assert list(check_entry(game, section, changed)), (fixture["id"], key)
            compared.add((name, key))
    assert {name for name, _ in compared} >= SECTIONS[game].keys() - {"deals"}


TRANSCRIPT = next(
    entry
    for entry in read_yaml((FOLDER / "transcripts" / "widderkopf.yaml").read_text(encoding="utf-8"))
    if "legal" in entry
)


@pytest.mark.parametrize("key", ["points", "tricks", "delta", "discard_points", "next"])
def test_a_changed_outcome_fails(key: str) -> None:
    assert not list(check_transcript(TRANSCRIPT))
    changed = {**TRANSCRIPT, key: spoiled(TRANSCRIPT[key])}
    ((what, expected, got),) = check_transcript(changed)
    assert what.startswith(key)
    assert expected != got


def test_a_changed_list_of_legal_actions_fails() -> None:
    legal = [list(each) for each in TRANSCRIPT["legal"]]
    legal[5].remove("crack")
    ((what, expected, got),) = check_transcript({**TRANSCRIPT, "legal": legal})
    assert "before 6." in what
    assert set(got) - set(expected) == {"crack"}


def test_a_transcript_that_stops_early_or_goes_wrong_fails() -> None:
    short = {**TRANSCRIPT, "actions": TRANSCRIPT["actions"][:9], "legal": TRANSCRIPT["legal"][:9]}
    assert list(check_transcript(short)) == [("deal over", True, False)]
    cut = {key: short[key] for key in ("id", "game", "table", "deal", "actions", "legal")}
    assert not list(check_transcript(cut))
    text = """- {id: A, game: goathead, table: {dealer: 3}, deal: {hands: [
        7C 8C 9C 10C JC QC KC AC, 7S 8S 9S 10S JS QS KS AS, 7H 8H 9H 10H JH QH KH AH, 7D 8D 9D 10D JD QD KD AD]},
        actions: [1 pass]}"""
    assert "turn of seat 0" in faults(text)["A"][0]


def test_a_deal_thrown_in_may_be_told_with_zeros_but_not_with_points() -> None:
    told = {
        "game": "sheepshead(players=3,all_pass=doubler)",
        "table": {"dealer": 2},
        "deal": {
            "hands": [
                "QC QS QH QD JC JS JH JD AD 10D",
                "AC 10C KC 9C 8C 7C AS 10S KS 9S",
                "8S 7S AH 10H KH 9H 8H 7H KD 9D",
            ],
            "blind": "8D 7D",
        },
        "actions": ["0 pass", "1 pass", "2 pass"],
        "points": [0, 0, 0],
        "tricks": [0, 0, 0],
        "delta": [0, 0, 0],
        "next": {"dealer": 0, "doublers": 1},
    }
    assert not list(check_transcript(told))
    assert [what for what, _, _ in check_transcript({**told, "points": [0, 0, 1]})] == ["points"]


def test_a_missing_package_is_told() -> None:
    with pytest.raises(Missing, match="pip install 'sheepfold\\[testing\\]'"):
        need("no_such_module_here", "Nothing")
    with pytest.raises(Missing, match="needs Nothing"):
        need("no_such_module_here.inner", "Nothing")
    code = "import sys; sys.modules['yaml'] = None; from sheepfold.testing.fixtures import main; sys.exit(main())"
    made = subprocess.run([sys.executable, "-c", code, str(FOLDER)], capture_output=True, text=True)
    assert made.returncode == 2
    assert made.stdout.startswith("sheepfold.testing needs PyYAML")
