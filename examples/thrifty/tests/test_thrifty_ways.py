"""The bot on its ways into the program, by the real command: by its path, and by its name once it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def done(site: Path, *words: str, input: str = "") -> str:
    """What the command prints; it must end well."""
    env = {**os.environ, "PYTHONPATH": str(site), "SHEEPFOLD_HOME": str(site.parent / "home"), "COLUMNS": "200"}
    command = [sys.executable, "-m", "sheepfold", *words]
    run = subprocess.run(command, env=env, input=input, capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package is installed with its entry points."""
    folder = tmp_path_factory.mktemp("bot") / "site"
    shutil.copytree(HERE / "src", folder)
    info = folder / "sheepfold_thrifty-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sheepfold-thrifty\nVersion: 0.1.0\n")
    (entries,) = PROJECT["entry-points"].items()
    points = [f"{name} = {where}" for name, where in entries[1].items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{entries[0]}]", *points]) + "\n")
    return folder


@pytest.mark.parametrize("bot", ["thrifty", "thrifty.bot:Thrifty", "thrifty(worth=4),random,newcomer"])
def test_it_sits_at_the_table(site: Path, bot: str) -> None:
    told = done(site, "play", "grim", "--bots", bot, "--seed", "lamb", "--plain", input="pass\n")
    assert "You may: " in told
    assert "failed" not in told


def test_it_beats_chance_in_the_laboratory(site: Path) -> None:
    told = done(site, "lab", "duel", "thrifty", "random", "--game", "clover", "--deals", "20", "--workers", "1")
    assert "thrifty over random: +" in told
