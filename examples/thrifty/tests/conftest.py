"""What the tests of the bot share: the package is found beside them, installed or not."""

from __future__ import annotations

import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"
if str(SOURCES) not in sys.path:
    sys.path.insert(0, str(SOURCES))
