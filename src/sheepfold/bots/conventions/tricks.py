"""Rules of thumb for the tricks. Each is a short function that either names a card with a reason or has nothing to say.

The first rule that speaks decides, so each list below reads like advice to a beginner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sheepfold.bots.conventions.reading import FOE, FRIEND, Aim, Reading
from sheepfold.core.cards import Card, Seat, suit_of
from sheepfold.core.order import TRUMP

Advice: TypeAlias = tuple[Card, str]
Cards: TypeAlias = tuple[Card, ...]
Rule: TypeAlias = Callable[[Reading, Cards], Advice | None]

BIG = 10  # an ace or a ten


def advise(now: Reading, cards: Cards) -> Advice:
    """The card to play and why."""
    if len(cards) == 1:
        return cards[0], "It is the only card I may play."
    rules = FOLLOW[now.aim] if now.trick else LEAD[now.aim]
    for rule in rules:
        advice = rule(now, cards)
        if advice is not None:
            return advice
    return cards[0], "One card is as good as another."


# -- helpers -----------------------------------------------------------------------------------------------------------


def _trusted(now: Reading, seat: Seat) -> bool:
    """A friend, or somebody unknown as the declarer's opponents may hope."""
    return now.stand[seat] == FRIEND or (now.stand[seat] != FOE and _defends(now))


def _defends(now: Reading) -> bool:
    declarer = now.contract.declarer
    return declarer is not None and now.stand[declarer] == FOE


def _declares(now: Reading) -> bool:
    declarer = now.contract.declarer
    return declarer is not None and now.stand[declarer] == FRIEND


def _value(now: Reading, card: Card) -> int:
    return now.order.value[card]


def _winners(now: Reading, cards: Cards) -> Cards:
    """The cards that would beat what lies on the table."""
    best = max(now.power(c) for c in now.trick)
    return tuple(c for c in cards if now.power(c) > best)


def _others(cards: Cards, without: Sequence[Card]) -> Cards:
    return tuple(c for c in cards if c not in without)


def _strength(now: Reading, card: Card) -> int:
    """How strong a card is by itself, trumps above all."""
    return now.order.power[now.order.cls[card]][card]


def _cheapest(now: Reading, cards: Cards) -> Card:
    return min(cards, key=lambda c: (_value(now, c), _strength(now, c)))


def _fattest(now: Reading, cards: Cards) -> Card:
    """The most points, and among equals the weakest card; strong trumps last of all."""
    return max(cards, key=lambda c: (_value(now, c), -_strength(now, c)))


def _length(now: Reading, card: Card) -> int:
    """How many cards of its class are in hand."""
    return (now.mine & now.order.classes[now.order.cls[card]]).bit_count()


def _plain(now: Reading, cards: Cards) -> Cards:
    return tuple(c for c in cards if now.order.cls[c] != TRUMP)


# -- leading for points or tricks --------------------------------------------------------------------------------------


def draw_trumps(now: Reading, cards: Cards) -> Advice | None:
    """The declarer's side leads trumps while the others may have some."""
    trumps = _others(cards, _plain(now, cards))
    if not trumps or not _declares(now) or not now.out & now.order.trump_mask:
        return None
    best = max(trumps, key=now.power)
    if not now.beaten_by(best):
        return best, "Nobody can beat this trump, so it draws theirs."
    if len(trumps) >= 3 or now.contract.declarer != now.seat:
        return _cheapest(now, trumps), "Our side leads trumps to draw theirs."
    return None


def cash_master(now: Reading, cards: Cards) -> Advice | None:
    """Lead what nobody can beat, most points first."""
    masters = tuple(c for c in cards if not now.beaten_by(c))
    if not masters:
        return None
    return _fattest(now, masters), "Nobody can beat it."


def cash_suit(now: Reading, cards: Cards) -> Advice | None:
    """Lead the best card of a plain suit that everybody may still have to follow."""
    for c in sorted(_plain(now, cards), key=lambda c: -_value(now, c)):
        left = now.out & now.order.classes[now.order.cls[c]]
        higher = sum(left >> other & 1 and now.power(other) > now.power(c) for other in range(36))
        if not higher and left.bit_count() >= now.seats - 1:
            return c, "It is the highest of its suit and all may have to follow."
    return None


def seek_partner(now: Reading, cards: Cards) -> Advice | None:
    """Defenders lead the called suit, so that the secret partner must come out."""
    called = now.contract.partner_card
    if called is None or not _defends(now) or not now.out >> called & 1:
        return None
    suit = tuple(c for c in _plain(now, cards) if suit_of(c) == suit_of(called))
    return (_cheapest(now, suit), "The called suit brings the partner to light.") if suit else None


def lead_strongest(now: Reading, cards: Cards) -> Advice | None:
    """Where tricks count, lead what the fewest cards beat."""
    return min(cards, key=lambda c: (now.beaten_by(c), -_length(now, c))), "The fewest cards can beat it."


def lead_small(now: Reading, cards: Cards) -> Advice | None:
    """Lead a worthless card of a short plain suit."""
    choice = _plain(now, cards) or cards
    return min(choice, key=lambda c: (_value(now, c), _length(now, c), _strength(now, c))), "A small card costs little."


# -- following for points or tricks ------------------------------------------------------------------------------------


def fatten(now: Reading, cards: Cards) -> Advice | None:
    """A friend has the trick: give points, or where tricks count a card one can spare."""
    best = max(now.trick, key=now.power)
    if not _trusted(now, now.taker) or not now.holds(best):
        return None
    rest = _others(cards, _winners(now, cards)) or cards
    if now.aim == "tricks":
        return min(rest, key=lambda c: _strength(now, c)), "Our side has the trick already."
    return _fattest(now, rest), "Our side takes this trick, so it gets my points."


def take_last(now: Reading, cards: Cards) -> Advice | None:
    """Playing last, take the trick: with an ace or ten, else with the weakest card that does it."""
    winners = _winners(now, cards)
    if not now.last or not winners or now.stand[now.taker] == FRIEND:
        return None
    if now.aim == "tricks":
        return min(winners, key=lambda c: _strength(now, c)), "It takes the trick as cheaply as can be."
    card = min(winners, key=lambda c: (_value(now, c) < BIG, _strength(now, c)))
    spare = _strength(now, card) < 108 or now.worth >= 5  # not a queen or jack for a poor trick
    return (card, "I am last and can take the trick.") if spare else None


def take_surely(now: Reading, cards: Cards) -> Advice | None:
    """Take a trick that is worth it with a card that nobody behind can beat."""
    sure = tuple(c for c in _winners(now, cards) if now.holds(c))
    if not sure or now.stand[now.taker] == FRIEND:
        return None
    if now.aim == "tricks":
        return min(sure, key=lambda c: _strength(now, c)), "Nobody behind me can beat it."
    card = min(sure, key=lambda c: (_value(now, c) < BIG, _strength(now, c)))
    return (card, "The trick is worth taking and nobody can beat this.") if now.worth + _value(now, card) >= 8 else None


def climb(now: Reading, cards: Cards) -> Advice | None:
    """Take the lead of the trick when there is something in it, with the card the fewest can beat."""
    winners = _winners(now, cards)
    if now.last or not winners or now.stand[now.taker] == FRIEND or (now.aim == "points" and now.worth < 8):
        return None
    card = min(winners, key=lambda c: (now.beaten_by(c), _value(now, c)))
    led = now.order.cls[now.trick[0]]
    risky = _value(now, card) >= BIG and now.order.cls[card] == led and now.beaten_by(card) > 2
    return None if risky else (card, "The trick is worth fighting for.")


def throw_off(now: Reading, cards: Cards) -> Advice | None:
    """Give as little as possible, and shorten a suit."""
    rest = _others(cards, _winners(now, cards)) or cards
    if now.aim == "tricks":
        return min(rest, key=lambda c: (_strength(now, c), _length(now, c))), "I cannot use it."
    choice = min(rest, key=lambda c: (_value(now, c), now.order.cls[c] == TRUMP, _length(now, c), _strength(now, c)))
    return choice, "It gives away the least."


# -- few points, or no trick at all ------------------------------------------------------------------------------------


def lead_harmless(now: Reading, cards: Cards) -> Advice | None:
    """Lead what the most cards beat, and little in points."""
    return min(cards, key=lambda c: (-now.beaten_by(c), _value(now, c))), "Somebody will have to beat it."


def need_one_trick(now: Reading, cards: Cards) -> Advice | None:
    """A leaster is won only with a trick: take a poor one when it is offered."""
    if now.contract.kind != "leaster" or now.tricks[now.seat] or not now.last or now.worth > 4:
        return None
    winners = _winners(now, cards)
    if not winners or min(_value(now, c) for c in winners) > 4:
        return None
    return _cheapest(now, winners), "I need one trick, and this one is poor."


def duck(now: Reading, cards: Cards) -> Advice | None:
    """Stay below the best card and be rid of what is dangerous."""
    below = _others(cards, _winners(now, cards))
    if not below:
        return None
    if now.aim == "few" and now.stand[now.taker] == FRIEND:
        return _cheapest(now, below), "My partner may have to keep it, so it is cheap."
    if now.aim == "few":
        return max(below, key=lambda c: (_value(now, c), _strength(now, c))), "They get the points and I am rid of it."
    return max(below, key=lambda c: _strength(now, c)), "It stays below, and a dangerous card is gone."


def must_beat(now: Reading, cards: Cards) -> Advice | None:
    """Every card wins: last of all take it with the strongest, else hope with the weakest."""
    if now.last:
        return max(cards, key=lambda c: (-_value(now, c), _strength(now, c))), "I must take it, so a strong card goes."
    return min(cards, key=now.power), "Perhaps somebody beats it."


# -- against a nil -----------------------------------------------------------------------------------------------------


def leave_it_to_nil(now: Reading, cards: Cards) -> Advice | None:
    """Stay below the declarer's card, or low while the declarer has not played."""
    declarer = now.contract.declarer
    assert declarer is not None
    to_come = (declarer - now.leader) % now.seats >= len(now.trick)
    below = _others(cards, _winners(now, cards))
    if now.taker == declarer and below:
        return max(below, key=lambda c: _strength(now, c)), "The declarer shall keep this trick."
    if to_come:
        return min(cards, key=now.power), "Low cards may force the declarer to take one."
    return max(cards, key=lambda c: _strength(now, c)), "The declarer is out of it, so a high card goes."


_FOLLOW_UP: tuple[Rule, ...] = (fatten, take_last, take_surely, climb, throw_off)
LEAD: dict[Aim, tuple[Rule, ...]] = {
    "points": (draw_trumps, seek_partner, cash_master, cash_suit, lead_small),
    "tricks": (cash_master, lead_strongest),
    "few": (lead_harmless,),
    "none": (lead_harmless,),
    "break": (lead_harmless,),
}
FOLLOW: dict[Aim, tuple[Rule, ...]] = {
    "points": _FOLLOW_UP,
    "tricks": _FOLLOW_UP,
    "few": (need_one_trick, duck, must_beat),
    "none": (duck, must_beat),
    "break": (leave_it_to_nil,),
}
