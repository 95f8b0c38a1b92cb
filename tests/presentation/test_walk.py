"""Every phase and every kind of contract of every game, in every reader's eyes; every number explained."""

from __future__ import annotations

import pytest

from outside.blackmaria import BlackMaria
from sheepfold.core.events import Standing
from sheepfold.core.form import fill
from sheepfold.core.shuffle import Stream
from sheepfold.notation.forms import from_json, to_json
from sheepfold.play.driver import drive
from sheepfold.presentation import Presenter, Reader, Scene, Settlement, Sheet, entries
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.presentation import Walked, adds_up, facts_add_up, walk
from sheepfold.testing.random_deals import random_deal, random_options
from sheepfold.testing.secrecy import tables_of


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_missing_in_any_phase_or_contract_for_any_reader(name: str) -> None:
    walked, wanted = Walked(), set()
    for text in tables_of(name):
        game = make_game(text)
        wanted |= set(game.contract_kinds)
        walked.add(walk(game, deals=6))
    for number in range(400):  # what is rare is looked for, and walked through when it is found
        missing = wanted - walked.kinds
        if not missing:
            break
        for text in tables_of(name):
            game = make_game(text)
            if missing & set(game.contract_kinds):
                walked.kinds.add(adds_up(game, random_deal(game, Stream("rare", f"{text}/{number}"))))
    for kind in wanted - walked.kinds:  # a hand that is void is nothing that random players bring about (S63)
        game = next(game for game in map(make_game, tables_of(name)) if kind in game.contract_kinds)
        facts = fill(game.facts_form(), kind, {}, game.facts_type)
        walked.kinds.add(facts_add_up(game, Standing(0, (0,) * game.sides), facts))
    assert walked.phases == set(make_game(name).phases)
    assert walked.kinds == wanted


@pytest.mark.parametrize("name", GAMES)
def test_every_number_adds_up_over_random_deals_and_options(name: str) -> None:
    kinds = set()
    for number in range(150):
        draws = Stream("adds up", f"{name}/{number}")
        options = random_options(GAMES[name].options_type, draws)
        game = GAMES[name](options)
        kinds.add(adds_up(game, random_deal(game, draws)))
    assert kinds


def test_a_game_without_a_presentation_lacks_nothing_but_clauses() -> None:
    assert walk(BlackMaria(), deals=8, clauses=False).phases == set(BlackMaria.phases)


@pytest.mark.parametrize("name", GAMES)
def test_scene_settlement_and_sheet_go_to_json_and_back(name: str) -> None:
    game = make_game(name)
    driver = drive(game, "wire")
    presenter = Presenter(game, Reader(0))
    while (question := driver.question()) is not None:
        scene = presenter.scene(driver.view(0))
        assert from_json(Scene, to_json(scene)) == scene
        driver.answer(question, question.legal[-1])
    (entry,) = entries(driver.match)
    for kind, made in ((Settlement, presenter.settlement(entry)), (Sheet, presenter.sheet([entry], entry.after))):
        assert from_json(kind, to_json(made)) == made
