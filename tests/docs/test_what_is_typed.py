"""Every command that a document tells people to type can be typed: programs, subcommands, options, targets, files.

This is quick and runs nothing but ``--help``. ``make commands`` runs them all in a fresh clone.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from sheepfold.cli.commands import cli
from sheepfold.cli.score import ScoreCommands
from sheepfold.core.errors import SheepfoldError
from sheepfold.registry import make_game
from sheepfold.testing.commands import ACTIVATE, INSTEAD, Shell, bare, clean, clone, documents, run_document
from sheepfold.testing.documents import Command, commands, spans

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.M)) | {".venv/.dev"}
VARIABLES = set(re.findall(r"^([A-Z]+) (?:\?|:)?=", MAKEFILE, re.M)) | set(
    re.findall(r"\$\(or \$\(([A-Z]+)\)", MAKEFILE)
)
SHELL = {".", "cd", "cp", "curl", "pip", "git", "printf", "elsewhere/bin/pip"}
"""What is on every machine, and needs no look."""
OTHERS = {"pytest", "mypy", "venv", "pip"}
"""Modules whose options are not ours."""
GUESTS = re.compile("keinstich|thrifty")
"""Games and bots that are there only for whoever has installed them, as the guides say."""


def typed() -> list[Command]:
    """Every command of every block."""
    return [command for file in documents(ROOT) for command in commands(file)]


def mentioned() -> list[Command]:
    """Every command that is named in running text; what has a gap (``…``), or sets a key, is no command."""
    found = [span for file in documents(ROOT) for span in spans(file)]
    programs = ("sheepfold ", "make ", "python -m ", ".venv/bin/", "lab ")
    return [span for span in found if span.text.startswith(programs) and not re.search("…| = ", span.text)]


def simple(text: str) -> Iterator[list[str]]:
    """The simple commands of a line, as words."""
    words: list[str] = []
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    for word in lexer:
        if word in ("|", "&&", ";"):
            yield words
            words = []
        else:
            words.append(word)
    yield words


def fault(words: Sequence[str], whole: bool) -> str | None:
    """What is wrong with a command; ``whole``: it is to be typed as it is, values included."""
    while re.match(r"[A-Z]+=", words[0]):  # an assignment for this command
        words = words[1:]
    program, *rest = words
    program = program.removeprefix(".venv/bin/")
    if program == "make":
        return make_fault(rest)
    if program in ("sheepfold", "lab"):
        return click_fault(rest if program == "sheepfold" else words, whole)
    if program in ("python", "python3"):
        return python_fault(rest, whole)
    if words[0].startswith(".venv/bin/") and program in ("pytest", "ruff", "mypy", "activate"):
        return None
    if program.startswith("tools/"):
        return None if (ROOT / program).is_file() else f"there is no file {program}"
    return None if program in SHELL or words[0] == ".venv/bin/activate" else f"nobody knows the program {program}"


def make_fault(rest: Sequence[str]) -> str | None:
    for word in rest:
        name, equals, _ = word.partition("=")
        if equals and name not in VARIABLES:
            return f"the Makefile has no variable {name}"
        if not equals and not word.startswith("--") and word not in TARGETS:
            return f"the Makefile has no target {word}"
    return None


def click_fault(rest: Sequence[str], whole: bool) -> str | None:
    """Ask the command line itself: it takes the words apart and checks every value, and nothing is run."""
    command: click.Command = cli
    words, context = list(rest), click.Context(cli)
    while words and isinstance(command, click.Group) and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        if found is None:
            break
        command = found
        words.pop(0)
    if isinstance(command, ScoreCommands):
        command = command.commands[command.usual]  # what follows is a game, and need not name the command
    elif isinstance(command, click.Group) and words and not words[0].startswith("-"):
        return f"there is no command {words[0]}"
    options = {name for each in command.get_params(context) for name in (*each.opts, *each.secondary_opts)}
    unknown = [word for word in words if re.match(r"--?[a-z]", word) and word.split("=")[0] not in options]
    if unknown:
        return f"{command.name} has no option {unknown[0]}"
    return values_fault(command, words) if whole and "--help" not in words else None


def values_fault(command: click.Command, words: list[str]) -> str | None:
    """Whether the values can be what they are meant to be: numbers, choices, games, files that are there."""
    if GUESTS.search(" ".join(words)):
        return None
    try:
        values = command.make_context(command.name, list(words)).params
        if isinstance(game := values.get("game"), str):
            make_game(game)
    except click.ClickException as error:
        return error.format_message()
    except SheepfoldError as error:
        return str(error)
    given = [word for word in words if word.endswith(".toml") and not (ROOT / word).is_file()]
    return f"there is no file {given[0]}" if given else None


@cache
def help_of(*program: str) -> str:
    run = subprocess.run([sys.executable, *program, "--help"], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout if run.returncode == 0 else ""


def python_fault(rest: Sequence[str], whole: bool) -> str | None:
    if rest[0] != "-m":
        return options_fault((rest[0],), rest[1:]) if (ROOT / rest[0]).is_file() else f"there is no file {rest[0]}"
    module, words = rest[1], rest[2:]
    if module not in OTHERS:
        return options_fault(("-m", module), words) if find_spec(module) else f"there is no module {module}"
    paths = [word for word in words if "/" in word or word.endswith(".md")]
    missing = [path for path in paths if not (ROOT / path.split("::")[0]).exists()]
    return f"there is no file {missing[0]}" if missing and whole and module == "pytest" else None


def options_fault(program: tuple[str, ...], words: Sequence[str]) -> str | None:
    told = help_of(*program)
    unknown = [word for word in words if word.startswith("--") and word.split("=")[0] not in told]
    return f"{' '.join(program)} has no option {unknown[0]}" if unknown else None


def where(command: Command) -> str:
    return f"{command.file.name}:{command.line} {command.text.strip()[:60]}"


# -- the documents -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", typed(), ids=where)
def test_a_command_can_be_typed_as_it_is_written(command: Command) -> None:
    assert [found for words in simple(command.text) if (found := fault(words, whole=True))] == []


def test_every_command_that_is_named_in_passing_exists() -> None:
    named = mentioned()
    assert len(named) > 50
    found = {where(span): fault(words, whole=False) for span in named for words in simple(span.text)}
    assert {place: told for place, told in found.items() if told} == {}


def test_what_stands_in_for_a_command_can_be_typed_and_is_needed() -> None:
    written = {bare(command) for command in typed()}
    for text, instead in INSTEAD.items():
        assert text in written, f"no document has {text} any more"
        assert [fault(words, whole=True) for words in simple(instead.command)] == [None]
        assert instead.why


# -- the check itself --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("make tset", "no target tset"),
        ("make play GAEM=grim", "no variable GAEM"),
        ("sheepfold plya", "no command plya"),
        ("sheepfold lab dule", "no command dule"),
        ("sheepfold play grim --sede lamb", "no option --sede"),
        ("sheepfold play grmi", "grmi"),
        ("sheepfold play grim --seat nine", "nine"),
        ("sheepfold options", "Missing argument"),
        ("sheepfold replay match.toml", "no file match.toml"),
        ("python -m sheepfold.testing.fzuz", "no module"),
        ("python -m sheepfold.testing.fuzz --dealz 3", "no option --dealz"),
        ("python tools/meazure.py", "no file"),
        ("python -m pytest tests/rules/test_grimm.py", "no file"),
        ("frobnicate", "nobody knows"),
        ("cd docs && sheepfold plya", "no command plya"),
    ],
)
def test_what_cannot_be_typed_is_found(text: str, told: str) -> None:
    found = [complaint for words in simple(text) if (complaint := fault(words, whole=True))]
    assert len(found) == 1
    assert told in found[0]


# -- the program that runs them ----------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A project of two documents, committed."""
    root = tmp_path / "small"
    (root / "docs").mkdir(parents=True)
    (root / "README.md").write_text(
        "Begin:\n\n```sh\nprintf 'hello\\n' > made   # a file\ncd docs\n\n"
        "# only a comment\nprintf %s \\\n  there > two\n"
        'test "$PWD" != / && export SEEN=yes\ntest $SEEN = yes\nread answer && test $answer = 1\nfalse\nsleep 9\n```\n'
    )
    (root / "docs" / "more.md").write_text("```python\nfalse\n```\n")
    for words in (
        ["init", "--quiet"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", *words], cwd=root, check=True)
    (root / "README.md").write_text("changed, not committed")
    return root


def test_commands_are_run_in_a_fresh_clone_in_one_shell(small: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    clone(small, fresh)
    ran = run_document(fresh / "README.md", fresh, clean(os.environ, tmp_path / "home"), limit=2)
    assert [(each.status, each.command.line) for each in ran] == [
        (0, 4), (0, 5), (0, 8), (0, 10), (0, 11), (0, 12), (1, 13), (None, 14),
    ]  # fmt: skip
    assert (fresh / "made").read_text() == "hello\n"
    assert (fresh / "docs" / "two").read_text() == "there"
    assert [each.ok for each in ran].count(False) == 2


def test_nobody_finds_our_own_environment_in_the_fresh_clone(tmp_path: Path) -> None:
    env = clean({"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "VIRTUAL_ENV": "x"}, tmp_path)
    assert env == {"PATH": "/usr/bin:/bin", "SHEEPFOLD_HOME": str(tmp_path)}
    ran = Shell(tmp_path, env, 9).run(Command(ACTIVATE, tmp_path / "README.md", 1))
    assert not ran.ok
