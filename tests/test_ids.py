"""What is special to one game stands in that game's own places: no other file names a game by its id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sheepfold
from sheepfold.registry import OWN

PACKAGE = Path(sheepfold.__file__).parent
IDS = tuple(OWN["games"])

ROOMS = (
    "games/",
    "presentation/",
    "bots/habits/",
    "lab/figures/",
    "testing/sections/",
    "table/web/panels/",
)
"""Where a game may be named: one file per game, and the look-up beside them."""

WORDS = {"notation/actions.py": {"grim"}}
"""Where an id is a word of its own: the bid of Grim is written like the game."""

_ONE = "|".join(IDS)
_NAMED = re.compile(
    rf"(?:{_ONE})"  # the id itself
    rf"|.*(?<![\w.])(?:{_ONE})[(:].*"  # an options text or a preset, alone or in a sentence
    rf"|(?:.*\w)?\.(?:{_ONE})(?:[.:].*)?",  # a dotted path
    re.DOTALL,
)


def names_a_game(text: str) -> bool:
    """Whether a constant is a game's id, or an options text, a preset or a path with one."""
    return _NAMED.fullmatch(text) is not None


def constants(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every string in the code, pieces of f-strings among them; no docstrings."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def found(source: str, words: frozenset[str] | set[str] = frozenset()) -> list[tuple[int, str]]:
    """The constants of a source that name a game, those left out that are words of their own."""
    return [(line, text) for line, text in constants(source) if names_a_game(text) and text not in words]


def test_a_game_is_named_only_where_it_lives() -> None:
    faults = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(ROOMS):
            named = found(path.read_text(encoding="utf-8"), WORDS.get(name, set()))
            faults += [f"{name}:{line}: {text!r}" for line, text in named]
    assert not faults, "\n".join(["A game is named outside its own places:", *faults])


@pytest.mark.parametrize(
    "source",
    [
        'if game.id == "grim": pass',
        'match game.id:\n    case "clover": pass',
        'TABLES = {"sheepshead": 1}',
        'make_game(f"sheepshead(players={number})")',
        'make_game("grim:short")',
        'say("write it like grim or grim(deals=10).")',
        'load("sheepfold.games.goathead:Goathead")',
        'import_module("sheepfold.bots.habits.widderkopf")',
        'f"{room}.grim"',
    ],
)
def test_the_walk_finds(source: str) -> None:
    assert found(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""Make one like ``grim(deals=10)``."""',
        'def play():\n    """Play.\n\n    sheepfold play goathead\n    """',
        'LEVELS = 1\n"""As in grim:short."""',
        'say("grim-item-kind", "Grim, Clover and other games")',
        'f"sheepfold.games.{name}:Game"',
        "grim = Grim()",
    ],
)
def test_the_walk_passes(source: str) -> None:
    assert not found(source)


def test_the_places_that_are_let_off_exist() -> None:
    assert all((PACKAGE / name).is_file() for name in WORDS)
