"""What Clover says and shows: melds by name, what bids pay, goals of both teams, the model sheet (C53)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import PASS, NoTrump, Show
from sheepfold.core.cards import CLUBS, HEARTS, SPADES, Mask, Seat, mask_of, parse_card
from sheepfold.core.events import Contract, DealScored, Implied, MeldWon, Said, Standing
from sheepfold.games.clover import CloverFacts
from sheepfold.play.driver import Watcher, drive
from sheepfold.play.view import Trick, View, empty_view
from sheepfold.presentation import Entry, Presenter, Reader, Scene, changed, entries, spoken
from sheepfold.registry import make_game

GAME = make_game("clover")
BEGUN = Standing(3, (0, 0))
FOUR = ((0, PASS), (1, PASS), (2, PASS), (3, PASS))


def presenter(seat: Seat | None, game: str = "clover") -> Presenter:
    return Presenter(make_game(game), Reader(seat))


def view(seat: Seat | None = 2, **parts: Any) -> View:
    return replace(empty_view(GAME, seat), **{"standing": BEGUN, "counts": (8,) * 4, **parts})


def cards(text: str) -> Mask:
    return mask_of(map(parse_card, text.split()))


def chips(scene: Scene) -> dict[str, str]:
    return {chip.kind: f"{spoken(chip.label)}: {spoken(chip.value)}" for chip in scene.chips}


def told(lines: Any) -> list[str]:
    return [spoken(line) for line in lines]


# -- bidding -----------------------------------------------------------------------------------------------------------


def test_the_two_rounds_of_bidding() -> None:
    up = parse_card("KC")
    first = presenter(2).scene(view(phase="round1", upcard=up, calls=FOUR[:1]))
    assert spoken(first.contract) == "Bidding: the up-card is the king of clubs"
    assert spoken(first.phase) == "bidding"
    assert chips(first) == {"upcard": "up-card: king of clubs"}
    assert [(spoken(o.name), spoken(o.promise), o.won, o.lost) for o in first.offers] == [
        ("clubs", "76 of 150 trick points", 7, 0)
    ]
    second = presenter(2).scene(view(phase="round2", upcard=up, calls=(*FOUR, (0, NoTrump()))))
    assert spoken(second.contract) == "Bidding again: Anna with no-trump"
    assert second.auction is not None
    assert second.auction.holder == 0
    assert [said and spoken(said.line) for said in second.auction.said] == ["no trumps", None, None, None]
    assert [(spoken(offer.name), offer.open) for offer in second.offers] == [
        ("no trumps", False), ("clubs", True), ("spades", True), ("hearts", True), ("diamonds", True),
    ]  # fmt: skip
    turned = presenter(None).scene(view(None, phase="round2", upcard=up, calls=FOUR))
    assert spoken(turned.contract) == "Bidding again: the king of clubs was turned down"
    assert turned.offers[0].won is None
    thrown = presenter(None).scene(view(None, phase="round2", upcard=up, calls=FOUR * 2, thrown_in="C19"))
    assert spoken(thrown.contract) == "Everybody passed, the cards are thrown in"


@pytest.mark.rule("CQ5", "CQ6", "CA7")
def test_what_cannot_be_bid_is_closed() -> None:
    def still(seat: Seat | None, table: str, calls: tuple[Any, ...], **parts: Any) -> list[str]:
        moment = view(seat, phase="round2", upcard=parse_card("KC"), calls=(*FOUR, *calls), **parts)
        return [spoken(offer.name) for offer in presenter(seat, table).scene(moment).offers if offer.open]

    suits = ["clubs", "spades", "hearts", "diamonds"]
    assert still(2, "clover", ()) == ["no trumps", *suits]
    assert still(2, "clover(turned_suit_round2=forbidden)", ()) == ["no trumps", *suits[1:]]
    bid = ((0, PASS), (1, NoTrump()))
    assert still(0, "clover", bid) == []
    assert still(0, "clover(nt_outbid=all_players)", bid) == suits
    assert still(1, "clover(nt_outbid=all_players)", bid) == []
    assert still(None, "clover", bid) == suits
    again = Standing(3, (0, 0), redeals=20)
    assert still(3, "clover", FOUR[:3], standing=again) == ["no trumps"]
    assert still(2, "clover", FOUR[:2], standing=again) == ["no trumps", *suits]


SUIT = Contract("suit", 2, HEARTS)


def test_the_bar_names_trumps_declarer_and_what_counts_more() -> None:
    assert chips(presenter(0).scene(view(0, contract=SUIT, phase="give"))) == {
        "trump": "trump: hearts",
        "declarer": "declarer: Clara",
        "top": "top: jack 20 · nine 14",
    }
    assert chips(presenter(0).scene(view(0, contract=Contract("notrump", 0), phase="give"))) == {
        "trump": "trump: none",
        "declarer": "declarer: you",
        "special": "also counts: eight 8",
    }
    assert spoken(presenter(0).contract(Contract("notrump", 1))) == "Bruno plays: no trumps"
    assert spoken(presenter(0).contract(Contract("suit", 1))) == "Bruno plays: with trumps"


# -- goals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "phase", "line"),
    [
        (0, "give", "You give Clara a card and get one back"),
        (2, "give", "Anna gives you a card and gets one back"),
        (None, "return", "Clara gives Anna a card back"),
        (2, "return", "You give Anna a card back"),
        (0, "tricks", "76 of the 150 trick points needed, 13 : 20 so far"),
        (1, "tricks", "75 of the 150 trick points needed, 20 : 13 so far"),
        (None, "tricks", "Team 1: 76 of the 150 trick points needed, 13 : 20 so far"),
        (1, "over", "The round is over"),
    ],
)
def test_goals(seat: Seat | None, phase: str, line: str) -> None:
    done = (Trick(2, (), 0, 13), Trick(0, (), 3, 20))
    goal = presenter(seat).scene(view(seat, contract=SUIT, phase=phase, done=done)).goal
    assert spoken(goal.line) == line
    if phase == "tricks":
        assert (goal.needed, goal.total) == ((75 if seat == 1 else 76), 150)
        assert told(mark.label for mark in goal.marks) == ["set" if seat == 1 else "made"]


@pytest.mark.parametrize(
    ("won", "line"),
    [
        (76, "76 of the 150 trick points needed, 76 : 0 so far"),  # the last trick may cost two of them
        (78, "76 of the 150 trick points were needed, and they are won, 78 : 0 so far"),
        (-76, "76 of the 150 trick points needed, 0 : 76 so far"),
        (-77, "76 of the 150 trick points were needed, and that is lost, 0 : 77 so far"),
    ],
)
def test_a_goal_that_is_settled_says_so(won: int, line: str) -> None:
    done = (Trick(0, (), 0 if won > 0 else 1, abs(won)),)
    assert spoken(presenter(0).scene(view(0, contract=SUIT, phase="tricks", done=done)).goal.line) == line


def test_goals_of_the_bidding() -> None:
    up = parse_card("7D")
    assert spoken(presenter(None).scene(view(None, phase="round1", upcard=up)).goal.line) == (
        "Whoever accepts diamonds must win 76 of the 150 trick points"
    )
    assert spoken(presenter(1).scene(view(1, phase="round2", upcard=up)).goal.line) == (
        "Whoever names trumps or no-trump must win 76 of the 150 trick points"
    )


# -- melds -------------------------------------------------------------------------------------------------------------


def offered(trump: int | None, hand: str, *shown: str) -> list[tuple[str, str, int | None]]:
    contract = Contract("notrump" if trump is None else "suit", 1, trump)
    calls = tuple((2, Show(cards(each))) for each in shown)
    moment = view(2, contract=contract, phase="tricks", hand=cards(hand), calls=calls)
    offers = presenter(2).scene(moment).offers
    return [(spoken(offer.name), spoken(offer.promise), offer.points) for offer in offers]


def test_melds_are_offered_by_name_with_their_points() -> None:
    hand = "JS QS KS AS JC JH JD 8D"
    assert offered(HEARTS, hand) == [
        ("four jacks", "", 200),
        ("run of three", "", 20),
        ("run of four", "", 50),
        ("run of three", "", 20),
    ]
    assert offered(SPADES, hand)[1:] == [
        ("run of three and Bell", "run of three 20, Bell 20", 40),
        ("run of four and Bell", "run of four 50, Bell 20", 70),
        ("run of three and Bell", "run of three 20, Bell 20", 40),
        ("Bell", "", 20),
    ]
    assert offered(SPADES, hand, "QS KS AS") == [("four jacks", "", 200)]
    assert offered(SPADES, hand, "QS KS")[2] == ("run of four", "", 50)
    assert offered(CLUBS, "7C 9S JD QC KH 8H 10D AS") == []


def test_melds_are_no_longer_offered_when_the_own_card_is_played() -> None:
    moment = view(2, contract=SUIT, phase="tricks", hand=cards("JS QS KS AS JC JH JD"), counts=(8, 8, 7, 8))
    assert presenter(2).scene(moment).offers == ()


def test_a_meld_shown_says_it_all() -> None:
    anna = presenter(0)
    run = cards("10S JS QS")
    assert spoken(anna.event(Said(1, Show(run)))) == (
        "Bruno shows a run of three: ten of spades, jack of spades and queen of spades."
    )
    assert spoken(anna.event(Said(0, Show(cards("QH KH"))))) == (
        "You show the Bell: queen of hearts and king of hearts."
    )
    assert anna.event(Implied(1, holds=run)) == ()
    calls = ((2, Show(cards("JH QH KH AH"))), (1, Show(cards("10S JS QS"))))
    scene = anna.scene(view(0, contract=SUIT, phase="tricks", calls=calls, melds=(0, 20, 70, 0)))
    assert told(role.line for role in scene.roles[2]) == ["declarer", "Team 1", "run of four 50", "Bell 20"]
    assert told(scene.taken) == ["0 tricks", "0 tricks, melds 20", "0 tricks, melds 70", "0 tricks"]
    assert scene.clauses[-11:-8] == ("C36", "C38", "C24")  # and what every meld is worth
    moment = view(0, contract=SUIT, phase="tricks", calls=calls[:1], melds=(0, 0, 70, 0))
    assert spoken(anna.happened(MeldWon(2, 70), moment)) == "Clara scores 70 meld points: run of four 50 and Bell 20."


# -- scores ------------------------------------------------------------------------------------------------------------


def entry(points: tuple[int, int], melds: tuple[int, int], standing: Standing = BEGUN, game: str = "clover") -> Entry:
    facts = CloverFacts(contract=SUIT, points=points, melds=melds)
    return Entry(standing, facts, make_game(game).outcome_of(standing, facts))


ROUND1 = entry((127, 23), (70, 140))
ROUND2 = entry((74, 76), (120, 40), Standing(0, ROUND1.after, 2))


def test_the_model_sheet_of_clover() -> None:
    sheet = presenter(None).sheet((ROUND1, ROUND2), ROUND2.after)
    assert told(sheet.heads) == ["", "1: T1 H", "2: T1 H set", "total"]
    assert [(spoken(row.name), told(cell.line for cell in row.cells)) for row in sheet.rows] == [
        ("Team 1, melds", ["7■ x", "12■ → 2", ""]),
        ("Team 1, tricks", ["12■", "7■ → 2", "12"]),
        ("Team 2, melds", ["14■", "4■ + 12■", ""]),
        ("Team 2, tricks", ["2■", "7■ + 7■", "46"]),
    ]
    assert [[cell.amount for cell in row.cells[:2]] for row in sheet.rows] == [
        [None, None], [12, None], [14, 16], [2, 14],
    ]  # fmt: skip
    assert [[cell.marks for cell in row.cells[:2]] for row in sheet.rows] == [
        [("struck", "crossed"), ("struck", "given")],
        [("struck",), ("struck", "given")],
        [("struck",), ("struck", "taken")],
        [("struck",), ("struck", "taken")],
    ]
    assert sheet.across
    assert [cell.number for cell in sheet.totals] == [12, 46]
    assert spoken(sheet.told[1]) == (
        "Round 2, Team 1 with hearts, set: melds 120 of team 1, which is set: 12 for Team 2; "
        "tricks 74 of team 1, which is set: 7 for Team 2; melds 40: 4 for Team 2; tricks 76: 7 for Team 2."
    )
    assert told(sheet.standing)[-1] == "Standing: Team 1: 12, Team 2: 46"
    assert len(sheet.notes) == 5
    assert told(sheet.notes[sheet.legend :]) == [
        "The last digit of every number is struck off.",
        "Melds that are crossed out count for nobody.",
    ]
    assert presenter(None).sheet((), (0, 0)).notes == ()
    assert told(presenter(None).sheet((entry((127, 23), (0, 0)),), (12, 2)).notes) == [
        "T1 and T2 are the teams that played, C S H D their trumps, NT no trumps; "
        "■ stands for a digit that is struck off, x for melds that are crossed out.",
        "The last digit of every number is struck off.",
    ]
    facts = CloverFacts(contract=Contract("notrump", 1), points=(127, 23))
    no_trump = presenter(None).sheet((Entry(BEGUN, facts, GAME.outcome_of(BEGUN, facts)),), (0, 0))
    assert spoken(no_trump.told[0]).startswith("Round 1, Team 2 without trumps, set: ")


def test_the_score_is_told_team_by_team() -> None:
    anna = presenter(0)
    assert spoken(anna.event(DealScored(ROUND1.outcome))) == (
        "Team 1 +12, Team 2 +16. Team 1: melds 70, crossed out, tricks 127. Team 2: melds 140, tricks 23."
    )
    assert spoken(anna.event(DealScored(entry((89, 61), (0, 0)).outcome))) == (
        "Team 1 +8, Team 2 +6. Team 1: tricks 89. Team 2: tricks 61."
    )


@pytest.mark.rule("C29", "C32", "C42", "CQ10", "CQ13")
@pytest.mark.parametrize(
    ("options", "trick", "lines"),
    [
        ("", "9S JC 10H 7D", ["Anna scores 20 for a run of three in the trick: 9S 10H JC."]),
        ("", "8S 8C 8H AD", ["Anna scores 20 for three eights in the trick: 8C 8S 8H."]),
        ("set3_ranks=AKQJ", "8S 8C 8H AD", []),
        ("", "KC KS KH KD", ["Anna scores 100 for four kings in the trick: KC KS KH KD."]),
        ("", "QH KH AC 7D", [
            "Anna scores 20 for a run of three in the trick: AC QH KH.",
            "Anna scores 20 for the Bell in the trick: QH KH.",
        ]),
        ("", "JS JC JH 7D", ["Anna scores 20 for three jacks in the trick: JC JS JH."]),
        ("meld_reuse=forbidden", "JS JC JH 7D", []),
    ],
)  # fmt: skip
def test_melds_in_tricks_are_named_with_their_cards(options: str, trick: str, lines: list[str]) -> None:
    won = Trick(1, tuple(map(parse_card, trick.split())), 0, 0)
    calls = ((2, Show(cards("JS QS KS"))),)
    moment = view(2, contract=SUIT, phase="tricks", done=(won,), calls=calls)
    found = presenter(2, f"clover({options})")
    melds = [sorted(line.rpartition(": ")[2].strip(".").split()) for line in told(found.last(moment))[2:]]
    assert melds == [sorted(line.rpartition(": ")[2].strip(".").split()) for line in lines]
    assert [line.partition(":")[0] for line in told(found.tricks(moment))[1:]] == [
        line.partition(":")[0] for line in lines
    ]


def test_what_a_set_gives_is_seen_beside_melds_that_are_crossed_out() -> None:
    game = "clover(set_melds=higher_side_only)"
    cells = presenter(None, game).sheet((entry((74, 76), (120, 40), game=game),), (0, 26)).rows[2].cells
    assert (spoken(cells[0].line), cells[0].amount) == ("4■ x + 12■", 12)
    assert cells[0].marks == ("struck", "crossed", "taken")


def test_settlements_of_facts_typed_by_hand() -> None:
    anna = presenter(0)
    assert spoken(anna.settlement(ROUND1).headline) == "You and Clara (Team 1) make it, 127 to 23"
    assert spoken(anna.settlement(ROUND2).headline) == "You and Clara (Team 1) are set, 74 to 76"
    level = anna.settlement(entry((75, 75), (0, 0)))
    assert spoken(level.headline) == "You and Clara (Team 1) are set, 75 to 75"
    found = [(spoken(each.label), each.total, told(term.label for term in each.terms)) for each in level.sums]
    assert found == [
        ("Team 1, melds", 0, ["counted"]),
        ("Team 1, tricks", 75, ["counted"]),
        ("Team 2, melds", 0, ["counted"]),
        ("Team 2, tricks", 75, ["counted"]),
    ]
    facts = CloverFacts(contract=Contract("thrown_in"))
    thrown = anna.settlement(Entry(BEGUN, facts, GAME.outcome_of(BEGUN, facts)))
    assert (spoken(thrown.headline), thrown.sums) == ("Everybody passed; the same dealer deals again", ())


@pytest.mark.parametrize("table", ["clover", "clover(exchange=off,meld_reuse=forbidden,set3_ranks=AKQJ)"])
def test_whole_deals(table: str) -> None:
    """A Scene follows the events, and the terms of a settlement add up, the last trick and every meld among them."""
    chance, game, labels = random.Random(8), make_game(table), set()
    for number in range(4):
        driver = drive(game, f"clover{number}")
        readers = {seat: (Presenter(game, Reader(seat)), Watcher(driver, seat)) for seat in (None, 1)}
        scenes: dict[Seat | None, Scene] = {}
        for question in driver.questions():
            for seat, (reader, watcher) in readers.items():
                for event, now in watcher.news():
                    moment = now.without_events()
                    whole = reader.scene(moment)
                    if seat in scenes:
                        assert changed(scenes[seat], reader.change(scenes[seat], event, moment)) == whole
                    scenes[seat] = whole
            shows = [action for action in question.legal if isinstance(action, Show)]
            driver.answer(question, shows[0] if shows else chance.choice(question.legal))
            if driver.match.outcome is not None:
                break
        for deal in entries(driver.match):
            sums = readers[1][0].settlement(deal).sums
            assert [each.total for each in sums[::2]] == list(deal.outcome.melds)
            for each in sums:
                assert each.terms
                assert sum(term.number for term in each.terms) == each.total
                labels |= {spoken(term.label).partition(",")[0] for term in each.terms}
        assert all(not reader.faults() for reader, _ in readers.values())
    assert {"last trick", "run of three"} <= labels
