"""All readers of a table who see the same: those of one seat, or all who watch, in one language.

An audience folds its View once per entry and makes one message for everybody in it. It knows no socket.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from sheepfold.core.cards import Seat
from sheepfold.core.events import Event
from sheepfold.core.game import Game
from sheepfold.play.driver import Driver, refusals_for
from sheepfold.play.log import Dealt, Logged, Opening, TakenBack
from sheepfold.play.view import View, empty_view, watch
from sheepfold.presentation import Entry
from sheepfold.presentation.scene import COMMON, Scene
from sheepfold.table.voice import (
    COMMON_FIELDS,
    Names,
    encode,
    event_json,
    json_of,
    row,
    view_changes,
    view_json,
    voice_of,
    whole_view,
)

NULL = Raw(b"null")
MOST_TAIL = 32
"""Messages that are kept for whoever comes back."""
QUESTION_WIDTH = 60
"""Letters of the sentence that asks; a client with buttons shows the choices themselves."""


class Finished:
    """The deals of a match that are over, and their score sheet.

    A sheet calls everybody by name, as one on paper does, so one serves all readers of a language. It is made from
    facts alone, so that it is the same after a restart.
    """

    def __init__(self, game: Game[Any], names: Names, entries: Sequence[Entry] = ()) -> None:
        self.game, self.names = game, names
        self.entries = tuple(entries)
        self._sheets: dict[tuple[str, tuple[int, ...]], bytes] = {}

    def and_then(self, entry: Entry) -> Finished:
        """The same with one more; only of the last one the View is kept, for its settlement."""
        return Finished(self.game, self.names, (*(replace(each, view=None) for each in self.entries), entry))

    def sheet(self, language: str, scores: tuple[int, ...]) -> bytes:
        """The sheet in a language, with the names of this table."""
        kept = self._sheets.get((language, scores))
        if kept is None:
            voice = voice_of(self.game.options.text(), None, language, self.names.marks)
            plain = [replace(each, view=None) for each in self.entries]
            kept = self._sheets[language, scores] = self.names.put(voice.sheet(plain, scores))
        return kept


class Common:
    """What readers of one entry are sent alike: made for the first of them, and used for the others."""

    def __init__(self) -> None:
        self.fields: dict[str, Raw] = {}
        """Fields of the View as JSON."""
        self.messages: dict[tuple[object, ...], bytes] = {}
        """Whole messages, by language, events and lines, of those for whom nothing else has changed."""
        self._parts: dict[str, dict[str, Any]] = {}

    def parts(self, language: str) -> dict[str, Any]:
        """Parts of the Scene in a language."""
        return self._parts.setdefault(language, {})


class Told:
    """The entries that a table is telling now, each with what its readers are sent alike."""

    def __init__(self) -> None:
        self._entries: dict[int, Common] = {}

    def of(self, number: int) -> Common:
        """What is common of an entry."""
        return self._entries.setdefault(number, Common())


class Audience:
    """Readers with the same eyes: their View, their Scene, and the lines of this deal as they were told."""

    def __init__(self, driver: Driver, seat: Seat | None, language: str, names: Names) -> None:
        self.driver = driver
        self.seat = seat
        self.names = names
        self.voice = voice_of(driver.log.game.options.text(), seat, language, names.marks)
        self.view: View | None = None
        self.scene: Scene | None = None
        self.lines: list[bytes] = []
        self.until = 0
        """The number of the first entry that this audience has not heard."""
        self.tail: deque[tuple[int, bytes]] = deque(maxlen=MOST_TAIL)
        """The last messages under their numbers, for whoever was away for a moment."""
        self.catch_up()

    def catch_up(self) -> None:
        """Be where the match is, whatever was told before: for whoever comes late, and after a taking-back."""
        log = self.driver.log
        self.until = log.number
        self.tail.clear()
        if not log.begun:
            self.view = self.scene = None
            self.lines = [line for logged in log.entries for line in self._lines_of(logged)]
            return
        match = log.match
        self.view = empty_view(log.game, self.seat)
        self.lines = list(self._opening())
        for event, view in watch(self.view, (*match.events, *match.closing)):
            self.lines += self._line(event, view)
            self.view = view
        self.scene = self.voice.presenter.scene(self.view)

    def _opening(self) -> Iterator[bytes]:
        """What was told before the first deal, while that is on the table."""
        log = self.driver.log
        first = [logged for logged in log.entries if isinstance(logged.entry, Opening)]
        deals = sum(isinstance(logged.entry, Dealt) for logged in log.entries)
        if first and deals == 1:
            yield from self._lines_of(first[0])

    def _lines_of(self, logged: Logged) -> Iterator[bytes]:
        for event, view in watch(empty_view(self.driver.log.game, self.seat), logged.events):
            yield from self._line(event, view)

    def _line(self, event: Event, view: View) -> Sequence[bytes]:
        line = self.voice.event(event, view)
        return (line,) if line else ()

    # -- messages ------------------------------------------------------------------------------------------------

    def news(self, first: int, finished: Finished, told: Told | None = None) -> list[bytes] | None:
        """The messages of all entries that were not heard yet; ``None``: there was a taking-back, a snapshot is due.

        ``first`` is what is added to the numbers of the match, ``finished`` the deals that are over; ``told`` is there
        if the same is being told to others.
        """
        told = told or Told()
        unheard = self.driver.log.since(self.until)
        if any(isinstance(logged.entry, TakenBack) for logged in unheard):
            self.catch_up()
            return None
        found = []
        for logged in unheard:
            message = self.heard(logged, first + logged.number, finished, told.of(logged.number))
            self.tail.append((first + logged.number, message))
            found.append(message)
        return found

    def missed(self, since: int) -> list[bytes] | None:
        """The messages after that number, if they are all still here."""
        kept = [message for number, message in self.tail if number > since]
        known = self.tail and self.tail[0][0] <= since + 1 and since <= self.tail[-1][0]
        return kept if known else None

    def heard(self, logged: Logged, number: int, finished: Finished, common: Common) -> bytes:
        """The message of an entry, which is folded into what this audience has seen."""
        self.until = logged.number + 1
        new_deal = isinstance(logged.entry, Dealt)
        before = None if self.view is None or self.scene is None else (self.view, self.scene)
        seen, said, view = self._seen(logged, new_deal)
        fresh = new_deal and before is not None
        if fresh:
            self.lines = []
        self.lines += said
        fields: dict[str, Any] = {}
        parts: dict[str, Any] = {}
        if self.driver.log.begun and not isinstance(logged.entry, Opening):
            fields, parts = self._changes(before, seen, view, new_deal, common)
        question = self.question()
        over = bool(seen) and self.driver.match.turn is None and self.driver.match.outcome is not None
        alike = not (fresh or over) and question is None and self._alike(fields, parts)
        at = (self.voice.language, tuple(seen), tuple(said)) if alike else None
        if at is not None and at in common.messages:
            return common.messages[at]
        message: dict[str, Any] = {"t": "ev", "v": number}
        if seen:
            message["e"] = Raw(row(map(event_json, seen)))
        if said:
            message["say"] = Raw(row(said))
        if fresh:
            message["fresh"] = True
        if fields:
            message["view"] = Raw(view_json(fields, common.fields))
        if parts:
            message["scene"] = Raw(self.voice.scene_json(parts))
        if over:
            message["ended"] = Raw(self.ended(finished))
        if question is not None:
            message["question"] = Raw(question)
        made = self.names.put(encode(message))
        if at is not None:
            common.messages[at] = made
        return _and(made, b"sheet", self.sheet(finished)) if over else made

    def _seen(self, logged: Logged, new_deal: bool) -> tuple[list[Event], list[bytes], View]:
        """The events of an entry as this audience sees them, their lines, and the View after them."""
        view = empty_view(self.driver.log.game, self.seat) if new_deal or self.view is None else self.view
        seen: list[Event] = []
        said: list[bytes] = []
        for event, after in watch(view, logged.events):
            seen.append(event)
            said += self._line(event, after)
            view = after
        return seen, said, view

    def _alike(self, fields: Collection[str], parts: Collection[str]) -> bool:
        """Whether nothing else has changed than what everybody sees alike."""
        return COMMON_FIELDS.issuperset(fields) and (not parts or (self.voice.ours and COMMON.issuperset(parts)))

    def _changes(
        self, before: tuple[View, Scene] | None, seen: Sequence[Event], view: View, new_deal: bool, common: Common
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """What has changed of the View and the Scene; of a new deal everything is looked at."""
        presenter, shared = self.voice.presenter, common.parts(self.voice.language)
        if before is None:
            scene = presenter.scene(view, shared)
            fields, parts = whole_view(view), {name: getattr(scene, name) for name in Scene.__struct_fields__}
        else:
            fields = view_changes(before[0], view)
            if new_deal:
                made = presenter.scene(view, shared)
                names = Scene.__struct_fields__
                parts = {name: part for name in names if (part := getattr(made, name)) != getattr(before[1], name)}
            else:
                parts = presenter.changed_parts(before[1], seen, fields, view, shared) if seen else {}
            scene = _replaced(before[1], parts)
        self.view, self.scene = view, scene
        return fields, parts

    def question(self) -> bytes | None:
        """What the seat is asked, if it is theirs to answer; with the marks of names."""
        match = self.driver.match if self.driver.log.begun else None
        if match is None or self.seat is None or match.turn != self.seat or self.view is None:
            return None
        voice, legal = self.voice, match.legal
        refused = refusals_for(match.game, match.state, legal, self.view)
        say = voice.presenter.question(legal, QUESTION_WIDTH, self.view)
        return encode(
            {
                "seat": self.seat,
                "legal": Raw(row(map(voice.choice, legal))),
                "refused": Raw(row(map(voice.denied, refused))),
                "say": Raw(voice.line(say)),
            }
        )

    def sheet(self, finished: Finished) -> bytes:
        """The score sheet so far."""
        return finished.sheet(self.voice.language, self.driver.match.scores)

    def ended(self, finished: Finished) -> bytes:
        """The end of the deal that has just been played."""
        assert self.view is not None
        return self.voice.ended(finished.entries[-1], self.view)

    def snapshot(self, number: int, finished: Finished) -> dict[str, Any]:
        """The parts of a snapshot that follow from the match; with the names of this table."""
        if self.view is None or self.scene is None:
            none = dict.fromkeys(("view", "scene", "sheet", "ended", "question"), NULL)
            return {"v": number, **none, "lines": self._named(row(self.lines))}
        over = self.driver.match.outcome is not None
        question = self.question()
        parts = {name: getattr(self.scene, name) for name in Scene.__struct_fields__}
        return {
            "v": number,
            "view": Raw(view_json(whole_view(self.view))),
            "scene": self._named(self.voice.scene_json(parts)),
            "lines": self._named(row(self.lines)),
            "sheet": Raw(self.sheet(finished)),
            "ended": self._named(self.ended(finished)) if over else NULL,
            "question": NULL if question is None else self._named(question),
        }

    def _named(self, data: bytes) -> Raw:
        return Raw(self.names.put(data))

    def say(self, value: Any, kind: Any = None) -> Raw:
        """A value with lines in it, with the names of this table."""
        return self._named(json_of(value, kind))


def _and(message: bytes, name: bytes, value: bytes) -> bytes:
    """A JSON object with one more field."""
    return b'%b,"%b":%b}' % (message[:-1], name, value)


def _replaced(scene: Scene, parts: dict[str, Any]) -> Scene:
    return replace(scene, **parts) if parts else scene
