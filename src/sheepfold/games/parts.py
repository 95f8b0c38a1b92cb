"""Shapes that two or more games share, and that a game from outside may build on.

``TrickGame`` fulfils most of the contract of ``core.game`` for any game whose state is a ``DealState``; ``lay`` plays a
card, ``close`` ends a deal, ``card_refusal`` says why a card may not be played. This module is public: what is named in
``__all__`` changes only with a note in the CHANGELOG.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import (
    ACE,
    ALL_CARDS,
    EIGHT,
    JACK,
    KING,
    NINE,
    QUEEN,
    SEVEN,
    SIX,
    SUITS,
    TEN,
    Card,
    Deck,
    Mask,
    Rank,
    Seat,
    Suit,
    card,
    card_text,
)
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadFacts, IllegalAction
from sheepfold.core.events import (
    PLAYED,
    CardsDealt,
    Contract,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealShown,
    Event,
    Outcome,
    Standing,
    TrickWon,
)
from sheepfold.core.form import Field, FieldChoice, checked_facts
from sheepfold.core.game import Facts, Step, Taken, check_standing
from sheepfold.core.message import Message, say
from sheepfold.core.options import Options
from sheepfold.core.order import ACE_TEN_VALUES, CLASS_NAMES, Order, make_order
from sheepfold.core.shuffle import Luck
from sheepfold.core.trick import points_of, winner

TOP_TRUMPS: tuple[Card, ...] = tuple(card(suit, rank) for rank in (QUEEN, JACK) for suit in SUITS)
"""The permanent trumps of the Schafkopf family, strongest first: queens, then jacks, each C S H D."""


class DealState(Struct, frozen=True, kw_only=True, gc=False):
    """What the state of every deal has. ``turn`` is ``None`` when the deal is over."""

    standing: Standing
    deal: Deal
    phase: str
    turn: Seat | None
    hands: tuple[Mask, ...]
    leader: Seat
    trick: tuple[Card, ...] = ()
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    order: Order | None = None
    """Trumps and ranks; ``None`` before the contract is known."""
    contract: Contract | None = None
    """What is played; ``None`` before that is settled, and where the cards were thrown in."""
    outcome: Outcome | None = None
    hidden: tuple[tuple[Seat, Action], ...] = ()
    """What was done out of sight, to be shown when the deal is over."""

    @property
    def speaker(self) -> Seat:
        """Who is asked; asking a deal that is over is a fault."""
        if self.turn is None:
            raise ValueError("nobody is asked when the deal is over")
        return self.turn


class TrickState(DealState, frozen=True, kw_only=True, gc=False):
    """A deal in its tricks: somebody is on turn, and what is played is settled.

    A game derives its own from its ``DealState`` and this, and moves from one to the other by ``recast``.
    """

    turn: Seat
    order: Order
    contract: Contract


D = TypeVar("D", bound=DealState)
T = TypeVar("T", bound=TrickState)


def recast(kind: type[D], state: DealState, **changes: Any) -> D:
    """The state as one of another kind, with changes: into the tricks, and out of them when the deal is over."""
    if type(state) is kind:
        return replace(state, **changes)
    return kind(**{**asdict(state), **changes})


class TrickGame(Generic[D]):
    """What is the same in every game whose state is a ``DealState``: most of the contract of ``core.game``.

    A game supplies the rest, above all ``facts_of`` (from a state to what a scorekeeper would know) and ``_settled``
    (from there to the outcome, unchecked). One pair of functions thus scores played deals, guesses of a search and
    deals that people type in.
    """

    id: ClassVar[str]
    facts_type: ClassVar[type[Facts]]
    item_kinds: ClassVar[tuple[str, ...]] = ()
    factor_kinds: ClassVar[tuple[str, ...]] = ()
    seats_option: ClassVar[str | None] = None
    zero_sum: ClassVar[bool] = False
    options: Options
    seats: int
    sides: int

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.options == self.options

    def __hash__(self) -> int:
        return hash((type(self), self.options))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.options.text()!r})"

    # -- what there is -------------------------------------------------------------------------------------------

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...] | None:
        """Where fewer sides than seats score, every side is a team, and two players are two teams."""
        if self.sides == self.seats and self.seats > 2:
            return None
        return tuple(tuple(range(side, self.seats, self.sides)) for side in range(self.sides))

    @property
    def deals_agreed(self) -> int | None:
        """How many deals a match has if nothing makes it longer; here the score decides."""
        return None

    def side_of(self, seat: Seat) -> int:
        """Teams sit alternately; where everybody scores alone a seat is its own side."""
        return seat % self.sides

    # -- a match -------------------------------------------------------------------------------------------------

    def chance_form(self, standing: Standing | None = None, outcome: Outcome | None = None) -> tuple[Field, ...]:
        """The first dealer is drawn (X3); later on chance has nothing to decide."""
        return () if standing is not None else (dealer_field(range(self.seats), "dealer/1", "X3"),)

    def first_standing(self, chance: Luck) -> tuple[Standing, tuple[Event, ...]]:
        """The first dealer is drawn (X3)."""
        dealer = chance.stream("dealer/1").below(self.seats)
        return Standing(dealer, (0,) * self.sides), (DealerDrawn(dealer),)

    def winners(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The side with the highest score, or all that share it (GQ20, W45, R60, R62, SQ6, CQ26)."""
        return tuple(side for side, score in enumerate(scores) if score == max(scores))

    # -- a deal --------------------------------------------------------------------------------------------------

    def layout(self, state: D) -> Deal:
        """The cards as they were dealt."""
        return state.deal

    def actor(self, state: D) -> Seat | None:
        """Whose decision it is; ``None`` when the deal is over."""
        return state.turn

    def phase(self, state: D) -> str:
        """One of the game's ``phases``, or ``over``."""
        return state.phase

    def order(self, state: D) -> Order | None:
        """The order in force."""
        return state.order

    def taken(self, state: D) -> Taken:
        """What each seat has taken in tricks so far."""
        return Taken(state.points, state.tricks)

    def worth_showing(self, state: D) -> tuple[Action, ...]:
        """Nothing but what is allowed."""
        return ()

    def outcome(self, state: D) -> Outcome | None:
        """The result once the deal is over."""
        return state.outcome

    # -- the score -----------------------------------------------------------------------------------------------

    def facts_of(self, state: D) -> Facts:
        """A finished deal, reduced to what people at a real table know."""
        raise NotImplementedError

    def _check_facts(self, standing: Standing, facts: Any) -> None:
        """Raise ``BadFacts`` for what cannot have happened; types and the standing are known to be right."""
        raise NotImplementedError

    def _settled(self, standing: Standing, facts: Any) -> Outcome:
        """The settlement of facts that are known to be possible."""
        raise NotImplementedError

    def outcome_of(self, standing: Standing, facts: Facts) -> Outcome:
        """The settlement of facts that a person gave."""
        facts = checked_facts(facts, self.facts_type)
        wrong = check_standing(self, standing)  # type: ignore[arg-type]  # every game derived from this is a Game
        if wrong is not None:
            raise BadFacts("standing", wrong, "X1")
        self._check_facts(standing, facts)
        return self._settled(standing, facts)

    def outcome_if(self, state: D, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        """How the deal ends with these points and tricks, which are a guess and go unchecked."""
        return self._finished(replace(state, points=points, tricks=tricks))

    def _finished(self, state: D) -> Outcome:
        """The outcome of a deal whose last card has fallen, with what only a played deal knows."""
        outcome = self._settled(state.standing, self.facts_of(state))
        return replace(outcome, points=state.points, tricks=state.tricks)


def changed(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one place changed."""
    return values[:index] + (value,) + values[index + 1 :]


_BITS = tuple(1 << c for c in ALL_CARDS)


def lay(state: T, card: Card, order: Order, extra: int = 0) -> Step[T]:
    """Play a card. The last card of a trick also gives the trick to its winner, who is then on turn.

    ``extra`` is added to the points of the trick if this card completes it (Clover's last trick).
    """
    seat = state.turn
    left = [*state.hands]
    left[seat] ^= _BITS[card]
    trick = state.trick + (card,)
    seats = len(left)
    if len(trick) < seats:
        turn = seat + 1 if seat + 1 < seats else 0
        return Step(replace(state, hands=tuple(left), trick=trick, turn=turn), PLAYED[seat][card])
    taker = (state.leader + winner(trick, order)) % seats
    worth = points_of(trick, order) + extra
    points, tricks = [*state.points], [*state.tricks]
    points[taker] += worth
    tricks[taker] += 1
    after = replace(state, hands=(*left,), trick=(), turn=taker, leader=taker, points=(*points,), tricks=(*tricks,))
    return Step(after, (PLAYED[seat][card][0], TrickWon(taker, worth)))


def opening_events(standing: Standing, deal: Deal) -> tuple[Event, ...]:
    """The deal begins and every seat gets its hand."""
    hands = deal.hands
    first, seats = standing.dealer + 1, len(hands)
    order = [(first + turn) % seats for turn in range(seats)]
    return (DealBegun(standing), *[CardsDealt(seat, hands[seat].bit_count(), hands[seat]) for seat in order])


def close(kind: type[D], state: DealState, events: tuple[Event, ...], outcome: Outcome) -> Step[D]:
    """End the deal: settle it and show everything to everybody; ``kind`` is the game's state outside the tricks."""
    over = recast(kind, state, phase="over", turn=None, outcome=outcome)
    return Step(over, (*events, DealScored(outcome), DealShown(state.deal, state.hidden)))


def no_tricks() -> IllegalAction:
    """There is nothing for the kernel to solve outside the tricks."""
    return IllegalAction("no_tricks", "There is no trick to solve at this moment.")


def not_over() -> IllegalAction:
    """There are no facts of a deal whose contract is not settled."""
    return IllegalAction("deal_not_over", "This deal is not over yet.", "X4")


def possible_sums(deck: Deck, value: Sequence[int]) -> tuple[int, ...]:
    """By number of cards, a bit for every total that this many cards of the pack can be worth; ``value`` is by card."""
    sums = [1] + [0] * len(deck)
    for c in deck.cards:
        for count in range(len(deck), 0, -1):
            sums[count] |= sums[count - 1] << value[c]
    return tuple(sums)


def dealer_field(seats: Sequence[Seat], stream: str, rule: str, draws: tuple[tuple[int, ...], ...] = ()) -> Field:
    """The question who deals, in place of the chance of that stream; each seat is its own draw unless given."""
    return Field(
        name="dealer",
        label=say("chance-dealer", "Dealer"),
        help=say("chance-dealer-help", "Who deals; chance decides it unless the table names somebody."),
        rule=rule,
        kind="seat",
        choices=tuple(FieldChoice(seat, say("seat-number", "seat { $seat }", seat=seat)) for seat in seats),
        stream=stream,
        draws=draws or tuple((seat,) for seat in seats),
    )


def added(scores: tuple[int, ...], delta: tuple[int, ...]) -> tuple[int, ...]:
    """Scores after a deal."""
    return tuple(score + change for score, change in zip(scores, delta, strict=True))


def queens_and_jacks_order(deck: Deck, suit: Suit | None, special: dict[Card, int] | None = None) -> Order:
    """Queens and jacks on top, then the named suit if there is one; plain suits A 10 K 9 8 7 (6)."""
    plain: tuple[Rank, ...] = (ACE, TEN, KING, NINE, EIGHT, SEVEN) + ((SIX,) if deck.mask & 1 else ())
    trumps = TOP_TRUMPS + (tuple(card(suit, rank) for rank in plain) if suit is not None else ())
    return make_order(deck, trumps=trumps, plain=plain, values=ACE_TEN_VALUES, special=special)


def card_refusal(
    hand: Mask, trick: Sequence[Card], order: Order, action: Play, follow_rule: str, deck: Deck
) -> IllegalAction:
    """Why a card may not be played: it is not there, or the suit led must be followed."""
    refused = not_held(hand, action.card, deck)
    if refused is not None:
        return refused
    led = CLASS_NAMES[order.cls[trick[0]]]
    sentence = "{ $card } was led and you have { $suit }, so you must play { $suit }."
    return IllegalAction("must_follow", sentence, follow_rule, card=card_text(trick[0]), suit=led)


def _foreign(c: Card) -> IllegalAction:
    if 0 <= c < 36:
        return IllegalAction("card_foreign", "{ $card } is not in this game's pack.", "X1", card=card_text(c))
    sentence = "There is no { $number } in this game's pack."
    return IllegalAction("card_foreign", sentence, "X1", key="card_foreign_number", number=str(c))


def not_held(hand: Mask, c: Card, deck: Deck) -> IllegalAction | None:
    """Why a card cannot be taken from a hand: it does not exist, or it is not there."""
    if not 0 <= c < 36 or not deck.mask >> c & 1:
        return _foreign(c)
    if not hand >> c & 1:
        return IllegalAction("card_not_held", "You do not have { $card }.", "X6", card=card_text(c))
    return None


def wrong_moment(phase: Message, wanted: Message, rule: str) -> IllegalAction:
    """The action belongs to another phase."""
    sentence = "That cannot be done in the { $phase }; { $wanted }."
    return IllegalAction("wrong_phase", sentence, rule, phase=phase, wanted=wanted)


__all__ = [
    "TOP_TRUMPS",
    "DealState",
    "TrickGame",
    "TrickState",
    "added",
    "card_refusal",
    "changed",
    "close",
    "dealer_field",
    "lay",
    "no_tricks",
    "not_held",
    "not_over",
    "opening_events",
    "possible_sums",
    "queens_and_jacks_order",
    "recast",
    "wrong_moment",
]
