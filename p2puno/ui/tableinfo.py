"""What a table says of itself, in words."""

from __future__ import annotations

from p2puno.net.messages import TableInfo
from p2puno.ui import screen_texts as words


def why_closed(info: TableInfo) -> str | None:
    """What stands against sitting down; None if nothing does."""
    if info.started:
        return str(words.STARTED)
    if len(info.players) >= info.capacity:
        return words.FULL.format(capacity=info.capacity)
    return None
