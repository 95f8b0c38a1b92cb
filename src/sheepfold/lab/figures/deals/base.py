"""What the figures of all games share: what there is to say of a game, and the card points of a side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Bury
from sheepfold.core.cards import Seat
from sheepfold.core.events import Contract, DealShown, PartnerShown, Standing
from sheepfold.core.game import Game
from sheepfold.lab.deals import Finished, level_standing

FiguresOf: TypeAlias = Callable[[Game[Any], Finished, Contract | None], dict[str, int]]
"""Numbers to be read from a finished deal; the contract is ``None`` if it was thrown in."""


def nothing_more(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """Contract, roles and result are all there is to tell."""
    return {}


def usual_kind(contract: Contract, deal: Finished) -> str:
    """The contract in the players' words."""
    words = contract.kind.replace("_", " ")
    return f"{words} slam" if contract.slam else words


class DealFigures(Struct, frozen=True, kw_only=True):
    """What is special about the deals of one game.

    ``standing`` is the table of the deal of a number, ``kind`` the contract in words, and ``more`` has the numbers that
    only this game has.
    """

    standing: Callable[[Game[Any], int], Standing] = level_standing
    kind: Callable[[Contract, Finished], str] = usual_kind
    more: FiguresOf = nothing_more


NO_FIGURES = DealFigures()
"""What is special about a game from outside."""


def partners_of(game: Game[Any], declarer: Seat, deal: Finished) -> tuple[Seat, ...]:
    """Who played with the declarer; a called card has always fallen by the end."""
    for team in game.teams or ():
        if declarer in team:
            return tuple(seat for seat in team if seat != declarer)
    return tuple(event.seat for event in deal.events if isinstance(event, PartnerShown))


def side_points(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """The card points of the declaring side, what the picker buried included."""
    if contract is None or contract.declarer is None:
        return {}
    points = deal.outcome.points
    seats = (contract.declarer, *partners_of(game, contract.declarer, deal))
    value = game.order_of(contract).value
    hidden = next(event.hidden for event in deal.events if isinstance(event, DealShown))
    buried = sum(value[action.card] for _, action in hidden if isinstance(action, Bury))
    return {"side_points": sum(points[seat] for seat in seats) + buried}
