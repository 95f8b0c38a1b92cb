"""What several tests of bots and of their conventions share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheepfold.bots.habits import convention
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.driver import Driver
from sheepfold.play.match import Match
from sheepfold.play.player import Bot, Decision, Question, ask_bot


def after(match: Match, said: str) -> Match:
    """The match after actions separated by commas, each by whoever is on turn."""
    for word in filter(None, (part.strip() for part in said.split(","))):
        assert match.turn is not None
        match = match.act(match.turn, parse_action(word)).match
    return match


def choice(match: Match) -> tuple[str, str]:
    """What the conventions do, in words, and why."""
    action, reason = convention(match.view(match.turn), match.legal)
    return action_text(action), str(reason)


def decided(driver: Driver, bots: Sequence[Bot]) -> Iterator[tuple[Question, Decision]]:
    """The deal is played to its end by bots, seat by seat in turn; each decision is given before it is done."""
    for question in driver.questions():
        decision = ask_bot(bots[question.seat % len(bots)], question, driver.match.chance)
        yield question, decision
        driver.answer(question, decision.action)
