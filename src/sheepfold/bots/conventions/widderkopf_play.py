"""Conventions of Widderkopf for the tricks: every card has its price, and a habit for every way to play one.

A player weighs what a card brings at once, in card points, against what it may still bring if it is kept. The prices
were measured: the margin at the end of some thousand deals, divided among the cards that both players still had. The
last three tricks are counted out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from sheepfold.core.cards import ACE, JACK, KING, QUEEN, TEN, Card, Mask, Seat, cards_in, rank_of
from sheepfold.core.events import RowLaid, TableDiscard
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.trick import playable
from sheepfold.games.widderkopf import DECK36, ORDERS
from sheepfold.play.view import View

Advice: TypeAlias = tuple[Card, str]
Cards: TypeAlias = tuple[Card, ...]
Prices: TypeAlias = Sequence[float]
Table: TypeAlias = tuple[tuple[float, ...], ...]

FAT = 10  # an ace or a ten
LEAD = -2.0  # what it is worth to be on lead: whoever leads shows a card first
TURN = 1.5  # what it is worth to turn up a covered card of one's own
SHOWN = 0.1  # between equals the card that lies open goes first
END = 3  # as many tricks are counted out
LIKELY = 4  # how much more often than another a worthless plain card was discarded

# What a trump is worth beyond this trick, by the number of higher ones against it: 0, 1, 2, … 6 or more.
TRUMP_PRICES: Table = (
    (7.0, 5.0, 5.0, 3.5, 3.5, 3.5, 3.5),  # queens and jacks
    (12.0, 8.5, 7.5, 4.0, 2.5, 2.5, 0.0),  # the ace
    (9.0, 9.0, 5.5, 5.0, 4.0, 3.0, 1.0),  # the ten
    (2.0, 3.5, 4.0, 3.5, 2.5, 0.5, -0.5),  # the king
    (-3.5, 0.5, 1.5, 2.5, 2.5, 2.5, 2.0),  # the others
)
# The same for plain cards: by the higher ones against it (0, 1, 2 or more), and there by the length of the opponent's
# suit (0, 1, 2 or more); first while the opponent has trumps, then when there are none.
PLAIN_PRICES: tuple[tuple[Table, Table], ...] = (
    (((-12.5, -6.5, 2.5),) * 3, ((2.0, 6.0, 3.0),) * 3),  # aces
    (  # tens
        ((-9.5, -1.0, 5.0), (-18.0, -18.0, -4.5), (-18.0, -18.0, -4.5)),
        ((1.0, 5.5, 5.5), (-8.5, -8.5, -5.0), (-8.5, -8.5, -5.0)),
    ),
    (  # kings
        ((-2.5, -2.5, 1.0), (-5.5, -5.5, -3.0), (-8.5, -8.5, -8.5)),
        ((-1.5, 0.5, 0.0), (-7.0, -7.0, -6.5), (-11.5, -11.5, -11.5)),
    ),
    (  # the others
        ((-2.0, -3.0, -4.0), (-3.5, -3.5, -3.5), (-3.0, -3.0, -3.0)),
        ((-1.5, -3.5, -1.5), (-4.0, -4.0, -3.0), (-4.5, -4.5, -4.5)),
    ),
)


def _halves(row: Sequence[float]) -> tuple[float, ...]:
    """The row with the middles between its numbers, so that it can be read at every half."""
    return tuple(number for a, b in pairwise(row) for number in (a, (a + b) / 2)) + (row[-1],)


def _grid(table: Table) -> Table:
    wide = [_halves(row) for row in table]
    return tuple(zip(*(_halves(column) for column in zip(*wide, strict=True)), strict=True))


_TRUMPS: Table = tuple(_halves(row) for row in TRUMP_PRICES)
_PLAIN = tuple((_grid(bare), _grid(armed)) for armed, bare in PLAIN_PRICES)


def _kind(order: Order, card: Card) -> int:
    """Which row of the prices a card stands in."""
    if order.cls[card] == TRUMP:
        return {QUEEN: 0, JACK: 0, ACE: 1, TEN: 2, KING: 3}.get(rank_of(card), 4)
    return {ACE: 0, TEN: 1, KING: 2}.get(rank_of(card), 3)


_KINDS = tuple(tuple(_kind(order, card) for card in range(36)) for order in ORDERS)
_DOWNWARDS = tuple(
    tuple(
        tuple(sorted(cards_in(order.classes[cls]), key=lambda c, power=order.power[cls]: -power[c]))  # type: ignore[misc]
        for cls in range(5)
    )
    for order in ORDERS
)


class Moment(Struct, frozen=True, gc=False):
    """A moment in the tricks as one seat reads it.

    ``mine`` are the cards it can play and ``tops`` those that cover another; ``shown`` the opponent's open cards;
    ``unseen`` all that were never seen, ``maybe`` those of them that the opponent can have in hand, each with the
    likelihood ``chance``. ``theirs`` and ``ours`` are the likelihoods that an unseen card is the opponent's, in hand or
    covered, and that it is one's own covered one. ``margin`` is what this seat is ahead by, its own discard included.
    """

    suit: int
    order: Order
    mine: Mask
    tops: Mask
    shown: Mask
    unseen: Mask
    maybe: Mask
    held: int
    covered: int
    chance: float
    theirs: float
    ours: float
    trick: tuple[Card, ...]
    margin: int

    def beats(self, card: Card) -> bool:
        """Whether a card beats the one that was led."""
        power = self.order.power[self.order.cls[self.trick[0]]]
        return power[card] > power[self.trick[0]]

    @property
    def out(self) -> Mask:
        """What the opponent may play."""
        return self.shown | self.maybe


def read_moment(view: View) -> Moment:
    """The View of a seat that is to play a card."""
    assert view.seat is not None
    assert view.contract is not None
    assert view.contract.suit is not None
    seat, foe, suit = view.seat, 1 - view.seat, view.contract.suit
    order = ORDERS[suit]
    gone, void, margin = _past(view, seat, order)
    row, shown = open_cards(view, seat), open_cards(view, foe)
    mine = view.hand | row
    unseen = DECK36.mask & ~(mine | shown | gone)
    maybe = unseen & ~void
    held, many, places = view.counts[foe], unseen.bit_count() or 1, maybe.bit_count()
    return Moment(
        suit=suit,
        order=order,
        mine=mine,
        tops=_tops(view, seat) & row if view.covered[seat] else 0,
        shown=shown,
        unseen=unseen,
        maybe=maybe,
        held=held,
        covered=view.covered[seat] + view.covered[foe],
        chance=min(1.0, held / places) if places else 0.0,
        theirs=(held + view.covered[foe]) / many,
        ours=view.covered[seat] / many,
        trick=view.trick,
        margin=margin,
    )


def _past(view: View, seat: Seat, order: Order) -> tuple[Mask, Mask, int]:
    """The cards that are gone, those that the opponent's hand cannot hold, and what the seat is ahead by."""
    cls, value = order.cls, order.value
    gone = void = margin = 0
    if view.discard is not None:
        gone, margin = 1 << view.discard, -value[view.discard]
    if "faceup" in view.game:  # a table card may have been discarded
        for event in view.events:
            if type(event) is TableDiscard:
                gone |= 1 << event.card
    for trick in view.done:
        led, answer = trick.cards
        gone |= 1 << led | 1 << answer
        margin += trick.points if trick.winner == seat else -trick.points
        if trick.leader == seat and cls[led] != cls[answer]:
            void |= order.classes[cls[led]]
    return (gone | 1 << view.trick[0] if view.trick else gone), void, margin


def open_cards(view: View, seat: Seat) -> Mask:
    """The face-up table cards of a seat."""
    mask = 0
    for c in view.rows[seat]:
        if c >= 0:
            mask |= 1 << c
    return mask


def _tops(view: View, seat: Seat) -> Mask:
    """The cards that were dealt face up to a seat."""
    for event in view.events:
        if type(event) is RowLaid and event.seat == seat:
            return sum(1 << c for c in event.cards)
    return 0


# -- what a card is worth ----------------------------------------------------------------------------------------------


def prices(now: Moment, wanted: Mask = DECK36.mask) -> list[float]:
    """For every card that is left what its owner expects of it after this trick; unseen ones as the opponent's.

    Classes without a card that is ``wanted`` are left out.
    """
    price = [0.0] * 36
    order, mine, shown, unseen = now.order, now.mine, now.shown, now.unseen
    trumps = order.classes[TRUMP]
    many = (unseen & trumps).bit_count()
    armed = (shown & trumps).bit_count() + now.theirs * many >= 0.5
    arms = (mine & trumps).bit_count() + now.ours * many >= 0.5
    if wanted & trumps:
        _price_class(now, TRUMP, _TRUMPS, _TRUMPS, price)
    for cls in range(4):
        suit = order.classes[cls]
        if wanted & suit & (mine | shown | unseen):
            many = (unseen & suit).bit_count()
            length = min(4, int(2 * ((shown & suit).bit_count() + now.theirs * many) + 0.5))
            own = min(4, int(2 * ((mine & suit).bit_count() + now.ours * many) + 0.5))
            _price_class(now, cls, _COLUMNS[armed][length], _COLUMNS[arms][own], price)
    return price


# For a plain suit the prices by kind and higher cards, once the trumps and the length of the suit are known.
_COLUMNS: tuple[tuple[Table, ...], ...] = tuple(
    tuple(tuple(tuple(row[length] for row in kind[armed]) for kind in _PLAIN) for length in range(5))
    for armed in (0, 1)
)


def _price_class(now: Moment, cls: int, own: Table, foreign: Table, price: list[float]) -> None:
    """Go down a class and count the higher cards on either side."""
    mine, shown, kinds = now.mine, now.shown, _KINDS[now.suit]
    live = mine | shown | now.unseen
    last = len(own[0]) - 1
    against = above = 0.5  # a half to round
    for card in _DOWNWARDS[now.suit][cls]:
        if not live >> card & 1:
            continue
        if mine >> card & 1:
            step = int(against)
            price[card] = own[kinds[card]][step if step < last else last]
            above += 2
        else:
            step = int(above)
            price[card] = foreign[kinds[card]][step if step < last else last]
            if shown >> card & 1:
                against += 2
            else:
                against += 2 * now.theirs
                above += 2 * now.ours


def weigh_answers(now: Moment, cards: Cards) -> list[float]:
    """What each answer to the lead brings: the trick or its loss, the price of the card, a covered card turned."""
    order, price, led = now.order, prices(now, playable(now.mine, now.trick, now.order)), now.trick[0]
    value, power = order.value, order.power[order.cls[led]]
    height, stake = power[led], value[led] + LEAD
    found = []
    for card in cards:
        gain = stake + value[card] if power[card] > height else -stake - value[card]
        found.append(gain - price[card] + _turning(now, card))
    return found


def _turning(now: Moment, card: Card) -> float:
    return TURN if now.tops >> card & 1 else 0.0


def weigh_leads(now: Moment, cards: Cards) -> list[float]:
    """What each lead brings if the opponent answers it as this player would, with what the opponent may have."""
    order, price = now.order, prices(now, now.mine | now.out)
    ruff = _best(now, order.classes[TRUMP], order.value, price, 1)
    weights = [0.0] * 36
    for cls in range(5):
        own = [card for card in cards if order.cls[card] == cls]
        if own:
            _weigh_class(now, cls, own, price, ruff, weights)
    return [weights[card] - price[card] + _turning(now, card) for card in cards]


def _best(now: Moment, cards: Mask, value: Sequence[int], price: Prices, sign: int) -> tuple[float, float]:
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
    now: Moment, cls: int, own: list[Card], price: Prices, ruff: tuple[float, float], weights: list[float]
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


def spare_the_fat(now: Moment, cards: Cards) -> Cards:
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


def count_the_end(now: Moment, cards: Cards) -> Advice | None:
    """Count the last tricks out: the opponent has every card that is left, but for the one that was discarded."""
    if now.covered or now.mine.bit_count() > END:
        return None
    worth = [0.0] * len(cards)
    for hidden, weight in _hands(now):
        theirs = now.shown | hidden
        given = sum(now.order.value[c] for c in cards_in(now.unseen & ~hidden))
        for place, card in enumerate(cards):
            worth[place] += weight * _stake(now.margin + given + _outcome(now, theirs, card))
    best = max(range(len(cards)), key=lambda place: worth[place])
    return cards[best], "I have counted the last tricks out."


def _hands(now: Moment) -> list[tuple[Mask, int]]:
    """What the opponent may have in hand, and how likely; a worthless plain card is what people discard."""
    if now.maybe.bit_count() <= now.held:
        return [(now.maybe, 1)]
    order = now.order
    return [(now.maybe ^ 1 << c, 1 if order.value[c] or order.cls[c] == TRUMP else LIKELY) for c in cards_in(now.maybe)]


def _outcome(now: Moment, theirs: Mask, card: Card) -> int:
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

Habit: TypeAlias = Callable[[Moment, Card], str | None]
"""What a player would say of playing this card now, or nothing if the habit is about another way to play."""


def pounce(now: Moment, card: Card) -> str | None:
    """Lead above an open ace or ten that has to follow."""
    order = now.order
    cls, power = order.cls[card], order.power[order.cls[card]]
    follow = cards_in(now.shown & order.classes[cls])
    prey = [c for c in follow if order.value[c] >= FAT and power[c] < power[card]]
    return "A fat card lies open there and has to follow." if prey and len(prey) == len(follow) else None


def draw_trumps(now: Moment, card: Card) -> str | None:
    """Lead a trump that cannot be beaten while the opponent may have some."""
    order = now.order
    rivals = now.out & order.classes[TRUMP]
    if order.cls[card] != TRUMP or not rivals or any(_higher(order, c, card) for c in cards_in(rivals)):
        return None
    return "Nobody can beat this trump, and it draws another."


def _higher(order: Order, card: Card, than: Card) -> bool:
    power = order.power[order.cls[than]]
    return power[card] > power[than]


def cash(now: Moment, card: Card) -> str | None:
    """Lead the highest card of a plain suit while it will be followed, or when there are no trumps against it."""
    order = now.order
    suit = now.out & order.classes[order.cls[card]]
    if order.cls[card] == TRUMP or not order.value[card] or any(_higher(order, c, card) for c in cards_in(suit)):
        return None
    if not now.out & order.classes[TRUMP]:
        return "It is the highest of its suit, and there is no trump against it."
    return "It is the highest of its suit and should be followed." if suit else None


def force(now: Moment, card: Card) -> str | None:
    """Lead a worthless card of a suit that the opponent is out of: it costs a trump or wins."""
    order = now.order
    suit = now.out & order.classes[order.cls[card]]
    plain = order.cls[card] != TRUMP and not order.value[card]
    return "They have none of this suit, so it costs a trump." if plain and not suit else None


def tempt(now: Moment, card: Card) -> str | None:
    """Lead a small trump that a better one has to beat."""
    order = now.order
    if order.cls[card] != TRUMP or order.value[card] >= FAT:
        return None
    return "A small trump asks for a bigger one."


def turn_up(now: Moment, card: Card) -> str | None:
    """Play a cheap open card for the sake of the one below it."""
    cheap = now.tops >> card & 1 and now.order.value[card] < FAT
    return "It costs little and turns up the card below." if cheap else None


def get_out(now: Moment, card: Card) -> str | None:
    """Lead a cheap card and let the opponent show one first in the next trick."""
    return "It costs little, and they may lead next." if now.order.value[card] < FAT else None


def bring_home(now: Moment, card: Card) -> str | None:
    """Win the trick with an ace or a ten, which is then safe."""
    return "It takes the trick and is safe there." if now.beats(card) and now.order.value[card] >= FAT else None


def trump_in(now: Moment, card: Card) -> str | None:
    """Take a plain trick with a trump."""
    order = now.order
    ruffs = order.cls[card] == TRUMP != order.cls[now.trick[0]]
    return "I have none of the suit, so a trump takes it." if ruffs else None


def take_much(now: Moment, card: Card) -> str | None:
    """Win a trick that has an ace or a ten in it."""
    much = now.beats(card) and now.order.value[now.trick[0]] >= FAT
    return "There is much in this trick, and I can take it." if much else None


def take_cheaply(now: Moment, card: Card) -> str | None:
    """Win a trick with a card that will hardly do better."""
    return "It takes the trick and I can spare it." if now.beats(card) else None


def leave_it(now: Moment, card: Card) -> str | None:
    """Let a poor trick go, though it could be won."""
    order = now.order
    legal = cards_in(playable(now.mine, now.trick, order))
    could = any(now.beats(c) for c in legal)
    return "The trick is not worth a better card." if could and order.value[card] < FAT else None


def give_little(now: Moment, card: Card) -> str | None:
    """Lose a trick that cannot be won, and lose little in it."""
    return "I cannot take it, so it gets as little as can be." if now.order.value[card] < FAT else None


def for_want_of_better(now: Moment, card: Card) -> str | None:
    """Nothing good can be said of any card."""
    return "The other cards are worse."


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


def advise(now: Moment, cards: Cards) -> Advice:
    """The card to play, and the habit that speaks for it."""
    counted = count_the_end(now, cards)
    if counted is not None:
        return counted
    if not now.trick:
        cards = spare_the_fat(now, cards)
    weights = weigh_answers(now, cards) if now.trick else weigh_leads(now, cards)
    card = cards[weights.index(max(weights))]
    return card, reason_for(now, card)


def reason_for(now: Moment, card: Card) -> str:
    """The first habit that has something to say of this card."""
    said = (habit(now, card) for habit in (ANSWERS if now.trick else LEADS))
    return next(sentence for sentence in said if sentence is not None)
