"""Records: written and read again, replayed to the same scores, refused with line and reason."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from sheepfold.core.errors import BadRecord
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
    assert read.match.scores == match.scores
    assert read.match.records == match.records
    assert read.match.events == match.events
    assert read.players == names
    lines = write_jsonl([record, record])
    assert write_jsonl(read_jsonl(lines)) == lines


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
    ("table", changed("dealer = ", "dealer = 1")),
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
