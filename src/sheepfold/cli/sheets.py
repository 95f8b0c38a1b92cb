"""Score sheets and settlements as the terminal shows them: drawn as a table, or in words for plain terminals."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from rich import box
from rich.console import RenderableType
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from sheepfold.cli.screen import Screen
from sheepfold.core.cards import Mask
from sheepfold.core.order import Order
from sheepfold.play.view import View
from sheepfold.presentation import Entry, Line, Sheet
from sheepfold.presentation.score import Cell, Row, Settlement

BAR, NAME = 30, 21
"""Columns of a player's way to the target, and of the name before it."""


def sheet(screen: Screen, found: Sheet, most: int, page: int = 0) -> list[RenderableType]:
    """A sheet as this terminal shows it: so many of its last rows, or of those that many pages before them.

    Page 0 is the end of a deal, where the way to the older rows is told; from page 1 on the next page is named.
    """
    return [*in_words(screen, found, most, page)] if screen.ink.plain else drawn(screen, found, most, page)


def pages(found: Sheet, most: int) -> int:
    """How many pages a sheet has."""
    return 1 if found.across else max(1, -(-len(found.rows) // most))


def _on_page(count: int, most: int, page: int) -> slice:
    """The rows of a page, counted from the end."""
    last = count - max(0, page - 1) * most
    return slice(max(0, last - most), max(0, last))


def _older(screen: Screen, count: int, shown: slice, page: int) -> list[Text]:
    """How to see the rows that are not shown."""
    if not shown.start and shown.stop == count:
        return []
    if page == 0:
        return [screen.say("sheet-older", "dim", shown=shown.stop - shown.start, all=count)]
    key = "sheet-page" if shown.start else "sheet-first-page"
    return [screen.say(key, "dim", first=shown.start + 1, last=shown.stop, all=count, next=page + 1)]


def drawn(screen: Screen, found: Sheet, most: int = 40, page: int = 0) -> list[RenderableType]:
    """A sheet as a table with its last rows; one that goes across is broken into blocks that fit."""
    parts: list[RenderableType] = [screen.ink.text(found.title, "bold")]
    shown = slice(0, len(found.rows)) if found.across else _on_page(len(found.rows), most, page)
    rows, notes = found.rows[shown], found.notes
    for columns in _blocks(screen, found):
        grid = _grid(screen, found, rows, columns)
        if not _fits(screen, grid):
            grid = _grid(screen, found, rows, columns, totals=False)
        if found.across or _fits(screen, grid) or _folded(screen, grid):
            parts.append(grid)
        else:  # a screen this narrow gets sentences
            parts += screen.ink.texts(found.told[shown])
            notes = found.notes[found.legend :]
    parts += _older(screen, len(found.rows), shown, page)
    parts += screen.ink.texts(notes)
    if found.target is None:
        return [*parts, *screen.ink.texts(found.standing)]
    return [*parts, *(_bar(screen, cell, found.target) for cell in found.totals)]


def _grid(screen: Screen, found: Sheet, rows: Sequence[Row], columns: Sequence[int], *, totals: bool = True) -> Grid:
    """Some columns of a sheet; with its totals beside every change, or where that is too wide in a last row alone."""
    grid = Grid(box=box.SIMPLE_HEAD if screen.ink.signs else box.ASCII2, pad_edge=False, padding=(0, 1, 0, 0))
    for place in columns:
        numbers = place and any(row.cells[place - 1].number is not None for row in found.rows)
        head = screen.ink.text(found.heads[place])
        head.justify = "center" if numbers else "left"  # over the change and the total
        grid.add_column(head, justify="right" if numbers else "left")
    for row in rows:
        shown = row if totals else replace(row, cells=tuple(replace(cell, total=None) for cell in row.cells))
        grid.add_row(*(_cell(screen, shown, place) for place in columns))
    if not totals and rows and any(cell.total is not None for cell in rows[-1].cells):
        last = [None, *(None if cell.total is None else str(cell.total) for cell in rows[-1].cells)]
        grid.add_row(screen.say("sheet-total", "dim"), *(Text(last[place] or "", "dim") for place in columns[1:]))
    return grid


def _fits(screen: Screen, grid: Grid) -> bool:
    console = screen.ink.console
    return console.measure(grid, options=console.options.update(max_width=999)).maximum <= console.width


def _folded(screen: Screen, grid: Grid) -> bool:
    """Fold columns between words, the widest ones most, until all fit; false if a word would have to be cut."""
    console = screen.ink.console
    free = console.options.update(max_width=999)
    sizes = [[Measurement.get(console, free, cell) for cell in (each.header, *each.cells)] for each in grid.columns]
    widths = [max(size.minimum for size in column) for column in sizes]
    wanted = [max(size.maximum for size in column) for column in sizes]
    beside = console.measure(grid, options=free).maximum - sum(wanted)
    room = console.width - beside - sum(widths)
    for place in sorted(range(len(widths)), key=lambda each: wanted[each] - widths[each]):
        more = max(0, min(room, wanted[place] - widths[place]))
        widths[place], room = widths[place] + more, room - more
    for column, width in zip(grid.columns, widths, strict=True):
        column.width = width
    return room >= 0


def _blocks(screen: Screen, found: Sheet) -> list[Sequence[int]]:
    """Which columns stand beside each other: the name of the row first, and the totals last in every block."""
    if not found.across:
        return [range(len(found.heads))]
    last, fit = len(found.heads) - 1, max(1, (screen.ink.width - 24) // 10)
    return [[0, *range(at, min(at + fit, last)), last] for at in range(1, last, fit)] or [[0, last]]


_FIGURES = frozenset({"struck", "crossed", "given", "taken"})
"""Marks on figures that are written as on paper; the others are on changes, which are green or red."""


def _cell(screen: Screen, row: Row, place: int) -> Text:
    """The name of a row, or one of its cells with its marks."""
    ink = screen.ink
    if place == 0:
        return ink.text(row.name)
    cell = row.cells[place - 1]
    style = "strike dim" if "crossed" in cell.marks else "dim" if "given" in cell.marks else ""
    if cell.amount is not None and not _FIGURES.intersection(cell.marks):
        style = "" if not cell.amount else "green" if cell.amount > 0 else "red"
    text = Text.assemble(ink.text(cell.line, style))
    for mark in cell.marks:
        if screen.presenter.has(f"mark-{mark}"):
            text.append_text(screen.say(f"mark-{mark}", style.removeprefix("strike ")))
    return text if cell.total is None or cell.amount is None else text.append(f" {cell.total:>4}", "dim")


def _bar(screen: Screen, cell: Cell, target: int) -> Text:
    """A player's way to the target."""
    score = cell.total or 0
    full = max(0, min(BAR, score * BAR // max(target, 1)))
    blocks = screen.ink.sign("█", "#") * full + screen.ink.sign("░", ".") * (BAR - full)
    name = screen.ink.text(screen.presenter.you(cell.side or 0))
    return Text.assemble(name, " " * max(1, NAME - name.cell_len), f"{blocks} {score}")


def in_words(screen: Screen, found: Sheet, most: int = 999, page: int = 0) -> list[Text]:
    """The last rows of a sheet, each number with its heading."""
    shown = _on_page(len(found.told), most, page)
    older = _older(screen, len(found.told), shown, page) if page else []
    return [
        *screen.ink.texts(found.told[shown]),
        *older,
        *screen.ink.texts((*found.notes[found.legend :], *found.standing)),
    ]


# -- the end of a deal -------------------------------------------------------------------------------------------------


def settlement(screen: Screen, entry: Entry) -> list[Text]:
    """How a deal ended: the result, what everybody took, and why everybody got what they got."""
    found = screen.presenter.settlement(entry)
    return settled(screen, found, screen.presenter.score_lines(found))


def settled(screen: Screen, found: Settlement, told: Sequence[Line]) -> list[Text]:
    """A settlement, with its items as they are told."""
    details = [Text(" ").join(screen.ink.texts(found.details))] if found.details else []
    headline = screen.presenter.say("sentence", clause=found.headline)
    return [
        screen.ink.text(headline, "bold"),
        *details,
        *_sums(screen, found),
        *screen.ink.texts(told),
    ]


def _sums(screen: Screen, found: Settlement) -> list[Text]:
    """How the count came about, where more than what was taken in tricks is in it: a bury, a blind.

    Where a side has several sums, as on a sheet with lines for melds, the items say it all.
    """
    game = screen.game
    if len(found.sums) > game.sides or sum(len(each.terms) for each in found.sums) <= game.seats:
        return []
    told = []
    for each in found.sums:
        terms = [screen.word("settled-term", number=term.number, label=term.label) for term in each.terms]
        told.append(screen.say("settled-sum", label=each.label, terms=" + ".join(terms), total=each.total))
    return [Text("; ").join(told)]


def all_hands(screen: Screen, view: View) -> list[Text]:
    """Every card of the deal, and what was done with cards out of sight."""
    return hands(screen, view, screen.presenter.all_hands(view), screen.presenter.out_of_sight(view))


def hands(screen: Screen, view: View, shown: Sequence[tuple[Line, Mask]], hidden: Line) -> list[Text]:
    """The hands of a deal one below the other, and what was done out of sight."""
    if not shown:
        return []
    order = screen.presenter.hand_order(view)
    width = max(screen.ink.text(name).cell_len for name, _ in shown)
    lines = [screen.say("hands-dealt")]
    for name, mask in shown:
        title = screen.ink.text(name)
        gap = " " * (width - title.cell_len + 2)
        lines.append(Text.assemble("  ", title, gap, screen.ink.cards(_from_the_top(mask, order))))
    return [*lines, screen.ink.text(hidden)] if hidden else lines


def _from_the_top(mask: int, order: Order) -> tuple[int, ...]:
    """Cards from the strongest down, also those an order has no place for."""
    listed = order.strongest_first(mask)
    return listed + tuple(card for card in range(36) if mask >> card & 1 and card not in listed)
