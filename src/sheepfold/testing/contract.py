"""The contract suite: what every game must keep to, ours and any other.

>>> from sheepfold.registry import make_game
>>> check(make_game("goathead"), deals=2)

``check`` plays deals that hypothesis makes up and looks at every state and event of them; ``check_options`` does so at
tables with all kinds of options; ``check_deal`` looks at one deal and needs no hypothesis. What is wrong is raised as
``ContractBroken`` with a sentence and the shortest deal that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from sheepfold.core.actions import (
    PASS,
    Accept,
    Action,
    Alone,
    Bid,
    Bury,
    Call,
    Crack,
    Discard,
    Double,
    Give,
    Grim,
    Middle,
    NameOrder,
    NoTrump,
    Pick,
    Play,
    Predeclare,
    Show,
    Steal,
    Trump,
)
from sheepfold.core.cards import Seat, card_text, cards_in
from sheepfold.core.deal import lay_out
from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.core.events import (
    BlindLaid,
    BlindTaken,
    Buried,
    CardsDealt,
    ContractSet,
    DealShown,
    Discarded,
    Event,
    Given,
    Outcome,
    PickedUp,
    Played,
    RowLaid,
    SetAside,
    Standing,
    Turn,
    TurnedUp,
)
from sheepfold.core.game import Game, Step
from sheepfold.core.options import parse_value, split_text
from sheepfold.core.score import product, totals
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Chance
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.play.replay import replay
from sheepfold.play.step import step as checked_step
from sheepfold.testing.facts import settlement_faults
from sheepfold.testing.need import need
from sheepfold.testing.strategies import Line, Script, games, scripts

ACTIONS: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)
EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class ContractBroken(AssertionError):
    """A game does not keep to the contract; the text is a sentence."""


def ensure(kept: object, sentence: str) -> None:
    """Raise if a clause is broken."""
    if not kept:
        raise ContractBroken(sentence)


# -- the suite -----------------------------------------------------------------------------------------------------


def check(game: Game[Any], deals: int = 50) -> None:
    """The whole suite for a game with its options settled."""
    check_facts(game)

    def check_one(script: Script) -> None:
        check_deal(game, script)

    _given(scripts(game), check_one, deals)


def check_options(kind: type[Any], deals: int = 100) -> None:
    """The whole suite for a game under options of every kind, one deal at each table."""
    st = need("hypothesis.strategies", "hypothesis")

    def check_one(drawn: tuple[Game[Any], Script]) -> None:
        game, script = drawn
        check_facts(game)
        check_deal(game, script)

    pairs = games(kind).flatmap(lambda game: st.tuples(st.just(game), scripts(game)))
    _given(pairs, check_one, deals)


def _given(strategy: Any, clause: Callable[[Any], None], examples: int) -> None:
    """Run a clause over examples; hypothesis shrinks what breaks it."""
    hypothesis = need("hypothesis", "hypothesis")
    settings = hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,  # the suite gives the same answer every time
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
    )

    def run(drawn: Any) -> None:
        clause(drawn)

    settings(hypothesis.given(strategy)(run))()


def check_facts(game: Game[Any]) -> None:
    """What holds of a game before any deal: its names, its phases, its options in words and back."""
    ensure(game.id == game.options_type.game == game.options.game, "The game and its options have different names.")
    ensure(game.title and game.rules_version >= 1, "A game has a title and a rules version from 1 on.")
    ensure(game.seats >= 2 and game.sides >= 1, "A game has at least two seats and one side.")
    ensure(len(set(game.phases)) == len(game.phases) and "over" not in game.phases, "Phases are distinct words.")
    _check_value(game)
    _check_lists(game)
    kind = game.options_type
    for name, written in [("these options", game.options.text()), *kind.presets.items()]:
        word, values = split_text(written)
        again = kind.make(**{option: parse_value(kind, option, value) for option, value in values.items()})
        ensure(word == game.id and again.text() == written, f"The text of {name} is not canonical: {written}.")
        ensure(name != "these options" or again == game.options, f"{written} is read back as other options.")


def _check_value(game: Game[Any]) -> None:
    """A game is a value: another one with the same options is equal to it and has the same hash."""
    again = type(game)(game.options)  # type: ignore[call-arg]
    ensure(again == game and hash(again) == hash(game), "Two games with the same options are not equal.")


def _check_lists(game: Game[Any]) -> None:
    """What a game declares of itself: actions, kinds, teams, the option that sets the seats, a form for every kind."""
    ensure(len(set(game.actions)) == len(game.actions) > 0, "The list of all actions is empty or has one twice.")
    for name in ("contract_kinds", "item_kinds", "factor_kinds"):
        kinds = getattr(game, name)
        ensure(len(set(kinds)) == len(kinds), f"{name} has a word twice.")
    ensure(game.longest_deal >= game.seats, f"No deal can be over after {game.longest_deal} decisions.")
    sides = {game.side_of(seat) for seat in range(game.seats)}
    ensure(sides == set(range(game.sides)), f"The seats score on the sides {sorted(sides)}, not on {game.sides}.")
    if game.teams is not None:
        seats = sorted(seat for team in game.teams for seat in team)
        ensure(seats == list(range(game.seats)), f"{game.teams} are not teams of {game.seats} seats.")
    if game.seats_option is not None:
        ensure(getattr(game.options, game.seats_option) == game.seats, f"{game.seats_option} does not set the seats.")
    form = game.facts_form()
    kinds = {part.kind for part in form.kinds}
    ensure(kinds == set(game.contract_kinds), f"The form asks about {kinds}, the contracts are {game.contract_kinds}.")
    for part in form.kinds:
        names = [field.name for field in part.fields]
        ensure(len(set(names)) == len(names), f"The form of {part.kind} asks for something twice.")
        ensure(
            all(field.path and field.label and field.help for field in part.fields), "A field has no place or words."
        )
    for field in game.chance_form():
        ensure(len(field.choices) == len(field.draws) > 0, f"Chance has no draws for {field.name}.")


def check_deal(game: Game[Any], script: Script) -> None:
    """Every clause at every step of one deal."""
    holdings = Holdings(game)
    step = game.begin(script.standing, script.shuffle)
    steps: list[Step[Any]] = []
    actions: list[tuple[Seat, Action]] = []
    while True:
        for event in step.events:
            _check_event(game, event)
            holdings.see(event)
        holdings.compare(step.state)
        _check_state(game, step, len(actions))
        steps.append(step)
        seat = game.actor(step.state)
        if seat is None:
            break
        action = script.choose(len(actions), game.legal(step.state))
        actions.append((seat, action))
        step = _check_step(game, step.state, action, len(actions))
    line = Line(tuple(steps), tuple(actions))
    _check_contract(game, line)
    _check_end(game, script.standing, line.steps[-1])
    _check_replay(game, script, line)


# -- clauses -------------------------------------------------------------------------------------------------------


class Holdings:
    """Where every card is, by the events alone: no card may be in two places, and the state must agree."""

    def __init__(self, game: Game[Any]) -> None:
        self._deck = game.deck.mask
        self._hands = [0] * game.seats
        self._aside = [0] * game.seats
        self._gone = 0
        self._blind = 0

    def see(self, event: Event) -> None:
        """Move cards as the event says."""
        if isinstance(event, CardsDealt | BlindTaken):
            ensure(event.cards is not None and event.cards.bit_count() == event.count, f"{event} counts other cards.")
            self._add(event.seat, cards_in(event.cards or 0))
        if isinstance(event, BlindLaid):
            self._blind = event.count
        elif isinstance(event, BlindTaken):
            ensure(event.count == self._blind, "A blind is taken whole: nobody could tell what is left of it.")
            self._blind = 0
        if isinstance(event, RowLaid):
            self._add(event.seat, event.cards)
        elif isinstance(event, TurnedUp):
            self._add(event.seat, (event.card,))
        elif isinstance(event, Played | Buried | Discarded):
            self._gone |= 1 << self._remove(event.seat, event.card)
        elif isinstance(event, Given):
            self._add(event.receiver, (self._remove(event.giver, event.card),))
        elif isinstance(event, SetAside):
            self._hands, self._aside = self._aside, self._hands
        elif isinstance(event, PickedUp):
            self._hands = [hand | back for hand, back in zip(self._hands, self._aside, strict=True)]
            self._aside = [0] * len(self._aside)

    def _add(self, seat: Seat, cards: Iterable[int]) -> None:
        for c in cards:
            taken = self._gone
            for held in (*self._hands, *self._aside):
                taken |= held
            ensure(self._deck >> c & 1, f"{card_text(c)} is not in this deck.")
            ensure(not taken >> c & 1, f"{card_text(c)} comes to seat {seat} and is somewhere else already.")
            self._hands[seat] |= 1 << c

    def _remove(self, seat: Seat, c: int | None) -> int:
        if c is None or not self._hands[seat] >> c & 1:
            raise ContractBroken(f"Seat {seat} parts with a card that it does not have.")
        self._hands[seat] ^= 1 << c
        return c

    def compare(self, state: Any) -> None:
        """The cards in hand and on the table are those that the events have told of."""
        if not hasattr(state, "hands"):
            return
        rows = getattr(state, "rows", (0,) * len(self._hands))
        own = [hand | row for hand, row in zip(state.hands, rows, strict=True)]
        ensure(own == self._hands, f"The state holds {own}, the events have told of {self._hands}.")
        for c in getattr(state, "trick", ()):
            ensure(self._gone >> c & 1, f"{card_text(c)} lies in the trick and was never played.")


def _check_event(game: Game[Any], event: Event) -> None:
    """An event survives its JSON, and what is secret in it is hidden from the others (X8)."""
    again = EVENTS.decode(msgspec.json.encode(event))
    ensure(again == event, f"{event} does not survive its JSON.")
    for viewer in (*range(game.seats), None):
        seen = seen_by(event, viewer)
        ensure(seen == _lawful(event, viewer), f"{viewer} sees {seen} of {event}.")


def _lawful(event: Event, viewer: Seat | None) -> Event:
    """What a viewer should see of an event, written here a second time."""
    if isinstance(event, CardsDealt | BlindTaken) and viewer != event.seat:
        return replace(event, cards=None)
    if isinstance(event, Buried | Discarded) and viewer != event.seat:
        return replace(event, card=None)
    if isinstance(event, Given) and viewer not in (event.giver, event.receiver):
        return replace(event, card=None)
    return event


def _check_state(game: Game[Any], step: Step[Any], place: int) -> None:
    """Actor, phase, legal actions and their words."""
    state = step.state
    actor, phase, legal = game.actor(state), game.phase(state), game.legal(state)
    over = actor is None
    ensure(over or actor in range(game.seats), f"{actor} is not a seat.")
    ensure(phase == "over" if over else phase in game.phases, f"'{phase}' is not a phase.")
    ensure(bool(legal) is not over, "There are legal actions exactly until the deal is over.")
    ensure((game.outcome(state) is not None) is over, "There is an outcome exactly when the deal is over.")
    ensure(len(set(legal)) == len(legal), "A legal action is listed twice.")
    strange = [action for action in legal if action not in game.actions]
    ensure(not strange, f"{strange[:1]} is legal and not in the list of all actions.")
    ensure(place <= game.longest_deal, f"The deal has gone on for {place} decisions; {game.longest_deal} is the most.")
    words = [action_text(action) for action in legal]
    ensure(len(set(words)) == len(words), "Two legal actions have the same words.")
    for action, word in zip(legal, words, strict=True):
        ensure(parse_action(word) == action, f"'{word}' is read as another action.")
        again = ACTIONS.decode(msgspec.json.encode(action))
        ensure(again == action, f"'{word}' does not survive its JSON.")
    turns = [event for event in step.events if isinstance(event, Turn)]
    for turn in turns[-1:]:
        ensure(
            not over and turn == Turn(turn.seat, phase) and turn.seat == actor, f"{turn} was announced, not {actor}."
        )
    _check_refusals(game, state, legal, place)
    _check_problem(game, state, legal)


def _check_refusals(game: Game[Any], state: Any, legal: tuple[Action, ...], place: int) -> None:
    """What is not legal is refused with a code and a sentence, and nothing changes (X6)."""
    actor = game.actor(state)
    before = fingerprint(state)
    seat = 0 if actor is None else actor
    wanted = (*STRANGE[place % 5 :: 5], *(() if actor is None else game.worth_showing(state)))
    tries = [(seat, action) for action in wanted if action not in legal]
    if actor is not None:
        tries.append(((actor + 1) % game.seats, legal[0]))
    for seat, action in tries:
        try:
            checked_step(game, state, seat, action)
        except IllegalAction as refusal:
            told = refusal.code and refusal.sentence.endswith(".")
            ensure(told, f"'{action}' is refused without a code or a sentence: {refusal}")
        else:
            raise ContractBroken(f"{action} is not legal for seat {seat} and is not refused.")
    ensure(fingerprint(state) == before, "A refused action has changed the state.")


def _check_problem(game: Game[Any], state: Any, legal: tuple[Action, ...]) -> None:
    """The tricks can be handed to a solver, other phases not."""
    if game.phase(state) != "tricks":
        try:
            game.problem(state)
        except IllegalAction:
            return
        raise ContractBroken(f"There is a problem to solve in the phase '{game.phase(state)}'.")
    problem, actor = game.problem(state), game.actor(state)
    assert actor is not None
    ensure(len(problem.hands) == len(problem.sides) == game.seats, "A problem has a hand and a side for every seat.")
    ensure(problem.order == game.order(state), "The problem has another order than the deal.")
    ensure((problem.leader + len(problem.trick)) % game.seats == actor, "The problem has another seat on turn.")
    for action in legal:
        if isinstance(action, Play):
            ensure(
                problem.hands[actor] >> action.card & 1,
                f"{action_text(action)} is legal and not in the problem's hand.",
            )


def _check_step(game: Game[Any], state: Any, action: Action, number: int) -> Step[Any]:
    """Doing an action is a function: it leaves the old state alone and gives the same again."""
    before = fingerprint(state)
    after, again = game.apply(state, action), game.apply(state, action)
    ensure(again == after, f"Action {number}, '{action_text(action)}', does not give the same twice.")
    ensure(
        fingerprint(state) == before, f"Action {number}, '{action_text(action)}', has changed the state it began from."
    )
    ensure(after.events, f"Action {number}, '{action_text(action)}', shows in no event.")
    return after


def _check_contract(game: Game[Any], line: Line) -> None:
    """A contract that everybody knows gives the order in force."""
    for step in line.steps:
        for event in step.events:
            if isinstance(event, ContractSet):
                ensure(game.order_of(event.contract) == game.order(step.state), f"{event} gives another order.")
    shown = [isinstance(event, DealShown) for step in line.steps for event in step.events]
    ensure(shown.count(True) == 1 and shown[-1], "The last event of a deal, and no other, shows everything.")


def _check_end(game: Game[Any], standing: Standing, last: Step[Any]) -> None:
    """The score is the sum of its items, and the next table follows from it."""
    outcome = game.outcome(last.state)
    assert outcome is not None
    ensure(len(outcome.delta) == game.sides, f"There are {game.sides} sides and {len(outcome.delta)} changes of score.")
    ensure(totals(outcome.items, game.sides) == outcome.delta, f"The items do not add up to {outcome.delta}.")
    ensure(all(item.rule and item.what for item in outcome.items), "An item has no rule or no words.")
    for item in outcome.items:
        ensure(item.kind in game.item_kinds, f"'{item.kind}' is not among the kinds of items.")
        ensure(all(factor.kind in game.factor_kinds for factor in item.factors), f"{item} has an undeclared factor.")
        made = product(item.factors) if item.factors else item.amount
        ensure(made == item.amount, f"The factors of {item.kind} make {made}, not {item.amount}.")
    if game.zero_sum:
        rest = sum(outcome.delta) + outcome.pot - standing.pot
        ensure(rest == 0, f"What one side gains the others should lose, and {rest} is left over.")
    for given in (outcome.points, outcome.tricks):
        ensure(len(given) in (0, game.seats), f"{given} does not count by seat.")
    if outcome.tricks:
        guessed = game.outcome_if(last.state, outcome.points or (0,) * game.seats, outcome.tricks)
        ensure(guessed.delta == outcome.delta, f"Settled again with the same cards, the deal pays {guessed.delta}.")
    again = msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome)
    ensure(again == outcome, "The outcome does not survive its JSON.")
    _check_settlement(game, standing, last.state, outcome)
    after = game.next_standing(standing, outcome, Chance("contract"))
    scores = tuple(old + change for old, change in zip(standing.scores, outcome.delta, strict=True))
    winners = game.winners(scores)
    ensure(winners and set(winners) <= set(range(game.sides)), f"{winners} cannot have won.")
    ensure(all(scores[winner] == max(scores) for winner in winners), f"{winners} have not the most of {scores}.")
    if after is None:
        return
    ensure(after.dealer in range(game.seats), f"{after.dealer} cannot deal.")
    ensure(after.scores == scores, f"The next table says {after.scores}, the scores are {scores}.")
    ensure(after.deal == standing.deal + (not outcome.same_dealer), f"Deal {after.deal} follows deal {standing.deal}.")
    ensure(not outcome.same_dealer or after.dealer == standing.dealer, "The same dealer should deal again.")
    ensure(after.redeals in (0, standing.redeals + 1), f"{after.redeals} redeals follow {standing.redeals}.")


def _check_settlement(game: Game[Any], standing: Standing, state: Any, outcome: Outcome) -> None:
    """What people know of the deal settles it in the same way, and can be entered through the form."""
    facts = game.facts_of(state)
    ensure(type(facts) is game.facts_type, f"The facts are {type(facts).__name__}, not {game.facts_type.__name__}.")
    ensure(facts.contract.kind in game.contract_kinds, f"'{facts.contract.kind}' is not among the kinds of contract.")
    for fault in settlement_faults(game, standing, state, outcome):
        raise ContractBroken(fault)


def _check_replay(game: Game[Any], script: Script, line: Line) -> None:
    """Standing, cards and actions are all there is to a deal.

    A layout keeps piles as sets: a game in which the order of a stock matters cannot be told from one, and is refused.
    """
    deal = lay_out(game.plan(script.standing), script.shuffle, game.seats)
    ensure(game.layout(line.steps[0].state) == deal, "The state has another layout than the shuffle gives.")
    try:
        again = replay(game, script.standing, deal, line.actions)
    except SheepfoldError as error:
        sentence = "The deal cannot be played again from its layout; a stock has no order there, and is taken whole"
        raise ContractBroken(f"{sentence}: {error}") from error
    ensure(again.states == tuple(step.state for step in line.steps), "The replay goes through other states.")
    ensure(again.events == tuple(step.events for step in line.steps), "The replay tells other events.")


def fingerprint(state: Any) -> int:
    """A number that changes if the state does."""
    try:
        return hash(state)
    except TypeError:
        return hash(repr(state))


def _strange_actions() -> tuple[Action, ...]:
    """Actions of every kind and game, cards that do not exist among them; most are illegal at any moment."""
    cards = (-1, 0, 5, 8, 9, 13, 17, 22, 26, 27, 31, 35, 36, 99)
    made: list[Action] = [kind(c) for kind in (Play, Bury, Call, Discard, Give) for c in cards]
    made += [PASS, Steal(), Grim(), Double(), Pick(), Alone(), Accept(), NoTrump(), Middle(True), Middle(False)]
    made += [Bid("nil"), Bid("nil", slam=True), Bid("suit"), Bid("suit", suit=0), Bid("alone", suit=2, slam=True)]
    made += [Bid("court", rank=6), Bid("court"), Bid("court", rank=3), Trump(None), Trump(0), Trump(3), Trump(7)]
    made += [Crack("crack"), Crack("recrack"), Crack("corner"), Predeclare(1), Predeclare(9), NameOrder(True)]
    made += [Show(0), Show(1), Show(0b111), Show(0b11 << 6), Show(0b11111 << 13), Show(1 << 40), NameOrder(False)]
    return tuple(made)


STRANGE = _strange_actions()
