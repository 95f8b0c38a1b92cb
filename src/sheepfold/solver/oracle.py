"""A second opinion: every line of play, straight from the rules, remembered but never pruned. For short endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from sheepfold.core.cards import Card, Mask, Seat, cards_in, rank_of
from sheepfold.core.game import TrickMelds, TrickProblem
from sheepfold.core.trick import Duty, playable, playable_under_duty, points_of, winner


class Moment(Struct, frozen=True):
    """Where play stands."""

    hands: tuple[Mask, ...]
    leader: Seat
    trick: tuple[Card, ...]
    covered: tuple[tuple[Seat, Card, Card], ...]
    duties: tuple[Duty, ...]


def trick_melds(trick: tuple[Card, ...], melds: TrickMelds) -> int:
    """What the combinations of a trick of at most five cards are worth to its winner."""
    serving = [c for c in trick if not melds.spent >> c & 1]
    many = Counter(rank_of(c) for c in serving)
    found = [0]
    for rank in range(9):
        found += [melds.set3[rank]] * (many[rank] >= 3) + [melds.set4[rank]] * (many[rank] >= 4)
        found += [melds.run3] * all(many[rank + i] for i in range(3))
        found += [melds.run4] * all(many[rank + i] for i in range(4))
    lying = sum(1 << c for c in trick)
    return max(found) + sum(points for cards, points in melds.pairs if lying & cards == cards)


class Oracle:
    """Values of a problem for some seats against the rest, counted from the problem's moment on.

    ``least``: the own side wants to take as little as it can.
    """

    def __init__(self, problem: TrickProblem, own: frozenset[Seat], count: str = "points", least: bool = False) -> None:
        self.problem = problem
        self.order = problem.order
        self.own = own
        self.least = least
        self.count = count
        self.seats = len(problem.hands)
        self.memory: dict[Moment, int] = {}
        self.start = Moment(problem.hands, problem.leader, problem.trick, problem.piles, problem.duties)

    def turn(self, at: Moment) -> Seat:
        """Whose card is next."""
        return (at.leader + len(at.trick)) % self.seats

    def legal(self, at: Moment) -> tuple[Card, ...]:
        """The cards that may be played now."""
        seat = self.turn(at)
        hand = at.hands[seat]
        for duty in at.duties:
            if duty.seat == seat:
                return cards_in(playable_under_duty(hand, at.trick, self.order, duty))
        return cards_in(playable(hand, at.trick, self.order))

    def play(self, at: Moment, card: Card) -> tuple[Moment, Seat | None, int]:
        """The next moment, who took a trick if one was completed, and what it counted."""
        seat = self.turn(at)
        hands = list(at.hands)
        hands[seat] ^= 1 << card
        trick = at.trick + (card,)
        if len(trick) < self.seats:
            return Moment(tuple(hands), at.leader, trick, at.covered, at.duties), None, 0
        taker = (at.leader + winner(trick, self.order)) % self.seats
        turned = [pile for pile in at.covered if pile[1] in trick]
        for owner, _, below in turned:
            hands[owner] |= 1 << below
        led = self.order.cls[trick[0]]
        duties = tuple(duty for duty in at.duties if duty.cls != led)
        covered = tuple(pile for pile in at.covered if pile not in turned)
        return Moment(tuple(hands), taker, (), covered, duties), taker, self.worth(trick, last=not any(hands))

    def worth(self, trick: tuple[Card, ...], last: bool) -> int:
        """What a trick counts for its winner."""
        if self.count == "tricks":
            return 1
        sum_ = points_of(trick, self.order) + (self.problem.last_trick if last else 0)
        if self.count == "points and melds" and self.problem.melds is not None:
            sum_ += trick_melds(trick, self.problem.melds)
        return sum_

    def value(self, at: Moment) -> int:
        """What the own side takes from here with best play."""
        if not any(at.hands) and not at.trick:
            return 0
        known = self.memory.get(at)
        if known is None:
            best = max if (self.turn(at) in self.own) != self.least else min
            known = self.memory[at] = best(value for _, value in self.values(at))
        return known

    def values(self, at: Moment) -> Iterator[tuple[Card, int]]:
        """Every legal card with its value."""
        for card in self.legal(at):
            after, taker, worth = self.play(at, card)
            yield card, self.value(after) + (worth if taker in self.own else 0)

    def selfish(self, at: Moment) -> tuple[int, ...]:
        """Everybody for themselves: what each seat takes; of equally good cards the first in pack order is played."""
        if not any(at.hands) and not at.trick:
            return (0,) * self.seats
        seat = self.turn(at)
        best: tuple[int, ...] | None = None
        for card in self.legal(at):
            after, taker, worth = self.play(at, card)
            values = list(self.selfish(after))
            if taker is not None:
                values[taker] += worth
            if best is None or values[seat] > best[seat]:
                best = tuple(values)
        assert best is not None
        return best

    def perft(self, at: Moment, depth: int) -> int:
        """The number of ways to play exactly that many cards."""
        if not depth:
            return 1
        if not any(at.hands) and not at.trick:
            return 0
        return sum(self.perft(self.play(at, card)[0], depth - 1) for card in self.legal(at))
