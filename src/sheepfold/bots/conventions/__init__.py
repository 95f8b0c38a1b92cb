"""A player with sound habits in every game: each rule of thumb is a named function, its sentence the reason given.

The habits are the yardstick the searching bots are measured against, what they break ties with, and how they imagine
that others play. No chance is drawn: habits are habits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheepfold.bots.conventions import clover, goathead, grim, sheepshead, widderkopf
from sheepfold.bots.conventions.habits import Choice, Rule, game_of
from sheepfold.core.actions import Action
from sheepfold.play.view import View

BOOKS: Mapping[str, Rule] = {
    "goathead": goathead.decide,
    "widderkopf": widderkopf.decide,
    "grim": grim.decide,
    "sheepshead": sheepshead.decide,
    "clover": clover.decide,
}


def convention(view: View, legal: Sequence[Action]) -> Choice:
    """What a player with sound habits does here, and why."""
    if len(legal) == 1:
        return legal[0], "There is nothing else to do."
    return BOOKS[game_of(view.game).id](view, legal)


__all__ = ["BOOKS", "Choice", "convention"]
