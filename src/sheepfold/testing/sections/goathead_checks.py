"""What the checks of secrecy, views and sums are told of Goathead."""

from __future__ import annotations

from typing import Any

from sheepfold.core.actions import Bid, Steal
from sheepfold.core.cards import ACE, RANK_MASKS, SEVEN
from sheepfold.core.deal import Deal
from sheepfold.core.events import Outcome
from sheepfold.core.game import Game
from sheepfold.testing.sections.checks import (
    Actions,
    Checks,
    Glimpse,
    Played,
    Sight,
    Viewer,
    Wanted,
    both,
    calling,
    having,
    lacking,
    must,
    played,
)


def more(game: Game[Any], deal: Deal, actions: Actions, number: int, viewer: Viewer) -> Sight:
    """Whoever names a suit, or steals one, with four aces says "with 7" (G21, G23, GQ7, GA7)."""
    seat, action = actions[number]
    if not isinstance(action, Bid | Steal):
        return ()
    bids = [said for _, said in actions[: number + 1] if isinstance(said, Bid)]
    if bids[-1].kind != "suit":
        return ()
    return (Glimpse("with 7", seat, yes=deal.hands[seat] & RANK_MASKS[ACE] == RANK_MASKS[ACE]),)


def sums(deal: Played, outcome: Outcome) -> None:
    """120 card points; a junkyard balances."""
    must(sum(outcome.points) == 120, "the card points are not 120")
    if deal.kind == "junk":
        must(sum(outcome.delta) == 0, "a junkyard does not balance")


CHECKS = Checks(
    more=more,
    sums=sums,
    tables=(
        "goathead",
        "goathead(auction=single_round)",
        "goathead(auction=passes_reopen)",
        "goathead(suit_precedence=C>S>H>D)",
        "goathead(steal_enabled=false)",
    ),
    logs=(
        Wanted("suit", "goathead", both(played("suit", slam=False), lacking(Steal))),
        Wanted("suit, stolen", "goathead", both(played("suit"), having(Steal))),
        Wanted("suit with 7", "goathead", both(played("suit"), calling(SEVEN))),
        Wanted("suit slam", "goathead", played("suit", slam=True)),
        Wanted("nil", "goathead", played("nil")),
        Wanted("court", "goathead", played("court", slam=False)),
        Wanted("court slam", "goathead", played("court", slam=True)),
        Wanted("alone", "goathead", played("alone", slam=False)),
        Wanted("alone slam", "goathead", played("alone", slam=True)),
        Wanted("junk", "goathead", played("junk")),
    ),
)
