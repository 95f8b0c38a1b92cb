"""The golden view logs: what every seat sees at every step of one deal of each kind, in ``tests/views``.

A leak, a lost event or a changed rule shows as a difference of a line. ``python -m sheepfold.testing.viewlog`` compares
the files with what the library tells today; ``--write`` writes them anew, to be read before they are committed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sheepfold.core.actions import Action
from sheepfold.core.cards import (
    SUIT_LETTERS,
    SUIT_WORDS,
    Mask,
    card_text,
    cards_in,
    cards_text,
)
from sheepfold.core.events import (
    DealShown,
    Event,
)
from sheepfold.core.game import Game
from sheepfold.core.order import TRUMP
from sheepfold.core.secrecy import seen_by
from sheepfold.core.shuffle import Stream
from sheepfold.notation.actions import action_text
from sheepfold.notation.transcript import write_action, write_deal, write_standing
from sheepfold.play.replay import replay
from sheepfold.play.view import NO_CARD, View, view_of, voids
from sheepfold.registry import OWN, make_game
from sheepfold.testing.random_deals import random_deal
from sheepfold.testing.sections import checks_of
from sheepfold.testing.sections.checks import Told, Wanted

WHERE = Path("tests/views")
"""Where the logs are kept, seen from the root of the project."""
MOST_DEALS = 30_000

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


def view_text(view: View, game: Game[Any]) -> str:
    """What a View holds, the empty parts left out."""
    parts = {
        "hand": cards_text(cards_in(view.hand)),
        "aside": cards_text(cards_in(view.aside)),
        "bury": cards_text(cards_in(view.bury)),
        "discard": "" if view.discard is None else card_text(view.discard),
        "counts": tidy(view.counts),
        "blind": str(view.blind) if view.blind else "",
        "rows": " / ".join(row_text(row) for row in view.rows),
        "covered": tidy(view.covered),
        "trick": cards_text(view.trick),
        "taken": tidy(view.points) if any(view.points) else "",
        "known": masks_text(view.known),
        "lacks": masks_text(view.lacks),
        "some": masks_text(view.some),
        "void": voids_text(view, game),
        "partner": "" if view.partner is None else str(view.partner),
    }
    asked = f"{view.phase} {'–' if view.turn is None else view.turn}"
    return " | ".join([asked, *(f"{name} {value}" for name, value in parts.items() if value)])


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
    for name, cards in write_deal(game, record.deal).items():
        yield f"deal    {name} {' / '.join(cards) if isinstance(cards, list) else cards}"
    seen: list[Event] = []
    for number, (state, events) in enumerate(zip(told.replay.states, told.replay.events, strict=True)):
        action = "the deal" if number == 0 else write_action(*record.actions[number - 1])
        seen += events
        yield ""
        yield f"# {number}  {action}"
        yield f"events  {' | '.join(map(event_text, events))}"
        yield from _seats(game, state, seen, events)
    yield ""


def _seats(game: Game[Any], state: Any, seen: Sequence[Event], fresh: Sequence[Event]) -> Iterator[str]:
    """What every viewer sees now; of the last events those that look different to that viewer."""
    turn = game.actor(state)
    for viewer in (*range(game.seats), None):
        told = [event_text(mine) for event in fresh if (mine := seen_by(event, viewer)) != event]
        masked = f"{' | '.join(told)} | " if told else ""
        legal = " ".join(_legal(game.legal(state))) if turn is not None and viewer == turn else "–"
        name = "w" if viewer is None else str(viewer)
        yield f"{name} sees  {masked}{view_text(view_of(game, viewer, seen), game)} | legal {legal}"


def _legal(actions: Sequence[Action]) -> list[str]:
    words = [action_text(action) for action in actions]
    return [f"'{word}'" if " " in word else word for word in words]


def write_log(name: str) -> str:
    """The whole log of a game."""
    intro = (
        f"What every seat and a watcher (w) see at every step of {len(LOGS[name])} deals of {name}.",
        "Made by sheepfold.testing.viewlog; a dash stands for what a viewer is not shown.",
        "",
    )
    return "\n".join([*intro, *(line for wanted in LOGS[name] for line in log(wanted, find(wanted)))]).rstrip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the logs, or write them; exit status 1 if one has changed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=WHERE, help=f"where the logs are (default {WHERE})")
    parser.add_argument("--write", action="store_true", help="write the logs anew")
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
