"""The rules of thumb of Grim, each seen to speak and seen to keep silent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from msgspec.structs import replace

from sheepfold.bots.habits import convention, grim_auction, grim_play
from sheepfold.bots.habits.grim_auction import AFTER_PASS, best_hope, hope, lead_worth, long_suit, stands, worth
from sheepfold.bots.habits.grim_play import Advice, Habit
from sheepfold.bots.habits.grim_sight import Cards, Sight, held, sight_of
from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import DECK32, SPADES, Mask, card_text, cards_in, mask_of, parse_card, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.events import Contract, ContractSet, Played, Standing, TrickWon
from sheepfold.games.grim import ORDERS
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.driver import drive, play_match
from sheepfold.play.match import Match, start
from sheepfold.play.player import Question
from sheepfold.play.view import View, after, empty_view
from sheepfold.registry import make_game

N, E, S, W = range(4)
PASSES = ("0 pass", "1 pass", "2 pass", "3 pass")
GRIM = Contract("grim", declarer=N)
LOW_GRIM = Contract("grim", declarer=N, high=False)
SPADE_GRIM = Contract("grim", declarer=N, suit=SPADES)
MAKE5 = Contract("make5", suit=SPADES)


def cards(written: str) -> Mask:
    return mask_of(parse_cards(written))


def sight(
    contract: Contract, seat: int, hand: str, trick: str = "", done: Sequence[tuple[int, str]] = (), aside: str = ""
) -> tuple[Sight, Cards]:
    """What a seat sees after these tricks (leader, cards) with that in the open trick, and the cards it may play."""
    size = len(parse_cards(hand)) + len(done)
    lying = parse_cards(trick)
    view = empty_view(make_game("grim"), seat)
    view = replace(view, standing=Standing(W, (0, 0)), hand=cards(hand), aside=cards(aside), counts=(size,) * 4)
    view = after(view, [ContractSet(contract)])
    full = view.hand
    order = ORDERS[contract.suit, contract.high]
    for leader, written in done:
        view = _played(replace(view, hand=full | cards(written)), leader, parse_cards(written))
        taken = max(parse_cards(written), key=lambda c: order.power[order.cls[parse_cards(written)[0]]][c])
        view = after(view, [TrickWon((leader + parse_cards(written).index(taken)) % 4, 0)])
    view = replace(_played(view, (seat - len(lying)) % 4, lying), hand=full)
    follow = full & order.classes[order.cls[lying[0]]] if lying else 0
    return sight_of(view), cards_in(follow or full)


def _played(view: View, leader: int, lying: Cards) -> View:
    for place, card in enumerate(lying):
        view = after(view, [Played((leader + place) % 4, card)])
    return view


def says(rule: Habit, seen: tuple[Sight, Cards]) -> str | None:
    """The card that a rule names."""
    advice: Advice | None = rule(*seen)
    if advice is None:
        return None
    assert advice[0] in seen[1]
    assert str(advice[1]).endswith(".")
    return card_text(advice[0])


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_a_hand_holds_one_of_the_wanted_cards() -> None:
    assert held(28, 4, 1) == pytest.approx(4 / 28)
    assert held(28, 4, 0) == 0
    assert held(8, 8, 1) == 1
    assert held(3, 4, 1) == 1


def test_who_did_not_follow_cannot_hold_the_suit() -> None:
    now, _ = sight(GRIM, E, "KC 9H", done=[(N, "AS 7S 8S 9D")])
    assert not now.may[W] & cards("KS QS JS")
    assert now.may[S] & cards("KS")


def test_a_trick_is_counted_for_the_side_that_took_it() -> None:
    leading, _ = sight(MAKE5, N, "AH KH QH", done=[(N, "AS 7S 8S 9S"), (N, "7C 8C 9C 10C")])
    assert (leading.need, leading.spare) == (5 - 1, 0 - 1)
    dealing, _ = sight(MAKE5, W, "AH KH QH", done=[(N, "AS 7S 8S 9S"), (N, "7C 8C 9C 10C")])
    assert (dealing.need, dealing.spare) == (4 - 1, 1 - 1)
    assert sight(GRIM, E, "AH KH QH JH")[0].need == 1
    assert sight(GRIM, S, "AH KH QH JH")[0].spare == 0


def test_what_lies_aside_cannot_beat_anything() -> None:
    assert sight(GRIM, N, "KC 9H 8H 7H", aside="AC 7S 8S 9S")[0].holds(parse_card("KC")) == 1
    assert sight(GRIM, N, "KC 9H 8H 7H")[0].holds(parse_card("KC")) < 0.8


def test_equal_cards_are_those_with_nothing_out_between_them() -> None:
    now, legal = sight(MAKE5, S, "KH QH 7H", "8H 9H")
    assert now.cheapest_equal(parse_card("KH"), legal) == parse_card("QH")
    now, legal = sight(MAKE5, S, "KH JH 7H", "8H 9H")
    assert now.cheapest_equal(parse_card("KH"), legal) == parse_card("KH")


# -- the chance of every trick -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["AC KC AS KS", "AC AS AH AD", "AS KS QS JS", "AC KC QC AD"])
def test_hands_that_cannot_fail(hand: str) -> None:
    assert hope(cards(hand), 0, True) == 1


def test_low_is_high_turned_round() -> None:
    for hand, other in (("AC KC AS KS", "7C 8C 7S 8S"), ("AC QC AS KH", "7C 9C 7S 8H")):
        assert hope(cards(hand), 0, True) == pytest.approx(hope(cards(other), 0, False))
        assert best_hope(cards(other), 0) == pytest.approx(hope(cards(hand), 0, True))


def test_a_king_fears_the_ace_and_a_queen_only_a_guarded_king() -> None:
    lone_king = hope(cards("AC KC AS KH"), 0, True)
    queen = hope(cards("AC QC AS KS"), 0, True)
    assert 0.7 < lone_king < 0.76
    assert 0.83 < queen < 0.9


def test_an_ace_set_aside_makes_the_king_good() -> None:
    assert hope(cards("AC KC AS KH"), cards("AH 7H 8D 9D"), True) == 1
    assert hope(cards("AC KC AS KH"), cards("7C 7H 8D 9D"), True) < 0.75


def test_hope_is_what_happens() -> None:
    """The single opponent's chance is exact: compared with a count of all hands of four."""
    own, out, pool, size = 0b0101, 0b1010, 10, 3  # ace and queen against king and jack, ten unseen cards in all
    harmed = 0
    hands = list(combinations(range(pool), size))
    for hand in hands:  # cards 0 and 1 are king and jack
        harmed += 0 in hand and 1 in hand
    assert stands(own, out, pool, size) == pytest.approx((1 - harmed / len(hands)) ** 2)


def test_the_trump_is_a_long_suit_or_none() -> None:
    assert long_suit(cards("KS QS JS AH"), True) == SPADES
    assert long_suit(cards("AS KS AH KH"), True) is None
    assert long_suit(cards("AS KS QS JS AH KH 7C 8D"), True) == SPADES
    assert long_suit(cards("AS KS QS AH KH QH 7C 8D"), True) is None
    assert long_suit(cards("AS KS QS JS AH 9H 8H 7H"), True) == SPADES


# -- the auction -------------------------------------------------------------------------------------------------------


def table(
    hands: Sequence[str],
    said: Sequence[str] = (),
    *,
    second: Sequence[str] = ("", "", "", ""),
    dealer: int = W,
    scores: tuple[int, int] = (0, 0),
    deal: int = 1,
    game: str = "grim",
) -> Match:
    """A deal with these cards, the rest filled up in pack order, after this was said."""
    given = [list(parse_cards(hand)) for hand in (*hands, *second)]
    used = {c for hand in given for c in hand}
    rest = [c for c in DECK32.cards if c not in used]
    for hand in given:
        while len(hand) < 4:
            hand.append(rest.pop())
    layout = Deal(tuple(mask_of(h) for h in given[:4]), round2=tuple(mask_of(h) for h in given[4:]))
    match = start(make_game(game), None, standing=Standing(dealer, scores, deal), deal=layout)
    for line in said:
        seat, _, words = line.partition(" ")
        match = match.act(int(seat), parse_action(words)).match
    return match


def chosen(match: Match) -> str:
    """What the habits do there."""
    action, reason = convention(match.view(match.turn), match.legal)
    assert str(reason).endswith(".")
    return action_text(action)


DOUBTFUL = "AC KC AS KH"  # 0.73
POOR = "AC QC AS KH"  # 0.63


def test_a_grim_needs_two_chances_in_three() -> None:
    assert chosen(table(["AC KC AS KS", "", "", ""])) == "grim"
    assert chosen(table([DOUBTFUL, "", "", ""])) == "grim"
    assert chosen(table([POOR, "", "", ""])) == "pass"
    assert chosen(table(["7C 8C 7S 8S", "", "", ""])) == "grim"


def test_the_team_that_leads_bids_a_little_more_in_the_second_round() -> None:
    """Make-5 pays the dealers better, so the leaders have less to lose by a bid."""
    mean = {key: worth(prospect, 0, 9) for key, prospect in AFTER_PASS.items()}
    for stage in (1, 2, 3):
        assert mean[stage, True] < mean[stage, False]
        assert sum(chance for _, chance in AFTER_PASS[stage, True]) == pytest.approx(1)
        assert sum(chance for _, chance in AFTER_PASS[stage, False]) == pytest.approx(1)


def test_the_match_is_kept_in_mind_at_its_end() -> None:
    ahead = table(["", "", "", DOUBTFUL], PASSES[:3], scores=(30, 50), deal=12)
    assert chosen(ahead) == "pass"
    early = table(["", "", "", DOUBTFUL], PASSES[:3], scores=(30, 50), deal=6)
    assert chosen(early) == "grim"
    behind = table([POOR, "", "", ""], scores=(20, 34), deal=12)
    assert chosen(behind) == "grim"
    assert str(convention(behind.view(N), behind.legal)[1]) == "We need the points, so I take the risk."
    hopeless = table(["9C JS 10H QD", "", "", ""], scores=(20, 34), deal=12)
    assert chosen(hopeless) == "pass"


def test_a_lead_is_worth_its_points_until_the_end() -> None:
    assert lead_worth(10, 5) - lead_worth(0, 5) == 10
    assert lead_worth(10, 0) == lead_worth(100, 0) == 1
    assert lead_worth(0, 0) == 0
    assert lead_worth(-3, 0) == -1
    assert 0 < lead_worth(10, 2) < lead_worth(10, 1) < 1


def test_their_grim_is_taken_over_with_a_good_hand_only() -> None:
    low = "7C 8C 7S 8S"
    assert chosen(table([low, "AH KH AD KD", "", ""], ["0 grim"])) == "double"
    assert chosen(table([low, "AH QH AD KS", "", ""], ["0 grim"])) == "double"  # 0.63 is enough against them
    assert chosen(table([low, "AH QH AD QS", "", ""], ["0 grim"])) == "pass"


def test_the_partners_grim_is_taken_over_with_a_better_hand_only() -> None:
    low = "7C 8C 7S 8S"
    assert chosen(table([low, "", "AH KH AD KD", ""], ["0 grim", "1 pass"])) == "double"
    assert chosen(table([low, "", "AH QH AD KS", ""], ["0 grim", "1 pass"])) == "pass"


def test_the_price_of_eight_cards_is_the_tables() -> None:
    said = (*PASSES, "0 predeclare clubs", *PASSES, "0 grim")
    first, second = ["AC QC 10C KS", "AH QH 10H KD", "", ""], ["KC JC AS 9C", "KH JH AD 9H", "", ""]
    for game, price in (("grim", 128), ("grim(eight_card_double=64/-128)", 64)):
        match = table(first, said, second=second, game=game)
        assert grim_auction.survey(match.view(E)).prices == (64, price)
        assert chosen(match) == "double"
    match = table(first, said, second=second, game="grim(eight_card_double=disabled)")
    assert chosen(match) == "pass"


def test_the_order_is_that_of_the_better_hand() -> None:
    said = ("0 grim", "1 pass", "2 pass", "3 pass")
    assert chosen(table(["7S 8S 9S 7H", "", "", ""], said)) == "order low"
    assert chosen(table(["AS KS QS AH", "", "", ""], said)) == "order high"


def test_a_sure_hand_plays_without_trumps() -> None:
    said = ("0 grim", "1 pass", "2 pass", "3 pass", "0 order high")
    assert chosen(table(["AS KS QS AH", "", "", ""], said)) == "trump none"
    assert chosen(table(["AS KS AH KH", "", "", ""], said)) == "trump none"
    assert chosen(table(["KS QS JS AH", "", "", ""], said)) == "trump spades"


def test_the_predeclared_suit_is_long_or_has_the_ace() -> None:
    assert chosen(table(["AS KS QS 8H", "", "", ""], PASSES)) == "predeclare spades"
    assert chosen(table(["7S 8S AH 9D", "", "", ""], PASSES)) == "predeclare hearts"
    assert chosen(table(["7S 8S 9S QH", "", "", ""], PASSES)) == "predeclare spades"
    low = "grim(make5_order=predeclarer)"
    assert chosen(table(["7S 8S AH 9D", "", "", ""], PASSES, game=low)) == "predeclare spades"
    assert chosen(table(["7S 8S AH 9D", "", "", ""], (*PASSES, "0 predeclare spades"), game=low)) == "order low"
    assert chosen(table(["AS KS 7H 9D", "", "", ""], (*PASSES, "0 predeclare spades"), game=low)) == "order high"


# -- playing a bid -----------------------------------------------------------------------------------------------------


def test_draw_trumps() -> None:
    assert says(grim_play.draw_trumps, sight(SPADE_GRIM, N, "AS KS QS AH")) == "AS"
    assert says(grim_play.draw_trumps, sight(SPADE_GRIM, N, "QS JS 9S AH")) is None
    assert says(grim_play.draw_trumps, sight(GRIM, N, "AS KS QS AH")) is None
    shown_out = [(N, "AS 7C 8S 8C")]
    assert says(grim_play.draw_trumps, sight(SPADE_GRIM, N, "KS QS AH", done=shown_out)) is None


def test_run_winners_keeps_the_suit_with_a_hole_for_the_end() -> None:
    assert says(grim_play.run_winners, sight(GRIM, N, "AS QS AH KH")) == "AH"
    assert says(grim_play.run_winners, sight(GRIM, N, "AS QS")) == "AS"
    assert says(grim_play.run_winners, sight(GRIM, N, "QS QH JC 9D")) is None
    assert says(grim_play.run_winners, sight(LOW_GRIM, N, "7S 9S AH KH")) == "7S"


def test_lead_best_hope() -> None:
    assert says(grim_play.lead_best_hope, sight(GRIM, N, "KS 9H")) == "KS"


def test_back_up_and_leave_it() -> None:
    weak = sight(GRIM, S, "KH 8H 7C 8D", "10H 9H")
    assert says(grim_play.back_up, weak) == "KH"
    strong = sight(GRIM, S, "KH 8H 7C 8D", "AH 9H")
    assert says(grim_play.back_up, strong) is None
    assert says(grim_play.leave_it, strong) == "8H"
    no_better = sight(GRIM, S, "KH 8H 7C 8D", "QH 9H")
    assert says(grim_play.back_up, no_better) is None, "the king is the only card that the queen need not fear"
    assert says(grim_play.leave_it, sight(GRIM, E, "KH 8H 7C 8D", "AH")) is None


def test_nobody_ruffs_the_partners_winner() -> None:
    seen = sight(SPADE_GRIM, S, "JS 8C", "AH 7H", done=[(N, "AS 8S 9S 7S"), (N, "KS QS 10S 9C")])
    assert says(grim_play.back_up, seen) is None
    assert says(grim_play.leave_it, seen) == "8C"


def test_beat_it_with_the_card_that_holds_best() -> None:
    assert says(grim_play.beat_it, sight(GRIM, E, "KC 9C 7D 8D", "QC")) == "KC"
    assert says(grim_play.beat_it, sight(GRIM, W, "AC KC 7D 8D", "QC 7C 8C")) == "KC"
    assert says(grim_play.beat_it, sight(GRIM, E, "JC 9C 7D 8D", "QC")) is None
    assert says(grim_play.beat_it, sight(GRIM, W, "AC KC 7D 8D", "QC AH 8C")) == "KC"


def test_keep_the_guard() -> None:
    assert says(grim_play.keep_the_guard, sight(GRIM, E, "KH 8H 7C", "KS", done=[(N, "AS 7S 9S JS")])) == "7C"
    assert says(grim_play.keep_the_guard, sight(GRIM, E, "AD 9C", "QS")) == "9C"
    low = sight(LOW_GRIM, E, "7D AC", "9S")
    assert says(grim_play.keep_the_guard, low) == "AC"


def test_a_suit_the_declarer_has_run_out_of_needs_no_stopper() -> None:
    follows = sight(GRIM, W, "AD KC", "QS 7H 10H", done=[(N, "9D 8D 7D 10D")])
    assert says(grim_play.keep_the_guard, follows) == "KC"
    shown_out = sight(GRIM, W, "AD KC", "QS 7H 10H", done=[(S, "KD 10D 7H 8D")])
    assert says(grim_play.keep_the_guard, shown_out) == "AD"


# -- Make-5 ------------------------------------------------------------------------------------------------------------


def test_cash_the_rest() -> None:
    done = [(N, "AH 7H 8H 9H"), (N, "KH 10H JH QH"), (N, "AC 7C 8C 9C")]
    assert says(grim_play.cash_the_rest, sight(MAKE5, N, "AS KS 7D 8D 9D", done=done)) == "AS"
    assert says(grim_play.cash_the_rest, sight(MAKE5, N, "AS QS 7D 8D 9D", done=done)) is None


def test_pull_trumps() -> None:
    assert says(grim_play.pull_trumps, sight(MAKE5, N, "AS 8S 7C 8C 9D 10D JH 7H")) == "AS"
    assert says(grim_play.pull_trumps, sight(MAKE5, N, "AS 9H 7C 8C 9D 10D JH 7H")) is None
    assert says(grim_play.pull_trumps, sight(MAKE5, N, "KS QS 9S 8S 9D 10D JH 7H")) == "KS"
    assert says(grim_play.pull_trumps, sight(MAKE5, N, "KS 10S 9S 8S 9D 10D JH 7H")) == "8S"
    assert says(grim_play.pull_trumps, sight(MAKE5, N, "KS 10S 9S 8C 9D 10D JH 7H")) is None


def test_cash_master() -> None:
    assert says(grim_play.cash_master, sight(MAKE5, N, "AH 8S 7C 8C 9D 10D JH 7H")) == "AH"
    assert says(grim_play.cash_master, sight(MAKE5, N, "KH 8S 7C 8C 9D 10D JH 7H")) is None
    both_out = [(S, "7H 8C 10H 9C")]  # neither opponent has a heart and either may ruff
    assert says(grim_play.cash_master, sight(MAKE5, N, "AH KC 8D 9D JH 7D 10D", done=both_out)) is None


def test_give_a_ruff() -> None:
    partner_out = [(N, "7H 8H 9C 10H")]
    assert says(grim_play.give_a_ruff, sight(MAKE5, N, "JH QH 7D", done=partner_out)) == "JH"
    assert says(grim_play.give_a_ruff, sight(MAKE5, N, "JC QC 7D", done=partner_out)) is None


def test_lead_singleton() -> None:
    assert says(grim_play.lead_singleton, sight(MAKE5, N, "8S 9S 7H 8C 9C 10C JD QD")) == "7H"
    assert says(grim_play.lead_singleton, sight(MAKE5, N, "JH 9H 7H 8C 9C 10C JD 7C")) is None


def test_top_of_sequence() -> None:
    assert says(grim_play.top_of_sequence, sight(MAKE5, N, "KH QH 7C 8C")) == "KH"
    assert says(grim_play.top_of_sequence, sight(MAKE5, N, "KH JH 7C 8C")) is None
    assert says(grim_play.top_of_sequence, sight(MAKE5, N, "QH JH 7C 8C")) is None


def test_lead_low() -> None:
    assert says(grim_play.lead_low, sight(MAKE5, N, "KH 9H 8H 7C QS")) == "8H"


def test_take_what_is_needed() -> None:
    done = [(N, "7H 8H 9H AH"), (W, "AC 7C 8C 9C"), (W, "KC QC JC 10C")]
    seen = sight(MAKE5, W, "AD 8D 7D KS QS", "JD 9D QD", done=done)
    assert seen[0].need == 1
    assert says(grim_play.take_what_is_needed, seen) == "AD"
    calm = sight(MAKE5, W, "AD 8D 7D KS QS JS 7C 8C", "JD 9D QD")
    assert says(grim_play.take_what_is_needed, calm) is None
    assert says(grim_play.take_cheaply, calm) == "AD"


def test_take_cheaply() -> None:
    assert says(grim_play.take_cheaply, sight(MAKE5, W, "AH QH 7D", "9H 7H JH")) == "QH"
    assert says(grim_play.take_cheaply, sight(MAKE5, W, "AH 8H 7D", "9H KH JH")) is None
    assert says(grim_play.take_cheaply, sight(MAKE5, W, "8S KS 7D", "9H 7H JH")) == "8S"


def test_third_hand_high() -> None:
    assert says(grim_play.third_hand_high, sight(MAKE5, S, "AH 7H 8D", "8H 9H")) == "AH"
    assert says(grim_play.third_hand_high, sight(MAKE5, S, "KH QH 8D", "8H 9H")) == "QH"
    assert says(grim_play.third_hand_high, sight(MAKE5, S, "KH 7H 8D", "AH 9H")) is None
    assert says(grim_play.third_hand_high, sight(MAKE5, S, "8S AS 8D", "8H KH")) == "8S"


def test_second_hand() -> None:
    assert says(grim_play.second_hand, sight(MAKE5, E, "AH 7H 8D 9D 7C 8C 9C 10C", "8H")) == "AH"
    assert says(grim_play.second_hand, sight(MAKE5, E, "10H 7H 8D 9D 7C 8C 9C 10C", "8H")) is None
    assert says(grim_play.second_hand, sight(MAKE5, E, "8S AS 8D 9D 7C 8C 9C 10C", "8H")) == "8S"


def test_throw_what_is_needed_least() -> None:
    assert says(grim_play.keep_the_guard, sight(MAKE5, W, "AH KD 8D 7C 8C", "9H KH JH")) == "AH"
    assert says(grim_play.keep_the_guard, sight(MAKE5, W, "AD KD 9C 8S", "9H KH JH")) == "9C"


# -- every table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        "grim",
        "grim(auction=single_circuit)",
        "grim(partner_takeover=false)",
        "grim(eight_card_double=64/-128,losing_team=last_deal)",
        "grim(make5_order=predeclarer,eight_card_double=disabled)",
        "grim(deals=10,dealer_seat=random,dealer_tie=same_team,coin_toss=manual_seat)",
    ],
)
def test_whole_matches_at_every_table(game: str) -> None:
    def choose(question: Question) -> Action:
        view, legal = question.view, question.legal
        action, reason = convention(view, legal)
        assert action in legal
        assert str(reason).endswith(".")
        assert convention(view, legal) == (action, reason)
        return action

    play_match(drive(make_game(game), "habits"), choose)


def test_only_cards_are_named_in_the_tricks() -> None:
    match = table(["AC KC AS KS", "", "", ""], ("0 grim", *PASSES[1:], "0 order high", "0 trump none"))
    assert isinstance(convention(match.view(N), match.legal)[0], Play)
