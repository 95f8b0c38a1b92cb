"""Goathead for one reader: the ladder of bids and who owns the highest, the hidden partner, the race to the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Bid, Pass, Steal
from sheepfold.core.cards import DECK32, SUITS, Seat, Suit
from sheepfold.core.events import Contract, Standing
from sheepfold.core.order import Order
from sheepfold.games.goathead import AGAINST_NIL, BIDS, STEAL, GoatheadFacts, GoatheadOptions, partner_card, rung
from sheepfold.games.parts import queens_and_jacks_order
from sheepfold.play.view import View
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Face, Line, Who, capital
from sheepfold.presentation.scene import IN_TRICKS, MADE_FROM, Chip, Goal, Mark, Offer, Role
from sheepfold.presentation.score import Cell, Entry, Sheet, Sum, Term

HELD = queens_and_jacks_order(DECK32, None)
"""How a hand is held before there is a contract."""
PAIR: tuple[Seat, ...] = (0, 2)
"""The seats whose points are the facts of a junkyard."""


@cache
def ladder() -> tuple[tuple[Bid, int], ...]:
    """Every bid with the number of its rung, the lowest first; suits share a rung."""
    heights = sorted({rung(bid, False) for bid in BIDS})
    found = [(bid, heights.index(rung(bid, False)) + 1) for bid in BIDS]
    return tuple(sorted(found, key=lambda each: each[1]))


class Lead(Struct, frozen=True):
    """The highest bid so far, who owns it, and from whom it was stolen if it was."""

    bid: Bid
    owner: Seat
    robbed: Seat | None = None


def lead_of(view: View) -> Lead | None:
    """How the auction stands; ``None`` as long as nobody has bid."""
    lead: Lead | None = None
    for seat, call in view.calls:
        if isinstance(call, Bid):
            lead = Lead(call, seat)
        elif isinstance(call, Steal) and lead is not None:
            lead = Lead(lead.bid, seat, lead.owner)
    return lead


class Pay(Struct, frozen=True):
    """What a contract does to the score of its declarer: made, failed, and made without brush."""

    won: int | None
    lost: int | None
    best: int | None


class GoatheadPresentation(Presentation):
    """What Goathead says and shows differently."""

    made_from: Mapping[str, frozenset[str]] = {
        **MADE_FROM,
        "offers": frozenset({"calls", "contract", "hand", "phase", "standing"}),
        "goal": frozenset({"phase", "contract"}),
    }
    in_tricks = IN_TRICKS

    clause_ids: Mapping[str, str] = {
        "auction": "G8 G9 G17 G20 GQ5 GQ7",
        "tricks": "G13 G14 G15 G16",
        "suit": "G24 G26 G19 GQ10",
        "nil": "G28 G30 GQ18",
        "court": "G32 G35 G37",
        "alone": "G38 G41 G42",
        "junk": "G46 G47 G48 G49",
        "slam": "G43 GQ17",
        "won": "G15",
    }

    @property
    def options(self) -> GoatheadOptions:
        """The table agreements."""
        return cast(GoatheadOptions, self.game.options)

    # -- names and cards -----------------------------------------------------------------------------------------

    def table(self, view: View) -> Line:
        """How many play, to how many points, and what is unusual about the auction."""
        options = self.options
        steals = "yes" if options.steal_enabled else "no"
        return self.say("table", seats=view.seats, target=options.target, steals=steals, auction=options.auction)

    def deal(self, view: View) -> Line:
        """Which round this is, and how many points end the match."""
        standing = view.standing
        if standing is None:
            return ()
        title = self.say("deal-title", word=self.say("deal"), number=standing.deal, target=self.options.target)
        return self.say("deal-title-again", title=title, times=standing.redeals) if standing.redeals else title

    def hand_order(self, view: View) -> Order:
        """Queens and jacks first until there is a contract."""
        return HELD if view.contract is None else super().hand_order(view)

    # -- contracts -----------------------------------------------------------------------------------------------

    def name(self, contract: Contract | Bid) -> Line:
        """A contract in a word or two, as it stands on the sheet."""
        line = self.named("name", contract)
        return self.say("name-slam", name=line) if contract.slam else line

    def rung_name(self, bid: Bid) -> Line:
        """What the rung of a bid is called, whatever its suit: *alone slam*."""
        return self.say("rung-slam", rung=self.named("rung", bid)) if bid.slam else self.named("rung", bid)

    def counts_points(self, contract: Contract | None) -> bool:
        """In nil and in a slam the tricks alone decide."""
        return super().counts_points(contract) and contract is not None and contract.kind != "nil" and not contract.slam

    # -- who is who ----------------------------------------------------------------------------------------------

    def roles_of(self, view: View, seat: Seat) -> tuple[Role, ...]:
        """In the auction whoever owns the highest bid is marked."""
        found = super().roles_of(view, seat)
        if view.contract is None and seat == self.bid_holder(view):
            return (Role("owner", self.say("role-owner")), *found)
        return found

    def teams(self, view: View) -> tuple[tuple[Seat, ...], ...] | None:
        """Only in a junkyard do those who sit opposite each other play together."""
        return ((0, 2), (1, 3)) if view.contract is not None and view.contract.kind == "junk" else None

    # -- the auction ---------------------------------------------------------------------------------------------

    def bidding(self, view: View) -> Line:
        """The highest bid, whose it is, and from whom it was stolen."""
        lead = lead_of(view)
        if lead is None:
            return self.say("bidding-open")
        if lead.robbed is None:
            return self.say("bidding-held", bid=self.bid(lead.bid), who=Who(lead.owner))
        return self.say("bidding-stolen", bid=self.bid(lead.bid), who=Who(lead.owner), robbed=Who(lead.robbed))

    def bid_holder(self, view: View) -> Seat | None:
        """Who owns the highest bid."""
        lead = lead_of(view)
        return None if lead is None else lead.owner

    def outbid(self, view: View, seat: Seat, holder: Seat | None) -> bool:
        """A bid or a steal counts only for the owner of the highest bid."""
        return seat != holder and isinstance(dict(view.calls).get(seat), Bid | Steal)

    def chips(self, view: View) -> tuple[Chip, ...]:
        """The highest bid and its owner, then the contract; and the target."""
        found = self._auction_chips(view) if view.contract is None else self._contract_chips(view.contract)
        return (*found, self.chip("target", self.say("chip-target-points", target=self.options.target)))

    def _auction_chips(self, view: View) -> list[Chip]:
        lead = lead_of(view)
        if lead is None:
            return []
        found = [
            self.chip("bid", self.name(lead.bid)),
            self.chip("owner", self.say("chip-player", who=Who(lead.owner))),
        ]
        if lead.robbed is not None:
            found.append(self.chip("stolen", self.say("chip-player", who=Who(lead.robbed))))
        return found

    def _contract_chips(self, contract: Contract) -> list[Chip]:
        found = [self.chip("played", self.name(contract)), self.chip("trump", self.named("trump", contract))]
        if contract.declarer is not None:
            found.append(self.chip("declarer", self.say("chip-player", who=Who(contract.declarer))))
        if contract.partner_card is not None:
            found.append(self.chip("called", self.say("chip-called-card", card=Face(contract.partner_card))))
        return found

    def offers(self, view: View) -> tuple[Offer, ...]:
        """The whole ladder, and the steal where there is something to steal, with what each pays its declarer."""
        if view.phase != "auction" or view.contract is not None:
            return ()
        lead, pays, own = lead_of(view), self._pays, self._own_suits(view)
        speak = [seat for seat in self._readers(view) if self._may_speak(view, seat, lead)]
        ranked = self.options.suit_precedence != "none"
        least = None if lead is None else rung(lead.bid, ranked)
        found = []
        for bid, step in ladder():
            higher = least is None or rung(bid, ranked) > least
            open = higher and bool(speak) and (bid.kind != "suit" or bid.suit in own)
            (name, promise, height), pay = self._bids[bid], pays[bid.kind, bid.slam]
            found.append(Offer(bid, name, promise, pay.won, pay.lost, open=open, step=step, best=pay.best, rung=height))
        if lead is None or lead.owner == view.seat or not self.options.steal_enabled:
            return tuple(found)
        bidders = speak if lead.bid.kind != "suit" or lead.bid.suit in own else []
        return (self._steal(view, lead, pays[lead.bid.kind, lead.bid.slam], bidders), *found)

    def _own_suits(self, view: View) -> list[Suit]:
        """The suits that the reader could bid, as far as the own hand says."""
        return [suit for suit in SUITS if partner_card(view.hand, suit) is not None]

    @cached_property
    def _bids(self) -> dict[Bid, tuple[Line, Line, Line]]:
        """What each bid is called, what it promises, and what its height is called; they never change."""
        return {bid: (self.short(bid), self._promise(bid), self.rung_name(bid)) for bid, _ in ladder()}

    def _readers(self, view: View) -> Sequence[Seat]:
        """Whose bids an offer could be: the reader's, or for who only watches anybody's."""
        return range(view.seats) if view.seat is None else (view.seat,)

    def _may_speak(self, view: View, seat: Seat, lead: Lead | None) -> bool:
        """Whether a seat could say something at its next turn."""
        if lead is not None and lead.owner == seat:  # nobody is asked to outbid oneself
            return False
        own = [call for who, call in view.calls if who == seat]
        if self.options.auction == "single_round":
            return not own
        return self.options.auction != "until_passes" or not any(isinstance(call, Pass) for call in own)

    def _steal(self, view: View, lead: Lead, pay: Pay, bidders: Sequence[Seat]) -> Offer:
        """To take the highest bid over; the scores say who may, and whoever could not bid it may not."""
        promise: Line = ()
        scores = view.begun.scores
        if view.seat is not None:
            promise = self.say("promise-steal", who=Who(lead.owner), theirs=scores[lead.owner], mine=scores[view.seat])
        is_open = any(scores[seat] < scores[lead.owner] for seat in bidders)
        step = dict(ladder())[lead.bid]
        return Offer(STEAL, self.short(STEAL), promise, pay.won, pay.lost, open=is_open, step=step, best=pay.best)

    def _promise(self, bid: Bid) -> Line:
        promise = self._promised(bid)
        if bid.kind == "nil":
            return promise
        if bid.kind != "court":
            return self.say("promise-suit", promise=promise)
        return self.say("promise-court", ranks=self.named("rung", bid), promise=promise)

    def _promised(self, bid: Bid) -> Line:
        if bid.kind == "nil":
            return self.say("promise-nil", cost=int(-AGAINST_NIL.number))
        partner = "yes" if bid.kind == "suit" else "no"
        if bid.slam:
            return self.say("promise-slam", tricks=self.most(bid.kind, "tricks"), partner=partner)
        needed, total = self._needed(bid.kind)[0], self.most(bid.kind, "points")
        brush = self.least(bid.kind, "points", "no_brush")
        return self.say("promise-points", needed=needed, total=total, brush=brush, partner=partner)

    @cached_property
    def _pays(self) -> dict[tuple[str, bool], Pay]:
        """What each kind of contract wins and loses for the reader as its declarer: the same in every round."""
        first = {(bid.kind, bid.slam): bid for bid, _ in reversed(ladder())}
        return {at: self._pay(bid) for at, bid in first.items()}

    def _pay(self, bid: Bid) -> Pay:
        tricks, points = self.most(bid.kind, "tricks"), self.most(bid.kind, "points")
        if bid.kind == "nil":
            return Pay(self._paid(bid, None, 0), self._paid(bid, None, 1), None)
        if bid.slam:
            return Pay(self._paid(bid, points, tricks), self._paid(bid, points, tricks - 1), None)
        needed, brush = self._needed(bid.kind)[0], self.least(bid.kind, "points", "no_brush")
        won, lost, best = (self._paid(bid, each, None) for each in (needed, needed - 1, brush))
        return Pay(won, lost, best)

    def _paid(self, bid: Bid, points: int | None, tricks: int | None) -> int | None:
        """What the game says of a contract that ends like this; ``None`` for who only watches."""
        seat, seats = self.reader.seat, self.game.seats
        if seat is None:
            return None
        contract = Contract(bid.kind, seat, bid.suit, bid.rank, slam=bid.slam)
        partner = (seat + 1) % seats if bid.kind == "suit" else None
        facts = GoatheadFacts(contract=contract, partner=partner, points=points, tricks=tricks)
        return self.game.outcome_of(Standing(0, (0,) * seats, 1), facts).delta[seat]

    # -- the goal ------------------------------------------------------------------------------------------------

    def _needed(self, kind: str) -> tuple[int, int]:
        """What the declaring side needs, and what the opponents need to stop it."""
        made = self.least(kind, "points", "made")
        return made, self.most(kind, "points") - made + 1

    def goal(self, view: View) -> Goal:
        """In the auction what a bid promises; then what the contract is about."""
        if view.phase != "auction":
            return super().goal(view)
        key = "goal-auction" if view.seat is not None else "goal-auction-watched"
        return Goal(self.say(key, needed=self._needed("suit")[0], total=self.most("suit", "points")))

    def goal_of(self, view: View, contract: Contract) -> Goal:
        """A majority of the points, all tricks of a slam, no trick in nil, the fewer points in a junkyard."""
        if contract.kind == "nil":
            return self._nil_goal(view, contract.declared_by)
        goal = self._junk_goal(view) if contract.kind == "junk" else self._counted_goal(view, contract)
        if view.seat is not None:
            return goal
        ours = [seat for seat, ally in enumerate(self.allies(view)) if ally]
        return replace(goal, line=self.say("goal-of-side", players=capital(self.players(ours)), goal=goal.line))

    def _counted_goal(self, view: View, contract: Contract) -> Goal:
        if contract.slam:
            return self._slam_goal(view, contract)
        declarers, opponents = self._needed(contract.kind)
        total = self.most(contract.kind, "points")
        if self._declares(view, contract):
            return self.race(view, (declarers, opponents), total, self.marks(contract.kind, "points"))
        return self.race(view, (opponents, declarers), total, self.marks_against(contract.kind))

    def _declares(self, view: View, contract: Contract) -> bool:
        """Whether the reader is on the declaring side; somebody who only watches looks on from there."""
        return view.seat is None or bool(self.allies(view)[contract.declared_by])

    def marks_against(self, kind: str) -> tuple[Mark, ...]:
        """The thresholds as the opponents reach them: with the points that keep the declarers below."""
        field, total = self.asked(kind, "points"), self.most(kind, "points")
        found = [
            Mark(total - each.least + 1, self.say(f"against-{each.kind}"))
            for each in (field.thresholds if field else ())
            if each.least > 0 and self.words.has(f"against-{each.kind}")
        ]
        return tuple(sorted(found, key=lambda mark: mark.number))

    def _junk_goal(self, view: View) -> Goal:
        ours, theirs, _ = self.counted(view, view.points)
        line = self.say("goal-junk", ours=ours, theirs=theirs)
        marks = self.marks("junk", "points")
        return Goal(line, "points", None, ours, theirs, total=self.most("junk", "points"), marks=marks)

    def _nil_goal(self, view: View, declarer: Seat) -> Goal:
        ours, theirs, _ = self.counted(view, view.tricks)
        taken, total = view.tricks[declarer], self.most("nil", "tricks")
        if view.seat == declarer:
            return Goal(self.say("goal-nil", taken=taken), "tricks", 0, ours, theirs, total=total)
        key, needed = ("goal-nil-watched", 0) if view.seat is None else ("goal-nil-against", None)
        return Goal(self.say(key, who=Who(declarer), taken=taken), "tricks", needed, ours, theirs, total=total)

    def _slam_goal(self, view: View, contract: Contract) -> Goal:
        ours, theirs, unknown = self.counted(view, view.tricks)
        total = self.most(contract.kind, "tricks")
        declares = self._declares(view, contract)
        needed, key = (total, "goal-tricks-all") if declares else (1, "goal-slam-against")
        line = self.say(key, needed=needed, ours=ours, theirs=theirs)
        if unknown:
            line = self.say("goal-tricks-open", goal=line, open=unknown)
        return Goal(line, "tricks", needed, ours, theirs, unknown, total)

    # -- the settlement ------------------------------------------------------------------------------------------

    def _facts(self, entry: Entry) -> GoatheadFacts:
        return cast(GoatheadFacts, entry.facts)

    def _sides(self, entry: Entry) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """The declaring side and the others; in a junkyard the two pairs."""
        facts = self._facts(entry)
        contract = facts.contract
        both = PAIR if contract.kind == "junk" else (contract.declarer, facts.partner)
        own = tuple(seat for seat in both if seat is not None)
        return own, tuple(seat for seat in range(self.game.seats) if seat not in own)

    def headline(self, entry: Entry) -> Line:
        """Who has made or failed what, or which pair has won a junkyard."""
        facts = self._facts(entry)
        contract = facts.contract
        if contract.kind == "junk":
            return self._junk_headline(entry)
        kinds = [item.kind for item in entry.outcome.items]
        made = any(kind.startswith(f"{contract.kind}{'_slam' * contract.slam}_made") for kind in kinds)
        key = "headline-made" if made else "headline-failed"
        own, _ = self._sides(entry)
        names, form = capital(self.players(own)), self.form(own)
        line = self.say(key, players=names, form=form, contract=self._ended(contract), result=self._result(facts))
        if any(factor.kind == "no_brush" for item in entry.outcome.items for factor in item.factors):
            return self.say(f"{key}-no-brush", line=line)
        return line

    def _ended(self, contract: Contract) -> Line:
        """What was made or failed; a scorekeeper need not know its suit or rank."""
        key = f"ended-{contract.kind}"
        if contract.suit is not None or contract.rank is not None or not self.words.has(key):
            return self.name(contract)
        return self.say("ended-slam", contract=self.say(key)) if contract.slam else self.say(key)

    def _result(self, facts: GoatheadFacts) -> Line:
        """What decided a contract, in numbers."""
        kind = facts.contract.kind
        if kind == "nil" or facts.contract.slam:
            key = "result-nil" if kind == "nil" else "result-slam"
            return self.say(key, tricks=facts.tricks or 0, total=self.most(kind, "tricks"))
        points = facts.points or 0
        return self.say("result-points", ours=points, theirs=self.most(kind, "points") - points)

    def _junk_headline(self, entry: Entry) -> Line:
        """The winners of a junkyard have the fewer points; where nobody has, nobody scores."""
        points = self._facts(entry).points or 0
        others = self.most("junk", "points") - points
        winners = [item.side for item in entry.outcome.items if item.kind == "junk_won"]
        if not winners:
            key = "headline-junk-again" if entry.outcome.same_dealer else "headline-junk-tied"
            return self.say(key, ours=points, theirs=others)
        ours, theirs = (points, others) if winners[0] in PAIR else (others, points)
        return self.say("headline-junk", players=capital(self.players(winners)), ours=ours, theirs=theirs)

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """The declaring side and the opponents, in the points or the tricks that decided."""
        facts = self._facts(entry)
        kind = facts.contract.kind
        by_tricks = kind == "nil" or facts.contract.slam
        counts = "tricks" if by_tricks else "points"
        own, others = self._sides(entry)
        total, ours = self.most(kind, counts), (facts.tricks if by_tricks else facts.points) or 0
        taken: Sequence[int] = () if entry.view is None else getattr(entry.view, counts)
        marks: tuple[Mark, ...] = () if by_tricks else self.marks(kind, "points")
        against = marks if kind == "junk" else () if by_tricks else self.marks_against(kind)
        return (
            Sum(self._side(own), self._terms(own, taken, ours), ours, counts, marks),
            Sum(self._side(others), self._terms(others, taken, total - ours), total - ours, counts, against),
        )

    def _side(self, seats: Sequence[Seat]) -> Line:
        return self.say("sum-side", players=capital(self.players(seats)))

    def _terms(self, seats: Sequence[Seat], taken: Sequence[int], total: int) -> tuple[Term, ...]:
        """What each has taken; a scorekeeper knows the total only."""
        return self.seat_terms(seats, taken) if taken else (Term(self.say("term-counted"), total),)

    # -- the sheet -----------------------------------------------------------------------------------------------

    def sheet(self, entries: Sequence[Entry], scores: Sequence[int]) -> Sheet:
        """A race to the target."""
        found = super().sheet(entries, scores)
        return replace(found, target=self.options.target, legend=len(found.notes))

    def sheet_title(self) -> Line:
        """The game and the target."""
        return self.say("sheet-title", title=self.game.title, target=self.options.target)

    def played(self, entry: Entry) -> Line:
        """The contract."""
        return self.name(entry.facts.contract)

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """The declarer and the partner are marked."""
        return self.marked_cells(entry, self._facts(entry).partner)

    def notes(self, entries: Sequence[Entry], scores: Sequence[int]) -> tuple[Line, ...]:
        """What the marks mean."""
        declared = any(entry.facts.contract.declarer is not None for entry in entries)
        return (self.say("sheet-marks"),) if declared else ()

    def standing(self, scores: Sequence[int]) -> tuple[Line, ...]:
        """How far everybody has come."""
        return tuple(
            self.say("sheet-way", side=capital(self.side_name(side)), score=score, target=self.options.target)
            for side, score in enumerate(scores)
        )


PRESENTATION = GoatheadPresentation
