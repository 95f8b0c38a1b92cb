"""What documents hold beside prose: blocks of code, commands, quotations.

A guide that quotes a file, or tells its reader what to type, is held to it by a test that reads the guide with this
module. Markdown is read as far as that needs: fenced blocks and code in running text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

LEFT_OUT = "# …"
"""Between two pieces of a quotation that stand further apart in the file."""
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


class Block(Struct, frozen=True):
    """A fenced block: its language, its text, and the line on which the text begins."""

    language: str
    text: str
    line: int


class Command(Struct, frozen=True):
    """A line to be typed in a shell, continued lines joined, and where it stands."""

    text: str
    file: Path
    line: int


def blocks(file: Path) -> list[Block]:
    """The fenced blocks of a document."""
    text = file.read_text(encoding="utf-8")
    return [Block(found[1], found[2], text.count("\n", 0, found.start()) + 2) for found in _BLOCK.finditer(text)]


def commands(file: Path) -> Iterator[Command]:
    """Every command of the ``sh`` blocks of a document; lines that are a comment and nothing else are left out."""
    for block in blocks(file):
        if block.language != "sh":
            continue
        begun, line = "", block.line
        for number, written in enumerate(block.text.splitlines(), block.line):
            line = line if begun else number
            if written.endswith("\\"):
                begun += written[:-1]
                continue
            if (begun + written).strip() and not written.startswith("#"):
                yield Command(begun + written, file, line)
            begun = ""


def spans(file: Path) -> Iterator[Command]:
    """Every piece of code in the running text of a document."""
    text = _BLOCK.sub(lambda block: "\n" * block[0].count("\n"), file.read_text(encoding="utf-8"))
    for number, line in enumerate(text.splitlines(), 1):
        for found in _SPAN.finditer(line):
            yield Command(found[1], file, number)


def quoted(pieces: Iterable[str], text: str) -> bool:
    """Whether the pieces stand in a text one after the other, line by line; indentation does not count.

    >>> quoted(["def f():", "return 1"], "def f():\\n    # why\\n    return 1\\n")
    True
    """
    text, at = _lines(text), 0
    for piece in pieces:
        at = text.find(_lines(piece), at)
        if at < 0:
            return False
    return True


def _lines(text: str) -> str:
    """The lines of a text without their indentation, each with a break before and after it."""
    return "\n" + "".join(f"{line.strip()}\n" for line in text.strip("\n").splitlines())
