"""Every option value by the program itself: play against bots, then audit with a home that knows nothing.

    python -m tests.commands.every_value                  every value with what else it needs, every preset
    python -m tests.commands.every_value stack jump_in    the values of these options
    python -m tests.commands.every_value --jobs 2

Games are of one round where the option does not say how they end.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import PRESETS, RuleSet
from tests.commands.runner import p2puno
from tests.table.covering import SEATS, complete, factors, setting

PLAY = ("play", "--bots", "3", "--bot", "greedy")
# These say themselves how a game ends; a whole one takes longer than a round.
ENDS = ("rounds", "score", "target")
SECONDS = 600
# Without these an option has no effect.
WITH = {
    "blank": {"deck": "blank-112"},
    "seven_swap": {"seven_zero": "on"},
    "zero_pass": {"seven_zero": "on"},
    "uno_rescue": {"teams": "2v2"},
}


def games(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What stands behind `p2puno play --bots 3 --bot greedy`, game by game."""
    for option in CATALOGUE:
        if names and option.name not in names:
            continue
        for value in ("", *option.values) if option.several else option.values:
            yield tuple(word for item in needed(option.name, value) for word in ("--set", item))
    if not names:
        yield from (("--rules", preset) for preset in PRESETS)


def needed(name: str, value: str) -> list[str]:
    """`name=value` and as few other settings as the refused combinations let it have."""
    row = complete({name: value, SEATS: "4"} | WITH.get(name, {}), factors())
    if name in ENDS or row is None:
        others = {"rounds": "2"} if value == "lazy" else {}
        return [f"{name}={value}", *(f"{each}={word}" for each, word in others.items())]
    chosen = setting(row)
    assert chosen is not None
    classic = RuleSet.preset("classic")
    changed = [each for each in row if each != SEATS and chosen.rules[each] != classic[each]]
    return [f"{name}={value}", *(f"{each}={row[each]}" for each in changed if each != name), "rounds=1"]


def play_and_audit(words: tuple[str, ...]) -> tuple[bool, str]:
    """Whether both end with 0; and a line that says so."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        try:
            played = p2puno(*PLAY, *words, home=home / "player", seconds=SECONDS)
            path = played.stdout.rstrip().rpartition("transcript: ")[2]
            audited = p2puno("audit", path, home=home / "stranger", seconds=SECONDS)
        except subprocess.TimeoutExpired as error:
            return False, f"FAILED {' '.join(words)}: {error}"
    seconds = time.monotonic() - began
    if played.returncode == audited.returncode == 0:
        return True, f"clean  {' '.join(words)}  ({seconds:.0f} s)"
    return False, f"FAILED {' '.join(words)}: {played.returncode} {played.stderr} {audited.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.commands.every_value")
    parser.add_argument("options", nargs="*", help="the values of these only")
    parser.add_argument("--jobs", type=int, default=1, help="so many games at once (1)")
    arguments = parser.parse_args()
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for clean, line in pool.map(play_and_audit, games(arguments.options)):
            failed += not clean
            print(line, flush=True)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
