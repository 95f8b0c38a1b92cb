"""What makes play pleasant: taking back, the same deal again, the end of a deal, pages, names, the menu, settings."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from cli_helpers import Screen, Window, matches, plain, refused, run, saved

from sheepfold.notation.match_file import MatchWriter
from sheepfold.notation.reading import read_match
from sheepfold.play.driver import drive, play_deal
from sheepfold.play.log import TakenBack
from sheepfold.registry import make_game
from sheepfold.testing.plain import offered

ASK = ("--seed", "lamb", "--plain", "--forced", "ask")


def answers(*lines: str, game: str = "sheepshead", cwd: Path) -> list[str]:
    """What is said after these lines are typed."""
    done = run("play", game, *ASK, input="".join(f"{line}\n" for line in lines), cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# -- undo and again ----------------------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_decision(tmp_path: Path) -> None:
    lines = answers("pass", "ks", "undo", "undo", "undo", "pick", cwd=tmp_path)
    assert "Taken back: KS." in lines
    assert "Taken back: pass." in lines
    assert [line for line in lines if "[nothing_to_take_back]" in line] == [
        "You have not done anything in this deal yet. [nothing_to_take_back]"
    ]
    assert [offered(line) for line in lines if offered(line) and "pick" in line][-1] == ["pass", "pick"]
    read = read_match(matches() / "sheepshead-lamb.match")
    assert sum(isinstance(logged.entry, TakenBack) for logged in read.log.entries) == 2
    assert [seat for seat, _ in read.log.match.actions] == [0]


def test_again_begins_a_deal_in_progress_anew(tmp_path: Path) -> None:
    lines = answers("pass", "ks", "again", cwd=tmp_path)
    assert "Taken back: everything that you did in this deal." in lines
    assert saved("sheepshead-lamb.match").match.actions == ()


def test_a_deal_that_is_over_is_played_again_beside_the_match(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", *ASK, cwd=tmp_path) as screen:
        finish(screen)
        before = saved("sheepshead-lamb.match").match
        assert before.outcome is not None
        screen.type("undo")
        screen.wait_for("[deal_over, rule X6]")
        screen.type("again")
        screen.wait_for("The same deal once more; it does not count.")
        finish(screen)
        screen.type("")
        assert "the match goes on where it was." in plain(screen.wait_for("Press Enter to go on"))
        assert saved("sheepshead-lamb.match").match == before
        screen.type("")
        screen.wait_for("Hand 2")


def finish(screen: Screen) -> None:
    """Pass, then play any card, until the deal is over."""
    if not screen.raw.endswith("> "):
        screen.wait_for("> ")
    while not plain(screen.raw).endswith("Press Enter to go on > "):
        found = [offered(line.strip()) for line in plain(screen.raw).splitlines()]
        choices = next(each for each in reversed(found) if each)
        screen.type("pass" if "pass" in choices else choices[0])
        screen.wait_for("> ")


# -- the end of a deal -------------------------------------------------------------------------------------------------


def test_plain_on_a_terminal_stops_between_deals_and_answers(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", *ASK, cwd=tmp_path) as screen:
        finish(screen)
        for line, answer in [
            ("7h", "The deal is over; nothing can be done in it any more. [deal_over, rule X6]"),
            ("rules", "S18"),
            ("tricks", "Trick 6"),
            ("last", "takes"),
            ("score", "All scores together: 0."),
        ]:
            screen.type(line)
            assert answer in plain(screen.wait_for("Press Enter to go on")) or answer in plain(screen.raw), line
        screen.type("?")
        shown = plain(screen.wait_for("Press Enter to go on >"))
        assert "what the master would do" not in shown
        assert "why an action" not in shown


def test_a_pipe_is_not_asked_between_deals(tmp_path: Path) -> None:
    done = run("play", "sheepshead", *ASK, input="pass\nqc\nkc\nks\n9h\njh\njd\n" * 2, cwd=tmp_path)
    assert "Press Enter to go on" not in done.stdout


KID = ("play", "sheepshead", "--seed", "kid")
"""Emma picks; the person has no choice but in the third trick and in the fourth."""


def test_the_end_of_a_deal_in_plain_words_has_no_marks_of_a_table(tmp_path: Path) -> None:
    done = run(*KID, "--plain", input="jc\n9d\n", cwd=tmp_path)
    assert re.search(r"^(\w+) buried the [a-z]+ of [a-z]+ and the [a-z]+ of [a-z]+\.$", done.stdout, re.MULTILINE)
    assert re.search(r"^Hand 1: (called card|alone|leaster)[,\w ]*, You [+-]?\d", done.stdout, re.MULTILINE)
    assert "All scores together: 0." in done.stdout
    assert "P picker" not in done.stdout


# -- pages -------------------------------------------------------------------------------------------------------------


def test_score_pages_older_rounds(tmp_path: Path) -> None:
    driver = drive(make_game("goathead(target=300)"), "kid")
    for _ in range(60):
        play_deal(driver, lambda question: question.legal[0])
        driver.deal()
    matches().mkdir(parents=True)
    MatchWriter.begin(matches() / "goathead.match", driver.log, (), {"_seat": 0, "_bots": "random"}).close()
    with Screen("play", "--resume", "--pace", "none", cwd=tmp_path) as screen:
        screen.wait_for("(? helps)")
        screen.type("score")
        assert "(43 to 60 of 60; score 2 shows the ones before)" in plain(screen.wait_for("(? helps)"))
        screen.type("score 4")
        shown = plain(screen.wait_for("(? helps)"))
        assert "(1 to 6 of 60)" in shown
        screen.type("score 5")
        screen.wait_for("[score_page]")
    text = run("play", "--resume", "--plain", input="score\nscore 2\nscore 3\n", cwd=tmp_path).stdout
    assert "(21 to 60 of 60; score 2 shows the ones before)" in text
    assert "(1 to 20 of 60)" in text
    assert "[score_page]" in text


@pytest.mark.parametrize("pager", ["", "less", "cat", "more"])
def test_the_law_book_can_be_read_in_any_pager(pager: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LESS", raising=False)
    monkeypatch.delenv("PAGER", raising=False)
    env = {"PAGER": pager} if pager else {}
    with Screen("rules", "grim", cwd=tmp_path, **env) as screen:
        shown = screen.wait_for("At a glance")
        assert "ESC[" not in shown
        if pager == "cat":
            assert "\x1b[" not in shown


# -- what is asked for -------------------------------------------------------------------------------------------------


def test_why_about_something_allowed_is_no_question(tmp_path: Path) -> None:
    lines = answers("pass", "why ks", cwd=tmp_path)
    assert "KS is allowed now." in lines
    assert not any(line.startswith("You may: ") and "allowed" in line for line in lines)


def test_contradicting_options_are_refused(tmp_path: Path) -> None:
    refused("play", "sheepshead(players=4)", "-o", "players=5", code="option_twice", cwd=tmp_path)
    assert run("play", "grim:short", "-o", "auction=single_circuit", "--plain", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("name", "seat", "names"),
    [
        ("Zoe", "0", ("Zoe", "Bruno", "Clara", "David", "Emma")),
        ("Clara", "0", ("Clara", "Bruno", "Anna", "David", "Emma")),
        ("Zoe", "2", ("Anna", "Bruno", "Zoe", "David", "Emma")),
    ],
)
def test_ones_own_name_is_enough(name: str, seat: str, names: tuple[str, ...], tmp_path: Path) -> None:
    run("play", "sheepshead", *ASK, "--players", name, "--seat", seat, cwd=tmp_path)
    assert saved("sheepshead-lamb.match").players == names


def test_the_menu_takes_short_forms_and_helps(tmp_path: Path) -> None:
    done = run("play", "--plain", input="?\nhelp\n\ng\n9\nshee\n", cwd=tmp_path)
    assert done.stdout.count("Which game?") == 4
    assert "'g' could be goathead, grim. [menu_unclear]" in done.stdout
    assert "The numbers go from 1 to 5; ? shows the list. [menu_number]" in done.stdout
    assert re.search(r"^  3  Grim +two teams: .*\. A match: 12 deals\.$", done.stdout, re.MULTILINE)
    assert len(re.findall(r"^  \d  \w+ +\S.*\. A match: .*\d+ \w+.*\.$", done.stdout, re.MULTILINE)) == 4 * 5
    assert [each.name for each in matches().iterdir()] == ["sheepshead.match"]
    assert run("play", "--plain", input="g(deals=10)\ngri(deals=10)\n", cwd=tmp_path).returncode == 0
    assert "grim.match" in os.listdir(matches())


@pytest.mark.parametrize("word", ["quit", "Q", "exit"])
def test_the_menu_can_be_left(word: str, tmp_path: Path) -> None:
    done = run("play", "--plain", input=f"{word}\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert not matches().exists() or not list(matches().iterdir())


# -- the goal in plain words -------------------------------------------------------------------------------------------


def test_plain_tells_the_goal_once_a_phase(tmp_path: Path) -> None:
    lines = answers("pass", "qc", "kc", cwd=tmp_path)
    goals = [
        "Pick if your side can win 61 of the 120 points, or pass.",
        "The fewest points win, with one trick at least; ",
    ]
    asked = [place for place, line in enumerate(lines) if offered(line)]
    assert len(asked) > 3
    assert [lines[place - 1].startswith(goal) for place, goal in zip(asked, goals, strict=False)] == [True, True]
    assert [sum(line.startswith(goal) for line in lines) for goal in goals] == [1, 1]


# -- forced cards and settings -----------------------------------------------------------------------------------------


def test_the_only_card_is_played_without_a_question(tmp_path: Path) -> None:
    asked = [offered(line) for line in answers(*["pass", "qc", "kc", "ks", "9h", "jh", "jd"] * 2, cwd=tmp_path)]
    assert any(found and len(found) == 1 for found in asked)
    played = ["pass", "qc", "kc", "ks", "9h", "jh"] * 2
    done = run("play", "sheepshead", "--seed", "lamb", "--plain", input="\n".join(played), cwd=tmp_path)
    asked = [offered(line) for line in done.stdout.splitlines()]
    assert not any(found and len(found) == 1 and found != ["pass"] for found in asked)
    entries = read_match(matches() / "sheepshead-lamb-2.match").log.entries
    assert any(getattr(logged.entry, "by", "") == "forced" for logged in entries)


ONLY = re.compile(r"^The (.*) is the only card you may play, so it is played\.\nYou play the (.*)\.$", re.MULTILINE)


def test_an_only_card_is_told_but_not_the_last_one(tmp_path: Path) -> None:
    told = run(*KID, "--plain", input="jc\n9d\n", cwd=tmp_path).stdout.partition("The hand is over")[0]
    assert ONLY.findall(told) == [(card, card) for card in ("ten of hearts", "nine of spades", "queen of hearts")]
    assert "\nYou play the seven of clubs.\n" in told
    assert told.count("so it is played") == 3


def test_an_only_card_is_told_beside_the_drawn_table(tmp_path: Path) -> None:
    with Screen(*KID, "--pace", "none", cwd=tmp_path) as screen:
        screen.wait_for("9♠ is the only card you may play, so it is played.", "Your card  (? helps) >")


def test_tricks_that_went_by_are_seen(tmp_path: Path) -> None:
    with Screen(*KID, "--pace", "none", cwd=tmp_path) as screen:
        screen.wait_for("trick 1:", "last trick:", "Your card  (? helps) >")
        screen.type("?")
        screen.wait_for("settings forced ask: be asked for your only card too")


def test_tricks_that_went_by_at_the_end_stand_below_the_sheet(tmp_path: Path) -> None:
    with Window(*KID, "--pace", "none", cwd=tmp_path, size=(100, 40)) as screen:
        screen.wait_for("Your card  (? helps) >")
        screen.type("jc")
        screen.wait_for("Your card  (? helps) >")
        screen.type("9d")
        screen.wait_for("The hand is over.", "trick 5:", "last trick:", "Press Enter to go on")


def test_plain_lines_are_broken_between_words_on_a_terminal_only(tmp_path: Path) -> None:
    with Window("play", "goathead", "--seed", "lamb", "--plain", cwd=tmp_path, size=(60, 24)) as screen:
        screen.wait_for("> ")
        screen.type("rules glance")
        told = plain(screen.wait_for("Length: ", "> "))
    assert max(map(len, told.splitlines())) <= 60
    assert "clubs spades hearts" in " ".join(told.split())
    assert not re.search("[♣♠♥♦]", told)
    piped = run("play", "goathead", "--seed", "lamb", "--plain", cwd=tmp_path).stdout
    assert max(map(len, piped.splitlines())) > 200


def test_a_new_match_tells_of_an_unfinished_one(tmp_path: Path) -> None:
    run("play", "grim", "--seed", "lamb", "--plain", cwd=tmp_path)
    with Window("play", "grim", "--pace", "none", cwd=tmp_path, size=(100, 40)) as screen:
        screen.wait_for("There is an unfinished match of Grim; sheepfold play --resume grim-lamb goes on with it.")


@pytest.mark.parametrize("line", ["trumps spades", "trump spades", "Trumps ♠"])
def test_trumps_may_be_said_in_the_plural(line: str, tmp_path: Path) -> None:
    told = run("play", "widderkopf", "--seed", "b", "--plain", input=f"{line}\n", cwd=tmp_path).stdout
    assert "You name spades as trumps." in told


def test_settings_last(home: Path, tmp_path: Path) -> None:
    for name, value in (("name", "Zoe"), ("level", "random"), ("pace", "none"), ("forced", "ask"), ("colours", "off")):
        assert value in run("settings", name, value).stdout
    listed = run("settings").stdout
    assert all(word in listed for word in ("Zoe", "random", "none", "ask", "off"))
    run("play", "sheepshead", "--seed", "lamb", "--plain", cwd=tmp_path)
    found = saved("sheepshead-lamb.match")
    assert (found.players[0], found.own["_bots"]) == ("Zoe", "random")
    with Screen("play", "sheepshead", "--seed", "x", cwd=tmp_path) as screen:
        raw = screen.wait_for("(? helps)")
        assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|9[0-7])m", raw)
    run("settings", "name", "--reset")
    assert "Zoe" not in run("settings").stdout
    assert "random" in run("settings").stdout
    run("settings", "--reset")
    assert "random" not in run("settings").stdout
    assert [each.name for each in (home / "settings").iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("pace", "warp"), "setting_value"),
        (("speed", "fast"), "unknown_setting"),
        (("speed",), "unknown_setting"),
        (("level", "clever"), "unknown_bot"),
        (("level", "os:system"), "unknown_bot"),
        (("name", "x" * 30), "players"),
        (("pace", "fast", "--reset"), "usage"),
    ],
)
def test_settings_that_make_no_sense_are_refused(words: tuple[str, ...], code: str) -> None:
    refused("settings", *words, code=code)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pace = [", "damaged_settings"),
        ("\x00", "damaged_settings"),
        ("a=" + "[" * 5000, "damaged_settings"),
        ('pace = "warp"', "setting_value"),
        ("pace = 3", "setting_value"),
        ('speed = "fast"', "unknown_setting"),
    ],
)
def test_a_damaged_settings_file_is_one_sentence_and_the_match_goes_on(text: str, code: str, home: Path) -> None:
    (home / "settings").mkdir(parents=True)
    file = home / "settings" / "settings.toml"
    file.write_text(text)
    done = run("play", "sheepshead", "--seed", "lamb", "--plain", input="pass\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(f"[{code}]") == 1
    assert "You may: qc" in done.stdout
    assert file.read_text() == text
    refused("settings", code=code)
    assert run("settings", "--reset").returncode == 0
    assert run("settings").returncode == 0
