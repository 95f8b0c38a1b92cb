"""The sections of Clover's fixtures. Team 1 is seats 0 and 2, team 2 seats 1 and 3; trumps a suit letter or NT."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from sheepfold.core.actions import PASS, Accept, Action, NoTrump, Play, Show, Trump
from sheepfold.core.cards import DECK32, Card, Mask, Suit, cards_in, mask_of, suit_of
from sheepfold.core.deal import Deal
from sheepfold.core.events import Contract, Standing
from sheepfold.core.shuffle import Chance
from sheepfold.core.trick import points_of
from sheepfold.games.clover import Clover, CloverFacts, CloverState
from sheepfold.games.clover_melds import BELL_POINTS, BELLS, HAND_MELDS, hand_meld_value, trick_meld_value
from sheepfold.play.step import why_not
from sheepfold.testing.sections.base import (
    BadFixture,
    Fixture,
    Found,
    Sections,
    after_trick,
    begin_with,
    by_key,
    filled_hands,
    in_tricks,
    playable_cards,
    read_cards,
    read_mask,
    read_trump,
    trick_found,
    trump_text,
)

SECTIONS = Sections()
TEAMS = (1, 2)


def clover_contract(trump: Suit | None) -> Contract:
    """The contract of seat 0 with that trump."""
    return Contract("notrump" if trump is None else "suit", 0, trump)


def trump_contract(fixture: Fixture) -> Contract:
    """The contract with the trump named."""
    return clover_contract(read_trump(fixture["trump"]))


@SECTIONS.add("tricks", given="trump plays", perhaps="last", expects="winner points")
def tricks(game: Clover, fixture: Fixture) -> Found:
    """Four cards from the lead on; the winner is a place in the trick."""
    contract, plays = trump_contract(fixture), read_cards(fixture["plays"])
    if not fixture.get("last"):
        return trick_found(after_trick(game, contract, plays))
    order = game.order_of(contract)
    taken = points_of(DECK32.cards, order) - points_of(plays, order)  # the other seven tricks, all with seat 0
    state = in_tricks(game, contract, [1 << c for c in plays], points=(taken, 0, 0, 0))
    for c in plays:
        state = game.apply(state, Play(c)).state
    return {"winner": state.leader, "points": sum(state.points) - taken}


@SECTIONS.add("legal", given="trump hand", perhaps="led", cards="legal")
def legal(game: Clover, fixture: Fixture) -> Found:
    """Which cards of the hand may be played."""
    hand = read_mask(fixture["hand"])
    return {"legal": playable_cards(game, trump_contract(fixture), hand, fixture.get("led"))}


# -- melds ---------------------------------------------------------------------------------------------------------


@SECTIONS.add("hand_melds", given="trump cards", expects="value")
def hand_melds(game: Clover, fixture: Fixture) -> Found:
    """What the best melds of a hand are worth."""
    return {"value": hand_meld_value(read_mask(fixture["cards"]), read_trump(fixture["trump"]))}


@SECTIONS.add("trick_melds", given="trump cards", perhaps="shown", expects="value")
def trick_melds(game: Clover, fixture: Fixture) -> Found:
    """What the melds in a trick are worth to its winner; ``shown`` are cards that hands have laid on the table."""
    shown = read_mask(fixture.get("shown") or [])
    state = after_trick(game, trump_contract(fixture), read_cards(fixture["cards"]), shown=shown)
    return {"value": sum(state.melds)}


@SECTIONS.add("declaration", given="kind value", perhaps="declared_in_trick", expects="scores")
def declaration(game: Clover, fixture: Fixture) -> Found:
    """What melds of that value bring if they are shown in that trick, or never."""
    if fixture["kind"] == "trick":
        trump, cards = meld_cards_of_trick(fixture["value"])
        return {"scores": sum(after_trick(game, clover_contract(trump), cards).melds)}
    if fixture["kind"] != "hand":
        raise BadFixture(f"A meld is of a hand or of a trick, not of a '{fixture['kind']}'.")
    trump, melds = melds_of_hand(fixture["value"])
    hands = filled_hands(game.deck, (8, 8, 8, 8), [mask_of(c for meld in melds for c in cards_in(meld)), 0, 0, 0])
    state = in_tricks(game, clover_contract(trump), hands)
    for number in range(1, 9):
        while game.actor(state) != 0:
            state = game.apply(state, game.legal(state)[0]).state
        if number == fixture.get("declared_in_trick"):
            return {"scores": _shown(game, state, melds)}
        state = game.apply(state, game.legal(state)[0]).state
        while state.trick:
            state = game.apply(state, game.legal(state)[0]).state
    return {"scores": 0}


def _shown(game: Clover, state: CloverState, melds: tuple[Mask, ...]) -> int:
    """What the seat on turn gets for showing these melds, as far as it may."""
    before = sum(state.melds)
    for meld in melds:
        assert state.turn is not None
        if why_not(game, state, state.turn, Show(meld)) is None:
            state = game.apply(state, Show(meld)).state
    return sum(state.melds) - before


def meld_cards_of_trick(value: int) -> tuple[Suit | None, tuple[Card, ...]]:
    """A trump and four cards whose melds in a trick are worth exactly that."""
    for trump in (None, 0):
        for cards in combinations(DECK32.cards, 4):
            if trick_meld_value(mask_of(cards), trump) == value:
                return trump, cards
    raise BadFixture(f"No trick has melds of {value} points.")


def melds_of_hand(value: int) -> tuple[Suit | None, tuple[Mask, ...]]:
    """A trump and melds of one hand, to be shown in that order, that are worth exactly that."""
    tables: list[tuple[Suit | None, tuple[Mask, ...]]] = [(None, ()), (0, ()), (0, (BELLS[0],))]
    for trump, bell in tables:
        for count in range(3):
            for melds in combinations(HAND_MELDS, count):
                if any(one & other for one, other in combinations(melds, 2)):
                    continue  # only the Bell shares its cards
                cards = mask_of(c for meld in (*melds, *bell) for c in cards_in(meld))
                if cards.bit_count() <= 8 and _worth(cards, melds, trump) == value:
                    return trump, (*melds, *bell)
    raise BadFixture(f"No hand has melds of {value} points.")


def _worth(cards: Mask, melds: tuple[Mask, ...], trump: Suit | None) -> int:
    """What these melds bring; the Bell rings by itself once both its cards are shown."""
    bell = BELLS[trump]
    return sum(HAND_MELDS[meld] for meld in melds) + (BELL_POINTS if bell and cards & bell == bell else 0)


# -- scores and bidding --------------------------------------------------------------------------------------------


@SECTIONS.add("rounds", given="declarer tricks", perhaps="melds", expects="set", part="game")
def rounds(game: Clover, fixture: Fixture) -> Found:
    """Game points of a round, and whether the declarers were set."""
    first, second = by_key(fixture["tricks"], TEAMS)
    melds = by_key(fixture.get("melds") or {}, TEAMS)
    contract = Contract("suit", fixture["declarer"] - 1)
    facts = CloverFacts(contract=contract, points=(first, second), melds=(melds[0], melds[1]))
    outcome = game.outcome_of(Standing(0, (0, 0)), facts)
    return {
        "game": dict(zip(TEAMS, outcome.delta, strict=True)),
        "set": any(item.kind == "tricks_set" for item in outcome.items),
    }


WORDS: dict[str, Action] = {"pass": PASS, "play": Accept(), "accept": Accept(), "nt": NoTrump(), "notrump": NoTrump()}


def read_word(word: Any) -> Action:
    """``pass``, ``play``, a suit letter or ``NT``."""
    text = str(word).lower()
    return WORDS[text] if text in WORDS else Trump(read_trump(word))


@SECTIONS.add("bidding", given="up", perhaps="round1 round2 dealer redeals", part="result")
def bidding(game: Clover, fixture: Fixture) -> Found:
    """Both rounds of bidding in turn; the place of a refused word is counted in its own round."""
    dealer, suit = fixture.get("dealer", 3), read_trump(fixture["up"])
    up = next(c for c in game.deck.cards if suit_of(c) == suit)
    hands = filled_hands(game.deck, (8, 8, 8, 8), [1 << up if seat == dealer else 0 for seat in range(4)])
    state: CloverState = begin_with(game, Deal(hands, upcard=up), dealer=dealer, redeals=fixture.get("redeals", 0))
    for number in ("round1", "round2"):
        for place, word in enumerate(fixture.get(number) or []):
            if game.phase(state) != number or read_word(word) not in game.legal(state):
                return {"result": {"illegal": place}}
            state = game.apply(state, read_word(word)).state
    return {"result": _bidding_result(game, state)}


def _bidding_result(game: Clover, state: CloverState) -> dict[str, Any]:
    if state.outcome is not None:
        after = game.next_standing(state.standing, state.outcome, Chance(""))
        same = after is not None and after.dealer == state.standing.dealer
        return {"redeal": "same_dealer" if same else "next_dealer", "done": True}
    if state.contract is not None:
        return {"declarer": state.contract.declarer, "trump": trump_text(state.contract.suit), "done": True}
    if state.bidder is not None:
        return {"declarer": state.bidder, "trump": "NT", "done": False}
    return {"declarer": None, "done": False}
