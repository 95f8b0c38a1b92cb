"""``sheepfold lab``: duels and other measurements on paired and numbered deals."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from sheepfold.cli.params import FILE, GameText, PlayerText

PATIENCE = 2.0
"""Seconds after which a progress bar appears."""
SEED = "lab"
"""The seed that is taken when none is named."""
BROKEN_OFF = 130
"""The exit status after Ctrl-C, as a shell expects it."""

F = TypeVar("F", bound=Callable[..., Any])


def run_options(command: F) -> F:
    """The options of every measurement."""
    options = (
        click.option("--seed", default=SEED, show_default=True, metavar="TEXT", help="The cards and all chance."),
        click.option("--workers", type=click.IntRange(1), metavar="W", help="Processes.  [default: one per core]"),
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

    The players are random, conventions, newcomer, regular, club and master; general, which plays any game without
    knowing it; ismcts, a tree search that knows the rules only; and what installed packages add or module:Class names.
    Options go in brackets: "regular(worlds=8)". The same seed gives the same result on any number of processes; only
    times differ.

    \b
    sheepfold lab duel conventions random --game goathead --deals 200
    sheepfold lab ladder goathead
    sheepfold lab soak goathead --bots random,conventions
    sheepfold lab profile conventions --game sheepshead --deals 1000
    """


@lab.command()
@click.argument("a", type=PlayerText())
@click.argument("b", type=PlayerText())
@click.option("--game", required=True, type=GameText(), metavar="GAME", help="A game, a preset or an options text.")
@click.option("--deals", required=True, type=click.IntRange(1), metavar="N", help="Paired deals; each is played twice.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Processor time for every decision, however far a player gets in it.",
)
@click.option("--worlds", type=click.IntRange(1), metavar="N", help="Worlds looked at, not the player's own number.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Solver nodes, not the player's own number.")
@file_option
@run_options
@click.pass_context
def duel(ctx: click.Context, /, a: str, b: str, game: str, deals: int, file: Path | None, **given: Any) -> None:
    """Two players on paired deals: by how many game points per deal is A stronger than B?

    Every deal is played twice; the seats that A has in the first playing B has in the second. The figure is how
    many points per deal A's seats (in team games its team) scored above B's.

    \b
    sheepfold lab duel conventions random --game sheepshead --deals 2000
    sheepfold lab duel club regular --game "grim(deals=10)" --deals 200 --file club-regular.jsonl
    sheepfold lab duel club master --game clover --deals 100 --seconds 0.3 --json
    """
    from sheepfold.cli import lab_sheets
    from sheepfold.lab.duel import Duel, report
    from sheepfold.lab.runs import carry_out
    from sheepfold.play.player import Budget, thinking_for

    worlds, nodes, seconds = given["worlds"], given["nodes"], given["seconds"]
    if seconds and (worlds or nodes):
        raise click.UsageError("A decision is limited by --seconds or by --worlds and --nodes, not by both.")
    budget = thinking_for(seconds) if seconds else Budget(worlds, nodes)
    asked = Duel(game, a, b, given["seed"], budget)
    with telling(f"{a} against {b}") as tell:
        run = carry_out(asked, range(deals), processes(given["workers"]), file, tell)
    lab_sheets.show(report(asked, run.lines), lab_sheets.duel, as_json=given["as_json"])
    if run.broken_off:
        ctx.exit(break_off(len(run.lines), deals, file))


@lab.command()
@click.argument("game", type=GameText())
@click.option(
    "--pairs", multiple=True, metavar="[RUNG=]N", help="Paired deals of all duels or of one; may be repeated."
)
@click.option("--rung", "rungs", multiple=True, metavar="LOWER:HIGHER", help="This duel only; may be repeated.")
@click.option("--dir", "folder", type=FILE, metavar="DIR", help="Keep a file for each duel here, and go on from it.")
@run_options
@click.pass_context
def ladder(ctx: click.Context, /, game: str, pairs: tuple[str, ...], rungs: tuple[str, ...], **given: Any) -> None:
    """Are the players in order? The standing list of duels, in one table.

    random < conventions < club and newcomer < regular < club must be clear of zero; master against club must not be
    wholly below it. Without --pairs a duel has 2,000 paired deals, with a search in it 200. The exit status is 0 if
    the order holds and 1 if not.

    \b
    sheepfold lab ladder goathead --dir ladders
    sheepfold lab ladder grim --rung random:conventions --pairs 500
    sheepfold lab ladder clover --dir ladders --pairs club:master=600 --json
    """
    from sheepfold.cli import lab_sheets
    from sheepfold.lab.ladder import LADDER, climb, read_pairs, read_rung

    wanted = [read_rung(text) for text in rungs] or LADDER
    numbers = read_pairs(pairs, wanted)
    found = climb(game, wanted, numbers, given["seed"], processes(given["workers"]), given["folder"], telling)
    lab_sheets.show(found, lab_sheets.ladder, as_json=given["as_json"])
    if found.broken_off:
        ctx.exit(break_off(sum(rung.pairs for rung in found.rungs), sum(numbers.values()), given["folder"]))
    ctx.exit(0 if found.holds else 1)


@lab.command()
@click.argument("game", type=GameText())
@click.option(
    "--bots", required=True, type=PlayerText(), metavar="A,B,...", help="The players; seats are drawn from them."
)
@click.option("--deals", default=1000, show_default=True, type=click.IntRange(1), metavar="N", help="Deals.")
@click.option("--only", type=click.IntRange(0), metavar="N", help="Only the deal of this number, to see a fault again.")
@click.option(
    "--timeout", default=10.0, show_default=True, type=click.FloatRange(0, min_open=True), metavar="S",
    help="Seconds that a decision may take.",
)  # fmt: skip
@file_option
@run_options
@click.pass_context
def soak(ctx: click.Context, /, game: str, bots: str, deals: int, only: int | None, **given: Any) -> None:
    """Many deals at mixed tables: does anybody do something illegal, fail, or think too long?

    Half the deals are at a level score, half somewhere in a match. Every fault is shown with the command that finds it
    again, in JSON also with a record of the deal up to that moment. The exit status is 1 if there was one.

    \b
    sheepfold lab soak goathead --bots random,conventions --deals 10000
    sheepfold lab soak grim --bots "conventions,newcomer,regular(worlds=8)" --deals 10000 --file soak.jsonl
    """
    from sheepfold.cli import lab_sheets
    from sheepfold.lab.players import split_players
    from sheepfold.lab.runs import carry_out
    from sheepfold.lab.soak import Soak, report

    asked = Soak(game, split_players(bots), given["seed"], given["timeout"])
    numbers = range(deals) if only is None else range(only, only + 1)
    with telling("soaking") as tell:
        run = carry_out(asked, numbers, processes(given["workers"]), given["file"], tell)
    found = report(asked, run.lines)
    lab_sheets.show(found, lab_sheets.soak, as_json=given["as_json"])
    if run.broken_off:
        ctx.exit(break_off(len(run.lines), len(numbers), given["file"]))
    ctx.exit(1 if found.faults else 0)


@lab.command()
@click.argument("player", type=PlayerText())
@click.option("--game", required=True, type=GameText(), metavar="GAME", help="A game, a preset or an options text.")
@click.option("--deals", required=True, type=click.IntRange(1), metavar="N", help="Deals.")
@file_option
@run_options
@click.pass_context
def profile(ctx: click.Context, /, player: str, game: str, deals: int, **given: Any) -> None:
    """How a player plays when it has every seat: contracts, points by role, what a lead or a crack is worth.

    \b
    sheepfold lab profile conventions --game sheepshead --deals 2000
    sheepfold lab profile club --game widderkopf --deals 1000 --file club-widderkopf.jsonl
    """
    from sheepfold.cli import lab_sheets
    from sheepfold.lab.profile import Profile, report
    from sheepfold.lab.runs import carry_out

    asked = Profile(game, player, given["seed"])
    with telling(f"profile of {player}") as tell:
        run = carry_out(asked, range(deals), processes(given["workers"]), given["file"], tell)
    lab_sheets.show(report(asked, run.lines), lab_sheets.profile, as_json=given["as_json"])
    if run.broken_off:
        ctx.exit(break_off(len(run.lines), deals, given["file"]))


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
    progress = Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
        speed_estimate_period=3600,  # a pair may take longer than the half minute that is usual here
    )
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
