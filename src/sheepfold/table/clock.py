"""The clock of a table: so many seconds for a decision, and a bank for the whole match beside them.

It counts by a steady clock that is handed in, so setting the system's clock back changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.table.protocol import Clock


class Preset(Struct, frozen=True):
    """Seconds for a decision, and the bank of each seat."""

    decision: float
    bank: float


PRESETS: Mapping[str, Preset | None] = {"none": None, "normal": Preset(30, 120), "fast": Preset(12, 45)}
GIVEN = 60.0
"""Seconds that a host gives."""


class TableClock:
    """What is left to each seat. One decision runs at a time; it goes on where it was if it is halted."""

    def __init__(self, preset: Preset | None, seats: int, now: Callable[[], float]) -> None:
        self.preset = preset
        self.bank = [preset.bank if preset else 0.0] * seats
        self._now = now
        self._seat: Seat | None = None
        self._moment = -1
        self._began = 0.0
        self._used = 0.0  # of this decision, before it was halted
        self._charged = 0.0  # of that, what the bank has paid

    def start(self, seat: Seat, moment: int) -> float | None:
        """A seat is asked; the seconds until its time is up, ``None`` if it has all the time in the world.

        ``moment`` tells one decision from another: the same one goes on.
        """
        if self.preset is None:
            return None
        if moment != self._moment:
            self._moment, self._used, self._charged = moment, 0.0, 0.0
        self._seat, self._began = seat, self._now()
        return self._left(seat)

    def _left(self, seat: Seat) -> float:
        assert self.preset is not None
        used = self._used + self._now() - self._began
        over = max(0.0, used - self.preset.decision)
        return max(0.0, self.preset.decision - used) + max(0.0, self.bank[seat] - over + self._charged)

    def stop(self) -> None:
        """The decision was made, or is halted: what it took beyond its time comes from the bank."""
        if self._seat is not None and self.preset is not None:
            self._used += self._now() - self._began
            over = max(0.0, self._used - self.preset.decision)
            self.bank[self._seat] = max(0.0, self.bank[self._seat] - over + self._charged)
            self._charged = over
        self._seat = None

    def give(self, seat: Seat) -> None:
        """The host gives somebody time."""
        self.bank[seat] += GIVEN

    def state(self) -> Clock | None:
        """How it stands now."""
        if self.preset is None:
            return None
        bank = tuple(round(seconds * 1000) for seconds in self.bank)
        if self._seat is None:
            return Clock(None, 0, bank)
        return Clock(self._seat, round(self._left(self._seat) * 1000), bank)
