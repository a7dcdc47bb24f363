"""Whole games by any rules, in which seats may leave, come back and join.

python -m tests.verifier.random_games --games 200 --seed 1      judged by the audit and the second verifier
"""

from __future__ import annotations

import argparse
import io
from dataclasses import dataclass
from random import Random

from p2puno.seat.bots import STRATEGIES
from protocol.audit import audit_transcript
from protocol.errors import RulesError
from protocol.rules.ruleset import RuleSet
from protocol.table.counting import place_of
from protocol.table.frame import open_table
from protocol.table.secrets import SeatSecrets
from protocol.table.table import expected, finished
from tests.table.arrivals import Arriving
from tests.table.games import PLAYERS
from tests.table.removals import Voted, goodbye
from tests.table.simulation import proposal_for
from tests.verifier.second import on_the_transparent_group, verify

MOST_SLOTS = 20_000


class TooLong(Exception):  # noqa: N818 - nothing is wrong with it
    """A game is not over after so many slots."""


@dataclass
class Coming(Voted, Arriving):
    """Seats leave with signed votes, and come back or are joined by others between rounds."""

    def depart(self) -> None:
        """A few are voted out while the table waits for them, or any number says goodbye."""
        present = self.state.present
        if place_of(self.state) is None or len(present) < 2:
            return
        most = 1 if self.rng.random() < 0.75 else len(present) - 1
        out = self.rng.sample(present, self.rng.randint(1, most))
        missing = set(out) & set(expected(self.state).seats)
        if missing and 2 * len(out) < len(present) and self.rng.random() < 0.5:
            self.remove(out)
        else:
            self.remove(grounds=[goodbye(self.state, self.secrets[seat]) for seat in out])


def any_rules(random: Random) -> tuple[RuleSet, int]:
    """A preset, and other values of some options; how many play."""
    while True:
        chosen = {
            name: random.choice(words.split())
            for name, (_, words) in verify.OPTIONS.items()
            if "–" not in words and random.random() < 0.2
        }
        length = {"score": "one-round"} if random.random() < 0.5 else {"rounds": random.choice("12")}
        seats = random.choice([2, 3, 3, 4, 5])
        try:
            rules = RuleSet.preset(random.choice(["classic", "modern", "kids", "party"]))
            rules = rules.with_options(chosen | length)
            rules.check_seats(seats)
        except RulesError:
            continue
        return rules, seats


def play(seed: str, chance: float, most: int = MOST_SLOTS) -> Coming:
    """One game to its end; the group must be transparent already. TooLong if it takes more slots."""
    random = Random(seed)
    rules, seats = any_rules(random)
    data, keys = proposal_for(seats, rules, random.getrandbits(32))
    state = open_table(data)
    secrets = [SeatSecrets.begin(key, seat, state, random.randbytes(32)) for seat, key in enumerate(keys)]
    game = Coming(data, secrets, [state] * seats, random, [], twin=True, chance=chance)
    kinds = [*STRATEGIES.values(), PLAYERS["by-lot"]]
    game.players = [random.choice(kinds)(Random(random.getrandbits(64))) for _ in range(seats)]
    for _ in range(most):
        if finished(game.state):
            return game
        game.step()
    raise TooLong(f"not over after {most} slots")


def main() -> int:
    """How often the two differ; games that are long are left out."""
    parser = argparse.ArgumentParser(prog="python -m tests.verifier.random_games")
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="other games for another number (0)")
    parser.add_argument("--longest", type=int, default=600, help="how many slots a game may have (600)")
    arguments = parser.parse_args()
    slots, differing, said = [], 0, set[str]()
    with on_the_transparent_group():
        for number in range(arguments.games):
            seed = f"compared/{arguments.seed}/{number}"
            try:
                game = play(seed, 0.01 * (number % 3), arguments.longest)
            except TooLong:
                continue
            report = audit_transcript(io.BytesIO(game.transcript))
            result = verify.verify_source(io.BytesIO(game.transcript))
            slots.append(report.clean_to)
            said |= {name for name, value in game.state.rules.ruleset.items()}
            if (result.code, result.slot, result.scores) != (0, report.clean_to, report.scores):
                differing += 1
                print(f"{seed}: {result.sentence}")
    print(f"{len(slots)} games, {sum(slots)} slots, {len(said)} options that differ from their defaults")
    print(f"judged otherwise: {differing}")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
