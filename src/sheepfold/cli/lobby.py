"""What a server offers: tables to sit down at or to watch, and games to play against its bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sheepfold.cli.faces import read_line
from sheepfold.cli.ink import Ink
from sheepfold.cli.received import refusal_of
from sheepfold.cli.remote import Server, ServerFault
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.presentation import Line, Reader, spoken
from sheepfold.presentation.words import Words

HELP = ("?", "help", "h")
TRIES = 5
"""How often a free seat is looked for while others sit down too."""


class Offer(Struct, frozen=True):
    """A row of the list: a table by its id, or a game by its name."""

    line: str
    table: str = ""
    game: str = ""


def new_table(server: Server, game: str, wishes: Mapping[str, str], *, alone: bool, public: bool = False) -> str:
    """Make a table, alone against bots or open for others, with pace and level as wished; its id."""
    made = server.post("/api/tables", {"game": game, "start": alone, "public": public, **wishes})
    return str(made["id"])


def sit_down(server: Server, table: str, *, watch: bool) -> None:
    """Take the first free seat of a table, unless we have one there or only want to watch."""
    for _ in range(TRIES):
        found = server.get(f"/api/tables/{table}/snapshot")
        room, seats = found["room"], found["room"]["seats"]
        if watch or found["you"]["seat"] is not None:
            return
        if room["locked"]:
            sentence = "The host lets nobody else sit down at this table; --watch watches it."
            raise ServerFault("locked", sentence, key="locked_table")
        free = [seat for kind in ("open", "bot") for seat, each in enumerate(seats) if each["kind"] == kind]
        if not free:
            raise ServerFault("table_full", "All seats of this table are taken; --watch watches it.")
        if room["state"] in ("playing", "paused"):
            return  # somebody who watches may sit down when the deal is over
        answer = server.send(table, {"t": "ask", "id": "sit", "what": "sit", "seat": free[0]})
        if answer.get("t") != "nak":
            return
        if answer.get("code") not in ("seat_taken", "deal_on"):
            raise refusal_of(answer)
    raise ServerFault("table_full", "All seats of this table are taken; --watch watches it.")


# -- the list ----------------------------------------------------------------------------------------------------------


def choose(server: Server, ink: Ink, wishes: Mapping[str, str], *, watch: bool) -> tuple[str, bool]:
    """Let the person choose from what there is; the table, and whether it was made for them."""
    words = Words(Reader(None))
    while True:
        tables = _tables(server, words, watch=watch)
        games = [] if watch else [Offer(each["title"], game=each["id"]) for each in server.get("/api/games")["games"]]
        _show(ink, words, tables, games)
        try:
            answer = read_line(spoken(words.line("ask-table"))).strip()
        except EOFError:
            raise BadOptions("no_table_chosen", "No table and no game was chosen.") from None
        if not answer or answer.lower() in HELP:
            ink.write(ink.text(words.line("join-help")))
            continue
        try:
            return _meant(server, answer, [*tables, *games], wishes)
        except SheepfoldError as error:
            ink.write(str(error))


def _tables(server: Server, words: Words, *, watch: bool) -> list[Offer]:
    """Tables at which we have a seat, then those that are open to everybody."""
    mine = [] if watch else [each for each in server.get("/api/tables/mine")["tables"] if each["state"] != "over"]
    known = {each["id"] for each in mine}
    others = [each for each in server.get("/api/tables")["tables"] if each["id"] not in known]
    if not watch:
        others = [each for each in others if not each["locked"] and each["open"]]
    rows = [("join-table-mine", each) for each in mine] + [("join-table", each) for each in others]
    return [Offer(spoken(_row(words, key, each)), table=each["id"]) for key, each in rows]


def _row(words: Words, key: str, each: Mapping[str, Any]) -> Line:
    people = words.listed([(name,) for name in each["people"]]) or words.line("join-nobody")
    state = words.line(f"state-{each['state']}")
    return words.line(key, title=each["title"], id=each["id"], state=state, people=people, free=each["open"])


def _show(ink: Ink, words: Words, tables: Sequence[Offer], games: Sequence[Offer]) -> None:
    if tables:
        ink.write(ink.text(words.line("join-tables")))
        ink.write(*(f"{place:>3}  {offer.line}" for place, offer in enumerate(tables, 1)))
    elif not games:
        ink.write(ink.text(words.line("join-tables-none")))
    if games:
        ink.write(ink.text(words.line("join-games" if tables else "join-games-first")))
        ink.write(*(f"{place:>3}  {offer.line}" for place, offer in enumerate(games, len(tables) + 1)))
    if ink.plain:
        ink.write(ink.text(words.line("ask-table-plain")))


def _meant(server: Server, answer: str, offers: Sequence[Offer], wishes: Mapping[str, str]) -> tuple[str, bool]:
    """The table that an answer means, made if need be."""
    if answer.isascii() and answer.isdigit():
        if not 1 <= int(answer[:9]) <= len(offers):
            raise BadOptions("menu_number", "The numbers go from 1 to { $last }; ? shows the list.", last=len(offers))
        offer = offers[int(answer) - 1]
        return (offer.table, False) if offer.table else (new_table(server, offer.game, wishes, alone=True), True)
    first, _, rest = answer.partition(" ")
    if first.lower() == "invite" and rest:
        return new_table(server, _game(rest.strip(), offers), wishes, alone=False), True
    if len(answer) == 10 and answer.isalnum() and not _games(answer, offers):
        return answer, False
    return new_table(server, _game(answer, offers), wishes, alone=True), True


def _games(text: str, offers: Sequence[Offer]) -> list[str]:
    name = text.partition(":")[0].partition("(")[0].strip().lower()
    exact = [offer.game for offer in offers if offer.game and offer.game == name]
    return exact or [offer.game for offer in offers if offer.game.startswith(name)] if name else []


def _game(text: str, offers: Sequence[Offer]) -> str:
    """A game that may be shortened, with its options."""
    found = _games(text, offers)
    if len(found) > 1:
        sentence = "'{ $text }' could be { $names }."
        raise BadOptions("menu_unclear", sentence, text=text, names=", ".join(found))
    name = text.partition(":")[0].partition("(")[0]
    return found[0] + text[len(name) :] if found else text
