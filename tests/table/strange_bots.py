"""Bots from outside that do what a server must survive, to be named as ``module:Class``."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from sheepfold.core.actions import PASS, Action, Play
from sheepfold.core.shuffle import Stream
from sheepfold.play.player import NO_LIMIT, Budget, Decision
from sheepfold.play.view import View


class Last:
    """Always does the last thing it may do."""

    name = "last"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        self.before(view)
        return Decision(legal[-1])

    def before(self, view: View) -> None:
        """What it does first."""


class Ponderer(Last):
    """Takes half a second, whatever its budget says."""

    def before(self, view: View) -> None:
        time.sleep(0.5)


class Hanging(Last):
    """Never comes back."""

    def before(self, view: View) -> None:
        while True:
            pass


class Raising(Last):
    """Fails, and tells its cards."""

    def before(self, view: View) -> None:
        raise RuntimeError(f"my hand is {view.hand}")


class Leaving(Last):
    """Wants to end the program."""

    def before(self, view: View) -> None:
        sys.exit(f"my hand is {view.hand}")


class Deadly(Last):
    """Does end the program."""

    def before(self, view: View) -> None:
        os._exit(1)


class Shouting(Last):
    """Prints its cards."""

    def before(self, view: View) -> None:
        print("my hand is", view.hand, flush=True)
        print("my hand is", view.hand, file=sys.stderr, flush=True)


class Spy(Last):
    """Does the first thing it may do if it finds any of the server's settings."""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        return Decision(legal[0] if any(name.startswith("SHEEPFOLD_") for name in os.environ) else legal[-1])


class Cheat(Last):
    """Wants what is not allowed."""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        wanted: tuple[Action, ...] = (PASS, *(Play(card) for card in range(52)))
        return Decision(next(action for action in wanted if action not in legal))


class Mute(Last):
    """Answers nothing that is a decision."""

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        return None  # type: ignore[return-value]
