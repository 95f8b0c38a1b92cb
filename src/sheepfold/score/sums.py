"""Several evenings added up by person."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sheepfold.score.evening import Evening


class Sum(Struct, frozen=True):
    """What a person has from several evenings: their number, points by title of the game, cents by currency."""

    name: str
    evenings: int
    points: dict[str, int]
    cents: dict[str, int]


def added_up(evenings: Sequence[Evening]) -> list[Sum]:
    """Everybody's sums, whoever has most money first; the same name, in whatever case, is the same person."""
    found: dict[str, Sum] = {}
    for evening in evenings:
        title, balances, currency = evening.game.title, evening.balances, evening.currency
        for name, points in evening.points.items():
            before = found.get(name.casefold(), Sum(name, 0, {}, {}))
            by_game = {**before.points, title: before.points.get(title, 0) + points}
            cents = {**before.cents, currency: before.cents.get(currency, 0) + balances[name]}
            found[name.casefold()] = Sum(before.name, before.evenings + 1, by_game, cents)
    return sorted(found.values(), key=lambda each: (-sum(each.cents.values()), each.name))
