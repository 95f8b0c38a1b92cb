"""The match file: what is entered is read again as the same log, wherever the file was cut."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sheepfold.core.actions import Action, Bury, Pass
from sheepfold.core.errors import BadRecord
from sheepfold.core.events import CoinTossed
from sheepfold.files.writing import Appender, BadFile
from sheepfold.games.goathead import Goathead
from sheepfold.notation.match_file import MatchWriter, entry_line, read_match_file, write_header
from sheepfold.notation.reading import read_match, read_record, read_records, write_record
from sheepfold.notation.records import Record
from sheepfold.play.driver import Driver, drive, play_deal
from sheepfold.play.log import Acted, Claimed, Dealt, Log, Opening, Seated, TakenBack, log_of
from sheepfold.play.match import Match
from sheepfold.registry import GAMES, make_game

TABLES = [
    "goathead",
    "widderkopf:short",
    "grim(dealer_seat=random)",
    "sheepshead(players=4,all_pass=doubler)",
    "clover",
]


def rest_of_deal(match: Match, rng: random.Random) -> list[tuple[int, Action]]:
    """Some way in which the deal may be played to its end."""
    ended = play_deal(Driver(log_of(match)), lambda question: rng.choice(question.legal))
    return list(ended.actions[len(match.actions) :])


def evening(table: str, seed: str = "lamb", deals: int = 2) -> Log:
    """Some deals with takings-back, a claim in each, hints, ids, somebody who leaves, and a deal of another seed."""
    rng = random.Random(f"{table}{seed}")
    driver = Driver(Log(make_game(table), seed))
    log = driver.log
    log.seat(0, name="Ann ♣")
    log.seat(1, bot="club")
    driver.begin()
    for deal in range(deals):
        for question in driver.questions():
            number = log.number
            if question.view.phase == "tricks" and len(question.view.done) >= 2:
                driver.claim(question.seat, rest_of_deal(log.match, rng), id=f"claim{deal}", by="Ann")
                continue
            driver.answer(question, rng.choice(question.legal), id=str(number), hinted=rng.random() < 0.3)
            if rng.random() < 0.1 and log.match.turn is not None:
                driver.take_back(number, id=f"back{number}", by="Cem")
        if deal < deals - 1:
            driver.deal(seed="ram" if deal else None)
            log.seat(0, bot="newcomer")
    return log


def written(log: Log, players: tuple[str, ...] = (), **own: Any) -> bytes:
    lines = [write_header(log, players, own), *(entry_line(log.game, logged) for logged in log.entries)]
    return b"".join(line + b"\n" for line in lines)


def same(read: Log, log: Log) -> None:
    """Entries, match, what everybody sees and what clients are told."""
    assert read.entries == log.entries
    assert read.seed == log.seed
    assert read.begun == log.begun
    if not log.begun:
        return
    assert read.match == log.match
    for viewer in (*range(log.game.seats), None):
        assert read.match.view(viewer) == log.match.view(viewer)
        assert [read.told(each, viewer) for each in read.entries] == [log.told(each, viewer) for each in log.entries]


@pytest.mark.parametrize("table", TABLES)
def test_a_match_file_is_read_as_the_same_log(table: str) -> None:
    log = evening(table, deals=3)
    kinds = {type(logged.entry) for logged in log.entries}
    assert {Opening, Dealt, Acted, Claimed, Seated} <= kinds
    players = tuple(f"P{seat}" for seat in range(log.game.seats))
    read = read_match_file(written(log, players, _note="Grüße", _n=[1.5, None]))
    same(read.log, log)
    assert (read.players, read.own, read.torn) == (players, {"_note": "Grüße", "_n": [1.5, None]}, False)
    assert read_match_file(written(log).decode()).log.entries == log.entries
    for logged in log.entries:
        entry = logged.entry
        if isinstance(entry, Acted | Claimed) and entry.id and not getattr(entry, "claimed", False):
            again = read.log.entered(entry.id, type(entry), entry.seat)
            assert again == log.entered(entry.id, type(entry), entry.seat) != ()


def test_takings_back_were_among_them() -> None:
    logs = [evening(table, deals=3) for table in TABLES]
    assert all(any(isinstance(logged.entry, TakenBack) for logged in log.entries) for log in logs)


def test_the_lines_are_in_the_words_of_transcripts() -> None:
    log = Log(make_game("sheepshead"), "lamb")
    lines = [json.loads(entry_line(log.game, entry)) for entry in log.begin()]
    assert list(lines[0]) == ["opening"]
    assert list(lines[1]) == ["table", "deal"]
    bury = Acted(1, Bury(16), id="a", by="Ann", hinted=True)
    assert json.loads(entry_line(log.game, bury)) == {"act": "1 bury KS", "id": "a", "by": "Ann", "hinted": True}
    assert json.loads(entry_line(log.game, Acted(3, Pass(), claimed=True))) == {"act": "3 pass", "claimed": True}
    assert json.loads(entry_line(log.game, Claimed(2))) == {"claim": 2}
    assert json.loads(entry_line(log.game, TakenBack(17, by="Ann"))) == {"back": 17, "by": "Ann"}
    assert json.loads(entry_line(log.game, Seated(1, bot="club"))) == {"seat": 1, "bot": "club"}
    assert json.loads(entry_line(log.game, Seated(0, "Ann"))) == {"seat": 0, "name": "Ann"}
    head = json.loads(write_header(log, ("A", "B", "C", "D", "E"), {"_mine": 1}))
    assert head == {"sheepfold_match": 1, "game": "sheepshead", "rules": 1, "players": list("ABCDE"), "seed": "lamb",
                    "_mine": 1}  # fmt: skip


# -- cut short ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_a_file_cut_anywhere_in_its_last_line_reads_up_to_the_one_before(table: str, ending: bytes) -> None:
    log = evening(table)
    whole = written(log)
    lines = whole.splitlines(keepends=True)
    last: dict[type, int] = {type(logged.entry): number for number, logged in enumerate(log.entries, 1)}
    for number in {*last.values(), len(lines) - 1}:
        before, line = b"".join(lines[:number]), lines[number].rstrip(b"\n")
        shorter = read_match_file(before)
        for cut in range(1, len(line)):
            read = read_match_file(before + line[:cut] + ending)
            assert read.torn
            assert read.end == len(before)
            assert read.log.entries == shorter.log.entries == log.entries[: number - 1]
        same(shorter.log, read.log)
        unended = read_match_file(before + line)
        assert (unended.torn, unended.log.number) == (False, number)  # nothing is missing but the end of the line


def test_a_header_that_was_cut_is_refused_in_words() -> None:
    header = write_header(Log(make_game("grim"), "lamb"))
    for cut in range(len(header)):
        with pytest.raises(BadRecord) as refused:
            read_match_file(header[:cut])
        assert refused.value.line == 1
        assert refused.value.code == "no_header"
    assert not read_match_file(header).log.begun


def test_a_damaged_line_in_the_middle_is_refused_with_its_number() -> None:
    lines = written(evening("goathead")).splitlines(keepends=True)
    for number in (1, 4, len(lines) - 2):
        damaged = [*lines[:number], lines[number][:-3] + b"\n", *lines[number + 1 :]]
        with pytest.raises(BadRecord) as refused:
            read_match_file(b"".join(damaged))
        assert (refused.value.code, refused.value.line) == ("not_json", number + 1)


# -- refusals ----------------------------------------------------------------------------------------------------------

LINES = [json.loads(line) for line in written(evening("goathead")).splitlines()]
FIRST = next(number for number, line in enumerate(LINES) if "act" in line)


def line(number: int, **changes: Any) -> Callable[[], list[Any]]:
    """The file up to a line, which is changed; ``None`` takes a key away."""

    def change() -> list[Any]:
        data = {key: value for key, value in {**LINES[number], **changes}.items() if value is not None}
        return [*LINES[:number], data, {"seat": 0, "name": "Ann"}]

    return change


def added(*entries: Any, after: int = FIRST) -> Callable[[], list[Any]]:
    return lambda: [*LINES[:after], *entries]


WRONG = [
    ("foreign_match", lambda: [{"sheepfold": 1}], 1),
    ("foreign_match", lambda: [[]], 1),
    ("foreign_match", lambda: ["x"], 1),
    ("match_format", line(0, sheepfold_match=2), 1),
    ("match_format", line(0, sheepfold_match=True), 1),
    ("unknown_key", line(0, deals=[]), 1),
    ("unknown_game", line(0, game="poker"), 1),
    ("game_path", line(0, game="os.path:join"), 1),
    ("no_game", line(0, game=7), 1),
    ("rules_version", line(0, rules=99), 1),
    ("players", line(0, players=["Ann"]), 1),
    ("seed", line(0, seed=5), 1),
    ("seed_mismatch", lambda: [{**LINES[0], "seed": "ram"}, *LINES[1:]], FIRST),
    ("opening", added({"opening": []}), FIRST + 1),
    ("opening", added({"opening": 3}, after=1), 2),
    ("opening_twice", added({"opening": []}, {"opening": []}, after=1), 3),
    ("table", line(FIRST - 1, table={"dealer": 9}), FIRST),
    ("table", line(FIRST - 1, table=[]), FIRST),
    ("deal_keys", line(FIRST - 1, deal=None), FIRST),
    ("deal_keys", line(FIRST - 1, deal={"hands": 5}), FIRST),
    ("unknown_key", line(FIRST - 1, actions=[]), FIRST),
    ("entry_text", line(FIRST - 1, seed=0), FIRST),
    ("opening", line(FIRST - 2, opening=[{"event": "DealerDrawn", "dealer": 9}]), FIRST - 1),
    ("deal_not_over", added(LINES[FIRST - 1]), FIRST + 1),
    ("action_text", line(FIRST, act="0 fly"), FIRST + 1),
    ("action_text", line(FIRST, act=5), FIRST + 1),
    ("not_your_turn", line(FIRST, act="9 pass"), FIRST + 1),
    ("entry_text", line(FIRST, id=5), FIRST + 1),
    ("entry_text", line(FIRST, by=[]), FIRST + 1),
    ("entry_flag", line(FIRST, hinted=1), FIRST + 1),
    ("unknown_key", line(FIRST, seat=1), FIRST + 1),
    ("no_deal", added({"act": "0 pass"}, after=1), 2),
    ("no_deal", added({"claim": 0}, after=1), 2),
    ("no_deal", added({"back": 0}, after=1), 2),
    ("claim_tricks", added({"claim": 0}), FIRST + 1),
    ("nothing_to_take_back", added({"back": 0}), FIRST + 1),
    ("nothing_to_take_back", added({"back": 10**30}), FIRST + 1),
    ("back", added({"back": "0"}), FIRST + 1),
    ("back", added({"back": True}), FIRST + 1),
    ("seat", added({"seat": 4, "name": "Eve"}), FIRST + 1),
    ("seat", added({"seat": True, "name": "Eve"}), FIRST + 1),
    ("entry_text", added({"seat": 1, "bot": 3}), FIRST + 1),
    ("entry", added({"hello": 1}), FIRST + 1),
    ("entry", added([]), FIRST + 1),
    ("entry", added(3), FIRST + 1),
    ("record_deep", added({"act": json.loads("[" * 99 + "]" * 99)}), FIRST + 1),
]


@pytest.mark.parametrize("code, change, number", WRONG)
def test_what_is_wrong_is_refused_with_line_and_reason(code: str, change: Callable[[], list[Any]], number: int) -> None:
    with pytest.raises(BadRecord) as refused:
        read_match_file("".join(json.dumps(each) + "\n" for each in change()))
    assert refused.value.code == code
    assert refused.value.line == number
    assert refused.value.sentence.endswith(".")


def test_the_opening_must_lead_to_the_first_table() -> None:
    log = Log(make_game("grim"), "lamb")
    opening, dealt = log.begin()
    other = (log.match.standing.dealer + 1) % 4
    wrong = Opening((CoinTossed(other % 2, other),))
    lines = [write_header(log), entry_line(log.game, wrong), entry_line(log.game, dealt), b""]
    with pytest.raises(BadRecord, match="opening_mismatch") as refused:
        read_match_file(b"\n".join(lines))
    assert refused.value.line == 3
    lines[1] = entry_line(log.game, opening)
    assert read_match_file(b"\n".join(lines)).log.match == log.match


def test_users_keys_blank_lines_and_a_mark_at_the_beginning_do_no_harm() -> None:
    log = evening("clover", deals=1)
    text = "\ufeff\n" + written(log).decode().replace("\n", "\r\n\n").replace('"act":', '"_mine":[1],"act":')
    same(read_match_file(text).log, log)


# -- writing as it is played -------------------------------------------------------------------------------------------


def test_a_writer_keeps_up_with_the_log(tmp_path: Path) -> None:
    path = tmp_path / "match"
    rng = random.Random(3)
    driver = Driver(Log(make_game("sheepshead"), "lamb"))
    driver.begin()
    with MatchWriter.begin(path, driver.log, ("A", "B", "C", "D", "E"), {"_mine": 1}) as writer:
        for question in driver.questions():
            driver.answer(question, rng.choice(question.legal))
            writer.keep_up()
            if rng.random() < 0.1:
                same(read_match(path).log, driver.log)
        with pytest.raises(BadFile, match="file_busy"):
            MatchWriter.resume(path)
    read = read_match(path)
    same(read.log, driver.log)
    assert read.own == {"_mine": 1}
    with pytest.raises(BadFile, match="file_exists"):
        MatchWriter.begin(path, driver.log)


@pytest.mark.parametrize("torn", [b"", b'{"act":"1 pa', b'{"act":"\xe2\x99'])
@pytest.mark.parametrize("ended", [True, False])
def test_a_writer_goes_on_where_the_file_was_torn(tmp_path: Path, torn: bytes, ended: bool) -> None:
    path = tmp_path / "match"
    log = Log(make_game("grim"), "lamb")
    log.begin()
    log.act(log.match.turn or 0, log.match.legal[0])
    whole = written(log)
    path.write_bytes((whole if ended or torn else whole[:-1]) + torn)
    read, writer = MatchWriter.resume(path)
    assert read.torn == bool(torn)
    with writer:
        for each in (read.log, log):
            each.act(each.match.turn or 0, each.match.legal[0], id="x")
        writer.keep_up()
        writer.keep_up()
    assert path.read_bytes() == written(log)


def test_a_file_that_cannot_be_gone_on_with_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match"
    with pytest.raises(BadFile, match="unreadable"):
        MatchWriter.resume(path)
    assert not path.exists()
    for text in ("", "hello", "sheepfold = 1\n", '{"sheepfold_match": 1}\n', '{"sheepfold_ma'):
        path.write_text(text)
        with pytest.raises(BadRecord):
            MatchWriter.resume(path)
        assert path.read_text() == text
        Appender(path).close()  # and nobody holds it any more


def test_a_file_that_cannot_be_written_is_refused_and_not_left_behind(tmp_path: Path) -> None:
    log = Log(make_game("grim"), "lamb")
    log.seat(0, name="\ud800")
    for path in (tmp_path / "match", tmp_path / "no" / "match"):
        with pytest.raises(BadFile, match="unwritable"):
            MatchWriter.begin(path, log)
        assert not path.exists()


# -- as a record -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_a_match_file_is_read_wherever_a_record_is(table: str, tmp_path: Path) -> None:
    log = evening(table, deals=3)
    players = tuple(f"P{seat}" for seat in range(log.game.seats))
    path = tmp_path / "match.toml"
    path.write_bytes(written(log, players, _mine=1))
    record = read_record(path)
    assert record == Record(log.match, ("newcomer", "club", *players[2:]), {"_mine": 1})
    write_record(tmp_path / "record", record)
    assert read_record(tmp_path / "record").match == log.match
    assert list(read_records(path)) == [record]


def test_names_come_from_header_and_seats(tmp_path: Path) -> None:
    log = evening("widderkopf:short", deals=1)
    assert read_match_file(written(log)).record.players == ("Ann ♣", "club")
    assert read_match_file(written(evening("grim", deals=1))).record.players == ()


def test_a_match_file_without_a_deal_is_no_record_yet(tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.write_bytes(write_header(Log(make_game("grim"), "lamb")))
    with pytest.raises(BadRecord, match="no_deals"):
        read_record(path)


class Cottage(Goathead):
    """A game of somebody else's that nobody has installed."""

    id = "cottage"


def test_a_match_of_a_game_that_is_not_registered_needs_its_reader_to_name_it() -> None:
    log = evening("goathead", deals=1)
    text = written(log).replace(b'"game":"goathead"', b'"game":"cottage"')
    with pytest.raises(BadRecord, match="unknown_game"):
        read_match_file(text)
    read = read_match_file(text, Cottage())
    assert type(read.log.game) is Cottage
    assert replace(read.log.match, game=log.game).records == log.match.records
    assert "cottage" not in GAMES


def test_a_claim_of_which_a_part_was_written_is_finished_when_it_is_sent_again() -> None:
    driver = drive(make_game("grim"), "lamb")
    for question in driver.questions():
        if question.view.phase == "tricks":
            break
        driver.answer(question, question.legal[-1])
    log = driver.log
    line = rest_of_deal(log.match, random.Random(1))
    claimed, *played = log.claim(0, line, id="c1")
    lines = written(log).split(b"\n")
    for cut in range(len(played) + 1):
        read = read_match_file(b"\n".join(lines[: len(lines) - 1 - cut]) + b"\n").log
        assert read.entries == log.entries[: len(log.entries) - cut]
        assert read.claim(0, line, id="c1") == (claimed, *played)
        assert read.entries == log.entries
