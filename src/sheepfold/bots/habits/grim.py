"""Habits of Grim: what is said and done before the tricks, and how the cards are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.bots.habits.base import Choice, Habit, only_pass
from sheepfold.bots.habits.grim_auction import bid_grim, name_order, name_trump, predeclare, take_over
from sheepfold.bots.habits.grim_play import advise
from sheepfold.bots.habits.grim_sight import sight_of
from sheepfold.core.actions import Action, Double, Grim, NameOrder, Pass, Play, Predeclare, Trump
from sheepfold.play.view import View


def play_card(view: View, legal: Sequence[Action]) -> Choice:
    """The first habit for the tricks that has something to say."""
    card, reason = advise(sight_of(view), tuple([action.card for action in legal]))  # type: ignore[union-attr]
    return Play(card), reason


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    return _HABITS[type(legal[-1])](view, legal)


def tempted(view: View, legal: Sequence[Action]) -> Choice:
    """A pass: all that could be said instead is bold, and nobody says it by mistake."""
    return only_pass(view, legal)


_HABITS: dict[type[Any], Habit] = {
    Play: play_card,
    Pass: only_pass,
    Grim: bid_grim,
    Double: take_over,
    Predeclare: predeclare,
    NameOrder: name_order,
    Trump: name_trump,
}
