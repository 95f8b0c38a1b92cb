"""Requests that nobody thought of, from the OpenAPI file: in a process of its own.

Schemathesis changes how Hypothesis tells of its examples as soon as it is imported, and other tests look at that.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_http_side_withstands_what_schemathesis_makes_up() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "tests/table/api_fuzz.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
