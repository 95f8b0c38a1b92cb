"""The parts of a page about the people: seats, what the host can do, what somebody is asked, chat."""

from __future__ import annotations

from typing import get_args

from sheepfold.core.cards import Seat
from sheepfold.table.protocol import Room, SeatState, You
from sheepfold.table.settings import LONGEST_DELAY, ClockName, PaceName
from sheepfold.table.table import EMOTES
from sheepfold.table.text.agreeing import CLOCK_KEYS, PACE_KEYS
from sheepfold.table.text.deal import command, section
from sheepfold.table.text.forms import Maker, button, choice, field
from sheepfold.table.text.html import Html, Inside, Say, el, items
from sheepfold.table.text.looking import Seen
from sheepfold.table.text.start import levels

EMOTE_KEYS = {
    "hello": "text-emote-hello",
    "thanks": "text-emote-thanks",
    "well-played": "text-emote-well-played",
    "oops": "text-emote-oops",
    "wow": "text-emote-wow",
    "sorry": "text-emote-sorry",
    "hurry": "text-emote-hurry",
    "goodbye": "text-emote-goodbye",
}
VOTE_KEYS = {"swap": "text-vote-swap", "bot": "text-vote-bot", "takeback": "text-vote-takeback"}
CHANGEABLE = ("gathering", "between", "over")
"""States in which seats change hands."""


def ask(make: Maker, what: str, label: Inside, *more: Inside, main: bool = False, **values: str | int) -> Html:
    """A button that asks something of the table; ``main``: the one that is most likely wanted."""
    hidden = [el("input", type="hidden", name=name, value=value) for name, value in {"what": what, **values}.items()]
    return make.form(hidden, more, button(label, class_="main" if main else None), do="ask", class_="ask")


# -- seats -------------------------------------------------------------------------------------------------------------


def seats(say: Say, seen: Seen, make: Maker) -> Html:
    """Who sits where, and what can be done about it."""
    room, you = seen.snap.room, seen.snap.you
    rows = [(_about(say, room, you, seat), _for_seat(say, room, you, seat, make)) for seat in range(len(room.seats))]
    parts: list[Inside] = [items(rows, class_="seats")]
    if room.watching:
        parts.append(el("p", say("text-watching", count=room.watching)))
    return section(say, "text-seats", parts, id="seats")


def _about(say: Say, room: Room, you: You, seat: Seat) -> Inside:
    """A seat in words."""
    state = room.seats[seat]
    if state.kind == "open":
        return el("p", say("text-seat-open", seat=seat + 1))
    key = "text-seat-bot" if state.kind == "bot" else "text-seat-you" if you.seat == seat else "text-seat-person"
    level = levels(say).get(state.level, state.level)
    told: list[Inside] = [say(key, seat=seat + 1, name=state.name, level=_plain(level))]
    told += [[", ", say(each)] for each in _notes(state, room)]
    return el("p", told)


def _plain(level: Inside) -> str:
    return level if isinstance(level, str) else "".join(map(str, level)) if isinstance(level, tuple) else ""


def _notes(state: SeatState, room: Room) -> list[str]:
    """What else there is to say of a seat: the keys of its words."""
    after = room.state in ("between", "over")
    notes = {
        "text-note-host": state.host,
        "text-note-held": state.held,
        "text-note-away": state.away and not state.held,
        "text-note-ready": state.ready and after,
    }
    return [key for key, holds in notes.items() if holds]


def _for_seat(say: Say, room: Room, you: You, seat: Seat, make: Maker) -> list[Inside]:
    """What this reader can do about a seat."""
    state, free = room.seats[seat], room.state in CHANGEABLE
    found: list[Inside] = []
    if free and state.kind != "person" and not (room.locked and you.seat is None and not you.host):
        found.append(ask(make, "sit", say("text-sit", seat=seat + 1), seat=seat))
    if free and state.kind == "person" and you.seat not in (None, seat):
        found.append(ask(make, "swap", say("text-swap", name=state.name), seat=seat))
    if you.host and state.kind != "person":
        level = choice("text", say("text-level"), levels(say), state.level or room.level, id=f"level-{seat}")
        found.append(
            ask(make, "bot", say("text-bot-put" if state.kind == "open" else "text-bot-change"), level, seat=seat)
        )
        if state.kind == "bot" and room.state in ("gathering", "over"):
            found.append(ask(make, "open", say("text-bot-free"), seat=seat))
    if state.kind == "person" and seat != you.seat:
        found += _for_person(say, room, you, seat, make)
    return found


def _for_person(say: Say, room: Room, you: You, seat: Seat, make: Maker) -> list[Inside]:
    """What can be done about somebody else."""
    state = room.seats[seat]
    found: list[Inside] = []
    if (you.host or (you.seat is not None and state.away)) and room.state in ("playing", "between") and not state.held:
        found.append(ask(make, "bot", say("text-hand-over", name=state.name), seat=seat))
    if you.host and room.time is not None and room.state == "playing":
        found.append(ask(make, "time", say("text-give-time", name=state.name), seat=seat))
    if you.host and room.state in CHANGEABLE:
        found.append(ask(make, "remove", say("text-remove", name=state.name), seat=seat))
    return found


# -- the table as a whole ----------------------------------------------------------------------------------------------


def vote(say: Say, seen: Seen, make: Maker) -> Html | None:
    """What is asked of somebody, with the answer if it is the reader's to give."""
    asked, you = seen.snap.room.vote, seen.snap.you
    if asked is None:
        return None
    about = "" if asked.seat is None else seen.name(asked.seat)
    told: list[Inside] = [el("p", say(VOTE_KEYS[asked.what], by=seen.name(asked.by), name=about))]
    if you.seat in asked.waiting:
        told += [ask(make, "agree", say("text-agree")), ask(make, "refuse", say("text-refuse"))]
    elif you.seat == asked.by:
        told.append(ask(make, "refuse", say("text-withdraw")))
    return section(say, "text-vote", told, id="vote")


def controls(say: Say, seen: Seen, make: Maker) -> Html | None:
    """What a player can do beside playing, and what the host can set."""
    room, you = seen.snap.room, seen.snap.you
    found: list[Inside] = []
    if you.seat is not None:
        own = room.seats[you.seat]
        if own.held:
            found.append(ask(make, "back", say("text-back-again")))
        if room.state == "playing":
            found.append(ask(make, "pause", say("text-pause")))
        if room.state == "paused":
            found.append(ask(make, "resume", say("text-resume")))
        if not own.held:
            found.append(ask(make, "stand", say("text-stand")))
    if you.host:
        found += _of_host(say, room, make)
    return section(say, "text-controls", found, id="controls") if found else None


def _of_host(say: Say, room: Room, make: Maker) -> list[Inside]:
    locking = ("unlock", "text-unlock") if room.locked else ("lock", "text-lock")
    found: list[Inside] = [ask(make, locking[0], say(locking[1]))]
    paces: dict[str, Inside] = {name: say(PACE_KEYS[name]) for name in get_args(PaceName)}
    found.append(_set(say, make, "pace", choice("value", say("text-pace"), paces, room.pace, id="set-pace")))
    if room.state in ("gathering", "over"):
        clocks: dict[str, Inside] = {name: say(CLOCK_KEYS[name]) for name in get_args(ClockName)}
        yes: dict[str, Inside] = {"yes": say("text-yes"), "no": say("text-no")}
        found += [
            _set(say, make, "clock", choice("value", say("text-clock"), clocks, room.clock, id="set-clock")),
            _set(say, make, "level", choice("value", say("text-level"), levels(say), room.level, id="set-level")),
            _set(say, make, "hints", choice("value", say("text-hints"), yes, _yes(room.hints), id="set-hints")),
            _set(
                say, make, "takebacks", choice("value", say("text-takebacks"), yes, _yes(room.takebacks), id="set-back")
            ),
            _set(say, make, "delay", _delay(say, room)),
            el("p", el("a", say("text-options-at"), href=f"/text/options?table={room.table}")),
        ]
    return found


def _delay(say: Say, room: Room) -> Html:
    label = say("text-delay")
    return field("value", label, id="set-delay", type="number", min=0, max=LONGEST_DELAY, value=room.delay)


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _set(say: Say, make: Maker, name: str, what: Html) -> Html:
    return ask(make, "set", say("text-set"), what, text=name)


def ready(say: Say, seen: Seen, make: Maker) -> Html:
    """The way to the next deal or match."""
    room, you = seen.snap.room, seen.snap.you
    over = room.state == "over"
    waiting = [state.name for state in room.seats if state.kind == "person" and not state.ready and not state.held]
    told: list[Inside] = []
    if waiting:
        told.append(el("p", say("text-waiting-for", names=", ".join(waiting)), role="status"))
    if you.seat is not None and not room.seats[you.seat].ready:
        told.append(ask(make, "again" if over else "ready", say("text-again" if over else "text-ready"), main=True))
    return section(say, "text-next", told, command(say, make), id="next")


# -- chat --------------------------------------------------------------------------------------------------------------


def chat(say: Say, seen: Seen, make: Maker) -> Html:
    """What was said, and a line to say something."""
    said = [_said(say, line.name, line.text, line.emote) for line in reversed(seen.snap.chat)]
    told: Inside = items(said, class_="chat") if said else el("p", say("text-chat-none"))
    form = make.form(
        field("text", say("text-chat-say"), id="chat-text", maxlength=300, autocomplete="off"),
        button(say("text-chat-send")),
        do="chat",
    )
    emotes: dict[str, Inside] = {name: say(EMOTE_KEYS[name]) for name in EMOTES}
    quick = make.form(choice("emote", say("text-emote"), emotes, "hello"), button(say("text-emote-send")), do="chat")
    return section(say, "text-chat", form, quick, el("p", say("text-chat-read"), class_="help"), told, id="chat")


def _said(say: Say, name: str, text: str, emote: str) -> Inside:
    words: Inside = el("bdi", text)
    if emote:
        words = say(EMOTE_KEYS[emote]) if emote in EMOTE_KEYS else emote
    return [el("bdi", name), ": ", words]
