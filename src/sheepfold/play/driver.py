"""Players around a match: the driver gives out questions and takes decisions.

It never calls a player and never waits for one, so a loop, a thread or an asyncio task can own it. What players get is
what a client on a wire would have: a question, and what they are told of each entry. Whoever owns the driver may look
at the log; players may not.

>>> from sheepfold.registry import make_game
>>> driver = Driver(Log(make_game("grim"), "lamb"))
>>> driver.begin()
>>> question = driver.question()
>>> driver.answer(question, question.legal[0])[0].number == question.number
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from sheepfold.core.actions import Action, Bury, Discard, Give, Play
from sheepfold.core.cards import Mask, Seat, cards_in
from sheepfold.core.deal import Deal
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import (
    BlindTaken,
    CardsDealt,
    DealShown,
    Event,
    PickedUp,
    Standing,
    TableDiscard,
    TurnedUp,
)
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Chance
from sheepfold.play.log import Acted, Log, Logged, TakenBack, Told
from sheepfold.play.match import Match
from sheepfold.play.player import NO_LIMIT, Bot, Budget, Question, Refused, ask_bot
from sheepfold.play.step import step, why_not
from sheepfold.play.view import NO_CARD, View, after, empty_view, watch

CARD_ACTIONS = (Play, Bury, Discard, Give)
"""Actions in which a card leaves the hand; a client shows all cards it holds, allowed or not."""


class _Kept(Struct):
    """A View and how far it has been folded: the entries of the log up to a number."""

    view: View
    until: int


class Driver:
    """A match with players around it. Each View is folded once per event, and only for seats asked or watched."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._views: dict[Seat | None, _Kept] = {}

    @property
    def match(self) -> Match:
        """The match as it stands; for the owner, never for a player."""
        return self.log.match

    def begin(self, *, standing: Standing | None = None, deal: Deal | None = None) -> None:
        """The opening and the first deal."""
        self.log.begin(standing=standing, deal=deal)

    def deal(self, *, deal: Deal | None = None, seed: str | None = None) -> Logged:
        """The next deal; cards or a seed of one's own take the place of the match's."""
        return self.log.deal(deal=deal, seed=seed)

    # -- what a viewer sees --------------------------------------------------------------------------------------

    def view(self, viewer: Seat | None) -> View:
        """What a viewer has seen of the current deal."""
        kept, log = self._views.get(viewer), self.log
        until = log.number
        if kept is None:
            log.check_viewer(viewer)
        if kept is None or kept.until <= log.turned_at:  # nobody asked before, or not since a deal or a taking-back
            kept = self._views[viewer] = _Kept(log.match.view(viewer), until)
        elif kept.until < until:
            events = [event for logged in log.since(kept.until) for event in logged.events]
            kept.view, kept.until = after(kept.view, events), until
        return kept.view

    def told(self, viewer: Seat | None, since: int = 0) -> Iterator[Told]:
        """What a viewer sees of every entry from that number on; for whoever was there before it."""
        for logged in self.log.since(since):
            yield self.log.told(logged, viewer)

    def joined(self, viewer: Seat | None) -> Told:
        """What a viewer gets who comes in the middle."""
        return self.log.joined(viewer)

    # -- question and answer -------------------------------------------------------------------------------------

    def question(self, *, refusals: bool = False) -> Question | None:
        """What the seat on turn is asked; ``None`` when the deal is over. ``refusals`` for players that show them."""
        match = self.log.match
        seat = match.turn
        if seat is None:
            return None
        view = self.view(seat)
        refused = refusals_for(match.game, match.state, match.legal, view) if refusals else ()
        return Question(self.log.number, seat, view, match.legal, len(match.actions), refused)

    def questions(self, *, refusals: bool = False) -> Iterator[Question]:
        """One question after the other, each when the one before it has been answered, until the deal is over."""
        while (question := self.question(refusals=refusals)) is not None:
            yield question

    def why_not(self, seat: Seat, action: Action) -> IllegalAction | None:
        """Why a seat may not do this now; ``None``: it may."""
        match = self.match
        return why_not(match.game, match.state, seat, action, match.legal)

    def legal_after(self, seat: Seat, actions: Sequence[Action]) -> tuple[Action, ...]:
        """What a seat may do after these actions of its own, none of which is done; raises why they cannot be."""
        return staged(self.match.game, self.match.state, seat, actions, more=True)

    def trial(self, seat: Seat, actions: Sequence[Action]) -> IllegalAction | None:
        """Why this seat cannot do all these actions one after the other; ``None``: it can. Nothing is done."""
        try:
            staged(self.match.game, self.match.state, seat, actions)
        except IllegalAction as refused:
            return refused
        return None

    def answer(
        self, question: Question, *actions: Action, id: str = "", by: str = "", hinted: bool = False
    ) -> tuple[Logged, ...]:
        """Do one action, or several that were staged, whole or not at all.

        An answer to an earlier question is refused; one whose ``id`` this seat has entered before is done already, and
        the entry that has the id, the last of the answer, is given again.
        """
        if id and (done := self.log.entered(id, Acted, question.seat)):
            return done
        if question.number <= self.log.changed_at:
            raise IllegalAction("stale_answer", "The match has gone on since that was asked.", "X6")
        if not actions:
            raise IllegalAction("no_action", "There is nothing to do.", "X6")
        log, seat = self.log, question.seat
        if len(actions) == 1:
            return (log.act(seat, actions[0], id=id, by=by, hinted=hinted),)
        staged(log.game, log.match.state, seat, actions)
        before = [log.act(seat, action, by=by, hinted=hinted) for action in actions[:-1]]
        return (*before, log.act(seat, actions[-1], id=id, by=by, hinted=hinted))

    def claim(
        self, seat: Seat, line: Sequence[tuple[Seat, Action]], *, id: str = "", by: str = ""
    ) -> tuple[Logged, ...]:
        """Enter an accepted claim and the play that follows from it (see ``Log.claim``)."""
        return self.log.claim(seat, line, id=id, by=by)

    def take_back(self, to: int, *, id: str = "", by: str = "") -> Logged:
        """Take back every entry of this deal from that action on; every View is folded again."""
        for done in self.log.entered(id, TakenBack, None):
            return done
        return self.log.take_back(to, id=id, by=by)


def staged(
    game: Game[Any], state: Any, seat: Seat, actions: Sequence[Action], more: bool = False
) -> tuple[Action, ...]:
    """What may be done after these actions of one seat; raises what the first that cannot be done raises.

    Nothing may follow an action that shows, or may show, the seat something new, and ``more`` is to follow the last one
    too: a trial would tell what lies in the blind before anybody has picked.
    """
    for place, action in enumerate(actions):
        if place and game.actor(state) != seat:
            raise IllegalAction("staged", "These cannot be done together: another player's turn comes between.", "X6")
        made = step(game, state, seat, action)
        state = made.state
        if (more or place < len(actions) - 1) and _news(action, made.events):
            sentence = "These cannot be done together: you will first see cards that you do not know yet."
            raise IllegalAction("staged", sentence, "X8", key="staged_news")
    return game.legal(state) if game.actor(state) == seat else ()


def _news(action: Action, events: Sequence[Event]) -> bool:
    """Whether the seat that does this may learn something; after a discard even that is a secret (WA2)."""
    return type(action) is Discard or any(type(event) in NEWS for event in events)


NEWS: frozenset[type] = frozenset({BlindTaken, CardsDealt, PickedUp, TableDiscard, TurnedUp, DealShown})
"""What tells a seat more than it knew before its own action."""


def refusals_for(game: Game[Any], state: Any, legal: Sequence[Action], view: View) -> tuple[Refused, ...]:
    """Every own card that the seat on turn may not play now, and what else of this phase is worth showing."""
    kinds = [kind for kind in CARD_ACTIONS if any(type(action) is kind for action in legal)]
    cards = [kind(c) for kind in kinds for c in cards_in(own_cards(view))]
    wanted = (*cards, *game.worth_showing(state))
    found = [(action, game.refusal(state, action)) for action in wanted if action not in legal]
    return tuple(Refused(action, no.code, no.message, no.rule) for action, no in found)


def own_cards(view: View) -> Mask:
    """The cards that the viewer could play: the hand, and the open cards of the own row."""
    row = view.rows[view.own_seat] if view.rows else ()
    return view.hand | sum(1 << card for card in row if card != NO_CARD)


class Watcher:
    """Somebody who is present: gets every event as this viewer sees it, one at a time, with the View after it."""

    def __init__(self, driver: Driver, viewer: Seat | None) -> None:
        self.driver = driver
        self.viewer = viewer
        self.view = empty_view(driver.log.game, viewer)
        self._until = driver.log.first

    def catch_up(self) -> View:
        """Skip whatever has happened so far; the View is as it is now."""
        self.view, self._until = self.driver.view(self.viewer), self.driver.log.number
        return self.view

    def news(self) -> Iterator[tuple[Event, View]]:
        """Every event since the last time, and the View after it; after a taking-back the View without it."""
        log = self.driver.log
        while self._until < log.number:
            told = log.told(log.at(self._until), self.viewer)
            self._until += 1
            if told.snapshot is not None:
                self.view = told.snapshot
                continue
            if told.what == "dealt":
                self.view = empty_view(log.game, self.viewer)
            for event, view in watch(self.view, told.events):
                self.view = view
                yield event, view


def drive(game: Game[Any], seed: str | None, *, standing: Standing | None = None, deal: Deal | None = None) -> Driver:
    """A driver with its first deal on the table."""
    driver = Driver(Log(game, seed))
    driver.begin(standing=standing, deal=deal)
    return driver


def play_deal(driver: Driver, choose: Callable[[Question], Action]) -> Match:
    """Play the deal in progress to its end, every decision by one function."""
    for question in driver.questions():
        driver.answer(question, choose(question))
    return driver.match


def play_match(driver: Driver, choose: Callable[[Question], Action], most: int = 1000) -> Match:
    """Play until the match is over; a match of more deals than ``most`` is a fault."""
    for _ in range(most):
        if play_deal(driver, choose).over:
            return driver.match
        driver.deal()
    raise AssertionError(f"the match does not end within {most} deals")


def by_bots(seated: Sequence[Bot], chance: Chance, budget: Budget = NO_LIMIT) -> Callable[[Question], Action]:
    """Decisions by programs, one per seat; their numbers come from streams of this chance."""
    return lambda question: ask_bot(seated[question.seat], question, chance, budget).action
