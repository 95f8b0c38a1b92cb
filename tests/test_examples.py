"""The three example matches of Grim are what the law book says of their seeds, and the command tells them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sheepfold.bots import make_bot
from sheepfold.notation.records import read_toml
from sheepfold.testing.grim_examples import WANTED, close, comeback

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"


@pytest.mark.rule("R63", "R64", "R65", "RQ21")
@pytest.mark.parametrize("seed", ["grimtest1", "grimtest2", "grimtest3"])
def test_an_example_is_as_the_law_book_says(seed: str) -> None:
    record = read_toml((EXAMPLES / f"{seed}.toml").read_text(encoding="utf-8"))
    assert record.match.seed == seed
    assert record.match.over
    assert WANTED[seed](record.match)
    make_bot(record.own["_bots"])


def test_no_example_would_do_for_another() -> None:
    """The three descriptions tell the matches apart, so that each says something."""
    matches = {seed: read_toml((EXAMPLES / f"{seed}.toml").read_text(encoding="utf-8")).match for seed in WANTED}
    assert not comeback(matches["grimtest2"])
    assert not close(matches["grimtest1"])
    assert not close(matches["grimtest2"])


@pytest.mark.parametrize("seed", ["grimtest1", "grimtest2", "grimtest3"])
def test_replay_tells_it(seed: str) -> None:
    command = [sys.executable, "-m", "sheepfold", "replay", str(EXAMPLES / f"{seed}.toml")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "Make-5" in told
    assert "Deal 12" in told
