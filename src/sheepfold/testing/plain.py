"""The lines of ``sheepfold play --plain`` that a program at the other end of a pipe must know.

>>> offered("You may: qc, 10h; from your strawmen: 7s.")
['qc', '10h', '7s']
>>> offered("Bruno plays the queen of clubs.") is None
True
>>> asked_again("Your turn; ? tells what you may do.")
True
"""

from __future__ import annotations

import re


def offered(line: str) -> list[str] | None:
    """The actions that a question offers; ``None`` if the line is no question."""
    found = re.fullmatch(r"You may: (.*)\.\n?", line)
    if found is None:
        return None
    groups = (group.rpartition(": ")[2] for group in found[1].split("; "))
    return [action for group in groups for action in group.split(", ")]


def asked_again(line: str) -> bool:
    """Whether a line asks the question before it once more, after an answer or a slip."""
    return line.startswith("Your turn; ")
