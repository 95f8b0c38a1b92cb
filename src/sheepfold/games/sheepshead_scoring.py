"""What a hand of Sheepshead is worth: the table agreements, and the settlement from plain facts.

It stands apart from the play of the cards because a scorekeeper at a real table needs only this half. The law is
``docs/rules/sheepshead.md``; the ids beside the code are its sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.cards import (
    ACE,
    CLUBS,
    DECK32,
    DIAMONDS,
    HEARTS,
    JACK,
    SPADES,
    TEN,
    Card,
    Mask,
    Seat,
    card,
    mask_of,
)
from sheepfold.core.errors import BadOptions
from sheepfold.core.events import Outcome, Standing
from sheepfold.core.game import Facts
from sheepfold.core.message import NOTHING, Message, Pattern, say
from sheepfold.core.options import Options, about
from sheepfold.core.order import Order
from sheepfold.core.score import Factor, ScoreItem, check_zero_sum, totals
from sheepfold.games.parts import queens_and_jacks_order

ORDER: Order = queens_and_jacks_order(DECK32, DIAMONDS)
"""Trumps, ranks and values, the same in every hand (S3-S7)."""

FAIL_SUITS = (CLUBS, SPADES, HEARTS)
FAIL_ACES: Mask = mask_of(card(suit, ACE) for suit in FAIL_SUITS)
FAIL_TENS: Mask = mask_of(card(suit, TEN) for suit in FAIL_SUITS)
JACK_OF_DIAMONDS: Card = card(DIAMONDS, JACK)

SIZES: Mapping[int, tuple[int, int]] = {3: (10, 2), 4: (7, 4), 5: (6, 2), 6: (5, 2), 7: (4, 4), 8: (4, 0)}
"""Cards in hand and in the blind by the number of players (SQ1)."""

SystemWord: TypeAlias = Literal["called_ace", "jack_of_diamonds", "fixed", "solo_only"]
AllPassWord: TypeAlias = Literal["leaster", "doubler", "forced_pick", "mittler", "schneidster", "pot"]


class SheepsheadOptions(Options, frozen=True, kw_only=True):
    """The table agreements of Sheepshead. ``partner`` and ``hands`` follow the number of players (SQ3, SQ6)."""

    game: ClassVar[str] = "sheepshead"
    presets: ClassVar[dict[str, str]] = {
        "standard": "sheepshead",
        "three-handed": "sheepshead(players=3)",
        "four-handed": "sheepshead(players=4)",
        "five-handed": "sheepshead",
        "six-handed": "sheepshead(players=6)",
        "seven-handed": "sheepshead(players=7)",
        "eight-handed": "sheepshead(players=8)",
        "jack-of-diamonds": "sheepshead(partner=jack_of_diamonds)",
        "partners": "sheepshead(players=4,four_handed=8+0,partner=fixed)",
        "lone-wolf": "sheepshead(partner=solo_only)",
        "doublers": "sheepshead(all_pass=doubler)",
        "forced-pick": "sheepshead(partner=jack_of_diamonds,all_pass=forced_pick)",
        "pot": "sheepshead(all_pass=pot,pot_loser_pays=1)",
        "unknown-ace": "sheepshead(unknown_call=hidden_partner)",
    }

    players: Annotated[int, about("Players", "How many play; it sets hand and blind.", "SQ1", ge=3, le=8)] = 5
    four_handed: Annotated[
        Literal["7+4", "8+0"],
        about("Four-handed deal", "Four players with seven cards and a blind of four, or with eight and none.", "SQ1"),
    ] = "7+4"
    partner: Annotated[
        SystemWord,
        about("Partner", "How the picker finds a partner; three players always play solo.", "SQ3"),
    ] = "called_ace"
    all_pass: Annotated[AllPassWord, about("All pass", "What happens when nobody picks.", "SQ8")] = "leaster"
    doubler_stack: Annotated[
        Literal["multiply", "cap_2"],
        about("Doublers in a row", "Whether doublers in a row multiply, or the factor stays at two.", "SQ12"),
    ] = "multiply"
    doubler_dealer: Annotated[
        Literal["rotate", "same"],
        about("Dealer after a doubler", "Whether the deal moves on after a doubler or stays.", "SQ7"),
    ] = "rotate"
    forced_no_blame: Annotated[
        Literal["off", "no_loss"],
        about("No blame", "Whether a forced picker who loses pays as usual, or nothing.", "SQ13"),
    ] = "off"
    mittler_even: Annotated[
        Literal["upper", "lower", "last_bidder_decides"],
        about("Even mittler", "Which of the two central totals wins with an even number of players.", "SQ14"),
    ] = "upper"
    mittler_blind: Annotated[
        Literal["last_trick", "discard"],
        about("Blind of a mittler", "Whether the blind of a mittler goes to the last trick or to nobody.", "S33"),
    ] = "last_trick"
    pot_split: Annotated[
        Literal["even", "picker_takes_all"],
        about("Sharing the pot", "Whether a winning picker shares the pot with the partner or keeps it.", "SQ17"),
    ] = "even"
    pot_loser_pays: Annotated[
        Literal[0, 1], about("Losing picker and pot", "Units that a losing picker pays into the next pot.", "S40")
    ] = 0
    unknown_call: Annotated[
        Literal["forced_solo", "hidden_partner"],
        about("No legal call", "Whether the picker must play solo or may call the ace of a void suit.", "SQ22"),
    ] = "forced_solo"
    defenders_out_at: Annotated[
        Literal[31, 30], about("Out of Schneider", "Points that free the defenders from Schneider.", "SQ34")
    ] = 31
    split: Annotated[
        Literal["partner_one_share", "even", "picker_all"],
        about("Shares", "How picker and partner share: one share for the partner, half each, or none.", "SQ37"),
    ] = "partner_one_share"
    partner_on_loss: Annotated[
        Literal["shares", "exempt"],
        about("Partner's loss", "Whether the partner shares a loss like a win, or pays nothing.", "SQ38"),
    ] = "shares"
    solo_multiplier: Annotated[
        Literal[2, 1], about("Solo", "Factor for a hand in which the picker has no partner.", "S95")
    ] = 2
    solo_scope: Annotated[
        Literal["all", "voluntary"],
        about("Which solos", "Whether the solo factor counts for every solo or only for one by choice.", "SQ40"),
    ] = "all"
    individual_stake: Annotated[
        int, about("Stake of a leaster", "What each loser of a leaster, mittler or schneidster pays.", "SQ9", ge=1)
    ] = 1
    hands: Annotated[int, about("Hands", "Length of the match in deals.", "SQ6", ge=1)] = 20
    max_redeals: Annotated[int, about("Redeals", "Throw-ins in a row before the dealer must pick.", "SA10", ge=0)] = 20

    @classmethod
    def defaults(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Three players have no partner (SQ3), and everybody deals four times (SQ6)."""
        players = given.get("players", 5)
        filled = super().defaults(given)
        own = {"partner": "solo_only" if players == 3 else "called_ace", "hands": 4 * players}
        return {name: own.get(name, value) for name, value in filled.items()}

    def faults(self) -> tuple[BadOptions, ...]:
        """Partners where the number of players leaves no room for them."""
        if self.players == 3 and self.partner != "solo_only":
            sentence = "sheepshead: three players play solo only, so partner={ $partner } is not possible."
            return (BadOptions("three_players", sentence, "SA1", partner=self.partner),)
        if self.partner == "fixed" and self.players % 2:
            sentence = "sheepshead: fixed partnerships need an even number of players, not { $players }."
            return (BadOptions("odd_teams", sentence, "SQ41", players=self.players),)
        return ()

    @property
    def sizes(self) -> tuple[int, int]:
        """Cards in every hand and in the blind (SQ1); tricks are as many as the cards in hand."""
        return (8, 0) if (self.players, self.four_handed) == (4, "8+0") else SIZES[self.players]

    @property
    def scale(self) -> int:
        """What one unit is written as: 2 where even shares would else need half units (SA2)."""
        found = self.partner in ("called_ace", "jack_of_diamonds")
        return 2 if found and self.split == "even" and self.players % 2 else 1

    @property
    def picked_kinds(self) -> tuple[str, ...]:
        """The contracts a picked hand can have at this table."""
        return PICKED_KINDS[self.partner]

    @property
    def all_pass_kinds(self) -> tuple[str, ...]:
        """The contracts a hand can have that nobody picked (S31, S32)."""
        if self.all_pass == "forced_pick":
            return ()
        if self.all_pass != "mittler" or self.players % 2:
            return (self.all_pass,)
        both = ("upper_mittler", "lower_mittler")
        return both if self.mittler_even == "last_bidder_decides" else (f"{self.mittler_even}_mittler",)

    @property
    def contract_kinds(self) -> tuple[str, ...]:
        """Every contract at this table; any hand can turn out void (S63)."""
        return (*self.picked_kinds, *self.all_pass_kinds, "void")

    def blind_counts(self, kind: str) -> bool:
        """Whether the last trick brings the blind: where nobody picked, unless a mittler discards it (S19, S33)."""
        discarded = kind in MITTLERS and self.mittler_blind == "discard"
        return self.sizes[1] > 0 and kind not in self.picked_kinds and not discarded


PICKED_KINDS: Mapping[SystemWord, tuple[str, ...]] = {
    "called_ace": ("called_card", "alone"),
    "jack_of_diamonds": ("jack_of_diamonds",),
    "fixed": ("fixed_partners",),
    "solo_only": ("alone",),
}
MITTLERS = ("mittler", "upper_mittler", "lower_mittler")
THROWN_IN = ("doubler", "pot", "void")


class SheepsheadFacts(Facts, frozen=True, kw_only=True):
    """What a scorekeeper knows.

    A picked hand has the ``points`` of the picker's side (the bury counted), its ``tricks`` and, where one was found,
    the ``partner``; without ``tricks`` both sides have taken some. ``by_choice`` marks a solo that a call could have
    avoided. A leaster, mittler or schneidster has the ``totals`` by seat (the blind counted) and, for a leaster in
    which somebody has no points, the tricks each seat has ``taken``. A doubler, a pot and a void hand were thrown in
    and have nothing but their name.
    """

    partner: Seat | None = None
    points: int | None = None
    tricks: int | None = None
    by_choice: bool = False
    totals: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def side_points(self) -> int:
        """The points of the picker's side; asking a hand that nobody picked is a fault."""
        if self.points is None:
            raise ValueError(f"there is no picker's side in a hand of the kind {self.contract.kind}")
        return self.points


class Verdict(Struct, frozen=True):
    """Who won a picked hand, and how high: degree 1 is simple, 2 Schneider, 3 Schwarz."""

    won: bool
    degree: int


# -- a picked hand -----------------------------------------------------------------------------------------------------


def verdict(points: int, tricks: int | None, of: int, defenders_out_at: int = 31) -> Verdict:
    """The result of a picker's side with these points, bury counted, and this many of all tricks (S82-S87, SQ34-SQ36).

    Without a number of tricks both sides have taken some.

    >>> verdict(90, 4, 6), verdict(90, 4, 6, defenders_out_at=30)
    (Verdict(won=True, degree=2), Verdict(won=True, degree=1))
    """
    won = points >= 61
    if tricks in (0, of):
        return Verdict(won, 3)
    schneider = 120 - points < defenders_out_at if won else points <= 30
    return Verdict(won, 2 if schneider else 1)


def solo_factor(options: SheepsheadOptions, by_choice: bool) -> int:
    """What a hand without a partner multiplies by (S95, SQ40)."""
    if options.partner in ("fixed", "solo_only") or (options.solo_scope == "voluntary" and not by_choice):
        return 1
    return options.solo_multiplier


def doubler_factor(options: SheepsheadOptions, doublers: int) -> int:
    """What the doublings that wait multiply by (SQ12, SA3)."""
    return 1 << (min(doublers, 1) if options.doubler_stack == "cap_2" else doublers)


def picker_side(options: SheepsheadOptions, picker: Seat, partner: Seat | None) -> tuple[Seat, ...]:
    """The picker, then whoever plays with the picker; fixed teams sit alternately (SQ41)."""
    if options.partner == "fixed":
        return tuple((picker + step) % options.players for step in range(0, options.players, 2))
    return (picker,) if partner is None else (picker, partner)


def payments(options: SheepsheadOptions, picker: Seat, partner: Seat | None, won: bool, stake: int) -> tuple[int, ...]:
    """What every seat gets or pays, the pot apart, where each defender pays or receives the stake (S93-S96, SQ37).

    >>> payments(SheepsheadOptions.make(), picker=0, partner=2, won=False, stake=4)
    (-8, 4, -4, 4, 4)
    """
    own = picker_side(options, picker, partner)
    gain = stake if won else -stake
    result = [gain if seat in own else -gain for seat in range(options.players)]
    if options.partner == "fixed":
        return tuple(result)  # SQ41: each loser pays one winner; nothing is left to share
    whole = gain * (options.players - len(own))
    if partner is not None:
        if options.split == "picker_all" or (options.partner_on_loss == "exempt" and not won):
            result[partner] = 0
        elif options.split == "even":
            result[partner] = whole // 2  # SA2: the scale has made it even
        whole -= result[partner]
    result[picker] = whole
    return tuple(result)


def pot_shares(
    options: SheepsheadOptions, picker: Seat, partner: Seat | None, won: bool, pot: int, dealer: Seat
) -> tuple[int, ...]:
    """How the winning side shares the pot, by seat (S39, SQ17, SA6)."""
    own = picker_side(options, picker, partner)
    from_left = [(dealer + 1 + step) % options.players for step in range(options.players)]
    if not won:
        takers = [seat for seat in from_left if seat not in own]
    else:
        takers = [picker] if options.pot_split == "picker_takes_all" else list(own)
    each, odd = divmod(pot, len(takers))
    result = [0] * options.players
    for place, seat in enumerate(takers):
        result[seat] = each + (int(place < odd) if not won else odd if seat == picker else 0)
    return tuple(result)


# -- everybody alone ---------------------------------------------------------------------------------------------------


def _only(seats: list[Seat]) -> Seat | None:
    return seats[0] if len(seats) == 1 else None


def leaster_winner(points: tuple[int, ...], tricks: tuple[int, ...]) -> Seat | None:
    """The single lowest total among those with a trick; ``None``: a wash (S18, S20, S21, SQ10)."""
    lowest = min(total for total, taken in zip(points, tricks, strict=True) if taken)
    return _only([seat for seat, total in enumerate(points) if tricks[seat] and total == lowest])


def mittler_winner(points: tuple[int, ...], upper: bool = True) -> Seat | None:
    """The single holder of the middle total; of two central ones the higher if ``upper`` (S28-S31, SQ14, SQ15)."""
    place = (len(points) - 1) // 2 if upper else len(points) // 2
    middle = sorted(points, reverse=True)[place]
    return _only([seat for seat, total in enumerate(points) if total == middle])


def schneidster_winner(points: tuple[int, ...]) -> Seat | None:
    """The single total closest to 30 from below (S34, S35, SQ16)."""
    best = max((total for total in points if total <= 30), default=None)
    return _only([seat for seat, total in enumerate(points) if total == best])


# -- the settlement ----------------------------------------------------------------------------------------------------

ITEM_KINDS = (
    *("picked_won", "picked_lost"),
    *("leaster_won", "leaster_lost"),
    *("mittler_won", "mittler_lost"),
    *("upper_mittler_won", "upper_mittler_lost"),
    *("lower_mittler_won", "lower_mittler_lost"),
    *("schneidster_won", "schneidster_lost"),
    *("pot_paid", "pot_share", "pot_opened"),
)
"""What an item can be for: a picked hand that the picker's side won or lost, a hand of everybody alone, the pot."""

FACTOR_KINDS = ("degree", "solo", "stake", "doubled", "scale", "shares")
"""What amounts are made of. ``degree`` is 2 for Schneider and 3 for Schwarz, ``stake`` that of a leaster, ``scale`` is
what even shares need, and ``shares`` how many a seat gets or, below 0, pays. ``solo``, ``doubled`` and ``scale`` are
left out where they are 1."""


def settled(options: SheepsheadOptions, standing: Standing, facts: SheepsheadFacts) -> Outcome:
    """The settlement with what the next standing carries (S22, S24, S37-S39, SQ7, SA3, SA5); facts go unchecked."""
    kind = facts.contract.kind
    items = score(options, standing, facts)
    delta = totals(items, options.players)
    return Outcome(
        delta,
        items,
        thrown_in=kind in THROWN_IN,
        same_dealer=kind in ("pot", "void") or (kind == "doubler" and options.doubler_dealer == "same"),
        doublers=_doublers_after(options, kind, standing.doublers),
        pot=standing.pot - sum(delta),  # payments balance, so what the seats lost together lies in the pot
    )


def _doublers_after(options: SheepsheadOptions, kind: str, doublers: int) -> int:
    """The doublings that wait for the next hand: one that was played has used them up (SA3, SQ43)."""
    if kind == "void":
        return doublers
    waiting = doublers + 1 if kind == "doubler" else doublers if kind == "pot" else 0
    return min(waiting, 1) if options.doubler_stack == "cap_2" else waiting


def score(options: SheepsheadOptions, standing: Standing, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
    """The items of these facts, which go unchecked; a wash has none."""
    kind = facts.contract.kind
    if kind in options.picked_kinds:
        return _score_picked(options, standing, facts)
    if kind == "pot":
        factors = (Factor("shares", -1, ("S36",)), *_scaled(options.scale))
        what = say("sheepshead-item-pot_paid", "paid into the pot")
        seats = range(options.players)
        return tuple(ScoreItem("pot_paid", "S36", seat, -options.scale, what, factors) for seat in seats)
    if kind in THROWN_IN:
        return ()  # S22, SQ43
    return _score_individual(options, standing, facts)


def _scaled(factor: int) -> tuple[Factor, ...]:
    return (Factor("scale", factor, ("SA2",)),) if factor > 1 else ()


def _doubled(factor: int) -> tuple[Factor, ...]:
    return (Factor("doubled", factor, ("S91", "SQ12", "SA3")),) if factor > 1 else ()


# -- hands of everybody alone ------------------------------------------------------------------------------------------

_ALONE_WON: Mapping[str, Pattern] = {
    "leaster": Pattern("sheepshead-item-leaster_won", "leaster won with { $points } points"),
    "mittler": Pattern("sheepshead-item-mittler_won", "mittler won with { $points } points"),
    "upper_mittler": Pattern("sheepshead-item-upper_mittler_won", "upper mittler won with { $points } points"),
    "lower_mittler": Pattern("sheepshead-item-lower_mittler_won", "lower mittler won with { $points } points"),
    "schneidster": Pattern("sheepshead-item-schneidster_won", "schneidster won with { $points } points"),
}
_ALONE_LOST: Mapping[str, Message] = {
    "leaster": say("sheepshead-item-leaster_lost", "leaster lost"),
    "mittler": say("sheepshead-item-mittler_lost", "mittler lost"),
    "upper_mittler": say("sheepshead-item-upper_mittler_lost", "upper mittler lost"),
    "lower_mittler": say("sheepshead-item-lower_mittler_lost", "lower mittler lost"),
    "schneidster": say("sheepshead-item-schneidster_lost", "schneidster lost"),
}


def _winner_alone(facts: SheepsheadFacts) -> tuple[Seat | None, str]:
    """Who has won a hand that everybody played alone, if anybody, and by which rule."""
    kind = facts.contract.kind
    if kind == "leaster":
        return leaster_winner(facts.totals, facts.taken or facts.totals), "S18"  # SA12: points prove a trick
    if kind in MITTLERS:
        return mittler_winner(facts.totals, upper=kind != "lower_mittler"), "S28"
    return schneidster_winner(facts.totals), "S34"


def _score_individual(options: SheepsheadOptions, standing: Standing, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
    """The winner collects the stake from everybody else (SQ9)."""
    kind, (winner, rule) = facts.contract.kind, _winner_alone(facts)
    if winner is None:
        return ()
    doubled, others = doubler_factor(options, standing.doublers), options.players - 1
    stake = options.individual_stake * options.scale * doubled
    common = (Factor("stake", options.individual_stake, ("SQ9",)), *_doubled(doubled), *_scaled(options.scale))
    won = _ALONE_WON[kind](points=facts.totals[winner])
    gain, loss = (*common, Factor("shares", others, (rule, "SQ9"))), (*common, Factor("shares", -1, ("SQ9",)))
    items = tuple(
        ScoreItem(f"{kind}_won", rule, seat, others * stake, won, gain)
        if seat == winner
        else ScoreItem(f"{kind}_lost", "SQ9", seat, -stake, _ALONE_LOST[kind], loss)
        for seat in range(options.players)
    )
    check_zero_sum(items)
    return items


# -- picked hands ------------------------------------------------------------------------------------------------------

_DEGREE_RULES: Mapping[bool, tuple[tuple[str, ...], ...]] = {
    True: (("S88", "S84"), ("S89", "S85"), ("S90", "S87")),
    False: (("S88", "S83"), ("S89", "S86"), ("S90", "S87")),
}
"""What gives a won and a lost hand its degree; the first is the rule of its worth."""

_DEGREE_WORDS = (
    NOTHING,
    say("sheepshead-degree-schneider", ", Schneider"),
    say("sheepshead-degree-schwarz", ", Schwarz"),
)


class Worth(Struct, frozen=True):
    """What a picked hand is worth: its result and the factors on it."""

    found: Verdict
    solo: int
    doubled: int
    scale: int

    @property
    def stake(self) -> int:
        """What each defender pays or receives."""
        return self.found.degree * self.solo * self.doubled * self.scale

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that give the degree."""
        return _DEGREE_RULES[self.found.won][self.found.degree - 1]


def _score_picked(options: SheepsheadOptions, standing: Standing, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
    """The picker's side against the defenders (S88-S96), then the pot (S39, S40)."""
    picker, partner = facts.contract.declared_by, facts.partner
    found = verdict(facts.side_points, facts.tricks, options.sizes[0], options.defenders_out_at)
    # S25; a dealer whom SA10 forces is not spared (SQ13)
    forced = options.all_pass == "forced_pick" and picker == standing.dealer
    if forced and not found.won and options.forced_no_blame == "no_loss":
        return ()  # SA4
    solo = solo_factor(options, facts.by_choice) if partner is None else 1
    worth = Worth(found, solo, doubler_factor(options, standing.doublers), options.scale)
    own = picker_side(options, picker, partner)
    rules = _share_rules(options, len(own), found.won)
    kind, degree_rule, what = "picked_won" if found.won else "picked_lost", worth.rules[0], _words(worth)
    items = [
        ScoreItem(kind, rules[0] if seat in own else degree_rule, seat, amount, what, _factors(worth, amount, rules))
        for seat, amount in enumerate(payments(options, picker, partner, found.won, worth.stake))
        if amount
    ]
    check_zero_sum(items)
    return (*items, *_score_pot(options, standing, facts, found.won))


def _share_rules(options: SheepsheadOptions, side: int, won: bool) -> tuple[str, ...]:
    """What decides how many shares everybody gets or pays."""
    if side == 1:
        return ("S96",)
    if options.partner == "fixed":
        return ("SQ41",)
    return ("S93", "SQ37") if won else ("S94", "SQ37", "SQ38")


@lru_cache(maxsize=256)  # a search settles the same few hands over and over
def _factors(worth: Worth, amount: int, rules: tuple[str, ...]) -> tuple[Factor, ...]:
    """What an amount of a picked hand is made of; an even share can end in a half (SA2)."""
    solo = (Factor("solo", worth.solo, ("S95", "SQ40")),) if worth.solo > 1 else ()
    shares, half = divmod(amount, worth.stake)
    return (
        Factor("degree", worth.found.degree, worth.rules),
        *solo,
        *_doubled(worth.doubled),
        *_scaled(worth.scale),
        Factor("shares", shares + 0.5 if half else shares, rules),
    )


@lru_cache(maxsize=256)
def _words(worth: Worth) -> Message:
    """The result and every factor that counted: ``picker's side won, Schneider, solo ×2``."""
    solo, doubled, scale = worth.solo, worth.doubled, worth.scale
    more: dict[str, Message] = {
        "degree": _DEGREE_WORDS[worth.found.degree - 1],
        "solo": say("sheepshead-factor-solo", ", solo ×{ $number }", number=solo) if solo > 1 else NOTHING,
        "doubled": say("sheepshead-factor-doubled", ", doubled ×{ $number }", number=doubled)
        if doubled > 1
        else NOTHING,
        "scale": say("sheepshead-factor-scale", ", even shares ×{ $number }", number=scale) if scale > 1 else NOTHING,
    }
    if worth.found.won:
        return say("sheepshead-item-picked_won", "picker's side won{ $degree }{ $solo }{ $doubled }{ $scale }", **more)
    return say("sheepshead-item-picked_lost", "picker's side lost{ $degree }{ $solo }{ $doubled }{ $scale }", **more)


def _score_pot(
    options: SheepsheadOptions, standing: Standing, facts: SheepsheadFacts, won: bool
) -> tuple[ScoreItem, ...]:
    """The winning side takes the pot; a losing picker may have to open the next one (S39, S40, SA5)."""
    picker, items = facts.contract.declared_by, []
    if standing.pot:
        shares = pot_shares(options, picker, facts.partner, won, standing.pot, standing.dealer)
        what = say("sheepshead-item-pot_share", "share of the pot")
        items = [ScoreItem("pot_share", "S39", seat, share, what) for seat, share in enumerate(shares) if share]
    if options.all_pass == "pot" and options.pot_loser_pays and not won:
        what, units = say("sheepshead-item-pot_opened", "opens the next pot"), -options.pot_loser_pays
        factors = (Factor("shares", units, ("S40",)), *_scaled(options.scale))
        items.append(ScoreItem("pot_opened", "S40", picker, units * options.scale, what, factors))
    return tuple(items)
