"""The melds of Clover: which cards make one, in a hand and in a trick, and what they are worth.

The law is ``docs/rules/clover.md``. Everything is a table look-up or a short search; nothing here knows a state.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Literal, TypeAlias

from sheepfold.core.actions import Show
from sheepfold.core.cards import (
    ACE,
    JACK,
    KING,
    QUEEN,
    RANK_MASKS,
    SEVEN,
    SUITS,
    Mask,
    Rank,
    Suit,
    card,
    mask_of,
)

Set3Ranks: TypeAlias = Literal["any", "AKQJ"]
SET_POINTS: dict[Rank, int] = {JACK: 200, QUEEN: 100, KING: 100, ACE: 100}  # C24, C25: four of a kind
RUN_POINTS = {3: 20, 4: 50, 5: 100}  # C26-C28
SET3_POINTS = 20  # C29
BELL_POINTS = 20  # C30
MOST_MELDS = 2 * (200 + 300 + 4 * 50 + 20)
"""More cannot be melded in one hand: all sets, four runs and the Bell, once from the hands and once in the tricks."""

BELLS: dict[Suit | None, Mask] = {suit: mask_of((card(suit, QUEEN), card(suit, KING))) for suit in SUITS}
BELLS[None] = 0  # CQ28: without trumps there is no Bell

# Neighbours in natural order, the ace high only (CQ8), as bits of one suit; from the lowest card and the shortest up.
_RUNS: dict[Mask, int] = {
    ((1 << length) - 1) << low: points
    for low in range(SEVEN, ACE)
    for length, points in RUN_POINTS.items()
    if low + length <= ACE + 1
}
HAND_MELDS: dict[Mask, int] = {
    **{RANK_MASKS[rank]: points for rank, points in SET_POINTS.items()},
    **{run << 9 * suit: points for suit in SUITS for run, points in _RUNS.items()},
}
"""Every run and set that can be shown, with its points; the Bell comes on top (C24-C28, C31, CA2)."""

# The melds of a hand are five look-ups: four suits by their nine bits, and the ranks of which all four cards are there.
_CLUB_RUNS, _SPADE_RUNS, _HEART_RUNS, _DIAMOND_RUNS = (
    tuple(tuple(Show(run << 9 * suit) for run in _RUNS if bits & run == run) for bits in range(512)) for suit in SUITS
)
_SETS = tuple(tuple(Show(RANK_MASKS[rank]) for rank in SET_POINTS if bits >> rank & 1) for bits in range(512))
_BELL_SHOWS = {trump: (Show(bell),) for trump, bell in BELLS.items()}
ALL_SHOWS: tuple[Show, ...] = (
    *(Show(meld) for meld in HAND_MELDS),
    *(Show(bell) for bell in BELLS.values() if bell),
)
"""Every meld that any hand can show: sets, runs, and the Bells of the four suits."""


def legal_shows(hand: Mask, trump: Suit | None, shown: Mask = 0, used: Mask = 0) -> tuple[Show, ...]:
    """Every meld that this hand can show now (C31, C33, CA1, CA2).

    ``shown`` is what lies on the table, ``used`` those of it that serve in a run or a set.
    """
    free = hand & ~used
    shows = (
        _SETS[free & free >> 9 & free >> 18 & free >> 27]
        + _CLUB_RUNS[free & 511]
        + _SPADE_RUNS[free >> 9 & 511]
        + _HEART_RUNS[free >> 18 & 511]
        + _DIAMOND_RUNS[free >> 27]
    )
    bell = BELLS[trump]
    if hand & bell == bell and shown & bell != bell:
        return shows + _BELL_SHOWS[trump]
    return shows


def best_melds(cards: Mask, trump: Suit | None) -> tuple[Mask, ...]:
    """The melds of a hand that are worth most together, in the order to show them (CQ9, CQ12, CQ15)."""
    melds = _best_split(cards)
    bell, laid = BELLS[trump], 0
    for meld in melds:
        laid |= meld
    return (*melds, bell) if bell and cards & bell == bell and laid & bell != bell else melds


def _best_split(free: Mask) -> tuple[Mask, ...]:
    """The best disjoint runs and sets; of equal ones the first in legal order."""
    best: tuple[Mask, ...] = ()
    for show in legal_shows(free, None):
        split = (show.cards, *_best_split(free & ~show.cards))
        if sum(HAND_MELDS[meld] for meld in split) > sum(HAND_MELDS[meld] for meld in best):
            best = split
    return best


def hand_meld_value(cards: Mask, trump: Suit | None) -> int:
    """What these cards of one hand are worth at most if they are shown: the best split and the Bell (C33, CQ12)."""
    bell = BELLS[trump]
    rings = bell and cards & bell == bell
    return sum(HAND_MELDS[meld] for meld in _best_split(cards)) + (BELL_POINTS if rings else 0)


def _meld_of_ranks(ranks: tuple[Rank, ...], set3: Set3Ranks) -> int:
    """The best run or set among at most four cards of these ranks; two never fit (C29, C32, CQ8, CQ10, CQ12)."""
    best = 0
    for rank in set(ranks):
        if ranks.count(rank) == 4:
            best = max(best, SET_POINTS.get(rank, 0))  # CQ11
        if ranks.count(rank) >= 3 and (set3 == "any" or rank in SET_POINTS):
            best = max(best, SET3_POINTS)
        length = 1
        while rank + length in ranks:
            length += 1
        best = max(best, RUN_POINTS.get(length, 0))
    return best


# How often each rank occurs, three bits a rank, by the nine bits of a suit; the sum over the suits is the key.
_TALLY = tuple(sum(1 << 3 * rank for rank in range(9) if bits >> rank & 1) for bits in range(512))
_TRICK_MELDS: dict[Set3Ranks, dict[int, int]] = {
    set3: {
        sum(1 << 3 * rank for rank in ranks): _meld_of_ranks(ranks, set3)
        for size in range(5)
        for ranks in combinations_with_replacement(range(9), size)
    }
    for set3 in ("any", "AKQJ")
}


def trick_meld_value(cards: Mask, trump: Suit | None, set3: Set3Ranks = "any", spent: Mask = 0) -> int:
    """What the melds in a trick of at most four cards are worth (C29-C32, C42, CQ10-CQ12).

    ``spent`` cards serve in no run and no set, but still in the Bell (CA4).
    """
    free = cards & ~spent
    tally = _TALLY[free & 511] + _TALLY[free >> 9 & 511] + _TALLY[free >> 18 & 511] + _TALLY[free >> 27]
    value = _TRICK_MELDS[set3][tally]
    bell = BELLS[trump]
    return value + BELL_POINTS if bell and cards & bell == bell else value
