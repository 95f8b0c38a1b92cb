"""``python -m sheepfold.testing.bench.workers``: how many tables of bots the workers of this machine can serve.

One line for each number of tables. *In time* is the share of all decisions that were answered by their deadline, the
delay drawn for them. Of those with a choice, *thought* is the share that the bot thought over (perhaps in less time
than it would have liked), *hurried* and *stood in* that of sound habit, in a worker and in the server.
"""

from __future__ import annotations

import argparse

from sheepfold.table.bench.workers import as_text, measure


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.bench.workers")
    parser.add_argument("tables", nargs="*", type=int, default=[1, 10, 20, 40, 80, 160])
    parser.add_argument("--seconds", type=float, default=15.0, help="for each number of tables")
    parser.add_argument("--bot", default="club")
    parser.add_argument("--pace", default="normal")
    parser.add_argument("--workers", type=int, default=None, help="processes; one less than there are processors")
    given = parser.parse_args(arguments)
    rows = measure(given.tables, given.seconds, bot=given.bot, pace=given.pace, workers=given.workers)
    print(as_text(rows))


if __name__ == "__main__":
    main()
