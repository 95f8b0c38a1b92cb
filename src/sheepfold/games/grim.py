"""Grim: four players in two teams, 32 cards in two halves, a bid to win every trick; 12 deals.

The law is ``docs/rules/grim.md``; the ids beside the code are its sentences. Seats 0 to 3 are North, East, South and
West; side 0 of the score sheet is team NS, side 1 team EW. Legal actions come in this order: pass, grim, double; suits
C S H D, then no trumps; high, then low; cards in deck order.

Rules version 1: first published rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Double, NameOrder, Pass, Play, Predeclare, Trump, plays
from sheepfold.core.actions import Grim as GrimBid
from sheepfold.core.cards import DECK32, SUITS, Card, Rank, Seat, Suit, card, card_text
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
from sheepfold.core.game import Step, TrickProblem
from sheepfold.core.options import Options, about
from sheepfold.core.order import Order, make_order
from sheepfold.core.score import ScoreItem, totals
from sheepfold.core.shuffle import Chance, Shuffle
from sheepfold.core.trick import playable
from sheepfold.games.parts import TrickGame, TrickState, added, card_refusal, close, lay, opening_events, wrong_moment

SEATS = 4
TEAMS = ("NS", "EW")  # R1: a seat's team is its number modulo 2
KINDS = {"grim": "Grim", "double": "Double Grim", "make5": "Make-5"}
HIGH_RANKS: tuple[Rank, ...] = (8, 7, 6, 5, 4, 3, 2, 1)  # R6, RQ26: the ten stands between jack and nine
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
        about("Double Grim on 8 cards", "What it wins and loses, or that it cannot be bid.", "RQ2"),
    ] = "128/-256"
    make5_order: Annotated[
        Literal["High", "predeclarer"],
        about("Order in Make-5", "Always High, or named by whoever pre-declares the trump.", "RQ4"),
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


class GrimFacts(Struct, frozen=True, kw_only=True):
    """What a scorekeeper knows. ``cards`` is how many each player held, 4 or 8.

    ``tricks`` are those of the declarer's team; in Make-5 those of the leading team, which the ``dealer`` tells. The
    trump is nothing to the score and may be left out of the contract.
    """

    contract: Contract
    cards: int
    tricks: int
    dealer: Seat | None = None


class GrimState(TrickState, frozen=True, kw_only=True):
    """A deal in progress. ``hands`` are the cards in play now: none of them while the trump is pre-declared."""

    round: int = 1
    bidder: Seat | None = None
    doubled: bool = False
    predeclared: Suit | None = None
    high: bool = True  # the order named last; RQ4: Make-5 is High where nobody names one
    contract: Contract | None = None


GRIM, DOUBLE = GrimBid(), Double()
OPEN: tuple[Action, ...] = (PASS, GRIM)
ANSWER: tuple[Action, ...] = (PASS, DOUBLE)
ONLY_PASS: tuple[Action, ...] = (PASS,)
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
    deck = DECK32
    seats = SEATS
    sides = len(TEAMS)

    def __init__(self, options: GrimOptions | None = None) -> None:
        self.options = options or GrimOptions.make()
        self._figures = dict(FIGURES)
        self._eight_card_double = self.options.eight_card_double != "disabled"
        if self._eight_card_double:
            self._figures["double", 8] = ("RQ2", int(self.options.eight_card_double.split("/")[0]))

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Four cards each from the dealer's left, then the other half of the pack likewise (R17, R56, RQ15)."""
        return PLANS[standing.dealer]

    def first_standing(self, chance: Chance) -> tuple[Standing, tuple[Event, ...]]:
        """A toss names the dealing team, then the seat (R9-R12, R15). Without it North deals (R14, RQ22).

        A table that names another seat begins the match with a ``Table`` of its own.
        """
        if self.options.coin_toss == "manual_seat":
            return Standing(0, (0, 0)), ()
        toss = chance.stream("toss")
        team = toss.below(2)  # RQ20: the team that wins the toss deals
        dealer = team + 2 * toss.below(2)
        return Standing(dealer, (0, 0)), (CoinTossed(team, dealer),)

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
        phase = state.phase
        if phase == "tricks":
            assert state.turn is not None
            assert state.order is not None
            return plays(playable(state.hands[state.turn], state.trick, state.order))
        if phase == "auction":
            return self._legal_calls(state)
        return CHOICES.get(phase, ())

    def apply(self, state: GrimState, action: Action) -> Step[GrimState]:
        """Do a legal action."""
        if type(action) is Play:
            return self._play(state, action.card)
        if type(action) is Predeclare:
            return self._predeclare(state, action)
        if type(action) is NameOrder:
            return self._name_order(state, action)
        if type(action) is Trump:
            return self._name_trump(state, action)
        return self._speak(state, action)

    # -- the three auctions --------------------------------------------------------------------------------------

    def _legal_calls(self, state: GrimState) -> tuple[Action, ...]:
        """Pass, and Grim or the answer to it (R35, R36); RA1: who can only pass is still asked."""
        if state.bidder is None:
            return OPEN
        return ONLY_PASS if self._double_refusal(state) else ANSWER

    def _double_refusal(self, state: GrimState) -> IllegalAction | None:
        if state.round == 3 and not self._eight_card_double:
            return IllegalAction("no_eight_card_double", "There is no Double Grim on 8 cards at this table.", "RQ2")
        if state.bidder is None:
            return IllegalAction("nothing_to_double", "Nobody has bid Grim, so there is nothing to take over.", "R36")
        assert state.turn is not None
        if not self.options.partner_takeover and state.bidder == (state.turn + 2) % SEATS:
            sentence = "Your partner bid the Grim; at this table only an opponent may take it over."
            return IllegalAction("partners_grim", sentence, "RQ7")
        return None

    def _speak(self, state: GrimState, action: Action) -> Step[GrimState]:
        """A call, and who is asked next (R33, RQ5)."""
        seat = state.turn
        assert seat is not None
        said = Said(seat, action)
        if type(action) is Double:
            return self._ask_declarer(replace(state, bidder=seat, doubled=True), said)  # R34, RQ6
        bidder = seat if type(action) is GrimBid else state.bidder
        after = (seat + 1) % SEATS
        once_round = bidder is None or self.options.auction == "single_circuit"
        last = (state.standing.dealer + 1) % SEATS if once_round else bidder
        if after != last:
            return Step(replace(state, bidder=bidder, turn=after), (said, Turn(after, "auction")))
        if bidder is not None:
            return self._ask_declarer(replace(state, bidder=bidder), said)
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

    def _predeclare(self, state: GrimState, action: Predeclare) -> Step[GrimState]:
        """The trump of a possible Make-5, and its order where the table leaves that open (RQ17, RA4)."""
        assert state.turn is not None
        said = Said(state.turn, action)
        after = replace(state, predeclared=action.suit)
        if self.options.make5_order == "predeclarer":
            return Step(replace(after, phase="order"), (said, Turn(state.turn, "order")))
        return self._second_round(after, said)

    def _second_round(self, state: GrimState, said: Said) -> Step[GrimState]:
        """Everybody gets the other half (R21, RQ15)."""
        first, hands = (state.standing.dealer + 1) % SEATS, state.deal.round2
        after = replace(state, phase="auction", round=2, turn=first, hands=hands)
        seats = [(first + place) % SEATS for place in range(SEATS)]
        dealt = [CardsDealt(seat, 4, hands[seat], stage=2) for seat in seats]
        return Step(after, (said, *dealt, Turn(first, "auction")))

    # -- the declarer's choices ----------------------------------------------------------------------------------

    def _ask_declarer(self, state: GrimState, said: Said) -> Step[GrimState]:
        """The auction is won; the order is asked first (R19, R37, RQ19)."""
        assert state.bidder is not None
        return Step(replace(state, phase="order", turn=state.bidder), (said, Turn(state.bidder, "order")))

    def _name_order(self, state: GrimState, action: NameOrder) -> Step[GrimState]:
        assert state.turn is not None
        said = Said(state.turn, action)
        after = replace(state, high=action.high)
        if state.bidder is None:
            return self._second_round(after, said)  # RA4: it was the order of a possible Make-5
        return Step(replace(after, phase="trump"), (said, Turn(state.turn, "trump")))

    def _name_trump(self, state: GrimState, action: Trump) -> Step[GrimState]:
        """Now all is settled, whatever was pre-declared (R59); the declarer leads (R42)."""
        assert state.turn is not None
        kind = "double" if state.doubled else "grim"
        contract = Contract(kind, state.bidder, action.suit, high=state.high)
        return self._begin_tricks(state, Said(state.turn, action), contract, state.turn)

    def _begin_tricks(self, state: GrimState, said: Said, contract: Contract, leader: Seat) -> Step[GrimState]:
        order = ORDERS[contract.suit, contract.high]
        after = replace(state, phase="tricks", turn=leader, leader=leader, contract=contract, order=order)
        return Step(after, (said, ContractSet(contract), Turn(leader, "tricks")))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _play(self, state: GrimState, card: Card) -> Step[GrimState]:
        """A card; all tricks are played, lost bid or not (R43, RQ24)."""
        assert state.order is not None
        step = lay(state, card, state.order)
        after = step.state
        if after.trick or after.hands[0]:  # between tricks all hands are of one size
            return step
        return close(after, step.events, self._outcome(after, self.settle))

    def settled(self, state: GrimState, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends with these points and tricks, which are a guess and go unchecked."""
        return self._outcome(replace(state, points=points, tricks=tricks), self._score)

    def _outcome(self, state: GrimState, score: Callable[[GrimFacts], tuple[ScoreItem, ...]]) -> Outcome:
        contract, dealer, tricks = state.contract, state.standing.dealer, state.tricks
        assert contract is not None
        team = _team(contract, dealer)
        facts = GrimFacts(
            contract=contract,
            cards=8 if state.round == 3 else 4,
            tricks=tricks[team] + tricks[team + 2],
            dealer=dealer,
        )
        items = score(facts)
        return Outcome(totals(items, 2), items, tricks=tricks)

    # -- the score -----------------------------------------------------------------------------------------------

    def settle(self, facts: GrimFacts) -> tuple[ScoreItem, ...]:
        """Itemised scores from what a person at a real table knows (R44-R53)."""
        self._check_facts(facts)
        return self._score(facts)

    def _score(self, facts: GrimFacts) -> tuple[ScoreItem, ...]:
        contract = facts.contract
        team = _team(contract, facts.dealer)
        if contract.kind == "make5":
            return (_make5_item(team, facts.tricks),)
        rule, worth = self._figures[contract.kind, facts.cards]
        bid = f"{KINDS[contract.kind]} on {facts.cards} cards"
        if facts.tricks == facts.cards:  # R44, R45
            return (ScoreItem(rule, team, worth, f"{bid} made"),)
        return (ScoreItem(rule, team, -2 * worth, f"{bid} failed"),)  # RQ8: the opponents get nothing

    def _check_facts(self, facts: GrimFacts) -> None:
        contract, cards = facts.contract, facts.cards
        _check_contract(contract)
        make5 = contract.kind == "make5"
        if cards not in (4, 8) or (make5 and cards == 4):
            sentence = f"{KINDS[contract.kind]} is not played on {cards} cards; it is {'8' if make5 else '4 or 8'}."
            raise BadFacts("cards", sentence, "R49" if make5 else "R16")
        if not 0 <= facts.tricks <= cards:
            raise BadFacts("tricks", f"{facts.tricks} is not a number of tricks from 0 to {cards}.", "R44")
        if facts.dealer is None and make5:
            raise BadFacts("dealer", "In Make-5 the dealer must be known: the other team is the leading team.", "R55")
        if facts.dealer is not None and facts.dealer not in range(SEATS):
            raise BadFacts("dealer", "The dealer must be a seat from 0 to 3.", "R1")
        if not make5 and (contract.kind, cards) not in self._figures:
            raise BadFacts("bid", "There is no Double Grim on 8 cards at this table.", "RQ2")
        if make5 and not contract.high and self.options.make5_order == "High":
            raise BadFacts("order", "At this table Make-5 is played in High order.", "RQ4")

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Chance) -> Standing | None:
        """The losing team deals (R54), until the agreed number of deals is played (R4)."""
        if standing.deal >= self.options.deals:
            return None
        scores = added(standing.scores, outcome.delta)
        compared = outcome.delta if self.options.losing_team == "last_deal" else scores  # RQ9, RA3
        dealer = self._next_dealer(standing, compared, chance)
        return Standing(dealer, scores, standing.deal + 1)

    def _next_dealer(self, standing: Standing, compared: tuple[int, ...], chance: Chance) -> Seat:
        ns, ew = compared
        if ns == ew:
            step = 1 if self.options.dealer_tie == "rotate" else 2  # RQ10, RA2, RA5
            return (standing.dealer + step) % SEATS
        loser = 0 if ns < ew else 1
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
        if phase == "auction" and isinstance(action, GrimBid) and state.bidder is not None:
            return IllegalAction("bid_stands", "There is a bid already, so Grim cannot be bid.", "R35")
        if phase == "auction" and isinstance(action, Double):
            return self._double_refusal(state) or wrong_moment(*MOMENTS[phase])
        if phase == "tricks" and isinstance(action, Play):
            return self._card_refusal(state, action)
        if phase == "predeclare" and action == Trump(None):
            return IllegalAction("make5_needs_suit", "Make-5 has no No Trump; pre-declare a suit.", "R50")
        where, wanted, rule = MOMENTS[phase]
        if phase == "order" and state.bidder is None:
            rule = "RA4"
        if phase in CHOICES and isinstance(action, Pass):
            return IllegalAction("compulsory", f"Nobody can pass in the {where}; {wanted}.", rule)
        return wrong_moment(where, wanted, rule)

    def _card_refusal(self, state: GrimState, action: Play) -> IllegalAction:
        assert state.turn is not None
        assert state.order is not None
        if state.round == 2 and action.card in range(36) and state.deal.hands[state.turn] >> action.card & 1:
            sentence = f"{card_text(action.card)} was set aside and is not played in this deal."
            return IllegalAction("card_set_aside", sentence, "RQ18")
        return card_refusal(state.hands[state.turn], state.trick, state.order, action, "R39", DECK32)

    def problem(self, state: GrimState) -> TrickProblem:
        """The tricks as the kernel wants them; the sides are the teams."""
        if state.phase != "tricks" or state.order is None:
            raise IllegalAction("no_tricks", "There is no trick to solve at this moment.")
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


MOMENTS = {
    "auction": ("auction", "say pass, grim or double", "R18"),
    "predeclare": ("pre-declaration", "say predeclare and one of the four suits", "RQ17"),
    "order": ("choice of the order", "say order high or order low", "R37"),
    "trump": ("choice of the trump", "say trump and a suit, or trump none", "R38"),
    "tricks": ("tricks", "play a card", "R39"),
}
"""For each phase its name in a sentence, what is wanted in it, and the rule that says so."""


def _team(contract: Contract, dealer: Seat | None) -> int:
    """Whose tricks count: the declarer's team, in Make-5 the leading team (R55)."""
    if contract.declarer is not None:
        return contract.declarer % 2
    assert dealer is not None
    return (dealer + 1) % 2


def _make5_item(leading: int, tricks: int) -> ScoreItem:
    """Exactly one team scores, whatever the split, and nobody loses (R53, RQ13, RQ14)."""
    if tricks >= 5:
        return ScoreItem("R51", leading, 5, "Make-5, five tricks or more for the leading team")
    return ScoreItem("R52", 1 - leading, 10, "Make-5, four tricks or more for the dealing team")


def _check_contract(contract: Contract) -> None:
    if contract.kind not in KINDS:
        raise BadFacts("contract", f"'{contract.kind}' is not a contract of Grim.", "R18")
    if contract.slam or contract.rank is not None or contract.partner_card is not None:
        raise BadFacts("contract", "A contract of Grim has no slam, no rank and no called card.", "R18")
    if contract.suit is not None and contract.suit not in SUITS:
        raise BadFacts("trump", "The trump is clubs, spades, hearts or diamonds (0 to 3), or none.", "R38")
    if contract.kind == "make5" and contract.declarer is not None:
        raise BadFacts("declarer", "Make-5 has no declarer.", "RQ3")
    if contract.kind != "make5" and contract.declarer not in range(SEATS):
        raise BadFacts("declarer", "The contract needs a declarer, seat 0 to 3.", "R34")
