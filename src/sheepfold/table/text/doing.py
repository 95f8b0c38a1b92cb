"""What is sent from the page of a table: a button, a line that was typed, a question to the table, chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from sheepfold.core.actions import Action
from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.notation.actions import parse_action
from sheepfold.notation.prompt import LIVE_WORDS, Actions, Word, claimed_tricks, read, read_actions
from sheepfold.presentation.line import Line
from sheepfold.presentation.prompting import Answer, answer
from sheepfold.table.asks import do_ask
from sheepfold.table.protocol import Act, Ask, Asks, Chat
from sheepfold.table.table import Table, TableFault
from sheepfold.table.text.looking import look, named, seen_view
from sheepfold.table.text.memory import Outcome, Told
from sheepfold.table.text.visit import Visit, with_query
from sheepfold.table.viewers import Viewer


async def done(visit: Visit) -> Outcome:
    """Do what was sent, and go back to the page, which begins with what is new and with the answer."""
    person = visit.who
    table = await visit.hub.table(visit.path("table"))
    try:
        told = await _done(visit, table)
    except SheepfoldError as fault:
        line = named(table, (table.voice(person).presenter.error(fault),))
        told = Told(Answer(line), refused=True)
    kept = visit.memory.keep(told) if told is not None else ""
    path = f"/t/{table.row.id}/text"
    return Outcome(with_query(path, since=visit.field("since")[:40], told=kept, still=visit.field("still")[:1]))


async def _done(visit: Visit, table: Table) -> Told | None:
    match visit.field("do"):
        case "act":
            await _act(visit, table, (parse_action(visit.field("a")[:100]),))
        case "type":
            return await _typed(visit, table, visit.field("line"))
        case "ask":
            return await _ask(visit, table)
        case "chat":
            await _chat(visit, table, visit.field("text"), visit.field("emote"))
        case _:
            raise TableFault("no_form", "There is no such form on this page.")
    return None


def _base(visit: Visit) -> int:
    """The number of the last entry that the page had shown."""
    text = visit.field("base")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1


def _id(visit: Visit) -> str:
    return visit.field("id")[:40] or "form"


async def _act(visit: Visit, table: Table, actions: tuple[Action, ...]) -> None:
    await table.act(visit.who, Act(_id(visit), _base(visit), actions))


async def _chat(visit: Visit, table: Table, text: str, emote: str = "") -> None:
    visit.hub.limits.chat(visit.who.session)
    await table.say(visit.who, Chat(text[:400], emote))


async def _ask(visit: Visit, table: Table) -> Told | None:
    """A button beside the game."""
    what, seat = visit.field("what"), visit.field("seat")
    if what not in get_args(Asks) or what in ("check", "queue"):
        raise TableFault("no_form", "There is no such form on this page.")
    number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None
    text, value = visit.field("text")[:2000], visit.field("value")[:100]
    return await _asked(visit, table, Ask(_id(visit), what, number, text, value))  # type: ignore[arg-type]


async def _asked(visit: Visit, table: Table, ask: Ask) -> Told | None:
    told = await do_ask(table, visit.who, ask)
    return Told(Answer(named(table, told.say))) if told is not None and told.say else None


# -- the command line --------------------------------------------------------------------------------------------------


async def _typed(visit: Visit, table: Table, line: str) -> Told | None:
    """A line in the one grammar of commands."""
    reading, actions = await table.submit(lambda: _read(visit, table, line))
    if isinstance(reading, Actions):
        await _act(visit, table, actions)
        return None
    match reading.name:
        case "say":
            await _chat(visit, table, reading.rest)
        case "ready":
            await _asked(visit, table, Ask(_id(visit), "ready"))
        case "hint" | "claim" | "undo":
            return await _at_once(visit, table, reading)
        case "score":
            return await table.submit(lambda: _sheet(visit, table))
        case _:
            return await table.submit(lambda: _answer(visit, table, reading))
    return None


async def _read(visit: Visit, table: Table, line: str) -> tuple[Word | Actions, tuple[Action, ...]]:
    """What a line means now; actions are read by what this seat may do."""
    person = visit.who
    legal, after = _legal(table, visit)
    reading = read(line, legal, LIVE_WORDS)
    if isinstance(reading, Word):
        return reading, ()
    table.own_seat(person)
    if not legal:
        table.in_match()
        raise TableFault("not_your_question", "It is not your turn.")
    return reading, read_actions(reading, legal, after)


def _legal(table: Table, visit: Visit) -> tuple[tuple[Action, ...], Callable[[Sequence[Action]], tuple[Action, ...]]]:
    """What this reader may do now, and after some of it."""
    seat, driver = table.seat_of(visit.who), table.driver
    question = driver.question() if driver is not None and driver.log.begun else None
    if driver is None or question is None or seat is None or question.seat != seat:
        return (), lambda done: ()
    return question.legal, lambda done: driver.legal_after(seat, done)


async def _at_once(visit: Visit, table: Table, word: Word) -> Told | None:
    """A hint, a claim, an undo: for the moment that the page has shown, and no later one."""
    table.own_seat(visit.who)
    if _base(visit) != table.number:
        sentence = "The table has gone on since this page; look at it again and then decide."
        raise TableFault("stale_page", sentence)
    tricks = claimed_tricks(word.rest) if word.name == "claim" else None
    what: Asks = "hint" if word.name == "hint" else "claim" if word.name == "claim" else "undo"
    if what == "undo" and len(table.people) > 1:
        what = "takeback"
    return await _asked(visit, table, Ask(_id(visit), what, tricks=tricks))


async def _answer(visit: Visit, table: Table, word: Word) -> Told:
    """A word that changes nothing, answered from what this reader has seen."""
    table.in_match()
    viewer = _viewer(visit, table)
    seen, _ = look(table, viewer)
    view = seen_view(table, viewer, seen.snap)
    if view is None:
        raise TableFault("not_begun", "The match has not begun yet.")
    if word.name == "log" and table.sees_later(viewer.seat):  # a View that was sent has no events
        return Told(Answer(seen.snap.lines))
    presenter = table.voice(visit.who).presenter
    legal, _ = _legal(table, visit)
    found = answer(presenter, view, legal, lambda action: _why_not(visit, table, action), word, LIVE_WORDS)
    return Told(Answer(named(table, found.lines), found.laws, found.title))


def _why_not(visit: Visit, table: Table, action: Action) -> IllegalAction | None:
    seat, driver = table.own_seat(visit.who), table.in_match()
    if driver.match.turn != seat:
        raise TableFault("not_your_question", "It is not your turn.")
    return driver.why_not(seat, action)


def _viewer(visit: Visit, table: Table) -> Viewer:
    viewer = Viewer(visit.who)
    viewer.seat = table.seat_of(visit.who)
    return viewer


async def _sheet(visit: Visit, table: Table) -> Told:
    seen, _ = look(table, _viewer(visit, table))
    sheet = seen.snap.sheet
    if sheet is None:
        table.in_match()
    standing: tuple[Line, ...] = () if sheet is None else sheet.standing
    return Told(Answer(standing), sheet=sheet if sheet is not None and sheet.rows else None)
