"""The table: what people are sent, seats, clocks, votes, takings-back, and a store that runs ahead of the screen."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from wire import QUICK, Client, alone, guest, opened, played, settled, together

from sheepfold.notation.forms import from_data
from sheepfold.play.driver import drive
from sheepfold.play.view import empty_view, watch
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.registry import make_game
from sheepfold.table.audience import Audience
from sheepfold.table.protocol import Message
from sheepfold.table.settings import TableSettings
from sheepfold.table.voice import Names

GAMES = ["goathead", "widderkopf:short", "grim", "sheepshead", "clover"]


async def snapshot(client: Client) -> dict[str, Any]:
    """What a new connection of the same person would be sent now; the client has read all that came before."""

    async def made() -> bytes:
        data = client.table.snapshot(client.viewer)
        if client.viewer._waiting:
            for message in await client.viewer.take():
                client.raw.append(message)
                client.put(msgspec.json.decode(message))
        return data

    found: dict[str, Any] = msgspec.json.decode(await client.table.submit(made))
    del found["t"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_and_later_messages_make_the_new_snapshot(game: str, tmp_path: Path) -> None:
    """After every message, for every seat and for somebody who watches, over two deals."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, game)
            watcher = await Client(ann.table, await guest(hub, "Wim")).join()
            draw = random.Random(3)
            for _ in range(60):
                await played([ann], draw.choice, 1)
                for client in (ann, watcher):
                    fresh = await snapshot(client)
                    assert client.screen == fresh
                if draw.random() < 0.1 and ann.screen["room"]["state"] == "playing":
                    await ann.ask("undo")
            kinds = {message["t"] for message in (*ann.heard, *watcher.heard)}
            assert {"snap", "ev", "room"} <= kinds
            for message in (*ann.raw, *watcher.raw):
                from_data(Message, msgspec.json.decode(message))

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_several_people_see_the_same_numbers_and_what_they_may_see(game: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, game, "Ann", "Ben")
            await played([ann, ben], random.Random(5).choice, 40)
            await settled(ann, ben)
            for client in (ann, ben):
                assert client.screen == await snapshot(client)
            numbers = [[each["v"] for each in client.heard if each["t"] == "ev"] for client in (ann, ben)]
            assert numbers[0] == numbers[1] == sorted(set(numbers[0]))
            hands = [client.screen["view"]["hand"] for client in (ann, ben)]
            assert not set(hands[0]) & set(hands[1])
            assert ann.screen["view"]["seat"] == 0
            assert ben.screen["view"]["seat"] == 1

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_the_same_after_a_restart(game: str, tmp_path: Path) -> None:
    """Whatever a reader saw before, they see again: view, scene, lines, sheet, question."""

    async def run() -> None:
        before: dict[str, Any] = {}
        async with opened(tmp_path) as hub:
            ann = await alone(hub, game)
            await played([ann], random.Random(7).choice, 35)
            before = await snapshot(ann)
            if before["question"] is None:  # bots play on until somebody is asked
                for _ in range(1000):
                    await asyncio.sleep(0.001)
                    before = await snapshot(ann)
                    if before["question"] or before["room"]["state"] != "playing":
                        break
            person, id = ann.person, ann.table.row.id
        async with opened(tmp_path) as hub:
            again = await Client(await hub.table(id), person).join()
            after = await snapshot(again)
            assert after == before
            await played([again], random.Random(8).choice, 10)

    asyncio.run(run())


def test_whoever_comes_back_gets_what_they_missed(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, "sheepshead", "Ann", "Ben")
            await played([ann, ben], random.Random(1).choice, 6)
            since, kept = ben.screen["v"], dict(ben.screen)
            await ben.leave()
            await ann.read()
            assert ann.screen["room"]["seats"][1]["away"]
            # Ann plays on as far as she is asked.
            for _ in range(200):
                await ann.read()
                if ann.question:
                    await ann.act(ann.question["legal"][0]["a"])
                await asyncio.sleep(0)
            back = Client(ben.table, ben.person)
            back.screen = kept
            await back.join(since)
            assert "snap" not in [each["t"] for each in back.heard] or since == ben.table.number
            assert back.screen == await snapshot(back)
            far = await Client(ben.table, ben.person).join(10**6)
            assert far.heard[0]["t"] == "snap"

    asyncio.run(run())


def test_an_action_is_done_once_and_never_from_an_old_page(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim")
            await played([ann], random.Random(1).choice, 3)
            while not ann.question:
                await ann.read()
            base, action = ann.screen["v"], ann.question["legal"][0]["a"]
            message = {"t": "act", "id": "same", "base": base, "a": action}
            first = await ann.send(message)
            number = ann.table.number
            assert first["t"] == "ack"
            assert await ann.send(message) == first
            stale = await ann.send({**message, "id": "other"})
            assert stale["code"] == "stale_answer"
            assert ann.table.number >= number
            assert sum(b'"same"' in row for row in await _rows(ann)) == 0  # ids are stored with their owner
            assert sum(b'/same"' in row for row in await _rows(ann)) == 1

    asyncio.run(run())


async def _rows(client: Client) -> list[bytes]:
    assert client.table.stream is not None
    return await client.table.services.store.entries(client.table.stream.id)


def test_nobody_acts_for_somebody_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, "sheepshead", "Ann", "Ben")
            watcher = await Client(ann.table, await guest(hub, "Wim")).join()
            while not (ann.question or ben.question):
                await ann.read()
                await ben.read()
                await asyncio.sleep(0)
            asked, other = (ann, ben) if ann.question else (ben, ann)
            action = asked.question["legal"][0]["a"]
            number = ann.table.number
            for client, code in ((other, "not_your_turn"), (watcher, "no_seat")):
                answer = await client.act(action)
                assert (answer["t"], answer["code"]) == ("nak", code)
            assert ann.table.number == number
            assert watcher.screen["view"]["seat"] is None
            assert watcher.screen["question"] is None

    asyncio.run(run())


def test_seats_before_the_match(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            host = await guest(hub, "Ann")
            table = await hub.create(host, "sheepshead", QUICK)
            ann = await Client(table, host).join()
            ben = await Client(table, await guest(hub, "Ben")).join()
            twin = await Client(table, await guest(hub, "Ann")).join()
            assert ann.screen["room"]["state"] == "gathering"
            assert (await ben.ask("start"))["code"] == "host_only"
            assert (await ben.ask("sit", seat=0))["code"] == "seat_taken"
            assert (await ben.ask("sit", seat=9))["code"] == "which_seat"
            assert (await twin.ask("sit", seat=3))["code"] == "name_at_table"
            await ben.ask("sit", seat=2)
            assert [seat["kind"] for seat in ben.screen["room"]["seats"]] == [
                "person",
                "open",
                "person",
                "open",
                "open",
            ]
            await ben.ask("sit", seat=4)
            assert ben.screen["you"]["seat"] == 4
            # Ben asks Ann to swap, and partners follow from seats.
            await ben.ask("swap", seat=0)
            await ann.read()
            assert ann.screen["room"]["vote"]["what"] == "swap"
            await ann.ask("agree")
            while (ann.screen["you"]["seat"], ben.screen["you"]["seat"]) != (4, 0):
                await asyncio.sleep(0.001)
                await ben.read()
                await ann.read()
            # Another game with fewer seats keeps people.
            assert (await ann.ask("options", text="grim"))["t"] == "told"
            assert len(ann.screen["room"]["seats"]) == 4
            assert {seat["name"] for seat in ann.screen["room"]["seats"] if seat["kind"] == "person"} == {"Ann", "Ben"}
            assert (await ann.ask("options", text="whist"))["t"] == "nak"
            assert (await ben.ask("options", text="clover"))["code"] == "host_only"
            # Levels, locks, leaving.
            free = next(n for n, seat in enumerate(ann.screen["room"]["seats"]) if seat["kind"] == "open")
            await ann.ask("bot", seat=free, text="club")
            assert ann.screen["room"]["seats"][free]["level"] == "club"
            assert (await ann.ask("bot", seat=free, text="nobody"))["code"] == "unknown_bot"
            await ann.ask("lock")
            other = await Client(table, await guest(hub, "Cleo")).join()
            assert (await other.ask("sit", seat=free))["code"] == "locked"
            await ann.ask("unlock")
            await ann.ask("stand")
            await ben.read()
            assert ben.screen["you"]["host"] or any(
                seat.get("host") and seat["name"] == "Ben" for seat in ben.screen["room"]["seats"]
            )

    asyncio.run(run())


def test_the_clock_plays_for_whoever_is_too_slow(tmp_path: Path) -> None:
    """Two decisions in a row, and a bot holds the seat until its player acts."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            now = [0.0]
            hub.services.now = lambda: now[0]
            ann = await alone(hub, "grim", TableSettings(pace="none", level="random", clock="fast"))
            while not ann.question:
                await ann.read()
                await asyncio.sleep(0)
            clock = ann.screen["room"]["time"]
            assert clock["seat"] == 0
            assert clock["left"] == 57_000
            table = ann.table
            now[0] += 20
            first = ann.question
            await ann.act(first["legal"][0]["a"])
            while not ann.question and ann.screen["room"]["state"] == "playing":
                await ann.read()
                await asyncio.sleep(0)
            assert table.clock.bank[0] == 45 - 8
            for misses in (1, 2):
                assert table.driver is not None
                number = table.driver.log.number
                await table.submit(lambda number=number: table._expired(number, 0))  # type: ignore[misc]
                assert table.places[0].misses == misses
                while table.shown < number:
                    await asyncio.sleep(0.001)
                if misses == 1:
                    ann.screen["question"] = None
                    await settled(ann)
                acted = [row for row in await _rows(ann) if b'"by":"clock"' in row]
                assert len(acted) >= misses
            assert table.places[0].held
            await ann.ask("back")
            assert not table.places[0].held

    asyncio.run(run())


def test_a_takeback_needs_everybody(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            settings = TableSettings(pace="none", level="random", takebacks=True)
            ann, ben = await together(hub, "sheepshead", "Ann", "Ben", settings=settings)
            await played([ann, ben], random.Random(2).choice, 5)
            await settled(ann, ben)
            assert (await ann.ask("undo"))["code"] == "not_alone"
            before = ann.screen["view"]["counts"]
            await ann.ask("takeback")
            await ben.read()
            assert ben.screen["room"]["vote"] == {"what": "takeback", "by": 0, "seat": None, "waiting": [1]}
            assert (await ann.ask("agree"))["code"] == "no_vote"
            await ben.ask("refuse")
            await ann.read()
            assert ann.screen["room"]["vote"] is None
            assert ann.screen["view"]["counts"] == before
            await ann.ask("takeback")
            await ben.ask("agree")
            while not any(b'"back"' in row for row in await _rows(ann)):
                await asyncio.sleep(0.001)
            await settled(ann, ben)
            for client in (ann, ben):
                assert client.screen == await snapshot(client)

    asyncio.run(run())


def test_a_hint_is_for_one_person_alone(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim")
            while not ann.question:
                await ann.read()
                await asyncio.sleep(0)
            told = await ann.ask("hint")
            assert told["t"] == "told"
            assert told["advice"] in [each["a"] for each in ann.question["legal"]]
            assert told["say"]
            await ann.act(told["advice"])
            assert any(b'"hinted":true' in row for row in await _rows(ann))
            cleo, dora = await together(hub, "grim", "Cleo", "Dora")
            await played([cleo, dora], random.Random(1).choice, 2)
            while not (cleo.question or dora.question):
                await cleo.read()
                await dora.read()
            asked = cleo if cleo.question else dora
            assert (await asked.ask("hint"))["code"] == "no_hints"

    asyncio.run(run())


def test_another_match_goes_on_with_the_numbers(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "widderkopf:short")
            await played([ann], random.Random(1).choice)
            assert ann.screen["room"]["state"] == "over"
            last = ann.screen["v"]
            record = await hub.store.match_file(ann.table.stream.id)  # type: ignore[union-attr]
            assert record is not None
            assert (await ann.ask("again"))["t"] == "told"
            await ann.read()
            assert ann.screen["v"] > last
            assert ann.screen["room"]["state"] == "playing"
            await played([ann], random.Random(1).choice, 3)
            assert ann.screen == await snapshot(ann)
            assert len(await hub.store.streams(ann.table.row.id)) == 2

    asyncio.run(run())


def test_chat_is_kept_and_limited_in_length(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, "grim", "Ann", "Ben")
            await ann.send({"t": "chat", "text": "  hello\u0007 <b>there</b> "})
            await ben.read()
            assert ben.screen["chat"] == [{"name": "Ann", "text": "hello <b>there</b>", "seat": 0}]
            assert (await ann.send({"t": "chat", "text": "x" * 301}))["code"] == "chat_length"
            assert (await ann.send({"t": "chat", "text": " "}))["code"] == "chat_length"
            assert (await ann.send({"t": "chat", "emote": "dance"}))["code"] == "no_emote"
            await ben.send({"t": "chat", "emote": "thanks"})
            await ann.read()
            assert ann.screen["chat"][-1] == {"name": "Ben", "emote": "thanks", "seat": 1}
            assert ann.screen == await snapshot(ann)

    asyncio.run(run())


def test_a_pause_stops_everything(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim")
            await ann.ask("pause")
            assert ann.screen["room"]["state"] == "paused"
            number = ann.table.number
            await asyncio.sleep(0.05)
            assert ann.table.number == number
            if ann.question:
                assert (await ann.act(ann.question["legal"][0]["a"]))["code"] == "paused"
            await ann.ask("resume")
            await played([ann], random.Random(1).choice, 3)

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_shared_voice_says_what_a_presenter_of_its_own_would(game: str, tmp_path: Path) -> None:
    """Words are kept for all tables; a line must never depend on what was said elsewhere."""
    kind = make_game(game)
    names = Names(["Ann", "Hans", "Cleo", "Dora", "Emil", "Felix", "Greta", "Hugo"][: kind.seats])
    for number in range(6):
        driver = drive(kind, f"voice{number}")
        draw = random.Random(number)
        for question in driver.questions():
            driver.answer(question, draw.choice(question.legal))
        for seat in (0, 1, None):
            audience = Audience(driver, seat, "en", names)
            own = Presenter(kind, Reader(seat, names.names))
            told = watch(empty_view(kind, seat), (*driver.match.events, *driver.match.closing))
            lines = [line for event, view in told if (line := own.happened(event, view))]
            found = msgspec.json.decode(names.put(b"[" + b",".join(audience.lines) + b"]"))
            opening = len(found) - len(lines)
            assert [_spoken(line) for line in found[opening:]] == [spoken(line) for line in lines]


def _spoken(line: list[Any]) -> str:
    return "".join(part if isinstance(part, str) else part["say"] for part in line)


def test_most_must_agree_to_a_bot_for_somebody_who_is_away(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            now = [0.0]
            hub.services.now = lambda: now[0]
            ann, ben, cleo, dora = await together(hub, "sheepshead", "Ann", "Ben", "Cleo", "Dora")
            await dora.leave()
            assert (await ben.ask("bot", seat=3))["code"] == "still_here"
            now[0] += 61
            await ben.ask("bot", seat=3)
            await ann.read()
            assert ann.screen["room"]["vote"]["waiting"] == [0, 2]
            await ann.ask("refuse")
            assert not ann.table.places[3].held
            await cleo.ask("agree")
            while not ann.table.places[3].held:
                await asyncio.sleep(0.001)
            back = await Client(dora.table, dora.person).join()
            assert not back.table.places[3].held

    asyncio.run(run())


def test_bots_have_names_that_nobody_else_has(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            for name in ("Hugo", "Anna", "North", "Emma"):
                client = await alone(hub, "sheepshead(players=8)", name=name)
                names = [seat["name"] for seat in client.screen["room"]["seats"]]
                assert names[0] == name
                assert len(set(names)) == 8

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_whoever_comes_when_nobody_listened_sees_how_it_stands(game: str, tmp_path: Path) -> None:
    """What was made for readers who have left is not shown to the next one."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, game, "Ann", "Ben")
            wim = await Client(ann.table, await guest(hub, "Wim")).join()
            await wim.leave()
            for _ in range(6):
                await played([ann, ben], random.Random(2).choice, 3)
                await settled(ann, ben)
                late = await Client(ann.table, wim.person).join()
                table = ann.table
                assert table.driver is not None
                anew = Audience(table.driver, None, "en", table._names).snapshot(table.number, table.finished)
                for name in ("view", "scene", "lines"):
                    assert late.screen[name] == msgspec.json.decode(bytes(anew[name])), name
                await late.leave()

    asyncio.run(run())


def test_another_game_after_a_match_at_the_same_table(tmp_path: Path) -> None:
    """Two seats become four; numbers go on, also over a restart in between."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "widderkopf:short")
            await played([ann], random.Random(1).choice)
            last = ann.screen["v"]
            assert (await ann.ask("options", text="grim"))["t"] == "told"
            assert ann.screen["room"]["state"] == "gathering"
            assert len(ann.screen["room"]["seats"]) == 4
            assert ann.screen["view"] is None
            assert ann.screen == await snapshot(ann)
            person, id = ann.person, ann.table.row.id
        async with opened(tmp_path) as hub:
            again = await Client(await hub.table(id), person).join()
            assert again.screen["v"] == last
            assert (await again.ask("start"))["t"] == "told"
            await played([again], random.Random(2).choice, 3)
            assert again.screen["v"] > last
            assert again.screen["view"]["game"] == "grim"

    asyncio.run(run())
