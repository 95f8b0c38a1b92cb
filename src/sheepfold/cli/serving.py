"""``sheepfold serve``: a table server from the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from sheepfold.cli.params import FILE
from sheepfold.cli.serve_admin import STORE, default_store, need_store


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0: your whole network.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port; 0: any free one.  [default: 8000]")
@STORE
@click.option(
    "--config", "path", type=FILE, metavar="FILE", help="Settings as TOML; SHEEPFOLD_… in the environment too."
)
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Processes in which bots think.")
def serve(host: str | None, port: int | None, url: str | None, path: Path | None, workers: int | None) -> None:
    """Serve tables over the network: people and bots play, others watch.

    Everything is kept in the store. Ctrl-C closes every connection politely; clients come back when the server does.

    \b
    sheepfold serve
    sheepfold serve --host 0.0.0.0 --port 8080
    sheepfold serve --store sqlite:////var/lib/sheepfold/table.db
    """
    need_store()
    from sheepfold.table.serve import run
    from sheepfold.table.settings import read_settings

    settings = read_settings(os.environ, path, host=host, port=port, store=url, workers=workers)
    settings = settings if settings.store else replace(settings, store=default_store())
    run(settings, lambda address: _announce(address, settings))


def _announce(address: str, settings: Any) -> None:
    """Say where people can come; to a home network also for phones."""
    from sheepfold.table.serve import LOOPBACK, home_address

    click.echo(f"Serving at {address}")
    click.echo(f"Play in the terminal: sheepfold join {address}")
    if settings.host in LOOPBACK:
        return
    if not settings.tls:
        click.echo("Warning: without TLS everybody in this network can read along; fine at home, not on the internet.")
    found = home_address()
    if settings.host in ("0.0.0.0", "::") and found is not None:
        port = address.rpartition(":")[2]
        page = f"http://{found}:{port}/text"
        click.echo(f"On a phone in the same network: {page}")
        import segno

        segno.make(page, error="l").terminal(compact=True)
