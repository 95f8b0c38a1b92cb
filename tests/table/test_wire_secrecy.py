"""Twin worlds on the wire: every byte and every delay is the same in worlds that a viewer cannot tell apart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheepfold.core.shuffle import Stream
from sheepfold.registry import make_game
from sheepfold.table import pace
from sheepfold.table.audience import Audience
from sheepfold.table.sockets import lines
from sheepfold.table.table import Table
from sheepfold.testing import clockwork
from sheepfold.testing.random_deals import random_deal
from sheepfold.testing.secrecy import Leak, viewers
from sheepfold.testing.wire_secrecy import Played, Plot, Scene, hunt

GAMES = ("goathead", "widderkopf", "grim", "sheepshead", "clover")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_traffic_is_the_same_in_worlds_that_look_the_same(game: str) -> None:
    """Ways 1, 2, 4, 7, 8, 9 and 10 of ux 9.1 at once; the long form is ``make wire-secrecy``."""
    tally = hunt(game, 5)
    assert tally.deals == 5
    assert set(tally.twins) >= set(viewers(make_game(game)))
    assert tally.messages.total() > 1000
    assert tally.delays > 50
    assert {"snap", "ev", "room", "ack", "told", "nak not_your_turn", "nak no_seat"} <= set(tally.kinds)


def _slow_with_choice(table: Table) -> float:
    """A delay that depends on the cards."""
    assert table.driver is not None
    drawn = pace.delay(table.settings.pace, table.services.rng)
    return drawn + 0.001 * len(table.driver.match.legal)


def _counts_choices(question: Callable[[Audience], bytes | None]) -> Callable[[Audience], bytes | None]:
    """Everybody gets to know how many legal actions the player on turn has."""

    def told(audience: Audience) -> bytes | None:
        return question(audience) or b'{"legal":%d}' % len(audience.driver.match.legal)

    return told


@pytest.mark.parametrize("leak", ["delay", "question", "view"])
def test_a_leak_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if leak == "delay":
        monkeypatch.setattr(Table, "_delay", _slow_with_choice)
    elif leak == "question":
        monkeypatch.setattr(Audience, "question", _counts_choices(Audience.question))
    else:
        opening = Audience._line
        monkeypatch.setattr(
            Audience, "_line", lambda audience, event, view: _with_hands(opening, audience, event, view)
        )
    with pytest.raises(Leak):
        hunt("sheepshead", 20)


def _with_hands(line: Callable[..., Any], audience: Audience, event: Any, view: Any) -> Any:
    """The lines of the deal say what seat 0 holds."""
    return (*line(audience, event, view), b'["%d"]' % audience.driver.match.deal.hands[0])


def test_lines_over_http_are_the_same_bytes(tmp_path: Path) -> None:
    async def run() -> None:
        game = make_game("sheepshead")
        record = random_deal(game, Stream("lines", "deal"))
        played = Played(await Scene.opened(tmp_path), Plot(game, record.standing, "lines"), record.deal, record.actions)
        await played.sit_down(viewers(game))
        people = {viewer: (played.ears[viewer], len(played.ears[viewer].heard)) for viewer in (0, None)}
        got: dict[Any, list[bytes]] = {viewer: [] for viewer in people}

        async def reading(viewer: Any) -> None:
            async for line in lines(played.hub, played.table, people[viewer][0].person, -1, "127.0.0.1"):
                got[viewer].append(line)

        tasks = [asyncio.create_task(reading(viewer)) for viewer in people]
        await played.play(len(record.actions) - 1, [])
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        id = played.table.row.id.encode()
        for viewer, (ear, before) in people.items():
            sent = [heard.data for heard in ear.heard[before:] if heard.kind == "sent"]
            first = next(number for number, data in enumerate(sent) if b'"t":"ev"' in data)  # whoever comes is news too
            count = len(sent) - first
            assert [line.replace(id, b"(table)") for line in got[viewer][-count:]] == [
                data + b"\n" for data in sent[first:]
            ]
            assert count >= 10
        await played.hub.close()
        played.place.store._let_go()

    clockwork.run(run())
