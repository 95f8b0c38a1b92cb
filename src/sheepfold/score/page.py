"""An evening as a page to print: its sheets in the game's own form, the balances, who pays whom, and the plot.

The page is one HTML file without anything from elsewhere; a browser prints it or makes a PDF of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Literal, TypeAlias

from sheepfold.presentation.line import Line, spoken
from sheepfold.presentation.presenter import Presenter
from sheepfold.presentation.score import Cell, Row, Sheet
from sheepfold.score.evening import Evening
from sheepfold.score.plot import svg
from sheepfold.score.telling import Teller, teams

Paper: TypeAlias = Literal["A4", "letter"]
ACROSS = 6
"""Deals that stand beside each other where a sheet goes across."""
MANY = 8
"""With more columns the type is smaller, so that nothing runs off the paper."""
LONG = 9
"""A name with more letters in a row may be broken."""


def page(evening: Evening, paper: Paper = "A4", language: str = "en") -> str:
    """The evening as an HTML page for that paper."""
    teller = Teller(evening, language)
    date = evening.opening.date
    title = _text(
        teller.say("evening-sheet-dated", title=evening.game.title, date=date) if date else (evening.game.title,)
    )
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8"><title>{title}</title>',
            f"<style>{_style(paper)}</style></head><body>",
            f"<h1>{title}</h1>",
            f"<p>{escape(', '.join(evening.points))}</p>",
            *_sheets(teller),
            *_money(teller),
            *_picture(teller),
            "</body></html>",
        ]
    )


def _style(paper: Paper) -> str:
    return files("sheepfold.score").joinpath("page.css").read_text(encoding="utf-8").replace("PAPER", paper)


def _text(line: Line) -> str:
    return escape(spoken(line))


def _sheets(teller: Teller) -> Iterable[str]:
    sheets = teller.sheets()
    if not sheets:
        yield f"<p>{_text(teller.say('evening-empty'))}</p>"
    seen: tuple[str, ...] = ()
    for place, (presenter, sheet) in enumerate(sheets, 1):
        yield "<section>"
        if len(sheets) > 1:
            yield f"<h2>{_text(teller.say('evening-page-part', title=sheet.title, place=place))}</h2>"
        if presenter.reader.names != seen:
            sides = teams(presenter) or ([(", ".join(presenter.reader.names),)] if len(sheets) > 1 else [])
            yield from (f'<p class="small keep">{_text(line)}</p>' for line in sides)
        seen = presenter.reader.names
        for columns in _blocks(sheet):
            yield _table(presenter, sheet, columns)
        yield from (f'<p class="small note">{_text(line)}</p>' for line in (*sheet.notes, *sheet.standing))
        yield "</section>"


def _blocks(sheet: Sheet) -> list[Sequence[int]]:
    """Which columns stand beside each other; a sheet that goes across is broken, with the totals in every block.

    The blocks are as wide as each other, as far as that can be.
    """
    last = len(sheet.heads) - 1
    if not sheet.across:
        return [range(last + 1)]
    count = -(-(last - 1) // ACROSS) or 1
    ends = [1 + (last - 1) * block // count for block in range(count + 1)]
    return [[0, *range(begin, end), last] for begin, end in pairwise(ends)]


def _table(presenter: Presenter, sheet: Sheet, columns: Sequence[int]) -> str:
    numbers = {at for at in columns if at and any(row.cells[at - 1].number is not None for row in sheet.rows)}

    def kind(at: int) -> str:
        return "" if at in numbers or not at else ' class="words"'

    def head(at: int) -> str:
        text = _text(sheet.heads[at])
        return ' class="long"' if at in numbers and max(map(len, text.split()), default=0) > LONG else kind(at)

    heads = "".join(f'<th scope="col"{head(at)}>{_text(sheet.heads[at])}</th>' for at in columns)
    rows = "\n".join(
        "<tr>" + "".join(f"<td{kind(at)}>{_cell(presenter, row, at)}</td>" for at in columns) + "</tr>"
        for row in sheet.rows
    )
    shape = "whole" if sheet.across else "many" if len(columns) > MANY else "usual"
    return f'<table class="{shape}"><thead><tr>{heads}</tr></thead>\n<tbody>{rows}</tbody></table>'


def _cell(presenter: Presenter, row: Row, at: int) -> str:
    """The name of a row, or one of its cells with its marks and the total after it."""
    if not at:
        return _text(row.name)
    cell: Cell = row.cells[at - 1]
    found = _text(cell.line)
    if "crossed" in cell.marks:
        found = f"<s>{found}</s>"
    for mark in cell.marks:
        if presenter.has(f"mark-{mark}"):
            found += _text(presenter.say(f"mark-{mark}"))
    return found if cell.total is None or cell.amount is None else f"{found} <small>{cell.total}</small>"


def _money(teller: Teller) -> Iterable[str]:
    yield '<section class="money">'
    yield f"<h2>{_text(teller.say('evening-page-end'))}</h2><ul>"
    yield from (f"<li>{_text(line)}</li>" for line in teller.balances())
    yield "</ul>"
    if teller.evening.stake or any(teller.evening.cents.values()):
        yield "<ul>"
        yield from (f"<li>{_text(line)}</li>" for line in teller.payments())
        yield "</ul>"
    yield "</section>"


def _picture(teller: Teller) -> Iterable[str]:
    if len(teller.evening.rows) > 1:
        title = spoken(teller.say("evening-plot-title"))
        yield f"<figure><figcaption>{escape(title)}</figcaption>{svg(teller.evening, title)}</figure>"
