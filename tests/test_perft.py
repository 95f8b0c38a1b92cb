"""Perft: the suites agree with the rules, and would not if the rules were wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sheepfold.games.parts as parts
from sheepfold.core.actions import Action, plays
from sheepfold.core.cards import Card
from sheepfold.core.events import Standing
from sheepfold.core.order import Order
from sheepfold.games.goathead import Goathead, GoatheadState
from sheepfold.notation.transcript import read_action, read_deal
from sheepfold.play.replay import replay
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.perft import BadSuite, Position, divide, fill, mismatches, perft, read_suite

FOLDER = Path(__file__).parent / "perft"
SUITS = {"hands": ["7X 8X 9X 10X JX QX KX AX".replace("X", suit) for suit in "CSHD"]}
ENTRY = f"""id    one suit each
phase tricks
deal  {{game: goathead, table: {{dealer: 3}},
       deal: {{hands: {SUITS["hands"]}}}}}
acts  ["0 bid nil", "1 pass", "2 pass", "3 pass"]
perft 1 8
perft 2 64
"""


def suite(name: str) -> str:
    return (FOLDER / f"{name}.perft").read_text(encoding="utf-8")


def position(*actions: str) -> tuple[Goathead, GoatheadState]:
    """A deal in which everybody has one suit, after these actions; the last seat deals."""
    game = Goathead()
    standing = Standing(3, (0, 0, 0, 0))
    return game, replay(game, standing, read_deal(SUITS), map(read_action, actions)).state


@pytest.mark.parametrize("name", list(GAMES))
def test_the_suite_agrees_with_the_rules(name: str) -> None:
    positions = list(read_suite(suite(name)))
    assert len(positions) >= 15
    assert {position.game.id for position in positions} == {name}
    wrong = {position.id: list(mismatches(position)) for position in positions}
    assert not {name: found for name, found in wrong.items() if found}


@pytest.mark.parametrize("name", list(GAMES))
def test_the_suite_crosses_tricks_and_reaches_the_end(name: str) -> None:
    crossing = ending = 0
    for position in read_suite(suite(name)):
        trick = position.game.seats - len(position.state.trick)
        deepest = max(count.depth for count in position.counts if count.count)
        crossing += position.game.phase(position.state) == "tricks" and deepest > trick
        ending += position.counts[-1].count == 0
    assert crossing >= 8
    assert ending >= 3


# -- what is counted -----------------------------------------------------------------------------------------------


def test_counts_are_sequences_of_exactly_so_many_actions() -> None:
    game, state = position("0 bid nil", "1 pass", "2 pass", "3 pass")
    assert [perft(game, state, depth) for depth in range(6)] == [1, 8, 8**2, 8**3, 8**4, 8**4 * 7]
    assert divide(game, state, 2) == {f"{rank}C": 8 for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")}


def test_a_forced_card_counts_and_the_end_of_a_trick_does_not() -> None:
    game, state = position("0 bid nil", "1 pass", "2 pass", "3 pass")
    for _ in range(27):
        state = game.apply(state, game.legal(state)[0]).state
    assert [perft(game, state, depth) for depth in range(1, 7)] == [2, 2, 2, 2, 2, 0]  # the deal ends after five


def test_the_first_words_of_a_deal() -> None:
    game = make_game("sheepshead")
    state = game.begin(Standing(4, (0,) * 5), game.deck.cards).state
    assert perft(game, state, 1) == 2
    assert perft(game, state, 2) == 2 + 8  # pass, then pass or pick; pick, then one of eight cards to bury


# -- wrong rules give other counts ---------------------------------------------------------------------------------


class NoDutyToFollow(Goathead):
    def legal(self, state: GoatheadState) -> tuple[Action, ...]:
        if state.phase == "tricks" and state.turn is not None:
            return plays(state.hands[state.turn])
        return super().legal(state)


def wrong_counts(positions: list[Position], game: Goathead | None = None, deepest: int = 8) -> int:
    """How many counts differ, if this game or a patched one counts."""
    return sum(
        perft(game or position.game, position.state, count.depth) != count.count
        for position in positions
        for count in position.counts
        if count.depth <= deepest
    )


def test_a_missing_duty_to_follow_is_seen() -> None:
    positions = list(read_suite(suite("goathead")))
    assert wrong_counts(positions) == 0
    assert wrong_counts(positions, NoDutyToFollow(), deepest=4) > 10


def test_lowest_card_wins_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def lowest(trick: tuple[Card, ...], order: Order) -> int:
        power = order.power[order.cls[trick[0]]]
        return min(range(len(trick)), key=lambda place: power[trick[place]])

    positions = list(read_suite(suite("goathead")))
    monkeypatch.setattr(parts, "winner", lowest)
    assert wrong_counts(positions) > 8


# -- suites as text ------------------------------------------------------------------------------------------------


def test_a_suite_is_read_with_remarks_and_long_lines() -> None:
    first, second = read_suite(f"# a remark\n\n{ENTRY}\n\n{ENTRY.replace('one suit each', 'again')}")
    assert (first.id, second.id) == ("one suit each", "again")
    assert [(count.depth, count.count) for count in first.counts] == [(1, 8), (2, 64)]
    assert not list(mismatches(first))


def test_counts_are_filled_in() -> None:
    empty = ENTRY.replace("perft 2 64", "perft 2").replace("perft 1 8", "perft 1 ?")
    assert fill(empty) == ENTRY
    assert fill(ENTRY.replace("64", "65")) == ENTRY


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (("phase tricks\n", ""), "has no phase"),
        (("perft 1 8\nperft 2 64\n", ""), "has no perft"),
        (("perft 1 8", "perft one 8"), "write perft, a depth and a count"),
        (("perft 1 8", "count 1 8"), "'count' is not expected"),
        (("id    one suit each", "id    one\nid    two"), "'id' is not expected"),
        (("0 bid nil", "1 bid nil"), "cannot be replayed: It is the turn of seat 0"),
        (("goathead", "whist"), "no game 'whist'"),
        (("acts  [", "acts  ]"), "cannot be replayed"),
        (('"0 bid nil", "1 pass", "2 pass", "3 pass"', '"0 bid nil"'), "the phase is not 'tricks'"),
        (("phase tricks", "phase bidding"), "the phase is not 'bidding'"),
    ],
)
def test_a_damaged_suite_is_refused_in_words(changed: tuple[str, str], sentence: str) -> None:
    with pytest.raises(BadSuite, match=sentence.replace("'", ".")):
        list(read_suite(ENTRY.replace(*changed)))


def command(*arguments: Any) -> tuple[int, str]:
    made = subprocess.run(
        [sys.executable, "-m", "sheepfold.testing.perft", *map(str, arguments)], capture_output=True, text=True
    )
    assert not made.stderr, made.stderr
    return made.returncode, made.stdout


def test_the_command_tells_where_a_count_differs(tmp_path: Path) -> None:
    path = tmp_path / "made.perft"
    path.write_text(ENTRY)
    status, printed = command(path)
    assert status == 0
    assert printed.endswith("all counts agree\n")
    path.write_text(ENTRY.replace("64", "63"))
    status, printed = command(path)
    assert status == 1
    assert "depth 2: expected 63, got 64; by first action:" in printed
    assert "10C                      8" in printed
    assert command("--fill", path) == (0, "filled\n")
    assert path.read_text() == ENTRY


def test_the_command_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    assert command()[0] == 2
    assert command("--depth", "3")[0] == 2
    status, printed = command(tmp_path / "nowhere.perft")
    assert status == 2
    assert printed.count("\n") == 1
