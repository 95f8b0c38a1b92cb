"""Sheepshead: three to eight players, 32 cards, one picker with the blind and perhaps a secret partner.

The law is ``docs/rules/sheepshead.md``; the ids beside the code are its sentences. Table agreements and scores are in
``sheepshead_scoring``, what a scorekeeper is asked is in ``sheepshead_facts``; here are the bidding, the bury, the call
and the tricks. Legal actions, and all actions of a table, come in this order: pass, pick; cards to bury; cards to call,
``alone``; upper, lower; cards to play. Cards are in deck order.

Rules version 1: first published rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Alone, Bury, Call, Middle, Pass, Pick, Play, buries, by_mask, plays
from sheepfold.core.cards import (
    ACE,
    DECK32,
    SUIT_NAMES,
    TEN,
    Card,
    Mask,
    Seat,
    card,
    card_text,
    cards_in,
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
from sheepfold.core.form import Form
from sheepfold.core.game import Facts, Step, TrickProblem
from sheepfold.core.message import Message, Pattern, joined, say
from sheepfold.core.options import Options
from sheepfold.core.order import Order
from sheepfold.core.shuffle import Luck, Shuffle
from sheepfold.core.trick import Duty, playable, playable_under_duty, points_of
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
from sheepfold.games.sheepshead_scoring import (
    FACTOR_KINDS,
    FAIL_ACES,
    FAIL_SUITS,
    FAIL_TENS,
    ITEM_KINDS,
    JACK_OF_DIAMONDS,
    ORDER,
    THROWN_IN,
    SheepsheadFacts,
    SheepsheadOptions,
    picker_side,
    settled,
)

PICK, ALONE, UPPER, LOWER = Pick(), Alone(), Middle(True), Middle(False)
calls = by_mask(Call)
ANY_CALL: tuple[Action, ...] = (*calls(FAIL_ACES | FAIL_TENS), ALONE)
"""Every answer of a picker who is asked for a call."""

SUITS_FIRST: tuple[Message, ...] = (
    say("suit-first-clubs", "Clubs"),
    say("suit-first-spades", "Spades"),
    say("suit-first-hearts", "Hearts"),
    say("suit-first-diamonds", "Diamonds"),
)
"""The suits as they begin a sentence."""

MOMENTS: Mapping[str, tuple[Message, Message, str]] = {
    "bidding": (say("phase-bidding", "bidding"), say("sheepshead-wanted-bidding", "pick or pass"), "S14"),
    "bury": (say("phase-bury", "bury"), say("sheepshead-wanted-bury", "lay a card aside"), "SQ4"),
    "call": (say("phase-call", "call"), say("sheepshead-wanted-call", "call a card or play alone"), "S41"),
    "middle": (
        say("phase-middle", "choice of the middle"),
        say("sheepshead-wanted-middle", "say upper or lower"),
        "S32",
    ),
    "tricks": (say("phase-tricks", "tricks"), say("sheepshead-wanted-tricks", "play a card"), "S70"),
}
"""What every phase is called, what is wanted in it, and the rule."""


class SheepsheadState(DealState, frozen=True, kw_only=True):
    """A deal in progress. ``called`` is the card that makes its holder the partner; ``duties`` are those in force.

    ``by_choice``: the picker said ``alone`` although a card could have been called.
    """

    picker: Seat | None = None
    bury: Mask = 0
    called: Card | None = None
    partner: Seat | None = None
    by_choice: bool = False
    duties: tuple[Duty, ...] = ()


class SheepsheadTricks(TrickState, SheepsheadState, frozen=True, kw_only=True):
    """A deal in its tricks."""


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
    facts_type: ClassVar[type[Facts]] = SheepsheadFacts
    item_kinds: ClassVar[tuple[str, ...]] = ITEM_KINDS
    factor_kinds: ClassVar[tuple[str, ...]] = FACTOR_KINDS
    seats_option: ClassVar[str | None] = "players"
    zero_sum: ClassVar[bool] = True  # SQ37, S36
    deck = DECK32
    options: SheepsheadOptions

    def __init__(self, options: SheepsheadOptions | None = None) -> None:
        self.options = options or SheepsheadOptions.make()
        self.seats = self.sides = self.options.players
        self._cards, self._blind = self.options.sizes
        blind: Plan = (("blind", 0),) * self._blind
        self._plans = tuple(rounds("hand", self.seats, dealer, self._cards) + blind for dealer in range(self.seats))

    # -- what there is -------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of this table: to pass and pick, to bury, to call, to choose the middle, to play."""
        bury = buries(DECK32.mask) if self._blind else ()
        call = ANY_CALL if self.options.partner == "called_ace" else ()
        middle = (UPPER, LOWER) if self._chooses_middle else ()
        return (PASS, PICK, *bury, *call, *middle, *plays(DECK32.mask))

    @property
    def contract_kinds(self) -> tuple[str, ...]:
        """Picked hands, what an all-pass means here, and a hand that is void."""
        return self.options.contract_kinds

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...] | None:
        """Fixed teams sit alternately (SQ41); all other partners change from hand to hand."""
        if self.options.partner != "fixed":
            return None
        return tuple(range(0, self.seats, 2)), tuple(range(1, self.seats, 2))

    @property
    def longest_deal(self) -> int:
        """Everybody speaks, the dealer picks, buries and calls or chooses the middle, and every card is played."""
        after_pick = self._blind + (self.options.partner == "called_ace")
        return self.seats + max(after_pick, int(self._chooses_middle)) + self.seats * self._cards

    @property
    def deals_agreed(self) -> int:
        """The hands of a match (SQ6); redeals by the same dealer come on top (SA11)."""
        return self.options.hands

    @property
    def _chooses_middle(self) -> bool:
        """Whether the last to pass is asked which of the middle totals wins (S32)."""
        return len(self.options.all_pass_kinds) > 1

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Hands from the dealer's left, the blind last (S9-S12, SQ1)."""
        return self._plans[standing.dealer]

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
        if type(state) is SheepsheadTricks:  # a struct's isinstance costs as much as the rest
            seat = state.turn
            for duty in state.duties:
                if duty.seat == seat:
                    return plays(playable_under_duty(state.hands[seat], state.trick, ORDER, duty))
            return plays(playable(state.hands[seat], state.trick, ORDER))
        speaker, phase = state.turn, state.phase
        if speaker is None:
            return ()
        if phase == "bidding":
            return (PICK,) if self.must_pick(state.standing, state.turn) else (PASS, PICK)
        if phase == "bury":
            return buries(state.hands[speaker])  # SQ4
        if phase == "call":
            return (*calls(callable_cards(state.hands[speaker], state.bury, self.options)), ALONE)  # S41, SQ24
        return (UPPER, LOWER)  # S32

    def worth_showing(self, state: SheepsheadState) -> tuple[Action, ...]:
        """To pass and to pick in the bidding, every call and ``alone`` after the bury."""
        if state.phase == "bidding":
            return (PASS, PICK)
        return ANY_CALL if state.phase == "call" else ()

    def apply(self, state: SheepsheadState, action: Action) -> Step[SheepsheadState]:
        """Do a legal action."""
        if type(action) is Play and type(state) is SheepsheadTricks:
            return self._play(state, action.card)
        seat = state.speaker
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

    def must_pick(self, standing: Standing, seat: Seat | None) -> bool:
        """Whether the speaker is a dealer who has no choice any more (S25, SA10)."""
        if seat != standing.dealer:
            return False
        rule = self.options.all_pass
        enough = standing.redeals >= self.options.max_redeals
        return rule == "forced_pick" or (rule in THROWN_IN and enough)

    def _pass(self, state: SheepsheadState, seat: Seat, events: tuple[Event, ...]) -> Step[SheepsheadState]:
        """The next one speaks; after the dealer the all-pass rule takes over (S13, S17)."""
        standing = state.standing
        if seat != standing.dealer:
            speaker = (seat + 1) % self.seats
            return Step(replace(state, turn=speaker), (*events, Turn(speaker, "bidding")))
        if self._chooses_middle:
            return Step(replace(state, phase="middle"), (*events, Turn(seat, "middle")))  # S32
        kind = self.options.all_pass_kinds[0]
        if kind not in THROWN_IN:
            return self._first_lead(state, events, Contract(kind))
        return self._throw_in(state, events, kind, "S22" if kind == "doubler" else "S37")

    def _throw_in(
        self, state: SheepsheadState, events: tuple[Event, ...], kind: str, rule: str
    ) -> Step[SheepsheadState]:
        """The hand is not played; it is settled as a contract of that kind."""
        outcome = self._settled(state.standing, SheepsheadFacts(contract=Contract(kind)))
        return close(SheepsheadState, state, (*events, ThrownIn(rule)), outcome)

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
            return self._throw_in(state, events, "void", "S63")  # no rule settles it; same dealer (SQ43)
        after = replace(
            state,
            called=called,
            partner=partner,
            duties=duties_of(seat, state.hands[seat], partner, called),
        )
        events = (*events, implied(seat, called, self.options))
        return self._first_lead(after, events, Contract("called_card", seat, partner_card=called))

    # -- the tricks ----------------------------------------------------------------------------------------------

    def _first_lead(
        self, state: SheepsheadState, events: tuple[Event, ...], contract: Contract
    ) -> Step[SheepsheadState]:
        """What is played is settled, and forehand leads (S70)."""
        forehand = state.leader
        after = recast(SheepsheadTricks, state, phase="tricks", turn=forehand, contract=contract)
        return Step(after, (*events, ContractSet(contract), Turn(forehand, "tricks")))

    def _play(self, state: SheepsheadTricks, card: Card) -> Step[SheepsheadState]:
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

    def _count(self, state: SheepsheadTricks, events: tuple[Event, ...]) -> Step[SheepsheadState]:
        """The heaps are counted, the blind for the last trick (S19)."""
        if self.options.blind_counts(state.contract.kind):
            worth = points_of(cards_in(state.deal.blind), ORDER)
            state = replace(state, points=changed(state.points, state.leader, state.points[state.leader] + worth))
        return close(SheepsheadState, state, events, self._finished(state))

    # -- the score -----------------------------------------------------------------------------------------------

    def facts_of(self, state: SheepsheadState) -> SheepsheadFacts:
        """The deal as a scorekeeper knows it; the bury counts for the picker's side (S80)."""
        contract = state.contract
        if contract is None:
            return SheepsheadFacts(contract=Contract(self._thrown_in_as(state)))
        if contract.declarer is None:
            return SheepsheadFacts(contract=contract, totals=state.points, taken=state.tricks)
        own = picker_side(self.options, contract.declarer, state.partner)
        return SheepsheadFacts(
            contract=contract,
            partner=state.partner,
            points=sum(state.points[seat] for seat in own) + points_of(cards_in(state.bury), ORDER),
            tricks=sum(state.tricks[seat] for seat in own),
            by_choice=state.by_choice,
        )

    def _thrown_in_as(self, state: SheepsheadState) -> str:
        """The kind of a hand that came to no contract: void once somebody had picked (S63), else by the all-pass."""
        if state.turn is not None:
            raise not_over()
        return "void" if state.picker is not None else self.options.all_pass_kinds[0]

    def facts_form(self) -> Form:
        """What a scorekeeper is asked, by kind of contract."""
        from sheepfold.games.sheepshead_facts import facts_form  # only a scorekeeper needs it

        return facts_form(self.options)

    def _check_facts(self, standing: Standing, facts: SheepsheadFacts) -> None:
        from sheepfold.games.sheepshead_facts import check_facts

        check_facts(self.options, standing, facts)

    def _settled(self, standing: Standing, facts: SheepsheadFacts) -> Outcome:
        return settled(self.options, standing, facts)

    def _finished(self, state: SheepsheadState) -> Outcome:
        """The outcome of a deal that was played, and who got its blind."""
        outcome = self._settled(state.standing, self.facts_of(state))
        blind_to = (
            state.leader if state.contract is not None and self.options.blind_counts(state.contract.kind) else None
        )
        return replace(outcome, points=state.points, tricks=state.tricks, blind_to=blind_to)

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
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
        if type(state) is not SheepsheadTricks:
            raise no_tricks()
        contract, points = state.contract, state.points
        picker = contract.declarer
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
            last_trick=points_of(cards_in(state.deal.blind), ORDER) if self.options.blind_counts(contract.kind) else 0,
            aim="least points" if contract.kind == "leaster" else "most points",  # S18
        )

    # -- reasons -------------------------------------------------------------------------------------------------

    def refusal(self, state: SheepsheadState, action: Action) -> IllegalAction:
        """Why the actor may not do this; what it says of a secret partner only the partner hears."""
        if type(state) is SheepsheadTricks and isinstance(action, Play):
            return self._play_refusal(state, action)
        hand, phase = state.hands[state.speaker], state.phase
        if phase == "bidding" and isinstance(action, Pass):
            rule = "S25" if self.options.all_pass == "forced_pick" else "SA10"
            return IllegalAction("must_pick", "Everybody else has passed and you are forced to pick.", rule)
        if phase == "call" and isinstance(action, Call):
            return self._call_refusal(hand, state.bury, action.card)
        refused = not_held(hand, action.card, DECK32) if phase == "bury" and isinstance(action, Bury) else None
        return refused or wrong_moment(*MOMENTS[phase])

    def _call_refusal(self, hand: Mask, bury: Mask, called: Card) -> IllegalAction:
        """Why this card cannot be called (S44-S49, S56, S62, SQ18-SQ23)."""
        bit = 1 << called if 0 <= called < 36 else 0
        if not bit & (FAIL_ACES | FAIL_TENS):
            sentence = "Only the ace, or ten, of clubs, spades or hearts can be called."
            return IllegalAction("not_callable", sentence, "S44")
        name, suit = card_text(called), SUIT_NAMES[suit_of(called)]
        if bit & bury:
            sentence = "You have buried { $card }, so you cannot call it."
            return IllegalAction("called_card_buried", sentence, "S49", card=name)
        if bit & hand:
            sentence = "You hold { $card } yourself, so you cannot call it."
            return IllegalAction("called_card_held", sentence, "S48", card=name)
        if bit & FAIL_TENS:
            sentence = "A ten can be called only with the aces of clubs, spades and hearts all in hand."
            return IllegalAction("ten_needs_aces", sentence, "S56")
        if self.options.unknown_call == "hidden_partner":
            sentence = "You have no { $suit }, and that ace can be called only if no other call is possible."
            return IllegalAction("ordinary_call_first", sentence, "SA7", suit=suit)
        sentence = "You have no other fail card of { $suit } in hand to hold for { $card }."
        return IllegalAction("no_hold_card", sentence, "S47", suit=suit, card=name)

    def _play_refusal(self, state: SheepsheadTricks, action: Play) -> IllegalAction:
        """Suit must be followed, and the called suit has its duties (S51-S58, S73)."""
        hand = state.hands[state.turn]
        may = playable(hand, state.trick, ORDER)
        duty = next((duty for duty in state.duties if duty.seat == state.turn), None)
        if duty is None or not 0 <= action.card < 36 or not may >> action.card & 1:
            return card_refusal(hand, state.trick, ORDER, action, "S73", DECK32)
        due, picker = _any_of(hand & duty.cards), state.turn == state.picker
        if not state.trick:
            sentence, rule = (
                "To lead { $suit } for the first time you must lead { $due }.",
                "SQ27" if picker else "SQ28",
            )
            return IllegalAction("must_lead_due_card", sentence, rule, suit=SUIT_NAMES[duty.cls], due=due)
        if ORDER.cls[state.trick[0]] == duty.cls:
            ten = state.duties[0].cards & FAIL_TENS  # the partner's duty is the called card
            sentence = "{ $suit } are led for the first time, so you must play { $due }."
            rule = "S58" if ten else "S52"
            return IllegalAction("must_play_due_card", sentence, rule, suit=SUITS_FIRST[duty.cls], due=due)
        sentence = "You must keep { $due } until { $suit } are led or the last trick comes."
        rule = "S55" if picker else "S54"
        return IllegalAction("must_keep_due_card", sentence, rule, due=due, suit=SUIT_NAMES[duty.cls])


def _any_of(cards: Mask) -> Message:
    """The cards to choose from, in words: ``8C or 9C``."""
    each = [say("cards-one", "{ $card }", card=card_text(c)) for c in cards_in(cards)]
    return joined(each, Pattern("cards-or", "{ $first } or { $second }"))


__all__ = [
    "FAIL_ACES",
    "FAIL_SUITS",
    "FAIL_TENS",
    "JACK_OF_DIAMONDS",
    "Sheepshead",
    "SheepsheadFacts",
    "SheepsheadOptions",
    "SheepsheadState",
    "SheepsheadTricks",
    "callable_cards",
    "duties_of",
    "holder_of",
    "implied",
    "jack_partner",
]
