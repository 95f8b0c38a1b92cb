"""The four strengths to sit down against.

Each has a budget, counted in worlds, kernel nodes and playouts and so the same on every machine, and a rate of
mistakes. A newcomer's mistake is any legal action. A regular's mistake is to act from habit, without a thought: habits
cost points, but they make nobody at the table shake their head.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.bots.contract import NO_LIMIT, Budget, Decision
from sheepfold.bots.conventions import convention
from sheepfold.bots.conventions.habits import game_of
from sheepfold.bots.search import Search, Thought
from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Stream
from sheepfold.play.view import View

THOUSAND = 1000


class Level(Struct, frozen=True, kw_only=True):
    """A strength: ``mistakes`` in a thousand decisions, and how far it thinks (no ``worlds``: not at all)."""

    mistakes: int = 0
    worlds: int = 0
    nodes: int = 0
    playouts: int = 0
    infer: bool = False

    @property
    def thought(self) -> Thought | None:
        """The search behind it."""
        return Thought(self.worlds, self.nodes, self.playouts, self.infer) if self.worlds else None


LEVELS: dict[str, Level] = {
    "newcomer": Level(mistakes=300),
    "regular": Level(mistakes=800, worlds=8, nodes=200_000),
    "club": Level(worlds=16, nodes=1_500_000, playouts=80, infer=True),
    "master": Level(worlds=40, nodes=4_000_000, playouts=200, infer=True),
}


class LevelBot:
    """A player of one level; options change it: ``regular(worlds=8)``."""

    def __init__(self, name: str, **changes: Any) -> None:
        given = ",".join(f"{key}={value}" for key, value in sorted(changes.items()))
        self.name = f"{name}({given})" if given else name
        self.level = replace(LEVELS[name], **changes)
        self._thought = self.level.thought

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """One of the legal actions, as well as this level can."""
        if len(legal) == 1:
            return Decision(*convention(view, legal))
        slips = rng.below(THOUSAND) < self.level.mistakes
        if self._thought is None and slips:
            return Decision(legal[rng.below(len(legal))], "I was not paying attention.")
        if self._thought is None or slips:
            return Decision(*convention(view, legal))
        search = Search(game_of(view.game), view, legal, self._thought)
        return search.decide(search.think(rng, budget))


MANY = 10**9 - 1
OPTIONS = {"mistakes": (0, THOUSAND), "worlds": (1, MANY), "nodes": (1, MANY), "playouts": (0, MANY), "infer": (0, 1)}
"""What can be changed in a level, from the least number to the greatest."""
