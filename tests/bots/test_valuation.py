"""A valuation tries every action in the same worlds, and its table is honest about what it does not know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_blind import moments, seen_in

from sheepfold.bots.habits import convention
from sheepfold.bots.imagine import Imagined
from sheepfold.bots.search import Clock, Effort, Search, Tally
from sheepfold.bots.stakes import Stake
from sheepfold.bots.valuation import HINT, Table, Trials, interval, student, valuation
from sheepfold.core.actions import Action, Play
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.message import say
from sheepfold.core.shuffle import Stream
from sheepfold.notation.actions import action_text
from sheepfold.play.driver import drive
from sheepfold.play.player import Budget, Question
from sheepfold.play.valuation import Valuation
from sheepfold.play.worlds import World, Worlds
from sheepfold.registry import GAMES, game_of, make_game
from sheepfold.testing.hints import Trial, Tried, figures, in_fresh_worlds, main, moment, told, trial

FEW = Budget(worlds=8, nodes=400_000)
"""Quick; where the kernel runs out of nodes there are fewer worlds."""
TWO = Budget(worlds=2, nodes=40_000)
HABIT = say("k", "It is my habit.")
A, B, C = Play(0), Play(1), Play(2)


def table(usual: Action = A, clear: float = 2.0, **rows: Sequence[float]) -> Valuation:
    """The valuation of actions that are worth these points in one world after the other."""
    tally = Tally([Play(number) for number in range(len(rows))], exact=False)
    for number, row in enumerate(rows.values()):
        tally.stakes[Play(number)] += [Stake(points) for points in row]
    tally.weights += [1.0] * len(next(iter(rows.values())))
    return Table(tally, usual, HABIT, clear).valuation()


def asked(name: str, number: int = 0) -> Question:
    return moment(name, "valuation", number)


def noise(label: str, worlds: int, shift: float = 0.0) -> list[float]:
    stream = Stream("noise", label)
    return [stream.below(2001) / 1000 - 1 + shift for _ in range(worlds)]


# -- the worlds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_tried_in_the_same_worlds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[Imagined, tuple[Action, ...]]] = []
    usual_try = Search._try

    def note(self: Search, tally: Tally, world: Imagined, actions: Sequence[Action]) -> None:
        tried.append((world, tuple(actions)))
        usual_try(self, tally, world, actions)

    monkeypatch.setattr(Search, "_try", note)
    for number in range(3):
        tried.clear()
        question = asked(name, number)
        trials = Trials(game_of(question.view.game), question.view, question.legal)
        tally = trials.think(Stream("same", str(number)), FEW)
        assert {len(row) for row in tally.stakes.values()} == {len(tally.weights)}
        if not tally.exact:
            assert [actions for _, actions in tried] == [question.legal] * len(tally.weights) == [question.legal] * 8
            assert len({id(world) for world, _ in tried}) == 8


@pytest.mark.parametrize("name", GAMES)
def test_the_table_is_sorted_complete_and_stands_by_its_advice(name: str) -> None:
    for number in range(3):
        question = asked(name, number)
        found = valuation(question.view, question.legal, Stream("sorted", str(number)), FEW)
        assert {row.action for row in found.rows} == set(question.legal)
        assert found.advice in question.legal
        assert 0 < found.worlds <= 8
        values = [row.value for row in found.rows]
        assert values == pytest.approx(sorted(values, reverse=True))
        assert not any(row.clear > 0 for row in found.rows)
        own = found.row(found.advice)
        assert own.difference == own.low == own.high == 0
        assert all(row.low <= row.difference <= row.high for row in found.rows)
        assert found.match_worth > 0 or all(row.match == 0 for row in found.rows)
        assert str(found.reason).endswith((".", "!"))


def test_the_same_numbers_give_the_same_table_and_others_another() -> None:
    question = asked("sheepshead", 2)
    first, again, other = (
        valuation(question.view, question.legal, Stream("numbers", label), FEW) for label in ("one", "one", "two")
    )
    assert first == again
    assert [row.points for row in first.rows] != [row.points for row in other.rows]


@pytest.mark.parametrize("name", GAMES)
def test_twin_worlds_give_the_same_table(name: str) -> None:
    for match in moments(name):
        seat = match.turn
        assert seat is not None
        here = seen_in(match, World(match.deal, match.actions), seat)
        twin = Worlds(match.game, here[0]).sample(Stream("twin", name))
        there = seen_in(match, twin, seat)
        first, second = (valuation(view, legal, Stream("blind", name), TWO) for view, legal in (here, there))
        assert msgspec.json.encode(first) == msgspec.json.encode(second)


@pytest.mark.parametrize("name", GAMES)
def test_a_budget_is_kept(name: str) -> None:
    for number in range(2):
        assert trial(name, "budget", number, times=0, budget=Budget(seconds=0.3)).seconds < 0.7
        assert trial(name, "budget", number, times=0, budget=Budget(worlds=3, nodes=100_000)).worlds <= 3
    assert HINT.seconds is not None
    assert HINT.seconds < 3


def test_one_action_needs_no_table() -> None:
    question = asked("grim")
    only = question.legal[:1]
    found = valuation(question.view, only, Stream("any", "label"))
    assert found == Valuation(*convention(question.view, only))
    with pytest.raises(KeyError):
        found.row(only[0])


def test_without_worlds_the_habits_advise(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> Any:
        raise SheepfoldError("no_world", "There is none.", key="test_none")

    monkeypatch.setattr("sheepfold.bots.imagine.Worlds", none)
    question = asked("clover")
    found = valuation(question.view, question.legal, Stream("any", "label"))
    assert found == Valuation(*convention(question.view, question.legal))


def test_a_late_clock_still_tries_one_world() -> None:
    question = next(q for n in range(20) for q in [asked("goathead", n)] if type(q.legal[0]) is not Play)
    found = valuation(question.view, question.legal, Stream("late", "x"), Budget(seconds=0.0))
    assert found.worlds == 1
    assert not any(row.clear for row in found.rows)


# -- the advice --------------------------------------------------------------------------------------------------------


def test_an_action_that_is_better_in_every_world_is_advised() -> None:
    found = table(a=[0.0] * 20, b=[1.0] * 20, c=[0.5] * 20)
    assert found.advice == B
    assert [row.action for row in found.rows] == [B, C, A]
    assert [row.clear for row in found.rows] == [0, -1, -1]
    assert str(found.reason) == "Everything else is clearly worse, 8C by 0.5 points."


def test_if_the_halves_disagree_all_worlds_decide() -> None:
    """B is better in a few worlds only, and all of those lie in one half."""
    better = [1.0 if n % 2 == 0 and n < 30 else 0.0 for n in range(60)]
    found = table(clear=2.0, a=[0.0] * 60, b=better)
    assert found.advice == B
    assert table(clear=5.0, a=[0.0] * 60, b=better[:8] + [0.0] * 52).advice == A


def test_thin_evidence_leaves_it_to_the_habits() -> None:
    found = table(a=noise("a", 40), b=noise("b", 40, 0.1), c=noise("c", 40))
    assert found.advice == A
    assert str(found.reason) == "Nothing else is clearly better, so the usual choice stands: It is my habit."


def test_what_is_clearly_better_by_the_table_is_the_advice_even_if_the_halves_disagree() -> None:
    never = 1000.0  # no lead is ever enough for a half
    found = table(clear=never, a=noise("a", 60), b=noise("b", 60, 1.0), c=noise("c", 60, 1.0))
    assert found.advice == found.rows[0].action != A
    assert found.row(A).clear < 0
    assert not any(row.clear > 0 for row in found.rows)
    assert str(found.reason) == "It did best, and clearly better than 6C, the usual choice."


def test_a_choice_is_measured_on_the_half_that_did_not_make_it() -> None:
    """B and C are as good as each other; where the halves take different ones, each is measured on the other half."""
    crossed = smaller = 0
    for number in range(40):
        rows: dict[Action, list[float]] = {
            A: noise(f"a{number}", 60, -2.0),
            B: noise(f"b{number}", 60),
            C: noise(f"c{number}", 60),
        }
        tally = Tally(list(rows), exact=False)
        for action, row in rows.items():
            tally.stakes[action] += [Stake(points) for points in row]
        tally.weights += [1.0] * 60
        made = Table(tally, A, HABIT, clear=1000.0)
        even, odd = made.ranked(range(0, 60, 2))[0], made.ranked(range(1, 60, 2))[0]
        best = made.ranked(range(60))[0]
        advice, measured = made.advise()
        assert advice == best
        assert measured in ((odd, even), (best, best))
        if even != odd and measured == (odd, even):
            against = [rows[odd if n % 2 == 0 else even][n] for n in range(60)]
            honest = sum(own - other for own, other in zip(rows[A], against, strict=True)) / 60
            found = made.valuation()
            assert found.row(A).difference == pytest.approx(honest)
            crossed += 1
            smaller += honest > found.row(A).value - found.rows[0].value
    assert crossed >= 5
    assert smaller == crossed  # the lead that it was chosen for is never as big as it looks


def test_nothing_to_choose_between_is_said() -> None:
    found = table(a=[1.0, 2.0, 3.0, 4.0] * 4, b=[1.0, 2.0, 3.0, 4.0] * 4)
    assert found.advice == A
    assert [row.action for row in found.rows] == [A, B]
    assert str(found.reason) == "It is my habit. It makes no difference on any deal that was tried."


def test_a_habit_that_is_best_says_so() -> None:
    found = table(a=[1.0] * 20, b=noise("b", 20))
    assert str(found.reason) == "It is my habit. Everything else is clearly worse."


@pytest.mark.parametrize("worlds", [1, 2, 3])
def test_too_few_worlds_make_nothing_clear(worlds: int) -> None:
    found = table(a=noise("a", worlds), b=noise("b", worlds, 3.0))
    assert not any(row.clear > 0 for row in found.rows)
    if worlds < 3:
        assert max(row.high for row in found.rows) == float("inf")


def test_the_match_is_kept_apart_from_the_points() -> None:
    question = late_question()
    found = valuation(question.view, question.legal, Stream("late", "match"), FEW)
    assert found.match_worth > 0
    assert any(row.match != 0 for row in found.rows)
    for row in found.rows:
        assert row.value == row.points + row.match
        assert abs(row.points) <= found.match_worth / 2
        assert abs(row.match) <= found.match_worth


def late_question() -> Question:
    """A question of the last deal of a match."""
    game = make_game("sheepshead")
    driver = drive(game, "late", standing=Standing(0, (0,) * game.sides, 20))
    return next(question for question in driver.questions() if len(question.legal) > 1)


# -- the intervals -----------------------------------------------------------------------------------------------------


def test_intervals_cover_as_often_as_they_say() -> None:
    hits = 0
    for number in range(400):
        middle, reach = interval(noise(f"cover{number}", 80, 0.3), [1.0] * 80)
        hits += abs(middle - 0.3) <= reach
    assert 0.93 <= hits / 400 <= 0.985


@pytest.mark.parametrize("share", [1, 2, 4, 10, 50])
def test_rare_worlds_in_which_much_is_at_stake_are_reckoned_with(share: int) -> None:
    """In a share (percent) of the worlds 10 points are lost, in all others nothing; some tables see none of them.

    Where all differences are 0 the row says so; the others are the ones that a reader takes for a measurement.
    """
    draws = Stream("rare", str(share))
    hits = shown = 0
    for _ in range(600):
        row = [-10.0 if draws.below(100) < share else 0.0 for _ in range(100)]
        if any(row):
            middle, reach = interval(row, [1.0] * 100)
            shown += 1
            hits += abs(middle + share / 10) <= reach
            assert reach < 1.2  # and yet it says something about 10 points
    assert hits / shown >= 0.93


def test_what_was_the_same_in_every_world_may_be_different_in_the_next() -> None:
    middle, reach = interval([-10.0] * 100, [1.0] * 100)
    assert interval([-10.0, -10.0 - 1e-13] * 50, [1.0] * 100)[1] == pytest.approx(reach)  # sums in another order
    assert middle == -10
    assert 0.1 < reach < 0.5
    found = table(a=[0.0] * 100, b=[-10.0] * 100)
    assert (found.row(B).clear, found.row(B).low < -10 < found.row(B).high) == (-1, True)


def test_light_worlds_hardly_narrow_an_interval() -> None:
    few = interval(noise("light", 10), [1.0] * 10)[1]
    light = interval(noise("light", 10) + noise("more", 90), [1.0] * 10 + [0.01] * 90)[1]
    heavy = interval(noise("light", 10) + noise("more", 90), [1.0] * 100)[1]
    assert 2 * heavy < light < few


def test_student_falls_to_the_normal_quantile() -> None:
    assert student(3) == pytest.approx(3.182, abs=0.03)
    assert student(30) == pytest.approx(2.042, abs=0.001)
    assert student(1e6) == pytest.approx(1.95996, abs=1e-4)


# -- the measurement ---------------------------------------------------------------------------------------------------


def test_fresh_worlds_are_priced_as_the_hint_was() -> None:
    """The worlds of the hint itself, drawn again as fresh ones, give its own differences."""
    seen = 0
    for number in range(6):
        question = asked("sheepshead", number)
        found = valuation(question.view, question.legal, Stream("hint", "x"), FEW)
        fresh = in_fresh_worlds(question, found, found.rows, Stream("hint", "x"), times=1)
        advised = found.row(found.advice).value
        assert fresh == pytest.approx([row.value - advised for row in found.rows])
        seen += any(fresh)
        others = in_fresh_worlds(question, found, found.rows, Stream("fresh", "x"), times=2)
        assert others != fresh or not any(fresh)
    assert seen


def tried(low: float | None, high: float | None, fresh: float | None) -> Tried:
    return Tried("x", 0.0, low, high, fresh)


def test_an_interval_is_held_against_the_fresh_worlds() -> None:
    rows = (tried(-1.0, 1.0, 0.5), tried(-1.0, 1.0, 1.5), tried(-1.0, 1.0, -1.5), tried(None, None, 9.0))
    one = Trial(0, "x", 100, 0.1, rows)
    assert one.covered == [True, False, False, True]
    assert not one.contradicted
    assert Trial(0, "x", 100, 0.1, (tried(0.1, 1.0, None),)).contradicted
    assert Trial(0, "x", 100, 0.1, (tried(0.1, 1.0, None),)).covered == []


def test_the_figures_of_some_hints() -> None:
    good, bad = tried(-1.0, 1.0, 0.5), tried(-3.0, 3.0, 5.0)
    trials = [
        Trial(0, "x", 100, 0.1, (good, good, bad, tried(None, None, 7.0))),
        Trial(1, "x", 50, 0.3, (good, tried(0.5, 1.0, 0.7))),
        Trial(2, "x", 80, 0.2, ()),
    ]
    found = figures(trials)
    assert (found.hints, found.contradicted, found.rows, found.silent) == (3, 1, 6, 1)
    assert found.coverage.value == pytest.approx(5 / 6)
    assert found.coverage.n == 2  # the hints, whose rows share their luck
    assert (found.reach, found.slowest, found.worlds) == (1.0, 0.3, 80)
    line = told("clover", found)
    assert line.startswith("clover: 3 hints, 1 contradicted; of 6 intervals 83.3 % (")
    assert "median reach 1.00, 1 without bounds; 95 % within 0.30 s, slowest 0.30 s; median 80 worlds" in line


def test_a_trial_holds_every_row_that_is_not_the_same_as_the_advice() -> None:
    for number in range(6):
        one = trial("grim", "figures", number, times=2, budget=FEW)
        question = moment("grim", "figures", number)
        found = valuation(question.view, question.legal, Stream("figures", f"hint/grim/{number}"), FEW)
        assert [row.action for row in one.rows] == [action_text(row.action) for row in found.rows if row.difference]
        assert all(row.fresh is not None for row in one.rows)
        assert (one.number, one.worlds) == (number, found.worlds)


def test_the_measurement_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hints", "2", "--fresh", "0", "grim"])
    line = capsys.readouterr().out
    assert line.startswith("grim: 2 hints, 0 contradicted; median reach ")


def test_the_command_goes_on_from_what_it_has_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hints-grim.jsonl"
    command = ["--fresh", "0", "--folder", str(tmp_path), "grim"]
    main(["--hints", "1", *command])
    begun = file.read_bytes()
    main(["--hints", "4", "--workers", "2", *command])
    whole = file.read_bytes()
    assert whole.startswith(begun)
    main(["--hints", "4", *command])
    assert file.read_bytes() == whole
    assert [line.partition(":")[2][:9] for line in capsys.readouterr().out.splitlines()] == [
        " 1 hints,",
        *[" 4 hints,"] * 2,
    ]
    alone = [trial("grim", "hints", number, times=0) for number in range(4)]
    kept = sorted((msgspec.json.decode(line, type=Trial) for line in whole.splitlines()[1:]), key=lambda t: t.number)
    assert [each.rows for each in kept] == [each.rows for each in alone]


@pytest.mark.parametrize("wrong", [["whist"], ["--hints", "few"], ["--hints", "0", "grim"], ["--fresh", "-1", "grim"]])
def test_a_command_that_makes_no_sense_gets_a_sentence(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_a_clock_scales_the_playouts_with_the_worlds() -> None:
    assert Clock(Effort(200, 1, 1600), Budget(worlds=50)).playouts == 400
