"""What is kept for the next time stays within its limit, and what is wanted often stays longest."""

from __future__ import annotations

from sheepfold.presentation.kept import Kept


def test_what_is_asked_for_in_every_generation_is_made_once() -> None:
    kept: Kept[int, str] = Kept(20)
    made: list[int] = []

    def wanted(number: int) -> str:
        def make() -> str:
            made.append(number)
            return str(number)

        return kept.get(number) or kept.made(number, make)

    for number in range(1, 200):
        assert wanted(0) == "0"
        assert wanted(number) == str(number)
        assert len(kept) <= 10
    assert made.count(0) == 1
    assert wanted(1) == "1"
    assert made.count(1) == 2, "what nobody asked for was forgotten"
