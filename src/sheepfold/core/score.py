"""Itemised scores: a sheet, an explanation and the engine all read the same list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod

from msgspec import Struct

from sheepfold.core.message import Message, Value


class Factor(Struct, frozen=True):
    """One factor of an amount that is a product: what it is, its number, and the rules that say so.

    ``kind`` is one of its game's ``factor_kinds``. Factors multiply up to the amount, its sign included.
    """

    kind: str
    number: int | float
    rules: tuple[str, ...]


class ScoreItem(Struct, frozen=True):
    """One line of a settlement: which rule gives which side how much, and for what.

    ``kind`` is one of its game's ``item_kinds``: whoever computes with items reads the kind and the numbers, never the
    words. ``factors`` are there where the amount is a product, and multiply up to it.
    """

    kind: str
    rule: str
    side: int
    amount: int
    what: Message
    factors: tuple[Factor, ...] = ()

    @property
    def numbers(self) -> Mapping[str, Value]:
        """The numbers that its words name."""
        return self.what.values


def totals(items: Iterable[ScoreItem], sides: int) -> tuple[int, ...]:
    """The change of score of every side (seats, or teams where the game scores teams)."""
    result = [0] * sides
    for item in items:
        result[item.side] += item.amount
    return tuple(result)


def check_zero_sum(items: Iterable[ScoreItem]) -> None:
    """Raise if payments that must balance do not; a failure here is a fault of the rules code, never of a user."""
    total = sum(item.amount for item in items)
    if total:
        raise AssertionError(f"payments do not balance: {total:+d}")


def product(factors: Iterable[Factor]) -> float:
    """What the factors make together."""
    return prod(factor.number for factor in factors)
