"""Every number of the bots that somebody chose is listed with its origin, and one of them can be measured."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOTS = ROOT / "src" / "sheepfold" / "bots"
LIST = (ROOT / "docs" / "tuning.md").read_text(encoding="utf-8")
COMPUTED = ast.GeneratorExp | ast.ListComp | ast.DictComp | ast.Attribute
"""What the value of a table that is made from others has in it."""


def numbers_of(source: str) -> set[str]:
    """The constants of a module whose value is numbers written down there."""
    found: set[str] = set()
    for statement in ast.parse(source).body:
        if (
            isinstance(statement, ast.Assign | ast.AnnAssign)
            and statement.value is not None
            and _chosen(statement.value)
        ):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            found |= {name.id for name in names if isinstance(name, ast.Name) and name.id.isupper()}
    return found


def _chosen(value: ast.expr) -> bool:
    parts = list(ast.walk(value))
    calls = [part.func.id for part in parts if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)]
    sums = [part for part in parts if isinstance(part, ast.BinOp)]
    if any(isinstance(part, COMPUTED) for part in parts) or any(name.islower() for name in calls):
        return False
    if any(isinstance(part, ast.Name) for each in sums for part in ast.walk(each)):
        return False
    return any(isinstance(part, ast.Constant) and isinstance(part.value, int | float) for part in parts)


def listed() -> dict[str, set[str]]:
    """The names in the first column of each file's table."""
    found = {}
    for chapter in LIST.split("\n## ")[1:]:
        file, _, rest = chapter.partition("\n")
        rows = [line.split("|")[1] for line in rest.splitlines() if line.startswith("| `")]
        found[file] = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    return found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("A = 1.5", {"A"}),
        ("A, B = 1, (2, -3)", {"A", "B"}),
        ("T: dict[str, float] = {'a': 1.0}", {"T"}),
        ("S = Scale(4.0, long=2)", {"S"}),
        ("W = say('key', 'words')\nH = OTHER // 2\nR = tuple(n + 1 for n in A)\nsmall = 3", set()),
    ],
)
def test_what_counts_as_a_chosen_number(source: str, found: set[str]) -> None:
    assert numbers_of(source) == found


def test_every_chosen_number_is_listed_with_its_origin() -> None:
    files = {f"bots/{path.relative_to(BOTS)}": path.read_text(encoding="utf-8") for path in BOTS.rglob("*.py")}
    assert {name: found for name, text in files.items() if (found := numbers_of(text))} == listed()


def test_every_file_with_such_numbers_says_where_they_are_listed() -> None:
    for file in listed():
        assert "docs/tuning.md" in (BOTS.parent / file).read_text(encoding="utf-8"), file


def test_every_row_has_an_origin_and_a_date() -> None:
    origins = r"(measured|tuned|came with|by hand|a fact)"
    for line in LIST.splitlines():
        if line.startswith("| `"):
            assert re.fullmatch(rf"\| .* \| {origins}.* \| .*November 2026.* \|", line), line


def vary(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "vary.py", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_number_can_be_measured() -> None:
    same = vary("clover", "SINGLE", "1.9", "--game", "clover", "--deals", "4")
    assert same.stdout.startswith("SINGLE = 1.9: +0.000 points per deal"), same.stderr
    foolish = vary("clover", "SUIT_BASE", "80.0", "--game", "clover", "--deals", "40", "--seed", "lab")
    assert re.match(r"SUIT_BASE = 80.0: -\d+\.\d+ points per deal \(95 % -\S+ to -", foolish.stdout), foolish


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("whist", "SINGLE", "1"), "there is no file whist.py"),
        (("clover", "DOUBLE", "1"), "clover.py has no number DOUBLE"),
        (("clover", "SINGLE", "one"), "'one' is not a number"),
        (("clover", "SINGLE", "1", "--deals", "1"), "at least two deals"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    refused = vary(*arguments, "--game", "clover")
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr
