"""Habits of Clover: how the cards are played.

``clover_sight`` weighs each card; a habit speaks in one situation, picks the card that gains most there and
says why. The first habit that speaks decides, so each list at the end reads like advice to a beginner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sheepfold.bots.habits.base import ONLY_CARD
from sheepfold.bots.habits.clover_sight import Cards, Sight, Weighed, sight_of, weigh_follow, weigh_lead
from sheepfold.core.cards import Card
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP
from sheepfold.games.clover_melds import SET3_POINTS
from sheepfold.play.view import View

Advice: TypeAlias = tuple[Card, Message]
Habit: TypeAlias = Callable[[Sight, list[Weighed]], Advice | None]
"""What a habit gets: the moment, and the cards that may be played, the one with the greatest gain first."""


WHY_WORTH_MOST = say("habit-clover-worth-most", "It is worth most here.")


def play_card(view: View, cards: Cards) -> Advice:
    """The card to play and why."""
    if len(cards) == 1:
        return cards[0], ONLY_CARD
    now = sight_of(view)
    hand, habits = (weigh_follow(now, cards), FOLLOW) if now.trick else (weigh_lead(now, cards), LEAD)
    for habit in habits:
        advice = habit(now, hand)
        if advice is not None:
            return advice
    return hand[0].card, WHY_WORTH_MOST


def _beats(now: Sight, card: Card) -> bool:
    """Whether a card is better than what lies in the trick."""
    return bool(now.ranks.beats[now.led][now.best] >> card & 1)


def _is_best(now: Sight, card: Card) -> bool:
    """Whether no higher card of its class is left with anybody else."""
    return not now.ranks.above[card] & now.out


def _foes(now: Sight) -> tuple[int, int]:
    return (now.seat + 1) % 4, (now.seat + 3) % 4


# -- following: the trick is decided -----------------------------------------------------------------------------------


WHY_COMPLETE_MELD = say("habit-clover-complete-meld", "It makes a meld in a trick that is ours.")


def complete_meld(now: Sight, hand: list[Weighed]) -> Advice | None:
    """The trick is ours whatever I play: make a run or a set in it."""
    top = hand[0]
    if top.meld < SET3_POINTS or min(w.chance for w in hand) < 1.0:
        return None
    return top.card, WHY_COMPLETE_MELD


WHY_SCHMEAR = say("habit-clover-schmear", "The trick is ours for sure, so I put points on it.")
WHY_OURS_ALREADY = say("habit-clover-ours-already", "The trick is ours already, so I keep my strong cards.")


def schmear(now: Sight, hand: list[Weighed]) -> Advice | None:
    """The trick is ours whatever I play: give it points, but no card that will win a trick itself."""
    if min(w.chance for w in hand) < 1.0:
        return None
    if now.ranks.order.value[hand[0].card]:
        return hand[0].card, WHY_SCHMEAR
    return hand[0].card, WHY_OURS_ALREADY


WHY_BREAK_MELD = say("habit-clover-break-meld", "It keeps a meld out of their trick.")


def break_meld(now: Sight, hand: list[Weighed]) -> Advice | None:
    """The trick is theirs whatever I play: keep a run or a set out of it."""
    if hand[0].meld or any(w.chance for w in hand) or max(w.meld for w in hand) < SET3_POINTS:
        return None
    return hand[0].card, WHY_BREAK_MELD


WHY_THROW_OFF = say("habit-clover-throw-off", "The trick is lost, so it gets what I need least.")


def throw_off(now: Sight, hand: list[Weighed]) -> Advice | None:
    """The trick is theirs whatever I play: give as little as can be, and shorten a suit."""
    if any(w.chance for w in hand):
        return None
    return hand[0].card, WHY_THROW_OFF


# -- following: the trick is open --------------------------------------------------------------------------------------


WHY_TAKE_LAST_MELD = say("habit-clover-take-last-meld", "I am last and take the trick with a meld in it.")
WHY_TAKE_LAST = say("habit-clover-take-last", "I am last and can take the trick.")


def take_last(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Playing last, take their trick if it is worth the card."""
    top = hand[0]
    if now.behind or now.ours or not top.chance:
        return None
    if top.meld >= SET3_POINTS:
        return top.card, WHY_TAKE_LAST_MELD
    return top.card, WHY_TAKE_LAST


WHY_LEAVE_LAST = say("habit-clover-leave-last", "The trick is not worth the card that would take it.")


def leave_last(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Playing last, leave them a trick that is not worth a strong card."""
    if now.behind or now.ours or hand[0].chance:
        return None
    return hand[0].card, WHY_LEAVE_LAST


WHY_OVERTAKE = say("habit-clover-overtake", "My partner's card may be beaten, so I go higher.")
WHY_WANT_LEAD = say("habit-clover-want-lead", "The trick is ours, and I want the lead.")


def overtake(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Play over the partner's card only where that makes the trick safer, or costs nothing."""
    top = hand[0]
    if not now.ours or not _beats(now, top.card):
        return None
    if now.behind and top.chance > min(w.chance for w in hand):
        return top.card, WHY_OVERTAKE
    return top.card, WHY_WANT_LEAD


WHY_TAKE_SURELY = say("habit-clover-take-surely", "Nobody behind me can beat it.")


def take_surely(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Take the trick with a card that nobody behind can beat."""
    top = hand[0]
    if top.chance < 1.0 or not _beats(now, top.card):
        return None
    return top.card, WHY_TAKE_SURELY


WHY_CLIMB = say("habit-clover-climb", "The trick is worth fighting for.")


def climb(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Play the best card of the trick where it will probably hold, or where there is much to win."""
    if not _beats(now, hand[0].card):
        return None
    return hand[0].card, WHY_CLIMB


WHY_TRUST_PARTNER = say("habit-clover-trust-partner", "My partner has the trick and will probably keep it.")


def trust_partner(now: Sight, hand: list[Weighed]) -> Advice | None:
    """The partner has the trick, and it will probably hold."""
    if not now.ours:
        return None
    return hand[0].card, WHY_TRUST_PARTNER


WHY_LEAVE_TO_PARTNER = say("habit-clover-leave-to-partner", "My partner may take it, so I save my better cards.")


def leave_to_partner(now: Sight, hand: list[Weighed]) -> Advice | None:
    """The partner plays behind me and may take the trick; my own cards are not good enough or too good for it."""
    if len(now.behind) < 2 or not hand[0].chance:
        return None
    return hand[0].card, WHY_LEAVE_TO_PARTNER


WHY_HOLD_BACK = say("habit-clover-hold-back", "I save my better cards for a better trick.")


def hold_back(now: Sight, hand: list[Weighed]) -> Advice | None:
    """A trick that would cost more than it brings goes to the others."""
    return hand[0].card, WHY_HOLD_BACK


# -- leading -----------------------------------------------------------------------------------------------------------


WHY_DRAW_TRUMPS = say("habit-clover-draw-trumps", "Nobody can beat this trump, and it draws theirs.")
WHY_LAST_TRUMPS = say("habit-clover-last-trumps", "They have no trumps left, so it is a sure trick.")


def draw_trumps(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Lead a trump that nobody can beat while the others may have some."""
    card, trumps = hand[0].card, now.ranks.order.trump_mask
    left, right = _foes(now)
    if not trumps >> card & 1 or not _is_best(now, card):
        return None
    if (now.may[left] | now.may[right]) & trumps:
        return card, WHY_DRAW_TRUMPS
    return card, WHY_LAST_TRUMPS


WHY_UNBEATABLE = say("habit-clover-unbeatable", "Nobody can beat it.")
WHY_CASH = say("habit-clover-cash", "It is the best card left of its suit.")


def cash(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Lead the best card of a plain suit before somebody can trump it."""
    if not _is_best(now, hand[0].card):
        return None
    if hand[0].chance == 1.0:
        return hand[0].card, WHY_UNBEATABLE
    return hand[0].card, WHY_CASH


WHY_PARTNER_HAS_BEST = say("habit-clover-partner-has-best", "My partner has the best card of this suit.")
WHY_PARTNER_MAY_TRUMP = say("habit-clover-partner-may-trump", "My partner has no more of this suit and may trump it.")


def lead_to_partner(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Lead a suit in which the partner surely has the best card, or which the partner can trump."""
    card, order = hand[0].card, now.ranks.order
    suit, partner = order.classes[order.cls[card]], (now.seat + 2) % 4
    if now.held[partner] & now.ranks.above[card] and not now.may[_foes(now)[0]] & now.ranks.above[card]:
        return card, WHY_PARTNER_HAS_BEST
    if order.cls[card] != TRUMP and not now.may[partner] & suit and now.may[partner] & order.trump_mask:
        return card, WHY_PARTNER_MAY_TRUMP
    return None


WHY_LEAD_SMALL_TRUMP = say("habit-clover-lead-small-trump", "A trump makes theirs fall.")


def lead_small_trump(now: Sight, hand: list[Weighed]) -> Advice | None:
    """With nothing better to do, a trump makes theirs fall."""
    if now.ranks.order.cls[hand[0].card] != TRUMP:
        return None
    return hand[0].card, WHY_LEAD_SMALL_TRUMP


WHY_LEAD_SHORT = say("habit-clover-lead-short", "It is my only card of the suit, and I can trump the next one.")


def lead_short(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Lead the only card of a suit, to trump it afterwards."""
    card, order = hand[0].card, now.ranks.order
    if now.mine & order.classes[order.cls[card]] != 1 << card or not now.mine & order.trump_mask:
        return None
    return card, WHY_LEAD_SHORT


WHY_LEAD_SMALL = say("habit-clover-lead-small", "A small card costs little, and my partner may take the trick.")
WHY_NOTHING_BETTER = say("habit-clover-nothing-better", "I have nothing better to lead.")


def lead_small(now: Sight, hand: list[Weighed]) -> Advice | None:
    """Lead a card that costs little, and hope for the partner."""
    if now.ranks.order.value[hand[0].card] < 10:
        return hand[0].card, WHY_LEAD_SMALL
    return hand[0].card, WHY_NOTHING_BETTER


FOLLOW: tuple[Habit, ...] = (
    complete_meld,
    schmear,
    break_meld,
    throw_off,
    take_last,
    leave_last,
    overtake,
    take_surely,
    climb,
    trust_partner,
    leave_to_partner,
    hold_back,
)
LEAD: tuple[Habit, ...] = (draw_trumps, cash, lead_to_partner, lead_small_trump, lead_short, lead_small)
