"""A player that thinks: imagines worlds, values every action in game points in each, and takes the best on average.

Two ways to value an action. In the tricks of a contract with two sides the kernel plays every card out with open
cards, and what the side takes is turned into what it is paid. Everywhere else (auctions, exchanges, contracts that
live on what the others do not know, and tables of five and more) the deal is played out by the habits. The action
the habits would choose is kept unless another is clearly better in the same worlds, so that equal cards look
sensible and thin evidence changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from time import thread_time
from typing import Any

from msgspec import Struct

from sheepfold.bots.habits import convention
from sheepfold.bots.imagine import Imagined, imagine, play_out, usual_step
from sheepfold.bots.stakes import Pricing, Stake, stake
from sheepfold.core.actions import Action, Bury, Call, Discard, Give, Play
from sheepfold.core.cards import Card, card_text
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.message import Message, Value, say
from sheepfold.core.shuffle import Stream
from sheepfold.notation.actions import action_text
from sheepfold.play.player import Budget, Decision
from sheepfold.play.view import View
from sheepfold.solver import Answer, Count, solve_worlds

# Where the numbers of this file come from: docs/tuning.md.
TOGETHER = 4
"""This many worlds go to the kernel at once; the budget is looked at between such batches."""
EASY = 8
"""A world that takes more than this part of all nodes, or of the time, is too hard for the kernel."""
MOMENT = 0.001
"""The least time to ask the kernel for."""
CLEAR_CARD = 0.7
"""How many standard errors a card must be ahead of the habits' choice when the kernel has spoken."""
CLEAR_CALL = 2.0
"""The same after playouts, where the best of many actions looks better than it is."""
CROWD = 5
"""At a table of this many the cards are played out too: who knows one hand of five cannot play as if all lay open.

In Sheepshead playouts seemed to find better cards than the kernel, above all where a partner was called (ADR 8).
"""
CLEAR_CROWD = 1.4
"""What takes the place of ``CLEAR_CALL`` at such a table; values from 0.7 to 1.4 were indistinguishable."""
DOUBT = 0.25
"""Prior spread between two actions, as a share of what is at stake."""
MATCH_WORTH = 2.0
"""What winning the match is worth, in the largest number of game points seen at stake in the deal."""
SAID = 0.05
"""A gain from here on is said in points; a smaller one would be none after rounding."""
TIEBREAK_WORTH = 0.02
"""Card points tell only between ends that pay the same."""


class Effort(Struct, frozen=True):
    """How far a thinking player goes: worlds in the tricks, kernel nodes for all of them, playouts for one decision."""

    worlds: int
    nodes: int
    playouts: int
    infer: bool = False


class Clock:
    """What is left of a decision's budget. Seconds are CPU time of the thread that thinks.

    So a busy machine is no handicap, and bots that think in several threads at once do not eat each other's time. The
    kernel is asked to solve on the same thread, so its work is in the count; it stops by the clock on the wall, which
    on a busy machine is early, never late.
    """

    def __init__(self, effort: Effort, budget: Budget) -> None:
        self.worlds = effort.worlds if budget.worlds is None else budget.worlds
        self.nodes = effort.nodes if budget.nodes is None else budget.nodes
        self.playouts = effort.playouts * self.worlds // effort.worlds
        self.seconds = budget.seconds
        self._until = thread_time() + (budget.seconds or 0.0)

    @property
    def left(self) -> float | None:
        """The seconds that are left, ``None`` if nobody counts them."""
        return None if self.seconds is None else self._until - thread_time()

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.part_over(0.0)

    def part_over(self, kept: float) -> bool:
        """Whether all but these seconds are gone."""
        left = self.left
        return left is not None and left <= kept

    def for_kernel(self, first: bool) -> float | None:
        """Seconds for the next worlds of the kernel: the first shows whether they are too hard."""
        left = self.left
        if left is None or self.seconds is None:
            return None
        return max(MOMENT, min(left, self.seconds / EASY) if first else left)


class Tally:
    """The stakes of some actions in the same worlds, ``exact`` if they come from the kernel."""

    def __init__(self, actions: Sequence[Action], exact: bool) -> None:
        self.exact = exact
        self.stakes: dict[Action, list[Stake]] = {action: [] for action in actions}
        self.weights: list[float] = []

    @property
    def most(self) -> float:
        """The most game points at stake anywhere."""
        return max((abs(each.points) for row in self.stakes.values() for each in row), default=1.0)

    @property
    def match(self) -> bool:
        """Whether the match may be won with this deal."""
        return any(each.match for row in self.stakes.values() for each in row)

    def worth(self) -> dict[Action, list[float]]:
        """Every stake as one number."""
        match, tiebreak = MATCH_WORTH * self.most, TIEBREAK_WORTH * self.most
        return {
            action: [each.points + match * each.match + tiebreak * each.tiebreak for each in row]
            for action, row in self.stakes.items()
        }

    def means(self) -> dict[Action, float]:
        """The weighted mean of every action over its worlds."""
        return {action: _mean(row, self.weights) for action, row in self.worth().items() if row}


def _mean(row: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(row, weights, strict=False)) / sum(weights[: len(row)])


def lead(best: Sequence[float], usual: Sequence[float], weights: Sequence[float], most: float) -> float:
    """By how many standard errors one action is ahead of another in the worlds both were tried in.

    One world more is counted in which anything may happen: a few worlds that agree prove little.
    """
    both = list(zip(best, usual, weights, strict=False))
    total = sum(weight for _, _, weight in both)
    mean = sum((a - b) * weight for a, b, weight in both) / total
    spread = sum((a - b - mean) ** 2 * weight * weight for a, b, weight in both)
    heaviest = max(weight for _, _, weight in both)
    return mean * total / (spread + (DOUBT * most * heaviest) ** 2) ** 0.5 if most else 0.0


class Search:
    """The thinking itself, for one decision."""

    def __init__(self, game: Game[Any], view: View, legal: Sequence[Action], effort: Effort) -> None:
        self.game, self.view, self.legal, self.effort = game, view, legal, effort
        self.usual, self.habit = convention(view, legal)

    def think(self, rng: Stream, budget: Budget) -> Tally:
        """Value the actions as far as the budget goes."""
        clock = Clock(self.effort, budget)
        worlds = imagine(self.game, self.view, rng)
        blurred = self.game.seats >= CROWD and clock.playouts >= len(self.legal)
        if all(type(action) is Play for action in self.legal) and not blurred:
            with suppress(SheepfoldError):  # a game may play cards where the kernel knows no problem
                tally = self._by_kernel(worlds, clock)
                if tally is not None:
                    return tally
        return self._by_playouts(worlds, clock)

    # -- with open cards -----------------------------------------------------------------------------------------

    def _by_kernel(self, worlds: Iterator[Imagined], clock: Clock) -> Tally | None:
        """Every card in every world by the kernel; ``None`` if that tells nothing here or takes too long."""
        tally = Tally(self.legal, exact=True)
        looked = spent = 0
        while looked < clock.worlds and spent < clock.nodes and not clock.late:
            # The first world goes alone: if it is too hard, so are the others.
            batch = list(islice(worlds, min(TOGETHER if looked else 1, clock.worlds - looked)))
            problems = [self.game.problem(world.state) for world in batch]
            if not batch:
                break
            if not _two_sides(problems[0]):
                return None
            count: Count = "tricks" if problems[0].aim == "most tricks" else "points"
            nodes, seconds = max(1, clock.nodes // EASY), clock.for_kernel(first=not looked)
            answers = solve_worlds(problems, count=count, nodes=nodes, seconds=seconds)
            for world, problem, answer in zip(batch, problems, answers, strict=True):
                if answer.finished:  # half an answer would be a guess
                    self._note(tally, world, problem, answer, count)
                spent += answer.nodes
            looked += len(batch)
            out_of_time = clock.late and tally.weights
            if 2 * len(tally.weights) < looked and not out_of_time:
                return None
        return tally

    def _note(self, tally: Tally, world: Imagined, problem: TrickProblem, answer: Answer, count: Count) -> None:
        pricing = Pricing(self.game, self.view.begun, world.state, problem, self.view.own_seat)
        found: dict[Card, int] = {each.card: each.lo for each in answer.cards}
        for action, row in tally.stakes.items():
            assert isinstance(action, Play)
            later = None if problem.melds is None else self._after_trick(world, action)
            row.append(pricing.worth(found[action.card], count, later))
        tally.weights.append(world.weigh() if self.effort.infer else 1.0)

    def _after_trick(self, world: Imagined, action: Action) -> Any:
        """The state when this trick is over, the rest of it by the habits: its melds are somebody's then.

        The kernel could count melds, but it takes far longer, and a trick further on they are anybody's guess.
        """
        game, views = self.game, world.views.copy()
        made = game.apply(world.state, action)
        views.happened(made.events)
        state = made.state
        while game.actor(state) is not None and game.problem(state).trick:
            state = usual_step(game, state, views)
        return state

    # -- by playing on -------------------------------------------------------------------------------------------

    def _by_playouts(self, worlds: Iterator[Imagined], clock: Clock) -> Tally:
        """Halve the field again and again: the worse half of the actions gets no more worlds.

        Playouts, and the time if it is short, are shared out evenly among the rounds. With fewer playouts than actions
        nothing is tried, and the habits decide.
        """
        tally = Tally(self.legal, exact=False)
        if clock.playouts < len(self.legal):
            return tally
        alive = list(self.legal)
        rounds = max(1, (len(alive) - 1).bit_length())
        left = clock.playouts
        for turn in range(rounds):
            share = left // (rounds - turn) // len(alive)
            kept = (clock.left or 0.0) * (rounds - turn - 1) / (rounds - turn)
            for _ in range(max(1, share)):
                world = None if clock.late and tally.weights else next(worlds, None)
                if world is None:
                    return tally
                self._try(tally, world, alive)
                left -= len(alive)
                if clock.part_over(kept):
                    break
            means = tally.means()
            alive.sort(key=lambda action: -means[action])
            better = alive[: (len(alive) + 1) // 2]
            alive = better if self.usual in better else [*better, self.usual]
        return tally

    def _try(self, tally: Tally, world: Imagined, actions: Sequence[Action]) -> None:
        game, view = self.game, self.view
        tally.weights.append(world.weigh() if self.effort.infer else 1.0)
        for action in actions:
            views = world.views.copy()
            made = game.apply(world.state, action)
            views.happened(made.events)
            outcome = play_out(game, made.state, views)
            tally.stakes[action].append(stake(game, view.begun, outcome, view.own_seat))

    # -- the choice ----------------------------------------------------------------------------------------------

    def decide(self, tally: Tally) -> Decision:
        """The best action; the habits' own unless another is clearly better."""
        if not tally.weights:
            return Decision(self.usual, self.habit)
        worth, means = tally.worth(), tally.means()
        fullest = max(len(row) for row in worth.values())
        finalists = [action for action, row in worth.items() if len(row) == fullest]
        best = max(finalists, key=lambda action: means[action])
        values = tuple(sorted(means.items(), key=lambda item: (-len(worth[item[0]]), -item[1])))
        unsure = CLEAR_CROWD if self.game.seats >= CROWD else CLEAR_CALL
        clear = CLEAR_CARD if tally.exact else unsure
        if best == self.usual or lead(worth[best], worth[self.usual], tally.weights, tally.most) < clear:
            return Decision(self.usual, self.habit, values)
        gain = means[best] - means[self.usual]
        return Decision(best, _comparison(fullest, named(best), named(self.usual), gain, tally.match), values)


def named(action: Action) -> Value:
    """An action inside a sentence: as it is written, and its card as a card."""
    if isinstance(action, Play):
        return say("search-card", "{ $card }", card=card_text(action.card))
    if isinstance(action, Bury | Call | Discard | Give):
        verb = action_text(action).partition(" ")[0]
        return say("search-verb-card", "{ $verb } { $card }", verb=verb, card=card_text(action.card))
    return action_text(action)


def _comparison(deals: int, best: Value, usual: Value, gain: float, match: bool) -> Message:
    """Why the best action is chosen over the usual one."""
    if gain >= SAID and match:
        sentence = (
            "On { $deals } deals that fit what is known, { $best } earns { NUMBER($gain, minimumFractionDigits: 1, "
            "maximumFractionDigits: 1) } points more than { $usual }, the match counted in."
        )
        return say("search-earns-more-match", sentence, deals=deals, best=best, gain=gain, usual=usual)
    if gain >= SAID:
        sentence = (
            "On { $deals } deals that fit what is known, { $best } earns { NUMBER($gain, minimumFractionDigits: 1, "
            "maximumFractionDigits: 1) } points more than { $usual }."
        )
        return say("search-earns-more", sentence, deals=deals, best=best, gain=gain, usual=usual)
    if match:
        sentence = (
            "On { $deals } deals that fit what is known, { $best } does a little better than { $usual }, "
            "the match counted in."
        )
        return say("search-little-better-match", sentence, deals=deals, best=best, usual=usual)
    sentence = "On { $deals } deals that fit what is known, { $best } does a little better than { $usual }."
    return say("search-little-better", sentence, deals=deals, best=best, usual=usual)


def _two_sides(problem: TrickProblem) -> bool:
    """Whether open cards tell the truth: two sides that know what they fight for."""
    return problem.aim in ("most points", "most tricks") and len(set(problem.sides)) == 2
