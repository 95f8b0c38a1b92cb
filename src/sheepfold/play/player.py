"""What every player fulfils that can be asked for a decision, and the values that pass through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.message import NOTHING, Message
from sheepfold.core.shuffle import Stream
from sheepfold.play.view import View

ENDLESS = 1 << 40
"""Effectively unlimited, as a number of worlds or nodes."""


class Budget(Struct, frozen=True):
    """What a decision may cost; ``None`` leaves it to the bot, which has no limit of time of its own.

    ``worlds`` looked at and kernel ``nodes`` for all of them together make the same decision anywhere. ``seconds`` (of
    CPU time of the thread that thinks, so that several bots can think at once) end a thought that is not over by then,
    for live play and for duels at equal time only: what is thought until then depends on the machine.
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
    """What a bot does and why: a sentence for people, and what it thought of each action if it weighed them.

    ``values`` are in game points for the seat's side, winning the match counted in where the deal may end it. The first
    are those that were tried on most deals, among them the best comes first.
    """

    action: Action
    reason: Message = NOTHING
    values: tuple[tuple[Action, float], ...] = ()


class Bot(Protocol):
    """A player. The same view, actions, numbers and budget give the same decision; nothing is remembered between them.

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
