"""A table: one task owns it, does one thing after the other, and stores every entry before anybody sees it.

Whoever wants something of a table hands in a job (``submit``) and waits for its answer; jobs never run side by side.
Bots, clocks and people's connections live outside and hand in jobs too. If a job fails in a way that nobody foresaw,
the table is read again from the store, which is always right.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import Seat
from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.notation.forms import from_data, to_data
from sheepfold.notation.match_file import entry_line, read_entry, write_header
from sheepfold.play.driver import Driver
from sheepfold.play.log import Dealt, Log, Logged
from sheepfold.play.match import Match
from sheepfold.play.player import Question
from sheepfold.play.valuation import Valuation
from sheepfold.presentation import Entry, names_of
from sheepfold.presentation.reader import SEAT_NAMES
from sheepfold.presentation.words import languages
from sheepfold.registry import make_game
from sheepfold.solver.claim import Plan, tricks_left
from sheepfold.table.audience import Audience, Finished, Told
from sheepfold.table.clock import PRESETS, TableClock
from sheepfold.table.later import Later, no_match
from sheepfold.table.pace import delay, time_to_think
from sheepfold.table.protocol import (
    CLOSED_TABLE,
    MOST_CHAT,
    Ack,
    Act,
    Chat,
    ChatLine,
    Nak,
    Room,
    RoomNews,
    SeatState,
    Vote,
    You,
)
from sheepfold.table.settings import Settings, TableSettings
from sheepfold.table.store import Conflict, DealRow, Store, StoreFault, StreamRow, TableRow
from sheepfold.table.store.faults import sentence_of
from sheepfold.table.viewers import Person, Viewer
from sheepfold.table.voice import Names, Voice, encode, json_of, room_json, voice_of
from sheepfold.table.workers import Task, bot_task

T = TypeVar("T")

log = logging.getLogger("sheepfold.table")

NEXT_DEAL = 20.0
"""Seconds after which the next deal begins where there is a clock, whoever is not ready."""
BEGIN_AGAIN = 0.5
"""Seconds after which a match begins that was stopped before its first entry."""
ABSENT = 60.0
"""Seconds after which others may ask for a bot in place of somebody who is away."""
MISSES = 2
"""Decisions in a row that the clock took from somebody, after which a bot holds the seat."""
AGAIN = 1.0
"""Seconds after a fault of the store until it is tried again."""
CLAIM_DELAY = 3.0
"""Seconds until a claim is answered, be it true or false, easy or hard."""


class Decider(Protocol):
    """Who thinks for bots: worker processes, or something quick for measurements."""

    async def decide(self, task: Task, deadline: float) -> Action:
        """One of the legal actions, by the deadline."""

    async def value(self, task: Task, seconds: float) -> Valuation:
        """What every legal action is worth: a hint."""

    async def claim(self, task: Task, seconds: float) -> Plan | None:
        """A plan that surely reaches a claim, if there is one."""


class TableFault(SheepfoldError):
    """Something that cannot be done at this table now."""


class Services(Struct):
    """What every table of a server uses."""

    store: Store
    decider: Decider
    settings: Settings
    rng: random.Random
    now: Callable[[], float]
    claim_delay: float = CLAIM_DELAY
    counted: Callable[[str], None] = lambda name: None
    """Counts something for the metrics, by its name."""


class Place:
    """A seat while a table is in memory."""

    def __init__(self, guest: str | None = None, name: str = "", bot: str = "") -> None:
        self.guest = guest
        self.name = name
        self.bot = bot
        self.held = False
        self.ready = False
        self.misses = 0
        self.auto = False
        self.queued: tuple[Action, int | None] | None = None
        self.away_since: float | None = None
        self.claim_after = 0.0
        self.hinted: tuple[int, int] | None = None

    @property
    def person(self) -> bool:
        """Whether a person holds it."""
        return self.guest is not None

    @property
    def kind(self) -> str:
        """``open``, ``person`` or ``bot``."""
        return "person" if self.guest is not None else "bot" if self.bot else "open"


class Table:
    """A table in memory."""

    def __init__(self, services: Services, row: TableRow, places: Sequence[Place]) -> None:
        self.services = services
        self.row = row
        self.settings = msgspec.json.decode(row.settings, type=TableSettings)
        self.game: Game[Any] = make_game(row.game)
        self.places = list(places)
        self.chat: deque[ChatLine] = deque(maxlen=MOST_CHAT)
        self.viewers: set[Viewer] = set()
        self.stream: StreamRow | None = None
        self.driver: Driver | None = None
        self._finished: Finished | None = None
        self._results: list[bytes] = []  # of finished deals, read when the sheet is first wanted
        self.deal: DealRow | None = None
        self.last_number = -1
        """The number of the last entry of all matches before, while there is no match."""
        self.shown = -1
        """The number of the last entry that is stored and may be known; ``number`` runs ahead of it while one is."""
        self.paused = False
        self.paused_by: Seat | None = None
        self.vote: Vote | None = None
        self.vote_needed = 0
        self.on_vote: Callable[[], Awaitable[None]] | None = None
        self.idle_since = services.now()
        self.closed = False
        self.clock = TableClock(PRESETS[self.settings.clock], len(self.places), services.now)
        self.later = Later(services.now, lambda: self._inbox.put_nowait((self._show_later, None)))
        """What whoever watches sees, if the table has a delay."""
        self._over_at = services.now() - max(0.0, services.store.clock() - row.touched)
        """When the last match was over, or some time after that."""
        self._audiences: dict[tuple[Seat | None, str], Audience] = {}
        self._by_audience: dict[tuple[Seat | None, str], set[Viewer]] = {}
        self._names = Names(self.names)
        self._room = self.room()
        self._inbox: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any] | None]] = asyncio.Queue()
        self._waiting: set[asyncio.TimerHandle] = set()
        self._thinking: set[asyncio.Task[None]] = set()
        self._ahead = False
        """Whether memory holds something that is not, or may not be, stored; then only the store is believed."""
        self._moment = -2
        """The number of entries for which the next step has been arranged."""

    @property
    def claim_delay(self) -> float:
        """Seconds until a claim is answered."""
        return self.services.claim_delay

    # -- the task ------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Do what is handed in, one job after the other, for as long as the table is in memory."""
        while True:
            job, answer = await self._inbox.get()
            try:
                if self._ahead and self.stream is not None:  # what could not be stored has never been
                    await self.load_stream(self.stream)
                made = await job()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                await self._mended(error)
                if answer is not None and not answer.done():
                    answer.set_exception(error)
            else:
                if answer is not None and not answer.done():
                    answer.set_result(made)

    async def _mended(self, error: Exception) -> None:
        """The task of a table never ends by an error: what cannot be mended now is tried again later."""
        try:
            await self._failed(error)
        except Exception as worse:
            log.error("table %s cannot be mended now (%s)", self.row.id, type(worse).__name__)
            self._later(AGAIN, self.read_again)

    async def _failed(self, error: Exception) -> None:
        """What a job raised: a refusal changes nothing; anything else, and the table is read again."""
        if isinstance(error, SheepfoldError) and not isinstance(error, StoreFault):
            return
        if not isinstance(error, StoreFault):
            # Never the text of the error or its values: they may tell of cards.
            log.error("table %s failed (%s) and is read again", self.row.id, type(error).__name__)
            self.services.counted("table_failed")
        await self.read_again()

    def submit(self, job: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Hand in a job; its answer, or what it raised."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((job, answer))
        return answer

    def _later(self, seconds: float, job: Callable[[], Awaitable[Any]]) -> None:
        """Hand in a job after a while, unless the table has gone on by then."""
        loop = asyncio.get_running_loop()
        handle: asyncio.TimerHandle

        def due() -> None:
            self._waiting.discard(handle)
            self._inbox.put_nowait((job, None))

        handle = loop.call_later(seconds, due)
        self._waiting.add(handle)

    def _drop_waiting(self) -> None:
        for handle in self._waiting:
            handle.cancel()
        self._waiting.clear()
        for task in self._thinking:
            task.cancel()
        self._thinking.clear()

    def end(self, code: int) -> None:
        """Leave memory: nothing more happens here, and every connection is closed with that code."""
        self._drop_waiting()
        self.later.stop()
        for viewer in list(self.viewers):
            viewer.close(code)

    # -- reading from the store ----------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the match in progress from the store, from the beginning of its last deal on."""
        store = self.services.store
        for said in await store.chat(self.row.id, MOST_CHAT):
            self.chat.append(ChatLine(said.name, *_spoken(said.text)))
        stream = await store.last_stream(self.row.id)
        if stream is not None and self.row.state == "gathering":  # a match was played, and something else is next
            self.last_number = stream.first + len(await store.entries(stream.id)) - 1
        elif stream is not None:
            await self.load_stream(stream)

    async def load_stream(self, stream: StreamRow) -> None:
        """Read one match."""
        store = self.services.store
        deals = await store.deals(stream.id)
        last = deals[-1] if deals else None
        since = last.seq if last is not None and last.number > 1 else 0
        rows = await store.entries(stream.id, since)
        self.take_up(stream, deals, since, rows)

    def take_up(self, stream: StreamRow, deals: Sequence[DealRow], since: int, rows: Sequence[bytes]) -> None:
        """Go on with a match from the rows of its last deal."""
        header = msgspec.json.decode(stream.header)
        match_log = Log(make_game(header["game"]), header["seed"], since)
        for data in rows:
            match_log.again(read_entry(match_log, msgspec.json.decode(data)))
        self.stream, self.driver = stream, Driver(match_log)
        self.game = match_log.game
        self._results = [each.result for each in deals if each.result is not None]
        self._finished = None
        if match_log.begun and match_log.match.outcome is not None:  # its settlement needs more than its facts
            entries = self.finished.entries[:-1]
            self._finished = Finished(self.game, self._names, entries).and_then(finished_entry(match_log.match))
        self.deal = deals[-1] if deals else None
        self.shown = self.number
        self._ahead = False
        self._audiences.clear()
        self._moment = -2

    async def read_again(self) -> None:
        """Forget what is in memory and read what is stored; everybody gets a snapshot."""
        self._drop_waiting()
        self._moment = -2
        try:
            if self.stream is not None:
                await self.load_stream(self.stream)
        except Exception as error:  # the store is gone: the next job tries again
            log.error("table %s cannot be read (%s)", self.row.id, type(error).__name__)
            self._later(AGAIN, self.read_again)
            return
        for viewer in self.viewers:
            viewer.replace(self.snapshot(viewer))
        self._later(AGAIN, self._try_again)

    async def _try_again(self) -> None:
        """Go on after something failed; not at once, or a full disk would keep everybody busy."""
        self.arrange_again()

    @property
    def finished(self) -> Finished:
        """The deals of this match that are over."""
        if self._finished is None:
            entries = [result_entry(self.game, data) for data in self._results]
            self._finished = Finished(self.game, self._names, entries)
        return self._finished

    # -- who is here ---------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called; a bot has the usual name of its seat, unless somebody is called so."""
        usual = seat_names(self.game.options.text())
        found = [place.name if place.person else "" for place in self.places]
        for seat, place in enumerate(self.places):
            if not place.person and usual[seat] not in found:
                found[seat] = usual[seat]
        for seat, name in enumerate(found):
            if not name:
                found[seat] = next(each for each in (*usual, *SEAT_NAMES, f"Bot {seat}") if each not in found)
        return tuple(found)

    def seat_of(self, person: Person) -> Seat | None:
        """Where somebody sits."""
        return next((seat for seat, place in enumerate(self.places) if place.guest == person.guest), None)

    @property
    def people(self) -> list[Seat]:
        """The seats that people hold."""
        return [seat for seat, place in enumerate(self.places) if place.person]

    def is_host(self, person: Person) -> bool:
        """Whether this is the host."""
        return self.row.host == person.guest

    def present(self, guest: str | None) -> bool:
        """Whether a device of this guest is connected."""
        return any(viewer.person.guest == guest for viewer in self.viewers)

    @property
    def state(self) -> str:
        """Where the table is between gathering and the end of the match."""
        if self.driver is None or not self.driver.log.begun:
            return "gathering"
        match = self.driver.match
        if match.outcome is not None:
            return "over" if match.over else "paused" if self.paused else "between"
        return "paused" if self.paused else "playing"

    @property
    def dealt(self) -> bool:
        """Whether cards are held: a deal is on, be it paused or not."""
        return self.driver is not None and self.driver.log.begun and self.driver.match.outcome is None

    def room(self) -> Room:
        """What holds at the table beside the match."""
        row, settings = self.row, self.settings
        return Room(
            row.id,
            self.game.options.text(),
            self.game.title,
            self.state,
            row.public,
            row.locked,
            settings.clock,
            settings.pace,
            settings.level,
            settings.hints,
            settings.takebacks,
            settings.aids,
            settings.delay,
            tuple(self._seat_state(seat) for seat in range(len(self.places))),
            len({viewer.person.guest for viewer in self.viewers if viewer.seat is None}),
            self.clock.state(),
            self.vote,
        )

    def _seat_state(self, seat: Seat) -> SeatState:
        place = self.places[seat]
        name = "" if place.kind == "open" else self.names[seat]
        return SeatState(
            place.kind,  # type: ignore[arg-type]
            name,
            place.bot,
            place.person and not self.present(place.guest),
            place.held,
            place.ready,
            place.person and place.guest == self.row.host,
        )

    # -- what readers are sent -----------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last entry."""
        if self.driver is None or self.stream is None:
            return self.last_number
        return self.stream.first + self.driver.log.number - 1

    def join(self, viewer: Viewer, since: int = -1) -> None:
        """Somebody opens a connection: they get what they missed, or a snapshot."""
        viewer.seat = self.seat_of(viewer.person)
        self.viewers.add(viewer)
        self._file(viewer)
        if viewer.seat is not None:
            place = self.places[viewer.seat]
            place.away_since, place.held, place.misses = None, False, 0
        self.send_since(viewer, since)
        self.tell_room()
        if viewer.seat is not None:
            self.arrange_again()

    def send_since(self, viewer: Viewer, since: int) -> None:
        """Send what came after an entry, or everything."""
        if not self._resume(viewer, since):
            viewer.replace(self.snapshot(viewer))

    def leave(self, viewer: Viewer) -> None:
        """A connection has ended."""
        self.viewers.discard(viewer)
        for seats in self._by_audience.values():
            seats.discard(viewer)
        now = self.services.now()
        if viewer.seat is not None and not self.present(viewer.person.guest):
            self.places[viewer.seat].away_since = now
            if viewer.person.guest == self.row.host:
                asyncio.get_running_loop().call_later(ABSENT, lambda: self._inbox.put_nowait((self._host_away, None)))
        if not self.viewers:
            self.idle_since = now
        self.tell_room()

    async def _host_away(self) -> None:
        """The host has not come back: somebody else who is here becomes the host."""
        here = [place.guest for place in self.places if place.person and self.present(place.guest)]
        if here and not self.present(self.row.host):
            self.row = replace(self.row, host=here[0])
            await self.services.store.change_table(self.row.id, host=here[0])
            self.reseat_viewers()

    def _file(self, viewer: Viewer) -> None:
        for seats in self._by_audience.values():
            seats.discard(viewer)
        self._by_audience.setdefault((viewer.seat, viewer.language), set()).add(viewer)

    def _resume(self, viewer: Viewer, since: int) -> bool:
        """Send only what came after an entry that the reader has seen, if that is still known; whether it is."""
        if self.sees_later(viewer.seat):
            return False  # messages tell what is, and these readers may know only what was
        audience = self._audiences.get((viewer.seat, viewer.language))
        if since < 0 or audience is None or self.stream is None or since > self.number:
            return False
        if audience.news(self.stream.first, self.finished) is None:
            return False
        missed = [] if since == self.number else audience.missed(since)
        if missed is None:
            return False
        for message in (*missed, self._whole_room(viewer)):
            viewer.send(message)
        return True

    def _whole_room(self, viewer: Viewer) -> bytes:
        """Everything beside the match, for whoever comes back."""
        chat = json_of(tuple(self.chat), tuple[ChatLine, ...])
        return encode({"t": "room", "room": Raw(json_of(self.room())), "chat": Raw(chat)})

    def audience(self, seat: Seat | None, language: str) -> Audience | None:
        """The readers of one seat and language; ``None`` before the match."""
        if self.driver is None:
            return None
        found = self._audiences.get((seat, language))
        if found is None:
            found = self._audiences[seat, language] = Audience(self.driver, seat, language, self._names)
        return found

    def snapshot(self, viewer: Viewer) -> bytes:
        """Everything that a reader's screen shows."""
        you = You(viewer.seat, self.is_host(viewer.person))
        later = self.sees_later(viewer.seat)
        parts = self.later.parts(viewer.language, self.room()) if later else self._parts(viewer.seat, viewer.language)
        return encode({"t": "snap", **parts, "you": to_data(you)})

    def _parts(self, seat: Seat | None, language: str) -> dict[str, Any]:
        """A snapshot as it is now, but for who the reader is."""
        audience = self.audience(seat, language)
        if audience is None:
            parts = no_match(self.number)
        else:
            assert self.stream is not None
            audience.news(self.stream.first, self.finished)  # nobody may have listened for a while
            parts = audience.snapshot(self.number, self.finished)
        room, chat = json_of(self.room()), json_of(tuple(self.chat), tuple[ChatLine, ...])
        return {**parts, "room": Raw(room), "chat": Raw(chat)}

    def tell(self) -> None:
        """Send every entry, all of which are stored by now, to everybody as they may see it."""
        assert self.stream is not None
        self.shown = self.number
        told = Told()
        for at, viewers in self._by_audience.items():
            if not viewers or self.sees_later(at[0]):
                continue
            known = at in self._audiences
            audience = self.audience(*at)
            assert audience is not None
            messages = audience.news(self.stream.first, self.finished, told) if known else None
            for viewer in viewers:
                if messages is None:
                    viewer.replace(self.snapshot(viewer))
                for message in messages or ():
                    viewer.send(message)
        self._keep_for_later()

    def tell_room(self, said: ChatLine | None = None) -> None:
        """Send what has changed beside the match."""
        before, self._room = self._room, self.room()
        names = Room.__struct_fields__
        fields = {name: new for name in names if (new := getattr(self._room, name)) != getattr(before, name)}
        if not fields and said is None:
            return
        message: dict[str, Any] = {"t": "room"}
        if fields:
            message["room"] = Raw(room_json(fields))
        if said is not None:
            message["said"] = to_data(said)
        data = encode(message)
        for viewer in self.viewers:
            if not self.sees_later(viewer.seat):
                viewer.send(data)
        self._keep_for_later()

    def reseat_viewers(self) -> None:
        """After people have changed seats: names are others, and who sits elsewhere sees something else."""
        self._names = Names(self.names)
        self._finished = None if self._finished is None else Finished(self.game, self._names, self._finished.entries)
        self._audiences.clear()
        for viewer in self.viewers:
            viewer.seat = self.seat_of(viewer.person)
            self._file(viewer)
        self._by_audience = {at: viewers for at, viewers in self._by_audience.items() if viewers}
        self._room = self.room()
        for viewer in self.viewers:
            viewer.replace(self.snapshot(viewer))
        self._keep_for_later()

    # -- a delay for whoever watches -----------------------------------------------------------------------------

    def sees_later(self, seat: Seat | None) -> bool:
        """Whether a reader sees only what was some time ago: one who watches, and as soon as there is a match."""
        return seat is None and self.settings.delay > 0 and self.driver is not None

    def shown_to(self, seat: Seat | None) -> int:
        """The number of the last entry that a reader may know of."""
        return self.later.number if self.sees_later(seat) else self.shown

    @property
    def state_for_all(self) -> str:
        """Where the table is, as far as anybody may know."""
        if not self.sees_later(None):
            return self.state
        if self.later.seen is not None:
            return self.later.seen.state
        return "playing" if self.hides_records(None) else self.row.state

    def hides_records(self, person: Person | None) -> bool:
        """Whether somebody may not have the record of the last match yet: it tells the end of what they watch."""
        plays = person is not None and self.seat_of(person) is not None
        return not plays and self.services.now() < self._over_at + self.settings.delay

    def _keep_for_later(self) -> None:
        """Keep what a watcher would see now, in every language: somebody may come before it is due."""
        if self.sees_later(None):
            parts = {language: self._parts(None, language) for language in languages()}
            self.later.add(self.settings.delay, self.number, self.state, parts)

    async def _show_later(self) -> None:
        """Show whoever watches what is due."""
        if self.later.take():
            self._show_watchers()

    def _show_watchers(self) -> None:
        for viewer in self.viewers:
            if viewer.seat is None:
                viewer.replace(self.snapshot(viewer))

    def delay_changed(self) -> None:
        """Another delay: nothing that waited is due at its time any more."""
        self.later.forget()
        self._show_watchers()

    # -- other people on the seats -------------------------------------------------------------------------------

    async def seated(self, seats: Sequence[Seat]) -> None:
        """Others hold these seats now: the match is told, and everybody sees it."""
        self._names = Names(self.names)
        if self.driver is not None and self.state == "between":
            holders = [(seat, self.places[seat]) for seat in seats]
            new = [self.driver.log.seat(seat, name=place.name, bot=place.bot) for seat, place in holders]
            await self._keep(new)
        self.reseat_viewers()
        self.arrange_again()

    async def resize(self, seats: int) -> None:
        """Another number of seats: people keep theirs as far as there are any, and the rest sit where there is room."""
        people = [place for place in self.places if place.person]
        kept = [place for place in self.places[:seats] if place.person]
        homeless = [place for place in people if place not in kept]
        places = [*self.places[:seats], *(Place() for _ in range(seats - len(self.places)))]
        self.places = [place if place.person or not homeless else homeless.pop() for place in places]
        for seat, place in enumerate(self.places):
            await self.services.store.sit(self.row.id, seat, place.guest, place.bot)

    async def renamed(self) -> None:
        """Somebody has another name."""
        self.reseat_viewers()

    @property
    def quiet(self) -> bool:
        """Whether nothing would happen here by itself."""
        return not self._waiting and not self._thinking and self._inbox.empty()

    def settle_vote(self) -> None:
        """Everybody who must has agreed: what was asked is done next."""
        if self.on_vote is not None:
            self._inbox.put_nowait((self.on_vote, None))
        self.drop_vote()

    def drop_vote(self) -> None:
        """Nothing is asked any more."""
        self.vote, self.on_vote, self.vote_needed = None, None, 0
        self.tell_room()

    # -- entering ------------------------------------------------------------------------------------------------

    async def enter(self, do: Callable[[Driver], Sequence[Logged]]) -> Sequence[Logged]:
        """Do something in the match, store it, and only then show it; what was done before is not stored twice."""
        assert self.driver is not None
        driver, before = self.driver, self.driver.log.number
        entries = do(driver)
        new = driver.log.since(before)
        if new:
            await self._keep(new)
            self.tell()
            self.go_on()
        return entries

    async def _keep(self, new: Sequence[Logged]) -> None:
        """Store entries; if that fails they have never been."""
        assert self.stream is not None
        assert self.driver is not None
        match, game = self.driver.match, self.game
        rows = [entry_line(game, logged) for logged in new]
        begun = next((logged for logged in new if isinstance(logged.entry, Dealt)), None)
        deal = result = None
        if begun is not None:
            deal = self.deal = DealRow(self.stream.id, 1 + (self.deal.number if self.deal else 0), begun.number, None)
        over = match.outcome is not None
        if match.over:
            self._over_at = self.services.now()
        if over and self.deal is not None and self.deal.result is None and len(new) and new[-1].events:
            entry = finished_entry(match)
            result = replace(self.deal, result=result_json(entry))
            self._finished = self.finished.and_then(entry)
        self._ahead = True
        try:
            await self.services.store.append(self.stream.id, new[0].number, rows, deal, result, match.over)
        except Conflict:
            self.services.counted("conflict")
            raise
        self._ahead = False

    # -- a match -------------------------------------------------------------------------------------------------

    async def begin_match(self) -> None:
        """Begin a match with whoever sits here; open seats go to bots."""
        for place in self.places:
            if place.kind == "open":
                place.bot = self.settings.level
            place.ready = place.held = False
            place.misses = 0
        store = self.services.store
        for seat, place in enumerate(self.places):
            await store.sit(self.row.id, seat, place.guest, place.bot)
        seed = self.settings.seed or secrets.token_hex(32)
        match_log = Log(self.game, seed)
        header = write_header(match_log, self.names)
        self.stream = await store.new_stream(self.row.id, header, self.number + 1)
        self.driver, self._finished, self._results, self.deal = Driver(match_log), None, [], None
        self.later.forget_seen()
        self.clock = TableClock(PRESETS[self.settings.clock], len(self.places), self.services.now)
        self.row = replace(self.row, state="playing")
        await store.change_table(self.row.id, state="playing")
        self.services.counted("match")
        await self._first_entries(match_log)

    async def _first_entries(self, match_log: Log) -> None:
        """Who sits where, and the first deal."""
        for seat, place in enumerate(self.places):
            match_log.seat(seat, name="" if place.bot and not place.person else place.name, bot=place.bot)
        match_log.begin()
        await self._keep(match_log.entries)
        self.shown = self.number
        self.reseat_viewers()
        self.go_on()

    async def _begin_again(self) -> None:
        """Begin a match of which the store knows nothing but that it was to begin: the server was stopped just then."""
        driver = self.driver
        if driver is None or driver.log.entries or self.closed:
            return
        if self.row.state != "playing":
            self.row = replace(self.row, state="playing")
            await self.services.store.change_table(self.row.id, state="playing")
        await self._first_entries(driver.log)

    async def gather_again(self) -> None:
        """After a match something else is to be played: the old one is put away."""
        self.last_number = self.number
        self.driver, self.stream, self._finished, self._results, self.deal = None, None, None, [], None
        self.later.forget()
        for place in self.places:
            place.ready = place.held = False
        self.row = replace(self.row, state="gathering")
        await self.services.store.change_table(self.row.id, state="gathering")

    async def next_deal(self) -> None:
        """Deal again."""
        driver = self.driver
        if driver is None or self.state != "between":
            return
        for place in self.places:
            place.ready = False
        self.drop_vote()
        self.services.counted("deal")
        await self.enter(lambda driver: (driver.deal(),))
        driver.log.forget_finished()
        self._audiences = {at: kept for at, kept in self._audiences.items() if self._by_audience.get(at)}
        self.tell_room()

    # -- what happens next ---------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Arrange whatever comes next by itself: a bot's decision, the end of somebody's time, the next deal."""
        if self.driver is None or self.closed:
            return
        if not self.driver.log.begun:
            self._later(BEGIN_AGAIN, self._begin_again)
            return
        if self._moment == self.driver.log.number:
            return
        self._drop_waiting()
        self._moment = self.driver.log.number
        self.clock.stop()
        if self.paused:
            return
        match = self.driver.match
        if match.turn is None:
            self._arrange_deal(match)
        else:
            self._arrange_turn(match, match.turn)
            if self.clock.preset is None:
                return  # nothing but the match has changed
        self.tell_room()

    def arrange_again(self) -> None:
        """Somebody has come, gone or paused: what was arranged may no longer hold."""
        self._moment = -2
        self.go_on()

    def _arrange_deal(self, match: Match) -> None:
        if match.over:
            self._inbox.put_nowait((self._match_over, None))
        elif all(self.places[seat].ready or self.places[seat].held for seat in self.people):
            self._later(self._delay(), self.next_deal)
        elif self.clock.preset is not None:
            self._later(NEXT_DEAL, self.next_deal)

    async def _match_over(self) -> None:
        """Say so in the list of tables."""
        if self.row.state == "playing":
            self.row = replace(self.row, state="over")
            await self.services.store.change_table(self.row.id, state="over")
            self.tell_room()

    def _arrange_turn(self, match: Match, seat: Seat) -> None:
        place = self.places[seat]
        if not place.person or place.held:
            self._think(seat, place.bot or self.settings.level, "clock" if place.person else "")
        elif (action := self._automatic(match, place)) is not None:
            self._after(self._delay(), seat, action, "auto")
        else:
            seconds = self.clock.start(seat, self._moment)
            if seconds is not None:
                number = self._moment
                self._later(seconds, lambda: self._expired(number, seat))

    def _automatic(self, match: Match, place: Place) -> Action | None:
        """A card that is played for a person: one that was queued and still holds, or the last one if they like."""
        queued = place.queued
        if queued is not None and queued[0] in match.legal and queued[1] == best_card(match):
            return queued[0]
        place.queued = None
        forced = len(match.legal) == 1 and isinstance(match.legal[0], Play)
        if place.auto and forced and tricks_left(match.view(match.turn)) == 1:  # the last of all, as everybody can see
            return match.legal[0]
        return None

    def _delay(self) -> float:
        """How long it takes until something that nobody decides is seen; the cards have no part in it."""
        return delay(self.settings.pace, self.services.rng)

    def _after(self, seconds: float, seat: Seat, action: Action, by: str) -> None:
        number = self._moment
        self._later(seconds, lambda: self._does(number, seat, action, by))

    def _think(self, seat: Seat, bot: str, by: str) -> None:
        task = asyncio.get_running_loop().create_task(self._decide(self._moment, seat, bot, by))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _decide(self, number: int, seat: Seat, bot: str, by: str) -> None:
        """A bot thinks until its delay is over, and only then does what it has decided."""
        if self.driver is None or self.driver.log.number != number:
            return  # what the same seat had decided before, and what is being stored just now, was quicker
        wait, loop = self._delay(), asyncio.get_running_loop()
        due = loop.time() + wait
        question = self.driver.question()
        assert question is not None
        action = await self.services.decider.decide(
            bot_task(bot, question, self.driver.match.chance), loop.time() + time_to_think(self.settings.pace, wait)
        )
        left = due - loop.time()
        if left > 0:
            await asyncio.sleep(left)
        self._inbox.put_nowait((lambda: self._does(number, seat, action, by), None))

    def decision(self, question: Question) -> tuple[int, int]:
        """Which decision of the match it is: the same one again after it was taken back."""
        return question.view.begun.deal, question.decision

    async def _does(self, number: int, seat: Seat, action: Action, by: str) -> None:
        """What a bot has decided, if nothing else has happened meanwhile."""
        driver = self.driver
        if driver is None or driver.log.number != number or self.paused:
            return
        self._thinking.clear()
        self.places[seat].queued = None
        try:
            await self.enter(lambda driver: (driver.log.act(seat, action, by=by),))
        except IllegalAction:  # a bot from outside; sound habit decides
            self.services.counted("bot_illegal")
            legal = driver.match.legal
            await self.enter(lambda driver: (driver.log.act(seat, legal[0], by=by),))

    async def _expired(self, number: int, seat: Seat) -> None:
        """Somebody's time is up: a bot makes this one decision, and after two in a row holds the seat."""
        driver = self.driver
        if driver is None or driver.log.number != number:
            return
        place = self.places[seat]
        self.clock.stop()
        place.misses += 1
        place.held = place.misses >= MISSES
        self.services.counted("expired")
        self._think(seat, self.settings.level, "clock")
        self.tell_room()

    # -- what people send ----------------------------------------------------------------------------------------

    async def act(self, person: Person, message: Act) -> bytes:
        """An action, or several together; the acknowledgement."""
        return await self.submit(lambda: self._act(person, message))

    async def say(self, person: Person, message: Chat) -> bytes:
        """A line of chat; everybody gets it, so the answer is empty news."""
        return await self.submit(lambda: self._say(person, message))

    @property
    def marks(self) -> tuple[str, ...]:
        """What stands for the names in the bytes of a voice."""
        return self._names.marks

    def named(self, data: bytes) -> bytes:
        """Bytes of a voice with the names of this table."""
        return self._names.put(data)

    def voice(self, person: Person) -> Voice:
        """The words for somebody at this table."""
        return voice_of(self.game.options.text(), self.seat_of(person), person.language, self.marks)

    def nak(self, person: Person, error: SheepfoldError, id: str = "") -> bytes:
        """A refusal in the words of this reader."""
        message = sentence_of(error) if isinstance(error, StoreFault) else error.message
        made = to_data(Nak(error.code, (), id, error.rule, self.shown_to(self.seat_of(person))))
        made["say"] = Raw(self.named(self.voice(person).line(self.voice(person).message(message))))
        return encode(made)  # what the client calls its message is sent back as it came

    def own_seat(self, person: Person) -> Seat:
        """The seat of somebody who wants to do something there."""
        seat = self.seat_of(person)
        if seat is None:
            raise TableFault("no_seat", "You are watching this table; only players can do that.")
        return seat

    def in_match(self) -> Driver:
        """The match in progress."""
        if self.driver is None or not self.driver.log.begun:
            raise TableFault("not_begun", "The match has not begun yet.")
        return self.driver

    async def _act(self, person: Person, message: Act) -> bytes:
        seat, driver = self.own_seat(person), self.in_match()
        assert self.stream is not None
        place = self.places[seat]
        place.held, place.misses, place.queued = False, 0, None
        if self.paused:
            raise TableFault("paused", "The table is paused.")
        audience = self._audiences.get((seat, person.language))
        view = audience.view if audience is not None and audience.view is not None else driver.view(seat)
        asked = Question(message.base - self.stream.first + 1, seat, view, (), 0)
        hinted = place.hinted == (driver.match.standing.deal, len(driver.match.actions))
        entries = await self.enter(
            lambda driver: driver.answer(asked, *message.a, id=_own_id(person, message.id), hinted=hinted)
        )
        return encode(to_data(Ack(message.id, self.stream.first + entries[-1].number)))

    async def _say(self, person: Person, message: Chat) -> bytes:
        text = " ".join("".join(c if c.isprintable() else " " for c in message.text).split())
        if message.emote:
            if message.emote not in EMOTES or text:
                sentence = "There are these emotes: { $names }."
                raise TableFault("no_emote", sentence, names=", ".join(EMOTES))
        elif not 0 < len(text) <= LONGEST_CHAT:
            raise TableFault("chat_length", "A line of chat has from 1 to 300 characters.")
        said = ChatLine(person.name, text, message.emote, self.seat_of(person))
        await self.services.store.say(self.row.id, person.guest, person.name, _stored(said))
        self.chat.append(said)
        self.tell_room(said)
        return encode(to_data(RoomNews()))

    async def close(self) -> None:
        """Whoever runs the server ends this table."""
        self.closed = True
        self.row = replace(self.row, state="closed")
        await self.services.store.change_table(self.row.id, state="closed")
        self.end(CLOSED_TABLE)


@lru_cache(maxsize=256)
def seat_names(game: str) -> tuple[str, ...]:
    """What the seats of a game are called where nobody has given them names."""
    return names_of(make_game(game))


EMOTES = ("hello", "thanks", "well-played", "oops", "wow", "sorry", "hurry", "goodbye")
LONGEST_CHAT = 300


def _own_id(person: Person, id: str) -> str:
    """The id of a request as it is stored: one's own, whatever others call theirs."""
    return f"{person.guest[:8]}/{id}"


def best_card(match: Match) -> int | None:
    """The card that is winning the trick on the table."""
    from sheepfold.core.trick import winner

    view = match.view(None)
    order = match.game.order(match.state)
    return view.trick[winner(view.trick, order)] if view.trick and order is not None else None


def finished_entry(match: Match) -> Entry:
    """A deal that is over, for its settlement."""
    assert match.outcome is not None
    return Entry(match.standing, match.game.facts_of(match.state), match.outcome, match.view(None))


def result_json(entry: Entry) -> bytes:
    """What is stored of a finished deal, so that the sheet need not be played again."""
    values = {"standing": entry.standing, "facts": entry.facts, "outcome": entry.outcome}
    return encode({name: to_data(value) for name, value in values.items()})


def result_entry(game: Game[Any], data: bytes) -> Entry:
    """A finished deal as it was stored."""
    from sheepfold.core.events import Outcome, Standing

    read = msgspec.json.decode(data)
    facts = from_data(game.facts_type, read["facts"])
    return Entry(from_data(Standing, read["standing"]), facts, from_data(Outcome, read["outcome"]))


def _stored(said: ChatLine) -> str:
    return f"/{said.emote}" if said.emote else said.text


def _spoken(text: str) -> tuple[str, str]:
    """Text and emote of a stored line."""
    return ("", text[1:]) if text[1:] in EMOTES and text.startswith("/") else (text, "")
