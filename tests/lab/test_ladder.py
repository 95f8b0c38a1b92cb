"""The ladder: its rungs, its verdicts, its exit status, its folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lab_helpers import lab, lab_json

from sheepfold.core.errors import BadText
from sheepfold.lab import ladder
from sheepfold.lab.ladder import LADDER, Rung, read_pairs, read_rung, rung_file
from sheepfold.lab.stats import Estimate

QUICK = ("ladder", "grim", "--workers", "1", "--seed", "t")


def test_the_standing_list() -> None:
    assert [rung.name for rung in LADDER] == [
        "random:conventions", "conventions:club", "newcomer:regular", "regular:club", "club:master"
    ]  # fmt: skip
    assert [rung.strict for rung in LADDER] == [True, True, True, True, False]
    assert [rung.pairs for rung in LADDER] == [2000, 200, 200, 200, 200]


@pytest.mark.parametrize(
    "bounds, verdict, strictly, at_least",
    [
        ((0.1, 0.9), "clear above zero", True, True),
        ((-0.1, 0.9), "not clear", False, True),
        ((-0.9, 0.0), "not clear", False, True),
        ((-0.9, -0.1), "below zero", False, False),
    ],
)
def test_verdicts(bounds: tuple[float, float], verdict: str, strictly: bool, at_least: bool) -> None:
    points = Estimate(200, sum(bounds) / 2, *bounds)
    for strict, holds in ((True, strictly), (False, at_least)):
        found = ladder._judge(Rung("a", "b", strict), 200, points, None)
        assert (found.verdict, found.holds) == (verdict, holds)


def test_without_an_interval_nothing_holds() -> None:
    for strict in (True, False):
        assert not ladder._judge(Rung("a", "b", strict), 1, Estimate(1, 5.0), None).holds


def test_pairs_for_all_and_for_one() -> None:
    rungs = (read_rung("random:conventions"), read_rung("club:master"))
    assert read_pairs((), rungs) == {"random:conventions": 2000, "club:master": 200}
    assert read_pairs(("50", "club:master=60"), rungs) == {"random:conventions": 50, "club:master": 60}


@pytest.mark.parametrize("text", ["many", "0", "-3", "club:master=", "random:club=20", "1e3"])
def test_no_number_of_pairs(text: str) -> None:
    with pytest.raises(BadText, match="pairs"):
        read_pairs((text,), (read_rung("club:master"),))


@pytest.mark.parametrize("text", ["random", ":random", "random:", ""])
def test_no_rung(text: str) -> None:
    with pytest.raises(BadText, match="rung"):
        read_rung(text)


def test_the_order_holds_or_not_by_the_exit_status(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = (*QUICK, "--pairs", "20", "--dir", str(tmp_path / "ladders"))
    good = lab_json(capsys, *kept, "--rung", "random:conventions")
    assert good["holds"]
    assert [rung["verdict"] for rung in good["rungs"]] == ["clear above zero"]
    both = lab_json(capsys, *kept, "--rung", "random:conventions", "--rung", "conventions:random", status=1)
    assert [rung["verdict"] for rung in both["rungs"]] == ["clear above zero", "below zero"]
    assert both["rungs"][0] == good["rungs"][0]
    assert not both["holds"]
    files = sorted(path.name for path in (tmp_path / "ladders").iterdir())
    assert files == ["grim-conventions-random.jsonl", "grim-random-conventions.jsonl"]


def test_it_goes_on_from_its_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rung = ("--rung", "random:conventions")
    whole = lab_json(capsys, *QUICK, *rung, "--pairs", "12")
    lab(capsys, *QUICK, *rung, "--pairs", "5", "--dir", str(tmp_path))
    assert lab_json(capsys, *QUICK, *rung, "--pairs", "12", "--dir", str(tmp_path)) == whole
    file = rung_file(tmp_path, "grim", read_rung("random:conventions"))
    assert len(file.read_text().splitlines()) == 13
    assert json.loads(file.read_text().splitlines()[0])["a"] == "conventions"


def test_the_table_and_the_drawn_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    rungs = ("--rung", "random:conventions", "--rung", "conventions:random")
    out = lab(capsys, *QUICK, *rungs, "--pairs", "20", status=1)
    assert "clear above zero" in out
    assert "The order does not hold: random over conventions." in out
    up, down = (next(line for line in out.splitlines() if f"{name} over" in line) for name in ("conventions", "random"))
    assert up.index("│") < up.index("├") < up.index("●") < up.index("┤")
    assert down.index("├") < down.index("●") < down.index("┤") < down.index("│")
    assert "The order holds." in lab(capsys, *QUICK, *rungs[:2], "--pairs", "20")


def test_an_unknown_player_is_told_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = (*QUICK, "--dir", str(tmp_path / "l"), "--rung", "random:conventions", "--rung", "random:clever")
    assert "unknown_bot" in lab(capsys, *kept, status=2)
    assert not (tmp_path / "l").exists()
