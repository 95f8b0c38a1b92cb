"""A short run of the fuzz, and a test that it has teeth: faults planted on purpose are found and can be replayed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import Action
from sheepfold.core.game import Step
from sheepfold.games import widderkopf
from sheepfold.games.clover import Clover
from sheepfold.games.goathead import Goathead
from sheepfold.games.grim import Grim
from sheepfold.games.sheepshead import Sheepshead
from sheepfold.notation.transcript import read_action, read_deal, read_standing
from sheepfold.play.replay import replay
from sheepfold.registry import make_game
from sheepfold.testing import fuzz


def test_random_deals_at_random_tables_break_nothing() -> None:
    report = fuzz.fuzz_chunk("short", 0, 400)
    assert report.violation == ""
    assert report.deals >= 400
    kinds = {kind.partition(":")[0] for kind in report.kinds}
    assert kinds == {"goathead", "widderkopf", "grim", "sheepshead", "clover"}


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--deals", "10", "--seed", "lamb", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("seed lamb")
    assert "no violation" in out
    assert fuzz.main(["--seed", "lamb", "--only", "7"]) == 0


# -- planted faults ----------------------------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]


def a_gift_gets_lost(patch: pytest.MonkeyPatch) -> None:
    honest = Clover._give

    def faulty(self: Clover, *given: Any) -> Step[Any]:
        step, action = honest(self, *given), given[-1]
        hands = tuple(hand & ~(1 << action.card) for hand in step.state.hands)
        return Step(replace(step.state, hands=hands), step.events)

    patch.setattr(Clover, "_give", faulty)


def the_discards_are_not_counted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(widderkopf, "discard_points", lambda state: (0, 0))


def an_action_is_offered_twice(patch: pytest.MonkeyPatch) -> None:
    honest = Goathead.legal

    def faulty(self: Goathead, state: Any) -> tuple[Action, ...]:
        legal = honest(self, state)
        return (*legal, legal[0]) if len(legal) == 3 else legal

    patch.setattr(Goathead, "legal", faulty)


def a_call_makes_no_event(patch: pytest.MonkeyPatch) -> None:
    honest = Grim._predeclare

    def faulty(self: Grim, *given: Any) -> Step[Any]:
        step = honest(self, *given)
        return Step(step.state, step.events[1:])

    patch.setattr(Grim, "_predeclare", faulty)


def a_partner_is_nobody(patch: pytest.MonkeyPatch) -> None:
    honest = Sheepshead._call

    def faulty(self: Sheepshead, state: Any, seat: int, called: int, events: Any) -> Step[Any]:
        step = honest(self, state, seat, called, events)
        return Step(replace(step.state, partner=None), step.events)

    patch.setattr(Sheepshead, "_call", faulty)


FAULTS: dict[str, Plant] = {
    "should have": a_gift_gets_lost,
    "points": the_discards_are_not_counted,
    "a legal action stands twice": an_action_is_offered_twice,
    "the events do not tell the action": a_call_makes_no_event,
    "A called card always has a holder": a_partner_is_nobody,  # refused by the settlement of its facts
}


@pytest.mark.parametrize(("words", "plant"), FAULTS.items(), ids=[plant.__name__ for plant in FAULTS.values()])
def test_a_planted_fault_is_found(words: str, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    found = fuzz.fuzz_chunk("short", 0, 400).violation
    assert words in found
    monkeypatch.undo()
    told = dict(line.split(": ", 1) for line in found.splitlines()[-4:])
    data = {key: json.loads(value) for key, value in told.items()}
    game = make_game(data["game"])
    actions = [read_action(written) for written in data["actions"]]
    again = replay(game, read_standing(game, data["table"]), read_deal(data["deal"]), actions)
    assert len(again.states) == len(actions) + 1, "the transcript can be played again"
