"""Bots in worker processes: the same decisions, always in time, whatever happens to a worker; and what goes to one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pytest

from outside.blackmaria import BlackMaria
from sheepfold.bots import make_bot
from sheepfold.bots.habits import convention, stand_in
from sheepfold.bots.valuation import HINT, valuation
from sheepfold.core.errors import IllegalAction
from sheepfold.core.shuffle import Chance, Stream, stream_key
from sheepfold.play.driver import Driver, drive
from sheepfold.play.player import LIVE, Question, ask_bot, bot_label
from sheepfold.registry import BOTS, GAMES, OWN, game_of, make_game
from sheepfold.solver.claim import play_out, prove, tricks_left
from sheepfold.table import workers as workers_module
from sheepfold.table.bench.workers import as_text, measure
from sheepfold.table.thinking import Order, framed
from sheepfold.table.workers import Stats, Task, Workers, bot_task, claim_task, hint_task

SECRET = "8f1c9e0b77aa4d5586d6a0f1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5"
AGES = 30.0
"""Seconds that always suffice."""
T = TypeVar("T")


@pytest.fixture(autouse=True)
def nothing_is_left_in_the_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test makes known in this process is forgotten after it."""
    for group in (GAMES, BOTS):
        monkeypatch.setattr(group, "_added", {})
    game_of.cache_clear()
    yield
    game_of.cache_clear()


@asynccontextmanager
async def crew(count: int = 1, *, advisers: int = 0, hangs: float = 2.0) -> AsyncIterator[Workers]:
    """Workers for a while."""
    workers = Workers(count, advisers=advisers, hangs=hangs)
    await workers.start()
    try:
        yield workers
    finally:
        await workers.close()


def with_workers(test: Callable[[Workers], Awaitable[T]], count: int = 1, advisers: int = 0, hangs: float = 2.0) -> T:
    """What a test finds out with some workers."""

    async def run() -> T:
        async with crew(count, advisers=advisers, hangs=hangs) as workers:
            return await test(workers)

    return asyncio.run(run())


def soon(seconds: float) -> float:
    """A deadline."""
    return asyncio.get_running_loop().time() + seconds


async def until(true: Callable[[], bool], seconds: float = AGES) -> None:
    """Wait for something that must come."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.01)


def free_questions(driver: Driver) -> Iterator[Question]:
    """The questions of a deal with a choice, while sound habit plays it."""
    for question in driver.questions():
        if len(question.legal) > 1:
            yield question
        driver.answer(question, convention(question.view, question.legal)[0])


def free_question(game: str = "sheepshead", number: int = 6) -> tuple[Question, Chance]:
    """A question with a choice in the middle of a deal."""
    driver = drive(make_game(game), SECRET)
    return next(islice(free_questions(driver), number, None)), driver.match.chance


def task_for(bot: str) -> Task:
    """A decision of that bot; where it is found by its path it is made known first."""
    make_bot(bot)
    return bot_task(bot, *free_question())


# -- the same decisions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OWN["games"])
def test_a_worker_decides_as_the_bot_does_here(name: str) -> None:
    async def compare(workers: Workers) -> int:
        driver = drive(make_game(name), SECRET)
        chance = driver.match.chance
        compared = 0
        for question in islice(free_questions(driver), 0, None, 4):
            for text in ("club", "regular(mistakes=0)", "newcomer(mistakes=500)"):
                here = ask_bot(make_bot(text), question, chance, LIVE).action
                assert await workers.decide(bot_task(text, question, chance), soon(AGES)) == here
                compared += 1
        assert workers.stats().thought == workers.stats().within == compared
        return compared

    assert with_workers(compare) >= 9


def test_a_sixth_game_and_bots_that_became_known_after_the_start() -> None:
    async def compare(workers: Workers) -> None:
        GAMES.add("blackmaria", BlackMaria)
        driver = drive(make_game("blackmaria"), SECRET)
        for question in islice(free_questions(driver), 0, None, 4):
            for text in ("club(worlds=2,playouts=8)", "outside.blackmaria:Miser"):
                here = ask_bot(make_bot(text), question, driver.match.chance, LIVE).action
                assert await workers.decide(bot_task(text, question, driver.match.chance), soon(AGES)) == here
        assert workers.stats().failed == workers.stats().late == 0

    with_workers(compare)


def test_a_single_legal_action_needs_no_worker() -> None:
    async def ask(workers: Workers) -> Stats:
        question, _ = free_question()
        task = Task("club", question.view, question.legal[:1], b"")
        assert await workers.decide(task, soon(0.0)) == question.legal[0]
        return workers.stats()

    found = with_workers(ask, count=0)
    assert (found.decisions, found.forced) == (1, 1)


def test_a_hint_is_the_valuation_of_the_terminal() -> None:
    async def ask(workers: Workers) -> None:
        question, chance = free_question("grim", 12)
        label = f"hint/{question.seat}/{question.view.begun.deal}/{question.decision}"
        here = valuation(question.view, question.legal, chance.stream(label), HINT)
        assert here.rows
        assert await workers.value(hint_task(question, chance), AGES) == here
        assert workers.stats().hints == 1

    with_workers(ask, count=0, advisers=1)


def test_a_hint_that_nobody_has_time_for_is_sound_habit() -> None:
    async def ask(workers: Workers) -> None:
        question, chance = free_question()
        found = await workers.value(hint_task(question, chance), 0.2)
        assert (found.advice, found.reason) == convention(question.view, question.legal)
        assert found.rows == ()

    with_workers(ask, count=0, advisers=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN["games"])
def test_the_plan_of_a_claim_plays_the_same_cards_as_one_proved_here(name: str) -> None:
    async def compare(workers: Workers) -> int:
        proved = 0
        driver = drive(make_game(name), SECRET)
        for question in free_questions(driver):
            if question.view.phase != "tricks" or tricks_left(question.view) > 3:
                continue
            for tricks in (None, 0, 1, 2):
                if tricks is not None and tricks > tricks_left(question.view):
                    continue
                here = prove(driver.match.game, question.view, tricks)
                there = await workers.claim(claim_task(question, tricks), AGES)
                assert (here is None) == (there is None)
                if here is not None and there is not None:
                    lines = [
                        play_out(driver.match, question.seat, plan, lambda asked: asked.legal[-1])
                        for plan in (here, there)
                    ]
                    assert lines[0] == lines[1]
                    proved += 1
        return proved

    assert with_workers(compare, count=0, advisers=1) >= 1


def test_a_claim_that_cannot_be_made_now_is_refused_at_once() -> None:
    async def ask(workers: Workers) -> None:
        driver = drive(make_game("grim"), SECRET)
        question = driver.question()
        assert question is not None
        with pytest.raises(IllegalAction) as refused:
            await workers.claim(claim_task(question, None), AGES)
        assert refused.value.code == "claim_tricks"

    with_workers(ask, count=0, advisers=1)


# -- what a worker gets to know ----------------------------------------------------------------------------------------


def test_a_task_holds_what_one_seat_knows_and_one_key() -> None:
    question, chance = free_question()
    task = bot_task("club", question, chance)
    assert Task.__struct_fields__ == ("bot", "view", "legal", "key", "kind", "tricks")
    assert task.view is question.view
    label = bot_label(question.seat, question.view.begun.deal, question.decision)
    assert task.key == stream_key(SECRET, label)
    assert task.key != stream_key(SECRET, bot_label((question.seat + 1) % 3, 1, question.decision))
    here, there = Stream(SECRET, label), Stream.of_key(task.key)
    assert [here.below(1000) for _ in range(9)] == [there.below(1000) for _ in range(9)]


def test_no_seed_goes_over_the_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    real = workers_module._Worker._send

    def send(worker: workers_module._Worker, message: bytes) -> None:
        sent.append(message)
        real(worker, message)

    monkeypatch.setattr(workers_module._Worker, "_send", send)

    async def play(workers: Workers) -> None:
        driver = drive(make_game("widderkopf"), SECRET)
        for question in driver.questions():
            driver.answer(question, await workers.decide(bot_task("newcomer", question, Chance(SECRET)), soon(AGES)))

    with_workers(play)
    everything = b"".join(sent)
    assert len(sent) > 10
    for form in (SECRET.encode(), bytes.fromhex(SECRET)):
        assert form not in everything
        assert form[:8] not in everything
    question, _ = free_question()
    assert SECRET.encode() in framed(Order(1, 0.0, 0.0, Task(SECRET, question.view, question.legal, b"")))  # it would


def test_a_bot_finds_no_settings_of_the_server() -> None:
    async def ask(workers: Workers) -> None:
        task = task_for("strange_bots:Spy")
        assert "SHEEPFOLD_HOME" in os.environ
        assert await workers.decide(task, soon(AGES)) == task.legal[-1]

    with_workers(ask)


def test_what_a_bot_prints_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(workers: Workers) -> None:
        task = task_for("strange_bots:Shouting")
        assert await workers.decide(task, soon(AGES)) == task.legal[-1]

    with_workers(ask)
    assert capfd.readouterr() == ("", "")


# -- bots that fail ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["Raising", "Leaving", "Cheat", "Mute"])
def test_a_bot_that_fails_is_replaced_by_sound_habit_this_once(bot: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(workers: Workers) -> Stats:
        task = task_for(f"strange_bots:{bot}")
        assert await workers.decide(task, soon(AGES)) == stand_in(task.view, task.legal) != task.legal[-1]
        before = workers.pids
        again = task_for("strange_bots:Last")
        assert await workers.decide(again, soon(AGES)) == again.legal[-1]
        assert workers.pids == before
        return workers.stats()

    found = with_workers(ask)
    assert (found.failed, found.thought, found.replaced) == (1, 1, 0)
    assert capfd.readouterr() == ("", "")


def test_a_bot_that_is_not_there_fails_like_any_other() -> None:
    async def ask(workers: Workers) -> int:
        question, chance = free_question()
        task = bot_task("nobody", question, chance)
        assert await workers.decide(task, soon(AGES)) == stand_in(task.view, task.legal)
        return workers.stats().failed

    assert with_workers(ask) == 1


def test_a_bot_that_hangs_costs_a_worker_and_nobody_waits_for_it() -> None:
    async def ask(workers: Workers) -> None:
        hanging, (before,) = task_for("strange_bots:Hanging"), workers.pids
        began = time.monotonic()
        assert await workers.decide(hanging, soon(0.3)) == stand_in(hanging.view, hanging.legal)
        assert time.monotonic() - began < 1.0
        await until(lambda: workers.stats().replaced == 1 and len(workers.pids) == 1)
        assert workers.pids != (before,)
        other = task_for("strange_bots:Last")
        assert await workers.decide(other, soon(AGES)) == other.legal[-1]

    with_workers(ask, hangs=0.3)


def test_a_bot_that_kills_its_workers_is_left_alone_after_a_while() -> None:
    async def ask(workers: Workers) -> None:
        deadly = task_for("strange_bots:Deadly")
        for _ in range(3):
            assert await workers.decide(deadly, soon(AGES)) == stand_in(deadly.view, deadly.legal)
        await until(lambda: len(workers.pids) == 1)
        assert workers.stats().late == 3
        assert workers.stats().replaced == workers_module.IN_A_ROW
        assert not workers_module._own(deadly.bot)
        other = task_for("strange_bots:Last")
        assert await workers.decide(other, soon(AGES)) == other.legal[-1]

    with_workers(ask)


# -- workers that die --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2])
def test_the_decision_of_a_killed_worker_is_made_by_another(count: int) -> None:
    async def ask(workers: Workers) -> None:
        task = task_for("strange_bots:Ponderer")
        before = workers.pids
        thoughts = [asyncio.ensure_future(workers.decide(task, soon(AGES))) for _ in range(count)]
        await asyncio.sleep(0.2)
        os.kill(before[0], signal.SIGKILL)
        assert await asyncio.gather(*thoughts) == [task.legal[-1]] * count
        await until(lambda: len(workers.pids) == count)
        assert before[0] not in workers.pids
        found = workers.stats()
        assert (found.thought, found.late, found.replaced) == (count, 0, 1)

    with_workers(ask, count)


def test_our_own_bots_never_rest_however_often_somebody_kills_their_workers() -> None:
    async def ask(workers: Workers) -> None:
        question, chance = free_question()
        task = bot_task("master(worlds=2000,playouts=9000)", question, chance)
        for _ in range(workers_module.IN_A_ROW + 1):
            thought = asyncio.ensure_future(workers.decide(task, soon(AGES)))
            await asyncio.sleep(0.1)
            (pid,) = workers.pids
            os.kill(pid, signal.SIGKILL)
            await until(lambda pid=pid: workers.pids not in ((), (pid,)))  # type: ignore[misc]
            thought.cancel()
            (pid,) = workers.pids
            os.kill(pid, signal.SIGKILL)  # it need not go on with what nobody waits for
            await until(lambda pid=pid: workers.pids not in ((), (pid,)))  # type: ignore[misc]
        assert workers.stats().replaced == 2 * (workers_module.IN_A_ROW + 1)
        assert not workers._bots._resting(task.bot)

    with_workers(ask)


def test_a_worker_that_dies_idle_is_replaced_before_anybody_asks() -> None:
    async def ask(workers: Workers) -> None:
        (before,) = workers.pids
        os.kill(before, signal.SIGKILL)
        await until(lambda: workers.pids not in ((), (before,)))
        assert workers.stats().replaced == 1

    with_workers(ask)


def test_a_killed_worker_with_no_time_left_does_not_delay_the_answer() -> None:
    async def ask(workers: Workers) -> None:
        task, (pid,) = task_for("strange_bots:Ponderer"), workers.pids
        began = time.monotonic()
        thought = asyncio.ensure_future(workers.decide(task, soon(0.3)))
        await asyncio.sleep(0.25)
        os.kill(pid, signal.SIGKILL)
        assert await thought == stand_in(task.view, task.legal)
        assert time.monotonic() - began < 1.0

    with_workers(ask)


def test_ctrl_c_does_not_reach_a_worker() -> None:
    async def ask(workers: Workers) -> None:
        (pid,) = workers.pids
        assert os.getpgid(pid) != os.getpgid(0)
        os.kill(pid, signal.SIGINT)
        task = task_for("strange_bots:Last")
        assert await workers.decide(task, soon(AGES)) == task.legal[-1]
        assert workers.pids == (pid,)
        assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 5)

    with_workers(ask)


SERVER = """
import asyncio
from sheepfold.bots import make_bot
from sheepfold.table.workers import Workers, bot_task
from test_workers import task_for, soon

async def main():
    workers = Workers(2, advisers=0)
    await workers.start()
    asyncio.ensure_future(workers.decide(task_for("strange_bots:Hanging"), soon(60)))
    await asyncio.sleep(0.2)
    print(*workers.pids, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_workers_end_with_the_server_even_in_the_middle_of_a_thought() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(_alive(pid) for pid in pids)
        server.kill()
    end = time.monotonic() + 10
    while any(_alive(pid) for pid in pids):
        assert time.monotonic() < end, "a worker outlived the server"
        time.sleep(0.02)


def _alive(pid: int) -> bool:
    """Whether it runs; nobody may have asked for what is left of it, which then stands in the list as ``Z``."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_closing_ends_all_at_once_and_answers_whoever_waits() -> None:
    async def run() -> tuple[int, ...]:
        workers = Workers(2, advisers=1)
        await workers.start()
        pids, task = workers.pids, task_for("strange_bots:Hanging")
        waiting = [asyncio.ensure_future(workers.decide(task, soon(AGES))) for _ in range(4)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await workers.close()
        assert await asyncio.gather(*waiting) == [stand_in(task.view, task.legal)] * 4
        assert time.monotonic() - began < 2.0
        assert await workers.decide(task, soon(AGES)) == stand_in(task.view, task.legal)
        return pids

    assert not any(_alive(pid) for pid in asyncio.run(run()))


def test_whoever_does_not_wait_for_the_start_is_answered_all_the_same() -> None:
    async def run() -> None:
        workers = Workers(1, advisers=0)
        await workers.start(wait=False)
        task = task_for("strange_bots:Last")
        assert await workers.decide(task, soon(AGES)) == task.legal[-1]
        await workers.close()

    asyncio.run(run())


# -- in time -----------------------------------------------------------------------------------------------------------


def test_deadlines_are_held_under_overload() -> None:
    async def ask(workers: Workers) -> Stats:
        task, began = task_for("master"), time.monotonic()
        took: list[float] = []

        async def one() -> None:
            assert await workers.decide(task, soon(0.3)) in task.legal
            took.append(time.monotonic() - began)

        await asyncio.gather(*(one() for _ in range(30)))
        assert max(took) < 0.45  # a busy machine may be late by a little, never by a thought
        return workers.stats()

    found = with_workers(ask)
    assert found.decisions == 30
    assert found.thought + found.hurried + found.late == 30
    assert found.waiting == 0


def test_with_little_time_sound_habit_decides() -> None:
    async def ask(workers: Workers) -> Stats:
        task = task_for("master")
        assert await workers.decide(task, soon(0.05)) == stand_in(task.view, task.legal)
        return workers.stats()

    found = with_workers(ask)
    assert found.hurried + found.late == 1


def test_the_earliest_deadline_comes_first() -> None:
    async def ask(workers: Workers) -> None:
        order: list[str] = []

        async def one(name: str, seconds: float) -> None:
            await workers.decide(task_for("strange_bots:Ponderer" if name == "first" else "strange_bots:Last"), seconds)
            order.append(name)

        busy = asyncio.ensure_future(one("first", soon(5.0)))
        await asyncio.sleep(0.1)
        assert workers.stats().waiting == 0
        others = [asyncio.ensure_future(one(str(each), soon(10.0 + each))) for each in (3, 1, 2)]
        await asyncio.sleep(0.1)
        assert workers.stats().waiting == 3
        await asyncio.gather(busy, *others)
        assert order == ["first", "1", "2", "3"]

    with_workers(ask)


def test_the_measurement_gives_a_row_for_each_number_of_tables() -> None:
    (row,) = measure([2], 1.0, bot="conventions", pace="fast", workers=1)
    assert row.tables == 2
    assert row.stats.decisions > 0
    assert row.within > 0.5
    assert as_text([row]).splitlines()[0].split()[:2] == ["tables", "workers"]
