"""The four levels: what they are made of, their mistakes, their texts, and that they never do what is not legal."""

from __future__ import annotations

from itertools import pairwise

import pytest
from habit_helpers import decided

from sheepfold.bots import LEVELS, Budget, UnknownBot, make_bot
from sheepfold.bots.habits import convention
from sheepfold.bots.slips import plausible
from sheepfold.core.shuffle import Stream
from sheepfold.play.driver import drive
from sheepfold.play.match import start
from sheepfold.registry import make_game

TABLES = [
    "goathead",
    "widderkopf",
    "grim",
    "sheepshead",
    "sheepshead(players=3)",
    "sheepshead(players=4,four_handed=8+0,partner=fixed)",
    "sheepshead(players=7,all_pass=schneidster,partner=jack_of_diamonds)",
    "clover",
]


def test_every_level_thinks_further_than_the_one_below() -> None:
    names = list(LEVELS)
    assert names == ["newcomer", "regular", "club", "master"]
    for weak, strong in pairwise(names):
        assert LEVELS[weak].worlds < LEVELS[strong].worlds
        assert LEVELS[weak].nodes < LEVELS[strong].nodes
        assert LEVELS[weak].playouts <= LEVELS[strong].playouts


def test_a_newcomer_slips_about_as_often_as_it_says() -> None:
    match = start(make_game("goathead"), "slips")
    assert match.turn is not None
    view, sound = match.view(match.turn), convention(match.view(match.turn), match.legal)[0]
    bot = make_bot("newcomer")
    choices = [bot.choose(view, match.legal, Stream("slips", str(n))).action for n in range(1000)]
    odd = sum(choice != sound for choice in choices) / 1000
    assert plausible(view, match.legal, sound), "there is something to slip into"
    assert abs(odd - LEVELS["newcomer"].mistakes / 1000) < 0.05
    careful = make_bot("newcomer(mistakes=0)")
    assert {careful.choose(view, match.legal, Stream("slips", str(n))).action for n in range(50)} == {sound}


def test_a_regular_slips_into_habit() -> None:
    driver = drive(make_game("grim"), "habit")
    for question in driver.questions():
        if question.view.phase == "tricks" and len(question.legal) >= 3:
            break
        driver.answer(question, convention(question.view, question.legal)[0])
    match = driver.match
    assert match.turn is not None
    view = match.view(match.turn)
    habit = make_bot("regular(mistakes=1000)").choose(view, match.legal, Stream("habit", "x"))
    assert habit.values == ()
    assert habit.action == convention(view, match.legal)[0]
    assert make_bot("regular(mistakes=0)").choose(view, match.legal, Stream("habit", "x")).values != ()


@pytest.mark.parametrize("text", TABLES)
def test_mixed_tables_do_only_what_is_legal_and_say_why(text: str) -> None:
    bots = [make_bot(f"{name}(worlds=2,nodes=20000,playouts=4)") for name in ("regular", "club", "master")]
    bots.append(make_bot("newcomer"))
    for number in range(2):
        driver = drive(make_game(text), f"mixed{number}")
        for question, decision in decided(driver, bots[number:] + bots[:number]):
            assert str(decision.reason).endswith(".")
            assert {action for action, _ in decision.values} <= set(question.legal)


def test_a_budget_of_the_caller_goes_before_the_levels_own() -> None:
    match = start(make_game("sheepshead"), "budget")
    assert match.turn is not None
    view = match.view(match.turn)
    cut = make_bot("club").choose(view, match.legal, Stream("b", "b"), Budget(worlds=2))
    fewer = LEVELS["club"].playouts * 2 // LEVELS["club"].worlds
    assert cut == make_bot(f"club(worlds=2,playouts={fewer})").choose(view, match.legal, Stream("b", "b"))


@pytest.mark.parametrize(
    "text, code",
    [
        ("clever", "unknown_bot"),
        ("", "unknown_bot"),
        ("random(worlds=2)", "bot_option"),
        ("club(depth=2)", "bot_option"),
        ("club(worlds=many)", "bot_option"),
        ("club(worlds=0)", "bot_option"),
        ("club(worlds=-1)", "bot_option"),
        ("club(worlds=99999999999)", "bot_option"),
        ("club((", "unknown_bot"),
        ("c l u b", "unknown_bot"),
        ("club(infer=2)", "bot_option"),
        ("newcomer(mistakes=1001)", "bot_option"),
        ("club(worlds=8,worlds=9)", "bot_option"),
        ("club(worlds=8,)", "bot_option"),
    ],
)
def test_a_bot_that_cannot_be_is_refused_in_words(text: str, code: str) -> None:
    with pytest.raises(UnknownBot, match=rf"\[{code}\]$") as refused:
        make_bot(text)
    assert refused.value.sentence.endswith(".")
