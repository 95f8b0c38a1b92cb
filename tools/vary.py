"""What one number of the habits is worth: the habits with it changed against the habits as they are, on paired deals.

    .venv/bin/python tools/vary.py sheepshead_auction CAN_CALL 0.6 --game sheepshead --deals 1000 --seed lab

The habits are copied and the number is changed in the copy, so tables that are computed from it change as well.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from sheepfold.bots import habits, make_bot
from sheepfold.bots.habits.base import ONLY_ACTION, Habit
from sheepfold.core.actions import Action
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.shuffle import Stream
from sheepfold.lab.deal_facts import deal_facts
from sheepfold.lab.deals import game_of, level_standing, play_deal, seats_of_first, seed_of
from sheepfold.lab.duel import figure
from sheepfold.lab.stats import mean
from sheepfold.play.player import NO_LIMIT, Budget, Decision
from sheepfold.play.view import View

OURS = Path(habits.__file__).parent
COPY = "varied_habits"


class Varied:
    """A player with the changed habits."""

    name = "varied"

    def __init__(self, decide: Habit) -> None:
        self._decide = decide

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """What the changed habits say."""
        return Decision(legal[0], ONLY_ACTION) if len(legal) == 1 else Decision(*self._decide(view, legal))


def changed(source: str, name: str, value: str) -> str:
    """The text of a module with another value for one of its numbers.

    >>> changed("A = 1\\nB, C = 2, (3, 4)\\n", "C", "5")
    'A = 1\\nB, C = 2, 5\\n'
    """
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            if isinstance(target, ast.Name) and target.id == name:
                return _replaced(source, statement.value, value)
            for each, old in zip(_parts(target), _parts(statement.value), strict=False):
                if isinstance(each, ast.Name) and each.id == name:
                    return _replaced(source, old, value)
    raise LookupError(name)


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else []


def _replaced(source: str, node: ast.expr, value: str) -> str:
    lines = source.splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset].decode()  # the parser counts bytes
    after = lines[last].encode()[node.end_col_offset :].decode()
    return "".join([*lines[:first], before + value + after, *lines[last + 1 :]])


def varied(folder: Path, game: str, module: str, name: str, value: str) -> Varied:
    """A player with the habits of that game, copied into a folder and changed there."""
    package = folder / COPY
    package.mkdir()
    for path in OURS.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("sheepfold.bots.habits", COPY)
        (package / path.name).write_text(changed(text, name, value) if path.stem == module else text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    return Varied(import_module(f"{COPY}.{game}").decide)


def pair(game_text: str, seed: str, number: int, player: Varied) -> float:
    """How many points per deal the changed habits scored above the others in one pair."""
    game, usual = game_of(game_text), make_bot("conventions")
    some = seats_of_first(game, number)

    def delta(first: bool) -> Sequence[int]:
        seated = [player if (seat in some) == first else usual for seat in range(game.seats)]
        return deal_facts(game, play_deal(game, level_standing(game, number), seed_of(seed, number), seated)).delta

    return figure(delta(True), delta(False), some)


def main() -> int:
    """Play the pairs and print the estimate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", help="a file of sheepfold/bots/habits, without .py")
    parser.add_argument("name", help="the number, as it is called there")
    parser.add_argument("value", help="its other value, as Python writes it")
    parser.add_argument("--game", required=True, help="the game, with options if wanted")
    parser.add_argument("--deals", type=int, default=1000, help="how many pairs (default 1000)")
    parser.add_argument("--seed", default="lab", help="the seed of the deals (default lab)")
    asked = parser.parse_args()
    if asked.deals < 2:
        parser.error("an interval needs at least two deals")
    if not (OURS / f"{asked.module}.py").is_file():
        parser.error(f"there is no file {asked.module}.py in {OURS}")
    try:
        ast.literal_eval(asked.value)
        game = game_of(asked.game).id
        with TemporaryDirectory() as folder:
            player = varied(Path(folder), game, asked.module, asked.name, asked.value)
            found = mean([pair(asked.game, asked.seed, number, player) for number in range(asked.deals)])
    except LookupError:
        parser.error(f"{asked.module}.py has no number {asked.name}")
    except (ValueError, SyntaxError):
        parser.error(f"{asked.value!r} is not a number, nor a tuple or table of numbers")
    except SheepfoldError as error:
        parser.error(str(error))
    bounds = "no interval" if found.low is None else f"95 % {found.low:+.3f} to {found.high:+.3f}"
    where = f"({bounds}, {asked.deals} pairs, seed {asked.seed})"
    print(f"{asked.name} = {asked.value}: {found.value:+.3f} points per deal {where}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
