"""What the checks of secrecy, views and sums are told of Grim."""

from __future__ import annotations

from sheepfold.core.actions import NameOrder, Predeclare
from sheepfold.core.cards import cards_in
from sheepfold.core.deal import Deal
from sheepfold.core.events import Outcome, PickedUp, SetAside
from sheepfold.games.grim import Grim
from sheepfold.testing.sections.checks import (
    Actions,
    Checks,
    Glimpse,
    Played,
    Sight,
    Viewer,
    Wanted,
    both,
    having,
    lacking,
    must,
    played,
)


def more(game: Grim, deal: Deal, actions: Actions, number: int, viewer: Viewer) -> Sight:
    """The second half is dealt after the pre-declaration, to which a table may add the order (R21, RQ4, RQ17)."""
    action = actions[number][1]
    before = actions[number - 1][1] if number else None
    with_order = game.options.make5_order == "predeclarer"
    last = isinstance(action, NameOrder) and isinstance(before, Predeclare)
    if viewer is None or not (last if with_order else isinstance(action, Predeclare)):
        return ()
    return (Glimpse("second hand", viewer, cards_in(deal.round2[viewer])),)


def sums(deal: Played, outcome: Outcome) -> None:
    """One team scores or loses, the other has nothing."""
    must(sorted(map(bool, outcome.delta)) == [False, True], "not exactly one team has scored")


def tricks(deal: Played) -> int:
    """Half the cards are played, unless both halves are picked up."""
    return 8 if any(isinstance(event, PickedUp) for event in deal.events) else 4


CHECKS = Checks(
    more=more,
    sums=sums,
    tricks=tricks,
    tables=(
        "grim",
        "grim(make5_order=predeclarer)",
        "grim(auction=single_circuit)",
        "grim(eight_card_double=disabled,partner_takeover=false)",
    ),
    logs=(
        Wanted("grim on the first half", "grim", both(played("grim"), lacking(SetAside))),
        Wanted("grim on the second half", "grim", both(played("grim"), having(SetAside), lacking(PickedUp))),
        Wanted("grim on eight cards", "grim", both(played("grim"), having(PickedUp))),
        Wanted("double", "grim", played("double")),
        Wanted("make5", "grim", played("make5")),
        Wanted("make5, low", "grim(make5_order=predeclarer)", both(played("make5", high=False), having(NameOrder))),
    ),
)
