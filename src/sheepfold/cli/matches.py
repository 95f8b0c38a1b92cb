"""``sheepfold matches``: the list of saved matches, and how to be rid of one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.padding import Padding
from rich.text import Text

from sheepfold.cli.ink import Ink
from sheepfold.cli.saved import Saved, find_saved, saved_matches, seated_bots
from sheepfold.cli.seating import kept_seating
from sheepfold.core.cards import Seat
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.files.folders import data_folder
from sheepfold.files.writing import Held, in_words
from sheepfold.notation.match_file import MatchFile, damaged_copy
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.presentation.line import Line, joined
from sheepfold.presentation.words import Words

# -- the list ----------------------------------------------------------------------------------------------------------


def list_matches(*, as_json: bool, plain: bool) -> None:
    """Show all saved matches."""
    found = saved_matches()
    if as_json:
        print(msgspec.json.encode([_data(save) for save in found]).decode())
        return
    ink, words = Ink(plain=plain), Words(Reader(None))
    if not found:
        ink.write(ink.text(words.line("matches-none")))
        return
    if ink.plain:
        ink.write(*ink.texts(_told(words, save) for save in found))
    else:
        _drawn(ink, words, found)
    ink.write(*ink.texts(_faults(words, found)))
    ink.write(ink.text(words.line("matches-where", folder=str(data_folder()))), ink.text(words.line("matches-how")))


def _drawn(ink: Ink, words: Words, found: Sequence[Saved]) -> None:
    """Two lines for each match: what it is called and what has become of it; then the table and the score."""
    name = max(len(save.name) for save in found)
    for save in found:
        state = spoken(_state(words, save))
        ink.write(Text.assemble((f"{save.name:<{name}}", "bold"), f"  {_when(save)}  {state}"))
        if save.game:
            table = words.line("matches-table-unread" if save.read is None else "matches-table", **_values(save))
            ink.console.print(Padding(ink.text(table), (0, 0, 0, 4)))


def _told(words: Words, save: Saved) -> Line:
    """A match in one line."""
    unread = "matches-line-unread" if save.game else "matches-line-nothing"
    key = unread if save.read is None else "matches-line"
    return words.line(key, name=save.name, when=_when(save), state=_state(words, save), **_values(save))


def _values(save: Saved) -> dict[str, str | int | Line]:
    """What both ways to show a match say of it."""
    if save.read is None:
        return {"game": save.game}
    return {"game": save.game, "deals": _deals(save.read), "score": _standing(save)}


def _when(save: Saved) -> str:
    return save.when.strftime("%Y-%m-%d %H:%M")


def _state(words: Words, save: Saved) -> Line:
    """What has become of a match; one that is being played now is that before anything else."""
    for holds, key in (
        (save.busy, "matches-busy"),
        (save.foreign, "matches-foreign"),
        (save.read is None, "matches-unread"),
        (save.fault is not None, "matches-damaged"),
        (save.over and _won(save), "matches-won"),
        (save.over, "matches-over"),
    ):
        if holds:
            return words.line(key)
    return words.line("matches-open")


def _faults(words: Words, found: Sequence[Saved]) -> list[Line]:
    """What is wrong with those that are damaged."""
    told = [(save.name, save.fault) for save in found if save.fault is not None and not save.foreign]
    return [words.line("matches-fault", name=name, reason=words.message(fault.message)) for name, fault in told]


def _deals(read: MatchFile) -> int:
    """How many deals have been played to their end."""
    match = read.log.match
    return len(match.done) + (match.outcome is not None)


def _seat(read: MatchFile) -> Seat | None:
    """Where the person sits; ``None`` where the file makes no sense of it."""
    try:
        return kept_seating(read.own, seated_bots(read), read.log.game)[0]
    except SheepfoldError:
        return None


def _won(save: Saved) -> bool:
    assert save.read is not None
    game, seat = save.read.log.game, _seat(save.read)
    return seat is not None and game.side_of(seat) in game.winners(save.read.log.match.scores)


def _standing(save: Saved) -> Line:
    """The score of everybody, the person's own first; nothing where the file does not say who the person is."""
    seat = None if save.read is None else _seat(save.read)
    if save.read is None or seat is None:
        return ()
    game, scores = save.read.log.game, save.read.log.match.scores
    presenter = Presenter(game, Reader(seat, save.read.record.players))
    own = game.side_of(seat)
    two_teams = game.sides == 2 < game.seats
    other = presenter.say("matches-other-team") if two_teams else None
    names = {side: other or presenter.side_name(side) for side in range(game.sides) if side != own}
    each = {own: presenter.say("matches-you"), **names}
    return joined((presenter.say("matches-score", who=name, score=scores[side]) for side, name in each.items()), ", ")


def _data(save: Saved) -> dict[str, Any]:
    """A match for machines."""
    read = save.read
    data = {"name": save.name, "file": str(save.path), "game": save.game, "last_played": save.when.isoformat()}
    state = {"finished": save.over, "in_use": save.busy, "fault": str(save.fault) if save.fault else None}
    if read is None:
        return {**data, **state}
    match = read.log.match
    more: dict[str, Any] = {"deals": _deals(read), "scores": match.scores, "players": read.record.players}
    try:
        more["seat"], more["bots"] = kept_seating(read.own, seated_bots(read), match.game)
    except SheepfoldError as error:
        state["fault"] = state["fault"] or str(error)
    return {**data, **state, **more}


# -- removing ----------------------------------------------------------------------------------------------------------


def remove_matches(names: Sequence[str], *, sure: bool) -> None:
    """Remove saved matches for good, all that were named or none; the person is asked unless ``sure``."""
    ink, words = Ink(), Words(Reader(None))
    found = list({save.path: save for save in map(find_saved, names)}.values())
    held = [Held(save.path) for save in found]  # which refuses a match that is being played
    try:
        if not sure and not _confirmed(ink, words, found):
            ink.write(ink.text(words.line("matches-kept")))
            return
        for save in found:
            with in_words(save.path):
                save.path.unlink()
                damaged_copy(save.path).unlink(missing_ok=True)
            ink.write(ink.text(words.line("matches-removed", name=save.name)))
    finally:
        for each in held:
            each.close()


def _confirmed(ink: Ink, words: Words, found: Sequence[Saved]) -> bool:
    if not sys.stdin.isatty():
        raise BadOptions("not_confirmed", "Nothing was removed; give --yes to remove without being asked.")
    ink.write(*ink.texts(_told(words, save) for save in found))
    try:
        answer = input(spoken(words.line("matches-sure", count=len(found))))
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")
