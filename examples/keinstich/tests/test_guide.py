"""The guide ``docs/add-a-game.md`` quotes this package: what it quotes is here, and its commands work.

What it shows at a prompt of Python is run with the other examples in Sheepfold's documents.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path

import pytest
from cli_helpers import run
from test_ways import PROJECT, installed

HERE = Path(__file__).resolve().parent.parent
GUIDE = HERE.parents[1] / "docs" / "add-a-game.md"
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
HOMES = {
    "python": ("src/keinstich/*.py", "tests/*.py"),
    "toml": ("pyproject.toml",),
    "ftl": ("src/keinstich/words/en/*.ftl",),
    "markdown": ("src/keinstich/*.md",),
}
"""Where blocks of each language are quoted from."""
QUOTED = [(language, text) for language, text in BLOCKS if language in HOMES and ">>>" not in text]
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
LEFT_OUT = "# …"
"""Between two pieces of a block that stand further apart in the file."""


def lines(text: str) -> str:
    """The lines of a text without their indentation, each with a break before and after it."""
    return "\n" + "".join(f"{line.strip()}\n" for line in text.strip("\n").splitlines())


def stands_in(pieces: Iterable[str], text: str) -> bool:
    """Whether the pieces stand in a text, one after the other."""
    at = 0
    for piece in pieces:
        at = text.find(lines(piece), at)
        if at < 0:
            return False
    return True


def test_the_guide_has_blocks_of_every_kind() -> None:
    assert {language for language, _ in BLOCKS} == {*HOMES, "sh"}
    assert len(QUOTED) > 15


@pytest.mark.parametrize(("language", "text"), QUOTED, ids=lambda value: value.strip().splitlines()[0].strip()[:50])
def test_what_is_quoted_stands_in_one_file_of_the_example(language: str, text: str) -> None:
    files = [path for pattern in HOMES[language] for path in HERE.glob(pattern) if path.name != Path(__file__).name]
    assert any(stands_in(text.split(LEFT_OUT), lines(path.read_text(encoding="utf-8"))) for path in files)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works(command: str, tmp_path: Path) -> None:
    program, *words = shlex.split(command)
    if program == "python":
        assert words[:2] == ["-m", "pytest"]
        assert (HERE.parents[1] / words[2]).samefile(HERE)
        return
    assert program == "sheepfold"
    env = installed(tmp_path / "site", PROJECT["project"]["entry-points"])
    if "keinstich.game:KeinStich" in command:
        env["PYTHONPATH"] = str(HERE / "src")
    done = run(*words, cwd=tmp_path, **env)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_file_that_is_shown_is_there() -> None:
    tree = re.search(r"^```\n(keinstich/.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    assert tree is not None
    for name in re.findall(r"[├└]── (\S+)", tree[1]):
        assert any((folder / name).exists() for folder in (HERE, HERE / "src" / "keinstich")), name


def test_every_hook_that_is_listed_is_one() -> None:
    from sheepfold.presentation.general import Presentation

    table = GUIDE.read_text(encoding="utf-8").split("| hook |")[1].split("\n\n")[0]
    hooks = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert len(hooks) > 20
    assert [name for name in hooks if not hasattr(Presentation, name)] == []
