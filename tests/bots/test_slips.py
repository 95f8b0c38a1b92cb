"""A newcomer's slips: plausible, never bold, the same from the same stream, and none of them a fault of the habits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

import pytest
from test_levels import TABLES

from sheepfold.bots import make_bot, slips
from sheepfold.bots.habits import convention
from sheepfold.bots.habits.base import Choice, bold
from sheepfold.bots.habits.goathead_auction import TEMPTED, auction_of, passing, promise
from sheepfold.bots.habits.sheepshead_auction import TEMPTED as TEMPTED_TO_PICK
from sheepfold.bots.habits.sheepshead_auction import needed, weight
from sheepfold.core.actions import (
    PASS,
    Action,
    Alone,
    Bid,
    Crack,
    Double,
    Give,
    Grim,
    NameOrder,
    Pass,
    Pick,
    Play,
    Show,
    Steal,
)
from sheepfold.core.order import TRUMP
from sheepfold.core.shuffle import Stream
from sheepfold.games.clover import ORDERS
from sheepfold.play.driver import drive
from sheepfold.play.player import Question
from sheepfold.play.view import View
from sheepfold.registry import HABITS, TEMPTATIONS, make_game

CLUMSY = make_bot("newcomer(mistakes=1000)")


def choices(text: str, deals: int, bot: str = "newcomer") -> Iterator[tuple[Question, Action]]:
    """Every question with a choice that comes up among bots, and what the habits choose there."""
    player = make_bot(bot)
    for number in range(deals):
        driver = drive(make_game(text), f"slips{number}")
        for question in driver.questions():
            if len(question.legal) > 1:
                yield question, convention(question.view, question.legal)[0]
            stream = Stream(f"slips{number}", str(question.number))
            driver.answer(question, player.choose(question.view, question.legal, stream).action)


@contextmanager
def known(game: str, found: object) -> Iterator[None]:
    """Temptations of somebody else's for a game that has none."""
    TEMPTATIONS.add(game, found)
    try:
        yield
    finally:
        TEMPTATIONS._added.pop(game)


@pytest.mark.parametrize("text", [*TABLES, "clover(exchange=off)"])
def test_slips_are_legal_never_bold_and_no_fault_of_the_habits(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slips, "suppress", lambda *_: nullcontext())
    slipped: Counter[bool] = Counter()
    for question, usual in choices(text, 12, "newcomer(mistakes=1000)"):
        found = slips.plausible(question.view, question.legal, usual)
        assert usual not in found
        assert set(found) <= set(question.legal)
        assert not any(map(bold, found))
        chosen = {CLUMSY.choose(question.view, question.legal, Stream("s", str(n))).action for n in range(8)}
        assert chosen <= set(found or {usual})
        slipped[bool(found)] += 1
    assert slipped[True] > slipped[False] / 2


@pytest.mark.parametrize(
    "action, is_bold",
    [
        (PASS, False),
        (Bid("suit", suit=0), False),
        (Bid("nil"), False),
        (Bid("court", rank=6), False),
        (Bid("suit", suit=0, slam=True), True),
        (Bid("nil", slam=True), True),
        (Bid("alone", suit=0), True),
        (Crack("crack"), False),
        (Crack("recrack"), True),
        (Crack("crackback"), True),
        (Crack("corner"), True),
        (Grim(), True),
        (Double(), True),
        (Alone(), True),
        (Pick(), False),
        (Play(3), False),
    ],
)
def test_what_nobody_says_by_mistake(action: Action, is_bold: bool) -> None:
    assert bold(action) == is_bold


def test_the_same_stream_makes_the_same_slip() -> None:
    for question, _ in choices("goathead", 2):
        once, again = (CLUMSY.choose(question.view, question.legal, Stream("a", "b")) for _ in range(2))
        assert once == again


# -- cards -------------------------------------------------------------------------------------------------------------


def test_the_second_best_card_is_the_best_of_the_others() -> None:
    gifts = 0
    for question, usual in choices("clover", 30, "conventions"):
        if type(usual) is Give and question.view.phase == "give":
            contract = question.view.contract
            assert contract is not None
            order = ORDERS[contract.suit]
            cards = [action.card for action in question.legal if isinstance(action, Give)]
            trumps = sorted((c for c in cards if order.cls[c] == TRUMP), key=lambda c: -order.power[TRUMP][c])
            if len(trumps) > 1:
                assert slips.plausible(question.view, question.legal, usual) == (Give(trumps[1]),)
                gifts += 1
    assert gifts > 5


def test_of_two_cards_the_other_one_is_second_best() -> None:
    for question, usual in choices("grim", 4):
        if len(question.legal) == 2 and type(usual) is Play:
            [other] = [action for action in question.legal if action != usual]
            assert slips.second_best(question.view, question.legal, usual) == other


def test_a_meld_is_forgotten_and_no_other_shown_in_its_place() -> None:
    shows = [(question, usual) for question, usual in choices("clover", 10) if type(usual) is Show]
    assert shows
    for question, usual in shows:
        found = slips.plausible(question.view, question.legal, usual)
        assert {type(action) for action in found} == {Play}


def test_who_has_lost_count_decides_by_the_last_trick_only() -> None:
    changed = 0
    for question, usual in choices("widderkopf", 10, "conventions"):
        found = slips.forgetful(question.view, question.legal)
        if len(question.view.done) <= 1:
            assert found is None
        elif type(usual) is Play and found != usual:
            assert isinstance(found, Play)
            changed += 1
    assert changed > 5


# -- auctions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["goathead", "grim", "sheepshead", "clover"])
def test_a_shy_newcomer_passes_where_the_habits_bid(text: str) -> None:
    bids = 0
    for question, usual in choices(text, 25):
        if PASS in question.legal and usual != PASS:
            assert PASS in slips.plausible(question.view, question.legal, usual)
            bids += 1
    assert bids > 3


def test_a_brave_newcomer_bids_little_more_than_the_hand_is_worth() -> None:
    brave: Counter[bool] = Counter()
    for question, usual in choices("goathead", 60):
        if type(usual) is not Pass:
            continue
        view, now = question.view, auction_of(question.view)
        sober = [bid for bid in question.legal if isinstance(bid, Bid) and not bold(bid)]
        most = max((promise(view, bid, now) for bid in sober), default=-99.0)
        found = slips.plausible(view, question.legal, usual)
        assert bool(found) == (most > passing(view, now) - TEMPTED)
        assert all(promise(view, bid, now) == most for bid in found if isinstance(bid, Bid))
        assert not any(type(action) is Steal for action in found)
        brave[bool(found)] += 1
    assert brave[True] > 10
    assert brave[False] > 10


def test_a_brave_newcomer_picks_with_a_trump_too_few() -> None:
    brave: Counter[bool] = Counter()
    for question, usual in choices("sheepshead", 40):
        if usual == PASS and Pick() in question.legal:
            nearly = weight(question.view.hand) >= needed(question.view) - TEMPTED_TO_PICK
            assert slips.plausible(question.view, question.legal, usual) == ((Pick(),) if nearly else ())
            brave[nearly] += 1
    assert brave[True] > 5
    assert brave[False] > 5


def test_a_grim_is_never_said_by_mistake_nor_its_order() -> None:
    for question, usual in choices("grim", 40):
        if usual == PASS or type(usual) is NameOrder:
            assert slips.plausible(question.view, question.legal, usual) == ()


# -- a game from outside -----------------------------------------------------------------------------------------------


def test_without_temptations_the_first_bid_in_order_is_said_too_bravely() -> None:
    with HABITS.without("goathead"), TEMPTATIONS.without("goathead"):
        question = drive(make_game("goathead"), "slips").question()
        assert question is not None
        usual = convention(question.view, question.legal)[0]
        assert usual == PASS
        first = next(action for action in question.legal if isinstance(action, Bid))
        assert slips.plausible(question.view, question.legal, usual) == (first,)


def _raises(view: View, legal: Sequence[Action]) -> Choice:
    raise RuntimeError("no idea")


def _illegal(view: View, legal: Sequence[Action]) -> Choice:
    return Bid("nil"), slips.WHY_SLIP


@pytest.mark.parametrize("tempted", [_raises, _illegal])
def test_temptations_of_somebody_else_that_fail_tempt_nobody(tempted: object) -> None:
    with TEMPTATIONS.without("sheepshead"), known("sheepshead", tempted):
        question = drive(make_game("sheepshead"), "slips").question()
        assert question is not None
        assert slips.overrated(question.view, question.legal) is None
