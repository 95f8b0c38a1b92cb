"""The wheel itself: built, installed into an empty environment, asked for the law and for a deal."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path, stdin: str | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, input=stdin, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_wheel_reads_the_law_and_plays(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert "90" in run(tmp_path / "venv" / "bin" / "sheepfold", "rules", "goathead", "G51", cwd=tmp_path)
    played = run(python, "-m", "sheepfold", "play", "grim", "--seed", "lamb", "--plain", cwd=tmp_path, stdin="")
    assert "Deal 1" in played
