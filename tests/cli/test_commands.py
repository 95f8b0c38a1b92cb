"""The commands as a shell sees them: what they print, and how they refuse."""

from __future__ import annotations

import io
import json
import re
import subprocess
from pathlib import Path

import click
import pytest
from cli_helpers import COMMAND, TIMEOUT, refused, run

from sheepfold.cli import commands
from sheepfold.cli.commands import cli
from sheepfold.notation.records import Record, write_jsonl, write_toml
from sheepfold.play.driver import drive, play_match
from sheepfold.play.match import Match, start
from sheepfold.registry import GAMES, make_game


def every_command() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        found.append((name,))
        if isinstance(command, click.Group):
            found += [(name, each) for each in command.list_commands(click.Context(command))]
    return found


@pytest.mark.parametrize("path", every_command(), ids=" ".join)
def test_help_mentions_every_option_and_gives_an_example(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.run([*path, "--help"]) == 0
    shown = capsys.readouterr().out
    command: click.Command | None = cli
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name)
    assert command is not None
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert all(option in shown for option in parameter.opts)
    assert re.search(rf"^ +.*sheepfold {' '.join(path)}", shown, re.MULTILINE), shown


def test_without_a_command_there_is_help_and_with_version_a_number() -> None:
    assert "Commands:" in run().stdout
    assert re.fullmatch(r"sheepfold \d+\.\d+\.\d+\n", run("--version").stdout)


def test_games_and_options_are_listed() -> None:
    listed = run("games").stdout
    for name, game in GAMES.items():
        assert name in listed
        table = run("options", name).stdout
        for option in game.options_type.__struct_fields__:
            assert re.search(rf"^ {option} ", table, re.MULTILINE), option
        for preset in game.options_type.presets:
            assert f"{name}:{preset}" in table
    assert "solo_only" in run("options", "sheepshead(players=3)").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    done = run("completion", shell)
    assert done.returncode == 0
    assert done.stdout.startswith("# To install: ")
    assert "_SHEEPFOLD_COMPLETE" in done.stdout


def test_completion_offers_games_and_presets() -> None:
    done = run(_SHEEPFOLD_COMPLETE="bash_complete", COMP_WORDS="sheepfold play wid", COMP_CWORD="2")
    assert "widderkopf:short" in done.stdout


# -- the law -----------------------------------------------------------------------------------------------------------


def test_rules_lists_books_reads_them_and_finds_sentences() -> None:
    assert all(name in run("rules").stdout for name in (*GAMES, "conventions"))
    assert run("rules", "goathead").stdout.startswith("# Goathead\n")
    one = run("rules", "Goathead", "g51").stdout
    assert one.startswith("Scoring a round\nG51  A declaring side with 90 trick points or more")
    assert "X8" in run("rules", "conventions", "X8").stdout


def test_a_reader_who_goes_away_is_no_error() -> None:
    pipe = subprocess.run(
        f"{' '.join(COMMAND)} rules sheepshead | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert pipe.stderr == ""
    assert pipe.stdout.splitlines()[0] == "# Sheepshead"


# -- records -----------------------------------------------------------------------------------------------------------


def finished(text: str = "sheepshead(hands=2)", seed: str = "lamb") -> Match:
    return play_match(drive(make_game(text), seed), lambda question: question.legal[0])


def test_check_says_ok_or_line_and_reason(tmp_path: Path) -> None:
    good = write_toml(Record(finished()))
    (tmp_path / "good.toml").write_text(good)
    (tmp_path / "many.jsonl").write_text(write_jsonl([Record(finished()), Record(start(make_game("grim"), "x"))]))
    done = run("check", "good.toml", "many.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "good.toml: OK, sheepshead(hands=2), 2 deals, the match is over",
        "many.jsonl, match 1: OK, sheepshead(hands=2), 2 deals, the match is over",
        "many.jsonl, match 2: OK, grim, 1 deal, not finished",
    ]
    data = json.loads(write_jsonl([Record(finished())]))
    data["deals"][0]["actions"][0] = "0 grim"
    (tmp_path / "bad.jsonl").write_text("\n" + json.dumps(data))
    done = run("check", "bad.jsonl", "good.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: bad.jsonl: Line 2: Deal 1, action 1")
    assert "good.toml: OK" in done.stdout


@pytest.mark.parametrize(
    "change, code",
    [
        (lambda text: text[: len(text) // 2], "not_toml|deal_not_over|no_deals"),
        (lambda text: text.replace("rules = 1", "rules = 99"), "rules_version"),
        (lambda text: text.replace("sheepfold = 1", "sheepfold = 7"), "record_format"),
        (lambda text: text.replace("sheepfold = 1", "title = 'x'"), "foreign_record"),
        (lambda text: text.replace('seed = "lamb"', 'seed = "wolf"'), "seed_mismatch"),
        (lambda text: text.replace('seed = "lamb"\n', "").replace("QC", "QS"), "card_twice"),
        (lambda text: "", "foreign_record"),
    ],
)
def test_damaged_records_are_refused_everywhere_and_left_alone(change: object, code: str, tmp_path: Path) -> None:
    assert callable(change)
    file = tmp_path / "r.toml"
    file.write_text(change(write_toml(Record(finished()))))
    before = file.read_bytes()
    cut_short = "not_toml" in code  # of that what is whole can be gone on with
    for command in (("check",), ("replay",), *([] if cut_short else [("play", "--plain", "--resume")])):
        assert "ine " in refused(*command, "r.toml", code=f"({code})", cwd=tmp_path)
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["r.toml"]


def test_replay_tells_a_match_as_the_public_a_seat_or_everybody_saw_it(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(write_toml(Record(finished(), ("Ann", "Ben", "Cleo", "Dora", "Eve"))))
    public = run("replay", "r.toml", cwd=tmp_path).stdout
    assert "Ann gets 6 cards:" not in public
    assert "The match is over:" in public
    assert "All scores together: 0." in public
    own = run("replay", "r.toml", "--seat", "0", "--deal", "2", cwd=tmp_path).stdout
    assert own.count("gets 6 cards:") == 1
    assert "Ann gets 6 cards:" in own
    everything = run("replay", "r.toml", "--open", "--deal", "1", cwd=tmp_path).stdout
    assert everything.count("gets 6 cards:") == 5
    refused("replay", "r.toml", "--deal", "3", code="deal", cwd=tmp_path)
    refused("replay", "r.toml", "--seat", "5", code="seat", cwd=tmp_path)
    refused("replay", "r.toml", "--seat", "1", "--open", code="usage", cwd=tmp_path)


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, code",
    [
        (("play", "whist"), "unknown_game"),
        (("play", "a b"), "options_text"),
        (("play", "goathead", "-o", "foo=1"), "unknown_option"),
        (("play", "goathead", "-o", "target=soon"), "option_value"),
        (("play", "goathead", "-o", "target=5", "-o", "target=6"), "option_twice"),
        (("play", "goathead", "-o", "target"), "options_text"),
        (("play", "goathead:tiny"), "unknown_preset"),
        (("play", "goathead:short", "--preset", "short"), "two_presets"),
        (("play", "sheepshead(players=9)"), "option_value"),
        (("play", "sheepshead(players=3,partner=fixed)"), "three_players"),
        (("play", "sheepshead(players=5,partner=fixed)"), "odd_teams"),
        (("play", "sheepshead", "--players", "4"), "players"),
        (("play", "grim", "--players", "a,b,c"), "players"),
        (("play", "grim", "-o", "deals=9"), "option_value"),
        (("play", "grim", "--dealer", "1"), "dealer"),
        (("play", "grim", "-o", "coin_toss=manual_seat", "--dealer", "4"), "dealer"),
        (("play", "goathead", "--seat", "4"), "seat"),
        (("play", "goathead", "--seat", "-1"), "seat"),
        (("play", "goathead", "--seat", "me"), "usage"),
        (("play", "goathead", "--bots", "clever"), "unknown_bot"),
        (("play", "goathead", "--bots", "club,clever,club"), "unknown_bot"),
        (("play", "goathead", "--bots", "club,,club"), "unknown_bot"),
        (("play", "goathead", "--bots", "club,club"), "bot_count"),
        (("play", "goathead", "--bots", "club,club,club,club"), "bot_count"),
        (("play", "goathead", "--bots", "club(worlds=8,playouts=4),club"), "bot_count"),
        (("play", "goathead", "--bots", "club(worlds=8,depth=4),club,club"), "bot_option"),
        (("play", "widderkopf", "--bots", "club,club"), "bot_count"),
        (("play", "goathead", "--pace", "warp"), "usage"),
        (("play", "goathead", "--wrong"), "usage"),
        (("play",), "no_game"),
        (("play", "--resume", "nowhere.toml"), "unreadable"),
        (("play", "--resume", "."), "unreadable"),
        (("play", "--resume", "bytes"), "not_text"),
        (("play", "--resume", "x.toml", "--seed", "y"), "resume_mix"),
        (("play", "goathead", "--record", "bytes"), "file_exists"),
        (("play", "goathead", "--record", "no/where.toml"), "unwritable"),
        (("check", "bytes"), "not_text"),
        (("check", "."), "unreadable"),
        (("check",), "usage"),
        (("replay", "bytes"), "not_text"),
        (("rules", "whist"), "unknown_book"),
        (("rules", "goathead", "G99"), "unknown_rule"),
        (("options", "whist"), "unknown_game"),
        (("completion", "tcsh"), "usage"),
        (("bench", "nothing"), "usage"),
        (("dance",), "usage"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_sentence_with_a_code_and_status_2(
    words: tuple[str, ...],
    code: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "bytes").write_bytes(b"sheepfold = 1 \xff\xfe")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert commands.run(list(words)) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert re.fullmatch(rf"Error: .* \[{code}(, rule [A-Z]+\d+)?\]", line), line
    assert [each.name for each in tmp_path.iterdir()] == ["bytes"]


@pytest.mark.parametrize(
    "words, code",
    [
        (("play", "whist"), "unknown_game"),
        (("play", "goathead", "--seat", "9"), "seat"),
        (("play", "--resume", "."), "unreadable"),
        (("rules", "goathead", "G99"), "unknown_rule"),
        (("dance",), "usage"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_shell_sees_the_same(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    refused(*words, code=code, cwd=tmp_path)
