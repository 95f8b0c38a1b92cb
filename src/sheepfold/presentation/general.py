"""The presentation of any game: what a game without one of its own gets, and what every other one builds on.

A presentation of a game derives from ``Presentation`` and overrides what that game says, shows or writes differently;
its words stand in a catalogue of its own. It is registered under the game's id, by the entry point
``sheepfold.presentations``.
"""

from __future__ import annotations

from sheepfold.presentation.answering import Answering


class Presentation(Answering):
    """Everything a screen says of a game to one reader, as data. It decides no rule and asks the game for numbers."""
