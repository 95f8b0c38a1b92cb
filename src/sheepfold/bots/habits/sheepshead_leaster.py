"""How the cards are played when nobody picked: leaster, mittler and schneidster, everybody alone.

Every habit names its best card and says what it is worth to it, in card points; the best case is followed. What a card
is worth has two sides: what it would mean to take the trick with it, and how dangerous it is to keep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sheepfold.bots.habits.sheepshead_play import Advice, Cards
from sheepfold.bots.habits.sheepshead_sight import ABOVE, CLS, STRENGTH, VALUE, Sight
from sheepfold.core.cards import ALL_CARDS, Card
from sheepfold.core.message import Message, say
from sheepfold.core.order import TRUMP

Case: TypeAlias = tuple[float, Card, Message]
"""What it is worth in card points, the card, the reason."""
Plea: TypeAlias = Callable[[Sight, Cards], Case | None]

WHY_NEARER_TOTAL = say("habit-sheepshead-nearer-total", "It brings me nearer to the total I want.")

# Where the numbers of this file come from: docs/tuning.md.
FIRST_TRICK = 14.0  # what the one trick is worth that a leaster cannot be won without
ADDED = 1.5  # what every player behind adds to a trick
BEATEN = 0.75  # who could beat a card does so that often: the others would rather stay below
SCHNEIDSTER_LIMIT, TOO_MUCH = 30, 3.0  # a point above the limit costs as much as three below it
MIDDLE_SHARE = 110.0  # what all totals together make, less what the first takes too much
EAGER = 0.3  # how much a dangerous card still matters to somebody who wants points


def _danger(c: Card) -> float:
    """How much one wants to be rid of a card in a leaster; a queen may yet be the one trick that is needed."""
    if CLS[c] != TRUMP:
        return {11: 4.0, 10: 5.0, 4: 5.0}.get(VALUE[c], 0.5 * STRENGTH[c])
    place = STRENGTH[c] - 100
    if place >= 10:
        return 2.0
    return 4.5 if place >= 6 else 5.5 if VALUE[c] >= 10 else 1.8


DANGER: tuple[float, ...] = tuple(_danger(c) for c in ALL_CARDS)


def play_alone(now: Sight, cards: Cards) -> Advice:
    """The card to play where nobody picked, and why."""
    best: Case | None = None
    for plea in FOLLOW if now.trick else LEAD:
        case = plea(now, cards)
        if case is not None and (best is None or case[0] > best[0]):
            best = case
    assert best is not None
    return best[1], best[2]


def _gain(now: Sight, points: float) -> float:
    """What it means to take that many points more: a loss in a leaster, a step to or from the goal elsewhere."""
    kind, have = now.contract.kind, now.taken[now.seat]
    if kind == "leaster":
        return (0.0 if now.tricks[now.seat] else FIRST_TRICK) - points
    return _nearness(now, have + points) - _nearness(now, have)


def _nearness(now: Sight, total: float) -> float:
    """How good a total is where a share of the points wins, but not too large a one."""
    if now.contract.kind == "schneidster":
        return total if total <= SCHNEIDSTER_LIMIT else SCHNEIDSTER_LIMIT - TOO_MUCH * (total - SCHNEIDSTER_LIMIT)
    return -abs(total - MIDDLE_SHARE / now.seats)


def _wants_points(now: Sight) -> bool:
    return now.contract.kind != "leaster" and _gain(now, 5.0) > 0.0


def _best(now: Sight, cards: Cards) -> tuple[float, Card]:
    """The best of these cards, all of which take the trick as it lies or none."""
    later = ADDED * len(now.behind)
    risk = EAGER if _wants_points(now) else 1.0
    takes = not now.trick or ABOVE[now.led][now.top] >> cards[0] & 1
    best = (-1e9, cards[0])
    for c in cards:
        score = risk * DANGER[c]
        if takes:
            chance = 1.0 - (1.0 - now.chance_to_keep(c)) * BEATEN
            score += chance * _gain(now, now.worth + VALUE[c] + later)
        best = max(best, (score, c))
    return best


def _takers(now: Sight, cards: Cards) -> Cards:
    above = ABOVE[now.led][now.top]
    return tuple([c for c in cards if above >> c & 1])


def _others(now: Sight, cards: Cards) -> Cards:
    above = ABOVE[now.led][now.top]
    return tuple([c for c in cards if not above >> c & 1])


WHY_LEASTER_LEAD_TRICK = say("habit-sheepshead-leaster-lead-trick", "I need one trick, and now it is cheap.")
WHY_LEASTER_LEAD_OUT = say("habit-sheepshead-leaster-lead-out", "Somebody will probably beat it.")


def lead_out(now: Sight, cards: Cards) -> Case | None:
    """Get out of the lead with a card that somebody will beat, or lead for a trick that is wanted."""
    score, card = _best(now, cards)
    if now.contract.kind != "leaster":
        return score, card, WHY_NEARER_TOTAL
    wanted = not now.tricks[now.seat] and now.chance_to_keep(card) > 0.5
    return (
        score,
        card,
        WHY_LEASTER_LEAD_TRICK if wanted else WHY_LEASTER_LEAD_OUT,
    )


WHY_LEASTER_ONE_TRICK = say("habit-sheepshead-leaster-one-trick", "I need one trick, and this one is cheap.")


def take_one_trick(now: Sight, cards: Cards) -> Case | None:
    """A leaster is won only with a trick: take a poor one."""
    takers = _takers(now, cards)
    if not takers or now.contract.kind != "leaster" or now.tricks[now.seat]:
        return None
    score, card = _best(now, takers)
    return score, card, WHY_LEASTER_ONE_TRICK


def take_points(now: Sight, cards: Cards) -> Case | None:
    """Where a share of the points wins: take what brings the total nearer."""
    takers = _takers(now, cards)
    if not takers or now.contract.kind == "leaster":
        return None
    score, card = _best(now, takers)
    return score, card, WHY_NEARER_TOTAL


WHY_LEASTER_MUST_TAKE = say("habit-sheepshead-leaster-must-take", "If I must take it, then with this one.")


def must_take(now: Sight, cards: Cards) -> Case | None:
    """A trick too many, where nothing stays below, or with a card that somebody may still beat."""
    takers = _takers(now, cards)
    if not takers or now.contract.kind != "leaster" or not now.tricks[now.seat]:
        return None
    score, card = _best(now, takers)
    return score, card, WHY_LEASTER_MUST_TAKE


WHY_LEASTER_GIVE_POINTS = say("habit-sheepshead-leaster-give-points", "They get the points and I am rid of it.")


def give_points(now: Sight, cards: Cards) -> Case | None:
    """Somebody else has the trick: be rid of an ace, ten or king."""
    fat = tuple([c for c in _others(now, cards) if VALUE[c] >= 4])
    if not fat:
        return None
    score, card = _best(now, fat)
    return score, card, WHY_LEASTER_GIVE_POINTS


WHY_LEASTER_STAY_BELOW = say("habit-sheepshead-leaster-stay-below", "I leave the trick to somebody else.")


def stay_below(now: Sight, cards: Cards) -> Case | None:
    """Leave the trick to somebody else."""
    poor = tuple([c for c in _others(now, cards) if VALUE[c] < 4])
    if not poor:
        return None
    score, card = _best(now, poor)
    return score, card, WHY_LEASTER_STAY_BELOW


LEAD: tuple[Plea, ...] = (lead_out,)
FOLLOW: tuple[Plea, ...] = (take_one_trick, take_points, must_take, give_points, stay_below)
