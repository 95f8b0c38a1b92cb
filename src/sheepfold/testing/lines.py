"""Typed lines tried on random deals at random tables: what is written about a deal is read as the same deal.

``python -m sheepfold.testing.lines --deals 2000`` plays that many deals of every game, reduces each to its facts, has
the answers written as a line and reads the line again, also with its parts in another order. Then it makes a typing
error, and it reads random words: they must be understood or refused in a sentence. A fault is printed with the number
of its deal, and the same seed plays that deal again (``--seed S --only N``).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec import field as struct_field
from rich.console import Console
from rich.progress import track

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.form import answers_of
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.lab.stats import plural
from sheepfold.play.replay import replay
from sheepfold.presentation.reader import SEAT_NAMES
from sheepfold.registry import GAMES, make_game
from sheepfold.score.lines import BadLine, LineReader
from sheepfold.testing.random_deals import random_deal, random_options

NAMES = (
    *(
        "Al",
        "Ann",
        "Anna",
        "Annabel",
        "Ten",
        "Grim",
        "Ace",
        "Alone",
        "Solo",
        "Partner",
        "Hearts",
        "Jack",
        "Team",
        "And",
    ),
    *("Anna B", "Anna C", "Jo-Ann", "O'Neil", "Zoë", "Müller", "R2D2", "7", "12", "Double Grim", "Won", "Tricks"),
    *("No", "Mary Ann", "Player 1", "Player 2", "🐑", "...", "QC", "The King", "The Queen"),
)
"""Names that are words, numbers, cards, or begin alike."""

SOUP = (
    *(",", ";", '"', "'", "-", "%", "@", "{", "}", "\\", "xyzzy", "ß", "10h", "q♣", "ace of spades", "१२"),
    *("0", "1", "4", "8", "-2", "75", "120", "121", "99999999999"),
)
"""What a soup is cooked of, beside the names and the words of the game."""


class Tally(Struct):
    """What was tried: deals by kind, typing errors by what came of them, lines of soup understood, refused by code."""

    deals: Counter[str] = struct_field(default_factory=Counter)
    tables: set[str] = struct_field(default_factory=set)
    typos: Counter[str] = struct_field(default_factory=Counter)
    understood: int = 0
    refused: Counter[str] = struct_field(default_factory=Counter)

    def summary(self, name: str) -> str:
        """What a run has seen of a game, in three lines."""
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.deals.most_common())
        typos = ", ".join(f"{what} {count}" for what, count in self.typos.most_common())
        return (
            f"{name}: {plural(self.deals.total(), 'deal')} at {plural(len(self.tables), 'table')} ({kinds}).\n"
            f"  Of {plural(self.typos.total(), 'typing error')}: {typos}.\n"
            f"  Of random words {plural(self.understood, 'line')} understood, {self.refused.total()} refused in words "
            f"({', '.join(sorted(self.refused))})."
        )


def deal_faults(game: Game[Any], draws: Stream, tally: Tally) -> Iterator[str]:
    """Everything that is wrong with the lines about one random deal, as sentences."""
    record = random_deal(game, draws)
    facts = game.facts_of(replay(game, record.standing, record.deal, record.actions).states[-1])
    kind, answers = answers_of(game.facts_form(), facts)
    tally.tables.add(game.options.text())
    tally.deals[kind] += 1
    reader = LineReader(game, some_names(game.seats, draws))
    line = reader.write(kind, answers)
    try:
        found = reader.read(line)
        if (found.kind, found.answers, found.missing) != (kind, answers, ()):
            yield f"{kind} {answers} is written '{line}' and read as {found}."
    except BadLine as error:
        yield f"{kind} {answers} is written '{line}' and refused: {error}"
    if reader.people.names == SEAT_NAMES[: game.seats]:
        yield from order_faults(reader, line, draws)
        yield from typo_faults(reader, line, draws, tally)
    yield from soup_faults(reader, line, draws, tally)


def some_names(seats: int, draws: Stream) -> tuple[str, ...]:
    """Usual names, or odd ones."""
    if draws.below(2):
        return SEAT_NAMES[:seats]
    left = list(NAMES)
    return tuple(left.pop(draws.below(len(left))) for _ in range(seats))


def order_faults(reader: LineReader, line: str, draws: Stream) -> Iterator[str]:
    """The parts of the line in another order mean the same; without commas the same, or it is refused."""
    parts, mixed = line.split(", "), []
    while parts:
        mixed.append(parts.pop(draws.below(len(parts))))
    for text in (", ".join(mixed), " ".join(mixed)):
        try:
            found = reader.read(text)
        except BadLine as error:
            if "," in text:
                yield f"'{text}' for '{line}' is refused: {error}"
            continue
        if found != reader.read(line):
            yield f"'{text}' for '{line}' is read as {found}."


def typo_faults(reader: LineReader, line: str, draws: Stream, tally: Tally) -> Iterator[str]:
    """A letter dropped, or two turned round: the same is understood, something is missing, or it is refused."""
    words = line.split(" ")
    places = [place for place, word in enumerate(words) if word.strip(",").isalpha() and len(word) > 2]
    if not places:
        return
    place = places[draws.below(len(places))]
    word = words[place]
    at = draws.below(len(word) - 1)
    turned = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
    words[place] = turned if draws.below(2) else word[:at] + word[at + 1 :]
    try:
        meant, found = reader.read(line), reader.read(" ".join(words))
    except BadLine:
        tally.typos["refused"] += 1
        return
    tally.typos["same" if meant == found else "missing"] += 1
    if meant != found and not found.missing:
        yield f"'{' '.join(words)}' for '{line}' is read as {found}."


def soup_faults(reader: LineReader, line: str, draws: Stream, tally: Tally) -> Iterator[str]:
    """Random words, and a line with one word changed: nothing but ``BadLine`` may come of them."""
    known = (*SOUP, *reader.people.names, *sorted(reader.words))
    soup = " ".join(known[draws.below(len(known))] for _ in range(draws.below(12)))
    words = line.split(" ")
    words[draws.below(len(words))] = known[draws.below(len(known))]
    for text in (soup, " ".join(words)):
        try:
            reader.read(text)
            tally.understood += 1
        except BadLine as error:
            tally.refused[error.code] += 1
            if not error.sentence.endswith((".", "?")) or "{ $" in error.sentence:
                yield f"'{text}' is refused without a sentence: {error}"
        except Exception as error:  # that is the question
            yield f"'{text}' ends in {type(error).__name__}: {error}"


def hunt(text: str, numbers: Iterable[int], seed: str = "lines") -> tuple[Tally, list[str]]:
    """Try the deals of these numbers; a bare name stands for tables with random options. The faults name the deals."""
    fixed = make_game(text)
    kind, tally, found = GAMES.get(text), Tally(), []
    for deal in numbers:
        draws = Stream(seed, f"{text}/{deal}")
        game = fixed if kind is None else kind(random_options(kind.options_type, draws))
        where = f"{game.options.text()}, deal {deal} of seed {seed}"
        found += [f"{where}: {fault}" for fault in deal_faults(game, draws, tally)]
    return tally, found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: a summary of every game; exit status 1 if there were faults, 2 for a game there is not."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.lines", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game or an options text; all games if left out")
    parser.add_argument("--deals", type=int, default=2000, metavar="N", help="deals per game (default 2000)")
    parser.add_argument("--seed", default="lines", help="another seed makes other deals")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="the deal of that number alone")
    given = parser.parse_args(arguments)
    numbers, status = range(given.deals) if given.only is None else [given.only], 0
    for name in given.games or GAMES:
        try:
            shown = track(numbers, name, console=Console(stderr=True), transient=True)
            tally, faults = hunt(name, shown, given.seed)
        except SheepfoldError as error:
            print(error)
            return 2
        print(*(f"FAULT {fault}" for fault in faults), tally.summary(name), sep="\n")
        status = 1 if faults else status
    return status


if __name__ == "__main__":
    sys.exit(main())
