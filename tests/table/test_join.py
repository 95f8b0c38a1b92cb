"""``sheepfold join`` against the real server: whole matches, reconnects, several people, and what cannot be joined."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_helpers import COMMAND, TIMEOUT, Chooser, Screen, Talk, Window, converse, modest, plain, refused, run
from table_helpers import RunningServer, table_server

from sheepfold.testing.plain import asked_again, offered

__all__ = ["table_server"]

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "keinstich"
QUICK = ("--pace", "none", "--level", "conventions")


def sensible(choices: list[str]) -> str:
    """Pass where that is possible, else the first that may be done."""
    return "pass" if "pass" in choices else choices[0]


class Client:
    """``sheepfold join`` through pipes, line by line."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "join", *arguments, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "SHEEPFOLD_HOME": str(home)},
        )
        self._watchdog = threading.Timer(TIMEOUT, self.process.kill)
        self._watchdog.start()
        self.lines: list[str] = []

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.cancel()
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()

    def say(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, found: Callable[[str], object]) -> str:
        """Read until a line is what is looked for."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if found(line):
                return line
        raise AssertionError("".join(self.lines))

    def wait_for(self, text: str) -> str:
        """Read until a line has this text."""
        return self.until(lambda line: text in line)

    def play(self, choose: Chooser = sensible, until: str = "The match is over") -> None:
        """Answer every question until a line has this text."""
        choices: list[str] = []
        while until not in (line := self.until(lambda line: offered(line) or asked_again(line) or until in line)):
            choices = offered(line) or choices
            self.say(choose(choices))

    def end(self) -> int:
        """Close the input and wait for the end; what it says last is read."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.lines += self.process.stdout.readlines()
        return self.process.wait(timeout=TIMEOUT)

    @property
    def text(self) -> str:
        """All that was heard."""
        return "".join(self.lines)


# -- whole matches -----------------------------------------------------------------------------------------------------

MATCHES = {
    "goathead(target=10)": modest(1),
    "widderkopf:short": modest(1),
    "grim(deals=10)": modest(1),
    "sheepshead(hands=5)": modest(1),
    "clover": modest(1),
}


def match(server: RunningServer, game: str, choose: Chooser, folder: Path, **env: str) -> Talk:
    """A whole match against bots, by a scripted player."""
    return converse(["join", server.url, "--name", "Ann", "--game", game, *QUICK], choose, 2000, folder, **env)


def is_whole(talk: Talk) -> None:
    """Somebody won, and nothing went wrong on the way."""
    assert talk.status == 0, talk.text
    assert re.search(r"^The match is over", talk.text, re.M), talk.text[-2000:]
    assert "Traceback" not in talk.text
    assert "Error" not in talk.text
    assert "To come back" not in talk.text  # there is nothing to come back to
    assert len(talk.answers) >= 8  # a deal at least


@pytest.mark.slow
@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match(table_server: RunningServer, game: str, tmp_path: Path) -> None:
    is_whole(match(table_server, game, MATCHES[game], tmp_path))


@pytest.fixture
def keinstich(tmp_path: Path) -> dict[str, str]:
    """A site in which the sixth game is installed, and the environment that finds it."""
    site = tmp_path / "site"
    project = EXAMPLE / "pyproject.toml"
    points = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"]
    shutil.copytree(EXAMPLE / "src" / "keinstich", site / "keinstich")
    info = site / "sheepfold_keinstich-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sheepfold-keinstich\nVersion: 0.1.0\n")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in found.items()) for group, found in points.items()
    ]
    (info / "entry_points.txt").write_text("".join(groups))
    return {"PYTHONPATH": str(site)}


@pytest.mark.slow
def test_a_whole_match_of_a_sixth_game(keinstich: dict[str, str], tmp_path: Path) -> None:
    server = RunningServer(tmp_path / "server", **keinstich)
    try:
        talk = match(server, "keinstich", modest(1), tmp_path, **keinstich)
        is_whole(talk)
        assert "Kein Stich" in talk.text
        line = refused("join", server.url, "--game", "keinstich", code="game_not_installed")
        assert "install it as on the server" in line
    finally:
        server.stop()
    assert "Traceback" not in server.log


# -- the words of the prompt -------------------------------------------------------------------------------------------


def test_every_word_answers_as_at_home(table_server: RunningServer, tmp_path: Path) -> None:
    with Client(tmp_path, table_server.url, "--name", "Ann", "--game", "sheepshead(players=3)", *QUICK) as ann:
        ann.until(offered)
        for word, answer in [
            ("?", "You may do this:"),
            ("hand", "Your hand. "),
            ("table", "Sheepshead, hand 1 of 12"),
            ("log", "Hand 1: "),
            ("rules", "S"),
            ("rules S20", "S20"),
            ("who", "seat 0: Ann (you), host"),
            ("why 6h", "["),
            ("zz", "[action_text]"),
            ("chat good luck, everybody", "Ann: good luck, everybody"),
            ("sit", "[seat_number]"),
            ("start", "The match has begun already. [begun_table]"),
            ("options grim", "That can be changed only before a match. [playing]"),
            ("pause", "The table is paused; resume goes on."),
            ("resume", "The table goes on."),
            ("pace", "[no_pace]"),
            ("undo", "[nothing_to_take_back]"),
            ("score 7", "[score_page]"),
            ("last", "No trick"),
            ("claim 99", "["),
            ("hint", "The master says: "),
        ]:
            ann.say(word)
            ann.wait_for(answer)
            ann.until(asked_again)
        assert ann.end() == 0
        assert f"join {table_server.url}/t/" in ann.lines[-1]
