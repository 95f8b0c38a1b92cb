"""What holds at a table beside the match, in words: who sits where, what has changed, what is asked of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheepfold.cli.received import Received
from sheepfold.presentation import Line, Presenter
from sheepfold.presentation.line import joined

FLAGS = ("hints", "takebacks", "aids")
SETTINGS = ("clock", "pace", "level", *FLAGS, "delay")


def room_lines(presenter: Presenter, received: Received, url: str) -> list[Line]:
    """The table before a match, or whenever somebody asks: the game, the seats, how it is set."""
    room, say = received.room, presenter.say
    state = say(f"state-{received.state}")
    found = [say("room-title", title=room["title"], game=room["game"], id=room["table"], state=state)]
    found += [
        say("room-seat", seat=seat, who=_holder(presenter, received, seat)) for seat in range(len(received.seats))
    ]
    values = {name: _value(presenter, room[name]) for name in SETTINGS}
    found.append(say("room-set", **values))
    if room.get("watching"):
        found.append(say("room-watching", count=room["watching"]))
    if room.get("locked"):
        found.append(say("room-locked"))
    else:
        found.append(say("join-invite", url=url))
    if received.state == "gathering" and received.host:
        found.append(say("room-host-words"))
    return found


def later_line(presenter: Presenter, received: Received) -> Line:
    """That whoever watches sees the table later than the players; empty for players and where there is no delay."""
    seconds = received.room.get("delay", 0)
    return presenter.say("join-later", seconds=seconds) if seconds and received.seat is None else ()


def _value(presenter: Presenter, value: object) -> Line:
    if isinstance(value, bool):
        return presenter.say("flag-on" if value else "flag-off")
    return (str(value),)


def _holder(presenter: Presenter, received: Received, seat: int) -> Line:
    """Who holds a seat, with all that is to be said of them."""
    held, say = received.seats[seat], presenter.say
    if held["kind"] == "open":
        return say("room-open")
    name = str(held.get("name", ""))
    if held["kind"] == "bot":
        return say("room-bot", name=name, level=held.get("level", ""))
    about: list[Line] = [say("room-you", name=name) if seat == received.seat else (name,)]
    about += [say(f"room-is-{what}") for what in ("host", "away", "held") if held.get(what)]
    if held.get("ready") and received.state in ("between", "over"):
        about.append(say("room-is-ready"))
    return joined(about, ", ")


def said_line(presenter: Presenter, said: Mapping[str, Any]) -> Line:
    """A line of chat."""
    if said.get("emote"):
        return presenter.say("said-emote", name=said["name"], emote=said["emote"])
    return presenter.say("said-chat", name=said["name"], text=said.get("text", ""))


def new_chat(before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lines of chat that were not there before; the oldest may have gone meanwhile."""
    known = next(
        n for n in range(min(len(before), len(now)), -1, -1) if list(before[len(before) - n :]) == list(now[:n])
    )
    return list(now[known:])


def room_news(presenter: Presenter, received: Received, before: Mapping[str, Any]) -> list[Line]:
    """What has changed since the room was like that, as sentences."""
    room, say = received.room, presenter.say
    found = [line for seat in range(len(received.seats)) for line in _seat_news(presenter, received, before, seat)]
    was, now = before.get("state"), received.state
    if now == "paused" and was != "paused":
        found.append(say("room-paused"))
    if was == "paused" and now in ("playing", "between"):
        found.append(say("room-resumed"))
    if before.get("locked") != room.get("locked"):
        found.append(say("room-now-locked" if room.get("locked") else "room-now-open"))
    for name in SETTINGS:
        if before.get(name) == room.get(name):
            continue
        if name == "delay" and later_line(presenter, received):
            found.append(later_line(presenter, received))
        else:
            found.append(say("room-changed", name=name, value=_value(presenter, room.get(name))))
    if room.get("vote") != before.get("vote"):
        found += vote_lines(presenter, received)
    return found


def _seat_news(presenter: Presenter, received: Received, before: Mapping[str, Any], seat: int) -> Iterator[Line]:
    """What is new of a seat; of the reader only what others have done."""
    seats, say, own = before.get("seats", ()), presenter.say, seat == received.seat
    was = seats[seat] if seat < len(seats) else {"kind": "open"}
    now = received.seats[seat]
    name, gone = str(now.get("name", "")), str(was.get("name", ""))
    same = was["kind"] == now["kind"] == "person" and name == gone
    if was["kind"] == "person" and not same and gone not in received.names:
        yield say("room-leaves", name=gone, seat=seat)
    if now["kind"] == "person" and not same and not own:
        yield say("room-sits", name=name, seat=seat)
    if now["kind"] == "bot" and was.get("level") != now.get("level"):
        yield say("room-bot-sits", level=now.get("level", ""), seat=seat)
    if not same:
        return
    if own and now.get("host") and not was.get("host"):
        yield say("room-you-host")
    if bool(was.get("held")) != bool(now.get("held")):
        held = "room-held-you" if own else "room-held"
        yield say(held if now.get("held") else "room-unheld", name=name)
    if not own and now.get("away") and not was.get("away"):
        yield say("room-away", name=name)
    if not own and was.get("away") and not now.get("away") and received.state != "gathering":  # there they just came
        yield say("room-returned", name=name)
    if not own and now.get("ready") and not was.get("ready"):
        yield say("room-ready", name=name)


def vote_lines(presenter: Presenter, received: Received) -> list[Line]:
    """What is asked of others, and whether the reader is to answer."""
    vote, say = received.room.get("vote"), presenter.say
    if not vote:
        return [say("vote-over")]
    if vote["by"] == received.seat:
        return [say("vote-own")]
    whom = presenter.player(vote["seat"]) if vote.get("seat") is not None else ()
    found = [say(f"vote-{vote['what']}", who=presenter.you(vote["by"]), whom=whom)]
    return [*found, say("vote-how")] if received.seat in vote["waiting"] else found
