"""Sheepshead: three to eight players, 32 cards, one picker with the blind and perhaps a secret partner.

The law is ``docs/rules/sheepshead.md``; the ids beside the code are its sentences. Table agreements and scores are in
``sheepshead_scoring``; here are the bidding, the bury, the call and the tricks. Legal actions come in this order:
pass, pick; cards to bury, to call and to play in deck order, ``alone`` after the calls; upper, lower.

Rules version 1: first published rules.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Alone, Bury, Call, Middle, Pass, Pick, Play, buries, by_mask, plays
from sheepfold.core.cards import (
    ACE,
    CLUBS,
    DECK32,
    DIAMONDS,
    HEARTS,
    JACK,
    SPADES,
    SUIT_WORDS,
    TEN,
    Card,
    Mask,
    Seat,
    card,
    card_text,
    cards_in,
    mask_of,
    rank_of,
    suit_of,
)
from sheepfold.core.deal import Plan, lay_out, rounds
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import (
    BlindLaid,
    BlindTaken,
    Buried,
    Contract,
    ContractSet,
    Event,
    Implied,
    Outcome,
    PartnerShown,
    Said,
    Standing,
    ThrownIn,
    Turn,
)
from sheepfold.core.game import Step, TrickProblem
from sheepfold.core.options import Options
from sheepfold.core.order import Order
from sheepfold.core.score import ScoreItem
from sheepfold.core.shuffle import Chance, Shuffle
from sheepfold.core.trick import Duty, playable, playable_under_duty, points_of
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
from sheepfold.games.sheepshead_scoring import (
    MITTLERS,
    ORDER,
    THROWN_IN,
    Settlement,
    SheepsheadFacts,
    SheepsheadOptions,
    outcome_of,
    picker_side,
    score,
    settle,
)

FAIL_SUITS = (CLUBS, SPADES, HEARTS)
FAIL_ACES: Mask = mask_of(card(suit, ACE) for suit in FAIL_SUITS)
FAIL_TENS: Mask = mask_of(card(suit, TEN) for suit in FAIL_SUITS)
JACK_OF_DIAMONDS: Card = card(DIAMONDS, JACK)

PICK, ALONE, UPPER, LOWER = Pick(), Alone(), Middle(True), Middle(False)
calls = by_mask(Call)


class SheepsheadState(TrickState, frozen=True, kw_only=True):
    """A deal in progress. ``called`` is the card that makes its holder the partner; ``duties`` are those in force.

    ``by_choice``: the picker said ``alone`` although a card could have been called.
    """

    picker: Seat | None = None
    bury: Mask = 0
    contract: Contract | None = None
    called: Card | None = None
    partner: Seat | None = None
    by_choice: bool = False
    duties: tuple[Duty, ...] = ()


# -- the call ----------------------------------------------------------------------------------------------------------


def callable_cards(hand: Mask, bury: Mask, options: SheepsheadOptions) -> Mask:
    """The cards that a picker with this hand and this bury may call; none: the hand is a solo (S44-S49, S56-S61)."""
    if hand & FAIL_ACES == FAIL_ACES:
        return FAIL_TENS & ~(hand | bury)  # S56, SQ23
    ordinary = unknown = 0
    for suit in FAIL_SUITS:
        ace = 1 << card(suit, ACE)
        if ace & (hand | bury):
            continue  # S48, S49
        if hand & ORDER.classes[suit]:
            ordinary |= ace  # S47, SQ18, SQ20: a fail of the suit is in hand
        else:
            unknown |= ace
    return ordinary or (unknown if options.unknown_call == "hidden_partner" else 0)  # SQ22, SA7


def implied(picker: Seat, called: Card, options: SheepsheadOptions) -> Implied:
    """What a call tells everybody of the picker's hand (S47-S49, SQ23).

    Where an ace may be called without a hold card, a call is the same word with and without one and proves none.
    """
    if rank_of(called) == TEN:
        return Implied(picker, holds=FAIL_ACES, lacks=1 << called)
    if options.unknown_call == "hidden_partner":
        return Implied(picker, lacks=1 << called)
    return Implied(picker, lacks=1 << called, some=ORDER.classes[suit_of(called)] & ~(1 << called))


def duties_of(picker: Seat, hand: Mask, partner: Seat, called: Card) -> tuple[Duty, ...]:
    """What a call binds picker and partner to (S51-S58); a picker void in the suit has nothing to keep (SQ22)."""
    suit = suit_of(called)
    holds = 1 << card(suit, ACE) if rank_of(called) == TEN else ORDER.classes[suit]
    partners = Duty(partner, suit, 1 << called)
    return (partners, Duty(picker, suit, holds)) if hand & holds else (partners,)


def holder_of(c: Card, hands: tuple[Mask, ...]) -> Seat | None:
    """Whose hand a card is in; ``None``: in nobody's."""
    return next((seat for seat, hand in enumerate(hands) if hand >> c & 1), None)


def jack_partner(picker: Seat, hands: tuple[Mask, ...]) -> Seat | None:
    """The partner under jack of diamonds; ``None``: the picker has it, in hand or buried, and plays solo (S64-S67)."""
    holder = holder_of(JACK_OF_DIAMONDS, hands)  # nobody: it was buried (SQ25)
    return None if holder == picker else holder


class Sheepshead(TrickGame[SheepsheadState]):
    """The rules of Sheepshead under one set of options."""

    id: ClassVar[str] = "sheepshead"
    title: ClassVar[str] = "Sheepshead"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("bidding", "bury", "call", "middle", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands", "blind")
    options_type: ClassVar[type[Options]] = SheepsheadOptions
    deck = DECK32

    def __init__(self, options: SheepsheadOptions | None = None) -> None:
        self.options = options or SheepsheadOptions.make()
        self.seats = self.sides = self.options.players
        self._cards, self._blind = self.options.sizes

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Hands from the dealer's left, the blind last (S9-S12, SQ1)."""
        return rounds("hand", self.seats, standing.dealer, self._cards) + (("blind", 0),) * self._blind

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[SheepsheadState]:
        """Deal; forehand speaks first (S13)."""
        deal = lay_out(self.plan(standing), shuffle, self.seats)
        forehand = (standing.dealer + 1) % self.seats
        state = SheepsheadState(
            standing=standing,
            deal=deal,
            phase="bidding",
            turn=forehand,
            hands=deal.hands,
            leader=forehand,
            points=(0,) * self.seats,
            tricks=(0,) * self.seats,
            order=ORDER,  # trumps never change (S4)
        )
        blind = (BlindLaid(self._blind),) if self._blind else ()
        return Step(state, (*opening_events(standing, deal), *blind, Turn(forehand, "bidding")))

    def legal(self, state: SheepsheadState) -> tuple[Action, ...]:
        """What the actor may do."""
        seat, phase = state.turn, state.phase
        if seat is None:
            return ()
        hand = state.hands[seat]
        if phase == "tricks":
            for duty in state.duties:
                if duty.seat == seat:
                    return plays(playable_under_duty(hand, state.trick, ORDER, duty))
            return plays(playable(hand, state.trick, ORDER))
        if phase == "bidding":
            return (PICK,) if self._must_pick(state) else (PASS, PICK)
        if phase == "bury":
            return buries(hand)  # SQ4
        if phase == "call":
            return (*calls(callable_cards(hand, state.bury, self.options)), ALONE)  # S41, SQ24
        return (UPPER, LOWER)  # S32

    def apply(self, state: SheepsheadState, action: Action) -> Step[SheepsheadState]:
        """Do a legal action."""
        if type(action) is Play:  # a struct's isinstance costs as much as the rest of this function
            return self._play(state, action.card)
        seat = state.turn
        assert seat is not None
        if type(action) is Bury:
            return self._bury(state, seat, action)
        events: tuple[Event, ...] = (Said(seat, action),)
        if type(action) is Pass:
            return self._pass(state, seat, events)
        if type(action) is Pick:
            return self._pick(state, seat, events)
        if type(action) is Call:
            return self._call(state, seat, action.card, events)
        if type(action) is Alone:
            by_choice = callable_cards(state.hands[seat], state.bury, self.options) != 0  # SA7
            return self._first_lead(replace(state, by_choice=by_choice), events, Contract("alone", seat))
        return self._first_lead(state, events, Contract("upper_mittler" if action == UPPER else "lower_mittler"))

    # -- the bidding ---------------------------------------------------------------------------------------------

    def _must_pick(self, state: SheepsheadState) -> bool:
        """Whether the speaker is a dealer who has no choice any more (S25, SA10)."""
        if state.turn != state.standing.dealer:
            return False
        rule = self.options.all_pass
        enough = state.standing.redeals >= self.options.max_redeals
        return rule == "forced_pick" or (rule in THROWN_IN and enough)

    def _pass(self, state: SheepsheadState, seat: Seat, events: tuple[Event, ...]) -> Step[SheepsheadState]:
        """The next one speaks; after the dealer the all-pass rule takes over (S13, S17)."""
        standing = state.standing
        if seat != standing.dealer:
            speaker = (seat + 1) % self.seats
            return Step(replace(state, turn=speaker), (*events, Turn(speaker, "bidding")))
        kinds = self.options.all_pass_kinds
        if len(kinds) > 1:
            return Step(replace(state, phase="middle"), (*events, Turn(seat, "middle")))  # S32
        contract = Contract(kinds[0])
        if contract.kind not in THROWN_IN:
            return self._first_lead(state, events, contract)
        facts = SheepsheadFacts(contract=contract, dealer=standing.dealer, doublers=standing.doublers, pot=standing.pot)
        thrown = ThrownIn("S22" if contract.kind == "doubler" else "S37")
        return close(state, (*events, thrown), outcome_of(self.options, facts))

    def _pick(self, state: SheepsheadState, seat: Seat, events: tuple[Event, ...]) -> Step[SheepsheadState]:
        """The first pick ends the bidding and takes the blind (S14, S16); without one there is no bury (SQ2)."""
        blind = state.deal.blind
        hands = changed(state.hands, seat, state.hands[seat] | blind)
        after = replace(state, picker=seat, hands=hands)
        if not blind:
            return self._buried(after, seat, events)
        taken = BlindTaken(seat, self._blind, blind)
        return Step(replace(after, phase="bury"), (*events, taken, Turn(seat, "bury")))

    # -- bury and call -------------------------------------------------------------------------------------------

    def _bury(self, state: SheepsheadState, seat: Seat, action: Bury) -> Step[SheepsheadState]:
        """Lay one card aside; as many go as the blind had (SQ4)."""
        laid = 1 << action.card
        after = replace(
            state,
            hands=changed(state.hands, seat, state.hands[seat] ^ laid),
            bury=state.bury | laid,
            hidden=(*state.hidden, (seat, action)),
        )
        events = (Buried(seat, action.card),)
        if after.bury.bit_count() < self._blind:
            return Step(after, (*events, Turn(seat, "bury")))
        return self._buried(after, seat, events)

    def _buried(self, state: SheepsheadState, seat: Seat, events: tuple[Event, ...]) -> Step[SheepsheadState]:
        """After the bury a called-ace picker is asked, whatever the cards (S41, S50); the others begin to play."""
        system = self.options.partner
        if system == "called_ace":
            return Step(replace(state, phase="call", turn=seat), (*events, Turn(seat, "call")))
        if system == "jack_of_diamonds":
            partner = jack_partner(seat, state.hands)
            contract = Contract("jack_of_diamonds", seat, partner_card=JACK_OF_DIAMONDS)
            return self._first_lead(replace(state, called=JACK_OF_DIAMONDS, partner=partner), events, contract)
        return self._first_lead(state, events, Contract("fixed_partners" if system == "fixed" else "alone", seat))

    def _call(
        self, state: SheepsheadState, seat: Seat, called: Card, events: tuple[Event, ...]
    ) -> Step[SheepsheadState]:
        """The holder of the called card is the partner, and both have their duties (S45, S51-S58)."""
        partner = holder_of(called, state.hands)
        if partner is None or partner == seat:
            return self._void(state, events)
        after = replace(
            state,
            called=called,
            partner=partner,
            duties=duties_of(seat, state.hands[seat], partner, called),
        )
        events = (*events, implied(seat, called, self.options))
        return self._first_lead(after, events, Contract("called_card", seat, partner_card=called))

    def _void(self, state: SheepsheadState, events: tuple[Event, ...]) -> Step[SheepsheadState]:
        """A state that no rule settles: redealt by the same dealer, and the event records the fault (S63, SQ43)."""
        standing = state.standing
        outcome = Outcome(
            (0,) * self.seats, thrown_in=True, same_dealer=True, doublers=standing.doublers, pot=standing.pot
        )
        return close(state, (*events, ThrownIn("S63")), outcome)

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _first_lead(
        self, state: SheepsheadState, events: tuple[Event, ...], contract: Contract
    ) -> Step[SheepsheadState]:
        """What is played is settled, and forehand leads (S70)."""
        forehand = state.leader
        after = replace(state, phase="tricks", turn=forehand, contract=contract)
        return Step(after, (*events, ContractSet(contract), Turn(forehand, "tricks")))

    def _play(self, state: SheepsheadState, card: Card) -> Step[SheepsheadState]:
        step = lay(state, card, ORDER)
        after, events = step.state, step.events
        if card == state.called and state.partner is not None:
            events = (events[0], PartnerShown(state.partner, card), *events[1:])  # S46, S66
            step = Step(after, events)
        if after.trick:
            return step
        if not after.hands[after.leader]:
            return self._count(after, events)
        if state.duties and ORDER.cls[state.trick[0]] == state.duties[0].cls:
            return Step(replace(after, duties=()), events)  # SQ31
        return step

    def _blind_counts(self, contract: Contract) -> bool:
        """Whether the last trick brings the blind: where nobody picked, unless a mittler discards it (S19, S33)."""
        discarded = contract.kind in MITTLERS and self.options.mittler_blind == "discard"
        return self._blind > 0 and contract.declarer is None and not discarded

    def _count(self, state: SheepsheadState, events: tuple[Event, ...]) -> Step[SheepsheadState]:
        """The heaps are counted, the blind for the last trick (S19)."""
        assert state.contract is not None
        if self._blind_counts(state.contract):
            worth = points_of(cards_in(state.deal.blind), ORDER)
            state = replace(state, points=changed(state.points, state.leader, state.points[state.leader] + worth))
        return close(state, events, self._outcome(state, settle))

    def settled(self, state: SheepsheadState, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends with these points and tricks, which are a guess and go unchecked."""
        return self._outcome(replace(state, points=points, tricks=tricks), score)

    def _outcome(self, state: SheepsheadState, settlement: Settlement) -> Outcome:
        """The result; the bury counts for the picker's side (S80)."""
        contract, standing = state.contract, state.standing
        assert contract is not None
        blind_to = state.leader if self._blind_counts(contract) else None
        alone = contract.declarer is None
        own = () if contract.declarer is None else picker_side(self.options, contract.declarer, state.partner)
        facts = SheepsheadFacts(
            contract=contract,
            dealer=standing.dealer,
            partner=state.partner,
            points=sum(state.points[seat] for seat in own) + points_of(cards_in(state.bury), ORDER),
            tricks=sum(state.tricks[seat] for seat in own),
            by_choice=state.by_choice,
            totals=state.points if alone else (),
            taken=state.tricks if alone else (),
            doublers=standing.doublers,
            pot=standing.pot,
        )
        outcome = outcome_of(self.options, facts, settlement)
        return replace(outcome, points=state.points, tricks=state.tricks, blind_to=blind_to)

    # -- score and match -----------------------------------------------------------------------------------------

    def settle(self, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
        """Itemised scores from what a person at a real table knows."""
        return settle(self.options, facts)

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Chance) -> Standing | None:
        """The deal moves on and counts, unless the same dealer deals again (S8, S37, SQ7, SA11)."""
        scores = added(standing.scores, outcome.delta)
        redeals = standing.redeals + 1 if outcome.thrown_in else 0
        carried = redeals, outcome.doublers, outcome.pot
        if outcome.same_dealer:
            return Standing(standing.dealer, scores, standing.deal, *carried)
        if standing.deal >= self.options.hands:
            return None  # SQ6; what waits lapses (SA11)
        return Standing((standing.dealer + 1) % self.seats, scores, standing.deal + 1, *carried)

    # -- what others ask -----------------------------------------------------------------------------------------

    def order_of(self, contract: Contract) -> Order:
        """The one order of the game."""
        return ORDER

    def problem(self, state: SheepsheadState) -> TrickProblem:
        """The tricks as the kernel wants them; the picker's side is side 1, where nobody picked each seat is a side."""
        contract = state.contract
        if state.phase != "tricks" or contract is None:
            raise IllegalAction("no_tricks", "There is no trick to solve at this moment.")
        points, picker = state.points, contract.declarer
        sides = tuple(range(self.seats))
        if picker is not None:
            own = picker_side(self.options, picker, state.partner)
            sides = tuple(int(seat in own) for seat in sides)
            points = changed(points, picker, points[picker] + points_of(cards_in(state.bury), ORDER))
        return TrickProblem(
            order=ORDER,
            hands=state.hands,
            leader=state.leader,
            trick=state.trick,
            points=points,
            tricks=state.tricks,
            sides=sides,
            duties=state.duties,
            last_trick=points_of(cards_in(state.deal.blind), ORDER) if self._blind_counts(contract) else 0,
            aim="least points" if contract.kind == "leaster" else "most points",  # S18
        )

    # -- reasons -------------------------------------------------------------------------------------------------

    def refusal(self, state: SheepsheadState, action: Action) -> IllegalAction:
        """Why the actor may not do this; what it says of a secret partner only the partner hears."""
        assert state.turn is not None
        hand, phase = state.hands[state.turn], state.phase
        if phase == "tricks" and isinstance(action, Play):
            return self._play_refusal(state, hand, action)
        if phase == "bidding" and isinstance(action, Pass):
            rule = "S25" if self.options.all_pass == "forced_pick" else "SA10"
            return IllegalAction("must_pick", "Everybody else has passed and you are forced to pick.", rule)
        if phase == "bury" and isinstance(action, Bury):
            return card_refusal(hand, (), ORDER, Play(action.card), "SQ4", DECK32)
        if phase == "call" and isinstance(action, Call):
            return self._call_refusal(hand, state.bury, action.card)
        moments = {
            "bidding": ("bidding", "pick or pass", "S14"),
            "bury": ("bury", "lay a card aside", "SQ4"),
            "call": ("call", "call a card or play alone", "S41"),
            "middle": ("choice of the middle", "say upper or lower", "S32"),
            "tricks": ("tricks", "play a card", "S70"),
        }
        return wrong_moment(*moments[phase])

    def _call_refusal(self, hand: Mask, bury: Mask, called: Card) -> IllegalAction:
        """Why this card cannot be called (S44-S49, S56, S62, SQ18-SQ23)."""
        bit = 1 << called if 0 <= called < 36 else 0
        if not bit & (FAIL_ACES | FAIL_TENS):
            return IllegalAction(
                "not_callable", "Only the ace, or ten, of clubs, spades or hearts can be called.", "S44"
            )
        name, suit = card_text(called), suit_of(called)
        if bit & bury:
            return IllegalAction("called_card_buried", f"You have buried {name}, so you cannot call it.", "S49")
        if bit & hand:
            return IllegalAction("called_card_held", f"You hold {name} yourself, so you cannot call it.", "S48")
        if bit & FAIL_TENS:
            sentence = "A ten can be called only with the aces of clubs, spades and hearts all in hand."
            return IllegalAction("ten_needs_aces", sentence, "S56")
        if self.options.unknown_call == "hidden_partner":
            sentence = f"You have no {SUIT_WORDS[suit]}, and that ace can be called only if no other call is possible."
            return IllegalAction("ordinary_call_first", sentence, "SA7")
        sentence = f"You have no other fail card of {SUIT_WORDS[suit]} in hand to hold for {name}."
        return IllegalAction("no_hold_card", sentence, "S47")

    def _play_refusal(self, state: SheepsheadState, hand: Mask, action: Play) -> IllegalAction:
        """Suit must be followed, and the called suit has its duties (S51-S58, S73)."""
        may = playable(hand, state.trick, ORDER)
        duty = next((duty for duty in state.duties if duty.seat == state.turn), None)
        if duty is None or not 0 <= action.card < 36 or not may >> action.card & 1:
            return card_refusal(hand, state.trick, ORDER, action, "S73", DECK32)
        due = " or ".join(card_text(c) for c in cards_in(hand & duty.cards))
        suit, ten = SUIT_WORDS[duty.cls], rank_of(state.called or 0) == TEN
        picker = state.turn == state.picker
        if not state.trick:
            sentence = f"To lead {suit} for the first time you must lead {due}."
            return IllegalAction("must_lead_due_card", sentence, "SQ27" if picker else "SQ28")
        if ORDER.cls[state.trick[0]] == duty.cls:
            sentence = f"{suit.capitalize()} are led for the first time, so you must play {due}."
            return IllegalAction("must_play_due_card", sentence, "S58" if ten else "S52")
        sentence = f"You must keep {due} until {suit} are led or the last trick comes."
        return IllegalAction("must_keep_due_card", sentence, "S55" if picker else "S54")


__all__ = [
    "Sheepshead",
    "SheepsheadFacts",
    "SheepsheadOptions",
    "SheepsheadState",
    "callable_cards",
    "duties_of",
    "holder_of",
    "implied",
    "jack_partner",
]
