"""The topics in the spec are those in the code, and so are the numbers."""

from __future__ import annotations

import re
from pathlib import Path

from p2puno.doctor import neighbours, probes
from p2puno.doctor.findings import State

ROOT = Path(__file__).parents[2]
SPEC = ROOT.joinpath("specs", "doctor.md").read_text(encoding="utf-8")


def test_topics_and_states() -> None:
    files = [*ROOT.glob("p2puno/doctor/*.py"), ROOT / "p2puno" / "commands" / "doctor.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    topics = set(re.findall(r'Finding\(\s*"(\w+)"', source))
    rows = re.findall(r"^\| `(\w+)` \|", SPEC, re.MULTILINE)
    assert topics | {state.value for state in State} == set(rows)
    assert len(rows) == len(set(rows))


def test_seconds() -> None:
    assert f"arrives within {probes.ARRIVE_SECONDS:g} s" in SPEC
    assert f"announced within {neighbours.LISTEN_SECONDS:g} s" in SPEC
