"""Migrations: up and down with rows in the tables, whole or not at all, and a store of another revision is refused."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from store_helpers import new_table, sql, with_store

from sheepfold.table.store import BadStore, ChatRow, DealRow, Store, StoreFault, migrate, revision, revisions
from sheepfold.table.store.place import Place
from sheepfold.table.store.schema import HEAD, METADATA, REVISIONS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "table.db"
    file.touch()
    return file


def dump(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    names = sql(path, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return {name: sql(path, f"SELECT * FROM {name} ORDER BY 1, 2") for (name,) in names if name != "alembic_version"}


def schema(path: Path) -> list[tuple[object, ...]]:
    return sql(path, "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2")


def clauses(made: list[tuple[object, ...]]) -> dict[object, list[str]]:
    """What each table and index is made of; the order of constraints says nothing."""
    return {name: sorted(part.strip(", ") for part in str(text).splitlines()) for _, name, text in made}


async def filled(store: Store) -> str:
    """Something in every table; the table's id."""
    guest = await store.new_guest("Ann", "en")
    await store.new_session(guest.id, "phone")
    await store.new_code(guest.id)
    table = await new_table(store, host=guest.id)
    await store.sit(table, 0, guest.id)
    stream = await store.new_stream(table, b"{}")
    await store.append(stream.id, 0, [b"0"], deal=DealRow(stream.id, 1, 0))
    for text in ("hello", "Zoë's turn; DROP TABLE chat", ""):
        await store.say(table, guest.id, "Ann", text)
    await store.say(table, None, "", "gone")
    return table


def test_the_revisions_are_the_files_and_the_last_one_is_the_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(files("sheepfold.table") / "migrations"))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert tuple(reversed([each.revision for each in scripts.walk_revisions()])) == REVISIONS
    assert scripts.get_heads() == [HEAD]


def test_the_migrations_make_the_schema_that_the_code_has(path: Path) -> None:
    assert migrate(str(path)) == ("", HEAD)
    engine = Place(path).writer()
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), METADATA) == []
    made = {name: str(text) for kind, name, text in schema(path) if kind == "table"}
    counted = {name for name, text in made.items() if "AUTOINCREMENT" in text}
    assert counted == {"table_", "stream", "chat"} == {t.name for t in METADATA.sorted_tables if is_counted(t.name)}
    assert "CONSTRAINT ck_chat_kind CHECK" in made["chat"]


def is_counted(name: str) -> bool:
    return bool(METADATA.tables[name].dialect_options["sqlite"]["autoincrement"])


def test_rows_stay_on_the_way_down_and_up_again(path: Path) -> None:
    table = with_store(path, filled)
    before, made = dump(path), schema(path)
    assert all(before.values())
    assert migrate(str(path), "0001") == ("0002", "0001")
    assert revision(str(path)) == "0001"
    below = dump(path)
    assert below == {**before, "chat": [row[:-1] for row in before["chat"]]}
    sql(path, f"INSERT INTO chat (table_id, name, text, at) VALUES ('{table}', 'Bob', 'from below', 5.0)")
    assert migrate(str(path)) == ("0001", "0002")
    after = dump(path)
    assert after["chat"][:-1] == before["chat"]
    assert after["chat"][-1][3:] == ("Bob", "from below", 5.0, "said")
    assert {**after, "chat": before["chat"]} == before
    assert clauses(schema(path)) == clauses(made)

    async def look(store: Store) -> list[ChatRow]:
        await store.say(table, None, "Cid", "wave", "emote")
        return await store.chat(table)

    assert [(row.text, row.kind) for row in with_store(path, look)][-2:] == [("from below", "said"), ("wave", "emote")]


def test_down_to_nothing_and_up_again(path: Path) -> None:
    with_store(path, filled)
    assert migrate(str(path), "base") == ("0002", "")
    assert dump(path) == {}
    assert revision(str(path)) == ""
    assert migrate(str(path), "0001") == ("", "0001")
    assert migrate(str(path), "head") == ("0001", "0002")
    assert migrate(str(path), "head") == ("0002", "0002")


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_store(path, filled)
    before, made = dump(path), schema(path)

    def fail(connection: object) -> None:
        raise RuntimeError("in the last moment")

    monkeypatch.setattr(revisions, "_check_references", fail)
    for wanted in ("0001", "base"):
        with pytest.raises(RuntimeError):
            migrate(str(path), wanted)
        assert (dump(path), schema(path), revision(str(path))) == (before, made, HEAD)


def test_references_that_lead_nowhere_are_found(path: Path) -> None:
    with_store(path, filled)
    sql(path, "PRAGMA foreign_keys=OFF", "INSERT INTO entry VALUES (99, 0, x'00')")
    with pytest.raises(StoreFault, match="foreign_key_check"):
        migrate(str(path), "0001")
    assert revision(str(path)) == HEAD


def test_an_old_store_is_refused_with_the_command_that_helps(path: Path) -> None:
    migrate(str(path), "0001")
    with pytest.raises(BadStore) as refused:
        Store.open(str(path))
    assert refused.value.code == "store_old"
    assert "sheepfold migrate" in refused.value.sentence
    migrate(str(path))
    with_store(path, filled)


def test_a_newer_store_is_refused_and_left_alone(path: Path) -> None:
    with_store(path, filled)
    sql(path, "UPDATE alembic_version SET version_num = '9999'")
    before = dump(path)
    for opening in (lambda: Store.open(str(path)), lambda: migrate(str(path)), lambda: migrate(str(path), "0001")):
        with pytest.raises(BadStore) as refused:
            opening()
        assert refused.value.code == "store_newer"
    assert dump(path) == before


def test_an_unknown_revision_and_a_store_that_is_not_there_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(BadStore, match=r"There is no revision '7'; there are 0001, 0002\. \[no_revision\]"):
        migrate(str(path), "7")
    for asked in (migrate, revision):
        with pytest.raises(BadStore, match=r"\[no_store\]"):
            asked(str(tmp_path / "nothing.db"))
    assert not (tmp_path / "nothing.db").exists()


def test_a_store_in_a_folder_with_a_strange_name(tmp_path: Path) -> None:
    path = tmp_path / "100 % ünü?sual#name" / "ta ble.db"
    with_store(path, filled)
    assert migrate(str(path), "0001") == ("0002", "0001")
