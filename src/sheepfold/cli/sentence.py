"""One sentence of the law on the command line. It must come at once, so it does without the drawing library."""

from __future__ import annotations

import os
import shutil
import sys

import click

from sheepfold.presentation import law


def one_sentence(name: str, id: str) -> None:
    """A sentence of the law with the heading it stands under."""
    law.book(name)
    item = law.find(id, name)
    drawn = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    click.echo(click.style(item.section, italic=True) if drawn else item.section)
    words = f"{item.id}  {law.unmarked(item.text)}"
    if sys.stdout.isatty():
        words = click.wrap_text(words, shutil.get_terminal_size().columns)
    click.echo(words.replace(item.id, click.style(item.id, bold=True), 1) if drawn else words)
