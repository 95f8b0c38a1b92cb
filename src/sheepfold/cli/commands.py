"""The commands of ``sheepfold``, and the one place where a refusal becomes a line on stderr and an exit status."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem, get_completion_class

from sheepfold.cli.params import DEFAULT_BOTS, DEFAULT_PACE, FILE, FORCED, LAST, PACES, BotList, GameText, SavedMatch
from sheepfold.cli.streams import discard_output, quiet_streams
from sheepfold.core.errors import SheepfoldError
from sheepfold.registry import OWN

SHELLS = {
    "bash": 'put  eval "$(sheepfold completion bash)"  into ~/.bashrc',
    "zsh": 'put  eval "$(sheepfold completion zsh)"  into ~/.zshrc',
    "fish": "sheepfold completion fish > ~/.config/fish/completions/sheepfold.fish",
}


class BookName(click.ParamType):  # type: ignore[type-arg]
    """The name of a law book."""

    name = "book"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """All books."""
        from sheepfold.presentation.law import books

        return [CompletionItem(name) for name in books() if name.startswith(incomplete)]


LATER = {
    "lab": "lab:lab",
    "score": "score:score",
    "serve": "serving:serve",
    "join": "joining:join",
    "migrate": "serve_admin:migrate",
    "backup": "serve_admin:backup",
    "tables": "serve_admin:tables",
    "close": "serve_admin:close",
    "forget": "serve_admin:forget",
    "export": "serve_admin:export",
    "import": "serve_admin:import_",
}
"""Commands that are loaded when somebody asks for them, and where they are."""


class Commands(click.Group):
    """The commands of this file, and those of ``LATER``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of a list."""
        return sorted([*super().list_commands(ctx), *LATER])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name in LATER:
            module, _, name = LATER[cmd_name].partition(":")
            found: click.Command = getattr(import_module(f"sheepfold.cli.{module}"), name)
            return found
        return super().get_command(ctx, cmd_name)


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sheepfold", message="sheepfold %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Five trick-taking card games: Goathead, Widderkopf, Grim, Sheepshead and Clover.

    \b
    sheepfold play                      choose a game and play against the computer
    sheepfold rules sheepshead          read the law book
    sheepfold options widderkopf        see what a table can agree on
    sheepfold score sheepshead          keep the score of an evening with real cards

    Errors are one sentence on stderr, with exit status 2.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


GAME_OF_FILE = click.option(
    "--game", metavar="MODULE:CLASS", help="The game of the file, if it is not installed; files never load code."
)


@cli.command()
@click.argument("game", required=False, type=GameText())
@click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="A table agreement; may be repeated."
)
@click.option("--preset", metavar="NAME", help="A named table of the game, such as short.")
@click.option("--seat", type=int, metavar="N", help="Your seat, counted from 0.  [default: 0]")
@click.option("--dealer", type=int, metavar="N", help="The first dealer, in Grim with coin_toss=manual_seat.")
@click.option("--seed", metavar="TEXT", help="Deal the cards of this seed; without it a secret one is drawn.")
@click.option(
    "--bots",
    type=BotList(),
    metavar="BOT[,BOT...]",
    help=f"Who plays the other seats: {', '.join(OWN['bots'])}, or module:Class; one for all, or one for each "
    f"from your left, as club,newcomer,club.  [default: {DEFAULT_BOTS}]",
)
@click.option("--players", metavar="NAMES", help="Names for all seats, separated by commas, or yours alone.")
@click.option("--plain", is_flag=True, help="Lines of words only, for screen readers and pipes.")
@click.option("--record", type=FILE, metavar="FILE", help="Keep the record of the match in this new file.")
@click.option(
    "--resume", type=SavedMatch(), is_flag=False, flag_value=LAST, metavar="[FILE]",
    help="Go on with the match of this file; without FILE with the one that was played last.",
)  # fmt: skip
@click.option(
    "--game", "file_game", metavar="MODULE:CLASS", help="With --resume: the game of the file, if it is not installed."
)
@click.option(
    "--pace", type=click.Choice(PACES),
    help=f"How long to look at what others play; enter: a key after each trick.  [default: {DEFAULT_PACE}]",
)  # fmt: skip
@click.option(
    "--forced", type=click.Choice(FORCED),
    help=f"Play the only card that may be played, or ask for it.  [default: {FORCED[0]}]",
)  # fmt: skip
@click.pass_context
def play(ctx: click.Context, /, **given: Any) -> None:
    """Play a match against the computer.

    GAME is a game, a preset or an options text. Without it you choose from a list. At the prompt, ? tells what can
    be typed. The match is saved as it is played. End of input or Ctrl-C (exit status 130) prints the command that goes
    on with it.

    \b
    sheepfold play sheepshead --seat 0 --seed lamb
    sheepfold play widderkopf:short
    sheepfold play "sheepshead(players=4,partner=fixed)" --pace slow
    sheepfold play grim -o deals=10 -o auction=single_circuit
    sheepfold play grim --bots newcomer,club,newcomer
    printf 'pass\\n' | sheepfold play goathead --seed kid --plain
    """
    from sheepfold.cli import sitting

    ctx.exit(sitting.play(sitting.PlayRequest(**given)))


@cli.command()
@click.argument("book", required=False, type=BookName())
@click.argument("id", required=False)
def rules(book: str | None, id: str | None) -> None:
    """Read a law book, or one sentence of it.

    Without BOOK the books are listed; with an ID such as G51 only that sentence is shown.

    \b
    sheepfold rules goathead
    sheepfold rules goathead G51
    sheepfold rules conventions
    """
    if book is not None and id is not None:
        from sheepfold.cli.sentence import one_sentence

        one_sentence(book.lower(), id)
        return
    from sheepfold.cli import listings

    if book is None:
        listings.books()
    else:
        listings.whole_book(book.lower())


@cli.command()
@click.argument("name", required=False)
@click.argument("value", required=False)
@click.option("--reset", is_flag=True, help="Back to the usual value; without NAME of all settings.")
def settings(name: str | None, value: str | None, reset: bool) -> None:
    """See and change what play takes when you say nothing: name, level, pace, colours, forced cards.

    \b
    sheepfold settings
    sheepfold settings level club
    sheepfold settings name Ann
    sheepfold settings pace --reset
    """
    from sheepfold.cli.settings import run_settings

    run_settings(name, value, reset)


PLAIN = click.option("--plain", is_flag=True, help="Lines of words only, for screen readers and pipes.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="JSON for machines.")


@cli.group(invoke_without_command=True)
@AS_JSON
@PLAIN
@click.pass_context
def matches(ctx: click.Context, as_json: bool, plain: bool) -> None:
    """List your saved matches: the game, when it was played last, the score, whether it is finished.

    A match is gone on with by its name: sheepfold play --resume NAME.

    \b
    sheepfold matches
    sheepfold matches --json
    sheepfold matches remove grim-2
    """
    if ctx.invoked_subcommand is None:
        from sheepfold.cli.matches import list_matches

        list_matches(as_json=as_json, plain=plain)


@matches.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--yes", "sure", is_flag=True, help="Do not ask.")
def remove(names: tuple[str, ...], sure: bool) -> None:
    """Remove saved matches for good, by their names in the list. You are asked first.

    \b
    sheepfold matches remove grim-2
    sheepfold matches remove finished/grim grim-2 --yes
    """
    from sheepfold.cli.matches import remove_matches

    remove_matches(names, sure=sure)


@cli.command()
@click.argument("game", required=False, type=GameText())
@AS_JSON
@PLAIN
def results(game: str | None, as_json: bool, plain: bool) -> None:
    """How you have done, per game and level of the others: matches won, points per deal with a 95 % interval.

    It is read from your saved matches. Deals with hints or undo count apart.

    \b
    sheepfold results
    sheepfold results goathead
    sheepfold results --json
    """
    from sheepfold.cli.results import run_results

    run_results(game, as_json=as_json, plain=plain)


@cli.command()
def games() -> None:
    """List the games with players, pack and presets.

    \b
    sheepfold games
    """
    from sheepfold.cli import listings

    listings.games()


@cli.command()
@click.argument("game", type=GameText())
def options(game: str) -> None:
    """List what a table can agree on, and the presets.

    GAME may be an options text; then the table's own values are shown too.

    \b
    sheepfold options clover
    sheepfold options "sheepshead(players=3)"
    """
    from sheepfold.cli import listings
    from sheepfold.registry import make_game

    found = make_game(game)
    listings.options(found, chosen=found.options.text() != found.id)


@cli.command()
@click.argument("file", type=FILE)
@click.option("--deal", type=int, metavar="N", help="Only the N-th deal of the record.")
@click.option("--seat", type=int, metavar="S", help="As this seat saw it.")
@click.option("--open", "everything", is_flag=True, help="With all hidden cards.")
@GAME_OF_FILE
def replay(file: Path, deal: int | None, seat: int | None, everything: bool, game: str | None) -> None:
    """Tell a recorded match in words, deal by deal, with its score sheet.

    Shows what everybody at the table could see, unless --seat or --open says otherwise.

    \b
    sheepfold replay sheepshead-lamb.toml
    sheepfold replay sheepshead-lamb.toml --deal 3 --seat 0
    sheepfold replay sheepshead-lamb.toml --open
    """
    if seat is not None and everything:
        raise click.UsageError("Give --seat or --open, not both.")
    from sheepfold.cli import show

    show.replay_file(file, deal, seat, everything, game)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@GAME_OF_FILE
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], game: str | None) -> None:
    """Replay records and match files and say OK, or the line and the reason.

    \b
    sheepfold check sheepshead-lamb.toml
    sheepfold check games/*.jsonl
    """
    from sheepfold.cli import show

    results = [show.check_file(file, game) for file in files]
    ctx.exit(0 if all(results) else 2)


@cli.command()
@click.argument("file")
@click.option("--deal", type=int, metavar="N", help="The N-th deal of the record; the last one if not given.")
@click.option("--trick", type=click.IntRange(1), metavar="T", help="At the lead to trick T, not where the record ends.")
@click.option("--count", type=click.Choice(["points", "tricks", "points and melds"]), help="What is counted.")
@click.option("--least/--most", "least", default=None, help="What the side wants; the contract knows if not given.")
@click.option("--worlds", type=click.IntRange(1), metavar="N", help="Mean over N worlds that --seat cannot tell apart.")
@click.option("--seat", type=int, metavar="S", help="Whose knowledge the worlds keep to.")
@click.option("--seconds", type=float, metavar="X", help="Stop after that time with bounds.")
@click.option("--threads", type=click.IntRange(1, 64), default=2, show_default=True, help="For --worlds.")
@click.option("--json", "as_json", is_flag=True, help="JSON for machines.")
@GAME_OF_FILE
def solve(file: str, deal: int | None, trick: int | None, as_json: bool, **asked: Any) -> None:
    """What a position is worth with open cards: the value, every legal card, a line of best play.

    FILE is a record, or - for standard input; a record that ends in the middle of a deal is a position.

    \b
    sheepfold solve match.toml --deal 2 --trick 3
    sheepfold solve match.toml --worlds 100 --seat 0
    """
    if (asked["worlds"] is None) != (asked["seat"] is None):
        raise click.UsageError("Give --worlds and --seat together.")
    from sheepfold.cli.solve import run_solve  # nothing else needs the solver

    run_solve(file, deal, trick, as_json, **asked)


@cli.command()
def schema() -> None:
    """Print the JSON schema of actions, events, views and all else that the public JSON form has.

    \b
    sheepfold schema > sheepfold.schema.json
    """
    from sheepfold.notation.forms import schema_text

    click.echo(schema_text(), nl=False)


@cli.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print the script that completes commands in a shell.

    \b
    eval "$(sheepfold completion bash)"
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(f"# To install: {SHELLS[shell]}")
    click.echo(kind(cli, {}, "sheepfold", "_SHEEPFOLD_COMPLETE").source())


@cli.group()
def bench() -> None:
    """Measure how fast things are.

    \b
    sheepfold bench engine
    """


@bench.command()
@click.option("--deals", default=300, show_default=True, type=click.IntRange(1), help="Deals a round and contender.")
@click.option("--rounds", default=10, show_default=True, type=click.IntRange(1), help="Rounds; the best one counts.")
@click.option("--json", "as_json", is_flag=True, help="JSON for machines instead of the table.")
def engine(deals: int, rounds: int, as_json: bool) -> None:
    """Random play through the rules, beside peers in the same run, as ratios; and what words cost.

    \b
    sheepfold bench engine
    sheepfold bench engine --json
    """
    from sheepfold.cli.bench import run_engine  # nothing else needs the laboratory

    run_engine(deals, rounds, as_json)


@bench.command()
@click.option("--deals", default=200, show_default=True, type=click.IntRange(1), help="Deals for the quick tasks.")
@click.option("--json", "as_json", is_flag=True, help="JSON for machines instead of the table.")
def solver(deals: int, as_json: bool) -> None:
    """The kernel on full deals, beside peers in the same run, as ratios.

    \b
    sheepfold bench solver
    sheepfold bench solver --deals 50 --json
    """
    from sheepfold.cli.bench import run_solver  # nothing else needs the kernel's peers

    run_solver(deals, as_json)


@bench.command("table")
@click.option("--long", "everything", is_flag=True, help="Also 20,000 deals, a deaf reader and a restart: ten minutes.")
@click.option("--json", "as_json", is_flag=True, help="JSON for machines instead of the table.")
def bench_table(everything: bool, as_json: bool) -> None:
    """The table server beside a bare echo of messages of the same size, as a ratio; and how long messages take.

    \b
    sheepfold bench table
    sheepfold bench table --long
    """
    from sheepfold.cli.bench import run_table  # needs the extra of the table

    run_table(everything, as_json)


# -- the way out -------------------------------------------------------------------------------------------------------


def run(arguments: list[str]) -> int:
    """Run the command line; whatever is refused becomes one sentence on stderr and the status 2."""
    try:
        status = cli.main(arguments, prog_name="sheepfold", standalone_mode=False)
        sys.stdout.flush()
    except SheepfoldError as error:
        return _refuse(str(error))
    except click.ClickException as error:
        sentence = error.format_message().rstrip(".")
        return _refuse(f"{sentence}{'' if sentence.endswith('?') else '.'} [usage]")
    except BrokenPipeError:
        discard_output()
        return 141
    except (KeyboardInterrupt, click.Abort):
        return 130
    except OSError as error:
        return _refuse(f"The system says: {error.strerror or error}. [system]")
    return status if isinstance(status, int) else 0


def _refuse(sentence: str) -> int:
    click.echo(f"Error: {' '.join(sentence.split())}", err=True)
    return 2


def main() -> NoReturn:
    """The entry point. A module named on the command line may lie in the current folder, which is searched last."""
    quiet_streams()
    sys.path.append(os.getcwd())
    sys.exit(run(sys.argv[1:]))
