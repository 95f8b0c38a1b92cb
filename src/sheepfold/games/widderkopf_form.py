"""What a scorekeeper is asked about a round of Widderkopf."""

from __future__ import annotations

from sheepfold.core.form import Field, FieldChoice, Form, FormKind, Threshold
from sheepfold.core.message import Message, say

CALL_WORDS: tuple[Message, ...] = (
    say("widderkopf-call-crack", "Crack!"),
    say("widderkopf-call-recrack", "Recrack!"),
    say("widderkopf-call-crackback", "Crackback!"),
    say("widderkopf-call-corner", "Crack Around the Corner!"),
)
"""The four calls as they are spoken."""

DECLARER = Field(
    name="chooser",
    label=say("widderkopf-fact-chooser", "Who named the trumps"),
    help=say("widderkopf-fact-chooser-help", "The lower score; at a level score the non-dealer."),
    rule="W18",
    kind="seat",
    path=("contract", "declarer"),
    optional=True,
    ge=0,
    le=1,
)
SUIT = Field(
    name="suit",
    label=say("widderkopf-fact-suit", "Trumps"),
    help=say("widderkopf-fact-suit-help", "The suit that was named."),
    rule="WQ16",
    kind="suit",
    path=("contract", "suit"),
    optional=True,
)
CALLS = Field(
    name="calls",
    label=say("widderkopf-fact-calls", "Last call"),
    help=say("widderkopf-fact-calls-help", "How far the chain of calls went."),
    rule="WQ11",
    kind="choice",
    path=("calls",),
    optional=True,
    choices=(
        FieldChoice(0, say("widderkopf-fact-no-call", "none")),
        *(FieldChoice(number, words) for number, words in enumerate(CALL_WORDS, 1)),
    ),
    steps=True,
)

# What one player has the other lacks, so the answers come in pairs that make 121. They are points that can lie in
# almost any number of tricks, so that they go with whatever is said of those.
LOST_SCHNEIDER = say("widderkopf-fact-lost-schneider", "lost, 30 or fewer")
LOST = Threshold("lost", say("widderkopf-fact-lost", "lost, 31 to 60"), 31, 60, 51)
WON = Threshold("won", say("widderkopf-fact-won", "won, 61 to 90"), 61, 90, 70)
SCHNEIDER = say("widderkopf-fact-schneider", "Schneider, 91 or more")
BY_TRICKS = (
    Threshold("lost_schneider", LOST_SCHNEIDER, 0, 30, 11),
    LOST,
    WON,
    Threshold("schneider", SCHNEIDER, 91, 121, 110),
)
BY_POINTS = (
    Threshold("lost_schwarz", say("widderkopf-fact-lost-schwarz", "lost with nothing"), 0, 0, 0),
    Threshold("lost_schneider", LOST_SCHNEIDER, 1, 30, 11),
    LOST,
    WON,
    Threshold("schneider", SCHNEIDER, 91, 120, 110),
    Threshold("schwarz", say("widderkopf-fact-schwarz", "Schwarz, all 121"), 121, 121, 121),
)
"""Where Schwarz means all the card points (WQ14)."""


def facts_form(*, cracking: bool, by_tricks: bool) -> Form:
    """The form of a table; ``by_tricks``: Schwarz means all the tricks there, so they must be given (WQ14)."""
    points = Field(
        name="points",
        label=say("widderkopf-fact-points", "Card points"),
        help=say("widderkopf-fact-points-help", "Each capture pile with the discard that started it, 121 together."),
        rule="W38",
        kind="number",
        each="seat",
        path=("points",),
        ge=0,
        le=121,
        thresholds=BY_TRICKS if by_tricks else BY_POINTS,
        total=121,
    )
    tricks = Field(
        name="tricks",
        label=say("widderkopf-fact-tricks", "Tricks"),
        help=say("widderkopf-fact-tricks-help", "How many of the seventeen tricks each player won."),
        rule="WQ14",
        kind="number",
        each="seat",
        path=("tricks",),
        optional=not by_tricks,
        ge=0,
        le=17,
        total=17,
    )
    calls = (CALLS,) if cracking else ()
    return Form((FormKind("suit", say("widderkopf-contract-suit", "Round"), (points, *calls, tricks, SUIT, DECLARER)),))
