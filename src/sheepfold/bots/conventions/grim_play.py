"""Rules of thumb for the tricks of Grim: each names a card with a reason or has nothing to say; the first decides.

A bid is all or nothing: its side must take every trick, the others need only one. Make-5 is a contest for tricks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sheepfold.bots.conventions.grim_sight import Cards, Sight, held
from sheepfold.core.cards import Card, cards_in

Advice: TypeAlias = tuple[Card, str]
Thumb: TypeAlias = Callable[[Sight, Cards], Advice | None]

LIKELY = 0.6
"""From here on a trick counts as good enough to lead for."""
BETTER = 0.04
"""By how much a card must hold better than another to be worth more."""


def advise(now: Sight, cards: Cards) -> Advice:
    """The card to play and why."""
    if len(cards) == 1:
        return cards[0], "It is the only card I may play."
    for rule in _rules(now):
        advice = rule(now, cards)
        if advice is not None:
            return advice
    return now.lowest(cards), "One card is as good as another."


def _rules(now: Sight) -> tuple[Thumb, ...]:
    if now.best is None:
        return MAKE5_LEAD if now.contract.declarer is None else DEFEND_LEAD if now.defends else GRIM_LEAD
    if now.contract.declarer is None:
        return MAKE5_FOLLOW
    return DEFEND_FOLLOW if now.defends else GRIM_FOLLOW


# -- helpers -----------------------------------------------------------------------------------------------------------


def _safest(now: Sight, cards: Cards) -> tuple[float, Card]:
    """The card most likely to keep the trick, the cheapest of those that are about equal, and that chance."""
    chances = {c: now.holds(c) for c in cards}
    top = max(chances.values())
    return top, now.lowest([c for c in cards if chances[c] > top - BETTER])


def _loss(now: Sight, card: Card) -> float:
    """What it costs to throw the lowest card of a suit: the chance that a stopper in it is bared or gone.

    A card stops the suit if somebody who leads it later has lower cards in it, and if it outlasts the higher ones:
    one guard beside it for each of them that may be cashed first.
    """
    suit = now.suit(card)
    own = now.mine & suit
    top = now.highest(cards_in(own))
    foe = now.contract.declarer if now.defends and now.contract.declarer is not None else now.seat ^ 1
    can = (now.may[foe] if now.defends else now.foes_may()) & suit
    higher = (can & now.ranking.beats[top]).bit_count()
    lower = can.bit_count() - higher
    number = own.bit_count()
    if number > higher + 1:
        return 0.0
    pool, size = now.out.bit_count(), now.counts[foe] * (1 if now.defends else 2)
    threat = held(pool, size, lower) if now.defends or higher else 1.0
    bare = held(pool, size, higher)
    if number == 1:
        return threat * (1 - bare)
    return threat * bare if number == higher + 1 else 0.0


def _spare(now: Sight, cards: Cards) -> Card:
    """The card that is needed least: no trump, no stopper, no guard of one."""
    strength = now.ranking.strength
    lows = [c for c in cards if not any(now.suit(o) >> c & 1 and strength[o] < strength[c] for o in cards)]
    trumps = now.ranking.trumps
    return min(lows, key=lambda c: (trumps >> c & 1, _loss(now, c), strength[c]))


# -- leading in a bid --------------------------------------------------------------------------------------------------


def draw_trumps(now: Sight, cards: Cards) -> Advice | None:
    """With sure trumps left, the bid's side first draws those that could ruff its winners."""
    trumps = now.ranking.trumps
    if not now.foes_may() & trumps:
        return None
    sure = [c for c in cards if trumps >> c & 1 and now.master(c)]
    return (now.highest(sure), "I draw their trumps before they can ruff my winners.") if sure else None


def run_winners(now: Sight, cards: Cards) -> Advice | None:
    """Cash what nobody can beat, and keep the suit with a hole in it for the end: they may throw the wrong cards."""
    sure = [c for c in cards if now.holds(c) == 1.0]
    if not sure:
        return None
    whole = [c for c in sure if _runs(now, c)]
    return now.highest(whole or sure), "I run the winners that nobody can beat."


def _runs(now: Sight, card: Card) -> bool:
    """Whether every card in hand of this class is good from the top down."""
    own = now.mine & now.suit(card)
    return all(now.master(c) for c in cards_in(own))


def lead_best_hope(now: Sight, cards: Cards) -> Advice | None:
    """No sure winner is left: lead what is most likely to stand up."""
    return max(cards, key=lambda c: (now.holds(c), now.count(c))), "It is the most likely to win."


# -- following in a bid ------------------------------------------------------------------------------------------------


def back_up(now: Sight, cards: Cards) -> Advice | None:
    """The partner's card may fall to the hand behind: put a better one on it, if it helps."""
    if not now.ours or not now.foes:
        return None
    winners = now.winners(cards)
    if not winners:
        return None
    assert now.best is not None
    chance, card = _safest(now, winners)
    if chance <= now.holds(now.best) + BETTER:
        return None
    return card, "My partner's card may not hold, so I put a better one on it."


def leave_it(now: Sight, cards: Cards) -> Advice | None:
    """The partner has the trick: stay out of it and keep what may be needed."""
    if not now.ours:
        return None
    below = tuple(c for c in cards if c not in now.winners(cards))
    return _spare(now, below or cards), "My partner has this trick, so I keep my good cards."


def beat_it(now: Sight, cards: Cards) -> Advice | None:
    """This trick decides the bid: take it with the card most likely to hold, as cheaply as that can be done."""
    winners = now.winners(cards)
    if now.ours or not winners:
        return None
    return _safest(now, winners)[1], "This trick decides the bid, so I beat their card."


def keep_the_guard(now: Sight, cards: Cards) -> Advice | None:
    """The trick is theirs: throw what stops nothing, and keep high cards with their guards."""
    return _spare(now, cards), "I cannot win this one and keep what may stop the next."


# -- Make-5 ------------------------------------------------------------------------------------------------------------


def cash_the_rest(now: Sight, cards: Cards) -> Advice | None:
    """As many sure tricks in hand as are needed: take them now, trumps first."""
    if now.need <= 0:
        return None
    sure = [c for c in cards if now.holds(c) == 1.0]
    if len(sure) < now.need:
        return None
    return now.highest(sure), "I have the tricks we need in my hand and cash them."


def pull_trumps(now: Sight, cards: Cards) -> Advice | None:
    """With the longer trumps, lead them from the top while the opponents may have some."""
    trumps = now.ranking.trumps
    own = [c for c in cards if trumps >> c & 1]
    left = (now.foes_may() & trumps).bit_count()
    if not own or not left:
        return None
    best = now.highest(own)
    if now.master(best) and (len(own) >= 3 or len(own) * 2 >= left):
        return best, "I have good trumps and draw theirs."
    return None


def cash_master(now: Sight, cards: Cards) -> Advice | None:
    """Lead a plain card that stands best in its suit while they still have to follow."""
    good = [(now.holds(c), c) for c in now.plain(cards) if now.master(c)]
    if not good:
        return None
    chance, card = max(good, key=lambda pair: (pair[0], now.count(pair[1])))
    return (card, "It is the best of its suit and should win.") if chance >= LIKELY else None


def lead_singleton(now: Sight, cards: Cards) -> Advice | None:
    """A lone small card: the next time round it can be ruffed."""
    if not now.mine & now.ranking.trumps:
        return None
    lone = [c for c in now.plain(cards) if now.count(c) == 1 and (now.out & now.suit(c)).bit_count() >= 5]
    return (now.lowest(lone), "I lead my only card of the suit, to ruff the next one.") if lone else None


def top_of_sequence(now: Sight, cards: Cards) -> Advice | None:
    """From two touching high cards the higher one drives out what is above and makes the other good."""
    for c in now.plain(cards):
        above = (now.ranking.beats[c] & now.suit(c) & now.out).bit_count()
        if above == 1 and any(now.ranking.beats[o] >> c & 1 and now.cheapest_equal(c, (o,)) == o for o in cards):
            return c, "It drives out their best card and makes my next one good."
    return None


def lead_low(now: Sight, cards: Cards) -> Advice | None:
    """Low from the longest plain suit, for the partner to win."""
    choice = now.plain(cards) or cards
    long = max(choice, key=lambda c: (now.count(c), -now.ranking.strength[c]))
    return long, "A low card leaves it to my partner."


def take_what_is_needed(now: Sight, cards: Cards) -> Advice | None:
    """The deciding trick, to win or not to lose: beat their card with what is most likely to hold."""
    if now.ours or (now.need != 1 and now.spare != 0):
        return None
    winners = now.winners(cards)
    return (_safest(now, winners)[1], "We need this trick.") if winners else None


def take_cheaply(now: Sight, cards: Cards) -> Advice | None:
    """The last to play takes the trick with the weakest card that does it."""
    if now.ours or len(now.trick) < 3:
        return None
    winners = now.winners(cards)
    return (now.lowest(winners), "I am last and take it as cheaply as can be.") if winners else None


def third_hand_high(now: Sight, cards: Cards) -> Advice | None:
    """Third to play: the card most likely to hold, unless the partner's does as well."""
    if len(now.trick) != 2:
        return None
    winners = now.winners(cards)
    if not winners:
        return None
    assert now.best is not None
    chance, card = _safest(now, winners)
    if now.ours and chance <= now.holds(now.best) + 0.15:
        return None
    return now.cheapest_equal(card, winners), "My partner needs my high card here."


def second_hand(now: Sight, cards: Cards) -> Advice | None:
    """Second to play: take it with a card that surely or nearly holds, else play low and leave it to the partner."""
    if len(now.trick) != 1:
        return None
    winners = now.winners(cards)
    if not winners:
        return None
    chance, card = _safest(now, winners)
    if chance < 0.8:
        return None
    return card, "Few cards behind me can beat it."


MAKE5_LEAD: tuple[Thumb, ...] = (cash_the_rest, pull_trumps, cash_master, lead_singleton, top_of_sequence, lead_low)
MAKE5_FOLLOW: tuple[Thumb, ...] = (
    take_what_is_needed,
    take_cheaply,
    third_hand_high,
    second_hand,
    leave_it,
    keep_the_guard,
)
GRIM_LEAD: tuple[Thumb, ...] = (draw_trumps, run_winners, lead_best_hope)
DEFEND_LEAD: tuple[Thumb, ...] = (run_winners, lead_best_hope)
GRIM_FOLLOW: tuple[Thumb, ...] = (back_up, leave_it, beat_it, keep_the_guard)
DEFEND_FOLLOW: tuple[Thumb, ...] = (back_up, leave_it, beat_it, keep_the_guard)
