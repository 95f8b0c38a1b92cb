"""Open-card questions about the trick phase of any game: exact values, best cards, yes or no, playouts.

The work is done by a compiled kernel that knows no game by name; it is told what follows what, what beats what and
what counts. ``game.problem(state)`` makes the question out of a state.

>>> from sheepfold.solver.endings import example
>>> answer = solve_all(example(), count="tricks")
>>> answer.value, [str(card) for card in answer.cards]
(2, ['JS 2', 'AH 2'])
"""

from sheepfold.solver.face import (
    ALL,
    Answer,
    BadProblem,
    CardValue,
    Count,
    MaxN,
    Playouts,
    Switch,
    Weights,
    max_n,
    perft,
    playouts,
    processor,
    reaches,
    solve,
    solve_all,
    solve_worlds,
    weights,
)

__all__ = [
    "ALL",
    "Answer",
    "BadProblem",
    "CardValue",
    "Count",
    "MaxN",
    "Playouts",
    "Switch",
    "Weights",
    "max_n",
    "perft",
    "playouts",
    "processor",
    "reaches",
    "solve",
    "solve_all",
    "solve_worlds",
    "weights",
]
