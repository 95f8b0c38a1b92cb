"""Click parameter types shared by several commands, and what their help must name. Imports nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from sheepfold.registry import BOTS, GAMES

OUTSIDERS = ("general", "ismcts")
"""Players that only the laboratory knows."""
DEFAULT_BOTS = "regular"
DEFAULT_PACE = "normal"
PACES = ("none", "fast", "normal", "slow", "enter")
"""How long to look at what others play."""

FORCED = ("play", "ask")
"""What becomes of the only card that may be played."""

FILE = click.Path(path_type=Path)

LAST = Path("\0")
"""No file has this name: the match that was played last."""


class SavedMatch(click.ParamType):  # type: ignore[type-arg]
    """A file to go on with, or the match that was played last."""

    name = "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path as it is; whether it can be read is for others to say."""
        return value if isinstance(value, Path) else Path(str(value))


class PlayerText(click.ParamType):  # type: ignore[type-arg]
    """A player of the laboratory, perhaps with options, or several separated by commas; the laboratory checks them."""

    name = "player"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """All players, for the last of the list."""
        return _last_of_list(incomplete, (*BOTS, *OUTSIDERS))


class BotList(click.ParamType):  # type: ignore[type-arg]
    """A bot by its name, perhaps with options, or several separated by commas; the bots themselves check them."""

    name = "bots"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """All bots, for the last of the list."""
        return _last_of_list(incomplete, BOTS)


def _last_of_list(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(before + comma + name) for name in names if name.startswith(last)]


class GameText(click.ParamType):  # type: ignore[type-arg]  # older clicks have no argument there
    """A game by its name, its options text or a preset; the rules themselves check it."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Games, and after a colon their presets."""
        names = [*GAMES, *(f"{name}:{preset}" for name, game in GAMES.items() for preset in game.options_type.presets)]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]
