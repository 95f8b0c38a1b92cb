"""What an end of the deal is worth: game points against the others, the match, and leaves that pay what play would."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.bots.stakes import Pricing, stake
from sheepfold.core.actions import Play
from sheepfold.core.events import Outcome, Standing
from sheepfold.core.shuffle import Stream
from sheepfold.play.driver import Driver, drive
from sheepfold.registry import make_game
from sheepfold.solver import Count, solve

OPEN = ("goathead", "widderkopf", "grim", "sheepshead", "sheepshead(players=3)", "clover")


def ending(game: Any, number: int, left: int) -> Driver | None:
    """A random deal, stopped where the seat on turn has that many cards left; ``None`` if it has no two sides then."""
    driver, draws = drive(game, f"leaf{number}"), Stream("leaf", str(number))
    for question in driver.questions():
        turn, legal, state = question.seat, question.legal, driver.match.state
        if game.phase(state) == "tricks" and all(isinstance(action, Play) for action in legal):
            problem = game.problem(state)
            own = problem.hands[turn].bit_count() + sum(seat == turn for seat, _, _ in problem.piles)
            if own == left:
                fought = problem.aim in ("most points", "most tricks") and len(set(problem.sides)) == 2
                return driver if fought else None
        driver.answer(question, legal[draws.below(len(legal))])
    return None


@pytest.mark.parametrize("text", OPEN)
def test_a_leaf_pays_what_the_kernels_line_is_paid(text: str) -> None:
    game = make_game(text)
    compared = 0
    for number in range(80):
        driver = ending(game, number, 4)
        if driver is None:
            continue
        match = driver.match
        seat, problem = match.turn, game.problem(match.state)
        assert seat is not None
        count: Count = "tricks" if problem.aim == "most tricks" else "points"
        answer = solve(problem, count=count, line=True)
        pricing = Pricing(game, match.standing, match.state, problem, seat)
        assert answer.value is not None
        expected = pricing.worth(answer.value, count)
        for question, card in zip(driver.questions(), answer.line, strict=True):
            driver.answer(question, Play(card))
        match = driver.match
        assert match.outcome is not None
        if text == "clover" and match.outcome.melds != melds_before(problem):
            continue  # melds won in tricks are not in the leaf
        assert stake(game, match.standing, match.outcome, seat).points == expected.points
        compared += 1
    assert compared >= 15


def melds_before(problem: Any) -> tuple[int, int]:
    """The melds of the teams before the ending."""
    melds = problem.meld_points
    return melds[0] + melds[2], melds[1] + melds[3]


def test_points_are_counted_against_the_others() -> None:
    """In Goathead a lost suit contract costs the declarers and pays nobody, yet the defenders have gained by it."""
    game, standing = make_game("goathead"), Standing(0, (0, 0, 0, 0))
    lost = Outcome((-4, -4, 0, 0))
    assert stake(game, standing, lost, 2).points == pytest.approx(8 / 3)
    assert stake(game, standing, lost, 0).points == pytest.approx(-4 + 4 / 3)


def test_the_match_counts_when_it_ends_with_this_deal() -> None:
    game = make_game("widderkopf(rounds=2)")
    won = Outcome((1, 0))
    last = Standing(0, (3, 3), deal=2)
    assert stake(game, last, won, 0).match == 1
    assert stake(game, last, won, 1).match == -1
    assert stake(game, replace(last, deal=1), won, 0).match == 0
    shared = make_game("goathead(target=10,end_tie=shared)")
    both = Outcome((4, 4, 0, 0))
    assert stake(shared, Standing(0, (6, 6, 0, 0)), both, 0).match == 0.5
    assert stake(shared, Standing(0, (6, 6, 0, 0)), both, 3).match == -1


def test_a_last_deal_that_is_dealt_again_leaves_the_leader_ahead() -> None:
    game = make_game("clover(rounds=12)")
    again = Outcome((0, 0), thrown_in=True, same_dealer=True)
    last = Standing(0, (20, 0), deal=12)
    assert 0 < stake(game, last, again, 0).match < 1
    assert -1 < stake(game, last, again, 1).match < 0
    assert stake(game, replace(last, deal=11), again, 0).match == 0
    assert stake(make_game("clover(end_tie=extra_round)"), replace(last, scores=(5, 5)), again, 0).match == 0
