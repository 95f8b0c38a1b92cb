"""Goathead: four players, 32 cards, an auction with steals, a hidden partner; to 30 game points.

The law is ``docs/rules/goathead.md``; the ids beside the code are its sentences. Legal actions come in this order:
pass, steal, then bids from the lowest rung up (suits C S H D within a rung); cards in deck order.

Rules version 1: first published rules.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Bid, Play, Steal, plays
from sheepfold.core.cards import (
    ACE,
    DECK32,
    EIGHT,
    JACK,
    KING,
    NINE,
    QUEEN,
    RANK_MASKS,
    SEVEN,
    SUIT_NAMES,
    SUITS,
    TEN,
    Card,
    Mask,
    Rank,
    Seat,
    Suit,
    card,
    card_text,
)
from sheepfold.core.deal import Plan, lay_out, rounds
from sheepfold.core.errors import BadFacts, IllegalAction
from sheepfold.core.events import (
    Contract,
    ContractSet,
    Event,
    Implied,
    Outcome,
    PartnerShown,
    Said,
    Standing,
    Turn,
)
from sheepfold.core.form import Form
from sheepfold.core.game import Aim, Facts, Step, TrickProblem
from sheepfold.core.message import Message, say
from sheepfold.core.options import Options, about
from sheepfold.core.order import ACE_TEN_VALUES, Order, make_order
from sheepfold.core.score import Factor, ScoreItem, product, totals
from sheepfold.core.shuffle import Luck, Shuffle
from sheepfold.core.trick import playable
from sheepfold.games.parts import (
    DealState,
    TrickGame,
    TrickState,
    added,
    card_refusal,
    close,
    lay,
    no_tricks,
    not_over,
    opening_events,
    possible_sums,
    queens_and_jacks_order,
    recast,
    wrong_moment,
)

SEATS = 4
TRICKS = 8  # G2
COURTS: tuple[Rank, ...] = (KING, QUEEN, JACK)  # G33: jacks outbid queens, queens outbid kings
STEAL = Steal()
FIGURES = {"suit": 4, "nil": 6, "court": 6, "alone": 8, "junk": 4}  # G55-G59
AIMS: dict[str, Aim] = {"junk": "least points", "nil": "no trick"}  # G28, G47
FIGURE_RULES = {"suit": "G55", "nil": "G56", "court": "G57", "alone": "G58", "junk": "G59"}


class GoatheadOptions(Options, frozen=True, kw_only=True):
    """The table agreements of Goathead."""

    game: ClassVar[str] = "goathead"
    presets: ClassVar[dict[str, str]] = {
        "standard": "goathead",
        "short": "goathead(target=15)",
        "one-round-auction": "goathead(auction=single_round)",
        "no-thieves": "goathead(steal_enabled=false)",
        "strict": "goathead(loss_no_brush=true)",
    }

    auction: Annotated[
        Literal["until_passes", "single_round", "passes_reopen"],
        about(
            "Auction",
            "When the auction ends: all but one have passed for good, one round is over, or three passes in a row.",
            "GQ5",
        ),
    ] = "until_passes"
    suit_precedence: Annotated[
        Literal["none", "C>S>H>D"],
        about("Order of suits", "Whether a suit bid may be outbid by a higher suit on the same rung.", "GQ6"),
    ] = "none"
    steal_enabled: Annotated[
        bool, about("Stealing", "Whether a player with fewer game points may steal the leading bid.", "G9")
    ] = True
    failed_contract: Annotated[
        Literal["mirror", "declarer_only", "opponents_gain", "none"],
        about("Failed contract", "Who pays or gains when the declarers fail.", "GQ11"),
    ] = "mirror"
    junk_tie: Annotated[
        Literal["no_score", "replay"],
        about("Tied junkyard", "What a junkyard of 60 to 60 means: no score, or the same dealer deals again.", "GQ12"),
    ] = "no_score"
    partner_shares_loss: Annotated[
        bool, about("Partner shares a loss", "Whether the partner loses with the declarer.", "GQ14")
    ] = True
    loss_no_brush: Annotated[
        bool,
        about("Heavy loss", "Whether declarers with 30 points or fewer lose the no-brush figure.", "GQ16"),
    ] = False
    slam_fail: Annotated[
        Literal["slam_value", "base_value"],
        about("Failed slam", "Which figure a failed slam loses.", "GQ17"),
    ] = "slam_value"
    target: Annotated[int, about("Target", "Game points that end the match.", "G60", ge=1)] = 30
    end_tie: Annotated[
        Literal["play_on", "shared"],
        about("Tie at the end", "Whether players tied for the lead play on or share the win.", "GQ20"),
    ] = "play_on"


class GoatheadFacts(Facts, frozen=True, kw_only=True):
    """What a scorekeeper knows. ``points`` and ``tricks`` are those of the declaring side; in Junk of seats 0 and 2.

    Nil is decided by its tricks and needs no points; every other contract needs them, and a slam both.
    """

    partner: Seat | None = None
    points: int | None = None
    tricks: int | None = None

    def has(self, least: int) -> bool:
        """Whether the side is known to have at least that many points."""
        return self.points is not None and self.points >= least


class GoatheadState(DealState, frozen=True, kw_only=True):
    """A deal in its auction, or over. ``bid`` and ``bidder`` lead; ``partner_card`` goes with a suit bid."""

    bid: Bid | None = None
    bidder: Seat | None = None
    partner_card: Card | None = None
    passed: int = 0  # seats that are out, as bits
    silence: int = 0  # passes in a row
    spoken: int = 0
    partner: Seat | None = None


class GoatheadTricks(TrickState, GoatheadState, frozen=True, kw_only=True):
    """A deal in its tricks."""


ALL_ACES = RANK_MASKS[ACE]
CALLING_CARDS = ALL_ACES | RANK_MASKS[SEVEN]
"""The cards that decide which suits a hand may bid."""


def partner_card(hand: Mask, suit: Suit) -> Card | None:
    """The card whose holder would be the partner of this hand in a suit contract; ``None``: no such bid (G19-G21)."""
    if hand & ALL_ACES == ALL_ACES:
        seven = card(suit, SEVEN)
        return None if hand >> seven & 1 else seven  # GQ9
    ace = card(suit, ACE)
    return None if hand >> ace & 1 else ace  # G20


def implied(seat: Seat, called: Card) -> Implied:
    """What a suit bid tells everybody of the bidder's hand (G20, GQ9)."""
    if called % 9 == SEVEN:
        return Implied(seat, holds=ALL_ACES, lacks=1 << called)
    return Implied(seat, lacks=1 << called)


def _every_bid() -> tuple[Bid, ...]:
    bids: list[Bid] = []
    for slam in (False, True):
        bids += [Bid("suit", suit=suit, slam=slam) for suit in SUITS]
        if not slam:
            bids.append(Bid("nil"))  # G43: there is no slam in nil
        bids += [Bid("court", rank=rank, slam=slam) for rank in COURTS]
        bids += [Bid("alone", suit=suit, slam=slam) for suit in SUITS]
    return tuple(bids)


BIDS = _every_bid()
LADDER: tuple[str | Rank, ...] = ("suit", "nil", *COURTS, "alone")  # G17, G33


def rung(bid: Bid, suits_ranked: bool) -> int:
    """The height of a bid (G17, G44, GQ6); a higher number outbids a lower one."""
    place = LADDER.index(bid.named_rank if bid.kind == "court" else bid.kind)
    if bid.slam:
        place = 6 + (0, 0, 1, 2, 3, 4)[place]  # suit slam, three court slams, alone slam
    return 4 * place + (3 - bid.suit if suits_ranked and bid.suit is not None else 0)


def order_for(contract: Contract) -> Order:
    """Trumps, ranks and values of a contract (G24-G26, G30, G35-G37, G41, G42, G48, G49)."""
    key = contract.kind, contract.suit, contract.rank
    if key not in _ORDERS:
        _ORDERS[key] = _make_order(*key)
    return _ORDERS[key]


_ORDERS: dict[tuple[str, Suit | None, Rank | None], Order] = {}
ACE_TEN_RANKS: tuple[Rank, ...] = (ACE, TEN, KING, QUEEN, JACK, NINE, EIGHT, SEVEN)


def _make_order(kind: str, suit: Suit | None, rank: Rank | None) -> Order:
    if kind in ("suit", "alone", "junk"):
        return queens_and_jacks_order(DECK32, suit)
    trumps = tuple(card(s, rank) for s in SUITS) if rank is not None else ()
    plain = tuple(r for r in ACE_TEN_RANKS if r != rank)  # GQ3
    return make_order(DECK32, trumps=trumps, plain=plain, values=ACE_TEN_VALUES)


# -- the lines of a settlement ---------------------------------------------------------------------------------------

ITEM_WORDS: dict[str, Message] = {
    "suit_made": say("goathead-item-suit_made", "suit made"),
    "suit_made_no_brush": say("goathead-item-suit_made_no_brush", "suit made, no brush"),
    "suit_slam_made": say("goathead-item-suit_slam_made", "suit slam made"),
    "suit_failed": say("goathead-item-suit_failed", "suit failed"),
    "suit_failed_no_brush": say("goathead-item-suit_failed_no_brush", "suit failed"),
    "suit_slam_failed": say("goathead-item-suit_slam_failed", "suit slam failed"),
    "suit_failed_against": say("goathead-item-suit_failed_against", "suit failed"),
    "suit_failed_no_brush_against": say("goathead-item-suit_failed_no_brush_against", "suit failed"),
    "suit_slam_failed_against": say("goathead-item-suit_slam_failed_against", "suit slam failed"),
    "nil_made": say("goathead-item-nil_made", "nil made"),
    "nil_failed": say("goathead-item-nil_failed", "nil failed"),
    "nil_failed_against": say("goathead-item-nil_failed_against", "nil failed"),
    "court_made": say("goathead-item-court_made", "court made"),
    "court_made_no_brush": say("goathead-item-court_made_no_brush", "court made, no brush"),
    "court_slam_made": say("goathead-item-court_slam_made", "court slam made"),
    "court_failed": say("goathead-item-court_failed", "court failed"),
    "court_failed_no_brush": say("goathead-item-court_failed_no_brush", "court failed"),
    "court_slam_failed": say("goathead-item-court_slam_failed", "court slam failed"),
    "court_failed_against": say("goathead-item-court_failed_against", "court failed"),
    "court_failed_no_brush_against": say("goathead-item-court_failed_no_brush_against", "court failed"),
    "court_slam_failed_against": say("goathead-item-court_slam_failed_against", "court slam failed"),
    "alone_made": say("goathead-item-alone_made", "alone made"),
    "alone_made_no_brush": say("goathead-item-alone_made_no_brush", "alone made, no brush"),
    "alone_slam_made": say("goathead-item-alone_slam_made", "alone slam made"),
    "alone_failed": say("goathead-item-alone_failed", "alone failed"),
    "alone_failed_no_brush": say("goathead-item-alone_failed_no_brush", "alone failed"),
    "alone_slam_failed": say("goathead-item-alone_slam_failed", "alone slam failed"),
    "alone_failed_against": say("goathead-item-alone_failed_against", "alone failed"),
    "alone_failed_no_brush_against": say("goathead-item-alone_failed_no_brush_against", "alone failed"),
    "alone_slam_failed_against": say("goathead-item-alone_slam_failed_against", "alone slam failed"),
    "nil_made_against": say("goathead-item-nil_made_against", "nil made"),
    "junk_won": say("goathead-item-junk_won", "junkyard won"),
    "junk_lost": say("goathead-item-junk_lost", "junkyard lost"),
}
"""The kinds of lines, and their words; a heavy loss (GQ16) and what the opponents get are said like any failure."""
FIGURE = {kind: Factor("figure", FIGURES[kind], (FIGURE_RULES[kind],)) for kind in FIGURES}
AGAINST_NIL = Factor("figure", -2, ("G56",))
NO_BRUSH = Factor("no_brush", 1.5, ("G51",))
HEAVY_LOSS = Factor("no_brush", 1.5, ("GQ16",))
SLAM = Factor("slam", 3, ("G54",))
FAILED_SLAM = Factor("slam", 3, ("GQ17",))
FAILED = Factor("failed", -1, ("GQ11",))
LOST = Factor("lost", -1, ("G59",))


def _item(kind: str, rule: str, seat: Seat, *factors: Factor) -> ScoreItem:
    return ScoreItem(kind, rule, seat, int(product(factors)), ITEM_WORDS[kind], factors)


class Goathead(TrickGame[GoatheadState]):
    """The rules of Goathead under one set of options."""

    id: ClassVar[str] = "goathead"
    title: ClassVar[str] = "Goathead"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("auction", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands",)
    options_type: ClassVar[type[Options]] = GoatheadOptions
    facts_type: ClassVar[type[Facts]] = GoatheadFacts
    item_kinds: ClassVar[tuple[str, ...]] = tuple(ITEM_WORDS)
    factor_kinds: ClassVar[tuple[str, ...]] = ("figure", "no_brush", "slam", "failed", "lost")
    options: GoatheadOptions
    deck = DECK32
    seats = SEATS
    sides = SEATS  # GQ13: everybody scores for themselves

    def __init__(self, options: GoatheadOptions | None = None) -> None:
        self.options = options or GoatheadOptions.make()
        ranked = self.options.suit_precedence != "none"
        self._rung = {bid: rung(bid, ranked) for bid in BIDS}
        self._ladder = tuple(sorted(BIDS, key=self._rung.__getitem__))
        self._menus: dict[tuple[int, Mask, bool], tuple[Action, ...]] = {}  # made once, on demand

    # -- what there is -------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Pass, steal where that is allowed, the bids from the lowest rung up, the cards in deck order."""
        steal = (STEAL,) if self.options.steal_enabled else ()
        return (PASS, *steal, *self._ladder, *plays(DECK32.mask))

    @property
    def contract_kinds(self) -> tuple[str, ...]:
        """The bids from the lowest rung up, and the junkyard."""
        return tuple(FIGURES)

    @property
    def longest_deal(self) -> int:
        """An auction that climbs every rung, and 32 cards.

        Each rung is bid once, and may be stolen three times, each thief having fewer points than the one before.
        """
        cards = len(DECK32)
        if self.options.auction == "single_round":
            return SEATS + cards
        claims = len(set(self._rung.values())) * (SEATS if self.options.steal_enabled else 1)
        if self.options.auction == "passes_reopen":
            return 3 + 3 * claims + 1 + cards  # three passes before the first bid, two after each, a third at last
        return claims + SEATS - 1 + cards  # three pass for good

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Eight cards each from the dealer's left (G2)."""
        return rounds("hand", SEATS, standing.dealer, 8)

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[GoatheadState]:
        """Deal; the player at the dealer's left speaks first (G6)."""
        deal = lay_out(self.plan(standing), shuffle, SEATS)
        first = (standing.dealer + 1) % SEATS
        state = GoatheadState(
            standing=standing,
            deal=deal,
            phase="auction",
            turn=first,
            hands=deal.hands,
            leader=first,
            points=(0,) * SEATS,
            tricks=(0,) * SEATS,
        )
        return Step(state, (*opening_events(standing, deal), Turn(first, "auction")))

    def legal(self, state: GoatheadState) -> tuple[Action, ...]:
        """What the actor may do."""
        if type(state) is GoatheadTricks:
            return plays(playable(state.hands[state.turn], state.trick, state.order))
        return self._legal_bids(state) if state.phase == "auction" else ()

    def apply(self, state: GoatheadState, action: Action) -> Step[GoatheadState]:
        """Do a legal action."""
        # By type: a struct's isinstance costs as much as the rest of this function.
        if type(action) is Play and type(state) is GoatheadTricks:
            return self._play(state, action.card)
        return self._speak(state, action)

    # -- the auction ---------------------------------------------------------------------------------------------

    def _legal_bids(self, state: GoatheadState) -> tuple[Action, ...]:
        """Pass, steal, or any higher bid one is entitled to (G8-G10, G20, G39); GA6: a lone pass is still asked."""
        seat = state.speaker
        hand = state.hands[seat]
        floor = -1 if state.bid is None else self._rung[state.bid]
        steal = self._fewer_points(state, seat) and self._steal_refusal(state) is None
        key = (floor, hand & CALLING_CARDS, steal)
        if key not in self._menus:
            self._menus[key] = self._menu(*key)
        return self._menus[key]

    def _menu(self, floor: int, calling_cards: Mask, steal: bool) -> tuple[Action, ...]:
        bids = [
            bid
            for bid in self._ladder
            if self._rung[bid] > floor
            and (bid.kind != "suit" or partner_card(calling_cards, bid.named_suit) is not None)
        ]
        return (PASS, STEAL, *bids) if steal else (PASS, *bids)

    def _fewer_points(self, state: GoatheadState, seat: Seat) -> bool:
        """The quick half of the question whether a bid may be stolen (G9, G10): most of the time the answer is no."""
        scores, bidder = state.standing.scores, state.bidder
        return self.options.steal_enabled and bidder is not None and scores[seat] < scores[bidder]

    def _steal_refusal(self, state: GoatheadState) -> IllegalAction | None:
        seat = state.speaker
        if not self.options.steal_enabled:
            return IllegalAction("no_steals", "There is no stealing at this table.", "G9")
        if state.bid is None or state.bidder is None:
            return IllegalAction("nothing_to_steal", "Nobody has bid, so there is nothing to steal.", "GQ8")
        mine, theirs = state.standing.scores[seat], state.standing.scores[state.bidder]
        if state.bidder == seat or mine >= theirs:
            sentence = (
                "You have { $mine } game points and the bidder { $theirs }; stealing needs fewer than the bidder."
            )
            return IllegalAction("steal_needs_fewer_points", sentence, "G10", mine=mine, theirs=theirs)
        if state.bid.kind == "suit" and partner_card(state.hands[seat], state.bid.named_suit) is None:
            return IllegalAction("not_entitled", "You could not bid that suit yourself, so you cannot steal it.", "GQ7")
        return None

    def _speak(self, state: GoatheadState, action: Action) -> Step[GoatheadState]:
        seat = state.speaker
        events: list[Event] = [Said(seat, action)]
        spoken = state.spoken + 1
        bid = action if isinstance(action, Bid) else state.bid if isinstance(action, Steal) else None
        if bid is None:
            after = replace(state, passed=state.passed | 1 << seat, silence=state.silence + 1, spoken=spoken)
        else:
            called = partner_card(state.hands[seat], bid.named_suit) if bid.kind == "suit" else None
            if called is not None:
                events.append(implied(seat, called))  # GA7: "with 7" is heard by everybody
            after = replace(state, bid=bid, bidder=seat, partner_card=called, silence=0, spoken=spoken)
        turn = self._next_speaker(after, seat)
        if turn is None:
            return self._settle_auction(after, tuple(events))
        return Step(replace(after, turn=turn), (*events, Turn(turn, "auction")))

    def _next_speaker(self, state: GoatheadState, seat: Seat) -> Seat | None:
        """Who speaks next; ``None``: the auction is over (GQ5, GA2)."""
        shape = self.options.auction
        if shape == "single_round":
            return None if state.spoken == SEATS else (seat + 1) % SEATS
        if shape == "passes_reopen":
            limit = SEATS if state.bid is None else SEATS - 1
            return None if state.silence == limit else (seat + 1) % SEATS
        for step in range(1, SEATS):
            other = (seat + step) % SEATS
            if not state.passed >> other & 1 and other != state.bidder:
                return other
        return None

    def _settle_auction(self, state: GoatheadState, events: tuple[Event, ...]) -> Step[GoatheadState]:
        """The highest bidder is declarer (G11); without a bid it is a junkyard (G46). Dealer's left leads (G12)."""
        bid = state.bid
        if bid is None:
            contract = Contract("junk")
        else:
            contract = Contract(
                bid.kind, state.bidder, bid.suit, bid.rank, slam=bid.slam, partner_card=state.partner_card
            )
        partner = None
        if contract.partner_card is not None:
            partner = next(seat for seat in range(SEATS) if state.hands[seat] >> contract.partner_card & 1)
        leader = (state.standing.dealer + 1) % SEATS
        after = recast(
            GoatheadTricks,
            state,
            phase="tricks",
            turn=leader,
            leader=leader,
            contract=contract,
            partner=partner,
            order=order_for(contract),
        )
        return Step(after, (*events, ContractSet(contract), Turn(leader, "tricks")))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _play(self, state: GoatheadTricks, card: Card) -> Step[GoatheadState]:
        step = lay(state, card, state.order)
        if card == state.contract.partner_card:
            events = (step.events[0], PartnerShown(state.turn, card), *step.events[1:])  # GQ10
            step = Step(step.state, events)
        after = step.state
        if after.trick or any(after.hands):
            return step
        return close(GoatheadState, after, step.events, self._finished(after))

    # -- the score -----------------------------------------------------------------------------------------------

    def facts_of(self, state: GoatheadState) -> GoatheadFacts:
        """The contract, and what the declaring side (in Junk seats 0 and 2) has taken."""
        contract = state.contract
        if contract is None:
            raise not_over()
        side = [seat for seat in _own_side(contract, state.partner) if seat is not None]
        return GoatheadFacts(
            contract=contract,
            partner=state.partner,
            points=sum(state.points[seat] for seat in side),
            tricks=sum(state.tricks[seat] for seat in side),
        )

    def facts_form(self) -> Form:
        """What a scorekeeper is asked."""
        from sheepfold.games.goathead_form import facts_form  # only a scorekeeper needs it

        return facts_form(self.options.loss_no_brush)

    def _check_facts(self, standing: Standing, facts: GoatheadFacts) -> None:
        _check_counts(facts)
        _check_sides(facts)
        _check_details(facts.contract)

    def _settled(self, standing: Standing, facts: GoatheadFacts) -> Outcome:
        items = self._items(facts)
        tied = facts.contract.kind == "junk" and facts.points == 60
        return Outcome(totals(items, SEATS), items, same_dealer=tied and self.options.junk_tie == "replay")  # GQ12

    def _items(self, facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
        """Itemised scores (G50-G59)."""
        if facts.contract.kind == "junk":  # G47: the fewer points win; GQ12: 60 to 60 is nobody's
            return () if facts.points == 60 else JUNK_ITEMS[facts.has(61)]
        return _made_items(facts) if _won(facts) else self._failed_items(facts)

    def _failed_items(self, facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
        """A failed contract (GQ11, GQ14, GA3)."""
        how = self.options.failed_contract
        kind, factors = self._loss(facts)
        if how == "none":
            return ()
        if how == "opponents_gain":
            return tuple(_item(f"{kind}_against", "GA3", seat, *factors) for seat in _opponents(facts))
        losers = _declarers(facts) if self.options.partner_shares_loss else _declarers(facts)[:1]  # GQ14
        items = [_item(kind, "GQ11", seat, *factors, FAILED) for seat in losers]
        if how == "mirror" and facts.contract.kind == "nil":
            items += [_item("nil_failed_against", "GQ11", seat, AGAINST_NIL, FAILED) for seat in _opponents(facts)]
        return tuple(items)

    def _loss(self, facts: GoatheadFacts) -> tuple[str, tuple[Factor, ...]]:
        """The kind of item of a failed contract, and the figure that it costs (GQ16, GQ17, GA4)."""
        contract = facts.contract
        figure = FIGURE[contract.kind]
        kind = f"{contract.kind}_slam_failed" if contract.slam else f"{contract.kind}_failed"
        if contract.slam and self.options.slam_fail == "slam_value":
            return kind, (figure, FAILED_SLAM)
        if contract.kind != "nil" and self.options.loss_no_brush and not facts.has(31):
            return kind if contract.slam else f"{kind}_no_brush", (figure, HEAVY_LOSS)
        return kind, (figure,)

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        """The deal passes to the left (X3) until somebody leads with the target or more (G60, GQ20)."""
        if outcome.same_dealer:
            return replace(standing, redeals=standing.redeals + 1)  # GA5
        scores = added(standing.scores, outcome.delta)
        if max(scores) >= self.options.target and (scores.count(max(scores)) == 1 or self.options.end_tie == "shared"):
            return None
        return Standing((standing.dealer + 1) % SEATS, scores, standing.deal + 1)

    # -- what others ask -----------------------------------------------------------------------------------------

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract."""
        return order_for(contract)

    def worth_showing(self, state: GoatheadState) -> tuple[Action, ...]:
        """In the auction the steal, and every higher bid whether or not the hand is entitled to it."""
        if state.phase != "auction":
            return ()
        floor = -1 if state.bid is None else self._rung[state.bid]
        bids = (bid for bid in self._ladder if self._rung[bid] > floor)
        return (STEAL, *bids) if self.options.steal_enabled else tuple(bids)

    def refusal(self, state: GoatheadState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        if type(state) is GoatheadTricks:
            if isinstance(action, Play):
                return card_refusal(state.hands[state.turn], state.trick, state.order, action, "G13", DECK32)
            return wrong_moment(say("phase-tricks", "tricks"), say("goathead-wanted-card", "play a card"), "G13")
        auction = say("phase-auction", "auction")
        if isinstance(action, Steal):
            wanted = say("goathead-wanted-bid-or-pass", "bid or pass")
            return self._steal_refusal(state) or wrong_moment(auction, wanted, "G8")
        if isinstance(action, Bid) and action in self._rung:
            return self._bid_refusal(state, state.hands[state.speaker], action)
        if isinstance(action, Bid) and action.kind == "nil" and action.slam:
            return IllegalAction("no_nil_slam", "Nil cannot be bid as a slam.", "G43")
        wanted = say("goathead-wanted-word", "pass, bid a contract or steal")
        return wrong_moment(auction, wanted, "G8")

    def _bid_refusal(self, state: GoatheadState, hand: Mask, bid: Bid) -> IllegalAction:
        if state.bid is not None and self._rung[bid] <= self._rung[state.bid]:
            return IllegalAction("bid_too_low", "A bid must be higher than the one that leads the auction.", "G8")
        suit = bid.named_suit
        if hand & ALL_ACES == ALL_ACES:
            sentence = "With four aces you may not call { $card }: you have it."
            return IllegalAction("holds_partner_card", sentence, "GQ9", card=card_text(card(suit, SEVEN)))
        return IllegalAction(
            "holds_called_ace", "You hold the ace of { $suit } yourself.", "G20", suit=SUIT_NAMES[suit]
        )

    def problem(self, state: GoatheadState) -> TrickProblem:
        """The tricks as the kernel wants them; the declarers are side 1."""
        if type(state) is not GoatheadTricks:
            raise no_tricks()
        own = _own_side(state.contract, state.partner)
        return TrickProblem(
            order=state.order,
            hands=state.hands,
            leader=state.leader,
            trick=state.trick,
            points=state.points,
            tricks=state.tricks,
            sides=tuple(int(seat in own) for seat in range(SEATS)),
            aim=AIMS.get(state.contract.kind, "most points"),
        )


def _own_side(contract: Contract, partner: Seat | None) -> tuple[Seat | None, ...]:
    """Declarer and partner, as far as there are any; in Junk the pair of seats 0 and 2 (G46)."""
    return (0, 2) if contract.kind == "junk" else (contract.declarer, partner)


def _declarers(facts: GoatheadFacts) -> list[Seat]:
    return [seat for seat in (facts.contract.declarer, facts.partner) if seat is not None]


def _opponents(facts: GoatheadFacts) -> list[Seat]:
    return [seat for seat in range(SEATS) if seat not in _declarers(facts)]


def _won(facts: GoatheadFacts) -> bool:
    if facts.contract.kind == "nil":
        return facts.tricks == 0  # G28, GQ18
    if facts.contract.slam:
        return facts.tricks == TRICKS  # G43, GQ17
    return facts.has(61)  # G7, GQ12


def _made_items(facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
    """A contract that was made (G51, G54-G58)."""
    contract = facts.contract
    kind, rule = f"{contract.kind}_made", FIGURE_RULES[contract.kind]
    factors: tuple[Factor, ...] = (FIGURE[contract.kind],)
    if contract.slam:
        kind, factors = f"{contract.kind}_slam_made", (*factors, SLAM)
    elif contract.kind != "nil" and facts.has(90):
        kind, rule, factors = f"{contract.kind}_made_no_brush", "G51", (*factors, NO_BRUSH)
    items = [_item(kind, rule, seat, *factors) for seat in _declarers(facts)]
    if contract.kind == "nil":
        items += [_item("nil_made_against", rule, seat, AGAINST_NIL) for seat in _opponents(facts)]  # G56
    return tuple(items)


def _junk_items(winners: int) -> tuple[ScoreItem, ...]:
    """One pair wins what the other loses (G59)."""
    return tuple(
        _item("junk_won", "G59", seat, FIGURE["junk"])
        if seat % 2 == winners
        else _item("junk_lost", "G59", seat, FIGURE["junk"], LOST)
        for seat in range(SEATS)
    )


JUNK_ITEMS = (_junk_items(0), _junk_items(1))


# -- facts that cannot be ------------------------------------------------------------------------------------------


POSSIBLE_POINTS = possible_sums(DECK32, queens_and_jacks_order(DECK32, None).value)[::SEATS]
"""For every number of tricks the points that their cards can make, as bits."""


def _check_counts(facts: GoatheadFacts) -> None:
    """Points and tricks: what the contract needs is there, and the two go together."""
    contract, points, tricks = facts.contract, facts.points, facts.tricks
    if contract.kind not in FIGURES:
        sentence = "'{ $kind }' is not a contract of Goathead."
        raise BadFacts("contract", sentence, "G17", key="goathead-bad-contract", kind=contract.kind)
    if points is None and contract.kind != "nil":
        raise BadFacts("points_needed", "The points decide here, so say how many.", "G50", key="goathead-bad-no-points")
    if tricks is None and (contract.kind == "nil" or contract.slam):
        raise BadFacts("tricks_needed", "The tricks decide here, so say how many.", "G7", key="goathead-bad-no-tricks")
    if points is not None and not 0 <= points <= 120:
        sentence = "{ $points } is not a number of points from 0 to 120."
        raise BadFacts("points", sentence, "G5", key="goathead-bad-points", points=points)
    if tricks is not None and not 0 <= tricks <= TRICKS:
        sentence = "{ $tricks } is not a number of tricks from 0 to 8."
        raise BadFacts("tricks", sentence, "G2", key="goathead-bad-tricks", tricks=tricks)
    if points is not None and tricks is not None and not POSSIBLE_POINTS[tricks] >> points & 1:
        sentence = "{ $tricks } tricks with { $points } points cannot be."
        raise BadFacts("tricks", sentence, "G2", key="goathead-bad-tricks-points", tricks=tricks, points=points)


def _check_sides(facts: GoatheadFacts) -> None:
    """Declarer, partner and slam."""
    contract, partner = facts.contract, facts.partner
    if contract.kind == "junk":
        if contract.declarer is not None or partner is not None or contract.slam:
            sentence = "A junkyard has no declarer, no partner and no slam."
            raise BadFacts("junk", sentence, "G46", key="goathead-bad-junk")
        return
    if contract.declarer not in range(SEATS):
        sentence = "The contract needs a declarer, seat 0 to 3."
        raise BadFacts("declarer", sentence, "G11", key="goathead-bad-declarer")
    allies = [seat for seat in range(SEATS) if seat != contract.declarer] if contract.kind == "suit" else [None]
    if partner not in allies:
        sentence = "A suit contract, and only that, has a partner, who is another player."
        raise BadFacts("partner", sentence, "G19", key="goathead-bad-partner")
    if contract.kind == "nil" and contract.slam:
        raise BadFacts("slam", "Nil cannot be bid as a slam.", "G43", key="no_nil_slam")


def _check_details(contract: Contract) -> None:
    """What the contract names, as far as it was said."""
    suits = SUITS if contract.kind in ("suit", "alone") else ()
    if contract.suit is not None and contract.suit not in suits:
        sentence = "A suit contract and one played alone, and only these, name one of the four suits."
        raise BadFacts("suit", sentence, "G18", key="goathead-bad-suit")
    if contract.rank is not None and contract.rank not in (COURTS if contract.kind == "court" else ()):
        sentence = "A court, and only that, names a rank: kings, queens or jacks."
        raise BadFacts("rank", sentence, "G31", key="goathead-bad-rank")
    called = SUITS if contract.suit is None else (contract.suit,)
    callable_cards = [card(suit, rank) for suit in called for rank in (ACE, SEVEN)] if contract.kind == "suit" else []
    if contract.partner_card is not None and contract.partner_card not in callable_cards:
        sentence = "Only a suit contract calls a card: the ace of its suit, or with four aces the seven."
        raise BadFacts("partner_card", sentence, "G19", key="goathead-bad-called-card")
    if not contract.high:
        raise BadFacts("high", "Cards rank one way only in Goathead.", "G27", key="goathead-bad-high")
