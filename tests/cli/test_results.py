"""``sheepfold results``: what counts, what counts apart, and what does not, from matches that were really played."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import Screen, Window, converse, matches, modest, plain, refused, run

from sheepfold.notation.reading import read_record
from sheepfold.testing.plain import offered

SHORT = "widderkopf(rounds=2)"
"""A match of two deals, and more if these leave a tie."""
ROW = tuple[str, str, bool, int, int]


def results(*arguments: str) -> list[dict[str, Any]]:
    done = run("results", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def rows(*arguments: str) -> list[ROW]:
    """Game, level, helped, matches and deals of each result."""
    return [
        (each["game"], each["level"], each["helped"], each["matches"], each["deals"]) for each in results(*arguments)
    ]


def deals_of(name: str = "widderkopf-x") -> int:
    """How many deals a finished match had."""
    return len(read_record(matches().parent / "finished" / f"{name}.match").match.records)


def play(game: str, *arguments: str, cwd: Path, most: int = 400, seed: str = "x", level: str = "random") -> None:
    """A match against an easy level, to its end or so many questions long."""
    talk = converse(["play", game, "--seed", seed, "--bots", level, *arguments], modest(), most=most, cwd=cwd)
    assert talk.status == 0, talk.text


def with_words(words: Sequence[str], at: int, cwd: Path, game: str = SHORT) -> None:
    """A match in which these words are typed at one question before it is answered."""
    asked, told = 0, list(words)

    def choose(choices: list[str]) -> str:
        nonlocal asked
        asked += 1
        if asked >= at and told:
            return told.pop(0)
        return modest()(choices)

    talk = converse(["play", game, "--seed", "x", "--bots", "random"], choose, most=400, cwd=cwd)
    assert talk.status == 0, talk.text


def test_nothing_yet_is_one_friendly_sentence(tmp_path: Path) -> None:
    sentence = "You have not finished a deal yet; sheepfold play begins a match.\n"
    assert run("results").stdout == sentence
    run("play", "grim", "--plain", cwd=tmp_path)
    assert run("results").stdout == sentence
    assert run("results", "grim").stdout.startswith("You have not finished a deal of grim yet")
    assert results() == []


def test_points_and_matches_are_those_of_the_score_sheet(tmp_path: Path) -> None:
    play("sheepshead(hands=4)", "--seat", "2", cwd=tmp_path)
    match = read_record(matches().parent / "finished" / "sheepshead-x.match").match
    [found] = results()
    counted = found["deals"]
    assert 1 <= counted <= 4
    assert found["points"]["value"] * counted == pytest.approx(match.scores[2])
    assert found["ahead"]["value"] * counted == pytest.approx(match.scores[2] * 5 / 4)  # the others have the rest
    assert found["points"]["low"] < found["points"]["value"] < found["points"]["high"]
    assert (found["matches"], found["won"]) == (1, int(2 in match.game.winners(match.scores)))


def test_the_points_of_a_team_are_the_persons(tmp_path: Path) -> None:
    play("clover", "--seat", "1", cwd=tmp_path)
    match = read_record(matches().parent / "finished" / "clover-x.match").match
    [found] = results()
    side = match.game.side_of(1)
    assert found["points"]["value"] * 8 == match.scores[side]
    assert found["ahead"]["value"] * 8 == match.scores[side] - match.scores[1 - side]


def test_levels_and_tables_count_apart_and_unfinished_matches_by_their_deals(tmp_path: Path) -> None:
    play(SHORT, cwd=tmp_path)
    play("widderkopf(rounds=4)", cwd=tmp_path, most=20, seed="y")
    play(SHORT, cwd=tmp_path, level="conventions", seed="z")
    assert rows() == [
        (SHORT, "conventions", False, 1, deals_of("widderkopf-z")),
        (SHORT, "random", False, 1, deals_of()),
        ("widderkopf(rounds=4)", "random", False, 0, 1),
    ]
    assert len(rows("widderkopf")) == 3, "without options any table of the game"
    assert len(rows("widderkopf(rounds=4)")) == 1
    assert rows("grim") == []


@pytest.mark.parametrize("words", [("hint",), ("undo",), ("again",)])
def test_deals_with_help_count_apart(words: tuple[str, ...], tmp_path: Path) -> None:
    with_words(words, at=4, cwd=tmp_path)
    assert rows() == [(SHORT, "random", False, 0, deals_of() - 1), (SHORT, "random", True, 1, 1)]


def test_words_that_tell_nothing_are_no_help(tmp_path: Path) -> None:
    with_words(("score", "table", "?", "log", "level"), at=4, cwd=tmp_path)
    assert rows() == [(SHORT, "random", False, 1, deals_of())]


def test_a_change_of_level_in_a_deal_makes_it_mixed(tmp_path: Path) -> None:
    with_words(("level conventions",), at=6, cwd=tmp_path)
    assert rows() == [(SHORT, "conventions", False, 0, deals_of() - 1), (SHORT, "mixed", False, 1, 1)]
    with_words(("level conventions",), at=1, cwd=tmp_path)
    assert all(level != "random" for _, level, *_ in rows())


def test_cards_seen_before_count_apart_and_a_copy_not_at_all(tmp_path: Path) -> None:
    play(SHORT, cwd=tmp_path)
    finished = matches().parent / "finished"
    shutil.copy(finished / "widderkopf-x.match", finished / "copy.match")
    assert rows() == [(SHORT, "random", False, 1, deals_of())]
    play(SHORT, "--seat", "1", cwd=tmp_path)  # the same cards, from the other side
    first, second = rows()
    assert first[2:4] == (False, 1)
    assert second[2:4] == (True, 1)
    assert first[4] + second[4] == deals_of() + deals_of("widderkopf-x-2")
    assert second[4] >= 2, "two rounds have the same cards whatever was played"


def test_a_deal_played_again_beside_the_match_does_not_count(tmp_path: Path) -> None:
    arguments = ("play", "clover", "--seed", "x", "--bots", "random", "--plain")
    with Window(*arguments, cwd=tmp_path, size=(200, 24)) as screen:  # so wide that no question is broken
        _finish(screen)
        before = rows()
        screen.type("again")
        _finish(screen)
        screen.type("")
        screen.wait_for("the match goes on where it was.")
        assert rows() == before == [("clover", "random", False, 0, 1)]


def _finish(screen: Screen) -> None:
    shown = plain(screen.wait_for("> "))
    while "Press Enter to go on >" not in shown:
        choices = next((found for line in reversed(shown.splitlines()) if (found := offered(line.strip()))), None)
        if choices is None:
            shown = plain(screen.wait_for("> "))
            continue
        screen.type(modest()(choices))
        shown = plain(screen.wait_for("> "))


def test_whoever_looks_into_two_hands_has_help(tmp_path: Path) -> None:
    play(SHORT, cwd=tmp_path, most=5)
    talk = converse(["play", "--resume", "--seat", "1"], modest(), most=100, cwd=tmp_path)
    assert talk.status == 0
    assert rows() == [(SHORT, "random", False, 0, deals_of() - 1), (SHORT, "random", True, 1, 1)]


def test_results_are_drawn_told_or_told_to_machines(tmp_path: Path) -> None:
    play("clover", cwd=tmp_path)
    line = run("results").stdout.splitlines()[0]
    assert line.startswith("clover against random: ")
    assert ", 8 deals, " in line
    assert "give or take" in line
    for env in ({}, {"NO_COLOR": "1"}):
        with Screen("results", cwd=tmp_path, **env) as screen:
            shown = plain(screen.wait_for("does not count."))
            assert "±" in shown
            assert "●" in shown
    with Screen("results", "--plain", cwd=tmp_path) as screen:
        assert "give or take" in plain(screen.wait_for("does not count."))


def test_too_few_deals_have_no_interval(tmp_path: Path) -> None:
    play("clover", cwd=tmp_path, most=9)
    [found] = results()
    assert found["deals"] == 1
    assert found["points"]["low"] is None
    assert "give or take" not in run("results").stdout.splitlines()[0]


def test_what_is_no_game_is_refused() -> None:
    refused("results", "whist", code="unknown_game")
    refused("results", "grim(deals=9)", code="option_value")
    refused("results", "--wrong", code="usage")
