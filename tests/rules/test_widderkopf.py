"""The law of Widderkopf, sentence by sentence; the ids are those of ``docs/rules/widderkopf.md``.

Seat 1 deals unless a test says otherwise, so seat 0 names the trumps at a level score and leads to the first trick.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sheepfold.core.actions import Action, Crack, Discard, Pass, Pick, Play, Trump
from sheepfold.core.cards import (
    DECK36,
    RANK_TEXTS,
    SUIT_WORDS,
    SUITS,
    cards_in,
    cards_text,
    parse_card,
    parse_cards,
    parse_suit,
)
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadFacts, BadOptions, IllegalAction
from sheepfold.core.events import (
    CardsDealt,
    Contract,
    ContractSet,
    DealBegun,
    DealerDrawn,
    DealShown,
    Discarded,
    Event,
    Outcome,
    Played,
    RowLaid,
    Said,
    Standing,
    TableDiscard,
    TrickWon,
    Turn,
    TurnedUp,
)
from sheepfold.core.form import Field, answered, answers_of, decode_facts, fill
from sheepfold.core.options import describe
from sheepfold.core.order import TRUMP, Order
from sheepfold.core.score import ScoreItem, product
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.core.trick import points_of, winner
from sheepfold.games.widderkopf import (
    CALLS,
    Widderkopf,
    WidderkopfFacts,
    WidderkopfOptions,
    WidderkopfState,
    WidderkopfTricks,
)
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.transcript import read_action, read_deal
from sheepfold.play.replay import Replay, replay
from sheepfold.play.step import step
from sheepfold.registry import make_game

rule = pytest.mark.rule

MIXED = read_deal(  # seat 0 has no queen or jack in sight, seat 1 no plain heart and one club
    {
        "hands": ["7D AD KC KH 9H 8C 7H 8H", "AS 10S JH QS 8D JD JS QD"],
        "faceup": ["10H 6H 6D KS 6C", "9D 8S 10C 10D QH"],
        "facedown": ["QC AH 7C 9S 7S", "KD AC JC 9C 6S"],
    }
)
SWEEP = read_deal(  # with clubs as trumps seat 0 has them all and every other ace: seventeen tricks
    {
        "hands": ["QC QS QH QD JC 8C 7C 6C", "10S KS 9S 8S 7S 6S 10H KH"],
        "faceup": ["JS JH JD AC 10C", "9H 8H 7H 6H 10D"],
        "facedown": ["KC 9C AS AH AD", "KD 9D 8D 7D 6D"],
    }
)
NEAR_SWEEP = read_deal(  # as before, but 6S and 6C have changed hands: 6S can lose one trick without points
    {
        "hands": ["QC QS QH QD JC 8C 7C 6S", "10S KS 9S 8S 7S 6C 10H KH"],
        "faceup": ["JS JH JD AC 10C", "9H 8H 7H 6H 10D"],
        "facedown": ["KC 9C AS AH AD", "KD 9D 8D 7D 6D"],
    }
)
TRUMPED = ("0 trump hearts",)
OPEN = ("0 trump hearts", "0 discard 7D", "1 discard 8D")  # the dealer is asked whether to crack
ON_LEAD = (*OPEN, "1 pass")
TABLE_WORDS = ("deal", "dealer", "scores", "number")


def widderkopf(**options: Any) -> Widderkopf:
    return Widderkopf(WidderkopfOptions.make(**options))


def game_of(where: dict[str, Any]) -> Widderkopf:
    return widderkopf(**{name: value for name, value in where.items() if name not in TABLE_WORDS})


def played(
    *actions: str,
    deal: Deal = MIXED,
    dealer: int = 1,
    scores: tuple[int, ...] = (0, 0),
    number: int = 1,
    **options: Any,
) -> Replay[WidderkopfState]:
    """The deal after these actions, each through the checked door."""
    return replay(widderkopf(**options), Standing(dealer, scores, number), deal, map(read_action, actions))


def legal(*actions: str, **where: Any) -> list[str]:
    """What the seat on turn may do after these actions."""
    return [action_text(action) for action in game_of(where).legal(played(*actions, **where).state)]


def turn(*actions: str, **where: Any) -> tuple[int | None, str]:
    """Whose turn it is after these actions, and in which phase."""
    game, state = game_of(where), played(*actions, **where).state
    return game.actor(state), game.phase(state)


def refused(code: str, *actions: str, **where: Any) -> IllegalAction:
    """The refusal of the last of these actions; the others are legal."""
    before = played(*actions[:-1], **where).state
    with pytest.raises(IllegalAction) as caught:
        step(game_of(where), before, *read_action(actions[-1]))
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")
    assert caught.value.rule is not None
    return caught.value


def ended(*actions: str, **where: Any) -> WidderkopfState:
    """The end of the deal if both play on with the first legal card in the deck's order."""
    game, state = game_of(where), played(*actions, **where).state
    while game.actor(state) is not None:
        state = game.apply(state, game.legal(state)[0]).state
    return state


def finished(*actions: str, **where: Any) -> Outcome:
    outcome = ended(*actions, **where).outcome
    assert outcome is not None
    return outcome


TABLE = Standing(1, (0, 0))
ROUND = Contract("suit")


def settled(*, options: dict[str, Any] | None = None, standing: Standing = TABLE, **facts: Any) -> Outcome:
    """The settlement of these facts."""
    return widderkopf(**(options or {})).outcome_of(standing, WidderkopfFacts(**{"contract": ROUND, **facts}))


def score(points: int, calls: int = 0, tricks: int | None = None, **options: Any) -> int:
    """The game points of seat 0 if its pile has that many card points (and that many tricks); seat 1 gets none."""
    won = None if tricks is None else (tricks, 17 - tricks)
    mine, theirs = settled(points=(points, 121 - points), calls=calls, tricks=won, options=options).delta
    assert theirs == 0
    return mine


def order(suit: str) -> Order:
    return widderkopf().order_of(Contract("suit", 0, parse_suit(suit)))


def worth(cards: str, suit: str) -> int:
    return points_of(parse_cards(cards), order(suit))


def trick(cards: str, suit: str) -> int:
    """The place of the winning card."""
    return winner(parse_cards(cards), order(suit))


def texts(mask: int) -> set[str]:
    return set(cards_text(cards_in(mask)).split())


def open_cards(state: WidderkopfState, seat: int) -> set[str]:
    return texts(state.rows[seat])


# -- the game and the pack -----------------------------------------------------------------------------------------


@rule("W1")
def test_two_players_each_with_a_column_on_the_sheet() -> None:
    assert widderkopf().seats == widderkopf().sides == 2
    assert len(played().state.hands) == 2


@rule("W2", "WQ7")
def test_open_table_cards_belong_to_the_hand_and_serve_to_follow() -> None:
    assert {"10H", "6H", "6D", "KS", "6C"} <= set(legal(*ON_LEAD))
    assert legal(*ON_LEAD, "0 KC", crack_window="before_first_lead") == ["10C"]  # the only club lies on the table


@rule("WQ7")
def test_a_covered_card_binds_to_nothing_and_cannot_be_played() -> None:
    actions = ("1 trump hearts", "1 discard 8D", "0 discard 7D", "0 pass")
    assert "AC" not in legal(*actions, dealer=0)  # seat 1 leads; AC lies below 8S
    assert "QC" not in legal(*actions, "1 QS", dealer=0)  # seat 0's only queen lies below 10H
    refused("card_not_held", *actions, "1 AC", dealer=0)


@rule("W3", "WQ1")
def test_a_hand_has_seventeen_tricks() -> None:
    state = ended(*ON_LEAD)
    assert sum(state.tricks) == 17
    assert not any(state.hands + state.rows)


@rule("W4", "W12", "W39")
@pytest.mark.parametrize("points, expected", [(60, 0), (61, 1), (0, 0), (90, 1)])
def test_61_card_points_win_the_round(points: int, expected: int) -> None:
    delta = settled(points=(points, 121 - points)).delta
    assert (delta[0] > 0) == bool(expected)
    assert (delta[1] > 0) != bool(expected)


@rule("W5")
def test_the_pack() -> None:
    assert widderkopf().deck is DECK36
    assert texts(DECK36.mask) == {rank + suit for rank in RANK_TEXTS for suit in "CSHD"}
    assert len(DECK36) == 36


@rule("W6", "W7", "WQ2")
def test_trumps_with_diamonds() -> None:
    listed = "QC QS QH QD JC JS JH JD AD 10D KD 9D 8D 7D 6D"
    assert cards_text(order("diamonds").trumps) == listed


@rule("W6", "WQ2")
@pytest.mark.parametrize("suit", SUIT_WORDS)
def test_queens_and_jacks_are_always_the_top_trumps(suit: str) -> None:
    letter = suit[0].upper()
    rest = " ".join(rank + letter for rank in ("A", "10", "K", "9", "8", "7", "6"))
    assert cards_text(order(suit).trumps) == f"QC QS QH QD JC JS JH JD {rest}"


@rule("W8", "WQ2")
@pytest.mark.parametrize("named", SUITS)
def test_plain_suits_rank_ace_ten_king(named: int) -> None:
    made = order(SUIT_WORDS[named])
    assert [RANK_TEXTS[rank] for rank in made.plain] == ["A", "10", "K", "9", "8", "7", "6"]
    assert [made.classes[suit].bit_count() for suit in SUITS] == [0 if suit == named else 7 for suit in SUITS]
    assert made.classes[TRUMP].bit_count() == 15
    for suit in set(SUITS) - {named}:
        cards = [parse_card(rank + "CSHD"[suit]) for rank in ("A", "10", "K", "9", "8", "7", "6")]
        power = [made.power[suit][c] for c in cards]
        assert power == sorted(power, reverse=True)
        assert len(set(power)) == 7


@rule("W9", "WQ21")
@pytest.mark.parametrize("rank, points", [*zip(RANK_TEXTS, (0, 0, 0, 0, 10, 2, 3, 4, 11), strict=True)])
def test_card_values(rank: str, points: int) -> None:
    assert {worth(rank + letter, "clubs") for letter in "SHD"} == {points}


@rule("W10", "WQ6")
@pytest.mark.parametrize("suit", SUIT_WORDS)
def test_only_the_seven_of_the_named_suit_is_the_spitzer(suit: str) -> None:
    assert [worth(f"7{letter}", suit) for letter in "CSHD"] == [int(letter == suit[0].upper()) for letter in "CSHD"]


@rule("W11", "WQ21")
@pytest.mark.parametrize("suit", SUIT_WORDS)
def test_a_hand_holds_121_card_points(suit: str) -> None:
    assert sum(order(suit).value) == 121
    assert sum(finished(f"0 trump {suit}", "0 discard 7D", "1 discard 8D", "1 pass").points) == 121


@rule("W12")
def test_game_points_not_card_points_go_on_the_sheet() -> None:
    outcome = finished(*ON_LEAD)
    assert max(outcome.delta) in (1, 2, 4)
    assert max(outcome.points) >= 61


# -- the deal ------------------------------------------------------------------------------------------------------


@rule("W13")
def test_chance_draws_the_first_dealer() -> None:
    drawn = [widderkopf().first_standing(Chance(f"seed {n}")) for n in range(20)]
    assert {standing.dealer for standing, _ in drawn} == {0, 1}
    assert all(events == (DealerDrawn(standing.dealer),) for standing, events in drawn)
    assert {standing.scores for standing, _ in drawn} == {(0, 0)}


@rule("W14")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deal_alternates(dealer: int) -> None:
    following = widderkopf().next_standing(Standing(dealer, (0, 0)), Outcome((0, 1)), Chance("x"))
    assert following == Standing(1 - dealer, (0, 1), 2)


@rule("W15", "WQ18")
def test_nobody_is_asked_to_cut_and_the_shuffle_is_dealt_as_it_is() -> None:
    game = widderkopf()
    state = game.begin(Standing(1, (0, 0)), DECK36.cards).state
    assert game.phase(state) == "trumps"
    dealt = DECK36.cards
    assert state.deal.facedown == (dealt[0:10:2], dealt[1:10:2])
    assert state.deal.faceup == (dealt[10:20:2], dealt[11:20:2])
    assert [set(cards_in(hand)) for hand in state.hands] == [set(dealt[20:36:2]), set(dealt[21:36:2])]


@rule("W16", "W17", "WQ1", "WQ20")
def test_eighteen_cards_each_in_hand_open_and_covered() -> None:
    state = played().state
    for seat in (0, 1):
        assert state.hands[seat].bit_count() == 8
        assert len(state.deal.faceup[seat]) == len(state.deal.facedown[seat]) == 5
    assert len(widderkopf().plan(Standing(0, (0, 0)))) == 36


@rule("W16", "W17", "WQ1")
def test_seventeen_cards_each_are_no_deal() -> None:
    short = Deal(
        (MIXED.hands[0] & ~(1 << parse_card("7D")), MIXED.hands[1]), faceup=MIXED.faceup, facedown=MIXED.facedown
    )
    with pytest.raises(BadDeal):
        played(deal=short)


@rule("WQ20")
def test_where_a_pile_lies_changes_nothing() -> None:
    turned = Deal(
        MIXED.hands,
        faceup=tuple(row[::-1] for row in MIXED.faceup),
        facedown=tuple(row[::-1] for row in MIXED.facedown),
    )
    assert finished(*ON_LEAD) == finished(*ON_LEAD, deal=turned)


@rule("W17", "WQ16")
def test_everybody_sees_the_rows_before_trumps_are_named() -> None:
    events = played().events[0]
    assert events == (
        DealBegun(Standing(1, (0, 0))),
        CardsDealt(0, 8, MIXED.hands[0]),
        CardsDealt(1, 8, MIXED.hands[1]),
        RowLaid(0, MIXED.faceup[0]),
        RowLaid(1, MIXED.faceup[1]),
        Turn(0, "trumps"),
    )
    assert seen_by(events[2], 0) == CardsDealt(1, 8, None)


# -- trumps and discards -------------------------------------------------------------------------------------------


@rule("W18", "W19")
@pytest.mark.parametrize(
    "scores, dealer, chooser",
    [
        ((0, 0), 0, 1),
        ((0, 0), 1, 0),
        ((5, 5), 1, 0),
        ((3, 2), 0, 1),
        ((3, 2), 1, 1),
        ((2, 3), 0, 0),
        ((2, 3), 1, 0),
        ((-4, 0), 1, 0),
    ],
)
def test_the_lower_score_names_the_trumps_at_a_level_score_the_non_dealer(
    scores: tuple[int, int], dealer: int, chooser: int
) -> None:
    assert turn(scores=scores, dealer=dealer) == (chooser, "trumps")


@rule("W18", "WQ16")
@pytest.mark.parametrize("suit", SUIT_WORDS)
def test_trumps_are_named_and_heard_by_all(suit: str) -> None:
    told = played(f"0 trump {suit}")
    contract = Contract("suit", 0, parse_suit(suit))
    assert told.events[1] == (Said(0, Trump(parse_suit(suit))), ContractSet(contract), Turn(0, "discard"))
    assert told.state.contract == contract
    assert widderkopf().order(told.state) == order(suit)
    assert widderkopf().order(told.states[0]) is None


@rule("WQ16")
def test_one_of_four_suits_must_be_named() -> None:
    assert legal() == ["trump clubs", "trump spades", "trump hearts", "trump diamonds"]
    assert refused("trump_suit", "0 trump none").rule == "WQ16"
    assert refused("wrong_phase", "0 pass").rule == "W18"


@rule("WQ16")
def test_the_same_suit_may_be_named_again() -> None:
    assert "trump hearts" in legal(number=2, scores=(0, 1))


@rule("W20", "WQ5", "W38")
@pytest.mark.parametrize(
    "suit, first, second, start",
    [
        ("hearts", "8C", "8D", (0, 0)),
        ("hearts", "KC", "8D", (0, 4)),
        ("hearts", "7H", "AS", (11, 1)),
        ("clubs", "7H", "QS", (3, 0)),
    ],
)
def test_a_discard_starts_the_pile_of_the_opponent(suit: str, first: str, second: str, start: tuple[int, int]) -> None:
    actions = (f"0 trump {suit}", f"0 discard {first}", f"1 discard {second}")
    assert played(*actions).state.points == start
    state = ended(*actions, "1 pass")
    assert state.outcome is not None
    assert state.outcome.discard_points == start
    assert sum(state.outcome.points) == 121


@rule("WQ5")
def test_a_discarded_spitzer_is_captured_by_the_opponent() -> None:
    assert played("0 trump hearts", "0 discard 7H", "1 discard 8D").state.points == (0, 1)


@rule("WQ3")
def test_the_discard_comes_from_the_hand_unless_agreed_otherwise() -> None:
    hand = [f"discard {card}" for card in cards_text(cards_in(MIXED.hands[0])).split()]
    assert legal(*TRUMPED) == hand
    assert set(legal(*TRUMPED, discard_from="hand_or_faceup")) == {
        *hand,
        *(f"discard {card}" for card in cards_text(MIXED.faceup[0]).split()),
    }
    assert refused("discard_from_hand", *TRUMPED, "0 discard 6H").rule == "WQ3"


@rule("WQ4", "W20")
def test_the_chooser_discards_first_then_the_other() -> None:
    assert turn(*TRUMPED) == (0, "discard")
    assert turn(*TRUMPED, "0 discard 7D") == (1, "discard")
    assert turn("1 trump clubs", dealer=1, scores=(1, 0)) == (1, "discard")
    assert turn("1 trump clubs", "1 discard 8D", dealer=1, scores=(1, 0)) == (0, "discard")


@rule("WQ4")
def test_any_card_may_be_discarded() -> None:
    for suit, card in (("hearts", "7H"), ("hearts", "AD"), ("clubs", "KC")):  # the Spitzer, an ace, a trump
        assert f"discard {card}" in legal(f"0 trump {suit}")
    assert {"discard QS", "discard JH"} <= set(legal(*TRUMPED, "0 discard 7D"))


def seen(seat: int | None, told: Replay[WidderkopfState]) -> list[Event]:
    return [seen_by(event, seat) for event in told.all_events]


@rule("WQ4", "WQ19")
@pytest.mark.parametrize("option", ["hand", "hand_or_faceup"])
def test_a_discard_is_sealed_for_the_opponent_until_the_deal_is_over(option: str) -> None:
    ends = ("1 discard 8D", "1 pass", "0 8H", "1 JH")
    one = played(*TRUMPED, "0 discard 7D", *ends, discard_from=option)
    other = played(*TRUMPED, "0 discard AD", *ends, discard_from=option)
    assert seen(1, one) == seen(1, other)
    assert seen(None, one) == seen(None, other)
    assert seen(0, one) != seen(0, other)
    assert Discarded(0, None) in seen(1, one)
    assert Discarded(0, parse_card("7D")) in seen(0, one)


@rule("WQ4")
def test_the_discards_are_shown_when_the_deal_is_over() -> None:
    game, state = widderkopf(), played(*ON_LEAD).state
    events: tuple[Event, ...] = ()
    while game.actor(state) is not None:
        state, events = (made := game.apply(state, game.legal(state)[0])).state, made.events
    discards = ((0, Discard(parse_card("7D"))), (1, Discard(parse_card("8D"))))
    assert events[-1] == DealShown(MIXED, discards)


@rule("WA2")
def test_a_table_discard_opens_its_pile_when_both_are_in() -> None:
    told = played(
        "0 trump hearts", "0 discard 6H", "1 discard QH", discard_from="hand_or_faceup"
    )  # 6H lies on AH, QH on 6S
    assert told.events[2] == (Discarded(0, parse_card("6H")), Turn(1, "discard"))
    assert told.events[3] == (
        Discarded(1, parse_card("QH")),
        TableDiscard(0, parse_card("6H")),
        TableDiscard(1, parse_card("QH")),
        TurnedUp(0, 1, parse_card("AH")),
        TurnedUp(1, 4, parse_card("6S")),
        Turn(1, "crack"),
    )
    assert open_cards(told.state, 0) == {"10H", "AH", "6D", "KS", "6C"}
    assert open_cards(told.state, 1) == {"9D", "8S", "10C", "10D", "6S"}
    assert [hand.bit_count() for hand in told.state.hands] == [8, 8]


@rule("WA2")
def test_the_first_table_discard_is_sealed_until_the_second_is_made() -> None:
    one = played(*TRUMPED, "0 discard 6H", discard_from="hand_or_faceup")
    other = played(*TRUMPED, "0 discard 7D", discard_from="hand_or_faceup")
    assert seen(1, one) == seen(1, other)
    after_both = played(*TRUMPED, "0 discard 6H", "1 discard 8D", discard_from="hand_or_faceup")
    assert TableDiscard(0, parse_card("6H")) in seen(1, after_both)
    assert not any(isinstance(event, TableDiscard) and event.seat == 1 for event in after_both.all_events)


# -- cracking ------------------------------------------------------------------------------------------------------


@rule("W21", "WQ9", "W24")
def test_the_dealer_is_asked_then_the_leader_may_crack_then_the_dealer_again() -> None:
    assert turn(*OPEN) == (1, "crack")
    assert legal(*OPEN) == ["pass", "crack"]
    assert turn(*ON_LEAD) == (0, "tricks")
    assert legal(*ON_LEAD)[-1] == "crack"
    assert turn(*ON_LEAD, "0 KC") == (1, "tricks")
    assert legal(*ON_LEAD, "0 KC") == ["10C", "crack"]
    assert "crack" not in legal(*ON_LEAD, "0 KC", "1 10C")
    assert "crack" not in legal(*ON_LEAD, "0 KC", "1 10C", "1 QS")


@rule("W21", "WQ9")
def test_the_own_first_card_ends_the_time_for_cracking() -> None:
    assert refused("crack_too_late", *ON_LEAD, "0 KC", "1 10C", "1 crack").rule == "W21"
    assert refused("crack_too_late", *ON_LEAD, "0 KC", "1 10C", "1 QS", "0 crack").rule == "W21"


@rule("WQ9")
def test_the_time_for_cracking_opens_after_the_discards() -> None:
    assert refused("crack_too_early", "0 crack").rule == "WQ9"
    refused("crack_too_early", *TRUMPED, "0 crack")
    refused("crack_too_early", *TRUMPED, "0 discard 7D", "1 crack")


@rule("WQ9")
def test_with_before_first_lead_the_lead_ends_it_for_both() -> None:
    lead = (*ON_LEAD, "0 KC")
    assert legal(*lead, crack_window="own_first_card") == ["10C", "crack"]
    assert legal(*lead, crack_window="before_first_lead") == ["10C"]
    assert legal(*ON_LEAD, crack_window="before_first_lead")[-1] == "crack"
    assert refused("crack_too_late", *lead, "1 crack", crack_window="before_first_lead").rule == "WQ9"


@rule("W22")
def test_without_cracking_nobody_is_asked() -> None:
    assert turn(*OPEN, cracking="off") == (0, "tricks")
    assert "crack" not in legal(*OPEN, cracking="off")
    assert legal(*OPEN, "0 KC", cracking="off") == ["10C"]
    assert refused("no_cracking", *OPEN, "0 crack", cracking="off").rule == "W22"
    assert played(*OPEN, cracking="off").events[-1] == (Discarded(1, parse_card("8D")), Turn(0, "tricks"))
    assert finished(*OPEN, cracking="off").delta == finished(*ON_LEAD).delta


CRACKERS = [  # dealer, trump chooser, who cracks, what is done before
    (1, 0, 1, ()),
    (1, 0, 0, ("1 pass",)),
    (1, 1, 1, ()),
    (1, 1, 0, ("1 pass",)),
    (0, 1, 0, ()),
    (0, 1, 1, ("0 pass",)),
    (0, 0, 0, ()),
    (0, 0, 1, ("0 pass",)),
]


@rule("W21", "W22", "WQ12")
@pytest.mark.parametrize("dealer, chooser, cracker, before", CRACKERS)
def test_either_player_may_crack_chooser_or_not(
    dealer: int, chooser: int, cracker: int, before: tuple[str, ...]
) -> None:
    discards = {0: "0 discard 7D", 1: "1 discard 8D"}
    opening = (f"{chooser} trump hearts", discards[chooser], discards[1 - chooser], *before)
    scores = (0, 1) if chooser == 0 else (1, 0)
    where: dict[str, Any] = {"dealer": dealer, "scores": scores}
    state = played(*opening, f"{cracker} crack", **where).state
    assert state.calls == 1
    assert turn(*opening, f"{cracker} crack", **where) == (1 - cracker, "crack")


@rule("W22", "W25", "W26", "W27", "WQ11")
@pytest.mark.parametrize("start", [(), ("1 pass",), ("1 pass", "0 KC")])
def test_each_call_is_answered_in_turn_up_to_four(start: tuple[str, ...]) -> None:
    cracker = 0 if len(start) == 1 else 1
    actions = [*OPEN, *start]
    for place, word in enumerate(CALLS):
        seat = (cracker + place) % 2
        if place:
            assert turn(*actions) == (seat, "crack")
            assert legal(*actions) == ["pass", word]
        actions.append(f"{seat} {word}")
    state = played(*actions).state
    assert state.calls == 4
    assert state.phase == "tricks"
    assert not any(action in CALLS for action in legal(*actions))


@rule("WQ11", "W22")
def test_there_is_one_chain_only() -> None:
    assert refused("already_cracked", *OPEN, "1 crack", "0 crack").rule == "WQ11"
    assert refused("already_cracked", *OPEN, "1 crack", "0 pass", "0 crack").rule == "WQ11"
    assert "crack" not in legal(*OPEN, "1 crack", "0 pass")
    assert "crack" not in legal(*ON_LEAD, "0 crack", "1 pass", "0 KC")


@rule("WQ11")
def test_nobody_answers_their_own_call() -> None:
    for actions in ((*OPEN, "1 crack", "1 recrack"), (*OPEN, "1 crack", "0 recrack", "0 crackback")):
        assert refused("not_your_turn", *actions).rule == "X6"
    assert refused("answer_too_late", *ON_LEAD, "0 crack", "1 pass", "0 recrack").rule == "WQ10"


@rule("W25", "W26", "W27")
@pytest.mark.parametrize(
    "before, wrong, expected",
    [
        (("1 crack",), "0 crackback", "W25"),
        (("1 crack",), "0 corner", "W25"),
        (("1 crack", "0 recrack"), "1 recrack", "W26"),
        (("1 crack", "0 recrack"), "1 corner", "W26"),
        (("1 crack", "0 recrack", "1 crackback"), "0 recrack", "W27"),
    ],
)
def test_the_chain_has_a_fixed_order(before: tuple[str, ...], wrong: str, expected: str) -> None:
    assert refused("wrong_answer", *OPEN, *before, wrong).rule == expected


@rule("W25")
@pytest.mark.parametrize("word", CALLS[1:])
def test_without_a_crack_there_is_nothing_to_answer(word: str) -> None:
    assert refused("nothing_to_answer", *OPEN, f"1 {word}").rule == "W25"
    refused("nothing_to_answer", *ON_LEAD, f"0 {word}")
    refused("nothing_to_answer", *ON_LEAD, "0 KC", f"1 {word}")


@rule("W24")
def test_the_question_is_answered_with_crack_or_pass() -> None:
    assert refused("wrong_phase", *OPEN, "1 QS").rule == "W24"
    assert refused("wrong_phase", *OPEN, "1 crack", "0 KC").rule == "W25"


@rule("WQ10")
def test_a_late_crack_is_answered_at_once_by_the_player_who_has_led() -> None:
    late = (*ON_LEAD, "0 KC", "1 crack")
    assert turn(*late) == (0, "crack")
    assert legal(*late) == ["pass", "recrack"]
    assert turn(*late, "0 recrack") == (1, "crack")
    assert turn(*late, "0 recrack", "1 pass") == (1, "tricks")  # back to the card that was due
    assert legal(*late, "0 recrack", "1 pass") == ["10C"]


@rule("WQ10")
def test_an_answer_after_the_next_card_is_too_late() -> None:
    assert refused("answer_too_late", *OPEN, "1 crack", "0 pass", "0 KC", "1 recrack").rule == "WQ10"
    corner = ("1 crack", "0 recrack", "1 crackback", "0 corner")
    refused("answer_too_late", *OPEN, *corner, "0 corner")


@rule("WQ10")
@pytest.mark.parametrize(
    "actions, seat",
    [
        ((*OPEN, "1 crack", "0 pass"), 0),
        ((*OPEN, "1 crack", "0 recrack", "1 crackback", "0 corner"), 0),
        ((*ON_LEAD, "0 crack", "1 pass"), 0),
        ((*ON_LEAD, "0 crack", "1 recrack", "0 pass"), 0),
        ((*ON_LEAD, "0 KC", "1 crack", "0 pass"), 1),
        ((*ON_LEAD, "0 KC", "1 crack", "0 recrack", "1 crackback", "0 corner"), 1),
    ],
)
def test_after_the_last_answer_the_turn_goes_back_to_where_it_was(actions: tuple[str, ...], seat: int) -> None:
    told = played(*actions)
    assert (told.state.turn, told.state.phase) == (seat, "tricks")
    assert told.events[-1] == (Said(int(actions[-1][0]), parse_action(actions[-1][2:])), Turn(seat, "tricks"))
    assert told.state.trick == (() if seat == 0 else (parse_card("KC"),))


@rule("WA1", "WQ10")
def test_with_own_first_card_a_leader_gets_no_question() -> None:
    late = (*ON_LEAD, "0 KC", "1 crack")
    assert turn(*late, recrack_window="immediate") == (0, "crack")
    assert turn(*late, recrack_window="own_first_card") == (1, "tricks")
    assert legal(*late, recrack_window="own_first_card") == ["10C"]
    told = played(*late, recrack_window="own_first_card")
    assert told.events[-1] == (Said(1, Crack("crack")), Turn(1, "tricks"))
    refused("not_your_turn", *late, "0 recrack", recrack_window="own_first_card")


@rule("WA1", "WQ10")
@pytest.mark.parametrize("before", [("1 crack",), ("1 pass", "0 crack")])
def test_with_own_first_card_an_earlier_crack_is_answered_as_ever(before: tuple[str, ...]) -> None:
    assert turn(*OPEN, *before, recrack_window="own_first_card")[1] == "crack"


@rule("W24", "W21")
def test_what_is_said_and_whose_turn_follows_is_told_to_all() -> None:
    told = played(*ON_LEAD, "0 crack", "1 recrack", "0 pass")
    assert told.events[-4:] == (
        (Said(1, Pass()), Turn(0, "tricks")),
        (Said(0, Crack("crack")), Turn(1, "crack")),
        (Said(1, Crack("recrack")), Turn(0, "crack")),
        (Said(0, Pass()), Turn(0, "tricks")),
    )


# -- the tricks ----------------------------------------------------------------------------------------------------


@rule("W30")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("scores", [(0, 0), (1, 0), (0, 1)])
def test_the_non_dealer_leads_whoever_named_the_trumps(dealer: int, scores: tuple[int, int]) -> None:
    chooser = turn(dealer=dealer, scores=scores)[0]
    discards = {0: "0 discard 7D", 1: "1 discard 8D"}
    opening = (f"{chooser} trump hearts", discards[chooser or 0], discards[1 - (chooser or 0)])
    assert turn(*opening, f"{dealer} pass", dealer=dealer, scores=scores) == (1 - dealer, "tricks")


@rule("W31")
def test_hand_and_open_table_cards_may_be_led() -> None:
    hand = texts(MIXED.hands[0]) - {"7D"}
    assert set(legal(*ON_LEAD)) == {*hand, "10H", "6H", "6D", "KS", "6C", "crack"}
    assert legal(*OPEN, cracking="off") == sorted(legal(*OPEN, cracking="off"), key=parse_card)  # deck order


@rule("W32", "WQ8")
def test_the_covered_card_is_turned_when_the_trick_is_over() -> None:
    told = played(*ON_LEAD, "0 KS", "1 8S")  # KS lies on 9S, 8S on AC
    during, after = told.states[-2], told.states[-1]
    assert open_cards(during, 0) == {"10H", "6H", "6D", "6C"}
    assert told.events[-2] == (Played(0, parse_card("KS")),)
    assert told.events[-1] == (
        Played(1, parse_card("8S")),
        TrickWon(0, 4),
        TurnedUp(0, 3, parse_card("9S")),
        TurnedUp(1, 1, parse_card("AC")),
    )
    assert open_cards(after, 0) == {"10H", "6H", "6D", "9S", "6C"}
    assert "9S" in legal(*ON_LEAD, "0 KS", "1 8S")


@rule("W32")
def test_a_card_from_the_hand_or_one_turned_up_before_uncovers_nothing() -> None:
    told = played(*ON_LEAD, "0 KC", "1 10C", "1 JC", "0 KH")  # 10C lay on JC
    assert not any(isinstance(event, TurnedUp) for event in told.events[-1])
    assert [event for event in told.events[-3] if isinstance(event, TurnedUp)] == [TurnedUp(1, 2, parse_card("JC"))]


@rule("WQ8")
def test_a_suit_can_come_back_when_a_card_is_turned_up() -> None:
    before = (*ON_LEAD, "0 KC", "1 10C")
    state = played(*before).state
    clubs = order("hearts").classes[0]
    assert not (state.hands[1] | state.rows[1]) & clubs
    assert legal(*before, "1 8S", "0 KS", "0 8C") == ["AC"]  # AC lay below 8S


@rule("W33")
def test_a_trump_lead_asks_for_a_trump() -> None:
    assert legal(*OPEN, "0 8H", cracking="off") == ["JS", "QS", "JH", "QH", "JD", "QD"]
    assert refused("must_follow", *ON_LEAD, "0 8H", "1 AS").rule == "W33"


@rule("W33")
def test_without_a_trump_one_is_free() -> None:
    actions = ("0 trump clubs", "0 discard 6C", "1 discard 6S", "1 pass", "0 QC")
    free = {"10S", "KS", "9S", "8S", "7S", "10H", "KH", "9H", "8H", "7H", "6H", "10D", "crack"}
    assert set(legal(*actions, deal=SWEEP)) == free


@rule("W34")
def test_a_plain_lead_asks_for_its_suit() -> None:
    assert legal(*OPEN, "0 AD", cracking="off") == ["9D", "10D"]  # QD and JD are trumps
    assert refused("must_follow", *ON_LEAD, "0 AD", "1 QD").rule == "W34"
    assert refused("must_follow", *ON_LEAD, "0 KC", "1 AS").rule == "W34"


@rule("W34")
def test_out_of_the_suit_any_card_may_be_played_a_trump_included() -> None:
    actions = ("0 trump spades", "0 discard 7D", "1 discard 8D", "1 pass", "0 9H")
    everything = {"AS", "10S", "JH", "QS", "JD", "JS", "QD", "9D", "8S", "10C", "10D", "QH", "crack"}
    assert set(legal(*actions)) == everything


@rule("W35")
@pytest.mark.parametrize(
    "cards, suit, place",
    [
        ("AD 6D", "diamonds", 0),
        ("AD JD", "diamonds", 1),
        ("AC 6D", "diamonds", 1),
        ("7C AS", "diamonds", 0),
        ("KC 10C", "diamonds", 1),
        ("10C KC", "diamonds", 0),
        ("QD QC", "hearts", 1),
        ("JC QD", "hearts", 1),
        ("6S 7S", "hearts", 1),
        ("AD 6C", "clubs", 1),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(cards: str, suit: str, place: int) -> None:
    assert trick(cards, suit) == place


@rule("W36", "W37")
def test_the_winner_takes_both_cards_and_leads() -> None:
    state = played(*ON_LEAD, "0 KC", "1 10C").state
    assert state.points == (0, 14)
    assert state.tricks == (0, 1)
    assert (state.turn, state.leader, state.trick) == (1, 1, ())
    state = played(*ON_LEAD, "0 KS", "1 8S").state
    assert (state.points, state.tricks, state.turn) == ((4, 0), (1, 0), 0)


@rule("WQ19")
def test_the_points_of_tricks_are_open_and_leave_the_discards_out() -> None:
    told = played("0 trump hearts", "0 discard AD", "1 discard 8D", "1 pass", "0 KC", "1 10C")
    assert TrickWon(1, 14) in seen(0, told)
    assert told.state.points == (0, 25)  # with the ace that seat 0 gave


@rule("W38", "WA3")
def test_both_piles_are_counted_with_their_discards() -> None:
    actions = ("0 trump clubs", "0 discard JC", "1 discard 10H", "1 pass")
    outcome = finished(*actions, deal=SWEEP)
    assert outcome.points == (119, 2)
    assert outcome.discard_points == (10, 2)
    assert outcome.tricks == (17, 0)


# -- scoring -------------------------------------------------------------------------------------------------------


@rule("W28", "W29", "W23", "W40", "W41", "W42", "WQ13")
@pytest.mark.parametrize("calls, base", [*enumerate([1, 2, 4, 8, 16])])
@pytest.mark.parametrize("points, times", [(61, 1), (90, 1), (91, 2), (120, 2), (121, 4)])
def test_the_value_of_a_game(calls: int, base: int, points: int, times: int) -> None:
    assert score(points, calls) == base * times


@rule("W42")
def test_values_run_from_1_to_64() -> None:
    values = {score(points, calls) for points in range(61, 122) for calls in range(5)}
    assert values == {1, 2, 4, 8, 16, 32, 64}


@rule("W39", "WQ15")
@pytest.mark.parametrize("points", range(122))
def test_one_player_scores_and_the_other_gets_nothing(points: int) -> None:
    delta = settled(points=(points, 121 - points)).delta
    assert sorted(delta)[0] == 0 < max(delta)
    assert delta.index(max(delta)) == (0 if points >= 61 else 1)


@rule("W28", "W29", "W40", "W41")
def test_the_score_is_itemised() -> None:
    items = settled(points=(28, 93), calls=2).items
    assert [(item.rule, item.side, item.amount) for item in items] == [("W28", 1, 1), ("W29", 1, 3), ("W40", 1, 4)]
    items = settled(points=(121, 0), calls=3).items
    assert [(item.rule, item.amount) for item in items] == [("W28", 1), ("W29", 7), ("W41", 24)]
    assert all(item.what for item in items)


@rule("W23", "W29")
@pytest.mark.parametrize(
    "calls, times",
    [
        (("1 pass",), 1),
        (("1 crack", "0 pass"), 2),
        (("1 crack", "0 recrack", "1 pass"), 4),
        (("1 crack", "0 recrack", "1 crackback", "0 pass"), 8),
        (("1 crack", "0 recrack", "1 crackback", "0 corner"), 16),
    ],
)
def test_the_calls_raise_the_value_of_the_hand_played(calls: tuple[str, ...], times: int) -> None:
    plain, raised = finished(*ON_LEAD), finished(*OPEN, *calls)
    assert plain.points == raised.points
    assert raised.delta == tuple(times * amount for amount in plain.delta)


@rule("W41", "WQ14")
@pytest.mark.parametrize(
    "discard, points, tricks_value, points_value",
    [("6C", (121, 0), 4, 4), ("7C", (120, 1), 4, 2), ("JC", (119, 2), 4, 2)],
)
def test_whoever_gave_points_away_cannot_make_schwarz_by_points(
    discard: str, points: tuple[int, int], tricks_value: int, points_value: int
) -> None:
    actions = ("0 trump clubs", f"0 discard {discard}", "1 discard 6S", "1 pass")
    outcome = finished(*actions, deal=SWEEP, schwarz="points")
    assert (outcome.points, outcome.tricks, outcome.delta) == (points, (17, 0), (points_value, 0))
    assert finished(*actions, deal=SWEEP, schwarz="tricks").delta == (tricks_value, 0)


@rule("WQ14")
def test_an_empty_trick_lost_spoils_schwarz_by_tricks_only() -> None:
    actions = ("0 trump clubs", "0 discard 8C", "1 discard 10H", "1 pass", "0 6S", "1 7S", "1 6C")
    outcome = finished(*actions, deal=NEAR_SWEEP)
    assert (outcome.points, outcome.tricks, outcome.delta) == ((121, 0), (16, 1), (4, 0))
    assert finished(*actions, deal=NEAR_SWEEP, schwarz="tricks").delta == (2, 0)


@rule("WQ14", "WQ13", "W42")
def test_schwarz_after_four_calls_is_64() -> None:
    calls = ("1 crack", "0 recrack", "1 crackback", "0 corner")
    actions = ("0 trump clubs", "0 discard 6C", "1 discard 6S", *calls)
    assert finished(*actions, deal=SWEEP).delta == (64, 0)


@rule("W11", "W38", "WQ11", "WQ14", "W22", "W3")
@pytest.mark.parametrize(
    "code, facts, options",
    [
        ("points", {"points": (60, 60)}, {}),
        ("points", {"points": (61, 61)}, {}),
        ("points", {"points": (122, -1)}, {}),
        ("calls", {"points": (61, 60), "calls": 5}, {}),
        ("calls", {"points": (61, 60), "calls": -1}, {}),
        ("no_cracking", {"points": (61, 60), "calls": 1}, {"cracking": "off"}),
        ("tricks_needed", {"points": (61, 60)}, {"schwarz": "tricks"}),
        ("tricks", {"points": (61, 60), "tricks": (9, 9)}, {}),
        ("tricks", {"points": (61, 60), "tricks": (18, -1)}, {}),
        ("points_of_tricks", {"points": (12, 109), "tricks": (0, 17)}, {}),
        ("points_of_tricks", {"points": (5, 116), "tricks": (0, 17)}, {}),
        ("points_of_tricks", {"points": (109, 12), "tricks": (17, 0)}, {}),
        ("points_of_tricks", {"points": (34, 87), "tricks": (1, 16)}, {}),
        ("points_of_tricks", {"points": (55, 66), "tricks": (2, 15)}, {}),
        ("points_of_tricks", {"points": (121, 0), "tricks": (9, 8)}, {}),
    ],
)
def test_facts_that_cannot_be_are_refused(code: str, facts: dict[str, Any], options: dict[str, Any]) -> None:
    with pytest.raises(BadFacts) as caught:
        settled(options=options, **facts)
    assert caught.value.code == code
    assert caught.value.rule is not None


@rule("W38")
@pytest.mark.parametrize("points, tricks", [(11, 0), (0, 0), (1, 0), (121, 17), (110, 17), (33, 1), (54, 2), (121, 10)])
def test_facts_that_can_be_are_taken(points: int, tricks: int) -> None:
    delta = settled(points=(points, 121 - points), tricks=(tricks, 17 - tricks)).delta
    assert max(delta) > 0


# -- the match -----------------------------------------------------------------------------------------------------


def following(number: int, scores: tuple[int, int], delta: tuple[int, int], **options: Any) -> Standing | None:
    """The table after deal ``number``, dealt by seat 1."""
    return widderkopf(**options).next_standing(Standing(1, scores, number), Outcome(delta), Chance("x"))


@rule("W43", "WQ17")
@pytest.mark.parametrize("rounds", [1, 4, 6, 8, 10, 999])
def test_a_match_ends_after_the_agreed_rounds(rounds: int) -> None:
    assert following(rounds, (3, 3), (1, 0), rounds=rounds) is None
    if rounds > 1:
        assert following(rounds - 1, (3, 3), (1, 0), rounds=rounds) == Standing(0, (4, 3), rounds)


@rule("W43")
@pytest.mark.parametrize("number", [6, 8, 999, 5000])
def test_an_endless_match_never_ends_by_itself(number: int) -> None:
    assert following(number, (0, 9), (0, 64), rounds="endless") == Standing(0, (0, 73), number + 1)


@rule("W44", "WQ17")
@pytest.mark.parametrize("preset, rounds", [("short", 4), ("full", 6), ("match", 8), ("endless", "endless")])
def test_named_lengths(preset: str, rounds: int | str) -> None:
    assert make_game(f"widderkopf:{preset}").options == WidderkopfOptions.make(rounds=rounds)
    assert WidderkopfOptions.make().rounds == 6


@rule("W45")
@pytest.mark.parametrize("scores, winners", [((7, 5), (0,)), ((6, 7), (1,)), ((0, 64), (1,)), ((3, 3), (0, 1))])
def test_the_higher_score_wins(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    assert widderkopf().winners(scores) == winners


@rule("W46", "WQ17")
def test_a_tied_match_goes_on_for_one_more_round_and_the_deal_alternates() -> None:
    assert following(6, (7, 6), (0, 1)) == Standing(0, (7, 7), 7)
    assert following(7, (7, 7), (0, 1)) is None
    assert following(6, (7, 6), (0, 2)) is None


# -- options -------------------------------------------------------------------------------------------------------


@rule("WQ17", "W43")
@pytest.mark.parametrize(
    "written, rounds, canonical",
    [
        ("widderkopf(rounds=4)", 4, "widderkopf(rounds=4)"),
        ("widderkopf(rounds=6)", 6, "widderkopf"),
        ("widderkopf(rounds=10)", 10, "widderkopf(rounds=10)"),
        ("widderkopf(rounds=endless)", "endless", "widderkopf(rounds=endless)"),
        ("widderkopf:match", 8, "widderkopf(rounds=8)"),
    ],
)
def test_rounds_are_a_number_or_endless(written: str, rounds: int | str, canonical: str) -> None:
    options = make_game(written).options
    assert isinstance(options, WidderkopfOptions)
    assert options.rounds == rounds
    assert options.text() == canonical


@rule("WQ17")
@pytest.mark.parametrize("rounds", ["0", "1000", "-1", "forever", "true"])
def test_other_rounds_are_refused_in_words(rounds: str) -> None:
    with pytest.raises(BadOptions, match="a whole number from 1 to 999, or endless"):
        make_game(f"widderkopf(rounds={rounds})")


@rule("WQ17")
@pytest.mark.parametrize("rounds", [0, 1000, True, "6", 6.0, None])
def test_other_values_of_rounds_are_refused(rounds: Any) -> None:
    with pytest.raises(BadOptions):
        WidderkopfOptions.make(rounds=rounds)


def test_every_option_is_described_with_a_rule_of_the_law() -> None:
    infos = {info.name: info for info in describe(WidderkopfOptions)}
    assert list(infos) == ["rounds", "discard_from", "crack_window", "recrack_window", "cracking", "schwarz"]
    assert all(info.rule.startswith("W") and str(info.help).endswith(".") for info in infos.values())
    rounds = infos["rounds"]
    assert (rounds.choices, rounds.ge, rounds.le, rounds.number) == (("endless",), 1, 999, True)
    assert not infos["schwarz"].number


@pytest.mark.parametrize("preset, written", [*WidderkopfOptions.presets.items()])
def test_presets_are_written_canonically(preset: str, written: str) -> None:
    assert make_game(f"widderkopf:{preset}").options.text() == written


# -- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before, action, expected",
    [
        ((), Play(0), "W18"),
        ((), Discard(0), "W18"),
        (TRUMPED, Play(parse_card("7D")), "W20"),
        (TRUMPED, Trump(0), "W20"),
        (OPEN, Pick(), "W24"),
        ((*OPEN, "1 crack", "0 recrack"), Play(parse_card("QS")), "W26"),
        ((*OPEN, "1 crack", "0 recrack", "1 crackback"), Pick(), "W27"),
        (ON_LEAD, Pass(), "W31"),
        (ON_LEAD, Discard(parse_card("KC")), "W31"),
        (ON_LEAD, Trump(0), "W31"),
    ],
)
def test_an_action_of_another_phase_is_refused(before: tuple[str, ...], action: Action, expected: str) -> None:
    refusal = widderkopf().refusal(played(*before).state, action)
    assert (refusal.code, refusal.rule) == ("wrong_phase", expected)


@pytest.mark.parametrize("card", [-1, 36])
def test_a_card_that_does_not_exist_is_refused(card: int) -> None:
    assert widderkopf().refusal(played(*ON_LEAD).state, Play(card)).code == "card_foreign"
    assert widderkopf().refusal(played(*TRUMPED).state, Discard(card)).code == "card_foreign"


@rule("WQ7")
@pytest.mark.parametrize("card", ["QC", "KD", "AS", "9D", "7D"])  # own covered, their covered, hand, row; own discard
def test_a_refusal_does_not_tell_where_the_card_is(card: str) -> None:
    told = refused("card_not_held", *ON_LEAD, f"0 {card}")
    assert told.sentence == f"You do not have {card}."


@rule("WQ4")
@pytest.mark.parametrize("card", ["QC", "KD", "AS", "9D"])
def test_only_a_card_one_has_can_be_discarded(card: str) -> None:
    assert refused("card_not_held", *TRUMPED, f"0 discard {card}").sentence == f"You do not have {card}."
    refused("card_not_held", *TRUMPED, f"0 discard {card}", discard_from="hand_or_faceup")


# -- what others ask -----------------------------------------------------------------------------------------------


def test_the_problem_has_all_that_can_be_played_and_the_piles() -> None:
    game, state = widderkopf(), played("0 trump hearts", "0 discard KC", "1 discard AS", "1 pass").state
    problem = game.problem(state)
    assert problem.hands == tuple(state.hands[seat] | state.rows[seat] for seat in (0, 1))
    piles = [(seat, *pair) for seat in (0, 1) for pair in zip(MIXED.faceup[seat], MIXED.facedown[seat], strict=True)]
    assert problem.piles == tuple(piles)
    assert (problem.points, problem.tricks, problem.sides) == ((11, 4), (0, 0), (0, 1))
    assert problem.order == order("hearts")


def test_the_problem_in_the_middle_of_a_trick_still_has_the_pile_of_the_lead() -> None:
    told = played(*ON_LEAD, "0 KS", "1 8S")
    during, after = (widderkopf().problem(state) for state in told.states[-2:])
    lead = (0, parse_card("KS"), parse_card("9S"))
    assert (during.trick, during.leader) == ((parse_card("KS"),), 0)
    assert lead in during.piles
    assert not during.hands[0] >> parse_card("KS") & 1
    assert not during.hands[0] >> parse_card("9S") & 1
    assert lead not in after.piles
    assert len(after.piles) == 8
    assert after.hands[0] >> parse_card("9S") & 1


@pytest.mark.parametrize("before", [(), TRUMPED, OPEN, (*ON_LEAD, "0 KC", "1 crack")])
def test_there_is_no_problem_outside_the_tricks(before: tuple[str, ...]) -> None:
    with pytest.raises(IllegalAction) as caught:
        widderkopf().problem(played(*before).state)
    assert caught.value.code == "no_tricks"


@rule("W3", "W11", "W38", "WA3")
@pytest.mark.parametrize("number", range(60))
def test_random_deals_keep_every_card_and_every_point(number: int) -> None:
    luck = Chance("random deals").stream(f"play/{number}")
    options = {info.name: info.choices[luck.below(len(info.choices))] for info in describe(WidderkopfOptions)}
    game = widderkopf(**options)
    standing = Standing(luck.below(2), (luck.below(3), luck.below(3)))
    state = game.begin(standing, luck.shuffle(DECK36)).state
    covered = {c for row in state.deal.facedown for c in row}
    gone: set[int] = set()  # played or discarded
    taken = [0, 0]
    while game.actor(state) is not None:
        places = [*map(cards_in, (*state.hands, *state.rows)), covered, gone]
        assert sorted(c for cards in places for c in cards) == list(DECK36.cards)
        actions = game.legal(state)
        made = game.apply(state, actions[luck.below(len(actions))])
        for event in made.events:
            if isinstance(event, Played | Discarded) and event.card is not None:
                gone.add(event.card)
            elif isinstance(event, TurnedUp):
                covered.remove(event.card)
            elif isinstance(event, TrickWon):
                taken[event.seat] += event.points
        state = made.state
    assert game.legal(state) == ()
    outcome = state.outcome
    assert outcome is not None
    assert outcome.points == tuple(a + b for a, b in zip(taken, outcome.discard_points, strict=True))
    assert (sum(outcome.points), sum(outcome.tricks)) == (121, 17)
    assert sorted(outcome.delta)[0] == 0
    assert max(outcome.delta) in (1, 2, 4, 8, 16, 32, 64)


# -- facts, form and settlement ------------------------------------------------------------------------------------


@rule("W18", "W19", "WQ16")
@pytest.mark.parametrize(
    "code, contract, standing",
    [
        (None, Contract("suit"), TABLE),
        (None, Contract("suit", 0, 0), TABLE),
        (None, Contract("suit", None, 3), TABLE),
        ("suit", Contract("suit", None, 4), TABLE),
        ("suit", Contract("suit", None, -1), TABLE),
        ("declarer", Contract("suit", 1), TABLE),
        (None, Contract("suit", 1), Standing(1, (1, 0))),
        ("declarer", Contract("suit", 0), Standing(1, (1, 0))),
        ("declarer", Contract("suit", 2), TABLE),
        ("contract", Contract("nil"), TABLE),
        ("details", Contract("suit", rank=7), TABLE),
        ("details", Contract("suit", slam=True), TABLE),
        ("details", Contract("suit", high=False), TABLE),
        ("details", Contract("suit", partner_card=8), TABLE),
    ],
)
def test_details_of_a_contract(code: str | None, contract: Contract, standing: Standing) -> None:
    if code is None:
        assert settled(contract=contract, standing=standing, points=(61, 60)).delta == (1, 0)
    else:
        with pytest.raises(BadFacts) as caught:
            settled(contract=contract, standing=standing, points=(61, 60))
        assert caught.value.code == code
        assert caught.value.rule is not None


@pytest.mark.parametrize(
    "facts",
    [
        {"points": (61, 60), "tricks": "17"},
        {"points": (61, 60), "calls": "1"},
        {"points": (61, 60), "calls": 1.0},
        {"points": 61},
        {"points": (61, 60, 0)},
        {"points": (61, 60), "tricks": (17,)},
        {"points": (61, 60), "contract": None},
    ],
)
def test_wrongly_typed_facts_are_refused_in_words(facts: dict[str, Any]) -> None:
    with pytest.raises(BadFacts) as caught:
        settled(**facts)
    assert caught.value.code == "facts_shape"


def test_unknown_fields_are_refused_in_words() -> None:
    data: dict[str, Any] = {"contract": {"kind": "suit"}, "points": [61, 60]}
    assert decode_facts(data, WidderkopfFacts) == WidderkopfFacts(contract=ROUND, points=(61, 60))
    with pytest.raises(BadFacts):
        decode_facts({**data, "dealer": 0}, WidderkopfFacts)


def test_the_standing_must_be_one_of_this_table() -> None:
    for standing in (Standing(2, (0, 0)), Standing(0, (0, 0, 0))):
        with pytest.raises(BadFacts) as caught:
            settled(standing=standing, points=(61, 60))
        assert caught.value.code == "standing"
    assert settled(standing=Standing(0, (0, 0), doublers=1, pot=3), points=(61, 60)) == settled(points=(61, 60))


@rule("W22", "WQ14")
def test_the_form_follows_the_table() -> None:
    def names(**options: Any) -> dict[str, bool]:
        (part,) = widderkopf(**options).facts_form().kinds
        assert (part.kind,) == widderkopf(**options).contract_kinds
        return {field.name: field.optional for field in part.fields}

    plain = {"points": False, "calls": True, "tricks": True, "suit": True, "chooser": True}
    assert names() == plain
    assert names(schwarz="tricks") == {**plain, "tricks": False}
    assert "calls" not in names(cracking="off")


@rule("W39", "W40", "W41", "WQ14")
@pytest.mark.parametrize("schwarz", ["points", "tricks"])
def test_every_number_of_a_threshold_is_settled_like_its_answer(schwarz: str) -> None:
    game = widderkopf(schwarz=schwarz)
    field = next(field for field in game.facts_form().kind("suit").fields if field.name == "points")

    def delta(points: int) -> tuple[int, ...]:
        tricks = next(n for n in range(8, 17) if settles(game, points, n)) if schwarz == "tricks" else None
        won = None if tricks is None else (tricks, 17 - tricks)
        return game.outcome_of(TABLE, WidderkopfFacts(contract=ROUND, points=(points, 121 - points), tricks=won)).delta

    middle = [each for each in field.thresholds if each.least >= 31 or schwarz == "points"]
    for each in middle:
        assert {delta(points) for points in range(each.least, each.most + 1)} == {delta(each.answer)}
    for lower, upper in pairwise(field.thresholds):
        assert lower.most + 1 == upper.least
        if lower in middle:
            assert delta(lower.most) != delta(upper.least)
    assert (field.thresholds[0].least, field.thresholds[-1].most) == (0, 121)
    answers = [each.answer for each in field.thresholds]
    assert [121 - answer for answer in answers] == answers[::-1]  # both players can give theirs


def settles(game: Widderkopf, points: int, tricks: int) -> bool:
    facts = WidderkopfFacts(contract=ROUND, points=(points, 121 - points), tricks=(tricks, 17 - tricks))
    return isinstance(settled_or_refused(game, facts), Outcome)


def settled_or_refused(game: Widderkopf, facts: WidderkopfFacts) -> Outcome | BadFacts:
    try:
        return game.outcome_of(TABLE, facts)
    except BadFacts as error:
        return error


@rule("WQ14")
@pytest.mark.parametrize("tricks", range(8, 18))
def test_the_answer_for_schneider_goes_with_seventeen_tricks_and_with_fewer(tricks: int) -> None:
    assert score(110, tricks=tricks, schwarz="tricks") == (4 if tricks == 17 else 2)


def drawn(field: Field, luck: Stream) -> Any:
    """Some answer to a field, right or a little wrong; numbers of both players mostly go together."""
    if field.choices:
        return field.choices[luck.below(len(field.choices))].value
    if field.each == "seat":
        whole = field.le or 0
        mine = luck.below(whole + 1)
        if field.thresholds and luck.below(2):
            mine = field.thresholds[luck.below(len(field.thresholds))].answer
        return [mine, whole - mine + (luck.below(5) == 0)]
    return luck.below(3 if field.kind == "seat" else 5)


@pytest.mark.parametrize("number", range(300))
def test_a_form_filled_at_random_is_settled_or_refused_in_words(number: int) -> None:
    luck = Chance("forms").stream(f"widderkopf/{number}")
    game = widderkopf(schwarz=("points", "tricks")[luck.below(2)], cracking=("on", "off")[luck.below(2)])
    form = game.facts_form()
    (part,) = form.kinds
    answers = {field.name: drawn(field, luck) for field in part.fields if not field.optional or luck.below(2)}
    facts = fill(form, "suit", answers, WidderkopfFacts)
    assert fill(form, *answers_of(form, facts), WidderkopfFacts) == facts
    found = settled_or_refused(game, facts)
    if isinstance(found, BadFacts):
        assert found.sentence.endswith(".")
        assert found.rule is not None
    else:
        assert min(found.delta) == 0 < max(found.delta)


def every_item() -> list[ScoreItem]:
    return [item for points in (61, 91, 121) for calls in range(5) for item in scored(points, calls)]


def scored(points: int, calls: int) -> tuple[ScoreItem, ...]:
    return settled(points=(points, 121 - points), calls=calls).items


@rule("W29", "W40", "W41")
def test_factors_multiply_up_and_every_kind_of_item_is_declared_and_occurs() -> None:
    items = every_item()
    assert {item.kind for item in items} == set(Widderkopf.item_kinds)
    assert {factor.kind for item in items for factor in item.factors} == set(Widderkopf.factor_kinds)
    for item in items:
        assert bool(item.factors) is (item.kind in ("schneider", "schwarz"))
        if item.factors:
            assert product(item.factors) == item.amount


@rule("W28", "W29", "W40", "W41")
def test_an_item_says_what_it_is_in_kind_and_words() -> None:
    def told(points: int, calls: int) -> list[tuple[str, str]]:
        return [(item.kind, str(item.what)) for item in scored(points, calls)]

    assert told(90, 0) == [("won", "won with 90 card points")]
    assert told(91, 1) == [
        ("won", "won with 91 card points"),
        ("crack", "Crack! makes it 2"),
        ("schneider", "Schneider, twice the value"),
    ]
    assert told(120, 2)[1:] == [("recrack", "Recrack! makes it 4"), ("schneider", "Schneider, twice the value")]
    assert told(121, 3)[1:] == [("crackback", "Crackback! makes it 8"), ("schwarz", "Schwarz, four times the value")]
    assert told(61, 4)[1:] == [("corner", "Crack Around the Corner! makes it 16")]
    assert scored(91, 1)[0].numbers == {"points": 91}


# -- the rest of the contract --------------------------------------------------------------------------------------


def at_random(number: int) -> list[tuple[Widderkopf, WidderkopfState]]:
    """Every state of a random deal under random options."""
    luck = Chance("random deals").stream(f"widderkopf/{number}")
    options = {info.name: info.choices[luck.below(len(info.choices))] for info in describe(WidderkopfOptions)}
    game = widderkopf(**options)
    state = game.begin(Standing(luck.below(2), (luck.below(3), luck.below(3))), luck.shuffle(DECK36)).state
    states = [(game, state)]
    while game.actor(state) is not None:
        actions = game.legal(state)
        chosen = actions[-1] if isinstance(actions[-1], Crack) and luck.below(2) else actions[luck.below(len(actions))]
        state = game.apply(state, chosen).state
        states.append((game, state))
    return states


@pytest.mark.parametrize("number", range(50))
def test_random_deals_keep_within_the_actions_and_the_longest_deal(number: int) -> None:
    states = at_random(number)
    game = states[0][0]
    assert len(set(game.actions)) == len(game.actions)
    assert len(states) - 1 <= game.longest_deal
    for _, state in states:
        assert set(game.legal(state)) <= set(game.actions)
        assert set(game.worth_showing(state)) <= set(game.actions)


@pytest.mark.parametrize("number", range(50))
def test_a_played_deal_is_settled_again_from_its_facts(number: int) -> None:
    game, state = at_random(number)[-1]
    facts = game.facts_of(state)
    again, outcome = game.outcome_of(state.standing, facts), game.outcome(state)
    assert outcome is not None
    assert (again.delta, again.items) == (outcome.delta, outcome.items)
    assert fill(game.facts_form(), *answers_of(game.facts_form(), facts), WidderkopfFacts) == facts
    assert game.outcome_if(state, state.points, state.tricks) == outcome


def test_facts_before_trumps_are_named_are_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        widderkopf().facts_of(played().state)
    assert caught.value.code == "deal_not_over"


def test_a_guess_has_the_calls_and_the_discards_of_the_deal() -> None:
    state = played("0 trump hearts", "0 discard KC", "1 discard AS", "1 crack", "0 pass").state
    guess = widderkopf().outcome_if(state, (61, 60), (8, 9))
    assert (guess.delta, guess.points, guess.discard_points) == ((2, 0), (61, 60), (11, 4))
    assert widderkopf().outcome_if(state, (60, 61), (8, 9)).delta == (0, 2)


@rule("W21", "W22")
def test_actions_come_in_one_order() -> None:
    actions = widderkopf().actions
    assert actions[:4] == tuple(Trump(suit) for suit in SUITS)
    assert actions[4:40] == tuple(Discard(c) for c in DECK36.cards)
    assert actions[40:76] == tuple(Play(c) for c in DECK36.cards)
    assert [action_text(action) for action in actions[76:]] == ["pass", "crack", "recrack", "crackback", "corner"]
    assert widderkopf(cracking="off").actions == actions[:76]


@rule("WQ9", "WQ11")
def test_the_longest_deal() -> None:
    late = (*ON_LEAD, "0 KC", "1 crack", "0 recrack", "1 crackback", "0 corner")
    game, state, decisions = widderkopf(), played(*late).state, len(late)
    while game.actor(state) is not None:
        state, decisions = game.apply(state, game.legal(state)[0]).state, decisions + 1
    assert decisions == game.longest_deal == 42
    assert widderkopf(cracking="off").longest_deal == 37


@rule("W21", "W24", "W25", "WQ9")
@pytest.mark.parametrize(
    "actions, shown",
    [
        ((), []),
        (TRUMPED, []),
        (OPEN, ["crack"]),
        ((*OPEN, "1 crack"), ["recrack"]),
        ((*OPEN, "1 crack", "0 recrack", "1 crackback"), ["corner"]),
        (ON_LEAD, ["crack"]),
        ((*OPEN, "1 crack", "0 pass"), ["crack"]),  # refused with a reason: there is one chain only
        ((*ON_LEAD, "0 KC"), ["crack"]),
        ((*ON_LEAD, "0 KC", "1 10C"), []),
    ],
)
def test_what_is_worth_showing(actions: tuple[str, ...], shown: list[str]) -> None:
    assert [action_text(action) for action in widderkopf().worth_showing(played(*actions).state)] == shown
    quiet = [action for action in actions if action[2:] in ("trump hearts", "discard 7D", "discard 8D")]
    assert widderkopf(cracking="off").worth_showing(played(*quiet, cracking="off").state) == ()


@rule("W13")
@pytest.mark.parametrize("dealer", [0, 1])
def test_people_may_say_who_deals_first(dealer: int) -> None:
    game = widderkopf()
    fields = game.chance_form()
    seed = next(seed for seed in map(str, range(99)) if game.first_standing(Chance(seed))[0].dealer == dealer)
    assert game.first_standing(answered(fields, {"dealer": dealer})) == game.first_standing(Chance(seed))
    assert game.chance_form(TABLE, Outcome((1, 0))) == ()
    for wrong in (-1, 2, "0", True, None):
        with pytest.raises(BadFacts):
            answered(fields, {"dealer": wrong})


@rule("W43", "W44")
@pytest.mark.parametrize("rounds, deals", [(1, 1), (6, 6), (999, 999), ("endless", None)])
def test_the_deals_agreed(rounds: int | str, deals: int | None) -> None:
    assert widderkopf(rounds=rounds).deals_agreed == deals


def test_games_with_the_same_options_are_equal() -> None:
    assert widderkopf(rounds=4) == widderkopf(rounds=4)
    assert hash(widderkopf(rounds=4)) == hash(widderkopf(rounds=4))
    assert widderkopf(rounds=4) != widderkopf()
    assert widderkopf() != object()
    assert (widderkopf().teams, widderkopf().seats_option) == (((0,), (1,)), None)


@rule("WQ10")
def test_a_state_in_the_tricks_says_so_by_its_kind() -> None:
    late = played(*ON_LEAD, "0 KC", "1 crack", "0 pass")
    kinds = [(state.phase, isinstance(state, WidderkopfTricks)) for state in late.states[-4:]]
    assert kinds == [("tricks", True), ("tricks", True), ("crack", False), ("tricks", True)]
    assert not isinstance(ended(*ON_LEAD), WidderkopfTricks)
