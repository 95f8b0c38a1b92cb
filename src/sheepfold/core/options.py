"""Table agreements: typed values, and one canonical text such as ``sheepshead(players=4,partner=fixed)``.

A game's options are one frozen struct. Each field carries its label, a sentence of help and the rule it belongs to, so
that a form or a ``--help`` can be drawn from it; the law's table decides names, values and defaults.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from sheepfold.core.errors import BadOptions
from sheepfold.core.message import Message, Pattern, joined, say


def about(label: str, help: str, rule: str, ge: int | None = None, le: int | None = None) -> Meta:
    """What a person needs to know of an option."""
    return Meta(title=label, description=help, extra={"rule": rule}, ge=ge, le=le)


class OptionInfo(Struct, frozen=True):
    """One option as a form would draw it: one of ``choices``, or a whole number, or either of the two.

    ``number`` says whether whole numbers are allowed; their range from ``ge`` to ``le`` may be open.
    """

    name: str
    label: Message
    help: Message
    rule: str
    default: Any
    choices: tuple[Any, ...]
    ge: int | None
    le: int | None
    number: bool


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every game's options."""

    game: ClassVar[str]
    presets: ClassVar[Mapping[str, str]] = {}
    """Named tables worth having: name to options text."""

    @classmethod
    def defaults(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """The default of every option not given; a game overrides this where one default depends on another option."""
        return {info.name: info.default for info in describe(cls) if info.name not in given}

    def faults(self) -> tuple[BadOptions, ...]:
        """Everything that makes this mix impossible to play; a game says what."""
        return ()

    @classmethod
    def make(cls, **given: Any) -> Self:
        """Options from values; defaults fill the rest; whatever is wrong is refused in words, all of it at once."""
        refuse([fault for name, value in given.items() if (fault := _value_fault(cls, name, value)) is not None])
        made = cls(**given, **cls.defaults(given))
        refuse(made.faults())
        return made

    def text(self) -> str:
        """The canonical text: options in table order, those at their default left out."""
        return _text_of(self)


@lru_cache(maxsize=1024)  # every view begins with it
def _text_of(options: Options) -> str:
    cls = type(options)
    values = {info.name: getattr(options, info.name) for info in describe(cls)}
    parts = []
    for name, value in values.items():
        others = {key: other for key, other in values.items() if key != name}
        if cls.defaults(others)[name] != value:
            parts.append(f"{name}={value_text(value)}")
    return f"{options.game}({','.join(parts)})" if parts else options.game


def value_text(value: object) -> str:
    """An option's value as it is written."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def describe(cls: type[Options]) -> tuple[OptionInfo, ...]:
    """All options of a game, for forms, help and documents."""
    hints = get_type_hints(cls, include_extras=True)
    fields = msgspec.structs.fields(cls)
    return tuple(_describe_one(cls.game, field.name, field.default, hints[field.name]) for field in fields)


def _describe_one(game: str, name: str, default: Any, hint: Any) -> OptionInfo:
    assert get_origin(hint) is Annotated, f"option {name} carries no label"
    inner, meta = get_args(hint)[:2]
    choices: tuple[Any, ...] = ()
    number, ge, le = False, meta.ge, meta.le
    for kind in get_args(inner) if get_origin(inner) is Union else (inner,):
        if kind is bool:
            choices += (False, True)
        elif get_origin(kind) is Literal:
            choices += get_args(kind)
        elif get_origin(kind) is Annotated:  # a number beside words carries its own range
            number, ge, le = True, kind.__metadata__[0].ge, kind.__metadata__[0].le
        else:
            number = True
    key = f"{game}-option-{name}"
    label, help = say(key, meta.title), say(f"{key}-help", meta.description)
    return OptionInfo(name, label, help, (meta.extra or {})["rule"], default, choices, ge, le, number)


_BOTH = Pattern("option-faults", "{ $first } { $second }")


def refuse(faults: Sequence[BadOptions]) -> None:
    """Raise all faults as one, if there are any: the first gives the code, the sentences follow each other."""
    if not faults:
        return
    first = faults[0]
    error = BadOptions(first.code, joined([fault.message for fault in faults], _BOTH), first.rule)
    error.faults = tuple(faults)
    raise error


def _info(cls: type[Options], name: str) -> OptionInfo:
    known = {info.name: info for info in describe(cls)}
    if name not in known:
        sentence = "{ $game } has no option '{ $name }'; it has { $names }."
        raise BadOptions("unknown_option", sentence, game=cls.game, name=name, names=", ".join(known))
    return known[name]


def _allowed(info: OptionInfo) -> Message:
    """What may stand there, to follow *must be*."""
    words = ", ".join(value_text(choice) for choice in info.choices)
    if not info.number:
        return say("option-one-of", "one of { $words }", words=words)
    if info.ge is not None and info.le is not None:
        numbers = say("option-from-to", "a whole number from { $ge } to { $le }", ge=info.ge, le=info.le)
    elif info.ge is not None:
        numbers = say("option-from", "a whole number of at least { $ge }", ge=info.ge)
    else:
        numbers = say("option-whole", "a whole number")
    return say("option-or", "{ $numbers }, or { $words }", numbers=numbers, words=words) if words else numbers


def _fits(info: OptionInfo, value: Any) -> bool:
    if any(value == choice and type(value) is type(choice) for choice in info.choices):
        return True
    in_range = type(value) is int and (info.ge is None or value >= info.ge) and (info.le is None or value <= info.le)
    return info.number and in_range


def _value_fault(cls: type[Options], name: str, value: Any) -> BadOptions | None:
    try:
        info = _info(cls, name)
    except BadOptions as error:
        return error
    return None if _fits(info, value) else _wrong_value(cls, info, value_text(value))


def _wrong_value(cls: type[Options], info: OptionInfo, written: str) -> BadOptions:
    sentence = "{ $game }: { $name } must be { $allowed }, not '{ $value }'."
    allowed = _allowed(info)
    return BadOptions(
        "option_value", sentence, info.rule, game=cls.game, name=info.name, allowed=allowed, value=written
    )


def parse_value(cls: type[Options], name: str, text: str) -> Any:
    """Read one value as it is written in an options text."""
    info = _info(cls, name)
    for choice in info.choices:
        if value_text(choice) == text:
            return choice
    if info.number and re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    raise _wrong_value(cls, info, text)


def parse_values(cls: type[Options], written: Mapping[str, str]) -> dict[str, Any]:
    """Read all values of an options text; every one that cannot be read or is out of range is reported at once."""
    given: dict[str, Any] = {}
    faults: list[BadOptions] = []
    for name, text in written.items():
        try:
            given[name] = parse_value(cls, name, text)
        except BadOptions as error:
            faults.append(error)
            continue
        fault = _value_fault(cls, name, given[name])
        if fault is not None:
            faults.append(fault)
    refuse(faults)
    return given


_TEXT = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def split_text(text: str) -> tuple[str, dict[str, str]]:
    """``grim(deals=10)`` into the game's name and the written values."""
    match = _TEXT.fullmatch(text)
    if not match:
        sentence = "'{ $text }' is not a game; write it like name or name(option=value)."
        raise BadOptions("options_text", sentence, text=text, key="game_text")
    values: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in (match[2] or "").split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise BadOptions("options_text", "'{ $part }' is not an option; write name=value.", part=part)
        if name in values:
            raise BadOptions("option_twice", "The option '{ $name }' is given twice.", name=name)
        values[name] = value
    return match[1].lower(), values
