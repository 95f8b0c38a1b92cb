"""What was made before and may be wanted again, up to a limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """A dictionary of what was made, in two generations: what nobody has asked for in the last one is forgotten.

    Ask with ``get``, which costs no more than that of any dictionary, and for what it does not find call ``made``:

    >>> lines: Kept[str, str] = Kept(100)
    >>> lines.get("a") or lines.made("a", lambda: "an a")
    'an a'
    >>> lines.get("a")
    'an a'
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most // 2
        self._older: dict[K, V] = {}

    def made(self, at: K, make: Callable[[], V]) -> V:
        """What was made one generation ago, or what is made now; it is kept."""
        found = self._older.get(at)
        if found is None:
            found = make()
        if len(self) >= self._most:
            self._older = dict(self)
            self.clear()
        self[at] = found
        return found
