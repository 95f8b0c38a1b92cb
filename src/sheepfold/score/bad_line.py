"""The refusal of a line."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core.errors import SheepfoldError


class BadLine(SheepfoldError):
    """A line that is not understood, that can be understood in two ways, or that contradicts itself."""


def unclear_name(word: str, names: Sequence[str]) -> BadLine:
    """The refusal of a shortened name that several players could have."""
    sentence = "'{ $word }' could be { $names } or { $last }."
    return BadLine("line_name", sentence, word=word, names=", ".join(names[:-1]), last=names[-1])
