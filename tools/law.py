"""Compare the law books with the tests: every sentence needs a test, every test that names one needs the sentence.

A sentence is a list item ``- **G51** …`` in ``docs/rules/*.md``. Items marked ``*(note)*`` or ``*(ruling, note)*`` say
nothing that could be tested and need no test. A test names its sentences with ``@rule("G51", "G52")`` or
``pytest.mark.rule(...)``, also inside ``pytest.param(..., marks=...)``. The tests are read, not run.

Run as ``python tools/law.py [--docs DIR] [--tests DIR]``; the exit status is 1 if anything is missing on either side.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ITEM = re.compile(r"^- \*\*(?P<id>[A-Z]+\d+)\*\*(?: \*\((?P<kinds>[^)]*)\)\*)?")


class Sentence(NamedTuple):
    """One numbered sentence of a law book."""

    id: str
    where: str
    is_note: bool


class Mark(NamedTuple):
    """One id that a test names."""

    id: str
    where: str


class Report(NamedTuple):
    """What the books and the tests say of each other; the last three lists are faults."""

    sentences: list[Sentence]
    marks: list[Mark]
    untested: list[Sentence]
    unknown: list[Mark]
    doubled: list[Sentence]


def sentences_in(path: Path) -> Iterator[Sentence]:
    """The sentences of one law book."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = ITEM.match(line)
        if found:
            kinds = {kind.strip() for kind in (found["kinds"] or "").split(",")}
            yield Sentence(found["id"], f"{_short(path)}:{number}", "note" in kinds)


def marks_in(path: Path) -> Iterator[Mark]:
    """The ids named by the ``rule`` marks of one file of tests, wherever the mark stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Call) and _is_rule(node.func):
            where = f"{_short(path)}:{node.lineno}"
            if not node.args:
                yield Mark("(none)", where)
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise SystemExit(f"{where}: a rule mark takes ids written out as texts.")
                yield Mark(argument.value, where)


def _is_rule(function: ast.expr) -> bool:
    """``rule(...)``, ``mark.rule(...)`` and ``pytest.mark.rule(...)``."""
    if isinstance(function, ast.Name):
        return function.id == "rule"
    return isinstance(function, ast.Attribute) and function.attr == "rule"


def _short(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def compare(docs: Path, tests: Path) -> Report:
    """Read all books and all tests and list what has no counterpart."""
    sentences = [sentence for path in sorted(docs.glob("*.md")) for sentence in sentences_in(path)]
    marks = [mark for path in sorted(tests.rglob("*.py")) for mark in marks_in(path)]
    known = {sentence.id for sentence in sentences}
    named = {mark.id for mark in marks}
    times = Counter(sentence.id for sentence in sentences)
    return Report(
        sentences=sentences,
        marks=marks,
        untested=[sentence for sentence in sentences if not sentence.is_note and sentence.id not in named],
        unknown=[mark for mark in marks if mark.id not in known],
        doubled=[sentence for sentence in sentences if times[sentence.id] > 1],
    )


def main(arguments: list[str] | None = None) -> int:
    """Print the report; 1 if something is missing."""
    parser = argparse.ArgumentParser(description="List sentences without a test and tests without a sentence.")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs" / "rules")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests" / "rules")
    given = parser.parse_args(arguments)
    report = compare(given.docs, given.tests)
    for title, found in (
        ("Sentences without a test", report.untested),
        ("Tests that name no sentence", report.unknown),
        ("Sentences whose number is taken", report.doubled),
    ):
        print(f"{title}: {len(found)}")
        for each in found:
            print(f"  {each.id:<6} {each.where}")
    notes = sum(sentence.is_note for sentence in report.sentences)
    tested = len({sentence.id for sentence in report.sentences if not sentence.is_note}) - len(report.untested)
    print(
        f"{len(report.sentences)} sentences, {notes} of them notes; {tested} with a test; "
        f"{len(report.marks)} marks in the tests"
    )
    if not report.sentences:
        print(f"There are no sentences below {given.docs}.")
    return 1 if report.untested or report.unknown or report.doubled or not report.sentences else 0


if __name__ == "__main__":
    raise SystemExit(main())
