"""Players that do one thing, and the command line in this process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sheepfold.cli.commands import run
from sheepfold.core.actions import Action, Play
from sheepfold.core.shuffle import Stream
from sheepfold.lab import players
from sheepfold.play.player import NO_LIMIT, Budget, Decision
from sheepfold.play.view import View

TABLES = (
    "goathead",
    "widderkopf",
    "grim",
    "sheepshead",
    "clover",
    "sheepshead(players=3)",
    "sheepshead(players=4,four_handed=8+0,partner=fixed)",
    "sheepshead(players=6,all_pass=doubler)",
    "sheepshead(players=8,partner=jack_of_diamonds,all_pass=pot)",
)


class FirstBot:
    """Always the first legal action, so that everybody passes who may."""

    name = "first"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        return Decision(legal[0])


class IllegalBot(FirstBot):
    """Plays a card that nobody has."""

    name = "illegal"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        return Decision(Play(99) if isinstance(legal[0], Play) else legal[0])


class BrokenBot(FirstBot):
    """Fails at its first card."""

    name = "broken"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        if isinstance(legal[0], Play):
            raise RuntimeError("out of ideas")
        return Decision(legal[0])


class EndlessBot(FirstBot):
    """Never has enough of thinking."""

    name = "endless"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        while True:
            pass


ODD_PLAYERS = {"first": FirstBot, "illegal": IllegalBot, "broken": BrokenBot, "endless": EndlessBot}


@pytest.fixture
def odd_players(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Players that fail in their own ways can be named, in this process."""
    makers = {name: lambda options, made=made: made() for name, made in ODD_PLAYERS.items()}
    monkeypatch.setattr(players, "OUTSIDERS", {**players.OUTSIDERS, **makers})
    players.player.cache_clear()
    yield
    players.player.cache_clear()


def lab(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What a command of the laboratory prints; it must end with that status."""
    found = run(["lab", *arguments])
    out, err = capsys.readouterr()
    assert found == status, (out, err)
    return out if status < 2 else err


def interrupted(command: Sequence[str], file: Path) -> tuple[int, str, str]:
    """Status and words of a command that gets Ctrl-C as from a terminal when six lines of its file are written."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and not (file.exists() and file.read_bytes().count(b"\n") > 5):
                time.sleep(0.05)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    return process.returncode, out, err


def lab_json(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    """The same as data, without times."""
    data = json.loads(lab(capsys, *arguments, "--json", status=status))
    for timed in ("times", "slowest"):
        data.pop(timed, None)
    return data
