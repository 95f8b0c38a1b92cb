"""What every action of a question is worth, as data: a table that says how sure it is of each of its rows."""

from __future__ import annotations

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.message import NOTHING, Message


class Valued(Struct, frozen=True):
    """An action and what it is worth on average to the side of the seat that is asked.

    ``points`` are game points above what the others get on average. ``match`` is what the end of the match is worth, in
    game points too: 0 if it goes on. ``low`` and ``high`` bound, with 95 % confidence, the difference between this
    action and the advice, ``points`` and ``match`` together; below 0 it is worse. Both are 0 for the advice itself, and
    for an action that came to the same in every world.
    """

    action: Action
    points: float
    match: float
    difference: float
    low: float
    high: float

    @property
    def value(self) -> float:
        """Points and match together."""
        return self.points + self.match

    @property
    def clear(self) -> int:
        """1: clearly better than the advice, -1: clearly worse, 0: neither."""
        return int(self.low > 0) - int(self.high < 0)


class Valuation(Struct, frozen=True):
    """The advice, why it is given, and every action, the best first, all tried in the same ``worlds``.

    ``match_worth`` is what a match won counts in game points (lost: as much less), 0 if this deal cannot end the match.
    ``exact``: each world was played out with open cards by the solver, not by habits. Without rows nothing was tried:
    there was only one action, or no worlds could be imagined.
    """

    advice: Action
    reason: Message = NOTHING
    rows: tuple[Valued, ...] = ()
    worlds: int = 0
    match_worth: float = 0.0
    exact: bool = False

    def row(self, action: Action) -> Valued:
        """The row of an action; ``KeyError`` if it has none."""
        for each in self.rows:
            if each.action == action:
                return each
        raise KeyError(action)
