"""The next state while it is being made.

`engine.apply` gives a draft to one handler, which changes `draft.state`, tells what happened and says what
follows; then the agenda runs until something is needed. States are immutable, so a draft that is dropped has
changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from protocol.rules.book import Rulebook
from protocol.rules.happenings import Happening
from protocol.rules.needs import MoveKind, Need, NeedMove
from protocol.rules.state import GameState
from protocol.rules.steps import Step


@dataclass(slots=True)
class Draft:
    """Until it is `finished`, `need` and `agenda` count, and those of `state` are stale."""

    state: GameState
    book: Rulebook
    agenda: list[Step]
    need: Need | None = None
    happenings: list[Happening] = field(default_factory=list[Happening])

    @classmethod
    def of(cls, state: GameState, book: Rulebook) -> Draft:
        return cls(state, book, list(state.agenda))

    def tell(self, *happenings: Happening) -> None:
        self.happenings += happenings

    def next(self, *steps: Step) -> None:
        """Put these steps in front of what is still to happen."""
        self.agenda[:0] = steps

    def instead(self, *steps: Step) -> None:
        """Nothing of what was still to happen, but these steps."""
        self.agenda[:] = steps

    def choose(self, step: Step, seat: int, *allowed: MoveKind) -> None:
        """`step` waits for a choice of `seat`."""
        self.state = replace(self.state, turn=seat, asked=step)
        self.need = NeedMove(seat, frozenset(allowed))

    def ask_again(self) -> tuple[Step, ...]:
        """The step whose choice was interrupted."""
        return () if self.state.asked is None else (self.state.asked,)

    def change(self, changes: Mapping[int, int]) -> None:
        """So many cards more (or less) in these hands; whoever does not hold one card owes no UNO."""
        before = self.state.counts
        counts = tuple(count + changes.get(seat, 0) for seat, count in enumerate(before))
        still = tuple(seat for seat in self.state.emptied if counts[seat] == 0)
        now = tuple(seat for seat, count in enumerate(counts) if count == 0 and before[seat] > 0)
        self.state = replace(
            self.state,
            counts=counts,
            emptied=(*still, *now),
            windows=tuple(window for window in self.state.windows if counts[window.target] == 1),
        )

    def finished(self) -> GameState:
        assert self.need is not None
        return replace(self.state, need=self.need, agenda=tuple(self.agenda))
