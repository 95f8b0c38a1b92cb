"""Profiles: measures worked out by hand from a few deals, and the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lab_helpers import TABLES, lab, lab_json

from sheepfold.lab.deal_facts import DealFacts
from sheepfold.lab.figures.measures.base import Measure, over_others
from sheepfold.lab.profile import Profile, ProfileLine, profile_standing, report
from sheepfold.registry import make_game


def measures(game: str, deals: list[DealFacts]) -> dict[tuple[str, str], Measure]:
    lines = [ProfileLine(number, deal) for number, deal in enumerate(deals)]
    found = report(Profile(game, "random", "s"), lines).measures
    assert len({(each.group, each.name) for each in found}) == len(found)
    return {(each.group, each.name): each for each in found}


def value(found: dict[tuple[str, str], Measure], group: str, name: str) -> Any:
    return found[group, name].estimate.value


def test_sheepshead_by_hand() -> None:
    def deal(kind: str, delta: tuple[int, ...], asked: int, forced: int = 0, **more: Any) -> DealFacts:
        side = {"side_points": 70} if "declarer" in more else {}
        return DealFacts(kind, 0, delta, leader=1, more={"asked": asked, "forced": forced, **side}, **more)

    found = measures(
        "sheepshead",
        [
            deal("called card", (2, 1, -1, -1, -1), 5, declarer=0, partners=(1,)),
            deal("alone", (-2, -2, 8, -2, -2), 2, forced=1, declarer=2),
            deal("called card", (1, -2, 1, -1, 1), 1, declarer=1, partners=(3,)),
            deal("leaster", (4, -1, -1, -1, -1), 5),
        ],
    )
    assert value(found, "picking", "picks, of all times asked") == 3 / 13
    assert value(found, "picking", "without a partner, of all picks") == pytest.approx(1 / 3)
    assert value(found, "picking", "for want of a card to call, of all picks") == pytest.approx(1 / 3)
    assert value(found, "picking", "leaster, of all deals") == 0.25
    assert [found["picking", name].published for _, name in list(found)[-5:]] == [0.329, 0.066, None, 0.092, None]
    assert value(found, "contracts, of all deals", "called card") == 0.5
    assert value(found, "made, of those declared", "called card") == 0.5
    assert value(found, "made, of those declared", "all") == pytest.approx(2 / 3)
    assert value(found, "game points per deal and seat", "declarer") == pytest.approx((2 + 8 - 2) / 3)
    assert value(found, "game points per deal and seat", "partner") == 0
    assert value(found, "game points per deal and seat", "defender") == pytest.approx((-1 - 2 + 1) / 3)
    assert found["game points per deal and seat", "defender"].estimate.n == 3
    assert value(found, "card points", "declaring side") == 70
    leads = (1 - -1 / 4, -2 - 2 / 4, -2 - 2 / 4, -1 - 1 / 4)
    assert value(found, "game points over the others", "first lead") == pytest.approx(sum(leads) / 4)
    assert value(found, "game points over the others", "first lead, leaster") == -1.25


def test_widderkopf_by_hand() -> None:
    def deal(dealer: int, chooser: int, delta: tuple[int, int], calls: int = 0, **more: int) -> DealFacts:
        return DealFacts("suit", dealer, delta, chooser, leader=1 - dealer, more={"calls": calls, **more})

    found = measures(
        "widderkopf",
        [
            deal(0, 1, (0, 1)),
            deal(1, 0, (0, 4), calls=2, cracker=1),
            deal(0, 0, (2, 0), calls=1, cracker=1),
            deal(1, 1, (0, 1)),
        ],
    )
    assert value(found, "game points over the others", "choosing trumps") == (1 - 4 + 2 + 1) / 4
    assert value(found, "game points over the others", "first lead") == (1 - 4 - 2 - 1) / 4
    assert value(found, "cracks", "cracked, of all deals") == 0.5
    assert value(found, "cracks", "with a recrack, of all deals") == 0.25
    assert value(found, "cracks", "with a crackback, of all deals") == 0
    assert value(found, "cracks", "cracker wins") == 0.5
    assert value(found, "cracks", "cracker over the other") == (4 - 2) / 2
    assert value(found, "cracks", "the same at the simple value") == (1 - 1) / 2
    assert value(found, "cracks", "gain by the calls") == (3 - 1) / 2
    assert value(found, "cracks", "dealer over the other where nobody cracked") == (-1 + 1) / 2


def test_grim_by_hand() -> None:
    def deal(kind: str, delta: tuple[int, ...], auction: int, **more: Any) -> DealFacts:
        return DealFacts(kind, 3, delta, leader=0, more={"auction": auction}, **more)

    found = measures(
        "grim",
        [
            deal("grim on 4", (16, 0, 16, 0), 1, declarer=0, partners=(2,)),
            deal("make5", (5, 0, 5, 0), 3),
            deal("make5", (0, 10, 0, 10), 3),
            deal("grim on 8", (-128, 0, -128, 0), 3, declarer=0, partners=(2,)),
        ],
    )
    assert value(found, "contracts, of all deals", "make5") == 0.5
    assert [value(found, "auctions, of all deals", f"bid in auction {n}") for n in (1, 2, 3)] == [0.25, 0, 0.25]
    assert value(found, "Make-5", "won by the leading team") == 0.5
    assert value(found, "game points over the others", "first lead, make5") == (5 - 10) / 2
    assert value(found, "game points over the others", "first lead") == (16 + 5 - 10 - 128) / 4


def test_clover_by_hand() -> None:
    def deal(written: int, melds_written: int, melds: int) -> DealFacts:
        more = {"written": written, "melds_written": melds_written, "melds": melds, "side_points": 90}
        return DealFacts("suit", 0, (written, 0, written, 0), 2, (0,), 2, more=more)

    thrown = DealFacts("thrown in", 0, (0, 0, 0, 0), more={"written": 0, "melds_written": 0, "melds": 0})
    found = measures("clover", [deal(20, 5, 70), deal(30, 15, 150), thrown])
    assert value(found, "melds", "share of the score") == 20 / 50
    assert value(found, "melds", "score of a deal, both teams") == 25
    assert value(found, "melds", "meld points of a deal before any are crossed out") == 110
    assert value(found, "contracts, of all deals", "thrown in") == pytest.approx(1 / 3)


def test_over_others_is_over_the_other_team_or_all_other_seats() -> None:
    deal = DealFacts("x", 0, (6, 1, 6, 1))
    assert over_others(make_game("grim"), deal, 0) == 5
    assert over_others(make_game("goathead"), deal, 1) == 1 - 13 / 3


def test_in_widderkopf_leading_and_choosing_do_not_go_together() -> None:
    game = make_game("widderkopf")
    seen = set()
    for number in range(8):
        standing = profile_standing(game, number)
        chooser = game.actor(game.begin(standing, game.deck.cards).state)
        seen.add((standing.dealer, chooser))
    assert seen == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert [profile_standing(make_game("grim"), n).scores for n in range(8)] == [(0, 0)] * 8


@pytest.mark.parametrize("text", TABLES)
def test_every_game_has_a_profile(capsys: pytest.CaptureFixture[str], text: str) -> None:
    found = lab_json(capsys, "profile", "conventions", "--game", text, "--deals", "24", "--workers", "1")
    assert found["deals"] == 24
    contracts = [each for each in found["measures"] if each["group"] == "contracts, of all deals"]
    assert sum(each["estimate"]["value"] for each in contracts) == pytest.approx(1)
    for each in found["measures"]:
        low, high = each["estimate"]["low"], each["estimate"]["high"]
        assert low is None or low <= each["estimate"]["value"] <= high
    assert any("published" in each for each in found["measures"]) is (text == "sheepshead")


def test_workers_and_files_change_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ("profile", "conventions", "--game", "sheepshead", "--seed", "t")
    whole = lab_json(capsys, *command, "--deals", "30", "--workers", "1")
    file = ("--file", str(tmp_path / "profile.jsonl"))
    lab(capsys, *command, *file, "--deals", "11", "--workers", "1")
    assert lab_json(capsys, *command, *file, "--deals", "30", "--workers", "2") == whole
    assert 'player was "conventions" there' in lab(
        capsys, "profile", "random", "--game", "sheepshead", "--seed", "t", *file, "--deals", "30", status=2
    )


def test_the_table_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    out = lab(capsys, "profile", "conventions", "--game", "sheepshead", "--deals", "20", "--workers", "1")
    for words in ("conventions in every seat: sheepshead, 20 deals, seed lab", "published", "32.9 %", "leaster"):
        assert words in out, words
