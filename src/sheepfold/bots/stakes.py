"""What is at stake for a seat: game points, and the match when it ends with this deal."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.cards import Seat, cards_in
from sheepfold.core.events import Outcome, Standing
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.shuffle import Chance
from sheepfold.solver import Count

NO_CHANCE = Chance("")
"""Whoever deals next does not matter to whether the match is over."""

# Where the numbers of this file come from: docs/tuning.md.
AGAIN = 0.7
"""What a match is worth to its leader when the last deal has to be dealt again; 1 is a match won."""


class Stake(Struct, frozen=True):
    """What an end of the deal is worth to a seat.

    ``points``: what its side gets, less what the others get on average (so that a defender wants a contract to fail
    even where only the declarer pays). ``match``: from -1 (the match is lost) to 1 (won alone), 0 if it goes on.
    ``tiebreak``: card points or tricks as a share of all, to choose between outcomes with equal pay.
    """

    points: float
    match: float = 0.0
    tiebreak: float = 0.5


def stake(game: Game[Any], standing: Standing, outcome: Outcome, seat: Seat, tiebreak: float = 0.5) -> Stake:
    """What an outcome is worth to a seat."""
    side, delta = game.side_of(seat), outcome.delta
    others = (sum(delta) - delta[side]) / (game.sides - 1)
    return Stake(delta[side] - others, _match(game, standing, outcome, side), tiebreak)


def _match(game: Game[Any], standing: Standing, outcome: Outcome, side: int) -> float:
    if outcome.same_dealer:  # the same deal again: whoever leads still leads, but may yet lose it
        return AGAIN * _match(game, standing, replace(outcome, same_dealer=False), side)
    if game.next_standing(standing, outcome, NO_CHANCE) is not None:
        return 0.0
    winners = game.winners(tuple(score + change for score, change in zip(standing.scores, outcome.delta, strict=True)))
    return 1 / len(winners) if side in winners else -1.0


class Pricing:
    """A position whose value the kernel tells: turns what the seat's side takes into a stake."""

    def __init__(self, game: Game[Any], standing: Standing, state: Any, problem: TrickProblem, seat: Seat) -> None:
        self._game, self._standing, self._state, self._seat = game, standing, state, seat
        self._taken = game.taken(state)
        sides = problem.sides
        self._foe = next(other for other in range(len(sides)) if sides[other] != sides[seat])
        self._own = [other for other in range(len(sides)) if sides[other] == sides[seat]]
        self._problem = problem
        left = 0
        for mask in problem.hands:
            left |= mask
        cards = [*cards_in(left), *problem.trick, *(below for _, _, below in problem.piles)]
        self._points_left = sum(problem.order.value[c] for c in cards) + problem.last_trick
        turn = (problem.leader + len(problem.trick)) % len(sides)
        mine = [below for owner, _, below in problem.piles if owner == turn]
        self._tricks_left = problem.hands[turn].bit_count() + len(mine)

    def worth(self, value: int, count: Count, later: Any = None) -> Stake:
        """The stake if the seat's side ends with this many points or tricks, what it has already included.

        ``later`` is a state further on, if more than points and tricks will have changed by then: melds.
        """
        problem = self._problem
        if count == "tricks":
            gained = value - sum(problem.tricks[other] for other in self._own)
            points, tricks, whole = 0, gained, self._tricks_left
        else:
            gained = value - sum(problem.points[other] for other in self._own)
            points, tricks, whole = gained, self._tricks_for(gained), self._points_left
        outcome = self._game.outcome_if(
            self._state if later is None else later,
            self._spread(self._taken.points, points, self._points_left if count != "tricks" else 0),
            self._spread(self._taken.tricks, tricks, self._tricks_left),
        )
        return stake(self._game, self._standing, outcome, self._seat, gained / whole if whole else 0.5)

    def _tricks_for(self, points: int) -> int:
        """A fitting number of tricks: what counts is only whether a side takes none or all of them."""
        if points >= self._points_left:
            return self._tricks_left
        if points <= 0:
            return 0
        return min(max(1, points * self._tricks_left // self._points_left), max(1, self._tricks_left - 1))

    def _spread(self, taken: tuple[int, ...], gained: int, left: int) -> tuple[int, ...]:
        result = list(taken)
        result[self._seat] += gained
        result[self._foe] += left - gained
        return tuple(result)
