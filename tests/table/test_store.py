"""The store on real files: what goes in comes out, many at once, and what must not be kept is not."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from rich.pretty import pretty_repr
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable
from store_helpers import HEADER, Clock, is_sound, line, new_stream, new_table, outcome, sql, table_row, with_store

from sheepfold.core.errors import SheepfoldError
from sheepfold.files.writing import BadFile
from sheepfold.notation.match_file import entry_line, read_match_file, write_header
from sheepfold.play.log import Log
from sheepfold.registry import make_game
from sheepfold.table.store import (
    BadStore,
    Conflict,
    DealRow,
    Retention,
    SeatRow,
    Store,
    StoreFault,
    StreamRow,
    migrate,
    new_id,
)
from sheepfold.table.store.schema import METADATA

DAY = 86_400.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "table.db"


# -- opening -----------------------------------------------------------------------------------------------------------


def test_a_new_store_is_made_with_its_folder_for_its_owner_alone(path: Path) -> None:
    async def look(store: Store) -> None:
        assert store.path == path
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}

    with_store(path, look)
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_url_and_a_path_name_the_same_store(path: Path) -> None:
    guest = with_store(path, lambda store: store.new_guest("Ann", "en"))

    async def look() -> None:
        store = Store.open(f"sqlite:///{path}")
        assert await store.guest(guest.id) == guest
        await store.close()

    asyncio.run(look())


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("postgresql://ann:secret@db/table", "store_kind"),
        ("sqlite+aiosqlite:////tmp/x.db", "store_kind"),
        ("://", "store_kind"),
        ("sqlite://", "store_url"),
        ("sqlite:///", "store_url"),
        ("sqlite:///:memory:", "store_url"),
        (":memory:", "store_url"),
        ("sqlite://host/x.db", "store_url"),
        ("sqlite:////tmp/x.db?mode=ro", "store_url"),
        ("sqlite:////tmp/x\0.db", "store_url"),
        ("", "store_url"),
        ("/", "store_folder"),
    ],
)
def test_anything_else_than_a_file_is_refused_in_one_sentence(url: str, code: str) -> None:
    with pytest.raises(BadStore) as refused:
        Store.open(url)
    assert refused.value.code == code
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    page, foreign, cut = tmp_path / "page.html", tmp_path / "foreign.db", tmp_path / "cut.db"
    page.write_bytes(b"<html>" * 1000)
    sql(foreign, "CREATE TABLE cheese (name TEXT)")
    cut.write_bytes(foreign.read_bytes()[:100])
    codes = {}
    for file in (page, foreign, cut):
        before = file.read_bytes()
        with pytest.raises(StoreFault) as refused:
            Store.open(str(file))
        codes[file.name] = refused.value.code
        assert file.read_bytes() == before or file == foreign  # whose journal mode has changed
    assert codes == {"page.html": "store_damaged", "foreign.db": "not_a_store", "cut.db": "store_damaged"}
    assert sql(foreign, "SELECT name FROM sqlite_master") == [("cheese",)]


def test_a_store_that_must_be_there_is_not_made(path: Path) -> None:
    with pytest.raises(BadStore) as refused:
        Store.open(str(path), make=False)
    assert refused.value.code == "no_store"
    assert not path.exists()


def test_whatever_is_told_is_durable(path: Path) -> None:
    """With these settings SQLite calls fsync before a commit returns."""

    async def look(store: Store) -> list[Any]:
        def asked(connection: Connection) -> list[Any]:
            names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

        return await store._write(asked)

    assert with_store(path, look) == ["wal", 2, 1, 1]


def test_closed_is_closed(path: Path) -> None:
    async def work() -> list[str]:
        store = Store.open(str(path))
        await store.close()
        await store.close()
        waiting = (store.guest("x"), store.append(1, 0, [b"{}"]), store.new_guest("Ann", "en"))
        return [await outcome(each) for each in waiting]

    assert asyncio.run(work()) == ["store_closed"] * 3


def test_what_waits_when_the_store_is_closed_is_written(path: Path) -> None:
    async def work() -> tuple[list[str], int]:
        store = Store.open(str(path))
        stream = await new_stream(store)
        waiting = [asyncio.ensure_future(store.append(stream, seq, [line(stream, seq)])) for seq in range(50)]
        await asyncio.sleep(0)
        await store.close()
        return [await outcome(each) for each in waiting], stream

    codes, stream = asyncio.run(work())
    assert codes == [""] * 50
    assert sql(path, f"SELECT count(*) FROM entry WHERE stream_id = {stream}") == [(50,)]


# -- entries -----------------------------------------------------------------------------------------------------------


def test_entries_come_back_as_they_were_and_in_order(path: Path) -> None:
    rows = [b'{"act":"0 pass"}', '{"seat":1,"name":"Zoë \N{SHEEP}"}'.encode(), b"", b"\x00\xff"]

    async def work(store: Store) -> None:
        one, other = await new_stream(store), await new_stream(store)
        await store.append(one, 0, rows[:3])
        await store.append(other, 0, rows[3:])
        await store.append(one, 3, rows[3:])
        assert await store.entries(one) == rows
        assert await store.entries(one, 2) == rows[2:]
        assert await store.entries(one, 9) == []
        assert await store.entries(other) == rows[3:]
        assert await store.entries(99) == []

    with_store(path, work)


def test_a_number_that_is_taken_conflicts_and_one_too_far_is_refused(path: Path) -> None:
    async def work(store: Store) -> None:
        stream = await new_stream(store)
        await store.append(stream, 0, [b"0", b"1"])
        for seq in (0, 1):
            with pytest.raises(Conflict, match=rf"Entry {seq} of stream {stream} is there already\. \[conflict\]"):
                await store.append(stream, seq, [b"x"])
        assert await outcome(store.append(stream, 3, [b"x"])) == "store_gap"
        assert await outcome(store.append(99, 0, [b"x"])) == "no_stream"
        assert await store.entries(stream) == [b"0", b"1"]
        await store.append(stream, 2, [b"2"])
        assert (await store.counts())["entries"] == 3

    with_store(path, work)


def test_of_two_who_want_the_same_number_one_gets_it(path: Path) -> None:
    async def work(store: Store) -> None:
        stream = await new_stream(store)
        for seq in range(30):
            tries = [store.append(stream, seq, [b"%d" % number]) for number in range(5)]
            codes = await asyncio.gather(*map(outcome, tries))
            assert sorted(codes) == ["", *["conflict"] * 4]
            assert (await store.entries(stream, seq)) == [b"%d" % codes.index("")]

    with_store(path, work)


def test_a_conflict_in_the_middle_of_a_batch_fails_nobody_else(path: Path) -> None:
    """Another program writes behind the back of ours, so the whole batch meets the conflict and is done again."""

    async def work(store: Store) -> None:
        streams = [await new_stream(store) for _ in range(20)]
        await asyncio.gather(*(store.append(stream, 0, [b"0"]) for stream in streams))
        sql(path, f"INSERT INTO entry VALUES ({streams[7]}, 1, x'FF')")
        codes = await asyncio.gather(*(outcome(store.append(stream, 1, [b"1"])) for stream in streams))
        assert [stream for stream, code in zip(streams, codes, strict=True) if code] == [streams[7]]
        assert codes[7] == "conflict"
        await store.append(streams[7], 2, [b"2"])
        assert await store.entries(streams[7]) == [b"0", b"\xff", b"2"]
        assert [await store.entries(stream) for stream in streams if stream != streams[7]] == [[b"0", b"1"]] * 19

    with_store(path, work)


def test_a_request_that_breaks_in_a_batch_fails_nobody_else(path: Path) -> None:
    def half(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE guest SET name = 'nobody'")
        raise ValueError("in the middle")

    async def work(store: Store) -> None:
        guest, stream = await store.new_guest("Ann", "en"), await new_stream(store)
        found = await asyncio.gather(
            store.append(stream, 0, [b"0"]), store._write(half), store.new_guest("Bob", "en"), return_exceptions=True
        )
        assert found[0] is None
        assert isinstance(found[1], ValueError)
        assert await store.guest(guest.id) == guest
        assert await store.entries(stream) == [b"0"]
        twice = await asyncio.gather(
            store.append(stream, 1, [b"1"], deal=DealRow(stream, 1, 1)),
            store.append(stream, 2, [b"2"], deal=DealRow(stream, 1, 2)),
            return_exceptions=True,
        )
        assert twice[0] is None
        assert isinstance(twice[1], StoreFault)
        assert await store.entries(stream) == [b"0", b"1"]

    with_store(path, work)


def test_two_hundred_streams_at_once(path: Path, record_property: Any) -> None:
    async def player(store: Store, stream: int) -> None:
        for seq in range(0, 40, 2):
            await store.append(stream, seq, [line(stream, seq), line(stream, seq + 1)])

    async def work(store: Store) -> None:
        streams = [await new_stream(store) for _ in range(200)]
        await asyncio.gather(*(player(store, stream) for stream in streams))
        for stream in streams:
            assert await store.entries(stream) == [line(stream, seq) for seq in range(40)]

    with_store(path, work)
    assert is_sound(path)


def test_a_write_goes_on_when_its_caller_is_cancelled(path: Path) -> None:
    async def work(store: Store) -> None:
        stream = await new_stream(store)
        task = asyncio.ensure_future(store.append(stream, 0, [b"0"]))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await outcome(store.append(stream, 0, [b"x"])) == "conflict"

    with_store(path, work)


def test_deals_results_and_the_end_are_stored_with_their_entries_or_not_at_all(path: Path) -> None:
    async def work(store: Store) -> None:
        stream = await new_stream(store)
        await store.append(stream, 0, [b"0", b"1"], deal=DealRow(stream, 1, 1))
        assert await outcome(store.append(stream, 1, [b"x"], deal=DealRow(stream, 2, 1), over=True)) == "conflict"
        assert await store.deals(stream) == [DealRow(stream, 1, 1)]
        done, begun = DealRow(stream, 1, 1, b"[3,-1]"), DealRow(stream, 2, 3)
        await store.append(stream, 2, [b"2", b"3"], deal=begun, result=done)
        assert await store.deals(stream) == [done, begun]
        found = await store.stream(stream)
        assert found is not None
        assert not found.over
        await store.append(stream, 4, [b"4"], result=DealRow(stream, 2, 3, b"[]"), over=True)
        found = await store.stream(stream)
        assert found is not None
        assert found.over

    with_store(path, work)


# -- people ------------------------------------------------------------------------------------------------------------


def test_a_token_opens_its_session_and_is_nowhere_in_the_file(path: Path) -> None:
    async def work(store: Store) -> tuple[str, str]:
        guest = await store.new_guest("Ann", "en")
        session, token = await store.new_session(guest.id, "phone")
        assert await store.session_of(token) == (session, guest)
        assert await store.session_of(token[:-1]) is None
        assert await store.session_of("\ud800") is None
        code = await store.new_code(guest.id)
        return token, code

    secrets = with_store(path, work)
    data = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"phone" in data
    assert [secret for secret in secrets if secret.encode() in data] == []
    assert len(secrets[0]) >= 43


def test_sessions_are_listed_and_revoked(path: Path) -> None:
    async def work(store: Store) -> None:
        guest, other = await store.new_guest("Ann", "en"), await store.new_guest("Bob", "de")
        phone, token = await store.new_session(guest.id, "phone")
        token_row, _ = await store.new_session(guest.id, "token")
        await store.new_session(other.id, "desk")
        assert {row.id for row in await store.sessions_of(guest.id)} == {phone.id, token_row.id}
        assert await store.revoke(phone.id)
        assert not await store.revoke(phone.id)
        assert await store.session_of(token) is None
        assert await store.sessions_of(guest.id) == [token_row]

    with_store(path, work)


def test_that_a_session_was_seen_is_noted_once_an_hour(path: Path) -> None:
    clock = Clock()

    async def seen(store: Store, token: str) -> float:
        await store.session_of(token)
        await store.healthy()  # what nobody waits for has been written before this
        found = await store.session_of(token)
        assert found is not None
        return found[0].seen - 1_000_000_000

    async def work(store: Store) -> None:
        guest = await store.new_guest("Ann", "en")
        _, token = await store.new_session(guest.id, "phone")
        found = []
        for later in (3599, 3600, 7199, 10_000, 0):  # the last: somebody set the clock back
            clock.now = 1_000_000_000.0 + later
            found.append(await seen(store, token))
        assert found == [0, 3600, 3600, 10_000, 0]

    with_store(path, work, clock)


def test_a_one_time_code_works_once(path: Path) -> None:
    async def work(store: Store) -> None:
        guest = await store.new_guest("Ann", "en")
        code = await store.new_code(guest.id)
        assert re.fullmatch(r"[A-HJ-KM-NP-Z]{8}", code)
        assert await store.use_code("ABCDEFGH", "desk") is None
        found = await store.use_code(f" {code[:4].lower()}-{code[4:]} ", "desk")
        assert found is not None
        session, who, token = found
        assert (session.guest, session.label, who) == (guest.id, "desk", guest)
        assert await store.session_of(token) == (session, guest)
        assert await store.use_code(code, "desk") is None
        old, new = await store.new_code(guest.id), await store.new_code(guest.id)
        assert await store.use_code(old, "desk") is None
        tries = await asyncio.gather(*(store.use_code(new, "desk") for _ in range(10)))
        assert sum(found is not None for found in tries) == 1

    with_store(path, work)


@pytest.mark.parametrize(("later", "works"), [(0, True), (600, True), (600.1, False), (-3600, False)])
def test_a_one_time_code_is_valid_for_ten_minutes(path: Path, later: float, works: bool) -> None:
    """If the clock was set back nobody knows how old a code is, so it counts as too old."""
    clock = Clock()

    async def work(store: Store) -> None:
        guest = await store.new_guest("Ann", "en")
        code = await store.new_code(guest.id)
        clock.now += later
        assert (await store.use_code(code, "desk") is not None) == works
        assert await store.use_code(code, "desk") is None

    with_store(path, work, clock)


def test_a_guest_is_renamed_and_spoken_to_in_another_language(path: Path) -> None:
    async def work(store: Store) -> None:
        guest = await store.new_guest("Ann", "en")
        assert await store.rename(guest.id, "Anna")
        assert await store.set_language(guest.id, "de")
        assert not await store.rename("nobody", "Anna")
        found = await store.guest(guest.id)
        assert found is not None
        assert (found.name, found.language) == ("Anna", "de")
        assert await store.guest("nobody") is None

    with_store(path, work)


def test_who_is_forgotten_leaves_no_word_behind(path: Path) -> None:
    async def work(store: Store) -> None:
        guest, other = await store.new_guest("Annabella", "en"), await store.new_guest("Bob", "en")
        table = await new_table(store, host=guest.id)
        await store.sit(table, 0, guest.id)
        _, token = await store.new_session(guest.id, "Annabella's phone")
        code = await store.new_code(guest.id)
        await store.say(table, guest.id, "Annabella", "I live in Elm Street")
        await store.say(table, other.id, "Bob", "hello")
        assert await store.forget(guest.id)
        assert not await store.forget("nobody")
        assert await store.session_of(token) is None
        assert await store.use_code(code, "x") is None
        found = await store.guest(guest.id)
        assert found is not None
        assert found.name == ""
        assert [(row.name, row.text) for row in await store.chat(table)] == [("", ""), ("Bob", "hello")]
        assert (await store.seats(table))[0].guest == guest.id  # the match goes on, without a name

    with_store(path, work)
    data = path.read_bytes()
    assert b"Bob" in data
    assert b"Annabella" not in data
    assert b"Elm Street" not in data


# -- tables ------------------------------------------------------------------------------------------------------------


def test_tables_are_found_newest_first_whatever_the_clock_says(path: Path) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        ann = await store.new_guest("Ann", "en")
        ids = []
        for number in range(6):
            changes: dict[str, Any] = {"public": number % 2 == 0, "state": "over" if number == 5 else "gathering"}
            ids.append(await new_table(store, host=ann.id if number == 3 else None, created=-number, **changes))
        await store.sit(ids[1], 2, ann.id)

        async def found(**asked: Any) -> list[int]:
            return [ids.index(row.id) for row in await store.tables(**asked)]

        assert await found() == [5, 4, 3, 2, 1, 0]
        assert await found(limit=2) == [5, 4]
        assert await found(state="gathering", public=True) == [4, 2, 0]
        assert await found(host=ann.id) == [3]
        assert [ids.index(row.id) for row in await store.tables_of(ann.id)] == [3, 1]
        assert await store.table("nothing") is None

    with_store(path, work, clock)


def test_a_table_is_changed_and_counts_as_touched(path: Path) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        table = await new_table(store, touched=1.0)
        clock.now = 2e9
        assert await store.change_table(table, state="over", locked=True, settings=b'{"clock":"fast"}', host=None)
        found = await store.table(table)
        assert found == table_row(
            id=table, state="over", locked=True, settings=b'{"clock":"fast"}', touched=2e9, created=1e9
        )
        assert not await store.change_table("nothing", state="over")
        stream = await store.new_stream(table, HEADER)
        clock.now = 3e9
        await store.append(stream.id, 0, [b"0"], deal=DealRow(stream.id, 1, 0))
        found = await store.table(table)
        assert found is not None
        assert found.touched == 3e9

    with_store(path, work, clock)


def test_seats_are_taken_swapped_and_given_up(path: Path) -> None:
    async def work(store: Store) -> None:
        ann, bob = await store.new_guest("Ann", "en"), await store.new_guest("Bob", "en")
        table = await new_table(store, seats=2)
        await store.sit(table, 0, ann.id)
        await store.sit(table, 2, bob.id)
        assert await store.seats(table) == [
            SeatRow(table, 0, ann.id, ""),
            SeatRow(table, 1, None, "club"),
            SeatRow(table, 2, bob.id, ""),
        ]
        swapped = [SeatRow(table, 0, bob.id, ""), SeatRow(table, 1, ann.id, "")]
        await store.reseat(table, swapped)
        assert await store.seats(table) == swapped
        assert isinstance((await asyncio.gather(store.sit("none", 0, ann.id), return_exceptions=True))[0], StoreFault)

    with_store(path, work)


def test_a_table_has_its_matches_in_order(path: Path) -> None:
    async def work(store: Store) -> None:
        table = await new_table(store)
        assert await store.last_stream(table) is None
        one = await store.new_stream(table, HEADER, 0)
        two = await store.new_stream(table, HEADER + b" ", 17)
        assert await store.streams(table) == [one, two]
        assert await store.last_stream(table) == two
        assert (two.first, two.header) == (17, HEADER + b" ")
        assert await store.stream(99) is None

    with_store(path, work)


def test_the_seed_is_in_no_text_about_a_stream() -> None:
    row = StreamRow(1, "4kx7m2p9qa", HEADER, 0, False, 1.0)
    shown = [repr(row), str(row), f"{[row]}", pretty_repr(row), pretty_repr([row])]
    assert [text for text in shown if "seed" in text] == []
    assert all("4kx7m2p9qa" in text for text in shown)


def test_an_error_of_the_driver_tells_no_values(path: Path) -> None:
    async def work(store: Store) -> BaseException:
        return (await asyncio.gather(store.new_stream("no-such-table", HEADER), return_exceptions=True))[0]  # type: ignore[return-value]

    error: BaseException | None = with_store(path, work)
    assert isinstance(error, StoreFault)
    while error is not None:
        assert "secret" not in f"{error}{error!r}"
        error = error.__cause__ or error.__context__


def test_what_is_being_played_comes_back_with_the_deal_in_progress(path: Path) -> None:
    async def work(store: Store) -> None:
        fresh, dealt, over = await new_table(store), await new_table(store), await new_table(store, state="over")
        await new_table(store)  # nothing has been played there
        bare = await store.new_stream(fresh, HEADER)
        await store.append(bare.id, 0, [b"opening"])
        await store.new_stream(dealt, HEADER)
        last = await store.new_stream(dealt, HEADER)
        await store.append(last.id, 0, [b"0", b"1", b"2"], deal=DealRow(last.id, 1, 1))
        await store.append(last.id, 3, [b"3", b"4"], deal=DealRow(last.id, 2, 3), result=DealRow(last.id, 1, 1, b"[]"))
        await store.append((await store.new_stream(over, HEADER)).id, 0, [b"0"])
        found = await store.live()
        assert [(table.id, stream.id, deal) for table, stream, deal in found] == [
            (fresh, bare.id, None),
            (dealt, last.id, DealRow(last.id, 2, 3)),
        ]
        assert await store.live_entries() == {bare.id: [b"opening"], last.id: [b"3", b"4"]}

    with_store(path, work)


def test_chat_keeps_its_order_and_its_end(path: Path) -> None:
    clock = Clock()

    async def work(store: Store) -> None:
        table, guest = await new_table(store), await store.new_guest("Ann", "en")
        for number in range(5):
            clock.now -= 10
            said = await store.say(table, guest.id, "Ann", str(number))
        shown = await store.say(table, None, "", "wave", "emote")
        assert [row.text for row in await store.chat(table)] == ["0", "1", "2", "3", "4", "wave"]
        assert await store.chat(table, last=2) == [said, shown]
        assert isinstance(
            (await asyncio.gather(store.say(table, None, "", "x", "shout"), return_exceptions=True))[0], StoreFault
        )

    with_store(path, work, clock)


# -- for whoever runs it -----------------------------------------------------------------------------------------------


def test_retention_takes_what_is_old_and_nothing_else(path: Path) -> None:
    clock = Clock()
    start = clock.now

    async def work(store: Store) -> None:
        away, host, here = [await store.new_guest(name, "en") for name in ("Away", "Host", "Here")]
        for guest in (away, host):
            await store.new_session(guest.id, "phone")
        _, token = await store.new_session(here.id, "phone")
        await store.new_code(here.id)
        old = [await new_table(store, touched=start) for _ in range(25)]
        stream = await store.new_stream(old[0], HEADER)
        await store.append(stream.id, 0, [b"0"])
        kept = await new_table(store, touched=start, host=host.id)
        clock.now = start + 370 * DAY
        young = await new_table(store, touched=clock.now - 89 * DAY)
        await store.session_of(token)
        await store.say(young, here.id, "Here", "now")
        clock.now -= 31 * DAY
        await store.say(young, here.id, "Here", "then")
        clock.now += 31 * DAY
        assert await store.clean(spared=[kept]) == {"tables": 25, "chat": 1, "codes": 1, "guests": 1}
        assert {row.id for row in await store.tables()} == {kept, young}
        assert await store.guest(away.id) is None
        assert [row.text for row in await store.chat(young)] == ["now"]
        assert await store.clean(spared=[kept]) == {"tables": 0, "chat": 0, "codes": 0, "guests": 0}
        assert await store.clean(now=start - 999 * DAY) == {"tables": 0, "chat": 0, "codes": 0, "guests": 0}
        nothing = Retention(guests=1, chat=1, matches=1)
        assert await store.clean(clock.now, nothing) == {"tables": 2, "chat": 0, "codes": 0, "guests": 1}
        assert await store.stream(stream.id) is None
        fresh = await store.new_stream(await new_table(store), HEADER)
        assert fresh.id > stream.id  # a number is never given twice

    with_store(path, work, clock)
    assert is_sound(path)
    assert sql(path, "SELECT count(*) FROM entry") == [(0,)]


def test_counts_tell_tables_by_state(path: Path) -> None:
    async def work(store: Store) -> dict[str, int]:
        await store.append(await new_stream(store), 0, [b"0", b"1"])
        await new_table(store, state="gathering")
        await new_table(store, state="gathering")
        await store.new_guest("Ann", "en")
        return await store.counts()

    found = with_store(path, work)
    expected = {"tables": 3, "tables_playing": 1, "tables_gathering": 2, "guests": 1, "streams": 1, "entries": 2}
    assert found == expected


def test_a_backup_taken_while_people_play_restores_to_a_consistent_store(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def work(store: Store) -> dict[int, int]:
        told: dict[int, int] = {}
        stop = asyncio.Event()

        async def player(stream: int) -> None:
            seq = 0
            while not stop.is_set():
                await store.append(stream, seq, [line(stream, seq), line(stream, seq + 1)])
                seq = told[stream] = seq + 2

        streams = [await new_stream(store) for _ in range(20)]
        players = [asyncio.ensure_future(player(stream)) for stream in streams]
        await asyncio.sleep(0.3)
        before = dict(told)
        await store.backup(copy)
        stop.set()
        await asyncio.gather(*players)
        with pytest.raises(BadFile, match="exists already"):
            await store.backup(copy)
        return before

    async def look(store: Store) -> dict[int, list[bytes]]:
        return {row.id: await store.entries(row.id) for _, row, _ in await store.live()}

    before = with_store(path, work)
    assert is_sound(copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    found = with_store(copy, look)
    assert len(found) == 20
    for stream, lines in found.items():
        assert lines == [line(stream, seq) for seq in range(len(lines))]
        assert len(lines) >= before.get(stream, 0)
        assert len(lines) % 2 == 0  # what was appended together is there together
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "folder", *_beside(tmp_path)]


def _beside(folder: Path) -> list[str]:
    """Folders that the settings of a test may have made."""
    return sorted(file.name for file in folder.iterdir() if file.name not in ("copy.db", "folder") and file.is_dir())


def test_a_match_file_goes_in_and_comes_out_the_same(path: Path) -> None:
    log = Log(make_game("clover"), "lamb")
    log.begin()
    while log.number < 14 and log.match.turn is not None:
        log.act(log.match.turn, log.match.legal[-1])
    lines = [write_header(log), *(entry_line(log.game, logged) for logged in log.entries)]
    data = b"".join(each + b"\n" for each in lines)

    async def work(store: Store) -> None:
        table = await store.import_match(data)
        ((row, stream, deal),) = await store.live()
        assert (row.id, row.state, stream.over) == (table, "playing", False)
        assert deal == DealRow(stream.id, 1, 1)
        assert await store.match_file(stream.id) == data
        assert await store.match_file(99) is None
        assert len(await store.seats(table)) == log.game.seats
        await store.append(stream.id, len(lines) - 1, [b'{"claim":0}'])
        with pytest.raises(SheepfoldError, match="not a Sheepfold match file"):
            await store.import_match(b"<html>")
        assert (await store.counts())["tables"] == 1

    with_store(path, work)
    assert read_match_file(data).log.number == log.number


def test_ids_have_nothing_that_looks_like_something_else() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch(r"[2-9a-hj-km-np-z]{10}", id) for id in ids)


def test_nothing_in_the_schema_is_for_sqlite_alone() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in METADATA.sorted_tables]
    made += [
        str(CreateIndex(index).compile(dialect=dialect)) for table in METADATA.sorted_tables for index in table.indexes
    ]
    assert "PRIMARY KEY (stream_id, seq)" in "".join(made)
    assert len(made) > 15


def test_an_entry_has_one_tree_and_no_other_index(path: Path) -> None:
    with_store(path, new_stream)
    assert sql(path, "SELECT name FROM sqlite_master WHERE tbl_name = 'entry' AND type = 'index' AND sql != ''") == []
    assert "WITHOUT ROWID" in sql(path, "SELECT sql FROM sqlite_master WHERE name = 'entry'")[0][0]
    with pytest.raises(sqlite3.OperationalError, match="no such column"):
        sql(path, "SELECT rowid FROM entry")
    assert migrate(str(path)) == ("0002", "0002")
