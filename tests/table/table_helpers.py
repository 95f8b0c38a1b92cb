"""A real server for tests: started as a command, on any free port, with a store of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SIXTH = Path(__file__).resolve().parents[2] / "examples" / "keinstich"


def with_sixth(folder: Path) -> dict[str, str]:
    """An environment in which the game of the guide is installed beside ours."""
    site = folder / "site"
    info = site / "sheepfold_keinstich-0.1.0.dist-info"
    info.mkdir(parents=True)
    (site / "keinstich").symlink_to(SIXTH / "src" / "keinstich")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sheepfold-keinstich\nVersion: 0.1.0\n")
    groups = tomllib.loads((SIXTH / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    lines = [
        line for group, found in groups.items() for line in (f"[{group}]", *(f"{a} = {b}" for a, b in found.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return {"PYTHONPATH": str(site)}


@contextmanager
def serving(folder: Path, *arguments: str, settings: Mapping[str, str] | None = None) -> Iterator[str]:
    """A server while the block lasts, and its address; ``settings`` go into its environment."""
    command = [sys.executable, "-m", "sheepfold", "serve", "--port", "0", "--workers", "1"]
    store = f"sqlite:///{folder / 'table.db'}"
    environment = {**os.environ, **(settings or {})}
    with (folder / "serve.log").open("w") as log:
        server = subprocess.Popen(
            [*command, "--store", store, *arguments],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment,
        )
        try:
            assert server.stdout is not None
            yield _address(server.stdout.readline(), folder)
        finally:
            server.terminate()
            server.communicate(timeout=20)


def _address(line: str, folder: Path) -> str:
    assert line.startswith("Serving at "), (folder / "serve.log").read_text()
    return line.removeprefix("Serving at ").strip()
