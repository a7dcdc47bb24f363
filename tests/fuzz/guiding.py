"""Coverage-guided fuzzing: an input that goes where none has gone is kept, and changed further.

What is covered are pairs of lines of this project that follow one another inside one call, seen by
`sys.settrace`. Nothing else of the machine is asked: with one seed so many inputs are the same inputs again.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from tests.fuzz.mutating import mutate

_ROOT = Path(__file__).parents[2]
_OURS = (str(_ROOT / "protocol"), str(_ROOT / "p2puno"))
SLOW_SECONDS = 5.0
_MOST_KEPT = 2000

Edge = tuple[CodeType, int, int]


@dataclass(frozen=True)
class Target:
    """Something that reads what others wrote. `run` may raise `allowed`, and nothing else."""

    name: str
    seeds: tuple[bytes, ...]
    run: Callable[[bytes], object]
    allowed: tuple[type[Exception], ...]


@dataclass(frozen=True)
class Finding:
    target: str
    data: bytes
    told: str


@dataclass
class Fuzzer:
    """One target, and the inputs that have found something new in it."""

    target: Target
    random: Random
    kept: list[bytes] = field(default_factory=list[bytes])
    covered: set[Edge] = field(default_factory=set[Edge])
    findings: dict[str, Finding] = field(default_factory=dict[str, Finding])
    tried: int = 0
    refused: int = 0
    ours: tuple[str, ...] = _OURS
    """Where the code is that counts as covered."""

    def begin(self) -> None:
        """Try the seeds as they are."""
        for seed in self.target.seeds:
            self.try_one(seed)
        self.kept = [*self.target.seeds, *self.kept]

    def step(self) -> None:
        """Try one more input: a change of one that was kept, of the later ones rather."""
        late = self.random.random() < 0.5
        base = self.random.choice(self.kept[-50:] if late else self.kept)
        data = mutate(base, self.kept, self.random)
        if self.try_one(data) and len(self.kept) < _MOST_KEPT:
            self.kept.append(data)

    def try_one(self, data: bytes) -> bool:
        """Whether it went where none has gone before."""
        self.tried += 1
        before = len(self.covered)
        began = time.process_time()
        try:
            self._traced(data)
        except self.target.allowed:
            self.refused += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            where = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{type(error).__name__} in {where.filename}:{where.lineno}"
            self.findings.setdefault(key, Finding(self.target.name, data, traceback.format_exc(limit=-6)))
        if (took := time.process_time() - began) > SLOW_SECONDS:
            self.findings.setdefault("slow", Finding(self.target.name, data, f"it takes {took:.1f} s"))
        return len(self.covered) > before

    def _traced(self, data: bytes) -> None:
        covered, ours = self.covered, self.ours

        def calls(frame: FrameType, event: str, _arg: Any) -> Callable[..., Any] | None:
            code = frame.f_code
            if not code.co_filename.startswith(ours):
                return None
            last = 0

            def lines(frame: FrameType, event: str, _arg: Any) -> Callable[..., Any]:
                nonlocal last
                if event == "line":
                    covered.add((code, last, frame.f_lineno))
                    last = frame.f_lineno
                return lines

            return lines

        former = sys.gettrace()
        sys.settrace(calls)
        try:
            self.target.run(data)
        finally:
            sys.settrace(former)
