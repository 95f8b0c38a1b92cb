"""The law of Grim, sentence by sentence (``docs/rules/grim.md``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import Action, Play
from sheepfold.core.cards import DECK32, Seat, card_text, cards_in, mask_of, parse_card, parse_cards, parse_suit
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadFacts, BadOptions, BadText, IllegalAction
from sheepfold.core.events import (
    CardsDealt,
    CoinTossed,
    Contract,
    ContractSet,
    DealBegun,
    DealScored,
    DealShown,
    Event,
    Outcome,
    PickedUp,
    Played,
    Said,
    SetAside,
    Standing,
    TrickWon,
    Turn,
)
from sheepfold.core.form import Field, answered, answers_of, decode_facts, fill
from sheepfold.core.options import describe
from sheepfold.core.score import ScoreItem, product
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Answers, Chance
from sheepfold.core.trick import winner
from sheepfold.games.grim import Grim, GrimFacts, GrimOptions, GrimState, GrimTricks, result_text
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.transcript import read_action, read_deal
from sheepfold.play.replay import Replay, begin, replay
from sheepfold.play.step import step, why_not
from sheepfold.registry import make_game

rule = pytest.mark.rule

N, E, S, W = range(4)
NS, EW = range(2)
CHANCE = Chance("grim tests")


def layout(round1: list[str], round2: list[str]) -> Deal:
    """Four hands and four hands."""
    return read_deal({"round1": round1, "round2": round2})


# Everybody holds one rank of each suit in either half. High: North takes what there is; Low: West does.
RANKS = layout(
    ["AC AS AH AD", "KC KS KH KD", "QC QS QH QD", "JC JS JH JD"],
    ["10C 10S 10H 10D", "9C 9S 9H 9D", "8C 8S 8H 8D", "7C 7S 7H 7D"],
)
# Everybody holds one suit: North diamonds, East clubs, South spades, West hearts.
SUITS = layout(
    ["7D 8D 9D 10D", "7C 8C 9C 10C", "7S 8S 9S 10S", "7H 8H 9H 10H"],
    ["JD QD KD AD", "JC QC KC AC", "JS QS KS AS", "JH QH KH AH"],
)
# North has the four best cards and the four worst; East is next best.
EVEN = layout(
    ["AC AS AH AD", "KC KS KH KD", "QC QS QH QD", "JC JS JH JD"],
    ["7C 7S 7H 7D", "10C 10S 10H 10D", "9C 9S 9H 9D", "8C 8S 8H 8D"],
)
# As SUITS, but North's last card is the seven of clubs and East has the seven of diamonds for it.
SEVEN_OF_EIGHT = layout(
    ["7C 8D 9D 10D", "7D 8C 9C 10C", "7S 8S 9S 10S", "7H 8H 9H 10H"],
    ["JD QD KD AD", "JC QC KC AC", "JS QS KS AS", "JH QH KH AH"],
)
# North's own cards win three tricks, South's ace of diamonds the fourth.
PARTNERS = layout(
    ["AC AS AH KD", "KC KS KH QD", "AD QC QS QH", "JC JS JH JD"],
    ["10C 10S 10H 10D", "9C 9S 9H 9D", "8C 8S 8H 8D", "7C 7S 7H 7D"],
)

PASSES = "0 pass, 1 pass, 2 pass, 3 pass"
TO_ROUND_2 = f"{PASSES}, 0 predeclare hearts"
TO_ROUND_3 = f"{TO_ROUND_2}, {PASSES}"
TO_MAKE_5 = f"{TO_ROUND_3}, {PASSES}"
ROUNDS = ["", f"{TO_ROUND_2}, ", f"{TO_ROUND_3}, "]


@cache
def grim(options: str = "grim") -> Grim:
    made = make_game(options)
    assert isinstance(made, Grim)
    return made


def acts(written: str) -> list[tuple[Seat, Action]]:
    return [read_action(part) for part in written.split(",") if part.strip()]


def deal_of(
    written: str,
    options: str = "grim",
    deal: Deal = RANKS,
    dealer: Seat = W,
    scores: tuple[int, int] = (0, 0),
) -> Replay[GrimState]:
    """The deal after these actions. West deals unless it is said otherwise, so North speaks first."""
    return replay(grim(options), Standing(dealer, scores), deal, acts(written))


def calls(first: Seat, words: str) -> str:
    """Calls in turn from a seat: ``calls(1, "pass grim")`` is ``1 pass, 2 grim``."""
    return ", ".join(f"{(first + place) % 4} {word}" for place, word in enumerate(words.split()))


def legal(state: GrimState, options: str = "grim") -> list[str]:
    return [action_text(action) for action in grim(options).legal(state)]


def lowest(_seat: Seat, choices: tuple[Action, ...]) -> Action:
    return choices[0]


def north_high(seat: Seat, choices: tuple[Action, ...]) -> Action:
    """North plays the highest rank it may, the others their lowest."""
    ranks = [action.card % 9 for action in choices if isinstance(action, Play)]
    return choices[ranks.index(max(ranks) if seat == N else min(ranks))]


def finish(
    state: GrimState, pick: Callable[[Seat, tuple[Action, ...]], Action] = lowest, options: str = "grim"
) -> tuple[GrimState, tuple[Event, ...]]:
    """Play the deal to its end."""
    game, events = grim(options), list[Event]()
    while (seat := game.actor(state)) is not None:
        made = step(game, state, seat, pick(seat, game.legal(state)))
        state, events = made.state, [*events, *made.events]
    return state, tuple(events)


def played_out(written: str, options: str = "grim", **more: Any) -> Outcome:
    pick = more.pop("pick", lowest)
    outcome = finish(deal_of(written, options, **more).state, pick, options)[0].outcome
    assert outcome is not None
    return outcome


def refused(state: GrimState, seat: Seat, action: str, options: str = "grim") -> tuple[str, str | None]:
    """Code and rule of the refusal of an action, which must be refused."""
    reason = why_not(grim(options), state, seat, parse_action(action))
    assert reason is not None
    assert reason.sentence.endswith(".")
    return reason.code, reason.rule


def trick_winner(contract: Contract, cards: str) -> str:
    listed = parse_cards(cards)
    return card_text(listed[winner(listed, grim().order_of(contract))])


def trumps(word: str, high: bool = True) -> Contract:
    return Contract("grim", N, None if word == "none" else parse_suit(word), high=high)


def score(kind: str, cards: int, tricks: int, who: Seat = N, options: str = "grim") -> tuple[int, ...]:
    """The change of score: ``who`` is the declarer, in Make-5 the dealer."""
    contract = Contract("make5", suit=0) if kind == "make5" else Contract(kind, who)
    facts = GrimFacts(contract=contract, cards=cards, tricks=tricks)
    outcome = grim(options).outcome_of(Standing(who, (0, 0)), facts)
    (item,) = outcome.items
    assert outcome.delta == tuple(item.amount if team == item.side else 0 for team in (NS, EW))
    return outcome.delta


def item_of(facts: GrimFacts, options: str = "grim", dealer: Seat = N) -> ScoreItem:
    """The one line that these facts put on the score sheet."""
    (item,) = grim(options).outcome_of(Standing(dealer, (0, 0)), facts).items
    return item


def next_dealer(
    dealer: Seat, scores: tuple[int, int], delta: tuple[int, int] = (0, 0), options: str = "grim", seed: str = "x"
) -> Seat:
    """Who deals after a deal that left these scores."""
    before = tuple(total - change for total, change in zip(scores, delta, strict=True))
    standing = grim(options).next_standing(Standing(dealer, before), Outcome(delta), Chance(seed))
    assert standing is not None
    assert standing.scores == scores
    assert standing.deal == 2
    return standing.dealer


# -- table and pack ----------------------------------------------------------------------------------------------


@rule("R1")
def test_four_players_in_two_teams_with_partners_opposite() -> None:
    game = grim()
    assert (game.seats, game.sides) == (4, 2)
    for declarer in range(4):
        assert score("grim", 4, 4, declarer) == ((16, 0) if declarer in (N, S) else (0, 16))
    state = deal_of("0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none").state
    assert game.problem(state).sides == (NS, EW, NS, EW)


@rule("R2")
def test_the_pack_has_32_cards_without_sixes() -> None:
    assert len(grim().deck) == 32
    assert Counter(card_text(c)[:-1] for c in grim().deck.cards) == dict.fromkeys(
        ["7", "8", "9", "10", "J", "Q", "K", "A"], 4
    )
    with pytest.raises(BadDeal) as refusal:
        begin(
            grim(), Standing(W, (0, 0)), replace(RANKS, hands=(mask_of(parse_cards("6C AS AH AD")), *RANKS.hands[1:]))
        )
    assert refusal.value.code == "card_foreign"


@rule("R3")
def test_calls_and_cards_go_clockwise() -> None:
    made = deal_of("0 pass, 1 grim, 2 pass, 3 pass, 0 pass, 1 order high, 1 trump none, 1 KC, 2 QC, 3 JC, 0 AC")
    assert [state.turn for state in made.states] == [0, 1, 2, 3, 0, 1, 1, 1, 2, 3, 0, 0]


@rule("R4", "RQ23")
@pytest.mark.parametrize("deals", [10, 11, 12, 13, 14, 15])
def test_a_match_has_ten_to_fifteen_deals(deals: int) -> None:
    game, outcome = grim(f"grim(deals={deals})"), Outcome((16, 0))
    before_last = game.next_standing(Standing(N, (0, 0), deals - 1), outcome, CHANCE)
    assert before_last is not None
    assert before_last.deal == deals
    assert game.next_standing(before_last, outcome, CHANCE) is None


@rule("R4")
def test_a_match_has_twelve_deals_unless_the_table_says_otherwise() -> None:
    assert GrimOptions.make().deals == 12


@rule("R4", "RQ23")
@pytest.mark.parametrize("deals", [9, 16, 0, -12])
def test_other_numbers_of_deals_are_refused(deals: int) -> None:
    with pytest.raises(BadOptions, match="from 10 to 15") as refusal:
        GrimOptions.make(deals=deals)
    assert (refusal.value.code, refusal.value.rule) == ("option_value", "R4")


# -- rank orders -------------------------------------------------------------------------------------------------

HIGH = ["AC", "KC", "QC", "JC", "10C", "9C", "8C", "7C"]


@rule("R6", "RQ26")
@pytest.mark.parametrize("trump", ["none", "clubs"])
@pytest.mark.parametrize("better, worse", list(pairwise(HIGH)))
def test_high_is_a_k_q_j_10_9_8_7(better: str, worse: str, trump: str) -> None:
    assert trick_winner(trumps(trump), f"{worse} {better}") == better
    assert trick_winner(trumps(trump), f"{better} {worse}") == better


@rule("R7", "RQ1", "R8")
@pytest.mark.parametrize("trump", ["none", "clubs"])
@pytest.mark.parametrize("worse, better", list(pairwise(HIGH)))
def test_low_turns_the_order_round_also_among_trumps(better: str, worse: str, trump: str) -> None:
    assert trick_winner(trumps(trump, high=False), f"{worse} {better}") == better
    assert trick_winner(trumps(trump, high=False), f"{better} {worse}") == better


@rule("R8")
@pytest.mark.parametrize("suit", "CSHD")
def test_one_order_rules_every_suit(suit: str) -> None:
    assert trick_winner(trumps("none"), f"10{suit} A{suit}") == f"A{suit}"
    assert trick_winner(trumps("none", high=False), f"A{suit} 10{suit}") == f"10{suit}"


@rule("R5")
def test_the_order_holds_for_the_whole_deal() -> None:
    start = "0 grim, 1 pass, 2 pass, 3 pass, 0 order low, 0 trump none"
    end, events = finish(deal_of(start).state)
    assert [event.seat for event in events if isinstance(event, TrickWon)] == [W] * 4
    assert end.contract == Contract("grim", N, None, high=False)


# -- the coin toss -----------------------------------------------------------------------------------------------


@rule("R9", "R11", "R15", "RQ20")
def test_the_toss_names_the_team_that_deals_first() -> None:
    for number in range(20):
        standing, events = grim().first_standing(Chance(f"match {number}"))
        (toss,) = events
        assert isinstance(toss, CoinTossed)
        assert toss == CoinTossed(standing.dealer % 2, standing.dealer)
        assert standing == Standing(standing.dealer, (0, 0))


@rule("R10", "R12")
def test_the_toss_is_fair_and_repeatable_and_so_is_the_seat() -> None:
    seeds = [Chance(f"seed {number}") for number in range(2000)]
    dealers = Counter(grim().first_standing(chance)[0].dealer for chance in seeds)
    assert dealers == Counter(grim().first_standing(chance)[0].dealer for chance in seeds)
    assert all(430 < dealers[seat] < 570 for seat in range(4))
    assert 900 < dealers[N] + dealers[S] < 1100


@rule("R13", "R55", "RQ12")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("scores", [(0, 0), (64, 0), (0, 64)])
def test_the_leading_team_is_the_one_that_does_not_deal(dealer: Seat, scores: tuple[int, int]) -> None:
    state = deal_of(calls(dealer + 1, "pass " * 4), dealer=dealer, scores=scores).state
    assert state.turn is not None
    assert state.turn % 2 != dealer % 2
    assert score("make5", 8, 5, dealer)[1 - dealer % 2] == 5
    assert score("make5", 8, 4, dealer)[dealer % 2] == 10


@rule("R14", "RQ22")
@pytest.mark.parametrize("seed", ["grimtest1", "grimtest2", "a", "b"])
def test_without_a_toss_a_seat_is_named_and_north_if_none_is(seed: str) -> None:
    manual = grim("grim(coin_toss=manual_seat)")
    assert manual.first_standing(Chance(seed)) == (Standing(N, (0, 0)), ())
    assert grim().first_standing(Chance(seed))[1] != ()
    for dealer in range(4):  # a table of one's own
        made = begin(manual, Standing(dealer, (0, 0)), RANKS)
        assert made.state.turn == (dealer + 1) % 4


@rule("R15")
@pytest.mark.parametrize("viewer", [N, E, S, W, None])
def test_everybody_sees_the_toss(viewer: Seat | None) -> None:
    (toss,) = grim().first_standing(CHANCE)[1]
    assert seen_by(toss, viewer) == toss


@rule("R63", "R64", "R65", "RQ20", "RQ21")
@pytest.mark.parametrize("seed, dealer", [("grimtest1", S), ("grimtest2", E), ("grimtest3", W)])
def test_the_tosses_of_the_named_seeds_are_frozen(seed: str, dealer: Seat) -> None:
    standing, events = grim().first_standing(Chance(seed))
    assert standing.dealer == dealer
    assert events == (CoinTossed({"grimtest1": NS, "grimtest2": EW, "grimtest3": EW}[seed], dealer),)
    first = begin(grim(), standing, RANKS).state.turn
    assert first is not None
    assert first % 2 == (EW if seed == "grimtest1" else NS)  # the leading team


# -- the three rounds --------------------------------------------------------------------------------------------


@rule("R16", "R28", "R49")
def test_after_three_auctions_there_is_no_fourth() -> None:
    made = deal_of(TO_MAKE_5)
    assert [state.round for state in made.states if state.phase == "auction" and state.turn == N] == [1, 2, 3]
    assert made.state.phase == "tricks"
    assert made.state.contract == Contract("make5", suit=2)


@rule("R17", "R56", "RQ25")
@pytest.mark.parametrize("dealer", range(4))
def test_four_cards_each_the_first_to_the_dealers_left(dealer: Seat) -> None:
    shuffle = CHANCE.deal(DECK32, 1, 0)
    made = grim().begin(Standing(dealer, (0, 0)), shuffle)
    first = (dealer + 1) % 4
    assert isinstance(made.events[0], DealBegun)
    dealt = [event for event in made.events if isinstance(event, CardsDealt)]
    assert [event.seat for event in dealt] == [(first + place) % 4 for place in range(4)]
    assert all(event.count == 4 and event.stage == 1 for event in dealt)
    assert made.state.hands == tuple(mask_of(shuffle[(seat - first) % 4 : 16 : 4]) for seat in range(4))


@rule("R18", "R22", "R26")
@pytest.mark.parametrize("before", ROUNDS)
def test_every_round_offers_pass_grim_and_double_grim(before: str) -> None:
    assert legal(deal_of(before).state) == ["pass", "grim"]
    assert legal(deal_of(f"{before}0 grim").state) == ["pass", "double"]
    assert deal_of(f"{before}0 grim, 1 double").state.phase == "order"


@rule("R19", "R23", "R27", "RQ18")
@pytest.mark.parametrize("number, tricks, delta", [(0, 4, 16), (1, 4, 16), (2, 8, 64)])
def test_a_won_auction_leads_to_choices_tricks_and_score(number: int, tricks: int, delta: int) -> None:
    won = f"{ROUNDS[number]}0 grim, 1 pass, 2 pass, 3 pass"
    assert deal_of(won).state.phase == "order"
    assert deal_of(f"{won}, 0 order high").state.phase == "trump"
    start = deal_of(f"{won}, 0 order high, 0 trump none").state
    assert start.phase == "tricks"
    end, events = finish(start)
    assert sum(isinstance(event, TrickWon) for event in events) == tricks
    assert end.phase == "over"
    assert end.outcome is not None
    assert end.outcome.delta == (delta, 0)
    assert end.outcome.tricks == (tricks, 0, 0, 0)
    assert end.outcome.points == ()


@rule("R20", "R57", "RQ17")
def test_all_pass_in_round_1_sets_the_cards_aside_and_asks_for_a_suit() -> None:
    made = deal_of(PASSES)
    assert made.events[-1] == (Said(W, parse_action("pass")), SetAside(), Turn(N, "predeclare"))
    assert made.state.hands == (0, 0, 0, 0)  # no peeking
    assert legal(made.state) == [f"predeclare {suit}" for suit in ("clubs", "spades", "hearts", "diamonds")]


@rule("R21", "RQ15", "RQ17")
def test_round_2_deals_the_other_half_after_the_pre_declaration() -> None:
    made = deal_of(TO_ROUND_2)
    assert not any(isinstance(event, CardsDealt) and event.stage == 2 for group in made.events[:-1] for event in group)
    said, *dealt, turn = made.events[-1]
    assert said == Said(N, parse_action("predeclare hearts"))
    assert dealt == [CardsDealt(seat, 4, RANKS.round2[seat], stage=2) for seat in range(4)]
    assert turn == Turn(N, "auction")
    assert made.state.hands == RANKS.round2


@rule("RQ15")
def test_both_halves_come_from_one_pack() -> None:
    for number in range(20):
        deal = grim().begin(Standing(number % 4, (0, 0)), CHANCE.deal(DECK32, number, 0)).state.deal
        hands = deal.hands + deal.round2
        assert [hand.bit_count() for hand in hands] == [4] * 8
        assert sum(hands) == DECK32.mask


@rule("R24", "R25")
def test_all_pass_in_round_2_gives_everybody_eight_cards() -> None:
    made = deal_of(TO_ROUND_3)
    assert made.events[-1] == (Said(W, parse_action("pass")), PickedUp(), Turn(N, "auction"))
    assert made.state.round == 3
    assert made.state.hands == tuple(one | two for one, two in zip(RANKS.hands, RANKS.round2, strict=True))


@rule("R28", "R50", "R58")
@pytest.mark.parametrize("suit", ["clubs", "spades", "hearts", "diamonds"])
def test_make_5_is_played_with_the_pre_declared_suit(suit: str) -> None:
    made = deal_of(TO_MAKE_5.replace("hearts", suit))
    contract = Contract("make5", suit=parse_suit(suit))
    assert made.events[-1] == (Said(W, parse_action("pass")), ContractSet(contract), Turn(N, "tricks"))
    assert made.state.order == grim().order_of(contract)
    assert made.state.order is not None
    assert made.state.order.trump_mask == mask_of(c for c in DECK32.cards if c // 9 == contract.suit)


@rule("R58", "R59")
@pytest.mark.parametrize("before", ROUNDS[1:])
@pytest.mark.parametrize("trump", ["none", "clubs"])
def test_the_pre_declared_suit_means_nothing_when_a_bid_is_played(before: str, trump: str) -> None:
    won = f"{before}0 grim, 1 pass, 2 pass, 3 pass, 0 order low, 0 trump {trump}"
    state = deal_of(won).state
    assert state.predeclared == 2
    assert state.contract == trumps(trump, high=False)
    assert state.order == grim().order_of(trumps(trump, high=False))


@rule("R57", "RQ3", "RQ17")
@pytest.mark.parametrize("dealer", range(4))
def test_the_first_recipient_pre_declares_and_leads_make_5(dealer: Seat) -> None:
    first = (dealer + 1) % 4
    start = f"{calls(first, 'pass ' * 4)}, {first} predeclare spades, {calls(first, 'pass ' * 8)}"
    made = deal_of(start, dealer=dealer)
    assert Turn(first, "predeclare") in made.all_events
    assert made.state.turn == made.state.leader == first
    assert made.state.contract == Contract("make5", suit=1)


@rule("RQ16", "X8")
def test_cards_set_aside_are_seen_by_their_owner_only_and_shown_after_the_deal() -> None:
    start = deal_of(f"{TO_ROUND_2}, 0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none")
    end, last = finish(start.state)
    events = start.all_events + last
    for viewer in (N, E, S, W, None):
        seen = [seen_by(event, viewer) for event in events]
        hands = [event for event in seen if isinstance(event, CardsDealt)]
        assert [event.cards is not None for event in hands] == [event.seat == viewer for event in hands]
        assert seen[-1] == DealShown(RANKS, ())
        assert isinstance(seen[-2], DealScored)
    assert end.phase == "over"


@rule("RQ16")
def test_a_hand_set_aside_is_not_in_play_before_round_3() -> None:
    made = deal_of(TO_ROUND_3)
    rounds = {state.round: state.hands for state in made.states if state.phase == "auction"}
    assert rounds[1] == RANKS.hands
    assert rounds[2] == RANKS.round2
    assert rounds[3][N] == RANKS.hands[N] | RANKS.round2[N]


@rule("RQ18", "R23")
def test_cards_set_aside_are_not_played_when_round_2_is_won() -> None:
    state = deal_of(f"{TO_ROUND_2}, 0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none").state
    assert legal(state) == ["10C", "10S", "10H", "10D"]
    assert refused(state, N, "AC") == ("card_set_aside", "RQ18")
    assert refused(state, N, "KC") == ("card_not_held", "X6")


# -- the auction -------------------------------------------------------------------------------------------------


@rule("R29", "R30", "R31")
def test_pass_bids_nothing_grim_bids_and_double_takes_the_bid_away() -> None:
    made = deal_of("0 pass, 1 grim, 2 pass, 3 pass, 0 double")
    assert [(state.bidder, state.doubled) for state in made.states] == [
        (None, False),
        (None, False),
        *[(E, False)] * 3,
        (N, True),
    ]


@rule("R30", "R44")
@pytest.mark.parametrize("tricks, delta", [(0, -32), (3, -32), (4, 16)])
def test_grim_promises_all_tricks(tricks: int, delta: int) -> None:
    assert score("grim", 4, tricks) == (delta, 0)


@rule("R32")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_speaks_first_in_every_round(dealer: Seat) -> None:
    first = (dealer + 1) % 4
    start = f"{calls(first, 'pass ' * 4)}, {first} predeclare spades, {calls(first, 'pass ' * 4)}"
    made = deal_of(start, dealer=dealer)
    for number in (1, 2, 3):
        assert next(s.turn for s in made.states if s.round == number and s.phase == "auction") == first


@rule("R33", "RQ5")
@pytest.mark.parametrize(
    "words, declarer",
    [
        ("grim pass pass pass", N),
        ("pass grim pass pass pass", E),
        ("pass pass grim pass pass pass", S),
        ("pass pass pass grim pass pass pass", W),
        ("pass grim pass pass double", N),
        ("pass pass pass grim pass double", E),
        ("grim pass pass double", W),
    ],
)
@pytest.mark.parametrize("before", ROUNDS)
def test_each_of_the_others_may_answer_a_grim_earlier_passers_too(before: str, words: str, declarer: Seat) -> None:
    made = deal_of(before + calls(N, words))
    assert made.state.phase == "order"
    assert made.state.turn == made.state.bidder == declarer
    assert made.states[-2].phase == "auction"


@rule("RQ5")
@pytest.mark.parametrize(
    "words, declarer", [("grim pass pass pass", N), ("pass grim pass pass", E), ("pass pass pass grim", W)]
)
def test_single_circuit_lets_everybody_speak_once(words: str, declarer: Seat) -> None:
    once = deal_of(calls(N, words), "grim(auction=single_circuit)").state
    assert (once.phase, once.turn) == ("order", declarer)
    usual = deal_of(calls(N, words)).state
    assert usual.phase == ("order" if words.startswith("grim") else "auction")


@rule("RQ5", "R20")
def test_single_circuit_passes_out_like_the_other_auction() -> None:
    assert deal_of(PASSES, "grim(auction=single_circuit)").state.phase == "predeclare"
    assert deal_of("0 pass, 1 pass, 2 grim, 3 double", "grim(auction=single_circuit)").state.turn == W


@rule("R34", "R31")
def test_the_overcaller_is_declarer_and_chooses() -> None:
    made = deal_of("0 grim, 1 double, 1 order low, 1 trump spades")
    assert made.state.contract == Contract("double", E, 1, high=False)
    assert made.state.turn == E
    with pytest.raises(IllegalAction, match="turn of seat 1"):
        deal_of("0 grim, 1 double, 0 order low")


@rule("R35")
def test_grim_cannot_be_bid_over_a_bid() -> None:
    state = deal_of("0 grim").state
    assert "grim" not in legal(state)
    assert refused(state, E, "grim") == ("bid_stands", "R35")


@rule("R36")
def test_double_needs_a_grim() -> None:
    state = deal_of("0 pass").state
    assert "double" not in legal(state)
    assert refused(state, E, "double") == ("nothing_to_double", "R36")


@rule("R36", "RQ6")
@pytest.mark.parametrize("before", ROUNDS)
def test_double_ends_the_auction_at_once(before: str) -> None:
    made = deal_of(f"{before}0 grim, 1 double")
    assert made.events[-1] == (Said(E, parse_action("double")), Turn(E, "order"))
    assert refused(made.state, E, "double") == ("wrong_phase", "R37")
    assert refused(made.state, S, "double") == ("not_your_turn", "X6")


@rule("RQ7")
@pytest.mark.parametrize("before", ROUNDS)
def test_the_bidders_partner_may_take_over(before: str) -> None:
    made = deal_of(f"{before}0 grim, 1 pass, 2 double")
    assert made.state.turn == made.state.bidder == S


@rule("RQ7")
def test_the_grim_bidder_has_no_second_turn() -> None:
    made = deal_of("0 pass, 1 grim, 2 pass, 3 pass, 0 pass")
    assert [state.turn for state in made.states if state.phase == "auction"] == [N, E, S, W, N]


@rule("RQ7", "RA1")
def test_without_partner_takeover_the_partner_can_only_pass_and_is_asked() -> None:
    opponents_only = "grim(partner_takeover=false)"
    state = deal_of("0 grim, 1 pass", opponents_only).state
    assert (state.turn, legal(state, opponents_only), legal(state)) == (S, ["pass"], ["pass", "double"])
    assert refused(state, S, "double", opponents_only) == ("partners_grim", "RQ7")
    after = deal_of("0 grim, 1 pass, 2 pass", opponents_only).state
    assert (after.turn, legal(after, opponents_only)) == (W, ["pass", "double"])


@rule("RQ2", "RA1")
def test_without_eight_card_double_all_are_asked_and_can_only_pass() -> None:
    disabled = "grim(eight_card_double=disabled)"
    assert legal(deal_of(f"{TO_ROUND_2}, 0 grim", disabled).state, disabled) == ["pass", "double"]
    made = deal_of(f"{TO_ROUND_3}, 0 grim, 1 pass, 2 pass, 3 pass", disabled)
    for state in made.states[-4:-1]:
        assert legal(state, disabled) == ["pass"]
        assert legal(state) == ["pass", "double"]
    assert made.state.phase == "order"
    for written in ("", ", 0 grim"):
        state = deal_of(f"{TO_ROUND_3}{written}", disabled).state
        assert state.turn is not None
        assert refused(state, state.turn, "double", disabled) == ("no_eight_card_double", "RQ2")


# -- the choices -------------------------------------------------------------------------------------------------


@rule("R37", "R38", "RQ19")
@pytest.mark.parametrize("before, cards", [(ROUNDS[0], 4), (ROUNDS[2], 8)])
def test_the_declarer_must_name_order_and_trump_before_the_lead(before: str, cards: int) -> None:
    won = f"{before}0 grim, 1 pass, 2 pass, 3 pass"
    asked = deal_of(won).state
    assert legal(asked) == ["order high", "order low"]
    assert refused(asked, N, "pass") == ("compulsory", "R37")
    assert refused(asked, N, "trump spades") == ("wrong_phase", "R37")
    assert refused(asked, N, "AC") == ("wrong_phase", "R37")
    named = deal_of(f"{won}, 0 order low").state
    assert legal(named) == ["trump clubs", "trump spades", "trump hearts", "trump diamonds", "trump none"]
    assert refused(named, N, "pass") == ("compulsory", "R38")
    assert refused(named, N, "order high") == ("wrong_phase", "R38")
    assert refused(named, N, "AC") == ("wrong_phase", "R38")
    assert len(legal(deal_of(f"{won}, 0 order low, 0 trump none").state)) == cards


@rule("R37", "R38", "RQ19")
@pytest.mark.parametrize("order", ["high", "low"])
@pytest.mark.parametrize("trump", ["clubs", "spades", "hearts", "diamonds", "none"])
def test_both_choices_are_announced_and_settle_the_contract(order: str, trump: str) -> None:
    made = deal_of(f"0 grim, 1 pass, 2 pass, 3 pass, 0 order {order}, 0 trump {trump}")
    contract = trumps(trump, high=order == "high")
    assert made.events[-2] == (Said(N, parse_action(f"order {order}")), Turn(N, "trump"))
    assert made.events[-1] == (Said(N, parse_action(f"trump {trump}")), ContractSet(contract), Turn(N, "tricks"))
    assert made.state.order == grim().order_of(contract)


@rule("RQ19", "X8")
def test_the_declarer_chooses_without_having_seen_another_hand() -> None:
    made = deal_of(f"{TO_ROUND_3}, 0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none")
    seen = [seen_by(event, N) for event in made.all_events]
    assert all(event.cards is None for event in seen if isinstance(event, CardsDealt) and event.seat != N)
    assert not any(isinstance(event, Played | DealShown) for event in seen)


@rule("R50", "RQ17")
@pytest.mark.parametrize(
    "action, code, law",
    [
        ("pass", "compulsory", "RQ17"),
        ("trump none", "make5_needs_suit", "R50"),
        ("trump spades", "wrong_phase", "RQ17"),
        ("order high", "wrong_phase", "RQ17"),
        ("AC", "wrong_phase", "RQ17"),
    ],
)
def test_the_pre_declaration_is_compulsory_and_names_a_suit(action: str, code: str, law: str) -> None:
    assert refused(deal_of(PASSES).state, N, action) == (code, law)
    with pytest.raises(BadText):
        parse_action("predeclare none")


@rule("RQ17", "X8")
def test_the_pre_declaration_is_open_to_all() -> None:
    (said, *_) = deal_of(TO_ROUND_2).events[-1]
    assert all(seen_by(said, viewer) == said for viewer in (N, E, S, W, None))


@rule("RQ4", "RA4")
def test_the_pre_declarer_names_the_order_too_where_the_table_wants_it() -> None:
    wanted = "grim(make5_order=predeclarer)"
    made = deal_of(TO_ROUND_2, wanted)
    assert made.events[-1] == (Said(N, parse_action("predeclare hearts")), Turn(N, "order"))
    assert legal(made.state, wanted) == ["order high", "order low"]
    assert refused(made.state, N, "pass", wanted) == ("compulsory", "RA4")
    assert refused(made.state, N, "trump none", wanted) == ("wrong_phase", "RA4")
    after = deal_of(f"{TO_ROUND_2}, 0 order low", wanted)
    said, *dealt, turn = after.events[-1]
    assert said == Said(N, parse_action("order low"))
    assert [event.stage for event in dealt if isinstance(event, CardsDealt)] == [2] * 4
    assert turn == Turn(N, "auction")


@rule("RQ4")
@pytest.mark.parametrize("order, taker", [("high", N), ("low", W)])
def test_make_5_is_high_unless_the_pre_declarer_says_low(order: str, taker: Seat) -> None:
    lead = ", 0 10C, 1 9C, 2 8C, 3 7C"
    wanted = "grim(make5_order=predeclarer)"
    assert deal_of(TO_MAKE_5 + lead).state.turn == N
    named = TO_MAKE_5.replace("hearts", f"hearts, 0 order {order}")
    made = deal_of(named + lead, wanted)
    assert made.state.turn == taker
    assert made.state.contract == Contract("make5", suit=2, high=order == "high")


@rule("RQ4", "R59")
def test_the_order_of_a_bid_is_the_declarers_own() -> None:
    wanted = "grim(make5_order=predeclarer)"
    start = f"{TO_ROUND_2}, 0 order low, 0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none"
    assert deal_of(start, wanted).state.contract == trumps("none", high=True)


# -- the tricks --------------------------------------------------------------------------------------------------


@rule("R39", "RQ26")
def test_follow_suit_if_you_can() -> None:
    start = "0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump hearts"
    state = deal_of(f"{start}, 0 AC").state
    assert legal(state) == ["KC"]
    assert refused(state, E, "KS") == ("must_follow", "R39")
    assert refused(state, E, "KH") == ("must_follow", "R39")
    assert refused(state, E, "AS") == ("card_not_held", "X6")
    assert refused(state, E, "6C") == ("card_foreign", "X1")
    assert refused(state, E, "pass") == ("wrong_phase", "R39")


@rule("R39", "RQ26")
@pytest.mark.parametrize("trump", ["diamonds", "clubs", "none"])
def test_who_cannot_follow_may_play_anything(trump: str) -> None:
    start = f"0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump {trump}"
    assert legal(deal_of(f"{start}, 0 7D", deal=SUITS).state) == ["7C", "8C", "9C", "10C"]


@rule("RQ26")
@pytest.mark.parametrize("trump", ["clubs", "none"])
def test_nobody_has_to_beat_a_card(trump: str) -> None:
    start = f"{TO_ROUND_3}, 0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump {trump}, 0 10C"
    assert legal(deal_of(start).state) == ["9C", "KC"]


@rule("R40", "RQ1")
@pytest.mark.parametrize(
    "high, cards, best",
    [
        (True, "9C 7C AD 8D", "AD"),
        (False, "9C 7C AD 8D", "8D"),
        (True, "AC 7D KC QC", "7D"),
        (False, "7C AD 8C 9C", "AD"),
        (False, "7C AD 8C KD", "KD"),
        (True, "KD AD 7D QD", "AD"),
    ],
)
def test_the_strongest_trump_wins(high: bool, cards: str, best: str) -> None:
    assert trick_winner(trumps("diamonds", high), cards) == best


@rule("R41", "RQ1", "RQ26")
@pytest.mark.parametrize(
    "high, trump, cards, best",
    [
        (True, "none", "10S AS 7S KH", "AS"),
        (False, "none", "10S AS 7S 8S", "7S"),
        (True, "none", "10D JD 9D QC", "JD"),
        (True, "none", "7C AS AH AD", "7C"),
        (False, "none", "AC 7S 7H 7D", "AC"),
        (True, "diamonds", "7C AS AH 8C", "8C"),
    ],
)
def test_without_trumps_the_strongest_of_the_suit_led_wins(high: bool, trump: str, cards: str, best: str) -> None:
    assert trick_winner(trumps(trump, high), cards) == best


@rule("R42")
@pytest.mark.parametrize("declarer", range(4))
def test_the_declarer_leads_to_the_first_trick(declarer: Seat) -> None:
    won = calls(N, "pass " * declarer + "grim pass pass pass")
    made = deal_of(f"{won}, {declarer} order high, {declarer} trump none")
    assert made.state.turn == made.state.leader == declarer


@rule("R43", "R44")
def test_the_taker_leads_and_the_partners_count_together() -> None:
    start = "0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none"
    made = deal_of(f"{start}, 0 KD, 1 QD, 2 AD, 3 JD", deal=PARTNERS)
    assert made.events[-1] == (Played(W, parse_card("JD")), TrickWon(S, 0))
    assert made.state.turn == S
    end, _ = finish(made.state)
    assert end.outcome is not None
    assert end.outcome.tricks == (3, 0, 1, 0)
    assert end.outcome.delta == (16, 0)


@rule("R45", "R48")
def test_eight_cards_need_all_eight_tricks() -> None:
    start = f"{TO_ROUND_3}, 0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump diamonds"
    assert played_out(start, deal=SUITS, pick=north_high).delta == (64, 0)
    one_short = played_out(start, deal=SEVEN_OF_EIGHT, pick=north_high)
    assert one_short.tricks == (7, 1, 0, 0)
    assert one_short.delta == (-128, 0)


@rule("RQ24", "X4")
def test_a_lost_bid_is_played_to_the_end() -> None:
    start = f"{TO_ROUND_3}, 0 grim, 1 pass, 2 pass, 3 pass, 0 order low, 0 trump none"
    lost = deal_of(f"{start}, 0 10C, 1 9C, 2 8C, 3 7C")
    assert lost.state.tricks == (0, 0, 0, 1)
    end, events = finish(lost.state)
    assert sum(isinstance(event, TrickWon) for event in events) == 7
    assert end.hands == (0, 0, 0, 0)
    assert end.outcome is not None
    assert sum(end.outcome.tricks) == 8
    assert end.outcome.delta == (-128, 0)


# -- scores ------------------------------------------------------------------------------------------------------


@rule("R46", "R47", "R48", "RQ2", "R44", "R45", "RQ8")
@pytest.mark.parametrize(
    "kind, cards, made, failed, law",
    [
        ("grim", 4, 16, -32, "R46"),
        ("double", 4, 32, -64, "R47"),
        ("grim", 8, 64, -128, "R48"),
        ("double", 8, 128, -256, "RQ2"),
    ],
)
@pytest.mark.parametrize("declarer", range(4))
def test_a_bid_scores_for_the_declarers_team_alone(
    kind: str, cards: int, made: int, failed: int, law: str, declarer: Seat
) -> None:
    for tricks in range(cards + 1):
        amount = made if tricks == cards else failed
        assert score(kind, cards, tricks, declarer) == ((amount, 0) if declarer % 2 == NS else (0, amount))
    item = item_of(GrimFacts(contract=Contract(kind, declarer), cards=cards, tricks=cards))
    assert (item.rule, item.side, item.amount) == (law, declarer % 2, made)


@rule("R46", "R47", "RQ8")
@pytest.mark.parametrize(
    "start, delta",
    [
        ("0 grim, 1 pass, 2 pass, 3 pass, 0 order high", (16, 0)),
        ("0 grim, 1 pass, 2 pass, 3 pass, 0 order low", (-32, 0)),
        ("0 grim, 1 pass, 2 pass, 3 double, 3 order low", (0, 32)),
        ("0 grim, 1 pass, 2 pass, 3 double, 3 order high", (0, -64)),
        ("0 grim, 1 pass, 2 double, 2 order high", (32, 0)),  # takes North's tricks as the partner's
    ],
)
@pytest.mark.parametrize("before", ROUNDS[:2])
def test_four_card_bids_in_play(before: str, start: str, delta: tuple[int, int]) -> None:
    declarer = start.split()[-3]
    assert played_out(f"{before}{start}, {declarer} trump none").delta == delta


@rule("RQ2")
@pytest.mark.parametrize("options, made, failed", [("128/-256", 128, -256), ("64/-128", 64, -128)])
def test_what_double_grim_on_eight_cards_is_worth(options: str, made: int, failed: int) -> None:
    game = f"grim(eight_card_double={options})"
    assert score("double", 8, 8, E, game) == (0, made)
    assert score("double", 8, 7, E, game) == (0, failed)
    assert score("double", 4, 4, E, game) == (0, 32)
    assert score("grim", 8, 8, E, game) == (0, 64)
    start = f"{TO_ROUND_3}, 0 pass, 1 grim, 2 pass, 3 pass, 0 double, 0 order high, 0 trump diamonds"
    assert played_out(start, game, deal=SUITS).delta == (made, 0)


@rule("R51", "R52", "R53", "RQ13", "RQ14")
@pytest.mark.parametrize("tricks", range(9))
@pytest.mark.parametrize("dealer", range(4))
def test_make_5_pays_exactly_one_side_and_costs_nobody(tricks: int, dealer: Seat) -> None:
    dealing = dealer % 2
    change = score("make5", 8, tricks, dealer)
    assert change[1 - dealing] == (5 if tricks >= 5 else 0)
    assert change[dealing] == (10 if tricks <= 4 else 0)
    assert (change[NS] > 0) != (change[EW] > 0)


@rule("R51", "R52")
@pytest.mark.parametrize("tricks, law", [(4, "R52"), (5, "R51")])
def test_make_5_names_its_rule(tricks: int, law: str) -> None:
    assert item_of(GrimFacts(contract=Contract("make5"), cards=8, tricks=tricks)).rule == law


@rule("R51", "R52", "RQ13", "R49")
def test_make_5_in_play() -> None:
    north_takes_all = played_out(TO_MAKE_5)
    assert (north_takes_all.tricks, north_takes_all.delta) == ((8, 0, 0, 0), (5, 0))
    even = played_out(TO_MAKE_5, deal=EVEN, pick=north_high)
    assert (even.tricks, even.delta) == ((4, 4, 0, 0), (0, 10))
    west_leads = f"{calls(W, 'pass ' * 4)}, 3 predeclare hearts, {calls(W, 'pass ' * 8)}"
    north_defends = played_out(west_leads, dealer=S)
    assert (north_defends.tricks, north_defends.delta) == ((8, 0, 0, 0), (10, 0))


@rule("R49")
@pytest.mark.parametrize("before", ROUNDS)
def test_make_5_is_not_played_when_somebody_bids(before: str) -> None:
    contract = deal_of(f"{before}0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump clubs").state.contract
    assert contract == Contract("grim", N, 0)


@rule("RQ23")
def test_every_deal_ends_with_a_score() -> None:
    for written in (TO_MAKE_5, "0 grim, 1 double, 1 order high, 1 trump none"):
        outcome = played_out(written)
        assert any(outcome.delta)
        assert not outcome.thrown_in
        assert not outcome.same_dealer


BAD_FACTS: list[tuple[str, Contract, dict[str, int | None], str]] = [
    ("contract", Contract("slam", N), {}, "R18"),
    ("contract", Contract("", N), {}, "R18"),
    ("contract", Contract("grim", N, slam=True), {}, "R18"),
    ("contract", Contract("grim", N, rank=5), {}, "R18"),
    ("contract", Contract("double", N, partner_card=8), {}, "R18"),
    ("trump", Contract("grim", N, 4), {}, "R38"),
    ("trump", Contract("grim", N, -1), {}, "R38"),
    ("trump", Contract("make5", suit=4), {"cards": 8}, "R38"),
    ("declarer", Contract("grim"), {}, "R34"),
    ("declarer", Contract("double", 4), {}, "R34"),
    ("declarer", Contract("grim", -1), {}, "R34"),
    ("declarer", Contract("make5", N), {"cards": 8}, "RQ3"),
    ("cards", Contract("grim", N), {"cards": 5}, "R16"),
    ("cards", Contract("grim", N), {"cards": 0}, "R16"),
    ("cards", Contract("double", N), {"cards": None}, "R16"),
    ("cards", Contract("make5"), {}, "R49"),
    ("tricks", Contract("grim", N), {"tricks": 5}, "R44"),
    ("tricks", Contract("grim", N), {"tricks": -1}, "R44"),
    ("tricks", Contract("make5"), {"cards": 8, "tricks": 9}, "R44"),
    ("tricks", Contract("make5"), {"cards": None, "tricks": 9}, "R44"),
    ("order", Contract("make5", high=False), {"cards": 8}, "RQ4"),
]


@pytest.mark.parametrize("code, contract, more, law", BAD_FACTS)
def test_impossible_facts_are_refused(code: str, contract: Contract, more: dict[str, int | None], law: str) -> None:
    facts = GrimFacts(contract=contract, **{"cards": 4, "tricks": 4, **more})  # type: ignore[arg-type]
    with pytest.raises(BadFacts) as refusal:
        grim().outcome_of(Standing(N, (0, 0)), facts)
    assert (refusal.value.code, refusal.value.rule) == (code, law)


@rule("R1", "R55")
@pytest.mark.parametrize("dealer, possible", [(-1, False), (N, True), (W, True), (4, False)])
def test_the_dealer_of_a_settlement_is_one_of_four(dealer: Seat, possible: bool) -> None:
    facts = GrimFacts(contract=Contract("make5"), tricks=5)
    if possible:
        assert item_of(facts, dealer=dealer).side == (dealer + 1) % 2
        return
    with pytest.raises(BadFacts) as refusal:
        item_of(facts, dealer=dealer)
    assert refusal.value.code == "standing"


@rule("RQ2", "RQ4")
def test_facts_are_judged_by_the_tables_options() -> None:
    with pytest.raises(BadFacts) as refusal:
        score("double", 8, 8, N, "grim(eight_card_double=disabled)")
    assert (refusal.value.code, refusal.value.rule) == ("bid", "RQ2")
    low = GrimFacts(contract=Contract("make5", suit=1, high=False), cards=8, tricks=5)
    item = item_of(low, "grim(make5_order=predeclarer)")
    assert (item.side, item.amount) == (EW, 5)


# -- the next dealer ---------------------------------------------------------------------------------------------


@rule("R54", "RQ9", "RQ11")
@pytest.mark.parametrize(
    "dealer, scores, following",
    [
        (N, (16, 0), E),
        (N, (0, 16), S),
        (E, (10, 5), W),
        (E, (5, 10), S),
        (S, (-32, -31), N),
        (S, (-31, -32), W),
        (W, (0, -1), E),
        (W, (-1, 0), N),
    ],
)
def test_the_losing_teams_next_seat_clockwise_deals(dealer: Seat, scores: tuple[int, int], following: Seat) -> None:
    assert next_dealer(dealer, scores) == following


@rule("RQ10", "RA2", "RA5")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("seat", ["next_clockwise", "random"])
def test_on_a_tie_the_deal_rotates_or_stays_with_the_team(dealer: Seat, seat: str) -> None:
    for seed in "abcdefgh":
        rotate = next_dealer(dealer, (5, 5), (5, 0), f"grim(dealer_seat={seat})", seed)
        assert rotate == (dealer + 1) % 4
        same = next_dealer(dealer, (5, 5), (5, 0), f"grim(dealer_tie=same_team,dealer_seat={seat})", seed)
        assert same == (dealer + 2) % 4


@rule("RQ9", "RA3")
@pytest.mark.parametrize(
    "scores, delta, by_total, by_deal",
    [
        ((100, 10), (0, 10), E, S),  # NS ahead, but EW won the deal
        ((100, 10), (16, 0), E, E),
        ((100, -22), (0, -32), E, E),
        ((68, 10), (-32, 0), E, S),
        ((10, 10), (10, 0), E, E),  # a tie in the totals: the deal rotates to East, who also lost the deal
        ((10, 10), (0, 10), E, S),
    ],
)
def test_the_losing_team_by_total_or_by_the_last_deal(
    scores: tuple[int, int], delta: tuple[int, int], by_total: Seat, by_deal: Seat
) -> None:
    assert next_dealer(N, scores, delta) == by_total
    for tie in ("rotate", "same_team"):
        assert next_dealer(N, scores, delta, f"grim(losing_team=last_deal,dealer_tie={tie})") == by_deal


@rule("RQ11", "RA6")
def test_chance_may_pick_the_member_of_the_losing_team() -> None:
    seeds = [f"seed {number}" for number in range(60)]
    drawn = [next_dealer(N, (0, 16), options="grim(dealer_seat=random)", seed=seed) for seed in seeds]
    assert drawn == [next_dealer(E, (0, 16), options="grim(dealer_seat=random)", seed=seed) for seed in seeds]
    assert set(drawn) == {N, S}
    assert {next_dealer(N, (0, 16), seed=seed) for seed in seeds} == {S}
    for seed, seat in zip(seeds, drawn, strict=True):
        assert seat == 2 * Chance(seed).stream("dealer/2").below(2)  # a label of its own, by number of the deal


@rule("R54", "R55", "RQ9", "RQ11", "RQ12", "R61")
def test_the_start_of_a_match_as_the_law_tells_it() -> None:
    game, standing = grim(), Standing(N, (0, 0))
    facts = [
        GrimFacts(contract=Contract("grim", S), cards=4, tricks=4),
        GrimFacts(contract=Contract("make5"), tricks=4),
        GrimFacts(contract=Contract("double", E), cards=4, tricks=3),
        GrimFacts(contract=Contract("grim", S), cards=8, tricks=6),
    ]
    sheet = []
    for fact in facts:
        after = game.next_standing(standing, game.outcome_of(standing, fact), CHANCE)
        assert after is not None
        standing = after
        sheet.append((standing.dealer, result_text(standing.scores)))
    assert sheet == [
        (E, "Team NS 16, Team EW 0, NS - EW 16"),
        (W, "Team NS 16, Team EW 10, NS - EW 6"),
        (E, "Team NS 16, Team EW -54, NS - EW 70"),
        (S, "Team NS -112, Team EW -54, NS - EW -58"),
    ]


@rule("R60", "R62")
@pytest.mark.parametrize(
    "scores, winners", [((16, 10), (NS,)), ((10, 16), (EW,)), ((-5, -6), (NS,)), ((-32, -32), (NS, EW))]
)
def test_the_higher_total_wins_and_ties_stand(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    assert grim().winners(scores) == winners
    assert grim().next_standing(Standing(N, scores, 12), Outcome((0, 0)), CHANCE) is None


@rule("R61")
def test_the_result_shows_both_teams_and_the_difference() -> None:
    assert result_text((64, 128)) == "Team NS 64, Team EW 128, NS - EW -64"


# -- the contract with everybody else ----------------------------------------------------------------------------


@rule("X6")
@pytest.mark.parametrize("action", ["AC", "order high", "trump none", "predeclare clubs", "pick", "bid nil"])
def test_what_belongs_to_another_moment_is_refused_in_the_auction(action: str) -> None:
    assert refused(deal_of("").state, N, action) == ("wrong_phase", "R18")


@rule("X6")
def test_cards_that_do_not_exist_are_refused() -> None:
    state = deal_of(f"{TO_ROUND_2}, 0 grim, 1 double, 1 order high, 1 trump none").state
    for number in (-1, 36, 99):
        reason = why_not(grim(), state, E, Play(number))
        assert reason is not None
        assert reason.code == "card_foreign"


def test_a_finished_deal_has_nothing_to_do() -> None:
    state, _ = finish(deal_of(TO_MAKE_5).state)
    assert grim().legal(state) == ()
    assert grim().actor(state) is None
    assert refused(state, N, "AC") == ("deal_over", "X6")
    with pytest.raises(IllegalAction):
        grim().problem(state)


def test_a_trick_problem_tells_what_is_on_the_table() -> None:
    state = deal_of("0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump clubs, 0 AC, 1 KC, 2 QC, 3 JC, 0 AS").state
    problem = grim().problem(state)
    assert problem.order == grim().order(state)
    assert (problem.leader, problem.trick, problem.tricks) == (N, (parse_card("AS"),), (1, 0, 0, 0))
    assert problem.hands == state.hands
    assert problem.points == (0, 0, 0, 0)
    with pytest.raises(IllegalAction) as refusal:
        grim().problem(deal_of("").state)
    assert refusal.value.code == "no_tricks"


def test_no_order_before_the_contract_and_no_card_points_after_it() -> None:
    assert grim().order(deal_of(TO_ROUND_3).state) is None
    order = grim().order(deal_of(TO_MAKE_5).state)
    assert order is not None
    assert not any(order.value)


@pytest.mark.parametrize("preset", list(GrimOptions.presets))
def test_presets_are_tables_that_can_be_played(preset: str) -> None:
    assert make_game(f"grim:{preset}").options.text() == GrimOptions.presets[preset]


VALUES: dict[str, tuple[Any, ...]] = {
    info.name: info.choices or tuple(range(info.ge or 0, (info.le or 0) + 1)) for info in describe(GrimOptions)
}


def test_options_are_those_of_the_law() -> None:
    assert list(VALUES) == [
        "deals",
        "coin_toss",
        "eight_card_double",
        "make5_order",
        "auction",
        "partner_takeover",
        "losing_team",
        "dealer_tie",
        "dealer_seat",
    ]
    assert GrimOptions.make().text() == "grim"


def random_deal(game: Grim, standing: Standing, chance: Chance, rng: Random) -> GrimState:
    """Play a deal at random and check every step of it."""
    state = game.begin(standing, chance.deal(game.deck, standing.deal, 0)).state
    while choices := game.legal(state):
        seat = game.actor(state)
        assert seat is not None
        assert game.phase(state) in game.phases
        action = rng.choice(choices)
        made = step(game, state, seat, action)
        check_events(seat, action, made.state, made.events)
        check_cards(made.state)
        state = made.state
    assert game.phase(state) == "over"
    return state


def check_events(seat: Seat, action: Action, state: GrimState, events: tuple[Event, ...]) -> None:
    """What was done is told first; the turn is announced last, except inside the tricks."""
    turns = [event for event in events if isinstance(event, Turn)]
    if isinstance(action, Play):
        assert events[0] == Played(seat, action.card)
        assert not turns
    else:
        assert state.turn is not None
        assert events[0] == Said(seat, action)
        assert turns == [events[-1]] == [Turn(state.turn, state.phase)]


def check_cards(state: GrimState) -> None:
    """No card is in two places, and none gets lost."""
    held = [c for hand in state.hands for c in cards_in(hand)] + list(state.trick)
    assert len(set(held)) == len(held)
    if state.phase in ("tricks", "over"):
        assert len(held) + 4 * sum(state.tricks) == (32 if state.round == 3 else 16)


def test_random_matches_keep_the_books() -> None:
    rng = Random(1)
    for number in range(25):
        game = Grim(GrimOptions.make(**{name: rng.choice(values) for name, values in VALUES.items()}))
        chance, deals = Chance(f"random match {number}"), 0
        following: Standing | None = game.first_standing(chance)[0]
        while following is not None:
            standing, deals = following, deals + 1
            outcome = random_deal(game, standing, chance, rng).outcome
            assert outcome is not None
            (item,) = outcome.items
            assert outcome.delta == ((item.amount, 0) if item.side == NS else (0, item.amount))
            assert product(item.factors) == (item.amount if item.factors else 1)
            following = game.next_standing(standing, outcome, chance)
            if following is not None:
                assert following.scores == tuple(a + b for a, b in zip(standing.scores, outcome.delta, strict=True))
        assert deals == game.options.deals


# -- facts, forms and lists for clients --------------------------------------------------------------------------


def random_grim(rng: Random) -> Grim:
    return Grim(GrimOptions.make(**{name: rng.choice(values) for name, values in VALUES.items()}))


def random_ends(count: int) -> Iterator[tuple[Grim, GrimState]]:
    """Deals played at random to their ends, at random tables."""
    rng = Random(2)
    for number in range(count):
        game = random_grim(rng)
        yield game, random_deal(game, Standing(number % 4, (0, 0)), Chance(f"end {number}"), rng)


def test_facts_of_a_played_deal_settle_like_the_deal_and_fill_the_form() -> None:
    for game, state in random_ends(200):
        facts = game.facts_of(state)
        found, played = game.outcome_of(state.standing, facts), game.outcome(state)
        assert played is not None
        assert (found.delta, found.items) == (played.delta, played.items)
        assert fill(game.facts_form(), *answers_of(game.facts_form(), facts), GrimFacts) == facts


def test_a_guess_in_the_tricks_is_settled_unchecked() -> None:
    state = deal_of("0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none").state
    assert isinstance(state, GrimTricks)
    assert grim().outcome_if(state, (0,) * 4, (1, 0, 3, 0)).delta == (16, 0)
    assert grim().outcome_if(state, (0,) * 4, (1, 1, 2, 0)).delta == (-32, 0)
    assert grim().outcome_if(state, (0,) * 4, (9, 0, 0, 0)).delta == (-32, 0)


def test_before_the_contract_there_are_no_facts() -> None:
    with pytest.raises(IllegalAction, match="deal_not_over"):
        grim().facts_of(deal_of("0 grim").state)


def test_only_the_tricks_are_a_state_of_the_tricks() -> None:
    made = deal_of("0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none")
    assert [type(state) for state in made.states] == [GrimState] * 6 + [GrimTricks]
    assert type(finish(made.state)[0]) is GrimState


@pytest.mark.parametrize(
    "kind, facts, amount, factors, words",
    [
        ("grim_made", ("grim", 4, 4), 16, [("figure", 16)], "Grim on 4 cards made"),
        ("grim_failed", ("grim", 8, 7), -128, [("figure", 64), ("failed", -2)], "Grim on 8 cards failed"),
        ("double_made", ("double", 8, 8), 128, [("figure", 128)], "Double Grim on 8 cards made"),
        ("double_failed", ("double", 4, 3), -64, [("figure", 32), ("failed", -2)], "Double Grim on 4 cards failed"),
        ("make5_leading", ("make5", 8, 5), 5, [], "Make-5, five tricks or more for the leading team"),
        ("make5_dealing", ("make5", 8, 4), 10, [], "Make-5, four tricks or more for the dealing team"),
    ],
)
def test_every_kind_of_line(
    kind: str, facts: tuple[str, int, int], amount: int, factors: list[tuple[str, int]], words: str
) -> None:
    bid, cards, tricks = facts
    contract = Contract(bid) if bid == "make5" else Contract(bid, N)
    item = item_of(GrimFacts(contract=contract, cards=cards, tricks=tricks))
    assert (item.kind, item.amount, str(item.what)) == (kind, amount, words)
    assert [(factor.kind, factor.number) for factor in item.factors] == factors
    assert item.numbers.get("count") == (None if bid == "make5" else cards)
    assert kind in grim().item_kinds
    assert {name for name, _ in factors} <= set(grim().factor_kinds)


@pytest.mark.parametrize(
    "data",
    [
        {"contract": {"kind": "grim", "declarer": 0}, "cards": 4, "tricks": "4"},
        {"contract": {"kind": "grim", "declarer": 0}, "cards": 4.5, "tricks": 4},
        {"contract": {"kind": "grim", "declarer": True}, "cards": 4, "tricks": 4},
        {"contract": {"kind": "grim", "declarer": 0}, "cards": 4, "tricks": 4, "dealer": 0},
        {"contract": {"kind": "grim", "declarer": 0, "trump": 1}, "cards": 4, "tricks": 4},
        {"contract": {"kind": "grim", "declarer": 0}, "cards": 4},
        {"contract": "grim", "cards": 4, "tricks": 4},
        {"cards": 4, "tricks": 4},
        [],
    ],
)
def test_facts_of_a_wrong_shape_are_refused_in_words(data: Any) -> None:
    with pytest.raises(BadFacts) as refusal:
        decode_facts(data, GrimFacts)
    assert refusal.value.code == "facts_shape"


@pytest.mark.parametrize("tricks", ["4", 4.0, None, 10**30])
def test_wrongly_typed_facts_made_by_hand_are_refused_in_words(tricks: Any) -> None:
    with pytest.raises(BadFacts) as refusal:
        grim().outcome_of(Standing(N, (0, 0)), GrimFacts(contract=Contract("grim", N), cards=4, tricks=tricks))
    assert refusal.value.code == ("tricks" if tricks == 10**30 else "facts_shape")


def field_of(kind: str, name: str, options: str = "grim") -> Field | None:
    fields = grim(options).facts_form().kind(kind).fields
    return next((field for field in fields if field.name == name), None)


def test_the_form_has_the_contracts_of_the_table() -> None:
    form = grim().facts_form()
    assert tuple(part.kind for part in form.kinds) == grim().contract_kinds == ("grim", "double", "make5")
    assert [str(part.label) for part in form.kinds] == ["Grim", "Double Grim", "Make-5"]
    assert fill(form, "make5", {"tricks": 5}, GrimFacts) == GrimFacts(contract=Contract("make5"), tricks=5)
    with pytest.raises(BadFacts) as refusal:
        fill(form, "grim", {"declarer": 0, "tricks": 4}, GrimFacts)
    assert refusal.value.code == "form_missing"


@rule("RQ2")
@pytest.mark.parametrize("option, counts", [("128/-256", [4, 8]), ("64/-128", [4, 8]), ("disabled", [4])])
def test_the_form_offers_double_grim_on_as_many_cards_as_the_table_does(option: str, counts: list[int]) -> None:
    cards = field_of("double", "cards", f"grim(eight_card_double={option})")
    assert cards is not None
    assert [choice.value for choice in cards.choices] == counts


@rule("RQ4")
def test_the_form_asks_for_the_order_of_make_5_where_it_is_open() -> None:
    assert field_of("make5", "order") is None
    assert field_of("make5", "order", "grim(make5_order=predeclarer)") is not None
    assert field_of("grim", "order") is not None


@rule("R44", "R45")
@pytest.mark.parametrize("kind, cards", [("grim", 4), ("grim", 8), ("double", 4), ("double", 8)])
def test_made_and_lost_stand_for_all_numbers_of_tricks(kind: str, cards: int) -> None:
    tricks = field_of(kind, "tricks")
    assert tricks is not None
    covered = []
    for threshold in (each for each in tricks.thresholds if each.given == (("cards", cards),)):
        for number in range(threshold.least, threshold.most + 1):
            covered.append(number)
            assert score(kind, cards, number) == score(kind, cards, threshold.answer)
    assert sorted(covered) == list(range(cards + 1))


@rule("R51", "R52")
def test_the_thresholds_of_make_5_stand_for_all_their_numbers() -> None:
    tricks = field_of("make5", "tricks")
    assert tricks is not None
    covered = []
    for threshold in tricks.thresholds:
        for number in range(threshold.least, threshold.most + 1):
            covered.append(number)
            assert score("make5", 8, number) == score("make5", 8, threshold.answer)
    assert sorted(covered) == list(range(9))


def random_answers(fields: tuple[Field, ...], rng: Random) -> dict[str, Any]:
    """Answers within the bounds of their fields, or just outside."""
    answers: dict[str, Any] = {}
    for field in fields:
        if field.choices:
            values: list[Any] = [choice.value for choice in field.choices]
        elif field.ge is not None and field.le is not None:
            values = list(range(field.ge - 1, field.le + 2))
        else:
            values = list(range(-1, 5))
        if not field.optional or rng.random() < 0.5:
            answers[field.name] = rng.choice(values)
    return answers


def test_a_form_filled_at_random_is_settled_or_refused_in_words() -> None:
    rng, settled, refusals = Random(3), Counter[str](), list[BadFacts]()
    for _ in range(500):
        game = random_grim(rng)
        part = rng.choice(game.facts_form().kinds)
        facts = fill(game.facts_form(), part.kind, random_answers(part.fields, rng), GrimFacts)
        try:
            outcome = game.outcome_of(Standing(rng.randrange(4), (0, 0)), facts)
        except BadFacts as error:
            refusals.append(error)
        else:
            settled[part.kind] += 1
            assert outcome.items[0].kind.startswith(part.kind)
    assert all(settled[kind] > 20 for kind in grim().contract_kinds)
    assert all(error.sentence.endswith(".") and error.rule for error in refusals)
    assert {error.code for error in refusals} == {"declarer", "tricks", "trump"}


@pytest.mark.parametrize("options", ["grim", "grim(auction=single_circuit,make5_order=predeclarer)"])
def test_actions_and_the_longest_deal_bound_every_deal(options: str) -> None:
    game, rng = grim(options), Random(4)
    assert len(set(game.actions)) == len(game.actions) == 3 + 4 + 2 + 5 + 32
    for number in range(50):
        state, decisions = game.begin(Standing(number % 4, (0, 0)), CHANCE.deal(DECK32, number, 0)).state, 0
        while choices := game.legal(state):
            places = [game.actions.index(action) for action in choices]
            assert places == sorted(places)
            state, decisions = game.apply(state, choices[0] if number % 2 else rng.choice(choices)).state, decisions + 1
        assert decisions <= game.longest_deal


@pytest.mark.parametrize(
    "options, third, longest",
    [
        ("grim", "0 pass, 1 pass, 2 pass, 3 grim, 0 pass, 1 pass, 2 pass, ", 50),
        ("grim(make5_order=predeclarer)", "0 pass, 1 pass, 2 pass, 3 grim, 0 pass, 1 pass, 2 double, ", 51),
        ("grim(auction=single_circuit)", "0 pass, 1 pass, 2 pass, 3 grim, ", 47),
    ],
)
def test_the_longest_deal_can_be_played(options: str, third: str, longest: int) -> None:
    named = "0 predeclare hearts, 0 order high" if "predeclarer" in options else "0 predeclare hearts"
    made = deal_of(f"{PASSES}, {named}, {PASSES}, {third}", options)
    state, decisions = made.state, len(made.states) - 1
    while choices := grim(options).legal(state):
        state, decisions = grim(options).apply(state, choices[0]).state, decisions + 1
    assert decisions == longest == grim(options).longest_deal


@rule("R4")
@pytest.mark.parametrize("deals", [10, 15])
def test_the_number_of_deals_is_agreed(deals: int) -> None:
    assert grim(f"grim(deals={deals})").deals_agreed == deals


@rule("R1")
def test_the_teams_are_ns_and_ew() -> None:
    assert grim().teams == ((N, S), (E, W))
    assert [grim().side_of(seat) for seat in range(4)] == [NS, EW, NS, EW]


def test_the_auction_shows_both_bids_and_nothing_else_is_shown() -> None:
    made = deal_of("0 grim, 1 pass, 2 pass, 3 pass, 0 order high, 0 trump none")
    shown = [[action_text(action) for action in grim().worth_showing(state)] for state in made.states]
    assert shown == [["grim", "double"]] * 4 + [[], [], []]


@rule("R9", "R12", "R14", "RQ22")
@pytest.mark.parametrize("options, stream", [("grim", "toss"), ("grim(coin_toss=manual_seat)", "dealer/1")])
def test_a_table_can_say_who_deals_first(options: str, stream: str) -> None:
    (field,) = fields = grim(options).chance_form()
    assert (field.name, field.kind, field.stream) == ("dealer", "seat", stream)
    for seat in range(4):
        standing, events = grim(options).first_standing(answered(fields, {"dealer": seat}))
        assert standing == Standing(seat, (0, 0))
        assert events == ((CoinTossed(seat % 2, seat),) if options == "grim" else ())
    with pytest.raises(BadFacts):
        answered(fields, {"dealer": 4})


@rule("R10", "R12")
def test_an_answered_toss_is_like_one_that_was_drawn() -> None:
    for number in range(20):
        drawn = grim().first_standing(Chance(f"toss {number}"))
        assert grim().first_standing(answered(grim().chance_form(), {"dealer": drawn[0].dealer})) == drawn


@rule("R14", "RQ22")
def test_north_deals_if_nobody_is_named() -> None:
    assert grim("grim(coin_toss=manual_seat)").first_standing(Answers())[0].dealer == N
    with pytest.raises(BadText):
        grim().first_standing(Answers())


@rule("RQ11", "RA6")
@pytest.mark.parametrize("delta, seats", [((0, 16), [N, S]), ((16, 0), [E, W])])
def test_a_table_can_say_who_of_the_losing_team_deals(delta: tuple[int, int], seats: list[Seat]) -> None:
    game, standing, outcome = grim("grim(dealer_seat=random)"), Standing(N, (0, 0), 3), Outcome(delta)
    (field,) = fields = game.chance_form(standing, outcome)
    assert [choice.value for choice in field.choices] == seats
    for seat in seats:
        after = game.next_standing(standing, outcome, answered(fields, {"dealer": seat}))
        assert after == Standing(seat, delta, 4)
    drawn = game.next_standing(standing, outcome, CHANCE)
    assert drawn is not None
    assert drawn == game.next_standing(standing, outcome, answered(fields, {"dealer": drawn.dealer}))


@rule("RQ11", "RA5")
@pytest.mark.parametrize(
    "options, standing, delta",
    [
        ("grim", Standing(N, (0, 0)), (16, 0)),
        ("grim(dealer_seat=random)", Standing(N, (0, 16)), (16, 0)),
        ("grim(dealer_seat=random,losing_team=last_deal)", Standing(N, (0, 16)), (0, 0)),
        ("grim(dealer_seat=random)", Standing(N, (0, 0), 12), (16, 0)),
    ],
)
def test_after_other_deals_chance_decides_nothing(options: str, standing: Standing, delta: tuple[int, int]) -> None:
    assert grim(options).chance_form(standing, Outcome(delta)) == ()
    grim(options).next_standing(standing, Outcome(delta), Answers())


def test_games_with_the_same_options_are_equal() -> None:
    assert Grim() == Grim(GrimOptions.make()) != Grim(GrimOptions.make(deals=10))
    assert hash(Grim()) == hash(Grim(GrimOptions.make()))
    assert len({Grim(), Grim(), Grim(GrimOptions.make(deals=10))}) == 2
