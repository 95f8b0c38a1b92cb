"""``python -m sheepfold``: the command line."""

from __future__ import annotations

from sheepfold.cli import main

if __name__ == "__main__":
    main()
