"""Standard input and output when they misbehave. Imports nothing, for every command begins here."""

from __future__ import annotations

import os
import sys


def quiet_streams() -> None:
    """Replace undecodable input and unencodable output instead of raising."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def discard_output() -> None:
    """After a broken pipe: let the interpreter's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
