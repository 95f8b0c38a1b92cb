"""The three example matches of Grim are what the law book says of their seeds, and the command tells them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sheepfold.bots import make_bot
from sheepfold.notation.records import read_toml

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"


def tool() -> ModuleType:
    """The tool that played them."""
    spec = importlib.util.spec_from_file_location("grim_examples", ROOT / "tools" / "grim_examples.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.rule("R63", "R64", "R65", "RQ21")
@pytest.mark.parametrize("seed", ["grimtest1", "grimtest2", "grimtest3"])
def test_an_example_is_as_the_law_book_says(seed: str) -> None:
    record = read_toml((EXAMPLES / f"{seed}.toml").read_text(encoding="utf-8"))
    assert record.match.seed == seed
    assert record.match.over
    assert tool().WANTED[seed](record.match)
    make_bot(record.own["_bots"])


def test_no_example_would_do_for_another() -> None:
    """The three descriptions tell the matches apart, so that each says something."""
    made = tool()
    matches = {seed: read_toml((EXAMPLES / f"{seed}.toml").read_text(encoding="utf-8")).match for seed in made.WANTED}
    assert not made.comeback(matches["grimtest2"])
    assert not made.close(matches["grimtest1"])
    assert not made.close(matches["grimtest2"])


@pytest.mark.parametrize("seed", ["grimtest1", "grimtest2", "grimtest3"])
def test_replay_tells_it(seed: str) -> None:
    command = [sys.executable, "-m", "sheepfold", "replay", str(EXAMPLES / f"{seed}.toml")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "Make-5" in told
    assert "Deal 12" in told
