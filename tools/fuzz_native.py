"""Throw random numbers at the compiled binding: it may refuse, it must not crash. ``--seconds 600``.

The work is done in a child process, so that a crash is seen and told with the seed that led to it.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from typing import Any

BATCH = 2000


def number(rng: random.Random, sane: int) -> int:
    """Mostly a sensible number, now and then an absurd one."""
    return (
        rng.randrange(sane) if rng.random() < 0.97 else rng.choice((-1, -(2**31), 255, 256, 2**31 - 1, sane, sane + 1))
    )


def mask(rng: random.Random) -> int:
    """A random set of cards, now and then with bits outside the pack."""
    return (
        rng.getrandbits(36) & rng.getrandbits(36) & rng.getrandbits(36) if rng.random() < 0.97 else rng.getrandbits(64)
    )


def hands(rng: random.Random) -> tuple[list[int], list[int], list[tuple[int, int, int]], int]:
    """Hands, trick and piles: half of the time a fair deal, so that the search is reached, half of the time noise."""
    seats = rng.randint(2, 8)
    leader = rng.randrange(seats)
    if rng.random() < 0.2:
        piles = [(number(rng, seats), number(rng, 36), number(rng, 36)) for _ in range(rng.randrange(3))]
        return (
            [mask(rng) for _ in range(number(rng, 9) % 12)],
            [number(rng, 36) for _ in range(rng.randrange(9))],
            piles,
            leader,
        )
    size = rng.randint(1, min(36 // seats, 4 if seats > 3 else 6))
    cards = rng.sample(range(36), seats * size)
    dealt = [cards[i * size : (i + 1) * size] for i in range(seats)]
    trick = [dealt[(leader + i) % seats].pop() for i in range(rng.randrange(seats))]
    piles = []
    for seat, hand in enumerate(dealt):
        if len(hand) > 1 and rng.random() < 0.2:
            piles.append((seat, hand[0], hand.pop()))
    return [sum(1 << c for c in hand) for hand in dealt], trick, piles, leader


def problem(kernel: Any, rng: random.Random) -> Any:
    """A problem of random parts; raises where the binding refuses it."""
    cls = [rng.randrange(5) for _ in range(36)]
    if rng.random() < 0.02:
        cls[0] = number(rng, 5)
    power = rng.sample(range(1, 200), 36)
    value = [rng.choice((0, 0, 2, 3, 4, 10, 11)) if rng.random() < 0.999 else number(rng, 1000) for _ in range(36)]
    order = kernel.order(cls, power, value)
    masks, trick, piles, leader = hands(rng)
    seats = max(len(masks), 1)
    duties = []
    for seat in range(seats):
        if rng.random() < 0.15:
            k = number(rng, 5)
            own = sum(1 << c for c in range(36) if cls[c] == k)
            duties.append(
                (
                    number(rng, seats) if rng.random() < 0.1 else seat,
                    k,
                    own & rng.getrandbits(36) if rng.random() < 0.9 else mask(rng),
                )
            )
    melds = None
    if rng.random() < 0.3:
        nine = [rng.randrange(200) for _ in range(9)]
        melds = (number(rng, 50), number(rng, 99), nine, nine[::-1], [(mask(rng), number(rng, 50))], mask(rng))
    last = number(rng, 30) - 15
    return kernel.problem(
        order,
        masks,
        leader if rng.random() < 0.98 else number(rng, 9),
        trick,
        rng.getrandbits(8),
        rng.getrandbits(8),
        piles,
        duties,
        melds,
        last,
        int(rng.random() < 0.3),
    )


def once(kernel: Any, rng: random.Random) -> bool:
    """One attempt; true if the binding took it."""
    try:
        made = problem(kernel, rng)
        kernel.solve(
            [made] * rng.randint(1, 3),
            rng.random() < 0.3,
            number(rng, 100),
            rng.random() < 0.5,
            rng.random() < 0.3,
            rng.getrandbits(8),
            rng.choice((0, 1 << 16, 1 << 22)),
            20000,
            0.0,
            rng.randint(1, 2),
        )
        kernel.playouts(
            made, rng.randint(1, 50), rng.getrandbits(64), [] if rng.random() < 0.7 else [rng.random() + 0.01] * 36, 1
        )
        kernel.perft(made, rng.randint(0, 3))
        kernel.maxn(made, 3000, 0.0)
    except (ValueError, TypeError, OverflowError):
        return False
    return True


def child(seed: int) -> None:
    """A batch of attempts; prints how many were taken."""
    from sheepfold.solver import _kernel

    rng = random.Random(seed)
    print(sum(once(_kernel, rng) for _ in range(BATCH)))


def main() -> int:
    """Batches in child processes until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=int)
    given = parser.parse_args()
    if given.child is not None:
        child(given.child)
        return 0
    end = time.monotonic() + given.seconds
    seed, taken, tried = given.seed, 0, 0
    while time.monotonic() < end:
        done = subprocess.run(
            [sys.executable, __file__, "--child", str(seed)], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            print(f"\ncrash with seed {seed}, exit code {done.returncode}:\n{done.stderr[-3000:]}")
            return 1
        if int(done.stdout) < BATCH // 10:
            print(f"\nseed {seed}: nearly everything was refused; the fuzzer no longer fits the binding")
            return 1
        taken += int(done.stdout)
        tried += BATCH
        seed += 1
        print(f"\r{tried} problems, {taken} taken and solved, {tried - taken} refused, 0 crashes", end="", flush=True)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
