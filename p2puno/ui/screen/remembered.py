"""What this person likes: as it is now, and kept in their home whenever it changes."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from p2puno.errors import OutsideError
from p2puno.store.paths import Home
from p2puno.store.preferences import Preferences, save_preferences


class Remembered:
    """Without a home it lasts as long as the screen."""

    def __init__(self, now: Preferences | None = None, home: Home | None = None) -> None:
        self.now = now or Preferences()
        self.home = home

    @property
    def flashes(self) -> bool:
        """Without colours a flash is a row that turns black and white for a moment: only for who wants it."""
        return not os.environ.get("NO_COLOR") if self.now.flash is None else self.now.flash

    def change(self, **changes: Any) -> str:  # Any: the fields of `Preferences`
        """Holds from now on, and is written down; the answer is a sentence if that failed, else empty."""
        self.now = replace(self.now, **changes)
        if self.home is None:
            return ""
        try:
            save_preferences(self.home, self.now)
        except OutsideError as error:
            return str(error)
        return ""
