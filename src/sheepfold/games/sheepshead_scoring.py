"""What a hand of Sheepshead is worth: the table agreements, and the settlement from plain facts.

It stands apart from the play of the cards because a scorekeeper at a real table needs only this half. The law is
``docs/rules/sheepshead.md``; the ids beside the code are its sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from sheepfold.core.cards import DECK32, DIAMONDS, Seat
from sheepfold.core.errors import BadFacts, BadOptions
from sheepfold.core.events import Contract, Outcome
from sheepfold.core.options import Options, about
from sheepfold.core.order import Order
from sheepfold.core.score import ScoreItem, check_zero_sum, totals
from sheepfold.games.parts import queens_and_jacks_order

ORDER: Order = queens_and_jacks_order(DECK32, DIAMONDS)
"""Trumps, ranks and values, the same in every hand (S3-S7)."""

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
        about("Doublers in a row", "Whether they pile up, or the factor stays at two.", "SQ12"),
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
        about("Blind of a mittler", "Whether it goes to the last trick or to nobody.", "S33"),
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

    def check(self) -> None:
        """Refuse partners where the number of players leaves no room for them."""
        if self.players == 3 and self.partner != "solo_only":
            sentence = f"sheepshead: three players play solo only, so partner={self.partner} is not possible."
            raise BadOptions("three_players", sentence, "SA1")
        if self.partner == "fixed" and self.players % 2:
            sentence = f"sheepshead: fixed partnerships need an even number of players, not {self.players}."
            raise BadOptions("odd_teams", sentence, "SQ41")

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


PICKED_KINDS: Mapping[SystemWord, tuple[str, ...]] = {
    "called_ace": ("called_card", "alone"),
    "jack_of_diamonds": ("jack_of_diamonds",),
    "fixed": ("fixed_partners",),
    "solo_only": ("alone",),
}
MITTLERS = ("mittler", "upper_mittler", "lower_mittler")
THROWN_IN = ("doubler", "pot")


class SheepsheadFacts(Struct, frozen=True, kw_only=True):
    """What a scorekeeper knows.

    A picked hand has ``points`` (the bury counted) and ``tricks`` of the picker's side and, where one was found, the
    ``partner``; ``by_choice`` marks a solo that a called ace could have avoided. A leaster, mittler or schneidster has
    the ``totals`` by seat (the blind counted) and, for a leaster, the tricks each seat has ``taken``. A doubler or pot
    that was thrown in has nothing but its name. ``doublers`` and ``pot`` are what stood on the table.
    """

    contract: Contract
    dealer: Seat
    partner: Seat | None = None
    points: int = 0
    tricks: int = 0
    by_choice: bool = False
    totals: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    doublers: int = 0
    pot: int = 0


class Verdict(Struct, frozen=True):
    """Who won a picked hand, and how high: degree 1 is simple, 2 Schneider, 3 Schwarz."""

    won: bool
    degree: int


# -- a picked hand -----------------------------------------------------------------------------------------------------


def verdict(points: int, tricks: int, of: int, defenders_out_at: int = 31) -> Verdict:
    """The result of a picker's side with these points, bury counted, and this many of all tricks (S82-S87, SQ34-SQ36).

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


def settle(options: SheepsheadOptions, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
    """Itemised scores from what a person at a real table knows; a wash has no items."""
    _check_facts(options, facts)
    return _score(options, facts)


def _score(options: SheepsheadOptions, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
    kind = facts.contract.kind
    if kind in options.picked_kinds:
        return _settle_picked(options, facts)
    if kind == "pot":
        return tuple(ScoreItem("S36", seat, -options.scale, "paid into the pot") for seat in range(options.players))
    if kind == "doubler":
        return ()  # S22
    return _settle_individual(options, facts)


def outcome_of(options: SheepsheadOptions, facts: SheepsheadFacts) -> Outcome:
    """The settlement of a deal that was played, with what the next table carries (S22, S24, S37-S39, SQ7, SA3, SA5)."""
    kind = facts.contract.kind
    items = _score(options, facts)
    delta = totals(items, options.players)
    waiting = facts.doublers + 1 if kind == "doubler" else facts.doublers if kind == "pot" else 0
    return Outcome(
        delta,
        items,
        thrown_in=kind in THROWN_IN,
        same_dealer=kind == "pot" or (kind == "doubler" and options.doubler_dealer == "same"),
        doublers=min(waiting, 1) if options.doubler_stack == "cap_2" else waiting,
        pot=facts.pot - sum(delta),  # payments balance, so what the seats lost together lies in the pot
    )


def _settle_individual(options: SheepsheadOptions, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
    """The winner collects the stake from everybody else (SQ9)."""
    kind = facts.contract.kind
    if kind == "leaster":
        winner, rule = leaster_winner(facts.totals, facts.taken), "S18"
    elif kind in MITTLERS:
        winner, rule = mittler_winner(facts.totals, upper=kind != "lower_mittler"), "S28"
    else:
        winner, rule = schneidster_winner(facts.totals), "S34"
    if winner is None:
        return ()
    name = kind.replace("_", " ")
    stake = options.individual_stake * options.scale * doubler_factor(options, facts.doublers)
    items = [
        ScoreItem(rule, seat, (options.players - 1) * stake, f"{name} won with {facts.totals[seat]} points")
        if seat == winner
        else ScoreItem("SQ9", seat, -stake, f"{name} lost")
        for seat in range(options.players)
    ]
    check_zero_sum(items)
    return tuple(items)


def _settle_picked(options: SheepsheadOptions, facts: SheepsheadFacts) -> tuple[ScoreItem, ...]:
    """The picker's side against the defenders (S88-S96), then the pot (S39, S40)."""
    picker, partner = facts.contract.declarer, facts.partner
    assert picker is not None
    found = verdict(facts.points, facts.tricks, options.sizes[0], options.defenders_out_at)
    forced = options.all_pass == "forced_pick" and picker == facts.dealer  # S25; a dealer forced by SA10 is not (SQ13)
    if forced and not found.won and options.forced_no_blame == "no_loss":
        return ()  # SA4
    solo = solo_factor(options, facts.by_choice) if partner is None else 1
    doubled = doubler_factor(options, facts.doublers)
    paid = payments(options, picker, partner, found.won, found.degree * solo * doubled * options.scale)
    what = _words(found, solo, doubled, options.scale)
    own = picker_side(options, picker, partner)
    share_rule = "S96" if len(own) == 1 else "SQ41" if options.partner == "fixed" else "S93" if found.won else "S94"
    worth_rule = ("S88", "S89", "S90")[found.degree - 1]
    items = [
        ScoreItem(share_rule if seat in own else worth_rule, seat, amount, what)
        for seat, amount in enumerate(paid)
        if amount
    ]
    check_zero_sum(items)
    return (*items, *_settle_pot(options, facts, picker, found.won))


def _words(found: Verdict, solo: int, doubled: int, scale: int) -> str:
    """The result and every factor that counted: ``picker's side won, Schneider, solo ×2``."""
    words = ["picker's side won" if found.won else "picker's side lost"]
    if found.degree > 1:
        words.append("Schneider" if found.degree == 2 else "Schwarz")
    for name, factor in (("solo", solo), ("doubled", doubled), ("even shares", scale)):
        if factor > 1:
            words.append(f"{name} ×{factor}")
    return ", ".join(words)


def _settle_pot(options: SheepsheadOptions, facts: SheepsheadFacts, picker: Seat, won: bool) -> list[ScoreItem]:
    """The winning side takes the pot; a losing picker may have to open the next one (S39, S40, SA5)."""
    items = []
    if facts.pot:
        shares = pot_shares(options, picker, facts.partner, won, facts.pot, facts.dealer)
        items = [ScoreItem("S39", seat, share, "share of the pot") for seat, share in enumerate(shares) if share]
    if options.all_pass == "pot" and options.pot_loser_pays and not won:
        items.append(ScoreItem("S40", picker, -options.pot_loser_pays * options.scale, "opens the next pot"))
    return items


# -- facts that cannot be ----------------------------------------------------------------------------------------------

_MOST = tuple(accumulate(sorted((ORDER.value[c] for c in DECK32.cards), reverse=True), initial=0))
"""The most points that so many cards can be worth."""


def _check_facts(options: SheepsheadOptions, facts: SheepsheadFacts) -> None:
    kind = facts.contract.kind
    kinds = options.picked_kinds + options.all_pass_kinds
    if kind not in kinds:
        raise BadFacts("contract", f"'{kind}' is not played at this table, only {', '.join(kinds)}.", "S17")
    if not 0 <= facts.dealer < options.players:
        raise BadFacts("dealer", f"The dealer must be a seat from 0 to {options.players - 1}.", "X1")
    if facts.doublers < 0 or facts.pot < 0:
        raise BadFacts("table", "Doublings and pot cannot be negative.", "SA3")
    if kind in options.picked_kinds:
        _check_picked(options, facts)
        return
    if facts.contract.declarer is not None or facts.partner is not None or facts.by_choice:
        raise BadFacts("picker", "Where nobody picked there is no picker and no partner.", "S17")
    if facts.points or facts.tricks:
        raise BadFacts("points", "Where nobody picked there is no picker's side to count for.", "S17")
    if kind not in THROWN_IN:
        _check_totals(options, facts)
    elif facts.totals or facts.taken:
        raise BadFacts("points", "A hand that was thrown in has nothing to count.", "S22")


def _check_picked(options: SheepsheadOptions, facts: SheepsheadFacts) -> None:
    kind, picker, partner = facts.contract.kind, facts.contract.declarer, facts.partner
    if picker is None or not 0 <= picker < options.players:
        raise BadFacts("picker", f"A picked hand needs a picker, seat 0 to {options.players - 1}.", "S16")
    if partner is not None and (partner == picker or not 0 <= partner < options.players):
        raise BadFacts("partner", "The partner must be another player of the table.", "S45")
    if kind == "called_card" and partner is None:
        raise BadFacts("partner", "A called card always has a holder, who is the partner.", "SQ42")
    if kind in ("alone", "fixed_partners") and partner is not None:
        raise BadFacts("partner", "A solo has no partner, and fixed teams are known from the seats.", "S68")
    if facts.by_choice and (kind, options.partner) != ("alone", "called_ace"):
        raise BadFacts("by_choice", "Only under called ace can a picker choose to play solo.", "SQ24")
    if facts.totals or facts.taken:
        raise BadFacts("points", "A picked hand is counted by sides, not by seats.", "S81")
    hand, blind = options.sizes
    if not 0 <= facts.tricks <= hand:
        raise BadFacts("tricks", f"There are {hand} tricks, so the picker's side cannot have {facts.tricks}.", "SQ5")
    own = facts.tricks * options.players + blind
    if not 120 - _MOST[32 - own] <= facts.points <= _MOST[own]:
        sentence = f"With {facts.tricks} of {hand} tricks the picker's side cannot have {facts.points} points."
        raise BadFacts("points", sentence, "S81")


def _check_totals(options: SheepsheadOptions, facts: SheepsheadFacts) -> None:
    kind = facts.contract.kind
    hand, blind = options.sizes
    if len(facts.totals) != options.players or min(facts.totals) < 0:
        raise BadFacts("points", f"The total of each of the {options.players} players is needed.", "SQ9")
    discarded = _MOST[blind] if kind in MITTLERS and options.mittler_blind == "discard" else 0
    if not 120 - discarded <= sum(facts.totals) <= 120:
        raise BadFacts("points", f"The totals make {sum(facts.totals)} points, not 120.", "S2")
    if not facts.taken and kind != "leaster":
        return  # SQ15, SQ16: tricks decide nothing there
    if len(facts.taken) != options.players or min(facts.taken) < 0 or sum(facts.taken) != hand:
        raise BadFacts("tricks", f"The tricks of each player are needed, {hand} in all.", "S20")
    for total, taken in zip(facts.totals, facts.taken, strict=True):
        if total > (_MOST[min(taken * options.players + blind, 32)] if taken else 0):
            raise BadFacts("points", f"Nobody can have {total} points from {taken} tricks.", "S20")
