"""An evening for other programs: a table for spreadsheets, and everything as JSON."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import msgspec

from sheepfold.notation.forms import to_data
from sheepfold.presentation.line import spoken
from sheepfold.score.evening import Evening
from sheepfold.score.payments import payments
from sheepfold.score.settling import Row
from sheepfold.score.telling import Teller

EXPORT_VERSION = 1
FORMULA = re.compile(r"(^|[;|\t])(\s*)(?=[-=+@＝＋－＠\t\r])")
"""Where a formula could begin: at the beginning of a text, or after a sign that other tables put between cells."""


def to_csv(evening: Evening, language: str = "en") -> str:
    """One line per entry: its place, what it was, and the points and cents of everybody; totals last.

    Numbers are numbers. A text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    teller, people = Teller(evening, language), list(evening.points)
    file = io.StringIO()
    table = csv.writer(file)

    def word(key: str) -> str:
        return spoken(teller.say(key))

    heads = [word("evening-csv-entry"), word("evening-csv-what"), word("evening-csv-note")]
    heads += [spoken(teller.say("evening-csv-points", who=name)) for name in people]
    heads += [spoken(teller.say("evening-csv-cents", who=name)) for name in people]
    table.writerow(map(_harmless, heads))
    for place, row in enumerate(evening.rows, 1):
        counts = [row.changes.get(name, 0) for name in people] + [row.cents.get(name, 0) for name in people]
        what, note = spoken(teller.what(row)), getattr(row.entry, "note", "")
        table.writerow([place, _harmless(what), _harmless(note), *counts])
    totals = [*evening.points.values(), *(evening.balances[name] for name in people)]
    table.writerow([word("evening-csv-total"), "", "", *totals])
    return file.getvalue()


def _harmless(text: str) -> str:
    """A text as no spreadsheet takes it for a formula."""
    return FORMULA.sub(r"\1'\2", text)


def to_json(evening: Evening) -> str:
    """The whole evening: the entries as they were made, and what they amount to, with every item of every deal."""
    data = {
        "sheepfold_evening_export": EXPORT_VERSION,
        "game": evening.game.options.text(),
        "date": evening.opening.date,
        "currency": evening.currency,
        "players": evening.players,
        "rows": [_row(place, row) for place, row in enumerate(evening.rows, 1)],
        "over": evening.over,
        "winners": evening.winners,
        "points": evening.points,
        "cents": evening.balances,
        "payments": payments(evening.balances),
        "entries": evening.entries,
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n"


def _row(place: int, row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {"place": place, "number": row.number, "entry": row.entry}
    if row.deal is not None:
        found |= {"standing": to_data(row.deal.standing), "outcome": to_data(row.deal.outcome)}
    if row.fault is not None:
        return found | {"fault": str(row.fault)}
    return found | {"changes": row.changes, "cents": row.cents}
