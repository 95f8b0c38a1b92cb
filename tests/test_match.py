"""Matches as values, and the seed that stays hidden until the end."""

from __future__ import annotations

import random

import msgspec
import pytest

from sheepfold.core.actions import Action, Pass
from sheepfold.core.errors import BadDeal, IllegalAction
from sheepfold.core.events import MatchOver
from sheepfold.play.driver import drive, play_match
from sheepfold.play.match import Match, dealer_by_hand, start
from sheepfold.play.player import Question
from sheepfold.registry import GAMES, make_game


def finished(text: str, seed: str) -> Match:
    rng = random.Random(seed)
    passing = 0.5 if text == "clover" else 1  # Goathead at random has few makers; Clover would be thrown in for ever

    def choose(question: Question) -> Action:
        legal = question.legal
        return Pass() if Pass() in legal and rng.random() < passing else rng.choice(legal)

    return play_match(drive(make_game(text), seed), choose, most=40)


SHORT = ["goathead(target=1,end_tie=shared)", "widderkopf:short", "grim(deals=10)", "sheepshead(hands=3)", "clover"]


@pytest.mark.parametrize("text", SHORT)
def test_a_match_ends_with_winners_and_only_then_tells_its_seed(text: str) -> None:
    match = finished(text, "a very secret seed")
    (over,) = match.closing
    assert isinstance(over, MatchOver)
    assert over.seed == "a very secret seed"
    assert over.winners
    assert max(match.scores) == match.scores[over.winners[0]]
    for seat in (*range(match.game.seats), None):
        assert b"secret" not in msgspec.json.encode(match.view(seat))


@pytest.mark.parametrize("text", SHORT)
def test_acting_on_a_match_leaves_the_old_one_alone(text: str) -> None:
    game = make_game(text)
    match = start(game, "lamb")
    turn = match.turn
    assert turn is not None
    before = msgspec.json.encode((match.events, match.actions))
    after = match.act(turn, match.legal[0]).match
    assert msgspec.json.encode((match.events, match.actions)) == before
    assert len(after.actions) == 1
    assert start(game, "lamb") == match


@pytest.mark.parametrize("name", GAMES)
def test_the_checked_door_refuses_in_words_and_changes_nothing(name: str) -> None:
    match = start(make_game(name), "lamb")
    turn = match.turn
    assert turn is not None
    other = (turn + 1) % match.game.seats
    with pytest.raises(IllegalAction) as refused:
        match.act(other, match.legal[0])
    assert refused.value.code == "not_your_turn"
    with pytest.raises(IllegalAction) as refused:
        match.next_deal()
    assert refused.value.code == "deal_not_over"


def test_after_the_end_nothing_can_be_done() -> None:
    match = finished("widderkopf:short", "lamb")
    with pytest.raises(IllegalAction) as refused:
        match.act(0, Pass())
    assert refused.value.code == "deal_over"
    with pytest.raises(IllegalAction) as refused:
        match.next_deal()
    assert refused.value.code == "match_over"


def test_a_match_without_a_seed_needs_its_cards() -> None:
    with pytest.raises(BadDeal) as refused:
        start(make_game("grim"), None)
    assert refused.value.code == "no_seed"


@pytest.mark.parametrize("name", GAMES)
def test_chance_finds_the_first_dealer_unless_the_table_names_one(name: str) -> None:
    assert dealer_by_hand(make_game(name)) is None


@pytest.mark.rule("R14", "RQ22")
def test_the_question_who_deals_where_the_table_names_a_seat() -> None:
    field = dealer_by_hand(make_game("grim(coin_toss=manual_seat)"))
    assert field is not None
    assert (field.name, field.rule, len(field.choices)) == ("dealer", "R14", 4)
