"""The measurement of words: it counts what every reader is told, and stands beside that of the rules."""

from __future__ import annotations

import json

import pytest

from sheepfold.cli import bench
from sheepfold.lab.bench_engine import ours
from sheepfold.lab.bench_presentation import cost_of
from sheepfold.registry import GAMES, make_game


def test_every_event_is_counted_for_every_reader() -> None:
    cost = cost_of(make_game("grim"), deals=2)
    assert cost.readers == 5
    assert cost.events % 5 == 0
    assert 0 < cost.per_event < 100_000
    assert 0 < cost.per_scene < 100_000


@pytest.mark.parametrize("as_json", [False, True])
def test_words_stand_beside_the_rules(
    as_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "contenders", lambda: {"Grim": ("sheepfold", ours("grim"))})
    bench.run_engine(1, 1, as_json)
    out = capsys.readouterr().out
    if not as_json:
        assert "a second" in out
        assert "whole Scene" in out
        return
    found = json.loads(out)
    assert [row["name"] for row in found["rules"]] == ["Grim"]
    assert [row["name"] for row in found["words"]] == [GAMES[name].title for name in GAMES]
