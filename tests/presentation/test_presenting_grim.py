"""What Grim says and shows: rounds, cards aside, bids and what they pay, goals of both sides, the sheet."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Double, NameOrder, Predeclare, Trump
from sheepfold.core.actions import Grim as GrimBid
from sheepfold.core.cards import HEARTS, SPADES, Seat, cards_in
from sheepfold.core.events import Contract, MatchOver, Said, Standing, TrickWon
from sheepfold.games.grim import GrimFacts
from sheepfold.play.driver import Watcher, drive
from sheepfold.play.view import Trick, View, empty_view
from sheepfold.presentation import Entry, Presenter, Reader, Scene, changed, spoken
from sheepfold.presentation.line import CardPart, Line
from sheepfold.registry import make_game

GAME = make_game("grim")
WEST = Standing(3, (16, 10), 3)  # West deals, so NS is the leading team
ALL_PASS: tuple[tuple[Seat, Action], ...] = tuple((seat, PASS) for seat in range(4))


def presenter(seat: Seat | None, game: str = "grim", **more: Any) -> Presenter:
    return Presenter(make_game(game), Reader(seat, **more))


def view(seat: Seat | None = 2, game: str = "grim", **parts: Any) -> View:
    return replace(empty_view(make_game(game), seat), **{"standing": WEST, "counts": (4,) * 4, **parts})


def second_round(seat: Seat | None = 2, *more: tuple[Seat, Action], **parts: Any) -> View:
    return view(seat, calls=(*ALL_PASS, (0, Predeclare(HEARTS)), *more), **{"phase": "auction", **parts})


def chips(scene: Scene) -> dict[str, str]:
    return {chip.kind: f"{spoken(chip.label)}: {spoken(chip.value)}" for chip in scene.chips}


def told(lines: Any) -> list[str]:
    return [spoken(line) for line in lines]


# -- names -------------------------------------------------------------------------------------------------------------


def test_seats_are_points_of_the_compass_and_said_where_the_name_does_not() -> None:
    scene = presenter(2).scene(view())
    assert [[role.kind for role in roles] for roles in scene.roles] == [
        ["team"],
        ["team"],
        ["compass", "team"],
        ["team", "dealer"],
    ]
    assert told(role.line for role in scene.roles[2]) == ["South", "NS"]
    named = presenter(None, names=("Ann", "East", "Cleo", "Dora")).scene(view(None))
    assert [spoken(roles[0].line) for roles in named.roles] == ["North", "EW", "South", "West"]
    assert told(scene.sides) == ["NS", "EW"]


# -- the design's moment: round 2, I bid Grim, everybody passed, I said Low --------------------------------------------

LOW = ((0, PASS), (1, PASS), (2, GrimBid()), (3, PASS), (0, PASS), (1, PASS), (2, NameOrder(False)))


def test_the_bar_of_the_second_round() -> None:
    scene = presenter(2).scene(second_round(2, *LOW, phase="trump"))
    assert chips(scene) == {
        "round": "Round 2: Grim on 4",
        "declarer": "declarer: you",
        "pays": "made / failed: +16 / -32",
        "order": "order: Low",
        "make5": "Make-5 trump: hearts, unused",
        "leading": "leading team: NS",
        "aside": "set aside: 4, not played in this deal",
    }
    assert spoken(scene.goal.line) == "You and North must win all 4 tricks"
    assert spoken(scene.contract) == "Round 2: Grim by you; Make-5 unused: hearts"
    assert [role.kind for role in scene.roles[2]] == ["compass", "declarer", "team", "aside"]
    assert spoken(scene.roles[1][-1].line) == "4 aside"


def test_order_and_trumps_are_offered_one_after_the_other() -> None:
    offers = presenter(2).scene(second_round(2, *LOW, phase="trump")).offers
    assert told(offer.name for offer in offers) == [
        "High", "Low", "clubs", "spades", "hearts", "diamonds", "no trumps",
    ]  # fmt: skip
    assert [(offer.step, offer.open) for offer in offers] == [(1, False)] * 2 + [(2, True)] * 5
    assert spoken(offers[1].promise) == "seven, eight, nine, ten, jack, queen, king, ace"


def test_cards_aside_wait_for_round_3_while_nobody_has_bid() -> None:
    scene = presenter(None).scene(second_round(None))
    assert chips(scene)["aside"] == "set aside: 4 until round 3"
    assert chips(scene)["round"] == "Round 2: no bid yet"
    assert chips(scene)["make5"] == "Make-5 trump: hearts"
    third = presenter(None).scene(second_round(None, *ALL_PASS, counts=(8,) * 4))
    assert "aside" not in chips(third)
    assert chips(third)["round"] == "Round 3: no bid yet"
    laid = presenter(None).scene(view(None, calls=ALL_PASS, counts=(0,) * 4, phase="predeclare"))
    assert spoken(laid.contract) == "Everybody passed in round 1; now the trumps of a Make-5 are named"
    assert told(offer.name for offer in laid.offers)[2] == "hearts for Make-5"


def test_each_round_begins_without_what_was_said_before() -> None:
    auction = presenter(2).scene(second_round(2, (0, PASS), (1, GrimBid()))).auction
    assert auction is not None
    assert [said and spoken(said.line) for said in auction.said] == ["pass", "Grim", None, None]
    assert auction.holder == 1
    third = presenter(2).scene(second_round(2, *ALL_PASS, (0, GrimBid()), (1, Double()), counts=(8,) * 4)).auction
    assert third is not None
    assert [said and (spoken(said.line), said.gone) for said in third.said] == [
        ("Grim", True), ("Double Grim", False), None, None,
    ]  # fmt: skip
    assert spoken(third.line) == "Round 3: Double Grim by East; Make-5 unused: hearts"


@pytest.mark.parametrize(
    ("table", "counts", "numbers"),
    [
        ("grim", 4, [(16, -32), (32, -64)]),
        ("grim", 8, [(64, -128), (128, -256)]),
        ("grim(eight_card_double=64/-128)", 8, [(64, -128), (64, -128)]),
        ("grim(eight_card_double=disabled)", 8, [(64, -128)]),
    ],
)
def test_bids_are_offered_with_what_they_pay(table: str, counts: int, numbers: list[tuple[int, int]]) -> None:
    moment = view(2, table, counts=(counts,) * 4, phase="auction")
    offers = presenter(2, table).scene(moment).offers
    assert [(offer.won, offer.lost) for offer in offers] == numbers
    assert [offer.open for offer in offers] == [True, False][: len(offers)]
    assert spoken(offers[0].promise) == f"all {counts} tricks"
    watched = presenter(None, table).scene(replace(moment, seat=None)).offers
    assert [(offer.won, offer.lost) for offer in watched] == [(None, None)] * len(offers)


def doubles(seat: Seat | None, table: str, *calls: tuple[Seat, Action], **parts: Any) -> tuple[list[Action], str]:
    """What is open to a reader of the first auction, and the goal."""
    scene = presenter(seat, table).scene(view(seat, table, phase="auction", calls=calls, **parts))
    return [offer.action for offer in scene.offers if offer.open], spoken(scene.goal.line)


@pytest.mark.rule("R36", "RQ2", "RQ5", "RQ7")
def test_a_double_is_open_to_those_who_may_take_the_bid_over() -> None:
    bid: tuple[tuple[Seat, Action], ...] = ((0, PASS), (1, GrimBid()))
    answer, bidder = "Double Grim takes the bid over and promises all 4 tricks too", "must win all 4 tricks"
    for seat in (0, 2, 3, None):
        assert doubles(seat, "grim", *bid) == ([Double()], answer)
    assert doubles(1, "grim", *bid) == ([], f"You and West {bidder}")
    assert doubles(2, "grim", *bid, (2, PASS)) == ([], f"East and West {bidder}")
    assert doubles(3, "grim(partner_takeover=false)", *bid) == ([], f"You and East {bidder}")
    assert doubles(0, "grim(auction=single_circuit)", *bid) == ([], f"East and West {bidder}")
    third: tuple[tuple[Seat, Action], ...] = (*ALL_PASS, (0, Predeclare(HEARTS)), *ALL_PASS, (0, GrimBid()))
    no_doubles = doubles(1, "grim(eight_card_double=disabled)", *third, counts=(8,) * 4)
    assert no_doubles == ([], "North and South must win all 8 tricks")
    assert doubles(0, "grim", (0, PASS))[0] == []
    assert doubles(1, "grim", (0, PASS))[0] == [GrimBid()]


@pytest.mark.rule("RQ4", "RA4")
def test_the_order_named_for_a_make5_is_told_until_there_is_a_contract() -> None:
    calls = (*ALL_PASS, (0, Predeclare(HEARTS)), (0, NameOrder(False)))
    south = presenter(2, "grim(make5_order=predeclarer)")
    scene = south.scene(view(2, phase="auction", calls=calls))
    assert chips(scene)["make5"] == "Make-5 trump: hearts, Low"
    assert spoken(scene.contract) == "Round 2: no bid yet; Make-5 trumps: hearts, Low"
    taken = south.scene(view(2, phase="order", calls=(*calls, (0, GrimBid()))))
    assert chips(taken)["make5"] == "Make-5 trump: hearts, Low, unused"
    assert spoken(taken.contract) == "Round 2: Grim by North; Make-5 unused: hearts, Low"
    assert not any(offer.open for offer in taken.offers)


# -- contracts and goals -----------------------------------------------------------------------------------------------


def tricks(*winners: Seat) -> tuple[Trick, ...]:
    return tuple(Trick(winner, (), winner, 0) for winner in winners)


GRIM4 = Contract("grim", 2, SPADES, high=False)
MAKE5 = Contract("make5", suit=HEARTS)


@pytest.mark.parametrize(
    ("seat", "won", "line", "numbers"),
    [
        (0, (2,), "all 4 tricks needed, 1 : 0 so far", (4, 1, 0, 4)),
        (1, (2,), "one trick beats the bid, 0 : 1 so far", (1, 0, 1, 4)),
        (None, (2,), "NS: all 4 tricks needed, 1 : 0 so far", (4, 1, 0, 4)),
        (0, (2, 1), "the bid has failed, 1 : 1 so far", (4, 1, 1, 4)),
        (3, (2, 1), "the bid has failed, 1 : 1 so far", (1, 1, 1, 4)),
        (2, (2, 0, 0, 2), "all 4 tricks are won", (4, 4, 0, 4)),
    ],
)
def test_a_bid_wants_all_tricks_and_the_others_want_one(
    seat: Seat | None, won: tuple[Seat, ...], line: str, numbers: tuple[int, ...]
) -> None:
    goal = presenter(seat).scene(view(seat, contract=GRIM4, phase="tricks", done=tricks(*won))).goal
    assert (spoken(goal.line), goal.counts) == (line, "tricks")
    assert (goal.needed, goal.ours, goal.theirs, goal.total) == numbers


@pytest.mark.parametrize(
    ("seat", "won", "line"),
    [
        (0, (0, 1), "5 of the 8 tricks needed, 1 : 1 so far"),
        (1, (0, 1), "4 of the 8 tricks needed, 1 : 1 so far"),
        (None, (0, 1), "NS: 5 of the 8 tricks needed, 1 : 1 so far"),
        (0, (1, 1, 1, 1), "Make-5 is lost, 0 : 4 so far"),
        (1, (1, 1, 1, 1), "Make-5 is won, 4 : 0 so far"),
        (0, (0, 0, 0, 0), "5 of the 8 tricks needed, 4 : 0 so far"),
        (0, (0, 0, 0, 0, 2), "Make-5 is won, 5 : 0 so far"),
    ],
)
def test_make5_wants_five_tricks_against_four(seat: Seat | None, won: tuple[Seat, ...], line: str) -> None:
    moment = view(seat, contract=MAKE5, phase="tricks", counts=(8,) * 4, done=tricks(*won))
    assert spoken(presenter(seat).scene(moment).goal.line) == line


def test_contracts_in_words() -> None:
    south = presenter(2)
    assert spoken(south.contract(GRIM4)) == "You play: Grim, spades are trumps, sevens high"
    assert spoken(south.contract(Contract("double", 1))) == "East plays: Double Grim, no trumps, aces high"
    assert spoken(south.contract(MAKE5)) == "Make-5, hearts are trumps, aces high"
    moment = view(2, contract=MAKE5, phase="tricks", counts=(8,) * 4)
    scene = south.scene(moment)
    assert chips(scene) == {
        "round": "Round 3: Make-5",
        "make5-pays": "leading / dealing team: +5 / +10",
        "order": "order: High",
        "trump": "trump: hearts",
        "leading": "leading team: NS",
    }
    assert scene.clauses == ("R39", "R40", "R41", "R43", "RQ3", "R51", "R52", "R53")


def test_the_hand_is_held_in_the_order_named_last() -> None:
    hand = 0b111 << 2 + 9 * SPADES
    cards = cards_in(hand)
    groups = [presenter(2).scene(view(2, hand=hand, calls=calls)).groups for calls in ((), ((2, NameOrder(False)),))]
    assert [group[0].cards for group in groups] == [cards[::-1], cards]


def test_events() -> None:
    south = presenter(2)
    assert spoken(south.event(TrickWon(1, 0))) == "East takes the trick."
    assert spoken(south.event(Said(2, Trump(None)))) == "You play without trumps."
    assert spoken(south.event(MatchOver((16, -54), (0,), None))) == (
        "The match is over: NS wins (NS 16, EW -54, NS 70 ahead)."
    )


# -- scores ------------------------------------------------------------------------------------------------------------


def entry(facts: GrimFacts, standing: Standing = WEST) -> Entry:
    return Entry(standing, facts, GAME.outcome_of(standing, facts))


MADE = entry(GrimFacts(contract=Contract("double", 1), cards=4, tricks=4))
FAILED = entry(GrimFacts(contract=Contract("grim", 2), cards=8, tricks=7))
FIVE = entry(GrimFacts(contract=Contract("make5"), tricks=5))
FOUR = entry(GrimFacts(contract=Contract("make5"), tricks=4))


@pytest.mark.parametrize(
    ("deal", "headline", "totals"),
    [
        (MADE, "East makes Double Grim: all 4 tricks for EW", [0, 4]),
        (FAILED, "You fail with Grim: 7 of 8 tricks for NS", [7, 1]),
        (FIVE, "Make-5 goes to the leading team: 5 of 8 tricks for NS", [5, 3]),
        (FOUR, "Make-5 goes to the dealing team: 4 of 8 tricks for EW", [4, 4]),
    ],
)
def test_settlements_of_facts_typed_by_hand(deal: Entry, headline: str, totals: list[int]) -> None:
    found = presenter(2).settlement(deal)
    assert spoken(found.headline) == headline
    assert [each.total for each in found.sums] == totals
    assert [(spoken(term.label), term.number) for each in found.sums for term in each.terms] == [
        ("counted", total) for total in totals
    ]


def test_a_failed_bid_has_its_factors() -> None:
    item = presenter(2).settlement(FAILED).items[0]
    assert [(spoken(factor.label), factor.number) for factor in item.factors] == [
        ("value of the bid", 64),
        ("failed: twice the value is lost", -2),
    ]
    assert item.amount == -128


def test_the_sheet() -> None:
    south = presenter(2)
    sheet = south.sheet((MADE, FOUR), (16, 52))
    assert told(sheet.heads) == [
        "deal", "dealer", "what happened", "NS", "EW", "total NS", "total EW", "NS − EW",
    ]  # fmt: skip
    assert told(cell.line for cell in sheet.rows[0].cells) == [
        "West", "East: Double Grim on 4 cards made", "0", "+32", "16", "42", "-26",
    ]  # fmt: skip
    assert spoken(sheet.told[1]) == (
        "Deal 3: dealer West, what happened Make-5, four tricks or more for the dealing team, "
        "NS 0, EW +10, total NS 16, total EW 20, NS − EW -4."
    )
    assert told(sheet.standing) == ["Team NS 16, Team EW 52: EW 36 ahead."]


# -- whole deals -------------------------------------------------------------------------------------------------------


def lines_of(scene: Scene) -> list[Line]:
    offers = [line for offer in scene.offers for line in (offer.name, offer.promise)]
    roles = [role.line for roles in scene.roles for role in roles]
    return [scene.contract, scene.goal.line, *scene.taken, *offers, *roles, *(chip.value for chip in scene.chips)]


@pytest.mark.parametrize("table", ["grim", "grim(make5_order=predeclarer,auction=single_circuit)"])
def test_a_scene_follows_the_events_and_shows_no_card_that_lies_aside(table: str) -> None:
    chance, game = random.Random(5), make_game(table)
    for number in range(4):
        driver = drive(game, f"grim{number}")
        readers = {seat: (Presenter(game, Reader(seat)), Watcher(driver, seat)) for seat in (None, 0, 3)}
        scenes: dict[Seat | None, Scene] = {}
        for question in driver.questions():
            for seat, (reader, watcher) in readers.items():
                for event, now in watcher.news():
                    moment = now.without_events()
                    whole = reader.scene(moment)
                    if seat in scenes:
                        assert changed(scenes[seat], reader.change(scenes[seat], event, moment)) == whole
                    scenes[seat] = whole
                    shown = {
                        card
                        for line in lines_of(whole)
                        for card in (part.card for part in line if isinstance(part, CardPart))
                    }
                    shown |= {card for group in whole.groups for card in group.cards}
                    assert not shown & set(cards_in(moment.aside))
            shy = question.legal[0] == PASS and chance.random() < 0.9
            driver.answer(question, PASS if shy else chance.choice(question.legal))
            if driver.match.outcome is not None:
                break
        assert all(not reader.faults() for reader, _ in readers.values())
