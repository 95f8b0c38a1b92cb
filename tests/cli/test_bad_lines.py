"""Bad command lines and damaged files such as people and disks make: one sentence with a code, status 2, no traceback.

``test_commands.py`` has the ones that belong to a command's own tests; here are the odd ones, and all that was tried
once by a reviewer.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_helpers import matches, refused, run

from sheepfold.cli import commands
from sheepfold.notation.match_file import MatchWriter
from sheepfold.notation.reading import read_record
from sheepfold.notation.records import Record, write_jsonl, write_toml
from sheepfold.play.driver import Driver, drive, play_deal
from sheepfold.registry import make_game

# -- command lines -----------------------------------------------------------------------------------------------------

LINES = """
no_game          play ''
options_text     play ' '
options_text     play 'goathead('
options_text     play 'goathead)'
options_text     play 'goathead(target=)'
options_text     play 'goathead(target=5'
option_twice     play 'goathead(target=5,target=6)'
option_value     play 'goathead(target=99999999999999999999)'
option_value     play 'goathead(target=-1)'
option_twice     play 'sheepshead(players=4)' -o players=5
options_text     play GOATHEAD/../grim
unknown_game     play nowhere:Game
not_a_game       play os:getcwd
unknown_preset   play goathead:short:short
unknown_preset   play goathead --preset ''
options_text     play goathead -o =
options_text     play goathead -o =5
options_text     play goathead -o target=
usage            play goathead grim
usage            play goathead --seed
seat             play goathead --seat 99999999999999999999
usage            play goathead --seat 1.5
usage            play goathead --seat ''
dealer           play goathead --dealer 0
unknown_bot      play goathead --bots ''
unknown_bot      play goathead --bots ,
unknown_bot      play goathead --bots 'club('
bot_option       play goathead --bots 'club(worlds=-1)'
bot_option       play goathead --bots 'club(worlds=x)'
not_loaded       play goathead --bots nowhere:Bot
not_a_bot        play goathead --bots json:JSONDecoder
players          play goathead --players ''
players          play goathead --players ,,,
players          play goathead --players A,A,B,C
players          play goathead --players 'A,B,C,a name that is much too long'
usage            play goathead --pace ''
usage            play goathead --forced maybe
file_exists      play goathead --record ''
file_exists      play goathead --record /
resume_mix       play goathead --resume x.toml
unreadable       play --resume ''
unreadable       play --resume no-such-match
foreign_record   play --resume /dev/null --plain
game_of_file     play --game goathead
game_of_file     play goathead --game goathead
unknown_rule     rules goathead ''
unknown_book     rules '' ''
unknown_book     rules ../../etc/passwd
usage            rules goathead G51 G52
options_text     options ''
unknown_preset   options goathead:tiny
usage            games now
unreadable       check ''
unreadable       replay nowhere.toml
usage            replay nowhere.toml --deal x
usage            replay nowhere.toml --seat 0 --open
usage            solve
unreadable       solve nowhere.toml
usage            solve nowhere.toml --trick 0
usage            solve nowhere.toml --seconds x
usage            solve nowhere.toml --threads 0
usage            solve nowhere.toml --count cards
usage            solve nowhere.toml --worlds 3
setting_value    settings level club,newcomer,club
unknown_bot      settings level ''
setting_value    settings level club,
usage            settings pace none extra
setting_value    settings colours red
usage            matches remove
no_such_match    matches remove nowhere
no_such_match    matches remove ../settings/settings --yes
usage            matches sell x
unknown_game     results whist
usage            results grim clover
usage            lab duel
unknown_game     lab duel club club --game whist --deals 2
unknown_bot      lab duel clever club --game grim --deals 2
usage            lab duel club club --game grim --deals 0
usage            lab duel club club --game grim --deals 2 --seconds 1 --worlds 3
unknown_game     lab ladder whist
rung             lab ladder grim --rung club
pairs            lab ladder grim --pairs many
unknown_bot      lab soak grim --bots clever
usage            lab profile club --game grim --deals x
usage            lab dance
usage            bench engine --deals 0
usage            completion
usage            schema x
usage            --wrong
usage            play --optoin x
"""


@pytest.mark.parametrize("line", LINES.strip().splitlines(), ids=lambda line: line.partition(" ")[2].strip())
def test_a_bad_command_line_is_one_sentence(
    line: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, words = line.partition(" ")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert commands.run(shlex.split(words)) == 2
    shown = capsys.readouterr()
    [told] = shown.err.splitlines()
    assert re.fullmatch(rf"Error: [^\x00-\x1f]*[.?] \[{code}(, rule [A-Z]+\d+)?\]", told), told
    assert not re.search(r"[.?]\. \[", told), "one sentence ends once"
    assert shown.out == "" or words.strip().startswith("play"), "only the menu may have been shown"
    assert os.listdir(tmp_path) == []
    assert [path for path in home.rglob("*") if path.is_file()] == [], "nothing was begun, nothing was set"


def test_a_record_that_cannot_be_written_is_told_and_the_match_is_kept(tmp_path: Path) -> None:
    done = run("play", "sheepshead", "--seed", "x", "--record", "/proc/nowhere.toml", "--plain", cwd=tmp_path)
    assert done.returncode == 0
    assert re.fullmatch(r"Error: /proc/nowhere\.toml cannot be written: .* \[unwritable\]\n", done.stderr)
    assert f"Saved as {matches() / 'sheepshead-x.match'}." in done.stdout


@pytest.mark.parametrize("seed", ["../../etc/x", "a\nb", "x" * 300, "\x1b[31m", "小", "'; rm -rf /", ""])
def test_an_odd_seed_is_a_seed_and_the_match_is_resumed(seed: str, tmp_path: Path) -> None:
    done = run("play", "sheepshead", "--seed", seed, "--plain", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    [file] = matches().iterdir()
    assert file.parent == matches()
    assert "\x1b" not in done.stdout
    assert run("play", "--resume", "--plain", cwd=tmp_path).returncode == 0


def test_lines_that_nobody_types_get_an_answer_and_change_nothing(tmp_path: Path) -> None:
    odd = ["x" * 200_000, "\x00\x00", "\x1b[2J", "why", "why \x07", "claim -1", "claim 99999999999999999999", "score x"]
    odd += ["rules Z99", "level", "level \x1b", "pace", "save /", ";;;", "bid" * 50, "١"]
    run("play", "sheepshead", "--seed", "x", "--plain", cwd=tmp_path)
    before = read_record(matches() / "sheepshead-x.match").match
    done = run("play", "--resume", "--plain", input="\n".join(odd) + "\n", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Traceback" not in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 1000
    assert len(re.findall(r"\[\w+(?:, rule \w+)?\]$", done.stdout, re.MULTILINE)) >= 12
    assert read_record(matches() / "sheepshead-x.match").match == before


# -- damaged files -----------------------------------------------------------------------------------------------------

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deep.toml", f"a={DEEP}"),
        ("closed.toml", "sheepfold = 1\n_a = " + "[" * 2000 + "]" * 2000),
        ("keys.toml", "sheepfold = 1\n" + ".".join("a" * 5000) + " = 1"),
        ("deep.jsonl", f'{{"a":{DEEP}'),
        ("closed.jsonl", '{"sheepfold":1,"_a":' + DEEP + "]" * len(DEEP) + "}"),
        ("deep.match", f'{{"sheepfold_match":1,"_a":{DEEP}'),
        ("closed.match", '{"sheepfold_match":1,"_a":' + DEEP + "]" * len(DEEP) + "}\n{}"),
    ],
)
def test_a_file_that_is_nested_too_deeply_is_refused_everywhere(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    for command in (("check",), ("replay",), ("solve",), ("play", "--plain", "--resume")):
        refused(*command, name, code="record_deep", cwd=tmp_path)
    assert os.listdir(tmp_path) == [name]


def driven() -> Driver:
    """A match of which one deal has been played and the second has begun."""
    driver = drive(make_game("sheepshead"), "lamb")
    play_deal(driver, lambda question: question.legal[0])
    driver.deal()
    for question in driver.questions():
        driver.answer(question, question.legal[0])
        if len(driver.match.actions) == 4:
            break
    return driver


Change = Callable[[str], str]

DAMAGE: dict[str, tuple[Change, str]] = {
    "empty": (lambda text: "", "foreign_record"),
    "a blank": (lambda text: "\n\n", "foreign_record"),
    "another format": (lambda text: re.sub(r'(sheepfold\w*"?) ?([=:]) ?1', r"\1 \2 7", text, count=1), "\\w+_format"),
    "other rules": (lambda text: re.sub(r'(rules"?) ?([=:]) ?1', r"\1 \2 99", text, count=1), "rules_version"),
    "no such game": (lambda text: text.replace("sheepshead", "schafkopf", 1), "unknown_game"),
    "an option that is none": (lambda text: text.replace("sheepshead", "sheepshead(players=99)", 1), "option_value"),
    "another seed": (lambda text: text.replace("lamb", "wolf"), "seed_mismatch"),
    "an edited score": (lambda text: re.sub(r'(scores"? ?[=:] ?)\[0', r"\1[7", text, count=1), "opening_mismatch"),
    "a card that is none": (lambda text: text.replace("QC", "ZC", 1), "card_text"),
    "an action that is none": (lambda text: text.replace("0 ", "0 dance ", 1), "action_text"),
    "a seat that is none": (lambda text: text.replace('"0 ', '"9 ', 1), "not_your_turn"),
    "a key of nobody": (lambda text: text.replace("rules", "rulez", 1), "unknown_key"),
    "NUL": (lambda text: text[:50] + "\x00" + text[50:], "not_toml|not_json"),
    "prose": (lambda text: "Dear Sir or Madam,\nthis is no match.\n", "not_toml"),
    "a list": (lambda text: "[1, 2, 3]\n", "not_toml"),
}  # fmt: skip
"""What was done to a record, and which codes its refusal may have, by the form of the file."""


@pytest.mark.parametrize("form", ["toml", "jsonl", "match"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_is_one_sentence_and_is_left_alone(
    damage: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    driver, file = driven(), tmp_path / f"r.{form}"
    if form == "match":
        MatchWriter.begin(file, driver.log, (), {}).close()
    else:
        file.write_text(write_toml(Record(driver.match)) if form == "toml" else write_jsonl([Record(driver.match)]))
    change, codes = DAMAGE[damage]
    whole = file.read_text()
    file.write_text(change(whole))
    assert file.read_text() != whole, "the damage was done"
    before = file.read_bytes()
    monkeypatch.chdir(tmp_path)
    for command in (["check"], ["replay"], ["solve"]):
        assert commands.run([*command, file.name]) == 2, command
        [told] = capsys.readouterr().err.splitlines()
        assert re.fullmatch(rf"Error: .* \[({codes})(, rule [A-Z]+\d+)?\]", told), told
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == [file.name]


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    for name, data in (
        ("a.toml", b"\xff\xfe\x00"),
        ("b.jsonl", b'{"sheepfold":1,\xff}'),
        ("c.match", b'{"sheepfold_match":1,\xff}\n{}'),
    ):
        (tmp_path / name).write_bytes(data)
        for command in (("check",), ("play", "--plain", "--resume")):
            refused(*command, name, code="not_text|not_json", cwd=tmp_path)


def test_a_huge_number_and_a_huge_line_are_refused(tmp_path: Path) -> None:
    (tmp_path / "number.toml").write_text("sheepfold = " + "9" * 10_000)
    (tmp_path / "line.jsonl").write_text(json.dumps({"sheepfold": 1, "game": "x" * 1_000_000}))
    for name, code in (("number.toml", "not_toml"), ("line.jsonl", "rules_version|unknown_game")):
        told = refused("check", name, code=code, cwd=tmp_path)
        assert len(told) < 1000
