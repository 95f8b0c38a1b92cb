"""The law of Kein Stich, sentence by sentence (``keinstich.md``)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from keinstich import KeinStich, KeinStichFacts, KeinStichOptions, KeinStichState
from sheepfold.core.actions import PASS, Action, Play
from sheepfold.core.cards import DECK32, Seat, card_text, cards_in, mask_of, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadFacts, BadOptions, IllegalAction
from sheepfold.core.events import (
    CardsDealt,
    Contract,
    ContractSet,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealShown,
    Outcome,
    Played,
    Standing,
    TrickWon,
    Turn,
)
from sheepfold.core.form import answered, answers_of, fill
from sheepfold.core.options import parse_values, split_text
from sheepfold.core.score import product
from sheepfold.core.shuffle import Chance
from sheepfold.core.trick import points_of, winner
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.transcript import read_deal
from sheepfold.play.replay import Replay, begin, replay
from sheepfold.play.step import step, why_not

rule = pytest.mark.rule

TRICKS, HEARTS, QUEENS, KING, LAST, ALL = range(1, 7)
"""The deals of the six contracts."""
KINDS = ("tricks", "hearts", "queens", "king", "last", "all")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
LEFT_LEADS = 3
"""The dealer at whose left seat 0 leads."""

# Everybody holds one suit, so whoever leads takes every trick.
ONE_SUIT = read_deal({"hands": [" ".join(f"{rank}{suit}" for rank in RANKS) for suit in "CSHD"]})
# Seat 0 has the aces and kings, seat 3 the sevens and eights.
PAIRS = (("K", "A"), ("J", "Q"), ("9", "10"), ("7", "8"))
BY_RANK = read_deal({"hands": [" ".join(f"{rank}{suit}" for suit in "CSHD" for rank in pair) for pair in PAIRS]})
# Seat 0 can lead a heart to which two others must follow, and seat 3 can throw a queen.
DEAR = read_deal(
    {
        "hands": [
            "9H 7C 8C 9C 10C JC QC KC",
            "KH AC 7S 8S 9S 10S JS KS",
            "QH AH 7H 8H 10H JH AS 7D",
            "QS 8D 9D 10D JD QD KD AD",
        ]
    }
)
DEAR_TRICK = "9H KH QH QS"


@cache
def keinstich(options: str = "keinstich") -> KeinStich:
    _, written = split_text(options)
    return KeinStich(KeinStichOptions.make(**parse_values(KeinStichOptions, written)))


def table(deal: int = TRICKS, dealer: Seat = LEFT_LEADS, scores: tuple[int, ...] = (0, 0, 0, 0)) -> Standing:
    return Standing(dealer, scores, deal)


def acts(cards: str, first: Seat = 0) -> list[tuple[Seat, Action]]:
    """Cards to one trick, or the beginning of one, from that seat on."""
    return [((first + place) % 4, Play(c)) for place, c in enumerate(parse_cards(cards))]


def deal_of(
    written: str = "", deal: int = TRICKS, hands: Deal = BY_RANK, options: str = "keinstich", **more: Any
) -> Replay[KeinStichState]:
    """The deal after these cards; seat 0 leads unless it is said otherwise."""
    return replay(keinstich(options), table(deal, **more), hands, acts(written))


def legal(state: KeinStichState) -> list[str]:
    return [action_text(action) for action in keinstich().legal(state)]


def refused(state: KeinStichState, seat: Seat, action: str) -> tuple[str, str | None]:
    """Code and rule of the refusal of an action, which must be refused."""
    reason = why_not(keinstich(), state, seat, parse_action(action))
    assert reason is not None
    assert reason.sentence.endswith(".")
    return reason.code, reason.rule


def finish(state: KeinStichState, highest: bool = False) -> tuple[KeinStichState, list[TrickWon]]:
    """Everybody plays the first legal card, or the last one, until the deal is over; the tricks as they were taken."""
    game, taken = keinstich(), list[TrickWon]()
    while (seat := game.actor(state)) is not None:
        made = step(game, state, seat, game.legal(state)[-1 if highest else 0])
        state = made.state
        taken += [event for event in made.events if isinstance(event, TrickWon)]
    return state, taken


def outcome_of(state: KeinStichState) -> Outcome:
    assert state.outcome is not None
    return state.outcome


def trick_price(kind: str, cards: str) -> int:
    """What the cards of a trick cost that is not the last."""
    return points_of(parse_cards(cards), keinstich().order_of(Contract(kind)))


def facts(kind: str, **told: Any) -> KeinStichFacts:
    return KeinStichFacts(contract=Contract(kind), **told)


def settled(told: KeinStichFacts, options: str = "keinstich") -> tuple[int, ...]:
    return keinstich(options).outcome_of(table(KINDS.index(told.contract.kind) + 1), told).delta


def refused_facts(told: KeinStichFacts, deal: int | None = None, options: str = "keinstich") -> tuple[str, str | None]:
    """Code and rule of the refusal of facts, which must be refused."""
    number = KINDS.index(told.contract.kind) + 1 if deal is None else deal
    with pytest.raises(BadFacts) as refusal:
        keinstich(options).outcome_of(table(number), told)
    assert refusal.value.sentence.endswith(".")
    assert "{" not in refusal.value.sentence
    return refusal.value.code, refusal.value.rule


def everything(**other: Any) -> KeinStichFacts:
    """Facts of a deal in which everything costs, that of the law book's example unless said otherwise."""
    told: dict[str, Any] = {
        "tricks": (2, 1, 2, 3),
        "hearts": (4, 0, 3, 1),
        "queens": (1, 1, 0, 2),
        "king": 0,
        "last": 3,
    }
    return facts("all", **{**told, **other})


# -- table and pack ----------------------------------------------------------------------------------------------------


@rule("K1")
def test_four_players_score_alone() -> None:
    game = keinstich()
    assert (game.seats, game.sides, game.teams) == (4, 4, None)
    assert [game.side_of(seat) for seat in range(4)] == [0, 1, 2, 3]
    assert game.problem(deal_of().state).sides == (0, 1, 2, 3)


@rule("K2")
def test_the_pack_has_32_cards_and_each_player_gets_eight() -> None:
    game = keinstich()
    assert Counter(card_text(c)[:-1] for c in game.deck.cards) == dict.fromkeys(RANKS, 4)
    made = game.begin(table(), DECK32.cards)
    assert [event.count for event in made.events if isinstance(event, CardsDealt)] == [8, 8, 8, 8]
    with pytest.raises(BadDeal) as refusal:
        begin(
            game, table(), replace(BY_RANK, hands=(*BY_RANK.hands[:3], mask_of(parse_cards("6C 8C 7S 8S 7H 8H 7D 8D"))))
        )
    assert refusal.value.code == "card_foreign"


@rule("K3")
@pytest.mark.parametrize("kind", KINDS)
def test_the_ace_is_high_in_every_suit_and_nothing_is_trump(kind: str) -> None:
    order = keinstich().order_of(Contract(kind))
    assert order.trump_mask == 0
    for suit in "CSHD":
        for place, high in enumerate(RANKS):
            for low in RANKS[:place]:
                assert winner(parse_cards(f"{low}{suit} {high}{suit}"), order) == 1
                assert winner(parse_cards(f"{high}{suit} {low}{suit}"), order) == 0
        other = "CSHD"["CSHD".index(suit) - 1]
        assert winner(parse_cards(f"7{suit} A{other}"), order) == 0


@rule("K4")
@pytest.mark.parametrize("dealer", range(4))
def test_turns_pass_clockwise(dealer: Seat) -> None:
    state, seats = begin(keinstich(), table(dealer=dealer), ONE_SUIT).state, []
    for _ in range(4):
        seats.append(state.turn)
        state = keinstich().apply(state, keinstich().legal(state)[0]).state
    assert seats == [(dealer + turn) % 4 for turn in range(1, 5)]


# -- the six contracts -------------------------------------------------------------------------------------------------


@rule("K5")
@pytest.mark.parametrize("deal", [TRICKS, HEARTS, QUEENS, KING, LAST, ALL])
def test_the_number_of_the_deal_names_the_contract_before_the_first_card(deal: int) -> None:
    made = begin(keinstich(), table(deal), BY_RANK)
    contract = Contract(KINDS[deal - 1])
    assert made.events[0] == DealBegun(table(deal))
    assert made.events[-2:] == (ContractSet(contract), Turn(0, "tricks"))
    assert made.state.contract == contract


@rule("K5")
@pytest.mark.parametrize("words", ["pass", "grim", "bid nil", "trump hearts", "pick", "bury AC"])
def test_there_is_no_auction_and_nothing_to_say(words: str) -> None:
    assert keinstich().phases == ("tricks",)
    assert refused(deal_of().state, 0, words) == ("wrong_phase", "K5")
    assert PASS not in keinstich().actions


@rule("K6")
def test_the_contracts_come_in_a_fixed_order() -> None:
    assert keinstich().contract_kinds == KINDS
    assert [keinstich().contract_of(deal).kind for deal in range(1, 7)] == list(KINDS)


@rule("K6")
@pytest.mark.parametrize("deal", range(1, 7))
def test_facts_of_another_contract_than_that_of_the_deal_are_refused(deal: int) -> None:
    told = {
        "tricks": facts("tricks", tricks=(8, 0, 0, 0)),
        "hearts": facts("hearts", hearts=(8, 0, 0, 0)),
        "queens": facts("queens", queens=(4, 0, 0, 0)),
        "king": facts("king", king=0),
        "last": facts("last", last=0),
        "all": everything(),
    }
    for kind in KINDS:
        if kind == KINDS[deal - 1]:
            assert sum(keinstich().outcome_of(table(deal), told[kind]).delta) < 0
        else:
            assert refused_facts(told[kind], deal) == ("contract", "K6")


@rule("K5", "K6")
@pytest.mark.parametrize(
    ("contract", "which"),
    [
        (Contract("grim"), "K6"),
        (Contract("tricks", declarer=0), "K5"),
        (Contract("tricks", suit=2), "K5"),
        (Contract("tricks", high=False), "K5"),
        (Contract("tricks", slam=True), "K5"),
    ],
)
def test_a_contract_is_one_of_six_words_and_nothing_more(contract: Contract, which: str) -> None:
    told = KeinStichFacts(contract=contract, tricks=(8, 0, 0, 0))
    assert refused_facts(told, TRICKS) == ("contract", which)


@rule("K7")
@pytest.mark.parametrize(
    ("tricks", "delta"), [((8, 0, 0, 0), (-32, 0, 0, 0)), ((0, 1, 2, 5), (0, -4, -8, -20)), ((2, 2, 2, 2), (-8,) * 4)]
)
def test_every_trick_costs_four_points(tricks: tuple[int, ...], delta: tuple[int, ...]) -> None:
    assert settled(facts("tricks", tricks=tricks)) == delta


@rule("K7", "KQ6")
@pytest.mark.parametrize("cards", [DEAR_TRICK, "7C 8C 9C 10C", "7D AS KS QS"])
def test_a_trick_costs_four_whatever_lies_in_it(cards: str) -> None:
    assert trick_price("tricks", cards) == 4


@rule("K8")
@pytest.mark.parametrize(
    ("hearts", "delta"),
    [((8, 0, 0, 0), (-32, 0, 0, 0)), ((0, 1, 2, 5), (0, -4, -8, -20)), ((7, 0, 0, 1), (-28, 0, 0, -4))],
)
def test_every_heart_costs_four_points(hearts: tuple[int, ...], delta: tuple[int, ...]) -> None:
    assert settled(facts("hearts", hearts=hearts)) == delta


@rule("K8", "KQ6")
@pytest.mark.parametrize(
    ("cards", "price"),
    [("7C 8C 9C 10C", 0), ("7C 8C 9C 7H", 4), (DEAR_TRICK, 12), ("7H 8H KH QH", 16), ("KS QS AD AC", 0)],
)
def test_hearts_cost_and_no_other_cards(cards: str, price: int) -> None:
    assert trick_price("hearts", cards) == price


@rule("K9")
@pytest.mark.parametrize(("queens", "delta"), [((4, 0, 0, 0), (-32, 0, 0, 0)), ((0, 1, 0, 3), (0, -8, 0, -24))])
def test_every_queen_costs_eight_points(queens: tuple[int, ...], delta: tuple[int, ...]) -> None:
    assert settled(facts("queens", queens=queens)) == delta


@rule("K9", "KQ6")
@pytest.mark.parametrize(
    ("cards", "price"), [("7H 8H KH AH", 0), ("JC KC AC QC", 8), (DEAR_TRICK, 16), ("QC QS QH QD", 32)]
)
def test_queens_cost_and_no_other_cards(cards: str, price: int) -> None:
    assert trick_price("queens", cards) == price


@rule("K10")
@pytest.mark.parametrize("seat", range(4))
def test_the_king_of_hearts_costs_32_points(seat: Seat) -> None:
    assert settled(facts("king", king=seat)) == tuple(-32 if other == seat else 0 for other in range(4))


@rule("K10", "KQ6")
@pytest.mark.parametrize(
    ("cards", "price"), [("QH AH JH 10H", 0), ("KC KS KD AH", 0), (DEAR_TRICK, 32), ("7C 7S 7D KH", 32)]
)
def test_the_king_of_hearts_costs_and_no_other_card(cards: str, price: int) -> None:
    assert trick_price("king", cards) == price


@rule("K11")
@pytest.mark.parametrize("seat", range(4))
def test_the_last_trick_costs_32_points(seat: Seat) -> None:
    assert settled(facts("last", last=seat)) == tuple(-32 if other == seat else 0 for other in range(4))


@rule("K11")
@pytest.mark.parametrize("kind", KINDS)
def test_the_eighth_trick_is_the_last_and_the_seventh_is_not(kind: str) -> None:
    _, taken = finish(deal_of(deal=KINDS.index(kind) + 1, hands=ONE_SUIT).state)
    plain = [trick_price(kind, " ".join(f"{rank}{suit}" for suit in "CSHD")) for rank in RANKS]
    extra = 32 if kind in ("last", "all") else 0
    assert [event.points for event in taken] == [*plain[:7], plain[7] + extra]
    assert keinstich().problem(deal_of(deal=KINDS.index(kind) + 1).state).last_trick == extra


@rule("K12", "K22")
@pytest.mark.parametrize(
    ("cards", "price"),
    [
        ("7C 8C 9C 10C", 4),
        ("7C 8C 9C 7H", 4 + 4),
        ("7C 8C 9C QC", 4 + 8),
        ("7C 8C 9C QH", 4 + 4 + 8),
        ("7C 8C 9C KH", 4 + 4 + 32),
        (DEAR_TRICK, 4 + 3 * 4 + 2 * 8 + 32),
    ],
)
def test_under_all_a_trick_costs_for_every_reason(cards: str, price: int) -> None:
    assert trick_price("all", cards) == price
    assert price == sum(trick_price(kind, cards) for kind in KINDS[:5])


@rule("K12")
def test_under_all_everything_that_costs_is_paid_for() -> None:
    assert settled(everything()) == (-8 - 16 - 8 - 32, -4 - 8, -8 - 12, -12 - 4 - 16 - 32)


@rule("K13")
@pytest.mark.parametrize("deal", range(1, 7))
@pytest.mark.parametrize("hands", [ONE_SUIT, BY_RANK, DEAR])
def test_a_deal_gives_away_32_points_or_160(deal: int, hands: Deal) -> None:
    for highest in (False, True):
        outcome = outcome_of(finish(deal_of(deal=deal, hands=hands).state, highest)[0])
        assert sum(outcome.delta) == (-160 if deal == ALL else -32)
        assert outcome.delta == tuple(-points for points in outcome.points)
        assert sum(outcome.tricks) == 8


# -- the deal ----------------------------------------------------------------------------------------------------------


@rule("K14")
def test_the_first_dealer_is_drawn() -> None:
    seen = set()
    for seed in range(60):
        standing, events = keinstich().first_standing(Chance(str(seed)))
        assert events == (DealerDrawn(standing.dealer),)
        seen.add(standing.dealer)
    assert seen == {0, 1, 2, 3}
    (field,) = keinstich().chance_form()
    for seat in range(4):
        named, _ = keinstich().first_standing(answered((field,), {"dealer": seat}))
        assert named == Standing(seat, (0, 0, 0, 0))


@rule("K14")
@pytest.mark.parametrize("dealer", range(4))
def test_the_deal_passes_to_the_left(dealer: Seat) -> None:
    after = keinstich().next_standing(table(dealer=dealer), Outcome((-32, 0, 0, 0)), Chance("x"))
    assert after == Standing((dealer + 1) % 4, (-32, 0, 0, 0), 2)
    assert keinstich().chance_form(table(), Outcome((-32, 0, 0, 0))) == ()


@rule("K15")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("options", ["keinstich", "keinstich(first_lead=dealer)"])
def test_cards_go_out_one_by_one_from_the_dealers_left(dealer: Seat, options: str) -> None:
    game = keinstich(options)
    made = game.begin(table(dealer=dealer), DECK32.cards)
    for turn, seat in enumerate((dealer + place) % 4 for place in range(1, 5)):
        assert cards_in(made.state.deal.hands[seat]) == DECK32.cards[turn::4]
    dealt = [event.seat for event in made.events if isinstance(event, CardsDealt)]
    assert dealt == [(dealer + place) % 4 for place in range(1, 5)]


@rule("K16", "KQ2")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("options", "step"), [("keinstich", 1), ("keinstich(first_lead=dealer)", 0)])
def test_who_leads_to_the_first_trick(dealer: Seat, options: str, step: int) -> None:
    game = keinstich(options)
    made = begin(game, table(dealer=dealer), BY_RANK)
    leader = (dealer + step) % 4
    assert (game.actor(made.state), made.state.leader, made.events[-1]) == (leader, leader, Turn(leader, "tricks"))
    after = game.next_standing(table(dealer=dealer), Outcome((0, 0, 0, 0)), Chance("x"))
    assert after is not None
    assert after.dealer == (dealer + 1) % 4


# -- trick play --------------------------------------------------------------------------------------------------------


@rule("K17")
def test_suit_must_be_followed() -> None:
    state = deal_of("9H KH", hands=DEAR).state
    assert legal(state) == ["7H", "8H", "10H", "JH", "QH", "AH"]
    assert refused(state, 2, "7D") == ("must_follow", "K17")
    assert refused(state, 2, "9H") == ("card_not_held", "X6")
    assert refused(state, 2, "6H") == ("card_foreign", "X1")


@rule("K17", "KQ1")
def test_who_cannot_follow_may_throw_any_card() -> None:
    state = deal_of("9H KH 7H", hands=DEAR).state
    assert legal(state) == ["QS", "8D", "9D", "10D", "JD", "QD", "KD", "AD"]


@rule("KQ1")
@pytest.mark.parametrize("deal", range(1, 7))
def test_any_card_may_be_led_from_the_first_trick_on(deal: int) -> None:
    state = deal_of(deal=deal).state
    assert legal(state) == ["KC", "AC", "KS", "AS", "KH", "AH", "KD", "AD"]
    led = deal_of("KH", deal)
    assert led.events[-1] == (Played(0, parse_cards("KH")[0]),)
    assert legal(led.state) == ["JH", "QH"]


@rule("KQ1")
def test_nobody_must_beat_a_card_nor_stay_below_it() -> None:
    state = deal_of("9H KH", deal=HEARTS, hands=DEAR).state
    assert {"AH", "QH", "7H"} <= set(legal(state))


@rule("K18")
@pytest.mark.parametrize(
    ("cards", "taker"), [("9H KH QH QS", 1), ("9H KH AH QS", 2), ("7C AC 7D QS", 1), ("KC AC AS AD", 1)]
)
def test_the_highest_card_of_the_suit_led_takes_the_trick(cards: str, taker: Seat) -> None:
    made = deal_of(cards, hands=DEAR)
    assert made.events[-1][-1] == TrickWon(taker, 4)
    assert made.state.tricks == tuple(int(seat == taker) for seat in range(4))
    assert made.state.points == tuple(4 * (seat == taker) for seat in range(4))


@rule("K18")
def test_an_ace_of_another_suit_takes_nothing() -> None:
    state = deal_of("7C", hands=ONE_SUIT).state
    after = replay(keinstich(), table(), ONE_SUIT, acts("7C AS AH AD")).state
    assert state.turn == 1
    assert after.tricks == (1, 0, 0, 0)


@rule("K19")
def test_whoever_takes_a_trick_leads_to_the_next() -> None:
    state = deal_of("9H KH AH QS", hands=DEAR).state
    assert (state.turn, state.leader, state.trick) == (2, 2, ())


@rule("K20")
def test_all_tricks_are_played_even_when_nothing_is_left_that_costs() -> None:
    made = deal_of(DEAR_TRICK, deal=KING, hands=DEAR)
    assert made.state.points == (0, 32, 0, 0)
    game, state, cards = keinstich(), made.state, 4
    while (seat := game.actor(state)) is not None:
        assert game.outcome(state) is None
        with pytest.raises(IllegalAction) as refusal:
            game.facts_of(state)
        assert refusal.value.code == "deal_not_over"
        state, cards = step(game, state, seat, game.legal(state)[0]).state, cards + 1
    assert cards == 32
    assert outcome_of(state).delta == (0, -32, 0, 0)
    assert game.legal(state) == ()
    with pytest.raises(IllegalAction):
        game.problem(state)


# -- scoring -----------------------------------------------------------------------------------------------------------


@rule("K21")
def test_everybody_begins_at_nothing_and_nobody_ever_gains() -> None:
    standing: Standing | None = keinstich().first_standing(Chance("x"))[0]
    assert standing is not None
    assert standing.scores == (0, 0, 0, 0)
    told = [facts("tricks", tricks=(1, 3, 0, 4)), facts("hearts", hearts=(0, 2, 5, 1))]
    for each in told:
        assert standing is not None
        outcome = keinstich().outcome_of(standing, each)
        assert max(outcome.delta) <= 0
        before, standing = standing, keinstich().next_standing(standing, outcome, Chance("x"))
        assert standing is not None
        assert standing.scores == tuple(a + b for a, b in zip(before.scores, outcome.delta, strict=True))
    assert standing.scores == (-4, -20, -20, -20)


@rule("K21")
def test_a_guess_costs_what_it_takes() -> None:
    for deal in range(1, 7):
        state = deal_of(DEAR_TRICK, deal, DEAR).state
        guessed = keinstich().outcome_if(state, (100, 20, 0, 40), (5, 1, 0, 2))
        assert guessed.delta == (-100, -20, 0, -40)
        over = finish(state)[0]
        played = outcome_of(over)
        assert keinstich().outcome_if(over, played.points, played.tricks).delta == played.delta


@rule("K7", "K8", "K9", "K10", "K11", "K21")
def test_the_lines_of_a_settlement_name_rule_price_and_number() -> None:
    outcome = keinstich().outcome_of(table(ALL), everything())
    lines = [(item.kind, item.rule, item.side, item.amount, str(item.what)) for item in outcome.items]
    assert lines == [
        ("tricks", "K7", 0, -8, "2 of 8 tricks at 4 points each"),
        ("tricks", "K7", 1, -4, "1 of 8 tricks at 4 points each"),
        ("tricks", "K7", 2, -8, "2 of 8 tricks at 4 points each"),
        ("tricks", "K7", 3, -12, "3 of 8 tricks at 4 points each"),
        ("hearts", "K8", 0, -16, "4 of 8 hearts at 4 points each"),
        ("hearts", "K8", 2, -12, "3 of 8 hearts at 4 points each"),
        ("hearts", "K8", 3, -4, "1 of 8 hearts at 4 points each"),
        ("queens", "K9", 0, -8, "1 of 4 queens at 8 points each"),
        ("queens", "K9", 1, -8, "1 of 4 queens at 8 points each"),
        ("queens", "K9", 3, -16, "2 of 4 queens at 8 points each"),
        ("king", "K10", 0, -32, "the king of hearts"),
        ("last", "K11", 3, -32, "the last trick"),
    ]
    prices = {"tricks": -4, "hearts": -4, "queens": -8, "king": -32, "last": -32}
    for item in outcome.items:
        assert [(factor.kind, factor.rules) for factor in item.factors] == [
            ("price", (item.rule,)),
            ("number", (item.rule,)),
        ]
        assert item.factors[0].number == prices[item.kind]
        assert product(item.factors) == item.amount


@rule("K22")
def test_queen_and_king_of_hearts_are_paid_for_twice() -> None:
    over, taken = finish(deal_of(DEAR_TRICK, ALL, DEAR).state)
    assert deal_of(DEAR_TRICK, ALL, DEAR).state.points == (0, 64, 0, 0)
    assert len(taken) == 7
    told = keinstich().facts_of(over)
    assert told.king == 1
    assert told.hearts is not None
    assert told.hearts[1] >= 3
    assert outcome_of(over).delta[1] <= -64
    assert trick_price("all", "QH 7C 8C 9C") - trick_price("all", "QD 7C 8C 9C") == 4
    assert trick_price("all", "KH 7C 8C 9C") - trick_price("all", "AH 7C 8C 9C") == 32


# -- length and end of the match ---------------------------------------------------------------------------------------


@rule("K23", "K24", "KQ3")
@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
@pytest.mark.parametrize("everything", [True, False])
def test_a_match_plays_the_list_of_contracts_as_often_as_agreed(rounds: int, everything: bool) -> None:
    game = KeinStich(KeinStichOptions.make(rounds=rounds, everything=everything))
    deals = rounds * (6 if everything else 5)
    assert game.deals_agreed == deals
    outcome = Outcome((-32, 0, 0, 0))
    before_last = game.next_standing(table(deals - 1), outcome, Chance("x"))
    assert before_last is not None
    assert before_last.deal == deals
    assert game.next_standing(before_last, outcome, Chance("x")) is None


@rule("K23")
def test_the_list_is_played_once_unless_the_table_says_otherwise() -> None:
    assert KeinStichOptions.make() == KeinStichOptions.make(rounds=1, everything=True, first_lead="left_of_dealer")
    assert keinstich().deals_agreed == 6


@rule("K23")
@pytest.mark.parametrize("rounds", [0, 5, -1])
def test_other_numbers_of_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(BadOptions, match="from 1 to 4") as refusal:
        KeinStichOptions.make(rounds=rounds)
    assert (refusal.value.code, refusal.value.rule) == ("option_value", "K23")


@rule("K24")
def test_without_everything_the_list_has_five_contracts() -> None:
    short = keinstich("keinstich(everything=false)")
    assert short.contract_kinds == KINDS[:5]
    assert [part.kind for part in short.facts_form().kinds] == list(KINDS[:5])
    assert short.contract_of(6).kind == "tricks"
    assert refused_facts(everything(), ALL, "keinstich(everything=false)") == ("contract", "K24")


@rule("KQ3")
def test_in_six_deals_two_players_deal_twice() -> None:
    standing: Standing | None = table(dealer=2)
    dealers = []
    while standing is not None:
        dealers.append(standing.dealer)
        standing = keinstich().next_standing(standing, Outcome((0, 0, 0, 0)), Chance("x"))
    assert dealers == [2, 3, 0, 1, 2, 3]


@rule("KQ4")
@pytest.mark.parametrize(
    ("options", "length"), [("keinstich(rounds=3)", 6), ("keinstich(rounds=3,everything=false)", 5)]
)
def test_the_whole_list_is_played_before_it_begins_again(options: str, length: int) -> None:
    game = keinstich(options)
    played = [game.contract_of(deal).kind for deal in range(1, 3 * length + 1)]
    assert played == [*KINDS[:length]] * 3
    made = begin(game, table(length + 1), BY_RANK)
    assert ContractSet(Contract("tricks")) in made.events


@rule("K25", "KQ5")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((-84, -64, -80, -92), (1,)),
        ((-84, -85, -86, -65), (3,)),
        ((-64, -64, -100, -92), (0, 1)),
        ((-80, -80, -80, -80), (0, 1, 2, 3)),
        ((0, -100, -100, -120), (0,)),
    ],
)
def test_whoever_lost_least_has_won(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert keinstich().winners(scores) == winners


@rule("K25", "KQ5")
def test_a_tie_ends_the_match_too() -> None:
    assert keinstich().next_standing(table(6), Outcome((-40, -40, -40, -40)), Chance("x")) is None


# -- keeping score with real cards -------------------------------------------------------------------------------------

ASKED = {
    "tricks": {"tricks"},
    "hearts": {"hearts"},
    "queens": {"queens"},
    "king": {"king"},
    "last": {"last"},
    "all": {"tricks", "hearts", "queens", "king", "last"},
}


@rule("K26")
@pytest.mark.parametrize("kind", KINDS)
def test_the_form_asks_for_what_costs_and_for_nothing_else(kind: str) -> None:
    part = keinstich().facts_form().kind(kind)
    assert {field.name for field in part.fields} == ASKED[kind]
    assert part.label
    assert all(field.label and field.help and not field.optional for field in part.fields)


@rule("K26")
@pytest.mark.parametrize("kind", KINDS)
def test_a_played_deal_is_reduced_to_what_costs(kind: str) -> None:
    over, _ = finish(deal_of(DEAR_TRICK, KINDS.index(kind) + 1, DEAR).state)
    told = keinstich().facts_of(over)
    assert {name for name in ASKED["all"] if getattr(told, name) is not None} == ASKED[kind]
    form = keinstich().facts_form()
    assert fill(form, *answers_of(form, told), KeinStichFacts) == told


@rule("K26")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_missing_and_what_does_not_belong_there_is_refused(kind: str) -> None:
    full = everything()
    told = {name: getattr(full, name) for name in ASKED[kind]}
    assert sum(settled(facts(kind, **told))) == (-160 if kind == "all" else -32)
    for name in ASKED["all"]:
        if name in told:
            left = {other: value for other, value in told.items() if other != name}
            assert refused_facts(facts(kind, **left)) == (name, "K26")
        else:
            assert refused_facts(facts(kind, **told, **{name: getattr(full, name)})) == (name, "K26")


@rule("K27")
@pytest.mark.parametrize(("kind", "sum_"), [("tricks", 8), ("hearts", 8), ("queens", 4)])
def test_numbers_make_the_whole_and_none_is_below_nothing(kind: str, sum_: int) -> None:
    assert sum(settled(facts(kind, **{kind: (sum_, 0, 0, 0)}))) == -32
    assert sum(settled(facts(kind, **{kind: (1, 1, 1, sum_ - 3)}))) == -32
    for wrong in ((sum_ - 1, 0, 0, 0), (sum_ + 1, 0, 0, 0), (sum_ + 1, -1, 0, 0), (0, 0, 0, 0)):
        assert refused_facts(facts(kind, **{kind: wrong})) == (kind, "K27")
        assert refused_facts(everything(**{kind: wrong})) == (kind, "K27")


@rule("K28")
@pytest.mark.parametrize("kind", ["king", "last"])
def test_one_of_the_four_seats_took_it(kind: str) -> None:
    for seat in range(4):
        assert settled(facts(kind, **{kind: seat}))[seat] == -32
    for wrong in (-1, 4):
        assert refused_facts(facts(kind, **{kind: wrong})) == (kind, "K28")
        assert refused_facts(everything(**{kind: wrong})) == (kind, "K28")


@rule("K29")
@pytest.mark.parametrize(
    ("tricks", "hearts", "queens", "code"),
    [
        ((8, 0, 0, 0), (8, 0, 0, 0), (4, 0, 0, 0), None),
        ((8, 0, 0, 0), (7, 1, 0, 0), (4, 0, 0, 0), "tricks"),  # a heart without a trick
        ((8, 0, 0, 0), (8, 0, 0, 0), (3, 1, 0, 0), "tricks"),  # a queen without a trick
        ((1, 7, 0, 0), (4, 4, 0, 0), (0, 4, 0, 0), None),
        ((1, 7, 0, 0), (5, 3, 0, 0), (0, 4, 0, 0), "tricks"),  # five hearts in one trick
        ((1, 7, 0, 0), (4, 4, 0, 0), (1, 3, 0, 0), None),  # four hearts, the queen among them
        ((1, 7, 0, 0), (4, 4, 0, 0), (2, 2, 0, 0), "tricks"),
        ((1, 7, 0, 0), (1, 7, 0, 0), (4, 0, 0, 0), None),  # four queens
        ((1, 7, 0, 0), (2, 6, 0, 0), (4, 0, 0, 0), "tricks"),
        ((2, 6, 0, 0), (8, 0, 0, 0), (1, 3, 0, 0), None),
        ((2, 6, 0, 0), (8, 0, 0, 0), (0, 4, 0, 0), "queens"),  # all hearts, but not their queen
        ((2, 6, 0, 0), (8, 0, 0, 0), (2, 2, 0, 0), "tricks"),
        ((1, 1, 6, 0), (4, 2, 2, 0), (1, 2, 1, 0), None),
        ((1, 1, 6, 0), (4, 2, 2, 0), (1, 3, 0, 0), "queens"),  # both need the queen of hearts for want of room
    ],
)
def test_nobody_has_more_hearts_and_queens_than_tricks_hold(
    tricks: tuple[int, ...], hearts: tuple[int, ...], queens: tuple[int, ...], code: str | None
) -> None:
    king = hearts.index(max(hearts))
    told = everything(tricks=tricks, hearts=hearts, queens=queens, king=king, last=tricks.index(max(tricks)))
    if code is None:
        assert sum(settled(told)) == -160
    else:
        assert refused_facts(told) == (code, "K29")


@rule("K29")
def test_king_queen_and_last_trick_belong_to_what_was_taken() -> None:
    assert refused_facts(everything(king=1)) == ("king", "K29")  # seat 1 has no heart
    assert sum(settled(everything(king=3))) == -160  # one heart is enough for the king
    none = everything(tricks=(3, 0, 2, 3), queens=(2, 0, 0, 2), last=1)
    assert refused_facts(none) == ("last", "K29")  # seat 1 has no trick
    assert sum(settled(replace(none, last=2))) == -160
    apart = everything(hearts=(4, 0, 4, 0), queens=(0, 2, 0, 2), king=0)
    assert refused_facts(apart) == ("queens", "K29")  # nobody has both a heart and a queen
    one = everything(hearts=(1, 0, 7, 0), queens=(2, 1, 0, 1))
    assert refused_facts(one) == ("queens", "K29")  # the king is the only heart beside a queen
    assert sum(settled(replace(one, king=2))) == -160


@rule("K26", "K27", "K28")
@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (facts("hearts"), "'Hearts' is missing; Hearts cannot be settled without it."),
        (facts("king", king=0, last=1), "'Last trick' costs nothing under King of Hearts and must be left out."),
        (
            facts("queens", queens=(1, 1, 1, 0)),
            "'Queens' must be numbers from 0 up that make 4 together, not 1, 1, 1, 0.",
        ),
        (facts("last", last=4), "'Last trick' must be a seat from 0 to 3, not 4."),
        (
            everything(last=1, tricks=(3, 0, 2, 3), queens=(2, 0, 0, 2)),
            "Seat 1 cannot have the last trick and no trick.",
        ),
        (
            everything(tricks=(0, 3, 2, 3)),
            "Seat 0: hearts (4) and queens (1) do not fit in tricks (0).",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong(told: KeinStichFacts, sentence: str) -> None:
    with pytest.raises(BadFacts) as refusal:
        keinstich().outcome_of(table(KINDS.index(told.contract.kind) + 1), told)
    assert refusal.value.sentence == sentence


# -- the examples of the book ------------------------------------------------------------------------------------------


@rule("K11", "K12", "K22")
def test_the_dear_trick_and_the_cheap_one() -> None:
    prices = [trick_price(kind, DEAR_TRICK) for kind in KINDS]
    assert prices == [4, 12, 16, 32, 0, 64]
    for deal, price in enumerate(prices, 1):
        assert deal_of(DEAR_TRICK, deal, DEAR).events[-1] == (Played(3, parse_cards("QS")[0]), TrickWon(1, price))
        assert keinstich().problem(deal_of(deal=deal).state).last_trick + price == [4, 12, 16, 32, 32, 96][deal - 1]


@rule("K6", "K21", "K25")
def test_the_match_of_the_book() -> None:
    told = [
        facts("tricks", tricks=(1, 3, 0, 4)),
        facts("hearts", hearts=(0, 2, 5, 1)),
        facts("queens", queens=(2, 0, 1, 1)),
        facts("king", king=2),
        facts("last", last=1),
        everything(),
    ]
    game, standing, scores = keinstich(), table(), []
    for each in told:
        outcome = game.outcome_of(standing, each)
        scores.append(tuple(a + b for a, b in zip(standing.scores, outcome.delta, strict=True)))
        standing = game.next_standing(standing, outcome, Chance("x")) or standing
    assert scores == [
        (-4, -12, 0, -16),
        (-4, -20, -20, -20),
        (-20, -20, -28, -28),
        (-20, -20, -60, -28),
        (-20, -52, -60, -28),
        (-84, -64, -80, -92),
    ]
    assert game.winners(scores[-1]) == (1,)


@rule("K20")
def test_the_last_card_settles_the_deal_and_shows_it() -> None:
    game, state = keinstich(), deal_of(hands=ONE_SUIT).state
    for _ in range(31):
        state = game.apply(state, game.legal(state)[0]).state
    last = game.apply(state, game.legal(state)[0])
    assert [type(event) for event in last.events] == [Played, TrickWon, DealScored, DealShown]
    assert outcome_of(last.state).delta == (-32, 0, 0, 0)
