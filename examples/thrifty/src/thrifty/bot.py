"""A bot that plays any game: it wins a trick with the cheapest card that does, and wastes nothing on any other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sheepfold import Budget, Decision, View, make_bot, make_game
from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import Card
from sheepfold.core.message import say
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.shuffle import Stream
from sheepfold.core.trick import points_of, winner

NO_LIMIT = Budget()
LEADS = say("thrifty-leads", "I lead what costs me least.")
WINS = say("thrifty-wins", "I win the trick with the cheapest card that does.")
SAVES = say("thrifty-saves", "I cannot win this trick, or it is too poor for me, so I throw what costs me least.")
game_of = cache(make_game)  # a View names its game as text, and every decision asks


class Thrifty:
    """Plays as cheaply as it can; a trick that holds fewer points than ``worth`` it leaves to others."""

    def __init__(self, *, worth: int = 0) -> None:
        if type(worth) is not int or worth < 0:
            raise ValueError(f"worth is 0 or more, not {worth}")
        self.worth = worth
        self._habits = make_bot("conventions")

    @property
    def name(self) -> str:
        """As it is written: ``thrifty``, or ``thrifty(worth=4)``."""
        return f"thrifty(worth={self.worth})" if self.worth else "thrifty"

    def choose(self, view: View, legal: Sequence[Action], rng: Stream, budget: Budget = NO_LIMIT) -> Decision:
        """A card by thrift; anything else (bids, calls, melds) as a player with sound habits does it."""
        cards = [action.card for action in legal if isinstance(action, Play)]
        if len(cards) < len(legal) or view.contract is None:
            return self._habits.choose(view, legal, rng, budget)
        order = game_of(view.game).order_of(view.contract)
        cheapest = sorted(cards, key=lambda card: cost(card, order))
        if not view.trick:
            return Decision(Play(cheapest[0]), LEADS)
        winning = [card for card in cheapest if winner((*view.trick, card), order) == len(view.trick)]
        if winning and points_of(view.trick, order) >= self.worth:
            return Decision(Play(winning[0]), WINS)
        return Decision(Play(cheapest[0]), SAVES)


def cost(card: Card, order: Order) -> tuple[int, bool, int]:
    """What it costs to part with a card: its points, then whether it is a trump, then its strength."""
    suit = order.cls[card]
    return order.value[card], suit == TRUMP, order.power[suit][card]
