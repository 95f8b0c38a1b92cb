"""Grim: four players in two teams, 32 cards in two halves, a bid to win every trick; 12 deals.

The law is ``docs/rules/grim.md``; the ids beside the code are its sentences. Seats 0 to 3 are North, East, South and
West; side 0 of the score sheet is team NS, side 1 team EW. Legal actions come in this order: pass, grim, double; suits
C S H D, then no trumps; high, then low; cards in deck order.

Rules version 1: first published rules.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Double, NameOrder, Pass, Play, Predeclare, Trump, plays
from sheepfold.core.actions import Grim as GrimBid
from sheepfold.core.cards import (
    ACE,
    DECK32,
    EIGHT,
    JACK,
    KING,
    NINE,
    QUEEN,
    SEVEN,
    SUITS,
    TEN,
    Card,
    Rank,
    Seat,
    Suit,
    card,
    card_text,
)
from sheepfold.core.deal import Plan, lay_out, rounds
from sheepfold.core.errors import BadFacts, IllegalAction
from sheepfold.core.events import (
    CardsDealt,
    CoinTossed,
    Contract,
    ContractSet,
    Event,
    Outcome,
    PickedUp,
    Said,
    SetAside,
    Standing,
    Turn,
)
from sheepfold.core.form import Field, Form, FormKind
from sheepfold.core.game import Facts, Step, TrickProblem
from sheepfold.core.message import Message, Pattern, say
from sheepfold.core.options import Options, about
from sheepfold.core.order import Order, make_order
from sheepfold.core.score import Factor, ScoreItem, totals
from sheepfold.core.shuffle import Luck, Shuffle
from sheepfold.core.trick import playable
from sheepfold.games.grim_form import BID_TRICKS, DECLARER, MAKE5_TRICKS, ORDER, TRUMP, cards_field
from sheepfold.games.parts import (
    DealState,
    TrickGame,
    TrickState,
    added,
    card_refusal,
    close,
    dealer_field,
    lay,
    no_tricks,
    not_over,
    opening_events,
    recast,
    wrong_moment,
)

SEATS = 4
TEAMS = ("NS", "EW")  # R1: a seat's team is its number modulo 2
KINDS: dict[str, Message] = {
    "grim": say("grim-contract-grim", "Grim"),
    "double": say("grim-contract-double", "Double Grim"),
    "make5": say("grim-contract-make5", "Make-5"),
}
HIGH_RANKS: tuple[Rank, ...] = (ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT, SEVEN)  # R6, RQ26
LOW_RANKS: tuple[Rank, ...] = HIGH_RANKS[::-1]  # R7, RQ1

FIGURES = {("grim", 4): ("R46", 16), ("double", 4): ("R47", 32), ("grim", 8): ("R48", 64)}
"""What a bid on that many cards is worth; a failure costs twice as much. RQ2 adds the fourth."""


class GrimOptions(Options, frozen=True, kw_only=True):
    """The table agreements of Grim."""

    game: ClassVar[str] = "grim"
    presets: ClassVar[dict[str, str]] = {
        "standard": "grim",
        "short": "grim(deals=10)",
        "long": "grim(deals=15)",
        "one-circuit-auction": "grim(auction=single_circuit)",
        "mild": "grim(eight_card_double=64/-128)",
        "loser-deals": "grim(losing_team=last_deal)",
    }

    deals: Annotated[int, about("Deals", "How many deals a match has.", "R4", ge=10, le=15)] = 12
    coin_toss: Annotated[
        Literal["seeded", "manual_seat"],
        about("First dealer", "Whether a toss finds the first dealer or the table names a seat.", "R14"),
    ] = "seeded"
    eight_card_double: Annotated[
        Literal["128/-256", "64/-128", "disabled"],
        about(
            "Double Grim on 8 cards", "What Double Grim on eight cards wins and loses, or that it cannot be bid.", "RQ2"
        ),
    ] = "128/-256"
    make5_order: Annotated[
        Literal["High", "predeclarer"],
        about(
            "Order in Make-5", "Whether Make-5 is always played High, or as whoever pre-declares the trump says.", "RQ4"
        ),
    ] = "High"
    auction: Annotated[
        Literal["three_passes", "single_circuit"],
        about("Auction", "Whether all others may answer a Grim, or everybody speaks once in a round.", "RQ5"),
    ] = "three_passes"
    partner_takeover: Annotated[
        bool, about("Partner takes over", "Whether Double Grim may be bid over one's own partner's Grim.", "RQ7")
    ] = True
    losing_team: Annotated[
        Literal["cumulative", "last_deal"],
        about("Losing team", "Who deals next: the team with the lower total, or the loser of the last deal.", "RQ9"),
    ] = "cumulative"
    dealer_tie: Annotated[
        Literal["rotate", "same_team"],
        about("Dealer after a tie", "Whether the deal moves one seat on or stays with the dealer's team.", "RQ10"),
    ] = "rotate"
    dealer_seat: Annotated[
        Literal["next_clockwise", "random"],
        about("Dealer's seat", "Which member of the losing team deals: the next one clockwise, or by chance.", "RQ11"),
    ] = "next_clockwise"


class GrimFacts(Facts, frozen=True, kw_only=True):
    """What a scorekeeper knows. ``cards`` is how many each player held, 4 or 8; in Make-5 it may be left out.

    ``tricks`` are those of the declarer's team; in Make-5 those of the leading team, which the dealer tells. The trump
    is nothing to the score and may be left out of the contract.
    """

    cards: int | None = None
    tricks: int


class GrimState(DealState, frozen=True, kw_only=True):
    """A deal before its tricks, or over. ``hands`` are the cards in play now: none while the trump is pre-declared."""

    round: int = 1
    bidder: Seat | None = None
    doubled: bool = False
    predeclared: Suit | None = None
    high: bool = True  # the order named last; RQ4: Make-5 is High where nobody names one


class GrimTricks(TrickState, GrimState, frozen=True, kw_only=True):
    """A deal in its tricks."""


GRIM, DOUBLE = GrimBid(), Double()
OPEN: tuple[Action, ...] = (PASS, GRIM)
ANSWER: tuple[Action, ...] = (PASS, DOUBLE)
ONLY_PASS: tuple[Action, ...] = (PASS,)
BIDS: tuple[Action, ...] = (GRIM, DOUBLE)
CHOICES: dict[str, tuple[Action, ...]] = {
    "predeclare": tuple(Predeclare(suit) for suit in SUITS),  # R50: never without trumps
    "order": (NameOrder(True), NameOrder(False)),  # R37
    "trump": (*(Trump(suit) for suit in SUITS), Trump(None)),  # R38
}
PLANS: tuple[Plan, ...] = tuple(
    rounds("hand", SEATS, dealer, 4) + rounds("round2", SEATS, dealer, 4) for dealer in range(SEATS)
)


def _make_order(suit: Suit | None, high: bool) -> Order:
    ranks = HIGH_RANKS if high else LOW_RANKS
    trumps = () if suit is None else tuple(card(suit, rank) for rank in ranks)  # R8
    return make_order(DECK32, trumps=trumps, plain=ranks, values={})


ORDERS = {(suit, high): _make_order(suit, high) for suit in (*SUITS, None) for high in (True, False)}

ITEMS = {
    "grim_made": Pattern("grim-item-grim_made", "Grim on { $count } cards made"),
    "grim_failed": Pattern("grim-item-grim_failed", "Grim on { $count } cards failed"),
    "double_made": Pattern("grim-item-double_made", "Double Grim on { $count } cards made"),
    "double_failed": Pattern("grim-item-double_failed", "Double Grim on { $count } cards failed"),
    "make5_leading": Pattern("grim-item-make5_leading", "Make-5, five tricks or more for the leading team"),
    "make5_dealing": Pattern("grim-item-make5_dealing", "Make-5, four tricks or more for the dealing team"),
}
"""The kinds of lines on the score sheet, and their words."""


def _bid_item(bid: str, cards: int, team: int, made: bool, rule: str, worth: int) -> ScoreItem:
    """The line of a bid; if it fails, its team loses twice the figure and the opponents get nothing (RQ8)."""
    kind = f"{bid}_made" if made else f"{bid}_failed"
    factors = [Factor("figure", worth, (rule,))]
    if not made:
        factors.append(Factor("failed", -2, (rule,)))
    what, amount = ITEMS[kind](count=cards), worth if made else -2 * worth
    return ScoreItem(kind, rule, team, amount, what, tuple(factors))


def _make5_item(leading: int, five: bool) -> ScoreItem:
    """Exactly one team scores, whatever the split, and nobody loses (R53, RQ13, RQ14)."""
    if five:
        return ScoreItem("make5_leading", "R51", leading, 5, ITEMS["make5_leading"]())
    return ScoreItem("make5_dealing", "R52", 1 - leading, 10, ITEMS["make5_dealing"]())


MAKE5_ITEMS = {(leading, five): _make5_item(leading, five) for leading in (0, 1) for five in (True, False)}
"""By the leading team, and whether it took five tricks or more."""

NO_EIGHT_CARD_DOUBLE = say("no_eight_card_double", "There is no Double Grim on 8 cards at this table.")

MOMENTS: dict[str, tuple[Message, Message, str]] = {
    "auction": (
        say("grim-phase-auction", "auction"),
        say("grim-wanted-auction", "say pass, grim or double"),
        "R18",
    ),
    "predeclare": (
        say("grim-phase-predeclare", "pre-declaration"),
        say("grim-wanted-predeclare", "say predeclare and one of the four suits"),
        "RQ17",
    ),
    "order": (
        say("grim-phase-order", "choice of the order"),
        say("grim-wanted-order", "say order high or order low"),
        "R37",
    ),
    "trump": (
        say("grim-phase-trump", "choice of the trump"),
        say("grim-wanted-trump", "say trump and a suit, or trump none"),
        "R38",
    ),
    "tricks": (say("grim-phase-tricks", "tricks"), say("grim-wanted-tricks", "play a card"), "R39"),
}
"""For each phase its name in a sentence, what is wanted in it, and the rule that says so."""


def result_text(scores: tuple[int, ...]) -> str:
    """The standing of a match as it is shown to everybody (R61).

    >>> result_text((16, -54))
    'Team NS 16, Team EW -54, NS - EW 70'
    """
    ns, ew = scores
    return f"Team NS {ns}, Team EW {ew}, NS - EW {ns - ew}"


class Grim(TrickGame[GrimState]):
    """The rules of Grim under one set of options."""

    id: ClassVar[str] = "grim"
    title: ClassVar[str] = "Grim"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("auction", "predeclare", "order", "trump", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("round1", "round2")
    options_type: ClassVar[type[Options]] = GrimOptions
    facts_type: ClassVar[type[Facts]] = GrimFacts
    item_kinds: ClassVar[tuple[str, ...]] = tuple(ITEMS)
    factor_kinds: ClassVar[tuple[str, ...]] = ("figure", "failed")
    deck = DECK32
    seats = SEATS
    sides = len(TEAMS)
    options: GrimOptions

    def __init__(self, options: GrimOptions | None = None) -> None:
        self.options = options or GrimOptions.make()
        self._figures = dict(FIGURES)
        self._eight_card_double = self.options.eight_card_double != "disabled"
        if self._eight_card_double:
            self._figures["double", 8] = ("RQ2", int(self.options.eight_card_double.split("/")[0]))
        self._bid_items: dict[tuple[str, int | None, int, bool], ScoreItem] = {
            (kind, cards, team, made): _bid_item(kind, cards, team, made, rule, worth)
            for (kind, cards), (rule, worth) in self._figures.items()
            for team in range(len(TEAMS))
            for made in (True, False)
        }

    # -- what there is -------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Pass, grim, double; suits to pre-declare; high, low; trumps C S H D and none; cards in deck order."""
        return (PASS, GRIM, DOUBLE, *CHOICES["predeclare"], *CHOICES["order"], *CHOICES["trump"], *plays(DECK32.mask))

    @property
    def contract_kinds(self) -> tuple[str, ...]:
        """The two bids, and what is played if nobody bids."""
        return tuple(KINDS)

    @property
    def longest_deal(self) -> int:
        """Two rounds passed out, the longest third auction, order and trump, 32 cards."""
        passed_out = 4 + 1 + (self.options.make5_order == "predeclarer") + 4
        auction = 4 if self.options.auction == "single_circuit" else 7  # the dealer bids, and three answer
        return passed_out + auction + 2 + len(DECK32)

    @property
    def deals_agreed(self) -> int:
        """The number of deals is fixed beforehand (R4)."""
        return self.options.deals

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Four cards each from the dealer's left, then the other half of the pack likewise (R17, R56, RQ15)."""
        return PLANS[standing.dealer]

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[GrimState]:
        """Deal the first half; the player at the dealer's left speaks first (R32)."""
        deal = lay_out(PLANS[standing.dealer], shuffle, SEATS)
        first = (standing.dealer + 1) % SEATS
        state = GrimState(
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

    def legal(self, state: GrimState) -> tuple[Action, ...]:
        """What the actor may do."""
        if type(state) is GrimTricks:
            return plays(playable(state.hands[state.turn], state.trick, state.order))
        if state.phase == "auction":
            return self._legal_calls(state)
        return CHOICES.get(state.phase, ())

    def apply(self, state: GrimState, action: Action) -> Step[GrimState]:
        """Do a legal action."""
        if type(state) is GrimTricks and type(action) is Play:
            return self._play(state, action.card)
        seat = state.speaker
        if type(action) is Predeclare:
            return self._predeclare(state, seat, action)
        if type(action) is NameOrder:
            return self._name_order(state, seat, action)
        if type(action) is Trump:
            return self._name_trump(state, seat, action)
        return self._speak(state, seat, action)

    # -- the three auctions --------------------------------------------------------------------------------------

    def _legal_calls(self, state: GrimState) -> tuple[Action, ...]:
        """Pass, and Grim or the answer to it (R35, R36); RA1: who can only pass is still asked."""
        if state.bidder is None:
            return OPEN
        return ONLY_PASS if self._double_refusal(state) else ANSWER

    def _double_refusal(self, state: GrimState) -> IllegalAction | None:
        if state.round == 3 and not self._eight_card_double:
            return IllegalAction("no_eight_card_double", NO_EIGHT_CARD_DOUBLE, "RQ2")
        if state.bidder is None:
            return IllegalAction("nothing_to_double", "Nobody has bid Grim, so there is nothing to take over.", "R36")
        if not self.options.partner_takeover and state.turn == (state.bidder + 2) % SEATS:
            sentence = "Your partner bid the Grim; at this table only an opponent may take it over."
            return IllegalAction("partners_grim", sentence, "RQ7")
        return None

    def worth_showing(self, state: GrimState) -> tuple[Action, ...]:
        """In the auction both bids, whichever can be made."""
        return BIDS if state.phase == "auction" else ()

    def _speak(self, state: GrimState, seat: Seat, action: Action) -> Step[GrimState]:
        """A call, and who is asked next (R33, RQ5)."""
        said = Said(seat, action)
        if type(action) is Double:
            return self._ask_declarer(replace(state, doubled=True), seat, said)  # R34, RQ6
        bidder = seat if type(action) is GrimBid else state.bidder
        after = (seat + 1) % SEATS
        once_round = bidder is None or self.options.auction == "single_circuit"
        last = (state.standing.dealer + 1) % SEATS if once_round else bidder
        if after != last:
            return Step(replace(state, bidder=bidder, turn=after), (said, Turn(after, "auction")))
        if bidder is not None:
            return self._ask_declarer(state, bidder, said)
        return self._all_passed(state, said)

    def _all_passed(self, state: GrimState, said: Said) -> Step[GrimState]:
        """The next round, or Make-5 after the third (R16, R20, R24, R28)."""
        first = (state.standing.dealer + 1) % SEATS
        if state.round == 1:  # R20, R57, RQ17: all lay their cards aside, then the first recipient names a suit
            after = replace(state, phase="predeclare", turn=first, hands=(0,) * SEATS)
            return Step(after, (said, SetAside(), Turn(first, "predeclare")))
        if state.round == 2:  # R25
            both = tuple([one | other for one, other in zip(state.deal.hands, state.deal.round2, strict=True)])
            after = replace(state, round=3, turn=first, hands=both)
            return Step(after, (said, PickedUp(), Turn(first, "auction")))
        contract = Contract("make5", suit=state.predeclared, high=state.high)  # R49, R50
        return self._begin_tricks(state, said, contract, first)  # RQ3

    def _predeclare(self, state: GrimState, seat: Seat, action: Predeclare) -> Step[GrimState]:
        """The trump of a possible Make-5, and its order where the table leaves that open (RQ17, RA4)."""
        said = Said(seat, action)
        after = replace(state, predeclared=action.suit)
        if self.options.make5_order == "predeclarer":
            return Step(replace(after, phase="order"), (said, Turn(seat, "order")))
        return self._second_round(after, said)

    def _second_round(self, state: GrimState, said: Said) -> Step[GrimState]:
        """Everybody gets the other half (R21, RQ15)."""
        first, hands = (state.standing.dealer + 1) % SEATS, state.deal.round2
        after = replace(state, phase="auction", round=2, turn=first, hands=hands)
        seats = [(first + place) % SEATS for place in range(SEATS)]
        dealt = [CardsDealt(seat, 4, hands[seat], stage=2) for seat in seats]
        return Step(after, (said, *dealt, Turn(first, "auction")))

    # -- the declarer's choices ----------------------------------------------------------------------------------

    def _ask_declarer(self, state: GrimState, declarer: Seat, said: Said) -> Step[GrimState]:
        """The auction is won; the order is asked first (R19, R37, RQ19)."""
        after = replace(state, phase="order", turn=declarer, bidder=declarer)
        return Step(after, (said, Turn(declarer, "order")))

    def _name_order(self, state: GrimState, seat: Seat, action: NameOrder) -> Step[GrimState]:
        said = Said(seat, action)
        after = replace(state, high=action.high)
        if state.bidder is None:
            return self._second_round(after, said)  # RA4: it was the order of a possible Make-5
        return Step(replace(after, phase="trump"), (said, Turn(seat, "trump")))

    def _name_trump(self, state: GrimState, declarer: Seat, action: Trump) -> Step[GrimState]:
        """Now all is settled, whatever was pre-declared (R59); the declarer leads (R42)."""
        contract = Contract("double" if state.doubled else "grim", declarer, action.suit, high=state.high)
        return self._begin_tricks(state, Said(declarer, action), contract, declarer)

    def _begin_tricks(self, state: GrimState, said: Said, contract: Contract, leader: Seat) -> Step[GrimState]:
        order = self.order_of(contract)
        after = recast(GrimTricks, state, phase="tricks", turn=leader, leader=leader, contract=contract, order=order)
        return Step(after, (said, ContractSet(contract), Turn(leader, "tricks")))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _play(self, state: GrimTricks, card: Card) -> Step[GrimState]:
        """A card; all tricks are played, lost bid or not (R43, RQ24)."""
        step = lay(state, card, state.order)
        after = step.state
        if after.trick or after.hands[0]:  # between tricks all hands are of one size
            return step
        return close(GrimState, after, step.events, self._finished(after))

    # -- the score -----------------------------------------------------------------------------------------------

    def facts_of(self, state: GrimState) -> GrimFacts:
        """The contract, and the tricks of the team whose tricks count."""
        contract, tricks = state.contract, state.tricks
        if contract is None:
            raise not_over()
        team = _team(contract, state.standing)
        cards = 8 if state.round == 3 else 4
        return GrimFacts(contract=contract, cards=cards, tricks=tricks[team] + tricks[team + 2])

    def _finished(self, state: GrimState) -> Outcome:
        """There are no card points in Grim, only tricks."""
        return replace(self._settled(state.standing, self.facts_of(state)), tricks=state.tricks)

    def _settled(self, standing: Standing, facts: GrimFacts) -> Outcome:
        """One line: a bid changes the score of its own team alone (RQ8), and in Make-5 one team scores (R53)."""
        contract = facts.contract
        team = _team(contract, standing)
        if contract.kind == "make5":
            item = MAKE5_ITEMS[team, facts.tricks >= 5]
        else:
            item = self._bid_items[contract.kind, facts.cards, team, facts.tricks == facts.cards]  # R44, R45
        return Outcome(totals((item,), len(TEAMS)), (item,))

    def _check_facts(self, standing: Standing, facts: GrimFacts) -> None:
        contract, cards, tricks = facts.contract, facts.cards, facts.tricks
        _check_contract(contract)
        make5 = contract.kind == "make5"
        _check_cards(contract.kind, cards)
        if not 0 <= tricks <= (cards or 8):
            sentence = "{ $tricks } is not a number of tricks from 0 to { $most }."
            raise BadFacts("tricks", sentence, "R44", key="grim-facts-tricks", tricks=tricks, most=cards or 8)
        if not make5 and (contract.kind, cards) not in self._figures:
            raise BadFacts("bid", NO_EIGHT_CARD_DOUBLE, "RQ2")
        if make5 and not contract.high and self.options.make5_order == "High":
            sentence = "At this table Make-5 is played in High order."
            raise BadFacts("order", sentence, "RQ4", key="grim-facts-order")

    def facts_form(self) -> Form:
        """Bids with their declarer, cards and tricks; of Make-5 the tricks of the leading team."""
        doubles = (4, 8) if self._eight_card_double else (4,)
        order = (ORDER,) if self.options.make5_order == "predeclarer" else ()
        return Form(
            (
                FormKind("grim", KINDS["grim"], (DECLARER, cards_field((4, 8)), BID_TRICKS, TRUMP, ORDER)),
                FormKind("double", KINDS["double"], (DECLARER, cards_field(doubles), BID_TRICKS, TRUMP, ORDER)),
                FormKind("make5", KINDS["make5"], (MAKE5_TRICKS, cards_field((8,), optional=True), TRUMP, *order)),
            )
        )

    # -- the match -----------------------------------------------------------------------------------------------

    def chance_form(self, standing: Standing | None = None, outcome: Outcome | None = None) -> tuple[Field, ...]:
        """Who deals first (R9-R14), and after a deal which member of the losing team does (RA6)."""
        if standing is None and self.options.coin_toss == "manual_seat":
            return (dealer_field(range(SEATS), "dealer/1", "R14"),)
        if standing is None:  # the toss is drawn twice: the team, then which of its seats
            return (dealer_field(range(SEATS), "toss", "R9", ((0, 0), (1, 0), (0, 1), (1, 1))),)
        if outcome is None or self.options.dealer_seat != "random" or standing.deal >= self.options.deals:
            return ()
        loser = self._loser(standing, outcome)
        if loser is None:
            return ()
        return (dealer_field((loser, loser + 2), f"dealer/{standing.deal + 1}", "RA6", ((0,), (1,))),)

    def first_standing(self, chance: Luck) -> tuple[Standing, tuple[Event, ...]]:
        """A toss names the dealing team, then the seat (R9-R12, R15); or the table names a seat (R14, RQ22)."""
        if self.options.coin_toss == "manual_seat":
            return Standing(chance.named("dealer/1", SEATS, 0), (0, 0)), ()
        toss = chance.stream("toss")
        team = toss.below(2)  # RQ20: the team that wins the toss deals
        dealer = team + 2 * toss.below(2)
        return Standing(dealer, (0, 0)), (CoinTossed(team, dealer),)

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        """The losing team deals (R54), until the agreed number of deals is played (R4)."""
        if standing.deal >= self.options.deals:
            return None
        dealer = self._next_dealer(standing, outcome, chance)
        return Standing(dealer, added(standing.scores, outcome.delta), standing.deal + 1)

    def _loser(self, standing: Standing, outcome: Outcome) -> int | None:
        """The losing team, by the totals or by the last deal (RQ9, RA3); ``None``: a tie."""
        last_deal = self.options.losing_team == "last_deal"
        ns, ew = outcome.delta if last_deal else added(standing.scores, outcome.delta)
        return None if ns == ew else 0 if ns < ew else 1

    def _next_dealer(self, standing: Standing, outcome: Outcome, chance: Luck) -> Seat:
        loser = self._loser(standing, outcome)
        if loser is None:
            step = 1 if self.options.dealer_tie == "rotate" else 2  # RQ10, RA2, RA5
            return (standing.dealer + step) % SEATS
        if self.options.dealer_seat == "random":
            return loser + 2 * chance.stream(f"dealer/{standing.deal + 1}").below(2)  # RA6
        step = 2 if standing.dealer % 2 == loser else 1
        return (standing.dealer + step) % SEATS  # RQ11

    # -- what others ask -----------------------------------------------------------------------------------------

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract."""
        return ORDERS[contract.suit, contract.high]

    def refusal(self, state: GrimState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        phase = state.phase
        if type(state) is GrimTricks and isinstance(action, Play):
            return self._card_refusal(state, action)
        if phase == "auction" and isinstance(action, GrimBid) and state.bidder is not None:
            return IllegalAction("bid_stands", "There is a bid already, so Grim cannot be bid.", "R35")
        if phase == "auction" and isinstance(action, Double):
            return self._double_refusal(state) or wrong_moment(*MOMENTS[phase])
        if phase == "predeclare" and action == Trump(None):
            return IllegalAction("make5_needs_suit", "Make-5 has no No Trump; pre-declare a suit.", "R50")
        where, wanted, rule = MOMENTS[phase]
        if phase == "order" and state.bidder is None:
            rule = "RA4"
        if phase in CHOICES and isinstance(action, Pass):
            sentence = "Nobody can pass in the { $phase }; { $wanted }."
            return IllegalAction("compulsory", sentence, rule, phase=where, wanted=wanted)
        return wrong_moment(where, wanted, rule)

    def _card_refusal(self, state: GrimTricks, action: Play) -> IllegalAction:
        seat = state.turn
        if state.round == 2 and action.card in range(36) and state.deal.hands[seat] >> action.card & 1:
            sentence = "{ $card } was set aside and is not played in this deal."
            return IllegalAction("card_set_aside", sentence, "RQ18", card=card_text(action.card))
        return card_refusal(state.hands[seat], state.trick, state.order, action, "R39", DECK32)

    def problem(self, state: GrimState) -> TrickProblem:
        """The tricks as the kernel wants them; the sides are the teams."""
        if type(state) is not GrimTricks:
            raise no_tricks()
        return TrickProblem(
            order=state.order,
            hands=state.hands,
            leader=state.leader,
            trick=state.trick,
            points=state.points,
            tricks=state.tricks,
            sides=(0, 1, 0, 1),
            aim="most tricks",
        )


def _team(contract: Contract, standing: Standing) -> int:
    """Whose tricks count: the declarer's team, in Make-5 the leading team (R55)."""
    return (standing.dealer + 1) % 2 if contract.declarer is None else contract.declarer % 2


def _check_contract(contract: Contract) -> None:
    if contract.kind not in KINDS:
        sentence = "'{ $kind }' is not a contract of Grim."
        raise BadFacts("contract", sentence, "R18", key="grim-facts-kind", kind=contract.kind)
    if contract.slam or contract.rank is not None or contract.partner_card is not None:
        sentence = "A contract of Grim has no slam, no rank and no called card."
        raise BadFacts("contract", sentence, "R18", key="grim-facts-contract")
    if contract.suit is not None and contract.suit not in SUITS:
        sentence = "The trump is clubs, spades, hearts or diamonds (0 to 3), or none."
        raise BadFacts("trump", sentence, "R38", key="grim-facts-trump")
    if contract.kind == "make5" and contract.declarer is not None:
        raise BadFacts("declarer", "Make-5 has no declarer.", "RQ3", key="grim-facts-make5-declarer")
    if contract.kind != "make5" and contract.declarer not in range(SEATS):
        sentence = "The contract needs a declarer, seat 0 to 3."
        raise BadFacts("declarer", sentence, "R34", key="grim-facts-declarer")


def _check_cards(kind: str, cards: int | None) -> None:
    """Bids are played on 4 cards or 8 (R16), Make-5 on 8 (R49)."""
    if cards is None:
        if kind == "make5":
            return
        sentence = "A bid needs the number of cards it was played on, 4 or 8."
        raise BadFacts("cards", sentence, "R16", key="grim-facts-cards-missing")
    if kind == "make5" and cards != 8:
        sentence = "{ $contract } is not played on { $count } cards; it is 8."
        raise BadFacts("cards", sentence, "R49", key="grim-facts-make5-cards", contract=KINDS[kind], count=cards)
    if cards not in (4, 8):
        sentence = "{ $contract } is not played on { $count } cards; it is 4 or 8."
        raise BadFacts("cards", sentence, "R16", key="grim-facts-cards", contract=KINDS[kind], count=cards)
