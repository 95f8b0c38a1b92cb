"""Run every command of the documents in a fresh clone, exactly as it is written there.

``python -m sheepfold.testing.commands`` clones the project as it was last committed, then goes through README.md,
CONTRIBUTING.md and docs/*.md from top to bottom and types each line of their ``sh`` blocks. Whoever is asked gets the
answer ``1`` and then the end of input. The status is 1 if a command fails or takes too long. What would take hours, or
is run elsewhere, has a short command in its place; ``INSTEAD`` says which and why.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from sheepfold.testing.documents import Command, commands

ACTIVATE = ". .venv/bin/activate"
"""What README says to do once in a shell; the other documents begin after it."""
LIMIT = 900
"""Seconds that a command may take."""


class Instead(Struct, frozen=True):
    """A command that is run in the place of another, and why."""

    command: str
    why: str


INSTEAD: Mapping[str, Instead] = {
    "make test": Instead("make lint law", "CI runs it whole on every change"),
    "make test-fast": Instead("make --dry-run test-fast", "CI runs these tests on every change, and more"),
    "make fuzz": Instead("python -m sheepfold.testing.fuzz --deals 500", "a quarter of an hour"),
    "make facts": Instead("python -m sheepfold.testing.facts --deals 50", "many minutes"),
    "make secrecy": Instead("python -m sheepfold.testing.secrecy --pairs 100", "many minutes"),
    "make wire-secrecy": Instead("python -m sheepfold.testing.wire_secrecy --deals 5", "a quarter of an hour"),
    "make kill": Instead("python -m sheepfold.testing.table_kills --kills 2 --tables 10", "many minutes"),
    "make hostile": Instead("python -m sheepfold.testing.hostile --messages 500", "many minutes"),
    "make arrivals": Instead("python -m sheepfold.testing.arrivals --plays 100", "many minutes"),
    "make witness": Instead("python tools/witness.py --endings 200", "many minutes"),
    "make sanitize": Instead("make --dry-run sanitize", "builds the kernel with the sanitizers"),
    "make fuzz-native": Instead("python tools/fuzz_native.py --seconds 5", "ten minutes"),
    "make bench": Instead("sheepfold bench --help", "needs the peers of the bench extra, and a quiet machine"),
    **{
        command: Instead(
            f"{' '.join(command.split()[:2])} --help", "needs a server that runs, or serves until it is stopped"
        )
        for command in (
            "sheepfold serve --host 0.0.0.0 --port 8080",
            "sheepfold join http://127.0.0.1:8000",
            "sheepfold serve --store sqlite:////var/lib/sheepfold/table.db",
            "sheepfold tables",
            "sheepfold close TABLE",
            "sheepfold export TABLE match.jsonl",
            "sheepfold backup copy.db",
        )
    },
    "make serve": Instead("make --dry-run serve", "serves until it is stopped"),
    **{
        f"curl {rest}": Instead("sheepfold serve --help", "needs a server that runs; tests/table asks for these pages")
        for rest in (
            "-f http://127.0.0.1:8000/healthz",
            "-f http://127.0.0.1:8000/readyz",
            "http://127.0.0.1:8000/metrics",
        )
    },
    "make commands": Instead("make --dry-run commands", "this program itself"),
    "sheepfold lab duel master ismcts --game sheepshead --deals 100 --seconds 0.3": Instead(
        "sheepfold lab duel master ismcts --game sheepshead --deals 1 --seconds 0.05", "half an hour"
    ),
    'tools/wheels.sh "python3.11 python3.12 python3.13" "g++-11 g++-12 clang++-13 clang++-14 clang++-19"': Instead(
        "tools/wheels.sh python3 c++", "needs all these Pythons and compilers"
    ),
    "sheepfold score": Instead("sheepfold score list", "goes on with an evening that somebody has begun"),
    "sheepfold score sum friday.jsonl saturday.jsonl": Instead(
        "sheepfold score sum friday.jsonl", "adds up two evenings, of which the text has kept one"
    ),
    "make measure DIR=measured": Instead("python tools/measure.py measured --tables", "hours"),
}


class Ran(Struct, frozen=True):
    """A command that was run: what was typed, how it ended, and how long it took."""

    command: Command
    typed: str
    status: int | None
    seconds: float
    output: str

    @property
    def ok(self) -> bool:
        """Whether it ended well."""
        return self.status == 0


def documents(root: Path) -> tuple[Path, ...]:
    """The documents that tell people what to type, those for newcomers first."""
    return (root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md")))


def bare(command: Command) -> str:
    """The command without the comment behind it."""
    return command.text.split(" #")[0].strip()


class Shell:
    """A shell that somebody goes on typing in: folder and environment stay from command to command."""

    def __init__(self, folder: Path, env: Mapping[str, str], limit: float) -> None:
        self.folder, self.env, self.limit = folder, dict(env), limit

    def run(self, command: Command) -> Ran:
        """Type a command, or what stands in its place."""
        instead = INSTEAD.get(bare(command))
        typed = command.text if instead is None else instead.command
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as kept:
            keep = f'status=$?; pwd > "{kept}/pwd"; env -0 > "{kept}/env"; exit $status'
            try:
                done = subprocess.run(
                    ["sh", "-c", f"{typed}\n{keep}"],
                    input="1\n",
                    cwd=self.folder,
                    env=self.env,
                    timeout=self.limit,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    check=False,
                )
            except subprocess.TimeoutExpired as late:
                output = late.output.decode("utf-8", "replace") if isinstance(late.output, bytes) else ""
                return Ran(command, typed, None, self.limit, output)
            self._remember(Path(kept))
        return Ran(command, typed, done.returncode, time.monotonic() - begun, done.stdout)

    def _remember(self, kept: Path) -> None:
        if (kept / "env").exists():  # a command such as exit leaves nothing
            self.folder = Path((kept / "pwd").read_text().strip())
            pairs = (pair.partition("=") for pair in (kept / "env").read_text().split("\0") if pair)
            self.env = {name: value for name, _, value in pairs}


def clone(root: Path, into: Path) -> None:
    """The project as it was last committed."""
    subprocess.run(["git", "clone", "--quiet", str(root), str(into)], check=True)


def clean(env: Mapping[str, str], home: Path) -> dict[str, str]:
    """The environment of somebody who has only just cloned the project; matches and settings go to ``home``."""
    mine = {"VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"}
    kept = {name: value for name, value in env.items() if name not in mine}
    own = str(Path(sys.executable).parent)
    kept["PATH"] = os.pathsep.join(folder for folder in kept.get("PATH", "").split(os.pathsep) if folder != own)
    return {**kept, "SHEEPFOLD_HOME": str(home)}


def run_document(file: Path, folder: Path, env: Mapping[str, str], limit: float) -> list[Ran]:
    """Type every command of a document."""
    shell = Shell(folder, env, limit)
    if file.name != "README.md":
        ready = shell.run(Command(ACTIVATE, file, 0))
        assert ready.ok, ready.output
    found = []
    for command in commands(file):
        ran = shell.run(command)
        found.append(ran)
        told = "ok" if ran.ok else "TOO LONG" if ran.status is None else f"STATUS {ran.status}"
        print(f"{told:10} {ran.seconds:6.1f} s  {file.name}:{command.line}  {ran.typed}", flush=True)
        if not ran.ok:
            print("\n".join(f"    {line}" for line in ran.output.splitlines()[-15:]), flush=True)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the commands of all documents, or of those that are named; exit status 1 if one fails."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", metavar="FILE", help="documents by their names, such as README.md")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the project (default: this folder)")
    parser.add_argument("--limit", type=float, default=LIMIT, help=f"seconds per command (default {LIMIT})")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="sheepfold-fresh-") as temporary:
        fresh = Path(temporary) / "sheepfold"
        clone(given.root, fresh)
        env = clean(os.environ, Path(temporary) / "home")
        chosen = [file for file in documents(fresh) if not given.names or file.name in given.names]
        if (fresh / "README.md") not in chosen:  # README makes the environment that the others use
            subprocess.run(["make", "--quiet", ".venv/.dev"], cwd=fresh, env=env, check=True)
        ran = [each for file in chosen for each in run_document(file, fresh, env, given.limit)]
    bad = [each for each in ran if not each.ok]
    print(f"{len(ran)} commands, {len(bad)} failed")
    for each in ran:
        if bare(each.command) in INSTEAD:
            print(f"  not as written: {bare(each.command)} ({INSTEAD[bare(each.command)].why})")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
