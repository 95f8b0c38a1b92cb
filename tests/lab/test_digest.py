"""The digest of the code: what is in it, what is not, and that it is the same wherever the same code lies."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from importlib import import_module, invalidate_caches
from pathlib import Path
from sysconfig import get_path
from typing import Any

import pytest

import sheepfold
from sheepfold.lab.digest import code_digest, digests_of, foreign, outside_digests
from sheepfold.registry import GAMES, HABITS
from sheepfold.solver import _kernel, solve

PACKAGE = Path(sheepfold.__file__).parent
BOT = "class Shark:\n    name = 'shark'\n\ndef make():\n    return Shark()\n"


class Outsider:
    """As little of a module as can be put into a folder and imported from there, again and again."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch

    def load(self, copy: str, name: str, **files: str) -> Any:
        """The module ``name`` out of a folder of its own; ``__`` stands for a slash in the names of its files."""
        for file, text in files.items():
            path = self.folder / copy / f"{file.replace('__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for known in [each for each in sys.modules if each.partition(".")[0] == name.partition(".")[0]]:
            self.monkeypatch.delitem(sys.modules, known)
        with self.monkeypatch.context() as patch:
            patch.syspath_prepend(self.folder / copy)
            invalidate_caches()
            return import_module(name)


@pytest.fixture
def outsider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Outsider:
    return Outsider(tmp_path, monkeypatch)


def test_our_own_sources_that_decide_play_are_in_it(tmp_path: Path) -> None:
    decide = ["core/cards.py", "bots/habits/grim.py", "registry.py", "lab/players.py", "lab/deals.py"]
    decide += ["lab/figures/deals/__init__.py", "lab/figures/deals/grim.py"]
    others = ["cli/commands.py", "lab/stats.py", "lab/figures/measures/grim.py"]
    others += ["core/note.txt", "solver/native/search.hpp"]
    for name in (*decide, *others):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    for name in (*decide, *others):
        digest = digests_of(tmp_path)
        (tmp_path / name).write_text("2")
        assert (digests_of(tmp_path) != digest) is (name in decide), name


def test_other_games_do_not_spoil_the_figures_of_one() -> None:
    assert foreign("bots/habits/clover_play.py", "grim")
    assert foreign("games/clover_melds.py", "grim")
    assert foreign("lab/figures/deals/clover.py", "grim")
    assert not foreign("lab/figures/deals/base.py", "grim")
    assert not foreign("bots/habits/grim_play.py", "grim")
    assert not foreign("bots/habits/general.py", "grim")
    assert not foreign("games/clover.py", None)
    assert not foreign("games/clover.py", "a_game_from_outside")


def test_each_game_has_a_digest_of_its_own() -> None:
    assert len({code_digest(), code_digest("grim"), code_digest("clover")}) == 3


def test_the_kernel_tells_what_it_was_built_from() -> None:
    """The same as ``sha256sum *.cpp *.hpp | sha256sum``, files sorted by name."""
    native = [file for file in (PACKAGE / "solver/native").iterdir() if file.suffix in (".cpp", ".hpp")]
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(native)]
    assert _kernel.sources == hashlib.sha256("".join(lines).encode()).hexdigest(), "the kernel is not of these sources"


def digest_there(tree: Path, before: str = "") -> str:
    """The digest that a package in another folder tells of itself; ``-S`` keeps an editable install out of it."""
    path = f"import sys; sys.path[:0] = [{str(tree)!r}, {get_path('platlib')!r}]; {before}"
    words = f"{path}\nfrom sheepfold.lab.digest import code_digest\nprint(code_digest())"
    return subprocess.run(
        [sys.executable, "-S", "-c", words], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_a_tree_without_native_sources_has_the_same_digest(tmp_path: Path) -> None:
    tree = tmp_path / "sheepfold"
    shutil.copytree(PACKAGE, tree, ignore=shutil.ignore_patterns("native", "__pycache__", "_kernel.*.so"))
    assert _kernel.__file__ is not None
    shutil.copy(_kernel.__file__, tree / "solver")
    assert digest_there(tmp_path) == code_digest()
    other = "from sheepfold.solver import _kernel; _kernel.sources = '00'"
    assert digest_there(tmp_path, other) != code_digest()
    with (tree / "registry.py").open("a") as file:
        file.write("#")
    assert digest_there(tmp_path) != code_digest()


@pytest.mark.parametrize("file", ["pen__ram", "pen__wool__deep", "pen____init__"])
def test_one_byte_of_a_package_from_outside_changes_it(outsider: Outsider, file: str) -> None:
    files = {"pen____init__": "", "pen__ram": BOT, "pen__wool__deep": ""}
    first = code_digest(None, outsider.load("a", "pen.ram", **files).Shark())
    same = code_digest(None, outsider.load("b", "pen.ram", **files).Shark())
    other = code_digest(None, outsider.load("c", "pen.ram", **{**files, file: files[file] + "#"}).Shark())
    assert first == same != other
    assert code_digest() not in (first, other)


def test_one_byte_of_a_module_from_outside_changes_it(outsider: Outsider) -> None:
    first = outsider.load("a", "ram", ram=BOT, stray="1")
    digest = code_digest(None, first.Shark())
    assert code_digest(None, first.Shark) == code_digest(None, first.make) == digest
    assert code_digest(None, first.Shark(), first.make()) == digest
    assert code_digest(None, outsider.load("b", "ram", ram=BOT, stray="2").Shark()) == digest
    assert code_digest(None, outsider.load("c", "ram", ram=BOT + "#", stray="1").Shark()) != digest


def test_a_package_without_an_init_file_counts_with_all_its_files(outsider: Outsider) -> None:
    first = outsider.load("a", "loose.ram", loose__ram=BOT, loose__more="1")
    digest = code_digest(None, first.make())
    assert code_digest(None, outsider.load("b", "loose.ram", loose__ram=BOT, loose__more="2").make()) != digest


def test_what_was_loaded_counts_not_what_has_become_of_the_file(outsider: Outsider) -> None:
    module = outsider.load("a", "ram", ram=BOT)
    before = code_digest(None, module.Shark())
    Path(module.__file__).write_text("changed")
    assert code_digest(None, module.Shark()) == before


def test_a_game_and_habits_from_outside_are_in_it_without_being_named(
    outsider: Outsider, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for copy, text in (("a", BOT), ("b", BOT + "#")):
        module = outsider.load(copy, "ram", ram=text)
        for group, thing in ((GAMES, module.Shark), (HABITS, module.make)):
            with monkeypatch.context() as patch:
                patch.setitem(group._added, "shark", thing)
                found.append(code_digest("shark"))
    game, habits, other_game, other_habits = found
    assert game == habits != other_game == other_habits
    assert code_digest("shark") not in found


def test_ours_are_not_counted_twice_and_what_has_no_file_counts_by_its_name() -> None:
    assert code_digest(None, solve, Path) != code_digest(None, solve) == code_digest()
    one, other = (type(name, (), {"__module__": "__prompt__"})() for name in ("One", "Other"))
    assert outside_digests(one) == {("__prompt__.One", b"")}
    assert code_digest(None, one) != code_digest(None, other)
