"""What a player is, person or program: what it is asked, what it answers, and what an answer may cost.

A player gets what a client on a wire would have and nothing more: the question with its legal actions, and a View. No
argument holds a match or a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.message import NOTHING, Message
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.play.view import View

ENDLESS = 1 << 40
"""Effectively unlimited."""


class Refused(Struct, frozen=True):
    """An action that a client shows although it is not allowed now, and why it is not."""

    action: Action
    code: str
    message: Message
    rule: str | None = None


class Question(Struct, frozen=True):
    """What a seat is asked. ``number`` is the number that the next entry of the log will have.

    ``decision`` counts the actions done in this deal so far. ``refused`` is for players that show them: every own card
    that may not be played, and the other actions of this phase that are worth showing.
    """

    number: int
    seat: Seat
    view: View
    legal: tuple[Action, ...]
    decision: int
    refused: tuple[Refused, ...] = ()


class Budget(Struct, frozen=True):
    """What a decision may cost; ``None`` leaves it to the bot, which has no limit of time of its own.

    ``worlds`` looked at and kernel ``nodes`` for all of them together make the same decision anywhere. ``seconds`` (of
    CPU time of the thinking thread) end a thought that is not over by then, for live play and for duels at equal time
    only: how far it gets depends on the machine.
    """

    worlds: int | None = None
    nodes: int | None = None
    seconds: float | None = None


NO_LIMIT = Budget()
LIVE = Budget(seconds=8.0)
"""At a table with people: a level thinks as far as it does, but nobody waits longer than this on a slow machine."""


def thinking_for(seconds: float) -> Budget:
    """As far as one gets in that time, whatever the level: equal time for both sides of a duel."""
    return Budget(ENDLESS, ENDLESS, seconds)


class Decision(Struct, frozen=True):
    """What a player does and why: a sentence for people, and what it thought of each action if it weighed them.

    ``values`` are in game points for the seat's side, winning the match counted in where the deal may end it. The first
    are those that were tried on most deals, among them the best comes first.
    """

    action: Action
    reason: Message = NOTHING
    values: tuple[tuple[Action, float], ...] = ()


class Bot(Protocol):
    """A program that plays. The same view, actions, numbers and budget give the same decision; nothing is remembered.

    A bot gets a View and cannot get more: no argument holds a state.
    """

    @property
    def name(self) -> str:
        """What it is called, options included."""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """One of the legal actions, decided from what the seat has seen."""


def bot_label(seat: int, deal: int, decision: int) -> str:
    """The label of the stream from which the bot of a seat draws for one decision.

    ``decision`` is the number of actions done so far in the deal, so that a match that is taken up again need not think
    its past decisions over to know where a stream stands.
    """
    return f"bot/{seat}/{deal}/{decision}"


def ask_bot(bot: Bot, question: Question, chance: Chance, budget: Budget = NO_LIMIT) -> Decision:
    """What a bot answers; its numbers come from a stream of its own for each decision."""
    view = question.view
    stream = chance.stream(bot_label(question.seat, view.begun.deal, question.decision))
    return bot.choose(view, question.legal, stream, budget)
