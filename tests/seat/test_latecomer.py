"""Sitting down at a table whose game is on."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from p2puno.errors import NoError
from p2puno.net.messages import Note
from p2puno.seat import attendance, bots, latecomer
from p2puno.seat.botplayer import BotPlayer
from p2puno.seat.ending import Outcome, VotedOutError, voted_out
from p2puno.seat.plans import SeatPlan, TablePlan
from p2puno.seat.player import Company, Controls
from p2puno.seat.session import host_table, join_table, play_again
from p2puno.store.identity import Identity
from protocol.rules.happenings import RoundEnded, SeatsJoined, SeatsLeft
from protocol.rules.ruleset import RuleSet
from protocol.table.happenings import Happening
from protocol.table.view import Action, TableView, View
from protocol.wire.codec import decode
from tests.seat.peers import Recorder
from tests.seat.session_kit import Lobby, is_clean, seat_plan
from tests.table.simulation import Simulation
from tests.table.test_roster import after_a_round, departed, fill
from tests.transparent import transparent_group

FIVE_ROUNDS = RuleSet.preset("classic").with_options({"rounds": 5, "hand_size": 5})


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bots play a round in less time than a person takes to ask again."""
    monkeypatch.setattr(latecomer, "ASK_SECONDS", 0.05)
    with transparent_group():
        yield


class Eyes:
    """A screen that is shown the game before its player sits, and after. rounds: the ends it was told."""

    def __init__(self) -> None:
        self.places: list[tuple[int | None, int]] = []
        self.rounds: list[int] = []

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        self.places.append((view.seat, view.slot))
        self.rounds += [told.round for told in happenings if isinstance(told, RoundEnded)]

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None: ...

    def on_chat(self, seat: int, text: str) -> None: ...

    def on_notice(self, sentence: str) -> None: ...

    def on_company(self, company: Company) -> None: ...


async def test_a_newcomer_sits_down_in_the_middle_of_a_game_and_plays_to_its_end(tmp_path: Path) -> None:
    ann, seen = seat_plan(tmp_path, "Ann", "Ada"), Recorder()
    ann = replace(ann, observers=(seen,))
    eyes = Eyes()
    eve = replace(seat_plan(tmp_path, "Eve"), observers=(eyes,), spectators=(eyes,))
    lobby = ann.lobby
    assert isinstance(lobby, Lobby)
    paths: list[Path] = []

    async def play_late() -> None:
        await seen.until_slot(12)
        outcome = await join_table(eve, lobby.addresses)
        assert outcome is not None
        paths.append(outcome.transcript)

    async with trio.open_nursery() as nursery:

        async def host() -> None:
            outcome = await host_table(ann, TablePlan("here", FIVE_ROUNDS, 2, announce=False))
            assert outcome is not None
            paths.append(outcome.transcript)

        nursery.start_soon(host)
        await lobby.opened.wait()
        nursery.start_soon(play_late)
    joined = [told for told in seen.happenings if isinstance(told, SeatsJoined)]
    assert [told.seats for told in joined] == [(2,)]
    assert "Eve wants to sit down with the next round" in seen.notices
    slots = [slot for seat, slot in eyes.places if seat is None]
    assert slots == list(range(1, len(slots) + 1))
    assert eyes.places[len(slots)] == (2, slots[-1])
    assert {seat for seat, _slot in eyes.places[len(slots) :]} == {2}
    assert eyes.rounds == [1, 2, 3, 4, 5]
    assert len({path.read_bytes() for path in paths}) == 1
    assert all(map(is_clean, paths))
    assert isinstance(eve.lobby, Lobby)
    assert eve.lobby.troubles == [
        "The game at here is on: you ask to sit down and play from the next round on."
    ]


async def test_who_has_left_comes_back_with_his_points(tmp_path: Path) -> None:
    """He says goodbye in the middle of a round, the others go on, and he is let in again."""
    seen, gone = Recorder(), Recorder()
    ann = replace(seat_plan(tmp_path, "Ann", "Ada"), observers=(seen,))
    bob = replace(seat_plan(tmp_path, "Bob"), observers=(gone,))
    gone.at_slot(30, bob.controls.leaving.set)
    lobby = ann.lobby
    assert isinstance(lobby, Lobby)
    paths: list[Path] = []

    async def leave_and_come_back() -> None:
        outcome = await join_table(bob, lobby.addresses)
        assert outcome is not None
        assert outcome.left
        outcome = await join_table(replace(bob, controls=Controls()), lobby.addresses)
        assert outcome is not None
        paths.append(outcome.transcript)

    async with trio.open_nursery() as nursery:

        async def host() -> None:
            outcome = await host_table(ann, TablePlan("here", FIVE_ROUNDS, 3, announce=False))
            assert outcome is not None
            paths.append(outcome.transcript)

        nursery.start_soon(host)
        await lobby.opened.wait()
        nursery.start_soon(leave_and_come_back)
    told = [each for each in seen.happenings if isinstance(each, SeatsLeft | SeatsJoined)]
    (left, joined) = told
    assert isinstance(left, SeatsLeft)
    assert isinstance(joined, SeatsJoined)
    assert left.seats == joined.seats
    assert len({path.read_bytes() for path in paths}) == 1
    assert all(map(is_clean, paths))


class Sleepy(BotPlayer):
    """Plays a little, and then does nothing any more."""

    moves = 0

    async def decide(self, view: View) -> Action:
        self.moves += 1
        if self.moves > 2:
            await trio.sleep_forever()
        return await super().decide(view)


@dataclass
class Resolute(Recorder):
    """Wants to go on without Bob whenever he is waited for, and lets in whoever asks."""

    controls: Controls = field(default_factory=Controls)

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        super().on_waiting(seats, seconds)
        bob = self.views[-1].names.index("Bob") if self.views else -1
        if bob in seats:
            self.controls.vote_out(bob)

    def on_company(self, company: Company) -> None:
        super().on_company(company)
        for each in company.asking:
            self.controls.let_in(each.key)


def resolute(plan: SeatPlan) -> tuple[SeatPlan, Resolute]:
    """A person with such an observer."""
    seen = Resolute(controls=plan.controls)
    return replace(plan, bot=None, player=BotPlayer(bots.Greedy()), observers=(seen,)), seen


async def test_who_was_voted_out_while_asleep_sits_down_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What he has of the game is kept; the others are found without a word from him."""
    monkeypatch.setattr(attendance, "STATUS_SECONDS", 0.5)
    ann, seen = resolute(seat_plan(tmp_path, "Ann"))
    cid, _ = resolute(seat_plan(tmp_path, "Cid"))
    bob = replace(seat_plan(tmp_path, "Bob"), bot=None, player=Sleepy(bots.Greedy()))
    lobby = ann.lobby
    assert isinstance(lobby, Lobby)
    paths: list[Path] = []

    async def play(game: Coroutine[Any, Any, Outcome | None]) -> None:
        outcome = await game
        assert outcome is not None
        paths.append(outcome.transcript)

    async def nap() -> None:
        out: VotedOutError | None = None
        try:
            await join_table(bob, lobby.addresses)
        except* VotedOutError as group:
            out = voted_out(group)
        monkeypatch.setattr(attendance, "STATUS_SECONDS", 30.0)  # nobody is voted out for being slow
        assert out is not None
        assert out.back is not None
        assert out.back.info.name == "here"
        assert out.transcript.exists()
        awake = replace(bob, player=BotPlayer(bots.Greedy()), controls=Controls())
        await play(play_again(awake, out.back))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, host_table(ann, TablePlan("here", FIVE_ROUNDS, 3, announce=False)))
        await lobby.opened.wait()
        nursery.start_soon(play, join_table(cid, lobby.addresses))
        nursery.start_soon(nap)
    left, joined = (each for each in seen.happenings if isinstance(each, SeatsLeft | SeatsJoined))
    assert (type(left), type(joined), left.seats) == (SeatsLeft, SeatsJoined, joined.seats)
    assert len({path.read_bytes() for path in paths}) == 1
    assert len(paths) == 3
    assert all(map(is_clean, paths))


# --- whom asking does not help ----------------------------------------------------------------------------


class Line:
    """A link that only remembers what was sent over it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    async def send(self, *frames: bytes) -> None:
        self.sent.extend(frames)


def waiting_at(table: Simulation, seat: int) -> latecomer.Waiting:
    """Somebody with the key of a seat of this table."""
    waiting = latecomer.Waiting(Identity(table.secrets[seat].identity, "Eve"), bot=True)
    waiting.on_applied(table.state, ())
    return waiting


async def ask_in_vain(waiting: latecomer.Waiting) -> str:
    line = Line()
    with pytest.raises(NoError) as error:
        await waiting.ask(line)  # type: ignore[arg-type]
    return str(error.value)


async def test_who_has_a_seat_is_told_to_resume_it(autojump_clock: trio.testing.MockClock) -> None:
    """A journal with what he has signed lies somewhere: sitting down anew would contradict it."""
    waiting = waiting_at(after_a_round(), 0)
    assert not waiting.seated.is_set()
    assert "p2puno resume" in await ask_in_vain(waiting)


async def test_who_was_convicted_is_told_so(autojump_clock: trio.testing.MockClock) -> None:
    table = departed(convicted=True)
    table.states = [replace(state, convicted=frozenset({1})) for state in table.states]
    assert "cheating" in await ask_in_vain(waiting_at(table, 1))


async def test_who_comes_back_asks_as_who_he_was(autojump_clock: trio.testing.MockClock) -> None:
    table = departed()
    waiting, line = waiting_at(table, 1), Line()
    with trio.move_on_after(0.1):
        await waiting.ask(line)  # type: ignore[arg-type]
    asked = decode(line.sent[0], Note).payload
    state = fill(table, [asked])
    assert state.present == (0, 1, 2)
    assert state.proposal.seats[1].name == "Seat 1"
    waiting.on_applied(state, ())
    assert waiting.seated.is_set()
