"""Habits of Widderkopf before the tricks: naming trumps, the sealed discard, the chain of cracks.

Before the first card both players can count what they see: thirteen cards of their own and five of the opponent's. The
weights below say by how many card points each of them moves the result; they and the calls' thresholds were measured
over some thousand deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.bots.habits.base import Choice, Habit, only_pass
from sheepfold.bots.habits.widderkopf_play import advise
from sheepfold.bots.habits.widderkopf_sight import open_cards, own_cards, sight_of
from sheepfold.core.actions import PASS, Action, Crack, Discard, Pass, Play, Trump
from sheepfold.core.cards import ACE, JACK, KING, QUEEN, SUIT_NAMES, TEN, Card, Mask, cards_in, rank_of
from sheepfold.core.message import say
from sheepfold.core.order import TRUMP, Order
from sheepfold.games.widderkopf import CALLS, ORDERS, WidderkopfOptions
from sheepfold.play.view import View
from sheepfold.registry import game_of

# Where the numbers of this file come from: docs/tuning.md.
# By how many card points a card in sight moves the result, beside a small plain card: queen, jack, ace, ten, king and
# the others of trumps; ace, ten, king and the others of a plain suit.
OWN = (15.0, 12.0, 14.0, 13.0, 8.5, 7.5, 16.0, 7.0, -1.5, 0.0)
THEIRS = (6.5, 6.0, 5.5, 5.0, 5.0, 3.0, 8.5, 4.0, 0.0, 0.0)
VOID = 7.0  # a plain suit that one has nothing of
USUAL = 66.0  # what the twelve own cards usually weigh more than the opponent's five in sight
GIVEN = 0.6  # how much of a discard's card points it costs to have given them away

# By how many card points one must hope to be ahead to make each call of the chain.
CRACKS = {"crack": 8.0, "recrack": 22.0, "crackback": 32.0, "corner": 44.0}
TEMPTED = 10.0  # how much less is enough for somebody who overrates the cards a little
DESPAIR = -35.0  # below this nothing helps, not even that there is nothing to lose


def _place(order: Order, card: Card) -> int:
    """Which of the weights is a card's."""
    if order.cls[card] == TRUMP:
        return {QUEEN: 0, JACK: 1, ACE: 2, TEN: 3, KING: 4}.get(rank_of(card), 5)
    return {ACE: 6, TEN: 7, KING: 8}.get(rank_of(card), 9)


_OWN = tuple(tuple(OWN[_place(order, card)] for card in range(36)) for order in ORDERS)
_THEIRS = tuple(tuple(THEIRS[_place(order, card)] for card in range(36)) for order in ORDERS)


def outlook(own: Mask, theirs: Mask, suit: int) -> float:
    """By how many card points one may hope to be ahead in the end, from one's own cards and the open ones there."""
    mine, foreign, classes = _OWN[suit], _THEIRS[suit], ORDERS[suit].classes
    total = -USUAL
    for card in cards_in(own):
        total += mine[card]
    for card in cards_in(theirs):
        total -= foreign[card]
    return total + VOID * sum(plain != suit and not own & classes[plain] for plain in range(4))


# -- before the tricks -------------------------------------------------------------------------------------------------


def name_trumps(view: View, legal: Sequence[Action]) -> Choice:
    """The suit in which the cards in sight, one's own and the opponent's, look best."""
    own, theirs = own_cards(view), open_cards(view, 1 - view.own_seat)
    suits = [action.suit for action in legal if isinstance(action, Trump) and action.suit is not None]
    best = max(suits, key=lambda suit: outlook(own, theirs, suit))
    sentence = "What I see looks best with { $suit } as trumps."
    return Trump(best), say("habit-widderkopf-name-trumps", sentence, suit=SUIT_NAMES[best])


WHY_DISCARD_VOID = say("habit-widderkopf-discard-void", "It gives little away and leaves me without that suit.")
WHY_DISCARD = say("habit-widderkopf-discard", "It gives little away, and I miss it least.")


def discard(view: View, legal: Sequence[Action]) -> Choice:
    """A card the opponent gains least by and that is missed least, best of all the last one of a plain suit."""
    assert view.contract is not None
    suit = view.contract.trump_suit
    order, own, theirs = ORDERS[suit], own_cards(view), open_cards(view, 1 - view.own_seat)
    cards = [action.card for action in legal if isinstance(action, Discard)]
    best = max(cards, key=lambda c: outlook(own ^ 1 << c, theirs, suit) - GIVEN * order.value[c])
    if order.cls[best] != TRUMP and not (own ^ 1 << best) & order.classes[order.cls[best]]:
        return Discard(best), WHY_DISCARD_VOID
    return Discard(best), WHY_DISCARD


WHY_CRACK = say("habit-widderkopf-crack", "I mean to win this one.")
WHY_DEAR_ENOUGH = say("habit-widderkopf-dear-enough", "The game is dear enough as it is.")


def crack(view: View, legal: Sequence[Action], courage: float = 0.0) -> Choice:
    """Raise the game with enough of the cards, or when only a dearer game can still win the match.

    With ``courage`` that many card points less are enough.
    """
    call = next(action for action in legal if isinstance(action, Crack))
    for habit in (keep_the_lead, catch_up):
        choice = habit(view, call)
        if choice is not None:
            return choice
    if _hope(view) >= CRACKS[call.word] - courage:
        return call, WHY_CRACK
    return PASS, WHY_DEAR_ENOUGH


def _hope(view: View) -> float:
    assert view.contract is not None
    return outlook(own_cards(view), open_cards(view, 1 - view.own_seat), view.contract.trump_suit)


def _ahead(view: View) -> int | None:
    """By how much the seat leads the match in what may be its last round; ``None`` in any other."""
    options = game_of(view.game).options
    assert isinstance(options, WidderkopfOptions)
    if options.rounds == "endless" or view.begun.deal < options.rounds:
        return None
    scores, seat = view.begun.scores, view.own_seat
    return scores[seat] - scores[1 - seat]


WHY_KEEP_THE_LEAD = say("habit-widderkopf-keep-the-lead", "I lead in the last round, so the game is dear enough.")


def keep_the_lead(view: View, call: Crack) -> Choice | None:
    """Ahead in the last round there is nothing to win by a dearer game."""
    ahead = _ahead(view)
    if ahead is None or ahead <= 0:
        return None
    return PASS, WHY_KEEP_THE_LEAD


WHY_CATCH_UP = say("habit-widderkopf-catch-up", "The game as it stands would not win me the match.")


def catch_up(view: View, call: Crack) -> Choice | None:
    """Behind in the last round a game that is too cheap must become dearer, unless it is hopeless anyway."""
    ahead = _ahead(view)
    if ahead is None or -ahead < 2 ** CALLS.index(call.word) or _hope(view) < DESPAIR:
        return None
    return call, WHY_CATCH_UP


def tempted(view: View, legal: Sequence[Action]) -> Choice:
    """The crack of somebody who overrates the cards a little."""
    return crack(view, legal, TEMPTED)


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a sensible player does here, and why."""
    if type(legal[0]) is not Play:
        return _HABITS[type(legal[-1])](view, legal)
    if type(legal[-1]) is Crack:
        call = crack(view, legal)
        if type(call[0]) is Crack:
            return call
        legal = legal[:-1]
    return play_card(view, legal)


def play_card(view: View, legal: Sequence[Action]) -> Choice:
    """The card that the habits of the tricks speak for."""
    card, reason = advise(sight_of(view), tuple([action.card for action in legal if type(action) is Play]))
    return Play(card), reason


_HABITS: dict[type[Any], Habit] = {Trump: name_trumps, Discard: discard, Crack: crack, Pass: only_pass}
