"""A deal from its record: layout and actions back into states and events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.deal import Deal, gather
from sheepfold.core.events import Event, Standing
from sheepfold.core.game import Game, Step
from sheepfold.play.step import step

S = TypeVar("S")


class Replay(Struct, Generic[S], frozen=True):
    """``states[k]`` and ``events[k]`` are what the k-th action led to; number 0 is the deal itself."""

    states: tuple[S, ...]
    events: tuple[tuple[Event, ...], ...]

    @property
    def state(self) -> S:
        """Where it ended."""
        return self.states[-1]

    @property
    def all_events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(event for group in self.events for event in group)


def begin(game: Game[S], standing: Standing, deal: Deal) -> Step[S]:
    """Begin a deal whose cards are given; refuses a deal that this game cannot make."""
    return game.begin(standing, gather(game.plan(standing), game.deck, deal))


def replay(game: Game[S], standing: Standing, deal: Deal, actions: Iterable[tuple[Seat, Action]]) -> Replay[S]:
    """Do all actions again through the checked door; raises what the first wrong one raises."""
    made = begin(game, standing, deal)
    states, events = [made.state], [made.events]
    for seat, action in actions:
        made = step(game, made.state, seat, action)
        states.append(made.state)
        events.append(made.events)
    return Replay(tuple(states), tuple(events))
