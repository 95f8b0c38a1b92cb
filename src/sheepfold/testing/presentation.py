"""What a presentation owes its readers, as a suite. Shipped, so that a game from outside can be checked too.

``walk`` plays random deals of a game in every reader's eyes and raises ``Missing`` where goal, roles, clauses, lines or
sheet are missing, where the Scene after an event is not what its changes make it, where the offers are not what can be
said, or where words were missing.
``adds_up`` checks that every number of a settlement and of a sheet is explained by the numbers beside it.

>>> from sheepfold.registry import make_game
>>> walk(make_game("clover"), deals=1).deals
1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from sheepfold.core import events as e
from sheepfold.core.actions import Action, Bury, Discard, Give, Pass, Play
from sheepfold.core.cards import Seat
from sheepfold.core.game import Facts, Game
from sheepfold.core.shuffle import Stream
from sheepfold.play.match import DealRecord
from sheepfold.play.replay import replay
from sheepfold.play.view import OF_THE_MATCH, View, empty_view, view_of, watch
from sheepfold.presentation import Entry, Presenter, Reader, Scene, Settlement, Sheet, changed, spoken
from sheepfold.presentation.scene import PARTS
from sheepfold.testing.random_deals import random_deal

SILENT = (e.Turn, e.Implied, e.CardsDealt)
"""Events that need not be news to a reader."""
OF_CARDS = (Play, Discard, Bury, Give)
"""Actions that choose a card; they need no offer, and neither does a pass."""


class Missing(AssertionError):
    """A presentation does not say or show what it should."""


class Walked:
    """What a walk has met: deals, phases in which somebody was asked, and kinds of contract.

    ``offered`` are the phases with offers, ``silent`` those in which something can be said and nothing is offered.
    """

    def __init__(self) -> None:
        self.deals = 0
        self.phases: set[str] = set()
        self.kinds: set[str] = set()
        self.offered: set[str] = set()
        self.silent: set[str] = set()
        self.lines = 0

    def add(self, other: Walked) -> None:
        """Count another walk in."""
        self.deals += other.deals
        self.lines += other.lines
        self.phases |= other.phases
        self.kinds |= other.kinds
        self.offered |= other.offered
        self.silent |= other.silent


def must(holds: object, *what: object) -> None:
    """Raise unless it holds."""
    if not holds:
        raise Missing(" ".join(map(str, what)))


def walk(game: Game[Any], deals: int, seed: str = "walk", clauses: bool = True) -> Walked:
    """Walk through random deals; ``clauses``: the game has a law book with sentences for every moment."""
    walked = Walked()
    presenters = {viewer: Presenter(game, Reader(viewer)) for viewer in (*range(game.seats), None)}
    for number in range(deals):
        record = random_deal(game, Stream(seed, f"{game.options.text()}/{number}"))
        for viewer, presenter in presenters.items():
            _walk_deal(presenter, record, viewer, clauses, walked)
        walked.deals += 1
        walked.kinds.add(adds_up(game, record))
    for presenter in presenters.values():
        faults = presenter.faults()
        must(not faults, game.options.text(), *faults)
    must(not walked.silent & walked.offered, game.options.text(), "does not always offer in", walked.silent)
    return walked


def _walk_deal(presenter: Presenter, record: DealRecord, viewer: Seat | None, clauses: bool, walked: Walked) -> None:
    game, scene = presenter.game, None
    for event, view, legal in _asked(game, record, viewer):
        if type(event) in OF_THE_MATCH:
            continue
        line = presenter.event(event)
        must(line or isinstance(event, SILENT), game.id, viewer, "no line for", event)
        walked.lines += bool(line)
        bare = view.without_events()
        whole = presenter.scene(bare)
        if scene is not None:
            _same(changed(scene, presenter.change(scene, event, bare)), whole, game, event)
        scene = whole
        if view.turn is not None and view.phase:
            walked.phases.add(view.phase)
            check_scene(presenter, whole, bare, clauses)
        if whole.offers:
            walked.offered.add(view.phase)
        if legal and not check_offers(presenter, whole, bare, legal):
            walked.silent.add(view.phase)


def _asked(
    game: Game[Any], record: DealRecord, viewer: Seat | None
) -> Iterator[tuple[e.Event, View, tuple[Action, ...]]]:
    """Each event of a deal with the View after it, and what the viewer may do if that is asked then."""
    played, view = replay(game, record.standing, record.deal, record.actions), empty_view(game, viewer)
    for state, events in zip(played.states, played.events, strict=True):
        *before, (event, view) = watch(view, events)
        yield from ((each, seen, ()) for each, seen in before)
        mine = viewer is not None and game.actor(state) == viewer
        yield event, view, game.legal(state) if mine else ()


def check_offers(presenter: Presenter, scene: Scene, view: View, legal: Sequence[Action]) -> bool:
    """Whatever can be said by the reader who is asked is offered and open, and nothing else is open.

    A presentation may also offer nothing in the whole phase; false if there was something to be said in vain.
    """
    where = presenter.game.options.text(), view.seat, view.phase
    words = [action for action in legal if not isinstance(action, (*OF_CARDS, Pass))]
    if not scene.offers:
        return not words
    offered = {offer.action: offer.open for offer in scene.offers}
    must(len(offered) == len(scene.offers), *where, "offers something twice")
    for word in words:
        must(offered.get(word), *where, "does not offer", word)
    for action, is_open in offered.items():
        must(action in legal or not is_open, *where, "offers what cannot be said:", action)
    return True


def _same(made: Scene, whole: Scene, game: Game[Any], event: e.Event) -> None:
    """The Scene that the changes of an event make must be the Scene."""
    for part in PARTS:
        must(getattr(made, part) == getattr(whole, part), game.id, type(event).__name__, "changes", part, "unannounced")


def check_scene(presenter: Presenter, scene: Scene, view: View, clauses: bool = True) -> None:
    """What must be in every Scene in which somebody is asked."""
    game, where = presenter.game, (presenter.game.options.text(), view.seat, view.phase, view.contract)
    for part in ("title", "table", "deal", "phase", "contract"):
        must(spoken(getattr(scene, part)).strip(), *where, "has no", part)
    must(spoken(scene.goal.line).strip(), *where, "has no goal")
    if view.contract is not None and presenter.own is not presenter.general:
        to_come = presenter.general.goal(view).line if view.phase == "tricks" else presenter.general.say("goal-to-come")
        must(scene.goal.line != to_come, *where, "has only the general goal though a contract is set")
    must(len(scene.sides) == game.sides and all(scene.sides), *where, "does not name all sides")
    must(len(scene.roles) == view.seats, *where, "has no roles")
    must(any(role.kind == "dealer" for role in scene.roles[view.begun.dealer]), *where, "does not know the dealer")
    declarer = None if view.contract is None else view.contract.declarer
    if declarer is not None:
        must(any(role.kind == "declarer" for role in scene.roles[declarer]), *where, "does not know the declarer")
    must(sum(len(group.cards) for group in scene.groups) == view.hand.bit_count(), *where, "loses cards of the hand")
    must(len(scene.taken) == view.seats and all(scene.taken), *where, "does not say what was taken")
    if view.phase == "tricks":
        must(scene.order is not None, *where, "has no order")
        must((scene.winning is None) == (not view.trick), *where, "does not know who is winning")
    must(presenter.laws(scene.clauses) or not clauses, *where, "names no clause")


# -- numbers -----------------------------------------------------------------------------------------------------------


def adds_up(game: Game[Any], record: DealRecord) -> str:
    """Check every number of a deal's settlement and sheet, from its facts alone and as it was played; its kind."""
    played = replay(game, record.standing, record.deal, record.actions)
    view, facts = view_of(game, None, played.all_events), game.facts_of(played.state)
    must(view.outcome is not None, game.options.text(), "is not over")
    assert view.outcome is not None
    with_view = Entry(record.standing, facts, view.outcome, view)
    bare = Entry(record.standing, facts, game.outcome_of(record.standing, facts))
    presenter = Presenter(game, Reader(0))
    told, from_facts = presenter.settlement(with_view), presenter.settlement(bare)
    for entry, found in ((with_view, told), (bare, from_facts)):
        check_settlement(game, entry, found)
    must(told.items == from_facts.items, game.id, "settles a played deal otherwise than its facts")
    must(told.sides == from_facts.sides, game.id, "settles a played deal otherwise than its facts")
    totals = {spoken(each.label): each.total for each in from_facts.sums}
    for each in told.sums:
        must(totals.get(spoken(each.label), each.total) == each.total, game.id, "counts otherwise than the facts")
    sheets = [presenter.sheet([entry], entry.after) for entry in (with_view, bare)]
    must(sheets[0].rows == sheets[1].rows, game.id, "writes a played deal otherwise than its facts")
    for sheet in sheets:
        check_sheet(game, [with_view], sheet)
    must(not presenter.faults(), *map(str, presenter.faults()))
    return facts.contract.kind


def facts_add_up(game: Game[Any], standing: e.Standing, facts: Facts) -> str:
    """Check every number of the settlement and the sheet of facts that a person gave; their kind."""
    presenter = Presenter(game, Reader(0))
    entry = Entry(standing, facts, game.outcome_of(standing, facts))
    check_settlement(game, entry, presenter.settlement(entry))
    check_sheet(game, [entry], presenter.sheet([entry], entry.after))
    return facts.contract.kind


def check_settlement(game: Game[Any], entry: Entry, found: Settlement) -> None:
    """Terms add up to totals, factors multiply up to amounts, amounts add up to changes, changes to scores."""
    where = game.options.text(), entry.facts
    must(spoken(found.headline).strip(), *where, "has no headline")
    for each in found.sums:
        must(each.terms, *where, "a sum without terms:", spoken(each.label))
        must(sum(term.number for term in each.terms) == each.total, *where, spoken(each.label), "does not add up")
    for item in found.items:
        must(spoken(item.what).strip(), *where, "an item without words")
        for factor in item.factors:
            must(spoken(factor.label).strip(), *where, "a factor without words")
        product = prod(factor.number for factor in item.factors)
        must(not item.factors or product == item.amount, *where, spoken(item.what), "does not multiply up")
    for side in found.sides:
        amount = sum(item.amount for item in found.items if item.side == side.side)
        must(amount == side.change == entry.outcome.delta[side.side], *where, spoken(side.name), "is not explained")
        must(side.before + side.change == side.after, *where, spoken(side.name), "does not add up")


def check_sheet(game: Game[Any], entries: Sequence[Entry], sheet: Sheet) -> None:
    """Every row has its cells, and what the cells give a side makes its total."""
    where = (game.options.text(),)
    must(spoken(sheet.title).strip(), *where, "a sheet without a title")
    must(len(sheet.totals) == game.sides, *where, "totals are missing")
    gained = [0] * game.sides
    for row in sheet.rows:
        must(len(row.cells) == len(sheet.heads) - 1, *where, "cells do not fit the headings")
        for cell in row.cells:
            if cell.amount is not None and cell.side is not None:
                gained[cell.side] += cell.amount
    before = entries[0].standing.scores
    for side, total in enumerate(sheet.totals):
        must(total.total == before[side] + gained[side], *where, "the cells of side", side, "do not make its total")
