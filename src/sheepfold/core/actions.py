"""Everything a seat can do, as one closed union. The text of an action is the business of ``notation``.

Where a choice needs several cards it is made in small steps (the bury card by card, melds meld by meld), so that each
game has one small fixed action space.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from sheepfold.core.cards import ALL_CARDS, Card, Mask, Rank, Suit
from sheepfold.core.errors import BadText

CrackWord: TypeAlias = Literal["crack", "recrack", "crackback", "corner"]
BidKind: TypeAlias = Literal["suit", "nil", "court", "alone"]


class _Action(Struct, frozen=True, gc=False, tag_field="do", tag=str.lower):
    """What all actions share: they are values, and their tag is their word."""


class Play(_Action, frozen=True):
    """Play a card to the trick."""

    card: Card


class Pass(_Action, frozen=True):
    """Decline: no bid, no answer, no pick."""


class Bid(_Action, frozen=True):
    """Goathead: name a contract. ``suit`` for suit and alone, ``rank`` for a court."""

    kind: BidKind
    suit: Suit | None = None
    rank: Rank | None = None
    slam: bool = False

    @property
    def named_suit(self) -> Suit:
        """The suit of a bid that names one; asking any other is a fault."""
        if self.suit is None:
            raise BadText("bid_suit", "A bid of the kind '{ $kind }' names no suit.", kind=self.kind)
        return self.suit

    @property
    def named_rank(self) -> Rank:
        """The rank of a court; asking any other bid is a fault."""
        if self.rank is None:
            raise BadText("bid_rank", "A bid of the kind '{ $kind }' names no rank.", kind=self.kind)
        return self.rank


class Steal(_Action, frozen=True):
    """Goathead: take the leading bid for oneself."""


class Trump(_Action, frozen=True):
    """Name the trump suit; ``None`` is Grim's game without trumps."""

    suit: Suit | None


class Discard(_Action, frozen=True):
    """Widderkopf: lay a card face down on the opponent's capture pile."""

    card: Card


class Crack(_Action, frozen=True):
    """Widderkopf: the next word of the crack chain."""

    word: CrackWord


class Grim(_Action, frozen=True):
    """Grim: undertake to win every trick."""


class Double(_Action, frozen=True):
    """Grim: take a Grim over as a Double Grim."""


class Predeclare(_Action, frozen=True):
    """Grim: name the trump suit of a possible Make-5."""

    suit: Suit


class NameOrder(_Action, frozen=True):
    """Grim: high (ace strongest) or low (seven strongest)."""

    high: bool


class Pick(_Action, frozen=True):
    """Sheepshead: take the blind."""


class Bury(_Action, frozen=True):
    """Sheepshead: lay one card aside for the picker's side."""

    card: Card


class Call(_Action, frozen=True):
    """Sheepshead: call the card whose holder is the partner."""

    card: Card


class Alone(_Action, frozen=True):
    """Sheepshead: play without a partner."""


class Middle(_Action, frozen=True):
    """Sheepshead: the last bidder says which of the two middle totals wins a mittler."""

    upper: bool


class Accept(_Action, frozen=True):
    """Clover: play with the suit of the up-card as trumps."""


class NoTrump(_Action, frozen=True):
    """Clover: play without trumps."""


class Give(_Action, frozen=True):
    """Clover: pass a card to one's partner."""

    card: Card


class Show(_Action, frozen=True):
    """Clover: lay a meld on the table."""

    cards: Mask


Action: TypeAlias = (
    Play
    | Pass
    | Bid
    | Steal
    | Trump
    | Discard
    | Crack
    | Grim
    | Double
    | Predeclare
    | NameOrder
    | Pick
    | Bury
    | Call
    | Alone
    | Middle
    | Accept
    | NoTrump
    | Give
    | Show
)

A = TypeVar("A")


def _by_suit(make: Callable[[Card], A]) -> list[tuple[tuple[A, ...], ...]]:
    """For every suit, by the nine bits of a mask that are its cards: one action for each card, in deck order."""
    made = tuple(make(c) for c in ALL_CARDS)
    return [
        tuple(tuple(made[9 * suit + rank] for rank in range(9) if bits >> rank & 1) for bits in range(512))
        for suit in range(4)
    ]


def by_mask(make: Callable[[Card], A]) -> Callable[[Mask], tuple[A, ...]]:
    """A function that turns a mask into one action per card, in deck order, from tables made when it is first asked."""
    tables: list[tuple[tuple[A, ...], ...]] = []

    def actions(mask: Mask) -> tuple[A, ...]:
        if not tables:
            tables.extend(_by_suit(make))
        clubs, spades, hearts, diamonds = tables
        return clubs[mask & 511] + spades[mask >> 9 & 511] + hearts[mask >> 18 & 511] + diamonds[mask >> 27]

    return actions


_CLUBS, _SPADES, _HEARTS, _DIAMONDS = _by_suit(Play)


def plays(mask: Mask) -> tuple[Play, ...]:
    """Every card of the mask to be played: as ``by_mask``, but asked for every trick, so nothing is looked up first."""
    return _CLUBS[mask & 511] + _SPADES[mask >> 9 & 511] + _HEARTS[mask >> 18 & 511] + _DIAMONDS[mask >> 27]


buries = by_mask(Bury)
discards = by_mask(Discard)
gives = by_mask(Give)
PASS = Pass()
