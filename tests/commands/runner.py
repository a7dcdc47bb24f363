"""Runs the program as a person's shell does, or in a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pexpect

PROGRAM = (sys.executable, "-m", "p2puno")
QUICK = (sys.executable, "-m", "tests.commands.quick")
# Of a program that hangs; how long one that does not takes is a matter of the cards and of the machine.
PATIENCE = 600


def p2puno(
    *words: str,
    home: Path | None = None,
    stdin: str = "",
    seconds: float = PATIENCE,
    program: Sequence[str] = PROGRAM,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """The finished process; its environment has no home but the one given."""
    place = ("--home", str(home)) if home else ()
    return subprocess.run(
        [*program, *words, *place],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        env={**os.environ, "COLUMNS": "100", **env},
    )


def exit_code(child: pexpect.spawn[Any]) -> int | None:
    """How the program in a terminal has ended, once it has: closing the terminal before would hurry it."""
    child.expect(pexpect.EOF)
    child.wait()
    child.close()
    status: int | None = child.exitstatus
    return status


def stop(child: pexpect.spawn[Any]) -> None:
    """End the program in a terminal, however long that takes; nothing if it has ended."""
    if not child.closed:
        child.kill(SIGKILL)
        child.wait()
        child.close()


def close_window(child: pexpect.spawn[Any]) -> None:
    """Take the terminal away from the program, which ends then. Nobody closes that descriptor again: its
    number may be another file's by then."""
    child.ptyproc.fileobj.close()
    child.ptyproc.closed = child.closed = True
    child.wait()
