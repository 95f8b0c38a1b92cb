"""From the words of the command line to a match on the table, and from there to a saved record."""

from __future__ import annotations

import secrets
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import Struct

from sheepfold.bots import UnknownBot, known_bot, make_bot
from sheepfold.bots.roster import one_each, separate
from sheepfold.cli.faces import PACES, face_for, read_line
from sheepfold.cli.ink import Ink
from sheepfold.cli.params import DEFAULT_BOTS
from sheepfold.cli.screen import Screen
from sheepfold.cli.streams import discard_output
from sheepfold.cli.terminal import Seating, Session, Stop, resume_command
from sheepfold.core.errors import BadOptions, SheepfoldError
from sheepfold.core.events import Standing
from sheepfold.core.form import answered
from sheepfold.core.game import Game
from sheepfold.core.options import describe, parse_values, split_text, value_text
from sheepfold.files.writing import new_file
from sheepfold.notation.reading import form_of_file, read_record
from sheepfold.notation.records import Record
from sheepfold.play.driver import Driver, drive
from sheepfold.play.log import log_of
from sheepfold.play.match import dealer_by_hand
from sheepfold.play.player import Bot
from sheepfold.presentation import Presenter, Reader, spoken
from sheepfold.presentation.reader import read_names
from sheepfold.presentation.words import Words
from sheepfold.registry import GAMES, known_game, make_game, split_path

INTERNAL = 70
"""The exit status after a fault of the program itself, as ``sysexits.h`` has it."""

_KILLS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # not all on Windows
_LEAVING = [signal.SIGINT, *_KILLS]


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
    pace: str = "normal"


class ProgramFault(SheepfoldError):
    """The program itself has failed."""


class Interrupted(KeyboardInterrupt):
    """The system asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


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
    name, _ = split_text(text.partition(":")[0])
    if name not in GAMES:
        return make_game(text)  # which says so
    written: dict[str, str] = {}
    for option in options:
        key, equals, value = (piece.strip() for piece in option.partition("="))
        if not equals or not key or not value:
            sentence = "'{ $option }' is not an option; write --option name=value."
            raise BadOptions("options_text", sentence, option=option, key="option_text")
        if key in written:
            raise BadOptions("option_twice", "The option '{ $name }' is given twice.", name=key)
        written[key] = value
    return make_game(text, **parse_values(GAMES[name].options_type, written))


def ask_game(ink: Ink) -> str:
    """Let the person choose from a numbered list."""
    names, words = list(GAMES), Words(Reader(None))
    ink.write(ink.text(words.line("ask-game")))
    ink.write(*(f"  {place}  {GAMES[name].title}" for place, name in enumerate(names, 1)))
    while True:
        if ink.plain:
            ink.write(ink.text(words.line("ask-game-plain")))
        try:
            answer = read_line(spoken(words.line("ask-game-prompt"))).strip()
        except EOFError:
            raise BadOptions(
                "no_game", "No game was chosen; there are { $names }.", names=", ".join(names), key="no_game_chosen"
            ) from None
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        try:
            make_game(answer)
        except SheepfoldError as error:
            ink.write(str(error))
        else:
            return answer


# -- sitting down ------------------------------------------------------------------------------------------------------


def sit_down(asked: PlayRequest) -> Session:
    """A session as it was asked for, new or resumed; whatever is wrong is refused before anything happens."""
    at_keyboard = sys.stdin is not None and sys.stdin.isatty()
    ink = Ink(plain=asked.plain or not at_keyboard)
    return _resume(asked, ink) if asked.resume is not None else _new(asked, ink)


def _new(asked: PlayRequest, ink: Ink) -> Session:
    path = None if asked.record is None else new_file(asked.record)
    if asked.file_game is not None:
        sentence = "--game goes with --resume; a new match names its game without it."
        raise BadOptions("game_of_file", sentence)
    bots = asked.bots or DEFAULT_BOTS
    made = [make_bot(text) for text in separate(bots)]
    game = game_for(asked.game or ask_game(ink), asked.options, asked.preset)
    seat = _check_seat(0 if asked.seat is None else asked.seat, game)
    standing = _first_standing(asked, game)
    names = read_names(asked.players, game) if asked.players is not None else ()
    seed = secrets.token_hex(8) if asked.seed is None else asked.seed
    driver = drive(game, seed, standing=standing)
    seating = Seating(seat, bots, names, asked.seed is not None)
    screen = Screen(Presenter(game, Reader(seat, names, by_name=bool(names))), ink)
    seated = one_each(made, game.seats - 1)
    return Session(driver, seating, seated, screen, face_for(screen, PACES[asked.pace]), path)


def _check_seat(seat: int, game: Game[Any]) -> int:
    if not 0 <= seat < game.seats:
        sentence = "The seat must be from 0 to { $last } here, not { $seat }."
        raise BadOptions("seat", sentence, "X1", last=game.seats - 1, seat=seat)
    return seat


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
    foreign = (asked.game, asked.preset, asked.seed, asked.players, asked.record, asked.dealer)
    if asked.options or any(each is not None for each in foreign):
        sentence = (
            "A resumed match has its game, seed and players already; "
            "with --resume only --seat, --bots, --game, --pace and --plain can be given."
        )
        raise BadOptions("resume_mix", sentence)
    record = read_record(asked.resume, asked.file_game)
    game = record.match.game
    seat, bots = _kept(record, game)
    seat = seat if asked.seat is None else _check_seat(asked.seat, game)
    made = _bots_of_file(bots) if asked.bots is None else [make_bot(text) for text in separate(asked.bots)]
    seated = one_each(made, game.seats - 1)
    seating = Seating(seat, asked.bots or bots, record.players, False, record.own, record.deal_own)
    screen = Screen(Presenter(game, Reader(seat, record.players, by_name=bool(record.players))), ink)
    path = asked.resume if form_of_file(asked.resume) == "toml" else None  # a record is written as TOML
    return Session(Driver(log_of(record.match)), seating, seated, screen, face_for(screen, PACES[asked.pace]), path)


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


def _kept(record: Record, game: Game[Any]) -> tuple[int, str]:
    """Seat and bots as the record keeps them."""
    seat, bots = record.own.get("_seat", 0), record.own.get("_bots", DEFAULT_BOTS)
    if type(seat) is not int:
        raise BadOptions("seat", "The record's _seat must be a number.", "X1", key="record_seat")
    if not isinstance(bots, str):
        raise BadOptions(
            "unknown_bot", "The record's _bots must be the name of a bot, or several names.", key="record_bots"
        )
    return _check_seat(seat, game), bots


# -- playing and getting up --------------------------------------------------------------------------------------------


def play(asked: PlayRequest) -> int:
    """Play, and save when the person leaves; the exit status."""
    path = split_path(asked.file_game or asked.game or "", GAMES)  # before it is known by its id
    session = sit_down(asked)
    extra = ["--plain"] if asked.plain else []
    if asked.bots is not None and ":" in asked.bots:  # a record alone makes nobody load a class from outside
        extra += ["--bots", asked.bots]
    if path is not None:
        extra += ["--game", path[0]]
    with _own_signals():
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
        status = 128 + stop.number if isinstance(stop, Interrupted) else 130
    except SheepfoldError as error:
        print(f"Error: {error}", file=sys.stderr)
        status = 2
    except Exception as error:  # whatever goes wrong in the program itself, the match must not be lost
        sentence = "Something went wrong inside the program ({ $reason })."
        reason = f"{type(error).__name__}: {error}"
        print(f"Error: {ProgramFault('internal', sentence, reason=reason)}", file=sys.stderr)
        status = INTERNAL
    else:
        return 0
    for number in _LEAVING:
        signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not spoil the file
    path = session.save_somewhere()
    saved = spoken(session.presenter.say("saved-go-on", file=str(path)))
    print(f"\n{saved}\n{resume_command(path, extra)}", flush=True)
    return status


@contextmanager
def _own_signals() -> Iterator[None]:
    """A closed terminal or a polite kill saves the match like Ctrl-C; the caller gets its own signals back."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise Interrupted(number)

    before = {number: signal.getsignal(number) for number in _LEAVING}
    for number in _KILLS:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
