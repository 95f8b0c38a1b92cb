"""Random deals of any game at random tables: what the fuzz, the secrecy net and the tests of worlds are fed with.

Everything comes from one labelled stream, so a seed and a number name a deal for ever. Uniformly random players hardly
ever let three auctions pass by and soon bid to the top of a ladder, so each deal draws how *shy* its players are: how
often somebody who may pass does, and whether they bid low.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
    CrackWord,
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
from sheepfold.core.cards import Seat
from sheepfold.core.deal import lay_out
from sheepfold.core.errors import BadOptions
from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.core.options import OptionInfo, Options, describe
from sheepfold.core.shuffle import Stream
from sheepfold.play.match import DealRecord
from sheepfold.testing.sections import checks_of

SHYNESS = (0, 8, 12, 15, 16)
"""How many times in sixteen somebody passes who may; 0 stands for any legal action alike."""

MOST_ACTIONS = 200
"""No deal of any game is longer; a loop that gets here has run away."""


def values_of(info: OptionInfo) -> tuple[Any, ...]:
    """The values of an option worth trying: every word, and of an open range its beginning and its default."""
    if not info.number:
        return info.choices
    low = info.ge if info.ge is not None else 0
    high = info.le if info.le is not None else low + 3
    numbers = range(low, high + 1) if high - low < 10 else (low, low + 1, high)
    return tuple(dict.fromkeys((*info.choices, *numbers, info.default)))


def every_table(options_type: type[Options], fixed: Mapping[str, Any] | None = None) -> tuple[Options, ...]:
    """The default table and every table that differs from it in one option; mixes that cannot be played left out."""
    tables: dict[str, Options] = {}
    base = dict(fixed or {})
    for given in [base, *({**base, i.name: value} for i in describe(options_type) for value in values_of(i))]:
        try:
            options = options_type.make(**given)
        except BadOptions:
            continue
        tables[options.text()] = options
    return tuple(tables.values())


def random_options(options_type: type[Options], draws: Stream) -> Options:
    """Options at random: each of them in one case out of three, again if the mix cannot be played."""
    infos = describe(options_type)
    for _ in range(1000):
        given = {}
        for info in infos:
            if draws.below(3) == 0:
                values = values_of(info)
                given[info.name] = values[draws.below(len(values))]
        try:
            return options_type.make(**given)
        except BadOptions:
            continue
    raise AssertionError(f"{options_type.game}: no mix of options can be played")


def random_standing(game: Game[Any], draws: Stream) -> Standing:
    """Any dealer at any score; now and then with throw-ins behind it and with what they leave on the table."""
    scores = tuple(draws.below(61) - 20 for _ in range(game.sides))
    standing = Standing(draws.below(game.seats), scores, 1 + draws.below(12))
    limit = getattr(game.options, "max_redeals", 0)
    if not limit or draws.below(4):
        return standing
    redeals = min(limit, 1 + draws.below(3))
    return replace(standing, redeals=redeals, **checks_of(game.id).left(game, redeals))


def choose(legal: tuple[Action, ...], draws: Stream, shyness: int) -> Action:
    """One of the legal actions; a shy player rather passes, or speaks softly: games list the lowest bids first."""
    if shyness and len(legal) > 1 and legal[0] == PASS:
        bids = len(legal) - 1
        return PASS if draws.below(16) < shyness else legal[1 + draws.below(1 + draws.below(bids))]
    return legal[draws.below(len(legal))]


def random_deal(game: Game[Any], draws: Stream, standing: Standing | None = None) -> DealRecord:
    """A whole deal played at random."""
    standing = random_standing(game, draws) if standing is None else standing
    shuffle = draws.shuffle(game.deck)
    shyness = SHYNESS[draws.below(len(SHYNESS))]
    state = game.begin(standing, shuffle).state
    actions: list[tuple[Seat, Action]] = []
    for _ in range(MOST_ACTIONS):
        seat = game.actor(state)
        if seat is None:
            return DealRecord(standing, lay_out(game.plan(standing), shuffle, game.seats), tuple(actions))
        action = choose(game.legal(state), draws, shyness)
        actions.append((seat, action))
        state = game.apply(state, action).state
    raise AssertionError(f"{game.options.text()}: a deal of more than {MOST_ACTIONS} actions")


_CRACKS: tuple[CrackWord, ...] = ("crack", "recrack", "crackback", "corner")
_WORDS: tuple[Action, ...] = (
    PASS,
    Steal(),
    *(Crack(word) for word in _CRACKS),
    *(Trump(suit) for suit in (None, 0, 1, 2, 3)),
    *(Predeclare(suit) for suit in range(4)),
    *(Bid(kind, suit=suit, slam=slam) for kind in ("suit", "alone") for suit in range(4) for slam in (False, True)),
    *(Bid("court", rank=rank) for rank in (5, 6, 7)),
    Bid("nil"),
    Grim(),
    Double(),
    NameOrder(True),
    Pick(),
    Alone(),
    Middle(False),
    Accept(),
    NoTrump(),
)
_CARD_ACTIONS: tuple[Callable[[int], Action], ...] = (Play, Bury, Discard, Call, Give)


def random_action(draws: Stream) -> Action:
    """Any action of any game, most of them cards, legal or not: for questions to which the answer may be no."""
    kind = draws.below(4)
    if kind == 0:
        return _WORDS[draws.below(len(_WORDS))]
    if kind == 1:
        low, length = draws.below(36), 2 + draws.below(4)
        return Show(((1 << length) - 1) << low & (1 << 36) - 1)
    return _CARD_ACTIONS[draws.below(len(_CARD_ACTIONS))](draws.below(36))
