"""How a thinking player thinks: worlds, weights, halving, budgets, and the choice at the end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import process_time, thread_time
from typing import Any

import pytest

from sheepfold.bots import LEVELS, Budget, make_bot
from sheepfold.bots.habits import convention
from sheepfold.bots.imagine import ODD_CALL, ODD_CARD, Imagined, TableViews, imagine, play_out
from sheepfold.bots.search import Clock, Effort, Search, Tally
from sheepfold.bots.stakes import Stake
from sheepfold.core.actions import Pass, Play
from sheepfold.core.game import TrickProblem
from sheepfold.core.message import say
from sheepfold.core.shuffle import Stream
from sheepfold.play.driver import Driver, drive, play_deal
from sheepfold.play.log import log_of
from sheepfold.play.match import Match, start
from sheepfold.play.player import thinking_for
from sheepfold.play.worlds import World, Worlds, proves
from sheepfold.registry import GAMES, make_game
from sheepfold.solver import Answer, solve_worlds

SMALL = Effort(worlds=4, nodes=100_000, playouts=12)
A, B, C = Play(0), Play(1), Play(2)


def tally(**rows: list[float]) -> Tally:
    """Stakes of three cards by hand, each world as likely."""
    made = Tally([A, B, C], exact=True)
    for name, action in (("a", A), ("b", B), ("c", C)):
        made.stakes[action] = [Stake(value) for value in rows.get(name, [])]
    made.weights = [1.0] * max(len(row) for row in rows.values())
    return made


def thinking(usual: Play = A) -> Search:
    """A search whose conventions would play this card."""
    match = start(make_game("grim"), "any")
    assert match.turn is not None
    made = Search(match.game, match.view(match.turn), match.legal, SMALL)
    made.usual, made.habit = usual, say("usual", "It is what I always do.")
    return made


def moment(text: str, seed: str, cards: int) -> Match:
    """A deal by the conventions, stopped after so many cards."""
    driver, played = drive(make_game(text), seed), 0
    for question in driver.questions():
        action = convention(question.view, question.legal)[0]
        if isinstance(action, Play):
            if played >= cards and len(question.legal) > 1:
                return driver.match
            played += 1
        driver.answer(question, action)
    raise AssertionError("The deal was over before that.")


# -- the choice --------------------------------------------------------------------------------------------------------


def test_the_best_action_is_taken_with_its_gain_in_words() -> None:
    found = thinking().decide(tally(a=[0, 0, 0, 0], b=[2, 2, 2, 2], c=[1, 1, 1, 1]))
    assert found.action == B
    assert "2.0 points more" in str(found.reason)
    assert [action for action, _ in found.values] == [B, C, A]


def test_equal_cards_are_left_to_the_conventions() -> None:
    assert thinking(C).decide(tally(a=[1, 0, 1], b=[1, 0, 1], c=[1, 0, 1])).action == C


def test_thin_evidence_changes_nothing_and_clear_evidence_does() -> None:
    thin = tally(a=[0, 4, 0, 0], b=[4, 0, 0, 1], c=[-9, -9, -9, -9])  # ahead by 0.25, with an error of far more
    assert thinking().decide(thin).action == A
    assert thinking().decide(tally(a=[0, 4, 0, 0], b=[1, 5, 1, 1], c=[-9, -9, -9, -9])).action == B


def test_only_actions_that_went_the_whole_way_can_be_chosen() -> None:
    found = thinking().decide(tally(a=[0, 0, 0, 0], b=[9], c=[1, 1, 1, 1]))
    assert found.action == C


def test_heavy_worlds_count_for_more() -> None:
    light = tally(a=[0, 0], b=[1, -3], c=[-9, -9])
    assert light.means()[B] == pytest.approx(-1, abs=0.1)
    light.weights = [1.0, 0.1]
    assert light.means()[B] > 0


def test_the_match_outweighs_points() -> None:
    made = tally(a=[3, 3, 3], b=[2, 2, 2])
    made.stakes[A] = [Stake(3, match=-1)] * 3
    made.stakes[B] = [Stake(2, match=1)] * 3
    assert thinking().decide(made).action == B


# -- the worlds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_imagined_worlds_are_true_to_the_view_and_to_everybody_in_them(name: str) -> None:
    match = moment(name, "imagine", 6)
    assert match.turn is not None
    view = match.view(match.turn)
    worlds = imagine(match.game, view, Stream("imagine", name))
    for _ in range(5):
        world = next(worlds)
        assert world.views.view(match.turn) == view
        assert match.game.actor(world.state) == match.turn
        assert world.weigh() <= 1


def test_a_world_is_weighed_by_what_surprises_in_it() -> None:
    """Everybody has kept to the conventions so far, so the truth itself has the full weight and other worlds less."""
    match = moment("sheepshead", "weigh", 7)
    assert match.turn is not None
    view = match.view(match.turn)
    sampled = Worlds(match.game, view)
    truth = Imagined(match.game, view, World(match.deal, match.actions), match.state)
    assert truth.weigh() == 1.0
    weights = set()
    for number in range(60):
        world = next(imagine(match.game, view, Stream("weigh", str(number))))
        weights.add(round(world.weigh(), 6))
        assert proves(match.game, view, sampled.sample(Stream("weigh", str(number))))
    assert len(weights) > 2
    assert all(0 < weight <= 1 for weight in weights)
    assert 0 < ODD_CALL < ODD_CARD < 1


def test_a_surprise_costs_a_world_part_of_its_weight() -> None:
    """A card or a call that the conventions would not have chosen, seen by somebody else."""
    for match, cost in ((moment("sheepshead", "odd", 0), ODD_CARD), (start(make_game("grim"), "odd"), ODD_CALL)):
        seat = match.turn
        assert seat is not None
        usual = convention(match.view(seat), match.legal)[0]
        odd = match.act(seat, next(each for each in match.legal if each != usual)).match
        onlooker = (seat + 1) % match.game.seats
        world = Imagined(odd.game, odd.view(onlooker), World(odd.deal, odd.actions), odd.state)
        assert world.weigh() == cost


def test_inference_changes_what_actions_are_worth() -> None:
    match = moment("grim", "infer", 9)
    assert match.turn is not None
    view = match.view(match.turn)
    found = [
        make_bot(f"club(worlds=8,infer={infer})").choose(view, match.legal, Stream("infer", "grim")).values
        for infer in (0, 1)
    ]
    assert found[0] != found[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_playout_ends_as_the_conventions_would_end_the_deal(name: str) -> None:
    match = moment(name, "playout", 3)
    views = TableViews(match.game)
    views.happened(match.events)
    outcome = play_out(match.game, match.state, views)
    ended = play_deal(Driver(log_of(match)), lambda question: convention(question.view, question.legal)[0])
    assert ended.outcome == outcome


# -- the budget --------------------------------------------------------------------------------------------------------


def test_worlds_and_nodes_can_be_cut_and_equal_time_sets_both_free() -> None:
    own = Clock(SMALL, Budget())
    assert (own.worlds, own.nodes, own.playouts, own.left, own.late) == (4, 100_000, 12, None, False)
    cut = Clock(SMALL, Budget(worlds=2, nodes=500))
    assert (cut.worlds, cut.nodes, cut.playouts) == (2, 500, 6)
    live = Clock(SMALL, Budget(seconds=100.0))
    assert (live.worlds, live.nodes, live.playouts, live.late) == (4, 100_000, 12, False)
    timed = Clock(SMALL, thinking_for(0.0))
    assert timed.late
    assert min(timed.worlds, timed.nodes, timed.playouts) > 10**9
    assert Clock(LEVELS["regular"].effort or SMALL, thinking_for(1.0)).playouts == 0, "a regular has none"


class Ticks:
    """A clock of the processor that goes on by a tenth of a second whenever somebody looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("sheepfold.bots.search.thread_time", self)

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


def test_the_kernel_is_given_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first world may take an eighth of it, the next ones the rest; then the worlds that were solved decide."""
    given: list[float | None] = []

    def look_on(problems: list[TrickProblem], **limits: Any) -> list[Answer]:
        given.append(limits.pop("seconds"))
        return solve_worlds(problems, **limits)

    monkeypatch.setattr("sheepfold.bots.search.solve_worlds", look_on)
    match = moment("grim", "kernel", 9)
    assert match.turn is not None
    search = Search(match.game, match.view(match.turn), match.legal, SMALL)
    Ticks(monkeypatch)
    found = search.think(Stream("kernel", "grim"), thinking_for(2.0))
    assert found.exact
    assert given[0] == 0.25
    later = [each for each in given[1:] if each is not None]
    assert len(later) == len(given) - 1 > 1
    assert later == sorted(later, reverse=True)
    assert 1.0 < later[0] < 2.0


def test_what_the_kernel_does_not_finish_in_time_is_played_out() -> None:
    """The first card of Widderkopf takes the kernel seconds. Twice the time is a wide margin for a slow machine."""
    match = moment("widderkopf", "hard", 0)
    assert match.turn is not None
    master = LEVELS["master"].effort
    assert master is not None
    search = Search(match.game, match.view(match.turn), match.legal, master)
    began = process_time()
    found = search.think(Stream("hard", "widderkopf"), thinking_for(0.5))
    assert process_time() - began < 1.0
    assert not found.exact
    assert len(found.weights) > 1


def test_bots_that_think_in_three_threads_get_their_whole_time_each() -> None:
    """Playouts would go on for ever, so each of them ends when its own time is up, and not when that of all is."""
    match = start(make_game("goathead"), "threads")
    assert match.turn is not None
    view, seconds = match.view(match.turn), 0.3

    def think(number: int) -> float:
        search = Search(match.game, view, match.legal, SMALL)
        began = thread_time()
        search.think(Stream("threads", str(number)), thinking_for(seconds))
        return thread_time() - began

    with ThreadPoolExecutor(3) as threads:
        spent = list(threads.map(think, range(3)))
    assert min(spent) >= 0.8 * seconds


def test_the_kernel_works_on_the_thread_that_asks() -> None:
    """So the time of the thread has the kernel's work in it."""
    match = moment("widderkopf", "hard", 0)
    problem = match.game.problem(match.state)
    all_threads, this_thread = process_time(), thread_time()
    solve_worlds([problem] * 4, nodes=100_000)
    this_thread, all_threads = thread_time() - this_thread, process_time() - all_threads
    assert this_thread >= 0.8 * all_threads > 0


def test_halving_shares_the_time_out_among_the_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(make_game("goathead"), "halve")
    assert match.turn is not None
    search = Search(match.game, match.view(match.turn), match.legal, SMALL)
    Ticks(monkeypatch)
    found = search.think(Stream("halve", "goathead"), thinking_for(12.0))
    tried = sorted(len(row) for row in found.stakes.values())
    assert tried[0] < tried[-1] // 2, "the worse half is dropped again and again"
    assert len(set(tried)) > 2


def test_the_kernel_looks_at_so_many_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    match = moment("grim", "kernel", 9)
    asked = []

    def counting(problems, **given):  # type: ignore[no-untyped-def]
        asked.append(len(problems))
        return solve_worlds(problems, **given)

    monkeypatch.setattr("sheepfold.bots.search.solve_worlds", counting)
    assert match.turn is not None
    search = Search(match.game, match.view(match.turn), match.legal, Effort(worlds=10, nodes=10**9, playouts=1))
    found = search.think(Stream("kernel", "grim"), Budget())
    assert asked == [1, 4, 4, 1]
    assert {len(row) for row in found.stakes.values()} == {10}


def test_playouts_halve_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(make_game("goathead"), "halve")
    assert match.turn is not None
    search = Search(match.game, match.view(match.turn), match.legal, Effort(worlds=4, nodes=1, playouts=120))
    found = search.think(Stream("halve", "goathead"), Budget())
    tried = sorted((len(row) for row in found.stakes.values()), reverse=True)
    assert len(match.legal) > 8
    assert tried[0] == tried[1] > tried[-1] >= 1
    assert sum(tried) <= 120 + len(match.legal)
    assert len(found.stakes[search.usual]) == tried[0]


@pytest.mark.parametrize(("game", "playouts", "exact"), [("5", 12, False), ("5", 0, True), ("4", 12, True)])
def test_cards_at_a_table_of_five_are_played_out_by_who_has_playouts(game: str, playouts: int, exact: bool) -> None:
    match = moment(f"sheepshead(players={game})", "crowd", 6)
    assert match.turn is not None
    effort = Effort(worlds=4, nodes=10**6, playouts=playouts)
    search = Search(match.game, match.view(match.turn), match.legal, effort)
    assert search.think(Stream("crowd", game), Budget()).exact is exact


def test_a_world_too_hard_for_the_kernel_is_played_out() -> None:
    match = moment("widderkopf", "hard", 0)
    assert match.turn is not None
    search = Search(match.game, match.view(match.turn), match.legal, Effort(worlds=4, nodes=800, playouts=12))
    found = search.think(Stream("hard", "widderkopf"), Budget())
    assert all(
        stake.tiebreak == 0.5 for row in found.stakes.values() for stake in row
    )  # the kernel would tell how close


def test_the_same_numbers_and_budget_give_the_same_decision() -> None:
    match = moment("clover", "same", 5)
    assert match.turn is not None
    view = match.view(match.turn)
    bot = make_bot("club(worlds=4,nodes=50000,playouts=12)")
    first, second = (bot.choose(view, match.legal, Stream("same", "x")) for _ in range(2))
    assert first == second


def test_a_forced_action_needs_no_thought() -> None:
    view = moment("grim", "forced", 4).view(0)
    assert make_bot("master").choose(view, (Pass(),), Stream("f", "f")).values == ()


@pytest.mark.parametrize("cards", [0, 9])
def test_where_no_world_is_found_a_habit_decides(monkeypatch: pytest.MonkeyPatch, cards: int) -> None:
    match = moment("sheepshead", "lost", cards)
    assert match.turn is not None
    view = match.view(match.turn)
    monkeypatch.setattr("sheepfold.bots.imagine.TRIES", 0)
    decision = make_bot("club").choose(view, match.legal, Stream("lost", "x"))
    assert (decision.action, decision.reason) == convention(view, match.legal)
    assert decision.values == ()
