"""Sheepfold: five trick-taking card games on one engine.

This is the front of the package; docs/api.md lists what else is public. A name is imported when it is first asked for,
so ``import sheepfold`` costs next to nothing.

>>> import sheepfold
>>> driver = sheepfold.drive(sheepfold.make_game("grim"), "lamb")
>>> question = driver.question()
>>> question.seat == question.view.turn
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheepfold.bots.roster import make_bot
    from sheepfold.core.cards import CardSet, parse_card
    from sheepfold.core.errors import (
        BadDeal,
        BadFacts,
        BadOptions,
        BadRecord,
        BadText,
        IllegalAction,
        SheepfoldError,
    )
    from sheepfold.core.events import Standing
    from sheepfold.core.game import Game
    from sheepfold.core.message import Message
    from sheepfold.core.shuffle import Chance
    from sheepfold.notation.reading import read_record, write_record
    from sheepfold.notation.records import Record
    from sheepfold.play.driver import Driver, by_bots, drive, play_deal, play_match
    from sheepfold.play.log import Listener, Log
    from sheepfold.play.match import Match
    from sheepfold.play.player import Bot, Budget, Decision, Question
    from sheepfold.play.view import View
    from sheepfold.play.worlds import Worlds
    from sheepfold.registry import BOTS, GAMES, make_game
    from sheepfold.solver.face import reaches, solve, solve_all, solve_worlds

__version__ = "0.1.0"

__all__ = [
    "BOTS",
    "GAMES",
    "BadDeal",
    "BadFacts",
    "BadOptions",
    "BadRecord",
    "BadText",
    "Bot",
    "Budget",
    "CardSet",
    "Chance",
    "Decision",
    "Driver",
    "Game",
    "IllegalAction",
    "Listener",
    "Log",
    "Match",
    "Message",
    "Question",
    "Record",
    "SheepfoldError",
    "Standing",
    "View",
    "Worlds",
    "by_bots",
    "drive",
    "make_bot",
    "make_game",
    "parse_card",
    "play_deal",
    "play_match",
    "reaches",
    "read_record",
    "solve",
    "solve_all",
    "solve_worlds",
    "write_record",
]

_HOME = {
    "bots.roster": ("make_bot",),
    "core.cards": ("CardSet", "parse_card"),
    "core.errors": (
        "BadDeal",
        "BadFacts",
        "BadOptions",
        "BadRecord",
        "BadText",
        "IllegalAction",
        "SheepfoldError",
    ),
    "core.events": ("Standing",),
    "core.game": ("Game",),
    "core.message": ("Message",),
    "core.shuffle": ("Chance",),
    "notation.reading": ("read_record", "write_record"),
    "notation.records": ("Record",),
    "play.driver": ("Driver", "by_bots", "drive", "play_deal", "play_match"),
    "play.log": ("Listener", "Log"),
    "play.match": ("Match",),
    "play.player": ("Bot", "Budget", "Decision", "Question"),
    "play.view": ("View",),
    "play.worlds": ("Worlds",),
    "registry": ("BOTS", "GAMES", "make_game"),
    "solver.face": ("reaches", "solve", "solve_all", "solve_worlds"),
}
"""The module of every name: the imports above once more, for when the program runs; a test compares them."""


if not TYPE_CHECKING:  # a type checker would take it as leave to ask for any name

    def __getattr__(name: str) -> object:
        """Import a public name the first time it is asked for (PEP 562)."""
        from importlib import import_module

        for module, names in _HOME.items():
            if name in names:
                found = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, imported or not, with whatever else the module has."""
    return sorted({*globals(), *__all__})
