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
    found = re.fullmatch(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*", text)
    name, given = (found[1], found[2]) if found else (text, None)
    if name not in BOTS:
        raise UnknownBot("unknown_bot", f"There is no bot '{name}'; there are {', '.join(BOTS)}.")
    if name in SIMPLE:
        if given:
            raise UnknownBot("bot_option", f"The bot '{name}' has no options.")
        return SIMPLE[name]()
    options: dict[str, int] = {}
    for each in given.split(",") if given and given.strip() else ():
        key, value = _option(each)
        if key in options:
            raise UnknownBot("bot_option", f"The option {key} is given twice.")
        options[key] = value
    return LevelBot(name, **options)


def _option(written: str) -> tuple[str, int]:
    key, _, value = (part.strip() for part in written.partition("="))
    if key not in OPTIONS:
        raise UnknownBot("bot_option", f"A bot has no option '{key}'; there are {', '.join(OPTIONS)}.")
    least, most = OPTIONS[key]
    if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise UnknownBot("bot_option", f"The option {key} is a whole number from {least} to {most}, not '{value}'.")
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
