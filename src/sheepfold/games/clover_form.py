"""What a scorekeeper of Clover is asked: the fields out of which ``Clover.facts_form`` is put together."""

from __future__ import annotations

from sheepfold.core.form import Field
from sheepfold.core.message import say
from sheepfold.games.clover_melds import MOST_MELDS

DECLARER = Field(
    name="declarer",
    label=say("clover-fact-declarer", "Declarer"),
    help=say("clover-fact-declarer-help", "Who accepted the suit turned up, named a suit or bid no-trump."),
    rule="C14",
    kind="seat",
    path=("contract", "declarer"),
    ge=0,
    le=3,
    by_team=True,
)
TRUMP = Field(
    name="trump",
    label=say("clover-fact-trump", "Trump"),
    help=say("clover-fact-trump-help", "The trump suit; it does not change the score."),
    rule="C16",
    kind="suit",
    path=("contract", "suit"),
    optional=True,
)
POINTS = Field(
    name="points",
    label=say("clover-fact-points", "Points in tricks"),
    help=say(
        "clover-fact-points-help", "What each team has in its tricks, 150 together; the last trick counts 2 less."
    ),
    rule="C8",
    kind="number",
    each="team",
    path=("points",),
    ge=-2,
    le=152,
    total=150,
)
MELDS = Field(
    name="melds",
    label=say("clover-fact-melds", "Melds"),
    help=say("clover-fact-melds-help", "What each team has melded from its hands and in tricks, no digit struck off."),
    rule="C45",
    kind="number",
    each="team",
    path=("melds",),
    optional=True,
    ge=0,
    le=MOST_MELDS,
)
