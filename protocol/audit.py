"""The audit: replays a game transcript through the same table, and says what holds and what does not.

It needs no key and trusts no player. `OBLIGATIONS` are numbered as in specs/audit.md; every finding names one
of them, the slot, and the seat where one is to blame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from protocol.bluffs import Bluffs, WildFour
from protocol.crypto.claims import Claim, verify_claims
from protocol.errors import ProofError, RemoteError, WireError
from protocol.rules.needs import Over
from protocol.sentences import Sentence, mark, sentence
from protocol.table.frame import open_table
from protocol.table.phases import Racing, Shuffling
from protocol.table.state import TableState
from protocol.table.table import apply, expected, finished
from protocol.transcript.contribution import Contribution, receive_contribution
from protocol.transcript.file import (
    SlotRecord,
    Source,
    read_opening,
    read_slots,
)
from protocol.wire.messages import Proposal

OBLIGATIONS: Mapping[int, str] = {
    1: mark("the file is a sequence of complete records in their only encoding"),
    2: mark("the table is one that seats could agree to: version, rules, distinct identities"),
    3: mark("every contribution is signed by its seat, for its place at this table"),
    4: mark("every contribution continues the one story before it"),
    5: mark("every slot holds what the table waited for, from the seats it waited for"),
    6: mark("every shuffle is a permutation of what was there, under a fresh key"),
    7: mark("every mask was taken off where and for whom the log says"),
    8: mark("every card that was laid or opened is the card that was dealt or drawn"),
    9: mark("every challenge was answered by a proof of guilt or of innocence, and every duty was proved"),
    10: mark("every race was ordered as its witnesses saw it"),
    11: mark("every move follows the rules, and so do points and results"),
    12: mark("every seat has signed the end of the game"),
    13: mark("every secret that was published is the one that its seat's keys follow from"),
}
# What a `RemoteError` names, as a number.
OBLIGATION_OF = {
    "head": 4,
    "body": 5,
    "roster": 5,
    "shuffle": 6,
    "refresh": 6,
    "take": 6,
    "pool": 6,
    "fresh key": 6,
    "unmask": 7,
    "hand-over": 7,
    "lot": 7,
    "play": 8,
    "play-drawn": 8,
    "join": 8,
    "move-hand": 8,
    "open": 8,
    "discard": 8,
    "give": 8,
    "duel": 8,
    "answer": 9,
    "guilty": 9,
    "innocent": 9,
    "show": 9,
    "complaint": 9,
    "duty": 9,
    "fit": 9,
    "signal": 10,
    "order": 10,
    "move": 11,
    "publish": 13,
}
# Deferred claims are verified in one sum once there are so many; a chain of shuffles saves the most. Slots
# that claim nothing are not kept for ever either.
_CLAIMS_AT_ONCE = 64
_SLOTS_AT_ONCE = 256


class Verdict(Enum):
    """The answer in one word."""

    CLEAN = "clean"
    UNFINISHED = "unfinished"
    FAULT = "fault"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold. `proven` means that anybody with the file can check the blame."""

    obligation: int
    sentence: Sentence
    slot: int | None = None
    seat: int | None = None
    proven: bool = False


@dataclass(slots=True)
class Counts:
    """How much was checked."""

    slots: int = 0
    signatures: int = 0
    rounds: int = 0
    shuffles: int = 0
    unmaskings: int = 0
    openings: int = 0
    challenges: int = 0
    races: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found. `clean_to` is the number of slots, from the first on, that hold.

    fours: every Wild Draw Four that could be challenged. opened: the seats whose hands can be seen, because
    the table had agreed on open replay and they have published their secrets.
    """

    verdict: Verdict
    findings: tuple[Finding, ...]
    counts: Counts
    names: tuple[str, ...] = ()
    table: bytes = b""
    head: bytes = b""
    clean_to: int = 0
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    fours: tuple[WildFour, ...] = ()
    opened: tuple[int, ...] = ()


Progress = Callable[[int], None]


def audit_transcript(source: Source, progress: Progress | None = None) -> Report:
    """Check a whole transcript; never raises for what the file holds. `progress` is told the slots done."""
    try:
        proposal, data = read_opening(source)
    except WireError as error:
        return Report(Verdict.UNREADABLE, (Finding(1, error.sentence),), Counts())
    names = tuple(entry.name for entry in proposal.seats)
    try:
        state = open_table(data)
    except WireError as error:
        return Report(Verdict.FAULT, (Finding(2, error.sentence),), Counts(), names)
    return _Audit(state, proposal, progress).run(source)


class _Audit:
    def __init__(self, state: TableState, proposal: Proposal, progress: Progress | None) -> None:
        self.state = state
        self.proposal = proposal
        self.progress = progress
        self.counts = Counts()
        self.unverified: list[Claim] = []
        self.before: TableState = state
        self.replayed: list[dict[int, Contribution]] = []
        self.bluffs = Bluffs()

    def run(self, source: Source) -> Report:
        try:
            for record in read_slots(source):
                if finished(self.state):
                    raise _fault(1, sentence("the file goes on after the end of the game"), None)
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
        before = self.state
        self._apply(said, self.unverified.extend)
        self.bluffs.see(before, self.state)
        self.counts.slots += 1
        if self.progress:
            self.progress(self.counts.slots)
        full = len(self.unverified) >= _CLAIMS_AT_ONCE or len(self.replayed) >= _SLOTS_AT_ONCE
        if full and not isinstance(self.state.phase, Shuffling):
            self._settle()

    def _received(self, data: bytes) -> Contribution:
        slot = self.state.slot
        try:
            contribution = receive_contribution(self.proposal, self.state.table, data)
        except ProofError as error:
            wrong = sentence("a signature does not hold: {error}", error=error.sentence)
            raise _fault(3, wrong, slot) from error
        except WireError as error:
            raise _fault(3, error.sentence, slot) from error
        statement = contribution.statement
        if (statement.term, statement.slot) != (self.state.term, slot):
            wrong = sentence("a contribution was made for another slot")
            raise _fault(3, wrong, slot, statement.seat)
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
        self.before = self.state

    def _name_culprit(self) -> None:
        self.state = self.before
        self.counts.slots = self.state.slot
        for said in self.replayed:
            self._apply(said, verify_claims)
            self.counts.slots += 1

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
        return self.proposal.seats[seat].name

    def _report(self, verdict: Verdict, finding: Finding | None) -> Report:
        checked, rules = self.state.checked, self.state.rules
        counts = self.counts
        counts.rounds = rules.round
        counts.shuffles, counts.unmaskings = checked.shuffles, checked.unmaskings
        counts.openings, counts.challenges = checked.openings, checked.challenges
        over = rules.need if isinstance(rules.need, Over) else None
        return Report(
            verdict,
            (finding,) if finding else (),
            counts,
            tuple(entry.name for entry in self.proposal.seats),
            self.state.table,
            self.state.head,
            self.state.slot,
            rules.scores,
            over.winners if over else (),
            tuple(four for four in self.bluffs.settled(self.state) if four.slot < self.state.slot),
            tuple(seat for seat, secret in enumerate(self.state.published) if secret is not None),
        )


class _Fault(Exception):  # noqa: N818  it carries a finding, it is not an error of ours
    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding.sentence))
        self.finding = finding


def _fault(obligation: int, words: Sentence, slot: int | None, seat: int | None = None) -> _Fault:
    return _Fault(Finding(obligation, words, slot, seat))
