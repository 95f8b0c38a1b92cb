"""Positions: moments of a deal with the actions a good player may choose there, and those that nobody may.

A position is a match record whose last deal stops before the decision, so every tool that reads records reads it too.
It has three keys of its own: ``_title`` (a sentence that says what the position is about), ``_acceptable`` and
``_shameful`` (action texts such as ``10s`` or ``call ac``). At least one of the lists must name something; what is in
neither is a matter of taste.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.errors import BadRecord
from sheepfold.notation.actions import parse_action
from sheepfold.notation.records import read_toml
from sheepfold.play.match import Match
from sheepfold.play.view import View

OWN_KEYS = {"_title", "_acceptable", "_shameful"}


class Position(Struct, frozen=True):
    """A decision and what may be thought of it; an empty ``acceptable`` allows all that is not shameful."""

    file: Path
    title: str
    match: Match
    acceptable: tuple[Action, ...]
    shameful: tuple[Action, ...]

    @property
    def view(self) -> View:
        """What the seat that has to decide has seen."""
        return self.match.view(self.match.turn)


def read_position(file: Path) -> Position:
    """A position from its file; refuses one that says nothing, or that names an action nobody may do there."""
    record = read_toml(file.read_text(encoding="utf-8"))
    match, own = record.match, record.own
    if set(own) != OWN_KEYS:
        raise BadRecord(
            "position_keys",
            "{ $file }: a position has the keys { $own_keys }.",
            file=file.name,
            own_keys=", ".join(sorted(OWN_KEYS)),
        )
    if match.turn is None:
        raise BadRecord("position_over", "{ $file }: the deal is over, so there is nothing to decide.", file=file.name)
    acceptable, shameful = (_actions(file, match, own[key]) for key in ("_acceptable", "_shameful"))
    if not acceptable and not shameful:
        raise BadRecord(
            "position_empty", "{ $file }: the position says of no action what to think of it.", file=file.name
        )
    if set(acceptable) & set(shameful):
        raise BadRecord("position_both", "{ $file }: an action cannot be both acceptable and shameful.", file=file.name)
    return Position(file, str(own["_title"]), match, acceptable, shameful)


def _actions(file: Path, match: Match, texts: list[str]) -> tuple[Action, ...]:
    result = []
    for text in texts:
        action = parse_action(text)
        if action not in match.legal:
            raise BadRecord(
                "position_action", "{ $file }: '{ $text }' may not be done there.", file=file.name, text=text
            )
        result.append(action)
    return tuple(result)


def read_positions(folder: Path) -> Iterator[Position]:
    """All positions below a folder, by name."""
    for file in sorted(folder.rglob("*.toml")):
        yield read_position(file)
