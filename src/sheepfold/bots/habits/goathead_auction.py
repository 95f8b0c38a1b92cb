"""The auction of Goathead: what a hand is worth in each contract, what a contract pays, and what passing leaves.

The weights are trick points and were measured: many deals were played out by these habits with the contract laid
down, and the declaring side's points fitted to the hand. A bid is made when it promises more than passing, counted in
game points against the average of the other three.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from msgspec import Struct

from sheepfold.bots.habits.base import Choice
from sheepfold.bots.habits.goathead_sight import tables_of
from sheepfold.core.actions import Action, Bid, Pass, Steal
from sheepfold.core.cards import ACE, JACK, QUEEN, RANK_MASKS, SEVEN, SUITS, TEN, Card, Mask, Seat, card
from sheepfold.core.events import Contract
from sheepfold.core.message import Message, say
from sheepfold.games.goathead import ALL_ACES, FIGURES, SEATS, GoatheadOptions, order_for
from sheepfold.play.view import View
from sheepfold.registry import game_of

# Where the numbers of this file come from: docs/tuning.md.
PASS_OPEN = 0.3  # what passing is worth while others may still bid
PASS_AGAINST = {"suit": -1.2, "nil": -1.0, "court": -0.6, "alone": -1.2}  # against a contract of that kind
PASS_AS_PARTNER = 1.4  # what the called card is worth to its holder when somebody else declares
JUNK_EVEN, JUNK_QUEEN, JUNK_JACK, JUNK_ACE, JUNK_TEN = 4.4, 1.8, 0.9, 1.1, 0.6
WINS_MATCH = 6.0  # what it is worth on top to end the match as its winner, and what it costs to let another do it
TEMPTED = 1.0  # how much less than passing a bid promises to somebody who overrates the hand a little
SLAM_HOPE = 0.85  # how often a hand without losers takes every trick


class Scale(Struct, frozen=True):
    """What each part of a hand adds to the trick points of its side, and ``spread``, their standard deviation."""

    base: float
    trumps: tuple[float, ...]
    ace: float
    ten: float
    bare_ten: float
    void: float
    long_from: int
    long: float
    short: float
    spread: float


SUIT = Scale(
    28.0,
    (14.5, 14.5, 12.5, 9.5, 7.0, 6.5, 6.5, 6.5, 0.0, 8.5, 6.0, 6.0, 6.0, 6.0),
    ace=6.5,
    ten=0.5,
    bare_ten=-2.0,
    void=4.0,
    long_from=8,
    long=0.0,
    short=0.0,
    spread=20.5,
)
ALONE = Scale(
    4.0,
    (18.0, 16.0, 9.0, 7.0, 5.0, 3.5, 2.5, 2.0, 7.5, 5.5, 2.0, 2.0, 2.0, 2.0),
    ace=11.0,
    ten=4.0,
    bare_ten=-2.0,
    void=2.5,
    long_from=6,
    long=13.0,
    short=7.0,
    spread=14.0,
)
COURT = Scale(
    -3.0,
    (7.0, 1.0, -1.5, -1.5),
    ace=18.5,
    ten=8.5,
    bare_ten=0.0,
    void=10.0,
    long_from=2,
    long=7.0,
    short=12.0,
    spread=13.0,
)
SCALES = {"suit": SUIT, "alone": ALONE, "court": COURT}


# -- what a hand is worth ----------------------------------------------------------------------------------------------


def expected_points(hand: Mask, bid: Bid) -> float:
    """The trick points that the declaring side may expect in a contract about points."""
    scale = SCALES[bid.kind]
    order = order_for(Contract(bid.kind, suit=bid.suit, rank=bid.rank))
    total = scale.base
    for place, trump in enumerate(order.trumps):
        if hand >> trump & 1:
            total += scale.trumps[place]
    length = (hand & order.trump_mask).bit_count()
    total += scale.long * max(0, length - scale.long_from) - scale.short * max(0, scale.long_from - length)
    for suit in SUITS:
        fails = hand & order.classes[suit]
        if fails:
            total += _fail_worth(fails, suit, scale)
        elif suit != bid.suit:
            total += scale.void
    return total


def _fail_worth(fails: Mask, suit: int, scale: Scale) -> float:
    worth = scale.ace if fails >> card(suit, ACE) & 1 else 0.0
    if fails >> card(suit, TEN) & 1:
        worth += scale.ten if fails & (fails - 1) else scale.bare_ten
    return worth


def likely(points: float, line: float, spread: float) -> float:
    """The chance to reach a line when that many points are expected."""
    return 1.0 / (1.0 + exp(1.7 * (line - 0.5 - points) / spread))


NIL_HEIGHT = {rank: place for place, rank in enumerate((1, 2, 3, 5, 6, 7, 4, 8))}  # 7 8 9 J Q K 10 A
NIL_BASE, NIL_LEAD, NIL_VOID = 2.4, -0.3, 0.1
NIL_STEPS = ((0, 0.41), (2, 0.22), (4, 0.15), (6, 0.11))  # how high a suit's cards may stand free of risk, and the risk


def nil_hope(hand: Mask, leads: bool) -> float:
    """The chance to take no trick: every suit is judged from its lowest card up."""
    score = NIL_BASE + (NIL_LEAD if leads else 0.0)
    for suit in SUITS:
        heights = sorted(NIL_HEIGHT[rank] for rank in range(SEVEN, ACE + 1) if hand >> card(suit, rank) & 1)
        if not heights:
            score += NIL_VOID
        for height, (free, risk) in zip(heights, NIL_STEPS, strict=False):
            score -= risk * max(0, height - free)
    return 1.0 / (1.0 + exp(-score))


def no_losers(hand: Mask, bid: Bid) -> bool:
    """Whether the hand takes every trick from the top unless something is ruffed: what a slam needs."""
    tables = tables_of(bid.kind, bid.suit, bid.rank)
    others = tables.trumps & ~hand
    trumps = hand & tables.trumps
    tops = _tops(trumps, others, tables.above[4])
    if 3 * tops < others.bit_count() + 2 or (trumps.bit_count() > tops and 2 * tops < others.bit_count()):
        return False
    return all(
        _tops(hand & suit, suit & ~hand, tables.above[cls]) == (hand & suit).bit_count()
        for cls, suit in enumerate(tables.classes[:4])
    )


def _tops(own: Mask, others: Mask, above: tuple[Mask, ...]) -> int:
    """How many of the own cards of a class no other card of it beats."""
    return sum(not above[c] & others for c in range(36) if own >> c & 1)


# -- what a contract pays ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def pays(kind: str, slam: bool, game: str) -> tuple[float, float, float]:
    """What making a contract, making it without brush, and failing mean against the average of the other three."""
    options = game_of(game).options
    assert isinstance(options, GoatheadOptions)
    figure = float(FIGURES[kind] * (3 if slam else 1))
    pair = kind == "suit"
    share = 2.0 / 3.0 if pair else 1.0  # a partner earns the same, which is a third of what the others get
    made = figure + 2.0 if kind == "nil" else figure * share
    better = made if slam or kind == "nil" else 1.5 * made
    loss = float(FIGURES[kind]) if slam and options.slam_fail == "base_value" else figure
    if options.failed_contract == "none":
        return made, better, 0.0
    if options.failed_contract == "opponents_gain":
        return made, better, -loss * share
    if kind == "nil":
        return made, better, -loss - (2.0 if options.failed_contract == "mirror" else 0.0)
    return made, better, -loss * (share if options.partner_shares_loss else 1.0)


class Auction(Struct, frozen=True):
    """The auction as this seat finds it."""

    seat: Seat
    leads: bool
    bid: Bid | None
    bidder: Seat | None
    partner: bool
    last_word: bool
    need: int
    threat: bool


def auction_of(view: View) -> Auction:
    """Who leads the auction with what, and how the match stands."""
    own, bid, bidder, passed = view.own_seat, None, None, 0
    for seat, call in view.calls:
        if type(call) is Bid:
            bid, bidder = call, seat
        elif type(call) is Steal:
            bidder = seat
        elif type(call) is Pass:
            passed |= 1 << seat
    called = None if bid is None or bid.kind != "suit" or bidder is None else _called(view, bid, bidder)
    options = game_of(view.game).options
    assert isinstance(options, GoatheadOptions)
    scores = view.begun.scores
    need = options.target - scores[own]
    threat = bid is not None and bidder is not None and bidder != own and _wins(bid, scores[bidder], options)
    return Auction(
        seat=own,
        leads=own == (view.begun.dealer + 1) % SEATS,
        bid=bid,
        bidder=bidder,
        partner=called is not None and view.hand >> called & 1 == 1,
        last_word=bid is None and passed.bit_count() == SEATS - 1,
        need=need,
        threat=threat,
    )


def _called(view: View, bid: Bid, bidder: Seat) -> Card:
    four_aces = view.known[bidder] & ALL_ACES == ALL_ACES
    return card(bid.named_suit, SEVEN if four_aces else ACE)


def _wins(bid: Bid, score: int, options: GoatheadOptions) -> bool:
    return score + FIGURES[bid.kind] * (3 if bid.slam else 1) >= options.target


def promise(view: View, bid: Bid, now: Auction) -> float:
    """What a contract promises in game points against the average of the others, the match kept in mind."""
    made, better, lost = pays(bid.kind, bid.slam, view.game)
    if bid.kind == "nil":
        chance = best = nil_hope(view.hand, now.leads)
    elif bid.slam:
        chance = best = SLAM_HOPE if no_losers(view.hand, bid) else 0.0
    else:
        points, spread = expected_points(view.hand, bid), SCALES[bid.kind].spread
        chance, best = likely(points, 61, spread), likely(points, 90, spread)
    if FIGURES[bid.kind] * (3 if bid.slam else 1) >= now.need > 0:
        figure = float(FIGURES[bid.kind])
        made = better = made * min(1.0, now.need / (figure * (3.0 if bid.slam else 1.0))) + WINS_MATCH
    return chance * made + best * (better - made) + (1.0 - chance) * lost


def passing(view: View, now: Auction) -> float:
    """What a pass is worth: the others' contract, a partner's share, or the junkyard."""
    if now.bid is None:
        return junk_worth(view.hand) if now.last_word else PASS_OPEN
    worth = PASS_AS_PARTNER if now.partner else PASS_AGAINST[now.bid.kind]
    return worth - (WINS_MATCH if now.threat else 0.0)


def junk_worth(hand: Mask) -> float:
    """What a junkyard promises: high cards are no good in it."""
    return (
        JUNK_EVEN
        - JUNK_QUEEN * (hand & RANK_MASKS[QUEEN]).bit_count()
        - JUNK_JACK * (hand & RANK_MASKS[JACK]).bit_count()
        - JUNK_ACE * (hand & RANK_MASKS[ACE]).bit_count()
        - JUNK_TEN * (hand & RANK_MASKS[TEN]).bit_count()
    )


# -- the word ----------------------------------------------------------------------------------------------------------


def speak(view: View, legal: Sequence[Action], courage: float = 0.0) -> Choice:
    """Pass, steal or bid, whatever promises most; with ``courage`` a bid may promise so much less than passing."""
    now = auction_of(view)
    top, choice = passing(view, now) - courage, legal[0]
    for action in legal[1:]:
        bid = now.bid if type(action) is Steal else action
        assert isinstance(bid, Bid)
        worth = promise(view, bid, now)
        if worth > top:
            top, choice = worth, action
    return choice, _reason(now, choice)


WHY_STEAL = say("habit-goathead-steal", "I would gladly play that contract myself, so I steal it.")
WHY_BID_SLAM = say("habit-goathead-bid-slam", "I see no trick that I could lose.")
WHY_PASS_AS_PARTNER = say("habit-goathead-pass-as-partner", "I hold the called card, so this contract is mine too.")
WHY_PASS_TO_JUNK = say("habit-goathead-pass-to-junk", "My hand is better in the junkyard than as declarer.")
WHY_PASS = say("habit-goathead-pass", "My hand is not good enough to bid.")


def _reason(now: Auction, choice: Action) -> Message:
    if type(choice) is Steal:
        return WHY_STEAL
    if isinstance(choice, Bid):
        if choice.slam:
            return WHY_BID_SLAM
        return _BID_REASONS[choice.kind]
    if now.partner:
        return WHY_PASS_AS_PARTNER
    if now.bid is None and now.last_word:
        return WHY_PASS_TO_JUNK
    return WHY_PASS


_BID_REASONS = {
    "suit": say("habit-goathead-bid-suit", "With the called partner I expect more than half of the points."),
    "nil": say("habit-goathead-bid-nil", "My suits are low from the bottom, so I can duck."),
    "court": say("habit-goathead-bid-court", "My aces run and I have the court to stop the others."),
    "alone": say("habit-goathead-bid-alone", "My trumps are strong enough without a partner."),
}
