"""Bots from outside, and what only looks like one, to be named as ``module:Class``."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Stream
from sheepfold.play.player import NO_LIMIT, Budget, Decision
from sheepfold.play.view import View


class First:
    """Always does the first thing it may do."""

    name = "first"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        return Decision(legal[0])


class Moody(First):
    """Takes options, and does nothing with them."""

    def __init__(self, *, depth: int = 1, mood: str = "calm") -> None:
        self.depth, self.mood = depth, mood


class Broken(First):
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("out of cards.")


class Nameless:
    """Would play, but nobody could say who did."""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        return Decision(legal[0])


class Chair:
    """Is no bot at all."""

    name = "chair"


NUMBER = 7
