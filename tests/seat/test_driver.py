"""Seats that drive themselves over real links: they finish, agree, and say why when they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.seat.driver import TableStoppedError
from protocol.audit import Verdict, audit_transcript
from protocol.rules.ruleset import RuleSet
from tests.seat.peers import play, seats_for

ONE_ROUND = RuleSet.preset("classic").with_options({"rounds": 1})


@pytest.mark.parametrize("star", [False, True], ids=["full mesh", "star"])
async def test_seats_finish_a_round_with_identical_clean_transcripts(tmp_path: Path, star: bool) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 4)
    await play(seats, star=star)
    assert [seat.error for seat in seats] == [None] * 4
    files = [seat.outcome.transcript for seat in seats if seat.outcome]
    assert len({path.read_bytes() for path in files}) == 1
    with files[0].open("rb") as source:
        report = audit_transcript(source)
    assert report.verdict is Verdict.CLEAN


async def test_a_seat_that_leaves_stops_the_others_with_its_name(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    seats[1].recorder.at_slot(5, seats[1].controls.leaving.set)
    await play(seats)
    assert seats[1].error is None
    assert seats[1].outcome is not None
    assert seats[1].outcome.left
    for other in (seats[0], seats[2]):
        assert isinstance(other.error, TableStoppedError)
        assert "Seat 1 has left the table" in str(other.error)


async def test_chat_reaches_everybody_once(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    seats[2].recorder.at_slot(5, lambda: seats[2].controls.say("good luck"))
    await play(seats, star=True)
    assert [seat.recorder.chats for seat in seats] == [[(2, "good luck")], [(2, "good luck")], []]
