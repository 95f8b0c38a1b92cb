"""What each section of a fixture file means, game by game; every check goes through the rules themselves."""

from __future__ import annotations

from sheepfold.testing.sections.base import Section
from sheepfold.testing.sections.clover import SECTIONS as CLOVER
from sheepfold.testing.sections.goathead import SECTIONS as GOATHEAD
from sheepfold.testing.sections.grim import SECTIONS as GRIM
from sheepfold.testing.sections.sheepshead import SECTIONS as SHEEPSHEAD
from sheepfold.testing.sections.widderkopf import SECTIONS as WIDDERKOPF

SECTIONS: dict[str, dict[str, Section]] = {
    "clover": CLOVER,
    "goathead": GOATHEAD,
    "grim": GRIM,
    "sheepshead": SHEEPSHEAD,
    "widderkopf": WIDDERKOPF,
}
"""Game, then section, to the check."""
