"""The golden view logs: what every seat sees at every step of one deal of each kind is what it saw before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from sheepfold.core.cards import Seat
from sheepfold.core.events import CardsDealt, Event, Given
from sheepfold.core.options import describe
from sheepfold.core.secrecy import seen_by
from sheepfold.games.goathead import FIGURES
from sheepfold.games.grim import KINDS
from sheepfold.games.sheepshead_scoring import MITTLERS, PICKED_KINDS
from sheepfold.play import view
from sheepfold.play.view import View, after, empty_view
from sheepfold.registry import GAMES, make_game
from sheepfold.testing import viewlog

HINT = "If the change is meant, run 'make views' and read the difference before you commit it."


LOGS = Path(__file__).resolve().parent / "views"

CONTRACTS = {
    "goathead": set(FIGURES),
    "widderkopf": {"suit"},
    "grim": set(KINDS),
    "sheepshead": {kind for kinds in PICKED_KINDS.values() for kind in kinds} | {"leaster", *MITTLERS, "schneidster"},
    "clover": {"suit", "notrump"},
}
"""Every kind of contract that a game has."""

THROWN_IN = {"sheepshead": {"S22", "S37"}, "clover": {"C19"}}
"""By which rules the cards are thrown in when nobody wants to play."""


def log_of(name: str) -> str:
    return (LOGS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_has_its_log() -> None:
    assert set(viewlog.LOGS) == set(GAMES)
    assert {path.stem for path in LOGS.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_log_is_as_before(name: str) -> None:
    before, now = log_of(name).splitlines(), viewlog.write_log(name).splitlines()
    changes = list(unified_diff(before, now, "tests/views", "now", n=1, lineterm=""))
    assert not changes, "\n".join([HINT, *changes[:40]])


@pytest.mark.parametrize("name", GAMES)
def test_every_contract_is_logged(name: str) -> None:
    log = log_of(name)
    assert set(re.findall(r"ContractSet kind (\w+)", log)) == CONTRACTS[name]
    assert set(re.findall(r"ThrownIn (\w+)", log)) == THROWN_IN.get(name, set())
    assert {phase for phase, _ in re.findall(r"Turn \d (\w+)( \||$)", log, re.MULTILINE)} == set(GAMES[name].phases)


def test_every_all_pass_rule_and_partner_system_of_sheepshead_is_logged() -> None:
    tables = re.findall(r"^game    sheepshead.*$", log_of("sheepshead"), re.MULTILINE)
    for info in describe(GAMES["sheepshead"].options_type):
        if info.name in ("all_pass", "partner", "unknown_call"):
            named = {found[1] for table in tables if (found := re.search(rf"\b{info.name}=(\w+)", table))}
            assert named | {info.default} >= set(info.choices) - {"solo_only"}, info.name
    assert any("players=3" in table for table in tables), "three players have no partner"


# -- what a log says of a View at any step -----------------------------------------------------------------------------

Seen = dict[str, dict[str, str]]
"""What each reader of a log knows, by its letter in the log."""


def read_back(log: str, seats: int) -> Iterator[list[Seen]]:
    """The Views of each deal, step by step, from nothing but the changes that the log tells."""
    for deal in re.split(r"^== .*$", log, flags=re.MULTILINE)[1:]:
        now: Seen = {reader: {} for reader in (*map(str, range(players(deal, seats))), "w")}
        steps = []
        for step in re.split(r"^# \d+  .*\n", deal, flags=re.MULTILINE)[1:]:
            for fields in now.values():
                fields.pop("legal", None)
                fields.pop("told", None)
            for line in step.strip().splitlines():
                group, news = line.split(maxsplit=1)
                for reader in now if group == "all" else group:
                    for item in news.split(" | "):
                        change(now[reader], *item.split(maxsplit=1))
            steps.append({reader: dict(fields) for reader, fields in now.items()})
        yield steps


def players(deal: str, seats: int) -> int:
    found = re.search(r"^game .*\bplayers=(\d)", deal, re.MULTILINE)
    return int(found[1]) if found else seats


def change(fields: dict[str, str], name: str, value: str) -> None:
    if name in viewlog.CARDS and re.fullmatch(r"([-+]\w+ ?)+", value):
        cards = [card for card in fields[name].split() if f"-{card}" not in value.split()]
        cards += [each[1:] for each in value.split() if each[0] == "+"]
        value = " ".join(cards)
    fields[name] = "" if value == "–" else value


@pytest.mark.parametrize("name", GAMES)
def test_the_changes_add_up_to_every_view(name: str) -> None:
    deals = list(read_back(log_of(name), GAMES[name]().seats))
    assert len(deals) == len(viewlog.LOGS[name])
    for wanted, steps in zip(viewlog.LOGS[name], deals, strict=True):
        game, told = make_game(wanted.game), viewlog.find(wanted)
        views = {reader: empty_view(game, None if reader == "w" else int(reader)) for reader in steps[0]}
        for number, (seen, events) in enumerate(zip(steps, told.replay.events, strict=True)):
            for reader, fields in seen.items():
                views[reader] = after(views[reader], events)
                for field, value in viewlog.view_fields(views[reader], game, told.record.deal).items():
                    logged = fields.get(field, "")
                    if field in ("hand", "bury"):  # a card that came stands last
                        logged, value = " ".join(sorted(logged.split())), " ".join(sorted(value.split()))
                    assert logged == value, (wanted.title, number, reader, field)


@pytest.mark.parametrize("name", GAMES)
def test_only_the_seat_on_turn_is_told_what_it_may_do(name: str) -> None:
    asked = 0
    for steps in read_back(log_of(name), GAMES[name]().seats):
        for seen in steps:
            assert [reader for reader, fields in seen.items() if "legal" in fields] == list(seen["w"]["turn"])
            asked += bool(seen["w"]["turn"])
    assert asked > 50


def test_every_field_of_a_view_is_logged() -> None:
    game = make_game("goathead")
    deal = viewlog.find(viewlog.LOGS["goathead"][0]).record.deal
    same_for_all_or_the_log_itself = {"game", "seat", "seats", "events"}
    logged = set(viewlog.view_fields(empty_view(game, None), game, deal))
    assert logged == set(View.__struct_fields__) - same_for_all_or_the_log_itself | {"void"}


# -- leaks planted on purpose ------------------------------------------------------------------------------------------


def leak_a_hand(event: Event, viewer: Seat | None) -> Event:
    """Seat 1 sees what seat 3 is dealt."""
    return event if isinstance(event, CardsDealt) and (event.seat, viewer) == (3, 1) else seen_by(event, viewer)


def leak_a_card_given(event: Event, viewer: Seat | None) -> Event:
    """Somebody who watches sees which card the partners exchange."""
    return event if isinstance(event, Given) and viewer is None else seen_by(event, viewer)


@pytest.mark.parametrize("leak", [leak_a_hand, leak_a_card_given])
def test_a_leak_shows_in_the_log(leak: Callable[[Event, Seat | None], Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "seen_by", leak)  # what a View is folded from; what the log says of events stays honest
    lines = set(viewlog.write_log("clover").splitlines()) - set(log_of("clover").splitlines())
    reader = "1" if leak is leak_a_hand else "w"
    assert any(reader in line.split()[0] and "known" in line for line in lines), lines


def test_an_event_that_is_told_too_freely_shows_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewlog, "seen_by", leak_a_hand)
    lines = log_of("clover").splitlines()
    assert "012w  told CardsDealt 3 8 – | known 3 JC" in lines
    assert "012w  told CardsDealt 3 8 – | known 3 JC" not in viewlog.write_log("clover").splitlines()


def test_the_command_compares(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewlog, "LOGS", {"clover": viewlog.LOGS["clover"][-1:]})
    folder = str(tmp_path / "views")
    assert viewlog.main([folder]) == 1
    assert "CHANGED" in capsys.readouterr().out
    assert viewlog.main([folder, "--write"]) == 0
    assert viewlog.main([folder]) == 0
    assert capsys.readouterr().out.split()[-2:] == ["as", "before"]
