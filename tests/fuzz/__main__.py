"""`python -m tests.fuzz --seconds 600`: look for inputs that break a parser or `apply`.

Every target gets the same time, in rounds, so that what one has kept is changed further. What is found is
printed with the bytes, and belongs into tests/fuzz/found.json when it is mended.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from random import Random

from tests.fuzz.guiding import Fuzzer
from tests.fuzz.targets import targets

_TURN_SECONDS = 0.5


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=60, help="so long in all (60)")
    parser.add_argument("--seed", type=int, default=1, help="other inputs for another number (1)")
    parser.add_argument("--target", metavar="NAME", help="only targets whose names begin so")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="p2puno-fuzz-") as folder, targets(Path(folder)) as found:
        chosen = [each for each in found if each.name.startswith(arguments.target or "")]
        fuzzers = [Fuzzer(each, Random(f"{arguments.seed}/{each.name}")) for each in chosen]
        for fuzzer in fuzzers:
            fuzzer.begin()
        end = time.monotonic() + arguments.seconds
        while time.monotonic() < end:
            for fuzzer in fuzzers:
                turn = time.monotonic() + _TURN_SECONDS
                while time.monotonic() < min(turn, end):
                    fuzzer.step()
    for fuzzer in fuzzers:
        told = f"{fuzzer.tried:,} inputs, {fuzzer.refused:,} refused, {len(fuzzer.kept):,} kept"
        print(f"{fuzzer.target.name:28} {told}, {len(fuzzer.covered):,} pairs of lines")
        for finding in fuzzer.findings.values():
            print(f"FOUND in {finding.target}: {finding.data.hex()}\n{finding.told}")
    print(f"{sum(each.tried for each in fuzzers):,} inputs; {sum(len(f.findings) for f in fuzzers)} findings")
    return 1 if any(each.findings for each in fuzzers) else 0


if __name__ == "__main__":
    raise SystemExit(main())
