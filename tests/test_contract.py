"""Every game keeps to the contract, and the contract suite notices a game that does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sheepfold.core.actions import PASS, Action, Play
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import BlindLaid, CardsDealt, Contract, Event, Outcome, Played, Standing, Turn
from sheepfold.core.game import Step, TrickProblem
from sheepfold.core.order import Order
from sheepfold.core.score import Factor
from sheepfold.core.shuffle import Chance, Luck, Shuffle
from sheepfold.games.goathead import Goathead, GoatheadFacts, GoatheadOptions, GoatheadState
from sheepfold.games.sheepshead import Sheepshead, SheepsheadState
from sheepfold.registry import GAMES, make_game
from sheepfold.testing.contract import ContractBroken, check, check_deal, check_facts, check_options
from sheepfold.testing.strategies import Script, games, options, play, scripts, shuffles

State = GoatheadState


@pytest.mark.parametrize("name", list(GAMES))
def test_the_game_keeps_to_the_contract(name: str) -> None:
    check(make_game(name), deals=50)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_game_keeps_to_the_contract_at_any_table(name: str) -> None:
    check_options(GAMES[name], deals=100)


@pytest.mark.parametrize("players", range(3, 9))
def test_sheepshead_keeps_to_the_contract_with_any_number_of_players(players: int) -> None:
    check(make_game("sheepshead", players=players), deals=8)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_preset_is_a_table_that_can_be_played(name: str) -> None:
    for preset in GAMES[name].options_type.presets:
        game = make_game(f"{name}:{preset}")
        check_facts(game)
        check(game, deals=2)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_payments_of_sheepshead_balance_where_there_is_no_pot(data: st.DataObject) -> None:
    game = data.draw(games(GAMES["sheepshead"]).filter(lambda game: getattr(game.options, "all_pass", "") != "pot"))
    outcome = play(game, data.draw(scripts(game))).steps[-1].state.outcome
    assert sum(outcome.delta) == 0


# -- faults planted on purpose -------------------------------------------------------------------------------------


class LosesACard(Goathead):
    def apply(self, state: State, action: Action) -> Step[State]:
        step = super().apply(state, action)
        if type(action) is Play and not any(step.state.trick):
            hands = step.state.hands
            return Step(replace(step.state, hands=(hands[0] & (hands[0] - 1), *hands[1:])), step.events)
        return step


class DealsACardTwice(Goathead):
    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[State]:
        step = super().begin(standing, shuffle)
        hands = (step.state.hands[0], step.state.hands[0], *step.state.hands[2:])
        events = tuple(
            CardsDealt(event.seat, 8, hands[event.seat]) if isinstance(event, CardsDealt) else event
            for event in step.events
        )
        return Step(replace(step.state, hands=hands), events)


class OffersTwice(Goathead):
    def legal(self, state: State) -> tuple[Action, ...]:
        actions = super().legal(state)
        return (*actions, *actions[:1])


class OffersNothing(Goathead):
    def legal(self, state: State) -> tuple[Action, ...]:
        return super().legal(state) if state.phase != "tricks" or len(state.trick) < 3 else ()


class Remembers(Goathead):
    def __init__(self, options: GoatheadOptions | None = None) -> None:
        super().__init__(options)
        self.calls = 0

    def apply(self, state: State, action: Action) -> Step[State]:
        self.calls += 1
        step = super().apply(state, action)
        return step if self.calls % 7 else Step(replace(step.state, spoken=step.state.spoken + 1), step.events)


class OtherPhase(Goathead):
    def phase(self, state: State) -> str:
        return "bidding" if state.phase == "auction" else state.phase


class NoSentence(Goathead):
    def refusal(self, state: State, action: Action) -> IllegalAction:
        return IllegalAction("no", "")


class OtherOrder(Goathead):
    def order_of(self, contract: Contract) -> Order:
        return super().order_of(Contract("nil"))


class Invents(Goathead):
    def _finished(self, state: State) -> Outcome:
        outcome = super()._finished(state)
        return replace(outcome, delta=(outcome.delta[0] + 1, *outcome.delta[1:]))


class ListsTooFew(Goathead):
    @property
    def actions(self) -> tuple[Action, ...]:
        return super().actions[:-1]


class OtherItems(Goathead):
    item_kinds = ("won",)


class OtherFactors(Goathead):
    factor_kinds = ()


class WrongFactors(Goathead):
    def _settled(self, standing: Standing, facts: Any) -> Outcome:
        outcome = super()._settled(standing, facts)
        factors = (Factor("figure", 7, ("G55",)),)
        return replace(outcome, items=tuple(replace(item, factors=factors) for item in outcome.items))


class ForgetsPoints(Goathead):
    def facts_of(self, state: State) -> GoatheadFacts:
        facts = super().facts_of(state)
        return facts if state.outcome is None else replace(facts, points=120 - (facts.points or 0))


class NeverOver(Goathead):
    @property
    def longest_deal(self) -> int:
        return 20


class Unequal(Goathead):
    __hash__ = Goathead.__hash__

    def __eq__(self, other: object) -> bool:
        return False


class LostTeams(Goathead):
    @property
    def teams(self) -> tuple[tuple[int, ...], ...] | None:
        return ((0, 1), (2,))


class TakesHalf(Sheepshead):
    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[SheepsheadState]:
        step = super().begin(standing, shuffle)
        events = tuple(replace(e, count=e.count + 1) if isinstance(e, BlindLaid) else e for e in step.events)
        return Step(step.state, events)


class OrderedStock(Sheepshead):
    """The picker gets the card that was dealt last to the blind on top of it, as from a stock."""

    def begin(self, standing: Standing, shuffle: Shuffle) -> Step[SheepsheadState]:
        step = super().begin(standing, shuffle)
        turn = (standing.dealer + 1 + shuffle[-1] % 2) % self.seats
        events = tuple(replace(e, seat=turn) if isinstance(e, Turn) else e for e in step.events)
        return Step(replace(step.state, turn=turn), events)


class GuessesWrong(Goathead):
    def outcome_if(self, state: State, points: tuple[int, ...], tricks: tuple[int, ...]) -> Outcome:
        return replace(super().outcome_if(state, points, tricks), delta=(9, 9, 9, 9))


class SkipsADeal(Goathead):
    def next_standing(self, standing: Standing, outcome: Outcome, chance: Luck) -> Standing | None:
        after = super().next_standing(standing, outcome, chance)
        return None if after is None else replace(after, deal=after.deal + 1)


class WrongWinner(Goathead):
    def winners(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        return (scores.index(min(scores)),)


class WrongTurn(Goathead):
    def apply(self, state: State, action: Action) -> Step[State]:
        step = super().apply(state, action)
        events = tuple(replace(event, seat=0) if isinstance(event, Turn) else event for event in step.events)
        return Step(step.state, events)


class Unseen(Goathead):
    def apply(self, state: State, action: Action) -> Step[State]:
        step = super().apply(state, action)
        kept: tuple[Event, ...] = tuple(event for event in step.events if not isinstance(event, Played))
        return Step(step.state, kept)


class AlwaysAProblem(Goathead):
    def problem(self, state: State) -> TrickProblem:
        order = self.order_of(Contract("nil"))
        hands = state.hands
        return TrickProblem(order, hands, 0, (), (0,) * 4, (0,) * 4, (0, 1, 0, 1))


class ActsForOthers(Goathead):
    def actor(self, state: State) -> int | None:
        return 4 if state.turn == 3 else state.turn


FAULTS: list[tuple[type[Goathead], str]] = [
    (LosesACard, "events have told"),
    (DealsACardTwice, "somewhere else already"),
    (OffersTwice, "listed twice"),
    (OffersNothing, "exactly until the deal is over"),
    (Remembers, "same twice"),
    (OtherPhase, "is not a phase"),
    (NoSentence, "without a code or a sentence"),
    (OtherOrder, "another order"),
    (Invents, "do not add up"),
    (GuessesWrong, "Settled again"),
    (ListsTooFew, "not in the list of all actions"),
    (OtherItems, "among the kinds of items"),
    (OtherFactors, "undeclared factor"),
    (WrongFactors, "The factors of"),
    (ForgetsPoints, "Settled from its facts"),
    (NeverOver, "20 is the most"),
    (SkipsADeal, "follows deal"),
    (WrongWinner, "have not the most"),
    (WrongTurn, "was announced"),
    (Unseen, "shows in no event"),
    (AlwaysAProblem, "problem to solve"),
    (ActsForOthers, "is not a seat"),
]


def any_deals(game: Goathead) -> None:
    """A few deals by chance; without hypothesis nothing is shrunk, which saves the time of it."""
    for number in range(1, 5):
        choices = tuple(Chance("faults").stream(f"choices/{number}").below(31) for _ in range(1)) * number
        script = Script(Standing(number % 4, (0, 0, 0, 0)), Chance("faults").deal(game.deck, number, 0), choices)
        check_deal(game, script)


@pytest.mark.parametrize(("faulty", "sentence"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_planted_fault_is_found(faulty: Callable[[], Goathead], sentence: str) -> None:
    any_deals(Goathead())
    with pytest.raises(ContractBroken, match=sentence):
        any_deals(faulty())


@pytest.mark.parametrize(("faulty", "sentence"), [(Unequal, "not equal"), (LostTeams, "are not teams")])
def test_a_fault_in_what_a_game_says_of_itself_is_found(faulty: type[Goathead], sentence: str) -> None:
    check_facts(Goathead())
    with pytest.raises(ContractBroken, match=sentence):
        check_facts(faulty())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("faulty", "sentence"), [(TakesHalf, "taken whole"), (OrderedStock, "played again from its layout")]
)
def test_what_a_layout_cannot_hold_is_said_in_a_sentence(faulty: type[Sheepshead], sentence: str) -> None:
    check(Sheepshead(), deals=2)
    with pytest.raises(ContractBroken, match=sentence):
        check(faulty(), deals=60)


def test_what_breaks_the_contract_is_shrunk() -> None:
    with pytest.raises(ContractBroken, match="listed twice") as caught:
        check(OffersTwice(), deals=5)
    told = " ".join("".join(getattr(caught.value, "__notes__", ())).split())
    assert "Script( Standing(dealer=0, scores=(0, 0, 0, 0), deal=1, redeals=0), (1, 2, 3, 4, 5, 6," in told


def test_options_whose_text_is_not_read_back_are_found() -> None:
    class Wrong(GoatheadOptions, frozen=True, kw_only=True):
        def text(self) -> str:
            return "goathead(target=31)"

    with pytest.raises(ContractBroken, match="other options"):
        check_facts(Goathead(Wrong.make()))


# -- the strategies ------------------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(shuffles(Goathead.deck))
def test_shuffles_are_whole_decks(shuffle: Shuffle) -> None:
    assert sorted(shuffle) == list(Goathead.deck.cards)


@settings(max_examples=50, deadline=None)
@given(options(GAMES["sheepshead"].options_type))
def test_options_can_be_played_and_are_read_back(made: Any) -> None:
    assert make_game(made.text()).options == made


@settings(max_examples=10, deadline=None)
@given(scripts(Goathead()))
def test_a_script_is_a_whole_deal(script: Script) -> None:
    line = play(Goathead(), script)
    assert len(line.steps) == len(line.actions) + 1
    assert line.steps[-1].state.outcome is not None


def test_an_empty_script_takes_the_first_action_each_time() -> None:
    line = play(Goathead(), Script(Standing(3, (0, 0, 0, 0)), Goathead.deck.cards))
    assert [action for _, action in line.actions[:4]] == [PASS] * 4
