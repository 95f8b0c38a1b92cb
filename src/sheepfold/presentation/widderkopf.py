"""Widderkopf for one reader: strawmen and sealed discards, the chain of calls and what the round is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action
from sheepfold.core.cards import DECK36, Card, Seat, mask_of, rank_of
from sheepfold.core.events import Contract, Standing
from sheepfold.core.order import ACE_TEN_VALUES, TRUMP, Order
from sheepfold.games.parts import queens_and_jacks_order
from sheepfold.games.widderkopf import CRACKS, TRUMPS, WidderkopfFacts, WidderkopfOptions
from sheepfold.games.widderkopf_form import CALL_WORDS
from sheepfold.play.view import NO_CARD, View
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Face, Line, Who, capital
from sheepfold.presentation.scene import IN_TRICKS, MADE_FROM, Auction, Chip, Goal, LastCall, Mark, Offer
from sheepfold.presentation.score import Cell, Entry, Sum, Term

HELD = queens_and_jacks_order(DECK36, None)
"""How a hand is held before the trumps are named."""
DEGREES = ("schneider", "schwarz")
"""The items of a settlement that tell how high a round was won."""
NO_MARKS = frozenset({"lost_schwarz", "lost_schneider"})
"""Where every pile begins: nothing on the way."""


def spitzer(order: Order) -> Card | None:
    """The card that counts more as a trump than its rank does elsewhere."""
    return next((card for card in order.trumps if order.value[card] > ACE_TEN_VALUES.get(rank_of(card), 0)), None)


class WidderkopfPresentation(Presentation):
    """What Widderkopf says and shows differently."""

    made_from = MADE_FROM
    in_tricks: Mapping[str, frozenset[str]] = {
        **IN_TRICKS,
        "offers": frozenset({"calls", "done", "standing", "trick", "turn"}),
    }

    clause_ids: Mapping[str, str] = {
        "trumps": "W18 W19 WQ16 W6 W8",
        "discard": "W20 WQ3 WQ4 WQ5",
        "crack": "W21 W24 W25 W26 W27 W29 WQ9",
        "tricks": "W31 W32 W33 W34 W35 WQ7 WQ8 W40 W41",
        "won": "W35",
    }

    @property
    def options(self) -> WidderkopfOptions:
        """The table agreements."""
        return cast(WidderkopfOptions, self.game.options)

    # -- names and cards -----------------------------------------------------------------------------------------

    def table(self, view: View) -> Line:
        """How many play, how many rounds, and whether there is cracking."""
        cracking, rounds = self.options.cracking, self.game.deals_agreed
        if rounds is None:
            return self.say("table-endless", seats=view.seats, cracking=cracking)
        return self.say("table", seats=view.seats, rounds=rounds, cracking=cracking)

    def phase(self, view: View) -> Line:
        """Once somebody has cracked, the question is what the other one answers."""
        return self.say("phase-answer") if view.phase == "crack" and view.cracks else super().phase(view)

    def hand_order(self, view: View) -> Order:
        """Queens and jacks first until the trumps are named."""
        return HELD if view.contract is None else super().hand_order(view)

    def taken_by(self, view: View, seat: Seat) -> Line:
        """Tricks and points, the covered cards still there, and the sealed card that began the pile."""
        line = super().taken_by(view, seat)
        if view.covered and view.covered[seat]:
            line = self.say("taken-covered", taken=line, covered=view.covered[seat])
        return self.say("taken-sealed", taken=line) if self._sealed(view, seat) else line

    def _sealed(self, view: View, seat: Seat) -> bool:
        """Whether the opponent's discard lies face down on the pile of this seat."""
        if view.phase == "discard":
            return view.turn == seat and self.declarer(view) != seat
        return view.phase in ("crack", "tricks") and 1 - seat not in dict(view.table_discards)

    # -- what is played ------------------------------------------------------------------------------------------

    def contract_by(self, contract: Contract) -> Line:
        """Both play; who named the trumps was said before."""
        return capital(self.contract_words(contract))

    def contract(self, view: View) -> Line:
        """The trumps, and after a call what the round is worth."""
        if view.contract is None or not view.cracks:
            return super().contract(view)
        words = self.contract_words(view.contract)
        return self.say("contract-worth", worth=self._worth_now(view), call=self._last_call(view), contract=words)

    def chips(self, view: View) -> tuple[Chip, ...]:
        """Trumps, Spitzer, and what the round is worth."""
        contract = view.contract
        if contract is None or contract.suit is None:
            return ()
        found = [
            self.chip("trump", self.say("chip-trump-suit", suit=self.suit(contract.suit))),
            self.chip("worth", self.say("chip-number", number=self._worth_now(view))),
        ]
        special = spitzer(self.game.order_of(contract))
        if special is not None:
            found.append(self.chip("spitzer", self.say("chip-called-card", card=Face(special))))
        return tuple(found)

    def _last_call(self, view: View) -> Line:
        return self.say(f"crack-{view.cracks[-1][1].word}")

    # -- the calls -----------------------------------------------------------------------------------------------

    def auction(self, view: View) -> Auction | None:
        """What was said, until the cards are played."""
        if view.phase not in ("", "trumps", "discard", "crack"):
            return None
        last = dict(view.calls)
        said = (LastCall(self.short(last[seat])) if seat in last else None for seat in range(view.seats))
        return Auction(self.bidding(view), self.bid_holder(view), tuple(said))

    def bid_holder(self, view: View) -> Seat | None:
        """Who made the last call."""
        return view.cracks[-1][0] if view.cracks else None

    def bidding(self, view: View) -> Line:
        """Whether trumps are named, and how far the chain has gone."""
        if view.contract is None:
            return self.say("bidding-open")
        if view.phase != "crack":
            return self.say("bidding-discard")
        if not view.cracks:
            return self.say("bidding-no-call", worth=self._worth_now(view))
        return self.say("bidding-call", clause=capital(self.said(*view.cracks[-1])), worth=self._worth_now(view))

    def offers(self, view: View) -> tuple[Offer, ...]:
        """The four suits; then the chain with what each step makes the round worth, while there is time for it."""
        if view.phase == "trumps" and view.contract is None:
            return tuple(self._trump_offer(view, action) for action in TRUMPS)
        if view.standing is None or not self._time_to_call(view):
            return ()
        steps = [self._offer(view, view.standing, calls) for calls in range(1, len(CRACKS) + 1)]
        return (self._silence(view, view.standing), *steps)

    def _trump_offer(self, view: View, action: Action) -> Offer:
        """A suit, and how many trumps the own hand and row would have with it."""
        promise: Line = ()
        if view.seat is not None:
            order = self.game.order_of(Contract("suit", suit=TRUMPS.index(action)))
            row = mask_of(card for card in view.rows[view.seat] if card != NO_CARD) if view.rows else 0
            promise = self.say("promise-trumps", count=((view.hand | row) & order.classes[TRUMP]).bit_count())
        return Offer(action, self.short(action), promise, open=view.seat in (None, view.turn))

    def _time_to_call(self, view: View) -> bool:
        """Whether a chain can begin or go on: the own first card ends the time of each, or the lead everybody's."""
        if self.options.cracking == "off" or view.phase not in ("crack", "tricks"):
            return False
        if view.phase == "crack" or view.done or view.cracks:
            return view.phase == "crack"
        late = 1 if self.options.crack_window == "own_first_card" else 0
        return len(view.trick) <= late

    def _silence(self, view: View, standing: Standing) -> Offer:
        """To say nothing: the round stays worth what it is. Nobody is asked for that once cards are played."""
        made = self._paid(view, standing, PASS, self.say("offer-silent"), len(view.cracks))
        return replace(made, open=view.phase == "crack" and view.seat in (None, view.turn))

    def _offer(self, view: View, standing: Standing, calls: int) -> Offer:
        """A step of the chain."""
        action = CRACKS[calls - 1]
        made = self._paid(view, standing, action, self.short(action), calls)
        is_open = self._may_call(view, calls)
        promise = () if is_open and view.seat is not None else self._speaker(view, calls)
        return replace(made, promise=promise, open=is_open)

    def _paid(self, view: View, standing: Standing, action: Action, name: Line, calls: int) -> Offer:
        """What the round is worth after that many calls."""
        needed, own = self._needed(), view.seat
        won, lost, best = (
            None if own is None else self._delta(standing, own, points, calls)[own]
            for points in (needed, needed - 1, self._total())
        )
        worth = max(self._delta(standing, 0, needed, calls))
        return Offer(action, name, (), won, lost, points=worth, step=calls + 1, best=best)

    def _may_call(self, view: View, calls: int) -> bool:
        """Whether the reader can say this call at this height, now or at the own first card."""
        if calls != len(view.cracks) + 1:
            return False
        if view.seat in (None, view.turn):
            return True
        if view.cracks or view.trick:
            return False
        return view.phase == "crack" or self.options.crack_window == "own_first_card"

    def _speaker(self, view: View, calls: int) -> Line:
        """Who said a call, or whose it would be: the two take turns from the first one on."""
        if not view.cracks:
            return ()
        if calls <= len(view.cracks):
            return self.say("promise-said", who=Who(view.cracks[calls - 1][0]))
        return self.say("promise-next", who=Who((view.cracks[0][0] + calls - 1) % view.seats))

    def _worth_now(self, view: View) -> int:
        """What winning brings after the calls so far; the game says so."""
        if view.standing is None:
            return 0
        return max(self._delta(view.standing, 0, self._needed(), len(view.cracks)))

    def _delta(self, standing: Standing, seat: Seat, points: int, calls: int) -> tuple[int, ...]:
        """How the scores change if this seat ends with these points after that many calls."""
        total, tricks = self._total(), self.most("suit", "tricks")
        own = tricks if points == total else (tricks + 1) // 2
        pile, taken = (points, total - points), (own, tricks - own)
        if seat != 0:
            pile, taken = pile[::-1], taken[::-1]
        facts = WidderkopfFacts(contract=Contract("suit"), points=pile, calls=calls, tricks=taken)
        return self.game.outcome_of(standing, facts).delta

    # -- the goal ------------------------------------------------------------------------------------------------

    def _total(self) -> int:
        return self.most("suit", "points")

    def _needed(self) -> int:
        """The points that win."""
        return self.least("suit", "points", "won")

    def goal(self, view: View) -> Goal:
        """What the question of the phase is about; in the tricks who has how much."""
        if view.phase == "trumps" and view.turn is not None:
            return Goal(self.say("goal-trumps", who=Who(view.turn)))
        if view.phase == "discard":
            key = "goal-discard-watched" if view.seat is None else "goal-discard"
            return Goal(self.say(key, who=Who(1 - (view.seat or 0))))
        if view.phase == "crack":
            values = {"needed": self._needed(), "total": self._total(), "worth": self._worth_now(view)}
            return Goal(self.say("goal-crack", **values))
        return super().goal(view)

    def goal_of(self, view: View, contract: Contract) -> Goal:
        """The same majority for both; the own discard is known to count for the other one."""
        needed = self._needed()
        goal = self.race(view, (needed, needed), self._total(), self.marks(contract.kind, "points"))
        if view.outcome is not None or self.points_known(view) == view.points:
            return goal
        key = "goal-with-discard" if view.seat is not None else "goal-with-discards"
        return replace(goal, line=self.say(key, goal=goal.line))

    def race(self, view: View, needed: tuple[int, int], total: int, marks: tuple[Mark, ...] = ()) -> Goal:
        """Somebody who only watches is told whose numbers these are."""
        goal, declarer = super().race(view, needed, total, marks), self.declarer(view)
        if view.seat is not None or declarer is None:
            return goal
        return replace(goal, line=self.say("goal-of-player", who=Who(declarer), goal=goal.line))

    def marked(self, kind: str, name: str) -> tuple[Mark, ...]:
        """What a pile comes to on its way up."""
        field = self.asked(kind, name)
        below = {each.least for each in (field.thresholds if field else ()) if each.kind in NO_MARKS}
        return tuple(mark for mark in super().marked(kind, name) if mark.number not in below)

    def points_known(self, view: View) -> tuple[int, ...]:
        """Tricks, and the discards that the reader knows: each counts for the other player."""
        if view.outcome is not None and view.outcome.points:
            return view.outcome.points
        points = list(view.points)
        if view.contract is not None:
            value = self.game.order_of(view.contract).value
            for seat, card in self._discards(view):
                points[1 - seat] += value[card]
        return tuple(points)

    def _discards(self, view: View) -> set[tuple[Seat, Card]]:
        """The discards that the reader knows: the own one, and what was seen to go from the table."""
        own = {(view.seat, view.discard)} if view.seat is not None and view.discard is not None else set()
        return own | set(view.table_discards)

    # -- the settlement ------------------------------------------------------------------------------------------

    def _facts(self, entry: Entry) -> WidderkopfFacts:
        return cast(WidderkopfFacts, entry.facts)

    def _degree(self, entry: Entry) -> str:
        """How high a round was won: ``schneider``, ``schwarz``, or nothing."""
        return next((item.kind for item in entry.outcome.items if item.kind in DEGREES), "")

    def headline(self, entry: Entry) -> Line:
        """Who has won with how many points, and how high."""
        points = self._facts(entry).points
        winner = next(item.side for item in entry.outcome.items if item.kind == "won")
        line = self.sides_headline((winner,), points[winner], points[1 - winner])
        degree = self._degree(entry)
        return self.say("headline-degree", line=line, degree=self.say(f"degree-{degree}")) if degree else line

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """Both piles: the tricks, and the discard that lay below them."""
        marks = self.marks("suit", "points")
        return tuple(
            Sum(capital(self.player(seat)), self._terms(entry, seat, total), total, marks=marks)
            for seat, total in enumerate(self._facts(entry).points)
        )

    def _terms(self, entry: Entry, seat: Seat, total: int) -> tuple[Term, ...]:
        """A scorekeeper knows the whole pile only."""
        discards = entry.outcome.discard_points
        if not discards:
            return (Term(self.say("term-pile"), total),)
        discard = Term(self.say("term-discard", who=Who(1 - seat)), discards[seat])
        return Term(self.say("term-tricks"), total - discard.number), discard

    # -- the sheet -----------------------------------------------------------------------------------------------

    def heads(self) -> tuple[Line, ...]:
        """Trumps, card points, the last call, Schneider or Schwarz, and the players."""
        names = (capital(self.side_name(side)) for side in range(self.game.sides))
        return (self.say("sheet-trumps"), self.say("sheet-card-points"), self.say("sheet-call"), (), *names)

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """What a scorekeeper writes."""
        facts, degree = self._facts(entry), self._degree(entry)
        suit = facts.contract.suit
        return (
            Cell() if suit is None else Cell(self.suit(suit)),
            Cell(self.say("sheet-points", first=facts.points[0], second=facts.points[1])),
            Cell(self.message(CALL_WORDS[facts.calls - 1])) if facts.calls else Cell(),
            Cell(self.say(f"degree-{degree}")) if degree else Cell(),
            *(self.change(entry, side) for side in range(self.game.sides)),
        )


PRESENTATION = WidderkopfPresentation
