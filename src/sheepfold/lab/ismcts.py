"""Information-set Monte Carlo tree search: the outside opponent our own bots are measured against.

It knows the rules and nothing about good play: every iteration deals itself a world that fits the View, walks down a
tree by upper confidence bounds over the actions legal in that world, adds one node, plays the rest of the deal at
random and credits each mover on the path with what its side was paid more than the others. The action tried most often
is played.
``docs/ismcts.md`` says where each of these choices comes from and what the two kinds of nodes are.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from sheepfold.core.actions import Action, Bury, Discard, Give
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions
from sheepfold.core.events import Event
from sheepfold.core.game import Game
from sheepfold.core.message import say
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Stream
from sheepfold.play.player import NO_LIMIT, Budget, Decision
from sheepfold.play.view import View, actions_of
from sheepfold.play.worlds import World, Worlds
from sheepfold.registry import game_of

ITERATIONS = 1000
"""How long a search thinks if nothing else is asked for."""

EXPLORATION = 0.7
"""The weight of exploration with rewards from 0 to 1, as the method was published."""

Nodes: TypeAlias = Literal["observer", "mover"]
"""Whose knowledge tells two nodes apart: that of the seat that searches, or that of the seat on turn there."""

SEALED = (Bury, Discard, Give)
"""Actions that somebody at the table may not see."""

Sight: TypeAlias = tuple[Event, ...]
"""What a seat has seen since the search began."""


class IsmctsBot:
    """Information-set Monte Carlo tree search with uniformly random playouts.

    A budget of ``worlds`` is a number of iterations, in place of ``iterations``; ``seconds`` are CPU time of this
    process, so that a busy machine favours nobody. ``c`` weighs exploration, rewards scaled to 0..1.
    """

    def __init__(self, iterations: int = ITERATIONS, c: float = EXPLORATION, nodes: Nodes = "observer") -> None:
        if iterations < 1:
            raise BadOptions(
                "ismcts_option",
                "A search needs at least one iteration, not { $iterations }.",
                iterations=iterations,
                key="ismcts_iterations",
            )
        if not 0 <= c < float("inf"):
            raise BadOptions(
                "ismcts_option", "The weight of exploration must be 0 or more, not { $c }.", c=c, key="ismcts_weight"
            )
        if nodes not in get_args(Nodes):
            raise BadOptions(
                "ismcts_option",
                "The nodes of a search are those of observer or mover, not of '{ $nodes }'.",
                nodes=nodes,
            )
        self.iterations, self.c, self.nodes = iterations, c, nodes

    @property
    def name(self) -> str:
        """``ismcts``, with the options that differ from the default."""
        usual = {"iterations": ITERATIONS, "c": EXPLORATION, "nodes": "observer"}
        changed = ",".join(f"{key}={getattr(self, key)}" for key in usual if getattr(self, key) != usual[key])
        return f"ismcts({changed})" if changed else "ismcts"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """The action that the search tried most often; with one legal action nothing is searched or drawn."""
        if len(legal) == 1:
            return Decision(legal[0], say("ismcts-no-choice", "I have no choice."))
        started = time.thread_time()
        search = Search(game_of(view.game), view, legal, Random(rng.below(1 << 32)), self.c, self.nodes)
        most = self.iterations if budget.worlds is None else max(1, budget.worlds)
        while search.iterations != most:
            search.iterate()
            if budget.seconds is not None and time.thread_time() - started >= budget.seconds:
                break
        return search.decision()


def from_options(written: Mapping[str, str]) -> IsmctsBot:
    """The bot with options as they are written: ``ismcts(iterations=500,c=1.4,nodes=mover)``."""
    read = {"iterations": int, "c": float, "nodes": str}
    given: dict[str, Any] = {}
    for key, value in written.items():
        if key not in read:
            raise BadOptions(
                "ismcts_option",
                "ismcts has no option '{ $name }'; it has { $read }.",
                name=key,
                read=", ".join(read),
                key="ismcts_option_name",
            )
        try:
            given[key] = read[key](value)
        except ValueError:
            raise BadOptions(
                "ismcts_option",
                "The option { $name } of ismcts is a number, not '{ $value }'.",
                name=key,
                value=value,
                key="ismcts_option_number",
            ) from None
    return IsmctsBot(**given)


class _Edge:
    """What is known of one action at a node: tries, what they paid the mover, and how often it could be tried."""

    __slots__ = ("available", "paid", "visits")

    def __init__(self) -> None:
        self.visits = self.available = 0
        self.paid = 0.0


_Node: TypeAlias = dict[Action | None, _Edge]
"""A node is its edges; ``None`` is an action that the owner of the tree sees done without seeing what it is."""


class Search:
    """One search from one View: ``iterate`` as often as there is time for, then ask for the ``decision``."""

    def __init__(
        self, game: Game[Any], view: View, legal: Sequence[Action], chance: Random, c: float, nodes: Nodes
    ) -> None:
        assert view.seat is not None
        self.iterations = 0
        self._game, self._seat, self._legal = game, view.seat, tuple(legal)
        self._worlds = Worlds(game, view)
        self._random, self._c, self._by_mover = chance.random, c, nodes == "mover"
        self._owners = tuple(range(game.seats)) if self._by_mover else (view.seat,)
        self._sides = tuple(game.side_of(seat) for seat in range(game.seats))
        self._root: _Node = {}
        self._tree: dict[Any, _Node] = {}
        self._least, self._most = float("inf"), float("-inf")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1: the chance of the worlds, from the same source as that of the playouts."""
        return int(self._random() * n)

    def iterate(self) -> None:
        """Draw a world, walk down to a new node or the end of the deal, play on at random, credit the movers."""
        game = self._game
        world, state = self._worlds.draw(self)
        began, node, actions = state, self._root, self._legal
        path: list[tuple[_Edge, Seat]] = []
        sights: dict[Seat, Sight] = dict.fromkeys(self._owners, ())
        while True:
            edge, action = self._select(node, state, actions)
            path.append((edge, self._mover(state)))
            made = game.apply(state, action)
            state = made.state
            actions = game.legal(state)
            if not actions:
                break
            for owner in self._owners:
                sights[owner] += tuple(seen_by(event, owner) for event in made.events)
            key = self._key(world, began, self._mover(state) if self._by_mover else self._seat, sights)
            known = self._tree.get(key)
            if known is None:
                self._tree[key] = {}
                break
            node = known
        self._credit(path, self._play_out(state))

    def _mover(self, state: Any) -> Seat:
        """Whose decision it is, in a deal that is not over."""
        seat = self._game.actor(state)
        assert seat is not None
        return seat

    def decision(self) -> Decision:
        """The action tried most often, the better paid one of two; what each was worth on average, in game points."""
        tried = [(action, edge) for action in self._legal if (edge := self._root.get(action)) and edge.visits]
        action, best = max(tried, key=lambda each: (each[1].visits, each[1].paid / each[1].visits))
        sentence = "I tried this in { $visits } of { $iterations } playouts, more often than anything else."
        reason = say("ismcts-most-visits", sentence, visits=best.visits, iterations=self.iterations)
        return Decision(action, reason, tuple((each, edge.paid / edge.visits) for each, edge in tried))

    # -- going down ----------------------------------------------------------------------------------------------

    def _select(self, node: _Node, state: Any, actions: Sequence[Action]) -> tuple[_Edge, Action]:
        """Something untried, if there is; else the highest upper confidence bound. Ties are drawn."""
        sealed = self._sealed(state, actions)
        names = (None,) if sealed else actions
        untried = []
        for name in names:
            edge = node.get(name)
            if edge is None:
                edge = node[name] = _Edge()
            edge.available += 1
            if not edge.visits:
                untried.append(name)
        best = untried or self._highest(node, names)
        name = best[self.below(len(best))] if len(best) > 1 else best[0]
        return node[name], actions[self.below(len(actions))] if name is None else name

    def _sealed(self, state: Any, actions: Sequence[Action]) -> bool:
        """Whether the owner of the tree will see that one of these was done, but not which.

        The actions of a seat at one moment are all sealed or all open, so one of them tells.
        """
        if type(actions[0]) not in SEALED or self._by_mover or self._game.actor(state) == self._seat:
            return False
        events = self._game.apply(state, actions[0]).events
        return actions_of(seen_by(event, self._seat) for event in events)[0][1] is None

    def _highest(self, node: _Node, names: Iterable[Action | None]) -> list[Action | None]:
        """The names with the highest bound: what they paid, and what little is known of them."""
        # Exploration scaled up by the range of rewards is the same as rewards scaled down to 0..1.
        weight = self._c * ((self._most - self._least) or 1)
        top = float("-inf")
        best: list[Action | None] = []
        for name in names:
            edge = node[name]
            visits = edge.visits
            bound = edge.paid / visits + weight * sqrt(log(edge.available) / visits)
            if bound > top:
                top, best = bound, [name]
            elif bound == top:
                best.append(name)
        return best

    def _key(self, world: World, began: Any, owner: Seat, sights: Mapping[Seat, Sight]) -> Any:
        """The information of a node's owner: what it was dealt, had at the root, did in secret, and has seen since.

        What everybody has seen before the root is the same in all worlds.
        """
        secret = tuple(action for seat, action in began.hidden if seat == owner)
        return owner, world.deal.hands[owner], began.hands[owner], secret, sights[owner]

    # -- coming back ---------------------------------------------------------------------------------------------

    def _play_out(self, state: Any) -> tuple[int, ...]:
        """What every side is paid when all play on at random."""
        legal, apply, random = self._game.legal, self._game.apply, self._random
        while actions := legal(state):
            state = apply(state, actions[int(random() * len(actions))]).state
        outcome = self._game.outcome(state)
        assert outcome is not None
        return outcome.delta

    def _credit(self, path: Iterable[tuple[_Edge, Seat]], paid: tuple[int, ...]) -> None:
        """Every mover on the path looks after its own side: what it was paid more than the others on average.

        Its pay alone would not do. Where only the declarer is paid, defenders would not care how they play.
        """
        self.iterations += 1
        total, others = sum(paid), len(paid) - 1
        gains = tuple(each - (total - each) / others for each in paid)
        self._least, self._most = min(self._least, *gains), max(self._most, *gains)
        for edge, mover in path:
            edge.visits += 1
            edge.paid += gains[self._sides[mover]]
