"""The parts of a Scene, each made from a View by the method of its name. This is what any game gets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from sheepfold.core.actions import Action
from sheepfold.core.cards import ACE, SUIT_WORDS, SUITS, Card, Deck, Mask, Seat, cards_in
from sheepfold.core.events import Contract, Event, Standing
from sheepfold.core.form import Field, Form
from sheepfold.core.game import Facts
from sheepfold.core.order import TRUMP, Order, make_order
from sheepfold.core.trick import points_of, winner
from sheepfold.play.view import View, empty_view
from sheepfold.presentation.kept import Kept
from sheepfold.presentation.line import Face, Faces, Line, Who, capital, faces
from sheepfold.presentation.scene import (
    CHANGES,
    PARTS,
    Auction,
    Chip,
    Goal,
    Group,
    LastCall,
    Mark,
    Offer,
    OrderStrip,
    OwnSide,
    Role,
    Scene,
    Winning,
    Worth,
)
from sheepfold.presentation.telling import Telling

MOST_PAID = 1024
"""Outcomes of bids that are kept for the next time they are asked for."""


@lru_cache(maxsize=4)
def natural_order(deck: Deck) -> Order:
    """The printed ranks, aces first and no trumps: how a hand is held before anything is settled."""
    lowest = min(card % 9 for card in deck.cards)
    return make_order(deck, trumps=(), plain=tuple(range(ACE, lowest - 1, -1)), values={})


class Staging(Telling):
    """A Scene of any game. A game's own presentation overrides what it shows differently."""

    clause_ids: Mapping[str, str] = {}
    """The sentences of the law for a moment, by phase, and in the tricks by kind of contract too."""

    def scene(self, view: View) -> Scene:
        """The whole Scene."""
        return Scene(**{name: self.make(name, view) for name in PARTS})

    def make(self, part: str, view: View) -> Any:
        """One part of the Scene."""
        return getattr(self, part)(view)

    def affected(self, event: Event) -> frozenset[str]:
        """The parts that an event can change; a game in which one depends on more says so here."""
        return CHANGES[type(event)]

    made_from: Mapping[str, frozenset[str]] = {}
    """The fields of the View that a part is made from; one that is not named here may be made from any."""
    in_tricks: Mapping[str, frozenset[str]] = {}
    """The same as long as tricks are played, where that is less."""

    def touched(self, events: Sequence[Event], fields: Collection[str], tricks: bool) -> tuple[str, ...]:
        """The parts that may have changed with these events, which have changed these fields of the View.

        ``tricks``: there were tricks before, and there are after.
        """
        at = (*map(type, events), *fields, tricks)
        kept = self._touched.get(at)
        if kept is None:
            parts: frozenset[str] = frozenset().union(*map(self.affected, events))
            kept = tuple(part for part in PARTS if part in parts and self._made_from(part, fields, tricks))
            if self.made_from:  # who does not say so may also look into an event, not only at its kind
                self._touched[at] = kept
        return kept

    @cached_property
    def _touched(self) -> dict[tuple[object, ...], tuple[str, ...]]:
        return {}

    def _made_from(self, part: str, fields: Collection[str], tricks: bool) -> bool:
        """Whether a part may be made from any of these fields."""
        sources = self.made_from.get(part)
        if tricks:
            sources = self.in_tricks.get(part, sources)
        return sources is None or not sources.isdisjoint(fields)

    # -- names ---------------------------------------------------------------------------------------------------

    def title(self, view: View) -> Line:
        """The name of the game."""
        return (self.game.title,)

    def table(self, view: View) -> Line:
        """The table in a few words: how many play, and what they have agreed."""
        return self.say("table", seats=self.game.seats)

    def sides(self, view: View) -> tuple[Line, ...]:
        """What the columns of the score sheet are called."""
        return tuple(capital(self.side_name(side)) for side in range(self.game.sides))

    def deal(self, view: View) -> Line:
        """Which deal of the match this is: ``hand 3 of 20``."""
        if view.standing is None:
            return ()
        standing, length = view.standing, self.game.deals_agreed
        if length is None:
            title = self.say("deal-title", word=self.say("deal"), number=standing.deal)
        elif standing.deal > length:
            title = self.say("deal-title-tie", word=self.say("deal"), number=standing.deal)
        else:
            title = self.say("deal-title-of", word=self.say("deal"), number=standing.deal, of=length)
        return self.say("deal-title-again", title=title, times=standing.redeals) if standing.redeals else title

    def carried(self, view: View) -> Line:
        """What waits on the table from earlier deals."""
        standing = view.standing
        return () if standing is None or not standing.pot else self.say("carried-pot", pot=standing.pot)

    def phase(self, view: View) -> Line:
        """What the phase is called."""
        return self.words.first(f"phase-{view.phase}", "bare", word=view.phase.replace("_", " "))

    # -- what is played ------------------------------------------------------------------------------------------

    def contract(self, view: View) -> Line:
        """What is played and by whom, or how the bidding stands; a clause."""
        if view.contract is not None:
            return self.contract_by(view.contract)
        return self.bidding(view)

    def bidding(self, view: View) -> Line:
        """How the bidding stands; a clause."""
        state = self.say("auction-open")
        return capital(self.say("auction-phase", phase=self.phase(view), state=state) if view.phase else state)

    def chips(self, view: View) -> tuple[Chip, ...]:
        """The contract in small facts: who plays, what is called, which trumps."""
        contract = view.contract
        if contract is None:
            return ()
        found = []
        if contract.declarer is not None:
            found.append(self.chip("declarer", self.say("chip-player", who=Who(contract.declarer))))
        else:
            found.append(self.chip("played", self.contract_kind(contract)))
        if contract.suit is not None:
            found.append(self.chip("trump", self.say("chip-trump-suit", suit=self.suit(contract.suit))))
        if contract.partner_card is not None:
            found.append(self.chip("called", self.say("chip-called-card", card=Face(contract.partner_card))))
        return tuple(found)

    def chip(self, kind: str, value: Line) -> Chip:
        """One small fact under the label of its kind."""
        return Chip(kind, self.say(f"chip-{kind}"), value)

    # -- who is who ----------------------------------------------------------------------------------------------

    def roles(self, view: View) -> tuple[tuple[Role, ...], ...]:
        """What the reader knows of each seat."""
        return tuple(self.roles_of(view, seat) for seat in range(view.seats))

    def roles_of(self, view: View, seat: Seat) -> tuple[Role, ...]:
        """Declarer, partner, team, dealer."""
        found = []
        if seat == self.declarer(view):
            found.append(Role("declarer", self.say("role-declarer")))
        if seat == view.partner:
            found.append(Role("partner", self.say("role-partner")))
        elif seat == self.reader.seat and self.secret_partner(view):
            found.append(Role("partner", self.say("role-partner-secret"), secret=True))
        if self.game.sides < self.game.seats:
            found.append(Role("team", self.say("role-team", team=self.side_name(self.game.side_of(seat)))))
        if view.standing is not None and view.standing.dealer == seat:
            found.append(Role("dealer", self.say("role-dealer")))
        return tuple(found)

    def declarer(self, view: View) -> Seat | None:
        """Who plays against the others, as soon as everybody knows."""
        return None if view.contract is None else view.contract.declarer

    def partner_card_at(self, view: View) -> Seat | None:
        """Who has, or has played, the card that makes its holder the partner, as far as the reader knows."""
        card = None if view.contract is None else view.contract.partner_card
        if card is None:
            return None
        if (view.hand | view.bury) >> card & 1:
            return view.seat
        tricks = [(trick.leader, trick.cards) for trick in view.done]
        for leader, cards in [*tricks, (view.leader or 0, view.trick)]:
            if card in cards:
                return (leader + cards.index(card)) % view.seats
        return None

    def secret_partner(self, view: View) -> bool:
        """Whether the reader is the partner and nobody else knows."""
        hidden = view.seat is not None and view.partner is None and self.partner_card_at(view) == view.seat
        return hidden and view.seat != self.declarer(view)

    def teams(self, view: View) -> tuple[tuple[Seat, ...], ...] | None:
        """Who plays together all through this deal, as everybody knows; ``None`` where that is not settled so."""
        return self.game.teams if view.seats > 2 else None

    def allies(self, view: View) -> tuple[bool | None, ...]:
        """For each seat whether it is on the reader's side; ``None``: the reader does not know.

        For somebody who only watches, the declarer's side counts as theirs. Several parts of a Scene ask for it.
        """
        if self._allies is None or self._allies[0] is not view:
            self._allies = view, self._allies_of(view)
        return self._allies[1]

    _allies: tuple[View, tuple[bool | None, ...]] | None = None

    def _allies_of(self, view: View) -> tuple[bool | None, ...]:
        declarer, own = self.declarer(view), view.seat
        me = own if own is not None else declarer if declarer is not None else 0
        team = next((team for team in self.teams(view) or () if me in team), None)
        if team is not None:
            return tuple(seat in team for seat in range(view.seats))
        if declarer is None:
            return tuple(seat == me for seat in range(view.seats))
        partner = me if self.secret_partner(view) else view.partner
        hidden = view.contract is not None and view.contract.partner_card is not None
        if partner is None and hidden and self.partner_card_at(view) != declarer:
            return tuple(True if seat == me else False if seat == declarer else None for seat in range(view.seats))
        with_declarer = me in (declarer, partner)
        return tuple((seat in (declarer, partner)) == with_declarer for seat in range(view.seats))

    def side(self, view: View) -> OwnSide | None:
        """The reader's side; nothing before it is settled, and nothing for somebody who only watches."""
        if view.seat is None or view.seats == 2:
            return None
        seats = tuple(seat for seat, ally in enumerate(self.allies(view)) if ally)
        if self.teams(view) is not None:
            others = [seat for seat in seats if seat != view.seat]
            return OwnSide(self.say("side-with", players=self.players(others)), seats=seats)
        if view.contract is None:
            return None
        key, secret = self._side_key(view, view.contract)
        if key == "side-partner-known" and view.partner is not None:
            return OwnSide(self.say(key, who=Who(view.partner)), secret, seats)
        return OwnSide(self.say(key), secret, seats)

    def _side_key(self, view: View, contract: Contract) -> tuple[str, bool]:
        if contract.declarer is None:
            return "side-everybody-alone", False
        if view.seat == contract.declarer:
            if view.partner is not None:
                return "side-partner-known", False
            if contract.partner_card is None:
                return "side-alone", False
            if self.partner_card_at(view) != view.seat:
                return "side-partner-unknown", False
            played = bool(view.played >> contract.partner_card & 1)
            return ("side-alone", False) if played else ("side-alone-secret", True)
        if self.secret_partner(view):
            return "side-partner-secret", True
        return ("side-partner" if view.partner == view.seat else "side-opponent"), False

    # -- the goal ------------------------------------------------------------------------------------------------

    def goal(self, view: View) -> Goal:
        """What it is about now."""
        if view.contract is None or view.phase != "tricks":
            return Goal(self.words.first(f"goal-{view.phase}", "goal-to-come", word=self.say("deal")))
        return self.goal_of(view, view.contract)

    def goal_of(self, view: View, contract: Contract) -> Goal:
        """What the reader's side wants under this contract; here only what was taken so far."""
        mine = [seat for seat, ally in enumerate(self.allies(view)) if ally]
        tricks, points = sum(view.tricks[seat] for seat in mine), sum(view.points[seat] for seat in mine)
        if self.counts_points(contract):
            return Goal(self.say("goal-taken-points", tricks=tricks, points=points), "points", ours=points)
        return Goal(self.say("goal-taken-tricks", tricks=tricks), "tricks", ours=tricks)

    def counted(self, view: View, by_seat: Sequence[int]) -> tuple[int, int, int]:
        """A number of each seat, added up: for the reader's side, for the other, for those not known."""
        sums = {True: 0, False: 0, None: 0}
        for ally, number in zip(self.allies(view), by_seat, strict=True):
            sums[ally] += number
        return sums[True], sums[False], sums[None]

    def race(self, view: View, needed: tuple[int, int], total: int, marks: tuple[Mark, ...] = ()) -> Goal:
        """Two sides that count points: ``needed`` by the reader's side and by the other one."""
        points = self.points_known(view)
        ours, theirs, unknown = self.counted(view, points)
        values = {"needed": needed[0], "ours": ours, "theirs": theirs}
        if unknown:
            line = self.say("goal-sides-open", **values, open=unknown)
        else:
            line = self.say("goal-sides", **values)
        return Goal(line, "points", needed[0], ours, theirs, unknown, total, marks)

    def points_known(self, view: View) -> tuple[int, ...]:
        """Card points by seat as far as the reader knows: tricks, and the own bury."""
        if not view.bury or view.seat is None or view.contract is None:
            return view.points
        order = self.game.order_of(view.contract)
        buried = points_of(cards_in(view.bury), order)
        return tuple(points + buried * (seat == view.seat) for seat, points in enumerate(view.points))

    @cached_property
    def form_of_facts(self) -> Form:
        """The form for scorekeepers, which never changes."""
        return self.game.facts_form()

    def asked(self, kind: str, name: str) -> Field | None:
        """A question of the form for scorekeepers: it knows the range of a fact, and its thresholds by name."""
        return self.fields_of_facts.get((kind, name))

    @cached_property
    def fields_of_facts(self) -> dict[tuple[str, str], Field]:
        """The questions of the form by kind of deal and name."""
        kinds = reversed(self.form_of_facts.kinds)
        return {(part.kind, field.name): field for part in kinds for field in reversed(part.fields)}

    def least(self, kind: str, name: str, threshold: str) -> int:
        """The number at which a threshold of a fact begins."""
        field = self.asked(kind, name)
        return next(each.least for each in (field.thresholds if field else ()) if each.kind == threshold)

    def most(self, kind: str, name: str) -> int:
        """The greatest number a fact can be: all the points or tricks there are."""
        field = self.asked(kind, name)
        return field.le if field is not None and field.le is not None else 0

    def marks(self, kind: str, name: str) -> tuple[Mark, ...]:
        """The thresholds of a fact with their labels; they never change."""
        kept = self._kept_marks.get((kind, name))
        if kept is None:
            kept = self._kept_marks[kind, name] = self.marked(kind, name)
        return kept

    @cached_property
    def _kept_marks(self) -> dict[tuple[str, str], tuple[Mark, ...]]:
        return {}

    def marked(self, kind: str, name: str) -> tuple[Mark, ...]:
        """The thresholds of a fact with their labels; the one that begins at 0 needs no mark."""
        field = self.asked(kind, name)
        found = sorted(field.thresholds if field else (), key=lambda threshold: threshold.least)
        return tuple(Mark(each.least, self.message(each.label)) for each in found if each.least > 0)

    # -- cards ---------------------------------------------------------------------------------------------------

    def hand_order(self, view: View) -> Order:
        """The order in which to hold the cards: the contract's, or a usual one before there is a contract."""
        return natural_order(self.game.deck) if view.contract is None else self.game.order_of(view.contract)

    @cached_property
    def first_order(self) -> Order:
        """The order in which cards are held when they are dealt."""
        return self.hand_order(empty_view(self.game, None))

    def held(self, cards: Mask) -> Faces:
        """Cards one by one as they are held when they are dealt."""
        return faces(self.first_order.strongest_first(cards))

    def trumps_known(self, view: View) -> bool:
        """Whether it is settled which cards are trumps."""
        return view.contract is not None

    def order(self, view: View) -> OrderStrip | None:
        """Trumps and plain ranks, once they are settled."""
        if not self.trumps_known(view):
            return None
        order = self.hand_order(view)
        return OrderStrip(order.trumps, order.plain)

    def values(self, view: View) -> tuple[Worth, ...]:
        """What each card counts, once that is settled; cards that count nothing are left out."""
        if not self.trumps_known(view) or (view.contract is not None and not self.counts_points(view.contract)):
            return ()
        value = self.hand_order(view).value
        return tuple(Worth(card, value[card]) for card in self.game.deck.cards if value[card])

    def groups(self, view: View) -> tuple[Group, ...]:
        """The own hand as it is held: trumps, then suit by suit, each group with its name."""
        return self.grouped(view, view.hand)

    def grouped(self, view: View, cards: Mask) -> tuple[Group, ...]:
        """Cards as a hand is held."""
        order = self.hand_order(view)
        top = "trumps" if self.trumps_known(view) else "top"
        held: dict[int, list[Card]] = {}
        for card in order.strongest_first(cards):
            held.setdefault(order.cls[card], []).append(card)
        found = [Group(top, self.say(f"group-{top}"), tuple(held[TRUMP]))] if TRUMP in held else []
        found += [Group(SUIT_WORDS[suit], self.suit(suit), tuple(held[suit])) for suit in SUITS if suit in held]
        return tuple(found)

    def winning(self, view: View) -> Winning | None:
        """The best card of the trick on the table."""
        if not view.trick or view.leader is None or view.contract is None:
            return None
        order = self.game.order_of(view.contract)
        place = winner(view.trick, order)
        return Winning((view.leader + place) % view.seats, view.trick[place], self.why(view.trick, order))

    def taken(self, view: View) -> tuple[Line, ...]:
        """What each seat has taken so far."""
        return tuple(self.taken_by(view, seat) for seat in range(view.seats))

    def taken_by(self, view: View, seat: Seat) -> Line:
        """What a seat has taken: tricks, points where cards count, melds."""
        own = [trick.points for trick in view.done if trick.winner == seat]
        tricks, points = len(own), sum(own)
        if tricks and self.counts_points(view.contract):
            line = self.say("taken-points", tricks=tricks, points=points)
        else:
            line = self.say("taken-tricks", tricks=tricks)
        return self.say("taken-melds", taken=line, melds=view.melds[seat]) if view.melds[seat] else line

    # -- the auction ---------------------------------------------------------------------------------------------

    def auction(self, view: View) -> Auction | None:
        """How the auction stands, until it is over."""
        if view.contract is not None or view.outcome is not None:
            return None
        holder = self.bid_holder(view)
        last: dict[Seat, Action] = dict(self.calls_now(view))
        said = [
            LastCall(self.short(last[seat]), gone=self.outbid(view, seat, holder)) if seat in last else None
            for seat in range(view.seats)
        ]
        return Auction(self.bidding(view), holder, tuple(said))

    def calls_now(self, view: View) -> tuple[tuple[Seat, Action], ...]:
        """What was said and still stands beside the seats; where people speak in rounds, only in this one."""
        return view.calls

    def bid_holder(self, view: View) -> Seat | None:
        """Who has the highest bid so far."""
        return None

    def outbid(self, view: View, seat: Seat, holder: Seat | None) -> bool:
        """Whether what a seat said last no longer counts."""
        return False

    def offers(self, view: View) -> tuple[Offer, ...]:
        """What can be bid, called or shown in this phase, with what it promises and pays."""
        return ()

    def pays(self, view: View, facts: Facts) -> int | None:
        """What the reader's score would change by if the deal ended like this; ``None`` for who only watches."""
        if view.seat is None or view.standing is None:
            return None
        at = (view.standing, facts, view.seat)
        kept = self._paid_before.get(at)  # asked for every bid of an auction, and the same after each of them
        return kept if kept is not None else self._paid_before.made(at, lambda: self._paid_now(*at))

    def _paid_now(self, standing: Standing, facts: Facts, seat: Seat) -> int:
        return self.game.outcome_of(standing, facts).delta[self.game.side_of(seat)]

    @cached_property
    def _paid_before(self) -> Kept[tuple[Standing, Facts, Seat], int]:
        return Kept(MOST_PAID)

    # -- the law -------------------------------------------------------------------------------------------------

    def clauses(self, view: View) -> tuple[str, ...]:
        """The ids of the sentences that matter now: of the phase, and in the tricks of what is played."""
        ids = [id for key in self.moment(view) for id in self.clause_ids.get(key, "").split()]
        return tuple(dict.fromkeys(ids))

    def moment(self, view: View) -> list[str]:
        """The keys of ``clause_ids`` for this moment."""
        keys = [view.phase]
        if view.phase == "tricks" and view.contract is not None:
            keys.append(view.contract.kind)
            keys += ["slam"] if view.contract.slam else []
            keys += [] if view.done else ["first"]
        return keys
