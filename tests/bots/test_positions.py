"""Positions that a player of the game would talk about: nobody from ``regular`` up does what is shameful there."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.bots import make_bot
from sheepfold.core.shuffle import Stream
from sheepfold.notation.actions import action_text
from sheepfold.play.player import bot_label
from sheepfold.registry import GAMES
from sheepfold.testing.positions import Position, read_positions

FOLDER = Path(__file__).parents[1] / "positions"
POSITIONS = list(read_positions(FOLDER))
FEWEST = 20
PLAYERS = ("conventions", "regular", "regular(mistakes=0)", "club", "master")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_positions(game: str) -> None:
    own = [position for position in POSITIONS if position.file.parent.name == game]
    assert len(own) >= FEWEST
    assert all(position.match.game.id == game for position in own)


def test_titles_are_sentences_and_no_two_alike() -> None:
    titles = [position.title for position in POSITIONS]
    assert len(set(titles)) == len(titles)
    for title in titles:
        assert title[0].isupper()
        assert title.endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    "position", POSITIONS, ids=lambda position: f"{position.file.parent.name}/{position.file.stem}"
)
def test_nothing_shameful(position: Position, player: str) -> None:
    match = position.match
    assert match.turn is not None
    stream = Stream("positions", bot_label(match.turn, match.standing.deal, len(match.actions)))
    action = make_bot(player).choose(position.view, match.legal, stream).action
    assert action not in position.shameful, f"{position.title} {player} chose {action_text(action)}."
    if position.acceptable:
        assert action in position.acceptable, f"{position.title} {player} chose {action_text(action)}."
