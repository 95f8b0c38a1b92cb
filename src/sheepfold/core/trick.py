"""Following suit and winning a trick: the only place in the package where either is decided."""

from __future__ import annotations

from msgspec import Struct

from sheepfold.core.cards import Card, Mask, Seat
from sheepfold.core.order import Order


class Duty(Struct, frozen=True):
    """A duty to one class of cards, in force until that class is first led or the last trick comes.

    Until then the seat keeps at least one of ``cards``; when the class is led, by itself or by another, it plays one
    of them. The partner's called ace is a duty with a single card, the picker's hold card one with the whole suit.
    """

    seat: Seat
    cls: int
    cards: Mask


def playable(hand: Mask, trick: tuple[Card, ...], order: Order) -> Mask:
    """The cards of a hand that may be played: the led class if there is one in the hand, else any card."""
    if trick:
        return hand & order.classes[order.cls[trick[0]]] or hand
    return hand


def playable_under_duty(hand: Mask, trick: tuple[Card, ...], order: Order, duty: Duty) -> Mask:
    """As ``playable``, for a seat whose duty is still in force."""
    kept = hand & duty.cards
    if not kept or hand & (hand - 1) == 0:  # nothing to keep, or the last trick, which lifts the duty
        return playable(hand, trick, order)
    suit = hand & order.classes[duty.cls]
    if not trick:
        return hand & ~suit | kept
    led = order.cls[trick[0]]
    if led == duty.cls:
        return kept
    follow = hand & order.classes[led]
    if follow:
        return follow
    return hand if kept & (kept - 1) else hand & ~kept


def winner(trick: tuple[Card, ...], order: Order) -> int:
    """Which card of the trick wins, counted from the lead."""
    power = order.power[order.cls[trick[0]]]
    best = top = place = 0
    for c in trick:
        if power[c] > top:
            best, top = place, power[c]
        place += 1  # noqa: SIM113 - enumerate costs a fifth more here
    return best


def points_of(cards: tuple[Card, ...], order: Order) -> int:
    """The card points of some cards."""
    value, points = order.value, 0
    for c in cards:
        points += value[c]
    return points
