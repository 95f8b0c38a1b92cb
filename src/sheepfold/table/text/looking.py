"""What a page of a table shows, taken from the table in one piece: this reader's snapshot, and answers to words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.notation.forms import from_data
from sheepfold.play.view import View
from sheepfold.presentation.line import Line
from sheepfold.presentation.presenter import Presenter
from sheepfold.table.protocol import Snap
from sheepfold.table.table import Table
from sheepfold.table.viewers import Viewer
from sheepfold.table.voice import json_of

LINES = tuple[Line, ...]


class Seen(Struct, frozen=True):
    """All that a page shows of a table; nothing in it is more than this reader's own clients are sent."""

    snap: Snap
    hand: LINES = ()
    table: LINES = ()
    now: LINES = ()
    offers: LINES = ()
    """What each legal action promises and pays; empty where there is nothing to say."""
    marks: Mapping[str, Line] = {}
    """The signs on a score sheet, by the name of the mark."""

    def name(self, seat: Seat) -> str:
        """What a player is called."""
        return self.snap.room.seats[seat].name


def named(table: Table, lines: Iterable[Line]) -> LINES:
    """Lines of a voice with the names of this table."""
    data = table.named(json_of(tuple(lines), LINES))
    found: LINES = from_data(LINES, msgspec.json.decode(data))
    return found


def look(table: Table, viewer: Viewer) -> tuple[Seen, dict[str, Any]]:
    """What somebody sees of a table now, and the same snapshot as data. For the task of the table only."""
    data: dict[str, Any] = msgspec.json.decode(table.snapshot(viewer))
    snap: Snap = from_data(Snap, data)
    view = seen_view(table, viewer, snap)
    if view is None:
        return Seen(snap), data
    presenter = table.voice(viewer.person).presenter
    now = presenter.now(view)
    words = presenter.table(view)
    hand = presenter.hand(view)[1:] if viewer.seat is not None else []
    found = Seen(
        snap,
        hand=named(table, hand),
        table=named(table, words[: len(words) - len(now)]),
        now=named(table, now),
        offers=_offers(presenter, snap),
        marks=_marks(presenter, snap),
    )
    return found, data


def seen_view(table: Table, viewer: Viewer, snap: Snap) -> View | None:
    """What the words of a page are made of: the View of the table, or of the moment that this reader sees."""
    if table.sees_later(viewer.seat):
        return snap.view
    audience = table.audience(viewer.seat, viewer.language)
    return None if audience is None else audience.view


def _offers(presenter: Presenter, snap: Snap) -> LINES:
    if snap.question is None or snap.scene is None:
        return ()
    known = {offer.action: presenter.offer(offer) for offer in snap.scene.offers}
    return tuple(known.get(choice.a, ()) for choice in snap.question.legal)


def _marks(presenter: Presenter, snap: Snap) -> dict[str, Line]:
    if snap.sheet is None:
        return {}
    names = {mark for row in snap.sheet.rows for cell in row.cells for mark in cell.marks}
    return {name: presenter.say(f"mark-{name}") for name in sorted(names) if presenter.has(f"mark-{name}")}
