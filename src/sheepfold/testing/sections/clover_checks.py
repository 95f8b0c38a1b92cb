"""What the checks of secrecy, views and sums are told of Clover."""

from __future__ import annotations

from sheepfold.core.actions import Show
from sheepfold.core.events import MeldWon, Outcome, ThrownIn
from sheepfold.testing.sections.checks import Checks, Played, Wanted, both, having, must, played


def sums(deal: Played, outcome: Outcome) -> None:
    """150 trick points, nobody loses, melds end in a nought."""
    if outcome.thrown_in:
        must(outcome.delta == (0, 0) and not outcome.points, "a thrown-in deal scores")
        return
    must(sum(outcome.points) == 150, "the trick points are not 150")
    must(min(outcome.delta) >= 0 and sum(outcome.melds) % 10 == 0, "no such score in Clover")


CHECKS = Checks(
    sums=sums,
    tables=(
        "clover",
        "clover(nt_outbid=all_players)",
        "clover(turned_suit_round2=forbidden,max_redeals=0)",
        "clover(return_same_card=forbidden)",
        "clover(exchange=off)",
        "clover(meld_reuse=forbidden)",
    ),
    logs=(
        Wanted("suit, with melds shown", "clover", both(played("suit"), having(Show, MeldWon))),
        Wanted("suit, no exchange", "clover(exchange=off)", played("suit")),
        Wanted("notrump", "clover", played("notrump")),
        Wanted("thrown in", "clover", having(ThrownIn)),
    ),
)
