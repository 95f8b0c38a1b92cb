"""A server that was stopped in the middle of beginning a match begins it after the next start."""

from __future__ import annotations

import asyncio
import gc
import random
from pathlib import Path
from typing import Any

import pytest
from wire import QUICK, Client, alone, guest, opened, played

from sheepfold.table.settings import TableSettings
from sheepfold.table.store import Store


class Killed(BaseException):
    """The server is gone."""


async def until_playing(client: Client) -> None:
    """Until the match has begun."""
    for _ in range(500):
        await client.read()
        if client.screen["room"]["state"] == "playing":
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the match does not begin")


@pytest.mark.parametrize("where", ["new_stream", "change_table", "append"])
def test_a_match_that_was_about_to_begin_begins(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def kill(*_: Any, **__: Any) -> Any:
        raise Killed

    async def first() -> tuple[str, Any]:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "widderkopf:short")
            await played([ann], random.Random(1).choice)
            table = ann.table
            with monkeypatch.context() as patched:
                if where == "new_stream":  # done, and then nothing more
                    patched.setattr(Store, "change_table", kill)
                else:
                    patched.setattr(Store, where, kill)
                with pytest.raises(Killed):
                    await table.begin_match()
            return table.row.id, ann.person

    async def second(id: str, person: Any) -> None:
        async with opened(tmp_path) as hub:
            ann = await Client(await hub.table(id), person).join()
            await until_playing(ann)
            assert await played([ann], random.Random(1).choice, 3) == 3
            assert len(await hub.store.streams(id)) == 2

    asyncio.run(second(*asyncio.run(first())))


def test_a_first_match_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def kill(*_: Any, **__: Any) -> Any:
        raise Killed

    async def first() -> tuple[str, Any]:
        async with opened(tmp_path) as hub:
            person = await guest(hub, "Ann")
            table = await hub.create(person, "grim", QUICK)
            monkeypatch.setattr(Store, "append", kill)
            with pytest.raises(Killed):
                await table.begin_match()
            monkeypatch.undo()
            return table.row.id, person

    async def second(id: str, person: Any) -> None:
        async with opened(tmp_path) as hub:
            assert id in hub.tables  # brought back without anybody asking
            ann = await Client(hub.tables[id], person).join()
            await until_playing(ann)
            assert await played([ann], random.Random(1).choice, 3) == 3

    asyncio.run(second(*asyncio.run(first())))


def test_a_bot_that_begins_to_think_when_its_decision_is_made_thinks_no_more(tmp_path: Path) -> None:
    """Somebody comes in just when a bot has decided: it is asked anew, and its first answer is being stored."""

    async def run() -> None:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, "grim", TableSettings(pace="slow", level="random"))
            table = ann.table
            assert table.driver is not None

            async def again() -> None:
                table.arrange_again()

            for _ in range(100):
                match = table.driver.match
                if match.turn is None:
                    break
                number, seat, action = table.driver.log.number, match.turn, match.legal[0]
                asked = table.submit(again)  # both are done before the task that is made can begin to run
                await table.submit(lambda: table._does(number, seat, action, ""))  # noqa: B023
                await asked
            assert table.driver.match.turn is None

    failures: list[dict[str, Any]] = []

    async def watched() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        await run()
        gc.collect()

    asyncio.run(watched())
    assert not failures
