"""Claims: "the rest are mine", proved from what the claimer sees and from nothing else.

A claim says that the claimer's side takes all tricks that are left, none of them, or at least some number. It is proved
if one way to play, depending only on what the claimer sees, reaches it in every world that the claimer's View allows,
whatever the others play. The partner is one of the others: nobody can promise what somebody else will do. The side is
whoever plays with the claimer in all those worlds; where the partner is secret that is the claimer alone.

Claims are about tricks in every game. Points, and melds won in tricks, are counted as they fall when the deal is played
out.

Two proofs are tried. The first needs no worlds: winners that can be cashed one after the other. The second lists the
worlds and searches sets of them. Both have a fixed bound of work, and what lies beyond it is not proved. So the answer
and the work depend on the View alone, and a yes is always right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import Card, Mask, Seat, cards_in
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import Event, Played, TurnedUp
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.shuffle import Stream
from sheepfold.core.trick import Duty, playable, playable_under_duty, winner
from sheepfold.play.driver import own_cards
from sheepfold.play.match import Match
from sheepfold.play.player import ENDLESS, Question
from sheepfold.play.view import NO_CARD, View, seen_events, unseen, voids
from sheepfold.play.worlds import NoWorld, Worlds

TRIALS = 8_000
"""At most this many worlds are tried; if that is not all of them there is no second proof."""
FIRST = 1_000
"""At most this many are tried until one is found; the first proof reads off it what is the same in all of them."""
WORK = 300_000
"""The search looks at no more hands than this."""

WorldSet: TypeAlias = int
"""Worlds by their numbers, as bits."""


class ClaimRefused(IllegalAction):
    """A claim that was not proved, be it wrong or too hard: the sentence is always the same."""


class Plan(Protocol):
    """One way to play that reaches a claim. It is told all that the claimer sees, and asked when it is their turn."""

    def card(self, legal: Sequence[Card]) -> Card:
        """The card to play now."""

    def saw(self, events: Iterable[Event]) -> None:
        """What has happened, as the claimer sees it."""


def tricks_left(view: View) -> int:
    """How many tricks can be claimed by the seat on turn; refuses whoever cannot claim now."""
    if view.phase != "tricks":
        raise IllegalAction("claim_tricks", "Tricks can be claimed only while they are played.", "X6")
    if view.seat is None or view.turn != view.seat:
        raise IllegalAction("claim_turn", "You can claim only when it is your turn.", "X6")
    return own_cards(view).bit_count() + (view.covered[view.seat] if view.covered else 0)


def tricks_wanted(view: View, tricks: int | None = None) -> int:
    """How many tricks are claimed, ``None``: all that are left; refuses a claim that cannot be made now."""
    left = tricks_left(view)
    need = left if tricks is None else tricks
    if not 0 <= need <= left:
        raise IllegalAction("claim_number", "You can claim from 0 to { $left } tricks now.", left=left)
    return need


def prove(
    game: Game[Any], view: View, tricks: int | None = None, *, trials: int = TRIALS, work: int = WORK
) -> Plan | None:
    """A way to play that surely takes that many of the tricks left, 0: none of them, ``None``: all of them.

    ``None`` as an answer: not proved.
    """
    left, need = tricks_left(view), tricks_wanted(view, tricks)
    try:
        worlds = Worlds(game, view)
        if need:
            some = game.problem(worlds.draw(Stream("claim", "some world"), tries=FIRST)[1])
            winners = _cashed(game, view, some)
            if len(winners) >= need:
                return _Cashing(winners)
        return _searched(view, [game.problem(state) for _, state in worlds.now(trials)], need, left, work)
    except (NoWorld, _TooMuch):
        return None


def claimed(game: Game[Any], view: View, tricks: int | None = None) -> Plan:
    """As ``prove``, for whoever asks in a match: what is not proved is refused."""
    plan = prove(game, view, tricks)
    if plan is None:
        raise unproved()
    return plan


def unproved() -> ClaimRefused:
    """The one refusal of every claim that is not proved."""
    return ClaimRefused("claim_unproved", "This claim is not proved by what you have seen; play on.")


def without_detours(plan: Plan) -> Plan:
    """The same plan without what its proof tried in vain: a small part of it, for sending to another process."""
    if isinstance(plan, _Searching):
        plan.forget_detours()
    return plan


def play_out(match: Match, seat: Seat, plan: Plan, others: Callable[[Question], Action]) -> list[tuple[Seat, Action]]:
    """The rest of the deal after a claim: the claimer plays by the plan, everybody else as ``others`` decides."""
    line: list[tuple[Seat, Action]] = []
    while (turn := match.turn) is not None:
        action: Action
        if turn == seat:
            cards = [each.card for each in match.legal if isinstance(each, Play)]
            action = Play(plan.card(cards))
        else:
            action = others(Question(0, turn, match.view(turn), match.legal, len(match.actions)))
        moved = match.act(turn, action)
        plan.saw(seen_events(moved.events, seat))
        match = moved.match
        line.append((turn, action))
    return line


# -- winners that can be cashed ----------------------------------------------------------------------------------------


class _Cashing:
    """Play these cards one after the other; each takes its trick."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = list(cards)

    def card(self, legal: Sequence[Card]) -> Card:
        """The next winner; after the last one the claim is reached, and any card will do."""
        return self._cards.pop(0) if self._cards else legal[0]

    def saw(self, events: Iterable[Event]) -> None:
        """Whatever the others play, the plan is the same."""


def _cashed(game: Game[Any], view: View, problem: TrickProblem) -> tuple[Card, ...]:
    """Own cards that surely win one after the other from now on, whatever the others hold of the cards still out.

    Of the problem only that is used which is the same in every world: order, trick, own cards and own duties.
    """
    me, order, trick = view.own_seat, problem.order, problem.trick
    mine = problem.hands[me]
    duties = [duty for duty in problem.duties if duty.seat == me]
    if any(mine & order.classes[duty.cls] & ~duty.cards for duty in duties):
        return ()  # not every card may be led
    out = _may_hold(game, view)
    if not trick:
        return _run(order, mine, out, view)
    later = [out[(me + i) % view.seats] for i in range(1, view.seats - len(trick))]
    found: list[tuple[Card, ...]] = [()]
    for card in cards_in(_playable(mine, trick, order, duties)):
        if winner((*trick, card), order) == len(trick) and not any(_beaten(card, trick[0], m, order) for m in later):
            found.append((card, *_run(order, mine ^ 1 << card, out, view)))
    return max(found, key=len)


def _may_hold(game: Game[Any], view: View) -> list[Mask]:
    """For each seat every card that it may have in hand or on the table; nothing for the viewer."""
    void, hidden = voids(view, game), unseen(view, game)
    found = []
    for seat in range(view.seats):
        row = sum(1 << card for card in view.rows[seat] if card != NO_CARD) if view.rows else 0
        concealed = hidden if _covered(view) else hidden & ~void[seat] & ~view.lacks[seat]
        found.append(0 if seat == view.seat else concealed | view.known[seat] | row)
    return found


def _covered(view: View) -> bool:
    return bool(sum(view.covered))


def _beaten(card: Card, led: Card, cards: Mask, order: Order) -> bool:
    power = order.power[order.cls[led]]
    return any(power[other] > power[card] for other in cards_in(cards))


def _run(order: Order, mine: Mask, out: Sequence[Mask], view: View) -> tuple[Card, ...]:
    """Winners on lead: first the trumps, and once nobody else can have a trump the plain suits.

    A card wins if nobody has a higher one, or if its class has been led as often as anybody can follow. Cards that lie
    covered may come up later, so where there are any, nobody ever runs out of a class for sure.
    """
    everything = 0
    for mask in out:
        everything |= mask
    cards = [*_from_the_top(order, TRUMP, mine, out, view)]
    drawn = not _covered(view) and len(cards) >= _longest(order, TRUMP, out, view)
    if drawn or not everything & order.trump_mask:
        for cls in range(TRUMP):
            cards += _from_the_top(order, cls, mine, out, view)
    return tuple(cards)


def _from_the_top(order: Order, cls: int, mine: Mask, out: Sequence[Mask], view: View) -> Iterator[Card]:
    held = sorted(cards_in(mine & order.classes[cls]), key=lambda c: -order.power[cls][c])
    longest = _longest(order, cls, out, view)
    for led, card in enumerate(held):
        beaten = any(_beaten(card, card, mask & order.classes[cls], order) for mask in out)
        if beaten and (led < longest or _covered(view)):
            return
        yield card


def _longest(order: Order, cls: int, out: Sequence[Mask], view: View) -> int:
    """The most cards of a class that one of the others can have."""
    rows = view.rows or ((),) * view.seats
    cards = [count + sum(card != NO_CARD for card in row) for count, row in zip(view.counts, rows, strict=True)]
    return max(min(cards[seat], (mask & order.classes[cls]).bit_count()) for seat, mask in enumerate(out))


# -- the search over sets of worlds ------------------------------------------------------------------------------------


class _TooMuch(Exception):
    """The bound of work was reached."""


class _Moment(Struct, frozen=True):
    """Where play stands for somebody who knows that the world is one of these.

    ``gone`` are the cards played since the claim, ``up`` those turned up since by seat, ``led`` the classes led since,
    as bits; ``need`` tricks of the ``left`` ones are still to be taken.
    """

    worlds: WorldSet
    gone: Mask
    up: tuple[Mask, ...]
    leader: Seat
    trick: tuple[Card, ...]
    led: int
    need: int
    left: int


class _Held(Struct, frozen=True):
    """A hand that a seat has in some worlds, with its duties."""

    hand: Mask
    duties: tuple[Duty, ...]
    worlds: WorldSet


def _searched(view: View, problems: list[TrickProblem], need: int, left: int, work: int) -> Plan | None:
    search = _Search(view.own_seat, problems, need == 0, work)
    start = search.start(need, left)
    return _Searching(search, start) if search.reached(start) else None


class _Search:
    """A search whose positions are sets of worlds that the claimer cannot tell apart.

    On their own turn one card must do for the whole set. Any other seat may play whatever is legal in some world of it,
    which leaves the worlds in which it is.
    """

    def __init__(self, me: Seat, problems: Sequence[TrickProblem], none: bool, work: int) -> None:
        self.me = me
        self.none = none
        self.work = work
        self.order = problems[0].order
        self.leader, self.trick = problems[0].leader, problems[0].trick
        self.seats = len(problems[0].hands)
        self.own = _own_side(me, problems)
        worlds = dict.fromkeys((each.hands, each.piles, each.duties) for each in problems)
        self.all: WorldSet = (1 << len(worlds)) - 1
        self.held = [_hands_of(seat, worlds) for seat in range(self.seats)]
        self.below: dict[Card, dict[tuple[Seat, Card], WorldSet]] = {}
        for number, (_, piles, _) in enumerate(worlds):
            for seat, top, below in piles:
                places = self.below.setdefault(top, {})
                places[seat, below] = places.get((seat, below), 0) | 1 << number
        others = [hands[seat] for hands, _, _ in worlds for seat in range(self.seats) if seat != me]
        self.out: Mask = 0
        for mask in (*others, *(1 << below for places in self.below.values() for _, below in places)):
            self.out |= mask
        self.memory: dict[tuple[int, ...], bool] = {}

    def start(self, need: int, left: int) -> _Moment:
        """The moment of the claim."""
        return _Moment(self.all, 0, (0,) * self.seats, self.leader, self.trick, 0, need, left)

    def turn(self, at: _Moment) -> Seat:
        """Whose card is next."""
        return (at.leader + len(at.trick)) % self.seats

    def reached(self, at: _Moment) -> bool:
        """Whether the claim is reached from here, whatever the others play."""
        if self.settled(at):
            return True
        if at.need > at.left:
            return False
        key = (at.worlds, at.gone, at.leader, at.led, at.need, *at.trick)
        known = self.memory.get(key)
        if known is None:
            if self.turn(at) == self.me:
                known = self.choice(at) is not None
            else:
                branches = self.branches(at)
                known = all(self._reached_by(at, card, branches[card]) for card in self._strongest(branches, at.trick))
            self.memory[key] = known
        return known

    def settled(self, at: _Moment) -> bool:
        """Whether the claim is reached already, and any card will do."""
        return at.left == 0 if self.none else at.need <= 0

    def choice(self, at: _Moment) -> Card | None:
        """The claimer's first card that reaches the claim."""
        branches = self.branches(at)
        cards = self._strongest(self._different(branches, at), at.trick)
        for card in reversed(cards) if self.none else cards:
            if self._reached_by(at, card, branches[card]):
                return card
        return None

    def branches(self, at: _Moment) -> dict[Card, WorldSet]:
        """The cards that the seat on turn may play, each with the worlds in which it may."""
        found: dict[Card, WorldSet] = {}
        seat = self.turn(at)
        for held in self.held[seat]:
            here = held.worlds & at.worlds
            if here:
                self.work -= 1
                duties = [duty for duty in held.duties if not at.led >> duty.cls & 1]
                hand = (held.hand | at.up[seat]) & ~at.gone
                for card in cards_in(_playable(hand, at.trick, self.order, duties)):
                    found[card] = found.get(card, 0) | here
        if self.work < 0:
            raise _TooMuch
        return found

    def _reached_by(self, at: _Moment, card: Card, worlds: WorldSet) -> bool:
        """Whether the claim is reached after this card, whatever it turns up."""
        after = self.laid(at, card, worlds)
        if len(at.trick) + 1 < self.seats:
            return self.reached(after)
        if self.none and after.need < at.need:
            return False
        return all(self.reached(moment) for moment in self.turned(after, (*at.trick, card)))

    def laid(self, at: _Moment, card: Card, worlds: WorldSet) -> _Moment:
        """The moment after a card that may be played in these worlds; what it uncovers is not turned up yet."""
        trick, gone = (*at.trick, card), at.gone | 1 << card
        if len(trick) < self.seats:
            return _Moment(worlds, gone, at.up, at.leader, trick, at.led, at.need, at.left)
        taker = (at.leader + winner(trick, self.order)) % self.seats
        led = at.led | 1 << self.order.cls[trick[0]]
        return _Moment(worlds, gone, at.up, taker, (), led, at.need - (taker in self.own), at.left - 1)

    def after(self, at: _Moment, card: Card, worlds: WorldSet) -> list[_Moment]:
        """The moments that may follow a card: one, or at the end of a trick one for each way in which cards turn up."""
        after = self.laid(at, card, worlds)
        return [after] if after.trick else self.turned(after, (*at.trick, card))

    def following(self, at: _Moment) -> list[_Moment]:
        """The moments that may come next if the claimer plays by the proof and the others anything."""
        branches = self.branches(at)
        chosen = self.choice(at) if self.turn(at) == self.me else None
        cards = branches if chosen is None else (chosen,)
        return [moment for card in cards for moment in self.after(at, card, branches[card])]

    def turned(self, at: _Moment, trick: Sequence[Card]) -> list[_Moment]:
        """Every way in which the cards below those of a trick may turn up."""
        moments = [at]
        for top in trick:
            if top in self.below:
                ways = [(moment, *way) for moment in moments for way in self.below[top].items()]
                moments = [
                    replace(moment, worlds=moment.worlds & worlds, up=_with(moment.up, seat, card))
                    for moment, (seat, card), worlds in ways
                    if moment.worlds & worlds
                ]
        return moments

    def _strongest(self, cards: Iterable[Card], trick: tuple[Card, ...]) -> list[Card]:
        """The cards in the order of trial: those that win the trick first, then in pack order."""
        power = self.order.power
        return sorted(cards, key=lambda c: (-power[self.order.cls[trick[0] if trick else c]][c], c))

    def _different(self, cards: Iterable[Card], at: _Moment) -> list[Card]:
        """One of each group of touching own cards: no card that is out, or in the trick, lies between them."""
        between = self.out & ~at.gone
        for card in at.trick:
            between |= 1 << card
        listed = sorted(cards, key=lambda c: (self.order.cls[c], self.order.power[self.order.cls[c]][c]))
        if any(held.duties for held in self.held[self.me]):
            return listed
        found: list[Card] = []
        for card in listed:
            if not found or card in self.below or found[-1] in self.below or self._apart(found[-1], card, between):
                found.append(card)
            else:
                found[-1] = card
        return found

    def _apart(self, low: Card, high: Card, between: Mask) -> bool:
        cls = self.order.cls[low]
        power = self.order.power[cls]
        if self.order.cls[high] != cls:
            return True
        return any(power[low] < power[c] < power[high] for c in cards_in(between & self.order.classes[cls]))


class _Searching:
    """Play by a search that has reached the claim."""

    def __init__(self, search: _Search, at: _Moment) -> None:
        self._search = search
        self._ways = [at]

    @property
    def _at(self) -> _Moment:
        """Where play stands; all that can be seen has been seen by now."""
        return self._ways[0]

    def card(self, legal: Sequence[Card]) -> Card:
        """The card that the proof has found; once the claim is reached, any."""
        if self._search.settled(self._at):
            return legal[0]
        self._search.work = WORK  # the proof is remembered; this only reads it again
        card = self._search.choice(self._at)
        assert card is not None
        return card

    def forget_detours(self) -> None:
        """Keep only those answers of the search that playing by it looks up."""
        search = self._search
        search.work = ENDLESS  # the proof is remembered; this only reads it again
        search.memory = needed = _Needed(search.memory)
        ahead, met = list(self._ways), set[_Moment]()
        while ahead:
            at = ahead.pop()
            if at not in met and not search.settled(at):
                met.add(at)
                ahead += search.following(at)
        search.memory = needed.asked

    def saw(self, events: Iterable[Event]) -> None:
        """Go on to the worlds that are still possible."""
        for event in events:
            match event:
                case Played(card=card):
                    self._laid(card)
                case TurnedUp(seat=seat, card=card):
                    self._ways = [way for way in self._ways if way.up[seat] >> card & 1]
                case _:
                    pass

    def _laid(self, card: Card) -> None:
        """A card was played; of the ways in which it may uncover others only those will be left that are seen."""
        self._search.work = WORK
        self._ways = self._search.after(self._at, card, self._search.branches(self._at)[card])


class _Needed(dict[tuple[int, ...], bool]):
    """The memory of a search, with a note of what was looked up in it."""

    def __init__(self, memory: dict[tuple[int, ...], bool]) -> None:
        super().__init__(memory)
        self.asked: dict[tuple[int, ...], bool] = {}

    def get(self, key: tuple[int, ...], default: Any = None) -> Any:
        """What is remembered, and noted from now on."""
        found = super().get(key, default)
        if found is not None:
            self.asked[key] = found
        return found


def _own_side(me: Seat, problems: Sequence[TrickProblem]) -> frozenset[Seat]:
    """Who plays with the claimer in every world."""
    seats = range(len(problems[0].hands))
    return frozenset(seat for seat in seats if all(each.sides[seat] == each.sides[me] for each in problems))


def _hands_of(seat: Seat, worlds: Iterable[tuple[Any, Any, tuple[Duty, ...]]]) -> list[_Held]:
    found: dict[tuple[Mask, tuple[Duty, ...]], WorldSet] = {}
    for number, (hands, _, duties) in enumerate(worlds):
        key = hands[seat], tuple(duty for duty in duties if duty.seat == seat)
        found[key] = found.get(key, 0) | 1 << number
    return [_Held(hand, duties, mask) for (hand, duties), mask in found.items()]


def _playable(hand: Mask, trick: tuple[Card, ...], order: Order, duties: Sequence[Duty]) -> Mask:
    return playable_under_duty(hand, trick, order, duties[0]) if duties else playable(hand, trick, order)


def _with(up: tuple[Mask, ...], seat: Seat, card: Card) -> tuple[Mask, ...]:
    return (*up[:seat], up[seat] | 1 << card, *up[seat + 1 :])
