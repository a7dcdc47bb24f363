"""`python -m tests.model [NAME ...]`: check specs/model/removal.pml with spin; what each run has to find.

It needs spin and gcc. Without names the short runs; `--all` every one, which takes hours.
"""

from __future__ import annotations

import argparse

from tests.model.checking import RUNS, check


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.model")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these runs: " + ", ".join(RUNS))
    parser.add_argument("--all", action="store_true", help="every run")
    parser.add_argument("--seconds", type=int, default=7200, help="the longest that one run takes (7200)")
    arguments = parser.parse_args()
    names = arguments.names or [name for name, run in RUNS.items() if arguments.all or run.short]
    failed = 0
    for name in names:
        found = check(RUNS[name], arguments.seconds)
        failed += not found.expected
        print(f"{name}: {found}", flush=True)
        if not found.expected:
            print("\n".join(found.trail), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
