"""Two players on paired deals: which is stronger, by how many game points per deal, and how sure that is.

A pair is one deal played twice: the seats that A has in the first playing B has in the second. The figure of a pair is
the mean over the seats of what the seat's side got with A on it less what it got with B on it. It follows that the
mean figure is how many points per deal A's seats scored above B's, over the same cards, dealers and places; where
teams score, what A's team scored more than B's. A duel of a player with itself gives exactly zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Literal, TypeAlias

from msgspec import Struct

from sheepfold.lab.deal_facts import ROLES, DealFacts, Role, deal_facts
from sheepfold.lab.deals import Finished, game_of, level_standing, play_deal, seats_of_first, seed_of
from sheepfold.lab.digest import code_digest
from sheepfold.lab.ledger import Header
from sheepfold.lab.players import player
from sheepfold.lab.stats import Estimate, least_effect, mean, quantile
from sheepfold.play.player import NO_LIMIT, Budget

Place: TypeAlias = Literal[0, 1]
"""Which of the two players: 0 is A, 1 is B."""


class Playing(Struct, frozen=True, omit_defaults=True):
    """One of the two playings of a pair: who had which seats, and what came of it."""

    seats_of_a: tuple[int, ...]
    facts: DealFacts


class PairLine(Struct, frozen=True, omit_defaults=True):
    """A finished pair. ``wall`` and ``cpu`` are the times of the decisions of A and of B, in microseconds."""

    number: int
    figure: float
    playings: tuple[Playing, Playing]
    wall: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    cpu: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


class Duel(Struct, frozen=True):
    """What is to be measured. ``budget`` holds for every decision of both."""

    game: str
    a: str
    b: str
    seed: str
    budget: Budget = NO_LIMIT

    @property
    def header(self) -> Header:
        """All that decides the pairs."""
        game = game_of(self.game)
        limits = {"worlds": self.budget.worlds, "nodes": self.budget.nodes, "seconds": self.budget.seconds}
        budget = {name: limit for name, limit in limits.items() if limit is not None}
        names = {"a": player(self.a).name, "b": player(self.b).name}
        rules = {"game": game.options.text(), "rules": game.rules_version}
        return {"what": "duel", **rules, **names, "seed": self.seed, "budget": budget, "code": self.code}

    @property
    def code(self) -> str:
        """The digest of the game and both players."""
        return code_digest(game_of(self.game).id, player(self.a), player(self.b))

    @property
    def line_type(self) -> type[PairLine]:
        """Lines are pairs."""
        return PairLine

    def do(self, number: int) -> PairLine:
        """Play a pair."""
        game = game_of(self.game)
        some = seats_of_first(game, number)
        others = tuple(seat for seat in range(game.seats) if seat not in some)
        deals = (self._play(number, some), self._play(number, others))
        first, second = (deal_facts(game, deal) for deal in deals)
        thoughts = [
            (int(thought.seat not in seats), thought)
            for seats, deal in zip((some, others), deals, strict=True)
            for thought in deal.thoughts
        ]
        wall_a, wall_b = (tuple(each.wall for who, each in thoughts if who == place) for place in (0, 1))
        cpu_a, cpu_b = (tuple(each.cpu for who, each in thoughts if who == place) for place in (0, 1))
        return PairLine(
            number,
            figure(first.delta, second.delta, some),
            (Playing(some, first), Playing(others, second)),
            (wall_a, wall_b),
            (cpu_a, cpu_b),
        )

    def _play(self, number: int, seats_of_a: Sequence[int]) -> Finished:
        game = game_of(self.game)
        a, b = player(self.a), player(self.b)
        seated = [a if seat in seats_of_a else b for seat in range(game.seats)]
        return play_deal(game, level_standing(game, number), seed_of(self.seed, number), seated, self.budget)


def figure(first: Sequence[int], second: Sequence[int], some: Sequence[int]) -> float:
    """The figure of a pair from what each seat got in both playings, where A had ``some`` of the seats first.

    >>> figure((4, -4, 4, -4), (-4, 4, -4, 4), (0, 2))
    8.0
    """
    return fmean(
        one - other if seat in some else other - one
        for seat, (one, other) in enumerate(zip(first, second, strict=True))
    )


# -- the report --------------------------------------------------------------------------------------------------------


class RoleReport(Struct, frozen=True):
    """How often a player was in a role, of all its seats in all deals, and what it got there."""

    seats: int
    share: float
    points: float | None


class ContractReport(Struct, frozen=True):
    """The contracts of a kind that a player declared, and the share of them that it made."""

    declared: int
    made: float
    points: float


class PlayerReport(Struct, frozen=True):
    """What one player did. ``passed``: the share of its seats that said nothing but pass.

    Rates have no interval: those of one deal, played twice, are not independent.
    """

    name: str
    seats: int
    points: float | None
    passed: float | None
    declared: int
    made: float | None
    roles: dict[Role, RoleReport]
    contracts: dict[str, ContractReport]


class TimeReport(Struct, frozen=True):
    """Times of the decisions in which there was something to choose, in milliseconds.

    Those of the processor do not suffer from what else the machine does, but count the threads of a player together.
    """

    name: str
    decisions: int
    mean: float | None = None
    p95: float | None = None
    most: float | None = None
    cpu_mean: float | None = None
    cpu_p95: float | None = None


class DuelReport(Struct, frozen=True):
    """The result. ``points`` is of A over B; everything but ``times`` depends on the duel and the pairs only."""

    duel: Header
    pairs: int
    deals: int
    points: Estimate
    least_effect: float | None
    players: tuple[PlayerReport, PlayerReport]
    times: tuple[TimeReport, TimeReport]


def report(duel: Duel, lines: Sequence[PairLine]) -> DuelReport:
    """Sum a duel up."""
    figures = [line.figure for line in lines]
    header = duel.header
    return DuelReport(
        duel=header,
        pairs=len(lines),
        deals=2 * len(lines),
        points=mean(figures),
        least_effect=least_effect(figures),
        players=(_player(header["a"], lines, 0), _player(header["b"], lines, 1)),
        times=(_times(header["a"], lines, 0), _times(header["b"], lines, 1)),
    )


def _player(name: str, lines: Sequence[PairLine], place: Place) -> PlayerReport:
    seats = 0
    passed = 0
    roles: dict[Role, list[int]] = {role: [] for role in ROLES}
    contracts: dict[str, list[int]] = defaultdict(list)
    for playing in (playing for line in lines for playing in line.playings):
        facts = playing.facts
        own = [seat for seat in range(len(facts.delta)) if (seat in playing.seats_of_a) == (place == 0)]
        seats += len(own)
        passed += sum(seat in facts.passed for seat in own)
        for seat in own:
            roles[facts.role(seat)].append(facts.delta[seat])
        if facts.declarer in own:
            assert facts.declarer is not None
            contracts[facts.kind].append(facts.delta[facts.declarer])
    declared = [points for kind in contracts.values() for points in kind]
    return PlayerReport(
        name=name,
        seats=seats,
        points=_mean([points for role in roles.values() for points in role]),
        passed=passed / seats if seats else None,
        declared=len(declared),
        made=_made(declared) if declared else None,
        roles={role: RoleReport(len(got), len(got) / seats, _mean(got)) for role, got in roles.items() if got},
        contracts={kind: _contract(contracts[kind]) for kind in sorted(contracts)},
    )


def _contract(points: Sequence[int]) -> ContractReport:
    return ContractReport(len(points), _made(points), fmean(points))


def _made(points: Sequence[int]) -> float:
    """The share of contracts that their declarers gained by."""
    return sum(each > 0 for each in points) / len(points)


def _times(name: str, lines: Sequence[PairLine], place: Place) -> TimeReport:
    wall = [each / 1000 for line in lines for each in line.wall[place]]
    cpu = [each / 1000 for line in lines for each in line.cpu[place]]
    if not wall:
        return TimeReport(name, 0)
    return TimeReport(name, len(wall), fmean(wall), quantile(wall, 0.95), max(wall), fmean(cpu), quantile(cpu, 0.95))


def _mean(values: Sequence[int]) -> float | None:
    return fmean(values) if values else None
