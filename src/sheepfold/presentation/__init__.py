"""Everything a screen says, as data for one reader: lines, the Scene, the settlement, the score sheet, the law.

``Presenter(game, reader)`` is the door. It makes all this from Views, events as the reader sees them, standings, facts
and outcomes; it decides no rule, and it draws nothing. Words come from the Fluent catalogues in ``words/<language>/``.

>>> from sheepfold.core.events import Played
>>> from sheepfold.presentation import Presenter, Reader, spoken
>>> from sheepfold.registry import make_game
>>> anna = Presenter(make_game("goathead"), Reader(0))
>>> spoken(anna.event(Played(0, 6))), spoken(anna.event(Played(1, 6)))
('You play the queen of clubs.', 'Bruno plays the queen of clubs.')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported when first asked for: who looks up one sentence of the law need not wait for the rest
    from sheepfold.presentation.line import CardPart, Line, NumberPart, Part, SeatPart, spoken
    from sheepfold.presentation.presenter import Presenter, entries, names_of
    from sheepfold.presentation.reader import Reader
    from sheepfold.presentation.scene import Scene, SceneChange, changed
    from sheepfold.presentation.score import Entry, Settlement, Sheet

__all__ = [
    "CardPart",
    "Entry",
    "Line",
    "NumberPart",
    "Part",
    "Presenter",
    "Reader",
    "Scene",
    "SceneChange",
    "SeatPart",
    "Settlement",
    "Sheet",
    "changed",
    "entries",
    "names_of",
    "spoken",
]

_HOME = {
    "line": ("CardPart", "Line", "NumberPart", "Part", "SeatPart", "spoken"),
    "presenter": ("Presenter", "entries", "names_of"),
    "reader": ("Reader",),
    "scene": ("Scene", "SceneChange", "changed"),
    "score": ("Entry", "Settlement", "Sheet"),
}
"""The module of every name: the imports above once more, for when the program runs."""


if not TYPE_CHECKING:  # a type checker would take it as leave to ask for any name

    def __getattr__(name: str) -> object:
        """Import a public name the first time it is asked for (PEP 562)."""
        from importlib import import_module

        for module, names in _HOME.items():
            if name in names:
                found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
