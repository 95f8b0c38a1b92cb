"""For whom something is said: the seat, the names of the players, the language."""

from __future__ import annotations

from msgspec import Struct

from sheepfold.core.cards import Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game

SEAT_NAMES = ("Anna", "Bruno", "Clara", "David", "Emma", "Felix", "Greta", "Hugo")
"""Names of the computer players by seat: the first letter tells the place round the table."""

LONGEST_NAME = 20


class BadNames(SheepfoldError):
    """Names that do not fit the table."""


class Reader(Struct, frozen=True):
    """Who reads: a seat, or ``None`` for somebody who only watches.

    ``names`` are what the players are called, one per seat. The reader is *you*, unless they want to be called
    ``by_name``. Without names the presentation of the game names the seats.
    """

    seat: Seat | None
    names: tuple[str, ...] = ()
    by_name: bool = False
    language: str = "en"

    def is_you(self, seat: Seat) -> bool:
        """Whether a seat is spoken to rather than spoken of."""
        return seat == self.seat and not self.by_name


def read_names(text: str, game: Game[object], seat: Seat = 0, usual: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Names separated by commas, one per seat; one name alone is that of this seat, and the others keep their usual."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    if len(names) == 1 and usual and not names[0].isdigit():
        names = _beside(names[0], seat, usual)
    if len(names) != game.seats:
        raise _wrong_number(text, len(names), game)
    for name in names:
        check_name(name)
    if len(set(names)) < len(names):
        raise BadNames("players", "No two players may have the same name.", key="player_twice")
    return names


def check_name(name: str) -> None:
    """Refuse what is not a name of a player."""
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadNames("players", "A name has from 1 to 20 printable characters.", key="player_name")


def _beside(name: str, seat: Seat, usual: tuple[str, ...]) -> tuple[str, ...]:
    """The usual names but for one; whoever is called the same gets another name."""
    others = [each for place, each in enumerate(usual) if place != seat]
    spare = (each for each in SEAT_NAMES if each not in (*others, name))
    kept = [next(spare) if each == name else each for each in others]
    return (*kept[:seat], name, *kept[seat:])


def _wrong_number(text: str, given: int, game: Game[object]) -> BadNames:
    if text.strip().isdigit():
        sentence = (
            "--players takes { $seats } names here, separated by commas; "
            "for another number of players write --option players=N."
        )
        return BadNames("players", sentence, key="players_number", seats=game.seats)
    sentence = "{ $title } has { $seats } seats here; names given: { $count }."
    return BadNames("players", sentence, title=game.title, seats=game.seats, count=given)
