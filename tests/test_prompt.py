"""The grammar of the prompt."""

from __future__ import annotations

import pytest

from sheepfold.core.actions import Action, Bury, Call, Play
from sheepfold.core.cards import parse_card
from sheepfold.core.errors import BadText
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.prompt import LONGEST, WORDS, Actions, Word, action_for, clean, read


def legal(*texts: str) -> list[Action]:
    return [parse_action(each) for each in texts]


TRICK = legal("QC", "QS", "10H", "7D")
AUCTION = legal("pass", "steal", "bid clubs", "bid hearts", "bid nil", "bid clubs slam", "bid alone clubs")
BURY = legal("bury 10S", "bury 9S", "bury QC")


def done(line: str, offers: list[Action]) -> str:
    """What a line does, as canonical text."""
    reading = read(line, offers)
    assert isinstance(reading, Actions)
    assert len(reading.parts) == 1
    return action_text(action_for(reading.parts[0], offers))


@pytest.mark.parametrize(
    "line, offers, action",
    [
        ("qc", TRICK, "QC"),
        ("Q♣", TRICK, "QC"),
        ("  10h ", TRICK, "10H"),
        ("10", TRICK, "10H"),
        ("7", TRICK, "7D"),
        ("pa", AUCTION, "pass"),
        ("steal", AUCTION, "steal"),
        ("st", AUCTION, "steal"),
        ("bid clubs", AUCTION, "bid clubs"),
        ("bid cl", AUCTION, "bid clubs"),
        ("b h", AUCTION, "bid hearts"),
        ("nil", AUCTION, "bid nil"),
        ("hearts", AUCTION, "bid hearts"),
        ("clubs slam", AUCTION, "bid clubs slam"),
        ("alone ♣", AUCTION, "bid alone clubs"),
        ("10s", BURY, "bury 10S"),
        ("b 9", BURY, "bury 9S"),
        ("bury q♣", BURY, "bury QC"),
        ("hearts", legal("trump clubs", "trump hearts", "trump none"), "trump hearts"),
        ("none", legal("trump clubs", "trump none"), "trump none"),
        ("high", legal("order high", "order low"), "order high"),
        ("show", [*legal("KC", "QC"), parse_action("show KC QC")], "show KC QC"),
        ("ac", legal("call AC", "call AS", "alone"), "call AC"),
    ],
)
def test_whatever_is_clear_may_be_shortened(line: str, offers: list[Action], action: str) -> None:
    assert done(line, offers) == action


@pytest.mark.parametrize(
    "line", ["q", "s", "b", "bid", "h", "zz", "qqq", "", ";", "bury", "11c", "why7h", "\x00\x1b[2J"]
)
def test_unclear_or_senseless_lines_are_refused_in_one_sentence(line: str) -> None:
    offers = [*TRICK, *AUCTION]
    with pytest.raises(BadText) as refused:
        read(line, offers)
    assert refused.value.code in ("ambiguous", "action_text")
    assert "\n" not in str(refused.value)
    assert str(refused.value).isprintable()


def test_q_never_plays_a_queen_for_somebody_who_wants_to_quit() -> None:
    only_queen = legal("QC", "7D")
    with pytest.raises(BadText, match="quit"):
        read("q", only_queen)
    assert read("q", legal("7D")) == Word("quit")


@pytest.mark.parametrize("word", WORDS)
def test_the_words_of_the_table_work_whatever_may_be_done(word: str) -> None:
    for offers in (TRICK, AUCTION, BURY, []):
        assert read(word.upper(), offers) == Word(word)


@pytest.mark.parametrize(
    "line, word", [("help", "?"), ("why 7h", "why"), ("rules G51", "rules"), ("save a b.toml", "save")]
)
def test_words_with_something_behind_them(line: str, word: str) -> None:
    reading = read(line, TRICK)
    assert isinstance(reading, Word)
    assert reading.name == word
    assert reading.rest == line.partition(" ")[2]


def test_several_actions_go_on_one_line() -> None:
    assert read("bury 10s 9s", BURY) == Actions(("bury 10s", "bury 9s"))
    assert read("10s 9s", BURY) == Actions(("10s", "9s"))
    assert read("pick; bury 10s 9s; call ac", legal("pass", "pick")) == Actions(
        ("pick", "bury 10s", "bury 9s", "call ac")
    )
    assert read("show JS QS KS", legal("show JS QS KS")) == Actions(("show JS QS KS",))


def test_nothing_is_done_if_a_later_part_can_never_be_read() -> None:
    with pytest.raises(BadText):
        read("pick; burry 10s", legal("pass", "pick"))


def test_a_bare_card_means_what_is_asked_for_allowed_or_not() -> None:
    assert action_for("7h", BURY) == Bury(parse_card("7H"))
    assert action_for("7h", legal("call AC", "alone")) == Call(parse_card("7H"))
    assert action_for("7h", TRICK) == Play(parse_card("7H"))


def test_lines_are_cleaned() -> None:
    assert clean("  a\t b\x07\x1b ") == "a b"
    assert len(clean("x" * 10_000)) == LONGEST


SLAMS = legal("pass", "bid nil", "bid spades slam", "bid hearts slam")


@pytest.mark.parametrize("line", ["bid spades", "BID ♠", "bid s"])
def test_a_whole_action_is_never_read_as_another_one(line: str) -> None:
    """Whoever bids spades where that is too low is refused, and has not bid a slam."""
    assert done(line, SLAMS) == "bid spades"


@pytest.mark.parametrize("line", ["b h", "spades", "sp"])
def test_a_shortening_never_grows_into_a_slam(line: str) -> None:
    with pytest.raises(BadText):
        read(line, SLAMS)
    assert done("bid s s", SLAMS) == "bid spades slam"
    assert done("spades slam", SLAMS) == "bid spades slam"
