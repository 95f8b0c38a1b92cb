"""What the checks of all games share: what a viewer may know, which deals are logged, what the scores add up to.

``secrecy``, ``viewlog``, ``fuzz`` and ``random_deals`` hold every game to the same; what they must be told of one game
is its ``Checks``. A game from outside has none and is held to all the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Mask, Seat, cards_in, rank_of
from sheepfold.core.deal import Deal
from sheepfold.core.events import Contract, ContractSet, Event, Outcome, Standing
from sheepfold.core.game import Game
from sheepfold.notation.transcript import write_action, write_deal, write_standing
from sheepfold.play.match import DealRecord
from sheepfold.play.replay import Replay

# -- what a viewer may know --------------------------------------------------------------------------------------------

Viewer: TypeAlias = Seat | None
"""A seat, or ``None`` for somebody who only watches."""

Actions: TypeAlias = Sequence[tuple[Seat, Action]]


class Glimpse(Struct, frozen=True):
    """One thing lawfully seen or heard: which cards, at or from whom, and the action if it was open."""

    what: str
    seat: Viewer = None
    cards: tuple[Card, ...] = ()
    action: Action | None = None
    yes: bool = False


Sight: TypeAlias = tuple[Glimpse, ...]
"""All that one step shows to a viewer."""

More: TypeAlias = Callable[[Any, Deal, Actions, int, Viewer], Sight]
"""What a game shows beyond the action itself: of the game, deal and actions after the one of that number."""


def nothing_more(game: Game[Any], deal: Deal, actions: Actions, number: int, viewer: Viewer) -> Sight:
    """A game in which an action shows nothing but itself."""
    return ()


# -- deals worth a log -------------------------------------------------------------------------------------------------


class Told(Struct, frozen=True):
    """A deal with what it led to."""

    record: DealRecord
    replay: Replay[Any]
    events: tuple[Event, ...]

    @property
    def contract(self) -> Contract | None:
        """What was played."""
        return next((event.contract for event in self.events if isinstance(event, ContractSet)), None)

    def has(self, kind: type[Any]) -> bool:
        """Whether such an event or action occurred."""
        said = (type(action) for _, action in self.record.actions)
        return any(isinstance(event, kind) for event in self.events) or kind in said


Fits: TypeAlias = Callable[[Told], bool]


class Wanted(Struct, frozen=True):
    """One deal of a log: its title, the table, and what makes a deal the one wanted."""

    title: str
    game: str
    fits: Fits


def played(kind: str, **more: Any) -> Fits:
    """A deal with a contract of that kind and these details."""

    def fits(told: Told) -> bool:
        contract = told.contract
        return (
            contract is not None
            and contract.kind == kind
            and all(getattr(contract, name) == value for name, value in more.items())
        )

    return fits


def both(*tests: Fits) -> Fits:
    """A deal that passes all tests."""
    return lambda told: all(test(told) for test in tests)


def having(*kinds: type[Any]) -> Fits:
    """A deal in which all these events or actions occurred."""
    return lambda told: all(told.has(kind) for kind in kinds)


def lacking(*kinds: type[Any]) -> Fits:
    """A deal in which none of these events or actions occurred."""
    return lambda told: not any(told.has(kind) for kind in kinds)


def calling(rank: int) -> Fits:
    """A deal whose partner holds a card of that rank."""

    def fits(told: Told) -> bool:
        called = told.contract.partner_card if told.contract else None
        return called is not None and rank_of(called) == rank

    return fits


# -- sums --------------------------------------------------------------------------------------------------------------

ACE_TEN = {8: 11, 4: 10, 7: 4, 6: 3, 5: 2}


class Violation(AssertionError):
    """Something that must never happen, in words."""


def must(true: bool, sentence: str) -> None:
    """Raise if it is not so."""
    if not true:
        raise Violation(sentence)


class Played(Struct):
    """A deal on its way: all that is needed to print it, whatever happens."""

    game: Game[Any]
    standing: Standing
    deal: Deal
    actions: list[tuple[Seat, Action]]
    events: list[Event]
    state: Any

    @property
    def kind(self) -> str:
        """The kind of its contract."""
        return next((event.contract.kind for event in self.events if isinstance(event, ContractSet)), "thrown in")

    def transcript(self) -> str:
        """The deal so far as a fixture that reproduces it (YAML)."""
        keys = {
            "game": self.game.options.text(),
            "table": write_standing(self.standing),
            "deal": write_deal(self.game, self.deal),
            "actions": [write_action(*each) for each in self.actions],
        }
        return "\n".join(f"{key}: {json.dumps(value)}" for key, value in keys.items())


def worth(cards: Mask) -> int:
    """Card points by the plain table: ace 11, ten 10, king 4, queen 3, jack 2."""
    return sum(ACE_TEN.get(card % 9, 0) for card in cards_in(cards))


def no_sums(deal: Played, outcome: Outcome) -> None:
    """Nothing is known of what the scores and points add up to."""


def one_hand(deal: Played) -> int:
    """As many tricks as cards were dealt to a hand."""
    return deal.deal.hands[0].bit_count()


def nothing_left(game: Game[Any], redeals: int) -> Mapping[str, int]:
    """Throw-ins leave nothing on the table."""
    return {}


# -- one game ----------------------------------------------------------------------------------------------------------


class Checks(Struct, frozen=True, kw_only=True):
    """What the checks are told of one game.

    ``more`` is what an action shows beyond itself. ``tables`` are those at which secrecy is checked: every option that
    changes who knows or is asked what. ``logs`` are the deals of its view log, at least one for each contract and each
    way in which a deal that nobody wants can end. ``sums`` raises where scores and points do not add up, ``tricks`` is
    how many a finished deal has, and ``left`` what that many throw-ins leave in the Standing.
    """

    more: More = nothing_more
    tables: tuple[str, ...] = ()
    logs: tuple[Wanted, ...] = ()
    sums: Callable[[Played, Outcome], None] = no_sums
    tricks: Callable[[Played], int] = one_hand
    left: Callable[[Any, int], Mapping[str, int]] = nothing_left


NO_CHECKS = Checks()
"""What is known of a game from outside."""
