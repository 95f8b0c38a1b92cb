"""All measurements of the table in one run, and as a page for the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec import Struct

from sheepfold.table.bench.endure import Deaf, Memory, Restart, deaf, memory, restart
from sheepfold.table.bench.measure import Paced, Ratio, full_speed, paced
from sheepfold.table.bench.workers import Load, load_of

TABLES = (200, 1000, 2000)
"""Numbers of tables at one action per second."""


class Report(Struct, frozen=True):
    """Everything that was measured."""

    ratios: tuple[Ratio, ...]
    paced: tuple[Paced, ...]
    workers: tuple[Load, ...]
    restart: Restart | None = None
    memory: Memory | None = None
    deaf: Deaf | None = None


def measure(everything: bool, said: Callable[[str], None]) -> Report:
    """Measure; ``said`` is told what is next."""
    return asyncio.run(_measure(everything, said))


async def _measure(everything: bool, said: Callable[[str], None]) -> Report:
    said("F: 40 tables with a client on every seat, as fast as they can")
    first = await full_speed("F", 40, True)
    said("S: 200 tables of bots with one spectator each, as fast as they can")
    second = await full_speed("S", 200, False)
    found = []
    for tables in TABLES:
        said(f"{tables} tables, one action per second each")
        found.append(await paced(tables))
    said("bots in worker processes")
    workers = tuple([await load_of(tables, 10.0, "club", "normal", None) for tables in (5, 20)])
    if not everything:
        return Report((first, second), tuple(found), workers)
    said("a restart with 1,000 tables of 20 deals, and 500 clients at once")
    again = await restart()
    said("a reader that does not read for a minute")
    silent = await deaf()
    said("20,000 deals")
    held = await memory()
    return Report((first, second), tuple(found), workers, again, held, silent)


def lines(report: Report) -> list[str]:
    """The report in words and numbers."""
    found = ["Messages per CPU second of the server beside a bare echo of the same size (median, 10 % to 90 %):"]
    for each in report.ratios:
        found.append(
            f"  {each.name}: {each.tables} tables, {each.readers} readers: {each.ratio:.3f} "
            f"({each.low:.3f} to {each.high:.3f}); {each.per_action:.0f} µs and {each.bytes_per_action:.0f} bytes "
            f"per action, {each.actions_per_second:.0f} actions per second; an echo {each.echo_per_message:.0f} µs"
        )
    found.append("One action per second and table, from acceptance to arrival:")
    for pace in report.paced:
        found.append(
            f"  {pace.tables} tables, {pace.readers} readers: p50 {pace.p50:.1f}, p95 {pace.p95:.1f}, "
            f"p99 {pace.p99:.1f} ms; {pace.core:.2f} of one core"
        )
    if report.restart is not None:
        again = report.restart
        found.append(
            f"Restart of {again.tables} tables with {again.deals} deals each: ready after {again.ready:.2f} s;"
        )
        found.append(f"  {again.clients} clients that come at once are served within {again.served:.2f} s")
    if report.deaf is not None:
        one = report.deaf
        found.append(
            f"A reader that stops for {one.seconds:.0f} s: the others' p95 is {one.during:.1f} ms, "
            f"before {one.before:.1f}; {one.held} bytes wait for it"
        )
    if report.memory is not None:
        held = report.memory
        grown = held.late / held.early - 1
        found.append(
            f"{held.deals} deals: {held.early >> 20} MiB after a quarter, {held.late >> 20} at the end ({grown:+.1%})"
        )
    return found
