"""What a scorekeeper is asked about a deal of Goathead, by kind of contract."""

from __future__ import annotations

from sheepfold.core.cards import ACE, CARD_TEXTS, JACK, KING, QUEEN, SEVEN, SUITS, card
from sheepfold.core.form import Field, FieldChoice, Form, FormKind, Threshold
from sheepfold.core.message import say

DECLARER = Field(
    name="declarer",
    label=say("goathead-fact-declarer", "Declarer"),
    help=say("goathead-fact-declarer-help", "Who owned the highest bid."),
    rule="G11",
    kind="seat",
    path=("contract", "declarer"),
    ge=0,
    le=3,
)
PARTNER = Field(
    name="partner",
    label=say("goathead-fact-partner", "Partner"),
    help=say("goathead-fact-partner-help", "Who held the called card."),
    rule="G19",
    kind="seat",
    path=("partner",),
    ge=0,
    le=3,
)
SUIT = Field(
    name="suit",
    label=say("goathead-fact-suit", "Suit"),
    help=say("goathead-fact-suit-help", "The suit that joined the queens and jacks as trumps."),
    rule="G18",
    kind="suit",
    path=("contract", "suit"),
    optional=True,
)
RANK = Field(
    name="rank",
    label=say("goathead-fact-rank", "Court"),
    help=say("goathead-fact-rank-help", "The rank that was trumps."),
    rule="G31",
    kind="rank",
    path=("contract", "rank"),
    optional=True,
    choices=(
        FieldChoice(KING, say("goathead-fact-kings", "kings")),
        FieldChoice(QUEEN, say("goathead-fact-queens", "queens")),
        FieldChoice(JACK, say("goathead-fact-jacks", "jacks")),
    ),
)
CALLED_CARD = Field(
    name="called_card",
    label=say("goathead-fact-called-card", "Called card"),
    help=say("goathead-fact-called-card-help", "The ace of the suit; the seven if the declarer had all four aces."),
    rule="G21",
    kind="card",
    path=("contract", "partner_card"),
    optional=True,
    choices=tuple(
        FieldChoice(c, say("goathead-fact-card", "{ $card }", card=CARD_TEXTS[c]))
        for c in (card(suit, rank) for rank in (ACE, SEVEN) for suit in SUITS)
    ),
)
SLAM = Field(
    name="slam",
    label=say("goathead-fact-slam", "Slam"),
    help=say("goathead-fact-slam-help", "Whether it was bid as a slam; then the tricks must be given."),
    rule="G43",
    kind="flag",
    path=("contract", "slam"),
    optional=True,
)
TRICKS = Field(
    name="tricks",
    label=say("goathead-fact-tricks", "Tricks"),
    help=say("goathead-fact-tricks-help", "How many of the eight tricks the declaring side took."),
    rule="G43",
    kind="number",
    path=("tricks",),
    optional=True,
    ge=0,
    le=8,
    thresholds=(
        Threshold("none", say("goathead-fact-tricks-none", "no trick"), 0, 0, 0, then=(("points", 0),)),
        Threshold("all", say("goathead-fact-tricks-all", "all eight tricks"), 8, 8, 8, then=(("points", 120),)),
        Threshold(
            "slam_made",
            say("goathead-fact-slam-made", "slam made, all eight tricks"),
            *(8, 8, 8),
            given=(("slam", True),),
            then=(("points", 120),),
        ),
    ),
    total=8,
)
NIL_TRICKS = Field(
    name="tricks",
    label=say("goathead-fact-nil-tricks", "Tricks"),
    help=say("goathead-fact-nil-tricks-help", "How many tricks the declarer took; one is enough to fail."),
    rule="G28",
    kind="number",
    path=("tricks",),
    ge=0,
    le=8,
    thresholds=(
        Threshold("made", say("goathead-fact-nil-made", "made, no trick"), 0, 0, 0),
        Threshold("lost", say("goathead-fact-nil-lost", "lost, one trick or more"), 1, 8, 1),
    ),
)
NIL_POINTS = Field(
    name="points",
    label=say("goathead-fact-nil-points", "Points"),
    help=say("goathead-fact-nil-points-help", "The trick points of the declarer; they decide nothing."),
    rule="G28",
    kind="number",
    path=("points",),
    optional=True,
    ge=0,
    le=120,
)
JUNK_POINTS = Field(
    name="points",
    label=say("goathead-fact-junk-points", "Points of seats 0 and 2"),
    help=say("goathead-fact-junk-points-help", "The trick points of that pair; the pair with the fewer wins."),
    rule="G47",
    kind="number",
    path=("points",),
    ge=0,
    le=120,
    thresholds=(
        Threshold("won", say("goathead-fact-junk-won", "won, 59 or fewer"), 0, 59, 44),
        Threshold("tied", say("goathead-fact-junk-tied", "tied at 60"), 60, 60, 60),
        Threshold("lost", say("goathead-fact-junk-lost", "lost, 61 or more"), 61, 120, 76),
    ),
    total=120,
    seats=(0, 2),
)
JUNK_TRICKS = Field(
    name="tricks",
    label=say("goathead-fact-junk-tricks", "Tricks of seats 0 and 2"),
    help=say("goathead-fact-junk-tricks-help", "How many tricks that pair took; they decide nothing."),
    rule="G47",
    kind="number",
    path=("tricks",),
    optional=True,
    ge=0,
    le=8,
    total=8,
    seats=(0, 2),
)

# The answers are points that can lie in almost any number of tricks, so that they go with whatever is said of those.
# A slam is made or lost by its tricks, whatever the points.
NO_SLAM = (("slam", False),)
LOST = Threshold("lost", say("goathead-fact-lost", "lost, 60 or fewer"), 0, 60, 44, NO_SLAM)
HEAVY_LOSS = Threshold("lost_no_brush", say("goathead-fact-lost-no-brush", "lost, 30 or fewer"), 0, 30, 20, NO_SLAM)
LIGHT_LOSS = Threshold("lost", say("goathead-fact-lost-31", "lost, 31 to 60"), 31, 60, 44, NO_SLAM)
MADE = Threshold("made", say("goathead-fact-made", "made, 61 to 89"), 61, 89, 76, NO_SLAM)
NO_BRUSH = Threshold("no_brush", say("goathead-fact-no-brush", "no brush, 90 or more"), 90, 119, 100)
ALL = Threshold("all", say("goathead-fact-all", "all 120"), 120, 120, 120)


def _points(heavy_loss: bool) -> Field:
    lost = (HEAVY_LOSS, LIGHT_LOSS) if heavy_loss else (LOST,)
    return Field(
        name="points",
        label=say("goathead-fact-points", "Points"),
        help=say("goathead-fact-points-help", "The trick points of the declaring side, declarer and partner together."),
        rule="G50",
        kind="number",
        path=("points",),
        ge=0,
        le=120,
        total=120,
        thresholds=(*lost, MADE, NO_BRUSH, ALL),
    )


def facts_form(heavy_loss: bool) -> Form:
    """The form of a table; ``heavy_loss``: 30 points or fewer cost more there (GQ16)."""
    points = _points(heavy_loss)
    return Form(
        (
            FormKind(
                "suit",
                say("goathead-contract-suit", "Suit"),
                (DECLARER, PARTNER, points, SLAM, TRICKS, SUIT, CALLED_CARD),
                usual=True,
            ),
            FormKind("nil", say("goathead-contract-nil", "Nil"), (DECLARER, NIL_TRICKS, NIL_POINTS)),
            FormKind("court", say("goathead-contract-court", "Court"), (DECLARER, points, SLAM, TRICKS, RANK)),
            FormKind("alone", say("goathead-contract-alone", "Alone"), (DECLARER, points, SLAM, TRICKS, SUIT)),
            FormKind("junk", say("goathead-contract-junk", "Junkyard"), (JUNK_POINTS, JUNK_TRICKS)),
        )
    )
