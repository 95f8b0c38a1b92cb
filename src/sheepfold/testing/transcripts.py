"""Whole deals written out: replayed action by action, and held against what the transcript says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheepfold.core.cards import cards_in
from sheepfold.core.events import Outcome, Standing
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Chance
from sheepfold.core.trick import points_of
from sheepfold.notation.actions import action_text
from sheepfold.notation.transcript import read_action, read_deal, read_standing
from sheepfold.play.replay import begin
from sheepfold.play.step import step
from sheepfold.registry import make_game
from sheepfold.testing.sections.base import BadFixture

NEEDED = ("game", "table", "deal", "actions")
OUTCOMES = ("points", "tricks", "delta", "melds", "discard_points", "blind_to")
KNOWN = frozenset(("id", "note", "legal", "next", *NEEDED, *OUTCOMES))

Mismatch = tuple[str, Any, Any]
"""What was compared, what was expected, what the rules gave."""


def check_transcript(data: Mapping[str, Any]) -> Iterator[Mismatch]:
    """Replay a deal and yield whatever does not agree with it."""
    missing = [key for key in NEEDED if key not in data]
    if missing:
        raise BadFixture(f"The transcript has no {', '.join(missing)}.")
    unknown = sorted(key for key in data if key not in KNOWN and not str(key).startswith("_"))
    if unknown:
        raise BadFixture(f"A transcript has no key {', '.join(unknown)}.")
    game = make_game(data["game"])
    standing = read_standing(game, data["table"])
    state = begin(game, standing, read_deal(data["deal"])).state
    legal = data.get("legal")
    if legal is not None and len(legal) != len(data["actions"]):
        raise BadFixture(f"There are {len(data['actions'])} actions and {len(legal)} lists of legal ones.")
    for place, written in enumerate(data["actions"]):
        seat, action = read_action(written)
        if legal is not None:
            offered = sorted(action_text(each) for each in game.legal(state))
            if offered != sorted(legal[place]):
                yield f"legal actions before {place + 1}. '{written}'", sorted(legal[place]), offered
        state = step(game, state, seat, action).state
    yield from _check_end(game, standing, state, data)


def _check_end(game: Game[Any], standing: Standing, state: Any, data: Mapping[str, Any]) -> Iterator[Mismatch]:
    outcome = game.outcome(state)
    if outcome is None:
        if any(key in data for key in (*OUTCOMES, "next")):
            yield "deal over", True, False
        return
    for key in OUTCOMES:
        if key in data:
            got = _plain(getattr(outcome, key))
            if key == "blind_to" and isinstance(data[key], Mapping):
                got = _blind_told(game, state, outcome)
            if got != data[key] and not (outcome.thrown_in and got == [] and _nothing(data[key])):
                yield key, data[key], got
    if "next" in data:
        yield from _check_next(game.next_standing(standing, outcome, Chance("")), data["next"])


def _plain(value: Any) -> Any:
    """A value as a transcript writes it."""
    return list(value) if isinstance(value, tuple) else value


def _nothing(told: Any) -> bool:
    """Whether a transcript counts nothing: a deal that was thrown in may be written with zeros."""
    return told is None or (isinstance(told, list) and not any(told))


def _blind_told(game: Game[Any], state: Any, outcome: Outcome) -> dict[str, Any]:
    """The seat that gets the blind with what is in it, where a transcript tells both."""
    order = game.order(state)
    worth = 0 if order is None else points_of(cards_in(state.deal.blind), order)
    return {"seat": outcome.blind_to, "points": worth}


def _check_next(standing: Standing | None, told: Mapping[str, Any] | None) -> Iterator[Mismatch]:
    """Compare the table of the next deal; nothing given means that there is none."""
    if standing is None or told is None:
        if standing is not None or told is not None:
            yield "next", told or "no deal", "no deal" if standing is None else standing
        return
    for key, value in told.items():
        if key not in Standing.__struct_fields__:
            raise BadFixture(f"The next table has no place for {key}.")
        got = _plain(getattr(standing, key))
        if got != value:
            yield f"next {key}", value, got
