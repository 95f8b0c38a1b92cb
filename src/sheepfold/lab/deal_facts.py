"""What a finished deal tells about its players: contract, roles, result, and a few things that only one game has.

Everything is read from the events and the outcome. A contract is *made* when its declarer's side gained game points:
in every game a made contract gains and a failed one does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Alone, Bury, Crack, Pass, Pick
from sheepfold.core.cards import Seat
from sheepfold.core.events import (
    Contract,
    ContractSet,
    DealShown,
    PartnerShown,
    PickedUp,
    Played,
    Said,
    SetAside,
)
from sheepfold.core.game import Game
from sheepfold.lab.deals import Finished

Role: TypeAlias = Literal["declarer", "partner", "defender", "nobody declared", "thrown in"]
ROLES: tuple[Role, ...] = ("declarer", "partner", "defender", "nobody declared", "thrown in")


class DealFacts(Struct, frozen=True, omit_defaults=True):
    """One deal in a line. ``delta`` is by seat: what the seat's side got.

    ``leader`` led to the first trick; ``passed`` are the seats that said nothing but pass before the contract;
    ``more`` are numbers that only this game has.
    """

    kind: str
    dealer: Seat
    delta: tuple[int, ...]
    declarer: Seat | None = None
    partners: tuple[Seat, ...] = ()
    leader: Seat | None = None
    passed: tuple[Seat, ...] = ()
    decisions: int = 0
    more: Mapping[str, int] = {}

    @property
    def made(self) -> bool | None:
        """Whether the declarer's side gained; ``None`` where nobody declared."""
        return None if self.declarer is None else self.delta[self.declarer] > 0

    def role(self, seat: Seat) -> Role:
        """What a seat was in this deal."""
        if self.kind == THROWN_IN:
            return "thrown in"
        if self.declarer is None:
            return "nobody declared"
        if seat == self.declarer:
            return "declarer"
        return "partner" if seat in self.partners else "defender"


THROWN_IN = "thrown in"


def deal_facts(game: Game[Any], deal: Finished) -> DealFacts:
    """Read a finished deal."""
    contract = next((event.contract for event in deal.events if isinstance(event, ContractSet)), None)
    declarer = None if contract is None else contract.declarer
    reader = READERS.get(game.id)
    return DealFacts(
        kind=THROWN_IN if contract is None else _kind(game, contract, deal),
        dealer=deal.standing.dealer,
        delta=tuple(deal.outcome.delta[game.side_of(seat)] for seat in range(game.seats)),
        declarer=declarer,
        partners=() if declarer is None else _partners(game, declarer, deal),
        leader=next((event.seat for event in deal.events if isinstance(event, Played)), None),
        passed=_passed(deal),
        decisions=len(deal.decisions),
        more={} if reader is None else reader(game, deal, contract),
    )


def _kind(game: Game[Any], contract: Contract, deal: Finished) -> str:
    """The contract in the players' words; Grim's bids are on four cards or on eight."""
    words = contract.kind.replace("_", " ")
    if game.id == "grim" and contract.declarer is not None:
        return f"{words} on {sum(deal.outcome.tricks)}"
    return f"{words} slam" if contract.slam else words


def _partners(game: Game[Any], declarer: Seat, deal: Finished) -> tuple[Seat, ...]:
    """Who played with the declarer; a called card has always fallen by the end."""
    for team in game.teams or ():
        if declarer in team:
            return tuple(seat for seat in team if seat != declarer)
    return tuple(event.seat for event in deal.events if isinstance(event, PartnerShown))


def _passed(deal: Finished) -> tuple[Seat, ...]:
    said: dict[Seat, bool] = {}
    for event in deal.events:
        if isinstance(event, ContractSet):
            break
        if isinstance(event, Said):
            said[event.seat] = said.get(event.seat, True) and isinstance(event.action, Pass)
    return tuple(sorted(seat for seat, only_passed in said.items() if only_passed))


# -- what only one game has --------------------------------------------------------------------------------------------


def _widderkopf(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """The length of the crack chain and who began it."""
    cracks = [event.seat for event in deal.events if isinstance(event, Said) and isinstance(event.action, Crack)]
    found = {"calls": len(cracks), **_side_points(game, deal, contract)}
    return {**found, "cracker": cracks[0]} if cracks else found


def _grim(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """Which of the three auctions was the last."""
    return {"auction": 1 + sum(isinstance(event, SetAside | PickedUp) for event in deal.events)}


def _sheepshead(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """How many were asked whether they pick, and whether the picker was alone because no card could be called."""
    asked = sum(isinstance(decided.action, Pass | Pick) for decided in deal.decisions)
    forced = any(isinstance(decided.action, Alone) and decided.choices == 1 for decided in deal.decisions)
    return {"asked": asked, "forced": int(forced), **_side_points(game, deal, contract)}


MELD_KINDS = frozenset({"melds", "melds_set", "melds_crossed_out", "melds_set_crossed_out"})
"""The items of Clover that are written for melds."""


def _clover(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """What was written for melds and in all, and the melds themselves before anything was crossed out."""
    items = deal.outcome.items
    melds = sum(item.amount for item in items if item.kind in MELD_KINDS)
    written = {"melds_written": melds, "written": sum(item.amount for item in items)}
    return {**written, "melds": sum(deal.outcome.melds), **_side_points(game, deal, contract)}


def _side_points(game: Game[Any], deal: Finished, contract: Contract | None) -> dict[str, int]:
    """The card points of the declaring side, what the picker buried included."""
    if contract is None or contract.declarer is None:
        return {}
    points = deal.outcome.points
    seats = (contract.declarer, *_partners(game, contract.declarer, deal))
    value = game.order_of(contract).value
    hidden = next(event.hidden for event in deal.events if isinstance(event, DealShown))
    buried = sum(value[action.card] for _, action in hidden if isinstance(action, Bury))
    return {"side_points": sum(points[seat] for seat in seats) + buried}


Reader: TypeAlias = Callable[[Game[Any], Finished, Contract | None], dict[str, int]]
READERS: Mapping[str, Reader] = {
    "goathead": _side_points,
    "widderkopf": _widderkopf,
    "grim": _grim,
    "sheepshead": _sheepshead,
    "clover": _clover,
}
"""What a game has to tell beyond contract and roles; a game without a reader has nothing."""
