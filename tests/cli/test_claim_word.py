"""The word ``claim`` at the prompt, through a pipe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_helpers import Chooser, converse, run

from sheepfold.notation.records import read_toml

PLAYED = [
    ("goathead(target=6)", "claim"),
    ("widderkopf(rounds=1)", "claim"),
    ("grim:short", "claim"),
    ("grim:short", "claim none"),
    ("clover", "claim"),
]


def claiming(word: str) -> Chooser:
    """A player who claims before every decision."""
    said = [""]

    def choose(choices: list[str]) -> str:
        said[0] = ("pass" if "pass" in choices else choices[-1]) if said[0] == word else word
        return said[0]

    return choose


@pytest.mark.slow
@pytest.mark.parametrize(("game", "word"), PLAYED)
def test_claims_are_accepted_or_refused_in_one_sentence(game: str, word: str, tmp_path: Path) -> None:
    arguments = ["play", game, "--seed", "lamb", "--bots", "conventions", "--forced", "ask", "--record", "match.toml"]
    talk = converse(arguments, claiming(word), most=100, cwd=tmp_path)
    assert talk.status == 0, talk.text
    assert "The claim stands; the rest of the deal is played out." in talk.text
    answers = set(re.findall(r"^.*\[claim_.*\]$", talk.text, re.MULTILINE))
    unproved = "This claim is not proved by what you have seen; play on. [claim_unproved]"
    assert answers <= {unproved, "Tricks can be claimed only while they are played. [claim_tricks, rule X6]"}
    assert unproved in answers
    assert run("check", "match.toml", cwd=tmp_path).returncode == 0
    assert read_toml((tmp_path / "match.toml").read_text()).match.actions is not None


def test_after_a_claim_nobody_is_asked_until_the_deal_is_over(tmp_path: Path) -> None:
    talk = converse(["play", "grim", "--seed", "lamb", "--forced", "ask"], claiming("claim"), most=80, cwd=tmp_path)
    after = talk.text.partition("The claim stands")[2]
    assert "You may" not in after.partition("The deal is over and all cards are shown.")[0]


def test_a_claim_out_of_the_tricks_or_of_nonsense_is_refused_in_words(tmp_path: Path) -> None:
    said = run("play", "grim", "--seed", "lamb", input="claim\nclaim 3\nclaim much\nclaim -1\n", cwd=tmp_path).stdout
    assert said.count("[claim_tricks, rule X6]") == 2
    assert said.count("Say claim, claim none or, for at least three tricks, claim 3. [claim_text]") == 2


def test_more_tricks_than_are_left_cannot_be_claimed(tmp_path: Path) -> None:
    talk = converse(["play", "clover", "--seed", "lamb", "--forced", "ask"], claiming("claim 9"), most=30, cwd=tmp_path)
    assert "You can claim from 0 to 8 tricks now. [claim_number]" in talk.text
    assert "The claim stands" not in talk.text
