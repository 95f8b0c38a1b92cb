"""Play the three example matches of Grim (R63-R65) and keep them as records in docs/examples.

    .venv/bin/python -m sheepfold.testing.grim_examples [FOLDER]

The cards are those of the seeds; what the bots make of them depends on their own streams. Streams are tried one after
another until the match is what the law says of its seed. ``sheepfold replay docs/examples/grimtest1.toml`` shows it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

from sheepfold.bots import make_bot
from sheepfold.core.actions import Double
from sheepfold.core.shuffle import Chance
from sheepfold.games.grim import Grim
from sheepfold.notation.records import Record, write_toml
from sheepfold.play.driver import by_bots, drive, play_match
from sheepfold.play.match import Match
from sheepfold.play.replay import replay

TABLES = ("regular", "newcomer(mistakes=60)", "club(worlds=2,nodes=2000,playouts=4,infer=0)")
"""Levels to try. A table that never slips bids the same on every stream, and a slip is never a Double Grim; players who
look at two worlds only bid it now and then."""
TRIES = 400


def play(seed: str, level: str, streams: str) -> Match:
    """A match of four bots of one level."""
    return play_match(drive(Grim(), seed), by_bots([make_bot(level)] * 4, Chance(streams)))


def leads(match: Match) -> list[int]:
    """By how much NS led after each deal."""
    deltas = [
        match.game.outcome(replay(match.game, deal.standing, deal.deal, deal.actions).state) for deal in match.records
    ]
    return list(accumulate(outcome.delta[0] - outcome.delta[1] for outcome in deltas if outcome is not None))


def comeback(match: Match) -> bool:
    """The winners were far behind in the second half, and still behind before the last two deals."""
    found = leads(match)
    sign = 1 if found[-1] > 0 else -1
    return min(sign * lead for lead in found[6:]) <= -15 and sign * found[-3] < 0 < sign * found[-1]


def make5_deals(match: Match) -> int:
    """How many deals came to Make-5: three auctions in which all passed."""
    states = [replay(match.game, deal.standing, deal.deal, deal.actions).state for deal in match.records]
    return sum(state.contract.kind == "make5" for state in states)


def doubles(match: Match) -> int:
    """How often Double Grim was bid."""
    return sum(type(action) is Double for deal in match.records for _, action in deal.actions)


def close(match: Match) -> bool:
    """The teams end at most five points apart, and Double Grim was bid at least twice."""
    return abs(leads(match)[-1]) <= 5 and doubles(match) >= 2


WANTED: dict[str, Callable[[Match], bool]] = {
    "grimtest1": comeback,
    "grimtest2": lambda match: make5_deals(match) >= 6 and not comeback(match),
    "grimtest3": close,
}


def find(seed: str, wanted: Callable[[Match], bool]) -> tuple[Match, dict[str, str]] | None:
    """The first match that is as wanted, and who played it."""
    for level in TABLES:
        for number in range(TRIES):
            streams = f"{seed}/{number}"
            match = play(seed, level, streams)
            if wanted(match):
                return match, {"_bots": level, "_streams": streams}
    return None


def main(folder: Path) -> int:
    """Write the three records; the exit status is 1 if one was not found."""
    for seed, wanted in WANTED.items():
        found = find(seed, wanted)
        if found is None:
            print(f"{seed}: no match is as wanted.")
            return 1
        match, own = found
        (folder / f"{seed}.toml").write_text(write_toml(Record(match, own=own)), encoding="utf-8")
        played = f"Make-5 in {make5_deals(match)} deals, {doubles(match)} Double Grims"
        print(f"{seed}: {own}, scores {match.scores}, {played}, NS led by {leads(match)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/examples")))
