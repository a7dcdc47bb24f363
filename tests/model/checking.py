"""Runs of the Promela model (specs/model/removal.pml): spin writes a program, gcc makes it, it searches."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

MODEL = Path(__file__).parents[2] / "specs" / "model" / "removal.pml"
_MEGABYTES = 6000


@dataclass(frozen=True, slots=True)
class Run:
    """One search. `options`: what it defines; `fails`: whether it has to find a counterexample; `short`: it
    takes a moment.
    """

    options: str
    fails: bool = False
    short: bool = False


RUNS = {
    # deliberately broken: the check has to bite
    "literal": Run("S=2 KINDS=20 BUDGET=0 LITERAL", fails=True, short=True),
    "no-answer": Run("S=2 KINDS=20 BUDGET=0 NO_ANSWER", fails=True, short=True),
    "only-done-frees": Run(
        "S=1 KINDS=0 BUDGET=3 CRASHES=0 ONLY_DONE_FREES BALLOTS_COUNT", fails=True, short=True
    ),
    "no-evidence": Run("S=1 KINDS=0 B=1 BUDGET=0 CRASHES=0 LIAR=2 NO_EVIDENCE", fails=True, short=True),
    # one crash; "-turn": of the seat that is in turn. EQUAL: the seats that nothing tells apart, as bits
    "crash-short": Run("S=1 KINDS=0 BUDGET=0 EQUAL=3", short=True),
    "crash": Run("S=2 KINDS=20 BUDGET=1 EQUAL=2"),
    "crash-turn": Run("S=2 KINDS=20 BUDGET=1 CRASHER=0 EQUAL=6"),
    "race": Run("S=2 KINDS=1 BUDGET=1 EQUAL=2"),
    "race-turn": Run("S=2 KINDS=1 BUDGET=1 CRASHER=0 EQUAL=6"),
    "crash-4": Run("N=4 S=2 KINDS=20 BUDGET=0 EQUAL=6"),
    "crash-4-turn": Run("N=4 S=2 KINDS=20 BUDGET=0 CRASHER=0 EQUAL=14"),
    "race-4": Run("N=4 S=1 KINDS=1 BUDGET=0 EQUAL=6"),
    "crash-5-one-ballot": Run("N=5 S=1 KINDS=0 B=1 BUDGET=0 EQUAL=15"),
    "crash-5": Run("N=5 S=1 KINDS=0 BUDGET=0 EQUAL=15"),
    # one liar
    "liar-short": Run("S=1 KINDS=0 B=1 BUDGET=0 CRASHES=0 LIAR=2 EQUAL=3", short=True),
    "liar-one-slot": Run("S=1 KINDS=0 BUDGET=0 CRASHES=0 LIAR=2 EQUAL=3"),
    "liar-one-ballot": Run("S=2 KINDS=4 B=1 BUDGET=0 CRASHES=0 LIAR=2 EQUAL=3"),
    "liar": Run("S=2 KINDS=4 BUDGET=0 CRASHES=0 LIAR=2 EQUAL=3"),
    "liar-race": Run("S=1 KINDS=1 BUDGET=0 CRASHES=0 LIAR=2"),
    "liar-wrong-vote": Run("S=1 KINDS=0 BUDGET=1 CRASHES=0 LIAR=2 EQUAL=3"),
    "liar-4": Run("N=4 S=1 KINDS=0 B=1 BUDGET=0 CRASHES=0 LIAR=3 EQUAL=7"),
    "liar-5": Run("N=5 S=1 KINDS=0 B=1 BUDGET=0 CRASHES=0 LIAR=4 EQUAL=15"),
}


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found; `complete`: it has tried everything there is."""

    expected: bool
    error: str | None
    states: int
    complete: bool
    seconds: float
    megabytes: float
    trail: tuple[str, ...]

    def __str__(self) -> str:
        what = self.error or ("nothing wrong" if self.complete else "nothing wrong so far")
        whole = "" if self.complete or self.error else ", not complete"
        return f"{what}; {self.states:,} states{whole}, {self.seconds:.0f} s, {self.megabytes:,.0f} MB"


def check(run: Run, seconds: int) -> Found:
    """Search for at most so long. Raises CalledProcessError if spin or gcc fail."""
    defines = [f"-D{each}" for each in run.options.split()]
    with tempfile.TemporaryDirectory(prefix="p2puno-model-") as name:
        folder = Path(name)
        _tool(folder, "spin", "-a", *defines, str(MODEL))
        limits = ["-DSAFETY", "-DCOLLAPSE", f"-DMEMLIM={_MEGABYTES}"]
        _tool(folder, "gcc", "-O0" if run.short else "-O1", "-w", *limits, "-o", "pan", "pan.c")
        command = ["timeout", "-s", "INT", str(seconds), "./pan", "-m1000000", "-n", "-w22"]
        told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
        trail = _trail(folder, defines) if (folder / f"{MODEL.name}.trail").exists() else ()
    error = re.search(r"assertion violated.*", told)
    whole = "Search not completed" not in told and "max search depth too small" not in told
    return Found(
        expected=(error is not None) == run.fails,
        error=error[0] if error else None,
        states=int(float(_figure(told, r"([\d.e+]+) states, stored"))),
        complete=whole and error is None,
        seconds=float(_figure(told, r"elapsed time ([\d.e+]+)")),
        megabytes=float(_figure(told, r"([\d.e+]+)\s+total actual memory")),
        trail=trail,
    )


def _figure(told: str, pattern: str) -> str:
    found = re.search(pattern, told)
    if found is None:
        raise RuntimeError(f"spin's search says nothing of {pattern!r}: {told}")
    return found[1]


def _trail(folder: Path, defines: list[str]) -> tuple[str, ...]:
    """The steps that lead to the error, as the model words them."""
    told = _tool(folder, "spin", "-k", f"{MODEL.name}.trail", *defines, str(MODEL))
    return tuple(line.strip() for line in told.splitlines() if re.match(r"\s*(\d+: )?seat ", line))


def _tool(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout
