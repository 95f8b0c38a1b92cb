"""An evening as its entries make it: who has what, who deals, what is still to be asked, and who owes what.

Everything is made anew from the entries each time, so a correction gives exactly what entering it rightly in the first
place would have given. An entry that has become impossible, or waits for something nobody has answered, keeps its place
with the reason beside it and counts nothing until it is put right.

>>> from sheepfold.score.entries import Drawn, Opened, Scored
>>> evening = evening_of([
...     Opened("sheepshead", 1, ("Ann", "Ben", "Cleo", "Dora", "Emil"), stake=10),
...     Drawn(0, {"dealer": 4}),
...     Scored("called_card", {"picker": 0, "partner": 1, "points": 75}),
... ])
>>> evening.points
{'Ann': 2, 'Ben': 1, 'Cleo': -1, 'Dora': -1, 'Emil': -1}
>>> evening.cents["Ann"], evening.players[evening.standing.dealer]
(20, 'Ann')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.score.entries import (
    Corrected,
    Drawn,
    Entered,
    Entry,
    Opened,
    TakenBack,
)
from sheepfold.score.settling import Asked, BadEntry, Fold, Row, Stretch, drawn_answers


class Evening(Struct, frozen=True):
    """All that follows from the entries. ``standing`` is that of the next deal; there is none while something is
    ``asked`` and when the match is ``over``.

    ``points`` and ``cents`` are by person, in the order in which they came; those in the pot belong to nobody yet.
    """

    entries: tuple[Entry, ...]
    rows: tuple[Row, ...]
    stretches: tuple[Stretch, ...]
    standing: Standing | None
    asked: Asked | None
    stake: int
    points: Mapping[str, int]
    cents: Mapping[str, int]

    @property
    def game(self) -> Game[Any]:
        """What is played now."""
        return self.stretches[-1].game

    @property
    def currency(self) -> str:
        """What stands behind amounts of money."""
        return self.opening.currency

    @property
    def opening(self) -> Opened:
        """How the evening began, as it was last corrected."""
        first = _as_corrected(self.entries)[0][1]
        assert isinstance(first, Opened)
        return first

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at the table, by seat."""
        return self.stretches[-1].players

    @property
    def over(self) -> bool:
        """Whether the match is over; a new one may begin."""
        return self.stretches[-1].over

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won the match that is over."""
        last = self.stretches[-1]
        return last.game.winners(last.scores) if last.over else ()

    @property
    def faults(self) -> tuple[Row, ...]:
        """The entries that count nothing until they are put right."""
        return tuple(row for row in self.rows if row.fault is not None)

    def row(self, number: int) -> Row:
        """The row of an entry, by its number in the stream."""
        for row in self.rows:
            if row.number == number:
                return row
        sentence = "There is no entry { $number } on the sheet."
        raise BadEntry("no_entry", sentence, number=number)

    def place(self, number: int) -> int:
        """The place on the sheet of an entry, counted from 1; struck entries leave no gap."""
        return self.rows.index(self.row(number)) + 1

    def at(self, place: int) -> Row:
        """The row in that place."""
        if not 1 <= place <= len(self.rows):
            sentence = "There is no entry { $number } on the sheet."
            raise BadEntry("no_entry", sentence, number=place)
        return self.rows[place - 1]

    @property
    def balances(self) -> dict[str, int]:
        """What everybody is owed in cents, below nothing: owes; they add up to nothing.

        What is left in the pot is shared by those at the table; odd cents go one each to the first from the dealer's
        left.
        """
        found = dict(self.cents)
        left = -sum(found.values())
        players = self.players
        first = 0 if self.standing is None else self.standing.dealer + 1
        share, odd = divmod(left, len(players))
        for turn in range(len(players)):
            found[players[(first + turn) % len(players)]] += share + (turn < odd)
        return found

    def adding(self, entry: Entry) -> Evening:
        """The evening with one more entry; refused in words if it cannot be made.

        What an accepted correction makes impossible further down is marked there, and not refused.
        """
        if isinstance(entry, Drawn):
            if self.asked is None or entry.after != self.asked.after:
                raise BadEntry("not_asked", "Chance has nothing to decide there.")
            drawn_answers(self.asked.fields, entry.answers)
        found = evening_of((*self.entries, entry))
        number = entry.number if isinstance(entry, Corrected) else len(self.entries)
        for row in found.rows:
            if row.number == number and row.fault is not None:
                raise row.fault
        return found

    def last(self) -> int:
        """The number of the last entry that can be taken back; refused if there is none but the first."""
        gone = _taken_back(self.entries)
        for number in range(len(self.entries) - 1, 0, -1):
            if number not in gone and not isinstance(self.entries[number], TakenBack):
                return number
        raise BadEntry("nothing_entered", "There is nothing on the sheet to take back.")


def evening_of(entries: Sequence[Entry]) -> Evening:
    """The evening that these entries make; refused if it cannot even begin."""
    kept = _as_corrected(entries)
    fold = Fold({entry.after: entry.answers for _, entry, _ in kept if isinstance(entry, Drawn)})
    for number, entry, corrected in kept:
        fold.enter(number, entry, corrected)
    stretches = (*fold.stretches, fold.stretch())
    return Evening(
        tuple(entries), tuple(fold.rows), stretches, fold.standing, fold.asked, fold.stake, fold.points, fold.cents
    )


def _taken_back(entries: Sequence[Entry]) -> set[int]:
    """The numbers of all entries that were taken back."""
    return {entry.number for entry in entries if isinstance(entry, TakenBack)}


def _as_corrected(entries: Sequence[Entry]) -> list[tuple[int, Entered, bool]]:
    """What stands on the sheet: each entry under its number, as it was last corrected."""
    if not entries or not isinstance(entries[0], Opened):
        raise BadEntry("not_opened", "An evening begins with the game and the players.")
    gone = _taken_back(entries)
    found: dict[int, tuple[Entered, bool]] = {}
    for number, entry in enumerate(entries):
        if number in gone and number:
            continue
        if isinstance(entry, Corrected):
            if entry.number not in found:
                raise BadEntry("no_entry", "There is no entry { $number } on the sheet.", number=entry.number)
            if (entry.number == 0) != isinstance(entry.by, Opened):
                raise BadEntry(
                    "opening", "Only the opening can stand in the place of the opening.", key="evening_opened"
                )
            if entry.by is None:
                del found[entry.number]
            else:
                found[entry.number] = (entry.by, True)
        elif not isinstance(entry, TakenBack):
            found[number] = (entry, False)
    return [(number, entry, corrected) for number, (entry, corrected) in found.items()]
