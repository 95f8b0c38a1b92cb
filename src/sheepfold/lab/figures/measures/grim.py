"""How far the auctions of Grim go, and who wins a Make-5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import DealFacts
from sheepfold.lab.figures.measures.base import Measure, share


def measures(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    """In which auction somebody bids, and how often the leading team wins a Make-5."""
    for auction in (1, 2, 3):
        ended = [deal.declarer is not None and deal.more["auction"] == auction for deal in deals]
        yield Measure("auctions, of all deals", f"bid in auction {auction}", "rate", share(ended))
    won = [deal.delta[deal.leader] > 0 for deal in deals if deal.kind == "make5" and deal.leader is not None]
    yield Measure("Make-5", "won by the leading team", "rate", share(won))
