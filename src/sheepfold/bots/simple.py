"""Players that do not calculate: one plays at random, one by its habits, one as in any card game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sheepfold.bots.general import decide
from sheepfold.bots.habits import convention
from sheepfold.core.actions import Action
from sheepfold.core.message import say
from sheepfold.core.shuffle import Stream
from sheepfold.play.player import NO_LIMIT, Budget, Decision
from sheepfold.play.view import View

WHY_RANDOM = say("bot-random", "I play at random.")


class RandomBot:
    """Any legal action, each equally likely."""

    name: ClassVar[str] = "random"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """One of the legal actions by chance."""
        return Decision(legal[rng.below(len(legal))], WHY_RANDOM)


class ConventionsBot:
    """Sound habits and no calculation."""

    name: ClassVar[str] = "conventions"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """What the habits of the game say."""
        return Decision(*convention(view, legal))


class GeneralBot:
    """Sound play of any game, whether it has habits of its own or not: what a game without them is played by."""

    name: ClassVar[str] = "general"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """What a player of any card game does."""
        return Decision(*decide(view, legal))
