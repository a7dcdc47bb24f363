"""Every general kind of lie in every phase, at tables of every size; see specs/attacks.md.

    python -m tests.adversary.everywhere --games 40 --seed 1

In games under rules drawn by lot, on the transparent group, a seat lies in each phase in each way, before
what was to be said is said. `apply` has to name that seat, and what it refuses has to convict it before
somebody who has only the table up to there and the contributions.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace
from random import Random
from typing import ClassVar

from protocol.crypto.signing import IdentityKey
from protocol.errors import ProofError, RemoteError, WireError
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import MAX_SEATS
from protocol.table.grounds import Reason, read_ground, refused_slot, two_stories
from protocol.table.table import PHASES, apply
from protocol.transcript.contribution import Contribution, receive_contribution, sign_contribution
from protocol.wire.codec import decode
from protocol.wire.messages import MAX_BODY, Statement
from tests.adversary.test_mutations import variants
from tests.table import games
from tests.table.covering import SEATS, Setting, setting
from tests.table.departures import phase_name
from tests.transparent import transparent_group

KINDS = (
    "nonsense",
    "a changed field",
    "somebody else's words",
    "its own words of before",
    "another past",
    "another's name",
)
ENDS = ("convicted", "waits", "refused", "allowed", "the truth")
# Each kind of lie is told so often in one phase of one game.
TIMES = 2
MOST_SLOTS = 1200


class Everywhere(games.Game):
    """tried: (seats, phase, kind of lie, what followed)."""

    tried: ClassVar[Counter[tuple[int, str, str, str]]] = Counter()

    def apply(self, contributions: dict[int, Contribution]) -> None:
        if len(self.moments) < MOST_SLOTS:
            random = Random(repr((self.state.head, self.state.slot)))
            for kind in self._wanted():
                lie = self._lie(kind, contributions, random)
                self.tried[(*self._here(kind), self._follows(kind, contributions, lie))] += 1
        super().apply(contributions)

    def _here(self, kind: str) -> tuple[int, str, str]:
        return len(self.state.proposal.seats), phase_name(self.state.phase), kind

    def _wanted(self) -> list[str]:
        """The kinds that have not been told often enough here."""
        return [kind for kind in KINDS if sum(self.tried[(*self._here(kind), end)] for end in ENDS) < TIMES]

    def _lie(self, kind: str, contributions: dict[int, Contribution], random: Random) -> Contribution:
        """By one of the seats that contribute; nonsense, if there is nothing to say of that kind."""
        seat = random.choice(sorted(contributions))
        honest = contributions[seat].statement
        match kind:
            case "another's name":
                return sign_contribution(IdentityKey(random.randbytes(32)), honest)
            case "another past":
                return self._sign(seat, replace(honest, head=random.randbytes(32)))
            case "a changed field":
                body = decode(honest.body, *PHASES[type(self.state.phase)].bodies)
                changed = [data for _, data in variants(body) if 0 < len(data) <= MAX_BODY]
                return self._sign(seat, replace(honest, body=random.choice(changed)))
            case "somebody else's words":
                told = [c.statement for c in contributions.values()]
                told += [c.statement for moment in self.moments[-12:] for c in moment.said.values()]
                words = [each.body for each in told if each.seat != seat and each.body != honest.body]
            case "its own words of before":
                before = [moment.said[seat].statement for moment in self.moments[-40:] if seat in moment.said]
                words = [each.body for each in before if each.body != honest.body]
            case _:
                words = []
        return self._sign(seat, replace(honest, body=random.choice(words or [random.randbytes(40)])))

    def _sign(self, seat: int, statement: Statement) -> Contribution:
        return sign_contribution(self.secrets[seat].identity, statement)

    def _follows(self, kind: str, contributions: dict[int, Contribution], lie: Contribution) -> str:
        state, seat = self.state, lie.statement.seat
        if kind == "another's name":
            try:
                receive_contribution(state.proposal, state.table, lie.data)
            except ProofError:
                return "refused"
            raise AssertionError("a forged signature is taken")
        if lie.statement == contributions[seat].statement:
            return "the truth"
        pair = read_ground(state, two_stories(contributions[seat], lie))
        assert (pair.seat, pair.reason) == (seat, Reason.TWO_STORIES)
        said = contributions | {seat: lie}
        try:
            apply(state, said)
        except RemoteError as error:
            return self._judged(said, seat, error)
        return "allowed"

    def _judged(self, said: dict[int, Contribution], liar: int, error: RemoteError) -> str:
        """What somebody makes of it who was not there."""
        assert error.seat == liar, error
        evidence = refused_slot([said[seat] for seat in sorted(said)])
        if error.obligation == "head":
            try:
                read_ground(self.state, evidence)
            except WireError:
                return "waits"
            raise AssertionError("another past alone convicts")
        ground = read_ground(self.state, evidence)
        assert (ground.seat, ground.reason, ground.convicts) == (liar, Reason.REFUSED, True)
        return "convicted"


def lie(table: Setting, seed: str) -> None:
    """One game with lies; the group must be transparent already."""
    honest, games.Game = games.Game, Everywhere  # type: ignore[misc]
    try:
        games.play(table, seed)
    finally:
        games.Game = honest  # type: ignore[misc]


def any_table(seed: str, seats: int) -> Setting:
    """Rules drawn by lot for so many seats."""
    random = Random(f"everywhere/{seed}")
    while True:
        row = {SEATS: str(seats)}
        for option in CATALOGUE:
            built = [word for word in option.values if option.is_built(word)]
            if built and option.name != "rounds" and random.random() < 0.3:
                row[option.name] = random.choice(built)
        table = setting(row)
        if table is not None:
            return table


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.adversary.everywhere", description="Every kind of lie in every phase."
    )
    parser.add_argument("--games", type=int, default=20, help="how many games (20)")
    parser.add_argument("--seed", type=int, default=1, help="others for another number (1)")
    arguments = parser.parse_args()
    began = time.monotonic()
    with transparent_group():
        for number in range(arguments.games):
            seats = 2 + number % (MAX_SEATS - 1)
            lie(any_table(f"{arguments.seed}/{number}", seats), f"{arguments.seed}/{number}")
    tried = Everywhere.tried
    for phase in sorted({phase for _, phase, _, _ in tried}):
        here = {key: count for key, count in tried.items() if key[1] == phase}
        seats = ", ".join(str(each) for each in sorted({key[0] for key in here}))
        ends = ", ".join(
            f"{sum(c for k, c in here.items() if k[3] == end)} {end}"
            for end in ENDS
            if any(k[3] == end for k in here)
        )
        print(f"{phase:40} at {seats} seats: {ends}")
    print(f"{tried.total()} lies in {arguments.games} games, in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
