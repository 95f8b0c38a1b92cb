"""Match records: TOML for people, JSON lines in bulk. A record is a proof: reading it replays it.

A record has a header (``sheepfold = 1``, ``game``, ``rules``, perhaps ``players``, ``seed`` and ``opening``) and one
transcript per deal. Outcomes may stand in it and are then checked. Keys that begin with ``_`` belong to the user and
are kept. Whatever is wrong is refused with the line where it stands, and nothing is changed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from typing import Any, TypeAlias

from msgspec import Struct

from sheepfold.core.errors import BadRecord, SheepfoldError
from sheepfold.core.events import Outcome
from sheepfold.core.game import Game
from sheepfold.core.message import Pattern, say
from sheepfold.notation.header import (
    Given,
    Header,
    LineOf,
    header_data,
    in_deal,
    json_line,
    look_through,
    own_keys,
    read_header,
    unknown_key,
)
from sheepfold.notation.transcript import (
    check_opening,
    read_action,
    read_deal,
    read_opening,
    read_standing,
    write_action,
    write_deal,
    write_opening,
    write_standing,
)
from sheepfold.play.log import Dealt, Log, Opening
from sheepfold.play.match import DealRecord, Match
from sheepfold.play.replay import replay as replay_deal

FORMAT = 1
"""The version of the record's shape; the rules have a version of their own."""

HEADER_KEYS = ("sheepfold", "game", "rules", "players", "seed", "opening", "deals")
DEAL_RECORD_KEYS = ("table", "deal", "seed", "given", "actions", "id", "game", "legal", "next")
OUTCOME_KEYS = ("points", "tricks", "delta", "melds", "discard_points", "blind_to")


class Record(Struct, frozen=True):
    """A match as it was read or will be written; ``own`` and ``deal_own`` are the user's keys."""

    match: Match
    players: tuple[str, ...] = ()
    own: Mapping[str, Any] = {}
    deal_own: tuple[Mapping[str, Any], ...] = ()


# -- reading -----------------------------------------------------------------------------------------------------------


def read_toml(text: str, game: Given = None) -> Record:
    """A record from TOML text. ``game`` is for a game that is not registered."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadRecord("record_deep", "This is nested too deeply to be a record.", line=1) from None
    except ValueError as error:  # tomllib's own refusals, and that of a number with thousands of digits
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else text.count("\n") + 1
        reason = re.sub(r" \(at .*\)$", "", str(error))
        sentence = "The file is damaged or not a record: { $reason }."
        raise BadRecord("not_toml", sentence, line=number, reason=reason) from None
    look_through(data, 1)
    return _Reading(data, _TomlLines(text), game).record()


def salvage_toml(text: str, game: Given = None) -> tuple[Record, BadRecord | None]:
    """A record from TOML text; of one that was cut short what is whole of it, and why the rest is lost.

    Anything else that is wrong is refused as ever: only a text that is not TOML can have been cut.
    """
    try:
        return read_toml(text, game), None
    except BadRecord as error:
        if error.code != "not_toml":
            raise
        why = error
    for shorter in _whole_parts(text):
        try:
            return read_toml(shorter, game), why
        except BadRecord:
            continue
    raise why


def _whole_parts(text: str) -> Iterator[str]:
    """What may be left of a record that was cut: up to its last whole action, then up to each deal before."""
    yield text.rpartition('",')[0] + '"]\n'
    for deal in reversed([found.start() for found in re.finditer(r"^\[\[deals\]\]", text, re.MULTILINE)]):
        yield text[:deal]


def read_jsonl(text: str, game: Given = None) -> Iterator[Record]:
    """Records from JSON lines, one match per line, lazily; a wrong line stops with its number."""
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would also split at signs inside a text
        if line.strip():
            yield _Reading(json_line(line, number), _OneLine(number), game).record()


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


_Lines: TypeAlias = _TomlLines | _OneLine


class _Reading:
    """One record on its way from plain data into a match."""

    def __init__(self, data: Any, lines: _Lines, game: Given) -> None:
        self.lines = lines
        self.data = self._checked(data)
        self.header = read_header(data, self._line_of, game)
        self.opening = self._opening()
        self.log = Log(self.header.game, self.header.seed)

    def _line_of(self, key: str) -> int:
        return self.lines.of(None, key)

    def _checked(self, data: Any) -> Mapping[str, Any]:
        if not isinstance(data, dict) or "sheepfold" not in data:
            sentence = "This is not a Sheepfold record: it does not begin with 'sheepfold = 1'."
            raise BadRecord("foreign_record", sentence, line=self._line_of(""))
        version = data["sheepfold"]
        if type(version) is not int or version != FORMAT:
            sentence = "This record has the format { $found }; this program reads format { $known }."
            line = self._line_of("sheepfold")
            raise BadRecord("record_format", sentence, None, line, found=str(version), known=FORMAT)
        _refuse_unknown(data, HEADER_KEYS, _UNKNOWN_RECORD, self._line_of)
        return data

    def _opening(self) -> Opening:
        try:
            return Opening(read_opening(self.header.game, self.data.get("opening", [])))
        except BadRecord as error:
            raise BadRecord(error.code, error.message, error.rule, self._line_of("opening")) from None

    def record(self) -> Record:
        """The whole match, replayed."""
        deals = self.data.get("deals")
        if not isinstance(deals, list) or not deals:
            sentence = "The record holds no deals; it may have been cut short."
            raise BadRecord("no_deals", sentence, line=self._line_of("deals"))
        self.log.again(self.opening)
        for number, deal in enumerate(deals):
            self._deal(deal, number)
        own = tuple(own_keys(deal) for deal in deals)
        return Record(self.log.match, self.header.players, self.header.own, own)

    def _deal(self, data: Any, number: int) -> None:
        """Replay one more deal on top of the match so far."""
        where, item = "table", None
        try:
            self._begin(data, number)
            where = "actions"
            for item, written in enumerate(_actions(data)):  # noqa: B007 - told in the error
                self.log.act(*read_action(written))
            item = None
            _check_outcome(self.log.match, data)
        except BadRecord as error:
            where = {"seed_mismatch": "deal", "deal_seed": "seed"}.get(error.code, where)
            line = self.lines.of(number, where, item) if error.line is None else error.line
            raise BadRecord(error.code, error.message, error.rule, line) from None
        except SheepfoldError as error:
            reason = error.message
            where = where if item is not None else "deal"
            told = say("record-deal", "Deal { $deal }: { $reason }", deal=number + 1, reason=reason)
            if item is not None:
                sentence = "Deal { $deal }, action { $action } ('{ $text }'): { $reason }"
                text = data["actions"][item]
                told = say("record-deal-action", sentence, deal=number + 1, action=item + 1, text=text, reason=reason)
            raise BadRecord(error.code, told, error.rule, self.lines.of(number, where, item)) from None

    def _begin(self, data: Any, number: int) -> None:
        """The standing and the cards of a deal."""
        if not isinstance(data, dict):
            raise BadRecord("deal", "A deal must be a table of keys.", key="record_deal")
        known = (*DEAL_RECORD_KEYS, *OUTCOME_KEYS)
        _refuse_unknown(data, known, _UNKNOWN_DEAL, lambda key: self.lines.of(number, key))
        standing = read_standing(self.header.game, data.get("table", {}))
        if number == 0:
            check_opening(self.opening.events, standing)
        deal, seed = read_deal(data.get("deal", {})), data.get("seed")
        if seed is not None and not isinstance(seed, str):
            raise BadRecord("deal_seed", "The seed of a deal must be a text.", "X7")
        given = data.get("given", False)
        if not isinstance(given, bool):
            raise BadRecord("deal_given", "'given' says whether a deal was laid out: true or false.", "X7")
        try:
            self.log.again(Dealt(standing, deal, seed, given))
        except SheepfoldError as error:
            raise in_deal(error, number + 1) from None


_UNKNOWN_RECORD = Pattern("unknown_key_record", "A record has no key '{ $name }'; keys of your own begin with _.")
_UNKNOWN_DEAL = Pattern("unknown_key_deal", "A deal has no key '{ $name }'; keys of your own begin with _.")


def _refuse_unknown(data: Mapping[str, Any], known: Iterable[str], told: Pattern, line_of: LineOf) -> None:
    name = unknown_key(data, known)
    if name is not None:
        raise BadRecord("unknown_key", told(name=name), line=line_of(name))


def _actions(data: Mapping[str, Any]) -> list[Any]:
    actions = data.get("actions", [])
    if not isinstance(actions, list):
        raise BadRecord("actions", "The actions must be a list of texts like '3 bury KS'.")
    return actions


def _check_outcome(match: Match, data: Mapping[str, Any]) -> None:
    """Compare what the record says of the result with the replay."""
    claimed = {key: data[key] for key in OUTCOME_KEYS if key in data}
    outcome = match.outcome
    if not claimed:
        return
    if outcome is None:
        sentence = "The record gives a result, but its actions do not finish the deal."
        raise BadRecord("deal_not_over", sentence, key="result_too_early")
    for key, value in claimed.items():
        got = getattr(outcome, key)
        got = list(got) if isinstance(got, tuple) else got
        told = value.get("seat") if key == "blind_to" and isinstance(value, Mapping) else value
        # Of a deal that was thrown in, zeros say the same as nothing.
        nothing = outcome.thrown_in and got == [] and isinstance(told, list) and not any(told)
        if got != told and not nothing:
            sentence = "The record says { $what } { $said }; the replay gives { $got }."
            raise BadRecord("outcome_mismatch", sentence, what=key, said=str(value), got=str(got))


# -- writing -----------------------------------------------------------------------------------------------------------


def to_data(record: Record) -> dict[str, Any]:
    """A record as plain data, in the order in which it is written."""
    match = record.match
    data = {"sheepfold": FORMAT, **header_data(Header(match.game, record.players, match.seed))}
    if match.opening:
        data["opening"] = write_opening(match.opening)
    data.update(record.own)
    deals = match.records
    own = record.deal_own + ({},) * (len(deals) - len(record.deal_own))
    outcomes = _outcomes(match)
    data["deals"] = [_deal_data(match.game, *each) for each in zip(deals, own, outcomes, strict=True)]
    return data


def _outcomes(match: Match) -> list[Outcome | None]:
    done = [match.game.outcome(replay_deal(match.game, d.standing, d.deal, d.actions).state) for d in match.done]
    return [*done, match.outcome]


def _deal_data(game: Game[Any], deal: DealRecord, own: Mapping[str, Any], outcome: Outcome | None) -> dict[str, Any]:
    data: dict[str, Any] = {"table": write_standing(deal.standing), "deal": write_deal(game, deal.deal)}
    if deal.seed is not None:
        data["seed"] = deal.seed
    if deal.given:
        data["given"] = True
    data["actions"] = [write_action(seat, action) for seat, action in deal.actions]
    if outcome is not None:
        data["delta"] = list(outcome.delta)
    return {**data, **own}


def write_jsonl(records: Iterable[Record]) -> str:
    """Records as JSON lines; a date among the user's keys becomes a text."""
    return "".join(json.dumps(to_data(record), ensure_ascii=False, default=str) + "\n" for record in records)


def write_toml(record: Record) -> str:
    """A record as TOML: short lists on one line, the actions wrapped."""
    data = to_data(record)
    lines = [f"{_toml_key(key)} = {_toml(value)}" for key, value in data.items() if key != "deals"]
    for deal in data["deals"]:
        lines += ["", "[[deals]]"]
        for key, value in deal.items():
            lines.append(f"{_toml_key(key)} = {_wrapped(value) if key == 'actions' else _toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """The few kinds of value that a record holds."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml_key(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    if isinstance(value, date | time):
        return value.isoformat()
    return _quoted(str(value))


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _quoted(text: str) -> str:
    """JSON's escapes are TOML's too, but for the delete character, which TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


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
