"""The public JSON form: everything goes there and back, whatever is wrong is refused with its place."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from sheepfold.core.actions import Action, Bid, Bury, Crack, Pass, Play, Show, Trump
from sheepfold.core.deal import Deal
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import CardsDealt, Contract, DealScored, Event, Outcome, Played, Said, Standing
from sheepfold.core.form import Field, Form, answered, answers_of, fill
from sheepfold.core.message import Message, say
from sheepfold.core.options import OptionInfo, describe
from sheepfold.core.shuffle import Stream
from sheepfold.notation.forms import (
    FORM_VERSION,
    KINDS,
    BadForm,
    answers_from_data,
    answers_to_data,
    document,
    from_data,
    from_json,
    read_document,
    schema,
    schema_text,
    to_data,
    to_json,
)
from sheepfold.play.driver import drive
from sheepfold.play.log import Acted, Claimed, Dealt, Entry, Log, Logged, Opening, Seated, TakenBack, Told
from sheepfold.play.match import Match
from sheepfold.play.player import Decision, Question
from sheepfold.play.replay import replay
from sheepfold.play.view import NO_CARD, View, empty_view, view_of, watch
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.random_deals import every_table, random_deal, random_options

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = schema()


def validator(name: str) -> Draft202012Validator:
    """A check against one definition of the schema."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


# -- how things look ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value, data",
    [
        (Play(15), {"do": "play", "card": "QS"}),
        (Pass(), {"do": "pass"}),
        (Show(1 << 15 | 1 << 7), {"do": "show", "cards": ["KC", "QS"]}),
        (Bid("court", rank=6), {"do": "bid", "kind": "court", "suit": None, "rank": "queen", "slam": False}),
        (Trump(None), {"do": "trump", "suit": None}),
        (Trump(0), {"do": "trump", "suit": "clubs"}),
        (CardsDealt(1, 2, None), {"event": "CardsDealt", "seat": 1, "count": 2, "cards": None, "stage": 1}),
        (CardsDealt(1, 0, 0), {"event": "CardsDealt", "seat": 1, "count": 0, "cards": [], "stage": 1}),
        (Said(2, Pass()), {"event": "Said", "seat": 2, "action": {"do": "pass"}}),
        (Contract("nil", 3), {"kind": "nil", "declarer": 3}),
        (Outcome((1, -1), blind_to=0), {"delta": [1, -1], "blind_to": 0}),
        (Standing(2, (0, 0)), {"dealer": 2, "scores": [0, 0]}),
        (Acted(0, Bury(8), id="a"), {"entry": "acted", "seat": 0, "action": {"do": "bury", "card": "AC"}, "id": "a"}),
        (TakenBack(17), {"entry": "takenback", "to": 17}),
        (say("k", "{ $a }", a=say("i", "x")), {"key": "k", "values": {"a": {"key": "i", "values": {}, "english": "x"}},
                                               "english": "{ $a }"}),
        (Decision(Pass(), values=((Pass(), 1.5),)), {"action": {"do": "pass"},
                                                     "reason": {"key": "", "values": {}, "english": ""},
                                                     "values": [[{"do": "pass"}, 1.5]]}),
    ],
)  # fmt: skip
def test_the_form_is_texts_and_numbers_that_people_read(value: Any, data: Any) -> None:
    assert to_data(value) == data
    assert list(to_data(value)) == list(data)
    assert from_data(type(value), data) == value
    assert json.loads(to_json(value)) == data


def test_an_empty_place_of_a_row_is_null() -> None:
    view = view_of(make_game("widderkopf"), 0, ())
    data = to_data(view)
    data["rows"] = [["QC", None], []]
    assert from_data(View, data).rows == ((6, NO_CARD), ())
    assert to_data(from_data(View, data))["rows"] == data["rows"]


def test_large_numbers_stay_whole() -> None:
    standing = Standing(0, (-(1 << 200), 1 << 200))
    assert from_json(Standing, to_json(standing)) == standing


# -- there and back ----------------------------------------------------------------------------------------------------


def deals(game: str, count: int) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """Random deals at random tables, all their events."""
    draws = Stream("forms", game)
    for number in range(count):
        table = GAMES[game](
            GAMES[game].options_type.make() if not number else random_options(GAMES[game].options_type, draws)
        )
        deal = random_deal(table, draws)
        yield table, replay(table, deal.standing, deal.deal, deal.actions).all_events


@pytest.mark.parametrize("game", GAMES)
def test_every_event_and_every_view_comes_back(game: str) -> None:
    checks = {name: validator(name) for name in ("Event", "View")}
    for number, (table, events) in enumerate(deals(game, 5)):
        assert from_json(tuple[Event, ...], to_json(events, tuple[Event, ...])) == events
        for viewer in (*range(table.seats), None):
            for event, view in watch(empty_view(table, viewer), events):
                assert from_json(Event, to_json(event)) == event
                bare = view.without_events()
                assert from_json(View, to_json(bare)) == bare
                if not number and viewer == 0:
                    checks["Event"].validate(to_data(event))
                    checks["View"].validate(to_data(bare))
            assert from_json(View, to_json(view)) == view
        checks["View"].validate(to_data(view))


@pytest.mark.parametrize("game", GAMES)
def test_options_facts_and_forms_come_back(game: str) -> None:
    kind = GAMES[game]
    for options in every_table(kind.options_type):
        data = to_data(options)
        assert from_data(kind.options_type, data) == options
        validator(kind.options_type.__name__).validate(data)
        table = kind(options)
        form = table.facts_form()
        assert from_json(Form, to_json(form)) == form
        validator("Form").validate(to_data(form))
        fields = table.chance_form()
        assert from_json(tuple[Field, ...], to_json(fields, tuple[Field, ...])) == fields
    infos = describe(kind.options_type)
    assert from_json(tuple[OptionInfo, ...], to_json(infos, tuple[OptionInfo, ...])) == infos
    draws = Stream("facts", game)
    for _ in range(30):
        table = kind(random_options(kind.options_type, draws))
        deal = random_deal(table, draws)
        facts = table.facts_of(replay(table, deal.standing, deal.deal, deal.actions).state)
        assert from_json(kind.facts_type, to_json(facts)) == facts
        validator(kind.facts_type.__name__).validate(to_data(facts))
        assert from_json(Deal, to_json(deal.deal)) == deal.deal


@pytest.mark.parametrize("game", GAMES)
def test_answers_go_through_json_to_the_same_facts(game: str) -> None:
    kind, draws = GAMES[game], Stream("answers", game)
    for _ in range(30):
        table = kind(random_options(kind.options_type, draws))
        deal = random_deal(table, draws)
        facts = table.facts_of(replay(table, deal.standing, deal.deal, deal.actions).state)
        form = table.facts_form()
        part, answers = answers_of(form, facts)
        fields = from_json(Form, to_json(form)).kind(part).fields
        sent = json.dumps(answers_to_data(fields, answers))
        assert fill(form, part, answers_from_data(fields, json.loads(sent)), kind.facts_type) == facts
        for field in fields:
            for value, shown in zip(field.choices, to_data(field)["choices"], strict=True):
                assert answers_from_data([field], {field.name: shown["value"]}) == {field.name: value.value}
    chances = table.chance_form()
    first = {field.name: field.choices[0].value for field in chances}
    assert answers_from_data(chances, answers_to_data(chances, first)) == first
    answered(chances, first)


def called_card() -> tuple[Field, ...]:
    return make_game("sheepshead").facts_form().kind("called_card").fields


def test_choices_and_answers_are_written_by_the_kind_of_the_field() -> None:
    fields = {field.name: field for field in called_card()}
    assert to_data(fields["partner_card"])["choices"][0]["value"] == "10C"
    answers = {"picker": 0, "partner": 2, "partner_card": 8, "points": 61}
    data = {"picker": 0, "partner": 2, "partner_card": "AC", "points": 61}
    assert answers_to_data(called_card(), answers) == data
    assert answers_from_data(called_card(), data) == answers
    totals = make_game("widderkopf").facts_form().kind("suit").fields
    assert answers_from_data(totals, {"points": [60, 60], "suit": "hearts"}) == {"points": (60, 60), "suit": 2}
    ranks = make_game("goathead").facts_form().kind("court").fields
    assert [each["value"] for field in to_data(ranks, tuple[Field, ...]) for each in field["choices"]][:1] == ["king"]


@pytest.mark.parametrize(
    "data, path, code",
    [
        ([], "", "form_object"),
        ({"partner_card": 8}, "partner_card", "form_card"),
        ({"partner_card": None}, "partner_card", "form_card"),
        ({"picker": "0"}, "picker", "form_whole"),
        ({"picker": -1}, "picker", "form_least"),
        ({"points": 61.0}, "points", "form_whole"),
        ({"colour": 1}, "colour", "form_key"),
    ],
)
def test_a_wrong_answer_is_refused_with_the_name_of_its_field(data: Any, path: str, code: str) -> None:
    with pytest.raises(BadForm) as refused:
        answers_from_data(called_card(), data)
    assert (refused.value.path, refused.value.code) == (path, code)
    totals = make_game("widderkopf").facts_form().kind("suit").fields
    with pytest.raises(BadForm, match=r"^points\[1\]: "):
        answers_from_data(totals, {"points": [60, "60"]})


def test_a_choice_that_is_no_answer_of_its_kind_is_refused_with_its_place() -> None:
    data = to_data(next(field for field in called_card() if field.name == "partner_card"))
    data["choices"][1]["value"] = 8
    with pytest.raises(BadForm) as refused:
        from_data(Field, data)
    assert refused.value.path == "choices[1].value"


@pytest.mark.parametrize("game", GAMES)
def test_questions_and_what_is_told_come_back(game: str) -> None:
    rng = random.Random(game)
    driver = drive(make_game(game), "lamb")
    checks = {name: validator(name) for name in ("Question", "Told", "Logged")}
    for question in driver.questions(refusals=True):
        assert from_json(Question, to_json(question)) == question
        if question.number % 8 == 2:
            checks["Question"].validate(to_data(question))
        driver.answer(question, rng.choice(question.legal), id=str(question.number), hinted=rng.random() < 0.5)
    driver.log.seat(1, bot="club")
    for viewer in (*range(driver.log.game.seats), None):
        for told in (*driver.told(viewer), driver.joined(viewer)):
            assert from_json(Told, to_json(told)) == told
            if viewer == 0:
                checks["Told"].validate(to_data(told))
    for logged in driver.log.entries:
        assert from_json(Logged, to_json(logged)) == logged
        checks["Logged"].validate(to_data(logged))


def test_every_entry_and_action_comes_back() -> None:
    entries: list[Any] = [Opening(), Dealt(Standing(0, (0,)), Deal((1, 2)), "x"), Claimed(1, by="Ann"), Seated(2, "B")]
    for entry in (*entries, TakenBack(3, "i"), Acted(0, Crack("corner"), claimed=True)):
        assert from_json(Entry, to_json(entry)) == entry
        validator("Entry").validate(to_data(entry))
    for game in GAMES:
        for action in make_game(game).actions:
            assert from_json(Action, to_json(action)) == action
            validator("Action").validate(to_data(action))


# -- refusals ----------------------------------------------------------------------------------------------------------

VIEW = to_data(view_of(make_game("sheepshead"), 0, (Played(0, 3),)))


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


@pytest.mark.parametrize(
    "kind, data, path, code",
    [
        (Action, {"do": "play", "card": 6}, "card", "form_card"),
        (Action, {"do": "play", "card": "qc"}, "card", "form_card"),
        (Action, {"do": "play", "card": ["QC"]}, "card", "form_card"),
        (Action, {"do": "play", "card": None}, "card", "form_card"),
        (Action, {"do": "play"}, "", "form_missing"),
        (Action, {"do": "play", "card": "QC", "suit": "clubs"}, "", "form_key"),
        (Action, {"do": "fly"}, "", "form_tag"),
        (Action, {"do": {}}, "", "form_tag"),
        (Action, {"card": "QC"}, "", "form_tag"),
        (Action, [], "", "form_kind"),
        (Action, None, "", "form_kind"),
        (Play, {"do": "pass"}, "", "form_other_tag"),
        (Play, "QC", "", "form_object"),
        (Action, {"do": "show", "cards": ["QC", "KC", "QC"]}, "cards[2]", "form_card_twice"),
        (Action, {"do": "show", "cards": "QC"}, "cards", "form_cards"),
        (Action, {"do": "show", "cards": ["QC", 3]}, "cards[1]", "form_card"),
        (Action, {"do": "trump", "suit": 0}, "suit", "form_kind"),
        (Action, {"do": "trump", "suit": "C"}, "suit", "form_suit"),
        (Action, {"do": "bid", "kind": "court", "rank": "Q"}, "rank", "form_rank"),
        (Action, {"do": "bid", "kind": "grand"}, "kind", "form_words"),
        (Action, {"do": "bid", "kind": "nil", "slam": 1}, "slam", "form_flag"),
        (Event, {"event": "Played", "seat": "1", "card": "QC"}, "seat", "form_whole"),
        (Event, {"event": "Played", "seat": True, "card": "QC"}, "seat", "form_whole"),
        (Event, {"event": "Played", "seat": 1.0, "card": "QC"}, "seat", "form_whole"),
        (Event, {"event": "Played", "seat": -1, "card": "QC"}, "seat", "form_least"),
        (Event, {"event": "Turn", "seat": 1, "phase": 3}, "phase", "form_text"),
        (Event, {"event": "Turn", "seat": 1, "phase": "\ud800"}, "phase", "form_characters"),
        (View, {**VIEW, "events": VIEW["events"] + [{"event": "Discarded", "seat": 0, "card": "1C"}]},
         "events[1].card", "form_card"),
        (View, {**VIEW, "known": [[], [], ["AC", "AC"]]}, "known[2][1]", "form_card_twice"),
        (View, {**VIEW, "calls": [[0]]}, "calls[0]", "form_fixed"),
        (View, {**VIEW, "calls": [[0, {"do": "call", "card": ""}]]}, "calls[0][1].card", "form_card"),
        (View, {**VIEW, "counts": 3}, "counts", "form_list"),
        (View, without(VIEW, "counts"), "", "form_missing"),
        (Message, {"key": "", "english": "", "values": {"a": {"b": 1}}}, "values.a", "form_key"),
        (Message, {"key": "", "english": "", "values": {"a": None}}, "values.a", "form_kind"),
        (Message, {"key": "", "english": "", "values": {"a": float("nan")}}, "values.a", "form_number"),
        (Message, {"key": "", "english": "", "values": []}, "values", "form_object"),
        (Decision, {"action": {"do": "pass"}, "values": [[{"do": "pass"}, 10**400]]}, "values[0][1]", "form_number"),
        (Decision, {"action": {"do": "pass"}, "values": [[{"do": "pass"}, "1"]]}, "values[0][1]", "form_number"),
        (GAMES["sheepshead"].options_type, {"players": 2}, "players", "form_least"),
        (GAMES["sheepshead"].options_type, {"colour": "red"}, "", "form_key"),
        (GAMES["sheepshead"].options_type, {"players": 3, "partner": "fixed"}, "", None),
        (GAMES["grim"].facts_type, {"contract": {"kind": "grim", "suit": 1}}, "contract.suit", "form_kind"),
    ],
)  # fmt: skip
def test_what_is_not_in_the_form_is_refused_with_its_place(kind: Any, data: Any, path: str, code: str | None) -> None:
    with pytest.raises(BadForm) as refused:
        from_data(kind, data)
    assert refused.value.path == path
    assert code is None or refused.value.code == code
    assert refused.value.sentence.endswith(".")
    assert not path or refused.value.sentence.startswith(f"{path}: ")
    str(refused.value).encode()


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"nonsense", b'{"do": NaN}', b"\xff", "\ud800", b'"\\ud800"', b"[" * 100_000, b"1" * 5000, b"1e999"],
)
def test_what_is_no_json_is_refused_in_words(text: bytes | str) -> None:
    with pytest.raises(BadForm) as refused:
        from_json(Action, text)
    assert refused.value.sentence.endswith(".")


def test_what_is_nested_without_end_is_refused_in_words() -> None:
    data: dict[str, Any] = {"key": "", "values": {}, "english": ""}
    for _ in range(5000):
        data = {"key": "", "values": {"a": data}, "english": ""}
    with pytest.raises(BadForm, match="form_deep"):
        from_data(Message, data)


def test_a_text_is_not_repeated_at_any_length() -> None:
    with pytest.raises(BadForm) as refused:
        from_data(Action, {"do": "play", "card": "Q" * 10_000})
    assert len(refused.value.sentence) < 200


def test_a_type_without_a_public_form_is_a_fault() -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="no public form"):
            to_data(None, Match)
    assert from_data(Standing, {"dealer": 0, "scores": [0]}) == Standing(0, (0,))


def test_a_number_that_is_none_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="nan"):
        to_data(Decision(Pass(), values=((Pass(), float("nan")),)))


# -- documents and the schema ------------------------------------------------------------------------------------------


def test_a_document_carries_the_version() -> None:
    view = view_of(make_game("goathead"), 0, ())
    data = document("view", view)
    assert data == {"sheepfold_form": FORM_VERSION, "view": to_data(view)}
    assert read_document("view", data) == view
    assert read_document("view", json.dumps(data)) == view
    assert read_document("view", json.dumps(data).encode()) == view
    events = (Played(0, 3), DealScored(Outcome((1,))))
    assert read_document("events", document("events", events)) == events
    options = make_game("grim(deals=10)").options
    assert read_document("options", document("options", options), type(options)) == options


@pytest.mark.parametrize(
    "data, code",
    [
        ([], "form_document"),
        ({}, "form_document"),
        ("nonsense", "form_json"),
        ({"sheepfold_form": 2, "action": {"do": "pass"}}, "form_version"),
        ({"sheepfold_form": True, "action": {"do": "pass"}}, "form_version"),
        ({"sheepfold_form": 1}, "form_other"),
        ({"sheepfold_form": 1, "event": {"event": "SetAside"}}, "form_other"),
        ({"sheepfold_form": 1, "action": {"do": "pass"}, "more": 1}, "form_other"),
        ({"sheepfold_form": 1, "action": {"do": "play", "card": ""}}, "form_card"),
    ],
)
def test_a_foreign_document_is_refused_in_words(data: Any, code: str) -> None:
    with pytest.raises(SheepfoldError) as refused:
        read_document("action", data)
    assert refused.value.code == code
    if code == "form_card":
        assert refused.value.sentence.startswith("action.card: ")


def test_the_committed_schema_is_up_to_date() -> None:
    kept = (ROOT / "docs" / "schema.json").read_text(encoding="utf-8")
    assert kept == schema_text(), "python -m sheepfold.notation.forms > docs/schema.json"


def test_the_schema_is_one_and_says_what_documents_are() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"].endswith(f":{FORM_VERSION}")
    check = Draft202012Validator(SCHEMA)
    check.validate(document("action", Play(3)))
    check.validate(document("options", make_game("clover").options))
    for data in ({"sheepfold_form": 1}, {"action": {"do": "pass"}}, {"sheepfold_form": 1, "action": {"do": "fly"}}):
        assert not check.is_valid(data)
    assert set(KINDS) < set(SCHEMA["properties"])


def test_the_schema_knows_every_action_and_event() -> None:
    for name, kind in (("Action", Action), ("Event", Event), ("Entry", Entry)):
        assert len(SCHEMA["$defs"][name]["anyOf"]) == len(get_args(kind))


@pytest.mark.parametrize("wrong", [{"do": "play", "card": 6}, {"do": "play"}, {"do": "show", "cards": ["QC", "QC"]}])
def test_the_schema_refuses_what_the_reader_refuses(wrong: Any) -> None:
    assert not validator("Action").is_valid(wrong)


def test_a_command_prints_the_schema() -> None:
    made = subprocess.run([sys.executable, "-m", "sheepfold.notation.forms"], capture_output=True, check=True)
    assert made.stdout.decode() == schema_text()


def test_an_empty_log_has_entries_to_send() -> None:
    log = Log(make_game("clover"), "lamb")
    assert [to_data(logged)["entry"]["entry"] for logged in log.begin()] == ["opening", "dealt"]
