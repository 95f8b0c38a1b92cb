"""What ``sheepfold solve`` prints: the position with everybody's cards, the value of each card, a line of best play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from rich.cells import cell_len
from rich.table import Table as Grid
from rich.text import Text

from sheepfold.cli.ink import Ink
from sheepfold.core.cards import Card, Seat
from sheepfold.core.events import Contract
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.trick import winner
from sheepfold.play.match import DealRecord
from sheepfold.presentation import Line, Presenter, Reader, names_of
from sheepfold.solver import Answer, Count


class Position(Struct, frozen=True):
    """A moment of the tricks of a recorded deal: who plays, how it came about, and the question it asks."""

    game: Game[Any]
    players: tuple[str, ...]
    record: DealRecord
    state: Any
    problem: TrickProblem
    contract: Contract

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self.players or names_of(self.game)

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return (self.problem.leader + len(self.problem.trick)) % self.game.seats


class Ask(Struct, frozen=True):
    """What is asked of a position."""

    count: Count
    least: bool
    side: int | None = None
    seconds: float | None = None


COUNTS: Mapping[Count, str] = {
    "points": "solve-count-points",
    "tricks": "solve-count-tricks",
    "points and melds": "solve-count-melds",
}
"""What is counted, and the key of its words."""


class Page:
    """A position shown to somebody who sees all cards; players go by their names, with the number of their seat."""

    def __init__(self, asked: Position, ink: Ink) -> None:
        self.asked = asked
        self.ink = ink
        self.presenter = Presenter(asked.game, Reader(None, asked.names))

    def _say(self, key: str, style: str = "", **values: Any) -> Text:
        return self.ink.text(self.presenter.say(key, **values), style)

    # -- where we are --------------------------------------------------------------------------------------------

    def heading(self) -> Iterator[Text]:
        """The game, the contract, the cards of every seat and the trick on the table."""
        asked, problem = self.asked, self.asked.problem
        table, word = asked.game.options.text(), self.presenter.say("deal")
        trick = sum(problem.tricks) + 1
        yield self._say("solve-title", "bold", table=table, word=word, deal=asked.record.standing.deal, trick=trick)
        yield self._say("sentence", clause=self.presenter.contract(asked.contract))
        sides = [seats for side in range(max(problem.sides) + 1) if (seats := self._seats(side))]
        if len(sides) == 2:
            yield self._say("solve-sides", one=self._names(sides[0]), other=self._names(sides[1]))
        width = max(map(cell_len, asked.names))
        for seat, hand in enumerate(problem.hands):
            mark = self.ink.sign("▶", ">") if seat == asked.turn else " "
            cards = self.ink.cards(problem.order.strongest_first(hand))
            gap = " " * (width - cell_len(asked.names[seat]) + 2)
            yield Text(f"{mark} {seat} {asked.names[seat]}{gap}").append_text(cards)
            yield from self._covered(seat, width)
        if problem.trick:
            cards_on_table = self.ink.cards(problem.trick)
            yield self._say("solve-trick", who=self.presenter.player(problem.leader)).append_text(cards_on_table)

    def _covered(self, seat: Seat, width: int) -> Iterator[Text]:
        """The cards that lie below others, each under which one."""
        piles = [(top, below) for owner, top, below in self.asked.problem.piles if owner == seat]
        if piles:
            each = [
                Text.assemble(self.ink.card(below), " ", self._say("solve-under"), " ", self.ink.card(top))
                for top, below in piles
            ]
            yield Text.assemble(" " * (width + 6), self._say("solve-covered"), " ", Text(", ").join(each))

    def _seats(self, side: int) -> list[Seat]:
        return [seat for seat, its in enumerate(self.asked.problem.sides) if its == side]

    def _names(self, seats: Sequence[Seat]) -> Line:
        return self.presenter.own.words.listed([self.presenter.player(seat) for seat in seats])

    # -- what it is worth ----------------------------------------------------------------------------------------

    def meaning(self, ask: Ask) -> Line:
        """What the numbers are."""
        side = self.asked.problem.sides[self.asked.turn] if ask.side is None else ask.side
        seats, count = self._seats(side), self.presenter.say(COUNTS[ask.count])
        key = "solve-wants-least" if ask.least else "solve-wants-most"
        return self.presenter.say(key, count=count, side=self._names(seats), players=len(seats))

    def value(self, ask: Ask, answer: Answer) -> Text:
        """The value, or honest bounds."""
        told: dict[str, Any] = {"meaning": self.meaning(ask), "nodes": answer.nodes}
        if answer.finished:
            return self._say("solve-value", "bold", value=answer.lo, **told)
        return self._say("solve-bounds", "bold", low=answer.lo, high=answer.hi, **told)

    def mean(self, ask: Ask, worlds: int, seat: Seat) -> Text:
        """What the averages over worlds are."""
        return self._say("solve-mean", meaning=self.meaning(ask), worlds=worlds, who=self.presenter.player(seat))

    def best_line(self, line: Sequence[Card]) -> Iterator[Text]:
        """Best play by everybody, a trick a row with who leads and who takes it."""
        problem, seats = self.asked.problem, self.asked.game.seats
        leader, trick = problem.leader, list(problem.trick)
        for card in line:
            trick.append(card)
            if len(trick) == seats:
                taker = (leader + winner(tuple(trick), problem.order)) % seats
                leads = self._say("solve-leads", who=self.presenter.you(leader))
                takes = self._say("solve-takes", who=self.presenter.player(taker))
                yield Text.assemble("  ", leads, "  ", self.ink.cards(trick), f"  {self.ink.sign('→', '->')} ", takes)
                leader, trick = taker, []

    def values(self, values: Mapping[Card, str], best: set[Card]) -> Grid:
        """The legal cards with their values; the best are marked."""
        grid = Grid(box=None, pad_edge=False)
        grid.add_column(self._say("solve-card"))
        grid.add_column(self._say("solve-worth"), justify="right")
        grid.add_column("")
        for card, value in values.items():
            mark = self.ink.sign("★", self._say("solve-best").plain) if card in best else ""
            grid.add_row(self.ink.card(card), value, mark)
        return grid
