"""What a scorekeeper of Sheepshead is asked, and which answers cannot be.

The law is ``docs/rules/sheepshead.md``; the ids beside the code are its sentences. What the facts are worth is in
``sheepshead_scoring``.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheepfold.core.cards import DECK32, Card, card_text, cards_in, cards_text
from sheepfold.core.errors import BadFacts
from sheepfold.core.events import Contract, Standing
from sheepfold.core.form import Field, FieldChoice, Form, FormKind, Threshold
from sheepfold.core.message import Message, say
from sheepfold.games.parts import possible_sums
from sheepfold.games.sheepshead_scoring import (
    FAIL_ACES,
    FAIL_TENS,
    JACK_OF_DIAMONDS,
    ORDER,
    THROWN_IN,
    SheepsheadFacts,
    SheepsheadOptions,
)

PARTNER_CARDS: Mapping[str, tuple[Card, ...]] = {
    "called_card": cards_in(FAIL_ACES | FAIL_TENS),
    "jack_of_diamonds": (JACK_OF_DIAMONDS,),
}
"""The cards that can make a partner, by kind of contract (S44, S56, S64)."""


_SUMS = possible_sums(DECK32, ORDER.value)


def _worth(cards: int, points: int) -> bool:
    """Whether that many cards of the pack can be worth these points."""
    return 0 <= points <= 120 and cards < len(_SUMS) and _SUMS[cards] >> points & 1 == 1


# -- facts that cannot be ----------------------------------------------------------------------------------------------


def check_facts(options: SheepsheadOptions, standing: Standing, facts: SheepsheadFacts) -> None:
    """Raise ``BadFacts`` for what cannot have happened at this table."""
    contract = facts.contract
    _check_contract(options, contract)
    if contract.kind in options.picked_kinds:
        _check_picker(options, facts)
        _check_side(options, facts)
        return
    if contract.declarer is not None or facts.partner is not None or facts.by_choice:
        sentence = "Where nobody picked there is no picker and no partner."
        raise BadFacts("picker", sentence, "S17", key="sheepshead-facts-nobody-picked")
    if facts.points is not None or facts.tricks is not None:
        sentence = "Where nobody picked there is no picker's side to count for."
        raise BadFacts("points", sentence, "S17", key="sheepshead-facts-no-side")
    if contract.kind in THROWN_IN:
        _check_thrown_in(options, standing, facts)
    else:
        _check_totals(options, facts)
        _check_taken(options, facts)


def _check_contract(options: SheepsheadOptions, contract: Contract) -> None:
    kinds = options.contract_kinds
    if contract.kind not in kinds:
        sentence, known = "'{ $kind }' is not played at this table, only { $kinds }.", ", ".join(kinds)
        raise BadFacts("contract", sentence, "S17", key="sheepshead-facts-kind", kind=contract.kind, kinds=known)
    if contract.suit is not None or contract.rank is not None or not contract.high or contract.slam:
        sentence = "Trumps and their order never change, so a contract names neither, and no slam."
        raise BadFacts("contract", sentence, "S4", key="sheepshead-facts-trumps")
    called, cards = contract.partner_card, PARTNER_CARDS.get(contract.kind, ())
    if called is None or called in cards:
        return
    if not cards:
        sentence = "No card makes a partner in such a hand."
        raise BadFacts("partner_card", sentence, "S41", key="sheepshead-facts-no-card")
    sentence = "The card that makes the partner can only be { $cards }."
    raise BadFacts("partner_card", sentence, "S44", key="sheepshead-facts-card", cards=cards_text(cards))


def _check_picker(options: SheepsheadOptions, facts: SheepsheadFacts) -> None:
    kind, picker, partner = facts.contract.kind, facts.contract.declarer, facts.partner
    last = options.players - 1
    if picker is None or not 0 <= picker <= last:
        sentence = "A picked hand needs a picker, seat 0 to { $last }."
        raise BadFacts("picker", sentence, "S16", key="sheepshead-facts-picker", last=last)
    if partner is not None and (partner == picker or not 0 <= partner <= last):
        sentence = "The partner must be another player of the table."
        raise BadFacts("partner", sentence, "S45", key="sheepshead-facts-partner")
    if kind == "called_card" and partner is None:
        sentence = "A called card always has a holder, who is the partner."
        raise BadFacts("partner", sentence, "SQ42", key="sheepshead-facts-holder")
    if kind in ("alone", "fixed_partners") and partner is not None:
        sentence = "A solo has no partner, and fixed teams are known from the seats."
        raise BadFacts("partner", sentence, "S68", key="sheepshead-facts-no-partner")
    if facts.by_choice and (kind, options.partner) != ("alone", "called_ace"):
        sentence = "Only under called ace can a picker choose to play solo."
        raise BadFacts("by_choice", sentence, "SQ24", key="sheepshead-facts-by-choice")


def _check_side(options: SheepsheadOptions, facts: SheepsheadFacts) -> None:
    """The points and tricks of the picker's side; its cards are those of its tricks and the bury."""
    if facts.totals or facts.taken:
        sentence = "A picked hand is counted by sides, not by seats."
        raise BadFacts("points", sentence, "S81", key="sheepshead-facts-by-sides")
    hand, blind = options.sizes
    points, tricks = facts.points, facts.tricks
    if tricks is not None and not 0 <= tricks <= hand:
        sentence = "There are { $hand } tricks, so the picker's side cannot have { $tricks }."
        raise BadFacts("tricks", sentence, "SQ5", key="sheepshead-facts-tricks", hand=hand, tricks=tricks)
    if points is None:
        sentence = "The points of the picker's side are needed, what was buried included."
        raise BadFacts("points", sentence, "S81", key="sheepshead-facts-points-missing")
    counts = range(1, hand) if tricks is None else (tricks,)
    if any(_worth(count * options.players + blind, points) for count in counts):
        return
    if tricks is None:
        sentence = "When both sides have taken tricks, the picker's side cannot have { $points } points."
        raise BadFacts("points", sentence, "S81", key="sheepshead-facts-points", points=points)
    sentence = "With { $tricks } of { $hand } tricks the picker's side cannot have { $points } points."
    key = "sheepshead-facts-points-of-tricks"
    raise BadFacts("points", sentence, "S81", key=key, tricks=tricks, hand=hand, points=points)


def _check_thrown_in(options: SheepsheadOptions, standing: Standing, facts: SheepsheadFacts) -> None:
    if facts.totals or facts.taken:
        sentence = "A hand that was thrown in has nothing to count."
        raise BadFacts("points", sentence, "S22", key="sheepshead-facts-thrown-in")
    if facts.contract.kind != "void" and standing.redeals >= options.max_redeals:
        sentence = "After { $redeals } throw-ins in a row the dealer must pick, so this hand was not thrown in."
        raise BadFacts("thrown_in", sentence, "SA10", key="sheepshead-facts-must-pick", redeals=standing.redeals)


def _check_totals(options: SheepsheadOptions, facts: SheepsheadFacts) -> None:
    players, found = options.players, sum(facts.totals)
    if len(facts.totals) != players or min(facts.totals) < 0:
        sentence = "The total of each of the { $players } players is needed."
        raise BadFacts("points", sentence, "SQ9", key="sheepshead-facts-totals", players=players)
    discarded = 0 if options.blind_counts(facts.contract.kind) else options.sizes[1]
    if not _worth(discarded, 120 - found):
        sentence = "The totals make { $found } points, not 120."
        raise BadFacts("points", sentence, "S2", key="sheepshead-facts-sum", found=found)


def _check_taken(options: SheepsheadOptions, facts: SheepsheadFacts) -> None:
    """The tricks of every seat, and whether its total can come from them; the blind is with a seat that has a trick."""
    (hand, blind), players = options.sizes, options.players
    doubtful = facts.contract.kind == "leaster" and 0 in facts.totals  # SA12; SQ15, SQ16: elsewhere they decide nothing
    given = bool(facts.taken) or doubtful
    if given and (len(facts.taken) != players or min(facts.taken) < 0 or sum(facts.taken) != hand):
        sentence = "The tricks of each player are needed, { $hand } in all."
        raise BadFacts("tricks", sentence, "S20", key="sheepshead-facts-taken", hand=hand)
    bonus = blind if options.blind_counts(facts.contract.kind) else 0
    for seat, total in enumerate(facts.totals):
        counts = (facts.taken[seat],) if given else range(hand + 1)
        if any(_worth(n * players, total) or (n > 0 and _worth(n * players + bonus, total)) for n in counts):
            continue
        if given:
            sentence = "Nobody can have { $total } points from { $taken } tricks."
            taken = facts.taken[seat]
            raise BadFacts("points", sentence, "S20", key="sheepshead-facts-total", total=total, taken=taken)
        sentence = "Nobody can have { $total } points."
        raise BadFacts("points", sentence, "S3", key="sheepshead-facts-total-alone", total=total)


# -- the form ----------------------------------------------------------------------------------------------------------

KIND_NAMES: Mapping[str, Message] = {
    "called_card": say("sheepshead-kind-called_card", "Picked, with a called card"),
    "alone": say("sheepshead-kind-alone", "Picked, alone"),
    "jack_of_diamonds": say("sheepshead-kind-jack_of_diamonds", "Picked, jack of diamonds"),
    "fixed_partners": say("sheepshead-kind-fixed_partners", "Picked, fixed partners"),
    "leaster": say("sheepshead-kind-leaster", "Leaster"),
    "mittler": say("sheepshead-kind-mittler", "Mittler"),
    "upper_mittler": say("sheepshead-kind-upper_mittler", "Upper mittler"),
    "lower_mittler": say("sheepshead-kind-lower_mittler", "Lower mittler"),
    "schneidster": say("sheepshead-kind-schneidster", "Schneidster"),
    "doubler": say("sheepshead-kind-doubler", "Thrown in, doubler"),
    "pot": say("sheepshead-kind-pot", "Thrown in, everybody pays into the pot"),
    "void": say("sheepshead-kind-void", "Void, dealt again"),
}
CARD_NAMES: Mapping[str, Message] = {
    "AC": say("card-AC", "ace of clubs"),
    "AS": say("card-AS", "ace of spades"),
    "AH": say("card-AH", "ace of hearts"),
    "10C": say("card-10C", "ten of clubs"),
    "10S": say("card-10S", "ten of spades"),
    "10H": say("card-10H", "ten of hearts"),
    "JD": say("card-JD", "jack of diamonds"),
}
"""The cards that can make a partner."""


def facts_form(options: SheepsheadOptions) -> Form:
    """What a scorekeeper is asked at this table, by kind of contract."""
    return Form(
        tuple(
            FormKind(kind, KIND_NAMES[kind], _fields(options, kind), usual=kind == "called_card")
            for kind in options.contract_kinds
        )
    )


def _fields(options: SheepsheadOptions, kind: str) -> tuple[Field, ...]:
    if kind in THROWN_IN:
        return ()
    if kind not in options.picked_kinds:
        return _fields_alone(options, kind)
    partners = (_partner(options, kind), _partner_card(kind)) if kind in PARTNER_CARDS else ()
    choice = (_by_choice(),) if (kind, options.partner) == ("alone", "called_ace") else ()
    return (_picker(options), *partners, *choice, _points(options), _tricks(options))


def _picker(options: SheepsheadOptions) -> Field:
    return Field(
        name="picker",
        label=say("sheepshead-fact-picker", "Picker"),
        help=say("sheepshead-fact-picker-help", "Who took the blind or, without one, said pick."),
        rule="S16",
        kind="seat",
        path=("contract", "declarer"),
        ge=0,
        le=options.players - 1,
    )


def _partner(options: SheepsheadOptions, kind: str) -> Field:
    called = kind == "called_card"
    jack = say("sheepshead-fact-partner-jack", "Who held the jack of diamonds; nobody if the picker did.")
    return Field(
        name="partner",
        label=say("sheepshead-fact-partner", "Partner"),
        help=say("sheepshead-fact-partner-help", "Who held the called card.") if called else jack,
        rule="S45" if called else "S64",
        kind="seat",
        path=("partner",),
        optional=not called,
        ge=0,
        le=options.players - 1,
        none=None if called else say("sheepshead-fact-partner-none", "nobody, the picker held the jack"),
    )


def _partner_card(kind: str) -> Field:
    return Field(
        name="partner_card",
        label=say("sheepshead-fact-partner_card", "Partner's card"),
        help=say(
            "sheepshead-fact-partner_card-help", "The card that makes its holder the partner; only for the sheet."
        ),
        rule="S44" if kind == "called_card" else "S64",
        kind="card",
        path=("contract", "partner_card"),
        optional=True,
        choices=tuple(FieldChoice(c, CARD_NAMES[card_text(c)]) for c in PARTNER_CARDS[kind]),
    )


def _by_choice() -> Field:
    return Field(
        name="by_choice",
        label=say("sheepshead-fact-by_choice", "Alone by choice"),
        help=say("sheepshead-fact-by_choice-help", "Whether the picker could have called a card."),
        rule="SQ40",
        kind="flag",
        path=("by_choice",),
        optional=True,
    )


def _points(options: SheepsheadOptions) -> Field:
    """Points or a threshold; the answer of a threshold is possible with no trick, some or all, if any in it is."""
    most = 120 - options.defenders_out_at
    schneider = say("sheepshead-points-won_schneider", "won with Schneider, { $least } or more", least=most + 1)
    return Field(
        name="points",
        label=say("sheepshead-fact-points", "Points"),
        help=say("sheepshead-fact-points-help", "What the picker's side has taken, with what was buried."),
        rule="S81",
        kind="number",
        path=("points",),
        ge=0,
        le=120,
        total=120,
        thresholds=(
            Threshold(
                "lost_schneider", say("sheepshead-points-lost_schneider", "lost in Schneider, 30 or fewer"), 0, 30, 0
            ),
            Threshold("lost", say("sheepshead-points-lost", "lost, 31 to 60"), 31, 60, 31),
            Threshold("won", say("sheepshead-points-won", "won, 61 to { $most }", most=most), 61, most, 61),
            Threshold("won_schneider", schneider, most + 1, 120, 120),
        ),
    )


def _tricks(options: SheepsheadOptions) -> Field:
    hand = options.sizes[0]
    none, every = (
        say("sheepshead-tricks-none", "none, lost in Schwarz"),
        say("sheepshead-tricks-all", "all, won with Schwarz"),
    )
    help = "Tricks of the picker's side; may be left out unless one side has taken none."
    return Field(
        name="tricks",
        label=say("sheepshead-fact-tricks", "Tricks"),
        help=say("sheepshead-fact-tricks-help", help),
        rule="S87",
        kind="number",
        path=("tricks",),
        optional=True,
        ge=0,
        le=hand,
        thresholds=(
            Threshold("none", none, 0, 0, 0, beside=(("points", 0, 60),), then=(("points", 0),)),
            Threshold("all", every, hand, hand, hand, beside=(("points", 120, 120),), then=(("points", 120),)),
        ),
        total=hand,
    )


def _fields_alone(options: SheepsheadOptions, kind: str) -> tuple[Field, ...]:
    """The totals of a hand without sides, and the tricks, which only a leaster needs, and seldom."""
    counted = say("sheepshead-fact-totals-help", "What every player has taken, the blind for the last trick included.")
    totals = Field(
        name="totals",
        label=say("sheepshead-fact-totals", "Totals"),
        help=counted
        if options.blind_counts(kind)
        else say("sheepshead-fact-totals-own", "What every player has taken."),
        rule="SQ9",
        kind="number",
        each="seat",
        path=("totals",),
        ge=0,
        le=120,
        total=120 if options.blind_counts(kind) or not options.sizes[1] else None,
    )
    taken = Field(
        name="taken",
        label=say("sheepshead-fact-taken", "Tricks taken"),
        help=say(
            "sheepshead-fact-taken-help",
            "How many tricks every player has taken; a leaster needs them only if somebody has no points.",
        ),
        rule="SA12",
        kind="number",
        each="seat",
        path=("taken",),
        optional=True,
        ge=0,
        le=options.sizes[0],
        total=options.sizes[0],
    )
    return totals, taken
