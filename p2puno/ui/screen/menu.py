"""A list to choose from: headings, entries, and a note about the chosen one. Pure drawing."""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.ui.screen.characters import pad, prose, wrap
from p2puno.ui.screen.drawing import HEAD_ROWS, head, sheet_foot
from p2puno.ui.screen.keys import KeyWord
from p2puno.ui.screen.stage import Line, touchable


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu. A heading cannot be chosen; neither can a plain text. touch: see `Page.touch`.

    under: what is said below it while it is chosen.
    """

    text: str
    chosen: bool = False
    heading: bool = False
    touch: str = ""
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu:
    title: str
    entries: tuple[Entry, ...]
    note: str
    keys: tuple[KeyWord, ...]


def draw_menu(menu: Menu, columns: int, rows: int) -> list[Line]:
    """The frame of a sheet around the entries; the chosen one is always to be seen."""
    foot = sheet_foot(menu.note, menu.keys, columns, rows)
    room = max(1, rows - HEAD_ROWS - len(foot))
    lines, at = _entry_lines(menu, columns)
    first = min(max(0, at - room + 2), max(0, len(lines) - room))
    body = lines[first : first + room]
    body += [[] for _ in range(room - len(body))]
    return [*head(menu.title, columns), *body, *foot][:rows]


def _entry_lines(menu: Menu, columns: int) -> tuple[list[Line], int]:
    """All lines, and the last one of what is chosen."""
    lines: list[Line] = []
    at = 0
    for entry in menu.entries:
        if entry.heading:
            lines += [[], [("class:title", f" {prose(entry.text, columns - 2)}")]]
        elif entry.chosen:
            style = touchable("class:chosen", entry.touch)
            lines.append([("", " "), (style, pad(prose(f"> {entry.text}", columns - 2), columns - 2))])
            said = [line for text in entry.under for line in wrap(text, columns - 7)]
            lines += [[("", f" {prose(f'    {line}', columns - 2)}")] for line in said]
            at = len(lines) - 1
        else:
            style = touchable("", entry.touch) if entry.touch else ""
            wrapped = wrap(entry.text, columns - 5)
            lines += [[(style, f" {prose(f'  {line}', columns - 2)}")] for line in wrapped]
    return lines, at
