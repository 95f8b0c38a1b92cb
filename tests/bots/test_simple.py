"""The simple bots: always legal, always the same, and better than chance."""

from __future__ import annotations

import pytest
from habit_helpers import decided

from sheepfold.bots import BOTS, NO_LIMIT, Bot, ConventionsBot, Decision, RandomBot, UnknownBot, make_bot
from sheepfold.core.shuffle import Stream
from sheepfold.play.driver import drive
from sheepfold.play.match import Match, start
from sheepfold.registry import make_game

TABLES = [
    "goathead",
    "goathead(auction=passes_reopen,suit_precedence=C>S>H>D)",
    "widderkopf",
    "widderkopf(discard_from=hand_or_faceup)",
    "grim",
    "grim(make5_order=predeclarer,eight_card_double=disabled)",
    "sheepshead",
    "sheepshead(players=3)",
    "sheepshead(players=4,four_handed=8+0,partner=fixed)",
    "sheepshead(players=6,all_pass=mittler,mittler_even=last_bidder_decides)",
    "sheepshead(players=7,all_pass=schneidster,partner=jack_of_diamonds)",
    "sheepshead(players=8,unknown_call=hidden_partner)",
    "sheepshead(all_pass=forced_pick)",
    "clover",
    "clover(exchange=off,nt_outbid=all_players)",
    "clover(max_redeals=0,return_same_card=forbidden)",
]


def deal(text: str, seed: str, bots: list[Bot]) -> tuple[Match, list[Decision]]:
    """One deal by bots, seat by seat in turn."""
    driver = drive(make_game(text), seed)
    decisions: list[Decision] = []
    for question, decision in decided(driver, bots):
        assert decision.action in question.legal
        decisions.append(decision)
    return driver.match, decisions


@pytest.mark.parametrize("text", TABLES)
def test_bots_do_only_what_is_legal_and_say_why(text: str) -> None:
    for seed in range(8):
        _, decisions = deal(text, f"legal{seed}", [ConventionsBot(), RandomBot()])
        for decision in decisions:
            assert str(decision.reason).endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_numbers_give_the_same_decision(name: str) -> None:
    for text in ("goathead", "sheepshead"):
        assert deal(text, "twice", [make_bot(name)])[1] == deal(text, "twice", [make_bot(name)])[1]


@pytest.mark.parametrize(
    "text, deals", [("goathead", 12), ("widderkopf", 20), ("grim", 12), ("sheepshead", 24), ("clover", 10)]
)
def test_conventions_beat_chance(text: str, deals: int) -> None:
    """Seats 0 and 2 (and 4) play by the conventions, the others at random; both sides sit in each place."""
    habit = chance = 0
    for number in range(deals):
        bots: list[Bot] = [ConventionsBot(), RandomBot()] if number % 2 else [RandomBot(), ConventionsBot()]
        match, _ = deal(text, f"beat{number // 2}", bots)
        assert match.outcome is not None
        own = 0 if number % 2 else 1
        delta = match.outcome.delta
        habits = [delta[side] for side in range(len(delta)) if side % 2 == own]
        others = [delta[side] for side in range(len(delta)) if side % 2 != own]
        habit += sum(habits) * len(others)
        chance += sum(others) * len(habits)
    assert habit > chance


def test_random_play_reaches_everything() -> None:
    match = start(make_game("goathead"), "reach")
    assert match.turn is not None
    view = match.view(match.turn)
    rng = Stream("s", "reach")
    chosen = {RandomBot().choose(view, match.legal, rng, NO_LIMIT).action for _ in range(600)}
    assert chosen == set(match.legal)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(UnknownBot, match="unknown_bot"):
        make_bot("clever")
