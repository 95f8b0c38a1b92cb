"""What follows what, what beats what and what each card is worth under one contract.

Under a contract every card belongs to exactly one class: one of the four plain suits or the trumps (X2). Following,
winning and counting are all read off one table made once for each contract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from sheepfold.core.cards import (
    ACE,
    ALL_CARDS,
    JACK,
    KING,
    QUEEN,
    SUIT_NAMES,
    SUITS,
    TEN,
    Card,
    Deck,
    Mask,
    Rank,
    Suit,
    card,
    mask_of,
    rank_of,
    suit_of,
)
from sheepfold.core.message import Message, say

TRUMP = 4
"""The class of trumps; classes 0 to 3 are the plain suits."""
CLASS_NAMES: tuple[Message, ...] = (*SUIT_NAMES, say("class-trumps", "trumps"))
"""The classes as they stand in a message."""

ACE_TEN_VALUES: Mapping[Rank, int] = {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}
"""Card points of the Schafkopf family: ace 11, ten 10, king 4, queen 3, jack 2."""


class Order(Struct, frozen=True):
    """One contract's table. ``power[led class][card]`` is 0 for a card that cannot win the trick, else its strength."""

    trumps: tuple[Card, ...]
    plain: tuple[Rank, ...]
    cls: tuple[int, ...]
    classes: tuple[Mask, ...]
    power: tuple[tuple[int, ...], ...]
    value: tuple[int, ...]

    @property
    def trump_mask(self) -> Mask:
        """All trumps."""
        return self.classes[TRUMP]

    def strongest_first(self, cards: Mask) -> tuple[Card, ...]:
        """The cards sorted as a hand is held: trumps first, then the suits, each from the top."""
        return tuple([c for c in self.listing if cards >> c & 1])

    @property
    def listing(self) -> tuple[Card, ...]:
        """Every card of the deck in the order a hand is held."""
        return _listing(self.trumps, self.plain, self.classes)


@lru_cache(maxsize=256)
def _listing(trumps: tuple[Card, ...], plain: tuple[Rank, ...], classes: tuple[Mask, ...]) -> tuple[Card, ...]:
    held = tuple(card(suit, rank) for suit in SUITS for rank in plain if classes[suit] >> card(suit, rank) & 1)
    return trumps + held


def make_order(
    deck: Deck,
    *,
    trumps: Sequence[Card],
    plain: Sequence[Rank],
    values: Mapping[Rank, int],
    special: Mapping[Card, int] | None = None,
) -> Order:
    """Make the table: trumps and plain ranks from the strongest down, values by rank, ``special`` values by card."""
    trump_mask = mask_of(trumps)
    if trump_mask & ~deck.mask or trump_mask.bit_count() != len(trumps):
        raise ValueError("trumps must be distinct cards of the deck")
    classes = [0, 0, 0, 0, trump_mask]
    cls = [0] * 36
    strength = [0] * 36
    for c in deck.cards:
        own: Suit = TRUMP if trump_mask >> c & 1 else suit_of(c)
        cls[c] = own
        if own != TRUMP:
            classes[own] |= 1 << c
            strength[c] = len(plain) - plain.index(rank_of(c))
    for place, c in enumerate(reversed(trumps)):
        strength[c] = 100 + place
    power = tuple(tuple(strength[c] if cls[c] in (led, TRUMP) else 0 for c in ALL_CARDS) for led in range(5))
    value = [values.get(rank_of(c), 0) if deck.mask >> c & 1 else 0 for c in ALL_CARDS]
    for c, worth in (special or {}).items():
        value[c] = worth
    return Order(tuple(trumps), tuple(plain), tuple(cls), tuple(classes), power, tuple(value))
