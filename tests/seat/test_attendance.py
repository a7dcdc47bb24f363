"""Who is waited for, and what is said of it, while a slot takes long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p2puno.seat.attendance import UNCONFIRMED_SECONDS, Attendance
from p2puno.seat.council import Council
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Controls
from tests.seat.peers import Recorder
from tests.table.simulation import Simulation
from tests.transparent import transparent_group


@pytest.fixture(autouse=True)
def transparent() -> Iterator[None]:
    with transparent_group():
        yield


@dataclass
class Lonely:
    """Seat 0 of three, after so many slots; it is linked with seat 1 alone, and nobody says anything."""

    slots: int
    neighbours: dict[bytes, frozenset[bytes]] = field(default_factory=dict[bytes, frozenset[bytes]])
    seen: Recorder = field(default_factory=Recorder)

    def __post_init__(self) -> None:
        game = Simulation.new(3)
        game.run(self.slots)
        state, identity = game.state, game.secrets[0].identity
        self.keys = keys = [entry.key for entry in state.proposal.seats]
        inbox = Inbox(state)
        records: Any = SimpleNamespace()
        council = Council(
            state,
            game.secrets[0],
            inbox,
            records,
            Controls(),
            lambda _data: None,
            lambda: True,
            lambda: self.attendance.company,
        )
        gallery, linked = SimpleNamespace(count=0), frozenset({keys[1]})
        mesh: Any = SimpleNamespace(identity=identity.public, gallery=gallery, linked=lambda: linked)
        recall: Any = SimpleNamespace(seat=0, neighbours=self.neighbours)
        self.attendance = Attendance(mesh, inbox, lambda: state, [self.seen], council, recall)

    async def wait(self, seconds: float) -> None:
        with trio.move_on_after(seconds):
            catch_up: Any = SimpleNamespace(tell=lambda: None)
            await self.attendance.remind(catch_up)


@pytest.mark.parametrize("slots", [0, 1], ids=["genesis", "its acknowledgement"])
async def test_who_does_not_confirm_the_table_is_named_once(slots: int, autojump_clock: MockClock) -> None:
    table = Lonely(slots)
    await table.wait(UNCONFIRMED_SECONDS - 1)
    assert table.seen.notices == []
    table = Lonely(slots)
    await table.wait(UNCONFIRMED_SECONDS * 5)
    (notice,) = table.seen.notices
    assert notice.startswith("The game has not begun: the table is not confirmed yet by Seat 1, Seat 2.")


async def test_with_whom_nobody_is_linked_is_away_though_he_never_was_there(
    autojump_clock: MockClock,
) -> None:
    table = Lonely(2)
    await table.wait(10.0)
    assert table.attendance.company.away == table.attendance.company.lost == {2}
    assert table.seen.notices == []
    table = Lonely(2)
    table.neighbours[table.keys[1]] = frozenset({table.keys[2]})
    await table.wait(10.0)
    assert table.attendance.company.away == frozenset()
