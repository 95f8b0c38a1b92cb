"""Clover: four players, partners opposite, 32 cards, melds from the hand and in the tricks; 8 or 12 rounds.

The law is ``docs/rules/clover.md``; the ids beside the code are its sentences. Legal actions come in this order: pass,
then ``accept`` in round 1, ``notrump`` and the suits C S H D in round 2; cards in deck order; then melds to show: sets
(J Q K A), runs suit by suit from the lowest card and the shortest up, the Bell. Team 1 is side 0, team 2 is side 1.

Rules version 1: first published rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Struct
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
    SUIT_WORDS,
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
from sheepfold.core.game import Step, TrickMelds, TrickProblem
from sheepfold.core.options import Options, about
from sheepfold.core.order import ACE_TEN_VALUES, Order, make_order
from sheepfold.core.score import ScoreItem, totals
from sheepfold.core.shuffle import Chance, Shuffle
from sheepfold.core.trick import playable
from sheepfold.games.clover_melds import (
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
    TrickGame,
    TrickState,
    added,
    card_refusal,
    changed,
    close,
    lay,
    opening_events,
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
        about("Outbidding no-trump", "Who may outbid it: those still to speak, or all three others.", "CQ5"),
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


class CloverFacts(Struct, frozen=True, kw_only=True):
    """What a scorekeeper knows: the declaring team (0 or 1), trick and meld points of both teams, no digit struck."""

    team: int
    points: tuple[int, int]
    melds: tuple[int, int] = (0, 0)


class CloverState(TrickState, frozen=True, kw_only=True):
    """A deal in progress. Hands are disjoint, so one mask each holds what all four seats have laid on the table."""

    bidder: Seat | None = None  # who has bid no-trump and may still be outbid
    contract: Contract | None = None
    received: Card | None = None  # what the partner gave
    shown: Mask = 0  # every card shown
    used: Mask = 0  # those that serve in a run or a set; the Bell uses up none (C33)
    melds: tuple[int, ...] = (0,) * SEATS  # by seat, hand and tricks together


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


class Clover(TrickGame[CloverState]):
    """The rules of Clover under one set of options."""

    id: ClassVar[str] = "clover"
    title: ClassVar[str] = "Clover"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("round1", "round2", "give", "return", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands", "upcard")
    options_type: ClassVar[type[Options]] = CloverOptions
    deck = DECK32
    seats = SEATS
    sides = TEAMS  # C1

    def __init__(self, options: CloverOptions | None = None) -> None:
        self.options = options or CloverOptions.make()
        banned = self.options.turned_suit_round2 == "forbidden"  # CQ6
        self._suits: tuple[tuple[Action, ...], ...] = tuple(
            tuple(Trump(suit) for suit in SUITS if not (banned and suit == turned)) for turned in SUITS
        )
        self._reuse = self.options.meld_reuse == "allowed"

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
        seat = state.turn
        if seat is None:
            return ()
        hand = state.hands[seat]
        if state.phase == "tricks":
            assert state.order is not None
            cards = plays(playable(hand, state.trick, state.order))
            return cards + self._legal_shows(state, hand) if hand.bit_count() == 8 else cards
        if state.phase == "round1":
            return _ROUND1  # C13, C14
        if state.phase == "round2":
            return self._legal_round2(state)
        if state.phase == "return" and self.options.return_same_card == "forbidden":
            assert state.received is not None
            hand ^= 1 << state.received  # CQ7
        return gives(hand)

    def apply(self, state: CloverState, action: Action) -> Step[CloverState]:
        """Do a legal action."""
        if type(action) is Play:  # a struct's isinstance costs as much as the rest of this function
            return self._play(state, action.card)
        if isinstance(action, Show):
            return self._show(state, action)
        if isinstance(action, Give):
            return self._give(state, action)
        return self._round1(state, action) if state.phase == "round1" else self._round2(state, action)

    # -- the bidding ---------------------------------------------------------------------------------------------

    def _round1(self, state: CloverState, action: Action) -> Step[CloverState]:
        """The first to accept the face-up suit declares (C13, C14, CQ4); else a second round begins (C15, C16)."""
        seat = state.turn
        assert seat is not None
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

    def _round2(self, state: CloverState, action: Action) -> Step[CloverState]:
        """A suit ends the bidding; no-trump stands if nobody outbids it (C16-C18, CQ5, CA3)."""
        seat = state.turn
        assert seat is not None
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
        outcome = Outcome((0,) * TEAMS, thrown_in=True, same_dealer=True)  # C19
        return close(state, (said, ThrownIn("C19")), outcome)

    def _declare(self, state: CloverState, said: Event, declarer: Seat, trump: Suit | None) -> Step[CloverState]:
        """The contract is settled: the partner gives a card (C20), or the declarer leads at once (C35)."""
        contract = Contract("notrump" if trump is None else "suit", declarer, trump)
        exchange = self.options.exchange == "on"
        phase, turn = ("give", (declarer + 2) % SEATS) if exchange else ("tricks", declarer)
        after = replace(
            state, phase=phase, turn=turn, leader=declarer, bidder=None, contract=contract, order=ORDERS[trump]
        )
        return Step(after, (said, ContractSet(contract), Turn(turn, phase)))

    # -- the exchange --------------------------------------------------------------------------------------------

    def _give(self, state: CloverState, action: Give) -> Step[CloverState]:
        """The partner's card to the declarer, then one back (C20, C21, CQ7); then the declarer leads (C35)."""
        giver, given = state.turn, action.card
        assert giver is not None
        receiver = (giver + 2) % SEATS
        hands = changed(state.hands, giver, state.hands[giver] ^ 1 << given)
        hands = changed(hands, receiver, hands[receiver] | 1 << given)
        phase, turn = ("return", receiver) if state.phase == "give" else ("tricks", giver)
        after = replace(
            state, phase=phase, turn=turn, hands=hands, received=given, hidden=(*state.hidden, (giver, action))
        )
        return Step(after, (Given(giver, receiver, given), Turn(turn, phase)))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _legal_shows(self, state: CloverState, hand: Mask) -> tuple[Show, ...]:
        assert state.contract is not None
        return legal_shows(hand, state.contract.suit, state.shown, state.used)

    def _show(self, state: CloverState, action: Show) -> Step[CloverState]:
        """A meld comes on the table, and with the second of its cards the Bell counts by itself (C36, C38, CA1)."""
        seat, cards = state.turn, action.cards
        assert seat is not None
        assert state.contract is not None
        bell, shown = BELLS[state.contract.suit], state.shown | cards
        worth = HAND_MELDS.get(cards, 0)
        # Both must come from this hand: king and queen shown by two players are no Bell.
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

    def _play(self, state: CloverState, card: Card) -> Step[CloverState]:
        """A card; a full trick may bring its winner's team melds (C42, CQ14), the last one ends the deal (C7)."""
        order, seat = state.order, state.turn
        assert order is not None
        assert seat is not None
        last = state.hands[seat] == 1 << card
        step = lay(state, card, order, LAST_TRICK if last else 0)
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
        return close(after, events, self._outcome(after, self.settle)) if last else Step(after, events)

    def _trick_melds(self, state: CloverState, card: Card) -> int:
        """The melds of the trick that this card completes (CQ13, CA4).

        A Bell shown from a hand cannot come again: one hand's king and queen never meet in a trick.
        """
        assert state.contract is not None
        first, second, third = state.trick
        cards = 1 << first | 1 << second | 1 << third | 1 << card
        spent = 0 if self._reuse else state.shown
        return trick_meld_value(cards, state.contract.suit, self.options.set3_ranks, spent)

    def settled(self, state: CloverState, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends with these points and tricks, which are a guess and go unchecked."""
        return self._outcome(replace(state, points=points, tricks=tricks), self._score)

    def _outcome(self, state: CloverState, score: Callable[[CloverFacts], tuple[ScoreItem, ...]]) -> Outcome:
        """Trick points by seat with the -2 in them, melds by team with no digit struck (CA6)."""
        contract, points, melds = state.contract, state.points, state.melds
        assert contract is not None
        assert contract.declarer is not None
        facts = CloverFacts(
            team=contract.declarer % TEAMS,
            points=(points[0] + points[2], points[1] + points[3]),
            melds=(melds[0] + melds[2], melds[1] + melds[3]),
        )
        items = score(facts)
        return Outcome(totals(items, TEAMS), items, points, state.tricks, facts.melds)

    # -- the score -----------------------------------------------------------------------------------------------

    def settle(self, facts: CloverFacts) -> tuple[ScoreItem, ...]:
        """The four lines of the sheet (C45): melds and tricks of team 1, melds and tricks of team 2.

        The side of an item is the team that gets the line: its owner if the bid was made, else the opponents of the
        declarers. The amount is what is left when the last digit is struck off (C51, CQ21), 0 if it is crossed out.
        """
        _check_facts(facts)
        return self._score(facts)

    def _score(self, facts: CloverFacts) -> tuple[ScoreItem, ...]:
        made = facts.points[facts.team] > facts.points[1 - facts.team]  # C46, C50, CQ18, CQ20
        items: list[ScoreItem] = []
        for team in range(TEAMS):
            side = team if made else 1 - facts.team
            note = "" if side == team else f" of team {team + 1}, which is set"
            items.append(self._meld_line(facts, made, team, side, note))
            points = facts.points[team]
            items.append(ScoreItem("C46" if made else "C50", side, _struck(points), f"tricks {points}{note}"))
        return tuple(items)

    def _meld_line(self, facts: CloverFacts, made: bool, team: int, side: int, note: str) -> ScoreItem:
        """A team's melds, kept or crossed out (C47, CQ16, CQ17); a set leaves them uncompared (C50, CQ19, CA5)."""
        mine, theirs = facts.melds[team], facts.melds[1 - team]
        if not made and self.options.set_melds == "all":
            return ScoreItem("C50", side, _struck(mine), f"melds {mine}{note}")
        if mine != theirs:
            rule, stands = "C47" if made else "CQ19", mine > theirs
        else:
            keeper = "declarer" if team == facts.team else "defender"
            rule, stands = "CQ17" if made else "CA5", self.options.meld_tie in ("both_keep", keeper)
        if stands or not mine:
            return ScoreItem(rule, side, _struck(mine), f"melds {mine}{note}")
        return ScoreItem(rule, side, 0, f"melds {mine}{note}, crossed out")

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Chance) -> Standing | None:
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
        assert state.turn is not None
        hand = state.hands[state.turn]
        if state.phase == "round1":
            if isinstance(action, Trump | NoTrump):
                return IllegalAction("not_in_round1", "In round 1 only the suit turned up can be played.", "CQ4")
            return wrong_moment("bidding", "accept or pass", "C13")
        if state.phase == "round2":
            return self._bid_refusal(state, action)
        if state.phase in ("give", "return"):
            if isinstance(action, Give):
                return _give_refusal(hand, action.card)
            return wrong_moment("exchange", "give your partner a card", "C20" if state.phase == "give" else "C21")
        assert state.order is not None
        assert state.contract is not None
        if isinstance(action, Play):
            return card_refusal(hand, state.trick, state.order, action, "C37", DECK32)
        if isinstance(action, Show):
            return _show_refusal(hand, action.cards, state.contract.suit)
        return wrong_moment("tricks", "play a card", "C37")

    def _bid_refusal(self, state: CloverState, action: Action) -> IllegalAction:
        if isinstance(action, Accept):
            return IllegalAction("turned_down", "The suit turned up was refused by all; name a suit yourself.", "C16")
        if self._must_bid(state) and isinstance(action, Pass | Trump):
            sentence = f"After {state.standing.redeals} throw-ins in a row the dealer must bid no-trump."
            return IllegalAction("dealer_must_bid", sentence, "CA7")
        if isinstance(action, NoTrump):
            return IllegalAction("notrump_over_notrump", "No-trump was bid; only a suit outbids it.", "CQ5")
        if isinstance(action, Trump) and action.suit is None:
            return IllegalAction("say_notrump", "To play without trumps bid notrump.", "C17")
        if isinstance(action, Trump) and action.suit == _proposed(state):
            return IllegalAction("suit_turned_down", "The suit turned down in round 1 cannot be named here.", "CQ6")
        return wrong_moment("bidding", "name a suit, bid notrump or pass", "C16")

    def problem(self, state: CloverState) -> TrickProblem:
        """The tricks as the kernel wants them; sides are the teams."""
        if state.phase != "tricks" or state.order is None or state.contract is None:
            raise IllegalAction("no_tricks", "There is no trick to solve at this moment.")
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
    if not 0 <= card < 36 or not DECK32.mask >> card & 1:
        text = card_text(card) if 0 <= card < 36 else str(card)
        return IllegalAction("card_foreign", f"There is no {text} in this game's pack.", "X1")
    if not hand >> card & 1:
        return IllegalAction("card_not_held", f"You do not have {card_text(card)}.", "X6")
    return IllegalAction("same_card_back", f"{card_text(card)} is the card you were given; give another.", "CQ7")


def _show_refusal(hand: Mask, cards: Mask, trump: Suit | None) -> IllegalAction:
    if hand.bit_count() < 8:
        return IllegalAction("show_too_late", "Melds are shown in the first trick, before one's own card.", "C48")
    if cards & ~DECK32.mask:
        return IllegalAction("card_foreign", "A card of that meld is not in this game's pack.", "X1")
    if cards & ~hand:
        return IllegalAction("card_not_held", f"You do not have {cards_text(cards_in(cards & ~hand))}.", "X6")
    if cards in HAND_MELDS:
        return IllegalAction("card_used", "A card of that meld already serves in another one you have shown.", "C33")
    if cards == BELLS[trump]:
        return IllegalAction("bell_counted", "Your Bell is on the table and has been counted.", "CA1")
    return _no_meld(cards_in(cards), trump)


def _no_meld(cards: tuple[Card, ...], trump: Suit | None) -> IllegalAction:
    """Why these cards are no meld in a hand."""
    ranks = sorted(c % 9 for c in cards)
    suits = {suit_of(c) for c in cards}
    if ranks == [QUEEN, KING] and len(suits) == 1:
        if trump is None:
            return IllegalAction("no_bell", "Without trumps there is no Bell.", "CQ28")
        return IllegalAction("no_bell", f"The Bell is the king and queen of {SUIT_WORDS[trump]}.", "C30")
    if len(ranks) == 3 and len(set(ranks)) == 1:
        return IllegalAction("set_of_three", "Three of a kind count only in a trick.", "C29")
    if len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks))):
        if len(suits) > 1:
            return IllegalAction("run_mixed", "A run from the hand must be of one suit.", "C31")
        return IllegalAction("run_too_long", "Show a run of more than five cards in pieces of three to five.", "CA2")
    return IllegalAction("no_meld", "These cards are neither a run, nor four A, K, Q or J, nor the Bell.", "C22")


def _struck(points: int) -> int:
    """A line without its last digit, toward zero: -2 becomes 0 (C51, C52, CQ2)."""
    return max(points, 0) // 10


def _check_facts(facts: CloverFacts) -> None:
    if facts.team not in range(TEAMS):
        raise BadFacts("team", f"The declaring team is 0 or 1, not {facts.team}.", "C1")
    if sum(facts.points) != HAND_POINTS:
        raise BadFacts("points", f"Trick points add up to 150, not to {sum(facts.points)}.", "C8")
    least = min(facts.points)
    if least < LAST_TRICK or least == -1:  # no card is worth 1
        raise BadFacts("points", f"A team cannot have {least} trick points.", "CQ2")
    for melds in facts.melds:
        if melds < 0 or melds % 10 or melds in (10, 30):  # melds are worth 20, 50, 100 and 200
            raise BadFacts("melds", f"No melds add up to {melds} points.", "CQ21")
    if sum(facts.melds) > MOST_MELDS:
        raise BadFacts("melds", f"Melds of a hand cannot come to {sum(facts.melds)} points.", "C22")
