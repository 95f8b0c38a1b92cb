"""The drawn table on a pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import pytest
from cli_helpers import Screen, Window, plain, saved


def test_the_table_is_drawn_in_four_colours(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", "--seed", "lamb", "--pace", "none", cwd=tmp_path) as screen:
        raw = screen.wait_for("(? helps)")
        shown = plain(raw)
        assert "Sheepshead · hand 1 of 20" in shown
        assert "Emma dealer" in shown
        assert "▶ You" in shown
        assert "Q♣    J♥    J♦" in shown
        for colour in (32, 31, 94):  # clubs green, hearts red, diamonds blue; spades as the text
            assert re.search(rf"\x1b\[1;{colour}m", raw), colour
        screen.type("pick")
        screen.wait_for("Bury 2 cards")
        screen.type("bury ks 9h; call ac")
        shown = plain(screen.wait_for("Your card"))
        assert "You pick and call A♣" in shown
        assert "your partner is not known yet" in shown
        screen.type("qs")
        raw = screen.wait_for("Your card")
        assert "\x1b[1;30;47m Q♠ " in raw  # a black queen on a white card
        assert "last trick: you Q♠" in plain(raw)
        screen.type("quit")
        screen.wait_for("sheepshead-lamb.match\r\n")
        assert screen.end() == 0


def test_no_color_is_respected_and_trumps_are_still_told(tmp_path: Path) -> None:
    with Screen("play", "sheepshead", "--seed", "lamb", "--pace", "none", cwd=tmp_path, NO_COLOR="1") as screen:
        screen.wait_for("(? helps)")
        screen.type("pass")
        raw = screen.wait_for("Your card")
        assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|9[0-7])m", screen.raw)
        assert "[Q♣]" in plain(raw)
        assert "trumps" in plain(raw)


def test_questions_are_answered_below_the_table_or_on_a_page(tmp_path: Path) -> None:
    with Window("play", "goathead", "--seed", "kid", "--pace", "none", cwd=tmp_path, size=(100, 50)) as screen:
        screen.wait_for("(? helps)")
        for line, answer in [
            ("?", "Words may be shortened"),
            ("zz", "[action_text]"),
            ("why 7h", "[wrong_phase,"),
            ("rules", "G17"),
            ("rules G51", "no brush"),
            ("score", "a race to 30"),
            ("log", "you deal"),
            ("hint", "The master says"),
        ]:
            screen.type(line)
            screen.wait_for(answer, "(? helps)")
        assert "The master is thinking" in plain(screen.raw)
        screen.type("bid nil")
        screen.wait_for("no trick to be taken")


def test_a_deal_ends_with_the_sheet_and_all_cards(tmp_path: Path) -> None:
    with Screen("play", "grim", "--seed", "grimtest1", "--pace", "none", cwd=tmp_path) as screen:
        screen.wait_for("(? helps)")
        for _ in range(60):
            seen = plain(screen.raw.rpartition("\x1b[H")[2])
            if "Press Enter to go on" in seen:
                break
            choices = re.search(r"You may: ([^,(]+?)[,( ]", seen)
            keys = re.findall(r"\b((?:10|[7-9jqka])[cshd])\b", seen)
            screen.type("pass" if "pass" in seen and choices else choices[1] if choices else keys[0])
            screen.wait_for("(? helps)")
        shown = plain(screen.raw)
        assert "The deal was:" in shown
        assert "total NS" in shown
        screen.type("score")
        screen.wait_for("Press Enter to go on")
        screen.type("claim")
        screen.wait_for("[deal_over, rule X6]")
        screen.type("")
        screen.wait_for("deal 2 of 12")


@pytest.mark.parametrize("by_signal", [False, True], ids=["Ctrl-C", "kill"])
def test_an_interrupt_saves_the_match(by_signal: bool, tmp_path: Path) -> None:
    with Screen("play", "clover", "--seed", "leaf", "--pace", "normal", cwd=tmp_path) as screen:
        screen.wait_for("(? helps)")
        screen.type("pass")
        time.sleep(0.3)  # nobody is faster; and a signal that comes between a prompt and its read waits for a key
        if by_signal:
            os.kill(screen.process.pid, signal.SIGTERM)
        else:
            screen.press(b"\x03")
        screen.wait_for("clover-leaf.match\r\n")
        assert screen.end() == (128 + signal.SIGTERM if by_signal else 130)
        assert "Traceback" not in screen.raw
    assert not saved("clover-leaf.match").match.over


def test_end_of_input_on_a_terminal_saves_too(tmp_path: Path) -> None:
    with Screen("play", "widderkopf", "--seed", "horn", "--plain", cwd=tmp_path) as screen:
        screen.wait_for("> ")
        screen.press(b"\x04")
        screen.wait_for("widderkopf-horn.match --plain")
        assert screen.end() == 0
        assert not re.search(r"\x1b\[[0-9;]*[mHJK]", screen.raw)


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    with Screen("play", "grim", "--seed", "x", cwd=tmp_path, TERM="dumb") as screen:
        screen.wait_for("You may: ")
        assert "\x1b" not in screen.raw
