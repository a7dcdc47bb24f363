"""Seats that drive themselves over real links: they finish, agree, and say why when they cannot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2puno.net.mesh import Mesh
from p2puno.seat import ending
from p2puno.seat.chatter import CHAT_LINES
from protocol.audit import audit_transcript
from protocol.errors import WireError
from protocol.reports import Verdict
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import Choice
from protocol.table.happenings import Happening
from protocol.table.state import TableState
from protocol.table.table import contribute, finished
from protocol.table.view import View
from protocol.transcript.contribution import Contribution, sign_contribution
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Acknowledge, ChatSignal, Evidence, Shuffle, Signed, Statement
from tests.seat.peers import Recorder, Seat, play, seats_for
from tests.transparent import transparent_group

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


async def test_without_a_seat_that_leaves_the_others_play_on(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    seats[1].recorder.at_slot(5, seats[1].controls.leaving.set)
    await play(seats)
    assert seats[1].error is None
    assert seats[1].outcome is not None
    assert seats[1].outcome.left
    assert_ended_without(1, seats)


def assert_ended_without(gone: int, seats: Sequence[Seat]) -> None:
    """All others have come to the same end, which an audit confirms."""
    others = [seat for number, seat in enumerate(seats) if number != gone]
    assert [seat.error for seat in others] == [None] * len(others)
    files = {seat.outcome.transcript.read_bytes() for seat in others if seat.outcome}
    assert len(files) == 1
    with next(seat.outcome.transcript for seat in others if seat.outcome).open("rb") as source:
        report = audit_transcript(source)
    assert {finding.seat for finding in report.findings} <= {gone}
    assert gone in others[0].recorder.views[-1].rules.gone


async def test_who_goes_when_the_game_is_over_has_not_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its person does not wait until the others have the end; they get it all the same."""
    monkeypatch.setattr(ending, "FAREWELL_SECONDS", 0.1)  # nobody hears whether the hasty one has the end
    with transparent_group():
        _, seats = seats_for(ONE_ROUND, tmp_path, 2)
        hasty = seats[0]

        class Hasty(Recorder):
            def on_slot(self, view: View, happenings: Sequence[Happening]) -> None:
                if finished(hasty.driver._state):
                    hasty.controls.leaving.set()

        hasty.driver._observers = [Hasty()]
        await play(seats)
    assert [seat.error for seat in seats] == [None, None]
    outcomes = [seat.outcome for seat in seats if seat.outcome]
    assert [outcome.left for outcome in outcomes] == [False, False]
    assert len({outcome.transcript.read_bytes() for outcome in outcomes}) == 1


async def test_chat_reaches_everybody_once(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    seats[2].recorder.at_slot(5, lambda: seats[2].controls.say("good luck"))
    await play(seats, star=True)
    assert [seat.recorder.chats for seat in seats] == [[(2, "good luck")], [(2, "good luck")], []]


class TwoFacedMesh(Mesh):
    """Tells everybody else another story in one slot, and signs both."""

    second_story: Callable[[], bytes]
    slot: int

    def publish(self, payload: bytes) -> None:
        if _slot_of(payload) != self.slot:
            super().publish(payload)
            return
        first, *others = sorted(self.linked())
        self.send(first, payload)
        other_story = self.second_story()
        for peer in others:
            self.send(peer, other_story)


def _slot_of(payload: bytes) -> int | None:
    try:
        return decode(decode(payload, Signed).statement, Statement).slot
    except WireError:
        return None


async def test_a_seat_that_tells_two_stories_is_convicted_by_both_who_heard_them(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    liar = seats[0]
    mesh = TwoFacedMesh(liar.key, 1)
    mesh.slot = 3  # the liar's shuffle of the cut epoch
    mesh.second_story = lambda: contribute(liar.driver._state, liar.secrets, None, bytes(32)).data
    liar.mesh = liar.driver._mesh = liar.driver._talk._mesh = mesh
    liar.driver._talk.catch_up._mesh = mesh
    await play(seats)
    assert_ended_without(0, seats)
    for honest in seats[1:]:
        (told,) = [each for each in honest.recorder.notices if "broke the rules" in each]
        assert "Seat 0 broke the rules of the protocol in slot 3: told two stories" in told
        (evidence,) = honest.home.evidence.iterdir()
        pair = decode(evidence.read_bytes(), Evidence)
        assert _slot_of(pair.first) == _slot_of(pair.second) == 3
        assert pair.first != pair.second


async def test_a_false_proof_stops_the_table_and_names_its_seat(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    cheat = seats[2]
    honest_make = cheat.driver._desk.make

    def make(state: TableState, choice: Choice | None) -> Contribution:
        made = honest_make(state, choice)
        if made.statement.slot != 5:
            return made
        body = decode(made.statement.body, Shuffle)
        swapped = (body.pile[1], body.pile[0], *body.pile[2:])
        false = replace(made.statement, body=encode(replace(body, pile=swapped)))
        return sign_contribution(cheat.key, false)

    cheat.driver._desk.make = make  # type: ignore[method-assign]
    await play(seats)
    assert_ended_without(2, seats)
    for honest in seats[:2]:
        (told,) = [each for each in honest.recorder.notices if "broke the rules" in each]
        assert told.startswith("Seat 2 broke the rules of the protocol in slot 5")
        assert len(list(honest.home.evidence.iterdir())) == 1


async def test_a_false_story_told_to_one_seat_is_heard_by_all(tmp_path: Path) -> None:
    """Whoever refuses it tells the others, who were told something that holds."""
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    liar = seats[0]
    mesh = TwoFacedMesh(liar.key, 1)
    mesh.slot = 3  # the liar's shuffle of the cut epoch

    def nonsense() -> bytes:
        state = liar.driver._state
        false = Statement(state.table, state.term, state.slot, state.head, 0, encode(Acknowledge()))
        return sign_contribution(liar.key, false).data

    mesh.second_story = nonsense
    liar.mesh = liar.driver._mesh = liar.driver._talk._mesh = mesh
    liar.driver._talk.catch_up._mesh = mesh
    await play(seats)
    assert_ended_without(0, seats)
    for honest in seats[1:]:
        assert list(honest.home.evidence.iterdir())


class Alarm(list[str]):
    """Notices that ring at the first one."""

    def __init__(self) -> None:
        super().__init__()
        self.rung = trio.Event()

    def append(self, notice: str, /) -> None:
        super().append(notice)
        self.rung.set()


async def test_who_goes_on_after_another_past_is_said_to_be_waited_for(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    stray = seats[1]
    honest_make = stray.driver._desk.make

    def make(state: TableState, choice: Choice | None) -> Contribution:
        made = honest_make(state, choice)
        if made.statement.slot < 4:
            return made
        return sign_contribution(stray.key, replace(made.statement, head=bytes(32)))

    stray.driver._desk.make = make  # type: ignore[method-assign]
    alarms = Alarm(), Alarm()
    seats[0].recorder.notices, seats[2].recorder.notices = alarms
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, seats)
        for alarm in alarms:
            await alarm.rung.wait()
        stray.controls.leaving.set()
    for honest in (seats[0], seats[2]):
        assert (1,) in honest.recorder.waits
        assert honest.recorder.notices[0].startswith("Seat 1: goes on after another course of the game")


async def test_a_flood_of_chat_is_cut_off(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)

    def flood() -> None:
        voice, talk = seats[2].driver._voice, seats[2].driver._talk
        for number in range(100):
            talk.say(voice.sign(ChatSignal(f"line {number}")))

    seats[2].recorder.at_slot(5, flood)
    await play(seats)
    assert [seat.error for seat in seats] == [None] * 3
    for honest in seats[:2]:
        assert honest.recorder.chats == [(2, f"line {number}") for number in range(CHAT_LINES)]
        told = [notice for notice in honest.recorder.notices if "not every line" in notice]
        assert told == ["Seat 2: says too much at once: not every line is shown"]


async def test_nonsense_costs_a_link_and_the_game_goes_on(tmp_path: Path) -> None:
    _, seats = seats_for(ONE_ROUND, tmp_path, 3)
    seats[1].recorder.at_slot(5, lambda: seats[1].mesh.publish(b"\x93nonsense"))
    await play(seats)
    assert [seat.error for seat in seats] == [None] * 3
    for honest in (seats[0], seats[2]):
        assert any("Seat 1: sent what cannot be read" in notice for notice in honest.recorder.notices)
