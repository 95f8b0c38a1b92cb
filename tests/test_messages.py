"""Every sentence is data: a pattern under one key, with a value for each of its places, and never an f-string."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import sheepfold
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.message import Message, say

SOURCES = sorted(Path(sheepfold.__file__).parent.rglob("*.py"))
PLACE = re.compile(r"\{\s*(?:\$(\w+)|NUMBER\(\s*\$(\w+))")


def refusal_names() -> set[str]:
    """Every class of refusal in the sources, by name."""
    names = {"SheepfoldError"}
    classes = [
        node for file in SOURCES for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ClassDef)
    ]
    while True:
        more = {c.name for c in classes if any(isinstance(b, ast.Name) and b.id in names for b in c.bases)}
        if more <= names:
            return names
        names |= more


REFUSALS = refusal_names()


class Sentence:
    """A call that makes a message: its key, its patterns (one for each text that may stand there), its values."""

    def __init__(self, file: Path, call: ast.Call, patterns: list[ast.expr]) -> None:
        self.where = f"{file.name}:{call.lineno}"
        self.patterns = patterns
        keywords = {each.arg: each.value for each in call.keywords}
        own = keywords.get("key")
        key = own if own is not None else call.args[0]
        self.key = str(key.value) if isinstance(key, ast.Constant) else None
        self.values = {name for name in keywords if name is not None and name not in ("key", "line", "rule")}
        self.open = None in keywords  # **values


def texts(node: ast.expr, assigned: dict[str, list[ast.Assign]]) -> list[ast.expr]:
    """The expressions that a pattern may come from: itself, what its name was given last, both ends of a condition."""
    if isinstance(node, ast.Name) and node.id in assigned:
        before = [each for each in assigned[node.id] if each.lineno < node.lineno]
        return texts(before[-1].value, {}) if before else []
    if isinstance(node, ast.IfExp):
        return [*texts(node.body, assigned), *texts(node.orelse, assigned)]
    return [node]


def sentences() -> Iterator[Sentence]:
    for file in SOURCES:
        tree = ast.parse(file.read_text())
        for function in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
            own = list(ast.walk(function)) if isinstance(function, ast.FunctionDef) else list(_outside(tree))
            assigned: dict[str, list[ast.Assign]] = defaultdict(list)
            for given in sorted((n for n in own if isinstance(n, ast.Assign)), key=lambda n: n.lineno):
                for target in given.targets:
                    if isinstance(target, ast.Name):
                        assigned[target.id].append(given)
            for node in own:
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
                    name = node.func.id
                    if name in REFUSALS or name == "say":
                        yield Sentence(file, node, texts(node.args[1], assigned))


def _outside(tree: ast.Module) -> Iterator[ast.AST]:
    """What stands outside functions."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef):
                yield child
                todo.append(child)


ALL = list(sentences())


def test_the_scan_finds_the_sentences() -> None:
    assert len(ALL) > 300
    assert {"IllegalAction", "BadFacts", "BadLedger", "UnknownBot"} <= REFUSALS


def test_no_sentence_is_finished_before_it_is_said() -> None:
    wrong = [s.where for s in ALL for p in s.patterns if isinstance(p, ast.JoinedStr | ast.BinOp)]
    assert wrong == []


def test_every_place_of_a_pattern_has_a_value_and_every_value_a_place() -> None:
    wrong = []
    for sentence in ALL:
        known = [p.value for p in sentence.patterns if isinstance(p, ast.Constant) and isinstance(p.value, str)]
        if not known or sentence.open:
            continue
        places = {name or number for pattern in known for name, number in PLACE.findall(pattern)}
        if places != sentence.values:
            wrong.append((sentence.where, places ^ sentence.values))
    assert wrong == []


def test_one_key_has_one_pattern() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for sentence in ALL:
        for pattern in sentence.patterns:
            if sentence.key is not None and isinstance(pattern, ast.Constant) and isinstance(pattern.value, str):
                found[sentence.key].add(pattern.value)
    assert {key: patterns for key, patterns in found.items() if len(patterns) > 1} == {}


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
