"""What every bot fulfils, and the values that pass through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Stream
from sheepfold.play.view import View


class Budget(Struct, frozen=True):
    """What a decision may cost at most: time, and worlds looked at; ``None`` is no limit."""

    seconds: float | None = None
    worlds: int | None = None


NO_LIMIT = Budget()


class Decision(Struct, frozen=True):
    """What a bot does and why: a sentence for people, and what it thought of each action if it weighed them."""

    action: Action
    reason: str = ""
    values: tuple[tuple[Action, float], ...] = ()


class Bot(Protocol):
    """A player. The same view, actions and numbers give the same decision; a bot remembers nothing between them."""

    name: ClassVar[str]

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget) -> Decision:
        """One of the legal actions, decided from what the seat has seen."""


def bot_label(seat: int, deal: int) -> str:
    """The label of the stream from which the bot of a seat draws in a deal."""
    return f"bot/{seat}/{deal}"
