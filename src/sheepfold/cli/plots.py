"""Little plots of letters, for who looks before they read."""

from __future__ import annotations

from collections.abc import Iterable

from sheepfold.lab.stats import Estimate

PLOT = 41
"""Columns of the drawn intervals."""


def ends(estimate: Estimate) -> tuple[float, ...]:
    """The figure of an estimate between its bounds, as far as there are any."""
    return tuple(end for end in (estimate.low, estimate.value, estimate.high) if end is not None)


def reach(estimates: Iterable[Estimate]) -> float:
    """How far a scale must go to both sides of zero."""
    return max((abs(end) for estimate in estimates for end in ends(estimate)), default=0.0)


def drawn(estimate: Estimate, reach: float, width: int = PLOT) -> str:
    """An interval as a line on a scale from ``-reach`` to ``reach`` with a stroke at zero.

    >>> drawn(Estimate(9, 2.0, 1.0, 3.0), 4.0, 9)
    '    │├●┤ '
    >>> drawn(Estimate(9, 2.0, -1.0, 4.0), 4.0, 9)
    '   ├┼─●─┤'
    >>> drawn(Estimate(1, -4.0), 4.0, 9)
    '●   │    '
    """
    if not reach:
        return ""
    places = [round((end / reach + 1) / 2 * (width - 1)) for end in ends(estimate)]
    line = [" "] * width
    line[width // 2] = "│"
    if len(places) == 3:
        low, _, high = places
        line[low : high + 1] = "─" * (high + 1 - low)
        line[low], line[high] = "├", "┤"
        if low < width // 2 < high:
            line[width // 2] = "┼"
    if places:
        line[places[len(places) // 2]] = "●"
    return "".join(line)
