"""``sheepfold solve``: what a position is worth with open cards, or on average over what a seat may believe."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.progress import track

from sheepfold.cli.ink import Ink
from sheepfold.cli.solve_page import Ask, Page, Position
from sheepfold.core.cards import Card, Seat, card_text, cards_in
from sheepfold.core.errors import BadRecord, IllegalAction
from sheepfold.core.game import Game, TrickProblem
from sheepfold.core.message import say
from sheepfold.core.shuffle import Chance
from sheepfold.notation.reading import only, read_record, records_in
from sheepfold.notation.records import Record
from sheepfold.play.match import DealRecord
from sheepfold.play.replay import replay
from sheepfold.play.view import view_of
from sheepfold.play.worlds import World, Worlds
from sheepfold.presentation import Reader, spoken
from sheepfold.presentation.words import Words
from sheepfold.solver import Answer, Count, solve_all, solve_worlds

STANDARD_INPUT = say("standard-input", "The standard input")


def read_asked(name: str, game: str | None) -> Record:
    """The record of a file, or of the text on standard input; ``game`` if it is not installed."""
    if name == "-":
        return only(records_in(sys.stdin.read(), STANDARD_INPUT, game), STANDARD_INPUT)
    return read_record(Path(name), game)


def position(asked: Record, deal: int | None, trick: int | None) -> Position:
    """The asked moment of a match: the end of its last deal's actions, or the lead to a trick."""
    match, records = asked.match, asked.match.records
    if deal is not None and not 1 <= deal <= len(records):
        raise _no_such_deal(len(records), deal)
    record = records[-1 if deal is None else deal - 1]
    game = match.game
    if trick is not None:
        record = _until(game, record, trick)
    played = replay(game, record.standing, record.deal, record.actions)
    view = view_of(game, None, played.all_events)
    if game.phase(played.state) != "tricks" or view.contract is None:
        sentence = "At that moment no card is being played; name a trick with --trick, such as --trick 1."
        raise IllegalAction("no_tricks", sentence, key="no_tricks_here")
    return Position(game, asked.players, record, played.state, game.problem(played.state), view.contract)


def _no_such_deal(deals: int, deal: int) -> BadRecord:
    if deals == 1:
        sentence = "The record has 1 deal, so there is no deal { $deal }."
        return BadRecord("no_such_deal", sentence, key="no_such_deal_one", deal=deal)
    sentence = "The record has { $deals } deals, so there is no deal { $deal }."
    return BadRecord("no_such_deal", sentence, deals=deals, deal=deal)


def _until(game: Game[Any], record: DealRecord, trick: int) -> DealRecord:
    """The deal up to the lead to a trick, melds of the leader not yet shown."""
    states = replay(game, record.standing, record.deal, record.actions).states
    for place, state in enumerate(states):
        if game.phase(state) == "tricks":
            problem = game.problem(state)
            if not problem.trick and sum(problem.tricks) == trick - 1:
                return DealRecord(record.standing, record.deal, record.actions[:place])
    raise BadRecord("no_such_trick", "This deal's record does not come to trick { $trick }.", trick=trick)


def ask_for(asked: Position, count: Count | None, least: bool | None, seconds: float | None) -> Ask:
    """What to count and whether much or little is wanted, where the person did not say."""
    aim = asked.problem.aim
    natural: Count = "points" if aim.endswith("points") else "tricks"
    wants_least = aim in ("least points", "no trick") if least is None else least
    return Ask(count or natural, wants_least, 1 if aim == "no trick" else None, seconds)


def open_cards(asked: Position, ask: Ask) -> Answer:
    """The value of the position and of every card, with a line of best play."""
    return solve_all(
        asked.problem, side=ask.side, count=ask.count, least=ask.least, line=True, seconds=ask.seconds, memory=256
    )


def over_worlds(asked: Position, ask: Ask, seat: Seat, worlds: int, threads: int) -> dict[Card, float]:
    """The average value of every card over worlds that this seat cannot tell apart."""
    game, record = asked.game, asked.record
    if seat != asked.turn:
        raise IllegalAction(
            "not_your_turn",
            "It is the turn of seat { $turn }, so ask for --seat { $turn }.",
            turn=asked.turn,
            key="ask_seat",
        )
    view = view_of(game, seat, replay(game, record.standing, record.deal, record.actions).all_events)
    possible, draws = Worlds(game, view), Chance("solve").stream("worlds")
    steps = track(
        range(worlds), spoken(Words(Reader(None)).line("solve-drawing")), console=Console(stderr=True), transient=True
    )
    problems = [_problem(game, record, possible.sample(draws)) for _ in steps]
    answers = solve_worlds(
        problems, side=ask.side, count=ask.count, least=ask.least, threads=threads, seconds=ask.seconds
    )
    if not all(answer.finished for answer in answers):
        raise IllegalAction("not_finished", "The time was too short for that many worlds; give more --seconds.")
    values: dict[Card, list[int]] = {}
    for answer in answers:
        for each in answer.cards:
            values.setdefault(each.card, []).append(each.lo)
    return {card: fmean(found) for card, found in values.items()}


def _problem(game: Game[Any], record: DealRecord, world: World) -> TrickProblem:
    return game.problem(replay(game, record.standing, world.deal, world.actions).state)


# -- printing --------------------------------------------------------------------------------------------------------


def solve_open(asked: Position, ask: Ask, ink: Ink) -> None:
    """Print the answer with open cards."""
    answer, page = open_cards(asked, ask), Page(asked, ink)
    ink.write(*page.heading())
    best = set(answer.best(most=not _taker_wants_least(asked, ask)))
    values = {c.card: str(c.lo) if c.value is not None else f"{c.lo}–{c.hi}" for c in answer.cards}
    ink.console.print(page.values(values, best))
    ink.write(page.value(ask, answer), *page.best_line(answer.line))


def solve_hidden(asked: Position, ask: Ask, seat: Seat, worlds: int, threads: int, ink: Ink) -> None:
    """Print the averages over what a seat may believe."""
    found, page = over_worlds(asked, ask, seat, worlds, threads), Page(asked, ink)
    top = (min if _taker_wants_least(asked, ask) else max)(found.values())
    best = {card for card, value in found.items() if value == top}
    ink.write(page.mean(ask, worlds, seat))
    ink.console.print(page.values({card: f"{value:.2f}" for card, value in found.items()}, best))


def _taker_wants_least(asked: Position, ask: Ask) -> bool:
    """Whether the player on turn wants the counted side to take little."""
    own = ask.side is None or asked.problem.sides[asked.turn] == ask.side
    return ask.least == own


def as_data(asked: Position, ask: Ask, seat: Seat | None, worlds: int, threads: int) -> dict[str, Any]:
    """The answer for machines."""
    data: dict[str, Any] = {
        "game": asked.game.options.text(),
        "players": asked.names,
        "turn": asked.turn,
        "count": ask.count,
        "least": ask.least,
        "hands": [[card_text(c) for c in cards_in(hand)] for hand in asked.problem.hands] if not worlds else None,
    }
    if asked.problem.piles and not worlds:
        data["covered"] = [[seat, card_text(top), card_text(below)] for seat, top, below in asked.problem.piles]
    if worlds and seat is not None:
        found = over_worlds(asked, ask, seat, worlds, threads)
        return data | {"worlds": worlds, "cards": {card_text(c): value for c, value in found.items()}}
    answer = open_cards(asked, ask)
    return data | {
        "lo": answer.lo,
        "hi": answer.hi,
        "finished": answer.finished,
        "nodes": answer.nodes,
        "cards": {card_text(c.card): [c.lo, c.hi] for c in answer.cards},
        "line": [card_text(c) for c in answer.line],
    }


def run_solve(
    file: str,
    deal: int | None,
    trick: int | None,
    as_json: bool,
    *,
    count: Count | None,
    least: bool | None,
    worlds: int | None,
    seat: Seat | None,
    seconds: float | None,
    threads: int,
    game: str | None,
) -> None:
    """Read, ask and print."""
    asked = position(read_asked(file, game), deal, trick)
    ask = ask_for(asked, count, least, seconds)
    if as_json:
        print(json.dumps(as_data(asked, ask, seat, worlds or 0, threads)))
    elif worlds is not None and seat is not None:
        solve_hidden(asked, ask, seat, worlds, threads, Ink())
    else:
        solve_open(asked, ask, Ink())
