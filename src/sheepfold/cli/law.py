"""The law books: found, taken apart into sentences, and read to people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sheepfold.core.errors import SheepfoldError
from sheepfold.registry import OWN

if TYPE_CHECKING:  # who looks up one sentence need not wait for the rules
    from sheepfold.core.events import Contract
    from sheepfold.core.options import Options
    from sheepfold.play.view import View

BOOKS = (*OWN["games"], "conventions")


class NoSuchRule(SheepfoldError):
    """A book or a sentence that does not exist."""


class Item(Struct, frozen=True):
    """One numbered sentence of the law and the heading it stands under."""

    id: str
    section: str
    text: str


class Book(Struct, frozen=True):
    """A law book: its whole text, and its numbered sentences in order."""

    name: str
    title: str
    text: str
    items: Mapping[str, Item]


def _source(name: str) -> str:
    """The text of a book: inside an installed package, or in ``docs/rules`` of a checkout."""
    installed = files("sheepfold") / "law" / f"{name}.md"
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    checkout = Path(__file__).resolve().parents[3] / "docs" / "rules" / f"{name}.md"
    if checkout.is_file():
        return checkout.read_text(encoding="utf-8")
    raise NoSuchRule("no_law", "The law book of { $name } was not installed with this program.", name=name)


@lru_cache(maxsize=len(BOOKS))
def book(name: str) -> Book:
    """A law book by the name of its game, or ``conventions``."""
    if name not in BOOKS:
        near = get_close_matches(name, BOOKS, 1)
        guess = f"; did you mean {near[0]}?" if near else "."
        raise NoSuchRule(
            "unknown_book",
            "There is no law book '{ $name }'; there are { $books }{ $guess }",
            name=name,
            books=", ".join(BOOKS),
            guess=guess,
        )
    text = _source(name)
    title = text.partition("\n")[0].lstrip("# ").strip()
    return Book(name, title, text, _items(text))


def _items(text: str) -> dict[str, Item]:
    """Sentences are list items that begin with a bold id; they run on over indented lines."""
    items: dict[str, Item] = {}
    section, current, lines = "", "", [""]
    for line in [*text.splitlines(), ""]:
        found = re.match(r"- \*\*([A-Z]{1,2}\d+)\*\* (.*)", line)
        if current and (found or not line.startswith("  ")):
            items[current] = Item(current, section, " ".join(lines))
            current = ""
        if found:
            current, lines = found[1], [found[2].strip()]
        elif current:
            lines.append(line.strip())
        if line.startswith("#"):
            section = line.lstrip("# ").strip()
    return items


def has(id: str, game: str) -> bool:
    """Whether there is such a sentence; a game from outside may have come without its book."""
    return any(id in book(name).items for name in (game, "conventions") if name in BOOKS)


def find(id: str, first: str | None = None) -> Item:
    """A sentence by its id, in a game's book or in the conventions, or anywhere if no game is named."""
    wanted = id.strip().upper()
    places = BOOKS if first is None else (first, "conventions")
    known: dict[str, Item] = {}
    for name in places:
        known.update(book(name).items)
    if wanted in known:
        return known[wanted]
    near = get_close_matches(wanted, known, 3, 0.4)
    guess = f"; near it are {', '.join(near)}" if near else ""
    where = f"The law of {first}" if first else "The law"
    raise NoSuchRule(
        "unknown_rule", "{ $where } has no sentence '{ $id }'{ $guess }.", where=where, id=id.strip()[:20], guess=guess
    )


def unmarked(text: str) -> str:
    """A sentence without the marks of its typesetting."""
    return re.sub(r"\*\*|[*`]|~~", "", text)


# -- the clause for this moment ----------------------------------------------------------------------------------------

_MOMENTS: Mapping[str, Mapping[str, str]] = {
    "goathead": {
        "auction": "G8 G9 G17 G20 GQ5 GQ7",
        "tricks": "G13 G14 G15 G16",
        "suit": "G24 G26 G19 GQ10",
        "nil": "G28 G30 GQ18",
        "court": "G32 G35 G37",
        "alone": "G38 G41 G42",
        "junk": "G46 G47 G48 G49",
        "slam": "G43 GQ17",
    },
    "widderkopf": {
        "trumps": "W18 W19 WQ16 W6 W8",
        "discard": "W20 WQ3 WQ4 WQ5",
        "crack": "W21 W24 W25 W26 W27 W29 WQ9",
        "tricks": "W31 W32 W33 W34 W35 WQ7 WQ8 W40 W41",
    },
    "grim": {
        "auction": "R29 R30 R31 R35 R36 R46 R47 R48 RQ2",
        "predeclare": "R57 R58 R50 RQ17",
        "order": "R37 R6 R7 R8",
        "trump": "R38 RQ19",
        "tricks": "R39 R40 R41 R43",
        "grim": "R44 R45",
        "double": "R44 R45 R34",
        "make5": "RQ3 R51 R52 R53",
    },
    "sheepshead": {
        "bidding": "S14 S15 S16 S17",
        "all_pass=leaster": "S18 S19 S20",
        "all_pass=doubler": "S22",
        "all_pass=forced_pick": "S25",
        "all_pass=mittler": "S28",
        "all_pass=schneidster": "S34",
        "all_pass=pot": "S36 S37",
        "bury": "SQ4 S80 S49",
        "call": "S44 S45 S47 S48 S49 S56 S60",
        "middle": "S31 S32",
        "tricks": "S73 S74 S75 S76",
        "called_card": "S46 S51 S52 S53 S54 S55 S58",
        "jack_of_diamonds": "S64 S65 S66",
        "fixed_partners": "S68",
        "alone": "S96",
        "leaster": "S18 S19 S20 S21",
        "mittler": "S28 S29 S30",
        "upper_mittler": "S28 S31 SQ14",
        "lower_mittler": "S28 S31 SQ14",
        "schneidster": "S34 S35",
    },
    "clover": {
        "round1": "C13 C14 CQ3 CQ4",
        "round2": "C16 C17 C18 C19 CQ5",
        "give": "C20 CQ7",
        "return": "C21 CQ7",
        "tricks": "C37 C40 C42 C7",
        "first": "C36 C38 C33 C31 CQ15",
        "suit": "C2 C3 C4",
        "notrump": "C9 C10 CQ28",
    },
}


def moment(game: str, view: View, options: Options) -> tuple[Item, ...]:
    """The sentences that matter now: of the phase, and in the tricks of what is played."""
    clauses = _MOMENTS.get(game, {})
    keys = [view.phase]
    if view.phase in ("bidding", "auction"):
        keys.append(f"all_pass={getattr(options, 'all_pass', '')}")
    if view.phase == "tricks" and view.contract is not None:
        keys += _contract_keys(view.contract)
        if not view.done:
            keys.append("first")
    ids = [id for key in keys for id in clauses.get(key, "").split()]
    return sentences(game, ids)


def _contract_keys(contract: Contract) -> list[str]:
    return [contract.kind, "slam"] if contract.slam else [contract.kind]


def sentences(game: str, ids: Sequence[str]) -> tuple[Item, ...]:
    """Several sentences of a game's law, each once."""
    return tuple(find(id, game) for id in dict.fromkeys(ids))


def every_moment() -> Mapping[str, tuple[str, ...]]:
    """All ids that ``moment`` can name, by game."""
    return {game: tuple(" ".join(standing.values()).split()) for game, standing in _MOMENTS.items()}
