"""Widderkopf: two players, 36 cards, strawmen on the table, a chain of cracks; 121 card points a round.

The law is ``docs/rules/widderkopf.md``; the ids beside the code are its sentences. Legal actions come in this order:
trump suits C S H D; discards and cards in deck order, ``crack`` after the cards; ``pass`` before the next call.

Rules version 1: first published rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, ClassVar, Literal, TypeVar

from msgspec import Meta
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
from sheepfold.core.form import Form
from sheepfold.core.game import Facts, Step, TrickProblem
from sheepfold.core.message import Pattern, say
from sheepfold.core.options import Options, about
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.score import Factor, ScoreItem, totals
from sheepfold.core.shuffle import Luck, Shuffle
from sheepfold.core.trick import playable
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
    possible_sums,
    queens_and_jacks_order,
    recast,
    wrong_moment,
)
from sheepfold.games.widderkopf_form import CALL_WORDS, facts_form

SEATS = 2
TRICKS = 17  # W3, WQ1
CARD_POINTS = 121  # W11
CALLS: tuple[CrackWord, ...] = ("crack", "recrack", "crackback", "corner")  # W21, W25-W27: each answers the one before
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
        about("Time to crack", "Until when a player may crack: until their own first card, or the first lead.", "WQ9"),
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


class WidderkopfFacts(Facts, frozen=True, kw_only=True):
    """What a scorekeeper knows: both capture piles counted, by seat, and how many calls were made.

    ``tricks`` by seat are needed only where Schwarz means all the tricks. The trump suit and who named it are only
    for the sheet.
    """

    points: tuple[int, int]
    calls: int = 0
    tricks: tuple[int, int] | None = None


class WidderkopfState(DealState, frozen=True, kw_only=True):
    """A deal before its tricks, in the answer to a call, or over.

    ``rows`` are the open table cards of each seat, which it plays like those of its hand (W2). ``tops`` are the cards
    dealt face up: whichever of them leaves its pile uncovers another. ``points`` hold the discards from the moment
    both are in (WQ5), so they are not what the players see (WQ19).
    """

    rows: tuple[Mask, ...]
    tops: Mask
    calls: int = 0
    may_crack: bool = False  # whether the seat about to play its first card may crack instead

    @property
    def named(self) -> Contract:
        """The contract, once trumps are named."""
        if self.contract is None:
            raise not_over()
        return self.contract


class WidderkopfTricks(TrickState, WidderkopfState, frozen=True, kw_only=True):
    """A deal in its tricks."""


PLANS: tuple[Plan, ...] = tuple(
    rounds("down", SEATS, dealer, 5) + rounds("up", SEATS, dealer, 5) + rounds("hand", SEATS, dealer, 8)
    for dealer in range(SEATS)
)
# W6-W10, WQ2, WQ6, WQ21: one table for each suit that can be named; the seven of trumps is the Spitzer.
ORDERS: tuple[Order, ...] = tuple(queens_and_jacks_order(DECK36, suit, {card(suit, SEVEN): 1}) for suit in SUITS)
TRUMPS: tuple[Action, ...] = tuple(Trump(suit) for suit in SUITS)
CRACKS = tuple(Crack(word) for word in CALLS)
ANSWERS: tuple[tuple[Action, ...], ...] = tuple((PASS, call) for call in CRACKS)
CALL_ITEMS = {
    "crack": Pattern("widderkopf-item-crack", "{ $call } makes it { $value }"),
    "recrack": Pattern("widderkopf-item-recrack", "{ $call } makes it { $value }"),
    "crackback": Pattern("widderkopf-item-crackback", "{ $call } makes it { $value }"),
    "corner": Pattern("widderkopf-item-corner", "{ $call } makes it { $value }"),
}
SCHNEIDER_WORDS = say("widderkopf-item-schneider", "Schneider, twice the value")
SCHWARZ_WORDS = say("widderkopf-item-schwarz", "Schwarz, four times the value")  # WQ13


def chooser(standing: Standing) -> Seat:
    """Who names the trumps: the lower score, at a level score the non-dealer (W18, W19)."""
    other = 1 - standing.dealer
    return standing.dealer if standing.scores[standing.dealer] < standing.scores[other] else other


class Widderkopf(TrickGame[WidderkopfState]):
    """The rules of Widderkopf under one set of options."""

    id: ClassVar[str] = "widderkopf"
    title: ClassVar[str] = "Widderkopf"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("trumps", "discard", "crack", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands", "faceup", "facedown")
    options_type: ClassVar[type[Options]] = WidderkopfOptions
    facts_type: ClassVar[type[Facts]] = WidderkopfFacts
    item_kinds: ClassVar[tuple[str, ...]] = ("won", *CALLS, "schneider", "schwarz")
    factor_kinds: ClassVar[tuple[str, ...]] = ("value", "schneider", "schwarz")
    options: WidderkopfOptions
    deck = DECK36  # W5
    seats = SEATS  # W1
    sides = SEATS

    def __init__(self, options: WidderkopfOptions | None = None) -> None:
        self.options = options or WidderkopfOptions.make()

    # -- what there is -------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Trump suits, discards and cards in deck order; then pass and the four calls, where there is cracking."""
        words: tuple[Action, ...] = (PASS, *CRACKS) if self.options.cracking == "on" else ()
        return (*TRUMPS, *discards(DECK36.mask), *plays(DECK36.mask), *words)

    @property
    def contract_kinds(self) -> tuple[str, ...]:
        """Trumps are always a suit (WQ16)."""
        return ("suit",)

    @property
    def longest_deal(self) -> int:
        """Trumps, two discards and 34 cards; a pass and a whole chain where there is cracking (WQ9, WQ11)."""
        words = 1 + len(CALLS) if self.options.cracking == "on" else 0
        return 1 + SEATS + words + SEATS * TRICKS

    @property
    def deals_agreed(self) -> int | None:
        """The rounds agreed (W43); a tie makes it more (W46)."""
        return None if self.options.rounds == "endless" else self.options.rounds

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Five cards each face down, five face up on them, eight into the hand (W16, W17, WQ1)."""
        return PLANS[standing.dealer]

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[WidderkopfState]:
        """Deal; the lower score names the trumps, at a level score the non-dealer (W18, W19)."""
        deal = lay_out(self.plan(standing), shuffle, SEATS)
        other = 1 - standing.dealer
        first = chooser(standing)
        rows = tuple([mask_of(row) for row in deal.faceup])
        state = WidderkopfState(
            standing=standing,
            deal=deal,
            phase="trumps",
            turn=first,
            hands=deal.hands,
            leader=other,  # W30
            points=(0,) * SEATS,
            tricks=(0,) * SEATS,
            rows=rows,
            tops=rows[0] | rows[1],
        )
        laid = (RowLaid(other, deal.faceup[other]), RowLaid(standing.dealer, deal.faceup[standing.dealer]))
        return Step(state, (*opening_events(standing, deal), *laid, Turn(first, "trumps")))

    def legal(self, state: WidderkopfState) -> tuple[Action, ...]:
        """What the actor may do."""
        if type(state) is WidderkopfTricks:
            seat = state.turn
            cards = plays(playable(state.hands[seat] | state.rows[seat], state.trick, state.order))  # W31, WQ7
            return (*cards, CRACKS[0]) if state.may_crack else cards
        if state.phase == "trumps":
            return TRUMPS  # WQ16
        if state.phase == "discard":
            return discards(self._discardable(state, state.speaker))
        return ANSWERS[state.calls] if state.phase == "crack" else ()

    def apply(self, state: WidderkopfState, action: Action) -> Step[WidderkopfState]:
        """Do a legal action."""
        # By type: a struct's isinstance costs as much as the rest of this function.
        if type(action) is Play and type(state) is WidderkopfTricks:
            return self._play(state, action.card)
        if type(action) is Trump and action.suit is not None:
            return self._name_trumps(state, action.suit)
        if type(action) is Discard:
            return self._discard(state, action)
        return self._speak(state, action)

    # -- trumps and discards -------------------------------------------------------------------------------------

    def _name_trumps(self, state: WidderkopfState, suit: Suit) -> Step[WidderkopfState]:
        """Trumps are named; the chooser is also the first to discard (WQ4)."""
        seat = state.speaker
        contract = Contract("suit", seat, suit)
        after = replace(state, phase="discard", contract=contract, order=ORDERS[suit])
        return Step(after, (Said(seat, TRUMPS[suit]), ContractSet(contract), Turn(seat, "discard")))

    def _discardable(self, state: WidderkopfState, seat: Seat) -> Mask:
        """Any card of the hand; at some tables an open table card too (WQ3, WQ4)."""
        hand = state.hands[seat]
        return hand if self.options.discard_from == "hand" else hand | state.rows[seat]

    def _discard(self, state: WidderkopfState, action: Discard) -> Step[WidderkopfState]:
        """A sealed card for the opponent's pile (W20); the second one opens the play."""
        seat = state.speaker
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
        gone = _discards_of(state)
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
        seat = state.speaker
        said: tuple[Event, ...] = (Said(seat, action),)
        if type(action) is not Crack:
            return self._resume(state, said)
        after = replace(state, calls=state.calls + 1, may_crack=False)
        other = 1 - seat
        # A trick begun means that the other has led: only then can the own first card be past (WA1).
        barred = state.trick and self.options.recrack_window == "own_first_card"
        if after.calls == len(CALLS) or barred:
            return self._resume(after, said)
        asked = recast(WidderkopfState, after, phase="crack", turn=other)
        return Step(asked, (*said, Turn(other, "crack")))

    def _resume(self, state: WidderkopfState, events: tuple[Event, ...]) -> Step[WidderkopfState]:
        """Go to the tricks, or back to where the call interrupted them (W30, WQ10)."""
        turn = (state.leader + len(state.trick)) % SEATS
        return Step(recast(WidderkopfTricks, state, phase="tricks", turn=turn), (*events, Turn(turn, "tricks")))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _play(self, state: WidderkopfTricks, card: Card) -> Step[WidderkopfState]:
        seat = state.turn
        if state.may_crack:  # the lead leaves the dealer's own time open, the answer to it ends everybody's (WQ9)
            still = not state.trick and self.options.crack_window == "own_first_card"
            state = replace(state, may_crack=still)
        if state.rows[seat] >> card & 1:
            state = take_up(state, seat, card)
        step = lay(state, card, state.order)
        after = step.state
        if after.trick:
            return step
        lead = state.trick[0]
        if state.tops & (1 << lead | 1 << card):
            after, turned = turn_up(after, ((state.leader, lead), (seat, card)))
            step = Step(after, step.events + turned)  # W32, WQ8
        if any(after.hands) or any(after.rows):
            return step
        return close(WidderkopfState, after, step.events, self._finished(after))

    def _finished(self, state: WidderkopfState) -> Outcome:
        return replace(super()._finished(state), discard_points=discard_points(state))  # WA3

    # -- the score -----------------------------------------------------------------------------------------------

    def facts_of(self, state: WidderkopfState) -> WidderkopfFacts:
        """Trumps, both piles and the length of the chain."""
        (mine, theirs), (won, lost) = state.points, state.tricks
        return WidderkopfFacts(contract=state.named, points=(mine, theirs), calls=state.calls, tricks=(won, lost))

    def facts_form(self) -> Form:
        """What a scorekeeper is asked."""
        return facts_form(cracking=self.options.cracking == "on", by_tricks=self.options.schwarz == "tricks")

    def _settled(self, standing: Standing, facts: WidderkopfFacts) -> Outcome:
        items = self._items(facts)
        return Outcome(totals(items, SEATS), items)

    def _items(self, facts: WidderkopfFacts) -> tuple[ScoreItem, ...]:
        """Itemised scores (W28, W29, W38-W42); the loser has none (WQ15)."""
        winner = int(facts.points[1] > facts.points[0])
        points = facts.points[winner]
        words = say("widderkopf-item-won", "won with { $points } card points", points=points)
        items = [ScoreItem("won", "W28", winner, 1, words)]
        value = 2**facts.calls  # W29
        if facts.calls:
            items.append(_call_item(winner, facts.calls - 1, value))
        if self._schwarz(facts, winner):
            factors = (Factor("value", value, ("W28", "W29")), Factor("schwarz", 3, ("W41", "WQ13")))
            items.append(ScoreItem("schwarz", "W41", winner, 3 * value, SCHWARZ_WORDS, factors))
        elif points >= 91:
            factors = (Factor("value", value, ("W28", "W29")), Factor("schneider", 1, ("W40",)))
            items.append(ScoreItem("schneider", "W40", winner, value, SCHNEIDER_WORDS, factors))
        return tuple(items)

    def _schwarz(self, facts: WidderkopfFacts, winner: Seat) -> bool:
        """Whether everything was taken (WQ14)."""
        if self.options.schwarz == "points":
            return facts.points[winner] == CARD_POINTS
        return facts.tricks is not None and facts.tricks[winner] == TRICKS

    def _check_facts(self, standing: Standing, facts: WidderkopfFacts) -> None:
        _check_contract(standing, facts.contract)
        points, calls = facts.points, facts.calls
        if min(points) < 0 or sum(points) != CARD_POINTS:
            sentence = "The two piles must make 121 card points together; { $first } and { $second } do not."
            key = "widderkopf-bad-points"
            raise BadFacts("points", sentence, "W11", key=key, first=points[0], second=points[1])
        if not 0 <= calls <= len(CALLS):
            sentence = "A chain has from 0 to 4 calls, not { $calls }."
            raise BadFacts("calls", sentence, "WQ11", key="widderkopf-bad-calls", calls=calls)
        if calls and self.options.cracking == "off":
            sentence = "There is no cracking at this table, so there are no calls."
            raise BadFacts("no_cracking", sentence, "W22", key="widderkopf-bad-cracks")
        if facts.tricks is not None:
            _check_tricks(facts.tricks, points)
        elif self.options.schwarz == "tricks":
            sentence = "Here all the tricks make Schwarz, so tell how many each won."
            raise BadFacts("tricks_needed", sentence, "WQ14", key="widderkopf-bad-no-tricks")

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        """The players deal by turns (W14) for the agreed rounds and on while the score is level (W43-W46, WQ17)."""
        scores = added(standing.scores, outcome.delta)
        agreed = self.options.rounds
        if agreed != "endless" and standing.deal >= agreed and scores[0] != scores[1]:
            return None
        return Standing(1 - standing.dealer, scores, standing.deal + 1)

    # -- what others ask -----------------------------------------------------------------------------------------

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract."""
        return ORDERS[contract.trump_suit]

    def worth_showing(self, state: WidderkopfState) -> tuple[Action, ...]:
        """``crack`` at a player's first card, the next word where a call is answered."""
        if self.options.cracking == "off":
            return ()
        if state.phase == "crack":
            return (CRACKS[state.calls],)
        return CRACKS[:1] if state.phase == "tricks" and not any(state.tricks) else ()

    def refusal(self, state: WidderkopfState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        if isinstance(action, Crack):
            return self._crack_refusal(state, action)
        if type(state) is WidderkopfTricks:
            if isinstance(action, Play):
                return _card_refusal(state, action)
            return wrong_moment(say("phase-tricks", "tricks"), say("widderkopf-wanted-card", "play a card"), "W31")
        if state.phase == "trumps":
            if isinstance(action, Trump):
                return IllegalAction("trump_suit", "Name one of the four suits; there is no game without.", "WQ16")
            wanted = say("widderkopf-wanted-trumps", "name the trump suit")
            return wrong_moment(say("widderkopf-phase-trumps", "naming of trumps"), wanted, "W18")
        if state.phase == "discard":
            refused = _discard_refusal(state, action.card) if isinstance(action, Discard) else None
            wanted = say("widderkopf-wanted-discard", "discard a card")
            return refused or wrong_moment(say("phase-discard", "discard"), wanted, "W20")
        if state.calls == 0:
            phase = say("widderkopf-phase-crack", "question about cracking")
            return wrong_moment(phase, say("widderkopf-wanted-crack", "crack or pass"), "W24")
        wanted = say("widderkopf-wanted-answer", "{ $word } or pass", word=CALLS[state.calls])
        return wrong_moment(say("widderkopf-phase-answer", "answer to a call"), wanted, CALL_RULES[state.calls])

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
            sentence = "You may crack only until you have played your first card."
            return IllegalAction("crack_too_late", sentence, "W21", key="crack_after_first_card")
        if action.word == "crack":
            return IllegalAction(
                "already_cracked", "The round has been cracked already; that can be done only once.", "WQ11"
            )
        if state.phase == "tricks":
            return IllegalAction("answer_too_late", "A call is answered at once or never; this one stands.", "WQ10")
        last, answer = CALL_WORDS[state.calls - 1], CALL_WORDS[state.calls]
        sentence = "{ $last } is answered by { $answer } or a pass."
        return IllegalAction("wrong_answer", sentence, CALL_RULES[state.calls], last=last, answer=answer)

    def problem(self, state: WidderkopfState) -> TrickProblem:
        """The tricks as the kernel wants them; each seat is its own side."""
        if type(state) is not WidderkopfTricks:
            raise no_tricks()
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


W = TypeVar("W", bound=WidderkopfState)


def take_up(state: W, seat: Seat, card: Card) -> W:
    """The state with a table card in the hand, from where it can be laid like any other (W2, W31)."""
    hands, rows, bit = state.hands, state.rows, 1 << card
    if seat == 0:
        return replace(state, hands=(hands[0] | bit, hands[1]), rows=(rows[0] ^ bit, rows[1]))
    return replace(state, hands=(hands[0], hands[1] | bit), rows=(rows[0], rows[1] ^ bit))


def turn_up(state: W, gone: Iterable[tuple[Seat, Card]]) -> tuple[W, tuple[TurnedUp, ...]]:
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
    value = ORDERS[state.named.trump_suit].value
    points = [0] * SEATS
    for seat, given in _discards_of(state):
        points[1 - seat] = value[given]
    return tuple(points)


def _discards_of(state: WidderkopfState) -> list[tuple[Seat, Card]]:
    return [(seat, action.card) for seat, action in state.hidden if isinstance(action, Discard)]


def _piles(state: WidderkopfState) -> tuple[tuple[Seat, Card, Card], ...]:
    """The piles not yet opened, as (seat, top, below); a top in the trick covers on till its end (W32)."""
    return tuple(
        (seat, top, below)
        for seat in range(SEATS)
        for top, below in zip(state.deal.faceup[seat], state.deal.facedown[seat], strict=True)
        if state.rows[seat] >> top & 1 or top in state.trick
    )


SUMS = possible_sums(DECK36, ORDERS[0].value)
"""For every number of cards the card points that they can make, as bits."""


# -- the settlement and its facts ------------------------------------------------------------------------------------


def _call_item(winner: Seat, last: int, value: int) -> ScoreItem:
    """What the chain adds to the one point of the win; the last call gives the kind."""
    kind = CALLS[last]
    return ScoreItem(kind, "W29", winner, value - 1, CALL_ITEMS[kind](call=CALL_WORDS[last], value=value))


def _check_contract(standing: Standing, contract: Contract) -> None:
    """What the contract names, as far as it was said."""
    if contract.kind != "suit":
        sentence = "'{ $kind }' is not a contract of Widderkopf; trumps are always a suit."
        raise BadFacts("contract", sentence, "WQ16", key="widderkopf-bad-contract", kind=contract.kind)
    if contract.suit is not None and contract.suit not in SUITS:
        raise BadFacts("suit", "Trumps are one of the four suits.", "WQ16", key="widderkopf-bad-suit")
    if contract.declarer not in (None, chooser(standing)):
        sentence = "The lower score names the trumps, at a level score the non-dealer: here seat { $seat }."
        raise BadFacts("declarer", sentence, "W18", key="widderkopf-bad-declarer", seat=chooser(standing))
    if contract != Contract("suit", contract.declarer, contract.suit):
        sentence = "Nothing but the trump suit is named in Widderkopf: no rank, no slam, no called card."
        raise BadFacts("details", sentence, "W18", key="widderkopf-bad-details")


def _check_tricks(tricks: tuple[int, int], points: tuple[int, int]) -> None:
    """Seventeen tricks, and points that this many cards and a discard can make."""
    if min(tricks) < 0 or sum(tricks) != TRICKS:
        sentence = "{ $first } and { $second } tricks are not 17 together."
        raise BadFacts("tricks", sentence, "W3", key="widderkopf-bad-tricks", first=tricks[0], second=tricks[1])
    if not SUMS[2 * tricks[0] + 1] >> points[0] & 1:
        sentence = "{ $tricks } tricks and a discard cannot make { $points } card points."
        key = "widderkopf-bad-points-of-tricks"
        raise BadFacts("points_of_tricks", sentence, "W38", key=key, tricks=tricks[0], points=points[0])


# -- refusals of cards -----------------------------------------------------------------------------------------------


def _discard_refusal(state: WidderkopfState, card: Card) -> IllegalAction | None:
    seat = state.speaker
    if card in state.deal.faceup[seat]:
        sentence = "{ $card } lies on the table; the discard comes from the hand."
        return IllegalAction("discard_from_hand", sentence, "WQ3", card=card_text(card))
    return not_held(state.hands[seat], card, DECK36)


def _card_refusal(state: WidderkopfTricks, action: Play) -> IllegalAction:
    trump_led = bool(state.trick) and state.order.cls[state.trick[0]] == TRUMP
    cards = state.hands[state.turn] | state.rows[state.turn]
    return card_refusal(cards, state.trick, state.order, action, "W33" if trump_led else "W34", DECK36)
