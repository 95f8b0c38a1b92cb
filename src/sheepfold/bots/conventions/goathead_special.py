"""Goathead where points are not wanted or tricks are counted: Nil on both sides, Junk, and the slams."""

from __future__ import annotations

from sheepfold.bots.conventions.goathead_play import Cards
from sheepfold.bots.conventions.goathead_sight import Sight, beats, is_void, must_beat, ours
from sheepfold.core.cards import ACE, RANK_MASKS, TEN, Card, Mask, Seat
from sheepfold.core.order import TRUMP

SURE = 0.999
TENS_AND_ACES: Mask = RANK_MASKS[TEN] | RANK_MASKS[ACE]
DECIDED = "The contract is decided, so it is all the same to me."


# -- nil: the declarer -------------------------------------------------------------------------------------------------


def nil_declarer(now: Sight, cards: Cards) -> tuple[Card, str]:
    """No trick at all: lead from the bottom, stay under, and throw the dangerous cards away."""
    if now.tricks[now.seat]:
        return cards[0], DECIDED
    if not now.trick:
        return nil_lead(now, cards)
    if now.tables.cls[cards[0]] != now.led:
        return throw_danger(now, cards)
    return stay_under(now, cards)


def nil_lead(now: Sight, cards: Cards) -> tuple[Card, str]:
    """Lead the card that somebody will most surely beat; of equal ones the one that is needed least."""
    card = max(cards, key=lambda c: (round(_somebody_beats(now, c), 2), danger(now, c)))
    return card, "I lead a card that somebody will have to beat."


def _somebody_beats(now: Sight, card: Card) -> float:
    """The chance that at least one of the others must go over a card led."""
    led, safe = now.tables.cls[card], 1.0
    for seat in now.behind:
        safe *= 1.0 - must_beat(now, seat, led, card)
    return 1.0 - safe


def stay_under(now: Sight, cards: Cards) -> tuple[Card, str]:
    """The highest card that stays under; if none does, the lowest while somebody may still go over it."""
    power = now.tables.power[now.led]
    under = [c for c in cards if not beats(now, c)]
    if under:
        return max(under, key=power.__getitem__), "It stays under, and a dangerous card is gone."
    if now.behind:
        return min(cards, key=power.__getitem__), "I hope that somebody behind me goes over it."
    return max(cards, key=power.__getitem__), "I must take this one."


def throw_danger(now: Sight, cards: Cards) -> tuple[Card, str]:
    """Out of the suit led: away with the card that is most likely to take a trick later."""
    card = max(cards, key=lambda c: (danger(now, c), now.tables.power[now.tables.cls[c]][c]))
    return card, "I can throw my most dangerous card away."


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


def nil_defender(now: Sight, cards: Cards) -> tuple[Card, str]:
    """Give the declarer a trick: lead low where he must follow, stay under his card, spend high cards elsewhere."""
    declarer = now.contract.declarer
    assert declarer is not None
    if now.tricks[declarer]:
        return cards[0], DECIDED
    if not now.trick:
        return nil_attack(now, cards, declarer)
    if now.tables.cls[cards[0]] != now.led:
        return unload(now, cards, declarer)
    if declarer in now.behind:
        return squeeze_nil(now, cards, declarer)
    return leave_it_to_nil(now, cards, declarer)


def nil_attack(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, str]:
    """Lead low where the declarer must follow and may have nothing lower; never where he can throw cards away."""
    card = max(cards, key=lambda c: _attack(now, c, declarer))
    if must_beat(now, declarer, now.tables.cls[card], card) > 0.0:
        return card, "The declarer may have to go over this."
    return card, "I keep the declarer from throwing dangerous cards away."


def _attack(now: Sight, card: Card, declarer: Seat) -> float:
    """The chance that the declarer is caught at once, less the harm of letting him discard."""
    led = now.tables.cls[card]
    caught = must_beat(now, declarer, led, card)
    for seat in now.behind:  # the others must be able to stay under the declarer
        if seat != declarer:
            caught *= 1.0 - 0.5 * must_beat(now, seat, led, card)
    power = now.tables.power[led][card]
    return caught - 0.5 * is_void(now, declarer, led) - 0.001 * power


def squeeze_nil(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, str]:
    """The declarer still plays: as high as can be under what lies there, else as low as can be."""
    power = now.tables.power[now.led]
    under = [c for c in cards if not beats(now, c)]
    if under:
        return max(under, key=power.__getitem__), "It leaves the trick as low as it was, and I keep my small cards."
    lowest = min(cards, key=power.__getitem__)
    if must_beat(now, declarer, now.led, lowest) > 0.0:
        return lowest, "The declarer may have to go over this."
    return max(cards, key=power.__getitem__), "The declarer can stay under anyway, so a high card goes."


def leave_it_to_nil(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, str]:
    """The declarer has played: stay under his card if it wins, else be rid of a high one."""
    power = now.tables.power[now.led]
    under = [c for c in cards if not beats(now, c)]
    if now.taker == declarer and under:
        return max(under, key=power.__getitem__), "The declarer shall keep this trick."
    return max(cards, key=power.__getitem__), "The declarer is out of this trick, so a high card goes."


def unload(now: Sight, cards: Cards, declarer: Seat) -> tuple[Card, str]:
    """Out of the suit led: keep small cards, which catch the declarer, where he may still have to follow."""
    power, cls = now.tables.power, now.tables.cls
    card = max(cards, key=lambda c: power[cls[c]][c] + 4.0 * is_void(now, declarer, cls[c]))
    return card, "I keep my small cards to catch the declarer with."


# -- junk --------------------------------------------------------------------------------------------------------------

JUNK_FAT, JUNK_LEAN = 6.0, 1.0  # what a player still to come adds to the others' trick, and to one of his own side
JUNK_HIGH = 4.0  # what it is worth to be rid of the highest card of a class
JUNK_SHORT = 2.0  # what it is worth to be out of a suit
JUNK_GUARD = 4.0  # what a small card is worth that keeps an ace or ten of its suit from taking a trick


def junk(now: Sight, cards: Cards) -> tuple[Card, str]:
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


def _junk_reason(now: Sight, card: Card, chance: float) -> str:
    fat = now.tables.value[card] >= 10
    if not now.trick:
        return "I lead low, so that the others take it." if chance < 0.5 else "I lead what is in my way later."
    if chance < 0.5:
        return "The others get these points." if fat else "I stay under and leave it to the others."
    if beats(now, card):
        return "I must take one, and this one is cheap." if now.worth < 10 else "I cannot stay under."
    return "My partner may have to keep it, so I add little."


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


def slam(now: Sight, cards: Cards) -> tuple[Card, str]:
    """Every trick, or at least one: play what is likeliest to win it, and spend no more on it than needed."""
    if slam_is_lost(now):
        return cards[0], DECIDED
    chances = [ours(now, c) for c in cards]
    best = max(chances)
    choice = [c for c, chance in zip(cards, chances, strict=True) if chance >= best - 0.02]
    return slam_lead(now, choice, best) if not now.trick else slam_follow(now, choice, best)


def slam_is_lost(now: Sight) -> bool:
    """Whether a sure opponent of the declarer has taken a trick."""
    declarer = now.contract.declarer
    assert declarer is not None
    side = now.friend[declarer]
    return any(count and now.friend[seat] == 1.0 - side for seat, count in enumerate(now.tricks))


def slam_lead(now: Sight, choice: list[Card], best: float) -> tuple[Card, str]:
    """Of what is likeliest to win, trumps before fails and the strongest first."""
    card = max(choice, key=lambda c: (now.tables.cls[c] == TRUMP, now.tables.power[now.tables.cls[c]][c]))
    return card, "Nobody can beat it." if best >= SURE else "It is my best chance to take the trick."


def slam_follow(now: Sight, choice: list[Card], best: float) -> tuple[Card, str]:
    """Of what is likeliest to win, the card that is worth least later."""
    card = min(choice, key=lambda c: (beats_later(now, c), now.tables.power[now.tables.cls[c]][c]))
    if not beats(now, card):
        return card, "My side has this trick." if best >= 0.5 else "I keep what may still take a trick."
    return card, "I need this trick, and this is enough for it." if best >= SURE else "I need this trick."


def beats_later(now: Sight, card: Card) -> float:
    """How good a card is for a later trick: the share of the others' cards of its class that it beats."""
    cls = now.tables.cls[card]
    others: Mask = now.out & now.tables.classes[cls]
    if not others:
        return 1.0 if cls == TRUMP or not now.out & now.tables.trumps else 0.1
    return 1.0 - (now.tables.above[cls][card] & others).bit_count() / others.bit_count()
