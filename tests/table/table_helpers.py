"""A real server for tests: started as a command, on any free port, with a store of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


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
