"""The golden view logs: what every seat sees at every step of one deal of each kind is what it saw before."""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path

import pytest

from sheepfold.core.options import describe
from sheepfold.games.goathead import FIGURES
from sheepfold.games.grim import KINDS
from sheepfold.games.sheepshead_scoring import MITTLERS, PICKED_KINDS
from sheepfold.registry import GAMES
from sheepfold.testing import viewlog

HINT = "If the change is meant, run 'make views' and read the difference before you commit it."


LOGS = Path(__file__).resolve().parent / "views"

CONTRACTS = {
    "goathead": set(FIGURES),
    "widderkopf": {"suit"},
    "grim": set(KINDS),
    "sheepshead": {kind for kinds in PICKED_KINDS.values() for kind in kinds} | {"leaster", *MITTLERS, "schneidster"},
    "clover": {"suit", "notrump"},
}
"""Every kind of contract that a game has."""

THROWN_IN = {"sheepshead": {"S22", "S37"}, "clover": {"C19"}}
"""By which rules the cards are thrown in when nobody wants to play."""


def log_of(name: str) -> str:
    return (LOGS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_has_its_log() -> None:
    assert set(viewlog.LOGS) == set(GAMES)
    assert {path.stem for path in LOGS.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_log_is_as_before(name: str) -> None:
    before, now = log_of(name).splitlines(), viewlog.write_log(name).splitlines()
    changes = list(unified_diff(before, now, "tests/views", "now", n=1, lineterm=""))
    assert not changes, "\n".join([HINT, *changes[:40]])


@pytest.mark.parametrize("name", GAMES)
def test_every_contract_is_logged(name: str) -> None:
    log = log_of(name)
    assert set(re.findall(r"ContractSet kind (\w+)", log)) == CONTRACTS[name]
    assert set(re.findall(r"ThrownIn (\w+)", log)) == THROWN_IN.get(name, set())
    assert {phase for phase, _ in re.findall(r"Turn \d (\w+)( \||$)", log, re.MULTILINE)} == set(GAMES[name].phases)


def test_every_all_pass_rule_and_partner_system_of_sheepshead_is_logged() -> None:
    tables = re.findall(r"^game    sheepshead.*$", log_of("sheepshead"), re.MULTILINE)
    for info in describe(GAMES["sheepshead"].options_type):
        if info.name in ("all_pass", "partner", "unknown_call"):
            named = {found[1] for table in tables if (found := re.search(rf"\b{info.name}=(\w+)", table))}
            assert named | {info.default} >= set(info.choices) - {"solo_only"}, info.name
    assert any("players=3" in table for table in tables), "three players have no partner"


@pytest.mark.parametrize("name", GAMES)
def test_only_the_seat_on_turn_is_told_what_it_may_do(name: str) -> None:
    phases = "|".join((*GAMES[name].phases, "over"))
    lines = [line for line in log_of(name).splitlines() if re.match(r"\w sees  ", line)]
    assert len(lines) > 100
    for line in lines:
        asked = re.search(rf"(?:^\w sees  | \| )(?:{phases}) ([\d–]) \|", line)
        assert asked is not None, line
        assert line.endswith("| legal –") == (asked[1] != line[0]), line


def test_the_command_compares(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewlog, "LOGS", {"clover": viewlog.LOGS["clover"][-1:]})
    folder = str(tmp_path / "views")
    assert viewlog.main([folder]) == 1
    assert "CHANGED" in capsys.readouterr().out
    assert viewlog.main([folder, "--write"]) == 0
    assert viewlog.main([folder]) == 0
    assert capsys.readouterr().out.split()[-2:] == ["as", "before"]
