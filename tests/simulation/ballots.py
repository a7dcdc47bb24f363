"""Seeded schedules of votes on bad networks, with crashes and one liar (specs/simulation.md, Votes).

    python -m tests.simulation.ballots --schedules 10000 --seed 1

What must hold: two honest seats that have filled one slot differently are parted by a removal that takes one
of them away, or a convicting pair exists; an honest seat never contradicts what it has signed; nobody honest
is convicted. Whether those who stay come to the end once the network has healed is counted.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from protocol.errors import ProtocolError
from protocol.table import table
from protocol.table.ballots import Ballots
from protocol.table.removal import Removal
from protocol.transcript.vote import receive_vote
from protocol.wire.codec import decode
from protocol.wire.messages import Evidence, Signed, SignedSignal
from protocol.wire.removal import Refused, SignedVote
from tests.simulation.toy import FALSE, FIRST_SLOT, opening, toy_table
from tests.simulation.voters import Voter, are_compatible, contradiction, forged

LAST_SLOT = FIRST_SLOT + 8
STEPS = 250


class BrokenError(AssertionError):
    """An invariant is broken."""


class Literal(Ballots):
    """The rule as it is first thought of: everybody votes with what he holds, and goes on when he can."""

    def may_complete(self) -> bool:
        return True


@dataclass
class Schedule:
    """One run. Seat `liar`, if any, is played by two programs that know nothing of each other, each heard by
    some of the others: so it signs two things for one place wherever that can do harm."""

    seed: int
    ballots_of: type[Ballots] = Ballots
    lies: bool | None = None
    said: dict[int, dict[bytes, None]] = field(default_factory=dict)
    queue: list[tuple[int, bytes]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.rng = rng = Random(self.seed)
        self.seats = rng.choice((3, 3, 4, 4, 5, 5, 6, 7))
        operators = list(range(self.seats))
        if self.seats > 3 and rng.random() < 0.25:
            operators[-1] = 0
        lies = rng.random() < 0.4 if self.lies is None else self.lies
        self.liar = rng.randrange(self.seats) if lies else -1
        self.newcomers = self._newcomers(operators)
        state, keys = opening(self.seats, operators, rng, self.newcomers)
        self.voters: list[Voter] = []
        for seat in range(self.seats):
            self._add(Voter(state, seat, keys[seat], self._sender(seat), ballots_of=self.ballots_of))
        if lies:
            other = Voter(
                state, self.liar, keys[self.liar], self._sender(self.seats), says=self._another, lies=True
            )
            self._add(other)
            self.voters[self.liar].says, self.voters[self.liar].lies = self._another, True
        self.known: list[set[bytes]] = [set() for _ in self.voters]
        self.down = set[int]()
        self.sides = [0] * len(self.voters)
        self.hears = {v: rng.random() < 0.5 for v in range(self.seats)}
        self.loss = rng.choice((0.0, 0.1, 0.4))

    def _newcomers(self, operators: list[int]) -> list[int]:
        """In every third schedule some have just sat down, with no bot: as a rule half of the operators."""
        rng = Random(f"newcomers {self.seed}")
        alone = [seat for seat in set(operators) if operators.count(seat) == 1]
        most = len(set(operators)) // 2 if rng.random() < 0.8 else len(alone) - 1
        return rng.sample(alone, rng.randint(1, most)) if rng.random() < 0.35 else []

    def _add(self, voter: Voter) -> None:
        self.said.setdefault(voter.seat, {})
        self.voters.append(voter)

    def _another(self, _place: tuple[int, int]) -> bytes:
        return self.rng.choice((b"one", b"one", b"two", b"two", b"three", FALSE))

    @property
    def honest(self) -> list[Voter]:
        return [v for v in self.voters if v.seat != self.liar]

    # --- the network --------------------------------------------------------------------------------

    def _sender(self, who: int):  # type: ignore[no-untyped-def]
        def send(data: bytes) -> None:
            self._note(self.voters[who].seat, data)
            for to in range(len(self.voters)):
                if to != who:
                    self._offer(who, to, data)

        return send

    def _note(self, seat: int, data: bytes) -> None:
        if isinstance(decode(data, Signed, SignedVote, SignedSignal, Evidence, Refused), Signed | SignedVote):
            self.said[seat][data] = None

    def _linked(self, one: int, other: int) -> bool:
        """The two programs of a liar are no seat of the table to each other, and each is heard by some."""
        liars = {self.liar, self.seats} if self.liar >= 0 else set[int]()
        if {one, other} <= liars:
            return False
        if liars & {one, other} and not self.healed:
            twin, to = (one, other) if one in liars else (other, one)
            if self.hears[to] == (twin == self.seats):
                return False
        return self.sides[one] == self.sides[other] and not self.down & {one, other}

    healed = False

    def _offer(self, who: int, to: int, data: bytes) -> None:
        if data not in self.known[to] and self._linked(who, to) and self.rng.random() >= self.loss:
            self.queue.append((to, data))
            if self.rng.random() < 0.1:
                self.queue.append((to, data))

    def _deliver(self) -> None:
        to, data = self.queue.pop(self.rng.randrange(min(len(self.queue), 40)))
        if to in self.down or data in self.known[to]:
            return
        voter = self.voters[to]
        try:
            if voter.hear(data):
                self.known[to].add(data)
        except ProtocolError:
            self.counts["refused"] += 1
        voter.work()

    def _exchange(self, one: int, other: int) -> None:
        """What a Status, or a new link, makes one seat tell another."""
        if one != other and self._linked(one, other):
            here = self.voters[other].state
            for data in self.voters[one].lacking(here.term, here.slot, here.head):
                self._offer(one, other, data)

    # --- chance -------------------------------------------------------------------------------------

    def run(self) -> Counter[str]:
        with toy_table(self.seed, LAST_SLOT):
            for voter in self.voters:
                voter.work()
            for _ in range(STEPS):
                self._step()
                self._check()
            self._heal()
            self._check()
            self._check_signed()
            self._count()
        return self.counts

    def _step(self) -> None:
        rng = self.rng
        what = rng.random()
        who = rng.randrange(len(self.voters))
        voter = self.voters[who]
        if self.queue and what < 0.7:
            self._deliver()
        elif what < 0.85:
            self._exchange(who, rng.randrange(len(self.voters)))
        elif what < 0.94 and who not in self.down:
            self._wish(voter)
        elif what < 0.96:
            self.sides = [rng.random() < 0.4 for _ in self.voters]
        elif what < 0.97:
            self.sides = [0] * len(self.voters)
        elif who in self.down:
            self.down.discard(who)
            self.counts["restarts"] += 1
            voter.work()
        elif what < 0.985:
            self.down.add(who)
            self.known[who].clear()
            voter.restart()
        elif what < 0.987 and who != self.liar:
            voter.leave()
        elif what > 0.995 and who in (self.liar, self.seats):
            self._forge(voter)

    def _wish(self, voter: Voter) -> None:
        """Its player wants somebody out: mostly whoever is missed."""
        if table.finished(voter.state):
            return
        expected = table.expected(voter.state).seats
        missing = [seat for seat in expected if seat not in voter.said(voter.state.slot)]
        anybody = self.rng.sample(range(self.seats), self.rng.randint(0, 2))
        standing = [seat for out in voter.ballots.standing().values() for seat in out]
        seats = self.rng.choice((missing, missing, standing, standing, anybody, []))
        voter.wanted = frozenset(seats) - {voter.seat}
        voter.work()

    def _forge(self, voter: Voter) -> None:
        """A vote that no program would sign."""
        votes = [
            data for data in self.said[voter.seat] if isinstance(decode(data, Signed, SignedVote), SignedVote)
        ]
        if votes:
            self.counts["forged"] += 1
            state = voter.state
            cast = receive_vote(state.proposal, state.table, self.rng.choice(votes))
            voter.send(forged(voter, cast, self.rng).data)

    def _heal(self) -> None:
        """All links are up, who was down starts again, nothing is lost; players agree with each other."""
        self.loss, self.sides, self.healed = 0.0, [0] * len(self.voters), True
        for who in sorted(self.down):
            self.voters[who].work()
        self.down.clear()
        for voter in self.voters:
            voter.wanted = frozenset()
        quiet = 0
        for _ in range(60):
            if quiet == 3:
                break
            before = [(v.state.term, v.state.slot, len(v.journal)) for v in self.voters]
            for voter in self.honest if quiet else ():
                self._agree(voter)
            for one, other in itertools.permutations(range(len(self.voters)), 2):
                self._exchange(one, other)
            while self.queue:
                self._deliver()
            same = before == [(v.state.term, v.state.slot, len(v.journal)) for v in self.voters]
            quiet = quiet + 1 if same else 0

    def _agree(self, voter: Voter) -> None:
        """A player that wants out who has left, and whom others want out."""
        others = {seat for out in voter.ballots.standing().values() for seat in out}
        gone = {v.seat for v in self.voters if v.left}
        voter.wanted = frozenset(others | gone) - {voter.seat}
        voter.work()

    # --- what must hold -----------------------------------------------------------------------------

    def _check(self) -> None:
        for one, other in itertools.combinations(self.honest, 2):
            if not are_compatible(one, other) and not self._is_convicted():
                places = one.state.term, one.state.slot, other.state.term, other.state.slot
                raise BrokenError(
                    f"seats {one.seat} and {other.seat} have filled a slot differently: {places}"
                )

    def _is_convicted(self) -> bool:
        return (
            self.liar >= 0 and contradiction(self.voters[self.liar].opening, self.said[self.liar]) is not None
        )

    def _check_signed(self) -> None:
        for voter in self.honest:
            pair = contradiction(voter.opening, self.said[voter.seat])
            if pair is not None:
                raise BrokenError(f"seat {voter.seat} is honest and has contradicted itself: {pair}")
            removals = [each for _, each in voter.log if isinstance(each, Removal)]
            for removal in removals:
                if removal.convicted - {self.liar}:
                    raise BrokenError(f"somebody honest is convicted: {sorted(removal.convicted)}")

    def _count(self) -> None:
        self.counts["schedules"] += 1
        self.counts["liars"] += self.liar >= 0
        logs = [[each for _, each in v.log] for v in self.honest]
        removals = {(each.place, each.out): each for log in logs for each in log if isinstance(each, Removal)}
        self.counts["removals"] += len(removals)
        self.counts["convictions"] += any(each.convicted for each in removals.values())
        self.counts["newcomers"] += bool(self.newcomers)
        self.counts["newcomers removed"] += any(
            set(out) <= set(self.newcomers) and place[1] == FIRST_SLOT for place, out in removals
        )
        self.counts["named votes"] += any(each.named for each in removals.values())
        present = [v for v in self.honest if v.seat in v.state.present and not v.left]
        ended = [v for v in present if v.state.slot >= LAST_SLOT]
        self.counts["ended"] += len(ended) == len(present)
        self.counts["stuck"] += len(ended) < len(present)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--schedules", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--literal", action="store_true")
    given = parser.parse_args()
    started, total, failed = time.monotonic(), Counter[str](), 0
    seeds = [given.only] if given.only is not None else range(given.seed, given.seed + given.schedules)
    for seed in seeds:
        try:
            total += Schedule(seed, Literal if given.literal else Ballots).run()
        except BrokenError as fault:
            failed += 1
            print(f"{seed}: {fault}")
    print(dict(total), f"{failed} failed, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
