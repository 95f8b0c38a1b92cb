"""The contract every game fulfils, and the values that pass through it."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Deck, Mask, Seat
from sheepfold.core.deal import Deal, Plan
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import Contract, Event, Outcome, Standing
from sheepfold.core.form import Field, Form
from sheepfold.core.message import Message, say
from sheepfold.core.options import Options
from sheepfold.core.order import Order
from sheepfold.core.shuffle import Luck, Shuffle
from sheepfold.core.trick import Duty

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class Step(Struct, Generic[S_co], frozen=True, gc=False):
    """A new state and the events that explain it. A step into the tricks is a step of the game, too."""

    state: S_co
    events: tuple[Event, ...]


class TrickMelds(Struct, frozen=True):
    """Combinations inside a trick that score for its winner, as tables.

    A run is of neighbouring printed ranks, suits mixed; ``set3`` and ``set4`` are by rank, sixes first. The best
    choice of disjoint combinations counts; each of ``pairs`` (its cards, its points) comes on top. ``spent`` cards
    serve in no run and no set.
    """

    run3: int
    run4: int
    set3: tuple[int, ...]
    set4: tuple[int, ...]
    pairs: tuple[tuple[Mask, int], ...] = ()
    spent: Mask = 0


Aim: TypeAlias = Literal["most points", "least points", "most tricks", "no trick"]
"""What the sides play for; with ``no trick`` side 1 wants none and the others want it to take one."""


class TrickProblem(Struct, frozen=True):
    """The trick phase of a deal with open cards, as the kernel wants it; nothing in it names a game.

    ``hands`` are the cards a seat may choose from now; ``piles`` are (seat, top, below): the card below becomes
    playable when the trick to which the top was played is over. ``duties`` are those still in force. ``points`` and
    ``tricks`` are what each seat has taken so far, bury and discards counted, ``meld_points`` likewise. ``sides``
    names the side of every seat. ``last_trick`` is added to the last trick: Clover's -2, the blind of a leaster.
    """

    order: Order
    hands: tuple[Mask, ...]
    leader: Seat
    trick: tuple[Card, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    sides: tuple[int, ...]
    piles: tuple[tuple[Seat, Card, Card], ...] = ()
    duties: tuple[Duty, ...] = ()
    melds: TrickMelds | None = None
    meld_points: tuple[int, ...] = ()
    last_trick: int = 0
    aim: Aim = "most points"


MOST_DOUBLERS = 1000
"""More doublings than any evening sees; a stake of two to that power is still a number that can be written."""


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people at a real table know of a finished deal; every game adds what its score sheet prints.

    A deal that was thrown in is a kind of contract too. Dealer, doublers and pot are not facts of the deal: they
    stand in the Standing.
    """

    contract: Contract


class Taken(Struct, frozen=True):
    """What each seat has taken in tricks so far."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]


class Game(Protocol[S]):
    """A game with its options settled. Games are values without memory: everything that happens is in the states.

    ``seats`` players sit round the table, ``sides`` of them (or of their teams) have a column on the score sheet.
    ``legal`` lists the actions in one fixed order; it is empty exactly when the deal is over. ``apply`` trusts its
    caller; everybody but a search goes through ``play.step``, which asks ``refusal`` for the reason of a no. Two games
    of the same kind with the same options are equal.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    phases: ClassVar[tuple[str, ...]]
    """Every phase in which a seat can be asked, in playing order."""
    deal_keys: ClassVar[tuple[str, ...]]
    """The keys under which a transcript writes this game's layout."""
    options_type: ClassVar[type[Options]]
    facts_type: ClassVar[type[Facts]]
    item_kinds: ClassVar[tuple[str, ...]]
    """Every kind of ``ScoreItem`` that a settlement can have."""
    factor_kinds: ClassVar[tuple[str, ...]]
    """Every kind of ``Factor`` in them."""
    seats_option: ClassVar[str | None]
    """The option that sets the number of seats, if one does."""
    zero_sum: ClassVar[bool]
    """Whether what one side gains the others lose, the pot counted; then points are paid as they are."""
    deck: Deck
    seats: int
    sides: int

    @property
    def options(self) -> Options:
        """The table agreements."""

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action that can ever be legal at this table, in one fixed order: an action's number is its place."""

    @property
    def contract_kinds(self) -> tuple[str, ...]:
        """Every kind of contract at this table, those of deals that are thrown in included."""

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...] | None:
        """Who plays together in every deal; ``None`` where partners change from deal to deal."""

    @property
    def longest_deal(self) -> int:
        """No deal takes more decisions than this."""

    @property
    def deals_agreed(self) -> int | None:
        """How many deals a match has if nothing makes it longer; ``None`` where the score decides."""

    def side_of(self, seat: Seat) -> int:
        """The column of the score sheet in which a seat scores."""

    # -- a match -------------------------------------------------------------------------------------------------

    def chance_form(self, standing: Standing | None = None, outcome: Outcome | None = None) -> tuple[Field, ...]:
        """What chance decides before the first deal, or after a deal; each field can be answered by a person.

        ``core.form.answered`` turns the answers into what ``first_standing`` and ``next_standing`` take.
        """

    def first_standing(self, chance: Luck) -> tuple[Standing, tuple[Event, ...]]:
        """The standing before the first deal, and what everybody saw of how it came about."""

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        """The standing before the next deal; ``None``: the match is over."""

    def winners(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The winning side or sides of a match that ended with these scores."""

    # -- a deal --------------------------------------------------------------------------------------------------

    def plan(self, standing: Standing) -> Plan:
        """The pile of every card of the shuffle."""

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[S]:
        """Deal the cards."""

    def layout(self, state: S) -> Deal:
        """The cards as they were dealt."""

    def actor(self, state: S) -> Seat | None:
        """Whose decision it is; ``None`` when the deal is over."""

    def phase(self, state: S) -> str:
        """One of ``phases``, or ``over``."""

    def legal(self, state: S) -> tuple[Action, ...]:
        """What the actor may do."""

    def apply(self, state: S, action: Action) -> Step[S]:
        """Do it; the action is known to be legal."""

    def refusal(self, state: S, action: Action) -> IllegalAction:
        """Why the actor may not do this; says nothing that the actor does not know."""

    def worth_showing(self, state: S) -> tuple[Action, ...]:
        """Actions of this phase that a client shows even when they are not allowed: a steal, a call, a crack.

        Which these are depends on public facts only. Cards are not among them: a client shows all it holds anyway.
        """

    def taken(self, state: S) -> Taken:
        """What each seat has taken so far in tricks; in Widderkopf with the discards that lie on the pile."""

    def order(self, state: S) -> Order | None:
        """The order in force; ``None`` before the contract is known."""

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract that everybody knows."""

    def problem(self, state: S) -> TrickProblem:
        """The trick phase as the kernel wants it; raises ``IllegalAction`` outside it."""

    # -- the score -----------------------------------------------------------------------------------------------

    def outcome(self, state: S) -> Outcome | None:
        """The result once the deal is over."""

    def outcome_if(self, state: S, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends if the seats have taken these points and tricks when the last card falls.

        A search asks this at its leaves; only in the tricks. ``points`` and ``tricks`` are as in ``taken``: in
        tricks; in Widderkopf with the discards that lie on the pile. What else counts (a bury, a blind, melds shown or
        won so far) is in the state. The numbers are a guess and go unchecked.
        """

    def facts_of(self, state: S) -> Facts:
        """A finished deal, reduced to what people at a real table know."""

    def facts_form(self) -> Form:
        """What a scorekeeper is asked, by kind of contract."""

    def outcome_of(self, standing: Standing, facts: Facts) -> Outcome:
        """The settlement of facts that a person gave; refuses in words what cannot have happened.

        Dealer, doublers and pot come from the standing. Points and tricks by seat may be missing in the outcome.
        """


def check_standing(game: Game[Any], standing: Standing) -> Message | None:
    """What is wrong with a standing that somebody gave; ``None``: nothing."""
    if not 0 <= standing.dealer < game.seats:
        sentence = "The dealer must be a seat from 0 to { $last }, not { $dealer }."
        return say("standing-dealer", sentence, last=game.seats - 1, dealer=standing.dealer)
    if len(standing.scores) != game.sides:
        sentence = "This game has { $sides } scores, the table gives { $given }."
        return say("standing-scores", sentence, sides=game.sides, given=len(standing.scores))
    least = min(standing.deal - 1, standing.redeals, standing.doublers, standing.pot)
    if least < 0 or standing.doublers > MOST_DOUBLERS:
        sentence = "A table's deal begins at 1, its other numbers at 0, and doublers end at { $most }."
        return say("standing-numbers", sentence, most=MOST_DOUBLERS)
    return None
