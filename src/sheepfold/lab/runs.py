"""A measurement carried out: its numbers spread over processes, each line kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from sheepfold.lab.ledger import Header, open_ledger, read_ledger
from sheepfold.lab.workers import Line, Task, results

L = TypeVar("L", bound=Line)
L_co = TypeVar("L_co", bound=Line, covariant=True)
Tell = Callable[[int, int], None]
"""Hears how many numbers are done, and of how many."""


class Measurement(Task[L_co], Protocol[L_co]):
    """A task that can say what it measures."""

    @property
    def header(self) -> Header:
        """All that decides its lines, the code included."""

    @property
    def line_type(self) -> type[L_co]:
        """What its lines are."""


class Run(Struct, Generic[L], frozen=True):
    """The lines of a run by their numbers; ``broken_off``: Ctrl-C ended it before all were done."""

    lines: tuple[L, ...]
    broken_off: bool = False


def carry_out(
    task: Measurement[L], numbers: Sequence[int], workers: int, file: Path | None = None, tell: Tell | None = None
) -> Run[L]:
    """Do what is not yet in the file, and give all lines in the order of their numbers.

    Ctrl-C ends it with what is finished. Whatever else goes wrong is raised, and the file keeps what is finished.
    """
    with open_ledger(file, task.header, task.line_type) as (ledger, kept):
        done: dict[int, L] = {number: kept[number] for number in numbers if number in kept}
        broken_off = False
        try:
            if tell is not None:
                tell(len(done), len(numbers))
            for line in results(task, [number for number in numbers if number not in done], workers):
                ledger.write(line)
                done[line.number] = line
                if tell is not None:
                    tell(len(done), len(numbers))
        except KeyboardInterrupt:
            broken_off = True
            if file is not None:  # Ctrl-C may come when a line is in the file and not yet among those done
                kept = read_ledger(file, task.line_type)[1]
                done = {number: kept[number] for number in numbers if number in kept}
    return Run(tuple(done[number] for number in numbers if number in done), broken_off)
