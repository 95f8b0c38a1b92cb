"""The page of a table: gathering, a deal, and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.errors import SheepfoldError
from sheepfold.notation.forms import from_data
from sheepfold.presentation import law
from sheepfold.presentation.line import Line
from sheepfold.table.protocol import CLOSED_SEAT, Snap
from sheepfold.table.text import deal, seats
from sheepfold.table.text.forms import Maker
from sheepfold.table.text.html import Html, Inside, Page, Say, el
from sheepfold.table.text.looking import Seen, look
from sheepfold.table.text.memory import HERE, STILL, Heard, Told
from sheepfold.table.text.visit import Visit, notice, with_query

GATHERING = 5
"""Seconds between two looks at a table where people still gather, at least: there are forms to be filled in."""


async def page(visit: Visit, fault: SheepfoldError | None) -> Page:
    """A table as this reader sees it."""
    person, say = visit.who, visit.say
    table = await visit.hub.table(visit.path("table"))
    stand, ended = await visit.memory.stand(table, person)
    heard = stand.heard

    async def seen() -> Seen:
        found, data = look(table, stand)
        heard.snapshot(data)
        return found

    found = await table.submit(seen)
    news = lines_of(heard, visit.query("since") or visit.field("since"))
    still = visit.query("still") == "1"
    path = f"/t/{table.row.id}/text"
    make = visit.maker(path, base=found.snap.v, since=heard.mark, still="1" if still else "")
    seconds = 0 if still else _seconds(found.snap, visit.reload)
    stand.stay(HERE if seconds else STILL)
    head: list[Inside] = [visit.fault(fault)] if fault else []
    if ended == CLOSED_SEAT:
        head.append(notice(say("text-removed")))
    told = visit.memory.told(visit.query("told"))
    if told is not None:
        head.append(told_part(say, told, found))
    here = with_query(path, since=heard.mark)
    parts = body(say, found, news, make, visit.home)
    ways = _ways(say, found, path, heard.mark, still=still, seconds=seconds, usual=visit.reload)
    return Page(
        title=title(say, found.snap),
        head=head,
        main=[parts, ways],
        reload=(seconds, here) if seconds else None,
    )


def lines_of(heard: Heard, mark: str) -> list[Line | None]:
    """What was told after a mark."""
    found: list[Any] = heard.since(mark)
    return [None if line is None else from_data(Line, line) for line in found]


def _seconds(snap: Snap, usual: int) -> int:
    """After which time to look again; a page with a question waits for its reader."""
    room, you = snap.room, snap.you
    if not usual or (snap.question is not None and room.state != "paused"):
        return 0
    if room.state in ("between", "over") and you.seat is not None and not room.seats[you.seat].ready:
        return 0
    return max(usual, GATHERING) if room.state in ("gathering", "over") else usual


def title(say: Say, snap: Snap) -> Line:
    """The game and, if there is one, the deal."""
    if snap.scene is None or not snap.scene.deal:
        return say("text-title-gathering", game=snap.room.title)
    return say("text-title-deal", game=snap.scene.title, deal=snap.scene.deal)


def body(say: Say, seen: Seen, news: Sequence[Line | None], make: Maker, home: str = "") -> list[Inside]:
    """All parts of the page, in the order in which they are read; ``home`` is the address of the server."""
    snap = seen.snap
    parts = _parts(say, seen, news, make, home)
    if snap.you.seat is None and snap.room.delay:
        return [el("p", say("text-later", seconds=snap.room.delay), class_="help"), *parts]
    return parts


def _parts(say: Say, seen: Seen, news: Sequence[Line | None], make: Maker, home: str) -> list[Inside]:
    snap = seen.snap
    vote, chat = seats.vote(say, seen, make), seats.chat(say, seen, make)
    people = [seats.seats(say, seen, make), seats.controls(say, seen, make)]
    if snap.scene is None:
        return [vote, _gathering(say, seen, make, home), *people, chat]
    first = [deal.happened(say, seen, news), vote, _clock(say, seen)]
    if snap.ended is not None:
        end = [deal.ended(say, seen, snap.ended), seats.ready(say, seen, make), _record(say, seen)]
        return [*first, *end, deal.score(say, seen), chat, *people]
    held = snap.you.seat is not None and snap.room.seats[snap.you.seat].held
    first += [notice(say("text-held")) if held else None, deal.turn(say, seen, make), deal.hand(say, seen)]
    return [*first, deal.about_table(say, seen), deal.score(say, seen), chat, *people]


def _gathering(say: Say, seen: Seen, make: Maker, home: str) -> Html:
    """Before the match: how others find this table, and how it begins."""
    room, you = seen.snap.room, seen.snap.you
    told: list[Inside] = [
        el("p", say("text-gathering")),
        el("p", say("text-invite"), " ", el("code", f"{home}/t/{room.table}")),
        el("p", say("text-game-text"), " ", el("code", room.game)),
    ]
    if room.locked:
        told.append(el("p", say("text-locked")))
    if you.host and you.seat is not None:
        told.append(seats.ask(make, "start", say("text-start"), main=True))
    else:
        told.append(el("p", say("text-wait-host"), role="status"))
    return deal.section(say, "text-before", told, id="before")


def _clock(say: Say, seen: Seen) -> Html | None:
    time = seen.snap.room.time
    if time is None or time.seat is None:
        return None
    return el("p", say("text-clock-left", name=seen.name(time.seat), seconds=round(time.left / 1000)))


def _record(say: Say, seen: Seen) -> Html | None:
    room = seen.snap.room
    if room.state != "over":
        return None
    return el("p", el("a", say("text-record"), href=f"/api/tables/{room.table}/record"))


def _ways(say: Say, seen: Seen, path: str, mark: str, *, still: bool, seconds: int, usual: int) -> Html:
    """Load the page again, stop that it does so itself, watch others."""
    found: list[Inside] = [el("a", say("text-load"), href=with_query(path, since=mark, still="1" if still else ""))]
    if seconds:
        found += [" ", say("text-loads", seconds=seconds), " "]
        found.append(el("a", say("text-load-stop"), href=with_query(path, since=mark, still="1")))
    elif still and usual:
        found += [" ", el("a", say("text-load-on"), href=with_query(path, since=mark))]
    return el("p", found, class_="ways")


# -- answers -----------------------------------------------------------------------------------------------------------


def told_part(say: Say, told: Told, seen: Seen) -> Html:
    """What was answered to what was typed or pressed."""
    answer = told.answer
    lines = [el("p", say.aloud(line)) for line in answer.lines]
    laws = [_law(item, seen.snap.room.game) for item in answer.laws]
    sheet = deal.grid(say, told.sheet, seen.marks) if told.sheet is not None else None
    name = el("p", answer.title, class_="headline") if answer.title else None
    kind = "notice" if told.refused else "answer"
    return el(
        "section",
        el("h2", say("text-answer"), id="answer"),
        name,
        lines,
        laws,
        sheet,
        class_=kind,
        aria_labelledby="answer",
    )


def _law(item: law.Item, game: str) -> Html:
    book = game.partition("(")[0]
    return el("p", el("a", item.id, href=f"/law/{book}/{item.id}"), " ", law.unmarked(item.text), lang="en")
