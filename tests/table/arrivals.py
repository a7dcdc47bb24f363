"""Games in which seats leave at any moment and others sit down between rounds, on the transparent group.

python -m tests.table.arrivals --games 500 --seed 1
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from protocol.crypto.signing import IdentityKey
from protocol.rules.happenings import SeatsJoined, SeatsLeft
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import Choice, Seating
from protocol.table.frame import between_rounds
from protocol.table.requests import sign_request
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.transcript.contribution import Contribution
from protocol.wire.messages import SeatEntry
from tests.table.covering import Setting
from tests.table.departures import Departing
from tests.table.games import PLAYERS, any_rules
from tests.transparent import transparent_group

ROUNDS = "3"


@dataclass
class Arriving(Departing):
    """Between rounds most of those who have left ask to come back, and now and then somebody new asks."""

    asked: tuple[bytes, ...] = ()
    came: int = 0

    def step(self) -> TableState:
        if between_rounds(self.state):
            self.asked = tuple(self.requests())
        return super().step()

    def requests(self) -> Iterator[bytes]:
        state = self.state
        for seat in sorted(state.rules.gone - state.convicted):
            if self.rng.random() < 0.7:
                yield sign_request(self.secrets[seat].identity, state, state.proposal.seats[seat]).data
        if self.rng.random() < 0.3:
            key = IdentityKey(self.rng.randbytes(32))
            entry = SeatEntry("New", key.public, key.public, bot=True, nonce=self.rng.randbytes(32))
            self.newcomers[key.public] = key
            yield sign_request(key, state, entry).data

    def _choice(self, seat: int) -> Choice | None:
        return Seating(self.asked) if between_rounds(self.state) else super()._choice(seat)

    def apply(self, contributions: dict[int, Contribution]) -> None:
        super().apply(contributions)
        state = self.state
        self.came += sum(len(told.seats) for told in state.happenings if isinstance(told, SeatsJoined))
        for seat in range(len(self.secrets), state.seats):
            key = self.newcomers[state.proposal.seats[seat].key]
            self.secrets.append(SeatSecrets.begin(key, seat, state, self.rng.randbytes(32)))
            self.states.append(state)
            self.players.append(PLAYERS[self.rng.choice(list(PLAYERS))](Random(self.rng.getrandbits(64))))

    def __post_init__(self) -> None:
        self.newcomers: dict[bytes, IdentityKey] = {}


def any_table(seed: str) -> Setting:
    """Any rules in a game of several rounds."""
    random = Random(seed)
    table = any_rules(seed)
    rules = table.rules.with_options(
        {"key_sharing": random.choice(["on", "off"]), "rounds": ROUNDS, **_several_rounds(table.rules)}
    )
    return Setting(rules, table.seats)


def _several_rounds(rules: RuleSet) -> dict[str, str]:
    return {"score": "winner-takes"} if rules["score"] in ("one-round", "point-and-refill") else {}


def play(seed: str, chance: float = 0.01) -> Arriving:
    return Arriving.played(any_table(seed), seed, chance)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.table.arrivals", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="other games for another number (0)")
    parser.add_argument("--chance", type=float, default=0.01, help="that somebody leaves before a slot")
    arguments = parser.parse_args()
    slots = left = came = 0
    began = time.monotonic()
    with transparent_group():
        for number in range(arguments.games):
            seed = f"arrivals/{arguments.seed}/{number}"
            try:
                game = play(seed, arguments.chance)
            except Exception:
                print(f"{seed} failed")
                raise
            slots += len(game.moments)
            came += game.came
            left += sum(len(told.seats) for told in game.happened if isinstance(told, SeatsLeft))
    seconds = time.monotonic() - began
    print(f"{arguments.games} games, {slots} slots, {left} seats left, {came} sat down, in {seconds:.0f} s")


if __name__ == "__main__":
    main()
