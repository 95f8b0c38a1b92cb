"""The settlement of a deal and the score sheet of a match, for any game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby

from sheepfold.core.cards import Mask, Seat
from sheepfold.core.deal import Deal
from sheepfold.core.events import Outcome
from sheepfold.core.score import Factor
from sheepfold.play.view import View
from sheepfold.presentation.kept import Kept
from sheepfold.presentation.line import Face, Faces, Line, Who, capital, joined
from sheepfold.presentation.score import (
    Cell,
    Entry,
    FactorLine,
    ItemLine,
    Row,
    Settlement,
    Sheet,
    SideLine,
    Sum,
    Term,
)
from sheepfold.presentation.staging import Staging

MOST_ROWS = 512
"""Rows of sheets that are kept for the next time."""


class Settling(Staging):
    """Settlements and sheets. A game's own presentation overrides what it counts or writes differently."""

    # -- the settlement of one deal ------------------------------------------------------------------------------

    def settlement(self, entry: Entry) -> Settlement:
        """Why everybody got what they got."""
        return Settlement(
            self.headline(entry), self.sums(entry), self.items(entry.outcome), self.changes(entry), self.details(entry)
        )

    def headline(self, entry: Entry) -> Line:
        """The result in one sentence: here who gained or lost most."""
        delta = entry.outcome.delta
        if not any(delta):
            return self.say("headline-nothing")
        most = max(delta) if max(delta) > 0 else min(delta)
        sides = [side for side, change in enumerate(delta) if change == most]
        key = "headline-best" if most > 0 else "headline-loss"
        named = self.words.listed([self.side_name(side) for side in sides])
        return self.say(key, players=capital(named), form=self.sides_form(sides), change=abs(most))

    def sides_headline(self, winners: Sequence[Seat], ours: int, theirs: int) -> Line:
        """Who has won a deal of two sides, and with how much against how much."""
        return self.say(
            "headline-sides",
            players=capital(self.players(winners)),
            form=self.form(winners),
            ours=ours,
            theirs=theirs,
        )

    def sides_form(self, sides: Sequence[int]) -> str:
        """Which form of a verb follows these sides."""
        if self.game.sides == self.game.seats:
            return self.form(sides)
        return "one" if len(sides) == 1 else "other"

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """What was counted, side by side; here what each seat has taken, if the deal was played here."""
        outcome = entry.outcome
        numbers, counts = (outcome.points, "points") if any(outcome.points) else (outcome.tricks, "tricks")
        if not numbers:
            return ()
        return tuple(
            Sum(capital(self.side_name(side)), terms, sum(term.number for term in terms), counts)
            for side in range(self.game.sides)
            if (terms := self.seat_terms(self.side_seats(side), numbers))
        )

    def seat_terms(self, seats: Sequence[Seat], numbers: Sequence[int]) -> tuple[Term, ...]:
        """One term per seat."""
        return tuple(Term(self.say("term-seat", who=Who(seat)), numbers[seat]) for seat in seats)

    def items(self, outcome: Outcome) -> tuple[ItemLine, ...]:
        """Every item with its factors."""
        return tuple(
            ItemLine(
                item.kind,
                self.message(item.what),
                item.rule,
                item.side,
                item.amount,
                tuple(map(self.factor, item.factors)),
            )
            for item in outcome.items
        )

    def factor(self, factor: Factor) -> FactorLine:
        """A factor in words."""
        key = f"factor-name-{factor.kind}"
        label = self.words.first(f"{key}-{factor.number}", key, "bare", word=factor.kind.replace("_", " "))
        return FactorLine(factor.kind, label, factor.number, factor.rules)

    def changes(self, entry: Entry) -> tuple[SideLine, ...]:
        """Every side before and after."""
        scores, delta = entry.standing.scores, entry.outcome.delta
        return tuple(
            SideLine(side, capital(self.side_name(side)), scores[side], delta[side], scores[side] + delta[side])
            for side in range(self.game.sides)
        )

    def details(self, entry: Entry) -> tuple[Line, ...]:
        """What only a deal that was played here knows: who took what, the blind, the discards."""
        outcome = entry.outcome
        if not outcome.tricks:
            return ()
        pointed = bool(outcome.points)
        taken = [
            self.say("tricks-of-points", who=Who(seat), tricks=won, points=outcome.points[seat])
            if pointed
            else self.say("tricks-of", who=Who(seat), tricks=won)
            for seat, won in enumerate(outcome.tricks)
        ]
        key = "tricks-and-points" if pointed else "tricks-only"
        found = [self.say(key, players=joined(taken, ", "))]
        if outcome.blind_to is not None:
            found.append(self.say("tricks-blind-to", who=Who(outcome.blind_to)))
        if outcome.discard_points:
            discards = self.words.listed([self.words.part(points) for points in outcome.discard_points])
            found.append(self.say("tricks-discards", points=discards))
        return tuple(found)

    def score_lines(self, settlement: Settlement) -> tuple[Line, ...]:
        """The items as sentences, those for the same reason together, with their rules."""
        sides: dict[Line, list[Line]] = {}
        for item in settlement.items:
            line = self.say("score-side", side=self.side_name(item.side), amount=item.amount, rule=item.rule)
            sides.setdefault(item.what, []).append(line)
        found = [self.say("score-line", what=what, sides=joined(lines, ", ")) for what, lines in sides.items()]
        return tuple(found) or (self.say("score-nobody"),)

    # -- all cards -----------------------------------------------------------------------------------------------

    def all_hands(self, view: View) -> tuple[tuple[Line, Mask], ...]:
        """Every card of a deal that is over: whose, and which; the blind last."""
        if view.dealt is None:
            return ()
        hands = [(capital(self.player(seat)), mask) for seat, mask in enumerate(whole_hands(view.dealt))]
        blind = [(self.say("hands-blind"), view.dealt.blind)] if view.dealt.blind else []
        return (*hands, *blind)

    def out_of_sight(self, view: View) -> Line:
        """What was done with cards out of sight; empty if nothing was."""
        if not view.hidden:
            return ()
        told = []
        for (seat, _), group in groupby(view.hidden, key=lambda each: (each[0], type(each[1]))):
            spelled = [self.spelled(action) for _, action in group]
            (key, values), cards = spelled[0], [each["card"] for _, each in spelled if "card" in each]
            if len(cards) > 1:  # several cards of one player, told together
                values = {"card": Faces(tuple(face.card for face in cards if isinstance(face, Face)))}
            told.append(self.words.first(f"did-{key}", f"said-{key}", who=Who(seat), **values))
        return self.say("hands-out-of-sight", actions=capital(joined(told, "; ")))

    # -- the sheet -----------------------------------------------------------------------------------------------

    def sheet(self, entries: Sequence[Entry], scores: Sequence[int]) -> Sheet:
        """The score sheet of a match so far."""
        heads = (self.say("sheet-deal", word=self.say("deal")), *self.heads())
        rows = tuple(self._row(entry, heads) for entry in entries)
        return Sheet(
            self.sheet_title(),
            heads,
            tuple(row for row, _ in rows),
            self.totals(scores),
            self.notes(entries, scores),
            self.standing(scores),
            tuple(told for _, told in rows),
        )

    def _row(self, entry: Entry, heads: Sequence[Line]) -> tuple[Row, Line]:
        """The row of a deal, and the same in a sentence; what stands on a sheet is kept for its next row."""
        try:
            kept = self._rows.get(entry)
        except TypeError:  # the facts of a game from outside may hold a list
            return self._new_row(entry, heads)
        return kept if kept is not None else self._rows.made(entry, lambda: self._new_row(entry, heads))

    def _new_row(self, entry: Entry, heads: Sequence[Line]) -> tuple[Row, Line]:
        row = Row(self.say("sheet-number", number=entry.standing.deal), self.cells(entry), entry.standing.deal)
        return row, self.told(heads, row)

    @cached_property
    def _rows(self) -> Kept[Entry, tuple[Row, Line]]:
        return Kept(MOST_ROWS)

    def sheet_title(self) -> Line:
        """What the sheet is called."""
        return self.say("sheet-title", title=self.game.title)

    def heads(self) -> tuple[Line, ...]:
        """The headings over the cells: what was played, then a column per side."""
        return (self.say("sheet-played"), *(capital(self.side_name(side)) for side in range(self.game.sides)))

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """The cells of a deal."""
        return (Cell(self.played(entry)), *(self.change(entry, side) for side in range(self.game.sides)))

    def marked_cells(self, entry: Entry, partner: Seat | None) -> tuple[Cell, ...]:
        """The cells of a deal in which the declarer and the partner are marked."""
        roles = {entry.facts.contract.declarer: ("declarer",), partner: ("partner",)}
        changes = [self.change(entry, seat, roles.get(seat, ())) for seat in range(self.game.sides)]
        return (Cell(self.played(entry)), *changes)

    def played(self, entry: Entry) -> Line:
        """What was played, in a word or two."""
        if entry.outcome.thrown_in:
            return self.say("thrown-in")
        kind = entry.facts.contract.kind
        return self.words.first(f"sheet-{kind}", "bare", word=kind.replace("_", " "))

    def change(self, entry: Entry, side: int, marks: tuple[str, ...] = ()) -> Cell:
        """What a deal did to a side, and its score after it."""
        amount = entry.outcome.delta[side]
        return Cell(self.say("sheet-change", change=amount), amount, side, amount, entry.after[side], marks)

    def totals(self, scores: Sequence[int]) -> tuple[Cell, ...]:
        """The scores by side."""
        return tuple(
            Cell(self.say("sheet-number", number=score), score, side, total=score) for side, score in enumerate(scores)
        )

    def notes(self, entries: Sequence[Entry], scores: Sequence[int]) -> tuple[Line, ...]:
        """What stands below the sheet."""
        return ()

    def standing(self, scores: Sequence[int]) -> tuple[Line, ...]:
        """The scores in words."""
        named = [self.say("side-score", side=capital(self.side_name(i)), score=score) for i, score in enumerate(scores)]
        return (self.say("sheet-standing", scores=joined(named, ", ")),)

    def told(self, heads: Sequence[Line], row: Row) -> Line:
        """A row in one sentence, each cell with its heading."""
        cells = [
            self.say("sheet-cell", head=head, cell=self.cell_words(cell)) if head else self.cell_words(cell)
            for head, cell in zip(heads[1:], row.cells, strict=True)
            if cell.line
        ]
        return self.say("sheet-row", word=capital(heads[0]), number=row.name, cells=joined(cells, ", "))

    def cell_words(self, cell: Cell) -> Line:
        """A cell in words: the change with the total behind it, and who declared."""
        if cell.amount is None or cell.total is None:
            return cell.line
        line = self.say("sheet-change-total", change=cell.amount, total=cell.total)
        for key in (f"role-{mark}" for mark in cell.marks):
            line = self.say("sheet-cell-role", cell=line, role=self.say(key)) if self.words.has(key) else line
        return line


def whole_hands(deal: Deal) -> list[Mask]:
    """All cards a seat was dealt: hand, second half, strawmen."""
    hands = list(deal.hands)
    for seat, other in enumerate(deal.round2):
        hands[seat] |= other
    for rows in (deal.faceup, deal.facedown):
        for seat, cards in enumerate(rows):
            for card in cards:
                hands[seat] |= 1 << card
    return hands
