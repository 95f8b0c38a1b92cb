"""The two packages that only the testing tools need, imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(module: str, package: str) -> Any:
    """Import a module, or end with a sentence that says how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise SystemExit(
            f"sheepfold.testing needs {package}; install it with: pip install 'sheepfold[testing]'"
        ) from None
