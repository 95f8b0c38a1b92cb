"""The kernel plays by the rules of the games: equal counts of card plays from positions of real deals."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from sheepfold.core.actions import PASS, Play
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Chance
from sheepfold.notation.actions import parse_action
from sheepfold.play.driver import drive
from sheepfold.registry import GAMES, make_game
from sheepfold.solver import perft, solve
from sheepfold.solver.witness import tables_of
from sheepfold.testing.perft import read_suite

TABLE_LIST = [(name, given) for name in GAMES for given in tables_of(GAMES[name])]


def card_perft(game: Game[Any], state: Any, depth: int) -> int:
    """Sequences of that many cards; what else a seat may do in between is not counted."""
    if depth == 0:
        return 1
    plays = [action for action in game.legal(state) if type(action) is Play]
    return sum(card_perft(game, game.apply(state, play).state, depth - 1) for play in plays)


@pytest.mark.parametrize(
    ("name", "given"), TABLE_LIST, ids=[f"{n}{''.join(map(str, g.values()))}" for n, g in TABLE_LIST]
)
def test_same_number_of_lines_as_the_rules(name: str, given: dict[str, Any]) -> None:
    game = GAMES[name](GAMES[name].options_type.make(**given))
    chance = Chance(f"kernel {name}")
    rng = random.Random(name)
    table, _ = game.first_standing(chance)
    compared = 0
    for number in range(12):
        state = game.begin(table, chance.deal(game.deck, number, 0)).state
        shy = rng.random()
        while legal := game.legal(state):
            if game.phase(state) == "tricks" and rng.random() < 0.12:
                only_cards = all(type(action) is Play for action in legal)
                depth = rng.randint(1, 4 if only_cards else 1)
                assert card_perft(game, state, depth) == perft(game.problem(state), depth)
                compared += 1
            action = PASS if legal[0] == PASS and rng.random() < shy else rng.choice(legal)
            state = game.apply(state, action).state
    assert compared > 5


@pytest.mark.parametrize("name", list(GAMES))
def test_the_suites_of_the_rules(name: str) -> None:
    """Every position of the perft suites in which only cards can be played."""
    source = (Path(__file__).parent.parent / "perft" / f"{name}.perft").read_text(encoding="utf-8")
    compared = 0
    for position in read_suite(source):
        game, state = position.game, position.state
        if game.phase(state) != "tricks" or not all(type(action) is Play for action in game.legal(state)):
            continue
        problem = game.problem(state)
        for count in position.counts:
            if not (name in ("clover", "widderkopf") and not any(problem.tricks)):
                assert perft(problem, count.depth) == count.count, position.id
            elif count.depth <= 5:  # in trick 1 other actions lie between the cards: the rules count cards only
                assert perft(problem, count.depth) == card_perft(game, state, count.depth), position.id
            compared += 1
    assert compared


@pytest.mark.parametrize("name", list(GAMES))
def test_a_finished_deal_is_worth_what_the_rules_count(name: str) -> None:
    game = GAMES[name](GAMES[name].options_type.make())
    chance = Chance(f"value {name}")
    rng = random.Random(name)
    table, _ = game.first_standing(chance)
    for number in range(10):
        state = game.begin(table, chance.deal(game.deck, number, 0)).state
        problem = None
        while legal := game.legal(state):
            if game.phase(state) == "tricks" and len(legal) == 1 and max(h.bit_count() for h in state.hands) == 1:
                problem = problem or game.problem(state)
            state = game.apply(state, PASS if legal[0] == PASS and rng.random() < 0.5 else rng.choice(legal)).state
        outcome = game.outcome(state)
        if problem is None or problem.piles or outcome is None:
            continue
        tricks = [solve(problem, seat=seat, count="tricks").value for seat in range(game.seats)]
        assert tuple(tricks) == state.tricks


@pytest.mark.parametrize(
    ("table", "said", "aim"),
    [
        ("goathead", ["pass"] * 4, "least points"),
        ("goathead", ["bid nil", "pass", "pass", "pass"], "no trick"),
        ("goathead", ["bid alone hearts", "pass", "pass", "pass"], "most points"),
        ("grim", ["grim", "pass", "pass", "pass", "order high", "trump none"], "most tricks"),
        ("sheepshead", ["pass"] * 5, "least points"),
        ("sheepshead(all_pass=schneidster)", ["pass"] * 5, "most points"),
    ],
)
def test_a_problem_says_what_is_played_for(table: str, said: list[str], aim: str) -> None:
    driver = drive(make_game(table), "lamb")
    for question, words in zip(driver.questions(), said, strict=False):
        driver.answer(question, parse_action(words))
    match = driver.match
    assert len(match.actions) == len(said)
    assert match.game.problem(match.state).aim == aim
