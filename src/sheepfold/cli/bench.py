"""``sheepfold bench``: measurements as a table for people, or as JSON for machines."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from sheepfold.cli.serve_admin import need_store
from sheepfold.lab import bench_presentation
from sheepfold.lab.bench_engine import Row, contenders, measure
from sheepfold.lab.bench_presentation import Cost
from sheepfold.registry import GAMES
from sheepfold.solver import bench as solver

MOST_TOLD = 20
"""Deals that are told to every reader; more of them change nothing."""
WIDE = 150
"""Columns that the solver's table needs; a narrower terminal wraps its lines rather than its words."""


def run_engine(deals: int, rounds: int, as_json: bool) -> None:
    """Measure the rules and the words, and print the result; the progress goes to stderr."""
    everybody = contenders()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing at random", total=rounds * len(everybody))
        rows = measure(everybody, deals, rounds, lambda: progress.advance(task))
        task = progress.add_task("telling every event", total=len(GAMES))
        costs = bench_presentation.measure(min(deals, MOST_TOLD), lambda: progress.advance(task))
    if as_json:
        print(msgspec.json.encode({"rules": rows, "words": costs}).decode())
    else:
        Console().print(engine_table(rows), words_table(costs), sep="\n")


def run_solver(deals: int, as_json: bool) -> None:
    """Measure the kernel and print the result; each task's name appears on stderr as it is done."""
    found = []
    console = Console(stderr=True)
    with console.status("measuring"):
        for row in solver.rows(deals):
            found.append(row)
            console.print(f"done: {row.task}", style="dim")
    if as_json:
        print(solver.as_json(found))
    else:
        Console(width=max(Console().width, WIDE)).print(solver.as_table(found))


def engine_table(rows: list[Row]) -> Table:
    """One line a contender; the ratios are its speed over each peer's."""
    table = Table(title="Random play: decisions per second, CPU time of one process, the deal included")
    table.add_column("")
    table.add_column("a second", justify="right")
    peers = [row.name for row in rows if row.kind == "peer"]
    for peer in peers:
        table.add_column(f"× {peer}", justify="right")
    for row in rows:
        ratios = [f"{row.ratios[peer]:.2f}" for peer in peers]
        table.add_row(row.name, f"{row.per_second:,.0f}", *ratios, style="dim" if row.kind == "peer" else "")
    return table


def words_table(costs: list[Cost]) -> Table:
    """One line a game."""
    table = Table(title="Words: microseconds for one event and one reader, CPU time of one process")
    table.add_column("")
    for head in ("readers", "events", "line and changes", "whole Scene"):
        table.add_column(head, justify="right")
    for cost in costs:
        counts = (str(cost.readers), f"{cost.events:,}")
        table.add_row(cost.name, *counts, f"{cost.per_event:,.0f}", f"{cost.per_scene:,.0f}")
    return table


def run_table(everything: bool, as_json: bool) -> None:
    """Measure the table server and print the result; what is measured appears on stderr."""
    need_store()
    from sheepfold.table.bench.report import lines, measure
    from sheepfold.table.bench.workers import as_text

    console = Console(stderr=True)
    with console.status("measuring"):
        report = measure(everything, lambda said: console.print(said, style="dim"))
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        print("\n".join([*lines(report), "Bots in worker processes:", as_text(report.workers)]))
