"""Runs the program as a person's shell does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = (sys.executable, "-m", "p2puno")


def p2puno(
    *words: str, home: Path | None = None, stdin: str = "", seconds: float = 120, **env: str
) -> subprocess.CompletedProcess[str]:
    """The finished process; its environment has no home but the one given."""
    place = ("--home", str(home)) if home else ()
    return subprocess.run(
        [*PROGRAM, *words, *place],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        env={**os.environ, "COLUMNS": "100", **env},
    )
