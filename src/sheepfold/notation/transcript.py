"""The transcript of a deal: explicit cards and actions in words, as plain dictionaries of text and numbers.

It is the body of a record and of a match file, the form of a full-deal fixture and of a perft position;
``docs/notation.md`` describes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sheepfold.core.actions import Action
from sheepfold.core.cards import Card, Mask, Seat, cards_in, cards_text, mask_of, parse_card, parse_cards
from sheepfold.core.deal import Deal
from sheepfold.core.errors import BadDeal, BadRecord, SheepfoldError
from sheepfold.core.events import CoinTossed, DealerDrawn, Event, Standing
from sheepfold.core.game import Game, check_standing
from sheepfold.core.message import say
from sheepfold.notation.actions import action_text, parse_action
from sheepfold.notation.forms import from_data, to_data
from sheepfold.notation.shapes import BadForm

DEAL_KEYS = ("hands", "blind", "upcard", "round1", "round2", "faceup", "facedown")


def read_standing(game: Game[Any], data: Any) -> Standing:
    """A table from its keys; scores are 0 if absent, the deal number 1, everything carried 0."""
    if not isinstance(data, Mapping):
        raise BadRecord("table", "A table must have keys, like 'dealer' and 'scores'.", key="table_keys")
    try:
        standing = msgspec.convert({"scores": [0] * game.sides, **data}, Standing)
    except msgspec.ValidationError as error:
        sentence = "The table cannot be read: { $reason }."
        raise BadRecord("table", sentence, reason=str(error), key="table_shape") from None
    unknown = [str(key) for key in data if key not in Standing.__struct_fields__]
    if unknown:
        sentence = "The table has no place for { $names }."
        raise BadRecord("table", sentence, names=", ".join(sorted(unknown)), key="table_unknown")
    wrong = check_standing(game, standing)
    if wrong is not None:
        raise BadRecord("table", wrong, "X1" if wrong.key == "standing-dealer" else None)
    return standing


def write_standing(standing: Standing) -> dict[str, Any]:
    """The keys of a table; what is at its default is left out, the deal number is kept."""
    return {**msgspec.to_builtins(standing), "deal": standing.deal}


def read_deal(data: Any) -> Deal:
    """The layout from its keys. Sizes and completeness are checked when the deal is begun."""
    if not isinstance(data, Mapping):
        raise BadDeal("deal_keys", "A deal must have keys, like 'hands'.", key="deal_no_keys")
    unknown = [str(key) for key in data if key not in DEAL_KEYS]
    if unknown:
        sentence = "A deal has no place for { $names }."
        raise BadDeal("deal_keys", sentence, names=", ".join(sorted(unknown)))
    hands = data.get("round1", data.get("hands"))
    if not isinstance(hands, list | tuple):
        sentence = "A deal needs its hands, a list of texts such as 'QC 10H 7D'."
        raise BadDeal("deal_keys", sentence, key="deal_hands")
    upcard = data.get("upcard")
    return Deal(
        tuple(map(_mask, hands)),
        _mask(data.get("blind", "")),
        None if upcard is None else parse_card(_text(upcard)),
        tuple(map(_mask, _list(data, "round2"))),
        tuple(map(_row, _list(data, "faceup"))),
        tuple(map(_row, _list(data, "facedown"))),
    )


def _list(data: Mapping[str, Any], key: str) -> list[Any] | tuple[Any, ...]:
    value = data.get(key, ())
    if not isinstance(value, list | tuple):
        sentence = "'{ $name }' of a deal must be a list of texts such as 'QC 10H 7D'."
        raise BadDeal("deal_keys", say("deal_list", sentence, name=key))
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        sentence = "'{ $value }' is not a text of cards such as 'QC 10H 7D'."
        raise BadDeal("deal_keys", sentence, value=str(value), key="deal_text")
    return value


def _row(value: Any) -> tuple[Card, ...]:
    return parse_cards(_text(value))


def _mask(value: Any) -> Mask:
    cards = _row(value)
    mask = mask_of(cards)
    if mask.bit_count() != len(cards):
        raise BadDeal("card_twice", "A card stands twice in '{ $text }'.", text=value, key="card_twice_in_set")
    return mask


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
        sentence = "'{ $text }' is not an action of a record; write seat and action: '3 bury KS'."
        raise BadRecord("action_text", sentence, text=str(written), key="record_action")
    try:
        return int(seat), parse_action(rest)
    except SheepfoldError as error:
        wrapped = say("record-action-in", "In '{ $text }': { $reason }", text=written, reason=error.message)
        raise BadRecord(error.code, wrapped, error.rule) from None


def write_action(seat: Seat, action: Action) -> str:
    """Seat and action as one text."""
    return f"{seat} {action_text(action)}"


def read_opening(game: Game[Any], data: Any) -> tuple[Event, ...]:
    """What chance decided before the first deal: a toss, the drawing of a dealer, in the public JSON form."""
    try:
        events: tuple[Event, ...] = from_data(tuple[Event, ...], data)
    except BadForm as error:
        sentence = "The opening cannot be read: { $reason }"
        raise BadRecord("opening", sentence, reason=error.message) from None
    for event in events:
        if not isinstance(event, CoinTossed | DealerDrawn):
            sentence = "An opening holds a toss or the drawing of a dealer, and nothing else."
            raise BadRecord("opening", sentence, key="opening_events")
        if event.dealer >= game.seats or (isinstance(event, CoinTossed) and event.team != game.side_of(event.dealer)):
            raise BadRecord("opening", "There is no such dealer as the opening names.", key="opening_dealer")
    return events


def write_opening(events: tuple[Event, ...]) -> list[Any]:
    """The opening as plain data."""
    written: list[Any] = to_data(events, tuple[Event, ...])
    return written


def check_opening(opening: tuple[Event, ...], standing: Standing) -> None:
    """Refuse an opening that does not lead to the first table."""
    for event in opening:
        if isinstance(event, CoinTossed | DealerDrawn) and event.dealer != standing.dealer:
            sentence = "The opening gives the first deal to seat { $due }, the table to seat { $given }."
            raise BadRecord("opening_mismatch", sentence, due=event.dealer, given=standing.dealer)
