"""The English catalogue is made from the code: it is whole, Fluent reads it, and it says what the code says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser, ast

from sheepfold.bots import make_bot
from sheepfold.core.message import PLACE, Message, Value, say
from sheepfold.core.options import describe
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.play.driver import drive
from sheepfold.play.player import ask_bot
from sheepfold.registry import GAMES, OWN
from sheepfold.testing import catalogue
from sheepfold.testing.catalogue import CATALOGUE, Entry, catalogue_text, collected, escaped, messages_in
from sheepfold.testing.random_deals import SHYNESS, choose, every_table, random_action, random_standing

OWN_GAMES = tuple(OWN["games"])


@cache
def entries() -> Mapping[str, Entry]:
    return collected()


@cache
def bundle() -> FluentBundle:
    made = FluentBundle(["en"], use_isolating=False)
    made.add_resource(FluentResource(catalogue_text()))
    return made


def formatted(message: Message) -> str:
    """A message as Fluent says it, out of the catalogue; those inside it too."""
    if not message:
        return ""
    return in_fluent(bundle(), message.key, {name: as_fluent(value) for name, value in message.values.items()})


def in_fluent(made: FluentBundle, key: str, values: Mapping[str, Any]) -> str:
    pattern = made.get_message(key).value
    assert pattern is not None
    text, errors = made.format_pattern(pattern, dict(values))
    assert errors == []
    return str(text)


def as_fluent(value: Value) -> Any:
    if isinstance(value, Message):
        return formatted(value)
    return value if isinstance(value, str) else fluent_number(value, useGrouping=False)


def check(found: Iterator[Message]) -> int:
    """Every one of these is in the catalogue, with the same words; how many there were."""
    count = 0
    for message in found:
        count += 1
        assert entries()[message.key].english == message.english
        assert formatted(message) == str(message)
        assert "{ $" not in str(message)
    return count


# -- the file ----------------------------------------------------------------------------------------------------------


def test_the_catalogue_is_up_to_date() -> None:
    assert CATALOGUE.read_text(encoding="utf-8") == catalogue_text(), "run make catalogue"


def test_a_stale_catalogue_is_told_and_written(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogue, "CATALOGUE", tmp_path / "en" / "messages.ftl")
    assert catalogue.main([]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert catalogue.main(["--write"]) == 0
    assert catalogue.main([]) == 0
    (tmp_path / "en" / "messages.ftl").write_text("old\n")
    assert catalogue.main([]) == 1


def test_fluent_reads_it_all() -> None:
    body = FluentParser().parse(CATALOGUE.read_text(encoding="utf-8")).body
    assert [entry.content for entry in body if isinstance(entry, ast.Junk)] == []
    keys = [entry.id.name for entry in body if isinstance(entry, ast.Message)]
    assert len(keys) == len(set(keys)) == len(entries()) > 900


def test_no_other_file_of_the_catalogue_has_one_of_its_keys() -> None:
    others = [file for file in CATALOGUE.parent.glob("*.ftl") if file != CATALOGUE]
    bodies = [FluentParser().parse(file.read_text(encoding="utf-8")).body for file in others]
    keys = {entry.id.name for body in bodies for entry in body if isinstance(entry, ast.Message)}
    assert keys & set(entries()) == set()


def test_fluent_says_what_the_code_says() -> None:
    check(sample(entry) for entry in entries().values())


def sample(entry: Entry) -> Message:
    """A message of the catalogue with some values."""
    values: dict[str, Value] = {}
    for place in PLACE.finditer(entry.english):
        if place[2]:
            values[place[2]] = 2.25
        else:
            values[place[1]] = "QC" if len(values) % 2 else 12
    return say(entry.key, entry.english, **values)


@pytest.mark.parametrize(
    "english",
    [
        " led",
        "led ",
        "  ",
        "",
        "[led]",
        "*led",
        ".led",
        "{led}",
        "}",
        'a "quoted" word',
        "back\\slash",
        "two\nlines",
        "\n led",
        "# led",
        "= led",
        "{ $card }{ $n } ",
        " { $n }",
    ],
)
def test_any_pattern_can_be_written(english: str) -> None:
    made = FluentBundle(["en"], use_isolating=False)
    made.add_resource(FluentResource(f"before = b\nkey = {escaped(english)}\nafter = a\n"))
    assert in_fluent(made, "key", {"card": "QC", "n": "2"}) == str(say("key", english, card="QC", n="2"))
    assert made.has_message("before")
    assert made.has_message("after")


def test_two_patterns_under_one_key_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, english, words in (("card_text", "Another.", "another pattern"), ("9 lives", "No.", "not an identifier")):
        wrong = Entry(key, english, "games.mine")
        monkeypatch.setattr(catalogue, "_of_games", lambda wrong=wrong: iter([wrong]))
        with pytest.raises(catalogue.BadCatalogue, match=words):
            collected()


# -- what is met in play -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_option_and_every_question_is_in_it(name: str) -> None:
    kind = GAMES[name]
    asked = [form for options in every_table(kind.options_type) for form in forms(kind(options))]
    assert check(messages_in([describe(kind.options_type), asked])) > 20


def forms(game: Any) -> list[Any]:
    return [game.facts_form(), game.chance_form()]


@pytest.mark.parametrize("name", OWN_GAMES)
def test_everything_said_at_random_tables_is_in_it(name: str) -> None:
    kind = GAMES[name]
    tables = [options for options in every_table(kind.options_type) for _ in range(2)]
    met = [said_at_random(kind(options), Stream("catalogue", f"{name}/{n}")) for n, options in enumerate(tables)]
    assert check(messages_in(met)) > 40


def said_at_random(game: Any, draws: Stream) -> list[Any]:
    """The refusals and the settlement of a random deal."""
    driver = drive(game, str(draws.below(1 << 30)), standing=random_standing(game, draws))
    shyness, said = SHYNESS[draws.below(len(SHYNESS))], list[Any]()
    for question in driver.questions(refusals=True):
        said += [question.refused, driver.why_not(question.seat, random_action(draws))]
        said += [driver.why_not(question.seat + 1, question.legal[0])]
        driver.answer(question, choose(question.legal, draws, shyness))
    return [*said, driver.match.outcome]


@pytest.mark.slow
@pytest.mark.parametrize("bot, deals", [("conventions", 12), ("club(worlds=2)", 2)])
@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_reason_of_a_bot_is_in_it(name: str, bot: str, deals: int) -> None:
    tables = every_table(GAMES[name].options_type)
    met = [reasons(GAMES[name](tables[n % len(tables)]), bot, f"{name}/{n}") for n in range(deals)]
    assert check(messages_in(met)) >= 5


def reasons(game: Any, bot: str, seed: str) -> list[Message]:
    driver, player, chance, given = drive(game, seed), make_bot(bot), Chance(seed), list[Message]()
    for question in driver.questions():
        decision = ask_bot(player, question, chance)
        given.append(decision.reason)
        driver.answer(question, decision.action)
    return given
