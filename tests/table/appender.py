"""A program that adds entries to every stream of a store, several at once, and says of each when it is stored.

It is killed in the middle of that: ``test_store_faults.py``.
"""

from __future__ import annotations

import asyncio
import os
import sys

from store_helpers import line

from sheepfold.table.store import DealRow, Store


async def player(store: Store, stream: int, seq: int) -> None:
    while True:
        count = 1 + seq % 3
        deal = DealRow(stream, seq + 1, seq) if seq % 5 == 0 else None
        await store.append(stream, seq, [line(stream, number) for number in range(seq, seq + count)], deal=deal)
        seq += count
        os.write(1, b"%d %d\n" % (stream, seq))


async def main(path: str) -> None:
    store = Store.open(path)
    streams = [stream.id for _, stream, _ in await store.live()]
    await asyncio.gather(*[player(store, stream, len(await store.entries(stream))) for stream in streams])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
