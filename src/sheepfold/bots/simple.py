"""Two simple players: one plays at random, one by rule of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sheepfold.bots.choices import clover_show, decide, wants_to_crack
from sheepfold.bots.contract import Budget, Decision
from sheepfold.bots.reading import read
from sheepfold.bots.tricks import advise
from sheepfold.core.actions import Action, Crack, Play, Show
from sheepfold.core.shuffle import Stream
from sheepfold.play.view import View


class RandomBot:
    """Any legal action, each equally likely."""

    name: ClassVar[str] = "random"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Decision:
        """One of the legal actions by chance."""
        return Decision(legal[rng.below(len(legal))], "I play at random.")


class ThumbBot:
    """Sensible habits and no calculation; enough to be no bore."""

    name: ClassVar[str] = "thumb"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Decision:
        """The first rule of thumb that has something to say. No chance is drawn: habits are habits."""
        if type(legal[0]) is not Play:
            return Decision(*decide(view, legal))
        if isinstance(legal[-1], Crack) and wants_to_crack(view, legal):
            return Decision(legal[-1], "I mean to win this one.")
        shown = clover_show(view, legal) if isinstance(legal[-1], Show) else None
        if shown is not None:
            return Decision(*shown)
        card, reason = advise(read(view), tuple(action.card for action in legal if isinstance(action, Play)))
        return Decision(Play(card), reason)
