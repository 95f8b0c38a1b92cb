"""Perft: how many sequences of legal actions there are from a position, a number that a wrong rule hardly keeps.

``perft(game, state, n)`` counts the sequences of exactly n actions. A forced action counts as one, the end of a trick
as none; a sequence that ends the deal before is not counted. ``python -m sheepfold.testing.perft FILE...`` checks
suites of positions; ``--fill`` writes the counts into them instead. A suite has one entry for a position::

    id    called ace, picker holds two cards of the suit
    phase tricks
    deal  {game: sheepshead, table: {dealer: 4}, deal: {hands: ["9C AS …"], blind: "QS 8S"}}
    acts  ["0 pass", "1 pick", "1 bury KS", "1 bury 9S", "1 call AS"]
    perft 1 6
    perft 6 4312

Entries are separated by blank lines, an indented line goes on with the line above, ``#`` begins a remark. ``deal`` and
``acts`` are YAML, with the keys of a transcript. ``phase tricks`` says that only cards can be played from here on, as
a solver wants it; ``phase any`` says nothing.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from sheepfold.core.actions import Play
from sheepfold.core.cards import Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.notation.actions import action_text
from sheepfold.notation.transcript import read_action, read_deal, read_standing
from sheepfold.play.replay import replay
from sheepfold.registry import make_game
from sheepfold.testing.need import Missing, need


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """The number of sequences of exactly that many legal actions."""
    if depth == 0:
        return 1
    legal = game.legal(state)
    if depth == 1:
        return len(legal)
    apply = game.apply
    count = 0
    for action in legal:
        count += perft(game, apply(state, action).state, depth - 1)
    return count


def divide(game: Game[Any], state: Any, depth: int) -> dict[str, int]:
    """The count under each first action: where two programs differ, this says in which branch."""
    return {
        action_text(action): perft(game, game.apply(state, action).state, depth - 1) for action in game.legal(state)
    }


# -- suites --------------------------------------------------------------------------------------------------------


class BadSuite(Exception):
    """A suite that cannot be read; the text is a sentence."""


class Count(Struct, frozen=True):
    """One depth with its count; no count: it is still to be filled in. ``line`` is where it stands."""

    depth: int
    count: int | None
    line: int


class Position(Struct, frozen=True):
    """One entry of a suite."""

    id: str
    game: Game[Any]
    standing: Standing
    state: Any
    actor: Seat
    counts: tuple[Count, ...]


def read_suite(source: str) -> Iterator[Position]:
    """The positions of a suite, each replayed to where it begins."""
    entry: dict[str, str] = {}
    counts: list[Count] = []
    lines = [*_logical_lines(source), (source.count("\n") + 2, "")]
    for number, line in lines:
        if not line:
            if entry or counts:
                yield _position(entry, counts, number)
            entry, counts = {}, []
            continue
        word, _, rest = line.partition(" ")
        if word == "perft":
            counts.append(_read_count(rest, number))
        elif word in ("id", "phase", "deal", "acts") and word not in entry:
            entry[word] = rest.strip()
        else:
            raise BadSuite(f"Line {number}: '{word}' is not expected here.")


def _logical_lines(source: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; indented ones joined to the line above, remarks left out."""
    number, held = 0, None
    for here, line in enumerate(source.splitlines(), 1):
        if line.startswith("#"):
            continue
        if line[:1].isspace() and line.strip() and held:
            held += " " + line.strip()
            continue
        if held is not None:
            yield number, held
        number, held = here, line.strip()
    if held is not None:
        yield number, held


def _read_count(rest: str, line: int) -> Count:
    found = re.fullmatch(r"(\d+)(?: (\d+|\?))?", rest.strip())
    if not found:
        raise BadSuite(f"Line {line}: write perft, a depth and a count.")
    return Count(int(found[1]), int(found[2]) if found[2] and found[2] != "?" else None, line)


def _position(entry: dict[str, str], counts: list[Count], line: int) -> Position:
    yaml = need("yaml", "PyYAML")
    name = entry.get("id", "")
    missing = [word for word in ("id", "phase", "deal", "acts") if word not in entry]
    if missing or not counts:
        raise BadSuite(f"The entry before line {line} ('{name}') has no {', '.join(missing or ['perft'])}.")
    try:
        data, acts = yaml.safe_load(entry["deal"]), yaml.safe_load(entry["acts"])
        game = make_game(data["game"])
        standing = read_standing(game, data["table"])
        state = replay(game, standing, read_deal(data["deal"]), map(read_action, acts or ())).state
    except (SheepfoldError, yaml.YAMLError, KeyError, TypeError) as error:
        raise BadSuite(f"'{name}' before line {line} cannot be replayed: {error}.") from None
    actor = game.actor(state)
    if actor is None:
        raise BadSuite(f"'{name}' before line {line}: the deal is over.")
    only_cards = game.phase(state) == "tricks" and all(isinstance(action, Play) for action in game.legal(state))
    if entry["phase"] not in ("any", "tricks") or (entry["phase"] == "tricks" and not only_cards):
        raise BadSuite(f"'{name}' before line {line}: the phase is not '{entry['phase']}'.")
    return Position(name, game, standing, state, actor, tuple(counts))


def mismatches(position: Position) -> Iterator[tuple[Count, int]]:
    """The counts of a position that are not what the rules give."""
    for count in position.counts:
        got = perft(position.game, position.state, count.depth)
        if got != count.count:
            yield count, got


def fill(source: str) -> str:
    """The suite with the counts that the rules give."""
    lines = source.splitlines()
    for position in read_suite(source):
        for count in position.counts:
            got = perft(position.game, position.state, count.depth)
            lines[count.line - 1] = f"perft {count.depth} {got}"
    return "\n".join(lines) + "\n"


def check_suite(path: Path) -> int:
    """Check a suite, printing as it goes; the number of wrong counts."""
    wrong = 0
    for number, position in enumerate(read_suite(path.read_text(encoding="utf-8")), 1):
        begun = time.perf_counter()
        found = list(mismatches(position))
        took = time.perf_counter() - begun
        depths = ", ".join(f"{count.depth}: {count.count}" for count in position.counts)
        print(f"{path.name} {number:>3} {'ok   ' if not found else 'WRONG'} {took:6.2f} s  {position.id} ({depths})")
        for count, got in found:
            wrong += 1
            print(f"    depth {count.depth}: expected {count.count}, got {got}; by first action:")
            for word, part in divide(position.game, position.state, count.depth).items():
                print(f"    {word:<24} {part}")
    return wrong


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    given = sys.argv[1:] if arguments is None else arguments
    paths = [Path(word) for word in given if word != "--fill"]
    if not paths or any(word.startswith("-") and word != "--fill" for word in given):
        print("Usage: python -m sheepfold.testing.perft [--fill] FILE...")
        return 2
    wrong = 0
    for path in paths:
        try:
            if "--fill" in given:
                path.write_text(fill(path.read_text(encoding="utf-8")), encoding="utf-8")
            else:
                wrong += check_suite(path)
        except (OSError, UnicodeDecodeError, BadSuite) as error:
            print(f"{path} cannot be read: {error}")
            return 2
        except Missing as error:
            print(error)
            return 2
    print("filled" if "--fill" in given else f"{wrong} wrong" if wrong else "all counts agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
