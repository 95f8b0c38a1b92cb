"""Nobody reads on a page what they may not know: two worlds that a viewer cannot tell apart give the same pages.

Ways 3 and 11 of a leak are here: nothing in the markup (its order, classes, ids, labels) follows a hidden card.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.deal import Deal
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.notation.prompt import LIVE_WORDS, Word
from sheepfold.play.driver import Driver
from sheepfold.play.log import Log
from sheepfold.play.match import DealRecord
from sheepfold.presentation.prompting import Answer, answer
from sheepfold.registry import OWN, make_game
from sheepfold.table.settings import Settings
from sheepfold.table.store import StreamRow, TableRow
from sheepfold.table.table import Place, Services, Table
from sheepfold.table.text.around import body, lines_of, title, told_part
from sheepfold.table.text.forms import Maker
from sheepfold.table.text.html import Page, frame, say_in
from sheepfold.table.text.looking import look, named
from sheepfold.table.text.memory import Heard, Told
from sheepfold.table.viewers import Person, Viewer
from sheepfold.testing.random_deals import random_deal
from sheepfold.testing.secrecy import Truth, Walked, viewers, walked

ASKED = ("hand", "table", "last", "tricks", "log", "?", "rules")


class World:
    """A deal at a table in which everybody is a person; it goes on action by action."""

    def __init__(self, game: Game[Any], record: DealRecord, deal: Deal) -> None:
        self.game = game
        self.log = Log(game, None)
        self.log.begin(standing=record.standing, deal=deal)

    def table(self) -> Table:
        """The table as it stands."""
        services: Any = Services(None, None, Settings(), random.Random(1), time.monotonic)  # type: ignore[arg-type]
        row = TableRow("table", "guest0", self.game.options.text(), b"{}", False, False, "playing", 0.0, 0.0)
        table = Table(services, row, [Place(f"guest{seat}", f"Player {seat}") for seat in range(self.game.seats)])
        table.driver, table.stream = Driver(self.log), StreamRow(1, "table", b"", 0, False, 0.0)
        return table

    def page(self, viewer: Seat | None) -> str:
        """The page of a viewer with what is new and the answers to words, without what is drawn by chance."""
        name = "watcher" if viewer is None else f"guest{viewer}"
        reader = Viewer(Person(name, name, "session"))
        reader.seat = viewer
        table, say, heard = self.table(), say_in("en"), Heard()
        seen, data = look(table, reader)
        heard.snapshot(data)
        audience = table.audience(viewer, "en")
        assert audience is not None
        assert audience.view is not None
        question = table.driver.question() if table.driver else None
        legal = question.legal if question is not None and question.seat == viewer else ()
        told = []
        for word in ASKED:
            found = answer(audience.voice.presenter, audience.view, legal, _allowed, Word(word), LIVE_WORDS)
            told.append(told_part(say, Told(Answer(named(table, found.lines), found.laws)), seen))
        parts = body(say, seen, lines_of(heard, ""), Maker("/t/table/text", "token", {"base": seen.snap.v}))
        made = frame(say, Page(title=title(say, seen.snap), head=told, main=parts), name)
        return re.sub(r'name="id" value="[^"]*"', "", made)


def _allowed(action: Action) -> None:
    return None


def pairs(name: str, count: int) -> Iterator[tuple[Truth, Walked]]:
    """Twins of a few deals of a game."""
    found, number = 0, 0
    game = make_game(name)
    while found < count:
        draws = Stream("pages", f"{name}/{number}")
        record = random_deal(game, draws)
        number += 1
        for viewer in viewers(game):
            truth = Truth(game, record, viewer)
            twin = walked(truth, draws.below(len(truth.moments)), draws)
            if twin is not None:
                found += 1
                yield truth, twin


def compared(name: str, count: int, see: Callable[[Seat | None], Seat | None]) -> tuple[int, int]:
    """How many pages of twins were compared, and how many of them differ; ``see`` says whose pages."""
    pages = differ = 0
    for truth, twin in pairs(name, count):
        worlds = World(truth.game, truth.record, truth.record.deal), World(truth.game, truth.record, twin.deal)
        steps = {twin.pair.first, (twin.pair.first + twin.pair.last) // 2, twin.pair.last}
        for number in range(twin.pair.last + 1):
            if number in steps:
                one, other = (world.page(see(truth.viewer)) for world in worlds)
                pages += 1
                differ += one != other
            if number < twin.pair.last:
                worlds[0].log.act(*truth.record.actions[number])
                worlds[1].log.act(*twin.actions[number])
    return pages, differ


@pytest.mark.parametrize("name", OWN["games"])
def test_pages_of_worlds_that_a_viewer_cannot_tell_apart_are_the_same(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    pages, differ = compared(name, 12, lambda viewer: viewer)
    record_property("counts", f"{name}: {pages} pages of twin worlds are byte for byte the same")
    assert pages >= 12
    assert differ == 0


def test_the_comparison_sees_a_card_that_differs() -> None:
    _, differ = compared("sheepshead", 12, lambda viewer: ((-1 if viewer is None else viewer) + 1) % 5)
    assert differ  # the same twins, read by somebody else, are two worlds
