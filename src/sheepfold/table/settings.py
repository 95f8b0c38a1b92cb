"""What whoever runs a server can set, and what a host can set for a table.

Settings of the server come from a TOML file (``sheepfold serve --config FILE``) and from the environment:
``SHEEPFOLD_MOST_TABLES=50`` is the setting ``most_tables``. The environment wins.

>>> read_settings({"SHEEPFOLD_MOST_TABLES": "50"}).most_tables
50
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from sheepfold.core.errors import SheepfoldError
from sheepfold.files.writing import read_text

PREFIX = "SHEEPFOLD_"
NOT_OURS = frozenset({"SHEEPFOLD_HOME"})
"""Variables of the same prefix that are no settings of a server."""

ClockName: TypeAlias = Literal["none", "normal", "fast"]
PaceName: TypeAlias = Literal["none", "fast", "normal", "slow"]
LONGEST_DELAY = 600
Delay: TypeAlias = Annotated[int, Meta(ge=0, le=LONGEST_DELAY)]


class BadSettings(SheepfoldError):
    """A setting that does not exist or has a value it cannot have."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a server. Sizes are bytes, times seconds, rates per second unless the name says otherwise."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = ""
    origins: tuple[str, ...] = ()
    """Origins beside the server's own from which a page may talk to it."""
    proxies: tuple[str, ...] = ()
    """Addresses whose forwarded headers are believed."""
    tls: bool = False
    """Whether people reach the server by https, through a proxy: cookies are then Secure."""
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses that may read /metrics."""
    workers: int = 0
    """Processes in which bots think; 0: as the machine has cores, less one."""
    socket_bytes: int = 16_384
    body_bytes: int = 65_536
    messages: float = 10.0
    messages_burst: int = 20
    chats: float = 1.0
    chats_burst: int = 5
    sockets_per_session: int = 6
    sockets_per_address: int = 40
    tables_per_hour: int = 10
    guests_per_minute: int = 5
    """New guests and used codes from one address."""
    most_tables: int = 5_000
    """Tables in memory at once."""
    outbox: int = 64
    """Messages that wait for a slow reader; more are replaced by one snapshot."""
    slow: float = 10.0
    """A reader that takes nothing for so long is closed with 4408."""
    asleep: float = 600.0
    """A table that nobody looks at sleeps in the store after that time."""
    limits: bool = True
    """Limits of rate and number; switched off for measurements only."""
    keep_matches_days: int = 90
    keep_guests_days: int = 90
    keep_chat_days: int = 30


class TableSettings(Struct, frozen=True, omit_defaults=True):
    """What the host can set for a table before the match."""

    clock: ClockName = "none"
    pace: PaceName = "normal"
    level: str = "regular"
    hints: bool = False
    takebacks: bool = False
    aids: bool = False
    seed: str = ""
    """A practice deal by name, against bots only; a live match has 256 random bits instead."""
    delay: Delay = 0
    """Seconds after which whoever watches sees what the players see at once."""


def table_settings(**given: Any) -> TableSettings:
    """The settings of a table from words; what none of them can be is refused."""
    try:
        return msgspec.convert(given, TableSettings)
    except msgspec.ValidationError as error:
        sentence = "The table cannot be set up like this: { $reason }."
        raise BadSettings("bad_setting", sentence, key="bad_table_setting", reason=_reason(error)) from None


def whole(text: str) -> int | str:
    """A whole number from a form or a line that was typed; whatever is none stays as it is, and is refused later."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def read_settings(environment: Mapping[str, str], path: Path | None = None, **given: Any) -> Settings:
    """The settings from a file, then the environment, then the command line; what is wrong is named."""
    data: dict[str, Any] = {} if path is None else _from_file(path)
    known = {field.name: field.type for field in fields(Settings)}
    for name, text in environment.items():
        if name.startswith(PREFIX) and name not in NOT_OURS:
            key = name.removeprefix(PREFIX).lower()
            if key in known:
                data[key] = _from_text(key, text, known[key])
    data.update({name: value for name, value in given.items() if value is not None})
    try:
        return msgspec.convert(data, Settings, strict=True)
    except msgspec.ValidationError as error:
        raise BadSettings("bad_setting", "The settings cannot be used: { $reason }.", reason=_reason(error)) from None


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        sentence = "{ $path } is not TOML: { $reason }."
        raise BadSettings("settings_file", sentence, path=str(path), reason=_reason(error)) from None


def _from_text(key: str, text: str, kind: Any) -> Any:
    if kind is str:
        return text
    if kind == tuple[str, ...]:
        return [part.strip() for part in text.split(",") if part.strip()]
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as error:
        sentence = "{ $name } cannot be '{ $text }': { $reason }."
        name = f"{PREFIX}{key.upper()}"
        raise BadSettings("bad_setting", sentence, key="bad_env", name=name, text=text, reason=_reason(error)) from None


def _reason(error: Exception) -> str:
    return str(error).rstrip(".")
