"""What the habits of all games are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sheepfold.core.actions import Action, Alone, Bid, Crack, Double, Grim
from sheepfold.core.message import Message, say
from sheepfold.play.view import View

Choice: TypeAlias = tuple[Action, Message]
"""What to do, and the sentence that says why."""

Habit: TypeAlias = Callable[[View, Sequence[Action]], Choice]

ONLY_ACTION = say("habit-only-action", "There is nothing else to do.")
ONLY_CARD = say("habit-only-card", "It is the only card I may play.")
ONLY_PASS = say("habit-only-pass", "There is nothing else to say.")


def only_pass(view: View, legal: Sequence[Action]) -> Choice:
    """There is no choice."""
    return legal[0], ONLY_PASS


def bold(action: Action) -> bool:
    """Whether an action stakes so much that nobody does it by mistake: a slam, an alone, a Grim, a recrack …"""
    if isinstance(action, Bid):
        return action.slam or action.kind == "alone"
    if isinstance(action, Crack):
        return action.word != "crack"
    return isinstance(action, Alone | Grim | Double)
