"""Goathead where points count (Suit, Court, Alone): habits for the tricks.

Each habit looks at the cards it is about, names the best of them, says how many trick points that is worth to it, and
why. The habit with the best case is followed, so a good habit need not know of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TypeAlias

from sheepfold.bots.habits.goathead_sight import Sight, beats, holds, left_alone
from sheepfold.core.cards import Card
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP

Advice: TypeAlias = tuple[float, Card, Message]
"""What it is worth in trick points, the card, the reason."""
Cards: TypeAlias = tuple[Card, ...]
Habit: TypeAlias = Callable[[Sight, Cards], Advice | None]

# Where the numbers of this file come from: docs/tuning.md.
BIG = 10  # an ace or a ten
FRIEND_ADDS, FOE_ADDS = 4.0, 2.0  # what a player still to come adds to a trick of the own side, and to another's
TRUMP_LOW, TRUMP_HIGH = 2.0, 16.0  # what it costs to spend the lowest and the highest trump
LAST_TRUMPS = 5.0  # what a trump is worth when the others have none
RUNNING_ACE, NEXT_TEN, GUARDED_TEN = 11.0, 4.5, 2.0  # what it costs to spend such a card outside its own trick
SHORTENING = 2.0  # what it is worth to be out of a suit with trumps left
DRAWING, PARTNER_DRAWING = 4.0, 2.5  # what it is worth to the declarers to draw a round of trumps
SURE_DRAWING = 20.0  # and with a trump that nobody can beat
THEIR_TRUMPS = 9.0  # what it costs defenders to draw trumps for the declarer
NEXT_LEAD = 0.5  # what it is worth to the declarers to be on lead next
LEAD_RESCUE = 0.2  # how far a friend behind makes up for a lead that an opponent can beat
OVERTAKING = 4.0  # what it costs to beat a friend's sure trick, beside the card
RISKY_LEAD = 4.0  # what it costs to lead an ace or ten that is not the highest of its suit
DECIDES = 20.0  # what a trick is worth that makes or breaks the contract
MADE, NO_BRUSH, BRUSH, BROKEN = 61, 90, 31, 60  # the lines of the two sides (G7, G51, G52, GQ12)
SURE = 0.999


def play_for_points(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """The card to play and why."""
    best: Advice | None = None
    for habit in FOLLOW if now.trick else LEAD:
        advice = habit(now, cards)
        if advice is not None and (best is None or advice[0] > best[0]):
            best = advice
    assert best is not None
    return best[1], best[2]


# -- what a card is worth ----------------------------------------------------------------------------------------------


def keeping(now: Sight, card: Card) -> float:
    """What the card would be worth later on."""
    tables = now.tables
    cls = tables.cls[card]
    others = now.out & tables.classes[cls]
    higher = (tables.above[cls][card] & others).bit_count()
    if cls == TRUMP:
        if not others:
            return LAST_TRUMPS
        beaten = 1.0 - higher / others.bit_count()
        return TRUMP_LOW + (TRUMP_HIGH - TRUMP_LOW) * beaten * sqrt(beaten)  # the top ones are worth most by far
    own = now.mine & tables.classes[cls]
    worth = 0.0
    if tables.value[card] >= BIG and others:
        if not higher:
            worth = RUNNING_ACE * holds_as_lead(now, cls, card)
        elif own & (own - 1):
            worth = NEXT_TEN if higher == 1 else GUARDED_TEN
    if own & (own - 1) == 0 and now.mine & tables.trumps:
        worth -= SHORTENING
    return worth


def holds_as_lead(now: Sight, cls: int, card: Card) -> float:
    """The chance, by rule of thumb, that the highest card of a suit is not ruffed: it shrinks with every card gone."""
    left = (now.out & now.tables.classes[cls]).bit_count()
    return min(1.0, left / 5.0) if now.out & now.tables.trumps else 1.0


def stakes(now: Sight) -> tuple[float, float]:
    """What the players behind will add to the trick if it is ours, and if it is theirs."""
    ours = theirs = 0.0
    for seat in now.behind:
        friend = now.friend[seat]
        ours += FOE_ADDS + (FRIEND_ADDS - FOE_ADDS) * friend
        theirs += FRIEND_ADDS - (FRIEND_ADDS - FOE_ADDS) * friend
    return ours, theirs


def lines(now: Sight) -> tuple[int, int]:
    """How many points our side, and how many theirs, still lacks to its next line; only sure friends and foes count."""
    ours = theirs = 0
    for seat, points in enumerate(now.points):
        friend = now.friend[seat]
        if friend == 1.0:
            ours += points
        elif friend == 0.0:
            theirs += points
    own, other = ((MADE, NO_BRUSH), (BRUSH, BROKEN)) if now.declares else ((BRUSH, BROKEN), (MADE, NO_BRUSH))
    return own[ours >= own[0]] - ours, other[theirs >= other[0]] - theirs


def best_of(now: Sight, cards: list[Card], chances: list[float]) -> tuple[float, Card]:
    """The card with the best balance: the trick as often as we get it, what it costs us else, and what is spent."""
    more, less = stakes(now)
    we_lack, they_lack = lines(now)
    value, worth = now.tables.value, now.worth
    top, choice = -1e9, cards[0]
    for card, chance in zip(cards, chances, strict=True):
        points = worth + value[card]
        balance = chance * (points + more) - (1.0 - chance) * (points + less) - keeping(now, card)
        if 0 < we_lack <= points:
            balance += DECIDES * chance
        if 0 < they_lack <= points:
            balance -= DECIDES * (1.0 - chance)
        if balance > top:
            top, choice = balance, card
    return top, choice


# -- following ---------------------------------------------------------------------------------------------------------


def leave_it(now: Sight, cards: Cards) -> Advice | None:
    """Do not beat what lies there: points into a friend's trick, the least into an opponent's."""
    under = [c for c in cards if not beats(now, c)]
    if not under:
        return None
    chance = left_alone(now)
    worth, card = best_of(now, under, [chance] * len(under))
    return worth, card, _leaving_reason(now, card, chance)


WHY_SCHMEAR_SURE = say("habit-goathead-schmear-sure", "My partner has this trick for sure, so I put points on it.")
WHY_PARTNER_HAS_IT = say("habit-goathead-partner-has-it", "My partner has this trick; I keep my good cards.")
WHY_SCHMEAR = say("habit-goathead-schmear", "I give points: this is probably our trick.")
WHY_LEAVE_TO_SIDE = say("habit-goathead-leave-to-side", "I leave the trick to my side.")
WHY_NOTHING_SMALLER = say("habit-goathead-nothing-smaller", "I have nothing smaller.")
WHY_GIVE_LITTLE = say("habit-goathead-give-little", "I give them as little as I can.")


def _leaving_reason(now: Sight, card: Card, chance: float) -> Message:
    fat = now.tables.value[card] >= BIG
    if now.friend[now.taker] == 1.0 and chance >= SURE:
        return WHY_SCHMEAR_SURE if fat else WHY_PARTNER_HAS_IT
    if chance > 0.5:
        return WHY_SCHMEAR if fat else WHY_LEAVE_TO_SIDE
    return WHY_NOTHING_SMALLER if fat else WHY_GIVE_LITTLE


WHY_BRING_HOME = say("habit-goathead-bring-home", "I bring this card home in my partner's trick.")
WHY_OVERTAKE = say("habit-goathead-overtake", "I overtake my partner, whose card could still be beaten.")
WHY_TAKE_LAST = say("habit-goathead-take-last", "I am last and take the trick.")
WHY_TAKE_SURELY = say("habit-goathead-take-surely", "I take the trick with a card that nobody behind me can beat.")
WHY_FIGHT = say("habit-goathead-fight", "I fight for this trick.")


def take_it(now: Sight, cards: Cards) -> Advice | None:
    """Beat what lies there, with the card that does it at the best price."""
    over = [c for c in cards if beats(now, c)]
    if not over:
        return None
    chances = [holds(now, now.led, c) for c in over]
    worth, card = best_of(now, over, chances)
    chance = chances[over.index(card)]
    if now.declares:
        worth += NEXT_LEAD * chance
    if now.friend[now.taker] == 1.0:
        if left_alone(now) >= SURE:
            return (
                worth - OVERTAKING,
                card,
                WHY_BRING_HOME,
            )
        return worth, card, WHY_OVERTAKE
    if not now.behind:
        return worth, card, WHY_TAKE_LAST
    if chance >= SURE:
        return (
            worth,
            card,
            WHY_TAKE_SURELY,
        )
    return worth, card, WHY_FIGHT


FOLLOW: tuple[Habit, ...] = (leave_it, take_it)


# -- leading -----------------------------------------------------------------------------------------------------------


def lead_chances(now: Sight, cards: list[Card]) -> list[float]:
    """The chance that our side takes the trick that each card leads to."""
    help_behind = LEAD_RESCUE * sum([now.friend[seat] for seat in now.behind])
    chances = []
    for card in cards:
        chance = holds(now, now.tables.cls[card], card)
        chances.append(chance + (1.0 - chance) * help_behind)
    return chances


def foes_may_have(now: Sight, cls: int) -> bool:
    """Whether an opponent, or somebody who may be one, can have a card of this class."""
    suit = now.tables.classes[cls]
    return any(now.friend[seat] < 1.0 and now.may[seat] & suit for seat in now.behind)


def strongest(now: Sight, cards: list[Card]) -> Card:
    """The strongest of some cards of one class."""
    power = now.tables.power[now.tables.cls[cards[0]]]
    return max(cards, key=power.__getitem__)


WHY_ONLY_TRUMPS = say("habit-goathead-only-trumps", "I have nothing better to lead than a trump.")
WHY_TRUMPS_RUN = say("habit-goathead-trumps-run", "They have no trumps left, so this one runs.")
WHY_DRAW_SURELY = say("habit-goathead-draw-surely", "I draw their trumps with one that nobody can beat.")
WHY_DRAW_TRUMPS = say("habit-goathead-draw-trumps", "I draw their trumps.")
WHY_TRUMPS_FOR_DECLARER = say("habit-goathead-trumps-for-declarer", "I lead trumps for my partner, the declarer.")


def lead_trump(now: Sight, cards: Cards) -> Advice | None:
    """The declarers draw trumps; defenders do not do it for them."""
    trumps = [c for c in cards if now.tables.cls[c] == TRUMP]
    if not trumps:
        return None
    worth, card = best_of(now, trumps, lead_chances(now, trumps))
    if not now.declares:
        return (
            worth - THEIR_TRUMPS,
            card,
            WHY_ONLY_TRUMPS,
        )
    if not foes_may_have(now, TRUMP):
        return worth, card, WHY_TRUMPS_RUN
    if now.contract.declarer == now.seat:
        top = strongest(now, trumps)
        if not now.tables.above[TRUMP][top] & now.out:
            sure = best_of(now, [top], [1.0])[0] + SURE_DRAWING
            if sure > worth + DRAWING:
                return (
                    sure,
                    top,
                    WHY_DRAW_SURELY,
                )
        return worth + DRAWING, card, WHY_DRAW_TRUMPS
    return (
        worth + PARTNER_DRAWING,
        card,
        WHY_TRUMPS_FOR_DECLARER,
    )


def is_top(now: Sight, card: Card) -> bool:
    """Whether no card of its class in other hands beats it."""
    cls = now.tables.cls[card]
    return not now.tables.above[cls][card] & now.out & now.tables.classes[cls]


WHY_CASH_WINNER = say("habit-goathead-cash-winner", "It is the highest of its suit, and they may have to follow.")


def cash_winner(now: Sight, cards: Cards) -> Advice | None:
    """Lead the highest card of a suit while the others may have to follow."""
    tops = [c for c in cards if now.tables.cls[c] != TRUMP and is_top(now, c)]
    if not tops:
        return None
    worth, card = best_of(now, tops, lead_chances(now, tops))
    return worth, card, WHY_CASH_WINNER


WHY_RISKY_LEAD = say("habit-goathead-risky-lead", "I have nothing smaller to lead.")
WHY_LEAD_SMALL = say("habit-goathead-lead-small", "I lead a small card of a short suit.")


def lead_small(now: Sight, cards: Cards) -> Advice | None:
    """Lead a small card of a short suit; an ace or ten that can be beaten is not a small card."""
    rest = [c for c in cards if now.tables.cls[c] != TRUMP and not is_top(now, c)]
    if not rest:
        return None
    small = [c for c in rest if now.tables.value[c] < BIG]
    worth, card = best_of(now, small or rest, lead_chances(now, small or rest))
    if not small:
        return worth - RISKY_LEAD, card, WHY_RISKY_LEAD
    return worth, card, WHY_LEAD_SMALL


LEAD: tuple[Habit, ...] = (lead_trump, cash_winner, lead_small)
