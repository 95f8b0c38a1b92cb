"""The generated descriptions of the protocol are fresh, and what is sent fits them."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import jsonschema
import msgspec
import pytest
from wire import Client, alone, guest, opened, played

from sheepfold.table.schema import schema, stale

DOCS = Path(__file__).parents[2] / "docs"


def test_the_generated_files_are_fresh() -> None:
    assert not stale(DOCS), "python -m sheepfold.table.schema --write"


@pytest.mark.parametrize("game", ["widderkopf:short", "clover"])
def test_every_message_fits_the_schema(game: str, tmp_path: Path) -> None:
    made = schema()
    validator = jsonschema.Draft202012Validator({"$defs": made["$defs"], **made["properties"]["message"]})

    async def run() -> list[bytes]:
        async with opened(tmp_path) as hub:
            ann = await alone(hub, game)
            watcher = await Client(ann.table, await guest(hub, "Wim")).join()
            await ann.send({"t": "chat", "text": "hello"})
            await played([ann], random.Random(1).choice, 45)
            await watcher.read()
            return [*ann.raw, *watcher.raw]

    messages = asyncio.run(run())
    assert len(messages) > 100
    for message in messages:
        validator.validate(msgspec.json.decode(message))
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({"t": "ev", "v": "3"})


def test_every_type_of_the_declarations_is_declared() -> None:
    text = (DOCS / "protocol.d.ts").read_text(encoding="utf-8")
    code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|^//.*", "", text, flags=re.MULTILINE)
    declared = set(re.findall(r"^export (?:interface|type|const) (\w+)", code, re.MULTILINE))
    assert set(re.findall(r"\b[A-Z]\w+", code)) - {"Record"} == declared
    assert "unknown" not in code


def test_the_table_of_close_codes_is_that_of_the_protocol() -> None:
    from sheepfold.table.protocol import CLOSES

    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for code, meaning in CLOSES.items():
        assert f"| {code} | {meaning} |" in text
