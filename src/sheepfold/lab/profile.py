"""How a player plays when it sits in every seat: rates, points by role, and what a seat or a right is worth.

The deals are at a level score with the dealer going round, unless a game has other tables (``lab.figures.deals``).
Measures that only one game has are in ``lab.figures.measures``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from msgspec import Struct

from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import ROLES, DealFacts, deal_facts
from sheepfold.lab.deals import game_of, play_deal, seed_of
from sheepfold.lab.digest import code_digest
from sheepfold.lab.figures.deals import deal_figures
from sheepfold.lab.figures.measures import own_measures
from sheepfold.lab.figures.measures.base import OVER_OTHERS, Measure, over_others, share
from sheepfold.lab.ledger import Header
from sheepfold.lab.players import player
from sheepfold.lab.stats import mean


class ProfileLine(Struct, frozen=True):
    """A finished deal."""

    number: int
    facts: DealFacts


class Profile(Struct, frozen=True):
    """What is to be measured: one player in all seats."""

    game: str
    player: str
    seed: str

    @property
    def header(self) -> Header:
        """All that decides the deals."""
        game = game_of(self.game)
        rules = {"game": game.options.text(), "rules": game.rules_version}
        name = player(self.player).name
        return {"what": "profile", **rules, "player": name, "seed": self.seed, "code": self.code}

    @property
    def code(self) -> str:
        """The digest of the game and the player."""
        return code_digest(game_of(self.game).id, player(self.player))

    @property
    def line_type(self) -> type[ProfileLine]:
        """Lines are deals."""
        return ProfileLine

    def do(self, number: int) -> ProfileLine:
        """Play a deal."""
        game = game_of(self.game)
        seated = [player(self.player)] * game.seats
        deal = play_deal(game, profile_standing(game, number), seed_of(self.seed, number), seated)
        return ProfileLine(number, deal_facts(game, deal))


def profile_standing(game: Game[Any], number: int) -> Standing:
    """The table of a deal."""
    return deal_figures(game.id).standing(game, number)


# -- measures ----------------------------------------------------------------------------------------------------------


class ProfileReport(Struct, frozen=True):
    """The profile of a player."""

    profile: Header
    deals: int
    decisions: int
    measures: tuple[Measure, ...]


def report(profile: Profile, lines: Sequence[ProfileLine]) -> ProfileReport:
    """Sum a profile up."""
    game = game_of(profile.game)
    deals = [line.facts for line in lines]
    measures = (*_contracts(deals), *_roles(deals), *_lead(game, deals), *own_measures(game, deals))
    return ProfileReport(profile.header, len(deals), sum(deal.decisions for deal in deals), measures)


def _contracts(deals: Sequence[DealFacts]) -> Iterator[Measure]:
    kinds = sorted({deal.kind for deal in deals})
    for kind in kinds:
        yield Measure("contracts, of all deals", kind, "rate", share([deal.kind == kind for deal in deals]))
    for kind in kinds:
        made = [deal.made for deal in deals if deal.kind == kind and deal.made is not None]
        if made:
            yield Measure("made, of those declared", kind, "rate", share(made))
    made = [deal.made for deal in deals if deal.made is not None]
    yield Measure("made, of those declared", "all", "rate", share(made))


def _roles(deals: Sequence[DealFacts]) -> Iterator[Measure]:
    """Points by role; the seats of a role in one deal are not independent, so their mean is the observation."""
    for role in ROLES:
        seats = ([got for seat, got in enumerate(deal.delta) if deal.role(seat) == role] for deal in deals)
        found = [fmean(got) for got in seats if got]
        if found:
            yield Measure("game points per deal and seat", role, "points", mean(found))
    points = [deal.more["side_points"] for deal in deals if "side_points" in deal.more]
    if points:
        yield Measure("card points", "declaring side", "count", mean(points))


def _lead(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    kinds: dict[str, list[float]] = {"first lead": []}
    for deal in deals:
        if deal.leader is not None:
            margin = over_others(game, deal, deal.leader)
            kinds["first lead"].append(margin)
            if deal.declarer is None:
                kinds.setdefault(f"first lead, {deal.kind}", []).append(margin)
    for name, margins in kinds.items():
        yield Measure(OVER_OTHERS, name, "points", mean(margins))
