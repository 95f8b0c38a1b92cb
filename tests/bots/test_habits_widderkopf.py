"""The habits of Widderkopf: each is seen to speak, and seen to be silent on the other side."""

from __future__ import annotations

from typing import Any

import pytest

from sheepfold.bots.habits import convention, widderkopf_play
from sheepfold.bots.habits.widderkopf import CRACKS, DESPAIR, VOID, decide, outlook
from sheepfold.bots.habits.widderkopf_play import (
    LEADS,
    WHY_COUNT_THE_END,
    Habit,
    advise,
    bring_home,
    cash,
    count_the_end,
    draw_trumps,
    for_want_of_better,
    force,
    get_out,
    give_little,
    leave_it,
    pounce,
    reason_for,
    spare_the_fat,
    take_cheaply,
    take_much,
    tempt,
    trump_in,
    turn_up,
    weigh_answers,
    weigh_leads,
)
from sheepfold.bots.habits.widderkopf_sight import Sight, prices, sight_of
from sheepfold.core.actions import PASS, Crack, Discard, Play, Trump
from sheepfold.core.cards import CLUBS, DECK36, HEARTS, SPADES, CardSet, parse_card
from sheepfold.core.deal import Deal
from sheepfold.core.events import Standing
from sheepfold.core.order import TRUMP
from sheepfold.games.widderkopf import ORDERS
from sheepfold.notation.actions import parse_action
from sheepfold.play.driver import Driver, drive
from sheepfold.play.match import Match, start
from sheepfold.play.view import View, unseen, voids
from sheepfold.registry import make_game
from sheepfold.solver import solve_all

RULES = "widderkopf"
TABLES = [
    RULES,
    "widderkopf(discard_from=hand_or_faceup)",
    "widderkopf(crack_window=before_first_lead)",
    "widderkopf(recrack_window=own_first_card)",
    "widderkopf(cracking=off,schwarz=tricks)",
    "widderkopf(rounds=endless)",
    "widderkopf(rounds=1)",
]


def mask(text: str) -> int:
    return CardSet.parse(text).mask


def moment(mine: str, *, led: str = "", shown: str = "", hidden: str = "", tops: str = "", **more: Any) -> Sight:
    """Hearts are trumps; the opponent shows some cards and surely has the ``hidden`` ones in hand."""
    facts: dict[str, Any] = {
        "suit": HEARTS,
        "order": ORDERS[HEARTS],
        "mine": mask(mine),
        "tops": mask(tops),
        "shown": mask(shown),
        "unseen": mask(hidden),
        "maybe": mask(hidden),
        "held": len(CardSet.parse(hidden)),
        "covered": 4,
        "chance": 1.0,
        "theirs": 1.0,
        "ours": 0.0,
        "trick": (parse_card(led),) if led else (),
        "margin": 0,
        **more,
    }
    return Sight(**facts)


def card(text: str) -> int:
    return parse_card(text)


def cards(text: str) -> tuple[int, ...]:
    return tuple(CardSet.parse(text))


# -- the habits of the tricks ------------------------------------------------------------------------------------------

SPEAKING: list[tuple[Habit, Sight, str]] = [
    (pounce, moment("AC 7C", shown="10C"), "AC"),
    (draw_trumps, moment("QC 7C", shown="QS 9C"), "QC"),
    (cash, moment("AC 7C", shown="KC QS"), "AC"),
    (cash, moment("KC 7C", shown="8S 9D"), "KC"),
    (force, moment("7C AS", shown="8S 9H"), "7C"),
    (tempt, moment("8H AS", shown="9H QS"), "8H"),
    (turn_up, moment("7C 8C", shown="9S", tops="7C"), "7C"),
    (get_out, moment("7C AS", shown="9C"), "7C"),
    (for_want_of_better, moment("10C AS", shown="AC"), "10C"),
    (bring_home, moment("10C 7C", led="9C"), "10C"),
    (trump_in, moment("8H 7S", led="9C"), "8H"),
    (take_much, moment("QC 8H", led="10H"), "QC"),
    (take_cheaply, moment("9C 7C", led="8C"), "9C"),
    (leave_it, moment("AC 7C", led="8C"), "7C"),
    (give_little, moment("9C 7C", led="AC"), "7C"),
]
SILENT: list[tuple[Habit, Sight, str]] = [
    (pounce, moment("AC 7C", shown="10C 9C"), "AC"),  # the nine can follow instead
    (pounce, moment("KC 7C", shown="10C"), "KC"),  # the king does not beat it
    (draw_trumps, moment("QS 7C", shown="QC 9H"), "QS"),  # it can be beaten
    (draw_trumps, moment("QC 7C", shown="9C 8S"), "QC"),  # there are none to draw
    (cash, moment("10C 7C", shown="AC"), "10C"),
    (cash, moment("AC 7C", shown="QS 9D"), "AC"),  # it would be trumped
    (cash, moment("9C 7C", shown="8C"), "9C"),  # there is nothing in it
    (force, moment("7C AS", shown="8C 9H"), "7C"),
    (force, moment("AC AS", shown="8S 9H"), "AC"),  # an ace is too much for that
    (tempt, moment("AH AS", shown="9H QS"), "AH"),
    (turn_up, moment("7C 8C", shown="9S", tops="8C"), "7C"),
    (turn_up, moment("10C 8C", shown="9S", tops="10C"), "10C"),
    (get_out, moment("10C AS", shown="AC"), "10C"),
    (bring_home, moment("10C 7C", led="AC"), "10C"),
    (bring_home, moment("9C 7C", led="8C"), "9C"),
    (trump_in, moment("QH 8H", led="9H"), "QH"),
    (take_much, moment("QC 8H", led="9H"), "QC"),
    (take_much, moment("QC 8H", led="10H"), "8H"),
    (take_cheaply, moment("9C 7C", led="8C"), "7C"),
    (leave_it, moment("9C 7C", led="AC"), "7C"),  # it could not be won
    (give_little, moment("10C 7C", led="AC"), "10C"),
]


@pytest.mark.parametrize("habit, now, text", SPEAKING, ids=lambda value: getattr(value, "__name__", None))
def test_a_habit_speaks(habit: Habit, now: Sight, text: str) -> None:
    sentence = habit(now, card(text))
    assert sentence is not None
    assert str(sentence)[0].isupper()
    assert str(sentence).endswith(".")


@pytest.mark.parametrize("habit, now, text", SILENT, ids=lambda value: getattr(value, "__name__", None))
def test_a_habit_is_silent_elsewhere(habit: Habit, now: Sight, text: str) -> None:
    assert habit(now, card(text)) is None


def test_every_habit_is_seen_on_both_sides() -> None:
    habits = {*LEADS, *widderkopf_play.ANSWERS}
    assert {habit for habit, _, _ in SPEAKING} == habits
    assert {habit for habit, _, _ in SILENT} == habits - {for_want_of_better}  # that one never is


def test_the_first_habit_with_something_to_say_gives_the_reason() -> None:
    now = moment("AC 7C", shown="10C")
    assert reason_for(now, card("AC")) == pounce(now, card("AC"))
    assert reason_for(now, card("7C")) == get_out(now, card("7C"))


# -- what is weighed ---------------------------------------------------------------------------------------------------


def chosen(now: Sight) -> int:
    legal = now.mine
    if now.trick:
        legal = now.mine & now.order.classes[now.order.cls[now.trick[0]]] or now.mine
    return advise(now, tuple(CardSet(legal)))[0]


REST = "9S 8S 7S 6S"


@pytest.mark.parametrize(
    "mine, led, best",
    [
        ("10C 9C 6C QS", "AC", {"9C", "6C"}),  # no ten under the ace
        ("AC 9C 6C QS", "10C", {"AC"}),  # the ace takes the ten
        ("10H 7H QC JD", "10D", {"7H", "10H", "JD"}),  # a fat trick is trumped, but not with the best of all
        ("10H 9H 8H 8D", "QC", {"9H", "8H"}),  # no ten of trumps under the queen
        ("AD 10D 9D 8D", "QC", {"9D", "8D"}),  # nothing fat on a lost trick
    ],
)
def test_answers(mine: str, led: str, best: set[str]) -> None:
    assert chosen(moment(f"{mine} {REST}" if led[-1] != "S" else mine, led=led, shown="KD 9H JC")) in map(card, best)


def test_an_open_ten_is_caught() -> None:
    assert chosen(moment(f"AC 9C 8H {REST}", shown="10C 9H 7D 6D")) == card("AC")


def test_no_fat_lead_into_an_open_taker() -> None:
    now = moment(f"10C AD 9D {REST}", shown="AC QS 6C")
    assert spare_the_fat(now, cards("10C AD 9D")) == cards("9D")  # AC takes the ten, QS trumps the ace
    with_diamond = moment(f"10C AD 9D {REST}", shown="AC QS 7D")
    assert spare_the_fat(with_diamond, cards("10C AD 9D")) == cards("AD 9D")  # the seven must follow
    perhaps = moment(f"10C AD 9D {REST}", shown="AC QS", hidden="7D 8D", chance=0.5)
    assert card("AD") in spare_the_fat(perhaps, cards("10C AD 9D"))
    assert spare_the_fat(now, cards("10C AD")) == cards("10C AD")  # there is nothing else


def test_a_stronger_trump_has_the_higher_price() -> None:
    price = prices(moment("QC JD 6H", shown="QS JC 9H"))
    assert price[card("QC")] > price[card("JD")] > price[card("6H")]


def test_a_ten_is_dear_without_its_ace_against_it() -> None:
    safe = prices(moment("10C 8S", shown="9C 8C QS"))
    caught = prices(moment("10C 8S", shown="AC QS"))
    assert safe[card("10C")] > 0 > caught[card("10C")]


def test_only_the_classes_wanted_are_priced() -> None:
    now = moment("QC 10C", shown="AC QS")
    assert prices(now, mask("QC"))[card("10C")] == 0
    assert prices(now, mask("10C"))[card("QC")] == 0


def test_a_covered_card_is_worth_turning() -> None:
    plain, turning = moment("8C 7C", led="AC"), moment("8C 7C", led="AC", tops="7C")
    legal = cards("7C 8C")
    assert weigh_answers(turning, legal)[0] - weigh_answers(plain, legal)[0] == widderkopf_play.TURN
    assert weigh_answers(turning, legal)[1] == weigh_answers(plain, legal)[1]
    plain, turning = moment("8C 7C", shown="9C"), moment("8C 7C", shown="9C", tops="7C")
    assert weigh_leads(turning, legal)[0] - weigh_leads(plain, legal)[0] == widderkopf_play.TURN


def test_of_equal_cards_the_weakest_is_played() -> None:
    """Nothing against either queen: the lower one does as well."""
    now = moment(f"QC QS {REST}", led="10H", shown="9H KD")
    assert advise(now, cards("QC QS"))[0] == card("QS")


# -- reading -----------------------------------------------------------------------------------------------------------


def played(driver: Driver, *, most: int = 200) -> list[tuple[View, tuple[Any, ...], Any]]:
    """What the conventions saw and might do, and the match then, decision by decision, to the end of the deal."""
    seen: list[tuple[View, tuple[Any, ...], Any]] = []
    for question in driver.questions():
        assert len(seen) < most
        view, legal = question.view, question.legal
        action, reason = convention(view, legal)
        assert action in legal
        assert str(reason).endswith(".")
        seen.append((view, legal, driver.match))
        driver.answer(question, action)
    assert driver.match.outcome is not None
    return seen


@pytest.mark.parametrize("text", TABLES)
def test_every_table_is_played_to_its_end(text: str) -> None:
    for seed in range(6):
        played(drive(make_game(text), f"table{seed}"))


@pytest.mark.parametrize("text", [RULES, "widderkopf(discard_from=hand_or_faceup)"])
def test_a_moment_knows_what_the_view_knows(text: str) -> None:
    game = make_game(text)
    for seed in range(4):
        for view, _, _ in played(drive(game, f"read{seed}")):
            if view.phase != "tricks":
                continue
            assert view.seat is not None
            now, foe = sight_of(view), 1 - view.seat
            assert now.unseen == unseen(view, game)
            assert now.maybe == now.unseen & ~voids(view, game)[foe]
            assert now.held == view.counts[foe]
            assert now.covered == sum(view.covered)
            given = 0 if view.discard is None else now.order.value[view.discard]
            assert now.margin == view.points[view.seat] - view.points[foe] - given
            assert now.tops & ~now.mine == 0
            assert now.tops.bit_count() <= view.covered[view.seat]
            assert 0 <= now.chance <= 1
            assert now.theirs + now.ours <= 1


# -- the end -----------------------------------------------------------------------------------------------------------


def test_the_end_is_counted_only_when_it_is_in_sight() -> None:
    assert count_the_end(moment("AC 7C 8C", shown="10C 9C KC", covered=0), cards("AC 7C 8C")) is not None
    assert count_the_end(moment("AC 7C 8C", shown="10C 9C KC", covered=1), cards("AC 7C 8C")) is None
    four = moment("AC 7C 8C 6C", shown="10C 9C KC QS", covered=0)
    assert count_the_end(four, cards("AC 7C 8C 6C")) is None


def test_the_count_is_the_solvers_when_everything_is_known() -> None:
    game = make_game(RULES)
    counted = 0
    for seed in range(60):
        for view, legal, match in played(drive(game, f"end{seed}")):
            if view.phase != "tricks" or len(legal) < 2:
                continue
            now = sight_of(view)
            if now.mine.bit_count() > widderkopf_play.END or now.covered or now.maybe.bit_count() > now.held:
                continue
            counted += 1
            answer = solve_all(game.problem(match.state))
            advice = count_the_end(now, tuple(action.card for action in legal))
            assert advice is not None
            assert advice[0] in answer.best()
    assert counted >= 10


def test_a_worthless_card_is_taken_for_the_discard() -> None:
    """Either 8D or AS was discarded: 7D is right if it was the eight, 6S just as much if it was the ace."""
    now = moment("6S 7D", shown="10C", hidden="AS 8D", held=1, chance=0.5, covered=0)
    assert count_the_end(now, cards("6S 7D")) == (card("7D"), WHY_COUNT_THE_END)


# -- before the tricks -------------------------------------------------------------------------------------------------

STRONG = ("QC QS JC JS AH 10H AS 6C", "QH JH 9H 8H AD", "9C 8C KD 8D 7S")
MIDDLING = ("QS JC KH 7H AS 9C 8C 6D", "JD 6H 10D 9S 7C", "QC JH 9H KD 7S")
WEAK = ("9C 8C 7C KD 9D 8D 7D 6D", "6C 9S 8S 10D 7S", "QH JC AH 9H KH")


def table(
    own: tuple[str, str, str],
    seat: int,
    *actions: str,
    scores: tuple[int, int] = (0, 0),
    deal: int = 1,
    text: str = RULES,
) -> Match:
    """Seat 1 deals; ``own`` are the hand and row of a seat and the other's row, and the other cards fall in order."""
    hand, row, other = (CardSet.parse(cards) for cards in own)
    rest = list(CardSet(DECK36.mask & ~(hand.mask | row.mask | other.mask)))
    order = [tuple(parse_card(c) for c in cards.split()) for cards in own[1:]]
    hands, faceup = [hand.mask, CardSet(rest[:8]).mask], [order[0], order[1]]
    facedown = [tuple(rest[8:13]), tuple(rest[13:])]
    turned = slice(None, None, -1 if seat else 1)
    layout = Deal(tuple(hands[turned]), faceup=tuple(faceup[turned]), facedown=tuple(facedown[turned]))
    match = start(make_game(text), None, standing=Standing(1, scores, deal), deal=layout)
    for action in actions:
        assert match.turn is not None
        match = match.act(match.turn, match.legal[0] if action == "first" else parse_action(action)).match
    assert match.turn == seat
    return match


def says(match: Match) -> tuple[Any, str]:
    action, reason = decide(match.view(match.turn), match.legal)
    return action, str(reason)


DEALT = ("trump hearts", "first", "first")


def test_trumps_are_what_looks_best() -> None:
    match = table(STRONG, 0)
    action, reason = says(match)
    assert action == Trump(HEARTS)
    assert "hearts" in reason
    hand, row, theirs = map(mask, STRONG)
    worth = [outlook(hand | row, theirs, suit) for suit in range(4)]
    assert max(worth) == worth[HEARTS]


def test_the_opponents_row_counts_when_trumps_are_named() -> None:
    own = mask("AC 10C 9C AS 10S 9S QC QS 7H 8D 6D 9D 7D")
    assert outlook(own, mask("KC 8C 7C 6H 9H"), CLUBS) < outlook(own, mask("KC 8C 7C 6H 9H"), SPADES)


def test_a_void_is_worth_something() -> None:
    assert outlook(mask("QC 9H 7C 8C"), 0, HEARTS) - outlook(mask("QC 9H 7C 8D"), 0, HEARTS) == VOID


def test_the_discard_makes_a_void_and_gives_nothing() -> None:
    action, reason = says(table(STRONG, 0, "trump hearts"))
    assert action == Discard(card("6C"))
    assert reason == "It gives little away and leaves me without that suit."
    action, reason = says(table(WEAK, 0, "trump hearts"))
    assert isinstance(action, Discard)
    order = ORDERS[HEARTS]
    assert order.value[action.card] == 0
    assert order.cls[action.card] != TRUMP
    assert reason == "It gives little away, and I miss it least."


def test_a_strong_hand_cracks_and_a_weak_one_does_not() -> None:
    assert says(table(STRONG, 1, *DEALT)) == (Crack("crack"), "I mean to win this one.")
    assert says(table(WEAK, 1, *DEALT)) == (PASS, "The game is dear enough as it is.")


@pytest.mark.parametrize(
    "own, seat, actions, call",
    [
        (STRONG, 0, ("crack",), Crack("recrack")),
        (WEAK, 0, ("crack",), PASS),
        (STRONG, 1, ("crack", "recrack"), Crack("crackback")),
        (WEAK, 1, ("crack", "recrack"), PASS),
        (STRONG, 0, ("crack", "recrack", "crackback"), Crack("corner")),
        (WEAK, 0, ("crack", "recrack", "crackback"), PASS),
    ],
)
def test_each_call_of_the_chain(own: Any, seat: int, actions: tuple[str, ...], call: Any) -> None:
    assert says(table(own, seat, *DEALT, *actions))[0] == call


def test_each_call_asks_for_more_than_the_one_before() -> None:
    thresholds = list(CRACKS.values())
    assert thresholds == sorted(set(thresholds))
    assert DESPAIR < 0 < thresholds[0]


def test_a_crack_may_come_instead_of_the_first_card() -> None:
    assert says(table(STRONG, 0, *DEALT, "pass"))[0] == Crack("crack")
    assert isinstance(says(table(WEAK, 0, *DEALT, "pass"))[0], Play)


def test_the_leader_of_the_match_lets_the_last_round_be() -> None:
    ahead = says(table(STRONG, 1, *DEALT, scores=(3, 4), deal=6))
    assert ahead == (PASS, "I lead in the last round, so the game is dear enough.")
    assert says(table(STRONG, 1, *DEALT, scores=(3, 4), deal=5))[0] == Crack("crack")  # there is a round to come
    endless = table(STRONG, 1, *DEALT, scores=(3, 4), deal=6, text="widderkopf(rounds=endless)")
    assert says(endless)[0] == Crack("crack")


def test_who_is_behind_in_the_last_round_makes_the_game_dear_enough() -> None:
    reason = "The game as it stands would not win me the match."
    behind = says(table(MIDDLING, 1, *DEALT, scores=(5, 2), deal=6))
    assert behind == (Crack("crack"), reason)
    assert says(table(MIDDLING, 1, *DEALT, scores=(5, 2), deal=5))[1] != reason  # there is a round to come
    assert says(table(WEAK, 1, *DEALT, scores=(5, 2), deal=6))[0] == PASS  # that hand wins nothing anyway
    answer = table(MIDDLING, 0, *DEALT, "crack", scores=(4, 5), deal=6)
    assert says(answer)[1] != reason  # two points are enough to win by
