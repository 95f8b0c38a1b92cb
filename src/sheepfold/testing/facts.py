"""Settling by facts, tried on random deals at random tables: what people type in gives what the engine gives.

``python -m sheepfold.testing.facts --deals 2000`` plays that many deals of every game. Each is settled again from its
facts and entered through the form; chance is answered by every choice; then the form is filled at random, rightly and
wrongly. Whatever is typed must be settled or refused in words. A fault is printed with the number of its deal, and the
same seed plays that deal again (``--seed S --only N``).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product as every
from typing import Any

from msgspec import Struct
from msgspec import field as struct_field
from msgspec.structs import fields as fields_of
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from sheepfold.core.actions import Action
from sheepfold.core.errors import BadFacts, SheepfoldError
from sheepfold.core.events import Outcome, Standing
from sheepfold.core.form import Field, answered, answers_of, fill
from sheepfold.core.game import Facts, Game
from sheepfold.core.score import product, totals
from sheepfold.core.shuffle import Chance, Luck, Stream
from sheepfold.lab.stats import plural
from sheepfold.play.match import dealer_by_hand
from sheepfold.play.replay import replay
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.random_deals import random_deal, random_options

FILLINGS = 6
"""How often the form is filled in each of the ways for each deal."""

CHANCES = tuple(Chance(f"chance/{place}") for place in range(100))
"""Enough seeds that each of eight seats deals under one of them."""

SETTLED = ("delta", "items", "thrown_in", "same_dealer", "doublers", "pot")
"""What facts must settle as the played deal was; points and tricks by seat are known only there."""

JUNK: tuple[Any, ...] = (
    *(None, True, "", "1", "clubs", b"1", 0.5, 1.0, float("nan"), float("inf"), 10**30, -(10**30)),
    *((), [], {}, [None], ["1"], [True], [0.5], [[1]], {"kind": "alone"}, {1: 2}, {3}, object()),
)
"""Answers of a wrong type, or of a size that nobody means."""

Answered = dict[str, Any]


class Tally(Struct):
    """What was tried: deals by kind of contract, answers to chance, fillings accepted and refused (by code)."""

    deals: Counter[str] = struct_field(default_factory=Counter)
    tables: set[str] = struct_field(default_factory=set)
    chances: int = 0
    accepted: Counter[str] = struct_field(default_factory=Counter)
    refused: Counter[str] = struct_field(default_factory=Counter)

    def summary(self, name: str) -> str:
        """What a run has seen of a game, in two lines."""
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.deals.most_common())
        taken, codes = self.accepted.total(), ", ".join(sorted(self.refused))
        return (
            f"{name}: {plural(self.deals.total(), 'deal')} at {plural(len(self.tables), 'table')} ({kinds}).\n"
            f"  {taken} fillings settled, {self.refused.total()} refused in words ({codes}); "
            f"{self.chances} answers in place of chance."
        )


# -- a deal ------------------------------------------------------------------------------------------------------------


def deal_faults(game: Game[Any], draws: Stream, tally: Tally) -> Iterator[str]:
    """Everything that is wrong with one random deal and what can be typed about it, as sentences."""
    record = random_deal(game, draws)
    states = replay(game, record.standing, record.deal, record.actions).states
    state, standing = states[-1], record.standing
    outcome = game.outcome(state)
    assert outcome is not None
    tally.tables.add(game.options.text())
    tally.deals[game.facts_of(state).contract.kind] += 1
    yield from settlement_faults(game, standing, state, outcome)
    yield from action_faults(game, states)
    yield from chance_faults(game, None, None, tally)
    yield from chance_faults(game, standing, outcome, tally)
    yield from typing_faults(game, standing, game.facts_of(state), draws, tally)


def settlement_faults(game: Game[Any], standing: Standing, state: Any, outcome: Outcome) -> Iterator[str]:
    """What people know of the deal settles it in the same way, and can be entered through the form."""
    facts = game.facts_of(state)
    try:
        settled = game.outcome_of(standing, facts)
        again = through_form(game, facts)
    except BadFacts as error:
        yield f"Settled from its facts the deal is refused: {error} ({facts})"
        return
    for name in SETTLED:
        mine, theirs = getattr(settled, name), getattr(outcome, name)
        if mine != theirs:
            yield f"Settled from its facts the deal has {name} {mine}, played {theirs}."
    if again != facts:
        yield f"Through the form {facts} becomes {again}."


def through_form(game: Game[Any], facts: Facts) -> Facts:
    """The facts as somebody would enter them again."""
    form = game.facts_form()
    return fill(form, *answers_of(form, facts), game.facts_type)


def action_faults(game: Game[Any], states: Sequence[Any]) -> Iterator[str]:
    """Every legal action is in the list of all actions."""
    known = frozenset[Action](game.actions)
    for state in states:
        for action in game.legal(state):
            if action not in known:
                yield f"{action} is legal and not in the list of all actions."


# -- chance ------------------------------------------------------------------------------------------------------------


def chance_faults(game: Game[Any], standing: Standing | None, outcome: Outcome | None, tally: Tally) -> Iterator[str]:
    """Answered by every choice, chance gives the standings that a seed can give, each of them once; no others."""
    fields = game.chance_form(standing, outcome)
    drawn = {_standing(game, standing, outcome, chance) for chance in CHANCES}
    given: list[Standing | None] = []
    for choice in every(*(field.choices for field in fields)):
        answers = {field.name: each.value for field, each in zip(fields, choice, strict=True)}
        try:
            given.append(_standing(game, standing, outcome, answered(fields, answers)))
        except SheepfoldError as error:
            yield f"In place of chance {answers} is refused: {error}"
        tally.chances += 1
    if len(set(given)) != len(given):
        yield f"Two answers in place of chance give the same standing: {given}."
    named = standing is None and dealer_by_hand(game) is not None  # RQ22: chance draws nobody
    if not (drawn <= set(given) if named else drawn == set(given)):
        yield f"In place of chance people can have {given}, chance gives {drawn}."
    for field, junk in every(fields, JUNK):
        yield from _tried(f"{field.name} {junk!r} in place of chance", tally, answered, fields, {field.name: junk})


def _standing(game: Game[Any], standing: Standing | None, outcome: Outcome | None, luck: Luck) -> Standing | None:
    if standing is None or outcome is None:
        return game.first_standing(luck)[0]
    return game.next_standing(standing, outcome, luck)


# -- what is typed in --------------------------------------------------------------------------------------------------


def typing_faults(game: Game[Any], standing: Standing, facts: Facts, draws: Stream, tally: Tally) -> Iterator[str]:
    """Fill the form at random, near to what happened and with answers of wrong types; and give facts by hand."""
    form = game.facts_form()
    kind, true = answers_of(form, facts)
    for _ in range(FILLINGS):
        other = form.kinds[draws.below(len(form.kinds))]
        blank = {field.name: any_answer(field, game, draws) for field in other.fields if draws.below(6)}
        near = changed_answers(form.kind(kind).fields, true, game, draws)
        junk = junk_answers(form.kind(kind).fields, true, draws)
        for name, answers in ((other.kind, blank), (kind, near), (kind, junk), (other.kind, true)):
            yield from _tried(f"{name} {answers}", tally, settle, game, standing, name, answers, tally)
        wrong = junk_facts(facts, draws)
        yield from _tried(f"{wrong}", tally, game.outcome_of, standing, wrong)
    for odd in (*JUNK, "junkyard"):
        yield from _tried(f"kind {odd!r}", tally, settle, game, standing, odd, true, tally)
        yield from _tried(f"facts {odd!r}", tally, game.outcome_of, standing, odd)
    for place in odd_standings(game, standing):
        yield from _tried(f"{place}", tally, game.outcome_of, place, facts)


def settle(game: Game[Any], standing: Standing, kind: str, answers: Mapping[str, Any], tally: Tally) -> Iterator[str]:
    """Fill the form and settle what comes out; what was accepted must be a whole outcome."""
    facts = fill(game.facts_form(), kind, answers, game.facts_type)
    outcome = game.outcome_of(standing, facts)
    tally.accepted[kind] += 1
    return outcome_faults(game, standing, facts, outcome)


def outcome_faults(game: Game[Any], standing: Standing, facts: Facts, outcome: Outcome) -> Iterator[str]:
    """What is wrong with the settlement of facts that were accepted."""
    if totals(outcome.items, game.sides) != outcome.delta:
        yield f"The items of {facts} do not add up to {outcome.delta}."
    for item in outcome.items:
        if item.kind not in game.item_kinds or (item.factors and product(item.factors) != item.amount):
            yield f"{facts} is settled by {item}."
    if through_form(game, facts) != facts:
        yield f"Through the form {facts} becomes {through_form(game, facts)}."
    game.next_standing(standing, outcome, CHANCES[0])


def _tried(what: str, tally: Tally, attempt: Callable[..., Any], *given: Any) -> Iterator[str]:
    """Nothing but ``BadFacts`` may come of it, and that with a sentence; an attempt may tell faults of its own."""
    try:
        faults = attempt(*given)
        yield from faults if isinstance(faults, Iterator) else ()
    except BadFacts as error:
        tally.refused[error.code] += 1
        if not error.sentence.endswith(".") or "{ $" in error.sentence:
            yield f"{what} is refused without a sentence: {error}"
    except Exception as error:  # that is the question
        yield f"{what} ends in {type(error).__name__}: {error}"


# -- answers at random -------------------------------------------------------------------------------------------------


def any_answer(field: Field, game: Game[Any], draws: Stream) -> Any:
    """An answer of the right type, now and then just outside its range, or in a list that is too long or too short."""
    if field.each == "deal":
        return _one_answer(field, game, draws)
    places = game.seats if field.each == "seat" else len(game.teams or ())
    places += (draws.below(3) - 1) if draws.below(8) == 0 else 0
    return [_one_answer(field, game, draws) for _ in range(places)]


def _one_answer(field: Field, game: Game[Any], draws: Stream) -> Any:
    values = (*(choice.value for choice in field.choices), *(each.answer for each in field.thresholds))
    if values and draws.below(3):
        return values[draws.below(len(values))]
    if field.kind == "flag":
        return draws.below(2) == 1
    low, high = bounds(field, game)
    return low - 1 + draws.below(high - low + 3) if draws.below(4) == 0 else low + draws.below(high - low + 1)


def bounds(field: Field, game: Game[Any]) -> tuple[int, int]:
    """The lowest and the highest number that a field takes, by what it says or by its kind."""
    last = {"seat": game.seats - 1, "team": len(game.teams or ()) - 1, "suit": 3, "rank": 8, "card": 35}
    numbers = [choice.value for choice in field.choices] or [0, last.get(field.kind, 200)]
    return (min(numbers) if field.ge is None else field.ge), (max(numbers) if field.le is None else field.le)


def changed_answers(fields: Sequence[Field], true: Answered, game: Game[Any], draws: Stream) -> Answered:
    """What happened with one or two answers changed, left out, or shifted between two seats."""
    answers = dict(true)
    for field in (fields[draws.below(len(fields))] for _ in range(1 + draws.below(2)) if fields):
        was, way = answers.get(field.name), draws.below(4)
        if way == 0:
            answers.pop(field.name, None)
        elif way == 1 and isinstance(was, list | tuple) and len(was) > 1:
            giver, taker, amount = draws.below(len(was)), draws.below(len(was)), 1 + draws.below(11)
            shifts = Counter({giver: -amount})
            shifts.update({taker: amount})
            answers[field.name] = [value + shifts[place] for place, value in enumerate(was)]
        else:
            answers[field.name] = any_answer(field, game, draws)
    return answers


def junk_answers(fields: Sequence[Field], true: Answered, draws: Stream) -> Answered:
    """What happened, with one answer of a wrong type or to a question that nobody asked."""
    names: list[Any] = [*(field.name for field in fields), "weather", "", 7, None]
    return {**true, names[draws.below(len(names))]: JUNK[draws.below(len(JUNK))]}


def junk_facts(facts: Facts, draws: Stream) -> Facts:
    """Facts made by hand, which nobody has checked, with one of a wrong type."""
    junk = JUNK[draws.below(len(JUNK))]
    own, parts = fields_of(type(facts)), fields_of(type(facts.contract))
    place = draws.below(len(own) + len(parts))
    if place < len(own):
        return replace(facts, **{own[place].name: junk})
    return replace(facts, contract=replace(facts.contract, **{parts[place - len(own)].name: junk}))


def odd_standings(game: Game[Any], standing: Standing) -> Iterator[Standing]:
    """Standings that no table has, each by one number."""
    for dealer in (-1, game.seats):
        yield replace(standing, dealer=dealer)
    for scores in ((), standing.scores[1:], (*standing.scores, 0)):
        yield replace(standing, scores=scores)
    yield replace(standing, deal=0)
    for name in ("redeals", "doublers", "pot"):
        yield replace(standing, **{name: -1})
    yield replace(standing, doublers=10**9)


# -- the command -------------------------------------------------------------------------------------------------------


def hunt(text: str, numbers: Iterable[int], seed: str = "facts") -> tuple[Tally, list[str]]:
    """Try the deals of these numbers; a bare name stands for tables with random options. The faults name the deals."""
    fixed = make_game(text)
    kind, tally, found = GAMES.get(text), Tally(), []
    for deal in numbers:
        draws = Stream(seed, f"{text}/{deal}")
        game = fixed if kind is None else kind(random_options(kind.options_type, draws))
        where = f"{game.options.text()}, deal {deal} of seed {seed}"
        found += [f"{where}: {fault}" for fault in deal_faults(game, draws, tally)]
    return tally, found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: a summary of every game; exit status 1 if there were faults, 2 for a game there is not."""
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing.facts", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game or an options text; all games if left out")
    parser.add_argument("--deals", type=int, default=2000, metavar="N", help="deals per game (default 2000)")
    parser.add_argument("--seed", default="facts", help="another seed makes other deals")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="the deal of that number alone")
    given = parser.parse_args(arguments)
    numbers, status = range(given.deals) if given.only is None else [given.only], 0
    for name in given.games or GAMES:
        try:
            shown = track(numbers, name, console=Console(stderr=True), transient=True)
            tally, faults = hunt(name, shown, given.seed)
        except SheepfoldError as error:
            print(error)
            return 2
        print(*(f"FAULT {fault}" for fault in faults), tally.summary(name), sep="\n")
        status = 1 if faults else status
    return status


if __name__ == "__main__":
    sys.exit(main())
