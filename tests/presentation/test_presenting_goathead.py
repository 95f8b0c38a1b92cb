"""What Goathead says and shows to one reader."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Bid, Steal
from sheepfold.core.cards import JACK, KING, QUEEN, SEVEN, SUITS, Seat, card, mask_of, parse_card
from sheepfold.core.events import Contract, ContractSet, Standing, TrickWon
from sheepfold.games.goathead import BIDS, GoatheadFacts
from sheepfold.play.view import Trick, View, empty_view
from sheepfold.presentation import Entry, Presenter, Reader, spoken
from sheepfold.presentation.scene import Mark, Scene
from sheepfold.registry import make_game

CLUBS, SPADES, HEARTS, DIAMONDS = SUITS
STANDING = Standing(3, (14, 6, 11, 2), 7)
STOLEN = ((0, Bid("suit", SPADES)), (1, Steal()), (2, PASS))
ACE = parse_card("AS")
SUIT = Contract("suit", 0, SPADES, partner_card=ACE)


def presenter(seat: Seat | None = 3, options: str = "") -> Presenter:
    return Presenter(make_game(f"goathead({options})"), Reader(seat))


def view_of(seat: Seat | None = 3, **values: Any) -> View:
    return replace(empty_view(make_game("goathead"), seat), standing=STANDING, **values)


def auction(seat: Seat | None = 3, options: str = "", calls: tuple[Any, ...] = STOLEN) -> Scene:
    return presenter(seat, options).scene(view_of(seat, phase="auction", turn=3, calls=calls))


def tricks(contract: Contract, seat: Seat | None, *won: tuple[Seat, int], options: str = "", **values: Any) -> Scene:
    """A Scene in the tricks; each trick is given by its winner and its points."""
    done = tuple(Trick(0, (), winner, points) for winner, points in won)
    return presenter(seat, options).scene(view_of(seat, phase="tricks", turn=0, contract=contract, done=done, **values))


def marks(found: tuple[Mark, ...]) -> list[tuple[int, str]]:
    return [(mark.number, spoken(mark.label)) for mark in found]


def goal(scene: Scene) -> str:
    return spoken(scene.goal.line)


# -- the auction -------------------------------------------------------------------------------------------------------


def test_the_auction_names_the_bid_its_owner_and_the_robbed() -> None:
    scene = auction()
    assert spoken(scene.title) == "Goathead"
    assert spoken(scene.deal) == "round 7, to 30 points"
    assert spoken(scene.table) == "4 players · to 30 points"
    assert spoken(scene.contract) == "Auction: spades, stolen by Bruno from Anna"
    assert [(spoken(chip.label), spoken(chip.value)) for chip in scene.chips] == [
        ("auction", "spades"),
        ("bid by", "Bruno"),
        ("stolen from", "Anna"),
        ("to", "30 points"),
    ]
    assert scene.auction is not None
    assert scene.auction.holder == 1
    said = [each and (spoken(each.line), each.gone) for each in scene.auction.said]
    assert said == [("spades", True), ("I steal", False), ("pass", False), None]
    assert [[role.kind for role in roles] for roles in scene.roles] == [[], ["owner"], [], ["dealer"]]
    assert goal(scene) == "Bid if you can win 61 of the 120 points, alone or with a partner, or pass"
    assert scene.side is None
    assert scene.order is None
    assert scene.clauses == ("G8", "G9", "G17", "G20", "GQ5", "GQ7")


@pytest.mark.parametrize(
    ("calls", "line"),
    [
        ((), "Auction: no bid yet"),
        (((0, PASS),), "Auction: no bid yet"),
        (((3, Bid("alone", CLUBS, slam=True)),), "Auction: alone with clubs and slam, bid by you"),
        ((*STOLEN, (3, Steal())), "Auction: spades, stolen by you from Bruno"),
        ((*STOLEN, (3, Bid("nil"))), "Auction: nil, bid by you"),
        (((0, Bid("court", rank=JACK)),), "Auction: jacks, bid by Anna"),
    ],
)
def test_the_state_of_the_auction(calls: tuple[Any, ...], line: str) -> None:
    assert spoken(auction(calls=calls).contract) == line


def test_a_tie_that_is_dealt_again_and_unusual_tables_are_named() -> None:
    again = replace(view_of(), standing=replace(STANDING, redeals=2))
    assert spoken(presenter().scene(again).deal) == "round 7, to 30 points (dealt again after 2 ties)"
    once = replace(view_of(), standing=replace(STANDING, redeals=1))
    assert spoken(presenter().scene(once).deal) == "round 7, to 30 points (dealt again after a tie)"
    table = presenter(0, "target=15,steal_enabled=false,auction=single_round").scene(view_of(0)).table
    assert spoken(table) == "4 players · to 15 points · one round of bidding · no stealing"


def test_before_the_contract_queens_and_jacks_are_held_together() -> None:
    hand = mask_of(map(parse_card, ("QS", "JD", "AC", "7C", "10H")))
    groups = presenter().scene(view_of(phase="auction", hand=hand)).groups
    assert [(spoken(group.name), len(group.cards)) for group in groups] == [
        ("queens, jacks", 2),
        ("clubs", 2),
        ("hearts", 1),
    ]
    nil = tricks(Contract("nil", 0), 3, hand=hand)
    assert [group.kind for group in nil.groups] == ["clubs", "spades", "hearts", "diamonds"]
    assert nil.order is not None
    assert nil.order.trumps == ()


# -- offers ------------------------------------------------------------------------------------------------------------

LADDER = {
    1: ("suit", 4, -4, 6),
    2: ("nil", 6, -6, None),
    3: ("kings", 6, -6, 9),
    4: ("queens", 6, -6, 9),
    5: ("jacks", 6, -6, 9),
    6: ("alone", 8, -8, 12),
    7: ("suit slam", 12, -12, None),
    8: ("kings slam", 18, -18, None),
    9: ("queens slam", 18, -18, None),
    10: ("jacks slam", 18, -18, None),
    11: ("alone slam", 24, -24, None),
}


@pytest.mark.rule("G17", "G44", "G55", "G56", "G57", "G58", "GQ6", "GQ11")
def test_the_ladder_has_eleven_rungs_with_what_each_pays() -> None:
    steal, *ladder = auction().offers
    assert steal.action == Steal()
    assert {offer.action for offer in ladder} == set(BIDS)
    for offer in ladder:
        assert (spoken(offer.rung), offer.won, offer.lost, offer.best) == LADDER[offer.step]
    assert [offer.step for offer in ladder] == sorted(offer.step for offer in ladder)


def test_only_higher_rungs_are_open_and_suits_where_they_rank() -> None:
    higher = [offer for offer in auction().offers if offer.open and isinstance(offer.action, Bid)]
    assert {offer.step for offer in higher} == set(range(2, 12))
    ranked = auction(options="suit_precedence=C>S>H>D").offers
    assert [spoken(offer.name) for offer in ranked if offer.step == 1 and offer.open] == ["I steal", "clubs"]
    assert all(offer.open for offer in auction(calls=()).offers)


def test_a_steal_pays_what_was_bid_and_tells_the_scores() -> None:
    steal = auction().offers[0]
    assert spoken(steal.name) == "I steal"
    assert spoken(steal.promise) == "Bruno has 6 points, you have 2"
    assert (steal.step, steal.won, steal.lost, steal.best) == (1, 4, -4, 6)
    for scene in (auction(calls=()), auction(1), auction(options="steal_enabled=false")):
        assert not any(isinstance(offer.action, Steal) for offer in scene.offers)


def open_offers(seat: Seat | None, calls: tuple[Any, ...], options: str = "", **values: Any) -> list[str]:
    moment = view_of(seat, phase="auction", turn=3, calls=calls, **values)
    return [spoken(offer.name) for offer in presenter(seat, options).scene(moment).offers if offer.open]


@pytest.mark.rule("G10", "G20", "GQ7", "GQ9")
def test_what_scores_and_the_own_hand_exclude_is_closed() -> None:
    spades = ((0, Bid("suit", SPADES)),)
    assert "I steal" in open_offers(3, spades)
    assert "I steal" not in open_offers(3, spades, hand=1 << ACE)
    assert "I steal" not in open_offers(2, ((3, Bid("suit", SPADES)),))
    assert open_offers(3, (), hand=1 << ACE)[:4] == ["clubs", "hearts", "diamonds", "nil"]
    assert open_offers(0, spades) == []
    assert open_offers(3, ((3, PASS),)) == []
    assert open_offers(3, ((3, PASS),), "auction=passes_reopen")
    assert open_offers(3, ((3, Bid("nil")), (0, Steal())), "auction=single_round") == []
    assert open_offers(None, spades)[0] == "I steal"


@pytest.mark.parametrize("contract", [Contract("nil", 0), Contract("alone", 0, HEARTS, slam=True)])
def test_points_are_not_told_where_only_tricks_decide(contract: Contract) -> None:
    scene = tricks(contract, 3, (1, 15))
    assert scene.values == ()
    assert spoken(scene.taken[1]) == "1 trick"
    view = view_of(3, phase="tricks", turn=0, contract=contract)
    assert spoken(presenter(3).happened(TrickWon(1, 15), view)) == "Bruno takes the trick."
    counted = view_of(3, phase="tricks", turn=0, contract=SUIT)
    assert spoken(presenter(3).happened(TrickWon(1, 15), counted)) == "Bruno takes the trick, 15 points."


def test_a_court_promises_its_trumps() -> None:
    kings = next(offer for offer in auction().offers if offer.action == Bid("court", rank=KING))
    assert spoken(kings.promise) == "only kings are trumps; 61 of the 120 points alone, 90 of them pay more (no brush)"


TRUMPS = "queens, jacks and that suit are trumps; "


def test_offers_promise_points_or_tricks() -> None:
    promises = {offer.step: spoken(offer.promise) for offer in auction().offers[1:]}
    assert promises[1] == TRUMPS + "61 of the 120 points with whoever has its ace, 90 of them pay more (no brush)"
    assert promises[2] == ("no trumps, and you take no trick, alone; a nil that is made costs each opponent 2")
    assert promises[6] == TRUMPS + "61 of the 120 points alone, 90 of them pay more (no brush)"
    assert promises[7] == TRUMPS + "all 8 tricks with whoever has its ace"
    assert promises[11] == TRUMPS + "all 8 tricks alone"


@pytest.mark.parametrize(
    ("options", "suit", "slam"),
    [
        ("failed_contract=opponents_gain", 0, 0),
        ("failed_contract=none", 0, 0),
        ("slam_fail=base_value", -4, -4),
        ("partner_shares_loss=false", -4, -12),
    ],
)
def test_what_a_failure_costs_is_asked_of_the_table(options: str, suit: int, slam: int) -> None:
    lost = {offer.step: offer.lost for offer in auction(options=options).offers[1:]}
    assert (lost[1], lost[7]) == (suit, slam)


def test_who_only_watches_sees_the_ladder_without_payments() -> None:
    scene = auction(None)
    assert goal(scene) == "The declarer must win 61 of the 120 points, alone or with a partner"
    assert {(offer.won, offer.lost, offer.best) for offer in scene.offers} == {(None, None, None)}
    assert len(scene.offers) == len(BIDS) + 1


def test_there_are_no_offers_in_the_tricks() -> None:
    scene = tricks(SUIT, 3)
    assert scene.offers == ()
    assert scene.auction is None


# -- contracts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "line", "name", "trump"),
    [
        (
            SUIT,
            "Anna plays spades, the partner has the ace of spades",
            "spades",
            "spades",
        ),
        (Contract("nil", 0), "Anna plays nil: no trumps, no trick to be taken", "nil", "none"),
        (
            Contract("court", 0, rank=QUEEN, slam=True),
            "Anna plays queens as the only trumps, alone, slam",
            "queens slam",
            "queens",
        ),
        (Contract("alone", 3, HEARTS), "You play hearts, alone", "alone hearts", "hearts"),
        (
            Contract("junk"),
            "Junkyard: queens and jacks are trumps, fewest points win",
            "junk",
            "queens, jacks",
        ),
    ],
)
def test_contracts_in_words_and_chips(contract: Contract, line: str, name: str, trump: str) -> None:
    scene = tricks(contract, 3)
    assert spoken(scene.contract) == line
    chips = {chip.kind: spoken(chip.value) for chip in scene.chips}
    assert (chips["played"], chips["trump"], chips["target"]) == (name, trump, "30 points")
    assert ("declarer" in chips) == (contract.declarer is not None)
    assert spoken(presenter().event(ContractSet(contract))) == f"{line}."
    assert "slam" not in name or "GQ17" in scene.clauses


@pytest.mark.parametrize("kind", ["suit", "court", "alone"])
def test_a_scorekeeper_need_not_say_which_suit(kind: str) -> None:
    found = presenter(None)
    assert spoken(found.contract(Contract(kind, 0))).startswith("Anna plays a")
    assert not found.faults()


# -- goals and sides ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("GQ12", "G51", "G52")
def test_declarers_need_61_and_opponents_60() -> None:
    alone = Contract("alone", 0, SPADES)
    for won, declarer, opponent in [
        (61, "61 needed, 61 : 59 so far", "60 needed, 59 : 61 so far"),
        (60, "61 needed, 60 : 60 so far", "60 needed, 60 : 60 so far"),
    ]:
        taken = ((0, won), (1, 120 - won))
        assert goal(tricks(alone, 0, *taken)) == declarer
        assert goal(tricks(alone, None, *taken)) == f"Anna: {declarer}"
        assert goal(tricks(alone, 3, *taken)) == opponent
    own, other = tricks(alone, 0).goal, tricks(alone, 3).goal
    assert (own.counts, own.needed, own.total) == ("points", 61, 120)
    assert (other.counts, other.needed, other.total) == ("points", 60, 120)
    assert marks(own.marks) == [(61, "made, 61 to 89"), (90, "no brush, 90 or more"), (120, "all 120")]
    assert marks(other.marks) == [(31, "brush"), (60, "the contract fails")]


@pytest.mark.rule("GQ16")
def test_a_heavy_loss_is_a_mark_where_it_costs_more() -> None:
    alone = Contract("alone", 0, SPADES)
    own = tricks(alone, 0, options="loss_no_brush=true").goal
    other = tricks(alone, 3, options="loss_no_brush=true").goal
    assert marks(own.marks)[0] == (31, "lost, 31 to 60")
    assert marks(other.marks)[-1] == (90, "a heavy loss for the declarers")


@pytest.mark.rule("GQ10")
def test_points_of_players_whose_side_is_hidden_stay_open() -> None:
    taken = (0, 20), (1, 11), (2, 7), (3, 4)
    opponent = tricks(SUIT, 3, *taken)
    assert goal(opponent) == "60 needed, 4 : 20 so far, 18 with players whose side is not known"
    assert opponent.side is not None
    assert spoken(opponent.side.line) == "you are an opponent"
    declarer = tricks(SUIT, 0, *taken)
    assert goal(declarer) == "61 needed, 20 : 0 so far, 22 with players whose side is not known"
    assert declarer.side is not None
    assert spoken(declarer.side.line) == "your partner is not known yet"
    partner = tricks(SUIT, 2, *taken, hand=1 << ACE)
    assert goal(partner) == "61 needed, 27 : 15 so far"
    assert partner.side is not None
    assert (spoken(partner.side.line), partner.side.secret) == ("you are the partner (secret)", True)
    shown = tricks(SUIT, 3, *taken, partner=2)
    assert goal(shown) == "60 needed, 15 : 27 so far"


def test_the_partner_stays_so_while_the_called_card_falls() -> None:
    falling = tricks(SUIT, 2, leader=1, trick=(parse_card("7S"), ACE))
    assert falling.side is not None
    assert spoken(falling.side.line) == "you are the partner (secret)"
    other = tricks(SUIT, 3, leader=1, trick=(parse_card("7S"), ACE))
    assert other.side is not None
    assert spoken(other.side.line) == "you are an opponent"


@pytest.mark.rule("G28", "GQ18")
@pytest.mark.parametrize(
    ("seat", "line", "needed", "taken"),
    [
        (0, "you must not take a trick, 1 so far", 0, (1, 2)),
        (3, "make Anna take a trick, 1 so far", None, (2, 1)),
        (None, "Anna must not take a trick, 1 so far", 0, (1, 2)),
    ],
)
def test_nil_is_about_no_trick(seat: Seat | None, line: str, needed: int | None, taken: tuple[int, int]) -> None:
    scene = tricks(Contract("nil", 0), seat, (1, 10), (0, 0), (2, 4))
    assert goal(scene) == line
    assert (scene.goal.counts, scene.goal.needed, scene.goal.total) == ("tricks", needed, 8)
    assert (scene.goal.ours, scene.goal.theirs) == taken


@pytest.mark.rule("G43", "GQ17")
def test_a_slam_needs_every_trick_and_one_beats_it() -> None:
    slam = Contract("suit", 0, SPADES, slam=True, partner_card=ACE)
    taken = (0, 20), (0, 11), (2, 7)
    hidden = tricks(slam, 0, *taken)
    assert goal(hidden) == "all 8 tricks needed, 2 : 0 so far, 1 with players whose side is not known"
    assert (hidden.goal.counts, hidden.goal.needed, hidden.goal.open, hidden.goal.total) == ("tricks", 8, 1, 8)
    assert goal(tricks(slam, 0, *taken, partner=2)) == "all 8 tricks needed, 3 : 0 so far"
    against = tricks(slam, 3, *taken, partner=2)
    assert goal(against) == "one trick beats the slam, 0 : 3 so far"
    assert against.goal.needed == 1


@pytest.mark.rule("G46", "G47")
def test_in_a_junkyard_the_pairs_sit_opposite() -> None:
    taken = (0, 20), (1, 11), (2, 7)
    scene = tricks(Contract("junk"), 3, *taken)
    assert goal(scene) == "the pair with fewer points wins, 11 : 27 so far"
    assert scene.side is not None
    assert spoken(scene.side.line) == "you play with Bruno"
    assert scene.side.seats == (1, 3)
    assert marks(scene.goal.marks) == [(60, "tied at 60"), (61, "lost, 61 or more")]
    watched = "Anna and Clara: the pair with fewer points wins, 27 : 11 so far"
    assert goal(tricks(Contract("junk"), None, *taken)) == watched


def test_the_goal_when_the_deal_is_over() -> None:
    view = view_of(0, phase="over", contract=Contract("alone", 0, SPADES), done=(Trick(0, (), 0, 61),))
    assert goal(presenter(0).scene(view)) == "The round is over"


# -- the settlement ----------------------------------------------------------------------------------------------------


def entry(contract: Contract, options: str = "", **facts: Any) -> Entry:
    """A deal that a scorekeeper has typed in."""
    given = GoatheadFacts(contract=contract, **facts)
    return Entry(STANDING, given, make_game(f"goathead({options})").outcome_of(STANDING, given))


def headline(contract: Contract, options: str = "", **facts: Any) -> str:
    return spoken(presenter(3, options).settlement(entry(contract, options, **facts)).headline)


@pytest.mark.rule("G50", "G51", "GQ12")
@pytest.mark.parametrize(
    ("points", "line"),
    [
        (60, "Anna and Clara fail in spades, 60 to 60"),
        (61, "Anna and Clara make spades, 61 to 59"),
        (89, "Anna and Clara make spades, 89 to 31"),
        (90, "Anna and Clara make spades, 90 to 30, no brush"),
    ],
)
def test_headlines_of_a_suit_contract(points: int, line: str) -> None:
    assert headline(SUIT, partner=2, points=points) == line


@pytest.mark.parametrize(
    ("contract", "facts", "line"),
    [
        (Contract("nil", 3), {"tricks": 0}, "You make nil, no trick taken"),
        (Contract("nil", 0), {"tricks": 1}, "Anna fails in nil, 1 trick taken"),
        (Contract("court", 0, rank=JACK), {"points": 97}, "Anna makes jacks, 97 to 23, no brush"),
        (Contract("court", 0, slam=True), {"points": 120, "tricks": 8}, "Anna makes a court as a slam, 8 of 8 tricks"),
        (
            Contract("alone", 0, CLUBS, slam=True),
            {"points": 120, "tricks": 7},
            "Anna fails in alone clubs slam, 7 of 8 tricks",
        ),
        (Contract("court", 0), {"points": 60}, "Anna fails in a court, 60 to 60"),
        (Contract("alone", 3), {"points": 61}, "You make a game alone, 61 to 59"),
        (Contract("suit", 0), {"partner": 2, "points": 61}, "Anna and Clara make a suit contract, 61 to 59"),
        (Contract("junk"), {"points": 59}, "Anna and Clara win the junkyard, 59 to 61"),
        (Contract("junk"), {"points": 60}, "The junkyard is tied, 60 to 60: nobody scores"),
        (Contract("junk"), {"points": 61}, "You and Bruno win the junkyard, 59 to 61"),
    ],
)
def test_headlines_of_other_contracts(contract: Contract, facts: dict[str, Any], line: str) -> None:
    assert headline(contract, **facts) == line


def test_headlines_under_other_agreements() -> None:
    alone = Contract("alone", 0, CLUBS)
    assert headline(alone, "loss_no_brush=true", points=30) == "Anna fails in alone clubs, 30 to 90, a heavy loss"
    assert headline(alone, "loss_no_brush=true", points=31) == "Anna fails in alone clubs, 31 to 89"
    assert headline(alone, "failed_contract=none", points=30) == "Anna fails in alone clubs, 30 to 90"
    again = "The junkyard is tied, 60 to 60: the same dealer deals again"
    assert headline(Contract("junk"), "junk_tie=replay", points=60) == again


def test_a_settlement_of_typed_facts_explains_every_number() -> None:
    found = presenter().settlement(entry(SUIT, partner=2, points=90))
    own, others = found.sums
    assert (spoken(own.label), own.total, [term.number for term in own.terms]) == ("Anna and Clara", 90, [90])
    assert (spoken(others.label), others.total, spoken(others.terms[0].label)) == ("You and Bruno", 30, "counted")
    assert marks(own.marks)[0] == (61, "made, 61 to 89")
    assert marks(others.marks) == [(31, "brush"), (60, "the contract fails")]
    assert [(item.side, item.amount, spoken(item.what)) for item in found.items] == [
        (0, 6, "suit made, no brush"),
        (2, 6, "suit made, no brush"),
    ]
    factors = [(spoken(factor.label), factor.number) for factor in found.items[0].factors]
    assert factors == [("figure of the contract", 4), ("no brush", 1.5)]
    assert [(side.before, side.change, side.after) for side in found.sides] == [
        (14, 6, 20),
        (6, 0, 6),
        (11, 6, 17),
        (2, 0, 2),
    ]
    assert found.details == ()


def test_tricks_are_counted_where_they_decide() -> None:
    nil = presenter().settlement(entry(Contract("nil", 0), tricks=2))
    assert [(each.counts, each.total) for each in nil.sums] == [("tricks", 2), ("tricks", 6)]
    factors = {spoken(factor.label) for item in nil.items for factor in item.factors}
    assert factors == {"figure of the contract", "failed"}
    slam = presenter().settlement(entry(Contract("alone", 0, CLUBS, slam=True), points=120, tricks=8))
    assert [(each.counts, each.total) for each in slam.sums] == [("tricks", 8), ("tricks", 0)]
    assert [spoken(factor.label) for factor in slam.items[0].factors] == ["figure of the contract", "slam"]
    junk = presenter().settlement(entry(Contract("junk"), points=47))
    assert [(spoken(each.label), each.total) for each in junk.sums] == [("Anna and Clara", 47), ("You and Bruno", 73)]
    assert [spoken(factor.label) for factor in junk.items[1].factors] == ["figure of the contract", "lost"]


def test_a_played_deal_tells_who_took_what() -> None:
    done = tuple(Trick(0, (), winner, points) for winner, points in ((0, 40), (1, 30), (2, 34), (3, 16)))
    played = replace(entry(SUIT, partner=2, points=74), view=view_of(None, contract=SUIT, done=done))
    own, others = presenter().settlement(played).sums
    assert [(spoken(term.label), term.number) for term in own.terms] == [("Anna", 40), ("Clara", 34)]
    assert [(spoken(term.label), term.number) for term in others.terms] == [("Bruno", 30), ("you", 16)]


# -- the sheet ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("G60")
def test_the_sheet_is_a_race_with_the_declarers_marked() -> None:
    entries = [
        entry(SUIT, partner=2, points=74),
        entry(Contract("nil", 1), tricks=0),
        entry(Contract("junk"), points=47),
    ]
    sheet = presenter().sheet(entries, (20, 4, 17, 2))
    assert spoken(sheet.title) == "Goathead, a race to 30"
    assert sheet.target == 30
    assert [spoken(head) for head in sheet.heads] == ["round", "contract", "Anna", "Bruno", "Clara", "You"]
    assert [spoken(row.cells[0].line) for row in sheet.rows] == ["spades", "nil", "junk"]
    suit, nil, junk = ([(cell.amount, cell.marks) for cell in row.cells[1:]] for row in sheet.rows)
    assert suit == [(4, ("declarer",)), (0, ()), (4, ("partner",)), (0, ())]
    assert nil == [(-2, ()), (6, ("declarer",)), (-2, ()), (-2, ())]
    assert junk == [(4, ()), (-4, ()), (4, ()), (-4, ())]
    told = "Round 7: contract spades, Anna +4 (18) declarer, Bruno 0 (6), Clara +4 (15) partner, You 0 (2)."
    assert spoken(sheet.told[0]) == told
    assert [spoken(note) for note in (*sheet.notes, *sheet.standing)] == [
        "A star marks the declarer, a p the partner; each column has the change and the total.",
        "Anna: 20 of 30.",
        "Bruno: 4 of 30.",
        "Clara: 17 of 30.",
        "You: 2 of 30.",
    ]


def test_a_sheet_without_declarers_needs_no_marks() -> None:
    sheet = presenter(3, "target=15").sheet([], (0, 0, 0, 0))
    assert (sheet.target, sheet.rows) == (15, ())
    assert spoken(sheet.standing[0]) == "Anna: 0 of 15."


def test_the_called_seven_is_named() -> None:
    contract = Contract("suit", 0, SPADES, partner_card=card(SPADES, SEVEN))
    chips = {chip.kind: spoken(chip.value) for chip in tricks(contract, 3).chips}
    assert chips["called"] == "seven of spades"
