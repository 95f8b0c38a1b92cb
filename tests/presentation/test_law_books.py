"""The law books as the command reads them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheepfold.play.driver import drive
from sheepfold.presentation import Presenter, Reader, law
from sheepfold.registry import GAMES, PRESENTATIONS, make_game

BOOKS = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("name", law.books())
def test_every_numbered_sentence_is_found_whole(name: str) -> None:
    book = law.book(name)
    source = (BOOKS / f"{name}.md").read_text(encoding="utf-8")
    assert book.text == source
    ids = re.findall(r"^- \*\*([A-Z]+\d+)\*\*", source, re.MULTILINE)
    assert list(book.items) == ids
    flat = re.sub(r"\s+", " ", source)
    for item in book.items.values():
        assert f"**{item.id}** {item.text}" in flat
        assert item.section


def test_a_sentence_that_runs_over_several_lines() -> None:
    assert law.find("g13", "goathead").text.endswith("if you cannot, any card will do.")
    assert law.find("X6", "goathead").section == "Play"
    assert law.find("R61").id == "R61"


def test_an_unknown_sentence_names_its_neighbours() -> None:
    with pytest.raises(law.NoSuchRule, match="near it are G51"):
        law.find("G511", "goathead")


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_a_moment_names_is_in_the_law(game: str) -> None:
    for id in " ".join(PRESENTATIONS[game].clause_ids.values()).split():
        assert law.find(id, game).id == id


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_has_a_clause(name: str) -> None:
    game = make_game(name)
    seen = set()
    for seed in range(6):
        driver = drive(game, str(seed))
        for number, question in enumerate(driver.questions()):
            view = question.view
            seen.add(view.phase)
            assert Presenter(game, Reader(question.seat)).part("clauses", view), view.phase
            driver.answer(question, question.legal[-1 if number % 3 == seed % 3 else 0])
    assert "tricks" in seen


def test_an_installed_package_reads_its_own_copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "law"
    folder.mkdir()
    (folder / "grim.md").write_text("# Grim\n\n## A\n\n- **R1** Four\n  people.\n", encoding="utf-8")
    monkeypatch.setattr(law, "files", lambda package: tmp_path)
    law._book.cache_clear()
    try:
        assert law.book("grim").items["R1"] == law.Item("R1", "A", "Four people.")
    finally:
        law._book.cache_clear()
