"""What a person wants every time: kept in ``settings.toml`` of the settings folder, written whole or not at all.

A setting is what ``sheepfold play`` takes when nothing else is said on the command line. A file that cannot be read, or
a value that makes no sense, is told in one sentence and costs nothing but itself.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from sheepfold.bots import known_bot
from sheepfold.bots.roster import separate
from sheepfold.cli.listings import show_settings
from sheepfold.cli.params import DEFAULT_BOTS, DEFAULT_PACE, FORCED, PACES
from sheepfold.core.errors import SheepfoldError
from sheepfold.files.folders import settings_folder
from sheepfold.files.writing import BadFile, read_text, write_text
from sheepfold.presentation.reader import check_name

COLOURS = ("auto", "off")


class Settings(Struct, frozen=True):
    """What is taken where nothing else is said."""

    name: str = ""
    level: str = DEFAULT_BOTS
    pace: str = DEFAULT_PACE
    colours: str = COLOURS[0]
    forced: str = FORCED[0]


class BadSetting(SheepfoldError):
    """A setting that there is not, or a value that it cannot have."""


CHOICES: Mapping[str, tuple[str, ...]] = {"pace": PACES, "colours": COLOURS, "forced": FORCED}
"""The settings that are chosen from a list."""


def _check_own_name(value: str) -> None:
    if value:  # none at all is the usual one: you
        check_name(value)


def _check_level(value: str) -> None:
    if len(separate(value)) > 1:
        sentence = (
            "The setting level is one for all others, for games differ in their seats; --bots takes one for each."
        )
        raise BadSetting("setting_value", sentence, key="setting_one_level")
    known_bot(value)


CHECKS: Mapping[str, Callable[[str], object]] = {"name": _check_own_name, "level": _check_level}
"""Who refuses a value of the others."""


def settings_file() -> Path:
    """Where the settings are."""
    return settings_folder() / "settings.toml"


def checked(name: str, value: object) -> str:
    """A value for a setting, refused if it cannot have it."""
    if name not in Settings.__struct_fields__:
        names = ", ".join(Settings.__struct_fields__)
        sentence = "There is no setting '{ $name }'; there are { $names }."
        raise BadSetting("unknown_setting", sentence, name=name, names=names)
    if not isinstance(value, str):
        raise BadSetting("setting_value", "The setting { $name } must be a text.", name=name, key="setting_text")
    if name in CHOICES and value not in CHOICES[name]:
        sentence = "The setting { $name } must be one of { $values }, not '{ $value }'."
        raise BadSetting("setting_value", sentence, name=name, values=", ".join(CHOICES[name]), value=value)
    if name in CHECKS:
        CHECKS[name](value)
    return value


def read_settings() -> tuple[Settings, SheepfoldError | None]:
    """The settings as far as they can be read, and the first thing that is wrong with them."""
    try:
        data, fault = _data(), None
    except SheepfoldError as error:
        return Settings(), error
    good: dict[str, str] = {}
    for name, value in data.items():
        try:
            good[name] = checked(name, value)
        except SheepfoldError as error:
            fault = fault or _at_home(error)
    return Settings(**good), fault


def _at_home(error: SheepfoldError) -> BadSetting:
    """A refusal, with the file in which the value stands."""
    sentence = "{ $path }: { $reason }"
    return BadSetting(error.code, sentence, key="setting_in_file", path=str(settings_file()), reason=error.message)


def _data() -> dict[str, Any]:
    """What the file says; nothing if there is none, or no place for one."""
    try:
        path = settings_file()
    except BadFile:
        return {}
    if not path.exists():
        return {}
    try:
        return tomllib.loads(read_text(path))
    except (ValueError, RecursionError):
        sentence = "{ $path } is damaged; sheepfold settings --reset makes it anew."
        raise BadFile("damaged_settings", sentence, path=str(path)) from None


def write_settings(values: Mapping[str, str]) -> None:
    """Keep these values; the others are as they usually are."""
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items()]
    write_text(settings_file(), "".join(lines).replace("\x7f", "\\u007f"))


def run_settings(name: str | None, value: str | None, reset: bool) -> None:
    """List the settings, or change one."""
    usual = Settings()
    if reset and value is not None:
        raise click.UsageError("Give a value or --reset, not both.")
    if name is not None:
        checked(name, getattr(usual, name, ""))
    if reset and name is None:
        write_settings({})
    elif reset or value is not None:
        known = {key: each for key, each in _data().items() if key in Settings.__struct_fields__ and key != name}
        if name is not None and value is not None:
            known[name] = checked(name, value)
        write_settings(known)
    found, fault = read_settings()
    if fault is not None:
        raise fault
    names = Settings.__struct_fields__ if name is None else (name,)
    show_settings([(each, getattr(found, each), CHOICES.get(each, ())) for each in names])
