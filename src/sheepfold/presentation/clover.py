"""Clover for one reader: the up-card, the exchange, melds by name, and the sheet with two lines for each team."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.actions import Accept, Action, NoTrump, Show, Trump
from sheepfold.core.cards import (
    RANK_MASKS,
    RANK_WORDS,
    SUIT_WORDS,
    SUITS,
    Mask,
    Rank,
    Seat,
    Suit,
    card,
    cards_in,
    mask_of,
    suit_of,
)
from sheepfold.core.events import Contract, Event, Implied, MeldWon, Outcome
from sheepfold.core.order import Order
from sheepfold.games.clover import HAND_POINTS, LAST_TRICK, Clover, CloverFacts, CloverOptions
from sheepfold.games.clover_melds import BELL_POINTS, BELLS, HAND_MELDS, legal_shows
from sheepfold.play.view import Trick, View
from sheepfold.presentation.general import Presentation
from sheepfold.presentation.line import Face, Line, Who, capital, faces, joined
from sheepfold.presentation.scene import IN_TRICKS, MADE_FROM, Chip, Goal, Mark, Offer, OwnSide, Role
from sheepfold.presentation.score import Cell, Entry, Row, Sheet, Sum, Term
from sheepfold.presentation.words import Value

NOTRUMP = Contract("notrump")
CROSSED_OUT = frozenset({"melds_crossed_out", "melds_set_crossed_out"})
"""Melds that are on the sheet and count for nobody."""
NO_MELDS = frozenset({"melds", "melds_set"})
"""Lines that are not worth a word where they count nothing."""
LINES = ("melds", "tricks")
"""The two lines of each team, as the items of a settlement come."""
BELL_CARDS = BELLS[SUITS[0]].bit_count()


class Meld(Struct, frozen=True):
    """A meld that somebody has shown or won: its name, what it counts, and its cards."""

    seat: Seat
    name: Line
    points: int
    cards: Mask = 0


class CloverPresentation(Presentation):
    """What Clover says and shows differently."""

    made_from = MADE_FROM
    in_tricks: Mapping[str, frozenset[str]] = {
        **IN_TRICKS,
        "offers": frozenset({"calls", "contract", "counts", "done", "hand"}),
    }

    clause_ids: Mapping[str, str] = {
        "round1": "C13 C14 CQ3 CQ4",
        "round2": "C16 C17 C18 C19 CQ5",
        "give": "C20 CQ7",
        "return": "C21 CQ7",
        "tricks": "C37 C40 C42 C32 C7",
        "first": "C36 C38 C24 C25 C26 C27 C28 C30 C31 C33 CQ15",
        "suit": "C2 C3 C4",
        "notrump": "C9 C10 CQ28",
        "won": "C40",
    }

    @property
    def options(self) -> CloverOptions:
        """The table agreements."""
        return cast(CloverOptions, self.game.options)

    # -- names and cards -----------------------------------------------------------------------------------------

    def side(self, view: View) -> OwnSide | None:
        """Who plays with the reader, and which team of the sheet they are."""
        found = super().side(view)
        if found is None or view.seat is None:
            return found
        others = self.players(seat for seat in found.seats if seat != view.seat)
        team = self.side_name(self.game.side_of(view.seat))
        return replace(found, line=self.say("side-team", players=others, team=team))

    def table(self, view: View) -> Line:
        """How many play, and whether partners exchange a card."""
        return self.say("table", seats=view.seats, exchange=self.options.exchange)

    def hand_order(self, view: View) -> Order:
        """Without trumps until they are settled."""
        return self.game.order_of(view.contract or NOTRUMP)

    # -- melds ---------------------------------------------------------------------------------------------------

    def meld_name(self, cards: Mask, key: str = "meld") -> Line:
        """What a meld is called: a run, three or four of a kind, the Bell."""
        ranks = {c % 9 for c in cards_in(cards)}
        if cards.bit_count() == BELL_CARDS:
            return self.say(f"{key}-bell")
        if len(ranks) > 1:
            return self.say(f"{key}-run", length=cards.bit_count())
        rank = ranks.pop()
        kind = "set" if cards == RANK_MASKS[rank] else "three"
        return self.say(f"{key}-{kind}", ranks=self.say(f"ranks-{RANK_WORDS[rank]}"))

    def spelled(self, action: Action) -> tuple[str, dict[str, Value]]:
        """A meld that is shown is called by its name."""
        key, values = super().spelled(action)
        if isinstance(action, Show):
            values["meld"] = self.meld_name(action.cards, "a-meld")
        return key, values

    def implied(self, event: Implied) -> Line:
        """A meld that was shown says it all."""
        return ()

    def shown(self, view: View) -> list[Meld]:
        """All melds on the table by name; the Bell counts with the second of its cards from one hand."""
        found = []
        laid = [0] * view.seats
        for seat, cards in view.shown_melds:
            if cards in HAND_MELDS:
                found.append(Meld(seat, self.meld_name(cards), HAND_MELDS[cards]))
            if self._rings(view, laid[seat] | cards, laid[seat], cards):
                found.append(Meld(seat, self.say("meld-bell"), BELL_POINTS))
            laid[seat] |= cards
        return found

    def _rings(self, view: View, hand: Mask, laid: Mask, cards: Mask) -> bool:
        """Whether the Bell could be shown from this hand, and no longer once these cards lie on the table."""
        trump = None if view.contract is None else view.contract.suit
        bell = Show(BELLS[trump])
        return bell in legal_shows(hand, trump, laid) and bell not in legal_shows(hand, trump, laid | cards)

    def won(self, view: View, trick: Trick) -> Iterator[Meld]:
        """The melds that lay in a trick, the cards of each being the fewest that are worth as much (C42, CQ12)."""
        trump = None if view.contract is None else view.contract.suit
        shown = mask_of(c for _, cards in view.shown_melds for c in cards_in(cards))
        bell, cards = BELLS[trump], mask_of(trick.cards)
        melds_in = cast(Clover, self.game).melds_in
        worth = melds_in(cards, None, shown)
        if worth:
            parts = (mask_of(part) for size in (3, 4) for part in combinations(trick.cards, size))
            yield self._won(trick, next(part for part in parts if melds_in(part, None, shown) == worth), worth)
        if ringing := melds_in(cards & bell, trump, shown):
            yield self._won(trick, bell, ringing)

    def _won(self, trick: Trick, cards: Mask, points: int) -> Meld:
        return Meld(trick.winner, self.meld_name(cards), points, cards)

    def happened(self, event: Event, view: View) -> Line:
        """A meld that lay in a trick is named with its cards; one that was shown has been named."""
        if isinstance(event, MeldWon) and view.last_trick is not None:
            return joined(self.won_lines(view, view.last_trick), " ")
        if isinstance(event, MeldWon) and view.shown_melds:
            before = self.shown(replace(view, calls=view.calls[:-1]))
            melds = self.shown(view)[len(before) :]
            if len(melds) > 1:  # a Bell that rings beside the meld which was named
                named = self.words.listed(list(map(self._named, melds)))
                return self.say("shown-melds", who=Who(event.seat), points=event.points, melds=named)
        return super().happened(event, view)

    def won_lines(self, view: View, trick: Trick) -> list[Line]:
        """What was melded in a trick, with the cards."""
        return [
            self.say(
                "won-meld",
                who=Who(meld.seat),
                meld=self.meld_name(meld.cards, "a-meld"),
                points=meld.points,
                cards=self.cards(faces(meld.cards).cards),
            )
            for meld in self.won(view, trick)
        ]

    def last_lines(self, view: View) -> list[Line]:
        """The last trick, why it was won, and what was melded in it."""
        won = [] if view.last_trick is None else self.won_lines(view, view.last_trick)
        return [*super().last_lines(view), *won]

    def trick_lines(self, view: View) -> list[Line]:
        """All tricks of the deal, each with its melds."""
        found = []
        for number, trick in enumerate(view.done, 1):
            found += [self.trick(trick, view.contract, number), *self.won_lines(view, trick)]
        return [*found, *self.now_lines(view)] if found else super().trick_lines(view)

    # -- who is who ----------------------------------------------------------------------------------------------

    def roles_of(self, view: View, seat: Seat) -> tuple[Role, ...]:
        """The melds that lie before a seat, too."""
        melds = [self._named(meld) for meld in self.shown(view) if meld.seat == seat]
        return (*super().roles_of(view, seat), *(Role("meld", line) for line in melds))

    def _named(self, meld: Meld) -> Line:
        return self.say("meld-points", meld=meld.name, points=meld.points)

    # -- the bidding ---------------------------------------------------------------------------------------------

    def bidding(self, view: View) -> Line:
        """The up-card, or who has bid no-trump."""
        if view.thrown_in is not None:
            return self.say("bidding-thrown-in")
        holder = self.bid_holder(view)
        if holder is not None:
            return self.say("bidding-notrump", who=Who(holder))
        if view.upcard is None:
            return self.say("bidding-open")
        return self.say("bidding-round2" if view.phase == "round2" else "bidding-round1", card=Face(view.upcard))

    def bid_holder(self, view: View) -> Seat | None:
        """Who has bid no-trump."""
        return next((seat for seat, call in view.calls if isinstance(call, NoTrump)), None)

    def calls_now(self, view: View) -> tuple[tuple[Seat, Action], ...]:
        """What was said in this round of the bidding."""
        return view.calls[view.seats :] if view.phase == "round2" else view.calls

    def auction_told(self, view: View) -> Line:
        """The bidding alone; melds are shown later."""
        bids = tuple((seat, call) for seat, call in view.calls if not isinstance(call, Show))
        return super().auction_told(replace(view, calls=bids))

    def chips(self, view: View) -> tuple[Chip, ...]:
        """Trumps, declarer and the cards that count more than usual; before that the up-card and the bid."""
        contract = view.contract
        if contract is not None:
            suit = contract.suit
            trump = self.say("chip-trump-none") if suit is None else self.say("chip-trump-suit", suit=self.suit(suit))
            declarer = self.say("chip-player", who=Who(contract.declared_by))
            return (self.chip("trump", trump), self.chip("declarer", declarer), self._top(contract))
        holder, found = self.bid_holder(view), []
        if view.upcard is not None:
            found.append(self.chip("upcard", self.say("chip-upcard-card", card=Face(view.upcard))))
        if holder is not None:
            found.append(self.chip("notrump", self.say("chip-player", who=Who(holder))))
        return tuple(found)

    def _top(self, contract: Contract) -> Chip:
        """The ranks that count otherwise than in a suit that is not trumps: ``jack 20 · nine 14``."""
        other = next(suit for suit in SUITS if suit != contract.suit)
        usual = self.game.order_of(Contract("suit", suit=next(suit for suit in SUITS if suit != other)))
        here, suit = self.game.order_of(contract), SUITS[0] if contract.suit is None else contract.suit
        ranks = [here.plain, [c % 9 for c in here.trumps]][contract.suit is not None]
        found = [
            self._rank_worth(rank, here.value[card(suit, rank)])
            for rank in ranks
            if here.value[card(suit, rank)] != usual.value[card(other, rank)]
        ]
        kind = "top" if contract.suit is not None else "special"
        return self.chip(kind, joined(found, " · "))

    def _rank_worth(self, rank: Rank, points: int) -> Line:
        return self.say("chip-rank", rank=self.rank(rank), points=points)

    # -- offers --------------------------------------------------------------------------------------------------

    def offers(self, view: View) -> tuple[Offer, ...]:
        """What can be bid in this round, with what it pays; in the first trick the melds of the own hand."""
        if view.phase == "round1" and view.upcard is not None:
            contract = Contract("suit", view.seat, suit_of(view.upcard))
            return (self._bid_offer(view, Accept(), contract, self._may_speak(view)),)
        if view.phase == "round2":
            speaks = self._may_speak(view)
            free = speaks and self.bid_holder(view) is None
            suits = [
                self._bid_offer(view, Trump(suit), Contract("suit", view.seat, suit), speaks and self._free(view, suit))
                for suit in SUITS
            ]
            return (self._bid_offer(view, NoTrump(), Contract("notrump", view.seat), free), *suits)
        return self._meld_offers(view) if view.phase == "tricks" and not view.done else ()

    def _may_speak(self, view: View) -> bool:
        """Whether the reader is still asked in this round: once, and at some tables once more after a no-trump."""
        calls = self.calls_now(view)
        bids = [place for place, (_, call) in enumerate(calls) if isinstance(call, NoTrump)]
        if bids and self.options.nt_outbid == "all_players":
            calls = calls[bids[0] :]
        return len(dict(calls)) < view.seats if view.seat is None else view.seat not in dict(calls)

    def _free(self, view: View, suit: Suit) -> bool:
        """Whether a suit can be named: not one that was turned down where that is forbidden, nor if one must bid."""
        if self.options.turned_suit_round2 == "forbidden" and view.upcard is not None and suit_of(view.upcard) == suit:
            return False
        dealer, redeals = view.begun.dealer, view.begun.redeals
        must_bid = redeals >= self.options.max_redeals and self.bid_holder(view) is None
        return not (must_bid and view.seat == dealer)

    def _bid_offer(self, view: View, action: Action, contract: Contract, free: bool) -> Offer:
        name = self.say("short-notrump") if contract.suit is None else self.suit(contract.suit)
        promise = self.say("promise-bid", needed=self._needed()[0], total=HAND_POINTS)
        won, lost = (self._pays(view, contract, points) for points in (self._needed()[0], self._needed()[0] - 1))
        return Offer(action, name, promise, won, lost, open=free)

    def _pays(self, view: View, contract: Contract, points: int) -> int | None:
        """What the reader's score changes by as a declarer whose team ends with these points and no melds."""
        if view.seat is None:
            return None
        both = (points, HAND_POINTS - points)
        mine = self.game.side_of(view.seat)
        return self.pays(view, CloverFacts(contract=contract, points=both if mine == 0 else both[::-1]))

    def _meld_offers(self, view: View) -> tuple[Offer, ...]:
        """Every meld that the own hand could show now; the Bell in it counts too if it has not yet."""
        if view.seat is None or view.contract is None or view.counts[view.seat] < len(self.game.deck) // view.seats:
            return ()
        laid = [cards for _, cards in view.shown_melds]
        used = mask_of(c for cards in laid if cards in HAND_MELDS for c in cards_in(cards))
        shown = mask_of(c for cards in laid for c in cards_in(cards))
        found = []
        for show in legal_shows(view.hand, view.contract.suit, shown, used):
            rings = self._rings(view, view.hand, shown & view.hand, show.cards)
            found.append(self._meld_offer(show, rings))
        return tuple(found)

    def _meld_offer(self, show: Show, rings: bool) -> Offer:
        seat, bell = self.reader.seat or 0, self.say("meld-bell")
        worth = HAND_MELDS.get(show.cards, 0)
        melds = [Meld(seat, self.meld_name(show.cards), worth)] if worth else []
        melds += [Meld(seat, bell, BELL_POINTS)] if rings else []
        name = self.words.listed([meld.name for meld in melds])
        promise = joined(map(self._named, melds), ", ") if len(melds) > 1 else ()
        return Offer(show, name, promise, points=sum(meld.points for meld in melds))

    # -- the goal ------------------------------------------------------------------------------------------------

    def _needed(self) -> tuple[int, int]:
        """What the declarers need to have more than the others, and what the others need to stop them."""
        more = HAND_POINTS // 2 + 1
        return more, HAND_POINTS - more + 1

    def goal(self, view: View) -> Goal:
        """While people bid, what declarers undertake; in the exchange who gives whom a card."""
        if view.phase in ("round1", "round2"):
            needed = self._needed()[0]
            suit = () if view.upcard is None else self.suit(suit_of(view.upcard))
            return Goal(self.say(f"goal-{view.phase}", needed=needed, total=HAND_POINTS, suit=suit))
        if view.phase in ("give", "return") and view.contract is not None:
            declarer = view.contract.declared_by
            partner = next(seat for seat in self.side_seats(self.game.side_of(declarer)) if seat != declarer)
            return Goal(self.say(f"goal-{view.phase}", declarer=Who(declarer), partner=Who(partner)))
        return super().goal(view)

    def goal_of(self, view: View, contract: Contract) -> Goal:
        """More than half of the trick points for the declarers, half of them for the others."""
        declaring, defending = self._needed()
        own = view.seat is None or bool(self.allies(view)[contract.declared_by])
        needed = declaring if own else defending
        ours, theirs, _ = self.counted(view, view.points)
        # Who wins the last trick may still lose points, so only more than that is enough.
        state = "reached" if ours + LAST_TRICK >= needed else "open"
        state = "lost" if theirs + LAST_TRICK > HAND_POINTS - needed else state
        counts = {"needed": needed, "total": HAND_POINTS, "ours": ours, "theirs": theirs}
        line = self.say("goal-points", state=state, **counts)
        if view.seat is None:
            team = self.side_name(self.game.side_of(contract.declared_by))
            line = self.say("goal-of-team", team=team, goal=line)
        mark = Mark(needed, self.say("mark-made" if own else "mark-set"))
        return Goal(line, "points", needed, ours, theirs, total=HAND_POINTS, marks=(mark,))

    # -- the settlement ------------------------------------------------------------------------------------------

    def _facts(self, entry: Entry) -> CloverFacts:
        return cast(CloverFacts, entry.facts)

    def _declaring(self, entry: Entry) -> tuple[int, bool]:
        """The declarers' team, and whether it was set."""
        is_set = any(item.kind == "tricks_set" for item in entry.outcome.items)
        return self.game.side_of(entry.facts.contract.declared_by), is_set

    def headline(self, entry: Entry) -> Line:
        """Whether the declarers have made it, and with how many points against how many."""
        if entry.outcome.thrown_in:
            return self.say("headline-thrown-in")
        team, is_set = self._declaring(entry)
        points = self._facts(entry).points
        key, seats = "headline-set" if is_set else "headline-made", self.side_seats(team)
        players, name, (ours, theirs) = self.players(seats), self.side_name(team), (points[team], points[1 - team])
        return capital(self.say(key, players=players, team=name, ours=ours, theirs=theirs))

    def sums(self, entry: Entry) -> tuple[Sum, ...]:
        """The four lines of the sheet: melds and tricks of each team."""
        if entry.outcome.thrown_in:
            return ()
        facts, found = self._facts(entry), []
        for team in range(self.game.sides):
            for what, total in zip(LINES, (facts.melds[team], facts.points[team]), strict=True):
                label = self.say(f"line-{what}", team=self.side_name(team))
                counts = "points" if what == "tricks" else what
                found.append(Sum(label, self._terms(entry, team, what, total), total, counts))
        return tuple(found)

    def _terms(self, entry: Entry, team: int, what: str, total: int) -> tuple[Term, ...]:
        """What a line is made of; a scorekeeper knows the total alone."""
        if entry.view is None:
            return (Term(self.say("term-counted"), total),)
        seats = self.side_seats(team)
        if what == "tricks":
            return self._trick_terms(entry.view, seats)
        shown = [
            Term(self.say("term-meld", who=Who(meld.seat), meld=meld.name), meld.points)
            for meld in self.shown(entry.view)
            if meld.seat in seats
        ]
        return (*shown, *self._won_terms(entry.view, seats)) or (Term(self.say("term-none"), 0),)

    def _trick_terms(self, view: View, seats: Sequence[Seat]) -> tuple[Term, ...]:
        """The cards that each seat has won, and what the last trick costs."""
        if view.done[-1].winner not in seats:
            return self.seat_terms(seats, view.points)
        cards = [points - LAST_TRICK * (seat == view.done[-1].winner) for seat, points in enumerate(view.points)]
        return (*self.seat_terms(seats, cards), Term(self.say("term-last-trick"), LAST_TRICK))

    def _won_terms(self, view: View, seats: Sequence[Seat]) -> list[Term]:
        """The melds that lay in tricks, trick by trick."""
        return [
            Term(self.say("term-trick-meld", who=Who(meld.seat), number=number, meld=meld.name), meld.points)
            for number, trick in enumerate(view.done, 1)
            if trick.winner in seats
            for meld in self.won(view, trick)
        ]

    def scored(self, outcome: Outcome) -> Line:
        """Who gets what, and for what, team by team."""
        line, found = super().scored(replace(outcome, items=())), []
        for side in range(self.game.sides):
            items = [item for item in outcome.items if item.side == side and (item.amount or item.kind not in NO_MELDS)]
            if items:
                reasons = joined([self.message(item.what) for item in items], ", ")
                found.append(self.say("scored-side", side=self.side_name(side), reasons=reasons))
        return self.say("scored", scored=line, sides=joined(found, " ")) if found else line

    # -- the sheet -----------------------------------------------------------------------------------------------

    def sheet(self, entries: Sequence[Entry], scores: Sequence[int]) -> Sheet:
        """Two lines per team, one column per round, as on paper; rounds that were thrown in leave no trace."""
        scored = [entry for entry in entries if not entry.outcome.thrown_in]
        columns = [self.cells(entry) for entry in scored]
        totals = self.totals(scores)
        rows = []
        for team in range(self.game.sides):
            for place, what in enumerate(LINES):
                total = totals[team] if what == "tricks" else Cell()
                name = self.say(f"line-{what}", team=self.side_name(team))
                rows.append(Row(name, (*(column[2 * team + place] for column in columns), total)))
        heads = [self.say("sheet-head", deal=entry.standing.deal, played=self.played(entry)) for entry in scored]
        return Sheet(
            self.sheet_title(),
            ((), *heads, self.say("sheet-total")),
            tuple(rows),
            totals,
            self.notes(scored, scores),
            self.standing(scores),
            tuple(map(self._told_round, scored)),
            across=True,
            legend=len(self._legend(scored)),
        )

    def notes(self, entries: Sequence[Entry], scores: Sequence[int]) -> tuple[Line, ...]:
        """What the headings and the marks mean that are on the sheet, then what was struck off and crossed out."""
        return (*self._legend(entries), *self._notes_on(entries, ("struck", "crossed")))

    def _legend(self, entries: Sequence[Entry]) -> tuple[Line, ...]:
        heads = (self.say("sheet-note-heads"),) if entries else ()
        return (*heads, *self._notes_on(entries, ("given", "taken")))

    def _notes_on(self, entries: Sequence[Entry], marks: Sequence[str]) -> tuple[Line, ...]:
        found = {mark for entry in entries for cell in self.cells(entry) for mark in cell.marks}
        return tuple(self.say(f"sheet-note-{mark}") for mark in marks if mark in found)

    def played(self, entry: Entry) -> Line:
        """The declarers, the trumps, and whether they were set, in a few letters: ``T1 H set``."""
        if entry.outcome.thrown_in:
            return super().played(entry)
        contract, (team, is_set) = entry.facts.contract, self._declaring(entry)
        known = contract.kind if contract.suit is None else SUIT_WORDS[contract.suit]
        line = self.say(f"sheet-{known}", team=team + 1)
        return self.say("sheet-set", played=line) if is_set else line

    def cells(self, entry: Entry) -> tuple[Cell, ...]:
        """The four cells of a round: melds and tricks of team 1, melds and tricks of team 2."""
        facts = self._facts(entry)
        raw = (facts.melds[0], facts.points[0], facts.melds[1], facts.points[1])
        return tuple(self._cell(entry, place, raw) for place in range(len(raw)))

    def _cell(self, entry: Entry, place: int, raw: Sequence[int]) -> Cell:
        """A number without its last digit; crossed out, given to the other team, or with what was taken from it."""
        items, other, team = entry.outcome.items, (place + 2) % 4, place // 2
        crossed = items[place].kind in CROSSED_OUT
        given = items[place].side != team and not crossed
        taken = items[place].side == items[other].side == team and items[other].kind not in CROSSED_OUT
        line = self._figure(raw[place])
        if crossed:
            line = self.say("sheet-crossed", figure=line)
        if given:
            line = self.say("sheet-given", figure=line, team=items[place].side + 1)
        if taken:
            line = self.say("sheet-taken", figure=line, other=self._figure(raw[other]))
        stays = not crossed and not given
        amount = items[place].amount * stays + items[other].amount * taken if stays or taken else None
        named = {"struck": raw[place] > 0, "crossed": crossed, "given": given, "taken": taken}
        return Cell(line, raw[place], team, amount, marks=tuple(mark for mark, is_set in named.items() if is_set))

    def _figure(self, number: int) -> Line:
        return self.say("sheet-struck", digits=str(number)[:-1]) if number > 0 else self.say("sheet-number", number=0)

    def _told_round(self, entry: Entry) -> Line:
        """A round in words."""
        values = [(self.message(item.what), item.amount, self.side_name(item.side)) for item in entry.outcome.items]
        lines = [self.say("sheet-told-line", what=what, amount=amount, side=side) for what, amount, side in values]
        word, deal = capital(self.say("deal")), entry.standing.deal
        return self.say("sheet-told", word=word, deal=deal, played=self._told_played(entry), lines=joined(lines, "; "))

    def _told_played(self, entry: Entry) -> Line:
        """The declarers, the trumps, and whether they were set: ``Team 2 without trumps, set``."""
        contract, (team, is_set) = entry.facts.contract, self._declaring(entry)
        line = self.say("told-played", team=self.side_name(team), trumps=self.named("told", contract))
        return self.say("told-set", played=line) if is_set else line


PRESENTATION = CloverPresentation
