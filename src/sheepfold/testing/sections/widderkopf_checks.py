"""What the checks of secrecy, views and sums are told of Widderkopf."""

from __future__ import annotations

from typing import Any

from sheepfold.core.actions import Crack, Discard, Play
from sheepfold.core.deal import Deal
from sheepfold.core.events import Outcome, TableDiscard
from sheepfold.core.game import Game
from sheepfold.testing.sections.checks import (
    Actions,
    Checks,
    Fits,
    Glimpse,
    Played,
    Sight,
    Viewer,
    Wanted,
    both,
    having,
    must,
    played,
)


def more(game: Game[Any], deal: Deal, actions: Actions, number: int, viewer: Viewer) -> Sight:
    """A full trick, or the second discard, opens the piles that lost their top (W32, WQ8, WA2)."""
    kind = type(actions[number][1])
    if kind is not Play and kind is not Discard:
        return ()
    same = [(seat, action.card) for seat, action in actions[: number + 1] if type(action) is kind]
    if len(same) % 2:
        return ()
    tops = [(seat, deal.faceup[seat].index(card)) for seat, card in same[-2:] if card in deal.faceup[seat]]
    return tuple(
        Glimpse("uncovered", seat, (deal.faceup[seat][place], deal.facedown[seat][place])) for seat, place in tops
    )


def sums(deal: Played, outcome: Outcome) -> None:
    """121 card points, and one winner with 1 to 64 points."""
    must(sum(outcome.points) == 121, "the card points are not 121")
    must(min(outcome.delta) == 0 and max(outcome.delta) in (1, 2, 4, 8, 16, 32, 64), "no such score in Widderkopf")


def tricks(deal: Played) -> int:
    """The hand and the table cards but one that is discarded."""
    return 17


def cracks(count: int) -> Fits:
    """A deal with that many calls of the crack chain."""
    return lambda told: sum(isinstance(action, Crack) for _, action in told.record.actions) == count


CHECKS = Checks(
    more=more,
    sums=sums,
    tricks=tricks,
    tables=(
        "widderkopf",
        "widderkopf(discard_from=hand_or_faceup)",
        "widderkopf(crack_window=before_first_lead)",
        "widderkopf(recrack_window=own_first_card)",
        "widderkopf(discard_from=hand_or_faceup,cracking=off)",
    ),
    logs=(
        Wanted("suit", "widderkopf", both(played("suit"), cracks(0))),
        Wanted("suit, cracked around the corner", "widderkopf", both(played("suit"), cracks(4))),
        Wanted("suit, no cracking", "widderkopf(cracking=off)", played("suit")),
        Wanted("suit, discard from the table", "widderkopf(discard_from=hand_or_faceup)", having(TableDiscard)),
    ),
)
