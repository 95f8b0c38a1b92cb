"""Claims: the prover beside the definition, the plan it gives, and what it refuses."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from sheepfold.core.actions import Action
from sheepfold.core.cards import mask_of, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.notation.actions import action_text
from sheepfold.play.driver import Driver, drive
from sheepfold.play.log import log_of
from sheepfold.play.match import Match, start
from sheepfold.play.player import Question
from sheepfold.play.view import View
from sheepfold.play.worlds import NoWorld, World, Worlds
from sheepfold.registry import GAMES, make_game
from sheepfold.solver import claim
from sheepfold.solver.claim import ClaimRefused, claimed, play_out, prove, tricks_left
from sheepfold.testing.claims import Position, TooLong, holds, main, measure, positions

NUMBER = 25
"""Positions a game here; the command tries many more."""


def late(name: str, number: int = NUMBER) -> list[Position]:
    """Late positions that are quickly enumerated."""
    found = (each for each in positions(name, "tests") if Worlds(each.game, each.view).placings <= 200)
    return list(islice(found, number))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_prover_agrees_with_the_definition(name: str) -> None:
    answers = set()
    for position in late(name):
        true = holds(position.game, position.view, position.tricks)
        assert (prove(position.game, position.view, position.tricks) is not None) == true, position
        answers.add(true)
    assert answers == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_plan_keeps_the_promise_in_other_worlds_against_anybody(name: str) -> None:
    kept = 0
    for number, (game, view, tricks) in enumerate((each.game, each.view, each.tricks) for each in late(name, 40)):
        draws = Stream("claims", f"{name}/{number}")
        for _ in range(3):
            plan = prove(game, view, tricks)
            if plan is None:
                break
            match = match_of(game, view, Worlds(game, view).sample(draws))
            before, need = side_tricks(match, view), tricks_left(view) if tricks is None else tricks
            line = play_out(match, view.own_seat, plan, lambda question, draws=draws: anything(question, draws))  # type: ignore[misc]
            for seat, action in line:
                match = match.act(seat, action).match
            won = side_tricks(match, view, Worlds(game, view)) - before
            assert won == 0 if need == 0 else won >= need
            kept += 1
    assert kept >= 10


def match_of(game: Game[Any], view: View, world: World) -> Match:
    """A match in which this world is the truth."""
    match = start(game, "claims", standing=view.begun, deal=world.deal)
    for seat, action in world.actions:
        match = match.act(seat, action).match
    return match


def anything(question: Question, draws: Stream) -> Action:
    """An opponent without any sense."""
    return question.legal[draws.below(len(question.legal))]


def side_tricks(match: Match, view: View, worlds: Worlds | None = None) -> int:
    """The tricks of whoever plays with the viewer in every world."""
    game, me = match.game, view.own_seat
    sides = [game.problem(state).sides for _, state in (worlds or Worlds(game, view)).now()]
    own = [seat for seat in range(game.seats) if all(side[seat] == side[me] for side in sides)]
    return sum(game.taken(match.state).tricks[seat] for seat in own)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_where_the_cards_lie_now_does_not_depend_on_how_they_came_there(name: str) -> None:
    for position in late(name, 12):
        game, worlds = position.game, Worlds(position.game, position.view)
        now = {repr(game.problem(state)) for _, state in worlds.now()}
        drawn = {repr(game.problem(worlds.draw(Stream("now", str(i)))[1])) for i in range(60)}
        assert drawn <= now


# -- the first proof: winners one after the other ----------------------------------------------------------------------


def four_cards(hand: str) -> Match:
    """Seat 0 has these four cards in Grim, says Grim without trumps, high, and leads."""
    game = make_game("grim")
    own = mask_of(parse_cards(hand))
    rest = [c for c in game.deck.cards if not own >> c & 1]
    fours = [mask_of(rest[i : i + 4]) for i in range(0, 28, 4)]
    deal = Deal((own, *fours[:3]), 0, None, tuple(fours[3:]))
    standing = Standing(3, (0, 0))
    match = start(game, None, standing=standing, deal=deal)
    for said in ("grim", "pass", "pass", "pass", "order high", "trump none"):
        assert match.turn is not None
        action = next(each for each in match.legal if action_text(each) == said)
        match = match.act(match.turn, action).match
    return match


def test_winners_are_claimed_however_many_worlds_there_are() -> None:
    match = four_cards("AC AS AH AD")
    view = match.view(0)
    with pytest.raises(NoWorld, match="too_many_worlds"):
        next(Worlds(match.game, view).now(claim.TRIALS))
    assert prove(match.game, view) is not None
    assert prove(match.game, view, work=0) is not None
    assert prove(match.game, view, 0) is None


@pytest.mark.parametrize(("hand", "sure"), [("AC KC QC JC", 4), ("AC KC JC AH", 3), ("KC QC JC 10C", 0)])
def test_only_as_many_winners_as_are_sure(hand: str, sure: int) -> None:
    match = four_cards(hand)
    proved = [tricks for tricks in range(1, 5) if prove(match.game, match.view(0), tricks) is not None]
    assert proved == list(range(1, sure + 1))


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_a_wrong_claim_and_one_that_is_too_hard_get_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    right, wrong = four_cards("AC AS AH AD"), four_cards("KC QC JC 10C")
    refused = []
    for match, proof in ((wrong, prove), (right, lambda *_: None)):
        monkeypatch.setattr(claim, "prove", proof)
        with pytest.raises(ClaimRefused) as caught:
            claimed(match.game, match.view(0))
        refused.append((caught.value.code, str(caught.value)))
    assert refused[0] == refused[1]
    assert refused[0][0] == "claim_unproved"


@pytest.mark.slow
def test_nothing_is_proved_beyond_the_bounds() -> None:
    true = [each for each in late("grim", 60) if prove(each.game, each.view, each.tricks) is not None]
    searched = [each for each in true if prove(each.game, each.view, each.tricks, trials=0) is None]
    assert searched
    assert len(searched) < len(true)
    assert all(prove(each.game, each.view, each.tricks, work=0) is None for each in searched)
    with pytest.raises(TooLong):
        holds(searched[0].game, searched[0].view, searched[0].tricks, steps=0)
    with pytest.raises(TooLong):
        holds(searched[0].game, searched[0].view, searched[0].tricks, worlds=0)


def test_who_is_not_on_turn_or_not_in_the_tricks_cannot_claim() -> None:
    match = four_cards("AC AS AH AD")
    for viewer in (1, None):
        with pytest.raises(IllegalAction, match="claim_turn"):
            prove(match.game, match.view(viewer))
    with pytest.raises(IllegalAction, match="claim_number"):
        prove(match.game, match.view(0), 5)
    with pytest.raises(IllegalAction, match="claim_number"):
        prove(match.game, match.view(0), -1)
    driver = drive(make_game("grim"), "lamb")
    assert driver.match.turn is not None
    with pytest.raises(IllegalAction, match="claim_tricks"):
        prove(driver.match.game, driver.view(driver.match.turn))


def test_an_accepted_claim_goes_through_the_driver() -> None:
    match = four_cards("AC AS AH AD")
    driver = Driver(log_of(match))
    line = play_out(driver.match, 0, claimed(match.game, driver.view(0)), lambda question: question.legal[-1])
    logged = driver.claim(0, line)
    assert [type(each.entry).__name__ for each in logged] == ["Claimed"] + 16 * ["Acted"]
    assert driver.match.turn is None
    assert driver.match.game.taken(driver.match.state).tricks == (4, 0, 0, 0)


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--positions", "3", "widderkopf"]) == 0
    assert "widderkopf   proved     3, accepted     3 (100.0 %)" in capsys.readouterr().out
    assert main(["skat"]) == 2
    assert "There is no game 'skat'" in capsys.readouterr().out


def test_the_command_finds_a_prover_that_says_yes_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.testing.claims.prove", lambda *_: object())
    assert measure("widderkopf", 2).wrong > 0
    assert main(["--positions", "2", "widderkopf"]) == 1
