"""Conventions of Grim: what is said and done before the tricks, and how the cards are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.bots.conventions.habits import Choice, Rule, only_pass, play_card
from sheepfold.bots.conventions.reading import game_of
from sheepfold.core.actions import Action, Double, Grim, NameOrder, Pass, Play, Predeclare, Trump
from sheepfold.core.cards import SUITS, Mask, Suit, cards_in, rank_of, suit_of
from sheepfold.core.events import Contract, Said
from sheepfold.core.game import Game
from sheepfold.core.order import TRUMP, Order
from sheepfold.play.view import View

GRIM_HOPE = 0.67  # a failed Grim costs twice what a made one pays


def grim_bid(view: View, legal: Sequence[Action]) -> Choice:
    """Bid, or take over, only if every trick is likely in some order and trump."""
    game = game_of(view.game)
    hope, _, _ = _grim_plan(view.hand, game, (True, False))
    if len(legal) > 1 and hope >= GRIM_HOPE:
        return legal[1], "I may well win every trick."
    return legal[0], "I do not see every trick."


def _grim_plan(hand: Mask, game: Game[Any], orders: Sequence[bool]) -> tuple[float, bool, Suit | None]:
    """The chance to win all tricks from the top with the best trump in one of these orders."""
    plans = []
    for high in orders:
        for suit in (None, *SUITS):
            order = game.order_of(Contract("grim", suit=suit, high=high))
            plans.append((_grim_hope(hand, order), high, suit))
    return max(plans, key=lambda plan: plan[0])


def _grim_hope(hand: Mask, order: Order) -> float:
    """Every higher card that is not in hand may be with an opponent; those led before it draw some of them out."""
    size = hand.bit_count()
    elsewhere = 1 - 2 * size / (32 - size)  # the chance that a given card is with no opponent
    hope = 1.0
    trumps = (hand & order.trump_mask).bit_count()
    for cls in order.classes:
        missing = 0
        own = 0
        for c in sorted(cards_in(cls), key=lambda c: -order.power[order.cls[c]][c]):
            if not hand >> c & 1:
                missing += 1
                continue
            hope *= elsewhere ** max(0, missing - own)
            if order.trumps and order.cls[c] != TRUMP:
                hope *= 0.95 if trumps >= 3 else 0.8  # it may be trumped
            own += 1
    return hope


def grim_predeclare(view: View, legal: Sequence[Action]) -> Choice:
    """From memory: the suit with most and highest cards of the first half."""
    seen = view.hand | view.aside

    def length(action: Action) -> tuple[int, int]:
        assert isinstance(action, Predeclare)
        own = [c for c in cards_in(seen) if suit_of(c) == action.suit]
        return len(own), sum(rank_of(c) for c in own)

    return max(legal, key=length), "I had most of it in the first half."


def grim_order(view: View, legal: Sequence[Action]) -> Choice:
    """The order of the best plan."""
    game = game_of(view.game)
    cards = view.hand or view.aside
    return NameOrder(_grim_plan(cards, game, (True, False))[1]), "My cards are strong in it."


def grim_trump(view: View, legal: Sequence[Action]) -> Choice:
    """The trump of the best plan in the order already named."""
    game = game_of(view.game)
    named = next(e.action for e in reversed(view.events) if isinstance(e, Said) and isinstance(e.action, NameOrder))
    return Trump(_grim_plan(view.hand, game, (named.high,))[2]), "It gives me the most sure tricks."


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return _RULES[type(legal[-1])](view, legal)
    return play_card(view, legal)


_RULES: dict[type[Any], Rule] = {
    Pass: only_pass,
    Grim: grim_bid,
    Double: grim_bid,
    Predeclare: grim_predeclare,
    NameOrder: grim_order,
    Trump: grim_trump,
}
