"""What is changed in the middle of a match: the level of the others, and the pace; and which actions had a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_helpers import Screen, matches, plain, run

from sheepfold.core.actions import Pass
from sheepfold.notation.prompt import Actions, action_for, read
from sheepfold.notation.reading import read_match, read_record
from sheepfold.play.driver import drive
from sheepfold.play.log import Acted, Seated, TakenBack
from sheepfold.registry import make_game

PLAY = ("play", "sheepshead", "--seed", "lamb", "--plain", "--bots", "regular")
SAVE = "sheepshead-lamb.match"


def talk(*lines: str, cwd: Path, arguments: tuple[str, ...] = PLAY) -> list[str]:
    """What is said when these lines are typed."""
    done = run(*arguments, input="".join(f"{line}\n" for line in lines), cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# -- the level ---------------------------------------------------------------------------------------------------------


def test_level_alone_tells_the_level_and_changes_nothing(tmp_path: Path) -> None:
    lines = talk("level", cwd=tmp_path)
    assert "The others' level: regular." in lines
    assert any("newcomer, regular, club, master" in line for line in lines)
    assert not any(isinstance(each.entry, Seated) for each in read_match(matches() / SAVE).log.entries)


def test_another_level_is_kept_and_holds_when_the_match_is_resumed(tmp_path: Path) -> None:
    lines = talk("level random", "pass", cwd=tmp_path)
    assert "From their next decision on the others' level is random." in lines
    assert "The others' level: random." in talk("level", cwd=tmp_path, arguments=("play", "--resume", "--plain"))
    entries = [each.entry for each in read_match(matches() / SAVE).log.entries]
    seated = [entry for entry in entries if isinstance(entry, Seated)]
    assert {entry.seat: entry.bot for entry in seated} == {0: "", **dict.fromkeys((1, 2, 3, 4), "random")}
    assert entries.index(seated[0]) < next(n for n, entry in enumerate(entries) if isinstance(entry, Acted))


def test_the_others_decide_at_the_new_level_from_then_on(tmp_path: Path) -> None:
    talk("level random", "pass", cwd=tmp_path)
    changed = read_record(matches() / SAVE).match.actions
    talk("pass", cwd=tmp_path, arguments=(*PLAY[:-1], "random"))
    assert read_record(matches() / "sheepshead-lamb-2.match").match.actions == changed
    talk("pass", cwd=tmp_path)
    assert read_record(matches() / "sheepshead-lamb-3.match").match.actions != changed


def test_a_level_for_each_from_the_left(tmp_path: Path) -> None:
    lines = talk("level newcomer, club, newcomer, club", "level", cwd=tmp_path)
    told = "Bruno newcomer, Clara club, David newcomer, Emma club."
    assert f"From their next decision on the others' level is {told}" in lines
    assert f"The others' level: {told}" in lines


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("level clever", "unknown_bot"),
        ("level club,club", "bot_count"),
        ("level club,,club,club", "unknown_bot"),
        ("level club(depth=3)", "bot_option"),
        ("level nowhere:Bot", "not_loaded"),
        ("pace warp", "no_pace"),
        ("pace", "no_pace"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(line: str, code: str, tmp_path: Path) -> None:
    lines = talk(line, "level", cwd=tmp_path)
    assert sum(f"[{code}]" in each for each in lines) == 1, lines
    assert "The others' level: regular." in lines
    assert not any(isinstance(each.entry, Seated) for each in read_match(matches() / SAVE).log.entries)


def test_a_level_chosen_in_a_deal_that_is_played_again_stays(tmp_path: Path) -> None:
    with Screen(*PLAY, "--forced", "ask", cwd=tmp_path) as screen:
        _finish(screen)
        screen.type("again")
        screen.wait_for("You may: ")
        screen.type("level random")
        screen.wait_for("level is random.")
        _finish(screen)
        screen.type("")
        screen.wait_for("Press Enter to go on")
        screen.type("level")
        screen.wait_for("The others' level: random.")
    seated = read_match(matches() / SAVE).seated
    assert {entry.bot for entry in seated.values()} == {"", "random"}


def _finish(screen: Screen) -> None:
    """Play on to the end of the deal; what is read may end anywhere, so an answer is typed only at an open prompt."""
    while "Press Enter to go on >" not in (asked := plain(screen.raw).rsplit("You may: ", 1)[-1]):
        if plain(screen.raw).endswith("> "):
            choices = asked.partition(".")[0].split(", ")
            screen.type("pass" if "pass" in choices else choices[0])
        screen.wait_for("> ")


def test_help_names_both_words_and_pa_is_still_a_pass(tmp_path: Path) -> None:
    text = "\n".join(talk("?", cwd=tmp_path))
    assert "  level    how strong the others are" in text
    assert "  pace     how long you see what others play" in text
    question = drive(make_game("goathead"), "lamb").question()
    assert question is not None
    for short in ("p", "pa"):
        reading = read(short, question.legal)
        assert isinstance(reading, Actions)
        assert [action_for(part, question.legal) for part in reading.parts] == [Pass()]


# -- the pace ----------------------------------------------------------------------------------------------------------


def test_the_pace_is_changed_on_the_drawn_table(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", "--seed", "lamb", "--pace", "slow", cwd=tmp_path) as screen:
        screen.wait_for("(? helps)")
        for line, answer in (
            ("pace", "The pace is slow; there are none, fast, normal, slow, enter."),
            ("pace warp", "[pace]"),
            ("pace none", "The pace is none from now on"),
            ("pace", "The pace is none;"),
        ):
            screen.type(line)
            assert answer in plain(screen.wait_for("(? helps)"))
        screen.type("pass")
        screen.wait_for("Your card", seconds=5)  # four others and a card at the slow pace take nine seconds


# -- hints -------------------------------------------------------------------------------------------------------------


def test_an_action_after_a_hint_is_marked(tmp_path: Path) -> None:
    talk("hint", "pass", "ks", "undo", "hint", "score", "ks", cwd=tmp_path)
    entries = [each.entry for each in read_match(matches() / SAVE).log.entries]
    own = [entry.hinted for entry in entries if isinstance(entry, Acted) and entry.seat == 0]
    assert own[:3] == [True, False, True]
    assert any(isinstance(entry, TakenBack) for entry in entries)
    assert not any(entry.hinted for entry in entries if isinstance(entry, Acted) and entry.seat != 0)
