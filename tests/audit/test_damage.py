"""Files that were damaged or tampered with: never clean, never a traceback."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from p2puno.seat import bots
from protocol import audit
from protocol.audit import audit_transcript
from protocol.reports import Report, Verdict
from protocol.transcript.contribution import Contribution
from protocol.transcript.file import FORMAT, Header, SlotRecord, opening_frames, slot_frame
from protocol.wire.codec import decode, encode
from protocol.wire.framing import frame
from tests.adversary.cheating import guilty_game, quick_game
from tests.audit.colluding import Remembering, audited
from tests.table.simulation import Simulation, proposal_for

GAME = quick_game()
DATA = GAME.transcript
SLOTS = len(GAME.log)


@pytest.fixture(scope="module", autouse=True)
def remembering() -> Iterator[None]:
    """All these files share most of their proofs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit, "verify_claims", Remembering())
        yield


@cache
def starts() -> tuple[int, ...]:
    """Where each record begins, and where the file ends."""
    places, at = [], 0
    while at < len(DATA):
        places.append(at)
        at += 4 + int.from_bytes(DATA[at : at + 4], "big")
    return (*places, len(DATA))


def slot_at(place: int) -> int | None:
    """The slot that a byte belongs to; None for header and proposal."""
    record = max(n for n, start in enumerate(starts()) if start <= place)
    return record - 2 if record >= 2 else None


def flipped(place: int, bit: int) -> bytes:
    return DATA[:place] + bytes([DATA[place] ^ 1 << bit]) + DATA[place + 1 :]


def check(place: int, report: Report) -> None:
    """The fault is found where it is: everything before it is clean, and it is nobody's proven guilt."""
    slot = slot_at(place)
    assert report.verdict in {Verdict.FAULT, Verdict.UNREADABLE}
    (finding,) = report.findings
    assert str(finding.sentence)
    assert not finding.proven
    if slot is not None:
        assert report.verdict is Verdict.FAULT
        assert (finding.slot, report.clean_to) == (slot, slot)
        assert finding.obligation in {1, 3, 5}


def test_the_game_itself_is_clean() -> None:
    assert audited(DATA).verdict is Verdict.CLEAN
    assert len(starts()) == SLOTS + 3


def test_every_97th_byte_changed() -> None:
    rng = random.Random(97)
    for place in range(0, len(DATA), 97):
        check(place, audited(flipped(place, rng.randrange(8))))


def test_every_byte_of_the_first_records_and_of_the_last_changed() -> None:
    rng = random.Random(1)
    for place in (*range(starts()[2] + 4), *range(starts()[-2], len(DATA))):
        check(place, audited(flipped(place, rng.randrange(8))))


@pytest.mark.parametrize("step", [1009])
def test_cut_off_anywhere(step: int) -> None:
    """Between two records it is an unfinished game, inside one it is damaged."""
    for length in (*range(0, len(DATA), step), *starts(), *(start + 3 for start in starts()[:-1])):
        report = audited(DATA[:length])
        if length == len(DATA):
            assert report.verdict is Verdict.CLEAN
        elif length in starts()[2:]:
            assert report.verdict is Verdict.UNFINISHED
        elif length < starts()[2]:
            assert report.verdict is Verdict.UNREADABLE
        else:
            assert report.verdict is Verdict.FAULT
            assert report.findings[0].obligation == 1
            assert report.clean_to == slot_at(length)


@pytest.mark.parametrize("more", [b"\0", b"\n", frame(b"x"), slot_frame(GAME.log[-1]), DATA, bytes(100_000)])
def test_something_behind_the_end(more: bytes) -> None:
    report = audited(DATA + more)
    assert report.verdict is Verdict.FAULT
    assert report.findings[0].obligation == 1
    assert report.clean_to == SLOTS


def records() -> list[bytes]:
    places = starts()
    return [DATA[start:end] for start, end in pairwise(places)]


def rewritten(slots: list[bytes]) -> Report:
    return audited(opening_frames(GAME.proposal_data) + b"".join(slots))


def test_slots_exchanged_left_out_or_doubled() -> None:
    slots = records()[2:]
    for at in range(0, SLOTS - 1, 3):
        exchanged = [*slots[:at], slots[at + 1], slots[at], *slots[at + 2 :]]
        without = [*slots[:at], *slots[at + 1 :]]
        doubled = [*slots[: at + 1], *slots[at:]]
        for changed, place in ((exchanged, at), (without, at), (doubled, at + 1)):
            report = rewritten(changed)
            assert report.verdict is Verdict.FAULT
            assert report.clean_to == place
            (finding,) = report.findings
            assert finding.obligation in {3, 5}
            assert finding.seat is None or report.names[finding.seat] in str(finding.sentence)


def with_slot(at: int, contributions: list[Contribution]) -> Report:
    slots = records()[2:]
    return rewritten([*slots[:at], slot_frame(contributions), *slots[at + 1 :]])


def test_contributions_left_out_exchanged_doubled_or_added() -> None:
    for at in (0, 1, SLOTS - 1):
        one, two = GAME.log[at]
        for changed in ([one], [two], [two, one], [one, one], [one, two, two], [one, two, one]):
            report = with_slot(at, changed)
            assert report.verdict is Verdict.FAULT
            assert (report.findings[0].obligation, report.clean_to) == (5, at)
    at = next(n for n, said in enumerate(GAME.log) if len(said) == 1)
    report = with_slot(at, [*GAME.log[at], *GAME.log[at - 1]][:2])
    assert report.findings[0].obligation in {3, 5}


def test_two_games_spliced() -> None:
    """The beginning of one game with the end of another: the same rules, other players or another deal."""
    other = guilty_game().transcript
    assert audited(DATA[: starts()[10]] + other[len(other) // 2 :]).verdict is Verdict.FAULT
    again = Simulation.new(2, GAME.state.rules.ruleset, seed=77, twin=True)
    again.run(20)
    for at in (2, 9, 15):
        foreign = again.transcript
        report = rewritten([*records()[2 : 2 + at], *_slots(foreign)[at:]])
        assert report.verdict is Verdict.FAULT
        assert (report.findings[0].obligation, report.clean_to) == (3, at)


def test_another_ending_by_the_same_players() -> None:
    """The same table and keys, but from some slot on another story: heads tell the pieces apart."""
    fork = GAME.copy()
    fork.moments = GAME.moments[:12]
    fork.states, fork.secrets = [GAME.moments[12].state] * 2, list(GAME.moments[12].secrets)
    fork.rng, fork.choosers = random.Random(5), [bots.greedy] * 2
    for _ in range(4):
        fork.step()
    for at in range(13, 16):
        if fork.log[12:at] == GAME.log[12:at]:
            continue
        slots = [slot_frame(said) for said in [*GAME.log[:at], *fork.log[at:]]]
        report = rewritten(slots)
        assert report.verdict is Verdict.FAULT
        assert report.clean_to == at
        (finding,) = report.findings
        assert finding.obligation in {4, 5}
        assert not finding.proven  # who told whom another story is not in this file


def _slots(transcript: bytes) -> list[bytes]:
    found, at = [], 0
    while at < len(transcript):
        end = at + 4 + int.from_bytes(transcript[at : at + 4], "big")
        found.append(transcript[at:end])
        at = end
    return found[2:]


def test_another_proposal_over_the_same_slots() -> None:
    """Other rules for a game that was played: every signature names another table."""
    other, _ = proposal_for(2, GAME.state.rules.ruleset.with_options({"target": "300"}))
    report = audited(opening_frames(other) + b"".join(records()[2:]))
    assert report.verdict is Verdict.FAULT
    assert (report.findings[0].obligation, report.findings[0].slot) == (3, 0)


@pytest.mark.parametrize(
    "header",
    [
        Header(FORMAT, 1),
        Header(FORMAT, 200),
        Header("p2puno game transcripT", 2),
        Header("something else", 2),
    ],
)
def test_another_format_or_version(header: Header) -> None:
    report = audited(frame(encode(header)) + DATA[starts()[1] :])
    assert report.verdict is Verdict.UNREADABLE
    assert report.findings[0].obligation == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        bytes(1000),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"#!/bin/sh\necho\n",
        "Привет\n".encode(),
        b"\xff" * 64,
    ],
)
def test_foreign_files(data: bytes) -> None:
    report = audited(data)
    assert report.verdict is Verdict.UNREADABLE
    assert report.table == b""


def test_nonsense_in_the_place_of_a_contribution() -> None:
    for nonsense in (b"\0", b"\x93\x03\xc4\x00\xc4\x00", GAME.proposal_data, GAME.log[0][0].statement.body):
        slots = records()[2:]
        slots[4] = frame(encode(SlotRecord((nonsense,))))
        report = rewritten(slots)
        assert report.verdict is Verdict.FAULT
        assert (report.findings[0].obligation, report.clean_to) == (3, 4)
    assert isinstance(decode(records()[6][4:], SlotRecord), SlotRecord)


def test_random_bytes_after_a_good_beginning() -> None:
    """Many of them, from a seed: no exception, no endless loop, no large memory."""
    rng = random.Random(4)
    for _ in range(60):
        start = starts()[rng.randrange(2, 8)]
        report = audit_transcript(io.BytesIO(DATA[:start] + rng.randbytes(rng.randrange(1, 300))))
        assert report.verdict is Verdict.FAULT
        assert report.findings[0].obligation == 1
