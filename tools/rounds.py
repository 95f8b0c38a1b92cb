"""How many rounds whole matches last with the same player in every seat.

.venv/bin/python tools/rounds.py goathead newcomer conventions --matches 20 --seed held-out
"""

from __future__ import annotations

import argparse
from statistics import median

from sheepfold.bots import make_bot
from sheepfold.core.shuffle import Chance
from sheepfold.play.driver import by_bots, drive, play_match
from sheepfold.registry import make_game


def rounds(game: str, player: str, seed: str) -> int:
    """The rounds of one match; its seed decides the cards and all chance."""
    table = make_game(game)
    bots = [make_bot(player)] * table.seats
    return len(play_match(drive(table, seed), by_bots(bots, Chance(seed))).records)


def main() -> None:
    """Play the matches of each player on the same seeds and print the figures."""
    parser = argparse.ArgumentParser(description="Rounds of whole matches, the same player in every seat.")
    parser.add_argument("game")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", default="lab")
    asked = parser.parse_args()
    for player in asked.players:
        found = sorted(rounds(asked.game, player, f"{asked.seed}/{number}") for number in range(asked.matches))
        print(f"{player}: median {median(found):g}, longest {found[-1]} rounds ({', '.join(map(str, found))})")


if __name__ == "__main__":
    main()
