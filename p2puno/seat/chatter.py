"""What seats say that is no move: known again when it comes twice, and limited, for it is passed on."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.transcript.contribution import HeardSignal

_KNOWN = 256
# Of one seat's chat so many lines in so many seconds are shown and passed on; the rest is lost, and that is
# said. Likewise how often it may change hands.
CHAT_LINES, CHAT_SECONDS = 10, 10.0
# A line says at which slot it was said; further back than another seat may lag nobody has to hear it.
SLOTS_REMEMBERED = 64
LINES_REMEMBERED = 1000


@dataclass(slots=True)
class Chatter:
    """Keeps count of what comes from each seat; `clock` in seconds."""

    clock: Callable[[], float]
    _heard: list[bytes] = field(default_factory=list[bytes])
    _lines: dict[tuple[int, type], deque[float]] = field(default_factory=dict[tuple[int, type], deque[float]])
    _cut_off: set[int] = field(default_factory=set[int])
    _said: dict[int, dict[bytes, int]] = field(default_factory=dict[int, dict[bytes, int]])

    def is_new(self, heard: HeardSignal) -> bool:
        """Whether this has not come before."""
        if heard.data in self._heard:
            return False
        self._heard = [*self._heard[-_KNOWN:], heard.data]
        return True

    def is_new_line(self, heard: HeardSignal, slot: int) -> bool:
        """The same for chat, while the table is at this slot: whoever kept a line cannot bring it again.

        One that was said long ago is not taken any more, and all later ones are remembered. Of which seat so
        many are remembered, that is not heard until the game has gone on.
        """
        said = self._said.setdefault(heard.signal.seat, {})
        oldest = slot - SLOTS_REMEMBERED
        for data in [data for data, at in said.items() if at < oldest]:
            del said[data]
        if heard.signal.slot < oldest or len(said) >= LINES_REMEMBERED:
            return False
        digest = hashlib.sha256(heard.data).digest()
        if digest in said:
            return False
        said[digest] = heard.signal.slot
        return True

    def too_much(self, seat: int, what: type) -> bool:
        """Counts one more line of this seat, unless that is one too many."""
        now = self.clock()
        lines = self._lines.setdefault((seat, what), deque(maxlen=CHAT_LINES))
        if len(lines) == CHAT_LINES and now - lines[0] < CHAT_SECONDS:
            return True
        lines.append(now)
        return False

    def cuts_off(self, seat: int) -> bool:
        """Whether it has to be said now that lines of this seat are lost: once, until one is shown again."""
        news = seat not in self._cut_off
        self._cut_off.add(seat)
        return news

    def shows_again(self, seat: int) -> None:
        self._cut_off.discard(seat)
