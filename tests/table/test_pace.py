"""Delays: the mean and the bounds of each pace, and one distribution whatever is decided."""

from __future__ import annotations

import inspect
import random
from statistics import fmean

import pytest

from sheepfold.bots.habits import convention
from sheepfold.core.errors import BadText
from sheepfold.lab.stats import same_distribution
from sheepfold.play.driver import drive
from sheepfold.play.player import LIVE
from sheepfold.registry import make_game
from sheepfold.table.pace import LEAST, MOST, PACES, delay, time_to_think


@pytest.mark.parametrize("pace", ["fast", "normal", "slow"])
def test_delays_have_the_mean_of_the_pace_and_keep_within_bounds(pace: str) -> None:
    rng = random.Random(pace)
    drawn = [delay(pace, rng) for _ in range(40_000)]
    assert fmean(drawn) == pytest.approx(PACES[pace], rel=0.01)
    assert LEAST * PACES[pace] <= min(drawn) < 0.45 * PACES[pace]
    assert 2.3 * PACES[pace] < max(drawn) <= MOST * PACES[pace]
    assert len(set(drawn)) == len(drawn)  # no delay that stands for all short or all long ones


def test_without_a_pace_there_is_no_delay_and_time_to_think() -> None:
    assert delay("none", random.Random(1)) == 0.0
    assert time_to_think("none", 0.0) == LIVE.seconds
    assert time_to_think("normal", 0.7) == 0.7


def test_delays_come_from_the_system_as_well() -> None:
    assert 0.36 <= delay("normal", random.SystemRandom()) <= 2.25


def test_a_pace_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadText) as refused:
        delay("breakneck", random.Random(1))
    assert refused.value.code == "unknown_pace"


def test_nothing_but_pace_and_chance_goes_in() -> None:
    assert list(inspect.signature(delay).parameters) == ["pace", "rng"]


def test_forced_and_free_plays_are_delayed_alike() -> None:
    rng, delays = random.Random(14), dict[bool, list[float]]({True: [], False: []})
    games = [make_game(name) for name in ("goathead", "widderkopf", "grim", "sheepshead", "clover")]
    number = 0
    while min(map(len, delays.values())) < 2000:
        driver = drive(games[number % len(games)], f"pace/{number}")
        for question in driver.questions():
            delays[len(question.legal) == 1].append(delay("normal", rng))
            driver.answer(question, convention(question.view, question.legal)[0])
        number += 1
    forced, free = delays[True][:2000], delays[False][:2000]
    assert same_distribution(forced, free) > 0.01
    assert same_distribution([0.9 * each for each in forced], free) < 0.01  # the test would notice


def test_the_statistic_holds_against_known_values() -> None:
    # critical distances of the two-sample test for large samples: 1.358 and 1.628 times sqrt((n + m) / (n m))
    n = 2000
    for factor, chance in ((1.358, 0.05), (1.628, 0.01)):
        shift = round(factor * (2 / n) ** 0.5 * n)
        found = same_distribution(range(n), range(shift, n + shift))
        assert found == pytest.approx(chance, rel=0.15)
    uniform = random.Random(3)
    chances = [
        same_distribution([uniform.random() for _ in range(200)], [uniform.random() for _ in range(300)])
        for _ in range(300)
    ]
    assert 0.02 <= fmean(each < 0.1 for each in chances) <= 0.18
