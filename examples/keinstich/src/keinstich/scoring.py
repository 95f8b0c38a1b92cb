"""What costs in Kein Stich, what it is worth on the score sheet, and what a scorekeeper is asked about it."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from msgspec import Struct

from sheepfold.core.cards import DECK32, HEARTS, KING, QUEEN, RANK_MASKS, SUIT_MASKS, Card, Mask, Seat, card
from sheepfold.core.errors import BadFacts
from sheepfold.core.form import Field
from sheepfold.core.game import Facts
from sheepfold.core.message import Message, Pattern, say
from sheepfold.core.score import Factor, ScoreItem

SEATS = 4
KING_OF_HEARTS: Card = card(HEARTS, KING)


class Cost(Struct, frozen=True):
    """Something that costs: its price for each piece, how many pieces there are, and how cards carry the price.

    Every one of ``cards`` is worth ``value`` in a trick. The last trick is no card; its price comes on top.
    """

    rule: str
    price: int
    pieces: int
    cards: Mask
    value: int
    what: Pattern


TRICKS_TAKEN = Pattern("keinstich-item-tricks", "{ $number } of 8 tricks at { $price } points each")
HEARTS_TAKEN = Pattern("keinstich-item-hearts", "{ $number } of 8 hearts at { $price } points each")
QUEENS_TAKEN = Pattern("keinstich-item-queens", "{ $number } of 4 queens at { $price } points each")
KING_TAKEN = Pattern("keinstich-item-king", "the king of hearts")
LAST_TAKEN = Pattern("keinstich-item-last", "the last trick")

COSTS: dict[str, Cost] = {
    "tricks": Cost("K7", 4, 8, DECK32.mask, 1, TRICKS_TAKEN),
    "hearts": Cost("K8", 4, 8, SUIT_MASKS[HEARTS] & DECK32.mask, 4, HEARTS_TAKEN),
    "queens": Cost("K9", 8, 4, RANK_MASKS[QUEEN], 8, QUEENS_TAKEN),
    "king": Cost("K10", 32, 1, 1 << KING_OF_HEARTS, 32, KING_TAKEN),
    "last": Cost("K11", 32, 1, 0, 0, LAST_TAKEN),
}
"""What can cost, with its words on the score sheet."""

CONTRACTS: dict[str, tuple[str, ...]] = {**{name: (name,) for name in COSTS}, "all": tuple(COSTS)}
"""What costs under each contract, in the order in which they are played (K6, K12)."""

KINDS: dict[str, Message] = {
    "tricks": say("keinstich-contract-tricks", "Tricks"),
    "hearts": say("keinstich-contract-hearts", "Hearts"),
    "queens": say("keinstich-contract-queens", "Queens"),
    "king": say("keinstich-contract-king", "King of Hearts"),
    "last": say("keinstich-contract-last", "Last Trick"),
    "all": say("keinstich-contract-all", "Everything"),
}
"""The contracts as they stand in a sentence."""

BySeat: TypeAlias = tuple[int, int, int, int]
"""A number for every seat."""


class KeinStichFacts(Facts, frozen=True, kw_only=True):
    """What a scorekeeper knows: of each thing that costs under the contract who took it, and of nothing else (K26)."""

    tricks: BySeat | None = None
    hearts: BySeat | None = None
    queens: BySeat | None = None
    king: Seat | None = None
    last: Seat | None = None


# -- what was taken ----------------------------------------------------------------------------------------------------


def pieces_of(won: tuple[Mask, ...], name: str) -> tuple[int, ...]:
    """How many of the cards that cost each seat has taken."""
    return tuple((cards & COSTS[name].cards).bit_count() for cards in won)


def taken_by(facts: KeinStichFacts, name: str) -> tuple[int, ...]:
    """How many pieces of something each seat has taken by the facts; of what there is but once, one seat has one."""
    told: BySeat | Seat = getattr(facts, name)
    return told if isinstance(told, tuple) else tuple(int(seat == told) for seat in range(SEATS))


@cache
def item_of(name: str, seat: Seat, number: int) -> ScoreItem:
    """The line of what one seat has taken of something."""
    cost = COSTS[name]
    factors = (Factor("price", -cost.price, (cost.rule,)), Factor("number", number, (cost.rule,)))
    what = cost.what(number=number, price=cost.price) if cost.pieces > 1 else cost.what()
    return ScoreItem(name, cost.rule, seat, -cost.price * number, what, factors)


# -- what a scorekeeper is asked ---------------------------------------------------------------------------------------


def _field(name: str, label: Message, help: Message) -> Field:
    """A question: a number for each seat, or the one seat that took what there is but once (K27, K28)."""
    once = COSTS[name].pieces == 1
    return Field(
        name=name,
        label=label,
        help=help,
        rule="K28" if once else "K27",
        kind="seat" if once else "number",
        each="deal" if once else "seat",
        path=(name,),
        ge=0,
        le=SEATS - 1 if once else COSTS[name].pieces,
        total=None if once else COSTS[name].pieces,
    )


FIELDS: dict[str, Field] = {
    "tricks": _field(
        "tricks",
        say("keinstich-fact-tricks", "Tricks"),
        say("keinstich-fact-tricks-help", "How many of the 8 tricks each player took."),
    ),
    "hearts": _field(
        "hearts",
        say("keinstich-fact-hearts", "Hearts"),
        say("keinstich-fact-hearts-help", "How many of the 8 hearts lie in each player's tricks."),
    ),
    "queens": _field(
        "queens",
        say("keinstich-fact-queens", "Queens"),
        say("keinstich-fact-queens-help", "How many of the 4 queens lie in each player's tricks."),
    ),
    "king": _field(
        "king",
        say("keinstich-fact-king", "King of hearts"),
        say("keinstich-fact-king-help", "Who took the trick with the king of hearts in it."),
    ),
    "last": _field(
        "last",
        say("keinstich-fact-last", "Last trick"),
        say("keinstich-fact-last-help", "Who took the last of the 8 tricks."),
    ),
}
"""What a scorekeeper is asked, by what costs."""


# -- what cannot have happened -----------------------------------------------------------------------------------------


def check_told(facts: KeinStichFacts) -> None:
    """Refuse what nobody can have taken; the contract is known to be the right one."""
    costs = CONTRACTS[facts.contract.kind]
    for name in COSTS:
        _check_presence(facts, name, wanted=name in costs)
    for name in costs:
        _check_one(name, getattr(facts, name))
    if facts.contract.kind == "all":
        _check_tricks(facts)
        _check_queen_of_hearts(facts)


def _check_presence(facts: KeinStichFacts, name: str, wanted: bool) -> None:
    """What costs must be told, and what does not cost must be left out (K26)."""
    told = getattr(facts, name) is not None
    fact, contract = FIELDS[name].label, KINDS[facts.contract.kind]
    if wanted and not told:
        sentence = "'{ $fact }' is missing; { $contract } cannot be settled without it."
        raise BadFacts(name, sentence, "K26", key="keinstich-facts-missing", fact=fact, contract=contract)
    if told and not wanted:
        sentence = "'{ $fact }' costs nothing under { $contract } and must be left out."
        raise BadFacts(name, sentence, "K26", key="keinstich-facts-foreign", fact=fact, contract=contract)


def _check_one(name: str, told: BySeat | Seat) -> None:
    """Numbers that make the whole (K27), or a seat that there is (K28)."""
    fact, pieces = FIELDS[name].label, COSTS[name].pieces
    if isinstance(told, int):
        if told not in range(SEATS):
            sentence = "'{ $fact }' must be a seat from 0 to { $last }, not { $seat }."
            raise BadFacts(name, sentence, "K28", key="keinstich-facts-seat", fact=fact, last=SEATS - 1, seat=told)
    elif min(told) < 0 or sum(told) != pieces:
        sentence = "'{ $fact }' must be numbers from 0 up that make { $sum } together, not { $numbers }."
        numbers = ", ".join(map(str, told))
        raise BadFacts(name, sentence, "K27", key="keinstich-facts-sum", fact=fact, sum=pieces, numbers=numbers)


def _check_tricks(facts: KeinStichFacts) -> None:
    """Cards come in tricks, four in each (K29)."""
    for seat, tricks in enumerate(taken_by(facts, "tricks")):
        hearts, queens = taken_by(facts, "hearts")[seat], taken_by(facts, "queens")[seat]
        both = min(hearts, queens, 1)  # the queen of hearts is one card
        if hearts + queens - both > SEATS * tricks:
            sentence = (
                "Seat { $seat }: hearts ({ $hearts }) and queens ({ $queens }) do not fit in tricks ({ $tricks })."
            )
            raise BadFacts(
                "tricks",
                sentence,
                "K29",
                key="keinstich-facts-full",
                seat=seat,
                hearts=hearts,
                queens=queens,
                tricks=tricks,
            )
        if seat == facts.last and not tricks:
            sentence = "Seat { $seat } cannot have the last trick and no trick."
            raise BadFacts("last", sentence, "K29", key="keinstich-facts-last", seat=seat)
        if seat == facts.king and not hearts:
            sentence = "Seat { $seat } cannot have the king of hearts and no heart."
            raise BadFacts("king", sentence, "K29", key="keinstich-facts-king", seat=seat)


def _check_queen_of_hearts(facts: KeinStichFacts) -> None:
    """Somebody has her: among the queens, and among the hearts beside the king if he is there, too (K29)."""
    tricks, hearts, queens = (taken_by(facts, name) for name in ("tricks", "hearts", "queens"))
    full = {seat for seat in range(SEATS) if hearts[seat] + queens[seat] > SEATS * tricks[seat]}
    takers = {seat for seat in range(SEATS) if queens[seat] and hearts[seat] > (seat == facts.king)}
    if not any(full <= {taker} for taker in takers):  # where there is no room for two cards, she must be both
        sentence = "Nobody's hearts and queens leave a place for the queen of hearts, who is both."
        raise BadFacts("queens", sentence, "K29", key="keinstich-facts-queen")
