"""All that the tools of ``testing`` are told of single games, and the one look-up for it.

``<game>.py`` has the sections of fixture files, whose every check goes through the rules themselves;
``<game>_checks.py`` what the checks of secrecy, views and sums must know.
"""

from __future__ import annotations

from sheepfold.testing.sections.base import Section
from sheepfold.testing.sections.checks import NO_CHECKS, Checks
from sheepfold.testing.sections.clover import SECTIONS as CLOVER
from sheepfold.testing.sections.clover_checks import CHECKS as CLOVER_CHECKS
from sheepfold.testing.sections.goathead import SECTIONS as GOATHEAD
from sheepfold.testing.sections.goathead_checks import CHECKS as GOATHEAD_CHECKS
from sheepfold.testing.sections.grim import SECTIONS as GRIM
from sheepfold.testing.sections.grim_checks import CHECKS as GRIM_CHECKS
from sheepfold.testing.sections.sheepshead import SECTIONS as SHEEPSHEAD
from sheepfold.testing.sections.sheepshead_checks import CHECKS as SHEEPSHEAD_CHECKS
from sheepfold.testing.sections.widderkopf import SECTIONS as WIDDERKOPF
from sheepfold.testing.sections.widderkopf_checks import CHECKS as WIDDERKOPF_CHECKS

SECTIONS: dict[str, dict[str, Section]] = {
    "clover": CLOVER,
    "goathead": GOATHEAD,
    "grim": GRIM,
    "sheepshead": SHEEPSHEAD,
    "widderkopf": WIDDERKOPF,
}
"""Game, then section, to the check."""

CHECKS: dict[str, Checks] = {
    "goathead": GOATHEAD_CHECKS,
    "widderkopf": WIDDERKOPF_CHECKS,
    "grim": GRIM_CHECKS,
    "sheepshead": SHEEPSHEAD_CHECKS,
    "clover": CLOVER_CHECKS,
}
"""By game; a game from outside may add its own, for instance where one of its actions shows more than itself."""


def checks_of(name: str) -> Checks:
    """What the checks are told of a game; of one that is not here, nothing."""
    return CHECKS.get(name, NO_CHECKS)
