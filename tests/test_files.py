"""Folders, whole files, and files that are only added to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from sheepfold.files import folders
from sheepfold.files.writing import Appender, BadFile, Held, free_name, in_words, new_file, read_text, write_text

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes and locks of POSIX")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


# -- folders -----------------------------------------------------------------------------------------------------------

FOLDERS = {
    "data": (folders.data_folder, "user_data_path"),
    "settings": (folders.settings_folder, "user_config_path"),
    "state": (folders.state_folder, "user_state_path"),
}


@POSIX
@pytest.mark.parametrize("part", FOLDERS)
def test_one_variable_moves_every_folder(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "somewhere" / "fold"
    monkeypatch.setenv(folders.HOME, str(home))
    folder = FOLDERS[part][0]()
    assert folder == home / part
    assert {mode(folder), mode(home), mode(home.parent)} == {0o700}
    os.chmod(folder, 0o750)
    assert mode(FOLDERS[part][0]()) == 0o750  # what is there already is the user's


@pytest.mark.parametrize("part", FOLDERS)
def test_without_it_the_system_says_where(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(folders.HOME, "")
    get, ask = FOLDERS[part]
    monkeypatch.setattr(platformdirs, ask, lambda name, appauthor: tmp_path / part / name)
    assert get() == tmp_path / part / "sheepfold"
    assert get().is_dir()


def test_a_folder_that_cannot_be_made_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(folders.HOME, str(tmp_path / "file"))
    with pytest.raises(BadFile) as refused:
        folders.data_folder()
    assert refused.value.code == "no_folder"
    assert refused.value.sentence.startswith(f"The folder {tmp_path / 'file'} cannot be made: ")


# -- whole files -------------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    write_text(path, "old\n")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(BadFile, match=r"cannot be written: no space left on device\. \[unwritable\]"):
        write_text(path, "new\n")
    assert [file.name for file in tmp_path.iterdir()] == ["a.toml"]
    assert path.read_bytes() == b"old\n"


@POSIX
def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    write_text(path, "old")
    assert mode(path) & 0o600 == 0o600
    os.chmod(path, 0o640)
    write_text(path, "new")
    assert (mode(path), path.read_text()) == (0o640, "new")


def test_what_cannot_be_read_or_written_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"caf\xe9")
    for path, code in (("nowhere", "unreadable"), (".", "unreadable"), ("bytes", "not_text")):
        with pytest.raises(BadFile) as refused:
            read_text(tmp_path / path)
        assert refused.value.code == code
    for path, text in (("no/such/folder", ""), ("a", "\ud800"), (".", "")):
        with pytest.raises(BadFile) as refused:
            write_text(tmp_path / path, text)
        assert refused.value.code == "unwritable"
    assert [file.name for file in tmp_path.iterdir()] == ["bytes"]


def test_names_for_new_files(tmp_path: Path) -> None:
    assert free_name("grim", None, tmp_path) == tmp_path / "grim.toml"
    assert free_name("grim", "a/b c", tmp_path) == tmp_path / "grim-a_b_c.toml"
    (tmp_path / "grim.jsonl").write_text("")
    assert free_name("grim", "//", tmp_path, ".jsonl") == tmp_path / "grim-2.jsonl"
    assert new_file(tmp_path / "x") == tmp_path / "x"
    for path, code in (("grim.jsonl", "file_exists"), (".", "file_exists"), ("no/x", "unwritable")):
        with pytest.raises(BadFile) as refused:
            new_file(tmp_path / path)
        assert refused.value.code == code


# -- adding lines ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held, left", [("", ""), ("a\nb\n", "a\nb\n"), ("a\nb", "a\n"), ("b", "")])
def test_a_torn_last_line_is_cut_off(tmp_path: Path, held: str, left: str) -> None:
    path = tmp_path / "lines"
    path.write_text(held)
    with Appender(path) as file:
        assert (file.read(), path.read_text()) == (held.encode(), held)  # opening it changes nothing
        file.cut()
        assert path.read_text() == left
        file.write(b"c", b"d")
    assert path.read_bytes() == left.encode() + b"c\nd\n"


def test_a_last_line_that_is_kept_without_its_end_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("a\nb")
    with Appender(path) as file:
        file.cut(3)
        file.write(b"c")
    assert path.read_text() == "a\nb\nc\n"


def test_a_line_that_was_written_in_part_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    write = os.write
    with Appender(path, new=True) as file:
        file.write(b"a")
        monkeypatch.setattr(os, "write", lambda fd, data: write(fd, data[:2]))
        with pytest.raises(BadFile, match="no space left"), in_words(path):
            file.write(b"bcdef")
    assert path.read_text() == "a\n"


def test_a_new_file_takes_the_place_of_no_other(tmp_path: Path) -> None:
    Appender(tmp_path / "lines", new=True).close()
    with pytest.raises(FileExistsError):
        Appender(tmp_path / "lines", new=True)


@POSIX
def test_a_file_in_use_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    code = "import sys, pathlib, sheepfold.files.writing as w; w.Appender(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(path)]
    with Appender(path) as file:
        with pytest.raises(BadFile, match="file_busy"):
            Appender(path)
        other = subprocess.run(command, capture_output=True, text=True, check=False)
        assert f"Another program is writing {path}; let it end or name another file. [file_busy]" in other.stderr
        file.write(b"still mine")
    assert subprocess.run(command, check=False).returncode == 0
    with pytest.raises(ValueError, match="closed"):
        file.write(b"more")


@POSIX
def test_a_held_file_is_locked_whichever_file_stands_there(tmp_path: Path) -> None:
    path = tmp_path / "record.toml"
    held = Held(path)  # nothing stands there yet
    for text in ("one\n", "two\n"):
        held.write(text)
        assert path.read_text() == text
        with pytest.raises(BadFile) as refused:
            Held(path)
        assert refused.value.code == "file_busy"
    held.close()
    again = Held(path)
    again.write("three\n")
    again.close()
    assert [each.name for each in tmp_path.iterdir()] == ["record.toml"]
