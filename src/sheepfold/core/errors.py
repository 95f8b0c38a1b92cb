"""Refusals. Every one has a stable code, a sentence for a person and, where a rule speaks, that rule's id.

Nothing below the command line prints; it raises one of these, and whoever holds the user's ear shows ``str(error)``.
The sentence is a ``Message``: a pattern and the values for its places, so that it can be said in another language.

>>> str(BadText("card_text", "'{ $text }' is not a card.", "X1", text="QX"))
"'QX' is not a card. [card_text, rule X1]"
"""

from __future__ import annotations

from sheepfold.core.message import Message, Value


class SheepfoldError(Exception):
    """Something was refused; nothing has changed.

    ``message`` is the sentence, or its pattern with the ``values`` for its places. Its key is the code, unless one code
    has several sentences; then each further one names a ``key`` of its own.
    """

    def __init__(
        self, code: str, message: Message | str, rule: str | None = None, *, key: str | None = None, **values: Value
    ) -> None:
        if isinstance(message, str):
            message = Message(key or code, values, message)
        super().__init__(code, message, rule)
        self.code = code
        self.message = message
        self.rule = rule

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return str(self.message)

    def __str__(self) -> str:
        where = f"{self.code}, rule {self.rule}" if self.rule else self.code
        return f"{self.sentence} [{where}]"


class IllegalAction(SheepfoldError):
    """An action that the rules do not allow at this moment."""


class BadText(SheepfoldError):
    """Text that is not a card, an action or an option."""


class BadOptions(SheepfoldError):
    """An unknown game or option, a value out of range, or a mix that cannot be played.

    ``faults`` are all that were found in one options text; the first of them gives this error its code and rule.
    """

    faults: tuple[BadOptions, ...] = ()


class BadDeal(SheepfoldError):
    """A deal with a card twice, missing, foreign, or piles of the wrong size."""


class BadRecord(SheepfoldError):
    """A record that cannot be read or does not replay; ``line`` is where in its file."""

    def __init__(
        self,
        code: str,
        message: Message | str,
        rule: str | None = None,
        line: int | None = None,
        *,
        key: str | None = None,
        **values: Value,
    ) -> None:
        super().__init__(code, message, rule, key=key, **values)
        self.line = line

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.line is None else f"Line {self.line}: {text}"


class BadFacts(SheepfoldError):
    """Facts for a settlement that cannot have happened at a table."""
