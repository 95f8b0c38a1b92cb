"""The guide ``docs/add-a-game.md`` quotes this package: what it quotes is here, and its commands work.

What it shows at a prompt of Python is run with the other examples in Sheepfold's documents.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_helpers import run
from test_ways import PROJECT, installed

from sheepfold.testing.documents import LEFT_OUT, Block, blocks, commands, quoted

HERE = Path(__file__).resolve().parent.parent
GUIDE = HERE.parents[1] / "docs" / "add-a-game.md"
BLOCKS = blocks(GUIDE)
HOMES = {
    "python": ("src/keinstich/*.py", "tests/*.py"),
    "toml": ("pyproject.toml",),
    "ftl": ("src/keinstich/words/en/*.ftl",),
    "markdown": ("src/keinstich/*.md",),
}
"""Where blocks of each language are quoted from."""
QUOTED = [block for block in BLOCKS if block.language in HOMES and ">>>" not in block.text]
PATH = "PYTHONPATH=examples/keinstich/src "
"""What stands before a command that finds the game without its being installed."""


def test_the_guide_has_blocks_of_every_kind() -> None:
    assert {block.language for block in BLOCKS if block.language} == {*HOMES, "sh"}
    assert len(QUOTED) > 15


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.text.strip().splitlines()[0].strip()[:50])
def test_what_is_quoted_stands_in_one_file_of_the_example(block: Block) -> None:
    files = [
        path for pattern in HOMES[block.language] for path in HERE.glob(pattern) if path.name != Path(__file__).name
    ]
    assert any(quoted(block.text.split(LEFT_OUT), path.read_text(encoding="utf-8")) for path in files)


@pytest.mark.parametrize("command", [command.text for command in commands(GUIDE)])
def test_every_command_works(command: str, tmp_path: Path) -> None:
    program, *words = shlex.split(command.removeprefix(PATH))
    if program == "python":
        assert words[:2] == ["-m", "pytest"]
        assert (HERE.parents[1] / words[2]).samefile(HERE)
        return
    if program == "pip":
        assert words == ["install", "-e", "examples/keinstich"]
        return
    assert program == "sheepfold"
    env = installed(tmp_path / "site", PROJECT["project"]["entry-points"])
    if command.startswith(PATH):
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
