"""The public JSON form of everything that leaves the program: actions, events, views, outcomes, options, forms.

A card is ``"QC"``, a set of cards a list of such texts in the order of the deck, an empty place of a row ``null``, a
suit ``"clubs"``, a rank ``"queen"``, a seat its number. Structs are objects; where one of several can stand, a tag says
which (``do`` for actions, ``event``, ``entry``). All this is read off the types (``notation.shapes``), and reading is
strict: what is not in the form is refused with the place where it stands.

>>> from sheepfold.core.actions import Action, Show
>>> to_data(Show(0b11 << 6))
{'do': 'show', 'cards': ['QC', 'KC']}
>>> from_data(Action, {"do": "play", "card": "QX"})
Traceback (most recent call last):
sheepfold.notation.shapes.BadForm: card: 'QX' is not a card; it is written as rank and suit, like "QC". [form_card]

``python -m sheepfold.notation.forms`` prints the JSON Schema; ``docs/schema.json`` is a copy of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, overload

import msgspec

from sheepfold.core.actions import Action
from sheepfold.core.deal import Deal
from sheepfold.core.events import Event, Outcome, Standing
from sheepfold.core.form import NONE_ASKED, Field, Form
from sheepfold.core.message import Message, say
from sheepfold.core.options import OptionInfo
from sheepfold.notation.shapes import BadForm, Definitions, Fault, Schema, Shape, answer_shape, found, shape_of
from sheepfold.play.log import Entry, Logged, Told
from sheepfold.play.player import Decision, Question
from sheepfold.play.view import View
from sheepfold.registry import GAMES, OWN

__all__ = [
    "FORM_VERSION",
    "KINDS",
    "BadForm",
    "answers_from_data",
    "answers_to_data",
    "document",
    "from_data",
    "from_json",
    "plain",
    "read_document",
    "schema",
    "schema_text",
    "to_data",
    "to_json",
]

FORM_VERSION = 1
"""The version of the form. A key that is added does not change it; one that goes or changes its meaning does."""

KINDS: Mapping[str, Any] = {
    "action": Action,
    "event": Event,
    "events": tuple[Event, ...],
    "standing": Standing,
    "deal": Deal,
    "outcome": Outcome,
    "view": View,
    "question": Question,
    "decision": Decision,
    "told": Told,
    "entry": Entry,
    "logged": Logged,
    "form": Form,
    "fields": tuple[Field, ...],
    "option_infos": tuple[OptionInfo, ...],
    "message": Message,
}
"""What a document can hold, by its name; ``options`` and ``facts`` besides, whose type depends on the game."""

T = TypeVar("T")


def to_data(value: Any, kind: Any = None) -> Any:
    """A value as plain data. ``kind`` is its type, needed only for what is not a struct: ``tuple[Event, ...]``."""
    write = shape_of(type(value) if kind is None else kind).write
    return value if write is None else write(value)


@overload
def from_data(kind: type[T], data: object) -> T: ...


@overload
def from_data(kind: Any, data: object) -> Any: ...


def from_data(kind: Any, data: object) -> Any:
    """A value of that type from plain data; whatever is wrong raises ``BadForm``."""
    try:
        return shape_of(kind).read(data)
    except Fault as fault:
        raise BadForm(fault.code, fault.message, fault.path) from None
    except RecursionError:
        raise BadForm("form_deep", say("form_deep", "This is nested too deeply.")) from None


def to_json(value: Any, kind: Any = None) -> bytes:
    """A value as JSON."""
    return msgspec.json.encode(to_data(value, kind))


@overload
def from_json(kind: type[T], text: bytes | str) -> T: ...


@overload
def from_json(kind: Any, text: bytes | str) -> Any: ...


def from_json(kind: Any, text: bytes | str) -> Any:
    """A value of that type from JSON; whatever is wrong raises ``BadForm``."""
    return from_data(kind, plain(text))


def plain(text: bytes | str) -> Any:
    """The data of a JSON text; what is not JSON raises ``BadForm``."""
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise BadForm("form_deep", say("form_deep", "This is nested too deeply.")) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        reason = str(error).rstrip(".")
        raise BadForm("form_json", say("form_json", "This is not JSON: { $reason }.", reason=reason)) from None


# -- answers -----------------------------------------------------------------------------------------------------------


def answers_to_data(fields: Sequence[Field], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Answers to a form, as ``core.form.answers_of`` gives them, as plain data: ``{"partner_card": "10C"}``."""
    writes = {name: _answer_to(fields, name).write or (lambda answer: answer) for name in answers}
    return {name: writes[name](answer) for name, answer in answers.items()}


def answers_from_data(fields: Sequence[Field], data: object) -> dict[str, Any]:
    """A person's answers, as ``core.form.fill`` and ``answered`` take them; a wrong one raises ``BadForm``.

    Whether all that is needed has been answered, and whether it can have happened, is asked later.
    """
    if not isinstance(data, dict):
        raise BadForm("form_object", say("form_object", "This must be an object, not { $found }.", found=found(data)))
    answers: dict[str, Any] = {}
    for name, answer in data.items():
        shape = _answer_to(fields, name)
        try:
            answers[name] = shape.read(answer)
        except Fault as fault:
            raise BadForm(fault.code, fault.message, fault.path).inside(name) from None
    return answers


def _answer_to(fields: Sequence[Field], name: object) -> Shape:
    for field in fields:
        if field.name == name:
            return answer_shape(field.kind, field.each)
    listed = ", ".join(field.name for field in fields) or NONE_ASKED
    sentence = "There is no place for { $name }; there is { $names }."
    raise BadForm("form_key", say("form_key", sentence, name=found(name), names=listed), str(name))


# -- documents ---------------------------------------------------------------------------------------------------------


def document(what: str, value: Any) -> dict[str, Any]:
    """A value that stands alone, with the version of its form: ``{"sheepfold_form": 1, "view": …}``."""
    return {"sheepfold_form": FORM_VERSION, what: to_data(value, KINDS.get(what))}


def read_document(what: str, data: object, kind: Any = None) -> Any:
    """The value of a document, given as data or as JSON; ``options`` and ``facts`` need their type."""
    if isinstance(data, str | bytes):
        data = plain(data)
    if not isinstance(data, dict) or "sheepfold_form" not in data:
        sentence = "This is not a document of Sheepfold's form: it has no 'sheepfold_form'."
        raise BadForm("form_document", say("form_document", sentence))
    version = data["sheepfold_form"]
    if type(version) is not int or version != FORM_VERSION:
        sentence = "This document has the form { $found }; this program reads form { $known }."
        raise BadForm("form_version", say("form_version", sentence, found=found(version), known=FORM_VERSION))
    if data.keys() != {"sheepfold_form", what}:
        sentence = "This document should hold '{ $what }' and nothing else."
        raise BadForm("form_other", say("form_other", sentence, what=what))
    kind = KINDS.get(what) if kind is None else kind
    if kind is None:
        sentence = "What '{ $what }' holds depends on the game; name its type."
        raise BadForm("form_kind_needed", say("form_kind_needed", sentence, what=what))
    try:
        return from_data(kind, data[what])
    except BadForm as error:
        raise error.inside(what) from None


# -- the schema --------------------------------------------------------------------------------------------------------


def schema() -> Schema:
    """The JSON Schema of all documents, and in ``$defs`` of each type by its name; our own games' options and facts."""
    games = [GAMES[name] for name in OWN["games"]]
    defs = Definitions()
    holds: dict[str, Schema] = {what: shape_of(kind).schema(defs) for what, kind in KINDS.items()}
    holds["options"] = {"anyOf": [shape_of(game.options_type).schema(defs) for game in games]}
    holds["facts"] = {"anyOf": [shape_of(game.facts_type).schema(defs) for game in games]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:sheepfold:form:{FORM_VERSION}",
        "title": "Sheepfold's public JSON form",
        "type": "object",
        "properties": {"sheepfold_form": {"const": FORM_VERSION}, **holds},
        "required": ["sheepfold_form"],
        "additionalProperties": False,
        "minProperties": 2,
        "maxProperties": 2,
        "$defs": dict(sorted(defs.said.items())),
    }


def schema_text() -> str:
    """The schema as it is printed and kept in ``docs/schema.json``."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
