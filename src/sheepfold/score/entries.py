"""What can be entered on the sheet of an evening. An evening is the numbered stream of its entries, and nothing else.

Entries are only ever added. A correction is one more entry that says what an earlier one should have been, and so is
taking something back; the sheet is made anew from all of them (``score.evening``).

Facts of a deal are kept as answers to the game's form, in the public JSON form: ``{"picker": 0, "points": 75}``. Seats
count from 0 in the order of the ``players`` who sat at that moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct


class _Entry(Struct, frozen=True, omit_defaults=True, tag_field="entry", tag=str.lower, forbid_unknown_fields=True):
    """What all entries share: they are values with a tag."""


class Opened(_Entry, frozen=True):
    """The first entry: the game with its options, the version of its rules, who sits where, and cents per point.

    ``date`` is the day, as 2026-11-18; ``currency`` stands behind amounts of money.
    """

    game: str
    rules: int
    players: tuple[str, ...]
    stake: int = 0
    date: str = ""
    currency: str = ""


class Scored(_Entry, frozen=True):
    """A deal: the kind of contract and the answers to what the form asks about it.

    Of the fields named in ``by_range`` only a range was said (won, lost), and of those in ``by_team`` a team; the
    answers there stand for it and are settled alike.
    """

    kind: str
    answers: Mapping[str, Any] = {}
    by_range: tuple[str, ...] = ()
    by_team: tuple[str, ...] = ()


class Misdealt(_Entry, frozen=True):
    """Cards that were dealt wrongly and thrown together: nothing is scored, and the same player deals again."""

    note: str = ""


class Agreed(_Entry, frozen=True):
    """An amount that the table agreed on, by person: points of the game or, with ``money``, cents beside the score."""

    amounts: Mapping[str, int]
    note: str = ""
    money: bool = False


class Drawn(_Entry, frozen=True):
    """What chance decided at the table after the entry of that number: who deals."""

    after: int
    answers: Mapping[str, Any]


class Seated(_Entry, frozen=True):
    """Who sits where from here on, in the same match.

    ``game`` is the game with its options if these change with the table. Whoever took over the place of another is
    named in ``heirs``: the new player to the old one. ``dealer``: who deals next, where the table names somebody.
    """

    players: tuple[str, ...]
    game: str = ""
    heirs: Mapping[str, str] = {}
    dealer: str = ""


class Begun(_Entry, frozen=True):
    """A new match on the same evening: everybody begins at nothing, and the balances go on."""


class Staked(_Entry, frozen=True):
    """Another stake from here on, in cents per point."""

    stake: int


class Corrected(_Entry, frozen=True):
    """What the entry of that number should have been; nothing: it is struck out."""

    number: int
    by: Entered | None = None


class TakenBack(_Entry, frozen=True):
    """The entry of that number is as if it had never been made; a correction is, too, and then its original counts."""

    number: int


Entered: TypeAlias = Opened | Scored | Misdealt | Agreed | Drawn | Seated | Begun | Staked
"""What stands on a sheet."""
Entry: TypeAlias = Entered | Corrected | TakenBack
"""All that can be entered."""
