"""What melds are worth in Clover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import DealFacts
from sheepfold.lab.figures.measures.base import Measure, column
from sheepfold.lab.stats import mean, ratio


def measures(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    """The share of melds in the score, and both in points."""
    played = [deal for deal in deals if deal.declarer is not None]
    written = column(played, "written")
    yield Measure("melds", "share of the score", "rate", ratio(column(played, "melds_written"), written))
    yield Measure("melds", "score of a deal, both teams", "count", mean(written))
    yield Measure("melds", "meld points of a deal before any are crossed out", "count", mean(column(played, "melds")))
