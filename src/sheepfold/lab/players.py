"""Who can sit at a table of the laboratory: every bot, and opponents from outside that only the laboratory knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from sheepfold.bots import BOTS, Bot, UnknownBot, make_bot
from sheepfold.bots.roster import separate
from sheepfold.bots.simple import GeneralBot
from sheepfold.core.errors import BadText
from sheepfold.core.options import split_text
from sheepfold.lab import ismcts

Maker: TypeAlias = Callable[[Mapping[str, str]], Bot]
"""Makes a player out of the options written after its name: ``ismcts(iterations=500)``."""


def _general(options: Mapping[str, str]) -> Bot:
    if options:
        raise UnknownBot("bot_option", "The player 'general' has no options.", key="general_option")
    return GeneralBot()


OUTSIDERS: Mapping[str, Maker] = {"general": _general, "ismcts": ismcts.from_options}
"""Players that are here to be compared with and that nobody else needs, by name."""


def split_players(text: str) -> tuple[str, ...]:
    """Several players, separated by commas; those inside brackets separate options.

    >>> split_players("random, regular(worlds=8,nodes=100)")
    ('random', 'regular(worlds=8,nodes=100)')
    """
    found = separate(text)
    if not all(found):
        raise BadText(
            "players",
            "'{ $text }' is not a list of players; write them like random,conventions.",
            text=text,
            key="players_list",
        )
    return found


@cache
def player(text: str) -> Bot:
    """A player by its name and options; bots come first.

    A player remembers nothing between decisions, so one may sit in many seats.

    >>> player("random").name
    'random'
    """
    name = text.partition("(")[0].strip()
    if name in OUTSIDERS:
        return OUTSIDERS[name](split_text(text)[1])
    try:
        return make_bot(text)
    except UnknownBot as error:
        if error.code != "unknown_bot":
            raise
        known = ", ".join((*BOTS, *OUTSIDERS))
        raise UnknownBot(
            "unknown_bot",
            "There is no player '{ $text }'; there are { $known }.",
            key="unknown_player",
            text=text,
            known=known,
        ) from None
