"""The tables of docs/strength.md come out of the files that the laboratory wrote."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from lab_helpers import interrupted, lab

from sheepfold.cli.lab import lab as lab_command
from sheepfold.lab.ladder import LADDER
from sheepfold.registry import GAMES

TOOL = Path(__file__).resolve().parents[2] / "tools" / "measure.py"


def test_tables_of_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seed = ("--workers", "1", "--seed", "t")
    lab(capsys, "ladder", "grim", "--dir", str(tmp_path), "--rung", "random:conventions", "--pairs", "4", *seed)
    lab(
        capsys,
        "soak",
        "grim",
        "--bots",
        "random,conventions",
        "--deals",
        "3",
        "--file",
        str(tmp_path / "grim-soak.jsonl"),
        *seed,
    )
    profile = ("--game", "grim", "--deals", "4", "--file", str(tmp_path / "grim-profile-conventions.jsonl"), *seed)
    lab(capsys, "profile", "conventions", *profile)
    run = subprocess.run(
        [sys.executable, TOOL, tmp_path, "--tables", "--game", "grim"], capture_output=True, text=True, check=True
    )
    rows = [row.split(" | ") for row in run.stdout.splitlines() if row.startswith("| grim")]
    ladder, soak, *measures = rows
    assert ladder[1:3] == ["random", "conventions"]
    assert ladder[3].startswith("+")
    assert ladder[5] == "4"
    assert soak[1:3] == ["random, conventions", "3"]
    assert soak[4] == "0 |"
    assert {row[1] for row in measures} == {"conventions"}
    assert any(row[3] == "first lead" for row in measures)


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_was_promised_is_measured(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command is understood, and has at least as many deals as the strength page says."""
    monkeypatch.syspath_prepend(TOOL.parent)
    asked: dict[str, int] = {}
    for words in importlib.import_module("measure").commands(game, tmp_path):
        found = lab_command.commands[words[1]].make_context(words[1], words[2:]).params
        deals = found.get("deals") or int(found["pairs"][0])
        assert (words[1] == "ladder") == (found["seed"] == "held-out")
        asked[" ".join([words[1], *found.get("rungs", ()), str(found.get("seconds", ""))]).strip()] = deals
    assert asked["ladder random:conventions"] == 2000
    assert min(asked[f"ladder {rung.name}"] for rung in LADDER) >= 200
    assert asked["duel 0.3"] == 100
    assert {"soak", "profile"} < set(asked)


def test_ctrl_c_lets_the_run_report_and_ends_quietly(tmp_path: Path) -> None:
    command = [sys.executable, str(TOOL), str(tmp_path), "--game", "grim", "--workers", "1"]
    status, out, err = interrupted(command, tmp_path / "grim-random-conventions.jsonl")
    assert status == 130
    assert "conventions" in out
    assert err.startswith("Stopped after ")
    assert "Traceback" not in err


def test_without_files_there_are_only_headings(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, TOOL, tmp_path, "--tables"], capture_output=True, text=True, check=True)
    assert len(run.stdout.splitlines()) == 11


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "grim-random-conventions.jsonl").write_text("a diary\n")
    run = subprocess.run([sys.executable, TOOL, tmp_path, "--tables"], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "[ledger_foreign]" in run.stderr
