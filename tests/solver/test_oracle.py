"""The kernel against the exhaustive oracle: a thousand endings here, as many as you like with ``make witness``."""

from __future__ import annotations

import random

import pytest

from sheepfold.core.cards import card_text, mask_of, parse_card, parse_cards
from sheepfold.core.game import TrickProblem
from sheepfold.core.trick import Duty
from sheepfold.solver import Count, max_n, perft, solve_all
from sheepfold.solver.endings import KINDS, ending, endings, orders
from sheepfold.solver.oracle import Oracle
from sheepfold.solver.witness import cases, disagreement


@pytest.mark.slow
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


@pytest.mark.parametrize("tricks", [False, True])
def test_everybody_for_themselves(tricks: bool) -> None:
    rng = random.Random(5)
    for kind, made in endings(60, 3):
        problem = ending(kind, rng, size=3 if len(made.hands) < 4 else 2, seats=len(made.hands))
        count: Count = "tricks" if tricks else "points and melds" if kind == "melds" else "points"
        oracle = Oracle(problem, frozenset(), count)
        found = max_n(problem, count=count)
        assert found is not None
        taken = problem.tricks if tricks else problem.points
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


def test_a_friend_forced_to_ruff_ends_the_cashing() -> None:
    """Seat 2 has two sure diamonds, but seat 1 must keep a spade, so must ruff the first and then give a trick."""
    hearts = next(o for o in orders() if len(o.trumps) == 14 and o.trumps[8] == parse_card("AH"))
    hands = tuple(mask_of(parse_cards(text)) for text in ("10S KD", "8S JH", "QS 10D AD", "9S 7D"))
    problem = TrickProblem(
        hearts,
        hands,
        leader=3,
        trick=parse_cards("7C KS 7S"),
        points=(0,) * 4,
        tricks=(0,) * 4,
        sides=(1, 0, 0, 0),
        duties=(Duty(0, 1, 1 << parse_card("10S")), Duty(1, 1, 1 << parse_card("8S"))),
    )
    found = {card_text(c.card): c.value for c in solve_all(problem, seat=0, count="tricks").cards}
    assert found == {"QS": 1, "10D": 0, "AD": 0}
