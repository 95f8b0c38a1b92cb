"""The Scene: what one reader's screen shows beside the cards themselves, as data, and which parts an event changes.

A Scene is made by a presentation from a View and from nothing else, so it cannot tell more than the View. Cards in
hand, on the table and in tricks are in the View; a Scene says what they mean: names, goal, roles, order, values,
groups, the state of the auction, what bids and melds promise and pay, and the clauses of the law for the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from sheepfold.core import events as e
from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Rank, Seat
from sheepfold.presentation.line import Line


class Chip(Struct, frozen=True):
    """A small fact with its label, as it stands in a bar: *picker* Dora, *called* A♠, *worth* 4."""

    kind: str
    label: Line
    value: Line


class Mark(Struct, frozen=True):
    """A number on the way that means something: 61 wins, 90 is Schneider."""

    number: int
    label: Line


class Goal(Struct, frozen=True, omit_defaults=True):
    """What it is about at this moment, in words and, where it is a count, in numbers.

    ``ours`` and ``theirs`` are what the reader's side and the other one surely have, ``open`` what players have whose
    side the reader does not know; for somebody who only watches, *ours* is the declaring side. ``counts`` is ``points``
    or ``tricks``, and empty where nothing is counted yet.
    """

    line: Line
    counts: str = ""
    needed: int | None = None
    ours: int | None = None
    theirs: int | None = None
    open: int = 0
    total: int | None = None
    marks: tuple[Mark, ...] = ()


class Role(Struct, frozen=True, omit_defaults=True):
    """What a seat is in this deal: declarer, partner, dealer, a team. ``secret``: only the reader knows."""

    kind: str
    line: Line
    secret: bool = False


class OwnSide(Struct, frozen=True, omit_defaults=True):
    """The side of the reader in words; ``secret``: nobody else knows yet. ``seats`` are those surely on it."""

    line: Line
    secret: bool = False
    seats: tuple[Seat, ...] = ()


class Group(Struct, frozen=True):
    """Cards of the own hand that belong together, the strongest first; ``kind`` is ``trumps`` or a suit."""

    kind: str
    name: Line
    cards: tuple[Card, ...]


class OrderStrip(Struct, frozen=True):
    """What beats what: the trumps from the strongest down, and the ranks of the plain suits."""

    trumps: tuple[Card, ...]
    ranks: tuple[Rank, ...]


class Worth(Struct, frozen=True):
    """What a card counts."""

    card: Card
    points: int


class Winning(Struct, frozen=True):
    """The card that is winning the trick on the table, and why."""

    seat: Seat
    card: Card
    why: Line


class LastCall(Struct, frozen=True, omit_defaults=True):
    """What a seat said last, shortly; ``gone``: it no longer counts, since it was outbid or stolen."""

    line: Line
    gone: bool = False


class Auction(Struct, frozen=True):
    """How the auction stands: in words, and what each seat said last (``None``: nothing yet)."""

    line: Line
    holder: Seat | None
    said: tuple[LastCall | None, ...]


class Offer(Struct, frozen=True, omit_defaults=True):
    """Something that can be bid, called or shown: what it is called, what it promises and what it pays.

    ``won`` and ``lost`` are the changes of the reader's score if it goes well or badly; ``points`` is what a meld
    counts, or what the deal is worth after a call.
    ``open``: it can still be said at this height. Whether it is allowed is told with the question.
    """

    action: Action
    name: Line
    promise: Line = ()
    won: int | None = None
    lost: int | None = None
    points: int | None = None
    open: bool = True
    step: int = 0
    """Its height among the others, for a ladder or a chain; 0 where there is none."""
    best: int | None = None
    """The change of the reader's score if it goes as well as can be: without brush, with Schwarz."""
    rung: Line = ()
    """What that height is called where several offers share it: *alone slam*."""


class Scene(Struct, frozen=True, kw_only=True):
    """Everything that a reader's screen shows but the lines of what happened; tuples by seat have one entry each."""

    title: Line
    table: Line
    sides: tuple[Line, ...]
    deal: Line
    carried: Line
    phase: Line
    contract: Line
    chips: tuple[Chip, ...]
    goal: Goal
    side: OwnSide | None
    roles: tuple[tuple[Role, ...], ...]
    taken: tuple[Line, ...]
    order: OrderStrip | None
    values: tuple[Worth, ...]
    groups: tuple[Group, ...]
    winning: Winning | None
    auction: Auction | None
    offers: tuple[Offer, ...]
    clauses: tuple[str, ...]


PARTS: tuple[str, ...] = Scene.__struct_fields__
"""The parts of a Scene, each made by the method of that name of a presentation."""


COMMON = frozenset({"title", "table", "deal", "carried", "phase", "order", "values", "winning", "taken", "clauses"})
"""Parts that our own games make from what everybody sees and without naming the reader: alike for all of a language."""


class SceneChange(Struct, frozen=True, omit_defaults=True):
    """The parts of a Scene that an event has changed; what is not there is as it was."""

    title: Line | UnsetType = UNSET
    table: Line | UnsetType = UNSET
    sides: tuple[Line, ...] | UnsetType = UNSET
    deal: Line | UnsetType = UNSET
    carried: Line | UnsetType = UNSET
    phase: Line | UnsetType = UNSET
    contract: Line | UnsetType = UNSET
    chips: tuple[Chip, ...] | UnsetType = UNSET
    goal: Goal | UnsetType = UNSET
    side: OwnSide | UnsetType | None = UNSET
    roles: tuple[tuple[Role, ...], ...] | UnsetType = UNSET
    taken: tuple[Line, ...] | UnsetType = UNSET
    order: OrderStrip | UnsetType | None = UNSET
    values: tuple[Worth, ...] | UnsetType = UNSET
    groups: tuple[Group, ...] | UnsetType = UNSET
    winning: Winning | UnsetType | None = UNSET
    auction: Auction | UnsetType | None = UNSET
    offers: tuple[Offer, ...] | UnsetType = UNSET
    clauses: tuple[str, ...] | UnsetType = UNSET


# -- what an event can change ------------------------------------------------------------------------------------------

_ALL = frozenset(PARTS)
_NONE: frozenset[str] = frozenset()
_OPENING = frozenset({"deal", "carried", "contract", "chips", "goal", "roles", "auction", "offers", "taken"})
_HAND = frozenset({"groups", "offers", "contract", "goal"})
_PHASE = frozenset({"phase", "contract", "chips", "goal", "clauses", "offers", "auction", "roles", "taken"})

CHANGES: Mapping[type, frozenset[str]] = {
    e.DealBegun: _OPENING,
    e.CoinTossed: _NONE,
    e.DealerDrawn: _NONE,
    e.CardsDealt: _HAND,
    e.RowLaid: frozenset({"taken", "groups"}),
    e.BlindLaid: frozenset({"contract", "chips"}),
    e.UpCard: frozenset({"contract", "chips", "groups", "offers", "goal", "auction"}),
    e.Turn: _PHASE,
    e.Said: frozenset({"phase", "contract", "chips", "goal", "auction", "offers", "roles", "groups"}),
    e.Implied: frozenset({"side", "goal", "roles"}),
    e.BlindTaken: _HAND,
    e.Buried: _HAND,
    e.Discarded: _HAND,
    e.TableDiscard: _HAND,
    e.Given: _HAND,
    e.SetAside: _HAND | {"chips", "roles", "auction"},
    e.PickedUp: _HAND | {"chips", "roles", "auction"},
    e.ContractSet: _ALL - {"title", "table", "sides", "deal", "carried", "winning"},
    e.Played: frozenset({"groups", "winning", "offers", "side", "goal"}),
    e.TrickWon: frozenset({"winning", "taken", "goal", "clauses", "offers"}),
    e.MeldWon: frozenset({"taken", "goal", "chips"}),
    e.TurnedUp: frozenset({"taken", "groups"}),
    e.PartnerShown: frozenset({"roles", "side", "goal", "chips", "contract"}),
    e.ThrownIn: frozenset({"contract", "chips", "auction"}),
    e.DealScored: _PHASE | {"winning"},
    e.DealShown: _NONE,
    e.MatchOver: _NONE,
}
"""What each kind of event can change; whatever it may change is made again and compared."""


_KNOWN = frozenset({"partner", "contract", "calls", "phase", "outcome", "standing", "thrown_in", "dealt"})
_OWN = frozenset({"hand", "bury", "discard"})
_COUNTED = frozenset({"done", "melds", "bury", "discard", "table_discards", "covered", "blind", "hidden"})
_BEFORE = _KNOWN | {"upcard", "counts", "done", "trick"}

MADE_FROM: Mapping[str, frozenset[str]] = {
    "title": _NONE,
    "table": _NONE,
    "sides": _NONE,
    "deal": frozenset({"standing"}),
    "carried": frozenset({"standing"}),
    "phase": frozenset({"phase", "calls"}),
    "contract": _BEFORE,
    "chips": _BEFORE,
    "goal": _BEFORE | _COUNTED | _OWN | {"leader", "turn"},
    "side": _KNOWN | _OWN,
    "roles": _BEFORE | _OWN,
    "taken": frozenset({"done", "melds", "contract", "phase", "covered", "table_discards", "turn"}),
    "order": frozenset({"contract"}),
    "values": frozenset({"contract"}),
    "groups": _KNOWN | {"hand", "aside", "rows", "upcard"},
    "winning": frozenset({"contract", "leader", "trick"}),
    "auction": _BEFORE,
    "offers": _BEFORE | _OWN | {"aside", "rows", "turn"},
    "clauses": frozenset({"phase", "contract", "done"}),
}
"""The fields of a View that a part of our own games is made from: if none of them has changed, it is as it was."""
IN_TRICKS: Mapping[str, frozenset[str]] = {
    "contract": frozenset({"contract", "calls", "standing"}),
    "chips": frozenset({"contract", "calls", "standing", "outcome"}),
    "goal": _KNOWN | _COUNTED,
    "roles": _KNOWN | _OWN,
    "taken": frozenset({"done", "melds", "contract", "covered", "table_discards"}),
    "auction": frozenset({"contract"}),
    "offers": frozenset({"calls"}),
}
"""The same while tricks are played, where that is less."""


def changes(scene: Scene, names: Iterable[str], make: Callable[[str], Any]) -> SceneChange:
    """Which of these parts have changed, the others not made; ``make`` makes one part by its name."""
    found = {name: made for name in names if (made := make(name)) != getattr(scene, name)}
    return SceneChange(**found)


def changed(scene: Scene, change: SceneChange) -> Scene:
    """The Scene after a change."""
    given = {name: value for name in PARTS if (value := getattr(change, name)) is not UNSET}
    return replace(scene, **given) if given else scene
