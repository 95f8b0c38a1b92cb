"""Every sentence is data: a pattern under one key, with a value for each of its places, and never an f-string."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import PLACE, Message, Pattern, joined, say
from sheepfold.testing.catalogue import IDENTIFIER
from sheepfold.testing.sentences import Sentence, refusal_names, sentences, sources

ALL = sentences()
REFUSALS = refusal_names()
COMPUTED = {("core.options", "say")}
"""Where keys are computed: labels and helps of options, from the game and the option's name."""


def test_the_scan_finds_the_sentences() -> None:
    assert len(ALL) > 600
    assert {"IllegalAction", "BadFacts", "BadLedger", "UnknownBot"} <= REFUSALS
    assert {"say", "Pattern", "refuse", "BadText"} <= {sentence.maker for sentence in ALL}


def test_every_key_and_pattern_is_written_out() -> None:
    wrong = [s.where for s in ALL if not (written_out(s) or passed_on(s)) and (s.module, s.maker) not in COMPUTED]
    assert wrong == []


def written_out(sentence: Sentence) -> bool:
    return sentence.key is not None and len(sentence.texts) == len(sentence.patterns) == 1


def passed_on(sentence: Sentence) -> bool:
    """Whether a refusal says a message that was made elsewhere."""
    refuses = sentence.maker in REFUSALS or sentence.maker == "refuse"
    return refuses and all(is_message(each) for each in sentence.patterns)


def is_message(node: ast.expr) -> bool:
    """A call, a parameter or constant, or what another refusal or failure carries; never text."""
    return isinstance(node, ast.Call | ast.Name) or (isinstance(node, ast.Attribute) and node.attr in CARRIED)


CARRIED = ("message", "reason")


def test_a_message_is_made_by_say_or_a_refusal() -> None:
    makers = {"core.errors", "core.message", "notation.shapes", "testing.catalogue"}
    assert {source.name for source in sources() if any(calls(source.tree, "Message"))} <= makers


def calls(tree: ast.Module, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def test_every_key_is_an_identifier_of_fluent() -> None:
    assert [s.where for s in ALL if s.key is not None and not IDENTIFIER.fullmatch(s.key)] == []


def test_every_place_of_a_pattern_has_a_value_and_every_value_a_place() -> None:
    wrong = []
    for sentence in ALL:
        if not sentence.texts or sentence.open:
            continue
        places = {place[1] or place[2] for text in sentence.texts for place in PLACE.finditer(text)}
        if places != set(sentence.values):
            wrong.append((sentence.where, places ^ set(sentence.values)))
    assert wrong == []


def test_one_key_has_one_pattern() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for sentence in ALL:
        if sentence.key is not None:
            found[sentence.key] |= set(sentence.texts)
    assert {key: patterns for key, patterns in found.items() if len(patterns) > 1} == {}


# -- values ------------------------------------------------------------------------------------------------------------


def test_no_value_is_a_sentence_made_in_the_code() -> None:
    assert [
        (sentence.where, name)
        for sentence in ALL
        for name, values in sentence.values.items()
        if any(map(has_words, values))
    ] == []


def has_words(value: ast.expr) -> bool:
    """Whether letters of ours stand in a value that is not a message: bare, in an f-string or added to something."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str) and re.search(r"[^\W\d]", value.value) is not None
    if isinstance(value, ast.JoinedStr):
        return any(map(has_words, value.values))
    if isinstance(value, ast.BinOp):
        return has_words(value.left) or has_words(value.right)
    if isinstance(value, ast.IfExp):
        return has_words(value.body) or has_words(value.orelse)
    joins = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "join"
    return joins and isinstance(value, ast.Call) and has_words(value.func.value)  # type: ignore[attr-defined]


def test_a_card_stands_at_a_place_for_a_card_and_nothing_else_does() -> None:
    wrong = []
    for sentence in ALL:
        for name, values in sentence.values.items():
            for value in values:
                if kind_of_place(name) != kind_of_value(value):
                    wrong.append((sentence.where, name, ast.unparse(value)))
    assert wrong == []


def kind_of_place(name: str) -> str:
    last = name.rpartition("_")[2]
    return last if last in ("card", "cards") else ""


def kind_of_value(value: ast.expr) -> str:
    """``card`` for the text of one, ``cards`` for that of several, by the functions that write them."""
    if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
        return "card" if value.value.id == "CARD_TEXTS" else ""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return {"card_text": "card", "cards_text": "cards", "meld_text": "cards"}.get(value.func.id, "")
    return ""


def test_no_pattern_of_a_table_has_a_place_for_cards() -> None:
    """Their values are given elsewhere, where the scan does not see which pattern it is."""
    tables = [text for sentence in ALL if sentence.maker == "Pattern" for text in sentence.texts]
    assert [text for text in tables for place in PLACE.finditer(text) if kind_of_place(place[1] or place[2])] == []


# -- messages themselves -----------------------------------------------------------------------------------------------


def test_values_go_into_their_places() -> None:
    clubs = say("suit-clubs", "clubs")
    assert str(say("k", "{ $card } and {$n} of { $suit }.", card="QC", n=3, suit=clubs)) == "QC and 3 of clubs."
    number = say("k", "{ NUMBER($gain, minimumFractionDigits: 1, maximumFractionDigits: 1) } more", gain=2.04)
    assert str(number) == "2.0 more"


def test_what_a_user_typed_is_no_pattern() -> None:
    assert str(say("k", "'{ $text }' is wrong.", text="{ $card }")) == "'{ $card }' is wrong."


def test_messages_are_values() -> None:
    assert say("k", "{ $n }", n=1) == say("k", "{ $n }", n=1) != say("k", "{ $n }", n=2)
    assert len({say("k", "{ $n }", n=1), say("k", "{ $n }", n=1)}) == 1


@pytest.mark.parametrize("message", ["A { $what }.", say("own", "A { $what }.", what="card")])
def test_a_refusal_takes_a_pattern_or_a_message(message: str | Message) -> None:
    error = SheepfoldError("code", message, "X1", **({} if isinstance(message, Message) else {"what": "card"}))
    assert str(error) == "A card. [code, rule X1]"
    assert error.message.key == ("own" if isinstance(message, Message) else "code")


def test_a_message_from_elsewhere_is_shown_whatever_it_lacks() -> None:
    assert str(Message("k", {"n": "many"}, "{ NUMBER($n) } of { $what }")) == "many of { $what }"
    assert str(say("k", "'{ $text }'", text="two\nlines")) == "'two\N{REPLACEMENT CHARACTER}lines'"
    assert len(str(say("k", "{ $text }", text="x" * 5000))) < 1000


def test_a_pattern_becomes_a_message_with_its_values() -> None:
    dealt = Pattern("dealt", "{ $count } cards")
    assert dealt(count=3) == say("dealt", "{ $count } cards", count=3)


def test_messages_are_joined_two_by_two() -> None:
    both = Pattern("both", "{ $first }, { $second }")
    one, two, three = (say("number", "{ $n }", n=n) for n in (1, 2, 3))
    assert joined([one], both) == one
    assert str(joined([one, two, three], both)) == "1, 2, 3"
    assert joined([one, two, three], both).key == "both"
