"""Sound play in any game, for games without habits of their own.

What beats what comes from the game's Order, who may hold what from the View. A card is worth the points it helps to win
or to lose in this trick, less what it might bring later. In an auction the general player passes: it cannot know what a
hand is worth, and whoever passes loses least.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from sheepfold.bots.habits.base import ONLY_ACTION, ONLY_CARD, Choice
from sheepfold.core.actions import Action, Bury, Discard, Give, NameOrder, Pass, Play, Predeclare, Show, Trump
from sheepfold.core.cards import ALL_CARDS, SUIT_MASKS, Card, Mask, Seat, cards_in, mask_of, rank_of
from sheepfold.core.events import Contract
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.shuffle import Stream
from sheepfold.play.view import NO_CARD, View, unseen, voids
from sheepfold.play.worlds import Worlds
from sheepfold.registry import game_of

# Where the numbers of this file come from: docs/tuning.md.
TRICK = 10.0
"""What a trick is worth where no card counts points."""
TOP_TRUMP, LOW_TRUMP = 0.85, 0.15
"""What the highest and the lowest trump are worth later, in average tricks; the others lie between them."""
MASTER, SPARE = 0.3, 0.05
"""The same for the highest card left of a plain suit, and for the best of the others."""
FOLLOWED = 5
"""With this many cards of a suit in other hands its highest one is safe from trumps."""
RESCUE, LEAD_RESCUE = 0.6, 0.2
"""How often a friend behind who can save the trick does so, after another's lead and after one's own."""
RIDDANCE = 0.3
"""What it is worth to be rid of a high card where tricks are not wanted: a share of a trick, and of its points."""
TRIES = 50
"""Worlds that are tried to find out what a contract is about."""

SURE = 0.999
LIKELY = 0.5


WHY_SHOW = say("general-show", "A meld shown may score.")


def decide(view: View, legal: Sequence[Action]) -> Choice:
    """What a player of any card game does here, and why."""
    cards = tuple([action.card for action in legal if type(action) is Play])
    melds = [action for action in legal if type(action) is Show]
    laid = [action for action in legal if isinstance(action, Give | Discard | Bury)]
    if melds:
        return max(melds, key=lambda meld: meld.cards.bit_count()), WHY_SHOW
    if cards:
        return play_card(view, cards)
    if laid:
        return lay_away(view, laid)
    return speak(view, legal)


# -- what is said ------------------------------------------------------------------------------------------------------


WHY_PASS = say("general-pass", "I leave the bidding to the others.")
WHY_SUIT = say("general-suit", "It is my longest suit.")
WHY_ORDER = say("general-order", "Most of my cards are on top then.")
WHY_FIRST = say("general-first", "I know no better.")


def speak(view: View, legal: Sequence[Action]) -> Choice:
    """Pass if that can be done; else name the longest suit, or the order that puts the own cards on top."""
    for action in legal:
        if type(action) is Pass:
            return action, WHY_PASS
    hand = view.hand | view.aside
    suits = [action for action in legal if isinstance(action, Trump | Predeclare) and action.suit is not None]
    if suits:
        return max(suits, key=lambda action: _length(hand, action.suit)), WHY_SUIT
    orders = [action for action in legal if isinstance(action, NameOrder)]
    if orders and hand:
        ranks = [rank_of(c) for c in cards_in(hand)]
        high = sum(ranks) >= MIDDLE_RANK * len(ranks)
        return next((action for action in orders if action.high == high), orders[0]), WHY_ORDER
    return legal[0], ONLY_ACTION if len(legal) == 1 else WHY_FIRST


MIDDLE_RANK = 4.5
"""Halfway between the seven and the ace."""


def _length(hand: Mask, suit: int | None) -> tuple[int, int]:
    """How long a suit is, and how high its cards are."""
    own = hand & SUIT_MASKS[suit] if suit is not None else 0
    return own.bit_count(), sum(rank_of(c) for c in cards_in(own))


WHY_LAY_AWAY = say("general-lay-away", "I need it least.")


def lay_away(view: View, laid: Sequence[Give | Discard | Bury]) -> Choice:
    """Part with the card that is needed least: no trump, no high card, few points, a short suit."""
    now = sight_of(view)
    if now is None:
        return min(laid, key=lambda action: rank_of(action.card)), WHY_LAY_AWAY
    order = now.terms.order

    def price(action: Give | Discard | Bury) -> tuple[float, int, int]:
        length = (now.mine & order.classes[order.cls[action.card]]).bit_count()
        return later(now, action.card), order.value[action.card], length

    return min(laid, key=price), WHY_LAY_AWAY


# -- what a contract means ---------------------------------------------------------------------------------------------


class Terms(Struct, frozen=True):
    """A contract, ready to be looked up.

    ``above[led class][card]`` are the cards that beat a card there; ``value`` what each card counts, ``trick`` what a
    trick counts beside its cards and ``usual`` an average one in all. ``duck``: tricks or points are not wanted.
    ``alone``: the declarer plays against all others.
    """

    order: Order
    above: tuple[tuple[Mask, ...], ...]
    value: tuple[int, ...]
    trick: float
    usual: float
    duck: bool
    alone: bool


_TERMS: dict[tuple[str, Contract], Terms] = {}
_MANY = 4096


def terms_of(game: Game[Any], view: View) -> Terms | None:
    """What the contract means; ``None`` if there is none yet, or none that the game knows an order for."""
    contract = view.contract
    if contract is None:
        return None
    known = _TERMS.get((view.game, contract))
    if known is not None:
        return known
    try:
        order = game.order_of(contract)
    except Exception:  # somebody else's game may raise anything
        return None
    problem = _some_problem(game, view, contract)
    terms = _make_terms(game, contract, order, problem)
    if problem is not None:  # before the tricks it is too early to tell for good
        if len(_TERMS) >= _MANY:
            _TERMS.clear()
        _TERMS[view.game, contract] = terms
    return terms


def _make_terms(game: Game[Any], contract: Contract, order: Order, problem: TrickProblem | None) -> Terms:
    aim = "most points" if problem is None else problem.aim
    tricks = aim in ("most tricks", "no trick") or not any(order.value)
    value = (0,) * len(order.value) if tricks else order.value
    trick = TRICK if tricks else 0.0
    usual = trick + game.seats * sum(value) / len(game.deck)
    duck = aim in ("least points", "no trick")
    return Terms(order, _beaten_by(game, order), value, trick, usual, duck, _alone(contract, problem))


def _beaten_by(game: Game[Any], order: Order) -> tuple[tuple[Mask, ...], ...]:
    deck = game.deck.cards
    return tuple(tuple(mask_of(o for o in deck if power[o] > power[c]) for c in ALL_CARDS) for power in order.power)


def _alone(contract: Contract, problem: TrickProblem | None) -> bool:
    if problem is None or contract.declarer is None or contract.partner_card is not None:
        return False  # with a card that makes the partner, only its holder knows whether there is one
    own = problem.sides[contract.declarer]
    others = {side for seat, side in enumerate(problem.sides) if seat != contract.declarer}
    return len(others) == 1 and own not in others


def _some_problem(game: Game[Any], view: View, contract: Contract) -> TrickProblem | None:
    """The tricks of some world that fits the view.

    What a contract is about is a public fact, and so is whether its declarer is alone where no card makes a partner:
    any world tells them, and all seats may share what one has found.
    """
    with suppress(Exception):  # nothing that fits was found, or it is somebody else's game
        return game.problem(Worlds(game, view).draw(Stream("general", contract.kind), tries=TRIES)[1])
    return None


# -- what a player sees ------------------------------------------------------------------------------------------------


class Sight(Struct, gc=False):
    """A moment as one seat sees it.

    ``mine`` are the cards it can play, ``others`` those that somebody else may play; ``shown`` are by seat the cards
    that it surely has, ``may`` the unseen ones it can have and ``hidden`` how many of these it has. ``best`` is the
    card that wins the trick so far, ``taker`` its seat; ``behind`` still play to it.
    """

    terms: Terms
    mine: Mask
    others: Mask
    shown: list[Mask]
    may: list[Mask]
    hidden: list[int]
    friends: frozenset[Seat]
    trick: tuple[Card, ...]
    led: int
    best: Card
    taker: Seat
    behind: tuple[Seat, ...]


def sight_of(view: View) -> Sight | None:
    """What the seat on turn sees; ``None`` before it is known what beats what."""
    game, seat = game_of(view.game), view.seat
    terms = terms_of(game, view)
    if terms is None or seat is None:
        return None
    order, seats, trick = terms.order, range(view.seats), view.trick
    rows = [mask_of(c for c in row if c != NO_CARD) for row in view.rows] or [0] * view.seats
    out = unseen(view, game)
    void = voids(view, game)
    leader = seat if view.leader is None or not trick else view.leader
    led = order.cls[trick[0]] if trick else TRUMP
    best = max(trick, key=order.power[led].__getitem__, default=NO_CARD)
    shown = [view.known[other] | rows[other] for other in seats]
    others = out
    for other in seats:
        others |= shown[other] if other != seat else 0
    return Sight(
        terms=terms,
        mine=view.hand | rows[seat],
        others=others,
        shown=shown,
        may=[out & ~(void[other] | view.lacks[other]) for other in seats],
        hidden=[view.counts[other] - view.known[other].bit_count() for other in seats],
        friends=_friends(game, view, terms, seat),
        trick=trick,
        led=led,
        best=best,
        taker=(leader + trick.index(best)) % view.seats if trick else seat,
        behind=tuple([(seat + step) % view.seats for step in range(1, view.seats - len(trick))]),
    )


def _friends(game: Game[Any], view: View, terms: Terms, seat: Seat) -> frozenset[Seat]:
    """The other seats that surely play on the same side."""
    if game.teams is not None:
        return frozenset(next((team for team in game.teams if seat in team), ())) - {seat}
    contract = view.contract
    if contract is None or contract.declarer is None:
        return frozenset()
    called, partner = contract.partner_card, view.partner
    if called is not None and view.hand >> called & 1 and seat != contract.declarer:
        partner = seat
    if partner is None and not terms.alone:
        return frozenset()
    pair = frozenset({contract.declarer} if partner is None else {contract.declarer, partner})
    return (pair if seat in pair else frozenset(range(view.seats)) - pair) - {seat}


# -- chances -----------------------------------------------------------------------------------------------------------


def can_beat(now: Sight, seat: Seat, led: int, card: Card) -> float:
    """How likely a seat has, and may play, a card that beats this one."""
    above, suit = now.terms.above[led][card], now.terms.order.classes[led]
    shown, may = now.shown[seat], now.may[seat]
    if shown & above & suit:
        return 1.0
    lacks = _lacks(now, seat)
    follows = 1.0 - lacks ** (may & above & suit).bit_count()
    if led == TRUMP or shown & suit:
        return follows
    ruff = 1.0 if shown & above else 1.0 - lacks ** (may & above & ~suit).bit_count()
    return follows + ruff * lacks ** (may & suit).bit_count()


def must_beat(now: Sight, seat: Seat, led: int, card: Card) -> float:
    """How likely a seat that wants no trick has to beat this card: it has that class, and only higher ones."""
    suit = (now.may[seat] | now.shown[seat]) & now.terms.order.classes[led]
    higher = (suit & now.terms.above[led][card]).bit_count()
    lacks = _lacks(now, seat)
    return (1.0 - lacks**higher) * lacks ** (suit.bit_count() - higher)


def _lacks(now: Sight, seat: Seat) -> float:
    """How likely a seat has not one given card that it can have."""
    places = now.may[seat].bit_count()
    return max(0.0, 1.0 - now.hidden[seat] / places) if places else 1.0


def holds(now: Sight, led: int, card: Card) -> float:
    """How likely a card that has the trick keeps it, as far as the others are not friends."""
    beaten = must_beat if now.terms.duck else can_beat
    chance = 1.0
    for seat in now.behind:
        if seat not in now.friends:
            chance *= 1.0 - beaten(now, seat, led, card)
    return chance


def ours(now: Sight, card: Card) -> float:
    """How likely the own side takes the trick if this card is played to it."""
    power = now.terms.order.power
    if not now.trick:
        led = now.terms.order.cls[card]
        return _rescued(now, holds(now, led, card), led, card, LEAD_RESCUE)
    if power[now.led][card] > power[now.led][now.best]:
        return holds(now, now.led, card)
    kept = holds(now, now.led, now.best) if now.taker in now.friends else 0.0
    return _rescued(now, kept, now.led, now.best, RESCUE)


def _rescued(now: Sight, chance: float, led: int, card: Card, often: float) -> float:
    """The chance with the help of friends behind, who want the trick unless tricks are not wanted."""
    if now.terms.duck:
        return chance
    for seat in now.behind:
        if seat in now.friends:
            chance += (1.0 - chance) * often * can_beat(now, seat, led, card)
    return chance


# -- the card ----------------------------------------------------------------------------------------------------------


def height(now: Sight, card: Card) -> float:
    """The share of the others' cards of its class that a card beats."""
    others = now.others & now.terms.order.classes[now.terms.order.cls[card]]
    higher = (others & now.terms.above[now.terms.order.cls[card]][card]).bit_count()
    return 1.0 - higher / others.bit_count() if others else 1.0


def later(now: Sight, card: Card) -> float:
    """What a card may still bring if it is kept, in points."""
    order, top = now.terms.order, height(now, card)
    if order.cls[card] == TRUMP:
        share: float = LOW_TRUMP + (TOP_TRUMP - LOW_TRUMP) * top**1.5
    elif top < 1.0:
        share = SPARE * top
    else:
        share = MASTER * _stands(now, order.classes[order.cls[card]])
    return share * (now.terms.usual + now.terms.value[card])


def _stands(now: Sight, suit: Mask) -> float:
    """How likely the highest card of a suit is not ruffed: less so with every card of the suit that is gone."""
    ruffs = now.others & now.terms.order.trump_mask
    return min(1.0, (now.others & suit).bit_count() / FOLLOWED) if ruffs else 1.0


WHY_UNKNOWN = say("general-unknown", "I cannot tell these cards apart.")


def play_card(view: View, cards: tuple[Card, ...]) -> Choice:
    """The card with the best balance of what it wins, what it loses and what it would bring later."""
    if len(cards) == 1:
        return Play(cards[0]), ONLY_CARD
    now = sight_of(view)
    if now is None:
        return Play(cards[0]), WHY_UNKNOWN
    terms = now.terms
    each = (terms.usual - terms.trick) / view.seats
    common = terms.trick + each * len(now.behind) + sum([terms.value[c] for c in now.trick])
    best, card, chance = -1e9, cards[0], 0.0
    for c in cards:
        likely, points = ours(now, c), common + terms.value[c]
        if terms.duck:
            riddance = RIDDANCE * (terms.usual * height(now, c) + terms.value[c])
            balance = riddance - likely * points
        else:
            balance = (2.0 * likely - 1.0) * points - later(now, c)
        if balance > best:
            best, card, chance = balance, c, likely
    return Play(card), _reason(now, card, chance)


WHY_DUCK = say("general-duck", "Somebody else should take this trick.")
WHY_DUCK_TAKE = say("general-duck-take", "If I must take one, then this one.")
WHY_LEAD_SURE = say("general-lead-sure", "Nobody can beat it.")
WHY_LEAD_HIGH = say("general-lead-high", "It should win the trick.")
WHY_LEAD_LOW = say("general-lead-low", "It costs little to lead this.")
WHY_TAKE_SURE = say("general-take-sure", "It takes the trick, and nobody can beat it.")
WHY_TAKE = say("general-take", "It may take the trick.")
WHY_THROW_OFF = say("general-throw-off", "I cannot take the trick, so I give as little as I can.")
WHY_SCHMEAR = say("general-schmear", "The trick should be ours, so I give it points.")
WHY_LEAVE = say("general-leave", "The trick should be ours without a good card of mine.")


def _reason(now: Sight, card: Card, chance: float) -> Message:
    terms, power = now.terms, now.terms.order.power
    if terms.duck:
        return WHY_DUCK if chance < LIKELY else WHY_DUCK_TAKE
    if not now.trick and chance >= SURE:
        return WHY_LEAD_SURE
    if not now.trick:
        return WHY_LEAD_HIGH if chance >= LIKELY else WHY_LEAD_LOW
    if power[now.led][card] > power[now.led][now.best]:
        return WHY_TAKE_SURE if chance >= SURE else WHY_TAKE
    if chance < LIKELY:
        return WHY_THROW_OFF
    if terms.value[card] >= terms.usual / 2:
        return WHY_SCHMEAR
    return WHY_LEAVE
