"""What the conventions of all games are made of: a choice with its reason, and the card play they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sheepfold.bots.conventions.reading import read
from sheepfold.bots.conventions.tricks import advise
from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import ACE, JACK, QUEEN, Mask, cards_in, rank_of
from sheepfold.core.order import TRUMP, Order
from sheepfold.play.view import View

Choice: TypeAlias = tuple[Action, str]
"""What to do, and the sentence that says why."""

Rule: TypeAlias = Callable[[View, Sequence[Action]], Choice]


def only_pass(view: View, legal: Sequence[Action]) -> Choice:
    """There is no choice."""
    return legal[0], "There is nothing else to say."


def play_card(view: View, legal: Sequence[Action]) -> Choice:
    """The first rule of thumb for the tricks that has something to say."""
    card, reason = advise(read(view), tuple(action.card for action in legal if isinstance(action, Play)))
    return Play(card), reason


def weigh(cards: Mask, order: Order) -> int:
    """Queens 3, jacks 2, other trumps 1, aces beside them 1."""
    total = 0
    for c in cards_in(cards):
        if order.cls[c] == TRUMP:
            total += {QUEEN: 3, JACK: 2}.get(rank_of(c), 1)
        elif rank_of(c) == ACE:
            total += 1
    return total
