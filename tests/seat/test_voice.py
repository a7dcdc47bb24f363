"""What a person says beside the game reaches the others whole, however fast it is said."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
import trio
import trio.testing

from p2puno.language.texts import Text
from p2puno.seat.chatter import CHAT_LINES, CHAT_SECONDS
from p2puno.seat.player import Controls
from p2puno.seat.voice import ASKS, ASKS_YOU, PLAYS_ON, YOURS_PLAYS_ON, Voice
from protocol.rules.ruleset import RuleSet
from protocol.transcript.contribution import HeardSignal
from protocol.wire.codec import decode
from protocol.wire.messages import ChatSignal
from tests.seat.peers import Recorder
from tests.seat.test_autopilot import nudge, with_bots
from tests.table.simulation import Simulation


@dataclass
class Ear:
    """Stands in for a `Talk`: keeps what is said, and when."""

    heard: list[tuple[float, ChatSignal]] = field(default_factory=list)

    def say(self, heard: HeardSignal) -> None:
        self.heard.append((trio.current_time(), decode(heard.signal.body, ChatSignal)))


async def no_silence(_text: str) -> bool:
    return False


@pytest.mark.parametrize(("seat", "told"), [(0, ASKS_YOU), (2, ASKS)])
def test_who_asks_for_somebody_asleep_is_named_once(seat: int, told: Text) -> None:
    game = Simulation.new(4, RuleSet.preset("classic"))
    ear, controls, seen = Ear(), Controls(), Recorder()
    state = with_bots(game.state)
    voice = Voice(ear, lambda: state, game.secrets[seat], controls, [seen], no_silence)  # type: ignore[arg-type]
    names = [entry.name for entry in state.proposal.seats]
    for _ in range(2):
        voice.hear_nudge(nudge(game, 1), 0)
    assert seen.notices == [told.format(name=names[0], by=names[1])]
    assert not controls.autopilot
    voice.hear_nudge(nudge(game, 3), 0)
    assert seen.notices[1:] == [(YOURS_PLAYS_ON if seat == 0 else PLAYS_ON).format(name=names[0])]
    assert controls.autopilot == (seat == 0)


async def test_lines_are_sent_no_faster_than_others_take_them(autojump_clock: trio.testing.MockClock) -> None:
    game, ear, controls = Simulation.new(2, RuleSet.preset("classic")), Ear(), Controls()
    state = lambda: game.state  # noqa: E731
    voice = Voice(ear, state, game.secrets[1], controls, [], no_silence)  # type: ignore[arg-type]
    lines = [f"line {number}" for number in range(3 * CHAT_LINES)]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(voice.speak)
        for line in lines:
            controls.say(line)
        await trio.sleep(4 * CHAT_SECONDS)
        nursery.cancel_scope.cancel()
    times = [when for when, _ in ear.heard]
    assert [chat.text for _, chat in ear.heard] == lines
    assert times[CHAT_LINES - 1] == times[0], "a few lines wait for nothing"
    assert all(times[n + CHAT_LINES] - times[n] > CHAT_SECONDS for n in range(len(lines) - CHAT_LINES))
