"""The kernel against the exhaustive oracle: a thousand endings here, as many as you like with ``make witness``."""

from __future__ import annotations

import random

import pytest

from sheepfold.solver import Count, max_n, perft
from sheepfold.solver.endings import KINDS, ending, endings
from sheepfold.solver.oracle import Oracle
from sheepfold.solver.witness import cases, disagreement


@pytest.mark.parametrize("seed", range(20))
def test_every_card_value_threshold_and_line_agree(seed: int) -> None:
    for case in cases(50, seed):
        assert disagreement(case) is None, case


@pytest.mark.parametrize("kind", KINDS)
def test_both_count_the_same_lines(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(8):
        problem = ending(kind, rng)
        oracle = Oracle(problem, frozenset())
        for depth in range(6):
            assert perft(problem, depth) == oracle.perft(oracle.start, depth)


def test_everybody_for_himself() -> None:
    rng = random.Random(5)
    for kind, made in endings(60, 3):
        problem = ending(kind, rng, size=3 if len(made.hands) < 4 else 2, seats=len(made.hands))
        count: Count = "points and melds" if kind == "melds" else "points"
        oracle = Oracle(problem, frozenset(), count)
        found = max_n(problem, count=count)
        assert found is not None
        taken = problem.points
        if count == "points and melds":
            taken = tuple(a + b for a, b in zip(taken, problem.meld_points, strict=True))
        expected = tuple(a + b for a, b in zip(oracle.selfish(oracle.start), taken, strict=True))
        assert found.values == expected
        at, gained = oracle.start, list(taken)
        for card in found.line:
            at, taker, worth = oracle.play(at, card)
            if taker is not None:
                gained[taker] += worth
        assert tuple(gained) == expected
