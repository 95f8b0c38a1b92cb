"""The picture of the table in README: what ``sheepfold play`` shows when a recorded match is taken up again.

``python -m sheepfold.testing.picture`` resumes ``docs/pictures/table.toml`` on a terminal of 100 by 32 and compares the
screen with ``docs/pictures/table.svg``; ``--write`` draws the picture anew. Only the text is compared, for colours and
outlines are those of the drawing library. It needs a system with pseudo-terminals.
"""

from __future__ import annotations

import argparse
import html
import io
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

COLUMNS, LINES = 100, 32
FOLDER = Path("docs/pictures")
HOME = "\x1b[H"
"""How a new screen begins."""
PROMPT = "> "
COLOURS = TerminalTheme(
    background=(27, 30, 36),
    foreground=(220, 223, 228),
    normal=[
        (20, 20, 24),
        (214, 48, 49),
        (26, 145, 68),
        (233, 190, 84),
        (38, 98, 190),
        (212, 134, 232),
        (76, 186, 196),
        (250, 250, 248),
    ],
    bright=[
        (110, 114, 122),
        (255, 105, 97),
        (94, 205, 122),
        (255, 219, 120),
        (96, 165, 255),
        (230, 160, 245),
        (120, 215, 222),
        (255, 255, 255),
    ],
)
"""A dark terminal with white cards; the suits as people set them."""
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LONGEST = 30
"""Seconds after which a program that does not ask is a fault."""


def screen(record: Path) -> str:
    """The screen on which the match of a record goes on, with its colours, as a terminal gets it."""
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    with tempfile.TemporaryDirectory() as home:
        copy = shutil.copy(record, home)  # the match is not to go on in the picture's own record
        env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        process = subprocess.Popen(
            [sys.executable, "-m", "sheepfold", "play", "--resume", copy, "--pace", "none"],
            env={**env, "TERM": "xterm-256color", "SHEEPFOLD_HOME": home},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        try:
            return _until_asked(master).rsplit(HOME, 1)[-1].replace("\r", "")
        finally:
            process.kill()
            process.wait()
            os.close(master)


def _until_asked(terminal: int) -> str:
    """Everything that is written before the first question."""
    raw, until = b"", time.monotonic() + LONGEST
    while not plain(raw.decode("utf-8", "ignore")).endswith(PROMPT):
        ready, _, _ = select.select([terminal], [], [], until - time.monotonic())
        if not ready:
            raise TimeoutError(f"nobody was asked within {LONGEST} seconds")
        raw += os.read(terminal, 65536)
    return raw.decode("utf-8")


def plain(raw: str) -> str:
    """What a terminal gets, without its escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", raw)


def drawn(shown: str) -> str:
    """A screen as a picture, with the fonts that its reader has."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    coloured = re.sub(r"\x1b\[[0-9;?]*[A-LN-Za-ln-z]", "", shown)  # all but colours and weights
    console.print(Text.from_ansi(coloured))
    picture = console.export_svg(title="sheepfold play sheepshead", theme=COLOURS, unique_id="table")
    return re.sub(r" *@font-face \{.*?\}\n", "", picture, flags=re.DOTALL).replace("Fira Code, monospace", FONTS)


def text_of(picture: str) -> list[str]:
    """The lines of a picture, spaces left out."""
    found: dict[float, str] = {}
    for line, words in re.findall(r'<text class="table-r\d+" x="[\d.]+" y="([\d.]+)"[^>]*>([^<]*)</text>', picture):
        found[float(line)] = found.get(float(line), "") + html.unescape(words)
    return [text for _, line in sorted(found.items()) if (text := re.sub(r"\s", "", line))]


def lines_of(shown: str) -> list[str]:
    """The lines of a screen, spaces left out."""
    return [text for line in plain(shown).splitlines() if (text := re.sub(r"\s", "", line))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the picture with the screen of today, or draw it; exit status 1 if it has changed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where record and picture are (default {FOLDER})")
    parser.add_argument("--write", action="store_true", help="draw the picture anew")
    given = parser.parse_args(arguments)
    shown, picture = screen(given.folder / "table.toml"), given.folder / "table.svg"
    same = picture.exists() and text_of(picture.read_text(encoding="utf-8")) == lines_of(shown)
    if given.write:
        picture.write_text(drawn(shown), encoding="utf-8")
    print(f"{picture.name}  {'written' if given.write else 'as before' if same else 'CHANGED'}")
    return 0 if same or given.write else 1


if __name__ == "__main__":
    sys.exit(main())
