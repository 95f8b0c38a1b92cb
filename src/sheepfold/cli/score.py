"""``sheepfold score``: keep the score of an evening with real cards, list evenings, add them up, export, print."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Any

import click

from sheepfold.cli.params import FILE, GameText
from sheepfold.core.errors import SheepfoldError
from sheepfold.files.writing import BadFile


class ScoreCommands(click.Group):
    """The commands of the scorekeeper; anything that is none of them is a game, and keeps the score."""

    usual = "keep"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the usual command first where none is named."""
        if not any(arg in self.commands for arg in args[:1]) and not any(arg in ("-h", "--help") for arg in args):
            args = [self.usual, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A game, or one of the commands."""
        formatter.write_usage(ctx.command_path, "[GAME] [OPTIONS]")
        formatter.write_usage(ctx.command_path, f"{'|'.join(name for name in self.commands if name != self.usual)} ...")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options for keeping the score, which is the usual command and need not be named."""
        params = self.commands[self.usual].get_params(ctx)
        usual = [param.get_help_record(ctx) for param in params if isinstance(param, click.Option)]
        with formatter.section("Options"):
            formatter.write_dl([record for record in usual if record is not None])
        self.format_commands(ctx, formatter)


@click.group(cls=ScoreCommands)
def score() -> None:
    """Keep the score of an evening with real cards: one line per deal.

    \b
    sheepfold score sheepshead --players Ann,Ben,Cleo,Dora,Emil --stake 10
    sheepfold score                       go on with the last evening
    sheepfold score --file evening.jsonl  an evening in a file of your own
    sheepfold score list                  all evenings that are kept
    sheepfold score sum A.jsonl B.jsonl   add up evenings by person
    sheepfold score export A.jsonl to.csv
    sheepfold score print A.jsonl to.html

    At the prompt, help shows lines that are understood, such as

    \b
    ann picks, ben partner, 75
    leaster 12 40 30 20 18
    fix 3 cleo alone 120

    What was understood is shown with its score and its rules before it is entered.
    """


@score.command(hidden=True)
@click.argument("game", required=False, type=GameText())
@click.option("--players", metavar="NAMES", help="Names separated by commas, in the order round the table.")
@click.option("--file", type=FILE, metavar="FILE", help="Keep the evening in this file, new or begun before.")
@click.option("--stake", type=int, default=None, metavar="CENTS", help="Cents per point.  [default: 0]")
@click.option("--currency", default="", metavar="TEXT", help="What stands behind amounts of money, such as €.")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="As sheepfold options lists them.")
@click.option("--yes", is_flag=True, help="Enter every line at once, without asking.")
@click.option("--plain", is_flag=True, help="Lines of words only, for screen readers and pipes.")
def keep(**given: Any) -> None:
    """Keep the score: begin an evening of GAME, or go on with the last one.

    The word keep need not be written.

    \b
    sheepfold score keep grim --players Ann,Ben,Cleo,Dora
    """
    from sheepfold.cli.ink import Ink
    from sheepfold.cli.scoring import Scorekeeper

    at_keyboard = sys.stdin is not None and sys.stdin.isatty()
    ink = Ink(plain=given["plain"] or not at_keyboard)
    with _book(given, at_keyboard) as book:
        keeper = Scorekeeper(book, ink, asks=at_keyboard, confirms=at_keyboard and not given["yes"])
        try:
            keeper.run()
        except KeyboardInterrupt:
            click.echo()
        if book.unused and given["file"] is None:
            book.path.unlink(missing_ok=True)  # nobody wants to go on with a sheet on which nothing was ever entered
            return
        keeper.say("evening-go-on", command=f"sheepfold score --file {click.format_filename(book.path)}")


def _book(given: dict[str, Any], at_keyboard: bool) -> Any:
    """The evening that is meant: of that file, the last one, or a new one."""
    from sheepfold.score.book import ScoreBook, kept_evenings

    path: Path | None = given["file"]
    if path is not None and path.exists():
        return _same(ScoreBook.resume(path), given)
    if given["game"] is None:
        if path is not None:
            sentence = "{ $path } is not there yet; a new evening needs a game and players."
            raise BadFile("no_evening", sentence, key="evening_no_file", path=str(path))
        kept = kept_evenings()
        if not kept:
            sentence = "No evening has been kept yet; name a game and the players."
            raise BadFile("no_evening", sentence, key="evening_none_kept")
        return _same(ScoreBook.resume(kept[0]), given)
    return _new(given, path, at_keyboard)


def _new(given: dict[str, Any], path: Path | None, at_keyboard: bool) -> Any:
    from sheepfold.files.writing import free_name
    from sheepfold.score.book import SUFFIX, ScoreBook, evenings_folder
    from sheepfold.score.entries import Opened

    if given["players"] is not None:
        game, names = _seated(given, given["players"])
    elif at_keyboard:
        game, names = _ask_players(given)
    else:
        raise BadFile("no_players", "A new evening needs the names of the players: --players NAME,NAME,…")
    opening = Opened(
        game.options.text(), game.rules_version, names, given["stake"] or 0, date.today().isoformat(), given["currency"]
    )
    where = path or free_name(f"{game.id}-{date.today().isoformat()}", None, evenings_folder(), SUFFIX)
    return ScoreBook.create(where, opening)


def _seated(given: dict[str, Any], text: str) -> tuple[Any, tuple[str, ...]]:
    """The game that is asked for, and who sits where; where nothing else is said, it is for as many as there are."""
    from sheepfold.cli.sitting import game_for
    from sheepfold.presentation.reader import read_names

    seats = _seats_left_open(given)
    options = given["options"] if seats is None else (*given["options"], f"{seats}={len(text.split(','))}")
    game = game_for(given["game"], options)
    return game, read_names(text, game)


def _seats_left_open(given: dict[str, Any]) -> str | None:
    """The option for the number of players, if the game has one and nothing was said about it."""
    from sheepfold.registry import GAMES

    name = given["game"].partition("(")[0].partition(":")[0].strip().lower()
    seats = GAMES[name].seats_option if name in GAMES else None
    said = " ".join((given["game"], *given["options"]))
    return seats if seats is not None and f"{seats}=" not in said else None


def _ask_players(given: dict[str, Any]) -> tuple[Any, tuple[str, ...]]:
    """Ask who plays until they can sit down; whoever ends the input has named nobody."""
    from sheepfold.cli.faces import read_line
    from sheepfold.cli.sitting import game_for
    from sheepfold.core.options import describe
    from sheepfold.presentation import Reader, spoken
    from sheepfold.presentation.words import Words

    words, game, seats = Words(Reader(None)), game_for(given["game"], given["options"]), _seats_left_open(given)
    question = words.line("evening-ask-players", seats=game.seats)
    for info in describe(game.options_type):
        if info.name == seats:
            question = words.line("evening-ask-players-range", least=info.ge or 1, most=info.le or game.seats)
    while True:
        try:
            return _seated(given, read_line(f"{spoken(question)} "))
        except EOFError:
            return _seated(given, "")
        except SheepfoldError as error:
            click.echo(str(error))


def _same(book: Any, given: dict[str, Any]) -> Any:
    """The evening of a file, if it is the one that the command line describes."""
    from sheepfold.cli.sitting import game_for

    try:
        if given["game"] is not None:
            wanted = game_for(given["game"], given["options"])
            if wanted.id != book.evening.game.id:
                sentence = "{ $path } is an evening of { $found }, not of { $wanted }."
                raise BadFile(
                    "other_game", sentence, key="evening_of_other_game",
                    path=str(book.path), found=book.evening.game.title, wanted=wanted.title,
                )  # fmt: skip
            named = given["options"] or given["game"].strip().lower() != wanted.id
            if named and wanted.options != book.evening.game.options:
                sentence = "{ $path } is an evening of { $found }; leave the options out to go on with it."
                found = book.evening.game.options.text()
                raise BadFile("other_table", sentence, path=str(book.path), found=found)
        if given["players"] is not None:
            names = tuple(" ".join(name.split()) for name in given["players"].split(","))
            if names != book.evening.players:
                sentence = "At the table of { $path } sit { $found }; leave --players out to go on with it."
                raise BadFile("other_players", sentence, path=str(book.path), found=", ".join(book.evening.players))
        if given["stake"] not in (None, book.evening.stake) or given["currency"] not in ("", book.evening.currency):
            sentence = (
                "{ $path } has its stake already; leave --stake and --currency out, and change it by typing stake."
            )
            raise BadFile("other_stake", sentence, path=str(book.path))
    except SheepfoldError:
        book.close()
        raise
    return book


@score.command("list")
def list_() -> None:
    """List the evenings that are kept in the data folder, the last one first.

    \b
    sheepfold score list
    """
    from sheepfold.presentation import Reader, spoken
    from sheepfold.presentation.words import Words
    from sheepfold.score.book import kept_evenings, read_evening

    words, found = Words(Reader(None)), kept_evenings()
    for path in found:
        try:
            evening = read_evening(path).evening
            told = words.line(
                "evening-listed", path=str(path), game=evening.game.title,
                players=", ".join(evening.points), count=len(evening.rows),
            )  # fmt: skip
        except SheepfoldError as error:
            told = words.line("evening-listed-bad", path=str(path), fault=str(error))
        click.echo(spoken(told))
    if not found:
        click.echo(spoken(words.line("evening-none")))


def _money(words: Any, cents: int, currency: str) -> Any:
    if currency:
        return words.line("evening-money-in", amount=cents / 100, currency=currency)
    return words.line("evening-money", amount=cents / 100)


@score.command("sum")
@click.argument("files", nargs=-1, required=True, type=FILE)
def sum_(files: tuple[Path, ...]) -> None:
    """Add up evenings by person: points per game, and money.

    \b
    sheepfold score sum friday.jsonl saturday.jsonl
    """
    from sheepfold.presentation import Reader, spoken
    from sheepfold.presentation.words import Words
    from sheepfold.score.book import read_evening
    from sheepfold.score.sums import added_up

    words = Words(Reader(None))
    evenings = [read_evening(path).evening for path in dict.fromkeys(path.absolute() for path in files)]
    click.echo(spoken(words.line("evening-sum-head", count=len(evenings))))
    for each in added_up(evenings):
        points = [spoken(words.line("evening-sum-points", game=g, points=p)) for g, p in each.points.items()]
        money = [spoken(_money(words, cents, currency)) for currency, cents in each.cents.items()]
        told = words.line(
            "evening-sum", who=each.name, points=", ".join(points), money=", ".join(money), evenings=each.evenings
        )
        click.echo(spoken(told))


@score.command("export")
@click.argument("file", type=FILE)
@click.argument("to", type=FILE)
def export_(file: Path, to: Path) -> None:
    """Write an evening as a table for spreadsheets (TO ends in .csv) or as JSON (.json).

    \b
    sheepfold score export friday.jsonl friday.csv
    """
    from sheepfold.cli.scoring import export
    from sheepfold.score.book import read_evening

    export(read_evening(file).evening, to)


@score.command("print")
@click.argument("file", type=FILE)
@click.argument("to", type=FILE)
@click.option("--paper", type=click.Choice(["A4", "letter"]), default="A4", show_default=True)
def print_(file: Path, to: Path, paper: Any) -> None:
    """Write an evening as an HTML page in the game's own form, for a browser to print.

    \b
    sheepfold score print friday.jsonl friday.html --paper letter
    """
    from sheepfold.cli.scoring import print_page
    from sheepfold.score.book import read_evening

    print_page(read_evening(file).evening, to, paper)
