"""All chance of a match, as values derived from one seed and a label.

A stream's key is HMAC-SHA-256 of the seed (UTF-8) over the label (UTF-8); its bytes are the blocks HMAC-SHA-256(key,
counter as 8 bytes big-endian) from counter 0. ``below(n)`` takes 4 bytes big-endian and draws again at or above the
largest multiple of n, so no value is favoured. A shuffle is Fisher-Yates from the last card down over the deck in its
fixed order. Streams with different labels never disturb each other (X7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Protocol, TypeAlias

import msgspec

from sheepfold.core.cards import Card, Deck
from sheepfold.core.errors import BadText

Shuffle: TypeAlias = tuple[Card, ...]
"""The whole chance of a deal: the deck in dealing order."""

STREAM_VERSION = "v1"
"""Prefix of every label. Frozen: changing it would change every deal ever named by a seed (and see RQ21)."""

_EIGHT_WORDS = Struct(">8I").unpack
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_TOP = 1 << 32
_LIMITS = (0, *(_TOP - _TOP % n for n in range(1, 53)))


def _hmac(key: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA-256 under one key, its two padded keys made once.

    Written out because the library's call costs three times as much, and a deal is shuffled before every game of a
    simulation; a test holds it against the library.
    """
    padded = (sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner, outer = padded.translate(_INNER), padded.translate(_OUTER)
    return lambda message: sha256(outer + sha256(inner + message).digest()).digest()


def _words(key: bytes) -> Iterator[int]:
    """The stream's numbers, eight from each block."""
    block = _hmac(key)
    for counter in count():
        yield from _EIGHT_WORDS(block(counter.to_bytes(8, "big")))


@lru_cache(maxsize=8)  # a match asks for a stream at every decision
def _keyed(seed: str) -> Callable[[bytes], bytes]:
    """HMAC under a seed."""
    try:
        return _hmac(seed.encode())
    except UnicodeEncodeError:
        raise BadText("seed_text", "The seed contains a character that cannot be encoded.", "X7") from None


def stream_key(seed: str, label: str) -> bytes:
    """The key of one stream; nothing leads from it to the seed or to another stream."""
    return _keyed(seed)(f"{STREAM_VERSION}/{label}".encode())


class Stream:
    """One labelled source of numbers. The only thing in the rules that changes as it is used.

    It is handed to players, so it holds the key of its label and nothing that leads back to the seed.
    """

    __slots__ = ("_word",)

    def __init__(self, seed: str, label: str) -> None:
        self._word = _words(stream_key(seed, label)).__next__

    @classmethod
    def of_key(cls, key: bytes) -> Stream:
        """The stream of a key, from its beginning: for a player in another process, which gets the key alone."""
        stream = cls.__new__(cls)
        stream._word = _words(key).__next__
        return stream

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; n is at most 2 to the power of 32."""
        word = self._word()
        while word >= _TOP - _TOP % n:
            word = self._word()
        return word % n

    def shuffle(self, deck: Deck) -> Shuffle:
        """The deck in a random order."""
        cards = list(deck.cards)
        draw = self._word
        for n in range(len(cards), 1, -1):  # below(n), written out for speed
            word = draw()
            while word >= _LIMITS[n]:
                word = draw()
            other = word % n
            cards[n - 1], cards[other] = cards[other], cards[n - 1]
        return tuple(cards)


class Draws(Protocol):
    """Where numbers come from: a ``Stream``, or somebody's answers."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""


class Chance(msgspec.Struct, frozen=True):
    """A seed and the streams that depend on it."""

    seed: str

    def stream(self, label: str) -> Stream:
        """The stream of that label, from its beginning."""
        return Stream(self.seed, label)

    def named(self, label: str, n: int, otherwise: int) -> int:
        """What the table may name and chance never draws: ``otherwise``."""
        return otherwise

    def deal(self, deck: Deck, number: int, redeals: int) -> Shuffle:
        """The shuffle of deal ``number`` after that many throw-ins in a row."""
        return self.stream(f"deal/{number}/{redeals}").shuffle(deck)


class Answers(msgspec.Struct, frozen=True):
    """What people at a real table say in place of chance: by label, the numbers that would have been drawn."""

    drawn: Mapping[str, tuple[int, ...]] = {}

    def stream(self, label: str) -> Draws:
        """The answers for that label, from the first."""
        return _Answered(self.drawn.get(label, ()))

    def named(self, label: str, n: int, otherwise: int) -> int:
        """What the table has named, or ``otherwise``."""
        return self.stream(label).below(n) if label in self.drawn else otherwise


class _Answered:
    def __init__(self, drawn: Iterable[int]) -> None:
        self._drawn = iter(drawn)

    def below(self, n: int, /) -> int:
        answer = next(self._drawn, None)
        if answer is None or not 0 <= answer < n:
            raise BadText("chance_unanswered", "Chance decides something here that nobody has answered.", "X7")
        return answer


Luck: TypeAlias = Chance | Answers
"""What decides the chance of a match outside the deals: a seed, or the people at a real table."""
