"""Bots by name: ours, installed ones, and classes that the caller names; a file never causes an import."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from guest_bots import First, Moody

from sheepfold.bots import BOTS, UnknownBot, known_bot, make_bot
from sheepfold.bots.levels import club
from sheepfold.bots.roster import one_each, separate
from sheepfold.bots.simple import RandomBot

GUEST = "guest_bots:First"


@pytest.fixture(autouse=True)
def _forget_guests() -> Iterator[None]:
    yield
    for name in [name for name in BOTS if name.startswith("guest_bots:")]:
        BOTS._added.pop(name)


def test_our_own_bots_stand_from_the_weakest_to_the_strongest() -> None:
    assert list(BOTS)[:6] == ["random", "conventions", "newcomer", "regular", "club", "master"]
    assert all(make_bot(name).name == name for name in list(BOTS)[:6])
    assert isinstance(make_bot(" random() "), RandomBot)


def test_a_level_is_a_function_of_its_options() -> None:
    assert club(worlds=4).level == getattr(make_bot("club(worlds=4)"), "level", None)
    with pytest.raises(UnknownBot, match="bot_option"):
        club(depth=4)
    with pytest.raises(UnknownBot, match="not '0'"):
        club(worlds=0)
    with pytest.raises(UnknownBot, match="no option 'name'"):
        make_bot("club(name=3)")


def test_a_class_can_be_named_by_whoever_calls() -> None:
    assert isinstance(make_bot(GUEST), First)
    moody = make_bot("guest_bots:Moody(depth=3, mood=wild)")
    assert isinstance(moody, Moody)
    assert (moody.depth, moody.mood) == (3, "wild")


def test_a_text_out_of_a_file_never_causes_an_import() -> None:
    with pytest.raises(UnknownBot, match=r"There is no bot 'this:s'.*\[unknown_bot\]"):
        known_bot("this:s")
    assert "this" not in sys.modules
    with pytest.raises(UnknownBot, match="unknown_bot"):
        known_bot(GUEST)
    make_bot(GUEST)
    assert isinstance(known_bot(GUEST), First)
    assert known_bot("club(worlds=2)").name == "club(worlds=2)"


def test_an_installed_bot_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.registry._entry_points", lambda kind: {"guest-bot": GUEST, "gone": "gone:Bot"})
    assert "guest-bot" in BOTS
    assert isinstance(known_bot("guest-bot"), First)
    with pytest.raises(UnknownBot, match="not_loaded"):
        make_bot("gone")


@pytest.mark.parametrize(
    "text, code, words",
    [
        ("guest_bots:Nobody", "not_loaded", "cannot be loaded"),
        ("no_such_module:Bot", "not_loaded", "cannot be loaded"),
        ("guest_bots:Chair", "not_a_bot", "it has no choose"),
        ("guest_bots:Nameless", "not_a_bot", "it has no name"),
        ("guest_bots:NUMBER", "not_a_bot", "cannot be called"),
        ("guest_bots:Broken", "bot_not_made", "RuntimeError: out of cards."),
        ("guest_bots:First(depth=2)", "bot_option", "has no options"),
        ("guest_bots:Moody(width=2)", "bot_option", "does not take these options"),
        ("guest_bots:Moody(depth)", "bot_option", "write name=value"),
        ("guest_bots:Moody(depth=1,depth=2)", "bot_option", "given twice"),
    ],
)
def test_what_is_no_bot_is_refused_in_words(text: str, code: str, words: str) -> None:
    with pytest.raises(UnknownBot, match=rf"\[{code}\]$") as refused:
        make_bot(text)
    assert words in refused.value.sentence
    assert refused.value.sentence.endswith(".")
    assert text.partition("(")[0] not in BOTS


@pytest.mark.parametrize(
    "text, bots",
    [
        ("club", ("club",)),
        ("club,newcomer", ("club", "newcomer")),
        ("club(worlds=8,playouts=4)", ("club(worlds=8,playouts=4)",)),
        (
            " club(worlds=8,playouts=4) , newcomer,a:B(c=1,d=2)",
            ("club(worlds=8,playouts=4)", "newcomer", "a:B(c=1,d=2)"),
        ),
        ("club,,club", ("club", "", "club")),
        ("", ("",)),
    ],
)
def test_commas_inside_brackets_belong_to_a_bots_options(text: str, bots: tuple[str, ...]) -> None:
    assert separate(text) == bots


def test_one_bot_for_all_seats_or_one_for_each() -> None:
    a, b, c = (make_bot(name) for name in ("random", "newcomer", "club"))
    assert one_each([a], 3) == (a, a, a)
    assert one_each([a, b, c], 3) == (a, b, c)
    assert one_each([a], 1) == (a,)
    for bots, seats in (([a, b], 3), ([a, b, c, a], 3), ([a, b], 1)):
        with pytest.raises(UnknownBot, match=r"\[bot_count\]$"):
            one_each(bots, seats)
