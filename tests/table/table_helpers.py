"""A real server for tests: started as a command, on any free port, with a store of its own."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

STARTS = 30
"""Seconds within which a server must say where it is."""
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


class RunningServer:
    """``sheepfold serve`` on a port of its own. It can be killed and started again, at the same address."""

    def __init__(self, folder: Path, **env: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.url = folder, ""
        self._env = {**os.environ, "SHEEPFOLD_HOME": str(folder / "home"), "SHEEPFOLD_LIMITS": "false", **env}
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        log = (self.folder / "server.log").open("a", encoding="utf-8")
        store = f"sqlite:///{self.folder / 'table.db'}"
        with log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sheepfold", "serve", "--port", self._port, "--store", store, "--workers", "1"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._env,
            )
        said = self._first_line()
        assert said.startswith("Serving at http://127.0.0.1:"), (said, self.log)
        self.url = said.removeprefix("Serving at ").strip()
        self._port = self.url.rpartition(":")[2]

    def _first_line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        until = time.monotonic() + STARTS
        while time.monotonic() < until and self._process.poll() is None:
            if select.select([self._process.stdout], [], [], 0.2)[0]:
                return self._process.stdout.readline()
        return ""

    @property
    def log(self) -> str:
        """What it has written to stderr."""
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(number)
        try:
            process.wait(timeout=STARTS)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests of a file; nothing may go wrong in it."""
    server = RunningServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()
    assert "Traceback" not in server.log
    assert " ERROR " not in server.log
