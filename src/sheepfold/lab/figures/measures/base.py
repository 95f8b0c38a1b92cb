"""What a measure is, and what the measures of all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import DealFacts
from sheepfold.lab.stats import Estimate, rate

Unit: TypeAlias = Literal["rate", "points", "count"]
"""A share, game points won or lost, or something that is merely counted."""


class Measure(Struct, frozen=True, omit_defaults=True):
    """One line of a profile; ``published`` is a figure that others have given for the same thing."""

    group: str
    name: str
    unit: Unit
    estimate: Estimate
    published: float | None = None


Measures: TypeAlias = Callable[[Game[Any], Sequence[DealFacts]], Iterator[Measure]]

OVER_OTHERS = "game points over the others"


def share(hits: Sequence[bool]) -> Estimate:
    """How many of them are true."""
    return rate(sum(hits), len(hits))


def over_others(game: Game[Any], deal: DealFacts, seat: int) -> float:
    """What a seat got more than the other team or, where there are no teams, than the other seats on average."""
    teams = game.teams is not None
    others = [got for other, got in enumerate(deal.delta) if ((other - seat) % 2 if teams else other != seat)]
    return deal.delta[seat] - fmean(others)


def column(deals: Sequence[DealFacts], name: str) -> list[float]:
    """One of the numbers that only this game has, of every deal."""
    return [deal.more[name] for deal in deals]
