"""The conventions of Goathead: every rule of thumb is seen to speak where it should and to be silent where not."""

from __future__ import annotations

import pytest
from habit_helpers import after, choice

from sheepfold.bots.habits import convention, goathead_auction, goathead_play, goathead_special
from sheepfold.bots.habits.goathead_sight import (
    Sight,
    can_beat,
    holds,
    is_void,
    left_alone,
    must_beat,
    ours,
    sight_of,
)
from sheepfold.core.actions import Bid, Pass, Play, Steal
from sheepfold.core.cards import DECK32, HEARTS, KING, QUEEN, SPADES, Card, Mask, mask_of
from sheepfold.core.cards import parse_card as card
from sheepfold.core.cards import parse_cards as cards
from sheepfold.core.deal import Deal
from sheepfold.core.events import Standing
from sheepfold.core.order import TRUMP
from sheepfold.notation.actions import parse_action
from sheepfold.play.driver import drive
from sheepfold.play.match import Match, start
from sheepfold.registry import make_game

Hands = dict[int, str]


def reach(
    hands: Hands, said: str, *, dealer: int = 3, scores: tuple[int, ...] = (0, 0, 0, 0), game: str = "goathead"
) -> Match:
    """The match after these words and cards, separated by commas; hands that are not full get what is left over."""
    held = {seat: list(cards(hands.get(seat, ""))) for seat in range(4)}
    used = mask_of([c for own in held.values() for c in own])
    left = [c for c in DECK32.cards if not used >> c & 1]
    for own in held.values():
        while len(own) < 8:
            own.append(left.pop(0))
    deal = Deal(tuple(mask_of(held[seat]) for seat in range(4)))
    return after(start(make_game(game), None, standing=Standing(dealer, scores), deal=deal), said)


def sight(match: Match) -> tuple[Sight, tuple[Card, ...]]:
    """What the seat on turn sees, and the cards it may play."""
    return sight_of(match.view(match.turn)), tuple(a.card for a in match.legal if isinstance(a, Play))


def hand(written: str) -> Mask:
    return mask_of(cards(written))


STRONG_HEARTS = "QC QS QH JC AH 10H JH 8C"


# -- the sight ---------------------------------------------------------------------------------------------------------


def test_the_partner_knows_both_sides_and_the_others_do_not() -> None:
    hands = {0: "QC QS JC KH 9H AC 8C 7S", 2: "AH 10H QD 8H AS 9S 9D 7D"}
    match = reach(hands, "bid hearts,pass,pass,pass")
    assert sight_of(match.view(0)).friend == pytest.approx((1, 1 / 3, 1 / 3, 1 / 3))
    assert sight_of(match.view(1)).friend == pytest.approx((0, 1, 0.5, 0.5))
    assert sight_of(match.view(2)).friend == (1, 0, 1, 0)


def test_whoever_is_out_of_trumps_is_not_the_partner() -> None:
    hands = {0: "QC QS JC KH 9H AC 8C 7S", 1: "9C 10C KC 7C 8S 10S KS 8D", 2: "AH 10H QD 8H AS 9S 9D 7D"}
    match = reach(hands, "bid hearts,pass,pass,pass,qc,8d")
    assert sight_of(match.view(3)).friend == (0, 1, 0, 1)
    assert sight_of(match.view(0)).friend == pytest.approx((1, 0, 0.5, 0.5))


def test_leading_a_trump_points_to_the_partner() -> None:
    hands = {0: "JS 9S 8S 9C 8C 9D 8D 7H", 1: "QC QS JC KH 9H AC 10C 7S"}
    match = reach(hands, "pass,bid hearts,pass,pass,js,qs")
    friend = sight_of(match.view(1)).friend
    assert friend[0] > friend[2] == friend[3]


def test_junk_partners_sit_across() -> None:
    assert sight_of(reach({}, "pass,pass,pass,pass").view(1)).friend == (0, 1, 0, 1)


def test_chances_at_their_ends() -> None:
    hands = {0: "9S 7D", 1: STRONG_HEARTS, 2: "AS", 3: "10S KS JD 9H 8D 9D KD 10D"}
    match = reach(hands, "pass,bid alone hearts,pass,pass,9s,8c")
    now, _ = sight(match)
    assert now.taker == 0
    assert now.may[1] & now.tables.classes[SPADES] == 0
    assert is_void(now, 1, SPADES) == 1.0
    assert can_beat(now, 3, TRUMP, card("QC")) == 0.0
    assert 0.0 < can_beat(now, 3, SPADES, card("9S")) < 1.0
    assert must_beat(now, 3, SPADES, card("AS")) == 0.0
    assert holds(now, SPADES, card("AS")) == 1.0  # only a friend plays after this seat
    assert left_alone(now) == ours(now, card("AS")) == 1.0


# -- the tricks for points ---------------------------------------------------------------------------------------------


def test_schmear_to_a_sure_trick_and_nothing_to_theirs() -> None:
    hands = {0: "9S 8S JD 9H 10D KD 7D 10S", 1: "AC 9C", 2: STRONG_HEARTS, 3: "7C"}
    assert choice(reach(hands, "pass,bid alone hearts,pass,pass,ac,8c,7c", dealer=0)) == (
        "10S",
        "My partner has this trick for sure, so I put points on it.",
    )
    hands = {0: "QC QS QH JC 10H 9H AC 8C", 1: "7H", 2: "AS 10S 7S AD 10D 8D 9C 7C"}
    played, reason = choice(reach(hands, "bid alone hearts,pass,pass,pass,qc,7h"))
    assert played in ("7S", "8D", "9C", "7C")
    assert reason == "I give them as little as I can."


def test_take_it_cheaply_when_last() -> None:
    hands = {0: "QS QH JC JS 10H KH AS AD", 1: "8S", 2: "KS", 3: "QC 8H 7C 8C 9C 7D 8D 9D"}
    match = reach(hands, "bid alone hearts,pass,pass,pass,as,8s,ks")
    assert choice(match) == ("8H", "I am last and take the trick.")
    now, options = sight(match)
    taking, leaving = goathead_play.take_it(now, options), goathead_play.leave_it(now, options)
    assert taking is not None
    assert leaving is not None
    assert taking[0] > leaving[0]


def test_take_it_has_nothing_to_say_without_a_winner() -> None:
    hands = {0: "QC QS QH JC 10H 9H AC 8C", 1: "7H", 2: "AS 10S 7S AD 10D 8D 9C 7C"}
    now, options = sight(reach(hands, "bid alone hearts,pass,pass,pass,qc,7h"))
    assert goathead_play.take_it(now, options) is None
    assert goathead_play.leave_it(now, (card("7S"),)) is not None


def test_leave_it_has_nothing_to_say_when_every_card_wins() -> None:
    hands = {0: "7H", 1: "QC QS QH JC 10H 9H AC 8C"}
    match = reach(hands, "pass,bid alone hearts,pass,pass,7h")
    assert goathead_play.leave_it(*sight(match)) is None


def test_a_friends_sure_trick_is_not_overtaken() -> None:
    hands = {0: "QC QS JC 10H 9H AC 8C 7S", 1: "7H 9C", 2: "AH QH 8H AS 9S 10C 9D 7D"}
    assert choice(reach(hands, "bid hearts,pass,pass,pass,qc,7h"))[0] == "AH"


def test_the_declarer_draws_trumps_and_a_defender_does_not() -> None:
    declarer = reach({0: "QC QS QH JC AH 10H AC 8C"}, "bid alone hearts,pass,pass,pass")
    played, reason = choice(declarer)
    assert played == "QC"
    assert reason == "I draw their trumps with one that nobody can beat."
    hands = {0: "10H JD AS 9S 9C 8C 8D 7D", 1: STRONG_HEARTS.replace("10H", "KH").replace("8C", "AC")}
    defender = reach(hands, "pass,bid alone hearts,pass,pass")
    assert choice(defender)[0] not in ("10H", "JD")
    advice = goathead_play.lead_trump(*sight(defender))
    assert advice is not None
    assert advice[2] == goathead_play.WHY_ONLY_TRUMPS


def test_lead_rules_are_silent_without_their_cards() -> None:
    now, _ = sight(reach({0: "QC QS QH JC AH 10H AC 8C"}, "bid alone hearts,pass,pass,pass"))
    assert goathead_play.lead_trump(now, (card("AC"), card("8C"))) is None
    assert goathead_play.cash_winner(now, (card("QC"), card("8C"))) is None
    assert goathead_play.lead_small(now, (card("QC"), card("AC"))) is None
    cashed, small = (
        rule(now, (card("AC"), card("8C"))) for rule in (goathead_play.cash_winner, goathead_play.lead_small)
    )
    assert cashed is not None
    assert cashed[1] == card("AC")
    assert small is not None
    assert small[1] == card("8C")


def test_a_ten_that_can_be_beaten_is_led_only_if_there_is_nothing_smaller() -> None:
    now, _ = sight(reach({0: "QC QS QH JC AH 9H 10C 7D"}, "bid alone hearts,pass,pass,pass"))
    small = goathead_play.lead_small(now, (card("10C"), card("7D")))
    alone = goathead_play.lead_small(now, (card("10C"),))
    assert small is not None
    assert alone is not None
    assert small[1] == card("7D")
    assert alone[2] == goathead_play.WHY_RISKY_LEAD


def test_the_lines_that_each_side_still_lacks() -> None:
    hands = {0: "QS QH JC JS 10H KH AS AD", 1: "8S", 2: "KS", 3: "QC 8H 7C 8C 9C 7D 8D 9D"}
    match = reach(hands, "bid alone hearts,pass,pass,pass,as,8s,ks,8h")
    assert goathead_play.lines(sight_of(match.view(3))) == (31 - 15, 61)
    assert goathead_play.lines(sight_of(match.view(0))) == (61, 31 - 15)


def test_top_trumps_are_kept_longest() -> None:
    now, _ = sight(reach({0: "QC QS QH JC 9H 8H AC 8D"}, "bid alone hearts,pass,pass,pass"))
    worth = [goathead_play.keeping(now, card(c)) for c in ("QC", "JC", "8H", "8D")]
    assert worth == sorted(worth, reverse=True)


# -- nil ---------------------------------------------------------------------------------------------------------------


def test_nil_declarer_stays_under_hopes_or_takes() -> None:
    hands = {0: "KH QC AD", 1: "8H", 2: "AH 9H 7H 7C 7S 8S 7D 8D"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,kh,8h"))[0] == "9H"
    hands = {0: "7H QC AD", 1: "8H", 2: "AH 9H 7S 7C 8C 8S 7D 8D"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,7h,8h")) == (
        "9H",
        "I hope that somebody behind me goes over it.",
    )
    hands = {0: "7H QC AD", 1: "8H", 2: "9H 10C 9C", 3: "AH QH 7S 7C 8C 8S 7D 8D"}
    match = reach(hands, "pass,pass,pass,bid nil,7h,8h,9h")
    assert choice(match) == ("AH", "I must take this one.")


def test_nil_declarer_throws_what_is_dangerous() -> None:
    hands = {0: "AH 9H", 1: "8H", 2: "KS 8S 7S 7C 8C 7D 8D 9D", 3: "KH 10H QH JH 7H"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,ah,8h"))[0] == "KS"
    now, _ = sight(reach({**hands, 2: "AC 8S 7S 9S 10S 7D 8D 9D"}, "pass,pass,bid nil,pass,ah,8h"))
    assert goathead_special.danger(now, card("AC")) > goathead_special.danger(now, card("10S"))
    assert goathead_special.danger(now, card("7S")) == 0.0


def test_nil_declarer_leads_from_the_bottom() -> None:
    assert choice(reach({0: "7C 8C 9C 7S 8S 7H 9H 8D"}, "bid nil,pass,pass,pass"))[0] in ("7C", "7S", "7H", "8D")


def test_nil_defenders_leave_the_declarer_the_trick() -> None:
    hands = {0: "7S 10D", 1: "8S KC", 2: "JS QS 7C 8C 7H 8H 7D 8D", 3: "9S AS KD 10H QH JC 9C KH"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,7s,8s,js")) == ("9S", "The declarer shall keep this trick.")
    hands = {**hands, 0: "KS 10D", 2: "JS 9D 7C 8C 7H 8H 7D 8D"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,ks,8s,js"))[0] == "AS"


def test_nil_defenders_before_the_declarer_play_low_or_spend_high_cards() -> None:
    hands = {0: "7S KC", 1: "8S AS KD 10H QH JC 9C 10D", 2: "9S QS 7C 8C 7H 8H 7D 8D"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,7s"))[0] == "8S"
    hands = {0: "AS KC", 1: "8S KS KD 10H QH JC 9C 10D", 2: "9S QS 7C 8C 7H 8H 7D 8D"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,as"))[0] == "KS"


def test_nil_defenders_out_of_the_suit_keep_small_cards() -> None:
    hands = {0: "7S KC", 1: "7H AD KD 10H QH JC 9C 10D", 2: "9S QS 7C 8C JH 8H 7D 8D", 3: "8S JS KS AS 10S"}
    assert choice(reach(hands, "pass,pass,bid nil,pass,7s"))[0] not in ("7H", "9C")


def test_nil_attack_is_low_and_not_where_the_declarer_is_out() -> None:
    hands = {0: "7S AS KC 10C JD KD 10H QH", 1: "9S QS 7C 8C 7H 8H 7D 8D"}
    assert choice(reach(hands, "pass,bid nil,pass,pass")) == ("7S", "The declarer may have to go over this.")


def test_after_a_broken_nil_nothing_matters() -> None:
    hands = {0: "7S KC", 1: "8S", 2: "QS JS 7C 8C 7H 8H 7D 8D", 3: "9S"}
    match = reach(hands, "pass,pass,bid nil,pass,7s,8s,qs,9s")
    assert choice(match)[1] == str(goathead_special.WHY_DECIDED)


# -- junk and slams ----------------------------------------------------------------------------------------------------


def test_junk_gives_points_away_and_takes_none() -> None:
    hands = {0: "AC", 1: "8C", 2: "9C", 3: "AS 10S 8S QC 9H KD 8D 7D"}
    assert choice(reach(hands, "pass,pass,pass,pass,ac,8c,9c")) == ("AS", "The others get these points.")
    hands = {0: "8C", 1: "AC", 2: "9C", 3: "AS 10S 8S QC 9H KD 8D 7D"}
    played, reason = choice(reach(hands, "pass,pass,pass,pass,8c,ac,9c"))
    assert played not in ("AS", "10S", "QC")
    assert reason == "My partner may have to keep it, so I add little."


def test_junk_knows_who_has_to_take_it() -> None:
    hands = {0: "AC", 1: "8C", 2: "9C", 3: "AS 10S 8S QC 9H KD 8D 7D"}
    now, _ = sight(reach(hands, "pass,pass,pass,pass,ac,8c,9c"))
    assert goathead_special.junk_ours(now, card("AS")) == 0.0
    assert goathead_special.junk_ours(now, card("QC")) == 1.0
    assert goathead_special.riddance(now, card("AS")) > goathead_special.riddance(now, card("8S"))


def test_a_slam_is_fought_for_trick_by_trick() -> None:
    hands = {0: "QC QS QH QD JC JS AH AS", 1: "8S", 2: "9S", 3: "7H 7C 8C 9C 7D 8D 9D 10C"}
    assert choice(reach(hands, "bid alone hearts slam,pass,pass,pass,as,8s,9s"))[0] == "7H"
    assert choice(reach(hands, "bid alone hearts slam,pass,pass,pass"))[0] == "QC"
    hands = {0: "7S", 1: "8S", 2: "9S", 3: "QC QS QH QD JC JS AH AD"}
    assert choice(reach(hands, "pass,pass,pass,bid alone hearts slam,7s,8s,9s"))[0] == "AH"


def test_a_slam_without_a_trick_lost_is_not_lost() -> None:
    hands = {0: "QC QS QH QD JC JS AH AS", 1: "8S", 2: "9S", 3: "7H 7C 8C 9C 7D 8D 9D 10C"}
    before = reach(hands, "bid alone hearts slam,pass,pass,pass,as,8s,9s")
    assert not goathead_special.slam_is_lost(sight(before)[0])
    after = before.act(3, parse_action("7h")).match
    assert goathead_special.slam_is_lost(sight(after)[0])
    assert choice(after)[1] == str(goathead_special.WHY_DECIDED)


# -- the auction -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "held, bid",
    [
        ("7C 8C 9C 7S 8S 7H 9H 8D", "bid nil"),
        ("QC QS QH QD JC JS 10S AH", "bid alone spades slam"),
        ("QC QS QH JC JS 10C 9C 8H", "bid alone clubs"),
        ("KC 9C 10S 9S 10H 9H 10D KD", "pass"),
        ("QC QS JH JD 10H KH 8C 9D", "bid hearts"),
        ("JC JS AC 10C AS 10S AH 9D", "bid jacks"),
        ("JC JS AC 10C AS 10S AH AD", "bid jacks slam"),
    ],
)
def test_what_is_bid_first(held: str, bid: str) -> None:
    assert choice(reach({0: held}, ""))[0] == bid


def test_better_cards_promise_more() -> None:
    bid = Bid("suit", suit=HEARTS)
    weak, fair, good = (
        goathead_auction.expected_points(hand(h), bid)
        for h in ("9C 8C 7S 9S KS 8D 9D 7H", "QD JH 9H 8H 7S 9S 8D 9D", "QC QS JH 10H 9H AC 8D 9D")
    )
    assert weak < fair < good
    assert goathead_auction.likely(good, 61, 20.0) > 0.8 > 0.5 > goathead_auction.likely(weak, 61, 20.0)


def test_nil_hope_falls_with_a_bare_ace() -> None:
    low, ace = hand("7C 8C 9C 7S 8S 7H 9H 8D"), hand("AC 7S 8S 9S 7H 8H 9H 8D")
    assert goathead_auction.nil_hope(low, False) > 0.8
    assert goathead_auction.nil_hope(ace, False) < 0.5
    assert goathead_auction.nil_hope(low, True) < goathead_auction.nil_hope(low, False)


def test_no_losers() -> None:
    alone = Bid("alone", suit=SPADES, slam=True)
    assert goathead_auction.no_losers(hand("QC QS QH QD JC JS 10S AH"), alone)
    assert not goathead_auction.no_losers(hand("QC QS QH QD JC JS 10S KH"), alone)
    assert not goathead_auction.no_losers(hand("QD JC JS JH AS 10S AH AC"), alone)
    assert goathead_auction.no_losers(hand("KC KS KH AC 10C AS AH AD"), Bid("court", rank=KING, slam=True))
    assert not goathead_auction.no_losers(hand("QC QS AC 10C AS 10S AH 9D"), Bid("court", rank=QUEEN, slam=True))


@pytest.mark.parametrize(
    "kind, options, pays",
    [
        ("suit", "goathead", (8 / 3, 4, -8 / 3)),
        ("nil", "goathead", (8, 8, -8)),
        ("nil", "goathead(failed_contract=declarer_only)", (8, 8, -6)),
        ("court", "goathead", (6, 9, -6)),
        ("alone", "goathead(failed_contract=none)", (8, 12, 0)),
        ("suit", "goathead(failed_contract=opponents_gain)", (8 / 3, 4, -8 / 3)),
        ("suit", "goathead(partner_shares_loss=false)", (8 / 3, 4, -4)),
    ],
)
def test_what_a_contract_pays(kind: str, options: str, pays: tuple[float, ...]) -> None:
    assert goathead_auction.pays(kind, False, make_game(options).options.text()) == pytest.approx(pays)


def test_what_a_slam_costs() -> None:
    assert goathead_auction.pays("alone", True, "goathead")[2] == -24
    assert goathead_auction.pays("alone", True, make_game("goathead(slam_fail=base_value)").options.text())[2] == -8


def test_the_holder_of_the_called_ace_lets_it_be() -> None:
    hands = {0: "QC QS QD JS KH 9H AC 7C", 1: "AH 10H 9C 8C 10S 9S KD 8D"}
    assert choice(reach(hands, "bid hearts")) == ("pass", "I hold the called card, so this contract is mine too.")


def test_stealing() -> None:
    hands = {0: "QH QD JS KS 8S AC 9H 8D", 1: "QC QS JC JH 10S 9S AD 7C"}
    assert choice(reach(hands, "bid spades", scores=(27, 4, 10, 8)))[0] == "steal"
    weak = {0: hands[0], 1: "9C KC 10C AD KD KH 9D 10H"}
    assert Steal() in reach(weak, "bid spades", scores=(10, 4, 0, 0)).legal
    assert choice(reach(weak, "bid spades", scores=(10, 4, 0, 0)))[0] == "pass"


def test_the_match_weighs_in_the_auction() -> None:
    """With two points to go a sure Suit is worth more than a doubtful Alone; against a winning bid one dares more."""
    strong = {0: "QC QS QH JC JS 10C KC 8H"}
    assert choice(reach(strong, ""))[0] == "bid alone clubs"
    assert choice(reach(strong, "", scores=(28, 24, 20, 12)))[0] in (
        "bid clubs",
        "bid spades",
        "bid hearts",
        "bid diamonds",
    )
    calm = goathead_auction.auction_of(reach({}, "bid alone clubs").view(1))
    tense = goathead_auction.auction_of(reach({}, "bid alone clubs", scores=(25, 0, 0, 0)).view(1))
    assert not calm.threat
    assert tense.threat
    view = reach({}, "bid alone clubs").view(1)
    assert goathead_auction.passing(view, tense) < goathead_auction.passing(view, calm)


def test_the_last_word_weighs_the_junkyard() -> None:
    low, high = hand("9C 8C 9S 8S KH 9H 9D KD"), hand("QC QS AC AS AH 10H 10D 9D")
    assert goathead_auction.junk_worth(low) > 2 > 0 > goathead_auction.junk_worth(high)
    assert choice(reach({3: "KC 9C KS 9S KH 9H 9D KD"}, "pass,pass,pass")) == (
        "pass",
        "My hand is better in the junkyard than as declarer.",
    )


@pytest.mark.parametrize(
    "options",
    [
        "goathead",
        "goathead(auction=single_round,failed_contract=opponents_gain)",
        "goathead(auction=passes_reopen,suit_precedence=C>S>H>D,loss_no_brush=true,slam_fail=base_value)",
        "goathead(steal_enabled=false,partner_shares_loss=false,failed_contract=declarer_only)",
        "goathead(failed_contract=none,junk_tie=replay,target=5,end_tie=shared)",
    ],
)
def test_every_table_and_every_contract_is_played_to_its_end(options: str) -> None:
    """The first speaker is made to bid each contract in turn; all else is left to the conventions."""
    game = make_game(options)
    for number in range(24):
        driver = drive(game, f"contracts{number}", standing=Standing(number % 4, (number, 3, -4, 4)))
        opening = driver.question()
        assert opening is not None
        bids = [action for action in opening.legal if not isinstance(action, Pass)]
        driver.answer(opening, bids[number % len(bids)])
        for question in driver.questions():
            assert question.decision <= 80
            action, reason = convention(question.view, question.legal)
            assert action in question.legal
            assert str(reason).endswith(".")
            driver.answer(question, action)
        assert driver.match.outcome is not None


def test_four_aces_with_the_seven() -> None:
    hands = {0: "AC AS AH AD QC QS JC JS", 1: "7D 8D 9D 7S 8S 9S 7H 8H"}
    match = reach(hands, "bid diamonds,pass,pass,pass")
    assert sight_of(match.view(1)).friend == (1, 1, 0, 0)
    assert sight_of(match.view(2)).may[1] & hand("AC AS AH AD") == 0
    assert goathead_auction.auction_of(reach(hands, "bid diamonds").view(1)).partner
    assert goathead_auction.auction_of(reach({0: "QC JC", 1: "AC"}, "bid clubs").view(1)).partner
