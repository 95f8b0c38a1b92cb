"""The outside opponent: it finds what can be worked out, is blind, and searches as the method says it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any

import msgspec
import pytest

from sheepfold.core.actions import Action, Pick
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions
from sheepfold.core.game import Game
from sheepfold.core.shuffle import Stream
from sheepfold.lab.duel import Duel
from sheepfold.lab.ismcts import SEALED, IsmctsBot, Nodes, Search, from_options
from sheepfold.lab.players import player
from sheepfold.play.player import Budget, thinking_for
from sheepfold.play.replay import replay
from sheepfold.play.view import View, view_of
from sheepfold.play.worlds import World, Worlds
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.random_deals import random_deal
from sheepfold.testing.secrecy import tables_of

KINDS: tuple[Nodes, ...] = ("observer", "mover")


class Moment(msgspec.Struct, frozen=True):
    """A decision of a random deal: the state, who is asked, what that seat has seen and may do."""

    game: Any
    state: Any
    seat: Seat
    view: View
    legal: tuple[Action, ...]


def moments(
    text: str, deals: int, wanted: Callable[[Game[Any], Any], bool] = lambda game, state: True
) -> Iterator[Moment]:
    """Every wanted decision with a choice of some random deals."""
    game = make_game(text)
    for number in range(deals):
        record = random_deal(game, Stream("ismcts", f"{text}/{number}"))
        done = replay(game, record.standing, record.deal, record.actions)
        for step, state in enumerate(done.states[:-1]):
            seat, legal = game.actor(state), game.legal(state)
            if seat is not None and len(legal) > 1 and wanted(game, state):
                events = [event for group in done.events[: step + 1] for event in group]
                yield Moment(game, state, seat, view_of(game, seat, events), legal)


def forced(game: Game[Any], state: Any) -> tuple[int, ...] | None:
    """What the sides are paid if nobody has a choice any more; ``None`` if somebody has."""
    while legal := game.legal(state):
        if len(legal) > 1:
            return None
        state = game.apply(state, legal[0]).state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.delta


def last_choice(game: Game[Any], state: Any) -> bool:
    """Whether all is forced after this decision."""
    return all(forced(game, game.apply(state, action).state) is not None for action in game.legal(state))


def gain(delta: Sequence[int], side: int) -> float:
    """What a side is paid more than the others."""
    return delta[side] - (sum(delta) - delta[side]) / (len(delta) - 1)


def mover(game: Game[Any], state: Any) -> int:
    seat = game.actor(state)
    assert seat is not None
    return seat


def best_everywhere(moment: Moment) -> Action | None:
    """The one action that gains more than any other, whatever is hidden: in each of many worlds, all else forced."""
    game, side = moment.game, moment.game.side_of(moment.seat)
    worlds, draws, best = Worlds(game, moment.view), Stream("best", "everywhere"), set[Action]()
    for _ in range(30):
        _, state = worlds.draw(draws)
        paid = {action: forced(game, game.apply(state, action).state) for action in moment.legal}
        values = {action: gain(delta, side) for action, delta in paid.items() if delta is not None}
        if len(values) < len(paid):
            return None
        best |= {action for action, value in values.items() if value == max(values.values())}
    return best.pop() if len(best) == 1 else None


# -- what can be worked out --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", KINDS)
@pytest.mark.parametrize("name", [name for name in GAMES if name != "grim"])
def test_the_only_winning_card_is_found(name: str, nodes: Nodes) -> None:
    """At the last choice of a deal one card is the best whatever is hidden. (A Grim is decided long before it.)"""
    found = 0
    for moment in moments(name, 300, last_choice):
        best = best_everywhere(moment)
        if best is None:
            continue
        bot = IsmctsBot(iterations=30, nodes=nodes)
        assert bot.choose(moment.view, moment.legal, Stream("x", "y")).action == best
        found += 1
        if found == 4:
            return
    raise AssertionError(f"{name}: only {found} such positions")


def paid_nothing_either_way(game: Game[Any], state: Any) -> bool:
    """Whether it is the last choice, and that of somebody who is paid the same whatever they play."""
    if not last_choice(game, state):
        return False
    side = game.side_of(mover(game, state))
    ends = [forced(game, game.apply(state, action).state) or () for action in game.legal(state)]
    return len({delta[side] for delta in ends}) == 1 < len(set(ends))


def test_a_defender_plays_against_the_contract_though_only_the_declarer_is_paid() -> None:
    found = 0
    for moment in moments("goathead", 1500, paid_nothing_either_way):
        best = best_everywhere(moment)
        if best is None:
            continue
        decision = IsmctsBot(iterations=30).choose(moment.view, moment.legal, Stream("x", "y"))
        assert decision.action == best
        assert len({value for _, value in decision.values}) > 1
        found += 1
        if found == 3:
            return
    raise AssertionError(f"only {found} such positions")


def open_value(game: Game[Any], state: Any, side: int, others: Callable[[list[int]], int]) -> int:
    """With open cards: what a side is paid that plays its best, the others choosing by what it would be paid."""
    legal = game.legal(state)
    if not legal:
        outcome = game.outcome(state)
        assert outcome is not None
        return outcome.delta[side]
    values = [open_value(game, game.apply(state, action).state, side, others) for action in legal]
    return max(values) if game.side_of(mover(game, state)) == side else others(values)


def near_the_end(game: Game[Any], state: Any) -> bool:
    """Whether five to eight cards are still to be played."""
    plays = 0
    while (legal := game.legal(state)) and plays < 9:
        state = game.apply(state, legal[0]).state
        plays += 1
    return 5 <= plays <= 8


@pytest.mark.parametrize("name", ["widderkopf", "grim"])
def test_with_open_cards_it_looks_ahead(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sides, the last tricks, no world but the true one: the card that is better than any other against anything.

    Better with the others at their worst than every other card with the others at their kindest.
    """
    found = 0
    for moment in moments(name, 600, near_the_end):
        game, side = moment.game, moment.game.side_of(moment.seat)
        after = {action: game.apply(moment.state, action).state for action in moment.legal}
        sure = {action: open_value(game, state, side, min) for action, state in after.items()}
        best = max(sure, key=sure.__getitem__)
        if any(open_value(game, after[each], side, max) >= sure[best] for each in moment.legal if each != best):
            continue
        truth = World(moment.state.deal, ()), moment.state
        monkeypatch.setattr(Worlds, "draw", lambda worlds, draws, truth=truth: truth)
        assert IsmctsBot(iterations=200).choose(moment.view, moment.legal, Stream("x", "y")).action == best
        found += 1
        if found == 3:
            return
    raise AssertionError(f"only {found} such positions")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["goathead", "widderkopf(cracking=off)", "grim", "sheepshead", "clover"])
def test_a_short_search_beats_random(text: str) -> None:
    """The same cards in both seats of every pair: better by more than two standard errors.

    Cracks said at random multiply Widderkopf's stakes by up to sixteen and would take many more pairs.
    """
    duel = Duel(text, "ismcts(iterations=12)", "random", "short")
    figures = [duel.do(number).figure for number in range(24)]
    assert fmean(figures) > 2 * stdev(figures) / len(figures) ** 0.5


# -- what it is given and what it does with it -------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_of_every_table(name: str) -> None:
    """A legal decision, with a value for whatever was tried, in every phase in which there is something to decide."""
    asked = set()
    for text in tables_of(name):
        seen = set()
        for moment in moments(text, 6):
            if moment.view.phase in seen:
                continue
            seen.add(moment.view.phase)
            for nodes in KINDS:
                bot = IsmctsBot(iterations=len(moment.legal) + 4, nodes=nodes)
                decision = bot.choose(moment.view, moment.legal, Stream("phase", text))
                assert decision.action in moment.legal
                assert {action for action, _ in decision.values} == set(moment.legal), "each is tried before any twice"
        asked |= seen
    assert asked == set(GAMES[name].phases)


@pytest.mark.parametrize("nodes", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_twin_worlds_get_the_same_decision(name: str, nodes: Nodes) -> None:
    """Another world that the seat cannot tell from the truth, played out anew: the same decision byte for byte."""
    bot, differ = IsmctsBot(iterations=25, nodes=nodes), 0
    for number, moment in enumerate(moments(name, 3)):
        if number % 4:
            continue
        draws = Stream("twin", str(number))
        world = Worlds(moment.game, moment.view).sample(draws)
        assert moment.view.standing is not None
        there = replay(moment.game, moment.view.standing, world.deal, world.actions)
        differ += there.state != moment.state
        view = view_of(moment.game, moment.seat, there.all_events)
        here = bot.choose(moment.view, moment.legal, Stream("same", "numbers"))
        twin = bot.choose(view, moment.game.legal(there.state), Stream("same", "numbers"))
        assert msgspec.json.encode(here) == msgspec.json.encode(twin)
    assert differ > 5


def test_the_same_numbers_give_the_same_decision() -> None:
    bot = IsmctsBot(iterations=60)
    moment = next(each for each in moments("sheepshead", 5) if each.view.phase == "tricks")
    first, again = (bot.choose(moment.view, moment.legal, Stream("a", "b")) for _ in range(2))
    other = bot.choose(moment.view, moment.legal, Stream("a", "c"))
    assert first == again
    assert first.values != other.values


def test_the_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are iterations, seconds are of the processor and a limit of their own."""
    moment = next(moments("goathead", 1))
    bot = IsmctsBot(iterations=33)

    def playouts(budget: Budget) -> int:
        reason = str(bot.choose(moment.view, moment.legal, Stream("a", "b"), budget).reason)
        return int(reason.partition(" playouts")[0].rpartition(" ")[2])

    assert playouts(Budget()) == 33
    assert playouts(Budget(worlds=7)) == 7
    ticks = iter(range(100_000))
    monkeypatch.setattr("time.thread_time", lambda: next(ticks) / 4)
    assert playouts(thinking_for(10.0)) == 40
    assert playouts(Budget(seconds=10.0)) == 33
    assert playouts(thinking_for(0.001)) == 1
    assert playouts(Budget(seconds=10.0, worlds=5)) == 5


def test_one_legal_action_costs_nothing() -> None:
    """Nothing is drawn from the stream either."""
    moment = next(moments("clover", 1))
    stream = Stream("a", "b")
    assert IsmctsBot().choose(moment.view, moment.legal[:1], stream).action == moment.legal[0]
    assert stream.below(1 << 32) == Stream("a", "b").below(1 << 32)


# -- the tree ----------------------------------------------------------------------------------------------------------


def search(moment: Moment, nodes: Nodes, iterations: int, c: float = 0.7) -> Any:
    """A search that has run; its tree is looked into below."""
    run: Any = Search(moment.game, moment.view, moment.legal, Random(1), c, nodes)
    for _ in range(iterations):
        run.iterate()
    return run


@pytest.mark.parametrize("nodes", KINDS)
def test_each_iteration_is_counted_once(nodes: Nodes) -> None:
    """Visits at the root add up to the iterations, and nothing is tried more often than it could be."""
    for name in GAMES:
        run = search(next(moments(name, 1)), nodes, 50)
        assert sum(edge.visits for edge in run._root.values()) == run.iterations == 50
        assert all(edge.available == 50 for edge in run._root.values()), "at the root everything is always legal"
        assert len(run._tree) <= 50, "one node an iteration"
        edges = [edge for node in run._tree.values() for edge in node.values()]
        assert all(edge.visits <= edge.available for edge in edges)


def test_what_is_hidden_is_one_edge_for_the_observer() -> None:
    """Widderkopf: the one who discards first does not see what the other lays down, though each world knows."""
    asked = (moment for moment in moments("widderkopf", 20) if moment.view.phase == "discard")
    moment = next(each for each in asked if each.game.phase(after(each)) == "discard")
    edges = [set(node) for node in search(moment, "observer", 80)._tree.values() if node]
    assert {None} in edges
    assert not any(type(action) in SEALED for names in edges for action in names)
    assert not any(None in node for node in search(moment, "mover", 80)._tree.values())


def after(moment: Moment) -> Any:
    return moment.game.apply(moment.state, moment.legal[0]).state


def test_the_blind_one_picks_is_news() -> None:
    """Sheepshead: after the own pick every blind has a node of its own, for the picker will know it."""
    moment = next(each for each in moments("sheepshead", 3) if each.view.phase == "bidding")
    run = search(moment, "observer", 60)
    picked = run._root[Pick()]
    after_pick = [key for key in run._tree if any(getattr(event, "phase", "") == "bury" for event in key[-1])]
    assert picked.visits > 10
    assert len(after_pick) > picked.visits // 2


@pytest.mark.parametrize("name", GAMES)
def test_sealed_actions_stand_alone(name: str) -> None:
    """The search looks at the first action only to know whether all are sealed."""
    for text in tables_of(name)[:6]:
        for moment in moments(text, 4):
            assert len({type(action) in SEALED for action in moment.legal}) == 1


def test_exploration_spreads_the_tries() -> None:
    """With none the first good impression stays; with much everything is tried alike."""
    moment = next(each for each in moments("grim", 5) if each.view.phase == "tricks" and len(each.legal) > 3)
    greedy, curious = (sorted(e.visits for e in search(moment, "observer", 200, c)._root.values()) for c in (0, 50))
    assert greedy[-1] > 2 * curious[-1]
    assert curious[-1] - curious[0] <= 5


# -- names and options -------------------------------------------------------------------------------------------------


def test_the_laboratory_knows_it_by_name() -> None:
    assert player("ismcts").name == "ismcts"
    text = "ismcts(iterations=5,c=1.5,nodes=mover)"
    assert player(text).name == text
    assert from_options({"c": "1.5"}).name == "ismcts(c=1.5)"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"iterations": "0"}, "at least one iteration, not 0"),
        ({"iterations": "many"}, "iterations of ismcts is a number, not 'many'"),
        ({"c": "-1"}, "must be 0 or more, not -1.0"),
        ({"c": "nan"}, "must be 0 or more, not nan"),
        ({"nodes": "all"}, "observer or mover, not of 'all'"),
        ({"depth": "3"}, "no option 'depth'; it has iterations, c, nodes"),
    ],
)
def test_bad_options_are_refused_in_words(written: dict[str, str], said: str) -> None:
    with pytest.raises(BadOptions, match=said) as refused:
        from_options(written)
    assert refused.value.code == "ismcts_option"
