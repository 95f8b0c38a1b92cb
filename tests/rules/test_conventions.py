"""The conventions that all games share, sentence by sentence; the ids are those of ``docs/rules/conventions.md``."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sheepfold.core.actions import Action, Bury, Discard, Give, Pass, Play
from sheepfold.core.cards import ALL_CARDS, DECK32, CardSet, card_text, parse_card, parse_cards, parse_suit
from sheepfold.core.deal import Deal, lay_out
from sheepfold.core.errors import BadDeal, BadText, IllegalAction
from sheepfold.core.events import (
    BlindLaid,
    BlindTaken,
    Buried,
    CardsDealt,
    Contract,
    DealShown,
    Discarded,
    Event,
    Given,
    MatchOver,
    Outcome,
    PartnerShown,
    Played,
    RowLaid,
    Said,
    Standing,
    TrickWon,
    TurnedUp,
    UpCard,
)
from sheepfold.core.game import Game
from sheepfold.core.order import TRUMP
from sheepfold.core.score import totals
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.core.trick import playable, winner
from sheepfold.games.clover import Clover, CloverFacts
from sheepfold.games.goathead import GoatheadState
from sheepfold.games.widderkopf import Widderkopf, WidderkopfFacts
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.transcript import read_action, read_deal
from sheepfold.play.match import start
from sheepfold.play.replay import Replay, begin, replay
from sheepfold.play.step import step
from sheepfold.registry import GAMES, make_game

rule = pytest.mark.rule
every_game = pytest.mark.parametrize("name", list(GAMES))

CHANCE = Chance("conventions")


def first_state(game: Game[Any], number: int = 1, **standing: Any) -> Any:
    """A deal of this game by chance."""
    opening, _ = game.first_standing(CHANCE)
    made = Standing(**{"dealer": opening.dealer, "scores": opening.scores, **standing})
    return game.begin(made, CHANCE.deal(game.deck, number, 0)).state


def whole_deal(game: Game[Any], number: int = 1, pick: int = 0, **standing: Any) -> tuple[list[Any], list[Event]]:
    """All states and events of a deal in which everybody takes the same place of the list of legal actions."""
    state = first_state(game, number, **standing)
    states: list[Any] = [state]
    events: list[Event] = []
    while game.actor(state) is not None:
        legal = game.legal(state)
        made = game.apply(state, legal[pick % len(legal)])
        state = made.state
        states.append(state)
        events += made.events
    return states, events


def outcome_of(game: Game[Any], *actions: str, dealer: int, deal: Deal) -> Replay[Any]:
    return replay(game, Standing(dealer, (0,) * game.sides), deal, map(read_action, actions))


# -- cards and seats -----------------------------------------------------------------------------------------------


@rule("X1")
@pytest.mark.parametrize("written", ["QC", "10H", "7D", "6S", "AS"])
def test_card_is_rank_and_suit_letter(written: str) -> None:
    assert card_text(parse_card(written)) == written
    assert parse_card(written.lower()) == parse_card(written)
    symbol = written[:-1] + "♣♠♥♦"["CSHD".index(written[-1])]
    assert parse_card(symbol) == parse_card(written)


@rule("X1")
@pytest.mark.parametrize("written", ["", "C", "1C", "11C", "5H", "QX", "CQ", "Q C", "QCC"])
def test_other_words_are_no_cards(written: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_card(written)
    assert caught.value.code == "card_text"


@rule("X1")
def test_cards_stand_in_the_order_clubs_spades_hearts_diamonds() -> None:
    assert [card_text(c) for c in ALL_CARDS][:10] == ["6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC", "6S"]
    assert [parse_suit(word) for word in ("clubs", "S", "♥", "Diamonds")] == [0, 1, 2, 3]
    assert str(CardSet.parse("7D QC 10H")) == "QC 10H 7D"
    with pytest.raises(BadText):
        CardSet.parse("QC QC")


@rule("X1")
@every_game
def test_left_is_the_next_seat_clockwise(name: str) -> None:
    game = make_game(name)
    for dealer in range(game.seats):
        deal = lay_out(game.plan(Standing(dealer, (0,) * game.sides)), game.deck.cards, game.seats)
        piles = deal.facedown or tuple(tuple(CardSet(hand)) for hand in deal.hands)
        assert game.deck.cards[0] in piles[(dealer + 1) % game.seats]


@rule("X2")
@pytest.mark.parametrize(
    ("name", "contract", "trump", "suit"),
    [
        ("goathead", Contract("suit", 0, 2), "QC", "9C"),
        ("goathead", Contract("court", 0, rank=7), "KS", "AS"),
        ("goathead", Contract("junk"), "JD", "AD"),
        ("widderkopf", Contract("suit", 0, 3), "JH", "6H"),
        ("sheepshead", Contract("alone", 0), "QS", "7S"),
    ],
)
def test_promoted_card_is_a_trump_and_nothing_else(name: str, contract: Contract, trump: str, suit: str) -> None:
    order = make_game(name).order_of(contract)
    promoted, plain = parse_card(trump), parse_card(suit)
    assert order.cls[promoted] == TRUMP
    assert not order.classes[plain // 9] >> promoted & 1
    other = parse_card("7C" if suit[-1] != "C" else "7S")
    hand = 1 << promoted | 1 << other
    assert playable(hand, (plain,), order) == hand  # out of the suit: it need not follow
    assert playable(1 << plain | 1 << other, (promoted,), order) == 1 << plain | 1 << other
    assert winner((plain, promoted), order) == 1


# -- deals and chance ----------------------------------------------------------------------------------------------


@rule("X3")
@every_game
def test_seed_decides_who_deals_first(name: str) -> None:
    game = make_game(name)
    dealers = [game.first_standing(Chance(f"seed {number}"))[0].dealer for number in range(200)]
    assert set(dealers) == set(range(game.seats))
    assert dealers == [game.first_standing(Chance(f"seed {number}"))[0].dealer for number in range(200)]


@rule("X3")
@pytest.mark.parametrize(("name", "seats"), [("goathead", 4), ("sheepshead", 5), ("clover", 4), ("widderkopf", 2)])
def test_deal_passes_clockwise_after_a_scored_hand(name: str, seats: int) -> None:
    game = make_game(name)
    for dealer in range(seats):
        states, _ = whole_deal(game, pick=1, dealer=dealer)  # the second word of every list is a bid or a pick
        outcome = game.outcome(states[-1])
        assert outcome is not None
        after = game.next_standing(states[-1].standing, outcome, CHANCE)
        assert after is not None
        assert (after.dealer, after.deal) == ((dealer + 1) % seats, 2)


@rule("X3")
@pytest.mark.parametrize(("delta", "dealer"), [((16, 0), 1), ((-32, 0), 2), ((0, 10), 2), ((0, 0), 1)])
def test_losing_team_deals_in_grim(delta: tuple[int, ...], dealer: int) -> None:
    after = make_game("grim").next_standing(Standing(0, (0, 0)), Outcome(delta), CHANCE)
    assert after is not None
    assert after.dealer == dealer


@rule("X3")
@pytest.mark.parametrize("text_of_game", ["clover", "sheepshead(all_pass=pot)"])
def test_same_dealer_after_a_throw_in(text_of_game: str) -> None:
    game = make_game(text_of_game)
    states, _ = whole_deal(game, pick=0, dealer=2)  # all pass
    outcome = game.outcome(states[-1])
    assert outcome is not None
    assert outcome.thrown_in
    after = game.next_standing(states[-1].standing, outcome, CHANCE)
    assert after is not None
    assert (after.dealer, after.deal, after.redeals) == (2, 1, 1)


@rule("X7")
@every_game
def test_a_match_is_a_function_of_its_seed(name: str) -> None:
    game = make_game(name)
    assert start(game, "lamb").deal == start(game, "lamb").deal
    assert start(game, "lamb").deal != start(game, "mutton").deal


@rule("X7")
def test_streams_of_different_labels_do_not_disturb_each_other() -> None:
    alone = CHANCE.deal(DECK32, 3, 0)
    bots = [CHANCE.stream(f"bot/{seat}/3") for seat in range(4)]
    for bot in bots:
        bot.below(1000)
    assert CHANCE.deal(DECK32, 3, 0) == alone
    labels = ["deal/3/0", "deal/3/1", "deal/4/0", "toss", "dealer/1", "bot/0/3"]
    drawn = {label: tuple(CHANCE.stream(label).below(1 << 30) for _ in range(1)) for label in labels}
    assert len(set(drawn.values())) == len(labels)


@rule("X7")
def test_numbers_of_a_stream_are_below_their_limit_and_all_come() -> None:
    stream = Stream("any text, ♣ too", "test")
    drawn = [stream.below(6) for _ in range(600)]
    assert set(drawn) == set(range(6))
    counts = [drawn.count(face) for face in range(6)]
    assert min(counts) > 60
    assert sorted(CHANCE.deal(DECK32, 1, 0)) == list(DECK32.cards)


@rule("X10")
@pytest.mark.parametrize(
    ("options", "forced"),
    [
        ("clover", "notrump"),
        ("clover(max_redeals=2)", "notrump"),
        ("sheepshead(all_pass=doubler)", "pick"),
        ("sheepshead(all_pass=pot,max_redeals=0)", "pick"),
    ],
)
def test_last_speaker_must_bid_after_too_many_throw_ins(options: str, forced: str) -> None:
    game = make_game(options)
    limit: int = game.options.max_redeals  # type: ignore[attr-defined]
    for redeals in {limit - 1, limit, limit + 1} - {-1}:
        state = first_state(game, dealer=3, redeals=redeals)
        for _ in range(2 * game.seats):
            if game.actor(state) == 3 and game.phase(state) != "round1":
                break
            state = game.apply(state, Pass()).state
        words = [action_text(action) for action in game.legal(state)]
        assert (words == [forced]) is (redeals >= limit)
        assert ("pass" in words) is (redeals < limit)


@rule("X10")
def test_throw_ins_in_a_row_are_counted_and_forgotten_after_a_hand() -> None:
    game = make_game("clover")
    standing: Standing | None = Standing(1, (0, 0), redeals=3)
    assert standing is not None
    thrown = Outcome((0, 0), thrown_in=True, same_dealer=True)
    after = game.next_standing(standing, thrown, CHANCE)
    assert after is not None
    assert after.redeals == 4
    scored = game.next_standing(after, Outcome((15, 0)), CHANCE)
    assert scored is not None
    assert scored.redeals == 0


@rule("X10")
@pytest.mark.parametrize("options", ["sheepshead", "sheepshead(all_pass=mittler)", "goathead", "grim"])
def test_no_bid_is_forced_where_nothing_is_thrown_in(options: str) -> None:
    game = make_game(options)
    state = first_state(game, dealer=game.seats - 1, redeals=99)
    for _ in range(game.seats - 1):
        state = game.apply(state, Pass()).state
    assert Pass() in game.legal(state)


# -- play ----------------------------------------------------------------------------------------------------------

ONE_SUIT_EACH = read_deal({"hands": ["AX 10X KX QX JX 9X 8X 7X".replace("X", suit) for suit in "CSHD"]})


@rule("X4")
@pytest.mark.parametrize(
    "calls",
    [
        ("0 bid nil", "1 pass", "2 pass", "3 pass"),  # broken by its first trick
        ("0 pass", "1 bid kings slam", "2 pass", "3 pass"),  # lost by the first trick
    ],
)
def test_every_trick_of_a_lost_contract_is_played(calls: tuple[str, ...]) -> None:
    game = make_game("goathead")
    state: GoatheadState = outcome_of(game, *calls, dealer=3, deal=ONE_SUIT_EACH).state
    plays = 0
    while game.actor(state) is not None:
        state = game.apply(state, game.legal(state)[0]).state
        plays += 1
    assert plays == 32
    assert sum(state.tricks) == 8


@rule("X4")
def test_every_trick_of_a_lost_grim_is_played() -> None:
    game = make_game("grim")
    states, events = whole_deal(game, pick=1)  # the first speaker bids Grim, the next takes it over
    outcome = game.outcome(states[-1])
    assert outcome is not None
    assert sum(outcome.tricks) == 4
    assert sum(isinstance(event, Played) for event in events) == 16
    assert min(outcome.delta) < 0


@rule("X6")
@every_game
def test_what_is_forbidden_is_refused_with_a_reason_and_changes_nothing(name: str) -> None:
    game = make_game(name)
    states, _ = whole_deal(game, pick=1)
    words = ["pass", "steal", "bid clubs", "pick", "crack", "grim", "double", "accept", "alone", "upper"]
    tries: list[Action] = [
        *map(parse_action, words),
        *(Play(c) for c in ALL_CARDS),
        Discard(0),
        Bury(0),
        Give(0),
        Play(99),
    ]
    for state in states[:-1]:
        actor = game.actor(state)
        assert actor is not None
        before = hash(state)
        for action in tries:
            if action in game.legal(state):
                continue
            with pytest.raises(IllegalAction) as caught:
                step(game, state, actor, action)
            assert caught.value.code
            assert caught.value.sentence.endswith(".")
        with pytest.raises(IllegalAction) as turn:
            step(game, state, (actor + 1) % game.seats, game.legal(state)[0])
        assert turn.value.code == "not_your_turn"
        assert hash(state) == before
    with pytest.raises(IllegalAction) as over:
        step(game, states[-1], 0, Pass())
    assert over.value.code == "deal_over"


@rule("X9")
def test_nobody_can_revoke() -> None:
    game = make_game("goathead")
    deal = read_deal(
        {
            "hands": [
                "QC JD AC KC 9C 10S 8H 7D",
                "QS JC 10C 8C AS KS AH 9D",
                "QH JS 7C 9S 8S KH 10H AD",
                "QD JH 7S 10D KD 8D 9H 7H",
            ]
        }
    )
    calls = [*(f"{seat} pass" for seat in range(4)), "0 AC"]
    with pytest.raises(IllegalAction) as caught:
        outcome_of(game, *calls, "1 AS", dealer=3, deal=deal)
    assert caught.value.code == "must_follow"


@rule("X9")
@pytest.mark.parametrize(
    ("code", "hands"),
    [
        ("pile_size", ["7C 8C 9C 10C JC QC KC AC 7S", "8S 9S 10S JS QS KS AS"]),
        ("card_twice", ["7C 8C 9C 10C JC QC KC KC", "7S 8S 9S 10S JS QS KS AS"]),
        ("card_foreign", ["6C 8C 9C 10C JC QC KC AC", "7S 8S 9S 10S JS QS KS AS"]),
        ("card_missing", ["7C 8C 9C 10C JC QC KC", "7S 8S 9S 10S JS QS KS AS"]),
        ("card_twice", ["7C 8C 9C 10C JC QC KC 7D", "7S 8S 9S 10S JS QS KS AS"]),
    ],
)
def test_nobody_can_misdeal(code: str, hands: list[str]) -> None:
    rest = ["7H 8H 9H 10H JH QH KH AH", "7D 8D 9D 10D JD QD KD AD"]
    with pytest.raises(BadDeal) as caught:
        begin(make_game("goathead"), Standing(3, (0, 0, 0, 0)), read_deal({"hands": [*hands, *rest]}))
    assert caught.value.code == code


@rule("X9")
@pytest.mark.parametrize("written", ["I have the ace", "partner, lead clubs!", "hm"])
def test_there_are_no_words_for_table_talk(written: str) -> None:
    with pytest.raises(BadText):
        parse_action(written)


# -- scores --------------------------------------------------------------------------------------------------------


@rule("X5")
@pytest.mark.parametrize(
    ("points", "game_points"), [((152, -2), (15, 0)), ((150, 0), (15, 0)), ((131, 19), (13, 1)), ((79, 71), (7, 7))]
)
def test_clover_cuts_toward_zero(points: tuple[int, int], game_points: tuple[int, int]) -> None:
    facts = CloverFacts(contract=Contract("suit", 0), points=points)
    items = Clover().outcome_of(Standing(0, (0, 0)), facts).items
    assert totals(items, 2) == game_points
    assert all(type(item.amount) is int for item in items)


@rule("X5")
@every_game
def test_scores_are_whole_numbers_and_may_fall_below_zero_in_three_games(name: str) -> None:
    game = make_game(name)
    lowest = 0
    for number in range(1, 40):
        states, _ = whole_deal(game, number=number, pick=number)
        outcome = game.outcome(states[-1])
        assert outcome is not None
        assert all(type(change) is int for change in outcome.delta)
        lowest = min(lowest, *outcome.delta)
    assert (lowest < 0) is (name in ("goathead", "grim", "sheepshead"))


@rule("X5")
def test_nothing_is_negative_in_widderkopf() -> None:
    for points in range(122):
        facts = WidderkopfFacts(contract=Contract("suit"), points=(points, 121 - points))
        items = Widderkopf().outcome_of(Standing(0, (0, 0)), facts).items
        assert min(item.amount for item in items) > 0
        assert min(totals(items, 2)) == 0


# -- what is hidden ------------------------------------------------------------------------------------------------

AC, KC = parse_cards("AC KC")
WATCHERS = (0, 1, 2, 3, None)


@rule("X8")
@pytest.mark.parametrize(
    ("event", "hidden", "may"),
    [
        (CardsDealt(1, 8, 0b1010), {"cards": None}, (1,)),
        (CardsDealt(1, 4, 0b1010, stage=2), {"cards": None}, (1,)),
        (BlindTaken(2, 2, 0b1010), {"cards": None}, (2,)),
        (Buried(2, AC), {"card": None}, (2,)),
        (Discarded(0, AC), {"card": None}, (0,)),
        (Given(1, 3, AC), {"card": None}, (1, 3)),
    ],
)
def test_hidden_cards_are_seen_by_their_owners_only(
    event: Event, hidden: dict[str, None], may: tuple[int, ...]
) -> None:
    for viewer in WATCHERS:
        seen = seen_by(event, viewer)
        for field in type(event).__struct_fields__:
            expected = getattr(event, field) if viewer in may or field not in hidden else None
            assert getattr(seen, field) == expected


@rule("X8")
@pytest.mark.parametrize(
    "event",
    [
        Said(1, Pass()),
        UpCard(3, AC),
        RowLaid(0, (AC, KC)),
        TurnedUp(0, 2, AC),
        Played(1, AC),
        TrickWon(1, 21),
        BlindLaid(2),
        PartnerShown(2, AC),
    ],
)
def test_everything_else_is_open(event: Event) -> None:
    assert all(seen_by(event, viewer) == event for viewer in WATCHERS)


@rule("X8")
@every_game
def test_nothing_but_the_end_of_the_deal_shows_the_layout_or_the_seed(name: str) -> None:
    game = make_game(name)
    for pick in (0, 1, 2):
        _, events = whole_deal(game, pick=pick)
        assert [type(event) for event in events].count(DealShown) == 1
        assert isinstance(events[-1], DealShown)
        assert not any(isinstance(event, MatchOver) for event in events)


@rule("X8")
def test_partner_is_public_only_when_the_called_card_falls() -> None:
    for options in ("goathead", "sheepshead", "sheepshead(partner=jack_of_diamonds)"):
        game = make_game(options)
        for number in range(1, 12):
            _, events = whole_deal(game, number=number, pick=1)
            for before, event in pairwise(events):
                if isinstance(event, PartnerShown):
                    assert before == Played(event.seat, event.card)
