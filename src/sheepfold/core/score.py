"""Itemised scores: a sheet, an explanation and the engine all read the same list."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class ScoreItem(Struct, frozen=True):
    """One line of a settlement: which rule gives which side how much, and for what, in a few words."""

    rule: str
    side: int
    amount: int
    what: str


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
