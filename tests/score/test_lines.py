"""Typed lines: the cases that are kept as data, what is written is read again, other languages, and nonsense."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheepfold.core.form import Field, fill
from sheepfold.core.message import PLACE
from sheepfold.presentation import words
from sheepfold.presentation.homes import OURS
from sheepfold.registry import OWN, make_game
from sheepfold.score.lines import BadLine, LineReader, Understood
from sheepfold.testing.lines import hunt

CASES = Path(__file__).parent / "lines"
NAMES = ("Ann", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo")


def reader(text: str, names: tuple[str, ...] = NAMES, language: str = "en") -> LineReader:
    game = make_game(text)
    return LineReader(game, names[: game.seats], language)


def field_of(found: LineReader, kind: str, name: str) -> Field:
    return next(field for field in found.game.facts_form().kind(kind).fields if field.name == name)


# -- the cases ---------------------------------------------------------------------------------------------------------


def tables_of(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))["tables"]
    return found


TABLES = [
    pytest.param(name, table, id=f"{name}-{number}")
    for name in OWN["games"]
    for number, table in enumerate(tables_of(name))
]
"""Every table of every file, with its cases."""


def plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def told(found: LineReader, line: str) -> dict[str, Any]:
    """What the reader makes of a line, as a case would say it."""
    try:
        understood = found.read(line)
    except BadLine as error:
        refused = error
    else:
        return as_case(understood)
    assert refused.sentence.endswith((".", "?"))
    assert not PLACE.search(refused.sentence) or PLACE.search(line)
    return {"code": refused.code}


def as_case(understood: Understood) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": understood.kind, "answers": understood.answers}
    rest = {
        "missing": tuple(field.name for field in understood.missing),
        "by_team": understood.by_team,
        "by_range": understood.by_range,
        "heard": understood.heard,
    }
    return {**said, **{name: value for name, value in rest.items() if value}}


@pytest.mark.parametrize("name, table", TABLES)
def test_every_case_is_understood_or_refused_as_it_says(name: str, table: dict[str, Any]) -> None:
    found = reader(f"{name}({table.get('options', '')})", tuple(table.get("players", NAMES)))
    for case in table["cases"]:
        wanted = {key: plain(value) for key, value in case.items() if key != "line"}
        if "answers" in wanted:
            wanted["answers"] = {key: plain(value) for key, value in wanted["answers"].items()}
        assert told(found, case["line"]) == wanted, case["line"]


@pytest.mark.parametrize("name, table", TABLES)
def test_whatever_is_whole_fills_the_form(name: str, table: dict[str, Any]) -> None:
    found = reader(f"{name}({table.get('options', '')})", tuple(table.get("players", NAMES)))
    for case in table["cases"]:
        if "kind" in case and not case.get("missing"):
            fill(found.game.facts_form(), case["kind"], case["answers"], found.game.facts_type)


@pytest.mark.parametrize("name", OWN["games"])
def test_there_are_a_hundred_cases_of_each_game_and_many_of_them_are_wrong(name: str) -> None:
    cases = [case for table in tables_of(name) for case in table["cases"]]
    asked_back = [case for case in cases if "code" in case or case.get("missing")]
    assert len(cases) >= 100
    assert len(asked_back) >= 50


# -- what is written is read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OWN["games"])
def test_what_is_written_about_random_deals_is_read_again(name: str) -> None:
    tally, faults = hunt(name, range(60), "test")
    assert faults == []
    assert tally.deals.total() == 60
    assert tally.refused.total() > 20


def test_a_line_that_cannot_be_told_from_another_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LineReader, "write", lambda *_: "thrown in")
    assert hunt("clover", range(20), "test")[1]


@pytest.mark.parametrize(
    "game, kind, answers, line",
    [
        ("sheepshead", "called_card", {"picker": 0, "partner": 1, "points": 75}, "Ann picks, Ben partner, 75"),
        ("sheepshead", "alone", {"picker": 2, "points": 120, "tricks": 6}, "Clara picks alone, 120, tricks 6"),
        ("sheepshead", "void", {}, "void"),
        ("goathead", "junk", {"points": 47}, "junk Ann 47"),
        ("goathead", "nil", {"declarer": 0, "tricks": 0}, "declarer Ann nil, 0"),
        ("grim", "make5", {"tricks": 6}, "make 5 6"),
        ("clover", "suit", {"declarer": 1, "trump": 2, "points": (66, 84)}, "declarer Ben, hearts, Ann 66 Ben 84"),
        ("widderkopf", "suit", {"points": (71, 50), "calls": 2}, "71 50, recrack"),
    ],
)
def test_lines_are_written_as_people_say_them(game: str, kind: str, answers: dict[str, Any], line: str) -> None:
    found = reader(game)
    assert found.write(kind, answers) == line
    assert found.read(line).answers == answers


@pytest.mark.parametrize("options", ["goathead", "widderkopf", "grim", "clover", "sheepshead", "sheepshead(players=3)"])
def test_every_example_can_be_typed(options: str) -> None:
    found = reader(options)
    examples = found.examples()
    assert 3 <= len(examples) <= 6
    for line in examples:
        assert found.read(line).missing == ()
        assert "{" not in line


@pytest.mark.parametrize(
    "game, line, sentence",
    [
        ("sheepshead", "ann picsk with ben 75", "'picsk' is not understood; did you mean 'picks'?"),
        ("sheepshead", "calra picks with ben 75", "'calra' is not understood; did you mean 'Clara'?"),
        ("sheepshead", "nice", "'nice' is neither a word of this game nor a player here."),
        ("sheepshead", "money", "'money' is neither a word of this game nor a player here."),
        ("sheepshead", "leaster ben", "'ben' is a name too many; say what each of them did."),
        (
            "sheepshead",
            "ann with ben schneider, 75",
            "75 is neither 'lost in Schneider, 30 or fewer' nor 'won with Schneider, 90 or more'.",
        ),
        ("sheepshead", "ann with ben 75 schwarz", "'schwarz' does not go with 75."),
        (
            "sheepshead",
            "thrown in",
            "'thrown in' is not played at this table; there are 'called', 'alone', 'leaster', 'void'.",
        ),
        (
            "grim",
            "make 5, ns 5",
            "Leave out 'ns' and write one number: How many tricks the team took that did not deal.",
        ),
        ("grim", "make 5, 5-3", "Write only one of these numbers: How many tricks the team took that did not deal."),
        ("grim", "ann grim 4, lost", "Is 4 'Cards' or 'Tricks'? Say which."),
        ("widderkopf", "crack crack ann 71", "Last call is said twice: 'crack' and 'crack'."),
    ],
)
def test_what_is_asked_back_says_what_to_write(game: str, line: str, sentence: str) -> None:
    with pytest.raises(BadLine) as refused:
        reader(game).read(line)
    assert refused.value.sentence == sentence


# -- one question ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, kind, name, text, known, answer",
    [
        ("sheepshead", "called_card", "partner", "b", {"picker": 0}, 1),
        ("sheepshead", "called_card", "partner", "it was Ben", {"picker": 0}, 1),
        ("sheepshead", "called_card", "points", "75", {}, 75),
        ("sheepshead", "called_card", "points", "lost", {}, 31),
        ("sheepshead", "called_card", "points", "lost 75 to 45", {"picker": 1}, 45),
        ("sheepshead", "called_card", "points", "defenders 45", {"picker": 1}, 75),
        ("sheepshead", "called_card", "tricks", "schwarz", {"picker": 1, "points": 120}, 6),
        ("goathead", "court", "points", "made", {"declarer": 1}, 76),
        ("grim", "make5", "tricks", "4 each", {}, 4),
        ("sheepshead", "alone", "by_choice", "yes", {}, True),
        ("sheepshead", "alone", "by_choice", "no", {}, False),
        ("sheepshead", "called_card", "partner_card", "the ace of spades", {}, 17),
        ("sheepshead", "leaster", "taken", "1 2 1 1 1", {}, (1, 2, 1, 1, 1)),
        ("sheepshead", "leaster", "taken", "ann 1 ben 2 clara 1 david 1", {}, (1, 2, 1, 1, 1)),
        ("sheepshead(partner=jack_of_diamonds)", "jack_of_diamonds", "partner", "nobody", {"picker": 0}, None),
        ("grim", "grim", "declarer", "team 2", {}, 1),
        ("grim", "grim", "cards", "8", {}, 8),
        ("grim", "grim", "cards", "four", {}, 4),
        ("grim", "grim", "tricks", "made", {"cards": 4}, 4),
        ("grim", "grim", "order", "low", {}, False),
        ("clover", "suit", "points", "84", {"declarer": 1}, (66, 84)),
        ("clover", "suit", "trump", "hearts", {}, 2),
        ("goathead", "junk", "points", "47", {}, 47),
        ("goathead", "court", "rank", "queens", {}, 6),
        ("widderkopf", "suit", "calls", "crack, recrack", {}, 2),
    ],
)
def test_one_question_is_answered(
    game: str, kind: str, name: str, text: str, known: dict[str, Any], answer: Any
) -> None:
    found = reader(game)
    given_answer = found.answer(field_of(found, kind, name), text, known)
    assert given_answer == answer
    assert type(given_answer) is type(answer)


@pytest.mark.parametrize(
    "game, kind, name, text, known, code",
    [
        ("sheepshead", "called_card", "partner", "zoe", {}, "line_word"),
        ("sheepshead", "called_card", "partner", "ann", {"picker": 0}, "line_same"),
        ("sheepshead", "called_card", "partner", "ben clara", {}, "line_word"),
        ("sheepshead", "called_card", "partner", "", {}, "line_empty"),
        ("sheepshead", "called_card", "points", "121", {}, "line_number_range"),
        ("sheepshead", "called_card", "points", "ben", {}, "line_word"),
        ("sheepshead", "leaster", "taken", "1 2 1", {}, "line_places"),
        ("grim", "grim", "cards", "5", {}, "line_word"),
        ("grim", "grim", "tricks", "made", {}, "line_answer"),
        ("clover", "suit", "points", "84", {}, "line_whose"),
        ("clover", "suit", "points", "84 67", {}, "line_total"),
    ],
)
def test_an_answer_that_is_none_is_refused(
    game: str, kind: str, name: str, text: str, known: dict[str, Any], code: str
) -> None:
    found = reader(game)
    with pytest.raises(BadLine) as refused:
        found.answer(field_of(found, kind, name), text, known)
    assert refused.value.code == code


@pytest.mark.parametrize("game", OWN["games"])
def test_who_deals_is_answered_by_a_name(game: str) -> None:
    found = reader(game)
    for field in found.game.chance_form():
        assert found.answer(field, "b") == 1
        assert found.answer(field, "Ben deals") == 1
        with pytest.raises(BadLine):
            found.answer(field, "nobody")


def test_a_dealer_must_be_one_of_the_losing_team() -> None:
    found = reader("grim(dealer_seat=random)")
    field = next(iter(found.game.chance_form()))
    some = type(field)(
        **{name: getattr(field, name) for name in field.__struct_fields__} | {"choices": field.choices[:1]}
    )
    assert found.answer(some, "ann") == 0
    with pytest.raises(BadLine) as refused:
        found.answer(some, "ben")
    assert refused.value.code == "line_choice"


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, seat", [("al", 0), ("ALICE", 1), ("ali", 1), ("mary a", 2), ("m", 2), ("ten", 3)])
def test_a_name_may_be_shortened_as_far_as_it_is_clear(text: str, seat: int) -> None:
    assert reader("grim", ("Al", "Alice", "Mary Ann", "Ten")).person(text) == seat


@pytest.mark.parametrize(
    "text, code", [("a", "line_name"), ("zoe", "line_nobody"), ("al ice", "line_nobody"), ("", "line_empty")]
)
def test_a_name_that_is_not_clear_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadLine) as refused:
        reader("grim", ("Al", "Alice", "Mary Ann", "Ten")).person(text)
    assert refused.value.code == code


# -- another language --------------------------------------------------------------------------------------------------

MADE_UP = {
    "general": """
line-fill = ka
line-number-8 = okto
line-suit-hearts = kori
line-team = trupo { $number }
""",
    "grim": """
grim-line-kind-grim = grima
grim-line-field-declarer = ludas { $value }, { $value } ludas
grim-line-choice-cards-8 = per okto
grim-line-threshold-tricks-made = sukcesis
grim-line-example-1 = { $a } ludas grima per okto, sukcesis
""",
}
"""A few words of no language."""


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kept = words.catalogue

    def catalogue(language: str, name: str, home: str = OURS) -> str | None:
        return MADE_UP.get(name) if language == "eo" else kept(language, name, home)

    monkeypatch.setattr(words, "catalogue", catalogue)
    words._bundle.cache_clear()
    yield
    words._bundle.cache_clear()


@pytest.mark.usefixtures("made_up")
def test_another_language_is_another_catalogue() -> None:
    found = reader("grim", language="eo")
    answers = {"declarer": 0, "cards": 8, "tricks": 8, "trump": 2}
    for line in ("ann ludas grima per okto kori sukcesis", "grima ka kori, ludas ann, per okto, sukcesis"):
        understood = found.read(line)
        assert (understood.kind, understood.answers, understood.missing) == ("grim", answers, ())
    assert found.read("trupo 2 grima per okto, 7").answers["declarer"] == 1
    assert found.write("grim", answers) == "ludas Ann grima, per okto, 8, kori"
    assert "Ann ludas grima per okto, sukcesis" in found.examples()
    with pytest.raises(BadLine):
        found.read("ann grim on eight made")


# -- nonsense ----------------------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(OWN["games"])), st.text(max_size=60))
def test_any_text_is_understood_or_refused(game: str, text: str) -> None:
    told(READERS[game], text)


READERS = {name: reader(name) for name in OWN["games"]}


@pytest.mark.parametrize(
    "text, code",
    [
        ("x" * 401, "line_long"),
        ("1 " * 70, "line_long"),
        ("9" * 399, "line_number_range"),
        ("\x00\x1b[31m", "line_word"),
        ("", "line_empty"),
        (" \t\n", "line_empty"),
        ('"', "line_empty"),
        ('""', "line_empty"),
        ("{ $word }", "line_word"),
    ],
)
def test_what_nobody_types_is_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(BadLine) as refused:
        reader("sheepshead").read(text if code != "line_number_range" else f"ann picks ben partner {text}"[:400])
    assert refused.value.code == code
