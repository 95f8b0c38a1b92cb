"""The kernel against the exhaustive oracle on many endings: ``python tools/witness.py --endings 20000``."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from multiprocessing import Pool

from rich.progress import Progress

from sheepfold.solver.witness import cases, disagreement

BLOCK = 100


def block(job: tuple[int, int]) -> tuple[Counter[str], list[str]]:
    """Check one block of endings; what was checked and what went wrong."""
    seed, number = job
    checked: Counter[str] = Counter()
    wrong = []
    for i, case in enumerate(cases(number, seed)):
        fault = disagreement(case)
        off = [switch.name for switch in type(case.switches) if switch not in case.switches]
        checked[case.kind] += 1
        checked[f"without {off[0]}" if off else "all techniques"] += 1
        checked["in mid-trick"] += bool(case.problem.trick)
        if fault:
            wrong.append(f"seed {seed}, ending {i}, {case.kind}, {case.count}, {case.switches!r}: {fault}")
    return checked, wrong


def main() -> int:
    """Run the blocks over processes and show how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endings", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    jobs = [(given.seed * 1_000_003 + i, BLOCK) for i in range((given.endings + BLOCK - 1) // BLOCK)]
    checked: Counter[str] = Counter()
    wrong: list[str] = []
    with Pool(given.processes) as pool, Progress() as progress:
        task = progress.add_task("endings", total=len(jobs) * BLOCK)
        for counts, faults in pool.imap_unordered(block, jobs):
            checked += counts
            wrong += faults
            progress.advance(task, BLOCK)
    for name, many in sorted(checked.items()):
        print(f"{many:7d}  {name}")
    for fault in wrong[:20]:
        print(fault)
    print(f"{len(jobs) * BLOCK} endings, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
