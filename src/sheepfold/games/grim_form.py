"""What a scorekeeper of Grim is asked: the fields out of which ``Grim.facts_form`` is put together."""

from __future__ import annotations

from sheepfold.core.form import Field, FieldChoice, Threshold
from sheepfold.core.message import say

DECLARER = Field(
    name="declarer",
    label=say("grim-fact-declarer", "Declarer"),
    help=say("grim-fact-declarer-help", "Who played the bid: whoever bid Grim, or took it over as a Double Grim."),
    rule="R34",
    kind="seat",
    path=("contract", "declarer"),
    ge=0,
    le=3,
    by_team=True,
)
BID_TRICKS = Field(
    name="tricks",
    label=say("grim-fact-tricks", "Tricks"),
    help=say("grim-fact-tricks-help", "How many tricks the declarer's team took, both partners together."),
    rule="R44",
    kind="number",
    path=("tricks",),
    ge=0,
    le=8,
    thresholds=(
        Threshold("made", say("grim-threshold-made", "made, all of them"), 4, 4, 4, (("cards", 4),)),
        Threshold("lost", say("grim-threshold-lost", "lost, not all of them"), 0, 3, 3, (("cards", 4),)),
        Threshold("made", say("grim-threshold-made", "made, all of them"), 8, 8, 8, (("cards", 8),)),
        Threshold("lost", say("grim-threshold-lost", "lost, not all of them"), 0, 7, 7, (("cards", 8),)),
    ),
)
MAKE5_TRICKS = Field(
    name="tricks",
    label=say("grim-fact-make5-tricks", "Tricks of the leading team"),
    help=say("grim-fact-make5-tricks-help", "How many tricks the team took that did not deal."),
    rule="R51",
    kind="number",
    path=("tricks",),
    ge=0,
    le=8,
    thresholds=(
        Threshold("leading", say("grim-threshold-leading", "five or more"), 5, 8, 5),
        Threshold("dealing", say("grim-threshold-dealing", "four or fewer"), 0, 4, 4),
    ),
    total=8,
)
TRUMP = Field(
    name="trump",
    label=say("grim-fact-trump", "Trump"),
    help=say("grim-fact-trump-help", "The trump suit; it does not change the score."),
    rule="R38",
    kind="suit",
    path=("contract", "suit"),
    optional=True,
)
ORDER = Field(
    name="order",
    label=say("grim-fact-order", "Order"),
    help=say("grim-fact-order-help", "High or Low; it does not change the score."),
    rule="R37",
    kind="choice",
    path=("contract", "high"),
    optional=True,
    choices=(FieldChoice(True, say("grim-order-high", "High")), FieldChoice(False, say("grim-order-low", "Low"))),
)


def cards_field(counts: tuple[int, ...], optional: bool = False) -> Field:
    """The question on how many cards the deal was played; ``counts`` are the answers there can be."""
    return Field(
        name="cards",
        label=say("grim-fact-cards", "Cards"),
        help=say("grim-fact-cards-help", "On how many cards each the deal was played."),
        rule="R16",
        kind="choice",
        path=("cards",),
        optional=optional,
        choices=tuple(FieldChoice(count, say("grim-cards", "{ $count }", count=count)) for count in counts),
    )
