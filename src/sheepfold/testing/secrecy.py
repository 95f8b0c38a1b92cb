"""Twin worlds: nobody learns what they may not know. Shipped, so that a game from outside can be checked too.

Two worlds are *twins* for a viewer as long as the viewer has lawfully seen the same in both. Then everything that the
library tells or lets that viewer do must be the same in both: the View byte for byte, whose turn it is and in which
phase, the number and the lines of the events, the Scene, the legal actions, those shown although they are refused, the
reasons of refusals, and near the end of a deal the answers to claims.

What a viewer may lawfully see is worked out here, from the true deal, the true actions and the law book, and not by
the code under test (``glimpses``). A twin is made by moving cards that the viewer has not seen and by changing what
others did out of sight; it is then played along with the truth, for as long as the public actions stay legal in it.
That a twin ends where somebody's next card became illegal is no fault: until then the two were twins.

``python -m sheepfold.testing.secrecy --pairs 20000`` compares as many pairs as asked, for all games or the one named.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from sheepfold.core.actions import Action, Bury, Discard, Give, Play, Show
from sheepfold.core.cards import Card, Mask, Seat, cards_in, mask_of
from sheepfold.core.deal import Deal, Pile, gather, lay_out
from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.core.events import Event, Given
from sheepfold.core.game import Game
from sheepfold.core.order import Order
from sheepfold.core.shuffle import Shuffle, Stream
from sheepfold.notation.actions import action_text
from sheepfold.notation.transcript import write_action, write_deal, write_standing
from sheepfold.play.driver import refusals_for, staged
from sheepfold.play.match import DealRecord
from sheepfold.play.step import why_not
from sheepfold.play.view import View, after, empty_view, view_of
from sheepfold.play.worlds import Worlds
from sheepfold.presentation import Line, Presenter, Reader, Scene
from sheepfold.registry import GAMES, OWN, make_game
from sheepfold.solver.claim import prove, tricks_left
from sheepfold.testing.random_deals import every_table, random_action, random_deal
from sheepfold.testing.sections import checks_of
from sheepfold.testing.sections.checks import Actions, Glimpse, Sight, Viewer

# -- what a viewer may know, by the law book ---------------------------------------------------------------------------


Gifts: TypeAlias = Mapping[int, Seat]
"""Who got the card of a gift, by the number of the action; everybody sees where a card goes."""


def opposite(seat: Seat, seats: int) -> Seat:
    """To whom our own games give a card: the partner opposite (C20)."""
    return (seat + seats // 2) % seats


def glimpses(
    game: Game[Any], deal: Deal, actions: Actions, viewer: Viewer, gifts: Gifts | None = None
) -> Iterator[Sight]:
    """What this viewer may know, step by step, before the deal is over: first of the deal, then of each action (X8)."""
    yield dealt(deal, viewer)
    more = checks_of(game.id).more
    for number, (seat, action) in enumerate(actions):
        receiver = opposite(seat, game.seats) if gifts is None else gifts.get(number)
        yield (done(seat, action, viewer, receiver), *more(game, deal, actions, number, viewer))


def dealt(deal: Deal, viewer: Viewer) -> Sight:
    """One's own hand, and whatever lies face up."""
    seen = [Glimpse("face up", seat, row) for seat, row in enumerate(deal.faceup)]
    if deal.upcard is not None:
        seen.append(Glimpse("up-card", None, (deal.upcard,)))
    if viewer is not None:
        seen.append(Glimpse("own hand", viewer, cards_in(deal.hands[viewer])))
    return tuple(seen)


def hidden_from(seat: Seat, action: Action, viewer: Viewer, receiver: Seat | None) -> bool:
    """Bury and discard are known to who made them, a given card also to who gets it; all else is open."""
    if isinstance(action, Bury | Discard):
        return viewer != seat
    return isinstance(action, Give) and (viewer is None or viewer not in (seat, receiver))


def done(seat: Seat, action: Action, viewer: Viewer, receiver: Seat | None) -> Glimpse:
    """An action as the viewer sees it; of a hidden one only that it was done."""
    name = type(action).__name__
    if hidden_from(seat, action, viewer, receiver):
        return Glimpse(name, seat)
    if isinstance(action, Play | Bury | Discard | Give):
        return Glimpse(name, seat, (action.card,), action)
    return Glimpse(name, seat, cards_in(action.cards) if isinstance(action, Show) else (), action)


# -- what the library tells a viewer -----------------------------------------------------------------------------------


LATE, CLAIM_TRIALS = 2, 40
"""Claims are tried with this many tricks left, on this many worlds: enough to see a leak, and quick."""


class Moment(Struct, frozen=True):
    """All that the library tells a viewer at one moment of a deal."""

    state: Any
    view: View
    told: bytes
    turn: Viewer
    phase: str
    events: int
    lines: tuple[Line, ...]
    scene: Scene
    legal: tuple[str, ...] | None
    refused: tuple[str, ...] | None
    worth_showing: tuple[str, ...]
    trials: tuple[str, ...] | None
    claims: tuple[Card | None, ...] | None
    order: Order | None


COMPARED = (
    "turn",
    "phase",
    "events",
    "told",
    "lines",
    "scene",
    "legal",
    "refused",
    "worth_showing",
    "trials",
    "claims",
    "order",
)
"""What must be the same in both of two worlds that a viewer cannot tell apart."""


class Leak(AssertionError):
    """Two worlds that a viewer cannot tell apart were told apart by the library, or the other way round."""


def viewers(game: Game[Any]) -> tuple[Viewer, ...]:
    """Every seat, and the one who only watches."""
    return (*range(game.seats), None)


def moment(presenter: Presenter, state: Any, events: Sequence[Event], before: View, viewer: Viewer) -> Moment:
    """What a viewer is told after a step that led to this state with these events."""
    game = presenter.game
    view = after(before, events)
    fresh = view.events[len(before.events) :]
    turn = game.actor(state)
    asked = turn is not None and turn == viewer
    legal = tuple(action_text(action) for action in game.legal(state)) if asked else None
    refused = refusals_for(game, state, game.legal(state), view) if asked else ()
    return Moment(
        state=state,
        view=view,
        told=msgspec.json.encode(view),
        turn=turn,
        phase=game.phase(state),
        events=len(events),
        lines=(*map(presenter.event, fresh), *presenter.tricks(view), presenter.auction(view)),
        scene=presenter.scene(view.without_events()),
        legal=legal,
        refused=tuple(f"{action_text(no.action)}: {no.message} {no.rule}" for no in refused) if asked else None,
        worth_showing=tuple(map(action_text, game.worth_showing(state))),
        trials=_trials(game, state, viewer) if viewer is not None and asked else None,
        claims=_claims(game, state, view) if asked else None,
        order=game.order(state),
    )


def _trials(game: Game[Any], state: Any, viewer: Seat) -> tuple[str, ...]:
    """What a seat learns by trying its actions without doing them: what could follow each, or why nothing can."""
    found = []
    for action in game.legal(state)[:8]:
        try:
            follows = staged(game, state, viewer, [action], more=True)
        except IllegalAction as no:
            found.append(f"{action_text(action)}: {no}")
        else:
            found.append(f"{action_text(action)}: {', '.join(map(action_text, follows))}")
    return tuple(found)


def _claims(game: Game[Any], state: Any, view: View) -> tuple[Card | None, ...]:
    """The answers to claims of all tricks, of none and of one in the last two tricks: the first card of the proof."""
    if game.phase(state) != "tricks" or not 1 < tricks_left(view) <= LATE:
        return ()
    legal = [action.card for action in game.legal(state) if isinstance(action, Play)]
    plans = [prove(game, view, tricks, trials=CLAIM_TRIALS) for tricks in (None, 0, 1)]
    return tuple(None if plan is None else plan.card(legal) for plan in plans)


def refusals(game: Game[Any], state: Any, viewer: Seat, tried: Sequence[Action]) -> list[tuple[str, ...] | None]:
    """The answers to these actions of a seat: ``None`` for yes, else code, rule and sentence of the no."""
    answers = (why_not(game, state, viewer, action) for action in tried)
    return [None if no is None else (no.code, no.rule or "", no.sentence) for no in answers]


# -- the twins ---------------------------------------------------------------------------------------------------------


class Truth:
    """A deal as it really went, and what each step of it told one viewer and let that viewer know."""

    def __init__(self, game: Game[Any], record: DealRecord, viewer: Viewer) -> None:
        self.game, self.record, self.viewer = game, record, viewer
        self.presenter = Presenter(game, Reader(viewer))
        self.plan = game.plan(record.standing)
        self.shuffle = gather(self.plan, game.deck, record.deal)
        self.moments: list[Moment] = []
        self.gifts: dict[int, Seat] = {}
        step, view = game.begin(record.standing, self.shuffle), empty_view(game, viewer)
        for number in range(len(record.actions)):  # the end of the deal shows everything and is left out
            made = moment(self.presenter, step.state, step.events, view, viewer)
            self.moments.append(made)
            view = made.view
            step = game.apply(step.state, record.actions[number][1])
            for event in step.events:
                if isinstance(event, Given):  # of our own games the law says who gets it, not the code under test
                    own = game.id in OWN["games"]
                    self.gifts[number] = opposite(event.giver, game.seats) if own else event.receiver
        self.sights = list(glimpses(game, record.deal, record.actions, viewer, self.gifts))

    def hides(self, until: int) -> bool:
        """Whether something was done out of the viewer's sight before a step."""
        return any(
            hidden_from(*each, self.viewer, self.gifts.get(number))
            for number, each in enumerate(self.record.actions[:until])
        )

    def seen(self, until: int) -> Mask:
        """Every card that the viewer has seen up to a step."""
        return mask_of(card for sight in self.sights[: until + 1] for glimpse in sight for card in glimpse.cards)


class Proposal(Struct, frozen=True):
    """A shuffle for a twin, by which card each one was replaced in it, and until which step it is meant to live."""

    until: int
    shuffle: Shuffle
    swapped: Mapping[Card, Card]


def propose(truth: Truth, until: int, draws: Stream) -> Proposal:
    """Move a few cards that the viewer cannot place, so that the twin may well live until that step.

    Mostly cards not seen at all; sometimes any but those dealt openly or to the viewer, or the cards of one player
    and the blind, since who sees a card played need not know in which pile it began. Now and then any card: then the
    viewer must be told the difference.
    """
    plan, shuffle = truth.plan, list(truth.shuffle)
    settled = mask_of(card for glimpse in truth.sights[0] for card in glimpse.cards)
    kind = draws.below(9)
    banned = truth.seen(until) if kind > 2 else settled if kind else 0
    places = [place for place, card in enumerate(shuffle) if not banned >> card & 1]
    if kind == 1:
        owner = draws.below(truth.game.seats)
        places = [place for place in places if plan[place][1] == owner or plan[place][0] == "blind"]
    fewest = 0 if truth.hides(until) else 1
    for _ in range(fewest + draws.below(4 - fewest)):
        pair = _two_places(places, plan, draws)
        if pair is not None:
            one, other = pair
            shuffle[one], shuffle[other] = shuffle[other], shuffle[one]
    return Proposal(until, tuple(shuffle), dict(zip(truth.shuffle, shuffle, strict=True)))


def _two_places(places: Sequence[int], plan: Sequence[Pile], draws: Stream) -> tuple[int, int] | None:
    if not places:
        return None
    one = places[draws.below(len(places))]
    others = [place for place in places if plan[place] != plan[one] or plan[one][0] == "down"]
    return (one, others[draws.below(len(others))]) if others else None


def _out_of_sight(truth: Truth, number: int, twin: Proposal, legal: Sequence[Action], draws: Stream) -> Action:
    """What the seat does in the twin where the viewer cannot see it: the like of the truth, or something else."""
    seat, action = truth.record.actions[number]
    assert isinstance(action, Bury | Discard | Give)
    alike = type(action)(twin.swapped[action.card])
    if alike in legal and draws.below(2):
        return alike
    played = truth.record.actions[number : twin.until]
    later = {act for who, act in played if who == seat and isinstance(act, Play)}
    free = [other for other in legal if Play(getattr(other, "card", -1)) not in later] or legal
    return free[draws.below(len(free))]


class Pair(Struct, frozen=True):
    """A comparison that really took place: from and until which step, and in what the twin differed from the truth."""

    first: int
    last: int
    deal: bool
    actions: bool


class _Twin:
    """One twin on its way beside the truth."""

    def __init__(self, truth: Truth, proposal: Proposal, draws: Stream) -> None:
        self.truth, self.proposal, self.draws = truth, proposal, draws
        self.game, self.viewer = truth.game, truth.viewer
        self.deal = lay_out(truth.plan, proposal.shuffle, self.game.seats)
        self.actions: list[tuple[Seat, Action]] = []
        self.last = -1
        self.now: Moment | None = None

    def walk(self) -> Pair | None:
        """Play the twin along with the truth; ``None``: it was never a different world of the same looks."""
        truth, game = self.truth, self.game
        step = game.begin(truth.record.standing, self.proposal.shuffle)
        view = empty_view(game, self.viewer)
        for number, there in enumerate(truth.moments):
            here = moment(truth.presenter, step.state, step.events, view, self.viewer)
            if self._sight(number) != truth.sights[number]:
                self._must_differ(number, here, there)
                break
            self._must_agree(number, here, there)
            self.last, self.now, view = number, here, here.view
            action = self._next(number, step.state)
            if action is None:
                break
            self.actions.append((truth.record.actions[number][0], action))
            step = game.apply(step.state, action)
        return self._pair()

    def _sight(self, number: int) -> Sight:
        if number == 0:
            return dealt(self.deal, self.viewer)
        seat, action = self.actions[number - 1]
        more = checks_of(self.game.id).more(self.game, self.deal, self.actions, number - 1, self.viewer)
        return (done(seat, action, self.viewer, self.truth.gifts.get(number - 1)), *more)

    def _next(self, number: int, state: Any) -> Action | None:
        if number + 1 >= len(self.truth.moments):
            return None
        seat, action = self.truth.record.actions[number]
        legal = self.game.legal(state)
        if hidden_from(seat, action, self.viewer, self.truth.gifts.get(number)):
            return _out_of_sight(self.truth, number, self.proposal, legal, self.draws)
        return action if action in legal else None

    def _pair(self) -> Pair | None:
        """The worlds are two from the deal on, or from the first hidden action in which they differ."""
        theirs = self.truth.record
        apart = [place for place in range(max(self.last, 0)) if self.actions[place] != theirs.actions[place]]
        deal = self.deal != theirs.deal
        if self.last < 0 or not (deal or apart):
            return None
        return Pair(0 if deal else apart[0] + 1, self.last, deal, bool(apart))

    # -- comparisons

    def _must_agree(self, number: int, here: Moment, there: Moment) -> None:
        for name in COMPARED:
            mine, theirs = getattr(here, name), getattr(there, name)
            if mine != theirs:
                raise self._leak(number, name, theirs, mine)
        if here.view.turn != here.turn or here.view.phase != here.phase:
            asked = (here.view.turn, here.view.phase), (here.turn, here.phase)
            raise self._leak(number, "what the view says of the turn", *asked)
        if self.viewer is not None and (here.turn == self.viewer or number % 8 == 0):
            tried = [random_action(self.draws) for _ in range(6)]
            if here.phase == "tricks":
                tried += [Play(self.draws.below(36)) for _ in range(6)]
            answers = [refusals(self.game, each.state, self.viewer, tried) for each in (there, here)]
            if answers[0] != answers[1]:
                raise self._leak(number, "refusals", *answers)

    def _must_differ(self, number: int, here: Moment, there: Moment) -> None:
        if here.told == there.told:
            raise self._leak(number, "nothing, although the viewer may know the difference", "", "")

    def sample_worlds(self, label: str) -> None:
        """The same stream must find the same world in both."""
        there, here = self.truth.moments[self.last], self.now
        assert here is not None
        first, second = (Worlds(self.game, at.view).sample(Stream(label, "twins")) for at in (there, here))
        if first != second:
            raise self._leak(self.last, "sampled worlds", first, second)

    def ask_everybody(self) -> None:
        """Whose turn it is must be known to every viewer alike."""
        game, last = self.game, self.last
        for deal, actions in ((self.truth.record.deal, self.truth.record.actions), (self.deal, self.actions)):
            step = game.begin(self.truth.record.standing, gather(self.truth.plan, game.deck, deal))
            events = list(step.events)
            for _, action in actions[:last]:
                step = game.apply(step.state, action)
                events += step.events
            due = game.actor(step.state), game.phase(step.state)
            for viewer in viewers(game):
                view = view_of(game, viewer, events)
                if (view.turn, view.phase) != due:
                    raise self._leak(last, f"the turn as viewer {viewer} is told it", due, (view.turn, view.phase))

    def _leak(self, number: int, what: str, truth: object, twin: object) -> Leak:
        record = self.truth.record
        lines = [
            f"{self.game.options.text()}: viewer {self.viewer} after {number} actions is told apart by {what}:",
            f"  truth: {truth!r}",
            f"  twin:  {twin!r}",
            f"table   {write_standing(record.standing)}",
        ]
        for name, deal, actions in (("truth", record.deal, record.actions), ("twin", self.deal, self.actions)):
            lines.append(f"{name:5}   {write_deal(self.game, deal)}")
            lines.append(f"        {[write_action(*each) for each in actions[:number]]}")
        return Leak("\n".join(lines))


class Walked(Struct, frozen=True):
    """A twin that was found: its deal, what was done in it, and from and until where it looked like the truth."""

    deal: Deal
    actions: Actions
    pair: Pair


def walked(truth: Truth, until: int, draws: Stream) -> Walked | None:
    """A twin of a deal that may well live until that step; ``None``: this proposal gave none."""
    twin = _Twin(truth, propose(truth, until, draws), draws)
    pair = twin.walk()
    return None if pair is None else Walked(twin.deal, tuple(twin.actions[: pair.last]), pair)


# -- the hunt ----------------------------------------------------------------------------------------------------------


class Tally:
    """What was compared: pairs in all, by phase and viewer (a pair counts once in each phase it went through) and by
    what differed; moments of these pairs; and which phases were reached at all.
    """

    def __init__(self) -> None:
        self.total = 0
        self.moments = 0
        self.pairs: Counter[tuple[str, Viewer]] = Counter()
        self.differed: Counter[str] = Counter()
        self.reached: set[tuple[str, Viewer]] = set()

    @property
    def never(self) -> list[tuple[str, Viewer]]:
        """Phases that were reached while a viewer looked on, but never compared for that viewer."""
        return sorted(self.reached - set(self.pairs), key=str)

    def count(self, pair: Pair, truth: Truth) -> None:
        """One more pair."""
        moments = truth.moments[pair.first : pair.last + 1]
        self.total += 1
        self.moments += len(moments)
        self.pairs.update({(made.phase, truth.viewer) for made in moments})
        self.differed["both" if pair.deal and pair.actions else "deal" if pair.deal else "hidden actions"] += 1

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.total += other.total
        self.moments += other.moments
        self.pairs += other.pairs
        self.differed += other.differed
        self.reached |= other.reached

    def table(self, name: str, phases: Sequence[str]) -> str:
        """The counts as a table: phases down, viewers across."""
        seats = sorted({viewer for _, viewer in self.pairs if viewer is not None})
        across: list[Viewer] = [*seats, None]
        head = "".join(f"{'watch' if viewer is None else viewer:>7}" for viewer in across)
        lines = [f"{name}: {self.total} pairs, {self.moments} moments; differing in {dict(self.differed)}"]
        lines.append(f"  {'':12}{head}")
        for phase in phases:
            lines.append(f"  {phase:12}" + "".join(f"{self.pairs[phase, viewer]:7}" for viewer in across))
        return "\n".join(lines)


ATTEMPTS = 6
"""Twins proposed for each viewer of a deal."""


def hunt(game: Game[Any], pairs: int, seed: str = "twins", deals: int = 10_000) -> Tally:
    """Compare that many pairs of twin worlds of a game, or as many as that many deals give; raises ``Leak``."""
    tally = Tally()
    for number in range(deals):
        if tally.total >= pairs:
            break
        draws = Stream(seed, f"{game.options.text()}/{number}")
        record = random_deal(game, draws)
        for viewer in viewers(game):
            _twins_of(Truth(game, record, viewer), draws, tally)
    return tally


def _twins_of(truth: Truth, draws: Stream, tally: Tally) -> None:
    """Try some twins of one deal for one viewer, the phases of the deal by turns."""
    by_phase: dict[str, list[int]] = {}
    for number, made in enumerate(truth.moments):
        by_phase.setdefault(made.phase, []).append(number)
        tally.reached.add((made.phase, truth.viewer))
    compared = set()
    for attempt in range(ATTEMPTS):
        steps = list(by_phase.values())[attempt % len(by_phase)]
        until = steps[draws.below(len(steps))]
        twin = _Twin(truth, propose(truth, until, draws), draws)
        pair = twin.walk()
        if pair is None or (same := (twin.deal, tuple(twin.actions[: pair.last]))) in compared:
            continue
        compared.add(same)
        tally.count(pair, truth)
        if tally.total % 16 == 0:
            twin.ask_everybody()
        if tally.total % 64 == 0:
            twin.sample_worlds(str(tally.total))


def tables_of(name: str) -> Sequence[str]:
    """The tables of a game; of one that is not listed every table that differs from its default in one option."""
    return checks_of(name).tables or tuple(options.text() for options in every_table(GAMES[name].options_type))


def hunt_all(name: str, pairs: int, seed: str = "twins") -> Tally:
    """Compare at least that many pairs of a game, spread over its tables."""
    tally, tables = Tally(), tables_of(name)
    for text_ in tables:
        tally.add(hunt(make_game(text_), -(-pairs // len(tables)), seed))
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints the counts of every game; exit status 1 at the first leak, 2 for a game there is not."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.secrecy", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game or an options text; all games if left out")
    parser.add_argument("--pairs", type=int, default=2000, metavar="N", help="pairs a game (default 2000)")
    parser.add_argument("--seed", default="twins", help="another seed makes other deals and other twins")
    given = parser.parse_args(arguments)
    for name in given.games or GAMES:
        try:
            game = make_game(name)
            whole = name in GAMES  # a bare name stands for all tables of the game
            tally = hunt_all(name, given.pairs, given.seed) if whole else hunt(game, given.pairs, given.seed)
        except SheepfoldError as error:
            print(error)
            return 2
        except Leak as leak:
            print(f"LEAK {leak}")
            return 1
        print(tally.table(name, game.phases))
    return 0


if __name__ == "__main__":
    sys.exit(main())
