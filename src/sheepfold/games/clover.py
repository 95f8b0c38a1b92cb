"""Clover: four players, partners opposite, 32 cards, melds from the hand and in the tricks; 8 or 12 rounds.

The law is ``docs/rules/clover.md``; the ids beside the code are its sentences. Legal actions come in this order: pass,
then ``accept`` in round 1, ``notrump`` and the suits C S H D in round 2; cards in deck order; then melds to show: sets
(J Q K A), runs suit by suit from the lowest card and the shortest up, the Bell. Team 1 is side 0, team 2 is side 1.

Rules version 1: first published rules.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Accept, Action, Give, NoTrump, Pass, Play, Show, Trump, gives, plays
from sheepfold.core.cards import (
    ACE,
    DECK32,
    EIGHT,
    JACK,
    KING,
    NINE,
    QUEEN,
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
    cards_in,
    cards_text,
    suit_of,
)
from sheepfold.core.deal import Plan, lay_out, rounds
from sheepfold.core.errors import BadFacts, IllegalAction
from sheepfold.core.events import (
    Contract,
    ContractSet,
    Event,
    Given,
    Implied,
    MeldWon,
    Outcome,
    Said,
    Standing,
    ThrownIn,
    Turn,
    UpCard,
)
from sheepfold.core.form import Form, FormKind
from sheepfold.core.game import Facts, Step, TrickMelds, TrickProblem
from sheepfold.core.message import Message, Pattern, say
from sheepfold.core.options import Options, about
from sheepfold.core.order import ACE_TEN_VALUES, Order, make_order
from sheepfold.core.score import ScoreItem, totals
from sheepfold.core.shuffle import Luck, Shuffle
from sheepfold.core.trick import playable
from sheepfold.games.clover_form import DECLARER, MELDS, POINTS, TRUMP
from sheepfold.games.clover_melds import (
    ALL_SHOWS,
    BELL_POINTS,
    BELLS,
    HAND_MELDS,
    MOST_MELDS,
    RUN_POINTS,
    SET3_POINTS,
    SET_POINTS,
    Set3Ranks,
    legal_shows,
    trick_meld_value,
)
from sheepfold.games.parts import (
    DealState,
    TrickGame,
    TrickState,
    added,
    card_refusal,
    changed,
    close,
    lay,
    no_tricks,
    not_held,
    not_over,
    opening_events,
    recast,
    wrong_moment,
)

SEATS = 4
TEAMS = 2
TRUMP_RANKS: tuple[Rank, ...] = (JACK, NINE, ACE, TEN, KING, QUEEN, EIGHT, SEVEN)  # C2
PLAIN_RANKS: tuple[Rank, ...] = (ACE, TEN, KING, QUEEN, JACK, NINE, EIGHT, SEVEN)  # C4
LAST_TRICK = -2  # C7, CQ1
HAND_POINTS = 150  # C8

MeldTie: TypeAlias = Literal["both_keep", "none", "declarer", "defender"]


class CloverOptions(Options, frozen=True, kw_only=True):
    """The table agreements of Clover."""

    game: ClassVar[str] = "clover"
    presets: ClassVar[dict[str, str]] = {
        "standard": "clover",
        "long": "clover(rounds=12)",
        "no-exchange": "clover(exchange=off)",
        "strict": "clover(turned_suit_round2=forbidden,return_same_card=forbidden,set3_ranks=AKQJ,"
        "meld_reuse=forbidden)",
    }

    rounds: Annotated[Literal[8, 12], about("Rounds", "Number of scored hands in a match.", "CQ25")] = 8
    nt_outbid: Annotated[
        Literal["remaining_players", "all_players"],
        about("Outbidding no-trump", "Who may outbid a no-trump: those still to speak, or all three others.", "CQ5"),
    ] = "remaining_players"
    turned_suit_round2: Annotated[
        Literal["allowed", "forbidden"],
        about("Turned-down suit", "Whether the suit turned down in round 1 may be named in round 2.", "CQ6"),
    ] = "allowed"
    exchange: Annotated[
        Literal["on", "off"], about("Exchange", "Whether the declarer and the partner exchange a card.", "CQ7")
    ] = "on"
    return_same_card: Annotated[
        Literal["allowed", "forbidden"],
        about("Same card back", "Whether the declarer may give back the very card the partner gave.", "CQ7"),
    ] = "allowed"
    set3_ranks: Annotated[Set3Ranks, about("Sets of three", "Which ranks make a set of three in a trick.", "CQ10")] = (
        "any"
    )
    meld_reuse: Annotated[
        Literal["allowed", "forbidden"],
        about("Shown cards in tricks", "Whether cards shown from a hand may score again in a trick.", "CQ13"),
    ] = "allowed"
    meld_tie: Annotated[MeldTie, about("Equal melds", "Who keeps the melds when both teams have the same.", "CQ17")] = (
        "both_keep"
    )
    set_melds: Annotated[
        Literal["all", "higher_side_only"],
        about("Melds in a set", "Which melds the opponents get from declarers who are set.", "CQ19"),
    ] = "all"
    end_tie: Annotated[
        Literal["draw", "extra_round"],
        about("Tie at the end", "Whether a level match is drawn or goes on round by round.", "CQ26"),
    ] = "draw"
    max_redeals: Annotated[
        int, about("Throw-ins in a row", "Throw-ins in a row after which the dealer must bid.", "CA7", ge=0)
    ] = 20


class CloverFacts(Facts, frozen=True, kw_only=True):
    """What a scorekeeper knows: the contract, trick and meld points of both teams, no digit struck.

    The trump suit is nothing to the score and may be left out. A hand that was thrown in is a contract of the kind
    ``thrown_in``, without anything else.
    """

    points: tuple[int, int] = (0, 0)
    melds: tuple[int, int] = (0, 0)


class CloverState(DealState, frozen=True, kw_only=True):
    """A deal before its tricks, or over.

    Hands are disjoint, so one mask each holds what all four seats have laid on the table.
    """

    bidder: Seat | None = None  # who has bid no-trump and may still be outbid
    received: Card | None = None  # what the partner gave
    shown: Mask = 0  # every card shown
    used: Mask = 0  # those that serve in a run or a set; the Bell uses up none (C33)
    melds: tuple[int, ...] = (0,) * SEATS  # by seat, hand and tricks together


class CloverTricks(TrickState, CloverState, frozen=True, kw_only=True):
    """A deal in its tricks."""


def _make_order(trump: Suit | None) -> Order:
    if trump is None:  # C9, C10
        return make_order(DECK32, trumps=(), plain=PLAIN_RANKS, values={**ACE_TEN_VALUES, EIGHT: 8})
    trumps = tuple(card(trump, rank) for rank in TRUMP_RANKS)
    special = {card(trump, JACK): 20, card(trump, NINE): 14}  # C3
    return make_order(DECK32, trumps=trumps, plain=PLAIN_RANKS, values=ACE_TEN_VALUES, special=special)


ORDERS: dict[Suit | None, Order] = {trump: _make_order(trump) for trump in (None, *SUITS)}
"""Ranks and values by trump suit; ``None`` is no-trump (C2-C5, C9, C10)."""


# -- the game ------------------------------------------------------------------------------------------------------

_PLANS: tuple[Plan, ...] = tuple(
    (*rounds("hand", SEATS, dealer, 8)[:-1], ("upcard", dealer)) for dealer in range(SEATS)
)
_ROUND1: tuple[Action, ...] = (PASS, Accept())
_NOTRUMP: tuple[Action, ...] = (NoTrump(),)
_SUITS: tuple[Action, ...] = tuple(Trump(suit) for suit in SUITS)
_SHOWN: dict[str, tuple[Action, ...]] = {"round1": (Accept(),), "round2": _NOTRUMP + _SUITS}
_THROWN_IN = Outcome((0,) * TEAMS, thrown_in=True, same_dealer=True)  # C19

KINDS: dict[str, Message] = {
    "suit": say("clover-contract-suit", "With trumps"),
    "notrump": say("clover-contract-notrump", "No-trump"),
    "thrown_in": say("clover-contract-thrown_in", "Thrown in"),
}
ITEMS = {
    "melds": Pattern("clover-item-melds", "melds { $points }"),
    "melds_set": Pattern("clover-item-melds_set", "melds { $points } of team { $team }, which is set"),
    "melds_crossed_out": Pattern("clover-item-melds_crossed_out", "melds { $points }, crossed out"),
    "melds_set_crossed_out": Pattern(
        "clover-item-melds_set_crossed_out", "melds { $points } of team { $team }, which is set, crossed out"
    ),
    "tricks": Pattern("clover-item-tricks", "tricks { $points }"),
    "tricks_set": Pattern("clover-item-tricks_set", "tricks { $points } of team { $team }, which is set"),
}
"""The kinds of lines on the score sheet, and their words."""
BIDDING = say("clover-phase-bidding", "bidding")
EXCHANGE = say("clover-phase-exchange", "exchange")
TRICKS = say("clover-phase-tricks", "tricks")
MUST_BID = "After { $redeals } throw-ins in a row the dealer must bid no-trump."


class Clover(TrickGame[CloverState]):
    """The rules of Clover under one set of options."""

    id: ClassVar[str] = "clover"
    title: ClassVar[str] = "Clover"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("round1", "round2", "give", "return", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands", "upcard")
    options_type: ClassVar[type[Options]] = CloverOptions
    facts_type: ClassVar[type[Facts]] = CloverFacts
    item_kinds: ClassVar[tuple[str, ...]] = tuple(ITEMS)
    deck = DECK32
    seats = SEATS
    sides = TEAMS  # C1
    options: CloverOptions

    def __init__(self, options: CloverOptions | None = None) -> None:
        self.options = options or CloverOptions.make()
        banned = self.options.turned_suit_round2 == "forbidden"  # CQ6
        self._suits: tuple[tuple[Action, ...], ...] = tuple(
            tuple(Trump(suit) for suit in SUITS if not (banned and suit == turned)) for turned in SUITS
        )
        self._reuse = self.options.meld_reuse == "allowed"

    # -- what there is -------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Pass, accept, notrump; trumps C S H D; cards to give, then to play, in deck order; melds as in ``legal``."""
        given = gives(DECK32.mask) if self.options.exchange == "on" else ()
        return (*_ROUND1, *_NOTRUMP, *_SUITS, *given, *plays(DECK32.mask), *ALL_SHOWS)

    @property
    def contract_kinds(self) -> tuple[str, ...]:
        """With trumps, without, and a hand thrown in, where the dealer need not bid at once (CA7)."""
        return tuple(kind for kind in KINDS if kind != "thrown_in" or self.options.max_redeals)

    @property
    def longest_deal(self) -> int:
        """Round 1 passed out, the longest round 2, the exchange, every meld shown, 32 cards."""
        round2 = 7 if self.options.nt_outbid == "all_players" else 4  # the dealer bids no-trump, and three answer
        exchange = 2 if self.options.exchange == "on" else 0
        shows = 2 * SEATS + 1  # eight cards hold two runs or sets at most, and there is one Bell
        return 4 + round2 + exchange + shows + len(DECK32)

    @property
    def deals_agreed(self) -> int:
        """The number of rounds; a tie may make a match longer, and throw-ins do not count (CQ25, CQ26)."""
        return self.options.rounds

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Eight cards each from the dealer's left, the last one face up to the dealer (C11, C12)."""
        return _PLANS[standing.dealer]

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[CloverState]:
        """Deal; the player at the dealer's left speaks first (C13)."""
        deal = lay_out(self.plan(standing), shuffle, SEATS)
        assert deal.upcard is not None
        first = (standing.dealer + 1) % SEATS
        state = CloverState(
            standing=standing,
            deal=deal,
            phase="round1",
            turn=first,
            hands=deal.hands,
            leader=first,
            points=(0,) * SEATS,
            tricks=(0,) * SEATS,
        )
        return Step(
            state, (*opening_events(standing, deal), UpCard(standing.dealer, deal.upcard), Turn(first, "round1"))
        )

    def legal(self, state: CloverState) -> tuple[Action, ...]:
        """What the actor may do."""
        if type(state) is CloverTricks:
            hand = state.hands[state.turn]
            cards = plays(playable(hand, state.trick, state.order))
            if hand.bit_count() < 8:
                return cards
            return cards + legal_shows(hand, state.contract.suit, state.shown, state.used)
        if state.phase == "round1":
            return _ROUND1  # C13, C14
        if state.phase == "round2":
            return self._legal_round2(state)
        return () if state.turn is None else self._legal_gives(state, state.hands[state.turn])

    def apply(self, state: CloverState, action: Action) -> Step[CloverState]:
        """Do a legal action."""
        if type(state) is CloverTricks:
            if type(action) is Play:  # a struct's isinstance costs as much as the rest of this function
                return self._play(state, action.card)
            if type(action) is Show:
                return self._show(state, action)
        seat = state.speaker
        if type(action) is Give:
            return self._give(state, seat, action)
        return self._round1(state, seat, action) if state.phase == "round1" else self._round2(state, seat, action)

    def worth_showing(self, state: CloverState) -> tuple[Action, ...]:
        """In the bidding everything that can be bid in its round."""
        return _SHOWN.get(state.phase, ())

    # -- the bidding ---------------------------------------------------------------------------------------------

    def _round1(self, state: CloverState, seat: Seat, action: Action) -> Step[CloverState]:
        """The first to accept the face-up suit declares (C13, C14, CQ4); else a second round begins (C15, C16)."""
        said = Said(seat, action)
        if isinstance(action, Accept):
            return self._declare(state, said, seat, _proposed(state))
        phase = "round2" if seat == state.standing.dealer else "round1"
        turn = (seat + 1) % SEATS
        return Step(replace(state, phase=phase, turn=turn), (said, Turn(turn, phase)))

    def _legal_round2(self, state: CloverState) -> tuple[Action, ...]:
        """Pass, no-trump if nobody bid it (CQ5), a suit (C16, CQ6); a dealer who must bid has only no-trump (CA7)."""
        suits = self._suits[_proposed(state)]
        if state.bidder is not None:
            return (PASS, *suits)
        return _NOTRUMP if self._must_bid(state) else (PASS, *_NOTRUMP, *suits)

    def _must_bid(self, state: CloverState) -> bool:
        standing = state.standing
        return state.turn == standing.dealer and state.bidder is None and standing.redeals >= self.options.max_redeals

    def _round2(self, state: CloverState, seat: Seat, action: Action) -> Step[CloverState]:
        """A suit ends the bidding; no-trump stands if nobody outbids it (C16-C18, CQ5, CA3)."""
        said = Said(seat, action)
        if isinstance(action, Trump):
            return self._declare(state, said, seat, action.suit)
        bidder = seat if isinstance(action, NoTrump) else state.bidder
        turn = (seat + 1) % SEATS
        everybody = bidder is not None and self.options.nt_outbid == "all_players"
        if turn != (bidder if everybody else (state.standing.dealer + 1) % SEATS):
            return Step(replace(state, bidder=bidder, turn=turn), (said, Turn(turn, "round2")))
        if bidder is not None:
            return self._declare(state, said, bidder, None)
        return close(CloverState, state, (said, ThrownIn("C19")), _THROWN_IN)

    def _declare(self, state: CloverState, said: Event, declarer: Seat, trump: Suit | None) -> Step[CloverState]:
        """The contract is settled: the partner gives a card (C20), or the declarer leads at once (C35)."""
        contract = Contract("notrump" if trump is None else "suit", declarer, trump)
        after = replace(state, leader=declarer, bidder=None, contract=contract, order=ORDERS[trump])
        if self.options.exchange == "off":
            return self._begin_tricks(after, declarer, (said, ContractSet(contract)))
        turn = (declarer + 2) % SEATS
        return Step(replace(after, phase="give", turn=turn), (said, ContractSet(contract), Turn(turn, "give")))

    def _begin_tricks(self, state: CloverState, leader: Seat, events: tuple[Event, ...]) -> Step[CloverState]:
        return Step(recast(CloverTricks, state, phase="tricks", turn=leader), (*events, Turn(leader, "tricks")))

    # -- the exchange --------------------------------------------------------------------------------------------

    def _legal_gives(self, state: CloverState, hand: Mask) -> tuple[Action, ...]:
        """Any card, unless the very one that the partner gave must not go back (CQ7)."""
        if state.received is not None and self.options.return_same_card == "forbidden":
            hand ^= 1 << state.received
        return gives(hand)

    def _give(self, state: CloverState, giver: Seat, action: Give) -> Step[CloverState]:
        """The partner's card to the declarer, then one back (C20, C21, CQ7); then the declarer leads (C35)."""
        given, receiver = action.card, (giver + 2) % SEATS
        hands = changed(state.hands, giver, state.hands[giver] ^ 1 << given)
        hands = changed(hands, receiver, hands[receiver] | 1 << given)
        after = replace(state, hands=hands, received=given, hidden=(*state.hidden, (giver, action)))
        told = Given(giver, receiver, given)
        if state.phase == "return":
            return self._begin_tricks(after, giver, (told,))
        return Step(replace(after, phase="return", turn=receiver), (told, Turn(receiver, "return")))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _show(self, state: CloverTricks, action: Show) -> Step[CloverState]:
        """A meld comes on the table, and with the second of its cards the Bell counts by itself (C36, C38, CA1)."""
        seat, cards = state.turn, action.cards
        bell, shown = BELLS[state.contract.suit], state.shown | cards
        worth = HAND_MELDS.get(cards, 0)
        # Both must come from this hand: king and queen shown by two players are not a Bell.
        rings = state.hands[seat] & bell == bell and shown & bell == bell and state.shown & bell != bell
        gained = worth + (BELL_POINTS if rings else 0)
        after = replace(
            state,
            shown=shown,
            used=state.used | cards if worth else state.used,
            melds=changed(state.melds, seat, state.melds[seat] + gained),
        )
        told = (Said(seat, action), Implied(seat, holds=cards), MeldWon(seat, gained))
        return Step(after, (*told, Turn(seat, "tricks")))

    def _play(self, state: CloverTricks, card: Card) -> Step[CloverState]:
        """A card; a full trick may bring its winner's team melds (C42, CQ14), the last one ends the deal (C7)."""
        last = state.hands[state.turn] == 1 << card
        step = lay(state, card, state.order, LAST_TRICK if last else 0)
        if step.state.trick:
            return step
        worth = self._trick_melds(state, card)
        if not worth and not last:
            return step
        after, events = step.state, step.events
        if worth:
            taker = after.leader
            after = replace(after, melds=changed(after.melds, taker, after.melds[taker] + worth))
            events = (*events, MeldWon(taker, worth))
        return close(CloverState, after, events, self._finished(after)) if last else Step(after, events)

    def _trick_melds(self, state: CloverTricks, card: Card) -> int:
        """The melds of the trick that this card completes (CQ13, CA4).

        A Bell shown from a hand cannot come again: one hand's king and queen never meet in a trick.
        """
        first, second, third = state.trick
        cards = 1 << first | 1 << second | 1 << third | 1 << card
        return self.melds_in(cards, state.contract.suit, state.shown)

    def melds_in(self, cards: Mask, trump: Suit | None, shown: Mask) -> int:
        """What the melds among these cards of a trick are worth; ``shown`` have been shown from hands (CQ10, CQ13)."""
        return trick_meld_value(cards, trump, self.options.set3_ranks, 0 if self._reuse else shown)

    # -- the score -----------------------------------------------------------------------------------------------

    def facts_of(self, state: CloverState) -> CloverFacts:
        """The contract, trick points by team with the -2 in them, melds by team with no digit struck (CA6)."""
        contract, points, melds = state.contract, state.points, state.melds
        if contract is None:
            if state.outcome is None:
                raise not_over()
            return CloverFacts(contract=Contract("thrown_in"))
        return CloverFacts(
            contract=contract,
            points=(points[0] + points[2], points[1] + points[3]),
            melds=(melds[0] + melds[2], melds[1] + melds[3]),
        )

    def _settled(self, standing: Standing, facts: CloverFacts) -> Outcome:
        """The four lines of the sheet (C45): melds and tricks of team 1, melds and tricks of team 2.

        The side of an item is the team that gets the line: its owner if the bid was made, else the opponents of the
        declarers. The amount is what is left when the last digit is struck off (C51, CQ21), 0 if it is crossed out.
        """
        if facts.contract.kind == "thrown_in":
            return _THROWN_IN
        declaring = facts.contract.declared_by % TEAMS
        made = facts.points[declaring] > facts.points[1 - declaring]  # C46, C50, CQ18, CQ20
        items: list[ScoreItem] = []
        for team in range(TEAMS):
            side = team if made else 1 - declaring
            rule, stands = self._melds_stand(facts.melds, declaring, made, team)
            items.append(_line("melds", rule, team, side, facts.melds[team], stands))
            items.append(_line("tricks", "C46" if made else "C50", team, side, facts.points[team]))
        return Outcome(totals(items, TEAMS), tuple(items), melds=facts.melds)

    def _melds_stand(self, melds: tuple[int, int], declaring: int, made: bool, team: int) -> tuple[str, bool]:
        """The rule, and whether a team's melds are kept (C47, CQ16, CQ17, and CQ19, CA5 in a set)."""
        mine, theirs = melds[team], melds[1 - team]
        if not made and self.options.set_melds == "all":
            return "C50", True
        if mine != theirs:
            return "C47" if made else "CQ19", mine > theirs
        keeper = "declarer" if team == declaring else "defender"
        return "CQ17" if made else "CA5", self.options.meld_tie in ("both_keep", keeper)

    def _check_facts(self, standing: Standing, facts: CloverFacts) -> None:
        _check_contract(facts.contract)
        if facts.contract.kind != "thrown_in":
            _check_points(facts.points)
            _check_melds(facts.melds)
            return
        if standing.redeals >= self.options.max_redeals:
            raise BadFacts("dealer_must_bid", MUST_BID, "CA7", redeals=standing.redeals)
        if facts != CloverFacts(contract=Contract("thrown_in")):
            sentence = "A hand that was thrown in has no declarer, no trump, no points and no melds."
            raise BadFacts("thrown_in", sentence, "C19", key="clover-facts-thrown-in")

    def facts_form(self) -> Form:
        """Who declared, the trick points and the melds of both teams; of a hand thrown in nothing."""
        fields = {"suit": (DECLARER, TRUMP, POINTS, MELDS), "notrump": (DECLARER, POINTS, MELDS), "thrown_in": ()}
        return Form(tuple(FormKind(kind, KINDS[kind], fields[kind]) for kind in self.contract_kinds))

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        """The deal passes to the left after a scored hand (X3) until the rounds are played (C54, CQ25, CQ26)."""
        if outcome.same_dealer:
            return replace(standing, redeals=standing.redeals + 1)  # C19
        scores = added(standing.scores, outcome.delta)
        level = scores[0] == scores[1] and self.options.end_tie == "extra_round"
        if standing.deal >= self.options.rounds and not level:
            return None
        return Standing((standing.dealer + 1) % SEATS, scores, standing.deal + 1)

    # -- what others ask -----------------------------------------------------------------------------------------

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract."""
        return ORDERS[contract.suit]

    def refusal(self, state: CloverState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        if type(state) is CloverTricks:
            return _trick_refusal(state, action)
        if state.phase == "round2":
            return self._bid_refusal(state, action)
        if state.phase == "round1":
            if isinstance(action, Trump | NoTrump):
                return IllegalAction("not_in_round1", "In round 1 only the suit turned up can be played.", "CQ4")
            return wrong_moment(BIDDING, say("clover-wanted-round1", "accept or pass"), "C13")
        if isinstance(action, Give) and state.turn is not None:
            return _give_refusal(state.hands[state.turn], action.card)
        wanted = say("clover-wanted-exchange", "give your partner a card")
        return wrong_moment(EXCHANGE, wanted, "C20" if state.phase == "give" else "C21")

    def _bid_refusal(self, state: CloverState, action: Action) -> IllegalAction:
        if isinstance(action, Accept):
            return IllegalAction("turned_down", "The suit turned up was refused by all; name a suit yourself.", "C16")
        if self._must_bid(state) and isinstance(action, Pass | Trump):
            return IllegalAction("dealer_must_bid", MUST_BID, "CA7", redeals=state.standing.redeals)
        if isinstance(action, NoTrump):
            return IllegalAction("notrump_over_notrump", "No-trump was bid; only a suit outbids it.", "CQ5")
        if isinstance(action, Trump) and action.suit is None:
            return IllegalAction("say_notrump", "To play without trumps bid notrump.", "C17")
        if isinstance(action, Trump) and action.suit == _proposed(state):
            return IllegalAction("suit_turned_down", "The suit turned down in round 1 cannot be named here.", "CQ6")
        return wrong_moment(BIDDING, say("clover-wanted-round2", "name a suit, bid notrump or pass"), "C16")

    def problem(self, state: CloverState) -> TrickProblem:
        """The tricks as the kernel wants them; sides are the teams."""
        if type(state) is not CloverTricks:
            raise no_tricks()
        any_rank = self.options.set3_ranks == "any"
        bell = BELLS[state.contract.suit]
        melds = TrickMelds(
            run3=RUN_POINTS[3],
            run4=RUN_POINTS[4],
            set3=tuple(SET3_POINTS if any_rank or rank in SET_POINTS else 0 for rank in range(9)),
            set4=tuple(SET_POINTS.get(rank, 0) for rank in range(9)),
            pairs=((bell, BELL_POINTS),) if bell else (),
            spent=0 if self._reuse else state.shown,
        )
        return TrickProblem(
            order=state.order,
            hands=state.hands,
            leader=state.leader,
            trick=state.trick,
            points=state.points,
            tricks=state.tricks,
            sides=tuple(seat % TEAMS for seat in range(SEATS)),
            melds=melds,
            meld_points=state.melds,
            last_trick=LAST_TRICK,
        )


def _proposed(state: CloverState) -> Suit:
    """The suit of the face-up card (C12)."""
    assert state.deal.upcard is not None
    return suit_of(state.deal.upcard)


def _give_refusal(hand: Mask, card: Card) -> IllegalAction:
    refused = not_held(hand, card, DECK32)
    if refused is not None:
        return refused
    sentence = "{ $card } is the card you were given; give another."
    return IllegalAction("same_card_back", sentence, "CQ7", card=card_text(card))


def _trick_refusal(state: CloverTricks, action: Action) -> IllegalAction:
    hand = state.hands[state.turn]
    if isinstance(action, Play):
        return card_refusal(hand, state.trick, state.order, action, "C37", DECK32)
    if isinstance(action, Show):
        return _show_refusal(hand, action.cards, state.contract.suit)
    return wrong_moment(TRICKS, say("clover-wanted-tricks", "play a card"), "C37")


def _show_refusal(hand: Mask, cards: Mask, trump: Suit | None) -> IllegalAction:
    if hand.bit_count() < 8:
        return IllegalAction("show_too_late", "Melds are shown in the first trick, before one's own card.", "C48")
    if cards & ~DECK32.mask:
        sentence = "A card of that meld is not in this game's pack."
        return IllegalAction("card_foreign", sentence, "X1", key="meld_foreign")
    if cards & ~hand:
        missing = cards_text(cards_in(cards & ~hand))
        return IllegalAction("card_not_held", "You do not have { $cards }.", "X6", key="meld_not_held", cards=missing)
    if cards in HAND_MELDS:
        return IllegalAction("card_used", "A card of that meld already serves in another one you have shown.", "C33")
    if cards == BELLS[trump]:
        return IllegalAction("bell_counted", "Your Bell is on the table and has been counted.", "CA1")
    return _no_meld(cards_in(cards), trump)


def _no_meld(cards: tuple[Card, ...], trump: Suit | None) -> IllegalAction:
    """Why these cards are not a meld in a hand."""
    ranks = sorted(c % 9 for c in cards)
    suits = {suit_of(c) for c in cards}
    if ranks == [QUEEN, KING] and len(suits) == 1:
        if trump is None:
            return IllegalAction("no_bell", "Without trumps there is no Bell.", "CQ28")
        sentence = "The Bell is the king and queen of { $suit }."
        return IllegalAction("no_bell", sentence, "C30", key="bell_of_trumps", suit=SUIT_NAMES[trump])
    if len(ranks) == 3 and len(set(ranks)) == 1:
        return IllegalAction("set_of_three", "Three of a kind count only in a trick.", "C29")
    if len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks))):
        if len(suits) > 1:
            return IllegalAction("run_mixed", "A run from the hand must be of one suit.", "C31")
        return IllegalAction("run_too_long", "Show a run of more than five cards in pieces of three to five.", "CA2")
    return IllegalAction("no_meld", "These cards are neither a run, nor four A, K, Q or J, nor the Bell.", "C22")


@lru_cache(maxsize=4096)  # a search asks for the same few lines again and again
def _line(what: str, rule: str, team: int, side: int, points: int, stands: bool = True) -> ScoreItem:
    """One line of the sheet: the team's ``melds`` or ``tricks``, without the last digit, or crossed out."""
    kind, numbers, amount = what, {"points": points}, _struck(points)
    if side != team:
        kind, numbers = f"{what}_set", {"points": points, "team": team + 1}
    if points and not stands:
        kind, amount = f"{kind}_crossed_out", 0
    return ScoreItem(kind, rule, side, amount, ITEMS[kind](**numbers))


def _struck(points: int) -> int:
    """A line without its last digit, toward zero: -2 becomes 0 (C51, C52, CQ2)."""
    return max(points, 0) // 10


def _check_contract(contract: Contract) -> None:
    kind = contract.kind
    if kind not in KINDS:
        raise BadFacts(
            "contract", "'{ $kind }' is not a contract of Clover.", "C16", key="clover-facts-kind", kind=kind
        )
    if contract != Contract(kind, contract.declarer, contract.suit):
        sentence = "A contract of Clover has no slam, no rank, no order and no called card."
        raise BadFacts("contract", sentence, "C16", key="clover-facts-contract")
    if kind == "notrump" and contract.suit is not None:
        raise BadFacts("trump", "No-trump has no trump suit.", "C17", key="clover-facts-notrump")
    if kind == "suit" and contract.suit is not None and contract.suit not in SUITS:
        sentence = "The trump is clubs, spades, hearts or diamonds (0 to 3)."
        raise BadFacts("trump", sentence, "C16", key="clover-facts-trump")
    if kind != "thrown_in" and contract.declarer not in range(SEATS):
        sentence = "The contract needs a declarer, seat 0 to 3."
        raise BadFacts("declarer", sentence, "C14", key="clover-facts-declarer")


def _check_points(points: tuple[int, int]) -> None:
    total, least = sum(points), min(points)
    if total != HAND_POINTS:
        sentence = "Trick points add up to 150, not to { $total }."
        raise BadFacts("points", sentence, "C8", key="clover-facts-total", total=total)
    if least < LAST_TRICK or least == -1:  # no card is worth 1
        sentence = "A team cannot have { $points } trick points."
        raise BadFacts("points", sentence, "CQ2", key="clover-facts-points", points=least)


def _check_melds(melds: tuple[int, int]) -> None:
    for points in melds:
        if points < 0 or points % 10 or points in (10, 30):  # melds are worth 20, 50, 100 and 200
            sentence = "No melds add up to { $points } points."
            raise BadFacts("melds", sentence, "CQ21", key="clover-facts-melds", points=points)
    if sum(melds) > MOST_MELDS:
        sentence = "Melds of a hand cannot come to { $points } points."
        raise BadFacts("melds", sentence, "C22", key="clover-facts-most-melds", points=sum(melds))
