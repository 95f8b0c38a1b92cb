"""What words cost: the line and the changes of the Scene that one event brings to one reader, and a whole Scene.

Deals are played at random; every seat reads them, and somebody who only watches. The Views are made before the clock
runs, for they are the engine's business. Each reader keeps one presenter for all deals, as in a match, and the
catalogues have been read before. CPU time of one process.

>>> [cost.name for cost in measure(deals=1, games=["grim"])]
['Grim']
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.core.events import Event
from sheepfold.core.game import Game
from sheepfold.play.driver import drive
from sheepfold.play.replay import replay
from sheepfold.play.view import OF_THE_MATCH, View, empty_view, watch
from sheepfold.presentation import Presenter, Reader, changed
from sheepfold.registry import GAMES, make_game

MICRO = 1e6


class Cost(Struct, frozen=True):
    """One game: microseconds per event and reader, and per whole Scene; the mean over that many events."""

    name: str
    readers: int
    events: int
    per_event: float
    per_scene: float


def measure(deals: int, progress: Callable[[], None] = lambda: None, games: Iterable[str] | None = None) -> list[Cost]:
    """The costs of every game."""
    found = []
    for name in GAMES if games is None else games:
        found.append(cost_of(make_game(name), deals))
        progress()
    return found


def cost_of(game: Game[Any], deals: int) -> Cost:
    """The costs of one game over random deals."""
    viewers = (*range(game.seats), None)
    presenters = {viewer: Presenter(game, Reader(viewer)) for viewer in viewers}
    draw, count, events, scenes = random.Random(1), 0, 0.0, 0.0
    for number in range(deals):
        played = _random_deal(game, f"bench/{number}", draw)
        for viewer, presenter in presenters.items():
            seen = _seen(game, viewer, played)
            scene = presenter.scene(seen[0][1])
            began = time.process_time()
            for event, view in seen:
                presenter.event(event)
                scene = changed(scene, presenter.change(scene, event, view))
            halfway = time.process_time()
            for _, view in seen:
                presenter.scene(view)
            events, scenes = events + halfway - began, scenes + time.process_time() - halfway
            count += len(seen)
    return Cost(game.title, len(viewers), count, events / count * MICRO, scenes / count * MICRO)


def _random_deal(game: Game[Any], seed: str, draw: random.Random) -> tuple[Event, ...]:
    """The events of a deal played at random."""
    driver = drive(game, seed)
    for question in driver.questions():
        driver.answer(question, draw.choice(question.legal))
    record = driver.match.records[0]
    return replay(game, record.standing, record.deal, record.actions).all_events


def _seen(game: Game[Any], viewer: Seat | None, events: tuple[Event, ...]) -> list[tuple[Event, View]]:
    """Each event of a deal as a viewer sees it, and the View after it."""
    watched = watch(empty_view(game, viewer), events)
    return [(event, view.without_events()) for event, view in watched if type(event) not in OF_THE_MATCH]
