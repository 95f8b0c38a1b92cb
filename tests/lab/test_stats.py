"""The statistics, against tables and numbers worked out by hand."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from sheepfold.lab.stats import Estimate, least_effect, mean, quantile, rate, ratio, student


@pytest.mark.parametrize(
    "freedom, bound",
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (9, 2.2622), (10, 2.2281), (29, 2.0452),
     (30, 2.0423), (99, 1.9842), (100, 1.9840), (999, 1.9623), (1000, 1.9623), (5000, 1.9600)],
)  # fmt: skip
def test_students_bounds_are_those_of_the_tables(freedom: int, bound: float) -> None:
    assert student(freedom) == pytest.approx(bound, abs=0.00006)


def test_a_mean_by_hand() -> None:
    """2, 4, 4, 4, 6: mean 4, squares of the rests 8, variance 2, standard error root of 2/5."""
    found = mean([2, 4, 4, 4, 6])
    assert (found.n, found.value) == (5, 4)
    reach = 2.7764451 * sqrt(2 / 5)
    assert found.low == pytest.approx(4 - reach)
    assert found.high == pytest.approx(4 + reach)


def test_the_least_effect_by_hand() -> None:
    """Student's bound for four degrees of freedom and the normal one for 80 %, times the standard error."""
    assert least_effect([2, 4, 4, 4, 6]) == pytest.approx((2.7764451 + 0.8416212) * sqrt(2 / 5))


@pytest.mark.parametrize("values", [[], [3.0], [3.0] * 4, [3.0] * 1000])
def test_too_few_values_have_no_interval(values: list[float]) -> None:
    found = mean(values)
    assert (found.low, found.high, found.clear) == (None, None, 0)
    assert found.value == (3.0 if values else None)
    assert least_effect(values) is None


def test_a_rate_by_hand() -> None:
    """Wilson's interval of 8 in 10: 0.4902 to 0.9433; of none in 10: 0 to 0.2775."""
    for hits, bounds in ((8, (0.4902, 0.9433)), (0, (0, 0.2775)), (10, (0.7225, 1))):
        found = rate(hits, 10)
        assert found.value == hits / 10
        assert (found.low, found.high) == pytest.approx(bounds, abs=1e-4)
    assert rate(0, 0) == Estimate(0, None)


def test_a_ratio_by_hand() -> None:
    """1 of 2, 3 of 4: 4/6; rests 1 - 4/3 and 3 - 8/3, deviation root of 2/9, over the root of 2, over the mean 3."""
    found = ratio([1, 3], [2, 4])
    reach = 12.7062047 * sqrt(2 / 9) / sqrt(2) / 3
    assert found.value == pytest.approx(2 / 3)
    assert found.high == pytest.approx(2 / 3 + reach)
    assert found.low == pytest.approx(2 / 3 - reach)
    assert ratio([0], [0]).value is None
    assert ratio([1], [2]) == Estimate(1, 0.5)


@pytest.mark.parametrize(
    "bounds, clear", [((0.1, 0.2), 1), ((0.0, 0.2), 0), ((-0.1, 0.2), 0), ((-0.2, 0.0), 0), ((-0.2, -0.1), -1)]
)
def test_clear_means_that_zero_is_outside(bounds: tuple[float, float], clear: int) -> None:
    assert Estimate(9, sum(bounds) / 2, *bounds).clear == clear


@pytest.mark.parametrize("share, found", [(0.5, 5), (0.95, 10), (0.9, 9), (0.91, 10), (0.0, 1), (1.0, 10)])
def test_quantiles(share: float, found: Any) -> None:
    assert quantile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share) == found
    assert quantile([], share) is None
