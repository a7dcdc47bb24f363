"""The next state while it is being made.

`engine.apply` gives a draft to one handler, which changes `draft.state`, tells what happened and says what
follows; then the agenda runs until something is needed. States are immutable, so a draft that is dropped has
changed nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from protocol.rules.happenings import Happening
from protocol.rules.needs import Need
from protocol.rules.state import GameState
from protocol.rules.steps import Step


@dataclass(slots=True)
class Draft:
    """Until it is `finished`, `need` and `agenda` count, and those of `state` are stale."""

    state: GameState
    agenda: list[Step]
    need: Need | None = None
    happenings: list[Happening] = field(default_factory=list[Happening])

    @classmethod
    def of(cls, state: GameState) -> Draft:
        return cls(state, list(state.agenda))

    def tell(self, *happenings: Happening) -> None:
        self.happenings += happenings

    def next(self, *steps: Step) -> None:
        """Put these steps in front of what is still to happen."""
        self.agenda[:0] = steps

    def instead(self, *steps: Step) -> None:
        """Nothing of what was still to happen, but these steps."""
        self.agenda[:] = steps

    def finished(self) -> GameState:
        assert self.need is not None
        return replace(self.state, need=self.need, agenda=tuple(self.agenda))
