"""What every action of a question is worth, and how sure that is: for a hint, and for whoever looks back at a deal.

Every action is tried in the same worlds, so that luck with the cards does not decide between them, and each world is
priced as the search does it. A table that names the best of many actions flatters it: part of its lead is luck in just
these worlds. So the worlds are divided into two halves, and what is chosen on one is measured on the other, both ways
round. Where the halves choose differently all worlds decide together, and what the table as a whole is sure of takes
the place of either; so no row is ever clearly better than the advice.

>>> from sheepfold.play.driver import drive
>>> from sheepfold.registry import make_game
>>> question = drive(make_game("sheepshead"), "lamb").question()
>>> found = valuation(question.view, question.legal, Stream("any", "label"), Budget(worlds=12))
>>> found.worlds, found.rows[0].value >= found.rows[1].value, any(row.clear > 0 for row in found.rows)
(12, True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheepfold.bots.imagine import Imagined
from sheepfold.bots.search import (
    CLEAR_CALL,
    CLEAR_CARD,
    CLEAR_CROWD,
    CROWD,
    MATCH_WORTH,
    SAID,
    Clock,
    Effort,
    Search,
    Tally,
    lead,
    named,
)
from sheepfold.core.actions import Action
from sheepfold.core.game import Game
from sheepfold.core.message import Message, say
from sheepfold.core.shuffle import Stream
from sheepfold.play.player import NO_LIMIT, Budget
from sheepfold.play.valuation import Valuation, Valued
from sheepfold.play.view import View
from sheepfold.registry import game_of

# Where the numbers of this file come from: docs/tuning.md.
EFFORT = Effort(worlds=120, nodes=8_000_000, playouts=1600, infer=True)
"""How far a valuation goes: as long as that takes less than ``HINT`` allows, it is the same on every machine.

Three times as many worlds as the strongest level looks at, and mostly within a second.
"""
HINT = Budget(seconds=2.4)
"""For a person who waits for it: less than three seconds, with what is done before and after."""
LEAST = 8
"""Every action is played out in this many worlds, however many actions there are, if the time allows."""
DIGITS = 9
"""Values that agree to this many decimals are equal: they come from sums in another order."""
NORMAL = 1.959964
"""How many standard errors an interval of 95 % reaches to both sides, if there are very many worlds."""


def valuation(view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Valuation:
    """The advice for whoever is asked this, and what every action is worth; decided from what the seat has seen."""
    trials = Trials(game_of(view.game), view, legal)
    return trials.value(rng, budget)


class Trials(Search):
    """A search that tries every action in every world it looks at.

    ``exact`` asks for the kernel (``True``) or for playouts (``False``) where it matters to get the same as before.
    """

    def __init__(
        self,
        game: Game[Any],
        view: View,
        legal: Sequence[Action],
        effort: Effort = EFFORT,
        exact: bool | None = None,
    ) -> None:
        super().__init__(game, view, legal, effort)
        self._exact = exact

    def value(self, rng: Stream, budget: Budget) -> Valuation:
        """The table of all actions."""
        if len(self.legal) == 1:
            return Valuation(self.usual, self.habit)
        tally = self.think(rng, budget)
        if not tally.weights:
            return Valuation(self.usual, self.habit)
        return Table(tally, self.usual, self.habit, self._clear(tally)).valuation()

    def _clear(self, tally: Tally) -> float:
        """How many standard errors an action must be ahead of the habits' choice, as in the search."""
        unsure = CLEAR_CROWD if self.game.seats >= CROWD else CLEAR_CALL
        return CLEAR_CARD if tally.exact else unsure

    def _by_kernel(self, worlds: Iterator[Imagined], clock: Clock) -> Tally | None:
        return None if self._exact is False else super()._by_kernel(worlds, clock)

    def _by_playouts(self, worlds: Iterator[Imagined], clock: Clock) -> Tally:
        """Every action in every world is followed by the habits to the end of the deal."""
        tally = Tally(self.legal, exact=False)
        wanted = min(clock.worlds, max(LEAST, clock.playouts // len(self.legal)))
        for world in worlds:
            self._try(tally, world, self.legal)
            if clock.late or len(tally.weights) >= wanted:
                break
        return tally


class Table:
    """The actions of one question, each tried in the same worlds: what to advise, and how sure every difference is."""

    def __init__(self, tally: Tally, usual: Action, habit: Message, clear: float) -> None:
        self.tally, self.usual, self.habit, self.clear = tally, usual, habit, clear
        self.weights = tally.weights
        self.match_worth = MATCH_WORTH * tally.most if tally.match else 0.0
        self.values = {
            action: [each.points + self.match_worth * each.match for each in row]
            for action, row in tally.stakes.items()
        }
        everything = range(len(self.weights))
        self.halves = (everything[0::2], everything[1::2])
        self._ranked = self.ranked(everything)

    def valuation(self) -> Valuation:
        """The table as data."""
        advice, measured = self.advise()
        rows = tuple(self._row(action, advice, measured) for action in self._ranked)
        reason = _reason(advice, rows, self.usual, self.habit, match=self.tally.match)
        return Valuation(advice, reason, rows, len(self.weights), self.match_worth, self.tally.exact)

    # -- what to advise ------------------------------------------------------------------------------------------

    def ranked(self, worlds: range) -> list[Action]:
        """The actions by their mean in these worlds, the best first; card points only tell between equal ones."""

        def merit(action: Action) -> tuple[float, float, bool]:
            tiebreak = self.mean([each.tiebreak for each in self.tally.stakes[action]], worlds)
            return round(self.mean(self.values[action], worlds), DIGITS), round(tiebreak, DIGITS), action == self.usual

        return sorted(self.values, key=merit, reverse=True)

    def mean(self, row: Sequence[float], worlds: Sequence[int]) -> float:
        """The mean over some worlds, each with its weight."""
        return sum(row[n] * self.weights[n] for n in worlds) / sum(self.weights[n] for n in worlds)

    def choice(self, worlds: range) -> Action:
        """What these worlds alone would advise: the habits' choice unless another is ahead of it."""
        if not worlds:
            return self.usual
        best = self.ranked(worlds)[0]
        rows = [[self.values[action][n] for n in worlds] for action in (best, self.usual)]
        ahead = lead(rows[0], rows[1], [self.weights[n] for n in worlds], self.tally.most)
        return best if ahead >= self.clear else self.usual

    def advise(self) -> tuple[Action, tuple[Action, Action]]:
        """The advice, and what the rows are measured against on the first half of the worlds and on the second.

        On each half that is what the other half chose. If they chose the same it is the advice; if not, the choice of
        all worlds together is. Whatever is clearly better than that by the table is better advice.
        """
        first, second = self.halves
        chosen = (self.choice(second), self.choice(first))
        advice = chosen[0] if chosen[0] == chosen[1] else self.choice(range(len(self.weights)))
        if not self._beaten(advice, (advice, advice)):
            return advice, (advice, advice)
        best = self._ranked[0]
        crossed = (self.ranked(second)[0], self.ranked(first)[0])
        # Against the best of all worlds nothing can be ahead on average.
        return best, (best, best) if self._beaten(best, crossed) else crossed

    def _beaten(self, advice: Action, measured: tuple[Action, Action]) -> bool:
        return any(self._row(action, advice, measured).clear > 0 for action in self.values)

    # -- how sure it is ------------------------------------------------------------------------------------------

    def _row(self, action: Action, advice: Action, measured: tuple[Action, Action]) -> Valued:
        everything = range(len(self.weights))
        points = self.mean([each.points for each in self.tally.stakes[action]], everything)
        match = self.match_worth * self.mean([each.match for each in self.tally.stakes[action]], everything)
        if self.values[action] == self.values[advice]:
            return Valued(action, points, match, 0.0, 0.0, 0.0)
        other = [self.values[measured[n % 2]][n] for n in everything]
        differences = [value - against for value, against in zip(self.values[action], other, strict=True)]
        middle, reach = interval(differences, self.weights)
        return Valued(action, points, match, middle, middle - reach, middle + reach)


def interval(differences: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """The weighted mean of some differences, and how far its 95 % interval reaches to both sides.

    Most differences are 0, or all the same, but for a few worlds in which much is at stake. How many such worlds there
    are is luck, and those that happened to be there tell too little about those that did not: Student's interval alone
    is far too short then. So ``UNSEEN`` worlds more are counted that lie as far from the mean as anything seen lies
    from anything else; if all is the same, as far as no difference does. That is what the rule of Agresti and Coull
    does for shares.

    A few heavy worlds among many light ones tell no more than a few: that is what the degrees of freedom count.
    """
    total = sum(weights)
    middle = sum(d * w for d, w in zip(differences, weights, strict=True)) / total
    fullness = total * total / sum(w * w for w in weights)
    if fullness < LEAST_FREEDOM + 1:
        return middle, float("inf")
    apart = round(max(differences) - min(differences), DIGITS) or abs(middle)
    unseen = UNSEEN * (apart * total / len(weights)) ** 2
    spread = (sum(((d - middle) * w) ** 2 for d, w in zip(differences, weights, strict=True)) + unseen) ** 0.5 / total
    return middle, student(fullness - 1) * spread * (fullness / (fullness - 1)) ** 0.5


UNSEEN = 2
"""How many worlds that were not drawn every interval reckons with."""
LEAST_FREEDOM = 2.0
"""With fewer degrees of freedom nothing is said about a difference."""


def student(freedom: float) -> float:
    """The 97.5 % quantile of Student's distribution, to a hundredth from three degrees of freedom on.

    >>> [round(student(n), 2) for n in (4, 10, 100)]
    [2.78, 2.23, 1.98]
    """
    z = NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


# -- the reason --------------------------------------------------------------------------------------------------------


def _reason(advice: Action, rows: Sequence[Valued], usual: Action, habit: Message, match: bool) -> Message:
    """Why the advice is given, in a sentence that follows from the rows."""
    others = [row for row in rows if row.action != advice]
    if all(row.low == row.high == 0 for row in others):
        return say("valuation-same", "{ $habit } It makes no difference on any deal that was tried.", habit=habit)
    if all(row.clear < 0 for row in others):
        return _all_worse(others[0], habit if advice == usual else None, match)
    if advice == usual:
        return say(
            "valuation-habit", "Nothing else is clearly better, so the usual choice stands: { $habit }", habit=habit
        )
    if next(row for row in others if row.action == usual).clear < 0:
        sentence = "It did best, and clearly better than { $usual }, the usual choice."
        return say("valuation-better", sentence, usual=named(usual))
    sentence = "It did best, but { $usual }, the usual choice, may be just as good."
    return say("valuation-perhaps-better", sentence, usual=named(usual))


def _all_worse(second: Valued, habit: Message | None, match: bool) -> Message:
    """Why, if everything else is clearly worse."""
    gain = -second.difference
    if habit is not None:
        return say("valuation-habit-best", "{ $habit } Everything else is clearly worse.", habit=habit)
    if gain < SAID:
        return say("valuation-best", "Everything else is clearly worse.")
    if match:
        sentence = (
            "Everything else is clearly worse, { $second } by { NUMBER($gain, minimumFractionDigits: 1, "
            "maximumFractionDigits: 1) } points, the match counted in."
        )
        return say("valuation-best-by-match", sentence, second=named(second.action), gain=gain)
    sentence = (
        "Everything else is clearly worse, { $second } by { NUMBER($gain, minimumFractionDigits: 1, "
        "maximumFractionDigits: 1) } points."
    )
    return say("valuation-best-by", sentence, second=named(second.action), gain=gain)
