"""A log that begins in the middle of a match, or lets go of finished deals, goes on as the whole one does."""

from __future__ import annotations

import random

import pytest

from sheepfold.core.events import Event
from sheepfold.play.driver import Driver, Watcher, drive
from sheepfold.play.log import Dealt, Log
from sheepfold.registry import make_game


def play(driver: Driver, draw: random.Random, most: int = 10**6) -> None:
    """Some decisions at random, or all that are left of the deal."""
    for question in driver.questions():
        if not most:
            return
        driver.answer(question, draw.choice(question.legal))
        most -= 1


@pytest.mark.parametrize("name", ["goathead", "widderkopf", "grim", "sheepshead", "clover"])
def test_a_log_from_a_deal_on_is_the_tail_of_the_whole(name: str) -> None:
    whole = drive(make_game(name), "tail")
    for _ in range(2):
        play(whole, random.Random(1))
        whole.deal()
    play(whole, random.Random(2), 7)
    at = max(each.number for each in whole.log.entries if isinstance(each.entry, Dealt))
    tail = Log(whole.log.game, "tail", at)
    for logged in whole.log.since(at):
        tail.again(logged.entry)
    assert tail.number == whole.log.number
    assert [each.number for each in tail.entries] == [each.number for each in whole.log.since(at)]
    driver = Driver(tail)
    for viewer in (*range(tail.game.seats), None):
        assert driver.view(viewer) == whole.view(viewer)
    undone = tail.decisions(tail.at(at + 1).entry.seat)[0]  # type: ignore[union-attr]
    assert driver.take_back(undone) == whole.take_back(undone)
    for each in (whole, driver):
        play(each, random.Random(3))
        each.deal()
    assert driver.log.entries[-1] == whole.log.entries[-1]


def test_finished_deals_can_be_let_go_of() -> None:
    driver = drive(make_game("clover"), "lamb")
    watcher = Watcher(driver, 0)
    heard: list[Event] = [event for event, _ in watcher.news()]
    play(driver, random.Random(1))
    heard += [event for event, _ in watcher.news()]
    before = driver.log.number
    driver.deal()
    driver.log.forget_finished()
    assert driver.log.first == before
    assert driver.match.done == ()
    assert driver.log.number == before + 1
    assert [event for event, _ in watcher.news()]
    assert driver.view(0) == watcher.view
    play(driver, random.Random(2), 3)
    assert driver.view(None) == driver.match.view(None)
    assert [each.number for each in driver.told(0, before)] == list(range(before, before + 4))
