"""Files made from whole games by one change each, and what the audit says of them."""

from __future__ import annotations

import base64
import dataclasses
import io
from collections.abc import Callable, Iterator
from typing import Any

from protocol.audit import audit_transcript
from protocol.reports import Report, Verdict
from protocol.transcript.contribution import sign_contribution
from protocol.transcript.file import Header, SlotRecord
from protocol.wire import schema
from protocol.wire.codec import decode, encode
from protocol.wire.framing import frame
from protocol.wire.messages import (
    Body,
    Complain,
    OpenHand,
    Proposal,
    Publish,
    Satisfied,
    Shuffle,
    Statement,
    Unmask,
)
from protocol.wire.moves import Pass, Play
from protocol.wire.races import RaceOrder
from protocol.wire.removal import RemovalRecord
from protocol.wire.sharing import Complaint, Receipt, SharedShuffle, Shares
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

    def signs(self, what: str, slot: int, seat: int, **changed: Any) -> Json:
        """A seat signs another statement."""
        said = []
        for each in self.contributions(slot):
            data = each.data
            if each.statement.seat == seat:
                statement: Statement = dataclasses.replace(each.statement, **changed)
                data = sign_contribution(self.game.secrets[seat].identity, statement).data
            said.append(data)
        return self.holds(what, slot, encode(SlotRecord(tuple(said))))

    def contributions(self, slot: int) -> Any:
        entry = self.game.entries[slot]
        assert isinstance(entry, list)
        return entry

    def bodies(self, kind: type[Body]) -> list[tuple[int, int, Any]]:
        """Slot, seat and body, of all of a kind."""
        bodies = [
            (slot, each.statement.seat, decode(each.statement.body, *_BODIES))
            for slot, entry in enumerate(self.game.entries)
            if isinstance(entry, list)
            for each in entry
        ]
        return [each for each in bodies if isinstance(each[2], kind)]

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


def changed(name: str, game: Small) -> Iterator[Json]:
    """All files that are made from one of the games."""
    change = Changer(name, game)
    if name == "kids":
        yield from _damaged(change)
        yield from _lied(change, SharedShuffle)
        yield from _shared(change)
    elif name == "left":
        yield from _voted(change)
    else:
        yield from _lied(change, Shuffle)
    if name == "classic":
        yield change.says("a challenger complains with a key that is not its own", Satisfied, _complains)
    if name == "party":
        yield change.says("a race has another order than committed to", RaceOrder, _turned)


def _damaged(change: Changer) -> Iterator[Json]:
    """What anybody who has the file can do."""
    records, end = change.records, len(change.records)
    first, second = (change.contributions(slot)[0] for slot in (0, 1))
    twice = decode(records[1], Proposal)
    twice = dataclasses.replace(twice, seats=(twice.seats[0], twice.seats[0], *twice.seats[2:]))
    unruly = dataclasses.replace(decode(records[1], Proposal), rules=())
    foreign = dataclasses.replace(decode(records[0], Header), version=200)
    forged = first.data[:-1] + bytes([first.data[-1] ^ 1])
    rest = [each.data for each in change.contributions(0)[1:]]
    yield change.ends("nothing is changed, but it ends before the end", 9, b"")
    yield change.ends("it ends in the middle of a record", 9, frame(records[9])[:-1])
    yield change.ends("its last record stands there twice", end, frame(records[-1]))
    yield change.ends("it is of a version to come", 0, frame(encode(foreign)) + frame(records[1]))
    yield change.ends("one identity sits at two seats", 1, frame(encode(twice)))
    yield change.ends(
        "the proposal has other rules than were signed", 1, frame(encode(unruly)) + frame(records[2])
    )
    yield change.holds("a signature is another", 0, encode(SlotRecord((forged, *rest))))
    yield change.holds("a contribution is from the next slot", 0, encode(SlotRecord((second.data, *rest))))
    yield change.holds("a contribution is missing", 0, encode(SlotRecord(tuple(rest))))
    yield change.signs("a seat continues another story", 1, 1, head=bytes(32))
    yield change.signs("a seat says what does not belong there", 2, 1, body=encode(Pass(b"")))


def _lied(change: Changer, shuffle: type[Body]) -> Iterator[Json]:
    """What a seat that has its key can do."""
    yield change.says("two elements of a pile change places", shuffle, _pile_turned)
    yield change.says("an element is unmasked as another", Unmask, _unmasked_as_another)
    yield change.says("another card is laid", Play, _another_card)
    yield change.says("a seat passes", Play, lambda _: Pass(b""), 1)
    yield change.says("two cards of an opened hand change places", OpenHand, _hand_turned, _longest(change))


def _shared(change: Changer) -> Iterator[Json]:
    key = change.bodies(SharedShuffle)[0][2].key
    yield change.says("a share has another image", Shares, _another_image)
    yield change.says("a seat complains with a key that is not its own", Receipt, _complaint, 1)
    yield change.says(
        "a seat publishes a key of another", SharedShuffle, lambda body: _with_key(body, key), 1
    )
    yield change.says("a seat publishes another secret", Publish, lambda _: Publish(bytes(32)), 1)


def _voted(change: Changer) -> Iterator[Json]:
    slot = next(at for at, entry in enumerate(change.game.entries) if isinstance(entry, RemovalRecord))
    record = change.game.entries[slot]
    assert isinstance(record, RemovalRecord)
    few, bare = dataclasses.replace(record, votes=record.votes[1:]), dataclasses.replace(record, grounds=())
    late = dataclasses.replace(record, votes=record.votes[::-1])
    yield change.holds("a vote is missing", slot, encode(few))
    yield change.holds("the goodbye is missing", slot, encode(bare))
    yield change.holds("votes stand in another order", slot, encode(late))
    yield change.holds("a removal stands a slot later", slot + 1, encode(record))
    yield change.says("a stripped element is another", Unmask, _unmasked_as_another, _stripped(change, slot))


# --- changes ------------------------------------------------------------------------------------------------


def _turned(body: RaceOrder) -> RaceOrder:
    return dataclasses.replace(body, order=body.order[::-1] if len(body.order) > 1 else ())


def _pile_turned(body: Any) -> Any:
    return dataclasses.replace(body, pile=(body.pile[1], body.pile[0], *body.pile[2:]))


def _unmasked_as_another(body: Unmask) -> Unmask:
    return dataclasses.replace(body, elements=(body.proof[:33], *body.elements[1:]))


def _another_card(body: Play) -> Play:
    (card,) = body.cards
    return dataclasses.replace(body, cards=(dataclasses.replace(card, card=(card.card + 1) % 36),))


def _hand_turned(body: OpenHand) -> OpenHand:
    return dataclasses.replace(body, cards=(body.cards[1], body.cards[0], *body.cards[2:]))


def _another_image(body: Shares) -> Shares:
    first, *rest = body.shares
    return Shares((dataclasses.replace(first, image=rest[0].image), *rest))


def _complaint(_body: Receipt) -> Receipt:
    return Receipt((Complaint(0, bytes(31) + b"\1"),))


def _complains(_body: Satisfied) -> Complain:
    return Complain(bytes(31) + b"\1")


def _with_key(body: SharedShuffle, key: bytes) -> SharedShuffle:
    return dataclasses.replace(body, receptions=(key, *body.receptions[1:]))


def _longest(change: Changer) -> int:
    """The hand with most cards, among those that are opened."""
    hands = [len(body.cards) for _, _, body in change.bodies(OpenHand)]
    return hands.index(max(hands))


def _stripped(change: Changer, slot: int) -> int:
    """The first unmasking after a removal and its acknowledgement: a share that is applied."""
    return next(nth for nth, (at, _, _) in enumerate(change.bodies(Unmask)) if at > slot)
