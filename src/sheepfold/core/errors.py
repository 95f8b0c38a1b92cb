"""Refusals. Every one has a stable code, a sentence for a person and, where a rule speaks, that rule's id.

Nothing below the command line prints; it raises one of these, and whoever holds the user's ear shows ``str(error)``.
"""

from __future__ import annotations


class SheepfoldError(Exception):
    """Something was refused; nothing has changed."""

    def __init__(self, code: str, sentence: str, rule: str | None = None) -> None:
        super().__init__(code, sentence, rule)
        self.code = code
        self.sentence = sentence
        self.rule = rule

    def __str__(self) -> str:
        where = f"{self.code}, rule {self.rule}" if self.rule else self.code
        return f"{self.sentence} [{where}]"


class IllegalAction(SheepfoldError):
    """An action that the rules do not allow at this moment."""


class BadText(SheepfoldError):
    """Text that is no card, no action, no option."""


class BadOptions(SheepfoldError):
    """An unknown game or option, a value out of range, or a mix that cannot be played."""


class BadDeal(SheepfoldError):
    """A deal with a card twice, missing, foreign, or piles of the wrong size."""


class BadRecord(SheepfoldError):
    """A record that cannot be read or does not replay."""

    def __init__(self, code: str, sentence: str, rule: str | None = None, line: int | None = None) -> None:
        super().__init__(code, sentence, rule)
        self.line = line

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.line is None else f"Line {self.line}: {text}"


class BadFacts(SheepfoldError):
    """Facts for a settlement that cannot have happened at a table."""
