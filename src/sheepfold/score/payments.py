"""Who pays whom: the fewest payments that settle all balances, in whole cents.

Debts that cancel out within a group of people need one payment less than the group has members, so the fewest payments
come from the most groups. For the people round a table all groupings are tried.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

MOST_TRIED = 12
"""Among so many people with a balance the fewest payments are found for certain; beyond that, few enough."""


class Payment(Struct, frozen=True):
    """Somebody pays somebody so many cents."""

    payer: str
    payee: str
    cents: int


def payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anything; the balances must add up to nothing.

    >>> payments({"Ann": 300, "Ben": -100, "Cleo": -200})
    (Payment(payer='Cleo', payee='Ann', cents=200), Payment(payer='Ben', payee='Ann', cents=100))
    """
    if sum(balances.values()):
        raise ValueError(f"the balances add up to {sum(balances.values())}, not to nothing")
    people = [name for name, cents in balances.items() if cents]
    return tuple(
        payment for group in _groups(people, balances) for payment in _within({name: balances[name] for name in group})
    )


def _groups(people: list[str], balances: Mapping[str, int]) -> list[list[str]]:
    """The people in as many groups as possible whose debts cancel out."""
    if len(people) > MOST_TRIED:
        return [people]
    sums = [0] * (1 << len(people))
    most = [0] * len(sums)  # how many groups can be closed, going through the people of that mask in the best order
    last = [0] * len(sums)  # who comes last in it
    for mask in range(1, len(sums)):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + balances[people[low.bit_length() - 1]]
        before, last[mask] = max((most[mask ^ (1 << n)], -n) for n in range(len(people)) if mask >> n & 1)
        most[mask] = before + (sums[mask] == 0)
    groups: list[list[str]] = []
    mask = len(sums) - 1
    while mask:
        if sums[mask] == 0:
            groups.append([])
        person = -last[mask]
        groups[-1].append(people[person])
        mask ^= 1 << person
    return groups


def _within(owed: dict[str, int]) -> list[Payment]:
    """Payments inside a group: whoever owes most pays whoever is owed most, so each payment settles somebody."""
    found = []
    while any(owed.values()):
        payer, payee = min(owed, key=lambda name: owed[name]), max(owed, key=lambda name: owed[name])
        cents = min(-owed[payer], owed[payee])
        owed[payer] += cents
        owed[payee] -= cents
        found.append(Payment(payer, payee, cents))
    return found
