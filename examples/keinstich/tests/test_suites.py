"""Kein Stich under the suites that Sheepfold ships, and its law book beside its tests and options."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import keinstich
from keinstich import KeinStich, KeinStichOptions, KeinStichState
from sheepfold.bots import make_bot
from sheepfold.core.cards import Seat
from sheepfold.core.events import Standing
from sheepfold.core.game import TrickProblem
from sheepfold.core.options import describe, value_text
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.notation.records import Record, read_jsonl, read_toml, write_jsonl, write_toml
from sheepfold.play.driver import by_bots, drive, play_match
from sheepfold.play.match import Match, start
from sheepfold.play.replay import replay
from sheepfold.registry import GAMES, game_of, load, make_game
from sheepfold.score.lines import BadLine, LineReader
from sheepfold.solver import perft as kernel_perft
from sheepfold.solver import solve, solve_all
from sheepfold.solver.oracle import Oracle
from sheepfold.testing.contract import check, check_options
from sheepfold.testing.facts import hunt as hunt_facts
from sheepfold.testing.facts import settlement_faults
from sheepfold.testing.lines import hunt as hunt_lines
from sheepfold.testing.perft import perft
from sheepfold.testing.random_deals import every_table, random_deal, random_options
from sheepfold.testing.secrecy import hunt as hunt_leaks

HERE = Path(__file__).resolve().parent
BOOK = Path(keinstich.__file__).with_name("keinstich.md")
KINDS = ("tricks", "hearts", "queens", "king", "last", "all")


@pytest.fixture(autouse=True)
def known_for_one_test() -> Iterator[None]:
    """The game is registered as if it were installed, and nothing of it is left for the tests of others."""
    GAMES.add("keinstich", KeinStich)
    game_of.cache_clear()
    yield
    GAMES._added.pop("keinstich", None)
    GAMES.version += 1
    game_of.cache_clear()


def at_deal(deal: int, dealer: Seat = 3) -> Standing:
    return Standing(dealer, (0, 0, 0, 0), deal)


# -- the shipped suites ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", every_table(KeinStichOptions), ids=lambda options: options.text())
def test_the_contract_of_a_game_is_kept(options: KeinStichOptions) -> None:
    check(KeinStich(options), deals=15)


def test_the_contract_is_kept_under_all_mixes_of_options() -> None:
    check_options(KeinStich, deals=40)


@pytest.mark.parametrize("options", ["keinstich", "keinstich(everything=false)", "keinstich(first_lead=dealer)"])
def test_nobody_learns_what_they_may_not_know(options: str) -> None:
    tally = hunt_leaks(make_game(options), pairs=150, seed="no trick")
    assert tally.total >= 150
    assert {viewer for _, viewer in tally.pairs} == {0, 1, 2, 3, None}
    assert not tally.never


def test_facts_settle_random_deals_as_they_were_played_and_odd_ones_are_refused_in_words() -> None:
    tally, faults = hunt_facts("keinstich", range(120), seed="no trick")
    assert faults == []
    assert set(tally.deals) == set(KINDS)
    assert len(tally.tables) > 8
    codes = {"contract", "tricks", "hearts", "queens", "king", "last", "form_answer", "facts_type", "standing"}
    assert codes <= set(tally.refused)


def test_a_line_about_a_deal_is_read_as_it_was_written_by_the_labels_of_the_form_alone() -> None:
    tally, faults = hunt_lines("keinstich", range(60), seed="no trick")
    assert faults == []
    assert set(tally.deals) == set(KINDS)


@pytest.mark.parametrize(
    "line, kind, answers",
    [
        ("hearts 2 2 2 2", "hearts", {"hearts": (2, 2, 2, 2)}),
        ("tricks ann 3, ben 2, cleo 1", "tricks", {"tricks": (3, 2, 1, 2)}),
        ("tricks ann 8", "tricks", {"tricks": (8, 0, 0, 0)}),
        ("king of hearts ben", "king", {"king": 1}),
        ("d king", "king", {"king": 3}),
        ("last trick cleo", "last", {"last": 2}),
        (
            "everything: last trick ann, king of hearts ben, queens 1 1 1 1, hearts 2 2 2 2, tricks 5 1 1 1",
            "all",
            {"tricks": (5, 1, 1, 1), "hearts": (2, 2, 2, 2), "queens": (1, 1, 1, 1), "king": 1, "last": 0},
        ),
        ("2 2 2 2", "line_which", None),
        ("hearts 2 2 2 3", "line_total", None),
        ("king zoe", "line_word", None),
        ("everything 2 2 2 2, 2 2 2 2, 1 1 1 1, king ann, last ben", "line_number", None),
    ],
)
def test_lines_that_people_type(line: str, kind: str, answers: dict[str, Any] | None) -> None:
    reader = LineReader(KeinStich(), ("Ann", "Ben", "Cleo", "Dan"))
    if answers is not None:
        found = reader.read(line)
        assert (found.kind, found.answers, found.missing) == (kind, answers, ())
        return
    with pytest.raises(BadLine) as refused:
        reader.read(line)
    assert refused.value.code == kind


@pytest.mark.parametrize("kind", KINDS)
def test_facts_give_the_outcome_again(kind: str) -> None:
    for number in range(40):
        draws = Stream("facts", f"{kind}/{number}")
        options = random_options(KeinStichOptions, draws)
        assert isinstance(options, KeinStichOptions)
        game = KeinStich(options)
        if kind not in game.contract_kinds:
            continue
        standing = at_deal(1 + game.contract_kinds.index(kind), dealer=draws.below(4))
        record = random_deal(game, draws, standing)
        state = replay(game, standing, record.deal, record.actions).state
        outcome = game.outcome(state)
        assert outcome is not None
        assert list(settlement_faults(game, standing, state, outcome)) == []
        assert game.outcome_of(standing, game.facts_of(state)).items == outcome.items
        assert outcome.delta == tuple(-points for points in outcome.points)


# -- records and matches -----------------------------------------------------------------------------------------------


def played(options: str, deals: int, unfinished: int = 0) -> Match:
    """A match of a few deals at random, the last one left after some cards if asked."""
    rng, match = random.Random(options), start(make_game(options), "lamb")
    while True:
        last = len(match.done) + 1 == deals
        while match.turn is not None and not (last and unfinished and len(match.actions) == unfinished):
            match = match.act(match.turn, rng.choice(match.legal)).match
        if last or match.over:
            return match
        match = match.next_deal()


@pytest.mark.parametrize("options", ["keinstich", "keinstich(rounds=2,everything=false,first_lead=dealer)"])
@pytest.mark.parametrize(("deals", "unfinished"), [(99, 0), (3, 5), (6, 31)])
def test_a_record_is_read_as_it_was_written(options: str, deals: int, unfinished: int) -> None:
    match = played(options, deals, unfinished)
    written = write_toml(Record(match))
    assert read_toml(written).match == match
    assert write_toml(read_toml(written)) == written
    lines = write_jsonl([Record(match)])
    assert write_jsonl(read_jsonl(lines)) == lines
    assert [each.match for each in read_jsonl(lines)] == [match]


def test_a_match_gives_away_320_points() -> None:
    match = played("keinstich", 99)
    assert match.over
    assert len(match.records) == 6
    assert sum(match.scores) == -(5 * 32 + 160)


@pytest.mark.parametrize("bot", ["conventions", "regular", "club(worlds=2,playouts=8)"])
def test_bots_that_never_heard_of_the_game_play_it(bot: str) -> None:
    game = make_game("keinstich")
    seated = [make_bot(bot), *[make_bot("conventions")] * 3]
    driver = drive(game, "lamb")
    assert play_match(driver, by_bots(seated, driver.match.chance)).over


# -- the kernel --------------------------------------------------------------------------------------------------------


def positions(number: int, cards: int, seed: str) -> Iterator[tuple[KeinStich, KeinStichState]]:
    """Positions of random deals under every contract in turn, after that many cards."""
    rng, chance, game = random.Random(seed), Chance(seed), KeinStich()
    for place in range(number):
        standing = at_deal(1 + place % 6, dealer=place % 4)
        state = game.begin(standing, chance.deal(game.deck, place, 0)).state
        for _ in range(cards):
            state = game.apply(state, rng.choice(game.legal(state))).state
        yield game, state


@pytest.mark.parametrize(("cards", "depth"), [(0, 3), (3, 3), (6, 4), (13, 5), (18, 7), (23, 9), (27, 6)])
def test_rules_and_kernel_count_the_same_lines_over_the_end_of_a_trick(cards: int, depth: int) -> None:
    assert cards == 0 or cards % 4 + depth > 4
    for game, state in positions(6, cards, "perft"):
        for ply in range(1, depth + 1):
            assert perft(game, state, ply) == kernel_perft(game.problem(state), ply)


def test_the_number_of_lines_is_known_where_everybody_holds_one_suit() -> None:
    game = KeinStich()
    by_suit = [game.deck.cards[suit * 8 : suit * 8 + 8] for suit in range(4)]
    shuffle = tuple(by_suit[turn % 4][turn // 4] for turn in range(32))
    state = game.begin(at_deal(1), shuffle).state
    assert [perft(game, state, depth) for depth in range(6)] == [1, 8, 8**2, 8**3, 8**4, 8**4 * 7]
    assert kernel_perft(game.problem(state), 9) == 8**4 * 7**4 * 6


def brute_force(game: KeinStich, state: KeinStichState, seat: Seat) -> int:
    """The points of a seat that wants few while all others want it to have many, by the rules of the game alone."""
    actor = game.actor(state)
    if actor is None:
        return state.points[seat]
    best = min if actor == seat else max
    return best(brute_force(game, game.apply(state, action).state, seat) for action in game.legal(state))


def opinion(problem: TrickProblem, seat: Seat) -> Oracle:
    return Oracle(problem, frozenset({seat}), "points", least=True)


def test_an_ending_is_solved_as_the_rules_and_the_oracle_say() -> None:
    for game, state in positions(24, 20, "three cards each"):
        problem = game.problem(state)
        assert problem.aim == "least points"
        for seat in range(4):
            oracle = opinion(problem, seat)
            expected = brute_force(game, state, seat)
            assert solve(problem, seat=seat, least=True).value == expected
            assert problem.points[seat] + oracle.value(oracle.start) == expected


def test_every_card_of_a_longer_ending_is_worth_what_the_oracle_says() -> None:
    for game, state in positions(12, 17, "four cards each"):
        problem, seat = game.problem(state), state.speaker
        oracle = opinion(problem, seat)
        expected = {card: problem.points[seat] + value for card, value in oracle.values(oracle.start)}
        assert {each.card: each.value for each in solve_all(problem, seat=seat, least=True).cards} == expected


# -- the book ----------------------------------------------------------------------------------------------------------


def sentences() -> list[str]:
    """The ids of the book, in its order."""
    return re.findall(r"^- \*\*([A-Z]+\d+)\*\* ", BOOK.read_text(encoding="utf-8"), re.M)


def ids_in(path: Path) -> set[str]:
    return set(re.findall(r"\bKQ?\d+\b", path.read_text(encoding="utf-8")))


def test_every_sentence_has_a_test_and_every_mark_a_sentence() -> None:
    found = re.findall(r"^@rule\((.*)\)$", (HERE / "test_rules.py").read_text(encoding="utf-8"), re.M)
    marks = {id for line in found for id in re.findall(r'"(\w+)"', line)}
    assert len(sentences()) == len(set(sentences()))
    assert marks == set(sentences())


def test_every_id_beside_the_code_and_inside_the_book_is_a_sentence() -> None:
    paths = [BOOK, *BOOK.parent.glob("*.py")]
    assert set().union(*map(ids_in, paths)) == set(sentences())


def test_the_table_of_options_is_that_of_the_code() -> None:
    table = BOOK.read_text(encoding="utf-8").split("\n## Options\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:3] == "| `"]
    infos = describe(KeinStichOptions)
    assert [row[0] for row in rows] == [f"`{info.name}`" for info in infos]
    for info, (_, values, default, _, rules) in zip(infos, rows, strict=True):
        choices = {value_text(choice) for choice in info.choices} or {str(info.ge), str(info.le)}
        assert set(re.findall(r"`([^`]+)`", values)) == choices
        assert default == f"`{value_text(info.default)}`"
        assert info.rule in rules


def test_every_preset_and_every_table_is_found_by_its_name() -> None:
    for name, text in KeinStichOptions.presets.items():
        assert make_game(f"keinstich:{name}").options.text() == text


# -- the package -------------------------------------------------------------------------------------------------------


def project() -> dict[str, Any]:
    return tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_entry_point_leads_to_the_game() -> None:
    points = project()["project"]["entry-points"]["sheepfold.games"]
    assert {name: load(where) for name, where in points.items()} == {"keinstich": KeinStich}


def test_the_front_offers_what_it_names() -> None:
    for name in keinstich.__all__:
        assert (getattr(keinstich, name).__doc__ or "").strip()
