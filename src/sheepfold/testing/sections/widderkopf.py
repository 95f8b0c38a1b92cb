"""The sections of Widderkopf's fixtures. Seats are 0 and 1, trumps a suit letter."""

from __future__ import annotations

from typing import Any

from sheepfold.core.actions import PASS, Action, Discard, Play, Trump
from sheepfold.core.cards import RANK_TEXTS, Card, card_text, cards_in, cards_text, mask_of, parse_card, parse_suit
from sheepfold.core.deal import Deal
from sheepfold.core.events import Contract, Standing
from sheepfold.core.trick import points_of
from sheepfold.games.widderkopf import CARD_POINTS, TRICKS, Widderkopf, WidderkopfFacts, WidderkopfState
from sheepfold.notation.actions import parse_action
from sheepfold.testing.sections.base import (
    BadFixture,
    Fixture,
    Found,
    Sections,
    after_trick,
    begin_with,
    begun,
    filled_hands,
    in_tricks,
    match_end,
    playable_cards,
    read_cards,
    read_mask,
    trick_found,
)

SECTIONS = Sections()
NO_ROWS: dict[str, Any] = {"rows": (0, 0), "tops": 0}


def suit_contract(fixture: Fixture) -> Contract:
    """The contract of the trump named."""
    return Contract("suit", 0, parse_suit(str(fixture["trump"])))


@SECTIONS.add("order", given="trump", expects="trumps plain")
def order(game: Widderkopf, fixture: Fixture) -> Found:
    """Trumps and plain ranks, strongest first."""
    made = game.order_of(suit_contract(fixture))
    ranks = [RANK_TEXTS[rank] for rank in made.plain]
    return {
        "trumps": cards_text(made.trumps).split(),
        "plain": [int(rank) if rank.isdigit() else rank for rank in ranks],
    }


@SECTIONS.add("tricks", given="trump plays", expects="winner points")
def tricks(game: Widderkopf, fixture: Fixture) -> Found:
    """Two cards; the winner is a place in the trick."""
    return trick_found(after_trick(game, suit_contract(fixture), read_cards(fixture["plays"]), **NO_ROWS))


@SECTIONS.add("legal", given="trump hand", perhaps="faceup led", cards="legal")
def legal(game: Widderkopf, fixture: Fixture) -> Found:
    """Which cards may be played, from the hand and from the open table cards."""
    faceup = read_mask(fixture.get("faceup") or [])
    seat = 0 if fixture.get("led") is None else 1
    rows = (faceup, 0) if seat == 0 else (0, faceup)
    hand, contract = read_mask(fixture["hand"]), suit_contract(fixture)
    return {"legal": playable_cards(game, contract, hand, fixture.get("led"), rows=rows, tops=faceup)}


@SECTIONS.add("reveal", given="piles play", perhaps="trump", cards="faceup_during_trick faceup_after_trick")
def reveal(game: Widderkopf, fixture: Fixture) -> Found:
    """A card is led from the table: what lies open while the trick is on, and after it."""
    piles = [(*pile, None)[:2] if isinstance(pile, list) else (pile, None) for pile in fixture["piles"]]
    covered = [(parse_card(top), parse_card(below)) for top, below in piles if below is not None]
    tops = mask_of(top for top, _ in covered)
    row = mask_of(parse_card(top) for top, _ in piles)
    lead = parse_card(fixture["play"])
    known = row | mask_of(below for _, below in covered) | 1 << lead
    spare = [c for c in game.deck.cards if not known >> c & 1]
    deal = Deal(
        hands=(0, 0),
        faceup=(tuple(top for top, _ in covered), ()),
        facedown=(tuple(below for _, below in covered), ()),
    )
    hands = (1 << spare[0] | (0 if row >> lead & 1 else 1 << lead), 1 << spare[1] | 1 << spare[2])
    contract = Contract("suit", 0, parse_suit(fixture.get("trump", "D")))
    state = in_tricks(game, contract, hands, deal=deal, rows=(row, 0), tops=tops)
    if Play(lead) not in game.legal(state):
        raise BadFixture(f"{card_text(lead)} cannot be played.")
    during = game.apply(state, Play(lead)).state
    after = game.apply(during, game.legal(during)[0]).state
    return {
        "faceup_during_trick": cards_text(cards_in(during.rows[0])).split(),
        "faceup_after_trick": cards_text(cards_in(after.rows[0])).split(),
    }


@SECTIONS.add("chooser", given="scores dealer", expects="chooser")
def chooser(game: Widderkopf, fixture: Fixture) -> Found:
    """Who names the trumps."""
    state = begun(game, dealer=fixture["dealer"], scores=tuple(fixture["scores"]))
    return {"chooser": game.actor(state)}


@SECTIONS.add("count", given="trump pile", expects="points")
def count(game: Widderkopf, fixture: Fixture) -> Found:
    """The card points of a capture pile."""
    return {"points": points_of(read_cards(fixture["pile"]), game.order_of(suit_contract(fixture)))}


@SECTIONS.add("values", given="points cracks", perhaps="tricks", expects="value")
def values(game: Widderkopf, fixture: Fixture) -> Found:
    """What the round is worth to a player with these card points, and these tricks where they matter."""
    points, won = fixture["points"], fixture.get("tricks")
    facts = WidderkopfFacts(
        contract=Contract("suit"),
        points=(points, CARD_POINTS - points),
        calls=fixture["cracks"],
        tricks=None if won is None else (won, TRICKS - won),
    )
    return {"value": game.outcome_of(Standing(0, (0,) * game.sides), facts).delta[0]}


# -- discards and cracks -------------------------------------------------------------------------------------------


def dealt_with(game: Widderkopf, hands: tuple[Card | None, Card | None], dealer: int) -> WidderkopfState:
    """A deal in which each seat holds a certain card in the hand."""
    held = [0 if c is None else 1 << c for c in hands]
    first, second = filled_hands(game.deck, (18, 18), held)
    rows = []
    for whole, mine in ((first, held[0]), (second, held[1])):
        free = [c for c in cards_in(whole) if not mine >> c & 1]
        rows.append((tuple(free[:5]), tuple(free[5:10])))
    deal = Deal(
        hands=(first & ~mask_of(rows[0][0] + rows[0][1]), second & ~mask_of(rows[1][0] + rows[1][1])),
        faceup=(rows[0][0], rows[1][0]),
        facedown=(rows[0][1], rows[1][1]),
    )
    state: WidderkopfState = begin_with(game, deal, dealer=dealer)
    return state


@SECTIONS.add("discards", given="trump discard", perhaps="dealer", expects="start_points")
def discards(game: Widderkopf, fixture: Fixture) -> Found:
    """What each capture pile starts with."""
    laid = {int(seat): parse_card(c) for seat, c in fixture["discard"].items()}
    state = dealt_with(game, (laid.get(0), laid.get(1)), fixture.get("dealer", 0))
    state = game.apply(state, Trump(parse_suit(fixture["trump"]))).state
    for _ in range(game.seats):
        seat = game.actor(state)
        assert seat is not None
        if seat not in laid:
            raise BadFixture(f"The discard of seat {seat} is missing.")
        state = game.apply(state, Discard(laid[seat])).state
    keys = list(fixture.get("start_points") or (0, 1))
    return {"start_points": {key: state.points[int(key)] for key in keys}}


def before_cracks(game: Widderkopf, dealer: int) -> WidderkopfState:
    """A deal in which trumps are named and both discards are in."""
    state = dealt_with(game, (None, None), dealer)
    while game.phase(state) in ("trumps", "discard"):
        state = game.apply(state, game.legal(state)[0]).state
    return state


def follow(game: Widderkopf, state: WidderkopfState, calls: list[Any]) -> tuple[WidderkopfState, int]:
    """Do the calls as far as they go: the state, and how many were done.

    Passes that only let the turn go on are put in; ``play`` is any card, and that one is taken which lets the
    calls go furthest.
    """
    if not calls:
        return state, 0
    seat, word = calls[0]
    best = state, 0
    for action in _ways(game, state, seat, word):
        after, done = follow(game, game.apply(state, action).state, calls[1:])
        if done + 1 > best[1]:
            best = after, done + 1
        if done + 1 == len(calls):
            break
    if best[1] == 0 and word != "pass" and PASS in game.legal(state):
        return follow(game, game.apply(state, PASS).state, calls)
    return best


def _ways(game: Widderkopf, state: WidderkopfState, seat: int, word: str) -> list[Action]:
    legal = game.legal(state) if game.actor(state) == seat else ()
    if word == "play":
        return [action for action in legal if isinstance(action, Play)]
    action = parse_action(word)
    return [action] if action in legal else []


def _cracks(game: Widderkopf, calls: list[Any], dealer: int) -> dict[str, Any]:
    state, done = follow(game, before_cracks(game, dealer), calls)
    return {"illegal": done} if done < len(calls) else {"cracks": state.calls}


@SECTIONS.add("crack_chain", given="calls", perhaps="dealer", expects="cracks illegal", part="result")
def crack_chain(game: Widderkopf, fixture: Fixture) -> Found:
    """How many calls the chain has, or the first that is refused."""
    found = _cracks(game, fixture["calls"], fixture.get("dealer", 0))
    return {"cracks": None, "illegal": None, **found, "result": found}


@SECTIONS.add("crack_timing", given="events", perhaps="dealer", expects="cracks illegal", part="result")
def crack_timing(game: Widderkopf, fixture: Fixture) -> Found:
    """The same with cards between the calls."""
    found = _cracks(game, fixture["events"], fixture.get("dealer", 0))
    return {"cracks": None, "illegal": None, **found, "result": found}


@SECTIONS.add(
    "game_end",
    given="rounds played totals",
    expects="winner over",
    options=lambda fixture: {"rounds": fixture["rounds"]},
)
def game_end(game: Widderkopf, fixture: Fixture) -> Found:
    """Who has won after that many rounds; nobody if it is played on."""
    return match_end(game, fixture["totals"], deal=fixture["played"])
