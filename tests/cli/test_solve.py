"""``sheepfold solve`` by running it: values, cards, lines, worlds, and what it refuses."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from cli_helpers import refused, run

from sheepfold.core.cards import card_text
from sheepfold.notation.actions import action_text
from sheepfold.notation.records import Record, write_jsonl, write_toml
from sheepfold.play.driver import drive
from sheepfold.play.match import Match
from sheepfold.presentation import names_of
from sheepfold.registry import GAMES, make_game

TABLES = [*GAMES, "sheepshead(players=3)", "sheepshead(players=8)", "clover(exchange=off)"]


def played(table: str, cards: int | None = None) -> Match:
    """A deal at random, to its end or until that many cards have been played."""
    rng = random.Random(table)
    game = make_game(table)
    driver = drive(game, "lamb")
    for question in driver.questions():
        if cards is not None and game.phase(driver.match.state) == "tricks":
            problem = game.problem(driver.match.state)
            if sum(problem.tricks) * game.seats + len(problem.trick) >= cards:
                break
        driver.answer(question, rng.choice(question.legal))
    return driver.match


def record(folder: Path, match: Match, name: str = "match.toml") -> str:
    written = write_jsonl([Record(match)]) if name.endswith("jsonl") else write_toml(Record(match))
    (folder / name).write_text(written)
    return name


@pytest.mark.parametrize("table", TABLES)
def test_a_trick_of_a_record_is_solved(table: str, tmp_path: Path) -> None:
    match = played(table)
    last = sum(match.outcome.tricks) if match.outcome else 0
    done = run("solve", record(tmp_path, match), "--trick", str(last - 1), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"trick {last - 1}" in done.stdout
    assert "\nValue " in done.stdout
    assert "best" in done.stdout
    assert done.stdout.count(" leads ") == 2


@pytest.mark.parametrize("name", ["match.toml", "match.jsonl"])
def test_a_record_that_ends_in_the_middle_of_a_trick_is_a_position(name: str, tmp_path: Path) -> None:
    match = played("goathead", cards=22)
    done = run("solve", record(tmp_path, match, name), "--json", cwd=tmp_path)
    data = json.loads(done.stdout)
    assert data["turn"] == match.turn
    assert data["finished"]
    assert data["lo"] == data["hi"]
    assert set(data["cards"]) == set(texts(match))
    assert len(data["line"]) == 10
    values = [lo for lo, _ in data["cards"].values()]
    assert data["lo"] in (max(values), min(values))


def texts(match: Match) -> list[str]:
    return [action_text(action) for action in match.legal]


def test_a_position_comes_from_standard_input(tmp_path: Path) -> None:
    match = played("grim", cards=4)
    done = run("solve", "-", input=write_toml(Record(match)), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Tricks of (North and South|East and West) in the whole deal; they want", done.stdout)
    assert "North and South against East and West." in done.stdout


def test_players_go_by_their_names_and_covered_cards_are_shown(tmp_path: Path) -> None:
    match = played("widderkopf", cards=0)
    problem = match.game.problem(match.state)
    assert problem.piles
    (tmp_path / "match.toml").write_text(write_toml(Record(match, ("Zoë", "小林"))))
    done = run("solve", "match.toml", "--seconds", "0.01", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^[> ] 0 Zoë   \S", done.stdout, re.MULTILINE), "as wide as the other name on a screen"
    assert re.search(r"^[> ] 1 小林  \S", done.stdout, re.MULTILINE)
    for _, top, below in problem.piles:
        assert f"{card_text(below)} under {card_text(top)}" in done.stdout
    data = json.loads(run("solve", "match.toml", "--seconds", "0.01", "--json", cwd=tmp_path).stdout)
    assert data["players"] == ["Zoë", "小林"]
    assert len(data["covered"]) == len(problem.piles)


def test_worlds_are_averaged_over_what_the_seat_knows(tmp_path: Path) -> None:
    match = played("sheepshead", cards=10)
    seat = str(match.turn)
    name = record(tmp_path, match)
    one = run("solve", name, "--worlds", "12", "--seat", seat, "--json", cwd=tmp_path)
    two = run("solve", name, "--worlds", "12", "--seat", seat, "--threads", "1", "--json", cwd=tmp_path)
    assert json.loads(one.stdout) == json.loads(two.stdout)
    assert set(json.loads(one.stdout)["cards"]) == set(texts(match))
    table = run("solve", name, "--worlds", "12", "--seat", seat, cwd=tmp_path)
    name = names_of(match.game)[match.turn or 0]
    assert f"mean of 12 worlds that {name} cannot tell apart" in " ".join(table.stdout.split())


def test_too_little_time_gives_honest_bounds(tmp_path: Path) -> None:
    name = record(tmp_path, played("widderkopf", cards=0))
    data = json.loads(run("solve", name, "--seconds", "0.001", "--json", cwd=tmp_path).stdout)
    assert not data["finished"]
    assert 0 <= data["lo"] < data["hi"] <= 121


def test_what_cannot_be_solved_is_refused_in_words(tmp_path: Path) -> None:
    whole = record(tmp_path, played("grim"), "whole.toml")
    middle = record(tmp_path, played("sheepshead", cards=10), "middle.toml")
    seat = played("sheepshead", cards=10).turn or 0
    refused("solve", whole, code="no_tricks", cwd=tmp_path)
    refused("solve", whole, "--trick", "9", code="no_such_trick", cwd=tmp_path)
    refused("solve", whole, "--deal", "2", code="no_such_deal", cwd=tmp_path)
    refused("solve", whole, "--worlds", "3", code="usage", cwd=tmp_path)
    refused("solve", whole, "--worlds", "0", "--seat", "0", code="usage", cwd=tmp_path)
    refused("solve", middle, "--worlds", "3", "--seat", str((seat + 1) % 5), code="not_your_turn", cwd=tmp_path)
    refused("solve", middle, "--seconds", "0", code="seconds", cwd=tmp_path)
    refused("solve", "nowhere.toml", code="unreadable", cwd=tmp_path)
