"""What is written of a deal of Sheepshead."""

from __future__ import annotations

from typing import Any

from sheepfold.core.actions import Alone, Pass, Pick
from sheepfold.core.events import Contract
from sheepfold.core.game import Game
from sheepfold.lab.deals import Finished
from sheepfold.lab.figures.deals.base import DealFigures, side_points


def more(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """How many were asked whether they pick, and whether the picker was alone because no card could be called."""
    asked = sum(isinstance(decided.action, Pass | Pick) for decided in deal.decisions)
    forced = any(isinstance(decided.action, Alone) and decided.choices == 1 for decided in deal.decisions)
    return {"asked": asked, "forced": int(forced), **side_points(game, deal, contract)}


FIGURES = DealFigures(more=more)
