"""What a View means to a player: who is friend and foe, what the hand is after, which cards are still out."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.cards import Card, Mask, Seat
from sheepfold.core.events import Contract
from sheepfold.core.game import Game
from sheepfold.core.order import Order
from sheepfold.core.trick import points_of, winner
from sheepfold.games import make_game
from sheepfold.play.view import NO_CARD, View

Aim: TypeAlias = Literal["points", "tricks", "few", "none", "break"]
"""Points or tricks for one's side; few points; no trick at all; or a trick for a declarer who wants none."""

FRIEND, UNKNOWN, FOE = 1, 0, -1
MIDDLES = ("mittler", "upper_mittler", "lower_mittler", "schneidster")


@lru_cache(maxsize=64)
def game_of(text: str) -> Game[Any]:
    """The rules a View is about."""
    return make_game(text)


def own_cards(view: View) -> Mask:
    """Everything the seat can still play: its hand and its open table cards."""
    row = view.rows[view.seat] if view.rows and view.seat is not None else ()
    return view.hand | sum(1 << c for c in row if c != NO_CARD)


class Reading(Struct, frozen=True):
    """A moment in the tricks as one seat reads it. ``out`` are cards that may still fall from other seats."""

    seat: Seat
    seats: int
    order: Order
    contract: Contract
    aim: Aim
    stand: tuple[int, ...]
    mine: Mask
    out: Mask
    trick: tuple[Card, ...]
    leader: Seat
    tricks: tuple[int, ...]

    @property
    def last(self) -> bool:
        """Whether this seat plays the last card of the trick."""
        return len(self.trick) == self.seats - 1

    @property
    def taker(self) -> Seat:
        """Who would take the trick as it lies."""
        return (self.leader + winner(self.trick, self.order)) % self.seats

    @property
    def worth(self) -> int:
        """The card points in the trick."""
        return points_of(self.trick, self.order)

    @property
    def foes_behind(self) -> bool:
        """Whether somebody who is no friend still plays to this trick."""
        after = ((self.leader + place) % self.seats for place in range(len(self.trick) + 1, self.seats))
        return any(self.stand[seat] != FRIEND for seat in after)

    def power(self, card: Card) -> int:
        """The strength of a card in this trick, or as a lead."""
        led = self.trick[0] if self.trick else card
        return self.order.power[self.order.cls[led]][card]

    def beaten_by(self, card: Card) -> int:
        """How many of the cards that are out would beat this one."""
        led = self.order.cls[self.trick[0] if self.trick else card]
        power = self.order.power[led]
        return sum(self.out >> c & 1 and power[c] > power[card] for c in range(36))

    def holds(self, card: Card) -> bool:
        """Whether nobody who is no friend can take the trick away from this card, as far as this seat can tell."""
        return not self.foes_behind or not self.beaten_by(card)


def read(view: View) -> Reading:
    """The View of a seat that is to play a card."""
    assert view.seat is not None
    assert view.contract is not None
    game, seat = game_of(view.game), view.seat
    mine = own_cards(view)
    laid_away = view.bury | view.aside | (0 if view.discard is None else 1 << view.discard)
    return Reading(
        seat=seat,
        seats=view.seats,
        order=game.order_of(view.contract),
        contract=view.contract,
        aim=_aim(view, game.id),
        stand=tuple(_stand(view, game.id, other) for other in range(view.seats)),
        mine=mine,
        out=game.deck.mask & ~(mine | view.played | laid_away),
        trick=view.trick,
        leader=seat if view.leader is None or not view.trick else view.leader,
        tricks=view.tricks,
    )


def _aim(view: View, game: str) -> Aim:
    contract = view.contract
    assert contract is not None
    assert view.seat is not None
    if game == "grim" or contract.slam:
        return "tricks"
    if contract.kind == "nil":
        return "none" if contract.declarer == view.seat else "break"
    if contract.kind in ("leaster", "junk"):
        return "few"
    if contract.kind in MIDDLES:  # a share of the points is wanted, but not more than that
        return "points" if view.points[view.seat] < 16 else "few"
    return "points"


def _stand(view: View, game: str, other: Seat) -> int:
    """Friend, foe, or not known yet."""
    contract, seat = view.contract, view.seat
    assert contract is not None
    if other == seat:
        return FRIEND
    assert seat is not None
    if game in ("grim", "clover") or contract.kind in ("junk", "fixed_partners"):
        return FRIEND if (other - seat) % 2 == 0 else FOE
    if contract.declarer is None or game == "widderkopf":
        return FOE
    mine, theirs = _declares(view, seat), _declares(view, other)
    if mine is None or theirs is None:
        return UNKNOWN
    return FRIEND if mine == theirs else FOE


def _declares(view: View, seat: Seat) -> bool | None:
    """Whether a seat is on the declarer's side; ``None``: this viewer cannot know."""
    contract = view.contract
    assert contract is not None
    if seat == contract.declarer:
        return True
    called = contract.partner_card
    if called is None:
        return False
    if view.partner is not None:
        return seat == view.partner
    if (view.hand | view.bury) >> called & 1:  # the viewer has it: nobody else can be the partner
        return seat == view.seat and view.seat != contract.declarer
    if seat == view.seat:
        return False
    return True if view.known[seat] >> called & 1 else None
