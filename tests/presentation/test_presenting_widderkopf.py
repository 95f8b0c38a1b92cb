"""What Widderkopf says and shows to one reader."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Crack, CrackWord, Trump
from sheepfold.core.cards import SUITS, Seat, mask_of, parse_card
from sheepfold.core.events import Contract, ContractSet, Outcome, Standing
from sheepfold.games.widderkopf import CALLS, CRACKS, ORDERS, WidderkopfFacts
from sheepfold.play.view import Trick, View, empty_view
from sheepfold.presentation import Entry, Presenter, Reader, spoken
from sheepfold.presentation.scene import Offer, Scene
from sheepfold.presentation.widderkopf import spitzer
from sheepfold.registry import make_game

CLUBS, SPADES, HEARTS, DIAMONDS = SUITS
STANDING = Standing(0, (4, 2), 4)
NAMED = Contract("suit", 1, HEARTS)
TRUMPS = (1, Trump(HEARTS))
ROW = tuple(map(parse_card, ("JC", "AD", "7S", "QD", "6H")))


def presenter(seat: Seat | None = 1, options: str = "") -> Presenter:
    return Presenter(make_game(f"widderkopf({options})"), Reader(seat, ("Anna", "Bruno")))


def view_of(seat: Seat | None = 1, **values: Any) -> View:
    return replace(empty_view(make_game("widderkopf"), seat), standing=STANDING, **values)


def scene_of(seat: Seat | None = 1, options: str = "", **values: Any) -> Scene:
    return presenter(seat, options).scene(view_of(seat, **values))


def chain(*words: CrackWord, first: Seat = 0) -> tuple[tuple[Seat, Any], ...]:
    """The trumps, and calls that answer each other."""
    return (TRUMPS, *(((first + place) % 2, Crack(word)) for place, word in enumerate(words)))


def crack(*words: CrackWord, seat: Seat | None = 1, **values: Any) -> Scene:
    return scene_of(seat, phase="crack", turn=1, contract=NAMED, calls=chain(*words), **values)


def tricks(seat: Seat | None, *won: tuple[Seat, int], **values: Any) -> Scene:
    done = tuple(Trick(0, (), winner, points) for winner, points in won)
    return scene_of(seat, phase="tricks", turn=0, contract=NAMED, done=done, **values)


def goal(scene: Scene) -> str:
    return spoken(scene.goal.line)


# -- before the tricks -------------------------------------------------------------------------------------------------


def test_the_round_and_the_table() -> None:
    scene = scene_of(phase="trumps", turn=1)
    assert spoken(scene.title) == "Widderkopf"
    assert spoken(scene.deal) == "round 4 of 6"
    assert spoken(scene.table) == "2 players · 6 rounds"
    assert spoken(scene.phase) == "naming of trumps"
    assert spoken(scene.contract) == "Trumps are not named yet"
    assert goal(scene) == "Name the suit that joins the queens and jacks as trumps"
    assert (scene.chips, scene.side, scene.order) == ((), None, None)
    assert scene.clauses == ("W18", "W19", "WQ16", "W6", "W8")


@pytest.mark.parametrize(
    ("options", "table"),
    [
        ("rounds=1", "2 players · 1 round"),
        ("rounds=endless", "2 players · no end agreed"),
        ("cracking=off", "2 players · 6 rounds · no cracking"),
    ],
)
def test_other_tables(options: str, table: str) -> None:
    assert spoken(scene_of(options=options).table) == table


@pytest.mark.parametrize("seat", [0, None])
def test_who_names_the_trumps_is_said_to_the_others(seat: Seat | None) -> None:
    assert (
        goal(scene_of(seat, phase="trumps", turn=1)) == "Bruno names the suit that joins the queens and jacks as trumps"
    )


def test_before_the_trumps_queens_and_jacks_are_held_together() -> None:
    hand = mask_of(map(parse_card, ("QS", "JH", "AH", "6C")))
    groups = scene_of(phase="trumps", hand=hand).groups
    assert [spoken(group.name) for group in groups] == ["queens, jacks", "clubs", "hearts"]
    named = scene_of(phase="discard", turn=1, hand=hand, contract=NAMED).groups
    assert [(spoken(group.name), len(group.cards)) for group in named] == [("trumps", 3), ("clubs", 1)]


@pytest.mark.rule("W20", "WQ5")
def test_a_discard_counts_for_the_other() -> None:
    scene = scene_of(phase="discard", turn=1, contract=NAMED, calls=(TRUMPS,))
    assert goal(scene) == "The card you discard counts for Anna"
    assert goal(scene_of(None, phase="discard", turn=1, contract=NAMED)) == "Each discard counts for the other player"
    assert spoken(scene.contract) == "Hearts, queens and jacks are trumps"
    assert scene.auction is not None
    assert spoken(scene.auction.line) == "Both discard a card face down"
    assert [said and spoken(said.line) for said in scene.auction.said] == [None, "hearts"]
    assert [[spoken(role.line) for role in roles] for roles in scene.roles] == [["dealer"], ["named trumps"]]


def test_the_event_of_the_trumps_names_them() -> None:
    assert spoken(presenter().event(ContractSet(NAMED))) == "Hearts, queens and jacks are trumps."


def test_covered_and_sealed_cards_are_told() -> None:
    rows: dict[str, Any] = {"rows": (ROW, ROW), "covered": (5, 5), "turned": ((), ())}
    first = scene_of(phase="discard", turn=1, contract=NAMED, **rows)
    assert [spoken(line) for line in first.taken] == ["0 tricks, 5 covered"] * 2
    second = scene_of(phase="discard", turn=0, contract=NAMED, **rows)
    assert [spoken(line) for line in second.taken] == [
        "0 tricks, 5 covered, a sealed discard",
        "0 tricks, 5 covered",
    ]
    both = tricks(1, (0, 21), **{**rows, "covered": (4, 0)})
    assert [spoken(line) for line in both.taken] == [
        "1 trick, 21 points, 4 covered, a sealed discard",
        "0 tricks, a sealed discard",
    ]


@pytest.mark.rule("WA2")
def test_a_discard_that_went_from_the_table_is_not_sealed() -> None:
    scene = tricks(1, table_discards=((0, parse_card("10C")),))
    assert [spoken(line) for line in scene.taken] == ["0 tricks, a sealed discard", "0 tricks"]


@pytest.mark.rule("W18", "WQ16")
def test_the_four_suits_are_offered_with_the_trumps_that_one_would_have() -> None:
    hand = mask_of(map(parse_card, ("QS", "AH", "6C", "7C")))
    moment: dict[str, Any] = {"phase": "trumps", "turn": 1, "hand": hand, "rows": (ROW, ROW)}
    offers = scene_of(**moment).offers
    assert [(spoken(offer.name), spoken(offer.promise), offer.open) for offer in offers] == [
        ("clubs", "5 trumps in your hand and row", True),
        ("spades", "4 trumps in your hand and row", True),
        ("hearts", "5 trumps in your hand and row", True),
        ("diamonds", "4 trumps in your hand and row", True),
    ]
    assert not any(offer.open for offer in scene_of(0, **moment).offers)
    assert not any(offer.promise for offer in scene_of(None, **moment).offers)


@pytest.mark.rule("W10", "WQ6")
def test_the_spitzer_is_the_seven_of_trumps() -> None:
    chips = {chip.kind: (spoken(chip.label), spoken(chip.value)) for chip in crack("crack").chips}
    assert chips == {
        "trump": ("trump", "hearts"),
        "worth": ("worth", "2"),
        "spitzer": ("Spitzer", "seven of hearts"),
    }
    assert [spitzer(order) for order in ORDERS] == [parse_card(f"7{suit}") for suit in "CSHD"]
    values = {worth.card: worth.points for worth in crack().values}
    assert values[parse_card("7H")] == 1
    assert parse_card("7S") not in values


# -- the chain of calls ------------------------------------------------------------------------------------------------


def numbers(offers: tuple[Offer, ...]) -> list[tuple[int, int | None, int | None, int | None, int | None, bool]]:
    return [(offer.step, offer.points, offer.won, offer.lost, offer.best, offer.open) for offer in offers]


@pytest.mark.rule("W28", "W29", "W41", "W42", "WQ15")
def test_the_chain_and_what_each_call_makes_it_worth() -> None:
    offers = crack("crack").offers
    assert [offer.action for offer in offers] == [PASS, *CRACKS]
    names = ["no call", "Crack!", "Recrack!", "Crackback!", "Crack Around the Corner!"]
    assert [spoken(offer.name) for offer in offers] == names
    assert numbers(offers) == [
        (2, 2, 2, 0, 8, True),  # to leave it at that
        (2, 2, 2, 0, 8, False),
        (3, 4, 4, 0, 16, True),
        (4, 8, 8, 0, 32, False),
        (5, 16, 16, 0, 64, False),
    ]
    assert [spoken(offer.promise) for offer in offers] == ["", "said by Anna", "", "up to Anna", "up to you"]


@pytest.mark.parametrize("options", ["", "schwarz=tricks"])
@pytest.mark.parametrize("seat", [0, 1])
def test_both_players_are_offered_the_same(seat: Seat, options: str) -> None:
    offers = crack(seat=seat, options=options).offers
    assert [(offer.won, offer.lost, offer.best) for offer in offers] == [(2**n, 0, 4 * 2**n) for n in range(5)]
    assert [offer.action for offer in offers if offer.open] == ([PASS] if seat == 1 else []) + [CRACKS[0]]
    assert not any(offer.promise for offer in offers)


def test_who_only_watches_sees_the_worth() -> None:
    offers = crack("crack", seat=None).offers
    assert [offer.points for offer in offers] == [2, 2, 4, 8, 16]
    assert {(offer.won, offer.lost, offer.best) for offer in offers} == {(None, None, None)}


def test_the_chain_is_shown_as_long_as_there_is_time_for_it() -> None:
    assert len(tricks(1).offers) == 5
    assert [offer.action for offer in tricks(1).offers if offer.open] == [CRACKS[0]]
    one = {"leader": 1, "trick": (parse_card("7S"),)}
    assert [offer.action for offer in tricks(0, **one).offers if offer.open] == [CRACKS[0]]
    assert not any(offer.open for offer in tricks(1, **one).offers)
    assert tricks(0, options="crack_window=before_first_lead", **one).offers == ()
    waiting = tricks(1, options="crack_window=before_first_lead").offers
    assert not any(offer.open for offer in waiting)
    assert tricks(1, (0, 10)).offers == ()
    assert tricks(1, calls=chain("crack")).offers == ()
    assert crack(options="cracking=off").offers == ()
    assert scene_of(phase="discard", turn=1, contract=NAMED).offers == ()


@pytest.mark.parametrize(
    ("calls", "phase", "state", "contract", "holder"),
    [
        (0, "question about cracking", "Nobody has cracked; the round is worth 1 point", "H", None),
        (1, "answer to a call", "Anna says Crack! The round is worth 2 points", "Worth 2 (Crack!): h", 0),
        (2, "answer to a call", "You say Recrack! The round is worth 4 points", "Worth 4 (Recrack!): h", 1),
        (
            3,
            "answer to a call",
            "Anna says Crackback! The round is worth 8 points",
            "Worth 8 (Crackback!): h",
            0,
        ),
    ],
)
def test_how_the_calls_stand(calls: int, phase: str, state: str, contract: str, holder: Seat | None) -> None:
    scene = crack(*CALLS[:calls])
    assert spoken(scene.phase) == phase
    assert scene.auction is not None
    assert (spoken(scene.auction.line), scene.auction.holder) == (state, holder)
    assert spoken(scene.contract) == f"{contract}earts, queens and jacks are trumps"
    worth = "1 point" if not calls else f"{2**calls} points"
    assert goal(scene) == f"Whoever wins 61 of the 121 points scores {worth} now; every call raises that"


# -- the goal ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("W12", "W40", "W41")
def test_both_need_61_of_121() -> None:
    for own in (60, 61):
        taken = (1, own), (0, 121 - own)
        assert goal(tricks(1, *taken)) == f"61 needed, {own} : {121 - own} so far"
        assert goal(tricks(None, *taken)) == f"Bruno: 61 needed, {own} : {121 - own} so far"
        assert goal(tricks(0, *taken)) == f"61 needed, {121 - own} : {own} so far"
    found = tricks(1).goal
    assert (found.counts, found.needed, found.total) == ("points", 61, 121)
    assert [(mark.number, spoken(mark.label)) for mark in found.marks] == [
        (31, "lost, 31 to 60"),
        (61, "won, 61 to 90"),
        (91, "Schneider, 91 or more"),
        (121, "Schwarz, all 121"),
    ]
    by_tricks = tricks(1, options="schwarz=tricks").goal
    assert [mark.number for mark in by_tricks.marks] == [31, 61, 91]


@pytest.mark.rule("WQ4", "WQ5", "WQ19")
def test_the_own_discard_is_known_to_count_for_the_other() -> None:
    taken = (1, 20), (0, 30)
    assert goal(tricks(1, *taken, discard=parse_card("KC"))) == "61 needed, 20 : 34 so far with the discards you know"
    assert goal(tricks(1, *taken, discard=parse_card("6C"))) == "61 needed, 20 : 30 so far"
    assert goal(tricks(1, *taken, discard=parse_card("7H"))) == "61 needed, 20 : 31 so far with the discards you know"


@pytest.mark.rule("WA2")
def test_a_discard_from_the_table_is_known_to_all_and_counted_once() -> None:
    ten = parse_card("10C")
    gone = {"table_discards": ((0, ten),)}
    assert goal(tricks(1, **gone)) == "61 needed, 10 : 0 so far with the discards you know"
    assert goal(tricks(0, discard=ten, **gone)) == "61 needed, 0 : 10 so far with the discards you know"
    assert goal(tricks(None, **gone)) == "Bruno: 61 needed, 10 : 0 so far with the discards from the table"


def test_when_the_deal_is_over_nothing_is_wanted_any_more() -> None:
    outcome = Outcome((0, 2), points=(27, 94), tricks=(5, 12), discard_points=(0, 4))
    over = scene_of(phase="over", contract=NAMED, outcome=outcome, discard=parse_card("KC"))
    assert goal(over) == "The round is over"
    assert over.auction is None
    assert [spoken(line) for line in over.taken] == ["0 tricks", "0 tricks"]


# -- the settlement and the sheet --------------------------------------------------------------------------------------


def entry(
    points: tuple[int, int], calls: int = 0, contract: Contract = NAMED, options: str = "", **facts: Any
) -> Entry:
    """A round that a scorekeeper has typed in."""
    given = WidderkopfFacts(contract=contract, points=points, calls=calls, **facts)
    return Entry(STANDING, given, make_game(f"widderkopf({options})").outcome_of(STANDING, given))


@pytest.mark.rule("W39", "W40", "W41")
@pytest.mark.parametrize(
    ("points", "line"),
    [
        ((60, 61), "You win 61 to 60"),
        ((61, 60), "Anna wins 61 to 60"),
        ((90, 31), "Anna wins 90 to 31"),
        ((91, 30), "Anna wins 91 to 30, Schneider"),
        ((120, 1), "Anna wins 120 to 1, Schneider"),
        ((121, 0), "Anna wins 121 to 0, Schwarz"),
    ],
)
def test_headlines(points: tuple[int, int], line: str) -> None:
    assert spoken(presenter().settlement(entry(points)).headline) == line


def test_a_settlement_of_typed_facts_explains_every_number() -> None:
    found = presenter().settlement(entry((93, 28), calls=2))
    assert spoken(found.headline) == "Anna wins 93 to 28, Schneider"
    piles = [(spoken(each.label), each.total, [(spoken(t.label), t.number) for t in each.terms]) for each in found.sums]
    assert piles == [("Anna", 93, [("pile", 93)]), ("You", 28, [("pile", 28)])]
    assert [(item.kind, item.side, item.amount) for item in found.items] == [
        ("won", 0, 1),
        ("recrack", 0, 3),
        ("schneider", 0, 4),
    ]
    factors = [(spoken(factor.label), factor.number) for factor in found.items[-1].factors]
    assert factors == [("value after the calls", 4), ("added for Schneider", 1)]
    schwarz = presenter().settlement(entry((121, 0), calls=3)).items[-1]
    assert [(spoken(factor.label), factor.number) for factor in schwarz.factors] == [
        ("value after the calls", 8),
        ("added for Schwarz", 3),
    ]
    assert [(side.before, side.change, side.after) for side in found.sides] == [(4, 8, 12), (2, 0, 2)]


@pytest.mark.rule("W38", "WQ5", "WA3")
def test_a_played_round_counts_the_discards_apart() -> None:
    typed = entry((27, 94), tricks=(5, 12))
    outcome = replace(typed.outcome, points=(27, 94), tricks=(5, 12), discard_points=(0, 4))
    found = presenter().settlement(replace(typed, outcome=outcome))
    terms = [[(spoken(term.label), term.number) for term in each.terms] for each in found.sums]
    assert terms == [[("tricks", 27), ("your discard", 0)], [("tricks", 90), ("Anna's discard", 4)]]
    assert [each.total for each in found.sums] == [27, 94]
    assert [mark.number for mark in found.sums[0].marks] == [31, 61, 91, 121]


def test_the_sheet_has_trumps_points_call_and_degree() -> None:
    entries = [
        entry((27, 94), calls=1),
        entry((61, 60), contract=Contract("suit")),
        entry((121, 0), calls=4, contract=Contract("suit", None, CLUBS)),
    ]
    sheet = presenter().sheet(entries, (69, 6))
    heads = ["round", "trumps", "card points", "call", "", "Anna", "You"]
    assert [spoken(head) for head in sheet.heads] == heads
    assert [[spoken(cell.line) for cell in row.cells] for row in sheet.rows] == [
        ["hearts", "27-94", "Crack!", "Schneider", "0", "+4"],
        ["", "61-60", "", "", "+1", "0"],
        ["clubs", "121-0", "Crack Around the Corner!", "Schwarz", "+64", "0"],
    ]
    told = "Round 4: trumps hearts, card points 27-94, call Crack!, Schneider, Anna 0 (4), You +4 (6)."
    assert spoken(sheet.told[0]) == told
    assert [spoken(note) for note in sheet.standing] == ["Standing: Anna 69, You 6"]
    assert sheet.target is None


def test_trumps_that_nobody_wrote_down_are_no_fault() -> None:
    found = presenter(None)
    assert spoken(found.contract(Contract("suit"))) == "A suit is trumps with the queens and jacks"
    assert not found.faults()
