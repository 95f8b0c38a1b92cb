"""Players that are programs. A bot sees a View and the actions it may choose from; it never holds a state."""

from __future__ import annotations

from collections.abc import Mapping

from sheepfold.bots.contract import NO_LIMIT, Bot, Budget, Decision
from sheepfold.bots.simple import ConventionsBot, RandomBot
from sheepfold.core.errors import SheepfoldError

BOTS: Mapping[str, type[Bot]] = {RandomBot.name: RandomBot, ConventionsBot.name: ConventionsBot}


class UnknownBot(SheepfoldError):
    """There is no bot of that name."""


def make_bot(name: str) -> Bot:
    """A bot by its name.

    >>> make_bot("conventions").name
    'conventions'
    """
    if name not in BOTS:
        raise UnknownBot("unknown_bot", f"There is no bot '{name}'; there are {', '.join(BOTS)}.")
    return BOTS[name]()


__all__ = ["BOTS", "NO_LIMIT", "Bot", "Budget", "ConventionsBot", "Decision", "RandomBot", "UnknownBot", "make_bot"]
