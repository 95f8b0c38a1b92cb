"""The real command in a process of its own: through pipes, with a scripted player, and on a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from sheepfold.notation.reading import read_record
from sheepfold.notation.records import Record
from sheepfold.testing.plain import asked_again, offered

COMMAND = [sys.executable, "-m", "sheepfold"]
TIMEOUT = 60
"""No process of these tests may live longer, whatever happens."""


def run(*arguments: str, input: str = "", cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=input,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **env},
        timeout=TIMEOUT,
        check=False,
    )


def refused(*arguments: str, code: str, cwd: Path | None = None, input: str = "") -> str:
    """Run something that must be refused: one line on stderr with a code, status 2, no traceback."""
    done = run(*arguments, cwd=cwd, input=input)
    assert done.returncode == 2, (done.stdout, done.stderr)
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("Error: ")
    assert re.search(rf"\[{code}(, rule [A-Z]+\d+)?\]$", lines[0]), lines[0]
    return lines[0]


def matches() -> Path:
    """The folder of this test's unfinished matches."""
    return Path(os.environ["SHEEPFOLD_HOME"]) / "data" / "matches"


def saved(name: str) -> Record:
    """What a save holds, as a record."""
    return read_record(matches() / name)


Chooser = Callable[[list[str]], str]


def modest(seed: int = 1) -> Chooser:
    """A player who passes when that is possible and else does anything."""
    chance = random.Random(seed)
    return lambda choices: "pass" if "pass" in choices else chance.choice(choices)


class Talk:
    """What a scripted player heard and said."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.answers: list[str] = []
        self.status = 0

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def after(self, prompt: int) -> list[str]:
        """All lines from the n-th prompt on, but those about files."""
        place = [n for n, line in enumerate(self.lines) if offered(line)][prompt]
        about_files = ("Saved as", "The record", "The seed")
        rest = [line for line in self.lines[place:] if line.strip() and not line.startswith(about_files)]
        return [line for line in rest if "sheepfold play --resume" not in line]


def converse(arguments: Sequence[str], choose: Chooser, most: int, cwd: Path, **env: str) -> Talk:
    """Answer every prompt, at most that many, then close the input."""
    talk = Talk()
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env={**os.environ, **env},
    )
    watchdog = threading.Timer(TIMEOUT, process.kill)
    watchdog.start()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        choices: list[str] = []
        for line in process.stdout:
            talk.lines.append(line)
            choices = offered(line) or choices
            if not (offered(line) or asked_again(line)) or process.stdin.closed:
                continue
            if len(talk.answers) == most:
                process.stdin.close()
                continue
            talk.answers.append(choose(choices))
            process.stdin.write(talk.answers[-1] + "\n")
            process.stdin.flush()
        talk.status = process.wait()
        if not process.stdin.closed:
            process.stdin.close()
        process.stdout.close()
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
    return talk


class Screen:
    """The command on a pseudo-terminal, of 80 by 30 if nothing else is said."""

    size = (80, 30)

    def __init__(self, *arguments: str, cwd: Path, **env: str) -> None:
        self.master, slave = pty.openpty()
        self.resize(*self.size)
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env={**clean, "TERM": "xterm-256color", **env},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.raw = ""

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):  # the command has a session of its own; a pager in it would outlive it
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)

    def wait_for(self, *texts: str, seconds: float = 20) -> str:
        """Read until the texts have come, one after the other; everything read since the last call."""
        until = time.monotonic() + seconds
        heard = ""
        wanted = re.compile(".*?".join(map(re.escape, texts)), re.DOTALL)
        while wanted.search(plain(heard)) is None:
            left = until - time.monotonic()
            assert left > 0, f"{texts!r} did not come; got {plain(heard)!r}"
            ready, _, _ = select.select([self.master], [], [], min(left, 0.5))
            if ready:
                try:
                    heard += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # the other end is closed
                    assert wanted.search(plain(heard)), plain(heard)
                    break
        self.raw += heard
        return heard

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, f"{line}\n".encode())

    def resize(self, width: int, height: int) -> None:
        """Give the window another size; the program is told by the system."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def press(self, key: bytes) -> None:
        """Press a key without Enter."""
        os.write(self.master, key)

    def end(self) -> int:
        """Wait for the process to end; its status."""
        return self.process.wait(timeout=TIMEOUT)


class Window(Screen):
    """The command on a pseudo-terminal of any size."""

    def __init__(self, *arguments: str, cwd: Path, size: tuple[int, int]) -> None:
        self.size = size
        super().__init__(*arguments, cwd=cwd)


def plain(raw: str) -> str:
    """Terminal output without its escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", raw)
