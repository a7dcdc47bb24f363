"""`python -m p2puno.seat.arena easy greedy sharp --games 300`: which bot wins how often.

A tool for whoever works on bots; no command of the game.
"""

from __future__ import annotations

import argparse
import sys

from p2puno.seat.arena.tally import Share, tally
from p2puno.seat.bots import STRATEGIES
from protocol.errors import RulesError
from protocol.rules.ruleset import MAX_SEATS, MIN_SEATS, PRESETS, RuleSet


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m p2puno.seat.arena", description="Let bots play games.")
    parser.add_argument("seats", nargs="+", choices=STRATEGIES, metavar="STRATEGY", help="one for each seat")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--seed", default="arena", metavar="WORD", help="the same games again (arena)")
    parser.add_argument("--rules", default="classic", choices=PRESETS, help="a preset (classic)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="change one rule; may be said again",
    )
    options = parser.parse_args()
    if not MIN_SEATS <= len(options.seats) <= MAX_SEATS or options.games < 1:
        parser.error("two to ten seats, and at least one game")
    try:
        settings = dict(setting.partition("=")[::2] for setting in options.set)
        rules = RuleSet.preset(options.rules).with_options(settings)
    except RulesError as error:
        parser.error(str(error))
    shares = tally(rules, options.seats, options.games, options.seed)
    for name, share in shares.items():
        sys.stdout.write(line(name, options.seats.count(name), share) + "\n")


def line(name: str, seats: int, share: Share) -> str:
    low, high = share.interval
    return (
        f"{name:8} {seats} seat{'s' * (seats > 1):1}  "
        f"{share.won:7.1f} of {share.games} games  {share.rate:6.1%}  ({low:.1%} to {high:.1%})"
    )


if __name__ == "__main__":
    main()
