"""What one seat has seen of a deal, folded from the events it may see, with what follows from them.

A View cannot hold what was not sent: it is built from events that went through ``secrecy.seen_by`` and from nothing
else. It never holds the legal actions of anybody; whoever asks a seat to act sends those along.

``watch`` is the one door: every event goes through it on its way to a reader, and comes out as that reader sees it
together with the View after it. ``after`` is the same for whoever wants the last View only. What belongs to the match
and to no deal (who deals first, the end) passes by and stands in no View.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any, TypeAlias, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from sheepfold.core.actions import Action, Bury, Crack, Discard, Give, Play, Show
from sheepfold.core.cards import Card, Mask, Seat
from sheepfold.core.deal import Deal
from sheepfold.core.events import (
    BlindLaid,
    BlindTaken,
    Buried,
    CardsDealt,
    CoinTossed,
    Contract,
    ContractSet,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealShown,
    Discarded,
    Event,
    Given,
    Implied,
    MatchOver,
    MeldWon,
    Outcome,
    PartnerShown,
    PickedUp,
    Played,
    RowLaid,
    Said,
    SetAside,
    Standing,
    TableDiscard,
    ThrownIn,
    TrickWon,
    Turn,
    TurnedUp,
    UpCard,
)
from sheepfold.core.game import Game
from sheepfold.core.secrecy import OPEN, seen_by

NO_CARD = -1
"""An empty place in a row of table cards."""

Place: TypeAlias = Annotated[int, Meta(title="place", extra={"form": "place"})]
"""A card of a row, or ``NO_CARD``; the public JSON form writes ``null`` for an empty place."""


class Trick(Struct, frozen=True):
    """A finished trick: who led, the cards in playing order, who took it and for how many points."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int


class View(Struct, frozen=True, kw_only=True):
    """One seat's knowledge of the deal in progress; ``seat`` is ``None`` for somebody who only watches.

    ``hand`` and ``aside`` are the own cards; ``counts`` how many cards each seat has in hand. ``rows`` are the face-up
    table cards by place, ``covered`` the number of unseen cards below them by seat. ``known`` are cards that each
    seat surely has in hand, ``lacks`` cards it surely has not, ``some`` a set of which it has at least one. ``calls``
    is all that was said aloud, in order: bids, cracks, melds shown. ``turned`` are the places of each row whose covered
    card has been turned up, ``table_discards`` what was seen to go from the rows. ``thrown_in`` is the rule by which
    the cards were thrown in; ``dealt`` and ``hidden`` are the whole deal once it is shown.

    Everything but ``events`` is folded from them, so a screen can do with a View that has none (``without_events``).
    """

    game: str
    seat: Seat | None
    seats: int
    events: tuple[Event, ...] = ()
    standing: Standing | None = None
    phase: str = ""
    turn: Seat | None = None
    hand: Mask = 0
    aside: Mask = 0
    counts: tuple[int, ...]
    rows: tuple[tuple[Place, ...], ...] = ()
    covered: tuple[int, ...] = ()
    turned: tuple[tuple[int, ...], ...] = ()
    table_discards: tuple[tuple[Seat, Card], ...] = ()
    upcard: Card | None = None
    blind: int = 0
    bury: Mask = 0
    discard: Card | None = None
    calls: tuple[tuple[Seat, Action], ...] = ()
    contract: Contract | None = None
    leader: Seat | None = None
    trick: tuple[Card, ...] = ()
    done: tuple[Trick, ...] = ()
    melds: tuple[int, ...]
    partner: Seat | None = None
    known: tuple[Mask, ...]
    lacks: tuple[Mask, ...]
    some: tuple[Mask, ...]
    thrown_in: str | None = None
    outcome: Outcome | None = None
    dealt: Deal | None = None
    hidden: tuple[tuple[Seat, Action], ...] = ()

    @property
    def begun(self) -> Standing:
        """The standing of the deal in progress; asking before anything was dealt is a fault."""
        if self.standing is None:
            raise ValueError("nothing has been dealt in this view yet")
        return self.standing

    @property
    def own_seat(self) -> Seat:
        """The seat of a player; asking somebody who only watches is a fault."""
        if self.seat is None:
            raise ValueError("this view belongs to nobody at the table")
        return self.seat

    @property
    def cracks(self) -> tuple[tuple[Seat, Crack], ...]:
        """The chain of cracks, in order."""
        return tuple((seat, call) for seat, call in self.calls if isinstance(call, Crack))

    @property
    def shown_melds(self) -> tuple[tuple[Seat, Mask], ...]:
        """The melds laid on the table, in order."""
        return tuple((seat, call.cards) for seat, call in self.calls if isinstance(call, Show))

    @property
    def played(self) -> Mask:
        """Every card that has been played."""
        mask = 0
        for trick in self.done:
            for card in trick.cards:
                mask |= 1 << card
        for card in self.trick:
            mask |= 1 << card
        return mask

    @property
    def last_trick(self) -> Trick | None:
        """The trick before the one on the table."""
        return self.done[-1] if self.done else None

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks taken, by seat."""
        return tuple(sum(trick.winner == seat for trick in self.done) for seat in range(self.seats))

    @property
    def points(self) -> tuple[int, ...]:
        """Card points taken in tricks, by seat."""
        return tuple(sum(t.points for t in self.done if t.winner == seat) for seat in range(self.seats))

    @property
    def on_table(self) -> Mask:
        """All face-up table cards."""
        return sum(1 << card for row in self.rows for card in row if card != NO_CARD)

    def without_events(self) -> View:
        """The same View for a screen: what was folded from the events, without them."""
        return replace(self, events=())


def empty_view(game: Game[Any], seat: Seat | None) -> View:
    """The View before anything has happened."""
    none = (0,) * game.seats
    return View(
        game=game.options.text(),
        seat=seat,
        seats=game.seats,
        counts=none,
        melds=none,
        known=none,
        lacks=none,
        some=none,
    )


def view_of(game: Game[Any], seat: Seat | None, events: Iterable[Event]) -> View:
    """What a seat has seen of these events of one deal."""
    return after(empty_view(game, seat), events)


def watch(view: View, events: Iterable[Event]) -> Iterator[tuple[Event, View]]:
    """Each event as the View's owner sees it, and the View after it."""
    for event in seen_events(events, view.seat):
        if type(event) not in OF_THE_MATCH:
            view = _fold(replace(view, events=(*view.events, event)), event)
        yield event, view


def after(view: View, events: Iterable[Event]) -> View:
    """The View after more has happened: where ``watch`` ends, in larger steps."""
    seen = seen_events(events, view.seat)
    if seen and (type(seen[0]) in OF_THE_MATCH or type(seen[-1]) in OF_THE_MATCH):  # they stand at the ends only
        seen = [event for event in seen if type(event) not in OF_THE_MATCH]
    if OPEN.issuperset(map(type, seen)):
        return _fold_often(view, seen, (*view.events, *seen))
    for frequent, group in groupby(seen, _is_frequent):
        if frequent:
            view = _fold_often(view, group)
        else:
            for event in group:
                view = _fold(view, event)
    return replace(view, events=(*view.events, *seen))


def seen_events(events: Iterable[Event], viewer: Seat | None) -> list[Event]:
    """The events as this seat sees them: nothing reaches a reader on another way."""
    return [event if type(event) in OPEN else seen_by(event, viewer) for event in events]


OF_THE_MATCH: frozenset[type] = frozenset({CoinTossed, DealerDrawn, MatchOver})
"""What happens before the first deal and after the last one."""


def voids(view: View, game: Game[Any]) -> tuple[Mask, ...]:
    """For each seat the cards that its hand cannot hold because it once failed to follow.

    A hand only shrinks during the tricks, so a void lasts; table cards turned up later are seen by everybody anyway.
    """
    if view.contract is None:
        return (0,) * view.seats
    order = game.order_of(view.contract)
    result = [0] * view.seats
    open_trick = [(view.leader, view.trick)] if view.leader is not None else []
    for leader, cards in [(trick.leader, trick.cards) for trick in view.done] + open_trick:
        for place, card in enumerate(cards):
            led = order.cls[cards[0]]
            if order.cls[card] != led:
                result[(leader + place) % view.seats] |= order.classes[led]
    return tuple(result)


def known_holders(view: View) -> dict[Card, Seat]:
    """Who surely has which card in hand or face up on the table."""
    holders = {}
    for seat in range(view.seats):
        mask = view.hand if seat == view.seat else view.known[seat]
        for card in range(36):
            if mask >> card & 1:
                holders[card] = seat
    for seat, row in enumerate(view.rows):
        holders.update({card: seat for card in row if card != NO_CARD})
    return holders


def unseen(view: View, game: Game[Any]) -> Mask:
    """Cards that this viewer has not seen anywhere."""
    seen = view.hand | view.aside | view.bury | view.played | view.on_table
    for mask in view.known:
        seen |= mask
    if view.discard is not None:
        seen |= 1 << view.discard
    for _, card in view.table_discards:
        seen |= 1 << card
    return game.deck.mask & ~seen


def actions_of(events: Iterable[Event]) -> tuple[tuple[Seat, Action | None], ...]:
    """The actions behind events, in order; ``None`` where the viewer saw that something was done but not what."""
    result: list[tuple[Seat, Action | None]] = []
    for event in events:
        match event:
            case Said(seat=seat, action=action):
                result.append((seat, action))
            case Played(seat=seat, card=played):
                result.append((seat, Play(played)))
            case Buried(seat=seat, card=card):
                result.append((seat, None if card is None else Bury(card)))
            case Discarded(seat=seat, card=card):
                result.append((seat, None if card is None else Discard(card)))
            case Given(giver=seat, card=card):
                result.append((seat, None if card is None else Give(card)))
            case _:
                pass
    return tuple(result)


# -- the fold ----------------------------------------------------------------------------------------------------------


def _at(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return values[:seat] + (value,) + values[seat + 1 :]


def _fold(view: View, event: Event) -> View:
    match event:
        case Played() | TrickWon() | Turn() | Said():
            return _fold_often(view, (event,))
        case ContractSet(contract=contract):
            return replace(view, contract=contract)
        case Implied():
            return _implied(view, event)
        case PartnerShown(seat=seat):
            return replace(view, partner=seat)
        case MeldWon(seat=seat, points=points):
            return replace(view, melds=_at(view.melds, seat, view.melds[seat] + points))
        case DealScored(outcome=outcome):
            return replace(view, outcome=outcome, turn=None, phase="over")
        case ThrownIn(rule=rule):
            return replace(view, thrown_in=rule)
        case DealShown(deal=deal, hidden=hidden):
            return replace(view, dealt=deal, hidden=hidden)
        case CoinTossed() | DealerDrawn() | MatchOver():
            return view
        case _:
            return _fold_cards(view, event)


def _fold_cards(
    view: View,
    event: DealBegun
    | CardsDealt
    | RowLaid
    | BlindLaid
    | UpCard
    | BlindTaken
    | Buried
    | Discarded
    | TableDiscard
    | Given
    | SetAside
    | PickedUp
    | TurnedUp,
) -> View:
    match event:
        case DealBegun(standing=standing):
            return replace(view, standing=standing)
        case CardsDealt(seat=seat, count=count, cards=cards):
            return _gain(view, seat, count, cards)
        case BlindTaken(seat=seat, count=count, cards=cards):
            return replace(_gain(view, seat, count, cards), blind=0)
        case RowLaid(seat=seat, cards=row):
            rows = view.rows or ((),) * view.seats
            covered = view.covered or (0,) * view.seats
            rows = rows[:seat] + (row,) + rows[seat + 1 :]
            turned = view.turned or ((),) * view.seats
            return replace(view, rows=rows, covered=_at(covered, seat, len(row)), turned=turned)
        case BlindLaid(count=count):
            return replace(view, blind=count)
        case UpCard(seat=seat, card=card):
            view = replace(view, upcard=card)
            return view if seat == view.seat else replace(view, known=_at(view.known, seat, 1 << card))
        case Buried(seat=seat, card=laid):
            view = _lose(view, seat, laid)
            return view if laid is None else replace(view, bury=view.bury | 1 << laid)
        case Discarded(seat=seat, card=laid):
            return _discarded(view, seat, laid)
        case TableDiscard(seat=seat, card=card):
            # Counted as a hand card when it was laid, because nobody else could know better then.
            counts = view.counts if seat == view.seat else _at(view.counts, seat, view.counts[seat] + 1)
            gone = (*view.table_discards, (seat, card))
            return replace(view, rows=_row_without(view.rows, seat, card), counts=counts, table_discards=gone)
        case Given(giver=giver, receiver=receiver, card=given):
            return _gain(_lose(view, giver, given), receiver, 1, None if given is None else 1 << given)
        case SetAside():
            none = (0,) * view.seats
            return replace(view, aside=view.hand, hand=0, counts=none, known=none, lacks=none, some=none)
        case PickedUp():
            counts = tuple(2 * count for count in view.counts)
            return replace(view, hand=view.hand | view.aside, aside=0, counts=counts)
        case TurnedUp(seat=seat, place=place, card=card):
            row = view.rows[seat]
            row = row[:place] + (card,) + row[place + 1 :]
            rows = view.rows[:seat] + (row,) + view.rows[seat + 1 :]
            turned = view.turned[:seat] + ((*view.turned[seat], place),) + view.turned[seat + 1 :]
            return replace(view, rows=rows, covered=_at(view.covered, seat, view.covered[seat] - 1), turned=turned)
        case _:
            assert_never(event)


def _gain(view: View, seat: Seat, count: int, cards: Mask | None) -> View:
    """Cards come into a hand; unseen ones make what the seat was known to lack doubtful."""
    counts = _at(view.counts, seat, view.counts[seat] + count)
    if cards is None:
        return replace(view, counts=counts, lacks=_at(view.lacks, seat, 0))
    if seat == view.seat:
        return replace(view, counts=counts, hand=view.hand | cards)
    return replace(view, counts=counts, known=_at(view.known, seat, view.known[seat] | cards))


def _lose(view: View, seat: Seat, card: Card | None) -> View:
    """A card leaves a hand; an unseen one makes what the seat was known to hold doubtful."""
    counts = _at(view.counts, seat, view.counts[seat] - 1)
    if card is None:
        return replace(view, counts=counts, known=_at(view.known, seat, 0), some=_at(view.some, seat, 0))
    if seat == view.seat:
        return replace(view, counts=counts, hand=view.hand & ~(1 << card))
    return replace(view, counts=counts, known=_at(view.known, seat, view.known[seat] & ~(1 << card)))


def _discarded(view: View, seat: Seat, card: Card | None) -> View:
    if card is None:
        return _lose(view, seat, None)
    view = replace(view, discard=card)
    if view.hand >> card & 1:
        return _lose(view, seat, card)
    return replace(view, rows=_row_without(view.rows, seat, card))  # who laid a table card knows that it is gone


def _row_without(rows: tuple[tuple[Card, ...], ...], seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    row = tuple(NO_CARD if c == card else c for c in rows[seat])
    return rows[:seat] + (row,) + rows[seat + 1 :]


def _is_frequent(event: Event) -> bool:
    return type(event) in OPEN


def _fold_often(view: View, events: Iterable[Event], seen: tuple[Event, ...] | None = None) -> View:
    """Some frequent events at once: a search folds these more often than all others together.

    ``seen`` are all events of the View after them, unless somebody else sees to that.
    """
    trick, leader, turn, phase, done, hand = view.trick, view.leader, view.turn, view.phase, view.done, view.hand
    rows, counts, known, some, calls = view.rows, list(view.counts), view.known, view.some, view.calls
    for event in events:
        if isinstance(event, Played):
            seat, card = event.seat, event.card
            leader = leader if trick else seat
            trick, turn = (*trick, card), (seat + 1) % view.seats
            if rows and card in rows[seat]:
                rows = _row_without(rows, seat, card)
                continue
            counts[seat] -= 1
            if seat == view.seat:
                hand &= ~(1 << card)
                continue
            if known[seat] >> card & 1:
                known = _at(known, seat, known[seat] & ~(1 << card))
            if some[seat] >> card & 1:
                some = _at(some, seat, 0)
        elif isinstance(event, TrickWon):
            assert leader is not None
            done = (*done, Trick(leader, trick, event.seat, event.points))
            trick, leader, turn = (), event.seat, event.seat
        elif isinstance(event, Turn):
            turn, phase = event.seat, event.phase
        elif isinstance(event, Said):
            calls = (*calls, (event.seat, event.action))
    return replace(
        view,
        events=view.events if seen is None else seen,
        trick=trick,
        leader=leader,
        turn=turn,
        phase=phase,
        done=done,
        hand=hand,
        rows=rows,
        counts=tuple(counts),
        known=known,
        some=some,
        calls=calls,
    )


def _implied(view: View, event: Implied) -> View:
    seat = event.seat
    if seat == view.seat:
        return view
    return replace(
        view,
        known=_at(view.known, seat, view.known[seat] | event.holds),
        lacks=_at(view.lacks, seat, view.lacks[seat] | event.lacks),
        some=_at(view.some, seat, event.some or view.some[seat]),
    )
