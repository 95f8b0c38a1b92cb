"""What is said and laid aside in Sheepshead before the first card: pick or pass, bury, call, upper or lower.

The weights were fitted to thousands of deals played out by these habits from the same moment, once with each
choice. So were the needs of the tables named beside ``NEED``; the others, and what pot and last deal change, are
estimates between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from sheepfold.bots.habits.base import Choice, Habit
from sheepfold.bots.habits.sheepshead_sight import CLASSES, CLS, FAIL_ACES, FAILS, STRENGTH, VALUE
from sheepfold.core.actions import PASS, Action, Alone, Bury, Call, Middle, Pass, Pick
from sheepfold.core.cards import ALL_CARDS, JACK, QUEEN, RANK_MASKS, SUIT_NAMES, Card, Mask, cards_in, mask_of, suit_of
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP
from sheepfold.games.sheepshead import (
    ALONE,
    FAIL_SUITS,
    JACK_OF_DIAMONDS,
    LOWER,
    PICK,
    UPPER,
    callable_cards,
)
from sheepfold.games.sheepshead_scoring import SheepsheadOptions
from sheepfold.play.view import View
from sheepfold.registry import game_of

COURT: Mask = RANK_MASKS[QUEEN] | RANK_MASKS[JACK]

# Where the numbers of this file come from: docs/tuning.md.
# A hand before the blind, in the units of NEED: the queens from clubs to diamonds, jacks, other trumps, tens to bury.
QUEENS, JACKS, DIAMONDS, TENS = (3.0, 2.5, 1.9, 1.9), 1.35, 1.1, 0.25
CAN_CALL = 1.2  # a fail of a suit whose ace is elsewhere
NEED: Mapping[str, Mapping[int, float]] = {
    "called_ace": {7: 4.0, 6: 6.5, 5: 6.8, 4: 6.0},
    "jack_of_diamonds": {8: 9.0, 7: 5.0, 6: 7.0, 5: 7.0, 4: 6.2},
    "fixed": {8: 9.0, 7: 5.5, 5: 6.5, 4: 6.0},
    "solo_only": {10: 10.2, 8: 11.0, 7: 7.0, 6: 8.1, 5: 8.0, 4: 7.5},
}
"""From what weight on picking earns more than passing, by partner system and cards in hand.

Measured: called ace with 6, 5 and 4 cards, jack of diamonds with 6, fixed with 8, solo with 10 and 6. Called ace with 7
is kept above its measured need (about 2), since against stronger defenders it would be higher.
"""
LAST_TO_SPEAK = 0.5  # everybody else has passed, so the strong cards lie spread out or in the blind
POT_WAITS = 0.5
LAST_DEAL = 1.0
TEMPTED = 1.2  # about a trump that somebody counts who overrates the hand a little

# A picker's hand after the bury, in stakes: 1 is a simple win.
QUEENS_KEPT, JACK_KEPT, LOSER, ACE_KEPT = (0.85, 0.6, 0.3, 0.3), 0.07, -0.55, -0.22
SUIT_OPEN = {True: -0.17, False: -0.4}  # each fail suit in hand but the called one: with a partner, and alone
BURIED_POINT, CALLED_POINT = 0.025, -0.008
WITH_PARTNER = {8: 1.1, 7: 0.45, 6: -0.1, 5: -0.9, 4: -1.45}  # by the cards in hand
BY_ONESELF = {10: 1.05, 8: 0.25, 7: -0.15, 6: -0.6, 5: -1.0, 4: -1.35}
MOST = 1.5  # nobody wins more than every trick, and that seldom


def _weight(c: Card) -> float:
    place = STRENGTH[c] - 100
    if place < 0:
        return TENS if VALUE[c] == 10 else 0.0
    return QUEENS[13 - place] if place >= 10 else JACKS if place >= 6 else DIAMONDS


def _kept(c: Card) -> float:
    place = STRENGTH[c] - 100
    if place < 0:
        return ACE_KEPT if VALUE[c] == 11 else LOSER
    return QUEENS_KEPT[13 - place] if place >= 10 else JACK_KEPT if place >= 6 else 0.0


WEIGHT: tuple[float, ...] = tuple(_weight(c) for c in ALL_CARDS)
KEPT: tuple[float, ...] = tuple(_kept(c) for c in ALL_CARDS)


def speak(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player says or lays aside, and why."""
    return _HABITS[type(legal[-1])](view, legal)


def _options(view: View) -> SheepsheadOptions:
    options = game_of(view.game).options
    assert isinstance(options, SheepsheadOptions)
    return options


# -- pick or pass ------------------------------------------------------------------------------------------------------


def weight(hand: Mask) -> float:
    """What a hand is worth before the blind: its trumps, tens to bury, and a suit that can be called."""
    can_call = any(hand & CLASSES[s] and not hand & CLASSES[s] & FAIL_ACES for s in FAIL_SUITS)
    return sum([WEIGHT[c] for c in cards_in(hand)]) + (CAN_CALL if can_call else 0.0)


def needed(view: View) -> float:
    """What a hand must weigh to pick: by players and partner system, by seat, by what waits on the table."""
    options, standing = _options(view), view.begun
    system = options.partner
    if system == "jack_of_diamonds" and view.hand >> JACK_OF_DIAMONDS & 1:
        system = "solo_only"  # the partner's card in one's own hand
    need = NEED[system][options.sizes[0]]
    if view.seat == standing.dealer:
        need -= LAST_TO_SPEAK
    if standing.pot:
        need -= POT_WAITS
    return need + _last_deal(view, options)


def _last_deal(view: View, options: SheepsheadOptions) -> float:
    """In the last deal the leader has nothing to gain by a pick, and the others nothing to lose."""
    standing = view.begun
    if standing.deal < options.hands or len(set(standing.scores)) == 1:
        return 0.0
    return LAST_DEAL if standing.scores[view.own_seat] == max(standing.scores) else -LAST_DEAL


WHY_PICK = say("habit-sheepshead-pick", "My trumps are strong enough to pick.")
WHY_PASS = say("habit-sheepshead-pass", "My trumps are not strong enough to pick.")


def pick(view: View, legal: Sequence[Action], courage: float = 0.0) -> Choice:
    """Pick with a hand that promises more than passing does; with ``courage`` it may weigh so much less."""
    options = _options(view)
    if options.partner == "called_ace" and not options.sizes[1]:
        return pick_as_it_is(view, options, courage)
    if weight(view.hand) >= needed(view) - courage:
        return PICK, WHY_PICK
    return PASS, WHY_PASS


WHY_PICK_AS_IT_IS = say("habit-sheepshead-pick-as-it-is", "My hand is good for a game as it is.")
WHY_PASS_AS_IT_IS = say("habit-sheepshead-pass-as-it-is", "Without a blind my hand is not good enough.")


def pick_as_it_is(view: View, options: SheepsheadOptions, courage: float) -> Choice:
    """Where there is no blind, the hand is known before the pick, the call included."""
    promise = max([plan[0] for plan in _plans(view.hand, 0, options)])
    if promise >= _last_deal(view, options) - courage:
        return PICK, WHY_PICK_AS_IT_IS
    return PASS, WHY_PASS_AS_IT_IS


def tempted(view: View, legal: Sequence[Action]) -> Choice:
    """The pick of somebody who overrates the hand a little."""
    return pick(view, legal, TEMPTED)


# -- bury and call -----------------------------------------------------------------------------------------------------


def prospect(hand: Mask, bury: Mask, called: Card | None) -> float:
    """What the picker may expect from these cards in hand and bury, in stakes: with this card called, or alone."""
    size, suit = hand.bit_count(), 0 if called is None else CLASSES[CLS[called]]
    fails = hand & FAILS & ~suit
    total = WITH_PARTNER[size] if suit else BY_ONESELF[size]
    total += sum([KEPT[c] for c in cards_in(hand)]) + BURIED_POINT * sum([VALUE[c] for c in cards_in(bury)])
    total += SUIT_OPEN[suit != 0] * sum([1 for s in FAIL_SUITS if fails & CLASSES[s]])
    hold = hand & suit
    if hold:
        total -= LOSER  # one hold card is not a loser: the partner's ace takes that trick
        total += CALLED_POINT * max([VALUE[c] for c in cards_in(hold)])
    return total


def _plans(hand: Mask, bury: Mask, options: SheepsheadOptions) -> list[tuple[float, Card | None]]:
    """The calls that hand and bury leave, each with the game points it promises; ``None`` is to play alone."""
    alone = min(prospect(hand, bury, None), MOST)
    if options.partner != "called_ace":
        return [(alone, None)]
    calls = cards_in(callable_cards(hand, bury, options))
    players = options.players
    share = {"partner_one_share": players - 3.0, "even": players / 2 - 1.0, "picker_all": players - 2.0}[options.split]
    factor = options.solo_multiplier if calls or options.solo_scope == "all" else 1
    plans: list[tuple[float, Card | None]] = [(share * min(prospect(hand, bury, c), MOST), c) for c in calls]
    return [*plans, ((players - 1.0) * factor * alone, None)]


def bury(view: View, legal: Sequence[Action]) -> Choice:
    """Bury what leaves the best game: fat fails, short suits, but a card to call with; queens and jacks never."""
    options = _options(view)
    left = options.sizes[1] - view.bury.bit_count()
    own = mask_of([action.card for action in legal if isinstance(action, Bury)])
    spare = cards_in(own & FAILS)
    if len(spare) <= left:  # the last fail may be the one to call with
        spare = cards_in(own & ~COURT)
    if len(spare) < left:
        spare = cards_in(own)
    best, promise = 0, -1e9
    for cards in combinations(spare, left):
        laid = 0
        for c in cards:
            laid |= 1 << c
        plans = _plans(view.hand & ~laid, view.bury | laid, options)
        worth = max([plan[0] for plan in plans])
        if worth > promise:
            best, promise = laid, worth
    card = max(cards_in(best), key=lambda c: (VALUE[c], -STRENGTH[c]))
    return Bury(card), _why_bury(view.hand & ~best, card)


WHY_BURY_TRUMP = say("habit-sheepshead-bury-trump", "I can spare this trump best.")
WHY_BURY_POINTS = say("habit-sheepshead-bury-points", "Its points are safe in the bury.")
WHY_BURY_LEAST = say("habit-sheepshead-bury-least", "I need it least.")


def _why_bury(hand: Mask, card: Card) -> Message:
    if CLS[card] == TRUMP:
        return WHY_BURY_TRUMP
    if not hand & CLASSES[CLS[card]]:
        suit = SUIT_NAMES[suit_of(card)]
        if VALUE[card]:
            return say(
                "habit-sheepshead-bury-void-points", "So I am void in { $suit }, and its points are safe.", suit=suit
            )
        return say("habit-sheepshead-bury-void", "So I am void in { $suit }.", suit=suit)
    return WHY_BURY_POINTS if VALUE[card] else WHY_BURY_LEAST


WHY_NO_CALL = say("habit-sheepshead-no-call", "There is nothing I could call.")
WHY_ALONE = say("habit-sheepshead-alone", "I can do it alone, and that pays more.")
WHY_CALL_VOID = say("habit-sheepshead-call-void", "I am void in that suit, but its ace is a partner all the same.")


def call(view: View, legal: Sequence[Action]) -> Choice:
    """Call where the fewest cards are held; alone only if that promises more, the higher stake and all."""
    if type(legal[0]) is Alone:
        return ALONE, WHY_NO_CALL
    plans = [plan for plan in _plans(view.hand, view.bury, _options(view)) if _said(plan[1]) in legal]
    best = max(plans, key=lambda plan: plan[0])[1]
    if best is None:
        return ALONE, WHY_ALONE
    if not view.hand & CLASSES[CLS[best]]:
        return Call(best), WHY_CALL_VOID
    sentence = "I need help, and I have little else in { $suit }."
    return Call(best), say("habit-sheepshead-call", sentence, suit=SUIT_NAMES[suit_of(best)])


def _said(called: Card | None) -> Action:
    return ALONE if called is None else Call(called)


# -- upper or lower ----------------------------------------------------------------------------------------------------


WHY_UPPER = say("habit-sheepshead-upper", "I shall take my share of points.")
WHY_LOWER = say("habit-sheepshead-lower", "I shall take few points.")


def middle(view: View, legal: Sequence[Action]) -> Choice:
    """Upper-Mittler with more than a fair share of strength, Lower-Mittler with less."""
    strong = sum([WEIGHT[c] for c in cards_in(view.hand)]) > sum(WEIGHT) * view.hand.bit_count() / 32
    return (UPPER, WHY_UPPER) if strong else (LOWER, WHY_LOWER)


_HABITS: dict[type[Any], Habit] = {Pass: pick, Pick: pick, Bury: bury, Call: call, Alone: call, Middle: middle}
