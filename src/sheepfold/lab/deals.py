"""One deal by players that are programs: the table, who sits where, and everything that came of it.

The deal of a number has a seed of its own, ``<seed>/<number>``. Its cards come from that seed's ``deal`` stream, and
each decision draws from a stream that depends on seat and decision only (``bot_label``). So the cards and the luck of a
player are the same whoever else sits there, and nobody's draws disturb another's: common random numbers.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import combinations
from types import FrameType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.core.events import Event, Outcome, Standing
from sheepfold.core.game import Game
from sheepfold.core.message import say
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.play.driver import drive
from sheepfold.play.player import NO_LIMIT, Bot, Budget, Question, ask_bot
from sheepfold.registry import make_game

STANDING = 20
"""Game points within which a drawn score lies, either way; upwards an agreed target takes its place."""

game_of = cache(make_game)
"""The game of a text that somebody asked to be measured, made once per process; it may name a ``module:Class``."""


class BotFault(SheepfoldError):
    """A player failed at the table: an illegal action, an exception, a decision that took too long.

    ``actions`` are those of the deal up to that moment.
    """

    actions: tuple[tuple[Seat, Action], ...] = ()


class Decided(Struct, frozen=True):
    """A decision: out of how many actions, and its time in microseconds, by the clock and of the processor."""

    seat: Seat
    action: Action
    choices: int
    wall: int
    cpu: int


class Finished(Struct, frozen=True):
    """A deal from beginning to end."""

    standing: Standing
    events: tuple[Event, ...]
    decisions: tuple[Decided, ...]
    outcome: Outcome

    @property
    def thoughts(self) -> tuple[Decided, ...]:
        """The decisions in which there was something to choose, of which the time is worth knowing."""
        return tuple(decided for decided in self.decisions if decided.choices > 1)


# -- the table ---------------------------------------------------------------------------------------------------------


def level_standing(game: Game[Any], number: int) -> Standing:
    """The table of a deal: the first deal of a match, level, and the dealer goes round with the number."""
    return Standing(number % game.seats, (0,) * game.sides)


def drawn_standing(game: Game[Any], number: int, stream: Stream) -> Standing:
    """A table in the middle of a match: the dealer goes round, scores and the number of the deal are drawn.

    Every second round of dealers is at a level score, since much in the rules depends on who is behind.
    """
    level = level_standing(game, number)
    if number // game.seats % 2 == 0:
        return level
    deal = 1 + stream.below(game.deals_agreed or 10)
    top = getattr(game.options, "target", STANDING)
    scores = tuple(stream.below(STANDING + top) - STANDING for _ in range(game.sides))
    return replace(level, scores=scores, deal=deal)


def seed_of(seed: str, number: int) -> str:
    """The seed of a deal of a series."""
    return f"{seed}/{number}"


@cache
def partitions(seats: int, teams: bool) -> tuple[tuple[Seat, ...], ...]:
    """All ways to give one of two players its seats, as evenly as possible.

    With teams there is one: every other seat. Otherwise every choice of half the seats, rounded down, each once: of
    two that complement each other only one is named, since a pair plays both.

    >>> partitions(4, True), partitions(4, False)
    (((0, 2),), ((0, 1), (0, 2), (0, 3)))
    """
    if teams:
        return (tuple(range(0, seats, 2)),)
    chosen = combinations(range(seats), seats // 2)
    return tuple(some for some in chosen if seats % 2 or some[0] == 0)


def seats_of_first(game: Game[Any], pair: int) -> tuple[Seat, ...]:
    """The seats of player A in the first playing of a pair, and of B in the second.

    Dealer and partition go round independently, so that every player sits everywhere under every dealer.
    """
    ways = partitions(game.seats, game.teams is not None)
    return ways[pair // game.seats % len(ways)]


# -- the deal ----------------------------------------------------------------------------------------------------------


def play_deal(
    game: Game[Any],
    standing: Standing,
    seed: str,
    seated: Sequence[Bot],
    budget: Budget = NO_LIMIT,
    timeout: float | None = None,
) -> Finished:
    """Play one deal of a seed; refused as ``BotFault`` when a player fails.

    A deal that is thrown in is over: one dealing is one deal, and what follows it belongs to the next.
    """
    driver, chance = drive(game, seed, standing=standing), Chance(seed)
    decisions = list[Decided]()
    for question in driver.questions():
        bot = seated[question.seat]
        try:
            decided = _ask(bot, question, chance, budget, timeout)
            driver.answer(question, decided.action)
        except (Exception, SystemExit) as error:  # a player from outside may raise anything
            raise _fault(bot, question.seat, decisions, error) from error
        decisions.append(decided)
        if len(decisions) > game.longest_deal:
            sentence = "A deal of more than { $most } actions does not end."
            raise BotFault("endless_deal", sentence, most=game.longest_deal)
    outcome = driver.match.outcome
    assert outcome is not None
    return Finished(standing, driver.match.events, tuple(decisions), outcome)


def _ask(bot: Bot, question: Question, chance: Chance, budget: Budget, timeout: float | None) -> Decided:
    """Let a player decide, and look at the clock."""
    wall, cpu = time.perf_counter_ns(), time.process_time_ns()
    if timeout is None:
        action = ask_bot(bot, question, chance, budget).action
    else:
        with _patience(timeout):
            action = ask_bot(bot, question, chance, budget).action
    wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
    if timeout is not None and wall > timeout * 1e9:
        raise _TooSlow(timeout)
    return Decided(question.seat, action, len(question.legal), wall // 1000, cpu // 1000)


def _fault(bot: Bot, seat: Seat, decisions: Sequence[Decided], error: BaseException) -> BotFault:
    """What went wrong, as one sentence."""
    place = "{ $bot } on seat { $seat }, decision { $decision }"
    where = say("bot-where", place, bot=bot.name, seat=seat, decision=len(decisions))
    if isinstance(error, _TooSlow):
        sentence = "{ $where }: thought longer than { $seconds } s."
        fault = BotFault("bot_slow", sentence, where=where, seconds=f"{error.seconds:g}")
    elif isinstance(error, IllegalAction):
        sentence = "{ $where }: { $reason } ({ $refusal })."
        fault = BotFault("bot_illegal", sentence, where=where, reason=error.message, refusal=error.code)
    else:
        reason = f"{type(error).__name__}: {error}"
        fault = BotFault("bot_failed", "{ $where }: { $reason }.", where=where, reason=reason)
    fault.actions = tuple((decided.seat, decided.action) for decided in decisions)
    return fault


class _TooSlow(Exception):
    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """Interrupt whatever takes longer, where the system has an alarm; elsewhere it is noticed afterwards."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TooSlow(seconds)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
