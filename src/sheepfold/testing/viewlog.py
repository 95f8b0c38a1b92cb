"""The golden view logs: what every seat sees at every step of one deal of each kind, in ``tests/views``.

A log tells changes only, each once, for all who see it: what a line says of a View holds until another line says
otherwise. A leak, a lost event or a changed rule shows as a changed line. ``python -m sheepfold.testing.viewlog``
compares the files with what the library tells today; ``--write`` rewrites them, to be read before they are committed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sheepfold.core.cards import SUIT_LETTERS, SUIT_WORDS, Mask, Seat, card_text, cards_in, cards_text
from sheepfold.core.deal import Deal
from sheepfold.core.events import DealShown, Event
from sheepfold.core.game import Game
from sheepfold.core.order import TRUMP
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Stream
from sheepfold.notation.actions import action_text
from sheepfold.notation.transcript import write_action, write_deal, write_standing
from sheepfold.play.replay import replay
from sheepfold.play.view import NO_CARD, View, after, empty_view, voids
from sheepfold.registry import OWN, make_game
from sheepfold.testing.random_deals import random_deal
from sheepfold.testing.sections import checks_of
from sheepfold.testing.sections.checks import Told, Wanted

WHERE = Path("tests/views")
"""Where the logs are kept, seen from the root of the project."""
MOST_DEALS = 30_000
CARDS = ("hand", "bury", "trick")
"""Fields of which a log tells the cards that came and went."""
LONG_LIST = 8
"""More actions than this are written out once in a deal and phase, and counted after that."""

LOGS: dict[str, tuple[Wanted, ...]] = {name: checks_of(name).logs for name in OWN["games"]}
"""The deals of every log, at least one for each contract and each way in which a deal that nobody wants can end."""


def find(wanted: Wanted) -> Told:
    """The first random deal that fits."""
    game = make_game(wanted.game)
    for number in range(MOST_DEALS):
        record = random_deal(game, Stream("views", f"{wanted.game}/{wanted.title}/{number}"))
        done = replay(game, record.standing, record.deal, record.actions)
        told = Told(record, done, done.all_events)
        if wanted.fits(told):
            return told
    raise LookupError(f"no deal in {MOST_DEALS} is a {wanted.title} of {wanted.game}")


# -- the log -----------------------------------------------------------------------------------------------------------


def masks_text(masks: Sequence[Mask]) -> str:
    """Cards by seat, only where there are any: ``2 QC KC, 3 7D``."""
    return ", ".join(f"{seat} {cards_text(cards_in(mask))}" for seat, mask in enumerate(masks) if mask)


def row_text(row: Sequence[int]) -> str:
    """A row of table cards; a dot where none is left."""
    return " ".join("." if card == NO_CARD else card_text(card) for card in row)


OUTCOME_KEYS = ("delta", "points", "tricks", "melds", "discard_points", "blind_to", "doublers", "pot")


def value_text(name: str, value: Any) -> str:
    """One field of an event or of what it carries."""
    if value is None:
        return "–"
    if name == "outcome":
        return " ".join(
            f"{key} {tidy(each)}" for key in OUTCOME_KEYS if (each := getattr(value, key)) not in ((), None)
        )
    if name in ("contract", "standing"):
        return " ".join(f"{key} {value_text(key, each)}" for key, each in msgspec.to_builtins(value).items())
    if name in ("cards", "holds", "lacks", "some"):
        return cards_text(cards_in(value)) if isinstance(value, int) else row_text(value)
    if name in ("card", "partner_card"):
        return card_text(value)
    if name == "suit":
        return SUIT_WORDS[value]
    return action_text(value) if name == "action" else tidy(value)


def tidy(value: Any) -> str:
    """Numbers of a list separated by blanks."""
    return " ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def event_text(event: Event) -> str:
    """An event on part of a line; what is hidden from its reader is a dash."""
    if isinstance(event, DealShown):
        return f"DealShown, hidden {', '.join(write_action(*each) for each in event.hidden) or 'nothing'}"
    words = [type(event).__name__]
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in ("holds", "lacks", "some", "stage"):  # told by name, and only where there is something to tell
            words += [name, value_text(name, value)] if value != (1 if name == "stage" else 0) else []
        else:
            words.append(value_text(name, value))
    return " ".join(words)


def view_fields(view: View, game: Game[Any], deal: Deal) -> dict[str, str]:
    """Every field of a View in words, and the voids that follow from them; an empty text where there is nothing.

    A field that only grows is told by its length and its last entry; the deal, once shown, by whether it is ``deal``.
    """
    standing, contract, outcome, hidden = view.standing, view.contract, view.outcome, view.hidden
    return {
        "standing": "" if standing is None else value_text("standing", standing),
        "phase": view.phase,
        "turn": "" if view.turn is None else str(view.turn),
        "hand": cards_text(cards_in(view.hand)),
        "aside": cards_text(cards_in(view.aside)),
        "bury": cards_text(cards_in(view.bury)),
        "discard": "" if view.discard is None else card_text(view.discard),
        "upcard": "" if view.upcard is None else card_text(view.upcard),
        "counts": tidy(view.counts),
        "blind": str(view.blind or ""),
        "rows": " / ".join(row_text(row) for row in view.rows),
        "covered": tidy(view.covered),
        "turned": " / ".join(tidy(places) or "." for places in view.turned) if any(view.turned) else "",
        "table_discards": grown(f"{seat} {card_text(card)}" for seat, card in view.table_discards),
        "calls": grown(write_action(*call) for call in view.calls),
        "contract": "" if contract is None else value_text("contract", contract),
        "leader": "" if view.leader is None else str(view.leader),
        "trick": cards_text(view.trick),
        "done": grown(f"{t.leader} led {cards_text(t.cards)}, {t.winner} won {t.points}" for t in view.done),
        "melds": tidy(view.melds) if any(view.melds) else "",
        "known": masks_text(view.known),
        "lacks": masks_text(view.lacks),
        "some": masks_text(view.some),
        "void": voids_text(view, game),
        "partner": "" if view.partner is None else str(view.partner),
        "thrown_in": view.thrown_in or "",
        "outcome": "" if outcome is None else value_text("outcome", outcome),
        "dealt": "" if view.dealt is None else "as above" if view.dealt == deal else deal_text(game, view.dealt),
        "hidden": ", ".join(write_action(*each) for each in hidden),
    }


def grown(entries: Iterable[str]) -> str:
    """How many entries there are, and the last one: ``3: 0 pass``."""
    words = list(entries)
    return f"{len(words)}: {words[-1]}" if words else ""


def deal_text(game: Game[Any], deal: Deal) -> str:
    """All the cards of a deal on one line."""
    rows = write_deal(game, deal).items()
    return ", ".join(f"{name} {' / '.join(cards) if isinstance(cards, list) else cards}" for name, cards in rows)


def voids_text(view: View, game: Game[Any]) -> str:
    """The suits, and T for trumps, of which each seat has shown that it holds none: ``1 CT, 3 H``."""
    if view.contract is None:
        return ""
    classes = game.order_of(view.contract).classes
    names = {**dict(enumerate(SUIT_LETTERS)), TRUMP: "T"}
    lists = [
        "".join(name for cls, name in names.items() if classes[cls] and classes[cls] & mask == classes[cls])
        for mask in voids(view, game)
    ]
    return ", ".join(f"{seat} {letters}" for seat, letters in enumerate(lists) if letters)


def log(wanted: Wanted, told: Told) -> Iterator[str]:
    """The lines of one deal."""
    game = make_game(wanted.game)
    record = told.record
    yield f"== {wanted.title}"
    yield f"game    {game.options.text()}"
    yield f"table   {' '.join(f'{key} {tidy(value)}' for key, value in write_standing(record.standing).items())}"
    yield f"deal    {deal_text(game, record.deal)}"
    viewers = (*range(game.seats), None)
    views = [empty_view(game, viewer) for viewer in viewers]
    fields: list[dict[str, str]] = [{} for _ in viewers]
    asked: set[str] = set()
    for number, (state, events) in enumerate(zip(told.replay.states, told.replay.events, strict=True)):
        yield ""
        yield f"# {number}  {' | '.join(map(event_text, events))}"
        views, before = [after(view, events) for view in views], fields
        fields = [view_fields(view, game, record.deal) for view in views]
        news = [
            [*_masked(events, viewer), *_changes(old, new)]
            for viewer, old, new in zip(viewers, before, fields, strict=True)
        ]
        if (turn := game.actor(state)) is not None:
            news[turn].append(f"legal {_legal(game, state, views[turn], asked)}")
        yield from _by_readers(viewers, news)
    yield ""


def _masked(events: Iterable[Event], viewer: Seat | None) -> list[str]:
    """The events that look different to this viewer."""
    return [f"told {event_text(mine)}" for event in events if (mine := seen_by(event, viewer)) != event]


def _changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The fields that are not as they were; a dash where nothing is left."""
    return [
        f"{name} {_difference(before.get(name, ''), value) if name in CARDS else value or '–'}"
        for name, value in now.items()
        if value != before.get(name, "")
    ]


def _difference(before: str, now: str) -> str:
    """Cards that came and went, where that is shorter than all of them: ``-9S``, ``+10H``."""
    old, new = before.split(), now.split()
    gone, come = [card for card in old if card not in new], [card for card in new if card not in old]
    if len(gone) + len(come) >= len(new):
        return now or "–"
    return " ".join([*(f"-{card}" for card in gone), *(f"+{card}" for card in come)])


def _by_readers(viewers: Sequence[Seat | None], news: Sequence[Sequence[str]]) -> Iterator[str]:
    """One line for those who learn the same, the largest group first: ``013w  told CardsDealt 2 8 –``."""
    readers: dict[str, str] = {}
    for viewer, items in zip(viewers, news, strict=True):
        for item in items:
            readers[item] = readers.get(item, "") + ("w" if viewer is None else str(viewer))
    groups: dict[str, list[str]] = {}
    for item, group in readers.items():
        groups.setdefault(group, []).append(item)
    for group, items in sorted(groups.items(), key=lambda each: (-len(each[0]), each[0])):
        yield f"{'all' if len(group) == len(viewers) else group:5} {' | '.join(items)}"


def _legal(game: Game[Any], state: Any, view: View, asked: set[str]) -> str:
    """What the seat on turn may do: a whole hand in a word, a long list in full only when its phase begins."""
    words = [action_text(action) for action in game.legal(state)]
    if words == [card_text(card) for card in cards_in(view.hand)]:
        return "the hand"
    if view.phase in asked and len(words) > LONG_LIST:
        return f"{len(words)} actions"
    asked.add(view.phase)
    return " ".join(f"'{word}'" if " " in word else word for word in words)


def write_log(name: str) -> str:
    """The whole log of a game."""
    intro = (
        f"What every seat and a watcher (w) see at every step of {len(LOGS[name])} deals of {name}.",
        "Made by sheepfold.testing.viewlog. A line tells what has changed for the seats at its head; what it does not",
        "name is as before. After `told` stands an event as these seats see it; a dash is what they are not shown, or",
        "a field that is empty again.",
        "",
    )
    return "\n".join([*intro, *(line for wanted in LOGS[name] for line in log(wanted, find(wanted)))]).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the logs, or write them; exit status 1 if one has changed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=WHERE, help=f"where the logs are (default {WHERE})")
    parser.add_argument("--write", action="store_true", help="rewrite the logs")
    given = parser.parse_args(arguments)
    changed = 0
    for name in LOGS:
        now, path = write_log(name), given.folder / f"{name}.txt"
        same = path.exists() and path.read_text(encoding="utf-8") == now
        changed += not same
        if given.write and not same:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(now, encoding="utf-8")
        print(f"{path.name:16} {'as before' if same else 'written' if given.write else 'CHANGED'}")
    return 1 if changed and not given.write else 0


if __name__ == "__main__":
    sys.exit(main())
