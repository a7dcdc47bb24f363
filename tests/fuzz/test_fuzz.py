"""Every parser and `apply` under so many changed inputs; and whatever was once found does no harm again.

`python -m tests.fuzz --seconds 600` tries for longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.guiding import Fuzzer, Target
from tests.fuzz.targets import targets

FOUND = json.loads(Path(__file__).with_name("found.json").read_text("utf-8"))
# In CI: about twenty seconds on a busy machine.
INPUTS = {"audit": 15, "transcript": 100}
USUALLY = 150


@pytest.fixture(scope="module")
def every_target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Target]]:
    with targets(tmp_path_factory.mktemp("fuzz")) as found:
        yield found


def test_no_input_breaks_anything(every_target: list[Target]) -> None:
    phases = [each.name for each in every_target if each.name.startswith("apply ")]
    assert len(phases) > 20
    for target in every_target:
        fuzzer = Fuzzer(target, Random(f"ci/{target.name}"))
        fuzzer.begin()
        for _ in range(INPUTS.get(target.name, USUALLY)):
            fuzzer.step()
        assert not fuzzer.findings, [(each.data.hex(), each.told) for each in fuzzer.findings.values()]
        assert len(fuzzer.covered) > 20, target.name


@pytest.mark.parametrize("case", FOUND, ids=lambda case: f"{case['target']}: {case['what']}")
def test_what_was_found_is_mended(case: dict[str, str], every_target: list[Target]) -> None:
    target = next(each for each in every_target if each.name == case["target"])
    fuzzer = Fuzzer(target, Random(0))
    fuzzer.try_one(bytes.fromhex(case["data"]))
    assert not fuzzer.findings


def careless(data: bytes) -> None:
    """Each of the first three letters of "abcd" has to have another bit turned."""
    if data[:1] != bytes([ord("a") ^ 1]):
        raise KeyError
    if data[1:2] != bytes([ord("b") ^ 16]):
        raise KeyError
    if data[2:3] == bytes([ord("c") ^ 8]):
        raise ZeroDivisionError


def test_what_coverage_leads_to_is_found_sooner() -> None:
    """What is looked at when the one before is right."""
    tried: dict[bool, int] = {}
    for guided in (True, False):
        target = Target("careless", (b"abcd",), careless, (KeyError,))
        fuzzer = Fuzzer(target, Random(1), ours=(__file__,) if guided else ())
        fuzzer.begin()
        while not fuzzer.findings and fuzzer.tried < 20_000:
            fuzzer.step()
        tried[guided] = fuzzer.tried
    assert tried[True] < tried[False] / 3
