"""What does not fit the screen at once, and a window that changes its size; words that tell a game in short."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from cli_helpers import Screen, Window, plain, run

from sheepfold.cli.ink import without_signs
from sheepfold.presentation import law

GOATHEAD = ("play", "goathead", "--seed", "kid", "--pace", "none", "--bots", "conventions")


def last_screen(screen: Screen) -> list[str]:
    """The lines written since the screen was last written anew."""
    return plain(screen.raw.rpartition("\x1b[H")[2]).replace("\r", "").split("\n")


def test_a_long_answer_comes_in_pages_from_its_first_line_on(tmp_path: Path) -> None:
    with Window(*GOATHEAD, cwd=tmp_path, size=(60, 24)) as screen:
        screen.wait_for("(? helps)")
        screen.type("?")
        screen.wait_for("(Enter: page 2 of 4)")
        first = last_screen(screen)
        assert first[0] == "You may do this:"
        assert len(first) <= 24
        assert all(len(line) <= 60 for line in first)
        assert len(first[-1]) < 60, "the prompt fits its line"
        screen.type("")
        screen.wait_for("(Enter: page 3 of 4)")
        second = last_screen(screen)
        screen.type("")
        screen.wait_for("(Enter: page 4 of 4)")
        third = last_screen(screen)
        screen.type("")
        screen.wait_for("(? helps)")
        whole = [line.strip() for page in (first, second, third, last_screen(screen)) for line in page]
        words = [line.split()[0] for line in whole if line]
        assert words.index("pass") < words.index("Or") < words.index("why") < words.index("quit") < words.index("Words")
        screen.type("")  # no page is left: the table again
        assert "Goathead · round 1" in plain(screen.wait_for("(? helps)"))


def test_at_a_page_anything_can_be_typed(tmp_path: Path) -> None:
    with Window(*GOATHEAD, cwd=tmp_path, size=(60, 24)) as screen:
        screen.wait_for("(? helps)")
        screen.type("?")
        screen.wait_for("(Enter: page 2 of 4)")
        screen.type("bid nil")
        screen.wait_for("no trick to be taken")


def test_an_answer_that_fits_stays_below_the_table(tmp_path: Path) -> None:
    with Window(*GOATHEAD, cwd=tmp_path, size=(200, 50)) as screen:
        screen.wait_for("(? helps)")
        screen.type("rules")
        screen.wait_for("(? helps)")
        shown = "\n".join(last_screen(screen))
        assert "Goathead · round 1" in shown
        assert "G17" in shown
        assert "what happened" in shown


def test_plain_answers_are_never_paged(tmp_path: Path) -> None:
    with Window(*GOATHEAD, "--plain", cwd=tmp_path, size=(60, 10)) as screen:
        screen.wait_for("> ")
        screen.type("?")
        screen.wait_for("Words may be shortened", "Your turn; ? tells what you may do.")
        assert "page" not in screen.raw


def resize(screen: Screen, width: int, height: int) -> None:
    """Give the window another size while the program waits for a key, as it does whenever a person is there.

    The line editor looks for a new size just before it waits. A signal between that look and the waiting would leave
    the screen without its prompt until a key is pressed; no person is as quick as that, but a test is.
    """
    stat = Path(f"/proc/{screen.process.pid}/stat")
    while stat.read_text().rpartition(")")[2].split()[0] != "S":
        time.sleep(0.01)
    screen.raw = ""
    screen.resize(width, height)


def test_a_window_of_another_size_is_drawn_anew_and_keeps_what_was_typed(tmp_path: Path) -> None:
    with Window(*GOATHEAD, cwd=tmp_path, size=(100, 32)) as screen:
        screen.wait_for("(? helps)")
        screen.press(b"bid n")
        screen.wait_for("bid n")
        for size in ((60, 24), (200, 50)):
            resize(screen, *size)
            screen.wait_for("Goathead", "> bid n")
            shown = last_screen(screen)
            assert "Goathead" in shown[0]
            assert len(shown) <= size[1]
            assert all(len(line) <= size[0] for line in shown[:-1])
        screen.press(b"il\n")
        screen.wait_for("no trick to be taken")


def test_a_page_is_drawn_anew_too(tmp_path: Path) -> None:
    with Window(*GOATHEAD, cwd=tmp_path, size=(100, 60)) as screen:
        screen.wait_for("(? helps)")
        screen.type("?")
        assert "Words may be shortened" in plain(screen.wait_for("(? helps)"))
        resize(screen, 60, 24)
        screen.wait_for("You may do this:", "(? helps)")
        assert "You may do this:" in last_screen(screen)[0]


@pytest.mark.parametrize("size", [(80, 24), (60, 24)], ids=str)
def test_the_end_of_a_round_of_clover_is_paged_from_its_headline_on(size: tuple[int, int], tmp_path: Path) -> None:
    arguments = ("play", "clover", "--seed", "leaf", "--pace", "none", "--bots", "conventions")
    with Window(*arguments, cwd=tmp_path, size=size) as screen:
        for _ in range(30):
            screen.wait_for(") > ")
            shown = last_screen(screen)
            if "Press Enter" in shown[-1]:
                break
            choices = re.match(r"You may: ([^,(]+?)[,( ]", shown[-1])
            keys = [key for line in shown for key in re.findall(r"\b((?:10|[7-9jqka])[cshd])\b", line)]
            screen.type(choices[1] if choices else keys[-1])
        assert shown[0] == "The round is over."
        pages = [shown]
        while "Press Enter for page" in pages[-1][-1]:
            screen.type("")
            screen.wait_for(") > ")
            pages.append(last_screen(screen))
        assert all(len(page) <= size[1] for page in pages)
        told = "\n".join(line for page in pages for line in page)
        for part in ("The deal was:", "Team 2, tricks", "Standing: Team 1"):
            assert told.count(part) == 1


# -- a game in short ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["goathead", "widderkopf", "grim", "sheepshead", "clover"])
def test_a_game_in_short_at_the_table(game: str, tmp_path: Path) -> None:
    other = "grim" if game != "grim" else "clover"
    done = run("play", game, "--seed", "x", "--plain", input=f"rules glance\nrules {other}\n", cwd=tmp_path)
    for name in (game, other):
        rows = [without_signs(f"{row.head}: {row.text}") for row in law.glance(name)]
        assert len(rows) >= 4
        assert "\n".join([law.book(name).title, *rows]) in done.stdout


def test_a_book_without_a_table_says_so(tmp_path: Path) -> None:
    done = run("play", "grim", "--seed", "x", "--plain", input="rules conventions\n", cwd=tmp_path)
    assert "The law book of conventions has no table 'At a glance'. [no_glance]" in done.stdout


# -- what is said otherwise --------------------------------------------------------------------------------------------


def test_a_dealer_who_must_pick_is_not_told_to_pass(tmp_path: Path) -> None:
    table = "sheepshead(all_pass=forced_pick)"
    done = run("play", table, "--seed", "27", "--bots", "conventions", "--plain", input="table\n", cwd=tmp_path)
    assert "You may: pick.\n" in done.stdout
    assert "Everybody has passed, so you must pick; your side needs 61 of the 120 points." in done.stdout
    assert "or pass" not in done.stdout


def test_in_grim_you_are_told_where_you_sit(tmp_path: Path) -> None:
    done = run("play", "grim", "--seed", "x", "--seat", "1", "--plain", cwd=tmp_path)
    assert "You are East and play with West." in done.stdout


def test_hand_and_strawmen_are_told_apart(tmp_path: Path) -> None:
    table, words = "widderkopf(cracking=off)", "10d\n7h\n"
    done = run("play", table, "--seed", "lamb", "--bots", "conventions", "--plain", input=words, cwd=tmp_path)
    questions = [line for line in done.stdout.splitlines() if line.startswith("You may: ")]
    assert any(re.fullmatch(r"You may: [^;]+; from your strawmen: [^;]+\.", line) for line in questions), questions
    assert done.stdout.count("Your hand. ") == 2  # when it is dealt, and when its order is settled
