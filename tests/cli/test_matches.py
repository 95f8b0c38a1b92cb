"""``sheepfold matches``: the list of saved matches, going on with one by its name, removing one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cli_helpers import Screen, converse, matches, modest, plain, refused, run

from sheepfold.notation.match_file import damaged_copy


def begin(game: str, *arguments: str, cwd: Path, lines: str = "") -> None:
    run("play", game, "--seed", "lamb", "--plain", *arguments, input=lines, cwd=cwd)


def finish(game: str, cwd: Path, seed: str = "x") -> None:
    talk = converse(["play", game, "--seed", seed, "--bots", "random"], modest(), most=400, cwd=cwd)
    assert talk.status == 0, talk.text


def test_without_a_match_there_is_one_friendly_sentence() -> None:
    assert run("matches").stdout == "No match has been saved yet; sheepfold play begins one.\n"
    assert json.loads(run("matches", "--json").stdout) == []


def test_matches_are_listed_with_game_score_and_state(tmp_path: Path) -> None:
    begin("grim(deals=10)", cwd=tmp_path)
    begin("sheepshead", "--players", "Zoe", cwd=tmp_path)
    finish("sheepshead(hands=2)", tmp_path)
    os.utime(matches() / "grim-lamb.match", (1_000_000_000, 1_000_000_000))
    lines = run("matches").stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["sheepshead-lamb", "grim-lamb", "finished/sheepshead-x"]
    assert ": sheepshead, not finished, 0 deals played, score you 0, Bruno 0, " in lines[0]
    assert ": grim(deals=10), not finished, " in lines[1]
    assert "score you 0, the other team 0, last played 2001-09-09" in lines[1]
    assert ": sheepshead(hands=2), finished" in lines[2]
    assert ", 2 deals played, " in lines[2]
    assert str(matches()) in lines[3]
    first, _, last = json.loads(run("matches", "--json").stdout)
    assert (first["name"], first["finished"], first["in_use"], first["fault"]) == (
        "sheepshead-lamb",
        False,
        False,
        None,
    )
    assert (first["seat"], first["bots"], first["players"][0]) == (0, "regular", "Zoe")
    assert Path(first["file"]) == matches() / "sheepshead-lamb.match"
    assert (last["finished"], last["deals"], sum(last["scores"])) == (True, 2, 0)


def test_a_match_is_gone_on_with_by_its_name(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path, lines="pass\n")
    begin("grim", cwd=tmp_path)
    for name in ("sheepshead-lamb", "sheepshead-lamb.match"):
        done = run("play", "--resume", name, "--plain", cwd=tmp_path)
        assert done.stdout.startswith("Here the match goes on.\nSheepshead, hand 1"), done.stderr
    for name in ("sheepshead", "../matches/sheepshead-lamb", "finished/sheepshead-lamb", "finished/"):
        refused("play", "--resume", name, "--plain", code="unreadable", cwd=tmp_path)


def test_a_match_that_is_being_played_is_marked_and_cannot_be_removed(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", "--seed", "lamb", "--plain", cwd=tmp_path) as screen:
        screen.wait_for("You may: ")
        assert "sheepshead-lamb: sheepshead, being played now, " in run("matches").stdout
        assert json.loads(run("matches", "--json").stdout)[0]["in_use"]
        refused("matches", "remove", "sheepshead-lamb", "--yes", code="file_busy")
        screen.type("pass")
        screen.wait_for("You may: qc")
    assert "sheepshead-lamb: sheepshead, not finished, " in run("matches").stdout


@pytest.mark.parametrize(
    ("damage", "state", "reason"),
    [
        (lambda data: data + b'{"act": "0 rubbish"}\n{"act": "0 qc"}\n', "damaged", "'rubbish' is not an action"),
        (lambda data: data[:20], "cannot be read", "cut short before its header"),
        (lambda data: b"", "cannot be read", "cut short before its header"),
        (lambda data: b'{"sheepfold_match":' + b"[" * 100_000, "cannot be read", "."),
        (lambda data: b"\xff\xfe" * 50, "cannot be read", "not a Sheepfold match file"),
        (lambda data: data.partition(b"\n")[0] + b"\n", "cannot be read", "Nothing has been dealt"),
        (lambda data: data.replace(b'"_seat":0', b'"_seat":"me"'), "not finished", ""),
        (lambda data: data.replace(b'"game":"sheepshead"', b'"game":"keinstich"'), "its game is not installed", ""),
    ],
)
def test_a_damaged_match_is_shown_with_what_can_be_read(
    damage: object, state: str, reason: str, tmp_path: Path
) -> None:
    assert callable(damage)
    begin("grim", cwd=tmp_path)
    begin("sheepshead", cwd=tmp_path, lines="pass\n")
    file = matches() / "sheepshead-lamb.match"
    file.write_bytes(damage(file.read_bytes()))
    before = file.read_bytes()
    done = run("matches")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith("sheepshead-lamb: ") and state in line for line in lines), lines
    assert any(line.startswith("sheepshead-lamb: ") and reason in line for line in lines), lines
    assert any(line.startswith("grim-lamb: grim, not finished") for line in lines)
    assert len(json.loads(run("matches", "--json").stdout)) == 2
    assert run("results").returncode == 0
    assert file.read_bytes() == before
    assert run("matches", "remove", "sheepshead-lamb", "--yes").stdout == "Removed: sheepshead-lamb.\n"
    assert not file.exists()


def test_removing_asks_first(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path)
    file = matches() / "sheepshead-lamb.match"
    refused("matches", "remove", "sheepshead-lamb", code="not_confirmed")
    for answer, left in (("", True), ("n", True), ("nope", True), ("y", False)):
        with Screen("matches", "remove", "sheepshead-lamb", cwd=tmp_path) as screen:
            screen.wait_for("Remove this match for good? (y/N) >")
            screen.type(answer)
            screen.wait_for("Nothing was removed." if left else "Removed: sheepshead-lamb.")
            assert screen.end() == 0
        assert file.exists() == left


def test_all_that_are_named_are_removed_or_none(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path)
    begin("grim", cwd=tmp_path)
    finish("sheepshead(hands=1)", tmp_path)
    damaged_copy(matches() / "grim-lamb.match").write_bytes(b"what was damaged once")
    refused("matches", "remove", "grim-lamb", "clover", "--yes", code="no_such_match")
    refused("matches", "remove", "../settings/settings", "--yes", code="no_such_match")
    refused("matches", "remove", code="usage")
    assert len([*matches().iterdir()]) == 3
    done = run("matches", "remove", "grim-lamb", "grim-lamb", "finished/sheepshead-x", "--yes")
    assert done.stdout == "Removed: grim-lamb.\nRemoved: finished/sheepshead-x.\n"
    assert [each.name for each in matches().iterdir()] == ["sheepshead-lamb.match"]


def test_the_list_is_drawn_on_a_terminal_and_needs_no_colour(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path)
    for env in ({}, {"NO_COLOR": "1"}):
        with Screen("matches", cwd=tmp_path, **env) as screen:
            shown = plain(screen.wait_for("Go on: sheepfold play --resume NAME."))
            assert "not finished\r\n    sheepshead, 0 deals played, you 0, Bruno 0, " in shown
    with Screen("matches", "--plain", cwd=tmp_path) as screen:
        screen.wait_for("sheepshead-lamb: sheepshead, not finished, ")


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for command in (("matches",), ("results",), ("matches", "remove", "x", "--yes")):
        done = run(*command, SHEEPFOLD_HOME=str(tmp_path / "file"))
        assert done.returncode == 2
        assert "[no_folder]" in done.stderr
        assert len(done.stderr.splitlines()) == 1
