"""The standing list of duels that says whether the players are in the order they claim to be in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.errors import BadText
from sheepfold.lab.deals import game_of
from sheepfold.lab.digest import code_digest
from sheepfold.lab.duel import Duel, report
from sheepfold.lab.players import player
from sheepfold.lab.runs import Tell, carry_out
from sheepfold.lab.stats import Estimate

QUICK_PAIRS, SEARCH_PAIRS = 2000, 200
"""Pairs of a duel in which nobody searches, and of one in which somebody does."""
QUICK = frozenset({"random", "conventions"})
"""Players that do not search."""

Verdict: TypeAlias = Literal["clear above zero", "not clear", "below zero"]
VERDICTS: tuple[Verdict, Verdict, Verdict] = ("not clear", "clear above zero", "below zero")  # by Estimate.clear


class Rung(Struct, frozen=True):
    """A duel and what it must show: ``strict``, that the higher player is clearly better; else, not clearly worse."""

    lower: str
    higher: str
    strict: bool = True

    @property
    def name(self) -> str:
        """How the rung is written on the command line."""
        return f"{self.lower}:{self.higher}"

    @property
    def pairs(self) -> int:
        """How many pairs it is played on unless somebody says otherwise."""
        return QUICK_PAIRS if {self.lower, self.higher} <= QUICK else SEARCH_PAIRS


LADDER = (
    Rung("random", "conventions"),
    Rung("conventions", "club"),
    Rung("newcomer", "regular"),
    Rung("regular", "club"),
    Rung("club", "master", strict=False),
)


class RungReport(Struct, frozen=True):
    """What came of a rung; ``points`` is of the higher player over the lower, in game points per deal."""

    lower: str
    higher: str
    strict: bool
    pairs: int
    points: Estimate
    least_effect: float | None
    verdict: Verdict
    holds: bool


class LadderReport(Struct, frozen=True):
    """The ladder of a game; ``holds``: every rung shows what it must. ``broken_off``: Ctrl-C came before the end."""

    game: str
    seed: str
    code: str
    rungs: tuple[RungReport, ...]
    holds: bool
    broken_off: bool = False


def read_rung(text: str) -> Rung:
    """A rung as it is written: ``lower:higher``; the standing list says how strict it is.

    >>> read_rung("club:master")
    Rung(lower='club', higher='master', strict=False)
    """
    lower, colon, higher = (piece.strip() for piece in text.partition(":"))
    if not colon or not lower or not higher:
        raise BadText(
            "rung", "'{ $text }' is not a rung; write the lower player and the higher one like random:club.", text=text
        )
    return next((rung for rung in LADDER if (rung.lower, rung.higher) == (lower, higher)), Rung(lower, higher))


def read_pairs(texts: Sequence[str], rungs: Sequence[Rung]) -> dict[str, int]:
    """How many pairs each rung gets, from ``500`` for all and ``club:master=400`` for one; the last word counts."""
    found = {rung.name: rung.pairs for rung in rungs}
    for text in texts:
        name, equals, number = (piece.strip() for piece in text.rpartition("="))
        if not re.fullmatch(r"[1-9]\d{0,8}", number):
            raise BadText("pairs", "'{ $text }' is not a number of pairs; write 500 or club:master=500.", text=text)
        if equals and name not in found:
            raise BadText(
                "pairs",
                "There is no rung '{ $name }' here; there are { $found }.",
                name=name,
                found=", ".join(found),
                key="pairs_rung",
            )
        found.update({name: int(number)} if equals else dict.fromkeys(found, int(number)))
    return found


def rung_file(folder: Path, game: str, rung: Rung) -> Path:
    """The file of a rung in the folder of a ladder."""
    words = (re.sub(r"\W+", "_", text).strip("_") for text in (game_of(game).options.text(), rung.lower, rung.higher))
    return folder / f"{'-'.join(words)}.jsonl"


def climb(
    game: str,
    rungs: Sequence[Rung],
    pairs: Mapping[str, int],
    seed: str,
    workers: int,
    folder: Path | None,
    telling: Callable[[str], AbstractContextManager[Tell]],
) -> LadderReport:
    """Play all duels of a ladder, or what is not yet in the folder; Ctrl-C ends it with what is finished."""
    for rung in rungs:  # whatever is misspelt is refused before anything is played
        player(rung.lower), player(rung.higher)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    found: list[RungReport] = []
    broken_off = False
    for rung in rungs:
        duel = Duel(game, rung.higher, rung.lower, seed)
        file = None if folder is None else rung_file(folder, game, rung)
        with telling(f"{rung.higher} against {rung.lower}") as tell:
            run = carry_out(duel, range(pairs[rung.name]), workers, file, tell)
        summed = report(duel, run.lines)
        found.append(_judge(rung, summed.pairs, summed.points, summed.least_effect))
        broken_off = run.broken_off
        if broken_off:
            break
    holds = len(found) == len(rungs) and not broken_off and all(rung.holds for rung in found)
    table = game_of(game)
    code = code_digest(table.id, *(player(text) for rung in rungs for text in (rung.lower, rung.higher)))
    return LadderReport(table.options.text(), seed, code, tuple(found), holds, broken_off)


def _judge(rung: Rung, pairs: int, points: Estimate, least_effect: float | None) -> RungReport:
    holds = points.clear > 0 if rung.strict else points.high is not None and points.high >= 0
    verdict = VERDICTS[points.clear]
    return RungReport(rung.lower, rung.higher, rung.strict, pairs, points, least_effect, verdict, holds)
