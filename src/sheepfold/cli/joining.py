"""``sheepfold join``: sit down at a table on a server, or make one there."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click
from msgspec import Struct

from sheepfold.cli.params import DEFAULT_BOTS, DEFAULT_PACE, PACES, GameText
from sheepfold.core.errors import SheepfoldError

NAME = "Guest"
"""What somebody is called who has not said it and cannot be asked."""
TABLE_PACES = ("none", "fast", "normal", "slow")
"""The paces that a table can have."""


class JoinRequest(Struct, frozen=True, kw_only=True):
    """What a person asked for on the command line; ``None`` where nothing was said."""

    url: str
    name: str | None = None
    plain: bool = False
    game: str | None = None
    invite: bool = False
    public: bool = False
    watch: bool = False
    pace: str | None = None
    level: str | None = None


@click.command()
@click.argument("url")
@click.option("--name", metavar="NAME", help="What you are called there.")
@click.option("--plain", is_flag=True, help="Lines of words only, for screen readers and pipes.")
@click.option("--game", type=GameText(), metavar="GAME", help="Make a table and play this against bots at once.")
@click.option("--invite", is_flag=True, help="With --game: wait for others, who come by the link that is shown.")
@click.option("--public", is_flag=True, help="With --game: wait for others, who find the table in the list.")
@click.option("--watch", is_flag=True, help="Only watch.")
@click.option(
    "--pace", type=click.Choice(PACES),
    help=f"How long to look at what others play; enter: a key after each trick.  [default: {DEFAULT_PACE}]",
)  # fmt: skip
@click.option("--level", metavar="BOT", help=f"With --game: the bots.  [default: {DEFAULT_BOTS}]")
@click.pass_context
def join(ctx: click.Context, /, **given: Any) -> None:
    """Play at a table on a server, with people and bots.

    URL is a server, where you choose a game or a table, or one table; then you sit down at a free seat. Whoever comes
    back finds the seat as it was. At the prompt, ? tells what can be typed. Ctrl-C (exit status 130) leaves, and
    prints the command that comes back.

    \b
    sheepfold join http://127.0.0.1:8000
    sheepfold join http://127.0.0.1:8000 --name Ann --game sheepshead
    sheepfold join http://127.0.0.1:8000 --game "grim(deals=10)" --invite
    sheepfold join http://192.168.0.5:8000/t/k3v9w2m4pq --watch
    """
    ctx.exit(run_join(JoinRequest(**given)))


def run_join(asked: JoinRequest) -> int:
    """From the address to a table, and what remains to be said afterwards; the exit status."""
    from sheepfold.cli.ink import Ink
    from sheepfold.cli.remote import Server, come_in, read_address
    from sheepfold.cli.settings import read_settings

    settings, fault = read_settings()
    if settings.colours == "off":
        os.environ["NO_COLOR"] = "1"
    if (asked.invite or asked.public or asked.level) and asked.game is None:
        raise click.UsageError("--invite, --public and --level go with --game.")
    ink = Ink(plain=asked.plain or sys.stdin is None or not sys.stdin.isatty())
    server = Server(read_address(asked.url))
    come_in(server, asked.name or settings.name, lambda: _own_name(ink))
    table = _find_table(server, ink, asked, settings.level)
    return _visit(server, table, ink, asked.pace or settings.pace, () if fault is None else (fault,))


def _own_name(ink: Any) -> str:
    """Ask somebody at a keyboard; nobody else can be asked."""
    from sheepfold.cli.faces import at_keyboard, read_line
    from sheepfold.presentation import Reader, spoken
    from sheepfold.presentation.words import Words

    if not at_keyboard():
        return NAME
    try:
        return read_line(spoken(Words(Reader(None)).line("ask-name"))).strip() or NAME
    except EOFError:
        return NAME


def _find_table(server: Any, ink: Any, asked: JoinRequest, level: str) -> str:
    """The table to go to: the one of the address, a new one, or one that is chosen from a list."""
    from sheepfold.cli.lobby import choose, new_table, sit_down

    table: str = server.address.table
    if table and asked.game is not None:
        raise click.UsageError("The address is that of a table, which has its game already; leave --game out.")
    wishes = {
        "pace": asked.pace if asked.pace in TABLE_PACES else "normal",
        "level": asked.level or level,
    }
    if asked.game is not None:
        alone = not (asked.invite or asked.public)
        return new_table(server, asked.game, wishes, alone=alone, public=asked.public)
    if not table:
        table, new = choose(server, ink, wishes, watch=asked.watch)
        if new:
            return table
    sit_down(server, table, watch=asked.watch)
    return table


def _visit(server: Any, table: str, ink: Any, pace: str, notes: Sequence[Any]) -> int:
    """Be at the table until the person leaves."""
    from sheepfold.cli.leaving import INTERNAL, internal, own_signals, status_of
    from sheepfold.cli.streams import discard_output
    from sheepfold.cli.terminal import program
    from sheepfold.cli.visiting import Left, Visit, Wishes

    visit = Visit(server, table, ink, Wishes(pace, tuple(notes)))
    with own_signals():
        try:
            visit.run()
        except (Left, EOFError):
            status = 0
        except BrokenPipeError:
            discard_output()
            return 141
        except KeyboardInterrupt as stop:
            status = status_of(stop)
        except SheepfoldError as error:
            print(f"Error: {error}", file=sys.stderr)
            status = 2
        except Exception as error:  # whatever goes wrong in the program itself, the seat is still there
            print(f"Error: {internal(error)}", file=sys.stderr)
            status = INTERNAL
    words = visit.last_words(program())
    if words:
        print(*([""] if visit.at_keyboard else []), *words, sep="\n", flush=True)
    return status
