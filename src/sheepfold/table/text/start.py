"""The first page: what this is, your name, play at once, your tables, open tables, a table by its link."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sheepfold.bots.levels import LEVELS
from sheepfold.core.errors import SheepfoldError
from sheepfold.registry import GAMES
from sheepfold.table.api import TableState, clean_name, device_label, listed
from sheepfold.table.guard import NotLetIn, cookie
from sheepfold.table.settings import TableSettings
from sheepfold.table.text.forms import button, choice, field
from sheepfold.table.text.html import Html, Inside, Page, Say, el, items
from sheepfold.table.text.memory import Outcome
from sheepfold.table.text.visit import Visit, notice, way_on
from sheepfold.table.viewers import Person

LEVEL_KEYS = {
    "newcomer": "text-level-newcomer",
    "regular": "text-level-regular",
    "club": "text-level-club",
    "master": "text-level-master",
}


def titles() -> dict[str, str]:
    """Every game there is, and what it is called."""
    return {name: kind().title for name, kind in GAMES.items()}


def levels(say: Say) -> dict[str, Inside]:
    """Every level, and what it is called."""
    return {name: say(LEVEL_KEYS[name]) for name in LEVELS}


async def page(visit: Visit, fault: SheepfoldError | None) -> Page:
    """Before somebody has said who they are, only that is asked."""
    say = visit.say
    head = visit.fault(fault) if fault else None
    if visit.person is None:
        return Page(title=say("text-start-title"), head=head, main=_who(visit))
    return Page(title=say("text-start-title"), head=head, main=await _lobby(visit, visit.person))


def _who(visit: Visit) -> Inside:
    say, wanted = visit.say, visit.field("next") or visit.query("next")
    back = way_on(wanted)
    asked = [notice(say("text-who-first"))] if wanted else []
    typed = visit.field("name")[:100]
    form = visit.maker("/text").form(
        el("input", type="hidden", name="next", value=back),
        field(
            "name",
            say("text-name"),
            help=say("text-name-help"),
            value=typed,
            maxlength=20,
            required=True,
            autocomplete="nickname",
        ),
        button(say("text-name-send")),
        do="name",
    )
    code = visit.maker("/text").form(
        el("input", type="hidden", name="next", value=back),
        field("code", say("text-code"), help=say("text-code-help"), autocomplete="off", required=True),
        button(say("text-code-send")),
        do="code",
    )
    return [
        *asked,
        el("p", say("text-about")),
        el("h2", say("text-who")),
        form,
        el("h2", say("text-other-device")),
        code,
        el("p", say("text-cookies"), class_="help"),
    ]


async def _lobby(visit: Visit, person: Person) -> Inside:
    say, hub = visit.say, visit.hub
    mine = [await listed(hub, row) for row in await hub.store.tables_of(person.guest) if row.state != "closed"]
    rows = await hub.store.tables(public=True, limit=100)
    free = [await listed(hub, row) for row in rows if row.state in ("gathering", "playing")]
    known = {state.id for state in mine}
    return [
        el("p", say("text-greeting", name=person.name)),
        el("p", say("text-about")),
        el("h2", say("text-play")),
        _play(visit),
        el("h2", say("text-mine")),
        _tables(say, mine, "text-mine-none"),
        el("h2", say("text-open")),
        _tables(say, [state for state in free if state.id not in known], "text-open-none"),
        el("h2", say("text-join")),
        visit.maker("/text").form(
            field("table", say("text-join-field"), autocomplete="off", required=True),
            button(say("text-join-send")),
            do="join",
        ),
    ]


def _play(visit: Visit) -> list[Inside]:
    say = visit.say
    named = titles()
    form = visit.maker("/text").form(
        choice("game", say("text-game"), dict(named), visit.field("game")),
        choice("level", say("text-level"), levels(say), visit.field("level") or "regular"),
        button(say("text-play-send")),
        do="play",
    )
    ways = [
        el("a", say("text-options-of", game=title), href=f"/text/options?game={name}") for name, title in named.items()
    ]
    return [form, el("p", say("text-options-about")), items(ways)]


def _tables(say: Say, found: Iterable[TableState], none: str) -> Html:
    rows = [el("a", table_words(say, state), href=f"/t/{state.id}/text") for state in found]
    return items(rows) if rows else el("p", say(none))


STATE_KEYS = {
    "gathering": "text-state-gathering",
    "playing": "text-state-playing",
    "between": "text-state-between",
    "paused": "text-state-paused",
    "over": "text-state-over",
}


def table_words(say: Say, state: TableState) -> Inside:
    """A table in a list."""
    people = ", ".join(state.people) or say.text("text-nobody")
    stands = say(STATE_KEYS[state.state]) if state.state in STATE_KEYS else ()
    return say("text-table-row", title=state.title, people=people, state=stands, open=state.open)


# -- what is sent from here --------------------------------------------------------------------------------------------


def check_cookies(visit: Visit) -> None:
    """Somebody without a session has at least the cookie of the page before, unless their browser keeps none."""
    if not visit.before:
        sentence = (
            "Your browser has sent no cookie, so the table would not know you again; allow cookies for this page, "
            "and begin at the start once more."
        )
        raise NotLetIn("no_cookies", sentence)


async def done(visit: Visit) -> Outcome:
    """What the first page sends."""
    match visit.field("do"):
        case "name":
            return await _name(visit)
        case "code":
            return await use_code(visit)
        case "play":
            return await _begin(visit)
        case "join":
            return _find(visit.field("table"))
        case _:
            return Outcome("/text")


async def _name(visit: Visit) -> Outcome:
    name, there = clean_name(visit.field("name")), way_on(visit.field("next"))
    if visit.person is not None:
        return Outcome(there)
    hub = visit.hub
    hub.limits.new_guest(visit.address)
    guest = await hub.store.new_guest(name, visit.say.language)
    _, token = await hub.store.new_session(guest.id, device_label(visit.request))
    return Outcome(there, (cookie(hub.settings, token),))


async def use_code(visit: Visit) -> Outcome:
    """Make this device somebody's who is known on another one."""
    hub = visit.hub
    hub.limits.new_guest(visit.address)
    found = await hub.store.use_code(visit.field("code").strip(), device_label(visit.request))
    if found is None:
        raise NotLetIn("bad_code", "This code is wrong, used up or too old; ask the first device for another.")
    return Outcome(way_on(visit.field("next")), (cookie(hub.settings, found[2]),))


async def _begin(visit: Visit) -> Outcome:
    person, hub = visit.who, visit.hub
    hub.limits.new_table(person.guest)
    settings = TableSettings(level=visit.field("level") or "regular")
    table = await hub.create(person, visit.field("game"), settings, start=True)
    return Outcome(f"/t/{table.row.id}/text")


def _find(text: str) -> Outcome:
    found = re.search(r"/t/([0-9A-Za-z]{1,40})", text) or re.fullmatch(r"\s*([0-9A-Za-z]{1,40})\s*", text)
    if found is None:
        raise SheepfoldError("table_link", "That is neither a link to a table nor the ten letters of one.")
    return Outcome(f"/t/{found[1]}/text")
