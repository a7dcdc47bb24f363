"""What the waiting room shows of a table: where others find it, and who sits at it."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.net.addresses import Address
from p2puno.net.messages import RollEntry
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.naming import for_people
from p2puno.ui.screen.characters import pad, tidy

NAME_COLUMNS = 34


def address_lines(addresses: Sequence[Address]) -> list[str]:
    """The addresses of the table, the likeliest first, where the others have to type one."""
    if not addresses:
        return []
    lines = ["", str(words.WAITING_ADDRESS), words.WAITING_ADDRESSES.format(address=addresses[0])]
    if len(addresses) > 1:
        others = text.listed([str(address) for address in addresses[1:]], text.OR)
        lines.append(words.WAITING_OTHERS.format(addresses=others))
    return lines


def seat_lines(entries: Sequence[RollEntry], own: bytes, *, asked: bool) -> list[str]:
    """Names, who opened the table, and, if they are `asked`, who is ready; `own` is the key of the reader."""
    names = for_people([entry.name for entry in entries])
    lines: list[str] = []
    for number, (name, entry) in enumerate(zip(names, entries, strict=True), start=1):
        who = words.YOU_MARK if entry.key == own else words.BOT_MARK if entry.bot else ""
        line = words.WAITING_SEAT.format(number=number, name=pad(f"{tidy(name)}{who}", NAME_COLUMNS))
        lines.append(f"{line} {_mark(number, entry, asked)}".rstrip())
    return lines


def _mark(number: int, entry: RollEntry, asked: bool) -> str:
    if number == 1:
        return str(words.OPENED_IT)
    if entry.bot or not asked:
        return ""
    return str(words.READY if entry.ready else words.NOT_READY)
