"""Kill the game in the terminal at random moments, and see that at most what was being typed is lost.

``python -m sheepfold.testing.kills`` plays a match through a pipe in a home of its own, kills the program by surprise
(``SIGKILL``), goes on with ``--resume``, and so on. Every third kill comes when a deal has just ended, while the save,
the record and the end of the match are written. After each kill the save must be readable, hold every action that the
program had answered by asking again, and begin with everything that the save before it held; the record must be whole.
A quarter of the kills hit the program while it changes a setting, which must be as it was or as it was to be.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct

from sheepfold.notation.match_file import MatchFile
from sheepfold.notation.reading import read_match, read_record
from sheepfold.play.log import Acted, Entry
from sheepfold.registry import OWN
from sheepfold.testing.plain import offered

LONGEST = 120
"""Seconds after which a program that neither asks nor ends is a fault."""
ENDED = "is over and all cards are shown."
"""What is said when a deal has ended, before anything else is written of it."""
AT_THE_END = 0.02
"""Within so many seconds after that line a kill comes that is meant for the end of a deal."""
PACES = ("fast", "slow", "none")


class Lost(AssertionError):
    """Something that had been done is not in the save."""


class Kill(Struct, frozen=True):
    """What one round found: how many entries the save has, and how many own actions were answered before the kill.

    ``killed``: the program had not come to its own end before. ``at_end``: the deal had ended, and nothing had been
    done in the next one.
    """

    entries: int
    answered: int
    over: bool = False
    torn: bool = False
    killed: bool = True
    at_end: bool = False


class Killing:
    """A match of one game, played, killed and gone on with."""

    def __init__(self, game: str, seed: int, home: Path) -> None:
        self.game = game
        self.home = home
        self.chance = random.Random(f"{game}/{seed}")
        self._entries: tuple[Entry, ...] = ()
        self._matches = 0
        self._env = {**os.environ, "SHEEPFOLD_HOME": str(home)}

    def round(self, seconds: float, *, at_end: bool = False) -> Kill:
        """Begin or go on, answer every question at random, kill after that time, and read what is left.

        ``at_end``: the time counts from the end of the first deal.
        """
        before = self._acted(self._entries)
        answered, killed = self._play(seconds, at_end)
        for record in self.home.glob("*.toml"):
            read_record(record)  # whole, old or new
        read = self._read()
        if read is None:
            if self._entries or answered:
                raise Lost(f"{self.game}: the save is gone after {answered} answers")
            return Kill(0, 0, killed=killed)
        entries = tuple(logged.entry for logged in read.log.entries)
        if entries[: len(self._entries)] != self._entries:
            raise Lost(f"{self.game}: the save does not go on from the one before")
        kept = self._acted(entries) - before
        if kept < answered:
            raise Lost(f"{self.game}: {answered} actions were answered, {kept} are in the save")
        match = read.log.match
        self._entries = () if match.over else entries
        ended = match.outcome is not None or (not match.actions and bool(match.done))
        return Kill(len(entries), answered, match.over, read.torn, killed, ended)

    def _arguments(self) -> list[str]:
        """Go on, or begin a match with a record of its own."""
        if self._entries:
            return ["--resume"]
        self._matches += 1
        self.home.mkdir(parents=True, exist_ok=True)
        return [self.game, "--bots", "random", "--record", str(self.home / f"{self._matches}.toml")]

    def _play(self, seconds: float, at_end: bool) -> tuple[int, bool]:
        """How many own actions the program has answered with the next question, and whether it was killed."""
        arguments = self._arguments()
        command = [sys.executable, "-m", "sheepfold", "play", *arguments, "--plain"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        asked = 0
        with subprocess.Popen(command, env=self._env, text=True, **pipes) as process:  # type: ignore[call-overload]
            timer = threading.Timer(seconds, process.kill)
            watchdog = threading.Timer(LONGEST, process.kill)
            watchdog.start()
            started = False
            for line in process.stdout:
                choices = offered(line)
                if not started and (ENDED in line if at_end else choices is not None):
                    started = True
                    timer.start()  # not before: the time to start up is nobody's decision
                if choices is None:
                    continue
                asked += 1
                try:
                    os.write(process.stdin.fileno(), f"{self.chance.choice(choices)}\n".encode())
                except BrokenPipeError:
                    break
            timer.cancel()
            process.wait()  # one that has come to its own end is not killed on the way out
            watchdog.cancel()
        return max(0, asked - 1), process.returncode == -signal.SIGKILL

    def _acted(self, entries: tuple[Entry, ...]) -> int:
        return sum(isinstance(entry, Acted) and entry.seat == 0 for entry in entries)

    def _read(self) -> MatchFile | None:
        """The save of the match in progress; a finished one has been moved and is not looked at again."""
        files = [*(self.home / "data" / "matches").glob("*.match"), *(self.home / "data" / "finished").glob("*.match")]
        files.sort(key=lambda path: path.stat().st_mtime_ns)
        found = read_match(files[-1]) if files and files[-1].stat().st_size else None
        return found if found is not None and found.log.begun else None


def kill_often(kills: int, seed: int, games: tuple[str, ...] = tuple(OWN["games"]), longest: float = 0.5) -> list[Kill]:
    """Kill that many times, the games in turn, each in a home of its own; raises ``Lost`` if anything is.

    A match that comes to its end before it is killed is checked too, but is no kill.
    """
    found: list[Kill] = []
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        tables = [Killing(game, seed, Path(folder) / game) for game in games]
        while sum(each.killed for each in found) < kills:
            at_end = chance.random() < 1 / 3
            seconds = chance.uniform(0, AT_THE_END if at_end else longest)
            found.append(tables[len(found) % len(tables)].round(seconds, at_end=at_end))
    return found


def kill_settings(kills: int, seed: int) -> int:
    """Kill the program while it changes a setting; the file has the old value or the new one. How often the new one."""
    chance, changed, killed = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings" / "settings.toml"
        begun = time.monotonic()
        _set(folder, "name", "Zoe").wait()
        whole = time.monotonic() - begun
        while killed < kills:
            before, value = _settings(file), chance.choice(PACES)
            with _set(folder, "pace", value) as process:
                time.sleep(chance.uniform(0.5, 1) * whole)  # it is written near the end
                process.kill()
            after = _settings(file)
            if after not in (before, {**before, "pace": value}):
                raise Lost(f"the settings are {after!r}")
            if process.returncode == -signal.SIGKILL:
                killed += 1
                changed += after != before
    return changed


def _set(folder: str, name: str, value: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "sheepfold", "settings", name, value]
    return subprocess.Popen(command, env={**os.environ, "SHEEPFOLD_HOME": folder}, stdout=subprocess.DEVNULL)


def _settings(file: Path) -> dict[str, Any]:
    """What the file says; half a file would be no TOML, or say less."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def main() -> None:
    """Kill 200 times, or as often as asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun, settings = time.monotonic(), asked.kills // 4
    found = kill_often(asked.kills - settings, asked.seed)
    changed = kill_settings(settings, asked.seed)
    hit = [each for each in found if each.killed]
    entries, answered = sum(each.entries > 0 for each in hit), sum(each.answered for each in found)
    ended, torn = sum(each.over for each in found), sum(each.torn for each in found)
    at_end, took = sum(each.at_end for each in hit), time.monotonic() - begun
    print(
        f"{asked.kills} kills in {took:.0f} s. Of {len(hit)} while playing {entries} left a save, {at_end} came at "
        f"the end of a deal; {answered} actions were answered, none lost; torn lines {torn}, matches ended {ended}. "
        f"Of {settings} while a setting was changed {changed} came after the change; none spoilt the file."
    )


if __name__ == "__main__":
    main()
