"""What Sheepshead says and shows to one reader."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Alone, Call, Middle, Pick
from sheepfold.core.cards import Mask, Seat, mask_of, parse_card
from sheepfold.core.events import Contract, ContractSet, DealBegun, Standing, ThrownIn
from sheepfold.games.sheepshead import FAIL_ACES, JACK_OF_DIAMONDS, SheepsheadFacts
from sheepfold.play.view import Trick, View, empty_view, view_of
from sheepfold.presentation import Entry, Presenter, Reader, spoken
from sheepfold.presentation.scene import Mark, Offer, Scene
from sheepfold.registry import make_game

AC, AS, AH, TC, TS, TH = map(parse_card, ("AC", "AS", "AH", "10C", "10S", "10H"))
CALLED = Contract("called_card", 0, partner_card=AH)
JACK = Contract("jack_of_diamonds", 0, partner_card=JACK_OF_DIAMONDS)
ALONE = Contract("alone", 0)
PICKED = ((4, PASS), (0, Pick()))
JACKS = "partner=jack_of_diamonds"
SEATED = "players=4,four_handed=8+0,partner=fixed"
CHOICE = "players=4,all_pass=mittler,mittler_even=last_bidder_decides"


def held(text: str) -> Mask:
    return mask_of(map(parse_card, text.split()))


def presenter(seat: Seat | None = 3, options: str = "", **reader: Any) -> Presenter:
    return Presenter(make_game(f"sheepshead({options})"), Reader(seat, **reader))


def standing(options: str = "", **values: Any) -> Standing:
    sides = make_game(f"sheepshead({options})").sides
    return Standing(min(3, sides - 1), (0,) * sides, 2, **values)


def scene(seat: Seat | None, options: str = "", waiting: Standing | None = None, **values: Any) -> Scene:
    found = presenter(seat, options)
    begun = waiting or standing(options)
    view: View = replace(empty_view(make_game(f"sheepshead({options})"), seat), standing=begun, **values)
    made = found.scene(view)
    assert not found.faults()
    return made


def asked(phase: str, seat: Seat | None, options: str = "", **values: Any) -> Scene:
    """A Scene before the tricks in which seat 0 is asked."""
    calls = PICKED if phase in ("bury", "call") else ()
    return scene(seat, options, phase=phase, turn=0, **{"calls": calls, **values})


def tricks(contract: Contract, seat: Seat | None, *won: tuple[Seat, int], options: str = "", **values: Any) -> Scene:
    """A Scene in the tricks; each trick is given by its winner and its points."""
    done = tuple(Trick(0, (), winner, points) for winner, points in won)
    calls = () if contract.declarer is None else ((contract.declarer, Pick()),)
    return scene(seat, options, phase="tricks", turn=0, contract=contract, done=done, calls=calls, **values)


def goal(found: Scene) -> str:
    return spoken(found.goal.line)


def marks(found: tuple[Mark, ...]) -> list[tuple[int, str]]:
    return [(mark.number, spoken(mark.label)) for mark in found]


def paid(found: tuple[Offer, ...]) -> dict[Action, tuple[bool, int | None, int | None]]:
    return {offer.action: (offer.open, offer.won, offer.lost) for offer in found}


# -- before the tricks -------------------------------------------------------------------------------------------------

WAITING = {
    "bidding": "Anna picks or passes; the picker's side needs 61 of the 120 points",
    "bury": "What Anna buries counts for the picker's side",
    "call": "The holder of the card that Anna calls is the partner",
    "middle": "Anna says which of the two middle totals wins",
}
ASKED = {
    "bidding": "Pick if your side can win 61 of the 120 points, or pass",
    "bury": "What you bury counts for your side",
    "call": "The holder of the card you call is your partner",
    "middle": "Say which of the two middle totals wins",
}


@pytest.mark.parametrize("phase", WAITING)
def test_only_who_is_asked_is_spoken_to(phase: str) -> None:
    options = CHOICE if phase == "middle" else ""
    assert goal(asked(phase, 0, options)) == ASKED[phase]
    for seat in (1, 3, None):
        assert goal(asked(phase, seat, options)) == WAITING[phase]


def test_a_goal_of_a_phase_in_which_nobody_is_asked() -> None:
    assert goal(scene(0, phase="bury")) == "What is played is not settled yet"


@pytest.mark.parametrize(
    ("options", "hand", "won", "promise"),
    [
        ("", "JD", 2, "61 of 120 points with the bury"),
        (JACKS, "QC", 2, "61 of 120 points with the bury"),
        (JACKS, "JD", 8, "61 of 120 points with the bury, alone"),
        (f"{JACKS},solo_multiplier=1", "JD", 4, "61 of 120 points with the bury, alone"),
        (f"{JACKS},solo_scope=voluntary", "JD", 4, "61 of 120 points with the bury, alone"),
        (f"{JACKS},split=even", "QC", 3, "61 of 120 points with the bury"),
        ("split=picker_all", "", 3, "61 of 120 points with the bury"),
        ("players=3", "JD", 2, "61 of 120 points with the bury, alone"),
        ("partner=solo_only", "QC", 4, "61 of 120 points with the bury, alone"),
        (SEATED, "JD", 1, "61 of 120 points"),
        ("players=8", "", 5, "61 of 120 points"),
    ],
)
@pytest.mark.rule("S65", "S69", "S93", "S95", "S96", "SQ37")
def test_what_a_pick_pays(options: str, hand: str, won: int, promise: str) -> None:
    (offer,) = asked("bidding", 0, options, hand=held(hand)).offers
    assert (offer.action, offer.open, offer.won, offer.lost) == (Pick(), True, won, -won)
    assert spoken(offer.promise) == promise


def test_a_pick_after_doublers_pays_more_and_a_forced_one_may_cost_nothing() -> None:
    doubled = asked("bidding", 0, "all_pass=doubler", waiting=standing(doublers=2))
    assert paid(doubled.offers) == {Pick(): (True, 8, -8)}
    spared = "all_pass=forced_pick,forced_no_blame=no_loss"
    assert paid(asked("bidding", 3, spared).offers) == {Pick(): (True, 2, 0)}
    assert paid(asked("bidding", 0, spared).offers) == {Pick(): (True, 2, -2)}


@pytest.mark.parametrize("options", ["", JACKS, "players=3", SEATED])
def test_a_pick_pays_nothing_to_who_only_watches(options: str) -> None:
    assert paid(asked("bidding", None, options).offers) == {Pick(): (True, None, None)}


def test_a_pick_closes_the_bidding() -> None:
    assert asked("bidding", 1, calls=PICKED).offers == ()
    assert asked("bury", 0).offers == ()


# -- the call ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S44", "S47", "S48", "S49")
def test_own_buried_and_unholdable_aces_are_not_open() -> None:
    found = asked("call", 0, hand=held("AC KC 9S QC QS JD"), bury=held("KH 10H")).offers
    assert paid(found) == {
        Call(AC): (False, None, None),
        Call(AS): (True, 2, -2),
        Call(AH): (False, None, None),
        Alone(): (True, 8, -8),
    }
    buried = asked("call", 0, hand=held("KC 9S KH QC QS JD"), bury=held("AH 10H")).offers
    assert [offer.action for offer in buried if offer.open] == [Call(AC), Call(AS), Alone()]
    assert spoken(buried[-1].promise) == "61 of 120 points with the bury, alone"


@pytest.mark.rule("S56", "S60", "SQ23")
def test_tens_are_offered_to_who_holds_all_aces() -> None:
    tens = asked("call", 0, hand=held("AC AS AH 10S QC QS"), bury=held("7C 7S")).offers
    assert {offer.action for offer in tens if offer.open} == {Call(TC), Call(TH), Alone()}
    assert {offer.action for offer in tens if not offer.open} == {Call(AC), Call(AS), Call(AH)}
    none = asked("call", 0, hand=FAIL_ACES | held("10C 10S 10H"), bury=held("7C 7S")).offers
    assert [offer.action for offer in none if offer.open] == [Alone()]


@pytest.mark.rule("SA7", "SQ22", "SQ40")
def test_a_forced_solo_is_not_one_by_choice() -> None:
    void: dict[str, Any] = {"hand": held("QC QS JD JS AC AS"), "bury": held("7D 8D")}
    some: dict[str, Any] = {"hand": held("QC QS JD JS AC 9H"), "bury": held("7D 8D")}
    assert paid(asked("call", 0, "solo_scope=voluntary", **void).offers)[Alone()] == (True, 4, -4)
    assert paid(asked("call", 0, "solo_scope=voluntary", **some).offers)[Alone()] == (True, 8, -8)
    assert paid(asked("call", 0, **void).offers)[Alone()] == (True, 8, -8)
    assert not paid(asked("call", 0, **void).offers)[Call(AH)][0]
    unknown = paid(asked("call", 0, "unknown_call=hidden_partner", **void).offers)
    assert unknown[Call(AH)] == (True, 2, -2)
    assert unknown[Call(AC)] == (False, None, None)


@pytest.mark.parametrize("seat", [1, 3, None])
def test_the_others_see_what_can_be_called_without_payments(seat: Seat | None) -> None:
    for hand in ("", "AC AH") if seat is not None else ("",):
        found = asked("call", seat, hand=held(hand)).offers
        nothing = (True, None, None)
        assert paid(found) == {Call(AC): nothing, Call(AS): nothing, Call(AH): nothing, Alone(): nothing}


@pytest.mark.rule("S31", "S32")
@pytest.mark.parametrize("seat", [0, 2, None])
def test_the_two_middles_are_offered(seat: Seat | None) -> None:
    found = asked("middle", seat, CHOICE).offers
    assert paid(found) == {Middle(True): (True, None, None), Middle(False): (True, None, None)}
    assert [(spoken(offer.name), spoken(offer.promise)) for offer in found] == [
        ("upper middle", "the higher of the two middle totals wins"),
        ("lower middle", "the lower of the two middle totals wins"),
    ]


# -- contracts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "options", "line", "event", "chips"),
    [
        (
            CALLED,
            "",
            "Anna picks and calls the ace of hearts",
            "Anna and whoever has the ace of hearts play together.",
            [("picker", "Anna"), ("called", "ace of hearts")],
        ),
        (
            replace(CALLED, declarer=3),
            "",
            "You pick and call the ace of hearts",
            "You and whoever has the ace of hearts play together.",
            [("picker", "you"), ("called", "ace of hearts")],
        ),
        (
            JACK,
            JACKS,
            "Anna picks, partner is who has the jack of diamonds",
            "Whoever else has the jack of diamonds plays with Anna.",
            [("picker", "Anna"), ("partner", "jack of diamonds")],
        ),
        (
            ALONE,
            "",
            "Anna picks, alone against everybody",
            "Everybody else plays against Anna.",
            [("picker", "Anna")],
        ),
        (Contract("alone", 3), "", "You pick", "Everybody else plays against you.", [("picker", "you")]),
        (
            Contract("fixed_partners", 1),
            SEATED,
            "Bruno picks, fixed partners",
            "You and Bruno play together.",
            [("picker", "Bruno")],
        ),
        (
            Contract("fixed_partners", 0),
            SEATED,
            "Anna picks, fixed partners",
            "Anna and Clara play together.",
            [("picker", "Anna")],
        ),
    ],
)
def test_contracts_in_words_and_chips(
    contract: Contract, options: str, line: str, event: str, chips: list[tuple[str, str]]
) -> None:
    found = tricks(contract, 3, options=options)
    assert spoken(found.contract) == line
    assert [(spoken(chip.label), spoken(chip.value)) for chip in found.chips] == chips
    assert spoken(presenter(3, options).event(ContractSet(contract))) == event


def test_a_lone_picker_is_told_so_once() -> None:
    found = tricks(Contract("alone", 3), 3)
    assert found.side is not None
    assert f"{spoken(found.contract)} · {spoken(found.side.line)}" == "You pick · you play alone"


@pytest.mark.parametrize(
    ("contract", "line"),
    [
        (Contract("called_card", 0), "Anna picks and calls a card"),
        (Contract("called_card", 3), "You pick and call a card"),
        (Contract("jack_of_diamonds", 0), "Anna picks, partner is who has the jack of diamonds"),
    ],
)
def test_a_scorekeeper_need_not_say_which_card(contract: Contract, line: str) -> None:
    found = presenter(3, JACKS if contract.kind == "jack_of_diamonds" else "")
    assert spoken(found.contract(contract)) == line
    assert not found.faults()


NOBODY = {
    "leaster": "the fewest points win, with one trick at least",
    "mittler": "the middle total wins",
    "upper_mittler": "the higher of the two middle totals wins",
    "lower_mittler": "the lower of the two middle totals wins",
    "schneidster": "the total closest to 30 wins, but not above",
}


@pytest.mark.rule("S18", "S28", "S31", "S34")
@pytest.mark.parametrize("kind", NOBODY)
def test_what_wins_a_hand_that_nobody_picked(kind: str) -> None:
    name = kind.replace("_", " ")
    words = f"{name.capitalize()}: {NOBODY[kind]}"
    found = tricks(Contract(kind), 3, (3, 12), (1, 20))
    assert spoken(found.contract) == words
    assert [(spoken(chip.label), spoken(chip.value)) for chip in found.chips] == [("played", name)]
    assert goal(found) == f"{NOBODY[kind]}; you have 12"
    assert found.goal.ours == 12
    watched = tricks(Contract(kind), None, (3, 12), (1, 20))
    assert (goal(watched), watched.goal.ours) == (NOBODY[kind], None)
    assert spoken(presenter().event(ContractSet(Contract(kind)))) == f"{words}."


def test_a_reader_who_goes_by_name_is_not_called_you() -> None:
    game = make_game("sheepshead")
    view = replace(empty_view(game, 3), standing=standing(), phase="tricks", turn=0, contract=Contract("leaster"))
    found = presenter(3, by_name=True).scene(view)
    assert goal(found) == f"{NOBODY['leaster']}; David has 0"


def test_fixed_partners_are_alone_where_nobody_picked() -> None:
    alone, paired = (
        tricks(Contract("leaster"), 3, options=SEATED),
        tricks(Contract("fixed_partners", 0), 3, options=SEATED),
    )
    assert alone.side is not None
    assert (spoken(alone.side.line), alone.side.seats) == ("everybody plays alone", (3,))
    assert paired.side is not None
    assert (spoken(paired.side.line), paired.side.seats) == ("you play with Bruno", (1, 3))


# -- goals and marks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("S82", "S83")
@pytest.mark.parametrize("won", [60, 61])
def test_the_picker_needs_61_and_the_defenders_60(won: int) -> None:
    taken = ((0, won), (1, 120 - won))
    assert goal(tricks(ALONE, 0, *taken)) == f"61 needed, {won} : {120 - won} so far"
    assert goal(tricks(ALONE, 3, *taken)) == f"60 needed, {120 - won} : {won} so far"
    assert goal(tricks(ALONE, None, *taken)) == f"61 needed by the picker's side, {won} : {120 - won} so far"


def test_a_watcher_reads_whose_points_are_whose() -> None:
    taken = (0, 20), (1, 11), (2, 7)
    hidden = tricks(CALLED, None, *taken)
    words = "61 needed by the picker's side, 20 : 0 so far, 18 with players whose side is not known"
    assert (goal(hidden), hidden.goal.open) == (words, 18)
    assert goal(tricks(CALLED, None, *taken, partner=2)) == "61 needed by the picker's side, 27 : 11 so far"
    assert goal(tricks(CALLED, 1, *taken, partner=2)) == "60 needed, 11 : 27 so far"
    assert goal(tricks(CALLED, 2, *taken, hand=1 << AH)) == "61 needed, 27 : 11 so far"


@pytest.mark.rule("S85", "S86", "SQ34")
def test_marks_are_short() -> None:
    own, other = tricks(ALONE, 0).goal, tricks(ALONE, 3).goal
    assert (own.needed, own.total, other.needed, other.total) == (61, 120, 60, 120)
    assert marks(own.marks) == [(31, "31 out of Schneider"), (61, "61 wins"), (90, "90 Schneider")]
    assert marks(other.marks) == [(31, "31 out of Schneider"), (60, "60 beats the picker"), (90, "90 Schneider")]
    earlier = "defenders_out_at=30"
    assert marks(tricks(ALONE, 0, options=earlier).goal.marks)[-1] == (91, "91 Schneider")
    assert marks(tricks(ALONE, 3, options=earlier).goal.marks)[0] == (30, "30 out of Schneider")


# -- the settlement ----------------------------------------------------------------------------------------------------


def entry(contract: Contract, options: str = "", waiting: Standing | None = None, **facts: Any) -> Entry:
    """A deal that a scorekeeper has typed in."""
    given, begun = SheepsheadFacts(contract=contract, **facts), waiting or standing(options)
    return Entry(begun, given, make_game(f"sheepshead({options})").outcome_of(begun, given))


def headline(made: Entry, options: str = "") -> str:
    found = presenter(3, options)
    line = spoken(found.settlement(made).headline)
    assert not found.faults()
    return line


@pytest.mark.rule("S82", "S83", "S84", "S85", "S86", "SQ34")
@pytest.mark.parametrize(
    ("points", "line"),
    [
        (29, "You, Bruno and Emma win 91 to 29, Schneider"),
        (30, "You, Bruno and Emma win 90 to 30, Schneider; a single point decided it"),
        (31, "You, Bruno and Emma win 89 to 31"),
        (59, "You, Bruno and Emma win 61 to 59"),
        (60, "You, Bruno and Emma win 60 to 60; a single point decided it"),
        (61, "Anna and Clara win 61 to 59; a single point decided it"),
        (62, "Anna and Clara win 62 to 58"),
        (89, "Anna and Clara win 89 to 31"),
        (90, "Anna and Clara win 90 to 30, Schneider; a single point decided it"),
        (91, "Anna and Clara win 91 to 29, Schneider"),
    ],
)
def test_headlines_of_a_picked_hand(points: int, line: str) -> None:
    assert headline(entry(CALLED, partner=2, points=points)) == line


@pytest.mark.rule("S87", "SQ34")
def test_headlines_of_schwarz_and_of_another_schneider() -> None:
    assert headline(entry(CALLED, partner=2, points=120, tricks=6)) == "Anna and Clara win 120 to 0, Schwarz"
    earlier = "defenders_out_at=30"
    assert headline(entry(CALLED, earlier, partner=2, points=90), earlier) == "Anna and Clara win 90 to 30"
    line = "Anna and Clara win 91 to 29, Schneider; a single point decided it"
    assert headline(entry(CALLED, earlier, partner=2, points=91), earlier) == line


@pytest.mark.rule("S22", "S24", "SQ12")
@pytest.mark.parametrize(
    ("options", "waiting", "times"),
    [("", 0, "double"), ("", 1, "4-fold"), ("", 2, "8-fold"), (",doubler_stack=cap_2", 1, "double")],
)
def test_a_doubler_says_what_the_next_hand_counts(options: str, waiting: int, times: str) -> None:
    options = f"all_pass=doubler{options}"
    made = entry(Contract("doubler"), options, standing(doublers=waiting))
    assert headline(made, options) == f"Nobody picked; the next hand counts {times}"


@pytest.mark.rule("S36", "S37", "S38")
@pytest.mark.parametrize(("more", "waiting", "paid", "pot"), [("", 0, 1, 5), ("", 5, 1, 10), (",split=even", 0, 2, 10)])
def test_a_pot_says_what_is_paid_and_what_lies_in_it(more: str, waiting: int, paid: int, pot: int) -> None:
    options = f"all_pass=pot{more}"
    made = entry(Contract("pot"), options, standing(pot=waiting))
    line = f"Nobody picked; everybody pays {paid} into the pot, {pot} in it now, and the same dealer deals again"
    assert headline(made, options) == line


@pytest.mark.rule("S63", "SQ43")
def test_a_void_hand_was_picked() -> None:
    made = entry(Contract("void"))
    assert headline(made) == "The hand is void: no rule settles it, and the same dealer deals again"
    view = replace(empty_view(make_game("sheepshead"), None), calls=(*PICKED, (0, Call(AH))))
    line = "The hand is void: nobody holds the ace of hearts, and the same dealer deals again"
    assert headline(replace(made, view=view)) == line


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("S22", "Nobody picked; the cards are thrown in (S22)."),
        ("S37", "Nobody picked; the cards are thrown in (S37)."),
        ("S63", "The hand is void and dealt again (S63)."),
    ],
)
def test_why_cards_are_thrown_in(rule: str, line: str) -> None:
    assert spoken(presenter().event(ThrownIn(rule))) == line


TOTALS = (40, 11, 30, 12, 27)


@pytest.mark.rule("S18", "S20", "S21", "S29", "S30", "S34", "S35")
@pytest.mark.parametrize(
    ("kind", "totals", "taken", "line"),
    [
        ("leaster", TOTALS, (2, 1, 1, 1, 1), "Bruno wins the leaster with 11 points"),
        ("leaster", (40, 28, 30, 11, 11), (2, 1, 1, 1, 1), "The leaster is a wash: nobody pays"),
        ("leaster", (40, 29, 30, 10, 11), (2, 1, 1, 1, 1), "You win the leaster with 10 points"),
        ("leaster", (60, 22, 38, 0, 0), (3, 2, 1, 0, 0), "Bruno wins the leaster with 22 points"),
        ("mittler", TOTALS, (), "Emma wins the mittler with 27 points"),
        ("mittler", (40, 11, 27, 15, 27), (), "The mittler is a wash: nobody pays"),
        ("schneidster", TOTALS, (), "Clara wins the schneidster with 30 points"),
        ("schneidster", (40, 11, 31, 12, 26), (), "Emma wins the schneidster with 26 points"),
        ("schneidster", (30, 11, 30, 22, 27), (), "The schneidster is a wash: nobody pays"),
    ],
)
def test_headlines_where_nobody_picked(kind: str, totals: tuple[int, ...], taken: tuple[int, ...], line: str) -> None:
    options = f"all_pass={kind}"
    assert headline(entry(Contract(kind), options, totals=totals, taken=taken), options) == line


def test_headlines_of_the_two_middles() -> None:
    for kind, line in (
        ("upper_mittler", "Clara wins the upper mittler with 35 points"),
        ("lower_mittler", "You win the lower mittler with 25 points"),
    ):
        made = entry(Contract(kind), CHOICE, totals=(40, 20, 35, 25))
        assert headline(made, CHOICE) == line


@pytest.mark.rule("S80", "S81")
def test_sums_begin_with_capitals_and_both_sides_have_marks() -> None:
    own, others = presenter().settlement(entry(CALLED, partner=2, points=74)).sums
    assert (spoken(own.label), own.total) == ("Picker's side", 74)
    assert (spoken(others.label), others.total) == ("Defenders", 46)
    assert [mark.number for mark in own.marks] == [31, 61, 90]
    assert [mark.number for mark in others.marks] == [31, 60, 90]
    done = tuple(Trick(0, (), winner, points) for winner, points in ((0, 34), (1, 30), (2, 30), (3, 16)))
    view = replace(empty_view(make_game("sheepshead"), None), contract=CALLED, done=done)
    own, others = presenter().settlement(replace(entry(CALLED, partner=2, points=74), view=view)).sums
    assert [(spoken(term.label), term.number) for term in own.terms] == [("Anna", 34), ("Clara", 30), ("bury", 10)]
    assert [term.number for term in others.terms] == [30, 16, 0]


def test_sums_of_a_leaster_begin_with_capitals() -> None:
    sums = presenter().settlement(entry(Contract("leaster"), totals=TOTALS, taken=(2, 1, 1, 1, 1))).sums
    assert [(spoken(each.label), each.total) for each in sums] == [
        ("Anna", 40),
        ("Bruno", 11),
        ("Clara", 30),
        ("You", 12),
        ("Emma", 27),
    ]


# -- the sheet ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S91", "SQ12", "SA3")
@pytest.mark.parametrize(
    ("more", "doublers", "word"),
    [
        ("", 0, "called card"),
        ("", 1, "called card ×2"),
        ("", 3, "called card ×8"),
        (",doubler_stack=cap_2", 1, "called card ×2"),
        (",doubler_stack=cap_2", 3, "called card ×2"),
    ],
)
def test_the_sheet_takes_the_doubling_from_the_settlement(more: str, doublers: int, word: str) -> None:
    options = f"all_pass=doubler{more}"
    made = entry(CALLED, options, standing(doublers=doublers), partner=2, points=74)
    sheet = presenter(3, options).sheet([made], made.after)
    assert spoken(sheet.rows[0].cells[0].line) == word


@pytest.mark.parametrize(("points", "word"), [(89, "called card"), (90, "called card, Schneider")])
def test_the_sheet_tells_how_high_a_hand_was_won(points: int, word: str) -> None:
    made = entry(CALLED, partner=2, points=points)
    sheet = presenter().sheet([made], made.after)
    assert spoken(sheet.rows[0].cells[0].line) == word
    assert [cell.marks for cell in sheet.rows[0].cells[1:]] == [("declarer",), (), ("partner",), (), ()]


def test_a_hand_thrown_in_and_a_wash_are_not_doubled() -> None:
    options, waiting = "all_pass=doubler", standing(doublers=1)
    made = entry(Contract("doubler"), options, waiting)
    assert spoken(presenter(3, options).sheet([made], made.after).rows[0].cells[0].line) == "thrown in"
    wash = entry(Contract("leaster"), "", waiting, totals=(40, 28, 30, 11, 11), taken=(2, 1, 1, 1, 1))
    assert spoken(presenter().sheet([wash], wash.after).rows[0].cells[0].line) == "leaster"
    won = entry(Contract("leaster"), "", waiting, totals=TOTALS, taken=(2, 1, 1, 1, 1))
    assert spoken(presenter().sheet([won], won.after).rows[0].cells[0].line) == "leaster ×2"


@pytest.mark.rule("SQ12", "SA3")
@pytest.mark.parametrize(("stack", "times"), [("multiply", 8), ("cap_2", 2)])
def test_what_waiting_doublers_are_worth_is_asked_of_the_game(stack: str, times: int) -> None:
    game = make_game(f"sheepshead(all_pass=doubler,doubler_stack={stack})")
    view = view_of(game, 0, [DealBegun(Standing(0, (0,) * 5, doublers=3, pot=2))])
    carried = spoken(Presenter(game, Reader(0)).scene(view).carried)
    assert carried == f"this hand counts {times}-fold (3 doublers), 2 units in the pot"
