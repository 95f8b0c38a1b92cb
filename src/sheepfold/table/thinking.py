"""What happens in a worker process: orders come in through a socket, one at a time, and answers go out.

A worker is given a ``Task`` and nothing else: what a seat has seen, what it may do, and the key of the one stream that
this decision draws from. There is no state, no match secret and no stream of another seat in this process, so a bot
from outside cannot find any, and the server's settings are not in its environment. What a bot prints goes nowhere: it
may tell of cards.

A thread reads the socket, so a worker ends at once when the server is gone, even in the middle of a thought.

Messages are msgspec's MessagePack, each after its length in four bytes. It takes an eighth of the time that pickling
a View does, in the server's process, and reading it runs nobody's code.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from queue import SimpleQueue
from time import monotonic, thread_time
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from sheepfold.bots.habits import stand_in
from sheepfold.bots.roster import known_bot
from sheepfold.bots.valuation import HINT, valuation
from sheepfold.core.actions import Action
from sheepfold.core.shuffle import Chance, Stream, stream_key
from sheepfold.play.player import LIVE, Bot, Budget, Question, bot_label
from sheepfold.play.valuation import Valuation
from sheepfold.play.view import View
from sheepfold.registry import BOTS, BROUGHT, GAMES, Group, game_of, load
from sheepfold.solver.claim import prove, without_detours

Kind: TypeAlias = Literal["decide", "hint", "claim"]
How: TypeAlias = Literal["thought", "hurried", "failed"]

NICE = 5
"""Thinking gives way to the server, which must never be late."""
MARGIN = 0.04
"""Seconds kept back of the time until the deadline: for the way to the server and its own work there."""
CAREFUL = 0.8
"""The share of the rest that is given to a bot: it looks at its clock only now and then, and may overrun a little."""
HURRY = 0.03
"""With fewer seconds than this there is no use in thinking, and sound habit decides."""
TELLING = 0.005
"""Only a thought that takes at least so many seconds tells how busy the machine is."""
LEARNING = 0.2
"""How much of what the last thought told is taken into account for the next."""
BUSIEST = 10.0
"""A machine that looks busier than this had a hiccup."""
LENGTH = 4
"""Bytes before each message that tell how long it is."""


class Task(Struct, frozen=True):
    """All that a worker gets to know of a match: what one seat has seen and may do, and one decision's numbers.

    ``kind`` says what is wanted: the decision of a ``bot``, a hint, or the proof of a claim for so many ``tricks``.
    """

    bot: str
    view: View
    legal: tuple[Action, ...]
    key: bytes
    kind: Kind = "decide"
    tricks: int | None = None


def bot_task(bot: str, question: Question, chance: Chance) -> Task:
    """The decision of a bot: with the numbers that ``ask_bot`` would give it, and no way to any others."""
    label = bot_label(question.seat, question.view.begun.deal, question.decision)
    return Task(bot, question.view, question.legal, stream_key(chance.seed, label))


def hint_task(question: Question, chance: Chance) -> Task:
    """A hint for whoever is asked this, as in the terminal."""
    label = f"hint/{question.seat}/{question.view.begun.deal}/{question.decision}"
    return Task("", question.view, question.legal, stream_key(chance.seed, label), "hint")


def claim_task(question: Question, tricks: int | None) -> Task:
    """The proof of a claim of whoever is asked this; no chance is in it."""
    return Task("", question.view, question.legal, b"", "claim", tricks)


class Order(Struct, frozen=True, array_like=True, tag=True):
    """A task for a worker.

    It is over at ``until`` by the machine's steady clock; ``share`` are the seconds of it that others leave for it.
    """

    number: int
    until: float
    share: float
    task: Task


class Lesson(Struct, frozen=True, array_like=True, tag=True):
    """Where games, bots and habits are found that the server was given while it ran: ``module:name``, by kind."""

    places: Mapping[str, Mapping[str, str]]


class Answer(Struct, frozen=True, array_like=True):
    """What became of an order: the place of the action among the legal ones, a valuation, or a pickled plan.

    ``how`` tells whether the bot thought, had no time to, or failed; then sound habit decided. Number 0 answers nothing
    and says that the worker is ready. ``seconds`` of processor time went into it.
    """

    number: int
    how: How = "thought"
    action: int = 0
    valuation: Valuation | None = None
    plan: bytes | None = None
    seconds: float = 0.0


READY = 0
GROUPS: Mapping[str, Group] = {"games": GAMES, "bots": BOTS, **BROUGHT}
_ENCODE = msgspec.msgpack.Encoder().encode
_ORDERS = msgspec.msgpack.Decoder(Order | Lesson)


def framed(message: Order | Lesson | Answer) -> bytes:
    """A message as it goes over the socket."""
    body = _ENCODE(message)
    return len(body).to_bytes(LENGTH, "big") + body


def everything_given() -> Lesson:
    """What this process was given besides what is installed."""
    return Lesson({kind: found for kind, group in GROUPS.items() if (found := group.places())})


class Thinker:
    """Carries out orders, one after the other."""

    def __init__(self) -> None:
        self._busy = 1.0  # seconds on the wall for each second of thinking, lately

    def answer(self, order: Order) -> Answer:
        """What comes of an order, whatever a bot from outside does short of never coming back."""
        task = order.task
        try:
            match task.kind:
                case "decide":
                    return self._decide(order)
                case "hint":
                    found = valuation(task.view, task.legal, Stream.of_key(task.key), self._budget(order, HINT))
                    return Answer(order.number, valuation=found)
                case "claim":
                    plan = prove(game_of(task.view.game), task.view, task.tricks)
                    sent = None if plan is None else pickle.dumps(without_detours(plan), pickle.HIGHEST_PROTOCOL)
                    return Answer(order.number, plan=sent)
        except BaseException:  # sys.exit too; what it says may tell of cards and is for nobody here
            return Answer(order.number, "failed", self._habit(task))

    def _decide(self, order: Order) -> Answer:
        task, budget = order.task, self._budget(order, LIVE)
        if (budget.seconds or 0.0) < HURRY:
            return Answer(order.number, "hurried", self._habit(task))
        wall, cpu = monotonic(), thread_time()
        decision = _bot(task.bot).choose(task.view, task.legal, Stream.of_key(task.key), budget)
        spent = thread_time() - cpu
        self._note(monotonic() - wall, spent)
        return Answer(order.number, "thought", task.legal.index(decision.action), seconds=spent)

    def _habit(self, task: Task) -> int:
        return task.legal.index(stand_in(task.view, task.legal))

    def _budget(self, order: Order, most: Budget) -> Budget:
        """What may be spent: a budget counts processor time, and on a busy machine that takes longer on the wall."""
        left = min(order.until - monotonic() - MARGIN, order.share)
        return Budget(seconds=min(most.seconds or 0.0, CAREFUL * left / self._busy))

    def _note(self, wall: float, cpu: float) -> None:
        if cpu >= TELLING:
            self._busy += LEARNING * (min(max(1.0, wall / cpu), BUSIEST) - self._busy)


@lru_cache(maxsize=64)
def _bot(text: str) -> Bot:
    """The bot of that name; one that the server was given by its path must have been learned before."""
    return known_bot(text)


def learn(lesson: Lesson) -> None:
    """Make known what the server was given; what cannot be found here is missing when it is asked for."""
    for kind, places in lesson.places.items():
        for name, where in places.items():
            with suppress(Exception, SystemExit):  # somebody else's module may raise anything
                GROUPS[kind].add(name, load(where))


# -- the process -------------------------------------------------------------------------------------------------------


def work(connection: socket.socket) -> None:
    """The life of a worker, until the server is gone."""
    inbox: SimpleQueue[Order | Lesson] = SimpleQueue()
    threading.Thread(target=_read, args=(connection, inbox), daemon=True).start()
    thinker = Thinker()
    connection.sendall(framed(Answer(READY)))
    _be_silent()
    while True:
        message = inbox.get()
        if isinstance(message, Lesson):
            learn(message)
        else:
            connection.sendall(framed(thinker.answer(message)))


def _read(connection: socket.socket, inbox: SimpleQueue[Order | Lesson]) -> None:
    """Whatever the server sends; without a server there is nothing to live for, not even the thought at hand."""
    with suppress(Exception), connection.makefile("rb") as stream:
        while len(length := stream.read(LENGTH)) == LENGTH:
            inbox.put(_ORDERS.decode(stream.read(int.from_bytes(length, "big"))))
    os._exit(0)


def _be_silent() -> None:
    """From now on nothing is printed: what a bot has to say may tell of cards, and the server's log is read."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def main(arguments: list[str]) -> Any:
    """``python -m sheepfold.table.thinking FD``: a worker on the socket that it was given."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    os.nice(NICE)
    number = int(arguments[0])
    os.set_inheritable(number, False)
    with suppress(BrokenPipeError, ConnectionResetError):
        work(socket.socket(fileno=number))


if __name__ == "__main__":
    main(sys.argv[1:])
