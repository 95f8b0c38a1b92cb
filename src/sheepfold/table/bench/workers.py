"""What worker bots can do: decisions per second, and how many of them come in time and are thought over.

Tables of bots play all games in turn, each at its pace: a delay is drawn, the decision is asked for with that deadline,
and the action is done when the time has come. So the load is what as many live tables make on which nobody but bots
plays, and a table with people makes less. The rules run in the asking process, as in the server.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from itertools import count
from time import process_time

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Chance
from sheepfold.play.driver import drive
from sheepfold.play.player import Question
from sheepfold.registry import OWN, make_game
from sheepfold.table.pace import delay
from sheepfold.table.workers import Stats, Workers, bot_task

GAMES = tuple(OWN["games"])


class Load(Struct, frozen=True):
    """What came of that many tables: decisions per second, and of the decisions with a choice the share of each kind.

    ``lateness`` are the milliseconds by which 99 of 100 actions were late at most, ``per_thought`` the milliseconds of
    processor time of one that was thought over. ``thinking`` and ``server`` are the shares of one processor that all
    thoughts together and the asking process took: a worker that could not get more had other programs beside it.
    """

    tables: int
    workers: int
    seconds: float
    stats: Stats
    per_second: float
    within: float
    thought: float
    hurried: float
    stood_in: float
    lateness: float
    per_thought: float
    thinking: float
    server: float


class _Meter:
    """How late each action was, in seconds."""

    def __init__(self) -> None:
        self.late: list[float] = []

    def quantile(self, share: float) -> float:
        return sorted(self.late)[int(share * (len(self.late) - 1))] if self.late else 0.0


def measure(
    tables: Sequence[int],
    seconds: float,
    *,
    bot: str = "club",
    pace: str = "normal",
    workers: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> list[Load]:
    """A row for each number of tables, each with fresh workers."""
    found = []
    for number in tables:
        found.append(asyncio.run(load_of(number, seconds, bot, pace, workers)))
        progress()
    return found


async def load_of(tables: int, seconds: float, bot: str, pace: str, workers: int | None) -> Load:
    """So many tables for so many seconds."""
    crew, meter = Workers(workers, advisers=0), _Meter()
    await crew.start()
    began, cpu, size = asyncio.get_running_loop().time(), process_time(), len(crew.pids)
    players = [asyncio.create_task(_table(each, crew, bot, pace, meter)) for each in range(tables)]
    await asyncio.sleep(seconds)
    took, spent, stats = asyncio.get_running_loop().time() - began, process_time() - cpu, crew.stats()
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await crew.close()
    free = max(1, stats.decisions - stats.forced)
    return Load(
        tables=tables,
        workers=size,
        seconds=took,
        stats=stats,
        per_second=stats.decisions / took,
        within=stats.within / max(1, stats.decisions),
        thought=stats.thought / free,
        hurried=stats.hurried / free,
        stood_in=(stats.late + stats.failed) / free,
        lateness=1000 * meter.quantile(0.99),
        per_thought=1000 * stats.seconds / max(1, stats.thought),
        thinking=stats.seconds / took,
        server=spent / took,
    )


async def _table(number: int, crew: Workers, bot: str, pace: str, meter: _Meter) -> None:
    """One table of bots, match after match, game after game."""
    loop, rng = asyncio.get_running_loop(), random.Random(number)
    await asyncio.sleep(rng.random())  # tables do not begin at the same moment
    for match in count(number):
        driver = drive(make_game(GAMES[match % len(GAMES)]), f"bench/{number}/{match}")
        while not driver.match.over:
            while (question := driver.question()) is not None:
                due = loop.time() + delay(pace, rng)
                driver.answer(question, await _decided(crew, bot, question, driver.match.chance, due))
                meter.late.append(max(0.0, loop.time() - due))
            if not driver.match.over:
                driver.deal()


async def _decided(crew: Workers, bot: str, question: Question, chance: Chance, due: float) -> Action:
    """A bot's action, when the time has come that was drawn for it."""
    action = await crew.decide(bot_task(bot, question, chance), due)
    await asyncio.sleep(due - asyncio.get_running_loop().time())
    return action


HEADS = (
    "tables",
    "workers",
    "decisions/s",
    "in time",
    "thought",
    "hurried",
    "stood in",
    "late p99",
    "ms/thought",
    "thinking",
    "server",
)


def as_text(rows: Sequence[Load]) -> str:
    """The rows as a small table."""
    lines = [HEADS, *(_cells(row) for row in rows)]
    return "\n".join(
        "  ".join(f"{cell:>{len(head)}}" for cell, head in zip(line, HEADS, strict=True)) for line in lines
    )


def _cells(row: Load) -> tuple[str, ...]:
    shares = (row.within, row.thought, row.hurried, row.stood_in)
    return (
        str(row.tables),
        str(row.workers),
        f"{row.per_second:.1f}",
        *(f"{share:.1%}" for share in shares),
        f"{row.lateness:.1f} ms",
        f"{row.per_thought:.1f}",
        f"{row.thinking:.0%}",
        f"{row.server:.0%}",
    )
