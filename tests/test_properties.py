"""What holds for every deal of every game at every table; hypothesis looks for the shortest deal that breaks it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sheepfold.core.actions import Action, Bury, Discard, Pick
from sheepfold.core.cards import cards_in, mask_of
from sheepfold.core.deal import gather, lay_out
from sheepfold.core.events import Event, PickedUp, Played, SetAside
from sheepfold.core.game import Game
from sheepfold.core.score import totals
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Stream
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.records import Record, read_jsonl, read_toml, write_jsonl, write_toml
from sheepfold.play.driver import drive
from sheepfold.play.match import start
from sheepfold.play.replay import replay
from sheepfold.play.view import View, actions_of, known_holders, unseen, view_of
from sheepfold.play.worlds import World, Worlds, proves
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.strategies import Line, Script, games, play, scripts

EVENTS: msgspec.json.Decoder[tuple[Event, ...]] = msgspec.json.Decoder(tuple[Event, ...])
VIEWS: msgspec.json.Decoder[View] = msgspec.json.Decoder(View)
ACTIONS: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)

every_game = pytest.mark.parametrize("name", GAMES)
UNHURRIED = [HealthCheck.too_slow]  # a busy machine is no fault of the rules
thoroughly = settings(max_examples=40, deadline=None, suppress_health_check=UNHURRIED)


def drawn(name: str, data: st.DataObject) -> tuple[Game[Any], Script, Line]:
    game = data.draw(games(GAMES[name]), "table")
    script = data.draw(scripts(game), "deal")
    return game, script, play(game, script)


def events_of(line: Line, steps: int | None = None) -> tuple[Event, ...]:
    return tuple(event for step in line.steps[:steps] for event in step.events)


@every_game
@thoroughly
@given(data=st.data())
def test_no_card_is_lost_or_doubled(name: str, data: st.DataObject) -> None:
    game, script, line = drawn(name, data)
    deal = lay_out(game.plan(script.standing), script.shuffle, game.seats)
    assert lay_out(game.plan(script.standing), gather(game.plan(script.standing), game.deck, deal), game.seats) == deal
    events = events_of(line)
    played = [event.card for event in events if isinstance(event, Played)]
    laid = [action.card for _, action in line.actions if isinstance(action, Bury | Discard)]
    assert len(set(played + laid)) == len(played) + len(laid)
    for step in line.steps:
        held = [card for hand in step.state.hands for card in cards_in(hand)]
        assert len(set(held)) == len(held)
    if line.steps[-1].state.outcome.thrown_in:
        assert not played
        return
    left = set(game.deck.cards) - set(played) - set(laid)
    picked = any(isinstance(action, Pick) for _, action in line.actions)
    if name == "grim":
        aside = any(isinstance(event, SetAside) for event in events) and not any(
            isinstance(event, PickedUp) for event in events
        )
        kept = deal.hands if aside else deal.round2 if len(played) == 16 else ()
        assert mask_of(left) == sum(kept)
    else:
        assert mask_of(left) == (0 if picked else deal.blind)


@every_game
@thoroughly
@given(data=st.data())
def test_points_and_payments_add_up(name: str, data: st.DataObject) -> None:
    game, script, line = drawn(name, data)
    outcome = line.steps[-1].state.outcome
    assert outcome.delta == totals(outcome.items, game.sides)
    if outcome.thrown_in:
        assert outcome.points == outcome.tricks == ()
        return
    plays = sum(isinstance(event, Played) for event in events_of(line))
    assert sum(outcome.tricks) * game.seats == plays
    if name == "goathead":
        assert sum(outcome.points) == 120
        assert sum(outcome.delta) == 0 or line.steps[-1].state.contract.kind != "junk"
    elif name == "widderkopf":
        assert sum(outcome.points) == 121
        assert min(outcome.delta) == 0 < max(outcome.delta)
    elif name == "grim":
        assert outcome.delta.count(0) == 1
    elif name == "clover":
        assert sum(outcome.points) == 150
        assert min(outcome.delta) >= 0
    else:
        assert outcome.pot + sum(outcome.delta) == script.standing.pot


@pytest.mark.slow
@every_game
@thoroughly
@given(data=st.data())
def test_a_replay_gives_the_same_states_and_events(name: str, data: st.DataObject) -> None:
    game, script, line = drawn(name, data)
    deal = lay_out(game.plan(script.standing), script.shuffle, game.seats)
    again = replay(game, script.standing, deal, line.actions)
    assert again.states == tuple(step.state for step in line.steps)
    assert again.all_events == events_of(line)
    assert actions_of(again.all_events) == line.actions


@every_game
@thoroughly
@given(data=st.data())
def test_actions_events_and_views_are_plain_data(name: str, data: st.DataObject) -> None:
    game, _, line = drawn(name, data)
    events = events_of(line)
    assert EVENTS.decode(msgspec.json.encode(events)) == events
    for _, action in line.actions:
        assert parse_action(action_text(action)) == action
        assert ACTIONS.decode(msgspec.json.encode(action)) == action
    viewer = data.draw(st.sampled_from((*range(game.seats), None)), "viewer")
    upto = data.draw(st.integers(1, len(line.steps)), "steps")
    view = view_of(game, viewer, events_of(line, upto))
    assert VIEWS.decode(msgspec.json.encode(view)) == view
    assert view == view_of(game, viewer, view.events), "what was seen shows nothing more when it is seen again"
    presenter = Presenter(game, Reader(viewer))
    for event in events:
        for words in (spoken(presenter.event(event)), spoken(presenter.event(seen_by(event, viewer)))):
            assert words == "" or words.endswith((".", ")", "!"))


@every_game
@thoroughly
@given(data=st.data())
def test_a_view_tells_nothing_wrong(name: str, data: st.DataObject) -> None:
    game, _, line = drawn(name, data)
    viewer = data.draw(st.sampled_from((*range(game.seats), None)), "viewer")
    upto = data.draw(st.integers(1, len(line.steps)), "steps")
    state, view = line.steps[upto - 1].state, view_of(game, viewer, events_of(line, upto))
    assert (view.turn, view.phase) == (game.actor(state), game.phase(state))
    assert view.hand == (0 if viewer is None else state.hands[viewer])
    assert view.trick == state.trick
    rows = getattr(state, "rows", (0,) * game.seats)
    for card, seat in known_holders(view).items():
        sealed = view.phase == "discard"  # a table card that was discarded under seal still seems to lie there
        assert sealed or (state.hands[seat] | rows[seat]) >> card & 1
    if view.outcome is None and viewer is not None:
        assert not unseen(view, game) & state.hands[viewer]


@every_game
@thoroughly
@given(data=st.data())
def test_the_truth_is_one_of_the_worlds(name: str, data: st.DataObject) -> None:
    game, script, line = drawn(name, data)
    viewer = data.draw(st.sampled_from((*range(game.seats), None)), "viewer")
    upto = data.draw(st.integers(1, len(line.steps) - 1), "steps")
    view = view_of(game, viewer, events_of(line, upto))
    deal = lay_out(game.plan(script.standing), script.shuffle, game.seats)
    assert proves(game, view, World(deal, line.actions[: upto - 1]))
    world = Worlds(game, view).sample(Stream("properties", name))
    assert proves(game, view, world)
    assert gather(game.plan(script.standing), game.deck, world.deal)


@pytest.mark.slow
@every_game
@settings(max_examples=15, deadline=None, suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_a_match_of_two_deals_comes_back_from_its_record(name: str, data: st.DataObject) -> None:
    game = data.draw(games(GAMES[name]), "table")
    choices = data.draw(st.lists(st.integers(0, 31), max_size=60), "choices")
    cut = data.draw(st.integers(0, 120), "actions")
    driver = drive(game, data.draw(st.text(max_size=8), "seed"))
    for place in range(cut):
        question = driver.question()
        if question is not None:
            legal = question.legal
            driver.answer(question, legal[choices[place % len(choices)] % len(legal) if choices else 0])
        elif driver.match.done or driver.match.over:
            break
        else:
            driver.deal()
    match = driver.match
    record = Record(match, own={"_note": "kept"})
    for read in (read_toml(write_toml(record)), next(read_jsonl(write_jsonl([record])))):
        assert read.own == {"_note": "kept"}
        assert (read.match.seed, read.match.records, read.match.state) == (match.seed, match.records, match.state)
        assert (read.match.scores, read.match.events) == (match.scores, match.events)


@pytest.mark.parametrize("seed", ["\x85", "a\u2028b", "\x7f", '"\\', "\x00", "\r\n", "lämmchen 🐑"])
def test_any_text_is_a_seed_that_a_record_keeps(seed: str) -> None:
    match = start(make_game("clover"), seed)
    for read in (read_toml(write_toml(Record(match))), next(read_jsonl(write_jsonl([Record(match)])))):
        assert (read.match.seed, read.match.deal) == (seed, match.deal)
