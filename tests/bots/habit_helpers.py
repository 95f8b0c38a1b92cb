"""What the tests of several games' conventions share."""

from __future__ import annotations

from sheepfold.bots.habits import convention
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.match import Match


def after(match: Match, said: str) -> Match:
    """The match after actions parted by commas, each by whoever is on turn."""
    for word in filter(None, (part.strip() for part in said.split(","))):
        assert match.turn is not None
        match = match.act(match.turn, parse_action(word)).match
    return match


def choice(match: Match) -> tuple[str, str]:
    """What the conventions do, in words, and why."""
    action, reason = convention(match.view(match.turn), match.legal)
    return action_text(action), str(reason)
