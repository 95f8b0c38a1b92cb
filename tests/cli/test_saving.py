"""Nothing is lost: the match is saved as it is played, whatever happens to the program, the file or the disk."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import time
from pathlib import Path

import pytest
from cli_helpers import COMMAND, TIMEOUT, Screen, converse, matches, modest, refused, run, saved

from sheepfold.notation.reading import read_match, read_record
from sheepfold.testing.kills import kill_often
from sheepfold.testing.plain import offered


def begin(*arguments: str, cwd: Path, lines: str = "pass\n", **env: str) -> subprocess.CompletedProcess[str]:
    """A match that is begun and left."""
    return run("play", *(arguments or ("sheepshead",)), "--seed", "lamb", "--plain", input=lines, cwd=cwd, **env)


# -- as it is played ---------------------------------------------------------------------------------------------------


def test_the_match_is_saved_from_the_first_card_on(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", "--seed", "lamb", "--pace", "none", cwd=tmp_path) as screen:
        screen.wait_for("(? helps)")
        first = saved("sheepshead-lamb.match")
        assert first.match.actions == ()
        assert first.own == {"_seat": 0, "_bots": "regular"}
        screen.type("pass")
        screen.wait_for("Your card")
        assert len(saved("sheepshead-lamb.match").match.actions) == 5
    assert [*tmp_path.iterdir()] == []


def test_kills_lose_nothing() -> None:
    """A few of ``python -m sheepfold.testing.kills``."""
    found = kill_often(4, seed=int(time.time()), games=("sheepshead", "grim"), longest=0.4)
    assert all(each.entries for each in found)


def test_a_finished_match_lies_apart(tmp_path: Path) -> None:
    talk = converse(["play", "sheepshead(hands=1)", "--seed", "x"], modest(), most=40, cwd=tmp_path)
    file = matches().parent / "finished" / "sheepshead-x.match"
    assert talk.lines[-1] == f"The record is {file}.\n"
    assert read_record(file).match.over
    assert [*matches().iterdir()] == []
    assert "[no_save]" in refused("play", "--resume", "--plain", code="no_save", cwd=tmp_path)


# -- going on ----------------------------------------------------------------------------------------------------------


def test_resume_without_a_file_goes_on_with_the_last_match(tmp_path: Path) -> None:
    begin("clover", cwd=tmp_path, lines="")
    begin("sheepshead", cwd=tmp_path)
    os.utime(matches() / "clover-lamb.match", (1, 1))
    done = run("play", "--resume", "--plain", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("Here the match goes on.\nSheepshead, hand 1 of 20")


@pytest.mark.slow
def test_the_menu_offers_to_go_on(tmp_path: Path) -> None:
    assert "go on with" not in run("play", "--plain", cwd=tmp_path).stdout
    begin("sheepshead", cwd=tmp_path)
    for choice in ("6", "go on"):
        done = run("play", "--plain", input=f"{choice}\n", cwd=tmp_path)
        assert re.search(r"^  6  go on with Sheepshead, hand 1, last played \d{4}-\d\d-\d\d", done.stdout, re.MULTILINE)
        assert "Here the match goes on." in done.stdout
    assert "more: sheepfold matches" not in done.stdout
    for _ in range(5):
        begin("grim", cwd=tmp_path)
    assert "and 1 more: sheepfold matches" in run("play", "--plain", cwd=tmp_path).stdout
    assert "go on with" not in run("play", "--seed", "x", "--plain", input="3\n", cwd=tmp_path).stdout


def test_another_level_and_seat_are_kept_in_the_save(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path)
    run("play", "--resume", "--bots", "random", "--seat", "2", "--plain", cwd=tmp_path)
    assert "Clara: " not in run("play", "--resume", "--plain", input="table\n", cwd=tmp_path).stdout
    entries = read_match(matches() / "sheepshead-lamb.match").seated
    assert {seat: entry.bot for seat, entry in entries.items()} == dict.fromkeys((0, 1, 3, 4), "random") | {2: ""}


def test_a_record_is_kept_beside_the_save_and_goes_on_where_the_save_is(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", "--record", "r.toml", "--seed", "lamb", "--plain", cwd=tmp_path) as screen:
        screen.wait_for("You may: pass, pick.")
        screen.type("save")
        screen.wait_for("Saved as r.toml.")
        screen.type("pass")
        screen.wait_for("You may: qc")
        screen.process.kill()  # the record has no action yet, the save has five
        screen.end()
    assert read_record(tmp_path / "r.toml").match.actions == ()
    done = run("play", "--resume", "r.toml", "--plain", cwd=tmp_path)
    assert "You may: qc" in done.stdout
    assert "Saved as r.toml." in done.stdout
    assert len(read_record(tmp_path / "r.toml").match.actions) == 5
    assert [each.name for each in matches().iterdir()] == ["sheepshead-lamb.match"]


# -- two programs ------------------------------------------------------------------------------------------------------


def test_a_second_program_is_told_and_changes_nothing(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path)
    file = matches() / "sheepshead-lamb.match"
    run("play", "--resume", str(file), "--plain", input="save r.toml\n", cwd=tmp_path)
    record = tmp_path / "r.toml"
    for held, game in ((file, "r.toml"), (record, str(file))):
        with Screen("play", "--resume", str(held), "--plain", cwd=tmp_path) as screen:
            screen.wait_for("You may: ")
            before = {path: path.read_bytes() for path in (file, record)}
            refused("play", "--resume", str(held), "--plain", code="file_busy", cwd=tmp_path)
            assert {path: path.read_bytes() for path in (file, record)} == before
            assert run("play", "--resume", game, "--plain", cwd=tmp_path).returncode == 0, "the other one is free"
            screen.type("quit")
            screen.wait_for("To go on:")
            assert screen.end() == 0


# -- damage ------------------------------------------------------------------------------------------------------------


def test_a_torn_last_line_is_dropped_and_told(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path, lines="pass\nks\n")
    file = matches() / "sheepshead-lamb.match"
    whole = file.read_bytes()
    file.write_bytes(whole[:-4])
    done = run("play", "--resume", "--plain", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.count("[torn_line]") == 1
    assert file.read_bytes().startswith(whole[: whole[:-1].rindex(b"\n") + 1])
    assert "[torn_line]" not in run("play", "--resume", "--plain", cwd=tmp_path).stdout


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"\xff\x00garbage", b'{"act":"0 pick"}', b"{", b'{"back":0}'])
def test_a_damaged_save_is_read_as_far_as_it_is_whole(damage: bytes, tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path, lines="pass\nks\n")
    file = matches() / "sheepshead-lamb.match"
    lines = file.read_bytes().splitlines(keepends=True)
    lines[7] = damage + b"\n"
    file.write_bytes(b"".join(lines))
    assert run("check", str(file), cwd=tmp_path).returncode == 2
    done = run("play", "--resume", "--plain", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (told,) = [line for line in done.stdout.splitlines() if "[damaged_save]" in line]
    assert "as far as it is whole" in told
    assert file.read_bytes().startswith(b"".join(lines[:7]))
    assert run("check", str(file), cwd=tmp_path).returncode == 0
    assert file.with_name(f"{file.name}.damaged").read_bytes() == b"".join(lines)


@pytest.mark.parametrize("part", [0.97, 0.8, 0.5])
def test_of_a_record_that_was_cut_short_the_whole_part_is_gone_on_with(part: float, tmp_path: Path) -> None:
    converse(["play", "grim", "--seed", "x", "--record", "r.toml"], modest(), most=25, cwd=tmp_path)
    file = tmp_path / "r.toml"
    text, deals = file.read_text(), len(read_record(file).match.records)
    assert deals > 2
    file.write_text(text[: int(len(text) * part)])
    done = run("play", "--resume", "r.toml", "--plain", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("[damaged_save]") == 1
    assert (tmp_path / "r.toml.damaged").read_text() == text[: int(len(text) * part)]
    assert len(read_record(file).match.records) >= int(deals * part) - 1


def test_files_that_are_no_saves_are_passed_over(tmp_path: Path) -> None:
    begin("sheepshead", cwd=tmp_path)
    (matches() / "empty.match").touch()
    (matches() / "odd.match").write_bytes(b'[1]\n{"table":{}}\n')
    (matches() / "torn.match").write_bytes(b'{"sheepfold_match":1,"ga')
    assert "Here the match goes on." in run("play", "--resume", "--plain", cwd=tmp_path).stdout


# -- the disk ----------------------------------------------------------------------------------------------------------


def test_without_a_home_the_match_goes_on_and_a_record_is_left_here(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for home in (tmp_path / "file" / "home", Path("/proc/nowhere")):
        done = begin("sheepshead", cwd=tmp_path, SHEEPFOLD_HOME=str(home))
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("[not_saved]") == 1
        assert "You may: qc" in done.stdout
        assert "Saved as sheepshead-lamb" in done.stdout
    assert len(read_record(tmp_path / "sheepshead-lamb.toml").match.actions) == 5
    refused("play", "--resume", code="no_save", cwd=tmp_path)


def test_a_full_disk_is_told_once_and_the_match_goes_on(tmp_path: Path) -> None:
    lines = "".join(f"{word}\n" for word in ("pass", "ks", "qc", "kc", "9h", "jh", "jd") * 3)
    process = subprocess.run(
        [*COMMAND, "play", "sheepshead", "--seed", "lamb", "--plain"],
        input=lines,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=TIMEOUT,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700)),
    )
    assert process.stdout.count("[not_saved]") == 1, process.stdout
    assert len([line for line in process.stdout.splitlines() if offered(line)]) > 3
    assert process.returncode == 2
    assert re.fullmatch(r"Error: .* cannot be written: file too large\. \[unwritable\]\n", process.stderr)
    assert "Traceback" not in process.stderr + process.stdout
    assert not read_match(matches() / "sheepshead-lamb.match").torn, "whole lines only"
    assert [*tmp_path.iterdir()] == []


def test_no_secret_seed_is_in_a_name_or_on_the_screen(tmp_path: Path) -> None:
    done = run("play", "grim", "--plain", input="save\n", cwd=tmp_path)
    (file,) = matches().iterdir()
    assert file.name == "grim.match"
    seed = saved(file.name).match.seed
    assert seed
    assert seed not in done.stdout + done.stderr
