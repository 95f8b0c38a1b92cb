"""How a player plays when it sits in every seat: rates, points by role, and what a seat or a right is worth.

The deals are at a level score with the dealer going round. In Widderkopf the lower score names the trumps, at a level
score the non-dealer, who also leads; so there in every second round of dealers the dealer is one point behind and names
them. Thus leading and choosing do not go together, and the mean over all deals shows each alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.lab.deal_facts import ROLES, DealFacts, deal_facts
from sheepfold.lab.deals import game_of, level_standing, play_deal, seed_of
from sheepfold.lab.digest import code_digest
from sheepfold.lab.ledger import Header
from sheepfold.lab.players import player
from sheepfold.lab.stats import Estimate, mean, rate, ratio


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
    standing = level_standing(game, number)
    if game.id == "widderkopf" and number // game.seats % 2:
        return replace(standing, scores=tuple(int(seat != standing.dealer) for seat in range(game.seats)))
    return standing


# -- measures ----------------------------------------------------------------------------------------------------------

Unit: TypeAlias = Literal["rate", "points", "count"]
"""A share, game points won or lost, or something that is merely counted."""


class Measure(Struct, frozen=True, omit_defaults=True):
    """One line of a profile; ``published`` is a figure that others have given for the same thing."""

    group: str
    name: str
    unit: Unit
    estimate: Estimate
    published: float | None = None


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
    own = OWN.get(game.id)
    measures = (*_contracts(deals), *_roles(deals), *_lead(game, deals), *(own(game, deals) if own else ()))
    return ProfileReport(profile.header, len(deals), sum(deal.decisions for deal in deals), measures)


def _share(hits: Sequence[bool]) -> Estimate:
    return rate(sum(hits), len(hits))


def _contracts(deals: Sequence[DealFacts]) -> Iterator[Measure]:
    kinds = sorted({deal.kind for deal in deals})
    for kind in kinds:
        yield Measure("contracts, of all deals", kind, "rate", _share([deal.kind == kind for deal in deals]))
    for kind in kinds:
        made = [deal.made for deal in deals if deal.kind == kind and deal.made is not None]
        if made:
            yield Measure("made, of those declared", kind, "rate", _share(made))
    made = [deal.made for deal in deals if deal.made is not None]
    yield Measure("made, of those declared", "all", "rate", _share(made))


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


OVER_OTHERS = "game points over the others"


def over_others(game: Game[Any], deal: DealFacts, seat: int) -> float:
    """What a seat got more than the other team or, where there are no teams, than the other seats on average."""
    teams = game.teams is not None
    others = [got for other, got in enumerate(deal.delta) if ((other - seat) % 2 if teams else other != seat)]
    return deal.delta[seat] - fmean(others)


# -- what only one game has --------------------------------------------------------------------------------------------


def _widderkopf(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    """What choosing trumps and cracking are worth; a chain of calls doubles the value of the deal with every word."""
    choosing = [over_others(game, deal, deal.declarer) for deal in deals if deal.declarer is not None]
    yield Measure(OVER_OTHERS, "choosing trumps", "points", mean(choosing))
    cracked = [deal for deal in deals if deal.more["calls"]]
    yield Measure("cracks", "cracked, of all deals", "rate", rate(len(cracked), len(deals)))
    for calls, word in enumerate(("recrack", "crackback", "corner"), 2):
        longer = _share([deal.more["calls"] >= calls for deal in deals])
        yield Measure("cracks", f"with a {word}, of all deals", "rate", longer)
    margins = [over_others(game, deal, deal.more["cracker"]) for deal in cracked]
    simple = [margin / 2 ** deal.more["calls"] for margin, deal in zip(margins, cracked, strict=True)]
    gains = [margin - single for margin, single in zip(margins, simple, strict=True)]
    yield Measure("cracks", "cracker wins", "rate", rate(sum(margin > 0 for margin in margins), len(margins)))
    yield Measure("cracks", "cracker over the other", "points", mean(margins))
    yield Measure("cracks", "the same at the simple value", "points", mean(simple))
    yield Measure("cracks", "gain by the calls", "points", mean(gains))
    calm = [over_others(game, deal, deal.dealer) for deal in deals if not deal.more["calls"]]
    yield Measure("cracks", "dealer over the other where nobody cracked", "points", mean(calm))


def _grim(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    for auction in (1, 2, 3):
        ended = [deal.declarer is not None and deal.more["auction"] == auction for deal in deals]
        yield Measure("auctions, of all deals", f"bid in auction {auction}", "rate", _share(ended))
    won = [deal.delta[deal.leader] > 0 for deal in deals if deal.kind == "make5" and deal.leader is not None]
    yield Measure("Make-5", "won by the leading team", "rate", _share(won))


def _clover(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    played = [deal for deal in deals if deal.declarer is not None]
    written = [deal.more["written"] for deal in played]
    share = ratio([deal.more["melds_written"] for deal in played], written)
    yield Measure("melds", "share of the score", "rate", share)
    yield Measure("melds", "score of a deal, both teams", "count", mean(written))
    yield Measure("melds", "meld points of a deal before any are crossed out", "count", mean(_more(played, "melds")))


PUBLISHED = {"picks": 0.329, "alone": 0.066, "leaster": 0.092}
"""Of a trained player at five players with called ace and leaster; only a rate for each time asked fits the first."""


def _sheepshead(game: Game[Any], deals: Sequence[DealFacts]) -> Iterator[Measure]:
    known: Mapping[str, float] = PUBLISHED if game.options.text() == "sheepshead" else {}
    picked = [deal for deal in deals if deal.declarer is not None]
    picks = ratio([float(deal.declarer is not None) for deal in deals], _more(deals, "asked"))
    alone = _share([not deal.partners for deal in picked])
    forced = _share([bool(deal.more["forced"]) for deal in picked])
    leaster = _share([deal.kind == "leaster" for deal in deals])
    group = "picking"
    yield Measure(group, "picks, of all times asked", "rate", picks, known.get("picks"))
    yield Measure(group, "without a partner, of all picks", "rate", alone, known.get("alone"))
    yield Measure(group, "for want of a card to call, of all picks", "rate", forced)
    yield Measure(group, "leaster, of all deals", "rate", leaster, known.get("leaster"))
    yield Measure(group, "picked, of all deals", "rate", rate(len(picked), len(deals)))


def _more(deals: Sequence[DealFacts], name: str) -> list[float]:
    return [deal.more[name] for deal in deals]


OWN: Mapping[str, Callable[[Game[Any], Sequence[DealFacts]], Iterator[Measure]]] = {
    "widderkopf": _widderkopf,
    "grim": _grim,
    "sheepshead": _sheepshead,
    "clover": _clover,
}
"""Measures that only one game has."""
