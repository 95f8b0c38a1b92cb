"""Grim for one reader: three rounds of bidding, cards that lie aside, all the tricks or one, and Make-5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from msgspec.structs import replace

from sheepfold.core.actions import Action, Double, NameOrder, Predeclare
from sheepfold.core.actions import Grim as GrimBid
from sheepfold.core.cards import Mask, Seat, Suit
from sheepfold.core.events import Contract, Standing
from sheepfold.core.order import Order
from sheepfold.games.grim import BIDS, CHOICES, GrimFacts, GrimOptions
from sheepfold.play.view import View
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Line, Who, capital, joined, spoken
from sheepfold.presentation.scene import IN_TRICKS, MADE_FROM, Chip, Goal, Offer, OwnSide, Role
from sheepfold.presentation.score import Cell, Entry, Sum, Term

LAST_ROUND = 3
"""The round in which everybody holds the whole hand."""


class GrimPresentation(Presentation):
    """What Grim says and shows differently."""

    made_from = MADE_FROM
    in_tricks: Mapping[str, frozenset[str]] = {
        **IN_TRICKS,
        "offers": frozenset({"calls", "counts", "done", "standing", "trick"}),
    }

    clause_ids: Mapping[str, str] = {
        "auction": "R29 R30 R31 R35 R36 R46 R47 R48 RQ2",
        "predeclare": "R57 R58 R50 RQ17",
        "order": "R37 R6 R7 R8",
        "trump": "R38 RQ19",
        "tricks": "R39 R40 R41 R43",
        "grim": "R44 R45",
        "double": "R44 R45 R34",
        "make5": "RQ3 R51 R52 R53",
        "won-trump": "R40 R8",
        "won-suit": "R41 R8",
    }

    @property
    def options(self) -> GrimOptions:
        """The table agreements."""
        return cast(GrimOptions, self.game.options)

    # -- names ---------------------------------------------------------------------------------------------------

    def default_names(self) -> tuple[str, ...]:
        """The seats are the points of the compass."""
        return tuple(map(self._compass, range(self.game.seats)))

    def _compass(self, seat: Seat) -> str:
        return spoken(self.say(f"seat-{seat}"))

    def score_words(self, scores: Sequence[int]) -> Line:
        """Both teams, and which is ahead."""
        return self.say("scores", scores=super().score_words(scores), lead=self._lead(scores))

    def _lead(self, scores: Sequence[int]) -> Line:
        """Which team is ahead, and by how much."""
        ahead = scores[0] - scores[1]
        return self.say(f"lead-{'ns' if ahead > 0 else 'ew'}", by=abs(ahead)) if ahead else self.say("lead-none")

    # -- the rounds ----------------------------------------------------------------------------------------------

    def round_of(self, view: View) -> int:
        """Which of the three rounds this is, told by the cards in play; 2 as soon as the first ones lie aside."""
        in_play = sum(view.counts) + view.played.bit_count()
        if in_play > len(self.game.deck) // 2:
            return LAST_ROUND
        aside = self.predeclared(view) is not None or (view.calls and not in_play)
        return 2 if aside else 1

    def cards_each(self, view: View) -> int:
        """How many cards each player holds in this round when nobody has played yet; as many tricks there are."""
        whole = len(self.game.deck) // self.game.seats
        return whole if self.round_of(view) == LAST_ROUND else whole // 2

    def cards_aside(self, view: View) -> int:
        """How many cards lie aside before each player."""
        whole = len(self.game.deck) // self.game.seats
        return whole // 2 if self.round_of(view) == 2 and view.outcome is None else 0

    def predeclared(self, view: View) -> Suit | None:
        """The trump suit of a Make-5, once it is named."""
        return next((call.suit for _, call in view.calls if isinstance(call, Predeclare)), None)

    def predeclared_order(self, view: View) -> bool | None:
        """Whether the order of a Make-5 is High; ``None`` where nobody has named one."""
        calls = [call for _, call in view.calls]
        named = [place for place, call in enumerate(calls) if isinstance(call, Predeclare)]
        after = calls[named[0] + 1 : named[0] + 2] if named else []
        return next((call.high for call in after if isinstance(call, NameOrder)), None)

    def calls_now(self, view: View) -> tuple[tuple[Seat, Action], ...]:
        """What was said in this round."""
        now = self.round_of(view)
        named = [place for place, (_, call) in enumerate(view.calls) if isinstance(call, Predeclare)]
        if not named:
            return view.calls if now == 1 else ()
        calls = view.calls[named[0] + 1 :]
        if calls and isinstance(calls[0][1], NameOrder):
            calls = calls[1:]
        return calls[self.game.seats :] if now == LAST_ROUND else calls

    # -- who is who ----------------------------------------------------------------------------------------------

    def bid_holder(self, view: View) -> Seat | None:
        """Who bid Grim, or took it over."""
        return next((seat for seat, call in reversed(view.calls) if isinstance(call, GrimBid | Double)), None)

    def outbid(self, view: View, seat: Seat, holder: Seat | None) -> bool:
        """A Grim that was taken over."""
        return seat != holder and any(who == seat and isinstance(call, GrimBid) for who, call in view.calls)

    def kind_bid(self, view: View) -> str | None:
        """The kind of contract that the standing bid will be."""
        bids = [call for _, call in view.calls if isinstance(call, GrimBid | Double)]
        return None if not bids else "double" if isinstance(bids[-1], Double) else "grim"

    def declarer(self, view: View) -> Seat | None:
        """Whoever won the auction, from the end of the auction on."""
        if view.contract is not None:
            return view.contract.declarer
        return self.bid_holder(view) if view.phase in ("order", "trump") else None

    def roles_of(self, view: View, seat: Seat) -> tuple[Role, ...]:
        """Where the seat lies, if its name does not say so, and how many of its cards lie aside."""
        found = list(super().roles_of(view, seat))
        compass = self._compass(seat)
        if self.reader.is_you(seat) or self.words.name(seat) != compass:
            found.insert(0, Role("compass", (compass,)))
        if count := self.cards_aside(view):
            found.append(Role("aside", self.say("role-aside", count=count)))
        return tuple(found)

    def side(self, view: View) -> OwnSide | None:
        """Who plays with the reader, and where both sit: on a screen one's own seat is always below."""
        found = super().side(view)
        if found is None or view.seat is None:
            return found
        partner = next(seat for seat in found.seats if seat != view.seat)
        line = self.say("side-seated", compass=(self._compass(view.seat),), partner=Who(partner))
        return replace(found, line=line)

    def counting_side(self, standing: Standing, contract: Contract) -> int:
        """The team whose tricks count: the declarer's, in Make-5 the leading one."""
        if contract.declarer is not None:
            return self.game.side_of(contract.declarer)
        return self.leading_side(standing)

    def leading_side(self, standing: Standing) -> int:
        """The team that does not deal."""
        return 1 - self.game.side_of(standing.dealer)

    @cached_property
    def _fewest(self) -> dict[tuple[str, int], int]:
        return {}

    def fewest(self, kind: str, cards: int) -> int:
        """With how many tricks the team gains whose tricks count: the declarer's, in Make-5 the leading one."""
        if (kind, cards) not in self._fewest:
            contract = Contract(kind, None if kind == "make5" else 1)  # seat 0 deals, so side 1 is that team
            standing = Standing(0, (0, 0))
            facts = (GrimFacts(contract=contract, cards=cards, tricks=tricks) for tricks in range(cards + 1))
            gains = [self.game.outcome_of(standing, each).delta[1] > 0 for each in facts]
            self._fewest[kind, cards] = gains.index(True)
        return self._fewest[kind, cards]

    # -- what is played ------------------------------------------------------------------------------------------

    def table(self, view: View) -> Line:
        """How many play, and who against whom."""
        return self.say("table", seats=view.seats)

    def hand_order(self, view: View) -> Order:
        """By the order that was named last, else High."""
        if view.contract is not None:
            return self.game.order_of(view.contract)
        named = [call.high for _, call in view.calls if isinstance(call, NameOrder)]
        return self.game.order_of(Contract(self.game.contract_kinds[0], high=not named or named[-1]))

    def contract_kind(self, contract: Contract) -> Line:
        """The bid with its trumps and its order."""
        if contract.suit is None:
            trump = self.say("plays-notrump")
        else:
            trump = self.say("plays-suit", suit=self.suit(contract.suit))
        order = self.say("with-high" if contract.high else "with-low")
        return self.say("contract-line", kind=self.say(f"contract-{contract.kind}"), trump=trump, order=order)

    def bidding(self, view: View) -> Line:
        """Which round it is, who has bid what, and what trumps a Make-5 has."""
        suit, holder = self.predeclared(view), self.bid_holder(view)
        if suit is None and self.round_of(view) == 2:
            return self.say("bidding-aside")
        kind = self.kind_bid(view)
        state = self.say("bidding-none") if holder is None else self.say(f"bidding-{kind}", who=Who(holder))
        line = self.say("bidding", round=self.round_of(view), state=state)
        if suit is None:
            return line
        key = "bidding-make5" if holder is None else "bidding-make5-unused"
        return self.say(key, line=line, choice=self._make5_choice(view, suit))

    def _make5_choice(self, view: View, suit: Suit) -> Line:
        """The trumps of a Make-5, and its order where that was named."""
        high = self.predeclared_order(view)
        if high is None:
            return self.say("make5-suit", suit=self.suit(suit))
        return self.say("make5-suit-order", suit=self.suit(suit), order=self.say("order-high" if high else "order-low"))

    # -- chips ---------------------------------------------------------------------------------------------------

    def chips(self, view: View) -> tuple[Chip, ...]:
        """The round and its bid, what that pays, order and trumps, the Make-5 trump, the leading team, cards aside."""
        if view.standing is None:
            return ()
        found = [*self._bid_chips(view), *self._choice_chips(view)]
        found.append(self.chip("leading", self.side_name(self.leading_side(view.standing))))
        if count := self.cards_aside(view):
            over = self.bid_holder(view) is not None
            found.append(self.chip("aside", self.say("chip-aside-stay" if over else "chip-aside-until", count=count)))
        return tuple(found)

    def _bid_chips(self, view: View) -> list[Chip]:
        label = self.say("chip-round", round=self.round_of(view))
        contract, holder = view.contract, self.bid_holder(view)
        if contract is not None and contract.declarer is None:
            value = self.say("chip-pays-two", one=self._gain(view, contract, 1), other=self._gain(view, contract, 0))
            return [Chip("round", label, self.say("contract-make5")), self.chip("make5-pays", value)]
        kind = self.kind_bid(view)
        if holder is None or kind is None:
            return [Chip("round", label, self.say("bidding-none"))]
        bid = self.say("chip-bid", kind=self.say(f"contract-{kind}"), count=self.cards_each(view))
        one, other = (self._gain(view, Contract(kind, holder), made) for made in (1, 0))
        value = self.say("chip-pays-two", one=one, other=other)
        label_of = "bidder" if self.declarer(view) is None else "declarer"
        player = self.chip(label_of, self.say("chip-player", who=Who(holder)))
        return [Chip("round", label, bid), player, self.chip("pays", value)]

    def _choice_chips(self, view: View) -> list[Chip]:
        contract, found = view.contract, []
        named = [call.high for _, call in self.calls_now(view) if isinstance(call, NameOrder)]
        high = contract.high if contract is not None else named[-1] if named else None
        if high is not None:
            found.append(self.chip("order", self.say("order-high" if high else "order-low")))
        if contract is not None:
            suit = contract.suit
            value = self.say("chip-trump-none") if suit is None else self.say("chip-trump-suit", suit=self.suit(suit))
            found.append(self.chip("trump", value))
        ahead = self.predeclared(view)
        if ahead is not None and (contract is None or contract.declarer is not None):
            choice = self._make5_choice(view, ahead)
            unused = self.bid_holder(view) is not None
            found.append(self.chip("make5", self.say("chip-make5-unused", choice=choice) if unused else choice))
        return found

    def _gain(self, view: View, contract: Contract, made: int) -> int:
        """What the only team gets that scores: that of the bid, or of the two in Make-5 the one that has won."""
        delta = self._delta(view, contract, made)
        return max(delta, key=abs)

    def _delta(self, view: View, contract: Contract, made: int) -> tuple[int, ...]:
        """How the scores change if the bid is just made, or just fails."""
        cards = self.cards_each(view)
        tricks = self.fewest(contract.kind, cards) - (not made)
        facts = GrimFacts(contract=contract, cards=cards, tricks=tricks)
        return self.game.outcome_of(view.begun, facts).delta

    # -- offers --------------------------------------------------------------------------------------------------

    def offers(self, view: View) -> tuple[Offer, ...]:
        """The bids with what they pay; suits for a Make-5; the order, then the trumps."""
        if view.phase == "auction":
            return self._bid_offers(view)
        if view.phase not in CHOICES:
            return ()
        asked = view.seat in (None, self._asked(view))
        if view.phase == "predeclare":
            promise = self.say("promise-predeclare")
            is_open = asked and self.predeclared(view) is None
            return tuple(Offer(action, self.short(action), promise, open=is_open) for action in CHOICES["predeclare"])
        orders = [self._order_offer(action, asked and view.phase == "order") for action in CHOICES["order"]]
        if self.bid_holder(view) is None:
            return tuple(orders)
        is_open = asked and view.phase == "trump"
        trumps = [Offer(action, self.short(action), open=is_open, step=2) for action in CHOICES["trump"]]
        return (*orders, *trumps)

    def _asked(self, view: View) -> Seat:
        """Who names order and trumps: whoever bids, and for a Make-5 the first one to get cards."""
        holder = self.bid_holder(view)
        return (view.begun.dealer + 1) % view.seats if holder is None else holder

    def _order_offer(self, action: Action, asked: bool) -> Offer:
        high = isinstance(action, NameOrder) and action.high
        ranks = self.game.order_of(Contract(self.game.contract_kinds[0], high=high)).plain
        names = [self.rank(rank) for rank in ranks]
        promise = self.say("promise-order", ranks=joined(names, spoken(self.say("list-between"))))
        return Offer(action, self.short(action), promise, open=asked, step=1)

    def _bid_offers(self, view: View) -> tuple[Offer, ...]:
        found, cards = [], self.cards_each(view)
        readers = range(view.seats) if view.seat is None else (view.seat,)
        for action in BIDS:
            kind = "double" if isinstance(action, Double) else "grim"
            field = self.asked(kind, "cards")
            if field is None or cards not in [choice.value for choice in field.choices]:
                continue
            won, lost = (self._pays(view, kind, made) for made in (1, 0))
            is_open = any(self._may_bid(view, seat, kind) for seat in readers)
            promise = self.say("promise-bid", count=cards)
            found.append(Offer(action, self.short(action), promise, won, lost, open=is_open))
        return tuple(found)

    def _may_bid(self, view: View, seat: Seat, kind: str) -> bool:
        """Whether a seat can still bid this in this round: everybody speaks once, and once more after a Grim."""
        calls, holder = self.calls_now(view), self.bid_holder(view)
        bids = [place for place, (_, call) in enumerate(calls) if isinstance(call, GrimBid)]
        if bids and self.options.auction == "three_passes":
            calls = calls[bids[-1] :]
        if seat in dict(calls):
            return False
        if kind != "double" or holder is None:
            return kind != "double" and holder is None
        partner = self.game.side_of(seat) == self.game.side_of(holder)
        return self.kind_bid(view) == "grim" and (self.options.partner_takeover or not partner)

    def _pays(self, view: View, kind: str, made: int) -> int | None:
        """What the reader's score changes by as a declarer."""
        if view.seat is None or view.standing is None:
            return None
        return self._delta(view, Contract(kind, view.seat), made)[self.game.side_of(view.seat)]

    # -- the goal ------------------------------------------------------------------------------------------------

    def goal(self, view: View) -> Goal:
        """While people bid, what a bid promises; then what the declarer must do."""
        holder, cards = self.bid_holder(view), self.cards_each(view)
        if holder is None or view.phase not in ("auction", "order", "trump"):
            return Goal(self._goal_to_bid(view)) if view.phase == "auction" else super().goal(view)
        if any(isinstance(offer.action, Double) and offer.open for offer in self.offers(view)):
            return Goal(self.say("goal-auction-answer", count=cards))
        both = sorted(self.side_seats(self.game.side_of(holder)), key=lambda seat: seat != holder)
        line = self.say("goal-declarer", players=capital(self.players(both)), count=cards)
        return Goal(line, needed=None if view.phase == "auction" else cards)

    def _goal_to_bid(self, view: View) -> Line:
        """What a bid promises, and in the last round what comes if nobody makes one."""
        cards = self.cards_each(view)
        line = self.say("goal-auction", count=cards)
        if self.round_of(view) != LAST_ROUND:
            return line
        contract, leading = Contract("make5"), self.leading_side(view.begun)
        fewest = self.fewest(contract.kind, cards)
        own = leading if view.seat is None else self.game.side_of(view.seat)
        needed = {leading: fewest, 1 - leading: cards - fewest + 1}
        gains = {leading: self._gain(view, contract, 1), 1 - leading: self._gain(view, contract, 0)}
        values = {"needed": needed[own], "gain": gains[own], "theirs": needed[1 - own], "gained": gains[1 - own]}
        if view.seat is not None:
            return self.say("goal-auction-last", line=line, **values)
        teams = {"team": self.side_name(own), "other": self.side_name(1 - own)}
        return self.say("goal-auction-last-watched", line=line, **teams, **values)

    def goal_of(self, view: View, contract: Contract) -> Goal:
        """All tricks for the declarer's team and one for the others; in Make-5 five and four."""
        total = self.cards_each(view)
        counting = self.counting_side(view.begun, contract)
        side = counting if view.seat is None else self.game.side_of(view.seat)
        fewest = self.fewest(contract.kind, total)
        needed = fewest if side == counting else total - fewest + 1
        ours = sum(view.tricks[seat] for seat in self.side_seats(side))
        theirs = sum(view.tricks) - ours
        state = "reached" if ours >= needed else "lost" if theirs > total - needed else "open"
        part = "make5" if contract.declarer is None else "declaring" if side == counting else "defending"
        counts = {"needed": needed, "total": total, "ours": ours, "theirs": theirs}
        line = self.say(f"goal-{part}", state=state, **counts)
        if view.seat is None:
            line = self.say("goal-of-team", team=self.side_name(side), goal=line)
        return Goal(line, "tricks", needed, ours, theirs, total=total)

    # -- the settlement ------------------------------------------------------------------------------------------

    def all_hands(self, view: View) -> tuple[tuple[Line, Mask], ...]:
        """The cards that were played; apart from them those that nobody was dealt, or that were laid aside."""
        hands = super().all_hands(view)
        rest = sum(mask for _, mask in hands) & ~view.played
        if not rest:
            return hands
        line = self.say("hands-not-dealt" if self.predeclared(view) is None else "hands-aside")
        return (*((name, mask & view.played) for name, mask in hands), (line, rest))

    def _tricks(self, entry: Entry) -> tuple[int, int, int]:
        """The team whose tricks count, its tricks, and all there are."""
        facts = cast(GrimFacts, entry.facts)
        most = self.most(facts.contract.kind, "tricks")
        return self.counting_side(entry.standing, facts.contract), facts.tricks, facts.cards or most

    def headline(self, entry: Entry) -> Line:
        """What became of the bid, or of Make-5, and with how many tricks."""
        counting, tricks, total = self._tricks(entry)
        kind, declarer = entry.outcome.items[0].kind, entry.facts.contract.declarer
        if declarer is None:
            side = entry.outcome.items[0].side
            taken = tricks if side == counting else total - tricks
            return self.say(f"headline-{kind}", team=self.side_name(side), tricks=taken, total=total)
        team = self.side_name(counting)
        return self.say(f"headline-{kind}", who=Who(declarer), team=team, tricks=tricks, total=total)

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """The tricks of both teams."""
        counting, tricks, total = self._tricks(entry)
        found = []
        for side in range(self.game.sides):
            count = tricks if side == counting else total - tricks
            taken = entry.outcome.tricks
            counted = (Term(self.say("term-counted"), count),)
            terms = self.seat_terms(self.side_seats(side), taken) if taken else counted
            marks = self.marks(entry.facts.contract.kind, "tricks") if side == counting else ()
            found.append(Sum(self.side_name(side), terms, count, "tricks", marks))
        return tuple(found)

    # -- the sheet -----------------------------------------------------------------------------------------------

    def heads(self) -> tuple[Line, ...]:
        """Dealer, what happened, both teams, their totals and the difference."""
        teams = [self.side_name(side) for side in range(self.game.sides)]
        totals = [self.say("sheet-total-of", side=team) for team in teams]
        return (self.say("sheet-dealer"), self.say("sheet-happened"), *teams, *totals, self.say("sheet-difference"))

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """The cells of a deal, in the order of the headings."""
        sides, after = range(self.game.sides), entry.after
        first = (Cell(capital(self.player(entry.standing.dealer))), Cell(self.played(entry)))
        totals = [Cell(self.say("sheet-number", number=after[side]), after[side], side) for side in sides]
        difference = after[0] - after[1]
        last = Cell(self.say("sheet-number", number=difference), difference)
        changes = [replace(self.change(entry, side), total=None) for side in sides]  # totals have their own columns
        return (*first, *changes, *totals, last)

    def played(self, entry: Entry) -> Line:
        """What happened, and who declared."""
        what, declarer = self.message(entry.outcome.items[0].what), entry.facts.contract.declarer
        return what if declarer is None else self.say("sheet-declared", who=capital(self.player(declarer)), what=what)

    def standing(self, scores: Sequence[int]) -> tuple[Line, ...]:
        """The standing of a match as it is shown to everybody."""
        return (self.say("sheet-result", ns=scores[0], ew=scores[1], lead=self._lead(scores)),)


PRESENTATION = GrimPresentation
