"""What records and match files share: plain data out of a file, and the header that says what is played.

What stands in a file is somebody else's: it is looked through once before anything is done with it, and it never
decides what is imported. A game that is not registered must have been named by whoever reads the file.
"""

from __future__ import annotations

import codecs
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from sheepfold.core.errors import BadRecord, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.message import say
from sheepfold.core.options import parse_values, split_text
from sheepfold.registry import GAMES, known_game, make_game, split_path

DEEPEST = 50
"""Nobody's own keys are nested deeper than this."""

Given: TypeAlias = Game[Any] | str | None
"""The game that a reader names for a file of a game that is not registered: ``module:Class``, or the game itself."""

LineOf: TypeAlias = Callable[[str], int]
"""The line on which a key of the header stands."""


class Header(Struct, frozen=True):
    """What is played, by whom and from which seed; ``own`` are the user's keys."""

    game: Game[Any]
    players: tuple[str, ...] = ()
    seed: str | None = None
    own: Mapping[str, Any] = {}


# -- plain data --------------------------------------------------------------------------------------------------------


def json_line(text: str | bytes, line: int) -> Any:
    """The data of one line of JSON, looked through; refused with the number of the line."""
    try:
        data = msgspec.json.decode(text)
    except RecursionError:
        raise _too_deep(line) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        sentence = "The line is damaged or not a record: { $reason }."
        raise BadRecord("not_json", sentence, line=line, reason=str(error).rstrip(".")) from None
    look_through(data, line)
    return data


def whole_lines(data: bytes) -> tuple[list[tuple[int, bytes, int]], bool, int]:
    """Every line that is not blank: its number, its bytes and where it begins; whether a torn last line was dropped,
    as it is left by a program that was stopped while it wrote; and where what is whole ends."""
    lines = []
    place = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    for number, line in enumerate(data[place:].split(b"\n"), 1):
        if line.strip():
            lines.append((number, line, place))
        place += len(line) + 1
    torn = len(lines) > 1 and is_torn(*lines[-1][:2])
    return lines[: len(lines) - torn], torn, lines[-1][2] if torn else len(data)


def is_torn(number: int, text: bytes) -> bool:
    """Whether the last line was cut: an object that is cut anywhere is no JSON any more."""
    try:
        json_line(text, number)
    except BadRecord as error:
        return error.code == "not_json"
    return False


def look_through(data: Any, line: int | None = None) -> None:
    """Refuse data that could not be kept: nested too deeply, numbers that are none, texts that cannot be written."""
    waiting = [([data], 0)]
    while waiting:
        values, depth = waiting.pop()
        if depth > DEEPEST:
            raise _too_deep(line)
        for value in values:
            if isinstance(value, str):
                if not value.isascii():
                    _check_text(value, line)
            elif isinstance(value, dict):
                waiting.append(([*value, *value.values()], depth + 1))
            elif isinstance(value, list):
                waiting.append((value, depth + 1))
            elif isinstance(value, float) and not math.isfinite(value):
                raise BadRecord("record_number", "'{ $number }' is not a number.", line=line, number=str(value))


def _check_text(text: str, line: int | None) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        sentence = "A text has a character that cannot be encoded."
        raise BadRecord("record_characters", sentence, line=line) from None


def _too_deep(line: int | None) -> BadRecord:
    return BadRecord("record_deep", "This is nested too deeply to be a record.", line=line)


def own_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that belong to the user."""
    return {key: value for key, value in data.items() if key.startswith("_")}


def unknown_key(data: Mapping[str, Any], known: Iterable[str]) -> str | None:
    """The first key that is neither known nor the user's."""
    return next((key for key in data if key not in known and not key.startswith("_")), None)


# -- the header --------------------------------------------------------------------------------------------------------


def read_header(data: Mapping[str, Any], line_of: LineOf, given: Given = None) -> Header:
    """Game, players and seed; the version of the shape and unknown keys are looked at by the caller."""
    game = _read_game(data, line_of, given)
    seed = data.get("seed")
    if seed is not None and not isinstance(seed, str):
        raise BadRecord("seed", "The seed must be a text.", "X7", line_of("seed"))
    return Header(game, _read_players(data, game.seats, line_of), seed, own_keys(data))


def _read_game(data: Mapping[str, Any], line_of: LineOf, given: Given) -> Game[Any]:
    text = data.get("game")
    if not isinstance(text, str):
        sentence = "The record does not say which game it is."
        raise BadRecord("no_game", sentence, line=line_of("game"), key="record_game")
    try:
        game = game_named(text, given)
    except SheepfoldError as error:
        raise BadRecord(error.code, error.message, error.rule, line_of("game")) from None
    rules = data.get("rules")
    if type(rules) is not int or rules != game.rules_version:
        sentence = (
            "This record was played under rules version { $played } of { $game }; "
            "this program plays version { $known }."
        )
        title, known = game.title, game.rules_version
        raise BadRecord("rules_version", sentence, None, line_of("rules"), played=str(rules), game=title, known=known)
    return game


def game_named(text: str, given: Given = None) -> Game[Any]:
    """The game that a file names. It must be registered, or be the one that the reader has given."""
    if split_path(text, GAMES) is not None:
        sentence = "A file names its game by its id, never by where its code is, as '{ $text }' does."
        raise BadRecord("game_path", sentence, text=text)
    if given is None:
        return known_game(text)
    kind = make_game(given) if isinstance(given, str) else given
    name, written = split_text(text.partition(":")[0])
    if name != kind.id:
        sentence = "This is a match of '{ $found }', not of '{ $wanted }'."
        raise BadRecord("other_game", sentence, found=name, wanted=kind.id)
    if name in GAMES and GAMES[name] is type(kind):
        return known_game(text)
    made: Game[Any] = type(kind)(kind.options_type.make(**parse_values(kind.options_type, written)))  # type: ignore[call-arg]
    return made


def _read_players(data: Mapping[str, Any], seats: int, line_of: LineOf) -> tuple[str, ...]:
    players = data.get("players", [])
    fits = isinstance(players, list) and all(isinstance(name, str) for name in players)
    if not fits or len(players) not in (0, seats):
        sentence = "The players must be { $seats } names, one per seat."
        raise BadRecord("players", sentence, None, line_of("players"), seats=seats, key="record_players")
    return tuple(players)


def header_data(header: Header) -> dict[str, Any]:
    """The keys of the header in the order in which they are written, but for the user's."""
    game = header.game
    data: dict[str, Any] = {"game": game.options.text(), "rules": game.rules_version}
    if header.players:
        data["players"] = list(header.players)
    if header.seed is not None:
        data["seed"] = header.seed
    return data


def in_deal(error: SheepfoldError, deal: int) -> SheepfoldError:
    """A refusal of the log, in the words of a file that holds many deals."""
    if error.code != "seed_mismatch":
        return error
    wrapped = say("seed_mismatch_deal", "The seed does not give the cards of deal { $deal }.", deal=deal)
    return BadRecord(error.code, wrapped, error.rule)
