"""The scorekeeper through its own door: lines typed at a prompt or piped in, evenings that go on, files for others."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest
from cli_helpers import Screen, refused, run

from sheepfold.files.folders import data_folder
from sheepfold.score.book import read_evening

PLAYERS = ("--players", "Ann,Ben,Cleo,Dora,Emil")


def keep(lines: str, *arguments: str, cwd: Path) -> str:
    """What is said when these lines are piped in."""
    done = run("score", *arguments, input=lines, cwd=cwd)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def evening(lines: str, cwd: Path, *arguments: str) -> str:
    """An evening of Sheepshead that Emil deals first."""
    given = arguments or ("--stake", "10", "--currency", "€")
    return keep(f"emil\n{lines}", "sheepshead", *PLAYERS, *given, "--file", "e.jsonl", cwd=cwd)


# -- lines -------------------------------------------------------------------------------------------------------------


def test_a_line_is_understood_explained_and_entered(tmp_path: Path) -> None:
    said = evening("ann picks, ben partner, 75\n", tmp_path)
    assert "Picked, with a called card: picker Ann, partner Ben, points 75." in said
    assert "Ann +2 [S93]" in said
    assert "Hand 2: Ann deals." in said
    assert read_evening(tmp_path / "e.jsonl").evening.points["Ann"] == 2


@pytest.mark.parametrize(
    ("game", "players", "dealer", "line", "points"),
    [
        ("sheepshead", "Ann,Ben,Cleo,Dora,Emil", "Ann", "cleo alone 120", [-4, -4, 16, -4, -4]),
        ("sheepshead", "Ann,Ben,Cleo,Dora,Emil", "Ann", "leaster 12 40 30 20 18", [4, -1, -1, -1, -1]),
        ("grim", "Ann,Ben,Cleo,Dora", "Ann", "ann grim on eight, made", [64, 0, 64, 0]),
        ("clover", "Ann,Ben,Cleo,Dora", "Ann", "team 1 hearts, 84 in tricks, melds 70 40", [15, 6, 15, 6]),
        ("widderkopf", "Ann,Ben", "Ann", "ann cracks, recrack, ben 71", [0, 4]),
        ("goathead", "Ann,Ben,Cleo,Dora", "Ann", "ann spades with cleo 74", [4, 0, 4, 0]),
    ],
)
def test_lines_as_people_say_them(
    tmp_path: Path, game: str, players: str, dealer: str, line: str, points: list[int]
) -> None:
    keep(f"{dealer}\n{line}\n", game, "--players", players, "--file", "e", cwd=tmp_path)
    assert list(read_evening(tmp_path / "e").evening.points.values()) == points


def test_what_is_missing_is_asked_for_and_confirmed(tmp_path: Path) -> None:
    with Screen("score", "sheepshead", *PLAYERS, "--file", "e.jsonl", cwd=tmp_path) as screen:
        screen.wait_for("Dealer?")
        screen.type("em")
        screen.wait_for("Hand 1 >")
        screen.type("ann picks, 75")
        screen.wait_for("Partner?")
        screen.type("nobody special")
        screen.wait_for("[line_")
        screen.type("ben")
        screen.wait_for("Enter it?")
        screen.type("n")
        screen.wait_for("Not entered.")
        screen.type("ann picks with ben 75")
        screen.wait_for("Enter it?")
        screen.type("")
        screen.wait_for("Hand 2 >")
        screen.type("quit")
        screen.wait_for("Go on with this evening")
    assert len(read_evening(tmp_path / "e.jsonl").evening.rows) == 1


def test_what_cannot_be_is_refused_and_nothing_is_entered(tmp_path: Path) -> None:
    said = evening(
        "ann picks, ben partner, 121\nann picks, ann partner, 75\nfix 7 foo\nwhy x\nstake much\nagree\n", tmp_path
    )
    assert said.count("[") >= 6
    assert read_evening(tmp_path / "e.jsonl").evening.rows == ()


# -- commands ----------------------------------------------------------------------------------------------------------


def test_corrections_takings_back_and_reasons(tmp_path: Path) -> None:
    said = evening(
        "ann picks with ben 75\ncleo alone 75\nfix 1 ann picks with dora 61\nwhy 1\nstrike 2\nlist\nundo\nlist\n",
        tmp_path,
    )
    assert "Entry 1 was: Ann and Ben win 75 to 45" in said
    assert "Taken back: 2. Cleo wins 75 to 45" in said
    found = read_evening(tmp_path / "e.jsonl").evening
    assert len(found.rows) == 2  # undo took the striking back
    assert found.points["Dora"] == 1 - 2


def test_people_come_and_go(tmp_path: Path) -> None:
    evening(
        "ann picks with ben 75\npause emil\nann picks with ben 75\njoin Tom after ben\ndealer tom\n"
        "zoe takes over tom\nagree ann -3 ben 3 revoke\nbet ann 2.00 ben -2.00\n",
        tmp_path,
    )
    found = read_evening(tmp_path / "e.jsonl").evening
    assert found.faults == ()
    assert found.players == ("Ann", "Ben", "zoe", "Cleo", "Dora")
    assert found.standing is not None
    assert found.players[found.standing.dealer] == "zoe"
    assert found.balances["Ann"] == 10 * (2 + 1 - 3) + 200


def test_what_somebody_does_is_a_command_too(tmp_path: Path) -> None:
    said = evening(
        "ann picks with ben 75\nTom joins after ben\nemil goes home\nzoe replaces tom\ncleo deals\n"
        "revoke ann -4 ben 1 zoe 1 cleo 1 dora 1\nnobody deals\n",
        tmp_path,
    )
    found = read_evening(tmp_path / "e.jsonl").evening
    assert found.players == ("Ann", "Ben", "zoe", "Cleo", "Dora")
    assert found.standing is not None
    assert found.players[found.standing.dealer] == "Cleo"
    assert "Agreed (revoke): Ann -4" in said
    assert len(found.rows) == 6
    assert said.count("[line_word]") == 1


def test_an_amount_has_names_of_several_words_and_a_note_as_it_was_typed(tmp_path: Path) -> None:
    lines = (
        "anna b\nagree anna b -5, anna c +5, revoke, in trick 3\nbet anna b 2,50 anna c -2.50, beer\n"
        "agree zoe 5\nagree anna 5 ben -5\nagree all of them 5\n"
    )
    said = keep(lines, "grim", "--players", "Anna B,Ben,Dora,Anna C", "--file", "a", cwd=tmp_path)
    found = read_evening(tmp_path / "a").evening
    assert [getattr(row.entry, "note", None) for row in found.rows] == ["revoke, in trick 3", "beer"]
    assert found.balances["Anna B"] == 250
    assert found.points == {"Anna B": -5, "Ben": 5, "Dora": -5, "Anna C": 5}
    assert "Nobody here is called 'zoe'" in said
    assert "[agree_what]" in said


def test_a_line_about_a_deal_is_no_command(tmp_path: Path) -> None:
    evening("ann picks with ben 75 deals\nann picks, cleo joins\nann picks ben joins\nben joins\n", tmp_path)
    assert read_evening(tmp_path / "e.jsonl").evening.rows == ()


@pytest.mark.parametrize(
    "line", ["121 for ben", "won with 71 for ann", "hearts for ann", "ann 71 for ben", "crack for ben"]
)
def test_what_is_said_of_a_deal_puts_nobody_in_a_place(tmp_path: Path, line: str) -> None:
    keep(f"ann\n{line}\n", "widderkopf", "--players", "Ann,Ben", "--file", "w", cwd=tmp_path)
    assert read_evening(tmp_path / "w").evening.players == ("Ann", "Ben")


def test_somebody_may_be_called_like_a_card(tmp_path: Path) -> None:
    keep("ann\nJack replaces ann\nZoe for ben\n", "widderkopf", "--players", "Ann,Ben", "--file", "w", cwd=tmp_path)
    assert read_evening(tmp_path / "w").evening.players == ("Jack", "Zoe")


def test_a_named_dealer_leaves_the_sheet_in_one_piece(tmp_path: Path) -> None:
    said = evening("ann picks with ben 75\ncleo deals\nann picks with ben 75\nsheet\n", tmp_path)
    assert len(read_evening(tmp_path / "e.jsonl").evening.stretches) == 1
    assert said.count("All scores together") == 1


def test_what_was_agreed_before_a_deal_stands_on_the_sheet(tmp_path: Path) -> None:
    revoke = "agree ann -4 ben 1 cleo 1 dora 1 emil 1 revoke\n"
    assert "1. Agreed (revoke)" in evening(revoke, tmp_path)
    said = keep("option all_pass=pot\nann picks with ben 75\nsheet\n", "--file", "e.jsonl", cwd=tmp_path)
    assert "At the beginning: Agreed (revoke), Ann -4" in said
    said = keep("emil pauses\nagree ann -3 ben 3 late\nsheet\n", "--file", "e.jsonl", cwd=tmp_path)
    assert "After Hand 1: Agreed (late), Ann -3, Ben +3" in said


def test_a_sheet_without_deals_lists_what_was_entered(tmp_path: Path) -> None:
    said = evening("sheet\nagree ann -4 ben 4 revoke\nsheet\n", tmp_path)
    assert "Nothing has been entered yet." in said
    assert said.count("1. Agreed (revoke): Ann -4, Ben +4") == 2


def test_a_stake_may_count_from_the_start_and_be_taken_back(tmp_path: Path) -> None:
    said = evening(
        "ann picks with ben 75\npay\nstake 5 from the start\npay\nundo\nstake 5 from now\n", tmp_path, "--yes"
    )
    assert "No money is at stake" in said
    assert "Ann +2 points, 0.10" in said
    assert "Taken back: a change from the start of the evening." in said
    assert "up to a million. [stake]" in said
    assert read_evening(tmp_path / "e.jsonl").evening.balances["Ann"] == 0


def test_the_table_may_agree_on_something_else(tmp_path: Path) -> None:
    said = evening(
        "thrown in\noption all_pass=doubler\nthrown in\nwho\noption\noption all_pass=luck\noption players=4\n", tmp_path
    )
    assert "'thrown in' is not played at this table" in said
    assert "Played from here on: sheepshead(all_pass=doubler)" in said
    assert "one doubler stands" in said
    assert "[option_what]" in said
    assert "[option_value" in said
    assert "[seats" in said
    assert len(read_evening(tmp_path / "e.jsonl").evening.rows) == 2


def test_whoever_plays_is_asked_until_they_can_sit_down(tmp_path: Path) -> None:
    with Screen("score", "sheepshead", "--file", "e.jsonl", cwd=tmp_path) as screen:
        screen.wait_for("From 3 to 8 names")
        screen.type("Ann, Ben")
        screen.wait_for("[option_value")
        screen.type("Ann, Ben, Cleo, Cleo")
        screen.wait_for("[players]")
        screen.type("Ann, Ben, Cleo, Dora")
        screen.wait_for("Dealer? [Ann, Ben, Cleo, Dora]")
        screen.type("quit")
        screen.wait_for("Go on with this evening")
    assert read_evening(tmp_path / "e.jsonl").evening.game.seats == 4


def test_a_range_of_each_player_is_shown_as_a_range(tmp_path: Path) -> None:
    lines = "ann\nben schneider\nlist\nsheet\n"
    said = keep(lines, "widderkopf", "--players", "Ann,Ben", "--file", "w", cwd=tmp_path)
    assert said.count("Ann lost, 30 or fewer, Ben schneider, 91 or more") == 2
    assert "Round 1: only a range was said of card points; the numbers stand for it." in said


def test_a_pair_is_called_by_its_names(tmp_path: Path) -> None:
    lines = "ann\nmisdeal, two cards were turned up\njunk ann and cleo 47\nundo\n"
    said = keep(lines, "goathead", "--players", "Ann,Ben,Cleo,Dora", "--file", "g", cwd=tmp_path)
    assert "1. Misdealt, the same player deals again (two cards were turned up)" in said
    assert "Junkyard: Ann and Cleo 47." in said
    assert said.index("Taken back: Ann and Cleo win") < said.rindex("Round 1: Ann deals.")


def test_nobody_scores_is_said_once(tmp_path: Path) -> None:
    said = keep("ann\nthrown in\nlist\n", "clover", "--players", "Ann,Ben,Cleo,Dora", "--file", "c", cwd=tmp_path)
    assert "1. Everybody passed; the same dealer deals again: nobody scores\n" in said


def test_pay_says_who_pays_whom(tmp_path: Path) -> None:
    said = evening("ann picks with ben 75\npay\n", tmp_path)
    assert "Ann +2 points, 0.20 €" in said
    assert said.count(" pays ") == 3


def test_help_shows_lines_for_this_game_with_these_names(tmp_path: Path) -> None:
    said = evening("help\n", tmp_path)
    assert "Ann picks" in said
    assert "fix 3" in said
    lines = [line.strip() for line in said.splitlines() if line.startswith("  ")]
    assert len(lines) > 20


def test_every_example_of_the_help_can_be_entered(tmp_path: Path) -> None:
    said = evening("help\n", tmp_path)
    begin = said.index("names may be shortened:\n")
    examples = [line.strip() for line in said[begin : said.index("And besides")].splitlines()[1:]]
    assert len(examples) >= 3
    (tmp_path / "e.jsonl").unlink()
    evening("\n".join(examples) + "\n", tmp_path)
    assert len(read_evening(tmp_path / "e.jsonl").evening.rows) == len(examples)


def test_a_match_ends_and_another_is_offered(tmp_path: Path) -> None:
    lines = "ann\nann 70\nben 70\nann 61\nagain\nben\nann 70\nsheet\n"
    said = keep(lines, "widderkopf(rounds=2)", "--players", "Ann,Ben", "--file", "e", cwd=tmp_path)
    assert "The match is over. Ann has won." in said
    assert "`again` begins a new match." in said
    assert list(read_evening(tmp_path / "e").evening.points.values()) == [3, 1]


def test_the_number_of_players_follows_from_their_names(tmp_path: Path) -> None:
    keep("", "sheepshead", "--players", "Ann,Ben,Cleo,Dora", "-o", "partner=fixed", "--file", "f", cwd=tmp_path)
    assert read_evening(tmp_path / "f").evening.game.seats == 4


def test_what_a_correction_changes_further_down_is_said(tmp_path: Path) -> None:
    lines = "ann\nann grim on 4 made\nmake 5, 5 tricks\nfix 1 ann grim on 4 lost\n"
    said = keep(lines, "grim", "--players", "Ann,Ben,Cleo,Dora", "--file", "g", cwd=tmp_path)
    assert "Because of that, entry 2. " in said


def test_a_pipe_is_told_what_is_asked_and_who_may_answer(tmp_path: Path) -> None:
    said = keep("who\ndealer emil\nwho\n", "sheepshead", *PLAYERS, "--file", "d", cwd=tmp_path)
    assert "Dealer?" in said
    assert "First it must be known: Dealer." in said
    assert "Hand 1: Emil deals." in said


def test_only_a_range_was_said_so_no_number_is_shown(tmp_path: Path) -> None:
    said = evening("ann picks with ben, won\nlist\n", tmp_path)
    assert "61 to 59" not in said
    assert "won, 61 to 89" in said


def test_a_line_typed_at_the_confirmation_is_not_thrown_away(tmp_path: Path) -> None:
    evening("", tmp_path)
    with Screen("score", "--file", "e.jsonl", cwd=tmp_path) as screen:
        screen.wait_for("Hand 1 >")
        screen.type("ann picks with ben 75")
        screen.wait_for("Enter it?")
        screen.type("cleo alone 80")
        screen.wait_for("Please press Enter")
        screen.type("y")
        screen.wait_for("Hand 2 >")


def test_undo_takes_no_number_and_says_what_it_did(tmp_path: Path) -> None:
    lines = "ann picks with ben 75\nfix 1 ann picks with ben 80\nundo 1\nundo\nstrike 1\nundo\nundo\nlist\n"
    said = evening(lines, tmp_path)
    assert "[undo_which]" in said
    assert "Taken back: the correction of an entry, which now reads: 1. Ann and Ben win 75 to 45" in said
    assert "Taken back: the striking out of an entry." in said
    assert said.rstrip().splitlines()[-2] == "Nothing has been entered yet."


def test_an_evening_without_entries_is_not_kept(tmp_path: Path) -> None:
    keep("emil\n", "sheepshead", *PLAYERS, cwd=tmp_path)
    assert [*(data_folder() / "evenings").iterdir()] == []
    keep("emil\nann picks with ben 75\nundo\n", "sheepshead", *PLAYERS, cwd=tmp_path)
    assert len([*(data_folder() / "evenings").iterdir()]) == 1  # what was taken back can still be read there


# -- evenings ----------------------------------------------------------------------------------------------------------


def test_without_a_file_evenings_live_in_the_data_folder(tmp_path: Path) -> None:
    keep("emil\nann picks with ben 75\n", "sheepshead", *PLAYERS, cwd=tmp_path)
    assert [*tmp_path.iterdir()] == []
    said = keep("ann picks with ben 75\n", cwd=tmp_path)
    assert "1 entry so far" in said
    (file,) = (data_folder() / "evenings").iterdir()
    assert len(read_evening(file).evening.rows) == 2
    assert f"{file}: Sheepshead, Ann, Ben, Cleo, Dora, Emil, 2 entries" in keep("", "list", cwd=tmp_path)


def test_evenings_are_added_up_by_person(tmp_path: Path) -> None:
    evening("ann picks with ben 75\n", tmp_path)
    keep("ann\nann 70\n", "widderkopf", "--players", "ann,Emil", "--stake", "5", "--file", "w", cwd=tmp_path)
    said = keep("", "sum", "e.jsonl", "w", "e.jsonl", cwd=tmp_path)
    assert said.splitlines()[0] == "2 evenings:"
    assert "Ann: Sheepshead +2, Widderkopf +1; 0.20 €, 0.05 in 2 evenings" in said


def test_export_and_print(tmp_path: Path) -> None:
    evening("ann picks with ben 75\nexport e.csv\nprint e.html\nexport e.txt\nexport e.csv\n", tmp_path)
    assert (tmp_path / "e.csv").read_text().startswith("entry,what,note,points Ann")
    run("score", "export", "e.jsonl", "e.json", cwd=tmp_path)
    assert json.loads((tmp_path / "e.json").read_text())["points"]["Ann"] == 2
    run("score", "print", "e.jsonl", "letter.html", "--paper", "letter", cwd=tmp_path)
    assert "size: letter" in (tmp_path / "letter.html").read_text()
    assert "size: A4" in (tmp_path / "e.html").read_text()


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_the_command_line_is_refused_in_words(tmp_path: Path) -> None:
    evening("", tmp_path)
    refused("score", "chess", *PLAYERS, code="unknown_game", cwd=tmp_path)
    refused("score", "grim", *PLAYERS, code="players", cwd=tmp_path)
    refused("score", "sheepshead", code="no_players", cwd=tmp_path)
    refused("score", "sheepshead", "--players", "Ann,Ann,Cleo,Dora,Emil", code="players", cwd=tmp_path)
    refused("score", "--file", "none.jsonl", code="no_evening", cwd=tmp_path)
    refused("score", "grim", "--file", "e.jsonl", code="other_game", cwd=tmp_path)
    refused("score", "--file", "e.jsonl", "--players", "A,B,C,D,E", code="other_players", cwd=tmp_path)
    refused("score", "sheepshead", "--file", "e.jsonl", "-o", "all_pass=pot", code="other_table", cwd=tmp_path)
    refused("score", "sheepshead(players=4)", "--file", "e.jsonl", code="other_table", cwd=tmp_path)
    refused("score", "--file", "e.jsonl", "--stake", "20", code="other_stake", cwd=tmp_path)
    refused("score", "--file", "e.jsonl", "--currency", "$", code="other_stake", cwd=tmp_path)
    keep("", "sheepshead", "--file", "e.jsonl", "--stake", "10", "-o", "all_pass=leaster", cwd=tmp_path)
    refused("score", "sum", "none", code="unreadable", cwd=tmp_path)
    refused("score", "export", "e.jsonl", "e.txt", code="export_kind", cwd=tmp_path)
    refused("score", "print", "e.jsonl", "e.pdf", code="page_kind", cwd=tmp_path)
    (tmp_path / "e.html").touch()
    refused("score", "print", "e.jsonl", "e.html", code="file_exists", cwd=tmp_path)
    refused("score", "sheepshead", *PLAYERS, "--stake", "-1", code="stake", cwd=tmp_path)


def test_two_programs_cannot_keep_one_evening(tmp_path: Path) -> None:
    evening("", tmp_path)
    with Screen("score", "--file", "e.jsonl", cwd=tmp_path) as screen:
        screen.wait_for("Hand 1 >")
        refused("score", "--file", "e.jsonl", code="file_busy", cwd=tmp_path)
        screen.type("ann picks with ben 75")
        screen.wait_for("Enter it?")
        screen.type("")
        screen.wait_for("Hand 2 >")
    assert len(read_evening(tmp_path / "e.jsonl").evening.rows) == 1


def begun(tmp_path: Path) -> tuple[list[str], Path]:
    """An evening with a dealer, and the command that goes on with it without asking."""
    evening("", tmp_path)
    return [sys.executable, "-m", "sheepfold", "score", "--file", "e.jsonl", "--yes"], tmp_path / "e.jsonl"


def test_a_full_disk_is_said_in_a_sentence_and_nothing_is_lost(tmp_path: Path) -> None:
    """The limit on the size of files stands in for a disk that is full."""
    command, path = begun(tmp_path)
    most = path.stat().st_size + 300

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    lines = "ann picks with ben 75\n" * 8 + "list\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, cwd=tmp_path, preexec_fn=full)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "e.jsonl cannot be written: " in done.stdout
    kept = read_evening(path).evening
    assert 0 < len(kept.rows) < 8
    assert done.stdout.count("Ann and Ben win 75 to 45: ") == len(kept.rows)
    keep("ann picks with ben 75\n", "--file", "e.jsonl", cwd=tmp_path)
    assert len(read_evening(path).evening.rows) == len(kept.rows) + 1


@pytest.mark.parametrize("told", [1, 2, 5, 9])
def test_killed_at_the_prompt_every_entry_is_there_whole_or_not_at_all(tmp_path: Path, told: int) -> None:
    command, path = begun(tmp_path)
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, cwd=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("misdeal\n" * 400)
        process.stdin.flush()
        seen = 0
        while seen < told:
            seen += "Misdealt" in process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        seen += sum("Misdealt" in line for line in process.stdout)
        with suppress(BrokenPipeError):
            process.stdin.close()
    assert len(read_evening(path).evening.rows) in (seen, seen + 1)
    assert "Misdealt" in keep("misdeal\n", "--file", "e.jsonl", cwd=tmp_path)
