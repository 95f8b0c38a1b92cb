"""Goathead: four players, 32 cards, an auction with steals, a hidden partner; to 30 game points.

The law is ``docs/rules/goathead.md``; the ids beside the code are its sentences. Legal actions come in this order:
pass, steal, then bids from the lowest rung up (suits C S H D within a rung); cards in deck order.

Rules version 1: first published rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Bid, Pass, Play, Steal, plays
from sheepfold.core.cards import (
    ACE,
    DECK32,
    JACK,
    KING,
    QUEEN,
    RANK_MASKS,
    SEVEN,
    SUIT_WORDS,
    SUITS,
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
from sheepfold.core.game import Aim, Step, TrickProblem
from sheepfold.core.options import Options, about
from sheepfold.core.order import ACE_TEN_VALUES, Order, make_order
from sheepfold.core.score import ScoreItem, totals
from sheepfold.core.shuffle import Chance, Shuffle
from sheepfold.core.trick import playable
from sheepfold.games.parts import (
    TrickGame,
    TrickState,
    added,
    card_refusal,
    close,
    lay,
    opening_events,
    queens_and_jacks_order,
    wrong_moment,
)

SEATS = 4
COURTS: tuple[Rank, ...] = (KING, QUEEN, JACK)  # G33: jacks outbid queens, queens outbid kings
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
            "How long it goes on: until all but one have passed for good, once round, or until three passes in a row.",
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


class GoatheadFacts(Struct, frozen=True, kw_only=True):
    """What a scorekeeper knows. ``points`` and ``tricks`` are those of the declaring side; in Junk of seats 0 and 2."""

    contract: Contract
    partner: Seat | None = None
    points: int = 0
    tricks: int = 0


class GoatheadState(TrickState, frozen=True, kw_only=True):
    """A deal in progress. ``bid`` and ``bidder`` lead the auction; ``partner_card`` goes with a suit bid."""

    bid: Bid | None = None
    bidder: Seat | None = None
    partner_card: Card | None = None
    passed: int = 0  # seats that are out, as bits
    silence: int = 0  # passes in a row
    spoken: int = 0
    contract: Contract | None = None
    partner: Seat | None = None


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
LADDER = ("suit", "nil", 7, 6, 5, "alone")  # G17, G33; the numbers are the court ranks


def rung(bid: Bid, suits_ranked: bool) -> int:
    """The height of a bid (G17, G44, GQ6); a higher number outbids a lower one."""
    place = LADDER.index(bid.rank if bid.kind == "court" and bid.rank is not None else bid.kind)
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
ACE_TEN_RANKS: tuple[Rank, ...] = (8, 4, 7, 6, 5, 3, 2, 1)


def _make_order(kind: str, suit: Suit | None, rank: Rank | None) -> Order:
    if kind in ("suit", "alone", "junk"):
        return queens_and_jacks_order(DECK32, suit)
    trumps = tuple(card(s, rank) for s in SUITS) if rank is not None else ()
    plain = tuple(r for r in ACE_TEN_RANKS if r != rank)  # GQ3
    return make_order(DECK32, trumps=trumps, plain=plain, values=ACE_TEN_VALUES)


class Goathead(TrickGame[GoatheadState]):
    """The rules of Goathead under one set of options."""

    id: ClassVar[str] = "goathead"
    title: ClassVar[str] = "Goathead"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("auction", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands",)
    options_type: ClassVar[type[Options]] = GoatheadOptions
    deck = DECK32
    seats = SEATS
    sides = SEATS  # GQ13: everybody scores for himself

    def __init__(self, options: GoatheadOptions | None = None) -> None:
        self.options = options or GoatheadOptions.make()
        ranked = self.options.suit_precedence != "none"
        self._rung = {bid: rung(bid, ranked) for bid in BIDS}
        self._ladder = tuple(sorted(BIDS, key=self._rung.__getitem__))
        self._menus: dict[tuple[int, Mask, bool], tuple[Action, ...]] = {}  # made once, on demand

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
        if state.phase == "tricks":
            assert state.turn is not None
            assert state.order is not None
            return plays(playable(state.hands[state.turn], state.trick, state.order))
        return self._legal_bids(state) if state.phase == "auction" else ()

    def apply(self, state: GoatheadState, action: Action) -> Step[GoatheadState]:
        """Do a legal action."""
        if type(action) is Play:  # a struct's isinstance costs as much as the rest of this function
            return self._play(state, action.card)
        return self._speak(state, action)

    # -- the auction ---------------------------------------------------------------------------------------------

    def _legal_bids(self, state: GoatheadState) -> tuple[Action, ...]:
        """Pass, steal, or any higher bid one is entitled to (G8-G10, G20, G39); GA6: a lone pass is still asked."""
        assert state.turn is not None
        hand = state.hands[state.turn]
        floor = -1 if state.bid is None else self._rung[state.bid]
        steal = state.bid is not None and self._steal_refusal(state) is None
        key = (floor, hand & CALLING_CARDS, steal)
        if key not in self._menus:
            self._menus[key] = self._menu(*key)
        return self._menus[key]

    def _menu(self, floor: int, calling_cards: Mask, steal: bool) -> tuple[Action, ...]:
        bids = [
            bid
            for bid in self._ladder
            if self._rung[bid] > floor
            and (bid.kind != "suit" or partner_card(calling_cards, bid.suit or 0) is not None)
        ]
        return (PASS, Steal(), *bids) if steal else (PASS, *bids)

    def _steal_refusal(self, state: GoatheadState) -> IllegalAction | None:
        seat = state.turn
        assert seat is not None
        if not self.options.steal_enabled:
            return IllegalAction("no_steals", "There is no stealing at this table.", "G9")
        if state.bid is None or state.bidder is None:
            return IllegalAction("nothing_to_steal", "Nobody has bid, so there is nothing to steal.", "GQ8")
        mine, theirs = state.standing.scores[seat], state.standing.scores[state.bidder]
        if state.bidder == seat or mine >= theirs:
            sentence = f"You have {mine} game points and the bidder {theirs}; stealing needs fewer than the bidder."
            return IllegalAction("steal_needs_fewer_points", sentence, "G10")
        if state.bid.kind == "suit" and partner_card(state.hands[seat], state.bid.suit or 0) is None:
            return IllegalAction("not_entitled", "You could not bid that suit yourself, so you cannot steal it.", "GQ7")
        return None

    def _speak(self, state: GoatheadState, action: Action) -> Step[GoatheadState]:
        seat = state.turn
        assert seat is not None
        events: list[Event] = [Said(seat, action)]
        spoken = state.spoken + 1
        if isinstance(action, Pass):
            after = replace(state, passed=state.passed | 1 << seat, silence=state.silence + 1, spoken=spoken)
        else:
            bid = action if isinstance(action, Bid) else state.bid
            assert bid is not None
            called = partner_card(state.hands[seat], bid.suit or 0) if bid.kind == "suit" else None
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
        after = replace(
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

    def _play(self, state: GoatheadState, card: Card) -> Step[GoatheadState]:
        assert state.order is not None
        assert state.contract is not None
        step = lay(state, card, state.order)
        if card == state.contract.partner_card:
            assert state.partner is not None
            events = (step.events[0], PartnerShown(state.partner, card), *step.events[1:])  # GQ10
            step = Step(step.state, events)
        after = step.state
        if after.trick or any(after.hands):
            return step
        return close(after, step.events, self._outcome(after, self.settle))

    def settled(self, state: GoatheadState, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends with these points and tricks, which are a guess and go unchecked."""
        return self._outcome(replace(state, points=points, tricks=tricks), self._score)

    def _outcome(self, state: GoatheadState, score: Callable[[GoatheadFacts], tuple[ScoreItem, ...]]) -> Outcome:
        contract = state.contract
        assert contract is not None
        side = (0, 2) if contract.kind == "junk" else [s for s in (contract.declarer, state.partner) if s is not None]
        facts = GoatheadFacts(
            contract=contract,
            partner=state.partner,
            points=sum(state.points[seat] for seat in side),
            tricks=sum(state.tricks[seat] for seat in side),
        )
        items = score(facts)
        replay = contract.kind == "junk" and facts.points == 60 and self.options.junk_tie == "replay"
        return Outcome(totals(items, SEATS), items, state.points, state.tricks, same_dealer=replay)

    # -- the score -----------------------------------------------------------------------------------------------

    def settle(self, facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
        """Itemised scores from what a person at a real table knows (G50-G59)."""
        _check_facts(facts)
        return self._score(facts)

    def _score(self, facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
        if facts.contract.kind == "junk":
            return _settle_junk(facts)
        return self._settle_won(facts) if _won(facts) else self._settle_lost(facts)

    def _settle_won(self, facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
        contract = facts.contract
        rule, figure = FIGURE_RULES[contract.kind], FIGURES[contract.kind]
        if contract.slam:
            figure, what = 3 * figure, f"{contract.kind} slam made"  # G54
        elif contract.kind != "nil" and facts.points >= 90:
            figure, what, rule = figure * 3 // 2, f"{contract.kind} made, no brush", "G51"
        else:
            what = f"{contract.kind} made"
        items = [ScoreItem(rule, seat, figure, what) for seat in _declarers(facts)]
        if contract.kind == "nil":
            items += [ScoreItem(rule, seat, -2, "against a made nil") for seat in _opponents(facts)]  # G56
        return tuple(items)

    def _settle_lost(self, facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
        """A failed contract (GQ11, GQ14, GA3)."""
        kind, how = facts.contract.kind, self.options.failed_contract
        figure = self._loss(facts)
        what = f"{kind} {'slam ' if facts.contract.slam else ''}failed"
        if how == "none":
            return ()
        if how == "opponents_gain":
            return tuple(ScoreItem("GA3", seat, figure, what) for seat in _opponents(facts))
        losers = _declarers(facts) if self.options.partner_shares_loss else _declarers(facts)[:1]  # GQ14
        items = [ScoreItem("GQ11", seat, -figure, what) for seat in losers]
        if how == "mirror" and kind == "nil":
            items += [ScoreItem("GQ11", seat, 2, what) for seat in _opponents(facts)]
        return tuple(items)

    def _loss(self, facts: GoatheadFacts) -> int:
        """The figure a failed contract costs (GQ16, GQ17, GA4)."""
        contract = facts.contract
        figure = FIGURES[contract.kind]
        if contract.kind == "nil":
            return figure
        if contract.slam and self.options.slam_fail == "slam_value":
            return 3 * figure
        if self.options.loss_no_brush and facts.points <= 30:
            return figure * 3 // 2
        return figure

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Chance) -> Standing | None:
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

    def refusal(self, state: GoatheadState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        assert state.turn is not None
        hand = state.hands[state.turn]
        if state.phase == "tricks":
            if isinstance(action, Play) and state.order is not None:
                return card_refusal(hand, state.trick, state.order, action, "G13", DECK32)
            return wrong_moment("tricks", "play a card", "G13")
        if isinstance(action, Steal):
            return self._steal_refusal(state) or wrong_moment("auction", "bid or pass", "G8")
        if isinstance(action, Bid) and action in self._rung:
            return self._bid_refusal(state, hand, action)
        if isinstance(action, Bid) and action.kind == "nil" and action.slam:
            return IllegalAction("no_nil_slam", "Nil cannot be bid as a slam.", "G43")
        return wrong_moment("auction", "pass, bid a contract or steal", "G8")

    def _bid_refusal(self, state: GoatheadState, hand: Mask, bid: Bid) -> IllegalAction:
        if state.bid is not None and self._rung[bid] <= self._rung[state.bid]:
            return IllegalAction("bid_too_low", "A bid must be higher than the one that leads the auction.", "G8")
        suit = bid.suit or 0
        if hand & ALL_ACES == ALL_ACES:
            held = card_text(card(suit, SEVEN))
            return IllegalAction("holds_partner_card", f"With four aces you may not call {held}: you have it.", "GQ9")
        return IllegalAction("holds_called_ace", f"You hold the ace of {SUIT_WORDS[suit]} yourself.", "G20")

    def problem(self, state: GoatheadState) -> TrickProblem:
        """The tricks as the kernel wants them; the declarers are side 1."""
        if state.phase != "tricks" or state.order is None or state.contract is None:
            raise IllegalAction("no_tricks", "There is no trick to solve at this moment.")
        own = (0, 2) if state.contract.kind == "junk" else (state.contract.declarer, state.partner)
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


def _declarers(facts: GoatheadFacts) -> list[Seat]:
    return [seat for seat in (facts.contract.declarer, facts.partner) if seat is not None]


def _opponents(facts: GoatheadFacts) -> list[Seat]:
    return [seat for seat in range(SEATS) if seat not in _declarers(facts)]


def _won(facts: GoatheadFacts) -> bool:
    if facts.contract.kind == "nil":
        return facts.tricks == 0  # G28, GQ18
    if facts.contract.slam:
        return facts.tricks == 8  # G43, GQ17
    return facts.points >= 61  # G7, GQ12


def _settle_junk(facts: GoatheadFacts) -> tuple[ScoreItem, ...]:
    """The team with the fewer points wins (G47, G59); 60 to 60 is nobody's (GQ12)."""
    if facts.points == 60:
        return ()
    winners = 0 if facts.points < 60 else 1
    results = {True: (4, "junkyard won"), False: (-4, "junkyard lost")}
    return tuple(ScoreItem("G59", seat, *results[seat % 2 == winners]) for seat in range(SEATS))


def _check_facts(facts: GoatheadFacts) -> None:
    contract, partner = facts.contract, facts.partner
    if contract.kind not in FIGURES:
        raise BadFacts("contract", f"'{contract.kind}' is not a contract of Goathead.", "G17")
    if not 0 <= facts.points <= 120:
        raise BadFacts("points", f"{facts.points} is not a number of points from 0 to 120.", "G5")
    if not 0 <= facts.tricks <= 8 or (facts.tricks == 0 and facts.points) or (facts.tricks == 8 and facts.points < 120):
        raise BadFacts("tricks", f"{facts.tricks} tricks with {facts.points} points cannot be.", "G2")
    if contract.kind == "junk":
        if contract.declarer is not None or partner is not None or contract.slam:
            raise BadFacts("junk", "A junkyard has no declarer, no partner and no slam.", "G46")
        return
    if contract.declarer not in range(SEATS):
        raise BadFacts("declarer", "The contract needs a declarer, seat 0 to 3.", "G11")
    allies = [seat for seat in range(SEATS) if seat != contract.declarer] if contract.kind == "suit" else [None]
    if partner not in allies:
        raise BadFacts("partner", "A suit contract, and only that, has a partner, who is another player.", "G19")
    if contract.kind == "nil" and contract.slam:
        raise BadFacts("slam", "Nil cannot be bid as a slam.", "G43")
