"""Kein Stich: four players, 32 cards, no trumps and no auction; the number of the deal says what must be avoided.

The law is ``keinstich.md`` beside this file; the ids beside the code are its sentences, those with an X stand in
Sheepfold's book of conventions. Everybody plays and scores alone. A card is worth what taking it costs under the
contract, so the points of a trick are its price. Legal actions are cards, in deck order.

Rules version 1: first published rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from keinstich.scoring import (
    CONTRACTS,
    COSTS,
    FIELDS,
    KINDS,
    SEATS,
    KeinStichFacts,
    check_told,
    item_of,
    pieces_of,
    taken_by,
)
from sheepfold.core.actions import Action, Play, plays
from sheepfold.core.cards import ACE, DECK32, EIGHT, JACK, KING, NINE, QUEEN, SEVEN, TEN, Mask, Rank, mask_of
from sheepfold.core.deal import Plan, lay_out, rounds
from sheepfold.core.errors import BadFacts, IllegalAction
from sheepfold.core.events import Contract, ContractSet, Outcome, Standing, Turn
from sheepfold.core.form import Form, FormKind
from sheepfold.core.game import Facts, Step, TrickProblem
from sheepfold.core.message import say
from sheepfold.core.options import Options, about
from sheepfold.core.order import Order, make_order
from sheepfold.core.score import totals
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
    not_over,
    opening_events,
    wrong_moment,
)

CARDS_EACH = 8
RANKS: tuple[Rank, ...] = (ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT, SEVEN)  # K3


def _make_order(costs: tuple[str, ...]) -> Order:
    """A card is worth the sum of all that it costs, for each reason anew (K22)."""
    worth = {c: sum(COSTS[name].value for name in costs if COSTS[name].cards >> c & 1) for c in DECK32.cards}
    return make_order(DECK32, trumps=(), plain=RANKS, values={}, special=worth)


ORDERS = {kind: _make_order(costs) for kind, costs in CONTRACTS.items()}
LAST_TRICK = {kind: COSTS["last"].price if "last" in costs else 0 for kind, costs in CONTRACTS.items()}
"""What the last trick costs beyond its cards (K11)."""


class KeinStichOptions(Options, frozen=True, kw_only=True):
    """The table agreements of Kein Stich."""

    game: ClassVar[str] = "keinstich"
    presets: ClassVar[dict[str, str]] = {
        "standard": "keinstich",
        "short": "keinstich(everything=false)",
        "long": "keinstich(rounds=4)",
    }

    rounds: Annotated[int, about("Rounds", "How often the list of contracts is played.", "K23", ge=1, le=4)] = 1
    everything: Annotated[
        bool, about("Everything", "Whether the list ends with a deal in which everything costs.", "K24")
    ] = True
    first_lead: Annotated[
        Literal["left_of_dealer", "dealer"], about("First lead", "Who leads to the first trick of a deal.", "K16")
    ] = "left_of_dealer"


class KeinStichState(DealState, frozen=True, kw_only=True):
    """A deal that is over. ``won`` are the cards that each seat has taken; points do not tell hearts from queens."""

    won: tuple[Mask, ...] = (0,) * SEATS


class KeinStichTricks(TrickState, KeinStichState, frozen=True, kw_only=True):
    """A deal in its tricks, as every deal is from its first moment on (K5)."""


MOMENT = (say("keinstich-phase-tricks", "tricks"), say("keinstich-wanted-tricks", "play a card"), "K5")
"""The only phase in a sentence, what is wanted in it, and the rule that says so."""


class KeinStich(TrickGame[KeinStichState]):
    """The rules of Kein Stich under one set of options."""

    id: ClassVar[str] = "keinstich"
    title: ClassVar[str] = "Kein Stich"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("tricks",)
    deal_keys: ClassVar[tuple[str, ...]] = ("hands",)
    options_type: ClassVar[type[Options]] = KeinStichOptions
    facts_type: ClassVar[type[Facts]] = KeinStichFacts
    item_kinds: ClassVar[tuple[str, ...]] = tuple(COSTS)
    factor_kinds: ClassVar[tuple[str, ...]] = ("price", "number")
    brings: ClassVar[Mapping[str, str]] = {"presentations": "keinstich.presentation:KeinStichPresentation"}
    """For whoever names the game by its path; an installed package says it with entry points."""
    deck = DECK32
    seats = SEATS
    sides = SEATS  # K1
    longest_deal = len(DECK32)
    options: KeinStichOptions

    def __init__(self, options: KeinStichOptions | None = None) -> None:
        self.options = options or KeinStichOptions.make()
        with_all = self.options.everything  # K24
        self.contract_kinds: tuple[str, ...] = tuple(kind for kind in CONTRACTS if with_all or kind != "all")

    # -- what there is -------------------------------------------------------------------------------------------

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Cards in deck order."""
        return plays(DECK32.mask)

    @property
    def deals_agreed(self) -> int:
        """The list of contracts, as often as the table plays it (K23)."""
        return len(self.contract_kinds) * self.options.rounds

    def contract_of(self, deal: int) -> Contract:
        """The contract of the deal of that number; after the last of the list comes the first again (K5, K6, KQ4)."""
        return Contract(self.contract_kinds[(deal - 1) % len(self.contract_kinds)])

    # -- the deal ------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """Eight cards each, one at a time from the dealer's left (K2, K15)."""
        return rounds("hand", SEATS, standing.dealer, CARDS_EACH)

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[KeinStichState]:
        """Deal; the contract is known at once (K5), and somebody leads (K16)."""
        deal = lay_out(self.plan(standing), shuffle, SEATS)
        contract = self.contract_of(standing.deal)
        leader = standing.dealer if self.options.first_lead == "dealer" else (standing.dealer + 1) % SEATS
        state = KeinStichTricks(
            standing=standing,
            deal=deal,
            phase="tricks",
            turn=leader,
            hands=deal.hands,
            leader=leader,
            points=(0,) * SEATS,
            tricks=(0,) * SEATS,
            contract=contract,
            order=self.order_of(contract),
        )
        return Step(state, (*opening_events(standing, deal), ContractSet(contract), Turn(leader, "tricks")))

    def legal(self, state: KeinStichState) -> tuple[Action, ...]:
        """The suit led must be followed (K17); a lead is free (KQ1)."""
        if type(state) is not KeinStichTricks:
            return ()
        return plays(playable(state.hands[state.turn], state.trick, state.order))

    def apply(self, state: KeinStichState, action: Action) -> Step[KeinStichState]:
        """Play a card; when all eight tricks are played, and not before, the deal is over (K20)."""
        assert type(state) is KeinStichTricks
        assert type(action) is Play
        hand = state.hands[state.turn]
        extra = 0 if hand & (hand - 1) else LAST_TRICK[state.contract.kind]  # K11
        step = lay(state, action.card, state.order, extra)
        after = step.state
        if after.trick:
            return step
        taker = after.turn  # K18, K19
        won = changed(state.won, taker, state.won[taker] | mask_of((*state.trick, action.card)))
        after = replace(after, won=won)
        if after.hands[0]:  # between tricks all hands are of one size
            return Step(after, step.events)
        return close(KeinStichState, after, step.events, self._finished(after))

    def refusal(self, state: KeinStichState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        if type(state) is KeinStichTricks and isinstance(action, Play):
            return card_refusal(state.hands[state.turn], state.trick, state.order, action, "K17", DECK32)
        return wrong_moment(*MOMENT)

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract: always the same ranks, but other prices."""
        return ORDERS[contract.kind]

    def problem(self, state: KeinStichState) -> TrickProblem:
        """Everybody against everybody, and the fewest points are the best."""
        if type(state) is not KeinStichTricks:
            raise no_tricks()
        return TrickProblem(
            order=state.order,
            hands=state.hands,
            leader=state.leader,
            trick=state.trick,
            points=state.points,
            tricks=state.tricks,
            sides=tuple(range(SEATS)),
            last_trick=LAST_TRICK[state.contract.kind],
            aim="least points",
        )

    # -- the score -----------------------------------------------------------------------------------------------

    def facts_of(self, state: KeinStichState) -> KeinStichFacts:
        """Of the five things that can cost, those that cost under the contract (K26)."""
        contract = state.contract
        if contract is None or state.trick or any(state.hands):
            raise not_over()
        known: dict[str, Any] = {
            "tricks": state.tricks,
            "hearts": pieces_of(state.won, "hearts"),
            "queens": pieces_of(state.won, "queens"),
            "king": pieces_of(state.won, "king").index(1),
            "last": state.leader,  # whoever took the last trick would lead to the next
        }
        return KeinStichFacts(contract=contract, **{name: known[name] for name in CONTRACTS[contract.kind]})

    def outcome_if(self, state: KeinStichState, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """A point taken is a point lost (K21); a guess does not say what the points are made of, so it has no items."""
        return Outcome(tuple(-taken for taken in points), points=points, tricks=tricks)

    def _settled(self, standing: Standing, facts: KeinStichFacts) -> Outcome:
        """A line for everything that a seat has taken and that costs; nobody gains (K21)."""
        items = tuple(
            item_of(name, seat, number)
            for name in CONTRACTS[facts.contract.kind]
            for seat, number in enumerate(taken_by(facts, name))
            if number
        )
        return Outcome(totals(items, SEATS), items)

    def facts_form(self) -> Form:
        """For each contract what costs under it, and nothing else (K26)."""
        return Form(
            tuple(
                FormKind(kind, KINDS[kind], tuple(FIELDS[name] for name in CONTRACTS[kind]))
                for kind in self.contract_kinds
            )
        )

    def _check_facts(self, standing: Standing, facts: KeinStichFacts) -> None:
        self._check_contract(standing, facts.contract)
        check_told(facts)

    def _check_contract(self, standing: Standing, contract: Contract) -> None:
        """The number of the deal names the contract, and there is nothing more to it (K5, K6, K24)."""
        if contract.kind not in self.contract_kinds:
            sentence = "'{ $kind }' is not a contract of Kein Stich at this table."
            rule = "K24" if contract.kind in CONTRACTS else "K6"
            raise BadFacts("contract", sentence, rule, key="keinstich-facts-kind", kind=contract.kind)
        if contract != Contract(contract.kind):
            sentence = "A contract of Kein Stich has no declarer, no trumps and nothing else beside its name."
            raise BadFacts("contract", sentence, "K5", key="keinstich-facts-contract")
        due = self.contract_of(standing.deal).kind
        if contract.kind != due:
            sentence = "Deal { $deal } is played under { $due }, not under { $given }."
            given = KINDS[contract.kind]
            raise BadFacts(
                "contract", sentence, "K6", key="keinstich-facts-deal", deal=standing.deal, due=KINDS[due], given=given
            )

    # -- the match -----------------------------------------------------------------------------------------------

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        """The deal passes to the left (K14) until the last contract is played (K23, KQ3)."""
        if standing.deal >= self.deals_agreed:
            return None
        return Standing((standing.dealer + 1) % SEATS, added(standing.scores, outcome.delta), standing.deal + 1)
