"""How fast the rules are: uniformly random play through ``legal`` and ``apply``, beside two peers in the same run.

What is counted: decisions of players, the time of the deal included, chance actions not counted; CPU time of one
process. Every contender plays the same number of rounds in turn, and the best round of each counts, so that a busy
machine hurts all alike. The ratio, not the number, is what a document may quote.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.shuffle import Chance
from sheepfold.registry import GAMES, make_game

Playing = Callable[[int], int]
"""Play that many deals at random and say how many decisions they took."""


class MissingPeer(SheepfoldError):
    """A program to compare with is not installed."""


class Row(Struct, frozen=True):
    """One contender: decisions per second, and that number over each peer's."""

    name: str
    kind: str
    per_second: float
    ratios: dict[str, float]


def ours(text: str) -> Playing:
    """Random play of one of our games."""
    game = make_game(text)
    chance = Chance("bench")
    standing, _ = game.first_standing(chance)
    draw = random.Random(1).random

    def play(deals: int) -> int:
        legal, apply, decisions = game.legal, game.apply, 0
        for number in range(deals):
            state = game.begin(standing, chance.deal(game.deck, number, 0)).state
            actions = legal(state)
            while actions:
                state = apply(state, actions[int(draw() * len(actions))]).state
                decisions += 1
                actions = legal(state)
        return decisions

    return play


def open_spiel(name: str, parameters: dict[str, Any]) -> Playing:
    """Random play of a game of OpenSpiel through its Python interface."""
    import pyspiel

    game = pyspiel.load_game(name, parameters)
    draw = random.Random(1).random

    def play(deals: int) -> int:
        decisions = 0
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(draw() * len(actions))])
                    decisions += 1
        return decisions

    return play


def colver() -> Playing:
    """Random play of colver's Belote through its Python interface."""
    import colver as peer

    env = peer.Env()
    draw = random.Random(1).random

    def play(deals: int) -> int:
        decisions = 0
        for _ in range(deals):
            env.reset()
            while not env.is_terminal():
                actions = env.legal_actions()
                env.step(actions[int(draw() * len(actions))])
                decisions += 1
        return decisions

    return play


def peers() -> dict[str, Playing]:
    """The programs we compare with; refused in words when they are not installed."""
    missing = [name for module, name in (("colver", "colver"), ("pyspiel", "open_spiel")) if find_spec(module) is None]
    if len(missing) == 2:
        sentence = "To compare, install { $first } and { $second }: pip install 'sheepfold[bench]'."
        raise MissingPeer("missing_peer", sentence, key="missing_peers", first=missing[0], second=missing[1])
    if missing:
        sentence = "To compare, install { $missing }: pip install 'sheepfold[bench]'."
        raise MissingPeer("missing_peer", sentence, missing=missing[0])
    spiel = f"OpenSpiel {version('open_spiel')}"
    return {
        f"colver {version('colver')}": colver(),
        f"{spiel} skat": open_spiel("skat", {}),
        f"{spiel} oh_hell": open_spiel("oh_hell", {"players": 4, "num_tricks_fixed": 8}),
    }


def contenders() -> dict[str, tuple[str, Playing]]:
    """Our games and the peers: name to kind and play."""
    own = {GAMES[name].title: ("sheepfold", ours(name)) for name in GAMES}
    return own | {name: ("peer", play) for name, play in peers().items()}


def measure(
    everybody: dict[str, tuple[str, Playing]], deals: int, rounds: int, progress: Callable[[], None]
) -> list[Row]:
    """Every contender in turn, ``rounds`` times; its fastest round counts."""
    best = dict.fromkeys(everybody, 0.0)
    for _ in range(rounds):
        for name, (_, play) in everybody.items():
            began = time.process_time()
            decisions = play(deals)
            best[name] = max(best[name], decisions / (time.process_time() - began))
            progress()
    others = [name for name, (kind, _) in everybody.items() if kind == "peer"]
    return [
        Row(name, kind, best[name], {peer: best[name] / best[peer] for peer in others})
        for name, (kind, _) in everybody.items()
    ]
