"""Files made from a whole game by one change each, and what the audit says of them."""

from __future__ import annotations

import base64
import dataclasses
import io
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from protocol.audit import audit_transcript
from protocol.crypto import claims
from protocol.errors import ProtocolError, RemoteError
from protocol.reports import Report, Verdict
from protocol.table.table import apply
from protocol.transcript.contribution import receive_contribution, sign_contribution
from protocol.transcript.file import SlotRecord
from protocol.wire import schema
from protocol.wire.codec import decode, encode
from protocol.wire.framing import frame
from protocol.wire.messages import Body, Statement
from tests.table.removals import Voted
from tests.verifier.small_games import Small

_BODIES = tuple(each.kind for each in schema._messages.values() if issubclass(each.kind, Body))
CODES = {Verdict.CLEAN: 0, Verdict.UNFINISHED: 1, Verdict.FAULT: 1, Verdict.UNREADABLE: 2}
Json = dict[str, Any]


class Changer:
    """Makes one change in one record of a game; that record is then the last one."""

    def __init__(self, name: str, game: Voted) -> None:
        self.name, self.game = name, game
        self.records = list(payloads(game.transcript))

    def says(self, what: str, kind: type[Body], change: Callable[[Any], Body], nth: int = 0) -> Json:
        """In the nth body of a kind a seat says something else, and signs it."""
        slot, seat, body = self.bodies(kind)[nth]
        return self.signs(what, slot, seat, body=encode(change(body)))

    def signs(self, what: str, slot: int, signer: int, **changed: Any) -> Json:
        """A seat signs another statement."""
        said = []
        for each in self.contributions(slot):
            data = each.data
            if each.statement.seat == signer:
                statement: Statement = dataclasses.replace(each.statement, **changed)
                data = sign_contribution(self.game.secrets[signer].identity, statement).data
            said.append(data)
        return self.holds(what, slot, encode(SlotRecord(tuple(said))))

    def contributions(self, slot: int) -> Any:
        entry = self.game.entries[slot]
        assert isinstance(entry, list)
        return entry

    def all_bodies(self) -> list[tuple[int, int, Any]]:
        """Slot, seat and body."""
        return [
            (slot, each.statement.seat, decode(each.statement.body, *_BODIES))
            for slot, entry in enumerate(self.game.entries)
            if isinstance(entry, list)
            for each in entry
        ]

    def bodies(self, kind: type[Body]) -> list[tuple[int, int, Any]]:
        """All of a kind."""
        return [each for each in self.all_bodies() if isinstance(each[2], kind)]

    def holds(self, what: str, slot: int, payload: bytes) -> Json:
        """Another record stands where a slot stood."""
        return self.ends(what, slot + 2, frame(payload))

    def ends(self, what: str, record: int, then: bytes) -> Json:
        """From a record on the file holds these bytes."""
        kept = b"".join(frame(each) for each in self.records[:record])
        return {
            "name": f"{self.name}: {what}",
            "made_from": self.name,
            "record": record,
            "then": base64.b64encode(then).decode(),
            **found(audit_transcript(io.BytesIO(kept + then))),
        }


def broken(game: Small, case: Json) -> str | None:
    """What the table refuses in the records of a case, by its name in table.md, 11."""
    slot = case["record"] - 2
    if not 0 <= slot < len(game.before):
        return None
    state = game.before[slot]
    try:
        for payload in payloads(base64.b64decode(case["then"])):
            said = [
                receive_contribution(state.proposal, state.table, each)
                for each in decode(payload, SlotRecord).contributions
            ]
            state = apply(state, {each.statement.seat: each for each in said})
    except RemoteError as error:
        return error.obligation
    except ProtocolError:
        pass  # these are no contributions to this slot: no seat has broken anything
    return None


@contextmanager
def proofs_remembered() -> Generator[None]:
    """A proof that has held is believed when it comes again, in the file that is made from this one.

    A claim's digest covers its place, its statement and its proof.
    """
    held: set[bytes] = set()
    hold_together = claims._hold_together

    def remembering(batch: Sequence[claims.Claim]) -> bool:
        new = [claim for claim in batch if claim.digest() not in held]
        if new and not hold_together(new):
            return False
        held.update(claim.digest() for claim in new)
        return True

    with mock.patch.object(claims, "_hold_together", remembering):
        yield


def found(report: Report) -> Json:
    """What an audit says, as far as vectors say it."""
    finding = report.findings[0] if report.findings else None
    readable = report.verdict is not Verdict.UNREADABLE
    return {
        "code": CODES[report.verdict],
        "slot": report.clean_to,
        "obligation": finding.obligation if finding and readable else None,
        "seat": finding.seat if finding else None,
    }


def payloads(data: bytes) -> Iterator[bytes]:
    """The records of a file."""
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 4 + size]
        at += 4 + size
