"""The law of Goathead, sentence by sentence; the ids are those of ``docs/rules/goathead.md``.

Seat 3 deals unless a test says otherwise, so seat 0 speaks and leads first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from itertools import product as product_of
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import Action, Bid, Call, Pass, Pick, Play, Steal
from sheepfold.core.cards import CLUBS, DECK32, SUITS, cards_in, cards_text, parse_card, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadFacts, BadOptions, BadText, IllegalAction
from sheepfold.core.events import CardsDealt, Contract, ContractSet, DealShown, Implied, Outcome, PartnerShown, Standing
from sheepfold.core.form import Field, answered, answers_of, decode_facts, fill
from sheepfold.core.game import Step, Taken
from sheepfold.core.options import describe
from sheepfold.core.order import Order
from sheepfold.core.score import product
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.core.trick import playable, points_of, winner
from sheepfold.games.goathead import (
    BIDS,
    Goathead,
    GoatheadFacts,
    GoatheadOptions,
    GoatheadState,
    GoatheadTricks,
    partner_card,
    rung,
)
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.transcript import read_action, read_deal
from sheepfold.play.replay import Replay, replay
from sheepfold.play.step import step
from sheepfold.registry import make_game

rule = pytest.mark.rule

SUIT_TEXT = "AX 10X KX QX JX 9X 8X 7X"
ONE_SUIT_EACH = read_deal({"hands": [SUIT_TEXT.replace("X", suit) for suit in "CSHD"]})
MIXED = read_deal(
    {
        "hands": [
            "QC JD AC KC 9C 10S 8H 7D",
            "QS JC 10C 8C AS KS AH 9D",
            "QH JS 7C 9S 8S KH 10H AD",
            "QD JH 7S 10D KD 8D 9H 7H",
        ]
    }
)
FOUR_ACES = read_deal(  # seat 0 has the aces and 7C, seat 1 has 7D, seat 2 has 7H, seat 3 has 7S
    {
        "hands": [
            "AC AS AH AD QC QS JC 7C",
            "7D 8D 9D QH QD JS JH JD",
            "7H 8H 9H 10H KH 8C 9C 10C",
            "7S 8S 9S 10S KS KC 10D KD",
        ]
    }
)
TIED_JUNK = read_deal(  # the lowest legal card each time: 60 to 60
    {
        "hands": [
            "QC 7S JS AS JH 7D 9D JD",
            "JC KC QS KS 7H 8H AH AD",
            "7C AC 9S 10H KH 10D QD KD",
            "8C 9C 10C 8S 10S 9H QH 8D",
        ]
    }
)
NO_ACES = read_deal(  # only seat 2 has aces
    {
        "hands": [
            "7H 8H 9H 10H 7D 8D 9D 10D",
            "7C 8C 9C 10C 7S 8S 9S 10S",
            "AC AS AH AD KC KS KH KD",
            "QC QS QH QD JC JS JH JD",
        ]
    }
)
ALL_PASS = ("0 pass", "1 pass", "2 pass", "3 pass")


def goathead(**options: Any) -> Goathead:
    return Goathead(GoatheadOptions.make(**options))


def played(
    *actions: str, deal: Deal = MIXED, dealer: int = 3, scores: tuple[int, ...] = (0, 0, 0, 0), **options: Any
) -> Replay[GoatheadState]:
    """The deal after these actions, each through the checked door."""
    return replay(goathead(**options), Standing(dealer, scores), deal, map(read_action, actions))


def legal(*actions: str, **where: Any) -> list[str]:
    """What the seat on turn may do after these actions."""
    return [action_text(action) for action in goathead().legal(played(*actions, **where).state)]


def refused(code: str, *actions: str, **where: Any) -> IllegalAction:
    """The refusal of the last of these actions; the others are legal."""
    played(*actions[:-1], **where)
    with pytest.raises(IllegalAction) as caught:
        played(*actions, **where)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")
    assert caught.value.rule is not None
    return caught.value


def finished(*actions: str, lowest: bool = True, **where: Any) -> Outcome:
    """The outcome if everybody plays on with the first (or last) legal card in the deck's order."""
    state = played(*actions, **where).state
    game = goathead(**{name: value for name, value in where.items() if name not in ("deal", "dealer", "scores")})
    while game.actor(state) is not None:
        state = game.apply(state, game.legal(state)[0 if lowest else -1]).state
    assert state.outcome is not None
    return state.outcome


def contract(written: str) -> Contract:
    """The contract of a bid that seat 0 makes, or ``junk``."""
    if written == "junk":
        return Contract("junk")
    bid = parse_action(written)
    assert isinstance(bid, Bid)
    return Contract(bid.kind, 0, bid.suit, bid.rank, slam=bid.slam)


def order(written: str) -> Order:
    return goathead().order_of(contract(written))


def score(
    written: str, points: int, tricks: int, *, partner: int | None = None, **options: Any
) -> tuple[int, int, int, int]:
    """The change of everybody's score if seat 0 declares; the partner is seat 1 unless given."""
    made = contract(written)
    if made.kind == "suit" and partner is None:
        partner = 1
    facts = GoatheadFacts(contract=made, partner=partner, points=points, tricks=tricks)
    first, second, third, fourth = goathead(**options).outcome_of(TABLE, facts).delta
    return first, second, third, fourth


def trick(written: str, cards: str) -> tuple[int, int]:
    """Which card of the trick wins, and the points."""
    plays = parse_cards(cards)
    return winner(plays, order(written)), points_of(plays, order(written))


def next_standing(scores: tuple[int, ...], outcome: Outcome, dealer: int = 3, **options: Any) -> Standing | None:
    return goathead(**options).next_standing(Standing(dealer, scores), outcome, Chance("any"))


NOTHING = Outcome((0, 0, 0, 0))
TABLE = Standing(3, (0, 0, 0, 0))


# -- the pack and the deal -----------------------------------------------------------------------------------------


@rule("G2", "GQ4")
@pytest.mark.parametrize("dealer", range(4))
def test_eight_cards_each_the_first_to_the_dealers_left(dealer: int) -> None:
    game = goathead()
    assert (game.seats, game.sides, len(game.deck)) == (4, 4, 32)
    deal = game.begin(Standing(dealer, (0, 0, 0, 0)), DECK32.cards).state.deal
    assert [hand.bit_count() for hand in deal.hands] == [8, 8, 8, 8]
    assert deal.blind == 0
    for place, c in enumerate(parse_cards("7C 8C 9C 10C JC")):  # the fifth card is the second of the first seat
        assert deal.hands[(dealer + 1 + place) % 4] >> c & 1


@rule("GQ4")
def test_only_four_players_and_thirty_two_cards() -> None:
    with pytest.raises(BadOptions):
        make_game("goathead(players=5)")
    assert "6C" not in cards_text(DECK32.cards).split()


@rule("GQ4")
def test_first_dealer_is_drawn_and_the_deal_passes_to_the_left() -> None:
    assert {goathead().first_standing(Chance(str(seed)))[0].dealer for seed in range(40)} == {0, 1, 2, 3}
    after = next_standing((0, 0, 0, 0), NOTHING, dealer=3)
    assert after is not None
    assert after.dealer == 0


@rule("G3", "G50")
def test_trick_points_and_game_points_are_counted_apart() -> None:
    outcome = finished("0 pass", "1 pass", "2 bid clubs", "3 pass")
    assert outcome.points == (54, 40, 24, 2)  # 54 + 24 for the declaring side
    assert outcome.delta == (4, 0, 4, 0)
    after = next_standing((1, 2, 3, 4), outcome)
    assert after is not None
    assert after.scores == (5, 2, 7, 4)


@rule("G4")
@pytest.mark.parametrize("written", ["bid hearts", "bid nil", "bid kings", "bid alone clubs", "junk"])
def test_values_are_the_same_in_every_suit_and_contract(written: str) -> None:
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    for suit in "CSHD":
        for rank, value in worth.items():
            assert order(written).value[parse_card(rank + suit)] == value


@rule("G5")
def test_thirty_points_a_suit_and_120_in_the_deck() -> None:
    for suit in "CSHD":
        assert points_of(parse_cards(SUIT_TEXT.replace("X", suit)), order("junk")) == 30
    assert points_of(DECK32.cards, order("bid nil")) == 120


# -- the auction ---------------------------------------------------------------------------------------------------


@rule("G6")
@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_dealers_left_speaks_first(dealer: int, first: int) -> None:
    assert played(dealer=dealer).state.turn == first


@rule("G7", "GQ12")
@pytest.mark.parametrize("written", ["bid hearts", "bid kings", "bid alone clubs"])
def test_majority_is_61(written: str) -> None:
    assert score(written, 60, 4)[0] < 0 < score(written, 61, 4)[0]


@rule("G7")
def test_nil_and_slams_promise_tricks_instead() -> None:
    assert score("bid nil", 0, 0)[0] > 0
    assert score("bid nil", 61, 4)[0] < 0
    assert score("bid kings slam", 90, 7)[0] < 0


@rule("G8")
def test_only_a_higher_contract_or_a_pass_after_a_bid() -> None:
    menu = legal("0 bid queens")
    assert menu[0] == "pass"
    assert "bid jacks" in menu
    assert not {"bid clubs", "bid nil", "bid kings", "bid queens"} & set(menu)
    assert refused("bid_too_low", "0 bid queens", "1 bid queens").rule == "G8"
    refused("bid_too_low", "0 bid queens", "1 bid nil")


@rule("G9", "G10")
@pytest.mark.parametrize(("thief", "may"), [(3, True), (4, False), (5, False)])
def test_stealing_needs_fewer_game_points(thief: int, may: bool) -> None:
    scores = (4, thief, 0, 0)
    assert ("steal" in legal("0 bid nil", scores=scores)) is may
    if may:
        state = played("0 bid nil", "1 steal", scores=scores).state
        assert (state.bidder, state.bid) == (1, Bid("nil"))
    else:
        assert refused("steal_needs_fewer_points", "0 bid nil", "1 steal", scores=scores).rule == "G10"


@rule("G11")
def test_highest_bidder_is_declarer() -> None:
    state = played("0 bid nil", "1 bid kings", "2 pass", "3 bid jacks", "0 pass", "1 pass").state
    assert state.contract == Contract("court", 3, rank=5)


@rule("G17", "G33", "G44", "GQ6")
def test_ladder_has_eleven_rungs() -> None:
    ladder = ["bid clubs", "bid nil", "bid kings", "bid queens", "bid jacks", "bid alone clubs"]
    ladder += ["bid clubs slam", "bid kings slam", "bid queens slam", "bid jacks slam", "bid alone clubs slam"]
    bids = [bid for bid in map(parse_action, ladder) if isinstance(bid, Bid)]
    heights = [rung(bid, suits_ranked=False) for bid in bids]
    assert heights == sorted(set(heights))
    assert {rung(bid, suits_ranked=False) for bid in BIDS} == set(heights)


@rule("G17")
def test_every_rung_can_be_climbed_in_one_auction() -> None:
    bids = ["0 bid spades", "1 bid nil", "2 bid kings", "3 bid queens", "0 bid jacks", "1 bid alone hearts"]
    bids += ["2 bid spades slam", "3 bid kings slam", "0 bid queens slam", "1 bid jacks slam", "2 bid alone clubs slam"]
    state = played(*bids, "3 pass", "0 pass", "1 pass").state
    assert state.contract == Contract("alone", 2, CLUBS, slam=True)


# -- suit ----------------------------------------------------------------------------------------------------------


@rule("G18", "G24")
@pytest.mark.parametrize("suit", SUITS)
def test_named_suit_joins_queens_and_jacks(suit: int) -> None:
    made = goathead().order_of(Contract("suit", 0, suit))
    permanent = {c for c in DECK32.cards if c % 9 in (5, 6)}
    assert set(made.trumps) == permanent | {c for c in DECK32.cards if c // 9 == suit}
    assert len(made.trumps) == 14


@rule("G19", "GQ13")
@pytest.mark.parametrize(("suit", "partner"), [("spades", 1), ("hearts", 2), ("diamonds", 3)])
def test_holder_of_the_ace_is_partner_for_the_round(suit: str, partner: int) -> None:
    outcome = finished(f"0 bid {suit}", "1 pass", "2 pass", "3 pass", deal=ONE_SUIT_EACH)
    expected = [6 if seat in (0, partner) else 0 for seat in range(4)]
    assert list(outcome.delta) == expected


@rule("G20")
def test_own_ace_cannot_be_named() -> None:
    assert {"bid spades", "bid hearts", "bid diamonds"} < set(legal())
    assert "bid clubs" not in legal()
    assert "bid clubs slam" not in legal()
    assert refused("holds_called_ace", "0 bid clubs").rule == "G20"
    refused("holds_called_ace", "0 bid clubs slam")


@rule("G21", "G23", "GA7")
def test_with_four_aces_the_seven_is_called_and_everybody_hears_it() -> None:
    after = played("0 bid diamonds", "1 pass", "2 pass", "3 pass", deal=FOUR_ACES)
    assert after.state.partner == 1
    assert after.state.partner_card == parse_card("7D")
    heard = [event for event in after.all_events if isinstance(event, Implied)]
    aces = sum(1 << c for c in parse_cards("AC AS AH AD"))
    assert heard == [Implied(0, holds=aces, lacks=1 << parse_card("7D"))]
    assert all(seen_by(heard[0], seat) == heard[0] for seat in (0, 1, 2, 3, None))
    assert action_text(parse_action("bid diamonds")) == "bid diamonds"
    with pytest.raises(BadText):
        parse_action("bid diamonds with 7")


@rule("G22", "G23", "G29", "G34", "G40", "G45")
@pytest.mark.parametrize(
    ("written", "bid"),
    [
        ("bid clubs", Bid("suit", suit=0)),
        ("bid diamonds", Bid("suit", suit=3)),
        ("bid nil", Bid("nil")),
        ("bid queens", Bid("court", rank=6)),
        ("bid alone spades", Bid("alone", suit=1)),
        ("bid queens slam", Bid("court", rank=6, slam=True)),
    ],
)
def test_every_call_has_its_words_and_can_be_made(written: str, bid: Bid) -> None:
    assert parse_action(written) == bid
    assert action_text(bid) == written
    assert played("0 pass", f"1 {written}").state.bid == bid


@rule("G25", "G41", "GQ1")
@pytest.mark.parametrize(
    ("written", "trumps"),
    [
        ("bid hearts", "QC QS QH QD JC JS JH JD AH 10H KH 9H 8H 7H"),
        ("bid clubs", "QC QS QH QD JC JS JH JD AC 10C KC 9C 8C 7C"),
        ("bid alone spades", "QC QS QH QD JC JS JH JD AS 10S KS 9S 8S 7S"),
        ("bid alone diamonds", "QC QS QH QD JC JS JH JD AD 10D KD 9D 8D 7D"),
    ],
)
def test_fourteen_trumps_in_order(written: str, trumps: str) -> None:
    cards = parse_cards(trumps)
    assert order(written).trumps == cards
    assert len(set(cards)) == 14
    for lower in range(1, 14):  # each loses to the one before it, whichever is led
        assert trick(written, cards_text([cards[lower], cards[lower - 1]]))[0] == 1
        assert trick(written, cards_text([cards[lower - 1], cards[lower]]))[0] == 0


@rule("G26", "G42", "GQ2")
@pytest.mark.parametrize(("written", "suit"), [("bid hearts", "H"), ("bid alone spades", "S")])
def test_three_fail_suits_without_queen_and_jack(written: str, suit: str) -> None:
    made = order(written)
    assert 32 - len(made.trumps) == 18
    for fail in set("CSHD") - {suit}:
        ranked = parse_cards(f"A{fail} 10{fail} K{fail} 9{fail} 8{fail} 7{fail}")
        assert set(cards_in(made.classes["CSHD".index(fail)])) == set(ranked)
        assert made.strongest_first(made.classes["CSHD".index(fail)]) == ranked


@rule("G27", "G36")
@pytest.mark.parametrize(
    ("written", "rank"),
    [("bid hearts", "Q"), ("bid hearts", "J"), ("bid kings", "K"), ("bid jacks", "J"), ("junk", "Q"), ("junk", "J")],
)
def test_clubs_spades_hearts_diamonds_in_every_contract(written: str, rank: str) -> None:
    cards = parse_cards(f"{rank}D {rank}H {rank}S {rank}C")
    for lower, higher in pairwise(cards):
        assert winner((lower, higher), order(written)) == 1
        assert winner((higher, lower), order(written)) == 0


# -- nil, court, alone, slams --------------------------------------------------------------------------------------


@rule("G28", "GQ18")
@pytest.mark.parametrize(("points", "tricks", "made"), [(0, 0, True), (0, 1, False), (11, 1, False), (120, 8, False)])
def test_nil_takes_no_trick(points: int, tricks: int, made: bool) -> None:
    assert score("bid nil", points, tricks) == ((6, -2, -2, -2) if made else (-6, 2, 2, 2))


@rule("G28", "G32", "G38")
@pytest.mark.parametrize("written", ["nil", "queens", "alone spades"])
def test_solo_contracts_have_no_partner(written: str) -> None:
    state = played("0 pass", f"1 bid {written}", "2 pass", "3 pass").state
    assert state.partner is None
    assert state.contract is not None
    assert state.contract.partner_card is None
    assert goathead().problem(state).sides == (0, 1, 0, 0)


@rule("G30")
def test_nil_has_no_trumps_and_ranks_ace_ten_king_queen_jack() -> None:
    made = order("bid nil")
    assert made.trumps == ()
    for suit in "CSHD":
        ranked = parse_cards(SUIT_TEXT.replace("X", suit))
        assert made.strongest_first(made.classes["CSHD".index(suit)]) == ranked
    assert trick("bid nil", "7S QC AC JS") == (3, 16)


@rule("G31")
def test_three_courts() -> None:
    assert [action_text(bid) for bid in BIDS if bid.kind == "court" and not bid.slam] == [
        "bid kings",
        "bid queens",
        "bid jacks",
    ]
    assert {"bid kings", "bid queens", "bid jacks"} < set(legal())


@rule("G33")
def test_jacks_beat_queens_and_queens_beat_kings() -> None:
    played("0 bid kings", "1 bid queens", "2 bid jacks")
    refused("bid_too_low", "0 bid jacks", "1 bid queens")
    refused("bid_too_low", "0 bid queens", "1 bid kings")


@rule("G35", "G36", "G37", "GQ3")
@pytest.mark.parametrize(
    ("written", "trumps", "plain"),
    [
        ("bid kings", "KC KS KH KD", "A 10 Q J 9 8 7"),
        ("bid queens", "QC QS QH QD", "A 10 K J 9 8 7"),
        ("bid jacks", "JC JS JH JD", "A 10 K Q 9 8 7"),
    ],
)
def test_court_trumps_and_fails(written: str, trumps: str, plain: str) -> None:
    made = order(written)
    assert made.trumps == parse_cards(trumps)
    for number, suit in enumerate("CSHD"):
        ranked = tuple(parse_card(rank + suit) for rank in plain.split())
        assert made.strongest_first(made.classes[number]) == ranked


@rule("GQ2")
def test_jacks_are_fail_cards_in_queens_and_trumps_in_suit() -> None:
    assert trick("bid queens", "9C JC") == (1, 2)
    assert trick("bid queens", "9C JD") == (0, 2)
    assert trick("bid hearts", "9C JD") == (1, 2)


@rule("G38")
def test_ace_holder_is_an_opponent_of_alone() -> None:
    outcome = finished("0 bid alone spades", "1 pass", "2 pass", "3 pass")
    assert outcome.points == (24, 62, 34, 0)  # seat 1 has the ace of spades; with that partner it would be 86
    assert outcome.delta == (-8, 0, 0, 0)
    assert finished("0 bid spades", "1 pass", "2 pass", "3 pass").delta == (4, 4, 0, 0)


@rule("G39")
def test_alone_may_name_the_suit_of_an_own_ace() -> None:
    assert {f"bid alone {suit}" for suit in ("clubs", "spades", "hearts", "diamonds")} < set(legal())


@rule("G43")
def test_every_contract_but_nil_has_a_slam() -> None:
    menu = legal("0 pass", "1 pass", "2 pass")  # seat 3 has no ace
    slams = {line for line in menu if line.endswith("slam")}
    assert slams == {f"{line} slam" for line in menu if line not in ("pass", "bid nil") and line not in slams}
    with pytest.raises(BadText):
        parse_action("bid nil slam")
    with pytest.raises(IllegalAction) as caught:
        step(goathead(), played().state, 0, Bid("nil", slam=True))
    assert (caught.value.code, caught.value.rule) == ("no_nil_slam", "G43")


@rule("G43", "GQ17")
@pytest.mark.parametrize(
    ("written", "figure"), [("bid hearts slam", 12), ("bid jacks slam", 18), ("bid alone clubs slam", 24)]
)
def test_slam_needs_every_trick(written: str, figure: int) -> None:
    assert score(written, 120, 8)[0] == figure
    assert score(written, 120, 7)[0] == -figure  # an empty trick lost
    assert score(written, 90, 7)[0] == -figure


@rule("G43")
@pytest.mark.parametrize(("declarer", "figure"), [(0, 18), (1, -18)])
def test_slam_played_out(declarer: int, figure: int) -> None:
    before = [f"{seat} pass" for seat in range(declarer)]
    after = [f"{seat} pass" for seat in range(declarer + 1, 4)]
    outcome = finished(*before, f"{declarer} bid kings slam", *after, deal=ONE_SUIT_EACH)
    assert outcome.tricks == (8, 0, 0, 0)  # nobody else has a club
    assert outcome.delta[declarer] == figure


@rule("G44")
def test_slams_stand_above_alone() -> None:
    assert "bid spades slam" in legal("0 bid alone clubs", "1 pass", "2 pass")
    assert "bid kings slam" in legal("0 bid spades slam")
    refused("bid_too_low", "0 bid kings slam", "1 bid clubs slam")
    assert legal("0 bid alone clubs slam") == ["pass"]
    refused("bid_too_low", "0 bid alone clubs slam", "1 bid jacks slam")


# -- junkyard ------------------------------------------------------------------------------------------------------


@rule("G46")
def test_junk_when_nobody_bids() -> None:
    after = played(*ALL_PASS)
    assert after.state.contract == Contract("junk")
    assert ContractSet(Contract("junk")) in after.all_events
    assert goathead().problem(after.state).sides == (1, 0, 1, 0)  # across the table


@rule("G47", "G59", "G46")
def test_pair_with_the_fewer_points_wins_junk() -> None:
    outcome = finished(*ALL_PASS)
    assert outcome.points == (55, 50, 15, 0)
    assert outcome.delta == (-4, 4, -4, 4)


@rule("G47", "G59", "GQ12", "GQ19")
@pytest.mark.parametrize(
    ("points", "delta"),
    [(0, (4, -4, 4, -4)), (59, (4, -4, 4, -4)), (60, (0, 0, 0, 0)), (61, (-4, 4, -4, 4)), (120, (-4, 4, -4, 4))],
)
def test_junk_figures(points: int, delta: tuple[int, ...]) -> None:
    tricks = {0: 0, 120: 8}.get(points, 4)
    assert score("junk", points, tricks) == delta


@rule("G48", "G49", "G46")
def test_junk_trumps_and_fails() -> None:
    made = order("junk")
    assert made.trumps == parse_cards("QC QS QH QD JC JS JH JD")
    for number, suit in enumerate("CSHD"):
        ranked = parse_cards(f"A{suit} 10{suit} K{suit} 9{suit} 8{suit} 7{suit}")
        assert made.strongest_first(made.classes[number]) == ranked


@rule("GQ19")
def test_junk_is_no_bid_and_can_be_won_without_a_trick() -> None:
    with pytest.raises(BadText):
        parse_action("bid junk")
    assert not any("junk" in line for line in legal())
    outcome = finished(*ALL_PASS, deal=ONE_SUIT_EACH)
    assert outcome.tricks == (8, 0, 0, 0)
    assert outcome.delta == (-4, 4, -4, 4)  # 120 to 0 earns nothing extra


# -- the tricks ----------------------------------------------------------------------------------------------------


@rule("G12")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("declarer", range(4))
def test_dealers_left_leads_whoever_declares(dealer: int, declarer: int) -> None:
    seats = [(dealer + 1 + turn) % 4 for turn in range(4)]
    calls = [f"{seat} bid nil" if seat == declarer else f"{seat} pass" for seat in seats]
    state = played(*calls, dealer=dealer).state
    assert state.phase == "tricks"
    assert state.turn == (dealer + 1) % 4


@rule("G13", "G14")
def test_follow_suit_or_play_anything() -> None:
    assert legal(*ALL_PASS, "0 AC") == ["8C", "10C"]  # neither the ace must be beaten nor the queen counts as a spade
    assert legal(*ALL_PASS, "0 AC", "1 8C") == ["7C"]
    assert len(legal(*ALL_PASS, "0 AC", "1 8C", "2 7C")) == 8  # void: any card, a trump or not
    assert legal(*ALL_PASS, "0 QC") == ["JC", "QS"]
    assert refused("must_follow", *ALL_PASS, "0 AC", "1 AS").rule == "G13"
    assert refused("must_follow", *ALL_PASS, "0 QC", "1 8C").rule == "G13"


@rule("G14")
def test_nobody_must_trump_or_head_the_trick() -> None:
    diamonds = ("0 bid diamonds", "1 pass", "2 pass", "3 pass")
    assert legal(*diamonds, "0 10S") == ["KS", "AS"]  # 10 beats king: seat 1 may stay below
    assert {"7H", "10D"} < set(legal(*ALL_PASS, "0 AC", "1 8C", "2 7C"))


@rule("G15")
@pytest.mark.parametrize(
    ("written", "cards", "won", "points"),
    [
        ("bid hearts", "AD 10D 8H QS", 3, 24),  # the higher of two trumps
        ("bid hearts", "10C AC 7H KC", 2, 25),  # the lowest trump beats an ace
        ("bid hearts", "9C AS AD 10S", 0, 32),  # no trump: only the suit led counts
        ("bid hearts", "9C 10C AC KC", 2, 25),
        ("bid nil", "9C QS QH QD", 0, 9),
    ],
)
def test_highest_trump_else_highest_of_the_suit_led(written: str, cards: str, won: int, points: int) -> None:
    assert trick(written, cards) == (won, points)


@rule("G15", "G16")
def test_winner_keeps_the_trick_and_leads() -> None:
    state = played(*ALL_PASS, "0 10S", "1 AS", "2 8S", "3 7S").state
    assert state.points == (0, 21, 0, 0)
    assert state.tricks == (0, 1, 0, 0)
    assert (state.turn, state.leader, state.trick) == (1, 1, ())


@rule("GQ10")
def test_partner_is_hidden_until_the_called_card_falls() -> None:
    calls = ("0 bid diamonds", "1 pass", "2 pass", "3 pass")
    before = played(*calls, "0 7D", "1 9D")
    assert not any(isinstance(event, PartnerShown) for event in before.all_events)
    for event in before.all_events:
        if isinstance(event, CardsDealt) and event.seat == 2:
            assert [viewer for viewer in (0, 1, 2, 3, None) if getattr(seen_by(event, viewer), "cards", None)] == [2]
    after = played(*calls, "0 7D", "1 9D", "2 AD")
    assert after.events[-1][1] == PartnerShown(2, parse_card("AD"))


@rule("GQ10")
def test_called_ace_is_a_trump_like_any_other() -> None:
    calls = ("0 bid diamonds", "1 pass", "2 pass", "3 pass")
    assert legal(*calls, "0 7D", "1 9D") == ["JS", "QH", "AD"]  # need not be played when trumps are led
    assert "AS" in legal("0 bid spades", "1 pass", "2 pass", "3 pass", "0 7C", deal=ONE_SUIT_EACH)  # nor kept


# -- scoring a round -----------------------------------------------------------------------------------------------


@rule("G50", "G19")
def test_side_adds_up_its_piles() -> None:
    outcome = finished("0 pass", "1 bid clubs", "2 pass", "3 pass")
    assert outcome.points == (54, 40, 24, 2)
    assert outcome.delta == (6, 6, 0, 0)  # 94 together


@rule("G51", "G52", "GQ15")
@pytest.mark.parametrize(("points", "figure"), [(61, 4), (89, 4), (90, 6), (120, 6)])
def test_ninety_points_earn_the_no_brush_figure(points: int, figure: int) -> None:
    assert score("bid hearts", points, 6)[:2] == (figure, figure)


@rule("G53", "GQ24")
@pytest.mark.parametrize("written", ["bid alone clubs", "bid kings"])
def test_opponents_of_a_solo_count_together(written: str) -> None:
    outcome = finished(f"0 {written}", "1 pass", "2 pass", "3 pass")
    assert outcome.points[0] < 61 <= sum(outcome.points[1:])
    assert outcome.delta[0] < 0
    assert outcome.delta[1:] == (0, 0, 0)


@rule("G53")
def test_declarer_with_most_points_still_fails_below_61() -> None:
    outcome = finished("0 bid alone clubs", "1 pass", "2 pass", "3 pass")
    assert outcome.points == (54, 40, 24, 2)
    assert outcome.delta == (-8, 0, 0, 0)


@rule("GQ24", "G53")
def test_nil_is_a_solo_contract() -> None:
    outcome = finished("0 pass", "1 pass", "2 pass", "3 bid nil")
    assert outcome.tricks[3] == 0
    assert outcome.delta == (-2, -2, -2, 6)


@rule("G54", "GQ17")
@pytest.mark.parametrize(("written", "figure"), [("bid hearts", 6), ("bid kings", 9), ("bid alone clubs", 12)])
def test_slam_that_was_not_bid_pays_no_brush(written: str, figure: int) -> None:
    assert score(written, 120, 8)[0] == figure
    assert score(f"{written} slam", 120, 8)[0] == 2 * figure


@rule("G55", "G57", "G58", "GQ15", "GQ23")
@pytest.mark.parametrize(
    ("written", "plain", "no_brush", "slam"),
    [("bid hearts", 4, 6, 12), ("bid kings", 6, 9, 18), ("bid jacks", 6, 9, 18), ("bid alone clubs", 8, 12, 24)],
)
def test_figures(written: str, plain: int, no_brush: int, slam: int) -> None:
    partner = [1] if written == "bid hearts" else []
    for points, tricks, figure, words in (
        (61, 4, plain, written),
        (89, 6, plain, written),
        (90, 6, no_brush, written),
        (120, 8, slam, f"{written} slam"),
    ):
        expected = [figure if seat in (0, *partner) else 0 for seat in range(4)]
        assert list(score(words, points, tricks)) == expected


@rule("G56", "GQ18")
def test_nil_pays_six_and_costs_each_opponent_two() -> None:
    assert score("bid nil", 0, 0) == (6, -2, -2, -2)


@rule("GQ23")
def test_court_pays_no_more_than_nil() -> None:
    assert score("bid kings", 61, 4)[0] == score("bid nil", 0, 0)[0] == 6
    assert "bid kings" in legal("0 bid nil")


@rule("GQ13")
def test_every_member_of_a_side_gets_the_full_figure() -> None:
    assert score("bid hearts", 61, 4, partner=3) == (4, 0, 0, 4)
    assert score("junk", 59, 4) == (4, -4, 4, -4)


@rule("GQ11")
@pytest.mark.parametrize(
    ("written", "points", "tricks", "mirror", "only", "gain"),
    [
        ("bid hearts", 60, 4, (-4, -4, 0, 0), (-4, -4, 0, 0), (0, 0, 4, 4)),
        ("bid nil", 11, 1, (-6, 2, 2, 2), (-6, 0, 0, 0), (0, 6, 6, 6)),
        ("bid queens", 60, 4, (-6, 0, 0, 0), (-6, 0, 0, 0), (0, 6, 6, 6)),
        ("bid alone clubs", 60, 4, (-8, 0, 0, 0), (-8, 0, 0, 0), (0, 8, 8, 8)),
        ("bid hearts slam", 110, 7, (-12, -12, 0, 0), (-12, -12, 0, 0), (0, 0, 12, 12)),
        ("bid queens slam", 110, 7, (-18, 0, 0, 0), (-18, 0, 0, 0), (0, 18, 18, 18)),
        ("bid alone clubs slam", 110, 7, (-24, 0, 0, 0), (-24, 0, 0, 0), (0, 24, 24, 24)),
    ],
)
def test_failed_contract(
    written: str,
    points: int,
    tricks: int,
    mirror: tuple[int, ...],
    only: tuple[int, ...],
    gain: tuple[int, ...],
) -> None:
    assert score(written, points, tricks) == mirror
    assert score(written, points, tricks, failed_contract="declarer_only") == only
    assert score(written, points, tricks, failed_contract="opponents_gain") == gain
    assert score(written, points, tricks, failed_contract="none") == (0, 0, 0, 0)


@rule("GA3")
def test_opponents_gain_what_the_declarer_would_have_lost() -> None:
    gain: dict[str, Any] = {"failed_contract": "opponents_gain"}
    assert score("bid nil", 0, 1, **gain) == (0, 6, 6, 6)
    assert score("bid kings slam", 80, 6, **gain) == (0, 18, 18, 18)
    assert score("bid kings slam", 80, 6, slam_fail="base_value", **gain) == (0, 6, 6, 6)
    assert score("bid kings", 30, 3, loss_no_brush=True, **gain) == (0, 9, 9, 9)
    assert score("bid kings", 31, 3, loss_no_brush=True, **gain) == (0, 6, 6, 6)


@rule("GQ14")
def test_partner_shares_a_loss_unless_the_table_says_no() -> None:
    assert score("bid hearts", 60, 4) == (-4, -4, 0, 0)
    assert score("bid hearts", 60, 4, partner_shares_loss=False) == (-4, 0, 0, 0)
    assert score("bid hearts", 61, 4, partner_shares_loss=False) == (4, 4, 0, 0)


@rule("GQ16")
@pytest.mark.parametrize(("points", "loss"), [(30, -6), (31, -4), (60, -4)])
def test_heavy_loss(points: int, loss: int) -> None:
    assert score("bid hearts", points, 3)[0] == -4
    assert score("bid hearts", points, 3, loss_no_brush=True)[0] == loss


@rule("GQ17")
def test_failed_slam_costs_the_slam_figure_or_the_plain_one() -> None:
    assert score("bid hearts slam", 120, 7) == (-12, -12, 0, 0)
    assert score("bid hearts slam", 120, 7, slam_fail="base_value") == (-4, -4, 0, 0)


@rule("GA4")
@pytest.mark.parametrize(("points", "loss"), [(30, -12), (31, -8)])
def test_failed_slam_at_base_value_with_heavy_loss(points: int, loss: int) -> None:
    options: dict[str, Any] = {"slam_fail": "base_value", "loss_no_brush": True}
    assert score("bid alone clubs slam", points, 3, **options)[0] == loss
    assert score("bid alone clubs slam", points, 3, loss_no_brush=True)[0] == -24


@rule("GQ12", "GA5")
def test_tied_junk_scores_nothing_and_may_be_dealt_again() -> None:
    outcome = finished(*ALL_PASS, deal=TIED_JUNK)
    assert outcome.points == (56, 60, 4, 0)
    assert outcome.delta == (0, 0, 0, 0)
    passed = next_standing((1, 2, 3, 4), outcome)
    assert passed == Standing(0, (1, 2, 3, 4), deal=2)
    again = finished(*ALL_PASS, deal=TIED_JUNK, junk_tie="replay")
    assert again.delta == (0, 0, 0, 0)
    assert next_standing((1, 2, 3, 4), again, junk_tie="replay") == Standing(3, (1, 2, 3, 4), deal=1, redeals=1)


@rule("GA5", "GQ12")
def test_a_tied_suit_contract_has_failed_and_is_not_replayed() -> None:
    hands = ["JC 7S 9S 10S 7H JH 8D KD", "9C QC QH KH AH 9D JD QD", "7C 10C AC 8S JS 10H 10D AD"]
    deal = read_deal({"hands": [*hands, "8C KC QS KS AS 8H 9H 7D"]})
    outcome = finished("0 bid clubs", "1 pass", "2 pass", "3 pass", deal=deal, junk_tie="replay")
    assert outcome.points == (2, 44, 58, 16)  # seats 0 and 2 have 60
    after = next_standing((0, 0, 0, 0), outcome, junk_tie="replay")
    assert after == Standing(0, (-4, 0, -4, 0), deal=2)


@rule("GA5")
def test_a_decided_junk_is_not_replayed() -> None:
    outcome = finished(*ALL_PASS, junk_tie="replay")
    after = next_standing((0, 0, 0, 0), outcome, junk_tie="replay")
    assert after == Standing(0, (-4, 4, -4, 4), deal=2)


# -- the auction's rulings -----------------------------------------------------------------------------------------


@rule("GQ5")
def test_a_pass_is_final_and_the_auction_ends_when_one_is_left() -> None:
    after = played("0 pass", "1 bid nil", "2 pass", "3 bid kings", "1 bid queens", "3 pass")
    assert after.state.contract == Contract("court", 1, rank=6)  # seats 0 and 2 were not asked again


@rule("GQ5")
def test_shape_of_the_auction() -> None:
    calls = ("0 pass", "1 bid nil", "2 pass", "3 bid kings")
    assert played(*calls).state.turn == 1
    once = played(*calls, auction="single_round").state
    assert once.contract == Contract("court", 3, rank=7)
    assert played(*calls, auction="passes_reopen").state.turn == 0


@rule("GQ5", "GA2")
def test_reopened_auction_ends_after_three_passes() -> None:
    calls = ("0 pass", "1 bid nil", "2 pass", "3 bid kings", "0 pass", "1 pass")
    assert played(*calls, auction="passes_reopen").state.phase == "auction"
    assert played(*calls, "2 pass", auction="passes_reopen").state.contract == Contract("court", 3, rank=7)
    assert played(*calls, "2 bid jacks", auction="passes_reopen").state.turn == 3


@rule("GA2")
def test_passes_before_the_first_bid_do_not_close_a_reopened_auction() -> None:
    three = ("0 pass", "1 pass", "2 pass")
    assert played(*three, auction="passes_reopen").state.phase == "auction"
    assert played(*three, "3 pass", auction="passes_reopen").state.contract == Contract("junk")
    bid = played(*three, "3 bid nil", auction="passes_reopen").state
    assert (bid.phase, bid.turn) == ("auction", 0)


@rule("GA2")
def test_earlier_passer_may_steal_in_a_reopened_auction() -> None:
    calls = ("0 pass", "1 bid nil", "2 pass", "3 pass", "0 steal")
    state = played(*calls, scores=(0, 5, 9, 9), auction="passes_reopen").state
    assert state.bidder == 0
    assert played(*calls[:4], scores=(0, 5, 9, 9)).state.phase == "tricks"


@rule("GQ6")
@pytest.mark.parametrize("kind", ["bid {}", "bid alone {}", "bid {} slam", "bid alone {} slam"])
def test_suits_rank_only_where_the_table_says_so(kind: str) -> None:
    low, high = kind.format("hearts"), kind.format("spades")
    deal = NO_ACES
    refused("bid_too_low", f"0 {low}", f"1 {high}", deal=deal)
    played(f"0 {low}", f"1 {high}", deal=deal, suit_precedence="C>S>H>D")
    refused("bid_too_low", f"0 {high}", f"1 {low}", deal=deal, suit_precedence="C>S>H>D")
    refused("bid_too_low", f"0 {low}", f"1 {low}", deal=deal, suit_precedence="C>S>H>D")


@rule("GQ6")
def test_clubs_are_highest_and_diamonds_lowest() -> None:
    calls = ("0 bid diamonds", "1 bid hearts", "2 pass", "3 bid spades", "0 bid clubs")
    state = played(*calls, deal=NO_ACES, suit_precedence="C>S>H>D").state
    assert state.bid == Bid("suit", suit=CLUBS)
    played(calls[0], "1 bid nil", deal=NO_ACES, suit_precedence="C>S>H>D")  # the next rung is still higher
    refused("bid_too_low", "0 bid nil", "1 bid clubs", deal=NO_ACES, suit_precedence="C>S>H>D")


@rule("GQ7")
def test_thief_takes_the_very_contract_and_must_be_entitled_to_it() -> None:
    scores = (9, 5, 3, 1)
    state = played("0 bid spades", "1 pass", "2 steal", "3 pass", "0 pass", scores=scores).state
    assert state.contract == Contract("suit", 2, 1, partner_card=parse_card("AS"))
    assert refused("not_entitled", "0 bid spades", "1 steal", scores=scores).rule == "GQ7"  # seat 1 has AS
    assert "steal" not in legal("0 bid spades", scores=scores)


@rule("GQ7")
def test_stolen_diamonds_with_seven_become_plain_diamonds() -> None:
    calls = ("0 bid diamonds", "1 pass", "2 steal", "3 pass", "0 pass")
    state = played(*calls, deal=FOUR_ACES, scores=(9, 5, 3, 1)).state
    assert state.partner_card == parse_card("AD")
    assert state.partner == 0  # the robbed bidder


@rule("GQ8")
def test_steals_chain_and_are_never_taken_back() -> None:
    scores = (14, 6, 10, 3)
    calls = ("0 bid nil", "1 steal", "2 pass", "3 steal")
    assert played(*calls, scores=scores).state.bidder == 3
    assert "steal" not in legal(*calls, scores=scores)
    assert "bid kings" in legal(*calls, scores=scores)
    assert refused("steal_needs_fewer_points", *calls, "0 steal", scores=scores).rule == "G10"
    done = played(*calls, "0 bid kings", "1 pass", "3 steal", "0 pass", scores=scores).state
    assert done.contract == Contract("court", 3, rank=7)


@rule("GQ8")
def test_a_passed_player_cannot_steal() -> None:
    scores = (0, 5, 9, 9)
    state = played("0 pass", "1 bid nil", "2 pass", "3 pass", scores=scores).state
    assert state.phase == "tricks"


@rule("GQ8")
def test_no_steals_in_the_first_round_nor_without_a_bid() -> None:
    assert "steal" not in legal("0 bid nil")
    assert refused("nothing_to_steal", "0 steal", scores=(0, 9, 9, 9)).rule == "GQ8"
    refused("nothing_to_steal", "0 pass", "1 steal", scores=(0, 0, 9, 9))


@rule("GQ8", "G9")
def test_stealing_can_be_switched_off() -> None:
    scores = (9, 5, 3, 1)
    assert "steal" in legal("0 bid nil", scores=scores)
    state = played("0 bid nil", scores=scores).state
    assert "steal" not in [action_text(action) for action in goathead(steal_enabled=False).legal(state)]
    assert refused("no_steals", "0 bid nil", "1 steal", scores=scores, steal_enabled=False).rule == "G9"


@rule("GQ9")
@pytest.mark.parametrize(
    ("hand", "suit", "called"),
    [
        ("AC AS AH QC QS JC 7D 8D", "D", "AD"),  # three aces: only the fourth suit
        ("AC AS AH QC QS JC 7D 8D", "C", None),
        ("AC AS AH AD QC QS JC 8D", "D", "7D"),
        ("AC AS AH AD QC QS JC 7D", "D", None),
        ("AC AS AH AD QC QS JC 7D", "S", "7S"),
        ("AC AS AH AD 7C 7S 7H 7D", "C", None),
    ],
)
def test_whom_a_hand_may_call(hand: str, suit: str, called: str | None) -> None:
    mask = sum(1 << c for c in parse_cards(hand))
    expected = None if called is None else parse_card(called)
    assert partner_card(mask, "CSHD".index(suit)) == expected


@rule("GQ9", "G20")
def test_own_seven_cannot_be_called() -> None:
    assert "bid clubs" not in legal(deal=FOUR_ACES)
    assert {"bid spades", "bid hearts", "bid diamonds"} < set(legal(deal=FOUR_ACES))
    assert refused("holds_partner_card", "0 bid clubs", deal=FOUR_ACES).rule == "GQ9"


@rule("GQ9")
def test_four_aces_and_four_sevens_leave_no_suit_bid() -> None:
    sevens = ["AC AS AH AD 7C 7S 7H 7D", "8C 9C 10C KC 8S 9S 10S KS", "8H 9H 10H KH 8D 9D 10D KD"]
    deal = read_deal({"hands": [*sevens, "QC QS QH QD JC JS JH JD"]})
    assert {line for line in legal(deal=deal) if "slam" not in line} == {
        "pass",
        "bid nil",
        "bid kings",
        "bid queens",
        "bid jacks",
        "bid alone clubs",
        "bid alone spades",
        "bid alone hearts",
        "bid alone diamonds",
    }


@rule("GA1")
@pytest.mark.parametrize(("suit", "may"), [("diamonds", True), ("clubs", False)])
def test_thief_with_four_aces(suit: str, may: bool) -> None:
    where: dict[str, Any] = {"deal": FOUR_ACES, "dealer": 2, "scores": (0, 5, 5, 9)}
    if may:
        state = played(f"3 bid {suit}", "0 steal", "1 pass", "2 pass", "3 pass", **where).state
        assert (state.partner_card, state.partner) == (parse_card("7D"), 1)
    else:  # seat 0 has the seven of clubs too
        assert refused("not_entitled", f"3 bid {suit}", "0 steal", **where).rule == "GQ7"


@rule("GA6")
def test_who_can_only_pass_is_still_asked() -> None:
    state = played("0 bid alone clubs slam").state
    assert state.turn == 1
    assert legal("0 bid alone clubs slam") == ["pass"]
    assert legal("0 bid alone clubs slam", "1 pass", "2 pass") == ["pass"]


# -- the match -----------------------------------------------------------------------------------------------------


@rule("G60", "GQ20")
@pytest.mark.parametrize(
    ("scores", "target", "over"),
    [
        ((29, 0, 0, 0), 30, False),
        ((30, 0, 0, 0), 30, True),
        ((33, 12, 31, -4), 30, True),
        ((32, 8, 32, 0), 30, False),
        ((19, 0, 0, 0), 20, False),
        ((20, 0, 0, 0), 20, True),
    ],
)
def test_match_ends_at_the_target(scores: tuple[int, ...], target: int, over: bool) -> None:
    assert (next_standing(scores, NOTHING, target=target) is None) is over


@rule("GQ20")
def test_highest_total_wins() -> None:
    assert goathead().winners((33, 12, 31, -4)) == (0,)
    assert goathead().winners((30, 12, 30, -4)) == (0, 2)


@rule("GQ20")
def test_the_round_is_complete_before_it_counts() -> None:
    partners = Outcome((4, 0, 4, 0))
    assert next_standing((26, 0, 26, 0), partners) is not None  # 30 and 30: both are there, the lead is shared
    assert next_standing((26, 0, 28, 0), partners) is None


@rule("GQ20")
def test_tied_leaders_play_on_or_share() -> None:
    tied = (32, 8, 32, 0)
    after = next_standing(tied, NOTHING)
    assert after is not None
    assert after.deal == 2
    assert next_standing(tied, NOTHING, end_tie="shared") is None
    assert goathead(end_tie="shared").winners(tied) == (0, 2)


@rule("GQ20")
@pytest.mark.parametrize("target", [0, -5])
def test_target_must_be_positive(target: int) -> None:
    with pytest.raises(BadOptions):
        goathead(target=target)


@rule("GQ21", "X5")
def test_totals_may_fall_below_zero() -> None:
    after = next_standing((0, 1, 0, 0), Outcome((-6, 2, 2, 2)))
    assert after is not None
    assert after.scores == (-6, 3, 2, 2)


# -- refusals ------------------------------------------------------------------------------------------------------


@rule("X6")
@pytest.mark.parametrize("action", [Play(0), Pick(), Call(8), Bid("suit"), Bid("suit", suit=9)])
def test_words_of_other_moments_are_refused_in_the_auction(action: Action) -> None:
    with pytest.raises(IllegalAction) as caught:
        step(goathead(), played().state, 0, action)
    assert (caught.value.code, caught.value.rule) == ("wrong_phase", "G8")


@rule("X6", "G13")
@pytest.mark.parametrize("action", [Pass(), Bid("nil"), Pick()])
def test_words_of_other_moments_are_refused_in_the_tricks(action: Action) -> None:
    with pytest.raises(IllegalAction) as caught:
        step(goathead(), played(*ALL_PASS).state, 0, action)
    assert (caught.value.code, caught.value.rule) == ("wrong_phase", "G13")


@rule("X6")
def test_refusals_of_cards_and_turns() -> None:
    assert refused("card_not_held", *ALL_PASS, "0 AD").rule == "X6"
    assert refused("card_foreign", *ALL_PASS, "0 6C").rule == "X1"
    refused("not_your_turn", *ALL_PASS, "1 AS")
    for card in (-1, 36, 99):
        with pytest.raises(IllegalAction) as caught:
            step(goathead(), played(*ALL_PASS).state, 0, Play(card))
        assert caught.value.code == "card_foreign"


@rule("X6")
def test_a_finished_deal_takes_no_action_and_shows_everything() -> None:
    game = goathead()
    last = Step(played(*ALL_PASS).state, ())
    while game.actor(last.state) is not None:
        last = game.apply(last.state, game.legal(last.state)[0])
    assert last.events[-1] == DealShown(MIXED, ())
    assert game.legal(last.state) == ()
    with pytest.raises(IllegalAction) as caught:
        step(game, last.state, 0, Pass())
    assert caught.value.code == "deal_over"


def test_problem_outside_the_tricks_is_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        goathead().problem(played().state)
    assert caught.value.code == "no_tricks"


def test_problem_names_the_declaring_side() -> None:
    state = played("0 bid diamonds", "1 pass", "2 pass", "3 pass", "0 7D").state
    problem = goathead().problem(state)
    assert problem.sides == (1, 0, 1, 0)
    assert (problem.leader, problem.trick) == (0, parse_cards("7D"))
    assert playable(problem.hands[1], problem.trick, problem.order) == sum(1 << c for c in parse_cards("QS JC 9D"))


SUIT_FACTS: dict[str, Any] = {"contract": Contract("suit", 0, 2), "partner": 1, "points": 61, "tricks": 4}


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("contract", {"contract": Contract("skat", 0)}),
        ("points", {"points": -1}),
        ("points", {"points": 121}),
        ("tricks", {"tricks": -1}),
        ("tricks", {"tricks": 9}),
        ("tricks", {"points": 1, "tricks": 0}),
        ("tricks", {"points": 119, "tricks": 8}),
        ("junk", {"contract": Contract("junk", 0), "partner": None}),
        ("junk", {"contract": Contract("junk")}),
        ("junk", {"contract": Contract("junk", slam=True), "partner": None}),
        ("declarer", {"contract": Contract("suit", None, 2)}),
        ("declarer", {"contract": Contract("suit", 4, 2)}),
        ("partner", {"partner": None}),
        ("partner", {"partner": 0}),
        ("partner", {"partner": 4}),
        ("partner", {"contract": Contract("nil", 0)}),
        ("partner", {"contract": Contract("court", 0, rank=7)}),
        ("slam", {"contract": Contract("nil", 0, slam=True), "partner": None}),
    ],
)
def test_impossible_facts_are_refused(code: str, changes: dict[str, Any]) -> None:
    goathead().outcome_of(TABLE, GoatheadFacts(**SUIT_FACTS))
    with pytest.raises(BadFacts) as caught:
        goathead().outcome_of(TABLE, GoatheadFacts(**{**SUIT_FACTS, **changes}))
    assert caught.value.code == code
    assert caught.value.rule is not None


# -- facts, form and settlement ------------------------------------------------------------------------------------


@rule("G2", "G5")
@pytest.mark.parametrize(
    ("points", "tricks", "possible"),
    [(44, 1, True), (45, 1, False), (84, 2, True), (85, 2, False), (76, 7, True), (75, 7, False), (0, 0, True)],
)
def test_points_must_go_with_the_tricks(points: int, tricks: int, possible: bool) -> None:
    facts = GoatheadFacts(**{**SUIT_FACTS, "points": points, "tricks": tricks})
    if possible:
        goathead().outcome_of(TABLE, facts)
    else:
        with pytest.raises(BadFacts, match=f"{tricks} tricks with {points} points cannot be") as caught:
            goathead().outcome_of(TABLE, facts)
        assert caught.value.rule == "G2"


@rule("G7", "G28", "G50")
@pytest.mark.parametrize(
    ("written", "told", "code"),
    [
        ("bid hearts", {"points": 61}, None),
        ("bid hearts", {"tricks": 4}, "points_needed"),
        ("bid hearts slam", {"points": 120}, "tricks_needed"),
        ("bid hearts slam", {"points": 120, "tricks": 8}, None),
        ("bid nil", {"tricks": 8}, None),
        ("bid nil", {"points": 0}, "tricks_needed"),
        ("junk", {"points": 59}, None),
        ("junk", {"tricks": 4}, "points_needed"),
    ],
)
def test_what_a_contract_needs_must_be_told(written: str, told: dict[str, int], code: str | None) -> None:
    made = contract(written)
    facts = GoatheadFacts(contract=made, partner=1 if made.kind == "suit" else None, **told)
    if code is None:
        goathead().outcome_of(TABLE, facts)
    else:
        with pytest.raises(BadFacts) as caught:
            goathead().outcome_of(TABLE, facts)
        assert caught.value.code == code


@rule("G18", "G19", "G21", "G31", "G46")
@pytest.mark.parametrize(
    ("code", "made"),
    [
        (None, Contract("suit", 0, 0, partner_card=parse_card("AC"))),
        (None, Contract("suit", 0, 3, partner_card=parse_card("7D"))),
        (None, Contract("suit", 0, partner_card=parse_card("7D"))),
        (None, Contract("suit", 0)),
        ("suit", Contract("suit", 0, 4)),
        ("suit", Contract("suit", 0, -1)),
        ("suit", Contract("nil", 0, 0)),
        ("suit", Contract("court", 0, 0)),
        ("suit", Contract("junk", suit=0)),
        (None, Contract("court", 0, rank=5)),
        (None, Contract("court", 0, rank=7)),
        (None, Contract("court", 0)),
        ("rank", Contract("court", 0, rank=4)),
        ("rank", Contract("court", 0, rank=8)),
        ("rank", Contract("suit", 0, 0, rank=7)),
        ("rank", Contract("nil", 0, rank=7)),
        ("partner_card", Contract("suit", 0, 0, partner_card=parse_card("AS"))),
        ("partner_card", Contract("suit", 0, 0, partner_card=parse_card("8C"))),
        ("partner_card", Contract("suit", 0, 0, partner_card=99)),
        ("partner_card", Contract("alone", 0, 0, partner_card=parse_card("AC"))),
        ("high", Contract("suit", 0, 0, high=False)),
    ],
)
def test_details_of_a_contract(code: str | None, made: Contract) -> None:
    facts = GoatheadFacts(contract=made, partner=1 if made.kind == "suit" else None, points=61, tricks=4)
    if code is None:
        goathead().outcome_of(TABLE, facts)
    else:
        with pytest.raises(BadFacts) as caught:
            goathead().outcome_of(TABLE, facts)
        assert caught.value.code == code
        assert caught.value.rule is not None


@pytest.mark.parametrize("changes", [{"tricks": "4"}, {"points": 61.5}, {"partner": "1"}, {"contract": "suit"}])
def test_wrongly_typed_facts_are_refused_in_words(changes: dict[str, Any]) -> None:
    with pytest.raises(BadFacts) as caught:
        goathead().outcome_of(TABLE, GoatheadFacts(**{**SUIT_FACTS, **changes}))
    assert caught.value.code == "facts_shape"
    with pytest.raises(BadFacts):
        fill(goathead().facts_form(), "suit", {"declarer": 0, "partner": 1, "points": "61"}, GoatheadFacts)


def test_unknown_fields_are_refused_in_words() -> None:
    data: dict[str, Any] = {"contract": {"kind": "nil", "declarer": 0}, "tricks": 0}
    assert decode_facts(data, GoatheadFacts) == GoatheadFacts(contract=Contract("nil", 0), tricks=0)
    for wrong in ({**data, "pot": 1}, {**data, "contract": {"kind": "nil", "bid": 1}}):
        with pytest.raises(BadFacts) as caught:
            decode_facts(wrong, GoatheadFacts)
        assert caught.value.code == "facts_shape"


def test_the_standing_must_be_one_of_this_table() -> None:
    facts = GoatheadFacts(**SUIT_FACTS)
    for standing in (Standing(4, (0, 0, 0, 0)), Standing(0, (0, 0))):
        with pytest.raises(BadFacts) as caught:
            goathead().outcome_of(standing, facts)
        assert caught.value.code == "standing"
    carried = goathead().outcome_of(Standing(0, (1, 2, 3, 4), doublers=2, pot=5), facts)
    assert carried == goathead().outcome_of(TABLE, facts)  # Goathead knows neither doublers nor a pot


@rule("GQ12", "GA5")
@pytest.mark.parametrize(("points", "replay"), [(59, False), (60, True), (61, False)])
def test_a_tied_junkyard_is_told_by_its_facts(points: int, replay: bool) -> None:
    facts = GoatheadFacts(contract=Contract("junk"), points=points)
    assert goathead(junk_tie="replay").outcome_of(TABLE, facts).same_dealer is replay
    assert not goathead().outcome_of(TABLE, facts).same_dealer


def test_the_form_asks_for_every_kind_of_contract() -> None:
    game = goathead()
    form = game.facts_form()
    assert tuple(part.kind for part in form.kinds) == game.contract_kinds == ("suit", "nil", "court", "alone", "junk")
    needed = {part.kind: [field.name for field in part.fields if not field.optional] for part in form.kinds}
    assert needed["suit"] == ["declarer", "partner", "points"]
    assert needed["nil"] == ["declarer", "tricks"]
    assert needed["junk"] == ["points"]
    with pytest.raises(BadFacts):
        fill(form, "nil", {"declarer": 0}, GoatheadFacts)


@rule("G51", "GQ12", "GQ16")
@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("kind", ["suit", "junk"])
def test_every_number_of_a_threshold_is_settled_like_its_answer(kind: str, heavy: bool) -> None:
    game = goathead(loss_no_brush=heavy)
    field = next(field for field in game.facts_form().kind(kind).fields if field.name == "points")

    def delta(points: int) -> tuple[int, ...]:
        answers = {"points": points} if kind == "junk" else {"points": points, "declarer": 0, "partner": 1}
        return game.outcome_of(TABLE, fill(game.facts_form(), kind, answers, GoatheadFacts)).delta

    covered = [range(each.least, each.most + 1) for each in field.thresholds]
    assert [points for span in covered for points in span] == list(range(121))
    for each, span in zip(field.thresholds, covered, strict=True):
        assert {delta(points) for points in span} == {delta(each.answer)}
    for lower, upper in pairwise(field.thresholds):  # all 120 are no more than no brush, but eight tricks need them
        assert delta(lower.most) != delta(upper.least) or upper.kind == "all"
    kinds = [each.kind for each in field.thresholds]
    assert ("lost_no_brush" in kinds) is (heavy and kind == "suit")


@rule("G28")
def test_nil_is_made_with_no_trick_and_lost_with_any() -> None:
    game = goathead()
    field = next(field for field in game.facts_form().kind("nil").fields if field.name == "tricks")

    def delta(tricks: int) -> tuple[int, ...]:
        answers = {"declarer": 0, "tricks": tricks}
        return game.outcome_of(TABLE, fill(game.facts_form(), "nil", answers, GoatheadFacts)).delta

    covered = [range(each.least, each.most + 1) for each in field.thresholds]
    assert [tricks for span in covered for tricks in span] == list(range(9))
    for each, span in zip(field.thresholds, covered, strict=True):
        assert {delta(tricks) for tricks in span} == {delta(each.answer)}
    assert delta(0) != delta(1)


def drawn(field: Field, luck: Stream) -> Any:
    """Some answer to a field, right or a little wrong."""
    if field.choices:
        return field.choices[luck.below(len(field.choices))].value
    if field.thresholds and luck.below(2):
        return field.thresholds[luck.below(len(field.thresholds))].answer
    if field.kind == "flag":
        return luck.below(2) == 1
    least, most = field.ge or 0, 3 if field.le is None else field.le
    return least - 1 + luck.below(most - least + 3)


def settled_or_refused(game: Goathead, facts: GoatheadFacts) -> Outcome | BadFacts:
    try:
        return game.outcome_of(TABLE, facts)
    except BadFacts as error:
        return error


@pytest.mark.parametrize("number", range(300))
def test_a_form_filled_at_random_is_settled_or_refused_in_words(number: int) -> None:
    luck = Chance("forms").stream(f"goathead/{number}")
    game = goathead(loss_no_brush=luck.below(2) == 1)
    form = game.facts_form()
    part = form.kinds[luck.below(len(form.kinds))]
    answers = {field.name: drawn(field, luck) for field in part.fields if not field.optional or luck.below(2)}
    facts = fill(form, part.kind, answers, GoatheadFacts)
    assert fill(form, *answers_of(form, facts), GoatheadFacts) == facts
    found = settled_or_refused(game, facts)
    if isinstance(found, BadFacts):
        assert found.sentence.endswith(".")
        assert found.rule is not None
    else:
        assert len(found.delta) == 4


def every_settlement() -> Iterator[tuple[Goathead, Outcome]]:
    """Every contract with every result under every way of scoring a loss."""
    for how in ("mirror", "declarer_only", "opponents_gain", "none"):
        for heavy, slam_fail in product_of((False, True), ("slam_value", "base_value")):
            game = goathead(failed_contract=how, loss_no_brush=heavy, slam_fail=slam_fail)
            for written in ("bid hearts", "bid kings", "bid alone clubs"):
                for slam, (points, tricks) in product_of(("", " slam"), ((30, 3), (60, 4), (61, 4), (90, 6), (120, 8))):
                    yield game, outcome_for(game, written + slam, points, tricks)
            for points, tricks in ((0, 0), (0, 1)):
                yield game, outcome_for(game, "bid nil", points, tricks)
            for points in (59, 60, 61):
                yield game, outcome_for(game, "junk", points, 4)


def outcome_for(game: Goathead, written: str, points: int, tricks: int) -> Outcome:
    made = contract(written)
    facts = GoatheadFacts(contract=made, partner=1 if made.kind == "suit" else None, points=points, tricks=tricks)
    return game.outcome_of(TABLE, facts)


def test_factors_multiply_up_and_every_kind_of_item_is_declared_and_occurs() -> None:
    kinds, factors = set(), set()
    for _, outcome in every_settlement():
        for item in outcome.items:
            assert product(item.factors) == item.amount
            assert str(item.what)
            assert all(rule_.startswith("G") for factor in item.factors for rule_ in factor.rules)
            kinds.add(item.kind)
            factors |= {factor.kind for factor in item.factors}
    assert kinds == set(Goathead.item_kinds)
    assert factors == set(Goathead.factor_kinds)


@rule("G51", "G54", "G56", "G59", "GQ11", "GQ16", "GQ17")
@pytest.mark.parametrize(
    ("written", "points", "tricks", "options", "kind", "words", "factors"),
    [
        ("bid hearts", 61, 4, {}, "suit_made", "suit made", [4]),
        ("bid hearts", 90, 6, {}, "suit_made_no_brush", "suit made, no brush", [4, 1.5]),
        ("bid kings slam", 120, 8, {}, "court_slam_made", "court slam made", [6, 3]),
        ("bid alone clubs", 60, 4, {}, "alone_failed", "alone failed", [8, -1]),
        ("bid hearts", 30, 3, {"loss_no_brush": True}, "suit_failed_no_brush", "suit failed", [4, 1.5, -1]),
        ("bid kings slam", 90, 7, {}, "court_slam_failed", "court slam failed", [6, 3, -1]),
        ("bid nil", 0, 0, {}, "nil_made", "nil made", [6]),
        ("bid nil", 0, 1, {}, "nil_failed", "nil failed", [6, -1]),
        ("junk", 59, 4, {}, "junk_won", "junkyard won", [4]),
        ("junk", 61, 4, {}, "junk_lost", "junkyard lost", [4, -1]),
    ],
)
def test_an_item_says_what_it_is_in_kind_words_and_factors(
    written: str, points: int, tricks: int, options: dict[str, Any], kind: str, words: str, factors: list[float]
) -> None:
    item = outcome_for(goathead(**options), written, points, tricks).items[0]
    assert (item.kind, str(item.what), [factor.number for factor in item.factors]) == (kind, words, factors)


@rule("G56", "GQ11")
def test_items_of_the_opponents_of_a_nil() -> None:
    made, failed = (outcome_for(goathead(), "bid nil", 0, tricks).items[-1] for tricks in (0, 1))
    assert (made.kind, made.amount, str(made.what)) == ("nil_made_against", -2, "nil made")
    assert (failed.kind, failed.amount, str(failed.what)) == ("nil_failed_against", 2, "nil failed")


# -- the rest of the contract --------------------------------------------------------------------------------------


def at_random(number: int) -> Iterator[tuple[Goathead, GoatheadState]]:
    """Every state of a random deal under random options."""
    luck = Chance("random deals").stream(f"goathead/{number}")
    options = {info.name: info.choices[luck.below(len(info.choices))] for info in describe(GoatheadOptions)[:8]}
    game = goathead(**options)
    standing = Standing(luck.below(4), (luck.below(9), luck.below(9), luck.below(9), luck.below(9)))
    state = game.begin(standing, luck.shuffle(DECK32)).state
    yield game, state
    while game.actor(state) is not None:
        actions = game.legal(state)
        few = actions[:3] if state.phase == "auction" else actions
        state = game.apply(state, few[luck.below(len(few))]).state
        yield game, state


@pytest.mark.parametrize("number", range(50))
def test_random_deals_keep_within_the_actions_and_the_longest_deal(number: int) -> None:
    states = [*at_random(number)]
    game = states[0][0]
    assert len(set(game.actions)) == len(game.actions)
    assert len(states) - 1 <= game.longest_deal
    for _, state in states:
        assert set(game.legal(state)) <= set(game.actions)
        assert set(game.worth_showing(state)) <= set(game.actions)


@pytest.mark.parametrize("number", range(50))
def test_a_played_deal_is_settled_again_from_its_facts(number: int) -> None:
    game, state = [*at_random(number)][-1]
    facts = game.facts_of(state)
    again, outcome = game.outcome_of(state.standing, facts), game.outcome(state)
    assert outcome is not None
    assert replace(again, points=state.points, tricks=state.tricks) == outcome
    assert fill(game.facts_form(), *answers_of(game.facts_form(), facts), GoatheadFacts) == facts
    assert game.outcome_if(state, state.points, state.tricks) == outcome


def test_facts_in_the_auction_are_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        goathead().facts_of(played("0 bid nil").state)
    assert caught.value.code == "deal_not_over"


def test_a_guess_counts_the_declaring_side() -> None:
    state = played("0 bid diamonds", "1 pass", "2 pass", "3 pass").state
    game = goathead()
    assert state.contract is not None
    assert game.facts_of(state) == GoatheadFacts(contract=state.contract, partner=2, points=0, tricks=0)
    assert game.outcome_if(state, (31, 30, 30, 29), (2, 2, 2, 2)).delta == (4, 0, 4, 0)
    assert game.outcome_if(state, (30, 30, 30, 30), (2, 2, 2, 2)).delta == (-4, 0, -4, 0)


def test_actions_come_in_one_order() -> None:
    actions = goathead().actions
    assert [action_text(action) for action in actions[:4]] == ["pass", "steal", "bid clubs", "bid spades"]
    assert actions[2:25] == tuple(BIDS)
    assert actions[25:] == tuple(Play(c) for c in DECK32.cards)
    assert Steal() not in goathead(steal_enabled=False).actions


@rule("GQ5", "GQ6", "GQ8")
@pytest.mark.parametrize(
    ("options", "longest"),
    [
        ({"auction": "single_round"}, 36),
        ({"steal_enabled": False}, 11 + 3 + 32),
        ({}, 44 + 3 + 32),
        ({"suit_precedence": "C>S>H>D", "steal_enabled": False}, 23 + 3 + 32),
        ({"auction": "passes_reopen", "steal_enabled": False}, 3 + 11 + 20 + 3 + 32),
    ],
)
def test_the_longest_deal(options: dict[str, Any], longest: int) -> None:
    assert goathead(**options).longest_deal == longest


@rule("GQ5", "GA2")
@pytest.mark.parametrize("auction", ["until_passes", "passes_reopen"])
def test_an_auction_can_be_as_long_as_that(auction: str) -> None:
    game = goathead(auction=auction, steal_enabled=False)
    hands = ["7C 8C 9C 10C KC QC JC 7S", "8S 9S 10S KS QS JS 7H 8H", "9H 10H KH QH JH 7D 8D 9D"]
    deal = read_deal({"hands": [*hands, "AC AS AH AD 10D KD QD JD"]})
    state = replay(game, Standing(3, (0, 0, 0, 0)), deal, ()).state
    said = 0
    while state.phase == "auction":  # as many passes as the auction bears, then the lowest bid
        actions = game.legal(state)
        limit = 3 if state.bid is None else 2
        passes = auction == "passes_reopen" and state.silence < limit
        state = game.apply(state, actions[0] if passes or len(actions) == 1 else actions[1]).state
        said += 1
    assert said + 32 == game.longest_deal


@rule("G9", "G20")
def test_what_is_worth_showing_depends_on_the_auction_only() -> None:
    for deal in (MIXED, FOUR_ACES, NO_ACES):
        shown = goathead().worth_showing(played("0 bid nil", deal=deal).state)
        assert shown[0] == Steal()
        assert {"bid kings", "bid clubs slam"} < {action_text(action) for action in shown}
        assert "bid spades" not in {action_text(action) for action in shown}
        assert set(goathead().legal(played("0 bid nil", deal=deal).state)) <= {Pass(), *shown}
    assert len(goathead().worth_showing(played().state)) == 24
    assert Steal() not in goathead(steal_enabled=False).worth_showing(played().state)
    assert goathead().worth_showing(played(*ALL_PASS).state) == ()


@rule("GQ4", "X3")
@pytest.mark.parametrize("dealer", range(4))
def test_people_may_say_who_deals_first(dealer: int) -> None:
    game = goathead()
    fields = game.chance_form()
    assert [field.name for field in fields] == ["dealer"]
    seed = next(seed for seed in map(str, range(99)) if game.first_standing(Chance(seed))[0].dealer == dealer)
    assert game.first_standing(answered(fields, {"dealer": dealer})) == game.first_standing(Chance(seed))
    assert game.chance_form(TABLE, NOTHING) == ()
    for wrong in (-1, 4, "0", True, None):
        with pytest.raises(BadFacts):
            answered(fields, {"dealer": wrong})


def test_games_with_the_same_options_are_equal() -> None:
    assert goathead(target=20) == goathead(target=20)
    assert hash(goathead(target=20)) == hash(goathead(target=20))
    assert goathead(target=20) != goathead()
    assert goathead() != object()
    assert (goathead().teams, goathead().deals_agreed, goathead().seats_option) == (None, None, None)


def test_what_has_been_taken() -> None:
    state = played(*ALL_PASS, "0 10S", "1 AS", "2 8S", "3 7S").state
    assert goathead().taken(state) == Taken((0, 21, 0, 0), (0, 1, 0, 0))


def test_a_state_in_the_tricks_says_so_by_its_kind() -> None:
    told = played(*ALL_PASS, "0 10S")
    assert [isinstance(state, GoatheadTricks) for state in told.states[-3:]] == [False, True, True]
    *_, (_, over) = at_random(0)
    assert type(over) is GoatheadState
