"""What a player of Sheepshead reads off the table before each card: who may hold what, and who is on whose side.

The trumps of Sheepshead never change, so everything that depends on the cards alone is a table made once. This is read
before every card of every playout; hence the masks and the single pass over the tricks.
"""

from __future__ import annotations

from msgspec import Struct

from sheepfold.core.cards import ACE, ALL_CARDS, DECK32, RANK_MASKS, Card, Mask, Seat, cards_in, mask_of
from sheepfold.core.events import Contract
from sheepfold.core.order import TRUMP
from sheepfold.games.sheepshead_scoring import ORDER
from sheepfold.play.view import View

CLS, VALUE, POWER, CLASSES = ORDER.cls, ORDER.value, ORDER.power, ORDER.classes
TRUMPS: Mask = CLASSES[TRUMP]
FAILS: Mask = DECK32.mask & ~TRUMPS
FAIL_ACES: Mask = RANK_MASKS[ACE] & FAILS
STRENGTH: tuple[int, ...] = tuple(POWER[CLS[c]][c] for c in ALL_CARDS)
"""How strong a card is among its like; every trump stands above every fail."""
ABOVE: tuple[tuple[Mask, ...], ...] = tuple(
    tuple(mask_of(o for o in DECK32.cards if power[o] > power[c]) for c in ALL_CARDS) for power in POWER
)
"""``ABOVE[led class][card]``: the cards that beat it in such a trick."""

# Where the numbers of this file come from: docs/tuning.md.
LED_TRUMP, LED_FAIL = 4.0, 0.5  # a partner leads trump more often than a defender does, and fail less often
PICKER_HAS_JACK = 1.5  # the picker has eight cards to find the jack of diamonds in, everybody else six
RUFFS = 0.6  # who could ruff higher than what lies there does so that often
TRUSTED = 0.6  # from here on a seat's tricks are counted as one's own
NOBODY = -1


class Sight(Struct, gc=False):
    """A moment in the tricks as one seat reads it.

    ``out`` are the cards that may still fall from others or lie hidden, ``may`` those that each seat may hold, and
    ``share`` is the part of the unseen cards that each seat has. ``side`` is how likely each seat is on one's own side,
    from 0 to 1. ``led``, ``top``, ``taker`` and ``worth`` describe the trick as it lies; ``behind`` still play to it.
    ``taken`` and ``tricks`` count by seat; ``bury`` is the worth of a bury one knows. ``called`` is the called card as
    long as another seat holds it. ``left`` is how likely the trick comes to one's own side without one's help.
    ``role`` is ``picker``, ``partner`` (or another of the picker's team) or ``defender``.
    """

    seat: Seat
    seats: int
    contract: Contract
    hand: Mask
    trick: tuple[Card, ...]
    behind: tuple[Seat, ...]
    bury: int
    out: Mask = 0
    may: list[Mask] = []
    share: list[float] = []
    side: list[float] = []
    led: int = TRUMP
    top: Card = NOBODY
    taker: Seat = NOBODY
    worth: int = 0
    taken: list[int] = []
    tricks: list[int] = []
    called: Card | None = None
    left: float = 0.0
    role: str = "defender"

    def ours(self) -> int:
        """The points that are already on one's own side, as far as one can tell."""
        side, total = self.side, self.bury
        for who, points in enumerate(self.taken):
            if side[who] > TRUSTED:
                total += points
        return total

    def chance_to_keep(self, card: Card) -> float:
        """How likely no opponent behind takes the trick from this card, if it is the best one or the lead."""
        led = self.led if self.trick else CLS[card]
        above = ABOVE[led][card]
        chance = 1.0
        for seat in self.behind:
            foe = 1.0 - self.side[seat]
            better = self.may[seat] & above
            if foe and better:
                chance *= 1.0 - foe * self._chance_to_beat(seat, led, better)
        return chance

    def chance_of_help(self, card: Card) -> float:
        """How likely a friend behind takes the trick away from an opponent's card."""
        above = ABOVE[self.led][card]
        against = 1.0
        for seat in self.behind:
            friend = self.side[seat]
            better = self.may[seat] & above
            if friend and better:
                against *= 1.0 - friend * self._chance_to_beat(seat, self.led, better)
        return 1.0 - against

    def _chance_to_beat(self, seat: Seat, led: int, better: Mask) -> float:
        """How likely a seat has one of these better cards and may play it."""
        lacks = 1.0 - self.share[seat]
        if led == TRUMP:
            return 1.0 - lacks ** better.bit_count()
        if self.called is not None and CLS[self.called] == led and seat == self.contract.declarer:
            void = 0.0  # the picker keeps a card of the called suit
        else:
            void = lacks ** (self.may[seat] & CLASSES[led]).bit_count()
        ruff = void * (1.0 - lacks ** (better & TRUMPS).bit_count())
        if self.trick:
            ruff *= RUFFS
        return ruff + (1.0 - void) * (1.0 - lacks ** (better & FAILS).bit_count())


def sight_of(view: View) -> Sight:
    """Read the View of a seat that is to play a card."""
    contract, seat, seats = view.contract, view.seat, view.seats
    assert contract is not None
    assert seat is not None
    behind = tuple([(seat + step) % seats for step in range(1, seats - len(view.trick))])
    bury = sum([VALUE[c] for c in cards_in(view.bury)]) if view.bury else 0
    now = Sight(seat, seats, contract, view.hand, view.trick, behind, bury)
    hints = [1.0] * seats
    void = list(view.lacks)
    seen = view.hand | view.bury | _look_back(view, now, void, hints) | _look_at_trick(view, now, void, hints)
    now.out = out = DECK32.mask & ~seen
    known = view.known
    held = 0
    for mask in known:
        held |= mask
    hidden = out.bit_count() or 1
    now.may = [out & ~void[who] & (~held | known[who]) if who != seat else 0 for who in range(seats)]
    now.share = [count / hidden for count in view.counts]
    now.called = contract.partner_card
    if now.called is not None and not out >> now.called & 1:
        now.called = None
    now.side = _sides(view, now, hints)
    if contract.declarer == seat:
        now.role = "picker"
    elif contract.declarer is not None and now.side[contract.declarer] == 1.0:
        now.role = "partner"
    return now


def _look_back(view: View, now: Sight, void: list[Mask], hints: list[float]) -> Mask:
    """The cards of the finished tricks; notes who was void, who took what and who led as a partner would."""
    seats, seen = view.seats, 0
    now.taken, now.tricks = taken, tricks = [0] * seats, [0] * seats
    for trick in view.done:
        who, cards = trick.leader, trick.cards
        led = CLS[cards[0]]
        hints[who] *= LED_TRUMP if led == TRUMP else LED_FAIL
        for c in cards:
            seen |= 1 << c
            if CLS[c] != led:
                void[who] |= CLASSES[led]
            who = who + 1 if who + 1 < seats else 0
        taken[trick.winner] += trick.points
        tricks[trick.winner] += 1
    return seen


def _look_at_trick(view: View, now: Sight, void: list[Mask], hints: list[float]) -> Mask:
    """The cards of the trick on the table; notes who was void and who has it so far."""
    if not view.trick:
        return 0
    assert view.leader is not None
    who, seats, seen, best = view.leader, view.seats, 0, -1
    now.led = led = CLS[view.trick[0]]
    power, called = POWER[led], now.contract.partner_card
    hints[who] *= LED_TRUMP if led == TRUMP else LED_FAIL
    shows = called is not None and CLS[called] == led != TRUMP
    for c in view.trick:
        seen |= 1 << c
        now.worth += VALUE[c]
        if CLS[c] != led:
            void[who] |= CLASSES[led]
        elif shows and called is not None:
            void[who] |= 1 << called  # the partner had to play it
        if power[c] > best:
            best, now.top, now.taker = power[c], c, who
        who = who + 1 if who + 1 < seats else 0
    return seen


def _sides(view: View, now: Sight, hints: list[float]) -> list[float]:
    """How likely each seat is on one's own side."""
    seat, seats, contract = now.seat, now.seats, now.contract
    picker = contract.declarer
    if picker is None:
        return [float(who == seat) for who in range(seats)]
    if contract.kind == "fixed_partners":
        return [float((who - seat) % 2 == 0) for who in range(seats)]
    partner = view.partner
    called = contract.partner_card
    if called is not None and view.hand >> called & 1 and seat != picker:
        partner = seat
    if partner is not None or now.called is None:
        own = seat in (picker, partner)
        return [float((who in (picker, partner)) == own) for who in range(seats)]
    doubt = [
        hints[who] if who not in (seat, picker) and now.may[who] >> now.called & 1 else 0.0 for who in range(seats)
    ]
    total = sum(doubt)
    if contract.kind == "jack_of_diamonds" and now.may[picker] >> now.called & 1:
        total += PICKER_HAS_JACK
    if seat == picker:
        side = [each / total if total else 0.0 for each in doubt]
    else:
        side = [1.0 - each / total if total else 1.0 for each in doubt]
        side[picker] = 0.0
    side[seat] = 1.0
    return side
