"""Soaks: mixed tables, faults that are found and can be found again."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from lab_helpers import lab, lab_json
from lab_helpers import odd_players as odd_players

from sheepfold.lab.soak import Soak
from sheepfold.notation.records import read_toml

BOTS = ("--bots", "random,conventions", "--seed", "t")


def test_everybody_sits_everywhere_and_equally_often() -> None:
    soak = Soak("sheepshead", ("random", "conventions", "newcomer"), "s", 1)
    seated = [soak.seated(number) for number in range(300)]
    assert Counter(name for names in seated for name in names) == {"random": 500, "conventions": 500, "newcomer": 500}
    for seat in range(5):
        assert min(Counter(names[seat] for names in seated).values()) > 70
    assert len(set(seated)) > 30


@pytest.mark.parametrize("text", ["goathead", "widderkopf", "grim", "sheepshead(players=7)", "clover"])
def test_a_clean_soak(capsys: pytest.CaptureFixture[str], text: str) -> None:
    found = lab_json(capsys, "soak", text, *BOTS, "--deals", "40", "--workers", "1")
    assert (found["deals"], found["faults"]) == (40, [])
    assert found["decisions"] > 40 * 8


def test_workers_and_files_change_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ("soak", "goathead", *BOTS)
    whole = lab_json(capsys, *command, "--deals", "30", "--workers", "1")
    file = ("--file", str(tmp_path / "soak.jsonl"))
    lab(capsys, *command, *file, "--deals", "11", "--workers", "1")
    assert lab_json(capsys, *command, *file, "--deals", "30", "--workers", "2") == whole
    assert "timeout was 10.0 there" in lab(capsys, *command, *file, "--timeout", "3", status=2)


def test_a_player_may_be_written_in_another_way_when_a_soak_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = ("--file", str(tmp_path / "soak.jsonl"), "--workers", "1")
    for deals, written in (("2", "newcomer(mistakes=10)"), ("4", "newcomer( mistakes = 10 )")):
        found = lab_json(capsys, "soak", "grim", "--bots", f"random,{written}", "--deals", deals, *file)
        assert found["deals"] == int(deals)
        assert set(found["seats"]) == {"random", "newcomer(mistakes=10)"}


@pytest.mark.parametrize("bad, code", [("illegal", "bot_illegal"), ("broken", "bot_failed"), ("endless", "bot_slow")])
@pytest.mark.usefixtures("odd_players")
def test_a_fault_is_reported_with_what_finds_it_again(capsys: pytest.CaptureFixture[str], bad: str, code: str) -> None:
    # A quick player may be kept waiting by a busy machine, so where time counts nobody is quick.
    bots, timeout = (bad, "0.1") if bad == "endless" else (f"conventions,{bad}", "60")
    command = ("soak", "goathead", "--bots", bots, "--deals", "3", "--workers", "1", "--timeout", timeout)
    found = lab_json(capsys, *command, status=1)
    assert [fault["number"] for fault in found["faults"]] == [0, 1, 2]
    fault = found["faults"][1]
    assert fault["fault"]["code"] == code
    assert bad in fault["fault"]["sentence"]
    assert "Traceback" in fault["fault"]["trace"]
    record = read_toml(fault["fault"]["record"])
    match = record.match
    assert match.turn is not None
    assert fault["seated"][match.turn] == bad
    assert f"decision {len(match.actions)}:" in fault["fault"]["sentence"]
    again = lab_json(capsys, *shlex.split(fault["again"])[2:], "--workers", "1", status=1)
    assert [fault["seated"] for fault in again["faults"]] == [fault["seated"]]
    assert [fault["fault"]["sentence"] for fault in again["faults"]] == [fault["fault"]["sentence"]]


@pytest.mark.usefixtures("odd_players")
def test_a_fault_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = lab(capsys, "soak", "grim", "--bots", "broken", "--deals", "1", "--workers", "1", status=1)
    assert "Faults: 1." in out
    assert "RuntimeError: out of ideas" in out
    assert "sheepfold lab soak grim --bots broken --seed lab --timeout 10 --only 0" in out


def test_a_list_of_players_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert "unknown_bot" in lab(capsys, "soak", "grim", "--bots", "random,clever", status=2)
    assert "[players]" in lab(capsys, "soak", "grim", "--bots", "random,", status=2)


def test_the_players_are_those_that_were_named_whatever_they_call_themselves(tmp_path: Path) -> None:
    (tmp_path / "masked.py").write_text(
        "class Masked:\n    name = 'random'\n    def choose(self, *given):\n        raise RuntimeError('it was me')\n"
    )
    words = [sys.executable, "-m", "sheepfold", "lab", "soak", "grim", "--bots", "masked:Masked", "--deals", "1"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([*words, "--workers", "1"], capture_output=True, text=True, env=env, timeout=120)
    assert "it was me" in done.stdout + done.stderr
