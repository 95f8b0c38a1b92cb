"""The checked door into a deal. ``game.apply`` is the trusted one, for search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.errors import IllegalAction
from sheepfold.core.game import Game, Step

S = TypeVar("S")


def why_not(
    game: Game[S], state: S, seat: Seat, action: Action, legal: Sequence[Action] | None = None
) -> IllegalAction | None:
    """The reason why this seat may not do this now, or ``None`` if it may; ``legal`` if it is known already."""
    actor = game.actor(state)
    if actor is None:
        return IllegalAction("deal_over", "The deal is over; nothing more can be done in it.", "X6")
    if seat != actor or type(seat) is not int:
        sentence = "It is the turn of seat { $turn }, not of seat { $seat }."
        return IllegalAction("not_your_turn", sentence, "X6", turn=actor, seat=str(seat))
    if action in (game.legal(state) if legal is None else legal):
        return None
    return game.refusal(state, action)


def step(game: Game[S], state: S, seat: Seat, action: Action, legal: Sequence[Action] | None = None) -> Step[S]:
    """Do an action, or raise ``IllegalAction`` with a code, a rule and a sentence; then nothing has changed (X6)."""
    allowed = game.legal(state) if legal is None else legal
    if action in allowed and seat == game.actor(state) and type(seat) is int:
        return game.apply(state, action)
    refused = why_not(game, state, seat, action, allowed)
    assert refused is not None
    raise refused
