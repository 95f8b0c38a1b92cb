"""Evenings put to the test: what a scorekeeper enters gives what the match itself gives.

``python -m sheepfold.testing.evenings --deals 2000`` plays random matches of every game under random options, so many
deals in all. Each deal is reduced to its facts, and the facts are entered as answers to the form and as typed lines;
items, scores, sheet, dealer, doublers, pot and winners must come out as the match had them. Then entries are made
wrongly and corrected, at random places, and everything is taken back.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import product as every
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.progress import track

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Outcome, Standing
from sheepfold.core.form import answered, answers_of
from sheepfold.core.game import Facts, Game
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.notation.forms import answers_from_data, answers_to_data
from sheepfold.play.replay import replay
from sheepfold.presentation.presenter import Presenter
from sheepfold.presentation.reader import SEAT_NAMES, Reader
from sheepfold.presentation.score import Entry as Deal
from sheepfold.registry import GAMES, make_game
from sheepfold.score.entries import Corrected, Drawn, Entry, Misdealt, Opened, Scored, TakenBack
from sheepfold.score.evening import Evening, evening_of
from sheepfold.score.lines import LineReader
from sheepfold.testing.random_deals import random_deal, random_options

LONGEST = 40
"""No match is followed further than so many deals."""
TRIED = 3
"""How many entries of each match are made wrongly first."""


class Played(Struct, frozen=True):
    """A match as the engine played it: every deal with its standing, and the standing after the last, if any."""

    game: Game[Any]
    deals: tuple[Deal, ...]
    after: Standing | None
    entries: tuple[Entry, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return SEAT_NAMES[: self.game.seats]


def play(game: Game[Any], draws: Stream, seed: str) -> Played:
    """A match played at random, and the entries that a scorekeeper would make of it."""
    chance = Chance(seed)
    entries: list[Entry] = [Opened(game.options.text(), game.rules_version, SEAT_NAMES[: game.seats], stake=5)]
    standing: Standing | None = game.first_standing(chance)[0]
    entries += _drawn(game, 0, None, None, standing)
    deals: list[Deal] = []
    while standing is not None and len(deals) < LONGEST:
        facts, outcome = _a_deal(game, draws, standing)
        deals.append(Deal(standing, facts, outcome))
        number = len(entries)
        entries.append(scored(game, facts))
        after = game.next_standing(standing, outcome, chance)
        entries += _drawn(game, number, standing, outcome, after)
        standing = after
    return Played(game, tuple(deals), standing, tuple(entries))


def _a_deal(game: Game[Any], draws: Stream, standing: Standing) -> tuple[Facts, Outcome]:
    record = random_deal(game, draws, standing)
    state = replay(game, record.standing, record.deal, record.actions).state
    outcome = game.outcome(state)
    assert outcome is not None
    return game.facts_of(state), outcome


def scored(game: Game[Any], facts: Facts) -> Scored:
    """The entry of a deal, as a form would make it."""
    form = game.facts_form()
    kind, answers = answers_of(form, facts)
    return Scored(kind, answers_to_data(form.kind(kind).fields, answers))


def _drawn(
    game: Game[Any], number: int, standing: Standing | None, outcome: Outcome | None, wanted: Standing | None
) -> Iterator[Entry]:
    """What the table answers in place of chance, so that the standing comes that chance has given."""
    fields = game.chance_form(standing, outcome)
    if not fields:
        return
    for choice in every(*(field.choices for field in fields)):
        answers = {field.name: each.value for field, each in zip(fields, choice, strict=True)}
        luck = answered(fields, answers)
        if standing is None or outcome is None:
            made: Standing | None = game.first_standing(luck)[0]
        else:
            made = game.next_standing(standing, outcome, luck)
        if made == wanted:
            yield Drawn(number, answers_to_data(fields, answers))
            return
    raise AssertionError(f"no answer gives the standing {wanted}")


# -- what must hold ----------------------------------------------------------------------------------------------------


def faults(played: Played, draws: Stream) -> Iterator[str]:
    """Everything in which the evening differs from the match, as sentences."""
    evening = evening_of(played.entries)
    yield from differences(played, evening)
    yield from line_faults(played)
    yield from correction_faults(played, evening, draws)


def differences(played: Played, evening: Evening) -> Iterator[str]:
    """Where the sheet of an evening is not that of the match."""
    for row in evening.faults:
        yield f"Entry {row.number} is refused: {row.fault}"
    rows = [row.deal for row in evening.rows if row.deal is not None]
    for mine, theirs in zip(rows, played.deals, strict=True):
        if mine.standing != theirs.standing:
            yield f"Deal {theirs.standing} stands as {mine.standing}."
        for name in ("delta", "items", "thrown_in", "same_dealer", "doublers", "pot"):
            if getattr(mine.outcome, name) != getattr(theirs.outcome, name):
                yield f"{name} is {getattr(mine.outcome, name)}, in the match {getattr(theirs.outcome, name)}."
    if evening.standing != played.after or evening.over != (played.after is None):
        yield f"The next deal is {evening.standing}, in the match {played.after}."
    game, scores = played.game, played.deals[-1].after
    if evening.over and evening.winners != game.winners(scores):
        yield f"The winners are {evening.winners}, in the match {game.winners(scores)}."
    presenter = Presenter(game, Reader(None, played.names))
    if presenter.sheet(rows, evening.stretches[-1].scores) != presenter.sheet(played.deals, scores):
        yield "The sheet is not that of the match."
    if sum(evening.balances.values()) != 0:
        yield f"The balances are {evening.balances}."


def line_faults(played: Played) -> Iterator[str]:
    """Typed as a line, every deal is entered as the form would enter it."""
    reader, form = LineReader(played.game, played.names), played.game.facts_form()
    for entry in played.entries:
        if isinstance(entry, Scored):
            fields = form.kind(entry.kind).fields
            line = reader.write(entry.kind, answers_from_data(fields, dict(entry.answers)))
            found = reader.read(line)
            again = Scored(found.kind, answers_to_data(fields, found.answers)) if found.kind == entry.kind else None
            if again != entry or found.missing:
                yield f"The line '{line}' for {entry} is read as {found}."


def correction_faults(played: Played, evening: Evening, draws: Stream) -> Iterator[str]:
    """Entered wrongly and corrected gives what was right at once; everything taken back gives an empty sheet."""
    places = [number for number, entry in enumerate(played.entries) if isinstance(entry, Scored)]
    wrong = {places[draws.below(len(places))] for _ in range(TRIED)}
    entries = [Misdealt() if number in wrong else entry for number, entry in enumerate(played.entries)]
    fixes = [Corrected(number, played.entries[number]) for number in sorted(wrong)]  # type: ignore[arg-type]
    found = evening_of([*entries, *fixes])
    if _plain(found) != _plain(evening):
        yield f"Entries {sorted(wrong)} made wrongly and corrected give another evening."
    back = [*entries, *fixes]
    while True:
        try:
            back.append(TakenBack(evening_of(back).last()))
        except SheepfoldError:
            break
    if evening_of(back).rows or any(evening_of(back).points.values()):
        yield "With everything taken back the sheet is not empty."


def _plain(evening: Evening) -> Any:
    """What people see of an evening, whatever it was made of."""
    rows = [(row.number, row.entry, row.deal, row.changes, row.cents, str(row.fault)) for row in evening.rows]
    return rows, evening.standing, evening.asked, evening.points, evening.cents, evening.stretches


# -- the command -------------------------------------------------------------------------------------------------------


def hunt(text: str, deals: int, seed: str = "evenings") -> tuple[int, int, list[str]]:
    """Matches and deals that were tried, and the faults; a bare name stands for tables with random options."""
    kind, fixed = GAMES.get(text), make_game(text)
    found: list[str] = []
    matches = done = 0
    while done < deals:
        draws = Stream(seed, f"{text}/{matches}")
        game = fixed if kind is None else kind(random_options(kind.options_type, draws))
        played = play(game, draws, f"{seed}/{matches}")
        where = f"{game.options.text()}, match {matches} of seed {seed}"
        found += [f"{where}: {fault}" for fault in faults(played, draws)]
        matches += 1
        done += len(played.deals)
    return matches, done, found


def main(arguments: Sequence[str] | None = None) -> int:
    """Try evenings of every game; the exit status is 1 if something differs."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.evenings", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game or an options text; all games if left out")
    parser.add_argument("--deals", type=int, default=2000, metavar="N", help="deals per game (default 2000)")
    parser.add_argument("--seed", default="evenings", help="another seed makes other matches")
    given = parser.parse_args(arguments)
    status = 0
    games: Iterable[str] = given.games or list(GAMES)
    for name in track(list(games), console=Console(stderr=True), transient=True):
        matches, deals, found = hunt(name, given.deals, given.seed)
        print(*(f"FAULT {fault}" for fault in found), f"{name}: {deals} deals in {matches} matches.", sep="\n")
        status = 1 if found else status
    return status


if __name__ == "__main__":
    sys.exit(main())
