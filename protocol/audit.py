"""The audit: replays a game transcript through the same table, and says what holds and what does not.

It needs no key and trusts no player. Every finding names one of the `OBLIGATIONS`, the slot, and the seat
where one is to blame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from protocol.bluffs import Bluffs
from protocol.crypto.claims import Claim, verify_claims
from protocol.departures import Departure, departures
from protocol.errors import ProofError, RemoteError, WireError
from protocol.obligations import OBLIGATION_OF
from protocol.reports import Counts, Finding, Report, Verdict
from protocol.rules.happenings import RoundEnded
from protocol.rules.needs import Over
from protocol.sentences import Sentence, sentence
from protocol.table.frame import open_table
from protocol.table.phases import Racing, Shuffling
from protocol.table.removal import apply_removal, read_removal
from protocol.table.state import TableState
from protocol.table.table import apply, expected, finished
from protocol.transcript.contribution import Contribution, receive_contribution
from protocol.transcript.file import (
    SlotRecord,
    Source,
    read_opening,
    read_slots,
)
from protocol.wire.removal import RemovalRecord

# Deferred claims are verified in one sum: those of a whole round, unless it takes so much room in the file.
_BYTES_AT_ONCE = 2 * 2**20

Progress = Callable[[int], None]
Onlooker = Callable[[TableState, TableState], None]
"""Is shown the table before and after every slot as it is read: what it saw holds if the verdict says so."""


def audit_transcript(
    source: Source, progress: Progress | None = None, onlooker: Onlooker | None = None
) -> Report:
    """Check a whole transcript; never raises for what the file holds. `progress` is told the slots done."""
    counted = _Counted(source)
    try:
        proposal, data = read_opening(counted)
    except WireError as error:
        return Report(Verdict.UNREADABLE, (Finding(1, error.sentence),), Counts(bytes=counted.bytes))
    names = tuple(entry.name for entry in proposal.seats)
    try:
        state = open_table(data)
    except WireError as error:
        return Report(Verdict.FAULT, (Finding(2, error.sentence),), Counts(bytes=counted.bytes), names)
    return _Audit(state, progress, onlooker).run(counted)


class _Counted:
    """A source that knows how much was read of it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.bytes = 0

    def read(self, size: int, /) -> bytes:
        data = self._source.read(size)
        self.bytes += len(data)
        return data


class _Audit:
    def __init__(self, state: TableState, progress: Progress | None, onlooker: Onlooker | None) -> None:
        self.state = state
        self.progress = progress
        self.onlooker = onlooker
        self.counts = Counts(records=2)
        self.unverified: list[Claim] = []
        self.before: TableState = state
        self.replayed: list[dict[int, Contribution]] = []
        self.replayed_bytes = 0
        self.bluffs = Bluffs()
        self.departures: list[Departure] = []

    def run(self, source: _Counted) -> Report:
        report = self._run(source)
        report.counts.bytes = source.bytes
        return report

    def _run(self, source: Source) -> Report:
        try:
            for record in read_slots(source):
                self.counts.records += 1
                if finished(self.state):
                    raise _fault(1, sentence("the file goes on after the end of the game"), None)
                if isinstance(record, RemovalRecord):
                    self._removal(record)
                else:
                    self._slot(record)
            self._settle()
        except _Fault as fault:
            return self._report(Verdict.FAULT, self._settled_or(fault.finding))
        except WireError as error:
            finding = self._settled_or(Finding(1, error.sentence, self.state.slot))
            return self._report(Verdict.FAULT, finding)
        if not finished(self.state):
            names = ", ".join(self._name(seat) for seat in expected(self.state).seats)
            waits = sentence("the game is unfinished: it waits for {names}", names=names)
            return self._report(Verdict.UNFINISHED, Finding(12, waits, self.state.slot))
        return self._report(Verdict.CLEAN, None)

    def _slot(self, record: SlotRecord) -> None:
        said = {each.statement.seat: each for each in map(self._received, record.contributions)}
        seats = expected(self.state).seats
        if tuple(said) != seats or len(record.contributions) != len(seats):
            due = sentence(
                "the slot should hold contributions of seats {seats}", seats=", ".join(map(str, seats))
            )
            raise _fault(5, due, self.state.slot)
        self.counts.races += isinstance(self.state.phase, Racing)
        self.replayed.append(said)
        self.replayed_bytes += sum(map(len, record.contributions))
        before = self.state
        self._apply(said, self.unverified.extend)
        self._saw(before, said)
        full = self.replayed_bytes >= _BYTES_AT_ONCE and not isinstance(self.state.phase, Shuffling)
        if full or before.rules.round != self.state.rules.round:
            self._settle()

    def _removal(self, record: RemovalRecord) -> None:
        """A slot that votes have filled. What comes before is settled first: grounds may be judged there."""
        self._settle()
        before = self.state
        try:
            removal = read_removal(before, record)
            self.state = self.before = apply_removal(before, removal)
        except (WireError, ProofError) as error:
            raise _fault(14, error.sentence, before.slot) from error
        self.departures += departures(before, removal)
        self.counts.removals += 1
        self.counts.votes += len(removal.votes) + len(removal.named)
        self.counts.grounds += len(removal.grounds)
        self._saw(before, {})

    def _saw(self, before: TableState, said: dict[int, Contribution]) -> None:
        """What else there is to a slot that has been applied."""
        after, counts = self.state, self.counts
        self.bluffs.see(before, after)
        if self.onlooker:
            self.onlooker(before, after)
        counts.links += len(said)
        counts.scores += sum(len(each.scores) for each in after.happenings if isinstance(each, RoundEnded))
        counts.ends += len(said) if finished(after) else 0
        if self.progress:
            self.progress(after.slot)

    def _received(self, data: bytes) -> Contribution:
        slot = self.state.slot
        try:
            contribution = receive_contribution(self.state.proposal, self.state.table, data)
        except ProofError as error:
            wrong = sentence("a signature does not hold: {error}", error=error.sentence)
            raise _fault(3, wrong, slot) from error
        except WireError as error:
            raise _fault(3, error.sentence, slot) from error
        statement = contribution.statement
        if (statement.term, statement.slot) != (self.state.term, slot):
            wrong = sentence("a contribution was made for another slot")
            told = sentence("{name}: {fault}", name=self._name(statement.seat), fault=wrong)
            raise _fault(3, told, slot, statement.seat)
        self.counts.signatures += 1
        return contribution

    def _apply(self, said: dict[int, Contribution], verify: Callable[[Sequence[Claim]], None]) -> None:
        try:
            self.state = apply(self.state, said, verify)
        except RemoteError as error:
            raise _Fault(self._blame(error)) from error

    def _settle(self) -> None:
        """Verify what was deferred in one sum; if it fails, go through the same slots one by one."""
        try:
            verify_claims(self.unverified)
        except ProofError:
            self._name_culprit()
        self.unverified.clear()
        self.replayed.clear()
        self.replayed_bytes = 0
        self.before = self.state

    def _name_culprit(self) -> None:
        self.state = self.before
        for said in self.replayed:
            self._apply(said, verify_claims)

    def _settled_or(self, finding: Finding) -> Finding:
        """A fault in what was read before comes first."""
        try:
            self._settle()
        except _Fault as fault:
            return fault.finding
        return finding

    def _blame(self, error: RemoteError) -> Finding:
        """What `apply` refuses is proven; not so another head: that seat may itself have been lied to."""
        number = OBLIGATION_OF[error.obligation]
        blame = sentence("{name}: {fault}", name=self._name(error.seat), fault=error.sentence)
        return Finding(number, blame, error.slot, error.seat, proven=error.obligation != "head")

    def _name(self, seat: int) -> str:
        return self.state.proposal.seats[seat].name

    def _report(self, verdict: Verdict, finding: Finding | None) -> Report:
        checked, rules = self.state.checked, self.state.rules
        counts = self.counts
        counts.slots, counts.rounds, counts.seats = self.state.slot, rules.round, self.state.seats
        for name, amount in asdict(checked).items():
            setattr(counts, name, amount)
        opened = tuple(seat for seat, secret in enumerate(self.state.published) if secret is not None)
        counts.secrets = len(opened)
        over = rules.need if isinstance(rules.need, Over) else None
        return Report(
            verdict,
            (finding,) if finding else (),
            counts,
            tuple(entry.name for entry in self.state.proposal.seats),
            self.state.table,
            self.state.head,
            self.state.slot,
            rules.scores,
            over.winners if over else (),
            tuple(four for four in self.bluffs.settled(self.state) if four.slot < self.state.slot),
            opened,
            tuple(self.departures),
        )


class _Fault(Exception):  # noqa: N818  it carries a finding, it is not an error of ours
    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding.sentence))
        self.finding = finding


def _fault(obligation: int, words: Sentence, slot: int | None, seat: int | None = None) -> _Fault:
    return _Fault(Finding(obligation, words, slot, seat))
