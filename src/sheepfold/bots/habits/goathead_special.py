"""Goathead where points are not wanted or tricks are counted: Nil on both sides, Junk, and the slams."""

from __future__ import annotations

from sheepfold.bots.habits.goathead_play import Cards
from sheepfold.bots.habits.goathead_sight import Sight, beats, is_void, must_beat, ours
from sheepfold.core.cards import ACE, RANK_MASKS, TEN, Card, Mask, Seat
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP

SURE = 0.999
TENS_AND_ACES: Mask = RANK_MASKS[TEN] | RANK_MASKS[ACE]
WHY_DECIDED = say("habit-goathead-decided", "The contract is decided, so it is all the same to me.")
WHY_NIL_OVER = say("habit-goathead-nil-over", "The declarer may have to go over this.")


# -- nil: the declarer -------------------------------------------------------------------------------------------------


def nil_declarer(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """No trick at all: lead from the bottom, stay under, and throw the dangerous cards away."""
    if now.tricks[now.seat]:
        return cards[0], WHY_DECIDED
    if not now.trick:
        return nil_lead(now, cards)
    if now.tables.cls[cards[0]] != now.led:
        return throw_danger(now, cards)
    return stay_under(now, cards)


WHY_NIL_LEAD = say("habit-goathead-nil-lead", "I lead a card that somebody will have to beat.")


def nil_lead(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """Lead the card that somebody will most surely beat; of equal ones the one that is needed least."""
    card = max(cards, key=lambda c: (round(_somebody_beats(now, c), 2), danger(now, c)))
    return card, WHY_NIL_LEAD


def _somebody_beats(now: Sight, card: Card) -> float:
    """The chance that at least one of the others must go over a card led."""
    led, safe = now.tables.cls[card], 1.0
    for seat in now.behind:
        safe *= 1.0 - must_beat(now, seat, led, card)
    return 1.0 - safe


WHY_NIL_STAY_UNDER = say("habit-goathead-nil-stay-under", "It stays under, and a dangerous card is gone.")
WHY_NIL_HOPE = say("habit-goathead-nil-hope", "I hope that somebody behind me goes over it.")
WHY_NIL_MUST_TAKE = say("habit-goathead-nil-must-take", "I must take this one.")


def stay_under(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """The highest card that stays under; if none does, the lowest while somebody may still go over it."""
    power = now.tables.power[now.led]
    under = [c for c in cards if not beats(now, c)]
    if under:
        return max(under, key=power.__getitem__), WHY_NIL_STAY_UNDER
    if now.behind:
        return min(cards, key=power.__getitem__), WHY_NIL_HOPE
    return max(cards, key=power.__getitem__), WHY_NIL_MUST_TAKE


WHY_NIL_THROW_DANGER = say("habit-goathead-nil-throw-danger", "I can throw my most dangerous card away.")


def throw_danger(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """Out of the suit led: away with the card that is most likely to take a trick later."""
    card = max(cards, key=lambda c: (danger(now, c), now.tables.power[now.tables.cls[c]][c]))
    return card, WHY_NIL_THROW_DANGER


def danger(now: Sight, card: Card) -> float:
    """How likely a card is caught: how many lower cards the others have, shared with the own ones that guard it."""
    suit = now.tables.classes[now.tables.cls[card]]
    above = now.tables.above[now.tables.cls[card]][card]
    others, own = now.out & suit, now.mine & suit
    if not others:
        return -1.0
    lower = (others & ~above).bit_count()
    return lower / (own & ~above).bit_count()  # the card itself is one of these


# -- nil: the defenders ------------------------------------------------------------------------------------------------


def nil_defender(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """Give the declarer a trick: lead low where they must follow, stay under their card, spend high cards elsewhere."""
    declarer = now.contract.declared_by
    if now.tricks[declarer]:
        return cards[0], WHY_DECIDED
    if not now.trick:
        return nil_attack(now, cards, declarer)
    if now.tables.cls[cards[0]] != now.led:
        return unload(now, cards, declarer)
    if declarer in now.behind:
        return squeeze_nil(now, cards, declarer)
    return leave_it_to_nil(now, cards, declarer)


WHY_NIL_NO_DISCARD = say("habit-goathead-nil-no-discard", "I keep the declarer from throwing dangerous cards away.")


def nil_attack(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, Message]:
    """Lead low where the declarer must follow and may have nothing lower; never where they can throw cards away."""
    card = max(cards, key=lambda c: _attack(now, c, declarer))
    if must_beat(now, declarer, now.tables.cls[card], card) > 0.0:
        return card, WHY_NIL_OVER
    return card, WHY_NIL_NO_DISCARD


def _attack(now: Sight, card: Card, declarer: Seat) -> float:
    """The chance that the declarer is caught at once, less the harm of letting them discard."""
    led = now.tables.cls[card]
    caught = must_beat(now, declarer, led, card)
    for seat in now.behind:  # the others must be able to stay under the declarer
        if seat != declarer:
            caught *= 1.0 - 0.5 * must_beat(now, seat, led, card)
    power = now.tables.power[led][card]
    return caught - 0.5 * is_void(now, declarer, led) - 0.001 * power


WHY_NIL_LOW_AS_IT_WAS = say(
    "habit-goathead-nil-low-as-it-was", "It leaves the trick as low as it was, and I keep my small cards."
)
WHY_NIL_CAN_STAY_UNDER = say(
    "habit-goathead-nil-can-stay-under", "The declarer can stay under anyway, so a high card goes."
)


def squeeze_nil(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, Message]:
    """The declarer still plays: as high as can be under what lies there, else as low as can be."""
    power = now.tables.power[now.led]
    under = [c for c in cards if not beats(now, c)]
    if under:
        return max(under, key=power.__getitem__), WHY_NIL_LOW_AS_IT_WAS
    lowest = min(cards, key=power.__getitem__)
    if must_beat(now, declarer, now.led, lowest) > 0.0:
        return lowest, WHY_NIL_OVER
    return max(cards, key=power.__getitem__), WHY_NIL_CAN_STAY_UNDER


WHY_NIL_KEEPS_TRICK = say("habit-goathead-nil-keeps-trick", "The declarer shall keep this trick.")
WHY_NIL_OUT_OF_TRICK = say("habit-goathead-nil-out-of-trick", "The declarer is out of this trick, so a high card goes.")


def leave_it_to_nil(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, Message]:
    """The declarer has played: stay under their card if it wins, else be rid of a high one."""
    power = now.tables.power[now.led]
    under = [c for c in cards if not beats(now, c)]
    if now.taker == declarer and under:
        return max(under, key=power.__getitem__), WHY_NIL_KEEPS_TRICK
    return max(cards, key=power.__getitem__), WHY_NIL_OUT_OF_TRICK


WHY_NIL_KEEP_SMALL = say("habit-goathead-nil-keep-small", "I keep my small cards to catch the declarer with.")


def unload(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, Message]:
    """Out of the suit led: keep small cards, which catch the declarer, where they may still have to follow."""
    power, cls = now.tables.power, now.tables.cls
    card = max(cards, key=lambda c: power[cls[c]][c] + 4.0 * is_void(now, declarer, cls[c]))
    return card, WHY_NIL_KEEP_SMALL


# -- junk --------------------------------------------------------------------------------------------------------------

# Where the numbers of this file come from: docs/tuning.md.
JUNK_FAT, JUNK_LEAN = 6.0, 1.0  # what a player still to come adds to the others' trick, and to one of their own side
JUNK_HIGH = 4.0  # what it is worth to be rid of the highest card of a class
JUNK_SHORT = 2.0  # what it is worth to be out of a suit
JUNK_GUARD = 4.0  # what a small card is worth that keeps an ace or ten of its suit from taking a trick


def junk(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """The fewest points: give them to the others, keep small cards, and be rid of the high ones cheaply."""
    theirs_adds = ours_adds = 0.0
    for seat in now.behind:
        friend = now.friend[seat] == 1.0
        theirs_adds += JUNK_FAT if friend else JUNK_LEAN
        ours_adds += JUNK_LEAN if friend else JUNK_FAT
    value, worth = now.tables.value, now.worth
    top, choice, chosen = -1e9, cards[0], 0.0
    for card in cards:
        chance = junk_ours(now, card)
        points = worth + value[card]
        balance = (1.0 - chance) * (points + theirs_adds) - chance * (points + ours_adds) + riddance(now, card)
        if balance > top:
            top, choice, chosen = balance, card, chance
    return choice, _junk_reason(now, choice, chosen)


WHY_JUNK_LEAD_LOW = say("habit-goathead-junk-lead-low", "I lead low, so that the others take it.")
WHY_JUNK_LEAD_AWAY = say("habit-goathead-junk-lead-away", "I lead what is in my way later.")
WHY_JUNK_GIVE_POINTS = say("habit-goathead-junk-give-points", "The others get these points.")
WHY_JUNK_STAY_UNDER = say("habit-goathead-junk-stay-under", "I stay under and leave it to the others.")
WHY_JUNK_CHEAP = say("habit-goathead-junk-cheap", "I must take one, and this one is cheap.")
WHY_JUNK_MUST_TAKE = say("habit-goathead-junk-must-take", "I cannot stay under.")
WHY_JUNK_ADD_LITTLE = say("habit-goathead-junk-add-little", "My partner may have to keep it, so I add little.")


def _junk_reason(now: Sight, card: Card, chance: float) -> Message:
    fat = now.tables.value[card] >= 10
    if not now.trick:
        return WHY_JUNK_LEAD_LOW if chance < 0.5 else WHY_JUNK_LEAD_AWAY
    if chance < 0.5:
        return WHY_JUNK_GIVE_POINTS if fat else WHY_JUNK_STAY_UNDER
    if beats(now, card):
        return WHY_JUNK_CHEAP if now.worth < 10 else WHY_JUNK_MUST_TAKE
    return WHY_JUNK_ADD_LITTLE


def junk_ours(now: Sight, card: Card) -> float:
    """The chance that our pair has to take the trick when nobody goes over a card without need."""
    led = now.led if now.trick else now.tables.cls[card]
    mine = not now.trick or beats(now, card)
    best = card if mine else now.best
    with_us = 1.0 if mine else now.friend[now.taker]
    for seat in now.behind:
        over = must_beat(now, seat, led, best)
        with_us += over * (now.friend[seat] - with_us)
    return with_us


def riddance(now: Sight, card: Card) -> float:
    """What it is worth not to have the card any more: high ones take tricks, lone ones go."""
    cls = now.tables.cls[card]
    others, own = now.out & now.tables.classes[cls], now.mine & now.tables.classes[cls]
    if not others:
        return JUNK_HIGH if own else 0.0
    above = (now.tables.above[cls][card] & others).bit_count()
    worth = JUNK_HIGH * (1.0 - above / others.bit_count()) + 0.3 * now.tables.value[card]
    if cls != TRUMP and own & (own - 1) == 0:
        worth += JUNK_SHORT
    if now.tables.value[card] < 10 and own & TENS_AND_ACES and cls != now.led:
        worth -= JUNK_GUARD
    return worth


# -- slams -------------------------------------------------------------------------------------------------------------


def slam(now: Sight, cards: Cards) -> tuple[Card, Message]:
    """Every trick, or at least one: play what is likeliest to win it, and spend no more on it than needed."""
    if slam_is_lost(now):
        return cards[0], WHY_DECIDED
    chances = [ours(now, c) for c in cards]
    best = max(chances)
    choice = [c for c, chance in zip(cards, chances, strict=True) if chance >= best - 0.02]
    return slam_lead(now, choice, best) if not now.trick else slam_follow(now, choice, best)


def slam_is_lost(now: Sight) -> bool:
    """Whether a sure opponent of the declarer has taken a trick."""
    declarer = now.contract.declared_by
    side = now.friend[declarer]
    return any(count and now.friend[seat] == 1.0 - side for seat, count in enumerate(now.tricks))


WHY_SLAM_UNBEATABLE = say("habit-goathead-slam-unbeatable", "Nobody can beat it.")
WHY_SLAM_BEST_CHANCE = say("habit-goathead-slam-best-chance", "It is my best chance to take the trick.")


def slam_lead(now: Sight, choice: list[Card], best: float) -> tuple[Card, Message]:
    """Of what is likeliest to win, trumps before fails and the strongest first."""
    card = max(choice, key=lambda c: (now.tables.cls[c] == TRUMP, now.tables.power[now.tables.cls[c]][c]))
    return card, WHY_SLAM_UNBEATABLE if best >= SURE else WHY_SLAM_BEST_CHANCE


WHY_SLAM_OURS = say("habit-goathead-slam-ours", "My side has this trick.")
WHY_SLAM_KEEP = say("habit-goathead-slam-keep", "I keep what may still take a trick.")
WHY_SLAM_ENOUGH = say("habit-goathead-slam-enough", "I need this trick, and this is enough for it.")
WHY_SLAM_NEED = say("habit-goathead-slam-need", "I need this trick.")


def slam_follow(now: Sight, choice: list[Card], best: float) -> tuple[Card, Message]:
    """Of what is likeliest to win, the card that is worth least later."""
    card = min(choice, key=lambda c: (beats_later(now, c), now.tables.power[now.tables.cls[c]][c]))
    if not beats(now, card):
        return card, WHY_SLAM_OURS if best >= 0.5 else WHY_SLAM_KEEP
    return card, WHY_SLAM_ENOUGH if best >= SURE else WHY_SLAM_NEED


def beats_later(now: Sight, card: Card) -> float:
    """How good a card is for a later trick: the share of the others' cards of its class that it beats."""
    cls = now.tables.cls[card]
    others: Mask = now.out & now.tables.classes[cls]
    if not others:
        return 1.0 if cls == TRUMP or not now.out & now.tables.trumps else 0.1
    return 1.0 - (now.tables.above[cls][card] & others).bit_count() / others.bit_count()
