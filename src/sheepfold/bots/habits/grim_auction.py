"""What is said in Grim before the tricks: when a bid is worth its price, and which order and trump are named.

A bid pays its price or costs twice that, so it needs two chances in three, a little less for the team that has the
worse of Make-5. The chance to win every trick from the top is counted, not felt; the figures that stand for what
happens after a pass were measured with these very habits on all four seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, erf, sqrt
from typing import TypeAlias

from msgspec import Struct

from sheepfold.bots.habits.base import Choice
from sheepfold.core.actions import Action, Double, Grim, NameOrder, Predeclare, Trump
from sheepfold.core.cards import ACE, JACK, KING, QUEEN, SEVEN, SUIT_MASKS, SUITS, Mask, Seat, Suit, cards_in, rank_of
from sheepfold.core.message import say
from sheepfold.games.grim import FIGURES, GrimOptions
from sheepfold.play.view import View
from sheepfold.registry import game_of

_MIRROR = tuple(int(f"{bits:08b}"[::-1], 2) for bits in range(256))


def suit_row(cards: Mask, suit: int, high: bool) -> int:
    """The cards of a suit as eight bits, the strongest lowest."""
    bits = cards >> (9 * suit + 1) & 255
    return _MIRROR[bits] if high else bits


@cache
def stands(own: int, out: int, pool: int, size: int) -> float:
    """The chance that no opponent beats any of these cards of one suit when they are led from the top.

    ``own`` and ``out`` are rows of a suit, the strongest card the lowest bit; an opponent has ``size`` cards out of a
    ``pool`` of unseen ones. A higher card is harmless if it must fall before its turn comes: an opponent whose best
    card lies below ``led`` of ours keeps it only with more than ``led`` cards of the suit.

    >>> stands(0b0001, 0b1110, 28, 4), stands(0b0011, 0b11111100, 28, 4)
    (1.0, 1.0)
    """
    harm, led, above = 0, 0, 0
    in_suit = out.bit_count()
    for place in range(8):
        bit = 1 << place
        if own & bit:
            led += 1
        elif out & bit:
            below = in_suit - above - 1
            if own >> place:  # something of ours is left to be beaten
                harm += sum(
                    comb(below, more) * _rest(pool - in_suit, size - 1 - more) for more in range(led, below + 1)
                )
            above += 1
    return (1 - harm / comb(pool, size)) ** 2


def _rest(pool: int, size: int) -> int:
    return comb(pool, size) if size >= 0 else 0


def hope(hand: Mask, gone: Mask, high: bool) -> float:
    """The chance to win every trick without trumps by leading everything from the top."""
    size = hand.bit_count()
    pool = 32 - size - gone.bit_count()
    chance = 1.0
    for suit in SUITS:
        own = suit_row(hand, suit, high)
        if own:
            out = 255 & ~(own | suit_row(gone, suit, high))
            chance *= stands(own, out, pool, size)
    return chance


def long_suit(hand: Mask, high: bool) -> Suit | None:
    """The trump for a bid: a suit with three of four cards or half of eight, of two the one that stands better.

    Without trumps nobody can ruff a winner; a long suit as trumps is as safe and lets the partner ruff.
    """
    size = hand.bit_count()
    lengths = [(hand & mask).bit_count() for mask in SUIT_MASKS]
    if max(lengths) < (3 if size == 4 else 4):
        return None
    rows = [suit_row(hand, suit, high) for suit in SUITS]
    return max(SUITS, key=lambda suit: (lengths[suit], stands(rows[suit], 255 & ~rows[suit], 32 - size, size)))


Prospect: TypeAlias = tuple[tuple[int, float], ...]
"""What may come of a deal for a team: changes of its lead over the other team, each with its chance."""

# Where the numbers of this file come from: docs/tuning.md.
SWING = 14
"""About how much the lead changes in a deal."""
LATE = 2
"""With this few deals to come the match counts and not the points."""


def lead_worth(lead: int, left: int) -> float:
    """What a lead is worth with that many deals to come: its points, or near the end the chance to win the match.

    >>> lead_worth(5, 6), lead_worth(5, 0), lead_worth(40, 0)
    (5.0, 1.0, 1.0)
    """
    if left > LATE:
        return float(lead)
    if left <= 0:  # the last deal, or one more to break a tie
        return float((lead > 0) - (lead < 0))
    return erf(lead / (SWING * sqrt(2 * left)))


def worth(prospect: Prospect, lead: int, left: int) -> float:
    """What a prospect is worth on the average."""
    return sum(chance * lead_worth(lead + change, left) for change, chance in prospect)


def bid(price: int, chance: float) -> Prospect:
    """A bid wins its price or loses twice as much."""
    return (price, chance), (-2 * price, 1 - chance)


def _mirrored(prospect: Prospect) -> Prospect:
    return tuple((-change, chance) for change, chance in prospect)


_BIDS_LATER: Prospect = ((16, 0.11), (-32, 0.03), (-16, 0.11), (32, 0.03))
_BIDS_IN_ROUND_2: Prospect = ((16, 0.035), (-32, 0.01), (-16, 0.035), (32, 0.01))
AFTER_PASS: dict[tuple[int, bool], Prospect] = {
    (1, True): ((5, 0.44), (-10, 0.28), *_BIDS_LATER),
    (1, False): ((10, 0.40), (-5, 0.32), *_BIDS_LATER),
    (2, True): ((5, 0.56), (-10, 0.35), *_BIDS_IN_ROUND_2),
    (2, False): ((10, 0.50), (-5, 0.41), *_BIDS_IN_ROUND_2),
    (3, True): ((5, 0.85), (-10, 0.15)),
    (3, False): ((10, 0.9), (-5, 0.1)),
}
"""What becomes of a deal when a hand that might have bid is passed: by round, and by whether one's team leads."""
BIDS_MADE = 0.82
"""How many Grims are made, whatever the others hold."""
SURE = 0.9
"""From here on a hand needs no help, only safety."""


class Seen(Struct, frozen=True, gc=False):
    """What a bidder goes by: the round, its team's lead, the deals to come, whether it leads, and who has bid."""

    round: int
    lead: int
    left: int
    leading: bool
    bidder: Seat | None
    prices: tuple[int, int]


def survey(view: View) -> Seen:
    """The View of a seat that is asked in an auction."""
    options, standing, seat = game_of(view.game).options, view.begun, view.own_seat
    assert isinstance(options, GrimOptions)
    stage = 3 if view.hand.bit_count() == 8 else 2 if view.aside else 1
    cards = 8 if stage == 3 else 4
    eight = 0 if options.eight_card_double == "disabled" else int(options.eight_card_double.split("/")[0])
    bids = [bidder for bidder, call in view.calls if type(call) is Grim]
    return Seen(
        round=stage,
        lead=standing.scores[seat & 1] - standing.scores[~seat & 1],
        left=options.deals - standing.deal,
        leading=(standing.dealer ^ seat) & 1 == 1,
        bidder=bids[0] if bids else None,
        prices=(FIGURES["grim", cards][1], eight if cards == 8 else FIGURES["double", 4][1]),
    )


WHY_PASS = say("habit-grim-pass", "I do not see every trick in my hand.")
WHY_BID_SURE = say("habit-grim-bid-sure", "Every trick is mine if I lead from the top.")
WHY_BID = say("habit-grim-bid", "I should win every trick, and that is worth the risk.")
WHY_BID_NEED = say("habit-grim-bid-need", "We need the points, so I take the risk.")


def bid_grim(view: View, legal: Sequence[Action]) -> Choice:
    """Bid Grim when winning every trick is likely enough for its price, with the match in mind."""
    seen = survey(view)
    chance = best_hope(view.hand, view.aside)
    now, later = bid(seen.prices[0], chance), AFTER_PASS[seen.round, seen.leading]
    if worth(now, seen.lead, seen.left) <= worth(later, seen.lead, seen.left):
        return legal[0], WHY_PASS
    if chance >= 0.99:
        return Grim(), WHY_BID_SURE
    if worth(now, 0, seen.left + LATE + 1) > worth(later, 0, seen.left + LATE + 1):
        return Grim(), WHY_BID
    return Grim(), WHY_BID_NEED


WHY_PARTNER_MAY_MAKE_IT = say("habit-grim-partner-may-make-it", "My partner may well make it.")
WHY_DEFEND = say("habit-grim-defend", "I cannot do it better, so we defend.")
WHY_SURER_THAN_PARTNER = say("habit-grim-surer-than-partner", "My hand makes it surer than my partner's.")
WHY_TAKE_OVER = say("habit-grim-take-over", "I can win every trick myself.")


def take_over(view: View, legal: Sequence[Action]) -> Choice:
    """Take a Grim over when one's own hand is worth more at twice the price than the bid that stands."""
    seen = survey(view)
    assert seen.bidder is not None
    chance = best_hope(view.hand, view.aside)
    stands_now = bid(seen.prices[0], BIDS_MADE)
    friend = (seen.bidder ^ view.own_seat) & 1 == 0
    later = stands_now if friend else _mirrored(stands_now)
    if worth(bid(seen.prices[1], chance), seen.lead, seen.left) <= worth(later, seen.lead, seen.left):
        return legal[0], WHY_PARTNER_MAY_MAKE_IT if friend else WHY_DEFEND
    reason = WHY_SURER_THAN_PARTNER if friend else WHY_TAKE_OVER
    return Double(), reason


def best_hope(hand: Mask, gone: Mask) -> float:
    """The chance in the better of the two orders."""
    return max(hope(hand, gone, True), hope(hand, gone, False))


WHY_NAME_ORDER = say("habit-grim-name-order", "My cards are at the top of this order.")
WHY_NAME_FIRST_ORDER = say("habit-grim-name-first-order", "My first cards are better in this order.")


def name_order(view: View, legal: Sequence[Action]) -> Choice:
    """The order in which the hand is likelier to win every trick; for Make-5 the one with the better trumps."""
    if view.hand:
        high = hope(view.hand, view.aside, True) >= hope(view.hand, view.aside, False)
        return NameOrder(high), WHY_NAME_ORDER
    suit = next(call.suit for _, call in view.calls if isinstance(call, Predeclare))
    trumps = view.aside & SUIT_MASKS[suit]
    high = max((True, False), key=lambda order: 2 * _weight(trumps, order) + _weight(view.aside, order))
    return NameOrder(high), WHY_NAME_FIRST_ORDER


WHY_NO_TRUMPS = say("habit-grim-no-trumps", "Without trumps nobody can ruff my winners.")
WHY_LONG_SUIT = say("habit-grim-long-suit", "It is my long suit, and my partner may ruff for me.")


def name_trump(view: View, legal: Sequence[Action]) -> Choice:
    """A long suit if help is needed, else no trumps."""
    named = next(call for _, call in reversed(view.calls) if isinstance(call, NameOrder))
    suit = long_suit(view.hand, named.high)
    if suit is None or hope(view.hand, view.aside, named.high) >= SURE:
        return Trump(None), WHY_NO_TRUMPS
    return Trump(suit), WHY_LONG_SUIT


SUIT_LENGTH = 3
TOP_CARDS = {ACE: 5, KING: 3, QUEEN: 2, JACK: 1}
"""Measured by how often Make-5 is won with a trump of which the first half held these."""


WHY_PREDECLARE = say("habit-grim-predeclare", "It was my best suit in the first half.")


def predeclare(view: View, legal: Sequence[Action]) -> Choice:
    """From memory: the suit with the best length and top cards in the first half, in the order it will be played in."""
    options = game_of(view.game).options
    assert isinstance(options, GrimOptions)
    orders = (True, False) if options.make5_order == "predeclarer" else (True,)
    first = view.hand | view.aside
    suits = [action.suit for action in legal if isinstance(action, Predeclare)]
    suit = max(suits, key=lambda suit: max(_weight(first & SUIT_MASKS[suit], high) for high in orders))
    return Predeclare(suit), WHY_PREDECLARE


def _weight(cards: Mask, high: bool) -> int:
    """Length and top cards; in Low order the seven stands for the ace, the eight for the king …"""
    tops = (rank_of(c) if high else ACE + SEVEN - rank_of(c) for c in cards_in(cards))
    return SUIT_LENGTH * cards.bit_count() + sum(TOP_CARDS.get(rank, 0) for rank in tops)
