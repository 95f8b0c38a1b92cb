"""``sheepfold lab``: duels and other measurements on paired and numbered deals."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from sheepfold.cli.params import FILE, GameText

PATIENCE = 2.0
"""Seconds after which a progress bar appears."""
SEED = "lab"
"""The seed that is taken when none is named."""
BROKEN_OFF = 130
"""The exit status after Ctrl-C, as a shell expects it."""

F = TypeVar("F", bound=Callable[..., Any])


def run_options(command: F) -> F:
    """What every measurement can be told."""
    options = (
        click.option("--seed", default=SEED, show_default=True, metavar="TEXT", help="The cards and all chance."),
        click.option("--workers", type=click.IntRange(1), metavar="W", help="Processes.  [default: one a core]"),
        click.option("--json", "as_json", is_flag=True, help="JSON for machines instead of tables."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def file_option(command: F) -> F:
    """Where the lines of a measurement are kept."""
    words = "Keep every finished line here at once; the same command later goes on from it."
    return click.option("--file", type=FILE, metavar="FILE", help=words)(command)


@click.group()
def lab() -> None:
    """Measure players: duels on paired deals, with intervals.

    A player is a bot by its name, or with options as in "regular(worlds=8)". The same seed gives the same result on
    any number of processes; only times differ.

    \b
    sheepfold lab duel conventions random --game goathead --deals 200
    """


@lab.command()
@click.argument("a")
@click.argument("b")
@click.option("--game", required=True, type=GameText(), metavar="GAME", help="A game, a preset or an options text.")
@click.option("--deals", required=True, type=click.IntRange(1), metavar="N", help="Paired deals; each is played twice.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S", help="Time limit for every decision.")
@click.option("--worlds", type=click.IntRange(1), metavar="N", help="Worlds looked at in a decision, at most.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Solver nodes for each world, at most.")
@file_option
@run_options
@click.pass_context
def duel(ctx: click.Context, /, a: str, b: str, game: str, deals: int, file: Path | None, **given: Any) -> None:
    """Two players on paired deals: how many game points a deal is A stronger than B?

    Every deal is played twice; the seats that A has in the first playing B has in the second. The figure is what a
    seat of A (in team games its team) scored a deal more than one of B.

    \b
    sheepfold lab duel conventions random --game sheepshead --deals 2000
    sheepfold lab duel club regular --game "grim(deals=10)" --deals 200 --file club-regular.jsonl
    sheepfold lab duel club master --game clover --deals 100 --seconds 0.3 --json
    """
    from sheepfold.bots.contract import Budget
    from sheepfold.cli import lab_sheets
    from sheepfold.lab.duel import Duel, report
    from sheepfold.lab.runs import carry_out

    budget = Budget(worlds=given["worlds"], nodes=given["nodes"], seconds=given["seconds"])
    asked = Duel(game, a, b, given["seed"], budget)
    with telling(f"{a} against {b}") as tell:
        run = carry_out(asked, range(deals), processes(given["workers"]), file, tell)
    lab_sheets.show(report(asked, run.lines), lab_sheets.duel, as_json=given["as_json"])
    if run.broken_off:
        ctx.exit(break_off(len(run.lines), deals, file))


# -- what all of them share --------------------------------------------------------------------------------------------


def processes(asked: int | None) -> int:
    """How many processes to use."""
    from sheepfold.lab.workers import cores

    return cores() if asked is None else asked


@contextmanager
def telling(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr, once the work has taken a while and if somebody can see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    task = progress.add_task(what, total=None)
    late = threading.Timer(PATIENCE, progress.start)
    late.daemon = True
    late.start()
    try:
        yield lambda done, of: progress.update(task, completed=done, total=of)
    finally:
        late.cancel()
        late.join()
        progress.stop()


def break_off(done: int, of: int, file: Path | None) -> int:
    """Say where a run stopped and how to go on; the exit status."""
    kept = f"; the same command goes on from {file}" if file is not None else ""
    click.echo(f"Stopped after {done} of {of}{kept}.", err=True)
    return BROKEN_OFF
