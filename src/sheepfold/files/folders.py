"""Where this program keeps things: data (saved matches, evenings), settings, and state that may be lost (caches, logs).

Each system has its own places for these, which ``platformdirs`` knows. The environment variable ``SHEEPFOLD_HOME``
moves all three into one folder of the user's choice: ``<home>/data``, ``<home>/settings`` and ``<home>/state``.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from sheepfold.files.writing import BadFile, reason_of

HOME = "SHEEPFOLD_HOME"
"""The environment variable that moves everything into one folder."""

_NAME = "sheepfold"


def data_folder() -> Path:
    """The folder of what people want to keep, made if need be."""
    return make_folder(_own("data") or platformdirs.user_data_path(_NAME, appauthor=False))


def settings_folder() -> Path:
    """The folder of the settings, made if need be."""
    return make_folder(_own("settings") or platformdirs.user_config_path(_NAME, appauthor=False))


def state_folder() -> Path:
    """The folder of what can be made again, made if need be."""
    return make_folder(_own("state") or platformdirs.user_state_path(_NAME, appauthor=False))


def _own(part: str) -> Path | None:
    home = os.environ.get(HOME)
    return Path(home).expanduser().absolute() / part if home else None


def make_folder(path: Path) -> Path:
    """The folder, made with all that is missing above it; what is made is for its owner alone (mode 0700)."""
    try:
        if not path.is_dir():
            make_folder(path.parent)
            path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        sentence = "The folder { $path } cannot be made: { $reason }."
        raise BadFile("no_folder", sentence, path=str(path), reason=reason_of(error)) from error
    return path
