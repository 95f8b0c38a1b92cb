"""Match records: TOML for people, JSON lines in bulk. A record is a proof: reading it replays it.

A record has a header (``sheepfold = 1``, ``game``, ``rules``, perhaps ``players`` and ``seed``) and one transcript a
deal. Outcomes may stand in it and are then checked. Keys that begin with ``_`` belong to the user and are kept.
Whatever is wrong is refused with the line where it stands, and nothing is changed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.errors import BadRecord, SheepfoldError
from sheepfold.core.events import Outcome
from sheepfold.notation.transcript import (
    read_action,
    read_deal,
    read_standing,
    write_action,
    write_deal,
    write_standing,
)
from sheepfold.play.match import DealRecord, Match, dealt, start
from sheepfold.play.replay import replay as replay_deal
from sheepfold.registry import make_game

FORMAT = 1
"""The version of the record's shape; the rules have a version of their own."""

HEADER_KEYS = ("sheepfold", "game", "rules", "players", "seed", "deals")
DEAL_RECORD_KEYS = ("table", "deal", "actions", "id", "game", "legal", "next")
OUTCOME_KEYS = ("points", "tricks", "delta", "melds", "discard_points", "blind_to")


class Record(Struct, frozen=True):
    """A match as it was read or will be written; ``own`` and ``deal_own`` are the user's keys."""

    match: Match
    players: tuple[str, ...] = ()
    own: Mapping[str, Any] = {}
    deal_own: tuple[Mapping[str, Any], ...] = ()


# -- reading -----------------------------------------------------------------------------------------------------------


def read_toml(text: str) -> Record:
    """A record from TOML text."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else text.count("\n") + 1
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise BadRecord("not_toml", f"The file is damaged or not a record: {reason}.", line=number) from None
    return _read(data, _TomlLines(text))


def read_jsonl(text: str) -> Iterator[Record]:
    """Records from JSON lines, one match a line, lazily; a wrong line stops with its number."""
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would also split at signs inside a text
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except json.JSONDecodeError as error:
            sentence = f"The line is damaged or not a record: {error.msg} at column {error.colno}."
            raise BadRecord("not_json", sentence, line=number) from None
        yield _read(data, _OneLine(number))


class _OneLine:
    """Where things stand in a JSON line: all on that line."""

    def __init__(self, number: int) -> None:
        self._number = number

    def of(self, deal: int | None, key: str, item: int | None = None) -> int:
        return self._number


class _TomlLines:
    """Where the keys of a TOML record stand, found by looking for them in its text."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._deals = [n for n, line in enumerate(self._lines) if re.match(r"\s*\[\[\s*deals\s*\]\]", line)]

    def of(self, deal: int | None, key: str, item: int | None = None) -> int:
        """The line of a key of the header or of a deal, or of the n-th text in its list."""
        first = 0 if deal is None or deal >= len(self._deals) else self._deals[deal]
        for number in range(first, len(self._lines)):
            if re.match(rf"\s*{re.escape(key)}\s*=", self._lines[number]):
                return number + 1 if item is None else self._item(number, item)
        return first + 1

    def _item(self, number: int, item: int) -> int:
        seen = 0
        while number < len(self._lines):
            seen += len(re.findall(r'"[^"]*"|\'[^\']*\'', self._lines[number]))
            if seen > item:
                return number + 1
            number += 1
        return number


def _read(data: Any, lines: _TomlLines | _OneLine) -> Record:
    if not isinstance(data, dict) or "sheepfold" not in data:
        sentence = "This is not a Sheepfold record: it does not begin with 'sheepfold = 1'."
        raise BadRecord("foreign_record", sentence, line=lines.of(None, ""))
    if data["sheepfold"] != FORMAT:
        sentence = f"This record has the format {data['sheepfold']}; this program reads format {FORMAT}."
        raise BadRecord("record_format", sentence, line=lines.of(None, "sheepfold"))
    _refuse_unknown(data, HEADER_KEYS, "record", lines, None)
    game = _read_game(data, lines)
    players = _read_players(data, game.seats, lines)
    seed = data.get("seed")
    if seed is not None and not isinstance(seed, str):
        raise BadRecord("seed", "The seed must be a text.", "X7", lines.of(None, "seed"))
    deals = data.get("deals")
    if not isinstance(deals, list) or not deals:
        raise BadRecord(
            "no_deals", "The record holds no deals; it may have been cut short.", line=lines.of(None, "deals")
        )
    match: Match | None = None
    for number, deal in enumerate(deals):
        match = _read_deal_into(match, game, seed, deal, number, lines)
    assert match is not None
    own = {key: value for key, value in data.items() if key.startswith("_")}
    deal_own = tuple({key: value for key, value in deal.items() if key.startswith("_")} for deal in deals)
    return Record(match, players, own, deal_own)


def _refuse_unknown(
    data: Mapping[str, Any], known: Iterable[str], what: str, lines: _TomlLines | _OneLine, deal: int | None
) -> None:
    for key in data:
        if key not in known and not key.startswith("_"):
            sentence = f"A {what} has no key '{key}'; keys of your own begin with _."
            raise BadRecord("unknown_key", sentence, line=lines.of(deal, key))


def _read_game(data: Mapping[str, Any], lines: _TomlLines | _OneLine) -> Any:
    if not isinstance(data.get("game"), str):
        raise BadRecord("no_game", "The record does not say which game it is.", line=lines.of(None, "game"))
    try:
        game = make_game(data["game"])
    except SheepfoldError as error:
        raise BadRecord(error.code, error.sentence, error.rule, lines.of(None, "game")) from None
    if data.get("rules") != game.rules_version:
        sentence = (
            f"This record was played under rules version {data.get('rules')} of {game.title}; "
            f"this program plays version {game.rules_version}."
        )
        raise BadRecord("rules_version", sentence, line=lines.of(None, "rules"))
    return game


def _read_players(data: Mapping[str, Any], seats: int, lines: _TomlLines | _OneLine) -> tuple[str, ...]:
    players = data.get("players", [])
    fits = isinstance(players, list) and all(isinstance(name, str) for name in players)
    if not fits or len(players) not in (0, seats):
        sentence = f"The players must be {seats} names, one a seat."
        raise BadRecord("players", sentence, line=lines.of(None, "players"))
    return tuple(players)


def _read_deal_into(
    match: Match | None, game: Any, seed: str | None, data: Any, number: int, lines: _TomlLines | _OneLine
) -> Match:
    """Replay one more deal on top of the match so far."""
    where = "table"
    item: int | None = None
    try:
        if not isinstance(data, dict):
            raise BadRecord("deal", "A deal must be a table of keys.")
        _refuse_unknown(data, (*DEAL_RECORD_KEYS, *OUTCOME_KEYS), "deal", lines, number)
        standing = read_standing(game, data.get("table", {}))
        where = "deal"
        deal = read_deal(data.get("deal", {}))
        if seed is not None and dealt(game, standing, seed) != deal:
            raise BadRecord("seed_mismatch", f"The seed does not give the cards of deal {number + 1}.", "X7")
        where = "table"
        match = _begin_deal(match, game, seed, standing, deal)
        where = "actions"
        for item, written in enumerate(data.get("actions", [])):  # noqa: B007 - told in the error
            match = match.act(*read_action(written)).match
        item = None
        where = _check_outcome(match, data)
    except BadRecord as error:
        line = lines.of(number, where, item) if error.line is None else error.line
        raise BadRecord(error.code, error.sentence, error.rule, line) from None
    except SheepfoldError as error:
        what = f"Deal {number + 1}" + (f", action {item + 1} ('{data['actions'][item]}')" if item is not None else "")
        raise BadRecord(error.code, f"{what}: {error.sentence}", error.rule, lines.of(number, where, item)) from None
    return match


def _begin_deal(match: Match | None, game: Any, seed: str | None, standing: Any, deal: Any) -> Match:
    if match is None:
        return start(game, seed, standing=standing, deal=deal)
    following = match.following
    if match.outcome is None:
        raise BadRecord("deal_not_over", "The deal before this one is not finished; it may have been cut short.")
    if following is None:
        raise BadRecord("match_over", "The match was over before this deal.")
    # Without the seed nobody can say which dealer chance would have drawn, so the record's word is taken for that.
    drawn = replace(following, dealer=standing.dealer) if seed is None else following
    if drawn != standing:
        raise BadRecord(
            "table_mismatch", f"The table should be {_standing_text(following)}, not {_standing_text(standing)}."
        )
    return match.next_deal(deal, standing=standing)


def _standing_text(standing: Any) -> str:
    return ", ".join(f"{key} {value}" for key, value in write_standing(standing).items())


def _check_outcome(match: Match, data: Mapping[str, Any]) -> str:
    """Compare what the record says of the result; the key checked last is returned for the error's line."""
    claimed = {key: data[key] for key in OUTCOME_KEYS if key in data}
    if not claimed:
        return "actions"
    outcome = match.outcome
    if outcome is None:
        raise BadRecord("deal_not_over", "The record gives a result, but its actions do not finish the deal.")
    for key, value in claimed.items():
        got = getattr(outcome, key)
        got = list(got) if isinstance(got, tuple) else got
        told = value.get("seat") if key == "blind_to" and isinstance(value, Mapping) else value
        nothing = outcome.thrown_in and got == [] and isinstance(told, list) and not any(told)  # zeros say the same
        if got != told and not nothing:
            raise BadRecord("outcome_mismatch", f"The record says {key} {value}; the replay gives {got}.")
    return "actions"


# -- writing -----------------------------------------------------------------------------------------------------------


def to_data(record: Record) -> dict[str, Any]:
    """A record as plain data, in the order in which it is written."""
    match = record.match
    data: dict[str, Any] = {"sheepfold": FORMAT, "game": match.game.options.text(), "rules": match.game.rules_version}
    if record.players:
        data["players"] = list(record.players)
    if match.seed is not None:
        data["seed"] = match.seed
    data.update(record.own)
    deals = match.records
    own = record.deal_own + ({},) * (len(deals) - len(record.deal_own))
    outcomes = _outcomes(match)
    data["deals"] = [_deal_data(match.game, *each) for each in zip(deals, own, outcomes, strict=True)]
    return data


def _outcomes(match: Match) -> list[Outcome | None]:
    done = [match.game.outcome(replay_deal(match.game, d.standing, d.deal, d.actions).state) for d in match.done]
    return [*done, match.outcome]


def _deal_data(game: Any, deal: DealRecord, own: Mapping[str, Any], outcome: Outcome | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "table": write_standing(deal.standing),
        "deal": write_deal(game, deal.deal),
        "actions": [write_action(seat, action) for seat, action in deal.actions],
    }
    if outcome is not None:
        data["delta"] = list(outcome.delta)
    return {**data, **own}


def write_jsonl(records: Iterable[Record]) -> str:
    """Records as JSON lines."""
    return "".join(json.dumps(to_data(record), ensure_ascii=False) + "\n" for record in records)


def write_toml(record: Record) -> str:
    """A record as TOML: short lists on one line, the actions wrapped."""
    data = to_data(record)
    lines = [f"{key} = {_toml(value)}" for key, value in data.items() if key != "deals"]
    for deal in data["deals"]:
        lines += ["", "[[deals]]"]
        for key, value in deal.items():
            lines.append(f"{key} = {_wrapped(value) if key == 'actions' else _toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """The few kinds of value that a record holds."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        # JSON's escapes are TOML's too, but for the delete character, which TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml_key(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return json.dumps(str(value), ensure_ascii=False)  # dates and times of the user's own keys


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _wrapped(texts: list[str]) -> str:
    """A list of texts over several lines, at most 110 characters wide."""
    rows: list[str] = []
    row = "   "
    for text in texts:
        piece = f" {_toml(text)},"
        if len(row) + len(piece) > 110:
            rows.append(row)
            row = "   "
        row += piece
    return "[\n" + "\n".join([*rows, row]) + "\n]" if texts else "[]"
