"""By game: the tables of its profiles, the names of its contracts, and what is written of a finished deal."""

from __future__ import annotations

from sheepfold.lab.figures.deals import clover, goathead, grim, sheepshead, widderkopf
from sheepfold.lab.figures.deals.base import NO_FIGURES, DealFigures

FIGURES: dict[str, DealFigures] = {
    "goathead": goathead.FIGURES,
    "widderkopf": widderkopf.FIGURES,
    "grim": grim.FIGURES,
    "sheepshead": sheepshead.FIGURES,
    "clover": clover.FIGURES,
}


def deal_figures(game: str) -> DealFigures:
    """What is special about the deals of a game; of one that is not here, nothing."""
    return FIGURES.get(game, NO_FIGURES)
