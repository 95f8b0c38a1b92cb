"""The second witness: a bridge solver on 2,000 whole deals of plain tricks, value and set of best cards."""

from __future__ import annotations

import random

import pytest
from endplay.dds import solve_board
from endplay.dds.solve import SolveMode

from sheepfold.solver import solve, solve_all
from sheepfold.solver.bench import dds_deal, dds_values, plain_order
from sheepfold.solver.endings import deal


@pytest.mark.parametrize("trump", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("part", range(4))
def test_dds_agrees(trump: int | None, part: int) -> None:
    order = plain_order(trump)
    rng = random.Random(f"{trump} {part}")
    for i in range(100):
        problem = deal(order, rng)
        theirs = dds_values(solve_board(dds_deal(problem, trump), SolveMode.Default))
        ours = solve_all(problem, count="tricks")
        assert {c.card: c.value for c in ours.cards} == theirs
        assert ours.value == max(theirs.values())
        assert set(ours.best()) == {c for c, tricks in theirs.items() if tricks == ours.value}
        if i % 4 == 0:
            assert solve(problem, count="tricks").value == ours.value
