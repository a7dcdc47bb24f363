"""A list to choose from: headings, entries, and a note about the chosen one. Pure drawing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, repeat

from p2puno.ui import screen_texts as words
from p2puno.ui.screen.characters import pad, prose, wrap
from p2puno.ui.screen.drawing import HEAD_ROWS, head, sheet_foot
from p2puno.ui.screen.keys import KeyWord
from p2puno.ui.screen.stage import Line, touchable

# Of so many lines the chosen one is never the first or, where more follow, the last.
LEAST_MARKED = 4


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
    lines, begin, at = _entry_lines(menu, columns)
    first = min(max(0, at - room + 2), max(0, len(lines) - room), max(0, begin - 1))
    body = _marked(lines, first, first + room, columns)
    body += [[] for _ in range(room - len(body))]
    return [*head(menu.title, columns), *body, *foot][:rows]


def _marked(lines: list[Line], first: int, end: int, columns: int) -> list[Line]:
    """The lines that are shown; where there is room for it the outermost say how many more there are."""
    body = lines[first:end]
    if len(body) < LEAST_MARKED:
        return body
    above, below = sum(map(bool, lines[: first + 1])), sum(map(bool, lines[end - 1 :]))
    if first:
        body[0] = _more(words.MORE_ABOVE.of(above), columns)
    if end < len(lines):
        body[-1] = _more(words.MORE_BELOW.of(below), columns)
    return body


def _more(text: str, columns: int) -> Line:
    return [("class:quiet", f" {prose(f'  {text}', columns - 2)}")]


def _entry_lines(menu: Menu, columns: int) -> tuple[list[Line], int, int]:
    """All lines, and the first and the last one of what is chosen."""
    lines: list[Line] = []
    begin = at = 0
    for entry in menu.entries:
        if entry.heading:
            lines += [[], [("class:title", f" {prose(entry.text, columns - 2)}")]]
        elif entry.chosen:
            style = touchable("class:chosen", entry.touch)
            begin = len(lines)
            for mark, line in zip(chain(">", repeat(" ")), wrap(entry.text, columns - 5), strict=False):
                lines.append([("", " "), (style, pad(prose(f"{mark} {line}", columns - 2), columns - 2))])
            said = [line for text in entry.under for line in wrap(text, columns - 7)]
            lines += [[("", f" {prose(f'    {line}', columns - 2)}")] for line in said]
            at = len(lines) - 1
        else:
            style = touchable("", entry.touch) if entry.touch else ""
            wrapped = wrap(entry.text, columns - 5)
            lines += [[(style, f" {prose(f'  {line}', columns - 2)}")] for line in wrapped]
    return lines, begin, at
