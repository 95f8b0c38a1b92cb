"""The law of Sheepshead, sentence by sentence; the ids are those of ``docs/rules/sheepshead.md``.

The last seat deals unless a test says otherwise, so seat 0 is forehand: it speaks and leads first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

from sheepfold.core.actions import Action, Bury, Call, Pass, Pick, Play
from sheepfold.core.cards import DECK32, CardSet, Seat, cards_in, cards_text, parse_card, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadFacts, BadOptions, IllegalAction
from sheepfold.core.events import (
    BlindLaid,
    BlindTaken,
    Buried,
    CardsDealt,
    Contract,
    ContractSet,
    DealScored,
    DealShown,
    Event,
    Implied,
    Outcome,
    PartnerShown,
    Played,
    Said,
    Standing,
    ThrownIn,
    TrickWon,
    Turn,
)
from sheepfold.core.form import FieldChoice, Form, answered, answers_of, decode_facts, fill
from sheepfold.core.message import Message
from sheepfold.core.options import describe
from sheepfold.core.score import product
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Chance
from sheepfold.core.trick import Duty, points_of, winner
from sheepfold.games.sheepshead import (
    Sheepshead,
    SheepsheadFacts,
    SheepsheadOptions,
    SheepsheadState,
    callable_cards,
    duties_of,
    jack_partner,
)
from sheepfold.games.sheepshead_scoring import (
    ORDER,
    leaster_winner,
    mittler_winner,
    payments,
    picker_side,
    pot_shares,
    schneidster_winner,
    verdict,
)
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.transcript import read_action, read_deal
from sheepfold.play.replay import Replay, begin, replay
from sheepfold.play.step import why_not
from sheepfold.play.view import view_of
from sheepfold.play.worlds import Worlds
from sheepfold.registry import make_game

rule = pytest.mark.rule

# -- helpers -----------------------------------------------------------------------------------------------------------

FIVE = {  # seat 0 picks with 7H 8H in the blind; AC is at seat 2, AS and AH at seat 3, JD at seat 1
    0: "QC QS JC 9C 8C KS",
    1: "7C KC 7S 8S 9D JD",
    2: "AC 10C 7D 9S 9H QH",
    3: "AS 10S AH 10H KD 10D",
    4: "KH AD QD JH JS 8D",
}
PICKED = "0 pick, 0 bury 7H, 0 bury 8H"


def sheepshead(written: str = "sheepshead", **values: Any) -> Sheepshead:
    game = make_game(written, **values)
    assert isinstance(game, Sheepshead)
    return game


def layout(game: Sheepshead, hands: Mapping[Seat, str], blind: str = "") -> Deal:
    """A whole deal from the piles that matter; the other cards fill hands, then blind, in deck order."""
    held = [CardSet.parse(hands.get(seat, "")).mask for seat in range(game.seats)]
    rest = [c for c in DECK32.cards if not (sum(held) | CardSet.parse(blind).mask) >> c & 1]
    for seat in range(game.seats):
        while held[seat].bit_count() < game.options.sizes[0]:
            held[seat] |= 1 << rest.pop(0)
    return Deal(tuple(held), CardSet.parse(blind).mask or sum(1 << c for c in rest))


def played(
    game: Sheepshead, hands: Mapping[Seat, str], blind: str = "", actions: str = "", **standing: Any
) -> Replay[SheepsheadState]:
    """The deal after these actions, separated by commas."""
    before = Standing(**{"dealer": game.seats - 1, "scores": (0,) * game.seats, **standing})
    done = [read_action(each.strip()) for each in actions.split(",") if each.strip()]
    return replay(game, before, layout(game, hands, blind), done)


def five(actions: str = "", written: str = "sheepshead", **standing: Any) -> Replay[SheepsheadState]:
    """The deal FIVE after these actions."""
    return played(sheepshead(written), FIVE, "7H 8H", actions, **standing)


def menu(game: Sheepshead, state: SheepsheadState) -> str:
    """The legal actions as one text; cards and calls in deck order."""
    return ", ".join(action_text(action) for action in game.legal(state))


def why(game: Sheepshead, state: SheepsheadState, written: str) -> IllegalAction:
    """The refusal of an action of the seat on turn."""
    assert state.turn is not None
    refused = why_not(game, state, state.turn, parse_action(written))
    assert refused is not None, f"{written} is legal"
    return refused


def play_out(
    game: Sheepshead, state: SheepsheadState, choose: Callable[[tuple[Action, ...]], Action] = lambda legal: legal[0]
) -> tuple[SheepsheadState, list[Event]]:
    """Play to the end, the first legal card each time unless told otherwise."""
    events: list[Event] = []
    while legal := game.legal(state):
        step = game.apply(state, choose(legal))
        state = step.state
        events += step.events
    return state, events


def settled(game: Sheepshead, kind: str, picker: Seat | None = None, **facts: Any) -> tuple[int, ...]:
    """The change of every score from typed facts; the last seat deals."""
    return outcome_of(game, kind, picker, **facts).delta


def outcome_of(game: Sheepshead, kind: str, picker: Seat | None = None, **given: Any) -> Outcome:
    """The settlement of typed facts; what belongs to the standing is picked out."""
    before: dict[str, Any] = {
        name: given.pop(name) for name in ("dealer", "doublers", "pot", "redeals") if name in given
    }
    standing = Standing(**{"dealer": game.seats - 1, "scores": (0,) * game.seats, **before})
    return game.outcome_of(standing, SheepsheadFacts(contract=Contract(kind, picker), **given))


def all_pass(game: Sheepshead) -> str:
    return ", ".join(f"{seat} pass" for seat in range(game.seats))


def of_kind(events: tuple[Event, ...] | list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if type(event) is kind]


def taken_by(plays: str, leader: Seat = 0) -> Seat:
    trick = parse_cards(plays)
    return (leader + winner(trick, ORDER)) % len(trick)


def ended(state: SheepsheadState) -> Outcome:
    assert state.outcome is not None
    return state.outcome


# -- cards -------------------------------------------------------------------------------------------------------------


@rule("S1")
def test_the_deck_has_32_cards_from_seven_to_ace() -> None:
    assert cards_text(sheepshead().deck.cards) == " ".join(
        f"{rank}{suit}" for suit in "CSHD" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")
    )


@rule("S2", "S3")
@pytest.mark.parametrize(
    "rank, worth", [("A", 11), ("10", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0), ("8", 0), ("7", 0)]
)
def test_card_points(rank: str, worth: int) -> None:
    assert [ORDER.value[parse_card(rank + suit)] for suit in "CSHD"] == [worth] * 4
    assert points_of(DECK32.cards, ORDER) == 120


@rule("S4", "S5")
def test_fourteen_trumps_in_their_order() -> None:
    assert cards_text(ORDER.trumps) == "QC QS QH QD JC JS JH JD AD 10D KD 9D 8D 7D"
    for stronger, weaker in pairwise(ORDER.trumps):
        assert winner((weaker, stronger), ORDER) == 1
        assert winner((stronger, weaker), ORDER) == 0


@rule("S6", "X2")
@pytest.mark.parametrize("suit, letter", [(0, "C"), (1, "S"), (2, "H")])
def test_fails_are_six_cards_a_suit_without_queen_and_jack(suit: int, letter: str) -> None:
    fails = CardSet.parse(" ".join(rank + letter for rank in ("A", "10", "K", "9", "8", "7")))
    assert ORDER.classes[suit] == fails.mask
    assert not ORDER.trump_mask & fails.mask


@rule("S7")
def test_fail_order() -> None:
    fails = parse_cards("AH 10H KH 9H 8H 7H")
    for stronger, weaker in pairwise(fails):
        assert winner((weaker, stronger), ORDER) == 1


# -- deal --------------------------------------------------------------------------------------------------------------


@rule("S8")
@pytest.mark.parametrize("dealer, after", [(0, 1), (3, 4), (4, 0)])
def test_the_deal_moves_one_seat_clockwise(dealer: Seat, after: Seat) -> None:
    game = sheepshead()
    standing = game.next_standing(Standing(dealer, (0,) * 5), Outcome((0,) * 5), Chance("x"))
    assert standing is not None
    assert (standing.dealer, standing.deal) == (after, 2)


@rule("S9")
def test_cards_go_clockwise_from_the_dealers_left() -> None:
    plan = sheepshead().plan(Standing(2, (0,) * 5))
    assert [seat for _, seat in plan[:6]] == [3, 4, 0, 1, 2, 3]
    assert plan[-2:] == (("blind", 0), ("blind", 0))


@rule("S10", "S11", "SQ1")
@pytest.mark.parametrize(
    "written, cards, blind",
    [
        ("sheepshead(players=3)", 10, 2),
        ("sheepshead(players=4)", 7, 4),
        ("sheepshead(players=4,four_handed=8+0)", 8, 0),
        ("sheepshead", 6, 2),
        ("sheepshead(players=6)", 5, 2),
        ("sheepshead(players=7)", 4, 4),
        ("sheepshead(players=8)", 4, 0),
        ("sheepshead(players=8,four_handed=8+0)", 4, 0),
    ],
)
def test_hand_and_blind_by_the_number_of_players(written: str, cards: int, blind: int) -> None:
    game = sheepshead(written)
    step = begin(game, Standing(0, (0,) * game.seats), layout(game, {}))
    assert [hand.bit_count() for hand in step.state.hands] == [cards] * game.seats
    assert [event.count for event in of_kind(step.events, CardsDealt)] == [cards] * game.seats
    assert of_kind(step.events, BlindLaid) == ([BlindLaid(blind)] if blind else [])


@rule("SQ1")
@pytest.mark.parametrize("players", [2, 9])
def test_two_or_nine_players_are_refused(players: int) -> None:
    with pytest.raises(BadOptions, match="from 3 to 8") as refused:
        sheepshead(players=players)
    assert refused.value.rule == "SQ1"


@rule("S12")
@pytest.mark.parametrize(
    "hands, blind, code",
    [
        (FIVE, "7H 7H", "card_twice"),
        (FIVE, "7H", "card_missing"),
        ({**FIVE, 0: "QC QS JC 9C 8C KS 8H"}, "7H", "pile_size"),
        ({**FIVE, 0: "QC QS JC 9C 8C 6S"}, "7H 8H", "card_foreign"),
    ],
)
def test_a_deal_must_use_the_whole_deck_in_the_right_sizes(hands: dict[int, str], blind: str, code: str) -> None:
    with pytest.raises(BadDeal) as refused:
        begin(sheepshead(), Standing(4, (0,) * 5), read_deal({"hands": list(hands.values()), "blind": blind}))
    assert refused.value.code == code


@rule("SQ5")
@pytest.mark.parametrize("players", range(3, 9))
def test_a_trick_has_as_many_cards_as_players(players: int) -> None:
    game = sheepshead(players=players)
    run = played(game, {}, "", all_pass(game))
    _, events = play_out(game, run.state)
    assert [type(event) for event in events[: players + 1]] == [Played] * players + [TrickWon]


@rule("SQ6")
def test_the_first_dealer_is_drawn_by_lot() -> None:
    drawn = [sheepshead().first_standing(Chance(str(seed)))[0].dealer for seed in range(60)]
    assert set(drawn) == set(range(5))


# -- bidding -----------------------------------------------------------------------------------------------------------


@rule("S13", "S15")
def test_forehand_speaks_first_then_clockwise() -> None:
    game = sheepshead()
    run = five("0 pass, 1 pass, 2 pass")
    assert [state.turn for state in run.states] == [0, 1, 2, 3]
    assert [event for event in run.all_events if isinstance(event, Turn)] == [Turn(s, "bidding") for s in range(4)]
    assert menu(game, run.state) == "pass, pick"
    assert five("3 pass", dealer=2).state.turn == 4


@rule("S14")
def test_pick_takes_the_blind() -> None:
    run = five("0 pass, 1 pick")
    assert run.state.hands[1] == CardSet.parse(FIVE[1] + " 7H 8H").mask
    assert run.state.picker == 1
    assert run.events[-1] == (Said(1, Pick()), BlindTaken(1, 2, CardSet.parse("7H 8H").mask), Turn(1, "bury"))


@rule("S15")
def test_pass_leaves_the_blind_where_it_is() -> None:
    run = five("0 pass")
    assert run.state.picker is None
    assert run.state.hands[0] == CardSet.parse(FIVE[0]).mask


@rule("S16")
def test_the_first_pick_closes_the_bidding() -> None:
    game = sheepshead()
    state = five("0 pass, 1 pick").state
    assert (state.turn, state.phase) == (1, "bury")
    assert why(game, state, "pick").code == "wrong_phase"
    refused = why_not(game, state, 2, Pick())
    assert refused is not None
    assert refused.code == "not_your_turn"


# -- everybody passes --------------------------------------------------------------------------------------------------


@rule("S17", "SQ8")
@pytest.mark.parametrize(
    "rule_name, kind",
    [
        (None, "leaster"),
        ("leaster", "leaster"),
        ("mittler", "mittler"),
        ("schneidster", "schneidster"),
        ("doubler", None),
        ("pot", None),
    ],
)
def test_the_table_agrees_on_what_an_all_pass_means(rule_name: str | None, kind: str | None) -> None:
    game = sheepshead() if rule_name is None else sheepshead(all_pass=rule_name)
    run = played(game, {}, "", all_pass(game))
    if kind is None:
        assert ended(run.state).thrown_in
    else:
        assert run.events[-1][1:] == (ContractSet(Contract(kind)), Turn(0, "tricks"))


@rule("S18", "SQ9")
def test_a_leaster_is_won_by_the_fewest_points() -> None:
    taken = (1, 1, 1, 2, 1)
    assert settled(sheepshead(), "leaster", totals=(30, 12, 13, 37, 28), taken=taken) == (-1, 4, -1, -1, -1)
    assert settled(sheepshead(), "leaster", totals=(30, 14, 13, 35, 28), taken=taken) == (-1, -1, 4, -1, -1)


@rule("S18")
def test_a_leaster_has_no_sides() -> None:
    game = sheepshead()
    state = five(all_pass(game)).state
    problem = game.problem(state)
    assert problem.sides == (0, 1, 2, 3, 4)
    assert (state.picker, state.partner, state.duties) == (None, None, ())


@rule("S19", "SQ11", "SA8")
@pytest.mark.parametrize("rule_name", ["leaster", "schneidster", "mittler"])
def test_the_blind_goes_to_the_last_trick(rule_name: str) -> None:
    game = sheepshead(all_pass=rule_name)
    run = played(game, {}, "AH 10H", all_pass(game))
    assert game.problem(run.state).last_trick == 21
    state, events = play_out(game, run.state)
    won = of_kind(events, TrickWon)
    in_tricks = [sum(event.points for event in won if event.seat == seat) for seat in range(5)]
    assert sum(in_tricks) == 99
    outcome = ended(state)
    assert outcome.blind_to == won[-1].seat
    in_tricks[won[-1].seat] += 21
    assert outcome.points == tuple(in_tricks)


@rule("SQ11")
def test_nobody_knows_the_blind_of_a_leaster_before_the_count() -> None:
    game = sheepshead()
    run = five(all_pass(game))
    _, events = play_out(game, run.state)
    blind = CardSet.parse("7H 8H")
    before = [event for event in (*run.all_events, *events) if not isinstance(event, DealShown)]
    for viewer in range(5):
        seen = [seen_by(event, viewer) for event in before]
        assert not any(isinstance(e, CardsDealt) and (e.cards or 0) & blind.mask for e in seen)
        assert not any(isinstance(e, Played) and e.card in blind for e in seen)
    assert of_kind(events, DealShown)[0].deal.blind == blind.mask


@rule("S20", "SQ10")
@pytest.mark.parametrize(
    "points, tricks, best",
    [
        ((30, 12, 0, 50, 28), (1, 1, 0, 3, 1), 1),  # no trick: not qualified
        ((0, 20, 30, 40, 30), (1, 1, 1, 2, 1), 0),  # a trick worth nothing qualifies
        ((0, 0, 120, 0, 0), (0, 0, 6, 0, 0), 2),  # every trick: won with 120
        ((12, 12, 0, 50, 46), (1, 1, 0, 2, 2), None),  # S21: tie among the qualified
        ((12, 20, 0, 0, 88), (1, 1, 0, 0, 4), 0),  # a tie without tricks does not matter
        ((0, 20, 0, 12, 88), (0, 1, 1, 1, 3), 2),  # 0 with a trick beats 0 without
    ],
)
def test_only_a_player_with_a_trick_can_win_a_leaster(
    points: tuple[int, ...], tricks: tuple[int, ...], best: Seat | None
) -> None:
    assert leaster_winner(points, tricks) == best


@rule("SA12")
def test_points_prove_a_trick_of_a_leaster() -> None:
    assert settled(sheepshead(), "leaster", totals=(30, 12, 13, 37, 28)) == (-1, 4, -1, -1, -1)
    without = (30, 25, 0, 37, 28)
    assert settled(sheepshead(), "leaster", totals=without, taken=(1, 1, 0, 3, 1)) == (-1, 4, -1, -1, -1)
    assert settled(sheepshead(), "leaster", totals=without, taken=(1, 1, 1, 2, 1)) == (-1, -1, 4, -1, -1)
    with pytest.raises(BadFacts) as error:
        settled(sheepshead(), "leaster", totals=without)
    assert error.value.code == "tricks"


@rule("S21", "SQ9")
def test_a_tied_leaster_is_a_wash() -> None:
    totals_, taken = (12, 12, 0, 50, 46), (1, 1, 0, 2, 2)
    assert settled(sheepshead(), "leaster", totals=totals_, taken=taken) == (0, 0, 0, 0, 0)


@rule("SQ9")
@pytest.mark.parametrize("kind", ["leaster", "mittler", "schneidster"])
def test_the_winner_collects_the_stake_from_everybody(kind: str) -> None:
    game = sheepshead(all_pass=kind, individual_stake=3)
    delta = settled(game, kind, totals=(30, 40, 20, 18, 12), taken=(1, 2, 1, 1, 1))
    assert sorted(delta) == [-3, -3, -3, -3, 12]


@rule("SQ9")
def test_a_stake_of_nothing_is_refused() -> None:
    with pytest.raises(BadOptions, match="at least 1"):
        sheepshead(individual_stake=0)


@rule("S22")
def test_a_doubler_is_thrown_in_unpaid_and_doubles_the_next_hand() -> None:
    game = sheepshead(all_pass="doubler")
    run = played(game, {}, "", all_pass(game))
    outcome = ended(run.state)
    assert (outcome.delta, outcome.points, outcome.tricks) == ((0,) * 5, (), ())
    assert of_kind(run.all_events, ThrownIn) == [ThrownIn("S22")]
    assert game.legal(run.state) == ()
    standing = game.next_standing(run.state.standing, outcome, Chance("x"))
    assert standing == Standing(0, (0,) * 5, deal=2, redeals=1, doublers=1)
    once = played(game, FIVE, "7H 8H", f"{PICKED}, 0 call AC")
    twice = played(game, FIVE, "7H 8H", f"{PICKED}, 0 call AC", doublers=1)
    assert [2 * d for d in ended(play_out(game, once.state)[0]).delta] == list(
        ended(play_out(game, twice.state)[0]).delta
    )


@rule("S23", "S91", "S92", "SQ12")
@pytest.mark.parametrize(
    "points, tricks, doublers, delta",
    [
        (60, 3, 0, (-2, 1, -1, 1, 1)),
        (60, 3, 1, (-4, 2, -2, 2, 2)),
        (30, 2, 0, (-4, 2, -2, 2, 2)),
        (30, 2, 1, (-8, 4, -4, 4, 4)),  # the example: one factor 2, not two
        (10, 0, 1, (-12, 6, -6, 6, 6)),
        (60, 3, 3, (-16, 8, -8, 8, 8)),
    ],
)
def test_a_doubler_is_one_factor_on_the_whole_settlement(
    points: int, tricks: int, doublers: int, delta: tuple[int, ...]
) -> None:
    game = sheepshead(all_pass="doubler")
    facts = {"partner": 2, "points": points, "tricks": tricks, "doublers": doublers}
    assert settled(game, "called_card", 0, **facts) == delta


@rule("S24", "SA3", "SQ12")
@pytest.mark.parametrize("stack, waiting, factor", [("multiply", 3, 4), ("cap_2", 1, 2)])
def test_doublers_in_a_row(stack: str, waiting: int, factor: int) -> None:
    game = sheepshead(all_pass="doubler", doubler_stack=stack)
    run = played(game, {}, "", all_pass(game), doublers=2 if stack == "multiply" else 1)
    assert ended(run.state).doublers == waiting
    delta = settled(game, "called_card", 0, partner=2, points=61, tricks=3, doublers=2)
    assert delta == (2 * factor, -factor, factor, -factor, -factor)


@rule("SA3")
def test_the_next_hand_played_uses_the_doublings_up() -> None:
    game = sheepshead(all_pass="doubler")
    run = played(game, FIVE, "7H 8H", f"{PICKED}, 0 alone", doublers=2, redeals=2)
    outcome = ended(play_out(game, run.state)[0])
    standing = game.next_standing(run.state.standing, outcome, Chance("x"))
    assert standing is not None
    assert (standing.doublers, standing.redeals) == (0, 0)


@rule("S25", "SQ13")
def test_a_forced_dealer_has_only_pick() -> None:
    game = sheepshead(all_pass="forced_pick")
    state = five("0 pass, 1 pass, 2 pass", "sheepshead(all_pass=forced_pick)").state
    assert menu(game, state) == "pass, pick"
    state = game.apply(state, parse_action("pass")).state
    assert (state.turn, menu(game, state)) == (4, "pick")
    refused = why(game, state, "pass")
    assert (refused.code, refused.rule) == ("must_pick", "S25")


@rule("S26")
def test_a_forced_picker_plays_like_any_other() -> None:
    written = "sheepshead(all_pass=forced_pick)"
    game = sheepshead(written)
    run = five("0 pass, 1 pass, 2 pass, 3 pass, 4 pick", written)
    assert run.state.hands[4] == CardSet.parse(FIVE[4] + " 7H 8H").mask
    run = five("0 pass, 1 pass, 2 pass, 3 pass, 4 pick, 4 bury 7H, 4 bury 8H", written)
    assert menu(game, run.state) == "call AH, alone"


@rule("S27", "SA4", "SQ13")
@pytest.mark.parametrize(
    "options, picker, points, pays",
    [
        ({"forced_no_blame": "off"}, 4, 60, True),
        ({"forced_no_blame": "no_loss"}, 4, 60, False),
        ({"forced_no_blame": "no_loss"}, 4, 61, True),  # a forced picker may win
        ({"forced_no_blame": "no_loss"}, 3, 60, True),  # only the dealer is forced
        ({"forced_no_blame": "no_loss", "all_pass": "doubler", "max_redeals": 0}, 4, 60, True),  # SA10 is no excuse
        ({"forced_no_blame": "no_loss", "all_pass": "leaster"}, 4, 60, True),
    ],
)
def test_a_no_blame_pick_loses_nothing(options: dict[str, Any], picker: Seat, points: int, pays: bool) -> None:
    game = sheepshead(**{"all_pass": "forced_pick", **options})
    delta = settled(game, "called_card", picker, partner=0, points=points, tricks=3)
    assert any(delta) is pays


@rule("S28", "S29", "S30", "S31", "SQ14", "SQ15")
@pytest.mark.parametrize(
    "points, upper, best",
    [
        ((50, 30, 20, 15, 5), True, 2),
        ((50, 30, 20, 15, 5), False, 2),  # an odd table has one middle
        ((60, 40, 20), True, 1),
        ((40, 30, 20, 12, 10, 5, 3), True, 3),
        ((35, 35, 25, 15, 10), True, 2),  # a tie for first does no harm
        ((40, 30, 24, 13, 13), True, 2),  # nor one for last
        ((40, 26, 20, 20, 14), True, None),  # two share third place
        ((40, 25, 25, 20, 10), True, None),
        ((60, 30, 20, 10), True, 1),  # upper: 2nd of four
        ((60, 30, 20, 10), False, 2),  # lower: 3rd of four
        ((40, 25, 20, 15, 12, 8), True, 2),
        ((40, 25, 20, 15, 12, 8), False, 3),
        ((40, 30, 20, 12, 8, 6, 3, 1), True, 3),
        ((40, 30, 20, 12, 8, 6, 3, 1), False, 4),
        ((60, 25, 25, 10), True, None),
        ((120, 0, 0), True, None),
        ((70, 50, 0), True, 1),
        ((120, 0, 0, 0), False, None),
        ((60, 60, 0), True, None),
        ((61, 59, 0, 0), True, 1),
    ],
)
def test_a_mittler_is_won_by_the_middle(points: tuple[int, ...], upper: bool, best: Seat | None) -> None:
    assert mittler_winner(points, upper) == best


@rule("SQ15")
def test_tricks_play_no_part_in_a_mittler() -> None:
    game = sheepshead(players=4, all_pass="mittler", mittler_even="lower")
    totals_ = (70, 40, 0, 10)
    assert settled(game, "lower_mittler", totals=totals_) == (-1, -1, -1, 3)
    assert settled(game, "lower_mittler", totals=totals_, taken=(4, 1, 1, 1)) == (-1, -1, -1, 3)
    assert settled(game, "lower_mittler", totals=totals_, taken=(4, 2, 0, 1)) == (-1, -1, -1, 3)


@rule("S30", "S28")
def test_mittler_payment_and_wash() -> None:
    game = sheepshead(all_pass="mittler")
    assert settled(game, "mittler", totals=(50, 30, 20, 15, 5)) == (-1, -1, 4, -1, -1)
    assert settled(game, "mittler", totals=(40, 25, 25, 20, 10)) == (0, 0, 0, 0, 0)


@rule("S31", "SQ14")
@pytest.mark.parametrize("even, kind, best", [("upper", "upper_mittler", 1), ("lower", "lower_mittler", 2)])
def test_an_even_table_chooses_upper_or_lower(even: str, kind: str, best: Seat) -> None:
    game = sheepshead(players=4, all_pass="mittler", mittler_even=even)
    run = played(game, {}, "", all_pass(game))
    assert run.state.contract == Contract(kind)
    assert settled(game, kind, totals=(60, 30, 20, 10))[best] == 3


@rule("S32", "SQ14")
@pytest.mark.parametrize("word, kind", [("upper", "upper_mittler"), ("lower", "lower_mittler")])
def test_the_last_bidder_may_choose_the_middle(word: str, kind: str) -> None:
    game = sheepshead(players=4, all_pass="mittler", mittler_even="last_bidder_decides")
    run = played(game, {}, "", all_pass(game))
    assert (run.state.turn, run.state.phase, menu(game, run.state)) == (3, "middle", "upper, lower")
    assert run.events[-1][1:] == (Turn(3, "middle"),)
    run = played(game, {}, "", f"{all_pass(game)}, 3 {word}")
    assert run.events[-1] == (Said(3, parse_action(word)), ContractSet(Contract(kind)), Turn(0, "tricks"))


@rule("SQ14")
def test_at_an_odd_table_there_is_no_middle_to_choose() -> None:
    game = sheepshead(all_pass="mittler", mittler_even="last_bidder_decides")
    assert played(game, {}, "", all_pass(game)).state.contract == Contract("mittler")


@rule("S33")
@pytest.mark.parametrize("blind, total", [("last_trick", 120), ("discard", 99)])
def test_the_blind_of_a_mittler(blind: str, total: int) -> None:
    game = sheepshead(all_pass="mittler", mittler_blind=blind)
    run = played(game, {}, "AH 10H", all_pass(game))
    assert game.problem(run.state).last_trick == total - 99
    outcome = ended(play_out(game, run.state)[0])
    assert sum(outcome.points) == total
    assert (outcome.blind_to is None) is (blind == "discard")


@rule("S34", "S35", "SQ16")
@pytest.mark.parametrize(
    "points, best",
    [
        ((30, 29, 31, 20, 10), 0),  # exactly 30 is best
        ((31, 29, 32, 18, 10), 1),  # 31 is over
        ((50, 0, 40, 30), 3),
        ((60, 0, 60), 1),  # 0 can win
        ((40, 41, 39), None),  # all over 30
        ((29, 29, 32, 30), 3),
        ((29, 29, 31, 31), None),  # tie
        ((30, 30, 35, 25), None),
        ((30, 25, 25, 40), 0),  # a tie below the best does no harm
    ],
)
def test_a_schneidster_is_won_by_the_total_closest_to_30(points: tuple[int, ...], best: Seat | None) -> None:
    assert schneidster_winner(points) == best


@rule("S34", "S35")
def test_schneidster_payment_and_wash() -> None:
    game = sheepshead(players=4, all_pass="schneidster")
    assert settled(game, "schneidster", totals=(52, 30, 29, 9)) == (-1, 3, -1, -1)
    assert settled(game, "schneidster", totals=(29, 29, 31, 31)) == (0, 0, 0, 0)


@rule("S36", "S37", "S38", "SQ7")
def test_an_all_pass_under_pot_rules() -> None:
    game = sheepshead(all_pass="pot")
    run = played(game, {}, "", all_pass(game), dealer=4, pot=5, redeals=1)
    outcome = ended(run.state)
    assert outcome.delta == (-1,) * 5
    assert of_kind(run.all_events, ThrownIn) == [ThrownIn("S37")]
    standing = game.next_standing(run.state.standing, outcome, Chance("x"))
    assert standing == Standing(4, (-1,) * 5, deal=1, redeals=2, pot=10)


@rule("S39")
@pytest.mark.parametrize("points, delta", [(61, (7, -1, 6, -1, -1)), (60, (-2, 5, -1, 4, 4))])
def test_the_pot_goes_to_the_winning_side_on_top(points: int, delta: tuple[int, ...]) -> None:
    game = sheepshead(all_pass="pot")
    outcome = outcome_of(game, "called_card", 0, dealer=4, partner=2, points=points, tricks=3, pot=10)
    assert (outcome.delta, outcome.pot) == (delta, 0)


@rule("S39")
def test_a_pot_is_paid_out_by_the_engine() -> None:
    game = sheepshead(all_pass="pot")
    run = played(game, FIVE, "7H 8H", f"{PICKED}, 0 call AC", pot=10, scores=(-2,) * 5)
    outcome = ended(play_out(game, run.state)[0])
    assert sum(outcome.delta) == 10
    standing = game.next_standing(run.state.standing, outcome, Chance("x"))
    assert standing is not None
    assert (standing.pot, sum(standing.scores)) == (0, 0)


@rule("S40", "SA5")
@pytest.mark.parametrize(
    "pays, points, pot, delta, left",
    [
        (0, 60, 6, (-2, 3, -1, 3, 3), 0),
        (1, 60, 6, (-3, 3, -1, 3, 3), 1),
        (1, 60, 0, (-3, 1, -1, 1, 1), 1),  # also where the old pot was empty
        (1, 61, 6, (5, -1, 4, -1, -1), 0),  # only a loser pays
    ],
)
def test_a_losing_picker_may_open_the_next_pot(
    pays: int, points: int, pot: int, delta: tuple[int, ...], left: int
) -> None:
    game = sheepshead(all_pass="pot", pot_loser_pays=pays)
    outcome = outcome_of(game, "called_card", 0, dealer=4, partner=2, points=points, tricks=3, pot=pot)
    assert (outcome.delta, outcome.pot) == (delta, left)


@rule("SQ17", "SA6")
@pytest.mark.parametrize(
    "options, picker, partner, won, pot, dealer, shares",
    [
        ({}, 1, 3, True, 10, 4, (0, 5, 0, 5, 0)),
        ({}, 1, 3, True, 5, 4, (0, 3, 0, 2, 0)),  # the odd unit to the picker
        ({}, 1, 3, False, 5, 4, (2, 0, 2, 0, 1)),  # to the defenders first from the dealer's left
        ({}, 1, 3, False, 5, 1, (1, 0, 2, 0, 2)),
        ({}, 1, None, True, 5, 4, (0, 5, 0, 0, 0)),  # a solo picker can win it
        ({}, 1, None, False, 5, 4, (2, 0, 1, 1, 1)),
        ({"pot_split": "picker_takes_all"}, 1, 3, True, 5, 4, (0, 5, 0, 0, 0)),
        ({"pot_split": "picker_takes_all"}, 1, 3, False, 5, 4, (2, 0, 2, 0, 1)),
        ({"players": 4, "partner": "fixed"}, 1, None, True, 5, 3, (0, 3, 0, 2)),
        ({"players": 4, "partner": "fixed"}, 1, None, False, 5, 3, (3, 0, 2, 0)),  # not to the picker
        ({"players": 4, "partner": "fixed"}, 1, None, False, 5, 1, (2, 0, 3, 0)),
        ({"players": 8, "partner": "fixed"}, 6, None, True, 11, 7, (2, 0, 2, 0, 2, 0, 5, 0)),
        ({"players": 4, "partner": "fixed", "pot_split": "picker_takes_all"}, 1, None, True, 5, 3, (0, 5, 0, 0)),
    ],
)
def test_how_the_pot_is_shared(
    options: dict[str, Any],
    picker: Seat,
    partner: Seat | None,
    won: bool,
    pot: int,
    dealer: Seat,
    shares: tuple[int, ...],
) -> None:
    agreed = SheepsheadOptions.make(all_pass="pot", **options)
    assert pot_shares(agreed, picker, partner, won, pot, dealer) == shares


# -- bury and call -----------------------------------------------------------------------------------------------------


@rule("SQ4")
def test_the_picker_buries_as_many_as_the_blind_had_and_any_cards() -> None:
    game = sheepshead()
    run = five("0 pick")
    assert menu(game, run.state) == (
        "bury 8C, bury 9C, bury JC, bury QC, bury QS, bury KS, bury 7H, bury 8H"  # trumps too
    )
    run = five("0 pick, 0 bury QC")
    assert run.events[-1] == (Buried(0, parse_card("QC")), Turn(0, "bury"))
    run = five("0 pick, 0 bury QC, 0 bury KS")
    assert (run.state.phase, run.state.bury) == ("call", CardSet.parse("QC KS").mask)
    assert run.state.hands[0].bit_count() == 6


@rule("SQ4")
def test_aces_and_the_jack_of_diamonds_may_be_buried() -> None:
    written = "sheepshead(players=4,partner=jack_of_diamonds)"
    game = sheepshead(written)
    run = played(game, {0: "AC AS AH JD QC 7D 8D"}, "AD 7C 7S 7H", "0 pick, 0 bury AC, 0 bury AD, 0 bury JD, 0 bury AS")
    assert run.state.bury == CardSet.parse("AC AD JD AS").mask


@rule("SQ4", "X8")
def test_nobody_sees_the_bury_before_the_count() -> None:
    run = five(f"{PICKED}, 0 call AC")
    for viewer in (None, 1, 2, 3, 4):
        seen = [seen_by(event, viewer) for event in run.all_events]
        assert [e.card for e in of_kind(seen, Buried)] == [None, None]
        assert [e.cards for e in of_kind(seen, BlindTaken)] == [None]
    _, events = play_out(sheepshead(), run.state)
    buried = tuple((0, Bury(parse_card(name))) for name in ("7H", "8H"))
    assert of_kind(events, DealShown)[0].hidden == buried


@rule("SQ2")
@pytest.mark.parametrize("written", ["sheepshead(players=8)", "sheepshead(players=4,four_handed=8+0)"])
def test_without_a_blind_the_picker_buries_nothing_and_calls_as_usual(written: str) -> None:
    game = sheepshead(written)
    run = played(game, {0: "7C 8C QC QS", 1: "AC AS AH AD"}, "", "0 pick")
    assert run.events[-1] == (Said(0, Pick()), Turn(0, "call"))
    assert "call AC" in menu(game, run.state)


@rule("SQ2")
def test_without_a_blind_and_a_call_the_play_begins_at_once() -> None:
    game = sheepshead(players=8, partner="fixed")
    run = played(game, {}, "", "0 pass, 1 pick")
    assert run.events[-1][1:] == (ContractSet(Contract("fixed_partners", 1)), Turn(0, "tricks"))


@rule("S41", "S50", "S42", "SQ3")
def test_after_the_bury_the_picker_calls_or_plays_alone() -> None:
    game = sheepshead()
    run = five(PICKED)
    assert (run.state.turn, run.state.phase) == (0, "call")
    assert menu(game, run.state) == "call AC, call AS, alone"
    assert why(game, five("0 pick, 0 bury 7H").state, "call AC").code == "wrong_phase"
    with_partner = five(f"{PICKED}, 0 call AC").state
    assert (with_partner.phase, with_partner.turn, with_partner.trick) == ("tricks", 0, ())
    alone = five(f"{PICKED}, 0 alone").state
    assert picker_side(game.options, 0, with_partner.partner) == (0, 2)
    assert picker_side(game.options, 0, alone.partner) == (0,)


@rule("S41", "S50")
def test_what_a_call_lets_everybody_hear() -> None:
    run = five(f"{PICKED}, 0 call AC")
    ace = parse_card("AC")
    assert run.events[-1] == (
        Said(0, Call(ace)),
        Implied(0, lacks=1 << ace, some=CardSet.parse("7C 8C 9C 10C KC").mask),
        ContractSet(Contract("called_card", 0, partner_card=ace)),
        Turn(0, "tricks"),
    )
    run = five(f"{PICKED}, 0 alone")
    assert run.events[-1] == (Said(0, parse_action("alone")), ContractSet(Contract("alone", 0)), Turn(0, "tricks"))


CALLS = [  # hand after the bury, bury, callable cards; no card: solo
    ("9C QS QC JC JS KS", "7H 8H", "AC AS"),  # S44: the ace of a fail suit with a hold card
    ("9C 9S 9H QC QS QH", "7D 8D", "AC AS AH"),
    ("9C KD QC QS QH QD", "7D 8D", "AC"),  # S44, S6: no call in diamonds
    ("AC 9C QC QS QH QD", "7S 7H", ""),  # S48: the ace is in hand
    ("9C QC QS QH QD JC", "AC 7H", ""),  # S49: the ace is buried
    ("QC QS QH QD JC JS", "9C 8C", ""),  # S47, SQ19, SQ20: void; a buried hold card does not count
    ("QS JS QC 9H AH 8D", "10C KC", ""),  # SQ18: queen and jack of spades are trumps
    ("10C QS QC JC JS JH", "7S 7H", "AC"),  # any fail but the ace is a hold card
    ("AC AS AH QC QS QH", "7C 8C", "10C 10S 10H"),  # S56: three aces
    ("AC AS AH 10C QS QH", "7C 8C", "10S 10H"),  # SQ23: not a ten in hand
    ("AC AS AH QC QS QH", "10C 8C", "10S 10H"),  # nor a buried one
    ("AC AS AH 10C 10S QH", "10H 8C", ""),  # none left: solo
    ("AC AS AH 10C 10S 10H", "QC QS", ""),  # S60
    ("AC AS QC QS JD JH", "AH KH", ""),  # SQ23: a buried ace is not held
    ("AC AS 9H QC QS JD", "7C 8C", "AH"),  # two aces: the third is called
    ("AC AS 10C 9H QC QS", "AH 8C", ""),
]


@rule("S43", "S44", "S47", "S48", "S49", "S56", "S60", "SQ18", "SQ19", "SQ20", "SQ23")
@pytest.mark.parametrize("hand, bury, cards", CALLS)
def test_which_cards_can_be_called(hand: str, bury: str, cards: str) -> None:
    found = callable_cards(CardSet.parse(hand).mask, CardSet.parse(bury).mask, SheepsheadOptions.make())
    assert found == CardSet.parse(cards).mask


@rule("S41", "S60", "SQ22", "SQ23", "SQ24")
@pytest.mark.parametrize("hand, bury, cards", CALLS)
def test_the_picker_is_offered_those_calls_and_alone(hand: str, bury: str, cards: str) -> None:
    game = sheepshead()
    first, second = bury.split()
    run = played(game, {0: hand}, bury, f"0 pick, 0 bury {first}, 0 bury {second}")
    assert menu(game, run.state) == ", ".join([f"call {name}" for name in cards.split()] + ["alone"])


@rule("S45", "S46")
def test_the_holder_of_the_called_ace_is_the_partner() -> None:
    assert five(f"{PICKED}, 0 call AC").state.partner == 2
    assert five(f"{PICKED}, 0 call AS").state.partner == 3


@rule("S62", "SQ21")
@pytest.mark.parametrize(
    "hand, bury, call, code, law",
    [
        ("AC 9C QC QS QH QD", "7S 7H", "call AC", "called_card_held", "S48"),
        ("AC QC QS QH QD JC", "7S 7H", "call AC", "called_card_held", "S48"),  # only the ace of the suit
        ("9C QC QS QH QD JC", "AC 7H", "call AC", "called_card_buried", "S49"),
        ("QC QS QH QD JC JS", "9C 8C", "call AC", "no_hold_card", "S47"),
        ("9C QC QS QH QD JC", "7S 7H", "call AS", "no_hold_card", "S47"),
        ("9C QC QS QH QD JC", "7S 7H", "call AD", "not_callable", "S44"),
        ("9C QC QS QH QD JC", "7S 7H", "call KC", "not_callable", "S44"),
        ("AC AS 9H QC QS QH", "7C 8C", "call 10C", "ten_needs_aces", "S56"),
        ("AC AS AH 10C QS QH", "7C 8C", "call 10C", "called_card_held", "S48"),
        ("AC AS AH QC QS QH", "10C 8C", "call 10C", "called_card_buried", "S49"),
        ("AC AS AH QC QS QH", "7C 8C", "call AC", "called_card_held", "S48"),
    ],
)
def test_a_forbidden_call_is_refused(hand: str, bury: str, call: str, code: str, law: str) -> None:
    game = sheepshead()
    first, second = bury.split()
    state = played(game, {0: hand}, bury, f"0 pick, 0 bury {first}, 0 bury {second}").state
    refused = why(game, state, call)
    assert (refused.code, refused.rule) == (code, law)


TENS = {0: "AC AS AH KC QC QS", 1: "10C 9C 7S 7H 7D 8D", 2: "10S KS 9S 8S 9D KD", 3: "10H KH 9H 8H JD QD"}
TEN_CALL = "0 pick, 0 bury 7C, 0 bury 8C, 0 call 10C"


@rule("S56", "S57", "S59", "SQ23")
def test_a_called_ten_is_announced_and_the_ace_is_kept() -> None:
    run = played(sheepshead(), TENS, "7C 8C", TEN_CALL)
    ten, aces = parse_card("10C"), CardSet.parse("AC AS AH").mask
    assert run.events[-1][:2] == (Said(0, Call(ten)), Implied(0, holds=aces, lacks=1 << ten))
    assert action_text(run.events[-1][0].action) == "call 10C"  # type: ignore[union-attr]
    assert run.state.partner == 1
    assert run.state.duties == (Duty(1, 0, 1 << ten), Duty(0, 0, 1 << parse_card("AC")))


@rule("S61", "SQ22", "SA7")
@pytest.mark.parametrize(
    "hand, bury, unknown, cards",
    [
        ("AC QC QS QH JC JS", "AS 10S", "forced_solo", ""),
        ("AC QC QS QH JC JS", "AS 10S", "hidden_partner", "AH"),  # clubs held, spades buried
        ("QD QC QS QH JC JS", "7D 8D", "hidden_partner", "AC AS AH"),
        ("9C QC QS QH JC JS", "7D 8D", "hidden_partner", "AC"),  # an ordinary call comes first
        ("AC AS AH QC QS QH", "7C 8C", "hidden_partner", "10C 10S 10H"),
        ("AC AS AH 10C 10S 10H", "7C 8C", "hidden_partner", ""),
    ],
)
def test_no_ordinary_call(hand: str, bury: str, unknown: str, cards: str) -> None:
    options = SheepsheadOptions.make(unknown_call=unknown)
    assert callable_cards(CardSet.parse(hand).mask, CardSet.parse(bury).mask, options) == CardSet.parse(cards).mask


UNKNOWN = "sheepshead(unknown_call=hidden_partner)"
VOID = {0: "QC QS QH QD JC JS", 1: "AC 10C 9C 7D 8D 9D"}


@rule("SQ22", "SA7")
def test_an_unknown_ace_has_a_partner_with_a_duty_and_a_picker_without() -> None:
    game = sheepshead(UNKNOWN)
    run = played(game, VOID, "KD 10D", "0 pick, 0 bury KD, 0 bury 10D, 0 call AC")
    assert (run.state.partner, run.state.duties) == (1, (Duty(1, 0, 1 << parse_card("AC")),))
    assert duties_of(0, CardSet.parse("9C").mask, 1, parse_card("AC"))[1] == Duty(0, 0, ORDER.classes[0])


@rule("SQ22")
def test_an_unknown_call_sounds_like_any_other() -> None:
    ace = parse_card("AC")
    void = played(sheepshead(UNKNOWN), VOID, "KD 10D", "0 pick, 0 bury KD, 0 bury 10D, 0 call AC")
    held = played(sheepshead(UNKNOWN), FIVE, "7H 8H", f"{PICKED}, 0 call AC")
    assert void.events[-1] == held.events[-1]
    assert Implied(0, lacks=1 << ace) in held.events[-1]


@rule("SA7")
def test_an_unknown_ace_only_without_an_ordinary_call() -> None:
    game = sheepshead(UNKNOWN)
    refused = why(game, five(PICKED, UNKNOWN).state, "call AH")
    assert (refused.code, refused.rule) == ("ordinary_call_first", "SA7")


@rule("SA7", "SQ24", "SQ40", "SQ22")
@pytest.mark.parametrize(
    "written, hands, blind, by_choice",
    [
        ("sheepshead", FIVE, "7H 8H", True),
        ("sheepshead", VOID, "KD 10D", False),
        (UNKNOWN, VOID, "KD 10D", True),
        ("sheepshead", TENS, "7C 8C", True),  # a ten could be called
        ("sheepshead", {0: "AC AS AH 10C 10S 10H"}, "KD 10D", False),
    ],
)
def test_which_solo_is_by_choice(written: str, hands: dict[int, str], blind: str, by_choice: bool) -> None:
    first, second = blind.split()
    run = played(sheepshead(written), hands, blind, f"0 pick, 0 bury {first}, 0 bury {second}, 0 alone")
    assert run.state.by_choice is by_choice
    assert run.events[-1][1] == ContractSet(Contract("alone", 0))  # which it was, nobody is told


@rule("S63", "SQ43")
@pytest.mark.parametrize("card", ["7H", "9C"])
def test_a_hand_that_no_rule_settles_is_void_and_dealt_again(card: str) -> None:
    game = sheepshead(all_pass="doubler")
    state = played(game, FIVE, "7H 8H", PICKED, dealer=4, doublers=1, pot=3).state
    step = game.apply(state, Call(parse_card(card)))  # the trusted door lets an impossible call in
    assert of_kind(step.events, ThrownIn) == [ThrownIn("S63")]
    outcome = ended(step.state)
    assert outcome.delta == (0,) * 5
    assert game.next_standing(state.standing, outcome, Chance("x")) == Standing(
        4, (0,) * 5, redeals=1, doublers=1, pot=3
    )


# -- other partner systems ---------------------------------------------------------------------------------------------

JACK = "sheepshead(partner=jack_of_diamonds)"


@rule("S64", "S66")
def test_the_holder_of_the_jack_of_diamonds_is_the_partner_and_nothing_is_said() -> None:
    run = five(PICKED, JACK)
    contract = Contract("jack_of_diamonds", 0, partner_card=parse_card("JD"))
    assert run.events[-1] == (Buried(0, parse_card("8H")), ContractSet(contract), Turn(0, "tricks"))
    assert run.state.partner == 1
    assert run.state.duties == ()


@rule("S64", "S65", "SQ25")
@pytest.mark.parametrize("jack_at, partner", [(0, None), (1, 1), (4, 4), (None, None)])
def test_where_the_jack_is_decides_the_partner(jack_at: Seat | None, partner: Seat | None) -> None:
    hands = tuple(CardSet.parse("JD" if seat == jack_at else "").mask for seat in range(5))
    assert jack_partner(0, hands) == partner


@rule("S66")
def test_the_jack_shows_the_partner_when_it_is_played() -> None:
    run = five(f"{PICKED}, 0 QC, 1 9D", JACK)
    assert not of_kind(run.all_events, PartnerShown)
    run = five(f"{PICKED}, 0 QC, 1 JD", JACK)
    jack = parse_card("JD")
    assert run.events[-1] == (Played(1, jack), PartnerShown(1, jack))


@rule("S65", "S67", "SQ25")
@pytest.mark.parametrize("bury", ["0 bury 7D, 0 bury 7H", "0 bury JD, 0 bury 7H", "0 bury 7H, 0 bury JD"])
@pytest.mark.parametrize("hand, blind", [("JD 7D 7H QC QS AC", "8H 9H"), ("7D 7H QC QS AC 8H", "JD 9H")])
def test_a_picker_with_the_jack_plays_solo_wherever_it_came_from_or_went(hand: str, blind: str, bury: str) -> None:
    game = sheepshead(JACK)
    run = played(game, {0: hand}, blind, f"0 pick, {bury}")
    assert run.state.partner is None
    partnered = played(game, {0: "7D 7H QC QS AC 8H", 1: "JD 8D 9D KD 10D AD"}, "9H KH", "0 pick, 0 bury 7H, 0 bury 8H")
    assert run.events[-1][1:] == partnered.events[-1][1:]  # SQ25: it looks like any other hand
    _, events = play_out(game, run.state)
    assert not of_kind(events, PartnerShown)


@rule("SQ24")
def test_no_voluntary_solo_with_the_jack() -> None:
    game = sheepshead(JACK)
    run = five(PICKED, JACK)
    assert run.state.phase == "tricks"
    assert why(game, run.state, "alone").code == "wrong_phase"


@rule("S68", "SQ41")
def test_fixed_teams_alternate_and_the_bidding_finds_the_picker() -> None:
    game = sheepshead(players=4, partner="fixed")
    run = played(game, {}, "", "0 pass, 1 pick")
    cards = [action_text(action) for action in game.legal(run.state)[:4]]
    run = played(game, {}, "", "0 pass, 1 pick, " + ", ".join(f"1 {card}" for card in cards))
    assert run.events[-1][1:] == (ContractSet(Contract("fixed_partners", 1)), Turn(0, "tricks"))
    assert picker_side(game.options, 1, None) == (1, 3)
    assert game.problem(run.state).sides == (0, 1, 0, 1)
    assert picker_side(SheepsheadOptions.make(players=6, partner="fixed"), 5, None) == (5, 1, 3)


@rule("SQ41")
@pytest.mark.parametrize("players", [5, 7])
def test_fixed_teams_need_an_even_table(players: int) -> None:
    with pytest.raises(BadOptions, match="even number") as refused:
        sheepshead(players=players, partner="fixed")
    assert (refused.value.code, refused.value.rule) == ("odd_teams", "SQ41")


@rule("S69")
def test_at_a_solo_only_table_the_picker_is_always_alone() -> None:
    written = "sheepshead(partner=solo_only)"
    run = five(PICKED, written)
    assert run.events[-1][1:] == (ContractSet(Contract("alone", 0)), Turn(0, "tricks"))
    assert (run.state.partner, run.state.duties) == (None, ())


@rule("SQ3", "SA1")
def test_three_players_play_solo_only() -> None:
    assert sheepshead(players=3).options.partner == "solo_only"
    assert [sheepshead(players=n).options.partner for n in range(4, 9)] == ["called_ace"] * 5
    assert sheepshead("sheepshead(players=3,partner=solo_only)").options.text() == "sheepshead(players=3)"


@rule("SA1")
@pytest.mark.parametrize("partner", ["called_ace", "jack_of_diamonds", "fixed"])
def test_three_players_with_a_partner_system_are_refused(partner: str) -> None:
    with pytest.raises(BadOptions, match="solo only") as refused:
        sheepshead(players=3, partner=partner)
    assert (refused.value.code, refused.value.rule) == ("three_players", "SA1")


# -- play --------------------------------------------------------------------------------------------------------------


@rule("S70")
@pytest.mark.parametrize("dealer, forehand", [(4, 0), (0, 1), (3, 4)])
def test_forehand_leads_whoever_picked(dealer: Seat, forehand: Seat) -> None:
    picker = (forehand + 1) % 5
    run = five(f"{forehand} pass, {picker} pick, {picker} bury 7H, {picker} bury 8H, {picker} alone", dealer=dealer)
    assert (run.state.turn, run.state.leader) == (forehand, forehand)


@rule("S71", "S77", "S2")
def test_the_winner_of_a_trick_keeps_it_and_leads_to_the_next() -> None:
    run = five(f"{PICKED}, 0 alone, 0 KS, 1 7S, 2 9S, 3 AS, 4 KH")
    assert (run.state.turn, run.state.leader, run.state.trick) == (3, 3, ())
    assert run.state.tricks == (0, 0, 0, 1, 0)
    assert run.state.points == (0, 0, 0, 19, 0)
    assert run.events[-1][1:] == (TrickWon(3, 19),)


@rule("S77")
def test_the_heaps_stay_closed_until_the_count() -> None:
    game = sheepshead()
    run = five(f"{PICKED}, 0 alone")
    _, events = play_out(game, run.state)
    assert [type(event) for event in events[-2:]] == [DealScored, DealShown]
    assert not any(type(event) in (DealScored, DealShown) for event in events[:-2])


@rule("S72", "S78")
def test_any_card_may_be_led_trumps_too() -> None:
    game = sheepshead()
    assert menu(game, five(f"{PICKED}, 0 alone").state) == "8C, 9C, JC, QC, QS, KS"
    assert menu(game, five(f"{PICKED}, 0 call AC").state) == "8C, 9C, JC, QC, QS, KS"
    assert five(f"{PICKED}, 0 call AC, 0 QC").state.trick == (parse_card("QC"),)


@rule("S73", "S75", "X2")
@pytest.mark.parametrize(
    "actions, cards",
    [
        ("0 KS", "7S, 8S"),  # a fail suit must be followed
        ("0 KS, 1 7S, 2 9S", "10S, AS"),
        ("0 QS", "9D, JD"),  # the queen of spades is a trump, not a spade
        ("0 JC, 1 9D", "QH, 7D"),
        ("0 JC, 1 9D, 2 7D", "10D, KD"),  # trump led: whoever has one plays one
    ],
)
def test_the_suit_led_must_be_followed(actions: str, cards: str) -> None:
    game = sheepshead()
    assert menu(game, five(f"{PICKED}, 0 alone, {actions}").state) == cards


@rule("S73")
def test_not_following_is_refused() -> None:
    state = five(f"{PICKED}, 0 alone, 0 KS").state
    refused = why(sheepshead(), state, "JD")
    assert (refused.code, refused.rule) == ("must_follow", "S73")


@rule("S74", "S79")
def test_whoever_is_void_may_play_anything() -> None:
    game = sheepshead()
    state = five(f"{PICKED}, 0 alone, 0 KS, 1 7S, 2 9S, 3 10S").state
    assert menu(game, state) == "JS, JH, KH, 8D, QD, AD"  # trump in or slough
    hands = {0: "KS", 1: "7C 8C 9C 7D QS JS", 2: "10C KC AC 8D QH JH"}
    state = played(game, hands, "", "0 pass, 1 pass, 2 pass, 3 pass, 4 pass, 0 KS, 1 JS").state
    assert menu(game, state) == "10C, KC, AC, JH, QH, 8D"  # S79: over the jack, under it, or not at all


@rule("S75", "S76")
@pytest.mark.parametrize(
    "trick, place",
    [
        ("AC 10C 7D KC 9C", 2),  # the smallest trump beats the ace
        ("AD QD JC 10D 7D", 1),
        ("9S AH 10H KS 8S", 3),  # an ace of another suit does not win
        ("7C 8C 9C 10C KC", 3),
        ("7C AS AH AD QC", 4),
        ("KH 10H AH 9H 8H", 2),
        ("7H JD 7D AH KH", 1),
    ],
)
def test_who_wins_a_trick(trick: str, place: int) -> None:
    assert taken_by(trick) == place


# -- duties of the called suit -----------------------------------------------------------------------------------------


@rule("S46")
@pytest.mark.parametrize("actions", ["0 9C, 1 7C, 2 AC", "0 KS, 1 7S, 2 9S, 3 AS, 4 KH, 3 AH, 4 8D, 0 8C, 1 9D, 2 9H"])
def test_the_partner_is_shown_by_the_called_card_and_not_before(actions: str) -> None:
    run = five(f"{PICKED}, 0 call AC, {actions}")
    shown = of_kind(run.all_events, PartnerShown)
    assert shown == ([PartnerShown(2, parse_card("AC"))] if actions.endswith("AC") else [])


@rule("S46")
def test_the_partner_is_shown_before_the_trick_is_taken() -> None:
    run = played(
        sheepshead(),
        {**FIVE, 4: "AC AD QD JH JS 8D", 2: "KH 10C 7D 9S 9H QH"},
        "7H 8H",
        f"{PICKED}, 0 call AC, 0 9C, 1 7C, 2 10C, 3 10D, 4 AC",
    )
    assert [type(event) for event in run.events[-1]] == [Played, PartnerShown, TrickWon]


@rule("S46", "X8")
def test_until_then_the_partnership_is_secret() -> None:
    """A defender cannot exclude any seat that might have the ace; nothing that was sent differs."""
    game = sheepshead()
    run = five(f"{PICKED}, 0 call AC, 0 KS, 1 7S")
    view = view_of(game, 3, run.all_events)
    worlds = Worlds(game, view)
    ace = parse_card("AC")
    stream = Chance("worlds").stream("test")
    holders = {
        next(seat for seat, hand in enumerate(worlds.sample(stream).deal.hands) if hand >> ace & 1) for _ in range(40)
    }
    assert holders == {1, 2, 4}


@rule("S51", "SQ26", "SQ27")
@pytest.mark.parametrize(
    "hold, lead, cards",
    [
        ("9C", "KC", "9C"),
        ("9C 8C", "KC", "8C, 9C"),  # any card of the suit will do
        ("9C", "7H", "JC, QC, QS, 7D, 8D"),  # S55: the only hold card is kept
        ("9C 8C", "7H", "8C, 9C, JC, QC, QS, 7D"),  # one of two may go
    ],
)
def test_the_pickers_hold_card(hold: str, lead: str, cards: str) -> None:
    game = sheepshead()
    trumps = "QC QS JC 7D 8D"
    hand = " ".join([*hold.split(), *trumps.split()][:6])
    hands = {0: "KC 7H 8H 9H 10H KH", 1: hand, 2: "AC 10C 7C 9D KD 10D"}
    run = played(game, hands, "7S 8S", f"0 pass, 1 pick, 1 bury 7S, 1 bury 8S, 1 call AC, 0 {lead}")
    assert menu(game, run.state) == cards


@rule("S55", "S62", "SQ26")
def test_the_last_hold_card_is_kept_when_the_other_has_gone() -> None:
    game = sheepshead()
    hands = {0: "KC 7H 8H 9H KH AH", 1: "9C 8C QC QS JC 7D", 2: "AC 10C 7C 9D KD 10D", 4: "9S 10S KS JH QH 8D"}
    bought = "0 pass, 1 pick, 1 bury 7S, 1 bury 8S, 1 call AC"
    run = played(game, hands, "7S 8S", f"{bought}, 0 AH, 1 9C, 2 10C, 3 10H, 4 9S, 0 KH")
    assert menu(game, run.state) == "JC, QC, QS, 7D"
    refused = why(game, run.state, "8C")
    assert (refused.code, refused.rule) == ("must_keep_due_card", "S55")
    assert refused.sentence == "You must keep 8C until clubs are led or the last trick comes."


@rule("S52")
def test_the_partner_must_play_the_called_ace_when_the_suit_is_first_led() -> None:
    game = sheepshead()
    state = five(f"{PICKED}, 0 call AC, 0 9C, 1 7C").state
    assert menu(game, state) == "AC"  # not 10C
    refused = why(game, state, "10C")
    assert (refused.code, refused.rule) == ("must_play_due_card", "S52")
    assert refused.sentence == "Clubs are led for the first time, so you must play AC."
    assert menu(game, five(f"{PICKED}, 0 alone, 0 9C, 1 7C").state) == "10C, AC"


SMEAR = {0: "9C KS QC QS JC 7D", 2: "AC 10C QH 8D 9D KD"}


@rule("S54", "S62", "SQ29")
def test_the_partner_may_not_throw_the_called_ace_on_another_suit() -> None:
    game = sheepshead()
    bought = "0 pick, 0 bury 7H, 0 bury 8H, 0 call AC, 0 KS"
    lead = played(game, SMEAR, "7H 8H", bought).state
    state = game.apply(lead, game.legal(lead)[0]).state
    assert menu(game, state) == "10C, QH, 8D, 9D, KD"
    refused = why(game, state, "AC")
    assert (refused.code, refused.rule) == ("must_keep_due_card", "S54")


@rule("S46", "X8")
@pytest.mark.parametrize("card", ["KD", "AH", "AC", "10C"])
def test_a_refusal_tells_a_defender_nothing_of_the_partner(card: str) -> None:
    """Seat 3 hears the same whether seat 2 or seat 4 has the called ace."""
    game = sheepshead()
    actions = f"{PICKED}, 0 call AC, 0 KS, 1 7S, 2 9S"
    swapped = {**FIVE, 2: "KH 10C 7D 9S 9H QH", 4: "AC AD QD JH JS 8D"}
    heard = [str(why(game, played(game, hands, "7H 8H", actions).state, card)) for hands in (FIVE, swapped)]
    assert heard[0] == heard[1]


LEADS = {0: "AC 10C 7C QH 8D KS", 1: "9C 8C QC QS JC 7D", 3: "KC 9S 10S AS 9D KD"}


@rule("SQ28")
def test_a_partner_who_leads_the_suit_first_leads_the_ace() -> None:
    game = sheepshead()
    state = played(game, LEADS, "7H 8H", "0 pass, 1 pick, 1 bury 7H, 1 bury 8H, 1 call AC").state
    assert menu(game, state) == "AC, KS, QH, 8D"
    refused = why(game, state, "10C")
    assert (refused.code, refused.rule) == ("must_lead_due_card", "SQ28")


@rule("SQ31", "SQ27")
@pytest.mark.parametrize(
    "hands, blind, actions",
    [
        (FIVE, "7H 8H", f"{PICKED}, 0 call AC, 0 9C, 1 7C, 2 AC, 3 10H, 4 KH"),  # led by the picker
        (LEADS, "7H 8H", "0 pass, 1 pick, 1 bury 7H, 1 bury 8H, 1 call AC, 0 AC, 1 9C, 2 7S, 3 KC, 4 KH"),  # partner
    ],
)
def test_duties_end_with_the_first_trick_of_the_suit(hands: dict[int, str], blind: str, actions: str) -> None:
    game = sheepshead()
    run = played(game, hands, blind, actions)
    assert run.states[-2].duties != ()  # in force until the trick is over
    assert run.state.duties == ()
    assert "10C" in menu(game, run.state)  # the partner's other clubs are free


@rule("SQ31")
def test_duties_end_when_a_defender_leads_the_suit_and_the_hold_card_is_free_then() -> None:
    game = sheepshead()
    hands = {0: "KC 7H 8H 9H KH AH", 1: "9C 8C QC QS JC 7D", 2: "AC 10C 7C 9D KD 10D", 4: "9S 10S KS JH QH 8D"}
    bought = "0 pass, 1 pick, 1 bury 7S, 1 bury 8S, 1 call AC"
    state = played(game, hands, "7S 8S", f"{bought}, 0 KC, 1 9C, 2 AC, 3 10H, 4 8D, 4 9S").state
    assert state.duties == ()
    state = played(game, hands, "7S 8S", f"{bought}, 0 KC, 1 9C, 2 AC, 3 10H, 4 8D, 4 9S, 0 7H").state
    assert menu(game, state) == "8C, JC, QC, QS, 7D"  # void in spades, and 8C need not be kept


@rule("S53", "SQ30", "S55", "S54")
def test_if_the_suit_is_never_led_both_cards_fall_on_the_last_trick() -> None:
    game = sheepshead(players=8)
    seen = 0
    for seed in range(300):
        standing, _ = game.first_standing(Chance(str(seed)))
        state = game.begin(standing, Chance(str(seed)).deal(DECK32, 1, 0)).state
        for action in (Pick(), None):
            state = game.apply(state, action or game.legal(state)[0]).state
        if state.partner is None or not state.duties:
            continue
        while any(hand & (hand - 1) for hand in state.hands) or state.trick:
            if not state.duties:
                break
            plain = [a for a in game.legal(state) if isinstance(a, Play) and ORDER.cls[a.card] != state.duties[0].cls]
            state = game.apply(state, plain[0] if plain and not state.trick else game.legal(state)[0]).state
        if state.duties and not state.trick:
            seen += 1
            assert state.partner is not None
            assert state.picker is not None
            assert state.called is not None
            assert state.hands[state.partner] == 1 << state.called
            assert state.hands[state.picker] & ORDER.classes[state.duties[0].cls]
            final, events = play_out(game, state)  # SQ30: and there they may be played
            assert of_kind(events, PartnerShown) == [PartnerShown(state.partner, state.called)]
            assert final.outcome is not None
    assert seen >= 10


TEN_LED = {0: "AC AS AH KC QC QS", 1: "10C 7C 7S 7H 7D 8D", 4: "9C KH 9S 8S 9D KD"}


@rule("S57", "S58", "SQ27")
def test_when_a_ten_was_called_picker_and_partner_play_ace_and_ten() -> None:
    game = sheepshead()
    bought = "4 pass, 0 pick, 0 bury 8C, 0 bury 9H, 0 call 10C"
    first = played(game, TEN_LED, "8C 9H", f"{bought}, 4 9C", dealer=3).state
    assert menu(game, first) == "AC"
    refused = why(game, first, "KC")
    assert (refused.code, refused.rule) == ("must_play_due_card", "S58")
    second = played(game, TEN_LED, "8C 9H", f"{bought}, 4 9C, 0 AC", dealer=3).state
    assert menu(game, second) == "10C"
    assert why(game, second, "7C").rule == "S58"


@rule("SQ27", "SQ28")
def test_when_a_ten_was_called_its_suit_is_first_led_with_ace_or_ten() -> None:
    game = sheepshead()
    state = played(game, TENS, "7C 8C", TEN_CALL).state
    assert menu(game, state) == "QC, AC, QS, AS, AH"
    refused = why(game, state, "KC")
    assert (refused.code, refused.rule) == ("must_lead_due_card", "SQ27")
    partner = played(
        game, TEN_LED, "8C 9H", "1 pass, 2 pass, 3 pass, 4 pass, 0 pick, 0 bury 8C, 0 bury 9H, 0 call 10C", dealer=0
    )
    assert menu(game, partner.state) == "10C, 7S, 7H, 7D, 8D"
    assert why(game, partner.state, "7C").rule == "SQ28"


@rule("SQ27")
def test_the_picker_may_lead_the_called_suit() -> None:
    game = sheepshead()
    assert "9C" in menu(game, five(f"{PICKED}, 0 call AC").state).split(", ")
    hands = {**FIVE, 0: "QC QS JC 9C JS KS", 4: "KH AD QD JH 8C 8D"}
    assert "9C" in menu(game, played(game, hands, "7H 8H", f"{PICKED}, 0 call AC").state).split(
        ", "
    )  # also the only one


@rule("S51", "S52", "S54", "S55", "S57", "S58", "SQ26")
@pytest.mark.parametrize(
    "hand, led, role, called, cards",
    [
        ("AC 10C 7D", "8C", "partner", "AC", "AC"),
        ("AC 10C 7D", "KS", "partner", "AC", "10C 7D"),
        ("AC 10C 7D", "", "partner", "AC", "AC 7D"),
        ("AC", "KS", "partner", "AC", "AC"),
        ("9C QS 7H", "KS", "picker", "AC", "QS 7H"),
        ("9C 8C QS", "KS", "picker", "AC", "9C 8C QS"),
        ("9C 8C QS", "10C", "picker", "AC", "9C 8C"),
        ("9C 8C QS", "", "picker", "AC", "9C 8C QS"),
        ("9C", "KS", "picker", "AC", "9C"),
        ("AS KS QC", "7S", "picker", "10S", "AS"),
        ("AS KS QC", "9H", "picker", "10S", "KS QC"),
        ("AS KS QC", "", "picker", "10S", "AS QC"),
        ("AS KS", "9H", "picker", "10S", "KS"),
        ("10S 9S 7H", "AS", "partner", "10S", "10S"),
    ],
)
def test_what_a_duty_leaves(hand: str, led: str, role: str, called: str, cards: str) -> None:
    game = sheepshead()
    held, trick = CardSet.parse(hand).mask, parse_cards(led)
    seat = 1 if role == "picker" else 2
    duties = duties_of(1, held if role == "picker" else -1, 2, parse_card(called))
    state = structs.replace(
        five(f"{PICKED}, 0 alone").state,
        hands=(0, held, held, 0, 0),
        trick=trick,
        turn=seat,
        picker=1,
        partner=2,
        called=parse_card(called),
        duties=duties,
    )
    assert game.legal(state) == tuple(Play(c) for c in cards_in(CardSet.parse(cards).mask))


@rule("SQ32", "SQ42", "S81")
@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("unknown", ["forced_solo", "hidden_partner"])
def test_duties_never_leave_a_player_without_a_card_and_every_partner_is_found(players: int, unknown: str) -> None:
    game = sheepshead(players=players, unknown_call=unknown)
    for seed in range(25):
        chance = Chance(f"{players}/{seed}")
        stream = chance.stream("play")
        standing, _ = game.first_standing(chance)
        state = game.apply(game.begin(standing, chance.deal(DECK32, 1, 0)).state, Pick()).state
        state, events = play_out(game, state, lambda legal, stream=stream: legal[stream.below(len(legal))])  # type: ignore[misc]
        outcome = ended(state)
        assert sum(outcome.points) + points_of(cards_in(state.bury), ORDER) == 120
        assert len(of_kind(events, PartnerShown)) == (state.partner is not None)


# -- counting ----------------------------------------------------------------------------------------------------------


@rule("S82", "S83", "S84", "S85", "S86", "S87", "SQ34", "SQ35", "SQ36")
@pytest.mark.parametrize(
    "points, tricks, of, out_at, won, degree",
    [
        (61, 3, 6, 31, True, 1),
        (60, 3, 6, 31, False, 1),
        (89, 4, 6, 31, True, 1),
        (90, 4, 6, 31, True, 2),
        (89, 4, 6, 30, True, 1),
        (90, 4, 6, 30, True, 1),
        (91, 4, 6, 30, True, 2),
        (31, 2, 6, 31, False, 1),
        (30, 2, 6, 31, False, 2),
        (31, 2, 6, 30, False, 1),
        (30, 2, 6, 30, False, 2),  # the number is for the defenders only
        (120, 5, 6, 31, True, 2),  # the defenders' trick was empty: no Schwarz
        (120, 6, 6, 31, True, 3),
        (20, 0, 6, 31, False, 3),
        (0, 1, 6, 31, False, 2),  # one trick: no Schwarz
        (44, 0, 7, 31, False, 3),  # SQ36: by tricks, although 44 is more than 30
    ],
)
def test_the_result_of_the_pickers_side(points: int, tricks: int, of: int, out_at: int, won: bool, degree: int) -> None:
    found = verdict(points, tricks, of, out_at)
    assert (found.won, found.degree) == (won, degree)


@rule("S80", "S81", "SA8")
def test_the_bury_counts_for_the_pickers_side_but_not_as_points_of_tricks() -> None:
    game = sheepshead()
    run = five("0 pick, 0 bury KS, 0 bury QC, 0 call AC")
    assert game.problem(run.state).points == (7, 0, 0, 0, 0)
    state, _ = play_out(game, run.state)
    outcome = ended(state)
    assert sum(outcome.points) == 113
    assert outcome.blind_to is None
    side = outcome.points[0] + outcome.points[2] + 7
    tricks = outcome.tricks[0] + outcome.tricks[2]
    assert outcome.delta == settled(game, "called_card", 0, partner=2, points=side, tricks=tricks)


@rule("S80", "SQ36")
def test_the_bury_may_decide() -> None:
    game = sheepshead(players=4, partner="solo_only")
    hands = {0: "QC QS 7C 8C 9C 7S 8S", 1: "10D 9D", 2: "KD 8D", 3: "QD 7D"}
    bury = "0 bury AC, 0 bury AS, 0 bury AH, 0 bury AD"
    run = played(game, hands, "AC AS AH AD", f"0 pick, {bury}, 0 QC, 1 10D, 2 KD, 3 QD")
    outcome = ended(play_out(game, run.state)[0])
    assert outcome.points[0] < 61 <= outcome.points[0] + 44
    assert outcome.delta == (3, -1, -1, -1)


# -- payment -----------------------------------------------------------------------------------------------------------


@rule("S88", "S89", "S90", "SQ35", "SQ39")
@pytest.mark.parametrize(
    "points, tricks, unit",
    [(61, 3, 1), (90, 4, 2), (120, 6, 3), (60, 3, -1), (30, 2, -2), (10, 0, -3)],
)
def test_one_unit_doubled_for_schneider_tripled_for_schwarz(points: int, tricks: int, unit: int) -> None:
    delta = settled(sheepshead(), "called_card", 0, partner=2, points=points, tricks=tricks)
    assert delta == (2 * unit, -unit, unit, -unit, -unit)


@rule("S93", "S94", "SQ37")
@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("won", [True, False])
def test_defenders_and_partner_have_one_share_and_the_picker_the_rest(players: int, won: bool) -> None:
    unit = 1 if won else -1
    delta = payments(SheepsheadOptions.make(players=players), 1, 3, won, 1)
    assert delta[1] == unit * (players - 3)
    assert delta[3] == unit
    assert [delta[seat] for seat in range(players) if seat not in (1, 3)] == [-unit] * (players - 2)
    assert sum(delta) == 0


@rule("S93", "SQ37", "SA2")
@pytest.mark.parametrize(
    "players, split, won, delta",
    [
        (5, "partner_one_share", True, (2, -1, 1, -1, -1)),
        (5, "picker_all", True, (3, -1, 0, -1, -1)),
        (5, "picker_all", False, (-3, 1, 0, 1, 1)),
        (5, "even", True, (3, -2, 3, -2, -2)),  # doubled to avoid halves
        (5, "even", False, (-3, 2, -3, 2, 2)),
        (4, "even", True, (1, -1, 1, -1)),
        (6, "even", True, (2, -1, 2, -1, -1, -1)),
        (7, "even", True, (5, -2, 5, -2, -2, -2, -2)),
        (8, "even", True, (3, -1, 3, -1, -1, -1, -1, -1)),
    ],
)
def test_how_picker_and_partner_share(players: int, split: str, won: bool, delta: tuple[int, ...]) -> None:
    game = sheepshead(players=players, split=split)
    tricks = game.options.sizes[0] // 2
    points = 61 if won else 60
    assert settled(game, "called_card", 0, partner=2, points=points, tricks=tricks) == delta


@rule("S94", "SQ38")
@pytest.mark.parametrize(
    "split, on_loss, won, delta",
    [
        ("partner_one_share", "shares", False, (-2, 1, -1, 1, 1)),
        ("partner_one_share", "exempt", False, (-3, 1, 0, 1, 1)),
        ("partner_one_share", "exempt", True, (2, -1, 1, -1, -1)),
        ("even", "exempt", False, (-6, 2, 0, 2, 2)),
    ],
)
def test_the_partner_shares_a_loss_or_is_exempt(split: str, on_loss: str, won: bool, delta: tuple[int, ...]) -> None:
    game = sheepshead(split=split, partner_on_loss=on_loss)
    assert settled(game, "called_card", 0, partner=2, points=61 if won else 60, tricks=3) == delta


@rule("S95", "S96", "SQ40")
@pytest.mark.parametrize(
    "written, by_choice, unit",
    [
        ("sheepshead", True, 2),
        ("sheepshead", False, 2),
        ("sheepshead(solo_multiplier=1)", True, 1),
        ("sheepshead(solo_scope=voluntary)", True, 2),
        ("sheepshead(solo_scope=voluntary)", False, 1),
        ("sheepshead(partner=solo_only)", False, 1),
    ],
)
@pytest.mark.parametrize("won", [True, False])
def test_a_solo_settles_with_each_defender_for_twice_the_stake(
    written: str, by_choice: bool, unit: int, won: bool
) -> None:
    game = sheepshead(written)
    delta = settled(game, "alone", 0, by_choice=by_choice, points=61 if won else 60, tricks=3)
    gain = unit if won else -unit
    assert delta == (4 * gain, -gain, -gain, -gain, -gain)


@rule("SQ40", "S65")
@pytest.mark.parametrize("scope, unit", [("all", 2), ("voluntary", 1)])
def test_a_solo_with_the_jack_is_never_by_choice(scope: str, unit: int) -> None:
    game = sheepshead(partner="jack_of_diamonds", solo_scope=scope)
    assert settled(game, "jack_of_diamonds", 0, points=61, tricks=3)[0] == 4 * unit
    assert settled(game, "jack_of_diamonds", 0, partner=1, points=61, tricks=3) == (2, 1, -1, -1, -1)


@rule("SQ35", "SQ36")
def test_solo_doublers_and_schwarz_multiply() -> None:
    game = sheepshead(players=4, all_pass="doubler")
    assert settled(game, "alone", 0, points=44, tricks=0) == (-18, 6, 6, 6)
    assert settled(game, "alone", 0, points=44, tricks=0, doublers=2) == (-72, 24, 24, 24)


@rule("SQ41", "S68")
@pytest.mark.parametrize("options", [{}, {"split": "even"}, {"split": "picker_all"}, {"partner_on_loss": "exempt"}])
def test_each_losing_player_of_a_team_pays_one_winner(options: dict[str, str]) -> None:
    game = sheepshead(players=6, partner="fixed", **options)
    assert settled(game, "fixed_partners", 1, points=61, tricks=3) == (-1, 1, -1, 1, -1, 1)
    assert settled(game, "fixed_partners", 1, points=30, tricks=1) == (2, -2, 2, -2, 2, -2)


@rule("SA2")
@pytest.mark.parametrize(
    "options, kind, facts, delta",
    [
        ({}, "leaster", {"totals": (30, 12, 13, 37, 28), "taken": (1, 1, 1, 2, 1)}, (-2, 8, -2, -2, -2)),
        ({}, "alone", {"picker": 0, "points": 61, "tricks": 3}, (16, -4, -4, -4, -4)),
        ({"all_pass": "pot"}, "pot", {}, (-2, -2, -2, -2, -2)),
        (
            {"all_pass": "pot", "pot_loser_pays": 1},
            "called_card",
            {"picker": 0, "partner": 2, "points": 60, "tricks": 3},
            (-5, 2, -3, 2, 2),
        ),
        ({"partner": "solo_only"}, "alone", {"picker": 0, "points": 61, "tricks": 3}, (4, -1, -1, -1, -1)),
        ({"players": 6}, "alone", {"picker": 0, "points": 61, "tricks": 3}, (10, -2, -2, -2, -2, -2)),
    ],
)
def test_even_shares_scale_every_amount_of_the_table(
    options: dict[str, Any], kind: str, facts: dict[str, Any], delta: tuple[int, ...]
) -> None:
    assert settled(sheepshead(split="even", **options), kind, **facts) == delta


@rule("S88", "S39", "S40")
def test_every_item_names_its_rule_and_reason() -> None:
    game = sheepshead(all_pass="pot", pot_loser_pays=1)
    items = outcome_of(game, "called_card", 0, dealer=4, partner=2, points=30, tricks=2, pot=4).items
    assert [(item.rule, item.side, item.amount) for item in items] == [
        ("S94", 0, -4),
        ("S89", 1, 2),
        ("S94", 2, -2),
        ("S89", 3, 2),
        ("S89", 4, 2),
        ("S39", 1, 2),
        ("S39", 3, 1),
        ("S39", 4, 1),
        ("S40", 0, -1),
    ]
    assert str(items[0].what) == "picker's side lost, Schneider"
    table = sheepshead(all_pass="doubler", split="even")
    solo = outcome_of(table, "alone", 0, dealer=4, points=120, tricks=6, doublers=2).items
    assert str(solo[0].what) == "picker's side won, Schwarz, solo ×2, doubled ×4, even shares ×2"


# -- match -------------------------------------------------------------------------------------------------------------


@rule("SQ6", "SA11")
@pytest.mark.parametrize("players", range(3, 9))
def test_a_match_is_four_deals_for_everybody(players: int) -> None:
    game = sheepshead(players=players)
    assert game.options.hands == 4 * players
    last, none = Standing(0, (0,) * players, deal=4 * players), Outcome((0,) * players)
    assert game.next_standing(last, none, Chance("x")) is None
    before = Standing(0, (0,) * players, deal=4 * players - 1)
    assert game.next_standing(before, none, Chance("x")) is not None


@rule("SQ6")
def test_the_highest_total_wins_and_ties_share() -> None:
    game = sheepshead()
    assert game.winners((3, -1, 5, -9, 2)) == (2,)
    assert game.winners((5, -7, 5, -5, 2)) == (0, 2)
    with pytest.raises(BadOptions, match="at least 1"):
        sheepshead(hands=0)


@rule("SQ7", "SA11")
@pytest.mark.parametrize(
    "options, after",
    [
        ({"all_pass": "doubler"}, Standing(3, (0,) * 5, deal=7, redeals=1, doublers=1)),
        (
            {"all_pass": "doubler", "doubler_dealer": "same"},
            Standing(2, (0,) * 5, deal=6, redeals=1, doublers=1),
        ),
        ({"all_pass": "pot"}, Standing(2, (-1,) * 5, deal=6, redeals=1, pot=5)),
    ],
)
def test_who_deals_after_a_throw_in(options: dict[str, Any], after: Standing) -> None:
    game = sheepshead(**options)
    run = played(game, {}, "", "3 pass, 4 pass, 0 pass, 1 pass, 2 pass", dealer=2, deal=6)
    assert game.next_standing(run.state.standing, ended(run.state), Chance("x")) == after


@rule("SQ7")
@pytest.mark.parametrize("rule_name", ["leaster", "mittler", "schneidster"])
def test_a_hand_played_without_a_picker_moves_the_deal_on(rule_name: str) -> None:
    game = sheepshead(all_pass=rule_name)
    run = played(game, {}, "", all_pass(game))
    standing = game.next_standing(run.state.standing, ended(play_out(game, run.state)[0]), Chance("x"))
    assert standing is not None
    assert (standing.dealer, standing.deal) == (0, 2)


@rule("SA11")
def test_a_doubling_left_at_the_end_lapses_and_a_pot_redeal_does_not_count() -> None:
    doubler = sheepshead(all_pass="doubler", hands=3)
    run = played(doubler, {}, "", all_pass(doubler), deal=3)
    assert doubler.next_standing(run.state.standing, ended(run.state), Chance("x")) is None
    pot = sheepshead(all_pass="pot", hands=3)
    run = played(pot, {}, "", all_pass(pot), deal=3)
    assert pot.next_standing(run.state.standing, ended(run.state), Chance("x")) is not None


@rule("SA10", "X10")
@pytest.mark.parametrize(
    "options, redeals, cards",
    [
        ({"all_pass": "pot"}, 19, "pass, pick"),
        ({"all_pass": "pot"}, 20, "pick"),
        ({"all_pass": "doubler"}, 20, "pick"),
        ({"all_pass": "doubler", "max_redeals": 3}, 2, "pass, pick"),
        ({"all_pass": "doubler", "max_redeals": 3}, 3, "pick"),
        ({"all_pass": "pot", "max_redeals": 0}, 0, "pick"),
        ({"all_pass": "leaster", "max_redeals": 0}, 0, "pass, pick"),  # nothing is redealt there
    ],
)
def test_after_max_redeals_the_dealer_must_pick(options: dict[str, Any], redeals: int, cards: str) -> None:
    game = sheepshead(**options)
    run = played(game, {}, "", "0 pass, 1 pass, 2 pass", redeals=redeals)
    assert menu(game, run.state) == "pass, pick"  # only the last to speak is forced
    state = game.apply(run.state, parse_action("pass")).state
    assert menu(game, state) == cards
    if cards == "pick":
        assert why(game, state, "pass").rule == "SA10"


@rule("SA10")
def test_fewer_than_no_redeals_are_refused() -> None:
    with pytest.raises(BadOptions, match="at least 0"):
        sheepshead(max_redeals=-1)


@rule("SA9")
@pytest.mark.parametrize("written", ["sheepshead(players=8)", "sheepshead(players=4,four_handed=8+0)"])
def test_a_record_without_a_blind_has_an_empty_one(written: str) -> None:
    game = sheepshead(written)
    hands = [cards_text(cards_in(hand)) for hand in layout(game, {}).hands]
    step = begin(game, Standing(0, (0,) * game.seats), read_deal({"hands": hands, "blind": ""}))
    assert step.state.deal.blind == 0
    with pytest.raises(BadDeal):
        begin(game, Standing(0, (0,) * game.seats), read_deal({"hands": [*hands[:-1], "QC"], "blind": hands[-1]}))


# -- options -----------------------------------------------------------------------------------------------------------

CALLED = {"kind": "called_card", "picker": 0, "partner": 2, "points": 60, "tricks": 3}
WON = {**CALLED, "points": 61}


def _settles(written: str, facts: dict[str, Any]) -> object:
    return settled(sheepshead(written), **facts)


def _after_all_pass(written: str) -> object:
    game = sheepshead(written)
    run = played(game, {}, "AH 10H" if game.options.sizes[1] == 2 else "", all_pass(game))
    state = run.state
    following = game.next_standing(state.standing, ended(state), Chance("x")) if state.outcome else None
    return state.contract, state.phase, following, game.problem(state).last_trick if state.phase == "tricks" else 0


def _menus(written: str, hands: dict[int, str], actions: str, **standing: Any) -> object:
    game = sheepshead(written)
    return menu(game, played(game, hands, "KD 10D" if hands else "", actions, **standing).state)


VOID_BURIED = "0 pick, 0 bury KD, 0 bury 10D"
OPTIONS: list[tuple[str, str, str, Callable[[str], object]]] = [
    ("players", "players=5", "players=6", lambda w: sheepshead(w).options.sizes),
    ("four_handed", "players=4,four_handed=7+4", "players=4,four_handed=8+0", lambda w: sheepshead(w).options.sizes),
    ("partner", "partner=called_ace", "partner=solo_only", lambda w: five(PICKED, w).state.phase),
    ("all_pass", "all_pass=leaster", "all_pass=schneidster", _after_all_pass),
    (
        "doubler_stack",
        "all_pass=doubler,doubler_stack=multiply",
        "all_pass=doubler,doubler_stack=cap_2",
        lambda w: _settles(w, {**CALLED, "doublers": 2}),
    ),
    (
        "doubler_dealer",
        "all_pass=doubler,doubler_dealer=rotate",
        "all_pass=doubler,doubler_dealer=same",
        _after_all_pass,
    ),
    (
        "forced_no_blame",
        "all_pass=forced_pick,forced_no_blame=off",
        "all_pass=forced_pick,forced_no_blame=no_loss",
        lambda w: _settles(w, {**CALLED, "dealer": 0}),
    ),
    (
        "mittler_even",
        "players=4,all_pass=mittler,mittler_even=upper",
        "players=4,all_pass=mittler,mittler_even=lower",
        _after_all_pass,
    ),
    (
        "mittler_blind",
        "all_pass=mittler,mittler_blind=last_trick",
        "all_pass=mittler,mittler_blind=discard",
        _after_all_pass,
    ),
    ("pot_split", "pot_split=even", "pot_split=picker_takes_all", lambda w: _settles(w, {**WON, "pot": 4})),
    (
        "pot_loser_pays",
        "all_pass=pot,pot_loser_pays=0",
        "all_pass=pot,pot_loser_pays=1",
        lambda w: _settles(w, CALLED),
    ),
    (
        "unknown_call",
        "unknown_call=forced_solo",
        "unknown_call=hidden_partner",
        lambda w: _menus(w, VOID, VOID_BURIED),
    ),
    (
        "defenders_out_at",
        "defenders_out_at=31",
        "defenders_out_at=30",
        lambda w: _settles(w, {**CALLED, "points": 90}),
    ),
    ("split", "split=partner_one_share", "split=picker_all", lambda w: _settles(w, WON)),
    ("partner_on_loss", "partner_on_loss=shares", "partner_on_loss=exempt", lambda w: _settles(w, CALLED)),
    (
        "solo_multiplier",
        "solo_multiplier=2",
        "solo_multiplier=1",
        lambda w: _settles(w, {"kind": "alone", "picker": 0, "points": 61, "tricks": 3}),
    ),
    (
        "solo_scope",
        "solo_scope=all",
        "solo_scope=voluntary",
        lambda w: _settles(w, {"kind": "alone", "picker": 0, "points": 61, "tricks": 3}),
    ),
    (
        "individual_stake",
        "individual_stake=1",
        "individual_stake=2",
        lambda w: _settles(w, {"kind": "leaster", "totals": (30, 12, 13, 37, 28), "taken": (1, 1, 1, 2, 1)}),
    ),
    (
        "hands",
        "hands=20",
        "hands=1",
        lambda w: sheepshead(w).next_standing(Standing(0, (0,) * 5), Outcome((0,) * 5), Chance("x")),
    ),
    (
        "max_redeals",
        "all_pass=pot,max_redeals=20",
        "all_pass=pot,max_redeals=0",
        lambda w: _menus(w, {}, "0 pass, 1 pass, 2 pass, 3 pass"),
    ),
]


@rule("S17", "S24", "S27", "S31", "S33", "S40", "S61", "S93", "S94", "S95")
@pytest.mark.parametrize("name, usual, other, look", OPTIONS, ids=[option[0] for option in OPTIONS])
def test_every_option_changes_something(name: str, usual: str, other: str, look: Callable[[str], object]) -> None:
    assert look(f"sheepshead({usual})") != look(f"sheepshead({other})")


def test_no_option_is_left_out() -> None:
    assert [option[0] for option in OPTIONS] == [info.name for info in describe(SheepsheadOptions)]


@pytest.mark.parametrize("name", SheepsheadOptions.presets)
def test_presets_are_canonical(name: str) -> None:
    assert sheepshead(f"sheepshead:{name}").options.text() == SheepsheadOptions.presets[name]


@pytest.mark.parametrize(
    "written, canonical",
    [
        ("sheepshead(players=5)", "sheepshead"),
        ("sheepshead(players=4,hands=16)", "sheepshead(players=4)"),
        ("sheepshead(hands=16)", "sheepshead(hands=16)"),
        ("sheepshead(split=even,players=7)", "sheepshead(players=7,split=even)"),
        ("sheepshead(partner=solo_only)", "sheepshead(partner=solo_only)"),
    ],
)
def test_canonical_options(written: str, canonical: str) -> None:
    assert sheepshead(written).options.text() == canonical


# -- refusals ----------------------------------------------------------------------------------------------------------


@rule("X6")
@pytest.mark.parametrize(
    "actions, action, code",
    [
        ("", "QC", "wrong_phase"),
        ("", "bury QC", "wrong_phase"),
        ("", "alone", "wrong_phase"),
        ("0 pick", "pass", "wrong_phase"),
        ("0 pick", "bury AC", "card_not_held"),
        ("0 pick", "bury 6C", "card_foreign"),
        ("0 pick, 0 bury 7H", "bury 7H", "card_not_held"),
        (PICKED, "pick", "wrong_phase"),
        (PICKED, "QC", "wrong_phase"),
        (f"{PICKED}, 0 alone", "pick", "wrong_phase"),
        (f"{PICKED}, 0 alone", "AC", "card_not_held"),
        (f"{PICKED}, 0 alone", "6C", "card_foreign"),
        (f"{PICKED}, 0 call AC", "AC", "card_not_held"),
        (f"{PICKED}, 0 call AC", "7H", "card_not_held"),  # buried
        (f"{PICKED}, 0 alone, 0 KS", "9D", "must_follow"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(actions: str, action: str, code: str) -> None:
    refused = why(sheepshead(), five(actions).state, action)
    assert refused.code == code
    assert refused.rule is not None


@rule("S32")
def test_the_middle_must_be_chosen() -> None:
    game = sheepshead(players=4, all_pass="mittler", mittler_even="last_bidder_decides")
    refused = why(game, played(game, {}, "", all_pass(game)).state, "pass")
    assert (refused.code, refused.rule) == ("wrong_phase", "S32")


@pytest.mark.parametrize("action", [Call(36), Call(-1), Play(36), Play(-1), Bury(36)])
def test_cards_from_nowhere_are_refused(action: Action) -> None:
    game = sheepshead()
    for actions in ("0 pick", PICKED, f"{PICKED}, 0 call AC"):
        refused = game.refusal(five(actions).state, action)
        assert refused.code in ("wrong_phase", "card_foreign", "not_callable")


# -- facts that cannot be ----------------------------------------------------------------------------------------------

LEASTER = {"kind": "leaster", "totals": (30, 12, 13, 37, 28), "taken": (1, 1, 1, 2, 1)}


@rule("S2", "S81")
@pytest.mark.parametrize(
    "written, facts, code",
    [
        ("sheepshead", {**WON, "kind": "nil"}, "contract"),
        ("sheepshead", {**WON, "kind": "jack_of_diamonds"}, "contract"),
        ("sheepshead(partner=jack_of_diamonds)", WON, "contract"),
        ("sheepshead", {"kind": "mittler", "totals": (50, 30, 20, 15, 5)}, "contract"),
        ("sheepshead(all_pass=forced_pick)", LEASTER, "contract"),
        ("sheepshead(players=4,all_pass=mittler)", {"kind": "lower_mittler", "totals": (60, 30, 20, 10)}, "contract"),
        ("sheepshead", {**WON, "dealer": 5}, "standing"),
        ("sheepshead", {**WON, "dealer": -1}, "standing"),
        ("sheepshead", {**WON, "doublers": -1}, "standing"),
        ("sheepshead", {**WON, "pot": -1}, "standing"),
        ("sheepshead", {**WON, "picker": None}, "picker"),
        ("sheepshead", {**WON, "picker": 5}, "picker"),
        ("sheepshead", {**WON, "partner": None}, "partner"),
        ("sheepshead", {**WON, "partner": 0}, "partner"),
        ("sheepshead", {**WON, "partner": 5}, "partner"),
        ("sheepshead", {**WON, "kind": "alone"}, "partner"),
        ("sheepshead(players=4,partner=fixed)", {**WON, "kind": "fixed_partners"}, "partner"),
        ("sheepshead", {**WON, "by_choice": True}, "by_choice"),
        (
            "sheepshead(partner=solo_only)",
            {"kind": "alone", "picker": 0, "by_choice": True, "points": 61, "tricks": 3},
            "by_choice",
        ),
        ("sheepshead", {**WON, "tricks": 7}, "tricks"),
        ("sheepshead", {**WON, "tricks": -1}, "tricks"),
        ("sheepshead", {**WON, "points": 121}, "points"),
        ("sheepshead", {**WON, "points": -1}, "points"),
        ("sheepshead", {**WON, "points": 119, "tricks": 6}, "points"),  # every trick: 120
        ("sheepshead", {**WON, "points": 23, "tricks": 0}, "points"),  # a bury of two cards has 22 at most
        ("sheepshead", {**WON, "points": 75, "tricks": 1}, "points"),
        ("sheepshead", {**WON, "totals": (1,) * 5}, "points"),
        ("sheepshead", {**WON, "taken": (1,) * 5}, "points"),
        ("sheepshead", {**LEASTER, "picker": 0}, "picker"),
        ("sheepshead", {**LEASTER, "partner": 0}, "picker"),
        ("sheepshead", {**LEASTER, "by_choice": True}, "picker"),
        ("sheepshead", {**LEASTER, "points": 10}, "points"),
        ("sheepshead", {**LEASTER, "tricks": 1}, "points"),
        ("sheepshead", {**LEASTER, "totals": (30, 12, 13, 37, 27)}, "points"),  # 119
        ("sheepshead", {**LEASTER, "totals": (30, 12, 13, 37, 29)}, "points"),  # 121
        ("sheepshead", {**LEASTER, "totals": (30, 12, 13, 65)}, "points"),
        ("sheepshead", {**LEASTER, "totals": (30, -12, 13, 37, 52)}, "points"),
        ("sheepshead", {**LEASTER, "totals": (30, 25, 0, 37, 28), "taken": ()}, "tricks"),  # SA12
        ("sheepshead", {**LEASTER, "taken": (1, 1, 1, 1, 1)}, "tricks"),
        ("sheepshead", {**LEASTER, "taken": (2, 1, 1, 3, -1)}, "tricks"),
        ("sheepshead", {**LEASTER, "taken": (0, 2, 1, 2, 1)}, "points"),  # 30 points without a trick
        ("sheepshead", {**LEASTER, "totals": (1, 41, 13, 37, 28), "taken": (0, 2, 1, 2, 1)}, "points"),
        ("sheepshead(all_pass=mittler)", {"kind": "mittler", "totals": (50, 30, 20, 15, 4)}, "points"),
        (
            "sheepshead(all_pass=mittler,mittler_blind=discard)",
            {"kind": "mittler", "totals": (50, 30, 10, 5, 2)},
            "points",
        ),
        ("sheepshead(all_pass=pot)", {"kind": "pot", "totals": (24,) * 5}, "points"),
        ("sheepshead(all_pass=doubler)", {"kind": "doubler", "taken": (1,) * 5}, "points"),
        ("sheepshead(all_pass=doubler)", {"kind": "doubler", "picker": 0}, "picker"),
        ("sheepshead", {"kind": "void", "points": 0}, "points"),
        ("sheepshead", {"kind": "void", "totals": (24,) * 5}, "points"),
        ("sheepshead", {"kind": "doubler"}, "contract"),
        ("sheepshead(all_pass=doubler)", {"kind": "pot"}, "contract"),
        ("sheepshead", {"kind": "alone", "picker": 0}, "points"),  # how many?
        ("sheepshead", {"kind": "alone", "picker": 0, "tricks": 3}, "points"),
        ("sheepshead", {"kind": "alone", "picker": 0, "points": 1}, "points"),  # no cards are worth 1
        ("sheepshead", {"kind": "alone", "picker": 0, "points": 119}, "points"),
        ("sheepshead", {"kind": "alone", "picker": 0, "points": 9, "tricks": 0}, "points"),  # nor two of them 9
        ("sheepshead", {**WON, "points": 10**30}, "points"),
        ("sheepshead", {**LEASTER, "totals": (30, 12, 3, 75, 0), "taken": (1, 1, 1, 1, 2)}, "points"),
        ("sheepshead(all_pass=mittler)", {"kind": "mittler", "totals": (50, 30, 24, 15, 1)}, "points"),
        ("sheepshead(all_pass=mittler)", {"kind": "mittler", "totals": ()}, "points"),
        ("sheepshead(all_pass=mittler)", {"kind": "mittler", "totals": (120, 0, 0, 0, 0), "taken": (6,)}, "tricks"),
    ],
)
def test_facts_that_cannot_be_are_refused(written: str, facts: dict[str, Any], code: str) -> None:
    with pytest.raises(BadFacts) as refused:
        _settles(written, facts)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "written, facts",
    [
        ("sheepshead", {**WON, "points": 22, "tricks": 0}),
        ("sheepshead", {**WON, "points": 74, "tricks": 1}),
        ("sheepshead", {**WON, "points": 120, "tricks": 6}),
        ("sheepshead(players=4)", {**WON, "points": 44, "tricks": 0}),
        ("sheepshead(players=8)", {**WON, "points": 0, "tricks": 0}),
        ("sheepshead(all_pass=mittler,mittler_blind=discard)", {"kind": "mittler", "totals": (50, 30, 10, 5, 3)}),
        ("sheepshead(all_pass=doubler)", {"kind": "doubler"}),
        ("sheepshead", {"kind": "void"}),
        ("sheepshead", {"kind": "alone", "picker": 4, "points": 2}),
        ("sheepshead", {"kind": "alone", "picker": 4, "points": 118}),
        ("sheepshead", {"kind": "alone", "picker": 4, "points": 0}),
        ("sheepshead", {"kind": "alone", "picker": 4, "points": 120}),
        ("sheepshead", {"kind": "alone", "picker": 4, "points": 8, "tricks": 0}),
        ("sheepshead", {**LEASTER, "totals": (30, 12, 4, 74, 0), "taken": (1, 1, 1, 1, 2)}),  # with the blind
        ("sheepshead(all_pass=mittler)", {"kind": "mittler", "totals": (120, 0, 0, 0, 0), "taken": (6, 0, 0, 0, 0)}),
    ],
)
def test_facts_at_the_edge_are_possible(written: str, facts: dict[str, Any]) -> None:
    _settles(written, facts)


@rule("S4", "S41", "S44")
@pytest.mark.parametrize(
    "written, contract, code",
    [
        ("sheepshead", Contract("called_card", 0, partner_card=parse_card("AC")), None),
        ("sheepshead", Contract("called_card", 0, partner_card=parse_card("10H")), None),
        ("sheepshead", Contract("called_card", 0, partner_card=parse_card("AD")), "partner_card"),
        ("sheepshead", Contract("called_card", 0, partner_card=parse_card("KC")), "partner_card"),
        ("sheepshead", Contract("called_card", 0, partner_card=36), "partner_card"),
        ("sheepshead", Contract("called_card", 0, partner_card=-1), "partner_card"),
        ("sheepshead", Contract("called_card", 0, suit=3), "contract"),
        ("sheepshead", Contract("called_card", 0, rank=8), "contract"),
        ("sheepshead", Contract("called_card", 0, high=False), "contract"),
        ("sheepshead", Contract("called_card", 0, slam=True), "contract"),
        ("sheepshead(partner=jack_of_diamonds)", Contract("jack_of_diamonds", 0), None),
        (
            "sheepshead(partner=jack_of_diamonds)",
            Contract("jack_of_diamonds", 0, partner_card=parse_card("JD")),
            None,
        ),
        (
            "sheepshead(partner=jack_of_diamonds)",
            Contract("jack_of_diamonds", 0, partner_card=parse_card("JH")),
            "partner_card",
        ),
    ],
)
def test_contracts_that_cannot_be_are_refused(written: str, contract: Contract, code: str | None) -> None:
    game, facts = sheepshead(written), SheepsheadFacts(contract=contract, partner=2, points=61, tricks=3)
    if code is None:
        assert game.outcome_of(Standing(4, (0,) * 5), facts).delta == (2, -1, 1, -1, -1)
        return
    with pytest.raises(BadFacts) as refused:
        game.outcome_of(Standing(4, (0,) * 5), facts)
    assert refused.value.code == code


@rule("S41")
@pytest.mark.parametrize("kind", ["alone", "leaster", "void"])
def test_no_card_makes_a_partner_where_there_is_none(kind: str) -> None:
    facts = SheepsheadFacts(contract=Contract(kind, partner_card=parse_card("AC")))
    with pytest.raises(BadFacts, match="No card makes a partner"):
        sheepshead().outcome_of(Standing(4, (0,) * 5), facts)


@pytest.mark.parametrize(
    "fields",
    [
        {"tricks": "4"},
        {"points": 61.5},
        {"partner": "south"},
        {"by_choice": 1},
        {"totals": 120},
        {"taken": ("1",) * 5},
        {"dealer": 4},  # what the standing holds is no fact of the deal
        {"doublers": 1},
        {"pot": 5},
        {"unheard_of": 1},
        {"contract": {"kind": "called_card", "declarer": "0"}},
        {"contract": {"kind": "called_card", "picker": 0}},
        {"contract": "called_card"},
    ],
)
def test_facts_of_the_wrong_shape_are_refused(fields: dict[str, Any]) -> None:
    given = {"contract": {"kind": "called_card", "declarer": 0}, "partner": 2, "points": 61, "tricks": 3}
    assert sheepshead().outcome_of(Standing(4, (0,) * 5), decode_facts(given, SheepsheadFacts)).delta[0] == 2
    with pytest.raises(BadFacts) as refused:
        decode_facts({**given, **fields}, SheepsheadFacts)
    assert refused.value.code == "facts_shape"


def test_wrongly_typed_facts_made_by_hand_are_refused() -> None:
    game, standing = sheepshead(), Standing(4, (0,) * 5)
    for wrong in (
        SheepsheadFacts(contract=Contract("alone", 0), points=61, tricks="4"),  # type: ignore[arg-type]
        SheepsheadFacts(contract=Contract("alone", "0"), points=61),  # type: ignore[arg-type]
        SheepsheadFacts(contract=None),  # type: ignore[arg-type]
        SheepsheadFacts(contract=Contract("leaster"), totals=(1, None)),  # type: ignore[arg-type]
    ):
        with pytest.raises(BadFacts) as refused:
            game.outcome_of(standing, wrong)
        assert refused.value.code == "facts_shape"
    with pytest.raises(BadFacts) as refused:
        game.outcome_of(standing, Contract("alone", 0))  # type: ignore[arg-type]
    assert refused.value.code == "facts_type"


# -- the scorekeeper ---------------------------------------------------------------------------------------------------


@rule("S91", "SA3")
@pytest.mark.parametrize("doublers, delta", [(0, (1, -1, 2, -1, -1)), (1, (2, -2, 4, -2, -2)), (2, (4, -4, 8, -4, -4))])
def test_doublers_come_from_the_standing(doublers: int, delta: tuple[int, ...]) -> None:
    """A hand simply won by seat 2 with seat 0 as partner."""
    game = sheepshead(all_pass="doubler")
    standing = Standing(4, (0,) * 5, doublers=doublers)
    facts = SheepsheadFacts(contract=Contract("called_card", 2), partner=0, points=61, tricks=3)
    outcome = game.outcome_of(standing, facts)
    assert (outcome.delta, outcome.doublers, outcome.thrown_in) == (delta, 0, False)
    assert game.next_standing(standing, outcome, Chance("x")) == Standing(0, delta, deal=2)


@rule("S22", "SA3", "S91")
def test_a_doubler_on_the_sheet_doubles_the_next_hand() -> None:
    game = sheepshead(all_pass="doubler")
    standing = Standing(4, (0,) * 5)
    for facts in (
        SheepsheadFacts(contract=Contract("doubler")),
        SheepsheadFacts(contract=Contract("called_card", 2), partner=0, points=61),
    ):
        after = game.next_standing(standing, game.outcome_of(standing, facts), Chance("x"))
        assert after is not None
        standing = after
    assert standing == Standing(1, (2, -2, 4, -2, -2), deal=3)


@rule("S36", "S37", "S38", "S39", "SQ17")
def test_a_pot_on_the_sheet_is_carried_and_won() -> None:
    game = sheepshead(all_pass="pot")
    standing = Standing(4, (0,) * 5)
    for played_, after in (
        (SheepsheadFacts(contract=Contract("pot")), Standing(4, (-1,) * 5, redeals=1, pot=5)),
        (SheepsheadFacts(contract=Contract("pot")), Standing(4, (-2,) * 5, redeals=2, pot=10)),
        (SheepsheadFacts(contract=Contract("void")), Standing(4, (-2,) * 5, redeals=3, pot=10)),
        (  # the example of the law book: -2, +5, -1, +4, +4
            SheepsheadFacts(contract=Contract("called_card", 0), partner=2, points=60, tricks=3),
            Standing(0, (-4, 3, -3, 2, 2), deal=2),
        ),
    ):
        following = game.next_standing(standing, game.outcome_of(standing, played_), Chance("x"))
        assert following == after
        standing = following


@rule("S22", "S36", "S37", "S63", "SQ7", "SQ43", "SA3")
@pytest.mark.parametrize(
    "written, kind, delta, same_dealer, doublers, pot",
    [
        ("all_pass=doubler", "doubler", 0, False, 3, 7),
        ("all_pass=doubler,doubler_dealer=same", "doubler", 0, True, 3, 7),
        ("all_pass=doubler,doubler_stack=cap_2", "doubler", 0, False, 1, 7),
        ("all_pass=pot", "pot", -1, True, 2, 12),
        ("all_pass=pot,split=even", "pot", -2, True, 2, 17),
        ("all_pass=pot", "void", 0, True, 2, 7),
        ("all_pass=leaster", "void", 0, True, 2, 7),
    ],
)
def test_what_a_hand_that_was_thrown_in_leaves(
    written: str, kind: str, delta: int, same_dealer: bool, doublers: int, pot: int
) -> None:
    outcome = outcome_of(sheepshead(f"sheepshead({written})"), kind, doublers=2, pot=7)
    assert outcome.delta == (delta,) * 5
    assert (outcome.thrown_in, outcome.same_dealer) == (True, same_dealer)
    assert (outcome.doublers, outcome.pot) == (doublers, pot)


@rule("SA10")
@pytest.mark.parametrize("kind", ["doubler", "pot"])
def test_a_dealer_who_must_pick_cannot_have_thrown_the_hand_in(kind: str) -> None:
    game = sheepshead(all_pass=kind, max_redeals=2)
    assert outcome_of(game, kind, redeals=1).thrown_in
    with pytest.raises(BadFacts) as refused:
        outcome_of(game, kind, redeals=2)
    assert (refused.value.code, refused.value.rule) == ("thrown_in", "SA10")
    assert outcome_of(game, "void", redeals=2).thrown_in


@rule("S63", "S22", "S37")
def test_the_facts_of_a_hand_that_was_thrown_in() -> None:
    for kind in ("doubler", "pot"):
        game = sheepshead(all_pass=kind)
        over = played(game, {}, "", all_pass(game)).state
        assert (over.contract, game.facts_of(over)) == (None, SheepsheadFacts(contract=Contract(kind)))
    state = five(PICKED, "sheepshead(all_pass=doubler)", doublers=1, pot=3).state
    over = game.apply(state, Call(parse_card("7H"))).state
    facts = game.facts_of(over)
    assert facts == SheepsheadFacts(contract=Contract("void"))
    assert game.outcome_of(over.standing, facts) == ended(over)


@pytest.mark.parametrize("actions", ["", "0 pass", "0 pick", PICKED])
def test_a_hand_that_has_not_come_to_tricks_has_no_facts(actions: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        sheepshead().facts_of(five(actions).state)
    assert refused.value.code == "deal_not_over"


@rule("S80", "S81", "SQ40")
def test_the_facts_of_a_picked_hand() -> None:
    game = sheepshead()
    over, _ = play_out(game, five("0 pick, 0 bury KS, 0 bury QC, 0 call AC").state)
    outcome = ended(over)
    assert game.facts_of(over) == SheepsheadFacts(
        contract=Contract("called_card", 0, partner_card=parse_card("AC")),
        partner=2,
        points=outcome.points[0] + outcome.points[2] + 7,
        tricks=outcome.tricks[0] + outcome.tricks[2],
    )
    alone, _ = play_out(game, five(f"{PICKED}, 0 alone").state)
    assert game.facts_of(alone).by_choice


@rule("S87")
@pytest.mark.parametrize(
    "points, tricks, unit",
    [(120, None, 2), (120, 5, 2), (120, 6, 3), (0, None, -2), (0, 1, -2), (0, 0, -3), (61, None, 1), (60, None, -1)],
)
def test_without_a_number_of_tricks_nobody_is_schwarz(points: int, tricks: int | None, unit: int) -> None:
    assert settled(sheepshead(), "called_card", 0, partner=2, points=points, tricks=tricks)[1] == -unit


TABLES = [
    *(f"sheepshead(players={players})" for players in range(3, 9)),
    *(f"sheepshead(all_pass={rule_name})" for rule_name in ("doubler", "forced_pick", "mittler", "schneidster", "pot")),
    "sheepshead(players=4,four_handed=8+0,partner=fixed,all_pass=pot,pot_loser_pays=1)",
    "sheepshead(players=6,partner=fixed,all_pass=mittler,mittler_blind=discard)",
    "sheepshead(players=8,partner=fixed,all_pass=mittler,mittler_even=last_bidder_decides)",
    "sheepshead(players=4,all_pass=mittler,mittler_even=last_bidder_decides,individual_stake=3)",
    "sheepshead(partner=jack_of_diamonds,split=even,all_pass=doubler,solo_scope=voluntary)",
    "sheepshead(players=7,split=even,all_pass=pot,pot_loser_pays=1,pot_split=picker_takes_all)",
    "sheepshead(split=even,partner_on_loss=exempt,all_pass=forced_pick,forced_no_blame=no_loss,defenders_out_at=30)",
    "sheepshead(partner=solo_only,all_pass=doubler,doubler_stack=cap_2,max_redeals=1)",
    "sheepshead(players=6,split=picker_all,unknown_call=hidden_partner,all_pass=leaster,individual_stake=2)",
]


def random_deals(game: Sheepshead, number: int) -> Iterator[tuple[SheepsheadState, list[SheepsheadState]]]:
    """Deals of a match played at random, most of them passed out: the end, and every state before it."""
    chance = Chance(game.options.text())
    standing, _ = game.first_standing(chance)
    for each in range(number):
        stream = chance.stream(f"play/{each}")
        state = game.begin(standing, chance.deal(DECK32, each, 0)).state
        before = []
        while legal := game.legal(state):
            before.append(state)
            passes = isinstance(legal[0], Pass) and stream.below(game.seats) > 0
            state = game.apply(state, legal[0 if passes else stream.below(len(legal))]).state
        yield state, before
        standing = game.next_standing(structs.replace(standing, deal=1), ended(state), chance) or standing


@pytest.mark.parametrize("written", TABLES)
def test_a_scorekeeper_writes_what_the_engine_writes(written: str) -> None:
    game = sheepshead(written)
    form, kinds = game.facts_form(), set()
    for over, before in random_deals(game, 50):
        facts, outcome = game.facts_of(over), ended(over)
        kinds.add(facts.contract.kind)
        bare = structs.replace(outcome, points=(), tricks=(), blind_to=None)
        assert game.outcome_of(over.standing, facts) == bare
        assert fill(form, *answers_of(form, facts), game.facts_type) == facts
        assert len(before) <= game.longest_deal
        if outcome.tricks:
            assert game.outcome_if(over, outcome.points, outcome.tricks) == outcome
    assert kinds <= set(game.contract_kinds)
    assert len(kinds) > 1


@pytest.mark.parametrize("written", TABLES)
def test_items_have_declared_kinds_and_factors_multiply_up(written: str) -> None:
    game = sheepshead(written)
    for over, _ in random_deals(game, 40):
        for item in ended(over).items:
            assert item.kind in game.item_kinds
            assert item.what.key == f"sheepshead-item-{item.kind}"
            assert all(factor.kind in game.factor_kinds and factor.rules for factor in item.factors)
            assert product(item.factors) == item.amount if item.factors else item.kind == "pot_share"


@rule("S88", "S89", "S91", "S93", "S95", "S96", "SQ37", "SQ40", "SA2")
def test_what_an_amount_is_made_of() -> None:
    def factors(game: Sheepshead, seat: Seat, **facts: Any) -> list[tuple[str, float]]:
        item = next(item for item in outcome_of(game, **facts).items if item.side == seat)
        return [(factor.kind, factor.number) for factor in item.factors]

    game = sheepshead(all_pass="doubler", split="even")
    won = {"kind": "called_card", "picker": 0, "partner": 2, "points": 90, "tricks": 4, "doublers": 1}
    stake = [("degree", 2), ("doubled", 2), ("scale", 2)]
    assert factors(game, 0, **won) == [*stake, ("shares", 1.5)]
    assert factors(game, 1, **won) == [*stake, ("shares", -1)]
    lost = {"kind": "alone", "picker": 0, "points": 60, "tricks": 3}
    assert factors(game, 0, **lost) == [("degree", 1), ("solo", 2), ("scale", 2), ("shares", -4)]
    assert factors(sheepshead(), 1, **lost) == [("degree", 1), ("solo", 2), ("shares", 1)]
    leaster = {**LEASTER, "doublers": 2}
    assert factors(sheepshead(individual_stake=3), 1, **leaster) == [("stake", 3), ("doubled", 4), ("shares", 4)]
    assert factors(sheepshead(individual_stake=3), 0, **leaster) == [("stake", 3), ("doubled", 4), ("shares", -1)]
    assert factors(sheepshead(all_pass="pot", split="even"), 3, kind="pot") == [("shares", -1), ("scale", 2)]


@pytest.mark.parametrize(
    "options, facts, kinds, words",
    [
        ({}, WON, "picked_won", "picker's side won"),
        ({}, CALLED, "picked_lost", "picker's side lost"),
        ({}, LEASTER, "leaster_lost leaster_won", "leaster lost|leaster won with 12 points"),
        (
            {"players": 4, "all_pass": "mittler"},
            {"kind": "upper_mittler", "totals": (60, 30, 20, 10)},
            "upper_mittler_lost upper_mittler_won",
            "upper mittler lost|upper mittler won with 30 points",
        ),
        (
            {"all_pass": "schneidster"},
            {"kind": "schneidster", "totals": (20, 30, 29, 9, 32)},
            "schneidster_lost schneidster_won",
            "schneidster lost|schneidster won with 30 points",
        ),
        ({"all_pass": "pot"}, {"kind": "pot"}, "pot_paid", "paid into the pot"),
        (
            {"all_pass": "pot", "pot_loser_pays": 1},
            {**CALLED, "pot": 5},
            "picked_lost pot_opened pot_share",
            "opens the next pot|picker's side lost|share of the pot",
        ),
    ],
)
def test_kinds_and_words_of_items(options: dict[str, Any], facts: dict[str, Any], kinds: str, words: str) -> None:
    items = outcome_of(sheepshead(**options), **facts).items
    assert sorted({item.kind for item in items}) == kinds.split()
    assert sorted({str(item.what) for item in items}) == words.split("|")


# -- the form ----------------------------------------------------------------------------------------------------------


def asked(form: Form, kind: str) -> str:
    """The names of the fields, those that may be left out in brackets."""
    return " ".join(f"({field.name})" if field.optional else field.name for field in form.kind(kind).fields)


@pytest.mark.parametrize(
    "written, kinds",
    [
        (
            "sheepshead",
            {
                "called_card": "picker partner (partner_card) points (tricks)",
                "alone": "picker (by_choice) points (tricks)",
                "leaster": "totals (taken)",
                "void": "",
            },
        ),
        (
            "sheepshead(partner=jack_of_diamonds,all_pass=pot)",
            {"jack_of_diamonds": "picker (partner) (partner_card) points (tricks)", "pot": "", "void": ""},
        ),
        (
            "sheepshead(players=4,partner=fixed,all_pass=mittler,mittler_even=last_bidder_decides)",
            {
                "fixed_partners": "picker points (tricks)",
                "upper_mittler": "totals (taken)",
                "lower_mittler": "totals (taken)",
                "void": "",
            },
        ),
        ("sheepshead(players=3,all_pass=forced_pick)", {"alone": "picker points (tricks)", "void": ""}),
        (
            "sheepshead(partner=solo_only,all_pass=doubler)",
            {"alone": "picker points (tricks)", "doubler": "", "void": ""},
        ),
        (
            "sheepshead(partner=solo_only,all_pass=schneidster)",
            {"alone": "picker points (tricks)", "schneidster": "totals (taken)", "void": ""},
        ),
    ],
)
def test_what_the_form_asks(written: str, kinds: dict[str, str]) -> None:
    game = sheepshead(written)
    form = game.facts_form()
    assert {part.kind: asked(form, part.kind) for part in form.kinds} == kinds
    assert tuple(kinds) == game.contract_kinds


@pytest.mark.parametrize(
    "answers, code",
    [
        ({"picker": 0, "partner": 2, "points": 61}, None),
        ({"picker": 0, "partner": 2, "points": 61, "partner_card": parse_card("AC")}, None),
        ({"picker": 0, "partner": 2}, "form_missing"),
        ({"picker": 0, "points": 61}, "form_missing"),
        ({"picker": 0, "partner": 2, "points": 61, "totals": [24] * 5}, "form_field"),
        ({"picker": "0", "partner": 2, "points": 61}, "form_answer"),
    ],
)
def test_a_form_that_was_filled_in(answers: dict[str, Any], code: str | None) -> None:
    game = sheepshead()
    if code is None:
        facts = fill(game.facts_form(), "called_card", answers, SheepsheadFacts)
        assert game.outcome_of(Standing(4, (0,) * 5), facts).delta == (2, -1, 1, -1, -1)
        return
    with pytest.raises(BadFacts) as refused:
        fill(game.facts_form(), "called_card", answers, SheepsheadFacts)
    assert refused.value.code == code


@rule("S82", "S83", "S84", "S85", "S86", "SQ34")
@pytest.mark.parametrize("out_at, last", [(31, 89), (30, 90)])
def test_thresholds_of_the_points(out_at: int, last: int) -> None:
    field = next(f for f in sheepshead(defenders_out_at=out_at).facts_form().kind("alone").fields if f.name == "points")
    assert [(each.kind, each.least, each.most) for each in field.thresholds] == [
        ("lost_schneider", 0, 30),
        ("lost", 31, 60),
        ("won", 61, last),
        ("won_schneider", last + 1, 120),
    ]
    results = [verdict(points, None, 6, out_at) for points in range(121)]
    for each in field.thresholds:
        assert {results[points] for points in range(each.least, each.most + 1)} == {results[each.answer]}
    for below, above in pairwise(field.thresholds):
        assert results[below.most] != results[above.least]
    assert [str(each.label) for each in field.thresholds][2:] == [
        f"won, 61 to {last}",
        f"won with Schneider, {last + 1} or more",
    ]


@rule("S87", "SQ36")
@pytest.mark.parametrize("written", TABLES)
def test_whoever_knows_only_thresholds_can_fill_in_the_form(written: str) -> None:
    game = sheepshead(written)
    form = game.facts_form()
    part = form.kinds[0]
    fields = {field.name: field for field in part.fields}
    points = {each.kind: each.answer for each in fields["points"].thresholds}
    tricks = {each.kind: each.answer for each in fields["tricks"].thresholds}
    who = {"picker": 0} | ({"partner": 1} if "partner" in fields else {})
    results = [{"points": answer} for answer in points.values()]
    results.append({"points": points["lost_schneider"], "tricks": tricks["none"]})
    results.append({"points": points["won_schneider"], "tricks": tricks["all"]})
    if game.options.sizes[1] == 4:  # two cards are never worth 31
        results.append({"points": points["lost"], "tricks": tricks["none"]})
    for result in results:
        facts = fill(form, part.kind, {**who, **result}, SheepsheadFacts)
        items = game.outcome_of(Standing(1, (0,) * game.seats), facts).items
        schneider = result["points"] in (points["lost_schneider"], points["won_schneider"])
        assert items[0].factors[0].number == (3 if "tricks" in result else 2 if schneider else 1)


def _random_answer(rng: random.Random, field: Any, seats: int) -> Any:
    """An answer in the range of its field, or just outside, or of another kind altogether."""
    if rng.random() < 0.02:
        return rng.choice(["4", None, [1], 2.5, True])
    if field.kind == "flag":
        return rng.random() < 0.5
    if field.choices:
        return rng.choice(field.choices).value
    if field.each == "deal":
        if field.thresholds and rng.random() < 0.3:
            return rng.choice(field.thresholds).answer
        return rng.randint(field.ge - (rng.random() < 0.05), field.le + (rng.random() < 0.05))
    cuts = sorted(rng.randint(0, field.le) for _ in range(seats - 1))
    return [high - low for low, high in pairwise([0, *cuts, field.le])]


@pytest.mark.parametrize("written", TABLES)
def test_a_form_filled_in_at_random_is_settled_or_refused_in_words(written: str) -> None:
    game, rng = sheepshead(written), random.Random(written)
    form, done = game.facts_form(), 0
    heard: list[str] = []
    for _ in range(400):
        part = rng.choice(form.kinds)
        chosen = [field for field in part.fields if not field.optional or rng.random() < 0.5]
        answers = {field.name: _random_answer(rng, field, game.seats) for field in chosen}
        standing = Standing(
            rng.randrange(game.seats), (0,) * game.seats, doublers=rng.randrange(3), pot=rng.randrange(9)
        )
        try:
            facts = fill(form, part.kind, answers, SheepsheadFacts)
            outcome = game.outcome_of(standing, facts)
        except BadFacts as refused:
            heard.append(refused.sentence)
            continue
        done += 1
        assert fill(form, *answers_of(form, facts), SheepsheadFacts) == facts
        assert sum(outcome.delta) == standing.pot - outcome.pot
        assert all(product(item.factors) == item.amount for item in outcome.items if item.factors)
    assert done > 50
    assert heard
    assert all(sentence.endswith(".") for sentence in heard)


# -- what there is -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", TABLES)
def test_the_actions_of_a_table_hold_every_legal_one_in_its_order(written: str) -> None:
    game = sheepshead(written)
    number = {action: place for place, action in enumerate(game.actions)}
    assert len(number) == len(game.actions)
    assert game.actions is game.actions
    for _, before in random_deals(game, 50):
        for state in before:
            places = [number[action] for action in game.legal(state)]
            assert places == sorted(places)


@pytest.mark.parametrize(
    "written, number, longest",
    [
        ("sheepshead", 2 + 32 + 7 + 32, 5 + 2 + 1 + 30),
        ("sheepshead(players=3)", 2 + 32 + 32, 3 + 2 + 30),
        ("sheepshead(players=8)", 2 + 7 + 32, 8 + 1 + 32),
        ("sheepshead(players=8,partner=fixed)", 2 + 32, 8 + 32),
        (
            "sheepshead(players=8,partner=fixed,all_pass=mittler,mittler_even=last_bidder_decides)",
            2 + 2 + 32,
            8 + 1 + 32,
        ),
        (
            "sheepshead(players=4,all_pass=mittler,mittler_even=last_bidder_decides)",
            2 + 32 + 7 + 2 + 32,
            4 + 4 + 1 + 28,
        ),
        ("sheepshead(all_pass=mittler,mittler_even=last_bidder_decides)", 2 + 32 + 7 + 32, 5 + 2 + 1 + 30),
    ],
)
def test_how_many_actions_there_are_and_how_long_a_deal_can_be(written: str, number: int, longest: int) -> None:
    game = sheepshead(written)
    assert (len(game.actions), game.longest_deal) == (number, longest)
    state, count = begin(game, Standing(0, (0,) * game.seats), layout(game, {})).state, 0
    while legal := game.legal(state):  # the dealer decides last, and as much as possible
        last_word = state.turn == 0 and Pick() in legal and game.options.all_pass != "mittler"
        state, count = game.apply(state, Pick() if last_word else legal[0]).state, count + 1
    if game.options.all_pass != "mittler" or not game.options.sizes[1]:
        assert count == longest


@rule("SQ41", "S68")
def test_only_fixed_partners_are_teams() -> None:
    assert sheepshead(players=4, partner="fixed").teams == ((0, 2), (1, 3))
    assert sheepshead(players=6, partner="fixed").teams == ((0, 2, 4), (1, 3, 5))
    assert sheepshead().teams is None
    assert sheepshead(players=3).teams is None
    for players in (4, 6, 8):
        game = sheepshead(players=players, partner="fixed")
        assert game.teams is not None
        for picker in range(players):
            assert set(picker_side(game.options, picker, None)) == set(game.teams[picker % 2])


@rule("SQ1", "SQ6")
def test_length_and_seats_hang_on_options() -> None:
    assert [sheepshead(players=players).deals_agreed for players in (3, 5, 8)] == [12, 20, 32]
    assert sheepshead(hands=7).deals_agreed == 7
    for players in range(3, 9):
        game = sheepshead(f"sheepshead({Sheepshead.seats_option}={players})")
        assert game.seats == game.sides == players


@rule("S14", "S41", "S62")
def test_what_is_worth_showing_though_it_may_be_forbidden() -> None:
    def shown(game: Sheepshead, state: SheepsheadState) -> str:
        return ", ".join(action_text(action) for action in game.worth_showing(state))

    game = sheepshead()
    assert shown(game, five().state) == "pass, pick"
    forced = sheepshead(all_pass="forced_pick")
    last = played(forced, {}, "", "0 pass, 1 pass, 2 pass, 3 pass").state
    assert (menu(forced, last), shown(forced, last)) == ("pick", "pass, pick")
    assert shown(game, five("0 pick").state) == ""
    assert shown(game, five(PICKED).state) == "call 10C, call AC, call 10S, call AS, call 10H, call AH, alone"
    void = played(game, VOID, "KD 10D", VOID_BURIED).state
    assert (menu(game, void), shown(game, void)) == ("alone", shown(game, five(PICKED).state))
    assert shown(game, five(f"{PICKED}, 0 alone").state) == ""
    assert set(game.worth_showing(void)) <= set(game.actions)


@rule("SQ6", "X3")
@pytest.mark.parametrize("players", [3, 5, 8])
def test_people_may_name_the_dealer_in_place_of_chance(players: int) -> None:
    game = sheepshead(players=players)
    fields = game.chance_form()
    assert [field.name for field in fields] == ["dealer"]
    assert all(isinstance(choice, FieldChoice) for choice in fields[0].choices)
    for seed in range(20):
        drawn = game.first_standing(Chance(str(seed)))
        assert game.first_standing(answered(fields, {"dealer": drawn[0].dealer})) == drawn
    for wrong in (players, -1, "0", True, None):
        with pytest.raises(BadFacts):
            answered(fields, {"dealer": wrong})
    standing, outcome = Standing(0, (0,) * players), Outcome((0,) * players)
    assert game.chance_form(standing, outcome) == ()
    following = game.next_standing(standing, outcome, answered((), {}))
    assert following == game.next_standing(standing, outcome, Chance("x"))


def test_games_with_the_same_options_are_equal() -> None:
    assert sheepshead() == sheepshead(players=5)
    assert hash(sheepshead()) == hash(Sheepshead())
    assert sheepshead() != sheepshead(hands=7)
    assert sheepshead() != "sheepshead"
    assert {sheepshead(), sheepshead(players=5), sheepshead(players=4)} == {sheepshead(), sheepshead(players=4)}
    assert repr(sheepshead(players=4)) == "Sheepshead('sheepshead(players=4)')"


@rule("S51", "SQ27")
def test_a_refusal_names_every_card_that_would_do_and_keeps_its_values() -> None:
    game = sheepshead()
    hands = {0: "KC 7H 8H 9H 10H KH", 1: "8C 9C QC QS JC 7D", 2: "AC 10C 7C 9D KD 10D"}
    bought = "0 pass, 1 pick, 1 bury 7S, 1 bury 8S, 1 call AC, 0 KC"
    lead = played(game, LEADS, "7H 8H", "0 pass, 1 pick, 1 bury 7H, 1 bury 8H, 1 call AC").state
    refused = why(game, lead, "10C")
    assert refused.sentence == "To lead clubs for the first time you must lead AC."
    due = refused.message.values["due"]
    assert isinstance(due, Message)
    assert (refused.message.key, due.values) == ("must_lead_due_card", {"card": "AC"})
    state = played(game, hands, "7S 8S", bought).state
    assert why(game, state, "QC").sentence == "KC was led and you have clubs, so you must play clubs."
    bound = structs.replace(state, duties=(state.duties[0], Duty(1, 0, CardSet.parse("8C").mask)))
    assert why(game, bound, "9C").sentence == "Clubs are led for the first time, so you must play 8C."
    two = structs.replace(state, trick=(), duties=(state.duties[0], Duty(1, 0, CardSet.parse("8C 9C").mask)))
    own = structs.replace(two, hands=(0, CardSet.parse("8C 9C 10C QC").mask, 0, 0, 0))
    assert why(game, own, "10C").sentence == "To lead clubs for the first time you must lead 8C or 9C."
    assert why(game, five(PICKED).state, "QC").sentence == (
        "That cannot be done in the call; call a card or play alone."
    )


# -- what others ask ---------------------------------------------------------------------------------------------------


def test_the_problem_of_the_tricks() -> None:
    game = sheepshead()
    state = five("0 pick, 0 bury KS, 0 bury 7H, 0 call AC, 0 QC").state
    problem = game.problem(state)
    assert problem.sides == (1, 0, 1, 0, 0)
    assert problem.points == (4, 0, 0, 0, 0)
    assert problem.duties == (Duty(2, 0, 1 << parse_card("AC")), Duty(0, 0, ORDER.classes[0]))
    assert (problem.trick, problem.leader, problem.last_trick) == ((parse_card("QC"),), 0, 0)
    over, _ = play_out(game, state)
    for other in (five("0 pick").state, over):
        with pytest.raises(IllegalAction) as refused:
            game.problem(other)
        assert refused.value.code == "no_tricks"


@rule("S4")
def test_the_order_is_the_same_from_first_to_last() -> None:
    game = sheepshead()
    assert game.order(five().state) is ORDER
    assert game.order_of(Contract("leaster")) is ORDER


@rule("S92", "SQ34", "SQ36", "SQ37", "SQ38", "SQ40", "SA2")
@pytest.mark.parametrize(
    "options, kind, facts, delta",
    [
        ({}, "called_card", {"picker": 1, "partner": 3, "points": 81, "tricks": 4}, (-1, 2, -1, 1, -1)),
        ({}, "called_card", {"picker": 1, "partner": 3, "points": 90, "tricks": 4}, (-2, 4, -2, 2, -2)),
        (
            {"defenders_out_at": 30},
            "called_card",
            {"picker": 1, "partner": 3, "points": 90, "tricks": 4},
            (-1, 2, -1, 1, -1),
        ),
        (
            {"all_pass": "doubler"},
            "called_card",
            {"picker": 1, "partner": 3, "points": 60, "tricks": 4, "doublers": 2},
            (4, -8, 4, -4, 4),
        ),
        (
            {"all_pass": "doubler", "partner_on_loss": "exempt"},
            "called_card",
            {"picker": 1, "partner": 3, "points": 60, "tricks": 4, "doublers": 2},
            (4, -12, 4, 0, 4),
        ),
        (
            {"players": 7},
            "alone",
            {"picker": 0, "points": 75, "tricks": 3, "by_choice": True},
            (12, -2, -2, -2, -2, -2, -2),
        ),
        ({"players": 4}, "alone", {"picker": 0, "points": 44, "tricks": 0}, (-18, 6, 6, 6)),
        (
            {"players": 4, "partner": "fixed"},
            "fixed_partners",
            {"picker": 0, "points": 44, "tricks": 0},
            (-3, 3, -3, 3),
        ),
        ({"split": "even"}, "called_card", {"picker": 1, "partner": 3, "points": 81, "tricks": 4}, (-2, 3, -2, 3, -2)),
        (
            {"split": "picker_all"},
            "called_card",
            {"picker": 1, "partner": 3, "points": 81, "tricks": 4},
            (-1, 3, -1, 0, -1),
        ),
        ({}, "leaster", {"totals": (24, 25, 0, 49, 22), "taken": (1, 2, 0, 2, 1)}, (-1, -1, -1, -1, 4)),
        (
            {"players": 6, "all_pass": "mittler"},
            "upper_mittler",
            {"totals": (38, 27, 21, 18, 16, 0)},
            (-1, -1, 5, -1, -1, -1),
        ),
        (
            {"players": 6, "all_pass": "mittler", "mittler_even": "lower"},
            "lower_mittler",
            {"totals": (38, 27, 21, 18, 16, 0)},
            (-1, -1, -1, 5, -1, -1),
        ),
        ({"players": 4, "all_pass": "schneidster"}, "schneidster", {"totals": (52, 30, 29, 9)}, (-1, 3, -1, -1)),
        (
            {"all_pass": "pot"},
            "called_card",
            {"picker": 0, "partner": 2, "points": 60, "tricks": 3, "pot": 10},
            (-2, 5, -1, 4, 4),
        ),
    ],
)
def test_the_examples_of_the_law_book(
    options: dict[str, Any], kind: str, facts: dict[str, Any], delta: tuple[int, ...]
) -> None:
    assert settled(sheepshead(**options), kind, **facts) == delta
