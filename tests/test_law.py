"""The law books, the tests and the options of the code agree with each other."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sheepfold.core.options import OptionInfo, describe, value_text
from sheepfold.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent
BOOKS = ROOT / "docs" / "rules"

BOOK = """# Made up

- **M1** *(note)* Said for fun.
- **M2** Cards are dealt.
- **MQ1** *(ruling)* They are dealt twice,
  see **M9** in another book.
- **MQ2** *(ruling, note)* Misprint.
- **MA1** *(ruling)* Three times.
"""
GOOD_TESTS = """
import pytest
rule = pytest.mark.rule

@rule("M2", "MQ1")
def test_dealt(): ...

@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.rule("MA1"))])
def test_times(times): ...
"""


def law(*arguments: str) -> tuple[int, str]:
    """Exit status and output of the tool."""
    made = subprocess.run([sys.executable, ROOT / "tools" / "law.py", *arguments], capture_output=True, text=True)
    assert not made.stderr or "rule mark" in made.stderr, made.stderr
    return made.returncode, made.stdout + made.stderr


def on_a_book(folder: Path, book: str, tests: str) -> tuple[int, str]:
    (folder / "made_up.md").write_text(book)
    (folder / "test_made_up.py").write_text(tests)
    return law("--docs", str(folder), "--tests", str(folder))


def test_every_sentence_of_a_small_book_is_found_in_its_tests(tmp_path: Path) -> None:
    status, printed = on_a_book(tmp_path, BOOK, GOOD_TESTS)
    assert status == 0, printed
    assert "5 sentences, 2 of them notes; 3 with a test; 3 marks" in printed


def test_a_sentence_without_a_test_is_named_with_its_line(tmp_path: Path) -> None:
    status, printed = on_a_book(tmp_path, BOOK, GOOD_TESTS.replace('marks=pytest.mark.rule("MA1")', ""))
    assert status == 1
    assert "Sentences without a test: 1" in printed
    assert re.search(r"MA1 +\S*made_up\.md:8\n", printed)


def test_a_test_without_a_sentence_is_named_with_its_line(tmp_path: Path) -> None:
    status, printed = on_a_book(tmp_path, BOOK, GOOD_TESTS.replace('"M2", ', '"M2", "M9", '))
    assert status == 1
    assert "Tests that name no sentence: 1" in printed
    assert re.search(r"M9 +\S*test_made_up\.py:5\n", printed)


@pytest.mark.parametrize(
    ("book", "tests", "said"),
    [
        (BOOK + "- **M2** Again.\n", GOOD_TESTS, "Sentences whose number is taken: 2"),
        (BOOK, GOOD_TESTS + "\n@rule()\ndef test_nothing(): ...\n", "(none)"),
        (BOOK, GOOD_TESTS + "\n@rule(name)\ndef test_name(): ...\n", "written out"),
        ("", "", "There are no sentences"),
    ],
)
def test_other_faults_are_told(tmp_path: Path, book: str, tests: str, said: str) -> None:
    status, printed = on_a_book(tmp_path, book, tests)
    assert status == 1
    assert said in printed


def test_the_law_is_tested_sentence_by_sentence() -> None:
    status, printed = law()
    assert status == 0, printed


# -- the tables of options -----------------------------------------------------------------------------------------


def rows(game: str) -> dict[str, tuple[str, str]]:
    """The table of options of a law book: name to the cells of values and default."""
    text = (BOOKS / f"{game}.md").read_text(encoding="utf-8")
    table = text.split("\n## Options\n")[1].split("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:3] == "| `"]
    return {row[0].strip("`"): (row[1], row[2]) for row in cells}


def words(cell: str) -> list[str]:
    """The values written in a cell: those in code marks, else those separated by commas."""
    return re.findall(r"`([^`]+)`", cell) or [word.strip() for word in cell.split(",")]


def check_values(info: OptionInfo, cell: str) -> None:
    choices = {value_text(choice) for choice in info.choices}
    spread = re.fullmatch(r"`?(\d+)`? … `?(\d+)`?", cell)
    if spread:
        assert (info.ge, info.le) == (int(spread[1]), int(spread[2]))
        assert not choices
    elif "number" in cell:
        assert info.number
        assert {word for word in words(cell) if f"`{word}`" in cell and not word.isdigit()} == choices
    else:
        assert not info.number
        assert set(words(cell)) == choices


@pytest.mark.parametrize("game", list(GAMES))
def test_the_options_are_those_of_the_law_book(game: str) -> None:
    kind = GAMES[game].options_type
    told = rows(game)
    assert [info.name for info in describe(kind)] == list(told)
    for info in describe(kind):
        values, default = told[info.name]
        check_values(info, values)
        if default != "four times the players":  # the length of a match of Sheepshead
            assert words(default)[0] == value_text(info.default)
        else:
            assert all(kind.make(players=players).hands == 4 * players for players in range(3, 9))


@pytest.mark.parametrize("game", list(GAMES))
def test_the_book_of_conventions_lists_the_same_options(game: str) -> None:
    text = (BOOKS / "conventions.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(f"| {GAMES[game].title} | `"))
    assert words(line) == [info.name for info in describe(GAMES[game].options_type)]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_names_a_sentence_of_the_law(game: str) -> None:
    ids = {
        found[1]
        for path in BOOKS.glob("*.md")
        for found in re.finditer(r"^- \*\*([A-Z]+\d+)\*\*", path.read_text(), re.M)
    }
    assert {info.rule for info in describe(GAMES[game].options_type)} <= ids
