"""The sections of Sheepshead's fixtures. Seats are 0 to n-1, and the last one deals unless a fixture says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sheepfold.core.actions import PASS, Bury, Call, Pick
from sheepfold.core.cards import Mask, Seat, card_text, cards_in, parse_card, suit_of
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadFacts
from sheepfold.core.events import Contract, Outcome, Standing
from sheepfold.core.score import totals
from sheepfold.core.trick import Duty
from sheepfold.games.sheepshead import FAIL_ACES, FAIL_TENS, JACK_OF_DIAMONDS, Sheepshead, duties_of
from sheepfold.games.sheepshead_scoring import (
    ORDER,
    SheepsheadFacts,
    leaster_winner,
    mittler_winner,
    schneidster_winner,
    verdict,
)
from sheepfold.testing.sections.base import (
    BadFixture,
    Fixture,
    Found,
    Sections,
    after_trick,
    begin_with,
    begun,
    filled_hands,
    in_tricks,
    playable_cards,
    read_cards,
    read_mask,
    trick_found,
)

SECTIONS = Sections()
PICKED = Contract("alone", 0)


def players_of(fixture: Fixture) -> dict[str, Any]:
    """The number of players: said as ``n`` or ``players``, or counted."""
    for key in ("n", "players"):
        if key in fixture:
            return {"players": fixture[key]}
    for key in ("points", "trick_points", "plays"):
        if isinstance(fixture.get(key), list):
            return {"players": len(fixture[key])}
    return {}


# -- the deal and the cards ----------------------------------------------------------------------------------------


@SECTIONS.add("deals", given="players", expects="sizes", options=players_of)
def deals(game: Sheepshead, fixture: Fixture) -> Found:
    """Cards in every hand and in the blind."""
    deal = begun(game).deal
    sizes = {hand.bit_count() for hand in deal.hands}
    if len(sizes) != 1:
        raise BadFixture(f"The hands have different sizes: {sizes}.")
    return {"sizes": [sizes.pop(), deal.blind.bit_count()]}


@SECTIONS.add("tricks", given="plays", perhaps="n players", expects="winner points", options=players_of)
def tricks(game: Sheepshead, fixture: Fixture) -> Found:
    """One card from everybody; the winner is a place in the trick."""
    return trick_found(after_trick(game, PICKED, read_cards(fixture["plays"])))


@SECTIONS.add("legal", given="hand", perhaps="led role called called_led n players", cards="legal", options=players_of)
def legal(game: Sheepshead, fixture: Fixture) -> Found:
    """Which cards of the hand may be played by picker, partner or defender, with a card called or not."""
    hand, role = read_mask(fixture["hand"]), fixture.get("role") or "defender"
    if role not in ("picker", "partner", "defender"):
        raise BadFixture(f"'{role}' is not a role; write picker, partner or defender.")
    seat = 0 if fixture.get("led") is None else 1  # the seat on turn in the position that is put together
    duties: tuple[Duty, ...] = ()
    called = None if fixture.get("called") is None else parse_card(fixture["called"])
    bound = called is not None and bool(1 << called & (FAIL_ACES | FAIL_TENS)) and not fixture.get("called_led", False)
    if called is not None and bound:
        picker, partner = (seat, 2) if role == "picker" else (2, seat if role == "partner" else 3)
        own = hand if role == "picker" else ORDER.classes[suit_of(called)]
        duties = duties_of(picker, own, partner, called)
    cards = playable_cards(game, PICKED, hand, fixture.get("led"), duties=duties, called=called)
    return {"legal": cards}


@SECTIONS.add("calls", given="hand", perhaps="bury n players", cards="calls", options=players_of)
def calls(game: Sheepshead, fixture: Fixture) -> Found:
    """Which cards a picker with this hand may call after this bury; none: the hand is a solo."""
    hand, bury = read_mask(fixture["hand"]), read_mask(fixture.get("bury") or [])
    hands = (hand, *(0,) * (game.seats - 1))
    state = replace(begun(game), phase="call", turn=0, picker=0, hands=hands, bury=bury)
    return {"calls": [card_text(action.card) for action in game.legal(state) if isinstance(action, Call)]}


@SECTIONS.add(
    "jack_of_diamonds",
    given="picker jd",
    perhaps="n players",
    expects="partner",
    options=lambda fixture: {"partner": "jack_of_diamonds", **players_of(fixture)},
)
def jack_of_diamonds(game: Sheepshead, fixture: Fixture) -> Found:
    """Who is the partner, by where the jack of diamonds is after the bury."""
    picker, where = fixture["picker"], fixture["jd"]
    holder: Seat = where["hand_of"] if isinstance(where, Mapping) and "hand_of" in where else picker
    buried, from_blind = "bur" in str(where), "blind" in str(where)
    if not (buried or from_blind or "hand_of" in str(where)):
        raise BadFixture("Say where the jack of diamonds is: {hand_of: 2}, bury or blind.")
    size, blind = game.options.sizes
    given: list[Mask] = [0] * (game.seats + 1)
    given[game.seats if from_blind else holder] = 1 << JACK_OF_DIAMONDS
    *hands, below = filled_hands(game.deck, [size] * game.seats + [blind], given)
    state = begin_with(game, Deal(tuple(hands), below))
    while state.picker is None:
        state = game.apply(state, Pick() if game.actor(state) == picker else PASS).state
    for bury in range(blind):
        own = [c for c in cards_in(state.hands[picker]) if c != JACK_OF_DIAMONDS]
        goes = JACK_OF_DIAMONDS if buried and bury == 0 else own[0]
        state = game.apply(state, Bury(goes)).state
    return {"partner": state.partner}


# -- picked hands --------------------------------------------------------------------------------------------------


@SECTIONS.add("outcomes", given="points tricks of", expects="won mult")
def outcomes(game: Sheepshead, fixture: Fixture) -> Found:
    """Whether the picker's side has won, and how high."""
    found = verdict(fixture["points"], fixture["tricks"], fixture["of"], game.options.defenders_out_at)
    return {"won": found.won, "mult": found.degree}


def standing_of(game: Sheepshead, fixture: Fixture) -> Standing:
    """Dealer, doublers and pot of a fixture."""
    return Standing(
        dealer=fixture.get("dealer", game.seats - 1),
        scores=(0,) * game.sides,
        doublers=fixture.get("doublers", 0),
        pot=fixture.get("pot", 0),
    )


def picked_outcome(game: Sheepshead, fixture: Fixture) -> Outcome:
    """The settlement of a hand that was won or lost that high; points and tricks are found to fit."""
    won, mult = fixture["won"], fixture.get("mult", 1)
    partner = None if game.options.partner == "fixed" else fixture.get("partner")
    kinds = game.options.picked_kinds
    kind = kinds[-1] if partner is None else kinds[0]
    for count in range(game.options.sizes[0] + 1):
        for points in range(121):
            found = verdict(points, count, game.options.sizes[0], game.options.defenders_out_at)
            if (found.won, found.degree) != (won, mult):
                continue
            facts = SheepsheadFacts(
                contract=Contract(kind, fixture["picker"]),
                partner=partner,
                points=points,
                tricks=count,
                by_choice=bool(fixture.get("voluntary", False)),
            )
            try:
                return game.outcome_of(standing_of(game, fixture), facts)
            except BadFacts as error:
                if error.code != "points":
                    raise
    raise BadFixture(f"No hand of this table is {'won' if won else 'lost'} with the factor {mult}.")


@SECTIONS.add(
    "payments",
    given="picker won",
    perhaps="n players partner mult doublers pot dealer voluntary",
    expects="delta",
    options=players_of,
)
def payments(game: Sheepshead, fixture: Fixture) -> Found:
    """What everybody gets or pays for a picked hand."""
    return {"delta": list(picked_outcome(game, fixture).delta)}


@SECTIONS.add(
    "pot",
    given="picker won pot",
    perhaps="n players partner mult doublers dealer",
    expects="share next_pot",
    options=lambda fixture: {"all_pass": "pot", **players_of(fixture)},
)
def pot(game: Sheepshead, fixture: Fixture) -> Found:
    """How the pot is shared, and what lies in the next one."""
    outcome = picked_outcome(game, fixture)
    shares = [item for item in outcome.items if item.rule == "S39"]
    return {"share": list(totals(shares, game.sides)), "next_pot": outcome.pot}


# -- everybody alone -----------------------------------------------------------------------------------------------


def _alone(game: Sheepshead, fixture: Fixture, winner: Seat | None) -> Found:
    """The winner, and the payments if the fixture asks for them."""
    if "delta" not in fixture:
        return {"winner": winner}
    facts = SheepsheadFacts(
        contract=Contract(game.options.all_pass_kinds[0]),
        totals=tuple(fixture["points"]),
        taken=tuple(fixture.get("tricks", ())),
    )
    return {"winner": winner, "delta": list(game.outcome_of(standing_of(game, fixture), facts).delta)}


@SECTIONS.add("leaster", given="points tricks", perhaps="doublers", expects="winner delta", options=players_of)
def leaster(game: Sheepshead, fixture: Fixture) -> Found:
    """The fewest points among those with a trick; the blind is counted."""
    return _alone(game, fixture, leaster_winner(tuple(fixture["points"]), tuple(fixture["tricks"])))


def _mittler_table(fixture: Fixture) -> dict[str, Any]:
    even = {"mittler_even": fixture["even"]} if "even" in fixture else {}
    return {"all_pass": "mittler", **even, **players_of(fixture)}


@SECTIONS.add("mittler", given="points", perhaps="even tricks doublers", expects="winner delta", options=_mittler_table)
def mittler(game: Sheepshead, fixture: Fixture) -> Found:
    """The middle total."""
    kinds = game.options.all_pass_kinds
    if len(kinds) > 1:
        raise BadFixture("Say upper or lower: here the last bidder would decide.")
    return _alone(game, fixture, mittler_winner(tuple(fixture["points"]), upper=kinds[0] != "lower_mittler"))


@SECTIONS.add(
    "schneidster",
    given="points",
    perhaps="tricks doublers",
    expects="winner delta",
    options=lambda fixture: {"all_pass": "schneidster", **players_of(fixture)},
)
def schneidster(game: Sheepshead, fixture: Fixture) -> Found:
    """The total closest to 30 from below."""
    return _alone(game, fixture, schneidster_winner(tuple(fixture["points"])))


@SECTIONS.add(
    "leaster_blind",
    given="trick_points blind last_trick_winner",
    perhaps="players n",
    expects="points",
    options=players_of,
)
def leaster_blind(game: Sheepshead, fixture: Fixture) -> Found:
    """The blind goes to the last trick, with what the rules count in it."""
    blind = read_mask(fixture["blind"])
    contract = Contract(game.options.all_pass_kinds[0])
    state = in_tricks(game, contract, (), deal=Deal((0,) * game.seats, blind))
    points = [*fixture["trick_points"]]
    points[fixture["last_trick_winner"]] += game.problem(state).last_trick
    return {"points": points}
