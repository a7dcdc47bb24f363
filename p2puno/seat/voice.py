"""What a person says beside the game: chat, that a bot plays now, goodbye; signed at the table's place."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence

import trio

from p2puno.language import speech
from p2puno.language.texts import Text, _
from p2puno.seat.autopilot import Nudges
from p2puno.seat.chatter import CHAT_LINES, CHAT_SECONDS
from p2puno.seat.player import Controls, Observer
from p2puno.seat.talk import Talk
from protocol.errors import ProtocolError
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.transcript.contribution import HeardSignal, sign_signal
from protocol.wire.codec import encode
from protocol.wire.messages import MAX_HANDED, ChatSignal, HandedSignal, LeaveSignal, NudgeSignal, Signal

PLAYS_ON = Text("the program of {name} plays on by itself until {name} does something")
YOURS_PLAYS_ON = Text("the others wait for you: your program plays on by itself until you do something")
ASKS_YOU = Text("{by} waits for you; if more of the others ask, your program plays on by itself")
ASKS = Text(
    "{by} asks that the program of {name} plays on: you agree with `vote {name}`, or on the screen with z"
)

# Lines that come a little closer together than they were sent are not yet too many for the others.
MARGIN_SECONDS = 1.0


class Voice:
    """Passes on what `controls` says. `secrets` are looked at for identity and seat, which never change.

    in_silence: says a line where the rules want silence, and whether they do.
    """

    def __init__(
        self,
        talk: Talk,
        state: Callable[[], TableState],
        secrets: SeatSecrets,
        controls: Controls,
        observers: Sequence[Observer],
        in_silence: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._talk = talk
        self._state = state
        self._identity, self._seat = secrets.identity, secrets.seat
        self._controls = controls
        self._observers = observers
        self._in_silence = in_silence
        self._nudges = Nudges()
        talk.on_nudge = self.hear_nudge
        self._spoken: deque[float] = deque(maxlen=CHAT_LINES)

    async def speak(self) -> None:
        """Every line of chat, no faster than the others take them."""
        while True:
            text = await self._controls.next_said()
            if len(self._spoken) == CHAT_LINES:
                await trio.sleep_until(self._spoken[0] + CHAT_SECONDS + MARGIN_SECONDS)
            self._spoken.append(trio.current_time())
            try:
                if not await self._in_silence(text):
                    self._talk.say(self.sign(ChatSignal(text)))
            except ProtocolError as error:
                for observer in self._observers:
                    observer.on_notice(_("not said: {error}").format(error=speech.said(error)))

    async def tell_who_plays(self) -> None:
        """Every change of hands; also if others remember one from before this program was started."""
        while True:
            by_bot, changes = self._talk.attendance.hands_of(self._seat)
            if changes == MAX_HANDED:
                return
            if self._controls.handed_over == by_bot:
                await self._something_said()
                continue
            body = HandedSignal(not by_bot, changes + 1)
            heard = self.sign(body)
            self._talk.hear_handed(heard, body)
            self._talk.say(heard)

    async def _something_said(self) -> None:
        """By this person; or at the table, about who plays a seat."""
        async with trio.open_nursery() as nursery:

            async def first(ready: Callable[[], Awaitable[None]]) -> None:
                await ready()
                nursery.cancel_scope.cancel()

            nursery.start_soon(first, self._controls.changed)
            nursery.start_soon(first, self._talk.attendance.hands_changed)

    async def nudge(self) -> None:
        """Whoever seems to be asleep."""
        while True:
            seat = await self._controls.next_nudged()
            heard = self.sign(NudgeSignal(seat))
            self.hear_nudge(heard, seat)
            self._talk.say(heard)

    def hear_nudge(self, heard: HeardSignal, seat: int) -> None:
        """Enough of them, and the seat's own program plays on for it; whoever asks is named before."""
        state, by = self._state(), heard.signal.seat
        before = self._nudges.asked(state, seat)
        own = seat == self._seat
        if self._nudges.take(state, heard, seat):
            if own:
                self._controls.play_on()
            self._tell(state, YOURS_PLAYS_ON if own else PLAYS_ON, seat, by)
        elif self._nudges.asked(state, seat) > before and by != self._seat:
            self._tell(state, ASKS_YOU if own else ASKS, seat, by)

    def _tell(self, state: TableState, sentence: Text, seat: int, by: int) -> None:
        names = [each.name for each in state.proposal.seats]
        for observer in self._observers:
            observer.on_notice(sentence.format(name=names[seat], by=names[by]))

    async def let_in(self) -> None:
        """Whoever has asked to sit down."""
        while True:
            self._talk.let_in(await self._controls.next_let_in())

    def say_goodbye(self) -> None:
        self._talk.say(self.sign(LeaveSignal()))

    def sign(self, body: ChatSignal | LeaveSignal | HandedSignal | NudgeSignal) -> HeardSignal:
        state = self._state()
        signal = Signal(state.table, state.term, state.slot, state.head, self._seat, (), encode(body))
        return sign_signal(self._identity, signal)
