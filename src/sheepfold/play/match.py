"""Deal after deal until somebody has won. A Match is a value: acting on it gives a new one.

>>> from sheepfold.registry import make_game
>>> match = start(make_game("goathead"), "lamb")
>>> match.table.deal, match.over
(1, False)
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.deal import Deal, lay_out
from sheepfold.core.errors import BadDeal, IllegalAction
from sheepfold.core.events import Event, MatchOver, Outcome, Standing
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Chance
from sheepfold.play.replay import begin
from sheepfold.play.step import step
from sheepfold.play.view import View, view_of

NO_SEED = ""
"""The seed of a match whose cards were given; chance of the rules themselves (a random dealer) then hangs on it."""


class DealRecord(Struct, frozen=True):
    """All that is ever saved of a deal: the table, the cards, the actions."""

    standing: Standing
    deal: Deal
    actions: tuple[tuple[Seat, Action], ...] = ()


class Match(Struct, frozen=True, kw_only=True):
    """A match in progress: finished deals as records, the current one as state and events.

    ``opening`` is what everybody saw before the first deal (a coin toss, the drawing of the dealer).
    """

    game: Game[Any]
    seed: str | None
    opening: tuple[Event, ...]
    done: tuple[DealRecord, ...] = ()
    standing: Standing
    deal: Deal
    state: Any
    actions: tuple[tuple[Seat, Action], ...] = ()
    events: tuple[Event, ...]

    @property
    def chance(self) -> Chance:
        """The streams of this match."""
        return Chance(self.seed or NO_SEED)

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is; ``None`` when the deal is over."""
        return self.game.actor(self.state)

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat on turn may do."""
        return self.game.legal(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the current deal once it is over."""
        return self.game.outcome(self.state)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores, with the current deal once it is over."""
        outcome = self.outcome
        if outcome is None:
            return self.standing.scores
        return tuple(score + change for score, change in zip(self.standing.scores, outcome.delta, strict=True))

    @property
    def following(self) -> Standing | None:
        """The table of the next deal, when this one is over and the match is not."""
        outcome = self.outcome
        return None if outcome is None else self.game.next_standing(self.standing, outcome, self.chance)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.outcome is not None and self.following is None

    @property
    def closing(self) -> tuple[Event, ...]:
        """What is announced when the match is over; only now the seed may be known."""
        return (MatchOver(self.scores, self.game.winners(self.scores), self.seed),) if self.over else ()

    @property
    def records(self) -> tuple[DealRecord, ...]:
        """Every deal so far, the current one included."""
        return (*self.done, DealRecord(self.standing, self.deal, self.actions))

    def view(self, seat: Seat | None) -> View:
        """What a seat has seen of the current deal."""
        return view_of(self.game, seat, self.events)

    def act(self, seat: Seat, action: Action) -> Match:
        """Do an action through the checked door."""
        made = step(self.game, self.state, seat, action)
        return replace(
            self, state=made.state, actions=(*self.actions, (seat, action)), events=(*self.events, *made.events)
        )

    def next_deal(self, deal: Deal | None = None, *, standing: Standing | None = None) -> Match:
        """Deal again; refused while the deal is on or when the match is over.

        ``deal`` gives the cards explicitly; ``table`` does so for a table whose dealer chance decided elsewhere.
        """
        following = self.following
        if self.outcome is None:
            raise IllegalAction("deal_not_over", "This deal is not over yet.", "X4")
        if following is None:
            raise IllegalAction("match_over", "The match is over.")
        following = following if standing is None else standing
        cards = dealt(self.game, following, self.seed) if deal is None else deal
        made = begin(self.game, following, cards)
        return replace(
            self,
            done=self.records,
            standing=following,
            deal=cards,
            state=made.state,
            actions=(),
            events=made.events,
        )


def dealt(game: Game[Any], standing: Standing, seed: str | None) -> Deal:
    """The cards that a seed gives to this table."""
    if seed is None:
        raise BadDeal("no_seed", "This match has no seed, so its next deal must be given.", "X7")
    shuffle = Chance(seed).deal(game.deck, standing.deal, standing.redeals)
    return lay_out(game.plan(standing), shuffle, game.seats)


def start(game: Game[Any], seed: str | None, *, standing: Standing | None = None, deal: Deal | None = None) -> Match:
    """A new match. A ``table`` of one's own replaces the drawing of the dealer, a ``deal`` the cards of the seed."""
    opening: tuple[Event, ...] = ()
    if standing is None:
        standing, opening = game.first_standing(Chance(seed or NO_SEED))
    cards = dealt(game, standing, seed) if deal is None else deal
    made = begin(game, standing, cards)
    return Match(
        game=game, seed=seed, opening=opening, standing=standing, deal=cards, state=made.state, events=made.events
    )
