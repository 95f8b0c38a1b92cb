"""The bot does what it says, and what it does is allowed in every game."""

from __future__ import annotations

import pytest

from sheepfold import Chance, SheepfoldError, by_bots, drive, make_bot, make_game, play_deal
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.player import ask_bot
from thrifty import Thrifty

OURS = ("goathead", "widderkopf", "grim", "sheepshead", "clover")


def chosen(bot: Thrifty, *played: str) -> str:
    """What the bot plays in Sheepshead to the first trick of the seed ``wool`` after these cards."""
    driver = drive(make_game("sheepshead"), "wool")
    for text in ("pass", "pick", "bury kc", "bury 7c", "call ah", *played):
        question = driver.question()
        assert question is not None
        driver.answer(question, parse_action(text))
    question = driver.question()
    assert question is not None
    return action_text(ask_bot(bot, question, Chance("any")).action)


def test_it_leads_what_costs_least() -> None:
    assert chosen(Thrifty()) == "8C"  # from 8C 9S JS 9H 10H QD


def test_it_wins_with_the_cheapest_card_that_does() -> None:
    assert chosen(Thrifty(), "9h", "8h", "ah", "7h") == "JD"  # of 9C QC 8S 10S JD AD only trumps win


def test_it_leaves_a_trick_that_is_too_poor() -> None:
    trick = ("9h", "8h", "ah", "7h")  # 11 points
    assert chosen(Thrifty(worth=11), *trick) == "JD"
    assert chosen(Thrifty(worth=12), *trick) == "8S"


@pytest.mark.parametrize("game", OURS)
def test_what_it_does_is_allowed_in_every_game(game: str) -> None:
    for seed in range(20):
        driver = drive(make_game(game), str(seed))
        seated = [Thrifty(worth=seed % 3 * 5)] * driver.match.game.seats
        assert play_deal(driver, by_bots(seated, Chance("any"))).outcome is not None


def test_its_option_is_read_and_nonsense_refused() -> None:
    assert make_bot("thrifty.bot:Thrifty(worth=4)").name == "thrifty(worth=4)"
    for wrong in ("thrifty.bot:Thrifty(worth=lots)", "thrifty.bot:Thrifty(worth=-1)", "thrifty.bot:Thrifty(thrift=1)"):
        with pytest.raises(SheepfoldError):
            make_bot(wrong)
