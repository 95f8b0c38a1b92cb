"""What is written of a deal of Clover."""

from __future__ import annotations

from typing import Any

from sheepfold.core.events import Contract
from sheepfold.core.game import Game
from sheepfold.lab.deals import Finished
from sheepfold.lab.figures.deals.base import DealFigures, side_points

MELD_KINDS = frozenset({"melds", "melds_set", "melds_crossed_out", "melds_set_crossed_out"})
"""The items that are written for melds."""


def more(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """What was written for melds and in all, and the melds themselves before anything was crossed out."""
    items = deal.outcome.items
    melds = sum(item.amount for item in items if item.kind in MELD_KINDS)
    written = {"melds_written": melds, "written": sum(item.amount for item in items)}
    return {**written, "melds": sum(deal.outcome.melds), **side_points(game, deal, contract)}


FIGURES = DealFigures(more=more)
