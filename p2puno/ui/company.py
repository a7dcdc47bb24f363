"""What has changed at the table beside the game, in sentences that both interfaces say."""

from __future__ import annotations

from collections.abc import Collection

from p2puno.seat.player import Company
from p2puno.ui import texts as text
from p2puno.ui.model import shown_names
from p2puno.ui.prompts import about
from protocol.table.view import TableView


def company_news(view: TableView, before: Company, after: Company) -> tuple[str, ...]:
    """Who handed over a seat or took it back, and how many look on."""
    names = range(len(view.names))
    came = [seat for seat in names if seat in after.by_bot - before.by_bot]
    back = [seat for seat in names if seat in before.by_bot - after.by_bot]
    lines = [*(about(view, "to bot", seat) for seat in came), *(about(view, "back", seat) for seat in back)]
    if after.watchers != before.watchers:
        lines.append(text.LOOK_ON.of(after.watchers) if after.watchers else str(text.NOBODY_LOOKS_ON))
    return tuple(lines)


def who_reads(view: TableView, seats: Collection[int]) -> str:
    """Who has not gone on to the next round."""
    names = shown_names(view.names)
    return text.STILL_READING.format(names=text.listed([names[seat] for seat in sorted(seats)]))
