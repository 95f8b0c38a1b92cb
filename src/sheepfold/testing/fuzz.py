"""Random deals at random tables of all games, looked at from every side: cards, sums, events, views, records.

``python -m sheepfold.testing.fuzz --deals 100000`` prints its seed, a progress bar and what was played. A violation is
printed with the options, the table, the deal and the actions that show it, and ends the run with exit status 1; the
number of the deal with the same seed plays it again (``--seed S --only N``).
"""

from __future__ import annotations

import argparse
import secrets
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice
from multiprocessing import get_context
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Sheet

from sheepfold.core.actions import Action, Bury, Discard, Give, Pick, Play
from sheepfold.core.cards import Mask, Seat, card_text, cards_in, cards_text
from sheepfold.core.deal import Deal, lay_out
from sheepfold.core.events import (
    CardsDealt,
    Event,
    PickedUp,
    SetAside,
    Standing,
    ThrownIn,
    TurnedUp,
)
from sheepfold.core.game import Game
from sheepfold.core.options import describe
from sheepfold.core.score import totals
from sheepfold.core.shuffle import Chance, Stream
from sheepfold.notation.records import Record, read_jsonl, read_toml, write_jsonl, write_toml
from sheepfold.notation.transcript import (
    read_action,
    read_deal,
    read_standing,
    write_action,
    write_deal,
    write_standing,
)
from sheepfold.play.driver import drive
from sheepfold.play.match import Match, start
from sheepfold.play.replay import replay
from sheepfold.play.step import why_not
from sheepfold.play.view import NO_CARD, View, actions_of, after, empty_view
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.random_deals import MOST_ACTIONS, SHYNESS, choose, random_action, random_options, random_standing
from sheepfold.testing.sections import checks_of
from sheepfold.testing.sections.checks import Played, Violation, must

CHUNK = 250
MATCHES = 16
"""Every this many deals a short match is played as well, and written and read as a record."""

EVENTS = msgspec.json.Decoder(tuple[Event, ...])
VIEWS = msgspec.json.Decoder(View)
# -- where the cards are -----------------------------------------------------------------------------------------------


class Cards:
    """Where every card is, worked out from the deal and the actions alone; the state must agree at every step."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.hands = list(deal.hands)
        self.rows = [set(row) for row in deal.faceup]
        self.bury: Mask = 0
        self.played: Mask = 0

    def move(self, seat: Seat, action: Action, events: Sequence[Event]) -> None:
        """Follow one action; the events only tell when something happens, never with which cards."""
        if isinstance(action, Pick):
            self.hands[seat] |= self.deal.blind
        elif isinstance(action, Bury | Discard | Give | Play):
            self._leave(seat, action.card)
            if isinstance(action, Bury):
                self.bury |= 1 << action.card
            elif isinstance(action, Play):
                self.played |= 1 << action.card
            elif isinstance(action, Give):
                self.hands[(seat + 2) % 4] |= 1 << action.card
        for event in events:
            self._happen(event)

    def _leave(self, seat: Seat, card: int) -> None:
        if self.rows and card in self.rows[seat]:
            self.rows[seat].remove(card)
            return
        must(self.hands[seat] >> card & 1 == 1, f"seat {seat} laid {card_text(card)} without having it")
        self.hands[seat] ^= 1 << card

    def _happen(self, event: Event) -> None:
        if isinstance(event, SetAside):
            self.hands = [0] * len(self.hands)
        elif isinstance(event, CardsDealt) and event.stage == 2:
            self.hands[event.seat] = self.deal.round2[event.seat]
            must(event.cards == self.deal.round2[event.seat], f"the second half of seat {event.seat} is another")
        elif isinstance(event, PickedUp):
            self.hands = [a | b for a, b in zip(self.deal.hands, self.deal.round2, strict=True)]
        elif isinstance(event, TurnedUp):
            must(self.deal.facedown[event.seat][event.place] == event.card, "another card was turned up")
            self.rows[event.seat].add(event.card)

    def agree(self, state: Any) -> None:
        """The state holds the same hands, rows and bury, and no card is in two places."""
        for seat, (mine, held) in enumerate(zip(self.hands, state.hands, strict=True)):
            must(mine == held, f"seat {seat} should have {cards_text(cards_in(mine))}")
        places = [*state.hands, self.played, self.bury, *getattr(state, "rows", ())]
        total = 0
        for place in places:
            must(not total & place, f"{cards_text(cards_in(total & place))} is in two places")
            total |= place
        for mine_row, row in zip(self.rows, getattr(state, "rows", ()), strict=True):
            must(mine_row == set(cards_in(row)), "a row of table cards differs")
        must(getattr(state, "bury", 0) == self.bury, "the bury differs")


# -- one deal ----------------------------------------------------------------------------------------------------------


def begin(game: Game[Any], standing: Standing, draws: Stream) -> Played:
    """Deal the cards."""
    shuffle = draws.shuffle(game.deck)
    step = game.begin(standing, shuffle)
    return Played(game, standing, lay_out(game.plan(standing), shuffle, game.seats), [], list(step.events), step.state)


def play(deal: Played, draws: Stream) -> None:
    """Play a deal at random to its end and look at every step of it.

    The walk is its own and not the driver's: every state is held against the cards, the events and a View, and what is
    on trial is the trusted ``apply``, without the checked door before it.
    """
    game, cards = deal.game, Cards(deal.deal)
    viewer = (*range(game.seats), None)[draws.below(game.seats + 1)]
    view = after(empty_view(game, viewer), deal.events)
    shyness, asked = SHYNESS[draws.below(len(SHYNESS))], draws.below(40)
    for number in range(MOST_ACTIONS):
        state, legal = deal.state, game.legal(deal.state)
        seat = game.actor(state)
        must((seat is None) == (game.outcome(state) is not None), "nobody is asked, but there is no outcome")
        if seat is None:
            break
        must(len(legal) > 0, "nothing is legal before the end")
        must(len(set(legal)) == len(legal), "a legal action stands twice")
        view_agrees(view, deal, cards)
        if number == asked:
            ask(deal, seat, draws)
        action = choose(legal, draws, shyness)
        deal.actions.append((seat, action))
        step = game.apply(state, action)
        deal.state = step.state
        deal.events += step.events
        must(actions_of(step.events) == ((seat, action),), "the events do not tell the action, and that alone")
        cards.move(seat, action, step.events)
        cards.agree(step.state)
        view = after(view, step.events)
    else:
        raise Violation(f"more than {MOST_ACTIONS} actions")
    must(not legal, "something is legal after the end")
    must(view.outcome == game.outcome(deal.state), "the view has another outcome")
    must(view.turn is None and view.phase == "over", "the view does not know that the deal is over")


def view_agrees(view: View, deal: Played, cards: Cards) -> None:
    """The view knows whose turn it is, its own cards and how many the others have."""
    game, state = deal.game, deal.state
    must((view.turn, view.phase) == (game.actor(state), game.phase(state)), "the view asks somebody else")
    sealed = sum(isinstance(action, Discard) for _, action in deal.actions) % 2
    if not sealed:  # between two sealed discards nobody can say whether a hand or a row has lost a card
        must(view.counts == tuple(hand.bit_count() for hand in state.hands), "the view counts other cards")
        rows = [{card for card in row if card != NO_CARD} for row in view.rows]
        must(rows == cards.rows, "the view sees other rows")
    if view.seat is not None:
        must(view.hand == state.hands[view.seat], "the view holds other cards than the seat")
    must(view.trick == state.trick, "the view sees another trick")
    must(view.done == () or view.tricks == state.tricks, "the view counts other tricks")
    for seat, known in enumerate(view.known):
        must(not known & ~state.hands[seat], f"the view knows cards of seat {seat} that are not there")
        must(not view.lacks[seat] & state.hands[seat], f"the view denies seat {seat} a card that is there")
        must(not view.some[seat] or view.some[seat] & state.hands[seat] != 0, f"seat {seat} has none of what it must")


def ask(deal: Played, seat: Seat, draws: Stream) -> None:
    """Questions that may be refused are answered, and nothing changes."""
    game, state = deal.game, deal.state
    legal = game.legal(state)
    for _ in range(6):
        action = random_action(draws)
        for asker in (seat, (seat + 1) % game.seats):
            no = why_not(game, state, asker, action)
            must((no is None) == (asker == seat and action in legal), f"{action} is both legal and refused")
            must(no is None or bool(no.code and no.sentence.endswith(".")), f"{action} is refused without a sentence")
    if game.phase(state) == "tricks":
        must(sum(hand.bit_count() for hand in game.problem(state).hands) > 0, "the problem of the kernel has no cards")


# -- the end of a deal -------------------------------------------------------------------------------------------------


def settle(deal: Played) -> None:
    """Sums, scores and the next table are right, and the facts of the deal settle it in the same way."""
    game, standing = deal.game, deal.standing
    outcome = game.outcome(deal.state)
    assert outcome is not None
    must(outcome.delta == totals(outcome.items, game.sides), "the items do not make the score")
    thrown = any(isinstance(event, ThrownIn) for event in deal.events)
    must(thrown == outcome.thrown_in, "thrown in, or not?")
    must(outcome.thrown_in == (not outcome.tricks), "tricks are counted exactly where there are any")
    if not thrown:
        must(sum(outcome.tricks) == checks_of(game.id).tricks(deal), "the tricks do not add up")
    checks_of(game.id).sums(deal, outcome)
    by_facts = game.outcome_of(standing, game.facts_of(deal.state))
    must(by_facts.items == outcome.items, "the facts settle the deal in another way")
    following = game.next_standing(standing, outcome, Chance("fuzz"))
    if following is not None:
        must(following.dealer in range(game.seats), "the next dealer is not a seat")
        scores = tuple(a + b for a, b in zip(standing.scores, outcome.delta, strict=True))
        must(following.scores == scores, "the next table has other scores")
        must(following.deal == standing.deal + (not outcome.same_dealer), "the next deal has a wrong number")


# -- to text and back --------------------------------------------------------------------------------------------------


def there_and_back(deal: Played, draws: Stream) -> None:
    """Events and views through JSON, the transcript through text, the whole deal through a replay."""
    game, events = deal.game, tuple(deal.events)
    must(EVENTS.decode(msgspec.json.encode(events)) == events, "the events do not come back from JSON")
    viewer = (*range(game.seats), None)[draws.below(game.seats + 1)]
    view = after(empty_view(game, viewer), events[: draws.below(len(events)) + 1])
    must(VIEWS.decode(msgspec.json.encode(view)) == view, "the view does not come back from JSON")
    must(make_game(game.options.text()).options == game.options, "the options do not come back from their text")
    standing = read_standing(game, write_standing(deal.standing))
    cards = read_deal(write_deal(game, deal.deal))
    actions = [read_action(write_action(*each)) for each in deal.actions]
    must((standing, cards, actions) == (deal.standing, deal.deal, deal.actions), "the transcript does not come back")
    again = replay(game, standing, cards, actions)
    must(again.all_events == events and again.state == deal.state, "the replay is another deal")


def match_record(game: Game[Any], draws: Stream, seed: str) -> Iterator[Played]:
    """Up to three deals of a match, then its record to TOML and JSON lines and back."""
    driver = drive(game, seed)
    for number in range(3):
        shyness = SHYNESS[draws.below(len(SHYNESS))]
        deal = Played(game, driver.match.standing, driver.match.deal, [], [], driver.match.state)
        yield deal
        for question in islice(driver.questions(), MOST_ACTIONS):
            driver.answer(question, choose(question.legal, draws, shyness))
            deal.actions = list(driver.match.actions)
        if driver.match.over or number == 2:
            break
        driver.deal()
    match = driver.match
    unseeded = start(game, None, standing=match.standing, deal=match.deal)
    for each in (match, unseeded):
        for read in (read_toml(write_toml(Record(each))), next(read_jsonl(write_jsonl([Record(each)])))):
            must(what_counts(read.match) == what_counts(each), "the record does not replay")


def what_counts(match: Match) -> tuple[Any, ...]:
    """What must be the same in a match and in its record read back."""
    return match.game.options, match.seed, match.records, match.scores, match.state, match.events, match.following


# -- the run -----------------------------------------------------------------------------------------------------------


class Report(Struct):
    """What some deals have given."""

    deals: int = 0
    actions: int = 0
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    values: set[str] = msgspec.field(default_factory=set)
    violation: str = ""


def fuzz_one(seed: str, number: int, report: Report) -> None:
    """One deal of the run; a violation goes into the report."""
    draws = Stream(seed, f"fuzz/{number}")
    kind = GAMES[tuple(GAMES)[number % len(GAMES)]]
    options = random_options(kind.options_type, draws)
    report.values |= {f"{options.game}.{i.name}={getattr(options, i.name)}" for i in describe(kind.options_type)}
    game: Game[Any] = kind(options)
    deal: Played | None = None
    try:
        deal = begin(game, random_standing(game, draws), draws)
        play(deal, draws)
        settle(deal)
        there_and_back(deal, draws)
        report.deals += 1
        report.actions += len(deal.actions)
        report.kinds[f"{game.id}: {deal.kind}"] += 1
        if number // len(GAMES) % MATCHES == 0:
            for begun in match_record(game, draws, f"{seed}/{number}"):
                deal = begun  # a violation shows the deal it was found in
                report.deals += 1
    except Exception as error:
        why = str(error) if isinstance(error, Violation) else "".join(traceback.format_exception(error)).rstrip()
        body = deal.transcript() if deal is not None else f'game: "{options.text()}"'
        report.violation = f"deal {number} of seed {seed}: {why}\n{body}"


def fuzz_chunk(seed: str, first: int, count: int) -> Report:
    """Some deals in a row, up to the first violation."""
    report = Report()
    for number in range(first, first + count):
        fuzz_one(seed, number, report)
        if report.violation:
            break
    return report


def fuzz(seed: str, deals: int, processes: int = 2, tick: Callable[[int], None] = lambda _: None) -> Report:
    """All deals of a run, over several processes; up to the first violation."""
    whole = Report()
    chunks = [(seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]
    for part in _parts(chunks, processes):
        whole.deals += part.deals
        whole.actions += part.actions
        whole.kinds += part.kinds
        whole.values |= part.values
        whole.violation = part.violation
        tick(CHUNK)
        if part.violation:
            break
    return whole


def _parts(chunks: Sequence[tuple[str, int, int]], processes: int) -> Iterator[Report]:
    """The report of every chunk, in the order in which they are ready."""
    if processes == 1:
        yield from (fuzz_chunk(*chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(fuzz_chunk, *chunk) for chunk in chunks]
        try:
            yield from (job.result() for job in as_completed(jobs))
        finally:
            pool.shutdown(cancel_futures=True)


def sheet(report: Report) -> Sheet:
    """What was played, by game and contract."""
    title = f"{report.deals:,} deals, {report.actions:,} actions, {len(report.values)} values of options"
    grid = Sheet("game", "contracts", title=title)
    for name in GAMES:
        kinds = sorted((key.partition(": ")[2], count) for key, count in report.kinds.items() if key.startswith(name))
        grid.add_row(name, ", ".join(f"{kind} {count:,}" for kind, count in kinds))
    return grid


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz the rules; exit status 1 at a violation."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="how many deals (default 100,000)")
    parser.add_argument("--seed", default=None, help="the seed of an earlier run")
    parser.add_argument("--only", type=int, default=None, help="play this deal of the run alone")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args(arguments)
    seed = given.seed or secrets.token_hex(4)
    console = Console()
    console.print(f"seed {seed}")
    if given.only is not None:
        report = fuzz_chunk(seed, given.only, 1)
    else:
        columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console) as progress:
            task = progress.add_task("deals", total=given.deals)
            report = fuzz(seed, given.deals, given.processes, lambda count: progress.update(task, advance=count))
        console.print(sheet(report))
    console.print(
        f"VIOLATION in {report.violation}" if report.violation else "no violation", markup=False, soft_wrap=True
    )
    return 1 if report.violation else 0


if __name__ == "__main__":
    sys.exit(main())
