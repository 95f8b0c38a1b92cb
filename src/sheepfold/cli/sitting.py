"""From the words of the command line to a match on the table, and from there to a saved record."""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheepfold.bots import UnknownBot, known_bot, make_bot
from sheepfold.bots.roster import one_each, separate
from sheepfold.cli.faces import PACES, Face, face_for
from sheepfold.cli.ink import Ink
from sheepfold.cli.keeping import Found, Keeper, goes_on, last_save, read_damaged, save_of_record, saves, take_up
from sheepfold.cli.leaving import INTERNAL, LEAVING, internal, own_signals, status_of
from sheepfold.cli.menu import ask_game
from sheepfold.cli.params import LAST
from sheepfold.cli.saved import path_of_name
from sheepfold.cli.screen import Screen
from sheepfold.cli.seating import Seating, check_seat, kept_seating, seat_anew
from sheepfold.cli.settings import Settings, read_settings
from sheepfold.cli.streams import discard_output
from sheepfold.cli.terminal import Session, Stop, resume_command
from sheepfold.core.errors import BadOptions, BadRecord, SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.form import answered
from sheepfold.core.game import Game
from sheepfold.core.options import describe, parse_values, split_text, value_text
from sheepfold.files.writing import BadFile, Held, new_file
from sheepfold.notation.reading import form_of_file, read_record
from sheepfold.play.driver import Driver, drive
from sheepfold.play.log import log_of
from sheepfold.play.match import dealer_by_hand
from sheepfold.play.player import Bot
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.presentation.presenter import names_of
from sheepfold.presentation.reader import read_names
from sheepfold.registry import GAMES, known_game, make_game, split_path


class PlayRequest(Struct, frozen=True, kw_only=True):
    """What a person asked for on the command line; ``None`` where nothing was said."""

    game: str | None = None
    options: tuple[str, ...] = ()
    preset: str | None = None
    seat: int | None = None
    dealer: int | None = None
    seed: str | None = None
    bots: str | None = None
    players: str | None = None
    plain: bool = False
    record: Path | None = None
    resume: Path | None = None
    file_game: str | None = None
    pace: str | None = None
    forced: str | None = None
    settings: Settings = Settings()


# -- which game --------------------------------------------------------------------------------------------------------


def game_for(text: str, options: Sequence[str] = (), preset: str | None = None) -> Game[Any]:
    """A game from its name, options text or ``module:Class``, a preset, and single options."""
    path = split_path(text, GAMES)
    if path is not None:
        text = f"{make_game(path[0]).id}{path[1]}"  # from here on it is known by its id
    if preset is not None:
        if ":" in text:
            raise BadOptions("two_presets", "'{ $text }' names a preset already; leave --preset out.", text=text)
        text = f"{text}:{preset}"
    name, there = split_text(text.partition(":")[0])
    if name not in GAMES:
        return make_game(text)  # which says so
    written: dict[str, str] = {}
    for option in options:
        key, equals, value = (piece.strip() for piece in option.partition("="))
        if not equals or not key or not value:
            sentence = "'{ $option }' is not an option; write --option name=value."
            raise BadOptions("options_text", sentence, option=option, key="option_text")
        if key in written or key in there:
            raise BadOptions("option_twice", "The option '{ $name }' is given twice.", name=key)
        written[key] = value
    return make_game(text, **parse_values(GAMES[name].options_type, written))


# -- sitting down ------------------------------------------------------------------------------------------------------


def sit_down(asked: PlayRequest) -> Session:
    """A session as it was asked for, new or resumed; whatever is wrong is refused before anything happens."""
    at_keyboard = sys.stdin is not None and sys.stdin.isatty()
    settings, fault = read_settings()
    if settings.colours == "off":
        os.environ["NO_COLOR"] = "1"
    asked = replace(asked, settings=settings)
    ink = Ink(plain=asked.plain or not at_keyboard)
    session = _resume(asked, ink) if asked.resume is not None else _new(asked, ink)
    session.forced = (asked.forced or settings.forced) == "play"
    session.notes += [] if fault is None else [fault]
    return session


def _new(asked: PlayRequest, ink: Ink) -> Session:
    record = None if asked.record is None else Held(new_file(asked.record))
    if asked.file_game is not None:
        sentence = "--game goes with --resume; a new match names its game without it."
        raise BadOptions("game_of_file", sentence)
    bots = asked.settings.level if asked.bots is None else asked.bots
    made = [make_bot(text) for text in separate(bots)]
    chosen = asked.game or ask_game(ink, () if _is_particular(asked) else saves())
    if isinstance(chosen, Path):
        return _resume(replace(asked, resume=chosen), ink)
    game = game_for(chosen, asked.options, asked.preset)
    seat = check_seat(0 if asked.seat is None else asked.seat, game)
    standing = _first_standing(asked, game)
    players = asked.settings.name or None if asked.players is None else asked.players
    names = () if players is None else read_names(players, game, seat, names_of(game))
    seed = secrets.token_hex(8) if asked.seed is None else asked.seed
    driver = drive(game, seed, standing=standing)
    unfinished = [save for save in saves() if save.game == game.title] if asked.seed is None and not ink.plain else []
    seating = Seating(seat, bots, names, asked.seed is not None)
    keeper = Keeper(driver.log, asked.seed, record=record)
    fault = keeper.begin(names, seating.header)
    screen = Screen(Presenter(game, Reader(seat, names, by_name=bool(names))), ink)
    seated = one_each(made, game.seats - 1)
    session = Session(driver, seating, seated, screen, _face(asked, screen), keeper)
    session.notes += [] if fault is None else [fault]
    session.greeting += [
        session.presenter.say("match-unfinished", game=save.game, name=save.path.stem) for save in unfinished[:1]
    ]
    return session


def _face(asked: PlayRequest, screen: Screen) -> Face:
    return face_for(screen, PACES[asked.pace or asked.settings.pace])


def _is_particular(asked: PlayRequest) -> bool:
    """Whether anything was asked for that only a new match can have."""
    new = (asked.game, asked.preset, asked.seed, asked.players, asked.record, asked.dealer)
    return bool(asked.options) or any(each is not None for each in new)


def _check_dealer(seat: int, game: Game[Any]) -> int:
    if not 0 <= seat < game.seats:
        sentence = "The dealer must be from 0 to { $last } here, not { $seat }."
        raise BadOptions("dealer", sentence, "X1", key="dealer_seat", last=game.seats - 1, seat=seat)
    return seat


def _first_standing(asked: PlayRequest, game: Game[Any]) -> Standing | None:
    """A dealer named by hand, where the table agreed to that (R14, RQ22)."""
    if asked.dealer is None:
        return None
    field = dealer_by_hand(game)
    if field is None:
        raise _no_dealer_by_hand(game)
    return game.first_standing(answered([field], {field.name: _check_dealer(asked.dealer, game)}))[0]


def _no_dealer_by_hand(game: Game[Any]) -> BadOptions:
    """Why no dealer can be named: the table could have agreed to it, or the game knows no such table."""
    for option, table in _other_tables(game):
        field = dealer_by_hand(table)
        if field is not None:
            sentence = "The first dealer is left to chance; only { $option } lets you name one."
            return BadOptions("dealer", sentence, field.rule, option=option)
    drawn = next((field.rule for field in game.chance_form() if field.name == "dealer"), None)
    return BadOptions("dealer", "In { $game } nobody names the first dealer.", drawn, key="no_dealer", game=game.title)


def _other_tables(game: Game[Any]) -> Iterator[tuple[str, Game[Any]]]:
    """Every table that differs from the usual one in a choice, with that choice in words."""
    for info in describe(game.options_type):
        for choice in info.choices:
            with suppress(BadOptions):  # it does not go with the other options
                yield f"{info.name}={value_text(choice)}", known_game(game.id, **{info.name: choice})


def _resume(asked: PlayRequest, ink: Ink) -> Session:
    assert asked.resume is not None
    if _is_particular(asked):
        sentence = (
            "A resumed match has its game, seed and players already; "
            "with --resume only --seat, --bots, --game, --pace and --plain can be given."
        )
        raise BadOptions("resume_mix", sentence)
    found = _found(last_save() if asked.resume == LAST else _file_of(asked.resume), asked.file_game)
    try:
        return _resumed(asked, ink, found)
    except BaseException:
        found.keeper.close()
        raise


def _file_of(asked: Path) -> Path:
    """The file that was named, or the saved match of that name in the list."""
    return asked if asked.exists() else path_of_name(str(asked)) or asked


def _found(path: Path, game: str | None) -> Found:
    """The match of a file, locked. A record is kept up to date too; a match file is added to."""
    form = form_of_file(path)
    if form == "match":
        return take_up(path, game)
    if form == "jsonl":
        record = read_record(path, game)
        return Found(Keeper(log_of(record.match)), record.players, record.own, record.deal_own)
    held = Held(path)
    try:
        record, fault = read_damaged(path, game)
        save = None if fault is not None else save_of_record(path)
        if save is not None:
            with suppress(BadRecord):  # a save that is of no use costs nothing
                found = take_up(save, game, held)
                if goes_on(found.keeper.log.match, record.match):
                    return found.of_record(record)
                found.keeper.let_go()
        log = log_of(record.match)
    except BaseException:
        held.close()
        raise
    notes = () if fault is None else (fault,)
    return Found(Keeper(log, record=held), record.players, record.own, record.deal_own, notes=notes)


def _resumed(asked: PlayRequest, ink: Ink, found: Found) -> Session:
    log, names = found.keeper.log, found.players
    game = log.game
    seat, bots = kept_seating(found.own, found.bots, game)
    chosen = seat if asked.seat is None else check_seat(asked.seat, game)
    made = _bots_of_file(bots) if asked.bots is None else [make_bot(text) for text in separate(asked.bots)]
    seated = one_each(made, game.seats - 1)
    seating = Seating(chosen, bots if asked.bots is None else asked.bots, names, False, found.own, found.deal_own)
    notes = list(found.notes)
    if found.keeper.path is None:
        fault = found.keeper.begin(names, seating.header)
        notes += [] if fault is None else [fault]
    elif (chosen, seating.bots) != (seat, bots):
        seat_anew(log, seating)
    screen = Screen(Presenter(game, Reader(chosen, names, by_name=bool(names))), ink)
    session = Session(Driver(log), seating, seated, screen, _face(asked, screen), found.keeper)
    session.notes += notes
    return session


def _bots_of_file(bots: str) -> list[Bot]:
    """The bots that a record names; one that is not installed must be named by whoever resumes the match."""
    return [_bot_of_file(text, bots) for text in separate(bots)]


def _bot_of_file(text: str, bots: str) -> Bot:
    try:
        return known_bot(text)
    except UnknownBot as error:
        if error.code != "unknown_bot" or ":" not in text:
            raise
        sentence = (
            "The record names the bot '{ $text }', which is not installed; to go on with it give --bots { $bots }."
        )
        raise UnknownBot("unknown_bot", sentence, key="bot_of_file", text=text, bots=shlex.quote(bots)) from None


# -- playing and getting up --------------------------------------------------------------------------------------------


def play(asked: PlayRequest) -> int:
    """Play, and save when the person leaves; the exit status."""
    path = split_path(asked.file_game or asked.game or "", GAMES)  # before it is known by its id
    session = sit_down(asked)
    extra = ["--plain"] if asked.plain else []
    if path is not None:
        extra += ["--game", path[0]]
    with own_signals():
        return _play(session, extra)


def _play(session: Session, extra: list[str]) -> int:
    try:
        session.run()
    except (Stop, EOFError):
        status = 0
    except BrokenPipeError:
        discard_output()
        sys.stdout = sys.stderr  # the other side is gone; the last words go where somebody may read them
        status = 141
    except KeyboardInterrupt as stop:
        status = status_of(stop)
    except SheepfoldError as error:
        print(f"Error: {error}", file=sys.stderr)
        status = 2
    except Exception as error:  # whatever goes wrong in the program itself, the match must not be lost
        print(f"Error: {internal(error)}", file=sys.stderr)
        status = INTERNAL
    else:
        return 0
    for number in LEAVING:
        signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not spoil the file
    try:
        path = session.save_somewhere()
    except BadFile as error:  # no file can be written anywhere; what was saved before is still there
        print(f"Error: {error}", file=sys.stderr)
        return status or 2
    if ":" in session.seating.bots:  # a record alone makes nobody load a class from outside
        extra = [*extra, "--bots", session.seating.bots]
    if session.keeper.record_fault is not None:
        print(f"Error: {session.keeper.record_fault}", file=sys.stderr)
    saved = spoken(session.presenter.say("saved-go-on", file=str(path)))
    print(f"\n{saved}\n{resume_command(path, extra)}", flush=True)
    return status
