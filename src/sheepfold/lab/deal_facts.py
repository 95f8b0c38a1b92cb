"""What a finished deal tells about its players: contract, roles, result, and what ``lab.figures`` adds.

Everything is read from the events and the outcome. A contract is *made* when its declarer's side gained game points:
in every game a made contract gains and a failed one does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Pass
from sheepfold.core.cards import Seat
from sheepfold.core.events import (
    ContractSet,
    Played,
    Said,
)
from sheepfold.core.game import Game
from sheepfold.lab.deals import Finished
from sheepfold.lab.figures.deals import deal_figures
from sheepfold.lab.figures.deals.base import partners_of

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
    own = deal_figures(game.id)
    return DealFacts(
        kind=THROWN_IN if contract is None else own.kind(contract, deal),
        dealer=deal.standing.dealer,
        delta=tuple(deal.outcome.delta[game.side_of(seat)] for seat in range(game.seats)),
        declarer=declarer,
        partners=() if declarer is None else partners_of(game, declarer, deal),
        leader=next((event.seat for event in deal.events if isinstance(event, Played)), None),
        passed=_passed(deal),
        decisions=len(deal.decisions),
        more=own.more(game, deal, contract),
    )


def _passed(deal: Finished) -> tuple[Seat, ...]:
    said: dict[Seat, bool] = {}
    for event in deal.events:
        if isinstance(event, ContractSet):
            break
        if isinstance(event, Said):
            said[event.seat] = said.get(event.seat, True) and isinstance(event.action, Pass)
    return tuple(sorted(seat for seat, only_passed in said.items() if only_passed))
