"""Names, and events in words that speak to the person at the keyboard as *you*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheepfold.core.cards import Seat
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import CardsDealt, Event, Implied
from sheepfold.core.game import Game
from sheepfold.notation.words import TEAM_NAMES, Names, sentence

SEAT_NAMES = ("Anna", "Bruno", "Clara", "David", "Emma", "Felix", "Greta", "Hugo")
"""Names of the computer players by seat: the first letter tells the place round the table."""
COMPASS = ("North", "East", "South", "West")

_SELF = "\ue000"  # stands for the person in a sentence until its grammar is mended
_IRREGULAR = {"is": "are", "has": "have", "was": "were", "passes": "pass", "buries": "bury"}


class BadNames(SheepfoldError):
    """Names that do not fit the table."""


class Speech:
    """Who sits where, as seen from one seat; ``own_name``: the person wants to be called by that name."""

    def __init__(self, game: Game[object], seat: Seat | None, names: Sequence[str], *, own_name: bool = False) -> None:
        self.seat = seat
        self._game = game.id
        self.players = tuple(names)
        self._you = seat is not None and not own_name
        teams = TEAM_NAMES.get(game.id)
        spoken = [_SELF if self._you and place == seat else name for place, name in enumerate(names)]
        self._names = Names(spoken, teams)
        self.sides = teams or tuple(self.name(place) for place in range(game.seats))

    def name(self, seat: Seat) -> str:
        """A seat's name at the beginning of a line."""
        return "You" if self._you and seat == self.seat else self.players[seat]

    def within(self, seat: Seat) -> str:
        """A seat's name inside a sentence."""
        return "you" if self._you and seat == self.seat else self.players[seat]

    def sentence(self, event: Event) -> str:
        """The event in words; an empty text for what is no news: a turn, others' cards, what one has oneself."""
        if isinstance(event, CardsDealt) and event.seat != self.seat and event.cards is None:
            return ""
        if isinstance(event, Implied) and (event.seat == self.seat or self._game == "clover"):
            return ""  # a meld that was shown says it all
        return second_person(sentence(event, self._names)).replace("!.", "!")


def second_person(text: str) -> str:
    """Mend the grammar of a sentence in which the marker stands for the person."""
    if _SELF not in text:
        return text
    text = text.replace(f"{_SELF}'s", "your")
    text = re.sub(rf"{_SELF} ([a-z]+)", lambda found: f"you {_verb(found[1])}", text).replace(_SELF, "you")
    return text[:1].upper() + text[1:]


def _verb(word: str) -> str:
    """``plays`` as ``play``; other words stay."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return word[:-1] if word.endswith("s") and len(word) > 2 else word


def default_names(game: Game[object]) -> tuple[str, ...]:
    """A name for every seat."""
    return COMPASS if game.id == "grim" else SEAT_NAMES[: game.seats]


def read_names(text: str, game: Game[object]) -> tuple[str, ...]:
    """Names separated by commas, one per seat."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    if len(names) != game.seats:
        more = "; for another number of players write --option players=N" if text.strip().isdigit() else ""
        count = f"{len(names)} name" + ("s" if len(names) > 1 else "")
        raise BadNames(
            "players",
            "{ $title } has { $seats } seats here, and { $count } came{ $more }.",
            title=game.title,
            seats=game.seats,
            count=count,
            more=more,
        )
    if not all(name and name.isprintable() and len(name) <= 20 for name in names):
        raise BadNames("players", "A name has from 1 to 20 printable characters.", key="player_name")
    if len(set(names)) < len(names):
        raise BadNames("players", "No two players may have the same name.", key="player_twice")
    return names
