"""How long a seat takes over a drawn card, so that keeping an unfit one tells nothing (decision 064)."""

from __future__ import annotations

import random
from collections.abc import Sequence

# How long people look at a drawn card; what this seat takes is added to these.
USUAL_DECISIONS = (1.2, 1.8, 2.6, 3.5)
LONGEST_PAUSE = 6.0


class Pace:
    """The seconds that decisions have taken at this seat."""

    def __init__(self, usual: Sequence[float] = USUAL_DECISIONS) -> None:
        self._decisions = list(usual)

    def took(self, seconds: float) -> None:
        self._decisions.append(seconds)

    def pause(self) -> float:
        """As long as one of them; none at all while there is none."""
        return min(random.choice(self._decisions or [0.0]), LONGEST_PAUSE)  # noqa: S311 - no secret
