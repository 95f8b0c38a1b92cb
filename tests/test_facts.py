"""Settling by facts: what people type in gives what the engine gives, or is refused in words."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import DECK32
from sheepfold.core.errors import BadFacts
from sheepfold.core.events import Event, Outcome, Standing
from sheepfold.core.form import Form
from sheepfold.core.game import Facts
from sheepfold.core.shuffle import Answers, Luck, Stream
from sheepfold.games.goathead import Goathead, GoatheadFacts, GoatheadState
from sheepfold.registry import GAMES
from sheepfold.testing import facts
from sheepfold.testing.facts import Tally, deal_faults, hunt, main

DEALS = 200
"""Deals a game; ``python -m sheepfold.testing.facts`` tries 2000."""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_facts_forms_and_chance_hold_on_random_deals(name: str) -> None:
    tally, faults = hunt(name, range(DEALS))
    assert faults == []
    assert tally.deals.total() == DEALS
    assert len(tally.tables) > 40
    assert set(tally.accepted) >= set(tally.deals), "every kind of contract that was played has been typed in, too"
    assert tally.accepted.total() > 1000
    assert {"facts_shape", "facts_type", "form_field", "form_kind", "form_missing", "standing"} < set(tally.refused)
    assert tally.chances > DEALS * GAMES[name]().seats


def test_kinds_that_nobody_has_to_play_can_be_typed_in() -> None:
    tally, faults = hunt("sheepshead", range(DEALS), "kinds")
    assert faults == []
    assert "void" in tally.accepted


# -- planted faults ------------------------------------------------------------------------------------------------


class OtherPoints(Goathead):
    def facts_of(self, state: GoatheadState) -> GoatheadFacts:
        found = super().facts_of(state)
        return found if state.outcome is None else replace(found, points=120 - (found.points or 0), tricks=None)


class Crashes(Goathead):
    def outcome_of(self, standing: Standing, facts: Facts) -> Outcome:
        return super().outcome_of(standing, replace(facts, contract=facts.contract))


class Mute(Goathead):
    def outcome_of(self, standing: Standing, facts: Facts) -> Outcome:
        try:
            return super().outcome_of(standing, facts)
        except BadFacts as error:
            raise BadFacts(error.code, "no") from error


class Miscounts(Goathead):
    def outcome_of(self, standing: Standing, facts: Facts) -> Outcome:
        found = super().outcome_of(standing, facts)
        return replace(found, delta=(found.delta[0] + 1, *found.delta[1:]))


class AsksTooLittle(Goathead):
    def facts_form(self) -> Form:
        form = super().facts_form()
        kinds = [replace(k, fields=tuple(f for f in k.fields if f.name != "tricks")) for k in form.kinds]
        return Form(tuple(kinds))


class ListsTooFew(Goathead):
    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(action for action in super().actions if action != Play(DECK32.cards[0]))


class DrawsUnasked(Goathead):
    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        found = super().next_standing(standing, outcome, chance)
        return None if found is None else replace(found, dealer=chance.stream("dealer").below(4))


class NeverDeals(Goathead):
    """Seat 3 can be named and is never drawn."""

    def first_standing(self, chance: Luck) -> tuple[Standing, tuple[Event, ...]]:
        found, events = super().first_standing(chance)
        return (found if isinstance(chance, Answers) else replace(found, dealer=found.dealer % 3)), events


@pytest.mark.parametrize(
    ("faulty", "sentence"),
    [
        (OtherPoints, "Settled from its facts the deal has delta"),
        (Crashes, "ends in AttributeError"),
        (Mute, "is refused without a sentence"),
        (Miscounts, "do not add up"),
        (AsksTooLittle, "Through the form"),
        (ListsTooFew, "not in the list of all actions"),
        (DrawsUnasked, "In place of chance {} is refused"),
        (NeverDeals, "In place of chance people can have"),
    ],
)
def test_a_planted_fault_is_found(faulty: type[Goathead], sentence: str) -> None:
    def found(game: Goathead) -> str:
        return "\n".join(
            fault for number in range(4) for fault in deal_faults(game, Stream("planted", str(number)), Tally())
        )

    assert found(Goathead()) == ""
    assert sentence in found(faulty())


# -- the command ---------------------------------------------------------------------------------------------------


def test_the_command_tells_what_it_tried_and_what_it_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--deals", "3", "grim", "goathead(target=20)"]) == 0
    told = capsys.readouterr().out
    assert "grim: 3 deals at " in told
    assert "goathead(target=20): 3 deals at 1 table " in told
    monkeypatch.setattr(facts, "through_form", lambda game, given: None)
    assert main(["--only", "7", "--seed", "lamb", "grim"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("FAULT grim")
    assert "deal 7 of seed lamb: Through the form" in told
    assert "grim: 1 deal at 1 table " in told


def test_the_command_refuses_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["skat"]) == 2
    assert "There is no game 'skat'" in capsys.readouterr().out


def test_answers_of_a_wrong_type_are_junk_for_every_field() -> None:
    """What the random fillings try by chance, for one field after the other."""
    tally, standing = Tally(), Standing(0, (0, 0, 0, 0))
    game = Goathead()
    true: dict[str, dict[str, Any]] = {"nil": {"declarer": 1, "tricks": 0}, "junk": {"points": 44}}
    for kind, answers in true.items():
        facts.settle(game, standing, kind, answers, tally)
        for field in game.facts_form().kind(kind).fields:
            for junk in facts.JUNK:
                given = {**answers, field.name: junk}
                if junk is None and field.optional:
                    facts.settle(game, standing, kind, given, tally)
                    continue
                with pytest.raises(BadFacts):
                    facts.settle(game, standing, kind, given, tally)
