"""The tables of docs/strength.md come out of the files that the laboratory wrote."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from lab_helpers import lab

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


def test_without_files_there_are_only_headings(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, TOOL, tmp_path, "--tables"], capture_output=True, text=True, check=True)
    assert len(run.stdout.splitlines()) == 11
