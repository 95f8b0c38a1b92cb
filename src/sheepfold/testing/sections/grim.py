"""The sections of Grim's fixtures. Seats are N E S W, teams NS and EW, trumps a suit letter or NT."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheepfold.core.actions import PASS, Action, Double, NameOrder, Predeclare, Trump
from sheepfold.core.actions import Grim as GrimBid
from sheepfold.core.cards import HEARTS, Seat, parse_card
from sheepfold.core.events import CoinTossed, Contract, Outcome, Standing
from sheepfold.core.shuffle import Chance
from sheepfold.games.grim import TEAMS, Grim, GrimFacts, GrimState
from sheepfold.testing.sections.base import (
    BadFixture,
    Fixture,
    Found,
    Sections,
    after_trick,
    begun,
    by_key,
    playable_cards,
    read_mask,
    read_trump,
    refusal_index,
)

SECTIONS = Sections()
SEATS = "NESW"
BIDS: dict[str, Action] = {"pass": PASS, "grim": GrimBid(), "double": Double(), "double grim": Double()}


def read_seat(value: Any) -> Seat:
    """A seat from its letter."""
    if value not in tuple(SEATS):
        raise BadFixture(f"'{value}' is not a seat; write N, E, S or W.")
    return SEATS.index(value)


def read_team(value: Any) -> int:
    """A team from its two letters."""
    if value not in TEAMS:
        raise BadFixture(f"'{value}' is not a team; write NS or EW.")
    return TEAMS.index(value)


def read_bid(value: Any) -> Action:
    """A call from its word."""
    if str(value).lower() not in BIDS:
        raise BadFixture(f"'{value}' is not a call; write Pass, Grim or Double.")
    return BIDS[str(value).lower()]


def is_high(fixture: Fixture) -> bool:
    """Whether the order is High, which it is if nothing is said."""
    word = str(fixture.get("order", "High")).lower()
    if word not in ("high", "low"):
        raise BadFixture(f"'{word}' is not an order; write High or Low.")
    return word == "high"


def grim_contract(fixture: Fixture) -> Contract:
    """The contract with the order and the trump of a fixture."""
    return Contract("grim", 0, read_trump(fixture.get("trump")), high=is_high(fixture))


@SECTIONS.add("tricks", given="order trump plays", expects="winner")
def tricks(game: Grim, fixture: Fixture) -> Found:
    """Four cards with their seats; the winner is a seat."""
    seats = [read_seat(seat) for seat, _ in fixture["plays"]]
    if seats != [(seats[0] + place) % 4 for place in range(4)]:
        raise BadFixture("The four seats of a trick follow each other clockwise.")
    plays = tuple(parse_card(c) for _, c in fixture["plays"])
    place = after_trick(game, grim_contract(fixture), plays).leader  # the trick was led by seat 0 there
    return {"winner": SEATS[seats[place]]}


@SECTIONS.add("legal", given="hand", perhaps="led order trump", cards="legal")
def legal(game: Grim, fixture: Fixture) -> Found:
    """Which cards of the hand may be played."""
    hand = read_mask(fixture["hand"])
    return {"legal": playable_cards(game, grim_contract(fixture), hand, fixture.get("led"))}


# -- auctions ------------------------------------------------------------------------------------------------------


def pass_round(game: Grim, state: GrimState) -> GrimState:
    """Everybody passes; then the trump of a possible Make-5 is named (hearts, High), if it is the moment for that."""
    for _ in range(4):
        state = game.apply(state, PASS).state
    if game.phase(state) == "predeclare":
        state = game.apply(state, Predeclare(HEARTS)).state
    if game.phase(state) == "order":
        state = game.apply(state, NameOrder(True)).state
    return state


def read_round(fixture: Fixture) -> int:
    """Which auction it is: told as ``round``, or by the number of ``cards``; else the first."""
    number = fixture.get("round", 3 if fixture.get("cards") == 8 else 1)
    if number not in (1, 2, 3):
        raise BadFixture(f"There is no auction round {number}.")
    return int(number)


@SECTIONS.add("auctions", given="dealer calls", perhaps="round cards", part="result")
def auctions(game: Grim, fixture: Fixture) -> Found:
    """One auction, call by call."""
    state: GrimState = begun(game, dealer=read_seat(fixture["dealer"]))
    number = read_round(fixture)
    for _ in range(number - 1):
        state = pass_round(game, state)
    calls = [(read_seat(seat), read_bid(word)) for seat, word in fixture["calls"]]
    state, refused = refusal_index(game, state, calls)
    if refused is not None:
        return {"result": {"illegal": refused}}
    done = game.phase(state) != "auction" or state.round != number
    if state.bidder is None:
        return {"result": {"allpass": done, "done": done}}
    bid = "Double" if state.doubled else "Grim"
    return {"result": {"declarer": SEATS[state.bidder], "bid": bid, "done": done}}


@SECTIONS.add("flow", given="rounds", perhaps="dealer", expects="cards_per_player tricks predeclared_trump_used")
def flow(game: Grim, fixture: Fixture) -> Found:
    """A whole deal from the results of its auctions; the declarer plays without trumps."""
    state: GrimState = begun(game, dealer=read_seat(fixture.get("dealer", "N")))
    for result in fixture["rounds"]:
        if game.phase(state) != "auction":
            raise BadFixture("There are more auctions than this deal has.")
        state = pass_round(game, state) if result == "allpass" else win_auction(game, state, result)
    if game.phase(state) != "tricks":
        raise BadFixture("The auctions do not lead to any tricks.")
    assert state.contract is not None
    cards, used = state.hands[0].bit_count(), state.contract.suit == HEARTS
    while game.actor(state) is not None:
        state = game.apply(state, game.legal(state)[0]).state
    return {"cards_per_player": cards, "tricks": sum(state.tricks), "predeclared_trump_used": used}


def win_auction(game: Grim, state: GrimState, result: Any) -> GrimState:
    """Let a seat win the auction with its bid; a Double Grim takes over the Grim of an opponent."""
    if not isinstance(result, Mapping):
        raise BadFixture(f"'{result}' is not a result of an auction; write allpass or {{declarer: S, bid: Grim}}.")
    declarer, bid = read_seat(result["declarer"]), read_bid(result["bid"])
    while game.phase(state) == "auction":
        seat = game.actor(state)
        word: Action = PASS
        if seat == declarer and bid in game.legal(state):
            word = bid
        elif bid == Double() and state.bidder is None and seat in ((declarer + 1) % 4, (declarer + 3) % 4):
            word = GrimBid()
        state = game.apply(state, word).state
    if state.bidder != declarer:
        raise BadFixture(f"{result['declarer']} cannot win that auction with {result['bid']}.")
    for choice in (NameOrder(True), Trump(None)):
        state = game.apply(state, choice).state
    return state


# -- scores and dealers --------------------------------------------------------------------------------------------


def by_team(found: tuple[int, ...]) -> dict[str, int]:
    """The scores of the two teams."""
    return dict(zip(TEAMS, found, strict=True))


@SECTIONS.add("scores", given="cards bid team tricks", part="result")
def scores(game: Grim, fixture: Fixture) -> Found:
    """A bid and the tricks of its team; the change of score by team."""
    kind = "double" if read_bid(fixture["bid"]) == Double() else "grim"
    contract = Contract(kind, read_team(fixture["team"]))
    facts = GrimFacts(contract=contract, cards=fixture["cards"], tricks=fixture["tricks"])
    return {"result": by_team(game.outcome_of(Standing(0, (0, 0)), facts).delta)}


@SECTIONS.add("make5", given="dealer tricks", perhaps="order", expects="leader leading", part="result")
def make5(game: Grim, fixture: Fixture) -> Found:
    """All three auctions passed: who leads, and what the tricks of the leading team bring."""
    dealer = read_seat(fixture["dealer"])
    state: GrimState = begun(game, dealer=dealer)
    while game.phase(state) != "tricks":
        state = pass_round(game, state)
    contract = Contract("make5", suit=HEARTS, high=is_high(fixture))
    facts = GrimFacts(contract=contract, tricks=fixture["tricks"])
    return {
        "leader": SEATS[state.leader],
        "leading": TEAMS[state.leader % 2],
        "result": by_team(game.outcome_of(state.standing, facts).delta),
    }


@SECTIONS.add("dealers", given="prev scores", perhaps="delta last_deal", expects="next predeclarer")
def dealers(game: Grim, fixture: Fixture) -> Found:
    """Who deals next with these totals. ``delta`` is the last deal's change; without it the deal was the first."""
    now = by_key(fixture["scores"], TEAMS)
    change = by_key(fixture.get("delta", fixture.get("last_deal", fixture["scores"])), TEAMS)
    before = tuple(total - part for total, part in zip(now, change, strict=True))
    standing = game.next_standing(Standing(read_seat(fixture["prev"]), before), Outcome(change), Chance(""))
    if standing is None:
        raise BadFixture("The match is over; nobody deals.")
    state = game.begin(standing, game.deck.cards).state
    for _ in range(4):
        state = game.apply(state, PASS).state
    chooser = game.actor(state)
    assert chooser is not None
    return {"next": SEATS[standing.dealer], "predeclarer": SEATS[chooser]}


@SECTIONS.add("seeds", given="seed", expects="toss_team dealer_team leading_team dealer")
def seeds(game: Grim, fixture: Fixture) -> Found:
    """The coin toss of a seed."""
    standing, events = game.first_standing(Chance(str(fixture["seed"])))
    toss = next((event.team for event in events if isinstance(event, CoinTossed)), None)
    leader = game.actor(game.begin(standing, game.deck.cards).state)
    assert leader is not None
    return {
        "toss_team": None if toss is None else TEAMS[toss],
        "dealer_team": TEAMS[standing.dealer % 2],
        "leading_team": TEAMS[leader % 2],
        "dealer": SEATS[standing.dealer],
    }
