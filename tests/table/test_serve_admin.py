"""The commands for whoever runs a server, on a real store."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from store_helpers import new_table, with_store

from sheepfold.cli.serve_admin import COMMANDS
from sheepfold.core.errors import SheepfoldError
from sheepfold.notation.match_file import entry_line, read_match_file, write_header
from sheepfold.play.driver import drive, play_match
from sheepfold.registry import make_game
from sheepfold.table.store import Store, revision


@pytest.fixture
def path(home: Path) -> Path:
    """The store that the commands take when none is named."""
    return home / "data" / "table.db"


def run(command: str, *arguments: str) -> tuple[str, str]:
    """What a command prints, to standard output and to standard error."""
    done = CliRunner().invoke(COMMANDS[command], arguments, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout, done.stderr


def refused(command: str, *arguments: str) -> str:
    """The code with which a command is refused."""
    with pytest.raises(SheepfoldError) as found:
        CliRunner().invoke(COMMANDS[command], arguments, catch_exceptions=False)
    return found.value.code


def match(*, over: bool = False) -> bytes:
    """A match file."""
    driver, chance = drive(make_game("grim(deals=10)"), "lamb"), random.Random(1)
    if over:
        play_match(driver, lambda question: chance.choice(question.legal), 200)
    log = driver.log
    return b"\n".join([write_header(log), *(entry_line(log.game, logged) for logged in log.entries), b""])


def test_tables_are_listed_for_people_and_machines(path: Path) -> None:
    async def fill(store: Store) -> tuple[str, str]:
        guest = await store.new_guest("Ann", "en")
        table = await new_table(store, seats=2, host=guest.id)
        await store.sit(table, 0, guest.id)
        return guest.id, table

    assert refused("tables") == "no_store"
    with_store(path, new_table)
    guest, table = with_store(path, fill)
    lines = run("tables")[0].splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(f"{table}  playing    2001-09-0")
    assert lines[0].endswith(f"grim  {guest}, club")
    found = json.loads(run("tables", "--json")[0])
    assert found[0]["seats"] == [{"seat": 0, "guest": guest, "bot": ""}, {"seat": 1, "guest": None, "bot": "club"}]
    assert "settings" not in found[0]
    assert run("forget", guest)[0] == f"Guest {guest} is forgotten.\n"
    assert refused("forget", "nobody") == "no_guest"
    assert run("close", table)[0] == f"Table {table} is closed.\n"
    assert refused("close", "nothing") == "no_table"
    assert [each["state"] for each in json.loads(run("tables", "--json")[0])] == ["closed", "playing"]


def test_an_empty_store_says_so(path: Path) -> None:
    with_store(path, lambda store: store.healthy())
    assert run("tables") == ("There are no tables.\n", "")
    assert run("tables", "--json") == ("[]\n", "")


def test_a_match_that_is_over_goes_out_as_it_came_in(path: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "in.match", tmp_path / "out.match"
    source.write_bytes(match(over=True))
    table = run("import", str(source))[0].strip()
    assert json.loads(run("tables", "--json")[0])[0]["state"] == "over"
    assert run("export", table)[0].encode() == source.read_bytes()
    assert run("export", table, str(target), "--match", "1") == ("", "")
    assert target.read_bytes() == source.read_bytes()
    assert read_match_file(target.read_bytes()).log.match.over
    assert refused("export", table, str(target)) == "file_exists"
    assert refused("export", table, "--match", "2") == "no_match"
    assert refused("export", "nothing") == "no_table"


def test_a_live_match_is_exported_only_on_request_and_with_a_warning(path: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "in.match", tmp_path / "out.match"
    source.write_bytes(match())
    table = run("import", str(source))[0].strip()
    assert refused("export", table, str(target)) == "match_live"
    assert not target.exists()
    out, err = run("export", table, "--live")
    assert out.encode() == source.read_bytes()
    assert "tells hidden cards" in err
    assert refused("export", with_store(path, new_table)) == "no_match"
    assert refused("import", str(tmp_path)) == "unreadable"


def test_the_store_is_copied_and_migrated(path: Path, tmp_path: Path) -> None:
    with_store(path, new_table)
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy))[0] == f"The store was copied to {copy}.\n"
    assert refused("backup", str(copy)) == "file_exists"
    assert run("migrate", "--store", f"sqlite:///{copy}", "--to", "0001") == (
        "The store had revision 0002 and has 0001 now.\n",
        "",
    )
    assert revision(str(copy)) == "0001"
    assert refused("tables", "--store", str(copy)) == "store_old"
    run("migrate", "--store", str(copy))
    assert run("tables", "--store", str(copy)) == run("tables")
    assert run("migrate")[0] == "The store has revision 0002 already.\n"
    assert refused("migrate", "--store", "postgresql://db/x") == "store_kind"
    assert refused("migrate", "--to", "7") == "no_revision"


def test_the_environment_names_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEEPFOLD_STORE", str(tmp_path / "other.db"))
    with_store(tmp_path / "other.db", new_table)
    assert len(run("tables")[0].splitlines()) == 1
    assert "table.db" not in os.listdir(tmp_path)
