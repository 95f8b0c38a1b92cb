"""Forms as data: what a person is asked, by whoever can draw a form or read a line.

Two things are asked through forms: the facts of a deal played with real cards (``Game.facts_form``), and what chance
would decide (``Game.chance_form``): a toss, a first dealer. A field says all that is needed to draw it and to read an
answer to it; ``fill`` makes facts out of answers and ``answers_of`` gives the answers that would make these facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from sheepfold.core.errors import BadFacts
from sheepfold.core.message import Message, say
from sheepfold.core.shuffle import Answers

FieldKind: TypeAlias = Literal["seat", "team", "number", "choice", "flag", "card", "suit", "rank"]
"""What one answer is. Seats, teams, suits and ranks are their numbers, a card too; ``choice`` is one of the choices."""

Each: TypeAlias = Literal["deal", "seat", "team"]
"""Whether there is one answer for the deal, or one for each seat or team, given as a list."""


NONE_ASKED = say("form-nothing", "nothing")
"""Stands where names would be listed, if there were any."""


class FieldChoice(Struct, frozen=True):
    """One of the answers to choose from, and what it is called; ``value`` is an answer of the field's kind."""

    value: Any
    label: Message


class Threshold(Struct, frozen=True):
    """A range of answers with a name, for people who only know that much: lost, 61 or more, 90 or more, all.

    ``answer`` is the number that stands for the whole range: it is settled like every other number in it. It need not
    fit a number of tricks that is known exactly, so whoever answers by a threshold leaves the tricks out. Where
    ``given`` names answers to other fields, the threshold stands for this range only beside these; ``beside`` are
    numbers of other fields, from the least to the most, beside which it can be. ``then`` answers other fields if
    nobody has: whoever took every trick has all points.
    """

    kind: str
    label: Message
    least: int
    most: int
    answer: int
    given: tuple[tuple[str, Any], ...] = ()
    beside: tuple[tuple[str, int, int], ...] = ()
    then: tuple[tuple[str, int], ...] = ()


class Field(Struct, frozen=True, kw_only=True):
    """One question. ``path`` is where the answer stands in the facts; ``ge`` and ``le`` bound a number.

    An ``optional`` field may be left out; the facts then have their default there. What chance would decide is a field
    with choices: ``stream`` is the label of that chance, and ``draws`` what it would have drawn for each choice.

    What the law fixes helps whoever reads a line. ``total`` is what the numbers of all seats or teams make together, or
    those of both sides where the deal has one number, that of one side. It may be that of some ``seats``. ``by_team``:
    any player of the right team will do for an answer. ``steps``: the choices are said one after the other, and the
    last one counts. ``none`` is what it means to leave a field out where that is an answer that somebody must give.
    """

    name: str
    label: Message
    help: Message
    rule: str
    kind: FieldKind
    each: Each = "deal"
    path: tuple[str, ...] = ()
    optional: bool = False
    ge: int | None = None
    le: int | None = None
    choices: tuple[FieldChoice, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    stream: str = ""
    draws: tuple[tuple[int, ...], ...] = ()
    total: int | None = None
    seats: tuple[int, ...] = ()
    by_team: bool = False
    steps: bool = False
    none: Message | None = None


class FormKind(Struct, frozen=True):
    """What is asked about one kind of deal; ``kind`` is the kind of its contract.

    A ``usual`` kind goes without saying: people name the others.
    """

    kind: str
    label: Message
    fields: tuple[Field, ...]
    usual: bool = False


class Form(Struct, frozen=True):
    """All kinds of deal that can be entered at this table, and what each is asked."""

    kinds: tuple[FormKind, ...]

    def kind(self, name: str) -> FormKind:
        """The part for one kind; refused in words if there is none."""
        for each in self.kinds:
            if each.kind == name:
                return each
        known = ", ".join(each.kind for each in self.kinds)
        raise BadFacts("form_kind", "'{ $kind }' is not played at this table, only { $kinds }.", kind=name, kinds=known)


def answered(fields: Sequence[Field], answers: Mapping[str, Any]) -> Answers:
    """What a person said in place of chance, for ``first_standing`` or ``next_standing``; refused in words."""
    for name in answers:
        if name not in {field.name for field in fields}:
            raise BadFacts("chance_field", "Chance does not decide '{ $name }' here.", name=str(name))
    drawn: dict[str, tuple[int, ...]] = {}
    for field in fields:
        values = [choice.value for choice in field.choices]
        answer = answers.get(field.name)
        if answer not in values or type(answer) is not type(values[0]):
            sentence = "{ $label } must be one of { $values }."
            known = ", ".join(map(str, values))
            raise BadFacts("chance_answer", sentence, field.rule, label=field.label, values=known)
        drawn[field.stream] = drawn.get(field.stream, ()) + field.draws[values.index(answer)]
    return Answers(drawn)


F = TypeVar("F")


def fill(form: Form, kind: str, answers: Mapping[str, Any], facts_type: type[F]) -> F:
    """The facts that these answers make, strictly typed; ``outcome_of`` checks whether they can have happened."""
    part = form.kind(kind)
    fields = {field.name: field for field in part.fields}
    for name in answers:
        if name not in fields:
            known = ", ".join(fields)
            sentence = "{ $kind } is not asked for '{ $name }', only for { $names }."
            raise BadFacts("form_field", sentence, kind=kind, name=str(name), names=known or NONE_ASKED)
    data: dict[str, Any] = {"contract": {"kind": kind}}
    for name, field in fields.items():
        if answers.get(name) is not None:
            _check_answer(field, answers[name])
            place = data
            for step in field.path[:-1]:
                place = place.setdefault(step, {})
            place[field.path[-1]] = answers[name]
        elif not field.optional:
            raise BadFacts("form_missing", "{ $label } is missing.", field.rule, label=field.label)
    return decode_facts(data, facts_type)


def _check_answer(field: Field, answer: Any) -> None:
    """Refuse an answer of the wrong kind, by the name that the person knows the question by."""
    if field.each == "deal":
        wrong = _wrong(field, answer)
    elif not isinstance(answer, list | tuple):
        wrong = say("form-list", "a list with one answer for each of them")
    else:
        wrong = next((wrong for each in answer if (wrong := _wrong(field, each)) is not None), None)
    if wrong is not None:
        sentence = "{ $label } must be { $wanted }, not '{ $answer }'."
        raise BadFacts("form_answer", sentence, field.rule, label=field.label, wanted=wrong, answer=str(answer))


def _wrong(field: Field, answer: Any) -> Message | None:
    """What an answer should have been; ``None`` if it is of the right kind."""
    if field.kind == "flag":
        return None if isinstance(answer, bool) else say("form-flag", "yes or no")
    if field.kind == "choice" and field.choices:
        values = [choice.value for choice in field.choices]
        fits = any(answer == value and type(answer) is type(value) for value in values)
        return None if fits else say("form-choice", "one of { $values }", values=", ".join(map(str, values)))
    return None if type(answer) is int else say("form-number", "a whole number")


def answers_of(form: Form, facts: Any) -> tuple[str, dict[str, Any]]:
    """The kind and the answers that give these facts again.

    Left out are an optional field that has its default, and any field that the facts leave at ``None``.
    """
    kind: str = facts.contract.kind
    answers: dict[str, Any] = {}
    for field in form.kind(kind).fields:
        holder = facts
        for step in field.path[:-1]:
            holder = getattr(holder, step)
        value = getattr(holder, field.path[-1])
        if value is not None and not (field.optional and value == _default(type(holder), field.path[-1])):
            answers[field.name] = value
    return kind, answers


def _default(holder: type[Struct], name: str) -> Any:
    """What a struct has there unless it is given."""
    info = next(info for info in msgspec.structs.fields(holder) if info.name == name)
    return info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()


def decode_facts(data: Any, facts_type: type[F]) -> F:
    """Facts from plain data; an unknown or wrongly typed field is refused in words."""
    try:
        return msgspec.convert(data, facts_type, strict=True)
    except msgspec.ValidationError as error:
        raise BadFacts("facts_shape", "These facts cannot be read: { $reason }.", reason=str(error)) from None


def checked_facts(facts: Any, facts_type: type[F]) -> F:
    """The same facts, known to have the right types: a struct made by hand does not check them."""
    if type(facts) is not facts_type:
        sentence = "These facts are { $found }; this game settles { $wanted }."
        raise BadFacts("facts_type", sentence, found=type(facts).__name__, wanted=facts_type.__name__)
    try:
        data = msgspec.to_builtins(facts)
    except (TypeError, OverflowError) as error:
        raise BadFacts("facts_shape", "These facts cannot be read: { $reason }.", reason=str(error)) from None
    return decode_facts(data, facts_type)
