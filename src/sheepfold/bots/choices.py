"""Rules of thumb for everything before the tricks: bids, trumps, buries, calls, gifts, melds and cracks.

Hands are weighed with plain figures of the kind that players carry in their heads; none of them is a calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from sheepfold.bots.reading import game_of, own_cards
from sheepfold.core.actions import (
    Accept,
    Action,
    Alone,
    Bid,
    Bury,
    Call,
    Crack,
    Discard,
    Double,
    Give,
    Grim,
    Middle,
    NameOrder,
    NoTrump,
    Pass,
    Pick,
    Predeclare,
    Show,
    Steal,
    Trump,
)
from sheepfold.core.cards import ACE, JACK, NINE, QUEEN, SUITS, TEN, Card, Mask, Suit, cards_in, rank_of, suit_of
from sheepfold.core.events import Contract, Said
from sheepfold.core.game import Game
from sheepfold.core.order import TRUMP, Order
from sheepfold.games.clover_melds import best_melds
from sheepfold.play.view import View

Choice: TypeAlias = tuple[Action, str]

SUIT_BID, ALONE_BID, COURT_BID = 10, 14, 13
SLAM_EXTRA = 6
SOLO_EXTRA = 6  # what a picker wants above a good hand to play alone
CRACKS = {"crack": 14, "recrack": 16, "crackback": 18, "corner": 20}
CLOVER_BID = 9
GRIM_HOPE = 0.67  # a failed Grim costs twice what a made one pays


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """The action to take before or between the tricks, and why."""
    game = game_of(view.game)
    return _RULES[type(legal[-1])](view, legal, game)


# -- weighing hands ----------------------------------------------------------------------------------------------------


def weigh(cards: Mask, order: Order) -> int:
    """Queens 3, jacks 2, other trumps 1, aces beside them 1."""
    total = 0
    for c in cards_in(cards):
        if order.cls[c] == TRUMP:
            total += {QUEEN: 3, JACK: 2}.get(rank_of(c), 1)
        elif rank_of(c) == ACE:
            total += 1
    return total


def _fair_share(hand: Mask) -> float:
    """What a hand of that many cards weighs on the average in Sheepshead: 26 in trumps and 3 aces."""
    return 29 * hand.bit_count() / 32


def _good_pick(view: View) -> float:
    """What a hand should weigh to pick: about half as much again as usual, more so against seven others."""
    return 4.5 + 0.6 * _fair_share(view.hand) + (1 if view.seats == 8 else 0)


# -- Goathead ----------------------------------------------------------------------------------------------------------


def goathead_bid(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The best contract that the hand is good for; the leading one is stolen if it would be bid anyway."""
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


# -- Sheepshead --------------------------------------------------------------------------------------------------------


def sheepshead_pick(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """Pick with clearly more than a fair share of the trumps."""
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


def bury(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """Fat fails first, from suits that can be emptied; a card to hold for the call stays; trumps never willingly."""
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


def sheepshead_call(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """Call the ace of the suit of which one has least; alone only with a giant."""
    calls = [action for action in legal if isinstance(action, Call)]
    order = game.order_of(Contract("alone"))
    if not calls:
        return Alone(), "There is nothing I could call."
    if weigh(view.hand, order) >= _good_pick(view) + SOLO_EXTRA:
        return Alone(), "I need no help."
    best = min(calls, key=lambda call: (view.hand & order.classes[suit_of(call.card)]).bit_count())
    return best, "I have the least of that suit."


def sheepshead_middle(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The upper middle with a strong hand."""
    strong = weigh(view.hand, game.order_of(Contract("mittler"))) >= _fair_share(view.hand)
    return Middle(strong), "It suits my hand."


# -- Widderkopf --------------------------------------------------------------------------------------------------------


def widderkopf_trump(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The suit with most cards in sight of one's own, aces and tens telling between equals."""
    cards = own_cards(view)

    def length(action: Action) -> tuple[int, int]:
        assert isinstance(action, Trump)
        order = game.order_of(Contract("suit", suit=action.suit))
        own = cards & order.trump_mask
        return own.bit_count(), sum(order.value[c] for c in cards_in(own))

    return max(legal, key=length), "I have most of it."


def discard(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The opponent gets it, so it is worth nothing and from a short suit."""
    assert view.contract is not None
    order = game.order_of(view.contract)
    cards = own_cards(view)
    card = min(
        (a.card for a in legal if isinstance(a, Discard)),
        key=lambda c: (order.value[c], order.cls[c] == TRUMP, (cards & order.classes[order.cls[c]]).bit_count()),
    )
    return Discard(card), "It gives the least away."


def crack(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """Raise the game with much more than half of the trumps."""
    assert view.contract is not None
    order = game.order_of(view.contract)
    call = next(action for action in legal if isinstance(action, Crack))
    if weigh(own_cards(view), order) >= CRACKS[call.word]:
        return call, "I mean to win this one."
    return Pass(), "The game is dear enough as it is."


def wants_to_crack(view: View, legal: Sequence[Action]) -> bool:
    """Whether a player who could also play a card rather cracks."""
    return bool(legal) and isinstance(legal[-1], Crack) and isinstance(crack(view, legal, game_of(view.game))[0], Crack)


# -- Grim --------------------------------------------------------------------------------------------------------------


def grim_bid(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """Bid, or take over, only if every trick is likely in some order and trump."""
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


def grim_predeclare(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """From memory: the suit with most and highest cards of the first half."""
    seen = view.hand | view.aside

    def length(action: Action) -> tuple[int, int]:
        assert isinstance(action, Predeclare)
        own = [c for c in cards_in(seen) if suit_of(c) == action.suit]
        return len(own), sum(rank_of(c) for c in own)

    return max(legal, key=length), "I had most of it in the first half."


def grim_order(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The order of the best plan."""
    cards = view.hand or view.aside
    return NameOrder(_grim_plan(cards, game, (True, False))[1]), "My cards are strong in it."


def grim_trump(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The trump of the best plan in the order already named."""
    named = next(e.action for e in reversed(view.events) if isinstance(e, Said) and isinstance(e.action, NameOrder))
    return Trump(_grim_plan(view.hand, game, (named.high,))[2]), "It gives me the most sure tricks."


# -- Clover ------------------------------------------------------------------------------------------------------------


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


def clover_accept(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """Play in the proposed suit with a strong hand."""
    assert view.upcard is not None
    if clover_strength(view.hand, suit_of(view.upcard)) >= CLOVER_BID:
        return Accept(), "My trumps are strong."
    return Pass(), "I am not strong enough in that suit."


def clover_name(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The strongest suit, or no trumps with aces and tens."""
    bids = [action for action in legal if isinstance(action, Trump | NoTrump)]

    def strength(action: Action) -> int:
        return clover_strength(view.hand, action.suit if isinstance(action, Trump) else None)

    best = max(bids, key=strength)
    if strength(best) >= CLOVER_BID or not isinstance(legal[0], Pass):
        return best, "It is my strongest game."
    return legal[0], "I am not strong enough in any suit."


def clover_give(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    """The partner gives the best trump or an ace; the declarer gives back what is needed least."""
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


def _suit_or_trump(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    by_game = {"widderkopf": widderkopf_trump, "grim": grim_trump, "clover": clover_name}
    return by_game[game.id](view, legal, game)


def _only_pass(view: View, legal: Sequence[Action], game: Game[Any]) -> Choice:
    return legal[0], "There is nothing else to say."


_Rule: TypeAlias = Callable[[View, Sequence[Action], Game[Any]], Choice]
_RULES: dict[type[Any], _Rule] = {  # by the kind of the last action offered
    Pass: _only_pass,
    Bid: goathead_bid,
    Steal: goathead_bid,
    Pick: sheepshead_pick,
    Bury: bury,
    Alone: sheepshead_call,
    Middle: sheepshead_middle,
    Trump: _suit_or_trump,
    Discard: discard,
    Crack: crack,
    Grim: grim_bid,
    Double: grim_bid,
    Predeclare: grim_predeclare,
    NameOrder: grim_order,
    Accept: clover_accept,
    NoTrump: clover_name,
    Give: clover_give,
}
