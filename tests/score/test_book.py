"""The file of an evening: whole or not at all, one program at a time, and refused in words."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import sheepfold
from sheepfold.core.errors import SheepfoldError
from sheepfold.registry import GAMES
from sheepfold.score.book import ScoreBook, decode_evening, entry_line, read_evening
from sheepfold.score.entries import Agreed, Corrected, Drawn, Entry, Opened, Scored, TakenBack
from sheepfold.score.evening import evening_of
from sheepfold.score.export import to_csv, to_json
from sheepfold.score.page import page

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
OPENING = Opened("sheepshead", 1, NAMES, 10, "2026-11-18", "€")
PICKED = Scored("called_card", {"picker": 0, "partner": 1, "points": 75, "partner_card": "AC"})
ENTRIES: tuple[Entry, ...] = (
    OPENING,
    Drawn(0, {"dealer": 4}),
    PICKED,
    Agreed({"Ann": -3, "Ben": 3}, "=revoke"),
    Corrected(2, Scored("alone", {"picker": 0, "points": 75})),
    TakenBack(3),
)


def written(path: Path, entries: tuple[Entry, ...] = ENTRIES) -> bytes:
    with ScoreBook.create(path, OPENING) as book:
        for entry in entries[1:]:
            book.enter(entry)
    return path.read_bytes()


def test_an_evening_comes_back_from_its_file(tmp_path: Path) -> None:
    written(tmp_path / "e")
    assert read_evening(tmp_path / "e").evening == evening_of(ENTRIES)
    with ScoreBook.resume(tmp_path / "e") as book:
        book.enter(PICKED)
    assert len(read_evening(tmp_path / "e").evening.entries) == len(ENTRIES) + 1


def test_wherever_the_file_is_cut_what_is_whole_is_there(tmp_path: Path) -> None:
    path = tmp_path / "e"
    data = written(path)
    first = data.index(b"\n")
    for end in range(first + 1, len(data)):
        found = decode_evening(data[:end])
        whole = data[: end + 1].count(b"\n") if data[end : end + 1] == b"\n" else data[:end].count(b"\n")
        assert len(found.evening.entries) == whole
    path.write_bytes(data[:-10])
    with ScoreBook.resume(path) as book:
        assert book.torn
        book.enter(PICKED)
    assert read_evening(path).evening.entries == (*ENTRIES[:-1], PICKED)


def test_a_file_whose_last_line_was_left_open_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "e"
    path.write_bytes(written(path, ENTRIES[:3]).rstrip(b"\n"))
    with ScoreBook.resume(path) as book:
        assert not book.torn
        book.enter(PICKED)
    assert read_evening(path).evening.entries == (*ENTRIES[:3], PICKED)


def test_a_second_program_is_told_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "e"
    with ScoreBook.create(path, OPENING) as book:
        with pytest.raises(SheepfoldError) as error:
            ScoreBook.resume(path)
        assert error.value.code == "file_busy"
        book.enter(ENTRIES[1])
    assert len(read_evening(path).evening.entries) == 2


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: b"", "no_evening"),
        (lambda data: b"hello\n", "not_json"),
        (lambda data: b'{"sheepfold_match": 1}\n', "no_evening"),
        (lambda data: data.replace(b'"sheepfold_evening":1', b'"sheepfold_evening":2'), "evening_version"),
        (lambda data: data.replace(b'"rules":1', b'"rules":99'), "rules_version"),
        (lambda data: data.replace(b'"game":"sheepshead"', b'"game":"chess"'), "unknown_game"),
        (lambda data: data.replace(b'"game":"sheepshead"', b'"game":"os:system"'), "game_path"),
        (lambda data: data.replace(b'"Emil"', b'"Ann"'), "players"),
        (lambda data: data.replace(b'"entry":"drawn"', b'"entry":"dawn"'), "entry"),
        (lambda data: data.replace(b'"after":0', b'"after":"0"'), "entry"),
        (lambda data: data.replace(b'"number":2', b'"number":77'), "no_entry"),
        (lambda data: data.replace(b"\n", b"\n" + data.split(b"\n")[0] + b"\n", 1), "entry"),
        (lambda data: data.replace(b'"answers":', b'"answers":' + b"[" * 10000, 1), "record_deep"),
        (lambda data: data.replace(b"=revoke", b"\xff\xfe"), "not_json"),
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, change: object, code: str) -> None:
    path = tmp_path / "e"
    data = change(written(path))  # type: ignore[operator]
    path.write_bytes(data)
    with pytest.raises(SheepfoldError) as error:
        ScoreBook.resume(path)
    assert error.value.code == code
    assert error.value.sentence.endswith(".")
    assert path.read_bytes() == data


FULL = """
import resource, signal, sys
from pathlib import Path
from sheepfold.core.errors import SheepfoldError
from sheepfold.score.book import ScoreBook
from sheepfold.score.entries import Scored
path = Path(sys.argv[1])
picked = Scored("called_card", {"picker": 0, "partner": 1, "points": 75, "partner_card": "AC"})
with ScoreBook.resume(path) as book:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    least, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, most))
    try:
        book.enter(picked)
    except SheepfoldError as error:
        print(error.code, len(book.evening.entries))
    resource.setrlimit(resource.RLIMIT_FSIZE, (least, most))
    book.enter(picked)
"""


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """The limit on the size of files stands in for a disk that is full."""
    path = tmp_path / "e"
    written(path, ENTRIES[:2])
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "unwritable 2\n"
    assert read_evening(path).evening.entries == ENTRIES[:3]


WRITER = """
import sys
from pathlib import Path
from sheepfold.score.book import ScoreBook
from sheepfold.score.entries import Misdealt
with ScoreBook.resume(Path(sys.argv[1])) as book:
    print("ready", flush=True)
    while True:
        book.enter(Misdealt())
        print(len(book.evening.entries), flush=True)
"""


def test_killed_while_it_writes_the_file_has_every_entry_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "e"
    written(path, ENTRIES[:2])
    for times in range(5):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told = [process.stdout.readline() for _ in range(3 + 2 * times)]
            os.kill(process.pid, signal.SIGKILL)
            told += process.stdout.readlines()
        known = int(next(line for line in reversed(told) if line.strip().isdigit()))
        assert len(read_evening(path).evening.entries) in (known, known + 1)


# -- what other programs get -------------------------------------------------------------------------------------------


def test_no_cell_is_taken_for_a_formula() -> None:
    names = ("=Ann", "+Ben", "-Cleo", "@Dora", "Emil")
    evening = evening_of([
        Opened("sheepshead", 1, names),
        Drawn(0, {"dealer": 0}),
        PICKED,
        Agreed({"=Ann": -3, "+Ben": 3}, "=HYPERLINK(1)"),
        Agreed({"=Ann": -3, "+Ben": 3}, "late; =1+1|@x"),
        Agreed({"=Ann": 3, "+Ben": -3}, " ＝1"),
    ])  # fmt: skip
    text = to_csv(evening)
    for delimiter in ",;|":
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            for cell in row if delimiter == "," else row[1:]:
                number = cell.lstrip("-").isdigit()
                assert number or not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r", "＝"))
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[-1][3:8] == ["-1", "4", "-1", "-1", "-1"]


def test_the_json_holds_entries_items_and_payments() -> None:
    data = json.loads(to_json(evening_of(ENTRIES)))
    assert data["cents"]["Ann"] == 80
    assert data["rows"][0]["outcome"]["items"][0]["rule"]
    assert {each["payee"] for each in data["payments"]} == {"Ann"}
    again = msgspec.convert(data["entries"], tuple[Entry, ...])
    assert again == ENTRIES


def test_what_people_write_cannot_break_out_of_the_page() -> None:
    names = ("<script>x", "B&n", "Cleo", "Dora", "Emil")
    found = page(evening_of([Opened("sheepshead", 1, names), Drawn(0, {"dealer": 0}), PICKED, PICKED]))
    assert "<script" not in found
    assert "B&amp;n" in found


def test_a_line_is_readable_by_people() -> None:
    assert entry_line(PICKED).decode() == (
        '{"entry":"scored","kind":"called_card","answers":{"picker":0,"partner":1,"points":75,"partner_card":"AC"}}'
    )


def test_no_game_is_named_where_evenings_are_kept() -> None:
    names = {word for game in GAMES.values() for word in (game.id.lower(), game.title.lower())}
    files = list((Path(sheepfold.__file__).parent / "score").glob("*.py"))
    assert len(files) > 15
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = {ast.get_docstring(each, clean=False) for each in ast.walk(tree) if isinstance(each, DOCUMENTED)}
        texts = [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]
        found = " ".join(text for text in texts if isinstance(text, str) and text not in told).lower()
        assert not [name for name in names if name in found], path.name
