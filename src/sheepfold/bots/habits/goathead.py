"""Habits of Goathead: what a player with sound habits bids and plays, and why.

The auction is in ``goathead_auction``, the tricks for points in ``goathead_play``, Nil, Junk and slams in
``goathead_special``; all of them read the table through ``goathead_sight``.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.bots.habits.base import ONLY_CARD, Choice
from sheepfold.bots.habits.goathead_auction import TEMPTED, speak
from sheepfold.bots.habits.goathead_play import play_for_points
from sheepfold.bots.habits.goathead_sight import sight_of
from sheepfold.bots.habits.goathead_special import junk, nil_declarer, nil_defender, slam
from sheepfold.core.actions import Action, Play, Steal
from sheepfold.play.view import View


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return speak(view, legal)
    contract = view.contract
    assert contract is not None
    if len(legal) == 1:
        return legal[0], ONLY_CARD
    if contract.slam:
        advise = slam
    elif contract.kind == "nil":
        advise = nil_declarer if contract.declarer == view.seat else nil_defender
    else:
        advise = junk if contract.kind == "junk" else play_for_points
    card, reason = advise(sight_of(view), tuple([action.card for action in legal]))  # type: ignore[union-attr]
    return Play(card), reason


def tempted(view: View, legal: Sequence[Action]) -> Choice:
    """What somebody bids who overrates the hand a little; nobody steals by mistake."""
    return speak(view, [action for action in legal if type(action) is not Steal], TEMPTED)
