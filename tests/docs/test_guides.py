"""The guides quote our own files: what they quote is there, word for word, and what they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheepfold.testing.commands import documents
from sheepfold.testing.documents import LEFT_OUT, Block, blocks, quoted

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    "add-an-option.md": {
        "python": (
            "src/sheepfold/games/clover.py",
            "src/sheepfold/testing/sections/clover_checks.py",
            "tests/rules/*.py",
        ),
        "markdown": ("docs/rules/*.md",),
    },
    "add-a-bot.md": {
        "python": ("examples/thrifty/src/thrifty/*.py", "examples/thrifty/tests/*.py"),
        "toml": ("examples/thrifty/pyproject.toml",),
    },
}
"""Where blocks of each language are quoted from; what is typed at a prompt of Python or of a shell is run instead."""
QUOTED = [
    pytest.param(guide, block, id=f"{guide}:{block.line}")
    for guide, homes in SOURCES.items()
    for block in blocks(ROOT / "docs" / guide)
    if block.language in homes and ">>>" not in block.text
]


@pytest.mark.parametrize(("guide", "block"), QUOTED)
def test_what_is_quoted_stands_in_one_file(guide: str, block: Block) -> None:
    files = [path for pattern in SOURCES[guide][block.language] for path in ROOT.glob(pattern)]
    pieces = block.text.split(LEFT_OUT)
    assert any(quoted(pieces, path.read_text(encoding="utf-8")) for path in files)


def test_the_guides_quote_something_and_nothing_else_is_shown() -> None:
    for guide, homes in SOURCES.items():
        found = blocks(ROOT / "docs" / guide)
        assert {block.language for block in found} == {*homes, "sh"}
        assert sum(block.language in homes and ">>>" not in block.text for block in found) >= 6


def test_a_quotation_that_is_not_true_is_found() -> None:
    text = (ROOT / "src/sheepfold/games/clover.py").read_text(encoding="utf-8")
    assert quoted(["hand ^= 1 << state.received", "return gives(hand)"], text)
    assert not quoted(["hand ^= 2 << state.received"], text)
    assert not quoted(["return gives(hand)", "hand ^= 1 << state.received"], text), "the other way round"


# -- links -------------------------------------------------------------------------------------------------------------

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.M)
REFERENCE = re.compile(r"(?<!`)\[(`[^`\]]+`)\](?![(:])")


def anchors(file: Path) -> set[str]:
    """The headings of a document as the addresses that a page makes of them."""
    heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken(file: Path) -> list[str]:
    """The links of a document that lead nowhere."""
    text = re.sub(r"^```.*?^```$", "", file.read_text(encoding="utf-8"), flags=re.M | re.S)
    found = []
    for inline, defined in LINK.findall(text):
        address = inline or defined
        path, _, anchor = address.partition("#")
        target = (file.parent / path) if path else file
        if "://" in address:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            found.append(address)
    return found + [name for name in REFERENCE.findall(text) if f"[{name}]: " not in text]


@pytest.mark.parametrize("file", documents(ROOT), ids=lambda file: file.name)
def test_every_link_leads_somewhere(file: Path) -> None:
    assert broken(file) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Here\n[a](#here) [b](#there) [c](no.md) [`d`] [`e`] [f](https://example.org)\n\n[`e`]: page.md\n"
    )
    assert broken(page) == ["#there", "no.md", "`d`"]


def test_readme_and_the_pages_for_newcomers_have_no_long_lines() -> None:
    pages = [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs" / name for name in ("tour.md", "add-a-bot.md")),
    ]
    long = [
        f"{page.name}:{number}"
        for page in pages
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120 and not line.startswith("|")
    ]
    assert long == []
