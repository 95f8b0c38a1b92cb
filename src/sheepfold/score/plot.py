"""The course of an evening as a picture: one line per person, as SVG, and one short row of blocks for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from sheepfold.score.evening import Evening

COLOURS = ("#1b6ca8", "#c0392b", "#2d7d46", "#8e44ad", "#b9770e", "#117a8b", "#5d4037", "#455a64")
DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""Lines differ by more than their colour; with eight people each pair of colour and dash comes once."""
WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 60, 12, 26
LETTER = 6.8
"""How wide a letter of a name is at the most, about."""
TEXT = 14
"""How far apart names stand at least."""
BLOCKS = "▁▂▃▄▅▆▇█"


def courses(evening: Evening) -> dict[str, list[int]]:
    """Everybody's points after each deal and each amount that was agreed, nothing before the first."""
    found = {name: [0] for name in evening.points}
    for row in evening.rows:
        if row.deal is None and not row.changes:
            continue
        for name, course in found.items():
            course.append(course[-1] + row.changes.get(name, 0))
    return found


def blocks(course: Sequence[int], lowest: int, highest: int, most: int = 40) -> str:
    """A course in a row of blocks, the last so many entries."""
    span = max(1, highest - lowest)
    return "".join(BLOCKS[(value - lowest) * (len(BLOCKS) - 1) // span] for value in course[-most:])


def svg(evening: Evening, title: str) -> str:
    """The picture; the title is also what a screen reader says of it."""
    lines = _together(courses(evening))
    steps = max(len(course) for course in lines.values()) - 1
    values = [value for course in lines.values() for value in course]
    names = {name: f"{name} {course[-1]}" for name, course in lines.items()}
    scale = _Scale(min(values), max(values), steps, max(RIGHT, 12 + LETTER * max(map(len, names.values()))))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{escape(title)}</title>'
    ]
    for tick in scale.ticks():
        y = scale.y(tick)
        parts.append(f'<line x1="{LEFT}" x2="{scale.right:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{tick}</text>')
    for step in _marks(steps):
        parts.append(f'<text x="{scale.x(step):.1f}" y="{HEIGHT - 8}" text-anchor="middle" fill="#555">{step}</text>')
    ends = _apart({name: scale.y(course[-1]) for name, course in lines.items()})
    for number, (name, course) in enumerate(lines.items()):
        points = " ".join(f"{scale.x(step):.1f},{scale.y(value):.1f}" for step, value in enumerate(course))
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number // 2 % len(DASHES)]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        x, y = scale.right + 6, ends[name] + 4
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{escape(names[name])}</text>')
    return "\n".join([*parts, "</svg>"])


def _together(found: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """People whose courses are the same, as in a team, share a line."""
    shared: dict[tuple[int, ...], list[str]] = {}
    for name, course in found.items():
        shared.setdefault(tuple(course), []).append(name)
    return {", ".join(names): list(course) for course, names in shared.items()}


class _Scale:
    """Where a number of points and a number of entries stand in the picture."""

    def __init__(self, lowest: int, highest: int, steps: int, margin: float) -> None:
        self.right = WIDTH - margin
        self.step = _round(max(1, highest - lowest))
        self.low = lowest // self.step * self.step
        self.high = max(self.low + self.step, -(-highest // self.step) * self.step)
        self.steps = max(1, steps)

    def ticks(self) -> range:
        """The numbers at the side."""
        return range(self.low, self.high + 1, self.step)

    def x(self, step: int) -> float:
        """Where an entry stands."""
        return LEFT + (self.right - LEFT) * step / self.steps

    def y(self, value: int) -> float:
        """Where a number of points stands."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)


def _round(span: int) -> int:
    """A round step that divides a span into four to ten parts."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= 8 * step:
                return step
        size *= 10


def _marks(steps: int) -> range:
    """The entries that are numbered below the picture."""
    return range(0, steps + 1, _round(max(1, steps)))


def _apart(places: Mapping[str, float]) -> dict[str, float]:
    """The same places, moved so that no two names stand in one another, and none outside."""
    order = sorted(places, key=lambda name: places[name])
    found = [places[name] for name in order]
    for _ in range(len(order)):
        for upper, lower in pairwise(range(len(order))):
            short = TEXT - (found[lower] - found[upper])
            if short > 0:
                found[upper] -= short / 2
                found[lower] += short / 2
    shift = max(0.0, TOP - found[0]) if found else 0.0
    return {name: place + shift for name, place in zip(order, found, strict=True)}
