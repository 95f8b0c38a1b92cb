"""Hypothesis strategies for whole deals of any game.

A deal is a permutation of the deck and a list of numbers: each number, modulo the count of legal actions, is a choice.
Both shrink well: to the unshuffled deck, and to a short list in which everybody takes the first legal action. Whatever
such a value is, it can be played; nothing is ever thrown away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sheepfold.core.actions import Action
from sheepfold.core.cards import Deck, Seat
from sheepfold.core.errors import BadOptions
from sheepfold.core.events import Standing
from sheepfold.core.game import Game, Step
from sheepfold.core.options import OptionInfo, Options, describe
from sheepfold.core.shuffle import Shuffle
from sheepfold.testing.need import need

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

MOST_CHOICES = 60
"""More decisions than the longest deal has that is worth shrinking; after them the first legal action is taken."""


class Script(Struct, frozen=True):
    """Everything that decides a deal: the table, the shuffle and the choices."""

    standing: Standing
    shuffle: Shuffle
    choices: tuple[int, ...] = ()

    def choose(self, place: int, legal: tuple[Action, ...]) -> Action:
        """The action at that place of the deal; where the choices have run out, the first legal one."""
        return legal[self.choices[place] % len(legal) if place < len(self.choices) else 0]


class Line(Struct, frozen=True):
    """A deal played out: ``steps[0]`` is the deal itself, ``steps[k]`` what the k-th action led to."""

    steps: tuple[Step[Any], ...]
    actions: tuple[tuple[Seat, Action], ...]


def play(game: Game[Any], script: Script) -> Line:
    """Play a script to the end of the deal."""
    step = game.begin(script.standing, script.shuffle)
    steps: list[Step[Any]] = [step]
    actions: list[tuple[Seat, Action]] = []
    while (seat := game.actor(step.state)) is not None:
        action = script.choose(len(actions), game.legal(step.state))
        actions.append((seat, action))
        step = game.apply(step.state, action)
        steps.append(step)
    return Line(tuple(steps), tuple(actions))


def shuffles(deck: Deck) -> SearchStrategy[Shuffle]:
    """Every order of the deck."""
    st = need("hypothesis.strategies", "hypothesis")
    made: SearchStrategy[Shuffle] = st.permutations(deck.cards).map(tuple)
    return made


def tables(game: Game[Any]) -> SearchStrategy[Standing]:
    """Any dealer, any scores, a few throw-ins behind."""
    st = need("hypothesis.strategies", "hypothesis")
    scores = st.tuples(*[st.integers(-40, 40)] * game.sides)
    made: SearchStrategy[Standing] = st.builds(
        Standing,
        dealer=st.integers(0, game.seats - 1),
        scores=scores,
        deal=st.integers(1, 20),
        redeals=st.integers(0, 2),
    )
    return made


def scripts(game: Game[Any]) -> SearchStrategy[Script]:
    """Whole deals of a game."""
    st = need("hypothesis.strategies", "hypothesis")
    choices = st.lists(st.integers(0, 31), max_size=MOST_CHOICES).map(tuple)
    made: SearchStrategy[Script] = st.builds(Script, tables(game), shuffles(game.deck), choices)
    return made


def values(info: OptionInfo) -> SearchStrategy[Any]:
    """The values of one option; of an open range a few from its beginning."""
    st = need("hypothesis.strategies", "hypothesis")
    chosen: SearchStrategy[Any] = st.sampled_from(info.choices) if info.choices else st.nothing()
    if info.number:
        low = 0 if info.ge is None else info.ge
        chosen |= st.integers(low, low + 30 if info.le is None else min(info.le, low + 30))
    return chosen


def options(kind: type[Options]) -> SearchStrategy[Options]:
    """Every mix of options that can be played; it shrinks to the defaults."""
    st = need("hypothesis.strategies", "hypothesis")
    given = st.fixed_dictionaries({}, optional={info.name: values(info) for info in describe(kind)})
    made: SearchStrategy[Options] = given.map(lambda values: _made(kind, values)).filter(lambda made: made is not None)
    return made


def _made(kind: type[Options], values: dict[str, Any]) -> Options | None:
    """The options, or nothing if the mix is refused; then hypothesis draws again."""
    try:
        return kind.make(**values)
    except BadOptions:
        return None


def games(kind: type[Any]) -> SearchStrategy[Game[Any]]:
    """A game under every mix of its options."""
    made: SearchStrategy[Game[Any]] = options(kind.options_type).map(kind)
    return made
