"""Every event and every action as a sentence, for logs, terminals and screen readers.

The words are made from the event alone, as its reader sees it, so they cannot tell more than the event does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from sheepfold.core.actions import (
    Accept,
    Action,
    Alone,
    Bid,
    Bury,
    Call,
    Crack,
    Discard,
    Double,
    Give,
    Grim,
    Middle,
    NameOrder,
    NoTrump,
    Pass,
    Pick,
    Play,
    Predeclare,
    Show,
    Steal,
    Trump,
)
from sheepfold.core.cards import RANK_WORDS, SUIT_WORDS, Card, Mask, Seat, card_words, cards_in
from sheepfold.core.events import (
    BlindLaid,
    BlindTaken,
    Buried,
    CardsDealt,
    CoinTossed,
    Contract,
    ContractSet,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealShown,
    Discarded,
    Event,
    Given,
    Implied,
    MatchOver,
    MeldWon,
    Outcome,
    PartnerShown,
    PickedUp,
    Played,
    RowLaid,
    Said,
    SetAside,
    TableDiscard,
    ThrownIn,
    TrickWon,
    Turn,
    TurnedUp,
    UpCard,
)

TEAM_NAMES = {"grim": ("NS", "EW"), "clover": ("Team 1", "Team 2")}
"""What the two sides of a team game are called."""

CRACK_WORDS = {
    "crack": "Crack!",
    "recrack": "Recrack!",
    "crackback": "Crackback!",
    "corner": "Crack Around the Corner!",
}


GRIM_KINDS = {"grim": "Grim", "double": "Double Grim", "make5": "Make-5"}


class Names:
    """Who sits where, and what the sides of the score sheet are called."""

    def __init__(self, players: Sequence[str], sides: Sequence[str] | None = None) -> None:
        self.players = tuple(players)
        self.sides = tuple(sides) if sides is not None else self.players

    def __getitem__(self, seat: Seat) -> str:
        return self.players[seat]


def plain_names(seats: int, game: str = "") -> Names:
    """Seats by number, teams by their names."""
    return Names([f"Seat {seat}" for seat in range(seats)], TEAM_NAMES.get(game))


def cards_words(cards: Sequence[Card]) -> str:
    """Cards as they are spoken, the last one joined by 'and'."""
    return _joined([card_words(card) for card in cards])


def _joined(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _mask_words(mask: Mask) -> str:
    return cards_words(cards_in(mask))


def number(count: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{count} {noun}" if count in (1, -1) else f"{count:,} {noun}s"


def contract_words(contract: Contract) -> str:
    """What is played, without who plays it."""
    suit = "" if contract.suit is None else SUIT_WORDS[contract.suit]
    slam = ", as a slam" if contract.slam else ""
    named = {
        "suit": f"{suit} are trumps",
        "alone": f"{suit} are trumps, alone" if suit else "alone against everybody",
        "nil": "nil: no trumps, no trick to be taken",
        "notrump": "no trumps",
        "court": f"the {RANK_WORDS[contract.rank]}s are the only trumps, alone" if contract.rank is not None else "",
        "junk": "junkyard: queens and jacks are trumps, fewest points win",
    }
    words = named.get(contract.kind)
    if words is None:
        words = GRIM_KINDS.get(contract.kind, contract.kind.replace("_", " "))
        if contract.kind in GRIM_KINDS:
            words += f", {suit} are trumps" if suit else ", no trumps"
            words += "" if contract.high else ", low cards are strong"
    if contract.partner_card is not None:
        words += f", partner is who has the {card_words(contract.partner_card)}"
    return words + slam


def action_words(action: Action) -> str:
    """What somebody does, to follow a name: ``plays the queen of clubs``."""
    match action:
        case Play(card=card):
            return f"plays the {card_words(card)}"
        case Pass():
            return "passes"
        case Bid():
            return f"bids {_bid_words(action)}"
        case Steal():
            return "steals the bid"
        case Trump(suit=suit):
            return "plays without trumps" if suit is None else f"names {SUIT_WORDS[suit]} as trumps"
        case Discard(card=card):
            return f"discards the {card_words(card)}"
        case Crack(word=word):
            return f"says {CRACK_WORDS[word]}"
        case Grim():
            return "bids Grim"
        case Double():
            return "takes over with Double Grim"
        case Predeclare(suit=suit):
            return f"names {SUIT_WORDS[suit]} as trumps for a Make-5"
        case NameOrder(high=high):
            return "chooses the high order, aces strongest" if high else "chooses the low order, sevens strongest"
        case Pick():
            return "picks"
        case Bury(card=card):
            return f"buries the {card_words(card)}"
        case Call(card=card):
            return f"calls the {card_words(card)}"
        case Alone():
            return "plays alone"
        case Middle(upper=upper):
            return f"lets the {'upper' if upper else 'lower'} middle win"
        case Accept():
            return "accepts the suit of the up-card"
        case NoTrump():
            return "plays without trumps"
        case Give(card=card):
            return f"gives the {card_words(card)}"
        case Show(cards=cards):
            return f"shows {_mask_words(cards)}"
        case _:
            assert_never(action)


def _bid_words(bid: Bid) -> str:
    if bid.kind == "court":
        what = f"{RANK_WORDS[bid.named_rank]}s"
    elif bid.kind == "nil":
        what = "nil"
    else:
        what = ("alone with " if bid.kind == "alone" else "") + SUIT_WORDS[bid.named_suit]
    return what + (" and slam" if bid.slam else "")


def sentence(event: Event, names: Names) -> str:
    """The event in words; an empty text for what is no news to anybody (a turn, a conclusion)."""
    match event:
        case Played(seat=seat, card=card):
            return f"{names[seat]} plays the {card_words(card)}."
        case TrickWon(seat=seat, points=points):
            worth = f", {number(points, 'point')}" if points else ""
            return f"{names[seat]} takes the trick{worth}."
        case Said(seat=seat, action=action):
            return f"{names[seat]} {action_words(action)}."
        case Turn():
            return ""
        case ContractSet(contract=contract):
            who = "" if contract.declarer is None else f"{names[contract.declarer]} plays: "
            words = contract_words(contract)
            return f"{who}{words if who else words[:1].upper() + words[1:]}."
        case MeldWon(seat=seat, points=points):
            return f"{names[seat]} scores {points} meld points."
        case TurnedUp(seat=seat, card=card):
            return f"{names[seat]} turns up the {card_words(card)}."
        case PartnerShown(seat=seat, card=card):
            return f"The {card_words(card)} shows that {names[seat]} is the partner."
        case ThrownIn(rule=rule):
            return f"Everybody passed; the cards are thrown in ({rule})."
        case DealScored(outcome=outcome):
            return _score_words(outcome, names)
        case DealShown():
            return "The deal is over and all cards are shown."
        case MatchOver(scores=scores, winners=winners):
            verb = "win" if len(winners) > 1 else "wins"
            ranked = ", ".join(f"{names.sides[side]} {score}" for side, score in enumerate(scores))
            return f"The match is over: {_joined([names.sides[w] for w in winners])} {verb} ({ranked})."
        case Implied():
            return _implied_words(event, names)
        case _:
            return _dealing_words(event, names)


def _dealing_words(
    event: DealBegun
    | CoinTossed
    | DealerDrawn
    | CardsDealt
    | RowLaid
    | BlindLaid
    | UpCard
    | BlindTaken
    | Buried
    | Discarded
    | TableDiscard
    | Given
    | SetAside
    | PickedUp,
    names: Names,
) -> str:
    match event:
        case DealBegun(standing=standing):
            return f"Deal {standing.deal}: {names[standing.dealer]} deals."
        case CoinTossed(team=team, dealer=dealer):
            return f"The coin says {names.sides[team]}: {names[dealer]} deals first."
        case DealerDrawn(dealer=dealer):
            return f"{names[dealer]} is drawn as the first dealer."
        case CardsDealt(seat=seat, count=count, cards=cards):
            what = "" if cards is None else f": {_mask_words(cards)}"
            return f"{names[seat]} gets {number(count, 'card')}{what}."
        case RowLaid(seat=seat, cards=row):
            return f"Face up before {names[seat]}: {cards_words(row)}, each on a covered card."
        case BlindLaid(count=count):
            return f"{number(count, 'card')} lie face down in the blind."
        case UpCard(seat=seat, card=card):
            return f"The {card_words(card)} is dealt face up to {names[seat]}."
        case BlindTaken(seat=seat, cards=cards):
            return f"{names[seat]} takes the blind{'' if cards is None else f': {_mask_words(cards)}'}."
        case Buried(seat=seat, card=buried):
            return f"{names[seat]} buries {'a card' if buried is None else f'the {card_words(buried)}'}."
        case Discarded(seat=seat, card=laid):
            return f"{names[seat]} discards {'a card' if laid is None else f'the {card_words(laid)}'} face down."
        case TableDiscard(seat=seat, card=card):
            return f"{names[seat]}'s discard was the {card_words(card)} from the table."
        case Given(giver=giver, receiver=receiver, card=given):
            what = "a card" if given is None else f"the {card_words(given)}"
            return f"{names[giver]} gives {names[receiver]} {what}."
        case SetAside():
            return "Everybody lays these cards aside."
        case PickedUp():
            return "Everybody takes up the cards that were laid aside."
        case _:
            assert_never(event)


def _implied_words(event: Implied, names: Names) -> str:
    """Only a conclusion that names cards for sure is worth a sentence."""
    return f"So {names[event.seat]} holds the {_mask_words(event.holds)}." if event.holds else ""


def _score_words(outcome: Outcome, names: Names) -> str:
    if not any(outcome.delta):
        return "Nobody scores."
    changes = [f"{names.sides[side]} {change:+d}" for side, change in enumerate(outcome.delta) if change]
    reasons = list(dict.fromkeys(str(item.what) for item in outcome.items))
    return f"{', '.join(changes)} ({'; '.join(reasons)})." if reasons else f"{', '.join(changes)}."
