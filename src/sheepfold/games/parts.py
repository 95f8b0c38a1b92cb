"""Shapes that two or more games share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import (
    JACK,
    QUEEN,
    RANK_MASKS,
    SUIT_WORDS,
    SUITS,
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
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import (
    PLAYED,
    CardsDealt,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealShown,
    Event,
    Outcome,
    Standing,
    TrickWon,
)
from sheepfold.core.game import Step
from sheepfold.core.order import ACE_TEN_VALUES, TRUMP, Order, make_order
from sheepfold.core.shuffle import Chance
from sheepfold.core.trick import points_of, winner

TOP_TRUMPS: tuple[Card, ...] = tuple(card(suit, rank) for rank in (QUEEN, JACK) for suit in SUITS)
"""The permanent trumps of the Schafkopf family, strongest first: queens, then jacks, each C S H D."""
TOP_TRUMP_MASK: Mask = RANK_MASKS[QUEEN] | RANK_MASKS[JACK]


class TrickState(Struct, frozen=True, kw_only=True, gc=False):
    """What the state of every game with tricks has. ``turn`` is ``None`` when the deal is over."""

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
    outcome: Outcome | None = None
    hidden: tuple[tuple[Seat, Action], ...] = ()
    """What was done out of sight, to be shown when the deal is over."""


T = TypeVar("T", bound=TrickState)


class TrickGame(Generic[T]):
    """What is the same in every game whose state is a ``TrickState``."""

    seats: int
    sides: int

    def first_standing(self, chance: Chance) -> tuple[Standing, tuple[Event, ...]]:
        """The first dealer is drawn (X3)."""
        dealer = chance.stream("dealer/1").below(self.seats)
        return Standing(dealer, (0,) * self.sides), (DealerDrawn(dealer),)

    def actor(self, state: T) -> Seat | None:
        """Whose decision it is; ``None`` when the deal is over."""
        return state.turn

    def phase(self, state: T) -> str:
        """One of the game's ``phases``, or ``over``."""
        return state.phase

    def order(self, state: T) -> Order | None:
        """The order in force."""
        return state.order

    def outcome(self, state: T) -> Outcome | None:
        """The result once the deal is over."""
        return state.outcome

    def winners(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """The side with the highest score, or all that share it (GQ20, W45, R60, R62, SQ6, CQ26)."""
        return tuple(side for side, score in enumerate(scores) if score == max(scores))


def changed(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one place changed."""
    return values[:index] + (value,) + values[index + 1 :]


def lay(state: T, card: Card, order: Order, extra: int = 0) -> Step[T]:
    """Play a card. The last card of a trick also gives the trick to its winner, who is then on turn.

    ``extra`` is added to the points of the trick if this card completes it (Clover's last trick).
    """
    seat = state.turn
    assert seat is not None
    left = [*state.hands]
    left[seat] ^= 1 << card
    trick = state.trick + (card,)
    seats = len(left)
    if len(trick) < seats:
        return Step(replace(state, hands=(*left,), trick=trick, turn=(seat + 1) % seats), PLAYED[seat][card])
    taker = (state.leader + winner(trick, order)) % seats
    worth = points_of(trick, order) + extra
    points, tricks = [*state.points], [*state.tricks]
    points[taker] += worth
    tricks[taker] += 1
    after = replace(state, hands=(*left,), trick=(), turn=taker, leader=taker, points=(*points,), tricks=(*tricks,))
    return Step(after, (PLAYED[seat][card][0], TrickWon(taker, worth)))


def opening_events(standing: Standing, deal: Deal) -> tuple[Event, ...]:
    """The deal begins and every seat gets its hand."""
    seats = len(deal.hands)
    order = ((standing.dealer + 1 + turn) % seats for turn in range(seats))
    return (DealBegun(standing), *(CardsDealt(seat, deal.hands[seat].bit_count(), deal.hands[seat]) for seat in order))


def close(state: T, events: tuple[Event, ...], outcome: Outcome) -> Step[T]:
    """End the deal: settle it and show everything to everybody."""
    over = replace(state, phase="over", turn=None, outcome=outcome)
    return Step(over, (*events, DealScored(outcome), DealShown(state.deal, state.hidden)))


def added(scores: tuple[int, ...], delta: tuple[int, ...]) -> tuple[int, ...]:
    """Scores after a deal."""
    return tuple(score + change for score, change in zip(scores, delta, strict=True))


def queens_and_jacks_order(deck: Deck, suit: Suit | None, special: dict[Card, int] | None = None) -> Order:
    """Queens and jacks on top, then the named suit if there is one; plain suits A 10 K 9 8 7 (6)."""
    plain: tuple[Rank, ...] = (8, 4, 7, 3, 2, 1) + ((0,) if deck.mask & 1 else ())
    trumps = TOP_TRUMPS + (tuple(card(suit, rank) for rank in plain) if suit is not None else ())
    return make_order(deck, trumps=trumps, plain=plain, values=ACE_TEN_VALUES, special=special)


def card_refusal(
    hand: Mask, trick: Sequence[Card], order: Order, action: Play, follow_rule: str, deck: Deck
) -> IllegalAction:
    """Why a card may not be played: it is not there, or the suit led must be followed."""
    text = card_text(action.card) if 0 <= action.card < 36 else str(action.card)
    if not 0 <= action.card < 36 or not deck.mask >> action.card & 1:
        return IllegalAction("card_foreign", f"There is no {text} in this game's pack.", "X1")
    if not hand >> action.card & 1:
        return IllegalAction("card_not_held", f"You do not have {text}.", "X6")
    led = order.cls[trick[0]]
    name = "trumps" if led == TRUMP else SUIT_WORDS[led]
    return IllegalAction(
        "must_follow", f"{card_text(trick[0])} was led and you have {name}, so you must play {name}.", follow_rule
    )


def wrong_moment(phase: str, wanted: str, rule: str) -> IllegalAction:
    """The action belongs to another phase."""
    return IllegalAction("wrong_phase", f"That cannot be done in the {phase}; {wanted}.", rule)
