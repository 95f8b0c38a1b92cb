"""Who is there: one look-up for games, bots, habits, temptations and presentations.

Our own come first, then whatever installed packages offer through the entry points ``sheepfold.games``,
``sheepfold.bots``, ``sheepfold.habits``, ``sheepfold.temptations`` and ``sheepfold.presentations``. Nothing is imported
before it is asked for. A game or a bot that is not installed can be named as ``module:Class`` by whoever calls us, on
the command line or in Python; a file never causes an import, so what it names must be registered or have been named by
the caller.

>>> make_game("goathead(target=20)").options.text()
'goathead(target=20)'
>>> list(GAMES)[:5]
['goathead', 'widderkopf', 'grim', 'sheepshead', 'clover']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sheepfold import games
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.core.message import say

if TYPE_CHECKING:  # who looks through the names only need not wait for the rest
    from sheepfold.core.game import Game

OWN: Mapping[str, Mapping[str, str]] = {
    "games": games.OWN,
    "bots": {
        "random": "sheepfold.bots.simple:RandomBot",
        "conventions": "sheepfold.bots.simple:ConventionsBot",
        "newcomer": "sheepfold.bots.levels:newcomer",
        "regular": "sheepfold.bots.levels:regular",
        "club": "sheepfold.bots.levels:club",
        "master": "sheepfold.bots.levels:master",
    },
    "habits": {name: f"sheepfold.bots.habits.{name}:decide" for name in games.OWN},
    "temptations": {name: f"sheepfold.bots.habits.{name}:tempted" for name in games.OWN},
    "presentations": {name: f"sheepfold.presentation.{name}:PRESENTATION" for name in games.OWN},
}
"""What the package itself offers, by name: where it is found."""


_GROUP_NAMES = {
    "games": say("registry-games", "games"),
    "bots": say("registry-bots", "bots"),
    "habits": say("registry-habits", "habits"),
    "temptations": say("registry-temptations", "temptations"),
    "presentations": say("registry-presentations", "presentations"),
}


class NotRegistered(SheepfoldError):
    """What was asked for is not there, or cannot be loaded."""


class Group(Mapping[str, Any]):
    """What there is of one kind, by name. Looking through the names loads nothing; asking for one loads it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._added: dict[str, Any] = {}
        self._named: dict[str, str] = {}
        self._loaded: dict[str, Any] = {}
        self._removed: set[str] = set()
        self.version = 0
        """Goes up with every change, for whoever keeps what was found here."""

    def __iter__(self) -> Iterator[str]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())

    def __contains__(self, name: object) -> bool:
        if name in self._added:
            return True
        return name not in self._removed and (name in OWN[self.kind] or name in self._installed)

    def __getitem__(self, name: str) -> Any:
        if name in self._added:
            return self._added[name]
        where = None if name in self._removed else OWN[self.kind].get(name) or self._installed.get(name)
        if where is None:
            raise KeyError(name)
        return self._loaded[where] if where in self._loaded else self._load(where)

    def _found(self) -> list[str]:
        """Our own first, then what is installed, then what this process has been given."""
        known = [name for name in (*OWN[self.kind], *self._installed) if name not in self._removed]
        return [*known, *(name for name in self._added if name not in known)]

    def name(self, name: str, where: str) -> None:
        """Say where something is found, ``module:name``, and load it when it is asked for; what is known stays."""
        if name not in self:
            self._named[name] = where
            self.version += 1

    def add(self, name: str, found: Any) -> None:
        """Make something known in this process; a name that is taken by something else is refused."""
        if name in self and self[name] is not found:
            sentence = "There is already something called '{ $name }' among the { $kind }."
            raise NotRegistered("name_taken", sentence, name=name, kind=_GROUP_NAMES[self.kind])
        self._added[name] = found
        self.version += 1

    def places(self) -> dict[str, str]:
        """Where this process found what it was given, ``module:name`` by name: for another process of the same code.

        What belongs to no module under a name of its own is left out.
        """
        given = {name: _place(found) for name, found in self._added.items()}
        return {**self._named, **{name: where for name, where in given.items() if where is not None}}

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """What is there without something of that name, for as long as this lasts."""
        added = self._added.pop(name, None)
        self._removed.add(name)
        self.version += 1
        try:
            yield
        finally:
            self._removed.discard(name)
            if added is not None:
                self._added[name] = added
            self.version += 1

    @property
    def _installed(self) -> Mapping[str, str]:
        return {**_entry_points(self.kind), **self._named} if self._named else _entry_points(self.kind)

    def _load(self, where: str) -> Any:
        found = self._loaded[where] = load(where)
        return found


def _place(found: Any) -> str | None:
    """The path of a class or function, ``None`` for anything else and for what was made inside a function."""
    module, name = getattr(found, "__module__", None), getattr(found, "__qualname__", "<none>")
    return None if module is None or "<" in name else f"{module}:{name}"


@cache
def _entry_points(kind: str) -> Mapping[str, str]:
    from importlib.metadata import entry_points  # slow to import, and seldom wanted

    own = OWN[kind]
    return {each.name: each.value for each in entry_points(group=f"sheepfold.{kind}") if each.name not in own}


GAMES = Group("games")
BOTS = Group("bots")
HABITS = Group("habits")
TEMPTATIONS = Group("temptations")
PRESENTATIONS = Group("presentations")
BROUGHT = {group.kind: group for group in (HABITS, TEMPTATIONS, PRESENTATIONS)}
"""What a game that is named by its path can bring along: ``brings = {"presentations": "module:Class"}``."""


def load(where: str) -> Any:
    """What ``module:name`` names; refused in words if it is not there or its module cannot be imported."""
    module, _, name = where.partition(":")
    try:
        found = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:  # somebody else's module may raise anything
        sentence = "'{ $where }' cannot be loaded: { $reason }."
        reason = f"{type(error).__name__}: {error}".rstrip(".")
        raise NotRegistered("not_loaded", sentence, where=where, reason=reason) from error
    return found


_PATH = re.compile(r"\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_][\w.]*)\s*(\(.*\))?\s*", re.DOTALL)


def split_path(text: str, known: Group) -> tuple[str, str] | None:
    """``module:Class(options)`` as path and bracket; ``None`` for anything else, a preset of a known game included."""
    found = _PATH.fullmatch(text)
    if found is None or found[1].partition(":")[0].lower() in known:
        return None
    return found[1], found[2] or ""


def make_game(text: str, **values: Any) -> Game[Any]:
    """A game from its options text, its preset (``widderkopf:short``) or its name and option values.

    A game that is not installed is named as ``module:Class`` or ``module:Class(options)``; from then on this process
    knows it by its id, and what its class ``brings`` along: presentation, habits, temptations.
    """
    path = split_path(text, GAMES)
    if path is None or not _may_be_module(path[0]):
        return known_game(text, **values)
    where, options = path
    found = load(where)
    id = getattr(found, "id", None)
    if not isinstance(id, str) or not hasattr(found, "options_type"):
        sentence = "'{ $where }' is not a game: it has no id or no options_type."
        raise NotRegistered("not_a_game", sentence, where=where)
    brings = getattr(found, "brings", {})
    if not isinstance(brings, Mapping) or not all(isinstance(each, str) for each in brings.values()):
        sentence = "What '{ $where }' brings along is not a table of paths like module:Class."
        raise NotRegistered("not_a_game", sentence, where=where, key="bad_companions")
    GAMES.add(id, found)
    for kind, group in BROUGHT.items():
        if kind in brings:
            group.name(id, brings[kind])
    return known_game(f"{id}{options}", **values)


def _may_be_module(where: str) -> bool:
    """Whether ``name:Class`` can be meant as a path: a bare name that no module has is a game misspelt."""
    module = where.partition(":")[0]
    return "." in module or find_spec(module) is not None


def known_game(text: str, **values: Any) -> Game[Any]:
    """As ``make_game``, for texts out of files: nothing but registered games, and nothing is imported by its path."""
    from sheepfold.core.options import parse_values, split_text

    text, colon, preset = text.partition(":")
    name, written = split_text(text)
    if name not in GAMES:
        names = ", ".join(GAMES)
        raise BadOptions("unknown_game", "There is no game '{ $name }'; there are { $names }.", name=name, names=names)
    game = GAMES[name]
    if colon:
        presets = game.options_type.presets
        if preset.strip() not in presets:
            sentence = "{ $game } has no preset '{ $preset }'; it has { $presets }."
            raise BadOptions("unknown_preset", sentence, game=name, preset=preset, presets=", ".join(presets))
        written = {**split_text(presets[preset.strip()])[1], **written}
    given = parse_values(game.options_type, written)
    made: Game[Any] = game(game.options_type.make(**{**given, **values}))
    return made


@cache
def game_of(text: str) -> Game[Any]:
    """The game of a View's text, made once per process."""
    return known_game(text)
