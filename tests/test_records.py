"""Records: written and read again, replayed to the same scores, refused with line and reason."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sheepfold.core.errors import BadRecord, SheepfoldError
from sheepfold.core.events import CoinTossed, DealerDrawn
from sheepfold.files.writing import BadFile
from sheepfold.games.goathead import Goathead
from sheepfold.notation.reading import form_of, form_of_file, read_record, read_records, write_record
from sheepfold.notation.records import Record, read_jsonl, read_toml, write_jsonl, write_toml
from sheepfold.play.match import Match, start
from sheepfold.registry import GAMES, make_game


def played(text: str, seed: str | None = "lamb", deals: int = 3, unfinished: int = 0) -> Match:
    """A match of a few deals at random, the last one left after some actions if asked."""
    rng = random.Random(f"{text}{seed}")
    match = start(make_game(text), seed)
    while True:
        last = len(match.done) + 1 == deals
        while match.turn is not None and not (last and unfinished and len(match.actions) == unfinished):
            match = match.act(match.turn, rng.choice(match.legal)).match
        if last or match.over:
            return match
        match = match.next_deal()


TABLES = [
    *GAMES,
    "goathead(target=4)",
    "sheepshead(all_pass=pot,players=4)",
    "sheepshead(all_pass=doubler)",
    "sheepshead(players=8)",
    "grim(dealer_seat=random)",
    "clover(exchange=off)",
    "widderkopf(rounds=4,discard_from=hand_or_faceup)",
]


@pytest.mark.parametrize("text", TABLES)
@pytest.mark.parametrize("unfinished", [0, 5])
def test_a_record_replays_to_the_same_scores(text: str, unfinished: int) -> None:
    match = played(text, unfinished=unfinished)
    names = tuple(f"P{seat}" for seat in range(match.game.seats))
    record = Record(match, names, {"_note": 'a "quoted" \\ line\n', "_nested": {"key with blanks": [1, True, 2.5]}})
    written = write_toml(record)
    read = read_toml(written)
    assert write_toml(read) == written
    assert read == Record(match, names, record.own, ({},) * len(match.records))
    assert read.match.opening == match.opening
    lines = write_jsonl([record, record])
    assert write_jsonl(read_jsonl(lines)) == lines
    assert [each.match for each in read_jsonl(lines)] == [match, match]


def test_a_match_without_a_seed_is_read_deal_by_deal() -> None:
    match = played("grim(dealer_seat=random)")
    text = write_toml(Record(match)).replace('seed = "lamb"\n', "")
    read = read_toml(text).match
    assert read.seed is None
    assert read.scores == match.scores


def test_the_users_keys_of_a_deal_are_kept() -> None:
    text = write_toml(Record(played("grim", deals=1))) + '_mood = "tense"\n'
    record = read_toml(text)
    assert record.deal_own == ({"_mood": "tense"},)
    assert write_toml(record) == text


GOOD = write_toml(Record(played("goathead", deals=2)))


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def changed(old: str, new: str) -> Callable[[], str]:
    def change() -> str:
        assert old in GOOD
        return GOOD.replace(old, new, 1)

    return change


def swapped_action() -> str:
    """The first card played by another seat."""
    lines = GOOD.splitlines()
    number = line_of(GOOD, "actions = [")
    lines[number] = lines[number].replace('"', '"9', 1)
    return "\n".join(lines)


def turned(found: re.Match[str]) -> str:
    """Another dealer."""
    return f"{found[1]}{(int(found[2]) + 1) % 4}"


DAMAGED = [
    ("not_toml", lambda: GOOD[: len(GOOD) // 2].rsplit("\n", 1)[0] + '\nactions = ["0 pa'),
    ("foreign_record", lambda: 'title = "recipes"\n'),
    ("foreign_record", lambda: ""),
    ("record_format", changed("sheepfold = 1", "sheepfold = 2")),
    ("rules_version", changed("rules = 1", "rules = 7")),
    ("rules_version", changed("rules = 1\n", "")),
    ("unknown_game", changed('game = "goathead"', 'game = "poker"')),
    ("unknown_option", changed('game = "goathead"', 'game = "goathead(colour=red)"')),
    ("no_game", changed('game = "goathead"\n', "")),
    ("unknown_key", changed("rules = 1", "rules = 1\ncolour = 3")),
    ("players", changed("rules = 1", 'rules = 1\nplayers = ["Ann"]')),
    ("seed", changed('seed = "lamb"', "seed = 3")),
    ("seed_mismatch", changed('seed = "lamb"', 'seed = "ram"')),
    ("no_deals", lambda: GOOD.split("[[deals]]")[0]),
    ("table", changed("table = {dealer = ", "table = {dealer = 1")),
    ("opening", changed('"DealerDrawn"', '"DealerDawn"')),
    ("opening", changed('event = "DealerDrawn", dealer = ', 'event = "Turn", phase = "bids", seat = ')),
    ("opening", changed('event = "DealerDrawn", dealer = ', 'event = "DealerDrawn", dealer = 7')),
    ("opening", changed("opening = [", "opening = 3 # [")),
    ("opening_mismatch", lambda: re.sub(r'(event = "DealerDrawn", dealer = )(\d)', turned, GOOD)),
    ("action_text", swapped_action),
    ("outcome_mismatch", changed("delta = [", "delta = [9, ")),
]


@pytest.mark.parametrize(("code", "damage"), DAMAGED)
def test_a_damaged_record_is_refused_with_line_and_reason(code: str, damage: Callable[[], str]) -> None:
    with pytest.raises(BadRecord) as refused:
        read_toml(damage())
    assert refused.value.code == code
    assert refused.value.line is not None
    assert refused.value.sentence.endswith(".")
    assert str(refused.value).startswith(f"Line {refused.value.line}: ")


def test_the_line_of_an_illegal_action_is_named() -> None:
    lines = GOOD.splitlines()
    first = line_of(GOOD, "[[deals]]")
    second = next(n for n in range(first, len(lines)) if lines[n] == "[[deals]]")
    start_of_list = next(n for n in range(second, len(lines)) if lines[n].startswith("actions"))
    row = start_of_list + 2
    pieces = lines[row].split('"')
    seat = pieces[1].split()[0]
    pieces[1] = f"{seat} steal"
    lines[row] = '"'.join(pieces)
    with pytest.raises(BadRecord) as refused:
        read_toml("\n".join(lines))
    assert refused.value.line == row + 1
    assert refused.value.sentence.startswith("Deal 2, action ")


def test_a_table_that_does_not_follow_is_refused() -> None:
    second = GOOD.index("[[deals]]", GOOD.index("[[deals]]") + 1)
    text = GOOD[:second] + GOOD[second:].replace("deal = 2", "deal = 5", 1)
    with pytest.raises(BadRecord) as refused:
        read_toml(text.replace('seed = "lamb"\n', ""))
    assert refused.value.code == "table_mismatch"


def test_an_unfinished_deal_in_the_middle_is_refused() -> None:
    first = GOOD.index("actions = [")
    end = GOOD.index("\n]", first)
    cut = GOOD[:first] + 'actions = ["' + GOOD[first:end].split('"')[1] + '"' + GOOD[end + 1 :]
    with pytest.raises(BadRecord) as refused:
        read_toml(cut)
    assert refused.value.code == "deal_not_over"


def test_a_damaged_json_line_is_named_by_its_number() -> None:
    good = write_jsonl([Record(played("grim", deals=1))])
    with pytest.raises(BadRecord) as refused:
        list(read_jsonl(good + good[: len(good) // 2]))
    assert refused.value.code == "not_json"
    assert refused.value.line == 2


def test_an_action_after_the_end_is_refused() -> None:
    match = played("grim", deals=1)
    text = write_toml(Record(match))
    end = text.rindex("\n]")
    with pytest.raises(BadRecord) as refused:
        read_toml(text[:end] + '\n    "0 pass",' + text[end:])
    assert refused.value.code == "deal_over"


def test_a_table_without_a_blind_writes_it_empty() -> None:
    """SA9."""
    assert 'blind = ""' in write_toml(Record(played("sheepshead(players=8)", deals=1)))
    assert "blind" not in GOOD


# -- what chance decided before the first deal -------------------------------------------------------------------------


def test_the_opening_is_kept_where_chance_decided_something() -> None:
    for text, kind in (("grim", CoinTossed), ("goathead", DealerDrawn)):
        written = write_toml(Record(played(text, deals=1)))
        assert f'opening = [{{event = "{kind.__name__}", ' in written
        assert isinstance(read_toml(written).match.opening[0], kind)
    assert "opening" not in write_toml(Record(played("grim(coin_toss=manual_seat)", deals=1)))


OLD = Path(__file__).parent / "records"


@pytest.mark.parametrize(
    "name, scores",
    [
        ("clover.jsonl", [(18, 20), (23, 20)]),
        ("goathead.jsonl", [(0, -72, 0, 0)]),
        ("grim.toml", [(0, 0)]),
        ("sheepshead.toml", [(0, 0, 0, 0)]),
        ("widderkopf.toml", [(3, 5)]),
    ],
)
def test_records_of_the_first_version_are_read_for_ever(name: str, scores: list[tuple[int, ...]]) -> None:
    records = list(read_records(OLD / name))
    assert [record.match.scores for record in records] == scores
    assert {record.match.opening for record in records} == {()}
    text = (OLD / name).read_text(encoding="utf-8")
    assert (write_jsonl(records) if name.endswith(".jsonl") else write_toml(records[0])) == text


def test_a_deal_with_a_seed_of_its_own_is_kept() -> None:
    match = played("grim", deals=1).next_deal(seed="ram")
    text = write_toml(Record(match))
    assert read_toml(text) == Record(match, (), {}, ({}, {}))
    with pytest.raises(BadRecord, match="seed_mismatch"):
        read_toml(text.replace('seed = "ram"\n', ""))
    with pytest.raises(BadRecord, match="deal_seed"):
        read_toml(text.replace('seed = "ram"', "seed = 3"))


def test_cards_that_somebody_laid_out_are_kept() -> None:
    first = played("grim", deals=1)
    match = first.next_deal(first.next_deal(seed="ram").deal)
    assert match.given
    text = write_toml(Record(match))
    assert read_toml(text).match == match
    with pytest.raises(BadRecord, match="seed_mismatch"):
        read_toml(text.replace("given = true\n", ""))
    with pytest.raises(BadRecord, match="deal_given"):
        read_toml(text.replace("given = true", "given = 1"))


def test_an_opening_is_the_seeds() -> None:
    match = played("goathead", deals=1)
    other = next(seed for seed in "abcdefgh" if start(match.game, seed).opening != match.opening)
    text = write_toml(Record(start(match.game, other)))
    assert match.seed is not None
    with pytest.raises(BadRecord, match=r"seed_mismatch|opening_mismatch"):
        read_toml(text.replace(f'seed = "{other}"', f'seed = "{match.seed}"'))


# -- games that are not registered -------------------------------------------------------------------------------------


class Housegame(Goathead):
    """A game of somebody else's that nobody has installed."""

    id = "housegame"


def test_a_record_of_a_game_that_is_not_registered_needs_its_reader_to_name_it(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(GOOD.replace('game = "goathead"', 'game = "housegame(target=9)"'))
    with pytest.raises(BadRecord, match="unknown_game"):
        read_record(path)
    for given in (Housegame(), f"{__name__}:Housegame"):
        read = read_record(path, given)
        assert type(read.match.game) is Housegame
        assert getattr(read.match.game.options, "target", None) == 9
    GAMES._added.pop("housegame")
    with pytest.raises(BadRecord, match=r"This is a match of 'housegame', not of 'grim'\. \[other_game\]"):
        read_record(path, make_game("grim"))


@pytest.mark.parametrize("text", ["housegames:Game", "os.path:join", "a.b:C(target=3)"])
def test_a_record_never_causes_an_import(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = ModuleType("housegames")
    monkeypatch.setitem(sys.modules, "housegames", trap)
    for given in (None, make_game("goathead")):
        with pytest.raises(BadRecord) as refused:
            read_toml(GOOD.replace('game = "goathead"', f'game = "{text}"'), given)
        assert refused.value.code == "game_path"
        assert refused.value.line == 2


# -- anything at all ---------------------------------------------------------------------------------------------------

PLAIN = json.loads(write_jsonl([Record(played("sheepshead", deals=1, unfinished=4), ("A", "B", "C", "D", "E"))]))
STRANGE: list[Any] = [None, True, 0, -1, 1.5, 10**30, "", "x", "0 \ud83d", [], [[]], ["0"], {}, {"dealer": "0"}, [None]]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in the data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


def with_value(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = with_value(copy[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize("path", places(PLAIN), ids=str)
def test_a_wrong_value_anywhere_is_refused_in_one_sentence(path: tuple[Any, ...]) -> None:
    for value in STRANGE:
        error = refusal(json.dumps(with_value(PLAIN, path, value)))
        if error is not None:
            assert isinstance(error, BadRecord)
            assert error.line == 1
            assert error.sentence.endswith(".")
            assert "\n" not in error.sentence


def refusal(line: str) -> SheepfoldError | None:
    """What is wrong with a record; one that can be read can be written, too."""
    try:
        [record] = read_jsonl(line)
    except SheepfoldError as error:
        return error
    write_toml(record).encode()
    return None


DEEP = 100_000
BOMBS = [
    "{" * DEEP,
    '{"sheepfold": ' + "[" * DEEP,
    '{"sheepfold": 1, "_a": ' + "[" * 200 + "]" * 200 + "}",
    '{"sheepfold": NaN}',
    '{"sheepfold": 1e999}',
    '{"sheepfold": ' + "9" * 10_000 + "}",
    '{"sheepfold": "\\ud800"}',
    '{"sheepfold": "\ud800"}',
    '{"sheepfold_match": ' + "[" * DEEP,
    '{"sheepfold_match": "\ud800"}',
    "a = " + "[" * DEEP,
    "a = " + "[" * 200 + "]" * 200,
    "a = " + "9" * 10_000,
    "a = nan",
    "a = inf",
    'a = "\\ud800"',
    'a = "\ud800"',
    "sheepfold = [[[1]]]",
    "sheepfold = 1979-05-27",
    "[sheepfold]",
    "\x00",
    "[" * DEEP,
]


@pytest.mark.parametrize("text", BOMBS, ids=range(len(BOMBS)))
def test_whatever_a_file_holds_is_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises((BadRecord, BadFile)) as refused:
        read_record(path)
    assert refused.value.sentence.endswith(".")
    str(refused.value).encode()


def test_the_users_own_values_are_kept_in_both_forms() -> None:
    text = GOOD.replace("rules = 1", 'rules = 1\n"_a b" = 1979-05-27\n_t = 07:32:00\n_d = {"\\u007f" = 1.5}')
    record = read_toml(text)
    assert read_toml(write_toml(record)) == record
    [read] = read_jsonl(write_jsonl([record]))
    assert read.own == {"_a b": "1979-05-27", "_t": "07:32:00", "_d": {"\x7f": 1.5}}
    assert read_toml(write_toml(read)) == read


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_file_is_known_by_its_beginning_never_by_its_name(tmp_path: Path) -> None:
    record = Record(played("clover", deals=1))
    for name in ("a.toml", "a.jsonl", "a"):
        write_record(tmp_path / name, record)
        assert form_of_file(tmp_path / name) == "toml"
        assert read_record(tmp_path / name).match == record.match
        (tmp_path / name).write_text("\ufeff\n " + write_jsonl([record]), encoding="utf-8")
        assert form_of_file(tmp_path / name) == "jsonl"
        assert read_record(tmp_path / name).match == record.match
    assert form_of('{"_first": 1, "sheepfold_match": 1}\n') == form_of('{"sheepfold_match": 1, "ga') == "match"


def test_a_file_with_several_matches_is_refused_where_one_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(write_jsonl([Record(played("grim", deals=1))] * 2))
    with pytest.raises(BadFile) as refused:
        read_record(path)
    assert refused.value.sentence == f"{path} holds several matches; give a file with one."
    path.write_text(" \n")
    with pytest.raises(BadRecord, match="foreign_record"):
        read_record(path)
