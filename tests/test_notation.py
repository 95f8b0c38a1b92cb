"""The words: every action and event of every game, written, read and spoken."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec
import pytest

from sheepfold.core.actions import Action
from sheepfold.core.errors import BadText
from sheepfold.core.events import Event, Standing
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.match import start
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.presentation.reader import SEAT_NAMES
from sheepfold.registry import GAMES, make_game

TABLES = [
    *GAMES,
    "sheepshead(players=4,all_pass=mittler,mittler_even=last_bidder_decides)",
    "sheepshead(all_pass=doubler)",
    "sheepshead(partner=jack_of_diamonds)",
    "grim(make5_order=predeclarer)",
    "widderkopf(discard_from=hand_or_faceup)",
]


def everything(deals: int = 12) -> tuple[dict[str, Action], list[tuple[str, Event]]]:
    """Every action that was legal and every event that happened in some random deals of every game."""
    actions: dict[str, Action] = {}
    events: list[tuple[str, Event]] = []
    for table in TABLES:
        rng = random.Random(table)
        game = make_game(table)
        for number in range(deals):
            uneven = Standing(number % game.seats, tuple(range(game.sides))) if number % 2 else None
            match = start(game, f"{table}{number}", standing=uneven)
            while match.turn is not None:
                legal = match.legal
                actions.update({action_text(action): action for action in legal})
                quiet = [action for action in legal if action_text(action) == "pass"]
                match = match.act(match.turn, quiet[0] if quiet and rng.random() < 0.6 else rng.choice(legal)).match
            events += [(game.id, event) for event in (*match.opening, *match.events, *match.closing)]
    return actions, events


NAMES = SEAT_NAMES
ACTIONS, EVENTS = everything()


def test_every_kind_of_action_was_met() -> None:
    assert {type(action) for action in ACTIONS.values()} == set(get_args(Action))


def test_every_kind_of_event_was_met() -> None:
    missing = {kind.__name__ for kind in get_args(Event)} - {type(event).__name__ for _, event in EVENTS}
    assert missing <= {"MatchOver"}


def test_what_is_written_is_read_as_the_same() -> None:
    for written, action in ACTIONS.items():
        assert parse_action(written) == parse_action(written.upper()) == action
        assert action_text(parse_action(written)) == written


def test_actions_go_to_json_and_back() -> None:
    for action in ACTIONS.values():
        assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action


def test_events_go_to_json_and_back() -> None:
    for _, event in EVENTS:
        assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


def test_every_event_has_a_line() -> None:
    silent = set()
    public = {name: Presenter(make_game(name), Reader(None, NAMES)) for name in GAMES}
    for game, event in EVENTS:
        said = spoken(public[game].event(event))
        if said:
            assert said[0].isupper() or said[0].isdigit()
            assert said.endswith((".", "!"))
        else:
            silent.add(type(event).__name__)
    assert silent <= {"Turn", "Implied", "CardsDealt"}


def test_every_action_can_be_spoken() -> None:
    anna = Presenter(make_game("goathead"), Reader(0, NAMES))
    for action in ACTIONS.values():
        assert spoken(anna.said(0, action)).startswith("you ")
        assert spoken(anna.said(1, action)).startswith("Bruno ")
        assert spoken(anna.short(action))
    assert anna.faults() == ()


@pytest.mark.parametrize(
    "written",
    ["", "   ", "nonsense", "bid", "bid slam", "bid nil slam", "bid alone", "trump", "trump stars", "bury", "bury 5C",
     "call", "order sideways", "show", "show 1", "bid alone spades slam please", "qc jd", "pass pass", "\x00", "♣"],
)  # fmt: skip
def test_garbage_is_refused_in_words(written: str) -> None:
    with pytest.raises(BadText) as refused:
        parse_action(written)
    assert refused.value.sentence.endswith(".")


def test_the_schema_of_the_wire_can_be_written() -> None:
    schema: Any = msgspec.json.schema(Event)
    assert len(schema["anyOf"]) == len(get_args(Event))
