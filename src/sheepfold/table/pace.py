"""How long the table waits before a bot's action, a card that was queued or one that nobody had a choice about.

Time tells. A bot that answers at once when it has one card to play, a person's last card that comes quicker than their
others, a pause that is longer when there was much to think about: each would show something of the hand behind it. So
every delay of a table is drawn here, before anything is thought about, from one distribution for all of them. It
depends on the pace of the table, which everybody knows, and on nothing else: not on the cards, the number of legal
actions, the seat, the level of the bot, the load of the machine, nor on who or what decides. The numbers come from
a generator of the server's own and never from a stream of the match: they are no part of its chance, and whoever saw
the delays must not learn a number that a bot or a deal draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sheepfold.core.errors import BadText
from sheepfold.play.player import LIVE

PACES: Mapping[str, float] = {"none": 0.0, "fast": 0.3, "normal": 0.9, "slow": 1.8}
"""The mean delay of each pace, in seconds."""
SHAPE = 4.0
"""Of the gamma distribution: mostly near the mean, now and then half as long again, as people are."""
LEAST, MOST = 0.4, 2.5
"""No delay is shorter or longer than these parts of the mean; what lies outside is drawn again."""
DRAWN_AGAIN = 1.05415
"""Drawing again makes delays longer on average; divided by this they have the mean of the pace (a test computes it)."""


def delay(pace: str, rng: Random) -> float:
    """Seconds from a question to its answer, drawn anew for each.

    ``rng`` is the server's: ``random.SystemRandom()``, or in tests a seeded ``random.Random``. There is no argument for
    anything else, and there must not be (see above).
    """
    mean = _mean(pace)
    if not mean:
        return 0.0
    while True:
        drawn = rng.gammavariate(SHAPE, 1.0 / SHAPE) / DRAWN_AGAIN
        if LEAST <= drawn <= MOST:
            return drawn * mean


def time_to_think(pace: str, drawn: float) -> float:
    """Seconds that a bot may think before its action: the drawn delay.

    Without a pace nobody waits for anything else than the thought, so a bot then thinks as it does in the terminal.
    """
    return drawn if _mean(pace) else LIVE.seconds or 0.0


def _mean(pace: str) -> float:
    if pace not in PACES:
        paces = ", ".join(PACES)
        raise BadText("unknown_pace", "There is no pace '{ $pace }'; there are { $paces }.", pace=pace, paces=paces)
    return PACES[pace]
