"""Everything that docs/strength.md tells: measure what is missing, then print the tables.

    .venv/bin/python tools/measure.py DIR [--tables] [--game GAME] [--workers W]

Takes hours. Every finished line is in a file of DIR at once, and the same command goes on from there as long as the
code is the same; so start it in a copy of the project that nobody edits. ``--tables`` only prints what is there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from sheepfold.core.errors import SheepfoldError
from sheepfold.lab import duel, profile, soak
from sheepfold.lab.ladder import LADDER, Rung, rung_file
from sheepfold.lab.ledger import Header, read_ledger
from sheepfold.lab.stats import Estimate
from sheepfold.registry import GAMES

HELD_OUT = "held-out"
"""The seed of the ladder: the levels were tuned on deals of another one."""
MORE = {
    (game, rung): pairs
    for game, pairs in {"grim": 2000, "sheepshead": 1000}.items()
    for rung in ("conventions:club", "regular:club")
}
"""Pairs of the duels whose interval needs more than the ladder's own number."""
EQUAL_PAIRS, SECONDS = 100, 0.3
PROFILES = {"conventions": 5000}
SHEEPSHEAD = {"conventions": 5000, "club": 160, "master": 50}
SOAKS = {"soak": ("conventions,newcomer,regular(worlds=8)", 10_000), "mixed": ("newcomer,regular,club,master", 100)}
TIMED = (("newcomer", "regular"), ("club", "master"), ("ismcts", "master"))
"""The duels whose times are told: the levels with a promise, and both sides of equal time."""
INTERRUPTED = 130


def profiles(game: str) -> dict[str, int]:
    """The players whose profile is told, and on how many deals."""
    return SHEEPSHEAD if game == "sheepshead" else PROFILES


def pairs_of(game: str, rung: Rung) -> int:
    """How many pairs a rung is played on."""
    return MORE.get((game, rung.name), rung.pairs)


def commands(game: str, folder: Path) -> Iterator[list[str]]:
    """The commands that measure a game, the quick and most telling first."""
    for rung in LADDER:
        words = ["lab", "ladder", game, "--dir", str(folder), "--rung", rung.name]
        yield [*words, "--seed", HELD_OUT, "--pairs", str(pairs_of(game, rung))]
    for name, (bots, deals) in SOAKS.items():
        words = ["lab", "soak", game, "--bots", bots, "--deals", str(deals)]
        yield [*words, "--file", str(folder / f"{game}-{name}.jsonl")]
    equal = ["--deals", str(EQUAL_PAIRS), "--seconds", str(SECONDS), "--file", str(folder / f"{game}-equal.jsonl")]
    yield ["lab", "duel", "master", "ismcts", "--game", game, *equal]
    for player, deals in profiles(game).items():
        file = str(folder / f"{game}-profile-{player}.jsonl")
        yield ["lab", "profile", player, "--game", game, "--deals", str(deals), "--file", file]


# -- the tables --------------------------------------------------------------------------------------------------------


def number(value: float | None, digits: int = 2, sign: str = "+") -> str:
    """A number, signed unless told otherwise, with a real minus."""
    return "–" if value is None else f"{value:{sign}.{digits}f}".replace("-", "−")


def interval(estimate: Estimate, digits: int = 2) -> str:
    """The 95 % interval."""
    return f"{number(estimate.low, digits)} to {number(estimate.high, digits)}"


def read(file: Path, kind: type[Any]) -> tuple[Header, list[Any]]:
    """The header and the lines of a file, whatever code wrote it."""
    header, lines, _ = read_ledger(file, kind)
    return header, list(lines.values())


class Played(Struct, frozen=True):
    """A duel that has pairs."""

    game: str
    lower: str
    higher: str
    found: duel.DuelReport
    code: str


def duels(folder: Path, games: Sequence[str]) -> Iterator[Played]:
    """Every duel that has pairs; those at equal time come last."""
    files = [(game, rung.lower, rung.higher, rung_file(folder, game, rung)) for game in games for rung in LADDER]
    files += [(game, "ismcts", "master", folder / f"{game}-equal.jsonl") for game in games]
    for game, lower, higher, file in files:
        header, lines = read(file, duel.PairLine)
        if len(lines) > 1:
            found = duel.report(duel.Duel(game, higher, lower, header["seed"]), lines)
            yield Played(game, lower, higher, found, header["code"])


def ladder_table(played: Sequence[Played]) -> Iterator[str]:
    """Who is stronger than whom."""
    yield "| game | lower | higher | points per deal | 95 % interval | pairs | code |\n|---|---|---|---|---|---|---|"
    for each in played:
        points = each.found.points
        figures = f"{number(points.value)} | {interval(points)} | {each.found.pairs:,} | {each.code}"
        yield f"| {each.game} | {each.lower} | {each.higher} | {figures} |"


def time_table(played: Sequence[Played]) -> Iterator[str]:
    """How long players think."""
    yield "\n| game | player | against | decisions | CPU ms, mean | 95th percentile |\n|---|---|---|---|---|---|"
    for each in played:
        for times in each.found.times if (each.lower, each.higher) in TIMED else ():
            against = each.lower if times.name == each.higher else each.higher
            if times.cpu_mean is not None and times.cpu_p95 is not None:
                figures = f"{times.decisions:,} | {times.cpu_mean:.0f} | {times.cpu_p95:.0f}"
                yield f"| {each.game} | {times.name} | {against} | {figures} |"


def soak_table(folder: Path, games: Sequence[str]) -> Iterator[str]:
    """Faults."""
    yield "\n| game | players | deals | decisions | faults |\n|---|---|---|---|---|"
    for game in games:
        for name in SOAKS:
            header, deals = read(folder / f"{game}-{name}.jsonl", soak.SoakLine)
            if deals:
                faults, done = sum(line.fault is not None for line in deals), sum(line.decisions for line in deals)
                yield f"| {game} | {', '.join(header['players'])} | {len(deals):,} | {done:,} | {faults} |"


def profile_table(folder: Path, games: Sequence[str]) -> Iterator[str]:
    """How players play."""
    yield "\n| game | player | what | | value | 95 % interval | cases |\n|---|---|---|---|---|---|---|"
    for game in games:
        for player in profiles(game):
            yield from profile_rows(folder, game, player)


def profile_rows(folder: Path, game: str, player: str) -> Iterator[str]:
    """The measures of one profile."""
    header, lines = read(folder / f"{game}-profile-{player}.jsonl", profile.ProfileLine)
    if not lines:
        return
    for measure in profile.report(profile.Profile(game, player, header["seed"]), lines).measures:
        found = measure.estimate
        factor, digits, unit = (100, 1, " %") if measure.unit == "rate" else (1, 2, "")
        sign = "+" if measure.unit == "points" else ""
        value, low, high = (
            number(None if x is None else factor * x, digits, sign) + unit for x in (found.value, found.low, found.high)
        )
        what = f"{measure.group} | {measure.name}"
        yield f"| {game} | {player} | {what} | {value} | {low} to {high} | {found.n:,} |"


def tables(folder: Path, games: Sequence[str]) -> Iterator[str]:
    """Everything as Markdown."""
    played = list(duels(folder, games))
    yield from ladder_table(played)
    yield from time_table(played)
    yield from soak_table(folder, games)
    yield from profile_table(folder, games)


# -- the command -------------------------------------------------------------------------------------------------------


def carry_out(words: Sequence[str]) -> int:
    """Run a command of Sheepfold; after Ctrl-C it reports what is finished, and it gets this much time."""
    print("sheepfold", *words, flush=True)
    process = subprocess.Popen([sys.executable, "-m", "sheepfold", *words])
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.wait()
        return INTERRUPTED


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the files are")
    parser.add_argument("--tables", action="store_true", help="only print the tables of what is there")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="this game only; may be repeated")
    parser.add_argument("--workers", type=int, help="processes (default: one a core)")
    given = parser.parse_args()
    games = given.game or list(GAMES)
    workers = ["--workers", str(given.workers)] if given.workers else []
    if not given.tables:
        given.folder.mkdir(parents=True, exist_ok=True)
    for words in [] if given.tables else [words for game in games for words in commands(game, given.folder)]:
        status = carry_out([*words, *workers])
        if status not in (0, 1):  # 1: an order that does not hold or a fault, which the tables tell
            return status
    try:
        print("\n".join(tables(given.folder, games)))
    except SheepfoldError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
