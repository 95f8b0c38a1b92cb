"""What is written of a deal of Grim."""

from __future__ import annotations

from typing import Any

from sheepfold.core.events import Contract, PickedUp, SetAside
from sheepfold.core.game import Game
from sheepfold.lab.deals import Finished
from sheepfold.lab.figures.deals.base import DealFigures, usual_kind


def kind(contract: Contract, deal: Finished) -> str:
    """Bids are on four cards or on eight."""
    words = usual_kind(contract, deal)
    return words if contract.declarer is None else f"{words} on {sum(deal.outcome.tricks)}"


def more(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """Which of the three auctions was the last."""
    return {"auction": 1 + sum(isinstance(event, SetAside | PickedUp) for event in deal.events)}


FIGURES = DealFigures(kind=kind, more=more)
