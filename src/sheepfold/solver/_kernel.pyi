"""The compiled kernel; use ``sheepfold.solver``."""

from collections.abc import Sequence
from typing import Any

processor: str
sources: str
ALL: int

class Order: ...

class Problem:
    seats: int

def order(cls: Sequence[int], power: Sequence[int], value: Sequence[int]) -> Order: ...
def problem(
    order: Order,
    hands: Sequence[int],
    leader: int,
    trick: Sequence[int],
    counted: int,
    maxers: int,
    piles: Sequence[tuple[int, int, int]],
    duties: Sequence[tuple[int, int, int]],
    melds: Any,
    last_trick: int,
    trick_worth: int,
) -> Problem: ...
def solve(
    problems: Sequence[Problem],
    threshold: bool,
    need: int,
    every_card: bool,
    line: bool,
    techniques: int,
    table_bytes: int,
    nodes: int,
    seconds: float,
    threads: int,
) -> list[Any]: ...
def playouts(problem: Problem, number: int, seed: int, weights: Sequence[float], threads: int) -> Any: ...
def perft(problem: Problem, depth: int) -> int: ...
def maxn(problem: Problem, nodes: int, seconds: float) -> Any: ...
