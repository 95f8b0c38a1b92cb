"""Bots, hints and claims in processes of their own, so that thinking delays nobody and never shows.

Two pools of workers. Bots think in the first, as many at a time as there are processors but one. Hints and claims have
a worker of their own: they take seconds, and whoever asks for one hint after the other must not take the time of the
bots at other tables. No bot's code ever runs there, so what comes back from it, a pickled plan, can be trusted.

Whoever asks for a decision names its deadline and has an answer by then, whatever happens. Orders wait in the order of
their deadlines. A bot gets the time that is left, less if others wait for the same worker; with very little left it
acts by sound habit; and if there is no answer shortly before the deadline the server's own process does that in its
place. A worker that dies or does not come back is replaced, and its order goes to another if there is time.

Processes are started afresh, never forked: the server has threads. They end when the server does (``thinking``).
"""

from __future__ import annotations

import asyncio
import os
import pickle
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from heapq import heappop, heappush, nsmallest
from itertools import count
from math import inf
from time import monotonic
from typing import Any, cast

import msgspec
from msgspec import Struct

from sheepfold.bots.habits import convention, stand_in
from sheepfold.core.actions import Action
from sheepfold.lab.workers import cores
from sheepfold.play.valuation import Valuation
from sheepfold.registry import OWN
from sheepfold.solver.claim import Plan, tricks_wanted
from sheepfold.table.thinking import (
    GROUPS,
    LENGTH,
    READY,
    Answer,
    Order,
    Task,
    bot_task,
    claim_task,
    everything_given,
    framed,
    hint_task,
)

__all__ = ["Stats", "Task", "Workers", "bot_task", "claim_task", "hint_task"]

LAST = 0.015
"""So many seconds before a deadline the server stops waiting and decides by itself."""
HANGS = 2.0
"""So many seconds after its deadline a worker that has not answered is taken for hanging."""
TRIES = 2
"""An order whose worker dies is given to another, but not for ever: it may be what killed it."""
IN_A_ROW = 3
"""A bot from outside that costs this many workers without one answer in between is not asked for a while."""
RESTS = 60.0
"""Seconds for which it is not asked."""
STARTS = 10.0
"""Seconds that workers have to be ready; the table can play without them."""
PAUSES = (0.0, 0.1, 0.5, 2.0, 5.0)
"""Seconds before a worker is started again that did not even get ready, the first time, the second and so on."""
LOOKED_AT = 64
"""Only so many of those who wait are looked at to share out the time."""
SOMETHING = 0.06
"""The least share of seconds, as long as the deadline allows it: with less a thought would not be worth its time."""
LONGEST = 1 << 26
"""A worker that announces a longer message is out of its mind."""

_ANSWERS = msgspec.msgpack.Decoder(Answer)


class Stats(Struct, frozen=True):
    """What the workers have done so far, for metrics; no word of it tells of a match.

    ``decisions`` were asked for and ``within`` their deadline answered. Of them ``forced`` had one legal action and
    needed nobody, ``thought`` were made by the bot, ``hurried`` by sound habit because too little time was left,
    ``failed`` by sound habit because the bot raised something or wanted what is not allowed, ``late`` by sound habit
    in the server because no worker answered in time. ``replaced`` workers had died or did not come back. ``waiting``
    orders have no worker yet, ``ready`` workers have started. ``seconds`` of processor time went into what was thought.
    """

    decisions: int
    within: int
    forced: int
    thought: int
    hurried: int
    failed: int
    late: int
    hints: int
    claims: int
    replaced: int
    waiting: int
    ready: int
    seconds: float


COUNTED = ("decisions", "within", "forced", "thought", "hurried", "failed", "late", "hints", "claims")
"""What is counted as it happens; the rest is looked up."""


class Workers:
    """Worker processes for a server. All methods belong to the thread of its event loop."""

    def __init__(self, count: int | None = None, *, advisers: int = 1, hangs: float = HANGS) -> None:
        self._counts: Counter[str] = Counter()
        self._bots = _Pool(max(1, cores() - 1) if count is None else count, hangs)
        self._advisers = _Pool(advisers, hangs)

    async def start(self, *, wait: bool = True) -> None:
        """Start the processes. Whoever does not wait may ask at once; what comes before they are ready waits."""
        for pool in (self._bots, self._advisers):
            pool.start()
        if wait:
            await asyncio.gather(self._bots.ready(STARTS), self._advisers.ready(STARTS))

    async def close(self) -> None:
        """End all processes at once; whoever still waits gets what sound habit says."""
        await asyncio.gather(self._bots.close(), self._advisers.close())

    async def decide(self, task: Task, deadline: float) -> Action:
        """What a bot does, by ``deadline`` of the loop's clock at the latest.

        The answer comes as soon as it is there. Whoever shows it must wait for the time that was drawn before
        (``pace``), or the thinking would show.
        """
        answer = None
        if len(task.legal) > 1:
            answer = await self._bots.ask(task, deadline)
            self._counts[answer.how if answer else "late"] += 1
        else:
            self._counts["forced"] += 1
        self._counts["decisions"] += 1
        self._counts["within"] += asyncio.get_running_loop().time() <= deadline
        return stand_in(task.view, task.legal) if answer is None else task.legal[answer.action]

    async def value(self, task: Task, seconds: float) -> Valuation:
        """What every action is worth, within so many seconds; without rows if there was no time to try any."""
        self._counts["hints"] += 1
        answer = await self._advisers.ask(task, asyncio.get_running_loop().time() + seconds)
        if answer is not None and answer.valuation is not None:
            return answer.valuation
        usual = stand_in(task.view, task.legal)
        try:
            action, reason = convention(task.view, task.legal)
        except (Exception, SystemExit):  # habits from outside may raise anything
            return Valuation(usual)
        return Valuation(usual, reason) if action == usual else Valuation(usual)

    async def claim(self, task: Task, seconds: float) -> Plan | None:
        """A plan that proves a claim, ``None`` if it was not proved within so many seconds.

        A claim that cannot be made now is refused at once: everybody can see why.
        """
        tricks_wanted(task.view, task.tricks)
        self._counts["claims"] += 1
        answer = await self._advisers.ask(task, asyncio.get_running_loop().time() + seconds)
        if answer is None or answer.plan is None:
            return None
        plan: Plan = pickle.loads(answer.plan)
        return plan

    def stats(self) -> Stats:
        """What has been done so far, and what is waiting."""
        bots, advisers = self._bots, self._advisers
        return Stats(
            **{name: self._counts[name] for name in COUNTED},
            replaced=bots.replaced + advisers.replaced,
            waiting=bots.waiting + advisers.waiting,
            ready=len(bots.pids) + len(advisers.pids),
            seconds=bots.seconds,
        )

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes of the bots that are ready, for tests and for whoever looks after the machine."""
        return self._bots.pids


class _Job:
    """An order on its way: who waits for it, until when, and how many workers have tried."""

    def __init__(self, number: int, task: Task, deadline: float, done: asyncio.Future[Answer | None]) -> None:
        self.number, self.task, self.deadline, self.done = number, task, deadline, done
        self.tries = 0

    def __lt__(self, other: _Job) -> bool:
        return (self.deadline, self.number) < (other.deadline, other.number)

    @property
    def over(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.done.done()

    def finish(self, answer: Answer | None) -> None:
        """Tell whoever waits; ``None``: nobody could do it."""
        if not self.over:
            self.done.set_result(answer)


class _Pool:
    """Some workers and the orders that wait for them."""

    def __init__(self, size: int, hangs: float) -> None:
        self.size, self.hangs = size, hangs
        self.replaced = 0
        self.seconds = 0.0
        self._numbers = count(READY + 1)
        self._heap: list[_Job] = []
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._chores: set[asyncio.Future[Any]] = set()
        self._enough = asyncio.Event()
        self._open = False
        self._failures = 0  # starts in a row that came to nothing
        self._lost: Counter[str] = Counter()  # by bot: workers lost in a row
        self._rests: dict[str, float] = {}

    # -- life ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start every worker."""
        self._open = True
        for _ in range(self.size):
            self._hire()

    async def ready(self, seconds: float) -> None:
        """Wait until all workers are ready, but not for ever."""
        try:
            await asyncio.wait_for(self._enough.wait(), seconds if self.size else 0.0)
        except TimeoutError:
            return

    async def close(self) -> None:
        """End every worker."""
        self._open = False
        for job in self._heap:
            job.finish(None)
        self._heap.clear()
        for worker in tuple(self._all):
            worker.end()
        while self._all or self._chores:
            await (asyncio.wait(self._chores) if self._chores else asyncio.sleep(0.001))

    def _do(self, chore: Any) -> None:
        """Have something done beside; ``close`` waits for it."""
        task = asyncio.ensure_future(chore)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    def _hire(self) -> None:
        if self._open:
            self._do(self._started())

    async def _started(self) -> None:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            worker = _Worker(self, _spawn(theirs.fileno()))
        self._all.add(worker)
        await asyncio.get_running_loop().create_unix_connection(lambda: worker, sock=ours)
        if not self._open:
            worker.end()

    # -- asking --------------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many orders have no worker yet."""
        return sum(not job.over for job in self._heap)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that are ready."""
        return tuple(worker.process.pid for worker in self._all if worker.ready)

    async def ask(self, task: Task, deadline: float) -> Answer | None:
        """The answer of a worker; ``None`` if there is none shortly before the deadline."""
        loop = asyncio.get_running_loop()
        if not self._open or not self.size or self._resting(task.bot):
            return None
        job = _Job(next(self._numbers), task, deadline, loop.create_future())
        while self._heap and self._heap[0].over:
            heappop(self._heap)
        heappush(self._heap, job)
        self._pump()
        try:
            async with asyncio.timeout_at(deadline - LAST):
                return await job.done
        except TimeoutError:
            return None

    def _resting(self, bot: str) -> bool:
        return self._rests.get(bot, -inf) > asyncio.get_running_loop().time()

    def _pump(self) -> None:
        """Give what waits to who is idle, the earliest deadline first."""
        while self._idle and self._heap:
            job = heappop(self._heap)
            if not job.over:
                self._idle.pop().take(job, self._share(job))

    def _share(self, job: _Job) -> float:
        """The seconds that may be spent on an order so that those behind it get as much before their deadlines.

        It is never so little that nobody thinks: then some think a little, and sound habit decides for the others.
        """
        now, share = asyncio.get_running_loop().time(), inf
        behind = (each for each in nsmallest(LOOKED_AT, self._heap) if not each.over)
        for place, other in enumerate(behind, 1):
            share = min(share, (other.deadline - now) * len(self._all) / (place + 1))
        return min(max(share, SOMETHING), job.deadline - now)

    # -- what workers report -------------------------------------------------------------------------------------

    def arrived(self, worker: _Worker) -> None:
        """A worker is ready for its first order."""
        self._failures = 0
        if sum(each.ready for each in self._all) >= self.size:
            self._enough.set()
        self._free(worker)

    def answered(self, worker: _Worker, job: _Job, answer: Answer) -> None:
        """A worker has done its order."""
        self._lost.pop(job.task.bot, None)
        self.seconds += answer.seconds
        job.finish(answer)
        self._free(worker)

    def _free(self, worker: _Worker) -> None:
        self._idle.append(worker)
        self._pump()

    def gone(self, worker: _Worker, job: _Job | None) -> None:
        """A worker is dead: another takes its place, and what it had to do is done by somebody else."""
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        self._do(asyncio.to_thread(worker.process.wait))
        if job is not None:
            self._again(job)
        if self._open:
            self.replaced += 1
            self._failures += not worker.ready
            pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
            asyncio.get_running_loop().call_later(pause, self._hire)

    def _again(self, job: _Job) -> None:
        """Let another worker do it; a bot from outside that has cost too many of them rests."""
        bot = job.task.bot
        self._lost[bot] += 1
        if self._lost[bot] >= IN_A_ROW and not _own(bot):
            del self._lost[bot]
            self._rests[bot] = asyncio.get_running_loop().time() + RESTS
        job.tries += 1
        if not self._open or job.tries >= TRIES or self._resting(bot):
            job.finish(None)
        elif not job.over:
            heappush(self._heap, job)
            self._pump()


class _Worker(asyncio.Protocol):
    """The server's end of the socket to one process."""

    def __init__(self, pool: _Pool, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.ready = False
        self._pool = pool
        self._transport: asyncio.Transport | None = None
        self._job: _Job | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._received = bytearray()
        self._taught = -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is ours to write to."""
        self._transport = cast(asyncio.Transport, transport)

    def take(self, job: _Job, share: float) -> None:
        """Give the process an order, and keep an eye on whether it comes back."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._job = job
        self._alarm = loop.call_at(max(now, job.deadline) + self._pool.hangs, self.end)
        self._teach()
        self._send(framed(Order(job.number, monotonic() + job.deadline - now, share, job.task)))

    def _teach(self) -> None:
        """Tell the process what the server was given since it was told last."""
        version = sum(group.version for group in GROUPS.values())
        if version != self._taught:
            self._taught = version
            self._send(framed(everything_given()))

    def _send(self, message: bytes) -> None:
        assert self._transport is not None
        self._transport.write(message)

    def data_received(self, data: bytes) -> None:
        """Read what has come so far; a process that sends nonsense is ended."""
        received = self._received
        received += data
        while len(received) >= LENGTH:
            end = LENGTH + int.from_bytes(received[:LENGTH], "big")
            if end > LONGEST:
                self.end()
            if end > LONGEST or len(received) < end:
                return
            body = bytes(received[LENGTH:end])
            del received[:end]
            try:
                self._heard(_ANSWERS.decode(body))
            except (msgspec.MsgspecError, ValueError):
                self.end()
                return

    def _heard(self, answer: Answer) -> None:
        if answer.number == READY and not self.ready:
            self.ready = True
            self._pool.arrived(self)
            return
        job = self._job
        if job is None or answer.number != job.number or not 0 <= answer.action < max(1, len(job.task.legal)):
            raise ValueError("not an answer to what was asked")
        self._job = None
        self._quiet()
        self._pool.answered(self, job, answer)

    def _quiet(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def end(self) -> None:
        """Kill the process; it holds nothing that could be lost."""
        self.process.kill()
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The process is dead, or deaf, which comes to the same."""
        self.process.kill()
        self._quiet()
        job, self._job = self._job, None
        self._pool.gone(self, job)


def _own(bot: str) -> bool:
    """Whether a bot is ours, or nobody's, as in hints; if its worker is lost somebody else has killed it."""
    return not bot or bot.partition("(")[0].strip() in OWN["bots"]


def _spawn(number: int) -> subprocess.Popen[bytes]:
    """A worker process on the socket of that number, in a group of its own: Ctrl-C in the terminal is not for it."""
    command = [sys.executable, "-m", "sheepfold.table.thinking", str(number)]
    return subprocess.Popen(
        command, pass_fds=(number,), stdin=subprocess.DEVNULL, env=_environment(os.environ), process_group=0
    )


def _environment(ours: Mapping[str, str]) -> dict[str, str]:
    """What a worker may know: where modules are found as here, and none of the server's settings."""
    rest = {name: value for name, value in ours.items() if not name.startswith("SHEEPFOLD_")}
    return {**rest, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
