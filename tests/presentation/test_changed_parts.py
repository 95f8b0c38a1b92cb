"""What several events have changed of a Scene is found without making the rest, and nothing is missed."""

from __future__ import annotations

import random

import pytest

from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.play.driver import drive
from sheepfold.play.view import OF_THE_MATCH, View, empty_view, watch
from sheepfold.presentation import Presenter, Reader
from sheepfold.presentation.scene import COMMON, PARTS
from sheepfold.registry import GAMES, OWN, make_game
from sheepfold.table.voice import COMMON_FIELDS
from sheepfold.testing.random_deals import random_options

FIELDS = [name for name in View.__struct_fields__ if name != "events"]


@pytest.mark.parametrize("name", OWN["games"])
def test_the_changed_parts_are_those_that_differ(name: str) -> None:
    """Over random options, every viewer, and events taken one or several at a time."""
    draw = random.Random(f"parts/{name}")
    skipped = 0
    for number in range(12):
        kind = GAMES[name]
        options = random_options(kind.options_type, Stream("parts", f"{name}/{number}"))
        game = kind(options) if number else make_game(name)
        skipped += _check(game, draw, f"parts{number}")
    assert skipped > 100, "most events leave something as it was"


def _check(game: Game[object], draw: random.Random, seed: str) -> int:
    driver = drive(game, seed)
    for question in driver.questions():
        driver.answer(question, draw.choice(question.legal))
    skipped = 0
    for viewer in (*range(game.seats), None):
        presenter = Presenter(game, Reader(viewer))
        watched = watch(empty_view(game, viewer), driver.match.events)
        seen = [(event, view) for event, view in watched if type(event) not in OF_THE_MATCH]
        view = seen[0][1]
        scene = presenter.scene(view)
        place = 1
        while place < len(seen):
            some = seen[place : place + draw.randint(1, 3)]
            after = some[-1][1]
            fields = [field for field in FIELDS if getattr(view, field) != getattr(after, field)]
            found = presenter.changed_parts(scene, [event for event, _ in some], fields, after)
            new = presenter.scene(after)
            differing = {part: getattr(new, part) for part in PARTS if getattr(new, part) != getattr(scene, part)}
            assert found == differing, (game.options.text(), some[-1][0])
            skipped += len(PARTS) - len(differing)
            view, scene, place = after, new, place + len(some)
    return skipped


@pytest.mark.parametrize("name", OWN["games"])
def test_what_is_made_once_for_all_readers_is_the_same_for_each(name: str) -> None:
    """The parts of the Scene and the fields of the View that a table shares among its readers."""
    draw = random.Random(f"common/{name}")
    for number in range(6):
        kind = GAMES[name]
        options = random_options(kind.options_type, Stream("common", f"{name}/{number}"))
        game = kind(options) if number else make_game(name)
        driver = drive(game, f"common{number}")
        readers = [Presenter(game, Reader(viewer)) for viewer in (None, *range(game.seats))]
        for question in driver.questions():
            views = [driver.match.view(reader.reader.seat) for reader in readers]
            for part in COMMON:
                made = [reader.part(part, view) for reader, view in zip(readers, views, strict=True)]
                assert all(each == made[0] for each in made), (part, game.options.text())
            for field in COMMON_FIELDS:
                assert all(getattr(view, field) == getattr(views[0], field) for view in views), field
            driver.answer(question, draw.choice(question.legal))
