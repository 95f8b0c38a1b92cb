"""How the cards of a picked hand of Sheepshead are played: habits for leading and following, by role.

A habit for the lead names a card or has nothing to say, and the first that speaks decides. Who follows weighs in card
points whether to take the trick or to leave it; the habits for either say what that was good for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from sheepfold.bots.habits.sheepshead_sight import ABOVE, CLASSES, CLS, FAILS, STRENGTH, TRUMPS, VALUE, Sight
from sheepfold.core.cards import ALL_CARDS, Card
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP

Advice: TypeAlias = tuple[Card, Message]
Cards: TypeAlias = tuple[Card, ...]
Habit: TypeAlias = Callable[[Sight, Cards], Advice | None]
Remark: TypeAlias = Callable[[Sight, Card, float], Message | None]
"""The best card for a purpose and the chance that the trick is ours with it: the reason, if that habit is about it."""

# Where the numbers of this file come from: docs/tuning.md.
SMALL_TRUMP, JACK, JACK_STEP, QUEEN, QUEEN_STEP = 0.5, 2.0, 0.7, 8.0, 1.8  # what trumps are worth later, in points
FAIL_PRICE = {11: 0.5, 10: 1.5, 4: 2.0}  # what a fail's chance to come home later is worth
ROLE_PRICE = {"picker": 1.4, "partner": 1.0, "defender": 1.2}  # who needs trumps most
ADDED = 5.0  # what every player behind adds to a trick
DECIDES, SAVES = 20.0, 10.0  # what it is worth to win the hand with a trick, or to be out of Schneider
LINES: Mapping[str, tuple[tuple[int, float], ...]] = {
    "picker": ((31, SAVES), (61, DECIDES), (90, SAVES)),
    "partner": ((31, SAVES), (61, DECIDES), (90, SAVES)),
    "defender": ((31, SAVES), (60, DECIDES), (90, SAVES)),
}
"""Totals of the own side that change the result (S82-S86), and what each is worth."""
SURE = 0.999
LIKELY = 0.5
KING_POINTS = 4
CASH = 0.5  # how likely a high fail should hold to be led


def _price(c: Card) -> float:
    """What a card is worth to its holder beyond its own points."""
    if CLS[c] != TRUMP:
        return FAIL_PRICE.get(VALUE[c], 0.0)
    place = STRENGTH[c] - 100  # 0 for the seven of diamonds to 13 for the queen of clubs
    if place >= 10:
        return QUEEN + QUEEN_STEP * (place - 10)
    return JACK + JACK_STEP * (place - 6) if place >= 6 else SMALL_TRUMP


PRICES: Mapping[str, tuple[float, ...]] = {
    role: tuple(_price(c) * (factor if CLS[c] == TRUMP else 1.0) for c in ALL_CARDS)
    for role, factor in ROLE_PRICE.items()
}


def advise(now: Sight, cards: Cards) -> Advice:
    """The card to play in a picked hand, and why."""
    if now.trick:
        return follow(now, cards)
    for habit in LEAD[now.role]:
        advice = habit(now, cards)
        if advice is not None:
            return advice
    return lead_least(now, cards)


# -- leading -----------------------------------------------------------------------------------------------------------


def _trumps(cards: Cards) -> Cards:
    return tuple([c for c in cards if CLS[c] == TRUMP])


def _strongest(cards: Cards) -> Card:
    return max(cards, key=STRENGTH.__getitem__)


def _least(now: Sight, cards: Cards) -> Card:
    """The card one parts with most easily: few points, little strength, from a short suit."""
    price = PRICES[now.role]
    return min(cards, key=lambda c: (VALUE[c] + price[c], (now.hand & CLASSES[CLS[c]]).bit_count(), STRENGTH[c]))


WHY_BOSS_TRUMP = say("habit-sheepshead-boss-trump", "Nobody can beat this trump, so it draws theirs.")


def lead_boss_trump(now: Sight, cards: Cards) -> Advice | None:
    """The picker's side leads a trump that nobody can beat, while others have trumps to lose."""
    trumps = _trumps(cards)
    if not trumps or not now.out & TRUMPS:
        return None
    best = _strongest(trumps)
    return None if now.out & ABOVE[TRUMP][best] else (best, WHY_BOSS_TRUMP)


WHY_DRAW_TRUMPS = say("habit-sheepshead-draw-trumps", "I lead a small trump to draw theirs.")


def draw_trumps(now: Sight, cards: Cards) -> Advice | None:
    """The picker with two trumps or more leads a small one: the high ones stay for the tricks that matter."""
    trumps = _trumps(cards)
    if len(trumps) < 2 or not now.out & TRUMPS:
        return None
    return _least(now, trumps), WHY_DRAW_TRUMPS


WHY_TRUMP_FOR_PICKER = say("habit-sheepshead-trump-for-picker", "The picker is my partner, so I lead trump.")


def lead_trump_for_picker(now: Sight, cards: Cards) -> Advice | None:
    """The partner leads the highest trump: the picker's side has most of them."""
    trumps = _trumps(cards)
    if not trumps or not now.out & TRUMPS:
        return None
    return _strongest(trumps), WHY_TRUMP_FOR_PICKER


WHY_CASH_FAIL = say("habit-sheepshead-cash-fail", "It is the highest of its suit and will probably hold.")


def cash_fail(now: Sight, cards: Cards) -> Advice | None:
    """Lead the highest card of a fail suit if it will probably hold."""
    best, chance = None, CASH
    for c in cards:
        if CLS[c] != TRUMP and not now.out & ABOVE[CLS[c]][c] & FAILS:
            keep = now.chance_to_keep(c)
            if keep >= chance:
                best, chance = c, keep
    return None if best is None else (best, WHY_CASH_FAIL)


WHY_CALLED_SUIT = say("habit-sheepshead-called-suit", "The called suit brings the partner to light.")


def lead_called_suit(now: Sight, cards: Cards) -> Advice | None:
    """Defenders lead the called suit: the partner must come out, the picker must follow, and a friend may ruff."""
    called = now.called
    if called is None or CLS[called] == TRUMP:
        return None
    suit = tuple([c for c in cards if CLS[c] == CLS[called]])
    return (_least(now, suit), WHY_CALLED_SUIT) if suit else None


WHY_LEAD_FAIL = say("habit-sheepshead-lead-fail", "I lead a fail that costs little.")


def lead_fail(now: Sight, cards: Cards) -> Advice | None:
    """Lead a fail of little worth; trumps are for taking tricks, and the picker has more of them."""
    fails = tuple([c for c in cards if CLS[c] != TRUMP])
    return (_least(now, fails), WHY_LEAD_FAIL) if fails else None


WHY_LEAD_LEAST = say("habit-sheepshead-lead-least", "I lead what I need least.")


def lead_least(now: Sight, cards: Cards) -> Advice:
    """There is nothing but trumps to lead: the least of them."""
    return _least(now, cards), WHY_LEAD_LEAST


# -- following ---------------------------------------------------------------------------------------------------------


def follow(now: Sight, cards: Cards) -> Advice:
    """Take the trick or leave it, whichever is worth more."""
    above = ABOVE[now.led][now.top]
    side = now.side[now.taker]
    now.left = side * now.chance_to_keep(now.top) if side else 0.0
    if side < 1.0:
        now.left += (1.0 - side) * now.chance_of_help(now.top)
    others = tuple([c for c in cards if not above >> c & 1])
    sure = others and side == 1.0 and now.left >= SURE  # a friend's sure trick is never overtaken
    takers = () if sure else tuple([c for c in cards if above >> c & 1])
    score, card, chance = _best(now, takers or others, takes=bool(takers))
    habits = TAKE if takers else LEAVE
    if takers and others:
        left = _best(now, others, takes=False)
        if left[0] >= score:
            (score, card, chance), habits = left, LEAVE
    return card, next(filter(None, (habit(now, card, chance) for habit in habits)))


def _to_come(now: Sight) -> float:
    """What the players behind will add to the trick; the called ace, if its suit was led, for certain."""
    added = ADDED * len(now.behind)
    if now.called is not None and CLS[now.called] == now.led:
        added += VALUE[now.called]
    return added


def _best(now: Sight, cards: Cards, takes: bool) -> tuple[float, Card, float]:
    """The best of these cards with its worth in points and the chance that the trick is ours with it."""
    price = PRICES[now.role]
    later = _to_come(now)
    ours, lines = now.ours(), LINES[now.role]
    best = (-1e9, cards[0], 0.0)
    for c in cards:
        chance = now.chance_to_keep(c) if takes else now.left
        worth = now.worth + VALUE[c]
        score = 2.0 * chance * (worth + later) - VALUE[c] - price[c]
        for line, bonus in lines:
            if ours < line <= ours + worth:
                score += chance * bonus
        if score > best[0]:
            best = (score, c, chance)
    return best


WHY_TAKE_LAST = say("habit-sheepshead-take-last", "I am last and take the trick.")


def take_last(now: Sight, card: Card, chance: float) -> Message | None:
    """Nobody plays after me: take it with the card that brings the most and costs the least."""
    return None if now.behind else WHY_TAKE_LAST


WHY_TAKE_SURELY = say("habit-sheepshead-take-surely", "No opponent behind me can beat it.")


def take_surely(now: Sight, card: Card, chance: float) -> Message | None:
    """Take it with a card that no opponent behind can beat."""
    return WHY_TAKE_SURELY if chance >= SURE else None


WHY_FIGHT = say("habit-sheepshead-fight", "The trick is worth fighting for.")


def fight(now: Sight, card: Card, chance: float) -> Message | None:
    """Try to take it, with a card as high as the trick is worth."""
    return WHY_FIGHT


WHY_SCHMEAR_SURE = say("habit-sheepshead-schmear-sure", "My partner has this trick for sure, so I put points on it.")
WHY_SCHMEAR = say("habit-sheepshead-schmear", "The trick should be ours, so I put points on it.")


def schmear(now: Sight, card: Card, chance: float) -> Message | None:
    """Our side will have the trick: give it points."""
    if chance < LIKELY or VALUE[card] < KING_POINTS:
        return None
    sure = chance >= SURE and now.side[now.taker] == 1.0
    return WHY_SCHMEAR_SURE if sure else WHY_SCHMEAR


WHY_LEAVE_TO_PARTNER = say("habit-sheepshead-leave-to-partner", "My side has the trick, so I do not overtake.")


def leave_to_partner(now: Sight, card: Card, chance: float) -> Message | None:
    """Our side has the trick already: do not overtake, and spend nothing that is needed."""
    if chance < LIKELY or now.side[now.taker] < LIKELY:
        return None
    return WHY_LEAVE_TO_PARTNER


WHY_THROW_OFF = say("habit-sheepshead-throw-off", "It gives away the least.")


def throw_off(now: Sight, card: Card, chance: float) -> Message | None:
    """The trick is lost, or not worth it: give as little as possible."""
    return WHY_THROW_OFF


TAKE: tuple[Remark, ...] = (take_last, take_surely, fight)
LEAVE: tuple[Remark, ...] = (schmear, leave_to_partner, throw_off)
LEAD: Mapping[str, tuple[Habit, ...]] = {
    "picker": (lead_boss_trump, draw_trumps, cash_fail, lead_fail),
    "partner": (lead_boss_trump, lead_trump_for_picker, cash_fail, lead_fail),
    "defender": (lead_called_suit, cash_fail, lead_fail),
}
