"""`python -m tests.simulation --games 10000 --seed 1`: many tables on bad networks, some with a cheater.

A failing game is named by its seed; `--only SEED` plays it again, step by step the same.
"""

from __future__ import annotations

import argparse
import math
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.plans import plan, run
from tests.simulation.world import AWAY
from tests.transparent import transparent_group


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--games", type=int, default=100, help="how many tables (100)")
    parser.add_argument("--first", type=int, default=0, help="begin with this one (0)")
    parser.add_argument("--seed", type=int, default=1, help="others for another number (1)")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes at once (1)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no more after so long")
    parser.add_argument("--told", type=int, default=500, help="say how far it is after so many (500)")
    parser.add_argument("--only", metavar="SEED", help="one run by its seed, as a failure names it")
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.first + arguments.games)
    seeds = [arguments.only] if arguments.only else [f"{arguments.seed}/{number}" for number in numbers]
    counts: Counter[str] = Counter()
    began = time.monotonic()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for counted, told in pool.map(_one, seeds):
            counts += counted
            if told is not None or arguments.only:
                print(told, flush=True)
            late = time.monotonic() - began > arguments.seconds
            if late or counts["games"] % arguments.told == 0:
                _tell(counts, time.monotonic() - began)
            if late:
                pool.shutdown(cancel_futures=True)
                break
    _tell(counts, time.monotonic() - began)
    return 1 if counts["failed"] else 0


def _tell(counts: Counter[str], seconds: float) -> None:
    """What there was so far: a long run may be stopped."""
    for what, number in sorted(counts.items()):
        print(f"{number:12,} {what}")
    print(f"{seconds:12,.0f} seconds", flush=True)


def _one(seed: str) -> tuple[Counter[str], str | None]:
    """Play one table: what to count, and what to say if it failed."""
    chosen = plan(seed)
    backups = [fate for _, fate in chosen.fates if fate.rollback is not None]
    counts = Counter({"games": 1, f"games with {chosen.cheat or 'no cheater'}": 1})
    try:
        with transparent_group():
            result = run(chosen)
    except Exception:  # noqa: BLE001 - whatever it is, it is the finding
        counts["failed"] += 1
        return counts, f"{seed} failed: {chosen}\n{traceback.format_exc(limit=-6)}"
    counts["slots"] += result.slots
    counts.update({f"fault: {what}": number for what, number in result.faults.items()})
    counts["messages and slots seen"] += result.events
    counts["virtual seconds"] += round(result.seconds)
    counts["fault: programs killed"] += sum(fate.life for _, fate in chosen.fates)
    counts["fault: old backups put back"] += sum(fate.rollback is None for fate in backups)
    counts["fault: cheaters that told two stories"] += result.lied
    counts["cheaters convicted"] += len(result.convicted)
    counts["seats voted out"] += len(result.voted_out)
    for seat, end in enumerate(result.ends):
        if chosen.is_honest(seat):
            counts["honest seats: " + (end if end in ("over", "waits", AWAY) else "stopped")] += 1
    return counts, None


if __name__ == "__main__":
    raise SystemExit(main())
