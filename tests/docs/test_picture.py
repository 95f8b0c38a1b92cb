"""The picture of the table in README is what the program shows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sheepfold.testing.picture import drawn, lines_of, main, screen, text_of

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def test_the_picture_is_what_the_program_shows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(PICTURES)]) == 0, "make picture"
    assert "as before" in capsys.readouterr().out


def test_a_picture_of_another_screen_is_found_and_drawn_anew(tmp_path: Path) -> None:
    shutil.copy(PICTURES / "table.toml", tmp_path)
    (tmp_path / "table.svg").write_text((PICTURES / "table.svg").read_text(encoding="utf-8").replace("Bruno", "Brutus"))
    assert main(["--folder", str(tmp_path)]) == 1
    assert main(["--folder", str(tmp_path), "--write"]) == 0
    assert main(["--folder", str(tmp_path)]) == 0


def test_the_screen_says_where_the_match_stands_and_asks() -> None:
    shown = screen(PICTURES / "table.toml")
    assert "youarethepartner(secret)" in "".join(lines_of(shown))
    assert "\x1b[" in shown, "in colours"
    assert "http" not in drawn(shown).replace("http://www.w3.org", "").replace("https://www.textualize.io", "")
    assert text_of(drawn(shown)) == lines_of(shown)
