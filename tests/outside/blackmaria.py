"""Black Maria, a game from outside: four players, 32 cards, one card to the left, hearts and the queen of spades cost.

It stands for what a third party would write: one file on ``games.parts``, found through its entry point. Everybody
plays alone; there are no trumps, and whoever takes points loses them. Gifts go to the left, all four one after the
other, starting at the dealer's left.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action, Give, Play, gives, plays
from sheepfold.core.cards import DECK32, HEARTS, QUEEN, SPADES, SUIT_MASKS, Card, Seat, card, cards_in
from sheepfold.core.deal import Plan, lay_out, rounds
from sheepfold.core.errors import BadFacts, IllegalAction
from sheepfold.core.events import Contract, ContractSet, Given, Outcome, Standing, Turn
from sheepfold.core.form import Field, Form, FormKind
from sheepfold.core.game import Facts, Step, TrickProblem
from sheepfold.core.message import Message, say
from sheepfold.core.options import Options, about
from sheepfold.core.order import Order, make_order
from sheepfold.core.score import ScoreItem, totals
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
    opening_events,
    recast,
    wrong_moment,
)

SEATS = 4
MARIA: Card = card(SPADES, QUEEN)
POINTS = 8 + 13
CONTRACT = Contract("hearts")


class BlackMariaOptions(Options, frozen=True, kw_only=True):
    """The table agreements of Black Maria."""

    game: ClassVar[str] = "blackmaria"
    presets: ClassVar[dict[str, str]] = {"standard": "blackmaria", "short": "blackmaria(deals=2)"}

    deals: Annotated[int, about("Deals", "How many deals a match has.", "B1", ge=1)] = 4
    maria: Annotated[int, about("Maria", "What the queen of spades costs.", "B2", ge=1, le=13)] = 13


class BlackMariaFacts(Facts, frozen=True, kw_only=True):
    """What a scorekeeper knows: the points that each seat has taken."""

    points: tuple[int, int, int, int]


class BlackMariaState(DealState, frozen=True, kw_only=True):
    """A deal in progress."""


class BlackMariaTricks(TrickState, BlackMariaState, frozen=True, kw_only=True):
    """A deal in its tricks."""


class BlackMaria(TrickGame[BlackMariaState]):
    """The rules of Black Maria under one set of options."""

    id: ClassVar[str] = "blackmaria"
    title: ClassVar[str] = "Black Maria"
    rules_version: ClassVar[int] = 1
    phases: ClassVar[tuple[str, ...]] = ("give", "tricks")
    deal_keys: ClassVar[tuple[str, ...]] = ("hands",)
    options_type: ClassVar[type[Options]] = BlackMariaOptions
    facts_type: ClassVar[type[Facts]] = BlackMariaFacts
    item_kinds: ClassVar[tuple[str, ...]] = ("taken",)
    contract_kinds: tuple[str, ...] = (CONTRACT.kind,)
    options: BlackMariaOptions
    deck = DECK32
    seats = SEATS
    sides = SEATS
    longest_deal = SEATS + 32

    def __init__(self, options: BlackMariaOptions | None = None) -> None:
        self.options = options or BlackMariaOptions.make()
        costs = dict.fromkeys(cards_in(SUIT_MASKS[HEARTS] & DECK32.mask), 1) | {MARIA: self.options.maria}
        self._order = make_order(DECK32, trumps=(), plain=tuple(range(8, 0, -1)), values={}, special=costs)
        self._points = 8 + self.options.maria

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Cards to give, cards to play."""
        return (*gives(DECK32.mask), *plays(DECK32.mask))

    @property
    def deals_agreed(self) -> int | None:
        """The agreed number of deals."""
        return self.options.deals

    def plan(self, standing: Standing) -> Plan:
        """Eight cards each."""
        return rounds("hand", SEATS, standing.dealer, 8)

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[BlackMariaState]:
        """Deal; the player at the dealer's left gives first."""
        deal = lay_out(self.plan(standing), shuffle, SEATS)
        first = (standing.dealer + 1) % SEATS
        state = BlackMariaState(
            standing=standing,
            deal=deal,
            phase="give",
            turn=first,
            hands=deal.hands,
            leader=first,
            points=(0,) * SEATS,
            tricks=(0,) * SEATS,
        )
        return Step(state, (*opening_events(standing, deal), Turn(first, "give")))

    def legal(self, state: BlackMariaState) -> tuple[Action, ...]:
        """Any card to give; in the tricks suit must be followed."""
        if isinstance(state, BlackMariaTricks):
            return plays(playable(state.hands[state.turn], state.trick, state.order))
        return () if state.turn is None else gives(state.hands[state.turn])

    def apply(self, state: BlackMariaState, action: Action) -> Step[BlackMariaState]:
        """Do a legal action."""
        if isinstance(action, Play) and isinstance(state, BlackMariaTricks):
            step = lay(state, action.card, state.order)
            if step.state.trick or any(step.state.hands):
                return step
            return close(BlackMariaState, step.state, step.events, self._finished(step.state))
        assert isinstance(action, Give)
        assert state.turn is not None
        return self._give(state, state.turn, action)

    def _give(self, state: BlackMariaState, giver: Seat, action: Give) -> Step[BlackMariaState]:
        receiver = (giver + 1) % SEATS
        hands = changed(state.hands, giver, state.hands[giver] ^ 1 << action.card)
        hands = changed(hands, receiver, hands[receiver] | 1 << action.card)
        hidden = (*state.hidden, (giver, action))
        given = Given(giver, receiver, action.card)
        if len(hidden) < SEATS:
            after = replace(state, hands=hands, hidden=hidden, turn=receiver)
            return Step(after, (given, Turn(receiver, "give")))
        tricks = recast(
            BlackMariaTricks,
            state,
            phase="tricks",
            hands=hands,
            hidden=hidden,
            turn=state.leader,
            contract=CONTRACT,
            order=self._order,
        )
        return Step(tricks, (given, ContractSet(CONTRACT), Turn(state.leader, "tricks")))

    def refusal(self, state: BlackMariaState, action: Action) -> IllegalAction:
        """Why the actor may not do this."""
        assert state.turn is not None
        hand = state.hands[state.turn]
        if isinstance(state, BlackMariaTricks) and isinstance(action, Play):
            return card_refusal(hand, state.trick, state.order, action, "B3", DECK32)
        if state.phase == "give" and isinstance(action, Give):
            refused = not_held(hand, action.card, DECK32)
            assert refused is not None
            return refused
        return wrong_moment(say(f"blackmaria-{state.phase}", state.phase), _WANTED[state.phase], "B3")

    def order_of(self, contract: Contract) -> Order:
        """The one order of the game."""
        return self._order

    def problem(self, state: BlackMariaState) -> TrickProblem:
        """Everybody for themselves, and the fewest points win."""
        if not isinstance(state, BlackMariaTricks):
            raise no_tricks()
        return TrickProblem(
            order=state.order,
            hands=state.hands,
            leader=state.leader,
            trick=state.trick,
            points=state.points,
            tricks=state.tricks,
            sides=tuple(range(SEATS)),
            aim="least points",
        )

    def facts_of(self, state: BlackMariaState) -> BlackMariaFacts:
        """What every seat has taken."""
        a, b, c, d = state.points
        return BlackMariaFacts(contract=CONTRACT, points=(a, b, c, d))

    def facts_form(self) -> Form:
        """The points of every seat."""
        points = Field(
            name="points",
            label=say("blackmaria-fact-points", "Points"),
            help=say("blackmaria-fact-points-help", "What every player has taken."),
            rule="B2",
            kind="number",
            each="seat",
            path=("points",),
            ge=0,
            le=self._points,
        )
        return Form((FormKind(CONTRACT.kind, say("blackmaria-kind", "Hearts and Maria"), (points,)),))

    def _check_facts(self, standing: Standing, facts: BlackMariaFacts) -> None:
        if facts.contract != CONTRACT:
            raise BadFacts("contract", "There is only one contract.", "B2", key="blackmaria-contract")
        if min(facts.points) < 0 or sum(facts.points) != self._points:
            sentence = "The points must add up to { $sum }."
            raise BadFacts("points", sentence, "B2", key="blackmaria-points", sum=self._points)

    def _settled(self, standing: Standing, facts: BlackMariaFacts) -> Outcome:
        items = tuple(
            ScoreItem("taken", "B2", seat, -points, say("blackmaria-taken", "{ $points } points taken", points=points))
            for seat, points in enumerate(facts.points)
        )
        return Outcome(totals(items, SEATS), items)

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        """The deal passes on until the agreed number is played."""
        if standing.deal >= self.options.deals:
            return None
        return Standing((standing.dealer + 1) % SEATS, added(standing.scores, outcome.delta), standing.deal + 1)


_WANTED: dict[str, Message] = {
    "give": say("blackmaria-wanted-give", "give a card to your left"),
    "tricks": say("blackmaria-wanted-play", "play a card"),
}


class Miser(Struct, frozen=True):
    """A bot from outside: the first thing allowed, or the last one if it is told so."""

    last: int = 0

    @property
    def name(self) -> str:
        """What it is called."""
        return "miser(last=1)" if self.last else "miser"

    def choose(self, view, legal, rng, budget=None):  # type: ignore[no-untyped-def]
        """The first or the last legal action."""
        from sheepfold.play.player import Decision

        return Decision(legal[-1] if self.last else legal[0])


class Careless(BlackMaria):
    """A game that says in the wrong way what it brings along."""

    id: ClassVar[str] = "careless"
    brings: ClassVar[tuple[str, ...]] = ("presentations", "outside.nowhere:Nothing")
