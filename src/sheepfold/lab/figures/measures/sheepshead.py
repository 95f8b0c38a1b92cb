"""Who picks in Sheepshead, and how often nobody does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import DealFacts
from sheepfold.lab.figures.measures.base import Measure, column, share
from sheepfold.lab.stats import rate, ratio

PUBLISHED = {"picks": 0.329, "alone": 0.066, "leaster": 0.092}
"""Of a trained player at five players with called ace and leaster; only a rate for each time asked fits the first."""


def measures(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    """Picks, picks without a partner, and leasters."""
    known: Mapping[str, float] = PUBLISHED if game.options.text() == "sheepshead" else {}
    picked = [deal for deal in deals if deal.declarer is not None]
    picks = ratio([float(deal.declarer is not None) for deal in deals], column(deals, "asked"))
    alone = share([not deal.partners for deal in picked])
    forced = share([bool(deal.more["forced"]) for deal in picked])
    leaster = share([deal.kind == "leaster" for deal in deals])
    group = "picking"
    yield Measure(group, "picks, of all times asked", "rate", picks, known.get("picks"))
    yield Measure(group, "without a partner, of all picks", "rate", alone, known.get("alone"))
    yield Measure(group, "for want of a card to call, of all picks", "rate", forced)
    yield Measure(group, "leaster, of all deals", "rate", leaster, known.get("leaster"))
    yield Measure(group, "picked, of all deals", "rate", rate(len(picked), len(deals)))
