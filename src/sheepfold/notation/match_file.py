"""The match file: a match as it is played, one entry per line, only ever added to.

It begins with a header, ``{"sheepfold_match": 1, "game": …, "rules": …}``, perhaps with ``players`` and ``seed``; keys
that begin with ``_`` belong to the user. Then every entry of the log has its line, in the words of transcripts:

* ``{"opening": […]}``: what chance decided before the first deal, as events in the public JSON form;
* ``{"table": {…}, "deal": {…}}``: a deal, with ``seed`` if it has one of its own, ``given`` if somebody laid it out;
* ``{"act": "1 bury KS"}``, with ``claimed`` or ``hinted`` where they apply;
* ``{"claim": 2}``: a claim of that seat was accepted;
* ``{"back": 17}``: every entry from number 17 on is taken back; the first line after the header is number 0;
* ``{"seat": 1, "bot": "club"}`` or ``{"seat": 0, "name": "Ann"}``: who holds a seat from here on.

Actions, claims and takings-back may carry ``id`` and ``by``. A program that is stopped while it writes leaves a torn
last line; a reader drops it and says so, and whoever continues the file cuts it off. A last line that is not JSON
counts as torn. Anything else that is wrong is refused with its line. A claim that was written only in part is finished
when it is sent again with the same ``id``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, assert_never

import msgspec
from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadRecord, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.files.writing import Appender, in_words, new_file, read_bytes
from sheepfold.notation.header import (
    Given,
    Header,
    header_data,
    in_deal,
    is_torn,
    json_line,
    read_header,
    unknown_key,
    whole_lines,
)
from sheepfold.notation.records import Record
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
from sheepfold.play.log import Acted, Claimed, Dealt, Entry, Log, Logged, Opening, Seated, TakenBack

FORMAT = 1
"""The version of the file's shape."""

HEADER_KEYS = ("sheepfold_match", "game", "rules", "players", "seed")


class MatchFile(Struct, frozen=True):
    """A match as it was read. ``own`` are the user's keys of the header, ``players`` its names.

    ``torn``: the last line was cut short and has been dropped. ``end`` is how many bytes of the file are whole lines.
    ``damage``: why nothing behind ``end`` could be read, where a file was read as far as it is whole.
    """

    log: Log
    players: tuple[str, ...] = ()
    own: Mapping[str, Any] = {}
    torn: bool = False
    end: int = 0
    damage: BadRecord | None = None

    @property
    def seated(self) -> dict[Seat, Seated]:
        """Who was seated last, by seat; nobody where the file does not say."""
        entries = [logged.entry for logged in self.log.entries]
        return {entry.seat: entry for entry in entries if isinstance(entry, Seated)}

    @property
    def record(self) -> Record:
        """The same as a record: as it stands, without what was taken back; refused while nothing has been dealt."""
        if not self.log.begun:
            raise BadRecord("no_deals", "Nothing has been dealt in this match file yet.", key="no_deals_yet")
        names = list(self.players or [""] * self.log.game.seats)
        for seat, entry in self.seated.items():
            names[seat] = entry.name or entry.bot or names[seat]
        return Record(self.log.match, tuple(names) if all(names) else (), self.own)


# -- reading -----------------------------------------------------------------------------------------------------------


def read_match_file(data: str | bytes, game: Given = None, *, salvage: bool = False) -> MatchFile:
    """A match from its file. ``game`` is for a game that is not registered.

    ``salvage``: a damaged file is read as far as it is whole, from the header to the first line that cannot be; the
    first deal must be among them.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")  # a line with such a character is refused like any damaged one
    lines, torn, end = whole_lines(data)
    header = _read_head(lines, game)
    log = Log(header.game, header.seed)
    for number, text, start in lines[1:]:
        try:
            _enter(log, json_line(text, number), number)
        except BadRecord as error:
            if not salvage or not log.begun:
                raise
            return MatchFile(log, header.players, header.own, False, start, error)
    return MatchFile(log, header.players, header.own, torn, end)


def _read_head(lines: list[tuple[int, bytes, int]], game: Given) -> Header:
    line, text = lines[0][:2] if lines else (1, b"")
    beginning = b'{"sheepfold_match":'
    if len(lines) < 2 and beginning.startswith(text[: len(beginning)]) and is_torn(line, text):
        raise BadRecord("no_header", "The match file was cut short before its header was whole.", line=line)
    data = json_line(text, line) if text.lstrip().startswith(b"{") else None
    if not isinstance(data, dict) or "sheepfold_match" not in data:
        sentence = "This is not a Sheepfold match file: it does not begin with 'sheepfold_match'."
        raise BadRecord("foreign_match", sentence, line=line)
    version = data["sheepfold_match"]
    if type(version) is not int or version != FORMAT:
        sentence = "This match file has the format { $found }; this program reads format { $known }."
        raise BadRecord("match_format", sentence, None, line, found=str(version), known=FORMAT)
    name = unknown_key(data, HEADER_KEYS)
    if name is not None:
        sentence = "The header of a match file has no key '{ $name }'; keys of your own begin with _."
        raise BadRecord("unknown_key", sentence, None, line, name=name, key="unknown_key_match")
    return read_header(data, lambda _: line, game)


def _enter(log: Log, data: Any, line: int) -> None:
    """One more line, through the same checks as when it was played."""
    try:
        entry = read_entry(log, data)
        log.again(entry)
    except SheepfoldError as error:
        told = in_deal(error, 1 + sum(isinstance(logged.entry, Dealt) for logged in log.entries))
        raise BadRecord(told.code, told.message, told.rule, line) from None


def read_entry(log: Log, data: Any) -> Entry:
    """The entry of a line, to be entered next; whether it can be is for the log to say."""
    kind = next((key for key in _READERS if key in data), None) if isinstance(data, dict) else None
    if kind is None:
        sentence = "This is not an entry of a match: it has none of the keys { $names }."
        raise BadRecord("entry", sentence, names=", ".join(_READERS))
    keys, reader = _READERS[kind]
    name = unknown_key(data, (kind, *keys))
    if name is not None:
        sentence = "An entry with '{ $kind }' has no key '{ $name }'; keys of your own begin with _."
        raise BadRecord("unknown_key", sentence, kind=kind, name=name, key="unknown_key_entry")
    return reader(log, data)


def _read_opening(log: Log, data: Mapping[str, Any]) -> Opening:
    if log.begun:
        raise BadRecord("opening", "An opening comes before the first deal.", key="opening_late")
    return Opening(read_opening(log.game, data["opening"]))


def _read_dealt(log: Log, data: Mapping[str, Any]) -> Dealt:
    standing = read_standing(log.game, data["table"])
    if not log.begun:
        check_opening(tuple(event for logged in log.entries for event in logged.events), standing)
    seed = _text(data, "seed") if "seed" in data else None
    return Dealt(standing, read_deal(data.get("deal")), seed, _flag(data, "given"))


def _read_acted(log: Log, data: Mapping[str, Any]) -> Acted:
    seat, action = read_action(data["act"])
    claimed, hinted = _flag(data, "claimed"), _flag(data, "hinted")
    return Acted(seat, action, _text(data, "id"), _text(data, "by"), claimed, hinted)


def _read_claimed(log: Log, data: Mapping[str, Any]) -> Claimed:
    return Claimed(data["claim"], _text(data, "id"), _text(data, "by"))


def _read_back(log: Log, data: Mapping[str, Any]) -> TakenBack:
    to = data["back"]
    if type(to) is not int:
        raise BadRecord("back", "What is taken back must be the number of an entry.")
    return TakenBack(to, _text(data, "id"), _text(data, "by"))


def _read_seated(log: Log, data: Mapping[str, Any]) -> Seated:
    return Seated(data["seat"], _text(data, "name"), _text(data, "bot"))


_READERS: Mapping[str, tuple[tuple[str, ...], Callable[[Log, Mapping[str, Any]], Entry]]] = {
    "opening": ((), _read_opening),
    "table": (("deal", "seed", "given"), _read_dealt),
    "act": (("id", "by", "claimed", "hinted"), _read_acted),
    "claim": (("id", "by"), _read_claimed),
    "back": (("id", "by"), _read_back),
    "seat": (("name", "bot"), _read_seated),
}
"""By the key that tells an entry: its other keys, and how it is read."""


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise BadRecord("entry_text", "'{ $name }' of an entry must be a text.", name=key)
    return value


def _flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise BadRecord("entry_flag", "'{ $name }' of an entry must be true or false.", name=key)
    return value


# -- writing -----------------------------------------------------------------------------------------------------------


def write_header(log: Log, players: tuple[str, ...] = (), own: Mapping[str, Any] | None = None) -> bytes:
    """The first line of a match file, without its end."""
    return _line({"sheepfold_match": FORMAT, **header_data(Header(log.game, players, log.seed)), **(own or {})})


def entry_line(game: Game[Any], entry: Entry | Logged) -> bytes:
    """The line of an entry, without its end."""
    return _line(_entry_data(game, entry.entry if isinstance(entry, Logged) else entry))


def _line(data: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(data)


def _entry_data(game: Game[Any], entry: Entry) -> dict[str, Any]:
    match entry:
        case Opening(events=events):
            return {"opening": write_opening(events)}
        case Dealt(standing=standing, deal=deal, seed=seed, given=given):
            data = {"table": write_standing(standing), "deal": write_deal(game, deal)}
            more: dict[str, Any] = {**({} if seed is None else {"seed": seed}), **({"given": True} if given else {})}
            return {**data, **more}
        case Acted(seat=seat, action=action, claimed=claimed, hinted=hinted):
            flags = {"claimed": claimed, "hinted": hinted}
            return {"act": write_action(seat, action), **_whose(entry), **{key: True for key in flags if flags[key]}}
        case Claimed(seat=seat):
            return {"claim": seat, **_whose(entry)}
        case TakenBack(to=to):
            return {"back": to, **_whose(entry)}
        case Seated(seat=seat, name=name, bot=bot):
            return {"seat": seat, **({"name": name} if name else {}), **({"bot": bot} if bot else {})}
        case _:
            assert_never(entry)


def _whose(entry: Acted | Claimed | TakenBack) -> dict[str, str]:
    return {key: value for key, value in (("id", entry.id), ("by", entry.by)) if value}


def damaged_copy(path: Path) -> Path:
    """Where a damaged file is kept when its match goes on from what is whole of it."""
    return path.with_name(f"{path.name}.damaged")


class MatchWriter:
    """Keeps a file up to date with a log: ``keep_up`` adds whatever has been entered since the last time.

    The entries of one call are written at once, so a claim and the play that follows from it stay together. The file
    is locked until it is closed. Whatever goes wrong is refused in words, and the file is as it was.
    """

    def __init__(self, file: Appender, log: Log, written: int) -> None:
        self._file = file
        self.log = log
        self.written = written

    @classmethod
    def begin(
        cls, path: Path, log: Log, players: tuple[str, ...] = (), own: Mapping[str, Any] | None = None
    ) -> MatchWriter:
        """A new file for a log, with all that it holds so far; refused where a file stands already."""
        with in_words(new_file(path)):
            lines = [write_header(log, players, own), *(entry_line(log.game, logged) for logged in log.entries)]
            file = Appender(path, new=True)
            try:
                file.write(*lines)
            except BaseException:
                file.close()
                path.unlink()
                raise
        return cls(file, log, log.number)

    @classmethod
    def resume(cls, path: Path, game: Given = None, *, salvage: bool = False) -> tuple[MatchFile, MatchWriter]:
        """A match that was begun before and the writer that goes on with its file; a torn last line is cut off.

        ``salvage``: a damaged file is cut where it is no longer whole, and a copy of it stays as it was.
        """
        read_bytes(path)  # opening it for writing would make a file that is not there
        with in_words(path):
            file = Appender(path)
            try:
                data = file.read()
                read = read_match_file(data, game, salvage=salvage)
                if read.damage is not None:
                    damaged_copy(path).write_bytes(data)
                file.cut(read.end)
            except BaseException:
                file.close()
                raise
        return read, cls(file, read.log, read.log.number)

    def keep_up(self) -> None:
        """Add every entry that the file does not have yet."""
        log = self.log
        if self.written < log.number:
            with in_words(self._file.path):
                self._file.write(*(entry_line(log.game, logged) for logged in log.since(self.written)))
            self.written = log.number

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._file.path

    def sync(self) -> None:
        """Wait until the disk has it all."""
        with in_words(self.path):
            self._file.sync()

    def move(self, path: Path) -> None:
        """Put the file elsewhere in the same file system."""
        with in_words(path):
            self._file.move(path)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
