"""A player with sound habits in every game: each habit is a named function, its sentence the reason given.

The habits are the yardstick the searching bots are measured against, what they break ties with, and how they imagine
that others play. No chance is drawn: habits are habits. A game without habits of its own is played by the general ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from sheepfold.bots import general
from sheepfold.bots.habits.base import ONLY_ACTION, Choice, Habit
from sheepfold.core.actions import Action
from sheepfold.play.view import View
from sheepfold.registry import HABITS, game_of


def convention(view: View, legal: Sequence[Action]) -> Choice:
    """What a player with sound habits does here, and why."""
    if len(legal) == 1:
        return legal[0], ONLY_ACTION
    version, habit = _KNOWN.get(view.game, _NOBODY)
    if version != HABITS.version:
        habit = HABITS.get(game_of(view.game).id, general.decide)
        _KNOWN[view.game] = HABITS.version, habit
    return habit(view, legal)


def stand_in(view: View, legal: Sequence[Action]) -> Action:
    """What is done in place of a bot that failed: sound habit, and if that fails too the first thing allowed."""
    with suppress(Exception, SystemExit):  # habits from outside may raise anything
        action = convention(view, legal)[0]
        if action in legal:
            return action
    return legal[0]


_KNOWN: dict[str, tuple[int, Habit]] = {}  # a playout asks for every card, and a look into the registry takes longer
_NOBODY: tuple[int, Habit] = (-1, general.decide)


__all__ = ["Choice", "Habit", "convention", "stand_in"]
