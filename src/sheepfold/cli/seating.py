"""Who plays: the person's seat, the bots of the others, and how a match keeps both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sheepfold.bots.roster import one_each, separate
from sheepfold.cli.params import DEFAULT_BOTS
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions
from sheepfold.core.game import Game
from sheepfold.play.log import Log
from sheepfold.presentation import Line, Presenter
from sheepfold.presentation.line import joined


class Seating(Struct, frozen=True):
    """Who plays: the person's seat, the bots as written, names for the record, and what else its owner wrote there."""

    seat: Seat
    bots: str
    players: tuple[str, ...]
    own_seed: bool
    own: Mapping[str, Any] = {}
    deal_own: tuple[Mapping[str, Any], ...] = ()

    @property
    def header(self) -> dict[str, Any]:
        """What a file keeps of it, beside what its owner wrote there."""
        return {**self.own, "_seat": self.seat, "_bots": self.bots}

    def bot_of(self, seats: int) -> dict[Seat, str]:
        """The bots of the other seats by their texts; the first sits on the person's left."""
        each = one_each(separate(self.bots), seats - 1)
        return {(self.seat + step) % seats: bot for step, bot in enumerate(each, 1)}


def seat_anew(log: Log, seating: Seating) -> None:
    """Enter who sits where from here on, for the header of a match file stays as it is."""
    bots = seating.bot_of(log.game.seats)
    for seat in range(log.game.seats):
        log.seat(seat, name=seating.players[seat] if seating.players else "", bot=bots.get(seat, ""))


def kept_seating(own: Mapping[str, Any], seated: Mapping[Seat, str], game: Game[Any]) -> tuple[Seat, str]:
    """Seat and bots as a file keeps them: in its header, or where they were changed later."""
    seat, bots = own.get("_seat", 0), own.get("_bots", DEFAULT_BOTS)
    people = [place for place, bot in seated.items() if not bot]
    if len(seated) == game.seats and len(people) == 1:
        seat = people[0]
        from_left = [seated[(seat + step) % game.seats] for step in range(1, game.seats)]
        bots = from_left[0] if len(set(from_left)) == 1 else ",".join(from_left)
    if type(seat) is not int:
        raise BadOptions("seat", "The record's _seat must be a number.", "X1", key="record_seat")
    if not isinstance(bots, str):
        raise BadOptions(
            "unknown_bot", "The record's _bots must be the name of a bot, or several names.", key="record_bots"
        )
    return check_seat(seat, game), bots


def check_seat(seat: int, game: Game[Any]) -> Seat:
    """A seat of this table; any other is refused."""
    if not 0 <= seat < game.seats:
        sentence = "The seat must be from 0 to { $last } here, not { $seat }."
        raise BadOptions("seat", sentence, "X1", last=game.seats - 1, seat=seat)
    return seat


def levels(presenter: Presenter, seating: Seating) -> Line:
    """The levels of the others as a list: one word if all have the same."""
    bots = seating.bot_of(presenter.game.seats)
    if len(set(bots.values())) == 1:
        return (next(iter(bots.values())),)
    each = [presenter.say("level-of", who=presenter.you(seat), level=bot) for seat, bot in bots.items()]
    return joined(each, ", ")
