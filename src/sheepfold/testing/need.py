"""The two packages that only the testing tools need, imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Missing(ImportError):
    """A package that the testing tools need is not installed; the text says how to get it."""


def need(module: str, package: str) -> Any:
    """Import a module, or say in a sentence how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        sentence = f"sheepfold.testing needs {package}; install it with: pip install 'sheepfold[testing]'."
        raise Missing(sentence) from None
