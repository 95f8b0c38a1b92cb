"""Sheepshead for one reader: the picker and the secret partner, hands that nobody picked, shares and doublers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sheepfold.core.actions import Action, Alone, Call, Pick
from sheepfold.core.cards import Seat, cards_in
from sheepfold.core.events import Contract
from sheepfold.core.order import Order
from sheepfold.games.sheepshead_scoring import (
    FAIL_ACES,
    SheepsheadFacts,
    SheepsheadOptions,
    picker_side,
    verdict,
)
from sheepfold.play.view import View
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Line, Who
from sheepfold.presentation.scene import Chip, Goal, Mark, Offer
from sheepfold.presentation.score import Cell, Entry, Sum, Term


class SheepsheadPresentation(Presentation):
    """What Sheepshead says and shows differently."""

    clause_ids: Mapping[str, str] = {
        "bidding": "S14 S15 S16 S17",
        "all_pass=leaster": "S18 S19 S20",
        "all_pass=doubler": "S22",
        "all_pass=forced_pick": "S25",
        "all_pass=mittler": "S28",
        "all_pass=schneidster": "S34",
        "all_pass=pot": "S36 S37",
        "bury": "SQ4 S80 S49",
        "call": "S44 S45 S47 S48 S49 S56 S60",
        "middle": "S31 S32",
        "tricks": "S73 S74 S75 S76",
        "called_card": "S46 S51 S52 S53 S54 S55 S58",
        "jack_of_diamonds": "S64 S65 S66",
        "fixed_partners": "S68",
        "alone": "S96",
        "leaster": "S18 S19 S20 S21",
        "mittler": "S28 S29 S30",
        "upper_mittler": "S28 S31 SQ14",
        "lower_mittler": "S28 S31 SQ14",
        "schneidster": "S34 S35",
    }

    @property
    def options(self) -> SheepsheadOptions:
        """The table agreements."""
        return cast(SheepsheadOptions, self.game.options)

    # -- names and cards -----------------------------------------------------------------------------------------

    def table(self, view: View) -> Line:
        """How many play, and how the picker finds a partner."""
        return self.say("table", seats=view.seats, partner=self.options.partner)

    def hand_order(self, view: View) -> Order:
        """Trumps are the same in every hand."""
        return self.game.order_of(Contract(self.game.contract_kinds[0]))

    def trumps_known(self, view: View) -> bool:
        """From the deal on."""
        return True

    def moment(self, view: View) -> list[str]:
        """While people bid, what happens if nobody picks is of interest too."""
        more = [f"all_pass={self.options.all_pass}"] if view.phase == "bidding" else []
        return [*super().moment(view), *more]

    # -- who is who ----------------------------------------------------------------------------------------------

    def declarer(self, view: View) -> Seat | None:
        """The picker, from the pick on."""
        return next((seat for seat, call in view.calls if type(call) is Pick), None)

    def paired(self, view: View) -> bool:
        """Fixed partners play together in hands that somebody picked."""
        everybody_alone = view.contract is not None and view.contract.declarer is None
        return super().paired(view) and not everybody_alone

    # -- the bidding ---------------------------------------------------------------------------------------------

    def bidding(self, view: View) -> Line:
        """Who has picked, or that nobody has."""
        picker = self.declarer(view)
        if picker is not None:
            return self.say("bidding-picked", who=Who(picker))
        return self.say("bidding-open" if view.phase in ("", "bidding") else "bidding-nobody")

    def chips(self, view: View) -> tuple[Chip, ...]:
        """Picker and called card; before the contract the picker alone."""
        picker = self.declarer(view)
        if view.contract is None and picker is not None:
            return (self.chip("declarer", self.say("chip-player", who=Who(picker))),)
        return super().chips(view)

    def bid_holder(self, view: View) -> Seat | None:
        """The picker."""
        return self.declarer(view)

    def offers(self, view: View) -> tuple[Offer, ...]:
        """To pick, and after the bury to call an ace or to play alone, each with what it wins and loses."""
        if view.phase == "bidding":
            return (self._offer(view, Pick(), self.options.picked_kinds[0]),)
        if view.phase != "call":
            return ()
        calls = [self._offer(view, Call(card), "called_card") for card in cards_in(FAIL_ACES)]
        return (*calls, self._offer(view, Alone(), "alone"))

    def _offer(self, view: View, action: Action, kind: str) -> Offer:
        needed, best = self._needed(kind)[0], self._total(kind)
        won, lost = (self._pays(view, kind, points) for points in (needed, needed - 1))
        promise = self.say("promise-picked", needed=needed, total=best)
        return Offer(action, self.short(action), promise, won, lost)

    def _pays(self, view: View, kind: str, points: int) -> int | None:
        """What the reader's score changes by as a picker whose side ends with these points."""
        if view.seat is None:
            return None
        alone = kind in ("alone", "fixed_partners")
        partner = None if alone else (view.seat + 1) % view.seats
        called = {"called_card": next(iter(cards_in(FAIL_ACES)))}.get(kind)
        contract = Contract(kind, view.seat, partner_card=called)
        by_choice = kind == "alone" and self.options.partner == "called_ace"
        return self.pays(view, SheepsheadFacts(contract=contract, partner=partner, points=points, by_choice=by_choice))

    # -- the goal ------------------------------------------------------------------------------------------------

    def _total(self, kind: str) -> int:
        """All card points there are."""
        field = self.asked(kind, "points")
        return field.le if field is not None and field.le is not None else 0

    def _needed(self, kind: str) -> tuple[int, int]:
        """What the picker's side needs, and what the defenders need to stop it."""
        won = self.least(kind, "points", "won")
        return won, self._total(kind) - won + 1

    def goal(self, view: View) -> Goal:
        """Before there is a contract, what a pick would take."""
        if view.phase != "bidding":
            return super().goal(view)
        kind = self.options.picked_kinds[0]
        return Goal(self.say("goal-bidding", needed=self._needed(kind)[0], total=self._total(kind)))

    def goal_of(self, view: View, contract: Contract) -> Goal:
        """61 for the picker's side, 60 for the defenders; where nobody picked, what total wins."""
        if contract.declarer is None:
            own = None if view.seat is None else view.points[view.seat]
            key = f"goal-{contract.kind}"
            line = self.say(key) if own is None else self.say(f"{key}-so-far", points=own)
            return Goal(line, "points", ours=own)
        picker, defenders = self._needed(contract.kind)
        with_picker = view.seat is None or bool(self.allies(view)[contract.declarer])
        needed = (picker, defenders) if with_picker else (defenders, picker)
        marks = self.marks(contract.kind, "points") if with_picker else self.marks_against(contract.kind)
        return self.race(view, needed, self._total(contract.kind), marks)

    def marks_against(self, kind: str) -> tuple[Mark, ...]:
        """What the defenders' own points mean: out of Schneider, and the picker beaten."""
        out = self._total(kind) - self.least(kind, "points", "won_schneider") + 1
        return (
            Mark(out, self.say("mark-out-of-schneider", points=out)),
            Mark(self._needed(kind)[1], self.say("mark-picker-beaten")),
        )

    # -- scores --------------------------------------------------------------------------------------------------

    def _facts(self, entry: Entry) -> SheepsheadFacts:
        return cast(SheepsheadFacts, entry.facts)

    def _sides(self, entry: Entry) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """The picker's side and the defenders."""
        facts = self._facts(entry)
        own = picker_side(self.options, facts.contract.declared_by, facts.partner)
        return own, tuple(seat for seat in range(self.game.seats) if seat not in own)

    def headline(self, entry: Entry) -> Line:
        """Which side has won, and how many points it has against how many."""
        facts = self._facts(entry)
        if facts.points is None:
            return self.say("thrown-in-headline") if entry.outcome.thrown_in else super().headline(entry)
        own, others = self._sides(entry)
        against = self._total(facts.contract.kind) - facts.points
        found = verdict(facts.points, facts.tricks, self.options.sizes[0], self.options.defenders_out_at)
        line = (
            self.sides_headline(own, facts.points, against)
            if found.won
            else self.sides_headline(others, against, facts.points)
        )
        return self.say(f"headline-{found.degree}", line=line)

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """The picker's side with the bury, and the defenders; or everybody alone with the blind."""
        facts = self._facts(entry)
        if facts.points is not None:
            own, others = self._sides(entry)
            marks = self.marks(facts.contract.kind, "points")
            against = self._total(facts.contract.kind) - facts.points
            return (
                Sum(self.say("sum-picker"), self._terms(entry, own, facts.points), facts.points, marks=marks),
                Sum(self.say("sum-defenders"), self._terms(entry, others, against), against),
            )
        return tuple(
            Sum(self.player(seat), self._terms(entry, (seat,), total), total) for seat, total in enumerate(facts.totals)
        )

    def _terms(self, entry: Entry, seats: Sequence[Seat], total: int) -> tuple[Term, ...]:
        """What a side has taken in tricks, seat by seat, and what else lies on its heap: the bury or the blind."""
        if entry.view is None:
            return (Term(self.say("term-counted"), total),)
        terms = self.seat_terms(seats, entry.view.points)
        rest = total - sum(term.number for term in terms)
        if not rest:
            return terms
        picked = entry.facts.contract.declarer is not None
        return (*terms, Term(self.say("term-bury" if picked else "term-blind"), rest))

    def played(self, entry: Entry) -> Line:
        """What was played, how high it was won, and what it was multiplied by."""
        line = super().played(entry)
        degrees = [factor.number for item in entry.outcome.items for factor in item.factors if factor.kind == "degree"]
        if degrees and degrees[0] > 1:
            line = self.say(f"sheet-degree-{degrees[0]}", played=line)
        doublers = entry.standing.doublers
        return self.say("sheet-doubled", played=line, times=2**doublers) if doublers and degrees else line

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """The picker and the partner are marked."""
        facts = self._facts(entry)
        roles = {facts.contract.declarer: ("declarer",), facts.partner: ("partner",)}
        changes = [self.change(entry, seat, roles.get(seat, ())) for seat in range(self.game.sides)]
        return (Cell(self.played(entry)), *changes)

    def standing(self, scores: Sequence[int]) -> tuple[Line, ...]:
        """The columns say it all."""
        return ()

    def notes(self, entries: Sequence[Entry], scores: Sequence[int]) -> tuple[Line, ...]:
        """What the marks mean, and that all scores and the pot make 0."""
        picked = any(entry.facts.contract.declarer is not None for entry in entries)
        pot = -sum(scores)
        total = self.say("sheet-sum-pot", sum=-pot, pot=pot) if pot else self.say("sheet-sum", sum=0)
        return (*((self.say("sheet-marks"),) if picked else ()), total)


PRESENTATION = SheepsheadPresentation
