"""The front of the package, the page of public names and what pyproject.toml says of both."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold import presentation

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HEAVY = ("click", "importlib.metadata", "msgspec", "rich")


def in_a_new_process(program: str) -> list[str]:
    """The words that a program prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.split()


# -- the front ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sheepfold.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    assert (getattr(sheepfold, name).__doc__ or "").strip()


def test_dir_lists_the_public_names_before_they_are_imported() -> None:
    assert set(sheepfold.__all__) < set(in_a_new_process("import sheepfold; print(*dir(sheepfold))"))


@pytest.mark.parametrize("front", [sheepfold, presentation], ids=lambda front: str(front.__name__))
def test_what_a_type_checker_sees_is_what_is_imported(front: Any) -> None:
    """The imports for the type checker, the table for the program and ``__all__`` name the same things."""
    tree = ast.parse(Path(front.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        str(node.module).removeprefix(f"{front.__name__}."): tuple(alias.name for alias in node.names)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
    }
    assert seen == front._HOME
    assert sorted(name for names in seen.values() for name in names) == sorted(front.__all__)


def test_an_unknown_name_is_refused_as_everywhere() -> None:
    with pytest.raises(AttributeError, match="module 'sheepfold' has no attribute 'wolf'"):
        getattr(sheepfold, "wolf")  # noqa: B009 - a type checker knows that it is not there


def test_a_star_import_brings_everything() -> None:
    names = in_a_new_process("from sheepfold import *; print(*globals())")
    assert set(sheepfold.__all__) < set(names)
    assert "import_module" not in names


def test_importing_the_front_imports_nothing_heavy() -> None:
    before = set(in_a_new_process("import sys; print(*sys.modules)"))
    new = set(in_a_new_process("import sheepfold, sys; print(*sys.modules)")) - before
    assert {name for name in new if name.startswith("sheepfold")} == {"sheepfold"}
    assert not new.intersection(HEAVY)


def test_a_game_does_not_bring_the_others_nor_the_solver() -> None:
    program = "import sheepfold, sys; sheepfold.drive(sheepfold.make_game('grim'), 'lamb'); print(*sys.modules)"
    loaded = {name for name in in_a_new_process(program) if name.startswith("sheepfold.")}
    assert "sheepfold.games.grim" in loaded
    assert not loaded & {"sheepfold.games.clover", "sheepfold.solver", "sheepfold.bots", "sheepfold.cli"}


def test_the_version_is_told_alike_everywhere() -> None:
    assert sheepfold.__version__ == PROJECT["project"]["version"] == version("sheepfold")


# -- the page of public names ------------------------------------------------------------------------------------------


def listed() -> Iterator[tuple[str, str]]:
    """Module and name of everything that docs/api.md lists."""
    module = ""
    for line in (ROOT / "docs" / "api.md").read_text(encoding="utf-8").replace("\n  ", " ").splitlines():
        if heading := re.fullmatch(r"### `([\w.]+)`", line):
            module = heading[1]
        elif module and (item := re.match(r"- ((?:`\w+`(?:, )?)+): \S", line)):
            yield from ((module, name) for name in re.findall(r"\w+", item[1]))
        else:
            assert not (module and line.startswith("- ")), f"not a line of names: {line}"


LISTED = list(listed())


@pytest.mark.parametrize("module", dict.fromkeys(module for module, _ in LISTED))
def test_every_name_on_the_page_exists(module: str) -> None:
    names = [name for where, name in LISTED if where == module]
    found = import_module(module)
    assert [name for name in names if not hasattr(found, name)] == []
    assert len(set(names)) == len(names), "a name stands there twice"


@pytest.mark.parametrize(
    "module", ["sheepfold", "sheepfold.games.parts", "sheepfold.bots", "sheepfold.presentation", "sheepfold.solver"]
)
def test_every_name_that_a_module_offers_is_on_the_page(module: str) -> None:
    assert sorted(name for where, name in LISTED if where == module) == sorted(import_module(module).__all__)


@pytest.mark.parametrize("union", ["sheepfold.core.actions:Action", "sheepfold.core.events:Event"])
def test_every_verb_and_every_event_is_on_the_page(union: str) -> None:
    module, _, name = union.partition(":")
    kinds = {kind.__name__ for kind in getattr(import_module(module), name).__args__}
    assert kinds <= {each for where, each in LISTED if where == module}


# -- pyproject.toml ----------------------------------------------------------------------------------------------------


def test_every_file_of_a_game_is_under_the_contract_that_games_stay_apart() -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    kept = next(contract for contract in contracts if contract["name"] == "games never import each other")
    files = {path.stem for path in (ROOT / "src" / "sheepfold" / "games").glob("*.py")} - {"__init__", "parts"}
    assert {f"sheepfold.games.{name}" for name in files} == set(kept["modules"])
    for ignored in kept["ignore_imports"]:
        one, other = (module.rpartition(".")[2].partition("_")[0] for module in ignored.split(" -> "))
        assert one == other, f"{ignored} joins two games"
