"""What docs/architecture.md says of files and layers is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCES = ROOT / "src" / "sheepfold"


def test_every_file_it_names_is_there() -> None:
    named = set(
        re.findall(
            r"\b((?:core|games|play|registry|files|solver|notation|bots|presentation|lab|cli|testing)/\w+\.py)", PAGE
        )
    )
    assert len(named) > 30
    assert [name for name in sorted(named) if not (SOURCES / name).exists()] == []


def test_every_file_of_the_terminal_is_in_its_table() -> None:
    table = PAGE.split("| in `cli/` |")[1].split("\n\n")[0]
    named = re.findall(r"`(\w+\.py)`", table)
    assert sorted(named) == sorted(path.name for path in (SOURCES / "cli").glob("*.py") if path.name != "__init__.py")


def test_the_layers_are_those_that_are_checked() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (checked,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    block = PAGE.split("## Layers")[1].split("```")[1]
    told = [re.split(r"\s{2,}", line)[0] for line in block.strip().splitlines()]
    assert told == [layer.replace("sheepfold.", "") for layer in checked]
    rooms = {room for layer in told for room in layer.split(" | ")}
    there = {path.stem for path in SOURCES.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms == there - {"__init__", "__main__"}
