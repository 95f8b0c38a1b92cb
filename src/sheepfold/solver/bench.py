"""How fast the kernel is, beside DDS and colver in the same run: ``rows`` measures, ``show`` prints.

Every contender gets the same deals, in turn block by block, so that a busy machine hurts all alike and each finds its
own memory warm; CPU time of this thread. The ratio, not the number, is what a document may quote.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from sheepfold.core.cards import DECK32, DECK36, SUITS, Card, card, mask_of
from sheepfold.core.game import TrickProblem
from sheepfold.core.order import Order, make_order
from sheepfold.core.trick import Duty
from sheepfold.solver.endings import HIGH, clover_melds, deal, orders
from sheepfold.solver.face import playouts, reaches, solve, solve_all

Ask = Callable[[Any], Any]
BLOCK = 25


class Row(Struct, frozen=True):
    """One task: CPU milliseconds per deal (or playouts per second) of the kernel and of a peer, ours over theirs."""

    task: str
    unit: str
    deals: int
    mean: float
    median: float
    p99: float
    peer: str = ""
    peer_mean: float | None = None
    peer_median: float | None = None
    peer_p99: float | None = None
    ratio: float | None = None
    ratio_p99: float | None = None
    note: str = ""


def _timed(ask: Ask, argument: Any) -> tuple[float, Any]:
    begin = time.thread_time()
    answer = ask(argument)
    return 1e3 * (time.thread_time() - begin), answer


def _three(times: Sequence[float]) -> tuple[float, float, float]:
    ordered = sorted(times)
    return (
        statistics.fmean(ordered),
        statistics.median(ordered),
        ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))],
    )


def measure(
    task: str, deals: Sequence[Any], ours: Ask, peer: str = "", theirs: Ask | None = None, note: str = ""
) -> Row:
    """Time both on every deal; ``deals`` are pairs (ours, theirs)."""
    own: list[float] = []
    other: list[float] = []
    for first in range(0, len(deals), BLOCK):
        block = deals[first : first + BLOCK]
        own += [_timed(ours, mine)[0] for mine, _ in block]
        if theirs is not None:
            other += [_timed(theirs, yours)[0] for _, yours in block]
    mean, median, p99 = _three(own)
    if not other:
        return Row(task, "ms", len(own), mean, median, p99, note=note)
    a, b, c = _three(other)
    return Row(task, "ms", len(own), mean, median, p99, peer, a, b, c, mean / a, p99 / c, note)


# -- plain tricks beside DDS -------------------------------------------------------------------------------------------


def plain_order(trump: int | None) -> Order:
    """Natural ranks, one suit or none as trumps."""
    trumps = [] if trump is None else [card(trump, rank) for rank in HIGH if rank > 0]
    return make_order(DECK32, trumps=trumps, plain=HIGH, values={})


def dds_deal(problem: TrickProblem, trump: int | None) -> Any:
    """The same deal for DDS."""
    from endplay.types import Deal, Denom, Player

    ranks = "?789TJQKA"
    hands = [
        ".".join("".join(ranks[r] for r in range(8, 0, -1) if hand >> card(suit, r) & 1) for suit in (1, 2, 3, 0))
        for hand in problem.hands
    ]
    made = Deal("N:" + " ".join(hands))
    made.trump = {None: Denom.nt, 0: Denom.clubs, 1: Denom.spades, 2: Denom.hearts, 3: Denom.diamonds}[trump]
    made.first = Player(problem.leader)
    return made


def dds_values(solved: Any) -> dict[Card, int]:
    """What DDS says of every card."""
    ranks = {text: rank for rank, text in enumerate("?789TJQKA")}
    return {card("♣♠♥♦".index(c.suit.abbr), ranks[c.rank.abbr]): tricks for c, tricks in solved}


def plain_rows(number: int) -> Iterator[Row]:
    """Plain tricks, 8 cards a hand: the value, and every legal card."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode

    for name, trump in (("no trump", None), ("suit", 2)):
        rng = random.Random(11)
        order = plain_order(trump)
        problems = [deal(order, rng) for _ in range(number)]
        pairs = [(problem, dds_deal(problem, trump)) for problem in problems]
        one, every = partial(solve, count="tricks"), partial(solve_all, count="tricks")
        yield measure(f"tricks, {name}", pairs, one, "DDS", lambda d: solve_board(d, SolveMode.OptimalOne))
        yield measure(f"tricks, {name}, every card", pairs, every, "DDS", lambda d: solve_board(d, SolveMode.Default))


# -- points ------------------------------------------------------------------------------------------------------------


def sheepshead_deal(rng: random.Random) -> TrickProblem:
    """Five players, six cards, diamonds trumps: a called ace with its holder, a picker who holds the suit."""
    while True:
        problem = deal(orders()[5 * 3], rng, seats=5, size=6, sides=(0,) * 5)
        picker = rng.randrange(5)
        for suit in SUITS:
            ace, own = card(suit, 8), problem.hands[picker] & problem.order.classes[suit]
            holder = next((s for s, hand in enumerate(problem.hands) if hand >> ace & 1), picker)
            if own and holder != picker and problem.order.cls[ace] == suit:
                sides = tuple(int(seat in (picker, holder)) for seat in range(5))
                return replace(problem, sides=sides, duties=(Duty(picker, suit, own), Duty(holder, suit, 1 << ace)))


def points_rows(number: int) -> Iterator[Row]:
    """Card points: exact and "at least 61?"."""
    rng = random.Random(12)
    order = orders()[0]
    tables = (
        ("Goathead, 2 against 2", [deal(order, rng) for _ in range(number)], 0),
        ("Goathead, 1 against 3", [deal(order, rng, sides=(1, 0, 0, 0)) for _ in range(number)], 1),
        ("Sheepshead, 2 against 3", [sheepshead_deal(rng) for _ in range(number)], 1),
    )
    for name, problems, side in tables:
        pairs = [(problem, None) for problem in problems]
        yield measure(f"{name}, exact", pairs, partial(solve, side=side))
        yield measure(f"{name}, at least 61?", pairs, partial(reaches, target=61, side=side))


def colver_card(name: str) -> Card:
    """Our number of a card as colver writes it, like ``10♠``."""
    ranks = {"7": 1, "8": 2, "9": 3, "10": 4, "T": 4, "J": 5, "Q": 6, "K": 7, "A": 8}
    return card("♣♠♥♦".index(name[-1]), ranks[name[:-1]])


def clover_rows(number: int) -> Iterator[Row]:
    """Clover beside colver, which solves Belote (four suits in one call) on the same cards."""
    import colver

    order = orders()[1]
    plain, melds, spent = [], [], []
    for seed in range(number):
        env = colver.Env.deal(dealer=seed % 4, seed=seed)
        hands = tuple(mask_of(colver_card(env.card_name(c)) for c in hand) for hand in env.get_hands())
        seat = (seed + 1) % 4
        problem = TrickProblem(order, hands, seat, (), (0,) * 4, (0,) * 4, (0, 1, 0, 1), last_trick=-2)
        plain.append((problem, env))
        prices = clover_melds(order, random.Random(1))
        melds.append((replace(problem, melds=replace(prices, spent=0)), env))
        spent.append((replace(problem, melds=prices), env))
    note = "colver: its own game, a quarter of solve_all_suits"
    row = measure("Clover, exact", plain, partial(solve, side=0), "colver", lambda e: e.solve_all_suits(), note)
    yield _quarter(row)
    with_melds = partial(solve, side=0, count="points and melds")
    for name, pairs in (("exact", melds), ("eight cards spent", spent)):
        some = pairs[: max(number // 2, 1)]
        task = f"Clover with trick melds, {name}"
        yield _quarter(measure(task, some, with_melds, "colver", lambda e: e.solve_all_suits(), note))
    majority = partial(reaches, target=76, side=0)
    yield measure("Clover, at least 76?", plain, majority)


def _quarter(row: Row) -> Row:
    a, b, c = row.peer_mean or 0, row.peer_median or 0, row.peer_p99 or 0
    return replace(
        row, peer_mean=a / 4, peer_median=b / 4, peer_p99=c / 4, ratio=4 * row.mean / a, ratio_p99=4 * row.p99 / c
    )


def widderkopf_deal(rng: random.Random) -> TrickProblem:
    """Two players, 17 tricks, five piles each, one card discarded to the other's pile."""
    order = next(o for o in orders() if sum(mask.bit_count() for mask in o.classes) == len(DECK36))
    cards = rng.sample(DECK36.cards, 36)
    piles, hands, points = [], [], [0, 0]
    for seat in range(2):
        own = cards[18 * seat : 18 * seat + 18]
        piles += [(seat, own[i], own[5 + i]) for i in range(5)]
        hands.append(mask_of(own[:5] + own[10:17]))
        points[1 - seat] = order.value[own[17]]
    return TrickProblem(order, tuple(hands), rng.randrange(2), (), tuple(points), (0, 0), (0, 1), piles=tuple(piles))


def widderkopf_row(number: int) -> Row:
    """Widderkopf from the first lead with open cards."""
    rng = random.Random(13)
    pairs = [(widderkopf_deal(rng), None) for _ in range(number)]
    return measure("Widderkopf, 17 tricks, at least 61?", pairs, partial(reaches, target=61, side=0))


# -- playouts ----------------------------------------------------------------------------------------------------------


def colver_rollouts() -> Callable[[int], Any]:
    """colver's own random rollouts from the first card of a deal."""
    import colver

    env = colver.Env.deal(dealer=0, seed=1)
    env.set_contract(0, 80, 0, 0)
    env.set_phase_playing()
    rollout: Callable[[int], Any] = env.rollout
    return rollout


def open_spiel_rollouts() -> Callable[[int], Any]:
    """OpenSpiel's native rollouts of oh_hell with eight tricks; a search of one simulation reaches them."""
    import pyspiel

    game = pyspiel.load_game("oh_hell", {"players": 4, "num_tricks_fixed": 8})
    state, rng, bids = game.new_initial_state(), random.Random(1), 0
    while state.is_chance_node() or bids < 4:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            bids += 1

    def rollouts(many: int) -> None:
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(many, 1), 2.0, 1, 1, False, 1, False).step(state)

    return rollouts


def playout_rows(rounds: int = 5) -> Iterator[Row]:
    """Random playouts of 32 cards per second, beside the rollouts of peers, and over two threads."""
    problem, many = deal(orders()[1], random.Random(14)), 200_000
    contenders: dict[str, tuple[int, Callable[[int], Any]]] = {
        "one thread": (many, partial(playouts, problem)),
        "two threads": (many, partial(playouts, problem, threads=2)),
    }
    if find_spec("colver"):
        contenders["colver"] = (many // 4, colver_rollouts())
    if find_spec("pyspiel"):
        contenders["OpenSpiel oh_hell"] = (many // 20, open_spiel_rollouts())
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, (number, play) in contenders.items():
            begin = time.perf_counter()
            play(number)
            best[name] = max(best[name], number / (time.perf_counter() - begin))
    for peer in ("colver", "OpenSpiel oh_hell"):
        if peer in best:
            yield _speed_row("playouts, one thread", best["one thread"], peer, best[peer])
    yield _speed_row("playouts, two threads", best["two threads"], "one thread", best["one thread"])


def _speed_row(task: str, ours: float, peer: str, theirs: float) -> Row:
    note = "best of the rounds; more is better"
    return Row(task, "a second", 1, ours, ours, ours, peer, theirs, theirs, theirs, ours / theirs, None, note)


# -- all ---------------------------------------------------------------------------------------------------------------


def rows(number: int = 200) -> Iterator[Row]:
    """Every task, about that many deals each; peers that are not installed are left out with a note."""
    solve(deal(orders()[0], random.Random(1), size=2))
    if find_spec("endplay"):
        yield from plain_rows(number)
    else:
        yield Row("tricks", "ms", 0, 0, 0, 0, note="endplay is not installed: pip install 'sheepfold[bench]'")
    yield from points_rows(max(number // 2, 1))
    if find_spec("colver"):
        yield from clover_rows(max(number // 2, 1))
    else:
        yield Row("Clover", "ms", 0, 0, 0, 0, note="colver is not installed: pip install 'sheepfold[bench]'")
    yield widderkopf_row(max(number // 10, 1))
    yield from playout_rows()


def as_json(found: Sequence[Row]) -> str:
    """The rows for machines."""
    return json.dumps([to_builtins(row) for row in found], indent=2)


def as_table(found: Sequence[Row]) -> Any:
    """The rows as a table to print with rich."""
    from rich.table import Table

    table = Table(title="The kernel beside its peers (CPU time, one thread; ratio = ours / theirs)")
    for head in ("task", "mean", "median", "p99", "peer", "mean", "median", "p99", "ratio", "ratio p99"):
        words = head in ("task", "peer")
        table.add_column(head, justify="left" if words else "right", no_wrap=words)
    for row in found:
        show = _figure if row.unit == "ms" else _speed
        cells = [show(row.mean), show(row.median), show(row.p99)]
        peer = [row.peer or row.note, show(row.peer_mean), show(row.peer_median), show(row.peer_p99)]
        ratio = [f"{r:.2f}" if r is not None else "" for r in (row.ratio, row.ratio_p99)]
        table.add_row(f"{row.task} ({row.unit})", *cells, *peer, *ratio)
    return table


def _figure(ms: float | None) -> str:
    return "" if ms is None else f"{ms:.3f}" if ms < 10 else f"{ms:.1f}"


def _speed(each: float | None) -> str:
    return "" if each is None else f"{each / 1e6:.2f} M"
