"""By game: the measures of a profile that only this game has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import DealFacts
from sheepfold.lab.figures.measures import clover, grim, sheepshead, widderkopf
from sheepfold.lab.figures.measures.base import Measure, Measures

MEASURES: dict[str, Measures] = {
    "widderkopf": widderkopf.measures,
    "grim": grim.measures,
    "sheepshead": sheepshead.measures,
    "clover": clover.measures,
}


def own_measures(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    """What only this game has to measure; nothing for a game that is not here."""
    if game.id in MEASURES:
        yield from MEASURES[game.id](game, deals)
