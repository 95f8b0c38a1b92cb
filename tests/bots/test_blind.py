"""Bots are blind: in two worlds that look the same to a seat, its bot decides the same, to the byte."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sheepfold.bots import make_bot
from sheepfold.core.cards import Seat
from sheepfold.core.shuffle import Stream
from sheepfold.play.driver import drive
from sheepfold.play.match import Match
from sheepfold.play.replay import replay
from sheepfold.play.view import View, view_of
from sheepfold.play.worlds import World, Worlds
from sheepfold.registry import GAMES, make_game

BOTS = (
    "random",
    "conventions",
    "newcomer",
    "regular(worlds=2,nodes=20000,playouts=4)",
    "club(worlds=2,nodes=20000,playouts=6)",
    "master(worlds=2,nodes=20000,playouts=6)",
)
TWINS = 3
"""Twins looked at in every phase of every game."""


def moments(name: str) -> list[Match]:
    """Moments of random deals at which somebody has a choice, ``TWINS`` of every phase."""
    game = make_game(name)
    found: dict[str, list[Match]] = {phase: [] for phase in game.phases}
    for number in range(200):
        driver, draws = drive(game, f"blind{number}"), Stream("blind", str(number))
        for question in driver.questions():
            group = found[game.phase(driver.match.state)]
            if len(question.legal) > 1 and len(group) < TWINS and draws.below(4) == 0:
                group.append(driver.match)
            driver.answer(question, question.legal[draws.below(len(question.legal))])
        if all(len(group) == TWINS for group in found.values()):
            break
    return [match for group in found.values() for match in group]


def seen_in(match: Match, world: World, seat: Seat) -> tuple[View, Any]:
    """What the seat has seen if the world is true, folded from that world's own events, and what it may do."""
    made = replay(match.game, match.standing, world.deal, world.actions)
    return view_of(match.game, seat, made.all_events), match.game.legal(made.state)


@pytest.mark.parametrize("name", GAMES)
def test_twin_worlds_give_the_same_decision(name: str) -> None:
    others = 0
    for match in moments(name):
        seat = match.turn
        assert seat is not None
        here = seen_in(match, World(match.deal, match.actions), seat)
        twin = Worlds(match.game, here[0]).sample(Stream("twin", name))
        there = seen_in(match, twin, seat)
        others += twin.deal != match.deal
        assert here == there
        for bot in BOTS:
            first, second = (make_bot(bot).choose(view, legal, Stream("numbers", bot)) for view, legal in (here, there))
            assert msgspec.json.encode(first) == msgspec.json.encode(second)
    assert others >= 2 * len(make_game(name).phases)
