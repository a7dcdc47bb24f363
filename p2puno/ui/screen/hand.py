"""The own hand on the screen: a row for each colour, wrapped, and scrolled where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui import screen_texts as words
from p2puno.ui.model import HandCard
from p2puno.ui.screen.characters import cells, line_cells, pad
from p2puno.ui.screen.picture import Picture
from p2puno.ui.screen.stage import Line, touchable

LABEL_COLUMNS = 9


def hand_lines(picture: Picture, columns: int, most: int) -> list[Line]:
    """At most `most` rows (two at least); the row of the cursor is always among them."""
    rows: list[Line] = []
    at = 0
    for group in _groups(picture.table.hand):
        for line, holds in _group_lines(group, picture, columns):
            at = len(rows) if holds else at
            rows.append(line)
    return rows if len(rows) <= most else _scrolled(rows, at, most)


def _scrolled(rows: list[Line], at: int, most: int) -> list[Line]:
    """A window of the rows; how many are hidden stands at the right end of its first and last row."""
    first = min(max(0, at - most // 2), len(rows) - most)
    window = rows[first : first + most]
    above, below = first, len(rows) - first - most
    if above:
        window[0] = [*window[0], ("class:quiet", f"  {words.MORE_ABOVE.format(count=above)}")]
    if below:
        window[-1] = [*window[-1], ("class:quiet", f"  {words.MORE_BELOW.format(count=below)}")]
    return window


def _groups(hand: Sequence[HandCard]) -> list[list[HandCard]]:
    groups: list[list[HandCard]] = []
    for card in hand:
        last = groups[-1][-1] if groups else None
        if last is None or (last.face.colour, last.drawn) != (card.face.colour, card.drawn):
            groups.append([])
        groups[-1].append(card)
    return groups


def _group_lines(group: list[HandCard], picture: Picture, columns: int) -> list[tuple[Line, bool]]:
    """The cards of one colour in one or more rows, each with whether the cursor is in it."""
    colour = group[0].face.colour
    name = words.WILDS if colour is None else words.colour_name(colour)
    label = words.DRAWN if group[0].drawn else name
    lines: list[tuple[Line, bool]] = [([("", pad(f" {label}", LABEL_COLUMNS))], False)]
    room = columns - cells(words.MORE_ABOVE.of(99)) - 4
    for card in group:
        spans = _card(card, picture)
        line, holds = lines[-1]
        if line_cells(line) + line_cells(spans) > room:
            line, holds = [("", " " * LABEL_COLUMNS)], False
            lines.append((line, holds))
        lines[-1] = ([*line, *spans], holds or card.card == picture.cursor)
    return lines


def _card(card: HandCard, picture: Picture) -> Line:
    """' R5* ', or '[R5*]' where the cursor is; behind it a space."""
    chosen = card.card == picture.cursor
    touch = str(card.card)
    style = touchable("class:chosen" if chosen else "", touch)
    left, right = ("[", "]") if chosen else (" ", " ")
    face = "class:wild" if card.face.colour is None else f"class:{card.face.colour.label}"
    mark = "*" if card.fits and picture.marks else " "
    return [
        (style, left),
        (touchable(face, str(card.card)), f" {words.short(card.face)}{mark}"),
        (style, right),
        ("", " "),
    ]
