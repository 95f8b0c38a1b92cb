"""Who may see what: the only place where that is decided (X8)."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from sheepfold.core.cards import Seat
from sheepfold.core.events import (
    BlindLaid,
    BlindTaken,
    Buried,
    CardsDealt,
    CoinTossed,
    ContractSet,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealShown,
    Discarded,
    Event,
    Given,
    Implied,
    MatchOver,
    MeldWon,
    PartnerShown,
    PickedUp,
    Played,
    RowLaid,
    Said,
    SetAside,
    TableDiscard,
    ThrownIn,
    TrickWon,
    Turn,
    TurnedUp,
    UpCard,
)

OPEN: frozenset[type] = frozenset({Played, TrickWon, Turn, Said})
"""The most frequent events, which everybody sees as they are, so that whoever folds millions need not ask."""


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """The event as this seat sees it; ``None`` is somebody who only watches.

    A new kind of event does not type-check until its audience is named here.
    """
    match event:
        case Played() | TrickWon():  # first, because most events are one of these
            return event
        case CardsDealt(seat=owner) | BlindTaken(seat=owner):
            return event if viewer == owner else replace(event, cards=None)
        case Buried(seat=owner) | Discarded(seat=owner):
            return event if viewer == owner else replace(event, card=None)
        case Given(giver=giver, receiver=receiver):
            return event if viewer in (giver, receiver) else replace(event, card=None)
        case DealBegun() | CoinTossed() | DealerDrawn() | RowLaid() | BlindLaid() | UpCard() | Turn() | Said():
            return event
        case Implied() | TableDiscard() | SetAside() | PickedUp() | ContractSet():
            return event
        case MeldWon() | TurnedUp() | PartnerShown() | ThrownIn() | DealScored() | DealShown() | MatchOver():
            return event
        case _:
            assert_never(event)
