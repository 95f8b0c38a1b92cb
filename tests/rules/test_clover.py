"""The law of Clover, sentence by sentence; the ids are those of ``docs/rules/clover.md``.

Seat 3 deals unless a test says otherwise, so seat 0 speaks first; most positions let seat 0 declare and lead.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import Give, Play, Show, Trump
from sheepfold.core.cards import DECK32, SUIT_WORDS, SUITS, CardSet, Mask, cards_in, cards_text, parse_card, parse_suit
from sheepfold.core.deal import Deal, lay_out
from sheepfold.core.errors import BadFacts, BadOptions, IllegalAction
from sheepfold.core.events import (
    CardsDealt,
    Contract,
    ContractSet,
    DealerDrawn,
    DealScored,
    DealShown,
    Event,
    Given,
    Implied,
    MeldWon,
    Outcome,
    Played,
    Said,
    Standing,
    ThrownIn,
    TrickWon,
    Turn,
    UpCard,
)
from sheepfold.core.form import Field, answered, answers_of, decode_facts, fill
from sheepfold.core.game import TrickMelds
from sheepfold.core.options import describe
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Chance
from sheepfold.core.trick import points_of, winner
from sheepfold.games.clover import ORDERS, Clover, CloverFacts, CloverOptions, CloverState, CloverTricks
from sheepfold.games.clover_melds import ALL_SHOWS, best_melds, hand_meld_value, legal_shows, trick_meld_value
from sheepfold.notation.actions import action_text, meld_text
from sheepfold.notation.transcript import read_action
from sheepfold.play.replay import Replay, begin, replay
from sheepfold.play.step import step, why_not
from sheepfold.registry import make_game

rule = pytest.mark.rule
TRUMPS = (None, *SUITS)
NOTRUMP = "notrump"
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
PLAIN_LADDER = ("A", "10", "K", "Q", "J", "9", "8", "7")
MIXED = sorted(DECK32.cards, key=lambda c: 11 * c % 37)
PASSES = ("0 pass", "1 pass", "2 pass", "3 pass")
SUIT_EACH = tuple(" ".join(rank + letter for rank in RANKS) for letter in "CSHD")


# -- helpers -------------------------------------------------------------------------------------------------------


def clover(**options: Any) -> Clover:
    return Clover(CloverOptions.make(**options))


def mask(cards: str) -> Mask:
    return CardSet.parse(cards).mask


def suit(word: str) -> int | None:
    return None if word == NOTRUMP else parse_suit(word)


def deal(*hands: str, upcard: str | None = None, dealer: int = 3) -> Deal:
    """A deal with at least these cards, by seat; the rest of the pack fills the hands in a fixed mixed order."""
    held = [mask(hand) for hand in (*hands, "", "", "", "")[:4]]
    if upcard is not None:
        held[dealer] |= mask(upcard)
    rest = [c for c in MIXED if not any(hand >> c & 1 for hand in held)]
    for seat in range(4):
        while held[seat].bit_count() < 8:
            held[seat] |= 1 << rest.pop(0)
    return Deal(tuple(held), upcard=cards_in(held[dealer])[0] if upcard is None else parse_card(upcard))


def run(game: Clover, cards: Deal, *actions: str, dealer: int = 3, redeals: int = 0) -> Replay[CloverState]:
    standing = Standing(dealer, (0, 0), redeals=redeals)
    return replay(game, standing, cards, [read_action(action) for action in actions])


def to_tricks(trump: str, *hands: str, actions: tuple[str, ...] = (), **options: Any) -> Replay[CloverState]:
    """Seat 0 declares that trump in round 2, without an exchange unless one is asked for; then the actions."""
    bids = (f"0 {trump}", "1 pass", "2 pass", "3 pass") if trump == NOTRUMP else (f"0 trump {trump}",)
    return run(clover(**{"exchange": "off", **options}), deal(*hands), *PASSES, *bids, *actions)


def trick(trump: str, plays: str, *shown: str, **options: Any) -> Replay[CloverState]:
    """The first trick with these cards, led by seat 0, who has all the rest of that suit; melds are shown before."""
    cards = plays.split()
    led = mask(" ".join(rank + cards[0][-1] for rank in RANKS))
    hands = [mask(played) for played in cards]
    for meld in shown:
        seat, _, laid = meld.partition(" show ")
        hands[int(seat)] |= mask(laid)
    hands[0] |= led & ~(hands[1] | hands[2] | hands[3])
    actions = [
        action
        for seat in range(4)
        for action in (*(meld for meld in shown if meld[0] == str(seat)), f"{seat} {cards[seat]}")
    ]
    return to_tricks(trump, *(cards_text(cards_in(hand)) for hand in hands), actions=tuple(actions), **options)


def texts(game: Clover, state: CloverState) -> list[str]:
    return [action_text(action) for action in game.legal(state)]


def shows(game: Clover, state: CloverState) -> list[str]:
    return [action_text(action) for action in game.legal(state) if isinstance(action, Show)]


def found(events: tuple[Event, ...], kind: type[Any]) -> list[Any]:
    return [event for event in events if type(event) is kind]


def refused(game: Clover, state: CloverState, action: str) -> IllegalAction:
    seat, wanted = read_action(action)
    error = why_not(game, state, seat, wanted)
    assert error is not None
    return error


def finish(game: Clover, state: CloverState) -> tuple[CloverState, tuple[Event, ...]]:
    """Play on with the first legal card each time."""
    events: tuple[Event, ...] = ()
    while (seat := game.actor(state)) is not None:
        made = step(game, state, seat, game.legal(state)[0])
        state, events = made.state, events + made.events
    return state, events


def result(game: Clover, state: CloverState) -> Outcome:
    outcome = game.outcome(finish(game, state)[0])
    assert outcome is not None
    return outcome


def settle(team: int, points: tuple[int, int], melds: tuple[int, int] = (0, 0), **options: Any) -> tuple[int, int]:
    """Game points of both teams; teams are 1 and 2 as at the table."""
    first, second = outcome_of(team - 1, points, melds, **options).delta
    return first, second


def outcome_of(team: int, points: tuple[int, int], melds: tuple[int, int] = (0, 0), **options: Any) -> Outcome:
    """The settlement of a contract with trumps that a seat of this team declared; teams are 0 and 1."""
    facts = CloverFacts(contract=Contract("suit", team), points=points, melds=melds)
    outcome = clover(**options).outcome_of(Standing(0, (0, 0)), facts)
    assert outcome.delta == tuple(sum(item.amount for item in outcome.items if item.side == side) for side in (0, 1))
    assert outcome.melds == melds
    return outcome


# -- partners, ranks and values ------------------------------------------------------------------------------------


@rule("C1")
def test_opposite_seats_are_partners_and_score_together() -> None:
    game = clover()
    assert (game.seats, game.sides) == (4, 2)
    at_tricks = to_tricks("spades", "JS 9S AS 10S KS QS 8S 7S", actions=("0 JS",))
    assert game.problem(at_tricks.state).sides == (0, 1, 0, 1)
    outcome = result(clover(exchange="off"), at_tricks.state)
    assert outcome.points == (150, 0, 0, 0)
    assert outcome.delta[0] >= 15


@rule("C2", "C3")
@pytest.mark.parametrize("trump", SUITS)
def test_trumps_rank_and_count_jack_nine_ace_ten(trump: int) -> None:
    letter = "CSHD"[trump]
    order = ORDERS[trump]
    ladder = [parse_card(rank + letter) for rank in ("J", "9", "A", "10", "K", "Q", "8", "7")]
    assert order.trumps == tuple(ladder)
    assert [order.value[c] for c in ladder] == [20, 14, 11, 10, 4, 3, 0, 0]
    assert all(winner((low, high), order) == 1 for high, low in pairwise(ladder))


@rule("C4", "C5")
@pytest.mark.parametrize("trump, plain", list(permutations(SUITS, 2)))
def test_plain_suits_rank_and_count_ace_ten_king(trump: int, plain: int) -> None:
    order = ORDERS[trump]
    ladder = [parse_card(rank + "CSHD"[plain]) for rank in PLAIN_LADDER]
    assert [order.value[c] for c in ladder] == [11, 10, 4, 3, 2, 0, 0, 0]
    assert all(winner((low, high), order) == 1 for high, low in pairwise(ladder))
    assert winner((ladder[0], order.trumps[-1]), order) == 1


@rule("C6", "CQ1")
@pytest.mark.parametrize("trump", TRUMPS)
def test_the_pack_is_worth_152(trump: int | None) -> None:
    assert points_of(DECK32.cards, ORDERS[trump]) == 152


@rule("C7", "C8", "C10", "CQ1", "CQ29")
@pytest.mark.parametrize("trump", [*SUIT_WORDS, NOTRUMP])
def test_the_last_trick_counts_two_less_and_a_hand_150(trump: str) -> None:
    game = clover(exchange="off")
    start = to_tricks(trump, "AC AS AH AD")
    last, events = finish(game, start.state)
    order = ORDERS[suit(trump)]
    cards = [event.card for event in found(events, Played)]
    won = [event.points for event in found(events, TrickWon)]
    worth = [points_of(tuple(cards[4 * k : 4 * k + 4]), order) for k in range(8)]
    assert won == [*worth[:7], worth[7] - 2]
    assert last.outcome is not None
    assert sum(last.outcome.points) == 150


@rule("C9", "C10")
def test_without_trumps_jack_and_nine_are_low_and_eights_count_8() -> None:
    order = ORDERS[None]
    assert order.trumps == ()
    for letter in "CSHD":
        ladder = [parse_card(rank + letter) for rank in PLAIN_LADDER]
        assert [order.value[c] for c in ladder] == [11, 10, 4, 3, 2, 0, 8, 0]
        assert all(winner((low, high), order) == 1 for high, low in pairwise(ladder))


# -- the deal ------------------------------------------------------------------------------------------------------


@rule("C11", "C12")
@pytest.mark.parametrize("dealer", range(4))
def test_eight_cards_each_and_the_last_one_face_up_to_the_dealer(dealer: int) -> None:
    game = clover()
    shuffle = DECK32.cards
    made = game.begin(Standing(dealer, (0, 0)), shuffle)
    assert [hand.bit_count() for hand in made.state.hands] == [8] * 4
    assert [event.count for event in found(made.events, CardsDealt)] == [8] * 4
    assert found(made.events, UpCard) == [UpCard(dealer, shuffle[-1])]
    assert made.state.hands[dealer] >> shuffle[-1] & 1
    assert lay_out(game.plan(Standing(dealer, (0, 0))), shuffle, 4).upcard == shuffle[-1]


@rule("C12", "C14")
@pytest.mark.parametrize("upcard", ["7C", "QS", "10H", "AD"])
def test_the_suit_of_the_up_card_is_proposed(upcard: str) -> None:
    game = clover()
    state = run(game, deal(upcard=upcard), "0 accept").state
    assert state.contract is not None
    assert state.contract.suit == parse_suit(upcard[-1])
    assert game.order(state) is game.order_of(state.contract) is ORDERS[parse_suit(upcard[-1])]


@rule("CQ3")
def test_all_see_the_up_card_and_it_stays_with_the_dealer() -> None:
    game = clover()
    cards = deal(upcard="10H")
    made = run(game, cards, "0 pass", "1 accept")
    shown = found(made.events[0], UpCard)[0]
    assert all(seen_by(shown, viewer) == shown for viewer in (0, 1, 2, 3, None))
    assert made.state.hands == cards.hands
    assert made.state.hands[3] >> parse_card("10H") & 1


# -- the bidding ---------------------------------------------------------------------------------------------------


@rule("C13")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_begins_and_each_may_pass_or_play(dealer: int) -> None:
    game = clover()
    state = begin(game, Standing(dealer, (0, 0)), deal(dealer=dealer)).state
    for turn in range(4):
        assert game.actor(state) == (dealer + 1 + turn) % 4
        assert texts(game, state) == ["pass", "accept"]
        state = game.apply(state, game.legal(state)[0]).state


@rule("C14", "CQ4")
@pytest.mark.parametrize("passes", range(4))
def test_the_first_to_accept_declares_and_ends_the_bidding(passes: int) -> None:
    game = clover()
    calls = [f"{seat} pass" for seat in range(passes)]
    made = run(game, deal(upcard="9H"), *calls, f"{passes} accept")
    contract = found(made.events[-1], ContractSet)[0].contract
    assert (contract.kind, contract.declarer, contract.suit) == ("suit", passes, parse_suit("H"))
    assert game.phase(made.state) == "give"


@rule("CQ4")
def test_a_pass_does_not_bind_the_partner_and_no_trump_waits_for_round_2() -> None:
    game = clover()
    state = run(game, deal(), "0 pass", "1 pass").state
    assert "accept" in texts(game, state)
    for bid in ("2 notrump", "2 trump hearts"):
        error = refused(game, state, bid)
        assert (error.code, error.rule) == ("not_in_round1", "CQ4")


@rule("C15", "C16", "C17")
def test_after_four_passes_the_dealer_keeps_the_card_and_a_second_round_begins() -> None:
    game = clover()
    cards = deal(upcard="9H")
    made = run(game, cards, *PASSES)
    assert made.state.hands == cards.hands
    assert (game.phase(made.state), game.actor(made.state)) == ("round2", 0)
    assert texts(game, made.state) == [
        "pass",
        "notrump",
        "trump clubs",
        "trump spades",
        "trump hearts",
        "trump diamonds",
    ]
    later = run(game, cards, *PASSES, "0 pass", "1 trump clubs", "3 give 9H")
    assert later.state.hands[1] >> parse_card("9H") & 1
    error = refused(game, made.state, "0 accept")
    assert (error.code, error.rule) == ("turned_down", "C16")


@rule("C16", "CQ5")
@pytest.mark.parametrize("word", SUIT_WORDS)
def test_a_suit_in_round_2_ends_the_bidding(word: str) -> None:
    game = clover()
    state = run(game, deal(), *PASSES, "0 pass", f"1 trump {word}").state
    assert state.contract is not None
    assert (state.contract.declarer, state.contract.suit, game.phase(state)) == (1, parse_suit(word), "give")


@rule("C17", "CQ5")
def test_no_trump_stands_when_the_rest_pass() -> None:
    game = clover()
    state = run(game, deal(), *PASSES, "0 pass", "1 notrump", "2 pass", "3 pass").state
    assert state.contract is not None
    assert (state.contract.kind, state.contract.declarer, state.contract.suit) == ("notrump", 1, None)
    assert game.order(state) is ORDERS[None]


@rule("C18", "CQ5")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_suit_outbids_no_trump_also_the_partners(seat: int) -> None:
    game = clover()
    between = [f"{other} pass" for other in range(1, seat)]
    state = run(game, deal(), *PASSES, "0 notrump", *between, f"{seat} trump hearts").state
    assert state.contract is not None
    assert (state.contract.declarer, state.contract.suit) == (seat, parse_suit("H"))


@rule("CQ5")
def test_no_trump_does_not_outbid_no_trump_and_the_dealers_stands() -> None:
    game = clover()
    state = run(game, deal(), *PASSES, "0 notrump").state
    assert texts(game, state) == ["pass", "trump clubs", "trump spades", "trump hearts", "trump diamonds"]
    error = refused(game, state, "1 notrump")
    assert (error.code, error.rule) == ("notrump_over_notrump", "CQ5")
    stands = run(game, deal(), *PASSES, *PASSES[:3], "3 notrump").state
    assert stands.contract is not None
    assert stands.contract.declarer == 3


@rule("CQ5", "CA3")
def test_with_all_players_everybody_else_is_asked_once_after_no_trump() -> None:
    bids = (*PASSES, "0 pass", "1 pass", "2 notrump", "3 pass")
    law, other = clover(), clover(nt_outbid="all_players")
    assert law.phase(run(law, deal(), *bids).state) == "give"
    state = run(other, deal(), *bids).state
    for seat in (0, 1):
        assert (other.actor(state), other.phase(state)) == (seat, "round2")
        assert texts(other, state) == ["pass", "trump clubs", "trump spades", "trump hearts", "trump diamonds"]
        state = other.apply(state, other.legal(state)[0]).state
    assert state.contract is not None
    assert (state.contract.declarer, other.phase(state)) == (2, "give")
    outbid = run(other, deal(), *bids, "0 trump clubs").state
    assert outbid.contract is not None
    assert outbid.contract.declarer == 0


@rule("CA3", "CA7")
def test_with_all_players_even_the_dealers_no_trump_can_be_outbid() -> None:
    game = clover(nt_outbid="all_players", max_redeals=0)
    state = run(game, deal(), *PASSES, *PASSES[:3], "3 notrump").state
    assert (game.actor(state), game.phase(state)) == (0, "round2")
    assert game.phase(run(game, deal(), *PASSES, *PASSES[:3], "3 notrump", "0 trump clubs").state) == "give"


@rule("CQ6")
def test_the_suit_turned_down_may_be_named_unless_forbidden() -> None:
    cards = deal(upcard="9H")
    assert "trump hearts" in texts(clover(), run(clover(), cards, *PASSES).state)
    strict = clover(turned_suit_round2="forbidden")
    for bids in ((), ("0 notrump",)):
        state = run(strict, cards, *PASSES, *bids).state
        assert [t for t in texts(strict, state) if "trump " in t] == ["trump clubs", "trump spades", "trump diamonds"]
        error = refused(strict, state, f"{len(bids)} trump hearts")
        assert (error.code, error.rule) == ("suit_turned_down", "CQ6")


@rule("C19", "CQ25")
def test_eight_passes_throw_the_hand_in_and_the_same_dealer_deals_again() -> None:
    game = clover()
    standing = Standing(3, (40, 31), deal=8, redeals=2)
    made = replay(game, standing, deal(), [read_action(bid) for bid in PASSES + PASSES])
    outcome = game.outcome(made.state)
    assert outcome == Outcome((0, 0), thrown_in=True, same_dealer=True)
    assert found(made.events[-1], ThrownIn) == [ThrownIn("C19")]
    assert found(made.events[-1], DealScored)
    assert found(made.events[-1], DealShown)
    assert game.next_standing(standing, outcome, Chance("x")) == Standing(3, (40, 31), deal=8, redeals=3)


@rule("CA7")
@pytest.mark.parametrize("redeals, limit, forced", [(19, 20, False), (20, 20, True), (21, 20, True), (2, 2, True)])
def test_after_max_redeals_the_dealer_has_only_no_trump(redeals: int, limit: int, forced: bool) -> None:
    game = clover(max_redeals=limit)
    state = run(game, deal(), *PASSES, *PASSES[:3], redeals=redeals).state
    assert (texts(game, state) == ["notrump"]) is forced
    if forced:
        for bid in ("3 pass", "3 trump clubs"):
            error = refused(game, state, bid)
            assert (error.code, error.rule) == ("dealer_must_bid", "CA7")
    else:
        assert game.phase(run(game, deal(), *PASSES, *PASSES, redeals=redeals).state) == "over"


@rule("CA7")
def test_a_dealer_is_free_once_somebody_has_bid() -> None:
    game = clover(max_redeals=0, turned_suit_round2="forbidden")
    state = run(game, deal(upcard="9H"), *PASSES, "0 notrump", "1 pass", "2 pass").state
    assert texts(game, state) == ["pass", "trump clubs", "trump spades", "trump diamonds"]
    assert refused(game, state, "3 trump hearts").code == "suit_turned_down"


# -- the exchange --------------------------------------------------------------------------------------------------


@rule("C20", "C21", "CQ7", "C35")
def test_partner_gives_a_card_and_the_declarer_gives_one_back() -> None:
    game = clover()
    cards = deal("JC 7H", "", "10C 8H", upcard="9C")
    state = run(game, cards, "0 accept").state
    assert (game.phase(state), game.actor(state)) == ("give", 2)
    assert game.legal(state) == tuple(Give(c) for c in cards_in(cards.hands[2]))
    made = run(game, cards, "0 accept", "2 give 10C")
    assert (game.phase(made.state), game.actor(made.state)) == ("return", 0)
    assert game.legal(made.state) == tuple(Give(c) for c in cards_in(cards.hands[0] | mask("10C")))
    done = run(game, cards, "0 accept", "2 give 10C", "0 give 7H").state
    assert (game.phase(done), game.actor(done)) == ("tricks", 0)
    assert done.hands[0] == cards.hands[0] ^ mask("7H 10C")
    assert done.hands[2] == cards.hands[2] ^ mask("7H 10C")


@rule("CQ7", "X8")
def test_opponents_do_not_see_the_exchange_until_the_deal_is_over() -> None:
    game = clover()
    made = run(game, deal("7H", "", "10C", upcard="9C"), "0 accept", "2 give 10C", "0 give 7H")
    first, second = (found(events, Given)[0] for events in made.events[-2:])
    assert (first, second) == (Given(2, 0, parse_card("10C")), Given(0, 2, parse_card("7H")))
    assert all(seen_by(given, viewer) == given for given in (first, second) for viewer in (0, 2))
    for viewer in (1, 3, None):
        assert seen_by(first, viewer) == Given(2, 0, None)
        assert seen_by(second, viewer) == Given(0, 2, None)
    shown = found(finish(game, made.state)[1], DealShown)[0]
    assert shown.hidden == ((2, Give(parse_card("10C"))), (0, Give(parse_card("7H"))))


@rule("CQ7")
def test_the_same_card_may_go_back_unless_forbidden() -> None:
    cards = deal("", "", "10C", upcard="9C")
    bids = ("0 accept", "2 give 10C")
    assert run(clover(), cards, *bids, "0 give 10C").state.hands == cards.hands
    strict = clover(return_same_card="forbidden")
    state = run(strict, cards, *bids).state
    assert "give 10C" not in texts(strict, state)
    assert len(texts(strict, state)) == 8
    error = refused(strict, state, "0 give 10C")
    assert (error.code, error.rule) == ("same_card_back", "CQ7")


@rule("CQ7", "C20")
def test_without_exchange_the_declarer_leads_at_once() -> None:
    for option, phase in (("on", "give"), ("off", "tricks")):
        game = clover(exchange=option)
        assert game.phase(run(game, deal(), "0 accept").state) == phase


@rule("CQ7")
def test_melds_are_judged_after_the_exchange_and_the_up_card_may_be_passed() -> None:
    game = clover()
    cards = deal("", "JS QS 7D", "", "KS 8D", upcard="KS")
    state = run(game, cards, "0 pass", "1 accept", "3 give KS", "1 give 7D").state
    assert shows(game, state) == ["show JS QS KS", "show KS QS"]


# -- melds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trump, cards, value",
    [
        pytest.param("clubs", "JC JS JH JD", 200, marks=rule("C24", "CQ11")),
        pytest.param(NOTRUMP, "JC JS JH JD", 200, marks=rule("C24", "CQ28")),
        pytest.param("clubs", "AC AS AH AD", 100, marks=rule("C25", "CQ11")),
        pytest.param("clubs", "KC KS KH KD", 100, marks=rule("C25", "CQ11")),
        pytest.param("clubs", "QC QS QH QD", 100, marks=rule("C25", "CQ11")),
        pytest.param("clubs", "10C 10S 10H 10D", 0, marks=rule("CQ10")),
        pytest.param("clubs", "9C 9S 9H 9D 8C 8S 8H 8D", 0, marks=rule("CQ10")),
        pytest.param("clubs", "9S 10S JS QS KS", 100, marks=rule("C26")),
        pytest.param("clubs", "9S 10S JS QS", 50, marks=rule("C27")),
        pytest.param("clubs", "9S 10S JS", 20, marks=rule("C28")),
        pytest.param("clubs", "9S 10S", 0, marks=rule("C28")),
        pytest.param("clubs", "QS QH QD KC", 0, marks=rule("C29")),
        pytest.param("clubs", "QC KC", 20, marks=rule("C30")),
        pytest.param("spades", "QC KC", 0, marks=rule("C30")),
        pytest.param(NOTRUMP, "QC KC 7H", 0, marks=rule("CQ28")),
        pytest.param("clubs", "9S 10H JS", 0, marks=rule("C31")),
        pytest.param("spades", "JS QS KS", 40, marks=rule("C34", "C33")),
        pytest.param("hearts", "JS QS KS", 20, marks=rule("C34")),
        pytest.param("clubs", "JC JS JH JD 10C 9C 8C QC", 220, marks=rule("C33", "CQ12")),
        pytest.param("clubs", "KC KS KH KD QC AC JC 10C", 140, marks=rule("CQ12")),
        pytest.param("clubs", "AH 7H 8H", 0, marks=rule("CQ8")),
        pytest.param("clubs", "KH AH 7H", 0, marks=rule("CQ8")),
        pytest.param("spades", "JS 9S AS", 0, marks=rule("CQ8")),
        pytest.param("spades", "9S 10S JS", 20, marks=rule("CQ8")),
        pytest.param("clubs", "8H 9H 10H JH QH KH", 100, marks=rule("CQ9")),
        pytest.param("clubs", "8H 9H 10H JH QH KH AH", 100, marks=rule("CQ9")),
        pytest.param("clubs", "7H 8H 9H 10H JH QH KH AH", 120, marks=rule("CQ9")),
        pytest.param("hearts", "7H 8H 9H 10H JH QH KH AH", 140, marks=rule("CQ9")),
        pytest.param("diamonds", "QD KD AD 7C 8C 9C 10C JS", 90, marks=rule("CQ12", "C33")),
        pytest.param("hearts", "QD KD AD 7C 8C 9C 10C JS", 70, marks=rule("C30")),
        pytest.param("clubs", "", 0, marks=rule("C22")),
    ],
)
def test_value_of_the_melds_of_a_hand(trump: str, cards: str, value: int) -> None:
    assert hand_meld_value(mask(cards), suit(trump)) == value


@pytest.mark.parametrize(
    "trump, cards, value",
    [
        pytest.param("clubs", "JC JS JH JD", 200, marks=rule("C24", "CQ11")),
        pytest.param("clubs", "AC AS AH AD", 100, marks=rule("C25", "CQ11")),
        pytest.param("clubs", "KC KS KH KD", 100, marks=rule("C25", "CQ11")),
        pytest.param("clubs", "QC QS QH QD", 100, marks=rule("C25", "CQ11")),
        pytest.param("hearts", "9C 10C JC QC", 50, marks=rule("C27")),
        pytest.param("hearts", "7C 10C JC QC", 20, marks=rule("C28")),
        pytest.param("hearts", "7C 8C JC QC", 0, marks=rule("C28")),
        pytest.param("hearts", "7C 7S 7D QC", 20, marks=rule("C29", "CQ10")),
        pytest.param("hearts", "7C 7S 8D 8C", 0, marks=rule("C29")),
        pytest.param("clubs", "KC QC 7S 8S", 20, marks=rule("C30")),
        pytest.param("clubs", "KC QS 7S 8S", 0, marks=rule("C30")),
        pytest.param("spades", "JC 8C 10H 9D", 50, marks=rule("C32", "C43", "CQ8")),
        pytest.param("clubs", "JC 8C 10H 9D", 50, marks=rule("C43")),
        pytest.param(NOTRUMP, "JC 8C 10H 9D", 50, marks=rule("C43")),
        pytest.param("clubs", "QC KC AC 10S", 40, marks=rule("C44", "C33", "CQ22")),
        pytest.param("spades", "QC KC AC 10S", 20, marks=rule("CQ22")),
        pytest.param(NOTRUMP, "QC KC AC 10S", 20, marks=rule("CQ22", "CQ28")),
        pytest.param("clubs", "KC QC KS KH", 40, marks=rule("CQ12")),
        pytest.param("hearts", "JH QH KH AH", 70, marks=rule("CQ12")),
        pytest.param("spades", "KS QS JD 10H", 70, marks=rule("CQ12", "C32")),
        pytest.param("clubs", "9C 9S 10H JD", 20, marks=rule("CQ12")),
        pytest.param("clubs", "AC 7S 8H 9D", 20, marks=rule("CQ8")),
        pytest.param("clubs", "AC 7S 8H KD", 0, marks=rule("CQ8")),
        pytest.param("clubs", "10C 10S 10H 10D", 20, marks=rule("CQ10")),
        pytest.param("clubs", "9C 9S 9H 8D", 20, marks=rule("CQ10")),
    ],
)
def test_value_of_the_melds_in_a_trick(trump: str, cards: str, value: int) -> None:
    assert trick_meld_value(mask(cards), suit(trump)) == value


@rule("CQ10")
@pytest.mark.parametrize(
    "cards, strict", [("10C 10S 10H 10D", 0), ("9C 9S 9H 8D", 0), ("JC JS JH 8D", 20), ("AC AS AH 7D", 20)]
)
def test_sets_of_three_may_be_kept_to_the_high_ranks(cards: str, strict: int) -> None:
    assert trick_meld_value(mask(cards), None, "any") == 20
    assert trick_meld_value(mask(cards), None, "AKQJ") == strict


@rule("CQ9", "CQ12")
@pytest.mark.parametrize("trump, values", [(0, {0, 20, 40, 50, 70, 100, 200}), (None, {0, 20, 50, 100, 200})])
def test_the_melds_of_every_possible_trick_have_one_of_seven_values(trump: int | None, values: set[int]) -> None:
    tricks = combinations([1 << c for c in DECK32.cards], 4)
    assert {trick_meld_value(a | b | c | d, trump) for a, b, c, d in tricks} == values


@rule("C29", "CQ10")
@pytest.mark.parametrize("option, won", [("any", [MeldWon(3, 20)]), ("AKQJ", [])])
def test_a_trick_with_three_nines_under_both_options(option: str, won: list[MeldWon]) -> None:
    made = trick("diamonds", "9C 9S 9H 8D", set3_ranks=option)
    assert found(made.events[-1], MeldWon) == won


@rule("C42", "CQ14", "C43")
@pytest.mark.parametrize(
    "trump, plays, taker, worth",
    [
        ("spades", "JC 8C 10H 9D", 0, 50),
        ("hearts", "JC 8C 10H 9D", 2, 50),
        ("diamonds", "JC 8C 10H 9D", 3, 50),
        ("clubs", "QC KC AC 10S", 2, 40),
        ("spades", "QC KC AC 10S", 3, 20),
    ],
)
def test_the_melds_of_a_trick_go_to_its_winner(trump: str, plays: str, taker: int, worth: int) -> None:
    made = trick(trump, plays)
    assert found(made.events[-1], MeldWon) == [MeldWon(taker, worth)]
    assert [type(event) for event in made.events[-1]] == [Played, TrickWon, MeldWon]
    assert [made.state.melds[seat] for seat in range(4)] == [worth if seat == taker else 0 for seat in range(4)]


@rule("C22", "C23")
def test_melds_shown_and_melds_in_tricks_are_added() -> None:
    made = trick("hearts", "JC 8C 10S 9D", "0 show JC QC KC", "2 show 8S 9S 10S")
    assert made.state.melds == (20 + 50, 0, 20, 0)
    game = clover(exchange="off")
    last, events = finish(game, made.state)
    later = [0, 0]
    for event in found(events, MeldWon):
        later[event.seat % 2] += event.points
    assert last.outcome is not None
    assert last.outcome.melds == (90 + later[0], later[1])


# -- showing -------------------------------------------------------------------------------------------------------


@rule("C35", "C36", "C38", "CQ15")
def test_each_player_may_show_in_the_own_turn_of_the_first_trick() -> None:
    game = clover(exchange="off")
    state = to_tricks("clubs", "7D 8D 9D", "7H 8H 9H", "7S 8S 9S", "10C JC QC").state
    for seat, meld in enumerate(("7D 8D 9D", "7H 8H 9H", "7S 8S 9S", "10C JC QC")):
        assert game.actor(state) == seat
        assert f"show {meld}" in shows(game, state)
        made = step(game, state, seat, Show(mask(meld)))
        assert made.events == (
            Said(seat, Show(mask(meld))),
            Implied(seat, holds=mask(meld)),
            MeldWon(seat, 20),
            Turn(seat, "tricks"),
        )
        assert made.state.melds[seat] == 20
        assert game.actor(made.state) == seat
        card = next(action for action in game.legal(made.state) if isinstance(action, Play))
        state = step(game, made.state, seat, card).state
    assert shows(game, state) == []


@rule("CQ15")
def test_showing_is_free_and_may_be_partial() -> None:
    game = clover(exchange="off")
    state = to_tricks("hearts", "7C 8C 9C JS QS KS 7H 7D").state
    assert shows(game, state) == ["show 7C 8C 9C", "show JS QS KS"]
    assert any(isinstance(action, Play) for action in game.legal(state))
    partial = to_tricks("hearts", "7C 8C 9C JS QS KS 7H 7D", actions=("0 show JS QS KS", "0 JS")).state
    assert partial.melds == (20, 0, 0, 0)
    assert to_tricks("hearts", "7C 8C 9C JS QS KS 7H 7D", actions=("0 JS",)).state.melds == (0, 0, 0, 0)


@rule("CQ15", "CQ12", "CQ9")
@pytest.mark.parametrize(
    "trump, hand, melds",
    [
        ("clubs", "JC JS JH JD 10C 9C 8C QC", ["JC JS JH JD", "8C 9C 10C"]),
        ("clubs", "KC KS KH KD QC AC JC 10C", ["KC KS KH KD", "10C JC QC"]),
        ("hearts", "7H 8H 9H 10H JH QH KH AH", ["7H 8H 9H", "10H JH QH KH AH"]),
        ("hearts", "QH KH 7C", ["KH QH"]),
        ("clubs", "QH KH 7C", []),
    ],
)
def test_the_best_split_of_a_hand(trump: str, hand: str, melds: list[str]) -> None:
    assert [meld_text(meld) for meld in best_melds(mask(hand), suit(trump))] == melds


@rule("CQ12", "CQ15")
def test_showing_the_best_split_scores_its_value() -> None:
    chance = Chance("melds")
    game = clover(exchange="off")
    for number in range(200):
        state = game.begin(Standing(3, (0, 0)), chance.deal(DECK32, number, 0)).state
        state = game.apply(state, game.legal(state)[1]).state
        hand, trump = state.hands[0], state.contract.suit if state.contract else None
        for meld in best_melds(hand, trump):
            assert Show(meld) in game.legal(state)
            state = game.apply(state, Show(meld)).state
        assert state.melds[0] == hand_meld_value(hand, trump)


@rule("C33")
def test_no_card_serves_in_two_melds() -> None:
    game = clover(exchange="off")
    hand = "9S 10S JS JC JH JD 8H 7H"
    state = to_tricks("hearts", hand, actions=("0 show 9S 10S JS",)).state
    assert shows(game, state) == []
    error = refused(game, state, "0 show JC JS JH JD")
    assert (error.code, error.rule) == ("card_used", "C33")
    again = refused(game, state, "0 show 9S 10S JS")
    assert again.code == "card_used"


@rule("C34", "CA1")
@pytest.mark.parametrize(
    "actions, worth",
    [
        (("0 show JS QS KS",), 40),
        (("0 show KS QS",), 20),
        (("0 show KS QS", "0 show JS QS KS"), 40),
        (("0 show QC QS QH QD",), 100),
        (("0 show QC QS QH QD", "0 show KS QS"), 120),
    ],
)
def test_the_bell_counts_once_its_cards_lie_on_the_table(actions: tuple[str, ...], worth: int) -> None:
    assert to_tricks("spades", "JS QS KS QC QH QD", actions=actions).state.melds[0] == worth


@rule("CA1")
def test_the_bell_is_offered_only_until_it_counts() -> None:
    game = clover(exchange="off")
    state = to_tricks("spades", "JS QS KS 7H 8H 7D 8D 7C").state
    assert shows(game, state) == ["show JS QS KS", "show KS QS"]
    counted = to_tricks("spades", "JS QS KS 7H 8H 7D 8D 7C", actions=("0 show JS QS KS",)).state
    assert shows(game, counted) == []
    error = refused(game, counted, "0 show KS QS")
    assert (error.code, error.rule) == ("bell_counted", "CA1")
    after_bell = to_tricks("spades", "JS QS KS 7H 8H 7D 8D 7C", actions=("0 show KS QS",)).state
    assert shows(game, after_bell) == ["show JS QS KS"]


@rule("CA1", "C30")
def test_king_and_queen_shown_by_two_players_are_no_bell() -> None:
    made = to_tricks("spades", "10S JS QS", "KC KS KH KD", actions=("0 show 10S JS QS", "0 JS", "1 show KC KS KH KD"))
    assert made.state.melds == (20, 100, 0, 0)


@rule("CA2", "CQ9")
def test_any_three_to_five_neighbours_may_be_shown_and_no_more() -> None:
    game = clover(exchange="off")
    row = [rank + "H" for rank in RANKS]
    state = to_tricks("clubs", " ".join(row)).state
    pieces = [row[low : low + size] for low in range(6) for size in (3, 4, 5) if low + size <= 8]
    assert shows(game, state) == [f"show {' '.join(piece)}" for piece in pieces]
    for size in (6, 7, 8):
        error = refused(game, state, f"0 show {' '.join(row[:size])}")
        assert (error.code, error.rule) == ("run_too_long", "CA2")
    part = to_tricks("clubs", " ".join(row), actions=("0 show 10H JH QH",)).state
    assert shows(game, part) == ["show 7H 8H 9H"]


@rule("C31", "C29", "C30", "CQ28", "CQ8", "CQ10")
@pytest.mark.parametrize(
    "trump, cards, code, law",
    [
        ("clubs", "9S 10H JS", "run_mixed", "C31"),
        ("clubs", "QS QH QD", "set_of_three", "C29"),
        ("clubs", "KS QS", "no_bell", "C30"),
        (NOTRUMP, "KC QC", "no_bell", "CQ28"),
        ("clubs", "KC QS", "no_meld", "C22"),
        ("clubs", "10C 10S 10H 10D", "no_meld", "C22"),
        ("clubs", "AH 7H 8H", "no_meld", "C22"),
        ("clubs", "9S 10S", "no_meld", "C22"),
        ("clubs", "AS", "no_meld", "C22"),
    ],
)
def test_what_is_no_meld_in_a_hand(trump: str, cards: str, code: str, law: str) -> None:
    game = clover(exchange="off")
    state = to_tricks(trump, cards).state
    assert f"show {meld_text(mask(cards))}" not in shows(game, state)
    error = refused(game, state, f"0 show {cards}")
    assert (error.code, error.rule) == (code, law)


@rule("C48", "C49", "CQ15")
def test_a_meld_not_shown_in_the_first_trick_never_scores() -> None:
    game = clover(exchange="off")
    hands = SUIT_EACH
    kept = to_tricks("spades", *hands)
    shown = to_tricks("spades", *hands, actions=("0 7C", "1 show 10S JS QS KS AS"))
    late = to_tricks("spades", *hands, actions=("0 7C", "1 7S", "2 7H", "3 7D"))
    error = refused(game, late.state, "1 show 10S JS QS KS AS")
    assert (error.code, error.rule) == ("show_too_late", "C48")
    assert shows(game, late.state) == []
    without, having = result(game, kept.state), result(game, shown.state)
    assert without.points == having.points == (0, 150, 0, 0)
    assert (having.melds[1] - without.melds[1], having.delta[1] - without.delta[1]) == (120, 12)


@rule("C48")
def test_a_player_who_has_played_to_the_first_trick_cannot_show() -> None:
    game = clover(exchange="off")
    state = to_tricks("clubs", "7H 8H 9H JC", actions=("0 JC",)).state
    error = why_not(game, state, 0, Show(mask("7H 8H 9H")))
    assert error is not None
    assert error.code == "not_your_turn"


# -- play ----------------------------------------------------------------------------------------------------------


@rule("C35")
@pytest.mark.parametrize("declarer", range(4))
def test_the_declarer_leads_to_the_first_trick(declarer: int) -> None:
    game = clover(exchange="off")
    made = run(game, deal(), *PASSES[:declarer], f"{declarer} accept")
    assert (game.phase(made.state), game.actor(made.state), made.state.leader) == ("tricks", declarer, declarer)
    assert made.events[-1][-1] == Turn(declarer, "tricks")


@rule("C37", "CQ23")
@pytest.mark.parametrize(
    "trump, led, hand, legal",
    [
        ("clubs", "9S", "7S JS AC 7D 8D 9H 10D AH", "7S JS"),
        ("clubs", "9S", "JC 7D 8D AH 10D QH KD 7H", "JC 7D 8D AH 10D QH KD 7H"),
        ("clubs", "8C", "JC 7D 8D AH 10D QH KD 7H", "JC"),
        (NOTRUMP, "9S", "JC 7D 8D AH 10D QH KD 7H", "JC 7D 8D AH 10D QH KD 7H"),
    ],
)
def test_follow_suit_or_play_any_card(trump: str, led: str, hand: str, legal: str) -> None:
    game = clover(exchange="off")
    state = to_tricks(trump, led, hand, actions=(f"0 {led}",)).state
    cards = [action for action in game.legal(state) if isinstance(action, Play)]
    assert cards == [Play(c) for c in cards_in(mask(legal))]
    for c in cards_in(mask(hand) & ~mask(legal)):
        error = refused(game, state, f"1 {action_text(Play(c))}")
        assert (error.code, error.rule) == ("must_follow", "C37")


@rule("CQ23")
def test_a_lower_trump_may_be_played_on_a_higher_one() -> None:
    game = clover(exchange="off")
    made = to_tricks("clubs", "9S", "JC 7D 8D 9D 10D JD QD KD", "7C 9C 7H 8H 9H 10H JH QH", actions=("0 9S", "1 JC"))
    assert {"7C", "9C", "7H"} <= set(texts(game, made.state))


@rule("C40", "C41")
@pytest.mark.parametrize(
    "trump, plays, taker, worth",
    [
        ("clubs", "AS 10S 7C KS", 2, 25),
        (NOTRUMP, "8H 8C AH 9H", 2, 27),
        (NOTRUMP, "JC 9C 10C 7C", 2, 12),
        ("hearts", "10H AH 9H KH", 2, 39),
        ("hearts", "JH 9H AH 7C", 0, 45),
        ("clubs", "7S AH AD 8H", 0, 22),
        ("clubs", "7S 7C 8C 9S", 2, 0),
        ("diamonds", "KS AS 10S 7S", 1, 25),
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_suit_led_wins(
    trump: str, plays: str, taker: int, worth: int
) -> None:
    made = trick(trump, plays)
    assert found(made.events[-1], TrickWon) == [TrickWon(taker, worth)]
    assert (made.state.turn, made.state.leader, made.state.trick) == (taker, taker, ())
    assert made.state.points == tuple(worth if seat == taker else 0 for seat in range(4))
    assert made.state.tricks == tuple(int(seat == taker) for seat in range(4))


@rule("C39")
def test_shown_cards_are_played_like_any_other() -> None:
    game = clover(exchange="off")
    silent, open_ = trick("hearts", "JC 8C AC 9C"), trick("hearts", "JC 8C AC 9C", "0 show 10C JC QC KC")
    one, two = silent.state, open_.state
    while game.actor(one) is not None:
        assert game.actor(one) == game.actor(two)
        assert texts(game, one) == texts(game, two)
        assert not shows(game, two)
        action = game.legal(one)[-1]
        one, two = game.apply(one, action).state, game.apply(two, action).state
    assert one.outcome is not None
    assert two.outcome is not None
    assert one.outcome.points == two.outcome.points
    assert two.outcome.melds == (one.outcome.melds[0] + 50, one.outcome.melds[1])


@rule("CQ13", "CA4")
@pytest.mark.parametrize("option, won", [("allowed", [MeldWon(1, 20)]), ("forbidden", [])])
def test_shown_cards_may_score_again_in_a_trick_unless_forbidden(option: str, won: list[MeldWon]) -> None:
    made = trick("hearts", "JC 10C 9C 7S", "0 show JC QC KC", meld_reuse=option)
    assert found(made.events[-1], MeldWon) == won
    unshown = trick("hearts", "JC 10C 9C 7S", meld_reuse=option)
    assert found(unshown.events[-1], MeldWon) == [MeldWon(1, 20)]


@rule("CA4")
@pytest.mark.parametrize("option, worth", [("allowed", 40), ("forbidden", 20)])
def test_shown_cards_still_make_a_bell_in_a_trick(option: str, worth: int) -> None:
    made = trick("spades", "QS KS AS 7S", "0 show 10S JS QS", "1 show KC KS KH KD", meld_reuse=option)
    assert found(made.events[-1], MeldWon) == [MeldWon(2, worth)]


@rule("CA4")
@pytest.mark.parametrize("option, won", [("allowed", [MeldWon(0, 20)]), ("forbidden", [])])
def test_the_cards_of_a_shown_bell_are_spent_too(option: str, won: list[MeldWon]) -> None:
    made = trick("clubs", "KC 10S JS QS", "0 show KC QC", meld_reuse="allowed")
    assert made.state.melds[0] == 20 + 50
    again = trick("clubs", "KC 7S QS AS", "0 show KC QC", meld_reuse=option)
    assert found(again.events[-1], MeldWon) == won


# -- the score -----------------------------------------------------------------------------------------------------


@rule("C45", "C46", "C47")
def test_each_team_has_a_line_for_melds_and_one_for_tricks() -> None:
    items = outcome_of(0, (88, 62), (40, 70)).items
    assert [(item.rule, item.side, item.amount, str(item.what)) for item in items] == [
        ("C47", 0, 0, "melds 40, crossed out"),
        ("C46", 0, 8, "tricks 88"),
        ("C47", 1, 7, "melds 70"),
        ("C46", 1, 6, "tricks 62"),
    ]
    assert [item.kind for item in items] == ["melds_crossed_out", "tricks", "melds", "tricks"]


@rule("C45", "C50")
def test_the_lines_of_a_set_team_go_to_the_opponents() -> None:
    items = outcome_of(0, (74, 76), (120, 40)).items
    assert [item.kind for item in items] == ["melds_set", "tricks_set", "melds", "tricks"]
    assert [(item.rule, item.side, item.amount, str(item.what)) for item in items] == [
        ("C50", 1, 12, "melds 120 of team 1, which is set"),
        ("C50", 1, 7, "tricks 74 of team 1, which is set"),
        ("C50", 1, 4, "melds 40"),
        ("C50", 1, 7, "tricks 76"),
    ]


@pytest.mark.parametrize(
    "team, points, melds, game",
    [
        pytest.param(1, (76, 74), (0, 0), (7, 7), marks=rule("C46", "C14", "CQ18")),
        pytest.param(1, (75, 75), (0, 0), (0, 14), marks=rule("C50", "CQ18")),
        pytest.param(2, (75, 75), (0, 0), (14, 0), marks=rule("C50", "CQ18")),
        pytest.param(2, (74, 76), (0, 0), (7, 7), marks=rule("C46", "CQ18")),
        pytest.param(1, (88, 62), (40, 70), (8, 13), marks=rule("C46", "C47")),
        pytest.param(1, (88, 62), (70, 40), (15, 6), marks=rule("C47")),
        pytest.param(1, (88, 62), (60, 70), (8, 13), marks=rule("C47", "CQ16")),
        pytest.param(2, (70, 80), (50, 50), (12, 13), marks=rule("CQ17")),
        pytest.param(2, (81, 69), (20, 150), (31, 0), marks=rule("C50", "CQ19")),
        pytest.param(1, (70, 80), (200, 0), (0, 35), marks=rule("C50", "CQ20")),
        pytest.param(1, (127, 23), (0, 0), (12, 2), marks=rule("C51", "C52")),
        pytest.param(1, (130, 20), (0, 0), (13, 2), marks=rule("C51", "CQ21")),
        pytest.param(1, (129, 21), (0, 0), (12, 2), marks=rule("C51", "CQ21")),
        pytest.param(1, (74, 76), (120, 40), (0, 30), marks=rule("C50", "CQ21")),
        pytest.param(1, (152, -2), (0, 0), (15, 0), marks=rule("CQ2", "CQ29", "X5")),
        pytest.param(2, (152, -2), (0, 0), (15, 0), marks=rule("CQ2")),
        pytest.param(1, (150, 0), (0, 0), (15, 0), marks=rule("CQ24")),
    ],
)
def test_game_points_of_a_hand(
    team: int, points: tuple[int, int], melds: tuple[int, int], game: tuple[int, int]
) -> None:
    assert settle(team, points, melds) == game


@rule("CQ21")
@pytest.mark.parametrize("points", range(76, 150))
def test_the_150_of_a_hand_become_15_or_14(points: int) -> None:
    assert sum(settle(1, (points, 150 - points))) == (15 if points % 10 == 0 else 14)


@rule("C53", "C52")
@pytest.mark.parametrize("round1", range(121, 130))
@pytest.mark.parametrize("round2", range(71, 76))
def test_the_model_sheet(round1: int, round2: int) -> None:
    first = settle(1, (round1, 150 - round1), (70, 140))
    second = settle(1, (round2, 150 - round2), (120, 40))
    assert (first, second) == ((12, 14 + 2), (0, 4 + 7 + 12 + 7))
    assert (first[0] + second[0], first[1] + second[1]) == (12, 46)


@rule("C53")
@pytest.mark.parametrize("points", range(76, 80))
def test_the_second_round_of_the_model_sheet_with_more_than_75_is_made(points: int) -> None:
    assert settle(1, (points, 150 - points), (120, 40)) == (12 + 7, 7)


@rule("CQ17")
@pytest.mark.parametrize(
    "option, team1, team2",
    [
        ("both_keep", (14, 10), (10, 14)),
        ("none", (9, 5), (5, 9)),
        ("declarer", (14, 5), (5, 14)),
        ("defender", (9, 10), (10, 9)),
    ],
)
def test_equal_melds(option: str, team1: tuple[int, int], team2: tuple[int, int]) -> None:
    assert settle(1, (96, 54), (50, 50), meld_tie=option) == team1
    assert settle(2, (54, 96), (50, 50), meld_tie=option) == team2
    assert settle(1, (96, 54), (70, 50), meld_tie=option) == (16, 5)


@rule("C47", "CQ17")
@pytest.mark.parametrize("melds", [(0, 0), (50, 0)])
def test_a_team_without_melds_has_nothing_to_cross_out(melds: tuple[int, int]) -> None:
    items = outcome_of(0, (88, 62), melds, meld_tie="none").items
    assert (items[2].kind, str(items[2].what)) == ("melds", "melds 0")


@rule("CQ19")
def test_the_higher_melds_alone_may_go_to_the_setters() -> None:
    assert settle(2, (81, 69), (20, 150), set_melds="higher_side_only") == (29, 0)
    assert settle(2, (81, 69), (150, 20), set_melds="higher_side_only") == (29, 0)
    assert settle(1, (96, 54), (20, 150), set_melds="higher_side_only") == settle(1, (96, 54), (20, 150))


@rule("CA5")
@pytest.mark.parametrize("tie, got", [("both_keep", 14 + 10), ("none", 14), ("declarer", 14 + 5), ("defender", 14 + 5)])
def test_equal_melds_in_a_set(tie: str, got: int) -> None:
    assert settle(1, (74, 76), (50, 50), set_melds="higher_side_only", meld_tie=tie) == (0, got)
    assert settle(1, (74, 76), (50, 50), meld_tie=tie) == (0, 24)


@rule("CA5")
def test_the_line_that_stands_in_a_set_is_named() -> None:
    items = outcome_of(0, (74, 76), (50, 50), set_melds="higher_side_only", meld_tie="declarer").items
    melds = [item for item in items if item.kind.startswith("melds")]
    assert [(item.rule, item.side, item.amount) for item in melds] == [("CA5", 1, 5), ("CA5", 1, 0)]
    assert [item.kind for item in melds] == ["melds_set", "melds_crossed_out"]
    lost = outcome_of(0, (74, 76), (50, 70), set_melds="higher_side_only").items[0]
    assert (lost.kind, lost.rule, lost.amount) == ("melds_set_crossed_out", "CQ19", 0)
    assert str(lost.what) == "melds 50 of team 1, which is set, crossed out"
    assert lost.numbers == {"points": 50, "team": 1}


@rule("CQ16")
def test_melds_are_compared_by_team_totals_not_by_the_best_single_one() -> None:
    hands = ("7C 8C 9C 10C", "JD QD KD", "", "7H 8H 9H QS KS AS")
    shown = ("0 show 7C 8C 9C 10C", "0 10C", "1 show JD QD KD", "1 AC", "2 JC", "3 show 7H 8H 9H", "3 show QS KS AS")
    made = to_tricks("diamonds", *hands, actions=shown)
    game = clover(exchange="off")
    assert made.state.melds == (50, 40, 0, 40)
    assert settle(1, (80, 70), (50, 80)) == (8, 15)
    outcome = result(game, made.state)
    assert outcome.melds[0] >= 50
    assert outcome.melds[1] >= 80


@rule("CA6", "CQ29")
def test_points_contain_the_last_trick_and_melds_are_raw_by_team() -> None:
    game = clover(exchange="off")
    start = to_tricks("clubs", *SUIT_EACH, actions=("0 show 7C 8C 9C 10C",))
    outcome = result(game, start.state)
    assert outcome.points == (150, 0, 0, 0)
    assert outcome.tricks == (8, 0, 0, 0)
    assert outcome.melds == (50 + 4 * 20 + 200 + 3 * 100, 0)
    assert outcome.delta == (15 + 63, 0)


@rule("CQ24")
def test_all_the_tricks_bring_no_bonus() -> None:
    outcome = result(clover(exchange="off"), to_tricks("clubs", *SUIT_EACH).state)
    assert outcome.tricks[0] == 8
    assert outcome.delta == (15 + outcome.melds[0] // 10, 0)


@rule("X6", "CQ2", "CQ21", "C8", "C1", "C22")
@pytest.mark.parametrize(
    "declarer, points, melds, code",
    [
        (4, (75, 75), (0, 0), "declarer"),
        (-1, (75, 75), (0, 0), "declarer"),
        (None, (75, 75), (0, 0), "declarer"),
        (0, (75, 76), (0, 0), "points"),
        (0, (80, 72), (0, 0), "points"),
        (0, (0, 0), (0, 0), "points"),
        (0, (151, -1), (0, 0), "points"),
        (0, (-3, 153), (0, 0), "points"),
        (0, (90, 60), (-20, 0), "melds"),
        (0, (90, 60), (0, 45), "melds"),
        (0, (90, 60), (10, 0), "melds"),
        (0, (90, 60), (0, 30), "melds"),
        (0, (90, 60), (1440, 20), "melds"),
    ],
)
def test_impossible_facts_are_refused(
    declarer: int | None, points: tuple[int, int], melds: tuple[int, int], code: str
) -> None:
    with pytest.raises(BadFacts) as error:
        clover().outcome_of(
            Standing(0, (0, 0)), CloverFacts(contract=Contract("suit", declarer), points=points, melds=melds)
        )
    assert error.value.code == code
    assert error.value.rule


@rule("C1", "C8", "CQ2", "CQ21", "C22")
@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("points", [(75, 75), (152, -2), (150, 0)])
@pytest.mark.parametrize("melds", [(0, 0), (20, 40), (50, 0), (1420, 20)])
def test_facts_at_the_edge_of_the_possible_are_settled(
    declarer: int, points: tuple[int, int], melds: tuple[int, int]
) -> None:
    for contract in (Contract("suit", declarer), Contract("suit", declarer, 3), Contract("notrump", declarer)):
        facts = CloverFacts(contract=contract, points=points, melds=melds)
        assert clover().outcome_of(Standing(0, (0, 0)), facts) == outcome_of(declarer % 2, points, melds)


@pytest.mark.parametrize(
    "contract, code, law",
    [
        (Contract("grim", 0), "contract", "C16"),
        (Contract("suit", 0, 1, slam=True), "contract", "C16"),
        (Contract("suit", 0, 1, high=False), "contract", "C16"),
        (Contract("suit", 0, 1, rank=3), "contract", "C16"),
        (Contract("notrump", 0, partner_card=3), "contract", "C16"),
        (Contract("suit", 0, 4), "trump", "C16"),
        (Contract("suit", 0, -1), "trump", "C16"),
        (Contract("notrump", 0, 1), "trump", "C17"),
        (Contract("thrown_in"), "thrown_in", "C19"),
    ],
)
def test_impossible_contracts_are_refused(contract: Contract, code: str, law: str) -> None:
    with pytest.raises(BadFacts) as error:
        clover().outcome_of(Standing(0, (0, 0)), CloverFacts(contract=contract, points=(80, 70)))
    assert (error.value.code, error.value.rule) == (code, law)


@rule("C19", "CA7")
@pytest.mark.parametrize("redeals, limit, possible", [(0, 0, False), (0, 1, True), (19, 20, True), (20, 20, False)])
def test_a_hand_thrown_in_is_settled_while_the_dealer_need_not_bid(redeals: int, limit: int, possible: bool) -> None:
    game, standing = clover(max_redeals=limit), Standing(2, (30, 20), 4, redeals)
    facts = CloverFacts(contract=Contract("thrown_in"))
    if possible:
        outcome = game.outcome_of(standing, facts)
        assert outcome == Outcome((0, 0), thrown_in=True, same_dealer=True)
        assert game.next_standing(standing, outcome, Chance("x")) == Standing(2, (30, 20), 4, redeals + 1)
        return
    with pytest.raises(BadFacts) as error:
        game.outcome_of(standing, facts)
    assert (error.value.code, error.value.rule) == ("dealer_must_bid", "CA7")


@rule("C19")
@pytest.mark.parametrize(
    "facts",
    [
        CloverFacts(contract=Contract("thrown_in", 0)),
        CloverFacts(contract=Contract("thrown_in", suit=1)),
        CloverFacts(contract=Contract("thrown_in"), points=(75, 75)),
        CloverFacts(contract=Contract("thrown_in"), melds=(20, 0)),
    ],
)
def test_a_hand_thrown_in_has_nothing_to_count(facts: CloverFacts) -> None:
    with pytest.raises(BadFacts) as error:
        clover().outcome_of(Standing(0, (0, 0)), facts)
    assert (error.value.code, error.value.rule) == ("thrown_in", "C19")


@pytest.mark.parametrize(
    "data",
    [
        {"contract": {"kind": "suit", "declarer": 0}, "points": ["80", 70]},
        {"contract": {"kind": "suit", "declarer": 0}, "points": [80, 70, 0]},
        {"contract": {"kind": "suit", "declarer": 0}, "points": 80},
        {"contract": {"kind": "suit", "declarer": "0"}, "points": [80, 70]},
        {"contract": {"kind": "suit", "declarer": 0}, "points": [80, 70], "team": 0},
        {"contract": {"kind": "suit", "declarer": 0}, "points": [80, 70], "melds": [20.5, 0]},
        {"points": [80, 70]},
    ],
)
def test_facts_of_a_wrong_shape_are_refused_in_words(data: Any) -> None:
    with pytest.raises(BadFacts) as error:
        decode_facts(data, CloverFacts)
    assert error.value.code == "facts_shape"


def test_wrongly_typed_facts_made_by_hand_are_refused_in_words() -> None:
    wrong: Any = ("80", 70)
    with pytest.raises(BadFacts) as error:
        outcome_of(0, wrong)
    assert error.value.code == "facts_shape"


# -- the match -----------------------------------------------------------------------------------------------------


def after(standing: Standing, delta: tuple[int, int], **options: Any) -> Standing | None:
    return clover(**options).next_standing(standing, Outcome(delta), Chance("x"))


@rule("C54", "CQ25")
@pytest.mark.parametrize(
    "rounds, number, over", [(8, 7, False), (8, 8, True), (12, 8, False), (12, 11, False), (12, 12, True)]
)
def test_a_match_has_8_or_12_rounds(rounds: int, number: int, over: bool) -> None:
    standing = after(Standing(2, (30, 20), deal=number), (8, 6), rounds=rounds)
    assert (standing is None) is over
    if standing is not None:
        assert standing == Standing(3, (38, 26), deal=number + 1)


@rule("CQ25", "X3")
def test_the_deal_passes_on_after_a_scored_hand_and_throw_ins_are_forgotten() -> None:
    assert after(Standing(3, (0, 0), redeals=5), (8, 6)) == Standing(0, (8, 6), deal=2)


@rule("X3")
def test_the_first_dealer_is_drawn() -> None:
    game = clover()
    tables = [game.first_standing(Chance(f"seed {number}")) for number in range(40)]
    assert {standing.dealer for standing, _ in tables} == {0, 1, 2, 3}
    assert all(standing.scores == (0, 0) and events == (DealerDrawn(standing.dealer),) for standing, events in tables)


@rule("CQ26")
def test_a_level_match_is_drawn_or_goes_on_until_it_is_decided() -> None:
    assert after(Standing(3, (40, 42), deal=8), (8, 6)) is None
    assert after(Standing(3, (40, 42), deal=8), (8, 6), end_tie="extra_round") == Standing(0, (48, 48), deal=9)
    assert after(Standing(0, (48, 48), deal=9), (7, 7), end_tie="extra_round") == Standing(1, (55, 55), deal=10)
    assert after(Standing(0, (48, 48), deal=9), (8, 6), end_tie="extra_round") is None


@rule("CQ26")
@pytest.mark.parametrize("scores, winners", [((50, 40), (0,)), ((40, 50), (1,)), ((48, 48), (0, 1))])
def test_the_higher_game_score_wins(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    assert clover().winners(scores) == winners


# -- options and refusals ------------------------------------------------------------------------------------------


def test_the_options_are_those_of_the_law() -> None:
    defaults = {info.name: info.default for info in describe(CloverOptions)}
    assert defaults == {
        "rounds": 8,
        "nt_outbid": "remaining_players",
        "turned_suit_round2": "allowed",
        "exchange": "on",
        "return_same_card": "allowed",
        "set3_ranks": "any",
        "meld_reuse": "allowed",
        "meld_tie": "both_keep",
        "set_melds": "all",
        "end_tie": "draw",
        "max_redeals": 20,
    }


@pytest.mark.parametrize("preset", CloverOptions.presets)
def test_presets_are_written_canonically(preset: str) -> None:
    assert make_game(f"clover:{preset}").options.text() == CloverOptions.presets[preset]


@pytest.mark.parametrize("written", ["clover(rounds=9)", "clover(max_redeals=-1)", "clover(must_trump=off)"])
def test_options_out_of_range_are_refused(written: str) -> None:
    with pytest.raises(BadOptions):
        make_game(written)


@rule("X6")
@pytest.mark.parametrize(
    "before, action, code",
    [
        ((), "0 7C", "wrong_phase"),
        ((), "0 show 7C 8C 9C", "wrong_phase"),
        (PASSES, "0 bid clubs", "wrong_phase"),
        (PASSES, "0 trump none", "say_notrump"),
        (("0 accept",), "2 pass", "wrong_phase"),
        (("0 accept",), "2 give 6C", "card_foreign"),
        (("0 accept",), "2 give 7C", "card_not_held"),
        (("0 accept", "2 give AH"), "0 7C", "wrong_phase"),
        (("0 accept", "2 give AH"), "0 give AD", "card_not_held"),
        (("0 accept", "2 give AH", "0 give AH"), "0 pass", "wrong_phase"),
        (("0 accept", "2 give AH", "0 give AH"), "0 give 7C", "wrong_phase"),
        (("0 accept", "2 give AH", "0 give AH"), "0 7D", "card_not_held"),
        (("0 accept", "2 give AH", "0 give AH"), "0 6C", "card_foreign"),
        (("0 accept", "2 give AH", "0 give AH"), "0 show 7D 8D 9D", "card_not_held"),
        (("0 accept", "2 give AH", "0 give AH"), "0 show 6C 7C 8C", "card_foreign"),
        (("0 accept",), "0 give 7C", "not_your_turn"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(before: tuple[str, ...], action: str, code: str) -> None:
    game = clover()
    state = run(game, deal(*SUIT_EACH), *before).state
    error = refused(game, state, action)
    assert error.code == code
    assert error.rule
    seat, wanted = read_action(action)
    with pytest.raises(IllegalAction):
        step(game, state, seat, wanted)


@rule("X6")
@pytest.mark.parametrize("action", [Trump(7), Give(99), Give(-1), Show(0), Show(-1), Show(1 << 40), Play(77)])
def test_senseless_numbers_are_refused_in_words(action: Any) -> None:
    game = clover()
    for before in ((), PASSES, ("0 accept",), ("0 accept", "2 give AH", "0 give AH")):
        state = run(game, deal(*SUIT_EACH), *before).state
        seat = game.actor(state)
        assert seat is not None
        error = why_not(game, state, seat, action)
        assert error is not None
        assert error.sentence


# -- what others ask -----------------------------------------------------------------------------------------------


def test_the_problem_of_the_tricks() -> None:
    game = clover(exchange="off", meld_reuse="forbidden", set3_ranks="AKQJ")
    state = trick("spades", "QS KS AS 7S", "0 show 10S JS QS", meld_reuse="forbidden", set3_ranks="AKQJ").state
    problem = game.problem(state)
    assert (problem.order, problem.hands, problem.leader, problem.trick) == (ORDERS[1], state.hands, 2, ())
    assert (problem.points, problem.tricks, problem.last_trick) == ((0, 0, 18, 0), (0, 0, 1, 0), -2)
    assert problem.meld_points == state.melds == (20, 0, 20, 0)
    assert problem.melds == TrickMelds(
        run3=20,
        run4=50,
        set3=(0,) * 5 + (20,) * 4,
        set4=(0,) * 5 + (200, 100, 100, 100),
        pairs=((mask("KS QS"), 20),),
        spent=mask("10S JS QS"),
    )


def test_the_problem_under_the_law_and_without_trumps() -> None:
    state = to_tricks(NOTRUMP, "10S JS QS", actions=("0 show 10S JS QS", "0 JS")).state
    melds = clover(exchange="off").problem(state).melds
    assert melds == TrickMelds(20, 50, (20,) * 9, (0,) * 5 + (200, 100, 100, 100))


@pytest.mark.parametrize("actions", [(), PASSES, ("0 accept",), PASSES + PASSES])
def test_there_is_no_problem_outside_the_tricks(actions: tuple[str, ...]) -> None:
    game = clover()
    with pytest.raises(IllegalAction, match="no_tricks"):
        game.problem(run(game, deal(), *actions).state)


def test_legal_shows_of_a_bare_hand() -> None:
    listed = [meld_text(show.cards) for show in legal_shows(mask("JC JS JH JD QD KD AC AD"), parse_suit("D"))]
    assert listed == ["JC JS JH JD", "JD QD KD", "JD QD KD AD", "QD KD AD", "KD QD"]


def random_options(rng: random.Random) -> CloverOptions:
    chosen = {info.name: rng.choice(info.choices) for info in describe(CloverOptions) if info.choices}
    return CloverOptions.make(**chosen, max_redeals=rng.choice((0, 1, 20)))


def public_turn(events: tuple[Event, ...], turn: int | None) -> int | None:
    """Whose turn it is for somebody who only hears the events."""
    for event in events:
        if isinstance(event, Turn | TrickWon):
            turn = event.seat
        elif isinstance(event, Played):
            turn = (event.seat + 1) % 4
        elif isinstance(event, DealScored):
            turn = None
    return turn


@rule("C8", "C11", "CA6", "X4")
def test_random_deals_keep_cards_points_and_turns_together() -> None:
    rng = random.Random(7)
    games = [Clover(random_options(rng)) for _ in range(12)]
    for number in range(240):
        game = games[number % 12]
        standing = Standing(number % 4, (0, 0), redeals=number % 5)
        made = game.begin(standing, Chance("random").deal(DECK32, number, 0))
        turn = public_turn(made.events, None)
        played: Mask = 0
        while legal := game.legal(made.state):
            assert turn == game.actor(made.state)
            assert len(set(legal)) == len(legal)
            assert game.phase(made.state) in game.phases
            made = game.apply(made.state, rng.choice(legal))
            turn = public_turn(made.events, turn)
            for event in found(made.events, Played):
                played |= 1 << event.card
            assert sum(made.state.hands) + played == DECK32.mask
        check_outcome(game, made.state)


def check_outcome(game: Clover, state: CloverState) -> None:
    outcome = game.outcome(state)
    assert outcome is not None
    assert game.actor(state) is None
    if outcome.thrown_in:
        return
    assert sum(outcome.points) == 150
    assert sum(outcome.tricks) == 8
    assert outcome.delta == tuple(sum(item.amount for item in outcome.items if item.side == side) for side in (0, 1))
    assert len(outcome.items) == 4


# -- facts, forms and lists for clients ----------------------------------------------------------------------------


def random_ends(count: int) -> Iterator[tuple[Clover, CloverState]]:
    """Deals played at random to their ends, at random tables; every fourth is passed out if it can be."""
    rng = random.Random(8)
    for number in range(count):
        game = Clover(random_options(rng))
        state = game.begin(Standing(number % 4, (0, 0)), Chance("ends").deal(DECK32, number, 0)).state
        while legal := game.legal(state):
            state = game.apply(state, rng.choice(legal) if number % 4 else legal[0]).state
        yield game, state


def test_facts_of_a_played_deal_settle_like_the_deal_and_fill_the_form() -> None:
    thrown_in = 0
    for game, state in random_ends(200):
        facts, played = game.facts_of(state), game.outcome(state)
        assert played is not None
        found = game.outcome_of(state.standing, facts)
        assert replace(found, points=played.points, tricks=played.tricks) == played
        assert fill(game.facts_form(), *answers_of(game.facts_form(), facts), CloverFacts) == facts
        assert facts.contract.kind in game.contract_kinds
        assert {item.kind for item in played.items} <= set(game.item_kinds)
        thrown_in += played.thrown_in
    assert 10 < thrown_in < 190


def test_before_the_contract_there_are_no_facts() -> None:
    game = clover()
    with pytest.raises(IllegalAction, match="deal_not_over"):
        game.facts_of(run(game, deal()).state)
    assert game.facts_of(run(game, deal(), *PASSES, *PASSES).state) == CloverFacts(contract=Contract("thrown_in"))


def test_a_guess_in_the_tricks_is_settled_unchecked_with_the_melds_so_far() -> None:
    game = clover(exchange="off")
    state = to_tricks("clubs", "7C 8C 9C 10C", actions=("0 show 7C 8C 9C 10C",)).state
    guess = game.outcome_if(state, (80, 0, 20, 0), (3, 3, 1, 1))
    assert (guess.delta, guess.points, guess.tricks, guess.melds) == (
        (15, 0),
        (80, 0, 20, 0),
        (3, 3, 1, 1),
        (50, 0),
    )


@pytest.mark.parametrize("exchange", ["on", "off"])
def test_only_the_tricks_are_a_state_of_the_tricks(exchange: str) -> None:
    game = clover(exchange=exchange)
    gives = ("2 give AH", "0 give AH") if exchange == "on" else ()
    made = run(game, deal(*SUIT_EACH), "0 accept", *gives, "0 7C")
    assert [type(state) for state in made.states[:-2]] == [CloverState] * (1 + len(gives))
    assert [type(state) for state in made.states[-2:]] == [CloverTricks] * 2
    assert type(finish(game, made.state)[0]) is CloverState


@rule("CA7")
@pytest.mark.parametrize("limit, kinds", [(0, ("suit", "notrump")), (1, ("suit", "notrump", "thrown_in"))])
def test_the_form_has_the_contracts_of_the_table(limit: int, kinds: tuple[str, ...]) -> None:
    game = clover(max_redeals=limit)
    form = game.facts_form()
    assert tuple(part.kind for part in form.kinds) == game.contract_kinds == kinds
    names = {part.kind: [field.name for field in part.fields] for part in form.kinds}
    assert names["suit"] == ["declarer", "trump", "points", "melds"]
    assert names["notrump"] == ["declarer", "points", "melds"]
    facts = fill(form, "notrump", {"declarer": 3, "points": [70, 80]}, CloverFacts)
    assert facts == CloverFacts(contract=Contract("notrump", 3), points=(70, 80))
    with pytest.raises(BadFacts) as error:
        fill(form, "suit", {"declarer": 3}, CloverFacts)
    assert error.value.code == "form_missing"


def random_answers(fields: tuple[Field, ...], rng: random.Random) -> dict[str, Any]:
    """Answers within the bounds of their fields, or just outside; points mostly add up."""
    answers: dict[str, Any] = {}
    for field in fields:
        if field.optional and rng.random() < 0.5:
            continue
        if field.each == "team":
            assert field.ge is not None
            assert field.le is not None
            step = 10 if field.name == "melds" else 1
            first = rng.randrange(field.ge - step, field.le + step + 1, step)
            answers[field.name] = [first, 150 - first if field.name == "points" else rng.choice((0, 10, 20))]
        else:
            answers[field.name] = rng.randrange(-1, 5)
    return answers


def test_a_form_filled_at_random_is_settled_or_refused_in_words() -> None:
    rng, settled, refusals = random.Random(9), 0, list[BadFacts]()
    for _ in range(500):
        game = Clover(random_options(rng))
        part = rng.choice(game.facts_form().kinds)
        facts = fill(game.facts_form(), part.kind, random_answers(part.fields, rng), CloverFacts)
        try:
            outcome = game.outcome_of(Standing(rng.randrange(4), (0, 0)), facts)
        except BadFacts as error:
            refusals.append(error)
        else:
            settled += 1
            assert outcome.thrown_in == (part.kind == "thrown_in")
    assert settled > 100
    assert all(error.sentence.endswith(".") and error.rule for error in refusals)
    assert {error.code for error in refusals} == {"declarer", "trump", "points", "melds"}


@pytest.mark.parametrize("exchange, size", [("on", 3 + 4 + 32 + 32 + 68), ("off", 3 + 4 + 32 + 68)])
def test_actions_hold_every_legal_action_in_its_order(exchange: str, size: int) -> None:
    game = clover(exchange=exchange)
    assert len(set(game.actions)) == len(game.actions) == size
    rng = random.Random(10)
    for number in range(50):
        state, decisions = game.begin(Standing(number % 4, (0, 0)), Chance("a").deal(DECK32, number, 0)).state, 0
        while legal := game.legal(state):
            places = [game.actions.index(action) for action in legal]
            assert places == sorted(places)
            state, decisions = game.apply(state, rng.choice(legal)).state, decisions + 1
        assert decisions <= game.longest_deal


def test_all_shows_are_the_melds_of_all_hands() -> None:
    for trump in TRUMPS:
        assert set(legal_shows(DECK32.mask, trump)) <= set(ALL_SHOWS)
    assert len(ALL_SHOWS) == 4 + 4 * 15 + 4
    assert set().union(*(legal_shows(DECK32.mask, trump) for trump in TRUMPS)) == set(ALL_SHOWS)


@pytest.mark.parametrize(
    "options, longest",
    [
        ({}, 4 + 4 + 2 + 9 + 32),
        ({"nt_outbid": "all_players"}, 4 + 7 + 2 + 9 + 32),
        ({"nt_outbid": "all_players", "exchange": "off"}, 4 + 7 + 9 + 32),
    ],
)
def test_the_longest_deal_can_be_played(options: dict[str, str], longest: int) -> None:
    game = clover(**options)
    state = run(game, deal(*SUIT_EACH), *PASSES, *PASSES[:3]).state
    decisions = 7
    if "nt_outbid" in options:
        state, decisions = run(game, deal(*SUIT_EACH), *PASSES, *PASSES[:3], "3 notrump", *PASSES[:2]).state, 10
    state, decisions = game.apply(state, Trump(0)).state, decisions + 1
    bell = mask("KC QC")
    while legal := game.legal(state):
        gives = [action for action in legal if isinstance(action, Give)]
        melds = [action for action in legal if isinstance(action, Show)]
        short = [action for action in melds if action.cards.bit_count() == 3]
        action = Show(bell) if Show(bell) in melds else short[0] if short else gives[0] if gives else legal[0]
        if gives and state.received is not None:
            action = Give(state.received)
        state, decisions = game.apply(state, action).state, decisions + 1
    assert decisions == longest == game.longest_deal


@rule("CQ25")
@pytest.mark.parametrize("rounds", [8, 12])
def test_the_number_of_rounds_is_agreed(rounds: int) -> None:
    assert clover(rounds=rounds).deals_agreed == rounds


@rule("C1")
def test_the_teams_sit_opposite() -> None:
    assert clover().teams == ((0, 2), (1, 3))
    assert [clover().side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_the_bidding_shows_what_can_be_bid_in_its_round() -> None:
    game = clover(turned_suit_round2="forbidden")
    suits = [f"trump {word}" for word in SUIT_WORDS]
    made = run(game, deal(), *PASSES, "0 notrump", "1 pass", "2 trump diamonds")
    shown = [[action_text(action) for action in game.worth_showing(state)] for state in made.states]
    assert shown == [["accept"]] * 4 + [["notrump", *suits]] * 3 + [[]]


@rule("X3")
def test_a_table_can_say_who_deals_first() -> None:
    game = clover()
    (field,) = fields = game.chance_form()
    assert (field.name, field.kind) == ("dealer", "seat")
    for seat in range(4):
        assert game.first_standing(answered(fields, {"dealer": seat})) == (Standing(seat, (0, 0)), (DealerDrawn(seat),))
    for number in range(10):
        drawn = game.first_standing(Chance(f"seed {number}"))
        assert game.first_standing(answered(fields, {"dealer": drawn[0].dealer})) == drawn
    assert game.chance_form(Standing(0, (0, 0)), Outcome((8, 6))) == ()


def test_games_with_the_same_options_are_equal() -> None:
    assert Clover() == clover() != clover(rounds=12)
    assert hash(Clover()) == hash(clover())
    assert len({Clover(), clover(), clover(rounds=12)}) == 2
