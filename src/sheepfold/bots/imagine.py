"""Worlds as a player imagines them: what everybody would have seen in each, how likely it is, and how it might end.

A world is weighed by how well it explains what the others did: every bid or card that the habits would have
chosen too, seen from that seat in that world, keeps its weight; a surprise divides it. Surprises cost little, because
the others may be better players, or worse ones, than the habits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from sheepfold.bots.habits import convention
from sheepfold.core.actions import Play
from sheepfold.core.cards import Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Event, Outcome
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.play.replay import begin
from sheepfold.play.view import View, after, empty_view
from sheepfold.play.worlds import World, Worlds

# Where the numbers of this file come from: docs/tuning.md.
ODD_CALL = 0.25
"""What a call or a gift that the habits would not have made leaves of a world's weight."""
ODD_CARD = 0.6
"""The same for a card: there are often several as good."""

TRIES = 2000
"""Proposals after which a player stops imagining; a habit decides then."""


class TableViews:
    """What every seat has seen, folded only when somebody asks."""

    __slots__ = ("_events", "_told", "_views")

    def __init__(self, game: Game[Any]) -> None:
        self._events: list[Event] = []
        self._views: list[View] = [empty_view(game, seat) for seat in range(game.seats)]
        self._told = [0] * game.seats

    def happened(self, events: Iterable[Event]) -> None:
        """More has happened."""
        self._events.extend(events)

    def view(self, seat: Seat) -> View:
        """What a seat has seen so far."""
        told = self._told[seat]
        if told < len(self._events):
            self._views[seat] = after(self._views[seat], self._events[told:])
            self._told[seat] = len(self._events)
        return self._views[seat]

    def copy(self) -> TableViews:
        """The same views, to go another way."""
        other = TableViews.__new__(TableViews)
        other._events = self._events.copy()
        other._views = self._views.copy()
        other._told = self._told.copy()
        return other


class Imagined:
    """A world at the moment of the decision, relived only if somebody asks what the others saw in it."""

    __slots__ = ("_game", "_seen", "_view", "_weight", "_world", "state")

    def __init__(self, game: Game[Any], view: View, world: World, state: Any) -> None:
        self._game, self._view, self._world, self.state = game, view, world, state
        self._seen: TableViews | None = None
        self._weight = 1.0

    @property
    def views(self) -> TableViews:
        """What everybody has seen."""
        if self._seen is None:
            self._relive(weigh=False)
            assert self._seen is not None
        return self._seen

    def weigh(self) -> float:
        """How well the world explains what the others did."""
        self._relive(weigh=True)
        return self._weight

    def _relive(self, weigh: bool) -> None:
        """From the first event to the present, as everybody in this world saw it."""
        game, view = self._game, self._view
        made = begin(game, view.begun, self._world.deal)
        views = TableViews(game)
        views.happened(made.events)
        weight = 1.0
        for seat, action in self._world.actions:
            if weigh and seat != view.seat:
                legal = game.legal(made.state)
                if len(legal) > 1 and convention(views.view(seat), legal)[0] != action:
                    weight *= ODD_CARD if type(action) is Play else ODD_CALL
            made = game.apply(made.state, action)
            views.happened(made.events)
        self._seen, self._weight = views, weight


def imagine(game: Game[Any], view: View, rng: Stream) -> Iterator[Imagined]:
    """Worlds without end, each consistent with the view; none, or no more, if they are too hard to find.

    A game that is dealt or played in ways unknown to ``play.worlds`` gives none either.
    """
    with suppress(SheepfoldError):
        worlds = Worlds(game, view)
        while True:
            yield Imagined(game, view, *worlds.draw(rng, tries=TRIES))


def usual_step(game: Game[Any], state: Any, views: TableViews) -> Any:
    """The state after whoever is on turn has done what the habits say; the views have followed it."""
    legal = game.legal(state)
    if len(legal) == 1:
        action = legal[0]
    else:
        seat = game.actor(state)
        assert seat is not None
        action = convention(views.view(seat), legal)[0]
    made = game.apply(state, action)
    views.happened(made.events)
    return made.state


def play_out(game: Game[Any], state: Any, views: TableViews) -> Outcome:
    """The end of a deal in which everybody keeps to the habits from here on; uses the views up."""
    while game.actor(state) is not None:
        state = usual_step(game, state, views)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome
