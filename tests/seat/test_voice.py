"""What a person says beside the game reaches the others whole, however fast it is said."""

from __future__ import annotations

from dataclasses import dataclass, field

import trio
import trio.testing

from p2puno.seat.chatter import CHAT_LINES, CHAT_SECONDS
from p2puno.seat.player import Controls
from p2puno.seat.voice import Voice
from protocol.rules.ruleset import RuleSet
from protocol.transcript.contribution import HeardSignal
from protocol.wire.codec import decode
from protocol.wire.messages import ChatSignal
from tests.table.simulation import Simulation


@dataclass
class Ear:
    """Stands in for a `Talk`: keeps what is said, and when."""

    heard: list[tuple[float, ChatSignal]] = field(default_factory=list)

    def say(self, heard: HeardSignal) -> None:
        self.heard.append((trio.current_time(), decode(heard.signal.body, ChatSignal)))


async def no_silence(_text: str) -> bool:
    return False


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
