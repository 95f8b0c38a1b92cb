"""How a deal is settled and what stands on the score sheet, as data.

Both are made from what a scorekeeper has: the standing before the deal, its facts and its outcome. A deal that was
played here adds detail from its public View: who took what, what was buried, where the blind went.
"""

from __future__ import annotations

from msgspec import Struct

from sheepfold.core.events import Outcome, Standing
from sheepfold.core.game import Facts
from sheepfold.play.view import View
from sheepfold.presentation.line import Line
from sheepfold.presentation.scene import Mark


class Entry(Struct, frozen=True):
    """A finished deal; ``view`` is what everybody saw of one that was played here."""

    standing: Standing
    facts: Facts
    outcome: Outcome
    view: View | None = None

    @property
    def after(self) -> tuple[int, ...]:
        """The scores when the deal had been settled."""
        return tuple(a + b for a, b in zip(self.standing.scores, self.outcome.delta, strict=True))


class Term(Struct, frozen=True):
    """One number of a sum, and what it is."""

    label: Line
    number: int


class Sum(Struct, frozen=True):
    """What a side has counted: terms that add up to the total, and what the total means."""

    label: Line
    terms: tuple[Term, ...]
    total: int
    counts: str = "points"
    marks: tuple[Mark, ...] = ()


class FactorLine(Struct, frozen=True):
    """One factor of an amount in words, with the rules that say so."""

    kind: str
    label: Line
    number: int | float
    rules: tuple[str, ...]


class ItemLine(Struct, frozen=True):
    """One line of the settlement: what for, who, how much; the factors multiply up to the amount."""

    kind: str
    what: Line
    rule: str
    side: int
    amount: int
    factors: tuple[FactorLine, ...] = ()


class SideLine(Struct, frozen=True):
    """A side before and after: ``change`` is the sum of its items."""

    side: int
    name: Line
    before: int
    change: int
    after: int


class Settlement(Struct, frozen=True):
    """Why everybody got what they got."""

    headline: Line
    sums: tuple[Sum, ...]
    items: tuple[ItemLine, ...]
    sides: tuple[SideLine, ...]
    details: tuple[Line, ...] = ()


class Cell(Struct, frozen=True, omit_defaults=True):
    """A place of the sheet: its words, the number in it, what it does to the score, and the marks on it.

    ``amount`` is what the cell adds to the score of ``side``; a cell that adds nothing has none. Marks are names:
    ``declarer``, ``partner``, ``struck`` (a digit is struck off), ``crossed`` (counts for nobody), ``given`` (to the
    other side), ``taken`` (from it).
    """

    line: Line = ()
    number: int | None = None
    side: int | None = None
    amount: int | None = None
    total: int | None = None
    marks: tuple[str, ...] = ()


class Row(Struct, frozen=True):
    """A line of the sheet; ``deal`` is its number, 0 for a line that is not a deal."""

    name: Line
    cells: tuple[Cell, ...]
    deal: int = 0


class Sheet(Struct, frozen=True):
    """A score sheet in the game's own form.

    ``heads`` stand over the name of a row and over its cells. ``across``: deals go from left to right, one cell of each
    row for a deal, and the last cell is the row's total. ``totals`` are the scores by side, and ``standing`` says them
    in words; ``target`` is where the race ends, if it is one. ``told`` are the rows for a reader who cannot see a
    table; ``notes`` stand below, and the first ``legend`` of them explain marks that only a table has.
    """

    title: Line
    heads: tuple[Line, ...]
    rows: tuple[Row, ...]
    totals: tuple[Cell, ...]
    notes: tuple[Line, ...] = ()
    standing: tuple[Line, ...] = ()
    told: tuple[Line, ...] = ()
    across: bool = False
    target: int | None = None
    legend: int = 0
