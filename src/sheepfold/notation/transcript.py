"""The transcript of a deal: explicit cards and actions in words, as plain dictionaries of text and numbers.

It is the body of a record, the form of a full-deal fixture and of a perft position; ``docs/notation.md`` describes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Mask, Seat, cards_in, cards_text, mask_of, parse_card, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadRecord, SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.game import Game
from sheepfold.notation.actions import parse, text

MOST_DOUBLERS = 1000
"""More doublings than any evening sees; a stake of two to that power is still a number that can be written."""

DEAL_KEYS = ("hands", "blind", "upcard", "round1", "round2", "faceup", "facedown")


def read_standing(game: Game[Any], data: Mapping[str, Any]) -> Standing:
    """A table from its keys; scores are 0 if absent, the deal number 1, everything carried 0."""
    filled = {"scores": [0] * game.sides, **data}
    try:
        standing = msgspec.convert(filled, Standing)
    except msgspec.ValidationError as error:
        raise BadRecord("table", f"The table cannot be read: {error}.") from None
    unknown = set(data) - set(Standing.__struct_fields__)
    if unknown:
        raise BadRecord("table", f"The table has no place for {', '.join(sorted(unknown))}.")
    if not 0 <= standing.dealer < game.seats:
        raise BadRecord("table", f"The dealer must be a seat from 0 to {game.seats - 1}, not {standing.dealer}.", "X1")
    if len(standing.scores) != game.sides:
        raise BadRecord("table", f"This game has {game.sides} scores, the table gives {len(standing.scores)}.")
    if (
        min(standing.deal - 1, standing.redeals, standing.doublers, standing.pot) < 0
        or standing.doublers > MOST_DOUBLERS
    ):
        sentence = f"A table's deal begins at 1, its other numbers at 0, and doublers end at {MOST_DOUBLERS}."
        raise BadRecord("table", sentence)
    return standing


def write_standing(standing: Standing) -> dict[str, Any]:
    """The keys of a table; what is at its default is left out, the deal number is kept."""
    return {**msgspec.to_builtins(standing), "deal": standing.deal}


def read_deal(data: Mapping[str, Any]) -> Deal:
    """The layout from its keys. Sizes and completeness are checked when the deal is begun."""
    unknown = set(data) - set(DEAL_KEYS)
    if unknown:
        raise BadDeal("deal_keys", f"A deal has no place for {', '.join(sorted(unknown))}.")
    hands = data.get("round1", data.get("hands"))
    if not isinstance(hands, list | tuple):
        raise BadDeal("deal_keys", "A deal needs its hands, a list of texts such as 'QC 10H 7D'.")
    upcard = data.get("upcard")
    return Deal(
        _masks(hands),
        _mask(data.get("blind", "")),
        None if upcard is None else parse_card(_text(upcard)),
        _masks(data.get("round2", ())),
        tuple(_row(row) for row in data.get("faceup", ())),
        tuple(_row(row) for row in data.get("facedown", ())),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadDeal("deal_keys", f"'{value}' is no text of cards such as 'QC 10H 7D'.")
    return value


def _row(value: Any) -> tuple[Card, ...]:
    return parse_cards(_text(value))


def _mask(value: Any) -> Mask:
    cards = _row(value)
    mask = mask_of(cards)
    if mask.bit_count() != len(cards):
        raise BadDeal("card_twice", f"A card stands twice in '{value}'.")
    return mask


def _masks(values: Iterable[Any]) -> tuple[Mask, ...]:
    return tuple(_mask(value) for value in values)


def write_deal(game: Game[Any], deal: Deal) -> dict[str, Any]:
    """The keys of a layout, those that belong to this game; an empty blind is written too (SA9)."""
    hands = [cards_text(cards_in(hand)) for hand in deal.hands]
    written: dict[str, Any] = {
        "hands": hands,
        "round1": hands,
        "round2": [cards_text(cards_in(hand)) for hand in deal.round2],
        "blind": cards_text(cards_in(deal.blind)),
        "upcard": "" if deal.upcard is None else cards_text([deal.upcard]),
        "faceup": [cards_text(row) for row in deal.faceup],
        "facedown": [cards_text(row) for row in deal.facedown],
    }
    return {key: written[key] for key in game.deal_keys}


def read_action(written: Any) -> tuple[Seat, Action]:
    """``"3 bury KS"`` as seat and action."""
    seat, _, rest = written.strip().partition(" ") if isinstance(written, str) else ("", "", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        raise BadRecord("action_text", f"'{written}' is not an action of a record; write seat and action: '3 bury KS'.")
    try:
        return int(seat), parse(rest)
    except SheepfoldError as error:
        raise BadRecord(error.code, f"In '{written}': {error.sentence}", error.rule) from None


def write_action(seat: Seat, action: Action) -> str:
    """Seat and action as one text."""
    return f"{seat} {text(action)}"
