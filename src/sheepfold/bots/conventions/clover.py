"""Conventions of Clover: what is said and done before the tricks, and how the cards are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.bots.conventions.habits import Choice, Rule, play_card
from sheepfold.bots.conventions.reading import game_of
from sheepfold.core.actions import Accept, Action, Give, NoTrump, Pass, Play, Show, Trump
from sheepfold.core.cards import ACE, JACK, NINE, TEN, Mask, Suit, cards_in, rank_of, suit_of
from sheepfold.core.events import Said
from sheepfold.core.order import TRUMP
from sheepfold.games.clover_melds import best_melds
from sheepfold.play.view import View

CLOVER_BID = 9


def clover_strength(hand: Mask, trump: Suit | None) -> int:
    """Jack of trumps 5, nine 4, ace 3, ten 2, others 1; aces beside them 2, tens with their ace 1."""
    total = 0
    for c in cards_in(hand):
        rank, suit = rank_of(c), suit_of(c)
        if suit == trump:
            total += {JACK: 5, NINE: 4, ACE: 3, TEN: 2}.get(rank, 1)
        elif rank == ACE:
            total += 2 if trump is not None else 3
        elif rank == TEN and hand >> (9 * suit + ACE) & 1:
            total += 1 if trump is not None else 2
    return total


def clover_accept(view: View, legal: Sequence[Action]) -> Choice:
    """Play in the proposed suit with a strong hand."""
    assert view.upcard is not None
    if clover_strength(view.hand, suit_of(view.upcard)) >= CLOVER_BID:
        return Accept(), "My trumps are strong."
    return Pass(), "I am not strong enough in that suit."


def clover_name(view: View, legal: Sequence[Action]) -> Choice:
    """The strongest suit, or no trumps with aces and tens."""
    bids = [action for action in legal if isinstance(action, Trump | NoTrump)]

    def strength(action: Action) -> int:
        return clover_strength(view.hand, action.suit if isinstance(action, Trump) else None)

    best = max(bids, key=strength)
    if strength(best) >= CLOVER_BID or not isinstance(legal[0], Pass):
        return best, "It is my strongest game."
    return legal[0], "I am not strong enough in any suit."


def clover_give(view: View, legal: Sequence[Action]) -> Choice:
    """The partner gives the best trump or an ace; the declarer gives back what is needed least."""
    game = game_of(view.game)
    assert view.contract is not None
    order = game.order_of(view.contract)
    cards = [action.card for action in legal if isinstance(action, Give)]
    if view.phase == "give":
        best = max(cards, key=lambda c: order.power[order.cls[c]][c] * 10 + order.value[c])
        return Give(best), "My partner can use it best."
    least = min(cards, key=lambda c: (order.cls[c] == TRUMP, order.value[c], order.power[order.cls[c]][c]))
    return Give(least), "I need it least."


def clover_show(view: View, legal: Sequence[Action]) -> Choice | None:
    """Show the best melds one after the other; ``None``: all are on the table."""
    assert view.contract is not None
    offered = {action.cards for action in legal if isinstance(action, Show)}
    shown = [e.action.cards for e in view.events if isinstance(e, Said) and isinstance(e.action, Show)]
    free = view.hand
    for cards in shown:
        free &= ~cards
    for meld in (*best_melds(free, view.contract.suit), *best_melds(view.hand, view.contract.suit)[-1:]):
        if meld in offered:
            return Show(meld), "It scores if our melds are the better ones."
    return None


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return _RULES[type(legal[-1])](view, legal)
    shown = clover_show(view, legal) if isinstance(legal[-1], Show) else None
    if shown is not None:
        return shown
    return play_card(view, legal)


_RULES: dict[type[Any], Rule] = {
    Accept: clover_accept,
    NoTrump: clover_name,
    Trump: clover_name,
    Pass: clover_name,
    Give: clover_give,
}
