"""Habits of Widderkopf for the tricks: a habit for every way to play a card.

A player weighs what a card brings at once, in card points, against its price: what it may still bring if it is kept.
The last three tricks are counted out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sheepfold.bots.habits.widderkopf_sight import Sight, prices
from sheepfold.core.cards import Card, Mask, cards_in
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.trick import playable

Advice: TypeAlias = tuple[Card, Message]
Cards: TypeAlias = tuple[Card, ...]
Prices: TypeAlias = Sequence[float]

# Where the numbers of this file come from: docs/tuning.md.
FAT = 10  # an ace or a ten
LEAD = -2.0  # what it is worth to be on lead: whoever leads shows a card first
TURN = 1.5  # what it is worth to turn up a covered card of one's own
END = 3  # as many tricks are counted out
LIKELY = 4  # how much more often than another a worthless plain card was discarded


def weigh_answers(now: Sight, cards: Cards) -> list[float]:
    """What each answer to the lead brings: the trick or its loss, the price of the card, a covered card turned."""
    order, price, led = now.order, prices(now, playable(now.mine, now.trick, now.order)), now.trick[0]
    value, power = order.value, order.power[order.cls[led]]
    height, stake = power[led], value[led] + LEAD
    found = []
    for card in cards:
        gain = stake + value[card] if power[card] > height else -stake - value[card]
        found.append(gain - price[card] + _turning(now, card))
    return found


def _turning(now: Sight, card: Card) -> float:
    return TURN if now.tops >> card & 1 else 0.0


def weigh_leads(now: Sight, cards: Cards) -> list[float]:
    """What each lead brings if the opponent answers it as this player would, with what the opponent may have."""
    order, price = now.order, prices(now, now.mine | now.out)
    ruff = _best(now, order.classes[TRUMP], order.value, price, 1)
    weights = [0.0] * 36
    for cls in range(5):
        own = [card for card in cards if order.cls[card] == cls]
        if own:
            _weigh_class(now, cls, own, price, ruff, weights)
    return [weights[card] - price[card] + _turning(now, card) for card in cards]


def _best(now: Sight, cards: Mask, value: Sequence[int], price: Prices, sign: int) -> tuple[float, float]:
    """The best answer the opponent can expect among some cards, and how likely there is one at all."""
    found = [sign * value[card] - price[card] for card in cards_in(now.maybe & cards)]
    sure = max([sign * value[card] - price[card] for card in cards_in(now.shown & cards)], default=None)
    return _expected(found, sure, now.chance)


def _expected(found: list[float], sure: float | None, chance: float) -> tuple[float, float]:
    """The mean of the best, when each of those found is there by chance and one perhaps for sure; and if any is."""
    missing, total = 1.0, 0.0
    found.sort(reverse=True)
    for weight in found:
        if sure is not None and weight <= sure:
            break
        total += missing * chance * weight
        missing *= 1 - chance
    if sure is not None:
        return total + missing * sure, 1.0
    return (total / (1 - missing), 1 - missing) if missing < 1 else (0.0, 0.0)


def _weigh_class(
    now: Sight, cls: int, own: list[Card], price: Prices, ruff: tuple[float, float], weights: list[float]
) -> None:
    """Weigh the leads of one class: the opponent follows, or else trumps or throws something off."""
    order = now.order
    value, power, mask = order.value, order.power[cls], order.classes[cls]
    shown, maybe = cards_in(now.shown & mask), cards_in(now.maybe & mask)
    follows = 1.0 if shown else 1 - (1 - now.chance) ** len(maybe)
    if follows < 1:
        throw = _best(now, ~(mask | order.classes[TRUMP]), value, price, -1)[0]
        trumps = (0.0, 0.0) if cls == TRUMP else ruff
    for card in own:
        height, stake = power[card], value[card] + LEAD
        loss = 0.0
        if follows:
            answers = [(stake + value[c] if power[c] > height else -stake - value[c]) - price[c] for c in shown + maybe]
            sure = max(answers[: len(shown)]) if shown else None
            loss = follows * _expected(answers[len(shown) :], sure, now.chance)[0]
        if follows < 1:
            thrown = throw - stake
            trumped = max(thrown, ruff[0] + stake)
            loss += (1 - follows) * (trumps[1] * trumped + (1 - trumps[1]) * thrown)
        weights[card] = -loss


def spare_the_fat(now: Sight, cards: Cards) -> Cards:
    """Never lead an ace or a ten into an open card that takes it, as long as there is anything else to lead."""
    order, shown = now.order, now.shown
    lost = []
    for card in cards:
        if order.value[card] >= FAT:
            suit = order.classes[order.cls[card]]
            takers = shown & suit or (0 if now.maybe & suit else shown & order.classes[TRUMP])
            if any(_higher(order, c, card) for c in cards_in(takers)):
                lost.append(card)
    return tuple([card for card in cards if card not in lost]) or cards if lost else cards


# -- the end -----------------------------------------------------------------------------------------------------------


WHY_COUNT_THE_END = say("habit-widderkopf-count-the-end", "I have counted the last tricks out.")


def count_the_end(now: Sight, cards: Cards) -> Advice | None:
    """Count the last tricks out: the opponent has every card that is left, but for the one that was discarded."""
    if now.covered or now.mine.bit_count() > END:
        return None
    if now.maybe.bit_count() > now.held + 1:  # only somebody who has forgotten tricks sees more, and cannot count
        return None
    worth = [0.0] * len(cards)
    for hidden, weight in _hands(now):
        theirs = now.shown | hidden
        given = sum(now.order.value[c] for c in cards_in(now.unseen & ~hidden))
        for place, card in enumerate(cards):
            worth[place] += weight * _stake(now.margin + given + _outcome(now, theirs, card))
    best = max(range(len(cards)), key=lambda place: worth[place])
    return cards[best], WHY_COUNT_THE_END


def _hands(now: Sight) -> list[tuple[Mask, int]]:
    """What the opponent may have in hand, and how likely; a worthless plain card is what people discard."""
    if now.maybe.bit_count() <= now.held:
        return [(now.maybe, 1)]
    order = now.order
    return [(now.maybe ^ 1 << c, 1 if order.value[c] or order.cls[c] == TRUMP else LIKELY) for c in cards_in(now.maybe)]


def _outcome(now: Sight, theirs: Mask, card: Card) -> int:
    """By how much the rest is won if this card is played now and both play their best."""
    order, mine = now.order, now.mine ^ 1 << card
    if not now.trick:
        return _answered(order, mine, theirs, card)
    points = order.value[card] + order.value[now.trick[0]]
    return points + _rest(order, mine, theirs) if now.beats(card) else -points - _rest(order, theirs, mine)


def _rest(order: Order, leader: Mask, other: Mask) -> int:
    """By how much the leader wins the rest."""
    return max((_answered(order, leader ^ 1 << card, other, card) for card in cards_in(leader)), default=0)


def _answered(order: Order, leader: Mask, other: Mask, led: Card) -> int:
    """The same after a lead."""
    value, power = order.value, order.power[order.cls[led]]
    least = 200
    for card in cards_in(playable(other, (led,), order)):
        points, left = value[led] + value[card], other ^ 1 << card
        if power[card] > power[led]:
            won = -points - _rest(order, left, leader)
        else:
            won = points + _rest(order, leader, left)
        least = min(least, won)
    return least


def _stake(margin: int) -> float:
    """Game points for a margin of card points, and a little for each of them so that no point is thrown away."""
    ahead = abs(margin)
    value = 4 if ahead >= 121 else 2 if ahead >= 61 else 1
    return (value if margin > 0 else -value) + margin / 1000


# -- the habits --------------------------------------------------------------------------------------------------------

Habit: TypeAlias = Callable[[Sight, Card], Message | None]
"""What a player would say of playing this card now, or nothing if the habit is about another way to play."""


WHY_POUNCE = say("habit-widderkopf-pounce", "A fat card lies open there and has to follow.")


def pounce(now: Sight, card: Card) -> Message | None:
    """Lead above an open ace or ten that has to follow."""
    order = now.order
    cls, power = order.cls[card], order.power[order.cls[card]]
    follow = cards_in(now.shown & order.classes[cls])
    prey = [c for c in follow if order.value[c] >= FAT and power[c] < power[card]]
    return WHY_POUNCE if prey and len(prey) == len(follow) else None


WHY_DRAW_TRUMPS = say("habit-widderkopf-draw-trumps", "Nobody can beat this trump, and it draws another.")


def draw_trumps(now: Sight, card: Card) -> Message | None:
    """Lead a trump that cannot be beaten while the opponent may have some."""
    order = now.order
    rivals = now.out & order.classes[TRUMP]
    if order.cls[card] != TRUMP or not rivals or any(_higher(order, c, card) for c in cards_in(rivals)):
        return None
    return WHY_DRAW_TRUMPS


def _higher(order: Order, card: Card, than: Card) -> bool:
    power = order.power[order.cls[than]]
    return power[card] > power[than]


WHY_CASH_NO_TRUMPS = say(
    "habit-widderkopf-cash-no-trumps", "It is the highest of its suit, and there is no trump against it."
)
WHY_CASH = say(
    "habit-widderkopf-cash", "It is the highest left of its suit, and the other player should have to follow."
)


def cash(now: Sight, card: Card) -> Message | None:
    """Lead the highest card of a plain suit while it will be followed, or when there are no trumps against it."""
    order = now.order
    suit = now.out & order.classes[order.cls[card]]
    if order.cls[card] == TRUMP or not order.value[card] or any(_higher(order, c, card) for c in cards_in(suit)):
        return None
    if not now.out & order.classes[TRUMP]:
        return WHY_CASH_NO_TRUMPS
    return WHY_CASH if suit else None


WHY_FORCE = say("habit-widderkopf-force", "They have none of this suit, so it costs a trump.")


def force(now: Sight, card: Card) -> Message | None:
    """Lead a worthless card of a suit that the opponent is out of: it costs a trump or wins."""
    order = now.order
    suit = now.out & order.classes[order.cls[card]]
    plain = order.cls[card] != TRUMP and not order.value[card]
    return WHY_FORCE if plain and not suit else None


WHY_TEMPT = say("habit-widderkopf-tempt", "A small trump asks for a bigger one.")


def tempt(now: Sight, card: Card) -> Message | None:
    """Lead a small trump that a better one has to beat."""
    order = now.order
    if order.cls[card] != TRUMP or order.value[card] >= FAT:
        return None
    return WHY_TEMPT


WHY_TURN_UP = say("habit-widderkopf-turn-up", "It costs little and turns up the card below.")


def turn_up(now: Sight, card: Card) -> Message | None:
    """Play a cheap open card for the sake of the one below it."""
    cheap = now.tops >> card & 1 and now.order.value[card] < FAT
    return WHY_TURN_UP if cheap else None


WHY_GET_OUT = say("habit-widderkopf-get-out", "It costs little, and they may lead next.")


def get_out(now: Sight, card: Card) -> Message | None:
    """Lead a cheap card and let the opponent show one first in the next trick."""
    return WHY_GET_OUT if now.order.value[card] < FAT else None


WHY_BRING_HOME = say("habit-widderkopf-bring-home", "It takes the trick and is safe there.")


def bring_home(now: Sight, card: Card) -> Message | None:
    """Win the trick with an ace or a ten, which is then safe."""
    return WHY_BRING_HOME if now.beats(card) and now.order.value[card] >= FAT else None


WHY_TRUMP_IN = say("habit-widderkopf-trump-in", "I have none of the suit, so a trump takes it.")


def trump_in(now: Sight, card: Card) -> Message | None:
    """Take a plain trick with a trump."""
    order = now.order
    ruffs = order.cls[card] == TRUMP != order.cls[now.trick[0]]
    return WHY_TRUMP_IN if ruffs else None


WHY_TAKE_MUCH = say("habit-widderkopf-take-much", "There is much in this trick, and I can take it.")


def take_much(now: Sight, card: Card) -> Message | None:
    """Win a trick that has an ace or a ten in it."""
    much = now.beats(card) and now.order.value[now.trick[0]] >= FAT
    return WHY_TAKE_MUCH if much else None


WHY_TAKE_CHEAPLY = say("habit-widderkopf-take-cheaply", "It takes the trick and I can spare it.")


def take_cheaply(now: Sight, card: Card) -> Message | None:
    """Win a trick with a card that will hardly do better."""
    return WHY_TAKE_CHEAPLY if now.beats(card) else None


WHY_LEAVE_IT = say("habit-widderkopf-leave-it", "The trick is not worth a better card.")


def leave_it(now: Sight, card: Card) -> Message | None:
    """Let a poor trick go, though it could be won."""
    order = now.order
    legal = cards_in(playable(now.mine, now.trick, order))
    could = any(now.beats(c) for c in legal)
    return WHY_LEAVE_IT if could and order.value[card] < FAT else None


WHY_GIVE_LITTLE = say("habit-widderkopf-give-little", "I cannot take it, so it gets as little as can be.")


def give_little(now: Sight, card: Card) -> Message | None:
    """Lose a trick that cannot be won, and lose little in it."""
    return WHY_GIVE_LITTLE if now.order.value[card] < FAT else None


WHY_NO_BETTER = say("habit-widderkopf-no-better", "The other cards are worse.")


def for_want_of_better(now: Sight, card: Card) -> Message | None:
    """Nothing good can be said of any card."""
    return WHY_NO_BETTER


LEADS: tuple[Habit, ...] = (pounce, draw_trumps, cash, force, tempt, turn_up, get_out, for_want_of_better)
ANSWERS: tuple[Habit, ...] = (
    bring_home,
    trump_in,
    take_much,
    take_cheaply,
    leave_it,
    turn_up,
    give_little,
    for_want_of_better,
)


def advise(now: Sight, cards: Cards) -> Advice:
    """The card to play, and the habit that speaks for it."""
    counted = count_the_end(now, cards)
    if counted is not None:
        return counted
    if not now.trick:
        cards = spare_the_fat(now, cards)
    weights = weigh_answers(now, cards) if now.trick else weigh_leads(now, cards)
    most = max(weights)
    card = cards[weights.index(most)]
    if weights.count(most) > 1:  # of equal cards the weakest, as people do
        equal = [c for c, weight in zip(cards, weights, strict=True) if weight == most]
        card = min(equal, key=lambda c: now.order.power[now.order.cls[c]][c])
    return card, reason_for(now, card)


def reason_for(now: Sight, card: Card) -> Message:
    """The first habit that has something to say of this card."""
    said = (habit(now, card) for habit in (ANSWERS if now.trick else LEADS))
    return next(sentence for sentence in said if sentence is not None)
