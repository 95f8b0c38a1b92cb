"""Everything that happens, as one closed union.

What a player knows is a fold over the events that player may see. Where part of an event is secret, that part may be
``None``, which means *not for your eyes*; who sees what is decided in ``secrecy.seen_by`` and nowhere else. The public
shell of every event (who did something, how many cards moved) depends on public facts only.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import ALL_CARDS, Card, Mask, Rank, Seat, Suit
from sheepfold.core.deal import Deal
from sheepfold.core.score import ScoreItem


class Standing(Struct, frozen=True, omit_defaults=True):
    """What stands before a deal: who deals, the score, the number of the deal and what the game carries over.

    ``redeals`` counts throw-ins in a row (X10); ``doublers`` and ``pot`` are Sheepshead's (SA3, S36).
    """

    dealer: Seat
    scores: tuple[int, ...]
    deal: int = 1
    redeals: int = 0
    doublers: int = 0
    pot: int = 0


class Contract(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is being played, as far as everybody knows. ``kind`` is the game's own word for it."""

    kind: str
    declarer: Seat | None = None
    suit: Suit | None = None
    rank: Rank | None = None
    high: bool = True
    slam: bool = False
    partner_card: Card | None = None

    @property
    def trump_suit(self) -> Suit:
        """The suit of a contract that names one; asking any other is a fault."""
        if self.suit is None:
            raise ValueError(f"a contract of the kind {self.kind} names no suit")
        return self.suit

    @property
    def declared_by(self) -> Seat:
        """The declarer of a contract that has one; asking any other is a fault."""
        if self.declarer is None:
            raise ValueError(f"a contract of the kind {self.kind} has no declarer")
        return self.declarer


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a deal ended. ``delta`` is by side (seat, or team where the game scores teams); the rest as in a transcript.

    ``doublers`` and ``pot`` are what the next table carries. A deal that was thrown in has no points and no tricks.
    ``same_dealer``: the deal does not pass on and does not count.
    """

    delta: tuple[int, ...]
    items: tuple[ScoreItem, ...] = ()
    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    melds: tuple[int, ...] = ()
    discard_points: tuple[int, ...] = ()
    blind_to: Seat | None = None
    thrown_in: bool = False
    same_dealer: bool = False
    doublers: int = 0
    pot: int = 0


class _Event(Struct, frozen=True, gc=False, tag_field="event"):
    """What all events share: they are values with a tag."""


class DealBegun(_Event, frozen=True):
    """A deal begins at this table."""

    standing: Standing


class CoinTossed(_Event, frozen=True):
    """Grim: the toss that gave the first deal to a team, and which of its seats deals."""

    team: int
    dealer: Seat


class DealerDrawn(_Event, frozen=True):
    """The first dealer was drawn."""

    dealer: Seat


class CardsDealt(_Event, frozen=True):
    """A seat got cards into its hand. Audience of the cards: that seat."""

    seat: Seat
    count: int
    cards: Mask | None
    stage: int = 1


class RowLaid(_Event, frozen=True):
    """A seat's table cards lie face up, each on a covered one that nobody has seen."""

    seat: Seat
    cards: tuple[Card, ...]


class BlindLaid(_Event, frozen=True):
    """That many cards lie face down in the middle."""

    count: int


class UpCard(_Event, frozen=True):
    """A card of this seat's hand was dealt face up."""

    seat: Seat
    card: Card


class Turn(_Event, frozen=True):
    """It is this seat's turn, in this phase. In the tricks the turn follows from the cards and is not announced."""

    seat: Seat
    phase: str


class Said(_Event, frozen=True):
    """A seat said something to the whole table."""

    seat: Seat
    action: Action


class Implied(_Event, frozen=True):
    """What the rules let everybody conclude from what a seat has just said.

    The seat has every card of ``holds`` in its hand, none of ``lacks`` in its hand or laid aside by it, and at least
    one of ``some`` in its hand (0: no such conclusion).
    """

    seat: Seat
    holds: Mask = 0
    lacks: Mask = 0
    some: Mask = 0


class BlindTaken(_Event, frozen=True):
    """A seat took the blind into its hand. Audience of the cards: that seat."""

    seat: Seat
    count: int
    cards: Mask | None


class Buried(_Event, frozen=True):
    """The picker laid a card aside. Audience of the card: the picker."""

    seat: Seat
    card: Card | None


class Discarded(_Event, frozen=True):
    """A sealed discard. Audience of the card: who laid it."""

    seat: Seat
    card: Card | None


class TableDiscard(_Event, frozen=True):
    """Both discards are in, and this one was seen to go from the seat's face-up row."""

    seat: Seat
    card: Card


class Given(_Event, frozen=True):
    """A card went from partner to partner. Audience of the card: these two."""

    giver: Seat
    receiver: Seat
    card: Card | None


class SetAside(_Event, frozen=True):
    """Every seat lays its hand aside unseen."""


class PickedUp(_Event, frozen=True):
    """Every seat takes up again what it had set aside."""


class ContractSet(_Event, frozen=True):
    """What is played is settled."""

    contract: Contract


class Played(_Event, frozen=True):
    """A card was played to the trick."""

    seat: Seat
    card: Card


class TrickWon(_Event, frozen=True):
    """A seat took the trick and, unless it was the last, leads to the next."""

    seat: Seat
    points: int


class MeldWon(_Event, frozen=True):
    """A seat's side scores melds: shown from its hand, or lying in a trick it took."""

    seat: Seat
    points: int


class TurnedUp(_Event, frozen=True):
    """A covered table card of this seat now lies face up, at that place of its row."""

    seat: Seat
    place: int
    card: Card


class PartnerShown(_Event, frozen=True):
    """The called card fell: everybody knows the partner."""

    seat: Seat
    card: Card


class ThrownIn(_Event, frozen=True):
    """Nobody wanted to play; the cards are thrown in under that rule."""

    rule: str


class DealScored(_Event, frozen=True):
    """The deal is over and settled."""

    outcome: Outcome


class DealShown(_Event, frozen=True):
    """After the deal everything is shown: the whole layout and every action that was hidden."""

    deal: Deal
    hidden: tuple[tuple[Seat, Action], ...]


class MatchOver(_Event, frozen=True):
    """The match is over; now the seed may be known."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seed: str | None


Event: TypeAlias = (
    DealBegun
    | CoinTossed
    | DealerDrawn
    | CardsDealt
    | RowLaid
    | BlindLaid
    | UpCard
    | Turn
    | Said
    | Implied
    | BlindTaken
    | Buried
    | Discarded
    | TableDiscard
    | Given
    | SetAside
    | PickedUp
    | ContractSet
    | Played
    | TrickWon
    | MeldWon
    | TurnedUp
    | PartnerShown
    | ThrownIn
    | DealScored
    | DealShown
    | MatchOver
)

# A card played is by far the most frequent event: each exists once, in the tuple a Step wants.
PLAYED: tuple[tuple[tuple[Played], ...], ...] = tuple(tuple((Played(seat, c),) for c in ALL_CARDS) for seat in range(8))
