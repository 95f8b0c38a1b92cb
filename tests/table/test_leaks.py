"""The ways in which card servers have leaked, one test for each that the server could have (ux 9.1).

What a viewer is sent in all is compared in ``test_wire_secrecy``; these tests name the way, and fail for one reason.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from web import web
from wire import Client, alone, guest, opened, played, settled, together

from sheepfold.core.cards import card_text, cards_in
from sheepfold.notation.shapes import BadForm
from sheepfold.table.settings import TableSettings
from sheepfold.table.table import Table
from sheepfold.testing.server import OverSocket, Server


def cards_of(value: Any) -> Iterator[str]:
    """Every card that a message names, in the View or in words."""
    if isinstance(value, dict):
        if isinstance(value.get("card"), str):
            yield value["card"]
        for each in value.values():
            yield from cards_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from cards_of(each)
    elif isinstance(value, str) and 2 <= len(value) <= 3:
        yield value


def hands_of(table: Table) -> list[set[str]]:
    """What every seat holds now."""
    assert table.driver is not None
    match = table.driver.match
    return [{card_text(card) for card in cards_in(hand)} for hand in match.deal.hands]


def seed_of(table: Table) -> str:
    """The secret of its match."""
    assert table.driver is not None
    return str(table.driver.log.seed)


def test_way_1_and_2_a_state_goes_to_nobody_whole(tmp_path: Path) -> None:
    """Before a card is played, a player's snapshot names own cards only, and a spectator's none."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, "grim", "Ann", "Ben")
            wim = await Client(ann.table, await guest(hub, "Wim")).join()
            await ann.ask("pause")
            for client in (ann, ben, wim):
                await client.read()
            hands = hands_of(ann.table)
            everybody = set().union(*hands)
            assert ann.table.driver is not None
            if not any("play" in json.dumps(to) for to in ann.screen["view"]["calls"]):
                for client, own in ((ann, hands[0]), (ben, hands[1]), (wim, set())):
                    named = {card for message in client.heard for card in cards_of(message)} & everybody
                    assert named <= own
                    assert client is wim or set(client.screen["view"]["hand"]) == own

    asyncio.run(run())


def test_way_2_a_spectator_of_one_seat_is_of_none(tmp_path: Path) -> None:
    """Whoever plays and watches under another name sees no more than by playing."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, _ = await together(hub, "sheepshead", "Ann", "Ben")
            wim = await Client(ann.table, await guest(hub, "Wim")).join()
            await played([ann, _], random.Random(2).choice, 12)
            await settled(ann, _)
            await wim.read()
            assert wim.screen["view"]["hand"] == []
            assert wim.screen["question"] is None
            for message in wim.heard:
                assert message.get("question") is None
                assert "legal" not in json.dumps(message)

    asyncio.run(run())


def test_way_4_nothing_of_what_was_taken_back_or_of_the_beginning_is_sent(tmp_path: Path) -> None:
    """After an undo the snapshot is as if nothing had been done; there is no log, no stack, no first state."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim")
            await played([ann], random.Random(3).choice, 2)
            await settled(ann)
            before = {name: ann.screen[name] for name in ("view", "scene", "lines", "question")}
            await ann.act(ann.question["legal"][0]["a"])
            await settled(ann)
            assert ann.screen["view"] != before["view"]
            assert (await ann.ask("undo"))["t"] == "told"
            await settled(ann)
            assert {name: ann.screen[name] for name in before} == before
            seed = seed_of(ann.table)
            assert not any(seed.encode() in raw for raw in ann.raw)
            assert {"events", "seed", "deal", "entries"}.isdisjoint(ann.screen)
            assert "events" not in ann.screen["view"]

    asyncio.run(run())


def test_way_6_what_a_client_claims_is_not_believed(tmp_path: Path) -> None:
    """An action is for the sender's own seat whatever the message says, and unknown fields are refused."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, "sheepshead", "Ann", "Ben")
            await settled(ann, ben)
            asked, other = (ann, ben) if ann.question else (ben, ann)
            action = asked.question["legal"][0]["a"]
            number = ann.table.number
            assert (await other.act(action))["code"] == "not_your_turn"
            foreign = sorted(hands_of(ann.table)[other.screen["you"]["seat"]])[0]
            assert (await asked.act({"do": "play", "card": foreign}))["t"] == "nak"
            for extra in ({"seat": asked.screen["you"]["seat"]}, {"by": "Ann"}, {"guest": asked.person.guest}):
                with pytest.raises(BadForm):
                    await other.act(action, **extra)
            assert ann.table.number == number

    asyncio.run(run())


def test_way_7_only_who_is_asked_gets_the_question(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, "clover", "Ann", "Ben")
            wim = await Client(ann.table, await guest(hub, "Wim")).join()
            await played([ann, ben], random.Random(4).choice, 15)
            for client, seat in ((ann, 0), (ben, 1), (wim, None)):
                questions = [message["question"] for message in client.heard if message.get("question")]
                assert {question["seat"] for question in questions} == ({seat} if seat is not None else set())
            for what in ("check", "hint"):
                await settled(ann, ben)
                other = ben if ann.question else ann
                assert (await other.ask(what))["code"] in ("not_your_question", "no_hints")
                assert (await wim.ask(what))["code"] == "no_seat"

    asyncio.run(run())


def test_way_8_a_claim_says_the_same_whoever_holds_what(tmp_path: Path) -> None:
    """A refused claim has one sentence, comes after the same time, and can be made again only after a while."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            hub.services.claim_delay = 0.3
            now = [0.0]
            hub.services.now = lambda: now[0]
            loop, answers, times = asyncio.get_running_loop(), [], []
            for name in ("Ann", "Ben", "Cleo"):
                client = await alone(hub, "grim", name=name)
                for _ in range(40):
                    await settled(client)
                    if client.screen["view"]["phase"] == "tricks" or client.screen["room"]["state"] != "playing":
                        break
                    await client.act(client.question["legal"][0]["a"])
                if client.screen["view"]["phase"] != "tricks":
                    continue
                begun = loop.time()
                answer = await client.ask("claim")
                times.append(loop.time() - begun)
                answers.append({name: answer.get(name) for name in ("t", "code", "say")})
                assert (await client.ask("claim"))["code"] == "claim_soon"
            assert len(answers) >= 2
            assert all(answer == answers[0] for answer in answers)
            assert answers[0]["code"] == "claim_unproved"
            assert min(times) >= 0.3

    asyncio.run(run())


def test_way_9_delays_are_drawn_before_anything_is_thought(tmp_path: Path) -> None:
    """The delay of a bot's action comes from the pace alone: forced plays and free ones draw the same numbers."""

    async def run(game: str) -> list[float]:
        async with opened(tmp_path / game) as hub:
            drawn: list[float] = []
            real = Table._delay

            def noted(table: Table) -> float:
                drawn.append(real(table))
                return 0.0

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Table, "_delay", noted)
                ann = await alone(hub, game, TableSettings(pace="fast", level="random"))
                await played([ann], random.Random(1).choice, 12)
            return drawn

    found = []
    for game in ("grim", "sheepshead"):
        (tmp_path / game).mkdir()
        found.append(asyncio.run(run(game)))
    length = min(map(len, found))
    assert length > 20
    assert found[0][:length] == found[1][:length]


def test_way_10_no_error_tells_of_a_card(tmp_path: Path) -> None:
    """Refusals name the sender's own cards at most; that a card is buried, or where it is, is in none."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "sheepshead")
            await settled(ann)
            hands = hands_of(ann.table)
            sentences: dict[str, set[str]] = {}
            for place, cards in enumerate(hands[1:]):
                for card in cards:
                    for do in ("play", "bury", "call"):
                        answer = await ann.act({"do": do, "card": card})
                        assert answer["t"] == "nak"
                        said = json.dumps(answer["say"]).replace(card, "X")
                        sentences.setdefault(f"{do}/{place}", set()).add(f"{answer['code']}/{len(said) > 0}")
            for do in ("play", "bury", "call"):
                assert len({frozenset(sentences[f"{do}/{place}"]) for place in range(len(hands) - 1)}) == 1

    asyncio.run(run())


def test_way_12_a_live_match_is_in_no_export(tmp_path: Path) -> None:
    with web(tmp_path) as site:
        ann, wim = site.guest(), site.guest("Wim")
        table = site.table(ann)
        for client in (ann, wim):
            for path in ("record", "record?match=1", "record?match=0", "record?match=-1", "record?match=2"):
                answer = client.get(f"/api/tables/{table}/{path}")
                assert (answer.status_code, answer.json()["code"]) == (409, "match_not_over")
        url = f"sqlite:///{tmp_path / 'table.db'}"
        command = [sys.executable, "-m", "sheepfold", "export", table, str(tmp_path / "out.match"), "--store", url]
        made = subprocess.run(command, capture_output=True, check=False)
        assert made.returncode != 0
        assert b"Traceback" not in made.stderr
        assert not (tmp_path / "out.match").exists()


def test_way_13_seeds_are_256_bits_and_never_known_before_the_end(tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with opened(tmp_path) as hub:
            seeds = []
            for number in range(3):
                ann = await alone(hub, "widderkopf:short", name=f"Ann{number}")
                wim = await Client(ann.table, await guest(hub, f"Wim{number}")).join()
                seed = seed_of(ann.table)
                await played([ann], random.Random(1).choice)
                await wim.read()
                told = [msgspec.json.decode(raw) for raw in (*ann.raw, *wim.raw) if seed.encode() in raw]
                assert {message["v"] for message in told} <= {ann.screen["v"]}  # the end of the match
                record = await hub.store.match_file(ann.table.stream.id)  # type: ignore[union-attr]
                assert record is not None
                assert seed.encode() in record
                await ann.ask("again")
                seeds += [seed, seed_of(ann.table)]
            return seeds

    seeds = asyncio.run(run())
    assert len(set(seeds)) == len(seeds)
    assert all(len(seed) == 64 and int(seed, 16) >= 0 for seed in seeds)
    digits = "".join(seeds)
    entropy = -sum(share * math.log2(share) for share in (digits.count(d) / len(digits) for d in set(digits)))
    assert entropy > 3.8  # of four bits for each digit


def test_way_13_a_seed_of_ones_own_is_for_playing_alone(tmp_path: Path) -> None:
    """Whoever named the seed knows every card, so nobody else may sit down there, not even between deals."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "widderkopf:short", TableSettings(pace="none", level="random", seed="lamb"))
            ben = await Client(ann.table, await guest(hub, "Ben")).join()
            for _ in range(300):
                await ann.read()
                if ann.screen["room"]["state"] != "playing":
                    break
                await played([ann], random.Random(1).choice, 1)
            assert ann.screen["room"]["state"] in ("between", "over")
            assert (await ben.ask("sit", seat=1))["code"] == "practice"
            assert ben.screen["you"]["seat"] is None

    asyncio.run(run())


def test_seats_never_change_hands_while_cards_are_held(tmp_path: Path) -> None:
    """A swap that was asked for between deals, or in a pause, would show each of the two the other's hand."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann, ben = await together(hub, "grim", "Ann", "Ben")
            await ann.ask("pause")
            assert (await ann.ask("swap", seat=1))["code"] == "deal_on"
            await ann.ask("resume")
            while ann.screen["room"]["state"] == "playing":
                await played([ann, ben], random.Random(1).choice, 1)
                await settled(ann, ben)
            assert ann.screen["room"]["state"] == "between"
            assert (await ann.ask("swap", seat=1))["t"] == "told"
            for client in (ann, ben):
                await client.ask("ready")
            for _ in range(200):
                await ann.read()
                if ann.screen["room"]["state"] == "playing":
                    break
                await asyncio.sleep(0.01)
            hands = hands_of(ann.table)
            await ben.ask("agree")
            await asyncio.sleep(0.05)
            for client, seat in ((ann, 0), (ben, 1)):
                await client.read()
                assert client.screen["you"]["seat"] == seat
                seen = {card for message in client.heard[-5:] for card in cards_of(message)}
                assert not hands[1 - seat] <= seen

    asyncio.run(run())


@pytest.mark.slow
def test_way_14_log_and_metrics_tell_no_card_seed_or_token(tmp_path: Path) -> None:
    """A real server that logs everything it can, while deals are played, with a fault or two among them."""

    async def run() -> tuple[str, str, list[str]]:
        async with Server(tmp_path, level="DEBUG", guests_per_minute=100) as server:
            tokens = [await server.new_token(name) for name in ("Ann", "Ben")]
            players = [
                OverSocket(server, name, token, await server.new_table(token, game, pace="none"))
                for name, token, game in zip(("Ann", "Ben"), tokens, ("grim", "sheepshead"), strict=True)
            ]
            tasks = [asyncio.create_task(player.run()) for player in players]
            await server.ask("POST", "/api/guest", b"{", token=tokens[0])
            await server.ask("GET", "/api/tables/nothere", token=tokens[0])
            for _ in range(400):
                if all(len(player.acked) > 12 for player in players):
                    break
                await asyncio.sleep(0.1)
            metrics = (await server.ask("GET", "/metrics")).body.decode()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert all(len(player.acked) > 12 for player in players)
        return server.log, metrics, tokens

    log, metrics, tokens = asyncio.run(run())
    with closing(sqlite3.connect(tmp_path / "table.db")) as store:
        seeds = [msgspec.json.decode(header)["seed"] for (header,) in store.execute("SELECT header FROM stream")]
        entries = [line.decode() for (line,) in store.execute("SELECT line FROM entry")]
    assert len(seeds) == 2
    assert " DEBUG " in log
    hands = [hand for line in entries for hand in _hands_in(msgspec.json.decode(line))]
    assert hands
    for text in (log, metrics):
        assert not [secret for secret in (*seeds, *tokens, *hands, *entries) if secret in text]
        assert "of hearts" not in text
        assert '"card"' not in text


def _hands_in(entry: dict[str, Any]) -> list[str]:
    """The hands of a deal as they are written."""
    piles = entry.get("deal", {}).values()
    return [hand for pile in piles if isinstance(pile, list) for hand in pile if len(hand) > 5]
