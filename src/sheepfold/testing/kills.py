"""Kill the game in the terminal at random moments, and see that at most what was being typed is lost.

``python -m sheepfold.testing.kills`` plays a match through a pipe in a home of its own, kills the program by surprise
(``SIGKILL``), goes on with ``--resume``, and so on, 200 times. After each kill the save must be readable, hold every
action that the program had answered by asking again, and begin with everything that the save before it held.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from msgspec import Struct

from sheepfold.notation.match_file import MatchFile
from sheepfold.notation.reading import read_match
from sheepfold.play.log import Acted, Entry
from sheepfold.registry import OWN

LONGEST = 120
"""Seconds after which a program that neither asks nor ends is a fault."""


class Lost(AssertionError):
    """Something that had been done is not in the save."""


class Kill(Struct, frozen=True):
    """What one round found: how many entries the save has, and how many own actions were answered before the kill."""

    entries: int
    answered: int
    over: bool = False
    torn: bool = False


class Killing:
    """A match of one game, played, killed and gone on with."""

    def __init__(self, game: str, seed: int, home: Path) -> None:
        self.game = game
        self.home = home
        self.chance = random.Random(f"{game}/{seed}")
        self._entries: tuple[Entry, ...] = ()
        self._env = {**os.environ, "SHEEPFOLD_HOME": str(home)}

    def round(self, seconds: float) -> Kill:
        """Begin or go on, answer every question at random, kill after that time, and read what is left."""
        before = self._acted(self._entries)
        answered = self._play(seconds)
        read = self._read()
        if read is None:
            if self._entries or answered:
                raise Lost(f"{self.game}: the save is gone after {answered} answers")
            return Kill(0, 0)
        entries = tuple(logged.entry for logged in read.log.entries)
        if entries[: len(self._entries)] != self._entries:
            raise Lost(f"{self.game}: the save does not go on from the one before")
        kept = self._acted(entries) - before
        if kept < answered:
            raise Lost(f"{self.game}: {answered} actions were answered, {kept} are in the save")
        over = read.log.match.over
        self._entries = () if over else entries
        return Kill(len(entries), answered, over, read.torn)

    def _play(self, seconds: float) -> int:
        """How many own actions the program has answered with the next question before it was killed."""
        arguments = ["--resume"] if self._entries else [self.game, "--bots", "random"]
        command = [sys.executable, "-m", "sheepfold", "play", *arguments, "--plain"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        asked = 0
        with subprocess.Popen(command, env=self._env, text=True, **pipes) as process:  # type: ignore[call-overload]
            timer = threading.Timer(seconds, process.kill)
            watchdog = threading.Timer(LONGEST, process.kill)
            watchdog.start()
            started = False
            for line in process.stdout:
                found = re.fullmatch(r"You may: (.*)\.\n", line)
                if found is None:
                    continue
                if not started:
                    started = True
                    timer.start()  # from the first question on: the time to start up is nobody's decision
                asked += 1
                try:
                    process.stdin.write(self.chance.choice(found[1].split(", ")) + "\n")
                    process.stdin.flush()
                except BrokenPipeError:
                    break
            timer.cancel()
            watchdog.cancel()
            process.kill()
        return max(0, asked - 1)

    def _acted(self, entries: tuple[Entry, ...]) -> int:
        return sum(isinstance(entry, Acted) and entry.seat == 0 for entry in entries)

    def _read(self) -> MatchFile | None:
        """The save of the match in progress; a finished one has been moved and is not looked at again."""
        files = [*(self.home / "data" / "matches").glob("*.match"), *(self.home / "data" / "finished").glob("*.match")]
        files.sort(key=lambda path: path.stat().st_mtime_ns)
        found = read_match(files[-1]) if files and files[-1].stat().st_size else None
        return found if found is not None and found.log.begun else None


def kill_often(kills: int, seed: int, games: tuple[str, ...] = tuple(OWN["games"]), longest: float = 1.5) -> list[Kill]:
    """Kill that many times, the games in turn, each in a home of its own; raises ``Lost`` if anything is."""
    found: list[Kill] = []
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        tables = [Killing(game, seed, Path(folder) / game) for game in games]
        for number in range(kills):
            found.append(tables[number % len(tables)].round(chance.uniform(0, longest)))
    return found


def kill_settings(kills: int, seed: int) -> int:
    """Kill the program while it changes a setting; the file has the old value or the new one. How often the new one."""
    chance, changed = random.Random(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings" / "settings.toml"
        for _ in range(kills):
            before, value = file.read_text() if file.exists() else "", chance.choice(("fast", "slow", "none"))
            command = [sys.executable, "-m", "sheepfold", "settings", "pace", value]
            with subprocess.Popen(command, env={**os.environ, "SHEEPFOLD_HOME": folder}, stdout=-3) as process:
                time.sleep(chance.uniform(0.1, 0.8))
                process.kill()
            after = file.read_text() if file.exists() else ""
            if after not in (before, f'pace = "{value}"\n'):
                raise Lost(f"the settings are {after!r}")
            changed += after != before
    return changed


def main() -> None:
    """Kill 200 times, or as often as asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun = time.monotonic()
    found = kill_often(asked.kills, asked.seed)
    entries, answered = sum(each.entries > 0 for each in found), sum(each.answered for each in found)
    ended, torn = sum(each.over for each in found), sum(each.torn for each in found)
    changed = kill_settings(asked.kills // 10, asked.seed)
    took = time.monotonic() - begun
    print(
        f"{len(found)} kills in {took:.0f} s, {entries} with a save, {answered} actions answered, none lost; ", end=""
    )
    print(f"torn last lines {torn}, matches ended {ended}; settings killed {asked.kills // 10}, changed {changed}")


if __name__ == "__main__":
    main()
