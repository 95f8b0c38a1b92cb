"""Widderkopf: two players, 36 cards, strawmen on the table, a chain of cracks; 121 card points a round.

The law is ``docs/rules/widderkopf.md``; the ids beside the code are its sentences. Legal actions come in this order:
trump suits C S H D; discards and cards in deck order, ``crack`` after the cards; ``pass`` before the next call.

Rules version 1: first published rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Crack, CrackWord, Discard, Play, Trump, discards, plays
from sheepfold.core.cards import DECK36, SEVEN, SUITS, Card, Mask, Seat, Suit, card, card_text, mask_of
from sheepfold.core.deal import Plan, lay_out, rounds
from sheepfold.core.errors import BadFacts, IllegalAction
from sheepfold.core.events import (
    Contract,
    ContractSet,
    Discarded,
    Event,
    Outcome,
    RowLaid,
    Said,
    Standing,
    TableDiscard,
    Turn,
    TurnedUp,
)
from sheepfold.core.game import Step, TrickProblem
from sheepfold.core.options import Options, about
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.score import ScoreItem, totals
from sheepfold.core.shuffle import Chance, Shuffle
from sheepfold.core.trick import playable
from sheepfold.games.parts import (
    TrickGame,
    TrickState,
    added,
    card_refusal,
    changed,
    close,
    lay,
    opening_events,
    queens_and_jacks_order,
    wrong_moment,
)

SEATS = 2
TRICKS = 17  # W3, WQ1
CARD_POINTS = 121  # W11
CALLS: tuple[CrackWord, ...] = ("crack", "recrack", "crackback", "corner")  # W21, W25-W27: each answers the one before
CALL_WORDS = ("Crack!", "Recrack!", "Crackback!", "Crack Around the Corner!")
CALL_RULES = ("W21", "W25", "W26", "W27")


class WidderkopfOptions(Options, frozen=True, kw_only=True):
    """The table agreements of Widderkopf."""

    game: ClassVar[str] = "widderkopf"
    presets: ClassVar[dict[str, str]] = {
        "full": "widderkopf",
        "short": "widderkopf(rounds=4)",
        "match": "widderkopf(rounds=8)",
        "endless": "widderkopf(rounds=endless)",
        "no-cracks": "widderkopf(cracking=off)",
    }

    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=999)] | Literal["endless"],
        about("Rounds", "How many rounds make a match: 4 a short one, 6 a full one, 8 a long one, or no end.", "WQ17"),
    ] = 6
    discard_from: Annotated[
        Literal["hand", "hand_or_faceup"],
        about("Discard", "Whether the discard comes from the hand only or may be a face-up table card.", "WQ3"),
    ] = "hand"
    crack_window: Annotated[
        Literal["own_first_card", "before_first_lead"],
        about("Time to crack", "Until when a player may crack: until the own first card, or the first lead.", "WQ9"),
    ] = "own_first_card"
    recrack_window: Annotated[
        Literal["immediate", "own_first_card"],
        about("Time to answer", "Whether a player who has already led may still answer a crack.", "WQ10"),
    ] = "immediate"
    cracking: Annotated[Literal["on", "off"], about("Cracking", "Whether the game can be cracked.", "W22")] = "on"
    schwarz: Annotated[
        Literal["points", "tricks"],
        about("Schwarz", "Whether Schwarz takes all the card points or all the tricks.", "WQ14"),
    ] = "points"


class WidderkopfFacts(Struct, frozen=True, kw_only=True):
    """What a scorekeeper knows: both capture piles counted, by seat, and how many calls were made.

    ``tricks`` by seat are needed only where Schwarz means all the tricks.
    """

    points: tuple[int, int]
    calls: int = 0
    tricks: tuple[int, int] | None = None


class WidderkopfState(TrickState, frozen=True, kw_only=True):
    """A deal in progress. ``rows`` are the open table cards of each seat, which it plays like those of its hand (W2).

    ``tops`` are the cards dealt face up: whichever of them leaves its pile uncovers another. ``points`` hold the
    discards from the moment both are in (WQ5), so they are not what the players see (WQ19).
    """

    rows: tuple[Mask, ...]
    tops: Mask
    calls: int = 0
    may_crack: bool = False  # whether the seat about to play its first card may crack instead
    contract: Contract | None = None


PLANS: tuple[Plan, ...] = tuple(
    rounds("down", SEATS, dealer, 5) + rounds("up", SEATS, dealer, 5) + rounds("hand", SEATS, dealer, 8)
    for dealer in range(SEATS)
)
# W6-W10, WQ2, WQ6, WQ21: one table for each suit that can be named; the seven of trumps is the Spitzer.
ORDERS: tuple[Order, ...] = tuple(queens_and_jacks_order(DECK36, suit, {card(suit, SEVEN): 1}) for suit in SUITS)
TRUMPS: tuple[Action, ...] = tuple(Trump(suit) for suit in SUITS)
CRACKS = tuple(Crack(word) for word in CALLS)
ANSWERS: tuple[tuple[Action, ...], ...] = tuple((PASS, call) for call in CRACKS)


class Widderkopf(TrickGame[WidderkopfState]):
    """The rules of Widderkopf under one set of options."""

    id: ClassVar[str] = "widderkopf"
    title: ClassVar[str] = "Widderkopf"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("trumps", "discard", "crack", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands", "faceup", "facedown")
    options_type: ClassVar[type[Options]] = WidderkopfOptions
    deck = DECK36  # W5
    seats = SEATS  # W1
    sides = SEATS

    def __init__(self, options: WidderkopfOptions | None = None) -> None:
        self.options = options or WidderkopfOptions.make()

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Five cards each face down, five face up on them, eight into the hand (W16, W17, WQ1)."""
        return PLANS[standing.dealer]

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[WidderkopfState]:
        """Deal; the lower score names the trumps, at a level score the non-dealer (W18, W19)."""
        deal = lay_out(self.plan(standing), shuffle, SEATS)
        other = 1 - standing.dealer
        chooser = standing.dealer if standing.scores[standing.dealer] < standing.scores[other] else other
        rows = tuple([mask_of(row) for row in deal.faceup])
        state = WidderkopfState(
            standing=standing,
            deal=deal,
            phase="trumps",
            turn=chooser,
            hands=deal.hands,
            leader=other,  # W30
            points=(0,) * SEATS,
            tricks=(0,) * SEATS,
            rows=rows,
            tops=rows[0] | rows[1],
        )
        laid = (RowLaid(other, deal.faceup[other]), RowLaid(standing.dealer, deal.faceup[standing.dealer]))
        return Step(state, (*opening_events(standing, deal), *laid, Turn(chooser, "trumps")))

    def legal(self, state: WidderkopfState) -> tuple[Action, ...]:
        """What the actor may do."""
        seat = state.turn
        if seat is None:
            return ()
        if state.phase == "tricks":
            assert state.order is not None
            cards = plays(playable(state.hands[seat] | state.rows[seat], state.trick, state.order))  # W31, WQ7
            return (*cards, CRACKS[0]) if state.may_crack else cards
        if state.phase == "trumps":
            return TRUMPS  # WQ16
        return discards(self._discardable(state, seat)) if state.phase == "discard" else ANSWERS[state.calls]

    def apply(self, state: WidderkopfState, action: Action) -> Step[WidderkopfState]:
        """Do a legal action."""
        if type(action) is Play:  # a struct's isinstance costs as much as the rest of this function
            return self._play(state, action.card)
        if type(action) is Trump:
            assert action.suit is not None
            return self._name_trumps(state, action.suit)
        if type(action) is Discard:
            return self._discard(state, action)
        return self._speak(state, action)

    # -- trumps and discards -------------------------------------------------------------------------------------

    def _name_trumps(self, state: WidderkopfState, suit: Suit) -> Step[WidderkopfState]:
        """Trumps are named; the chooser is also the first to discard (WQ4)."""
        seat = state.turn
        assert seat is not None
        contract = Contract("suit", seat, suit)
        after = replace(state, phase="discard", contract=contract, order=ORDERS[suit])
        return Step(after, (Said(seat, TRUMPS[suit]), ContractSet(contract), Turn(seat, "discard")))

    def _discardable(self, state: WidderkopfState, seat: Seat) -> Mask:
        """Any card of the hand; at some tables an open table card too (WQ3, WQ4)."""
        hand = state.hands[seat]
        return hand if self.options.discard_from == "hand" else hand | state.rows[seat]

    def _discard(self, state: WidderkopfState, action: Discard) -> Step[WidderkopfState]:
        """A sealed card for the opponent's pile (W20); the second one opens the play."""
        seat = state.turn
        assert seat is not None
        if state.rows[seat] >> action.card & 1:
            state = take_up(state, seat, action.card)
        hands = changed(state.hands, seat, state.hands[seat] ^ 1 << action.card)
        hidden = (*state.hidden, (seat, action))
        after = replace(state, turn=1 - seat, hands=hands, hidden=hidden)
        laid = Discarded(seat, action.card)
        if len(hidden) < SEATS:
            return Step(after, (laid, Turn(1 - seat, "discard")))
        return self._open_play(replace(after, points=discard_points(after)), laid)

    def _open_play(self, state: WidderkopfState, laid: Discarded) -> Step[WidderkopfState]:
        """Both discards are in: piles that lost their top are opened (WA2), then the dealer is asked (W24)."""
        gone = [(seat, action.card) for seat, action in state.hidden if isinstance(action, Discard)]
        shown = [TableDiscard(seat, card) for seat, card in gone if state.tops >> card & 1]
        state, turned = turn_up(state, gone)
        events: tuple[Event, ...] = (laid, *shown, *turned)
        if self.options.cracking == "off":
            return self._resume(state, events)
        dealer = state.standing.dealer
        return Step(replace(state, phase="crack", turn=dealer, may_crack=True), (*events, Turn(dealer, "crack")))

    # -- cracking ------------------------------------------------------------------------------------------------

    def _speak(self, state: WidderkopfState, action: Action) -> Step[WidderkopfState]:
        """The next call of the chain, to be answered by the other player at once, or a pass (W21-W27, WQ10, WQ11)."""
        seat = state.turn
        assert seat is not None
        said: tuple[Event, ...] = (Said(seat, action),)
        if type(action) is not Crack:
            return self._resume(state, said)
        after = replace(state, calls=state.calls + 1, may_crack=False)
        other = 1 - seat
        # A trick begun means that the other has led: only then can the own first card be past (WA1).
        barred = state.trick and self.options.recrack_window == "own_first_card"
        if after.calls == len(CALLS) or barred:
            return self._resume(after, said)
        return Step(replace(after, phase="crack", turn=other), (*said, Turn(other, "crack")))

    def _resume(self, state: WidderkopfState, events: tuple[Event, ...]) -> Step[WidderkopfState]:
        """Go to the tricks, or back to where the call interrupted them (W30, WQ10)."""
        turn = (state.leader + len(state.trick)) % SEATS
        return Step(replace(state, phase="tricks", turn=turn), (*events, Turn(turn, "tricks")))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _play(self, state: WidderkopfState, card: Card) -> Step[WidderkopfState]:
        order, seat = state.order, state.turn
        assert order is not None
        assert seat is not None
        if state.may_crack:  # the lead leaves the dealer's own time open, the answer to it ends everybody's (WQ9)
            still = not state.trick and self.options.crack_window == "own_first_card"
            state = replace(state, may_crack=still)
        if state.rows[seat] >> card & 1:
            state = take_up(state, seat, card)
        step = lay(state, card, order)
        after = step.state
        if after.trick:
            return step
        lead = state.trick[0]
        if state.tops & (1 << lead | 1 << card):
            after, turned = turn_up(after, ((state.leader, lead), (seat, card)))
            step = Step(after, step.events + turned)  # W32, WQ8
        if any(after.hands) or any(after.rows):
            return step
        return close(after, step.events, self._outcome(after, self.settle))

    def settled(self, state: WidderkopfState, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends with these points and tricks, which are a guess and go unchecked."""
        return self._outcome(replace(state, points=points, tricks=tricks), self._score)

    def _outcome(self, state: WidderkopfState, score: Callable[[WidderkopfFacts], tuple[ScoreItem, ...]]) -> Outcome:
        facts = WidderkopfFacts(
            points=(state.points[0], state.points[1]), calls=state.calls, tricks=(state.tricks[0], state.tricks[1])
        )
        items = score(facts)
        given = discard_points(state)
        return Outcome(totals(items, SEATS), items, state.points, state.tricks, discard_points=given)  # WA3

    # -- the score -----------------------------------------------------------------------------------------------

    def settle(self, facts: WidderkopfFacts) -> tuple[ScoreItem, ...]:
        """Itemised scores from what a person at a real table knows (W28, W29, W38-W42); the loser has none (WQ15)."""
        self._check_facts(facts)
        return self._score(facts)

    def _score(self, facts: WidderkopfFacts) -> tuple[ScoreItem, ...]:
        winner = int(facts.points[1] > facts.points[0])
        points = facts.points[winner]
        items = [ScoreItem("W28", winner, 1, f"won with {points} card points")]
        value = 2**facts.calls  # W29
        if facts.calls:
            items.append(ScoreItem("W29", winner, value - 1, f"{CALL_WORDS[facts.calls - 1]} makes it {value}"))
        if self._schwarz(facts, winner):
            items.append(ScoreItem("W41", winner, 3 * value, "Schwarz, four times the value"))  # WQ13
        elif points >= 91:
            items.append(ScoreItem("W40", winner, value, "Schneider, twice the value"))
        return tuple(items)

    def _schwarz(self, facts: WidderkopfFacts, winner: Seat) -> bool:
        """Whether everything was taken (WQ14)."""
        if self.options.schwarz == "points":
            return facts.points[winner] == CARD_POINTS
        return facts.tricks is not None and facts.tricks[winner] == TRICKS

    def _check_facts(self, facts: WidderkopfFacts) -> None:
        points, calls, tricks = facts.points, facts.calls, facts.tricks
        if min(points) < 0 or sum(points) != CARD_POINTS:
            sentence = (
                f"The two piles must make {CARD_POINTS} card points together; {points[0]} and {points[1]} do not."
            )
            raise BadFacts("points", sentence, "W11")
        if not 0 <= calls <= len(CALLS):
            raise BadFacts("calls", f"A chain has from 0 to {len(CALLS)} calls, not {calls}.", "WQ11")
        if calls and self.options.cracking == "off":
            raise BadFacts("no_cracking", "There is no cracking at this table, so there are no calls.", "W22")
        if tricks is None:
            if self.options.schwarz == "tricks":
                raise BadFacts("tricks_needed", "Here all the tricks make Schwarz, so tell how many each won.", "WQ14")
            return
        if min(tricks) < 0 or sum(tricks) != TRICKS:
            raise BadFacts("tricks", f"{tricks[0]} and {tricks[1]} tricks are not {TRICKS} together.", "W3")
        if not SUMS[2 * tricks[0] + 1] >> points[0] & 1:
            sentence = f"{tricks[0]} tricks and a discard cannot make {points[0]} card points."
            raise BadFacts("points_of_tricks", sentence, "W38")

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Chance) -> Standing | None:
        """The players deal by turns (W14) for the agreed rounds and on while the score is level (W43-W46, WQ17)."""
        scores = added(standing.scores, outcome.delta)
        agreed = self.options.rounds
        if agreed != "endless" and standing.deal >= agreed and scores[0] != scores[1]:
            return None
        return Standing(1 - standing.dealer, scores, standing.deal + 1)

    # -- what others ask -----------------------------------------------------------------------------------------

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract."""
        assert contract.suit is not None
        return ORDERS[contract.suit]

    def refusal(self, state: WidderkopfState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        if isinstance(action, Crack):
            return self._crack_refusal(state, action)
        if state.phase == "trumps":
            if isinstance(action, Trump):
                return IllegalAction("trump_suit", "Name one of the four suits; there is no game without.", "WQ16")
            return wrong_moment("naming of trumps", "name the trump suit", "W18")
        if state.phase == "discard":
            if isinstance(action, Discard):
                return self._discard_refusal(state, action.card)
            return wrong_moment("discard", "discard a card", "W20")
        if state.phase == "crack":
            if state.calls == 0:
                return wrong_moment("question about cracking", "crack or pass", "W24")
            answer = CALLS[state.calls]
            return wrong_moment("answer to a call", f"{answer} or pass", CALL_RULES[state.calls])
        if isinstance(action, Play):
            return self._card_refusal(state, action)
        return wrong_moment("tricks", "play a card", "W31")

    def _discard_refusal(self, state: WidderkopfState, card: Card) -> IllegalAction:
        seat = state.turn
        assert seat is not None
        if card in state.deal.faceup[seat]:
            return IllegalAction(
                "discard_from_hand", f"{card_text(card)} lies on the table; the discard comes from the hand.", "WQ3"
            )
        return self._card_refusal(state, Play(card))

    def _card_refusal(self, state: WidderkopfState, action: Play) -> IllegalAction:
        assert state.turn is not None
        assert state.order is not None
        trump_led = bool(state.trick) and state.order.cls[state.trick[0]] == TRUMP
        rule = "W33" if trump_led else "W34"
        return card_refusal(
            state.hands[state.turn] | state.rows[state.turn], state.trick, state.order, action, rule, DECK36
        )

    def _crack_refusal(self, state: WidderkopfState, action: Crack) -> IllegalAction:
        if self.options.cracking == "off":
            return IllegalAction("no_cracking", "There is no cracking at this table.", "W22")
        if state.phase in ("trumps", "discard"):
            return IllegalAction("crack_too_early", "The time for cracking opens after the discards.", "WQ9")
        if state.calls == 0:
            if action.word != "crack":
                return IllegalAction("nothing_to_answer", "Nobody has cracked, so there is nothing to answer.", "W25")
            if self.options.crack_window == "before_first_lead":
                return IllegalAction("crack_too_late", "Cracking ended with the lead to the first trick.", "WQ9")
            return IllegalAction("crack_too_late", "You may crack only until you have played your first card.", "W21")
        if action.word == "crack":
            return IllegalAction("already_cracked", "The game has been cracked; there is only one chain.", "WQ11")
        if state.phase == "tricks":
            return IllegalAction("answer_too_late", "A call is answered at once or never; this one stands.", "WQ10")
        last, answer = CALL_WORDS[state.calls - 1], CALL_WORDS[state.calls]
        return IllegalAction("wrong_answer", f"{last} is answered by {answer} or a pass.", CALL_RULES[state.calls])

    def problem(self, state: WidderkopfState) -> TrickProblem:
        """The tricks as the kernel wants them; each seat is its own side."""
        if state.phase != "tricks" or state.order is None:
            raise IllegalAction("no_tricks", "There is no trick to solve at this moment.")
        return TrickProblem(
            order=state.order,
            hands=(state.hands[0] | state.rows[0], state.hands[1] | state.rows[1]),
            leader=state.leader,
            trick=state.trick,
            points=state.points,
            tricks=state.tricks,
            sides=(0, 1),
            piles=_piles(state),
        )


def take_up(state: WidderkopfState, seat: Seat, card: Card) -> WidderkopfState:
    """The state with a table card in the hand, from where it can be laid like any other (W2, W31)."""
    hands, rows, bit = state.hands, state.rows, 1 << card
    if seat == 0:
        return replace(state, hands=(hands[0] | bit, hands[1]), rows=(rows[0] ^ bit, rows[1]))
    return replace(state, hands=(hands[0], hands[1] | bit), rows=(rows[0], rows[1] ^ bit))


def turn_up(state: WidderkopfState, gone: Iterable[tuple[Seat, Card]]) -> tuple[WidderkopfState, tuple[TurnedUp, ...]]:
    """Turn up whatever these cards have uncovered; it is playable from now on."""
    rows = list(state.rows)
    events: list[TurnedUp] = []
    for seat, top in gone:
        if state.tops >> top & 1:
            place = state.deal.faceup[seat].index(top)
            below = state.deal.facedown[seat][place]
            rows[seat] |= 1 << below
            events.append(TurnedUp(seat, place, below))
    return replace(state, rows=tuple(rows)), tuple(events)


def discard_points(state: WidderkopfState) -> tuple[int, ...]:
    """What each capture pile starts with: the card points of the opponent's discard (W20, WQ5)."""
    assert state.order is not None
    points = [0] * SEATS
    for seat, action in state.hidden:
        assert isinstance(action, Discard)
        points[1 - seat] = state.order.value[action.card]
    return tuple(points)


def _piles(state: WidderkopfState) -> tuple[tuple[Seat, Card, Card], ...]:
    """The piles not yet opened, as (seat, top, below); a top in the trick covers on till its end (W32)."""
    return tuple(
        (seat, top, below)
        for seat in range(SEATS)
        for top, below in zip(state.deal.faceup[seat], state.deal.facedown[seat], strict=True)
        if state.rows[seat] >> top & 1 or top in state.trick
    )


def _possible_sums() -> tuple[int, ...]:
    """For every number of cards the sums of card points that so many cards can make, as bits."""
    sums = [1] + [0] * len(DECK36)
    for worth in ORDERS[0].value:
        for count in range(len(DECK36), 0, -1):
            sums[count] |= sums[count - 1] << worth
    return tuple(sums)


SUMS = _possible_sums()
