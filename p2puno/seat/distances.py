"""How far the other seats are, measured by what they say anyway (specs/table.md, Races; decision 140).

What a seat signs for a slot covers this seat's words in the slot before: it cannot have signed it earlier
than those had reached it. So the time between the two is a round trip at least. Programs answer most slots by
themselves, at once, and the shortest answer of many comes close to it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

_ANSWERS_KEPT = 64
_SLOTS_KEPT = 4


@dataclass(slots=True)
class Distances:
    """Times are seconds of one clock of this seat."""

    _spoken: deque[tuple[int, float]] = field(
        default_factory=lambda: deque[tuple[int, float]](maxlen=_SLOTS_KEPT)
    )
    _answers: dict[int, deque[float]] = field(default_factory=dict[int, deque[float]])

    def spoke(self, slot: int, now: float) -> None:
        """This seat's contribution to a slot goes out."""
        self._spoken.append((slot, now))

    def heard(self, seat: int, slot: int, now: float) -> None:
        """A contribution that was not here before has come."""
        before = next((when for spoken, when in self._spoken if spoken == slot - 1), None)
        if before is not None:
            self._answers.setdefault(seat, deque(maxlen=_ANSWERS_KEPT)).append(now - before)

    def one_way(self, seat: int) -> float:
        """How long something from this seat is under way, in seconds; 0 if nothing is known.

        A seat can seem farther away than it is only by answering everything late, for all to see.
        """
        return min(self._answers.get(seat, ()), default=0.0) / 2
