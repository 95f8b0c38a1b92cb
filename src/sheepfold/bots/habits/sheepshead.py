"""Habits of Sheepshead: what a player with sound habits says, lays aside and plays, and why.

What comes before the first card is in ``sheepshead_auction``, a picked hand in ``sheepshead_play``, hands that nobody
picked in ``sheepshead_leaster``; the cards are read off the table through ``sheepshead_sight``.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.bots.habits.base import ONLY_CARD, Choice
from sheepfold.bots.habits.sheepshead_auction import speak, tempted
from sheepfold.bots.habits.sheepshead_leaster import play_alone
from sheepfold.bots.habits.sheepshead_play import advise
from sheepfold.bots.habits.sheepshead_sight import sight_of
from sheepfold.core.actions import Action, Play
from sheepfold.play.view import View


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return speak(view, legal)
    if len(legal) == 1:
        return legal[0], ONLY_CARD
    now = sight_of(view)
    cards = tuple([action.card for action in legal])  # type: ignore[union-attr]
    card, reason = (play_alone if now.contract.declarer is None else advise)(now, cards)
    return Play(card), reason


__all__ = ["decide", "tempted"]
