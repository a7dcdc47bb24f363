"""One simulated table: real drivers on bad links, and what has to hold after every event."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import trio

from p2puno.seat.driver import Driver
from p2puno.seat.ending import VOTED_OUT, Outcome, TableStoppedError
from p2puno.seat.player import Company
from protocol.audit import audit_transcript
from protocol.departures import Cause, Departure
from protocol.reports import Verdict
from protocol.rules.ruleset import RuleSet
from protocol.table.happenings import Happening
from protocol.table.secrets import SeatSecrets
from protocol.table.table import finished
from protocol.table.view import View
from tests.simulation.cheats import SIGN_TWICE
from tests.simulation.crashes import CrashError, Fate, FragileDisk
from tests.simulation.network import Network, SimulatedMesh, Weather
from tests.simulation.sayings import Saying, saying_of
from tests.table.omniscience import check_cards

# Without a new slot for so long after the last break, nothing will ever come.
STALLED_SECONDS = 120.0


AWAY = "killed, and not started again"


class InvariantError(AssertionError):
    """Something that must hold in every run does not."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a run depends on."""

    seed: str
    seats: int
    rules: RuleSet
    weather: Weather
    pace: float
    """The usual time of a decision in seconds; 0: bots decide at once."""
    fates: tuple[tuple[int, Fate], ...] = ()
    """Which seats' programs are killed, and when."""
    cheat: str | None = None
    """What seat `cheater` does."""
    cheater: int = 0
    patience: float = math.inf
    """After so many seconds those who are here vote about who is not."""

    def is_honest(self, seat: int) -> bool:
        return self.cheat is None or seat != self.cheater


@dataclass
class Seat:
    """One simulated process; `again` starts it once more, after it was killed."""

    number: int
    mesh: SimulatedMesh
    driver: Driver
    watch: Watch
    opening: SeatSecrets
    """From which those of every round follow."""
    again: Callable[[Seat], None]
    disk: FragileDisk
    outcome: Outcome | None = None
    stopped: str | None = None


@dataclass
class Result:
    """How a run ended. `ends[seat]`: "over", the sentence it stopped with, or "waits".

    convicted, voted_out: seats, by the transcript; lied: whether the cheater has told two things for one
    place; faults: how often what has gone wrong.
    """

    ends: tuple[str, ...]
    slots: int
    faults: Mapping[str, int]
    seconds: float
    events: int
    trace: str
    convicted: tuple[int, ...]
    voted_out: tuple[int, ...]
    lied: bool


class Watch:
    """An observer of one seat that looks at what is true each time a slot is applied."""

    def __init__(self, world: World, seat: int) -> None:
        self._world = world
        self._seat = seat
        self.waits: tuple[int, ...] = ()

    def on_slot(self, view: View, happenings: Sequence[Happening]) -> None:
        self._world.slot_applied(self._seat)

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        self.waits = tuple(seats)

    def on_chat(self, seat: int, text: str) -> None:
        self._world.network.trace.note("chat", self._seat, seat, text)

    def on_notice(self, sentence: str) -> None:
        told = sentence.replace(str(self._world.folder), "")  # whose name is another each time
        self._world.network.trace.note("notice", self._seat, told)

    def on_company(self, company: Company) -> None:
        """It changes nothing."""


@dataclass
class World:
    """The table from outside: it knows every state and all secrets."""

    plan: Plan
    network: Network
    folder: Path
    seats: list[Seat] = field(default_factory=list)
    _heads: dict[tuple[int, int], dict[int, bytes]] = field(default_factory=dict)
    """By term and slot, what each honest seat has come to."""
    _said: dict[Saying, bytes] = field(default_factory=dict)
    _told: dict[Saying, set[bytes]] = field(default_factory=dict)
    """What honest programs have ever heard of a cheater that signs twice."""
    _remembered: dict[SimulatedMesh, dict[Saying, set[bytes]]] = field(default_factory=dict)
    """The same by program: one that is started anew has perhaps forgotten it."""
    _heard_saying: set[bytes] = field(default_factory=set)
    _progress: float = 0.0
    _forgetful: frozenset[int] = frozenset()
    _late: set[int] = field(default_factory=set)
    """Who came back from an old backup when all others had the end: they may be gone before he has it."""

    def __post_init__(self) -> None:
        self._forgetful = frozenset(seat for seat, fate in self.plan.fates if fate.rollback is not None)

    # --- invariants -----------------------------------------------------------------------------------

    def slot_applied(self, number: int) -> None:
        seat = self.seats[number]
        state = seat.driver._state
        self.network.trace.note("slot", number, state.slot, state.head)
        self._progress = trio.current_time()
        if finished(state):
            self.network.calm_down()
        if not self.plan.is_honest(number):
            return
        heads = self._heads.setdefault((state.term, state.slot), {})
        known, heads[number] = state.head in heads.values(), state.head
        if not known:
            check_cards(state, [other.opening.for_round(state.rules.round) for other in self.seats])
        if len(set(heads.values())) > 1 and not any(len(told) > 1 for told in self._told.values()):
            raise InvariantError(f"seat {number} has another slot {state.slot - 1} than somebody before it")

    def said(self, origin: bytes, payload: bytes) -> None:
        """An honest seat says something: it must never contradict what it has said before."""
        if payload in self._heard_saying:
            return
        self._heard_saying.add(payload)
        place = saying_of(payload)
        if place is None:
            return
        number = place.seat
        if self.seats[number].mesh.identity != origin or not self.plan.is_honest(number):
            return
        if number in self._forgetful:
            return  # what nobody has heard it may say otherwise; had somebody heard it, it would be convicted
        if self._said.setdefault(place, payload) != payload:
            raise InvariantError(f"seat {number} says two things at {place}")

    def heard(self, mesh: SimulatedMesh, payload: bytes) -> None:
        """An honest program hears something."""
        place = saying_of(payload) if self.plan.cheat in SIGN_TWICE else None
        if place is not None and place.seat == self.plan.cheater:
            self._told.setdefault(place, set()).add(payload)
            self._remembered.setdefault(mesh, {}).setdefault(place, set()).add(payload)

    # --- a run ----------------------------------------------------------------------------------------

    async def play(self) -> Result:
        async with trio.open_nursery() as outer:
            await outer.start(self.network.run)
            with trio.CancelScope() as playing:
                async with trio.open_nursery() as nursery:
                    for seat in self.seats:
                        nursery.start_soon(self._drive, seat, playing)
                    nursery.start_soon(self._until_stalled, playing)
            outer.cancel_scope.cancel()
        ends = tuple("over" if s.outcome else s.stopped or "waits" for s in self.seats)
        left = self.judge(ends)
        trace = self.network.trace
        return Result(
            ends=ends,
            slots=len(self._heads),
            faults=self.network.faults,
            seconds=self._progress,
            events=trace.events,
            trace=trace.digest(),
            convicted=tuple(each.seat for each in left if each.cause is Cause.CONVICTED),
            voted_out=tuple(each.seat for each in left if each.cause is Cause.VOTED_OUT),
            lied=self._is_lied_to(),
        )

    async def _drive(self, seat: Seat, playing: trio.CancelScope) -> None:
        try:
            seat.outcome = await self._live(seat)
        except TableStoppedError as error:
            seat.stopped = str(error).replace(str(self.folder), "")  # whose name is another each time
        self.network.trace.note("ended", seat.number, seat.stopped)
        seat.mesh.close()
        if all(other.outcome or other.stopped for other in self.seats if self.plan.is_honest(other.number)):
            playing.cancel()

    async def _live(self, seat: Seat) -> Outcome:
        """As often as the program is started again after it was killed."""
        while True:
            outcome: Outcome | None = None
            try:
                outcome = await seat.driver.run()
            except* CrashError:
                pass
            if outcome is not None:
                return outcome
            self.network.trace.note("killed", seat.number)
            if seat.disk.fate.ends_now:
                self.network.crash(seat.mesh.identity, Random(self.plan.seed))
                raise TableStoppedError(AWAY)
            random = Random(f"{self.plan.seed}/{seat.number}/{seat.disk.fate.life}")
            seat.driver._records.close()
            seat.disk.crash()
            self.network.crash(seat.mesh.identity, random)
            await trio.sleep(random.uniform(1.0, 8.0))
            if seat.number in self._forgetful:
                self._forget(seat.number)
            seat.again(seat)
            self._progress = trio.current_time()

    def _forget(self, number: int) -> None:
        """What an old backup lacks, and nobody else has heard, this seat may do otherwise."""
        for heads in self._heads.values():
            heads.pop(number, None)
        others = (seat for seat in self.seats if seat.number != number and self.plan.is_honest(seat.number))
        if all(finished(seat.driver._state) for seat in others):
            self._late.add(number)

    def close(self) -> None:
        """Let go of all files."""
        for seat in self.seats:
            seat.driver._records.close()

    async def _until_stalled(self, playing: trio.CancelScope) -> None:
        calm = self.plan.weather.until if self.plan.weather.break_seconds else 0.0
        while (stalled := max(self._progress, calm) + STALLED_SECONDS) > trio.current_time():  # noqa: ASYNC110
            await trio.sleep_until(stalled)
        playing.cancel()

    def judge(self, ends: tuple[str, ...]) -> tuple[Departure, ...]:
        """The game has ended, or stopped with a reason that blames nobody honest; who left it."""
        names = [entry.name for entry in self.seats[0].driver._state.proposal.seats]
        honest = [seat for seat in self.seats if self.plan.is_honest(seat.number)]
        for seat in honest:
            end = ends[seat.number]
            for other in honest:
                if end not in ("over", "waits") and f"{names[other.number]} " in end:
                    raise InvariantError(f"seat {seat.number} blames an honest seat: {end}")
        out = [seat.number for seat in honest if ends[seat.number] in (AWAY, str(VOTED_OUT))]
        out += [number for number in self._late if ends[number] == "waits"]
        honest = [seat for seat in honest if seat.number not in out]
        if wrong := [seat for seat in honest if ends[seat.number] != "over"]:
            if self.plan.cheat == "two votes" and all(map(self._has_found_the_liar, honest)):
                return ()
            raise InvariantError(f"the game did not end for {[seat.number for seat in wrong]}: {ends}")
        files = {seat.outcome.transcript.read_bytes() for seat in honest if seat.outcome}
        if len(files) != 1:
            raise InvariantError("the transcripts differ")
        with honest[0].driver._records.path.open("rb") as source:
            report = audit_transcript(source)
        guilty = {finding.seat for finding in report.findings}
        if not guilty <= {seat.number for seat in self.seats if seat not in honest}:
            raise InvariantError(f"the audit says: {report.findings}")
        if not guilty and report.verdict is not Verdict.CLEAN:
            raise InvariantError(f"the audit is not content: {report.verdict}")
        self._judge_departures(report.departures)
        return report.departures

    def _has_found_the_liar(self, seat: Seat) -> bool:
        """Whether it holds what convicts the cheater: where it lied in votes, both sides may have gone on."""
        held = seat.driver._council.ballots.grounds()
        left = seat.driver._state.convicted
        return self.plan.cheater in left or any(g.convicts and g.seat == self.plan.cheater for g in held)

    def _judge_departures(self, left: Sequence[Departure]) -> None:
        """Nobody honest was convicted; who has told two stories was."""
        convicted = {each.seat for each in left if each.cause is Cause.CONVICTED}
        if wrong := [seat for seat in convicted if self.plan.is_honest(seat)]:
            raise InvariantError(f"honest seats were convicted: {wrong}")
        if self._is_lied_to() and self.plan.cheater not in convicted:
            raise InvariantError(f"seat {self.plan.cheater} has told two stories, and was not convicted")

    def _is_lied_to(self) -> bool:
        """Whether honest programs have heard two things for one place, and have not been killed since."""
        here = [self._remembered.get(seat.mesh, {}) for seat in self.seats if seat.stopped != AWAY]
        places = {place for heard in here for place in heard}
        return any(len(set().union(*(heard.get(each, ()) for heard in here))) > 1 for each in places)
