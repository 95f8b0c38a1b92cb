"""How many entries the store takes in a second, durably: python tools/bench_store.py [--folder /path/on/the/disk]."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from sheepfold.table.store import Store, TableRow, new_id

LINE = b'{"act":"1 play KS","id":"0123456789ab"}'


async def run(path: Path, count: int, seconds: float) -> str:
    """So many streams, each waiting for its entry to be stored before it sends the next."""
    store = Store.open(str(path))
    streams = [await stream(store) for _ in range(count)]
    waits: list[float] = []
    begun, used = time.perf_counter(), time.process_time()

    async def player(stream: int) -> None:
        seq = 0
        while (sent := time.perf_counter()) < begun + seconds:
            await store.append(stream, seq, [LINE])
            waits.append(time.perf_counter() - sent)
            seq += 1

    await asyncio.gather(*map(player, streams))
    took, used = time.perf_counter() - begun, time.process_time() - used
    await store.close()
    waits.sort()
    half, most = (1000 * waits[int(len(waits) * share)] for share in (0.5, 0.99))
    rate, cost = len(waits) / took, 1e6 * used / len(waits)
    return f"{count} streams: {rate:,.0f} entries/s, p50 {half:.1f} ms, p99 {most:.1f} ms, {cost:.0f} µs CPU per entry"


async def stream(store: Store) -> int:
    """A stream at a table of its own."""
    row = TableRow(new_id(), None, "grim", b"{}", False, False, "playing", 0.0, 0.0)
    await store.new_table(row, [])
    return (await store.new_stream(row.id, b"{}")).id


def main() -> None:
    """Measure with one stream and with many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the store is made; its disk is what is measured")
    parser.add_argument("--streams", type=int, nargs="+", default=[1, 20, 200])
    parser.add_argument("--seconds", type=float, default=3.0)
    asked = parser.parse_args()
    for count in asked.streams:
        with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
            print(asyncio.run(run(Path(folder) / "table.db", count, asked.seconds)))


if __name__ == "__main__":
    main()
