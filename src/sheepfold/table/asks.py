"""What can be asked of a table beside the actions of the game: seats, the host's rights, hints, claims, undo."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from sheepfold.bots.habits import stand_in
from sheepfold.bots.roster import known_bot
from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.notation.actions import action_text
from sheepfold.play.player import Question
from sheepfold.presentation.line import Line
from sheepfold.registry import known_game
from sheepfold.solver.claim import Plan, play_out, tricks_wanted, unproved
from sheepfold.table.protocol import CLOSED_SEAT, Act, Ask, Chat, Choice, Sent, Told, Vote
from sheepfold.table.settings import TableSettings, whole
from sheepfold.table.table import ABSENT, Place, Table, TableFault, best_card
from sheepfold.table.viewers import Person
from sheepfold.table.voice import json_of
from sheepfold.table.workers import Task, claim_task, hint_task

Answer: TypeAlias = Callable[[Table, Person, Ask], Awaitable[Told | None]]

CLAIM_AGAIN = 10.0
"""Seconds until the same player may claim again after a refusal."""
HINT_SECONDS = 3.0


async def handle(table: Table, person: Person, message: Sent) -> bytes:
    """The answer to a message of somebody at a table; a refusal is an answer too."""
    try:
        if isinstance(message, Act):
            return await table.act(person, message)
        if isinstance(message, Chat):
            return await table.say(person, message)
        if isinstance(message, Ask):
            told = await do_ask(table, person, message)
            return table.named(json_of(told or Told(message.id)))
        raise TableFault("message_here", "This message cannot be sent here.")
    except SheepfoldError as error:
        return table.nak(person, error, getattr(message, "id", ""))


async def do_ask(table: Table, person: Person, message: Ask) -> Told | None:
    """Do what is asked. What takes long is thought about beside the table, which goes on meanwhile."""
    slow = SLOW.get(message.what)
    if slow is not None:
        return await slow(table, person, message)
    return await table.submit(lambda: ASKS[message.what](table, person, message))


# -- before the match --------------------------------------------------------------------------------------------------


def _host(table: Table, person: Person) -> None:
    if not table.is_host(person):
        raise TableFault("host_only", "Only the host of the table can do that.")


def _not_playing(table: Table) -> None:
    if table.state not in ("gathering", "over"):
        raise TableFault("playing", "That can be changed only before a match.")


def _seat(table: Table, ask: Ask) -> Seat:
    if ask.seat is None or not 0 <= ask.seat < len(table.places):
        sentence = "Name a seat from 0 to { $last }."
        raise TableFault("which_seat", sentence, last=len(table.places) - 1)
    return ask.seat


async def _sit(table: Table, person: Person, ask: Ask) -> None:
    """Take a seat that is free: before the match, or between deals one that a bot holds."""
    seat, own = _seat(table, ask), table.seat_of(person)
    if table.state not in ("gathering", "between", "over"):
        raise TableFault("deal_on", "Seats change hands only between deals.")
    if table.row.locked and own is None and not table.is_host(person):
        raise TableFault("locked", "The host has locked this table; you can watch.")
    if table.settings.seed and own is None:
        raise TableFault("practice", "These deals come from a seed that somebody chose; you can watch.")
    place = table.places[seat]
    if place.person:
        raise TableFault("seat_taken", "That seat is taken; ask its player to swap.")
    if any(each.name == person.name and each.guest != person.guest for each in table.places):
        sentence = "Somebody here is called { $name } already; choose another name."
        raise TableFault("name_at_table", sentence, name=person.name)
    if own is not None:
        _move(table, own, seat)
    else:
        table.places[seat] = Place(person.guest, person.name)
    await _seats_changed(table, *(each for each in (own, seat) if each is not None))


def _move(table: Table, own: Seat, seat: Seat) -> None:
    places = table.places
    places[own], places[seat] = places[seat], places[own]


async def _seats_changed(table: Table, *seats: Seat) -> None:
    for seat in seats:
        place = table.places[seat]
        await table.services.store.sit(table.row.id, seat, place.guest, place.bot)
    if table.row.host is None or table.row.host not in [place.guest for place in table.places]:
        await _pass_host(table)
    await table.seated(seats)


async def _pass_host(table: Table) -> None:
    """The next person at the table becomes the host; nobody if only bots are left."""
    people = [table.places[seat].guest for seat in table.people]
    here = [guest for guest in people if table.present(guest)] or people
    table.row = replace(table.row, host=here[0] if here else None)
    await table.services.store.change_table(table.row.id, host=table.row.host)


async def _stand(table: Table, person: Person, ask: Ask) -> None:
    """Leave the seat: before the match it is free, during a deal a bot plays until it is over or you are back."""
    seat = table.own_seat(person)
    place = table.places[seat]
    if table.state in ("playing", "paused"):
        place.held, place.ready = True, True
        table.arrange_again()
        return
    bot = table.settings.level if table.state == "between" else ""
    table.places[seat] = Place(bot=bot)
    await _seats_changed(table, seat)


async def _swap(table: Table, person: Person, ask: Ask) -> None:
    """Ask somebody to change seats with you."""
    own, seat = table.own_seat(person), _seat(table, ask)
    if table.dealt:
        raise TableFault("deal_on", "Seats change hands only between deals.")
    asking, other = table.places[own], table.places[seat]
    if not other.person or seat == own:
        raise TableFault("nobody_there", "Nobody else sits there.")

    async def swapped() -> None:
        if not table.dealt and table.places[own] is asking and table.places[seat] is other:
            _move(table, own, seat)
            await _seats_changed(table, own, seat)

    _begin_vote(table, "swap", own, seat, (seat,), swapped)


async def _start(table: Table, person: Person, ask: Ask) -> None:
    """Begin the match; bots take the seats that are open."""
    _host(table, person)
    if table.state != "gathering":
        raise TableFault("begun_table", "The match has begun already.")
    table.own_seat(person)
    await table.begin_match()


async def _ready(table: Table, person: Person, ask: Ask) -> None:
    """Ready for the next deal."""
    place = table.places[table.own_seat(person)]
    if table.state not in ("between", "over"):
        raise TableFault("deal_on_ready", "The deal is not over yet.")
    place.ready = True
    if table.state == "between":
        table.arrange_again()
    elif all(table.places[seat].ready or table.places[seat].held for seat in table.people):
        await table.begin_match()
    table.tell_room()


async def _again(table: Table, person: Person, ask: Ask) -> None:
    """Another match with the same seats, as soon as everybody wants it."""
    table.own_seat(person)
    if table.state != "over":
        raise TableFault("match_still_on", "The match is not over yet.")
    await _ready(table, person, ask)


# -- the host ----------------------------------------------------------------------------------------------------------


async def _options(table: Table, person: Person, ask: Ask) -> None:
    """Play something else, or by other agreements."""
    _host(table, person)
    _not_playing(table)
    game = known_game(ask.text)
    if len(table.people) > game.seats:
        sentence = "{ $title } has { $seats } seats here; too many people are at the table."
        raise BadOptions("too_many_people", sentence, title=game.title, seats=game.seats)
    if table.state == "over":
        await table.gather_again()
    if game.seats != len(table.places):
        await table.resize(game.seats)
    table.game = game
    table.row = replace(table.row, game=game.options.text())
    await table.services.store.change_table(table.row.id, game=table.row.game)
    table.reseat_viewers()


SETTABLE = ("clock", "pace", "level", "hints", "takebacks", "aids", "delay")


async def _set(table: Table, person: Person, ask: Ask) -> None:
    """Set something of the table: clock, pace, level, hints, takebacks, aids, delay."""
    _host(table, person)
    if ask.text != "pace":
        _not_playing(table)
    if ask.text == "level":
        known_bot(ask.value)
    flags = {"yes": True, "no": False, "on": True, "off": False}
    value: bool | int | str = flags.get(ask.value, ask.value)
    if ask.text == "delay":
        value = whole(ask.value)
    before = table.settings
    try:
        if ask.text not in SETTABLE:
            raise msgspec.ValidationError
        known = msgspec.to_builtins(table.settings)
        table.settings = msgspec.convert({**known, ask.text: value}, TableSettings)
    except msgspec.ValidationError:
        sentence = "'{ $name }' cannot be set to '{ $value }' here."
        raise TableFault("table_setting", sentence, name=ask.text, value=ask.value) from None
    await _keep_settings(table)
    if table.settings.delay != before.delay:
        table.delay_changed()
    table.tell_room()


async def _keep_settings(table: Table) -> None:
    data = msgspec.json.encode(table.settings)
    table.row = replace(table.row, settings=data)
    await table.services.store.change_table(table.row.id, settings=data)


async def _bot(table: Table, person: Person, ask: Ask) -> None:
    """Put a bot on a seat, or change its level; in place of somebody who is away others may ask for one too."""
    seat = _seat(table, ask)
    place = table.places[seat]
    level = ask.text or table.settings.level
    known_bot(level)
    if not place.person:
        _host(table, person)
        place.bot = level
        await _seats_changed(table, seat)
        return
    if table.is_host(person) and seat != table.seat_of(person):
        await _hand_to_bot(table, seat)
        return
    own = table.own_seat(person)
    since = place.away_since
    if since is None or table.services.now() - since < ABSENT:
        raise TableFault("still_here", "A bot can be asked for when a player has been away for a minute.")
    asked = [each for each in table.people if each not in (seat, own) and table.present(table.places[each].guest)]
    _begin_vote(table, "bot", own, seat, tuple(asked), lambda: _hand_to_bot(table, seat), most=True)


async def _hand_to_bot(table: Table, seat: Seat) -> None:
    """A bot plays for this person until they act again."""
    place = table.places[seat]
    place.held, place.ready = True, True
    table.arrange_again()
    table.tell_room()


async def _open(table: Table, person: Person, ask: Ask) -> None:
    """Free the seat of a bot."""
    _host(table, person)
    _not_playing(table)
    seat = _seat(table, ask)
    if table.places[seat].person:
        raise TableFault("seat_taken", "That seat is taken; ask its player to swap.")
    table.places[seat] = Place()
    await _seats_changed(table, seat)


async def _remove(table: Table, person: Person, ask: Ask) -> None:
    """Send somebody from the table, before the deal."""
    _host(table, person)
    seat = _seat(table, ask)
    guest = table.places[seat].guest
    if table.state not in ("gathering", "over", "between"):
        raise TableFault("deal_on", "Seats change hands only between deals.")
    if guest is None or guest == person.guest:
        raise TableFault("nobody_there", "Nobody else sits there.")
    table.places[seat] = Place(bot=table.settings.level if table.state == "between" else "")
    for viewer in [viewer for viewer in table.viewers if viewer.person.guest == guest]:
        viewer.close(CLOSED_SEAT)
    await _seats_changed(table, seat)


async def _lock(table: Table, person: Person, ask: Ask) -> None:
    """Let nobody else sit down, or let them again."""
    _host(table, person)
    locked = ask.what == "lock"
    table.row = replace(table.row, locked=locked)
    await table.services.store.change_table(table.row.id, locked=locked)
    table.tell_room()


async def _time(table: Table, person: Person, ask: Ask) -> None:
    """Give somebody a minute more."""
    _host(table, person)
    seat = _seat(table, ask)
    if table.clock.preset is None:
        raise TableFault("no_clock", "This table has no clock.")
    table.clock.give(seat)
    table.arrange_again()
    table.tell_room()


# -- pauses and votes --------------------------------------------------------------------------------------------------


async def _pause(table: Table, person: Person, ask: Ask) -> None:
    """Stop the clock and the bots until somebody goes on."""
    table.paused_by = table.own_seat(person)
    table.in_match()
    if table.state == "over":
        raise TableFault("match_ended", "The match is over.")
    table.paused = True
    table.arrange_again()
    table.tell_room()


async def _resume(table: Table, person: Person, ask: Ask) -> None:
    """Go on after a pause."""
    table.own_seat(person)
    table.paused = False
    table.arrange_again()
    table.tell_room()


async def _back(table: Table, person: Person, ask: Ask) -> None:
    """Here again: the seat is yours before the next decision."""
    place = table.places[table.own_seat(person)]
    place.held, place.misses = False, 0
    table.arrange_again()
    table.tell_room()


def _begin_vote(
    table: Table,
    what: str,
    by: Seat,
    seat: Seat | None,
    waiting: tuple[Seat, ...],
    done: Callable[[], Awaitable[None]],
    *,
    most: bool = False,
) -> None:
    """Ask others to agree: all of them, or most of those who are there."""
    if table.vote is not None:
        raise TableFault("vote_on", "Another request is still to be answered.")
    table.vote_needed = (len(waiting) + 1) // 2 if most else len(waiting)  # whoever asks has agreed
    table.vote, table.on_vote = Vote(what, by, seat, waiting), done
    if not waiting:
        table.settle_vote()
    table.tell_room()


async def _agree(table: Table, person: Person, ask: Ask) -> None:
    """Agree to what was asked."""
    _answered_by(table, person)
    table.vote_needed -= 1
    if table.vote_needed <= 0:
        table.settle_vote()
    table.tell_room()


async def _refuse(table: Table, person: Person, ask: Ask) -> None:
    """Refuse what was asked; whoever asked may take it back in the same way."""
    seat = table.own_seat(person)
    if table.vote is not None and seat == table.vote.by:
        table.drop_vote()
        return
    _answered_by(table, person)
    assert table.vote is not None
    if table.vote_needed > len(table.vote.waiting):
        table.drop_vote()
    table.tell_room()


def _answered_by(table: Table, person: Person) -> None:
    seat, vote = table.own_seat(person), table.vote
    if vote is None or seat not in vote.waiting:
        raise TableFault("no_vote", "Nobody has asked you anything.")
    table.vote = replace(vote, waiting=tuple(each for each in vote.waiting if each != seat))


# -- in a deal ---------------------------------------------------------------------------------------------------------


def _question(table: Table, person: Person) -> Question:
    seat, driver = table.own_seat(person), table.in_match()
    question = driver.question()
    if question is None or question.seat != seat:
        raise TableFault("not_your_question", "It is not your turn.")
    return question


async def _undo(table: Table, person: Person, ask: Ask) -> None:
    """Alone with bots: take back your last decision and all that followed."""
    seat = table.own_seat(person)
    if len(table.people) > 1:
        raise TableFault("not_alone", "With other people at the table ask for a takeback instead.")
    await _take_back(table, seat)


async def _take_back(table: Table, seat: Seat) -> None:
    numbers = table.in_match().log.decisions(seat)
    if not numbers:
        sentence = "You have not done anything in this deal yet."
        raise TableFault("nothing_to_take_back", sentence, key="table_undo_nothing")
    await table.enter(lambda driver: (driver.take_back(numbers[-1]),))


async def _takeback(table: Table, person: Person, ask: Ask) -> None:
    """Ask everybody to let you take back your last decision."""
    seat = table.own_seat(person)
    if not table.settings.takebacks:
        raise TableFault("no_takebacks", "This table plays without takebacks.")
    table.in_match()
    others = tuple(each for each in table.people if each != seat)
    _begin_vote(table, "takeback", seat, None, others, lambda: _take_back(table, seat))


async def _check(table: Table, person: Person, ask: Ask) -> Told:
    """Whether these actions could be done together now, and what could follow them."""
    question, driver = _question(table, person), table.in_match()
    legal = driver.legal_after(question.seat, ask.a) if ask.a else question.legal
    return Told(ask.id, legal=tuple(_choice(table, person, each) for each in legal))


def _choice(table: Table, person: Person, action: Action) -> Choice:
    return Choice(action, action_text(action), table.voice(person).presenter.short(action))


async def _queue(table: Table, person: Person, ask: Ask) -> None:
    """Play this card when it is your turn, if the winning card is still the same; nothing clears it."""
    place, driver = table.places[table.own_seat(person)], table.in_match()
    place.queued = (ask.a[0], best_card(driver.match)) if ask.a else None


async def _auto(table: Table, person: Person, ask: Ask) -> None:
    """Play the last card by itself, or do not."""
    table.places[table.own_seat(person)].auto = ask.value != "off"


async def _hint(table: Table, person: Person, ask: Ask) -> Told:
    """What to do and why, from your own view; alone with bots, or where the table allows it."""

    async def asked() -> Task:
        question = _question(table, person)
        if len(table.people) > 1 and not table.settings.hints:
            raise TableFault("no_hints", "Hints are for playing alone, or where the table has agreed on them.")
        table.places[question.seat].hinted = table.decision(question)
        return hint_task(question, table.in_match().match.chance)

    task = await table.submit(asked)
    found = await table.services.decider.value(task, HINT_SECONDS)
    lines: tuple[Line, ...] = tuple(table.voice(person).presenter.hint(found))
    return Told(ask.id, lines, advice=found.advice)


async def _claim(table: Table, person: Person, ask: Ask) -> Told:
    """Claim all that is left, none of it, or some number of tricks.

    The answer comes after a fixed time and a refusal is always the same sentence, so neither tells of others' cards.
    """
    loop = asyncio.get_running_loop()
    due = loop.time() + table.claim_delay

    async def asked() -> tuple[Question, Task]:
        question = _question(table, person)
        place, now = table.places[question.seat], table.services.now()
        if now < place.claim_after:
            raise TableFault("claim_soon", "You can claim again in a few seconds.")
        tricks_wanted(question.view, ask.tricks)
        place.claim_after = now + CLAIM_AGAIN
        return question, claim_task(question, ask.tricks)

    question, task = await table.submit(asked)
    plan = await table.services.decider.claim(task, table.claim_delay)
    await asyncio.sleep(max(0.0, due - loop.time()))
    await table.submit(lambda: _claimed(table, question, plan, ask.id))
    return Told(ask.id, (table.voice(person).presenter.say("claim-proved"),))


async def _claimed(table: Table, question: Question, plan: Plan | None, id: str) -> None:
    """Play the rest out, if the claim is proved and nothing has happened since."""
    driver = table.in_match()
    if plan is None or driver.log.changed_at >= question.number:
        raise unproved()
    line = play_out(driver.match, question.seat, plan, lambda each: stand_in(each.view, each.legal))
    await table.enter(lambda driver: driver.claim(question.seat, line, id=id))


SLOW: Mapping[str, Callable[[Table, Person, Ask], Awaitable[Told]]] = {"hint": _hint, "claim": _claim}
"""What is thought about beside the table."""

ASKS: Mapping[str, Answer] = {
    "agree": _agree,
    "again": _again,
    "auto": _auto,
    "back": _back,
    "bot": _bot,
    "check": _check,
    "lock": _lock,
    "open": _open,
    "options": _options,
    "pause": _pause,
    "queue": _queue,
    "ready": _ready,
    "refuse": _refuse,
    "remove": _remove,
    "resume": _resume,
    "set": _set,
    "sit": _sit,
    "stand": _stand,
    "start": _start,
    "swap": _swap,
    "takeback": _takeback,
    "time": _time,
    "undo": _undo,
    "unlock": _lock,
}
"""What can be asked, and who answers it."""
