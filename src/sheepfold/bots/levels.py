"""The four strengths to sit down against.

Each has a budget, counted in worlds, kernel nodes and playouts and so the same on every machine, and a rate of
mistakes. A newcomer's mistake is a slip such as people make (``slips``). A regular's mistake is to fall back on the
habits of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.bots.habits import convention
from sheepfold.bots.roster import UnknownBot
from sheepfold.bots.search import Effort, Search
from sheepfold.bots.slips import slip
from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Stream
from sheepfold.play.player import NO_LIMIT, Budget, Decision
from sheepfold.play.view import View
from sheepfold.registry import game_of

THOUSAND = 1000


class Level(Struct, frozen=True, kw_only=True):
    """A strength: ``mistakes`` in a thousand decisions, and how far it thinks (no ``worlds``: not at all)."""

    mistakes: int = 0
    worlds: int = 0
    nodes: int = 0
    playouts: int = 0
    infer: bool = False

    @property
    def effort(self) -> Effort | None:
        """How far the search behind it goes."""
        return Effort(self.worlds, self.nodes, self.playouts, self.infer) if self.worlds else None


# Where the numbers of this file come from: docs/tuning.md.
LEVELS: dict[str, Level] = {
    "newcomer": Level(mistakes=400),
    "regular": Level(mistakes=800, worlds=8, nodes=200_000),
    "club": Level(worlds=16, nodes=1_500_000, playouts=80, infer=True),
    "master": Level(worlds=40, nodes=4_000_000, playouts=200, infer=True),
}


class LevelBot:
    """A player of one level; options change it: ``regular(worlds=8)``."""

    def __init__(self, name: str, /, **changes: int) -> None:
        for key, value in changes.items():
            _check_option(key, value)
        given = ",".join(f"{key}={value}" for key, value in sorted(changes.items()))
        self.name = f"{name}({given})" if given else name
        self.level = replace(LEVELS[name], **changes)
        self._effort = self.level.effort

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """One of the legal actions, as well as this level can."""
        if len(legal) == 1:
            return Decision(*convention(view, legal))
        slips = rng.below(THOUSAND) < self.level.mistakes
        if self._effort is None and slips:
            return Decision(*slip(view, legal, rng))
        if self._effort is None or slips:
            return Decision(*convention(view, legal))
        search = Search(game_of(view.game), view, legal, self._effort)
        return search.decide(search.think(rng, budget))


MANY = 10**9 - 1
OPTIONS = {"mistakes": (0, THOUSAND), "worlds": (1, MANY), "nodes": (1, MANY), "playouts": (0, MANY), "infer": (0, 1)}
"""What can be changed in a level, from the least number to the greatest."""


def _check_option(option: str, value: object) -> None:
    if option not in OPTIONS:
        sentence = "A bot has no option '{ $option }'; there are { $options }."
        raise UnknownBot("bot_option", sentence, key="level_option", option=option, options=", ".join(OPTIONS))
    least, most = OPTIONS[option]
    if not isinstance(value, int) or not least <= value <= most:
        sentence = "The option { $option } is a whole number from { $least } to { $most }, not '{ $value }'."
        raise UnknownBot(
            "bot_option", sentence, key="level_option_value", option=option, least=least, most=most, value=str(value)
        )


def newcomer(**options: int) -> LevelBot:
    """Sound habits, and a slip such as people make now and then."""
    return LevelBot("newcomer", **options)


def regular(**options: int) -> LevelBot:
    """A thought now and then, habits the rest of the time."""
    return LevelBot("regular", **options)


def club(**options: int) -> LevelBot:
    """Thinks every decision over, and about what the others meant by theirs."""
    return LevelBot("club", **options)


def master(**options: int) -> LevelBot:
    """As the club player, with more than twice the worlds and playouts."""
    return LevelBot("master", **options)
