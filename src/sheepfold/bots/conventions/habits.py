"""What the conventions of all games are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sheepfold.core.actions import Action
from sheepfold.core.game import Game
from sheepfold.play.view import View
from sheepfold.registry import make_game

Choice: TypeAlias = tuple[Action, str]
"""What to do, and the sentence that says why."""

Rule: TypeAlias = Callable[[View, Sequence[Action]], Choice]


@lru_cache(maxsize=64)
def game_of(text: str) -> Game[Any]:
    """The rules a View is about."""
    return make_game(text)


def only_pass(view: View, legal: Sequence[Action]) -> Choice:
    """There is no choice."""
    return legal[0], "There is nothing else to say."
