"""The general player: plays every game without knowing it, never against its rules, and better than chance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from habit_helpers import decided
from msgspec.structs import replace

from sheepfold.bots import Bot, ConventionsBot, RandomBot, general, make_bot
from sheepfold.bots.habits import convention
from sheepfold.bots.search import Effort, Search
from sheepfold.core.actions import PASS, Discard, Pick, Play, Show
from sheepfold.core.cards import mask_of, parse_card, parse_cards
from sheepfold.core.errors import IllegalAction
from sheepfold.core.events import Contract
from sheepfold.core.shuffle import Stream
from sheepfold.lab import stats
from sheepfold.lab.duel import Duel
from sheepfold.play.driver import drive
from sheepfold.play.match import Match, start
from sheepfold.play.player import Budget
from sheepfold.play.view import View
from sheepfold.play.worlds import NoWorld
from sheepfold.registry import HABITS, make_game

GAMES = ("goathead", "widderkopf", "grim", "sheepshead", "clover")


@pytest.fixture
def unknown(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game whose habits nobody has."""
    name: str = request.param
    with HABITS.without(name):
        yield name


every_game = pytest.mark.parametrize("unknown", GAMES, indirect=True)


def play(text: str, seed: str, bots: list[Bot]) -> None:
    """One deal by bots, seat by seat in turn, through the checked door."""
    for _, decision in decided(drive(make_game(text), seed), bots):
        assert str(decision.reason).endswith(".")


def until_cards(text: str, seed: str) -> Match:
    """The first moment of a deal at which a card can be chosen."""
    driver, draws = drive(make_game(text), seed), Stream("general", seed)
    for question in driver.questions():
        if type(question.legal[0]) is Play and len(question.legal) > 2:
            break
        driver.answer(question, question.legal[draws.below(len(question.legal))])
    return driver.match


# -- it plays every game -----------------------------------------------------------------------------------------------


@every_game
def test_habits_that_are_not_there_are_replaced_by_general_ones(unknown: str) -> None:
    match = until_cards(unknown, "replaced")
    assert match.turn is not None
    view = match.view(match.turn)
    assert unknown not in HABITS
    assert unknown not in list(HABITS)
    assert convention(view, match.legal) == general.decide(view, match.legal)


@pytest.mark.parametrize("name", GAMES)
def test_habits_that_are_there_again_are_heeded_again(name: str) -> None:
    match = until_cards(name, "replaced")
    assert match.turn is not None
    view = match.view(match.turn)
    with HABITS.without(name):
        pass
    assert convention(view, match.legal) == HABITS[name](view, match.legal)


@every_game
def test_the_general_player_does_only_what_is_legal(unknown: str) -> None:
    for number in range(20):
        play(unknown, f"general{number}", [ConventionsBot()])
        play(unknown, f"mixed{number}", [ConventionsBot(), RandomBot()])


@pytest.mark.slow
@every_game
def test_levels_think_in_a_game_without_habits(unknown: str) -> None:
    bots = [make_bot("club(worlds=4,playouts=16,nodes=20000)"), ConventionsBot(), ConventionsBot()]
    for number in range(20):
        play(unknown, f"club{number}", bots[number % 3 :] + bots[: number % 3])


@every_game
def test_the_general_player_beats_chance(unknown: str) -> None:
    """Every deal is played twice with the seats changed; the whole interval of 95 % lies above zero."""
    duel = Duel(unknown, "conventions", "random", "general")
    assert stats.mean([duel.do(number).figure for number in range(60)]).clear == 1


# -- where something is missing ----------------------------------------------------------------------------------------


@every_game
def test_where_no_world_can_be_drawn_the_general_habit_decides(unknown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_world(*given: object) -> None:
        raise NoWorld("no_world", "There is none.")

    monkeypatch.setattr("sheepfold.bots.imagine.Worlds", no_world)
    monkeypatch.setattr(general, "Worlds", no_world)
    monkeypatch.setattr(general, "_TERMS", {})
    match = until_cards(unknown, "none")
    assert match.turn is not None
    view = match.view(match.turn)
    decision = make_bot("club").choose(view, match.legal, Stream("none", unknown))
    assert (decision.action, decision.reason) == general.decide(view, match.legal)


def test_where_the_kernel_has_no_problem_cards_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match = until_cards("grim", "problem")
    assert match.turn is not None

    def refuse(self: object, state: object) -> None:
        raise IllegalAction("no_tricks", "There is no trick to solve at this moment.")

    monkeypatch.setattr(type(match.game), "problem", refuse)
    search = Search(match.game, match.view(match.turn), match.legal, Effort(worlds=4, nodes=10**6, playouts=16))
    found = search.think(Stream("problem", "grim"), Budget())
    assert not found.exact
    assert found.weights


def test_an_unknown_phase_gets_the_first_action() -> None:
    view = start(make_game("sheepshead"), "phase").view(0)
    assert general.decide(view, (Pick(), Pick()))[0] == Pick()
    assert general.decide(view, (Pick(), PASS))[0] == PASS
    no_contract = replace(view, contract=None)
    cards = tuple(Play(c) for c in parse_cards("7C AC"))
    assert general.decide(no_contract, cards)[0] == cards[0]
    nonsense = replace(view, contract=Contract("nobody knows this"))
    assert general.decide(nonsense, cards)[0] in cards
    assert general.decide(no_contract, tuple(Discard(c) for c in parse_cards("AC 7C")))[0] == Discard(parse_card("7C"))
    melds = (Show(mask_of(parse_cards("7C 8C"))), Show(mask_of(parse_cards("9C 10C JC"))))
    assert general.decide(view, (*cards, *melds))[0] == melds[1]


# -- how it plays ------------------------------------------------------------------------------------------------------


def tricks(hand: str, trick: str, done: int = 0, **changes: object) -> View:
    """Seat 3's view of a Clover deal with hearts as trumps in which seat 1 declares."""
    view = start(make_game("clover"), "view").view(3)
    lying = parse_cards(trick)
    held = mask_of(parse_cards(hand))
    return replace(
        view,
        contract=Contract("suit", declarer=1, suit=2),
        phase="tricks",
        hand=held,
        known=(0,) * 4,
        upcard=None,
        trick=lying,
        leader=(3 - len(lying)) % 4,
        counts=tuple(held.bit_count() - (seat < 3 and seat >= 3 - len(lying)) for seat in range(4)),
        **changes,
    )


def chosen(view: View, cards: str) -> str:
    action, reason = general.decide(view, tuple(Play(c) for c in parse_cards(cards)))
    assert isinstance(action, Play)
    assert str(reason)
    return next(text for text in cards.split() if parse_card(text) == action.card)


@pytest.mark.parametrize(
    "hand, trick, legal, expected",
    [
        ("AC 7C 8S 9S", "10C KC 8C", "AC 7C", "AC"),  # last, and much in it
        ("10C 7C 8S 9S", "KC AC 8C", "10C 7C", "10C"),  # the partner's sure trick
        ("10C 7C 8S 9S", "AC KC 8C", "10C 7C", "7C"),  # their sure trick
        ("JH 7H 8S 9S", "AC KC 8C", "JH 7H 8S 9S", "7H"),  # a small trump takes it as well
        ("AC 7S 8S 9S", "", "AC 7S 8S 9S", "AC"),  # lead from strength
    ],
)
def test_sound_cards(hand: str, trick: str, legal: str, expected: str) -> None:
    assert chosen(tricks(hand, trick), legal) == expected
