"""The conventions of Clover: each rule of thumb where it speaks and where it does not, and what it takes for sure."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sheepfold.bots.habits import clover
from sheepfold.bots.habits.clover import daring, decide, worth
from sheepfold.bots.habits.clover_play import FOLLOW, LEAD, Habit
from sheepfold.bots.habits.clover_sight import beaten, sight_of, weigh_follow, weigh_lead
from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import CLUBS, DECK32, HEARTS, SPADES, Mask, Seat, cards_in, mask_of, parse_card, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.events import Standing
from sheepfold.core.trick import winner
from sheepfold.games.clover import ORDERS, Clover, CloverOptions
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.driver import Driver, drive, play_deal
from sheepfold.play.log import log_of
from sheepfold.play.match import Match, start
from sheepfold.play.player import Question
from sheepfold.play.view import View, voids
from sheepfold.registry import make_game
from sheepfold.testing.positions import read_position

POSITIONS = Path(__file__).parents[1] / "positions" / "clover"
STRONG = "7C JS 9S AS KS AH 7D 8D"  # four trumps from the top in spades, and an ace
WEAK = "7C 8C KC 7S 10H QH 7D 8D"
RULES: dict[str, Habit] = {rule.__name__: rule for rule in (*FOLLOW, *LEAD)}


def mask(cards: str) -> Mask:
    return mask_of(parse_cards(cards))


def dealt_to(seat: Seat, hand: str, upcard: str, table: Standing | None = None, game: str = "clover") -> Match:
    """A deal in which a seat has this hand and the dealer the card turned up; the other cards as they come."""
    table = table or Standing(0, (0, 0))
    up = parse_card(upcard)
    own = mask(hand)
    rest = [c for c in cards_in(DECK32.mask & ~own) if c != up]
    hands = []
    for other in range(4):
        if other == seat:
            hands.append(own)
            continue
        cards = [up] if other == table.dealer else []
        while len(cards) < 8:
            cards.append(rest.pop((len(rest) * 5) // 7))  # not one suit after the other
        hands.append(mask_of(cards))
    return start(make_game(game), None, standing=table, deal=Deal(tuple(hands), upcard=up))


def said(match: Match, *words: str) -> Match:
    for word in words:
        assert match.turn is not None
        match = match.act(match.turn, parse_action(word)).match
    return match


def choice(match: Match) -> str:
    action, reason = decide(match.view(match.turn), match.legal)
    assert action in match.legal
    assert str(reason).endswith(".")
    return action_text(action).lower()


# -- bidding -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("better, poorer", [("JS", "9S"), ("9S", "AS"), ("8S", "8C"), ("AH", "10H"), ("JS", "JH")])
def test_a_hand_is_worth_more_with_the_better_card(better: str, poorer: str) -> None:
    rest = "7C 7H 9H 8D 9D JD"
    assert worth(mask(f"{rest} {better}"), SPADES) > worth(mask(f"{rest} {poorer}"), SPADES)


def test_aces_make_no_trump_and_length_makes_a_suit() -> None:
    aces, long = mask("AC AS AH 10H 7C 8S KD 9D"), mask("7S 8S 9S JS QS KC KH KD")
    assert worth(aces, None) > max(worth(aces, suit) for suit in range(4))
    assert worth(long, SPADES) > worth(long, None)


def test_the_dealer_accepts_with_a_strong_hand_and_not_with_a_weak_one() -> None:
    passes = ("pass", "pass", "pass")
    assert choice(said(dealt_to(0, STRONG, "KS"), *passes)) == "accept"
    assert choice(said(dealt_to(0, WEAK, "7S"), *passes)) == "pass"


def test_the_first_to_speak_is_choosier_than_the_dealer() -> None:
    """Who speaks first now speaks first in round 2 again, and may name any suit then."""
    hand = "JS AS 8S AH KH 7C 8D 9D"
    assert choice(dealt_to(1, hand, "7S")) == "pass"
    dealer = "JS AS 8S AH KH 7C 8D 9D"
    assert choice(said(dealt_to(0, dealer, "8S"), "pass", "pass", "pass")) == "accept"


@pytest.mark.parametrize("upcard, better", [("JS", True), ("7S", False)])
def test_an_honour_turned_up_by_the_partner_is_counted(upcard: str, better: bool) -> None:
    match = said(dealt_to(2, "9S 10S KS 8C 9C AH 7D 8D", upcard), "pass")
    assert (clover.face_up(match.view(2)) > 5) is better
    theirs = dealt_to(1, "9S 10S KS 8C 9C AH 7D 8D", upcard)
    assert clover.face_up(theirs.view(1)) < 0


def test_round_two_names_the_best_game_or_passes() -> None:
    passes = ("pass",) * 4
    assert choice(said(dealt_to(1, STRONG, "8H"), *passes)) == "trump spades"
    assert choice(said(dealt_to(0, WEAK, "7S"), *passes, "pass", "pass", "pass")) == "pass"


def test_no_trump_is_named_where_nobody_can_take_it_away() -> None:
    """With three aces the dealer plays without trumps; who speaks first would be outbid, and names a suit."""
    aces, passes = "AC AS AH 10H 7C 8S KD 9D", ("pass",) * 4
    assert choice(said(dealt_to(0, aces, "8S"), *passes, "pass", "pass", "pass")) == "notrump"
    assert choice(said(dealt_to(1, aces, "8H"), *passes)) == "trump diamonds"
    everybody = dealt_to(0, aces, "8S", game="clover(nt_outbid=all_players)")
    assert choice(said(everybody, *passes, "pass", "pass", "pass")) == "trump diamonds"


def test_no_trump_is_outbid_with_a_suit_only() -> None:
    passes = ("pass",) * 4
    assert choice(said(dealt_to(2, STRONG, "8H"), *passes, "notrump")) == "trump spades"
    assert choice(said(dealt_to(2, WEAK, "8H"), *passes, "notrump")) == "pass"


def test_the_partners_no_trump_stands_if_nobody_can_take_it_away() -> None:
    passes, fair = ("pass",) * 4, "JS AS 8S KH QH 7C 8D 9D"
    threatened = said(dealt_to(3, fair, "8H"), *passes, "notrump", "pass")
    assert choice(threatened) == "trump spades"
    last = said(dealt_to(0, fair, "8S"), *passes, "pass", "notrump", "pass")
    assert choice(last) == "pass"


@pytest.mark.parametrize(
    "scores, deal, expected",
    [
        ((50, 50), 8, 4.0),
        ((55, 50), 8, 4.0),
        ((70, 50), 8, -6.0),
        ((50, 70), 8, 0.0),
        ((90, 50), 8, 0.0),
        ((70, 50), 7, 0.0),
    ],
)
def test_the_last_round_counts(scores: tuple[int, int], deal: int, expected: float) -> None:
    match = dealt_to(0, WEAK, "7S", Standing(0, scores, deal))
    assert daring(match.view(0)) == expected


def test_without_the_exchange_a_bid_needs_more() -> None:
    hand = "JS AS KS AH KH 7C 8D 9D"
    passes = ("pass",) * 4
    poor = "JS KS 8S AH 7C 8C 8D 9D"
    assert choice(said(dealt_to(1, poor, "8H"), *passes)) == "trump spades"
    assert choice(said(dealt_to(1, poor, "8H", game="clover(exchange=off)"), *passes)) == "pass"
    assert choice(said(dealt_to(1, hand, "8H", game="clover(exchange=off)"), *passes)) == "trump spades"


# -- the exchange and the melds ----------------------------------------------------------------------------------------


def test_the_partner_gives_the_best_trump_or_else_the_strongest_card() -> None:
    assert choice(said(dealt_to(3, "9S KS AH 10H 7C 8C 7D 8D", "8H"), *("pass",) * 4, "trump spades")) == "give 9s"
    assert choice(said(dealt_to(3, "AH 10H 9H 7C 8C 7D 8D QD", "8H"), *("pass",) * 4, "trump spades")) == "give ah"


def test_the_declarer_gives_back_from_the_shortest_suit() -> None:
    match = said(dealt_to(1, "JS 9S AS 10S 7C 7H 8H AD", "KH"), *("pass",) * 4, "trump spades")
    given = next(action for action in match.legal if action_text(action) not in ("give 8C", "give 9C"))
    match = match.act(3, given).match
    assert match.view(1).phase == "return"
    back = parse_card(choice(match).removeprefix("give "))
    hand = match.view(1).hand
    lengths = {suit: (hand & ORDERS[SPADES].classes[suit]).bit_count() for suit in range(4) if suit != SPADES}
    assert back // 9 != SPADES
    assert back % 9 != 8
    assert lengths[back // 9] == min(n for suit, n in lengths.items() if n and hand >> 9 * suit & 0xFF)


def test_the_same_card_may_not_go_back_where_that_is_forbidden() -> None:
    match = said(dealt_to(1, STRONG, "KH", game="clover(return_same_card=forbidden)"), *("pass",) * 4, "trump spades")
    match = match.act(3, match.legal[0]).match
    assert decide(match.view(1), match.legal)[0] in match.legal


def test_melds_are_shown_one_after_the_other_and_then_a_card_is_played() -> None:
    hand = "JC QC KC 7S 8S 9S 10S AH"
    match = said(dealt_to(1, hand, "KH", game="clover(exchange=off)"), *("pass",) * 4, "trump clubs")
    driver, shown = Driver(log_of(match)), []
    for question in driver.questions():
        assert question.seat == 1
        if not (word := choice(driver.match)).startswith("show"):
            break
        shown.append(word)
        driver.answer(question, parse_action(word))
    assert shown == ["show jc qc kc", "show 7s 8s 9s 10s"]
    assert driver.view(1).melds[1] == 20 + 20 + 50  # the Bell rings by itself


def test_a_bell_beside_other_melds_is_shown_too() -> None:
    hand = "QC KC 7S 8S 9S 7H AH 8D"
    match = said(dealt_to(1, hand, "KH", game="clover(exchange=off)"), *("pass",) * 4, "trump clubs")
    match = match.act(1, parse_action(choice(match))).match
    assert choice(match) == "show kc qc"


def test_a_bell_is_shown_after_the_four_kings_that_use_its_king() -> None:
    hand = "KC QC KS KH KD 7S 8H AD"
    match = said(dealt_to(1, hand, "9H", game="clover(exchange=off)"), *("pass",) * 4, "trump clubs")
    assert choice(match) == "show kc ks kh kd"
    match = said(match, "show kc ks kh kd")
    assert choice(match) == "show kc qc"
    match = said(match, "show kc qc")
    assert not choice(match).startswith("show")


# -- the tricks: each rule where it speaks and where it does not -------------------------------------------------------


def weighed(view: View, legal: tuple[Action, ...]) -> tuple[str, dict[str, bool]]:
    """The rule that decides, and of all rules of its list whether they have something to say."""
    cards = tuple(action.card for action in legal if isinstance(action, Play))
    now = sight_of(view)
    hand, rules = (weigh_follow(now, cards), FOLLOW) if now.trick else (weigh_lead(now, cards), LEAD)
    speaks = {rule.__name__: rule(now, hand) is not None for rule in rules}
    return next(name for name, on in speaks.items() if on), speaks


@pytest.mark.parametrize(
    "rule, speaks_in, silent_in",
    [
        ("complete_meld", "run-of-four-for-us", "no-run-of-four-for-them"),
        ("complete_meld", "bell-for-us", "no-jack-on-partners-ace"),
        ("schmear", "schmear-to-the-jack", "eight-under-the-jack"),
        ("schmear", "no-jack-on-partners-ace", "nine-takes-ace-and-ten"),
        ("break_meld", "no-bell-for-them", "eight-under-the-jack"),
        ("break_meld", "no-run-of-four-for-them", "run-of-four-for-us"),
        ("throw_off", "eight-under-the-jack", "schmear-to-the-jack"),
        ("take_last", "nine-takes-ace-and-ten", "no-jack-on-partners-ace"),
        ("take_last", "take-the-run", "eight-under-the-jack"),
        ("cash", "cash-the-ace", "no-nine-while-the-jack-is-out"),
        ("lead_short", "no-nine-while-the-jack-is-out", "ace-before-the-bare-ten"),
    ],
)
def test_a_rule_speaks_here_and_not_there(rule: str, speaks_in: str, silent_in: str) -> None:
    here, there = (read_position(POSITIONS / f"{name}.toml") for name in (speaks_in, silent_in))
    assert weighed(here.view, here.match.legal)[0] == rule
    assert not weighed(there.view, there.match.legal)[1].get(rule, False)


SURELY_OURS = {"complete_meld", "schmear", "take_last", "take_surely"}
SURELY_THEIRS = {"throw_off", "break_meld", "leave_last"}


@pytest.mark.parametrize("table", ["clover", "clover(exchange=off)"])
def test_what_a_rule_takes_for_sure_comes_true(table: str) -> None:
    """Whoever says that a trick is ours, or lost, is right whatever the others hold: the deal shows it."""
    spoken: Counter[str] = Counter()
    for number in range(30):
        driver = drive(make_game(table), f"sure{number}")
        claims: list[tuple[int, str, int]] = []
        for question in driver.questions():
            view, legal = question.view, question.legal
            action, _ = decide(view, legal)
            if isinstance(action, Play) and len(legal) > 1:
                rule = weighed(view, legal)[0]
                spoken[rule] += 1
                claims.append((len(view.done), rule, question.seat % 2))
                if rule == "draw_trumps":
                    assert _no_higher_trump(driver.match, action.card)
            driver.answer(question, action)
        done = driver.view(None).done
        for trick, rule, side in claims:
            if rule in SURELY_OURS:
                assert done[trick].winner % 2 == side, rule
            if rule in SURELY_THEIRS:
                assert done[trick].winner % 2 != side, rule
    assert not set(spoken) - set(RULES)
    assert SURELY_OURS | {"throw_off", "break_meld", "draw_trumps", "cash", "trust_partner"} <= set(spoken)


def _no_higher_trump(match: Match, card: int) -> bool:
    order = match.state.order
    others = 0
    for seat, hand in enumerate(match.state.hands):
        others |= hand if seat != match.turn else 0
    return all(order.power[4][other] < order.power[4][card] for other in cards_in(others & order.trump_mask))


def test_every_rule_is_needed() -> None:
    """Each rule decides somewhere in some hundred deals; one that never does would be dead."""
    spoken: set[str] = set()
    for number in range(150):
        driver = drive(make_game("clover"), f"all{number}")
        for question in driver.questions():
            action, _ = decide(question.view, question.legal)
            if isinstance(action, Play) and len(question.legal) > 1:
                spoken.add(weighed(question.view, question.legal)[0])
            driver.answer(question, action)
        if spoken == set(RULES):
            return
    assert spoken == set(RULES)


def test_chances_are_counted_from_what_is_public() -> None:
    """Clubs are led by seat 1 with the ace; seat 2 has eight of 23 cards, for the 24th was turned up."""
    match = said(dealt_to(1, "AC 10C 7C AS 10S JH 9H 8H", "7D", game="clover(exchange=off)"), *("pass",) * 4)
    match = said(match, "trump hearts")
    now = sight_of(match.view(1))
    hearts = (now.out & ORDERS[HEARTS].trump_mask).bit_count()
    clubs = (now.out & ORDERS[HEARTS].classes[CLUBS]).bit_count()
    none_clubs = _share(23, 8, clubs)
    expected = none_clubs * (1 - _share(23 - clubs, 8, hearts))
    assert beaten(now, parse_card("AC"), 2, CLUBS) == pytest.approx(expected)
    assert beaten(now, parse_card("JH"), 2, 4) == 0.0


def _share(rest: int, held: int, some: int) -> float:
    share = 1.0
    for drawn in range(held):
        share *= (rest - some - drawn) / (rest - drawn)
    return share


def test_public_knowledge_is_used_and_never_wrong() -> None:
    """Voids, shown and exchanged cards count; no card that a seat has is ever thought impossible there."""
    game, voided = make_game("clover"), 0
    for number in range(30):
        driver = drive(game, f"void{number}")
        for question in driver.questions():
            view = question.view
            if view.phase == "tricks" and view.contract is not None and view.contract.declarer is not None:
                now = sight_of(view)
                own, points = question.seat % 2, view.points
                for seat, lacking in enumerate(voids(view, game)):
                    hand = driver.match.state.hands[seat]
                    voided += bool(lacking)
                    assert not now.may[seat] & lacking
                    assert seat == question.seat or not hand & ~now.may[seat]
                    assert not now.held[seat] & ~hand
                need = 76 if view.contract.declarer % 2 == own else 75
                assert now.need == need - points[own] - points[own + 2]
                assert now.foes_need == 151 - need - points[1 - own] - points[3 - own]
            driver.answer(question, decide(view, question.legal)[0])
    assert voided


def test_the_taker_is_read_as_the_rules_decide_it() -> None:
    for number in range(10):
        driver = drive(make_game("clover"), f"taker{number}")
        for question in driver.questions():
            view = question.view
            if view.trick and view.phase == "tricks" and view.contract is not None and view.leader is not None:
                now = sight_of(view)
                place = winner(view.trick, ORDERS[view.contract.suit])
                assert now.best == view.trick[place]
                assert now.ours == ((view.leader + place - question.seat) % 2 == 0)
            driver.answer(question, decide(view, question.legal)[0])


# -- all tables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        "clover(rounds=12,end_tie=extra_round)",
        "clover(nt_outbid=all_players,max_redeals=0)",
        "clover(turned_suit_round2=forbidden,return_same_card=forbidden,set3_ranks=AKQJ,meld_reuse=forbidden)",
        "clover(exchange=off,meld_tie=declarer,set_melds=higher_side_only)",
        "clover(meld_tie=none)",
        "clover(meld_tie=defender,max_redeals=1)",
    ],
)
def test_whole_matches_at_every_table(options: str) -> None:
    game = make_game(options)
    assert isinstance(game, Clover)
    assert isinstance(game.options, CloverOptions)

    def choose(question: Question) -> Action:
        action, reason = decide(question.view, question.legal)
        assert action in question.legal
        assert str(reason).endswith(".")
        return action

    driver = drive(game, "tables")
    for _ in range(6):
        if play_deal(driver, choose).over:
            break
        driver.deal()


def test_the_same_view_gives_the_same_choice() -> None:
    driver = drive(make_game("clover"), "again")
    for question in driver.questions():
        view, legal = question.view, question.legal
        assert decide(view, legal) == decide(view, legal)
        driver.answer(question, decide(view, legal)[0])
