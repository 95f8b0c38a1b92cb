"""Conventions of Widderkopf: what is said and done before the tricks, and how the cards are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.bots.conventions.habits import Choice, Rule, only_pass, play_card, weigh
from sheepfold.bots.conventions.reading import game_of, own_cards
from sheepfold.core.actions import Action, Crack, Discard, Pass, Play, Trump
from sheepfold.core.cards import cards_in
from sheepfold.core.events import Contract
from sheepfold.core.order import TRUMP
from sheepfold.play.view import View

CRACKS = {"crack": 14, "recrack": 16, "crackback": 18, "corner": 20}


def widderkopf_trump(view: View, legal: Sequence[Action]) -> Choice:
    """The suit with most cards in sight of one's own, aces and tens telling between equals."""
    game = game_of(view.game)
    cards = own_cards(view)

    def length(action: Action) -> tuple[int, int]:
        assert isinstance(action, Trump)
        order = game.order_of(Contract("suit", suit=action.suit))
        own = cards & order.trump_mask
        return own.bit_count(), sum(order.value[c] for c in cards_in(own))

    return max(legal, key=length), "I have most of it."


def discard(view: View, legal: Sequence[Action]) -> Choice:
    """The opponent gets it, so it is worth nothing and from a short suit."""
    game = game_of(view.game)
    assert view.contract is not None
    order = game.order_of(view.contract)
    cards = own_cards(view)
    card = min(
        (a.card for a in legal if isinstance(a, Discard)),
        key=lambda c: (order.value[c], order.cls[c] == TRUMP, (cards & order.classes[order.cls[c]]).bit_count()),
    )
    return Discard(card), "It gives the least away."


def crack(view: View, legal: Sequence[Action]) -> Choice:
    """Raise the game with much more than half of the trumps."""
    game = game_of(view.game)
    assert view.contract is not None
    order = game.order_of(view.contract)
    call = next(action for action in legal if isinstance(action, Crack))
    if weigh(own_cards(view), order) >= CRACKS[call.word]:
        return call, "I mean to win this one."
    return Pass(), "The game is dear enough as it is."


def wants_to_crack(view: View, legal: Sequence[Action]) -> bool:
    """Whether a player who could also play a card rather cracks."""
    return bool(legal) and isinstance(legal[-1], Crack) and isinstance(crack(view, legal)[0], Crack)


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return _RULES[type(legal[-1])](view, legal)
    if isinstance(legal[-1], Crack) and wants_to_crack(view, legal):
        return legal[-1], "I mean to win this one."
    return play_card(view, legal)


_RULES: dict[type[Any], Rule] = {Trump: widderkopf_trump, Discard: discard, Crack: crack, Pass: only_pass}
