"""The conventions of Sheepshead: every rule of thumb is seen to speak where it should and to be silent where not."""

from __future__ import annotations

from typing import Any

import pytest
from habit_helpers import after, choice

from sheepfold.bots.habits import convention, sheepshead_auction, sheepshead_leaster, sheepshead_play
from sheepfold.bots.habits.sheepshead_sight import Sight, sight_of
from sheepfold.core.actions import Play
from sheepfold.core.cards import DECK32, Card, CardSet, Mask, mask_of
from sheepfold.core.cards import parse_card as card
from sheepfold.core.cards import parse_cards as cards
from sheepfold.core.deal import Deal
from sheepfold.core.events import Standing
from sheepfold.games.sheepshead_scoring import SheepsheadOptions
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.driver import Driver
from sheepfold.play.log import log_of
from sheepfold.play.match import Match, start
from sheepfold.registry import make_game

SOLO = "sheepshead(partner=solo_only)"
JACK = "sheepshead(partner=jack_of_diamonds)"
NOBODY = "pass,pass,pass,pass,pass"


def reach(hands: dict[int, str], said: str, *, blind: str = "", game: str = "sheepshead", **standing: Any) -> Match:
    """The match after these words and cards, separated by commas; the last seat deals, what is open is filled up."""
    rules = make_game(game)
    size, under = rules.options.sizes  # type: ignore[attr-defined]
    piles = {seat: list(cards(hands.get(seat, ""))) for seat in range(rules.seats)}
    piles[-1] = list(cards(blind))
    used = mask_of([c for own in piles.values() for c in own])
    left = [c for c in DECK32.cards if not used >> c & 1]
    for seat, own in piles.items():
        while len(own) < (under if seat < 0 else size):
            own.append(left.pop(0))
    deal = Deal(tuple(mask_of(piles[seat]) for seat in range(rules.seats)), mask_of(piles[-1]))
    stands = {"dealer": rules.seats - 1, "scores": (0,) * rules.seats, **standing}
    return after(start(rules, None, standing=Standing(**stands), deal=deal), said)


def sight(match: Match) -> tuple[Sight, tuple[Card, ...]]:
    """What the seat on turn sees, and the cards it may play."""
    return sight_of(match.view(match.turn)), tuple(a.card for a in match.legal if isinstance(a, Play))


def held(words: str) -> Mask:
    return CardSet.parse(words).mask


# -- what is seen ------------------------------------------------------------------------------------------------------

TRICK = {
    0: "AC 8C 7C AS 10S JH",
    1: "QC QS JC JS 7D AD",
    2: "10C 9C AH 10H JD 8D",
    3: "KC QH KH 9H 8S 10D",
    4: "9D QD 7H 8H 7S 9S",
}
"""Seat 1 picks and is void in clubs; 25 points and a trump lie there when seat 4 is to play."""
FAT = "pass,pick,bury ks,bury kd,ac,7d,10c,kc"


def test_a_seat_that_did_not_follow_is_void() -> None:
    now, _ = sight(reach(TRICK, FAT, blind="KD KS", game=SOLO))
    assert not now.may[1] & held("7C 8C 9C")
    assert now.may[2] & held("7C 8C")
    assert now.taker == 1
    assert now.worth == 25
    assert not now.behind


def test_defenders_of_a_solo_know_each_other() -> None:
    now, _ = sight(reach(TRICK, FAT, blind="KD KS", game=SOLO))
    assert now.side == [1.0, 0.0, 1.0, 1.0, 1.0]
    assert now.role == "defender"


CALLED = {
    0: "8C 7C AS 10S 9S QH",
    1: "9C KC JD AH 8H 10D",
    2: "QC QS JC AD 7D 10C",
    3: "AC QD JH 9D KD 7S",
    4: "8D JS 7H 9H KS 8S",
}
CALL = "pass,pass,pick,bury 10h,bury kh,call ac"


def test_sides_before_and_after_the_partner_is_out() -> None:
    before, _ = sight(reach(CALLED, CALL, blind="10H KH"))
    assert before.side[2] == 0.0
    assert before.side[0] == 1.0
    assert before.side[1] == before.side[3] == before.side[4] == pytest.approx(2 / 3)
    follower, _ = sight(reach(CALLED, CALL + ",8c", blind="10H KH"))
    assert follower.side[0] > follower.side[3]  # who leads the called suit is not a partner, who has not played may be
    after, _ = sight(reach(CALLED, CALL + ",8c,9c,10c,ac", blind="10H KH"))
    assert after.side == [1.0, 1.0, 0.0, 0.0, 1.0]


def test_the_partner_knows_the_picker_and_the_picker_does_not_know_the_partner() -> None:
    partner, _ = sight(reach(CALLED, CALL + ",8c,9c,10c", blind="10H KH"))
    assert partner.role == "partner"
    assert partner.side == [0.0, 0.0, 1.0, 1.0, 0.0]
    picker, _ = sight(reach(CALLED, CALL + ",qh,jd", blind="10H KH"))
    assert picker.role == "picker"
    assert picker.side[0] > picker.side[1]  # who leads trump may well be the partner
    assert sum(picker.side) == pytest.approx(2.0)


def test_a_jack_in_the_pickers_own_hand_leaves_no_partner() -> None:
    hands = {0: "JD QC QS AC 10C 8D"}
    match = reach(hands, "pick,bury ac,bury 10c", blind="7D 9D", game=JACK)
    assert sight_of(match.view(0)).side == [1.0, 0.0, 0.0, 0.0, 0.0]
    assert 0.0 < sight_of(match.view(1)).side[2] < 1.0  # the others cannot know
    seen = match.act(0, parse_action("jd")).match
    assert sight_of(seen.view(1)).side == [0.0, 1.0, 1.0, 1.0, 1.0]


def test_the_picker_keeps_a_card_of_the_called_suit() -> None:
    now, _ = sight(reach(CALLED, CALL, blind="10H KH"))
    in_called, elsewhere = now.chance_to_keep(card("8C")), now.chance_to_keep(card("9S"))
    assert 0.0 <= in_called < 1.0
    assert 0.0 <= elsewhere < 1.0
    boss, _ = sight(reach({0: "QC QS 7C 8C 9C 7S"}, "pick,bury 7c,bury 8c", game=SOLO))
    assert boss.chance_to_keep(card("QC")) == 1.0
    assert boss.chance_to_keep(card("QS")) == 1.0  # the only better one is in the same hand
    assert boss.chance_to_keep(card("9C")) < 0.2


# -- pick or pass ------------------------------------------------------------------------------------------------------


def test_a_strong_hand_picks_and_a_weak_one_passes() -> None:
    assert choice(reach({0: "QC QS JD AD 10S 7S"}, "")) == ("pick", "My trumps are strong enough to pick.")
    assert choice(reach({0: "JD 8D 10S 7S 9H KC"}, "")) == ("pass", "My trumps are not strong enough to pick.")


def test_the_last_to_speak_needs_less() -> None:
    need = sheepshead_auction.NEED["called_ace"][6]
    hands = {0: "QC JS 8D KS AH AC"}
    early = sheepshead_auction.needed(reach(hands, "").view(0))
    late = sheepshead_auction.needed(reach({4: hands[0]}, "pass,pass,pass,pass").view(4))
    assert early == need
    assert late == need - sheepshead_auction.LAST_TO_SPEAK
    border = "QS JS 8D 7C AH AS"
    assert late <= sheepshead_auction.weight(held(border)) < early
    assert choice(reach({0: border}, ""))[0] == "pass"
    assert choice(reach({4: border}, "pass,pass,pass,pass"))[0] == "pick"


def test_pot_and_last_deal_change_what_is_needed() -> None:
    plain = sheepshead_auction.needed(reach({}, "", game="sheepshead(all_pass=pot)").view(0))
    waiting = sheepshead_auction.needed(reach({}, "", game="sheepshead(all_pass=pot)", pot=5).view(0))
    assert waiting < plain
    leads = reach({}, "", deal=20, scores=(5, 0, 0, 0, -5)).view(0)
    trails = reach({}, "", deal=20, scores=(-5, 0, 0, 0, 5)).view(0)
    level = reach({}, "", deal=19, scores=(5, 0, 0, 0, -5)).view(0)
    assert sheepshead_auction.needed(trails) < sheepshead_auction.needed(level) < sheepshead_auction.needed(leads)


def test_the_jack_in_hand_means_a_solo() -> None:
    with_jack = sheepshead_auction.needed(reach({0: "JD"}, "", game=JACK).view(0))
    without = sheepshead_auction.needed(reach({1: "JD"}, "", game=JACK).view(0))
    assert with_jack > without


def test_without_a_blind_the_call_is_known_beforehand() -> None:
    eight = "sheepshead(players=8)"
    assert choice(reach({0: "QC QS QH 7C", 1: "AC"}, "", game=eight))[0] == "pick"
    assert choice(reach({0: "JD 8D 9S 7C"}, "", game=eight)) == ("pass", "Without a blind my hand is not good enough.")


def test_a_forced_picker_has_nothing_to_think_about() -> None:
    match = reach({}, "pass,pass,pass,pass", game="sheepshead(all_pass=forced_pick)")
    assert choice(match) == ("pick", "There is nothing else to do.")


# -- bury and call -----------------------------------------------------------------------------------------------------


def buried(match: Match) -> Mask:
    """Everything the picker buries."""
    driver, mask = Driver(log_of(match)), 0
    for question in driver.questions():
        if question.view.phase != "bury":
            break
        action, _ = convention(question.view, question.legal)
        mask |= 1 << card(action_text(action).split()[1])
        driver.answer(question, action)
    return mask


def test_fat_fails_are_buried_and_a_card_stays_to_call_with() -> None:
    assert buried(reach({0: "QC QH JC JS 9D 10S"}, "pick", blind="10H 7C")) == held("10S 10H")


def test_the_last_fail_stays_for_the_call_when_alone_is_hopeless() -> None:
    left = buried(reach({0: "JC JD KD 9D 8D 10S"}, "pick", blind="7D 7C"))
    assert left.bit_count() == 2
    assert left & held("10S 7C") != held("10S 7C")


@pytest.mark.parametrize("hand", ["QC QS QH QD JC JS", "QC QS QH JS JD 9D", "QC JH 10D KD 9D 8D"])
def test_queens_and_jacks_are_not_buried(hand: str) -> None:
    assert not buried(reach({0: hand}, "pick", blind="7C 10C")) & sheepshead_auction.COURT


def test_only_pictures_leave_no_choice() -> None:
    assert buried(reach({0: "QC QS QH QD JC JS"}, "pick", blind="JH JD")).bit_count() == 2


def test_the_short_suit_is_called() -> None:
    match = reach({0: "QS JC 9D 7C 8S 9S"}, "pick,bury 10h,bury kh", blind="10H KH")
    assert choice(match) == ("call AC", "I need help, and I have little else in clubs.")


def test_alone_with_a_giant_and_never_with_a_weak_hand() -> None:
    giant = reach({0: "QC QS QH QD JC 7C"}, "pick,bury 10s,bury 10h", blind="10S 10H")
    assert choice(giant) == ("alone", "I can do it alone, and that pays more.")
    weak = reach({0: "QD JD 9D 8D 7C 8S"}, "pick,bury 10h,bury kh", blind="10H KH")
    assert choice(weak)[0] != "alone"


def test_alone_pays_less_where_it_is_not_multiplied() -> None:
    hand = held("QC QS JC JS 9D 7C")
    shares = []
    for factor in (1, 2):
        options = make_game(f"sheepshead(solo_multiplier={factor})").options
        assert isinstance(options, SheepsheadOptions)
        plans = {called: worth for worth, called in sheepshead_auction._plans(hand, held("10S KH"), options)}
        shares.append(plans[None])
    assert shares[1] == pytest.approx(2 * shares[0])


def test_a_ten_is_called_with_all_aces() -> None:
    match = reach({0: "JD 9D 8D AC AS AH"}, "pick,bury 7s,bury ks", blind="7S KS")
    assert choice(match)[0].startswith("call 10")


def test_an_ace_of_a_void_suit_is_called_where_that_is_allowed() -> None:
    hands = {0: "QD JD 9D 8D 7D KD", 1: "AC AS AH"}
    game = "sheepshead(unknown_call=hidden_partner)"
    match = reach(hands, "pick,bury 7s,bury 7c", blind="7S 7C", game=game)
    assert choice(match) == ("call AC", "I am void in that suit, but its ace is a partner all the same.")
    forced = reach(hands, "pick,bury 7s,bury 7c", blind="7S 7C")
    assert [action_text(action) for action in forced.legal] == ["alone"]


def test_upper_for_the_strong_and_lower_for_the_weak() -> None:
    game = "sheepshead(players=6,all_pass=mittler,mittler_even=last_bidder_decides)"
    said = NOBODY + ",pass"
    assert choice(reach({5: "QC QS JC AD 10D"}, said, game=game))[0] == "upper"
    assert choice(reach({5: "7C 8C 7S 8S 9H"}, said, game=game))[0] == "lower"


# -- leading -----------------------------------------------------------------------------------------------------------


def lead(rule: sheepshead_play.Habit, match: Match) -> str | None:
    """The card that a rule for the lead names."""
    advice = rule(*sight(match))
    return None if advice is None else action_text(Play(advice[0]))


PICKED = "pick,bury 10h,bury kh,call ac"


def test_the_picker_leads_the_boss_trump_and_otherwise_a_small_one() -> None:
    boss = reach({0: "QC JS 9D 7D 7C 8S"}, PICKED, blind="10H KH")
    assert lead(sheepshead_play.lead_boss_trump, boss) == "QC"
    none = reach({0: "QS JS 9D 7D 7C 8S"}, PICKED, blind="10H KH")
    assert lead(sheepshead_play.lead_boss_trump, none) is None
    assert lead(sheepshead_play.draw_trumps, none) == "7D"
    assert choice(none) == ("7D", "I lead a small trump to draw theirs.")
    one = reach({0: "QS 9C 7C 8S 9S 7H"}, PICKED, blind="10H KH")
    assert lead(sheepshead_play.draw_trumps, one) is None


def test_the_partner_leads_trump_and_a_defender_the_called_suit() -> None:
    said = "pass,pick,bury 10h,bury kh,call ac"
    picker = "QC QS JC AD 7C 10S"
    partner = reach({0: "AC JH 8D 9S 8S 7H", 1: picker}, said, blind="10H KH")
    assert choice(partner) == ("JH", "The picker is my partner, so I lead trump.")
    defender = reach({0: "QH 9C 8C AS KS 7H", 1: picker}, said, blind="10H KH")
    assert lead(sheepshead_play.lead_called_suit, defender) == "8C"
    assert choice(defender) == ("8C", "The called suit brings the partner to light.")
    none = reach({0: "QH 9D 8S AS KS 7H", 1: picker}, said, blind="10H KH")
    assert lead(sheepshead_play.lead_called_suit, none) is None
    assert choice(none)[0] not in ("QH", "9D")


def test_a_high_fail_is_cashed_only_while_it_should_hold() -> None:
    said = "pass,pick,bury 10h,bury kh"
    picker = {1: "QC QS JC AD 7C 10C"}
    fresh = reach({0: "AS 9H 8H 7H JD 8D", **picker}, said, blind="10H KH", game=SOLO)
    ten = reach({0: "10S 9H 8H 7H JD 8D", **picker}, said, blind="10H KH", game=SOLO)
    assert lead(sheepshead_play.cash_fail, fresh) == "AS"
    assert lead(sheepshead_play.cash_fail, ten) is None
    long = reach({0: "AS KS 9S 8S 7S 8D", **picker}, said, blind="10H KH", game=SOLO)
    assert lead(sheepshead_play.cash_fail, long) is None  # hardly anybody can follow


def test_a_defender_without_the_called_suit_leads_a_cheap_fail_or_what_is_left() -> None:
    said = "pass,pick,bury 10h,bury kh"
    fails = reach({0: "QH JD 10S 8S 9H KC", 1: "QC QS JC AD 7C 10C"}, said, blind="10H KH", game=SOLO)
    assert lead(sheepshead_play.lead_fail, fails) == "9H"
    trumps = reach({0: "QH JD 9D 8D 7D KD", 1: "QC QS JC AD 7C 10C"}, said, blind="10H KH", game=SOLO)
    assert lead(sheepshead_play.lead_fail, trumps) is None
    assert choice(trumps) == ("7D", "I lead what I need least.")


# -- following ---------------------------------------------------------------------------------------------------------


def test_take_last_and_no_higher_than_needed() -> None:
    assert choice(reach(TRICK, FAT, blind="KD KS", game=SOLO)) == ("9D", "I am last and take the trick.")
    higher = {**TRICK, 1: "QC QS JC JS JH AD", 0: "AC 8C 7C AS 10S 7D"}
    match = reach(higher, "pass,pick,bury ks,bury kd,ac,jh,10c,kc", blind="KD KS", game=SOLO)
    assert choice(match)[0] == "QD"  # nothing less does it


def test_take_surely_with_what_nobody_behind_can_beat() -> None:
    hands = {0: "10S AS 9S 8S KC 10C", 1: "QC QH JC 9D AD 7S", 2: "QS JD 8D 7C 8C 9C"}
    match = reach(hands, "pick,bury kc,bury 10c,9s", blind="KS 7D", game=SOLO)
    assert sheepshead_play.take_surely(sight(match)[0], card("QC"), 1.0) == sheepshead_play.WHY_TAKE_SURELY
    assert sheepshead_play.take_surely(sight(match)[0], card("JD"), 0.9) is None
    assert sheepshead_play.take_last(sight(match)[0], card("QC"), 1.0) is None


def test_schmear_only_where_the_trick_should_be_ours() -> None:
    hands = {
        0: "10S 8S KS 9C 10C AC",
        1: "AS QC QS JC JS AD",
        2: "JD 8D KD 9H 10H 8C",
        3: "9S 7S QD JH 10D KH",
        4: "QH 7D AH 8H KC 7C",
    }
    friend = reach(hands, "pass,pick,bury 7h,bury 9d,10s,as,jd,9s", game=SOLO)
    assert choice(friend) == ("AH", "My partner has this trick for sure, so I put points on it.")
    now, _ = sight(friend)
    assert sheepshead_play.schmear(now, card("8H"), 1.0) is None  # no points, no schmear
    assert sheepshead_play.schmear(now, card("AH"), 0.3) is None
    assert sheepshead_play.schmear(now, card("AH"), 0.7) == sheepshead_play.WHY_SCHMEAR


def test_do_not_overtake_the_picker() -> None:
    hands = {
        0: "9D 7C 8C 9C 10S KS",
        1: "10D JC KC 10C QD AS",
        2: "QS QH JS JH 8H KD",
        3: "8D JD 10H 9H 7H 7S",
        4: "QC 9S 7D AH 8S AD",
    }
    said = "pass,pass,pick,bury ac,bury kh,call ah,9d,10d,qs,8d"
    assert choice(reach(hands, said, blind="AC KH")) == (
        "AD",
        "My partner has this trick for sure, so I put points on it.",
    )
    poor = {**hands, 4: "QC 9S 7D AH 8S 7S", 3: "8D JD 10H 9H 7H AD"}
    assert choice(reach(poor, said, blind="AC KH")) == ("7D", "My side has the trick, so I do not overtake.")
    now, _ = sight(reach(poor, said, blind="AC KH"))
    assert sheepshead_play.leave_to_partner(now, card("7D"), 0.2) is None


def test_nothing_fat_for_the_other_side() -> None:
    hands = {
        0: "8D 7C 8C JC QD KS",
        1: "9D 10C AC JS QH KH",
        2: "JD AS 9S 7S AD 10D",
        3: "QC QS JH 7D KD KC",
        4: "AH 10H 7H 10S 8S 9C",
    }
    match = reach(hands, "pass,pass,pass,pick,bury 8h,bury kc,8d,9d,jd,qc", blind="8H 9H", game=SOLO)
    taken, reason = choice(match)
    assert taken in ("9C", "7H", "8S")
    assert reason == "It gives away the least."


def test_the_called_ace_is_counted_before_it_falls() -> None:
    low = reach(CALLED, CALL + ",8c,9c", blind="10H KH")
    assert sheepshead_play._to_come(sight(low)[0]) == 2 * sheepshead_play.ADDED + 11
    other = reach(CALLED, CALL + ",as,ah", blind="10H KH")
    assert sheepshead_play._to_come(sight(other)[0]) == 2 * sheepshead_play.ADDED


def test_a_trick_that_wins_the_hand_is_worth_more() -> None:
    now, _ = sight(reach(TRICK, FAT, blind="KD KS", game=SOLO))
    small = (card("9D"),)
    now.taken[0] = 34
    short = sheepshead_play._best(now, small, takes=True)[0]  # 34 and 25 make 59
    now.taken[0] = 35
    enough = sheepshead_play._best(now, small, takes=True)[0]
    assert enough == pytest.approx(short + sheepshead_play.DECIDES)


# -- everybody alone ---------------------------------------------------------------------------------------------------

LEASTER = {0: "AC 7C 8S 9H 7D 8D", 1: "10C QC", 2: "8C QS", 3: "9C QH", 4: "KC QD JD 7S 7H KH"}


def pleas(match: Match) -> dict[str, str]:
    """The rules for following that speak, with their cards."""
    now, playable = sight(match)
    cases = {plea.__name__: plea(now, playable) for plea in sheepshead_leaster.FOLLOW}
    return {name: action_text(Play(case[1])) for name, case in cases.items() if case is not None}


def test_a_second_trick_is_left_and_points_are_given_away() -> None:
    hands = {0: "7C AS KS", 1: "8C 10S", 2: "AC 9S", 3: "9C 8S", 4: "QC 7D AH 7H 7S 8H"}
    match = reach(hands, NOBODY + ",7c,8c,ac,9c")
    spoken = pleas(match)
    assert set(spoken) == {"take_one_trick", "give_points", "stay_below"}
    now, playable = sight(match)
    now.tricks[4] = 1
    card_played, reason = sheepshead_leaster.play_alone(now, playable)
    assert action_text(Play(card_played)) == "AH"
    assert str(reason) == "They get the points and I am rid of it."
    assert sheepshead_leaster.take_one_trick(now, playable) is None
    must = sheepshead_leaster.must_take(now, playable)
    assert must is not None


def test_who_wants_one_trick_takes_a_poor_one_and_leaves_a_fat_one() -> None:
    hands = {0: "7C AS KS", 1: "8C 10S", 2: "9C 9S", 3: "KC 8S", 4: "QC 7D 9H 7H 7S 8H"}
    poor = reach(hands, NOBODY + ",7c,8c,9c,kc")
    assert choice(poor)[1] == "I need one trick, and this one is cheap."
    fat = reach({0: "10C AS KS", 1: "AC 10S", 2: "KC 9S", 3: "9C 8S", 4: hands[4]}, NOBODY + ",10c,ac,kc,9c")
    assert choice(fat)[1] == "I leave the trick to somebody else."


def test_get_out_of_the_lead() -> None:
    match = reach(LEASTER, NOBODY)
    assert choice(match)[0] != "AC"
    now, playable = sight(match)
    now.tricks[0] = 1
    _, reason = sheepshead_leaster.play_alone(now, playable)
    assert str(reason) == "Somebody will probably beat it."


@pytest.mark.parametrize(
    "rule, have, takes",
    [("schneidster", 0, True), ("schneidster", 26, False), ("mittler", 0, True), ("mittler", 30, False)],
)
def test_a_share_of_the_points_but_no_more(rule: str, have: int, takes: bool) -> None:
    hands = {0: "10C AS KS", 1: "KC 10S", 2: "9C 9S", 3: "8C 8S", 4: "QC 7D 9H 7H 7S 8H"}
    match = reach(hands, NOBODY + ",10c,kc,9c,8c", game=f"sheepshead(all_pass={rule})")
    now, playable = sight(match)
    now.taken[4] = have
    played, reason = sheepshead_leaster.play_alone(now, playable)
    assert (played in (card("QC"), card("7D"))) == takes
    assert (str(reason) == "It brings me nearer to the total I want.") == takes
