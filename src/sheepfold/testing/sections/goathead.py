"""The sections of Goathead's fixtures. Contracts: ``suit:H``, ``nil``, ``court:K!``, ``alone:S``, ``junk``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Bid, Steal
from sheepfold.core.cards import (
    ACE,
    JACK,
    KING,
    QUEEN,
    SEVEN,
    SUITS,
    Mask,
    Rank,
    Seat,
    card,
    mask_of,
    parse_suit,
    rank_of,
)
from sheepfold.core.deal import Deal
from sheepfold.core.events import Contract, Standing
from sheepfold.games.goathead import ALL_ACES, Goathead, GoatheadFacts, GoatheadState
from sheepfold.testing.sections.base import (
    BadFixture,
    Fixture,
    Found,
    Sections,
    after_trick,
    begin_with,
    begun,
    card_or_none,
    match_end,
    playable_cards,
    read_cards,
    read_mask,
    refusal_index,
    trick_found,
)

SECTIONS = Sections()
WORDS: dict[str, Action] = {"pass": PASS, "steal": Steal(), "junk": Bid("suit")}  # junk can be said, but is not a bid
COURTS: dict[str, Rank] = {"K": KING, "Q": QUEEN, "J": JACK}


def read_bid(written: Any) -> Bid:
    """``suit:H!`` as a bid; the exclamation mark is a slam."""
    text = str(written)
    kind, _, what = text.removesuffix("!").partition(":")
    slam = text.endswith("!")
    if kind == "nil" and not what:
        return Bid("nil", slam=slam)  # a slam of nil can be said and is refused
    if kind == "court" and what in COURTS:
        return Bid("court", rank=COURTS[what], slam=slam)
    if kind == "suit":
        return Bid("suit", suit=parse_suit(what), slam=slam)
    if kind == "alone":
        return Bid("alone", suit=parse_suit(what), slam=slam)
    raise BadFixture(f"'{written}' is not a contract; write suit:H, nil, court:K, alone:S or junk, with ! for a slam.")


def bid_text(bid: Bid) -> str:
    """A bid as fixtures write it."""
    what = f":{'CSHD'[bid.suit]}" if bid.suit is not None else ""
    if bid.rank is not None:
        what = f":{next(letter for letter, rank in COURTS.items() if rank == bid.rank)}"
    return f"{bid.kind}{what}{'!' if bid.slam else ''}"


def read_contract(written: Any, declarer: Seat | None = 0) -> Contract:
    """The contract of a fixture."""
    if written == "junk":
        return Contract("junk")
    bid = read_bid(written)
    return Contract(bid.kind, declarer, bid.suit, bid.rank, slam=bid.slam)


@SECTIONS.add("tricks", given="contract plays", expects="winner points")
def tricks(game: Goathead, fixture: Fixture) -> Found:
    """Four cards from the lead on; the winner is a place in the trick."""
    return trick_found(after_trick(game, read_contract(fixture["contract"]), read_cards(fixture["plays"])))


@SECTIONS.add("legal", given="contract hand", perhaps="led", cards="legal")
def legal(game: Goathead, fixture: Fixture) -> Found:
    """Which cards of the hand may be played."""
    contract = read_contract(fixture["contract"])
    return {"legal": playable_cards(game, contract, read_mask(fixture["hand"]), fixture.get("led"))}


@SECTIONS.add("calls", given="hand suit", expects="partner_card")
def calls(game: Goathead, fixture: Fixture) -> Found:
    """The card whose holder is the partner of this hand in a suit contract; none: the bid is refused."""
    state = begun(game)
    state = replace(state, hands=(read_mask(fixture["hand"]), 0, 0, 0))
    bid = Bid("suit", suit=parse_suit(fixture["suit"]))
    if bid not in game.legal(state):
        return {"partner_card": None}
    return {"partner_card": card_or_none(game.apply(state, bid).state.partner_card)}


# -- auctions ------------------------------------------------------------------------------------------------------


def read_call(call: Any) -> tuple[Seat, Action]:
    """``[1, "suit:D!"]``, ``[0, pass]`` or ``[2, steal]``."""
    seat, word = call
    if word in WORDS:
        return seat, WORDS[word]
    return seat, read_bid(word)


def layouts(given: Mapping[Seat, Mask]) -> Iterator[Deal]:
    """A deal with the given hands for every way the other aces can lie.

    Nothing else matters in an auction, but for the sevens of a hand with four aces: they lie elsewhere if they can.
    """
    base = [given.get(seat, 0) for seat in range(4)]
    used = base[0] | base[1] | base[2] | base[3]
    aces = [card(suit, ACE) for suit in SUITS if not used >> card(suit, ACE) & 1]
    for holders in product(range(4), repeat=len(aces)):
        hands = list(base)
        for ace, seat in zip(aces, holders, strict=True):
            hands[seat] |= 1 << ace
        if max(hand.bit_count() for hand in hands) > 8:
            continue
        taken = hands[0] | hands[1] | hands[2] | hands[3]
        rest = [c for c in Goathead.deck.cards if not taken >> c & 1]
        rest.sort(key=lambda c: rank_of(c) != SEVEN)
        for seat in sorted(range(4), key=lambda seat: hands[seat] & ALL_ACES == ALL_ACES):
            wanted = 8 - hands[seat].bit_count()
            hands[seat] |= mask_of(rest[:wanted])
            del rest[:wanted]
        yield Deal(tuple(hands))


def has_four_aces(deal: Deal) -> bool:
    """Whether one hand holds all the aces."""
    return any(hand & ALL_ACES == ALL_ACES for hand in deal.hands)


@SECTIONS.add("auctions", given="dealer calls", perhaps="scores hands", expects="partner_card partner", part="result")
def auctions(game: Goathead, fixture: Fixture) -> Found:
    """An auction call by call. Where hands are not given, those are taken that let it run longest.

    Four aces in one hand, which change the partner, are only taken where nothing else will do.
    """
    hands = {int(seat): read_mask(cards) for seat, cards in (fixture.get("hands") or {}).items()}
    spoken = [read_call(call) for call in fixture["calls"]]
    standing = {"dealer": fixture["dealer"], "scores": tuple(fixture.get("scores", (0, 0, 0, 0)))}
    state: GoatheadState | None = None
    refused: int | None = -1
    for deal in sorted(layouts(hands), key=has_four_aces):
        reached, place = refusal_index(game, begin_with(game, deal, **standing), spoken)
        if place is None or place > (refused or 0) or state is None:
            state, refused = reached, place
        if place is None:
            break
    if state is None:
        raise BadFixture("These hands cannot be dealt.")
    return {
        "result": {"illegal": refused} if refused is not None else _auction_result(state),
        "partner_card": card_or_none(state.partner_card),
        "partner": state.partner,
    }


def _auction_result(state: GoatheadState) -> dict[str, Any]:
    done = state.phase != "auction"
    if state.bid is None:
        return {"contract": "junk", "declarer": None, "done": True} if done else {"contract": None, "done": False}
    return {"declarer": state.bidder, "contract": bid_text(state.bid), "done": done}


# -- scores --------------------------------------------------------------------------------------------------------


@SECTIONS.add("scores", given="contract points tricks", perhaps="declarer partner", expects="delta")
def scores(game: Goathead, fixture: Fixture) -> Found:
    """Points and tricks of the declaring side; the change of score by seat."""
    facts = GoatheadFacts(
        contract=read_contract(fixture["contract"], fixture.get("declarer")),
        partner=fixture.get("partner"),
        points=fixture["points"],
        tricks=fixture["tricks"],
    )
    return {"delta": list(game.outcome_of(Standing(0, (0,) * game.sides), facts).delta)}


@SECTIONS.add("game_end", given="totals", expects="winner over")
def game_end(game: Goathead, fixture: Fixture) -> Found:
    """Who has won with these totals after a complete round; nobody if it is played on."""
    return match_end(game, fixture["totals"])
