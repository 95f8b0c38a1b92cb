"""The tables of Widderkopf's profiles, and what is written of a deal.

The lower score names the trumps, at a level score the non-dealer, who also leads; so in every second round of dealers
the dealer is one point behind and names them. Thus leading and choosing do not go together, and the mean over all deals
shows each alone.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sheepfold.core.actions import Crack
from sheepfold.core.events import Contract, Said, Standing
from sheepfold.core.game import Game
from sheepfold.lab.deals import Finished, level_standing
from sheepfold.lab.figures.deals.base import DealFigures, side_points


def standing(game: Game[Any], number: int) -> Standing:
    """Level, or with the dealer one point behind."""
    level = level_standing(game, number)
    if number // game.seats % 2:
        return replace(level, scores=tuple(int(seat != level.dealer) for seat in range(game.seats)))
    return level


def more(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """The length of the crack chain and who began it."""
    cracks = [event.seat for event in deal.events if isinstance(event, Said) and isinstance(event.action, Crack)]
    found = {"calls": len(cracks), **side_points(game, deal, contract)}
    return {**found, "cracker": cracks[0]} if cracks else found


FIGURES = DealFigures(standing=standing, more=more)
