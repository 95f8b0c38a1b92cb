"""What choosing trumps and cracking are worth in Widderkopf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import DealFacts
from sheepfold.lab.figures.measures.base import OVER_OTHERS, Measure, over_others, share
from sheepfold.lab.stats import mean, rate


def measures(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    """What choosing trumps and cracking are worth; a chain of calls doubles the value of the deal with every word."""
    choosing = [over_others(game, deal, deal.declarer) for deal in deals if deal.declarer is not None]
    yield Measure(OVER_OTHERS, "choosing trumps", "points", mean(choosing))
    cracked = [deal for deal in deals if deal.more["calls"]]
    yield Measure("cracks", "cracked, of all deals", "rate", rate(len(cracked), len(deals)))
    for calls, word in enumerate(("recrack", "crackback", "corner"), 2):
        longer = share([deal.more["calls"] >= calls for deal in deals])
        yield Measure("cracks", f"with a {word}, of all deals", "rate", longer)
    margins = [over_others(game, deal, deal.more["cracker"]) for deal in cracked]
    simple = [margin / 2 ** deal.more["calls"] for margin, deal in zip(margins, cracked, strict=True)]
    gains = [margin - single for margin, single in zip(margins, simple, strict=True)]
    yield Measure("cracks", "cracker wins", "rate", rate(sum(margin > 0 for margin in margins), len(margins)))
    yield Measure("cracks", "cracker over the other", "points", mean(margins))
    yield Measure("cracks", "the same at the simple value", "points", mean(simple))
    yield Measure("cracks", "gain by the calls", "points", mean(gains))
    calm = [over_others(game, deal, deal.dealer) for deal in deals if not deal.more["calls"]]
    yield Measure("cracks", "dealer over the other where nobody cracked", "points", mean(calm))
