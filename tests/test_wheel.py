"""The wheel itself: built, installed into an empty environment and played with; what it says of itself."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import venv
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
INSTALL = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
TRIED = re.findall(r"^\| CPython (3\.\d+) \| (GCC|Clang) (\d+) \|", INSTALL, re.MULTILINE)
"""Python, compiler and its version, as the table tells what was built and tried."""


def run(*command: str | Path, cwd: Path, stdin: str | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, input=stdin, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    apart = f"-Cbuild-dir={folder / 'build'}"  # others may compile in the project's own folder meanwhile
    run(sys.executable, "-m", "build", "--wheel", apart, "--outdir", folder, ROOT, cwd=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_an_installed_wheel_reads_the_law_and_plays(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert "90" in run(tmp_path / "venv" / "bin" / "sheepfold", "rules", "goathead", "G51", cwd=tmp_path)
    played = run(python, "-m", "sheepfold", "play", "grim", "--seed", "lamb", "--plain", cwd=tmp_path, stdin="")
    assert "Deal 1" in played


def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(archive.read(name).decode("utf-8"))


@pytest.mark.xdist_group("wheel")
def test_the_migrations_of_the_store_are_in_the_wheel(wheel: Path) -> None:
    folder = ROOT / "src" / "sheepfold" / "table" / "migrations"
    with ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    assert {str(file.relative_to(ROOT / "src")) for file in folder.rglob("*.py")} <= packed


@pytest.mark.xdist_group("wheel")
def test_a_wheel_declares_the_versions_and_systems_that_were_tried_and_no_others(wheel: Path) -> None:
    said = metadata(wheel)
    classifiers = said.get_all("Classifier", [])
    pythons = {
        found[1] for each in classifiers if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", each))
    }
    assert pythons == {python for python, _, _ in TRIED}
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in pythons
    assert said["Requires-Python"] == ">=" + min(pythons, key=lambda python: int(python.partition(".")[2]))
    assert [each for each in classifiers if each.startswith("Operating System")] == [
        "Operating System :: POSIX :: Linux"
    ]
    assert "Programming Language :: Python :: Implementation :: CPython" in classifiers


def test_only_compilers_that_were_tried_are_named_where_one_is_missing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    places = [
        project["tool"]["scikit-build"]["messages"]["after-failure"],
        (ROOT / "tools" / "setup.sh").read_text(encoding="utf-8"),
        (ROOT / "src" / "sheepfold" / "solver" / "face.py").read_text(encoding="utf-8"),
    ]
    assert {compiler for _, compiler, _ in TRIED} == {"GCC", "Clang"}
    for text in places:
        assert "g++" in text
        assert not re.search("xcode|macOS|Visual Studio|Windows", text)


def test_the_standard_that_is_asked_for_is_the_one_that_is_documented() -> None:
    standard = re.search(r"CMAKE_CXX_STANDARD (\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    assert standard is not None
    for page in ("install.md", "solver.md", "dependencies.md"):
        assert f"C++{standard[1]}" in (ROOT / "docs" / page).read_text(encoding="utf-8"), page
