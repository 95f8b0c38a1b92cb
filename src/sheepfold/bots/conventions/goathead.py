"""Conventions of Goathead: what is said and done before the tricks, and how the cards are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.bots.conventions.habits import Choice, Rule, only_pass, play_card, weigh
from sheepfold.bots.conventions.reading import game_of
from sheepfold.core.actions import Action, Bid, Pass, Play, Steal
from sheepfold.core.cards import ACE, SUITS, TEN, Mask, cards_in, rank_of, suit_of
from sheepfold.core.events import Contract, Said
from sheepfold.core.game import Game
from sheepfold.play.view import View

SUIT_BID, ALONE_BID, COURT_BID = 10, 14, 13
SLAM_EXTRA = 6


def goathead_bid(view: View, legal: Sequence[Action]) -> Choice:
    """The best contract that the hand is good for; the leading one is stolen if it would be bid anyway."""
    game = game_of(view.game)
    leading = next((e.action for e in reversed(view.events) if isinstance(e, Said) and type(e.action) is Bid), None)
    if any(type(action) is Steal for action in legal) and isinstance(leading, Bid) and _good_for(view, leading, game):
        return Steal(), "I would have bid that myself."
    good = [action for action in legal if isinstance(action, Bid) and _good_for(view, action, game)]
    if not good:
        return legal[0], "My hand is not good for a higher contract."
    return max(good, key=_bid_worth), "My hand is good for it."


def _bid_worth(bid: Bid) -> int:
    return {"suit": 4, "nil": 6, "court": 6, "alone": 8}[bid.kind] * (3 if bid.slam else 1)


def _good_for(view: View, bid: Bid, game: Game[Any]) -> bool:
    more = SLAM_EXTRA if bid.slam else 0
    if bid.kind == "nil":
        return _nil_hand(view.hand)
    if bid.kind == "court":
        order = game.order_of(Contract("court", suit=None, rank=bid.rank))
        trumps = (view.hand & order.trump_mask).bit_count()
        tops = [c for c in cards_in(view.hand) if rank_of(c) in (ACE, TEN)]
        return 3 * trumps + sum(2 if rank_of(c) == ACE else 1 for c in tops) >= COURT_BID + more
    order = game.order_of(Contract(bid.kind, suit=bid.suit))
    return weigh(view.hand, order) >= (ALONE_BID if bid.kind == "alone" else SUIT_BID) + more


def _nil_hand(hand: Mask) -> bool:
    """Whether every suit is held from the bottom: the lowest card at most an eight, the next at most a jack, …"""
    height = {rank: place for place, rank in enumerate((1, 2, 3, 5, 6, 7, 4, 8))}  # 7 8 9 J Q K 10 A
    for suit in SUITS:
        held = sorted(height[rank_of(c)] for c in cards_in(hand) if suit_of(c) == suit)
        if any(place > 2 * i + 1 for i, place in enumerate(held)):
            return False
    return True


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return _RULES[type(legal[-1])](view, legal)
    return play_card(view, legal)


_RULES: dict[type[Any], Rule] = {Pass: only_pass, Bid: goathead_bid, Steal: goathead_bid}
