"""The HTTP side for programs and pages: guests, tables, games, the law, records. All answers are JSON.

Every door is an ``Endpoint`` with the types of what goes in and what comes out; the OpenAPI file is made from them.
A refusal is ``{"code": …, "say": …}``, with ``rule`` where a rule speaks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import OptionInfo, describe, value_text
from sheepfold.notation.forms import from_data, plain
from sheepfold.notation.shapes import BadForm
from sheepfold.presentation import law
from sheepfold.presentation.reader import check_name
from sheepfold.registry import GAMES, known_game
from sheepfold.table.guard import STATUS, NotLetIn, address, check_unsafe, cookie, person_of
from sheepfold.table.hub import Hub, NoTable
from sheepfold.table.limits import TooMuch
from sheepfold.table.protocol import Hello, Sent, Snap, Sync, read_sent
from sheepfold.table.settings import ClockName, Delay, PaceName, TableSettings
from sheepfold.table.sockets import answered, language_of, lines
from sheepfold.table.store import StoreFault, TableRow
from sheepfold.table.table import Table, TableFault
from sheepfold.table.viewers import Person, Viewer
from sheepfold.table.voice import json_of

# -- what goes in and out ----------------------------------------------------------------------------------------------


class Fault(Struct, frozen=True, omit_defaults=True):
    """A refusal: nothing has changed."""

    code: str
    say: str
    rule: str | None = None


class NewGuest(Struct, frozen=True):
    """Who you are: a name and, if you like, the language you read."""

    name: str
    language: str = "en"


class GuestState(Struct, frozen=True):
    """A guest as they see themselves."""

    name: str
    language: str


class NewToken(Struct, frozen=True):
    """A token for a script, shown once: send it as ``Authorization: Bearer …``."""

    token: str


class Code(Struct, frozen=True):
    """A code that makes another device yours, once and for ten minutes."""

    code: str


class Device(Struct, frozen=True):
    """A device on which somebody is signed in."""

    id: str
    label: str
    seen: float
    this: bool


class Devices(Struct, frozen=True):
    """All devices of a guest."""

    devices: tuple[Device, ...]


class NewTable(Struct, frozen=True):
    """What is to be played, and how. ``start``: alone against bots, at once."""

    game: str
    public: bool = False
    start: bool = False
    clock: ClockName | None = None
    pace: PaceName = "normal"
    level: str = "regular"
    hints: bool = False
    takebacks: bool = False
    aids: bool = False
    seed: str = ""
    delay: Delay = 0


class TableState(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    title: str
    state: str
    public: bool
    locked: bool
    seats: int
    people: tuple[str, ...]
    open: int


class TableList(Struct, frozen=True):
    """Tables."""

    tables: tuple[TableState, ...]


class GameState(Struct, frozen=True):
    """A game that can be played."""

    id: str
    title: str
    seats: int
    presets: Mapping[str, str]


class GameList(Struct, frozen=True):
    """All games."""

    games: tuple[GameState, ...]


class OptionState(Struct, frozen=True):
    """A table agreement: its label and what it does, its values, the value of this table."""

    name: str
    label: str
    help: str
    rule: str
    value: str
    usual: str
    choices: tuple[str, ...]
    number: bool
    least: int | None
    most: int | None


class GameOptions(Struct, frozen=True):
    """The agreements of a table, as they stand in the text."""

    game: str
    title: str
    seats: int
    options: tuple[OptionState, ...]


class LawItem(Struct, frozen=True):
    """One sentence of the law."""

    id: str
    section: str
    text: str


class LawBook(Struct, frozen=True):
    """A law book, sentence by sentence."""

    name: str
    title: str
    items: tuple[LawItem, ...]


class Done(Struct, frozen=True):
    """It is done."""

    done: bool = True


class Nothing(Struct, frozen=True):
    """An empty body."""


# -- endpoints ---------------------------------------------------------------------------------------------------------


class Call(Struct):
    """A request on its way through its endpoint."""

    hub: Hub
    request: Request
    address: str
    person: Person | None
    body: Any = None
    cookie: str | None = None

    @property
    def who(self) -> Person:
        """Who asks; refused if nobody knows them."""
        if self.person is None:
            raise NotLetIn("no_session", "Say who you are first: send your name to /api/guest.")
        return self.person

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def number(self, name: str, otherwise: int) -> int:
        """A number of the query."""
        text = self.request.query_params.get(name, str(otherwise))
        try:
            found = int(text)
        except ValueError:
            found = -2
        if not -1 <= found < 1 << 40:
            raise NotLetIn("query_number", "'{ $name }' must be a whole number from -1.", name=name)
        return found


Handler = Callable[[Call], Awaitable[Any]]


class Endpoint(Struct, frozen=True):
    """A door: what it is for, what goes in, what comes out, and which refusals there are beside the usual ones."""

    method: str
    path: str
    about: str
    handler: Handler
    answer: Any
    body: Any = None
    status: int = 200
    faults: tuple[int, ...] = ()
    media: str = "application/json"


async def _new_guest(call: Call) -> GuestState:
    name = clean_name(call.body.name)
    language = language_of(call.body.language)
    store = call.hub.store
    if call.person is not None:
        await store.rename(call.person.guest, name)
        await store.set_language(call.person.guest, language)
        await call.hub.renamed(Person(call.person.guest, name, call.person.session, language))
        return GuestState(name, language)
    call.hub.limits.new_guest(call.address)
    guest = await store.new_guest(name, language)
    _, token = await store.new_session(guest.id, device_label(call.request))
    call.cookie = cookie(call.hub.settings, token)
    return GuestState(name, language)


def clean_name(text: str) -> str:
    """A name without blanks around it; refused if it is none."""
    name = " ".join(text.split())
    check_name(name)
    return name


def device_label(request: Request) -> str:
    """What a device is called in a list: the beginning of what its browser says of itself."""
    text = request.headers.get("user-agent", "")
    return "".join(c if c.isprintable() else " " for c in text)[:80]


async def _me(call: Call) -> GuestState:
    return GuestState(call.who.name, call.who.language)


async def _leave(call: Call) -> Done:
    await call.hub.store.revoke(call.who.session)
    call.hub.signed_out(call.who.session)
    call.cookie = cookie(call.hub.settings, "", 0)
    return Done()


async def _token(call: Call) -> NewToken:
    _, token = await call.hub.store.new_session(call.who.guest, "token")
    return NewToken(token)


async def _new_bot(call: Call) -> NewToken:
    """A guest of its own for a script, without a cookie."""
    call.hub.limits.new_guest(call.address)
    guest = await call.hub.store.new_guest(clean_name(call.body.name), language_of(call.body.language))
    _, token = await call.hub.store.new_session(guest.id, "token")
    return NewToken(token)


async def _code(call: Call) -> Code:
    return Code(await call.hub.store.new_code(call.who.guest))


async def _use_code(call: Call) -> GuestState:
    call.hub.limits.new_guest(call.address)
    found = await call.hub.store.use_code(call.body.code, device_label(call.request))
    if found is None:
        raise NotLetIn("bad_code", "This code is wrong, used up or too old; ask the first device for another.")
    _, guest, token = found
    call.cookie = cookie(call.hub.settings, token)
    return GuestState(guest.name, guest.language)


async def _devices(call: Call) -> Devices:
    found = await call.hub.store.sessions_of(call.who.guest)
    return Devices(tuple(Device(each.id, each.label, each.seen, each.id == call.who.session) for each in found))


async def _drop_device(call: Call) -> Done:
    wanted = call.path("device")
    found = await call.hub.store.sessions_of(call.who.guest)
    if wanted not in [each.id for each in found]:
        raise NotLetIn("no_device", "You have no such device.")
    await call.hub.store.revoke(wanted)
    call.hub.signed_out(wanted)
    return Done()


async def _tables(call: Call) -> TableList:
    found = await call.hub.store.tables(public=True, limit=100)
    return TableList(tuple([await listed(call.hub, row) for row in found if row.state in ("gathering", "playing")]))


async def _my_tables(call: Call) -> TableList:
    found = await call.hub.store.tables_of(call.who.guest)
    return TableList(tuple([await listed(call.hub, row) for row in found if row.state != "closed"]))


async def listed(hub: Hub, row: TableRow) -> TableState:
    """A table as it stands in a list, also if it sleeps."""
    table = hub.tables.get(row.id)
    if table is not None:
        return _of_table(table)
    game = known_game(row.game)
    seats = await hub.store.seats(row.id)
    guests = [await hub.store.guest(seat.guest) for seat in seats if seat.guest]
    people = tuple(guest.name for guest in guests if guest is not None)
    free = sum(not seat.guest and not seat.bot for seat in seats)
    return TableState(row.id, row.game, game.title, row.state, row.public, row.locked, len(seats), people, free)


def _of_table(table: Table) -> TableState:
    row, places = table.row, table.places
    people = tuple(place.name for place in places if place.person)
    free = sum(place.kind == "open" for place in places)
    game = table.game
    return TableState(
        row.id, game.options.text(), game.title, table.state_for_all, row.public, row.locked, len(places), people, free
    )


async def _new_table(call: Call) -> TableState:
    wanted: NewTable = call.body
    call.hub.limits.new_table(call.who.guest)
    clock = wanted.clock or ("normal" if wanted.public and not wanted.start else "none")
    settings = TableSettings(
        clock, wanted.pace, wanted.level, wanted.hints, wanted.takebacks, wanted.aids, wanted.seed, wanted.delay
    )  # fmt: skip
    table = await call.hub.create(call.who, wanted.game, settings, public=wanted.public, start=wanted.start)
    return _of_table(table)


async def _table(call: Call) -> TableState:
    return _of_table(await call.hub.table(call.path("table")))


async def _snapshot(call: Call) -> Response:
    table = await call.hub.table(call.path("table"))
    viewer = Viewer(call.who)
    viewer.seat = table.seat_of(call.who)

    async def made() -> bytes:
        return table.snapshot(viewer)

    return Response(await table.submit(made), media_type="application/json")


async def _stream(call: Call) -> Response:
    table = await call.hub.table(call.path("table"))
    since = call.number("since", -1)
    made = lines(call.hub, table, call.who, since, call.address)
    first = await anext(made)  # a refusal comes before the first line, with its own status

    async def body() -> Any:
        yield first
        async for line in made:
            yield line

    return StreamingResponse(body(), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


async def _send(call: Call) -> Response:
    table = await call.hub.table(call.path("table"))
    call.hub.limits.sent(call.who.session)
    if isinstance(call.body, Hello | Sync):
        raise NotLetIn("not_sent_here", "This message belongs to a connection; open the stream instead.")
    viewer = Viewer(call.who)
    viewer.seat = table.seat_of(call.who)
    data = await answered(call.hub, table, viewer, call.body)
    status = 409 if data.startswith(b'{"t":"nak"') else 200
    return Response(data, status, media_type="application/json")


async def _record(call: Call) -> Response:
    table = await call.hub.table(call.path("table"))
    hidden = table.hides_records(call.person)
    streams = [each for each in await call.hub.store.streams(table.row.id) if each.over and not hidden]
    number = call.number("match", len(streams))
    if not 1 <= number <= len(streams):
        sentence = "A match can be taken away when it is over; no earlier, for it tells all cards."
        raise NotLetIn("match_not_over", sentence)
    data = await call.hub.store.match_file(streams[number - 1].id)
    return Response(data or b"", media_type="application/x-ndjson")


async def _games(call: Call) -> GameList:
    found = []
    for name, kind in GAMES.items():
        game = kind()
        presets = {preset: str(text) for preset, text in game.options_type.presets.items()}
        found.append(GameState(name, game.title, game.seats, presets))
    return GameList(tuple(found))


async def _options(call: Call) -> GameOptions:
    game = known_game(call.request.query_params.get("text", call.path("game")))
    found = tuple(_option(info, game) for info in describe(game.options_type))
    return GameOptions(game.options.text(), game.title, game.seats, found)


def _option(info: OptionInfo, game: Any) -> OptionState:
    usual = game.options_type.defaults({})[info.name]
    return OptionState(
        info.name,
        str(info.label),
        str(info.help),
        info.rule,
        value_text(getattr(game.options, info.name)),
        value_text(usual),
        tuple(value_text(choice) for choice in info.choices),
        info.number,
        info.ge,
        info.le,
    )


async def _law(call: Call) -> LawBook:
    book = law.book(call.path("book"))
    items = tuple(LawItem(item.id, item.section, item.text) for item in book.items.values())
    return LawBook(book.name, book.title, items)


async def _sentence(call: Call) -> LawItem:
    book = law.book(call.path("book"))
    item = law.find(call.path("id"), book.name)
    return LawItem(item.id, item.section, item.text)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("POST", "/api/guest", "Say who you are, or change your name.", _new_guest, GuestState, NewGuest),
    Endpoint("GET", "/api/guest", "Who you are.", _me, GuestState),
    Endpoint("DELETE", "/api/guest", "Sign this device out.", _leave, Done, Nothing),
    Endpoint("POST", "/api/bot", "A guest for a script, and its token.", _new_bot, NewToken, NewGuest),
    Endpoint("POST", "/api/token", "A token with which a script acts as you.", _token, NewToken, Nothing),
    Endpoint("POST", "/api/code", "A code for another device of yours.", _code, Code, Nothing),
    Endpoint("POST", "/api/code/use", "Make this device somebody's.", _use_code, GuestState, Code, 200, (403,)),
    Endpoint("GET", "/api/devices", "Your devices.", _devices, Devices),
    Endpoint("DELETE", "/api/devices/{device}", "Sign a device out.", _drop_device, Done, Nothing, 200, (404,)),
    Endpoint("GET", "/api/games", "The games there are.", _games, GameList),
    Endpoint("GET", "/api/games/{game}/options", "What can be agreed on.", _options, GameOptions, None, 200, (422,)),
    Endpoint("GET", "/api/law/{book}", "A law book.", _law, LawBook, None, 200, (404,)),
    Endpoint("GET", "/api/law/{book}/{id}", "One sentence of the law.", _sentence, LawItem, None, 200, (404,)),
    Endpoint("GET", "/api/tables", "Open tables.", _tables, TableList),
    Endpoint("GET", "/api/tables/mine", "Tables at which you have a seat.", _my_tables, TableList),
    Endpoint("POST", "/api/tables", "A new table.", _new_table, TableState, NewTable, 201, (422, 409)),
    Endpoint("GET", "/api/tables/{table}", "A table.", _table, TableState, None, 200, (404,)),
    Endpoint("GET", "/api/tables/{table}/snapshot", "All that you see of it now.", _snapshot, Snap, None, 200, (404,)),
    Endpoint(
        "GET", "/api/tables/{table}/stream", "What happens there, a line of JSON for each message; `since` goes on.",
        _stream, None, None, 200, (404, 429), "application/x-ndjson",
    ),
    Endpoint(
        "POST", "/api/tables/{table}/send", "A message of the protocol, and its answer.",
        _send, None, Sent, 200, (404, 409),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/record", "The match file of a match that is over; `match` is its number.",
        _record, None, None, 200, (404, 409), "application/x-ndjson",
    ),
)  # fmt: skip
"""Every door of the HTTP side."""


# -- the way through ---------------------------------------------------------------------------------------------------


def endpoint(hub: Hub, door: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint as Starlette wants it."""

    async def serve(request: Request) -> Response:
        try:
            call = Call(hub, request, address(request, hub.settings), None)
            hub.limits.request(call.address)
            if door.method != "GET":
                check_unsafe(request, hub.settings)
            call.person = await person_of(request, hub.store, hub.settings)
            if door.body is not None:
                call.body = await _body(request, door.body, hub.settings.body_bytes)
            made = await door.handler(call)
        except SheepfoldError as fault:
            return refusal(fault)
        if isinstance(made, Response):
            return made
        answer = Response(json_of(made), door.status, media_type="application/json")
        answer.headers["cache-control"] = "no-store"
        if call.cookie is not None:
            answer.headers["set-cookie"] = call.cookie
        return answer

    return serve


async def _body(request: Request, kind: Any, most: int) -> Any:
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > most:
            raise NotLetIn("body_size", "This is too long; send at most { $most } bytes.", most=most)
    if kind is Nothing and not data.strip():
        return Nothing()
    if kind is Sent:
        return read_sent(data)
    return from_data(kind, plain(data))


def refusal(fault: SheepfoldError) -> Response:
    """A refusal over HTTP."""
    made = Fault(fault.code, fault.sentence, fault.rule)
    answer = Response(json_of(made), status_of(fault), media_type="application/json")
    answer.headers["cache-control"] = "no-store"
    if isinstance(fault, TooMuch):
        answer.headers["retry-after"] = "10"
    return answer


def status_of(fault: SheepfoldError) -> int:
    """What HTTP calls a refusal."""
    if isinstance(fault, NotLetIn):
        return STATUS[fault.code]
    kinds: tuple[tuple[type[SheepfoldError], int], ...] = (
        (NoTable, 404),
        (law.NoSuchRule, 404),
        (TooMuch, 429),
        (StoreFault, 503),
        (BadForm, 422),
        (TableFault, 409),
    )
    return next((status for kind, status in kinds if isinstance(fault, kind)), 422)
