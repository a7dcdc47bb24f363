"""Games that were played honestly: clean, with everything counted."""

from __future__ import annotations

import io
from dataclasses import asdict

import pytest

from protocol.audit import audit_transcript
from protocol.reports import Counts, Verdict
from protocol.rules.needs import Over
from protocol.table.phases import Racing, Shuffling
from protocol.table.table import expected, finished
from protocol.transcript.file import opening_frames
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Proposal
from tests.adversary.cheating import ended_game, quick_game
from tests.audit.colluding import audited, audited_both_ways
from tests.table.lively import Lively, lively


@pytest.fixture(scope="module")
def game() -> Lively:
    """Two seats, one round to the end, in which everything may happen."""
    table = lively(2, seed=7, options={"score": "one-round", "hand_size": "5"})
    table.run()
    return table


def test_an_honest_game_is_clean(game: Lively, monkeypatch: pytest.MonkeyPatch) -> None:
    report = audited_both_ways(game.transcript, monkeypatch)
    state = game.state
    assert report.verdict is Verdict.CLEAN
    assert report.findings == ()
    assert report.table == state.table
    assert report.head == state.head
    assert report.clean_to == state.slot == len(game.log)
    assert report.scores == state.rules.scores
    assert isinstance(state.rules.need, Over)
    assert report.winners == state.rules.need.winners
    assert report.names == ("Seat 0", "Seat 1")


def test_everything_is_counted(game: Lively) -> None:
    checked = game.state.checked
    signatures = sum(len(said) for said in game.log)
    assert audited(game.transcript).counts == Counts(
        records=2 + len(game.log),
        bytes=len(game.transcript),
        seats=2,
        slots=len(game.log),
        signatures=signatures,
        links=signatures,
        rounds=1,
        scores=2,
        ends=2,
        secrets=0,
        races=sum(isinstance(moment.state.phase, Racing) for moment in game.moments),
        **asdict(checked),
    )
    assert all(asdict(checked)[name] > 0 for name in ("keys", "signals", "steps"))
    epochs = sum(isinstance(moment.state.phase, Shuffling) for moment in game.moments)
    assert checked.shuffles > epochs >= 4  # joins shuffle hands as well


def test_progress_is_told(game: Lively) -> None:
    told: list[int] = []
    audit_transcript(io.BytesIO(game.transcript), told.append)
    assert told == list(range(1, len(game.log) + 1))


def test_an_audit_needs_nothing_but_the_file(game: Lively) -> None:
    """Neither a key nor a place in the file system: any source of bytes will do."""

    class Pieces:
        def __init__(self, data: bytes) -> None:
            self.data = data

        def read(self, size: int, /) -> bytes:
            piece, self.data = self.data[: min(size, 7)], self.data[min(size, 7) :]
            return piece

    assert audit_transcript(Pieces(game.transcript)).verdict is Verdict.CLEAN


def test_several_rounds_and_seats() -> None:
    table = lively(4, seed=3, options={"target": "60", "hand_size": "5", "challenge_shows": "everyone"})
    table.run()
    report = audited(table.transcript)
    assert report.verdict is Verdict.CLEAN
    assert report.counts.rounds == table.state.rules.round
    assert max(report.scores) >= 60


def test_a_game_that_stopped_is_unfinished_at_every_slot() -> None:
    """Cut between two slots: clean so far, and it says for whom the table waited."""
    game = ended_game()
    pieces = [opening_frames(game.proposal_data)]
    for number in range(len(game.log)):
        state = game.moments[number].state
        report = audited(b"".join(pieces))
        assert report.verdict is Verdict.UNFINISHED
        assert report.clean_to == number == report.counts.slots
        (finding,) = report.findings
        assert (finding.obligation, finding.slot, finding.proven) == (12, number, False)
        for seat in expected(state).seats:
            assert f"Seat {seat}" in str(finding.sentence)
        pieces.append(_frame_of(game.transcript, number))
    assert audited(b"".join(pieces)).verdict is Verdict.CLEAN


def _frame_of(transcript: bytes, slot: int) -> bytes:
    at = 0
    for _ in range(2 + slot):
        at += 4 + int.from_bytes(transcript[at : at + 4], "big")
    return transcript[at : at + 4 + int.from_bytes(transcript[at : at + 4], "big")]


def test_an_end_without_its_signatures_is_unfinished() -> None:
    """The last card is laid and counted, but not everybody has signed the end."""
    game = quick_game()
    assert finished(game.state)
    whole = game.transcript
    report = audited(whole[: -len(_frame_of(whole, len(game.log) - 1))])
    assert report.verdict is Verdict.UNFINISHED
    assert report.winners == (0,)
    assert report.findings[0].obligation == 12


def test_names_of_the_file_are_those_of_the_proposal() -> None:
    """A name is what its seat signed; an audit shows it and believes nothing."""
    proposal = decode(ended_game().proposal_data, Proposal)
    assert audited(opening_frames(encode(proposal))).names == tuple(entry.name for entry in proposal.seats)
