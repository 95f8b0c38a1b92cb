"""Conventions of Sheepshead: what is said and done before the tricks, and how the cards are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.bots.conventions.habits import Choice, Rule, play_card, weigh
from sheepfold.bots.conventions.reading import game_of
from sheepfold.core.actions import Action, Alone, Bury, Call, Middle, Pass, Pick, Play
from sheepfold.core.cards import ACE, SUITS, Card, Mask, cards_in, rank_of, suit_of
from sheepfold.core.events import Contract
from sheepfold.core.order import TRUMP
from sheepfold.play.view import View

SOLO_EXTRA = 6  # what a picker wants above a good hand to play alone


def _fair_share(hand: Mask) -> float:
    """What a hand of that many cards weighs on the average in Sheepshead: 26 in trumps and 3 aces."""
    return 29 * hand.bit_count() / 32


def _good_pick(view: View) -> float:
    """What a hand should weigh to pick: about half as much again as usual, more so against seven others."""
    return 4.5 + 0.6 * _fair_share(view.hand) + (1 if view.seats == 8 else 0)


def sheepshead_pick(view: View, legal: Sequence[Action]) -> Choice:
    """Pick with clearly more than a fair share of the trumps."""
    game = game_of(view.game)
    assert view.table is not None
    if len(legal) == 1:
        return legal[0], "I must."
    order = game.order_of(Contract("leaster"))
    need = _good_pick(view)
    if view.seat == view.table.dealer:
        need -= 1  # everybody else has passed, so the trumps are spread out
    if weigh(view.hand, order) >= need:
        return Pick(), "I have strong trumps."
    return Pass(), "I have too few strong trumps."


def bury(view: View, legal: Sequence[Action]) -> Choice:
    """Fat fails first, from suits that can be emptied; a card to hold for the call stays; trumps never willingly."""
    game = game_of(view.game)
    order = game.order_of(Contract("alone"))
    plain = {suit: view.hand & order.classes[suit] for suit in SUITS}

    def badness(c: Card) -> tuple[int, int, int, int]:
        if order.cls[c] == TRUMP:
            return 2, 0, 0, order.power[TRUMP][c]
        suit = plain[suit_of(c)]
        # The last card of a suit whose ace is elsewhere can serve as hold card.
        others = any(plain[s] and not _has_ace(plain[s]) for s in SUITS if s != suit_of(c))
        hold = suit.bit_count() == 1 and not _has_ace(suit) and not others
        return int(hold), int(rank_of(c) == ACE), suit.bit_count(), -order.value[c]

    card = min((a.card for a in legal if isinstance(a, Bury)), key=badness)
    return Bury(card), "Its points are safe there." if order.value[card] else "I need it least."


def _has_ace(cards: Mask) -> bool:
    return any(rank_of(c) == ACE for c in cards_in(cards))


def sheepshead_call(view: View, legal: Sequence[Action]) -> Choice:
    """Call the ace of the suit of which one has least; alone only with a giant."""
    game = game_of(view.game)
    calls = [action for action in legal if isinstance(action, Call)]
    order = game.order_of(Contract("alone"))
    if not calls:
        return Alone(), "There is nothing I could call."
    if weigh(view.hand, order) >= _good_pick(view) + SOLO_EXTRA:
        return Alone(), "I need no help."
    best = min(calls, key=lambda call: (view.hand & order.classes[suit_of(call.card)]).bit_count())
    return best, "I have the least of that suit."


def sheepshead_middle(view: View, legal: Sequence[Action]) -> Choice:
    """The upper middle with a strong hand."""
    game = game_of(view.game)
    strong = weigh(view.hand, game.order_of(Contract("mittler"))) >= _fair_share(view.hand)
    return Middle(strong), "It suits my hand."


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return _RULES[type(legal[-1])](view, legal)
    return play_card(view, legal)


_RULES: dict[type[Any], Rule] = {
    Pick: sheepshead_pick,
    Pass: sheepshead_pick,
    Bury: bury,
    Alone: sheepshead_call,
    Middle: sheepshead_middle,
}
