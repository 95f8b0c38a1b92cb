"""The contract every game fulfils, and the values that pass through it."""

from __future__ import annotations

from typing import ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Deck, Mask, Seat
from sheepfold.core.deal import Plan
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import Contract, Event, Outcome, Standing
from sheepfold.core.options import Options
from sheepfold.core.order import Order
from sheepfold.core.shuffle import Chance, Shuffle
from sheepfold.core.trick import Duty

S = TypeVar("S")


class Step(Struct, Generic[S], frozen=True, gc=False):
    """A new state and the events that explain it."""

    state: S
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


class Game(Protocol[S]):
    """A game with its options settled. Games are values without memory: everything that happens is in the states.

    ``seats`` players sit round the table, ``sides`` of them (or of their teams) have a column on the score sheet.
    ``legal`` lists the actions in one fixed order; it is empty exactly when the deal is over. ``apply`` trusts its
    caller; everybody but a search goes through ``play.step``, which asks ``refusal`` for the reason of a no.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    phases: ClassVar[tuple[str, ...]]
    """Every phase in which a seat can be asked, in playing order."""
    deal_keys: ClassVar[tuple[str, ...]]
    """The keys under which a transcript writes this game's layout."""
    options_type: ClassVar[type[Options]]
    deck: Deck
    seats: int
    sides: int

    @property
    def options(self) -> Options:
        """The table agreements."""

    def plan(self, standing: Standing) -> Plan:
        """The pile of every card of the shuffle."""

    def first_standing(self, chance: Chance) -> tuple[Standing, tuple[Event, ...]]:
        """The table before the first deal, and what everybody saw of how it came about."""

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[S]:
        """Deal the cards."""

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

    def outcome(self, state: S) -> Outcome | None:
        """The result once the deal is over."""

    def settled(self, state: S, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends if the seats have taken these points and tricks when the last card falls.

        A search asks this at its leaves; only in the tricks. ``points`` are those of tricks; what else counts (a bury,
        a blind, melds shown or won so far) is in the state.
        """

    def next_standing(self, standing: Standing, outcome: Outcome, chance: Chance) -> Standing | None:
        """The table of the next deal; ``None``: the match is over."""

    def winners(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The winning side or sides of a match that ended with these scores."""

    def order(self, state: S) -> Order | None:
        """The order in force; ``None`` before the contract is known."""

    def order_of(self, contract: Contract) -> Order:
        """The order of a contract that everybody knows."""

    def problem(self, state: S) -> TrickProblem:
        """The trick phase as the kernel wants it; raises ``IllegalAction`` outside it."""
