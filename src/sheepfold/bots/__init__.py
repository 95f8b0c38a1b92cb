"""Players that are programs. A bot sees a View and the actions it may choose from; it never holds a state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sheepfold.bots.contract import NO_LIMIT, Bot, Budget, Decision
from sheepfold.bots.levels import LEVELS, OPTIONS, LevelBot
from sheepfold.bots.simple import ConventionsBot, RandomBot
from sheepfold.core.errors import SheepfoldError

SIMPLE: Mapping[str, Callable[[], Bot]] = {RandomBot.name: RandomBot, ConventionsBot.name: ConventionsBot}
BOTS: tuple[str, ...] = (*SIMPLE, *LEVELS)
"""The names of all bots, from the weakest to the strongest as far as they are measured."""


class UnknownBot(SheepfoldError):
    """There is no bot of that name, or it has no such option."""


def make_bot(text: str) -> Bot:
    """A bot by its name; a level may be changed in brackets.

    >>> make_bot("conventions").name, make_bot("regular(worlds=4)").name
    ('conventions', 'regular(worlds=4)')
    """
    found = re.fullmatch(r"(\w+)(?:\(([^()]*)\))?", text.replace(" ", ""))
    name, given = (found[1], found[2]) if found else (text, None)
    if name not in BOTS:
        raise UnknownBot("unknown_bot", f"There is no bot '{name}'; there are {', '.join(BOTS)}.")
    if name in SIMPLE:
        if given:
            raise UnknownBot("bot_option", f"The bot '{name}' has no options.")
        return SIMPLE[name]()
    return LevelBot(name, **dict(_option(each) for each in given.split(",") if each) if given else {})


def _option(written: str) -> tuple[str, int]:
    key, _, value = written.partition("=")
    if key not in OPTIONS:
        raise UnknownBot("bot_option", f"A bot has no option '{key}'; there are {', '.join(OPTIONS)}.")
    if not re.fullmatch(r"\d{1,9}", value) or (int(value) == 0 and key in ("worlds", "nodes")):
        raise UnknownBot("bot_option", f"The option {key} must be a whole number, and no zero budget, not '{value}'.")
    return key, int(value)


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
    "make_bot",
]
