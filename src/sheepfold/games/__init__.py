"""The registry: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheepfold.core.errors import BadOptions
from sheepfold.core.game import Game
from sheepfold.core.options import parse_value, split_text
from sheepfold.games.clover import Clover
from sheepfold.games.goathead import Goathead
from sheepfold.games.grim import Grim
from sheepfold.games.sheepshead import Sheepshead
from sheepfold.games.widderkopf import Widderkopf

GAMES: Mapping[str, Any] = {
    "goathead": Goathead,
    "widderkopf": Widderkopf,
    "grim": Grim,
    "sheepshead": Sheepshead,
    "clover": Clover,
}


def make_game(text: str, **values: Any) -> Game[Any]:
    """A game from its options text, its preset (``widderkopf:short``) or its name and option values.

    >>> make_game("goathead(target=20)").options.text()
    'goathead(target=20)'
    """
    text, colon, preset = text.partition(":")
    name, written = split_text(text)
    if name not in GAMES:
        raise BadOptions("unknown_game", f"There is no game '{name}'; there are {', '.join(GAMES)}.")
    game = GAMES[name]
    if colon:
        presets = game.options_type.presets
        if preset.strip() not in presets:
            raise BadOptions("unknown_preset", f"{name} has no preset '{preset}'; it has {', '.join(presets)}.")
        written = {**split_text(presets[preset.strip()])[1], **written}
    given = {option: parse_value(game.options_type, option, value) for option, value in written.items()}
    made: Game[Any] = game(game.options_type.make(**{**given, **values}))
    return made
