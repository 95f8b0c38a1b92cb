"""Names are put into the bytes of a voice, and nothing else is."""

from __future__ import annotations

import msgspec
import pytest

from sheepfold.table.voice import Names


@pytest.mark.parametrize("name", ["Anna", "Max", 'a "quoted" name', "⟦1⟧a", "Straß", "名前"])
def test_every_mark_becomes_its_name(name: str) -> None:
    """Also a name that looks like a mark, and one that JSON writes otherwise."""
    names = Names([name, "Ben"])
    data = msgspec.json.encode([f"{names.marks[0]} and {names.marks[1]}", names.marks[0]])
    first = name.replace("⟦", "[")
    assert msgspec.json.decode(names.put(data)) == [f"{first} and Ben", first]


@pytest.mark.parametrize("text", ["⟦", "⟦⟦", "⟦9⟧a", "⟦x⟧a", "⟦0", "⟦0⟧q", "plain"])
def test_what_is_no_mark_stays_as_it_is(text: str) -> None:
    """A seat that is not there, half a mark, another ending, none at all."""
    names = Names(["Anna", "Ben"])
    data = msgspec.json.encode([text])
    assert names.put(data) == data
