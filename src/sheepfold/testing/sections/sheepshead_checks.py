"""What the checks of secrecy, views and sums are told of Sheepshead."""

from __future__ import annotations

from typing import Any

from sheepfold.core.actions import Bury, Pick
from sheepfold.core.cards import TEN, cards_in, suit_of
from sheepfold.core.deal import Deal
from sheepfold.core.events import Outcome, ThrownIn
from sheepfold.core.game import Game
from sheepfold.games.sheepshead import Sheepshead
from sheepfold.games.sheepshead_scoring import ORDER
from sheepfold.notation.actions import action_text
from sheepfold.testing.sections.checks import (
    Actions,
    Checks,
    Glimpse,
    Played,
    Sight,
    Told,
    Viewer,
    Wanted,
    both,
    calling,
    having,
    must,
    played,
    worth,
)


def more(game: Game[Any], deal: Deal, actions: Actions, number: int, viewer: Viewer) -> Sight:
    """The picker sees the blind (S14)."""
    seat, action = actions[number]
    return (Glimpse("blind", seat, cards_in(deal.blind)),) if isinstance(action, Pick) and seat == viewer else ()


def sums(deal: Played, outcome: Outcome) -> None:
    """120 card points with the bury, or with the blind unless it is discarded; payments balance with the pot."""
    assert isinstance(deal.game, Sheepshead)
    must(outcome.pot == deal.standing.pot - sum(outcome.delta), "the pot does not balance")
    if deal.game.options.all_pass != "pot":
        must(sum(outcome.delta) == 0, "payments do not balance")
    if outcome.thrown_in:
        must(not outcome.points, "a thrown-in deal has points")
        return
    picked = any(isinstance(action, Pick) for _, action in deal.actions)
    apart = sum(worth(1 << a.card) for _, a in deal.actions if isinstance(a, Bury))
    if not picked and outcome.blind_to is None:
        apart += worth(deal.deal.blind)
    must(sum(outcome.points) + apart == 120, "the card points are not 120")


def left(game: Sheepshead, redeals: int) -> dict[str, int]:
    """Throw-ins leave doublers, or a pot into which everybody has paid each time."""
    options = game.options
    doublers = redeals if options.all_pass == "doubler" else 0
    if options.doubler_stack == "cap_2":
        doublers = min(doublers, 1)
    return {"doublers": doublers, "pot": redeals * game.seats * options.scale if options.all_pass == "pot" else 0}


def forced(told: Told) -> bool:
    """All passed before the dealer, who had to pick."""
    return [action_text(action) for _, action in told.record.actions[:3]] == ["pass", "pass", "pick"]


def unknown(told: Told) -> bool:
    """An ace was called by a picker without a card of its suit."""
    contract = told.contract
    if contract is None or contract.declarer is None or contract.partner_card is None:
        return False
    tricks = next(state for state in told.replay.states if state.phase == "tricks")
    suit = ORDER.classes[suit_of(contract.partner_card)]
    return not tricks.hands[contract.declarer] & suit


CHECKS = Checks(
    more=more,
    sums=sums,
    left=left,
    tables=(
        *(f"sheepshead(players={players})" for players in range(3, 9)),
        *(f"sheepshead(players={players},partner=jack_of_diamonds)" for players in range(4, 9)),
        *(f"sheepshead(players={players},partner=fixed)" for players in (4, 6, 8)),
        *(f"sheepshead(players={players},unknown_call=hidden_partner)" for players in (4, 5, 8)),
        *(f"sheepshead(all_pass={rule})" for rule in ("doubler", "forced_pick", "mittler", "schneidster", "pot")),
        "sheepshead(players=4,four_handed=8+0)",
        "sheepshead(partner=solo_only)",
        "sheepshead(players=6,all_pass=mittler,mittler_even=last_bidder_decides,mittler_blind=discard)",
        "sheepshead(players=8,all_pass=mittler,mittler_even=last_bidder_decides)",
    ),
    logs=(
        Wanted("called_card", "sheepshead", played("called_card")),
        Wanted("called_card, a ten", "sheepshead(players=4)", both(played("called_card"), calling(TEN))),
        Wanted("called_card, unknown", "sheepshead(unknown_call=hidden_partner)", unknown),
        Wanted("alone", "sheepshead(players=3)", played("alone")),
        Wanted("alone after a call was asked", "sheepshead", played("alone")),
        Wanted("jack_of_diamonds", "sheepshead(partner=jack_of_diamonds)", played("jack_of_diamonds")),
        Wanted("fixed_partners", "sheepshead(players=4,four_handed=8+0,partner=fixed)", played("fixed_partners")),
        Wanted("forced pick", "sheepshead(players=3,all_pass=forced_pick)", forced),
        Wanted("leaster", "sheepshead", played("leaster")),
        Wanted("doubler", "sheepshead(all_pass=doubler)", having(ThrownIn)),
        Wanted("pot", "sheepshead(all_pass=pot)", having(ThrownIn)),
        Wanted("mittler", "sheepshead(all_pass=mittler)", played("mittler")),
        Wanted(
            "upper_mittler",
            "sheepshead(players=4,all_pass=mittler,mittler_even=last_bidder_decides)",
            played("upper_mittler"),
        ),
        Wanted(
            "lower_mittler",
            "sheepshead(players=4,all_pass=mittler,mittler_even=lower,mittler_blind=discard)",
            played("lower_mittler"),
        ),
        Wanted("schneidster", "sheepshead(all_pass=schneidster)", played("schneidster")),
    ),
)
