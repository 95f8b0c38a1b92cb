"""The words for every action: one grammar for prompts, records, fixtures and tests.

>>> action_text(parse_action("Bid alone ♠ slam"))
'bid alone spades slam'
>>> action_text(parse_action("show KS JS QS"))
'show JS QS KS'
"""

from __future__ import annotations

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
from sheepfold.core.cards import (
    JACK,
    KING,
    QUEEN,
    SUIT_WORDS,
    Mask,
    Rank,
    card_text,
    cards_in,
    cards_text,
    mask_of,
    parse_card,
    parse_suit,
    suit_of,
)
from sheepfold.core.errors import BadText

_COURT_WORDS: dict[Rank, str] = {KING: "kings", QUEEN: "queens", JACK: "jacks"}
_COURT_RANKS = {word: rank for rank, word in _COURT_WORDS.items()}

_SINGLE_WORDS: dict[str, Action] = {
    "pass": Pass(),
    "steal": Steal(),
    "crack": Crack("crack"),
    "recrack": Crack("recrack"),
    "crackback": Crack("crackback"),
    "corner": Crack("corner"),
    "grim": Grim(),
    "double": Double(),
    "pick": Pick(),
    "alone": Alone(),
    "upper": Middle(True),
    "lower": Middle(False),
    "accept": Accept(),
    "notrump": NoTrump(),
}


def action_text(action: Action) -> str:
    """The canonical text of an action."""
    match action:
        case Play(card=card):
            return card_text(card)
        case Bid():
            return _bid_text(action)
        case Trump(suit=suit):
            return "trump none" if suit is None else f"trump {SUIT_WORDS[suit]}"
        case Predeclare(suit=suit):
            return f"predeclare {SUIT_WORDS[suit]}"
        case NameOrder(high=high):
            return "order high" if high else "order low"
        case Middle(upper=upper):
            return "upper" if upper else "lower"
        case Crack(word=word):
            return word
        case Bury(card=card) | Discard(card=card) | Call(card=card) | Give(card=card):
            return f"{type(action).__name__.lower()} {card_text(card)}"
        case Show(cards=cards):
            return f"show {meld_text(cards)}"
        case Pass() | Steal() | Grim() | Double() | Pick() | Alone() | Accept() | NoTrump():
            return type(action).__name__.lower()
        case _:
            assert_never(action)


def _bid_text(bid: Bid) -> str:
    if bid.kind == "court":
        what = _COURT_WORDS[bid.named_rank]
    elif bid.kind == "nil":
        what = "nil"
    else:
        what = ("alone " if bid.kind == "alone" else "") + SUIT_WORDS[bid.named_suit]
    return f"bid {what}{' slam' if bid.slam else ''}"


def meld_text(cards: Mask) -> str:
    """The cards of a meld: a run low to high, a set C S H D, the Bell king first."""
    listed = cards_in(cards)
    if len(listed) == 2 and suit_of(listed[0]) == suit_of(listed[1]):
        return cards_text(reversed(listed))
    return cards_text(listed)


def parse_action(written: str) -> Action:
    """Read an action in any case, with letters or symbols for suits."""
    words = written.lower().split()
    if not words:
        raise BadText("action_text", "There is nothing to read; type an action, or ? for a list.")
    verb, rest = words[0], words[1:]
    if not rest and verb in _SINGLE_WORDS:
        return _SINGLE_WORDS[verb]
    if not rest:
        return Play(_card(verb, written))
    match verb:
        case "bid":
            return _parse_bid(rest, written)
        case "trump" if rest == ["none"]:
            return Trump(None)
        case "trump" if len(rest) == 1:
            return Trump(parse_suit(rest[0]))
        case "predeclare" if len(rest) == 1:
            return Predeclare(parse_suit(rest[0]))
        case "order" if rest in (["high"], ["low"]):
            return NameOrder(rest == ["high"])
        case "bury" if len(rest) == 1:
            return Bury(parse_card(rest[0]))
        case "discard" if len(rest) == 1:
            return Discard(parse_card(rest[0]))
        case "call" if len(rest) == 1:
            return Call(parse_card(rest[0]))
        case "give" if len(rest) == 1:
            return Give(parse_card(rest[0]))
        case "show":
            return _parse_show(rest, written)
        case _:
            raise _unknown(written)


def _unknown(written: str) -> BadText:
    sentence = "'{ $text }' is not an action; type ? for what can be done now."
    return BadText("action_text", sentence, text=written.strip(), key="unknown_action")


def _card(word: str, written: str) -> int:
    try:
        return parse_card(word)
    except BadText:
        raise _unknown(written) from None


def _parse_bid(rest: list[str], written: str) -> Bid:
    slam = rest[-1] == "slam"
    words = rest[:-1] if slam else rest
    if words == ["nil"]:
        if slam:
            raise BadText("no_nil_slam", "Nil cannot be bid as a slam.", "G43")
        return Bid("nil")
    if len(words) == 1 and words[0] in _COURT_RANKS:
        return Bid("court", rank=_COURT_RANKS[words[0]], slam=slam)
    if len(words) == 2 and words[0] == "alone":
        return Bid("alone", suit=parse_suit(words[1]), slam=slam)
    if len(words) == 1:
        return Bid("suit", suit=parse_suit(words[0]), slam=slam)
    raise _unknown(written)


def _parse_show(rest: list[str], written: str) -> Show:
    cards = [parse_card(word) for word in rest]
    mask = mask_of(cards)
    if mask.bit_count() != len(cards):
        sentence = "A card stands twice in '{ $text }'."
        raise BadText("card_twice", sentence, "X1", text=written.strip(), key="card_twice_in_set")
    return Show(mask)
