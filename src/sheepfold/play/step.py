"""The checked door into a deal. ``game.apply`` is the trusted one, for search."""

from __future__ import annotations

from typing import TypeVar

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.errors import IllegalAction
from sheepfold.core.game import Game, Step

S = TypeVar("S")


def check(game: Game[S], state: S, seat: Seat, action: Action) -> IllegalAction | None:
    """The reason why this seat may not do this now, or ``None`` if it may."""
    actor = game.actor(state)
    if actor is None:
        return IllegalAction("deal_over", "The deal is over; nothing more can be done in it.", "X6")
    if seat != actor:
        return IllegalAction("not_your_turn", f"It is the turn of seat {actor}, not of seat {seat}.", "X6")
    if action in game.legal(state):
        return None
    return game.refusal(state, action)


def step(game: Game[S], state: S, seat: Seat, action: Action) -> Step[S]:
    """Do an action, or raise ``IllegalAction`` with a code, a rule and a sentence; then nothing has changed (X6)."""
    refused = check(game, state, seat, action)
    if refused is not None:
        raise refused
    return game.apply(state, action)
