"""Deal after deal until somebody has won. A Match is a value: acting on it gives a new one.

``play.driver`` is how a match is played by people and bots; a Match is what its log amounts to at one moment.

>>> from sheepfold.registry import make_game
>>> match = start(make_game("goathead"), "lamb")
>>> match.standing.deal, match.over
(1, False)
>>> moved = match.act(match.turn, match.legal[0])
>>> len(moved.match.actions), type(moved.events[0]).__name__
(1, 'Said')
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action
from sheepfold.core.cards import Seat
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadText, IllegalAction
from sheepfold.core.events import Event, MatchOver, Outcome, Standing
from sheepfold.core.form import Field
from sheepfold.core.game import Game, Step, check_standing
from sheepfold.core.shuffle import Answers, Chance
from sheepfold.play.replay import begin
from sheepfold.play.step import step
from sheepfold.play.view import View, view_of

NO_SEED = ""
"""The seed of a match whose cards were given; chance of the rules themselves (a random dealer) then depends on it."""


class DealRecord(Struct, frozen=True):
    """All that is ever saved of a deal: the standing, the cards, the actions.

    ``seed`` is that of this deal alone; ``given``: the match has a seed, but somebody laid these cards out.
    """

    standing: Standing
    deal: Deal
    actions: tuple[tuple[Seat, Action], ...] = ()
    seed: str | None = None
    given: bool = False


class Moved(Struct, frozen=True):
    """A match after an action, and the events that explain it; the last of a match come with its closing."""

    match: Match
    events: tuple[Event, ...]


class Match(Struct, frozen=True, kw_only=True):
    """A match in progress: finished deals as records, the current one as state and events.

    ``opening`` is what everybody saw before the first deal (a coin toss, the drawing of the dealer). ``legal`` is what
    the seat on turn may do. ``deal_seed`` and ``given`` are those of the current deal (see ``DealRecord``).
    """

    game: Game[Any]
    seed: str | None
    opening: tuple[Event, ...]
    done: tuple[DealRecord, ...] = ()
    standing: Standing
    deal: Deal
    state: Any
    legal: tuple[Action, ...]
    actions: tuple[tuple[Seat, Action], ...] = ()
    events: tuple[Event, ...]
    deal_seed: str | None = None
    given: bool = False

    @property
    def chance(self) -> Chance:
        """The streams of this match."""
        return Chance(self.seed or NO_SEED)

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is; ``None`` when the deal is over."""
        return self.game.actor(self.state)

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
        """The standing of the next deal, when this one is over and the match is not."""
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
        return (*self.done, DealRecord(self.standing, self.deal, self.actions, self.deal_seed, self.given))

    def view(self, seat: Seat | None) -> View:
        """What a seat has seen of the current deal."""
        return view_of(self.game, seat, self.events)

    def act(self, seat: Seat, action: Action) -> Moved:
        """Do an action through the checked door."""
        game = self.game
        made = step(game, self.state, seat, action, self.legal)
        match = replace(
            self,
            state=made.state,
            legal=game.legal(made.state),
            actions=(*self.actions, (seat, action)),
            events=(*self.events, *made.events),
        )
        return Moved(match, made.events if match.legal else (*made.events, *match.closing))

    def next_deal(
        self, deal: Deal | None = None, *, standing: Standing | None = None, seed: str | None = None
    ) -> Match:
        """Deal again; refused while the deal is on or when the match is over.

        ``deal`` gives the cards explicitly, ``seed`` a seed for this deal alone; ``standing`` is for a deal whose
        dealer chance decided elsewhere.
        """
        following = self.following
        if self.outcome is None:
            raise IllegalAction("deal_not_over", "This deal is not over yet.", "X4")
        if following is None:
            raise IllegalAction("match_over", "The match is over.")
        following = following if standing is None else standing
        made = _begun(self.game, following, self.seed if seed is None else seed, deal)
        return replace(
            self,
            done=self.records,
            standing=following,
            deal=self.game.layout(made.state),
            state=made.state,
            legal=self.game.legal(made.state),
            actions=(),
            events=made.events,
            deal_seed=seed,
            given=deal is not None and self.seed is not None,
        )


def _begun(game: Game[Any], standing: Standing, seed: str | None, deal: Deal | None) -> Step[Any]:
    """The deal of a seed, or the one that was given."""
    wrong = check_standing(game, standing)
    if wrong is not None:
        raise BadDeal("standing", wrong, "X1")
    if deal is not None:
        return begin(game, standing, deal)
    if seed is None:
        raise BadDeal("no_seed", "This match has no seed, so its next deal must be given.", "X7")
    return game.begin(standing, Chance(seed).deal(game.deck, standing.deal, standing.redeals))


def dealt(game: Game[Any], standing: Standing, seed: str | None) -> Deal:
    """The cards that a seed gives to this standing."""
    return game.layout(_begun(game, standing, seed, None).state)


def dealer_by_hand(game: Game[Any]) -> Field | None:
    """The question who deals first, if the table names a seat and chance draws nobody (R14); else ``None``."""
    try:
        game.first_standing(Answers())
    except BadText:  # chance decides it
        return None
    return next((field for field in game.chance_form() if field.name == "dealer"), None)


def start(
    game: Game[Any],
    seed: str | None,
    *,
    standing: Standing | None = None,
    deal: Deal | None = None,
    opening: tuple[Event, ...] | None = None,
) -> Match:
    """A new match. A ``standing`` of one's own replaces the drawing of the dealer, a ``deal`` the cards of the seed.

    ``opening`` is what was seen of how such a standing came about, where that is known.
    """
    if standing is None:
        standing, drawn = game.first_standing(Chance(seed or NO_SEED))
        opening = drawn if opening is None else opening
    made = _begun(game, standing, seed, deal)
    return Match(
        game=game,
        seed=seed,
        opening=opening or (),
        standing=standing,
        deal=game.layout(made.state),
        state=made.state,
        legal=game.legal(made.state),
        events=made.events,
        given=deal is not None and seed is not None,
    )
