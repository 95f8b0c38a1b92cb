"""The worlds that a viewer cannot tell apart: sample them, count them, list them.

A world is a whole layout together with all actions, the hidden ones included. It is consistent with a View if its
replay is legal and shows this viewer exactly the same events; every world that leaves this module has been proved so.

How a world is drawn: the cards the viewer has not seen are put into *slots* (the hands of others, blind, bury, covered
cards, …), each with a size and the cards it may hold; a table of counts makes every such placing equally likely. Then
the history is run backwards with a constant number of equally likely choices (which of the picker's cards were the
blind, which card a partner gave away). Proposals are thus uniform, and so are the ones that survive the proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, factorial
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from sheepfold.core.actions import Action, Bury, Discard, Give
from sheepfold.core.cards import Card, Mask, Seat, cards_in
from sheepfold.core.deal import Deal
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import (
    BlindTaken,
    Buried,
    CardsDealt,
    Discarded,
    Event,
    Given,
    PickedUp,
    Played,
    RowLaid,
    SetAside,
    TableDiscard,
    TurnedUp,
)
from sheepfold.core.game import Game
from sheepfold.core.secrecy import seen_by
from sheepfold.play.replay import begin
from sheepfold.play.view import NO_CARD, View, actions_of, unseen, voids

Slot: TypeAlias = tuple[str, Seat]


class Draws(Protocol):
    """Where the chance of a sample comes from; a ``core.shuffle.Stream`` will do."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""


class World(Struct, frozen=True):
    """One way things may be: the layout and everything that was done, in order."""

    deal: Deal
    actions: tuple[tuple[Seat, Action], ...]


class NoWorld(SheepfoldError):
    """No consistent world was found."""


def proves(game: Game[Any], view: View, world: World) -> bool:
    """Whether the world's replay is legal and shows this viewer exactly the events of the View."""
    return _lawful(view) and _proved(game, view, world) is not None


def _lawful(view: View) -> bool:
    """Whether the View holds nothing that its seat may not see; of any other no world can be proved."""
    return all(seen_by(event, view.seat) == event for event in view.events)


def _proved(game: Game[Any], view: View, world: World) -> Any:
    """The state at the end of the world's replay; ``None`` as soon as something in it is illegal or looks different.

    The View must be lawful: then an event that is equal to the one it holds looks equal too.
    """
    assert view.standing is not None
    seen, viewer = view.events, view.seat
    try:
        made = begin(game, view.standing, world.deal)
    except SheepfoldError:
        return None
    told = len(made.events)
    if not _looks(made.events, seen[:told], viewer):
        return None
    for seat, action in world.actions:
        state = made.state
        if game.actor(state) != seat or action not in game.legal(state):
            return None
        made = game.apply(state, action)
        until = told + len(made.events)
        if not _looks(made.events, seen[told:until], viewer):
            return None
        told = until
    return made.state if told == len(seen) else None


def _looks(events: tuple[Event, ...], seen: tuple[Event, ...], viewer: Seat | None) -> bool:
    if events == seen:  # nearly always, and a comparison of tuples costs next to nothing
        return True
    if len(events) != len(seen):
        return False
    return all(event == s or seen_by(event, viewer) == s for event, s in zip(events, seen, strict=True))


class Worlds:
    """All worlds consistent with a View."""

    def __init__(self, game: Game[Any], view: View) -> None:
        if view.standing is None:
            raise NoWorld("no_deal", "Nothing has been dealt in this view yet.", key="no_deal_in_view")
        if not _lawful(view):
            raise NoWorld(
                "no_world", "This view holds what its seat may not see, so no world can fit it.", key="unlawful_view"
            )
        self.game = game
        self.view = view
        self._history = _History(game, view)
        self._placing = _Placing(unseen(view, game), *_slots(game, view, self._history))

    def sample(self, draws: Draws, *, weight: Callable[[World], float] | None = None, tries: int = 20_000) -> World:
        """One world, every consistent one equally likely, or in proportion to ``weight`` (a number from 0 to 1)."""
        return self.draw(draws, weight=weight, tries=tries)[0]

    def draw(
        self, draws: Draws, *, weight: Callable[[World], float] | None = None, tries: int = 20_000
    ) -> tuple[World, Any]:
        """The same world as ``sample``, and the state of the game at its end, which the proof has led to anyway."""
        for _ in range(tries):
            world = self._propose(draws)
            state = None if world is None else _proved(self.game, self.view, world)
            if world is None or state is None:
                continue
            if weight is None or draws.below(1 << 30) < weight(world) * (1 << 30):
                return world, state
        raise NoWorld("no_world", "No consistent world in { $tries } tries.", tries=tries)

    def all(self, limit: int = 1_000_000) -> Iterator[World]:
        """Every consistent world once; gives up in words when more than ``limit`` would have to be tried."""
        digits = _Odometer(limit)
        while digits.turn():
            world = self._propose(digits)
            if world is not None and _proved(self.game, self.view, world) is not None:
                yield world

    @property
    def placings(self) -> int:
        """In how many ways the unseen cards can lie now; most of them, often all, belong to a consistent world."""
        return self._placing.ways(0, self._placing.sizes) * factorial(sum(self.view.covered))

    def now(self, limit: int = 1_000_000) -> Iterator[tuple[World, Any]]:
        """One world, with its state, for every way in which the cards may lie now, however they came there.

        What is different only in the past (which of the picker's cards were the blind, in which round a card was dealt)
        is left out: nobody's cards, duties and side depend on it. Gives up as ``all`` does.
        """
        if self.placings > limit:
            raise _too_many(limit)
        covered = bool(sum(self.view.covered))  # how these lie is drawn last, with the past
        digits = _Odometer(limit)
        while digits.turn():
            world = self._propose(digits)
            state = None if world is None else _proved(self.game, self.view, world)
            if world is not None and state is not None:
                yield world, state
                if not covered:
                    digits.keep(1)  # the first draw says where the cards lie, those after it are the past

    def count(self, limit: int = 1_000_000) -> int:
        """How many worlds are consistent with the View."""
        return sum(1 for _ in self.all(limit))

    def _propose(self, draws: Draws) -> World | None:
        placed = self._placing.draw(draws)
        if placed is None:
            raise NoWorld("no_world", "No layout fits what this view has seen.", key="no_layout")
        return self._history.rewind(placed, draws)


# -- slots -------------------------------------------------------------------------------------------------------------


def _slots(game: Game[Any], view: View, history: _History) -> tuple[dict[Slot, int], dict[Slot, Mask]]:
    """The size of every slot and the cards it must not hold."""
    void = voids(view, game)
    sizes: dict[Slot, int] = {}
    banned: dict[Slot, Mask] = {}
    for seat in range(view.seats):
        if seat != view.seat:
            doubtful = int(history.doubtful(seat))  # its discard is still counted among the hand
            sizes["hand", seat] = view.counts[seat] - view.known[seat].bit_count() + doubtful
            banned["hand", seat] = void[seat] | view.lacks[seat]
    for slot, size in history.laid_away.items():
        sizes[slot] = size
        banned[slot] = view.lacks[slot[1]] if slot[0] == "bury" else 0
    if view.blind:
        sizes["blind", 0] = view.blind
    if sum(view.covered):
        sizes["down", 0] = sum(view.covered)
    return {slot: size for slot, size in sizes.items() if size}, banned


class _Placing:
    """Uniform placings of cards into slots with sizes and bans, by counting."""

    def __init__(self, cards: Mask, sizes: dict[Slot, int], banned: dict[Slot, Mask]) -> None:
        self.slots = list(sizes)
        self.sizes = tuple(sizes.values())
        allowed = {
            c: tuple(i for i, slot in enumerate(self.slots) if not banned.get(slot, 0) >> c & 1)
            for c in cards_in(cards)
        }
        # The most bound cards first: once only free cards are left, the count is a formula.
        self.cards = sorted(allowed, key=lambda c: (len(allowed[c]), allowed[c]))
        self.choices = [allowed[c] for c in self.cards]
        free = len(self.slots)
        self.free_from = next((i for i, choice in enumerate(self.choices) if len(choice) == free), len(self.cards))
        self._ways: dict[tuple[int, ...], int] = {}
        self._shares: dict[tuple[int, ...], tuple[tuple[int, int, tuple[int, ...]], ...]] = {}

    def ways(self, place: int, room: tuple[int, ...]) -> int:
        """How many placings are left for the cards from ``place`` on."""
        found = self._ways.get(room)  # the room left tells how many cards have been placed
        if found is None:
            found = self._ways[room] = self._count(place, room)
        return found

    def _count(self, place: int, room: tuple[int, ...]) -> int:
        if place < self.free_from:
            return sum(here for here, _, _ in self._share(place, room))
        left = len(self.cards) - place
        if sum(room) != left:
            return 0
        result = factorial(left)
        for each in room:
            result //= factorial(each)
        return result

    def _share(self, place: int, room: tuple[int, ...]) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """For every slot that may take the bound card there: in how many placings it does, and the room left then."""
        found = self._shares.get(room)
        if found is None:
            after = [(i, (*room[:i], room[i] - 1, *room[i + 1 :])) for i in self.choices[place] if room[i]]
            found = self._shares[room] = tuple((self.ways(place + 1, left), i, left) for i, left in after)
        return found

    def draw(self, draws: Draws) -> dict[Slot, Mask] | None:
        """One placing; ``None`` if there is none."""
        room = self.sizes
        total = self.ways(0, room)
        if not total or sum(room) != len(self.cards):
            return None
        rank = _below(draws, total)
        placed = [0] * len(room)
        for place in range(self.free_from):
            for here, i, after in self._share(place, room):
                if rank < here:
                    placed[i] |= 1 << self.cards[place]
                    total, room = here, after
                    break
                rank -= here
        self._place_free(placed, [*room], rank, total)
        return dict(zip(self.slots, placed, strict=True))

    def _place_free(self, placed: list[Mask], room: list[int], rank: int, total: int) -> None:
        """Place the cards that may lie anywhere, by their rank among all ``total`` ways to do so."""
        left = len(self.cards) - self.free_from
        for c in self.cards[self.free_from :]:
            for i, each in enumerate(room):
                here = total * each // left  # a slot takes the card in proportion to its room
                if rank < here:
                    placed[i] |= 1 << c
                    room[i] -= 1
                    total = here
                    break
                rank -= here
            left -= 1


def _below(draws: Draws, n: int) -> int:
    """``draws.below`` for numbers that need more than one word."""
    if n <= 1 << 32 or isinstance(draws, _Odometer):
        return draws.below(n)
    words = (n.bit_length() + 31) // 32
    spare = 32 * words - n.bit_length()
    while True:
        value = 0
        for _ in range(words):
            value = value << 32 | draws.below(1 << 32)
        if value >> spare < n:
            return value >> spare


def _too_many(limit: int) -> NoWorld:
    return NoWorld("too_many_worlds", "There are more than { $limit } worlds to try.", limit=limit)


class _Odometer:
    """Draws that run through every outcome once: ``turn`` before each pass, ``False`` after the last."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._digits: list[tuple[int, int]] = []
        self._place = -1
        self._passes = 0

    def turn(self) -> bool:
        """Move on to the next outcome."""
        if self._place == -1:
            self._place = 0
            return True
        while self._digits and self._digits[-1][0] + 1 == self._digits[-1][1]:
            self._digits.pop()
        if not self._digits:
            return False
        digit, size = self._digits[-1]
        self._digits[-1] = (digit + 1, size)
        self._place = 0
        self._passes += 1
        if self._passes > self._limit:
            raise _too_many(self._limit)
        return True

    def keep(self, places: int) -> None:
        """Leave out every other outcome that begins with the same digits."""
        del self._digits[places:]

    def below(self, n: int, /) -> int:
        """The digit of this pass at this place."""
        if self._place == len(self._digits):
            self._digits.append((0, n))
        digit = self._digits[self._place][0]
        self._place += 1
        return digit


# -- history -----------------------------------------------------------------------------------------------------------


class _Back(Struct, frozen=True):
    """Cards that go back into the hands they were played from, by seat."""

    cards: tuple[Mask, ...]


_Moved: TypeAlias = _Back | Buried | Discarded | Given | BlindTaken


class _History:
    """What a viewer has seen happen, kept so that a placing of the unseen cards can be run back to the deal.

    All that does not depend on the placing is worked out once, because worlds are drawn by the thousand.
    """

    def __init__(self, game: Game[Any], view: View) -> None:
        self.view = view
        self.seats = view.seats
        self.events = view.events
        self.actions = actions_of(view.events)
        self.plan = Counter(kind for kind, _ in game.plan(view.standing)) if view.standing else Counter()
        self.stage = max((e.stage for e in view.events if isinstance(e, CardsDealt)), default=1)
        self.together = any(isinstance(e, PickedUp) for e in view.events)
        self.aside = any(isinstance(e, SetAside) for e in view.events) and not self.together
        self.discarders = [e.seat for e in view.events if isinstance(e, Discarded)]
        self.shown = {e.seat: e.card for e in view.events if isinstance(e, TableDiscard)}
        self.rows = _rows_as_laid(view.events, self.seats)
        self.below = _rows_below(view.events, self.rows)
        self.on_table = {(e.seat, card) for e in view.events if isinstance(e, RowLaid) for card in e.cards}
        self.on_table |= {(e.seat, e.card) for e in view.events if isinstance(e, TurnedUp)}
        own = (e.cards for e in view.events if isinstance(e, CardsDealt) and e.seat == view.seat)
        self.dealt = next(own, None) or 0
        self.laid_away = self._laid_away()
        self.undo = self._undo()

    def _laid_away(self) -> dict[Slot, int]:
        """Slots of cards that lie unseen outside the hands and the middle."""
        sizes: Counter[Slot] = Counter()
        seats = self.seats
        later = self.plan["round2"] // seats
        for event in self.events:
            match event:
                case Buried(seat=seat, card=None):
                    sizes["bury", seat] += 1
                case Discarded(seat=seat, card=None) if not self.doubtful(seat) and seat not in self.shown:
                    sizes["discard", seat] += 1
                case CardsDealt(seat=seat, count=count, stage=1) if self.aside and seat != self.view.seat:
                    sizes["aside", seat] += count
                case _:
                    pass
        if later and self.stage == 1:
            for seat in range(seats):
                sizes["round2", seat] = later
        return dict(sizes)

    def _undo(self) -> tuple[_Moved, ...]:
        """What moved cards, the latest first; cards played one after the other go back together."""
        result: list[_Moved] = []
        back = [0] * self.seats
        for event in reversed(self.events):
            if isinstance(event, Played) and (event.seat, event.card) not in self.on_table:
                back[event.seat] |= 1 << event.card
            elif isinstance(event, Buried | Discarded | Given | BlindTaken):
                result += [_Back(tuple(back)), event]
                back = [0] * self.seats
        return (*result, _Back(tuple(back)))

    def doubtful(self, seat: Seat) -> bool:
        """A sealed discard that may still turn out to have come from the face-up row."""
        return seat in self.discarders and len(self.discarders) < self.seats

    def rewind(self, placed: dict[Slot, Mask], draws: Draws) -> World | None:
        """Run the history back: hands as they are now, step by step, to the hands as they were dealt."""
        view = self.view
        hands = [
            view.hand if seat == view.seat else placed.get(("hand", seat), 0) | view.known[seat]
            for seat in range(self.seats)
        ]
        if not self._some_held(hands):
            return None
        bury = {seat: list(cards_in(mask)) for (kind, seat), mask in placed.items() if kind == "bury"}
        filled: list[Action] = []
        blind = placed.get(("blind", 0), 0)
        for event in self.undo:
            match event:
                case _Back(cards=cards):
                    hands = [hand | back for hand, back in zip(hands, cards, strict=True)]
                case Buried(seat=seat, card=seen):
                    laid = _take(bury[seat], draws) if seen is None else seen
                    hands[seat] |= 1 << laid
                    if seen is None:
                        filled.append(Bury(laid))
                case Discarded(seat=seat, card=seen):
                    laid = self._discard(seat, placed, hands, draws) if seen is None else seen
                    if (seat, laid) not in self.on_table:
                        hands[seat] |= 1 << laid
                    if seen is None:
                        filled.append(Discard(laid))
                case Given(giver=giver, receiver=receiver, card=seen):
                    given = _take(list(cards_in(hands[receiver])), draws) if seen is None else seen
                    hands[receiver] &= ~(1 << given)
                    hands[giver] |= 1 << given
                    if seen is None:
                        filled.append(Give(given))
                case BlindTaken(seat=seat, count=count, cards=taken):
                    blind = _choose(hands[seat], count, draws) if taken is None else taken
                    hands[seat] &= ~blind
        return World(self._deal(hands, blind, placed, draws), self._with_actions(filled[::-1]))

    def _discard(self, seat: Seat, placed: dict[Slot, Mask], hands: list[Mask], draws: Draws) -> Card:
        """The card that a seat laid down out of sight."""
        if seat in self.shown:
            return self.shown[seat]
        if self.doubtful(seat):
            return _take(list(cards_in(hands[seat])) + list(self.rows[seat]), draws)
        return cards_in(placed["discard", seat])[0]

    def _some_held(self, hands: list[Mask]) -> bool:
        """A quick no for placings that break an 'at least one of' (the replay would refuse them too)."""
        return all(not some or hands[seat] & some for seat, some in enumerate(self.view.some))

    def _deal(self, hands: list[Mask], blind: Mask, placed: dict[Slot, Mask], draws: Draws) -> Deal:
        first, second = self._rounds(hands, placed, draws)
        rest = list(cards_in(placed.get(("down", 0), 0)))
        below = tuple(tuple(_take(rest, draws) if card == NO_CARD else card for card in row) for row in self.below)
        return Deal(tuple(first), blind, self.view.upcard, tuple(second), self.rows, below)

    def _rounds(self, hands: list[Mask], placed: dict[Slot, Mask], draws: Draws) -> tuple[list[Mask], list[Mask]]:
        """Grim's two rounds out of the cards each seat has (had) in all."""
        if not self.plan["round2"]:
            return hands, []
        seats, own, mine = range(self.seats), self.view.seat, self.dealt
        size = self.plan["round2"] // self.seats
        if self.aside:
            first = [mine if seat == own else placed["aside", seat] for seat in seats]
        elif self.together:
            first = [mine if seat == own else _choose(hands[seat], size, draws) for seat in seats]
        else:
            first = hands
        if self.stage == 1:
            return first, [placed["round2", seat] for seat in seats]
        return first, [hands[seat] & ~first[seat] for seat in seats]

    def _with_actions(self, filled: list[Action]) -> tuple[tuple[Seat, Action], ...]:
        missing = iter(filled)
        return tuple((seat, next(missing) if action is None else action) for seat, action in self.actions)


def _rows_as_laid(events: tuple[Event, ...], seats: int) -> tuple[tuple[Card, ...], ...]:
    rows = {event.seat: event.cards for event in events if isinstance(event, RowLaid)}
    return tuple(rows[seat] for seat in range(seats)) if rows else ()


def _rows_below(events: tuple[Event, ...], rows: tuple[tuple[Card, ...], ...]) -> list[list[Card]]:
    """The covered cards of every row as far as they have been turned up; ``NO_CARD`` where one has not."""
    below = [[NO_CARD] * len(row) for row in rows]
    for event in events:
        if isinstance(event, TurnedUp):
            below[event.seat][event.place] = event.card
    return below


def _take(cards: list[Card], draws: Draws) -> Card:
    return cards.pop(draws.below(len(cards)))


def _choose(cards: Mask, count: int, draws: Draws) -> Mask:
    """``count`` of the cards, every set of them equally likely."""
    listed = cards_in(cards)
    rank = draws.below(comb(len(listed), count))
    chosen = 0
    for place, c in enumerate(listed):
        if not count:
            break
        with_it = comb(len(listed) - place - 1, count - 1)
        if rank < with_it:
            chosen |= 1 << c
            count -= 1
        else:
            rank -= with_it
    return chosen
