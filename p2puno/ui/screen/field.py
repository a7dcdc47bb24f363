"""A line that somebody types: chat, a name, an address."""

from __future__ import annotations

from p2puno.ui.screen.characters import tame, without_last


class Field:
    """At most `limit` characters, all of them clean."""

    def __init__(self, limit: int, text: str = "") -> None:
        self.limit = limit
        self.text = text

    def type(self, typed: str) -> bool:
        """Add what was typed or pasted; False if some of it did not fit."""
        longer = tame(self.text + typed[: 4 * self.limit])
        self.text = longer[: self.limit]
        return len(longer) <= self.limit and len(typed) <= 4 * self.limit

    def erase(self) -> bool:
        """Take the last character away; False if there was none."""
        had = bool(self.text)
        self.text = without_last(self.text)
        return had
