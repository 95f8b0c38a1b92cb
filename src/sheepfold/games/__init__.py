"""The rules, one file per game. Games never import each other, and nothing is imported before it is asked for."""

from __future__ import annotations

from collections.abc import Mapping

OWN: Mapping[str, str] = {
    "goathead": "sheepfold.games.goathead:Goathead",
    "widderkopf": "sheepfold.games.widderkopf:Widderkopf",
    "grim": "sheepfold.games.grim:Grim",
    "sheepshead": "sheepfold.games.sheepshead:Sheepshead",
    "clover": "sheepfold.games.clover:Clover",
}
"""Our own games by their ids, in the order in which they are listed; ``registry`` loads them."""
