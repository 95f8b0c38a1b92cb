"""The few statistics that the laboratory needs: means, rates and ratios with 95 % intervals, and what could be found.

Means have Student's interval, rates Wilson's, ratios of two sums the interval of their linearised form. Observations
are whole deals or pairs of deals, which are independent of each other; whoever has several values from one deal
takes their mean first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from math import atan, ceil, cos, exp, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev

from msgspec import Struct

CONFIDENCE = 0.95
POWER = 0.80
EXACT = 1000
"""Degrees of freedom beyond which Student's distribution is taken for the normal one."""


class Estimate(Struct, frozen=True):
    """A figure from ``n`` observations and the bounds of its interval; ``None`` where these say too little for one."""

    n: int
    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def clear(self) -> int:
        """1: wholly above zero, -1: wholly below, 0: neither."""
        if self.low is None or self.high is None:
            return 0
        return int(self.low > 0) - int(self.high < 0)


def mean(values: Sequence[float]) -> Estimate:
    """The mean, with Student's interval; values that are all the same do not say how far off it may be."""
    if not _vary(values):
        return Estimate(len(values), values[0] if values else None)
    middle = fmean(values)
    reach = student(len(values) - 1) * _error(values)
    return Estimate(len(values), middle, middle - reach, middle + reach)


def rate(hits: int, n: int) -> Estimate:
    """A share, with Wilson's interval, which is honest near 0 and 1 too."""
    if n == 0:
        return Estimate(0, None)
    z2 = _normal(0.5 + CONFIDENCE / 2) ** 2
    share = hits / n
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if hits == 0 else middle - reach
    return Estimate(n, share, low, 1.0 if hits == n else middle + reach)


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """The sum of the parts over the sum of the wholes, deal by deal."""
    whole = sum(wholes)
    if not whole:
        return Estimate(len(parts), None)
    share = sum(parts) / whole
    if len(parts) < 2:
        return Estimate(len(parts), share)
    left = [part - share * of for part, of in zip(parts, wholes, strict=True)]
    reach = abs(student(len(parts) - 1) * _error(left) / fmean(wholes))
    return Estimate(len(parts), share, share - reach, share + reach)


def least_effect(values: Sequence[float]) -> float | None:
    """The minimum detectable effect: a true mean of this size would be found clear of zero in 80 % of such runs."""
    if not _vary(values):
        return None
    return (student(len(values) - 1) + _normal(POWER)) * _error(values)


def quantile(values: Sequence[float], share: float) -> float | None:
    """The smallest value that at least this share of the values do not exceed."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def _vary(values: Sequence[float]) -> bool:
    return min(values, default=0) < max(values, default=0)


def _error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values))


def _normal(share: float) -> float:
    return NormalDist().inv_cdf(share)


@cache
def student(freedom: int) -> float:
    """The bound within which 95 % of Student's distribution lie on both sides of zero.

    >>> round(student(1), 3), round(student(10), 3)
    (12.706, 2.228)
    """
    if freedom > EXACT:
        return _normal(0.5 + CONFIDENCE / 2)
    low, high = 0.0, 1000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < CONFIDENCE else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """How much of Student's distribution lies between -t and t: the finite series for whole degrees of freedom."""
    angle = atan(t / sqrt(freedom))
    step = cos(angle) ** 2
    if freedom % 2 == 0:
        term = total = 1.0
        for k in range(1, freedom // 2):
            term *= step * (2 * k - 1) / (2 * k)
            total += term
        return sin(angle) * total
    term = total = cos(angle) if freedom > 1 else 0.0
    for k in range(1, (freedom - 1) // 2):
        term *= step * 2 * k / (2 * k + 1)
        total += term
    return 2 / pi * (angle + sin(angle) * total)


def same_distribution(one: Sequence[float], other: Sequence[float]) -> float:
    """How likely two samples of one distribution are to lie at least as far apart as these (Kolmogorov-Smirnov).

    For the large samples of a measurement: the probability is that of the limit, with Stephens' correction.

    >>> round(same_distribution(range(100), range(100)), 3), round(same_distribution(range(100), range(50, 150)), 3)
    (1.0, 0.0)
    """
    first, second = sorted(one), sorted(other)
    shares = ((bisect_right(first, x) / len(first), bisect_right(second, x) / len(second)) for x in (*first, *second))
    gap = max(abs(a - b) for a, b in shares)
    size = sqrt(len(first) * len(second) / (len(first) + len(second)))
    return _beyond((size + 0.12 + 0.11 / size) * gap)


def _beyond(x: float) -> float:
    """The chance that Kolmogorov's distribution exceeds x; below a fifth its series is slow, and the chance is 1."""
    if x < 0.2:
        return 1.0
    return min(1.0, max(0.0, 2 * sum((1 if k % 2 else -1) * exp(-2 * (k * x) ** 2) for k in range(1, 101))))


def plural(count: int, noun: str) -> str:
    """``1 deal``, ``2 deals``: for the laboratory's own tables, which are in English."""
    return f"{count} {noun}" if count in (1, -1) else f"{count:,} {noun}s"
