"""How a newcomer slips: as a person does, and never with a call that nobody would make.

A slip is one of a few plausible actions beside the one that the habits choose. With cards it is the second best, or
what the habits say to somebody who has forgotten all tricks but the last. In an auction it is a pass in place of a bid,
the second best bid, or in place of a pass the bid of somebody who overrates the hand a little, which the game's
``temptations`` know. What is bold is never a slip. All of it comes from the View, and nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from sheepfold.bots.habits import convention
from sheepfold.bots.habits.base import Choice, bold
from sheepfold.core.actions import PASS, Action, Bury, Discard, Give, Pass, Play
from sheepfold.core.message import say
from sheepfold.core.shuffle import Stream
from sheepfold.play.view import View
from sheepfold.registry import TEMPTATIONS, game_of

WHY_SLIP = say("bot-slip", "I was not paying attention.")

# Where the numbers of this file come from: docs/tuning.md.
REMEMBERED = 1
"""How many tricks are remembered by somebody who has lost count."""


def slip(view: View, legal: Sequence[Action], rng: Stream) -> Choice:
    """A plausible mistake; what the habits choose where there is none."""
    usual = convention(view, legal)
    found = plausible(view, legal, usual[0])
    return (found[rng.below(len(found))], WHY_SLIP) if found else usual


def plausible(view: View, legal: Sequence[Action], usual: Action) -> tuple[Action, ...]:
    """What a person may do here by mistake instead of the usual action."""
    if type(usual) is Pass:
        slips = [overrated(view, legal)]
    elif PASS in legal:
        slips = [PASS, second_best(view, legal, usual)]
    else:
        slips = [second_best(view, legal, usual), forgetful(view, legal)]
    return tuple(dict.fromkeys(action for action in slips if action is not None and action != usual))


def second_best(view: View, legal: Sequence[Action], usual: Action) -> Action | None:
    """What the habits choose if the usual action is left out; where cards can be played, a card.

    Where only one other call is left it is not second best but wrong, and nobody makes it by mistake.
    """
    rest = [action for action in legal if action != usual and not bold(action)]
    cards = [action for action in rest if type(action) is Play]
    if cards:
        return _habit(view, cards)
    return _habit(view, rest) if len(rest) > 1 or isinstance(usual, _CARDS) else None


_CARDS = Give | Discard | Bury


def forgetful(view: View, legal: Sequence[Action]) -> Action | None:
    """The card that the habits choose if all tricks but the last are forgotten."""
    cards = [action for action in legal if type(action) is Play]
    if not cards or len(view.done) <= REMEMBERED:
        return None
    return _habit(replace(view, done=view.done[-REMEMBERED:]), cards)


def overrated(view: View, legal: Sequence[Action]) -> Action | None:
    """The bid of somebody who overrates the hand a little, ``None`` if even they would pass.

    In a game without temptations of its own that is the first bid in the order of the legal actions.
    """
    sober = [action for action in legal if not bold(action)]
    tempted = TEMPTATIONS.get(game_of(view.game).id)
    if tempted is None:
        return next((action for action in sober if type(action) is not Pass), None)
    if len(sober) == 1:
        return None
    with suppress(Exception):  # somebody else's may raise anything
        said: Action = tempted(view, sober)[0]
        return said if said in sober and said != PASS else None
    return None


def _habit(view: View, legal: Sequence[Action]) -> Action | None:
    """What the habits choose among these; habits that look past them have nothing to say."""
    with suppress(Exception):  # somebody else's may raise anything when less is legal than could be
        action = convention(view, legal)[0]
        return action if action in legal else None
    return None
