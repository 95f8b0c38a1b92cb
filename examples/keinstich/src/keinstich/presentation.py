"""Kein Stich for one reader: which contract it is and what comes next, what is still out, and who has paid for what.

Every number is taken from the tables of ``keinstich.scoring``; the words stand in ``words/<language>/keinstich.ftl``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from keinstich.game import KeinStich
from keinstich.scoring import CONTRACTS, COSTS, KeinStichFacts, pieces_of, taken_by
from sheepfold.core.cards import DECK32, Seat, mask_of
from sheepfold.core.events import Contract, Outcome
from sheepfold.play.view import View
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Line, capital, joined
from sheepfold.presentation.scene import Auction, Chip, Goal
from sheepfold.presentation.score import Cell, Entry, Sum, Term

TOTALS = {kind: sum(COSTS[name].price * COSTS[name].pieces for name in costs) for kind, costs in CONTRACTS.items()}
"""What each contract gives away (K13)."""
ONCE = tuple(name for name, cost in COSTS.items() if cost.pieces == 1)
"""What only one player can take; the sheet marks who it was."""
IN_CARDS = tuple(name for name, cost in COSTS.items() if 0 < cost.cards.bit_count() < len(DECK32))
"""What can be looked for in the own hand; how many tricks are left anybody can see."""


class KeinStichPresentation(Presentation):
    """What Kein Stich says and shows differently."""

    clause_ids: Mapping[str, str] = {
        "tricks": "K17 K18 K19 K20",
        "first-left_of_dealer": "K16 KQ1",
        "first-dealer": "K16 KQ2 KQ1",
        "contract-tricks": "K7",
        "contract-hearts": "K8 KQ6",
        "contract-queens": "K9 KQ6",
        "contract-king": "K10 KQ6",
        "contract-last": "K11",
        "contract-all": "K12 K22",
        "won": "K18",
    }

    @property
    def rules(self) -> KeinStich:
        """The game, which knows the contract of every deal."""
        return cast(KeinStich, self.game)

    # -- the deal and its contract -------------------------------------------------------------------------------

    def kind(self, view: View) -> str | None:
        """The contract of this deal; it follows from the number of the deal and need not be waited for."""
        return None if view.standing is None else self.rules.contract_of(view.standing.deal).kind

    def next_kind(self, view: View) -> str | None:
        """The contract of the next deal; nothing comes after the last one."""
        if view.standing is None or view.standing.deal >= self.rules.deals_agreed:
            return None
        return self.rules.contract_of(view.standing.deal + 1).kind

    def contract_name(self, kind: str) -> Line:
        """A contract by its name: ``no tricks``."""
        return self.say(f"name-{kind}")

    def table(self, view: View) -> Line:
        """How many play, how many contracts there are, and how often."""
        contracts, rounds = len(self.rules.contract_kinds), self.rules.options.rounds
        return self.say("table-agreed", seats=view.seats, contracts=contracts, rounds=rounds)

    def deal(self, view: View) -> Line:
        """Number and contract of the deal, and what comes next."""
        kind, after = self.kind(view), self.next_kind(view)
        if kind is None:
            return ()
        values = {"title": super().deal(view), "name": self.contract_name(kind)}
        return (
            self.say("deal-last", **values)
            if after is None
            else self.say("deal-then", **values, next=self.contract_name(after))
        )

    def contract(self, view: View) -> Line:
        """What costs, from the first moment of the deal on."""
        kind = self.kind(view)
        return () if kind is None else self.contract_by(Contract(kind))

    def contract_kind(self, contract: Contract) -> Line:
        """The name alone."""
        return self.contract_name(contract.kind)

    def contract_words(self, contract: Contract) -> Line:
        """The name with what costs and how much."""
        return self.say("contract-costs", name=self.contract_name(contract.kind), costs=self.prices(contract.kind))

    def prices(self, kind: str) -> Line:
        """What costs how much, in one clause; where it is more than one thing, shortly."""
        costs = CONTRACTS[kind]
        key = "costs" if len(costs) == 1 else "price"
        return joined([self.say(f"{key}-{name}", price=COSTS[name].price) for name in costs], ", ")

    def chips(self, view: View) -> tuple[Chip, ...]:
        """The contract, what it gives away, and what comes next."""
        kind, after = self.kind(view), self.next_kind(view)
        if kind is None:
            return ()
        found = [
            self.chip("played", self.contract_name(kind)),
            self.chip("worth", self.say("chip-number", number=TOTALS[kind])),
        ]
        return tuple(found) if after is None else (*found, self.chip("next", self.contract_name(after)))

    def auction(self, view: View) -> Auction | None:
        """Nobody bids (K5)."""
        return None

    def counts_points(self, contract: Contract | None) -> bool:
        """Every trick has its price, also where no card has one (K11)."""
        return contract is not None

    # -- what is out and what is taken ---------------------------------------------------------------------------

    def pieces(self, view: View, name: str) -> tuple[int, ...]:
        """How many pieces of something each seat has taken so far."""
        if name == "tricks":
            return view.tricks
        if name == "last":
            over = len(view.done) == COSTS["tricks"].pieces
            return tuple(int(over and view.done[-1].winner == seat) for seat in range(view.seats))
        won = [0] * view.seats
        for trick in view.done:
            won[trick.winner] |= mask_of(trick.cards)
        return pieces_of(tuple(won), name)

    def out(self, view: View, kind: str) -> list[Line]:
        """What costs and is still out: cards if there are any, else what is left beside them."""
        left = {name: COSTS[name].pieces - sum(self.pieces(view, name)) for name in CONTRACTS[kind]}
        names = [name for name, number in left.items() if number]
        shown = [name for name in names if name in IN_CARDS] or names
        return [self.some_of(name, left[name]) for name in shown]

    def some_of(self, name: str, number: int) -> Line:
        """Some pieces of something in a sentence, with an article where there is but one: ``the king of hearts``."""
        return self.words.first(f"the-{name}", f"pieces-{name}", number=number)

    def goal(self, view: View) -> Goal:
        """How much there is to give away, how much of it is taken, and what is still out."""
        kind = self.kind(view)
        if kind is None:
            return super().goal(view)
        total, taken = TOTALS[kind], sum(view.points)
        mine = None if view.seat is None else view.points[view.seat]
        parts = [
            self.say("goal-taken", total=total, taken=taken) if taken < total else self.say("goal-all", total=total)
        ]
        if mine is not None:
            parts.append(self.say("goal-mine", mine=mine))
        out = self.out(view, kind)
        line = joined(parts, ", ")
        if out:
            line = self.say("goal-out", taken=line, out=self.words.listed(out))
        return Goal(line, "points", ours=mine, theirs=None if mine is None else taken - mine, total=total)

    def taken_by(self, view: View, seat: Seat) -> Line:
        """What a seat has taken of what costs, and what it pays; else its tricks."""
        kind, points, tricks = self.kind(view), view.points[seat], view.tricks[seat]
        if kind is None or not points:
            return self.say("taken-tricks", tricks=tricks)
        if kind == "all":
            return self.say("taken-points", tricks=tricks, points=points)
        pieces = self.say(f"pieces-{kind}", number=self.pieces(view, kind)[seat])
        return self.say("taken-pieces", pieces=pieces, points=points)

    def moment(self, view: View) -> list[str]:
        """The keys of ``clause_ids``; a contract is called like the phase, so contracts have a prefix."""
        keys, kind = [view.phase], self.kind(view)
        if view.phase == "tricks" and kind is not None:
            keys += [f"contract-{kind}"]
            keys += [] if view.done else [f"first-{self.rules.options.first_lead}"]
        return keys

    # -- scores --------------------------------------------------------------------------------------------------

    def scored(self, outcome: Outcome) -> Line:
        """Who pays how much, and for what kinds of things."""
        changes = [
            self.say("side-change", side=self.side_name(side), change=change)
            for side, change in enumerate(outcome.delta)
            if change
        ]
        reasons = [self.say(f"counted-{kind}") for kind in dict.fromkeys(item.kind for item in outcome.items)]
        if not reasons:
            return super().scored(outcome)
        values = {"changes": capital(joined(changes, ", ")), "reasons": joined(reasons, ", ")}
        return self.say("event-scored-why", **values)

    def headline(self, entry: Entry) -> Line:
        """Who has taken most of what there was to take."""
        lost, total = [-change for change in entry.outcome.delta], TOTALS[entry.facts.contract.kind]
        seats = [seat for seat, points in enumerate(lost) if points == max(lost)]
        key = "headline-all" if max(lost) == total else "headline-most"
        values = {"most": max(lost), "total": total, "count": len(seats)}
        return self.say(key, players=capital(self.players(seats)), form=self.form(seats), **values)

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """What each player has taken, thing by thing; all together it is what the contract gives away."""
        facts = cast(KeinStichFacts, entry.facts)
        return tuple(
            Sum(capital(self.player(seat)), terms, sum(term.number for term in terms))
            for seat in range(self.game.seats)
            for terms in (self._terms(facts, seat),)
        )

    def _terms(self, facts: KeinStichFacts, seat: Seat) -> tuple[Term, ...]:
        taken = {name: taken_by(facts, name)[seat] for name in CONTRACTS[facts.contract.kind]}
        terms = tuple(
            Term(self.say(f"pieces-{name}", number=number), number * COSTS[name].price)
            for name, number in taken.items()
            if number
        )
        return terms or (Term(self.say("pieces-none"), 0),)

    def played(self, entry: Entry) -> Line:
        """The contract by its name."""
        return self.contract_name(entry.facts.contract.kind)

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """The contract and a column per player; marks tell who took the king of hearts and the last trick."""
        changes = [self.change(entry, side, self._marks(entry, side)) for side in range(self.game.sides)]
        return (Cell(self.played(entry)), *changes)

    def _marks(self, entry: Entry, seat: Seat) -> tuple[str, ...]:
        facts = cast(KeinStichFacts, entry.facts)
        costs = CONTRACTS[facts.contract.kind]
        return tuple(name for name in ONCE if name in costs and taken_by(facts, name)[seat])

    def notes(self, entries: Sequence[Entry], scores: Sequence[int]) -> tuple[Line, ...]:
        """What the marks mean, and how much of the whole match is given away."""
        kinds = {entry.facts.contract.kind for entry in entries}
        marks = any(name in CONTRACTS[kind] for kind in kinds for name in ONCE)
        total = sum(TOTALS[kind] for kind in self.rules.contract_kinds) * self.rules.options.rounds
        given = self.say("sheet-given", given=-sum(scores), total=total)
        return (*((self.say("sheet-marks"),) if marks else ()), given)


PRESENTATION = KeinStichPresentation
