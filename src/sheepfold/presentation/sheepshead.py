"""Sheepshead for one reader: the picker and the secret partner, hands that nobody picked, shares and doublers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from msgspec.structs import replace

from sheepfold.core.actions import Action, Alone, Call, Middle, Pick
from sheepfold.core.cards import Card, Seat, cards_in
from sheepfold.core.events import Contract, ContractSet, Event
from sheepfold.core.order import Order
from sheepfold.games.sheepshead import Sheepshead, callable_cards
from sheepfold.games.sheepshead_scoring import (
    FAIL_ACES,
    JACK_OF_DIAMONDS,
    SheepsheadFacts,
    SheepsheadOptions,
    doubler_factor,
    picker_side,
    schneidster_winner,
    verdict,
)
from sheepfold.play.view import View
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Face, Line, Who, capital, joined
from sheepfold.presentation.scene import IN_TRICKS, MADE_FROM, Chip, Goal, Mark, Offer
from sheepfold.presentation.score import Cell, Entry, Row, Sheet, Sum, Term

ASKED = ("bidding", "bury", "call", "middle")
"""The phases before the tricks, in which one player is asked and the others wait."""


class SheepsheadPresentation(Presentation):
    """What Sheepshead says and shows differently."""

    made_from: Mapping[str, frozenset[str]] = {
        **MADE_FROM,
        "offers": frozenset({"bury", "calls", "hand", "phase", "standing"}),
    }
    in_tricks = IN_TRICKS

    clause_ids: Mapping[str, str] = {
        "bidding": "S14 S15 S16 S17",
        "all_pass=leaster": "S18 S19 S20",
        "all_pass=doubler": "S22",
        "all_pass=forced_pick": "S25",
        "all_pass=mittler": "S28",
        "all_pass=schneidster": "S34",
        "all_pass=pot": "S36 S37",
        "bury": "SQ4 S80 S48 S49",
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
        "won": "S76",
    }

    @property
    def options(self) -> SheepsheadOptions:
        """The table agreements."""
        return cast(SheepsheadOptions, self.game.options)

    def carried(self, view: View) -> Line:
        """Doublers that wait, and the pot."""
        standing, pot = view.standing, super().carried(view)
        if standing is None or not standing.doublers:
            return pot
        times = doubler_factor(self.options, standing.doublers)
        waiting = self.say("carried-doublers", word=self.say("deal"), times=times, doublers=standing.doublers)
        return joined([waiting, pot] if pot else [waiting], ", ")

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

    # -- what is played ------------------------------------------------------------------------------------------

    def contract_kind(self, contract: Contract) -> Line:
        """The name that stands on the sheet."""
        return self.named("sheet", contract)

    def contract_words(self, contract: Contract) -> Line:
        """The name and, where nobody picked, which total wins."""
        name = self.contract_kind(contract)
        wins = self._wins(contract.kind)
        return self.say("contract-nobody", name=name, wins=wins) if wins else name

    def _wins(self, kind: str) -> Line:
        """Which total wins a hand that nobody picked; a clause, empty for every other hand."""
        key = f"wins-{kind}"
        return self.say(key, most=self._schneidster_most) if self.words.has(key) else ()

    @cached_property
    def _schneidster_most(self) -> int:
        """The highest total that can win a schneidster, as the rules decide it."""
        total = self._total(self.options.picked_kinds[0])
        return max(points for points in range(total) if schneidster_winner((points, total)) == 0)

    def contract_by(self, contract: Contract) -> Line:
        """Who picks, and how the partner is found; a scorekeeper need not know which card was called."""
        if contract.kind == "jack_of_diamonds":
            contract = replace(contract, partner_card=JACK_OF_DIAMONDS)
        if contract.kind == "called_card" and contract.partner_card is None and contract.declarer is not None:
            return self.say("contract-by-called_card-plain", who=Who(contract.declarer))
        return super().contract_by(contract)

    def event(self, event: Event) -> Line:
        """The pick and the call were said aloud, so a contract tells what follows: who plays together."""
        if isinstance(event, ContractSet) and event.contract.declarer is not None:
            return self._sides_told(event.contract, event.contract.declarer)
        return super().event(event)

    def _sides_told(self, contract: Contract, picker: Seat) -> Line:
        if contract.partner_card is not None:
            key = "event-sides-called" if contract.kind == "called_card" else "event-sides-jack"
            return self.say(key, who=Who(picker), card=Face(contract.partner_card))
        own = picker_side(self.options, picker, None)
        if len(own) == 1:
            return self.say("event-sides-alone", who=Who(picker))
        return self.say("event-sides-fixed", players=capital(self.players(own)))

    # -- who is who ----------------------------------------------------------------------------------------------

    def declarer(self, view: View) -> Seat | None:
        """The picker, from the pick on."""
        return next((seat for seat, call in view.calls if type(call) is Pick), None)

    def teams(self, view: View) -> tuple[tuple[Seat, ...], ...] | None:
        """Fixed partners play together in hands that somebody picked."""
        everybody_alone = view.contract is not None and view.contract.declarer is None
        return None if everybody_alone else super().teams(view)

    # -- the bidding ---------------------------------------------------------------------------------------------

    def bidding(self, view: View) -> Line:
        """Who has picked, or that nobody has."""
        picker = self.declarer(view)
        if picker is not None:
            return self.say("bidding-picked", who=Who(picker))
        return self.say("bidding-open" if view.phase in ("", "bidding") else "bidding-nobody")

    def chips(self, view: View) -> tuple[Chip, ...]:
        """Picker and called card; before the contract the picker alone. A jack of diamonds is called by nobody."""
        picker = self.declarer(view)
        if view.contract is None and picker is not None:
            return (self.chip("declarer", self.say("chip-player", who=Who(picker))),)
        found = super().chips(view)
        if view.contract is None or view.contract.kind != "jack_of_diamonds":
            return found
        return tuple(self.chip("partner", chip.value) if chip.kind == "called" else chip for chip in found)

    def bid_holder(self, view: View) -> Seat | None:
        """The picker."""
        return self.declarer(view)

    def offers(self, view: View) -> tuple[Offer, ...]:
        """To pick; after the bury to call a card or to play alone; where nobody picked, which middle total wins."""
        picker = self.declarer(view)
        if view.phase == "bidding" and picker is None:
            return (self._pick_offer(view),)
        if view.phase == "call" and picker is not None:
            return self._call_offers(view, picker)
        if view.phase == "middle":
            kinds = ((Middle(True), "upper_mittler"), (Middle(False), "lower_mittler"))
            return tuple(Offer(action, self.short(action), self._wins(kind)) for action, kind in kinds)
        return ()

    def _pick_offer(self, view: View) -> Offer:
        """To pick, with the partner that the table's system finds for the reader (S65)."""
        kind = self.options.picked_kinds[0]
        solo = kind == "alone" or (kind == "jack_of_diamonds" and bool(view.hand >> JACK_OF_DIAMONDS & 1))
        return self._offer(view, Pick(), kind, solo, view.seat)

    def _call_offers(self, view: View, picker: Seat) -> tuple[Offer, ...]:
        """The cards to call, and to play alone. What the picker may call and what it pays only the picker sees."""
        reader = view.seat if view.seat == picker else None
        may = FAIL_ACES if reader is None else callable_cards(view.hand, view.bury, self.options)
        found = [
            self._offer(view, Call(card), "called_card", False, reader, card)
            if may >> card & 1
            else Offer(Call(card), self.short(Call(card)), open=False)
            for card in cards_in(FAIL_ACES | may)
        ]
        return (*found, self._offer(view, Alone(), "alone", True, reader, by_choice=bool(may)))

    def _offer(
        self,
        view: View,
        action: Action,
        kind: str,
        solo: bool,
        reader: Seat | None,
        called: Card | None = None,
        by_choice: bool = False,
    ) -> Offer:
        """What an offer promises; what it wins and loses for a reader who would be the picker."""
        needed, total = self._needed(kind)[0], self._total(kind)
        bury = "with" if self.options.sizes[1] else "without"
        promise = self.say("promise-picked", needed=needed, total=total, bury=bury, solo="yes" if solo else "no")
        if reader is None:
            return Offer(action, self.short(action), promise)
        partner = None if solo or kind == "fixed_partners" else (reader + 1) % view.seats
        contract = Contract(kind, reader, partner_card=called)
        won, lost = (
            self.pays(view, SheepsheadFacts(contract=contract, partner=partner, points=points, by_choice=by_choice))
            for points in (needed, needed - 1)
        )
        return Offer(action, self.short(action), promise, won, lost)

    # -- the goal ------------------------------------------------------------------------------------------------

    def _total(self, kind: str) -> int:
        """All card points there are."""
        return self.most(kind, "points")

    def _needed(self, kind: str) -> tuple[int, int]:
        """What the picker's side needs, and what the defenders need to stop it."""
        won = self.least(kind, "points", "won")
        return won, self._total(kind) - won + 1

    def goal(self, view: View) -> Goal:
        """Before the tricks, what the one who is asked has to think of."""
        if view.phase not in ASKED or view.turn is None:
            return super().goal(view)
        kind = self.options.picked_kinds[0]
        values = {"needed": self._needed(kind)[0], "total": self._total(kind)} if view.phase == "bidding" else {}
        forced = view.phase == "bidding" and cast(Sheepshead, self.game).must_pick(view.begun, view.turn)
        key = "goal-must-pick" if forced else f"goal-asked-{view.phase}"
        return Goal(self.say(key, who=Who(view.turn), **values))

    def goal_of(self, view: View, contract: Contract) -> Goal:
        """61 for the picker's side, 60 for the defenders; where nobody picked, what total wins."""
        if contract.declarer is None:
            return self._goal_alone(view, self._wins(contract.kind))
        picker, defenders = self._needed(contract.kind)
        with_picker = view.seat is None or bool(self.allies(view)[contract.declarer])
        needed = (picker, defenders) if with_picker else (defenders, picker)
        marks = self.marks(contract.kind, "points") if with_picker else self.marks_against(contract.kind)
        goal = self.race(view, needed, self._total(contract.kind), marks)
        return goal if view.seat is not None else replace(goal, line=self._watched(goal))

    def _goal_alone(self, view: View, wins: Line) -> Goal:
        if view.seat is None:
            return Goal(wins, "points")
        own = view.points[view.seat]
        return Goal(self.say("goal-so-far", wins=wins, who=Who(view.seat), points=own), "points", ours=own)

    def _watched(self, goal: Goal) -> Line:
        """For somebody who only watches: whose the numbers are."""
        values = {"needed": goal.needed or 0, "ours": goal.ours or 0, "theirs": goal.theirs or 0}
        if goal.open:
            return self.say("goal-watched-open", **values, open=goal.open)
        return self.say("goal-watched", **values)

    def marked(self, kind: str, name: str) -> tuple[Mark, ...]:
        """What the points of the picker's side mean, shortly: out of Schneider, won, won with Schneider."""
        meant = {"lost": "out-of-schneider", "won": "wins", "won_schneider": "schneider"}
        numbers = {word: self.least(kind, name, threshold) for threshold, word in meant.items()}
        return tuple(Mark(number, self.say(f"mark-{word}", points=number)) for word, number in numbers.items())

    def marks_against(self, kind: str) -> tuple[Mark, ...]:
        """What the defenders' points mean: out of Schneider, the picker beaten, the picker in Schneider."""
        meant = {"won_schneider": "out-of-schneider", "won": "picker-beaten", "lost": "schneider"}
        numbers = {word: self._total(kind) - self.least(kind, "points", each) + 1 for each, word in meant.items()}
        return tuple(Mark(number, self.say(f"mark-{word}", points=number)) for word, number in numbers.items())

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
        if entry.outcome.thrown_in:
            return self._thrown_in(entry)
        if facts.points is None:
            return self._headline_alone(entry)
        own, others = self._sides(entry)
        against = self._total(facts.contract.kind) - facts.points
        tricks = facts.tricks, self.options.sizes[0], self.options.defenders_out_at
        found = verdict(facts.points, *tricks)
        line = (
            self.sides_headline(own, facts.points, against)
            if found.won
            else self.sides_headline(others, against, facts.points)
        )
        line = self.say(f"headline-{found.degree}", line=line)
        almost = verdict(facts.points + (-1 if found.won else 1), *tricks)
        return line if found == almost else self.say("headline-close", line=line)

    def _thrown_in(self, entry: Entry) -> Line:
        """Why a hand was not played, and what that means for the next one."""
        kind, outcome = entry.facts.contract.kind, entry.outcome
        if kind == "doubler":
            return self.say("headline-doubler", times=doubler_factor(self.options, outcome.doublers))
        if kind == "pot":
            return self.say("headline-pot", paid=-outcome.delta[0], pot=outcome.pot)
        calls = () if entry.view is None else entry.view.calls
        called = [call.card for _, call in calls if isinstance(call, Call)]
        return self.say("headline-void-card", card=Face(called[-1])) if called else self.say("headline-void")

    def _headline_alone(self, entry: Entry) -> Line:
        """Who has won a hand that nobody picked, and with how much; nobody, if it is a wash."""
        facts = self._facts(entry)
        name = self.contract_kind(facts.contract)
        winners = [item.side for item in entry.outcome.items if item.amount > 0]
        if not winners:
            return self.say("headline-wash", name=name)
        players = capital(self.players(winners))
        points = facts.totals[winners[0]]
        return self.say("headline-alone", players=players, form=self.form(winners), name=name, points=points)

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """The picker's side with the bury, and the defenders; or everybody alone with the blind."""
        facts = self._facts(entry)
        if facts.points is not None:
            (own, others), kind = self._sides(entry), facts.contract.kind
            marks, against = self.marks(kind, "points"), self.marks_against(kind)
            rest = self._total(kind) - facts.points
            return (
                Sum(self.say("sum-picker"), self._terms(entry, own, facts.points), facts.points, marks=marks),
                Sum(self.say("sum-defenders"), self._terms(entry, others, rest), rest, marks=against),
            )
        return tuple(
            Sum(capital(self.player(seat)), self._terms(entry, (seat,), total), total)
            for seat, total in enumerate(facts.totals)
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
        factors = {factor.kind: factor.number for item in entry.outcome.items for factor in item.factors}
        if factors.get("degree", 1) > 1:
            line = self.say(f"sheet-degree-{factors['degree']}", played=line)
        return self.say("sheet-doubled", played=line, times=factors["doubled"]) if "doubled" in factors else line

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """The picker and the partner are marked."""
        return self.marked_cells(entry, self._facts(entry).partner)

    def sheet(self, entries: Sequence[Entry], scores: Sequence[int]) -> Sheet:
        """The marks of picker and partner have a note."""
        return replace(super().sheet(entries, scores), legend=int(self._picked(entries)))

    def told(self, heads: Sequence[Line], row: Row) -> Line:
        """What was played needs no heading in a sentence."""
        return super().told((heads[0], (), *heads[2:]), row)

    def _picked(self, entries: Sequence[Entry]) -> bool:
        return any(entry.facts.contract.declarer is not None for entry in entries)

    def standing(self, scores: Sequence[int]) -> tuple[Line, ...]:
        """The columns say it all."""
        return ()

    def notes(self, entries: Sequence[Entry], scores: Sequence[int]) -> tuple[Line, ...]:
        """What the marks mean, and that all scores and the pot make 0, unless somebody has left with theirs."""
        pot = entries[-1].outcome.pot if entries else 0
        total = self.say("sheet-sum-pot", sum=-pot, pot=pot) if pot else self.say("sheet-sum", sum=0)
        whole = (total,) if sum(scores) + pot == 0 else ()
        return (*((self.say("sheet-marks"),) if self._picked(entries) else ()), *whole)


PRESENTATION = SheepsheadPresentation
