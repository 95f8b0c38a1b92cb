"""The layout of a deal, and the way cards take from the shuffle into it.

How a game deals is data: a *plan* names, for each card of the shuffle in turn, the pile it goes to. Laying out and its
inverse are then the same few lines for every game, and so is the check of a deal that somebody typed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.cards import Card, Deck, Mask, Seat, card_text, cards_in, mask_of
from sheepfold.core.errors import BadDeal
from sheepfold.core.message import Pattern
from sheepfold.core.shuffle import Shuffle

PileKind: TypeAlias = Literal["hand", "round2", "down", "up", "blind", "upcard"]
Pile: TypeAlias = tuple[PileKind, Seat]
Plan: TypeAlias = tuple[Pile, ...]


class Deal(Struct, frozen=True):
    """Who got what. ``hands`` is Grim's first round; the up-card is one of its owner's hand; piles are by seat."""

    hands: tuple[Mask, ...]
    blind: Mask = 0
    upcard: Card | None = None
    round2: tuple[Mask, ...] = ()
    faceup: tuple[tuple[Card, ...], ...] = ()
    facedown: tuple[tuple[Card, ...], ...] = ()


@cache
def rounds(kind: PileKind, seats: int, dealer: Seat, cards: int) -> Plan:
    """Cards one at a time, clockwise from the dealer's left, until every seat has that many."""
    return tuple((kind, (dealer + 1 + turn) % seats) for _ in range(cards) for turn in range(seats))


def lay_out(plan: Plan, shuffle: Shuffle, seats: int) -> Deal:
    """Deal the shuffle out along the plan."""
    if len(shuffle) != len(plan):
        raise ValueError("a plan names a pile for every card of the shuffle")
    found = _LAYOUTS.get(id(plan))
    # By identity: to hash a plan costs as much as to lay it out. The plan kept beside it cannot be another one.
    layout = found if found is not None and found.plan is plan else _remember(_Layout(plan, seats))
    return layout.deal(shuffle)


_BIT = tuple(1 << c for c in range(36)).__getitem__
Picker: TypeAlias = Callable[[Shuffle], tuple[Card, ...]]


def _picker(places: Sequence[int]) -> Picker:
    """A function that takes the cards at these places out of a shuffle."""
    if len(places) > 1:
        return itemgetter(*places)
    return (lambda shuffle: (shuffle[places[0]],)) if places else (lambda shuffle: ())


class _Layout:
    """A plan turned round: for every pile the places of its cards in the shuffle; worked out once for each plan."""

    def __init__(self, plan: Plan, seats: int) -> None:
        self.plan = plan
        places: dict[Pile, list[int]] = {}
        for place, (kind, seat) in enumerate(plan):
            places.setdefault(("hand" if kind == "upcard" else kind, seat), []).append(place)
        kinds = {kind for kind, _ in plan}

        def row(kind: PileKind) -> tuple[Picker, ...]:
            return tuple(_picker(places.get((kind, seat), ())) for seat in range(seats)) if kind in kinds else ()

        self._hands = tuple(_picker(places.get(("hand", seat), ())) for seat in range(seats))
        self._blind = _picker(places.get(("blind", 0), ()))
        self._second, self._up, self._down = row("round2"), row("up"), row("down")
        self._upcard = next((place for place, (kind, _) in enumerate(plan) if kind == "upcard"), None)

    def deal(self, shuffle: Shuffle) -> Deal:
        """The deal that this shuffle gives."""
        return Deal(
            tuple([sum(map(_BIT, pick(shuffle))) for pick in self._hands]),
            sum(map(_BIT, self._blind(shuffle))),
            None if self._upcard is None else shuffle[self._upcard],
            tuple([sum(map(_BIT, pick(shuffle))) for pick in self._second]),
            tuple([pick(shuffle) for pick in self._up]),
            tuple([pick(shuffle) for pick in self._down]),
        )


_LAYOUTS: dict[int, _Layout] = {}


def _remember(layout: _Layout) -> _Layout:
    if len(_LAYOUTS) > 256:  # a game that makes a new plan for every deal gains nothing and must not fill memory
        _LAYOUTS.clear()
    _LAYOUTS[id(layout.plan)] = layout
    return layout


def _piles(deal: Deal, upcard_seat: Seat | None) -> dict[Pile, list[Card]]:
    """The deal as lists of cards by pile, the up-card taken out of its owner's hand."""
    piles: dict[Pile, list[Card]] = {("blind", 0): list(cards_in(deal.blind))}
    for seat, hand in enumerate(deal.hands):
        piles["hand", seat] = list(cards_in(hand))
    for seat, hand in enumerate(deal.round2):
        piles["round2", seat] = list(cards_in(hand))
    for seat, cards in enumerate(deal.faceup):
        piles["up", seat] = list(cards)
    for seat, cards in enumerate(deal.facedown):
        piles["down", seat] = list(cards)
    if deal.upcard is not None and upcard_seat is not None and deal.upcard in piles.get(("hand", upcard_seat), []):
        piles["hand", upcard_seat].remove(deal.upcard)
        piles["upcard", upcard_seat] = [deal.upcard]
    return piles


_PILES = {
    "hand": Pattern("pile-hand", "hand of seat { $seat }"),
    "round2": Pattern("pile-round2", "second-round hand of seat { $seat }"),
    "down": Pattern("pile-down", "face-down row of seat { $seat }"),
    "up": Pattern("pile-up", "face-up row of seat { $seat }"),
    "blind": Pattern("pile-blind", "blind"),
    "upcard": Pattern("pile-upcard", "up-card of seat { $seat }"),
}


def gather(plan: Plan, deck: Deck, deal: Deal) -> Shuffle:
    """A shuffle that gives exactly this deal; refuses a deal that the plan cannot make."""
    upcard_seat = next((seat for kind, seat in plan if kind == "upcard"), None)
    piles = _piles(deal, upcard_seat)
    _check_cards(deck, [c for cards in piles.values() for c in cards])
    sizes = _sizes(plan)
    if sizes != {pile: len(cards) for pile, cards in piles.items() if cards}:
        pile = next(pile for pile in sizes.keys() | piles.keys() if len(piles.get(pile, [])) != sizes[pile])
        kind, seat = pile
        name = _PILES[kind](seat=seat)
        held, due = len(piles.get(pile, [])), sizes[pile]
        sentence = "The { $pile } has { $held } cards in this deal; the rules deal it { $due }."
        raise BadDeal("pile_size", sentence, pile=name, held=held, due=due)
    streams = {pile: iter(cards) for pile, cards in piles.items()}
    return tuple(next(streams[pile]) for pile in plan)


@cache
def _sizes(plan: Plan) -> Counter[Pile]:
    """How many cards go to each pile; counted once, for worlds are gathered by the thousand."""
    return Counter(plan)


def _check_cards(deck: Deck, cards: list[Card]) -> None:
    if len(cards) == len(deck) and mask_of(cards) == deck.mask:
        return
    counted = Counter(cards)
    for c, times in counted.items():
        if not deck.mask >> c & 1:
            sentence = "{ $card } is not in this game's pack ({ $pack })."
            raise BadDeal("card_foreign", sentence, card=card_text(c), pack=deck.label, key="card_foreign_dealt")
        if times > 1:
            raise BadDeal("card_twice", "{ $card } is dealt { $times } times.", card=card_text(c), times=times)
    for c in deck.cards:
        if c not in counted:
            raise BadDeal("card_missing", "{ $card } is missing from the deal.", card=card_text(c))
