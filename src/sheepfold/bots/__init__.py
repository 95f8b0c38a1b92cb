"""Players that are programs. A bot sees a View and the actions it may choose from; it never holds a state."""

from __future__ import annotations

from sheepfold.bots.levels import LEVELS, LevelBot
from sheepfold.bots.roster import UnknownBot, known_bot, make_bot
from sheepfold.bots.simple import ConventionsBot, RandomBot
from sheepfold.play.player import NO_LIMIT, Bot, Budget, Decision
from sheepfold.registry import BOTS

__all__ = [
    "BOTS",
    "LEVELS",
    "NO_LIMIT",
    "Bot",
    "Budget",
    "ConventionsBot",
    "Decision",
    "LevelBot",
    "RandomBot",
    "UnknownBot",
    "known_bot",
    "make_bot",
]
