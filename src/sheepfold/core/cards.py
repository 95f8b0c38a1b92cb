"""Cards, masks and decks.

A card is a small integer and a set of cards is an integer with one bit a card, so that the rules can be written as a
few set operations. The numbers follow the deck's fixed order, clubs, spades, hearts, diamonds, lowest rank first:
``card = 9 * suit + rank`` with rank 0 for the six and 8 for the ace. The 32-card pack simply has no sixes.

>>> card_text(parse_card("q♣"))
'QC'
>>> str(CardSet.parse("QC 10H 7D"))
'QC 10H 7D'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from sheepfold.core.errors import BadText
from sheepfold.core.message import Message, say

# Numbers inside, texts outside: the notes say how the public JSON form writes each (``notation.forms`` reads them).
Card: TypeAlias = Annotated[int, Meta(title="card", extra={"form": "card"})]
Mask: TypeAlias = Annotated[int, Meta(title="cards", extra={"form": "cards"})]
Suit: TypeAlias = Annotated[int, Meta(title="suit", extra={"form": "suit"})]
Rank: TypeAlias = Annotated[int, Meta(title="rank", extra={"form": "rank"})]
Seat: TypeAlias = Annotated[int, Meta(title="seat", extra={"form": "seat"})]

CLUBS, SPADES, HEARTS, DIAMONDS = range(4)
SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(9)

SUIT_LETTERS = "CSHD"
SUIT_SYMBOLS = "♣♠♥♦"
SUIT_WORDS = ("clubs", "spades", "hearts", "diamonds")
SUIT_NAMES: tuple[Message, ...] = (
    say("suit-clubs", "clubs"),
    say("suit-spades", "spades"),
    say("suit-hearts", "hearts"),
    say("suit-diamonds", "diamonds"),
)
"""The suits as they stand in a message."""
RANK_TEXTS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_WORDS = ("six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

SUITS = range(4)
ALL_CARDS = range(36)
SUIT_MASKS: tuple[Mask, ...] = tuple(0x1FF << (9 * suit) for suit in SUITS)
RANK_MASKS: tuple[Mask, ...] = tuple(sum(1 << (9 * suit + rank) for suit in SUITS) for rank in range(9))


def card(suit: Suit, rank: Rank) -> Card:
    """The card of that suit and rank."""
    return 9 * suit + rank


def suit_of(card: Card) -> Suit:
    """The suit printed on the card (its class under a contract is the Order's business)."""
    return card // 9


def rank_of(card: Card) -> Rank:
    """The rank printed on the card, 0 for a six to 8 for an ace."""
    return card % 9


# Nine bits a suit: the cards of any mask are four table look-ups joined together.
_BY_SUIT: tuple[tuple[tuple[Card, ...], ...], ...] = tuple(
    tuple(tuple(9 * suit + rank for rank in range(9) if bits >> rank & 1) for bits in range(512)) for suit in SUITS
)
_CLUBS, _SPADES, _HEARTS, _DIAMONDS = _BY_SUIT


def cards_in(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask in the deck's order."""
    return _CLUBS[mask & 511] + _SPADES[mask >> 9 & 511] + _HEARTS[mask >> 18 & 511] + _DIAMONDS[mask >> 27]


def mask_of(cards: Iterable[Card]) -> Mask:
    """The mask with a bit for every card given."""
    mask = 0
    for each in cards:
        mask |= 1 << each
    return mask


CARD_TEXTS: tuple[str, ...] = tuple(RANK_TEXTS[c % 9] + SUIT_LETTERS[c // 9] for c in ALL_CARDS)
_CARD_OF_TEXT = {text: number for number, text in enumerate(CARD_TEXTS)}
_TO_LETTERS = str.maketrans(SUIT_SYMBOLS + "♧♤♡♢", SUIT_LETTERS * 2)


def card_text(card: Card) -> str:
    """The canonical text of a card: rank, then suit letter."""
    return CARD_TEXTS[card]


def card_words(card: Card) -> str:
    """The card as it is spoken: ``queen of clubs``."""
    return f"{RANK_WORDS[card % 9]} of {SUIT_WORDS[card // 9]}"


def parse_card(text: str) -> Card:
    """Read one card; any case, letters or suit symbols."""
    found = _CARD_OF_TEXT.get(text.strip().upper().translate(_TO_LETTERS))
    if found is None:
        sentence = "'{ $text }' is not a card; write rank and suit, like QC, 10H or 7♦."
        raise BadText("card_text", sentence, "X1", text=text)
    return found


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas, in the order written."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as text, separated by blanks, in the order given."""
    return " ".join(CARD_TEXTS[c] for c in cards)


def parse_suit(text: str) -> Suit:
    """Read a suit: a word, a letter or a symbol."""
    word = text.strip().lower()
    if word in SUIT_WORDS:
        return SUIT_WORDS.index(word)
    letter = word.upper().translate(_TO_LETTERS)
    if len(letter) == 1 and letter in SUIT_LETTERS:
        return SUIT_LETTERS.index(letter)
    sentence = "'{ $text }' is not a suit; write clubs, spades, hearts or diamonds."
    raise BadText("suit_text", sentence, "X1", text=text)


class Deck(Struct, frozen=True):
    """A pack of cards: its lowest rank decides what is in it."""

    label: Message
    cards: tuple[Card, ...]
    mask: Mask

    @property
    def name(self) -> str:
        """What it is called in English."""
        return str(self.label)

    def __len__(self) -> int:
        return len(self.cards)


def _deck(label: Message, lowest: Rank) -> Deck:
    cards = tuple(c for c in ALL_CARDS if c % 9 >= lowest)
    return Deck(label, cards, mask_of(cards))


DECK32 = _deck(say("deck-32", "32 cards, sevens to aces"), SEVEN)
DECK36 = _deck(say("deck-36", "36 cards, sixes to aces"), SIX)


class CardSet:
    """A set of cards for people who use the library: iterable, comparable, printable; the rules use bare masks."""

    __slots__ = ("mask",)

    def __init__(self, cards: Mask | Iterable[Card] = 0) -> None:
        self.mask: Mask = cards if isinstance(cards, int) else mask_of(cards)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Read a set of cards; the same card twice is refused."""
        cards = parse_cards(text)
        result = cls(cards)
        if len(result) != len(cards):
            raise BadText("card_twice", "A card stands twice in '{ $text }'.", "X1", text=text, key="card_twice_in_set")
        return result

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_in(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and self.mask >> card & 1 == 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __str__(self) -> str:
        return cards_text(self)

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"
