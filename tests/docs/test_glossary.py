"""The glossary: one line for each word, in order, and each word is really used in the file it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \|$", re.M)
SECTIONS = {part.partition("\n")[0]: ROW.findall(part) for part in GLOSSARY.split("\n## ")[1:]}
ROWS = [row for rows in SECTIONS.values() for row in rows]
ASKED = (
    "aim class duty facts figure fold ledger perft problem rung scene side sight stake standing table team view world"
)
"""What strangers to the code have asked about."""


def file_of(name: str) -> Path:
    """The file of a row."""
    return ROOT / name if name.startswith(("docs/", "tests/")) else ROOT / "src" / "sheepfold" / name


def used(word: str, text: str) -> bool:
    """Whether a text has the word, in any case, with other endings and with a dash or underscore for its gap."""
    stem = re.escape(word.removesuffix("y").removesuffix("e").removesuffix("man")).replace(r"\ ", r"[ _-]?\n? *")
    return re.search(rf"\b_?{stem}", text.replace("-", " ").replace("_", " "), re.IGNORECASE) is not None


@pytest.mark.parametrize(("word", "file"), [(word, file) for word, _, file in ROWS])
def test_a_word_is_used_in_the_file_it_names(word: str, file: str) -> None:
    assert used(word.replace("-", " "), file_of(file).read_text(encoding="utf-8"))


def test_every_row_is_read_and_the_words_are_in_order_and_once() -> None:
    assert list(SECTIONS) == ["Words of the code", "Words of the players"]
    assert len(ROWS) == len([line for line in GLOSSARY.splitlines() if line.startswith("| ")]) - 2
    for rows in SECTIONS.values():
        words = [word.lower() for word, _, _ in rows]
        assert words == sorted(set(words))


def test_the_words_that_strangers_ask_about_are_there() -> None:
    words = {word for word, _, _ in ROWS}
    assert set(ASKED.split()) | {"twin worlds", "no brush", "wash"} <= words


def test_a_word_that_is_not_used_is_found() -> None:
    assert not used("figurine", "A figure.")
    assert used("hold card", "the hold\n  card")
