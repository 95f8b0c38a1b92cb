"""The laboratory's reports as tables for people and as JSON for machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from sheepfold.cli.plots import drawn, reach
from sheepfold.lab.deal_facts import ROLES, Role
from sheepfold.lab.duel import DuelReport, PlayerReport
from sheepfold.lab.figures.measures.base import Unit
from sheepfold.lab.ladder import LadderReport
from sheepfold.lab.ledger import Header
from sheepfold.lab.profile import ProfileReport
from sheepfold.lab.soak import SoakReport
from sheepfold.lab.stats import Estimate, plural
from sheepfold.play.player import ENDLESS

R = TypeVar("R")
WIDE = 110
"""Columns where no terminal says how wide it is."""


def show(report: R, draw: Callable[[R], Iterator[RenderableType]], *, as_json: bool) -> None:
    """Print a report."""
    if as_json:
        print(msgspec.json.encode(report).decode())
        return
    console = Console(highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console.width = WIDE
    for part in draw(report):
        console.print(part)


# -- figures -----------------------------------------------------------------------------------------------------------


def signed(value: float | None, digits: int = 3) -> str:
    """A figure with its sign."""
    return "–" if value is None else f"{value:+.{digits}f}"


def share(value: float | None) -> str:
    """A rate in percent."""
    return "–" if value is None else f"{100 * value:.1f} %"


def counted(value: float | None) -> str:
    """A mean of something counted."""
    return "–" if value is None else f"{value:.2f}"


WRITTEN: Mapping[Unit, Callable[[float | None], str]] = {"rate": share, "points": signed, "count": counted}


def bounds(estimate: Estimate, write: Callable[[float | None], str] = signed) -> str:
    """An interval."""
    return "–" if estimate.low is None else f"{write(estimate.low)} to {write(estimate.high)}"


def plain_table(title: str, *columns: str) -> Table:
    """A table whose first column is words and whose others are figures."""
    table = Table(title=title or None, title_justify="left", title_style="bold")
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left")
    return table


def budget_text(header: Header) -> str:
    """The limits of a decision, or nothing."""
    limits = {name: limit for name, limit in (header.get("budget") or {}).items() if limit != ENDLESS}
    return "".join(f", {limit} {name if limit != 1 else name[:-1]} a decision" for name, limit in limits.items())


# -- a duel ------------------------------------------------------------------------------------------------------------


def duel(report: DuelReport) -> Iterator[RenderableType]:
    """A duel: the figure, the roles, the contracts, the times."""
    header = report.duel
    yield (
        f"{header['a']} against {header['b']}: {header['game']}, {plural(report.pairs, 'paired deal')}, seed "
        f"{header['seed']}{budget_text(header)}, code {header['code']}"
    )
    yield f"{header['a']} over {header['b']}: {signed(report.points.value)} game points per deal, {_certainty(report)}"
    if report.least_effect is not None:
        yield f"The smallest effect these pairs find with 80 % power: {report.least_effect:.3f} points per deal"
    yield _roles(report)
    yield _contracts(report)
    yield _times(report)


def _certainty(report: DuelReport) -> str:
    """How far the figure may be off, or why these pairs do not say."""
    if report.points.low is not None:
        return f"95 % interval {bounds(report.points)}"
    why = f"all {report.pairs:,} came out the same" if report.pairs > 1 else "there is only one"
    return f"with too few pairs to say how far that may be off: {why}"


def _roles(report: DuelReport) -> Table:
    first, second = report.players
    table = plain_table("Roles", "", first.name, "points", second.name, "points")
    for role in ROLES:
        if role in first.roles or role in second.roles:
            table.add_row(role, *(cell for each in report.players for cell in _role_cells(each, role)))
    table.add_section()
    all_seats = (cell for each in report.players for cell in (f"{each.seats:,} seats", signed(each.points)))
    table.add_row("all", *all_seats)
    table.add_row("said only pass", share(first.passed), "", share(second.passed), "")
    return table


def _role_cells(player: PlayerReport, role: Role) -> tuple[str, str]:
    found = player.roles.get(role)
    return ("–", "–") if found is None else (share(found.share), signed(found.points))


def _contracts(report: DuelReport) -> Table:
    first, second = report.players
    own = ("declared", "made", "points")
    names = (f"{word}\n{name}" for name in (first.name, second.name) for word in own)
    table = plain_table("Contracts, by who declared them", "", *names)
    kinds = [*first.contracts, *(kind for kind in second.contracts if kind not in first.contracts)]
    for kind in kinds:
        cells: list[str] = []
        for player in report.players:
            found = player.contracts.get(kind)
            cells += ["–"] * 3 if found is None else [f"{found.declared:,}", share(found.made), signed(found.points)]
        table.add_row(kind, *cells)
    table.add_section()
    totals = ((f"{each.declared:,}", share(each.made), "") for each in report.players)
    table.add_row("all", *(cell for three in totals for cell in three))
    return table


def _times(report: DuelReport) -> Table:
    table = plain_table(
        "Time of a decision, ms", "", "decisions", "mean", "95th percentile", "most", "CPU mean", "CPU 95th"
    )
    for each in report.times:
        figures = (each.mean, each.p95, each.most, each.cpu_mean, each.cpu_p95)
        cells = ("–" if figure is None else f"{figure:.2f}" for figure in figures)
        table.add_row(each.name, f"{each.decisions:,}", *cells)
    return table


# -- a ladder ----------------------------------------------------------------------------------------------------------


def ladder(report: LadderReport) -> Iterator[RenderableType]:
    """A ladder: a line for each duel, then all intervals drawn on one scale."""
    yield f"The ladder of {report.game}, seed {report.seed}, code {report.code}; game points per deal"
    table = plain_table("", "higher", "lower", "pairs", "points", "95 % interval", "least effect found", "verdict")
    for rung in report.rungs:
        figures = (f"{rung.pairs:,}", signed(rung.points.value), bounds(rung.points))
        least = "–" if rung.least_effect is None else f"{rung.least_effect:.3f}"
        enough = ", which is enough" if rung.holds and not rung.strict and rung.verdict == "not clear" else ""
        table.add_row(rung.higher, rung.lower, *figures, least, rung.verdict + enough)
    yield table
    scale = reach(rung.points for rung in report.rungs)
    plot = Table.grid(padding=(0, 2))
    for rung in report.rungs:
        plot.add_row(f"{rung.higher} over {rung.lower}", Text(drawn(rung.points, scale), no_wrap=True))
    yield plot
    yield "The order holds." if report.holds else _broken(report)


def _broken(report: LadderReport) -> str:
    if report.broken_off:
        return "The ladder was not finished."
    wrong = [f"{rung.higher} over {rung.lower}" for rung in report.rungs if not rung.holds]
    return f"The order does not hold: {', '.join(wrong)}."


# -- a soak ------------------------------------------------------------------------------------------------------------


def soak(report: SoakReport) -> Iterator[RenderableType]:
    """A soak: who played how much, and every fault."""
    header = report.soak
    yield (
        f"{header['game']}: {report.deals:,} deals, {report.decisions:,} decisions, seed {header['seed']}, "
        f"code {header['code']}"
    )
    table = plain_table("Players", "", "seats", "slowest decision, ms")
    for name, seats in report.seats.items():
        table.add_row(name, f"{seats:,}", f"{report.slowest[name]:.1f}")
    yield table
    yield f"Faults: {len(report.faults)}." if report.faults else "No illegal action, no exception, no time-out."
    for found in report.faults:
        yield f"Deal {found.number} ({', '.join(found.seated)}): {found.fault.sentence} [{found.fault.code}]"
        yield f"  {found.again}"


# -- a profile ---------------------------------------------------------------------------------------------------------


def profile(report: ProfileReport) -> Iterator[RenderableType]:
    """A profile: all measures, by group."""
    header = report.profile
    yield f"{header['player']} in every seat: {header['game']}, {report.deals:,} deals, seed {header['seed']}"
    published = any(measure.published is not None for measure in report.measures)
    table = plain_table("", "", "cases", "", "95 % interval", *(["published"] if published else []))
    group = ""
    for measure in report.measures:
        if measure.group != group:
            group = measure.group
            table.add_section()
            table.add_row(group, style="bold")
        write = WRITTEN[measure.unit]
        figures = (f"{measure.estimate.n:,}", write(measure.estimate.value), bounds(measure.estimate, write))
        table.add_row(f"  {measure.name}", *figures, *([share(measure.published)] if measure.published else []))
    yield table
