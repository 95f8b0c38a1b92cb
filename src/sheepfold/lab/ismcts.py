"""Information-set Monte Carlo tree search: the outside opponent our own bots are measured against.

It knows the rules and nothing about good play: every iteration deals itself a world that fits the View, walks down a
tree by upper confidence bounds over the actions legal in that world, adds one node, plays the rest of the deal at
random and credits each mover on the path with what its own side was paid. The action tried most often is played.
``docs/ismcts.md`` says where each of these choices comes from and what the two kinds of nodes are.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from math import log, sqrt
from random import Random
from typing import Any, Literal, TypeAlias

from sheepfold.bots.contract import NO_LIMIT, Budget, Decision
from sheepfold.core.actions import Action, Bury, Discard, Give
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions
from sheepfold.core.events import Event
from sheepfold.core.game import Game
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Stream
from sheepfold.games import make_game
from sheepfold.play.view import View, actions_of
from sheepfold.play.worlds import World, Worlds

Nodes: TypeAlias = Literal["observer", "mover"]
"""Whose knowledge tells two nodes apart: that of the seat that searches, or that of the seat on turn there."""

SEALED = (Bury, Discard, Give)
"""Actions that somebody at the table may not see."""

_TIE = 1e-9
_make_game = cache(make_game)


class IsmctsBot:
    """Information-set Monte Carlo tree search with uniformly random playouts.

    ``c`` weighs exploration once rewards are scaled to 0..1. A budget of ``worlds`` is a number of iterations, one of
    ``seconds`` is CPU time of this process, so that a busy machine favours nobody; with neither, ``iterations``.
    """

    def __init__(self, iterations: int = 1000, c: float = 0.7, nodes: Nodes = "observer") -> None:
        if iterations < 1:
            raise BadOptions("ismcts_iterations", f"A search needs at least one iteration, not {iterations}.")
        if c < 0:
            raise BadOptions("ismcts_c", f"The weight of exploration cannot be negative, as {c} is.")
        if nodes not in ("observer", "mover"):
            raise BadOptions("ismcts_nodes", f"Nodes are told apart by observer or by mover, not by '{nodes}'.")
        self.iterations, self.c, self.nodes = iterations, c, nodes

    @property
    def name(self) -> str:
        """``ismcts``, with the options that differ from the default."""
        given = {"iterations": self.iterations, "c": self.c, "nodes": self.nodes}
        usual = {"iterations": 1000, "c": 0.7, "nodes": "observer"}
        changed = ",".join(f"{key}={value}" for key, value in given.items() if value != usual[key])
        return f"ismcts({changed})" if changed else "ismcts"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """The action that the search tried most often; with one legal action nothing is searched or drawn."""
        if len(legal) == 1:
            return Decision(legal[0], "I have no choice.")
        started = time.process_time()
        search = Search(_make_game(view.game), view, legal, Random(rng.below(1 << 32)), self.c, self.nodes)
        most = budget.worlds or (self.iterations if budget.seconds is None else None)
        done = 0
        while done != most:
            search.iterate()
            done += 1
            if budget.seconds is not None and time.process_time() - started >= budget.seconds:
                break
        return search.decision()


class _Edge:
    """What is known of one action at a node: tries, the sum of rewards of the mover, how often it could be tried."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.available = self.total = 0


_Node: TypeAlias = dict[Action | None, _Edge]
"""A node is its edges; ``None`` is an action that the observer sees done without seeing what it is."""


class Search:
    """One search from one View; ``iterate`` as often as there is time, then ask for the ``decision``."""

    def __init__(
        self, game: Game[Any], view: View, legal: Sequence[Action], chance: Random, c: float, nodes: Nodes
    ) -> None:
        assert view.seat is not None
        self._game, self._seat, self._legal = game, view.seat, tuple(legal)
        self._worlds = Worlds(game, view)
        self._chance, self._c, self._by_mover = chance, c, nodes == "mover"
        self._root: _Node = {}
        self._tree: dict[Any, _Node] = {}
        self._iterations = 0
        self._worst: float = 0
        self._best: float = 0

    def below(self, n: int) -> int:
        """Chance for the worlds, from the same numbers as the playouts."""
        return int(self._chance.random() * n)

    def iterate(self) -> None:
        """Draw a world, walk down to a new node or the end of the deal, play on at random, credit the movers."""
        game = self._game
        world, state = self._worlds.draw(self)
        began, node, actions = state, self._root, self._legal
        path: list[tuple[_Edge, Seat]] = []
        story: tuple[Event, ...] = ()
        while True:
            mover: Seat = game.actor(state)  # type: ignore[assignment]
            edge, action = self._select(node, self._doors(state, mover, actions))
            path.append((edge, mover))
            made = game.apply(state, action)
            state, story = made.state, story + made.events
            actions = game.legal(state)
            if not actions:
                break
            key = self._key(world, began, game.actor(state), story)
            known = self._tree.get(key)
            if known is None:
                self._tree[key] = {}
                break
            node = known
        self._credit(path, self._play_out(state))

    def decision(self) -> Decision:
        """The action tried most often, the better paid one of two; what each was worth on average, in game points."""
        tried = [(action, edge) for action in self._legal if (edge := self._root.get(action)) and edge.visits]
        action, edge = max(tried, key=lambda each: (each[1].visits, each[1].total / each[1].visits))
        reason = f"I tried this in {edge.visits} of {self._iterations} random playouts, more often than anything else."
        return Decision(action, reason, tuple((each, edge.total / edge.visits) for each, edge in tried))

    def _doors(self, state: Any, mover: Seat, actions: Sequence[Action]) -> dict[Action | None, tuple[Action, ...]]:
        """The actions by what tells them apart for whom the tree belongs to."""
        sealed = [] if self._by_mover or mover == self._seat else [a for a in actions if self._hidden(state, a)]
        doors: dict[Action | None, tuple[Action, ...]] = {a: (a,) for a in actions if a not in sealed}
        return {**doors, None: tuple(sealed)} if sealed else doors

    def _hidden(self, state: Any, action: Action) -> bool:
        """Whether the searching seat would see that this was done, but not what."""
        if type(action) not in SEALED:
            return False
        events = self._game.apply(state, action).events
        return actions_of(seen_by(event, self._seat) for event in events)[0][1] is None

    def _select(self, node: _Node, doors: dict[Action | None, tuple[Action, ...]]) -> tuple[_Edge, Action]:
        """Something untried, if there is; else the highest upper confidence bound. Ties are drawn."""
        for name in doors:
            if name not in node:
                node[name] = _Edge()
            node[name].available += 1
        best = [name for name in doors if not node[name].visits] or self._highest(node, doors)
        name = best[self.below(len(best))]
        actions = doors[name]
        return node[name], actions[self.below(len(actions))]

    def _highest(self, node: _Node, doors: dict[Action | None, tuple[Action, ...]]) -> list[Action | None]:
        # Rewards scaled to 0..1 are the same as raw ones with exploration scaled up by their range.
        weight = self._c * ((self._best - self._worst) or 1)
        top = float("-inf")
        best: list[Action | None] = []
        for name in doors:
            edge = node[name]
            bound = edge.total / edge.visits + weight * sqrt(log(edge.available) / edge.visits)
            if bound > top + _TIE:
                top, best = bound, [name]
            elif bound > top - _TIE:
                best.append(name)
        return best

    def _key(self, world: World, began: Any, mover: Seat | None, story: tuple[Event, ...]) -> Any:
        """What tells nodes apart: all that their owner has seen since the root, and before it in this world."""
        if not self._by_mover:
            return tuple(seen_by(event, self._seat) for event in story)
        assert mover is not None
        own = tuple(action for seat, action in began.hidden if seat == mover)
        seen = tuple(seen_by(event, mover) for event in story)
        return mover, world.deal.hands[mover], began.hands[mover], own, seen

    def _play_out(self, state: Any) -> tuple[int, ...]:
        """What every side is paid when all play on at random."""
        legal, apply, draw = self._game.legal, self._game.apply, self._chance.random
        while actions := legal(state):
            state = apply(state, actions[int(draw() * len(actions))]).state
        outcome = self._game.outcome(state)
        assert outcome is not None
        return outcome.delta

    def _credit(self, path: list[tuple[_Edge, Seat]], paid: tuple[int, ...]) -> None:
        """Every mover on the path looks after its own side."""
        self._iterations += 1
        self._worst = min(self._worst, *paid) if self._iterations > 1 else min(paid)
        self._best = max(self._best, *paid) if self._iterations > 1 else max(paid)
        sides = len(paid)
        for edge, mover in path:
            edge.visits += 1
            edge.total += paid[mover % sides]
