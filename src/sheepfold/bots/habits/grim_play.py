"""Habits for the tricks of Grim: each names a card with a reason or has nothing to say; the first decides.

A bid is all or nothing: its side must take every trick, the others need only one. Make-5 is a contest for tricks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sheepfold.bots.habits.base import ONLY_CARD
from sheepfold.bots.habits.grim_sight import Cards, Sight, held
from sheepfold.core.cards import Card, cards_in
from sheepfold.core.message import Message, say

Advice: TypeAlias = tuple[Card, Message]
Habit: TypeAlias = Callable[[Sight, Cards], Advice | None]

WHY_RUFF = say("habit-grim-ruff", "I have none of that suit and ruff.")

# Where the numbers of this file come from: docs/tuning.md.
LIKELY = 0.5
"""From here on a good card is worth leading in Make-5."""
WORTH_TAKING = 0.6
"""From here on the second player takes a trick of Make-5."""
BETTER = 0.04
"""By how much a card must hold better than a cheaper one where the trick decides."""
ENOUGH = 0.15
"""The third player leaves a trick of Make-5 to the partner whose card holds at most this much worse."""
WASTE = 0.3
"""In Make-5 a ruff with a small trump may hold this much worse than one with a high trump."""


WHY_ALL_THE_SAME = say("habit-grim-all-the-same", "One card is as good as another.")


def advise(now: Sight, cards: Cards) -> Advice:
    """The card to play and why."""
    if len(cards) == 1:
        return cards[0], ONLY_CARD
    for habit in _habits(now):
        advice = habit(now, cards)
        if advice is not None:
            return advice
    return now.lowest(cards), WHY_ALL_THE_SAME


def _habits(now: Sight) -> tuple[Habit, ...]:
    if now.best is None:
        return MAKE5_LEAD if now.contract.declarer is None else DEFEND_LEAD if now.defends else GRIM_LEAD
    if now.contract.declarer is None:
        return MAKE5_FOLLOW
    return DEFEND_FOLLOW if now.defends else GRIM_FOLLOW


# -- helpers -----------------------------------------------------------------------------------------------------------


def _safest(now: Sight, cards: Cards, slack: float = BETTER) -> tuple[float, Card]:
    """How likely the best of these cards keeps the trick, and the cheapest that does so about as well."""
    chances = [(now.holds(c), c) for c in cards]
    top = max(chances)[0]
    return top, now.lowest([c for chance, c in chances if chance >= top - slack])


def _ruffs(now: Sight, card: Card) -> bool:
    """Whether the card trumps a plain lead."""
    return now.ranking.trumps >> card & 1 == 1 and not now.ranking.trumps >> now.trick[0] & 1


def _loss(now: Sight, card: Card) -> float:
    """What it costs to throw the lowest card of a suit: the chance that a stopper in it is bared or gone.

    A card stops the suit if an opponent may lead a lower one, and if it outlasts those above it: one guard beside it
    for each of them that may be cashed first. Whoever bid has high cards, so it is those that want a stopper.
    """
    suit = now.suit(card)
    own = now.mine & suit
    number = own.bit_count()
    top = card if number == 1 else now.highest(cards_in(own))
    declarer = now.contract.declarer
    if declarer is not None and (declarer ^ now.seat) & 1:
        can, size = now.may[declarer] & suit, now.counts[declarer]
        lower = (can & now.ranking.tops & ~now.ranking.beats[top]).bit_count()
    else:
        can, size = now.foes_may() & suit, 2 * now.counts[now.seat ^ 1]
        if not can & now.ranking.beats[card]:
            return 1.0  # even the lowest is a winner
        lower = (can & ~now.ranking.beats[top]).bit_count()
    higher = (can & now.ranking.beats[top]).bit_count()
    if number > higher + 1 or 1 < number <= higher:
        return 0.0
    pool = now.out.bit_count()
    bare = held(pool, size, higher)
    return held(pool, size, lower) * (bare if number > 1 else 1 - bare)


def _spare(now: Sight, cards: Cards) -> Card:
    """The card that is needed least: no trump, no stopper, no guard of one."""
    cls, strength, trumps = now.ranking.cls, now.ranking.strength, now.ranking.trumps
    lows: dict[int, Card] = {}
    for c in cards:
        low = lows.get(cls[c])
        if low is None or strength[c] < strength[low]:
            lows[cls[c]] = c
    if len(lows) == 1:
        return lows.popitem()[1]
    return min([(trumps >> c & 1, _loss(now, c), strength[c], c) for c in lows.values()])[3]


# -- leading in a bid --------------------------------------------------------------------------------------------------


WHY_DRAW_TRUMPS = say("habit-grim-draw-trumps", "I draw their trumps before they can ruff my winners.")


def draw_trumps(now: Sight, cards: Cards) -> Advice | None:
    """With sure trumps left, the bid's side first draws those that could ruff its winners."""
    trumps = now.ranking.trumps
    if not now.foes_may() & trumps:
        return None
    sure = [c for c in cards if trumps >> c & 1 and now.master(c)]
    return (now.highest(sure), WHY_DRAW_TRUMPS) if sure else None


WHY_RUN_WINNERS = say("habit-grim-run-winners", "I run the winners that nobody can beat.")


def run_winners(now: Sight, cards: Cards) -> Advice | None:
    """Cash what nobody can beat, and keep the suit with a hole in it for the end: they may throw the wrong cards."""
    sure = [c for c in cards if now.holds(c) == 1.0]
    if not sure:
        return None
    whole = [c for c in sure if _runs(now, c)]
    return now.highest(whole or sure), WHY_RUN_WINNERS


def _runs(now: Sight, card: Card) -> bool:
    """Whether every card in hand of this class is good from the top down."""
    own = now.mine & now.suit(card)
    return all(now.master(c) for c in cards_in(own))


WHY_BEST_HOPE = say("habit-grim-best-hope", "It is the most likely to win.")


def lead_best_hope(now: Sight, cards: Cards) -> Advice | None:
    """No sure winner is left: lead what is most likely to stand up."""
    return max(cards, key=lambda c: (now.holds(c), now.count(c))), WHY_BEST_HOPE


# -- following in a bid ------------------------------------------------------------------------------------------------


WHY_BACK_UP = say("habit-grim-back-up", "My partner's card may not hold, so I put a better one on it.")


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
    return card, WHY_BACK_UP


WHY_LEAVE_IT = say("habit-grim-leave-it", "My partner has this trick, so I keep my good cards.")


def leave_it(now: Sight, cards: Cards) -> Advice | None:
    """The partner has the trick: stay out of it and keep what may be needed."""
    if not now.ours:
        return None
    winners = now.winners(cards)
    below = tuple([c for c in cards if c not in winners]) if winners else cards
    return _spare(now, below or cards), WHY_LEAVE_IT


WHY_BEAT_IT = say("habit-grim-beat-it", "This trick decides the bid, so I beat their card.")


def beat_it(now: Sight, cards: Cards) -> Advice | None:
    """This trick decides the bid: take it with the card most likely to hold, as cheaply as that can be done."""
    winners = now.winners(cards)
    if now.ours or not winners:
        return None
    return _safest(now, winners)[1], WHY_BEAT_IT


WHY_KEEP_THE_GUARD = say("habit-grim-keep-the-guard", "I cannot win this one and keep what may stop the next.")


def keep_the_guard(now: Sight, cards: Cards) -> Advice | None:
    """The trick is theirs: throw what stops nothing, and keep high cards with their guards."""
    return _spare(now, cards), WHY_KEEP_THE_GUARD


# -- Make-5 ------------------------------------------------------------------------------------------------------------


WHY_CASH_THE_REST = say("habit-grim-cash-the-rest", "I have the tricks we need in my hand and cash them.")


def cash_the_rest(now: Sight, cards: Cards) -> Advice | None:
    """As many sure tricks in hand as are needed: take them now, trumps first."""
    if now.need <= 0:
        return None
    sure = [c for c in cards if now.holds(c) == 1.0]
    if len(sure) < now.need:
        return None
    return now.highest(sure), WHY_CASH_THE_REST


WHY_PULL_TRUMPS = say("habit-grim-pull-trumps", "Nobody can beat this trump, so it draws theirs.")
WHY_MANY_TRUMPS = say("habit-grim-many-trumps", "I have many trumps and draw theirs.")


def pull_trumps(now: Sight, cards: Cards) -> Advice | None:
    """While they may have trumps, lead the best one with another beside it; from four or more, drive out the higher."""
    trumps = now.ranking.trumps
    own = tuple([c for c in cards if trumps >> c & 1])
    theirs = (now.foes_may() & trumps).bit_count()
    if not own or not theirs:
        return None
    best = now.highest(own)
    if now.master(best) and (len(own) >= 2 or theirs <= 2):
        return best, WHY_PULL_TRUMPS
    if len(own) < 4:
        return None
    return best if _leads_sequence(now, best, own) else now.lowest(own), WHY_MANY_TRUMPS


def _leads_sequence(now: Sight, card: Card, cards: Cards) -> bool:
    """Whether only one card is above this one, and the next below it does the same work."""
    above = now.ranking.beats[card] & now.suit(card) & now.out
    return above.bit_count() == 1 and now.cheapest_equal(card, cards) != card


WHY_CASH_MASTER = say("habit-grim-cash-master", "It is the best of its suit and should win.")


def cash_master(now: Sight, cards: Cards) -> Advice | None:
    """Lead a plain card that stands best in its suit while they still have to follow."""
    good = [(now.holds(c), c) for c in now.plain(cards) if now.master(c)]
    if not good:
        return None
    chance, card = max(good, key=lambda pair: (pair[0], now.count(pair[1])))
    return (card, WHY_CASH_MASTER) if chance >= LIKELY else None


WHY_GIVE_A_RUFF = say("habit-grim-give-a-ruff", "My partner has none of it and can ruff.")


def give_a_ruff(now: Sight, cards: Cards) -> Advice | None:
    """Lead a suit that the partner has run out of and the next player has not, while the partner may have trumps."""
    partner = now.may[now.seat ^ 2]
    if not partner & now.ranking.trumps:
        return None
    next_may = now.may[now.seat + 1 & 3]
    good = [c for c in now.plain(cards) if not partner & now.suit(c) and next_may & now.suit(c)]
    return (now.lowest(good), WHY_GIVE_A_RUFF) if good else None


WHY_LEAD_SINGLETON = say("habit-grim-lead-singleton", "I lead my only card of the suit, to ruff the next one.")


def lead_singleton(now: Sight, cards: Cards) -> Advice | None:
    """A lone small card: the next time round it can be ruffed."""
    if not now.mine & now.ranking.trumps:
        return None
    lone = [c for c in now.plain(cards) if now.count(c) == 1 and (now.out & now.suit(c)).bit_count() >= 5]
    return (now.lowest(lone), WHY_LEAD_SINGLETON) if lone else None


WHY_TOP_OF_SEQUENCE = say("habit-grim-top-of-sequence", "It drives out their best card and makes my next one good.")


def top_of_sequence(now: Sight, cards: Cards) -> Advice | None:
    """From two touching high cards the higher one drives out what is above and makes the other good."""
    for c in now.plain(cards):
        if _leads_sequence(now, c, cards):
            return c, WHY_TOP_OF_SEQUENCE
    return None


WHY_LEAD_LOW = say("habit-grim-lead-low", "A low card leaves it to my partner.")


def lead_low(now: Sight, cards: Cards) -> Advice | None:
    """Low from the longest plain suit, for the partner to win."""
    choice = now.plain(cards) or cards
    long = max(choice, key=lambda c: (now.count(c), -now.ranking.strength[c]))
    return long, WHY_LEAD_LOW


WHY_TAKE_WHAT_IS_NEEDED = say("habit-grim-take-what-is-needed", "We need this trick.")


def take_what_is_needed(now: Sight, cards: Cards) -> Advice | None:
    """The deciding trick, to win or not to lose: beat their card with what is most likely to hold."""
    if now.ours or (now.need != 1 and now.spare != 0):
        return None
    winners = now.winners(cards)
    return (_safest(now, winners)[1], WHY_TAKE_WHAT_IS_NEEDED) if winners else None


WHY_TAKE_CHEAPLY = say("habit-grim-take-cheaply", "I am last and take it as cheaply as can be.")


def take_cheaply(now: Sight, cards: Cards) -> Advice | None:
    """The last to play takes the trick with the weakest card that does it."""
    if now.ours or len(now.trick) < 3:
        return None
    winners = now.winners(cards)
    return (now.lowest(winners), WHY_TAKE_CHEAPLY) if winners else None


WHY_THIRD_HAND_HIGH = say("habit-grim-third-hand-high", "My partner needs a high card from me.")


def third_hand_high(now: Sight, cards: Cards) -> Advice | None:
    """Third to play: the card most likely to hold, unless the partner's does nearly as well."""
    if len(now.trick) != 2:
        return None
    winners = now.winners(cards)
    if not winners:
        return None
    assert now.best is not None
    ruff = _ruffs(now, winners[0])
    chance, card = _safest(now, winners, WASTE if ruff else BETTER)
    if now.ours and chance <= now.holds(now.best) + ENOUGH:
        return None
    if ruff:
        return card, WHY_RUFF
    return now.cheapest_equal(card, winners), WHY_THIRD_HAND_HIGH


WHY_SECOND_HAND = say("habit-grim-second-hand", "Few cards behind me can beat it.")


def second_hand(now: Sight, cards: Cards) -> Advice | None:
    """Second to play: take a trick that will probably hold, ruff it low, else leave it to the partner."""
    if len(now.trick) != 1:
        return None
    winners = now.winners(cards)
    if not winners:
        return None
    ruff = _ruffs(now, winners[0])
    chance, card = _safest(now, winners, WASTE if ruff else BETTER)
    if chance < WORTH_TAKING:
        return None
    return card, WHY_RUFF if ruff else WHY_SECOND_HAND


MAKE5_LEAD: tuple[Habit, ...] = (
    cash_the_rest,
    pull_trumps,
    cash_master,
    give_a_ruff,
    lead_singleton,
    top_of_sequence,
    lead_low,
)
MAKE5_FOLLOW: tuple[Habit, ...] = (
    take_what_is_needed,
    take_cheaply,
    third_hand_high,
    second_hand,
    leave_it,
    keep_the_guard,
)
GRIM_LEAD: tuple[Habit, ...] = (draw_trumps, run_winners, lead_best_hope)
DEFEND_LEAD: tuple[Habit, ...] = (run_winners, lead_best_hope)
GRIM_FOLLOW: tuple[Habit, ...] = (back_up, leave_it, beat_it, keep_the_guard)
DEFEND_FOLLOW: tuple[Habit, ...] = (back_up, leave_it, beat_it, keep_the_guard)
