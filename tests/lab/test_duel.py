"""Duels: what the figure means, that workers and files do not change it, and what is refused."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from lab_helpers import TABLES, interrupted, lab, lab_json
from lab_helpers import odd_players as odd_players

from sheepfold.bots import BOTS
from sheepfold.cli.lab import lab as lab_command
from sheepfold.cli.params import PlayerText
from sheepfold.lab.duel import Duel, PairLine, figure, report
from sheepfold.lab.ledger import BadLedger, Ledger, open_ledger
from sheepfold.lab.players import OUTSIDERS
from sheepfold.lab.runs import carry_out
from sheepfold.lab.workers import LabFault
from sheepfold.play.player import ENDLESS

QUICK = ("--game", "grim", "--seed", "t")


def arguments(*more: str, a: str = "conventions", b: str = "random") -> tuple[str, ...]:
    return ("duel", a, b, *QUICK, *more)


# -- the figure --------------------------------------------------------------------------------------------------------


def test_the_figure_by_hand() -> None:
    """Five seats, A on 1 and 3 first: 0: -1-2, 1: 5-(-3), 2: 4-0, 3: 1-1, 4: -2-1; together 6, a fifth of it."""
    first, second = (2, 5, 0, 1, 1), (-1, -3, 4, 1, -2)
    assert figure(first, second, (1, 3)) == pytest.approx((-3 + 8 + 4 + 0 - 3) / 5)
    assert figure(second, first, (0, 2, 4)) == figure(first, second, (1, 3))
    assert figure(first, second, (0, 2, 4)) == -figure(first, second, (1, 3))


@pytest.mark.parametrize("text", TABLES)
def test_a_duel_with_itself_is_exactly_zero(text: str) -> None:
    duel = Duel(text, "random", "random", "self")
    assert [duel.do(pair).figure for pair in range(12)] == [0.0] * 12


@pytest.mark.parametrize("text", TABLES)
def test_each_player_sits_once_in_every_seat_of_the_same_deal(text: str) -> None:
    duel, turned = Duel(text, "conventions", "random", "s"), Duel(text, "random", "conventions", "s")
    for pair in range(6):
        line = duel.do(pair)
        first, second = line.playings
        assert not set(first.seats_of_a) & set(second.seats_of_a)
        assert len(first.seats_of_a) + len(second.seats_of_a) == len(first.facts.delta)
        assert first.facts.dealer == second.facts.dealer == pair % len(first.facts.delta)
        assert turned.do(pair).figure == -line.figure


def test_the_report_says_what_the_pairs_say() -> None:
    duel = Duel("sheepshead", "conventions", "random", "r")
    lines = [duel.do(pair) for pair in range(20)]
    found = report(duel, lines)
    assert found.points.value == pytest.approx(sum(line.figure for line in lines) / 20)
    assert (found.pairs, found.deals) == (20, 40)
    a, b = found.players
    assert a.seats == b.seats == 100
    assert a.points is not None
    assert b.points is not None
    assert a.points - b.points == pytest.approx(found.points.value)
    for each in found.players:
        assert sum(role.seats for role in each.roles.values()) == each.seats
        assert sum(role.share for role in each.roles.values()) == pytest.approx(1)
        declared = each.roles["declarer"].seats
        assert sum(contract.declared for contract in each.contracts.values()) == declared == each.declared
        won = sum(contract.made * contract.declared for contract in each.contracts.values())
        assert each.made == pytest.approx(won / declared)
    played = sum(playing.facts.decisions for line in lines for playing in line.playings)
    assert 0 < sum(each.decisions for each in found.times) < played  # forced ones are not timed


@pytest.mark.parametrize(
    "text, pairs", [("goathead", 15), ("widderkopf", 40), ("grim", 15), ("sheepshead", 60), ("clover", 20)]
)
def test_conventions_are_clearly_better_than_chance(text: str, pairs: int) -> None:
    duel = Duel(text, "conventions", "random", "better")
    assert report(duel, [duel.do(pair) for pair in range(pairs)]).points.clear == 1


# -- workers and files -------------------------------------------------------------------------------------------------


def test_one_worker_and_two_give_the_same_result(capsys: pytest.CaptureFixture[str]) -> None:
    one = lab_json(capsys, *arguments("--deals", "24", "--workers", "1"))
    two = lab_json(capsys, *arguments("--deals", "24", "--workers", "2"))
    assert one == two
    assert one["pairs"] == 24
    assert one["points"]["low"] > 0
    assert one["duel"]["budget"] == {}
    assert lab_json(capsys, *arguments("--deals", "24", "--workers", "1", "--seed", "u"))["points"] != one["points"]


def test_a_run_that_was_broken_off_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole = lab_json(capsys, *arguments("--deals", "20", "--workers", "1"))
    file = tmp_path / "duel.jsonl"
    kept = arguments("--file", str(file), "--workers", "1")
    lab_json(capsys, *kept, "--deals", "7")
    before = file.read_bytes()
    cut = before[: before.rindex(b"\n", 0, -1) + 40]  # the seventh line was being written
    file.write_bytes(cut)
    assert lab_json(capsys, *kept, "--deals", "20") == whole
    lines = file.read_bytes().splitlines()
    assert len(lines) == 21
    assert b"\n".join(lines[:7]) == b"\n".join(before.splitlines()[:7])
    assert sorted(json.loads(line)["number"] for line in lines[1:]) == list(range(20))
    assert lab_json(capsys, *kept, "--deals", "20") == whole
    assert len(file.read_bytes().splitlines()) == 21  # nothing was played again


def test_fewer_pairs_than_the_file_has_are_those_that_were_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "duel.jsonl")
    lab(capsys, *arguments("--file", file, "--deals", "12", "--workers", "1"))
    few = lab_json(capsys, *arguments("--file", file, "--deals", "5", "--workers", "1"))
    assert few == lab_json(capsys, *arguments("--deals", "5", "--workers", "1"))


def test_each_pair_is_in_the_file_before_the_next_is_played(tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    seen: list[int] = []

    def look(done: int, of: int) -> None:
        seen.append(len(file.read_bytes().splitlines()) - 1)

    carry_out(Duel("grim", "random", "random", "s"), range(4), 1, file, look)
    assert seen == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "change, words",
    [
        (("--seed", "u"), 'seed was "t" there and is "u" now'),
        (("--game", "grim(deals=10)"), 'game was "grim" there and is "grim(deals=10)" now'),
        (("--worlds", "3"), 'budget was {} there and is {"worlds": 3} now'),
    ],
)
def test_another_measurement_is_not_mixed_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: tuple[str, ...], words: str
) -> None:
    file = ("--file", str(tmp_path / "duel.jsonl"), "--deals", "2", "--workers", "1")
    lab(capsys, *arguments(*file))
    before = (tmp_path / "duel.jsonl").read_bytes()
    assert words in lab(capsys, *arguments(*file, *change), status=2)
    assert 'b was "random" there and is "conventions" now' in lab(capsys, *arguments(*file, b="conventions"), status=2)
    assert (tmp_path / "duel.jsonl").read_bytes() == before


def test_other_code_is_not_mixed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Duel("grim", "random", "random", "s")
    carry_out(duel, range(2), 1, tmp_path / "duel.jsonl")
    before = duel.code
    monkeypatch.setattr("sheepfold.lab.duel.code_digest", lambda *given: "f00")
    with pytest.raises(BadLedger, match=f'code was "{before}" there and is "f00" now'):
        carry_out(duel, range(2), 1, tmp_path / "duel.jsonl")


def test_a_worker_with_other_code_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.lab.duel.code_digest", lambda *given: "f00")
    with pytest.raises(LabFault, match="code_changed"):
        carry_out(Duel("grim", "random", "random", "s"), range(4), 2, tmp_path / "duel.jsonl")
    assert len((tmp_path / "duel.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize("text", ["no json at all\n", '{"some": "json"}\n', "[]\n", "half a"])
def test_a_file_of_somebody_else_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    assert "ledger_foreign" in lab(capsys, *arguments("--file", str(file), "--deals", "2"), status=2)
    assert file.read_text() == text


@pytest.mark.parametrize("text", ["", '{"sheepfold_lab":1,"what":"du'])
def test_a_file_that_was_only_begun_is_begun_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "duel.jsonl"
    file.write_text(text)
    lab(capsys, *arguments("--file", str(file), "--deals", "2", "--workers", "1"))
    assert len(file.read_text().splitlines()) == 3


def test_a_damaged_line_is_refused_with_its_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    command = arguments("--file", str(file), "--deals", "3", "--workers", "1")
    lab(capsys, *command)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:2], '{"number":1}\n', *lines[3:]]))
    assert "Line 3 of" in lab(capsys, *command, status=2)


# -- what else can happen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command, code",
    [
        (("duel", "clever", "random", "--game", "grim", "--deals", "2"), "unknown_bot"),
        (("duel", "random", "random", "--game", "bridge", "--deals", "2"), "unknown_game"),
        (("duel", "random", "random", "--game", "grim", "--deals", "0"), "usage"),
        (("duel", "random", "random", "--game", "grim", "--deals", "2", "--workers", "0"), "usage"),
        (("duel", "random", "random", "--game", "grim", "--deals", "2", "--seconds", "0"), "usage"),
        (("duel", "random", "random", "--game", "grim", "--deals", "2", "--seconds", "1", "--worlds", "9"), "usage"),
        (("duel", "random", "random", "--game", "grim", "--deals", "2", "--seconds", "1", "--nodes", "9"), "usage"),
        (("duel", "random", "random", "--game", "grim", "--deals", "2", "--file", "/no/such/folder/x"), "system"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], command: tuple[str, ...], code: str) -> None:
    heard = lab(capsys, *command, status=2)
    assert len(heard.splitlines()) == 1
    assert f"[{code}]" in heard


@pytest.mark.usefixtures("odd_players")
def test_a_player_that_fails_ends_the_duel_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    heard = lab(capsys, *arguments("--deals", "2", "--workers", "1", a="broken"), status=2)
    assert "Deal 0 failed. broken on seat" in heard
    assert "[bot_failed]" in heard


class Dies(Duel, frozen=True):
    """A duel whose process ends without a word at its third pair."""

    def do(self, number: int) -> PairLine:
        return os._exit(7) if number == 2 else super().do(number)


def test_a_process_that_dies_is_noticed_and_what_is_finished_kept(tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    with pytest.raises(LabFault, match="The process that did number 2 died"):
        carry_out(Dies("grim", "random", "random", "s"), range(6), 2, file)
    kept = {json.loads(line)["number"] for line in file.read_text().splitlines()[1:]}
    assert kept & {0, 1}  # one of them was finished before the third was begun
    assert 2 not in kept


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "duel.jsonl"
    command = [sys.executable, "-m", "sheepfold", "lab", *arguments("--file", str(file), "--deals", "100000", "--json")]
    status, out, err = interrupted([*command, "--workers", workers], file)
    assert status == 130, err
    done = json.loads(out)["pairs"]
    assert done == file.read_bytes().count(b"\n") - 1 >= 5
    assert err == f"Stopped after {done} of 100000; the same command goes on from {file}.\n"


def test_ctrl_c_right_after_a_line_is_written_counts_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, write = tmp_path / "duel.jsonl", Ledger.write

    def interrupted_write(ledger: Ledger, value: object) -> None:
        write(ledger, value)
        if file.read_bytes().count(b"\n") == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(Ledger, "write", interrupted_write)
    run = carry_out(Duel("grim", "random", "random", "s"), range(9), 1, file)
    assert run.broken_off
    assert [line.number for line in run.lines] == [0, 1, 2]


def test_the_tables_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    out = lab(capsys, *arguments("--deals", "6", "--workers", "1"))
    for words in ("conventions against random: grim, 6 paired deals, seed t", "95 % interval", "80 % power",
                  "declarer", "defender", "said only pass", "Contracts", "95th percentile"):  # fmt: skip
        assert words in out, words
    assert max(map(len, out.splitlines())) <= 110


@pytest.mark.parametrize(("deals", "why"), [("1", "there is only one"), ("3", "all 3 came out the same")])
def test_pairs_that_say_nothing_are_no_certainty(deals: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("duel", "conventions", "conventions", "--game", "grim", "--deals", deals, "--workers", "1")
    out = " ".join(lab(capsys, *command).split())
    assert f"with too few pairs to say how far that may be off: {why} Roles" in out
    assert "95 % interval" not in out
    assert "80 % power" not in out
    report = lab_json(capsys, *command)
    assert (report["points"]["low"], report["least_effect"]) == (None, None)


@pytest.mark.parametrize("command", ["duel", "ladder", "soak", "profile"])
def test_help_has_examples_that_are_understood(capsys: pytest.CaptureFixture[str], command: str) -> None:
    told = lab(capsys, command, "--help").splitlines()
    examples = [shlex.split(line)[3:] for line in told if line.startswith(f"  sheepfold lab {command} ")]
    assert len(examples) > 1
    for words in examples:
        lab_command.commands[command].make_context(command, words)


def test_limits_of_a_decision_reach_the_players_and_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("duel", "club", "conventions", "--game", "grim", "--deals", "1", "--workers", "1")
    for limit, budget, words in (
        (("--worlds", "1"), {"worlds": 1}, "1 world a decision"),
        (("--worlds", "2", "--nodes", "40"), {"worlds": 2, "nodes": 40}, "2 worlds a decision, 40 nodes a decision"),
        (("--seconds", "0.02"), {"worlds": ENDLESS, "nodes": ENDLESS, "seconds": 0.02}, "0.02 seconds a decision"),
    ):
        assert lab_json(capsys, *command, *limit)["duel"]["budget"] == budget
        assert f"seed lab, {words}, code" in lab(capsys, *command, *limit)


def test_help_names_every_player(capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(lab(capsys, "--help").split()).partition("The players are ")[2].partition(". ")[0]
    assert set(re.findall(r"\w+", told)) >= {*BOTS, *OUTSIDERS}


def test_players_are_completed() -> None:
    offered = PlayerText().shell_complete
    context, a = click.Context(lab_command.commands["duel"]), lab_command.commands["duel"].params[0]
    assert [item.value for item in offered(context, a, "ism")] == ["ismcts"]
    assert [item.value for item in offered(context, a, "club,new")] == ["club,newcomer"]
    assert isinstance(a.type, PlayerText)


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    """Not even when the first one looked into its file in between; and a file in use is not read for what differs."""
    file = tmp_path / "duel.jsonl"
    duel = Duel("grim", "random", "random", "s")
    command = [sys.executable, "-m", "sheepfold", "lab", "duel", "random", "random", "--game", "grim", "--seed", "t"]
    with open_ledger(file, duel.header, duel.line_type):
        before = file.read_bytes()
        other = subprocess.run(
            [*command, "--deals", "1", "--file", str(file)], capture_output=True, text=True, check=False
        )
    assert (other.returncode, other.stdout) == (2, "")
    assert "[ledger_busy]" in other.stderr
    assert file.read_bytes() == before
