"""How each of our types looks in the public JSON form, found by walking the types themselves.

A *shape* writes values of a type as plain data, reads them back strictly and describes itself as a JSON Schema. Shapes
are made once per type and are then nothing but closures and tables. ``notation.forms`` is the door to them.
"""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import RLock
from typing import Annotated, Any, ClassVar, Literal, NoReturn, TypeAlias, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo, astuple, fields, replace

from sheepfold.core.actions import Action
from sheepfold.core.cards import CARD_TEXTS, RANK_WORDS, SUIT_WORDS, cards_in
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.core.events import Event
from sheepfold.core.form import NONE_ASKED, Each, Field, FieldKind
from sheepfold.core.message import Message, Pattern, Value, say
from sheepfold.core.options import Options
from sheepfold.play.log import Entry
from sheepfold.play.view import NO_CARD

Schema: TypeAlias = dict[str, Any]
Write: TypeAlias = Callable[[Any], Any] | None
"""How a value is written; ``None``: as it is."""

LONGEST = 60
"""This many letters of a foreign text are repeated in a refusal."""


class BadForm(SheepfoldError):
    """Data that is not what it should be in the public JSON form; ``path`` is where, like ``events[3].cards``."""

    def __init__(self, code: str, message: Message, path: str = "") -> None:
        told = say("form-at", "{ $path }: { $reason }", path=path, reason=message) if path else message
        super().__init__(code, told)
        self.reason = message
        self.path = path

    def inside(self, name: str) -> BadForm:
        """The same, seen from outside the value of that name."""
        return BadForm(self.code, self.reason, name + (self.path if self.path[:1] in ("", "[") else f".{self.path}"))


class Fault(Exception):
    """What is wrong, on its way up; every container it passes adds its step to the path."""

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.steps: list[str] = []

    @property
    def path(self) -> str:
        """From the outermost value to the fault."""
        return "".join(reversed(self.steps)).removeprefix(".")


def refuse(code: str, message: str | Message, *, key: str | None = None, **values: Value) -> NoReturn:
    """Raise a fault; its key is its code, unless it names one of its own."""
    raise Fault(code, message if isinstance(message, Message) else Message(key or code, values, message))


def found(data: object) -> Message | str:
    """What stands in the data, to follow *not*."""
    if data is None:
        return "null"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, str):
        text = data.encode("utf-8", "replace").decode()
        return f"'{text if len(text) <= LONGEST else text[:LONGEST] + '…'}'"
    if isinstance(data, float) or (isinstance(data, int) and abs(data) < 1 << 64):
        return str(data)
    if isinstance(data, int):
        return say("form-found-number", "such a number")
    if isinstance(data, Mapping):
        return say("form-found-object", "an object")
    return say("form-found-list", "a list")


class Shape:
    """How one type is written and read. ``takes`` are the kinds of plain data it reads, ``of`` the types it writes."""

    takes: frozenset[type]
    of: frozenset[type]
    write: Write = None

    def read(self, data: Any) -> Any:
        """The value; raises ``Fault``."""
        raise NotImplementedError

    def schema(self, defs: Definitions) -> Schema:
        """What JSON Schema says of it."""
        raise NotImplementedError


class Definitions:
    """The named parts of a schema, each said once."""

    def __init__(self) -> None:
        self.said: dict[str, Schema] = {}
        self._owners: dict[str, object] = {}

    def ref(self, name: str, owner: object, say_it: Callable[[Definitions], Schema]) -> Schema:
        """A reference to the definition of that name, which is made if it is new."""
        if name not in self._owners:
            self._owners[name] = owner
            self.said[name] = {}
            self.said[name] = say_it(self)
        elif self._owners[name] != owner:
            raise TypeError(f"two types of the public form are called {name}")
        return {"$ref": f"#/$defs/{name}"}


# -- plain values ------------------------------------------------------------------------------------------------------


class Nothing(Shape):
    """``None``."""

    takes = of = frozenset({type(None)})

    def read(self, data: Any) -> None:
        if data is not None:
            refuse("form_null", "This must be null, not { $found }.", found=found(data))

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "null"}


class Text(Shape):
    """A text of any characters that can be written."""

    takes = of = frozenset({str})

    def read(self, data: Any) -> str:
        if type(data) is not str:
            refuse("form_text", "This must be a text, not { $found }.", found=found(data))
        if not data.isascii():
            try:
                data.encode()
            except UnicodeEncodeError:
                refuse("form_characters", "{ $found } has a character that cannot be encoded.", found=found(data))
        return data

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "string"}


class Flag(Shape):
    """True or false."""

    takes = of = frozenset({bool})

    def read(self, data: Any) -> bool:
        if type(data) is not bool:
            refuse("form_flag", "This must be true or false, not { $found }.", found=found(data))
        return data

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "boolean"}


class Whole(Shape):
    """A whole number, perhaps within bounds."""

    takes = of = frozenset({int})

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def read(self, data: Any) -> int:
        if type(data) is not int:
            refuse("form_whole", "This must be a whole number, not { $found }.", found=found(data))
        if self.least is not None and data < self.least:
            refuse(
                "form_least", "This must be { $least } or more, not { $found }.", least=self.least, found=found(data)
            )
        if self.most is not None and data > self.most:
            refuse("form_most", "This must be { $most } or less, not { $found }.", most=self.most, found=found(data))
        return data

    def schema(self, defs: Definitions) -> Schema:
        bounds = {"minimum": self.least, "maximum": self.most}
        return {"type": "integer", **{key: bound for key, bound in bounds.items() if bound is not None}}


class Number(Shape):
    """Any number that is one."""

    takes = of = frozenset({int, float})

    def __init__(self) -> None:
        self.write = self._write

    @staticmethod
    def _write(value: float) -> float:
        if not math.isfinite(value):
            raise ValueError(f"{value} cannot be written in JSON")
        return value

    def read(self, data: Any) -> float:
        try:
            if type(data) in (int, float) and math.isfinite(data):
                return float(data)
        except OverflowError:
            pass
        return refuse("form_number", "This must be a number, not { $found }.", found=found(data))

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "number"}


class Words(Shape):
    """One of a few fixed values."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = tuple(values)
        self.takes = self.of = frozenset(map(type, values))
        self._known = {(type(value), value) for value in values}

    def read(self, data: Any) -> Any:
        if type(data) not in self.takes or (type(data), data) not in self._known:
            listed = ", ".join(map(str, self.values))
            refuse("form_words", "This must be one of { $words }, not { $found }.", words=listed, found=found(data))
        return data

    def schema(self, defs: Definitions) -> Schema:
        return {"enum": list(self.values)}


class Anything(Shape):
    """A value of a kind that is known only at run time: a text, a number, a flag or nothing."""

    takes = of = frozenset({type(None), str, int, float, bool})

    def read(self, data: Any) -> Any:
        if type(data) not in self.takes:
            sentence = "This must be a text, a number, true, false or null, not { $found }."
            refuse("form_plain", sentence, found=found(data))
        return _TEXT.read(data) if type(data) is str else _NUMBER.read(data) if type(data) is float else data

    def schema(self, defs: Definitions) -> Schema:
        return {"type": ["null", "string", "number", "boolean"]}


_TEXT, _NUMBER = Text(), Number()


# -- numbers inside, texts outside -------------------------------------------------------------------------------------


class Listed(Shape):
    """A number that is written as one of a list of texts: a card, a suit, a rank."""

    takes = frozenset({str})
    of = frozenset({int})

    def __init__(self, name: str, texts: Sequence[str]) -> None:
        self.name = name
        self.texts = tuple(texts)
        self.numbers = {text: number for number, text in enumerate(texts)}
        self.write = self.texts.__getitem__

    def read(self, data: Any) -> int:
        number = self.numbers.get(data) if type(data) is str else None
        if number is None:
            refuse(f"form_{self.name}", _LISTED_WORDS[self.name](found=found(data)))
        return number

    def schema(self, defs: Definitions) -> Schema:
        return defs.ref(self.name.capitalize(), self.name, lambda _: {"enum": list(self.texts)})


_LISTED_WORDS = {
    "card": Pattern("form_card", '{ $found } is not a card; it is written as rank and suit, like "QC".'),
    "suit": Pattern("form_suit", '{ $found } is not a suit; it is "clubs", "spades", "hearts" or "diamonds".'),
    "rank": Pattern("form_rank", '{ $found } is not a rank; it is "six", "seven" and so on to "ace".'),
}

_CARD = Listed("card", CARD_TEXTS)


class Cards(Shape):
    """A set of cards: a list of their texts, written in the order of the deck."""

    takes = frozenset({list})
    of = frozenset({int})

    def __init__(self) -> None:
        self.write = self._write

    @staticmethod
    def _write(mask: int) -> list[str]:
        return [CARD_TEXTS[card] for card in cards_in(mask)]

    def read(self, data: Any) -> int:
        if type(data) is not list:
            refuse("form_cards", "This must be a list of cards, not { $found }.", found=found(data))
        mask = 0
        for place, text in enumerate(data):
            try:
                card = _CARD.read(text)
                bit = 1 << card
                if mask & bit:
                    refuse("form_card_twice", "{ $card } stands twice in a set.", card=CARD_TEXTS[card])
            except Fault as fault:
                fault.steps.append(f"[{place}]")
                raise
            mask |= bit
        return mask

    def schema(self, defs: Definitions) -> Schema:
        return defs.ref("Cards", "cards", self._said)

    def _said(self, defs: Definitions) -> Schema:
        return {"type": "array", "items": _CARD.schema(defs), "uniqueItems": True}


class Place(Shape):
    """A place of a row: a card, or null where none lies."""

    takes = frozenset({str, type(None)})
    of = frozenset({int})

    def __init__(self) -> None:
        self.write = self._write

    @staticmethod
    def _write(card: int) -> str | None:
        return None if card == NO_CARD else CARD_TEXTS[card]

    def read(self, data: Any) -> int:
        return NO_CARD if data is None else _CARD.read(data)

    def schema(self, defs: Definitions) -> Schema:
        return {"anyOf": [_CARD.schema(defs), {"type": "null"}]}


class SeatNumber(Whole):
    """A seat: its number, 0 or more."""

    def __init__(self) -> None:
        super().__init__(least=0)

    def schema(self, defs: Definitions) -> Schema:
        return defs.ref("Seat", "seat", super().schema)


_NOTED: Mapping[str, Shape] = {
    "card": _CARD,
    "cards": Cards(),
    "place": Place(),
    "seat": SeatNumber(),
    "suit": Listed("suit", SUIT_WORDS),
    "rank": Listed("rank", RANK_WORDS),
}
"""By the note that a type carries (``core.cards``): how it is written."""


# -- containers --------------------------------------------------------------------------------------------------------


class Row(Shape):
    """A list of values of one type."""

    takes = frozenset({list})
    of = frozenset({tuple})

    def __init__(self, item: Shape) -> None:
        self.item = item
        write = item.write
        self.write = list if write is None else lambda values: [write(value) for value in values]

    def read(self, data: Any) -> tuple[Any, ...]:
        if type(data) is not list:
            refuse("form_list", "This must be a list, not { $found }.", found=found(data))
        read = self.item.read
        values: list[Any] = []
        try:
            for item in data:
                values.append(read(item))
        except Fault as fault:
            fault.steps.append(f"[{len(values)}]")
            raise
        return tuple(values)

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "array", "items": self.item.schema(defs)}


class Fixed(Shape):
    """A list of a fixed number of values, each of its own type."""

    takes = frozenset({list})
    of = frozenset({tuple})

    def __init__(self, items: Sequence[Shape]) -> None:
        self.items = tuple(items)
        writes = [item.write or _same for item in items]
        self.write = lambda values: [write(value) for write, value in zip(writes, values, strict=True)]

    def read(self, data: Any) -> tuple[Any, ...]:
        if type(data) is not list or len(data) != len(self.items):
            sentence = "This must be a list of { $count } values, not { $found }."
            refuse("form_fixed", sentence, count=len(self.items), found=found(data))
        values: list[Any] = []
        try:
            for shape, item in zip(self.items, data, strict=True):
                values.append(shape.read(item))
        except Fault as fault:
            fault.steps.append(f"[{len(values)}]")
            raise
        return tuple(values)

    def schema(self, defs: Definitions) -> Schema:
        said = [item.schema(defs) for item in self.items]
        return {"type": "array", "prefixItems": said, "items": False, "minItems": len(said)}


def _same(value: Any) -> Any:
    return value


class Named(Shape):
    """Values by name."""

    takes = of = frozenset({dict})

    def __init__(self, item: Shape) -> None:
        self.item = item
        write = item.write or _same
        self.write = lambda values: {name: write(value) for name, value in values.items()}

    def read(self, data: Any) -> dict[str, Any]:
        if type(data) is not dict:
            refuse("form_object", "This must be an object, not { $found }.", found=found(data))
        values = {}
        for name, item in data.items():
            try:
                values[_TEXT.read(name)] = self.item.read(item)
            except Fault as fault:
                fault.steps.append(f".{name}")
                raise
        return values

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "object", "additionalProperties": self.item.schema(defs)}


class Choice(Shape):
    """One of several types, told apart by the kind of data or by the tags of objects."""

    def __init__(self, members: Sequence[Shape], name: str | None = None) -> None:
        self.members = tuple(members)
        self.name = name
        self.takes = frozenset().union(*(member.takes for member in members))
        self.of = frozenset().union(*(member.of for member in members))
        self._readers = self._find_readers()
        writes = {kind: member.write or _same for member in members for kind in member.of}
        if any(member.write is not None for member in members):
            self.write = lambda value: writes[type(value)](value)

    def _find_readers(self) -> dict[type, Callable[[Any], Any]]:
        tagged = [member for member in self.members if isinstance(member, Record) and member.tag_field]
        readers: dict[type, Callable[[Any], Any]] = {dict: _by_tag(tagged)} if tagged else {}
        others = [member for member in self.members if member not in tagged]
        for member in sorted(others, key=lambda member: isinstance(member, Number)):
            # A whole number is read as such where it may stand beside any number.
            own = member.takes - readers.keys() if isinstance(member, Number) else member.takes
            if own & readers.keys():
                raise TypeError(f"the public form cannot tell apart what may stand here: {self.members}")
            readers |= dict.fromkeys(own, member.read)
        return readers

    def read(self, data: Any) -> Any:
        reader = self._readers.get(type(data))
        if reader is None:
            refuse("form_kind", "This cannot be { $found }.", key="form_data_kind", found=found(data))
        return reader(data)

    def schema(self, defs: Definitions) -> Schema:
        return self._said(defs) if self.name is None else defs.ref(self.name, self.name, self._said)

    def _said(self, defs: Definitions) -> Schema:
        return {"anyOf": [member.schema(defs) for member in self.members]}


def _by_tag(members: Sequence[Record]) -> Callable[[Any], Any]:
    """A reader of objects that their tags tell apart."""
    [tag_field] = {str(member.tag_field) for member in members}
    readers = {member.tag: member.read for member in members}
    listed = ", ".join(f"{tag}" for tag in readers)

    def read(data: dict[str, Any]) -> Any:
        tag = data.get(tag_field)
        reader = readers.get(tag) if type(tag) is str else None
        if reader is None:
            sentence = "'{ $field }' must be one of { $words }, not { $found }."
            refuse("form_tag", sentence, field=tag_field, words=listed, found=found(tag))
        return reader(data)

    return read


# -- structs -----------------------------------------------------------------------------------------------------------


class Record(Shape):
    """A struct: an object with its fields, and its tag if it has one.

    Fields at their default are left out exactly where the struct says ``omit_defaults``; on reading, any field with a
    default may be missing.
    """

    takes = frozenset({dict})
    made: ClassVar[dict[type, Record]] = {}

    def __init__(self, cls: type[Struct]) -> None:
        self.cls = cls
        self.of = frozenset({cls})
        self.tag_field = cls.__struct_config__.tag_field
        self.tag = cls.__struct_config__.tag
        self.made[cls] = self  # before its fields: one of them may hold the same struct again
        self._write: Callable[[Any], dict[str, Any]]
        self.write = lambda value: self._write(value)
        self.fields = tuple(fields(cls))
        self.shapes = {field.name: _shape(field.type) for field in self.fields}
        self._readers = {name: shape.read for name, shape in self.shapes.items()}
        self._required = tuple(field.name for field in self.fields if field.required)
        self._write = self.write = self._writer()

    def _writer(self) -> Callable[[Any], dict[str, Any]]:
        head = {} if self.tag_field is None else {self.tag_field: self.tag}
        plan = [(field.name, self.shapes[field.name].write, _default(field)) for field in self.fields]

        def write(value: Struct) -> dict[str, Any]:
            data = head.copy()
            for (name, part, _), item in zip(plan, astuple(value), strict=True):
                data[name] = item if part is None else part(item)
            return data

        def write_short(value: Struct) -> dict[str, Any]:
            data = head.copy()
            for (name, part, default), item in zip(plan, astuple(value), strict=True):
                if item != default:
                    data[name] = item if part is None else part(item)
            return data

        return write_short if self.cls.__struct_config__.omit_defaults else write

    def read(self, data: Any) -> Any:
        if type(data) is not dict:
            refuse("form_object", "This must be an object, not { $found }.", found=found(data))
        if self.tag_field is not None and data.get(self.tag_field) != self.tag:
            sentence = "'{ $field }' must be { $word } here, not { $found }."
            wrong = found(data.get(self.tag_field))
            refuse("form_other_tag", sentence, field=self.tag_field, word=str(self.tag), found=wrong)
        values = self.read_fields(data)
        for name in self._required:
            if name not in values:
                refuse("form_missing", "'{ $name }' is missing.", key="form_name_missing", name=name)
        return self._make(values)

    def read_fields(self, data: dict[str, Any]) -> dict[str, Any]:
        """The values of the fields that are there."""
        values = {}
        for name, item in data.items():
            reader = self._readers.get(name)
            if reader is None:
                if name == self.tag_field:
                    continue
                self._refuse_key(name)
            try:
                values[name] = reader(item)
            except Fault as fault:
                fault.steps.append(f".{name}")
                raise
        return values

    def _refuse_key(self, name: str) -> NoReturn:
        listed = ", ".join(self._readers) or NONE_ASKED
        refuse("form_key", "There is no place for { $name }; there is { $names }.", name=found(name), names=listed)

    def _make(self, values: dict[str, Any]) -> Any:
        return self.cls(**values)

    def schema(self, defs: Definitions) -> Schema:
        return defs.ref(self.cls.__name__, self.cls, self._said)

    def _said(self, defs: Definitions) -> Schema:
        properties: dict[str, Schema] = {}
        if self.tag_field is not None:
            properties[self.tag_field] = {"const": self.tag}
        for field in self.fields:
            shape = self.shapes[field.name]
            default = _default(field)
            said = {} if default is NODEFAULT else {"default": (shape.write or _same)(default)}
            properties[field.name] = {**shape.schema(defs), **_told(field.type), **said}
        required = [*([] if self.tag_field is None else [self.tag_field]), *self._required]
        return {
            "description": inspect.cleandoc(self.cls.__doc__ or ""),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }


class Parts(Shape):
    """Some fields of a struct, as a mapping by name: what a change replaces."""

    takes = of = frozenset({dict})

    def __init__(self, whole: Record) -> None:
        self.whole = whole
        self.write = self._written

    def _written(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        shapes = self.whole.shapes
        return {name: (shapes[name].write or _same)(value) for name, value in parts.items()}

    def read(self, data: Any) -> dict[str, Any]:
        if type(data) is not dict:
            refuse("form_object", "This must be an object, not { $found }.", found=found(data))
        return self.whole.read_fields(data)

    def schema(self, defs: Definitions) -> Schema:
        said = self.whole._said(defs)
        properties = {name: {key: each[key] for key in each if key != "default"} for name, each in _properties(said)}
        description = f"Some of the fields of {self.whole.cls.__name__}: those that have changed."
        return {**said, "description": description, "properties": properties, "required": []}


def _properties(said: Schema) -> Iterable[tuple[str, Schema]]:
    return said["properties"].items()  # type: ignore[no-any-return]


class Agreements(Record):
    """Options of a game: what is missing has the default that depends on the rest, and the mix must be playable."""

    def __init__(self, cls: type[Options]) -> None:
        super().__init__(cls)
        self._required = ()

    def _make(self, values: dict[str, Any]) -> Any:
        try:
            return self.cls.make(**values)  # type: ignore[attr-defined]
        except BadOptions as error:
            raise Fault(error.code, error.message) from None


class Asked(Record):
    """A field of a form: what its choices stand for is written as an answer to it is, by its kind."""

    def _writer(self) -> Callable[[Any], dict[str, Any]]:
        write_plain = super()._writer()

        def write(value: Field) -> dict[str, Any]:
            data = write_plain(value)
            answer = answer_shape(value.kind).write
            if answer is not None:
                for choice in data["choices"]:
                    choice["value"] = answer(choice["value"])
            return data

        return write

    def _make(self, values: dict[str, Any]) -> Any:
        answer, choices = answer_shape(values["kind"]), []
        try:
            for choice in values.get("choices", ()):
                choices.append(replace(choice, value=answer.read(choice.value)))
        except Fault as fault:
            fault.steps += (".value", f"[{len(choices)}]", ".choices")
            raise
        return super()._make({**values, "choices": tuple(choices)})


_ANSWERS: Mapping[FieldKind, Shape] = {
    **{kind: _NOTED[kind] for kind in ("seat", "card", "suit", "rank")},
    "team": Whole(least=0),
    "number": Whole(),
    "flag": Flag(),
    "choice": Anything(),
}
_ANSWER_LISTS = {kind: Row(shape) for kind, shape in _ANSWERS.items()}


def answer_shape(kind: FieldKind, each: Each = "deal") -> Shape:
    """How an answer of that kind is written: one for the deal, or a list with one for each seat or team."""
    return _ANSWERS[kind] if each == "deal" else _ANSWER_LISTS[kind]


def _default(field: FieldInfo) -> Any:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


def _told(hint: Any) -> Schema:
    """Title and description that a field carries, as options do; the notes of cards and seats are not titles."""
    metas = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Meta) and each.description]
    return {"title": metas[0].title, "description": metas[0].description} if metas else {}


# -- the walk ----------------------------------------------------------------------------------------------------------

_UNIONS: Mapping[Any, str] = {Action: "Action", Event: "Event", Entry: "Entry"}
"""The unions that have a name of their own in the schema."""
_SHAPES: dict[Any, Shape] = {}
_WALK = RLock()
_PLAIN: Mapping[Any, Callable[[], Shape]] = {
    str: Text,
    int: Whole,
    float: Number,
    bool: Flag,
    type(None): Nothing,
    Any: Anything,
}


def shape_of(kind: Any) -> Shape:
    """The shape of a type, made once."""
    shape = _SHAPES.get(kind)
    if shape is None:
        with _WALK:
            before = dict(Record.made)
            try:
                shape = _SHAPES[kind] = _shape(kind)
            except TypeError:
                Record.made = before
                raise
    return shape


def _shape(kind: Any) -> Shape:
    if kind in _PLAIN:
        return _PLAIN[kind]()
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind in Record.made:
            return Record.made[kind]
        return Agreements(kind) if issubclass(kind, Options) else Asked(kind) if kind is Field else Record(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _noted(arguments[0], [each for each in arguments[1:] if isinstance(each, Meta)])
    if origin is Literal:
        return Words(arguments)
    if origin in (Union, types.UnionType):
        return Choice([_shape(each) for each in arguments], _UNIONS.get(kind))
    if origin is tuple and arguments[1:] == (...,):
        return Row(_shape(arguments[0]))
    if origin is tuple:
        return Fixed([_shape(each) for each in arguments])
    if isinstance(origin, type) and issubclass(origin, Mapping) and arguments[0] is str:
        return Named(_shape(arguments[1]))
    raise TypeError(f"{kind} has no public form")


def _noted(kind: Any, notes: Sequence[Meta]) -> Shape:
    for note in notes:
        extra = note.extra or {}
        if "form" in extra:
            return _NOTED[extra["form"]]
        if "parts_of" in extra:
            whole = _shape(extra["parts_of"])
            assert isinstance(whole, Record)
            return Parts(whole)
    bounds = [note for note in notes if note.ge is not None or note.le is not None]
    if kind is int and bounds:
        return Whole(bounds[0].ge, bounds[0].le)  # type: ignore[arg-type]
    return _shape(kind)
