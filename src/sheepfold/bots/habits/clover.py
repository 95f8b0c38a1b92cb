"""Habits of Clover: bidding, the exchange and the melds; ``clover_play`` has the tricks.

What a hand is worth as declarer was measured on played deals and is counted in game points, so that the sums below can
be set against what passing brings.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.bots.habits.base import Choice
from sheepfold.bots.habits.clover_play import play_card
from sheepfold.bots.habits.clover_sight import shown_cards
from sheepfold.core.actions import PASS, Accept, Action, Give, NoTrump, Pass, Play, Show, Trump
from sheepfold.core.cards import (
    ACE,
    EIGHT,
    JACK,
    KING,
    NINE,
    QUEEN,
    SEVEN,
    SUITS,
    TEN,
    Card,
    Mask,
    Rank,
    Seat,
    Suit,
    suit_of,
)
from sheepfold.core.message import say
from sheepfold.core.order import TRUMP
from sheepfold.games.clover import ORDERS, SEATS, CloverOptions
from sheepfold.games.clover_melds import BELLS, RUN_POINTS, best_melds, hand_meld_value
from sheepfold.play.view import View
from sheepfold.registry import game_of

# -- what a hand is worth ----------------------------------------------------------------------------------------------

# Where the numbers of this file come from: docs/tuning.md.
TRUMP_WORTH: dict[Rank, float] = {
    JACK: 14.1,
    NINE: 9.4,
    ACE: 5.9,
    TEN: 6.5,
    KING: 5.1,
    QUEEN: 5.4,
    EIGHT: 4.7,
    SEVEN: 4.3,
}
SIDE_ACE, SIDE_TEN, ACE_WITH_TEN, VOID, SINGLE = 5.0, 0.9, 1.7, 3.0, 1.9
SUIT_BASE = -26.8
UP_PARTNER, UP_FOE = (0.7, 10.6), (-2.0, -4.5)  # a face-up card in the dealer's hand; the second if it is J or 9
NT_BASE, NT_ACE, NT_TEN, NT_ACE_WITH_TEN, NT_LONG = -27.4, 11.0, 2.7, 3.6, 3.8
MELD_WORTH = 0.055


def _side(bits: Mask) -> float:
    """A suit beside the trumps."""
    ace, ten, length = bits >> ACE & 1, bits >> TEN & 1, bits.bit_count()
    return SIDE_ACE * ace + SIDE_TEN * ten + ACE_WITH_TEN * ace * ten + {0: VOID, 1: SINGLE}.get(length, 0.0)


def _no_trump(bits: Mask) -> float:
    """A suit without trumps."""
    ace, ten = bits >> ACE & 1, bits >> TEN & 1
    long = max(0, bits.bit_count() - 3)
    return NT_ACE * ace + NT_TEN * ten + (NT_ACE_WITH_TEN * ten + NT_LONG * long) * ace


# By the nine bits of a suit, so that a hand is worth four look-ups and its melds.
_TRUMPS = tuple(sum(worth for rank, worth in TRUMP_WORTH.items() if bits >> rank & 1) for bits in range(512))
_SIDES = tuple(_side(bits) for bits in range(512))
_NO_TRUMPS = tuple(_no_trump(bits) for bits in range(512))


def worth(hand: Mask, trump: Suit | None) -> float:
    """The game points by which a hand may be expected to win as declarer; ``None`` is no-trump."""
    melds = MELD_WORTH * hand_meld_value(hand, trump)
    if trump is None:
        return NT_BASE + melds + sum(_NO_TRUMPS[hand >> 9 * suit & 511] for suit in SUITS)
    sides = sum(_SIDES[hand >> 9 * suit & 511] for suit in SUITS if suit != trump)
    return SUIT_BASE + melds + _TRUMPS[hand >> 9 * trump & 511] + sides


# -- bidding -----------------------------------------------------------------------------------------------------------

# By place, the dealer last; with and without the exchange of a card, and whether the suit turned up may be named later.
ROUND1 = {
    ("on", "allowed"): (11.0, 2.0, 6.0, -1.0),
    ("on", "forbidden"): (1.5, 4.0, 1.0, -1.0),
    ("off", "allowed"): (7.0, 4.0, 7.0, 6.0),
    ("off", "forbidden"): (5.0, 6.0, 6.0, 6.0),
}
ROUND2 = {"on": (-8.0, -7.0, -5.0, 0.0), "off": (4.0, 3.5, 1.5, 2.5)}
TEMPTED = 5.0  # how much less a bid must be worth to somebody who overrates the hand a little
OUTBID = 8.0  # what a no-trump loses that an opponent may take away
OVER_FOE = -6.0
OVER_PARTNER = {True: -4.0, False: 2.0}  # by whether an opponent may still take the no-trump away


CLOSE, SET_SWING = 10, 30  # what a made contract decides, and what a set can turn


def _options(view: View) -> CloverOptions:
    options = game_of(view.game).options
    assert isinstance(options, CloverOptions)
    return options


def daring(view: View) -> float:
    """How much less a bid must be worth in the last round: more is dared if level, less if only a set could hurt."""
    standing = view.begun
    if standing.deal < _options(view).rounds:
        return 0.0
    side = game_of(view.game).side_of(view.own_seat)
    ahead = standing.scores[side] - standing.scores[1 - side]
    if abs(ahead) <= CLOSE:
        return 4.0
    return -6.0 if 0 < ahead <= SET_SWING else 0.0


def place(view: View) -> int:
    """How many speak before this seat."""
    return (view.own_seat - view.begun.dealer - 1) % SEATS


def threatened(view: View) -> bool:
    """Whether an opponent may still outbid a no-trump."""
    return place(view) < SEATS - 1 or _options(view).nt_outbid == "all_players"


def face_up(view: View) -> float:
    """What the face-up card does for the trump it proposes: it is in the dealer's hand."""
    assert view.upcard is not None
    before = place(view)
    if before == SEATS - 1:
        return 0.0  # it is counted in the own hand
    return (UP_PARTNER if before == 1 else UP_FOE)[view.upcard % 9 in (JACK, NINE)]


WHY_ACCEPT = say("habit-clover-accept", "My trumps are good enough to play.")
WHY_TOO_WEAK = say("habit-clover-too-weak", "My hand is too weak in that suit.")


def accept(view: View, legal: Sequence[Action], courage: float = 0.0) -> Choice:
    """Round 1: play in the proposed suit if that brings more than to pass."""
    assert view.upcard is not None
    options = _options(view)
    value = worth(view.hand, suit_of(view.upcard)) + face_up(view)
    if value >= ROUND1[options.exchange, options.turned_suit_round2][place(view)] - daring(view) - courage:
        return Accept(), WHY_ACCEPT
    return PASS, WHY_TOO_WEAK


WHY_NO_GAME = say("habit-clover-no-game", "I have no game to play in.")
WHY_STRONGEST_SUIT = say("habit-clover-strongest-suit", "It is my strongest suit.")
WHY_ACES = say("habit-clover-aces", "I have aces, and no suit is as good.")


def name_game(view: View, legal: Sequence[Action], courage: float = 0.0) -> Choice:
    """Round 2: the game in which the hand is worth most, if that brings more than to pass."""
    bids = [action for action in legal if type(action) is not Pass]
    values = [
        worth(view.hand, action.suit)
        if isinstance(action, Trump)
        else worth(view.hand, None) - (OUTBID if threatened(view) else 0.0)
        for action in bids
    ]
    best = max(values)
    bid = bids[values.index(best)]
    if best < ROUND2[_options(view).exchange][place(view)] - daring(view) - courage:
        return PASS, WHY_NO_GAME
    return bid, WHY_STRONGEST_SUIT if isinstance(bid, Trump) else WHY_ACES


WHY_OVER_NO_TRUMP = say("habit-clover-over-no-trump", "My suit is better for us than their no-trump.")
WHY_NO_SUIT_AGAINST = say("habit-clover-no-suit-against", "I have no suit against their no-trump.")
WHY_OVER_PARTNER = say("habit-clover-over-partner", "My suit is even better than my partner's no-trump.")
WHY_PARTNER_NO_TRUMP = say("habit-clover-partner-no-trump", "My partner plays without trumps, and I leave it at that.")


def outbid(view: View, legal: Sequence[Action], bidder: Seat, courage: float = 0.0) -> Choice:
    """Over no-trump: take it away from the opponents with a fair suit, from the partner only with a great one."""
    bids = [action for action in legal if type(action) is Trump]
    values = [worth(view.hand, action.suit) for action in bids]
    best = max(values)
    bid = bids[values.index(best)]
    if (bidder - view.own_seat) % 2:
        if best >= OVER_FOE - daring(view) - courage:
            return bid, WHY_OVER_NO_TRUMP
        return PASS, WHY_NO_SUIT_AGAINST
    if best >= OVER_PARTNER[threatened(view)] - daring(view) - courage:
        return bid, WHY_OVER_PARTNER
    return PASS, WHY_PARTNER_NO_TRUMP


def no_trump_bidder(view: View) -> Seat | None:
    """Who has bid no-trump and may be outbid."""
    return next((seat for seat, call in view.calls if type(call) is NoTrump), None)


# -- the exchange ------------------------------------------------------------------------------------------------------


WHY_GIVE_TRUMP = say("habit-clover-give-trump", "My partner leads the trumps, so my best one is in better hands there.")
WHY_GIVE_STRONGEST = say("habit-clover-give-strongest", "I have no trump, so my partner gets my strongest card.")


def give(view: View, legal: Sequence[Action]) -> Choice:
    """The partner gives the best trump; without trumps, or if there is none, the strongest card."""
    assert view.contract is not None
    order = ORDERS[view.contract.suit]
    cards = [action.card for action in legal if isinstance(action, Give)]
    best = max(cards, key=lambda c: (order.power[order.cls[c]][c], order.value[c]))
    if order.cls[best] == TRUMP:
        return Give(best), WHY_GIVE_TRUMP
    return Give(best), WHY_GIVE_STRONGEST


WHY_GIVE_BACK = say("habit-clover-give-back", "I need it least, and my suit gets shorter.")


def give_back(view: View, legal: Sequence[Action]) -> Choice:
    """The declarer gives from the shortest suit beside the trumps, to be rid of it; aces and melds stay."""
    assert view.contract is not None
    suit = view.contract.suit
    order = ORDERS[suit]
    cards = [action.card for action in legal if isinstance(action, Give)]
    melds = hand_meld_value(view.hand, suit)

    def price(c: Card) -> tuple[bool, bool, int, int, int, int]:
        cls = order.cls[c]
        top = cls == TRUMP or c % 9 == ACE
        loss = melds - hand_meld_value(view.hand & ~(1 << c), suit)
        length = (view.hand & order.classes[cls]).bit_count()
        return loss >= RUN_POINTS[4], top, loss, length, -order.value[c], order.power[cls][c]

    best = min(cards, key=price)
    return Give(best), WHY_GIVE_BACK


# -- melds -------------------------------------------------------------------------------------------------------------


WHY_SHOW_MELD = say("habit-clover-show-meld", "It scores if our melds are the better ones.")


def show(view: View, legal: Sequence[Action]) -> Choice | None:
    """Show the best melds one after the other; ``None``: all are on the table."""
    assert view.contract is not None
    suit = view.contract.suit
    offered = {action.cards for action in legal if type(action) is Show}
    free = view.hand & ~shown_cards(view)
    for meld in (*best_melds(free, suit), BELLS[suit]):
        if meld in offered:
            return Show(meld), WHY_SHOW_MELD
    return None


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a good player does here, and why."""
    first, last = type(legal[0]), type(legal[-1])
    if first is Play:
        if last is Show:
            shown = show(view, legal)
            if shown is not None:
                return shown
        card, reason = play_card(view, tuple([action.card for action in legal if type(action) is Play]))
        return Play(card), reason
    if first is Give:
        return (give if view.phase == "give" else give_back)(view, legal)
    return speak(view, legal)


def speak(view: View, legal: Sequence[Action], courage: float = 0.0) -> Choice:
    """The bid or the pass; with ``courage`` a bid may be worth so much less."""
    if view.phase == "round1":
        return accept(view, legal, courage)
    bidder = no_trump_bidder(view)
    return name_game(view, legal, courage) if bidder is None else outbid(view, legal, bidder, courage)


def tempted(view: View, legal: Sequence[Action]) -> Choice:
    """What somebody bids who overrates the hand a little."""
    return speak(view, legal, TEMPTED)
