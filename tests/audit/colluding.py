"""A table whose seats agree to overlook each other's lies: what it leaves is a transcript with a false proof.

Every signature in it is good, and every seat went on as if the proof had held. Only an audit can tell.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from protocol import audit
from protocol.audit import audit_transcript
from protocol.crypto.claims import Claim, verify_claims
from protocol.reports import Report
from protocol.table.table import PHASES, apply
from protocol.transcript.contribution import Contribution
from protocol.wire.codec import decode
from protocol.wire.messages import Body
from tests.adversary.cheating import forge
from tests.table.rigged import Arranged
from tests.table.simulation import Moment

Lie = Callable[[Moment, int, Body], Body | bytes | None]


@dataclass
class Colluding(Arranged):
    """`lie` may replace what a seat says; nobody verifies a proof. `lied` is where it did."""

    lie: Lie = lambda _moment, _seat, _body: None
    lied: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def like(cls, table: Arranged, lie: Lie) -> Colluding:
        """The same table at the same moment, with one who may lie from now on."""
        return cls(
            table.proposal_data,
            list(table.secrets),
            list(table.states),
            table.rng,
            list(table.choosers),
            twin=True,
            moments=list(table.moments),
            lie=lie,
        )

    def apply(self, contributions: dict[int, Contribution]) -> None:
        moment = Moment(self.state, tuple(self.secrets), contributions)
        allowed = PHASES[type(self.state.phase)].bodies
        said = dict(contributions)
        for seat, honest in contributions.items():
            other = self.lie(moment, seat, decode(honest.statement.body, *allowed))
            if other is not None:
                said[seat] = forge(moment, seat, other)
                self.lied.append((self.state.slot, seat))
        self.moments.append(Moment(self.state, moment.secrets, said))
        self.states = [apply(self.state, said, overlook)] * len(self.states)
        self.happened += self.state.happenings
        self.secrets = [secret.for_round(self.state.rules.round) for secret in self.secrets]


def overlook(_claims: Sequence[Claim]) -> None:
    """Verifies nothing."""


def audited(transcript: bytes) -> Report:
    return audit_transcript(io.BytesIO(transcript))


def audited_both_ways(transcript: bytes, monkeypatch: pytest.MonkeyPatch) -> Report:
    """In batches as it is done, and slot by slot: the answer must be the same to the last field."""
    batched = audited(transcript)
    with monkeypatch.context() as patch:
        patch.setattr(audit, "_BYTES_AT_ONCE", 0)
        single = audited(transcript)
    with monkeypatch.context() as patch:
        patch.setattr(audit, "_BYTES_AT_ONCE", 10**12)
        once = audited(transcript)
    for other in (single, once):
        assert other.verdict is batched.verdict
        assert other.findings == batched.findings
        assert other.clean_to == batched.clean_to
        assert other.head == batched.head
        assert other.scores == batched.scores
    return batched


class Remembering:
    """`verify_claims`, but what has held once is not computed again: for audits of nearly equal files."""

    def __init__(self) -> None:
        self.held: set[bytes] = set()

    def __call__(self, claims: Sequence[Claim]) -> None:
        digests = [claim.digest() for claim in claims]
        if not self.held.issuperset(digests):
            verify_claims(claims)
            self.held.update(digests)
